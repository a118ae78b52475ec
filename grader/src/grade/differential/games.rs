//! The games of an assignment with the right answers to them, worked out once for all programs, and
//! a program's way through them up to its first wrong answer.

use std::sync::Arc;

use engine::protocol::Fidelity;

use super::aspects::{self, Aspects};
use tester::compare::difference;
use tester::generate::Generator;
use tester::{Answer, Draws, Moment, Outcome, Player, Reference, Script, Verdict};

/// Games with their answers. The fixed games, which take every rule to its borders, are always
/// among them; those of the seed come behind.
#[derive(Clone, Debug)]
pub(super) struct Games(Arc<[Game]>);

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
pub(super) struct Way {
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
    pub(super) fn new(seed: u64, seeded: u64) -> Games {
        let generator = Generator::new(seed);
        let mut reference = Reference::new(Fidelity::Program);
        let scripts = (0..generator.fixed() + seeded).map(|index| generator.script(index));
        Games(scripts.map(|script| Game::new(plain(script), &mut reference)).collect())
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
        let mut draws = script.start_drawing();
        let mut answers = Vec::with_capacity(script.lines.len() + 2);
        reference.reset();
        let mut line = Vec::new();
        for step in 0.. {
            let mut output = Vec::new();
            let outcome = play_step(reference, &script, step, &mut line, &mut draws, &mut output);
            let goes_on = outcome == Outcome::Waiting;
            answers.push(Answer { output, outcome, drawn: draws.drawn() });
            if !goes_on {
                break;
            }
        }
        let shows = aspects::of_game(&script);
        let mut shown = shows.clone();
        for k in 1..shown.len() {
            let before = shown[k - 1];
            shown[k].add(before);
        }
        Game { script, answers, shows, shown }
    }

    /// Plays it up to the first wrong answer.
    pub(super) fn play(&self, player: &mut impl Player, output: &mut Vec<u8>) -> Way {
        let mut draws = self.script.start_drawing();
        let mut line = Vec::new();
        player.reset();
        for (step, right) in self.answers.iter().enumerate() {
            output.clear();
            let outcome = play_step(player, &self.script, step, &mut line, &mut draws, output);
            if *output != right.output || !right.outcome.is_like(&outcome) {
                let shown = step.checked_sub(1).map_or(Aspects::default(), |k| self.up_to(k));
                let lines = self.script.lines.len();
                let moment = Moment { lines: step.min(lines), at_end: step > lines };
                let got = Answer { output: output.clone(), outcome, drawn: draws.drawn() };
                let verdict = difference(moment, right.clone(), got);
                let missed = self.up_to(usize::MAX).without(shown);
                let wrong = self.shows.get(step).copied().unwrap_or_default();
                return Way { shown, wrong, missed, verdict: Some(verdict) };
            }
        }
        let none = Aspects::default();
        Way { shown: self.up_to(usize::MAX), wrong: none, missed: none, verdict: None }
    }

    fn up_to(&self, step: usize) -> Aspects {
        self.shown[step.min(self.shown.len() - 1)]
    }
}

/// Gives a player the line before a step, or the end of the input behind the last, or just lets it
/// begin.
fn play_step(
    player: &mut impl Player,
    script: &Script,
    step: usize,
    line: &mut Vec<u8>,
    draws: &mut Draws,
    output: &mut Vec<u8>,
) -> Outcome {
    let Some(number) = step.checked_sub(1) else { return player.begin(draws, output) };
    match script.lines.get(number) {
        Some(typed) => {
            line.clear();
            line.extend_from_slice(typed);
            line.push(b'\n');
            player.feed(line, draws, output)
        }
        None => player.finish(draws, output),
    }
}
