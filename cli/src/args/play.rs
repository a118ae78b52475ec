//! The command line of `play`, and what it shares with others: rules and fidelity.

use std::path::PathBuf;

use clap::ValueEnum;
use engine::Board;
use engine::protocol::Fidelity;

use super::{Choice, choice};

/// Rules to play by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// 4×4 cells to 2048, one new tile in ten is a 4; other sizes with --size
    Classic,
    /// The assembly game: 3×3 cells to 512, new tiles are always 2
    Mips512,
}

/// Which version of the assembly game is played.
pub(super) const FIDELITIES: [Choice<Fidelity>; 2] = [
    ("program", "The program as it is, with its mistakes", Fidelity::Program),
    ("intended", "As its documentation describes it", Fidelity::Intended),
];

#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve play                              the assembly game, by lines: 1, then W A S D, X quits
  fivetwelve play --hint                       the same, with the best move before each line
  fivetwelve play --native                     the 3×3 game with colours, arrow keys and undo
  fivetwelve play --native --size 4            the classic game
  fivetwelve play --native --size 5 --goal 4096 --play-on
  fivetwelve play --native --from '128 64 64 / 32 256 128 / . . .'
  printf '1\\nW\\nX\\n' | fivetwelve play --native --preset mips512 --seed 7

On a terminal, --native takes arrow keys or W A S D without Enter; ? shows all keys, and NO_COLOR
turns colours off. Through a pipe, or with --plain, it reads lines: the preset mips512 prints what
the assembly game prints, byte for byte, and all others what asm/classic2048.asm prints.

Exit codes: 0 played, even if the input ended first, 2 the game expected an integer and read another
line, 64 invalid arguments, 66 unreadable policy, 74 unwritable output, 130 Ctrl-C by lines")]
pub(crate) struct PlayArgs {
    /// Play the native engine instead of the assembly program
    #[arg(long)]
    pub(crate) native: bool,
    /// The rules [default: mips512 for 3×3 cells to 512, otherwise classic]
    #[arg(long, value_enum, value_name = "PRESET", requires = "native")]
    pub(crate) preset: Option<Preset>,
    /// The number of rows and columns, from 2 to 8 [default: the preset's]
    #[arg(long, value_name = "N", requires = "native", value_parser = side)]
    pub(crate) size: Option<usize>,
    /// The tile that wins [default: the preset's; 16 on 2×2 cells, 512 on 3×3]
    #[arg(long, value_name = "TILE", requires = "native")]
    pub(crate) goal: Option<u64>,
    /// Start from a board: its cells row by row, 0 or . if empty
    #[arg(long, value_name = "CELLS", requires = "native", value_parser = board)]
    pub(crate) from: Option<Board>,
    /// Continue after a win
    #[arg(long, requires = "native")]
    pub(crate) play_on: bool,
    /// Whether mips512 has the mistakes of the assembly game [default: program]
    #[arg(long, value_parser = choice(&FIDELITIES), value_name = "FIDELITY", requires = "native")]
    pub(crate) fidelity: Option<Fidelity>,
    /// Read lines instead of keys, on a terminal too
    #[arg(long, requires = "native")]
    pub(crate) plain: bool,
    /// Seed the random generator
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Show the best move and the chance to win (3×3 cells only; takes seconds to compute)
    #[arg(long)]
    pub(crate) hint: bool,
    /// Read the hints from a file that `solve3x3 --save` wrote
    #[arg(long, value_name = "FILE", requires = "hint")]
    pub(crate) policy: Option<PathBuf>,
}

/// The side of a board.
fn side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok().filter(|side| (Board::MIN_SIDE..=Board::MAX_SIDE).contains(side));
    side.ok_or_else(|| {
        format!("expected a number of rows from {} to {}", Board::MIN_SIDE, Board::MAX_SIDE)
    })
}

/// The cells of a board.
fn board(text: &str) -> Result<Board, String> {
    if text.trim().is_empty() {
        return Err("no cells are given".into());
    }
    text.parse::<Board>().map_err(|error| error.to_string())
}
