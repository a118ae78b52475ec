//! `fivetwelve.asm`: everything that the original was seen to do, and the games that its
//! documentation describes.

use mips_sim::Image;
use mips_sim::diag::Message;
use mips_sim::host::ScriptedHost;
use mips_sim::host::system::Crash;
use mips_sim::host::{Host, Input, Refused, Stream};
use mips_sim::machine::{Fault, Machine, MachineOptions, ServiceFault, Stop};
use mips_sim::observe::Off;

use super::{BUDGET, Run, assembled, findings, host, run};

pub(crate) const WELCOME: &str = "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\n";
pub(crate) const CONFIG: &str =
    "Enter a board configuration (Invalid integer = back to Main menu):\n";
pub(crate) const ASK: &str = "Enter a move (W=Up, A=Left, S=Down, D=Right, X=Quit, \
    3=Disable RNG, 4=Enable RNG):\n";
const INVALID: &str = "Invalid move.\n";
const NOT_A_TILE: &str = "Invalid integer.\n";
const OFF: &str = "RNG Disabled.\n";
const ON: &str = "RNG Enabled.\n";
const WIN: &str = "Congratulations! You have reached the 512 tile!";
const LOSE: &str = "Game Over.";
const QUIT: &str = "Program Terminated.";

/// The one thing that the assembler may say of the game: its buffer is no buffer.
pub(crate) fn flaw() -> Message {
    Message::NoValue { directive: ".word".into() }
}

pub(crate) fn game() -> Image {
    assembled("fivetwelve.asm", &[flaw()])
}

fn play(lines: &[&str], draws: &[u32]) -> Run {
    run(&game(), host(lines, draws))
}

/// The lines that choose a state: `2 . 4 / …` with a dot for an empty cell.
fn state(board: &str) -> Vec<&str> {
    let cells = board.split_whitespace().filter(|word| *word != "/");
    let cells = cells.map(|word| if word == "." { "0" } else { word });
    ["2"].into_iter().chain(cells).collect()
}

/// A board as the game prints it.
fn board(text: &str) -> String {
    const LINE: &str = "+---+---+---+\n";
    let mut shown = String::new();
    for row in text.split('/') {
        shown += LINE;
        for cell in row.split_whitespace() {
            shown += &match cell {
                "." => "|   ".to_string(),
                one if one.len() == 1 => format!("| {one} "),
                more => format!("|{more:>3}"),
            };
        }
        shown += "|\n";
    }
    shown + LINE
}

/// Plays and compares the whole output: strings as they are, boards where there is a `/`.
#[track_caller]
fn check(lines: &[&str], draws: &[u32], expected: &[&str]) {
    let expected: String = expected
        .iter()
        .map(|part| if part.contains(" / ") { board(part) } else { (*part).to_string() })
        .collect();
    let ran = play(lines, draws);
    assert_eq!(ran.output, expected);
    assert_eq!(ran.stop, Stop::Exit(0));
}

/// The same from a state; the menu and the board itself are not repeated in what is expected.
#[track_caller]
fn check_state(start: &str, moves: &[&str], draws: &[u32], expected: &[&str]) {
    let lines = [state(start).as_slice(), moves].concat();
    check(&lines, draws, &[&[WELCOME, CONFIG, start], expected].concat());
}

/// The draws of a new game that put a 2 into two cells, counted from 0.
fn tiles(first: usize, second: usize) -> Vec<u32> {
    (0..9).map(|cell| u32::from(cell == first || cell == second)).collect()
}

#[test]
fn t1_the_documented_new_game() {
    let draws = [tiles(0, 1), vec![1, 5, 3, 4, 2]].concat();
    check(
        &["1", "A", "S", "S", "A", "A", "X"],
        &draws,
        &[
            WELCOME,
            "2 2 . / . . . / . . .",
            ASK,
            "4 2 . / . . . / . . .",
            ASK,
            ". . . / . . 2 / 4 2 .",
            ASK,
            ". . . / 2 . . / 4 2 2",
            ASK,
            ". . . / 2 2 . / 4 4 .",
            ASK,
            ". . 2 / 4 . . / 8 . .",
            ASK,
            QUIT,
        ],
    );
}

