//! Floating point numbers to text, as `Float.toString` and `Double.toString` print them.
//!
//! The layout never changed: plain decimals from 10^-3 up to 10^7, otherwise one digit before the
//! point and an exponent. The digits did: Java 19 brought the shortest ones. Those come from Rust,
//! which finds them too, apart from what [`shortest`] settles; the older ones from [`Binary`].

use std::fmt::{self, Write};
use std::ops::Neg;
use std::str::FromStr;

use super::digits::{Binary, Digits};

/// Whose digits to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatText {
    /// As Java up to release 18 does, which is what MARS was mostly run with.
    #[default]
    Java17,
    /// As Java from release 19 on does: the shortest digits that read back as the same number.
    Shortest,
}

/// `Float.toString`.
///
/// ```
/// use mips_sim::java::{FloatText, float_text};
///
/// assert_eq!(float_text(0.1, FloatText::Java17), "0.1");
/// assert_eq!(float_text(3.4e10, FloatText::Java17), "3.3999999E10");
/// assert_eq!(float_text(3.4e10, FloatText::Shortest), "3.4E10");
/// ```
pub fn float_text(value: f32, style: FloatText) -> String {
    let bits = value.to_bits();
    let (fraction, field) = (u64::from(bits & 0x7f_ffff), (bits >> 23 & 0xff) as i32);
    text(value, style, || Binary::new(fraction, field, 23).digits())
}

/// `Double.toString`.
///
/// ```
/// use mips_sim::java::{FloatText, double_text};
///
/// assert_eq!(double_text(1e7, FloatText::Java17), "1.0E7");
/// assert_eq!(double_text(2e23, FloatText::Java17), "1.9999999999999998E23");
/// assert_eq!(double_text(2e23, FloatText::Shortest), "2.0E23");
/// ```
pub fn double_text(value: f64, style: FloatText) -> String {
    let bits = value.to_bits();
    let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    text(value, style, || Binary::new(fraction, field, 52).digits())
}

fn text<F: Shortest>(value: F, style: FloatText, java17: impl FnOnce() -> Digits) -> String {
    special(value.into()).unwrap_or_else(|| {
        let negative = value.into().is_sign_negative();
        let digits = match style {
            FloatText::Java17 => java17(),
            FloatText::Shortest => shortest(if negative { -value } else { value }),
        };
        lay_out(negative, &digits)
    })
}

/// The text of a number that has no digits to choose.
fn special(value: f64) -> Option<String> {
    let text = match value {
        _ if value.is_nan() => "NaN",
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        _ if value != 0.0 => return None,
        _ if value.is_sign_negative() => "-0.0",
        _ => "0.0",
    };
    Some(text.to_string())
}

fn lay_out(negative: bool, digits: &Digits) -> String {
    const ZEROS: &str = "0000000";
    // The longest text: sign, 20 digits, point, E, sign and three digits of exponent.
    let mut text = String::with_capacity(28);
    if negative {
        text.push('-');
    }
    let (all, exponent) = (digits.as_str(), digits.exponent);
    match exponent {
        1..8 => {
            let point = exponent as usize;
            let (whole, fraction) = all.split_at(point.min(all.len()));
            text.push_str(whole);
            text.push_str(&ZEROS[..point - whole.len()]);
            text.push('.');
            text.push_str(if fraction.is_empty() { "0" } else { fraction });
        }
        -2..=0 => {
            text.push_str("0.");
            text.push_str(&ZEROS[..-exponent as usize]);
            text.push_str(all);
        }
        _ => {
            let (first, rest) = all.split_at(1);
            text.push_str(first);
            text.push('.');
            text.push_str(if rest.is_empty() { "0" } else { rest });
            write!(text, "E{}", exponent - 1).expect("a string takes any text");
        }
    }
    text
}

/// What [`shortest`] asks of a number.
trait Shortest: Copy + PartialEq + Neg<Output = Self> + fmt::LowerExp + FromStr + Into<f64> {}

impl Shortest for f32 {}
impl Shortest for f64 {}

/// The digits of Java 19 for a positive number: of those that read back as the number the
/// shortest, of these the closest, of two equally close the even ones. Only, where one digit would
/// do Java looks among those of two.
fn shortest<F: Shortest>(value: F) -> Digits {
    let mut text = Scientific::default();
    write!(text, "{value:e}").expect("a double has at most 17 digits");
    let mut found = text.number();
    if found.digits < 10 {
        let mut longer = Scientific::default();
        write!(longer, "{value:.1e}").expect("two digits fit");
        if longer.reads_as(value) {
            found = longer.number();
        }
    } else if found.digits % 2 == 1
        && let Some(other) = found.equally_close(value.into())
    {
        let mut even = Scientific::default();
        write!(even, "{}e{}", other.digits, other.exponent).expect("no longer than before");
        if even.reads_as(value) {
            found = other;
        }
    }
    let count = found.digits.ilog10() as i32 + 1;
    let mut digits = Digits::new(found.exponent + count);
    digits.set_integer(found.digits);
    digits
}

/// `digits × 10^exponent`.
struct Decimal {
    digits: u64,
    exponent: i32,
}

impl Decimal {
    /// The other number with as many digits that is equally close to `value`, if `value` lies
    /// halfway between two. Rust's choice is not specified then.
    fn equally_close(&self, value: f64) -> Option<Decimal> {
        // An odd multiple of 2^-n has n decimals, the last of which is a 5.
        let bits = value.to_bits();
        let significand = bits & ((1 << 52) - 1) | 1 << 52;
        let zeros = significand.trailing_zeros();
        let decimals = 1075 - (bits >> 52) as i32 - zeros as i32;
        if decimals != 1 - self.exponent || !(1..=25).contains(&decimals) {
            return None;
        }
        let exact = u128::from(significand >> zeros) * 5u128.pow(decimals as u32);
        let ours = u128::from(self.digits) * 10;
        let digits = match () {
            () if ours == exact + 5 => self.digits - 1,
            () if ours + 5 == exact => self.digits + 1,
            () => return None,
        };
        Some(Decimal { digits, ..*self })
    }
}

/// A short text such as `1.25e-7`, kept on the stack.
#[derive(Default)]
struct Scientific {
    buffer: [u8; 32],
    len: usize,
}

impl Scientific {
    fn as_str(&self) -> &str {
        str::from_utf8(&self.buffer[..self.len]).expect("only whole strings are written")
    }

    fn reads_as<F: Shortest>(&self, value: F) -> bool {
        self.as_str().parse().is_ok_and(|read: F| read == value)
    }

    fn number(&self) -> Decimal {
        let (mantissa, exponent) = self.as_str().split_once('e').expect("`{:e}` writes an e");
        let decimals = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let digits = mantissa
            .bytes()
            .filter(u8::is_ascii_digit)
            .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
        let exponent: i32 = exponent.parse().expect("`{:e}` writes an exponent");
        Decimal { digits, exponent: exponent - decimals as i32 }
    }
}

impl Write for Scientific {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.buffer.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
