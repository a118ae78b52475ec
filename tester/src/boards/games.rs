//! Games that try a program out: its seed decides everything about a game.
//!
//! Random keys reach most situations and all losses. What they do not reach is entered as a board,
//! if the program offers that: won, lost and nearly lost boards, big tiles, lines in which the order
//! of merges matters. Otherwise some games are led to the goal move by move.

use engine::{Board, Direction};

use super::protocol::Protocol;
use super::route::route_to;
use super::trial::{Trial, below};

use crate::draws::{Draws, Tail};
use crate::script::Script;
use crate::subject::Program;
use crate::verdict::Verdict;

/// Lines that mean nothing in any game: no letters, because a program may accept more of them than
/// its protocol says.
const NONSENSE: [&[u8]; 2] = [b"%", b"~"];

/// Most moves of a game with random keys. Nearly all are lost before.
const MOVES: usize = 300;

/// How often a route to the goal is looked for in one game.
const ROUTES: usize = 12;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What was typed and drawn.
    pub script: Script,
    /// What was wrong, if anything was.
    pub verdict: Option<Verdict>,
}

/// Plays one game. The same number is the same game, for the same program and protocol.
pub fn play_game(program: &Program, protocol: &Protocol, number: u64) -> Played {
    let mut dice = Draws::new(Vec::new(), Tail::Seed(!number));
    let mut trial = Trial::begin(program, protocol, number);
    let states = protocol.menu.as_ref().is_some_and(|menu| menu.from_state.is_some());
    match number % 8 {
        // The first game of all is short, to find what is wrong with every game.
        0 => {
            trial.new_game();
            let moves = below(&mut dice, 6);
            random_keys(&mut trial, protocol, moves, &mut dice);
        }
        1 if number % 64 == 1 && quit_in_menu(&mut trial, protocol) => {}
        1 if number % 64 == 9 && protocol.menu.is_some() => trial.send(NONSENSE[0]),
        2..=5 if states => {
            if let Some(board) = telling_board(protocol, &mut dice) {
                trial.from_state(&board);
            }
            let moves = below(&mut dice, 40);
            random_keys(&mut trial, protocol, moves, &mut dice);
        }
        2 if number % 32 == 2 && can_be_led(protocol) => {
            trial.new_game();
            to_the_goal(&mut trial, protocol);
        }
        _ => {
            trial.new_game();
            random_keys(&mut trial, protocol, MOVES, &mut dice);
        }
    }
    if trial.board().is_some()
        && let Some(quit) = &protocol.keys.quit
    {
        trial.send(quit.bytes());
    }
    let (script, verdict) = trial.end();
    Played { script, verdict }
}

/// Plays games of these numbers until one goes wrong.
pub fn first_wrong(
    program: &Program,
    protocol: &Protocol,
    numbers: impl IntoIterator<Item = u64>,
) -> Option<Played> {
    let mut played = numbers.into_iter().map(|number| play_game(program, protocol, number));
    played.find(|played| played.verdict.is_some())
}

fn quit_in_menu(trial: &mut Trial<'_>, protocol: &Protocol) -> bool {
    let quit = protocol.menu.as_ref().and_then(|menu| menu.quit.as_ref());
    if let Some(quit) = quit {
        trial.send(quit.bytes());
    }
    quit.is_some()
}

/// Presses keys at random, now and then one that changes nothing.
fn random_keys(trial: &mut Trial<'_>, protocol: &Protocol, moves: usize, dice: &mut Draws) {
    let keys = &protocol.keys;
    for _ in 0..moves {
        if !trial.goes_on() {
            return;
        }
        match below(dice, 40) {
            0 => trial.send(NONSENSE[below(dice, NONSENSE.len())]),
            1 => {
                if let Some(key) = &keys.rng_off {
                    trial.send(key.bytes());
                }
            }
            2 | 3 => {
                if let Some(key) = &keys.rng_on {
                    trial.send(key.bytes());
                }
            }
            _ => {
                let way = Direction::ALL[below(dice, 4)];
                trial.send(keys.of(way).bytes());
            }
        }
    }
}

/// Whether the way to the goal is short, and chance decides nothing but cells.
pub(super) fn can_be_led(protocol: &Protocol) -> bool {
    protocol.board.side <= 3 && protocol.board.spawns.len() == 1
}

/// Plays to the goal, choosing the cells of new tiles. If one does not come where it should, the
/// way is looked for anew, but not for ever.
pub(super) fn to_the_goal(trial: &mut Trial<'_>, protocol: &Protocol) {
    let goal = protocol.board.goal;
    let Some(&spawn) = protocol.board.spawns.first() else { return };
    for _ in 0..ROUTES {
        let Some(start) = trial.board().copied() else { return };
        let Some(steps) = route_to(goal, &start, spawn) else { return };
        let mut board = start;
        for (direction, cell) in steps {
            let exponent = spawn.trailing_zeros() as u8;
            let next = board.slide(direction).board.with_tile(cell, exponent);
            trial.push(direction, Some(cell));
            match (trial.board(), next) {
                (Some(got), Some(next)) if *got == next => board = next,
                _ => break,
            }
        }
        if !trial.goes_on() {
            return;
        }
    }
}

/// A board from which something can be learnt soon.
fn telling_board(protocol: &Protocol, dice: &mut Draws) -> Option<Board> {
    let side = protocol.board.side;
    let cells = side * side;
    let goal = protocol.board.goal.trailing_zeros() as u8;
    let mut exponents: Vec<u8> = match below(dice, 6) {
        // Lines in which merges matter.
        0 | 1 => (0..cells).map(|_| below(dice, 3) as u8).collect(),
        // Anything.
        2 => (0..cells).map(|_| below(dice, usize::from(goal)) as u8).collect(),
        // Full, with few equal neighbours or none.
        _ => {
            let shift = below(dice, 3);
            let places = 0..cells;
            places
                .map(|at| ((at / side + at % side + shift) % 2 + below(dice, 4) * 2 + 1) as u8)
                .map(|exponent| exponent.min(goal.saturating_sub(1)))
                .collect()
        }
    };
    let at = below(dice, cells);
    // The right or the lower neighbour of a cell, or another cell where there is none.
    let beside = if below(dice, 2) == 0 { at + 1 } else { at + side } % cells;
    match below(dice, 8) {
        0 => exponents[at] = goal,
        1 | 2 => {
            exponents[at] = goal.saturating_sub(1);
            exponents[beside] = exponents[at];
        }
        3 | 4 => exponents[beside] = exponents[at],
        _ => {}
    }
    Board::from_exponents(side, &exponents).ok()
}
