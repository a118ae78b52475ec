//! Finds out how a program wants to be played, by playing it.
//!
//! Everything is tried on copies of the program, so nothing is asked of its author: answers to the
//! menu until a board appears, every key until four of them push tiles, a lost and a won game to see
//! what is said then. What a program does wrong must not become its protocol, so what is usual wins
//! over what was seen: W, A, S and D go where they go everywhere, even if W goes down.

use std::collections::BTreeSet;

use engine::protocol::text;
use engine::{Board, Direction};

use super::games::{can_be_led, to_the_goal};
use super::probe::{Effect, Probe, effect, likely_answers};
use super::protocol::{BoardRules, Endings, Entry, Keys, Menu, Pattern, Protocol, Then, Typed};
use super::recover::{Layout, remarks};
use super::trial::{Trial, below};
use crate::draws::{Draws, Tail};
use crate::player::Outcome;
use crate::rule::Rule;
use crate::subject::Program;
use crate::verdict::Problem;

/// Keys that go together: up, left, down, right.
const FAMILIES: [[char; 4]; 9] = [
    ['W', 'A', 'S', 'D'],
    ['w', 'a', 's', 'd'],
    ['I', 'J', 'K', 'L'],
    ['i', 'j', 'k', 'l'],
    ['U', 'L', 'D', 'R'],
    ['u', 'l', 'd', 'r'],
    ['K', 'H', 'J', 'L'],
    ['k', 'h', 'j', 'l'],
    ['8', '4', '2', '6'],
];

/// How many new games are tried with every key.
const STARTS: u64 = 6;
/// How many games are played to see how they end.
const LOSSES: u64 = 4;

/// A protocol, and what could not be made sure of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// How to play the program.
    pub protocol: Protocol,
    /// What somebody should look at.
    pub doubts: Vec<Doubt>,
}

/// What probing did not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Doubt {
    /// Nothing ends the program.
    #[error("no key was found that quits; the one of the assignment is taken")]
    Quit,
    /// No text goes with a won game.
    #[error("no text was found that says that a game is won; the program should end then")]
    Win,
    /// No text goes with a lost game.
    #[error("no text was found that says that a game is lost; the program should end then")]
    Loss,
}

/// Why a program could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotLearnt {
    /// It does not get as far as its first question.
    #[error("it cannot be played: {0}")]
    Stopped(Problem),
    /// None of the usual answers leads to a board.
    #[error("none of the usual answers to its first question leads to a board")]
    NoBoard,
    /// There is a board, but no keys that push its tiles.
    #[error("there is a board, but no four keys were found that push its tiles")]
    NoKeys,
}

impl Learnt {
    /// The protocol as a file, with the doubts as comments.
    pub fn to_toml(&self) -> String {
        let doubts = self.doubts.iter().map(|doubt| format!("# {doubt}\n"));
        doubts.chain([self.protocol.to_toml()]).collect()
    }
}

/// Finds out how a program is played. One that prints the menu and the prompt of the documented game
/// is taken at its word.
pub fn learn(program: &Program) -> Result<Learnt, NotLearnt> {
    let menu = Probe::begin(program, &Layout::default(), 0);
    if menu.output() == text::WELCOME.as_bytes()
        && menu.after("1").output().ends_with(text::ENTER_MOVE.as_bytes())
    {
        return Ok(Learnt { protocol: Protocol::documented(), doubts: Vec::new() });
    }
    let sizes = [(3, 512, vec![2]), (4, 2048, vec![2, 4])];
    let mut failure = NotLearnt::NoBoard;
    for (side, goal, spawns) in sizes {
        match learn_board(program, BoardRules { side, goal, spawns, ..BoardRules::default() }) {
            Ok(learnt) => return Ok(learnt),
            Err(NotLearnt::NoBoard) => {}
            Err(other) => failure = other,
        }
    }
    Err(failure)
}

