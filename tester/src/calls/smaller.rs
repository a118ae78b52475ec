//! What calls can be replaced with to make an example smaller.

use super::{Given, Linked, Shape, Signature, Size};
use crate::values::{self, Value};

/// How far arguments are from the simplest: how many values there are, and what they cost.
pub fn cost(list: &[Given]) -> (usize, u64) {
    let (mut count, mut sum) = (0, 0u64);
    for given in list {
        given.each_value(&mut |value| {
            let (length, cost) = value.cost();
            count += 1 + length;
            sum = sum.saturating_add(cost);
        });
    }
    (count, sum)
}

/// The arguments of one call after the other.
type Lists = Vec<Vec<Given>>;

fn cost_of_all(lists: &[Vec<Given>]) -> (usize, u64) {
    let costs = lists.iter().map(|list| cost(list));
    costs.fold((0, 0), |(count, sum), (more, own)| (count + more, sum.saturating_add(own)))
}

/// Offers arguments of the same calls that are as described and smaller by [`cost`], those with fewer
/// values first, until one is taken; whether one is.
pub fn smaller(
    signatures: &[&Signature],
    lists: &[Vec<Given>],
    take: &mut dyn FnMut(Lists) -> bool,
) -> bool {
    let whole = cost_of_all(lists);
    let mut offer = |mut other: Lists| {
        let pairs = || signatures.iter().zip(lists);
        for ((signature, _), list) in pairs().zip(&mut other) {
            signature.tidy(list);
        }
        let holds = |((signature, old), list): ((&&Signature, &Vec<Given>), &Vec<Given>)| {
            old == list || signature.holds(list)
        };
        cost_of_all(&other) < whole && pairs().zip(&other).all(holds) && take(other)
    };
    let with = |call: usize, list: Vec<Given>| {
        let mut other = lists.to_vec();
        other[call] = list;
        other
    };
    for (call, (signature, list)) in signatures.iter().zip(lists).enumerate() {
        // Many values at first, then each.
        let most = list.iter().map(longest).max().unwrap_or(0);
        let mut length = most;
        while length > 0 {
            for start in 0..=most - length {
                let at = 0..list.len();
                let shorter = at.filter_map(|at| shortened(signature, list, at, start, length));
                if shorter.map(|list| with(call, list)).any(&mut offer) {
                    return true;
                }
            }
            length /= 2;
        }
        if trees(list).into_iter().map(|list| with(call, list)).any(&mut offer) {
            return true;
        }
    }
    let mut values: Vec<Value> = Vec::new();
    let all = lists.iter().flatten();
    all.for_each(|given| given.each_value(&mut |value| values.push(value.clone())));
    for (at, old) in values.iter().enumerate() {
        let with = |new: Value| {
            replaced(lists, &mut |index, value| {
                if index == at {
                    value.clone_from(&new);
                }
            })
        };
        if values::smaller(old).into_iter().map(with).any(&mut offer) {
            return true;
        }
    }
    // Values that are the same, and must stay so.
    for (at, old) in values.iter().enumerate() {
        if values[..at].contains(old) || !values[at + 1..].contains(old) {
            continue;
        }
        let with = |new: Value| {
            replaced(lists, &mut |_, value| {
                if value == old {
                    value.clone_from(&new);
                }
            })
        };
        if values::smaller(old).into_iter().map(with).any(&mut offer) {
            return true;
        }
    }
    // A character, and the same one in texts.
    for old in values.iter().enumerate().filter(|(at, old)| !values[..*at].contains(old)) {
        let Value::Char(old) = *old.1 else { continue };
        let with = |new: Value| {
            let Value::Char(new) = new else { return lists.to_vec() };
            replaced(lists, &mut |_, value| match value {
                Value::Char(byte) if *byte == old => *byte = new,
                Value::Text(text) => {
                    text.iter_mut().filter(|byte| **byte == old).for_each(|byte| *byte = new);
                }
                _ => {}
            })
        };
        if values::smaller(&Value::Char(old)).into_iter().map(with).any(&mut offer) {
            return true;
        }
    }
    false
}

fn replaced(lists: &[Vec<Given>], change: &mut dyn FnMut(usize, &mut Value)) -> Lists {
    let mut lists = lists.to_vec();
    let mut index = 0;
    for given in lists.iter_mut().flatten() {
        given.each_value_mut(&mut |value| {
            change(index, value);
            index += 1;
        });
    }
    lists
}

fn longest(given: &Given) -> usize {
    match given {
        Given::Many(list) => list.iter().map(longest).max().unwrap_or(0).max(list.len()),
        Given::Value(_) | Given::Leaf | Given::Node(_) => 0,
    }
}

/// The same without a range of the values that an argument counts, or that it has itself.
fn shortened(
    signature: &Signature,
    list: &[Given],
    at: usize,
    start: usize,
    length: usize,
) -> Option<Vec<Given>> {
    if let Given::Many(values) = &list[at] {
        let fixed = matches!(signature.arguments[at].shape, Shape::Struct(_));
        if fixed || start + length > values.len() {
            return None;
        }
        let mut other = list.to_vec();
        remove(&mut other[at], start, length);
        return Some(other);
    }
    let Given::Value(Value::Int(count)) = &list[at] else { return None };
    if !signature.counts(at) || start + length > usize::try_from(*count).unwrap_or(0) {
        return None;
    }
    let mut other = list.to_vec();
    other[at] = Given::Value(Value::Int(count - length as i32));
    for (argument, given) in signature.arguments.iter().zip(&mut other) {
        match &argument.shape {
            Shape::Array { size, .. } | Shape::List(Linked { size, .. })
                if *size == Size::Of(at) =>
            {
                remove(given, start, length);
            }
            Shape::Matrix { rows, columns, .. } => {
                if *rows == Size::Of(at) {
                    remove(given, start, length);
                }
                if let (true, Given::Many(rows)) = (*columns == Size::Of(at), given) {
                    rows.iter_mut().for_each(|row| remove(row, start, length));
                }
            }
            _ => {}
        }
    }
    Some(other)
}

fn remove(given: &mut Given, start: usize, length: usize) {
    if let Given::Many(values) = given {
        let end = (start + length).min(values.len());
        values.drain(start.min(end)..end);
    }
}

/// The same with less of a tree: nothing, or what is below a node in its place.
fn trees(list: &[Given]) -> Vec<Vec<Given>> {
    let mut found = Vec::new();
    for (at, given) in list.iter().enumerate() {
        for tree in pruned(given) {
            let mut other = list.to_vec();
            other[at] = tree;
            found.push(other);
        }
    }
    found
}

fn pruned(tree: &Given) -> Vec<Given> {
    let Given::Node(parts) = tree else { return Vec::new() };
    let [value, left, right] = &**parts;
    let node = |left: Given, right: Given| Given::Node(Box::new([value.clone(), left, right]));
    let mut found = vec![Given::Leaf, left.clone(), right.clone()];
    found.extend(pruned(left).into_iter().map(|left| node(left, right.clone())));
    found.extend(pruned(right).into_iter().map(|right| node(left.clone(), right)));
    found
}
