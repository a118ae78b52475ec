//! What each operation does, one arm each. How instructions follow each other is not known here:
//! an arm says where control goes, and [`super::run`] goes there.

use super::cpu::Cpu;
use super::fault::{Fault, Odd};
use super::memory::{Memory, MemoryFault};
use crate::isa::{Inst, Op};

/// Where control goes after an instruction that is neither ordinary nor a branch or jump.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flow {
    /// To the next one.
    Next,
    /// To this address at once, even where branches are delayed.
    Return(u32),
    /// To the system, with the service in `$v0`.
    Syscall,
}

/// Carries out one instruction. This is a macro, and what it does for control is given by the
/// caller, so that each arm of the loop goes straight to the next instruction: with a function that
/// returns where to go, every instruction is dispatched twice (see `docs/decisions/004`).
///
/// `$pc` is the address of the instruction and `$link` the return address of a call from there;
/// both are evaluated only where they are needed. `branch`, `jump` and `leave` must not come back;
/// everything else goes on behind the macro.
macro_rules! execute {
    (
        $cpu:ident, $memory:ident, $inst:ident, pc = $pc:expr, link = $link:expr,
        branch($words:ident) => $branch:expr,
        jump($target:ident) => $jump:expr,
        leave($flow:ident) => $leave:expr $(,)?
    ) => {{
        // `$inst` is a reference, so that each arm loads only the fields that it needs.
        let (a, b, c, imm) = ($inst.regs[0], $inst.regs[1], $inst.regs[2], $inst.imm);
        // The operands as MARS numbers them: the first, second and third as registers.
        macro_rules! first {
            () => {
                $cpu.get(a)
            };
        }
        macro_rules! s {
            () => {
                $cpu.get(b)
            };
        }
        macro_rules! t {
            () => {
                $cpu.get(c)
            };
        }
        macro_rules! set {
            ($value:expr) => {{
                let value = $value;
                $cpu.put(a, value);
            }};
        }
        macro_rules! address {
            () => {
                t!().wrapping_add(imm as u32)
            };
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
                    let $words = imm;
                    $branch
                }
            };
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
        macro_rules! double {
            ($operator:tt) => {
                match even3(*$inst) {
                    Ok(to) => $cpu.set_double(to, $cpu.double(b) $operator $cpu.double(c)),
                    Err(fault) => leave!(Err(fault)),
                }
            };
        }
        macro_rules! compare_doubles {
            ($operator:tt) => {
                match even2(*$inst) {
                    Ok(_) => $cpu.set_flag(0, $cpu.double(a) $operator $cpu.double(b)),
                    Err(fault) => leave!(Err(fault)),
                }
            };
        }
        match $inst.op {
            Op::Nop => {}
            Op::Add => checked!((s!() as i32).checked_add(t!() as i32)),
            Op::Sub => checked!((s!() as i32).checked_sub(t!() as i32)),
            Op::Addi => checked!((s!() as i32).checked_add(imm)),
            Op::Addu => set!(s!().wrapping_add(t!())),
            Op::Subu => set!(s!().wrapping_sub(t!())),
            Op::Addiu => set!(s!().wrapping_add(imm as u32)),
            Op::Mult => set_hi_lo($cpu, signed_product(first!(), s!())),
            Op::Multu => set_hi_lo($cpu, u64::from(first!()) * u64::from(s!())),
            Op::Mul => {
                let product = signed_product(s!(), t!());
                set_hi_lo($cpu, product);
                set!(product as u32);
            }
            Op::Mfhi => set!($cpu.hi),
            Op::Mflo => set!($cpu.lo),
            Op::Mthi => $cpu.hi = first!(),
            Op::Mtlo => $cpu.lo = first!(),
            // Division by zero leaves both registers as they were.
            Op::Div => {
                let (dividend, divisor) = (first!() as i32, s!() as i32);
                if divisor != 0 {
                    $cpu.lo = dividend.wrapping_div(divisor) as u32;
                    $cpu.hi = dividend.wrapping_rem(divisor) as u32;
                }
            }
            Op::Divu => {
                let (dividend, divisor) = (first!(), s!());
                if let Some(quotient) = dividend.checked_div(divisor) {
                    $cpu.lo = quotient;
                    $cpu.hi = dividend % divisor;
                }
            }
            Op::And => set!(s!() & t!()),
            Op::Or => set!(s!() | t!()),
            Op::Andi => set!(s!() & (imm as u32 & 0xffff)),
            Op::Ori => set!(s!() | (imm as u32 & 0xffff)),
            Op::Nor => set!(!(s!() | t!())),
            Op::Xor => set!(s!() ^ t!()),
            Op::Xori => set!(s!() ^ (imm as u32 & 0xffff)),
            Op::Sll => set!(s!() << (imm & 31)),
            Op::Sllv => set!(s!() << (t!() & 31)),
            Op::Srl => set!(s!() >> (imm & 31)),
            Op::Sra => set!((s!() as i32 >> (imm & 31)) as u32),
            Op::Srav => set!((s!() as i32 >> (t!() & 31)) as u32),
            Op::Srlv => set!(s!() >> (t!() & 31)),
            Op::Lw | Op::Ll => load!(load_word, word => set!(word)),
            Op::Lb => load!(load_byte, byte => set!(byte as i8 as u32)),
            Op::Lbu => load!(load_byte, byte => set!(byte)),
            Op::Lh => load!(load_half, half => set!(half as i16 as u32)),
            Op::Lhu => load!(load_half, half => set!(half)),
            Op::Sw => store!(store_word, first!()),
            Op::Sb => store!(store_byte, first!()),
            Op::Sh => store!(store_half, first!()),
            Op::Lui => set!((imm as u32) << 16),
            Op::Beq => branch_if!(first!() == s!()),
            Op::Bne => branch_if!(first!() != s!()),
            Op::Bgez => branch_if!(first!() as i32 >= 0),
            Op::Bgtz => branch_if!(first!() as i32 > 0),
            Op::Blez => branch_if!(first!() as i32 <= 0),
            Op::Bltz => branch_if!((first!() as i32) < 0),
            Op::Bgezal => branch_if!({
                let taken = first!() as i32 >= 0;
                if taken {
                    $cpu.put(31, $link);
                }
                taken
            }),
            Op::Bltzal => branch_if!({
                let taken = (first!() as i32) < 0;
                if taken {
                    $cpu.put(31, $link);
                }
                taken
            }),
            Op::Slt => set!(u32::from((s!() as i32) < (t!() as i32))),
            Op::Sltu => set!(u32::from(s!() < t!())),
            Op::Slti => set!(u32::from((s!() as i32) < imm)),
            Op::Sltiu => set!(u32::from(s!() < imm as u32)),
            Op::Movn => {
                if t!() != 0 {
                    set!(s!());
                }
            }
            Op::Movz => {
                if t!() == 0 {
                    set!(s!());
                }
            }
            Op::J => jump_to!(jump_target($pc, imm)),
            Op::Jal => {
                $cpu.put(31, $link);
                jump_to!(jump_target($pc, imm))
            }
            Op::Jr => jump_to!(first!()),
            // The link is set first, so that `jalr $t1,$t1` goes to the instruction behind it.
            Op::Jalr => {
                set!($link);
                jump_to!(s!())
            }
            Op::JalrRa => {
                $cpu.put(31, $link);
                jump_to!(first!())
            }
            Op::Syscall => leave!(Ok(Flow::Syscall)),
            Op::Teq => trap_if!(first!() == s!()),
            Op::Tne => trap_if!(first!() != s!()),
            Op::Tge => trap_if!(first!() as i32 >= s!() as i32),
            Op::Tgeu => trap_if!(first!() >= s!()),
            Op::Tlt => trap_if!((first!() as i32) < (s!() as i32)),
            Op::Tltu => trap_if!(first!() < s!()),
            Op::Teqi => trap_if!(first!() as i32 == imm),
            Op::Tnei => trap_if!(first!() as i32 != imm),
            Op::Tgei => trap_if!(first!() as i32 >= imm),
            Op::Tgeiu => trap_if!(first!() >= imm as u32),
            Op::Tlti => trap_if!((first!() as i32) < imm),
            Op::Tltiu => trap_if!(first!() < imm as u32),
            Op::Lwc1 => load!(load_word, word => $cpu.float[usize::from(a & 31)] = word),
            Op::Swc1 => store!(store_word, $cpu.float[usize::from(a & 31)]),
            Op::Mfc1 => set!($cpu.float[usize::from(b & 31)]),
            Op::Mtc1 => $cpu.float[usize::from(b & 31)] = first!(),
            Op::AddS => $cpu.set_single(a, $cpu.single(b) + $cpu.single(c)),
            Op::SubS => $cpu.set_single(a, $cpu.single(b) - $cpu.single(c)),
            Op::MulS => $cpu.set_single(a, $cpu.single(b) * $cpu.single(c)),
            Op::DivS => $cpu.set_single(a, $cpu.single(b) / $cpu.single(c)),
            Op::AddD => double!(+),
            Op::SubD => double!(-),
            Op::MulD => double!(*),
            Op::DivD => double!(/),
            Op::MovS => $cpu.float[usize::from(a & 31)] = $cpu.float[usize::from(b & 31)],
            Op::CEqS => $cpu.set_flag(0, $cpu.single(a) == $cpu.single(b)),
            Op::CLeS => $cpu.set_flag(0, $cpu.single(a) <= $cpu.single(b)),
            Op::CLtS => $cpu.set_flag(0, $cpu.single(a) < $cpu.single(b)),
            Op::CEqD => compare_doubles!(==),
            Op::CLeD => compare_doubles!(<=),
            Op::CLtD => compare_doubles!(<),
            Op::Bc1t => branch_if!($cpu.flag(0)),
            Op::Bc1tCc => branch_if!($cpu.flag(a)),
            Op::Bc1f => branch_if!(!$cpu.flag(0)),
            Op::Bc1fCc => branch_if!(!$cpu.flag(a)),
            // The last operation is not among the rare ones, so that the jump table covers them all
            // and the dispatch needs no comparison.
            Op::Eret => {
                $cpu.cp0.status &= !2;
                leave!(Ok(Flow::Return($cpu.cp0.epc)))
            }
            _ => match execute_rare($cpu, $memory, *$inst) {
                Ok(Flow::Next) => {}
                other => leave!(other),
            },
        }
    }};
}
pub(crate) use execute;

