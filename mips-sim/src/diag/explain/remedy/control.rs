//! Jumps, branches and `syscall`: a register where a label goes, a number where a label goes, the
//! wrong one of two similar names.

use super::Advisor;
use crate::diag::explain::Explanation;

const NAME_IT: &str = "put a label before the instruction to go to, and name it here";

pub(super) fn find(a: &Advisor<'_>) -> Option<Explanation> {
    jump(a).or_else(|| branch(a)).or_else(|| service(a))
}

fn jump(a: &Advisor<'_>) -> Option<Explanation> {
    let (title, label, help) = match (a.name, a.kinds.as_str()) {
        ("j" | "b", "r") => (
            "`#n` goes to a label, not to an address in a register",
            "expected a label",
            a.write("`jr` jumps to a register", &["jr #0"])?,
        ),
        ("jal", "r") => (
            "`jal` calls a label, not an address in a register",
            "expected a label",
            a.write("`jalr` calls through a register", &["jalr #0"])?,
        ),
        ("jr", "n") => (
            "`jr` jumps to the address in a register",
            "expected a register",
            a.write("`j` jumps to a label", &["j #0"])?,
        ),
        ("jalr", "n") => (
            "`jalr` calls the address in a register",
            "expected a register",
            a.write("`jal` calls a label", &["jal #0"])?,
        ),
        ("j" | "jal" | "b", "i") => {
            ("`#n` goes to a label; MARS takes no address here", "expected a label", NAME_IT.into())
        }
        ("jr", "") => (
            "`jr` needs the register that holds the address",
            "which register?",
            a.write("to return from a function", &["jr $ra"])?,
        ),
        ("jal", kinds) if kinds.starts_with('n') && kinds.len() > 1 => (
            "`jal` takes only the label of the function",
            "nothing may stand here",
            format!(
                "pass arguments in `$a0` to `$a3`: set them before `jal {}`",
                super::shorten(a.text(0))
            )
            .into(),
        ),
        _ => return None,
    };
    let point = match a.kinds.len() {
        0 => Some(a.statement.head_range()),
        1 => a.at(0),
        _ => a.at(1).map(|range| range.start..a.statement.operands_range().end),
    };
    a.remedy(point, title, label, help)
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

fn branch(a: &Advisor<'_>) -> Option<Explanation> {
    let two = COMPARISONS.iter().find(|row| row.0 == a.name);
    let zero = COMPARISONS.iter().find(|row| row.1 == a.name);
    let (title, label, at, help) = match (a.kinds.as_str(), two, zero) {
        ("rn", Some((_, zero, _)), _) => (
            "`#n` compares two values, but only one is given",
            "expected a second register or a constant",
            1,
            a.write("to compare with zero", &[&format!("{zero} #0, #1")])?,
        ),
        ("rr" | "ri", Some(_), _) => (
            "`#n` needs a label to go to",
            "expected a label after this",
            1,
            a.example("#n #0, #1, loop")?,
        ),
        ("r", _, Some(_)) => (
            "`#n` needs a label to go to",
            "expected a label after this",
            0,
            a.example("#n #0, loop")?,
        ),
        ("rrn" | "rin", _, Some((name, ..))) => (
            "`#n` compares one register with zero",
            "expected a label",
            1,
            a.write("to compare two values", &[&format!("{name} #0, #1, #2")])?,
        ),
        ("irn", Some((_, _, swapped)), _) => (
            "the first operand of `#n` must be a register",
            "expected a register",
            0,
            a.write("put the constant second", &[&format!("{swapped} #1, #0, #2")])?,
        ),
        ("rnr" | "rni", Some(_), _) => (
            "the label of `#n` comes last",
            "expected a register or a constant",
            1,
            a.write("write", &["#n #0, #2, #1"])?,
        ),
        ("nrr" | "nri", Some(_), _) => (
            "the label of `#n` comes last",
            "expected a register",
            0,
            a.write("write", &["#n #1, #2, #0"])?,
        ),
        ("rri" | "rii", Some(_), _) | ("ri", _, Some(_)) => (
            "`#n` goes to a label; MARS takes no number here",
            "expected a label",
            a.kinds.len() - 1,
            NAME_IT.into(),
        ),
        _ => return None,
    };
    a.remedy(a.at(at), title, label, help)
}

/// `syscall 4`
fn service(a: &Advisor<'_>) -> Option<Explanation> {
    if a.name != "syscall" || a.kinds != "i" {
        return None;
    }
    let help = a.write("put the number in `$v0` first", &["li $v0, #0", "syscall"])?;
    let title = "`syscall` takes no operand: the number of the service is in `$v0`";
    a.remedy(a.at(0), title, "nothing may stand here", help)
}
