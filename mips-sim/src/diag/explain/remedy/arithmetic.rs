//! Arithmetic, logic, shifts and comparisons: constants and labels where registers go, too few or
//! too many operands, the immediate form with a register and the register form with an immediate.

use super::{Advisor, Remedy};
use crate::diag::explain::operands::Trouble;
use crate::isa::Slot;

/// An instruction with a constant and its twin with a register.
const TWINS: [(&str, &str); 18] = [
    ("addi", "add"),
    ("addiu", "addu"),
    ("subi", "sub"),
    ("subiu", "subu"),
    ("andi", "and"),
    ("ori", "or"),
    ("xori", "xor"),
    ("slti", "slt"),
    ("sltiu", "sltu"),
    ("sll", "sllv"),
    ("srl", "srlv"),
    ("sra", "srav"),
    ("teqi", "teq"),
    ("tnei", "tne"),
    ("tgei", "tge"),
    ("tgeiu", "tgeu"),
    ("tlti", "tlt"),
    ("tltiu", "tltu"),
];

/// Those whose two sources can change places.
const COMMUTATIVE: [&str; 10] =
    ["add", "addu", "and", "or", "xor", "nor", "mul", "mulu", "seq", "sne"];

pub(super) fn find(a: &Advisor<'_>) -> Option<Remedy> {
    too_large(a)
        .or_else(|| floats(a))
        .or_else(|| register_twin(a))
        .or_else(|| constant_last(a))
        .or_else(|| constant_first(a))
        .or_else(|| two_operands(a))
        .or_else(|| four_operands(a))
        .or_else(|| from_memory(a))
        .or_else(|| product(a))
        .or_else(|| one_operand(a))
}

fn register_form(name: &str) -> Option<&'static str> {
    TWINS.iter().find(|row| row.0 == name).map(|row| row.1)
}

fn constant_form(name: &str) -> Option<&'static str> {
    TWINS.iter().find(|row| row.1 == name).map(|row| row.0)
}

fn is_three(a: &Advisor<'_>) -> bool {
    a.has_form(&[Slot::Reg, Slot::Reg, Slot::Reg]) || register_form(a.name).is_some()
}

/// A constant that has no room in the instruction.
fn too_large(a: &Advisor<'_>) -> Option<Remedy> {
    let Trouble::Range { low, high } = a.trouble else { return None };
    let fits = |value: i32| (low..=high).contains(&value);
    let operand = a.operands.iter().find(|o| o.is_integer() && !fits(o.value))?;
    let value = operand.value;
    let title = if (low, high) == (0, 31) && is_three(a) {
        format!("`{}` shifts by 0 to 31 bits; {value} is out of range", a.name)
    } else {
        let size = match (low, high) {
            (0, 31) => "5-bit constant",
            (0, _) => "16-bit unsigned constant",
            _ => "16-bit signed constant",
        };
        format!("`{}` takes a {size}, {low} to {high}; {value} does not fit", a.name)
    };
    let spare = a.spare();
    let help = match (a.name, a.kinds.as_str()) {
        ("lui", "ri") => a.write(
            "`lui` fills the upper 16 bits only; to load all 32",
            &[format!("li {}, {}", a.text(0), operand.text)],
        ),
        ("sll" | "srl" | "sra", _) => Some("a register has 32 bits, numbered 0 to 31".to_string()),
        (name, "rri") => register_form(name).and_then(|twin| {
            let lines = [
                format!("li {spare}, {}", operand.text),
                format!("{twin} {}, {}, {spare}", a.text(0), a.text(1)),
            ];
            a.write("load it into a register first", &lines)
        }),
        (name, "ri") => register_form(name).and_then(|twin| {
            let lines =
                [format!("li {spare}, {}", operand.text), format!("{twin} {}, {spare}", a.text(0))];
            a.write("load it into a register first", &lines)
        }),
        _ => None,
    };
    Some(Remedy {
        title,
        label: format!("expected {low} to {high}"),
        point: Some(operand.range.clone()),
        help: help.into_iter().collect(),
        ..Remedy::default()
    })
}

