//! The digits that Java before release 19 chose for a floating point number.
//!
//! They always read back as the same number, but they are neither always the shortest nor always
//! the closest such digits: the error bound is one unit of a binary digit where half of one would
//! do, it is ignored for the first digit of large and small numbers, and the arithmetic is done in
//! 32, 64 or any number of bits, where the fixed widths wrap round. MARS prints what its Java
//! prints, so each of these accidents is kept.

use std::cmp::Ordering;

use super::big::Big;

#[expect(clippy::approx_constant, reason = "Java's constant has fewer digits, and so must ours")]
const JAVA_LOG10_2: f64 = 0.301029995663981;

/// Decimal digits `d1 d2 … dn`, meaning `0.d1d2…dn × 10^exponent`.
pub(super) struct Digits {
    buffer: [u8; 32],
    len: usize,
    pub(super) exponent: i32,
}

impl Digits {
    pub(super) fn new(exponent: i32) -> Digits {
        Digits { buffer: [0; 32], len: 0, exponent }
    }

    /// The digits as ASCII text.
    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(&self.buffer[..self.len]).expect("only ASCII digits are pushed")
    }

    pub(super) fn push(&mut self, digit: u8) {
        self.buffer[self.len] = b'0' + digit;
        self.len += 1;
    }

    /// Writes the digits of an integer, without the zeros it ends in. The exponent stays.
    pub(super) fn set_integer(&mut self, mut value: u64) {
        while value != 0 && value.is_multiple_of(10) {
            value /= 10;
        }
        self.len = value.checked_ilog10().map_or(0, |log| log as usize + 1);
        for at in (0..self.len).rev() {
            self.buffer[at] = b'0' + (value % 10) as u8;
            value /= 10;
        }
    }

    /// Adds one unit of the last digit.
    fn round_up(&mut self) {
        for digit in self.buffer[..self.len].iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.buffer[0] = b'1';
        self.exponent += 1;
    }

    fn last_is_odd(&self) -> bool {
        self.buffer[..self.len].last().is_some_and(|digit| digit % 2 == 1)
    }
}

/// A positive finite number as the generator wants it, whatever its width was.
pub(super) struct Binary {
    /// The significand with its leading bit at 2^52.
    significand: u64,
    /// The exponent of the leading bit.
    exponent: i32,
    /// How many bits of it were stored: 53 or 24, fewer for subnormal numbers.
    precision: i32,
}

impl Binary {
    /// Takes apart a number of which `fraction` has `width` bits below the implicit one, from its
    /// biased exponent field. Zero and infinity are not for here.
    pub(super) fn new(fraction: u64, field: i32, width: u32) -> Binary {
        let bias = if width == 52 { 1023 } else { 127 };
        if field == 0 {
            let bits = 64 - fraction.leading_zeros();
            let exponent = 1 - bias - (width + 1 - bits) as i32;
            Binary { significand: fraction << (53 - bits), exponent, precision: bits as i32 }
        } else {
            let significand = (fraction | 1 << width) << (52 - width);
            Binary { significand, exponent: field - bias, precision: width as i32 + 1 }
        }
    }

    /// The digits of Java 17.
    pub(super) fn digits(&self) -> Digits {
        let zeros = self.significand.trailing_zeros() as i32;
        let bits = 53 - zeros;
        let below_point = (bits - self.exponent - 1).max(0);
        if self.exponent <= 62 && below_point == 0 {
            return self.integer_digits();
        }

        // The estimate is either right or one too large, which the first digit shows.
        let one_to_two = f64::from_bits(1023 << 52 | self.significand & ((1 << 52) - 1));
        let estimate = (one_to_two - 1.5) * 0.289529654
            + 0.176091259
            + f64::from(self.exponent) * JAVA_LOG10_2;
        let ten = estimate.floor() as i32;

        // The value is B / S × 10^ten and M is the error bound, both as products of powers.
        let value_fives = (-ten).max(0);
        let scale_fives = ten.max(0);
        let mut value_twos = value_fives + below_point + self.exponent;
        let mut scale_twos = scale_fives + below_point;
        let mut bound_twos = value_twos - self.precision;
        value_twos -= bits - 1;
        let common = value_twos.min(scale_twos);
        value_twos -= common;
        scale_twos -= common;
        bound_twos -= common;
        if bits == 1 {
            // Below a power of two the neighbour is only half as far away.
            bound_twos -= 1;
        }
        if bound_twos < 0 {
            value_twos -= bound_twos;
            scale_twos -= bound_twos;
            bound_twos = 0;
        }

        let factor = self.significand >> zeros;
        let value_bits = bits + value_twos + bits_of_power_of_five(value_fives);
        let scale_bits = scale_twos + 1 + bits_of_power_of_five(scale_fives + 1);
        let value = (factor, value_fives as u32, value_twos as u32);
        let scale = (1, scale_fives as u32, scale_twos as u32);
        let bound = (1, value_fives as u32, bound_twos as u32);
        match value_bits.max(scale_bits) {
            ..32 => generate::<i32>(value, scale, bound, ten),
            32..64 => generate::<i64>(value, scale, bound, ten),
            _ => generate::<Big>(value, scale, bound, ten),
        }
    }

