//! A line for each instruction executed: where it stands, what it is, what it set, and the memory
//! that it used. Lines go to whoever wants them; nothing is kept or written here.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::{Done, Observer};
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
        }
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
        (self.sink)(line.trim_end());
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions};
    use crate::{AsmOptions, assemble};

    fn trace(source: &str, lines: u64) -> Vec<String> {
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
        let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
        let mut found = Vec::new();
        let mut trace = Trace::new(lines, |line: &str| found.push(line.to_string()));
        machine.run(&mut ScriptedHost::new("7\n"), &mut trace, 1000);
        found
    }

    #[test]
    fn a_service_may_set_floating_point_registers() {
        let source = "li $v0, 6\nsyscall\nmov.s $f2, $f0\n";
        let expected = [
            "0x00400000  addiu $v0, $zero, 6          $v0=0x00000006",
            "0x00400004  syscall                      $f0=0x40e00000",
            "0x00400008  mov.s $f2, $f0               $f2=0x40e00000",
        ];
        assert_eq!(trace(source, 100), expected);
    }

    #[test]
    fn each_line_says_what_changed() {
        let source = "addiu $t0, $gp, -0x7ff8\nsb $t0, 1($gp)\nlb $t1, 1($gp)\n\
            div $t0, $t1\nb x\nnop\nx: li $v0, 5\nsyscall\nli $v0, 10\nsyscall\n";
        let expected = [
            "0x00400000  addiu $t0, $gp, -32760       $t0=0x10000008",
            "0x00400004  sb $t0, 1($gp)               [0x10008001]<-0x08",
            "0x00400008  lb $t1, 1($gp)               $t1=0x00000008 [0x10008001]->0x08",
            "0x0040000c  div $t0, $t1                 HI=0x00000000 LO=0x02000001",
            "0x00400010  bgez $zero, 0x00400018       to 0x00400018",
            "0x00400018  addiu $v0, $zero, 5          $v0=0x00000005",
            "0x0040001c  syscall                      $v0=0x00000007",
            "0x00400020  addiu $v0, $zero, 10         $v0=0x0000000a",
            "0x00400024  syscall",
        ];
        assert_eq!(trace(source, 100), expected);
        assert_eq!(trace(source, 2), expected[..2]);
    }
}
