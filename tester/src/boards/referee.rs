//! Follows a game line by line and says what breaks the rules. Text does not matter, boards do.
//!
//! The cell of a new tile is not predicted: any empty one will do, so programs may draw as they like.
//! A script need not make sense: from a line on that the protocol has no meaning for at that place,
//! only failures are reported.

use engine::{Board, Direction};

use super::moves::wrong_move;
use super::protocol::{Entry, Meaning, Pattern, Protocol, Then, Typed};
use super::recover::grids;
use crate::player::Outcome;
use crate::rule::Rule;
use crate::verdict::{Answer, Boards, Cells, Moment, Problem, Verdict};

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
pub struct Referee<'a> {
    protocol: &'a Protocol,
    phase: Phase,
    spawning: bool,
    switched: bool,
    lines: usize,
}

/// A rule that is broken: how, and the boards around it.
type Broken = (Rule, Problem, Boards);

impl<'a> Referee<'a> {
    /// At the beginning of a session.
    pub fn new(protocol: &'a Protocol) -> Referee<'a> {
        Referee { protocol, phase: Phase::Menu, spawning: true, switched: false, lines: 0 }
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

    /// Whether new tiles come.
    pub(crate) fn spawning(&self) -> bool {
        self.spawning
    }

    /// Judges the answer to a line, or what is printed before the first.
    pub fn judge(&mut self, line: Option<&[u8]>, answer: &Answer) -> Option<Verdict> {
        let broken = match line {
            None => self.first_answer(answer),
            Some(line) => {
                self.lines += 1;
                self.next_answer(line, answer)
            }
        };
        let (rule, problem, boards) = broken?;
        self.phase = Phase::Over;
        let moment = Moment { lines: self.lines, at_end: false };
        let got = answer.clone();
        Some(Verdict { rule: Some(rule), problem, moment, boards, expected: None, got })
    }

    fn first_answer(&mut self, answer: &Answer) -> Option<Broken> {
        if let Some(problem) = Problem::of_stop(&answer.outcome) {
            return broken(Rule::Crash, problem, None, None);
        }
        if answer.outcome == Outcome::Exited && answer.output.is_empty() {
            return broken(Rule::Crash, Problem::Silent, None, None);
        }
        match self.protocol.menu {
            Some(_) => must_wait(answer, Rule::Crash),
            None => self.new_game(answer),
        }
    }

    fn next_answer(&mut self, line: &[u8], answer: &Answer) -> Option<Broken> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        if let Some(problem) = Problem::of_stop(&answer.outcome) {
            // Outside of what the protocol foresees, a line that is not an integer proves nothing.
            let unforeseen = match &phase {
                Phase::Playing(_) => self.protocol.keys.meaning(line).is_none(),
                Phase::Menu => !self.answers_menu(line),
                Phase::Over | Phase::Entering(_) => true,
            };
            if unforeseen && problem == Problem::NotAnInteger {
                return None;
            }
            let before = if let Phase::Playing(board) = &phase { Some(board) } else { None };
            return broken(Rule::Crash, problem, before, None);
        }
        match phase {
            Phase::Menu => self.menu_answer(line, answer),
            Phase::Entering(cells) => self.entered(cells, line, answer),
            Phase::Playing(board) => self.key(board, line, answer),
            Phase::Over => None,
        }
    }

    fn menu_answer(&mut self, line: &[u8], answer: &Answer) -> Option<Broken> {
        let menu = self.protocol.menu.as_ref()?;
        if line == menu.new_game.bytes() {
            self.new_game(answer)
        } else if menu.from_state.as_ref().is_some_and(|answer| line == answer.bytes()) {
            self.phase = Phase::Entering(Vec::new());
            must_wait(answer, Rule::FromState)
        } else if menu.quit.as_ref().is_some_and(|answer| line == answer.bytes()) {
            must_end(answer, None)
        } else if menu.from_state.is_some() || menu.quit.is_some() {
            // A menu of several answers does not take just anything for one of them.
            let begun = answer.outcome == Outcome::Exited || self.shown(answer) != Ok(None);
            let rule = Rule::InvalidInput;
            begun.then_some((rule, Problem::AcceptedAsAnswer, Boards::default()))
        } else {
            None
        }
    }

    fn answers_menu(&self, line: &[u8]) -> bool {
        let is = |answer: &Typed| line == answer.bytes();
        self.protocol.menu.as_ref().is_some_and(|menu| {
            is(&menu.new_game) || menu.from_state.iter().chain(&menu.quit).any(is)
        })
    }

    fn new_game(&mut self, answer: &Answer) -> Option<Broken> {
        let rules = &self.protocol.board;
        let board = match self.shown(answer) {
            Ok(Some(board)) => board,
            Ok(None) => return broken(Rule::BoardPrint, Problem::NoBoard, None, None),
            Err(odd) => return broken(Rule::Start, odd, None, None),
        };
        let count = board.tiles().count();
        if !rules.start_tiles.contains(&count) {
            return broken(Rule::Start, Problem::StartTiles(count), None, Some(&board));
        }
        if let Some(tile) = board.tiles().find(|tile| !rules.spawns.contains(&tile.value)) {
            return broken(Rule::Start, Problem::StartValue(tile.value), None, Some(&board));
        }
        self.end_of_turn(None, board, answer, Rule::Crash)
    }

    fn entered(&mut self, mut cells: Vec<u64>, line: &[u8], answer: &Answer) -> Option<Broken> {
        let rules = &self.protocol.board;
        let side = rules.side;
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
            return must_wait(answer, Rule::FromState);
        }
        let entered = Board::from_values(side, &cells).ok()?;
        if entered.values().any(|value| value > rules.goal) {
            return None;
        }
        match self.shown(answer) {
            Ok(Some(board)) if board == entered => {
                self.end_of_turn(None, board, answer, Rule::FromState)
            }
            Ok(Some(board)) => {
                let found = broken(Rule::FromState, Problem::WrongBoard, None, Some(&board));
                expecting(found, &entered)
            }
            Ok(None) => broken(Rule::FromState, Problem::NoBoard, None, None),
            Err(odd) => broken(Rule::FromState, odd, None, None),
        }
    }

