//! The text game: the worked examples of its documentation, every odd corner of its input, and laws.

#![expect(clippy::unwrap_used, reason = "output that cannot be read fails the test")]

use engine::protocol::{End, Fidelity, Phase, TextGame, text};
use engine::{Board, Dice, Scripted};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use Fidelity::{Intended, Program};

/// The draws of a new game that starts with tiles in the first two cells.
const FIRST_TWO: [u32; 9] = [1, 1, 0, 0, 0, 0, 0, 0, 0];

/// A whole run: what was printed, and how it ended. The draws must be just those that are needed.
#[track_caller]
fn run(fidelity: Fidelity, input: impl AsRef<[u8]>, draws: &[u32]) -> (String, End) {
    let mut chance = Scripted::new(draws.iter().copied());
    let (output, end) = TextGame::new(fidelity).run(input.as_ref(), &mut chance);
    assert!(chance.used_up(), "{chance:?}");
    (String::from_utf8(output).unwrap(), end)
}

/// The boards that were printed.
fn boards(output: &str) -> Vec<String> {
    let rows: Vec<&str> = output.lines().filter(|line| line.starts_with('|')).collect();
    let board = |rows: &[&str]| {
        let cells = rows.iter().flat_map(|row| row[1..row.len() - 1].split('|'));
        let words: Vec<&str> = cells.map(|cell| cell.trim()).collect();
        let words: Vec<&str> =
            words.iter().map(|word| if word.is_empty() { "." } else { word }).collect();
        words.join(" ").parse::<Board>().unwrap().to_string()
    };
    rows.chunks(3).map(board).collect()
}

/// What was printed with every board replaced by a mark and every long prompt by its name.
fn outline(output: &str) -> String {
    let mut outline = output
        .replace(text::WELCOME, "MENU ")
        .replace(text::BOARD_CONFIG, "CELLS ")
        .replace(text::ENTER_MOVE, "ASK ")
        .replace(text::INVALID_MOVE, "INVALID ")
        .replace(text::INVALID_INT, "NO-TILE ")
        .replace(text::RNG_DISABLED, "OFF ")
        .replace(text::RNG_ENABLED, "ON ")
        .replace(text::QUIT, "QUIT ")
        .replace(text::WIN, "WIN ")
        .replace(text::LOSE, "LOSE ");
    while let Some(at) = outline.find('+') {
        outline.replace_range(at..at + 98, "BOARD ");
    }
    outline.trim_end().to_owned()
}

#[track_caller]
fn check(fidelity: Fidelity, input: impl AsRef<[u8]>, draws: &[u32], expected: &str, end: End) {
    let (output, found) = run(fidelity, &input, draws);
    let input = String::from_utf8_lossy(input.as_ref()).into_owned();
    assert_eq!((outline(&output).as_str(), found), (expected, end), "{fidelity:?} {input:?}");
}

/// The same in both fidelities.
#[track_caller]
fn both(input: impl AsRef<[u8]>, draws: &[u32], expected: &str, end: End) {
    check(Program, &input, draws, expected, end);
    check(Intended, &input, draws, expected, end);
}

