//! One game of a strategy against a program, which it knows by its text only.

use std::ops::ControlFlow;

use engine::strategy::{Position, Strategy};
use engine::{Board, Direction};
use tester::boards::{Protocol, Trial, recover};
use tester::{Counterexample, Program};

/// How a game ended.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    Won,
    Lost,
    /// The strategy knew no move.
    GaveUp,
    /// The program did what no game does.
    Wrong(Box<Counterexample>),
}

/// A game that was played.
#[derive(Debug, PartialEq)]
pub(super) struct Played {
    pub(super) end: End,
    pub(super) moves: u64,
    pub(super) largest: u64,
}

/// A board of a game and the move that led to it, if it is not the first.
pub(super) struct Seen<'a> {
    pub(super) board: &'a Board,
    pub(super) direction: Option<Direction>,
    pub(super) moves: u64,
}

/// Plays a game to its end, or to where whoever looks on has seen enough.
pub(super) fn play(
    program: &Program,
    protocol: &Protocol,
    strategy: &mut dyn Strategy,
    seed: u64,
    look: &mut dyn FnMut(&Seen<'_>) -> ControlFlow<()>,
) -> Option<Played> {
    let mut trial = Trial::begin(program, protocol, seed);
    trial.new_game();
    strategy.begin(seed);
    let (mut moves, mut points) = (0, 0);
    let mut direction = None;
    while let Some(board) = trial.board().copied() {
        if look(&Seen { board: &board, direction, moves }).is_break() {
            return None;
        }
        let decision = Position::of(&board, points).and_then(|position| strategy.choose(&position));
        let Some(decision) = decision else {
            return Some(Played { end: End::GaveUp, moves, largest: largest(&board) });
        };
        points += board.slide(decision.direction).gained;
        moves += 1;
        direction = Some(decision.direction);
        trial.push(decision.direction, None);
        if !trial.goes_on() {
            break;
        }
    }
    let last = recover::board(&trial.answer().output, &protocol.board.layout());
    if let Some(board) = &last
        && look(&Seen { board, direction, moves }).is_break()
    {
        return None;
    }
    let largest = last.as_ref().map_or(0, largest);
    let tester::boards::Played { script, verdict, .. } = trial.end();
    let end = match verdict {
        Some(verdict) => End::Wrong(Box::new(Counterexample::new(program, script, verdict))),
        _ if largest >= protocol.board.goal => End::Won,
        _ => End::Lost,
    };
    Some(Played { end, moves, largest })
}

fn largest(board: &Board) -> u64 {
    board.values().max().unwrap_or(0)
}
