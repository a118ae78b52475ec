//! What each operation does, once, as a macro, and how it gets at its operands. How instructions
//! follow each other is not known here: the user of these macros says what branches, jumps and
//! failures do.
//!
//! They are macros so that each arm of a loop goes straight to the next instruction, and so that one
//! arm can do two operations (see `docs/decisions/004`).

/// Gives `$body` the operands of `$inst`, for [`operation`]. `$link` is the return address of a call
/// from there, evaluated only where it is needed. `branch` and `direct` go where a branch or a direct
/// jump with the given constant goes, `jump` to an address, and `leave` is for everything else;
/// none of them comes back.
macro_rules! with_operands {
    (
        $cpu:ident, $memory:ident, $inst:ident, link = $link:expr,
        branch($field:ident) => $branch:expr,
        direct($index:ident) => $direct:expr,
        jump($target:ident) => $jump:expr,
        leave($flow:ident) => $leave:expr,
        $body:expr
    ) => {{
        // `$inst` is a reference, so that each operation loads only the fields that it needs. The
        // operands as MARS numbers them: the first, second and third.
        macro_rules! regs {
            () => {
                $inst.regs
            };
        }
        macro_rules! n1 {
            () => {
                $inst.regs[0]
            };
        }
        macro_rules! n2 {
            () => {
                $inst.regs[1]
            };
        }
        macro_rules! n3 {
            () => {
                $inst.regs[2]
            };
        }
        macro_rules! imm {
            () => {
                $inst.imm
            };
        }
        macro_rules! low {
            () => {
                $inst.imm as u32 & 0xffff
            };
        }
        macro_rules! first {
            () => {
                $cpu.get(n1!())
            };
        }
        macro_rules! s {
            () => {
                $cpu.get(n2!())
            };
        }
        macro_rules! t {
            () => {
                $cpu.get(n3!())
            };
        }
        macro_rules! cpu {
            () => {
                $cpu
            };
        }
        macro_rules! memory {
            () => {
                $memory
            };
        }
        macro_rules! link {
            () => {
                $link
            };
        }
        macro_rules! address {
            () => {
                t!().wrapping_add(imm!() as u32)
            };
        }
        macro_rules! set {
            ($value:expr) => {{
                let value = $value;
                $cpu.put(n1!(), value);
            }};
        }
        macro_rules! leave {
            ($result:expr) => {{
                let $flow: Result<Flow, Fault> = $result;
                $leave
            }};
        }
        macro_rules! tried {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => leave!(Err(fault)),
                }
            };
        }
        macro_rules! branch_if {
            ($condition:expr) => {
                if $condition {
                    let $field = imm!();
                    $branch
                }
            };
        }
        macro_rules! jump_direct {
            () => {{
                let $index = imm!();
                $direct
            }};
        }
        macro_rules! jump_to {
            ($address:expr) => {{
                let $target: u32 = $address;
                $jump
            }};
        }
        macro_rules! trap_if {
            ($condition:expr) => {
                if $condition {
                    leave!(Err(Fault::Trap))
                }
            };
        }
        macro_rules! checked {
            ($result:expr) => {
                match $result {
                    Some(value) => set!(value as u32),
                    None => leave!(Err(Fault::Overflow)),
                }
            };
        }
        macro_rules! load {
            ($load:ident, $value:ident => $store:expr) => {
                match $memory.$load(address!()) {
                    Ok($value) => $store,
                    Err(fault) => leave!(Err(Fault::Load(fault))),
                }
            };
        }
        macro_rules! store {
            ($store:ident, $value:expr) => {
                if let Err(fault) = $memory.$store(address!(), $value) {
                    leave!(Err(Fault::Store(fault)))
                }
            };
        }
        macro_rules! float {
            ($number:expr) => {
                $cpu.float[usize::from($number & 31)]
            };
        }
        macro_rules! single {
                        ($operator:tt) => {
                            $cpu.set_single(n1!(), $cpu.single(n2!()) $operator $cpu.single(n3!()))
                        };
                    }
        macro_rules! double {
                        ($operator:tt) => {{
                            let to = tried!(even3($inst.regs));
                            $cpu.set_double(to, $cpu.double(n2!()) $operator $cpu.double(n3!()));
                        }};
                    }
        macro_rules! compare_singles {
                        ($flag:expr, $a:expr, $operator:tt, $b:expr) => {
                            $cpu.set_flag($flag, $cpu.single($a) $operator $cpu.single($b))
                        };
                    }
        macro_rules! compare_doubles {
                        ($flag:expr, $a:expr, $operator:tt, $b:expr) => {{
                            tried!(both_even($a, $b));
                            $cpu.set_flag($flag, $cpu.double($a) $operator $cpu.double($b));
                        }};
                    }
        macro_rules! round {
            ($value:expr, $round:path) => {{
                let value: f64 = $value;
                float!(n1!()) = to_word(value, $round);
            }};
        }
        // The flag that a conditional move tests; the third operand of its short form is 0.
        macro_rules! tested_flag {
            () => {
                $cpu.flag(n3!())
            };
        }
        macro_rules! move_if {
            ($condition:expr) => {
                if $condition {
                    set!(s!());
                }
            };
        }
        macro_rules! move_single_if {
            ($condition:expr) => {
                if $condition {
                    float!(n1!()) = float!(n2!());
                }
            };
        }
        macro_rules! move_double_if {
            ($condition:expr) => {{
                let to = tried!(both_even(n1!(), n2!()));
                if $condition {
                    $cpu.set_pair(to, $cpu.pair(n2!()));
                }
            }};
        }
        $body
    }};
}
pub(crate) use with_operands;

