//! `fivetwelve play`, the real binary with its input from a pipe: every word of the text games, the
//! end of the input, hints, and options that make no sense.

use engine::packed::Packed;
use engine::protocol::{Fidelity, TextGame, text};
use engine::solve::{Alone, Question, Spawn, solve};
use engine::{Board, Scripted, render};
use fivetwelve_tests::{Folder, Ran};

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const ENDED: &str = "The input ended before the game did.\n";

fn folder() -> Folder {
    Folder::with::<&str, &str>([]).expect("the folder can be made")
}

/// `fivetwelve` with these words, the cells of a board between quotes.
fn run_in(folder: &Folder, line: &str, input: &str) -> Ran {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().collect::<Vec<_>>(),
        _ => vec![part],
    });
    folder.run_with_input(BINARY, words, input.as_bytes()).expect("the command can be started")
}

fn play(line: &str, input: &str) -> Ran {
    run_in(&folder(), &format!("play {line}"), input)
}

/// Text that ends well.
#[track_caller]
fn good(ran: Ran) -> String {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    ran.stdout
}

/// Command lines that are refused with a sentence.
#[track_caller]
fn refused(line: &str, code: i32, part: &str) {
    let ran = play(line, "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{line}: {}", ran.stderr);
    assert!(ran.stderr.starts_with("error: "), "{line}: {}", ran.stderr);
    assert!(ran.stderr.contains(part), "{line}: {part} is not in\n{}", ran.stderr);
}

/// A game without chance: from a state, new tiles off. The nine cells, then these lines.
fn without_chance(cells: &str, moves: &str) -> String {
    let cells = cells.split_whitespace();
    ["2"]
        .into_iter()
        .chain(cells)
        .chain(["3"])
        .chain(moves.split(' '))
        .collect::<Vec<_>>()
        .join("\n")
}

fn spoken(fidelity: Fidelity, input: &str) -> String {
    let session = TextGame::new(fidelity).with_final_newline();
    let (output, _) = session.run(input.as_bytes(), &mut Scripted::default());
    String::from_utf8(output).expect("the game speaks ASCII")
}

#[test]
fn both_games_speak_the_protocol_byte_for_byte() {
    let games = [
        "X\n".to_owned(),
        "x\nabc\n1\nab\nX".to_owned(),
        "2\r\n3\r\nX\r\n".to_owned(),
        without_chance("2 2 4 0 0 0 0 0 0", "A A D q W \n X"),
        without_chance("128 64 64 32 256 128 0 0 0", "D A S A 4 3 W S A X"),
        without_chance("256 2 4 256 0 0 0 0 0", "D A W"),
        "2\n512\n0\n0\n0\n0\n0\n0\n0\n0\n".to_owned(),
        "2\n2\n4\n2\n4\n2\n4\n2\n4\n2\n".to_owned(),
        "2\n0\n0\n0\n0\n0\n0\n0\n0\n0\nW\nA\nS\nD\nX\n".to_owned(),
    ];
    for input in games {
        let expected = spoken(Fidelity::Program, &input);
        assert!(expected.ends_with(".\n") || expected.ends_with("!\n"), "{expected}");
        assert_eq!(good(play("", &input)), expected, "{input:?}");
        assert_eq!(good(play("--native --preset mips512", &input)), expected, "{input:?}");
    }
}

#[test]
fn the_intended_game_takes_the_line_itself() {
    let input = "abc\n1\nX\n2\nx\nX\n";
    let expected = spoken(Fidelity::Intended, "abc\nX\n");
    assert_eq!(good(play("--native --fidelity intended", "abc\nX\n")), expected);
    let program = play("--native --fidelity program", input);
    assert_eq!(program.stdout.matches(text::INVALID_MOVE).count(), 6);
    assert_eq!(program.stderr, ENDED);
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let input = "1\nW\nA\nS\nD\nW\nA\nS\nD\nX\n";
    for line in ["--seed 7", "--native --seed 7", "--native --size 4 --seed 7"] {
        assert_eq!(play(line, input), play(line, input), "{line}");
        let other = line.replace('7', "8");
        assert_ne!(play(line, input), play(&other, input), "{line}");
    }
}