/// The operations that no inner loop consists of, apart so that the hot ones stay together.
#[inline(never)]
pub(crate) fn execute_rare(cpu: &mut Cpu, memory: &mut Memory, inst: Inst) -> Result<Flow, Fault> {
    let Inst { regs: [a, b, c], imm, .. } = inst;
    let t = cpu.get(c);
    let (first, s) = (cpu.get(a), cpu.get(b));
    let address = t.wrapping_add(imm as u32);
    match inst.op {
        Op::Madd => set_hi_lo(cpu, hi_lo(cpu).wrapping_add(signed_product(first, s))),
        Op::Maddu => {
            set_hi_lo(cpu, hi_lo(cpu).wrapping_add(u64::from(first) * u64::from(s)));
        }
        Op::Msub => set_hi_lo(cpu, hi_lo(cpu).wrapping_sub(signed_product(first, s))),
        Op::Msubu => {
            set_hi_lo(cpu, hi_lo(cpu).wrapping_sub(u64::from(first) * u64::from(s)));
        }
        Op::Sc => {
            memory.store_word(address, first).map_err(Fault::Store)?;
            cpu.set(a, 1);
        }
        Op::Lwl => cpu.put(a, load_left(memory, address, first)?),
        Op::Lwr => cpu.put(a, load_right(memory, address, first)?),
        Op::Swl => store_left(memory, address, first)?,
        Op::Swr => store_right(memory, address, first)?,
        Op::Movf | Op::MovfCc => {
            if !cpu.flag(flag_operand(inst)) {
                cpu.put(a, s);
            }
        }
        Op::Movt | Op::MovtCc => {
            if cpu.flag(flag_operand(inst)) {
                cpu.put(a, s);
            }
        }
        Op::Break => return Err(Fault::Break(Some(imm as u32))),
        Op::BreakPlain => return Err(Fault::Break(None)),
        Op::Clo => cpu.put(a, s.leading_ones()),
        Op::Clz => cpu.put(a, s.leading_zeros()),
        Op::Mfc0 => cpu.put(a, cpu.coprocessor(b)),
        Op::Mtc0 => cpu.set_coprocessor(b, first),
        Op::SqrtS => cpu.set_single(a, f64::from(cpu.single(b)).sqrt() as f32),
        Op::SqrtD => cpu.set_double(even2(inst)?, cpu.double(b).sqrt()),
        Op::FloorWS => cpu.float[usize::from(a & 31)] = to_word(cpu.single(b).into(), f64::floor),
        Op::CeilWS => cpu.float[usize::from(a & 31)] = to_word(cpu.single(b).into(), f64::ceil),
        Op::RoundWS => {
            cpu.float[usize::from(a & 31)] = to_word(cpu.single(b).into(), f64::round_ties_even);
        }
        Op::TruncWS => cpu.float[usize::from(a & 31)] = to_word(cpu.single(b).into(), f64::trunc),
        Op::FloorWD => {
            cpu.float[usize::from(a & 31)] = to_word(cpu.double(second_even(inst)?), f64::floor);
        }
        Op::CeilWD => {
            cpu.float[usize::from(a & 31)] = to_word(cpu.double(second_even(inst)?), f64::ceil);
        }
        Op::RoundWD => {
            cpu.float[usize::from(a & 31)] =
                to_word(cpu.double(second_even(inst)?), f64::round_ties_even);
        }
        Op::TruncWD => {
            cpu.float[usize::from(a & 31)] = to_word(cpu.double(second_even(inst)?), f64::trunc);
        }
        Op::CEqSCc => cpu.set_flag(a, cpu.single(b) == cpu.single(c)),
        Op::CLeSCc => cpu.set_flag(a, cpu.single(b) <= cpu.single(c)),
        Op::CLtSCc => cpu.set_flag(a, cpu.single(b) < cpu.single(c)),
        Op::CEqDCc => cpu.set_flag(a, cpu.double(even_last(inst)?) == cpu.double(c)),
        Op::CLeDCc => cpu.set_flag(a, cpu.double(even_last(inst)?) <= cpu.double(c)),
        Op::CLtDCc => cpu.set_flag(a, cpu.double(even_last(inst)?) < cpu.double(c)),
        Op::AbsS => cpu.float[usize::from(a & 31)] = cpu.float[usize::from(b & 31)] & 0x7fff_ffff,
        Op::AbsD => cpu.set_pair(even2(inst)?, cpu.pair(b) & !(1 << 63)),
        Op::NegS => cpu.float[usize::from(a & 31)] = cpu.float[usize::from(b & 31)] ^ 0x8000_0000,
        Op::NegD => cpu.set_pair(even2(inst)?, cpu.pair(b) ^ 1 << 63),
        Op::CvtDS => cpu.set_double(first_even(inst)?, cpu.single(b).into()),
        Op::CvtDW => {
            cpu.set_double(first_even(inst)?, f64::from(cpu.float[usize::from(b & 31)] as i32));
        }
        Op::CvtSD => cpu.set_single(a, cpu.double(second_even(inst)?) as f32),
        Op::CvtSW => cpu.set_single(a, cpu.float[usize::from(b & 31)] as i32 as f32),
        // Like Java's casts, Rust's truncate, saturate, and make 0 of NaN.
        Op::CvtWD => {
            cpu.float[usize::from(a & 31)] = cpu.double(second_even(inst)?) as i32 as u32;
        }
        Op::CvtWS => cpu.float[usize::from(a & 31)] = cpu.single(b) as i32 as u32,
        Op::MovD => cpu.set_pair(even2(inst)?, cpu.pair(b)),
        Op::MovfS | Op::MovfSCc => move_single(cpu, inst, !cpu.flag(flag_operand(inst))),
        Op::MovtS | Op::MovtSCc => move_single(cpu, inst, cpu.flag(flag_operand(inst))),
        Op::MovnS => move_single(cpu, inst, t != 0),
        Op::MovzS => move_single(cpu, inst, t == 0),
        Op::MovfD | Op::MovfDCc => move_double(cpu, inst, !cpu.flag(flag_operand(inst)))?,
        Op::MovtD | Op::MovtDCc => move_double(cpu, inst, cpu.flag(flag_operand(inst)))?,
        Op::MovnD => move_double(cpu, inst, t != 0)?,
        Op::MovzD => move_double(cpu, inst, t == 0)?,
        Op::Ldc1 => {
            let register = first_even(inst)?;
            check_doubleword(address).map_err(Fault::Load)?;
            let low = memory.load_word(address).map_err(Fault::Load)?;
            let high = memory.load_word(address.wrapping_add(4)).map_err(Fault::Load)?;
            cpu.set_pair(register, u64::from(high) << 32 | u64::from(low));
        }
        Op::Sdc1 => {
            let bits = cpu.pair(first_even(inst)?);
            check_doubleword(address).map_err(Fault::Store)?;
            memory.store_word(address, bits as u32).map_err(Fault::Store)?;
            let high = (bits >> 32) as u32;
            memory.store_word(address.wrapping_add(4), high).map_err(Fault::Store)?;
        }
        op => unreachable!("{op:?} is among the common operations"),
    }
    Ok(Flow::Next)
}

