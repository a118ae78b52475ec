//! The game for people: the assembly program in its machine, or the native engine.
//!
//! [`setup`] turns options into rules. [`program`] runs the embedded program; [`lines`] plays the
//! engine by lines of text; [`model`], [`view`] and [`terminal`] are the game on a terminal: what
//! keys do, how it looks, and how it is attended to on a terminal.
//! [`hints`] knows the best moves. The rules of the game are the engine's.

pub(crate) mod hints;
pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod program;
pub(crate) mod setup;
pub(crate) mod terminal;
pub(crate) mod view;

use engine::Chance;
use mips_sim::java::Random;

use crate::host::stream_seed;

/// Chance as a program of the machine sees it that draws from stream 0, as `asm/classic2048.asm`
/// does: with the same seed the native game goes the same way.
#[derive(Clone, Debug)]
pub(crate) struct Luck(Random);

impl Luck {
    pub(crate) fn new(seed: Option<u64>) -> Luck {
        Luck(Random::new(stream_seed(seed, 0)))
    }
}

impl Chance for Luck {
    fn below(&mut self, bound: u32) -> u32 {
        match i32::try_from(bound) {
            Ok(bound) if bound > 0 => self.0.next_int_below(bound) as u32,
            _ => 0,
        }
    }
}

/// What is said when the input ends before the game.
pub(crate) const INPUT_ENDED: &str = "The input ended before the game did.";

/// What is said when the assembly game, or its native twin, is given something else than an integer.
pub(crate) const NOT_AN_INTEGER: &str = "error: the game asked for an integer and read a line that \
is none, which ends it, as it does in MARS. Play again, and give it nine numbers, one to a line";
