//! Layouts that programs print, and texts that are no boards.

use engine::Board;
use proptest::prelude::*;

use tester::Cells;
use tester::boards::cell_style::{self, empty_mark};
use tester::boards::recover::{Layout, Tiles, board, boards, grids, remarks};

/// Checks that a text holds exactly these boards.
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> =
        boards(text.as_bytes(), &Layout::default()).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "in\n{text}");
}

const BOARD: &str = "2 . . / 4 16 . / . 128 512";

#[test]
fn the_layout_of_the_documented_game() {
    let rule = "+---+---+---+\n";
    let text = format!("{rule}| 2 |   |   |\n{rule}| 4 | 16|   |\n{rule}|   |128|512|\n{rule}");
    check(&text, &[BOARD]);
    check(&format!("Your turn\n{text}{text}Enter a move:\n"), &[BOARD, BOARD]);
}

#[test]
fn cells_to_the_left_and_to_the_right() {
    check("|2  |   |   |\n|4  |16 |   |\n|   |128|512|\n", &[BOARD]);
    check("|  2|   |   |\n|  4| 16|   |\n|   |128|512|", &[BOARD]);
    check("| 2 |  |  |\n| 4 | 16 |  |\n|  | 128 | 512 |\n", &[BOARD]);
}

#[test]
fn other_marks_for_empty_cells() {
    check("2 . .\n4 16 .\n. 128 512\n", &[BOARD]);
    check("2\t0\t0\n4\t16\t0\n0\t128\t512\n", &[BOARD]);
    check("  2   _   _\n  4  16   _\n  _ 128 512\n", &[BOARD]);
    check("| 2 0 0 |\n| 4 16 0 |\n| 0 128 512 |\n", &[BOARD]);
    check("2 ___ ___\n4 16 ___\n___ 128 512\n", &[BOARD]);
    check("...2 .... ....\n...4 ..16 ....\n.... .128 .512\n", &[BOARD]);
    check("2\t\t\n4\t16\t\n\t128\t512\n", &[BOARD]);
    check("\t2\t \t \t\n\t4\t16\t \t\n\t \t128\t512\t\n", &[BOARD]);
}

#[test]
fn other_bars_and_rulers() {
    check("[2][ ][ ]\n[4][16][ ]\n[ ][128][512]\n", &[BOARD]);
    check("# 2 #   #   #\n# 4 # 16#   #\n#   #128#512#\n#############\n", &[BOARD]);
    check(" 2 |   |   \n---+---+---\n 4 | 16|   \n---+---+---\n   |128|512\n", &[BOARD]);
    check("2 : . : .\n\n4 : 16 : .\n\n. : 128 : 512\n", &[BOARD]);
    check("│ 2 │   │   │\n├───┼───┼───┤\n│ 4 │ 16│   │\n│   │128│512│\n└───┴───┴───┘", &[BOARD]);
    check("=============\n!2  !   !   !\n!4  !16 !   !\n!   !128!512!\n=============", &[BOARD]);
}

#[test]
fn text_beside_the_board_does_not_matter() {
    check("| 2 |   |   |  Score: 12\n| 4 | 16|   |  Moves: 3\n|   |128|512|\n", &[BOARD]);
    check("|   |   |   | Moves: 3\n|   |   |   |\n|   |   |   |\n", &[". . . / . . . / . . ."]);
    check("Score: 128\nMoves: 2\n2 . .\n4 16 .\n. 128 512\nwasd, q to quit? ", &[BOARD]);
    check("2 . .\n4 16 .\n. 128 512 your move: ", &[BOARD]);
    check("2 0 0\n4 16 0\n0 128 512You win!", &[BOARD]);
}

