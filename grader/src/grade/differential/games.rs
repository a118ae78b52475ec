//! The games of an assignment with the right answers to them, worked out once for all programs, and
//! how far a program gets in them up to its first wrong answer.

use std::sync::Arc;

use engine::protocol::Fidelity;

use tester::aspects::{self, Aspects};
use tester::compare::difference;
use tester::generate::Generator;
use tester::{Answer, Player, Reference, Script, Session, Verdict, play};

/// Games with their answers. The fixed games, which take every rule to its borders, are always
/// among them; those of the seed come behind.
#[derive(Clone, Debug)]
pub(in crate::grade) struct Games(Arc<[Game]>);

/// A game and how it should go.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) script: Script,
    /// What should be printed: before the first line, after each that is read, and after the end of
    /// the input if that is reached.
    answers: Vec<Answer>,
    /// What each answer shows.
    shows: Vec<Aspects>,
    /// The same, from the first answer up to each.
    shown: Vec<Aspects>,
}

/// How far a program came in a game.
pub(super) struct Progress {
    /// What its right answers show.
    pub(super) shown: Aspects,
    /// What its first wrong answer should have shown.
    pub(super) wrong: Aspects,
    /// What that one and those behind it should have shown, and those before it do not.
    pub(super) missed: Aspects,
    /// What is wrong with the first wrong answer.
    pub(super) verdict: Option<Verdict>,
}

impl Games {
    /// All fixed games, and so many of a seed.
    pub(in crate::grade) fn new(seed: u64, seeded: u64) -> Games {
        let generator = Generator::new(seed);
        let mut reference = Reference::new(Fidelity::Program);
        let scripts = (0..generator.fixed() + seeded).map(|index| generator.script(index));
        Games(scripts.map(|script| Game::new(plain(script), &mut reference)).collect())
    }

    /// What is typed and drawn in each.
    pub(in crate::grade) fn scripts(&self) -> impl Iterator<Item = &Script> {
        self.0.iter().map(|game| &game.script)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Game> {
        self.0.iter()
    }
}

/// The same game with one line in each line, in ASCII. A carriage return ends a line too, and what is
/// wrong must be told of the line that it follows. What the simulator makes of other letters is no
/// rule of the game.
fn plain(mut script: Script) -> Script {
    let lines = script.lines.iter().flat_map(|line| {
        let whole = line.strip_suffix(b"\r").unwrap_or(line);
        whole.split(|byte| *byte == b'\r').map(|line| match line.is_ascii() {
            true => line.to_vec(),
            false => b"?".to_vec(),
        })
    });
    script.lines = lines.collect();
    script
}

impl Game {
    fn new(script: Script, reference: &mut Reference) -> Game {
        let answers = play(reference, &script);
        let shows = aspects::of_game(&script);
        let mut shown = shows.clone();
        for k in 1..shown.len() {
            let before = shown[k - 1];
            shown[k].add(before);
        }
        Game { script, answers, shows, shown }
    }

    /// Plays it up to the first wrong answer.
    pub(super) fn play(&self, session: &mut Session<impl Player>) -> Progress {
        session.restart(self.script.start_drawing());
        for (step, right) in self.answers.iter().enumerate() {
            session.step(&self.script);
            if let Some(verdict) = difference(session.moment(), right, session.answer()) {
                let shown = step.checked_sub(1).map_or(Aspects::default(), |k| self.up_to(k));
                let missed = self.up_to(usize::MAX).without(shown);
                let wrong = self.shows.get(step).copied().unwrap_or_default();
                return Progress { shown, wrong, missed, verdict: Some(verdict) };
            }
        }
        let none = Aspects::default();
        Progress { shown: self.up_to(usize::MAX), wrong: none, missed: none, verdict: None }
    }

    fn up_to(&self, step: usize) -> Aspects {
        self.shown[step.min(self.shown.len() - 1)]
    }
}
