//! What an editor wants to know of an assembly program, in plain types that no protocol shaped.
//!
//! ```
//! use language::format::{Columns, format};
//!
//! let tidy = format("main: li $v0,10 # leave\n", &Columns::default());
//! assert_eq!(tidy, "main:   li      $v0, 10                 # leave\n");
//! ```
//!
//! It reads source through the assembler's own lexer and asks the assembler itself for everything
//! else, so that an editor never says what `fivetwelve asm` would not say. It opens no file: a
//! [`mips_sim::Loader`] brings the texts, from a disk or from an editor.

#![warn(clippy::disallowed_methods)]

pub mod calls;
pub mod complete;
pub mod format;
pub mod grammar;
pub mod hints;
pub mod hover;
pub mod names;
pub mod outline;
pub mod problems;
pub mod program;
pub mod rename;

pub use names::{Name, NameKind, Names, Span};
pub use problems::{Problem, Repair, finding, problems};
pub use program::{Program, options};
