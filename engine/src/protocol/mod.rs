//! The 3×3 game as its players see it: lines go in, text comes out, byte for byte.
//!
//! A [`TextGame`] is the assembly program without a machine. It takes input in pieces of any size and
//! gives the output that the program would print up to its next read, so it can stand behind a
//! terminal, a pipe or a test, and it can be copied at any moment to try two ways on.
//!
//! It comes in two fidelities. [`Fidelity::Program`] does what the program does when the simulator
//! runs it, mistakes included. [`Fidelity::Intended`] does what its documentation says:
//!
//! | | `Program` | `Intended` |
//! |---|---|---|
//! | which lines are choices | four bytes of memory are compared, of which a line of one letter sets three: after a line of three letters or more, the menu rejects everything until a line of exactly two | the line must be the letter and nothing else |
//! | letters outside ASCII | only the low eight bits of each UTF-16 unit are kept, so `ń` is `D` | are not a choice |
//! | the first board | has a single tile in 9 of 511 games, see [`Start::Passes`] | always has two; the draws are the same unless the mistake shows, see [`Start::FreshPasses`] |
//! | a line that is not an integer where a cell is asked for | ends the game with a run error of the simulator, [`End::InputError`] | `Invalid integer.` and back to the menu, as the prompt promises |
//!
//! Everything else is the same for both, in particular what lines are and how integers are read:
//! `\n`, `\r\n` and `\r` end a line, a last line need not be ended; blanks around an integer do not
//! matter, a sign is allowed, digits may be those of any script.
//!
//! At the end of its input the program crashes inside the simulator; a session stops with
//! [`End::Eof`] and prints nothing. Nor does it print the simulator's own words about a run error.
//! Lines are read up to a mebibyte; what goes beyond is dropped.
//!
//! ```
//! use engine::Scripted;
//! use engine::protocol::{End, Fidelity, TextGame};
//!
//! let mut chance = Scripted::new([1, 1, 0, 0, 0, 0, 0, 0, 0]);
//! let mut session = TextGame::new(Fidelity::Program);
//! let mut output = Vec::new();
//! session.feed(b"1", &mut chance, &mut output);
//! assert!(output.ends_with(b"[X] Quit\n")); // The line is not complete.
//! session.feed(b"\n", &mut chance, &mut output);
//! assert_eq!(session.game().unwrap().board().to_string(), "2 2 . / . . . / . . .");
//! assert_eq!(session.feed(b"X\n", &mut chance, &mut output), Some(End::Quit));
//! assert!(output.ends_with(b"Program Terminated."));
//! ```

mod integer;
mod lines;
mod memory;
pub mod text;

use crate::{Board, Chance, Direction, Game, Rules, Start, Status, render};
use lines::LineReader;
use memory::Memory;

/// How true to the program a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fidelity {
    /// Mistake for mistake.
    Program,
    /// As documented.
    Intended,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The goal was reached.
    Won,
    /// No action was left.
    Lost,
    /// The player left.
    Quit,
    /// The input ended where a line was needed.
    Eof,
    /// The simulator stopped the program because a line is not an integer.
    InputError {
        /// The number of that line, counted from 1.
        line: u64,
        /// The cell that it was meant for, counted from 0.
        cell: usize,
    },
}

/// What a session waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It has not begun: nothing has been printed.
    Start,
    /// A choice of the menu.
    Menu,
    /// The value of a cell, counted from 0.
    Cell(usize),
    /// A move.
    Move,
    /// Nothing any more.
    Ended(End),
}

/// A game under way: lines in, text out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextGame {
    fidelity: Fidelity,
    final_newline: bool,
    phase: Phase,
    reader: LineReader,
    lines: u64,
    memory: Memory,
    /// The cells entered so far.
    cells: [u64; CELLS],
    game: Option<Game>,
}

const CELLS: usize = 9;

impl TextGame {
    /// A game that has printed nothing yet: the menu comes with the first [`TextGame::feed`].
    pub fn new(fidelity: Fidelity) -> TextGame {
        TextGame {
            fidelity,
            final_newline: false,
            phase: Phase::Start,
            reader: LineReader::default(),
            lines: 0,
            memory: Memory::default(),
            cells: [0; CELLS],
            game: None,
        }
    }

    /// The same, with a newline at the very end if the program ends by itself: the simulator's
    /// command line adds one.
    pub fn with_final_newline(self) -> TextGame {
        TextGame { final_newline: true, ..self }
    }

    /// Takes input and adds what is printed to the output, up to where more input is needed. Tells
    /// how the session ended if it has; input beyond that is ignored.
    pub fn feed(
        &mut self,
        mut input: &[u8],
        chance: &mut impl Chance,
        output: &mut Vec<u8>,
    ) -> Option<End> {
        self.begin(output);
        while self.end().is_none() {
            let line = self.reader.line(&mut input)?;
            self.take_line(&line, chance, output);
        }
        self.end()
    }

    /// Tells that there is no more input. A line that was not ended counts as one.
    pub fn finish(&mut self, chance: &mut impl Chance, output: &mut Vec<u8>) -> End {
        self.begin(output);
        if self.end().is_none()
            && let Some(line) = self.reader.last_line()
        {
            self.take_line(&line, chance, output);
        }
        self.end().unwrap_or_else(|| {
            self.phase = Phase::Ended(End::Eof);
            End::Eof
        })
    }

