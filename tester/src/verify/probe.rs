//! A machine that is forked at the prompt: tries every key and every new tile from one state and
//! compares what is printed, byte by byte as it comes, with what should be.
//!
//! Where a move can be followed by several new tiles, the machine is stopped at the draw and goes on
//! from there once for each, so that the move itself runs only once.

use engine::Direction;
use engine::packed::Cells;
use mips_sim::host::{Host, Input, Refused, Stream};
use mips_sim::machine::{Change, Machine, Stop};
use mips_sim::observe::Off;

use super::counts::LayerCounts;
use super::expect::{Texts, refusal};
use super::layers::{Board, Status, illegal_line, rejected};
use crate::Program;

/// What was tried on a board when the program did something else than the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// To enter it.
    Entry,
    /// A line that is not a choice.
    Illegal,
    /// A direction in which nothing moves.
    Blocked(Direction),
    /// A move, and a new tile in a cell.
    Move(Direction, usize),
}

/// Why a board was not checked to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The program disagrees.
    Wrong(Tried),
    /// Its state can't be kept: it has files open, or reads ahead.
    Unkept,
}

/// Where states come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// The board is typed in, as choice 2 of the menu asks for it.
    Typed,
    /// A state that the machine was in: what it differs in from the template.
    Kept(&'a [Change]),
}

/// Two states that every probe begins with.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// After a new game has begun: kept states are differences from this one.
    pub(crate) template: Machine,
    /// At the menu.
    pub(crate) menu: Machine,
    /// How many instructions may follow a line.
    steps: u64,
    texts: Texts,
}

impl Base {
    /// Starts a program. What it prints is not looked at here.
    pub(crate) fn new(program: &Program, steps: u64) -> Base {
        let mut machine = program.subject().machine().clone();
        let mut talk = Talk::new(b"", &[], &[]);
        talk.deaf = true;
        machine.run(&mut talk, &mut Off, steps);
        machine.memory.share();
        let menu = machine.clone();
        let mut talk = Talk::new(b"1\n", &[], &[1, 1, 0, 0, 0, 0, 0, 0, 0]);
        talk.deaf = true;
        machine.run(&mut talk, &mut Off, steps);
        machine.memory.share();
        Base { template: machine, menu, steps, texts: Texts::new() }
    }
}

/// One machine that tries things.
pub(crate) struct Probe<'a> {
    base: &'a Base,
    machine: Machine,
    /// The board's state, at the prompt.
    here: Machine,
    /// The same after a key, at the draw.
    draw: Machine,
    /// What should be printed.
    text: Vec<u8>,
    refusal: Vec<u8>,
}

