//! System calls as the checker sees them: which registers they use, and what they are given.

use super::finding::Misuse;
use super::program::Fact;
use super::values::ValueKind;
use super::{A0, A1, Check, SP, V0};
use crate::host::syscall::selected_by;
use crate::image::Element;
use crate::isa::effects::Control;
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;

/// A service number in `$v0`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pc: u32,
    number: i32,
    /// Whether its argument has been prepared too.
    argument: bool,
}

impl Check {
    /// What a service is about to be given.
    pub(super) fn look_at_service(&mut self, pc: u32, cpu: &Cpu, memory: &Memory) {
        let a0 = cpu.get(A0);
        match self.number {
            1 => self.look_at_printed_number(pc, a0),
            4 => self.look_at_printed_text(pc, a0, memory),
            8 => self.look_at_buffer(pc, a0, cpu.get(A1)),
            10 | 17 if self.calls.frames().is_empty() => self.look_at_last_sp(cpu.get(SP)),
            _ => {}
        }
    }

    fn look_at_printed_number(&mut self, pc: u32, a0: u32) {
        let ValueKind::Address(id) = self.registers[usize::from(A0)].kind else { return };
        let label = self.program.label(id);
        if label.address != a0 {
            return;
        }
        let name = label.name.clone();
        if label.is_text() {
            self.report(pc, Misuse::AddressPrinted { label: name });
        } else if label.values().is_some() {
            self.report(pc, Misuse::AddressAsNumber { register: A0, label: name });
        }
    }

    /// Text that no NUL ends before a label that the program uses for itself.
    fn look_at_printed_text(&mut self, pc: u32, a0: u32, memory: &Memory) {
        let ValueKind::Address(id) = self.registers[usize::from(A0)].kind else { return };
        let label = self.program.label(id);
        let open = label.item.is_some_and(|item| item.element == Element::Ascii);
        let around = |end: &u32| open && (label.address..*end).contains(&a0);
        let Some(end) = label.end.filter(around) else { return };
        let byte = |at: u32| memory.peek(at & !3).unwrap_or(0) >> (8 * (at & 3)) & 0xff;
        let next = self.program.label_around(end);
        if let Some(next) = next.filter(|next| next.used)
            && (a0..end).all(|at| byte(at) != 0)
        {
            let (label, into) = (label.name.clone(), next.name.clone());
            self.report(pc, Misuse::NotTerminated { label, into });
        }
    }

    /// A buffer that is smaller than `$a1` says.
    fn look_at_buffer(&mut self, pc: u32, a0: u32, length: u32) {
        if length as i32 <= 0 {
            return;
        }
        if self.buffers.len() == 16 {
            self.buffers.remove(0);
        }
        if !self.buffers.contains(&(a0, length)) {
            self.buffers.push((a0, length));
        }
        let ValueKind::Address(id) = self.registers[usize::from(A0)].kind else { return };
        let label = self.program.label(id);
        if a0 < label.address {
            return;
        }
        let reach = a0.saturating_add(length);
        let place = match label.end {
            // Two names for one place, of which the last has the room, unless that holds numbers.
            Some(end) if end == label.address => self.program.label_around(end),
            _ => None,
        };
        let place = place.filter(|place| place.values().is_none()).unwrap_or(label);
        let last = self.program.labels.last().map_or(0, |last| last.data_end);
        let (room, next) = match place.end {
            Some(end) if a0 > end => return,
            Some(end) => match self.program.used_label(id, end, reach) {
                Some(next) => (next.address - a0, Some(next.name.clone())),
                None if reach > last => (end - a0, None),
                None => return,
            },
            // A label without data, or an address behind the data, may mean the rest of memory.
            None if a0 >= place.data_end || reach <= place.data_end => return,
            None => (place.data_end - a0, None),
        };
        let label = label.name.clone();
        self.report(pc, Misuse::BufferTooShort { label, length, room, next });
    }

    /// Follows service numbers through code without a branch: one that another replaces after its
    /// argument was prepared has lost its `syscall`.
    pub(super) fn note_service(&mut self, pc: u32, fact: &Fact, writes: u32) {
        let inst = fact.inst;
        if selected_by(inst).is_some() {
            if let Some(lost) = self.service.filter(|p| p.argument && p.number != inst.imm) {
                let (number, set) = (lost.number, lost.pc);
                self.report(pc, Misuse::ServiceOverwritten { number, set });
            }
            self.service = Some(Pending { pc, number: inst.imm, argument: false });
        } else if fact.effects.control != Control::None
            || (fact.effects.reads | writes) >> V0 & 1 == 1
        {
            self.service = None;
        } else if let Some(pending) = &mut self.service {
            let float = fact.effects.fp_writes >> 12 & 1 == 1;
            pending.argument |= writes >> A0 & 1 == 1 || float;
        }
    }
}
