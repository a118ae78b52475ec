//! What can be known of a program before it runs: its data labels with their extents, which
//! statement names which of them, and which addresses are called.

use std::collections::HashMap;

use crate::asm::lex::TokenLine;
use crate::image::{Element, Image, Variable};
use crate::isa::effects::{Effects, effects};
use crate::isa::{Inst, Op};
use crate::observe::calls::call_targets;

/// The number of a data label.
pub(super) type LabelId = u16;

/// One instruction and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) inst: Inst,
    pub(super) effects: Effects,
    /// The source line, as an index into the image.
    pub(super) line: u32,
    /// The data label that the statement names.
    pub(super) names: Option<LabelId>,
    /// Whether a call goes here.
    pub(super) called: bool,
}

/// What a label names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// A string; whether a NUL ends it.
    Text { ended: bool },
    /// This many values of some size.
    Values { count: u32, bytes: u32 },
    /// Room for bytes.
    Space(u32),
    /// Not known.
    Unknown,
}

impl Holds {
    /// Whether there is more than one value in it.
    fn is_array(self) -> bool {
        match self {
            Holds::Values { count, .. } => count > 1,
            Holds::Space(bytes) => bytes >= 8,
            _ => false,
        }
    }
}

/// A data label: where it begins, and where the next one does.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) name: String,
    pub(super) address: u32,
    pub(super) end: Option<u32>,
    pub(super) holds: Holds,
    /// Whether an instruction names it.
    pub(super) used: bool,
}

impl Label {
    /// An access below this address is not a mistake for certain: see [`Program::is_outside`].
    fn limit(&self) -> u32 {
        if !self.holds.is_array() {
            return u32::MAX;
        }
        let end = self.end.unwrap_or(u32::MAX);
        match self.holds {
            Holds::Space(room) => end.min(self.address.saturating_add(room - 3)),
            _ => end,
        }
    }
}

/// The program as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) base: u32,
    pub(super) code: Vec<Fact>,
    /// By rising address.
    pub(super) labels: Vec<Label>,
    /// By label: the first address that an access through it may not have, or has to be looked at.
    limits: Vec<u32>,
    /// The label of an address of text.
    pub(super) text_labels: Vec<(u32, String)>,
}

impl Program {
    pub(super) fn new(image: &Image) -> Program {
        let mut labels = data_labels(image);
        let base = image.config.text_base;
        let words: Vec<_> = image
            .text
            .iter()
            .zip(0u32..)
            .take_while(|(word, k)| word.address == base.wrapping_add(4 * k))
            .map(|(word, _)| word)
            .collect();
        let mut code: Vec<Fact> = Vec::with_capacity(words.len());
        let mut by_name = HashMap::new();
        for (label, id) in labels.iter().zip(0..) {
            by_name.entry(label.name.as_str()).or_insert(id);
        }
        for word in &words {
            let (inst, line) = (word.inst, word.line);
            let names = match code.last() {
                Some(last) if last.line == line => last.names,
                _ => image.place(word.address).and_then(|place| named(&by_name, place.text())),
            };
            code.push(Fact { inst, effects: effects(inst), line, names, called: false });
        }
        for id in code.iter().filter_map(|fact| fact.names) {
            labels[usize::from(id)].used = true;
        }
        for target in call_targets(image) {
            if let Some(fact) = code.get_mut(target.wrapping_sub(base) as usize / 4) {
                fact.called = true;
            }
        }
        let mut text_labels: Vec<_> = image
            .symbols
            .iter()
            .filter(|symbol| !symbol.data)
            .map(|symbol| (symbol.address, symbol.name.clone()))
            .collect();
        text_labels.sort();
        let limits = labels.iter().map(Label::limit).collect();
        Program { base, code, labels, limits, text_labels }
    }

    /// What is at an address of user text, if it still is what was assembled there.
    pub(super) fn fact(&self, pc: u32, inst: Inst) -> Option<&Fact> {
        let fact = self.at(pc)?;
        // What is written to `$zero` goes elsewhere in the machine.
        (fact.inst.op == inst.op && fact.inst.imm == inst.imm).then_some(fact)
    }

