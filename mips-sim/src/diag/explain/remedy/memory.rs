//! Loads and stores: the address is not written `offset(register)`, or stands in the wrong place.

use super::{Advisor, Remedy, exists};
use crate::isa::Slot;

pub(super) fn find(a: &Advisor<'_>) -> Option<Remedy> {
    let addressed = a.entry.forms.iter().any(|form| form.shape().slots().contains(&Slot::Open));
    if !addressed {
        return None;
    }
    wrong_file(a).or_else(|| address(a)).or_else(|| swapped(a)).or_else(|| constant(a))
}

fn is_store(a: &Advisor<'_>) -> bool {
    a.name.starts_with('s') || a.name == "usw" || a.name == "ush"
}

/// The address is malformed, but all its parts are there.
fn address(a: &Advisor<'_>) -> Option<Remedy> {
    let name = a.name;
    let first = a.operands.first().filter(|o| o.is_register() || o.is_float_register())?.text;
    let t = |index: usize| a.text(index);
    let number = |index: usize| a.text(index).trim_start_matches('+').to_string();
    // What was written behind the first operand, what it should be, and why.
    let (fixed, title, label) = match &a.kinds[1..] {
        "r" if name == "la" => return None,
        "r" => (
            format!("0({})", t(1)),
            format!("`{name}` needs an address, and `{}` alone is not written as one", t(1)),
            "expected `offset(register)`",
        ),
        "(r)i" => (
            format!("{}({})", number(4), t(2)),
            "the offset comes before the parenthesis".into(),
            "expected `offset(register)`",
        ),
        "i(r" => (
            format!("{}({})", t(1), t(3)),
            "a closing parenthesis is missing".into(),
            "expected `)`",
        ),
        "(r" => (format!("({})", t(2)), "a closing parenthesis is missing".into(), "expected `)`"),
        "n(r" => (
            format!("{}({})", t(1), t(3)),
            "a closing parenthesis is missing".into(),
            "expected `)`",
        ),
        "ir)" => (
            format!("{}({})", t(1), t(2)),
            "an opening parenthesis is missing".into(),
            "expected `(`",
        ),
        "ir" => (
            format!("{}({})", t(1), t(2)),
            "the register of an address is in parentheses".into(),
            "expected `offset(register)`",
        ),
        "ri" => (
            format!("{}({})", number(2), t(1)),
            "an address is written with the offset first and the register in parentheses".into(),
            "expected `offset(register)`",
        ),
        "nr" => (
            format!("{}({})", t(1), t(2)),
            "the register of an address is in parentheses".into(),
            "expected `label(register)`",
        ),
        "n+r" => (
            format!("{}({})", t(1), t(3)),
            "a register is not added to a label with `+`".into(),
            "expected `label(register)`",
        ),
        "n-i" => (
            format!("{}+-{}", t(1), t(3)),
            "MARS can add to a label but not subtract".into(),
            "expected `label+constant`",
        ),
        "i+n" => (
            format!("{}+{}", t(3), t(1)),
            "the label comes first, then what is added to it".into(),
            "expected `label+constant`",
        ),
        "n(i)" => (
            format!("{}+{}", t(1), t(3)),
            "only a register can be in parentheses".into(),
            "expected `label+constant`",
        ),
        "r(r)" => return register_offset(a),
        _ => return None,
    };
    let point = match &a.kinds[1..] {
        // Where the parenthesis is missing.
        "i(r" | "(r" | "n(r" => Some(super::super::operands::behind(a.statement)),
        _ => a.at(1).map(|range| range.start..a.statement.operands_range().end),
    };
    let lines = [format!("{name} {first}, {fixed}")];
    let mut help = vec![a.write("write", &lines)?];
    if a.kinds == "rr" && is_store(a) {
        help.push(format!("to copy one register to another: `move {}, {first}`", t(1)));
    } else if a.kinds == "rr" {
        help.push(format!("to copy one register to another: `move {first}, {}`", t(1)));
    }
    // Where only a parenthesis is missing there is nothing to look up.
    let forms = !title.contains("parenthesis is missing");
    Some(Remedy { title, label: label.into(), point, help, forms, ..Remedy::default() })
}

/// `lw $t0, $t1($t2)`
fn register_offset(a: &Advisor<'_>) -> Option<Remedy> {
    let spare = a.spare();
    let add = format!("add {spare}, {}, {}", a.text(3), a.text(1));
    let access = format!("{} {}, 0({spare})", a.name, a.text(0));
    Some(Remedy {
        title: "the offset of an address must be a constant, not a register".into(),
        label: "expected a constant".into(),
        point: a.at(1),
        help: vec![a.write("add the two registers first", &[add, access])?],
        ..Remedy::default()
    })
}

/// `sw 0($t1), $t0`: the address first.
fn swapped(a: &Advisor<'_>) -> Option<Remedy> {
    let address = match a.kinds.as_str() {
        "i(r)r" | "i(r)f" => format!("{}({})", a.text(0), a.text(2)),
        "(r)r" | "(r)f" => format!("({})", a.text(1)),
        "n(r)r" | "n(r)f" => format!("{}({})", a.text(0), a.text(2)),
        "nr" | "nf" => a.text(0).to_string(),
        "n+ir" | "n+if" => format!("{}+{}", a.text(0), a.text(2)),
        _ => return None,
    };
    let register = a.operands.last()?.text;
    let rule = if is_store(a) {
        format!("`{}` stores its first operand: the register comes first, then the address", a.name)
    } else {
        format!(
            "`{}` loads into its first operand: the register comes first, then the address",
            a.name
        )
    };
    Some(Remedy {
        title: format!("the operands of `{}` are the wrong way round", a.name),
        label: "expected the register here".into(),
        point: a.at(0),
        notes: vec![rule],
        help: vec![a.write("write", &[format!("{} {register}, {address}", a.name)])?],
        ..Remedy::default()
    })
}

/// `sw 5, 0($t0)`: a constant can't be stored.
fn constant(a: &Advisor<'_>) -> Option<Remedy> {
    let rest = a.operands.get(1)?.range.start..a.statement.operands_range().end;
    if !a.kinds.starts_with('i') || !is_store(a) {
        return None;
    }
    let spare = a.spare();
    let load = format!("li {spare}, {}", a.text(0));
    let store = format!("{} {spare}, {}", a.name, a.statement.slice(rest));
    Some(Remedy {
        title: format!("`{}` stores a register; it can't store a constant", a.name),
        label: "expected a register".into(),
        point: a.at(0),
        help: vec![a.write("load the constant first", &[load, store])?],
        ..Remedy::default()
    })
}

/// An integer instruction with a floating-point register, or the other way round.
fn wrong_file(a: &Advisor<'_>) -> Option<Remedy> {
    let rest = a.operands.get(1)?.range.start..a.statement.operands_range().end;
    let (other, kind) = match (a.name, a.kinds.chars().next()?) {
        ("lw", 'f') => ("l.s", "integer registers"),
        ("sw", 'f') => ("s.s", "integer registers"),
        ("l.s" | "lwc1", 'r') => ("lw", "floating-point registers"),
        ("s.s" | "swc1", 'r') => ("sw", "floating-point registers"),
        _ => return None,
    };
    debug_assert!(exists(other));
    let fixed = format!("{other} {}, {}", a.text(0), a.statement.slice(rest));
    Some(Remedy {
        title: format!("`{}` works on {kind}", a.name),
        label: format!("expected one of the {kind}"),
        point: a.at(0),
        help: vec![a.write("write", &[fixed])?],
        ..Remedy::default()
    })
}
