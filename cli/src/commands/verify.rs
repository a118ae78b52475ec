//! `fivetwelve verify`: every board, every key, every new tile. What is checked and how is in
//! `tester::verify`; here are files, threads, the clock and the terminal.

mod progress;
mod show;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use mips_sim::{AsmOptions, assemble};
use tester::verify::{Part, Plan, Shard, Step, Verification, merge};
use tester::{Limits, Program};

use crate::args::verify::{MergeArgs, VerifyArgs, VerifySub};
use progress::Progress;

use crate::exit::Exit;
use crate::io::Io;
use crate::loader::{Disk, reason};
use crate::threads::Threads;
use crate::{output, render};

pub(crate) fn run(args: &VerifyArgs, io: &mut Io) -> io::Result<Exit> {
    if let Some(VerifySub::Merge(args)) = &args.sub {
        return join(args, io);
    }
    let name = args.program.as_deref().unwrap_or_default();
    let options = AsmOptions { advice: false, ..AsmOptions::default() };
    let assembly = assemble(&[name], &mut Disk, &options);
    if !assembly.succeeded() {
        write!(io.err, "{}", render::diagnostics(&assembly, io.style()))?;
        return Ok(Exit::NotCompared);
    }
    let program = Program::new(assembly.image, Limits::default());
    let default = Plan::default();
    let plan = Plan {
        from_states: args.from_states,
        layers: args.layers.clone().unwrap_or(default.layers),
        shard: args.shard.unwrap_or(Shard { number: 1, of: 1 }),
        steps: default.steps,
    };
    let mut verification = match Verification::new(&program, plan.clone()) {
        Ok(verification) => verification,
        Err(error) => return complain(io, &error.to_string(), Exit::Usage),
    };
    // Found out now, not after minutes of work.
    for path in args.save.iter().chain(&args.state) {
        if let Err(error) = output::can_write(path) {
            return complain(io, &unwritable(path, &error), Exit::CannotWrite);
        }
    }
    let mut journal = Journal::new(args.state.as_deref(), args.state_every);
    if let Err(complaint) = journal.resume(&mut verification) {
        return complain(io, &complaint, Exit::NotCompared);
    }
    let watched = !args.quiet && io::stderr().is_terminal();
    let progress = Progress::new(watched, &(verification.next_sum()..=*plan.layers.end()));
    let threads = match Threads::new(args.threads.map(usize::from)) {
        Ok(threads) => threads,
        Err(error) => {
            return complain(
                io,
                &format!("so many threads could not be started: {error}"),
                Exit::Usage,
            );
        }
    };
    let end = loop {
        match verification.step(&threads, &|boards| progress.add(boards)) {
            Step::Layer(..) => {
                if let Err(complaint) = journal.keep(&verification, false) {
                    progress.clear();
                    return complain(io, &complaint, Exit::CannotWrite);
                }
            }
            end => break end,
        }
    };
    progress.clear();
    if end == Step::Done
        && let Err(complaint) = journal.keep(&verification, true)
    {
        return complain(io, &complaint, Exit::CannotWrite);
    }
    conclude(args, name, &verification.part(), &end, io)
}

/// Says how it went, and saves it.
fn conclude(
    args: &VerifyArgs,
    name: &str,
    part: &Part,
    end: &Step,
    io: &mut Io,
) -> io::Result<Exit> {
    let (found, unable) = match end {
        Step::Disagree(found) => (Some(&**found), None),
        Step::Unable(unable) => (None, Some(unable.to_string())),
        _ => (None, None),
    };
    let value = show::json(name, part, found, unable.as_deref());
    if let Some(path) = &args.save
        && let Err(complaint) = save(path, &value)
    {
        return complain(io, &complaint, Exit::CannotWrite);
    }
    if args.json {
        writeln!(io.out, "{value:#}")?;
    }
    match (found, unable) {
        (Some(found), _) => {
            if !args.json {
                show::disagreement(name, found, &mut io.out)?;
            }
            Ok(Exit::Disagrees)
        }
        (_, Some(unable)) => complain(io, &format!("{name}: {unable}"), Exit::NotCompared),
        (None, None) => {
            if !args.json {
                show::agreement(name, part, &mut io.out)?;
            }
            Ok(Exit::Ok)
        }
    }
}

fn join(args: &MergeArgs, io: &mut Io) -> io::Result<Exit> {
    let mut name = String::new();
    let mut parts = Vec::new();
    for path in &args.files {
        let text = fs::read_to_string(path).map_err(|error| reason(&error));
        match text.and_then(|text| show::read(&text)) {
            Ok((program, part)) => {
                name = program;
                parts.push(part);
            }
            Err(complaint) => {
                return complain(
                    io,
                    &format!("{}: {complaint}", path.display()),
                    Exit::NotCompared,
                );
            }
        }
    }
    let whole = match merge(&parts) {
        Ok(whole) => whole,
        Err(error) => {
            return complain(
                io,
                &format!("these parts can't be joined: {error}"),
                Exit::NotCompared,
            );
        }
    };
    let value = show::json(&name, &whole, None, None);
    if let Some(path) = &args.save
        && let Err(complaint) = save(path, &value)
    {
        return complain(io, &complaint, Exit::CannotWrite);
    }
    if args.json {
        writeln!(io.out, "{value:#}")?;
    } else {
        show::agreement(&name, &whole, &mut io.out)?;
    }
    Ok(Exit::Ok)
}

fn save(path: &Path, value: &serde_json::Value) -> Result<(), String> {
    write(path, format!("{value:#}\n").as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = output::write_whole(path, bytes);
    written.map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("{} could not be written: {}", path.display(), reason(error))
}

fn complain(io: &mut Io, complaint: &str, exit: Exit) -> io::Result<Exit> {
    writeln!(io.err, "error: {complaint}")?;
    Ok(exit)
}

/// The file that a verification can be gone on from.
struct Journal<'a> {
    path: Option<&'a Path>,
    every: Duration,
    written: Instant,
}

impl<'a> Journal<'a> {
    fn new(path: Option<&'a Path>, seconds: u64) -> Journal<'a> {
        Journal { path, every: Duration::from_secs(seconds), written: Instant::now() }
    }

    /// Goes on from the file if it is there.
    fn resume(&self, verification: &mut Verification) -> Result<(), String> {
        let Some(path) = self.path else { return Ok(()) };
        let complaint = |words: String| Err(format!("{}: {words}", path.display()));
        match fs::read(path) {
            Ok(bytes) => verification.resume(&bytes).or_else(|error| complaint(error.to_string())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => complaint(reason(&error)),
        }
    }

    /// Writes the file if it is time.
    fn keep(&mut self, verification: &Verification, now: bool) -> Result<(), String> {
        let Some(path) = self.path else { return Ok(()) };
        if !now && self.written.elapsed() < self.every {
            return Ok(());
        }
        self.written = Instant::now();
        write(path, &verification.journal())
    }
}
