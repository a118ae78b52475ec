//! What a call has left in registers and memory, read as the values that it stands for, so that two
//! programs can be compared whose data lie elsewhere.

use std::collections::BTreeSet;

use super::layout::{offset_of, size_of};
use super::{Given, Linked, NodePart, Number, Shape};
use crate::values::Value;

/// The longest text, list or tree that is read.
const MOST: usize = 10_000;

/// Memory, by its bytes.
pub struct View<'a> {
    /// A byte of it; none where there is no memory.
    pub byte: &'a dyn Fn(u32) -> Option<u8>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// A value.
    Value(Given),
    /// An address: none is 0, else the block that it lies in, and how far.
    Place(Option<(String, u32)>),
    /// An address of something else.
    Elsewhere,
    /// Something that can't be read.
    Broken(Broken),
}

/// Why memory can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// There is no memory at this address.
    Outside(u32),
    /// Nodes lead back to a node, or on and on.
    Endless,
    /// A text without a zero byte.
    NoEnd,
}

/// How far numbers with fractions may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In all.
    pub absolute: f64,
    /// As a fraction of what is expected.
    pub relative: f64,
}

impl Tolerance {
    /// Whether a number is right.
    pub fn allows(&self, expected: f64, got: f64) -> bool {
        let off = (expected - got).abs();
        expected == got
            || expected.is_nan() && got.is_nan()
            || off <= self.absolute
            || off <= self.relative * expected.abs()
    }
}

impl Seen {
    /// Whether it is the same as what was expected.
    pub fn is_like(&self, expected: &Seen, tolerance: &Tolerance) -> bool {
        match (self, expected) {
            (Seen::Value(got), Seen::Value(expected)) => alike(got, expected, tolerance),
            (got, expected) => got == expected,
        }
    }
}

fn alike(got: &Given, expected: &Given, tolerance: &Tolerance) -> bool {
    match (got, expected) {
        (Given::Value(Value::Real(got)), Given::Value(Value::Real(expected))) => {
            tolerance.allows(*expected, *got)
        }
        (Given::Many(got), Given::Many(expected)) => {
            got.len() == expected.len()
                && got.iter().zip(expected).all(|(got, expected)| alike(got, expected, tolerance))
        }
        (Given::Node(got), Given::Node(expected)) => {
            got.iter().zip(&**expected).all(|(got, expected)| alike(got, expected, tolerance))
        }
        (got, expected) => got == expected,
    }
}