pub(crate) fn jump_target(pc: u32, imm: i32) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | (imm as u32) << 2
}

#[inline(always)]
pub(crate) fn signed_product(a: u32, b: u32) -> u64 {
    (i64::from(a as i32) * i64::from(b as i32)) as u64
}

#[inline(always)]
pub(crate) fn hi_lo(cpu: &Cpu) -> u64 {
    u64::from(cpu.hi) << 32 | u64::from(cpu.lo)
}

#[inline(always)]
pub(crate) fn set_hi_lo(cpu: &mut Cpu, value: u64) {
    cpu.hi = (value >> 32) as u32;
    cpu.lo = value as u32;
}

/// The flag that a conditional move tests: its third operand, or 0 in the short form, where that
/// operand is 0 anyway.
#[inline(always)]
fn flag_operand(inst: Inst) -> u8 {
    inst.regs[2]
}

/// The first register of three if all are even.
#[inline(always)]
pub(crate) fn even3(inst: Inst) -> Result<u8, Fault> {
    let [a, b, c] = inst.regs;
    if (a | b | c) & 1 != 0 { Err(Fault::OddRegister(Odd::All)) } else { Ok(a) }
}

/// The first register of two if both are even.
pub(crate) fn even2(inst: Inst) -> Result<u8, Fault> {
    let [a, b, _] = inst.regs;
    if (a | b) & 1 != 0 { Err(Fault::OddRegister(Odd::Both)) } else { Ok(a) }
}