#[test]
fn t2_the_documented_win() {
    check_state(
        "128 64 64 / 32 256 128 / . . .",
        &["D", "3", "A", "4", "D", "A", "S"],
        &[7, 0, 8, 1],
        &[
            ASK,
            ". 128 128 / 32 256 128 / . 2 .",
            ASK,
            OFF,
            ASK,
            "256 . . / 32 256 128 / 2 . .",
            ASK,
            ON,
            ASK,
            "2 . 256 / 32 256 128 / . . 2",
            ASK,
            "2 256 . / 32 256 128 / 2 . 2",
            ASK,
            "2 2 . / 32 . 128 / 2 512 2",
            WIN,
        ],
    );
}

#[test]
fn t3_the_documented_loss() {
    check_state(
        "8 16 32 / . 64 . / . 128 .",
        &["A", "S", "D", "W"],
        &[8, 1, 3, 6],
        &[
            ASK,
            "8 16 32 / 64 . . / 128 . 2",
            ASK,
            "8 2 . / 64 . 32 / 128 16 2",
            ASK,
            ". 8 2 / 2 64 32 / 128 16 2",
            ASK,
            "2 8 2 / 128 64 32 / 2 16 2",
            LOSE,
        ],
    );
}

#[test]
fn further_games_seen_under_mars() {
    let off = |start: &str, moves: &[&str], expected: &[&str]| {
        check_state(start, &[&["3"], moves].concat(), &[], &[&[ASK, OFF], expected].concat());
    };
    off(
        "2 2 4 / . . . / . . .",
        &["A", "A", "D", "X"],
        &[
            ASK,
            "4 4 . / . . . / . . .",
            ASK,
            "8 . . / . . . / . . .",
            ASK,
            ". . 8 / . . . / . . .",
            ASK,
            QUIT,
        ],
    );
    let start = "2 2 2 / 4 2 2 / 2 2 4";
    off(start, &["A", "X"], &[ASK, "4 2 . / 4 4 . / 4 4 .", ASK, QUIT]);
    off(start, &["D", "X"], &[ASK, ". 2 4 / . 4 4 / . 4 4", ASK, QUIT]);
    off("256 . . / 256 . . / . . .", &["S"], &[ASK, ". . . / . . . / 512 . .", WIN]);
    check_state(
        "2 2 4 / 8 16 32 / 64 128 256",
        &["A", "X"],
        &[0, 4, 2],
        &[ASK, "4 4 2 / 8 16 32 / 64 128 256", ASK, QUIT],
    );
}

/// What a line listed from its wall outwards must become.
fn slide(line: [u32; 3]) -> [u32; 3] {
    let mut left = line.into_iter().filter(|value| *value != 0).peekable();
    let mut moved = [0; 3];
    for cell in &mut moved {
        let Some(value) = left.next() else { break };
        let merges = left.next_if_eq(&value).is_some();
        *cell = if merges { 2 * value } else { value };
    }
    moved
}

#[test]
fn every_line_slides_as_the_rules_say() {
    let image = game();
    let values = [0, 2, 4, 8, 16, 32, 64, 128, 256];
    let triples = values.iter().flat_map(|a| values.iter().map(move |b| (a, b)));
    for line in triples.flat_map(|(a, b)| values.iter().map(move |c| [*a, *b, *c])) {
        let cells = line.map(|value| value.to_string());
        let first = [cells[0].as_str(), cells[1].as_str(), cells[2].as_str()];
        let lines = [&["2"], first.as_slice(), &["0"; 6], &["3", "A", "X"]].concat();
        let output = run(&image, host(&lines, &[])).output;
        let moved = slide(line);
        let row = moved.map(|value| if value == 0 { ".".into() } else { value.to_string() });
        let shown = board(&format!("{} / . . . / . . .", row.join(" ")));
        let end = match moved {
            _ if moved == line => format!("{ASK}{INVALID}{ASK}{QUIT}"),
            _ if moved.contains(&512) => format!("{shown}{WIN}"),
            _ => format!("{shown}{ASK}{QUIT}"),
        };
        assert!(output.ends_with(&end), "{line:?}: {output}");
    }
}

