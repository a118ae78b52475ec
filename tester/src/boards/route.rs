//! A route from a board to the goal, with new tiles where they help most.
//!
//! Chance is ours, so a game can be won by choosing both the moves and the cells of new tiles. Of
//! all boards after each move only the most promising are kept: big tiles in the order of a snake.
//! Boards are packed ones, of up to four rows, because very many are looked at.

use engine::packed::Packed;
use engine::{Board, Direction};

/// How many boards are kept after each move.
const KEPT: usize = 24;

/// A move, and the cell in which a new tile should come.
pub(super) type Step = (Direction, usize);

/// Moves that lead to a tile of this value. There are none if the search does not find a route.
pub(super) fn route_to(goal: u64, from: &Board, new_tile: u64) -> Option<Vec<Step>> {
    let new_tile =
        u8::try_from(new_tile.trailing_zeros()).ok().filter(|new| (1..16).contains(new))?;
    match from.side() {
        2 => packed_route::<2>(goal, from, new_tile),
        3 => packed_route::<3>(goal, from, new_tile),
        4 => packed_route::<4>(goal, from, new_tile),
        _ => None,
    }
}

fn packed_route<const N: usize>(goal: u64, from: &Board, new_tile: u8) -> Option<Vec<Step>> {
    let exponent = goal.max(1).checked_next_power_of_two()?.trailing_zeros() as u8;
    if from.max_exponent() >= exponent {
        return Some(Vec::new());
    }
    let from = Packed::<N>::from_exponents(from.exponents())?;
    let done = |board: Packed<N>| board.reaches(exponent);
    // Each layer: a board, the index of the board before it, and the step between them.
    let mut layers: Vec<Vec<(Packed<N>, usize, Step)>> = vec![vec![(from, 0, (Direction::Up, 0))]];
    let mut next: Vec<(Packed<N>, usize, Step)> = Vec::new();
    // The most promising first, and of these the first: a stable order by one number for each.
    let mut order: Vec<(u64, usize)> = Vec::new();
    // The sum of all tiles grows by each step and never has to exceed twice the goal.
    for _ in 0..goal.saturating_mul(2) >> new_tile {
        let last = layers.last()?;
        if let Some(at) = last.iter().position(|(board, ..)| done(*board)) {
            return Some(trace(&layers, at));
        }
        next.clear();
        order.clear();
        for (index, (board, ..)) in last.iter().enumerate() {
            for direction in board.legal().iter() {
                let slid = board.slide(direction);
                let before = promise(slid);
                let full = slid.empty().len() == 1;
                for cell in slid.empty().iter() {
                    let board = slid.spawn(cell, new_tile);
                    if !full || done(board) || !board.legal().is_empty() {
                        let worth =
                            before + promise_of_tile::<N>(cell, new_tile) - free_cell::<N>();
                        order.push((u64::MAX - worth, next.len()));
                        next.push((board, index, (direction, cell)));
                    }
                }
            }
        }
        let mut best: Vec<(Packed<N>, usize, Step)> = Vec::with_capacity(KEPT);
        // Nearly always there are enough different boards among the first.
        let first = order.len().min(2 * KEPT);
        if first < order.len() {
            order.select_nth_unstable(first);
        }
        let (first, others) = order.split_at_mut(first);
        for part in [first, others] {
            if best.len() < KEPT {
                part.sort_unstable();
            }
            for (_, at) in part {
                let (board, ..) = next[*at];
                if best.len() < KEPT && best.last().is_none_or(|(last, ..)| *last != board) {
                    best.push(next[*at]);
                }
            }
        }
        if best.is_empty() {
            return None;
        }
        layers.push(best);
    }
    None
}

fn trace<B>(layers: &[Vec<(B, usize, Step)>], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for layer in layers.iter().skip(1).rev() {
        let (_, from, step) = &layer[at];
        steps.push(*step);
        at = *from;
    }
    steps.reverse();
    steps
}

/// How good a board is for whoever does not choose where new tiles come: the best of its moves, each with
/// the mean of what the best move after it leads to.
pub(super) fn outlook(board: &Board) -> u64 {
    let exponents = board.exponents();
    match board.side() {
        2 => Packed::<2>::from_exponents(exponents).map_or(0, packed_outlook),
        3 => Packed::<3>::from_exponents(exponents).map_or(0, packed_outlook),
        4 => Packed::<4>::from_exponents(exponents).map_or(0, packed_outlook),
        _ => 0,
    }
}

fn packed_outlook<const N: usize>(board: Packed<N>) -> u64 {
    let best = |board: Packed<N>| {
        let after = board.legal().iter().map(|direction| promise(board.slide(direction)));
        after.max().unwrap_or(0)
    };
    let mean = |direction: Direction| {
        let slid = board.slide(direction);
        let come = slid.empty().iter().map(|cell| best(slid.spawn(cell, 1)));
        come.sum::<u64>() * SCALE / u64::from(slid.empty().len()).max(1)
    };
    board.legal().iter().map(mean).max().unwrap_or(0)
}

/// So much finer are the means of promises.
const SCALE: u64 = 16;

/// How good a board is: tiles count the more the nearer they are to the head of a snake that winds
/// from the first cell, and empty cells count a little.
fn promise<const N: usize>(board: Packed<N>) -> u64 {
    let worth = |cell: usize| match (board.bits() >> (4 * cell)) as u8 & 15 {
        0 => free_cell::<N>(),
        exponent => promise_of_tile::<N>(cell, exponent),
    };
    (0..N * N).map(worth).sum()
}

/// What an empty cell adds to it.
const fn free_cell<const N: usize>() -> u64 {
    1 << (N * N - 1)
}

/// What a tile adds to it: half as much from cell to cell, and its value in the last one.
fn promise_of_tile<const N: usize>(cell: usize, exponent: u8) -> u64 {
    let (row, column) = (cell / N, cell % N);
    let place = N * row + if row % 2 == 0 { column } else { N - 1 - column };
    free_cell::<N>() >> place << exponent
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
