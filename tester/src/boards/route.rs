//! A route from a board to the goal, with new tiles where they help most.
//!
//! Chance is ours, so a game can be won by choosing both the moves and the cells of new tiles. Of
//! all boards after each move only the most promising are kept: big tiles in the order of a snake.

use engine::{Board, Direction};

/// How many boards are kept after each move.
const KEPT: usize = 24;

/// A move, and the cell in which a new tile should come.
pub(super) type Step = (Direction, usize);

/// Moves that lead to a tile of this value. There are none if the search does not find a route.
pub(super) fn route_to(goal: u64, from: &Board, new_tile: u64) -> Option<Vec<Step>> {
    let exponent = u8::try_from(new_tile.trailing_zeros()).ok()?;
    let done = |board: &Board| board.values().any(|value| value >= goal);
    // Each layer: a board, the index of the board before it, and the step between them.
    let mut layers: Vec<Vec<(Board, usize, Step)>> = vec![vec![(*from, 0, (Direction::Up, 0))]];
    // The sum of all tiles grows by each step and never has to exceed twice the goal.
    for _ in 0..goal.saturating_mul(2) / new_tile.max(1) {
        let last = layers.last()?;
        if let Some(at) = last.iter().position(|(board, ..)| done(board)) {
            return Some(trace(&layers, at));
        }
        let mut next: Vec<(f64, Board, usize, Step)> = Vec::new();
        for (index, (board, ..)) in last.iter().enumerate() {
            for direction in board.legal_moves() {
                let slid = board.slide(direction).board;
                let spawned = slid.empty_cells().filter_map(|cell| {
                    let board = slid.with_tile(cell, exponent)?;
                    let live = done(&board) || !board.is_stuck();
                    live.then(|| (promise(&board), board, index, (direction, cell)))
                });
                next.extend(spawned);
            }
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        next.dedup_by(|a, b| a.1 == b.1);
        next.truncate(KEPT);
        if next.is_empty() {
            return None;
        }
        layers.push(next.into_iter().map(|(_, board, from, step)| (board, from, step)).collect());
    }
    None
}

fn trace(layers: &[Vec<(Board, usize, Step)>], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for layer in layers.iter().skip(1).rev() {
        let (_, from, step) = layer[at];
        steps.push(step);
        at = from;
    }
    steps.reverse();
    steps
}

/// How good a board is for whoever does not choose where new tiles come: the best of its moves, each with
/// the tile that comes in the worst cell.
pub(super) fn outlook(board: &Board) -> f64 {
    let after = |direction: Direction| {
        let slid = board.slide(direction).board;
        let come = slid.empty_cells().filter_map(|cell| slid.with_tile(cell, 1));
        let worth = |board: Board| if board.is_stuck() { -1.0 } else { promise(&board) };
        come.map(worth).fold(f64::INFINITY, f64::min)
    };
    board.legal_moves().map(after).fold(-1.0, f64::max)
}

/// How good a board is: tiles count the more the nearer they are to the head of a snake that winds
/// from the first cell, and empty cells count a little.
pub(super) fn promise(board: &Board) -> f64 {
    let side = board.side();
    let values: Vec<u64> = board.values().collect();
    let mut weight = 1.0;
    let mut total = 0.0;
    for place in 0..board.len() {
        let (row, column) = (place / side, place % side);
        let column = if row % 2 == 0 { column } else { side - 1 - column };
        total += weight * values[row * side + column] as f64;
        weight *= 0.5;
    }
    total + board.empty_cells().count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_can_be_led_to_the_goal() {
        for first in 0..9 {
            for second in first + 1..9 {
                let mut board = Board::empty(3).unwrap();
                board = board.with_tile(first, 1).unwrap().with_tile(second, 1).unwrap();
                let steps = route_to(512, &board, 2).unwrap_or_else(|| panic!("{board}"));
                for (direction, cell) in &steps {
                    assert!(board.is_legal(*direction));
                    board = board.slide(*direction).board.with_tile(*cell, 1).unwrap();
                }
                assert_eq!(board.max_exponent(), 9);
                assert!(steps.len() < 380, "{}", steps.len());
            }
        }
    }
}
