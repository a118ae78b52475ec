//! The game: rules, board, text protocol and solver, with no input or output of its own.
//!
//! This crate is the reference that programs are judged by. It depends on nothing of ours, never
//! opens a file, reads a clock or prints; chance comes in as an argument.
//!
//! ```
//! use engine::{Direction, Game, Refusal, Rules, Scripted, Status};
//!
//! // Chance is a list of draws here. Two ones out of nine bits place the first two tiles.
//! let mut chance = Scripted::new([1, 1, 0, 0, 0, 0, 0, 0, 0]);
//! let mut game = Game::new(Rules::mips512(), &mut chance);
//! assert_eq!(game.board().to_string(), "2 2 . / . . . / . . .");
//!
//! // Cell 0 is taken when the new tile is drawn, so the game draws again.
//! chance.extend([0, 1]);
//! let turn = game.apply(Direction::Left, &mut chance)?;
//! assert_eq!((turn.gained, turn.merges), (4, 1));
//! assert_eq!(game.board().to_string(), "4 2 . / . . . / . . .");
//!
//! // Nothing moves up: nothing changes, and no tile is added.
//! assert_eq!(game.apply(Direction::Up, &mut chance), Err(Refusal::NothingMoves(Direction::Up)));
//! assert_eq!(game.status(), Status::Playing);
//! assert!(chance.used_up());
//! # Ok::<(), Refusal>(())
//! ```
//!
//! [`Board`] is the plain implementation, written to be read; [`packed`] is the fast one.
//! [`protocol`] is the text game of the 3×3 program, byte for byte, and [`solve`] its optimal play.
//! [`strategy`] is everything else that chooses moves, and plays whole games with it.
//! [`tournament`] is what many such games say together.
#![deny(clippy::disallowed_methods)]

mod board;
mod chance;
mod direction;
mod game;
pub mod packed;
pub mod protocol;
pub mod render;
mod rules;
pub mod solve;
pub mod strategy;
pub mod tournament;

pub use board::{Board, BoardError, Slide, Tile};
pub use chance::{Chance, Dice, Scripted, Seeded};
pub use direction::Direction;
pub use game::{Game, Refusal, StartError, Status, Turn};
pub use rules::{CellDraw, Odds, Rules, RulesError, Start};
