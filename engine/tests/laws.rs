//! Laws that hold for every board and every game.

#![expect(clippy::unwrap_used, reason = "a board that cannot be made fails the test")]

mod images;

use std::collections::BTreeMap;

use engine::{Board, CellDraw, Dice, Direction, Game, Odds, Rules, Scripted, Start, Status};
use images::Images;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use Direction::{Down, Left, Right, Up};

/// Boards of every size. Few kinds of tiles on some, so that much merges.
fn boards() -> impl Strategy<Value = Board> {
    let exponents = prop_oneof![0..3u8, 0..6u8, 0..=17u8, 1..=2u8];
    (2..=8usize).prop_flat_map(move |side| {
        prop::collection::vec(exponents.clone(), side * side)
            .prop_map(move |exponents| Board::from_exponents(side, &exponents).unwrap())
    })
}

fn directions() -> impl Strategy<Value = Direction> {
    prop::sample::select(Direction::ALL.to_vec())
}

/// A quarter turn to the right: the left wall becomes the top.
fn turned(board: &Board) -> Board {
    board.transposed().mirrored()
}

/// What all scores of merging add up to, from the tiles alone: a tile 2^e took (e − 1)·2^e points.
fn worth(board: &Board) -> u64 {
    board.exponents().iter().filter(|e| **e > 0).map(|e| u64::from(e - 1) << e).sum()
}

