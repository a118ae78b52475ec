//! Plays the games: threads, the clock, and stopping in between. Which games there are and what is
//! done with them is decided by the caller.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::Rules;
use engine::strategy::{Play, Setup, Strategy};
use engine::tournament::Durations;
use indicatif::ProgressBar;

use super::entrants::Entrant;
use super::games::Game;
use crate::interrupt;
use crate::threads::{Threads, lock};

/// Games of one entrant, played one after the other by one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) entrant: usize,
    pub(super) seeds: Vec<u64>,
}

/// So many games are played before someone else's turn, as building a strategy takes a while.
const AT_ONCE: u64 = 10;

/// All games that are not done yet. Everyone's first games come first, so that a tournament that is
/// stopped has about as many games of each, and the time left can be told.
pub(super) fn jobs(entrants: usize, seeds: &[u64], done: impl Fn(usize, u64) -> bool) -> Vec<Job> {
    let rounds = seeds.chunks(AT_ONCE as usize);
    let job = |entrant, seeds: &[u64]| Job {
        entrant,
        seeds: seeds.iter().copied().filter(|seed| !done(entrant, *seed)).collect(),
    };
    let all = rounds.flat_map(|seeds| (0..entrants).map(move |entrant| (entrant, seeds)));
    all.map(|(entrant, seeds)| job(entrant, seeds)).filter(|job| !job.seeds.is_empty()).collect()
}

/// Plays all jobs, and reports every game that ended. Stops when the receiver wants no more, or
/// at Ctrl-C.
pub(super) fn play(
    entrants: &[(Entrant, Setup)],
    jobs: &[Job],
    threads: &Threads,
    ended: &mut (dyn FnMut(usize, u64, Game) -> bool + Send),
) {
    let stop = AtomicBool::new(false);
    let ended = Mutex::new(ended);
    // The bar counts games, not jobs, and belongs to whoever is told of them.
    let bar = ProgressBar::hidden();
    threads.share(
        jobs.len() as u64,
        &bar,
        || (),
        |(), index| {
            let job = &jobs[index as usize];
            let (entrant, setup) = &entrants[job.entrant];
            let mut strategy = entrant.spec.build(setup).expect("it was built before");
            for &seed in &job.seeds {
                let over = || stop.load(Ordering::Relaxed) || interrupt::asked();
                let Some(game) = one(entrant.rules, strategy.as_mut(), seed, over) else {
                    return ControlFlow::Break(());
                };
                if !lock(&ended)(job.entrant, seed, game) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            ControlFlow::Continue(())
        },
    );
}

/// One game with the time that each choice took; `None` if it is not to be played to its end.
fn one(
    rules: Rules,
    strategy: &mut dyn Strategy,
    seed: u64,
    over: impl Fn() -> bool,
) -> Option<Game> {
    let mut play = Play::new(rules, seed);
    let mut times = Durations::default();
    strategy.begin(seed);
    while let Some(position) = play.position() {
        if over() {
            return None;
        }
        let before = Instant::now();
        let decision = strategy.choose(&position);
        let took = before.elapsed();
        times.add(u64::try_from(took.as_nanos()).unwrap_or(u64::MAX));
        play.apply(decision);
    }
    Some(Game { outcome: play.outcome(), times })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_plays_every_game_once_and_in_rounds() {
        let seeds: Vec<u64> = (1..=25).collect();
        let all = jobs(2, &seeds, |_, _| false);
        let order: Vec<(usize, u64)> = all.iter().map(|job| (job.entrant, job.seeds[0])).collect();
        assert_eq!(order, [(0, 1), (1, 1), (0, 11), (1, 11), (0, 21), (1, 21)]);
        assert_eq!(all.iter().map(|job| job.seeds.len()).sum::<usize>(), 50);
        let rest = jobs(2, &seeds, |entrant, seed| entrant == 0 || seed < 24);
        assert_eq!(rest, [Job { entrant: 1, seeds: vec![24, 25] }]);
    }
}
