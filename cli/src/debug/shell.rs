//! The line-oriented front end: a command in, some lines out. The same for people, screen readers,
//! files of commands and pipes.

use std::collections::BTreeSet;
use std::io::{self, BufRead, IsTerminal, Write};

use debugger::{Debugger, Reason, Stopped, TimeDirection};
use mips_sim::machine::cpu::Cpu;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use tester::wording::visible_source;

use super::commands::{self, COMMANDS};
use super::host::DebugHost;
use super::words;

use crate::args::debug::At;
use crate::exit::{self, Exit};
use crate::interrupt;
use crate::io::Io;

const PROMPT: &str = "(debug) ";
/// The most bytes of new output that are shown after a command.
const MOST_OUTPUT: u64 = 16 << 10;

/// What came of a command that moved.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    /// Why it stopped, in a sentence; empty for a step that went as asked.
    pub(super) reason: String,
    /// What points had to say on the way.
    pub(super) logged: Vec<String>,
    /// Whether the program waits for input.
    pub(super) waits: bool,
}

/// See the module.
pub(crate) struct Shell {
    pub(crate) debugger: Debugger<DebugHost>,
    /// What the last command came to, if it was one that moves.
    pub(super) came_of: Option<Moved>,
    /// Where breakpoints and watchpoints have stopped the program so far: history and step.
    pub(super) hits: BTreeSet<(usize, u64)>,
    /// The registers before the last command that moved.
    pub(super) before: Cpu,
    /// What should have come and what came, where it goes wrong.
    pub(super) expected: Vec<String>,
    /// How many bytes of output were shown.
    shown: u64,
    /// The line that `list` goes on from.
    pub(super) listed: Option<u32>,
    pub(super) quits: bool,
    failed: bool,
    last: String,
}

impl Shell {
    pub(crate) fn new(debugger: Debugger<DebugHost>) -> Shell {
        Shell {
            before: debugger.machine().cpu.clone(),
            debugger,
            came_of: None,
            hits: BTreeSet::new(),
            expected: Vec::new(),
            shown: 0,
            listed: None,
            quits: false,
            failed: false,
            last: String::new(),
        }
    }

    /// Goes to where a session begins.
    pub(crate) fn begin_at(&mut self, at: At) {
        let _ = match at {
            At::Step(step) => self.debugger.goto(step),
            At::End => self.debugger.goto(u64::MAX),
        };
        self.before = self.debugger.machine().cpu.clone();
    }

    /// Says what should have come and what came, where it goes wrong. That is where it is now.
    pub(crate) fn expect(&mut self, rows: Vec<String>) {
        self.expected = rows;
        self.forget_shown();
        self.before = self.debugger.machine().cpu.clone();
    }

    /// The same in lines.
    pub(crate) fn expectation(&self) -> String {
        self.expected.iter().map(|row| format!("{row}\n")).collect()
    }

    /// How the session ended.
    pub(crate) fn exit(&self) -> Exit {
        if self.failed { Exit::Failed } else { Exit::Ok }
    }

    /// Carries out a command of a script. Whether the next one should follow.
    pub(crate) fn obey(&mut self, line: &str, io: &mut Io) -> anyhow::Result<bool> {
        self.failed = !self.answer(line, io)?;
        Ok(!self.failed && !self.quits)
    }

    /// Carries out a command and writes its answer. Whether it could be carried out.
    fn answer(&mut self, line: &str, io: &mut Io) -> anyhow::Result<bool> {
        let answer = commands::execute(self, line);
        // Whoever interrupts a command wants the next one.
        interrupt::taken();
        match answer {
            Ok(text) => {
                write!(io.out, "{text}")?;
                io.out.flush()?;
                Ok(true)
            }
            Err(error) => {
                io.tell(&format!("error: {}", exit::message(&error)))?;
                io.err.flush()?;
                Ok(false)
            }
        }
    }