impl View<'_> {
    /// What an address leads to. `like` says how long it is where memory itself does not.
    pub fn behind(&self, shape: &Shape, like: &Given, address: u32) -> Seen {
        match self.read_behind(shape, like, address) {
            Ok(given) => Seen::Value(given),
            Err(broken) => Seen::Broken(broken),
        }
    }

    /// The text at an address.
    pub fn text(&self, address: u32) -> Result<Given, Broken> {
        let mut text = Vec::new();
        for at in 0..MOST as u32 {
            let at = address.wrapping_add(at);
            match (self.byte)(at).ok_or(Broken::Outside(at))? {
                0 => return Ok(Given::Value(Value::Text(text))),
                byte => text.push(byte),
            }
        }
        Err(Broken::NoEnd)
    }

    fn bytes(&self, address: u32, count: u32) -> Result<u64, Broken> {
        (0..count).try_fold(0, |word, k| {
            let at = address.wrapping_add(k);
            let byte = (self.byte)(at).ok_or(Broken::Outside(at))?;
            Ok(word | u64::from(byte) << (8 * k))
        })
    }

    fn read_behind(&self, shape: &Shape, like: &Given, address: u32) -> Result<Given, Broken> {
        match (shape, like) {
            (Shape::Text { .. }, _) => self.text(address),
            (Shape::Array { of, .. }, Given::Many(list)) => self.row(of, list, address),
            (Shape::Matrix { of, .. }, Given::Many(rows)) => {
                let (size, _) = size_of(of);
                let mut at = address;
                let rows = rows.iter().map(|row| {
                    let Given::Many(row) = row else { return Ok(Given::Leaf) };
                    let read = self.row(of, row, at);
                    at = at.wrapping_add(size * row.len() as u32);
                    read
                });
                rows.collect::<Result<_, _>>().map(Given::Many)
            }
            (Shape::List(linked), _) => self.list(linked, address),
            (Shape::Tree(linked), _) => self.tree(linked, address, &mut BTreeSet::new()),
            // Only the functions know what is there.
            (Shape::Room(_) | Shape::Handle | Shape::State(_), _) => Ok(Given::Leaf),
            _ => self.read(shape, like, address),
        }
    }

    fn row(&self, of: &Shape, list: &[Given], address: u32) -> Result<Given, Broken> {
        let (size, _) = size_of(of);
        let read = |(number, like): (usize, &Given)| {
            self.read(of, like, address.wrapping_add(size * number as u32))
        };
        list.iter().enumerate().map(read).collect::<Result<_, _>>().map(Given::Many)
    }

    /// A value that lies at an address itself.
    fn read(&self, shape: &Shape, like: &Given, address: u32) -> Result<Given, Broken> {
        match (shape, like) {
            (Shape::Number(number), _) => {
                Ok(Given::Value(number.read(self.bytes(address, number.width())?)))
            }
            (Shape::Struct(fields), Given::Many(list)) => {
                let mut offset = 0u32;
                let fields = fields.iter().zip(list).map(|((_, shape), like)| {
                    let (size, align) = size_of(shape);
                    offset = offset.next_multiple_of(align);
                    let read = self.read(shape, like, address.wrapping_add(offset));
                    offset += size;
                    read
                });
                fields.collect::<Result<_, _>>().map(Given::Many)
            }
            (Shape::Room(_) | Shape::Handle, _) => Ok(Given::Leaf),
            _ => self.read_behind(shape, like, self.bytes(address, 4)? as u32),
        }
    }

    fn list(&self, linked: &Linked, address: u32) -> Result<Given, Broken> {
        let mut at = address;
        let mut known = BTreeSet::new();
        let mut list = Vec::new();
        while at != 0 {
            if !known.insert(at) || known.len() > MOST {
                return Err(Broken::Endless);
            }
            list.push(self.value(linked, at)?);
            at = self.link(linked, NodePart::Next, at)?;
        }
        Ok(Given::Many(list))
    }

    fn tree(
        &self,
        linked: &Linked,
        address: u32,
        known: &mut BTreeSet<u32>,
    ) -> Result<Given, Broken> {
        const DEEPEST: usize = 500;
        if address == 0 {
            return Ok(Given::Leaf);
        }
        if !known.insert(address) || known.len() > DEEPEST {
            return Err(Broken::Endless);
        }
        let value = self.value(linked, address)?;
        let left = self.tree(linked, self.link(linked, NodePart::Next, address)?, known)?;
        let right = self.tree(linked, self.link(linked, NodePart::Other, address)?, known)?;
        Ok(Given::Node(Box::new([value, left, right])))
    }

    fn value(&self, linked: &Linked, node: u32) -> Result<Given, Broken> {
        let at = offset_of(linked, NodePart::Value).unwrap_or(0);
        self.read(&linked.of, &blank(&linked.of), node.wrapping_add(at))
    }

    fn link(&self, linked: &Linked, part: NodePart, node: u32) -> Result<u32, Broken> {
        match offset_of(linked, part) {
            Some(at) => self.bytes(node.wrapping_add(at), 4).map(|word| word as u32),
            None => Ok(0),
        }
    }
}

/// Something of the same shape, for what has a length of its own.
fn blank(shape: &Shape) -> Given {
    match shape {
        Shape::Struct(fields) => {
            Given::Many(fields.iter().map(|(_, shape)| blank(shape)).collect())
        }
        _ => Given::Leaf,
    }
}

impl Number {
    /// The number that these bits are.
    pub fn read(&self, bits: u64) -> Value {
        match self {
            Number::Int(_, _, 1) => Value::Int(i32::from(bits as u8 as i8)),
            Number::Int(_, _, 2) => Value::Int(i32::from(bits as u16 as i16)),
            Number::Float(..) => Value::Real(f64::from(f32::from_bits(bits as u32))),
            Number::Double(..) => Value::Real(f64::from_bits(bits)),
            Number::Char(_) if bits < 256 => Value::Char(bits as u8),
            _ => Value::Int(bits as u32 as i32),
        }
    }
}
