//! `move`, `li`, `la`: getting a value into a register, with the instruction for the wrong kind of
//! value.

use super::{Advisor, Remedy};

pub(super) fn find(a: &Advisor<'_>) -> Option<Remedy> {
    let (title, label, help) = match (a.name, a.kinds.as_str()) {
        ("move", "ri") => (
            "`move` copies a register; it can't load a constant".to_string(),
            "expected a register",
            a.write("`li` loads a constant", &[format!("li {}, {}", a.text(0), a.text(1))])?,
        ),
        ("move", "rn") => (
            "`move` copies a register; it can't load from a label".to_string(),
            "expected a register",
            address_or_value(a)?,
        ),
        ("move", "ff") => (
            "`move` copies integer registers only".to_string(),
            "expected a register such as `$t0`",
            a.write("for floats", &[format!("mov.s {}, {}", a.text(0), a.text(1))])?,
        ),
        ("move", "fr") => (
            "`move` copies integer registers only".to_string(),
            "expected a register such as `$t0`",
            a.write(
                "`mtc1` copies the bits to a floating-point register, the source first",
                &[format!("mtc1 {}, {}", a.text(1), a.text(0))],
            )?,
        ),
        ("move", "rf") => (
            "`move` copies integer registers only".to_string(),
            "expected a register such as `$t0`",
            a.write(
                "`mfc1` copies the bits from a floating-point register",
                &[format!("mfc1 {}, {}", a.text(0), a.text(1))],
            )?,
        ),
        ("li", "rn") => (
            if a.is_label(a.text(1)) {
                "`li` loads a constant; a label is an address".to_string()
            } else {
                format!("`li` loads a constant; `{}` is a name", super::shorten(a.text(1)))
            },
            "expected a constant",
            address_or_value(a)?,
        ),
        ("li" | "la", "rr") => (
            format!("`{}` can't copy a register", a.name),
            if a.name == "li" { "expected a constant" } else { "expected a label" },
            a.write("`move` copies", &[format!("move {}, {}", a.text(0), a.text(1))])?,
        ),
        ("li", "ri(r)" | "r(r)" | "rn(r)") => (
            "`li` loads a constant, not a value from memory".to_string(),
            "expected a constant",
            a.write("`lw` loads a word from memory", &[format!("lw {}", operands(a))])?,
        ),
        (_, "r\"") => (
            format!("`{}` can't take a string", a.name),
            "a string can stand only in the data segment",
            format!(
                "put the text in the data segment (`text: .asciiz {}`) and load its address: \
                 `la {}, text`",
                super::shorten(a.text(1)),
                a.text(0)
            ),
        ),
        ("li", "r.") => (
            "`li` loads integers only".to_string(),
            "expected an integer",
            format!(
                "put the number in the data segment (`value: .float {}`) and load it into a \
                 floating-point register: `l.s $f0, value`",
                super::shorten(a.text(1))
            ),
        ),
        ("li", "fi" | "f.") => (
            "a constant can't be loaded into a floating-point register directly".to_string(),
            "expected a register such as `$t0`",
            format!(
                "put the number in the data segment (`value: .float {}`) and load it from there: \
                 `l.s {}, value`",
                super::shorten(a.text(1)),
                a.text(0)
            ),
        ),
        _ => return None,
    };
    let at = if a.kinds.starts_with('f') { 0 } else { 1 };
    let point = if a.kinds.len() > 2 { a.all() } else { a.at(at) };
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

fn operands(a: &Advisor<'_>) -> String {
    a.statement.slice(a.statement.operands_range()).to_string()
}

/// A label in place of a value: its address is meant, or what is stored there.
fn address_or_value(a: &Advisor<'_>) -> Option<String> {
    let (register, label) = (a.text(0), a.text(1));
    let address = format!("la {register}, {label}");
    let value = format!("lw {register}, {label}");
    if !(super::assembles(&address) && super::assembles(&value)) {
        return None;
    }
    Some(format!("`{address}` loads the address of `{label}`, `{value}` the word stored there"))
}
