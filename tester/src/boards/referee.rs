//! Follows a game line by line and says what breaks the rules. Text does not matter, boards do.
//!
//! The cell of a new tile is not predicted: any empty one will do, so programs may draw as they like.
//! A script need not make sense: from a line on that the protocol has no meaning for at that place,
//! only failures are reported.

mod entering;

use engine::{Board, Direction, Tile};

use super::menu::{Answers, Begun};
use super::moves::wrong_move;
use super::protocol::{Meaning, Pattern, Protocol, Then};
use super::recover::grids;
use super::typing::{Prompt, asks, question};
use crate::aspects::{self, Aspects};
use crate::player::Outcome;
use crate::rule::Rule;
use crate::verdict::{Answer, Boards, Cells, Moment, Problem, Verdict};

/// Where a session is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In the menu: the answers so far.
    Menu(Vec<Vec<u8>>),
    /// A board is being entered: the cells so far.
    Entering(Vec<u64>),
    /// This board has been entered, and so many questions after it are answered.
    Entered(Vec<u64>, usize),
    /// In a game with this board.
    Playing(Board),
    /// Lost, and something is asked that can begin another one.
    Ended,
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
    shown: Aspects,
    /// What was printed before the line that is being answered.
    asked: Vec<u8>,
    /// The question of the menu, and that for a key.
    prompts: [Option<Prompt>; 2],
    /// Whether the menu was given a wrong answer, and if so, whether it asked again.
    misled: Option<bool>,
}

/// A rule that is broken: how, and the boards around it.
type Broken = (Rule, Problem, Boards);

