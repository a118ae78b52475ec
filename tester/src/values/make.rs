//! Chooses values: small and extreme ones, those that programs name, those that came before, and any
//! others. By a seed, so that a choice can be made again.

use engine::{Chance, Seeded};

use super::{Pool, Value, ValueKind};

/// The longest text that is made.
const LONGEST: usize = 40;

/// A way to choose a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From 0 up, small ones most often.
    Small,
    /// From -1 down, small ones most often.
    Negative,
    /// One that a program names, or the next to it.
    Named,
    /// At a border: the greatest, the lowest, a power of two or ten.
    Border,
    /// One that came before, or the next to it.
    Earlier,
    /// Up to a thousand or so.
    Medium,
    /// Any.
    Any,
}

impl Way {
    /// All of them, in the order of [`Ways`].
    pub const ALL: [Way; 7] =
        [Way::Small, Way::Negative, Way::Named, Way::Border, Way::Earlier, Way::Medium, Way::Any];
}

/// How often each way led to something of use, of how often it was gone. Ways that never do are gone
/// seldom: a program for which every large number takes too long is asked for small ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    tried: [u32; Way::ALL.len()],
    useful: [u32; Way::ALL.len()],
}

impl Ways {
    /// The share of each before anything is known.
    const SHARES: [u32; Way::ALL.len()] = [30, 10, 22, 8, 12, 12, 6];

    /// Notes what came of the ways in this set, a bit for each.
    pub fn note(&mut self, used: u8, useful: bool) {
        for at in (0..Way::ALL.len()).filter(|at| used >> at & 1 != 0) {
            self.tried[at] += 1;
            self.useful[at] += u32::from(useful);
        }
    }

    fn weight(&self, at: usize) -> u32 {
        let share = u64::from(Ways::SHARES[at]) * 1000;
        let useful = (u64::from(self.useful[at]) + 4) * share / (u64::from(self.tried[at]) + 4);
        useful.max(share / 50) as u32
    }

    fn choose(&self, dice: &mut Seeded) -> usize {
        let total: u32 = (0..Way::ALL.len()).map(|at| self.weight(at)).sum();
        let mut point = dice.below(total);
        for at in 0..Way::ALL.len() {
            match point.checked_sub(self.weight(at)) {
                Some(rest) => point = rest,
                None => return at,
            }
        }
        0
    }
}

/// Chooses values for one run.
#[derive(Clone, Debug)]
pub struct Maker<'a> {
    /// Chance.
    pub dice: Seeded,
    pool: &'a Pool,
    ways: Ways,
    used: u8,
}

impl<'a> Maker<'a> {
    /// The choices of a seed and a number.
    pub fn new(seed: u64, number: u64, pool: &'a Pool, ways: Ways) -> Maker<'a> {
        Maker { dice: Seeded::stream(seed, number), pool, ways, used: 0 }
    }

    /// The ways that were gone so far, a bit for each.
    pub fn used(&self) -> u8 {
        self.used
    }

    /// A number below this, 0 if it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.dice.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
    }