/// `add $f0, $f1, $f2` or `add.s $t0, $t1, $t2`.
fn floats(a: &Advisor<'_>) -> Option<Remedy> {
    let words = a.statement.slice(a.statement.operands_range());
    let (title, label, help) = match a.kinds.as_str() {
        "fff" | "ff" if !a.name.contains('.') => {
            let single = format!("{}.s {words}", a.name);
            let double = format!("{}.d {words}", a.name);
            let help = a.write("for floats", &[single])?;
            let even = super::assembles(&double);
            let help = if even { format!("{help}, for doubles `{double}`") } else { help };
            (format!("`{}` works on integer registers", a.name), "expected `$t0` or the like", help)
        }
        "rrr" | "rr" if a.name.ends_with(".s") || a.name.ends_with(".d") => {
            let fixed = format!("{} {words}", &a.name[..a.name.len() - 2]);
            let help = a.write("for integers", &[fixed])?;
            (
                format!("`{}` works on floating-point registers", a.name),
                "expected `$f0` or the like",
                help,
            )
        }
        _ => return None,
    };
    let point = a.at(0);
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

/// `addi $t0, $t1, $t2`
fn register_twin(a: &Advisor<'_>) -> Option<Remedy> {
    let twin = register_form(a.name)?;
    if a.kinds != "rrr" {
        return None;
    }
    let words = a.statement.slice(a.statement.operands_range());
    let i = if a.name.starts_with('s') && !a.name.contains('i') {
        ""
    } else {
        " (the `i` means immediate)"
    };
    Some(Remedy {
        title: format!("`{}` takes a constant{i}, but `{}` is a register", a.name, a.text(2)),
        label: "expected a constant".into(),
        point: a.at(2),
        help: vec![a.write("with a register", &[format!("{twin} {words}")])?],
        ..Remedy::default()
    })
}

/// `slt $t0, $t1, 5`, `nor $t0, $t1, 5`: no form takes this constant.
fn constant_last(a: &Advisor<'_>) -> Option<Remedy> {
    if a.kinds != "rri" || !is_three(a) {
        return None;
    }
    let value = a.text(2);
    let twin = constant_form(a.name)
        .map(|twin| format!("{twin} {}, {}, {value}", a.text(0), a.text(1)))
        .filter(|line| super::assembles(line));
    let spare = a.spare();
    let loaded = [
        format!("li {spare}, {value}"),
        format!("{} {}, {}, {spare}", a.name, a.text(0), a.text(1)),
    ];
    let (title, help) = match twin {
        Some(line) => (
            format!("`{}` does not take the constant {value} here", a.name),
            a.write("with a constant", &[line])?,
        ),
        None => (
            format!("`{}` works on registers; {value} is a constant", a.name),
            a.write("load the constant first", &loaded)?,
        ),
    };
    Some(Remedy {
        title,
        label: "expected a register".into(),
        point: a.at(2),
        help: vec![help],
        ..Remedy::default()
    })
}

/// `add $t0, 5, $t1`, `sub $t0, 5, $t1`, `addi 5, $t0, $t1`
fn constant_first(a: &Advisor<'_>) -> Option<Remedy> {
    if !is_three(a) {
        return None;
    }
    let (title, label, point, help) = match a.kinds.as_str() {
        "rir" => {
            let swapped = format!("{} {}, {}, {}", a.name, a.text(0), a.text(2), a.text(1));
            let turns = COMMUTATIVE.contains(&a.name) || a.name == "addi" || a.name == "addiu";
            let help = match a.write("put the constant last", &[swapped]).filter(|_| turns) {
                Some(help) => help,
                None => {
                    let spare = a.spare();
                    let name = register_form(a.name).unwrap_or(a.name);
                    let lines = [
                        format!("li {spare}, {}", a.text(1)),
                        format!("{name} {}, {spare}, {}", a.text(0), a.text(2)),
                    ];
                    a.write("load the constant first", &lines)?
                }
            };
            (
                format!("the second operand of `{}` must be a register", a.name),
                "expected a register",
                a.at(1),
                help,
            )
        }
        "rii" => {
            let lines = [
                format!("li {}, {}", a.text(0), a.text(1)),
                format!("{} {}, {}, {}", a.name, a.text(0), a.text(0), a.text(2)),
            ];
            (
                format!("`{}` takes at most one constant", a.name),
                "expected a register",
                a.at(1),
                a.write("load the first one into a register", &lines)?,
            )
        }
        kinds if kinds.starts_with('i') => (
            format!("the first operand of `{}` is where the result goes", a.name),
            "expected a register",
            a.at(0),
            "name the register that is to hold the result first".to_string(),
        ),
        _ => return None,
    };
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

/// `add $t0, $t1`, `addi $t0, 1`: the destination is not also a source.
fn two_operands(a: &Advisor<'_>) -> Option<Remedy> {
    let three = is_three(a) || a.has_form(&[Slot::Freg, Slot::Freg, Slot::Freg]);
    if !three || !matches!(a.kinds.as_str(), "rr" | "ri" | "ff") {
        return None;
    }
    let (first, second) = (a.text(0), a.text(1));
    let same = first == second;
    let third = if same { a.spare() } else { second };
    let mut line = format!("{} {first}, {first}, {third}", a.name);
    let twin = if a.kinds == "ri" { constant_form(a.name) } else { register_form(a.name) };
    if !super::assembles(&line)
        && let Some(twin) = twin
    {
        line = format!("{twin} {first}, {first}, {third}");
    }
    let advice = if same {
        "for example".to_string()
    } else {
        format!("if `{first}` is to be both source and result")
    };
    Some(Remedy {
        title: format!("`{}` needs three operands: the result, then two sources", a.name),
        label: "expected a third operand".into(),
        point: Some(crate::diag::explain::operands::behind(a.statement)),
        help: vec![a.write(&advice, &[line])?],
        ..Remedy::default()
    })
}

/// `add $t0, $t1, $t2, $t3`
fn four_operands(a: &Advisor<'_>) -> Option<Remedy> {
    if !is_three(a) || !matches!(a.kinds.as_str(), "rrrr" | "rrri" | "rrir") {
        return None;
    }
    let lines = [
        format!("{} {}, {}, {}", a.name, a.text(0), a.text(1), a.text(2)),
        format!("{} {}, {}, {}", a.name, a.text(0), a.text(0), a.text(3)),
    ];
    Some(Remedy {
        title: format!("`{}` takes three operands: the result, then two sources", a.name),
        label: "one operand too many".into(),
        point: a.at(3),
        help: vec![a.write("do it in two steps", &lines)?],
        ..Remedy::default()
    })
}

/// `add $t0, $t1, x`, `add $t0, $t1, 4($t2)`: an operand in memory.
fn from_memory(a: &Advisor<'_>) -> Option<Remedy> {
    if !is_three(a) {
        return None;
    }
    let spare = a.spare();
    let name = register_form(a.name).unwrap_or(a.name);
    let (first, at, what, fixed) = match a.kinds.as_str() {
        "rrn" => (a.text(2).to_string(), a.at(2), a.text(2), format!("{}, {spare}", a.text(1))),
        "rnr" | "rni" => {
            (a.text(1).to_string(), a.at(1), a.text(1), format!("{spare}, {}", a.text(2)))
        }
        "rri(r)" => {
            let address = format!("{}({})", a.text(2), a.text(4));
            (address, from(a, 2, 5), "", format!("{}, {spare}", a.text(1)))
        }
        "rr(r)" => {
            (format!("({})", a.text(3)), from(a, 2, 4), "", format!("{}, {spare}", a.text(1)))
        }
        "ri(r)r" | "ri(r)i" => {
            let address = format!("{}({})", a.text(1), a.text(3));
            (address, from(a, 1, 4), "", format!("{spare}, {}", a.text(5)))
        }
        "nrr" | "nri" => return result_in_memory(a),
        _ => return None,
    };
    // `addi` with a constant stays; with two registers it is its twin that is meant.
    let twin =
        if super::assembles(&format!("{} {}, {fixed}", a.name, a.text(0))) { a.name } else { name };
    let lines = [format!("lw {spare}, {first}"), format!("{twin} {}, {fixed}", a.text(0))];
    let title = if !what.is_empty() && !a.is_label(what) {
        format!("`{}` works on registers; `{}` is a name", a.name, super::shorten(what))
    } else {
        format!("`{}` works on registers; `{}` is in memory", a.name, super::shorten(&first))
    };
    Some(Remedy {
        title,
        label: "expected a register".into(),
        point: at,
        help: vec![a.write("load the value from memory first", &lines)?],
        ..Remedy::default()
    })
}

/// The bytes from one operand to another.
fn from(a: &Advisor<'_>, first: usize, last: usize) -> Option<std::ops::Range<usize>> {
    Some(a.at(first)?.start..a.at(last)?.end)
}

fn result_in_memory(a: &Advisor<'_>) -> Option<Remedy> {
    let label = a.text(0);
    let spare = a.spare();
    let lines = [
        format!("{} {spare}, {}, {}", a.name, a.text(1), a.text(2)),
        format!("sw {spare}, {label}"),
    ];
    Some(Remedy {
        title: format!("the result of `{}` goes to a register, not to memory", a.name),
        label: "expected a register".into(),
        point: a.at(0),
        help: vec![a.write("store the result afterwards", &lines)?],
        ..Remedy::default()
    })
}

/// `mult $t0, $t1, $t2`, `mult $t0, 5`: the result is in LO and HI.
fn product(a: &Advisor<'_>) -> Option<Remedy> {
    let two = a.has_form(&[Slot::Reg, Slot::Reg]);
    if !two || is_three(a) && a.kinds != "ri" {
        return None;
    }
    let spare = a.spare();
    let (title, label, point, help) = match (a.name, a.kinds.as_str()) {
        ("mult" | "multu", "rrr" | "rri") => {
            let words = a.statement.slice(a.statement.operands_range());
            (
                format!("`{}` takes two registers and leaves the product in HI and LO", a.name),
                "one operand too many",
                a.at(2),
                a.write("with three operands", &[format!("mul {words}")])?,
            )
        }
        (name, "ri") => {
            let lines =
                [format!("li {spare}, {}", a.text(1)), format!("{name} {}, {spare}", a.text(0))];
            (
                format!("`{name}` works on registers; {} is a constant", a.text(1)),
                "expected a register",
                a.at(1),
                a.write("load the constant first", &lines)?,
            )
        }
        _ => return None,
    };
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

/// `neg $t0`, `not $t0`
fn one_operand(a: &Advisor<'_>) -> Option<Remedy> {
    if a.kinds != "r" || !matches!(a.name, "neg" | "negu" | "not" | "abs") {
        return None;
    }
    let advice = format!("if `{}` is to be both source and result", a.text(0));
    Some(Remedy {
        title: format!("`{}` needs two operands: the result, then the source", a.name),
        label: "expected a second operand".into(),
        point: Some(crate::diag::explain::operands::behind(a.statement)),
        help: vec![a.write(&advice, &[format!("{} {}, {}", a.name, a.text(0), a.text(0))])?],
        ..Remedy::default()
    })
}
