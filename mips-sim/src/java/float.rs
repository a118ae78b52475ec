//! Floating point numbers from text.

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
}
