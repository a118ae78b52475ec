//! The game: rules, board, text protocol and solver, with no input or output of its own.
//!
//! This crate is the reference that programs are judged by. It depends on nothing of ours, never
//! opens a file, reads a clock or prints; chance comes in as an argument.
#![deny(clippy::disallowed_methods)]

mod direction;
pub mod packed;
pub mod solve;

pub use direction::Direction;
