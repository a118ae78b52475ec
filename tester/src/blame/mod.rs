//! Which rule a difference breaks.
//!
//! A difference is text; a rule is about boards. What was asked for, what was typed and the boards
//! that were printed most often tell. Where they leave two readings, a small game decides: whether
//! the same move is wrong without new tiles too, or the same board is shown wrong when it is
//! entered. It is a good guess for people, never part of the verdict.

use engine::protocol::{Fidelity, Phase, text};
use engine::{Board, Direction};

use crate::boards::recover::{Layout, grids};
use crate::rule::Rule;
use crate::script::Script;
use crate::situation::{Situation, situations};
use crate::slides;
use crate::verdict::{Answer, Boards, Cells, Moment, Problem, Verdict};

/// Adds the rule and the boards to the difference that a script shows. `probe` plays another script.
pub fn blame(
    script: &Script,
    verdict: Verdict,
    fidelity: Fidelity,
    probe: impl FnMut(&Script) -> Option<Verdict>,
) -> Verdict {
    let Some(expected) = &verdict.expected else { return verdict };
    let situations = situations(script, fidelity);
    let Moment { lines, .. } = verdict.moment;
    let situation = match situations.get(lines.saturating_sub(1)) {
        Some(situation) if lines > 0 => *situation,
        _ => Situation { phase: Phase::Start, board: None, spawning: true, drawn: 0 },
    };
    let line = lines.checked_sub(1).and_then(|at| script.lines.get(at));
    let mut case = Case {
        script,
        verdict: &verdict,
        expected_answer: expected,
        situation,
        line: line.map(Vec::as_slice).unwrap_or_default(),
        expected: first_board(&expected.output),
        got: first_board(&verdict.got.output),
        probe,
    };
    let rule = case.rule();
    let (expected, got) = (case.expected, case.got);
    // Entering a board shows nothing of the one before it.
    let before = situation.board.filter(|_| situation.phase == Phase::Move);
    let before = before.as_ref().map(Cells::from);
    Verdict { rule, boards: Boards { before, expected, got }, ..verdict }
}

struct Case<'a, P> {
    script: &'a Script,
    verdict: &'a Verdict,
    expected_answer: &'a Answer,
    situation: Situation,
    line: &'a [u8],
    expected: Option<Cells>,
    got: Option<Cells>,
    probe: P,
}