/// What an operation does, inside of [`with_operands`].
macro_rules! operation {
    (Nop) => {{}};
    (Add) => { checked!((s!() as i32).checked_add(t!() as i32)) };
    (Sub) => { checked!((s!() as i32).checked_sub(t!() as i32)) };
    (Addi) => { checked!((s!() as i32).checked_add(imm!())) };
    (Addu) => { set!(s!().wrapping_add(t!())) };
    (Subu) => { set!(s!().wrapping_sub(t!())) };
    (Addiu) => { set!(s!().wrapping_add(imm!() as u32)) };
    (Mult) => { set_hi_lo(cpu!(), signed_product(first!(), s!())) };
    (Multu) => { set_hi_lo(cpu!(), u64::from(first!()) * u64::from(s!())) };
    (Mul) => {{
        let product = signed_product(s!(), t!());
        set_hi_lo(cpu!(), product);
        set!(product as u32);
    }};
    (Madd) => { set_hi_lo(cpu!(), hi_lo(cpu!()).wrapping_add(signed_product(first!(), s!()))) };
    (Maddu) => { set_hi_lo(cpu!(), hi_lo(cpu!()).wrapping_add(u64::from(first!()) * u64::from(s!()))) };
    (Msub) => { set_hi_lo(cpu!(), hi_lo(cpu!()).wrapping_sub(signed_product(first!(), s!()))) };
    (Msubu) => { set_hi_lo(cpu!(), hi_lo(cpu!()).wrapping_sub(u64::from(first!()) * u64::from(s!()))) };
    (Mfhi) => { set!(cpu!().hi) };
    (Mflo) => { set!(cpu!().lo) };
    (Mthi) => { cpu!().hi = first!() };
    (Mtlo) => { cpu!().lo = first!() };
    // Division by zero leaves both registers as they were.
    (Div) => {{
        let (dividend, divisor) = (first!() as i32, s!() as i32);
        if divisor != 0 {
            cpu!().lo = dividend.wrapping_div(divisor) as u32;
            cpu!().hi = dividend.wrapping_rem(divisor) as u32;
        }
    }};
    (Divu) => {{
        let (dividend, divisor) = (first!(), s!());
        if let Some(quotient) = dividend.checked_div(divisor) {
            cpu!().lo = quotient;
            cpu!().hi = dividend % divisor;
        }
    }};
    (And) => { set!(s!() & t!()) };
    (Or) => { set!(s!() | t!()) };
    (Andi) => { set!(s!() & (low!())) };
    (Ori) => { set!(s!() | (low!())) };
    (Nor) => { set!(!(s!() | t!())) };
    (Xor) => { set!(s!() ^ t!()) };
    (Xori) => { set!(s!() ^ (low!())) };
    (Sll) => { set!(s!() << (imm!() & 31)) };
    (Sllv) => { set!(s!() << (t!() & 31)) };
    (Srl) => { set!(s!() >> (imm!() & 31)) };
    (Sra) => { set!((s!() as i32 >> (imm!() & 31)) as u32) };
    (Srav) => { set!((s!() as i32 >> (t!() & 31)) as u32) };
    (Srlv) => { set!(s!() >> (t!() & 31)) };
    (Lw) => { load!(load_word, word => set!(word)) };
    (Ll) => { load!(load_word, word => set!(word)) };
    (Lb) => { load!(load_byte, byte => set!(byte as i8 as u32)) };
    (Lbu) => { load!(load_byte, byte => set!(byte)) };
    (Lh) => { load!(load_half, half => set!(half as i16 as u32)) };
    (Lhu) => { load!(load_half, half => set!(half)) };
    (Sw) => { store!(store_word, first!()) };
    (Sb) => { store!(store_byte, first!()) };
    (Sh) => { store!(store_half, first!()) };
    // The same as `lw` and `sw`, where the address is most likely in the stack.
    (LwStack) => { load!(load_stack_word, word => set!(word)) };
    (SwStack) => { store!(store_stack_word, first!()) };
    (Lwl) => { set!(tried!(load_left(memory!(), address!(), first!()))) };
    (Lwr) => { set!(tried!(load_right(memory!(), address!(), first!()))) };
    (Swl) => { tried!(store_left(memory!(), address!(), first!())) };
    (Swr) => { tried!(store_right(memory!(), address!(), first!())) };
    (Sc) => {{
        store!(store_word, first!());
        cpu!().set(n1!(), 1);
    }};
    (Lui) => { set!((imm!() as u32) << 16) };
    (Beq) => { branch_if!(first!() == s!()) };
    (Bne) => { branch_if!(first!() != s!()) };
    (Bgez) => { branch_if!(first!() as i32 >= 0) };
    (Bgtz) => { branch_if!(first!() as i32 > 0) };
    (Blez) => { branch_if!(first!() as i32 <= 0) };
    (Bltz) => { branch_if!((first!() as i32) < 0) };
    (Bgezal) => {
        branch_if!({
            let taken = first!() as i32 >= 0;
            if taken {
                cpu!().put(31, link!());
            }
            taken
        })
    };
    (Bltzal) => {
        branch_if!({
            let taken = (first!() as i32) < 0;
            if taken {
                cpu!().put(31, link!());
            }
            taken
        })
    };
    (Slt) => { set!(u32::from((s!() as i32) < (t!() as i32))) };
    (Sltu) => { set!(u32::from(s!() < t!())) };
    (Slti) => { set!(u32::from((s!() as i32) < imm!())) };
    (Sltiu) => { set!(u32::from(s!() < imm!() as u32)) };
    (Movn) => { move_if!(t!() != 0) };
    (Movz) => { move_if!(t!() == 0) };
    (Movf) => { move_if!(!tested_flag!()) };
    (MovfCc) => { move_if!(!tested_flag!()) };
    (Movt) => { move_if!(tested_flag!()) };
    (MovtCc) => { move_if!(tested_flag!()) };
    (Clo) => { set!(s!().leading_ones()) };
    (Clz) => { set!(s!().leading_zeros()) };
    (J) => { jump_direct!() };
    (Jal) => {{
        cpu!().put(31, link!());
        jump_direct!()
    }};
    (Jr) => { jump_to!(first!()) };
    // The link is set first, so that `jalr $t1,$t1` goes to the instruction behind it.
    (Jalr) => {{
        set!(link!());
        jump_to!(s!())
    }};
    (JalrRa) => {{
        cpu!().put(31, link!());
        jump_to!(first!())
    }};
    (Break) => { leave!(Err(Fault::Break(Some(imm!() as u32)))) };
    (BreakPlain) => { leave!(Err(Fault::Break(None))) };
    (Syscall) => { leave!(Ok(Flow::Syscall)) };
    (Teq) => { trap_if!(first!() == s!()) };
    (Tne) => { trap_if!(first!() != s!()) };
    (Tge) => { trap_if!(first!() as i32 >= s!() as i32) };
    (Tgeu) => { trap_if!(first!() >= s!()) };
    (Tlt) => { trap_if!((first!() as i32) < (s!() as i32)) };
    (Tltu) => { trap_if!(first!() < s!()) };
    (Teqi) => { trap_if!(first!() as i32 == imm!()) };
    (Tnei) => { trap_if!(first!() as i32 != imm!()) };
    (Tgei) => { trap_if!(first!() as i32 >= imm!()) };
    (Tgeiu) => { trap_if!(first!() >= imm!() as u32) };
    (Tlti) => { trap_if!((first!() as i32) < imm!()) };
    (Tltiu) => { trap_if!(first!() < imm!() as u32) };
    (Lwc1) => { load!(load_word, word => float!(n1!()) = word) };
    (Swc1) => { store!(store_word, float!(n1!())) };
    (Ldc1) => {{
        let to = tried!(first_even(regs!()));
        let bits = tried!(load_double(memory!(), address!()));
        cpu!().set_pair(to, bits);
    }};
    (Sdc1) => {{
        let bits = cpu!().pair(tried!(first_even(regs!())));
        tried!(store_double(memory!(), address!(), bits));
    }};
    (Mfc0) => { set!(cpu!().coprocessor(n2!())) };
    (Mtc0) => { cpu!().set_coprocessor(n2!(), first!()) };
    (Mfc1) => { set!(float!(n2!())) };
    (Mtc1) => { float!(n2!()) = first!() };
    (AddS) => { single!(+) };
    (SubS) => { single!(-) };
    (MulS) => { single!(*) };
    (DivS) => { single!(/) };
    (AddD) => { double!(+) };
    (SubD) => { double!(-) };
    (MulD) => { double!(*) };
    (DivD) => { double!(/) };
    (SqrtS) => { cpu!().set_single(n1!(), f64::from(cpu!().single(n2!())).sqrt() as f32) };
    (SqrtD) => {{
        let to = tried!(both_even(n1!(), n2!()));
        cpu!().set_double(to, cpu!().double(n2!()).sqrt());
    }};
    (AbsS) => { float!(n1!()) = float!(n2!()) & 0x7fff_ffff };
    (AbsD) => {{
        let to = tried!(both_even(n1!(), n2!()));
        cpu!().set_pair(to, cpu!().pair(n2!()) & !(1 << 63));
    }};
    (NegS) => { float!(n1!()) = float!(n2!()) ^ 0x8000_0000 };
    (NegD) => {{
        let to = tried!(both_even(n1!(), n2!()));
        cpu!().set_pair(to, cpu!().pair(n2!()) ^ 1 << 63);
    }};
    (FloorWS) => { round!(cpu!().single(n2!()).into(), f64::floor) };
    (CeilWS) => { round!(cpu!().single(n2!()).into(), f64::ceil) };
    (RoundWS) => { round!(cpu!().single(n2!()).into(), f64::round_ties_even) };
    (TruncWS) => { round!(cpu!().single(n2!()).into(), f64::trunc) };
    (FloorWD) => { round!(cpu!().double(tried!(second_even(regs!()))), f64::floor) };
    (CeilWD) => { round!(cpu!().double(tried!(second_even(regs!()))), f64::ceil) };
    (RoundWD) => { round!(cpu!().double(tried!(second_even(regs!()))), f64::round_ties_even) };
    (TruncWD) => { round!(cpu!().double(tried!(second_even(regs!()))), f64::trunc) };
    (CvtDS) => {{
        let to = tried!(first_even(regs!()));
        cpu!().set_double(to, cpu!().single(n2!()).into());
    }};
    (CvtDW) => {{
        let to = tried!(first_even(regs!()));
        cpu!().set_double(to, f64::from(float!(n2!()) as i32));
    }};
    (CvtSD) => { cpu!().set_single(n1!(), cpu!().double(tried!(second_even(regs!()))) as f32) };
    (CvtSW) => { cpu!().set_single(n1!(), float!(n2!()) as i32 as f32) };
    // Like Java's casts, Rust's truncate, saturate, and make 0 of NaN.
    (CvtWD) => { float!(n1!()) = cpu!().double(tried!(second_even(regs!()))) as i32 as u32 };
    (CvtWS) => { float!(n1!()) = cpu!().single(n2!()) as i32 as u32 };
    (MovS) => { move_single_if!(true) };
    (MovfS) => { move_single_if!(!tested_flag!()) };
    (MovfSCc) => { move_single_if!(!tested_flag!()) };
    (MovtS) => { move_single_if!(tested_flag!()) };
    (MovtSCc) => { move_single_if!(tested_flag!()) };
    (MovnS) => { move_single_if!(t!() != 0) };
    (MovzS) => { move_single_if!(t!() == 0) };
    (MovD) => { move_double_if!(true) };
    (MovfD) => { move_double_if!(!tested_flag!()) };
    (MovfDCc) => { move_double_if!(!tested_flag!()) };
    (MovtD) => { move_double_if!(tested_flag!()) };
    (MovtDCc) => { move_double_if!(tested_flag!()) };
    (MovnD) => { move_double_if!(t!() != 0) };
    (MovzD) => { move_double_if!(t!() == 0) };
    (CEqS) => { compare_singles!(0, n1!(), ==, n2!()) };
    (CLeS) => { compare_singles!(0, n1!(), <=, n2!()) };
    (CLtS) => { compare_singles!(0, n1!(), <, n2!()) };
    (CEqD) => { compare_doubles!(0, n1!(), ==, n2!()) };
    (CLeD) => { compare_doubles!(0, n1!(), <=, n2!()) };
    (CLtD) => { compare_doubles!(0, n1!(), <, n2!()) };
    (CEqSCc) => { compare_singles!(n1!(), n2!(), ==, n3!()) };
    (CLeSCc) => { compare_singles!(n1!(), n2!(), <=, n3!()) };
    (CLtSCc) => { compare_singles!(n1!(), n2!(), <, n3!()) };
    (CEqDCc) => { compare_doubles!(n1!(), n2!(), ==, n3!()) };
    (CLeDCc) => { compare_doubles!(n1!(), n2!(), <=, n3!()) };
    (CLtDCc) => { compare_doubles!(n1!(), n2!(), <, n3!()) };
    (Bc1t) => { branch_if!(cpu!().flag(0)) };
    (Bc1tCc) => { branch_if!(cpu!().flag(n1!())) };
    (Bc1f) => { branch_if!(!cpu!().flag(0)) };
    (Bc1fCc) => { branch_if!(!cpu!().flag(n1!())) };
    (Eret) => {{
        cpu!().cp0.status &= !2;
        leave!(Ok(Flow::Return(cpu!().cp0.epc)))
    }};
    ($operation:ident) => {
        compile_error!(concat!(
            "`", stringify!($operation), "` has a row in the instruction table, but no semantics here"
        ))
    };
}
pub(crate) use operation;

