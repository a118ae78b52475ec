//! Packed boards against the rules written out cell by cell, and the laws of the square.

#![expect(clippy::unwrap_used, reason = "a board that is refused fails the test")]

use engine::packed::{Packed, Symmetry};
use engine::{Board, Direction};
use proptest::prelude::*;

/// The line after a push towards its first cell, and the points; as the rules say it, on values.
fn push(line: &[u32]) -> (Vec<u32>, u32) {
    let tiles: Vec<u32> = line.iter().copied().filter(|tile| *tile != 0).collect();
    let (mut pushed, mut gain, mut at) = (Vec::new(), 0, 0);
    while at < tiles.len() {
        // 32768 is the largest tile of a packed board and does not merge.
        if at + 1 < tiles.len() && tiles[at] == tiles[at + 1] && tiles[at] < 32768 {
            pushed.push(2 * tiles[at]);
            gain += 2 * tiles[at];
            at += 2;
        } else {
            pushed.push(tiles[at]);
            at += 1;
        }
    }
    pushed.resize(line.len(), 0);
    (pushed, gain)
}

/// The cells of a line, listed from the wall that the tiles are pushed to.
fn cells(side: usize, line: usize, direction: Direction) -> Vec<usize> {
    let cell = |step: usize| match direction {
        Direction::Up => side * step + line,
        Direction::Left => side * line + step,
        Direction::Down => side * (side - 1 - step) + line,
        Direction::Right => side * line + side - 1 - step,
    };
    (0..side).map(cell).collect()
}

fn slide(side: usize, values: &[u32], direction: Direction) -> (Vec<u32>, u32) {
    let mut slid = vec![0; values.len()];
    let mut total = 0;
    for line in 0..side {
        let cells = cells(side, line, direction);
        let (pushed, gain) = push(&cells.iter().map(|cell| values[*cell]).collect::<Vec<_>>());
        cells.iter().zip(pushed).for_each(|(cell, tile)| slid[*cell] = tile);
        total += gain;
    }
    (slid, total)
}

#[track_caller]
fn agrees<const N: usize>(board: Packed<N>) {
    let values = board.values();
    let plain = Board::from_exponents(N, &board.exponents().collect::<Vec<_>>()).unwrap();
    for direction in Direction::ALL {
        let (expected, gain) = slide(N, &values, direction);
        let slid = board.slide(direction);
        let by_rules = plain.slide(direction);
        // The plain board can hold larger tiles.
        if by_rules.board.max_exponent() <= 15 {
            assert!(slid.exponents().eq(by_rules.board.exponents().iter().copied()), "{plain}");
            assert_eq!(u64::from(gain), by_rules.gained, "{plain} {direction:?}");
            assert_eq!(board.legal().contains(direction), plain.is_legal(direction), "{plain}");
        }
        assert_eq!(slid.values(), expected, "{board:?} {direction:?}");
        assert_eq!(board.gain(direction), gain, "{board:?} {direction:?}");
        assert_eq!(board.legal().contains(direction), slid != board, "{board:?} {direction:?}");
        assert_eq!(slid.tile_sum(), board.tile_sum());
    }
    let legal: Vec<Direction> = board.legal().iter().collect();
    let numbered: Vec<Direction> = (0..5).map_while(|n| board.legal().nth(n)).collect();
    assert_eq!((legal.len() as u32, &numbered), (board.legal().len(), &legal));
    assert_eq!(board.legal().is_empty(), legal.is_empty());

    let empty: Vec<usize> = (0..N * N).filter(|cell| values[*cell] == 0).collect();
    assert_eq!(board.empty().iter().collect::<Vec<_>>(), empty);
    assert_eq!((0..20).map_while(|n| board.empty().nth(n)).collect::<Vec<_>>(), empty);
    assert_eq!(
        (board.empty().len() as usize, board.empty().is_empty()),
        (empty.len(), empty.is_empty())
    );
    for cell in empty {
        let mut with = values.clone();
        with[cell] = 4;
        assert_eq!(board.spawn(cell, 2).values(), with);
    }
    for exponent in 0..=20 {
        assert_eq!(board.has(exponent), board.exponents().any(|held| held == exponent));
    }
    assert_eq!(1 << board.max_exponent(), values.iter().copied().max().unwrap().max(1));
    assert_eq!(Packed::from_values(&values), Some(board));
    assert_eq!(Packed::from_bits(board.bits()), Some(board));
}

/// What is asked of single rows and tiles.
#[track_caller]
fn has_rows_and_tiles<const N: usize>(board: Packed<N>) {
    let exponents: Vec<u8> = board.exponents().collect();
    for exponent in 0..=20 {
        let cells: Vec<usize> = (0..N * N).filter(|cell| exponents[*cell] == exponent).collect();
        assert_eq!(board.holding(exponent).iter().collect::<Vec<_>>(), cells);
        let reached = exponents.iter().any(|held| *held >= exponent);
        assert_eq!(board.reaches(exponent), reached, "{board:?} {exponent}");
    }
    for row in 0..N {
        for (far, direction) in [(false, Direction::Left), (true, Direction::Right)] {
            let slid = Packed::<N>::slide_row(board.row(row), far);
            assert_eq!(slid, board.slide(direction).row(row), "{board:?}");
        }
        let cleared = board.with_row(row, 0);
        assert_eq!((cleared.row(row), cleared.with_row(row, board.row(row))), (0, board));
    }
    assert_eq!((board.row(N), board.with_row(N, 1)), (0, board));
}