#[test]
fn the_classic_game_is_that_of_the_assembly_program() {
    let source = include_str!("../asm/classic2048.asm");
    let folder = Folder::with([("classic2048.asm", source)]).expect("the folder can be made");
    for seed in 0..6 {
        let mut input = String::new();
        for round in 0..400 {
            input.push_str(
                ["W\n", "A\n", "S\n", "A\r\n", "D\n", "q\n", "\n"]
                    [(round * round + round / 3 + seed) % 7],
            );
        }
        input.push_str("X\n");
        let program = run_in(&folder, &format!("run --seed {seed} classic2048.asm"), &input);
        let native = run_in(&folder, &format!("play --native --size 4 --seed {seed}"), &input);
        assert_eq!(native, program, "seed {seed}");
        assert!(native.stdout.matches("Score:").count() > 50, "seed {seed}");
    }
}

#[test]
fn a_game_can_start_from_a_board() {
    let board: Board = "2 2 4 / . . . / . . .".parse().expect("a board");
    let framed = render::framed(&board);
    let played = good(play(r#"--native --from "2 2 4 0 0 0 0 0 0""#, "X\n"));
    assert_eq!(played, format!("{framed}{}Program Terminated.\n", text::ENTER_MOVE));
    let won = good(play(r#"--native --from "512 . . / . . . / . . .""#, ""));
    assert!(won.ends_with(&format!("{}\n", text::WIN)), "{won}");
    insta::assert_snapshot!(good(play(
        r#"--native --from "16 . / 2 4" --play-on --seed 1"#,
        "D\nq\nS\nX\n"
    )));
    insta::assert_snapshot!(good(play(r#"--native --from "8 . / 8 ." --seed 1"#, "W\n")));
    insta::assert_snapshot!(good(play(r#"--native --from "2 4 / 4 2""#, "")));
    insta::assert_snapshot!(good(play(r#"--native --from "65536 . / 2 4" --play-on"#, "X")));
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for line in ["", "--native", "--native --size 4", "--native --fidelity intended"] {
        for input in ["", "1\n", "1\nW", "2\n2\n4\n"] {
            let ran = play(line, input);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ENDED), "{line} {input:?}");
        }
    }
}

#[test]
fn a_line_that_is_no_integer_ends_the_program_but_not_what_was_meant() {
    for input in ["2\n\nX\n", "2\n2\nX\nX\n", "2\n2 4\nX\n", "2\n99999999999\nX\n"] {
        let program = play("", input);
        let native = play("--native", input);
        assert_eq!(program, native, "{input:?}");
        assert_eq!(program.code, Some(2));
        assert!(program.stderr.contains("asked for an integer"), "{}", program.stderr);
        let meant = good(play("--native --fidelity intended", input));
        assert!(meant.contains(text::INVALID_INT), "{meant}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    refused("--native --size 1", 64, "expected a number of rows from 2 to 8");
    refused("--native --size 9", 64, "expected a number of rows from 2 to 8");
    refused("--native --size x", 64, "expected a number of rows from 2 to 8");
    refused("--native --preset 2048", 64, "[possible values: classic, mips512]");
    refused("--size 4", 64, "--native");
    refused("--native --preset mips512 --size 4", 64, "--size 4 contradicts --preset mips512");
    refused("--native --preset mips512 --goal 64", 64, "--goal 64 contradicts --preset mips512");
    refused("--native --play-on", 64, "--play-on contradicts --preset mips512 by lines");
    refused("--native --size 4 --fidelity program", 64, "--fidelity is for --preset mips512 only");
    refused("--native --goal 12", 64, "12 cannot be the goal");
    refused("--native --size 3 --goal 2048", 64, "the largest tile there is 1024");
    refused("--seed -1", 64, "'-1'");
    refused("--policy p", 64, "--hint");
    refused("--native extra", 64, "unexpected argument 'extra'");
}

#[test]
fn boards_that_are_none_are_refused() {
    let from = |cells: &str, part: &str| refused(&format!("--native --from \"{cells}\""), 64, part);
    from("2 0 3 0 0 0 0 0 0", "cell 3 holds 3");
    from("2 0 0 0 1024 0 0 0 0", "cell 5 holds 1024, but the game ends at 512");
    from("2 0 0 0 2 0 0 0 0 0", "10 cells do not make a square");
    from("2 0 0 / 0 2 / 0 0 0 0", "row 2 has 2 cells, not 3");
    from("2 0 0 a 2 0 0 0 0", "`a` is not the value of a tile");
    from("", "no cells are given");
    from(" ", "no cells are given");
    from("2", "a board has from 2 to 8 rows, not 1");
    from("1 0 0 0 2 0 0 0 0", "cell 1 holds 1");
    let line = r#"--native --size 4 --from "2 0 0 0 2 0 0 0 0""#;
    refused(line, 64, "the game is played on 4×4 cells, not on 3×3");
}

#[test]
fn hints_are_told_beside_the_game() {
    let board = "64 32 16 32 16 8 16 8 8";
    let line = format!("--native --seed 1 --from \"{board}\"");
    let plain = good(play(&line, "S\nS\nX\n"));
    let hinted = play(&format!("{line} --hint"), "S\nS\nX\n");
    assert_eq!((hinted.code, &hinted.stdout), (Some(0), &plain));
    let hints: Vec<&str> = hinted.stderr.lines().collect();
    assert_eq!(hints.len(), plain.matches(text::ENTER_MOVE).count(), "{}", hinted.stderr);
    assert!(hints.iter().all(|hint| hint.starts_with("hint: ")), "{}", hinted.stderr);

    let small = play("--native --size 3 --goal 16 --hint --seed 1", "X\n");
    assert!(small.stderr.ends_with("wins for certain\n"), "{}", small.stderr);
}

#[test]
fn hints_can_come_from_a_file() {
    let start: Board = "64 32 16 / 32 16 8 / 16 8 8".parse().expect("a board");
    let packed = Packed::<3>::from_exponents(start.exponents()).expect("it is 3×3");
    let policy = |spawn| {
        let question = Question::new(spawn, 512, vec![(packed, 1.0)]).expect("it can be solved");
        solve(&question, true, &Alone, &mut |_| ()).policy.expect("it was to be kept").to_bytes()
    };
    let (good_one, other) = (policy(Spawn::Twos), policy(Spawn::TwosAndFours));
    let damaged = good_one[..good_one.len() - 1].to_vec();
    let files =
        [("good", good_one), ("other", other), ("damaged", damaged), ("text", b"x".to_vec())];
    let folder = Folder::with(files).expect("the folder can be made");
    let cells = "64\n32\n16\n32\n16\n8\n16\n8\n8\n";
    let input = format!("2\n{cells}3\n4\nX\n");
    let played = |file: &str, native: &str| {
        run_in(&folder, &format!("play {native} --hint --policy {file}"), &input)
    };
    let program = played("good", "");
    assert_eq!(program, played("good", "--native"));
    assert_eq!(program.stdout, spoken(Fidelity::Program, &input));
    let hints: Vec<&str> = program.stderr.lines().collect();
    assert_eq!(hints.len(), 3, "{}", program.stderr);
    assert!(hints[0].ends_with("wins for certain"), "{}", program.stderr);
    assert_eq!(hints[1], "hint: none while there are no new tiles");
    assert_eq!(hints[2], hints[0]);
    for (file, code, part) in [
        ("other", 64, "other is for the game to 512 where one new tile in ten is a 4"),
        ("damaged", 66, "damaged: this policy is damaged or cut short"),
        ("text", 66, "text: this is not a saved policy"),
        ("absent", 66, "absent could not be read"),
    ] {
        let ran = played(file, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{}", ran.stderr);
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
}

#[test]
fn hints_are_for_nine_cells() {
    refused("--native --size 4 --hint", 64, "--hint is for 3×3 cells only");
    refused("--native --size 3 --goal 4 --hint", 64, "from 8 to 1024");
}

#[test]
fn help_has_examples() {
    insta::assert_snapshot!(good(play("--help", "")));
}
