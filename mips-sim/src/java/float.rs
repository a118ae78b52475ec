//! Floating point numbers from text, as `Float.parseFloat` and `Double.parseDouble` read them.
//!
//! One grammar serves both widths: trimmed decimal or hexadecimal text with an optional sign and an
//! optional `f`, `F`, `d` or `D` behind it, `NaN` or `Infinity`. The width decides only how the
//! value is rounded, and it is rounded once: a float never passes through a double.

use std::ops::Neg;
use std::str::FromStr;

/// `Double.parseDouble`.
pub fn parse_double(text: &str) -> Option<f64> {
    parse(text)
}

/// `Float.parseFloat`.
pub fn parse_float(text: &str) -> Option<f32> {
    parse(text)
}

/// What the two IEEE formats differ in.
trait Format: FromStr + Neg<Output = Self> {
    const NAN: Self;
    const INFINITY: Self;
    /// Significant bits of a normal number, the implicit one included.
    const PRECISION: i64;
    /// The exponent of the least normal number; the greatest exponent is one minus this.
    const MIN_EXPONENT: i64;
    fn from_bits(bits: u64) -> Self;
}

impl Format for f64 {
    const NAN: f64 = f64::NAN;
    const INFINITY: f64 = f64::INFINITY;
    const PRECISION: i64 = 53;
    const MIN_EXPONENT: i64 = -1022;

    fn from_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

impl Format for f32 {
    const NAN: f32 = f32::NAN;
    const INFINITY: f32 = f32::INFINITY;
    const PRECISION: i64 = 24;
    const MIN_EXPONENT: i64 = -126;

    fn from_bits(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
}

fn parse<F: Format>(text: &str) -> Option<F> {
    let trimmed = text.trim_matches(|c: char| c <= ' ');
    let (negative, rest) = match trimmed.as_bytes().first()? {
        b'-' => (true, &trimmed[1..]),
        b'+' => (false, &trimmed[1..]),
        _ => (false, trimmed),
    };
    let value = match rest {
        "NaN" => F::NAN,
        "Infinity" => F::INFINITY,
        _ if rest.starts_with("0x") || rest.starts_with("0X") => parse_hex(&rest[2..])?,
        _ => parse_decimal(rest)?,
    };
    Some(if negative { -value } else { value })
}

fn strip_float_suffix(text: &str) -> &str {
    text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text)
}

fn parse_decimal<F: Format>(text: &str) -> Option<F> {
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
fn parse_hex<F: Format>(text: &str) -> Option<F> {
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
fn scale<F: Format>(bits: u64, sticky: bool, power: i64) -> F {
    if bits == 0 {
        return F::from_bits(0);
    }
    let shift = bits.leading_zeros();
    let normal = bits << shift;
    // The value is normal / 2^63 × 2^top with 1 ≤ normal / 2^63 < 2.
    let top = power.saturating_add(63 - i64::from(shift));
    if top > 1 - F::MIN_EXPONENT {
        return F::INFINITY;
    }
    // A normal number keeps all its bits; below the normal range one is lost for each power of two.
    let kept = F::PRECISION - (F::MIN_EXPONENT - top).max(0);
    if kept < 0 {
        return F::from_bits(0);
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
    // The leading bit of a normal number counts one into the exponent field, and so does a carry
    // out of the fraction.
    let exponent = (top.max(F::MIN_EXPONENT) - F::MIN_EXPONENT) as u64;
    F::from_bits((exponent << (F::PRECISION - 1)) + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn floats_are_rounded_once() {
        let cases: &[(&str, Option<f32>)] = &[
            ("1.5", Some(1.5)),
            (" -3.25F\t", Some(-3.25)),
            // Halfway between two floats once rounded to a double, but a little above or below.
            ("1.00000005960464477540", Some(1.0000001)),
            ("1.00000017881393432616", Some(1.0000001)),
            ("0x1.00000100000000001p0", Some(1.0000001)),
            ("0x1.000001p0", Some(1.0)),
            ("0x1.000003p0", Some(1.0000002)),
            ("3.4028235677973367e38", Some(f32::INFINITY)),
            ("3.4028235677973366e38", Some(f32::MAX)),
            ("0x1.ffffffp127", Some(f32::INFINITY)),
            ("0x1.fffffefp127", Some(f32::MAX)),
            ("0x1p-149", Some(f32::from_bits(1))),
            ("0x1p-150", Some(0.0)),
            ("0x1.0000000000000000000001p-150", Some(f32::from_bits(1))),
            ("0x1.8p-149", Some(f32::from_bits(2))),
            ("0x1.fffffep-127", Some(f32::MIN_POSITIVE)),
            ("1e-46", Some(0.0)),
            ("1e39", Some(f32::INFINITY)),
            ("-Infinity", Some(f32::NEG_INFINITY)),
            ("nan", None),
            ("1,5", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_float(text), *expected, "{text:?}");
        }
        assert!(parse_float("-NaN").is_some_and(f32::is_nan));
        assert!(parse_float("-0").is_some_and(|zero| zero.is_sign_negative()));
    }
}
