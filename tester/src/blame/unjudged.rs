//! What a program does after a line that it has answered wrong, where no referee follows it.

use engine::{Board, Direction};
use mips_sim::isa::{Inst, Op};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::observe::Observer;

use super::probes::new_games;
use crate::aspects::Aspects;
use crate::boards::{Protocol, recover};
use crate::judge::BoardJudge;
use crate::script::Script;
use crate::session::Session;
use crate::slides;
use crate::subject::{Subject, Watched};

/// A line that means nothing in any game.
pub(super) const NONSENSE: &[u8] = b"%";
/// The same for who reads integers.
const NO_KEY: &[u8] = b"7777";

/// How many moves are looked ahead.
const DEPTH: usize = 2;

/// The register of return addresses.
const RA: u8 = 31;

/// How many calls and returns there are.
#[derive(Default)]
struct Balance {
    calls: u32,
    returns: u32,
}

impl Observer for Balance {
    fn step(&mut self, _: u32, inst: Inst, _: &Cpu, _: &Memory) {
        match inst.op {
            Op::Jal | Op::Jalr | Op::JalrRa | Op::Bgezal | Op::Bltzal => self.calls += 1,
            Op::Jr if inst.regs[0] == RA => self.returns += 1,
            _ => {}
        }
    }
}

/// A program before the line that it answers wrong.
pub(super) struct Unjudged<'a> {
    pub(super) script: &'a Script,
    /// The number of lines before that one.
    pub(super) lines: usize,
    pub(super) protocol: &'a Protocol,
    pub(super) session: &'a Session<Subject>,
}

impl Unjudged<'_> {
    fn after(session: &Session<Subject>, line: &[u8]) -> Session<Subject> {
        let mut session = session.clone();
        if session.waits() {
            session.send(line);
        }
        session
    }

    /// Whether a move of which nothing is shown was made all the same: the next move that shows a board
    /// shows tiles that this one has moved.
    pub(super) fn is_made_unseen(&self, board: &Board, direction: Direction) -> bool {
        let key = |way: Direction| self.protocol.keys.of(way).bytes();
        let slid = board.slide(direction).board;
        let moved = Self::after(self.session, key(direction));
        let fits = |from: &Board, way: Direction, shown: &Board| {
            let [want, shown] =
                [&from.slide(way).board, shown].map(|b| b.values().collect::<Vec<_>>());
            slides::fits(&want, &shown, &self.protocol.board.spawns)
        };
        let shows = |way: Direction| {
            let next = Self::after(&moved, key(way));
            let shown = recover::board(&next.answer().output, &self.protocol.board.layout())?;
            Some(fits(&slid, way, &shown) && !fits(board, way, &shown))
        };
        Direction::ALL.into_iter().any(|way| shows(way) == Some(true))
    }

    /// Whether a key is answered like a line that means nothing.
    pub(super) fn is_refused(&self, way: Direction) -> bool {
        let after = |line: &[u8]| Self::after(self.session, line);
        let answer = text(&after(self.protocol.keys.of(way).bytes()).answer().output);
        let mut others = [NONSENSE, NO_KEY].into_iter().map(after).filter(Session::waits);
        others.any(|other| text(&other.answer().output) == answer)
    }

    /// Whether the key of another direction shows another board.
    pub(super) fn shows_another(&self, board: &Board, but: Direction) -> bool {
        board.legal_moves().filter(|way| *way != but).any(|way| {
            let next = Self::after(self.session, self.protocol.keys.of(way).bytes());
            let shown = recover::board(&next.answer().output, &self.protocol.board.layout());
            shown.is_some_and(|shown| shown != *board)
        })
    }

    /// Whether something that is not on the board moves with the tiles: they are pushed wrong soon after a
    /// move that should have changed nothing, or instead of it.
    pub(super) fn moves_hidden_tiles(&self, board: &Board, key: Direction, shown: &Board) -> bool {
        let after = Self::after(self.session, self.protocol.keys.of(key).bytes());
        self.goes_wrong_soon(self.session, board, DEPTH)
            || self.goes_wrong_soon(&after, shown, DEPTH)
    }

    /// Whether one of the next moves pushes tiles wrong.
    fn goes_wrong_soon(&self, from: &Session<Subject>, board: &Board, depth: usize) -> bool {
        depth > 0
            && board.legal_moves().any(|way| {
                let next = Self::after(from, self.protocol.keys.of(way).bytes());
                let layout = self.protocol.board.layout();
                let Some(shown) = recover::board(&next.answer().output, &layout) else {
                    return false;
                };
                let values: Vec<u64> = shown.values().collect();
                let spawns = &self.protocol.board.spawns;
                slides::rule(board, way, &values, spawns).is_some()
                    || self.goes_wrong_soon(&next, &shown, depth - 1)
            })
    }

    /// Whether these keys move tiles in new games as they should, though not always.
    pub(super) fn moves_in_other_games(&self, ways: &[Direction]) -> bool {
        let mut moved = Aspects::default();
        ways.iter().for_each(|way| moved.add(Aspects::of_move(*way)));
        self.shows_in_other_games(self.protocol, ways, moved)
    }

    /// Whether tiles merge in this direction in new games, whatever comes then.
    pub(super) fn merges_in_other_games(&self, way: Direction) -> bool {
        self.shows_in_other_games(&self.lenient(), &Direction::ALL, Aspects::of_merge(way))
    }

    /// Whether tiles slide in this direction in new games, whatever comes then.
    pub(super) fn slides_in_other_games(&self, way: Direction) -> bool {
        let lenient = self.lenient();
        let slides =
            |ways: &[Direction]| self.shows_in_other_games(&lenient, ways, Aspects::of_move(way));
        slides(&[way]) || slides(&Direction::ALL)
    }

    /// The protocol without the rules that say how games begin and which tiles come.
    fn lenient(&self) -> Protocol {
        let mut lenient = self.protocol.clone();
        Protocol::CAN_BE_BROKEN.into_iter().for_each(|rule| lenient.allow(rule));
        lenient
    }

    fn shows_in_other_games(&self, by: &Protocol, ways: &[Direction], shown: Aspects) -> bool {
        let mut judge = BoardJudge::new(self.session.player().program(), by, 0);
        new_games(by, ways).any(|script| judge.shown(&script).meets(shown))
    }

    /// Whether a key leads to the next question by a return to where nobody called from, and no line has an
    /// effect: whatever is typed, moves and what means nothing, is answered by the next question and nothing
    /// else. Who has not written the moves yet asks on too, but comes back from each call once.
    pub(super) fn goes_astray(&self, board: &Board) -> bool {
        let keys = board.legal_moves().map(|way| self.protocol.keys.of(way).bytes());
        let asked = text(&self.session.answer().output);
        let without_effect = keys.chain([NONSENSE]).all(|line| {
            let after = Self::after(self.session, line);
            let again = text(&after.answer().output);
            after.waits() && !again.contains('\n') && asked.ends_with(&again)
        });
        without_effect && self.returns_too_often()
    }

    /// Whether more calls end than begin between the line that is answered wrong and the next question.
    fn returns_too_often(&self) -> bool {
        let mut before = Balance::default();
        let mut balance = Balance::default();
        let subject = self.session.player().program().subject();
        let mut session = Session::new(Watched { subject, observer: &mut before });
        session.restart(self.script.start_drawing());
        for _ in 0..=self.lines {
            session.step(self.script);
        }
        session.player_mut().observer = &mut balance;
        session.step(self.script);
        balance.returns > balance.calls
    }
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).trim().to_owned()
}
