//! What can be known of a program before it runs: its data labels with their extents, which
//! statement names which of them, and which addresses are called.

use crate::image::{Image, Symbol};
use crate::isa::codec::target;
use crate::isa::effects::{Effects, effects};
use crate::isa::{Inst, Op};
use crate::source::SourceFile;

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

/// What a label stands before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// A string; whether a NUL ends it.
    Text { ended: bool },
    /// This many values of some size.
    Values { count: u32, bytes: u32 },
    /// Room for bytes.
    Space(u32),
    /// Nobody knows.
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
        let mut code = Vec::with_capacity(words.len());
        for word in &words {
            let place = image.place(word.address);
            let names = place.and_then(|place| named(&labels, place.text()));
            if let Some(names) = names {
                labels[usize::from(names)].used = true;
            }
            let effects = effects(word.inst);
            code.push(Fact { inst: word.inst, effects, line: word.line, names, called: false });
        }
        for word in &words {
            let goes = target(word.inst, word.address);
            if let (true, Some(target)) = (effects(word.inst).control.links(), goes)
                && let Some(fact) = code.get_mut(target.wrapping_sub(base) as usize / 4)
            {
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

    /// What stands at an address of user text, if it still is what was assembled there.
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
    let mut symbols: Vec<&Symbol> = image.symbols.iter().filter(|symbol| symbol.data).collect();
    symbols.sort_by_key(|symbol| symbol.address);
    symbols.truncate(usize::from(LabelId::MAX));
    let next = symbols.iter().skip(1).map(|symbol| Some(symbol.address)).chain([None]);
    let label = |(symbol, end): (&&Symbol, Option<u32>)| {
        let (file, line) = symbol.defined;
        let holds = holds(image.sources.file(file), line, &symbol.name);
        Label { name: symbol.name.clone(), address: symbol.address, end, holds, used: false }
    };
    symbols.iter().zip(next).map(label).collect()
}

/// Reads the directive behind a label, on its line or on the next that is not empty. What is not
/// written plainly is not known.
fn holds(file: &SourceFile, line: u32, name: &str) -> Holds {
    let first = file.line(line);
    let Some((_, rest)) = first.split_once(':').filter(|(before, _)| before.trim() == name) else {
        return Holds::Unknown;
    };
    let following = (line + 1..=file.line_count()).map(|number| file.line(number));
    let statement = std::iter::once(rest).chain(following).find(|text| !bare(text).is_empty());
    let statement = statement.map_or("", bare);
    let (directive, operands) =
        statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
    let bytes = match directive {
        ".asciiz" => return Holds::Text { ended: true },
        ".ascii" => return Holds::Text { ended: false },
        ".space" => {
            return operands.trim().parse().map_or(Holds::Unknown, Holds::Space);
        }
        ".word" | ".float" => 4,
        ".half" => 2,
        ".byte" => 1,
        ".double" => 8,
        _ => return Holds::Unknown,
    };
    if operands.contains(['"', '\'']) {
        return Holds::Unknown;
    }
    if let Some((_, times)) = operands.split_once(':') {
        let times = times.trim().parse();
        return times.map_or(Holds::Unknown, |count| Holds::Values { count, bytes });
    }
    let values = operands.split([',', ' ', '\t']).filter(|value| !value.is_empty());
    Holds::Values { count: values.count() as u32, bytes }
}

/// A line without its comment. A string with such a sign in it is not looked into any further.
fn bare(text: &str) -> &str {
    text.split('#').next().unwrap_or_default().trim()
}

/// The data label that a statement names, if it names one and no other.
fn named(labels: &[Label], text: &str) -> Option<LabelId> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let statement = bare(text);
    if statement.contains(['"', '\'']) {
        return None;
    }
    let words = statement.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    let mut found = words
        .filter_map(|word| labels.iter().position(|label| label.name == word))
        .map(|index| index as LabelId);
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