/// The second register if it and the third are even.
fn even_last(inst: Inst) -> Result<u8, Fault> {
    let [_, b, c] = inst.regs;
    if (b | c) & 1 != 0 { Err(Fault::OddRegister(Odd::Both)) } else { Ok(b) }
}

fn first_even(inst: Inst) -> Result<u8, Fault> {
    let a = inst.regs[0];
    if a & 1 != 0 { Err(Fault::OddRegister(Odd::First)) } else { Ok(a) }
}

fn second_even(inst: Inst) -> Result<u8, Fault> {
    let b = inst.regs[1];
    if b & 1 != 0 { Err(Fault::OddRegister(Odd::Second)) } else { Ok(b) }
}

fn move_single(cpu: &mut Cpu, inst: Inst, condition: bool) {
    if condition {
        let [a, b, _] = inst.regs;
        cpu.float[usize::from(a & 31)] = cpu.float[usize::from(b & 31)];
    }
}

fn move_double(cpu: &mut Cpu, inst: Inst, condition: bool) -> Result<(), Fault> {
    let a = even2(inst)?;
    if condition {
        cpu.set_pair(a, cpu.pair(inst.regs[1]));
    }
    Ok(())
}

/// Rounds to an integer; whatever does not fit becomes the largest one, on either side.
fn to_word(value: f64, round: fn(f64) -> f64) -> u32 {
    if (f64::from(i32::MIN)..=2_147_483_648.0).contains(&value) {
        round(value) as i32 as u32
    } else {
        i32::MAX as u32
    }
}