#[test]
fn labels_of_rows_and_columns_are_no_cells() {
    check("    1   2   3\n1 | 2 |   |   |\n2 | 4 | 16|   |\n3 |   |128|512|\n", &[BOARD]);
    check("  1 2 3\nA 2 . .\nB 4 16 .\nC . 128 512\n", &[BOARD]);
    check(" A | 2  |    |    |\n B | 4  | 16 |    |\n C |    |128 |512 |\n", &[BOARD]);
    check(" A |   |   |   |\n B | 2 |   |   |\n C |   |   |   |\n", &[". . . / 2 . . / . . ."]);
    check("x! ! ? ?\n| 2 | 4 | 8 |\n|   |   |   |\n|   |   | 2 |\n", &["2 4 8 / . . . / . . 2"]);
    check("> 2 . .\n> 4 16 .\n> . 128 512\n", &[BOARD]);
    check("1: 2 . .\n2: 4 16 .\n3: . 128 512\n", &[BOARD]);
    check("    a   b   c\nA | 2 |   |   |\nB | 4 | 16|   |\nC |   |128|512|\n", &[BOARD]);
}

#[test]
fn two_boards_side_by_side_are_the_left_one_and_then_the_right_one() {
    let other = "4 2 . / 8 . . / . . 2";
    let both = [BOARD, other];
    check(
        "| 2 |   |   |  ->  | 4 | 2 |   |\n| 4 | 16|   |  ->  | 8 |   |   |\n|   |128|512|  ->  |   |   | 2 |\n",
        &both,
    );
    check(
        "+---+---+---+   +---+---+---+\n| 2 |   |   |   | 4 | 2 |   |\n+---+---+---+   +---+---+---+\n\
         | 4 | 16|   |   | 8 |   |   |\n+---+---+---+   +---+---+---+\n|   |128|512|   |   |   | 2 |\n",
        &both,
    );
    check("2 . .  ->  4 2 .\n4 16 .  ->  8 . .\n. 128 512  ->  . . 2\n", &both);
    check(
        "  2   .   .        4   2   .\n  4  16   .        8   .   .\n  . 128 512        .   .   2\n",
        &both,
    );
    // A board of six columns has six rows.
    let wide = "2 . .    4 2 .\n".repeat(6);
    check(&wide, &[]);
}

#[test]
fn rows_can_have_names_and_frames_corners() {
    check("Row 1: 2 . .\nRow 2: 4 16 .\nRow 3: . 128 512\n", &[BOARD]);
    check("Fila 1   2   .   .\nFila 2   4  16   .\nFila 3   . 128 512\n", &[BOARD]);
    check("Zeile1 | 2 |   |   |\nZeile2 | 4 | 16|   |\nZeile3 |   |128|512|\n", &[BOARD]);
    check("1 |   2 |     |     | \n2 |   4 |  16 |     | \n3 |     | 128 | 512 | \n", &[BOARD]);
    let rule = "o---o---o---o\n";
    check(
        &format!("{rule}! 2 !   !   !\n{rule}! 4 ! 16!   !\n{rule}!   !128!512!\n{rule}"),
        &[BOARD],
    );
    check("! 2 !   !   !\n! 4 ! 16!   !\n!   !128!512!\n*** 512! ***\n", &[BOARD]);
    let marked = "Row 1   2   -   -\nRow 2   4  16   -\nRow 3   - 128 512\n";
    assert_eq!(empty_mark(marked.as_bytes(), 3), Some('-'));
}

#[test]
fn escape_sequences_are_passed_over() {
    check("\x1b[2J\x1b[H2 . .\n4 16 .\n. 128 512\n", &[BOARD]);
    check("\x1b[31m| 2\x1b[0m |   |   |\n| 4 | 16|   |\n|   |128|512|\n", &[BOARD]);
    check("\x0c2 . .\r\n4 16 .\r\n. 128 512\r\n\x1b[", &[BOARD]);
}

