//! Operands that an instruction does not take (`E0011` to `E0014`). MARS compares with the first
//! form of the mnemonic only and often names the wrong word; here the whole statement is looked
//! at: [`remedy`] knows what students write and finds the statement that they meant, and where it
//! knows nothing the closest form says what is missing.

use std::ops::Range;

use super::super::Snippet;
use super::remedy;
use super::statement::{Operand, Statement, wanted};
use super::{Explanation, lookup, shorten};
use crate::asm::{Assembly, parse};
use crate::isa::Slot;
use crate::isa::forms::{Form, Mnemonic};

/// As many forms as are shown before a person is sent to the reference page.
const MAX_FORMS: usize = 7;

/// What kind of trouble MARS saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    TooFew,
    TooMany,
    Range { low: i32, high: i32 },
    Type,
}

/// Explains an operand error.
pub(super) fn explain(
    trouble: Trouble,
    mnemonic: &str,
    snippet: Option<&Snippet>,
    assembly: &Assembly,
) -> Explanation {
    let statement = snippet.and_then(Statement::of);
    let known = statement.as_ref().and_then(|s| Some((s, s.mnemonic()?)));
    let Some((statement, entry)) = known else {
        return Explanation::new(format!("the operands of `{}` don't fit", shorten(mnemonic)));
    };
    let operands: Vec<Operand<'_>> = statement.operands().collect();
    if operands.first().is_some_and(|operand| operand.letter() == ':') {
        return lookup::second_label();
    }
    if let Some(explanation) = too_early(&operands, snippet, assembly) {
        return explanation;
    }
    let (mut found, forms) = remedy::find(trouble, entry, statement, &operands, assembly)
        .unwrap_or_else(|| (closest(entry, statement, &operands), true));
    // Who has been told what to write need not read a long list.
    let brief = if found.help.is_empty() { MAX_FORMS } else { 3 };
    found.notes.extend(forms.then(|| accepted(entry, brief)).flatten());
    found
}

/// A name that an `.eqv` further down defines.
fn too_early(
    operands: &[Operand<'_>],
    snippet: Option<&Snippet>,
    assembly: &Assembly,
) -> Option<Explanation> {
    let snippet = snippet?;
    let known = |name: &str| assembly.image.symbols.iter().any(|symbol| symbol.name == name);
    operands.iter().filter(|operand| operand.is_name() && !known(operand.text)).find_map(
        |operand| {
            let line = lookup::eqv_below(snippet, operand.text, assembly)?;
            let point = operand.range.clone();
            Some(Explanation { point: Some(point), ..lookup::eqv_too_late(operand.text, line) })
        },
    )
}

/// Without a remedy: compares with the form that comes closest.
fn closest(entry: &Mnemonic, statement: &Statement<'_>, operands: &[Operand<'_>]) -> Explanation {
    let name = entry.name;
    let count = |form: &Form| form.shape().slots().len();
    let same: Vec<&Form> = entry.forms.iter().filter(|f| count(f) == operands.len()).collect();
    if same.is_empty() {
        return miscounted(entry, statement, operands);
    }
    let fits = |form: &Form| {
        let slots = form.shape().slots();
        slots.iter().zip(operands).position(|(slot, operand)| !fits(*slot, operand))
    };
    // The form that agrees for longest is the one that was meant.
    let best = same.iter().max_by_key(|form| fits(form).unwrap_or(usize::MAX));
    let wrong = best.and_then(|form| Some((form, fits(form)?)));
    let Some((form, at)) = wrong else { return miscounted(entry, statement, operands) };
    let operand = &operands[at];
    let slot = form.shape().slots()[at];
    let title = match range_of(slot).filter(|_| operand.is_integer()) {
        Some((low, high)) => format!(
            "`{name}` takes a constant from {low} to {high}; {} does not fit",
            operand.value
        ),
        None => format!("`{name}` takes {} here, but {}", wanted(slot), operand.described()),
    };
    Explanation::new(title)
        .label(format!("expected {}", wanted(slot)))
        .point(Some(operand.range.clone()))
}

