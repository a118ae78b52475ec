//! Chooses arguments, and says whether arguments are such as a signature describes.

use super::{Argument, Given, Linked, Number, Shape, Signature, Size, whole};
use crate::programs::ValueRange;
use crate::values::{Maker, Value};

/// Bounds are tried more often than what lies between them.
const BOUNDS: u32 = 4;
/// How often a number that came before is taken again, if it can be.
const AGAIN: u32 = 4;

impl Signature {
    /// Arguments for a call.
    pub fn make(&self, maker: &mut Maker<'_>) -> Vec<Given> {
        let sizes: Vec<Option<usize>> = (0..self.arguments.len())
            .map(|at| self.counts(at).then(|| count(maker, self.bounds(at))))
            .collect();
        let mut earlier: Vec<Value> = Vec::new();
        let mut list = Vec::new();
        for (argument, size) in self.arguments.iter().zip(&sizes) {
            let given = match size {
                Some(size) => Given::Value(Value::Int(*size as i32)),
                None => make(&argument.shape, maker, &sizes, &mut earlier),
            };
            list.push(given);
        }
        self.tidy(&mut list);
        list
    }

    /// Whether an argument says how many values another has.
    pub fn counts(&self, at: usize) -> bool {
        let by = |size: &Size| *size == Size::Of(at);
        self.arguments.iter().any(|argument| match &argument.shape {
            Shape::Array { size, .. } => by(size),
            Shape::Matrix { rows, columns, .. } => by(rows) || by(columns),
            Shape::List(linked) | Shape::Tree(linked) => by(&linked.size),
            _ => false,
        })
    }

    fn bounds(&self, at: usize) -> (usize, usize) {
        let size = |number: i64| usize::try_from(number).unwrap_or(0);
        match &self.arguments[at].shape {
            Shape::Number(Number::Int(low, high, _) | Number::Uint(low, high)) => {
                (size(*low), size(*high))
            }
            _ => (0, 0),
        }
    }

    /// Puts what must be sorted in order, and lets counts be what they count.
    pub(super) fn tidy(&self, list: &mut [Given]) {
        for (argument, given) in self.arguments.iter().zip(&mut *list) {
            sort(&argument.shape, given);
        }
        for at in (0..list.len()).filter(|at| self.counts(*at)) {
            let lengths = self.arguments.iter().zip(&*list).filter_map(|(argument, given)| {
                match &argument.shape {
                    Shape::Array { size, .. } if *size == Size::Of(at) => Some(given.size()),
                    Shape::List(linked) | Shape::Tree(linked) if linked.size == Size::Of(at) => {
                        Some(given.size())
                    }
                    Shape::Matrix { rows, .. } if *rows == Size::Of(at) => Some(given.size()),
                    _ => None,
                }
            });
            if let Some(least) = lengths.min() {
                list[at] = Given::Value(Value::Int(least as i32));
                self.cut(list, at, least);
            }
        }
    }