/// Hands `$use!` the operations that inner loops consist of: the fast loop has an arm for each.
macro_rules! common_operations {
    ($use:ident) => {
        $use! { [
            Nop Add Sub Addi Addu Subu Addiu Mult Multu Mul Mfhi Mflo Mthi Mtlo Div Divu
            And Or Andi Ori Nor Xor Xori Sll Sllv Srl Sra Srav Srlv
            Lw Ll Lb Lbu Lh Lhu Sw Sb Sh Lui
            Beq Bne Bgez Bgtz Blez Bltz Bgezal Bltzal Slt Sltu Slti Sltiu Movn Movz
            J Jal Jr Jalr JalrRa Syscall
            Teq Tne Tge Tgeu Tlt Tltu Teqi Tnei Tgei Tgeiu Tlti Tltiu
            Lwc1 Swc1 Mfc1 Mtc1 AddS SubS MulS DivS AddD SubD MulD DivD MovS
            CEqS CLeS CLtS CEqD CLeD CLtD Bc1t Bc1tCc Bc1f Bc1fCc Eret
        ] }
    };
}
pub(crate) use common_operations;

/// Hands `$use!` what it gets from [`common_operations`] together with the pairs of operations that
/// the fast loop carries out in one go: those that compiled and handwritten programs are full of.
macro_rules! and_common_pairs {
    ($use:ident $operations:tt) => {
        $use! {
            $operations
            (AddAddi: Add Addi) (AddJ: Add J) (AddLbu: Add Lbu) (AddLw: Add Lw) (AddSw: Add Sw)
            (AddiAddi: Addi Addi) (AddiBeq: Addi Beq) (AddiBgtz: Addi Bgtz) (AddiBne: Addi Bne)
            (AddiJ: Addi J) (AddiJal: Addi Jal) (AddiJr: Addi Jr) (AddiSlt: Addi Slt) (AddiSlti: Addi Slti)
            (AddiSw: Addi Sw) (AddiSwStack: Addi SwStack)
            (AddiuAddiu: Addiu Addiu) (AddiuAddu: Addiu Addu) (AddiuBeq: Addiu Beq)
            (AddiuBgez: Addiu Bgez) (AddiuBgtz: Addiu Bgtz) (AddiuBne: Addiu Bne)
            (AddiuJ: Addiu J) (AddiuJr: Addiu Jr) (AddiuLui: Addiu Lui) (AddiuLw: Addiu Lw) (AddiuSlti: Addiu Slti)
            (AddiuSwStack: Addiu SwStack)
            (AdduAddiu: Addu Addiu) (AdduAddu: Addu Addu) (AdduBne: Addu Bne) (AdduJal: Addu Jal) (AdduJr: Addu Jr)
            (AdduLbu: Addu Lbu) (AdduLw: Addu Lw) (AdduLwStack: Addu LwStack) (AdduSb: Addu Sb)
            (AdduSw: Addu Sw)
            (AndiBeq: Andi Beq) (AndiBne: Andi Bne)
            (BeqAddi: Beq Addi) (BeqAddiu: Beq Addiu) (BeqAddu: Beq Addu)
            (BneAddi: Bne Addi) (BneAddiu: Bne Addiu) (BneBne: Bne Bne)
            (DivMfhi: Div Mfhi) (DivMflo: Div Mflo) (MultMflo: Mult Mflo)
            (LbBeq: Lb Beq) (LbuAddiu: Lbu Addiu) (LbuBeq: Lbu Beq) (LbuBne: Lbu Bne)
            (LbuLbu: Lbu Lbu) (LbuSb: Lbu Sb)
            (LuiAddu: Lui Addu) (LuiOri: Lui Ori) (LuiLw: Lui Lw) (LuiSw: Lui Sw)
            (LwAddi: Lw Addi) (LwAddiu: Lw Addiu) (LwAddu: Lw Addu) (LwBeq: Lw Beq) (LwLw: Lw Lw)
            (LwSlt: Lw Slt) (LwStackAddi: LwStack Addi) (LwStackAddiu: LwStack Addiu)
            (LwStackLwStack: LwStack LwStack)
            (MulAdd: Mul Add) (MulAddu: Mul Addu) (OriAddiu: Ori Addiu)
            (SbAddi: Sb Addi) (SbAddiu: Sb Addiu) (SbAddu: Sb Addu)
            (SllAdd: Sll Add) (SllAddu: Sll Addu) (SllLui: Sll Lui) (SllXor: Sll Xor)
            (SltAddu: Slt Addu) (SltBeq: Slt Beq) (SltBne: Slt Bne) (SltiBeq: Slti Beq)
            (SltiBne: Slti Bne) (SraSubu: Sra Subu) (SrlXor: Srl Xor)
            (SwAddi: Sw Addi) (SwLui: Sw Lui) (SwAddiu: Sw Addiu) (SwSw: Sw Sw) (SwStackSwStack: SwStack SwStack)
            (XorBne: Xor Bne) (XorSltu: Xor Sltu)
            (AddDAddD: AddD AddD) (AddDCLtD: AddD CLtD) (Bc1tMulD: Bc1t MulD)
            (MulDAddD: MulD AddD) (MulDMulD: MulD MulD) (SubDAddD: SubD AddD)
        }
    };
}
pub(crate) use and_common_pairs;
