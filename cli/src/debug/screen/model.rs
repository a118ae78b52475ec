//! What is shown, and what keys and the mouse do to it. It knows the debugger and no terminal: a key
//! gives a line for the table of commands, or changes what is shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use debugger::{Stack, Target};
use mips_sim::machine::Stop;
use mips_sim::source::FileId;
use ratatui::layout::{Position, Rect};

use super::facts::{self, Format, Mark};
use super::keys::{self, Does};
use super::layout::{Areas, PANES, Pane};
use crate::debug::Shell;
use crate::debug::commands;
use crate::exit;

/// Rows that a turn of the wheel moves.
const WHEEL: usize = 3;

/// A line that is being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Prompt {
    /// Whether it is input for the program, not a command.
    pub(super) input: bool,
    pub(super) text: String,
    /// Letters before the cursor.
    pub(super) at: usize,
    /// How far back in the lines typed before.
    recalled: usize,
}

/// See the module.
pub(crate) struct Model {
    pub(super) shell: Shell,
    pub(super) focus: Pane,
    /// The pane that has the place below the source, where it has to be shared.
    pub(super) lower: Pane,
    pub(super) file: FileId,
    /// The selected line.
    pub(super) cursor: u32,
    scrolled: [usize; PANES.len()],
    pub(super) format: Format,
    pub(super) prompt: Option<Prompt>,
    /// What the last command of the command line has said.
    pub(super) answer: Vec<String>,
    pub(super) message: String,
    pub(super) help: bool,
    pub(super) stack: Arc<Stack>,
    /// The data as it was before the last command.
    pub(super) data_before: BTreeMap<u32, String>,
    data_now: BTreeMap<u32, String>,
    /// The history and step that these are of.
    seen: (usize, u64),
    /// Whether to look for findings whenever more of the run is known.
    checks: bool,
    checked: Option<(usize, u64)>,
    findings: Vec<Mark>,
    /// The command that waits for input.
    waiting: Option<String>,
    typed: Vec<String>,
    quits: bool,
}

impl Model {
    pub(crate) fn new(shell: Shell, checks: bool) -> Model {
        let mut files = shell.debugger.image().sources.ids();
        let file = files.next().expect("a program is assembled from at least one file");
        let mut model = Model {
            shell,
            focus: Pane::Source,
            lower: Pane::Console,
            file,
            cursor: 1,
            scrolled: [0; PANES.len()],
            format: Format::Hex,
            prompt: None,
            answer: Vec::new(),
            message: "? shows the keys".into(),
            help: false,
            stack: Arc::default(),
            data_before: BTreeMap::new(),
            data_now: BTreeMap::new(),
            seen: (usize::MAX, 0),
            checks,
            checked: None,
            findings: Vec::new(),
            waiting: None,
            typed: Vec::new(),
            quits: false,
        };
        model.look();
        if !model.shell.expected.is_empty() {
            model.perform("expected");
        }
        model
    }

    pub(super) fn quits(&self) -> bool {
        self.quits || self.shell.quits
    }

    /// Carries out a line for the table of commands.
    pub(super) fn perform(&mut self, line: &str) {
        let answer = commands::execute(&mut self.shell, line);
        self.message.clear();
        self.answer.clear();
        match (answer, self.shell.came_of.take()) {
            (Err(error), _) => self.message = format!("error: {}", exit::message(&error)),
            (Ok(_), Some(moved)) => {
                self.answer = moved.logged;
                self.message = moved.reason;
                self.waiting = Some(line.to_string()).filter(|_| moved.waits);
                if moved.waits {
                    self.prompt = Some(Prompt { input: true, ..Prompt::default() });
                    self.focus_on(Pane::Console);
                }
            }
            (Ok(text), None) => {
                self.answer = text.lines().map(str::to_string).collect();
                // One line needs no room of its own.
                const SHORT: usize = 72;
                if self.answer.len() == 1 && self.answer[0].chars().count() <= SHORT {
                    self.message = self.answer.remove(0);
                }
            }
        }
        if !self.answer.is_empty() {
            self.scrolled[Pane::Console as usize] = 0;
            self.focus_on(Pane::Console);
        }
        self.look();
    }

