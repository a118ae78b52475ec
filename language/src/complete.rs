//! Completion and signature help: what can be written at a place, by the tables and the names of
//! the program.

use std::ops::Range;

use mips_sim::asm::directive::DIRECTIVES;
use mips_sim::asm::lex::{Token, TokenKind, TokenLine};
use mips_sim::host::SERVICES;
use mips_sim::isa::Slot;
use mips_sim::isa::forms::{FORMS, Mnemonic};
use mips_sim::isa::reg;
use mips_sim::source::FileId;

use crate::names::NameKind;
use crate::program::Program;

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A register.
    Register,
    /// A service of `syscall`.
    Service,
    /// A name of the program.
    Name(NameKind),
}

/// Something that could be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub label: String,
    /// What it is.
    pub kind: ItemKind,
    /// A few words about it.
    pub detail: String,
    /// The text to insert; `${1:…}` marks places to fill in if it is a snippet.
    pub insert: String,
    /// Whether it has such places.
    pub snippet: bool,
}

/// What can be written, and the bytes of the line that it would replace.
pub fn complete(
    program: &Program,
    file: FileId,
    line: u32,
    byte: usize,
) -> (Range<usize>, Vec<Item>) {
    let text = program.line(file, line);
    let before = text.get(..byte).unwrap_or(text);
    let separators = [' ', '\t', ',', '(', ')', ':', '+', '"', '\'', '#'];
    let start = before.rfind(separators).map_or(0, |at| at + 1);
    let range = start..before.len();
    let read = TokenLine::read(before);
    let quoted = |token: &Token| matches!(token.kind, TokenKind::Comment | TokenKind::String);
    if read.tokens().last().is_some_and(|last| quoted(last) && last.end as usize == before.len()) {
        return (range, Vec::new());
    }
    let written = &before[..start];
    let earlier = TokenLine::read(written);
    let mut items = Vec::new();
    match earlier.statement() {
        [] => {
            statements(&mut items);
            names(program, file, line, &mut items, |kind| kind == NameKind::Macro);
        }
        [head, register] if head.raw(written).eq_ignore_ascii_case("li") && register.value == 2 => {
            services(&mut items);
            names(program, file, line, &mut items, |kind| {
                matches!(kind, NameKind::Constant | NameKind::Parameter)
            });
        }
        [head, operands @ ..] => {
            let slots = slots(head.kind, operands.len());
            let any = slots.is_empty();
            let wants = |slot: Slot| any || slots.contains(&slot);
            let directive = matches!(head.kind, TokenKind::Directive(_));
            if !directive && (wants(Slot::Reg) || wants(Slot::Cp0)) {
                registers(&mut items);
            }
            if !directive && wants(Slot::Freg) {
                items.extend((0..32).map(|number| {
                    let usage = reg::float_role(number).usage;
                    plain(format!("$f{number}"), ItemKind::Register, usage)
                }));
            }
            let labels = wants(Slot::Branch) || wants(Slot::Label);
            names(program, file, line, &mut items, |kind| match kind {
                NameKind::Label => labels,
                NameKind::Constant | NameKind::Parameter => true,
                NameKind::Macro => false,
            });
        }
    }
    (range, items)
}

/// What the forms of a mnemonic take as their next operand; nothing if it is no mnemonic.
fn slots(head: TokenKind, index: usize) -> Vec<Slot> {
    let TokenKind::Operator(id) = head else { return Vec::new() };
    let forms = FORMS.mnemonic(id).forms.iter();
    forms.filter_map(|form| form.shape().slots().get(index).copied()).collect()
}

fn plain(label: String, kind: ItemKind, detail: &str) -> Item {
    Item { insert: label.clone(), label, kind, detail: detail.to_string(), snippet: false }
}

fn statements(items: &mut Vec<Item>) {
    for mnemonic in &FORMS.mnemonics {
        let example = mnemonic.forms[0].example();
        items.push(Item {
            label: mnemonic.name.to_string(),
            kind: ItemKind::Instruction,
            detail: example.replace(',', ", "),
            insert: snippet(example),
            snippet: example.contains(' '),
        });
    }
    for (_, name, syntax, _) in DIRECTIVES {
        items.push(plain((*name).to_string(), ItemKind::Directive, syntax));
    }
}

fn registers(items: &mut Vec<Item>) {
    for (number, name) in reg::NAMES.iter().enumerate() {
        let usage = reg::role(number as u8).usage;
        items.push(plain((*name).to_string(), ItemKind::Register, usage));
    }
}

fn services(items: &mut Vec<Item>) {
    for service in SERVICES {
        let mut item = plain(service.number.to_string(), ItemKind::Service, service.name);
        item.label = format!("{} {}", service.number, service.name);
        items.push(item);
    }
}