/// Sliding to the left told another way: tiles take single steps, again and again, and one that
/// meets its equal merges unless either has merged before.
fn step_by_step(board: &Board) -> (Vec<u64>, u64) {
    let side = board.side();
    let mut cells: Vec<u64> = board.values().collect();
    let mut merged = vec![false; cells.len()];
    let mut gained = 0;
    for row in 0..side {
        for column in 0..side {
            let mut at = row * side + column;
            while at > row * side && cells[at] != 0 {
                if cells[at - 1] == 0 {
                    cells.swap(at - 1, at);
                } else if cells[at - 1] == cells[at] && !merged[at - 1] {
                    cells[at - 1] *= 2;
                    gained += cells[at - 1];
                    merged[at - 1] = true;
                    cells[at] = 0;
                    break;
                } else {
                    break;
                }
                at -= 1;
            }
        }
    }
    (cells, gained)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn reflections(board in boards()) {
        let (left, right) = (board.slide(Left), board.mirrored().slide(Right));
        prop_assert_eq!(left.board.mirrored(), right.board);
        prop_assert_eq!((left.gained, left.merges), (right.gained, right.merges));
        let (left, up) = (board.slide(Left), board.transposed().slide(Up));
        prop_assert_eq!(left.board.transposed(), up.board);
        prop_assert_eq!((left.gained, left.merges), (up.gained, up.merges));
        prop_assert_eq!(board.slide(Right).board.transposed(), board.transposed().slide(Down).board);
    }

    #[test]
    fn rotations(board in boards()) {
        for (before, after) in [(Left, Up), (Up, Right), (Right, Down), (Down, Left)] {
            prop_assert_eq!(turned(&board.slide(before).board), turned(&board).slide(after).board);
        }
        let all_round = turned(&turned(&turned(&turned(&board))));
        prop_assert_eq!(all_round, board);
        prop_assert_eq!(turned(&board).is_stuck(), board.is_stuck());
    }

    #[test]
    fn what_a_slide_keeps(board in boards(), direction in directions()) {
        let slide = board.slide(direction);
        prop_assert_eq!(slide.board.sum(), board.sum());
        prop_assert_eq!(slide.board.tiles().count() + slide.merges as usize, board.tiles().count());
        prop_assert_eq!(worth(&board) + slide.gained, worth(&slide.board));
        // Pushing again moves nothing unless new pairs have formed.
        prop_assert!(slide.board.slide(direction).merges > 0 || !slide.board.is_legal(direction));
    }

    #[test]
    fn sliding_told_another_way(board in boards()) {
        let slide = board.slide(Left);
        let (cells, gained) = step_by_step(&board);
        prop_assert_eq!(slide.board.values().collect::<Vec<_>>(), cells);
        prop_assert_eq!(slide.gained, gained);
    }

    #[test]
    fn stuck_is_when_nothing_is_legal(board in boards()) {
        let nothing_legal = board.legal_moves().next().is_none();
        prop_assert_eq!(nothing_legal, board.is_stuck() || board.tiles().next().is_none());
    }

    #[test]
    fn text_can_be_read_back(board in boards()) {
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        let values: Vec<u64> = board.values().collect();
        prop_assert_eq!(Board::from_values(board.side(), &values), Ok(board));
    }

    #[test]
    fn any_text_is_a_board_or_a_reason(text in "[0-9a-z./, _-]{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }
    }

    #[test]
    fn a_new_tile_changes_one_empty_cell(board in boards(), seed: u64, of in 1..20u32, share in 0..20u32) {
        let odds = Odds { fours: share.min(of), of };
        for cell_draw in [CellDraw::AmongEmpty, CellDraw::UntilEmpty] {
            let rules = Rules::new(board.side(), 2048).unwrap();
            let rules = rules.with_fours(odds).unwrap().with_cell_draw(cell_draw);
            let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
            match rules.spawn(&board, &mut chance) {
                None => prop_assert_eq!(board.empty_cells().count(), 0),
                Some((after, cell)) => {
                    prop_assert_eq!(board.exponents()[cell], 0);
                    prop_assert!(matches!(after.exponents()[cell], 1 | 2));
                    prop_assert_eq!(board.with_tile(cell, after.exponents()[cell]), Some(after));
                }
            }
        }
    }

    #[test]
    fn games_keep_their_books(seed: u64, side in 2..=5usize, moves in prop::collection::vec(directions(), 0..300)) {
        for rules in [Rules::mips512(), Rules::new(side, 128).unwrap(), Rules::new(side, 16).unwrap().playing_on()] {
            let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
            let mut game = Game::new(rules, &mut chance);
            let (first, mut turns, mut spawned) = (*game.board(), 0, 0);
            for direction in &moves {
                let before = game.clone();
                match game.apply(*direction, &mut chance) {
                    Err(_) => prop_assert_eq!(&game, &before),
                    Ok(turn) => {
                        turns += 1;
                        spawned += turn.spawned.unwrap().value;
                        prop_assert_eq!(turn.status, game.status());
                        prop_assert_eq!(before.status(), Status::Playing);
                    }
                }
            }
            prop_assert_eq!(game.turns(), turns);
            prop_assert_eq!(game.board().sum(), first.sum() + spawned);
            // A tile that appeared as a 4 was never merged from 2s.
            let fours = (first.sum() + spawned) / 2 - turns - first.tiles().count() as u64;
            prop_assert_eq!(game.score() + 4 * fours, worth(game.board()));
        }
    }
}

/// All lines of three cells, against the three registers of the assembly game: close the gaps, merge
/// the first two, merge the last two, close the gaps.
#[test]
fn all_thousand_lines_of_three() {
    fn compress([a, b, c]: [u64; 3]) -> [u64; 3] {
        let (b, c) = if b == 0 { (c, 0) } else { (b, c) };
        let (a, b) = if a == 0 { (b, 0) } else { (a, b) };
        let (b, c) = if b == 0 { (c, 0) } else { (b, c) };
        [a, b, c]
    }
    fn merge([a, b, c]: [u64; 3]) -> [u64; 3] {
        let (a, b) = if a == b { (a + b, 0) } else { (a, b) };
        let (b, c) = if b == c { (b + c, 0) } else { (b, c) };
        [a, b, c]
    }
    let value = |n: u64| if n == 0 { 0 } else { 1 << n };
    for n in 0..1000 {
        let [a, b, c] = [n / 100, n / 10 % 10, n % 10].map(value);
        let expected = compress(merge(compress([a, b, c])));
        let row = |line: [u64; 3]| {
            Board::from_values(3, &[line[0], line[1], line[2], 0, 0, 0, 0, 0, 0]).unwrap()
        };
        let before = row([a, b, c]);
        let after = row(expected);
        assert_eq!(before.slide(Left).board, after);
        assert_eq!(before.mirrored().slide(Right).board, after.mirrored());
        assert_eq!(before.transposed().slide(Up).board, after.transposed());
        let upside_down = |board: Board| board.transposed().mirrored().transposed();
        assert_eq!(
            upside_down(before.transposed()).slide(Down).board,
            upside_down(after.transposed())
        );
    }
}

