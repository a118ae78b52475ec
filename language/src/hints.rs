//! What an editor can show between the words: what a pseudo-instruction becomes, the text behind an
//! `.eqv`, where a branch goes, and how far the stack pointer is from where it was on entry.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use mips_sim::asm::lex::TokenLine;
use mips_sim::image::TextWord;
use mips_sim::isa::codec::target;
use mips_sim::isa::effects::Control;
use mips_sim::isa::reg::SP;
use mips_sim::isa::{Op, effects};
use mips_sim::source::FileId;

use crate::calls::functions;
use crate::hover::{shown_word, shows};
use crate::names::{NameKind, Span};
use crate::program::Program;

/// A text to show directly behind a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The place.
    pub place: Span,
    /// The text.
    pub text: String,
}

/// The hints for some lines of a file, from top to bottom.
pub fn hints(program: &Program, file: FileId, lines: RangeInclusive<u32>) -> Vec<Hint> {
    let image = program.image();
    let names = program.names();
    let stack = stack_offsets(program);
    let mut words: BTreeMap<u32, Vec<&TextWord>> = BTreeMap::new();
    for place in image.places().filter(|place| place.file == file && place.source.call.is_none()) {
        if lines.contains(&place.line) {
            words.entry(place.line).or_default().push(place.word);
        }
    }
    let mut list = Vec::new();
    for line in lines.clone() {
        for mention in names.on(file, line).iter().filter(|mention| !mention.defines) {
            let name = names.get(mention.name);
            if name.kind == NameKind::Constant {
                let place = mention.place.clone();
                list.push(Hint { place, text: format!(" = {}", name.value) });
            }
        }
        let Some(words) = words.get(&line) else { continue };
        let read = TokenLine::read(program.line(file, line));
        let place = Span { file, line, range: read.range() };
        let mut texts = Vec::new();
        let plain =
            words[0].inst.op.mnemonic().eq_ignore_ascii_case(read.head()) && words.len() == 1;
        if !plain && shows(program, words, (file, line)) {
            let shown: Vec<String> = words.iter().map(|word| shown_word(image, word)).collect();
            texts.push(format!("→ {}", shown.join("; ")));
        }
        texts.extend(words.iter().find_map(|word| goes_to(program, word, line)));
        texts.extend(words.iter().find_map(|word| {
            let offset = stack.get(&word.address)?;
            Some(match word.inst.op {
                Op::Addi | Op::Addiu => format!("$sp = entry {}", signed(*offset)),
                _ => format!("entry {}", signed(*offset)),
            })
        }));
        if !texts.is_empty() {
            list.push(Hint { place, text: format!("  {}", texts.join("  ")) });
        }
    }
    list.sort_by_key(|hint| (hint.place.line, hint.place.range.end));
    list
}

fn signed(offset: i32) -> String {
    if offset < 0 { format!("− {}", -i64::from(offset)) } else { format!("+ {offset}") }
}

/// Where a branch goes, in lines.
fn goes_to(program: &Program, word: &TextWord, line: u32) -> Option<String> {
    let control = effects(word.inst).control;
    if !matches!(control, Control::Branch | Control::Jump) {
        return None;
    }
    let image = program.image();
    let place = image.place(target(word.inst, word.address)?)?;
    let (file, to) = place.outermost();
    let here = image.place(word.address)?;
    if here.outermost().0 != file {
        return Some(format!("→ {}", program.assembly.sources.file(file).name));
    }
    Some(format!("{} line {to}", if to <= line { "↑" } else { "↓" }))
}

/// How far the stack pointer is from where it was when its function was entered, for each
/// instruction that moves it or goes through it, as far as that is certain.
fn stack_offsets(program: &Program) -> HashMap<u32, i32> {
    let image = program.image();
    let mut found = HashMap::new();
    for function in functions(program) {
        let start = image.text.partition_point(|word| word.address < function.start);
        let body = image.text[start..].iter().take_while(|word| word.address < function.end);
        let mut offset = Some(0i32);
        // What the offset is at the targets of branches that came before.
        let mut ahead: HashMap<u32, Option<i32>> = HashMap::new();
        let mut falls = true;
        let mut next = function.start;
        for word in body {
            // What stands in between could not be assembled, and may have moved it.
            if next != word.address {
                (offset, falls) = (None, true);
            }
            next = word.address.wrapping_add(4);
            match (falls, ahead.get(&word.address)) {
                (true, Some(other)) if *other != offset => offset = None,
                (false, Some(other)) => offset = *other,
                (false, None) => offset = None,
                _ => {}
            }
            let effects = effects(word.inst);
            let moves = effects.writes >> SP & 1 == 1;
            let adds = matches!(word.inst.op, Op::Addi | Op::Addiu) && word.inst.regs[1] == SP;
            if moves {
                offset = offset.filter(|_| adds).and_then(|o| o.checked_add(word.inst.imm));
            }
            let through = effects.memory.is_some() && effects.reads >> SP & 1 == 1;
            let based = word.inst.regs[2] == SP || word.inst.regs[1] == SP;
            if let Some(offset) = offset {
                if moves {
                    found.insert(word.address, offset);
                } else if through && based {
                    found.insert(word.address, offset.wrapping_add(word.inst.imm));
                }
            }
            if let Some(to) = target(word.inst, word.address)
                && !effects.control.links()
            {
                let known = ahead.entry(to).or_insert(offset);
                if *known != offset {
                    *known = None;
                }
            }
            falls = effects.control.falls_through();
        }
    }
    found
}
