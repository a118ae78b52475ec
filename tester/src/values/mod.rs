//! Values that a program can be given: how they are chosen, and which of them are smaller.
//!
//! A [`Value`] is a number, a character or a text. A [`Pool`] holds those that a program itself names,
//! a [`Maker`] chooses new ones by a seed, and [`smaller`] lists what a value can be replaced with by
//! whoever looks for the smallest example. Nothing here knows how a value reaches a program.

mod make;
mod pool;
mod smaller;

pub use make::{Maker, Way, Ways};
pub use pool::Pool;
pub use smaller::smaller;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// A word.
    Int,
    /// A number in single precision.
    Float,
    /// A number in double precision.
    Double,
    /// A line, of which so many bytes fit, with the zero byte at its end.
    Text {
        /// The bytes.
        room: u32,
    },
    /// A character.
    Char,
}

/// Something to give to a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A word.
    Int(i32),
    /// A number with a fraction.
    Real(f64),
    /// A character of ASCII.
    Char(u8),
    /// Text without a line end.
    Text(Vec<u8>),
}

impl Value {
    /// Whether it is an answer to a question of this kind.
    pub fn fits(&self, kind: ValueKind) -> bool {
        matches!(
            (self, kind),
            (Value::Int(_), ValueKind::Int)
                | (Value::Real(_), ValueKind::Float | ValueKind::Double)
                | (Value::Text(_), ValueKind::Text { .. })
                | (Value::Char(_), ValueKind::Char)
        )
    }

    /// The value that a line means where this is asked for; the line as a text if it means none.
    pub fn of_line(line: &[u8], kind: ValueKind) -> Value {
        let text = str::from_utf8(line).ok();
        let number = match kind {
            ValueKind::Int => text.and_then(|text| text.parse().ok()).map(Value::Int),
            ValueKind::Float | ValueKind::Double => {
                let number = text.and_then(|text| text.parse::<f64>().ok());
                number.filter(|number| number.is_finite()).map(Value::Real)
            }
            ValueKind::Char => match line {
                [byte] if byte.is_ascii() => Some(Value::Char(*byte)),
                _ => None,
            },
            ValueKind::Text { .. } => None,
        };
        // A number that is written in another way is kept as it is written.
        let same = |value: &Value| {
            let mut bytes = Vec::new();
            value.write(&mut bytes);
            bytes == line
        };
        number.filter(same).unwrap_or_else(|| Value::Text(line.to_vec()))
    }

    /// Adds it to a text as a person would type it.
    pub fn write(&self, text: &mut Vec<u8>) {
        match self {
            Value::Int(number) => text.extend_from_slice(number.to_string().as_bytes()),
            Value::Real(number) => {
                let size = number.abs();
                let shown = match size != 0.0 && !(1e-4..1e9).contains(&size) {
                    true => format!("{number:e}"),
                    false => format!("{number:?}"),
                };
                text.extend_from_slice(shown.as_bytes());
            }
            Value::Char(byte) => text.push(*byte),
            Value::Text(bytes) => text.extend_from_slice(bytes),
        }
    }

    /// The same as a line.
    pub fn line(&self) -> Vec<u8> {
        let mut line = Vec::new();
        self.write(&mut line);
        line
    }

    /// How far it is from the simplest value: 0, 1, -1, 2, -2 and so on; short texts before long ones,
    /// and letters from `a` before all else.
    pub fn cost(&self) -> (usize, u64) {
        let number = |size: u64, negative: bool| size.saturating_mul(2) + u64::from(negative);
        match self {
            Value::Int(value) => (0, number(u64::from(value.unsigned_abs()), *value < 0)),
            // Fractions are more than whole numbers, and more digits more than few.
            Value::Real(value) => {
                let digits = self.line().iter().filter(|byte| byte.is_ascii_digit()).count();
                let whole = if value.fract() == 0.0 { 0 } else { digits };
                (whole, number((value.abs().min(1e15) * 1e3) as u64, *value < 0.0))
            }
            Value::Char(byte) => (1, letter_cost(*byte)),
            // Of the same letters, those that ascend are the simplest.
            Value::Text(bytes) => {
                let letters = bytes.iter().rev().zip(1..);
                (bytes.len(), letters.map(|(byte, weight)| weight * letter_cost(*byte)).sum())
            }
        }
    }
}

fn letter_cost(byte: u8) -> u64 {
    match byte {
        b'a'..=b'z' => u64::from(byte - b'a'),
        b'0'..=b'9' => 26 + u64::from(byte - b'0'),
        b'A'..=b'Z' => 36 + u64::from(byte - b'A'),
        b' ' => 62,
        _ => 63 + u64::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_what_it_is_written_as() {
        let room = ValueKind::Text { room: 20 };
        let check = |line: &str, kind: ValueKind, value: Value| {
            assert_eq!(Value::of_line(line.as_bytes(), kind), value);
            assert_eq!(value.line(), line.as_bytes());
        };
        check("-12", ValueKind::Int, Value::Int(-12));
        check("+12", ValueKind::Int, Value::Text(b"+12".to_vec()));
        check("1.5", ValueKind::Float, Value::Real(1.5));
        check("2.0", ValueKind::Double, Value::Real(2.0));
        check("2", ValueKind::Double, Value::Text(b"2".to_vec()));
        check("1e300", ValueKind::Double, Value::Real(1e300));
        check("q", ValueKind::Char, Value::Char(b'q'));
        check("", ValueKind::Char, Value::Text(Vec::new()));
        check("12", room, Value::Text(b"12".to_vec()));
    }
}
