//! One session of a program: lines go in as its protocol has them, and a judge looks on.
//!
//! A session can be copied and tried in more than one way. What it has typed and drawn so far is a
//! script that plays it again, whatever the program draws for.

use engine::{Board, Chance, Direction};

use super::judge::{Judge, Phase};
use super::protocol::{Entry, Protocol};
use crate::draws::{Draws, Tail};
use crate::player::{Outcome, Player};
use crate::script::Script;
use crate::subject::{Program, Subject};
use crate::verdict::{Answer, Verdict};

/// How often another draw is tried to have a new tile come where it is wanted.
const PATIENCE: u32 = 48;

/// A program that is being played and judged.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    protocol: &'a Protocol,
    subject: Subject,
    judge: Judge<'a>,
    script: Script,
    seeds: Draws,
    answer: Answer,
    verdict: Option<Verdict>,
}

impl<'a> Session<'a> {
    /// Runs a program to its first question. The seed decides what is drawn.
    pub fn begin(program: &Program, protocol: &'a Protocol, seed: u64) -> Session<'a> {
        let mut session = Session {
            protocol,
            subject: program.subject(),
            judge: Judge::new(protocol),
            script: Script::new(Vec::new(), Vec::new()),
            seeds: Draws::new(Vec::new(), Tail::Seed(seed)),
            answer: Answer { output: Vec::new(), outcome: Outcome::Waiting, drawn: 0 },
            verdict: None,
        };
        let mut draws = session.next_draws(&[]);
        session.answer.outcome = session.subject.begin(&mut draws, &mut session.answer.output);
        session.keep(&draws);
        session.verdict = session.judge.begin(&session.answer);
        session
    }

    /// Types a line.
    pub fn send(&mut self, line: &[u8]) {
        self.send_wishing(line, &[]);
    }

    /// Types a line, with what is drawn first.
    pub fn send_wishing(&mut self, line: &[u8], wishes: &[u32]) {
        if !self.goes_on() {
            return;
        }
        let mut draws = self.next_draws(wishes);
        self.answer.output.clear();
        let bytes = [line, b"\n"].concat();
        self.answer.outcome = self.subject.feed(&bytes, &mut draws, &mut self.answer.output);
        self.script.lines.push(line.to_owned());
        self.keep(&draws);
        self.verdict = self.judge.line(line, &self.answer);
    }

    /// Begins a game by the menu, if there is one.
    pub fn new_game(&mut self) {
        if let Some(menu) = &self.protocol.menu {
            self.send(menu.new_game.bytes());
        }
    }

    /// Begins a game from a board, if the menu offers that.
    pub fn from_state(&mut self, board: &Board) {
        let Some((menu, answer)) =
            self.protocol.menu.as_ref().and_then(|menu| Some((menu, menu.from_state.as_ref()?)))
        else {
            return;
        };
        self.send(answer.bytes());
        for line in entry_lines(board, menu.state) {
            self.send(line.as_bytes());
        }
    }

    /// Makes a move, and has the new tile come in a certain cell if that can be done.
    pub fn push(&mut self, direction: Direction, wanted: Option<usize>) {
        let key = self.protocol.keys.of(direction).bytes();
        let slid = self.judge.board().map(|board| board.slide(direction).board);
        let (Some(slid), Some(cell)) = (slid, wanted) else { return self.send(key) };
        for attempt in 0..PATIENCE {
            // Most programs take the number of a cell, or of an empty one.
            let wish = match attempt {
                0 => cell as u32,
                1..=9 => attempt - 1,
                _ => self.seeds.draw(),
            };
            let mut trial = self.clone();
            trial.send_wishing(key, &[wish]);
            let came = trial
                .judge
                .board()
                .is_none_or(|board| board.exponents().get(cell) != slid.exponents().get(cell));
            if came || attempt + 1 == PATIENCE {
                *self = trial;
                return;
            }
        }
    }

    /// Whether the program waits for a line in a session that can still be judged.
    pub fn goes_on(&self) -> bool {
        self.verdict.is_none()
            && self.answer.outcome == Outcome::Waiting
            && *self.judge.phase() != Phase::Over
    }

    /// The board, in a game.
    pub fn board(&self) -> Option<&Board> {
        self.judge.board()
    }

    /// What was printed last.
    pub fn output(&self) -> &[u8] {
        &self.answer.output
    }

    /// How the program stopped.
    pub fn outcome(&self) -> &Outcome {
        &self.answer.outcome
    }

    /// What is wrong so far.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// The program where it stands.
    pub(super) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The session as a script, and what is wrong in it.
    pub fn end(self) -> (Script, Option<Verdict>) {
        (self.script, self.verdict)
    }

    fn next_draws(&mut self, wishes: &[u32]) -> Draws {
        Draws::new(wishes.to_vec(), Tail::Seed(u64::from(self.seeds.draw())))
    }

    fn keep(&mut self, draws: &Draws) {
        self.script.draws.extend((0..draws.drawn()).map(|index| draws.at(index)));
        self.answer.drawn = self.script.draws.len();
    }
}

/// A board as it is entered.
pub(super) fn entry_lines(board: &Board, entry: Entry) -> Vec<String> {
    let cells: Vec<String> = board.values().map(|value| value.to_string()).collect();
    match entry {
        Entry::Cells => cells,
        Entry::Rows => cells.chunks(board.side()).map(|row| row.join(" ")).collect(),
        Entry::Line => vec![cells.join(" ")],
    }
}

/// Plays a script and judges it. Lines behind the end of what can be judged are not played, and
/// the end of the input is not looked at.
pub fn judge_script(program: &Program, protocol: &Protocol, script: &Script) -> Option<Verdict> {
    let mut subject = program.subject();
    let mut judge = Judge::new(protocol);
    let mut draws = script.start_drawing();
    let mut answer = Answer { output: Vec::new(), outcome: Outcome::Waiting, drawn: 0 };
    answer.outcome = subject.begin(&mut draws, &mut answer.output);
    let mut verdict = judge.begin(&answer);
    for line in &script.lines {
        if verdict.is_some() || answer.outcome != Outcome::Waiting || *judge.phase() == Phase::Over
        {
            break;
        }
        answer.output.clear();
        let line_end = [line, &b"\n"[..]].concat();
        answer.outcome = subject.feed(&line_end, &mut draws, &mut answer.output);
        answer.drawn = draws.drawn();
        verdict = judge.line(line, &answer);
    }
    verdict
}

/// A number below a bound, from a seed that nothing else uses.
pub(super) fn below(dice: &mut Draws, bound: usize) -> usize {
    dice.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
}
