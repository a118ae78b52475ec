//! Tries lines on copies of a program and sees what they do. Nothing is known about it yet but the
//! size of its board.

use engine::{Board, Direction};

use super::compare_boards::{Moved, moved};
use super::recover::{Layout, boards, last_board};
use crate::draws::{Draws, Tail};
use crate::player::{Outcome, Player};
use crate::subject::{Program, Subject};

/// A program that waits for a line, or has stopped.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    subject: Subject,
    seed: u64,
    pub(super) layout: Layout,
    pub(super) outcome: Outcome,
    /// What was printed last.
    pub(super) output: Vec<u8>,
}

impl Probe {
    pub(super) fn begin(program: &Program, layout: &Layout, seed: u64) -> Probe {
        let mut subject = program.subject();
        let mut output = Vec::new();
        let mut draws = Draws::new(Vec::new(), Tail::Seed(seed));
        let outcome = subject.begin(&mut draws, &mut output);
        Probe { subject, seed, layout: layout.clone(), outcome, output }
    }

    /// Goes on from where a program stands.
    pub(super) fn at(subject: &Subject, layout: &Layout) -> Probe {
        let (subject, layout) = (subject.clone(), layout.clone());
        Probe { subject, seed: 0, layout, outcome: Outcome::Waiting, output: Vec::new() }
    }

    /// The program after one more line.
    pub(super) fn after(&self, line: &str) -> Probe {
        let mut next = self.clone();
        if next.outcome == Outcome::Waiting {
            next.output.clear();
            next.seed = next.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let mut draws = Draws::new(Vec::new(), Tail::Seed(next.seed));
            let line = [line.as_bytes(), b"\n"].concat();
            next.outcome = next.subject.feed(&line, &mut draws, &mut next.output);
        }
        next
    }

    pub(super) fn waits(&self) -> bool {
        self.outcome == Outcome::Waiting
    }

    pub(super) fn ended(&self) -> bool {
        self.outcome == Outcome::Exited
    }

    /// The last board in what was printed last.
    pub(super) fn board(&self) -> Option<Board> {
        last_board(&self.output, &self.layout)
    }

    pub(super) fn shows_board(&self) -> bool {
        !boards(&self.output, &self.layout).is_empty()
    }
}

/// What one sign does in a game, seen on several boards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effect {
    /// On how many boards it did what each direction would.
    pub(super) as_move: [u32; 4],
    /// On how many boards it changed anything.
    pub(super) changes: u32,
    /// On how many boards it ended the program.
    pub(super) ends: u32,
}

/// Tries one sign on games that have just begun.
pub(super) fn effect(key: char, games: &[(Probe, Board)]) -> Effect {
    let mut effect = Effect::default();
    for (game, before) in games {
        let next = game.after(key.encode_utf8(&mut [0; 4]));
        effect.ends += u32::from(next.ended());
        let Some(after) = next.board().filter(|after| after != before) else { continue };
        effect.changes += 1;
        for (votes, direction) in effect.as_move.iter_mut().zip(Direction::ALL) {
            // A program that forgets the new tile has keys, too.
            let came = |spawning| moved(before, direction, &after, spawning, &[2, 4]);
            let fits = before.is_legal(direction)
                && (came(true) == Moved::Right || came(false) == Moved::Right);
            *votes += u32::from(fits);
        }
    }
    effect
}

/// Letters and digits that stand alone in a text, those that are most usual, and the short words of
/// the text: a menu names its answers so.
pub(super) fn likely_answers(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let words = || text.split(|c: char| !c.is_ascii_alphanumeric());
    let alone = words().filter(|word| word.len() == 1);
    let usual =
        ["1", "2", "3", "0", "n", "N", "s", "S", "y", "Y", "p", "P", "q", "Q", "x", "X", ""];
    let short = words().filter(|word| (2..=8).contains(&word.len())).take(40);
    let mut answers: Vec<String> = Vec::new();
    for word in alone.chain(usual).chain(short) {
        if !answers.iter().any(|answer| answer == word) {
            answers.push(word.to_owned());
        }
    }
    answers
}
