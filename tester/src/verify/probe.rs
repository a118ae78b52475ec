//! A machine that is forked at the prompt: tries every key, every new tile and every other line from one
//! state and compares what is printed, byte by byte as it comes, with what should be.
//!
//! Where a move can be followed by several new tiles, the machine is stopped at the draw and goes on
//! from there once for each, so that the move itself runs only once. It is stopped again behind the first
//! thing that it prints then: from there it does the same as another machine with the same key did.

use std::cell::Cell;
use std::rc::Rc;

use engine::Direction;
use engine::packed::CellSet;
use mips_sim::host::{Host, Input, Refused, Stream};
use mips_sim::machine::{Change, Machine, Stop};
use mips_sim::observe::{Observer, Off};

use super::counts::LayerCounts;
use super::expect::{Texts, refusal};
use super::footprint::Footprint;
use super::known::{At, Key, Known, KnownLayout};
use super::layers::{Board, Status, rejected};
use super::lines::{LINES, Memory, Replies, switch};
use crate::Program;

/// What was tried on a board when the program did something else than the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// To enter it.
    Entry,
    /// A direction in which nothing moves.
    Blocked(Direction),
    /// A move, and a new tile in a cell.
    Move(Direction, usize),
    /// Lines that are no moves, by their numbers.
    Lines(Vec<u8>),
}

impl Tried {
    /// What is tried first has the lesser number.
    pub(crate) fn order(&self) -> usize {
        match self {
            Tried::Entry => 0,
            Tried::Blocked(direction) => 10 + 10 * *direction as usize,
            Tried::Move(direction, cell) => 10 + 10 * *direction as usize + cell,
            Tried::Lines(_) => 100,
        }
    }
}

/// Why a board was not checked to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The program disagrees.
    Wrong(Tried),
    /// Its state can't be kept: it has files open, or reads ahead.
    Unkept,
    /// There are too many states on one board, with these keys among them.
    Many(Vec<Key>),
}

/// More states than these on one board are not followed.
pub(crate) const MOST_STATES: usize = 64;

/// Where states come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StateSource<'a> {
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
    pub(crate) steps: u64,
    texts: Texts,
    replies: Replies,
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
        Base { template: machine, menu, steps, texts: Texts::new(), replies: Replies::new() }
    }
}

/// What a board leads to.
pub(crate) trait Sink {
    /// A board has come up by a move from the state with this number.
    fn reached(
        &mut self,
        state: u16,
        direction: Direction,
        cell: usize,
        arrived: Arrived<'_>,
    ) -> Result<(), Trouble>;

    /// Another state on the same board has come up, from the state with this number by these lines.
    fn another(&mut self, from: u16, lines: Vec<Vec<u8>>) -> Result<(), Trouble>;
}

/// How far a program has come when a board is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) at: At,
    /// How many bytes of what is to be printed have been printed.
    pub(crate) printed: u32,
}

/// A machine that stands on a new board.
pub(crate) struct Arrived<'a> {
    machine: &'a Machine,
    template: &'a Machine,
    pub(crate) key: &'a Key,
    pub(crate) reached: Reached,
}

impl Arrived<'_> {
    pub(crate) fn keep(&self, changes: &mut Vec<Change>) -> Result<(), Trouble> {
        self.machine.difference(self.template, changes).map_err(|_| Trouble::Unkept)
    }
}

/// One machine that tries things.
pub(crate) struct Probe<'a> {
    base: &'a Base,
    layout: &'a KnownLayout,
    machine: Machine,
    footprint: Footprint<'a>,
    /// The state at the prompt.
    here: Machine,
    /// The same after a key, at the draw, and what has been touched up to there.
    draw: Machine,
    drawn: Footprint<'a>,
    printed: Rc<Cell<bool>>,
    memory: Memory,
    /// What should be printed.
    text: Vec<u8>,
    refusal: Vec<u8>,
    key: Key,
}