    fn key(&mut self, board: Board, line: &[u8], answer: &Answer) -> Option<Broken> {
        let meaning = self.protocol.keys.meaning(line);
        self.switched |= matches!(meaning, Some(Meaning::RngOff | Meaning::RngOn));
        match meaning {
            Some(Meaning::Move(direction)) if board.is_legal(direction) => {
                self.legal_move(board, direction, answer)
            }
            Some(Meaning::Move(_)) | None => self.no_move(board, Rule::InvalidInput, answer),
            Some(Meaning::Quit) => must_end(answer, Some(&board)),
            Some(Meaning::RngOff) => {
                // One key may do both.
                let off = self.spawning || self.protocol.keys.rng_on == self.protocol.keys.rng_off;
                self.spawning = if off { !self.spawning } else { false };
                self.no_move(board, Rule::RngSwitch, answer)
            }
            Some(Meaning::RngOn) => {
                self.spawning = true;
                self.no_move(board, Rule::RngSwitch, answer)
            }
        }
    }

    fn legal_move(
        &mut self,
        before: Board,
        direction: Direction,
        answer: &Answer,
    ) -> Option<Broken> {
        let slide = before.slide(direction);
        let spawns = &self.protocol.board.spawns;
        let (after, wrong) = match self.shown(answer) {
            Ok(Some(after)) => {
                let wrong = wrong_move(&before, direction, &after, self.spawning, spawns);
                let Some(wrong) = wrong else {
                    return self.end_of_turn(Some(before), after, answer, Rule::Crash);
                };
                (Some(after), wrong)
            }
            Ok(None) => (None, (Rule::BoardPrint, Problem::NoBoard)),
            Err(odd) => {
                let rule = if slide.merges > 0 { Rule::MergeValue } else { Rule::BoardPrint };
                (None, (rule, odd))
            }
        };
        let (rule, problem) = match wrong {
            // With the switch never touched, it is not to blame.
            (_, Problem::NoNewTile) if self.switched => (Rule::RngSwitch, Problem::NoNewTile),
            wrong => wrong,
        };
        expecting(broken(rule, problem, Some(&before), after.as_ref()), &slide.board)
    }

