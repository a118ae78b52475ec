//! Arithmetic, logic, shifts and comparisons: constants and labels where registers go, too few or
//! too many operands, the immediate form with a register and the register form with an immediate.

use super::Advisor;
use crate::diag::explain::Explanation;
use crate::diag::explain::operands::{Trouble, behind};
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

pub(super) fn find(a: &Advisor<'_>) -> Option<Explanation> {
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
fn too_large(a: &Advisor<'_>) -> Option<Explanation> {
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
    let first = "load it into a register first";
    let help = match (a.name, a.kinds.as_str()) {
        ("lui", "ri") => {
            a.write("`lui` fills the upper 16 bits only; to load all 32", &["li #0, #1"])
        }
        ("sll" | "srl" | "sra", _) => Some("a register has 32 bits, numbered 0 to 31".into()),
        (name, "rri") => register_form(name)
            .and_then(|twin| a.write(first, &["li #s, #2", &format!("{twin} #0, #1, #s")])),
        (name, "ri") => register_form(name)
            .and_then(|twin| a.write(first, &["li #s, #1", &format!("{twin} #0, #s")])),
        _ => None,
    };
    let found = Explanation::new(title).label(format!("expected {low} to {high}"));
    let found = found.point(Some(operand.range.clone()));
    Some(match help {
        Some(help) => found.help(help),
        None => found,
    })
}

/// `add $f0, $f1, $f2` or `add.s $t0, $t1, $t2`.
fn floats(a: &Advisor<'_>) -> Option<Explanation> {
    match a.kinds.as_str() {
        "fff" | "ff" if !a.name.contains('.') => {
            let mut help = a.write("for floats", &["#n.s #*"])?;
            let double = a.fill("#n.d #*");
            if super::assembles(&double) {
                help.text.push_str(&format!(", for doubles `{double}`"));
                help.instead.push(vec![double]);
            }
            a.remedy(a.at(0), "`#n` works on integer registers", "expected `$t0` or the like", help)
        }
        "rrr" | "rr" if a.name.ends_with(".s") || a.name.ends_with(".d") => {
            let integer = format!("{} #*", &a.name[..a.name.len() - 2]);
            let help = a.write("for integers", &[&integer])?;
            let title = "`#n` works on floating-point registers";
            a.remedy(a.at(0), title, "expected `$f0` or the like", help)
        }
        _ => None,
    }
}

/// `addi $t0, $t1, $t2`
fn register_twin(a: &Advisor<'_>) -> Option<Explanation> {
    let twin = register_form(a.name).filter(|_| a.kinds == "rrr")?;
    let title = if a.name.starts_with('s') && !a.name.contains('i') {
        "`#n` takes a constant, but `#2` is a register"
    } else {
        "`#n` takes a constant (the `i` means immediate), but `#2` is a register"
    };
    let help = a.write("with a register", &[&format!("{twin} #*")])?;
    a.remedy(a.at(2), title, "expected a constant", help)
}

/// `slt $t0, $t1, 5`, `nor $t0, $t1, 5`: no form takes this constant.
fn constant_last(a: &Advisor<'_>) -> Option<Explanation> {
    if a.kinds != "rri" || !is_three(a) {
        return None;
    }
    let twin = constant_form(a.name)
        .and_then(|twin| a.write("with a constant", &[&format!("{twin} #0, #1, #2")]));
    let (title, help) = match twin {
        Some(help) => ("`#n` does not take the constant #2 here", help),
        None => (
            "`#n` works on registers; #2 is a constant",
            a.write("load the constant first", &["li #s, #2", "#n #0, #1, #s"])?,
        ),
    };
    a.remedy(a.at(2), title, "expected a register", help)
}

/// `add $t0, 5, $t1`, `sub $t0, 5, $t1`, `addi 5, $t0, $t1`
fn constant_first(a: &Advisor<'_>) -> Option<Explanation> {
    if !is_three(a) {
        return None;
    }
    let (title, at, help) = match a.kinds.as_str() {
        "rir" => {
            let turns = COMMUTATIVE.contains(&a.name) || a.name == "addi" || a.name == "addiu";
            let swapped = a.write("put the constant last", &["#n #0, #2, #1"]);
            let loaded = || {
                let line = format!("{} #0, #s, #2", register_form(a.name).unwrap_or(a.name));
                a.write("load the constant first", &["li #s, #1", &line])
            };
            let help = swapped.filter(|_| turns).or_else(loaded)?;
            ("the second operand of `#n` must be a register", 1, help)
        }
        "rii" => {
            let lines = ["li #0, #1", "#n #0, #0, #2"];
            let help = a.write("load the first one into a register", &lines)?;
            ("`#n` takes at most one constant", 1, help)
        }
        kinds if kinds.starts_with('i') => (
            "the first operand of `#n` is where the result goes",
            0,
            "name the register that is to hold the result first".into(),
        ),
        _ => return None,
    };
    a.remedy(a.at(at), title, "expected a register", help)
}

/// `add $t0, $t1`, `addi $t0, 1`: the destination is not also a source.
fn two_operands(a: &Advisor<'_>) -> Option<Explanation> {
    let three = is_three(a) || a.has_form(&[Slot::Freg, Slot::Freg, Slot::Freg]);
    if !three || !matches!(a.kinds.as_str(), "rr" | "ri" | "ff") {
        return None;
    }
    let same = a.text(0) == a.text(1);
    let operands = if same { "#0, #0, #s" } else { "#0, #0, #1" };
    let twin = if a.kinds == "ri" { constant_form(a.name) } else { register_form(a.name) };
    let advice = match same {
        true => "for example".to_string(),
        false => a.fill("if `#0` is to be both source and result"),
    };
    let mut help = [Some(a.name), twin]
        .into_iter()
        .flatten()
        .find_map(|name| a.write(&advice, &[&format!("{name} {operands}")]))?;
    if same {
        // The third operand is anyone's guess.
        help.instead.clear();
    }
    let title = "`#n` needs three operands: the result, then two sources";
    a.remedy(Some(behind(a.statement)), title, "expected a third operand", help)
}

/// `add $t0, $t1, $t2, $t3`
fn four_operands(a: &Advisor<'_>) -> Option<Explanation> {
    if !is_three(a) || !matches!(a.kinds.as_str(), "rrrr" | "rrri" | "rrir") {
        return None;
    }
    let help = a.write("do it in two steps", &["#n #0, #1, #2", "#n #0, #0, #3"])?;
    let title = "`#n` takes three operands: the result, then two sources";
    a.remedy(a.at(3), title, "one operand too many", help)
}

/// `add $t0, $t1, x`, `add $t0, $t1, 4($t2)`: an operand in memory, or the result.
fn from_memory(a: &Advisor<'_>) -> Option<Explanation> {
    if !is_three(a) {
        return None;
    }
    // What stands in memory, from which operand to which, and the sources once it is loaded.
    let (stored, from, to, sources) = match a.kinds.as_str() {
        "rrn" => ("#2", 2, 2, "#1, #s"),
        "rnr" | "rni" => ("#1", 1, 1, "#s, #2"),
        "rri(r)" => ("#2(#4)", 2, 5, "#1, #s"),
        "rr(r)" => ("(#3)", 2, 4, "#1, #s"),
        "ri(r)r" | "ri(r)i" => ("#1(#3)", 1, 4, "#s, #5"),
        "nrr" | "nri" => {
            let help = a.write("store the result afterwards", &["#n #s, #1, #2", "sw #s, #0"])?;
            let title = "the result of `#n` goes to a register, not to memory";
            return a.remedy(a.at(0), title, "expected a register", help);
        }
        _ => return None,
    };
    // `addi` with a constant stays; with two registers it is its twin that is meant.
    let stays = super::assembles(&a.fill(&format!("#n #0, {sources}")));
    let name = if stays { a.name } else { register_form(a.name).unwrap_or(a.name) };
    let lines = [&*format!("lw #s, {stored}"), &format!("{name} #0, {sources}")];
    let help = a.write("load the value from memory first", &lines)?;
    let what = a.fill(stored);
    let kind = if from == to && !a.is_label(&what) { "a name" } else { "in memory" };
    let title = format!("`{}` works on registers; `{}` is {kind}", a.name, super::shorten(&what));
    let point = Some(a.at(from)?.start..a.at(to)?.end);
    Some(Explanation::new(title).label("expected a register").point(point).help(help))
}

/// `mult $t0, $t1, $t2`, `mult $t0, 5`: the result is in LO and HI.
fn product(a: &Advisor<'_>) -> Option<Explanation> {
    let two = a.has_form(&[Slot::Reg, Slot::Reg]);
    if !two || is_three(a) && a.kinds != "ri" {
        return None;
    }
    match (a.name, a.kinds.as_str()) {
        ("mult" | "multu", "rrr" | "rri") => {
            let help = a.write("with three operands", &["mul #*"])?;
            let title = "`#n` takes two registers and leaves the product in HI and LO";
            a.remedy(a.at(2), title, "one operand too many", help)
        }
        (_, "ri") => {
            let help = a.write("load the constant first", &["li #s, #1", "#n #0, #s"])?;
            let title = "`#n` works on registers; #1 is a constant";
            a.remedy(a.at(1), title, "expected a register", help)
        }
        _ => None,
    }
}

/// `neg $t0`, `not $t0`
fn one_operand(a: &Advisor<'_>) -> Option<Explanation> {
    if a.kinds != "r" || !matches!(a.name, "neg" | "negu" | "not" | "abs") {
        return None;
    }
    let advice = a.fill("if `#0` is to be both source and result");
    let help = a.write(&advice, &["#n #0, #0"])?;
    let title = "`#n` needs two operands: the result, then the source";
    a.remedy(Some(behind(a.statement)), title, "expected a second operand", help)
}
