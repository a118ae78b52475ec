//! Pictures of what an assembler and a machine have to report, as text: the source line, a caret
//! below the place, notes, help, and the macro calls that led there. The command line, an editor
//! server and other tools draw the same.
//!
//! ```
//! use mips_sim::{AsmOptions, assemble};
//! use render::Style;
//!
//! let mut files: &[(&str, &str)] = &[("p.asm", "main: ad $t0, $t1, $t2\n")];
//! let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
//! let style = Style { color: false, width: 80, wrap_titles: false };
//! let text = render::diagnostics(&assembly, style);
//! assert!(text.contains("1 | main: ad $t0, $t1, $t2"));
//! assert!(text.contains("  |       ^^"));
//! ```
//!
//! [`diagnostics`] draws the errors and warnings of an assembly, [`run_error`] why a program stopped,
//! and [`findings`] what the checker of a run found; [`diagnostics_json`], [`run_error_json`] and
//! [`findings_json`] write the same for other programs. [`boards`] puts boards of the game side by
//! side. Whatever else has a title and a place in a text is drawn with a [`Picture`].
//!
//! [`screen`] draws what a bitmap display shows: with letters, for terminals that can show pictures, and
//! as PNG and GIF.
//!
//! Everything is a `String` (or the bytes of a file). Nothing here writes to a terminal or asks about one: the caller says in
//! a [`Style`] whether colour is wanted and how wide a line may be.

#![deny(clippy::disallowed_methods)]

mod board;
mod diagnostics;
mod findings;
mod json;
mod picture;
mod run_error;
pub mod screen;

pub use board::{Board, Frame, boards};
pub use diagnostics::{Shown, diagnostics, shown};
pub use findings::findings;
pub use json::{
    diagnostics_json, findings_json, in_file, note_json, run_error_json, run_error_object,
};
pub use picture::{Excerpt, Level, Picture, Style, wrapped};
pub use run_error::{run_error, run_picture};
