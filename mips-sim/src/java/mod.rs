//! The Java-isms of MARS, each in one place: how it reads numbers from text, which characters it
//! takes for letters and digits, and how it compares names without regard to case.

/// The first code point of each decimal digit row of Unicode's basic plane: a character `c` is a
/// digit with value `c - zero` when it lies within ten of one of these.
const DIGIT_ZEROS: [u32; 37] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// The value of a decimal digit of any script, as `Character.isDigit` and `Character.digit` see it.
pub fn decimal_digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let code = c as u32;
    let row = DIGIT_ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    let value = code - DIGIT_ZEROS[row];
    (value < 10).then_some(value)
}

/// `Character.digit(c, radix)`: decimal digits of any script and Latin letters, plain or full-width.
fn digit(c: char, radix: u32) -> Option<u32> {
    let value = match c {
        'a'..='z' => c as u32 - 'a' as u32 + 10,
        'A'..='Z' => c as u32 - 'A' as u32 + 10,
        '\u{ff21}'..='\u{ff3a}' => c as u32 - 0xff21 + 10,
        '\u{ff41}'..='\u{ff5a}' => c as u32 - 0xff41 + 10,
        _ => decimal_digit(c)?,
    };
    (value < radix).then_some(value)
}

/// `Character.isLetter`, for one UTF-16 unit: characters outside the basic plane are never letters
/// to MARS. (Rust's `is_alphabetic` also holds for combining vowel signs, which Java excludes; no
/// program was ever seen to depend on that.)
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    let letter_number = matches!(c as u32,
        0x16ee..=0x16f0 | 0x2160..=0x2182 | 0x2185..=0x2188 | 0x24b6..=0x24e9
        | 0x3007 | 0x3021..=0x3029 | 0x3038..=0x303a | 0xa6e6..=0xa6ef);
    (c as u32) < 0x10000 && c.is_alphabetic() && !letter_number
}

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

/// `Double.parseDouble`: trimmed decimal or hexadecimal floating text with an optional sign and an
/// optional `f`, `F`, `d` or `D` behind it, `NaN` or `Infinity`.
pub fn parse_double(text: &str) -> Option<f64> {
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    let (negative, rest) = match trimmed.as_bytes().first()? {
        b'-' => (true, &trimmed[1..]),
        b'+' => (false, &trimmed[1..]),
        _ => (false, trimmed),
    };
    let value = match rest {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ if rest.starts_with("0x") || rest.starts_with("0X") => parse_hex_double(&rest[2..])?,
        _ => parse_decimal_double(rest)?,
    };
    Some(if negative { -value } else { value })
}

fn strip_float_suffix(text: &str) -> &str {
    text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text)
}

fn parse_decimal_double(text: &str) -> Option<f64> {
    let text = strip_float_suffix(text);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
        return None;
    }
    if let Some(exponent) = exponent {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if unsigned.is_empty() || !digits(unsigned) {
            return None;
        }
    }
    // What is left is text that both languages accept and round correctly.
    text.parse().ok()
}

/// Hexadecimal floating text after `0x`: digits with an optional point, then a binary exponent.
/// `p` is obligatory, so an `f` or `d` among the digits is never a suffix.
fn parse_hex_double(text: &str) -> Option<f64> {
    let at = text.find(['p', 'P'])?;
    let exponent = strip_float_suffix(&text[at + 1..]);
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut power: i64 = unsigned.parse::<i64>().unwrap_or(i64::MAX / 8).min(i64::MAX / 8);
    if exponent.starts_with('-') {
        power = -power;
    }
    let (whole, fraction) = text[..at].split_once('.').unwrap_or((&text[..at], ""));
    if whole.len() + fraction.len() == 0 {
        return None;
    }
    // Keep 62 significant bits and remember whether anything was lost below them.
    let (mut bits, mut sticky) = (0u64, false);
    for (index, c) in whole.chars().chain(fraction.chars()).enumerate() {
        let nibble = u64::from(c.to_digit(16)?);
        if bits >> 58 == 0 {
            bits = bits << 4 | nibble;
            if index >= whole.len() {
                power -= 4;
            }
        } else {
            sticky |= nibble != 0;
            if index < whole.len() {
                power += 4;
            }
        }
    }
    Some(scale(bits, sticky, power))
}

/// `bits × 2^power` rounded to nearest, ties to even; `sticky` says that the true value is a
/// little larger than `bits`.
fn scale(bits: u64, sticky: bool, power: i64) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let shift = bits.leading_zeros();
    let normal = bits << shift;
    // The value is normal / 2^63 × 2^top with 1 ≤ normal / 2^63 < 2.
    let top = power.saturating_add(63 - i64::from(shift));
    if top > 1023 {
        return f64::INFINITY;
    }
    // A normal number keeps 53 bits; below 2^-1022 one bit is lost for each power of two.
    let kept = if top >= -1022 { 53 } else { 53 - (-1022 - top) };
    if kept < 0 {
        return 0.0;
    }
    let dropped = (64 - kept) as u32;
    let (mut fraction, lost, half) = if dropped >= 64 {
        (0, normal, 1u64 << 63)
    } else {
        (normal >> dropped, normal & ((1 << dropped) - 1), 1u64 << (dropped - 1))
    };
    if lost > half || lost == half && (sticky || fraction & 1 == 1) {
        fraction += 1;
    }
    // Adding into the exponent field lets a carry out of the fraction raise the exponent by itself.
    let exponent = (top.max(-1022) + 1022) as u64;
    let implicit = if top >= -1022 { fraction } else { fraction & ((1 << 53) - 1) };
    f64::from_bits((exponent << 52) + implicit)
}

/// Folds one character as `String.equalsIgnoreCase` does for the letters that occur in mnemonics
/// and directives: ASCII case, and the few other characters whose case forms are ASCII letters.
pub fn fold_case(c: char) -> char {
    match c {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        '\u{131}' | '\u{130}' => 'i',
        _ => c.to_ascii_lowercase(),
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
    fn doubles() {
        let cases: &[(&str, Option<f64>)] = &[
            ("1.5", Some(1.5)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1.e2", Some(100.0)),
            ("1e-50", Some(1e-50)),
            ("3f", Some(3.0)),
            ("2d", Some(2.0)),
            ("0x1p3", Some(8.0)),
            ("0x1.8p1", Some(3.0)),
            ("0x.8p0f", Some(0.5)),
            ("0x1.fffffffffffff8p1023", Some(f64::INFINITY)),
            ("0x1p-1074", Some(f64::from_bits(1))),
            ("0x1p-1075", Some(0.0)),
            ("0x1.8p-1074", Some(f64::from_bits(2))),
            ("0x0.0000000000001p-1022", Some(f64::from_bits(1))),
            ("0x1.fffffffffffffp-1023", Some(f64::MIN_POSITIVE)),
            ("0x1.00000000000008p0", Some(1.0)),
            ("0x1.000000000000080000000000001p0", Some(1.0000000000000002)),
            ("Infinity", Some(f64::INFINITY)),
            ("-Infinity", Some(f64::NEG_INFINITY)),
            ("1e400", Some(f64::INFINITY)),
            ("inf", None),
            ("1e", None),
            ("0x10", None),
            (".", None),
            ("e5", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_double(text), *expected, "{text:?}");
        }
        assert!(parse_double("NaN").is_some_and(f64::is_nan));
    }
}