fn names(
    program: &Program,
    file: FileId,
    line: u32,
    items: &mut Vec<Item>,
    wanted: impl Fn(NameKind) -> bool,
) {
    for (_, name) in program.names().visible(file, line).filter(|(_, name)| wanted(name.kind)) {
        let detail = match name.kind {
            NameKind::Label => "label".to_string(),
            NameKind::Macro => format!("macro({})", name.parameters.join(", ")),
            NameKind::Constant => format!("= {}", name.value),
            NameKind::Parameter => "parameter".to_string(),
        };
        let mut item = plain(name.text.clone(), ItemKind::Name(name.kind), &detail);
        if name.kind == NameKind::Macro && !name.parameters.is_empty() {
            let holes = name.parameters.iter().enumerate();
            let holes = holes.map(|(k, name)| format!("${{{}:{}}}", k + 1, escaped(name)));
            item.insert = format!("{}({})", name.text, holes.collect::<Vec<_>>().join(", "));
            item.snippet = true;
        }
        items.push(item);
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

/// An example with its operands as places to fill in.
fn snippet(example: &str) -> String {
    let Some((name, _)) = example.split_once(' ') else { return example.to_string() };
    let mut text = format!("{name} ");
    let mut end = name.len() + 1;
    for (number, range) in operands(example).into_iter().enumerate() {
        text.push_str(&example[end..range.start].replace(',', ", "));
        text.push_str(&format!("${{{}:{}}}", number + 1, escaped(&example[range.clone()])));
        end = range.end;
    }
    text.push_str(&example[end..]);
    text
}

/// The operands of an example, without punctuation.
fn operands(example: &str) -> Vec<Range<usize>> {
    let start = example.find(' ').map_or(example.len(), |at| at + 1);
    let mut found = Vec::new();
    let mut begun = None;
    let punctuation = |c: char| matches!(c, ',' | '(' | ')' | '+' | ' ');
    for (at, c) in example.char_indices().skip_while(|(at, _)| *at < start) {
        match (punctuation(c), begun) {
            (true, Some(from)) => {
                found.push(from..at);
                begun = None;
            }
            (false, None) => begun = Some(at),
            _ => {}
        }
    }
    found.extend(begun.map(|from| from..example.len()));
    found
}

/// A form that a statement can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementForm {
    /// The form as an example.
    pub text: String,
    /// The bytes of its operands in the text.
    pub operands: Vec<Range<usize>>,
}

/// The forms of the statement on a line, and the operand at a byte of it.
pub fn signatures(
    program: &Program,
    file: FileId,
    line: u32,
    byte: usize,
) -> Option<(Vec<StatementForm>, usize)> {
    let text = program.line(file, line);
    let before = text.get(..byte)?;
    let read = TokenLine::read(before);
    let [head, operands @ ..] = read.statement() else { return None };
    if read.comment().is_some() || byte <= head.end as usize {
        return None;
    }
    let words = operands.iter().filter(|token| !is_punctuation(token.kind));
    let touching = operands
        .last()
        .is_some_and(|token| token.end as usize == byte && !is_punctuation(token.kind));
    let active = words.count().saturating_sub(usize::from(touching));
    let list = match head.kind {
        TokenKind::Operator(id) => forms(FORMS.mnemonic(id)),
        _ => macros(program, file, line, head.raw(before)),
    };
    (!list.is_empty()).then_some((list, active))
}

/// Whether a token only holds others together.
pub(crate) fn is_punctuation(kind: TokenKind) -> bool {
    use TokenKind::{Colon, LeftParen, Plus, RightParen};
    matches!(kind, LeftParen | RightParen | Plus | Colon)
}

fn forms(mnemonic: &Mnemonic) -> Vec<StatementForm> {
    let mut list: Vec<StatementForm> = Vec::new();
    for form in &mnemonic.forms {
        let text = form.example().replace(',', ", ");
        if text.contains(' ') && !list.iter().any(|known| known.text == text) {
            list.push(StatementForm { operands: operands(&text), text });
        }
    }
    list
}

fn macros(program: &Program, file: FileId, line: u32, name: &str) -> Vec<StatementForm> {
    let named = program.names().visible(file, line).map(|(_, known)| known);
    let named = named.filter(|known| known.kind == NameKind::Macro && known.text == name);
    let signature = |known: &crate::Name| {
        let mut text = format!("{name}(");
        let mut operands = Vec::new();
        for (index, parameter) in known.parameters.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { "" });
            operands.push(text.len()..text.len() + parameter.len());
            text.push_str(parameter);
        }
        text.push(')');
        StatementForm { text, operands }
    };
    named.map(signature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_become_snippets() {
        assert_eq!(snippet("syscall"), "syscall");
        assert_eq!(snippet("lw $t1,-100($t2)"), "lw ${1:\\$t1}, ${2:-100}(${3:\\$t2})");
        assert_eq!(snippet("add $t1,$t2,$t3"), "add ${1:\\$t1}, ${2:\\$t2}, ${3:\\$t3}");
    }
}