impl<'a> Probe<'a> {
    pub(crate) fn new(base: &'a Base) -> Probe<'a> {
        Probe {
            base,
            machine: base.template.clone(),
            here: base.template.clone(),
            draw: base.template.clone(),
            text: Vec::new(),
            refusal: refusal(),
        }
    }

    /// Begins a new game with these draws and keeps the state, as a difference from the template.
    pub(crate) fn start(
        &mut self,
        board: Board,
        draws: &[u32],
        kept: &mut Vec<Change>,
    ) -> Result<(), Trouble> {
        self.machine.clone_from(&self.base.menu);
        self.base.texts.board(board, &mut self.text);
        let end = talk(&mut self.machine, self.base.steps, b"1\n", &self.text, draws);
        if end != End::Asked {
            return Err(Trouble::Wrong(Tried::Entry));
        }
        self.keep(kept)
    }

    fn keep(&self, kept: &mut Vec<Change>) -> Result<(), Trouble> {
        let template = &self.base.template;
        self.machine.difference(template, kept).map_err(|_| Trouble::Unkept)
    }

    /// Goes to the state of a board. `false` if the game is over there.
    fn enter(&mut self, board: Board, entry: Entry<'_>) -> Result<bool, Trouble> {
        match entry {
            Entry::Kept(changes) => {
                self.machine.clone_from(&self.base.template);
                self.machine.change(changes).map_err(|_| Trouble::Unkept)?;
            }
            Entry::Typed => {
                self.machine.clone_from(&self.base.menu);
                let status = self.base.texts.board(board, &mut self.text);
                let question = engine::protocol::text::BOARD_CONFIG.as_bytes();
                self.text.splice(0..0, question.iter().copied());
                let mut lines = b"2\n".to_vec();
                for value in board.values() {
                    lines.extend_from_slice(format!("{value}\n").as_bytes());
                }
                let end = talk(&mut self.machine, self.base.steps, &lines, &self.text, &[]);
                if end != wanted(status) {
                    return Err(Trouble::Wrong(Tried::Entry));
                }
                if status != Status::Live {
                    return Ok(false);
                }
            }
        }
        self.here.clone_from(&self.machine);
        Ok(true)
    }

    /// Tries everything on a board. `reached` is told of every new board as the machine stands on
    /// it, and keeps its state if it likes to.
    pub(crate) fn board(
        &mut self,
        board: Board,
        entry: Entry<'_>,
        counts: &mut LayerCounts,
        reached: &mut impl FnMut(Direction, usize, &Keeper<'_>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        if !self.enter(board, entry)? {
            return Ok(());
        }
        let legal = board.legal();
        for direction in Direction::ALL {
            counts.keys += 1;
            if legal.contains(direction) {
                self.push(board, direction, counts, reached)?;
            } else {
                let line = [direction.key() as u8, b'\n'];
                self.refuse(&line, Tried::Blocked(direction))?;
            }
        }
        counts.keys += 1;
        let line = illegal_line(board);
        let mut buffer = [b'\n'; 8];
        buffer[..line.len()].copy_from_slice(line);
        self.refuse(&buffer[..=line.len()], Tried::Illegal)
    }

    /// A line after which nothing must have changed.
    fn refuse(&mut self, line: &[u8], tried: Tried) -> Result<(), Trouble> {
        self.machine.clone_from(&self.here);
        let end = talk(&mut self.machine, self.base.steps, line, &self.refusal, &[]);
        if end == End::Asked { Ok(()) } else { Err(Trouble::Wrong(tried)) }
    }

    fn push(
        &mut self,
        board: Board,
        direction: Direction,
        counts: &mut LayerCounts,
        reached: &mut impl FnMut(Direction, usize, &Keeper<'_>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let pushed = board.slide(direction);
        let empty: Cells = pushed.empty();
        let line = [direction.key() as u8, b'\n'];
        counts.moves += 1;
        self.machine.clone_from(&self.here);
        // With a single empty cell there is nothing to fork for.
        let forked = empty.len() > 1 && {
            let end = talk(&mut self.machine, self.base.steps, &line, &[], &[]);
            if end == End::Drawing {
                self.draw.clone_from(&self.machine);
            } else {
                // It prints before it draws, which may be right; so the whole move is repeated.
                self.machine.clone_from(&self.here);
            }
            end == End::Drawing
        };
        for (k, cell) in empty.iter().enumerate() {
            if k > 0 {
                self.machine.clone_from(if forked { &self.draw } else { &self.here });
            }
            let status = self.base.texts.board(pushed.spawn(cell, 1), &mut self.text);
            let taken = if k == 0 { rejected(board, direction, empty) } else { None };
            let draws = [taken.unwrap_or(0) as u32, cell as u32];
            let draws = if taken.is_some() { &draws[..] } else { &draws[1..] };
            let line = if forked { &[][..] } else { &line[..] };
            let end = talk(&mut self.machine, self.base.steps, line, &self.text, draws);
            if end != wanted(status) {
                return Err(Trouble::Wrong(Tried::Move(direction, cell)));
            }
            counts.spawns += 1;
            counts.rejected += u64::from(taken.is_some());
            match status {
                Status::Live => {
                    let template = &self.base.template;
                    reached(direction, cell, &Keeper { machine: &self.machine, template })?;
                }
                Status::Won => counts.wins += 1,
                Status::Lost => counts.losses += 1,
            }
        }
        Ok(())
    }
}

/// A machine whose state can be kept.
pub(crate) struct Keeper<'a> {
    machine: &'a Machine,
    template: &'a Machine,
}

impl Keeper<'_> {
    pub(crate) fn keep(&self, changes: &mut Vec<Change>) -> Result<(), Trouble> {
        self.machine.difference(self.template, changes).map_err(|_| Trouble::Unkept)
    }
}

fn wanted(status: Status) -> End {
    if status == Status::Live { End::Asked } else { End::Exited }
}

/// How a talk with the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Everything was printed and drawn, and the program waits for a line.
    Asked,
    /// Everything was printed and drawn, and the program has ended.
    Exited,
    /// Everything was printed and drawn, and the program wants to draw more.
    Drawing,
    /// Anything else.
    Otherwise,
}

/// Says something to the program and listens.
fn talk(machine: &mut Machine, steps: u64, input: &[u8], text: &[u8], draws: &[u32]) -> End {
    let mut talk = Talk::new(input, text, draws);
    let stop = machine.run(&mut talk, &mut Off, steps);
    match stop {
        _ if !talk.expected.is_empty() || !talk.draws.is_empty() => End::Otherwise,
        Stop::InputPending if talk.drawing => End::Drawing,
        Stop::InputPending => End::Asked,
        Stop::Exit(_) | Stop::FellOffEnd => End::Exited,
        _ => End::Otherwise,
    }
}

/// The world of a program that is told what to say.
struct Talk<'a> {
    input: &'a [u8],
    /// What it has still to print.
    expected: &'a [u8],
    /// What it has still to draw.
    draws: &'a [u32],
    /// Whether it wants to draw more than that.
    drawing: bool,
    /// Whether what it prints does not matter.
    deaf: bool,
}

impl<'a> Talk<'a> {
    fn new(input: &'a [u8], expected: &'a [u8], draws: &'a [u32]) -> Talk<'a> {
        Talk { input, expected, draws, drawing: false, deaf: false }
    }
}

impl Host for Talk<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let count = self.input.len().min(buffer.len());
        if count == 0 {
            return Input::Pending;
        }
        let (now, later) = self.input.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.input = later;
        Input::Bytes(count)
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        if self.deaf {
            return Ok(());
        }
        match self.expected.strip_prefix(bytes) {
            Some(rest) => self.expected = rest,
            None => return Err(Refused),
        }
        Ok(())
    }

    fn now(&mut self) -> u64 {
        self.draw(0).map_or(0, u64::from)
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        let (draw, rest) = self.draws.split_first().unwrap_or((&0, &[]));
        self.draws = rest;
        Some(*draw)
    }

    fn may_draw(&mut self) -> bool {
        self.drawing = self.draws.is_empty();
        !self.drawing
    }
}
