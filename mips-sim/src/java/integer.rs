//! Integers from text: Java's own readings, and MARS's way of trying one after the other.

use super::letters::digit;

/// `Integer.valueOf(text, radix)` after the sign, in 64 bits so that the caller can apply it.
fn magnitude(digits: &str, radix: u32) -> Option<i64> {
    if digits.is_empty() {
        return None;
    }
    let mut value: i64 = 0;
    for c in digits.chars() {
        value = value * i64::from(radix) + i64::from(digit(c, radix)?);
        if value > i64::from(u32::MAX) {
            return None;
        }
    }
    Some(value)
}

/// `Integer.parseInt(text, radix)`.
pub fn parse_int(text: &str, radix: u32) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let value = magnitude(digits, radix)?;
    i32::try_from(if text.starts_with('-') { -value } else { value }).ok()
}

/// One line of input as an integer: `Integer.parseInt` of the trimmed line.
pub fn parse_int_line(text: &str) -> Option<i32> {
    parse_int(text.trim_matches(|c: char| c <= ' '), 10)
}

/// `Integer.decode`: an optional sign, then `0x`, `0X` or `#` for hexadecimal, `0` and more digits
/// for octal, else decimal; the value must fit a signed 32-bit integer.
pub fn integer_decode(text: &str) -> Option<i32> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = if let Some(hex) = rest
        .strip_prefix("0x")
        .or_else(|| rest.strip_prefix("0X"))
        .or_else(|| rest.strip_prefix('#'))
    {
        (16, hex)
    } else if rest.len() > 1 && rest.starts_with('0') {
        (8, &rest[1..])
    } else {
        (10, rest)
    };
    let value = magnitude(digits, radix)?;
    i32::try_from(if negative { -value } else { value }).ok()
}

/// MARS's reading of an integer, used for literals, registers and addresses alike: first
/// [`integer_decode`]; failing that `0x` and exactly eight hexadecimal digits as a bit pattern;
/// failing that plain decimal digits with 32-bit wrap-around. The empty text is 0.
pub fn string_to_int(text: &str) -> Option<i32> {
    // Most tokens asked about are names: nothing else can be an integer.
    if let Some(first) = text.bytes().next()
        && !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'#') || first >= 0x80)
    {
        return None;
    }
    if let Some(value) = integer_decode(text) {
        return Some(value);
    }
    let prefixed = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    match prefixed {
        Some(hex) if hex.len() == 8 && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            u32::from_str_radix(hex, 16).ok().map(|bits| bits as i32)
        }
        Some(_) => None,
        None => text.bytes().try_fold(0i32, |value, b| {
            let digit = b.is_ascii_digit().then(|| i32::from(b - b'0'))?;
            Some(value.wrapping_mul(10).wrapping_add(digit))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let cases: &[(&str, Option<i32>)] = &[
            ("0", Some(0)),
            ("10", Some(10)),
            ("-5", Some(-5)),
            ("+5", Some(5)),
            ("010", Some(8)),
            ("08", Some(8)),
            ("018", Some(18)),
            ("-010", Some(-8)),
            ("0x1f", Some(31)),
            ("0X1F", Some(31)),
            ("-0x10", Some(-16)),
            ("0xffffffff", Some(-1)),
            ("0x80000000", Some(i32::MIN)),
            ("-0x80000000", Some(i32::MIN)),
            ("0x1ffffffff", None),
            ("4294967295", Some(-1)),
            ("2147483648", Some(i32::MIN)),
            ("99999999999", Some(0x4876e7ff)),
            ("-2147483648", Some(i32::MIN)),
            ("-2147483649", None),
            ("", Some(0)),
            ("0b1", None),
            ("1_000", None),
            ("\u{ff14}\u{ff12}", Some(42)),
            ("0x\u{ff14}", Some(4)),
            ("\u{ff10}\u{ff11}\u{ff10}", Some(10)),
            ("\u{ff10}x10", None),
            ("abc", None),
            ("0x", None),
        ];
        for (text, expected) in cases {
            assert_eq!(string_to_int(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn lines() {
        let cases: &[(&str, Option<i32>)] = &[
            ("5", Some(5)),
            (" \t-5\u{1} ", Some(-5)),
            ("+7", Some(7)),
            ("007", Some(7)),
            ("00000000000000000000012", Some(12)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
            ("2147483648", None),
            ("-2147483649", None),
            ("\u{661}\u{662}", Some(12)),
            ("-\u{ff14}2", Some(-42)),
            // Digits outside the basic plane are two units to Java, and neither is a digit.
            ("\u{1d7d8}", None),
            // A no-break space lies above U+0020 and is not trimmed.
            ("\u{a0}5", None),
            ("", None),
            ("-", None),
            ("+-5", None),
            ("- 5", None),
            ("5 6", None),
            ("1.5", None),
            ("0x10", None),
            ("1_000", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_int_line(text), *expected, "{text:?}");
        }
    }
}