    /// Gives the program a line, and goes on with what has waited for it.
    fn give(&mut self, text: &str) -> Option<String> {
        self.shell.debugger.feed(format!("{text}\n").as_bytes());
        self.waiting.take()
    }

    /// Looks anew after something has moved or changed.
    fn look(&mut self) {
        self.stack = self.shell.debugger.stack();
        let image = self.shell.debugger.image();
        let pc = self.shell.debugger.pc();
        if let Some(place) = image.place(pc).or_else(|| image.places().next()) {
            (self.file, self.cursor) = place.at();
        }
        let data = facts::readings(&facts::data(&self.shell.debugger, self.format));
        let seen = (self.shell.debugger.history(), self.shell.debugger.step());
        if self.seen != seen {
            self.seen = seen;
            self.data_before = std::mem::replace(&mut self.data_now, data);
        }
        let history = self.shell.debugger.history();
        let end = self.shell.debugger.histories()[history].end;
        if self.checks && self.checked != Some((history, end)) {
            let image = Arc::clone(self.shell.debugger.image());
            if let Ok(found) = self.shell.debugger.findings() {
                let mark = |(step, finding): (u64, mips_sim::observe::check::Finding)| {
                    let text = format!("{}: {}", finding.code(), finding.text(&image));
                    Mark { step, sign: '?', text }
                };
                self.findings = found.into_iter().map(mark).collect();
                self.checked = Some((history, end));
            }
        }
    }

    /// Start, end and marks of the timeline.
    pub(super) fn timeline(&self) -> (u64, u64, Vec<Mark>) {
        let debugger = &self.shell.debugger;
        let history = debugger.histories()[debugger.history()];
        let mut marks = self.findings.clone();
        let here = self.shell.hits.iter().filter(|(of, _)| *of == debugger.history());
        marks.extend(here.map(|(_, step)| Mark {
            step: *step,
            sign: 'B',
            text: "A breakpoint or watchpoint stopped here.".into(),
        }));
        if history.stop.is_some_and(|stop| !matches!(stop, Stop::Exit(_) | Stop::FellOffEnd)) {
            let text = "The error.".into();
            marks.push(Mark { step: history.end, sign: '!', text });
        }
        marks.sort_by_key(|mark| mark.step);
        (history.start, history.end, marks)
    }

    fn focus_on(&mut self, pane: Pane) {
        self.focus = pane;
        if matches!(pane, Pane::Console | Pane::Stack | Pane::Data) {
            self.lower = pane;
        }
    }

    /// The first row of a pane that is shown, of so many where so many have room.
    pub(super) fn first_row(&self, pane: Pane, rows: usize, room: usize) -> usize {
        self.scrolled[pane as usize].min(rows.saturating_sub(room))
    }

    fn scroll(&mut self, pane: Pane, down: bool, rows: usize) {
        if pane == Pane::Source {
            let last = self.shell.debugger.image().sources.file(self.file).line_count().max(1);
            let rows = rows as u32;
            let to = if down { self.cursor + rows } else { self.cursor.saturating_sub(rows) };
            self.cursor = to.clamp(1, last);
            return;
        }
        let scrolled = &mut self.scrolled[pane as usize];
        *scrolled = if down { (*scrolled + rows).min(9999) } else { scrolled.saturating_sub(rows) };
    }

