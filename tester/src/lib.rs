//! Plays programs, and says what is wrong with them.
//!
//! A [`Script`] is what is typed and what chance brings. A [`Player`] takes it line by line and
//! prints: the [`Subject`] is an assembly program on the machine, the [`Reference`] the engine. A
//! [`Session`] plays one, step by step. A [`Judge`] says what is wrong: the [`TextJudge`] compares
//! with what a reference prints, the [`BoardJudge`] reads boards and knows the rules. Behind both,
//! [`shrink`](shrink::shrink) makes a game that goes wrong short, and [`blame`](blame::blame) finds
//! the rule that it breaks. The result is a [`Counterexample`], which
//! [`wording`] puts into words. Nothing here opens a file, prints or looks at the clock.
//!
//! ```
//! use engine::protocol::Fidelity;
//! use tester::{Limits, Outcome, Program, Reference, Script, play};
//!
//! let source = ".data\nmenu: .asciiz \"Main Menu:\\n\"\n.text\nla $a0, menu\nli $v0, 4\nsyscall\n\
//!               li $v0, 12\nsyscall\nli $v0, 10\nsyscall\n";
//! let program = Program::assemble("menu.asm", source, Limits::default()).unwrap();
//! let script: Script = "X ; draws: none".parse().unwrap();
//! let got = play(program.subject(), &script);
//! let expected = play(Reference::new(Fidelity::Program), &script);
//! assert_eq!(got.last().unwrap().outcome, Outcome::Exited);
//! assert_ne!(got, expected);
//! ```
#![deny(clippy::disallowed_methods)]

pub mod aspects;
pub mod blame;
pub mod boards;
pub mod calls;
pub mod compare;
mod console;
mod draws;
mod explain;
pub mod generate;
mod judge;
pub mod locate;
pub mod mutants;
mod player;
pub mod policy;
pub mod programs;
mod recording;
mod reference;
mod rule;
mod script;
mod session;
pub mod shrink;
pub mod situation;
pub mod slides;
mod subject;
pub mod survivors;
pub mod trace;
mod trail;
pub mod values;
mod verdict;
pub mod verify;
pub mod wording;

pub use console::Console;
pub use draws::{Draws, Tail};
pub use explain::explain;
pub use judge::{BoardJudge, Budget, Judge, TextJudge};
pub use player::{FaultCause, Limit, Outcome, Player, RunError};
pub use recording::Recorded;
pub use reference::Reference;
pub use rule::Rule;
pub use script::{Script, ScriptError};
pub use session::{Session, play};
pub use subject::{Limits, NotAssembled, Program, Subject, Watched};
pub use verdict::{Answer, Boards, Cells, Counterexample, Moment, Problem, SourcePlace, Verdict};