    /// Whether something happens that happens once in so many times.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.dice.below(times) == 0
    }

    /// A value of a kind, given those before it.
    pub fn value(&mut self, kind: ValueKind, earlier: &[Value]) -> Value {
        match kind {
            ValueKind::Int => Value::Int(self.int(earlier)),
            ValueKind::Float => Value::Real(f64::from(self.real(earlier) as f32)).shortened(),
            ValueKind::Double => Value::Real(self.real(earlier)),
            ValueKind::Char => Value::Char(self.letter()),
            ValueKind::Text { room } => Value::Text(self.text(room, earlier)),
        }
    }

    /// A value with which a program may end what it repeats: one that it names, or 0, -1 or nothing.
    pub fn ending(&mut self, kind: ValueKind) -> Value {
        let usual = self.once_in(3);
        match kind {
            ValueKind::Int if usual || self.pool.ints.is_empty() => {
                Value::Int([0, -1, 1][self.below(3)])
            }
            ValueKind::Int => Value::Int(self.pool.ints[self.below(self.pool.ints.len())]),
            ValueKind::Float | ValueKind::Double if usual || self.pool.reals.is_empty() => {
                Value::Real([0.0, -1.0, 1.0][self.below(3)])
            }
            ValueKind::Float | ValueKind::Double => {
                Value::Real(self.pool.reals[self.below(self.pool.reals.len())]).shortened()
            }
            ValueKind::Text { .. } if usual => Value::Text(Vec::new()),
            ValueKind::Text { .. } if self.pool.texts.is_empty() || self.once_in(2) => {
                Value::Text(self.named_letter().into_iter().collect())
            }
            ValueKind::Text { .. } => {
                Value::Text(self.pool.texts[self.below(self.pool.texts.len())].clone())
            }
            ValueKind::Char => Value::Char(self.named_letter().unwrap_or(b'q')),
        }
    }

    /// A whole number.
    pub fn int(&mut self, earlier: &[Value]) -> i32 {
        let way = self.ways.choose(&mut self.dice);
        self.used |= 1 << way;
        let next_to = |dice: &mut Seeded| [0, 0, 0, 1, -1][dice.below(5) as usize];
        match Way::ALL[way] {
            Way::Small => self.geometric(),
            Way::Negative => -1 - self.geometric(),
            Way::Named if !self.pool.ints.is_empty() => {
                let named = self.pool.ints[self.below(self.pool.ints.len())];
                named.wrapping_add(next_to(&mut self.dice))
            }
            Way::Border => self.border(),
            Way::Earlier => {
                let ints = earlier.iter().filter_map(|value| match value {
                    Value::Int(number) => Some(*number),
                    _ => None,
                });
                let ints: Vec<i32> = ints.collect();
                match ints.is_empty() {
                    true => self.geometric(),
                    false => {
                        let number = ints[self.below(ints.len())];
                        number.wrapping_add(next_to(&mut self.dice))
                    }
                }
            }
            Way::Named | Way::Medium => self.dice.below(1200) as i32 - 100,
            Way::Any => {
                let bits = self.dice.below(32);
                (self.dice.bits() as u32 >> bits) as i32
            }
        }
    }

    /// A number from 0 on: half of them below 4, one in a thousand above 40.
    fn geometric(&mut self) -> i32 {
        let scale = 3 + 2 * self.dice.below(3);
        let mut number = self.dice.below(scale) as i32;
        while self.once_in(2) {
            number += self.dice.below(scale) as i32;
        }
        number
    }

    fn border(&mut self) -> i32 {
        let near = [-1, 0, 1][self.below(3)];
        let border = match self.below(4) {
            0 => [i32::MAX, i32::MIN][self.below(2)],
            1 => 10i32.pow(self.dice.below(10)),
            _ => 1i32.wrapping_shl(self.dice.below(31)),
        };
        let sign = if self.once_in(4) { -1 } else { 1 };
        border.wrapping_mul(sign).wrapping_add(near)
    }

    /// A number with a fraction, or without.
    fn real(&mut self, earlier: &[Value]) -> f64 {
        let reals = earlier.iter().filter_map(|value| match value {
            Value::Real(number) => Some(*number),
            _ => None,
        });
        match self.below(8) {
            0 | 1 => f64::from(self.geometric()),
            2 => -f64::from(self.geometric()),
            3 if !self.pool.reals.is_empty() => {
                let named = self.pool.reals[self.below(self.pool.reals.len())];
                named + [0.0, 0.0, 1.0, -1.0, 0.5][self.below(5)]
            }
            4 => {
                let reals: Vec<f64> = reals.collect();
                if reals.is_empty() { 0.5 } else { reals[self.below(reals.len())] }
            }
            5 => (f64::from(self.dice.below(20_000)) - 5_000.0) / 100.0,
            6 => 10f64.powi(self.dice.below(9) as i32 - 3),
            _ => (f64::from(self.dice.below(400)) - 100.0) / 4.0,
        }
    }

    fn letter(&mut self) -> u8 {
        match self.below(8) {
            0..=2 => self.named_letter().unwrap_or(b'x'),
            3 | 4 => b'a' + self.dice.below(26) as u8,
            5 => b'A' + self.dice.below(26) as u8,
            6 => b'0' + self.dice.below(10) as u8,
            _ => b' ' + self.dice.below(95) as u8,
        }
    }

    /// A character whose code a program names.
    fn named_letter(&mut self) -> Option<u8> {
        let codes = self.pool.ints.iter().filter_map(|code| u8::try_from(*code).ok());
        let codes: Vec<u8> = codes.filter(|code| matches!(code, b' '..=b'~')).collect();
        (!codes.is_empty()).then(|| codes[self.below(codes.len())])
    }

    fn text(&mut self, room: u32, earlier: &[Value]) -> Vec<u8> {
        let texts = earlier.iter().filter_map(|value| match value {
            Value::Text(text) => Some(text.as_slice()),
            _ => None,
        });
        // A sign, or a key of a menu.
        if room > 1
            && self.once_in(6)
            && let Some(letter) = self.named_letter()
        {
            return vec![letter];
        }
        let mut text = match self.below(10) {
            0 => Vec::new(),
            1 if !self.pool.texts.is_empty() => {
                self.pool.texts[self.below(self.pool.texts.len())].clone()
            }
            2 => {
                let texts: Vec<&[u8]> = texts.collect();
                if texts.is_empty() {
                    b"ab".to_vec()
                } else {
                    texts[self.below(texts.len())].to_vec()
                }
            }
            // Reads the same from both ends.
            3 => {
                let half = self.word();
                let skip = usize::from(self.once_in(2)).min(half.len());
                half.iter().chain(half.iter().rev().skip(skip)).copied().collect()
            }
            4 => self.int(earlier).to_string().into_bytes(),
            5 => {
                let words: Vec<Vec<u8>> = (0..1 + self.below(4)).map(|_| self.word()).collect();
                words.join(&b' ')
            }
            6 => (0..self.below(12)).map(|_| self.letter()).collect(),
            // As long as fits.
            7 if room > 1 => {
                let length = (room as usize).saturating_sub(1 + self.below(3)).min(2 * LONGEST);
                (0..length).map(|at| b'a' + (at % 26) as u8).collect()
            }
            // A program that knows the digits reads numbers.
            8 if self.pool.names_digits() => self.int(earlier).to_string().into_bytes(),
            _ => self.word(),
        };
        text.truncate((2 * LONGEST).min(room.saturating_sub(1) as usize));
        text
    }

    /// A few letters of a few.
    fn word(&mut self) -> Vec<u8> {
        let alphabet: &[u8] = [&b"ab"[..], b"abcxyz", b"aAbB", b"0123456789"][self.below(4)];
        let length = (self.geometric() as usize).min(LONGEST);
        (0..length).map(|_| alphabet[self.below(alphabet.len())]).collect()
    }
}

impl Value {
    /// The number with at most four decimals, as a person would write it.
    fn shortened(self) -> Value {
        match self {
            Value::Real(number) if number.abs() < 1e9 => Value::Real((number * 1e4).round() / 1e4),
            other => other,
        }
    }
}
