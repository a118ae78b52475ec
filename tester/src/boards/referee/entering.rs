//! A board that is entered, and what is asked after it.

use engine::Board;

use super::super::menu::Answers;
use super::super::protocol::Pattern;
use super::super::recover::grids;
use super::super::typing::Prompt;
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
        let entry = self.protocol.menu.as_ref()?.state;
        let count = cells.len();
        let separator = char::from(entry.separator());
        let between = |c: char| c.is_whitespace() || c == separator;
        for word in str::from_utf8(line).ok()?.split(between).filter(|word| !word.is_empty()) {
            cells.push(word.parse().ok()?);
        }
        let per_line = entry.per_line(side);
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

    /// Whether a board is as it should be, but all tiles of one value look like something else.
    fn shows_one_tile_as_another(&self, entered: &Board, answer: &Answer) -> bool {
        let grids = grids(&answer.output, &self.protocol.board.layout());
        let Some(shown) = grids.last() else { return false };
        let cells = || entered.values().zip(shown.values());
        let Some((tile, as_shown)) = cells().find(|(tile, shown)| tile != *shown) else {
            return false;
        };
        cells().all(|(value, shown)| *shown == if value == tile { *as_shown } else { value })
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
                let prompt = Prompt::of(&answer.output);
                // A game that is over at once may be back in the menu.
                if self.prompts[0].as_ref().is_none_or(|menu| prompt.differs(menu)) {
                    self.prompts[1] = Some(prompt);
                }
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
            Err(odd) if self.shows_one_tile_as_another(&entered, answer) => {
                broken(Rule::BoardPrint, odd, None, None)
            }
            Err(odd) => broken(Rule::FromState, odd, None, None),
        }
    }
}
