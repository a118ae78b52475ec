//! What titles and hints ask of machine, history and image after a run stopped.

use super::{HintRegister, service_fault};
use crate::host::{Service, service};
use crate::image::{Image, Symbol, TextWord};
use crate::isa::effects::effects;
use crate::isa::reg::{NAMES, SP, V0};
use crate::isa::{Inst, Op};
use crate::machine::{Fault, Machine, ServiceFault, Stop};
use crate::observe::History;

/// A label further away than this has nothing to do with an address.
const NEAR: u32 = 1 << 16;

pub(super) struct Scene<'a> {
    pub(super) stop: Stop,
    pub(super) machine: &'a Machine,
    pub(super) history: Option<&'a History>,
    pub(super) image: &'a Image,
    /// The instruction that stopped the program.
    pub(super) pc: Option<u32>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        stop: Stop,
        machine: &'a Machine,
        history: Option<&'a History>,
        image: &'a Image,
    ) -> Scene<'a> {
        let last = history.and_then(|history| history.last).map(|(pc, _)| pc);
        let pc = match stop {
            Stop::Fault { pc, .. } | Stop::Crash { pc, .. } => Some(pc),
            Stop::BudgetSpent => last.or(Some(machine.pc)),
            _ => last,
        };
        let pc = pc.filter(|pc| image.text_at(*pc).is_some());
        Scene { stop, machine, history, image, pc }
    }

    pub(super) fn get(&self, register: u8) -> u32 {
        self.machine.cpu.get(register)
    }

    pub(super) fn word(&self, pc: u32) -> Option<&'a TextWord> {
        self.image.text_at(pc)
    }

    pub(super) fn inst(&self, pc: u32) -> Option<Inst> {
        self.word(pc).filter(|_| !self.machine.is_replaced(pc)).map(|word| word.inst)
    }

    /// Who wrote a register last: address and instruction.
    pub(super) fn writer(&self, register: u8) -> Option<(u32, Inst)> {
        let pc = self.history?.writer(register)?;
        Some((pc, self.inst(pc)?))
    }

    /// Whether it is certain that nothing ever wrote a register.
    pub(super) fn never_written(&self, register: u8) -> bool {
        self.history.is_some_and(|history| {
            let given = history.is_argument(register);
            history.is_complete() && history.writer(register).is_none() && !given
        })
    }

    /// Whether a register is an argument as the caller passed it.
    pub(super) fn is_argument(&self, register: u8) -> bool {
        self.history.is_some_and(|history| history.is_argument(register))
    }

    /// Whether there is a history, and it does not begin where the run does.
    pub(super) fn began_late(&self) -> bool {
        self.history.is_some_and(|history| !history.is_complete())
    }

    /// "line 12", with the file if there are several. In a macro it is the line of the call.
    pub(super) fn line(&self, pc: u32) -> String {
        let Some(place) = self.image.place(pc) else { return format!("0x{pc:08x}") };
        let (file, number) = place.outermost();
        if self.image.sources.files().len() > 1 {
            return format!("line {number} of {}", self.image.sources.file(file).name);
        }
        format!("line {number}")
    }

    /// The number of the line alone.
    pub(super) fn line_number(&self, pc: u32) -> Option<u32> {
        Some(self.image.place(pc)?.outermost().1)
    }

    /// The statement as it was assembled.
    pub(super) fn text(&self, pc: u32) -> &'a str {
        self.image.place(pc).map_or("", |place| place.text())
    }

    /// The words of the statement that an instruction belongs to, up to that one.
    pub(super) fn statement(&self, pc: u32) -> Vec<&'a TextWord> {
        let mut words = Vec::new();
        let mut at = pc;
        while let Some(word) = self.word(at) {
            words.push(word);
            if word.first || words.len() > 16 {
                break;
            }
            at = at.wrapping_sub(4);
        }
        words.reverse();
        words
    }

    /// The registers that a statement reads up to one of its words, as it is written: one bit each.
    pub(super) fn statement_reads(&self, pc: u32) -> u32 {
        reads(&self.statement(pc))
    }

    /// The label of data at or before an address, and how far before.
    pub(super) fn data_label(&self, address: u32) -> Option<(&'a Symbol, u32)> {
        let config = &self.image.config;
        let inside = config.data_segment_base <= address && address < config.data_limit;
        let before = self.image.symbols.iter().filter(|s| s.data && s.address <= address);
        let nearest = before.max_by_key(|symbol| symbol.address)?;
        let distance = address - nearest.address;
        (inside && distance < NEAR).then_some((nearest, distance))
    }

    /// The label of code at an address.
    pub(super) fn code_label(&self, address: u32) -> Option<&'a str> {
        let found = self.image.symbols.iter().find(|s| !s.data && s.address == address)?;
        Some(&found.name)
    }

    /// "`f`", or where it is if it has no name.
    pub(super) fn procedure(&self, address: u32) -> String {
        match self.code_label(address) {
            Some(name) => format!("`{name}`"),
            None => format!("the procedure at {}", self.line(address)),
        }
    }

    /// "`arr` + 1", "`arr`", or the bare number.
    pub(super) fn address(&self, address: u32) -> String {
        match self.data_label(address) {
            Some((symbol, 0)) => format!("0x{address:08x} (`{}`)", symbol.name),
            Some((symbol, offset)) => format!("0x{address:08x} (`{}` + {offset})", symbol.name),
            None => format!("0x{address:08x}"),
        }
    }

    /// The register that a load or store takes its address from.
    pub(super) fn base(&self, pc: u32) -> Option<u8> {
        let inst = self.inst(pc)?;
        effects(inst).memory.map(|_| inst.regs[2])
    }

    /// What the instruction had to work with.
    pub(super) fn registers(&self) -> Vec<HintRegister> {
        let Some(pc) = self.pc else { return Vec::new() };
        if matches!(
            self.stop,
            Stop::BudgetSpent | Stop::OutputRefused | Stop::MemoryLimit | Stop::WorkLimit
        ) {
            return Vec::new();
        }
        let Some(inst) = self.inst(pc) else { return Vec::new() };
        let mut shown = Vec::new();
        if inst.op == Op::Syscall {
            let unknown = matches!(service_fault(self.stop), Some(ServiceFault::Unknown(_)));
            let number = self.machine.system().last_service();
            let arguments = service(number).filter(|_| !unknown).map_or(0, Service::reads);
            // A service that failed after it answered has put something else there.
            shown.extend((self.get(V0) == number).then(|| self.register(V0)));
            shown.extend((0..32).filter(|n| arguments >> n & 1 == 1).map(|n| self.register(n)));
            return shown;
        }
        let words = match self.stop {
            // What the test before the `break` compared, and what is divided after it.
            Stop::Fault { fault: Fault::Break(_), .. } => self.whole_statement(pc),
            _ => self.statement(pc),
        };
        let mask = reads(&words);
        shown.extend((1..32).filter(|n| mask >> n & 1 == 1).map(|n| self.register(n)));
        let floats = effects(inst).fp_reads;
        let odd = matches!(self.stop, Stop::Fault { fault: Fault::OddRegister(_), .. });
        shown.extend((0..32).filter(|n| !odd && floats >> n & 1 == 1).map(|n| self.float(n)));
        shown
    }

    fn whole_statement(&self, pc: u32) -> Vec<&'a TextWord> {
        let mut words = self.statement(pc);
        let mut at = pc.wrapping_add(4);
        while let Some(word) = self.word(at).filter(|word| !word.first) {
            words.push(word);
            at = at.wrapping_add(4);
        }
        words
    }

    fn register(&self, number: u8) -> HintRegister {
        let value = self.get(number);
        let signed = value as i32;
        let label = self.data_label(value).is_some();
        let code = self.code_label(value).filter(|_| value >= self.image.config.text_base);
        let config = &self.image.config;
        let place = config.region_of_text(value).is_some()
            || config.stack_limit <= value && value <= config.stack_base;
        let value = if label {
            self.address(value)
        } else if let Some(name) = code {
            format!("0x{value:08x} (`{name}`)")
        } else if place && !config.compact {
            format!("0x{value:08x}")
        } else if signed.unsigned_abs() < 1 << 16 {
            signed.to_string()
        } else {
            format!("0x{value:08x} ({signed})")
        };
        let written = self.history.map(|history| history.writer(number));
        let written = match (number, written) {
            // These have a value before anyone sets them.
            (28 | SP, Some(None)) if !self.began_late() => "as at the start".into(),
            (_, Some(None)) if self.is_argument(number) => "passed by the caller".into(),
            _ => self.written(written),
        };
        HintRegister { name: NAMES[usize::from(number)].into(), value, written }
    }

    fn float(&self, number: u8) -> HintRegister {
        let written = self.history.map(|history| history.float_writer(number));
        let value = self.machine.cpu.single(number).to_string();
        HintRegister { name: format!("$f{number}"), value, written: self.written(written) }
    }

    fn written(&self, by: Option<Option<u32>>) -> String {
        match by {
            None => String::new(),
            Some(None) if self.began_late() => String::new(),
            Some(None) => "never set".into(),
            Some(Some(pc)) => format!("set at {}", self.line(pc)),
        }
    }
}

/// The mnemonic of an instruction.
pub(super) fn mnemonic(inst: Inst) -> &'static str {
    inst.op.row().example.split(' ').next().unwrap_or_default()
}

/// "$t0" in backquotes.
pub(super) fn name(register: u8) -> String {
    format!("`{}`", NAMES[usize::from(register & 31)])
}

/// The text that four bytes are, if they are text.
pub(super) fn as_text(value: u32) -> Option<String> {
    let bytes = value.to_le_bytes();
    let printable = bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
    printable.then(|| String::from_utf8_lossy(&bytes).escape_debug().to_string())
}

/// "3rd".
pub(super) fn ordinal(number: u64) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// The registers that words of one statement read: not `$zero`, nor what a pseudo-instruction put in
/// `$at` itself.
fn reads(words: &[&TextWord]) -> u32 {
    let mask = words.iter().fold(0, |mask, word| mask | effects(word.inst).reads) & !1;
    if words.len() > 1 { mask & !2 } else { mask }
}
