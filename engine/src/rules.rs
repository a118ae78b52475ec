//! The rules as values: size, goal, new tiles, the first board, how a game ends.
//!
//! Also owns what chance decides, the first board and each new tile, because the rules say which
//! draws are made and in which order. What a move does is the same under all rules and stands in
//! [`Board`]; the course of a game is in [`Game`](crate::Game).

use thiserror::Error;

use crate::{Board, Chance};

/// How many draws in a row may come to nothing. With fair chance that happens never: it only keeps
/// a source that always gives the same number from holding up the game for ever.
const PATIENCE: u32 = 1 << 16;

/// The rules of a game.
///
/// ```
/// use engine::{Odds, Rules};
///
/// let rules = Rules::new(5, 4096)?.with_fours(Odds { fours: 1, of: 4 })?.playing_on();
/// assert_eq!((rules.side(), rules.goal()), (5, 4096));
/// # Ok::<(), engine::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    side: u8,
    goal: u8,
    fours: Odds,
    cell_draw: CellDraw,
    start: Start,
    stop_at_win: bool,
}

/// How often a new tile is a 4 and not a 2: so many times out of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    /// How many of the new tiles are 4.
    pub fours: u32,
    /// Out of how many.
    pub of: u32,
}

impl Odds {
    /// New tiles are always 2.
    pub const NEVER: Odds = Odds { fours: 0, of: 1 };
    /// One new tile in ten is a 4.
    pub const TENTH: Odds = Odds { fours: 1, of: 10 };
}

/// How the cell of a new tile is drawn. Both make every empty cell equally likely; they differ in
/// the draws that they use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellDraw {
    /// One draw below the number of empty cells.
    AmongEmpty,
    /// Draws below the number of all cells until one is empty, as the assembly game does.
    UntilEmpty,
}

/// How the first board comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Two new tiles on an empty board.
    TwoSpawns,
    /// The assembly game's procedure, with its mistake.
    ///
    /// A pass draws one bit for each cell, all of them, in order; a 1 puts down a 2 unless two have
    /// been put down already. Passes are repeated until two have been put down. Each pass starts
    /// from an empty board but goes on counting where the last one ended: after a pass that put
    /// down one tile, the next puts down only one again, and the game starts with a single tile.
    Passes,
    /// What that procedure was meant to be: each pass counts from 0, so there are always two tiles.
    /// The draws are the same unless the mistake shows.
    FreshPasses,
}

/// Why something is not a set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The side is below 2 or above 8.
    #[error("a board has from 2 to 8 rows, not {0}")]
    Side(usize),
    /// The goal is not a tile that one could make.
    #[error("{0} cannot be the goal: it takes a power of two from 4 to {max}", max = Board::MAX_VALUE)]
    Goal(u64),
    /// A share of more than all or out of none.
    #[error("{fours} out of {of} is not a probability")]
    Odds {
        /// How many of the new tiles should be 4.
        fours: u32,
        /// Out of how many.
        of: u32,
    },
}

impl Rules {
    /// The usual rules on a board of any size: one new tile in ten is a 4, two tiles at the start,
    /// the game ends when the goal is reached.
    pub fn new(side: usize, goal: u64) -> Result<Rules, RulesError> {
        let small = match u8::try_from(side) {
            Ok(small) if (Board::MIN_SIDE..=Board::MAX_SIDE).contains(&side) => small,
            _ => return Err(RulesError::Side(side)),
        };
        if !goal.is_power_of_two() || !(4..=Board::MAX_VALUE).contains(&goal) {
            return Err(RulesError::Goal(goal));
        }
        Ok(Rules { side: small, goal: goal.trailing_zeros() as u8, ..Rules::classic() })
    }

    /// The well-known game: 4×4, to 2048.
    pub fn classic() -> Rules {
        Rules {
            side: 4,
            goal: 11,
            fours: Odds::TENTH,
            cell_draw: CellDraw::AmongEmpty,
            start: Start::TwoSpawns,
            stop_at_win: true,
        }
    }

