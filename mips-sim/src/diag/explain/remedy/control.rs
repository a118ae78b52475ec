//! Jumps, branches and `syscall`: a register where a label goes, a number where a label goes, the
//! wrong one of two similar names.

use super::{Advisor, Remedy};

pub(super) fn find(a: &Advisor<'_>) -> Option<Remedy> {
    jump(a).or_else(|| branch(a)).or_else(|| service(a))
}

fn jump(a: &Advisor<'_>) -> Option<Remedy> {
    let (title, label, help) = match (a.name, a.kinds.as_str()) {
        ("j" | "b", "r") => (
            format!("`{}` goes to a label, not to an address in a register", a.name),
            "expected a label",
            a.write("`jr` jumps to a register", &[format!("jr {}", a.text(0))])?,
        ),
        ("jal", "r") => (
            "`jal` calls a label, not an address in a register".to_string(),
            "expected a label",
            a.write("`jalr` calls through a register", &[format!("jalr {}", a.text(0))])?,
        ),
        ("jr", "n") => (
            "`jr` jumps to the address in a register".to_string(),
            "expected a register",
            a.write("`j` jumps to a label", &[format!("j {}", a.text(0))])?,
        ),
        ("jalr", "n") => (
            "`jalr` calls the address in a register".to_string(),
            "expected a register",
            a.write("`jal` calls a label", &[format!("jal {}", a.text(0))])?,
        ),
        ("j" | "jal" | "b", "i") => (
            format!("`{}` goes to a label; MARS takes no address here", a.name),
            "expected a label",
            "put a label before the instruction to go to, and name it here".to_string(),
        ),
        ("jr", "") => (
            "`jr` needs the register that holds the address".to_string(),
            "which register?",
            a.write("to return from a function", &["jr $ra".to_string()])?,
        ),
        ("jal", kinds) if kinds.starts_with('n') && kinds.len() > 1 => (
            "`jal` takes only the label of the function".to_string(),
            "nothing may stand here",
            format!(
                "pass arguments in `$a0` to `$a3`: set them before `jal {}`",
                super::shorten(a.text(0))
            ),
        ),
        _ => return None,
    };
    let point = match a.kinds.len() {
        0 => Some(a.statement.head_range()),
        1 => a.at(0),
        _ => a.at(1).map(|range| range.start..a.statement.operands_range().end),
    };
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

/// Branches that compare two values, the same with zero, and the same with the operands swapped.
const COMPARISONS: [(&str, &str, &str); 6] = [
    ("beq", "beqz", "beq"),
    ("bne", "bnez", "bne"),
    ("bgt", "bgtz", "blt"),
    ("bge", "bgez", "ble"),
    ("blt", "bltz", "bgt"),
    ("ble", "blez", "bge"),
];

fn branch(a: &Advisor<'_>) -> Option<Remedy> {
    let two = COMPARISONS.iter().find(|row| row.0 == a.name);
    let zero = COMPARISONS.iter().find(|row| row.1 == a.name);
    let t = |index: usize| a.text(index);
    let (title, label, point, help) = match (a.kinds.as_str(), two, zero) {
        ("rn", Some((name, zero, _)), _) => (
            format!("`{name}` compares two values, but only one is given"),
            "expected a second register or a constant",
            a.at(1),
            a.write("to compare with zero", &[format!("{zero} {}, {}", t(0), t(1))])?,
        ),
        ("rr" | "ri", Some((name, ..)), _) => (
            format!("`{name}` needs a label to go to"),
            "expected a label after this",
            a.at(1),
            a.write("for example", &[format!("{name} {}, {}, loop", t(0), t(1))])?,
        ),
        ("r", _, Some((_, name, _))) => (
            format!("`{name}` needs a label to go to"),
            "expected a label after this",
            a.at(0),
            a.write("for example", &[format!("{name} {}, loop", t(0))])?,
        ),
        ("rrn" | "rin", _, Some((name, zero, _))) => (
            format!("`{zero}` compares one register with zero"),
            "expected a label",
            a.at(1),
            a.write("to compare two values", &[format!("{name} {}, {}, {}", t(0), t(1), t(2))])?,
        ),
        ("irn", Some((name, _, swapped)), _) => (
            format!("the first operand of `{name}` must be a register"),
            "expected a register",
            a.at(0),
            a.write(
                "put the constant second",
                &[format!("{swapped} {}, {}, {}", t(1), t(0), t(2))],
            )?,
        ),
        ("rnr" | "rni", Some((name, ..)), _) => (
            format!("the label of `{name}` comes last"),
            "expected a register or a constant",
            a.at(1),
            a.write("write", &[format!("{name} {}, {}, {}", t(0), t(2), t(1))])?,
        ),
        ("nrr" | "nri", Some((name, ..)), _) => (
            format!("the label of `{name}` comes last"),
            "expected a register",
            a.at(0),
            a.write("write", &[format!("{name} {}, {}, {}", t(1), t(2), t(0))])?,
        ),
        ("rri" | "rii", Some((name, ..)), _) => (
            format!("`{name}` goes to a label; MARS takes no number here"),
            "expected a label",
            a.at(2),
            "put a label before the instruction to go to, and name it here".to_string(),
        ),
        ("ri", _, Some((_, name, _))) => (
            format!("`{name}` goes to a label; MARS takes no number here"),
            "expected a label",
            a.at(1),
            "put a label before the instruction to go to, and name it here".to_string(),
        ),
        _ => return None,
    };
    Some(Remedy { title, label: label.into(), point, help: vec![help], ..Remedy::default() })
}

/// `syscall 4`
fn service(a: &Advisor<'_>) -> Option<Remedy> {
    if a.name != "syscall" || a.kinds != "i" {
        return None;
    }
    let lines = [format!("li $v0, {}", a.text(0)), "syscall".to_string()];
    Some(Remedy {
        title: "`syscall` takes no operand: the number of the service is in `$v0`".into(),
        label: "nothing may stand here".into(),
        point: a.at(0),
        help: vec![a.write("put the number in `$v0` first", &lines)?],
        ..Remedy::default()
    })
}
