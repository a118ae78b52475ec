//! `move`, `li`, `la`: getting a value into a register, with the instruction for the wrong kind of
//! value.

use super::Advisor;
use crate::asm::Assembly;
use crate::diag::explain::Explanation;
use crate::diag::explain::fix::{Fix, Help};
use crate::diag::explain::{did_you_mean, nearest};

pub(super) fn find(a: &Advisor<'_>) -> Option<Explanation> {
    if let Some(found) = misspelt_constant(a) {
        return Some(found);
    }
    let not_a_label;
    let (title, label, help) = match (a.name, a.kinds.as_str()) {
        ("move", "ri") => (
            "`move` copies a register; it can't load a constant",
            "expected a register",
            a.write("`li` loads a constant", &["li #0, #1"])?,
        ),
        ("move", "rn") => (
            "`move` copies a register; it can't load from a label",
            "expected a register",
            address_or_value(a)?,
        ),
        ("move", "ff") => (
            "`move` copies integer registers only",
            "expected a register such as `$t0`",
            a.write("for floats", &["mov.s #0, #1"])?,
        ),
        ("move", "fr") => (
            "`move` copies integer registers only",
            "expected a register such as `$t0`",
            a.write(
                "`mtc1` copies the bits to a floating-point register, the source first",
                &["mtc1 #1, #0"],
            )?,
        ),
        ("move", "rf") => (
            "`move` copies integer registers only",
            "expected a register such as `$t0`",
            a.write("`mfc1` copies the bits from a floating-point register", &["mfc1 #0, #1"])?,
        ),
        ("li", "rn") => (
            if a.is_label(a.text(1)) {
                "`li` loads a constant; a label is an address"
            } else {
                not_a_label =
                    format!("`li` loads a constant; `{}` is a name", super::shorten(a.text(1)));
                &not_a_label
            },
            "expected a constant",
            address_or_value(a)?,
        ),
        ("li" | "la", "rr") => (
            "`#n` can't copy a register",
            if a.name == "li" { "expected a constant" } else { "expected a label" },
            a.write("`move` copies", &["move #0, #1"])?,
        ),
        ("li", "ri(r)" | "r(r)" | "rn(r)") => (
            "`li` loads a constant, not a value from memory",
            "expected a constant",
            a.write("`lw` loads a word from memory", &["lw #*"])?,
        ),
        (_, "r\"") => (
            "`#n` can't take a string",
            "a string can stand only in the data segment",
            format!(
                "put the text in the data segment (`text: .asciiz {}`) and load its address: \
                 `la {}, text`",
                super::shorten(a.text(1)),
                a.text(0)
            )
            .into(),
        ),
        ("li", "r.") => (
            "`li` loads integers only",
            "expected an integer",
            format!(
                "put the number in the data segment (`value: .float {}`) and load it into a \
                 floating-point register: `l.s $f0, value`",
                super::shorten(a.text(1))
            )
            .into(),
        ),
        ("li", "fi" | "f.") => (
            "a constant can't be loaded into a floating-point register directly",
            "expected a register such as `$t0`",
            format!(
                "put the number in the data segment (`value: .float {}`) and load it from there: \
                 `l.s {}, value`",
                super::shorten(a.text(1)),
                a.text(0)
            )
            .into(),
        ),
        _ => return None,
    };
    let at = if a.kinds.starts_with('f') { 0 } else { 1 };
    let point = if a.kinds.len() > 2 { a.all() } else { a.at(at) };
    a.remedy(point, title, label, help)
}

/// `li $t0, SIZ` where there is an `.eqv SIZE 10`.
fn misspelt_constant(a: &Advisor<'_>) -> Option<Explanation> {
    if (a.name, a.kinds.as_str()) != ("li", "rn") || a.is_label(a.text(1)) {
        return None;
    }
    let near = nearest(a.text(1), constants(a.assembly));
    let title = format!("there is no constant `{}`", super::shorten(a.text(1)));
    let found = Explanation::new(title).label("expected a constant").point(a.at(1));
    let fixes = near.iter().filter_map(|name| Some(Fix::bytes(a.at(1)?, *name)));
    Some(fixes.fold(found.help(did_you_mean(&near)?), Explanation::fix))
}

/// The names that `.eqv` gives.
fn constants(assembly: &Assembly) -> impl Iterator<Item = &str> {
    // Far more than a program by hand has.
    const MAX_LINES: u32 = 5_000;
    assembly.sources.files().iter().flat_map(|file| {
        (1..=file.line_count().min(MAX_LINES)).filter_map(|number| {
            let blank = |c: char| c.is_whitespace() || c == ',';
            let mut words = file.line(number).split(blank).filter(|word| !word.is_empty());
            words.next().filter(|word| word.eq_ignore_ascii_case(".eqv"))?;
            words.next()
        })
    })
}

/// A label in place of a value: its address is meant, or what is stored there.
fn address_or_value(a: &Advisor<'_>) -> Option<Help> {
    let (register, label) = (a.text(0), a.text(1));
    let address = format!("la {register}, {label}");
    let value = format!("lw {register}, {label}");
    if !(super::assembles(&address) && super::assembles(&value)) {
        return None;
    }
    let text =
        format!("`{address}` loads the address of `{label}`, `{value}` the word stored there");
    Some(Help { text, instead: vec![vec![address], vec![value]] })
}
