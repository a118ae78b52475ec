//! Any one operation, carried out by a function, and the functions that the semantics in
//! [`super::operation`] use.

use super::cpu::Cpu;
use super::fault::{Fault, Odd};
use super::memory::{Memory, MemoryFault};
use super::operation::{operation, with_operands};
use crate::isa::table::all_operations;
use crate::isa::{Inst, Op};

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// To the next one.
    Next,
    /// To this address, after one more instruction if branches are delayed.
    Jump(u32),
    /// To this address immediately, even where branches are delayed.
    Return(u32),
    /// To the system, with the service in `$v0`.
    Syscall,
}

/// Carries out one instruction, whatever it is. `link` is the return address of a call from there.
#[inline(never)]
#[expect(unused_macros, reason = "no operation needs all that operands are good for")]
pub(crate) fn execute(
    cpu: &mut Cpu,
    memory: &mut Memory,
    inst: Inst,
    pc: u32,
    link: u32,
) -> Result<Flow, Fault> {
    let inst = &inst;
    macro_rules! perform {
        ($operation:ident) => {
            with_operands!(
                cpu, memory, inst, link = link,
                branch(words) => {
                    let next = pc.wrapping_add(4);
                    return Ok(Flow::Jump(next.wrapping_add((words as u32) << 2)));
                },
                direct(field) => return Ok(Flow::Jump(jump_target(pc, field))),
                jump(target) => return Ok(Flow::Jump(target)),
                leave(flow) => return flow,
                operation!($operation)
            )
        };
    }
    macro_rules! dispatch {
        ($($op:ident)*) => {
            match inst.op {
                $(Op::$op => perform!($op),)*
            }
        };
    }
    all_operations!(dispatch);
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

/// The first register of three if all are even.
#[inline(always)]
pub(crate) fn even3([a, b, c]: [u8; 3]) -> Result<u8, Fault> {
    if (a | b | c) & 1 != 0 { Err(Fault::OddRegister(Odd::All)) } else { Ok(a) }
}

/// The first of two registers if both are even.
#[inline(always)]
pub(crate) fn both_even(a: u8, b: u8) -> Result<u8, Fault> {
    if (a | b) & 1 != 0 { Err(Fault::OddRegister(Odd::Both)) } else { Ok(a) }
}

fn first_even([a, ..]: [u8; 3]) -> Result<u8, Fault> {
    if a & 1 != 0 { Err(Fault::OddRegister(Odd::First)) } else { Ok(a) }
}

fn second_even([_, b, _]: [u8; 3]) -> Result<u8, Fault> {
    if b & 1 != 0 { Err(Fault::OddRegister(Odd::Second)) } else { Ok(b) }
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

fn load_double(memory: &mut Memory, address: u32) -> Result<u64, Fault> {
    check_doubleword(address).map_err(Fault::Load)?;
    let low = memory.load_word(address).map_err(Fault::Load)?;
    let high = memory.load_word(address.wrapping_add(4)).map_err(Fault::Load)?;
    Ok(u64::from(high) << 32 | u64::from(low))
}

fn store_double(memory: &mut Memory, address: u32, bits: u64) -> Result<(), Fault> {
    check_doubleword(address).map_err(Fault::Store)?;
    memory.store_word(address, bits as u32).map_err(Fault::Store)?;
    let high = (bits >> 32) as u32;
    memory.store_word(address.wrapping_add(4), high).map_err(Fault::Store)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::effects::{HI, LO};
    use crate::isa::{Slot, TABLE, effects};
    use crate::machine::{Machine, MachineOptions};
    use crate::{AsmOptions, assemble};

    /// Each operation changes only what its row says it writes, and what it writes depends only on
    /// what its row says it reads.
    #[test]
    fn an_operation_touches_what_its_row_says() {
        let mut files: &[(&str, &str)] = &[("p.asm", "nop\n")];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let machine = Machine::load(&image, &MachineOptions::default());
        let mut seed = 1u64;
        let mut draw = |bound: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u32 % bound
        };
        for row in &TABLE {
            for _ in 0..200 {
                let mut inst = Inst { op: row.op, regs: [0; 3], imm: 4 * draw(8) as i32 };
                for (number, slot) in inst.regs.iter_mut().zip(row.shape.operands()) {
                    *number = match slot {
                        Slot::Reg => 1 + draw(31) as u8,
                        Slot::Freg => 2 * draw(16) as u8,
                        Slot::Cc => draw(8) as u8,
                        Slot::Cp0 => 12 + draw(3) as u8,
                        _ => 0,
                    };
                }
                let mut value = || match draw(4) {
                    0 => draw(4),
                    1 => (draw(4) as f32 - 1.5).to_bits(),
                    2 => draw(1 << 31) << 1 | draw(2),
                    _ => 0x1001_0000 + 8 * draw(8),
                };
                let effects = effects(inst);
                let mut first = machine.cpu.clone();
                (first.hi, first.lo, first.flags) = (value(), value(), value() as u8);
                (1..32).for_each(|k| first.put(k, value()));
                first.float.iter_mut().for_each(|bits| *bits = value());
                let mut second = first.clone();
                for k in (1..32).filter(|k| effects.reads >> k & 1 == 0) {
                    second.put(k, value());
                }
                for k in (0..32).filter(|k| effects.fp_reads >> k & 1 == 0) {
                    second.float[k] = value();
                }
                second.flags ^= value() as u8 & !effects.flag_reads;
                second.hi ^= if effects.hi_lo_reads & HI == 0 { value() } else { 0 };
                second.lo ^= if effects.hi_lo_reads & LO == 0 { value() } else { 0 };
                let before = first.clone();
                let mut memories = [machine.memory.clone(), machine.memory.clone()];
                let [a, b] = &mut memories;
                let flow = execute(&mut first, a, inst, 0x0040_0000, 0x0040_0004);
                assert_eq!(
                    flow,
                    execute(&mut second, b, inst, 0x0040_0000, 0x0040_0004),
                    "{inst:?}"
                );
                assert_eq!(a, b, "{inst:?}");
                // Division by zero leaves the old values.
                let kept = matches!(inst.op, Op::Div | Op::Divu) && before.get(inst.regs[1]) == 0;
                let kept = kept || effects.may_keep || flow.is_err();
                let same = |what: &str, bits: u32, values: [u32; 3]| {
                    let [old, new, other] = values;
                    assert!(bits != 0 || old == new, "{inst:?} changes {what}");
                    assert!(
                        bits == 0 || kept || new == other,
                        "{what} of {inst:?} depends on more"
                    );
                };
                for k in 0..32 {
                    let at = usize::from(k);
                    let (r, f) = (effects.writes >> k & 1, effects.fp_writes >> k & 1);
                    same(&format!("${k}"), r, [before.get(k), first.get(k), second.get(k)]);
                    same(
                        &format!("$f{k}"),
                        f,
                        [before.float[at], first.float[at], second.float[at]],
                    );
                }
                for k in 0..8 {
                    let flag = |cpu: &Cpu| u32::from(cpu.flag(k));
                    let written = u32::from(effects.flag_writes >> k & 1);
                    same("a flag", written, [flag(&before), flag(&first), flag(&second)]);
                }
                let hi_lo = effects.hi_lo_writes;
                same("HI", (hi_lo & HI).into(), [before.hi, first.hi, second.hi]);
                same("LO", (hi_lo & LO).into(), [before.lo, first.lo, second.lo]);
            }
        }
    }
}
