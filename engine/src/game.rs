//! The course of a game: turns, score, and how it ends.

use thiserror::Error;

use crate::{Board, Chance, Direction, Rules, Tile};

/// A game in progress, or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    board: Board,
    score: u64,
    turns: u64,
    spawning: bool,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is something to do.
    Playing,
    /// The goal is reached, and the rules end the game there.
    Won,
    /// No action is left.
    Lost,
}

/// What an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The sum of all tiles made by merging.
    pub gained: u64,
    /// How many pairs merged.
    pub merges: u32,
    /// The new tile; none while new tiles are switched off.
    pub spawned: Option<Tile>,
    /// How the game stands now.
    pub status: Status,
}

/// Why an action was refused. Nothing has changed, and no number was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// No tile would move or merge.
    #[error("no tile moves {0}")]
    NothingMoves(Direction),
    /// The game is won.
    #[error("the game is over: it is won")]
    Won,
    /// The game is lost.
    #[error("the game is over: it is lost")]
    Lost,
}

/// Why a game cannot start from a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The board has another size than the rules say.
    #[error("the game is played on {expected}×{expected} cells, not on {found}×{found}")]
    Side {
        /// The side in the rules.
        expected: usize,
        /// The side of the board.
        found: usize,
    },
    /// A tile above the goal, where the game would have ended before.
    #[error("cell {} holds {value}, but the game ends at {goal}", index + 1)]
    BeyondGoal {
        /// Which cell, from 0.
        index: usize,
        /// Its tile.
        value: u64,
        /// The tile that wins.
        goal: u64,
    },
}

impl Game {
    /// A new game.
    pub fn new(rules: Rules, chance: &mut impl Chance) -> Game {
        Game::starting(rules, rules.first_board(chance))
    }

    /// A game that starts from a given board. Any board of the right size will do, even an empty
    /// one or one on which the game is over, but no tile may be larger than the goal if the game
    /// ends there.
    pub fn from_board(rules: Rules, board: Board) -> Result<Game, StartError> {
        if board.side() != rules.side() {
            return Err(StartError::Side { expected: rules.side(), found: board.side() });
        }
        let goal = rules.goal();
        match board.values().enumerate().find(|(_, value)| *value > goal) {
            Some((index, value)) if rules.stop_at_win() => {
                Err(StartError::BeyondGoal { index, value, goal })
            }
            _ => Ok(Game::starting(rules, board)),
        }
    }

    fn starting(rules: Rules, board: Board) -> Game {
        Game { rules, board, score: 0, turns: 0, spawning: true }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board as it is now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The sum of all tiles made by merging so far.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// The number of legal actions so far.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Whether an action is followed by a new tile. It is so at the start.
    pub fn spawning(&self) -> bool {
        self.spawning
    }

    /// Switches new tiles on or off.
    pub fn set_spawning(&mut self, on: bool) {
        self.spawning = on;
    }

    /// How the game stands. A board that holds the goal and has no action left is won.
    pub fn status(&self) -> Status {
        if self.rules.stop_at_win() && self.rules.is_won(&self.board) {
            Status::Won
        } else if self.board.is_stuck() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    /// Performs an action: tiles slide and merge, and if anything changed, a new tile appears.
    pub fn apply(
        &mut self,
        direction: Direction,
        chance: &mut impl Chance,
    ) -> Result<Turn, Refusal> {
        match self.status() {
            Status::Playing => {}
            Status::Won => return Err(Refusal::Won),
            Status::Lost => return Err(Refusal::Lost),
        }
        let slide = self.board.slide(direction);
        if slide.board == self.board {
            return Err(Refusal::NothingMoves(direction));
        }
        self.board = slide.board;
        self.score = self.score.saturating_add(slide.gained);
        self.turns += 1;
        let spawned = if self.spawning { self.spawn(chance) } else { None };
        Ok(Turn { gained: slide.gained, merges: slide.merges, spawned, status: self.status() })
    }

    fn spawn(&mut self, chance: &mut impl Chance) -> Option<Tile> {
        let (board, index) = self.rules.spawn(&self.board, chance)?;
        self.board = board;
        let (row, column) = (index / board.side(), index % board.side());
        board.tiles().find(|tile| (tile.row, tile.column) == (row, column))
    }
}