/// The lines that enter a board.
fn state(cells: &str) -> String {
    format!("2\n{}\n", cells.split_whitespace().collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_texts_have_the_documented_lengths() {
    let lengths = [
        (text::WELCOME, 56),
        (text::BOARD_CONFIG, 67),
        (text::WIN, 47),
        (text::LOSE, 10),
        (text::QUIT, 19),
        (text::ENTER_MOVE, 83),
        (text::INVALID_MOVE, 14),
        (text::INVALID_INT, 17),
        (text::RNG_DISABLED, 14),
        (text::RNG_ENABLED, 13),
    ];
    for (text, length) in lengths {
        assert_eq!(text.len(), length, "{text:?}");
    }
}

#[test]
fn every_cell_is_printed_as_in_the_program() {
    let (output, _) = run(Program, state("0 2 4 8 16 32 64 128 256"), &[]);
    let board = "+---+---+---+\n|   | 2 | 4 |\n+---+---+---+\n| 8 | 16| 32|\n+---+---+---+\n\
                 | 64|128|256|\n+---+---+---+\n";
    assert_eq!(board.len(), 98);
    assert_eq!(
        output,
        format!("{}{}{board}{}", text::WELCOME, text::BOARD_CONFIG, text::ENTER_MOVE)
    );
    let (output, _) = run(Program, state("512 0 0 0 0 0 0 0 0"), &[]);
    assert!(output.contains("|512|   |   |\n"));
}

#[test]
fn t1_a_new_game() {
    let draws = [&FIRST_TWO[..], &[1, 5, 3, 4, 2]].concat();
    for fidelity in [Program, Intended] {
        let (output, end) = run(fidelity, "1\nA\nS\nS\nA\nA\nX\n", &draws);
        assert_eq!(
            boards(&output),
            [
                "2 2 . / . . . / . . .",
                "4 2 . / . . . / . . .",
                ". . . / . . 2 / 4 2 .",
                ". . . / 2 . . / 4 2 2",
                ". . . / 2 2 . / 4 4 .",
                ". . 2 / 4 . . / 8 . .",
            ]
        );
        assert!(output.ends_with("4=Enable RNG):\nProgram Terminated."));
        assert_eq!(end, End::Quit);
    }
}

#[test]
fn t2_winning_from_a_state() {
    let input = state("128 64 64 32 256 128 0 0 0") + "D\n3\nA\n4\nD\nA\nS\n";
    for fidelity in [Program, Intended] {
        let (output, end) = run(fidelity, &input, &[7, 0, 8, 1]);
        assert_eq!(
            boards(&output),
            [
                "128 64 64 / 32 256 128 / . . .",
                ". 128 128 / 32 256 128 / . 2 .",
                "256 . . / 32 256 128 / 2 . .",
                "2 . 256 / 32 256 128 / . . 2",
                "2 256 . / 32 256 128 / 2 . 2",
                "2 2 . / 32 . 128 / 2 512 2",
            ]
        );
        assert!(output.ends_with("+\nCongratulations! You have reached the 512 tile!"));
        assert_eq!(end, End::Won);
    }
    let expected = "MENU CELLS BOARD ASK BOARD ASK OFF ASK BOARD ASK ON ASK BOARD ASK BOARD ASK \
                    BOARD WIN";
    both(&input, &[7, 0, 8, 1], expected, End::Won);
}

#[test]
fn t3_losing() {
    let input = state("8 16 32 0 64 0 0 128 0") + "A\nS\nD\nW\n";
    for fidelity in [Program, Intended] {
        let (output, end) = run(fidelity, &input, &[8, 1, 3, 6]);
        assert_eq!(
            boards(&output),
            [
                "8 16 32 / . 64 . / . 128 .",
                "8 16 32 / 64 . . / 128 . 2",
                "8 2 . / 64 . 32 / 128 16 2",
                ". 8 2 / 2 64 32 / 128 16 2",
                "2 8 2 / 128 64 32 / 2 16 2",
            ]
        );
        assert!(output.ends_with("+\nGame Over."));
        assert_eq!(end, End::Lost);
    }
}

#[test]
fn recorded_moves_without_new_tiles() {
    let after = |cells: &str, moves: &str| {
        let (output, _) = run(Program, state(cells) + "3\n" + moves, &[]);
        boards(&output)[1..].to_vec()
    };
    assert_eq!(
        after("2 2 4 0 0 0 0 0 0", "A\nA\nD\n"),
        ["4 4 . / . . . / . . .", "8 . . / . . . / . . .", ". . 8 / . . . / . . ."]
    );
    assert_eq!(
        after("2 2 2 4 2 2 2 2 4", "A\nD\n"),
        ["4 2 . / 4 4 . / 4 4 .", ". 4 2 / . . 8 / . . 8"]
    );
    assert_eq!(after("2 2 2 4 2 2 2 2 4", "D\n"), [". 2 4 / . 4 4 / . 4 4"]);
    assert_eq!(after("256 0 0 256 0 0 0 0 0", "S\n"), [". . . / . . . / 512 . ."]);
    // With new tiles, a full board gets one in the only cell that became empty.
    let input = state("2 2 4 8 16 32 64 128 256") + "A\n";
    let (output, end) = run(Program, input, &[5, 0, 2]);
    assert_eq!(boards(&output)[1], "4 4 2 / 8 16 32 / 64 128 256");
    assert_eq!(end, End::Eof);
}

#[test]
fn the_board_is_shown_only_after_a_legal_move() {
    let input = state("2 0 0 0 0 0 0 0 0") + "A\nW\nq\n3\n3\n4\nS\nX\n";
    let expected = "MENU CELLS BOARD ASK INVALID ASK INVALID ASK INVALID ASK OFF ASK OFF ASK ON \
                    ASK BOARD ASK QUIT";
    both(input, &[0], expected, End::Quit);
}

#[test]
fn a_start_can_be_the_end() {
    both(state("512 0 0 0 0 0 0 0 0"), &[], "MENU CELLS BOARD WIN", End::Won);
    both(state("512 2 4 8 16 32 64 128 256"), &[], "MENU CELLS BOARD WIN", End::Won);
    both(state("2 4 2 4 2 4 2 4 2"), &[], "MENU CELLS BOARD LOSE", End::Lost);
    // What comes after the end is not read.
    both(state("2 4 2 4 2 4 2 4 2") + "X\n", &[], "MENU CELLS BOARD LOSE", End::Lost);
    // The pair of cells 6 and 9 alone keeps the game going; 6 and 8 are no pair.
    both(state("2 4 8 4 8 2 8 4 2"), &[], "MENU CELLS BOARD ASK", End::Eof);
    both(state("2 4 8 4 8 2 8 2 4"), &[], "MENU CELLS BOARD LOSE", End::Lost);
}

#[test]
fn an_empty_board_can_only_be_left() {
    let input = state("0 0 0 0 0 0 0 0 0") + "W\nA\nS\nD\nX\n";
    let expected = "MENU CELLS BOARD ASK INVALID ASK INVALID ASK INVALID ASK INVALID ASK QUIT";
    both(input, &[], expected, End::Quit);
}

#[test]
fn numbers_that_are_no_tiles_lead_back_to_the_menu() {
    for number in ["3", "-2", "1024", "1", "2147483647", "-2147483648", "-4", "511"] {
        let input = format!("2\n2\n4\n{number}\nX\n");
        both(input, &[], "MENU CELLS NO-TILE MENU QUIT", End::Quit);
    }
    // The cells before it are forgotten.
    let input = format!("2\n2\n4\n3\n{}", state("0 0 0 0 0 0 0 0 8"));
    let (output, _) = run(Program, input, &[]);
    assert_eq!(boards(&output), [". . . / . . . / . . 8"]);
}

#[test]
fn numbers_are_read_as_java_does() {
    let input = "2\n+2\n 4 \n08\n\t16\n0\n-0\n٣٢\n000000000064\n128 \n";
    for fidelity in [Program, Intended] {
        let (output, _) = run(fidelity, input, &[]);
        assert_eq!(boards(&output), ["2 4 8 / 16 . . / 32 64 128"]);
    }
}

#[test]
fn a_line_that_is_no_integer() {
    for line in ["", "X", "2 4", "99999999999", "2147483648", "0x2", "2.0", "+", "\u{a0}2"] {
        let input = format!("2\n2\n{line}\nX\n");
        let end = End::InputError { line: 3, cell: 1 };
        check(Program, &input, &[], "MENU CELLS", end);
        check(Intended, &input, &[], "MENU CELLS NO-TILE MENU QUIT", End::Quit);
    }
}

#[test]
fn the_menu_locks_up_after_a_long_line() {
    let locked = "MENU INVALID MENU INVALID MENU INVALID MENU INVALID MENU INVALID MENU QUIT";
    check(Program, "abc\n1\n\n1\nab\nX\n", &[], locked, End::Quit);
    for line in ["abc", "abcd", "a long line", &"x".repeat(98), &"x".repeat(99), &"x".repeat(500)] {
        for choice in ["1", "2", "X"] {
            let input = format!("{line}\n{choice}\n");
            check(Program, &input, &[], "MENU INVALID MENU INVALID MENU", End::Eof);
        }
        let freed = format!("{line}\nab\nX\n");
        check(Program, freed, &[], "MENU INVALID MENU INVALID MENU QUIT", End::Quit);
        check(Intended, format!("{line}\nX\n"), &[], "MENU INVALID MENU QUIT", End::Quit);
    }
    // Reading numbers does not touch the line: the menu is as locked afterwards as before.
    check(Program, "ab\n2\n7\nX\n", &[], "MENU INVALID MENU CELLS NO-TILE MENU QUIT", End::Quit);
}

#[test]
fn the_game_does_not_lock_up() {
    let input = state("2 0 0 0 0 0 0 0 0") + "abc\nS\n" + &"x".repeat(120) + "\nX\n";
    let expected = "MENU CELLS BOARD ASK INVALID ASK BOARD ASK INVALID ASK QUIT";
    both(input, &[0], expected, End::Quit);
}

#[test]
fn lines_that_are_no_choice() {
    for line in ["", "x", "a", "w", " A", "A ", "AA", "1", "2", "5", "Q", "\t", "\u{0}", "A\u{0}"] {
        let input = state("2 4 0 0 0 0 0 0 0") + line + "\nX\n";
        both(input, &[], "MENU CELLS BOARD ASK INVALID ASK QUIT", End::Quit);
    }
    for line in ["", "x", "W", "A", "3", "4", "0", "-1", "01", "1 "] {
        both(format!("{line}\nX\n"), &[], "MENU INVALID MENU QUIT", End::Quit);
    }
}

#[test]
fn letters_outside_ascii_lose_their_upper_half_in_the_program() {
    let input = state("2 0 0 0 0 0 0 0 0") + "ń\nX\n";
    check(Program, &input, &[0], "MENU CELLS BOARD ASK BOARD ASK QUIT", End::Quit);
    check(Intended, &input, &[], "MENU CELLS BOARD ASK INVALID ASK QUIT", End::Quit);
    // Bytes that are not UTF-8 become U+FFFD, whose lower half is not a letter.
    both(b"\xff\nX\n", &[], "MENU INVALID MENU QUIT", End::Quit);
    // Four units whose lower halves are the four bytes that are compared.
    check(Program, "X\u{10a}\u{100}\u{100}\n", &[], "MENU QUIT", End::Quit);
    check(Intended, "X\u{10a}\u{100}\u{100}\n", &[], "MENU INVALID MENU", End::Eof);
}

#[test]
fn every_kind_of_line_end() {
    for input in ["q\nX\n", "q\r\nX\r\n", "q\rX\r", "q\nX", "q\r\nX"] {
        both(input, &[], "MENU INVALID MENU QUIT", End::Quit);
    }
    both("q\n\nX", &[], "MENU INVALID MENU INVALID MENU QUIT", End::Quit);
    both("q\r\rX", &[], "MENU INVALID MENU INVALID MENU QUIT", End::Quit);
}

#[test]
fn the_input_can_end_anywhere() {
    both("", &[], "MENU", End::Eof);
    both("q", &[], "MENU INVALID MENU", End::Eof);
    both("2", &[], "MENU CELLS", End::Eof);
    both("2\n2\n4\n", &[], "MENU CELLS", End::Eof);
    both("1\n", &FIRST_TWO, "MENU BOARD ASK", End::Eof);
    both("1\nS", &[&FIRST_TWO[..], &[0]].concat(), "MENU BOARD ASK BOARD ASK", End::Eof);
}

#[test]
fn the_simulator_ends_the_last_line() {
    let run = |input: &str| {
        let session = TextGame::new(Program).with_final_newline();
        String::from_utf8(session.run(input.as_bytes(), &mut Scripted::default()).0).unwrap()
    };
    assert!(run("X\n").ends_with("[X] Quit\nProgram Terminated.\n"));
    assert!(run(&state("512 0 0 0 0 0 0 0 0")).ends_with("512 tile!\n"));
    assert!(run(&state("2 4 2 4 2 4 2 4 2")).ends_with("Game Over.\n"));
    // Not where the program does not end by itself.
    assert!(run("").ends_with("[X] Quit\n") && !run("").ends_with("\n\n"));
    assert!(run("2\nx\n").ends_with("menu):\n"));
}

#[test]
fn a_game_can_start_with_a_single_tile() {
    // The first pass puts down one tile, the second another and takes the first away.
    let passes = [[0, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 1, 0, 0, 0]].concat();
    let (output, _) = run(Program, "1\n", &passes);
    assert_eq!(boards(&output), [". . 2 / . . . / . . ."]);
    let (output, _) = run(Intended, "1\n", &passes);
    assert_eq!(boards(&output), [". . 2 / 2 . . / . . ."]);
}

#[test]
fn a_session_tells_what_it_waits_for() {
    let mut chance = Scripted::new(FIRST_TWO);
    let mut output = Vec::new();
    let mut session = TextGame::new(Program);
    assert_eq!(session.phase(), Phase::Start);
    for (input, phase) in [
        ("", Phase::Menu),
        ("2\n", Phase::Cell(0)),
        ("4\n8\n", Phase::Cell(2)),
        ("5\n", Phase::Menu),
        ("1", Phase::Menu),
        ("\n", Phase::Move),
        ("X\n", Phase::Ended(End::Quit)),
        ("1\n", Phase::Ended(End::Quit)),
    ] {
        assert_eq!(session.feed(input.as_bytes(), &mut chance, &mut output), session.end());
        assert_eq!(session.phase(), phase, "{input:?}");
    }
    assert_eq!(session.lines(), 6);
    assert_eq!(session.game().unwrap().board().to_string(), "2 2 . / . . . / . . .");
    assert_eq!(session.finish(&mut chance, &mut output), End::Quit);
}

fn dice(seed: u64) -> Dice<Xoshiro256PlusPlus> {
    Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// Input that gets somewhere: mostly lines that mean something.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        8 => "[WASD]",
        2 => "[12X34]",
        4 => "(0|2|4|8|16|256|512)",
        1 => "[ +-]?[0-9]{1,11} ?",
        1 => "\\PC{0,5}",
        1 => "x{90,110}",
    ];
    let end = prop_oneof![8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    prop::collection::vec((line, end), 0..60).prop_map(|lines| {
        lines.into_iter().flat_map(|(line, end)| (line + end).into_bytes()).collect()
    })
}

/// Lines that both fidelities must treat alike: one letter each, or a board of tiles.
fn plain_lines() -> impl Strategy<Value = String> {
    let board = prop::collection::vec("(0|2|2|4|8|16|32|256)", 9)
        .prop_map(|cells| format!("2\n{}\n", cells.join("\n")));
    (board, prop::collection::vec("[WASDWASDWASD34]\n", 0..80))
        .prop_map(|(board, moves)| board + &moves.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes_are_survived(input: Vec<u8>, seed: u64) {
        for fidelity in [Program, Intended] {
            let (output, _) = TextGame::new(fidelity).run(&input, &mut dice(seed));
            prop_assert!(output.starts_with(text::WELCOME.as_bytes()));
        }
    }

    #[test]
    fn pieces_of_input_give_the_same(input in lines(), seed: u64, size in 1..9usize) {
        for fidelity in [Program, Intended] {
            let whole = TextGame::new(fidelity).run(&input, &mut dice(seed));
            for size in [1, size] {
                let (mut session, mut chance, mut output) =
                    (TextGame::new(fidelity), dice(seed), Vec::new());
                for piece in input.chunks(size) {
                    session.feed(piece, &mut chance, &mut output);
                }
                let end = session.finish(&mut chance, &mut output);
                prop_assert_eq!(&(output, end), &whole);
            }
        }
    }

    #[test]
    fn a_copy_goes_on_the_same_way(input in lines(), seed: u64, cut: prop::sample::Index) {
        let (before, after) = input.split_at(cut.index(input.len() + 1));
        let (mut session, mut chance, mut output) = (TextGame::new(Program), dice(seed), Vec::new());
        session.feed(before, &mut chance, &mut output);
        let (mut copy, mut same_chance, mut same_output) =
            (session.clone(), chance.clone(), output.clone());
        session.feed(b"2\n2\nabc\nX\n", &mut chance.clone(), &mut Vec::new());
        copy.feed(after, &mut same_chance, &mut same_output);
        let end = copy.finish(&mut same_chance, &mut same_output);
        prop_assert_eq!((same_output, end), TextGame::new(Program).run(&input, &mut dice(seed)));
    }

    #[test]
    fn plain_games_are_the_same_in_both(input in plain_lines(), seed: u64) {
        let program = TextGame::new(Program).run(input.as_bytes(), &mut dice(seed));
        let intended = TextGame::new(Intended).run(input.as_bytes(), &mut dice(seed));
        prop_assert_eq!(program, intended);
    }

    /// Unless the first pass puts down exactly one tile, which the program gets wrong.
    #[test]
    fn plain_new_games_are_the_same_in_both(
        empty_passes in 0..3usize,
        pass in (0..512u32).prop_filter("fewer than two tiles", |bits| bits.count_ones() >= 2),
        cells in prop::collection::vec(0..9u32, 0..400),
        moves in prop::collection::vec("[WASDWASDWASD34]\n", 0..80),
    ) {
        let bits = (0..9).map(|cell| pass >> cell & 1);
        let empty = std::iter::repeat_n(0, 9 * empty_passes);
        let chance = Scripted::new(empty.chain(bits).chain(cells));
        let input = format!("1\n{}", moves.concat());
        let program = TextGame::new(Program).run(input.as_bytes(), &mut chance.clone());
        let intended = TextGame::new(Intended).run(input.as_bytes(), &mut chance.clone());
        prop_assert_eq!(program, intended);
    }

    #[test]
    fn the_intended_game_knows_no_errors(input in lines(), seed: u64) {
        let (_, end) = TextGame::new(Intended).run(&input, &mut dice(seed));
        prop_assert!(!matches!(end, End::InputError { .. }), "{:?}", end);
    }
}