#[test]
fn tall_cells_and_several_boards() {
    let line = "+-----+-----+-----+\n|     |     |     |\n";
    let tall = format!(
        "{line}|  2  |     |     |\n|     |     |     |\n{line}|  4  |  16 |     |\n\
         |     |     |     |\n{line}|     | 128 | 512 |\n|     |     |     |\n+-----+-----+-----+\n"
    );
    check(&tall, &[BOARD]);
    let floor = "|_____|_____|_____|\n";
    let boxes = format!(
        " _____ _____ _____\n|     |     |     |\n|  2  |     |     |\n{floor}|     |     |     |\n\
         |  4  | 16  |     |\n{floor}|     |     |     |\n|     | 128 | 512 |\n{floor}"
    );
    check(&boxes, &[BOARD]);
    check("___ ___ ___\n  2 ___   4\n___ ___ ___\n", &[". . . / 2 . 4 / . . ."]);
    let wall = "+-----------+\n";
    let flat = format!("{wall}| 2 |   |   |\n| 4 | 16|   |\n|   |128|512|\n{wall}");
    check(&flat.repeat(3), &[BOARD; 3]);
    check(
        "2 . .\n. . .\n. . .\nthen\n4 . .\n. . .\n. . .",
        &["2 . . / . . . / . . .", "4 . . / . . . / . . ."],
    );
    let text = b"2 . .\n. . .\n. . .\n\n2 . .\n4 16 .\n. 128 512\n";
    assert_eq!(board(text, &Layout::default()).unwrap().to_string(), BOARD);
}

#[test]
fn an_empty_board_is_a_board() {
    check("|   |   |   |\n|   |   |   |\n|   |   |   |\n", &[". . . / . . . / . . ."]);
    check("0 0 0\n0 0 0\n0 0 0\n", &[". . . / . . . / . . ."]);
}

#[test]
fn what_only_looks_like_a_board_is_none() {
    for text in [
        "",
        "1 2 3",
        "2 4 8\n16 32 64\n",
        "2 4 8\nScore 3\n16 32 64\n2 2 2\n",
        "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\n",
        "1. New\n2. Load\n3. Quit\n",
        "Enter a move (W=Up, A=Left, S=Down, D=Right, X=Quit, 3=Disable RNG, 4=Enable RNG):\n",
        "keys:\n7 8 9\n4 5 6\n1 2 3\n",
        "+---+---+---+\n+---+---+---+\n+---+---+---+\n",
        "*************\n*************\n*************\n",
        "...\n...\n...\n",
        "2 2 2 2\n2 2 2 2\n2 2 2 2\n2 2 2 2\n",
    ] {
        check(text, &[]);
    }
}

#[test]
fn numbers_that_are_no_tiles_are_kept_apart() {
    let text = b"| 3 |   |   |\n| 4 |   |   |\n|   |   | 2 |\n";
    assert_eq!(grids(text, &Layout::default()), [Cells::new(vec![3, 0, 0, 4, 0, 0, 0, 0, 2])]);
}

#[test]
fn hints_help_where_the_output_does_not_tell() {
    let dashes = Layout { empty: Some('-'), ..Layout::default() };
    assert_eq!(board(b"2 - -\n4 16 -\n- 128 512\n", &dashes).unwrap().to_string(), BOARD);
    let stars = Layout { empty: Some('*'), ..Layout::default() };
    assert_eq!(board(b"2 * *\n4 16 *\n* 128 512\n", &stars).unwrap().to_string(), BOARD);
    let columns = Layout { width: Some(4), ..Layout::default() };
    let text = b"   2        \n   4  16    \n     128 512\n";
    assert_eq!(board(text, &columns).unwrap().to_string(), BOARD);
    let first = Layout { first: true, ..Layout::default() };
    let text = b"2 . .\n4 16 .\n. 128 512\nwas\n2 . .\n. . .\n. . .\n";
    assert_eq!(board(text, &first).unwrap().to_string(), BOARD);
    let four = Layout { side: 4, ..Layout::default() };
    let text = b"2 0 0 0\n0 4 0 0\n0 0 8 0\n0 0 0 16\n";
    let board = board(text, &four).unwrap().to_string();
    assert_eq!(board, "2 . . . / . 4 . . / . . 8 . / . . . 16");
}

#[test]
fn some_of_these_hints_can_be_seen() {
    let mark = |text: &str| empty_mark(text.as_bytes(), 3);
    assert_eq!(mark("Hello\n2 - -\n- 16 -\n- - 2\nMove: "), Some('-'));
    assert_eq!(mark("x | 2 | x\nx | x | x\nx | 2 | x\n"), Some('x'));
    assert_eq!(mark("* * 2\n- - 2\n* * 2\n"), None);
    assert_eq!(mark("- - -\n2 0 4\n- - -\n0 2 4\n- - -\n"), None);
    assert_eq!(mark("2 . .\n. . .\n. . 2\n"), None);
    assert_eq!(cell_style::width(b"   2        \n   4  16    \n     128 512\nMove: ", 3), Some(4));
    assert_eq!(cell_style::width(b"  2\n 16    2\n", 3), None);
}

