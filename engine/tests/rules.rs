//! One test for each rule of the two rule lists, named after it.
//!
//! R1 to R27 are the numbered rules (there is no R5), C1 to C12 the paragraphs of the course's
//! description (there is no C8; C12a is its start board). The last test sees to it that none is
//! left out.

#![expect(clippy::unwrap_used, reason = "a board that cannot be read fails the test")]

use engine::{Board, BoardError, Direction, Game, Refusal, Rules, Scripted, Status, Tile};

use Direction::{Down, Left, Right, Up};

#[track_caller]
fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Pushing the tiles of one board leads to another.
#[track_caller]
fn check(before: &str, direction: Direction, after: &str) {
    let found = board(before).slide(direction).board;
    assert_eq!(found, board(after), "{before}, {direction}");
}

/// A game by the classic rules from a board.
#[track_caller]
fn classic(text: &str) -> Game {
    Game::from_board(Rules::classic(), board(text)).unwrap()
}

fn tiles_in_row(board: &Board, row: usize) -> usize {
    board.tiles().filter(|tile| tile.row == row).count()
}

fn tiles_in_column(board: &Board, column: usize) -> usize {
    board.tiles().filter(|tile| tile.column == column).count()
}

const CROWDED: &str = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2";
/// The board of the course's examples.
const EXAMPLE: &str = "2 2 2 2 / . . 4 . / 2 . 2 . / 4 4 . 4";

