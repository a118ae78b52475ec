//! Games to try a program with: for each index one script, always the same.
//!
//! First come fixed ones, the shortest first, that take each rule to its borders (`fixed`); most
//! mistakes show there. After them games are played by a seed (`games`). Nothing here judges
//! anything: the engine's moves are only used to write games that go on for long.

mod fixed;
mod games;

use std::sync::{Arc, LazyLock};

use engine::{Chance, Seeded};

use crate::script::Script;

pub(crate) use fixed::bits;

/// Scripts by index.
#[derive(Clone, Debug)]
pub struct Generator {
    fixed: Arc<[Script]>,
    seed: u64,
}

/// The fixed games, which never change and are many.
static FIXED: LazyLock<Arc<[Script]>> = LazyLock::new(|| fixed::scripts().into());

impl Generator {
    /// The games of a seed. The fixed ones are the same for all seeds.
    pub fn new(seed: u64) -> Generator {
        Generator { fixed: FIXED.clone(), seed }
    }

    /// How many games are the same for all seeds.
    pub fn fixed(&self) -> u64 {
        self.fixed.len() as u64
    }

    /// The game of an index.
    pub fn script(&self, index: u64) -> Script {
        match usize::try_from(index).ok().and_then(|index| self.fixed.get(index)) {
            Some(script) => script.clone(),
            None => games::script(self.seed, index),
        }
    }

    /// A new game that is played with random keys to its end, most of them legal.
    pub fn random_game(&self, index: u64) -> Script {
        games::random(self.seed, index)
    }
}

/// Random numbers for those who write games.
#[derive(Clone, Debug)]
struct Numbers(Seeded);

impl Numbers {
    fn new(seed: u64, index: u64) -> Numbers {
        Numbers(Seeded::stream(seed, index))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }

    /// True one time in so many.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use engine::protocol::{End, Fidelity, Phase, TextGame};

    use super::*;

    #[test]
    fn the_same_index_gives_the_same_game() {
        let (a, b, other) = (Generator::new(1), Generator::new(1), Generator::new(2));
        let last = a.fixed();
        assert!((0..last + 200).all(|index| a.script(index) == b.script(index)));
        assert!((0..last).all(|index| a.script(index) == other.script(index)));
        assert!((last..last + 200).all(|index| a.script(index) != other.script(index)));
    }

    #[test]
    fn no_fixed_game_is_there_twice() {
        let generator = Generator::new(0);
        let mut seen = HashSet::new();
        for index in 0..generator.fixed() {
            let script = generator.script(index);
            assert!(seen.insert(script.clone()), "{script}");
        }
    }

    #[test]
    fn games_end_in_every_way_and_reach_high_tiles() {
        let generator = Generator::new(7);
        let (mut won, mut lost, mut quit, mut eof, mut high) = (0, 0, 0, 0, 0);
        for index in generator.fixed()..generator.fixed() + 4_000 {
            let script = generator.script(index);
            let mut session = TextGame::new(Fidelity::Program);
            let (mut draws, mut output) = (script.start_drawing(), Vec::new());
            session.feed(&script.input(), &mut draws, &mut output);
            let end = session.finish(&mut draws, &mut output);
            match end {
                End::Won => won += 1,
                End::Lost => lost += 1,
                End::Quit => quit += 1,
                End::Eof => eof += 1,
                End::InputError { .. } => {}
            }
            high += u32::from(session.game().is_some_and(|game| game.board().max_exponent() > 6));
        }
        assert!(won > 200 && lost > 1_500 && quit > 20 && eof > 5, "{won} {lost} {quit} {eof}");
        assert!(high > 500, "{high}");
    }

    #[test]
    fn random_games_are_full_games() {
        let generator = Generator::new(3);
        let mut lines = 0;
        for index in 0..500 {
            let script = generator.random_game(index);
            lines += script.lines.len();
            let mut session = TextGame::new(Fidelity::Program);
            session.feed(&script.input(), &mut script.start_drawing(), &mut Vec::new());
            assert!(matches!(session.phase(), Phase::Ended(End::Won | End::Lost)), "{script}");
        }
        assert!(lines > 500 * 30, "{lines}");
    }
}
