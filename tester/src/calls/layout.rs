//! Arguments as words and blocks of memory. Where the blocks lie is up to whoever makes the call.

use super::{Given, Linked, NodePart, Number, Shape, Signature, whole};
use crate::values::Value;

/// A part of memory that a call needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The argument that leads to it, and which of its blocks it is.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// How many bytes belong to it, perhaps more than are known.
    pub size: u32,
    /// Words of it that hold the address of another block: where, and of which.
    pub pointers: Vec<(u32, usize)>,
    /// Parts of it that say nothing: where, and how many bytes.
    pub unknown: Vec<(u32, u32)>,
    /// Whether all of it is room for a result, so that its bytes say nothing.
    pub unset: bool,
}

impl Block {
    /// The bytes that are known, and where each part of them begins.
    pub fn known(&self) -> Vec<(u32, &[u8])> {
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, size) in &self.unknown {
            parts.push((from, &self.bytes[from as usize..*at as usize]));
            from = at + size;
        }
        parts.push((from, &self.bytes[from as usize..]));
        parts
    }
}

/// What an argument is passed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A word.
    Word(u32),
    /// A number in double precision.
    Double(u64),
    /// The address of a block.
    Address(usize),
    /// What this part of the state is now.
    Kept(usize),
}

/// The arguments of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentLayout {
    /// Each argument.
    pub words: Vec<Word>,
    /// The memory that they lead to.
    pub blocks: Vec<Block>,
}

impl ArgumentLayout {
    /// Lays out arguments.
    pub fn new(signature: &Signature, list: &[Given]) -> ArgumentLayout {
        let mut layout = ArgumentLayout::default();
        for (argument, given) in signature.arguments.iter().zip(list) {
            let from = layout.blocks.len();
            let word = match (&argument.shape, given) {
                (Shape::Number(number), Given::Value(value)) => in_register(number, value),
                (Shape::State(state), _) => Word::Kept(state.number),
                (shape, given) => match layout.behind(shape, given, &argument.name) {
                    Some(block) => Word::Address(block),
                    None => Word::Word(0),
                },
            };
            layout.words.push(word);
            for (number, block) in layout.blocks[from..].iter_mut().enumerate() {
                block.unset = argument.unset;
                if number > 0 {
                    block.name = format!("{}.{number}", block.name);
                }
            }
        }
        layout
    }

    /// The block that an address leads to; none for a null pointer.
    fn behind(&mut self, shape: &Shape, given: &Given, name: &str) -> Option<usize> {
        let (size, _) = size_of_all(shape, given)?;
        if let (Shape::Tree(linked), Given::Node(parts)) = (shape, given) {
            return Some(self.node(linked, parts, name));
        }
        let block = self.new_block(name, size);
        match (shape, given) {
            (Shape::Text { .. }, Given::Value(Value::Text(text))) => {
                // The room behind the text is anything.
                self.blocks[block].bytes = [text.as_slice(), &[0]].concat();
            }
            (Shape::Array { of, .. }, Given::Many(list)) => {
                self.row(block, 0, of, list, name);
            }
            (Shape::Matrix { of, .. }, Given::Many(rows)) => {
                let mut at = 0;
                for row in rows {
                    let Given::Many(row) = row else { continue };
                    at = self.row(block, at, of, row, name);
                }
            }
            (Shape::Struct(_) | Shape::Room(_), _) => self.put(block, 0, shape, given, name),
            (Shape::List(linked), Given::Many(list)) => self.list(block, linked, list, name),
            _ => {}
        }
        Some(block)
    }

    fn new_block(&mut self, name: &str, size: u32) -> usize {
        let bytes = vec![0; size as usize];
        self.blocks.push(Block { name: name.into(), bytes, size, ..Block::default() });
        self.blocks.len() - 1
    }

    fn row(&mut self, block: usize, at: u32, of: &Shape, list: &[Given], name: &str) -> u32 {
        let (size, _) = size_of(of);
        let mut at = at;
        for given in list {
            self.put(block, at, of, given, name);
            at += size;
        }
        at
    }

    /// The nodes of a list, of which the first has its block.
    fn list(&mut self, first: usize, linked: &Linked, list: &[Given], name: &str) {
        let size = node_size(linked);
        let mut before = None;
        let mut block = first;
        for (number, given) in list.iter().enumerate() {
            let offset = |part| offset_of(linked, part);
            if let Some(at) = offset(NodePart::Value) {
                self.put(block, at, &linked.of, given, name);
            }
            if let Some((at, before)) = offset(NodePart::Other).zip(before) {
                self.blocks[block].pointers.push((at, before));
            }
            if number + 1 < list.len() {
                let next = self.new_block(name, size);
                if let Some(at) = offset(NodePart::Next) {
                    self.blocks[block].pointers.push((at, next));
                }
                before = Some(block);
                block = next;
            }
        }
    }

