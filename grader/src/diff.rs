//! The search for the first game on which a program and its reference do not agree.
//!
//! A [`Search`] hands out games by index to as many workers as call [`Search::work`]; this crate
//! starts no threads. Whatever their number, what is found is the difference with the lowest index,
//! because every game before it has been played.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::compare::Duel;
use crate::generate::Generator;
use crate::player::Player;

/// Games that are taken at once.
const SHARE: u64 = 16;

/// Games by index, up to the first that shows a difference.
#[derive(Debug)]
pub struct Search {
    generator: Generator,
    games: u64,
    next: AtomicU64,
    /// The lowest index of a game with a difference, or the number of games.
    found: AtomicU64,
    played: AtomicU64,
}

impl Search {
    /// The first so many games of a generator.
    pub fn new(generator: Generator, games: u64) -> Search {
        Search {
            generator,
            games,
            next: AtomicU64::new(0),
            found: AtomicU64::new(games),
            played: AtomicU64::new(0),
        }
    }

    /// Plays games until there are none left that matter. `tell` is told now and then.
    pub fn work<S: Player, R: Player>(&self, duel: &mut Duel<S, R>, mut tell: impl FnMut(&Search)) {
        loop {
            let start = self.next.fetch_add(SHARE, Ordering::Relaxed);
            for index in start..start.saturating_add(SHARE) {
                // Someone may have found an earlier one meanwhile.
                if index >= self.found.load(Ordering::Relaxed) {
                    return;
                }
                let differs = duel.play(&self.generator.script(index)).is_some();
                self.played.fetch_add(1, Ordering::Relaxed);
                if differs {
                    self.found.fetch_min(index, Ordering::Relaxed);
                    return;
                }
            }
            tell(self);
        }
    }

    /// How many games have been played, by all workers.
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The first game that shows a difference, once all workers are done.
    pub fn found(&self) -> Option<u64> {
        Some(self.found.load(Ordering::Relaxed)).filter(|index| *index < self.games)
    }

    /// The games.
    pub fn generator(&self) -> &Generator {
        &self.generator
    }
}
