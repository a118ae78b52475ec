//! Follows a session line by line and says what breaks the rules. Text does not matter, boards do.
//!
//! The cell of a new tile is not predicted: any empty one will do, so programs may draw as they like.
//! A script need not make sense: from a line on that the protocol has no meaning for at that place,
//! only failures are reported.

use engine::{Board, Direction};

use super::compare_boards::{Moved, moved};
use super::protocol::{Answer, Entry, Meaning, Pattern, Protocol, Then};
use super::recover::{Grid, grids};
use super::verdict::{Problem, Rule, Verdict};
use crate::player::Outcome;

/// Where a session is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In the menu.
    Menu,
    /// A board is being entered: the cells so far.
    Entering(Vec<u64>),
    /// In a game with this board.
    Playing(Board),
    /// At its end, or beyond what can be judged.
    Over,
}

/// What a session should look like so far.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    protocol: &'a Protocol,
    phase: Phase,
    spawning: bool,
    switched: bool,
    step: usize,
    line: Option<Vec<u8>>,
}

/// What a program did after a line.
#[derive(Clone, Copy)]
struct Answered<'a> {
    output: &'a [u8],
    outcome: &'a Outcome,
}

impl<'a> Judge<'a> {
    /// At the beginning of a session.
    pub fn new(protocol: &'a Protocol) -> Judge<'a> {
        Judge { protocol, phase: Phase::Menu, spawning: true, switched: false, step: 0, line: None }
    }

    /// Where the session is.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The board, in a game.
    pub fn board(&self) -> Option<&Board> {
        match &self.phase {
            Phase::Playing(board) => Some(board),
            _ => None,
        }
    }

    /// Judges what is printed before the first line.
    pub fn begin(&mut self, output: &[u8], outcome: &Outcome) -> Option<Verdict> {
        let answered = Answered { output, outcome };
        if let Some(problem) = Problem::of_stop(outcome) {
            return self.verdict(Rule::Crash, problem, None, None);
        }
        if *outcome == Outcome::Exited && output.is_empty() {
            return self.verdict(Rule::Crash, Problem::Silent, None, None);
        }
        match self.protocol.menu {
            Some(_) => self.must_wait(answered, Rule::Crash, None),
            None => self.new_game(answered),
        }
    }

    /// Judges what is printed after a line.
    pub fn line(&mut self, line: &[u8], output: &[u8], outcome: &Outcome) -> Option<Verdict> {
        self.step += 1;
        self.line = Some(line.to_owned());
        let answered = Answered { output, outcome };
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        if let Some(problem) = Problem::of_stop(outcome) {
            let before = if let Phase::Playing(board) = phase { Some(board) } else { None };
            // Outside of what the protocol foresees, a line that is no integer proves nothing.
            let unforeseen = match &phase {
                Phase::Playing(_) => self.protocol.keys.meaning(line).is_none(),
                Phase::Menu => !self.answers_menu(line),
                Phase::Over | Phase::Entering(_) => true,
            };
            if unforeseen && problem == Problem::NotAnInteger {
                return None;
            }
            return self.verdict(Rule::Crash, problem, before, None);
        }
        match phase {
            Phase::Menu => self.menu_answer(line, answered),
            Phase::Entering(cells) => self.entered(cells, line, answered),
            Phase::Playing(board) => self.key(board, line, answered),
            Phase::Over => None,
        }
    }

    fn menu_answer(&mut self, line: &[u8], answered: Answered<'_>) -> Option<Verdict> {
        let menu = self.protocol.menu.as_ref()?;
        if line == menu.new_game.bytes() {
            self.new_game(answered)
        } else if menu.from_state.as_ref().is_some_and(|answer| line == answer.bytes()) {
            self.phase = Phase::Entering(Vec::new());
            self.must_wait(answered, Rule::FromState, None)
        } else if menu.quit.as_ref().is_some_and(|answer| line == answer.bytes()) {
            self.must_end(answered, None)
        } else if menu.from_state.is_some() || menu.quit.is_some() {
            // A menu of several answers does not take just anything for one of them.
            let begun = answered.outcome == &Outcome::Exited || self.shown(answered) != Ok(None);
            let problem = if begun { Some(Problem::TakenForAnAnswer) } else { None };
            problem.and_then(|problem| self.verdict(Rule::InvalidInput, problem, None, None))
        } else {
            None
        }
    }

    fn answers_menu(&self, line: &[u8]) -> bool {
        let is = |answer: &Answer| line == answer.bytes();
        self.protocol.menu.as_ref().is_some_and(|menu| {
            is(&menu.new_game) || menu.from_state.iter().chain(&menu.quit).any(is)
        })
    }

    fn new_game(&mut self, answered: Answered<'_>) -> Option<Verdict> {
        let rules = &self.protocol.board;
        let board = match self.shown(answered) {
            Ok(Some(board)) => board,
            Ok(None) => return self.verdict(Rule::BoardPrint, Problem::NoBoard, None, None),
            Err(odd) => return self.verdict(Rule::Start, odd, None, None),
        };
        let count = board.tiles().count();
        if !rules.start_tiles.contains(&count) {
            return self.verdict(Rule::Start, Problem::StartTiles(count), None, Some(board));
        }
        if let Some(tile) = board.tiles().find(|tile| !rules.spawns.contains(&tile.value)) {
            return self.verdict(Rule::Start, Problem::StartValue(tile.value), None, Some(board));
        }
        self.end_of_turn(None, board, answered, Rule::Crash)
    }

    fn entered(
        &mut self,
        mut cells: Vec<u64>,
        line: &[u8],
        answered: Answered<'_>,
    ) -> Option<Verdict> {
        let rules = &self.protocol.board;
        let side = rules.layout.side;
        let words = str::from_utf8(line).ok()?.split_whitespace();
        let count = cells.len();
        for word in words {
            cells.push(word.parse().ok()?);
        }
        let per_line = match self.protocol.menu.as_ref()?.state {
            Entry::Cells => 1,
            Entry::Rows => side,
            Entry::Line => side * side,
        };
        if cells.len() != count + per_line {
            return None;
        }
        if cells.len() < side * side {
            self.phase = Phase::Entering(cells);
            return self.must_wait(answered, Rule::FromState, None);
        }
        let entered = Board::from_values(side, &cells).ok()?;
        if entered.values().any(|value| value > rules.goal) {
            return None;
        }
        match self.shown(answered) {
            Ok(Some(board)) if board == entered => {
                self.end_of_turn(None, board, answered, Rule::FromState)
            }
            Ok(Some(board)) => {
                let verdict = self.verdict(Rule::FromState, Problem::WrongBoard, None, Some(board));
                verdict.map(|verdict| Verdict { expected: Some(entered), ..verdict })
            }
            Ok(None) => self.verdict(Rule::FromState, Problem::NoBoard, None, None),
            Err(odd) => self.verdict(Rule::FromState, odd, None, None),
        }
    }

    fn key(&mut self, board: Board, line: &[u8], answered: Answered<'_>) -> Option<Verdict> {
        let meaning = self.protocol.keys.meaning(line);
        self.switched |= matches!(meaning, Some(Meaning::RngOff | Meaning::RngOn));
        match meaning {
            Some(Meaning::Move(direction)) if board.is_legal(direction) => {
                self.legal_move(board, direction, answered)
            }
            Some(Meaning::Move(_)) | None => self.no_move(board, Rule::InvalidInput, answered),
            Some(Meaning::Quit) => self.must_end(answered, Some(board)),
            Some(Meaning::RngOff) => {
                // One key may do both.
                let off = self.spawning || self.protocol.keys.rng_on == self.protocol.keys.rng_off;
                self.spawning = if off { !self.spawning } else { false };
                self.no_move(board, Rule::RngSwitch, answered)
            }
            Some(Meaning::RngOn) => {
                self.spawning = true;
                self.no_move(board, Rule::RngSwitch, answered)
            }
        }
    }

    fn legal_move(
        &mut self,
        before: Board,
        way: Direction,
        answered: Answered<'_>,
    ) -> Option<Verdict> {
        let slide = before.slide(way);
        let (after, found) = match self.shown(answered) {
            Ok(Some(after)) => {
                let spawns = &self.protocol.board.spawns;
                (Some(after), moved(&before, way, &after, self.spawning, spawns))
            }
            Ok(None) => (None, Moved::Wrong(Rule::BoardPrint, Problem::NoBoard)),
            Err(odd) => {
                let rule = if slide.merges > 0 { Rule::MergeValue } else { Rule::BoardPrint };
                (None, Moved::Wrong(rule, odd))
            }
        };
        match (found, after) {
            (Moved::Right, Some(after)) => {
                self.end_of_turn(Some(before), after, answered, Rule::Crash)
            }
            (Moved::Wrong(rule, problem), after) => {
                // With the switch never touched, it is not to blame.
                let rule = match problem {
                    Problem::NoNewTile if self.switched => Rule::RngSwitch,
                    _ => rule,
                };
                let verdict = self.verdict(rule, problem, Some(before), after);
                verdict.map(|verdict| Verdict { expected: Some(slide.board), ..verdict })
            }
            (Moved::Right, None) => None,
        }
    }

    /// A line that must leave the board as it is. The board may be shown again or not.
    fn no_move(&mut self, before: Board, rule: Rule, answered: Answered<'_>) -> Option<Verdict> {
        match self.shown(answered) {
            Ok(None) => self.end_of_turn(Some(before), before, answered, rule),
            Ok(Some(after)) if after == before => {
                self.end_of_turn(Some(before), before, answered, rule)
            }
            Ok(Some(after)) => {
                let same = |(was, is): (u64, u64)| was == 0 || was == is;
                let spawned = before.values().zip(after.values()).all(same);
                let (rule, problem) = match spawned {
                    true => (Rule::SpawnAfterLegal, Problem::NewTile),
                    false => (rule, Problem::Changed),
                };
                let verdict = self.verdict(rule, problem, Some(before), Some(after));
                verdict.map(|verdict| Verdict { expected: Some(before), ..verdict })
            }
            Err(odd) => self.verdict(rule, odd, Some(before), None),
        }
    }

    /// The board is as it should be: says the program what it must about the end of the game?
    fn end_of_turn(
        &mut self,
        before: Option<Board>,
        board: Board,
        answered: Answered<'_>,
        ended: Rule,
    ) -> Option<Verdict> {
        let (end, goal) = (&self.protocol.end, self.protocol.board.goal);
        let says = |pattern: &Option<Pattern>| {
            pattern.as_ref().map(|pattern| pattern.is_in(answered.output))
        };
        let exited = *answered.outcome == Outcome::Exited;
        let (won, lost) = (board.values().any(|value| value >= goal), board.is_stuck());
        let wrong = match (won, lost) {
            (true, _) | (_, true) => {
                let (rule, said) = match won {
                    true => (Rule::Win, says(&end.win)),
                    false => (Rule::Loss, says(&end.loss)),
                };
                let other = if won { says(&end.loss) } else { says(&end.win) };
                match said {
                    Some(false) => Some((rule, Problem::NotSaid)),
                    None if !exited => Some((rule, Problem::NotSaid)),
                    _ if end.then == Then::Exit && !exited => Some((rule, Problem::GoesOn)),
                    _ if other == Some(true) => {
                        Some((if won { Rule::Loss } else { Rule::Win }, Problem::SaidTooSoon))
                    }
                    _ => None,
                }
            }
            _ if says(&end.win) == Some(true) => Some((Rule::Win, Problem::SaidTooSoon)),
            _ if says(&end.loss) == Some(true) => Some((Rule::Loss, Problem::SaidTooSoon)),
            _ if exited && board.values().any(|value| value >= goal / 2) => {
                Some((Rule::Win, Problem::Ended))
            }
            _ if exited && ended == Rule::Crash && board.empty_cells().next().is_none() => {
                Some((Rule::Loss, Problem::Ended))
            }
            _ if exited => Some((ended, Problem::Ended)),
            _ => None,
        };
        if let Some((rule, problem)) = wrong {
            return self.verdict(rule, problem, before, Some(board));
        }
        self.phase = if won || lost { Phase::Over } else { Phase::Playing(board) };
        None
    }

    fn must_wait(
        &mut self,
        answered: Answered<'_>,
        rule: Rule,
        before: Option<Board>,
    ) -> Option<Verdict> {
        match answered.outcome {
            Outcome::Exited => self.verdict(rule, Problem::Ended, before, None),
            _ => None,
        }
    }

    fn must_end(&mut self, answered: Answered<'_>, before: Option<Board>) -> Option<Verdict> {
        self.phase = Phase::Over;
        match answered.outcome {
            Outcome::Exited => None,
            _ => self.verdict(Rule::Quit, Problem::NotEnded, before, None),
        }
    }

    /// The last board of an answer; an odd one only if there is no other.
    fn shown(&self, answered: Answered<'_>) -> Result<Option<Board>, Problem> {
        let mut odd = None;
        for grid in grids(answered.output, &self.protocol.board.layout).into_iter().rev() {
            match grid {
                Grid::Board(board) => return Ok(Some(board)),
                Grid::Odd(values) => odd = odd.or(Some(values)),
            }
        }
        odd.map_or(Ok(None), |values| Err(Problem::NotTiles(values)))
    }

    fn verdict(
        &mut self,
        rule: Rule,
        problem: Problem,
        before: Option<Board>,
        after: Option<Board>,
    ) -> Option<Verdict> {
        self.phase = Phase::Over;
        let (step, line) = (self.step, self.line.clone());
        Some(Verdict { rule, problem, step, line, before, expected: None, after })
    }
}
