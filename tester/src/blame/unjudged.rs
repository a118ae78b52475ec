//! What a program does after a line that it has answered wrong, where no referee follows it.

use engine::{Board, Direction};

use super::probes::new_games;
use crate::aspects::Aspects;
use crate::boards::{Protocol, recover};
use crate::judge::BoardJudge;
use crate::session::Session;
use crate::slides;
use crate::subject::Subject;

/// A line that means nothing in any game.
const NONSENSE: &[u8] = b"%";

/// A program before the line that it answers wrong.
pub(super) struct Unjudged<'a> {
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

    /// Whether a key is answered like a line that means nothing, and with more than the next question.
    pub(super) fn is_refused(&self, way: Direction) -> bool {
        let [answer, other] = [self.protocol.keys.of(way).bytes(), NONSENSE]
            .map(|line| text(&Self::after(self.session, line).answer().output));
        answer == other && !text(&self.session.answer().output).ends_with(&answer)
    }

    /// Whether the key of another direction shows another board.
    pub(super) fn shows_another(&self, board: &Board, but: Direction) -> bool {
        board.legal_moves().filter(|way| *way != but).any(|way| {
            let next = Self::after(self.session, self.protocol.keys.of(way).bytes());
            let shown = recover::board(&next.answer().output, &self.protocol.board.layout());
            shown.is_some_and(|shown| shown != *board)
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

    /// Whether no line has an effect: whatever is typed, moves and what means nothing, is answered by the
    /// next question and nothing else.
    pub(super) fn goes_astray(&self, board: &Board) -> bool {
        let keys = board.legal_moves().map(|way| self.protocol.keys.of(way).bytes());
        let asked = text(&self.session.answer().output);
        keys.chain([NONSENSE]).all(|line| {
            let after = Self::after(self.session, line);
            let again = text(&after.answer().output);
            after.waits() && !again.contains('\n') && asked.ends_with(&again)
        })
    }
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).trim().to_owned()
}