#[test]
fn a_full_board_ends_at_once() {
    check_state("2 4 2 / 4 2 4 / 2 4 2", &[], &[], &[LOSE]);
    // Won and stuck: the win is looked for first.
    check_state("512 4 2 / 4 2 4 / 2 4 2", &[], &[], &[WIN]);
    check_state(". . . / . 512 . / . . .", &[], &[], &[WIN]);
}

#[test]
fn every_neighbouring_pair_keeps_the_game_alive() {
    // Nine different values, of which two neighbours are made equal.
    let values = ["2", "4", "8", "16", "32", "64", "128", "256", "2"];
    let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)];
    let columns = [(0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8)];
    for (one, two) in pairs.into_iter().chain(columns) {
        let mut cells = values;
        cells[two] = cells[one];
        let lines = [&["2"], cells.as_slice(), &["X"]].concat();
        let ran = play(&lines, &[]);
        assert!(ran.output.ends_with(&format!("{ASK}{QUIT}")), "{one} and {two}: {}", ran.output);
    }
    let lines = [&["2"], values.as_slice()].concat();
    assert!(play(&lines, &[]).output.ends_with(LOSE));
}

#[test]
fn an_empty_board_has_no_move() {
    check_state(
        ". . . / . . . / . . .",
        &["W", "A", "S", "D", "X"],
        &[],
        &[ASK, INVALID, ASK, INVALID, ASK, INVALID, ASK, INVALID, ASK, QUIT],
    );
}

#[test]
fn a_move_that_changes_nothing_is_refused_and_spawns_nothing() {
    check_state("2 . . / 4 . . / 8 . .", &["A", "X"], &[5], &[ASK, INVALID, ASK, QUIT]);
    check_state(
        "2 4 . / . . . / . . .",
        &["A", "D", "X"],
        &[5],
        &[ASK, INVALID, ASK, ". 2 4 / . . 2 / . . .", ASK, QUIT],
    );
}

#[test]
fn chance_can_be_switched_off_and_on() {
    check_state(
        "2 . . / . . . / . . .",
        &["3", "D", "A", "4", "D", "X"],
        &[0],
        &[
            ASK,
            OFF,
            ASK,
            ". . 2 / . . . / . . .",
            ASK,
            "2 . . / . . . / . . .",
            ASK,
            ON,
            ASK,
            "2 . 2 / . . . / . . .",
            ASK,
            QUIT,
        ],
    );
}

#[test]
fn occupied_cells_are_drawn_again() {
    check_state(
        "2 . . / . . . / . . 4",
        &["D", "X"],
        &[2, 8, 2, 8, 3],
        &[ASK, ". . 2 / 2 . . / . . 4", ASK, QUIT],
    );
}

#[test]
fn only_the_exact_letters_are_taken() {
    let refused = ["w", "a", "s", "d", "x", "", " A", "A ", "AA", "1", "2", "5", "WASD", "ABC"];
    let lines = [state("2 . . / . . . / . . .").as_slice(), &refused, &["X"]].concat();
    let expected = format!("{ASK}{INVALID}").repeat(refused.len()) + ASK + QUIT;
    assert!(play(&lines, &[]).output.ends_with(&expected));
}

#[test]
fn only_the_low_byte_of_a_character_counts() {
    check_state(
        "2 . . / . . . / . . .",
        &["ń", "X"],
        &[0],
        &[ASK, "2 . 2 / . . . / . . .", ASK, QUIT],
    );
}

#[test]
fn a_long_line_does_no_harm_in_the_game() {
    let long = "D".repeat(200);
    check_state(
        "2 . . / . . . / . . .",
        &[&long, "abc", "D", "X"],
        &[0],
        &[ASK, INVALID, ASK, INVALID, ASK, "2 . 2 / . . . / . . .", ASK, QUIT],
    );
}

