//! Plays programs that word things their own way, and judges their boards by the rules.
//!
//! A [`Protocol`] says how to talk to a program: written by hand, or found by [`learn`]. Boards are
//! recovered from whatever it prints ([`recover`]), and a [`Judge`] follows them line by line. What
//! is wrong is a [`Verdict`]. Nothing here compares texts.

mod compare_boards;
mod games;
mod guide;
mod judge;
#[cfg(test)]
mod judge_tests;
mod learn;
mod probe;
mod protocol;
pub mod recover;
#[cfg(test)]
mod recover_tests;
mod session;
mod verdict;

pub use games::{Played, first_wrong, play_game};
pub use judge::{Judge, Phase};
pub use learn::{Doubt, Learnt, NotLearnt, learn};
pub use protocol::{
    Answer, BoardRules, Endings, Entry, Keys, Meaning, Menu, Pattern, Protocol, ProtocolError, Then,
};
pub use session::{Session, judge_script};
pub use verdict::{Problem, Rule, Verdict};
