//! `classic2048.asm` against a naive model: whole games, byte for byte.

use std::collections::VecDeque;
use std::fmt::Write;

use mips_sim::Image;
use mips_sim::java::Random;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;

use super::{BUDGET, assembled, findings, host, run};

const SIDE: usize = 4;
const PROMPT: &str = "Move (W A S D, X to quit):\n";

/// The game as one would write it without a thought for speed.
struct Model {
    board: [[u32; SIDE]; SIDE],
    score: u32,
    draws: VecDeque<u32>,
    output: String,
}

impl Model {
    fn new(draws: &[u32]) -> Model {
        let draws = draws.iter().copied().collect();
        Model { board: [[0; SIDE]; SIDE], score: 0, draws, output: String::new() }
    }

    fn add_tile(&mut self) {
        let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        let empty: Vec<_> = cells.filter(|(row, column)| self.board[*row][*column] == 0).collect();
        let (row, column) = empty[self.draws.pop_front().unwrap() as usize % empty.len()];
        let choice = self.draws.pop_front().unwrap() % 10;
        self.board[row][column] = if choice == 0 { 4 } else { 2 };
    }

    /// Turns the board so that the wall is on the left, slides its rows, and turns it back.
    fn slide(&mut self, letter: &str) -> bool {
        let before = self.board;
        let (transposed, reversed) = match letter {
            "W" => (true, false),
            "A" => (false, false),
            "S" => (true, true),
            _ => (false, true),
        };
        let turn = |board: [[u32; SIDE]; SIDE], back: bool| {
            let flip = |mut board: [[u32; SIDE]; SIDE]| {
                board.iter_mut().for_each(|row| row.reverse());
                board
            };
            let board = if reversed && back { flip(board) } else { board };
            let transpose = |row: usize| std::array::from_fn(|column| board[column][row]);
            let board = if transposed { std::array::from_fn(transpose) } else { board };
            if reversed && !back { flip(board) } else { board }
        };
        let mut board = turn(before, false);
        for row in &mut board {
            let mut tiles = row.iter().copied().filter(|tile| *tile != 0).peekable();
            let mut moved = [0; SIDE];
            for cell in &mut moved {
                let Some(tile) = tiles.next() else { break };
                *cell = tile;
                if tiles.next_if_eq(&tile).is_some() {
                    *cell = 2 * tile;
                    self.score += 2 * tile;
                }
            }
            *row = moved;
        }
        self.board = turn(board, true);
        self.board != before
    }

    fn is_stuck(&self) -> bool {
        let mut probe = Model { draws: VecDeque::new(), output: String::new(), ..*self };
        !["W", "A", "S", "D"].iter().any(|letter| probe.slide(letter))
    }

    fn print(&mut self) {
        writeln!(self.output, "Score: {}", self.score).unwrap();
        for row in self.board {
            self.output += "+------+------+------+------+\n";
            for tile in row {
                let text = if tile == 0 { String::new() } else { tile.to_string() };
                write!(self.output, "|{text:>5} ").unwrap();
            }
            self.output += "|\n";
        }
        self.output += "+------+------+------+------+\n";
    }

    /// Plays from the current board; returns what was printed.
    fn play(mut self, lines: &[&str]) -> String {
        let mut shows = true;
        for line in lines {
            if shows {
                self.print();
                let end = if self.board.as_flattened().contains(&2048) {
                    Some("You made a 2048!\n")
                } else {
                    self.is_stuck().then_some("No move is left.\n")
                };
                if let Some(end) = end {
                    return self.output + end;
                }
            }
            self.output += PROMPT;
            shows = false;
            match *line {
                "X" => return self.output + "Bye.\n",
                "W" | "A" | "S" | "D" => {
                    if self.slide(line) {
                        self.add_tile();
                        shows = true;
                    } else {
                        self.output += "Nothing moves that way.\n";
                    }
                }
                _ => self.output += "That is not a move.\n",
            }
        }
        self.output
    }
}

fn classic() -> Image {
    assembled("classic2048.asm", &[])
}

