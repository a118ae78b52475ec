//! Loads and stores: the address is not written `offset(register)`, or stands in the wrong place.

use super::{Advisor, checked};
use crate::diag::explain::Explanation;
use crate::diag::explain::operands::behind;
use crate::isa::Slot;

/// The end of a title where the forms of the mnemonic have nothing to add.
pub(super) const MISSING: &str = "parenthesis is missing";

pub(super) fn find(a: &Advisor<'_>) -> Option<Explanation> {
    let addressed = a.entry.forms.iter().any(|form| form.shape().slots().contains(&Slot::Open));
    if !addressed {
        return None;
    }
    wrong_file(a).or_else(|| address(a)).or_else(|| swapped(a)).or_else(|| constant(a))
}

fn is_store(a: &Advisor<'_>) -> bool {
    a.name.starts_with('s') || a.name == "usw" || a.name == "ush"
}

/// Addresses that are malformed, but of which all parts are there: the kinds of what was written
/// behind the first operand, what it should be, what is wrong, and what was expected.
const ADDRESSES: [(&str, &str, &str, &str); 13] = [
    ("r", "0(#1)", "`#n` needs an address, and `#1` alone is not written as one", BY_REGISTER),
    ("(r)i", "#4(#2)", "the offset comes before the parenthesis", BY_REGISTER),
    ("i(r", "#1(#3)", "a closing parenthesis is missing", "expected `)`"),
    ("(r", "(#2)", "a closing parenthesis is missing", "expected `)`"),
    ("n(r", "#1(#3)", "a closing parenthesis is missing", "expected `)`"),
    ("ir)", "#1(#2)", "an opening parenthesis is missing", "expected `(`"),
    ("ir", "#1(#2)", "the register of an address is in parentheses", BY_REGISTER),
    ("ri", "#2(#1)", OFFSET_FIRST, BY_REGISTER),
    ("nr", "#1(#2)", "the register of an address is in parentheses", BY_LABEL),
    ("n+r", "#1(#3)", "a register is not added to a label with `+`", BY_LABEL),
    ("n-i", "#1+-#3", "MARS can add to a label but not subtract", BY_SUM),
    ("i+n", "#3+#1", "the label comes first, then what is added to it", BY_SUM),
    ("n(i)", "#1+#3", "only a register can be in parentheses", BY_SUM),
];

const BY_REGISTER: &str = "expected `offset(register)`";
const BY_LABEL: &str = "expected `label(register)`";
const BY_SUM: &str = "expected `label+constant`";
const OFFSET_FIRST: &str =
    "an address is written with the offset first and the register in parentheses";

fn address(a: &Advisor<'_>) -> Option<Explanation> {
    a.operands.first().filter(|o| o.is_register() || o.is_float_register())?;
    let kinds = &a.kinds[1..];
    if kinds == "r(r)" {
        // `lw $t0, $t1($t2)`
        let lines = ["add #s, #3, #1", "#n #0, 0(#s)"];
        let help = a.write("add the two registers first", &lines)?;
        let title = "the offset of an address must be a constant, not a register";
        return a.remedy(a.at(1), title, "expected a constant", help);
    }
    let (_, fixed, title, label) = ADDRESSES.iter().find(|row| row.0 == kinds)?;
    if kinds == "r" && a.name == "la" {
        return None;
    }
    let point = match kinds {
        // Where the parenthesis is missing.
        "i(r" | "(r" | "n(r" => Some(behind(a.statement)),
        _ => a.at(1).map(|range| range.start..a.statement.operands_range().end),
    };
    let mut line = a.fill(&format!("#n #0, {fixed}"));
    if matches!(kinds, "(r)i" | "ri") {
        // The offset may have been added with a sign.
        line = line.replace(", +", ", ");
    }
    let help = checked("write", vec![line])?;
    let mut found = a.remedy(point, title, label, help)?;
    if a.kinds == "rr" {
        let copy = if is_store(a) { "move #1, #0" } else { "move #0, #1" };
        found.help.push(format!("to copy one register to another: `{}`", a.fill(copy)));
    }
    Some(found)
}

/// `sw 0($t1), $t0`: the address first.
fn swapped(a: &Advisor<'_>) -> Option<Explanation> {
    let line = match a.kinds.as_str() {
        "i(r)r" | "i(r)f" | "n(r)r" | "n(r)f" => "#n #4, #0(#2)",
        "(r)r" | "(r)f" => "#n #3, (#1)",
        "nr" | "nf" => "#n #1, #0",
        "n+ir" | "n+if" => "#n #3, #0+#2",
        _ => return None,
    };
    let verb = if is_store(a) { "stores" } else { "loads into" };
    let rule = format!(
        "`{}` {verb} its first operand: the register comes first, then the address",
        a.name
    );
    let title = "the operands of `#n` are the wrong way round";
    let found =
        a.remedy(a.at(0), title, "expected the register here", a.write("write", &[line])?)?;
    Some(found.note(rule))
}

/// `sw 5, 0($t0)`: a constant can't be stored.
fn constant(a: &Advisor<'_>) -> Option<Explanation> {
    if !a.kinds.starts_with('i') || a.kinds.len() < 2 || !is_store(a) {
        return None;
    }
    let help = a.write("load the constant first", &["li #s, #0", "#n #s, #>"])?;
    let title = "`#n` stores a register; it can't store a constant";
    a.remedy(a.at(0), title, "expected a register", help)
}

/// An integer instruction with a floating-point register, or the other way round.
fn wrong_file(a: &Advisor<'_>) -> Option<Explanation> {
    a.operands.get(1)?;
    let (other, kind) = match (a.name, a.kinds.chars().next()?) {
        ("lw", 'f') => ("l.s", "integer registers"),
        ("sw", 'f') => ("s.s", "integer registers"),
        ("l.s" | "lwc1", 'r') => ("lw", "floating-point registers"),
        ("s.s" | "swc1", 'r') => ("sw", "floating-point registers"),
        _ => return None,
    };
    let help = a.write("write", &[&format!("{other} #0, #>")])?;
    let title = format!("`#n` works on {kind}");
    a.remedy(a.at(0), &title, &format!("expected one of the {kind}"), help)
}