#[test]
fn r1_a_cell_is_full_or_empty() {
    let board = board("2 . / . 4");
    assert_eq!(board.empty_cells().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(board.tiles().count() + board.empty_cells().count(), board.len());
    assert_eq!(board.with_tile(0, 1), None, "a cell holds one tile");
}

#[test]
fn r2_a_tile_is_a_power_of_two_up_to_the_largest() {
    for exponent in 1..=17 {
        let value = 1 << exponent;
        let found = Board::from_values(2, &[value, 0, 0, 0]).unwrap();
        assert_eq!((found.exponents()[0], found.values().next()), (exponent, Some(value)));
    }
    for value in [1, 3, 6, 100, u64::MAX] {
        let error = BoardError::NotATile { index: 3, value };
        assert_eq!(Board::from_values(2, &[0, 2, 0, value]), Err(error));
    }
    let value = 2 * Board::MAX_VALUE;
    assert_eq!(
        Board::from_values(2, &[value, 0, 0, 0]),
        Err(BoardError::TooLarge { index: 0, value })
    );
}

#[test]
fn r3_reaching_2048_wins() {
    assert_eq!(classic("1024 1024 . . / . . . . / . . . . / . . . .").status(), Status::Playing);
    let mut game = classic("1024 1024 . . / . . . . / . . . . / . . . .");
    let turn = game.apply(Left, &mut Scripted::new([0, 5])).unwrap();
    assert_eq!((turn.status, turn.gained), (Status::Won, 2048));
    assert_eq!(game.apply(Right, &mut Scripted::default()), Err(Refusal::Won));
}

#[test]
fn r4_a_full_board_without_merges_is_lost() {
    assert_eq!(classic(CROWDED).status(), Status::Lost);
    assert_eq!(classic(CROWDED).apply(Left, &mut Scripted::default()), Err(Refusal::Lost));
    // One empty cell, or one pair of neighbours, is enough to go on.
    for text in [
        "2 4 2 4 / 4 . 4 2 / 2 4 2 4 / 4 2 4 2",
        "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 4",
        "2 4 2 4 / 4 2 4 2 / 2 4 2 8 / 4 2 4 8",
    ] {
        assert_eq!(classic(text).status(), Status::Playing, "{text}");
    }
    // The last of a row and the first of the next are no neighbours.
    assert!(board("2 4 8 / 8 16 32 / 32 64 128").is_stuck());
}

#[test]
fn r6_there_are_four_actions() {
    assert_eq!(Direction::ALL, [Up, Left, Down, Right]);
    check(". . . / . 2 . / . . .", Up, ". 2 . / . . . / . . .");
    check(". . . / . 2 . / . . .", Left, ". . . / 2 . . / . . .");
    check(". . . / . 2 . / . . .", Down, ". . . / . . . / . 2 .");
    check(". . . / . 2 . / . . .", Right, ". . . / . . 2 / . . .");
}

#[test]
fn r7_a_column_is_full_or_not_full() {
    let board = board("2 4 / 8 .");
    assert_eq!([0, 1].map(|column| tiles_in_column(&board, column)), [2, 1]);
    // Nothing moves in a full column of different tiles.
    check("2 4 / 8 .", Down, "2 . / 8 4");
    check("2 4 / 8 .", Up, "2 4 / 8 .");
}

#[test]
fn r8_a_row_is_full_or_not_full() {
    let board = board("2 8 / 4 .");
    assert_eq!([0, 1].map(|row| tiles_in_row(&board, row)), [2, 1]);
    check("2 8 / 4 .", Right, "2 8 / . 4");
    check("2 8 / 4 .", Left, "2 8 / 4 .");
}

#[test]
fn r9_rows_shift_until_no_gap_is_left() {
    check(". . 2 / . 4 8 / 2 . 4", Left, "2 . . / 4 8 . / 2 4 .");
    check("2 . . / 4 8 . / 2 . 4", Right, ". . 2 / . 4 8 / . 2 4");
}

#[test]
fn r10_columns_shift_until_no_gap_is_left() {
    check(". . 2 / . 4 . / 2 8 4", Up, "2 4 2 / . 8 4 / . . .");
    check("2 4 2 / . 8 . / . . 4", Down, ". . . / . 4 2 / 2 8 4");
}

#[test]
fn r11_equal_neighbours_in_a_row_merge_into_their_sum() {
    check("2 2 . / 4 4 8 / 2 4 2", Left, "4 . . / 8 8 . / 2 4 2");
    check("2 2 . / 4 4 8 / 2 4 2", Right, ". . 4 / . 8 8 / 2 4 2");
    let slide = board("2 2 . / 4 4 8 / 2 4 2").slide(Left);
    assert_eq!(slide.gained, 4 + 8);
}

#[test]
fn r12_equal_neighbours_in_a_column_merge_into_their_sum() {
    check("2 4 2 / 2 4 4 / . 8 2", Up, "4 8 2 / . 8 4 / . . 2");
    check("2 4 2 / 2 4 4 / . 8 2", Down, ". . 2 / . 8 4 / 4 8 2");
}

#[test]
fn r13_a_merge_takes_one_tile_from_the_row() {
    let before = board("2 2 4 8 / . . . . / . . . . / 2 . . .");
    let after = before.slide(Left);
    assert_eq!((tiles_in_row(&before, 0), tiles_in_row(&after.board, 0)), (4, 3));
    assert_eq!(after.merges, 1);
}

#[test]
fn r14_a_merge_takes_one_tile_from_the_column() {
    let before = board("2 . / 2 4");
    let after = before.slide(Down);
    assert_eq!((tiles_in_column(&before, 0), tiles_in_column(&after.board, 0)), (2, 1));
    assert_eq!(after.merges, 1);
}

#[test]
fn r15_several_pairs_of_a_row_can_merge() {
    check("2 2 2 2 / 4 4 8 8 / . . . . / . . . .", Left, "4 4 . . / 8 16 . . / . . . . / . . . .");
    assert_eq!(board("2 2 2 2 / 4 4 8 8 / . . . . / . . . .").slide(Left).merges, 4);
}

#[test]
fn r16_several_pairs_of_a_column_can_merge() {
    check("2 4 . . / 2 4 . . / 2 8 . . / 2 8 . .", Up, "4 8 . . / 4 16 . . / . . . . / . . . .");
}

#[test]
fn r17_cells_side_by_side_are_neighbours() {
    check("2 2 / . .", Left, "4 . / . .");
    check("2 . / 2 .", Up, "4 . / . .");
    // Cells that touch at a corner are not.
    check("2 4 / 4 2", Left, "2 4 / 4 2");
}

#[test]
fn r18_cells_with_only_empty_ones_between_are_neighbours() {
    check("2 . 2 / . . . / 2 4 2", Left, "4 . . / . . . / 2 4 2");
    check("2 . . / . . . / 2 . .", Down, ". . . / . . . / 4 . .");
}

#[test]
fn r19_a_tile_at_the_wall_stays() {
    for (direction, cells) in
        [(Up, [0, 1, 2]), (Left, [0, 3, 6]), (Down, [6, 7, 8]), (Right, [2, 5, 8])]
    {
        for cell in cells {
            let before = Board::empty(3).unwrap().with_tile(cell, 3).unwrap();
            assert_eq!(before.slide(direction).board, before, "cell {cell}, {direction}");
        }
    }
}

#[test]
fn r20_a_tile_is_row_column_value() {
    let tiles: Vec<Tile> = board(". . 8 / . . . / 2 . .").tiles().collect();
    assert_eq!(tiles, [Tile { row: 0, column: 2, value: 8 }, Tile { row: 2, column: 0, value: 2 }]);
}

#[test]
fn r21_every_legal_action_fills_an_empty_cell() {
    let mut game = classic("2 . . . / . . . . / . . . . / . . . .");
    // Below 15 for the cell, below 10 for the value.
    let mut chance = Scripted::new([14, 9]);
    let turn = game.apply(Right, &mut chance).unwrap();
    assert_eq!(turn.spawned, Some(Tile { row: 3, column: 3, value: 2 }));
    assert_eq!(game.board(), &board(". . . 2 / . . . . / . . . . / . . . 2"));
    assert!(chance.used_up());
}

#[test]
fn r22_a_new_tile_adds_one_to_its_row() {
    let mut game = classic("2 . . . / . . . . / . 4 . . / . . . .");
    let slid = game.board().slide(Right).board;
    let tile = game.apply(Right, &mut Scripted::new([9, 5])).unwrap().spawned.unwrap();
    for row in 0..4 {
        let added = usize::from(row == tile.row);
        assert_eq!(tiles_in_row(game.board(), row), tiles_in_row(&slid, row) + added);
    }
}

#[test]
fn r23_a_new_tile_adds_one_to_its_column() {
    let mut game = classic("2 . . . / . . . . / . 4 . . / . . . .");
    let slid = game.board().slide(Right).board;
    let tile = game.apply(Right, &mut Scripted::new([9, 5])).unwrap().spawned.unwrap();
    for column in 0..4 {
        let added = usize::from(column == tile.column);
        assert_eq!(tiles_in_column(game.board(), column), tiles_in_column(&slid, column) + added);
    }
}

/// The value of a new tile for every draw of its value.
fn values(rules: Rules) -> Vec<u64> {
    let empty = Board::empty(rules.side()).unwrap();
    (0..rules.fours().of)
        .map(|draw| rules.spawn(&empty, &mut Scripted::new([0, draw])).unwrap().0.sum())
        .collect()
}

#[test]
fn r24_a_new_tile_is_2_or_4() {
    assert!(values(Rules::classic()).iter().all(|value| matches!(value, 2 | 4)));
    assert_eq!(values(Rules::mips512()), [2], "the assembly game knows only 2");
}

#[test]
fn r25_nine_of_ten_new_tiles_are_2() {
    let values = values(Rules::classic());
    let count = |value| values.iter().filter(|found| **found == value).count();
    assert_eq!((count(2), count(4), values.len()), (9, 1, 10));
}

#[test]
fn r26_a_new_tile_never_takes_a_full_cell() {
    // The only empty cell, whatever is drawn.
    let full = "2 4 2 4 / 4 . 4 2 / 2 4 2 4 / 4 2 4 2";
    for draw in 0..9 {
        let (_, cell) = Rules::classic().spawn(&board(full), &mut Scripted::new([draw])).unwrap();
        assert_eq!(cell, 5);
    }
    // The assembly game draws from all cells until one is empty.
    let mut chance = Scripted::new([0, 8, 0, 3, 4]);
    let (_, cell) = Rules::mips512().spawn(&board("2 4 8 / 2 . 2 / 4 8 2"), &mut chance).unwrap();
    assert!(cell == 4 && chance.used_up());
    assert_eq!(Rules::classic().spawn(&board(CROWDED), &mut Scripted::default()), None);
}

#[test]
fn r27_a_merge_empties_the_cell_at_the_far_end() {
    for direction in Direction::ALL {
        let after = board("2 2 / 2 2").slide(direction).board;
        let far = match direction {
            Up => [2, 3],
            Left => [1, 3],
            Down => [0, 1],
            Right => [0, 2],
        };
        assert_eq!(after.empty_cells().collect::<Vec<_>>(), far, "{direction}");
    }
}

#[test]
fn c1_the_aim_is_a_2048_tile() {
    assert_eq!((Rules::classic().side(), Rules::classic().goal()), (4, 2048));
    assert!(Rules::classic().is_won(&board("2048 . . . / . . . . / . . . . / . . . .")));
    assert!(!Rules::classic().is_won(&board("1024 . . . / . . . . / . . . . / . . . .")));
}

#[test]
fn c2_tiles_slide_as_far_as_they_can_or_the_move_is_not_legal() {
    check("2 . . 4 / . . . . / . . . . / . . . .", Right, ". . 2 4 / . . . . / . . . . / . . . .");
    let mut game = classic("2 4 . . / . . . . / . . . . / . . . .");
    let before = game.clone();
    let mut chance = Scripted::default();
    assert_eq!(game.apply(Left, &mut chance), Err(Refusal::NothingMoves(Left)));
    assert_eq!(game.apply(Up, &mut chance), Err(Refusal::NothingMoves(Up)));
    assert!(game == before && chance.used_up());
    assert_eq!(before.board().legal_moves().collect::<Vec<_>>(), [Down, Right]);
}

#[test]
fn c3_equal_tiles_that_end_up_side_by_side_merge_into_twice_the_value() {
    for exponent in 1..=17 {
        let before = Board::from_exponents(2, &[exponent, 0, exponent, 0]).unwrap();
        let after = Board::from_exponents(2, &[exponent + 1, 0, 0, 0]).unwrap();
        assert_eq!(before.slide(Up).board, after);
    }
}

#[test]
fn c4_two_pairs_in_a_row_give_two_tiles() {
    let after = board(EXAMPLE).slide(Right).board;
    assert_eq!(after.values().take(4).collect::<Vec<_>>(), [0, 0, 4, 4]);
}

#[test]
fn c5_a_single_tile_slides_all_the_way() {
    let after = board(EXAMPLE).slide(Right).board;
    assert_eq!(after.values().skip(4).take(4).collect::<Vec<_>>(), [0, 0, 0, 4]);
}

#[test]
fn c6_gaps_between_equal_tiles_do_not_matter() {
    let after = board(EXAMPLE).slide(Right).board;
    assert_eq!(after.values().skip(8).take(4).collect::<Vec<_>>(), [0, 0, 0, 4]);
}

#[test]
fn c7_of_three_equal_tiles_the_two_nearest_the_wall_merge() {
    check(EXAMPLE, Right, ". . 4 4 / . . . 4 / . . . 4 / . . 4 8");
    let left = board(EXAMPLE).slide(Left).board;
    assert_eq!(left.values().skip(12).collect::<Vec<_>>(), [8, 4, 0, 0]);
    check("2 2 2 / . . . / . . .", Left, "4 2 . / . . . / . . .");
    check("2 2 2 / . . . / . . .", Right, ". 2 4 / . . . / . . .");
    check("2 . . / 2 . . / 2 . .", Up, "4 . . / 2 . . / . . .");
    check("2 . . / 2 . . / 2 . .", Down, ". . . / 2 . . / 4 . .");
}

#[test]
fn c9_a_merged_tile_does_not_merge_again() {
    check(EXAMPLE, Up, "4 2 2 2 / 4 4 4 4 / . . 2 . / . . . .");
    check("2 2 4 / . . . / . . .", Left, "4 4 . / . . . / . . .");
    check("4 2 2 / . . . / . . .", Right, ". 4 4 / . . . / . . .");
}

#[test]
fn c10_a_new_tile_comes_only_after_a_change() {
    let mut game = classic("2 . . . / . . . . / . . . . / . . . .");
    let mut chance = Scripted::new([0, 5]);
    assert!(game.apply(Left, &mut chance).is_err());
    assert_eq!((game.board().tiles().count(), chance.left()), (1, 2));
    assert!(game.apply(Right, &mut chance).is_ok());
    assert_eq!((game.board().tiles().count(), chance.left()), (2, 0));
}

#[test]
fn c11_every_empty_cell_is_equally_likely() {
    let before = board("2 . 4 . / . . . . / . 8 . . / . . . 2");
    let cells: Vec<usize> = (0..12)
        .map(|draw| Rules::classic().spawn(&before, &mut Scripted::new([draw, 5])).unwrap().1)
        .collect();
    assert_eq!(cells, before.empty_cells().collect::<Vec<_>>());
}

#[test]
fn c12a_the_first_board_has_two_new_tiles() {
    // The second cell is counted among those that are still empty.
    let mut chance = Scripted::new([3, 5, 3, 0]);
    let game = Game::new(Rules::classic(), &mut chance);
    assert_eq!(game.board(), &board(". . . 2 / 4 . . . / . . . . / . . . ."));
    assert!(chance.used_up());
    assert_eq!((game.score(), game.turns(), game.spawning()), (0, 0, true));
}

#[test]
fn c12_the_game_is_lost_when_no_move_is_left() {
    let mut game = classic("4 2 4 2 / 2 4 2 4 / 4 2 4 2 / 2 4 8 8");
    let turn = game.apply(Left, &mut Scripted::new([0, 5])).unwrap();
    assert_eq!(turn.status, Status::Playing, "2 4 16 2 below 4 2 4 2 leaves a pair");
    let mut game = classic("4 2 4 8 / 2 4 2 4 / 4 2 4 8 / 2 4 8 8");
    let turn = game.apply(Left, &mut Scripted::new([0, 5])).unwrap();
    assert_eq!((turn.status, game.board().legal_moves().count()), (Status::Lost, 0));
}

#[test]
fn no_rule_is_left_out() {
    let source = include_str!("rules.rs");
    let numbered = (1..=27).filter(|rule| *rule != 5).map(|rule| format!("r{rule}"));
    let told = (1..=12).filter(|rule| *rule != 8).map(|rule| format!("c{rule}"));
    for rule in numbered.chain(told).chain(["c12a".to_owned()]) {
        assert!(source.contains(&format!("#[test]\nfn {rule}_")), "{rule} has no test");
    }
}
