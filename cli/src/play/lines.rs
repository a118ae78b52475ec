//! The native game by lines of text, for pipes and plain terminals.
//!
//! The assembly game speaks as [`engine::protocol`] has it. All others speak as
//! `asm/classic2048.asm` does, on boards of any size ([`Classic`]); with the same seed the 4×4 game
//! to 2048 is that program's, byte for byte, as long as the input is ASCII.

use std::io::{self, BufRead, BufReader, Read, Write};

use engine::protocol::{End, Phase, TextGame};
use engine::solve::Policy;
use engine::{Board, Chance, Direction, Game, Refusal, Status};

use super::hints::hint;
use super::setup::Setup;
use super::{INPUT_ENDED, Luck, NOT_AN_INTEGER};
use crate::exit::Exit;
use crate::io::Io;

/// Input is taken in pieces of a line at most, so that there is a hint before every move.
const PIECE: u64 = 1 << 12;
/// A longer line is not a move anyway.
const MAX_LINE: usize = 100;

/// Plays by lines on standard input and output.
pub(crate) fn play(
    setup: &Setup,
    luck: Luck,
    policy: Option<&Policy<3>>,
    io: &mut Io,
) -> io::Result<Exit> {
    let input = BufReader::new(io::stdin());
    match setup.twin {
        Some(fidelity) => {
            let session = TextGame::new(fidelity).with_final_newline();
            let mut twin = Twin { session, luck, unshown: Vec::new() };
            if let Some(board) = &setup.start {
                twin.start_from(board);
            }
            pump(twin, input, policy, io)
        }
        None => pump(Classic::new(setup, luck), input, policy, io),
    }
}

/// A game that takes bytes and gives text.
trait Spoken {
    /// Takes input, of which there is no more if it is `None`; what is printed, and how the game
    /// ended if it has.
    fn take(&mut self, input: Option<&[u8]>, output: &mut Vec<u8>) -> Option<End>;

    /// The game, if a move is asked for.
    fn asked(&self) -> Option<&Game>;
}

fn pump<R: Read>(
    mut game: impl Spoken,
    mut input: BufReader<R>,
    policy: Option<&Policy<3>>,
    io: &mut Io,
) -> io::Result<Exit> {
    let mut piece = Vec::new();
    let mut output = Vec::new();
    let mut end = game.take(Some(&[]), &mut output);
    loop {
        io.out.write_all(&output)?;
        output.clear();
        if let (Some(policy), None, Some(game)) = (policy, end, game.asked()) {
            io.out.flush()?;
            writeln!(io.err, "hint: {}", hint(policy, game.board(), game.spawning()))?;
        }
        match end {
            None => {}
            Some(End::Won | End::Lost | End::Quit) => return Ok(Exit::Ok),
            Some(End::Eof) => {
                io.out.flush()?;
                writeln!(io.err, "{INPUT_ENDED}")?;
                return Ok(Exit::Ok);
            }
            Some(End::InputError { .. }) => {
                io.out.flush()?;
                writeln!(io.err, "{NOT_AN_INTEGER}")?;
                return Ok(Exit::Unable);
            }
        }
        if input.buffer().is_empty() {
            // What was asked must be on the screen before the answer is awaited.
            io.out.flush()?;
            io.err.flush()?;
        }
        piece.clear();
        // Input that can't be read is at its end.
        let count = input.by_ref().take(PIECE).read_until(b'\n', &mut piece).unwrap_or(0);
        end = game.take((count > 0).then_some(&piece), &mut output);
    }
}

/// The twin of the assembly game.
struct Twin {
    session: TextGame,
    luck: Luck,
    /// What it has printed already.
    unshown: Vec<u8>,
}

impl Twin {
    /// Enters a board as a player would, but shows only what comes of it: what is printed after
    /// the last cell.
    fn start_from(&mut self, board: &Board) {
        for line in ["2\n".to_owned()].into_iter().chain(board.values().map(|v| format!("{v}\n"))) {
            self.unshown.clear();
            self.session.feed(line.as_bytes(), &mut self.luck, &mut self.unshown);
        }
    }
}

impl Spoken for Twin {
    fn take(&mut self, input: Option<&[u8]>, output: &mut Vec<u8>) -> Option<End> {
        output.append(&mut self.unshown);
        match input {
            Some(input) => self.session.feed(input, &mut self.luck, output),
            None => Some(self.session.finish(&mut self.luck, output)),
        }
    }