fn learn_board(program: &Program, board: BoardRules) -> Result<Learnt, NotLearnt> {
    let first = Probe::begin(program, &board.layout(), 0);
    if let Some(problem) = Problem::of_stop(&first.outcome()) {
        return Err(NotLearnt::Stopped(problem));
    }
    if first.ended() {
        let problem = if first.output().is_empty() { Problem::Silent } else { Problem::Ended };
        return Err(NotLearnt::Stopped(problem));
    }
    let answers = likely_answers(first.output());
    // A title may look like a board: without keys that push its tiles there is a menu, too.
    let at_once = first.shows_board().then(|| (None, games(program, &board.layout(), None)));
    let at_once = at_once.and_then(|(menu, games)| Some((menu, keys(&games)?, games)));
    let (menu, (mut keys, quits), games) = match at_once {
        Some(found) => found,
        None => {
            let new_game = new_game(&first, &answers).ok_or(NotLearnt::NoBoard)?;
            let games = games(program, &board.layout(), Some(&new_game));
            let keys = self::keys(&games).ok_or(NotLearnt::NoKeys)?;
            (Some(menu(&first, new_game, &answers)), keys, games)
        }
    };
    let mut doubts = Vec::new();
    if !quits {
        keys.quit = menu.as_ref().and_then(|menu| menu.quit.clone()).or(Typed::new("X"));
        doubts.push(Doubt::Quit);
    }
    (keys.rng_off, keys.rng_on) = rng_keys(&games, &keys);
    let mut protocol = Protocol { menu, keys, end: Endings::default(), board };
    protocol.end = endings(program, &protocol);
    doubts.extend(protocol.end.win.is_none().then_some(Doubt::Win));
    doubts.extend(protocol.end.loss.is_none().then_some(Doubt::Loss));
    Ok(Learnt { protocol, doubts })
}

/// The answer that leads to a board, at best to one with two tiles.
fn new_game(menu: &Probe, answers: &[String]) -> Option<String> {
    let tiles = |answer: &&String| {
        let next = menu.after(answer);
        next.board().filter(|_| next.waits()).map(|board| board.tiles().count())
    };
    let two = answers.iter().find(|answer| tiles(answer) == Some(2));
    two.or_else(|| answers.iter().find(|answer| tiles(answer).is_some())).cloned()
}

fn menu(first: &Probe, new_game: String, answers: &[String]) -> Menu {
    let others = || answers.iter().filter(|answer| **answer != new_game);
    let quit = others().find(|answer| first.after(answer).ended());
    let entered = others().find_map(|answer| {
        let asked = first.after(answer);
        let entry = state_entry(&asked).filter(|_| asked.waits() && !asked.shows_board())?;
        Some((answer, entry))
    });
    Menu {
        from_state: entered.and_then(|(answer, _)| Typed::new(answer)),
        state: entered.map(|(_, entry)| entry).unwrap_or_default(),
        quit: quit.and_then(|answer| Typed::new(answer)),
        new_game: Typed::from_known(new_game),
    }
}

/// How a board is entered where one is asked for. It may come out in another order: that is for
/// the judge to say.
fn state_entry(asked: &Probe) -> Option<Entry> {
    let side = asked.layout.side;
    let exponents: Vec<u8> =
        (0..side * side).map(|at| if at % 2 == 0 { 1 + at as u8 / 2 } else { 0 }).collect();
    let state = Board::from_exponents(side, &exponents).ok()?;
    let sorted = |board: &Board| {
        let mut values: Vec<u64> = board.values().collect();
        values.sort_unstable();
        values
    };
    [Entry::Cells, Entry::Rows, Entry::Line].into_iter().find(|entry| {
        let lines = entry.lines(&state);
        let last = lines.iter().fold(asked.clone(), |probe, line| probe.after(line));
        last.board().is_some_and(|board| sorted(&board) == sorted(&state))
    })
}

/// New games with different boards.
fn games(program: &Program, layout: &Layout, answer: Option<&String>) -> Vec<(Probe, Board)> {
    let begin = |seed| {
        let first = Probe::begin(program, layout, seed);
        let game = answer.map_or(first.clone(), |answer| first.after(answer));
        let board = game.board().filter(|_| game.waits())?;
        Some((game, board))
    };
    (0..STARTS).filter_map(begin).collect()
}

