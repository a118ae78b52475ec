//! `fivetwelve mars`: MARS 4.5's command line, word for word. Owns the order of what MARS does and
//! prints; what the words mean is in [`crate::mars_args`], which files they stand for in
//! [`crate::mars_files`], what is shown of the machine in [`crate::mars_show`], how memory is dumped
//! in [`crate::dump`].

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use mips_sim::diag::{Diagnostic, Message, mars::crashed, run as texts};
use mips_sim::host::system::Crash;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::stores::StoredBlocks;
use mips_sim::observe::{Observer, Off};
use mips_sim::{AsmOptions, Assembly, Image, assemble};

use crate::dump::{self, Memory};
use crate::exit::Exit;
use crate::host::{Failure, Files, RealHost, Source};
use crate::io::Io;
use crate::loader::Disk;
use crate::mars_args::{self, CommandLine, Decision, DumpRequest, Request};
use crate::mars_files;
use crate::mars_show;
use crate::mars_texts::{BANNER, HELP};

/// Shown by `fivetwelve mars --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  fivetwelve mars nc prog.asm                  assemble and run, without the copyright line
  fivetwelve mars nc me ic t0 prog.asm         and show the instruction count and $t0, apart from
                                               what the program prints
  fivetwelve mars nc a prog.asm                assemble only
  fivetwelve mars nc a dump .text HexText code.txt prog.asm
                                               write the machine code to a file
  fivetwelve mars h                            every word, as MARS explains it

Exit codes: as MARS 4.5, which is 0 even for a program with errors unless ae<n> or se<n> says
otherwise, and what the program gives to syscall 17; 1 where MARS itself would have crashed; 130
Ctrl-C";

/// After an error, of either kind.
const TERMINATED: &str = "Processing terminated due to errors.";

pub(crate) fn run(words: &[String], io: &mut Io) -> anyhow::Result<Exit> {
    let line = mars_args::classify(words, &|name| Path::new(name).exists());
    let CommandLine { messages_to_stderr, banner, complaints, decision } = line;
    let mut speaker = Speaker { io, messages_to_stderr };
    if banner {
        write!(speaker.messages(), "{BANNER}")?;
    }
    for complaint in complaints {
        writeln!(speaker.messages(), "{complaint}")?;
    }
    match decision {
        Decision::Help => {
            for line in HELP {
                writeln!(speaker.messages(), "{line}")?;
            }
            Ok(Exit::Ok)
        }
        Decision::Cancelled => Ok(Exit::Ok),
        Decision::Dies => Ok(speaker.died("`mc` is the last word, and it needs a name after it")?),
        Decision::Go(request) => Ok(carry_out(&request, &mut speaker)?),
    }
}

/// MARS's two streams.
struct Speaker<'i> {
    io: &'i mut Io,
    messages_to_stderr: bool,
}

impl Speaker<'_> {
    /// Where MARS's own messages go.
    fn messages(&mut self) -> &mut dyn Write {
        if self.messages_to_stderr { &mut self.io.err } else { &mut self.io.out }
    }

    /// Says that MARS would have printed a stack trace here, and why.
    fn stack_trace(&mut self, cause: &str) -> io::Result<()> {
        writeln!(self.io.err, "MARS 4.5 dies here with an internal error: {cause}")
    }

    /// The same where nothing comes after it.
    fn died(&mut self, cause: &str) -> io::Result<Exit> {
        self.stack_trace(cause)?;
        Ok(Exit::Given(1))
    }

    /// Writes out everything, because someone else is about to write.
    fn flush(&mut self) -> io::Result<()> {
        self.io.out.flush()?;
        self.io.err.flush()
    }
}

/// What came of assembling.
enum Assembled {
    /// There is a program to run, were it not for `a`.
    Program(Box<Image>),
    /// There are errors. Memory holds what was stored on the way.
    WithErrors(Box<Image>),
    /// MARS is dead.
    Died(Exit),
}

fn carry_out(request: &Request, speaker: &mut Speaker<'_>) -> io::Result<Exit> {
    let (image, exit) = match assemble_files(request, speaker)? {
        Assembled::Died(exit) => return Ok(exit),
        Assembled::WithErrors(image) => (image, given(request.assemble_error_code)),
        Assembled::Program(image) if request.files.is_empty() || request.assemble_only => {
            (image, Exit::Ok)
        }
        Assembled::Program(image) => return run_program(request, &image, speaker),
    };
    let machine = Machine::load(&image, &MachineOptions::default());
    dump_all(&request.dumps, &Memory::new(&image, &machine, BTreeSet::new()), speaker)?;
    Ok(exit)
}

/// Assembles the files, and says what MARS says about them.
fn assemble_files(request: &Request, speaker: &mut Speaker<'_>) -> io::Result<Assembled> {
    let options = AsmOptions {
        config: request.config,
        delayed_branching: request.delayed_branching,
        pseudo: !request.no_pseudo,
        self_modifying: request.run.self_modifying,
        warnings_are_errors: request.warnings_are_errors,
        advice: false,
        unfinished: false,
    };
    let folder = std::env::current_dir().unwrap_or_default();
    let files = mars_files::sources(&request.files, request.project, &folder.to_string_lossy());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let assembly = assemble(&names, &mut Disk, &options);
    if let Some(diagnostic) = crashed(&assembly.diagnostics) {
        let place = place(&assembly, diagnostic);
        let cause = format!("{place}{}", cause_of_death(&diagnostic.message));
        return Ok(Assembled::Died(speaker.died(&cause)?));
    }
    let report = assembly.mars_report(&str::to_string);
    if !report.is_empty() {
        writeln!(speaker.messages(), "{report}")?;
    }
    if assembly.succeeded() {
        return Ok(Assembled::Program(Box::new(assembly.image)));
    }
    writeln!(speaker.messages(), "{TERMINATED}")?;
    Ok(Assembled::WithErrors(Box::new(assembly.image)))
}