    /// Shortens what an argument counts to this length.
    fn cut(&self, list: &mut [Given], at: usize, length: usize) {
        for (argument, given) in self.arguments.iter().zip(list) {
            let Given::Many(values) = given else { continue };
            match &argument.shape {
                Shape::Array { size, .. } | Shape::List(Linked { size, .. })
                    if *size == Size::Of(at) =>
                {
                    values.truncate(length);
                }
                Shape::Matrix { rows, columns, .. } => {
                    if *rows == Size::Of(at) {
                        values.truncate(length);
                    }
                    if *columns == Size::Of(at) {
                        for row in values {
                            if let Given::Many(row) = row {
                                row.truncate(length);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether arguments are as described.
    pub fn holds(&self, list: &[Given]) -> bool {
        let fits = |argument: &Argument, given: &Given| {
            argument.unset || holds(&argument.shape, given, list)
        };
        list.len() == self.arguments.len()
            && self.arguments.iter().zip(list).all(|(argument, given)| fits(argument, given))
    }
}

/// So many, few most often.
fn count(maker: &mut Maker<'_>, (least, most): (usize, usize)) -> usize {
    let few = most.saturating_sub(least).min([0, 2, 5, 200][maker.below(4)]);
    least + maker.below(few + 1)
}

fn size(maker: &mut Maker<'_>, size: Size, sizes: &[Option<usize>]) -> usize {
    match size {
        Size::Of(at) => sizes.get(at).copied().flatten().unwrap_or(0),
        Size::Between(least, most) => count(maker, (least, most)),
    }
}

fn make(
    shape: &Shape,
    maker: &mut Maker<'_>,
    sizes: &[Option<usize>],
    earlier: &mut Vec<Value>,
) -> Given {
    match shape {
        Shape::Number(number) => {
            let value = number.make(maker, earlier);
            earlier.push(value.clone());
            Given::Value(value)
        }
        Shape::Text { letters, least, most } => {
            let value = ValueRange::Text(letters.clone(), *least, *most).make(maker, earlier);
            earlier.push(value.clone());
            Given::Value(value)
        }
        Shape::Array { of, size: count, .. } | Shape::List(Linked { of, size: count, .. }) => {
            let count = size(maker, *count, sizes);
            Given::Many((0..count).map(|_| make(of, maker, sizes, earlier)).collect())
        }
        Shape::Matrix { of, rows, columns } => {
            let (rows, columns) = (size(maker, *rows, sizes), size(maker, *columns, sizes));
            let mut row = || (0..columns).map(|_| make(of, maker, sizes, earlier)).collect();
            Given::Many((0..rows).map(|_| Given::Many(row())).collect())
        }
        Shape::Struct(fields) => Given::Many(
            fields.iter().map(|(_, shape)| make(shape, maker, sizes, earlier)).collect(),
        ),
        Shape::Tree(linked) => {
            let count = size(maker, linked.size, sizes);
            let mut tree = Given::Leaf;
            for _ in 0..count {
                let value = make(&linked.of, maker, sizes, earlier);
                grow(&mut tree, value, linked.sorted, maker);
            }
            tree
        }
        Shape::Room(_) | Shape::Handle | Shape::State(_) => Given::Leaf,
    }
}

/// Adds a node to a tree, where it belongs or anywhere.
fn grow(tree: &mut Given, value: Given, sorted: bool, maker: &mut Maker<'_>) {
    let mut tree = tree;
    while let Given::Node(parts) = tree {
        let order = order(&value, &parts[0]);
        if sorted && order.is_eq() {
            return;
        }
        let right = if sorted { order.is_gt() } else { maker.once_in(2) };
        tree = &mut parts[1 + usize::from(right)];
    }
    *tree = Given::Node(Box::new([value, Given::Leaf, Given::Leaf]));
}

/// The first numbers decide.
fn order(one: &Given, other: &Given) -> std::cmp::Ordering {
    let key = |given: &Given| {
        let mut key = None;
        given.each_value(&mut |value| {
            key = key.or(match value {
                Value::Int(int) => Some(f64::from(*int)),
                Value::Real(real) => Some(*real),
                Value::Char(byte) => Some(f64::from(*byte)),
                Value::Text(_) => None,
            });
        });
        key.unwrap_or_default()
    };
    key(one).total_cmp(&key(other))
}

fn sort(shape: &Shape, given: &mut Given) {
    match (shape, given) {
        (
            Shape::Array { sorted: true, .. } | Shape::List(Linked { sorted: true, .. }),
            Given::Many(list),
        ) => list.sort_by(order),
        (Shape::Struct(fields), Given::Many(list)) => {
            fields.iter().zip(list).for_each(|((_, shape), given)| sort(shape, given));
        }
        _ => {}
    }
}

impl Number {
    fn make(&self, maker: &mut Maker<'_>, earlier: &[Value]) -> Value {
        if maker.once_in(AGAIN) {
            let fitting: Vec<&Value> = earlier.iter().filter(|value| self.holds(value)).collect();
            if !fitting.is_empty() {
                return fitting[maker.below(fitting.len())].clone();
            }
        }
        match self {
            Number::Int(low, high, _) | Number::Uint(low, high) => {
                let range = *low..=*high;
                if maker.once_in(BOUNDS) {
                    let bounds = [*low, *high, (low + 1).min(*high), (high - 1).max(*low)];
                    return Value::Int(bounds[maker.below(4)] as i32);
                }
                let own = Value::Int(maker.int(earlier));
                if range.contains(&whole(self, &own)) {
                    return own;
                }
                let width = (high - low + 1) as u64;
                Value::Int((low + (maker.dice.bits() % width) as i64) as i32)
            }
            Number::Choice(list) => Value::Int(list[maker.below(list.len())]),
            Number::Char(letters) => Value::Char(letters[maker.below(letters.len())]),
            Number::Bool => Value::Int(maker.below(2) as i32),
            Number::Float(low, high) => match ValueRange::Real(*low, *high).make(maker, earlier) {
                Value::Real(number) => Value::Real(f64::from(number as f32)),
                other => other,
            },
            Number::Double(low, high) => ValueRange::Real(*low, *high).make(maker, earlier),
        }
    }

    pub(super) fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Number::Int(low, high, _) | Number::Uint(low, high), Value::Int(_)) => {
                (*low..=*high).contains(&whole(self, value))
            }
            (Number::Choice(list), Value::Int(int)) => list.contains(int),
            (Number::Char(letters), Value::Char(byte)) => letters.contains(byte),
            (Number::Bool, Value::Int(int)) => matches!(int, 0 | 1),
            (Number::Float(low, high) | Number::Double(low, high), Value::Real(number)) => {
                // The bounds themselves may lie between two numbers of single precision.
                (*low as f32..=*high as f32).contains(&(*number as f32))
            }
            _ => false,
        }
    }
}

fn holds(shape: &Shape, given: &Given, all: &[Given]) -> bool {
    let sized = |size: &Size, count: usize| match size {
        Size::Of(at) => all.get(*at) == Some(&Given::Value(Value::Int(count as i32))),
        Size::Between(least, most) => (*least..=*most).contains(&count),
    };
    let ascends = |list: &[Given]| list.windows(2).all(|pair| order(&pair[0], &pair[1]).is_le());
    match (shape, given) {
        (Shape::Number(number), Given::Value(value)) => number.holds(value),
        (Shape::Text { letters, least, most }, Given::Value(Value::Text(text))) => {
            (*least..=*most).contains(&text.len())
                && text.iter().all(|letter| letters.contains(letter))
        }
        (
            Shape::Array { of, size, sorted } | Shape::List(Linked { of, size, sorted, .. }),
            Given::Many(list),
        ) => {
            sized(size, list.len())
                && (!sorted || ascends(list))
                && list.iter().all(|given| holds(of, given, all))
        }
        (Shape::Matrix { of, rows, columns }, Given::Many(list)) => {
            sized(rows, list.len())
                && list.iter().all(|row| match row {
                    Given::Many(row) => {
                        sized(columns, row.len()) && row.iter().all(|given| holds(of, given, all))
                    }
                    _ => false,
                })
        }
        (Shape::Struct(fields), Given::Many(list)) => {
            fields.len() == list.len()
                && fields.iter().zip(list).all(|((_, shape), given)| holds(shape, given, all))
        }
        (Shape::Tree(linked), Given::Leaf | Given::Node(_)) => {
            let mut values = Vec::new();
            in_order(given, &mut values);
            let distinct = |pair: &[&Given]| order(pair[0], pair[1]).is_lt();
            sized(&linked.size, values.len())
                && (!linked.sorted || values.windows(2).all(distinct))
                && values.iter().all(|given| holds(&linked.of, given, all))
        }
        (Shape::Room(_) | Shape::Handle | Shape::State(_), given) => *given == Given::Leaf,
        _ => false,
    }
}

/// The values of a tree from left to right.
fn in_order<'a>(tree: &'a Given, values: &mut Vec<&'a Given>) {
    if let Given::Node(parts) = tree {
        in_order(&parts[1], values);
        values.push(&parts[0]);
        in_order(&parts[2], values);
    }
}
