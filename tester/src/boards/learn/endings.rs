//! Plays games to their ends, to see what is said then.

use std::collections::BTreeSet;

use engine::{Board, Direction};

use super::super::games::{can_be_led, is_won, to_the_goal};
use super::super::menu::Answers;
use super::super::protocol::{Endings, Pattern, Protocol, Then, Typed};
use super::super::recover::{Layout, remarks};
use super::super::trial::{Trial, below};
use super::probe::{Probe, likely_answers};
use crate::draws::{Draws, Tail};
use crate::player::Outcome;
use crate::rule::Rule;
use crate::subject::Program;
use crate::verdict::Problem;

/// How many games are played to see how they end.
const LOSSES: u64 = 4;
/// How often a new game is led to the goal, if it is not reached.
const WINS: u64 = 2;
/// The most keys of each. Nearly all games are lost before, but without new tiles none is.
const MOVES: usize = 600;

/// What is said at the end of a game, and what happens then.
///
/// How a game begins and which tiles come does not matter here: a program that is wrong about that can
/// end its games in a way of its own all the same.
pub(super) fn endings(program: &Program, protocol: &Protocol) -> Endings {
    let mut lenient = protocol.clone();
    Protocol::CAN_BE_BROKEN.into_iter().for_each(|rule| lenient.allow(rule));
    let protocol = &lenient;
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
        for _ in 0..MOVES {
            if !trial.goes_on() {
                break;
            }
            note(&trial.answer().output);
            let key = protocol.keys.of(Direction::ALL[below(&mut dice, 4)]);
            trial.send(key.bytes());
        }
        losses.push(trial);
    }
    losses.retain(|trial| !trial.goes_on() && has_ended(trial));
    if losses.is_empty() {
        losses.extend(entered_loss(program, protocol));
    }
    let prompt = prompt(program, protocol);
    let won_games = won_games(program, protocol, prompt.as_ref(), &mut note);
    let unusual = |output: &[u8]| {
        let said = remarks(output, layout).into_iter();
        said.filter(|line| !ordinary.contains(line)).collect::<Vec<_>>()
    };
    let said = |trial: &Trial<'_>| unusual(&trial.answer().output);
    // A lost game that the program does not take for lost tells nothing.
    if losses.iter().any(|trial| !said(trial).is_empty()) {
        losses.retain(|trial| !said(trial).is_empty());
    }
    let lines: Vec<Vec<String>> = losses.iter().map(said).collect();
    let said_when_won = |won_game: &Trial<'_>| {
        let won = if has_ended(won_game) { said(won_game) } else { Vec::new() };
        let played = won_game.verdict().is_some_and(|v| v.rule != Some(Rule::FromState));
        match won.is_empty() && played {
            // It may have been over before the key that led nowhere.
            true => unusual(won_game.asked()),
            false => won,
        }
    };
    let telling_game = won_games.iter().position(|game| !said_when_won(game).is_empty());
    let won_game = won_games.get(telling_game.unwrap_or_default());
    let won = won_game.map(said_when_won).unwrap_or_default();
    let always = |line: &&String| lines.iter().all(|lines| lines.contains(line));
    // What is a part of an ordinary line would be found in it, too.
    let telling = |line: &String| {
        let is_in_line = |pattern: &Pattern| ordinary.iter().any(|other| pattern.is_in_line(other));
        Pattern::new(line).filter(|pattern| !is_in_line(pattern))
    };
    let loss = lines.first().and_then(|lines| {
        lines.iter().filter(always).filter(|line| !won.contains(line)).find_map(telling)
    });
    let win =
        won.iter().filter(|line| !lines.iter().any(|lines| lines.contains(line))).find_map(telling);
    let asks = |trial: &Trial<'_>| asks_for_more(trial, protocol, prompt.as_ref());
    let then = match loss.is_some() && losses.iter().all(asks) {
        true => Then::Ask,
        false => Then::Exit,
    };
    let goes_on = |trial: &Trial<'_>| {
        let probe = Probe::at(trial.session(), layout);
        probe.waits() && prompt.as_ref() == Some(&probe.question())
    };
    let after_win = match () {
        () if win.is_none() => None,
        () if won_game.is_some_and(goes_on) => Some(Then::GoOn),
        () if won_game.is_some_and(asks) => Some(Then::Ask),
        () => Some(Then::Exit),
    };
    let after_win = after_win.filter(|after| *after != then);
    let again = losses.first().filter(|_| then == Then::Ask);
    let again = again.and_then(|lost| another_game(program, lost, layout));
    Endings { win, loss, then, again, after_win, after_quit: protocol.end.after_quit }
}

