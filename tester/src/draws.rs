//! Chance as a list that a program and its reference both draw from.
//!
//! A draw is 32 bits, whatever the service or stream that asks: service 41 gives them as they are,
//! service 42 and the engine modulo a bound. So the same list means the same chance to both, as long
//! as they draw for the same things in the same order.

use engine::{Chance, Seeded};

/// What comes behind the end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tail {
    /// 0, 1, 2, 3 and so on, so that a program that draws until it finds an empty cell finds one.
    Count,
    /// Numbers that this seed gives, for games that nobody wrote down.
    Seed(u64),
}

/// The draws of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    list: Vec<u32>,
    tail: Tail,
    drawn: usize,
}

impl Draws {
    /// A list, and what comes behind it.
    pub fn new(list: Vec<u32>, tail: Tail) -> Draws {
        Draws { list, tail, drawn: 0 }
    }

    /// The next draw.
    pub fn draw(&mut self) -> u32 {
        let at = self.drawn;
        self.drawn += 1;
        self.at(at)
    }

    /// The draw at an index, which need not have been made.
    pub fn at(&self, index: usize) -> u32 {
        match (self.list.get(index), self.tail) {
            (Some(draw), _) => *draw,
            (None, Tail::Count) => (index - self.list.len()) as u32,
            // A sequence for each index, so that any can be looked up; 0 is that of the seed itself.
            (None, Tail::Seed(seed)) => {
                (Seeded::stream(seed, index as u64 + 1).bits() >> 32) as u32
            }
        }
    }

    /// The same draws when so many of them have been made.
    pub(crate) fn behind(self, drawn: usize) -> Draws {
        Draws { drawn, ..self }
    }

    /// How many have been made.
    pub fn drawn(&self) -> usize {
        self.drawn
    }
}

impl Chance for Draws {
    fn below(&mut self, bound: u32) -> u32 {
        self.draw() % bound.max(1)
    }
}