/// Runs the program from a board of ours instead of its own two tiles.
fn from_board(image: &Image, board: [[u32; SIDE]; SIDE], lines: &[&str], draws: &[u32]) -> String {
    let address = |name: &str| image.symbols.iter().find(|s| s.name == name).unwrap().address;
    let options = MachineOptions { entry: Some(address("turn")), ..MachineOptions::default() };
    let mut machine = Machine::load(image, &options);
    for (tile, at) in board.as_flattened().iter().zip(0..) {
        machine.memory.store_word(address("board") + 4 * at, *tile).unwrap();
    }
    let mut host = host(lines, draws);
    assert_eq!(machine.run(&mut host, &mut Off, BUDGET), Stop::Exit(0));
    String::from_utf8(host.output).unwrap()
}

#[test]
fn whole_games_go_as_in_the_model() {
    let image = classic();
    let mut ends = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let letters = ["W", "A", "S", "D", "A", "S", "w", "", "WA", " A"];
        let mut lines: Vec<&str> =
            (0..400).map(|_| letters[random.next_int_below(10) as usize]).collect();
        lines.push("X");
        let draws: Vec<u32> = (0..1000).map(|_| random.next(31) as u32).collect();
        let mut model = Model::new(&draws);
        model.add_tile();
        model.add_tile();
        let ran = run(&image, host(&lines, &draws));
        assert_eq!(ran.output, model.play(&lines), "seed {seed}");
        assert_eq!(ran.stop, Stop::Exit(0));
        ends += u32::from(ran.output.ends_with("No move is left.\n"));
    }
    assert!(ends > 10, "only {ends} of the games were played to their end");
}

#[test]
fn boards_of_all_kinds_slide_as_in_the_model() {
    let image = classic();
    let mut random = Random::new(2048);
    for case in 0..400 {
        // From crowded boards of few values to sparse ones of many.
        let values = 1 + random.next_int_below(if case % 2 == 0 { 3 } else { 11 });
        let mut board = [[0; SIDE]; SIDE];
        for cell in board.as_flattened_mut() {
            let exponent = random.next_int_below(values + 1);
            *cell = if exponent == 0 { 0 } else { 1 << exponent };
        }
        for letter in ["W", "A", "S", "D"] {
            let draws = [random.next(31) as u32, random.next(31) as u32];
            let model = Model { board, ..Model::new(&draws) };
            let lines = [letter, "X"];
            assert_eq!(from_board(&image, board, &lines, &draws), model.play(&lines), "{board:?}");
        }
    }
}

#[test]
fn the_board_of_the_course_slides_as_it_says() {
    let image = classic();
    let board = [[2, 2, 2, 2], [0, 0, 4, 0], [2, 0, 2, 0], [4, 4, 0, 4]];
    let right = from_board(&image, board, &["D", "X"], &[0, 1]);
    for row in ["|    2 |      |    4 |    4 |", "|      |      |    4 |    8 |", "Score: 20\n"] {
        assert!(right.contains(row), "{row} is not in\n{right}");
    }
    let up = from_board(&image, board, &["W", "X"], &[3, 0]);
    for row in ["|    4 |    2 |    2 |    2 |", "|    4 |    4 |    4 |    4 |", "Score: 4\n"] {
        assert!(up.contains(row), "{row} is not in\n{up}");
    }
}

#[test]
fn it_ends_when_it_is_won_or_lost() {
    let image = classic();
    let mut board = [[0; SIDE]; SIDE];
    (board[3][0], board[3][3]) = (1024, 1024);
    assert!(from_board(&image, board, &["A"], &[0, 1]).ends_with("You made a 2048!\n"));
    let full = [[2, 4, 8, 16], [32, 64, 128, 256], [2, 4, 8, 16], [32, 64, 128, 256]];
    assert!(from_board(&image, full, &[], &[]).ends_with("No move is left.\n"));
}

#[test]
fn the_checker_has_nothing_to_say() {
    let lines: Vec<&str> = ["W", "A", "S", "D", "?"].into_iter().cycle().take(300).collect();
    assert_eq!(findings(&classic(), host(&lines, &[])), [""; 0]);
    assert_eq!(findings(&classic(), host(&["A", "S", "X"], &[])), [""; 0]);
}
