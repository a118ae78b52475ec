//! Plays a program and a reference through the same game and tells where they part.
//!
//! A [`Script`] is what a player types and what chance brings. A [`Player`] takes it line by line
//! and prints: the [`Subject`] is an assembly program on the machine, the [`Reference`] the engine.
//! Both draw from the same [`Draws`], so whatever they print differently is a difference between
//! them. A [`Duel`](compare::Duel) finds it, [`shrink`](shrink::shrink) makes the game short, and
//! [`blame`](blame::blame) says which rule it breaks. Nothing here opens a file, prints or looks at the clock.
//!
//! ```
//! use engine::protocol::Fidelity;
//! use tester::{Limits, Outcome, Player, Program, Reference, Script, play};
//!
//! let source = ".data\nmenu: .asciiz \"Main Menu:\\n\"\n.text\nla $a0, menu\nli $v0, 4\nsyscall\n\
//!               li $v0, 12\nsyscall\nli $v0, 10\nsyscall\n";
//! let program = Program::assemble("menu.asm", source, Limits::default()).unwrap();
//! let script: Script = "X ; draws: none".parse().unwrap();
//! let subject = play(&mut program.subject(), &script);
//! let reference = play(&mut Reference::new(Fidelity::Program), &script);
//! assert_eq!(subject.outcome, Outcome::Exited);
//! assert_ne!(subject.frames, reference.frames);
//! ```
#![deny(clippy::disallowed_methods)]

pub mod blame;
pub mod boards;
pub mod compare;
mod console;
mod draws;
pub mod generate;
pub mod mutants;
mod player;
mod recording;
mod reference;
mod rule;
mod script;
pub mod shrink;
pub mod stands;
mod subject;
pub mod survivors;
pub mod trace;
mod verdict;
pub mod verify;
pub mod wording;

pub use console::Console;
pub use draws::{Draws, Tail};
pub use player::{Cause, Frame, Limit, Outcome, Player, RunError, Transcript, play};
pub use recording::Recorded;
pub use reference::Reference;
pub use rule::Rule;
pub use script::{Script, ScriptError};
pub use subject::{Limits, Program, Refused, Subject};
pub use verdict::{Answer, Boards, Cells, Counterexample, Moment, Problem, SourcePlace, Verdict};