#[test]
fn tiles_can_be_spelt_otherwise() {
    let powers = b"2^1 0 2^10  Points: 4\n0 2^2 0  Turns: 1\n0 0 2^3\n";
    let read = |text: &[u8], tiles| {
        let layout = Layout { tiles, ..Layout::default() };
        boards(text, &layout).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let check = |text: &[u8], tiles, board: &str| {
        let board: Board = board.parse().unwrap();
        assert_eq!(read(text, tiles), [board.to_string()]);
    };
    check(powers, Tiles::Values, "2 . 1024 / . 4 . / . . 8");
    check(b"|1| |3|\n|.|.|.|\n| |10|2|\n", Tiles::Exponents, "2 . 8 / . . . / . 1024 4");
    check(b"A . C\n. . .\n. b .\n", Tiles::Letters, "2 . 8 / . . . / . 4 .");
    assert!(read(b"A . C\n. . .\n. b .\n", Tiles::Values).is_empty());
}

#[test]
fn text_may_stand_behind_any_row() {
    let read = |text: &str| boards(text.as_bytes(), &Layout::default()).len();
    assert_eq!(read("2 0 4   Score: 12\n0 0 0   Moves: 3\n2 2 0\nMove: "), 1);
    assert_eq!(read("2 0 4\n0 0 0 Moves: 3\n2 2 0Move: "), 1);
    // Neither a sentence that begins with numbers nor a larger board.
    assert_eq!(read("2 4 8 are tiles\n2 0 4\n0 0 0\n2 2 0\n"), 1);
    assert_eq!(read("2 0 4\n0 0 0\n2 2 0\n8 4 6 or 2? "), 1);
    assert_eq!(read("2 0 4 0 \n0 0 0 0 x\n2 2 0 0 x\n2 2 0 0 x\n"), 0);
}

#[test]
fn remarks_are_the_lines_around_the_board() {
    let text = b"Score: 124\n| 2 |   |   | hi\n|   |   |   |\n\n ===\n  Game over!  \n";
    assert_eq!(remarks(text, &Layout::default()), ["Score: *", "Game over!"]);
}

proptest! {
    #[test]
    fn any_bytes_can_be_searched(
        text in prop::collection::vec(any::<u8>(), 0..300),
        side in 0_usize..10,
        width in prop::option::of(0_usize..6),
    ) {
        let tiles = [Tiles::Values, Tiles::Exponents, Tiles::Letters][side % 3];
        let layout = Layout { side, empty: Some('-'), width, first: side % 2 == 0, tiles };
        let _ = (empty_mark(&text, side), cell_style::width(&text, side));
        let _ = grids(&text, &layout);
        let _ = remarks(&text, &layout);
    }

    #[test]
    fn any_rows_and_rulers_can_be_searched(text in "[|+ 024.\\-\n\t\x1b\\[]{0,200}") {
        let _ = grids(text.as_bytes(), &Layout::default());
    }

    #[test]
    fn a_board_is_found_whatever_stands_around_it(
        exponents in prop::collection::vec(0_u8..10, 9),
        before in "[a-z :?!]{1,20}",
        after in "[a-z :?!]{1,20}",
        bar in "[|!#:*]",
        mark in prop::sample::select(vec![" ", "0", ".", "_"]),
    ) {
        let cell = |e: &u8| if *e == 0 { mark.to_string() } else { (1 << e).to_string() };
        let row = |cells: &[u8]| {
            cells.iter().map(|e| format!("{bar}{:>4} ", cell(e))).collect::<String>() + &bar
        };
        let rows: Vec<String> = exponents.chunks(3).map(row).collect();
        let text = format!("x{before}\n{}\nx{after}\n", rows.join("\n"));
        let board = engine::Board::from_exponents(3, &exponents).unwrap();
        prop_assert_eq!(boards(text.as_bytes(), &Layout::default()), [board]);
    }
}
