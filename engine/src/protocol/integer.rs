//! Integers as the simulator reads them, which is as Java does.

/// The zero of each row of decimal digits in Unicode's basic plane; the other nine follow it. Java
/// looks at UTF-16 units, so that digits outside the plane are none.
const ZEROS: [char; 37] = [
    '0', '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}',
    '\u{1040}', '\u{1090}', '\u{17e0}', '\u{1810}', '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}',
    '\u{1b50}', '\u{1bb0}', '\u{1c40}', '\u{1c50}', '\u{a620}', '\u{a8d0}', '\u{a900}', '\u{a9d0}',
    '\u{a9f0}', '\u{aa50}', '\u{abf0}', '\u{ff10}',
];

/// A line as an integer of 32 bits: characters up to the blank do not matter at both ends, then
/// come one sign at most and decimal digits of any script.
pub(super) fn parse(line: &str) -> Option<i32> {
    let line = line.trim_matches(|c: char| c <= ' ');
    let (negative, digits) = match line.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, line.strip_prefix('+').unwrap_or(line)),
    };
    if digits.is_empty() {
        return None;
    }
    // Counting downwards reaches the smallest integer too.
    let value =
        digits.chars().try_fold(0i32, |value, c| value.checked_mul(10)?.checked_sub(digit(c)?))?;
    if negative { Some(value) } else { value.checked_neg() }
}

fn digit(c: char) -> Option<i32> {
    ZEROS.iter().map(|zero| c as i32 - *zero as i32).find(|value| (0..10).contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_integer() {
        let cases: &[(&str, Option<i32>)] = &[
            ("0", Some(0)),
            ("+4", Some(4)),
            (" 2 ", Some(2)),
            ("\t\u{0}8\u{1f} ", Some(8)),
            ("08", Some(8)),
            ("-2", Some(-2)),
            ("-0", Some(0)),
            ("000000000000000000000512", Some(512)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
            ("2147483648", None),
            ("-2147483649", None),
            ("99999999999", None),
            ("\u{661}\u{666}", Some(16)),
            ("\u{ff15}1\u{0968}", Some(512)),
            // A mathematical digit lies outside the basic plane.
            ("\u{1d7d0}", None),
            // A no-break space lies above the blank.
            ("\u{a0}2", None),
            ("", None),
            (" ", None),
            ("+", None),
            ("-", None),
            ("+-2", None),
            ("- 2", None),
            ("2 4", None),
            ("X", None),
            ("2.0", None),
            ("0x2", None),
            ("1_6", None),
            ("²", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn rows_of_digits_are_in_order_and_apart() {
        assert!(ZEROS.is_sorted_by(|a, b| *a as u32 + 10 <= *b as u32));
        assert_eq!(ZEROS.map(|zero| parse(&zero.to_string())), [Some(0); 37]);
    }
}
