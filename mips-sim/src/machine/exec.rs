//! What the operations do that no inner loop consists of, one arm each, and the parts that they
//! share with the common ones of [`super::operation`].

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

/// Carries out an operation that is not among the common ones.
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
        Op::SqrtD => cpu.set_double(even2(inst.regs)?, cpu.double(b).sqrt()),
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
        Op::AbsD => cpu.set_pair(even2(inst.regs)?, cpu.pair(b) & !(1 << 63)),
        Op::NegS => cpu.float[usize::from(a & 31)] = cpu.float[usize::from(b & 31)] ^ 0x8000_0000,
        Op::NegD => cpu.set_pair(even2(inst.regs)?, cpu.pair(b) ^ 1 << 63),
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
        Op::MovD => cpu.set_pair(even2(inst.regs)?, cpu.pair(b)),
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
pub(crate) fn even3([a, b, c]: [u8; 3]) -> Result<u8, Fault> {
    if (a | b | c) & 1 != 0 { Err(Fault::OddRegister(Odd::All)) } else { Ok(a) }
}

/// The first register of two if both are even.
#[inline(always)]
pub(crate) fn even2([a, b, _]: [u8; 3]) -> Result<u8, Fault> {
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
    let a = even2(inst.regs)?;
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