    /// Reads commands until there are no more.
    pub(crate) fn converse(mut self, io: &mut Io) -> anyhow::Result<Exit> {
        if !io::stdin().is_terminal() {
            for line in io::stdin().lock().lines() {
                if !self.obey(&line?, io)? {
                    break;
                }
            }
            return Ok(self.exit());
        }
        let place = self.place();
        writeln!(io.out, "{place}`help` lists the commands, `quit` ends.")?;
        io.out.flush()?;
        let config =
            Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let mut editor: Editor<Names, MemHistory> =
            Editor::with_history(config, MemHistory::new())?;
        // The editor takes Ctrl-C for itself, though it reads it as a key: whoever asks last is told.
        interrupt::watch();
        while !self.quits {
            editor.set_helper(Some(Names(self.names())));
            match editor.readline(PROMPT) {
                Ok(line) if line.trim().is_empty() => {
                    let again = self.last.clone();
                    self.answer(&again, io)?;
                }
                Ok(line) => {
                    let repeats = commands::repeats(&line);
                    self.answer(&line, io)?;
                    self.last = if repeats { line } else { String::new() };
                }
                Err(ReadlineError::Interrupted) => {
                    interrupt::taken();
                }
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(anyhow::Error::new(error)),
            }
        }
        // A mistake at the prompt has been put right there.
        Ok(Exit::Ok)
    }

    /// What Tab completes: commands, labels and registers.
    pub(super) fn names(&self) -> Vec<String> {
        let commands =
            COMMANDS.iter().flat_map(|command| command.names).map(|name| name.to_string());
        let labels = self.debugger.image().symbols.iter().map(|symbol| symbol.name.clone());
        let registers = mips_sim::isa::reg::NAMES.iter().map(|name| name.to_string());
        let mut names: Vec<String> = commands.chain(labels).chain(registers).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Remembers the registers, moves, and says what came of it.
    pub(super) fn moved(
        &mut self,
        way: TimeDirection,
        go: impl FnOnce(&mut Debugger<DebugHost>) -> Stopped,
    ) -> String {
        self.before = self.debugger.machine().cpu.clone();
        let stopped = go(&mut self.debugger);
        self.listed = None;
        if let Reason::Hit(_) = stopped.reason {
            self.hits.insert((self.debugger.history(), self.debugger.step()));
        }
        let logged = stopped.logged.iter().map(|it| format!("{} (step {})", it.text, it.step));
        let moved = Moved {
            reason: words::reason(&self.debugger, &stopped.reason, way),
            logged: logged.collect(),
            waits: stopped.reason == Reason::Input,
        };
        let mut text = self.new_output();
        let reason = Some(&moved.reason).filter(|reason| !reason.is_empty());
        for line in moved.logged.iter().chain(reason) {
            text.push_str(line);
            text.push('\n');
        }
        self.came_of = Some(moved);
        text.push_str(&self.place());
        text
    }

    /// What the program has written that was not shown yet, each line marked as such.
    pub(super) fn new_output(&mut self) -> String {
        let written = self.debugger.written();
        if written <= self.shown {
            return String::new();
        }
        let mut text = String::new();
        let from = self.shown.max(written.saturating_sub(MOST_OUTPUT));
        if from > self.shown {
            text.push_str(&format!("({} bytes of output are not shown)\n", from - self.shown));
        }
        text.push_str(&marked(self.debugger.output_between(from, written)));
        self.shown = written;
        text
    }

    /// Another history has other output.
    pub(super) fn forget_shown(&mut self) {
        self.shown = self.debugger.written();
    }

    /// Where it is: step, line, label, and the line itself.
    pub(crate) fn place(&self) -> String {
        let (image, pc) = (self.debugger.image(), self.debugger.pc());
        format!(
            "step {}, {}, {}\n{}",
            self.debugger.step(),
            words::place(image, pc),
            words::labelled(image, pc),
            words::source_line(image, pc)
        )
    }
}

/// Output of a program, with a word before each line.
pub(super) fn marked(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().map(|line| format!("output: {}\n", visible_source(line))).collect()
}

/// Completes the word before the cursor.
struct Names(Vec<String>);

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, fitting) = completions(&self.0, &line[..at]);
        let pair = |name: &String| Pair { display: name.clone(), replacement: name.clone() };
        Ok((start, fitting.into_iter().map(pair).collect()))
    }
}

/// Where the last word of a line begins, and the names that it can become.
pub(super) fn completions<'a>(names: &'a [String], line: &str) -> (usize, Vec<&'a String>) {
    let start = line.rfind(|c: char| c.is_whitespace() || "(+*/,".contains(c));
    let start = start.map_or(0, |index| index + 1);
    let word = &line[start..];
    let fitting = names.iter().filter(|name| !word.is_empty() && name.starts_with(word));
    (start, fitting.collect())
}
