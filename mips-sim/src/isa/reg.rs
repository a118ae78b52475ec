//! Register names. Owns the one list of names, what each register is for, and the rule by which
//! MARS reads a register from text; knows nothing of values.

use crate::java;

/// The names of the 32 integer registers, by number.
pub const NAMES: [&str; 32] = [
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4",
    "$t5", "$t6", "$t7", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$t8", "$t9",
    "$k0", "$k1", "$gp", "$sp", "$fp", "$ra",
];

/// The numbers of the registers that a rule or convention names.
#[expect(missing_docs, reason = "named as the registers are")]
mod numbers {
    pub const AT: u8 = 1;
    pub const V0: u8 = 2;
    pub const A0: u8 = 4;
    pub const A1: u8 = 5;
    pub const A2: u8 = 6;
    pub const A3: u8 = 7;
    pub const SP: u8 = 29;
    pub const FP: u8 = 30;
    pub const RA: u8 = 31;
}
pub use numbers::*;

/// What a register is for, by the convention that lets procedures call each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// Who has to keep its value over a call.
    pub saver: Saver,
    /// A sentence for people.
    pub usage: &'static str,
}

/// Who keeps the value of a register over a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saver {
    /// Nobody needs to: it can't change.
    Constant,
    /// Whoever calls, if the value is still needed: the procedure may overwrite it.
    Caller,
    /// The procedure that is called: it gives the register back as it was.
    Callee,
    /// Not a register for programs.
    Reserved,
}

impl Saver {
    /// The rule in words.
    pub fn rule(self) -> &'static str {
        match self {
            Saver::Constant => "It never changes, so it need not be saved.",
            Saver::Caller => {
                "Not kept over a call: the caller saves it if its value is still needed."
            }
            Saver::Callee => {
                "Kept over a call: a procedure that uses it saves it first and restores it."
            }
            Saver::Reserved => "Not for programs: its value can change at any time.",
        }
    }
}

/// What an integer register is for.
pub fn role(number: u8) -> Role {
    let (saver, usage) = match number {
        0 => (Saver::Constant, "Always 0; what is written to it is lost."),
        1 => (Saver::Reserved, "The assembler's own: pseudo-instructions overwrite it."),
        2 => (Saver::Caller, "The result of a procedure; the number of a syscall and its result."),
        3 => (Saver::Caller, "The second word of a procedure's result."),
        4..=7 => (Saver::Caller, "An argument of a procedure or syscall."),
        8..=15 | 24..=25 => (Saver::Caller, "A temporary value."),
        16..=23 => (Saver::Callee, "A value that lives on over calls."),
        26..=27 => (Saver::Reserved, "The kernel's own: for an exception handler."),
        28 => (Saver::Callee, "The global pointer, into the middle of the static data."),
        29 => (Saver::Callee, "The stack pointer, at the last word in use; the stack grows down."),
        30 => (Saver::Callee, "The frame pointer, at a fixed place in a procedure's stack frame."),
        _ => (Saver::Callee, "The return address, which `jal` overwrites."),
    };
    Role { saver, usage }
}

/// What a floating-point register is for.
pub fn float_role(number: u8) -> Role {
    let (saver, usage) = match number {
        0..=3 => {
            (Saver::Caller, "The result of a procedure, and of the syscalls that read numbers.")
        }
        4..=11 | 16..=19 => (Saver::Caller, "A temporary value."),
        12..=15 => (Saver::Caller, "An argument of a procedure; $f12 also of a syscall."),
        _ => (Saver::Callee, "A value that lives on over calls."),
    };
    Role { saver, usage }
}

/// How an integer register was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `$t0`
    Name,
    /// `$8`, `$0x8`, `$010`, or a bare `$` (register 0)
    Number,
}

/// Reads an integer register as MARS does: `$` and an integer from 0 to 31 in any spelling, or an
/// exact lower-case name. A bare `$` is register 0, because MARS reads the empty text as 0.
pub fn integer(text: &str) -> Option<(u8, Spelling)> {
    let rest = text.strip_prefix('$')?;
    if let Some(number) = java::string_to_int(rest) {
        if (0..32).contains(&number) {
            let number = number as u8;
            return Some((number, Spelling::Number));
        }
        return None;
    }
    by_name(rest).map(|number| (number, Spelling::Name))
}

