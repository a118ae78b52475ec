//! Calls of functions: arguments of any shape, made by a seed, laid out in memory, read back, made
//! smaller.
//!
//! A [`Signature`] says what a function takes and returns. [`Signature::make`] chooses arguments,
//! [`ArgumentLayout`] turns them into words and blocks of memory, [`View`] reads what a call has left there,
//! and [`smaller`] lists what calls can be replaced with by whoever looks for the smallest example.
//! Nothing here runs a program.

mod layout;
mod make;
mod smaller;
mod view;

pub use layout::{ArgumentLayout, Block, Word};
pub use smaller::{cost, smaller};
pub use view::{Broken, Seen, Tolerance, View};

use crate::values::Value;

/// What a function takes and returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Its label.
    pub label: String,
    /// What it takes, in order.
    pub arguments: Vec<Argument>,
    /// What it returns, and where.
    pub returns: Vec<(Register, Returned)>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// What it is.
    pub shape: Shape,
    /// Where the function finds it.
    pub passed: Passed,
    /// Whether the memory that it leads to is room for a result: what is there before says nothing.
    pub unset: bool,
    /// Whether that memory is looked at after the call.
    pub compared: bool,
}

/// A register that holds an argument or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// One of the 32 registers for integers and addresses.
    Integer(u8),
    /// One of the 32 registers for numbers with fractions; a double takes it and the next.
    Float(u8),
}

/// Where an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// In a register.
    In(Register),
    /// So many bytes above the stack pointer.
    OnStack(u32),
    /// Nowhere: it is part of the state that calls share.
    Kept,
}

/// What an argument is, or what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A number.
    Number(Number),
    /// The address of a text of these letters with a zero byte behind it.
    Text {
        /// The letters.
        letters: Vec<u8>,
        /// How many there are at least.
        least: usize,
        /// How many there are at most.
        most: usize,
    },
    /// The address of values that lie one behind the other.
    Array {
        /// What each is.
        of: Box<Shape>,
        /// How many there are.
        size: Size,
        /// Whether they ascend.
        sorted: bool,
    },
    /// The address of rows that lie one behind the other.
    Matrix {
        /// What each value is.
        of: Box<Shape>,
        /// How many rows there are.
        rows: Size,
        /// How many values each has.
        columns: Size,
    },
    /// The address of fields that lie one behind the other.
    Struct(Vec<(String, Shape)>),
    /// The address of the first node of a list, 0 if it is empty.
    List(Linked),
    /// The address of the root of a binary tree, 0 if it is empty.
    Tree(Linked),
    /// The address of so many bytes that only the functions understand; inside of a struct, the bytes.
    Room(u32),
    /// An address that only the functions understand, 0 at first.
    Handle,
    /// What the calls of a sequence share.
    State(State),
}

/// A part of the state that the calls of a sequence share: memory, or a word that one call returns and
/// the next one gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Which it is.
    pub number: usize,
    /// What it is called.
    pub name: String,
}

/// Nodes that lead to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// What the value of a node is.
    pub of: Box<Shape>,
    /// How many nodes there are.
    pub size: Size,
    /// Whether values ascend; in a tree, from left to right, each once.
    pub sorted: bool,
    /// What a node is made of.
    pub node: Vec<NodePart>,
}

/// A part of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodePart {
    /// The value.
    Value,
    /// The address of the next node, or of the left one below.
    Next,
    /// The address of the previous node, or of the right one below.
    Other,
}

/// How many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As many as this argument says.
    Of(usize),
    /// From so many to so many.
    Between(usize, usize),
}

/// What a number is, in a register and in memory.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// From the first to the second, in so many bytes of memory.
    Int(i64, i64, u32),
    /// The same without a sign.
    Uint(i64, i64),
    /// One of these.
    Choice(Vec<i32>),
    /// One of these characters, a byte in memory.
    Char(Vec<u8>),
    /// 0 or 1, a byte in memory.
    Bool,
    /// In single precision, from the first to the second.
    Float(f64, f64),
    /// In double precision, from the first to the second.
    Double(f64, f64),
}

/// What a function returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Returned {
    /// A number.
    Number(Number),
    /// The address of a text with a zero byte behind it.
    Text,
    /// An address: 0, or a place in the memory that arguments lead to.
    Address,
    /// Something of the shape of this argument.
    Like(usize),
    /// What the next calls get.
    State(State),
}

/// An argument of one call.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A number or a text.
    Value(Value),
    /// The values of an array, the rows of a matrix, the fields of a struct, the values of a list.
    Many(Vec<Given>),
    /// A tree without nodes; or nothing, where only the functions know.
    Leaf,
    /// A value, and the trees to the left and to the right of it.
    Node(Box<[Given; 3]>),
}

impl Given {
    /// Calls a function for each number and text, in order.
    pub(crate) fn each_value<'a>(&'a self, visit: &mut dyn FnMut(&'a Value)) {
        match self {
            Given::Value(value) => visit(value),
            Given::Many(list) => list.iter().for_each(|given| given.each_value(visit)),
            Given::Leaf => {}
            Given::Node(parts) => {
                let [value, left, right] = &**parts;
                [left, value, right].into_iter().for_each(|given| given.each_value(visit));
            }
        }
    }

    /// The same to change them.
    pub(crate) fn each_value_mut(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        match self {
            Given::Value(value) => visit(value),
            Given::Many(list) => list.iter_mut().for_each(|given| given.each_value_mut(visit)),
            Given::Leaf => {}
            Given::Node(parts) => {
                let [value, left, right] = &mut **parts;
                [left, value, right].into_iter().for_each(|given| given.each_value_mut(visit));
            }
        }
    }

    /// How many values an array, rows a matrix or nodes a list or tree has.
    pub fn size(&self) -> usize {
        match self {
            Given::Value(_) | Given::Leaf => 0,
            Given::Many(list) => list.len(),
            Given::Node(parts) => 1 + parts[1].size() + parts[2].size(),
        }
    }
}

/// A number of an argument, as 64 bits hold it.
pub(crate) fn whole(number: &Number, value: &Value) -> i64 {
    match (number, value) {
        (Number::Uint(..), Value::Int(int)) => i64::from(*int as u32),
        (_, Value::Int(int)) => i64::from(*int),
        (_, Value::Char(byte)) => i64::from(*byte),
        _ => 0,
    }
}
