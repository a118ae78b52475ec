//! Tries lines on copies of a program and sees what they do. Nothing is known about it yet but the
//! size of its board.

use engine::{Board, Direction, Seeded};

use super::super::recover::{self, Layout, boards, remarks};
use super::super::typing::{is_at_end, question};
use crate::draws::{Draws, Tail};
use crate::player::Outcome;
use crate::session::Session;

use crate::subject::{Program, Subject};
use crate::verdict::{Problem, SourcePlace};

/// A program that waits for a line, or has stopped.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    session: Session<Subject>,
    seed: u64,
    pub(super) layout: Layout,
}

impl Probe {
    pub(super) fn begin(program: &Program, layout: &Layout, seed: u64) -> Probe {
        let mut session = Session::new(program.subject());
        session.set_draws(Draws::new(Vec::new(), Tail::Seed(seed)));
        session.begin();
        Probe { session, seed, layout: layout.clone() }
    }

    /// Continues a game.
    pub(super) fn at(session: &Session<Subject>, layout: &Layout) -> Probe {
        Probe { session: session.clone(), seed: 0, layout: layout.clone() }
    }

    /// The program after one more line.
    pub(super) fn after(&self, line: &str) -> Probe {
        let mut next = self.clone();
        if next.waits() {
            next.seed = Seeded::stream(next.seed, 1).bits();
            next.session.set_draws(Draws::new(Vec::new(), Tail::Seed(next.seed)));
            next.session.send(line.as_bytes());
        }
        next
    }

    /// The program after several lines.
    pub(super) fn after_all(&self, lines: &[String]) -> Probe {
        lines.iter().fold(self.clone(), |probe, line| probe.after(line))
    }

    /// What the program waits for.
    pub(super) fn asked(&self) -> Asked {
        Asked { place: self.session.player().waits_at(), question: self.question() }
    }

    /// Whether the same is asked as in another place, wherever the program came from.
    pub(super) fn asks_like(&self, other: &Probe) -> bool {
        let place = |probe: &Probe| probe.session.player().waits_at()[0];
        let same = || is_at_end(&self.question(), &other.question());
        self.waits() && place(self) == place(other) && same()
    }

    /// The line that asks, with `*` for numbers; empty if a board is the last that is printed.
    pub(super) fn question(&self) -> String {
        let asked = question(self.output());
        remarks(asked.as_bytes(), &self.layout).pop().unwrap_or_default()
    }

    /// Where an instruction stands in the source.
    pub(super) fn place(&self, pc: u32) -> Option<SourcePlace> {
        let place = self.session.player().program().image().place(pc)?;
        Some(SourcePlace { file: place.file_name().to_string(), line: place.line })
    }

    /// Whether nothing but blanks is printed.
    pub(super) fn is_blank(&self) -> bool {
        self.output().trim_ascii().is_empty()
    }

    /// What was printed last.
    pub(super) fn output(&self) -> &[u8] {
        &self.session.answer().output
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.session.answer().outcome
    }

    pub(super) fn waits(&self) -> bool {
        self.session.waits()
    }

    pub(super) fn ended(&self) -> bool {
        self.outcome() == Outcome::Exited
    }

    /// The board that counts in what was printed last.
    pub(super) fn board(&self) -> Option<Board> {
        recover::board(self.output(), &self.layout)
    }

    pub(super) fn shows_board(&self) -> bool {
        !boards(self.output(), &self.layout).is_empty()
    }
}

/// A question: where in the program it is asked, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Asked {
    place: [u32; 3],
    question: String,
}

impl Asked {
    /// Whether the same is asked in the same place, wherever the program came from.
    pub(super) fn is_like(&self, other: &Asked) -> bool {
        self.place[0] == other.place[0] && self.question == other.question
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
    /// On how many boards the program failed.
    pub(super) fails: u32,
}

impl Effect {
    /// Whether it is a key for something, right or wrong.
    pub(super) fn works(&self) -> bool {
        self.changes > 0 || self.fails > 0
    }
}

/// A key that does what a line without meaning does in so many games is tried in no more.
const ENOUGH: usize = 3;

/// Tries one key on games that have just begun. `idle` has what comes of a line without meaning: what
/// comes of any line is not done by the key.
pub(super) fn effect(key: &str, games: &[(Probe, Board)], idle: &[Probe]) -> Effect {
    let failed = |probe: &Probe| {
        let problem = Problem::of_stop(&probe.outcome());
        problem.is_some_and(|problem| !problem.is_refused_line())
    };
    let mut effect = Effect::default();
    let mut acts = false;
    for (number, ((game, before), idle)) in games.iter().zip(idle).enumerate() {
        if number >= ENOUGH && !acts && effect.ends == 0 {
            break;
        }
        let next = game.after(key);
        if next.output() == idle.output() && next.outcome() == idle.outcome() {
            effect.ends += u32::from(next.ended());
            continue;
        }
        acts = true;
        effect.ends += u32::from(next.ended());
        effect.fails += u32::from(failed(&next) && !failed(idle));
        let board = next.board();
        let changed = board.filter(|after| after != before && board != idle.board());
        let Some(after) = changed else { continue };
        effect.changes += 1;
        for (votes, direction) in effect.as_move.iter_mut().zip(Direction::ALL) {
            *votes += u32::from(is_move(before, direction, &after));
        }
    }
    effect
}

/// Whether a board can follow from another by a move. A program that brings no new tile, or too many,
/// has keys, too.
pub(super) fn is_move(before: &Board, direction: Direction, after: &Board) -> bool {
    let slid = before.slide(direction).board;
    let stays = |(is, now): (u64, u64)| is == 0 || is == now;
    before.side() == after.side()
        && before.is_legal(direction)
        && slid.values().zip(after.values()).all(stays)
        && after.tiles().count() <= slid.tiles().count() + NEW_TILES
}

/// The most tiles that come after a move in any program.
const NEW_TILES: usize = 3;

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
    // Of several goals and sizes of the board these are the ones that are wanted.
    let asks_goal = || {
        let asked = question(text.as_bytes()).to_lowercase();
        let words = ["512", "goal", "target", "win"];
        !asked.contains("press") && words.into_iter().any(|word| asked.contains(word))
    };
    let wanted = ["512"].into_iter().filter(|_| asks_goal()).chain(["3"]);
    for word in wanted.chain(alone).chain(usual).chain(short) {
        if !answers.iter().any(|answer| answer == word) {
            answers.push(word.to_owned());
        }
    }
    answers
}