fn check_doubleword(address: u32) -> Result<(), MemoryFault> {
    match address % 8 {
        0 => Ok(()),
        _ => Err(MemoryFault::Unaligned { address, size: 8 }),
    }
}

// The four below use MARS's signed remainder: above 0x80000000 it is negative, so that the left
// ones do nothing there unless it is 0, and the right ones go on for up to seven bytes.

fn load_left(memory: &mut Memory, address: u32, mut value: u32) -> Result<u32, Fault> {
    for i in 0..=address as i32 % 4 {
        let byte = memory.load_byte(address.wrapping_sub(i as u32)).map_err(Fault::Load)?;
        value = set_byte(value, 3 - i, byte);
    }
    Ok(value)
}

fn load_right(memory: &mut Memory, address: u32, mut value: u32) -> Result<u32, Fault> {
    for i in 0..=3 - address as i32 % 4 {
        let byte = memory.load_byte(address.wrapping_add(i as u32)).map_err(Fault::Load)?;
        value = set_byte(value, i, byte);
    }
    Ok(value)
}

fn store_left(memory: &mut Memory, address: u32, value: u32) -> Result<(), Fault> {
    for i in 0..=address as i32 % 4 {
        let byte = value >> (((3 - i) & 3) * 8);
        memory.store_byte(address.wrapping_sub(i as u32), byte).map_err(Fault::Store)?;
    }
    Ok(())
}

fn store_right(memory: &mut Memory, address: u32, value: u32) -> Result<(), Fault> {
    for i in 0..=3 - address as i32 % 4 {
        let byte = value >> ((i & 3) * 8);
        memory.store_byte(address.wrapping_add(i as u32), byte).map_err(Fault::Store)?;
    }
    Ok(())
}

fn set_byte(value: u32, index: i32, byte: u32) -> u32 {
    let shift = (index & 3) * 8;
    value & !(0xff << shift) | byte << shift
}
