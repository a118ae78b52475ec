//! `fivetwelve run`: assemble a program and run it for a person. The program alone writes to
//! standard output; what goes wrong is told on standard error, and the exit code says which.

use std::io::Write;
use std::time::{Duration, Instant};

use mips_sim::diag::hint::report;
use mips_sim::host::{Recording, Replay};
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::check::Check;
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use mips_sim::observe::{History, Observer, Off};
use mips_sim::{AsmOptions, Image};

use super::asm::assembled;
use crate::args::RunArgs;
use crate::exit::Exit;
use crate::host::{Failure, Files, RealHost, Source};
use crate::interrupt;
use crate::io::Io;
use crate::loader::{Disk, read_at_most, readable};
use crate::{output, render};

/// Lines of a trace: about a hundred bytes each.
const MAX_TRACE: u64 = 1_000_000;
/// Lines of a profile.
const PROFILED_LINES: usize = 20;
/// Instructions between two looks whether Ctrl-C was pressed.
const SLICE: u64 = 2_000_000;
/// The most input that is read from a file.
const MAX_STDIN: u64 = 1 << 30;
/// A failed run longer than this is not repeated to find out more.
const MAX_REPLAY: u64 = 50_000_000;

pub(crate) fn run(args: &RunArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let options = AsmOptions {
        config: args.memory,
        delayed_branching: args.delayed_branching,
        self_modifying: args.self_modifying,
        advice: args.advice,
        ..AsmOptions::default()
    };
    let names: Vec<&str> = args.files.iter().map(String::as_str).collect();
    let image = &assembled(&names, &mut Disk, &options, Exit::Failed, io)?.image;
    let options = machine_options(args, image)?;
    if image.text.is_empty() {
        writeln!(io.err, "note: the program has no instructions, so nothing is run")?;
    }
    let source = input(args)?;
    interrupt::watch();
    let files = if args.no_files { Files::Denied } else { Files::Below(args.folder.clone()) };
    let mut host = RealHost::new(source, files, args.seed, args.max_output.unwrap_or(u64::MAX));
    host.sleeps = !args.no_sleep;
    // The one place where it is decided who looks on.
    if !(args.profile || args.trace.is_some() || args.coverage.is_some()) {
        if !args.check {
            let run = watched(args, image, &options, &mut host, &mut Off);
            return conclude(args, image, &options, run, host, io);
        }
        // By itself it is faster than among those that may be there.
        let mut check = Check::new(image);
        let run = watched(args, image, &options, &mut host, &mut check);
        let exit = conclude(args, image, &options, run, host, io)?;
        write!(io.err, "{}", render::findings(check.findings(), image, io.style()))?;
        return Ok(exit);
    }
    let mut trace = String::new();
    let tracer = |line: &str| {
        trace.push_str(line);
        trace.push('\n');
    };
    let mut observer = (
        args.trace.as_ref().map(|_| Trace::new(MAX_TRACE, tracer)),
        (
            args.profile.then(|| Profile::new(image)),
            (
                args.coverage.as_ref().map(|_| Coverage::new(image)),
                args.check.then(|| Check::new(image)),
            ),
        ),
    );
    let run = watched(args, image, &options, &mut host, &mut observer);
    let (_, (profile, (coverage, check))) = observer;
    let exit = conclude(args, image, &options, run, host, io)?;
    if let Some(check) = check {
        write!(io.err, "{}", render::findings(check.findings(), image, io.style()))?;
    }
    if let Some(profile) = profile {
        write!(io.err, "{}", profile.report(image, PROFILED_LINES))?;
    }
    let coverage = coverage.map(|coverage| coverage.lcov(image)).unwrap_or_default();
    for (path, text) in [(&args.trace, trace), (&args.coverage, coverage)] {
        let Some(path) = path else { continue };
        match path.as_os_str() == "-" {
            true => write!(io.err, "{text}")?,
            false => output::write_whole(path, text.as_bytes())?,
        }
    }
    Ok(exit)
}

/// A run that is over.
struct Run {
    machine: Machine,
    stop: Stop,
    /// Whether Ctrl-C ended it.
    interrupted: bool,
    /// What is needed to repeat it, unless that is too much.
    replay: Option<Replay>,
    time: Duration,
}

fn watched<O: Observer>(
    args: &RunArgs,
    image: &Image,
    options: &MachineOptions,
    host: &mut RealHost,
    observer: &mut O,
) -> Run {
    let mut machine = Machine::load(image, options);
    let mut recording = Recording::new(host);
    let start = Instant::now();
    let max_steps = args.max_steps.unwrap_or(u64::MAX);
    let (stop, interrupted) = loop {
        let left = max_steps - machine.steps();
        let stop = machine.run(&mut recording, observer, left.min(SLICE));
        if stop != Stop::BudgetSpent || machine.steps() == max_steps {
            break (stop, false);
        }
        // What was printed shows even if the program is killed. An error shows at the next write.
        let _ = recording.host().flush();
        if interrupt::asked() {
            break (stop, true);
        }
    };
    let time = start.elapsed();
    Run { machine, stop, interrupted, replay: recording.finish(), time }
}

