//! What each common operation does, once, as a macro, and how it gets at its operands. How
//! instructions follow each other is not known here: whoever uses these macros says what branches,
//! jumps and failures do.
//!
//! They are macros so that each arm of a loop goes straight to the next instruction, and so that two
//! operations can stand behind each other in one arm (see `docs/decisions/004`).

/// Gives `$body` the operands of `$inst`, for [`operation`]. `$link` is the return address of a call
/// from there, evaluated only where it is needed. `branch` and `direct` go where a branch or a direct
/// jump with the given constant goes, `jump` to an address, and `leave` tells of everything else;
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
        macro_rules! n1 { () => { $inst.regs[0] }; }
        macro_rules! n2 { () => { $inst.regs[1] }; }
        macro_rules! n3 { () => { $inst.regs[2] }; }
        macro_rules! imm { () => { $inst.imm }; }
        macro_rules! low { () => { $inst.imm as u32 & 0xffff }; }
        macro_rules! first { () => { $cpu.get(n1!()) }; }
        macro_rules! s { () => { $cpu.get(n2!()) }; }
        macro_rules! t { () => { $cpu.get(n3!()) }; }
        macro_rules! cpu { () => { $cpu }; }
        macro_rules! memory { () => { $memory }; }
        macro_rules! link { () => { $link }; }
        macro_rules! address { () => { t!().wrapping_add(imm!() as u32) }; }
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
            ($operator:tt) => {
                match even3($inst.regs) {
                    Ok(to) => $cpu.set_double(to, $cpu.double(n2!()) $operator $cpu.double(n3!())),
                    Err(fault) => leave!(Err(fault)),
                }
            };
        }
        macro_rules! compare_singles {
            ($operator:tt) => {
                $cpu.set_flag(0, $cpu.single(n1!()) $operator $cpu.single(n2!()))
            };
        }
        macro_rules! compare_doubles {
            ($operator:tt) => {
                match even2($inst.regs) {
                    Ok(_) => $cpu.set_flag(0, $cpu.double(n1!()) $operator $cpu.double(n2!())),
                    Err(fault) => leave!(Err(fault)),
                }
            };
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
    (Movn) => {
        if t!() != 0 {
            set!(s!());
        }
    };
    (Movz) => {
        if t!() == 0 {
            set!(s!());
        }
    };
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
    (MovS) => { float!(n1!()) = float!(n2!()) };
    (CEqS) => { compare_singles!(==) };
    (CLeS) => { compare_singles!(<=) };
    (CLtS) => { compare_singles!(<) };
    (CEqD) => { compare_doubles!(==) };
    (CLeD) => { compare_doubles!(<=) };
    (CLtD) => { compare_doubles!(<) };
    (Bc1t) => { branch_if!(cpu!().flag(0)) };
    (Bc1tCc) => { branch_if!(cpu!().flag(n1!())) };
    (Bc1f) => { branch_if!(!cpu!().flag(0)) };
    (Bc1fCc) => { branch_if!(!cpu!().flag(n1!())) };
    (Eret) => {{
        cpu!().cp0.status &= !2;
        leave!(Ok(Flow::Return(cpu!().cp0.epc)))
    }};
}
pub(crate) use operation;

/// Hands `$use!` the operations above, which are all that inner loops consist of.
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
