//! What students write, and what they meant: one rule for each common mistake with operands. A rule
//! sees the mnemonic and the kinds of its operands as a string of letters (see
//! [`Operand::letter`]): `lw $t0, $t1` is `rr`, `lw $t0, 4($t1` is `ri(r`. A rule may only
//! recommend statements that assemble; [`Advisor::write`] checks.

mod arithmetic;
mod control;
mod memory;
mod transfer;

use std::ops::Range;

use super::fix::{Fix, Help};
use super::operands::Trouble;
use super::statement::{Operand, Statement, assembles, free_register};
use super::{Explanation, names, shorten};
use crate::asm::Assembly;
use crate::isa::Slot;
use crate::isa::forms::Mnemonic;

/// A statement under examination.
pub(super) struct Advisor<'a> {
    pub(super) trouble: Trouble,
    pub(super) entry: &'a Mnemonic,
    pub(super) name: &'a str,
    pub(super) statement: &'a Statement<'a>,
    pub(super) operands: &'a [Operand<'a>],
    pub(super) assembly: &'a Assembly,
    /// The kinds of the operands, a letter each.
    pub(super) kinds: String,
}

/// Finds the remedy, and whether the forms of the mnemonic say something about it; the first rule
/// that applies wins.
pub(super) fn find<'a>(
    trouble: Trouble,
    entry: &'a Mnemonic,
    statement: &'a Statement<'a>,
    operands: &'a [Operand<'a>],
    assembly: &'a Assembly,
) -> Option<(Explanation, bool)> {
    if operands.len() > 12 {
        return None;
    }
    let kinds = operands.iter().map(Operand::letter).collect();
    let advisor =
        Advisor { trouble, entry, name: entry.name, statement, operands, assembly, kinds };
    if let Some(found) = advisor.misspelt_register().or_else(|| advisor.expression()) {
        return Some((found, false));
    }
    let found = transfer::find(&advisor)
        .or_else(|| memory::find(&advisor))
        .or_else(|| control::find(&advisor))
        .or_else(|| arithmetic::find(&advisor))?;
    let forms = !found.title.ends_with(memory::MISSING);
    Some((found, forms))
}