#[test]
fn the_menu_locks_up_after_three_characters() {
    let wrong = [WELCOME, INVALID].concat();
    let expected = [wrong.repeat(5).as_str(), WELCOME, QUIT].concat();
    check(&["abc", "1", "", "1", "ab", "X"], &[], &[&expected]);
    let expected = [wrong.repeat(4).as_str(), WELCOME, QUIT].concat();
    check(&["main menu", "X", "2", "ab", "X"], &[], &[&expected]);
    let expected = [wrong.repeat(4).as_str(), WELCOME, QUIT].concat();
    check(&["x", "3", "W", "", "X"], &[], &[&expected]);
}

#[test]
fn a_line_may_end_in_any_way() {
    for input in ["x\nX\n", "x\r\nX\r\n", "x\rX\r", "x\nX"] {
        let ran = run(&game(), ScriptedHost::new(input));
        assert_eq!(ran.output, [WELCOME, INVALID, WELCOME, QUIT].concat(), "{input:?}");
    }
}

#[test]
fn an_integer_that_is_no_tile_leads_back_to_the_menu() {
    for wrong in ["3", "-2", "1024", "1", "6", "510"] {
        let expected = [WELCOME, CONFIG, NOT_A_TILE, WELCOME, QUIT];
        check(&["2", "2", "4", wrong, "X"], &[], &expected);
    }
    // What was read before is of no account.
    let again = state("4 . . / . . . / . . .");
    let lines = [&["2", "2", "3"], again.as_slice(), &["X"]].concat();
    let shown = [WELCOME, CONFIG, NOT_A_TILE, WELCOME, CONFIG];
    check(&lines, &[], &[&shown[..], &["4 . . / . . . / . . .", ASK, QUIT]].concat());
}

#[test]
fn integers_are_read_as_mars_reads_them() {
    let lines = ["2", "+4", " 2 ", "08", "016", "32", "64", "128", "256", "0", "X"];
    check(&lines, &[], &[WELCOME, CONFIG, "4 2 8 / 16 32 64 / 128 256 .", ASK, QUIT]);
    for wrong in ["", "X", "2 4", "99999999999", "2.0", "0x2"] {
        let ran = play(&["2", "2", wrong], &[]);
        let Stop::Fault { fault, .. } = ran.stop else { panic!("{wrong:?}: {:?}", ran.stop) };
        assert_eq!(fault, Fault::Service(ServiceFault::Integer), "{wrong:?}");
        assert_eq!(ran.output, [WELCOME, CONFIG].concat());
    }
}

#[test]
fn the_end_of_input_ends_the_run() {
    for lines in [&[][..], &["1"], &["2", "2"], &["1", "A"]] {
        let ran = play(lines, &tiles(0, 1));
        let Stop::Crash { crash, .. } = ran.stop else { panic!("{lines:?}: {:?}", ran.stop) };
        assert_eq!(crash, Crash::EndOfInput);
    }
}

#[test]
fn a_new_game_follows_the_bits() {
    // The third one bit of a pass is ignored.
    check(&["1", "X"], &[1; 9], &[WELCOME, "2 2 . / . . . / . . .", ASK, QUIT]);
    check(&["1", "X"], &tiles(7, 8), &[WELCOME, ". . . / . . . / . 2 2", ASK, QUIT]);
    // An empty pass is repeated.
    let draws = [vec![0; 9], tiles(3, 5)].concat();
    check(&["1", "X"], &draws, &[WELCOME, ". . . / 2 . 2 / . . .", ASK, QUIT]);
    // A pass with one tile is repeated too, but its tile counts and is overwritten.
    let draws = [tiles(0, 0), vec![0; 9], tiles(4, 8)].concat();
    check(&["1", "X"], &draws, &[WELCOME, ". . . / . 2 . / . . .", ASK, QUIT]);
}