/// Where a diagnostic is about, in front of a sentence.
fn place(assembly: &Assembly, diagnostic: &Diagnostic) -> String {
    diagnostic.snippet.as_ref().map_or(String::new(), |snippet| {
        format!("{} line {}: ", assembly.sources.file(snippet.file).name, snippet.line)
    })
}

fn cause_of_death(message: &Message) -> String {
    match message {
        Message::ExpansionLimit { what } => format!("there is no end of {what}"),
        Message::EqvCycle { name } => format!("the .eqv of {name} leads back to itself"),
        Message::SegmentOverrun { address } => {
            format!("the data at 0x{address:08x} crosses the end of its segment")
        }
        // No other message does; its summary is better than silence.
        other => {
            let code = other.code();
            let summary = Message::CODES.iter().find(|(known, _)| *known == code);
            summary.map_or(code, |(_, summary)| summary.trim()).to_string()
        }
    }
}

fn run_program(request: &Request, image: &Image, speaker: &mut Speaker<'_>) -> io::Result<Exit> {
    let options = MachineOptions {
        delayed_branching: request.delayed_branching,
        self_modifying: request.run.self_modifying,
        entry: image.main().filter(|_| request.run.start_at_main),
        arguments: request.run.arguments.clone(),
        ..MachineOptions::default()
    };
    let mut machine = Machine::load(image, &options);
    let max_steps = request.run.max_steps.unwrap_or(-1);
    speaker.flush()?;
    // Only a dump has to know where the program stores.
    let mut stores = None;
    let stop = if request.dumps.is_empty() {
        play(&mut machine, &mut Off, max_steps)?
    } else {
        let stores = stores.insert(StoredBlocks::new(&machine));
        play(&mut machine, stores, max_steps)?
    };
    let exit = report(stop, request, image, &machine, speaker)?;
    mars_show::show(&request.display, image, &machine, speaker.messages())?;
    if let Some(stores) = stores {
        let memory = Memory::new(image, &machine, stores.into_blocks());
        dump_all(&request.dumps, &memory, speaker)?;
    }
    Ok(exit)
}

/// Runs to the end or the step limit. What the program prints is on the screen soon, even if it
/// goes on for ever, and all of it when this returns.
fn play<O: Observer>(machine: &mut Machine, observer: &mut O, max_steps: i32) -> io::Result<Stop> {
    const SLICE: u64 = 1 << 22;
    let mut host = RealHost::new(Source::Stdin, Files::All, None, u64::MAX);
    let mut left = u64::try_from(max_steps).ok().filter(|limit| *limit > 0);
    loop {
        let slice = left.map_or(SLICE, |left| left.min(SLICE));
        let stop = machine.run(&mut host, observer, slice);
        if let Some(Failure::Console(error)) = host.failure.take() {
            return Err(error);
        }
        host.flush()?;
        left = left.map(|left| left - slice);
        if stop != Stop::BudgetSpent || left == Some(0) {
            return Ok(stop);
        }
    }
}

/// Says what MARS says about the end of a run.
fn report(
    stop: Stop,
    request: &Request,
    image: &Image,
    machine: &Machine,
    speaker: &mut Speaker<'_>,
) -> io::Result<Exit> {
    let failed = given(request.run.error_code);
    let limit = texts::limit_line(request.run.max_steps.unwrap_or(-1).into());
    match stop {
        Stop::Exit(code) => Ok(given(code)),
        Stop::FellOffEnd => Ok(Exit::Ok),
        Stop::Fault { fault, pc } => {
            let replaced = machine.is_replaced(pc);
            let line = texts::fault_line(&fault, pc, image, replaced, &str::to_string);
            writeln!(speaker.messages(), "{line}\n\n{TERMINATED}")?;
            Ok(failed)
        }
        Stop::BadProgramCounter(pc) => {
            let line = texts::bad_pc_line(pc);
            writeln!(speaker.messages(), "{line}\n\n{TERMINATED}")?;
            Ok(failed)
        }
        Stop::BudgetSpent => {
            writeln!(speaker.messages(), "\n{limit}")?;
            Ok(Exit::Ok)
        }
        // MARS takes the death of its simulator for the step limit, whether there is one or not.
        Stop::Crash { crash, pc } => {
            let place = texts::place(pc, image, &str::to_string);
            let place = place.unwrap_or_else(|| format!("0x{pc:08x}"));
            let cause = match crash {
                Crash::StackBorder(_) => crash.to_string(),
                _ => format!("{crash} at syscall {}", machine.cpu.get(2) as i32),
            };
            speaker.stack_trace(&format!("{cause}, {place}"))?;
            writeln!(speaker.messages(), "\n{limit}")?;
            Ok(Exit::Ok)
        }
        // The terminal gives input or its end, takes output or fails, all memory is allowed, and
        // nobody looks on.
        Stop::InputPending
        | Stop::OutputRefused
        | Stop::MemoryLimit
        | Stop::WorkLimit
        | Stop::Break { .. } => speaker.died("the program can't continue"),
    }
}

fn dump_all(
    requests: &[DumpRequest],
    memory: &Memory<'_>,
    speaker: &mut Speaker<'_>,
) -> io::Result<()> {
    for request in requests {
        // A dump may go to the same place as the messages, such as /dev/stdout.
        speaker.messages().flush()?;
        if let Err(sentence) = dump::dump(request, memory) {
            writeln!(speaker.messages(), "{sentence}")?;
        }
    }
    Ok(())
}

/// An exit code as the operating system sees it: the low eight bits.
fn given(code: i32) -> Exit {
    Exit::Given(code as u8)
}
