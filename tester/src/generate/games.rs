//! Games that are played by a seed: random, greedy, from high boards, with nonsense in between.

use engine::Direction;
use engine::packed::Packed;

use super::Numbers;
use super::fixed::{MENU_LINES, MOVE_LINES, digits};
use crate::draws::{Draws, Tail};
use crate::script::Script;

/// Longer than a game to 512 with new tiles of 2 can be, but for switching chance off.
const MAX_LINES: usize = 400;
/// The exponent of a 512.
const GOAL: u8 = 9;

/// How the next key is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taste {
    /// Any legal one.
    Random,
    /// The one that merges most and keeps the large tiles in a corner.
    Greedy,
}

/// A way to play.
#[derive(Clone, Copy)]
struct Style {
    taste: Taste,
    /// One key in so many is not chosen but any of the four.
    careless: usize,
    /// One line in so many is not a key.
    nonsense: usize,
    /// One line in so many switches chance.
    switch: usize,
}

/// Never, for all that happens one time in so many.
const NEVER: usize = u32::MAX as usize;
const PLAIN: Style = Style { taste: Taste::Random, careless: 8, nonsense: NEVER, switch: NEVER };

/// The game of an index.
pub(super) fn script(seed: u64, index: u64) -> Script {
    let mut numbers = Numbers::new(seed, index);
    let greedy = Style { taste: Taste::Greedy, ..PLAIN };
    let noisy = Style { nonsense: 12, switch: 24, ..PLAIN };
    match index % 8 {
        0..=2 => new_game(&mut numbers, PLAIN),
        3 => new_game(&mut numbers, greedy),
        4 => new_game(&mut numbers, noisy),
        5 => {
            let board = any_board(&mut numbers);
            from_state(&mut numbers, board, PLAIN)
        }
        6 => {
            let board = nearly_won(&mut numbers);
            from_state(&mut numbers, board, greedy)
        }
        _ => {
            let board = full_board(&mut numbers);
            from_state(&mut numbers, board, noisy)
        }
    }
}

/// A plain new game to its end.
pub(super) fn random(seed: u64, index: u64) -> Script {
    new_game(&mut Numbers::new(seed, index), PLAIN)
}

fn new_game(numbers: &mut Numbers, style: Style) -> Script {
    let mut lines = Vec::with_capacity(64);
    if style.nonsense != NEVER && numbers.one_in(4) {
        lines.push(numbers.pick(&MENU_LINES).to_vec());
    }
    lines.push(b"1".to_vec());
    let tail = Tail::Seed(numbers.0.bits());
    let mut draws = Draws::new(Vec::new(), tail);
    let board = first_board(&mut draws);
    play(numbers, board, &mut draws, style, &mut lines);
    Script { lines, draws: Vec::new(), tail }
}

fn from_state(numbers: &mut Numbers, board: Packed<3>, style: Style) -> Script {
    let mut lines = Vec::with_capacity(64);
    lines.push(b"2".to_vec());
    lines.extend(board.exponents().map(digits));
    let tail = Tail::Seed(numbers.0.bits());
    play(numbers, board, &mut Draws::new(Vec::new(), tail), style, &mut lines);
    Script { lines, draws: Vec::new(), tail }
}

/// The first board as the program makes it.
fn first_board(draws: &mut Draws) -> Packed<3> {
    let mut count = 0;
    loop {
        let mut board = Packed::EMPTY;
        for cell in 0..9 {
            if draws.draw() % 2 == 1 && count < 2 {
                board = board.spawn(cell, 1);
                count += 1;
            }
        }
        if count >= 2 {
            return board;
        }
    }
}

/// Adds lines until the game is over, or has been left.
fn play(
    numbers: &mut Numbers,
    mut board: Packed<3>,
    draws: &mut Draws,
    style: Style,
    lines: &mut Vec<Vec<u8>>,
) {
    let mut spawning = true;
    while lines.len() < MAX_LINES && !board.has(GOAL) {
        let legal = board.legal();
        if legal.is_empty() && board.empty().is_empty() {
            return;
        }
        if style.nonsense != NEVER && numbers.one_in(style.nonsense) {
            lines.push(numbers.pick(&MOVE_LINES).to_vec());
            if numbers.one_in(32) {
                // The input ends here.
                return;
            }
            continue;
        }
        if style.switch != NEVER && numbers.one_in(style.switch) {
            spawning = numbers.one_in(2);
            lines.push(vec![if spawning { b'4' } else { b'3' }]);
            continue;
        }
        let direction = if legal.is_empty() || numbers.one_in(style.careless) {
            Direction::ALL[numbers.below(4)]
        } else if style.taste == Taste::Greedy {
            legal.iter().max_by_key(|way| rate(board.slide(*way))).unwrap_or(Direction::Up)
        } else {
            legal.iter().nth(numbers.below(legal.len() as usize)).unwrap_or(Direction::Up)
        };
        lines.push(vec![direction.key() as u8]);
        let moved = board.slide(direction);
        if moved == board {
            // Nothing moves on an empty board; and someone who goes on like that gives up.
            if legal.is_empty() {
                break;
            }
            continue;
        }
        board = moved;
        if spawning {
            board = board.spawn(drawn_cell(board, draws), 1);
        }
    }
    if !board.has(GOAL) {
        lines.push(b"X".to_vec());
    }
}

/// The cell of the next new tile; a board that has been pushed has an empty one.
fn drawn_cell(board: Packed<3>, draws: &mut Draws) -> usize {
    loop {
        let cell = (draws.draw() % 9) as usize;
        if board.exponent(cell) == 0 {
            return cell;
        }
    }
}

/// Rates a board: room, order, and a large tile in the corner.
fn rate(board: Packed<3>) -> i32 {
    let order: i32 = (0..9).map(|cell| i32::from(board.exponent(cell)) * WEIGHTS[cell]).sum();
    board.empty().len() as i32 * 24 + order
}

/// How much a cell is worth to a large tile: along a snake from the corner.
const WEIGHTS: [i32; 9] = [9, 7, 5, 2, 3, 4, 1, 0, 0];

/// A board with tiles of all sizes, larger ones less often.
fn any_board(numbers: &mut Numbers) -> Packed<3> {
    let count = numbers.below(10);
    let mut cells = [0u8; 9];
    for _ in 0..count {
        cells[numbers.below(9)] = tile(numbers);
    }
    packed(&cells)
}

/// A board on which two 256 can meet soon.
fn nearly_won(numbers: &mut Numbers) -> Packed<3> {
    let mut cells = [0u8; 9];
    for _ in 0..2 + numbers.below(5) {
        cells[numbers.below(9)] = 1 + numbers.below(4) as u8;
    }
    let first = numbers.below(9);
    cells[first] = 8;
    cells[(first + 1 + numbers.below(8)) % 9] = 8;
    packed(&cells)
}

/// A board without room, or with little.
fn full_board(numbers: &mut Numbers) -> Packed<3> {
    let mut cells = [0u8; 9];
    for cell in &mut cells {
        *cell = tile(numbers);
    }
    for _ in 0..numbers.below(3) {
        cells[numbers.below(9)] = 0;
    }
    packed(&cells)
}

fn tile(numbers: &mut Numbers) -> u8 {
    1 + numbers.below(8).min(numbers.below(8)) as u8
}

fn packed(exponents: &[u8; 9]) -> Packed<3> {
    Packed::from_exponents(exponents).unwrap_or_default()
}
