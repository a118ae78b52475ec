//! Inputs as an instructor describes them: fields in their order, each a line or a list. What lies
//! outside is never asked of anybody.

use crate::values::{Maker, Value, ValueKind};

/// The fields of an input, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The fields.
    pub fields: Vec<InputField>,
}

/// A part of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct InputField {
    /// Its name.
    pub name: String,
    /// What it is.
    pub shape: FieldShape,
}

/// One value, or many.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldShape {
    /// A value on a line.
    One(ValueRange),
    /// Values, each on a line, or all on one line with something between them.
    List {
        /// What each is.
        of: ValueRange,
        /// How many there are.
        count: Count,
        /// What comes behind the last, and is none of them.
        until: Option<Vec<u8>>,
        /// What stands between them on one line.
        separator: Option<Vec<u8>>,
    },
}

/// How many values a list has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// As many as the value of this field, a whole number, which comes before.
    Field(usize),
    /// From so many to so many.
    Between(usize, usize),
}

/// What one value is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueRange {
    /// A whole number from the first to the second.
    Int(i32, i32),
    /// A number with a fraction from the first to the second.
    Real(f64, f64),
    /// A text of these letters, so many at least and at most.
    Text(Vec<u8>, usize, usize),
    /// One of these lines.
    Choice(Vec<Vec<u8>>),
}

/// Bounds are tried more often than what lies between them.
const BOUNDS: u32 = 4;

impl ValueRange {
    pub(crate) fn make(&self, maker: &mut Maker<'_>, earlier: &[Value]) -> Value {
        match self {
            ValueRange::Int(low, high) => {
                let near = |value: i64| value.clamp(i64::from(*low), i64::from(*high)) as i32;
                let own = maker.int(earlier);
                if maker.once_in(BOUNDS) {
                    let bounds =
                        [*low, *high, near(i64::from(*low) + 1), near(i64::from(*high) - 1)];
                    Value::Int(bounds[maker.below(4)])
                } else if (low..=high).contains(&&own) {
                    Value::Int(own)
                } else {
                    let width = (i64::from(*high) - i64::from(*low) + 1) as u64;
                    Value::Int((i64::from(*low) + (maker.dice.bits() % width) as i64) as i32)
                }
            }
            ValueRange::Real(low, high) => {
                if maker.once_in(BOUNDS) {
                    return Value::Real([*low, *high, low.max(0.0).min(*high)][maker.below(3)]);
                }
                let share = maker.below(10_001) as f64 / 10_000.0;
                let number = low + (high - low) * share;
                // As few decimals as leave it in its range.
                let scale = [1.0, 10.0, 100.0, 10_000.0][maker.below(4)];
                let short = (number * scale).round() / scale;
                Value::Real(if (low..=high).contains(&&short) { short } else { number })
            }
            ValueRange::Text(letters, least, most) => {
                let span = most - least;
                let length = match maker.below(4) {
                    0 => *least,
                    1 => *most,
                    2 => least + maker.below(span.min(6) + 1),
                    _ => least + maker.below(span + 1),
                };
                let few = 1 + maker.below(letters.len());
                let from = maker.below(letters.len());
                let letter = |_| letters[(from + maker.below(few)) % letters.len()];
                let mut text: Vec<u8> = (0..length).map(letter).collect();
                if maker.once_in(6) {
                    // The same from both ends.
                    let half = text.len() / 2;
                    let (front, back) = text.split_at_mut(half);
                    back.iter_mut().rev().zip(front).for_each(|(back, front)| *back = *front);
                }
                Value::Text(text)
            }
            ValueRange::Choice(lines) => {
                Value::of_line(&lines[maker.below(lines.len())], ValueKind::Int)
            }
        }
    }

    /// Whether a line is one of these.
    pub fn holds(&self, line: &[u8]) -> bool {
        let text = str::from_utf8(line).unwrap_or_default();
        match self {
            ValueRange::Int(low, high) => {
                text.parse::<i32>().is_ok_and(|number| (low..=high).contains(&&number))
            }
            ValueRange::Real(low, high) => {
                text.parse::<f64>().is_ok_and(|number| (low..=high).contains(&&number))
            }
            ValueRange::Text(letters, least, most) => {
                (least..=most).contains(&&line.len())
                    && line.iter().all(|byte| letters.contains(byte))
            }
            ValueRange::Choice(lines) => lines.iter().any(|other| other == line),
        }
    }
}

