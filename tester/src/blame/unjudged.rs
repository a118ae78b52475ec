//! What a program does after a line that it has answered wrong, where no referee follows it.

use engine::{Board, Direction};

use crate::boards::{Protocol, recover};
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