impl<P: FnMut(&Script) -> Option<Verdict>> Case<'_, P> {
    fn rule(&mut self) -> Option<Rule> {
        match (&self.verdict.problem, self.situation.phase) {
            (Problem::Failed(_) | Problem::Floods | Problem::Hoards, _) => {
                return Some(Rule::Crash);
            }
            (Problem::Hangs, Phase::Move) if self.direction().is_some() => {
                let illegal = self.direction().is_some_and(|direction| !self.is_legal(direction));
                return Some(if illegal { Rule::SpawnAfterLegal } else { Rule::Crash });
            }
            (Problem::Hangs, _) | (Problem::Ended, Phase::Start) => return Some(Rule::Crash),
            _ => {}
        }
        match self.situation.phase {
            Phase::Start | Phase::Ended(_) => None,
            Phase::Menu => self.menu(),
            Phase::Cell(cell) => self.cell(cell),
            Phase::Move => self.turn(),
        }
    }

    fn printed(&self, words: &str) -> bool {
        contains(&self.verdict.got.output, words)
    }

    fn due(&self, words: &str) -> bool {
        contains(&self.expected_answer.output, words)
    }

    fn direction(&self) -> Option<Direction> {
        match self.line {
            [byte] => Direction::from_key(char::from(*byte)),
            _ => None,
        }
    }

    fn is_legal(&self, direction: Direction) -> bool {
        self.situation.board.is_some_and(|board| board.is_legal(direction))
    }

    fn menu(&mut self) -> Option<Rule> {
        match self.line {
            b"X" => Some(Rule::Quit),
            b"1" | b"2" if self.printed(text::INVALID_MOVE) => Some(Rule::InvalidInput),
            b"2" => Some(Rule::FromState),
            b"1" if self.expected.is_some() => match self.shown() {
                Some(rule) => Some(rule),
                None if self.is_shown_wrong_when_entered() => Some(Rule::BoardPrint),
                None => Some(Rule::Start),
            },
            _ => Some(Rule::InvalidInput),
        }
    }

    fn cell(&mut self, cell: usize) -> Option<Rule> {
        if cell < 8 || self.expected.is_none() {
            return Some(Rule::FromState);
        }
        if let Some(rule) = self.shown() {
            return Some(rule);
        }
        let sorted = |cells: &Option<Cells>| {
            let mut sorted = cells.as_ref().map(|cells| cells.values().to_vec());
            sorted.iter_mut().for_each(|cells| cells.sort_unstable());
            sorted
        };
        // The right tiles in other places were read in another order, unless all boards look so.
        let rearranged = sorted(&self.expected) == sorted(&self.got);
        Some(if rearranged && !self.is_shown_wrong_in_new_games() {
            Rule::FromState
        } else {
            Rule::BoardPrint
        })
    }

    fn turn(&mut self) -> Option<Rule> {
        match (self.line, self.direction()) {
            (b"X", _) => Some(Rule::Quit),
            (b"3" | b"4", _) => Some(Rule::RngSwitch),
            (_, Some(direction)) if self.is_legal(direction) => self.legal_move(direction),
            (_, Some(direction)) => self.illegal_move(direction),
            (_, None) if self.goes_astray() => Some(Rule::Crash),
            (_, None) => Some(Rule::InvalidInput),
        }
    }

    fn illegal_move(&mut self, direction: Direction) -> Option<Rule> {
        let before = self.situation.board.as_ref().map(Cells::from);
        let (Some(before), Some(got)) = (before, &self.got) else {
            return Some(if self.goes_astray() { Rule::Crash } else { Rule::InvalidInput });
        };
        Some(match (before == *got, new_tiles(&before, got).is_some()) {
            (true, _) => Rule::InvalidInput,
            (false, true) => Rule::SpawnAfterLegal,
            (false, false) => {
                let board = self.situation.board?;
                self.wrong_slide(&board, direction).unwrap_or(Rule::Slide)
            }
        })
    }

    fn legal_move(&mut self, direction: Direction) -> Option<Rule> {
        let (Some(expected), Some(got)) = (self.expected.clone(), self.got.clone()) else {
            if self.printed(text::INVALID_MOVE) {
                return self.wrong_slide_elsewhere(direction).or(Some(Rule::SpawnAfterLegal));
            }
            return self.shown().or(Some(Rule::Crash));
        };
        if let Some(rule) = self.shown() {
            return Some(rule);
        }
        let board = self.situation.board?;
        if let Some(rule) = self.wrong_slide(&board, direction) {
            return Some(rule);
        }
        let slid = Cells::from(&board.slide(direction).board);
        let is_empty = |cells: &Cells| cells.values().iter().map(|v| *v == 0).collect::<Vec<_>>();
        Some(match new_tiles(&slid, &got) {
            _ if !self.situation.spawning => Rule::RngSwitch,
            Some(0) if self.comes_when_enabled() => Rule::RngSwitch,
            Some(0) if self.comes_at_first_draw(&slid) => Rule::SpawnEmptyCell,
            Some(0) => Rule::SpawnAfterLegal,
            Some(1) if is_empty(&got) == is_empty(&expected) => Rule::SpawnValue,
            _ => self.wrong_slide_elsewhere(direction).unwrap_or(Rule::SpawnEmptyCell),
        })
    }

    /// What there is to say if the right board is shown, or none: nothing if it is another board.
    fn shown(&self) -> Option<Rule> {
        let (expected, got) = (&self.expected_answer.output, &self.verdict.got.output);
        let ends = |words| self.due(words) || self.printed(words);
        if self.got.is_none() {
            return Some(match () {
                // Bars are for rows.
                () if got.contains(&b'|') => Rule::BoardPrint,
                () if ends(text::WIN) => Rule::Win,
                () if ends(text::LOSE) => Rule::Loss,
                () => Rule::Crash,
            });
        }
        if self.got != self.expected {
            return None;
        }
        // A board is 98 bytes long.
        if expected.get(..98) != got.get(..98) {
            return Some(Rule::BoardPrint);
        }
        // Between the board and the question nothing happens but the tests of win and loss.
        Some(if ends(text::WIN) { Rule::Win } else { Rule::Loss })
    }

    /// Whether the same tiles are moved wrong without new tiles, and how.
    fn wrong_slide(&mut self, board: &Board, direction: Direction) -> Option<Rule> {
        let slid = Cells::from(&board.slide(direction).board);
        let got = if self.situation.spawning {
            let mut script = self.script.clone();
            script.lines.truncate(self.verdict.moment.lines.saturating_sub(1));
            script.lines.extend([b"3".to_vec(), vec![direction.key() as u8]]);
            let found = (self.probe)(&script);
            let found = found.filter(|found| found.moment.lines == script.lines.len())?;
            first_board(&found.got.output)?
        } else {
            self.got.clone()?
        };
        // A new tile that comes although chance is off is another matter, but not two of them.
        match new_tiles(&slid, &got) {
            None => slides::rule(board, direction, got.values(), &[]),
            Some(0 | 1) => None,
            Some(_) => Some(Rule::MergeValue),
        }
    }

    /// Whether the program moves plain lines wrong in this direction, and how: what looks like a
    /// wrong new tile or a refused move can come from a slide of which nothing is to be seen.
    fn wrong_slide_elsewhere(&mut self, direction: Direction) -> Option<Rule> {
        for lines in PLAIN_LINES {
            let mut cells = [0u64; 9];
            for (number, line) in lines.iter().enumerate() {
                for (cell, value) in slides::wall_first(3, number, direction).zip(line) {
                    cells[cell] = *value;
                }
            }
            let board = Board::from_values(3, &cells).ok()?;
            let entered = cells.iter().map(|value| value.to_string().into_bytes());
            let mut typed = vec![b"2".to_vec()];
            typed.extend(entered.chain([b"3".to_vec(), vec![direction.key() as u8]]));
            let script = Script::new(typed, Vec::new());
            let Some(found) = (self.probe)(&script) else { continue };
            if found.moment.lines < script.lines.len() {
                continue;
            }
            let got = first_board(&found.got.output).unwrap_or_else(|| Cells::from(&board));
            if let Some(rule) = slides::rule(&board, direction, got.values(), &[]) {
                return Some(rule);
            }
        }
        None
    }

    /// Whether the tile that is missing comes if chance is switched on first, or was off before.
    fn comes_when_enabled(&mut self) -> bool {
        if self.script.lines.iter().any(|line| line == b"3") {
            return true;
        }
        let mut script = self.script.clone();
        script.lines.insert(self.verdict.moment.lines.saturating_sub(1), b"4".to_vec());
        (self.probe)(&script).is_none()
    }

    /// Whether the tile that is missing comes if the first cell that is drawn is empty.
    fn comes_at_first_draw(&mut self, slid: &Cells) -> bool {
        let Some(empty) = slid.values().iter().position(|cell| *cell == 0) else { return false };
        let draws = self.script.start_drawing();
        let mut script = self.script.clone();
        script.draws = (0..self.situation.drawn).map(|index| draws.at(index)).collect();
        script.draws.push(empty as u32);
        (self.probe)(&script).is_none()
    }

    /// Whether a legal move too is answered by the next question and nothing else.
    fn goes_astray(&mut self) -> bool {
        if self.verdict.got.output != text::ENTER_MOVE.as_bytes() {
            return false;
        }
        let Some(board) = self.situation.board else { return false };
        let Some(direction) = board.legal_moves().next() else { return false };
        let mut script = self.script.clone();
        script.lines.truncate(self.verdict.moment.lines.saturating_sub(1));
        script.lines.push(vec![direction.key() as u8]);
        let difference = (self.probe)(&script);
        difference.is_some_and(|found| found.got.output == text::ENTER_MOVE.as_bytes())
    }

    fn is_shown_wrong_when_entered(&mut self) -> bool {
        let probe = "2 2 4 8 16 32 64 128 256 0 ; draws: none".parse();
        probe.is_ok_and(|script| {
            (self.probe)(&script).is_some_and(|found| first_board(&found.got.output).is_some())
        })
    }

    fn is_shown_wrong_in_new_games(&mut self) -> bool {
        ["1 ; draws: 1 0 0 1", "1 ; draws: 1 0 0 0 0 0 1", "1 ; draws: 0 1 0 0 0 1"]
            .iter()
            .any(|line| line.parse().is_ok_and(|script| (self.probe)(&script).is_some()))
    }
}

/// Three lines each, the cell at the wall first: tiles that only move, and tiles that merge.
const PLAIN_LINES: [[[u64; 3]; 3]; 5] = [
    [[0, 2, 4], [0, 8, 16], [0, 32, 64]],
    [[0, 0, 2], [0, 0, 4], [0, 0, 8]],
    [[8, 2, 2], [2, 2, 8], [2, 2, 2]],
    [[2, 2, 0], [16, 4, 4], [2, 0, 2]],
    [[0, 2, 0], [0, 0, 0], [0, 0, 0]],
];

/// The number of new tiles, if nothing else is different.
fn new_tiles(before: &Cells, after: &Cells) -> Option<usize> {
    let pairs = || before.values().iter().zip(after.values());
    let kept = pairs().all(|(old, new)| *old == 0 || old == new);
    kept.then(|| pairs().filter(|(old, new)| old != new).count())
}

/// The first board in a text.
fn first_board(output: &[u8]) -> Option<Cells> {
    grids(output, &Layout::default()).into_iter().next()
}

fn contains(output: &[u8], words: &str) -> bool {
    output.windows(words.len()).any(|window| window == words.as_bytes())
}
