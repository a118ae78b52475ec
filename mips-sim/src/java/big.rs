//! Just enough big integer arithmetic to print a double: numbers of fixed size on the stack.
//!
//! The largest values that the digit generator meets have about 850 bits.

use std::cmp::Ordering;

const LIMBS: usize = 16;

/// A natural number below 2^1024, least significant limb first. Limbs from `len` on are zero.
#[derive(Clone, Copy)]
pub(super) struct Big {
    limbs: [u64; LIMBS],
    len: usize,
}

impl Big {
    /// `factor × 5^fives × 2^twos`.
    pub(super) fn product(factor: u64, fives: u32, twos: u32) -> Big {
        let mut limbs = [0; LIMBS];
        limbs[0] = factor;
        let mut big = Big { limbs, len: 1 };
        for _ in 0..fives / 27 {
            big.multiply(5u64.pow(27));
        }
        big.multiply(5u64.pow(fives % 27));
        big.shift_left(twos);
        big
    }

    /// Multiplies by a small number.
    pub(super) fn multiply(&mut self, factor: u64) {
        let mut carry = 0u128;
        for limb in &mut self.limbs[..self.len] {
            carry += u128::from(*limb) * u128::from(factor);
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            self.limbs[self.len] = carry as u64;
            self.len += 1;
        }
    }

    fn shift_left(&mut self, bits: u32) {
        let whole = (bits / 64) as usize;
        self.limbs.copy_within(..self.len, whole);
        self.limbs[..whole].fill(0);
        self.len += whole;
        self.multiply(1 << (bits % 64));
    }

    /// The sum of two numbers.
    pub(super) fn plus(&self, other: &Big) -> Big {
        let mut sum = *self;
        let mut carry = false;
        sum.len = self.len.max(other.len);
        for (limb, more) in sum.limbs[..sum.len].iter_mut().zip(&other.limbs) {
            let (value, first) = limb.overflowing_add(*more);
            let (value, second) = value.overflowing_add(u64::from(carry));
            (*limb, carry) = (value, first || second);
        }
        if carry {
            sum.limbs[sum.len] = 1;
            sum.len += 1;
        }
        sum
    }

    /// Divides by a number of which this is at most a few multiples, keeps the remainder and
    /// returns the quotient. It is a decimal digit, so subtracting is quick enough.
    pub(super) fn take_quotient(&mut self, divisor: &Big) -> u8 {
        let mut quotient = 0;
        while self.compare(divisor).is_ge() {
            self.subtract(divisor);
            quotient += 1;
        }
        quotient
    }

    /// Subtracts a number that is no larger.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = false;
        for (limb, less) in self.limbs[..self.len].iter_mut().zip(&other.limbs) {
            let (value, first) = limb.overflowing_sub(*less);
            let (value, second) = value.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (value, first || second);
        }
        while self.len > 1 && self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
    }

    /// Orders two numbers.
    pub(super) fn compare(&self, other: &Big) -> Ordering {
        let limbs = |big: &Big| big.limbs.into_iter().take(big.len).rev();
        self.len.cmp(&other.len).then_with(|| limbs(self).cmp(limbs(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_itself() {
        // 10^200 both ways round, and 7 × 10^200 + 3 × 5^10 divided by it.
        let mut ten = Big::product(1, 0, 0);
        (0..200).for_each(|_| ten.multiply(10));
        assert!(ten.compare(&Big::product(1, 200, 200)).is_eq());
        let mut sum = Big::product(7, 200, 200).plus(&Big::product(3, 10, 0));
        assert_eq!(sum.take_quotient(&ten), 7);
        assert!(sum.compare(&Big::product(3 * 5u64.pow(10), 0, 0)).is_eq());
    }

    #[test]
    fn carries_and_borrows_cross_limbs() {
        let one = Big::product(1, 0, 0);
        let mut big = Big::product(1, 0, 640);
        big.subtract(&one);
        assert_eq!((big.len, big.limbs[9]), (10, u64::MAX));
        assert!(big.plus(&one).compare(&Big::product(1, 0, 640)).is_eq());
        assert!(big.compare(&Big::product(1, 0, 640)).is_lt());
    }
}