/// The keys, without those that switch new tiles, and whether one was found that quits.
fn keys(games: &[(Probe, Board)]) -> Option<(Keys, bool)> {
    let effects: Vec<(char, Effect)> = ('!'..='~').map(|key| (key, effect(key, games))).collect();
    let of = |key: char| effects.iter().find(|(other, _)| *other == key).map(|(_, effect)| *effect);
    let votes = |family: &[char; 4]| {
        let effects: Vec<Effect> = family.iter().filter_map(|key| of(*key)).collect();
        let working = effects.iter().filter(|effect| effect.changes > 0).count();
        // Keys that change the board are the usual ones even if the change is wrong.
        let vote = |(way, effect): (usize, &Effect)| 2 * effect.as_move[way] + effect.changes;
        (working >= 3).then(|| effects.iter().enumerate().map(vote).sum::<u32>())
    };
    let mut best: Option<(u32, [char; 4])> = None;
    for family in FAMILIES {
        if let Some(votes) = votes(&family)
            && best.is_none_or(|(most, _)| votes > most)
        {
            best = Some((votes, family));
        }
    }
    let family = best.map(|(_, family)| family).or_else(|| free_keys(&effects))?;
    let key = |key: char| Typed::from_known(key.to_string());
    let usual = ['X', 'x', 'Q', 'q', 'E', 'e', '0', '5', '9'];
    let ends = |key: &char| {
        let all = games.len() as u32;
        !family.contains(key) && of(*key).is_some_and(|effect| effect.ends == all)
    };
    let quit = usual.into_iter().chain('!'..='~').find(ends);
    let [up, left, down, right] = family.map(key);
    let keys = Keys { up, left, down, right, quit: quit.map(key), rng_off: None, rng_on: None };
    Some((keys, quit.is_some()))
}

/// The keys that most often did what each direction would, if no usual ones do.
fn free_keys(effects: &[(char, Effect)]) -> Option<[char; 4]> {
    let mut family = ['\0'; 4];
    for way in 0..Direction::ALL.len() {
        let free = effects.iter().filter(|(key, _)| !family.contains(key));
        // Of several the first: upper case before lower case.
        let (key, effect) = free.rev().max_by_key(|(_, effect)| effect.as_move[way])?;
        if effect.as_move[way] == 0 {
            return None;
        }
        family[way] = *key;
    }
    Some(family)
}

/// Keys that stop new tiles and let them come again: the documented ones or others like them.
fn rng_keys(games: &[(Probe, Board)], keys: &Keys) -> (Option<Typed>, Option<Typed>) {
    let candidates = || {
        let usual = "3456789012rRnNtTfFoO".chars().map(|key| key.to_string());
        usual.filter(|key| keys.meaning(key.as_bytes()).is_none())
    };
    // Moves in two directions, on two boards: pure slides?
    let slides = |line_up: &dyn Fn(&Probe) -> Probe| {
        let mut pure = Vec::new();
        for (game, board) in games.iter().take(2) {
            let ready = line_up(game);
            if ready.board().is_some_and(|shown| shown != *board) || !ready.waits() {
                return None;
            }
            for way in board.legal_moves().take(2) {
                let key = String::from_utf8_lossy(keys.of(way).bytes());
                pure.push(ready.after(&key).board() == Some(board.slide(way).board));
            }
        }
        (!pure.is_empty()).then_some(pure)
    };
    let all = |pure: Option<Vec<bool>>, are: bool| {
        pure.is_some_and(|pure| pure.iter().all(|one| *one == are))
    };
    // Where no new tiles come anyway, no key stops them.
    let stops = |key: &String| all(slides(&|game| game.after(key)), true);
    let off = all(slides(&Probe::clone), false).then(|| candidates().find(stops)).flatten();
    let on = off.as_ref().and_then(|off| {
        candidates().find(|key| all(slides(&|game| game.after(off).after(key)), false))
    });
    (off.map(Typed::from_known), on.map(Typed::from_known))
}