impl<'a> Referee<'a> {
    /// At the beginning of a session.
    pub fn new(protocol: &'a Protocol) -> Referee<'a> {
        Referee {
            protocol,
            phase: Phase::Menu(Vec::new()),
            spawning: true,
            switched: false,
            lines: 0,
            shown: Aspects::default(),
            asked: Vec::new(),
            prompts: [None, None],
            misled: None,
        }
    }

    /// What the right answers so far have shown.
    pub fn shown(&self) -> Aspects {
        self.shown
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

    /// What was printed last, or before the answer that is wrong.
    pub(super) fn asked(&self) -> &[u8] {
        &self.asked
    }

    /// Whether new tiles come.
    pub(crate) fn spawning(&self) -> bool {
        self.spawning
    }

    /// Judges the answer to a line, or what is printed before the first.
    pub fn judge(&mut self, line: Option<&[u8]>, answer: &Answer) -> Option<Verdict> {
        let phase = self.phase.clone();
        let broken = match line {
            None => self.first_answer(answer),
            Some(line) => {
                self.lines += 1;
                self.next_answer(line, answer)
            }
        };
        let Some((rule, problem, boards)) = broken else {
            self.asked.clone_from(&answer.output);
            return None;
        };
        if rule == Rule::Crash || problem == Problem::Ended {
            self.credit(&phase, line, answer);
        }
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
        if self.protocol.menu.is_none() {
            self.shown.set(aspects::MENU);
            return self.new_game(answer);
        }
        self.prompts[0] = Some(Prompt::of(&answer.output));
        self.phase = self.menu_again();
        self.waits(answer, Rule::Crash, aspects::MENU)
    }

    fn next_answer(&mut self, line: &[u8], answer: &Answer) -> Option<Broken> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        if let Some(problem) = Problem::of_stop(&answer.outcome) {
            // Outside of what the protocol foresees, a line that is not an integer proves nothing.
            let unforeseen = match &phase {
                Phase::Playing(_) => self.protocol.keys.meaning(line).is_none(),
                Phase::Menu(typed) => !self.is_foreseen(typed, line),
                Phase::Ended => !self.begins_again(line),
                Phase::Over | Phase::Entering(_) | Phase::Entered(..) => true,
            };
            if unforeseen && problem.is_refused_line() {
                return None;
            }
            let before = if let Phase::Playing(board) = &phase { Some(board) } else { None };
            return broken(Rule::Crash, problem, before, None);
        }
        match phase {
            Phase::Menu(typed) => self.menu_answer(typed, line, answer),
            Phase::Entering(cells) => self.cell(cells, line, answer),
            Phase::Entered(cells, count) => self.answer_after(cells, count, line, answer),
            Phase::Playing(board) => self.key(board, line, answer),
            Phase::Ended if self.begins_again(line) => self.another_game(answer),
            Phase::Ended | Phase::Over => None,
        }
    }

    fn begins_again(&self, line: &[u8]) -> bool {
        self.protocol.end.again.as_ref().is_some_and(|again| again.bytes() == line)
    }

    /// Another game begins at once, or by the menu.
    fn another_game(&mut self, answer: &Answer) -> Option<Broken> {
        if self.is_back_in_menu(answer) {
            self.phase = self.menu_again();
        } else if self.board_in(answer) != Ok(None) {
            self.menu_again();
            return self.new_game(answer);
        }
        None
    }

    /// A right board counts though the program fails after it, or ends.
    fn credit(&mut self, phase: &Phase, line: Option<&[u8]>, answer: &Answer) {
        let mut before = Referee { phase: phase.clone(), ..self.clone() };
        // As if it had gone on.
        let answer = Answer { outcome: Outcome::Waiting, ..answer.clone() };
        let found = match (phase, line) {
            (_, None) if self.protocol.menu.is_none() => before.new_game(&answer),
            (Phase::Menu(typed), Some(line)) if self.is_foreseen(typed, line) => {
                before.menu_answer(typed.clone(), line, &answer)
            }
            (Phase::Playing(board), Some(line)) if self.protocol.keys.meaning(line).is_some() => {
                before.key(*board, line, &answer)
            }
            _ => return,
        };
        if found.is_none() {
            self.shown = before.shown;
        }
    }

    fn menu_answer(
        &mut self,
        mut typed: Vec<Vec<u8>>,
        line: &[u8],
        answer: &Answer,
    ) -> Option<Broken> {
        let menu = self.protocol.menu.as_ref()?;
        typed.push(line.to_vec());
        let begun = |answers: &Answers| answers.begins_with(&typed);
        if menu.new_game.as_ref().and_then(begun) == Some(Begun::Complete) {
            self.new_game(answer)
        } else if menu.from_state.as_ref().and_then(begun) == Some(Begun::Complete) {
            self.phase = Phase::Entering(Vec::new());
            self.waits(answer, Rule::FromState, aspects::CELL)
        } else if menu.quit.as_ref().and_then(begun) == Some(Begun::Complete) {
            self.ends(answer, None, aspects::QUIT_MENU)
        } else if menu.choices().any(|answers| begun(answers).is_some()) {
            self.phase = Phase::Menu(typed);
            self.waits(answer, Rule::Crash, aspects::MENU)
        } else {
            typed.pop();
            self.other_answer(typed, line, answer)
        }
    }

    /// A line that answers no question of the menu. Where it has several answers, it does not take just
    /// anything for one of them, and asks again.
    fn other_answer(
        &mut self,
        typed: Vec<Vec<u8>>,
        line: &[u8],
        answer: &Answer,
    ) -> Option<Broken> {
        let menu = self.protocol.menu.as_ref()?;
        let is_choice = menu.has_choice() && typed.len() == menu.questions_before_choice();
        // An answer that the menu names is one that the protocol does not know.
        if !is_choice || names(&self.asked, line) {
            return None;
        }
        if answer.outcome == Outcome::Exited || self.board_in(answer) != Ok(None) {
            let problem = Problem::AcceptedAsAnswer;
            return Some((Rule::InvalidInput, problem, Boards::default()));
        }
        let again = asks(&answer.output, &question(&self.asked));
        if again {
            self.shown.set(aspects::OTHER_MENU);
        }
        self.misled = Some(again);
        self.phase = Phase::Menu(typed);
        None
    }

    fn is_foreseen(&self, typed: &[Vec<u8>], line: &[u8]) -> bool {
        let typed = [typed, &[line.to_vec()]].concat();
        let menu = self.protocol.menu.as_ref();
        menu.is_some_and(|menu| menu.choices().any(|answers| answers.begins_with(&typed).is_some()))
    }

    fn new_game(&mut self, answer: &Answer) -> Option<Broken> {
        let rules = &self.protocol.board;
        let board = match self.board_in(answer) {
            Ok(Some(board)) => board,
            Ok(None) if self.misled == Some(true) => {
                return broken(Rule::InvalidInput, Problem::NotAccepted, None, None);
            }
            // It may have been taken for the answer to something else.
            Ok(None) if self.misled.is_some() => return None,
            Ok(None) if answer.outcome == Outcome::Exited => {
                return broken(Rule::Crash, Problem::Ended, None, None);
            }
            Ok(None) => return broken(Rule::BoardPrint, Problem::NoBoard, None, None),
            Err(odd) => return broken(Rule::Start, odd, None, None),
        };
        let count = board.tiles().count();
        if !rules.allows(Rule::Start) && !rules.start_tiles.contains(&count) {
            return broken(Rule::Start, Problem::StartTiles(count), None, Some(&board));
        }
        let odd = |tile: &Tile| !rules.allows(Rule::Start) && !rules.spawns.contains(&tile.value);
        if let Some(tile) = board.tiles().find(odd) {
            return broken(Rule::Start, Problem::StartValue(tile.value), None, Some(&board));
        }
        self.prompts[1] = Some(Prompt::of(&answer.output));
        if self.misled.is_some() {
            self.shown.set(aspects::OTHER_MENU);
        }
        self.end_of_turn(None, board, answer, Rule::Crash, &[aspects::START])
    }

    fn key(&mut self, board: Board, line: &[u8], answer: &Answer) -> Option<Broken> {
        let meaning = self.protocol.keys.meaning(line);
        self.switched |= matches!(meaning, Some(Meaning::RngOff | Meaning::RngOn));
        match meaning {
            Some(Meaning::Move(direction)) => {
                let slid = board.slide(direction).board;
                if slid != board {
                    return self.legal_move(board, direction, slid, answer);
                }
                let shows = [aspects::ILLEGAL, aspects::NO_CHANGE];
                self.no_move(board, Rule::InvalidInput, answer, &shows)
            }
            None => self.no_move(board, Rule::InvalidInput, answer, &[aspects::OTHER_MOVE]),
            Some(Meaning::Quit) => self.ends(answer, Some(&board), aspects::QUIT_GAME),
            Some(Meaning::RngOff) => {
                // One key may do both.
                let off = self.spawning || self.protocol.keys.rng_on == self.protocol.keys.rng_off;
                self.spawning = if off { !self.spawning } else { false };
                self.no_move(board, Rule::RngSwitch, answer, &[])
            }
            Some(Meaning::RngOn) => {
                self.spawning = true;
                self.no_move(board, Rule::RngSwitch, answer, &[])
            }
        }
    }

    fn legal_move(
        &mut self,
        before: Board,
        direction: Direction,
        slid: Board,
        answer: &Answer,
    ) -> Option<Broken> {
        let spawns = &self.protocol.board.spawns;
        let (after, wrong) = match self.board_in(answer) {
            Ok(Some(after)) => {
                let wrong = wrong_move(&before, (direction, &slid), &after, self.spawning, spawns);
                // When the game is won, it does not matter whether another tile comes.
                let won = || slid.values().any(|value| value >= self.protocol.board.goal);
                let wrong = wrong.filter(|(rule, problem)| match problem {
                    Problem::NoNewTile if won() => false,
                    _ => !self.is_allowed(*rule, problem),
                });
                let Some(wrong) = wrong else {
                    let found = self.end_of_turn(Some(before), after, answer, Rule::Crash, &[]);
                    if found.is_none() {
                        self.shown.add_move(&before, direction, self.spawning, self.switched);
                    }
                    return found;
                };
                (Some(after), wrong)
            }
            Ok(None) if answer.outcome == Outcome::Exited || self.is_back_in_menu(answer) => {
                let won = slid.values().any(|value| value >= self.protocol.board.goal);
                (None, (if won { Rule::Win } else { Rule::Loss }, Problem::Ended))
            }
            Ok(None) => (None, (Rule::BoardPrint, Problem::NoBoard)),
            Err(odd) => {
                let merged = slid.tiles().count() < before.tiles().count();
                let rule = if merged { Rule::MergeValue } else { Rule::BoardPrint };
                (None, (rule, odd))
            }
        };
        let (rule, problem) = match wrong {
            // With the switch never touched, it is not to blame.
            (_, Problem::NoNewTile) if self.switched => (Rule::RngSwitch, Problem::NoNewTile),
            wrong => wrong,
        };
        expecting(broken(rule, problem, Some(&before), after.as_ref()), &slid)
    }

    /// Whether a mistake was said to be overlooked, and the game can go on after it.
    fn is_allowed(&self, rule: Rule, problem: &Problem) -> bool {
        let goes_on = matches!(
            problem,
            Problem::NoNewTile | Problem::NewTile | Problem::NewTiles | Problem::Covered
        );
        goes_on && self.protocol.board.allowed.contains(&rule)
    }

    /// A line that must leave the board as it is. The board may be shown again or not.
    fn no_move(
        &mut self,
        before: Board,
        rule: Rule,
        answer: &Answer,
        shows: &[usize],
    ) -> Option<Broken> {
        match self.board_in(answer) {
            Ok(None) => self.end_of_turn(Some(before), before, answer, rule, shows),
            Ok(Some(after)) if after == before => {
                self.end_of_turn(Some(before), before, answer, rule, shows)
            }
            Ok(Some(after)) => {
                let same = |(was, is): (u64, u64)| was == 0 || was == is;
                let spawned = before.values().zip(after.values()).all(same);
                let (rule, problem) = match spawned {
                    true if shows.contains(&aspects::OTHER_MOVE) => (rule, Problem::NewTile),
                    true => (Rule::SpawnAfterLegal, Problem::NewTile),
                    false => (rule, Problem::Changed),
                };
                if self.is_allowed(rule, &problem) {
                    return self.end_of_turn(Some(before), after, answer, rule, &[]);
                }
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
        shows: &[usize],
    ) -> Option<Broken> {
        let (end, goal) = (&self.protocol.end, self.protocol.board.goal);
        let says = |pattern: &Option<Pattern>| {
            pattern.as_ref().map(|pattern| pattern.is_in(&answer.output))
        };
        let exited = answer.outcome == Outcome::Exited || self.is_back_in_menu(answer);
        let (won, lost) = (board.values().any(|value| value >= goal), board.is_stuck());
        let large = |board: &Board| board.values().filter(|value| *value >= goal / 2).count();
        let grown = || before.is_some_and(|before| large(&board) > large(&before));
        let then = end.after_win.filter(|_| won).unwrap_or(end.then);
        // Who enters a board sees what is said of it, if the words for that are known.
        let may_be_taken_for_lost =
            ended == Rule::Crash || ended == Rule::FromState && end.loss.is_none();
        let wrong = match (won, lost) {
            (true, _) | (_, true) => {
                let (rule, said) = match won {
                    true => (Rule::Win, says(&end.win)),
                    false => (Rule::Loss, says(&end.loss)),
                };
                let other = if won { says(&end.loss) } else { says(&end.win) };
                match said {
                    // A program that takes a lost game for won is wrong about winning.
                    Some(false) if !won && other == Some(true) => {
                        Some((Rule::Win, Problem::SaidTooSoon))
                    }
                    Some(false) => Some((rule, Problem::NotSaid)),
                    // A board that is won and full is lost for who does not see that it is won.
                    None if won && lost && other == Some(true) => Some((rule, Problem::NotSaid)),
                    // Words that are not known may announce it, where no key is asked for any more.
                    None if self.asks_otherwise(answer) => None,
                    None if !exited => Some((rule, Problem::NotSaid)),
                    _ if then == Then::Exit && answer.outcome != Outcome::Exited => {
                        Some((rule, Problem::GoesOn))
                    }
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
            _ if exited && grown() => Some((Rule::Win, Problem::Ended)),
            _ if exited && may_be_taken_for_lost && board.empty_cells().next().is_none() => {
                Some((Rule::Loss, Problem::Ended))
            }
            _ if exited && large(&board) > 0 => Some((Rule::Win, Problem::Ended)),
            // A program that ends by itself after a move takes the game for lost, or for won.
            _ if exited && ended == Rule::Crash && before.is_some() => {
                let rule = if speaks_of_winning(&answer.output) { Rule::Win } else { Rule::Loss };
                Some((rule, Problem::Ended))
            }
            // So does one that ends with its first board, if it says so.
            _ if exited && ended == Rule::Crash && speaks_of_winning(&answer.output) => {
                Some((Rule::Win, Problem::Ended))
            }
            _ if exited => Some((ended, Problem::Ended)),
            _ => None,
        };
        if let Some((rule, problem)) = wrong {
            return broken(rule, problem, before.as_ref(), Some(&board));
        }
        shows.iter().for_each(|aspect| self.shown.set(*aspect));
        self.shown.add_board(&board);
        let entered = usize::from(shows.contains(&aspects::ENTERED));
        match (won, lost) {
            (true, _) => self.shown.set(aspects::WON + entered),
            (_, true) => self.shown.set(aspects::LOST + entered),
            _ if board.empty_cells().next().is_none() => self.shown.set(aspects::NOT_LOST),
            _ => {}
        }
        self.phase = match won || lost {
            true if then == Then::Ask && self.is_back_in_menu(answer) => self.menu_again(),
            // A won game is a long one, so nobody wants to see a mistake in the game after it.
            true if !won && then == Then::Ask && end.again.is_some() && !exited => Phase::Ended,
            true => Phase::Over,
            false => Phase::Playing(board),
        };
        None
    }

    /// Whether a program asks for what it asked for at first, and not for a key.
    pub(super) fn is_back_in_menu(&self, answer: &Answer) -> bool {
        let [Some(menu), Some(key)] = &self.prompts else { return false };
        answer.outcome == Outcome::Waiting && key.differs(menu) && menu.ends(&answer.output)
    }

    /// Whether a program that asked for a key each time asks for something else now.
    fn asks_otherwise(&self, answer: &Answer) -> bool {
        let asked = |key: &Prompt| key.has_words() && key.ends(&self.asked);
        let key = self.prompts[1].as_ref().filter(|key| asked(key));
        answer.outcome == Outcome::Waiting && key.is_some_and(|key| !key.ends(&answer.output))
    }

    fn waits(&mut self, answer: &Answer, rule: Rule, shows: usize) -> Option<Broken> {
        if answer.outcome == Outcome::Exited {
            return Some((rule, Problem::Ended, Boards::default()));
        }
        self.shown.set(shows);
        None
    }

    fn ends(&mut self, answer: &Answer, before: Option<&Board>, shows: usize) -> Option<Broken> {
        let left = before.is_some() && self.protocol.end.after_quit == Then::Ask;
        if left && self.is_back_in_menu(answer) {
            self.phase = self.menu_again();
        } else if answer.outcome != Outcome::Exited {
            return broken(Rule::Quit, Problem::NotEnded, before, None);
        }
        self.shown.set(shows);
        None
    }

    fn menu_again(&mut self) -> Phase {
        (self.spawning, self.misled) = (true, None);
        let menu = self.protocol.menu.as_ref();
        match menu.and_then(|menu| menu.from_state.as_ref()) {
            Some(answers) if answers.is_empty() => Phase::Entering(Vec::new()),
            _ => Phase::Menu(Vec::new()),
        }
    }

    /// The board of an answer that counts; numbers that are not tiles matter only if there is no board.
    fn board_in(&self, answer: &Answer) -> Result<Option<Board>, Problem> {
        let mut odd = None;
        let mut grids = grids(&answer.output, &self.protocol.board.layout());
        if !self.protocol.board.first {
            grids.reverse();
        }
        for cells in grids {
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

/// Whether a text has a word that could be typed.
pub(super) fn names(text: &[u8], word: &[u8]) -> bool {
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
    !word.is_empty() && words.any(|other| other == word)
}

/// Whether a program whose words are not known congratulates.
fn speaks_of_winning(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output).to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    words.any(|word| {
        ["win", "won", "winner", "victory"].contains(&word) || word.starts_with("congrat")
    })
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
