//! Plays programs that word things their own way, and judges their boards by the rules.
//!
//! A [`Protocol`] says how to talk to a program: written by hand, or found by [`learn`]. Boards are
//! recovered from whatever it prints ([`recover`]), and a [`Judge`] follows them line by line. What
//! is wrong is a [`Verdict`](crate::Verdict). Nothing here compares texts.
//!
//! ```
//! use tester::boards::{first_wrong, judge_script, learn};
//! use tester::{Limits, Program};
//!
//! # let source = include_str!("../../../asm/dialects/boxes-wrong.asm");
//! let program = Program::assemble("boxes-wrong.asm", source, Limits::default()).unwrap();
//! let protocol = learn(&program).unwrap().protocol;
//! assert_eq!(protocol.keys.up.to_string(), "\"W\"");
//!
//! // Games are numbered; this one wins with a 256.
//! let played = first_wrong(&program, &protocol, 0..100).unwrap();
//! let verdict = played.verdict.unwrap();
//! assert_eq!(verdict.rule, Some(tester::Rule::Win));
//!
//! // What was typed and drawn is a script, so it can be played again, and made smaller.
//! assert_eq!(judge_script(&program, &protocol, &played.script), Some(verdict));
//! ```

mod compare_boards;
mod games;
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
mod shrink;
mod way;

pub use games::{Played, first_wrong, play_game};
pub use judge::{Judge, Phase};
pub use learn::{Doubt, Learnt, NotLearnt, learn};
pub use protocol::{
    Answer, BoardRules, Endings, Entry, Keys, Meaning, Menu, Pattern, Protocol, ProtocolError, Then,
};
pub use session::{Session, judge_script};
pub use shrink::shrink;