/// What begins another game after a lost one: at once, or by the first question.
fn another_game(program: &Program, lost: &Trial<'_>, layout: &Layout) -> Option<Typed> {
    let asked = Probe::at(lost.session(), layout);
    if !asked.waits() || lost.is_in_menu() {
        return None;
    }
    let first = Probe::begin(program, layout, 0);
    let other = !asked.asks_like(&first);
    let begins = |answer: &String| {
        let next = asked.after(answer);
        next.waits() && (next.shows_board() || other && next.asks_like(&first))
    };
    let nothing = "%".to_owned();
    let mut answers = likely_answers(asked.output()).into_iter();
    answers.find(|answer| begins(answer) && !begins(&nothing)).map(Typed::from_known)
}

/// The question for a key.
fn prompt(program: &Program, protocol: &Protocol) -> Option<String> {
    let mut trial = Trial::begin(program, protocol, 0);
    trial.new_game();
    let probe = Probe::at(trial.session(), &protocol.board.layout());
    probe.waits().then(|| probe.question())
}

/// Whether a game has ended, rightly or not, and has not just gone wrong.
fn has_ended(trial: &Trial<'_>) -> bool {
    let wrong = trial.verdict();
    wrong.is_none_or(|wrong| matches!(wrong.rule, Some(Rule::Win | Rule::Loss)))
        || wrong.is_some_and(|wrong| wrong.problem == Problem::Ended)
}

/// A lost board that is entered, for programs that lose no game by themselves.
fn entered_loss<'a>(program: &Program, protocol: &'a Protocol) -> Option<Trial<'a>> {
    let side = protocol.board.side;
    let exponents: Vec<u8> =
        (0..side * side).map(|at| 1 + ((at / side + at % side) % 2) as u8).collect();
    let board = Board::from_exponents(side, &exponents).ok().filter(|_| takes_states(protocol))?;
    let mut trial = Trial::begin(program, protocol, 0);
    trial.from_state(&board);
    Some(trial).filter(has_ended)
}

fn takes_states(protocol: &Protocol) -> bool {
    protocol.menu.as_ref().is_some_and(|menu| menu.from_state.is_some())
}

/// Games that have reached the goal, or what the program takes for it: one from a board that is entered, and
/// one that is led there.
fn won_games<'a>(
    program: &Program,
    protocol: &'a Protocol,
    prompt: Option<&String>,
    note: &mut impl FnMut(&[u8]),
) -> Vec<Trial<'a>> {
    let side = protocol.board.side;
    let mut games = Vec::new();
    let mut values = vec![0; side * side];
    values[..2].fill(protocol.board.goal / 2);
    if let Ok(board) = Board::from_values(side, &values)
        && takes_states(protocol)
    {
        let mut trial = Trial::begin(program, protocol, 1);
        trial.from_state(&board);
        // Who takes half of the goal for it asks for no key any more.
        let asked = Probe::at(trial.session(), &protocol.board.layout()).question();
        if trial.goes_on() && prompt.is_none_or(|prompt| *prompt == asked) {
            note(&trial.answer().output);
            trial.push(Direction::Left, None);
        }
        games.push(trial);
    }
    for seed in 1..=WINS {
        if !can_be_led(protocol) || games.last().is_some_and(|game| is_won(game, protocol)) {
            break;
        }
        let mut trial = Trial::begin(program, protocol, seed);
        trial.new_game();
        to_the_goal(&mut trial, protocol);
        games.push(trial);
    }
    games
}

/// Whether a program that did not end after a game asks for something else than a key: it can be told
/// to begin another game, or it ends after an answer.
fn asks_for_more(trial: &Trial<'_>, protocol: &Protocol, prompt: Option<&String>) -> bool {
    let layout = &protocol.board.layout();
    let probe = Probe::at(trial.session(), layout);
    let begins = |probe: Probe| {
        let count = probe.board().map(|board| board.tiles().count());
        count.is_some_and(|count| protocol.board.start_tiles.contains(&count))
    };
    let new_game = protocol.menu.iter().flat_map(|menu| &menu.new_game);
    let menu: Vec<String> = new_game.flat_map(Answers::texts).collect();
    // What was asked once, such as a name, may not be asked again.
    let from_menu = || (0..menu.len()).any(|at| begins(probe.after_all(&menu[at..])));
    let back = trial.is_in_menu();
    let ends = || {
        let question = probe.question();
        let other = !question.is_empty() && prompt.is_some_and(|prompt| *prompt != question);
        other && ["n", "N", "0", "2", ""].into_iter().any(|answer| probe.after(answer).ended())
    };
    trial.answer().outcome == Outcome::Waiting
        && (back
            || from_menu()
            || ["y", "Y", "1"].into_iter().any(|answer| begins(probe.after(answer)))
            || ends())
}