/// What is said at the end of a game, and what happens then.
fn endings(program: &Program, protocol: &Protocol) -> Endings {
    let layout = &protocol.board.layout();
    let mut ordinary = BTreeSet::new();
    let mut note = |output: &[u8]| ordinary.extend(remarks(output, layout));
    note(Probe::begin(program, layout, 0).output());

    let mut losses = Vec::new();
    for seed in 0..LOSSES {
        let mut trial = Trial::begin(program, protocol, seed);
        let mut dice = Draws::new(Vec::new(), Tail::Seed(!seed));
        trial.new_game();
        // An unknown key shows what is said then, but a program that reads integers dies of it.
        let mut unknown = trial.clone();
        unknown.send(b"%");
        if unknown.goes_on() {
            note(&unknown.answer().output);
        }
        // What is said to everybody who leaves says nothing about the game.
        let mut left = trial.clone();
        if let Some(quit) = &protocol.keys.quit {
            left.send(quit.bytes());
            note(&left.answer().output);
        }
        while trial.goes_on() {
            note(&trial.answer().output);
            let key = protocol.keys.of(Direction::ALL[below(&mut dice, 4)]);
            trial.send(key.bytes());
        }
        losses.push(trial);
    }
    losses.retain(has_ended);
    let won = won_game(program, protocol, &mut note);
    let said = |trial: &Trial<'_>| {
        let said = remarks(&trial.answer().output, layout);
        said.into_iter().filter(|line| !ordinary.contains(line)).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = losses.iter().map(said).collect();
    let won = if has_ended(&won) { said(&won) } else { Vec::new() };
    let always = |line: &&String| lines.iter().all(|lines| lines.contains(line));
    let loss = lines.first().and_then(|lines| {
        lines
            .iter()
            .filter(always)
            .find(|line| !won.contains(line))
            .and_then(|line| Pattern::new(line))
    });
    let win = won.iter().find(|line| !lines.iter().any(|lines| lines.contains(line)));
    let win = win.and_then(|line| Pattern::new(line));
    let asks = loss.is_some() && losses.iter().all(|trial| asks_for_more(trial, protocol));
    Endings { win, loss, then: if asks { Then::Ask } else { Then::Exit } }
}

/// Whether a game has ended, rightly or not, and has not just gone wrong.
fn has_ended(trial: &Trial<'_>) -> bool {
    let wrong = trial.verdict();
    wrong.is_none_or(|wrong| matches!(wrong.rule, Some(Rule::Win | Rule::Loss)))
        || wrong.is_some_and(|wrong| wrong.problem == Problem::Ended)
}

/// A game that has reached the goal, or what the program takes for it.
fn won_game<'a>(
    program: &Program,
    protocol: &'a Protocol,
    note: &mut impl FnMut(&[u8]),
) -> Trial<'a> {
    let mut trial = Trial::begin(program, protocol, 1);
    let side = protocol.board.side;
    let half = protocol.board.goal / 2;
    let mut values = vec![0; side * side];
    values[..2].fill(half);
    match Board::from_values(side, &values) {
        Ok(board) if protocol.menu.as_ref().is_some_and(|menu| menu.from_state.is_some()) => {
            trial.from_state(&board);
            if trial.goes_on() {
                note(&trial.answer().output);
                trial.push(Direction::Left, None);
            }
        }
        _ if can_be_led(protocol) => {
            trial.new_game();
            to_the_goal(&mut trial, protocol);
        }
        _ => {}
    }
    trial
}

/// Whether a program that did not end after a lost game can be told to begin another.
fn asks_for_more(trial: &Trial<'_>, protocol: &Protocol) -> bool {
    let layout = &protocol.board.layout();
    let probe = Probe::at(trial.session(), layout);
    let new_game =
        protocol.menu.as_ref().map(|menu| String::from_utf8_lossy(menu.new_game.bytes()));
    let answers = new_game.as_deref().into_iter().chain(["y", "Y", "1"]);
    trial.answer().outcome == Outcome::Waiting
        && answers.into_iter().any(|answer| {
            let count = probe.after(answer).board().map(|board| board.tiles().count());
            count.is_some_and(|count| protocol.board.start_tiles.contains(&count))
        })
}