    /// What a key does: perhaps a line to carry out.
    pub(super) fn key(&mut self, event: KeyEvent, areas: &Areas) -> Option<String> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        if self.prompt.is_some() {
            return self.prompt_key(event);
        }
        let does = keys::meaning(event)?;
        if self.help {
            // Any key closes it, and does nothing else.
            self.help = false;
            return None;
        }
        self.does(does, areas)
    }

    fn does(&mut self, does: Does, areas: &Areas) -> Option<String> {
        let pane = self.focus;
        match does {
            Does::Command(line) => return Some(line.to_string()),
            Does::Hundredth(on) => {
                let (start, end, _) = self.timeline();
                let part = ((end - start) / 100).max(1);
                let here = self.shell.debugger.step();
                let to = if on { here.saturating_add(part) } else { here.saturating_sub(part) };
                return Some(format!("goto {}", to.clamp(start, end)));
            }
            Does::Mark(on) => {
                let (_, _, marks) = self.timeline();
                let here = self.shell.debugger.step();
                let next = match on {
                    true => marks.iter().find(|mark| mark.step > here),
                    false => marks.iter().rev().find(|mark| mark.step < here),
                };
                if let Some(mark) = next {
                    return Some(format!("goto {}", mark.step));
                }
                self.message = "There is no other mark.".into();
            }
            Does::Row(down) => self.scroll(pane, down, 1),
            Does::Page(down) => {
                let area = areas.panes.iter().find(|(of, _)| *of == pane);
                let rows = area.map_or(1, |(_, area)| area.height.saturating_sub(3).max(1));
                self.scroll(pane, down, rows.into());
            }
            Does::Focus(pane) => self.focus_on(pane),
            Does::NextPane => {
                let at = PANES.iter().position(|of| *of == pane).unwrap_or(0);
                self.focus_on(PANES[(at + 1) % PANES.len()]);
            }
            Does::Breakpoint => return Some(self.toggle(self.cursor)),
            Does::RunToCursor => return Some(format!("first {}", self.place(self.cursor))),
            Does::Format => {
                self.format = self.format.next();
                self.message = format!("Values are shown as {}.", self.format.name());
                // Only the look is another.
                self.look_of_data();
            }
            Does::NextFile => {
                let ids: Vec<FileId> = self.shell.debugger.image().sources.ids().collect();
                let at = ids.iter().position(|id| *id == self.file).unwrap_or(0);
                if let Some(next) = ids.get((at + 1) % ids.len().max(1)) {
                    (self.file, self.cursor) = (*next, 1);
                }
            }
            Does::AskCommand => self.prompt = Some(Prompt::default()),
            Does::AskInput => self.prompt = Some(Prompt { input: true, ..Prompt::default() }),
            Does::Help => self.help = true,
            Does::Close => {
                self.answer.clear();
                self.message.clear();
            }
            Does::Quit => self.quits = true,
        }
        None
    }

    fn look_of_data(&mut self) {
        self.data_now = facts::readings(&facts::data(&self.shell.debugger, self.format));
        self.data_before.clone_from(&self.data_now);
    }

    fn place(&self, line: u32) -> String {
        let file = self.shell.debugger.image().sources.file(self.file);
        format!("{}:{line}", file.name)
    }

    /// The command that sets a breakpoint in a line, or removes the one that is there.
    fn toggle(&self, line: u32) -> String {
        let image = self.shell.debugger.image();
        let is_here = |address: &u32| {
            image.place(*address).is_some_and(|place| place.at() == (self.file, line))
        };
        let there = self
            .shell
            .debugger
            .points()
            .iter()
            .find(|point| matches!(&point.target, Target::Code(at) if at.iter().any(is_here)));
        match there {
            Some(point) => format!("delete {}", point.id),
            None => format!("break {}", self.place(line)),
        }
    }

    fn prompt_key(&mut self, event: KeyEvent) -> Option<String> {
        let prompt = self.prompt.as_mut()?;
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let byte = |prompt: &Prompt, at: usize| {
            prompt.text.char_indices().nth(at).map_or(prompt.text.len(), |(byte, _)| byte)
        };
        match event.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Char('c' | 'd') if control => self.prompt = None,
            KeyCode::Char('u') if control => {
                prompt.text.clear();
                prompt.at = 0;
            }
            KeyCode::Enter => {
                let Prompt { input, text, .. } = self.prompt.take()?;
                if input {
                    return self.give(&text);
                }
                if text.trim().is_empty() {
                    return None;
                }
                self.typed.push(text.clone());
                return Some(text);
            }
            KeyCode::Char(letter) if !control => {
                let at = byte(prompt, prompt.at);
                prompt.text.insert(at, letter);
                prompt.at += 1;
            }
            KeyCode::Backspace if prompt.at > 0 => {
                prompt.at -= 1;
                let at = byte(prompt, prompt.at);
                prompt.text.remove(at);
            }
            KeyCode::Backspace if prompt.text.is_empty() => self.prompt = None,
            KeyCode::Delete if prompt.at < prompt.text.chars().count() => {
                let at = byte(prompt, prompt.at);
                prompt.text.remove(at);
            }
            KeyCode::Left => prompt.at = prompt.at.saturating_sub(1),
            KeyCode::Right => prompt.at = (prompt.at + 1).min(prompt.text.chars().count()),
            KeyCode::Home => prompt.at = 0,
            KeyCode::End => prompt.at = prompt.text.chars().count(),
            KeyCode::Up if !prompt.input => self.recall(1),
            KeyCode::Down if !prompt.input => self.recall(-1),
            KeyCode::Tab if !prompt.input => self.complete(),
            _ => {}
        }
        None
    }

    fn recall(&mut self, further: isize) {
        let Some(prompt) = &mut self.prompt else { return };
        prompt.recalled = prompt.recalled.saturating_add_signed(further).min(self.typed.len());
        let at = self.typed.len() - prompt.recalled;
        prompt.text = self.typed.get(at).cloned().unwrap_or_default();
        prompt.at = prompt.text.chars().count();
    }

    /// Completes the word at the end of a command as far as it is certain.
    fn complete(&mut self) {
        let names = self.shell.names();
        let Some(prompt) = &mut self.prompt else { return };
        let (start, fitting) = crate::debug::shell::completions(&names, &prompt.text);
        let Some(first) = fitting.first() else { return };
        let common = fitting.iter().fold(first.len(), |common, name| {
            first.bytes().zip(name.bytes()).take(common).take_while(|(a, b)| a == b).count()
        });
        prompt.text.truncate(start);
        prompt.text.push_str(first.get(..common).unwrap_or(first));
        prompt.at = prompt.text.chars().count();
        if fitting.len() > 1 {
            let names: Vec<&str> = fitting.iter().map(|name| name.as_str()).collect();
            self.message = names.join(" ");
        }
    }

    /// What the mouse does: perhaps a line to carry out.
    pub(super) fn mouse(&mut self, event: MouseEvent, areas: &Areas) -> Option<String> {
        let at = Position { x: event.column, y: event.row };
        let pane = areas.panes.iter().find(|(_, area)| area.contains(at)).copied();
        let drags = matches!(
            event.kind,
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
        );
        if drags && areas.time.contains(at) {
            let bar = bar_area(areas.time);
            let (start, end, _) = self.timeline();
            let column = event.column.saturating_sub(bar.x);
            let step = facts::step_at(start, end, column.into(), bar.width.into());
            return Some(format!("goto {step}"));
        }
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.help = false;
                let (pane, area) = pane?;
                self.focus_on(pane);
                if pane == Pane::Source && event.row > area.y {
                    let row = usize::from(event.row - area.y - 1);
                    let line = self.source_lines(area).nth(row).flatten()?;
                    // In the margin it is the breakpoint that is meant.
                    if event.column < area.x + 4 {
                        return Some(self.toggle(line));
                    }
                    self.cursor = line;
                }
            }
            MouseEventKind::ScrollDown => self.scroll(pane?.0, true, WHEEL),
            MouseEventKind::ScrollUp => self.scroll(pane?.0, false, WHEEL),
            _ => {}
        }
        None
    }

    /// The line that each row of the source pane shows; none for the values below the current line.
    pub(super) fn source_lines(&self, area: Rect) -> impl Iterator<Item = Option<u32>> + use<> {
        let room = u32::from(area.height.saturating_sub(2));
        let image = self.shell.debugger.image();
        let count = image.sources.file(self.file).line_count();
        let here = image.place(self.shell.debugger.pc()).map(|place| place.at());
        let here = here.filter(|(file, _)| *file == self.file).map(|(_, line)| line);
        let first = self.cursor.saturating_sub(room / 2).min((count + 2).saturating_sub(room));
        (first.max(1)..=count).flat_map(move |line| {
            let values = if Some(line) == here { Some(None) } else { None };
            [Some(Some(line)), values].into_iter().flatten()
        })
    }
}

/// The bar within the row of the timeline; the rest is its numbers.
pub(super) fn bar_area(time: Rect) -> Rect {
    let words = if time.width >= 50 { 24 } else { 0 };
    Rect { width: time.width - words, ..time }
}
