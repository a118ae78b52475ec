//! What a value can be replaced with to make an example smaller.

use super::Value;

/// Numbers that are tried one by one.
const ONE_BY_ONE: i64 = 16;

/// Values that are smaller by [`Value::cost`], the smallest first.
pub fn smaller(value: &Value) -> Vec<Value> {
    let mut list = match value {
        Value::Int(number) => ints(i64::from(*number)),
        Value::Real(number) => reals(*number),
        Value::Char(byte) => letters(*byte).map(Value::Char).collect(),
        Value::Text(text) => texts(text),
    };
    list.retain(|other| other.cost() < value.cost());
    list.sort_by_key(Value::cost);
    list.dedup();
    list
}

fn ints(number: i64) -> Vec<Value> {
    let few = (0..=ONE_BY_ONE).flat_map(|small| [small, -small]);
    let halves = std::iter::successors(Some(number), |half| (*half != 0).then_some(half / 2));
    // What is left between one half and the next is closed in on from above.
    let near = halves.clone().map(|half| number - half);
    let others = [-number, number - number.signum(), number / 10, number % 10];
    let all = few.chain(halves).chain(near).chain(others);
    all.filter_map(|other| i32::try_from(other).ok()).map(Value::Int).collect()
}

fn reals(number: f64) -> Vec<Value> {
    let few = [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 1.5, 10.0, 100.0];
    let near = [number.trunc(), number.round(), (number * 10.0).trunc() / 10.0];
    let less = [-number, (number / 2.0).trunc(), number - number.signum(), number / 2.0];
    few.into_iter().chain(near).chain(less).map(Value::Real).collect()
}

fn letters(byte: u8) -> impl Iterator<Item = u8> {
    [b'a', b'b', b'0', b'1', b'A', b' ', byte.to_ascii_lowercase()].into_iter()
}

fn texts(text: &[u8]) -> Vec<Value> {
    let mut list = Vec::new();
    let mut length = text.len();
    while length > 0 {
        for start in (0..text.len()).step_by(length) {
            let end = (start + length).min(text.len());
            list.push([&text[..start], &text[end..]].concat());
        }
        length /= 2;
    }
    for (at, byte) in text.iter().enumerate() {
        for letter in letters(*byte) {
            let mut other = text.to_vec();
            other[at] = letter;
            list.push(other.clone());
            // Letters that were the same stay the same.
            other
                .iter_mut()
                .zip(text)
                .filter(|(_, old)| *old == byte)
                .for_each(|(new, _)| *new = letter);
            list.push(other);
        }
    }
    let mut ascending = text.to_vec();
    ascending.sort_by_key(|byte| super::letter_cost(*byte));
    list.push(ascending);
    // The same letters at both ends are left out together.
    if let [_, inner @ .., _] = text {
        list.push(inner.to_vec());
    }
    list.into_iter().map(Value::Text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_are_smaller_and_lead_to_the_simplest() {
        let values = [
            Value::Int(i32::MIN),
            Value::Int(1000),
            Value::Real(-123.456),
            Value::Real(1e300),
            Value::Char(b'~'),
            Value::Text(b"Hello, World".to_vec()),
        ];
        for value in values {
            let list = smaller(&value);
            assert!(list.iter().all(|other| other.cost() < value.cost()), "{value:?}");
            let simplest =
                [Value::Int(0), Value::Real(0.0), Value::Char(b'a'), Value::Text(vec![])];
            assert!(simplest.contains(&list[0]), "{value:?}: {:?}", list[0]);
        }
    }

    #[test]
    fn any_threshold_is_found_by_steps() {
        for threshold in [1, 17, 100, 4711, 1 << 30] {
            let mut value = Value::Int(i32::MAX);
            let big = |value: &Value| matches!(value, Value::Int(number) if *number >= threshold);
            while let Some(next) = smaller(&value).into_iter().find(big) {
                value = next;
            }
            assert_eq!(value, Value::Int(threshold));
        }
    }
}