    fn node(&mut self, linked: &Linked, parts: &[Given; 3], name: &str) -> usize {
        let block = self.new_block(name, node_size(linked));
        let [value, left, right] = parts;
        if let Some(at) = offset_of(linked, NodePart::Value) {
            self.put(block, at, &linked.of, value, name);
        }
        for (part, below) in [(NodePart::Next, left), (NodePart::Other, right)] {
            let Given::Node(parts) = below else { continue };
            let below = self.node(linked, parts, name);
            if let Some(at) = offset_of(linked, part) {
                self.blocks[block].pointers.push((at, below));
            }
        }
        block
    }

    /// Writes a value into a block.
    fn put(&mut self, block: usize, at: u32, shape: &Shape, given: &Given, name: &str) {
        match (shape, given) {
            (Shape::Number(number), Given::Value(value)) => {
                let bytes = match in_register(number, value) {
                    Word::Word(word) => word.to_le_bytes().to_vec(),
                    Word::Double(bits) => bits.to_le_bytes().to_vec(),
                    Word::Address(_) | Word::Kept(_) => return,
                };
                let width = number.width() as usize;
                let at = at as usize;
                self.blocks[block].bytes[at..at + width].copy_from_slice(&bytes[..width]);
            }
            (Shape::Struct(fields), Given::Many(list)) => {
                let mut offset = 0;
                for ((_, shape), given) in fields.iter().zip(list) {
                    let (size, align) = size_of(shape);
                    offset = u32::next_multiple_of(offset, align);
                    self.put(block, at + offset, shape, given, name);
                    offset += size;
                }
            }
            (Shape::Room(size), _) => self.blocks[block].unknown.push((at, *size)),
            (shape, given) => {
                if let Some(other) = self.behind(shape, given, name) {
                    self.blocks[block].pointers.push((at, other));
                }
            }
        }
    }
}

/// A number as a register holds it.
fn in_register(number: &Number, value: &Value) -> Word {
    match (number, value) {
        (Number::Float(..), Value::Real(real)) => Word::Word((*real as f32).to_bits()),
        (Number::Double(..), Value::Real(real)) => Word::Double(real.to_bits()),
        _ => Word::Word(whole(number, value) as u32),
    }
}

impl Number {
    /// How many bytes it takes in memory.
    pub fn width(&self) -> u32 {
        match self {
            Number::Int(_, _, width) => *width,
            Number::Char(_) | Number::Bool => 1,
            Number::Double(..) => 8,
            Number::Uint(..) | Number::Choice(_) | Number::Float(..) => 4,
        }
    }
}

/// The bytes of a value among others, and what its address is a multiple of. What is not a number or a
/// struct is an address there.
pub(super) fn size_of(shape: &Shape) -> (u32, u32) {
    match shape {
        Shape::Number(number) => (number.width(), number.width()),
        Shape::Struct(fields) => {
            let (size, align) = fields.iter().fold((0u32, 1), |(at, most), (_, shape)| {
                let (size, align) = size_of(shape);
                (at.next_multiple_of(align) + size, most.max(align))
            });
            (size.next_multiple_of(align), align)
        }
        Shape::Room(size) => (*size, 4),
        _ => (4, 4),
    }
}

/// The bytes that an address leads to; none for a null pointer.
fn size_of_all(shape: &Shape, given: &Given) -> Option<(u32, u32)> {
    match (shape, given) {
        (Shape::Text { most, .. }, Given::Value(Value::Text(_))) => Some((*most as u32 + 1, 1)),
        (Shape::Array { of, .. }, Given::Many(list)) => {
            let (size, align) = size_of(of);
            Some((size * list.len() as u32, align))
        }
        (Shape::Matrix { of, .. }, Given::Many(rows)) => {
            let (size, align) = size_of(of);
            let cells: usize = rows.iter().map(Given::size).sum();
            Some((size * cells as u32, align))
        }
        (Shape::Struct(_) | Shape::Room(_), _) => Some(size_of(shape)),
        (Shape::List(linked), Given::Many(list)) if !list.is_empty() => {
            Some((node_size(linked), 4))
        }
        (Shape::Tree(linked), Given::Node(_)) => Some((node_size(linked), 4)),
        _ => None,
    }
}

pub(super) fn node_size(linked: &Linked) -> u32 {
    let end = linked
        .node
        .iter()
        .filter_map(|part| Some(offset_of(linked, *part)? + size(linked, *part).0));
    end.max().unwrap_or(0).next_multiple_of(4)
}

fn size(linked: &Linked, part: NodePart) -> (u32, u32) {
    match part {
        NodePart::Value => size_of(&linked.of),
        NodePart::Next | NodePart::Other => (4, 4),
    }
}

/// Where a part of a node is.
pub(super) fn offset_of(linked: &Linked, wanted: NodePart) -> Option<u32> {
    let mut at: u32 = 0;
    for part in &linked.node {
        let (size, align) = size(linked, *part);
        at = at.next_multiple_of(align);
        if *part == wanted {
            return Some(at);
        }
        at += size;
    }
    None
}
