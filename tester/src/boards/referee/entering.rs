//! A board that is entered, and what is asked after it.

use engine::Board;

use super::super::menu::{Answers, BoardEntry};
use super::super::protocol::Pattern;
use super::super::typing::question;
use super::{Broken, Phase, Referee, broken, expecting};
use crate::aspects;
use crate::rule::Rule;
use crate::verdict::{Answer, Problem};

impl Referee<'_> {
    /// A line of cells.
    pub(super) fn cell(
        &mut self,
        mut cells: Vec<u64>,
        line: &[u8],
        answer: &Answer,
    ) -> Option<Broken> {
        let rules = &self.protocol.board;
        let side = rules.side;
        let words = str::from_utf8(line).ok()?.split_whitespace();
        let count = cells.len();
        for word in words {
            cells.push(word.parse().ok()?);
        }
        let per_line = match self.protocol.menu.as_ref()?.state {
            BoardEntry::Cells => 1,
            BoardEntry::Rows => side,
            BoardEntry::Line => side * side,
        };
        if cells.len() != count + per_line {
            return None;
        }
        if cells.len() < side * side {
            self.phase = Phase::Entering(cells);
            return self.waits(answer, Rule::FromState, aspects::CELL);
        }
        self.entered(cells, 0, answer)
    }

    /// The answer to a question after the board.
    pub(super) fn answer_after(
        &mut self,
        cells: Vec<u64>,
        count: usize,
        line: &[u8],
        answer: &Answer,
    ) -> Option<Broken> {
        let after = self.protocol.menu.as_ref()?.after_state.as_ref()?;
        if after.lines().nth(count) != Some(line) {
            return None;
        }
        self.entered(cells, count + 1, answer)
    }

    /// All cells are there, and the answers to so many questions.
    fn entered(&mut self, cells: Vec<u64>, count: usize, answer: &Answer) -> Option<Broken> {
        let rules = &self.protocol.board;
        let side = rules.side;
        let after = self.protocol.menu.as_ref()?.after_state.as_ref().map_or(0, Answers::len);
        let entered = Board::from_values(side, &cells).ok()?;
        if entered.values().any(|value| value > rules.goal) {
            return None;
        }
        match self.board_in(answer) {
            Ok(None) if count < after => {
                self.phase = Phase::Entered(cells, count);
                self.waits(answer, Rule::FromState, aspects::CELL)
            }
            Ok(Some(board)) if board == entered => {
                self.questions[1] = Some(question(&answer.output));
                self.end_of_turn(None, board, answer, Rule::FromState, &[aspects::ENTERED])
            }
            Ok(Some(board)) => {
                let found = broken(Rule::FromState, Problem::WrongBoard, None, Some(&board));
                expecting(found, &entered)
            }
            Ok(None) => {
                // A game that is over at once was understood, though its board is not shown.
                let says = |end: &Option<Pattern>| {
                    end.as_ref().is_some_and(|pattern| pattern.is_in(&answer.output))
                };
                let won = entered.values().any(|value| value >= rules.goal);
                let rule = match () {
                    () if won && says(&self.protocol.end.win) => Rule::Win,
                    () if entered.is_stuck() && says(&self.protocol.end.loss) => Rule::Loss,
                    () => Rule::FromState,
                };
                broken(rule, Problem::NoBoard, None, None)
            }
            Err(odd) => broken(Rule::FromState, odd, None, None),
        }
    }
}
