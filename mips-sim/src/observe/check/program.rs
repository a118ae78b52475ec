//! What can be known of a program before it runs: its data labels with their extents, which
//! statement names which of them, and which addresses are called.

use std::collections::HashMap;

use crate::asm::lex::TokenLine;
use crate::image::{DataItem, Element, Image, Variable};
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

/// A data label: where it begins, and where the next one does.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) name: String,
    pub(super) address: u32,
    pub(super) end: Option<u32>,
    /// Where the data ends that is declared behind it; unlike `end` known for the last label too.
    pub(super) data_end: u32,
    /// What the directive behind it declares, if that is known.
    pub(super) item: Option<DataItem>,
    /// Whether an instruction names it.
    pub(super) used: bool,
}

impl Label {
    pub(super) fn is_text(&self) -> bool {
        self.item.is_some_and(|item| matches!(item.element, Element::Ascii | Element::Asciiz))
    }

    /// The bytes that `.space` reserved, if that is what it names.
    pub(super) fn space(&self) -> Option<u32> {
        self.item.filter(|item| item.element == Element::Space).map(|item| item.bytes)
    }

    /// How many values it names, if that is what it does.
    pub(super) fn values(&self) -> Option<u32> {
        self.item.filter(|item| item.element.is_number()).map(|item| item.count())
    }

    /// Whether there is more than one value in it.
    fn is_array(&self) -> bool {
        self.values().is_some_and(|count| count > 1) || self.space().is_some_and(|bytes| bytes >= 8)
    }

    /// An access below this address is not a mistake for certain: see [`Program::is_outside`].
    fn limit(&self) -> u32 {
        if !self.is_array() {
            return u32::MAX;
        }
        let end = self.end.unwrap_or(u32::MAX);
        self.space().map_or(end, |room| end.min(self.address.saturating_add(room - 3)))
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

    /// The first label behind another, from one address up to another, that the program uses.
    pub(super) fn used_label(&self, behind: LabelId, from: u32, to: u32) -> Option<&Label> {
        let later = self.labels.iter().skip(usize::from(behind) + 1);
        let reached = later.take_while(|label| label.address < to);
        reached.filter(|label| label.address >= from).find(|label| label.used)
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
        if !label.is_array() || address < label.address {
            return false;
        }
        if let Some(room) = label.space()
            && room % 4 != 0
            && bytes == 4
        {
            return address - label.address + 4 > room;
        }
        let Some(end) = label.end.filter(|end| address >= *end) else { return false };
        self.label_around(address).is_some_and(|next| {
            let only = next.values() == Some(1) && next.address == end;
            next.used && (next.is_text() && bytes == 4 || only)
        })
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
            let (name, address) = (symbol.name.clone(), variable.address);
            let (end, item) = match number == last {
                true => (end, declared(variable)),
                false => (Some(address), None),
            };
            let data_end = address.saturating_add(variable.bytes());
            list.push(Label { name, address, end, data_end, item, used: false });
        }
    }
    list.truncate(usize::from(LabelId::MAX));
    list
}

/// What the directive behind a label declares.
fn declared(variable: &Variable<'_>) -> Option<DataItem> {
    variable.items.first().map(|item| **item).filter(|item| item.address == variable.address)
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
