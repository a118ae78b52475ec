//! Plays programs that word things their own way, and judges their boards by the rules.
//!
//! A [`Protocol`] says how to talk to a program: written by hand, or found by [`learn`]. Boards are
//! recovered from whatever it prints ([`recover`]), and a [`Referee`] follows them line by line. What
//! is wrong is a [`Verdict`](crate::Verdict). Nothing here compares texts.
//!
//! ```
//! use tester::boards::{first_wrong, learn};
//! use tester::{BoardJudge, Judge, Limits, Program};
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
//! let mut judge = BoardJudge::new(&program, &protocol, 0);
//! assert_eq!(judge.play(&played.script), Some(verdict));
//! ```

pub mod cell_style;
mod evidence;
mod games;
mod learn;
mod menu;
mod moves;
mod openings;
mod protocol;
pub mod recover;
mod referee;
mod route;
mod trial;
mod typing;

pub use evidence::wanted;
pub use games::{Played, first_wrong, play_game};
pub use learn::{Doubt, Explored, Learnt, NotLearnt, learn};
pub use menu::{Answers, BoardEntry, Menu};
pub(crate) use protocol::DOCUMENTED;
pub use protocol::{
    Avoided, BoardRules, Endings, Keys, Meaning, Pattern, Protocol, ProtocolError, Then, Typed,
};
pub use referee::{Phase, Referee};
pub use trial::Trial;
pub use typing::{Aside, QuestionPattern, Typing};
