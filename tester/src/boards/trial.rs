//! A program that is being played by its protocol while a referee looks on.
//!
//! A trial can be copied and continued in more than one way. What it has typed and drawn so far is a
//! script that plays it again, whatever the program draws for.

use engine::{Board, Chance, Direction};

use super::games::Played;
use super::menu::Answers;
use super::protocol::Protocol;
use super::referee::{Phase, Referee};
use crate::draws::{Draws, Tail};
use crate::script::Script;
use crate::session::Session;
use crate::subject::{Program, Subject};
use crate::verdict::{Answer, Verdict};

/// How often another draw is tried to have a new tile come where it is wanted.
const PATIENCE: usize = 48;
/// The ways to wish for a cell that are known.
const WAYS: usize = 15;

/// The most draws after one line that are written down.
const MAX_DRAWS: usize = 1_000;

/// A program that is being played and judged.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    protocol: &'a Protocol,
    session: Session<Subject>,
    referee: Referee<'a>,
    script: Script,
    seeds: Draws,
    verdict: Option<Verdict>,
    /// How a new tile was last brought where it was wanted.
    way: usize,
}

impl<'a> Trial<'a> {
    /// Runs a program to its first question. The seed decides what is drawn.
    pub fn begin(program: &Program, protocol: &'a Protocol, seed: u64) -> Trial<'a> {
        let mut trial = Trial {
            protocol,
            session: Session::new(program.typed_to(protocol.typing()).subject()),
            referee: Referee::new(protocol),
            script: Script::new(Vec::new(), Vec::new()),
            seeds: Draws::new(Vec::new(), Tail::Seed(seed)),
            verdict: None,
            way: 0,
        };
        trial.next_draws(&[]);
        trial.session.begin();
        trial.judge_answer(None);
        trial
    }

    /// Types a line.
    pub fn send(&mut self, line: &[u8]) {
        self.send_wishing(line, &[]);
    }

    /// Types several lines.
    fn send_lines(&mut self, lines: &[Vec<u8>]) {
        lines.iter().for_each(|line| self.send(line));
    }

    /// Types several answers.
    pub fn send_all(&mut self, answers: &Answers) {
        answers.lines().for_each(|line| self.send(line));
    }

    /// Types a line, with what is drawn first.
    pub fn send_wishing(&mut self, line: &[u8], wishes: &[u32]) {
        if !self.goes_on() {
            return;
        }
        self.next_draws(wishes);
        self.session.send(line);
        self.script.lines.push(line.to_owned());
        self.judge_answer(Some(line));
    }

    /// Begins a game by the menu, if there is one. Where boards are always entered, it is one of two tiles.
    pub fn new_game(&mut self) {
        let cells = self.protocol.board.side * self.protocol.board.side;
        let mut dice = self.seeds.clone();
        let first = below(&mut dice, cells);
        let second = (first + 1 + below(&mut dice, cells - 1)) % cells;
        self.send_lines(&self.protocol.beginning([first, second]));
    }

    /// Begins a game from a board, if the menu offers that.
    pub fn from_state(&mut self, board: &Board) {
        self.send_lines(&self.protocol.entering(board).unwrap_or_default());
    }

    /// Makes a move, and has the new tile come in a certain cell if that can be done.
    pub fn push(&mut self, direction: Direction, wanted: Option<usize>) {
        let key = self.protocol.keys.of(direction).bytes();
        let (Some(board), Some(cell)) = (self.referee.board(), wanted) else {
            return self.send(key);
        };
        let slid = board.slide(direction).board;
        // The script so far need not be copied each time.
        let script = std::mem::replace(&mut self.script, Script::new(Vec::new(), Vec::new()));
        // What has brought a tile to its cell will do so again.
        let ways = (self.way..WAYS).chain(0..self.way).chain(WAYS..PATIENCE);
        for (attempt, way) in ways.enumerate() {
            let wishes = match wishes(way, cell, &slid) {
                Some(wishes) => wishes,
                None => vec![self.seeds.draw()],
            };
            let mut trial = self.clone();
            trial.send_wishing(key, &wishes);
            let came = trial
                .referee
                .board()
                .is_none_or(|board| board.exponents().get(cell) != slid.exponents().get(cell));
            if came || attempt + 1 == PATIENCE {
                let more = std::mem::replace(&mut trial.script, script);
                *self = trial;
                self.way = if way < WAYS { way } else { 0 };
                self.script.lines.extend(more.lines);
                self.script.draws.extend(more.draws);
                if let Some(verdict) = &mut self.verdict {
                    verdict.got.drawn = self.script.draws.len();
                }
                return;
            }
        }
    }

    /// A copy that does not know how it came here.
    pub(super) fn fork(&self) -> Trial<'a> {
        Trial {
            script: Script::new(Vec::new(), Vec::new()),
            session: self.session.clone(),
            referee: self.referee.clone(),
            seeds: self.seeds.clone(),
            verdict: self.verdict.clone(),
            protocol: self.protocol,
            way: self.way,
        }
    }