fn miscounted(
    entry: &Mnemonic,
    statement: &Statement<'_>,
    operands: &[Operand<'_>],
) -> Explanation {
    let name = entry.name;
    let lengths = entry.forms.iter().map(|form| form.shape().slots().len());
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0));
    let example = spaced(entry.forms[0].example());
    if most == 0 {
        let title = format!("`{name}` takes no operands");
        let point = Some(statement.operands_range());
        return Explanation::new(title).label("nothing may stand here").point(point);
    }
    let (title, point) = if operands.is_empty() {
        (format!("`{name}` needs operands"), statement.head_range())
    } else if operands.len() < least {
        (format!("`{name}` needs more operands"), behind(statement))
    } else if operands.len() > most {
        (format!("`{name}` does not take so many operands"), statement.operands_range())
    } else {
        (format!("`{name}` does not take operands in this form"), statement.operands_range())
    };
    Explanation::new(title).label(format!("expected something like `{example}`")).point(Some(point))
}

/// The place behind the last operand, where another is missing.
pub(super) fn behind(statement: &Statement<'_>) -> Range<usize> {
    let end = statement.operands_range().end;
    end..end
}

fn fits(slot: Slot, operand: &Operand<'_>) -> bool {
    match slot {
        Slot::Reg | Slot::Cp0 => operand.is_register(),
        Slot::Freg => operand.is_float_register(),
        Slot::Branch | Slot::Label => operand.is_name(),
        Slot::Open => operand.letter() == '(',
        Slot::Close => operand.letter() == ')',
        Slot::Plus => operand.letter() == '+',
        Slot::I32 => operand.is_integer(),
        Slot::U5 | Slot::Cc | Slot::S16 | Slot::U16 => {
            let (low, high) = parse::range(slot);
            operand.is_integer() && (low..=high).contains(&operand.value)
        }
    }
}

fn range_of(slot: Slot) -> Option<(i32, i32)> {
    let narrow = matches!(slot, Slot::U5 | Slot::Cc | Slot::S16 | Slot::U16);
    narrow.then(|| parse::range(slot))
}

/// The forms of a mnemonic, a line each: forms that differ only in the size of a constant are one
/// to a reader.
fn accepted(entry: &Mnemonic, most: usize) -> Option<String> {
    let mut shown: Vec<(Vec<Slot>, Form)> = Vec::new();
    for form in &entry.forms {
        let alike: Vec<Slot> = form.shape().slots().iter().map(|slot| plain(*slot)).collect();
        match shown.iter_mut().find(|(slots, _)| *slots == alike) {
            // The widest constant speaks for all.
            Some((_, kept)) if width(*form) > width(*kept) => *kept = *form,
            Some(_) => {}
            None => shown.push((alike, *form)),
        }
    }
    let name = entry.name;
    if shown.len() > most && most < MAX_FORMS {
        return Some(format!("`{name}` has {} forms: see `fivetwelve isa {name}`", shown.len()));
    }
    if shown.iter().all(|(slots, _)| slots.is_empty()) {
        return None;
    }
    let mut text = format!("`{name}` accepts:");
    for (_, form) in shown.iter().take(most) {
        text.push_str("\n    ");
        // The table's samples stand for sizes, which say nothing to a reader.
        text.push_str(&spaced(form.example()).replace("100000", "100").replace("-100", "100"));
        let limit = form.shape().slots().iter().find_map(|slot| range_of(*slot));
        if let Some((low, high)) = limit {
            text.push_str(&format!("    (constant from {low} to {high})"));
        }
    }
    if shown.len() > most {
        text.push_str(&format!("\n    … see `fivetwelve isa {name}`"));
    }
    Some(text)
}

fn plain(slot: Slot) -> Slot {
    match slot {
        Slot::U5 | Slot::S16 | Slot::U16 => Slot::I32,
        other => other,
    }
}

fn width(form: Form) -> u32 {
    let width = |slot: &Slot| match slot {
        Slot::U5 => 1,
        Slot::U16 => 2,
        Slot::S16 => 3,
        Slot::I32 => 4,
        _ => 0,
    };
    form.shape().slots().iter().map(width).sum()
}

/// An example of the tables with a blank behind each comma, as people write.
pub(super) fn spaced(example: &str) -> String {
    example.replace(',', ", ")
}
