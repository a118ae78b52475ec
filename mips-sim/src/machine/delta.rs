//! What one machine differs in from another that runs the same program, as a short list: for those
//! who keep thousands of states that are almost alike.
//!
//! Registers, words of memory and the end of the heap can differ. How many instructions have been
//! counted and how much memory lies ready is not part of it, since no program can tell. A machine
//! that differs in anything else, such as an open file, input that is not read yet or a delayed
//! branch, has no such list, and neither has one with devices.

use super::Machine;
use super::memory::MemoryFault;

/// A place, and what is there. A multiple of 4 is the address of a word of memory; the other places
/// have no meaning outside this module.
pub type Change = (u32, u32);

/// Two machines differ in more than registers and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the machines differ in more than registers and memory")]
pub struct Unlike;

// Numbers of what is not memory; a place is four times that plus one. The first 32 are the integer
// registers.
const HI: u32 = 32;
const LO: u32 = 33;
const FLAGS: u32 = 34;
const VADDR: u32 = 35;
const STATUS: u32 = 36;
const CAUSE: u32 = 37;
const EPC: u32 = 38;
const PC: u32 = 39;
const HEAP: u32 = 40;
const FLOAT: u32 = 64;

impl Machine {
    /// Adds to `changes` what has to be changed in `base` to get this machine, which must run the
    /// same program.
    ///
    /// ```
    /// use mips_sim::host::ScriptedHost;
    /// use mips_sim::machine::{Machine, MachineOptions};
    /// use mips_sim::observe::Off;
    /// use mips_sim::{AsmOptions, assemble};
    ///
    /// let mut files: &[(&str, &str)] = &[("p.asm", "li $t0, 1\nli $t1, 2\nsw $t1, -4($sp)\n")];
    /// let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
    /// let mut machine = Machine::load(&image, &MachineOptions::default());
    /// let start = machine.clone();
    /// machine.run(&mut ScriptedHost::new(""), &mut Off, 10);
    /// let mut changes = Vec::new();
    /// machine.difference(&start, &mut changes).unwrap();
    /// assert_eq!(changes.len(), 4); // $t0, $t1, a word of the stack, and the program counter.
    ///
    /// let mut again = start;
    /// again.change(&changes).unwrap();
    /// assert_eq!((again.cpu, again.pc), (machine.cpu, machine.pc));
    /// assert_eq!(again.memory.peek(0x7fff_eff8), Some(2));
    /// ```
    pub fn difference(&self, base: &Machine, changes: &mut Vec<Change>) -> Result<(), Unlike> {
        let alike = std::sync::Arc::ptr_eq(&self.code, &base.code)
            && self.delay == base.delay
            && self.devices.is_empty()
            && base.devices.is_empty()
            && self.system.differs_in_heap_only(&base.system);
        if !alike {
            return Err(Unlike);
        }
        let mut compare = |number: u32, new: u32, old: u32| {
            if new != old {
                changes.push((number * 4 + 1, new));
            }
        };
        let (new, old) = (&self.cpu, &base.cpu);
        for register in 1..32 {
            compare(u32::from(register), new.get(register), old.get(register));
        }
        compare(HI, new.hi, old.hi);
        compare(LO, new.lo, old.lo);
        compare(FLAGS, u32::from(new.flags), u32::from(old.flags));
        compare(VADDR, new.cp0.vaddr, old.cp0.vaddr);
        compare(STATUS, new.cp0.status, old.cp0.status);
        compare(CAUSE, new.cp0.cause, old.cp0.cause);
        compare(EPC, new.cp0.epc, old.cp0.epc);
        compare(PC, self.pc, base.pc);
        compare(HEAP, self.system.heap(), base.system.heap());
        if new.float != old.float {
            for (number, (new, old)) in (FLOAT..).zip(new.float.iter().zip(old.float)) {
                compare(number, *new, old);
            }
        }
        self.memory.difference(&base.memory, changes);
        Ok(())
    }

    /// Makes changes. It fails if there is no memory at a place, or less than is needed.
    pub fn change(&mut self, changes: &[Change]) -> Result<(), MemoryFault> {
        for (place, value) in changes.iter().copied() {
            let cpu = &mut self.cpu;
            if place & 3 == 0 {
                self.memory.store_word(place, value)?;
                continue;
            }
            match place / 4 {
                HI => cpu.hi = value,
                LO => cpu.lo = value,
                FLAGS => cpu.flags = value as u8,
                VADDR => cpu.cp0.vaddr = value,
                STATUS => cpu.cp0.status = value,
                CAUSE => cpu.cp0.cause = value,
                EPC => cpu.cp0.epc = value,
                PC => self.pc = value,
                HEAP => self.system.set_heap(value),
                number @ 0..32 => cpu.set(number as u8, value),
                number => {
                    if let Some(float) = cpu.float.get_mut(number.wrapping_sub(FLOAT) as usize) {
                        *float = value;
                    }
                }
            }
        }
        Ok(())
    }
}