    /// A line that must leave the board as it is. The board may be shown again or not.
    fn no_move(&mut self, before: Board, rule: Rule, answer: &Answer) -> Option<Broken> {
        match self.shown(answer) {
            Ok(None) => self.end_of_turn(Some(before), before, answer, rule),
            Ok(Some(after)) if after == before => {
                self.end_of_turn(Some(before), before, answer, rule)
            }
            Ok(Some(after)) => {
                let same = |(was, is): (u64, u64)| was == 0 || was == is;
                let spawned = before.values().zip(after.values()).all(same);
                let (rule, problem) = match spawned {
                    true => (Rule::SpawnAfterLegal, Problem::NewTile),
                    false => (rule, Problem::Changed),
                };
                expecting(broken(rule, problem, Some(&before), Some(&after)), &before)
            }
            Err(odd) => broken(rule, odd, Some(&before), None),
        }
    }

    /// The board is as it should be: says the program what it must about the end of the game?
    fn end_of_turn(
        &mut self,
        before: Option<Board>,
        board: Board,
        answer: &Answer,
        ended: Rule,
    ) -> Option<Broken> {
        let (end, goal) = (&self.protocol.end, self.protocol.board.goal);
        let says = |pattern: &Option<Pattern>| {
            pattern.as_ref().map(|pattern| pattern.is_in(&answer.output))
        };
        let exited = answer.outcome == Outcome::Exited;
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
            // A line that moves nothing neither wins nor loses.
            _ if exited && before == Some(board) => Some((ended, Problem::Ended)),
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
            return broken(rule, problem, before.as_ref(), Some(&board));
        }
        self.phase = if won || lost { Phase::Over } else { Phase::Playing(board) };
        None
    }

    /// The last board of an answer; numbers that are not tiles matter only if there is no board.
    fn shown(&self, answer: &Answer) -> Result<Option<Board>, Problem> {
        let mut odd = None;
        for cells in grids(&answer.output, &self.protocol.board.layout()).into_iter().rev() {
            match cells.board() {
                Some(board) => return Ok(Some(board)),
                None => odd = odd.or(Some(cells)),
            }
        }
        let Some(cells) = odd else { return Ok(None) };
        let is_tile = |value: &&u64| Board::from_values(2, &[**value, 0, 0, 0]).is_ok();
        let value = cells.values().iter().find(|value| !is_tile(value));
        Err(Problem::NotATile(value.copied().unwrap_or_default()))
    }
}

fn broken(
    rule: Rule,
    problem: Problem,
    before: Option<&Board>,
    got: Option<&Board>,
) -> Option<Broken> {
    let (before, got) = (before.map(Cells::from), got.map(Cells::from));
    Some((rule, problem, Boards { before, expected: None, got }))
}

fn expecting(found: Option<Broken>, expected: &Board) -> Option<Broken> {
    let (rule, problem, boards) = found?;
    Some((rule, problem, Boards { expected: Some(expected.into()), ..boards }))
}

fn must_wait(answer: &Answer, rule: Rule) -> Option<Broken> {
    let ended = answer.outcome == Outcome::Exited;
    ended.then_some((rule, Problem::Ended, Boards::default()))
}

fn must_end(answer: &Answer, before: Option<&Board>) -> Option<Broken> {
    let ended = answer.outcome == Outcome::Exited;
    if ended { None } else { broken(Rule::Quit, Problem::NotEnded, before, None) }
}