    pub(super) fn at(&self, pc: u32) -> Option<&Fact> {
        self.code.get(pc.wrapping_sub(self.base) as usize / 4)
    }

    pub(super) fn label(&self, id: LabelId) -> &Label {
        &self.labels[usize::from(id)]
    }

    #[inline(always)]
    pub(super) fn limit(&self, id: LabelId) -> u32 {
        self.limits.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// The label that an address belongs to.
    pub(super) fn label_around(&self, address: u32) -> Option<&Label> {
        let index = self.labels.partition_point(|label| label.address <= address);
        self.labels.get(index.checked_sub(1)?)
    }

    /// The name of a function that begins at an address.
    pub(super) fn function(&self, address: u32) -> String {
        match self.text_labels.iter().find(|(at, _)| *at == address) {
            Some((_, name)) => name.clone(),
            None if address == self.base => "the program".to_string(),
            None => format!("0x{address:08x}"),
        }
    }

    /// Where the function around an address begins: the last address before it that is called.
    pub(super) fn function_start(&self, pc: u32) -> u32 {
        let index = pc.wrapping_sub(self.base) as usize / 4;
        let mut before = self.code.iter().take(index + 1);
        let start = before.rposition(|fact| fact.called).unwrap_or(0);
        self.base.wrapping_add(4 * start as u32)
    }

    /// Whether an access through one label is certainly a mistake: it runs from an array into
    /// something else that the program uses under its own name, or is a word beyond room that was
    /// not counted in words.
    pub(super) fn is_outside(&self, id: LabelId, address: u32, bytes: u32) -> bool {
        let label = self.label(id);
        if !label.holds.is_array() || address < label.address {
            return false;
        }
        if let Holds::Space(room) = label.holds
            && room % 4 != 0
            && bytes == 4
        {
            return address - label.address + 4 > room;
        }
        let Some(end) = label.end else { return false };
        if address < end {
            return false;
        }
        match self.label_around(address) {
            None => false,
            Some(next) => match next.holds {
                Holds::Text { .. } => next.used && bytes == 4,
                Holds::Values { count, .. } => next.used && count == 1 && next.address == end,
                _ => false,
            },
        }
    }
}

fn data_labels(image: &Image) -> Vec<Label> {
    let variables = image.variables();
    let ends = variables.iter().skip(1).map(|next| Some(next.address)).chain([None]);
    let mut list = Vec::new();
    for (variable, end) in variables.iter().zip(ends) {
        let last = variable.labels.len() - 1;
        for (number, symbol) in variable.labels.iter().enumerate() {
            // Of several names for one place the last has the room.
            let (end, holds) = match number == last {
                true => (end, holds(variable)),
                false => (Some(variable.address), Holds::Unknown),
            };
            let (name, address) = (symbol.name.clone(), variable.address);
            list.push(Label { name, address, end, holds, used: false });
        }
    }
    list.truncate(usize::from(LabelId::MAX));
    list
}

/// What the directive behind a label declares.
fn holds(variable: &Variable<'_>) -> Holds {
    let Some(item) = variable.items.first().filter(|item| item.address == variable.address) else {
        return Holds::Unknown;
    };
    match item.element {
        Element::Asciiz => Holds::Text { ended: true },
        Element::Ascii => Holds::Text { ended: false },
        Element::Space => Holds::Space(item.bytes),
        Element::Extern => Holds::Unknown,
        element => Holds::Values { count: item.count(), bytes: element.size() },
    }
}

/// The data label that a statement names, if it names one and no other.
fn named(labels: &HashMap<&str, LabelId>, text: &str) -> Option<LabelId> {
    let line = TokenLine::read(text);
    let operands = line.statement().iter().skip(1);
    let mut found = operands.filter_map(|token| labels.get(token.raw(text)).copied());
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Whether an instruction can begin an address: it puts a constant in a register.
pub(super) fn begins_address(inst: Inst) -> bool {
    match inst.op {
        Op::Lui => true,
        Op::Addi | Op::Addiu | Op::Ori => inst.regs[1] == 0,
        _ => false,
    }
}
