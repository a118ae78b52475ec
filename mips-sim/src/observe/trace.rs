//! A line for each instruction executed: where it stands, what it is, what it set, and the memory
//! that it used; with its source line and label, if those are wanted. Lines go to whoever wants them;
//! nothing is kept or written here.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::{Done, Observer};
use crate::image::{Image, Place};
use crate::isa::codec::disassemble;
use crate::isa::effects::{Access, HI, LO, effects};
use crate::isa::{Inst, Op, reg};
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;

/// Hands a line for each instruction to `sink`, without an end of line, until the bound is reached.
#[derive(Debug)]
pub struct Trace<F> {
    sink: F,
    left: u64,
    line: String,
    before: [u32; 32],
    floats_before: [u32; 32],
    address: Option<u32>,
    /// What is said of the place of each instruction, by address.
    places: Vec<(u32, String)>,
}

impl<F: FnMut(&str)> Trace<F> {
    /// A trace of at most `lines` lines.
    pub fn new(lines: u64, sink: F) -> Trace<F> {
        Trace {
            sink,
            left: lines,
            line: String::new(),
            before: [0; 32],
            floats_before: [0; 32],
            address: None,
            places: Vec::new(),
        }
    }

    /// Ends each line with the file and line of its instruction, and the last label before it:
    /// `# p.asm:12 loop+8`.
    pub fn with_places(mut self, image: &Image) -> Trace<F> {
        let mut labels: Vec<_> = image.symbols.iter().filter(|symbol| !symbol.data).collect();
        labels.sort_by_key(|symbol| symbol.address);
        let place = |place: Place<'_>| {
            let at = place.word.address;
            let before = labels.partition_point(|symbol| symbol.address <= at);
            let label = match before.checked_sub(1).map(|index| labels[index]) {
                None => String::new(),
                Some(symbol) if symbol.address == at => format!(" {}", symbol.name),
                Some(symbol) => format!(" {}+{}", symbol.name, at - symbol.address),
            };
            (at, format!("{place}{label}"))
        };
        self.places = image.places().map(place).collect();
        self
    }
}

impl<F: FnMut(&str)> Observer for Trace<F> {
    fn step(&mut self, _: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        if self.left == 0 {
            return;
        }
        // An instruction may load over its own base, and a service may set any register.
        self.address =
            effects(inst).memory.map(|_| cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32));
        if inst.op == Op::Syscall {
            self.before = std::array::from_fn(|number| cpu.get(number as u8));
            self.floats_before = cpu.float;
        }
    }

    fn done(&mut self, Done { pc, next, inst, cpu, memory }: Done<'_>) -> ControlFlow<()> {
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        self.left -= 1;
        let line = &mut self.line;
        line.clear();
        let text = disassemble(inst, pc, &|address| format!("0x{address:08x}"));
        let _ = write!(line, "0x{pc:08x}  {text:<28}");
        let effects = effects(inst);
        for (number, name) in reg::NAMES.iter().enumerate().skip(1) {
            let value = cpu.get(number as u8);
            let set = effects.writes >> number & 1 == 1;
            if set || inst.op == Op::Syscall && value != self.before[number] {
                let _ = write!(line, " {name}=0x{value:08x}");
            }
        }
        for (bit, name, value) in [(HI, "HI", cpu.hi), (LO, "LO", cpu.lo)] {
            if effects.hi_lo_writes & bit != 0 {
                let _ = write!(line, " {name}=0x{value:08x}");
            }
        }
        for (number, value) in cpu.float.iter().enumerate() {
            let set = effects.fp_writes >> number & 1 == 1;
            if set || inst.op == Op::Syscall && *value != self.floats_before[number] {
                let _ = write!(line, " $f{number}=0x{value:08x}");
            }
        }
        if let (Some(used), Some(address)) = (effects.memory, self.address) {
            let word = memory.peek(address & !3).unwrap_or(0);
            let value = match used.bytes {
                1 => word >> (8 * (address & 3)) & 0xff,
                2 => word >> (8 * (address & 2)) & 0xffff,
                _ => word,
            };
            let arrow = if used.access == Access::Load { "->" } else { "<-" };
            let width = 2 * used.bytes.min(4) as usize;
            let _ = write!(line, " [0x{address:08x}]{arrow}0x{value:0width$x}");
        }
        if next != pc.wrapping_add(4) {
            let _ = write!(line, " to 0x{next:08x}");
        }
        if let Ok(index) = self.places.binary_search_by_key(&pc, |(address, _)| *address) {
            let _ = write!(line, "  # {}", self.places[index].1);
        }
        (self.sink)(line.trim_end());
        ControlFlow::Continue(())
    }
}