    /// The assembly game: 3×3, to 512, new tiles are always 2; chance is used as that program uses
    /// it, draw by draw.
    pub fn mips512() -> Rules {
        Rules {
            side: 3,
            goal: 9,
            fours: Odds::NEVER,
            cell_draw: CellDraw::UntilEmpty,
            start: Start::Passes,
            ..Rules::classic()
        }
    }

    /// The same rules with other odds for a new tile.
    pub fn with_fours(self, fours: Odds) -> Result<Rules, RulesError> {
        if fours.of == 0 || fours.fours > fours.of {
            return Err(RulesError::Odds { fours: fours.fours, of: fours.of });
        }
        Ok(Rules { fours, ..self })
    }

    /// The same rules with another way to draw a cell.
    pub fn with_cell_draw(self, cell_draw: CellDraw) -> Rules {
        Rules { cell_draw, ..self }
    }

    /// The same rules with another way to start.
    pub fn with_start(self, start: Start) -> Rules {
        Rules { start, ..self }
    }

    /// The same rules, but the game goes on when the goal is reached.
    pub fn playing_on(self) -> Rules {
        Rules { stop_at_win: false, ..self }
    }

    /// The number of rows and columns.
    pub fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// The tile that wins.
    pub fn goal(&self) -> u64 {
        1 << self.goal
    }

    /// The exponent of the tile that wins.
    pub fn goal_exponent(&self) -> u8 {
        self.goal
    }

    /// How often a new tile is a 4.
    pub fn fours(&self) -> Odds {
        self.fours
    }

    /// How the first board comes about.
    pub fn start(&self) -> Start {
        self.start
    }

    /// Whether the game ends when the goal is reached.
    pub fn stop_at_win(&self) -> bool {
        self.stop_at_win
    }

    /// Whether a board holds the goal or more.
    pub fn is_won(&self, board: &Board) -> bool {
        board.max_exponent() >= self.goal
    }

    /// The first board of a game.
    pub fn first_board(&self, chance: &mut impl Chance) -> Board {
        match self.start {
            Start::TwoSpawns => {
                let board = self.empty_board();
                let board = self.spawn(&board, chance).map_or(board, |(board, _)| board);
                self.spawn(&board, chance).map_or(board, |(board, _)| board)
            }
            Start::Passes => self.passes(chance, false),
            Start::FreshPasses => self.passes(chance, true),
        }
    }

    /// The board with one more tile, and the cell of that tile. Nothing if there is no empty cell.
    ///
    /// The cell is drawn first, then the value, unless that is always the same.
    pub fn spawn(&self, board: &Board, chance: &mut impl Chance) -> Option<(Board, usize)> {
        let first = board.empty_cells().next()?;
        let index = match self.cell_draw {
            CellDraw::AmongEmpty => {
                let nth = draw_cell(board.empty_cells().count(), chance);
                board.empty_cells().nth(nth).unwrap_or(first)
            }
            CellDraw::UntilEmpty => (0..PATIENCE)
                .map(|_| draw_cell(board.len(), chance))
                .find(|&index| board.exponents().get(index) == Some(&0))
                .unwrap_or(first),
        };
        let is_four = match self.fours {
            Odds { fours: 0, .. } => false,
            Odds { fours, of } => fours == of || chance.below(of) < fours,
        };
        Some((board.with_tile(index, if is_four { 2 } else { 1 })?, index))
    }

    /// See [`Start::Passes`]; `fresh` counts from 0 in every pass.
    fn passes(&self, chance: &mut impl Chance, fresh: bool) -> Board {
        let mut count = 0;
        let mut board = self.empty_board();
        for _ in 0..PATIENCE {
            board = self.empty_board();
            if fresh {
                count = 0;
            }
            for index in 0..board.len() {
                // Every bit is drawn, even where it no longer matters.
                if chance.below(2) == 1 && count < 2 {
                    board = board.with_tile(index, 1).unwrap_or(board);
                    count += 1;
                }
            }
            if count >= 2 {
                break;
            }
        }
        board
    }

    fn empty_board(&self) -> Board {
        Board::empty(self.side()).expect("the side of rules is checked when they are made")
    }
}

/// A cell below a number of cells, of which a board has 64 at most.
fn draw_cell(count: usize, chance: &mut impl Chance) -> usize {
    chance.below(count as u32) as usize
}