impl Description {
    /// An input as described.
    pub fn make(&self, maker: &mut Maker<'_>) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        let mut numbers: Vec<i64> = Vec::new();
        for field in &self.fields {
            let mut number = 0;
            match &field.shape {
                FieldShape::One(item) => {
                    let value = item.make(maker, &values);
                    if let Value::Int(int) = value {
                        number = i64::from(int);
                    }
                    values.push(value);
                }
                FieldShape::List { of, count, until, separator } => {
                    let count = match count {
                        Count::Field(at) => usize::try_from(numbers[*at]).unwrap_or(0),
                        Count::Between(least, most) => {
                            let few = (most - least).min([0, 2, 5, 200][maker.below(4)]);
                            least + maker.below(few + 1)
                        }
                    };
                    let mut list: Vec<Value> = Vec::new();
                    while list.len() < count {
                        let value = of.make(maker, &list);
                        if until.as_ref().is_none_or(|end| *end != value.line()) {
                            list.push(value);
                        }
                    }
                    let end = until.as_ref().map(|end| Value::of_line(end, ValueKind::Int));
                    list.extend(end);
                    match separator {
                        None => values.extend(list),
                        Some(between) => {
                            let list: Vec<Vec<u8>> = list.iter().map(Value::line).collect();
                            values.push(Value::Text(list.join(between.as_slice())));
                        }
                    }
                }
            }
            numbers.push(number);
        }
        values
    }

    /// Whether these lines are an input as described.
    pub fn holds(&self, values: &[Value]) -> bool {
        let lines: Vec<Vec<u8>> = values.iter().map(Value::line).collect();
        let mut rest = lines.as_slice();
        let mut numbers: Vec<i64> = Vec::new();
        for field in &self.fields {
            let mut number = 0;
            let took = match &field.shape {
                FieldShape::One(item) => match rest.first() {
                    Some(line) if item.holds(line) => {
                        number = str::from_utf8(line).map_or(0, |text| text.parse().unwrap_or(0));
                        Some(1)
                    }
                    _ => None,
                },
                FieldShape::List { of, count, until, separator: None } => {
                    list_length(rest, of, count, until.as_deref(), &numbers)
                }
                FieldShape::List { of, count, until, separator: Some(between) } => {
                    let split = rest.first().map(|line| split(line, between));
                    split.and_then(|parts| {
                        let took = list_length(&parts, of, count, until.as_deref(), &numbers)?;
                        (took == parts.len()).then_some(1)
                    })
                }
            };
            let Some(took) = took else { return false };
            rest = &rest[took..];
            numbers.push(number);
        }
        rest.is_empty()
    }
}

/// How many lines a list takes, if it is there.
fn list_length(
    lines: &[Vec<u8>],
    of: &ValueRange,
    count: &Count,
    until: Option<&[u8]>,
    numbers: &[i64],
) -> Option<usize> {
    let (least, most) = match count {
        Count::Field(at) => {
            let count = usize::try_from(numbers[*at]).unwrap_or(0);
            (count, count)
        }
        Count::Between(least, most) => (*least, *most),
    };
    let is_end = |line: &[u8]| until == Some(line);
    let holds = |line: &&Vec<u8>| !is_end(line) && of.holds(line);
    let found = lines.iter().take(most).take_while(holds).count();
    match until {
        Some(_) => (found >= least && lines.get(found).is_some_and(|line| is_end(line)))
            .then_some(found + 1),
        None => (found >= least).then_some(found),
    }
}

/// The parts of a line; an empty line has none.
fn split(line: &[u8], between: &[u8]) -> Vec<Vec<u8>> {
    if line.is_empty() {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(line);
    let between = String::from_utf8_lossy(between);
    text.split(&*between).map(|part| part.as_bytes().to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Pool, Ways};

    fn description() -> Description {
        let field = |name: &str, shape| InputField { name: name.into(), shape };
        let list = |of, count, until: Option<&[u8]>, separator: Option<&[u8]>| FieldShape::List {
            of,
            count,
            until: until.map(<[u8]>::to_vec),
            separator: separator.map(<[u8]>::to_vec),
        };
        Description {
            fields: vec![
                field("n", FieldShape::One(ValueRange::Int(0, 5))),
                field("a", list(ValueRange::Int(-100, 100), Count::Field(0), None, None)),
                field("b", list(ValueRange::Int(-3, 3), Count::Between(0, 4), Some(b"0"), None)),
                field(
                    "c",
                    list(
                        ValueRange::Text(b"xyz".to_vec(), 1, 3),
                        Count::Between(1, 3),
                        None,
                        Some(b", "),
                    ),
                ),
                field("d", FieldShape::One(ValueRange::Real(-1.5, 2.5))),
                field("e", FieldShape::One(ValueRange::Choice(vec![b"+".to_vec(), b"7".to_vec()]))),
            ],
        }
    }

    #[test]
    fn what_is_made_is_as_described() {
        let (description, pool) = (description(), Pool::default());
        for number in 0..2000 {
            let values = description.make(&mut Maker::new(1, number, &pool, Ways::default()));
            assert!(description.holds(&values), "{values:?}");
            let more = [values.as_slice(), &[Value::Int(7)]].concat();
            assert!(!description.holds(&more), "{more:?}");
            assert!(!description.holds(&values[..values.len() - 1]), "{values:?}");
        }
    }
}
