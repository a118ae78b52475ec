//! One whole game, turn by turn, so that the caller may look at the clock between turns; this crate
//! has none.

use super::{DecidedBy, Decision, Position, Strategy};
use crate::{Game, Rules, Seeded, Status};

/// Plays a game to its end. The seed is that of the new tiles and of the strategy's own lots.
pub fn play(rules: Rules, strategy: &mut dyn Strategy, seed: u64) -> GameResult {
    let mut play = Play::new(rules, seed);
    strategy.begin(seed);
    while let Some(position) = play.position() {
        play.apply(strategy.choose(&position));
    }
    play.outcome()
}

/// A game that a strategy plays.
///
/// ```
/// use engine::Rules;
/// use engine::strategy::{Ending, Play, Setup, Spec};
///
/// let rules = Rules::classic();
/// let mut strategy = "greedy".parse::<Spec>()?.build(&Setup::new(rules))?;
/// let mut play = Play::new(rules, 7);
/// strategy.begin(7);
/// while let Some(position) = play.position() {
///     let decision = strategy.choose(&position); // whoever wants to time this can do so
///     play.apply(decision);
/// }
/// assert_eq!(play.outcome().ending, Ending::Lost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Play {
    game: Game,
    chance: Seeded,
    decisions: Tally,
    gave_up: bool,
}

/// How many turns were decided in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the strategy's own way.
    pub searched: u64,
    /// By the first exception.
    pub exception1: u64,
    /// By the second exception.
    pub exception2: u64,
    /// Because nothing else was legal.
    pub forced_down: u64,
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The largest tile.
    pub largest: u64,
    /// The number of moves.
    pub turns: u64,
    /// The sum of all tiles made by merging.
    pub score: u64,
    /// Why it is over.
    pub ending: Ending,
    /// What decided the moves.
    pub decisions: Tally,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The goal is reached.
    Won,
    /// No move is left.
    Lost,
    /// The strategy had no move, or one that is not legal; or a tile above 32768 was made, which
    /// no strategy can see.
    GaveUp,
    /// It is not.
    Unfinished,
}

impl Play {
    /// A new game, with tiles drawn from a seed.
    pub fn new(rules: Rules, seed: u64) -> Play {
        let mut chance = Seeded::new(seed);
        Play::resume(Game::new(rules, &mut chance), chance)
    }

    /// A game that has begun.
    pub fn resume(game: Game, chance: Seeded) -> Play {
        Play { game, chance, decisions: Tally::default(), gave_up: false }
    }

    /// What the strategy is to be asked; `None` when the game is over.
    pub fn position(&self) -> Option<Position> {
        if self.ending() != Ending::Unfinished {
            return None;
        }
        Position::of(self.game.board(), self.game.score())
    }

    /// Does what the strategy says. If it says nothing, or nothing legal, the game is over.
    pub fn apply(&mut self, decision: Option<Decision>) {
        let Some(decision) = decision else {
            self.gave_up = true;
            return;
        };
        if self.game.apply(decision.direction, &mut self.chance).is_err() {
            self.gave_up = true;
            return;
        }
        *match decision.why {
            DecidedBy::Searched => &mut self.decisions.searched,
            DecidedBy::Exception1 => &mut self.decisions.exception1,
            DecidedBy::Exception2 => &mut self.decisions.exception2,
            DecidedBy::ForcedDown => &mut self.decisions.forced_down,
        } += 1;
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How it went so far.
    pub fn outcome(&self) -> GameResult {
        let largest = match self.game.board().max_exponent() {
            0 => 0,
            exponent => 1 << exponent,
        };
        GameResult {
            largest,
            turns: self.game.turns(),
            score: self.game.score(),
            ending: self.ending(),
            decisions: self.decisions,
        }
    }

    fn ending(&self) -> Ending {
        match self.game.status() {
            Status::Won => Ending::Won,
            Status::Lost => Ending::Lost,
            Status::Playing => {
                let seen = Position::of(self.game.board(), 0).is_some();
                if self.gave_up || !seen { Ending::GaveUp } else { Ending::Unfinished }
            }
        }
    }
}