impl<'a> Advisor<'a> {
    /// The text of the k-th operand.
    pub(super) fn text(&self, index: usize) -> &'a str {
        self.operands[index].text
    }

    /// The bytes of the k-th operand.
    pub(super) fn at(&self, index: usize) -> Option<Range<usize>> {
        self.operands.get(index).map(|operand| operand.range.clone())
    }

    /// The bytes of all operands.
    pub(super) fn all(&self) -> Option<Range<usize>> {
        Some(self.statement.operands_range())
    }

    /// Whether the mnemonic has a form with exactly these slots.
    pub(super) fn has_form(&self, slots: &[Slot]) -> bool {
        self.entry.forms.iter().any(|form| form.shape().slots() == slots)
    }

    /// What was written from the k-th operand on.
    fn from(&self, index: usize) -> &'a str {
        let all = self.statement.operands_range();
        let start = self.operands.get(index).map_or(all.end, |operand| operand.range.start);
        self.statement.slice(start..all.end)
    }

    /// A text with `#n` for the mnemonic, `#0` for the first operand and so on, `#*` for all of
    /// them, `#>` for those behind the first, and `#s` for a register for a value in between.
    pub(super) fn fill(&self, template: &str) -> String {
        let mut pieces = template.split('#');
        let mut text = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            let (key, rest) = piece.split_at(1);
            text.push_str(match key {
                "n" => self.name,
                "*" => self.from(0),
                ">" => self.from(1),
                "s" => free_register(self.operands),
                digit => self.text(digit.parse().unwrap_or(0)),
            });
            text.push_str(rest);
        }
        text
    }

    /// A piece of advice with lines of code, which are [filled](Self::fill); nothing if one of
    /// them would not assemble.
    pub(super) fn write(&self, advice: &str, lines: &[&str]) -> Option<Help> {
        checked(advice, lines.iter().map(|line| self.fill(line)).collect())
    }

    /// An example, of which a part is made up; as [checked](Self::write) as any.
    pub(super) fn example(&self, line: &str) -> Option<Help> {
        Some(self.write("for example", &[line])?.text.into())
    }

    /// A remedy, of which the title is [filled](Self::fill).
    pub(super) fn remedy(
        &self,
        point: Option<Range<usize>>,
        title: &str,
        label: &str,
        help: impl Into<Help>,
    ) -> Option<Explanation> {
        Some(Explanation::new(self.fill(title)).label(label).point(point).help(help))
    }

    /// The line that the user wrote with some of its words replaced.
    fn rewritten(&self, changes: &[(Range<usize>, String)]) -> String {
        let end = self.statement.operands_range().end;
        let mut text = String::new();
        let mut from = self.statement.head_range().start;
        for (range, replacement) in changes {
            text.push_str(self.statement.slice(from..range.start));
            text.push_str(replacement);
            from = range.end;
        }
        text.push_str(self.statement.slice(from..end));
        if text.contains('"') {
            text
        } else {
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }

    pub(super) fn is_label(&self, name: &str) -> bool {
        self.assembly.image.symbols.iter().any(|symbol| symbol.name == name)
    }

    /// `t0`, `$t10`, `$T0`: a name where a register was meant.
    fn misspelt_register(&self) -> Option<Explanation> {
        let mut changes = Vec::new();
        let mut first: Option<(&Operand<'_>, names::RegisterGuess)> = None;
        for operand in self.operands {
            let word = matches!(operand.letter(), 'n' | '?') && !self.is_label(operand.text);
            let Some(guess) = names::register(operand.text).filter(|_| word) else { continue };
            if let Some(name) = &guess.name {
                changes.push((operand.range.clone(), name.clone()));
            }
            if first.is_none() {
                first = Some((operand, guess));
            }
        }
        let (operand, guess) = first?;
        let fixed = self.rewritten(&changes);
        let help = guess.name.as_ref().and_then(|_| checked("write", vec![fixed]));
        let stack = operand.text.to_ascii_lowercase().starts_with("$a") && guess.name.is_none();
        let notes = stack.then(|| "further arguments go on the stack".to_string());
        let single = guess.name.as_ref().map(|name| format!("did you mean `{name}`?"));
        let title = format!("`{}` is not a register", shorten(operand.text));
        let found = Explanation::new(title).label(guess.reason).notes(notes);
        let found = found.point(Some(operand.range.clone()));
        let register = guess.name.filter(|_| help.is_none());
        let fix = register.map(|name| Fix::bytes(operand.range.clone(), name));
        let help = help.or(single.map(Help::from)).or(guess.help.map(Help::from));
        Some(match help {
            Some(help) => found.help(help).fix(fix),
            None => found,
        })
    }

    /// `li $t0, 10-1`: MARS does not calculate, except `label+constant` in an address.
    fn expression(&self) -> Option<Explanation> {
        for index in 1..self.operands.len() {
            let (left, right) = (&self.operands[index - 1], &self.operands[index]);
            let touching = left.range.end == right.range.start;
            let signed = right.text.starts_with(['+', '-']);
            let (range, value) = if left.is_integer() && right.is_integer() && touching && signed {
                let sum = i64::from(left.value) + i64::from(right.value);
                (left.range.start..right.range.end, sum)
            } else if left.is_integer() && matches!(right.letter(), '+' | '-') {
                let third = self.operands.get(index + 1).filter(|third| third.is_integer())?;
                let (a, b) = (i64::from(left.value), i64::from(third.value));
                let value = if right.letter() == '+' { a + b } else { a - b };
                (left.range.start..third.range.end, value)
            } else {
                continue;
            };
            let written = self.statement.slice(range.clone());
            let fixed = self.rewritten(&[(range.clone(), value.to_string())]);
            let title = format!("the assembler does not calculate `{}`", shorten(written));
            let help = checked("write the result", vec![fixed])?;
            let found = Explanation::new(title).label("expected one constant");
            return Some(found.point(Some(range)).help(help));
        }
        None
    }
}

/// A piece of advice with code, or nothing if one of its lines would not assemble.
fn checked(advice: &str, lines: Vec<String>) -> Option<Help> {
    lines.iter().all(|line| assembles(line)).then(|| super::instead(advice, lines))
}