#[track_caller]
fn is_a_square<const N: usize>(board: Packed<N>) {
    let images = board.images();
    let at = |board: Packed<N>, row: usize, column: usize| board.exponent(N * row + column);
    for row in 0..N {
        for column in 0..N {
            let tile = at(board, row, column);
            assert_eq!(at(board.transposed(), column, row), tile);
            assert_eq!(at(board.mirrored(), row, N - 1 - column), tile);
            assert_eq!(at(board.flipped(), N - 1 - row, column), tile);
        }
    }
    for (symmetry, image) in Symmetry::all().zip(images) {
        assert_eq!(symmetry.board(board), image);
        assert_eq!(image.canonical(), board.canonical());
        assert_eq!(image.orbit(), board.orbit());
        for direction in Direction::ALL {
            let turned = symmetry.direction(direction);
            assert_eq!(symmetry.board(board.slide(direction)), image.slide(turned));
            assert_eq!(symmetry.source(turned), direction);
        }
    }
    assert_eq!(images.iter().min(), Some(&board.canonical()));
    let mut distinct = images.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len() as u32, board.orbit());
}

/// Small exponents collide often; large ones reach the edge of what fits.
fn boards<const N: usize>() -> impl Strategy<Value = Packed<N>> {
    let cell = prop_oneof![3 => 0..=3u8, 1 => 0..=15u8, 1 => 14..=15u8];
    prop::collection::vec(cell, N * N).prop_map(|cells| Packed::from_exponents(&cells).unwrap())
}

proptest! {
    #[test]
    fn two_by_two(board in boards::<2>()) {
        agrees(board);
        is_a_square(board);
        has_rows_and_tiles(board);
    }

    #[test]
    fn three_by_three(board in boards::<3>()) {
        agrees(board);
        is_a_square(board);
        has_rows_and_tiles(board);
    }

    #[test]
    fn four_by_four(board in boards::<4>()) {
        agrees(board);
        is_a_square(board);
        has_rows_and_tiles(board);
    }
}

#[test]
fn every_row_of_three() {
    for bits in 0..0x1000 {
        // The same three cells as a row, in the middle, and as a column.
        let row = Packed::<3>::from_bits(bits << 12).unwrap();
        agrees(row);
        agrees(row.transposed());
    }
}

#[test]
fn every_row_of_four() {
    for bits in 0..0x10000 {
        let board = Packed::<4>::from_bits(bits << 16).unwrap();
        let (left, gain) = slide(4, &board.values(), Direction::Left);
        let (right, _) = slide(4, &board.values(), Direction::Right);
        assert_eq!(board.slide(Direction::Left).values(), left);
        assert_eq!(board.slide(Direction::Right).values(), right);
        assert_eq!((board.gain(Direction::Left), board.gain(Direction::Right)), (gain, gain));
        assert_eq!(board.legal().contains(Direction::Left), left != board.values());
        assert_eq!(board.legal().contains(Direction::Right), right != board.values());
    }
}

#[test]
fn every_board_of_two_by_two() {
    for bits in 0..0x10000 {
        let board = Packed::<2>::from_bits(bits).unwrap();
        agrees(board);
        is_a_square(board);
        has_rows_and_tiles(board);
    }
}

#[test]
fn the_empty_board_and_the_full_one() {
    agrees(Packed::<4>::EMPTY);
    agrees(Packed::<4>::from_exponents(&[15; 16]).unwrap());
    assert_eq!(Packed::<4>::EMPTY.empty().nth(15), Some(15));
    assert_eq!(Packed::<3>::EMPTY.empty().len(), 9);
}

#[test]
fn two_tiles_of_32768_block_each_other() {
    let board = Packed::<2>::from_values(&[32768, 32768, 2, 4]).unwrap();
    assert!(board.legal().is_empty());
    assert_eq!(board.slide(Direction::Left), board);
    let below = Packed::<2>::from_values(&[16384, 16384, 2, 4]).unwrap();
    assert_eq!(below.slide(Direction::Left).values(), [32768, 0, 2, 4]);
}

#[test]
fn what_is_no_board_is_refused() {
    assert_eq!(Packed::<3>::from_values(&[0; 8]), None);
    assert_eq!(Packed::<3>::from_values(&[0; 10]), None);
    for value in [1, 3, 6, 65536, u32::MAX] {
        assert_eq!(Packed::<2>::from_values(&[value, 0, 0, 0]), None);
    }
    assert_eq!(Packed::<2>::from_exponents(&[16, 0, 0, 0]), None);
    assert_eq!(Packed::<3>::from_bits(1 << 36), None);
    assert_eq!(Packed::<3>::EMPTY.spawn(9, 1), Packed::EMPTY);
    assert_eq!(Packed::<3>::EMPTY.exponent(9), 0);
}