    /// The digits of a number below 2^63 without a fraction: those that the significand cannot
    /// tell apart are rounded away.
    fn integer_digits(&self) -> Digits {
        let shift = self.exponent - 52;
        let mut value =
            if shift >= 0 { self.significand << shift } else { self.significand >> -shift };
        let spare_bits = (self.exponent - self.precision - 1).max(0) as u32;
        // The factor is log10(2), near enough for so few bits.
        let dropped = spare_bits * 77 / 256;
        if dropped > 0 {
            let unit = 10u64.pow(dropped);
            value = value / unit + u64::from(value % unit >= unit / 2);
        }
        let mut digits = Digits::new((value.ilog10() + 1 + dropped) as i32);
        digits.set_integer(value);
        digits
    }
}

/// How many bits 5^power has, as far as Java's table goes; three times the power beyond it, which
/// is too many, and makes some numbers wider than they need be.
fn bits_of_power_of_five(power: i32) -> i32 {
    match power {
        0 => 0,
        1..27 => 64 - 5u64.pow(power as u32).leading_zeros() as i32,
        _ => 3 * power,
    }
}

/// `factor × 5^fives × 2^twos`.
type Product = (u64, u32, u32);

/// Long division of `value` by `scale`, until what is left is within `bound` of the true value.
fn generate<N: Number>(value: Product, scale: Product, bound: Product, ten: i32) -> Digits {
    let mut rest = N::product(value);
    let scale = N::product(scale);
    let mut bound = N::product(bound);
    let mut ten_scales = scale;
    ten_scales.times_ten();

    let mut digits = Digits::new(ten + 1);
    let digit = rest.next_digit(&scale);
    bound.times_ten();
    let mut low = rest.is_below(&bound);
    let mut high = rest.reaches(&bound, &ten_scales);
    if digit == 0 && !high {
        digits.exponent -= 1;
    } else {
        digits.push(digit);
    }
    // Numbers with an exponent in their text get a second digit in any case.
    if !(-2..9).contains(&digits.exponent) {
        (low, high) = (false, false);
    }
    while !low && !high {
        let digit = rest.next_digit(&scale);
        bound.times_ten();
        digits.push(digit);
        if bound.has_wrapped() {
            (low, high) = (true, true);
        } else {
            low = rest.is_below(&bound);
            high = rest.reaches(&bound, &ten_scales);
        }
    }
    let up = match rest.compare_half(&ten_scales) {
        _ if !low => high,
        Ordering::Greater => high,
        Ordering::Equal => high && digits.last_is_odd(),
        Ordering::Less => false,
    };
    if up {
        digits.round_up();
    }
    digits
}

/// The arithmetic of the division, which is exact only for [`Big`].
trait Number: Copy {
    fn product(product: Product) -> Self;
    fn times_ten(&mut self);
    /// Takes the quotient by `scale` away and multiplies what remains by ten.
    fn next_digit(&mut self, scale: &Self) -> u8;
    fn is_below(&self, bound: &Self) -> bool;
    /// Whether adding the bound takes the number to the next digit.
    fn reaches(&self, bound: &Self, ten_scales: &Self) -> bool;
    fn has_wrapped(&self) -> bool;
    /// Compares with half of `ten_scales`.
    fn compare_half(&self, ten_scales: &Self) -> Ordering;
}

macro_rules! wrapping_number {
    ($($int:ty)*) => {$(
        impl Number for $int {
            fn product((factor, fives, twos): Product) -> $int {
                let power: $int = (5 as $int).wrapping_pow(fives);
                (factor as $int).wrapping_mul(power).wrapping_shl(twos)
            }

            fn times_ten(&mut self) {
                *self = self.wrapping_mul(10);
            }

            fn next_digit(&mut self, scale: &$int) -> u8 {
                let digit = *self / scale;
                *self = (*self % scale).wrapping_mul(10);
                digit as u8
            }

            fn is_below(&self, bound: &$int) -> bool {
                self < bound
            }

            fn reaches(&self, bound: &$int, ten_scales: &$int) -> bool {
                self.wrapping_add(*bound) > *ten_scales
            }

            fn has_wrapped(&self) -> bool {
                *self <= 0
            }

            fn compare_half(&self, ten_scales: &$int) -> Ordering {
                self.wrapping_shl(1).wrapping_sub(*ten_scales).cmp(&0)
            }
        }
    )*};
}

wrapping_number! { i32 i64 }

impl Number for Big {
    fn product((factor, fives, twos): Product) -> Big {
        Big::product(factor, fives, twos)
    }

    fn times_ten(&mut self) {
        self.multiply(10);
    }

    fn next_digit(&mut self, scale: &Big) -> u8 {
        let digit = self.take_quotient(scale);
        self.multiply(10);
        digit
    }

    fn is_below(&self, bound: &Big) -> bool {
        self.compare(bound).is_lt()
    }

    // Unlike the fixed widths, this one includes the bound itself.
    fn reaches(&self, bound: &Big, ten_scales: &Big) -> bool {
        self.plus(bound).compare(ten_scales).is_ge()
    }

    fn has_wrapped(&self) -> bool {
        false
    }

    fn compare_half(&self, ten_scales: &Big) -> Ordering {
        self.plus(self).compare(ten_scales)
    }
}