impl<'a> Probe<'a> {
    pub(crate) fn new(base: &'a Base, layout: &'a KnownLayout) -> Probe<'a> {
        let printed = Rc::new(Cell::new(false));
        Probe {
            base,
            layout,
            machine: base.template.clone(),
            footprint: Footprint::new(layout, Rc::clone(&printed)),
            here: base.template.clone(),
            draw: base.template.clone(),
            drawn: Footprint::new(layout, Rc::clone(&printed)),
            printed,
            memory: Memory::default(),
            text: Vec::new(),
            refusal: refusal(),
            key: Key::new(),
        }
    }

    /// What was news about the program.
    pub(crate) fn grown(self) -> Known {
        self.footprint.grown
    }

    /// Begins a new game with these draws. The machine then stands on the board.
    pub(crate) fn start(&mut self, board: Board, draws: &[u32]) -> Result<Arrived<'_>, Trouble> {
        self.machine.clone_from(&self.base.menu);
        self.base.texts.board(board, &mut self.text);
        if self.enter_by(b"1\n", draws) != End::Asked {
            return Err(Trouble::Wrong(Tried::Entry));
        }
        Ok(self.arrived())
    }

    /// Says something to the program that no stretch between prompts is part of: only what it writes
    /// matters.
    fn enter_by(&mut self, lines: &[u8], draws: &[u32]) -> End {
        let grown = std::mem::take(&mut self.footprint.grown);
        let end = self.talk(At::Prompt, lines, 0, draws);
        let entered = std::mem::replace(&mut self.footprint.grown, grown);
        let news = entered.words.difference(&self.layout.known().words);
        self.footprint.grown.words.extend(news);
        end
    }

    fn arrived(&mut self) -> Arrived<'_> {
        self.layout.key(At::Prompt, &self.machine, &mut self.key);
        Arrived {
            machine: &self.machine,
            template: &self.base.template,
            key: &self.key,
            reached: Reached { at: At::Prompt, printed: self.text.len() as u32 },
        }
    }

    /// Says something and listens for the text from a byte on, up to the prompt. The footprint is that of
    /// this alone.
    fn talk(&mut self, at: At, input: &[u8], from: usize, draws: &[u32]) -> End {
        self.footprint.begin(at);
        let end = self.talk_on(input, from, draws, false);
        if end == End::Asked {
            self.footprint.end(At::Prompt);
        }
        end
    }

    /// The same, but the footprint goes on.
    fn talk_on(&mut self, input: &[u8], from: usize, draws: &[u32], cut: bool) -> End {
        let text = self.text.get(from..).unwrap_or_default();
        let cut = cut.then_some(&*self.printed);
        talk(&mut self.machine, &mut self.footprint, self.base.steps, input, text, draws, cut)
    }

    /// Goes to a state of a board, at the prompt. `false` if the game is over there.
    fn enter(&mut self, board: Board, entry: StateSource<'_>) -> Result<bool, Trouble> {
        match entry {
            StateSource::Kept(changes) => self.restore(changes)?,
            StateSource::Typed => {
                self.machine.clone_from(&self.base.menu);
                let status = self.base.texts.board(board, &mut self.text);
                let question = engine::protocol::text::BOARD_CONFIG.as_bytes();
                self.text.splice(0..0, question.iter().copied());
                let mut lines = b"2\n".to_vec();
                for value in board.values() {
                    lines.extend_from_slice(format!("{value}\n").as_bytes());
                }
                if self.enter_by(&lines, &[]) != wanted(status) {
                    return Err(Trouble::Wrong(Tried::Entry));
                }
                if status != Status::Live {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn restore(&mut self, changes: &[Change]) -> Result<(), Trouble> {
        self.machine.clone_from(&self.base.template);
        self.machine.change(changes).map_err(|_| Trouble::Unkept)
    }

    /// Goes on from where a board was reached: what is still to be printed, up to the prompt or the end.
    /// The machine then stands there, if the game goes on.
    pub(crate) fn finish(
        &mut self,
        board: Board,
        changes: &[Change],
        reached: Reached,
    ) -> Result<Option<Arrived<'_>>, ()> {
        let status = self.base.texts.board(board, &mut self.text);
        self.restore(changes).map_err(|_| ())?;
        let Reached { at, printed } = reached;
        if self.talk(at, b"", printed as usize, &[]) != wanted(status) {
            return Err(());
        }
        Ok((status == Status::Live).then(|| self.arrived()))
    }

    /// Tries everything on a board, in each of its states. An error comes with the number of the state.
    pub(crate) fn board(
        &mut self,
        board: Board,
        entries: &[StateSource<'_>],
        counts: &mut LayerCounts,
        sink: &mut impl Sink,
    ) -> Result<(), (u16, Trouble)> {
        // The keys of all states, and what those are that came up on the board itself.
        let mut keys: Vec<Key> = Vec::new();
        let mut others: Vec<Vec<Change>> = Vec::new();
        for (state, entry) in entries.iter().enumerate() {
            let at = |trouble| (state as u16, trouble);
            if !self.enter(board, *entry).map_err(at)? {
                return Ok(());
            }
            keys.push(self.arrived().key.clone());
        }
        let mut state = 0;
        while state < keys.len() {
            let at = |trouble| (state as u16, trouble);
            // The only one has been entered already.
            if keys.len() > 1 {
                let other =
                    state.checked_sub(entries.len()).map(|other| StateSource::Kept(&others[other]));
                self.enter(board, other.unwrap_or_else(|| entries[state])).map_err(at)?;
            }
            self.here.clone_from(&self.machine);
            counts.states += 1;
            let known = keys.len();
            let mut news = Vec::new();
            self.moves(board, state as u16, &mut keys, &mut news, counts, sink).map_err(at)?;
            self.lines(state, &mut keys, &mut news, counts).map_err(at)?;
            for (lines, changes) in news {
                others.push(changes);
                sink.another(state as u16, lines).map_err(at)?;
            }
            if keys.len() > MOST_STATES {
                return Err((state as u16, Trouble::Many(keys.split_off(known.saturating_sub(1)))));
            }
            state += 1;
        }
        Ok(())
    }

    /// Tries the four directions.
    fn moves(
        &mut self,
        board: Board,
        state: u16,
        keys: &mut Vec<Key>,
        news: &mut Vec<(Vec<Vec<u8>>, Vec<Change>)>,
        counts: &mut LayerCounts,
        sink: &mut impl Sink,
    ) -> Result<(), Trouble> {
        let legal = board.legal();
        for direction in Direction::ALL {
            counts.keys += 1;
            if legal.contains(direction) {
                self.push(board, direction, state, counts, sink)?;
                continue;
            }
            // Nothing must have changed.
            self.machine.clone_from(&self.here);
            self.text.clone_from(&self.refusal);
            let line = direction.key() as u8;
            if self.talk(At::Prompt, &[line, b'\n'], 0, &[]) != End::Asked {
                return Err(Trouble::Wrong(Tried::Blocked(direction)));
            }
            self.layout.key(At::Prompt, &self.machine, &mut self.key);
            if !keys.contains(&self.key) {
                keys.push(self.key.clone());
                news.push((vec![vec![line]], self.changes()?));
            }
        }
        Ok(())
    }

    fn changes(&self) -> Result<Vec<Change>, Trouble> {
        let mut changes = Vec::new();
        let template = &self.base.template;
        self.machine.difference(template, &mut changes).map_err(|_| Trouble::Unkept)?;
        Ok(changes)
    }

    /// Types lines that are no moves, one after the other, as long as they lead to other keys. With the
    /// switch off, only such lines are tried.
    fn lines(
        &mut self,
        state: usize,
        keys: &mut Vec<Key>,
        news: &mut Vec<(Vec<Vec<u8>>, Vec<Change>)>,
        counts: &mut LayerCounts,
    ) -> Result<(), Trouble> {
        let base = self.base;
        let mut met: Vec<(Key, bool, Vec<u8>)> = vec![(keys[state].clone(), true, Vec::new())];
        let mut at = 0;
        while at < met.len() {
            for (line, text) in LINES.iter().enumerate() {
                let (key, on, path) = &met[at];
                let on = *on;
                let reply = base.replies.of(line, on);
                counts.keys += 1;
                let after = match self.memory.after(line, on, key) {
                    Some(after) => after,
                    None => {
                        let path = path.clone();
                        self.type_lines(&path);
                        self.text.clone_from(&reply.text);
                        let typed = [*text, b"\n"].concat();
                        let wanted = if reply.ends { End::Exited } else { End::Asked };
                        if self.talk(At::Prompt, &typed, 0, &[]) != wanted {
                            let lines = [path.as_slice(), &[line as u8]].concat();
                            return Err(Trouble::Wrong(Tried::Lines(lines)));
                        }
                        let mut after = Key::new();
                        self.layout.key(At::Prompt, &self.machine, &mut after);
                        self.memory.note(line, on, &met[at].0, &after, &self.footprint.touched());
                        after
                    }
                };
                let on = switch(line, on);
                if reply.ends || met.iter().any(|(key, other, _)| *other == on && *key == after) {
                    continue;
                }
                let path = [met[at].2.as_slice(), &[line as u8]].concat();
                if on && !keys.contains(&after) {
                    self.type_lines(&path);
                    keys.push(after.clone());
                    let lines = path.iter().map(|line| LINES[usize::from(*line)].to_vec());
                    news.push((lines.collect(), self.changes()?));
                }
                met.push((after, on, path));
                if met.len() > MOST_STATES {
                    let on = met.into_iter().filter(|(_, on, _)| *on);
                    return Err(Trouble::Many(on.map(|(key, ..)| key).collect()));
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Goes from the prompt through lines that have been tried already.
    fn type_lines(&mut self, lines: &[u8]) {
        self.machine.clone_from(&self.here);
        for line in lines {
            let typed = [LINES[usize::from(*line)], b"\n"].concat();
            let mut talk = Talk::new(&typed, &[], &[]);
            talk.deaf = true;
            self.machine.run(&mut talk, &mut Off, self.base.steps);
        }
    }

    fn push(
        &mut self,
        board: Board,
        direction: Direction,
        state: u16,
        counts: &mut LayerCounts,
        sink: &mut impl Sink,
    ) -> Result<(), Trouble> {
        let pushed = board.slide(direction);
        let empty: CellSet = pushed.empty();
        let line = [direction.key() as u8, b'\n'];
        counts.moves += 1;
        self.machine.clone_from(&self.here);
        self.footprint.begin(At::Prompt);
        // With a single empty cell there is nothing to fork for.
        let forked = empty.len() > 1 && {
            self.text.clear();
            let end = self.talk_on(&line, 0, &[], false);
            if end == End::Drawing {
                self.draw.clone_from(&self.machine);
                self.drawn.continue_from(&self.footprint);
            } else {
                // It prints before it draws, which may be right; so the whole move is repeated.
                self.machine.clone_from(&self.here);
                self.footprint.begin(At::Prompt);
            }
            end == End::Drawing
        };
        for (k, cell) in empty.iter().enumerate() {
            if k > 0 && forked {
                self.machine.clone_from(&self.draw);
                self.footprint.continue_from(&self.drawn);
            } else if k > 0 {
                self.machine.clone_from(&self.here);
                self.footprint.begin(At::Prompt);
            }
            let status = self.base.texts.board(pushed.spawn(cell, 1), &mut self.text);
            let taken = if k == 0 { rejected(board, direction, empty) } else { None };
            let draws = [taken.unwrap_or(0) as u32, cell as u32];
            let draws = if taken.is_some() { &draws[..] } else { &draws[1..] };
            let line = if forked { &[][..] } else { &line[..] };
            let end = self.talk_on(line, 0, draws, true);
            let (at, printed) = match end {
                End::Printed { left } => (At::Printed, self.text.len() - left),
                // It stops again only where it waits or ends, as it should.
                end if end == wanted(status) => (At::Prompt, self.text.len()),
                _ => return Err(Trouble::Wrong(Tried::Move(direction, cell))),
            };
            counts.spawns += 1;
            counts.rejected += u64::from(taken.is_some());
            match status {
                Status::Live => {}
                Status::Won => counts.wins += 1,
                Status::Lost => counts.losses += 1,
            }
            if end == End::Exited {
                continue;
            }
            self.footprint.end(at);
            self.layout.key(at, &self.machine, &mut self.key);
            let arrived = Arrived {
                machine: &self.machine,
                template: &self.base.template,
                key: &self.key,
                reached: Reached { at, printed: printed as u32 },
            };
            sink.reached(state, direction, cell, arrived)?;
        }
        Ok(())
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
    /// It has drawn everything and printed something behind that; so many bytes are left to print.
    Printed { left: usize },
    /// Anything else.
    Otherwise,
}

/// Says something to the program and listens; with `cut`, up to what it prints behind the last draw.
fn talk<O: Observer>(
    machine: &mut Machine,
    observer: &mut O,
    steps: u64,
    input: &[u8],
    text: &[u8],
    draws: &[u32],
    cut: Option<&Cell<bool>>,
) -> End {
    let mut talk = Talk::new(input, text, draws);
    talk.cut = cut;
    let stop = machine.run(&mut talk, observer, steps);
    let left = talk.expected.len();
    let whole = left == 0 && talk.draws.is_empty();
    let cut = cut.is_some_and(|printed| printed.replace(false));
    match stop {
        Stop::Break { .. } if cut => End::Printed { left },
        _ if !whole => End::Otherwise,
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
    /// To be set when it prints something behind the last draw.
    cut: Option<&'a Cell<bool>>,
}

impl<'a> Talk<'a> {
    fn new(input: &'a [u8], expected: &'a [u8], draws: &'a [u32]) -> Talk<'a> {
        Talk { input, expected, draws, drawing: false, deaf: false, cut: None }
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

    fn read_behind(&mut self, buffer: &mut Vec<u8>, most: usize) -> Input {
        let (now, later) = self.input.split_at(self.input.len().min(most));
        buffer.extend_from_slice(now);
        self.input = later;
        if now.is_empty() { Input::Pending } else { Input::Bytes(now.len()) }
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        if self.deaf {
            return Ok(());
        }
        match self.expected.strip_prefix(bytes) {
            Some(rest) => self.expected = rest,
            None => return Err(Refused),
        }
        if let Some(cut) = self.cut {
            cut.set(self.draws.is_empty());
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
