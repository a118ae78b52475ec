//! `fivetwelve mars`: MARS 4.5's command line, word for word. Owns the order of what MARS does and
//! prints; what the words mean is in [`crate::mars_args`], which files they stand for in
//! [`crate::mars_files`], how memory is dumped in [`crate::dump`].

use std::io::{self, Write};
use std::path::Path;

use mips_sim::diag::{Diagnostic, Message, mars::crashed};
use mips_sim::{AsmOptions, Assembly, Image, assemble};

use crate::dump::{self, Memory};
use crate::exit::Exit;
use crate::io::Io;
use crate::loader::Disk;
use crate::mars_args::{self, CommandLine, DumpRequest, Request, Verdict};
use crate::mars_files;
use crate::mars_texts::{BANNER, HELP};

/// Shown by `fivetwelve mars --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  fivetwelve mars nc a prog.asm                assemble only, without the copyright line
  fivetwelve mars nc a dump .text HexText code.txt prog.asm
                                               write the machine code to a file
  fivetwelve mars h                            every word, as MARS explains it

Exit codes: as MARS 4.5, which is 0 even for a program with errors unless ae<n> says otherwise;
1 where MARS itself would have died; 69 for a program that would have to be run";

pub(crate) fn run(words: &[String], io: &mut Io) -> io::Result<Exit> {
    let line = mars_args::classify(words, &|name| Path::new(name).exists());
    let CommandLine { messages_to_stderr, banner, complaints, verdict } = line;
    let mut speaker = Speaker { io, messages_to_stderr };
    if banner {
        write!(speaker.messages(), "{BANNER}")?;
    }
    for complaint in complaints {
        writeln!(speaker.messages(), "{complaint}")?;
    }
    match verdict {
        Verdict::Help => {
            for line in HELP {
                writeln!(speaker.messages(), "{line}")?;
            }
            Ok(Exit::Ok)
        }
        Verdict::Cancelled => Ok(Exit::Ok),
        Verdict::Dies => speaker.died("`mc` is the last word, and it needs a name after it"),
        Verdict::Go(request) => carry_out(&request, &mut speaker),
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
    fn died(&mut self, cause: &str) -> io::Result<Exit> {
        writeln!(self.io.err, "MARS 4.5 dies here with an internal error: {cause}")?;
        Ok(Exit::Given(1))
    }
}

/// What came of assembling.
enum Assembled {
    /// There is a program to run, were it not for `a`.
    Program(Box<Image>),
    /// There is none. Memory holds what was stored on the way.
    Refused(Box<Image>),
    /// MARS is dead.
    Died(Exit),
}

fn carry_out(request: &Request, speaker: &mut Speaker<'_>) -> io::Result<Exit> {
    let (image, exit) = match assemble_files(request, speaker)? {
        Assembled::Died(exit) => return Ok(exit),
        Assembled::Refused(image) => (image, given(request.assemble_error_code)),
        Assembled::Program(image) if request.files.is_empty() || request.assemble_only => {
            (image, Exit::Ok)
        }
        Assembled::Program(_) => {
            // The machine slots in here, and what it shows before the dumps: `request.run` and
            // `request.display` say how. A dump of memory before the run would not be MARS's.
            let sentence = "running is not available yet; use `a` to assemble only";
            writeln!(speaker.io.err, "{sentence}")?;
            return Ok(Exit::NotAvailable);
        }
    };
    dump_all(&request.dumps, &*image, speaker)?;
    Ok(exit)
}

/// Assembles the files, and says what MARS says about them.
fn assemble_files(request: &Request, speaker: &mut Speaker<'_>) -> io::Result<Assembled> {
    let options = AsmOptions {
        config: request.config,
        delayed_branching: request.delayed_branching,
        pseudo: request.pseudo,
        self_modifying: request.run.self_modifying,
        warnings_are_errors: request.warnings_are_errors,
        advice: false,
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
    writeln!(speaker.messages(), "Processing terminated due to errors.")?;
    Ok(Assembled::Refused(Box::new(assembly.image)))
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

fn dump_all(
    requests: &[DumpRequest],
    memory: &dyn Memory,
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