    /// Whether the program waits for a line in a game that can still be judged.
    pub fn goes_on(&self) -> bool {
        self.verdict.is_none() && self.session.waits() && *self.referee.phase() != Phase::Over
    }

    /// Whether the program is where it was at first, after a game.
    pub(super) fn is_in_menu(&self) -> bool {
        self.referee.is_back_in_menu(self.session.answer())
    }

    /// Where the session is.
    pub(super) fn phase(&self) -> &Phase {
        self.referee.phase()
    }

    /// The board, in a game.
    pub fn board(&self) -> Option<&Board> {
        self.referee.board()
    }

    /// What the program did last.
    pub fn answer(&self) -> &Answer {
        self.session.answer()
    }

    /// What was printed last, or before the answer that is wrong.
    pub(super) fn asked(&self) -> &[u8] {
        self.referee.asked()
    }

    /// What is wrong so far.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// What it has executed, in instructions.
    pub(super) fn work(&self) -> u64 {
        self.session.player().machine().work()
    }

    /// The game as it is.
    pub(super) fn session(&self) -> &Session<Subject> {
        &self.session
    }

    /// The game as a script, and what is right and wrong in it.
    pub fn end(self) -> Played {
        let work = self.session.player().work();
        Played { script: self.script, verdict: self.verdict, shown: self.referee.shown(), work }
    }

    fn next_draws(&mut self, wishes: &[u32]) {
        let seed = u64::from(self.seeds.draw());
        self.session.set_draws(Draws::new(wishes.to_vec(), Tail::Seed(seed)));
    }

    fn judge_answer(&mut self, line: Option<&[u8]>) {
        let draws = self.session.draws();
        // Who draws on and on needs no more of them to do it again.
        let drawn = draws.drawn().min(MAX_DRAWS);
        self.script.draws.extend((0..drawn).map(|index| draws.at(index)));
        self.verdict = self.referee.judge(line, self.session.answer());
        // Each line has draws of its own here, but not in the script.
        if let Some(verdict) = &mut self.verdict {
            verdict.got.drawn = self.script.draws.len();
        }
    }
}

/// What is drawn first to have a tile come in a cell, in one of the ways that programs draw it; none is
/// known beyond the last.
fn wishes(way: usize, cell: usize, slid: &Board) -> Option<Vec<u32>> {
    let number = cell as u32;
    let (row, column) = (number / slid.side() as u32, number % slid.side() as u32);
    let empty = slid.empty_cells().take_while(|empty| *empty < cell).count() as u32;
    Some(match way {
        // The number of a cell, or of an empty one.
        0 => vec![number],
        1 => vec![empty],
        // Something else before it, such as the value.
        2 => vec![0, number],
        3 => vec![0, empty],
        // Where it is.
        4 => vec![row, column],
        5 => vec![column, row],
        _ if way < WAYS => vec![way as u32 - 6],
        _ => return None,
    })
}

/// A number below a bound, from a seed that nothing else uses.
pub(super) fn below(dice: &mut Draws, bound: usize) -> usize {
    dice.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
}