    fn asked(&self) -> Option<&Game> {
        self.session.game().filter(|_| self.session.phase() == Phase::Move)
    }
}

/// Any game in the words of `asm/classic2048.asm`:
///
/// ```text
/// Score: 4
/// +------+------+
/// |    2 |      |
/// +------+------+
/// |    4 |      |
/// +------+------+
/// Move (W A S D, X to quit):
/// ```
///
/// The answer is a line. `That is not a move.` or `Nothing moves that way.` and the question again,
/// or the score and the board again. It ends with `You made a 2048!`, `No move is left.` or `Bye.`,
/// and silently at the end of the input.
struct Classic<C = Luck> {
    game: Game,
    chance: C,
    begun: bool,
    line: Vec<u8>,
    /// A newline that comes next belongs to the carriage return before it.
    skip_newline: bool,
}

impl<C: Chance> Classic<C> {
    fn new(setup: &Setup, mut chance: C) -> Classic<C> {
        let start = setup.start.and_then(|board| Game::from_board(setup.rules, board).ok());
        let game = start.unwrap_or_else(|| Game::new(setup.rules, &mut chance));
        Classic { game, chance, begun: false, line: Vec::new(), skip_newline: false }
    }

    /// The score, the board, and either the end or the question.
    fn show(&self, output: &mut Vec<u8>) -> Option<End> {
        output.extend(format!("Score: {}\n", self.game.score()).bytes());
        output.extend(framed(self.game.board()).bytes());
        match self.game.status() {
            Status::Won => {
                output.extend(format!("You made a {}!\n", self.game.rules().goal()).bytes());
                Some(End::Won)
            }
            Status::Lost => {
                output.extend(b"No move is left.\n");
                Some(End::Lost)
            }
            Status::Playing => ask(output),
        }
    }

    fn answer(&mut self, output: &mut Vec<u8>) -> Option<End> {
        let line = std::mem::take(&mut self.line);
        let letter = match line.as_slice() {
            [letter] => char::from(*letter),
            _ => ' ',
        };
        if letter == 'X' {
            output.extend(b"Bye.\n");
            return Some(End::Quit);
        }
        let Some(direction) = Direction::from_key(letter) else {
            output.extend(b"That is not a move.\n");
            return ask(output);
        };
        match self.game.apply(direction, &mut self.chance) {
            Err(Refusal::NothingMoves(_)) => {
                output.extend(b"Nothing moves that way.\n");
                ask(output)
            }
            _ => self.show(output),
        }
    }
}

fn ask(output: &mut Vec<u8>) -> Option<End> {
    output.extend(b"Move (W A S D, X to quit):\n");
    None
}

impl<C: Chance> Spoken for Classic<C> {
    fn take(&mut self, input: Option<&[u8]>, output: &mut Vec<u8>) -> Option<End> {
        let mut end = None;
        if !self.begun {
            self.begun = true;
            end = self.show(output);
        }
        for byte in input.unwrap_or_default() {
            if end.is_some() {
                break;
            }
            let follows = std::mem::replace(&mut self.skip_newline, *byte == b'\r');
            match byte {
                b'\n' if follows => {}
                b'\n' | b'\r' => end = self.answer(output),
                _ if self.line.len() < MAX_LINE => self.line.push(*byte),
                _ => {}
            }
        }
        match input {
            Some(_) => end,
            // A last line need not be ended.
            None if !self.line.is_empty() => self.answer(output).or(Some(End::Eof)),
            None => Some(End::Eof),
        }
    }

    fn asked(&self) -> Option<&Game> {
        Some(&self.game)
    }
}

/// A board with numbers to the right of their cells, four places wide or more.
fn framed(board: &Board) -> String {
    let numbers: Vec<String> = board
        .values()
        .map(|value| if value == 0 { String::new() } else { value.to_string() })
        .collect();
    let width = numbers.iter().map(String::len).max().unwrap_or(0).max(4);
    let border = format!("+{}\n", format!("{:-<1$}+", "", width + 2).repeat(board.side()));
    let mut text = border.clone();
    for row in numbers.chunks(board.side()) {
        text.extend(row.iter().map(|number| format!("| {number:>width$} ")));
        text.push_str("|\n");
        text.push_str(&border);
    }
    text
}