/// The nine bits of a pass.
fn pass(bits: u32) -> impl Iterator<Item = u32> {
    (0..9).map(move |cell| bits >> cell & 1)
}

/// The first board for these passes, which must be just as many as are needed.
fn first_board(start: Start, passes: &[u32]) -> Board {
    let mut chance = Scripted::new(passes.iter().copied().flat_map(pass));
    let board = Rules::mips512().with_start(start).first_board(&mut chance);
    assert!(chance.used_up(), "{passes:?}");
    board
}

/// How many passes out of all 512 lead to which tiles, after some passes that lead to none.
fn tally(start: Start, before: &[u32], useful: impl Fn(u32) -> bool) -> BTreeMap<Vec<usize>, u32> {
    let mut counts = BTreeMap::new();
    for bits in (0..512).filter(|bits| useful(*bits)) {
        let board = first_board(start, &[before, &[bits]].concat());
        assert!(board.tiles().all(|tile| tile.value == 2));
        let cells = (0..9).filter(|cell| board.exponents()[*cell] != 0).collect();
        *counts.entry(cells).or_default() += 1;
    }
    counts
}

/// Two tiles, the second in cell j (from 0): 2^(8−j) of the 511 passes that count, for every i < j.
fn pairs() -> BTreeMap<Vec<usize>, u32> {
    let pairs = (0..9).flat_map(|j| (0..j).map(move |i| (vec![i, j], 1 << (8 - j))));
    pairs.collect()
}

#[test]
fn the_first_board_is_distributed_exactly_as_derived() {
    let two = |bits: u32| bits.count_ones() >= 2;
    let any = |bits: u32| bits != 0;

    // A pass without a tile changes nothing, so of 512 passes 511 count: 502 give two tiles…
    let counts = tally(Start::Passes, &[], two);
    assert_eq!(counts, pairs());
    assert_eq!(counts.values().sum::<u32>(), 502);
    assert_eq!(counts[&vec![0, 1]], 128);
    assert_eq!(tally(Start::Passes, &[0, 0], two), counts);

    // …and 9 give one, after which the next pass that counts gives one tile, and the first is gone.
    let singles: BTreeMap<Vec<usize>, u32> = (0..9).map(|i| (vec![i], 1 << (8 - i))).collect();
    assert_eq!(singles.values().sum::<u32>(), 511);
    for cell in 0..9 {
        assert_eq!(tally(Start::Passes, &[1 << cell], any), singles);
        assert_eq!(tally(Start::Passes, &[0, 1 << cell, 0], any), singles);
    }
}

#[test]
fn the_intended_first_board_always_has_two_tiles() {
    let two = |bits: u32| bits.count_ones() >= 2;
    assert_eq!(tally(Start::FreshPasses, &[], two), pairs());
    for cell in 0..9 {
        assert_eq!(tally(Start::FreshPasses, &[0, 1 << cell], two), pairs());
    }
}

/// A source that is not fair at all cannot hold up a game for ever.
#[test]
fn stubborn_chance_comes_to_an_end() {
    struct Always(u32);
    impl engine::Chance for Always {
        fn below(&mut self, _: u32) -> u32 {
            self.0
        }
    }
    for number in [0, 1, 8, u32::MAX] {
        for rules in [
            Rules::mips512(),
            Rules::mips512().with_start(Start::FreshPasses),
            Rules::classic(),
            Rules::classic().with_cell_draw(CellDraw::UntilEmpty),
        ] {
            let mut game = Game::new(rules, &mut Always(number));
            for direction in [Left, Up, Right, Down, Left] {
                let _ = game.apply(direction, &mut Always(number));
            }
        }
    }
}
