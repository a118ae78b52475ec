//! The search for the first game in which something is wrong with a program.
//!
//! A [`Search`] hands out games by index to as many workers as call [`Search::work`]; this crate
//! starts no threads, and what a game is and what is wrong with it is the workers' business. Whatever
//! their number, what is found is the wrong game with the lowest index, because every game before it
//! has been played.

use std::sync::atomic::{AtomicU64, Ordering};

/// Games that are taken at once.
const SHARE: u64 = 16;

/// Games by index, up to the first in which something is wrong.
#[derive(Debug)]
pub struct Search {
    games: u64,
    next: AtomicU64,
    /// The lowest index of a wrong game, or the number of games.
    found: AtomicU64,
    played: AtomicU64,
}

impl Search {
    /// So many games.
    pub fn new(games: u64) -> Search {
        Search {
            games,
            next: AtomicU64::new(0),
            found: AtomicU64::new(games),
            played: AtomicU64::new(0),
        }
    }

    /// Plays games until there are none left that matter. `is_wrong` plays the game of an index;
    /// `tell` is told now and then.
    pub fn work(&self, mut is_wrong: impl FnMut(u64) -> bool, mut tell: impl FnMut(&Search)) {
        loop {
            let start = self.next.fetch_add(SHARE, Ordering::Relaxed);
            for index in start..start.saturating_add(SHARE) {
                // Someone may have found an earlier one meanwhile.
                if index >= self.found.load(Ordering::Relaxed) {
                    return;
                }
                let wrong = is_wrong(index);
                self.played.fetch_add(1, Ordering::Relaxed);
                if wrong {
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

    /// The first wrong game, once all workers are done.
    pub fn found(&self) -> Option<u64> {
        Some(self.found.load(Ordering::Relaxed)).filter(|index| *index < self.games)
    }
}