fn machine_options(args: &RunArgs, image: &Image) -> anyhow::Result<MachineOptions> {
    let default = MachineOptions::default();
    let entry = match &args.entry {
        None => None,
        Some(name) => {
            let named = image.symbols.iter().filter(|symbol| symbol.name == *name);
            let code = named.clone().find(|s| !s.data && image.text_at(s.address).is_some());
            Some(code.map(|symbol| symbol.address).ok_or_else(|| {
                Exit::Usage.error(match named.count() {
                    0 => format!("there is no label `{name}` to begin at"),
                    _ => format!("there is no instruction at `{name}` to begin with"),
                })
            })?)
        }
    };
    let max_memory = args
        .max_memory
        .map_or(default.max_memory, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Ok(MachineOptions {
        delayed_branching: args.delayed_branching,
        self_modifying: args.self_modifying,
        entry,
        arguments: args.arguments.clone(),
        max_memory,
        // As if an instruction could move 64 bytes, with some to begin with.
        max_work: args.max_steps.map_or(u64::MAX, |steps| steps.saturating_mul(64) + (64 << 20)),
        float_text: args.float_text,
    })
}

fn input(args: &RunArgs) -> anyhow::Result<Source> {
    let Some(path) = &args.stdin else { return Ok(Source::Stdin) };
    Ok(Source::Bytes(readable(path, read_at_most(path, MAX_STDIN))?, 0))
}

/// Says how it went.
fn conclude(
    args: &RunArgs,
    image: &Image,
    options: &MachineOptions,
    run: Run,
    mut host: RealHost,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    // An error here is one of writing output, as anywhere; a reader that went away is none.
    host.flush()?;
    if host.is_within_line {
        io.begin_line();
    }
    if let Some(Failure::Console(error)) =
        host.failure.take_if(|f| matches!(f, Failure::Console(_)))
    {
        return Err(error.into());
    }
    let limited = matches!(host.failure, Some(Failure::Limit));
    let exit = match run.stop {
        _ if run.interrupted => Exit::Interrupted,
        Stop::Exit(code) => match code as u8 {
            0 => Exit::Ok,
            code => Exit::Given(code),
        },
        Stop::FellOffEnd => Exit::Ok,
        Stop::Fault { .. } | Stop::BadProgramCounter(_) | Stop::Crash { .. } => Exit::Unable,
        Stop::InputPending | Stop::Break { .. } => Exit::Unable,
        Stop::BudgetSpent | Stop::MemoryLimit | Stop::OutputRefused | Stop::WorkLimit => {
            Exit::Limit
        }
    };
    if matches!(exit, Exit::Unable | Exit::Limit) {
        let text = told(image, options, &run, io);
        write!(io.err, "{text}")?;
    }
    if run.interrupted {
        let place = image.place(run.machine.pc);
        let place = place.map(|place| format!(", at line {}", place.source.line));
        let place = place.unwrap_or_default();
        writeln!(io.err, "interrupted after {} instructions{place}", run.machine.steps())?;
    }
    // Refused by a file, and not noticed by the program.
    let exit = if limited && exit == Exit::Ok { Exit::Limit } else { exit };
    if args.stats {
        writeln!(io.err, "{}", stats(&run))?;
    }
    Ok(exit)
}

/// The error as a person sees it. The run is repeated with someone looking on, so that nobody has
/// to look on when all goes well.
fn told(image: &Image, options: &MachineOptions, run: &Run, io: &Io) -> String {
    let steps = run.machine.steps();
    let replay = run.replay.clone().filter(|_| steps <= MAX_REPLAY);
    let history = replay.map(|mut replay| {
        let mut history = History::new(image, options.delayed_branching);
        Machine::load(image, options).run(&mut replay, &mut history, steps);
        history
    });
    let report = report(run.stop, &run.machine, history.as_ref(), image);
    render::run_error(&report, image, io.style())
}

fn stats(run: &Run) -> String {
    let steps = run.machine.steps();
    let seconds = run.time.as_secs_f64();
    let rate = if seconds > 0.0 { steps as f64 / seconds / 1e6 } else { 0.0 };
    let memory = run.machine.memory.size().div_ceil(1024);
    format!(
        "{steps} instructions in {:.3} ms, {rate:.1} million a second, {memory} KiB of memory",
        seconds * 1e3
    )
}
