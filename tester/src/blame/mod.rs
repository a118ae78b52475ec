//! Which rule a difference breaks.
//!
//! A difference is text; a rule is about boards. What was asked for, what was typed and the boards
//! that were printed most often tell. Where they leave two readings, a small game decides: whether
//! the same move is wrong without new tiles too, or the same board is shown wrong when it is
//! entered. It is a good guess for people, never part of the verdict.

mod boards;
mod probes;
mod unjudged;

use engine::Direction;
use engine::protocol::{Fidelity, Phase, text};

pub(crate) use boards::blame_boards;
use probes::Probes;

use crate::boards::DOCUMENTED;
use crate::rule::Rule;
use crate::script::Script;
use crate::situation::{Situation, situations};
use crate::verdict::{Answer, Boards, Cells, Moment, Problem, Verdict};

/// Adds the rule and the boards to the difference that a script shows. `play` plays another script.
pub fn blame(
    script: &Script,
    verdict: Verdict,
    fidelity: Fidelity,
    play: impl FnMut(&Script) -> Option<Verdict>,
) -> Verdict {
    let Some(expected) = &verdict.expected else { return verdict };
    let situations = situations(script, fidelity);
    let Moment { lines, .. } = verdict.moment;
    let situation = match situations.get(lines.saturating_sub(1)) {
        Some(situation) if lines > 0 => *situation,
        _ => Situation { phase: Phase::Start, board: None, spawning: true, drawn: 0 },
    };
    let line = lines.checked_sub(1).and_then(|at| script.lines.get(at));
    let Situation { drawn, spawning, .. } = situation;
    let lines = lines.saturating_sub(1);
    let probes = Probes { protocol: &DOCUMENTED, script, lines, drawn, spawning, play };
    let mut case = Case {
        verdict: &verdict,
        expected_answer: expected,
        situation,
        line: line.map(Vec::as_slice).unwrap_or_default(),
        expected: probes.board(&expected.output),
        got: probes.board(&verdict.got.output),
        probes,
    };
    let rule = case.rule();
    let (expected, got) = (case.expected, case.got);
    // Entering a board shows nothing of the one before it.
    let before = situation.board.filter(|_| situation.phase == Phase::Move);
    let before = before.as_ref().map(Cells::from);
    Verdict { rule, boards: Boards { before, expected, got }, ..verdict }
}

struct Case<'a, P> {
    verdict: &'a Verdict,
    expected_answer: &'a Answer,
    situation: Situation,
    line: &'a [u8],
    expected: Option<Cells>,
    got: Option<Cells>,
    probes: Probes<'a, P>,
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
                None if self.probes.is_shown_wrong_when_entered() => Some(Rule::BoardPrint),
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
        // The right tiles in other places were read in another order, unless all boards look so.
        let read_wrong = || is_rearranged(&self.expected, &self.got);
        let print = self.probes.are_values_shown_wrong()
            || !(self.probes.are_cells_shown_wrong() || read_wrong())
            || self.probes.is_shown_wrong_in_new_games();
        Some(if print { Rule::BoardPrint } else { Rule::FromState })
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
                self.probes.wrong_slide(&board, direction).unwrap_or(Rule::Slide)
            }
        })
    }

    fn legal_move(&mut self, direction: Direction) -> Option<Rule> {
        let (Some(expected), Some(got)) = (self.expected.clone(), self.got.clone()) else {
            if self.printed(text::INVALID_MOVE) {
                return self
                    .probes
                    .wrong_slide_elsewhere(direction)
                    .or(Some(Rule::SpawnAfterLegal));
            }
            return self.shown().or(Some(Rule::Crash));
        };
        if let Some(rule) = self.shown() {
            return Some(rule);
        }
        if self.probes.is_shown_wrong_when_entered() {
            return Some(Rule::BoardPrint);
        }
        let board = self.situation.board?;
        if let Some(rule) = self.probes.wrong_slide(&board, direction) {
            return Some(rule);
        }
        let slid = Cells::from(&board.slide(direction).board);
        let is_empty = |cells: &Cells| cells.values().iter().map(|v| *v == 0).collect::<Vec<_>>();
        Some(match new_tiles(&slid, &got) {
            _ if !self.situation.spawning => Rule::RngSwitch,
            Some(0) if self.probes.comes_when_enabled() => Rule::RngSwitch,
            Some(0) if self.probes.comes_with_other_draws() => Rule::SpawnEmptyCell,
            Some(0) => Rule::SpawnAfterLegal,
            Some(1) if is_empty(&got) == is_empty(&expected) => Rule::SpawnValue,
            _ => self.probes.wrong_slide_elsewhere(direction).unwrap_or(Rule::SpawnEmptyCell),
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

    /// Whether a legal move too is answered by the next question and nothing else.
    fn goes_astray(&mut self) -> bool {
        if self.verdict.got.output != text::ENTER_MOVE.as_bytes() {
            return false;
        }
        let Some(board) = self.situation.board else { return false };
        let Some(direction) = board.legal_moves().next() else { return false };
        let script = self.probes.instead(&[&[direction.key() as u8]]);
        let difference = self.probes.wrong_end(&script);
        difference.is_some_and(|found| found.got.output == text::ENTER_MOVE.as_bytes())
    }
}

/// Whether two boards have the same tiles, wherever they are.
fn is_rearranged(one: &Option<Cells>, other: &Option<Cells>) -> bool {
    let sorted = |cells: &Option<Cells>| {
        let mut sorted = cells.as_ref().map(|cells| cells.values().to_vec());
        sorted.iter_mut().for_each(|cells| cells.sort_unstable());
        sorted
    };
    sorted(one) == sorted(other)
}

/// The number of new tiles, if nothing else is different.
fn new_tiles(before: &Cells, after: &Cells) -> Option<usize> {
    let pairs = || before.values().iter().zip(after.values());
    let kept = pairs().all(|(old, new)| *old == 0 || old == new);
    kept.then(|| pairs().filter(|(old, new)| old != new).count())
}

fn contains(output: &[u8], words: &str) -> bool {
    output.windows(words.len()).any(|window| window == words.as_bytes())
}
