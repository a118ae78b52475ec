//! Register names. Owns the one list of names and the rule by which MARS reads a register from
//! text; knows nothing of values.

use crate::java;

/// The names of the 32 integer registers, by number.
pub const NAMES: [&str; 32] = [
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4",
    "$t5", "$t6", "$t7", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$t8", "$t9",
    "$k0", "$k1", "$gp", "$sp", "$fp", "$ra",
];

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
}