#[test]
fn every_first_pass_starts_the_game_it_should() {
    let image = game();
    let mut single = 0;
    for bits in 0..1u32 << 9 {
        let pass: Vec<u32> = (0..9).map(|cell| bits >> cell & 1).collect();
        // If the pass is repeated, then with ones only.
        let draws = [pass.as_slice(), &[1; 9]].concat();
        let mut ones = (0..9).filter(|cell| pass[*cell] == 1);
        let tiles = match (ones.next(), ones.next()) {
            (Some(first), Some(second)) => vec![first, second],
            // One was counted already, so that only one more is put.
            (Some(_), None) => vec![0],
            _ => vec![0, 1],
        };
        single += u32::from(tiles.len() == 1);
        let cells: Vec<_> = (0..9).map(|c| if tiles.contains(&c) { "2" } else { "." }).collect();
        let rows: Vec<String> = cells.chunks(3).map(|row| row.join(" ")).collect();
        let output = run(&image, host(&["1", "X"], &draws)).output;
        let shown = board(&rows.join(" / "));
        assert_eq!(output, format!("{WELCOME}{shown}{ASK}{QUIT}"), "{pass:?}");
    }
    assert_eq!(single, 9);
}

/// Answers every draw with the next of a list, and notes the streams that were asked.
struct Streams {
    host: ScriptedHost,
    asked: Vec<u32>,
}

impl Host for Streams {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        self.host.read(buffer)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.host.write(stream, bytes)
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        self.asked.push(stream);
        self.host.draw(stream)
    }
}

#[test]
fn the_stream_is_whatever_was_left_in_a0() {
    let image = game();
    let asked = |lines: &[&str], draws: &[u32]| {
        let mut host = Streams { host: host(lines, draws), asked: Vec::new() };
        let mut machine = Machine::load(&image, &MachineOptions::default());
        assert_eq!(machine.run(&mut host, &mut Off, BUDGET), Stop::Exit(0));
        host.asked
    };
    let buffer = image.symbols.iter().find(|symbol| symbol.name == "MOVE").unwrap().address;
    let saved = image.symbols.iter().find(|symbol| symbol.name == "ORIGIN_GRID").unwrap().address;
    assert_eq!((buffer, saved), (0x1001_019c, 0x1001_019c));
    assert_eq!(
        asked(&["1", "X"], &[0, 1, 1, 0, 0, 1, 0, 0, 1]),
        [buffer, 0, 1, 1, 0, 0, 1, 0, 0],
        "the buffer's address, then the draw before"
    );
    // Then the first-listed cell of the third line, and the draw before if it was in vain.
    let start = state("2 4 8 / 16 2 32 / 64 128 .");
    for (letter, cell) in [("W", 8), ("A", 64), ("S", 32), ("D", 128)] {
        let lines = [start.as_slice(), &["3", letter, "X"]].concat();
        assert!(asked(&lines, &[]).is_empty());
        let illegal = matches!(letter, "W" | "A");
        let lines = [start.as_slice(), &[letter, "X"]].concat();
        let empty = if letter == "S" { 2 } else { 6 };
        let draws = [1, 5, empty];
        let expected = if illegal { vec![] } else { vec![cell, 1, 5] };
        assert_eq!(asked(&lines, &draws), expected, "{letter}");
    }
    let start = state(". 2 4 / . 8 16 / . 32 64");
    let lines = [start.as_slice(), &["A", "X"]].concat();
    assert_eq!(asked(&lines, &[0, 1, 2]), [32, 0, 1]);
    let start = state(". . . / 2 4 8 / 16 32 64");
    let lines = [start.as_slice(), &["W", "X"]].concat();
    assert_eq!(asked(&lines, &[0, 1, 6]), [8, 0, 1]);
}

#[test]
fn the_checker_finds_the_buffer_that_is_none_and_nothing_else() {
    let games: [(&[&str], Vec<u32>); 3] = [
        (&["1", "A", "S", "w", "D", "3", "W", "D", "4", "A", "X"], tiles(0, 1)),
        (&["x", "2", "3", "1", "X"], tiles(2, 5)),
        (&["2", "256", "256", "0", "0", "0", "0", "0", "0", "2", "A"], vec![]),
    ];
    for (lines, draws) in games {
        let mut found = findings(&game(), host(lines, &draws));
        found.dedup();
        assert_eq!(found, ["C0029"], "{lines:?}");
    }
}