    /// Plays to the end with the given input and no more: all that is printed, and how it ends.
    pub fn run(mut self, input: &[u8], chance: &mut impl Chance) -> (Vec<u8>, End) {
        let mut output = Vec::new();
        self.feed(input, chance, &mut output);
        let end = self.finish(chance, &mut output);
        (output, end)
    }

    /// What the session waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the session ended, if it has.
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// The game, once there is one; it stays after the end.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// How many lines have been read.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    fn begin(&mut self, output: &mut Vec<u8>) {
        if self.phase == Phase::Start {
            self.show_menu(output);
        }
    }

    fn take_line(&mut self, line: &[u8], chance: &mut impl Chance, output: &mut Vec<u8>) {
        self.lines += 1;
        match self.phase {
            Phase::Start | Phase::Ended(_) => {}
            Phase::Menu => self.choose(line, chance, output),
            Phase::Cell(cell) => self.enter_cell(cell, line, output),
            Phase::Move => self.make_move(line, chance, output),
        }
    }

    fn show_menu(&mut self, output: &mut Vec<u8>) {
        self.phase = Phase::Menu;
        print(output, text::WELCOME);
    }

    fn choose(&mut self, line: &[u8], chance: &mut impl Chance, output: &mut Vec<u8>) {
        match self.letter(line) {
            Some('1') => {
                self.game = Some(Game::new(self.rules(), chance));
                self.show_board(output);
            }
            Some('2') => {
                self.phase = Phase::Cell(0);
                print(output, text::BOARD_CONFIG);
            }
            Some('X') => self.stop(End::Quit, text::QUIT, output),
            _ => {
                print(output, text::INVALID_MOVE);
                self.show_menu(output);
            }
        }
    }

    fn enter_cell(&mut self, cell: usize, line: &[u8], output: &mut Vec<u8>) {
        let value = integer::parse(&String::from_utf8_lossy(line));
        let tile = value.and_then(|value| u64::try_from(value).ok()).filter(|value| {
            *value == 0 || value.is_power_of_two() && (2..=self.rules().goal()).contains(value)
        });
        match (value, tile) {
            (None, _) if self.fidelity == Fidelity::Program => {
                self.phase = Phase::Ended(End::InputError { line: self.lines, cell });
            }
            (_, None) => {
                print(output, text::INVALID_INT);
                self.show_menu(output);
            }
            (_, Some(tile)) => {
                self.cells[cell] = tile;
                self.phase = Phase::Cell(cell + 1);
                if cell + 1 == CELLS {
                    let board = Board::from_values(self.rules().side(), &self.cells).ok();
                    self.game = board.and_then(|board| Game::from_board(self.rules(), board).ok());
                    self.show_board(output);
                }
            }
        }
    }

    fn make_move(&mut self, line: &[u8], chance: &mut impl Chance, output: &mut Vec<u8>) {
        let letter = self.letter(line);
        if letter == Some('X') {
            return self.stop(End::Quit, text::QUIT, output);
        }
        let Some(game) = &mut self.game else { return };
        // The program keeps the board to see later whether it changed.
        self.memory.save(game.board());
        let mut moved = false;
        let answer = match letter {
            Some('3') => {
                game.set_spawning(false);
                text::RNG_DISABLED
            }
            Some('4') => {
                game.set_spawning(true);
                text::RNG_ENABLED
            }
            _ => {
                let direction = letter.and_then(Direction::from_key);
                moved = direction.is_some_and(|direction| game.apply(direction, chance).is_ok());
                text::INVALID_MOVE
            }
        };
        if moved {
            self.show_board(output);
        } else {
            print(output, answer);
            print(output, text::ENTER_MOVE);
        }
    }

    /// The head of the program's loop: the board, and either the end or the next question.
    fn show_board(&mut self, output: &mut Vec<u8>) {
        let Some(game) = &self.game else { return };
        render::framed_into(game.board(), output);
        match game.status() {
            Status::Won => self.stop(End::Won, text::WIN, output),
            Status::Lost => self.stop(End::Lost, text::LOSE, output),
            Status::Playing => {
                self.phase = Phase::Move;
                print(output, text::ENTER_MOVE);
            }
        }
    }

    fn stop(&mut self, end: End, words: &str, output: &mut Vec<u8>) {
        self.phase = Phase::Ended(end);
        print(output, words);
        if self.final_newline {
            print(output, "\n");
        }
    }

    /// The single letter that a line is taken for.
    fn letter(&mut self, line: &[u8]) -> Option<char> {
        let byte = match self.fidelity {
            Fidelity::Program => {
                self.memory.read_line(&String::from_utf8_lossy(line));
                self.memory.letter()
            }
            Fidelity::Intended => match line {
                [byte] => Some(*byte),
                _ => None,
            },
        };
        byte.map(char::from)
    }

    fn rules(&self) -> Rules {
        match self.fidelity {
            Fidelity::Program => Rules::mips512(),
            Fidelity::Intended => Rules::mips512().with_start(Start::FreshPasses),
        }
    }
}

fn print(output: &mut Vec<u8>, words: &str) {
    output.extend_from_slice(words.as_bytes());
}