/// The number of a register name without its `$`. The families are computed, which is much faster
/// than looking through the list; a test holds both to the same names.
fn by_name(name: &str) -> Option<u8> {
    let [family, member] = *name.as_bytes() else { return (name == "zero").then_some(0) };
    let index = member.wrapping_sub(b'0');
    let within = |count: u8, first: u8| (index < count).then(|| first + index);
    match (family, member) {
        (b't', b'8' | b'9') => Some(16 + index),
        (b't', _) => within(8, 8),
        (b's', b'p') => Some(29),
        (b's', _) => within(8, 16),
        (b'a', b't') => Some(1),
        (b'a', _) => within(4, 4),
        (b'v', _) => within(2, 2),
        (b'k', _) => within(2, 26),
        (b'g', b'p') => Some(28),
        (b'f', b'p') => Some(30),
        (b'r', b'a') => Some(31),
        _ => None,
    }
}

/// Reads a floating-point register: `$f` and an integer from 0 to 31 in any spelling; `$f` alone
/// is `$f0` for the same reason that `$` is `$0`.
pub fn float(text: &str) -> Option<u8> {
    let number = java::string_to_int(text.strip_prefix("$f")?)?;
    (0..32).contains(&number).then_some(number as u8)
}

/// Whether a floating-point register is written by its name. MARS takes any spelling of the number for
/// the register until it looks for the register of that name.
pub fn is_float_name(text: &str) -> bool {
    let number = text.strip_prefix("$f").unwrap_or_default().as_bytes();
    let plain = matches!(number, [b'0'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
    plain && float(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_names_and_the_rule_agree() {
        for (number, name) in NAMES.iter().enumerate() {
            assert_eq!(integer(name), Some((number as u8, Spelling::Name)), "{name}");
        }
        let letters = || (b'!'..=b'~').map(char::from);
        for text in letters().flat_map(|a| letters().map(move |b| format!("${a}{b}"))) {
            let listed = NAMES.contains(&text.as_str());
            let named = matches!(integer(&text), Some((_, Spelling::Name)));
            assert_eq!(listed, named, "{text}");
        }
    }

    #[test]
    fn registers_are_read_as_mars_reads_them() {
        let cases: &[(&str, Option<u8>)] = &[
            ("$t0", Some(8)),
            ("$8", Some(8)),
            ("$010", Some(8)),
            ("$08", Some(8)),
            ("$0x9", Some(9)),
            ("$", Some(0)),
            ("$ra", Some(31)),
            ("$31", Some(31)),
            ("$32", None),
            ("$s8", None),
            ("$T0", None),
            ("t0", None),
            ("$-1", None),
        ];
        for (text, expected) in cases {
            assert_eq!(integer(text).map(|(n, _)| n), *expected, "{text}");
        }
        assert_eq!(integer("$zero"), Some((0, Spelling::Name)));
        assert_eq!(integer("$0"), Some((0, Spelling::Number)));
        assert_eq!(float("$f31"), Some(31));
        assert_eq!(float("$f"), Some(0));
        assert_eq!(float("$f32"), None);
        assert_eq!(float("$fp"), None);
    }

    #[test]
    fn every_register_has_its_role() {
        let saved = |saver| (0..32).filter(move |number| role(*number).saver == saver);
        let names = |saver| saved(saver).map(|n| NAMES[usize::from(n)]).collect::<Vec<_>>();
        assert_eq!(names(Saver::Constant), ["$zero"]);
        assert_eq!(names(Saver::Reserved), ["$at", "$k0", "$k1"]);
        assert_eq!(saved(Saver::Caller).count(), 16);
        assert_eq!(saved(Saver::Callee).count(), 12);
        assert_eq!((0..32).filter(|n| float_role(*n).saver == Saver::Callee).count(), 12);
    }
}
