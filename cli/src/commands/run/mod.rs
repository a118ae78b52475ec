//! `fivetwelve run`: assemble a program and run it for a person. The program alone writes to
//! standard output; what goes wrong is told on standard error, and the exit code says which.

mod debug_offer;
mod execution;

use std::io::Write;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use mips_sim::diag::hint::{Report, report};
use mips_sim::host::system::Crash;
use mips_sim::machine::{MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::check::{Check, Finding};
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use mips_sim::{AsmOptions, Image};
use tester::wording::visible_source;

use self::execution::{Run, watched};
use super::asm::assembled_as;
use crate::args::{MessageFormat, RunArgs};
use crate::devices::{self, Keyboard, KeysFile, Stage, has_terminal, missing_device};
use crate::exit::Exit;
use crate::host::{Failure, RealHost, Source};
use crate::interrupt;
use crate::io::Io;
use crate::loader::{Disk, read_at_most, readable};
use crate::{output, render};

/// Lines of a trace: about a hundred bytes each.
const MAX_TRACE: u64 = 1_000_000;
/// Lines of a profile.
const PROFILED_LINES: usize = 20;
/// The most input that is read from a file.
pub(super) const MAX_STDIN: u64 = 1 << 30;
pub(crate) fn run(args: &RunArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let options = AsmOptions { advice: args.advice, ..args.program.assembling() };
    let names: Vec<&str> = args.files.iter().map(String::as_str).collect();
    let image = &assembled_as(&names, &mut Disk, &options, args.message_format, io)?.image;
    let keys = args.devices.keys.as_deref().map(KeysFile::read).transpose()?.unwrap_or_default();
    let keys = &begun(args, keys);
    let options = machine_options(args, keys, image)?;
    if image.text.is_empty() {
        let words = "the program has no instructions, so nothing is run";
        match args.message_format {
            MessageFormat::Human => io.tell(&format!("note: {words}"))?,
            MessageFormat::Json => write!(io.err, "{}", render::note_json(words))?,
        }
    }
    let source = input(args)?;
    interrupt::watch();
    let mut host =
        RealHost::new(source, args.program.files(), keys.seed, args.max_output.unwrap_or(u64::MAX));
    host.sleeps = !args.no_sleep;
    host.holds_notes = true;
    host.set_clock(keys.time);
    let mut stage = Stage::open(&args.screen, args.program.memory, io.on_out.color)?;
    let stage = &mut stage;
    host.waiting = stage.as_ref().filter(|stage| stage.has_screen()).map(|_| Vec::new());
    if options.devices.as_ref().is_some_and(|devices| devices.asks_host) {
        host.keyboard = Some(Keyboard::open()?);
    }
    // The one place where it is decided who looks on.
    if !(args.profile || args.trace.is_some() || args.coverage.is_some()) {
        if !args.check {
            let run = watched(args, image, &options, &mut host, stage, &mut Off)?;
            return conclude(args, image, &options, run, host, stage.take(), io);
        }
        // By itself it is faster than among those that may be there.
        let mut check = Check::new(image);
        let run = watched(args, image, &options, &mut host, stage, &mut check)?;
        let exit = conclude(args, image, &options, run, host, stage.take(), io)?;
        return told_findings(args, check.findings(), exit, image, io);
    }
    let mut trace = String::new();
    let tracer = |line: &str| {
        trace.push_str(line);
        trace.push('\n');
    };
    let mut observer = (
        args.trace.as_ref().map(|_| Trace::new(MAX_TRACE, tracer).with_places(image)),
        (
            args.profile.then(|| Profile::new(image)),
            (
                args.coverage.as_ref().map(|_| Coverage::new(image)),
                args.check.then(|| Check::new(image)),
            ),
        ),
    );
    let run = watched(args, image, &options, &mut host, stage, &mut observer)?;
    let (_, (profile, (coverage, check))) = observer;
    let mut exit = conclude(args, image, &options, run, host, stage.take(), io)?;
    if let Some(check) = check {
        exit = told_findings(args, check.findings(), exit, image, io)?;
    }
    if let Some(profile) = profile {
        for line in profile.report(image, PROFILED_LINES).lines() {
            writeln!(io.err, "{}", visible_source(line))?;
        }
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

/// The keys of a run with the seed and the time that it begins with, which a run that is recorded and
/// one that is repeated need.
fn begun(args: &RunArgs, keys: KeysFile) -> KeysFile {
    let mut keys = KeysFile { seed: args.seed.or(keys.seed), ..keys };
    if args.screen.record.is_some() {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        keys.time.get_or_insert(since.as_millis() as u64);
        keys.seed.get_or_insert(since.subsec_nanos().into());
    }
    keys
}

fn machine_options(
    args: &RunArgs,
    keys: &KeysFile,
    image: &Image,
) -> anyhow::Result<MachineOptions> {
    let live = has_terminal();
    let default = args.program.machine(image)?;
    let max_memory = args
        .max_memory
        .map_or(default.max_memory, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Ok(MachineOptions {
        arguments: args.arguments.clone(),
        max_memory,
        // As if an instruction could move 64 bytes, with some to begin with.
        max_work: args.max_steps.map_or(u64::MAX, |steps| steps.saturating_mul(64) + (64 << 20)),
        float_text: args.float_text,
        devices: devices::keyboard(&args.devices, keys.keys.clone(), live),
        dialogs: args.devices.dialogs,
        ..default
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
    stage: Option<Stage>,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let shown = args.screen.bitmap.is_some() && stage.as_ref().is_some_and(Stage::has_screen);
    let left = stage.map(|stage| stage.close(&run.machine, &host)).transpose()?.flatten();
    host.release()?;
    if let Some(path) = &args.screen.record {
        let keys = options.devices.as_ref().map(|devices| Arc::clone(&devices.keys));
        let file = host.keys_file(&keys.unwrap_or_default());
        output::write_whole(path, file.text().as_bytes())?;
    }
    if let Some(picture) = left {
        if io.on_err.is_terminal {
            write!(io.err, "{picture}")?;
        }
    } else if args.screen.bitmap.is_some() && args.screen.frames.is_none() && !shown {
        io.tell(
            "note: the bitmap is shown on terminals only; `--frames FILE.png` writes it to a file",
        )?;
    }
    // An error here is one of writing output, as anywhere; a reader that went away is none.
    host.flush()?;
    if host.is_within_line && args.message_format == MessageFormat::Human {
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
    if matches!(exit, Exit::Unable | Exit::Limit | Exit::Interrupted) {
        let mut told = told(image, options, &run);
        if told.hint.is_none() || matches!(exit, Exit::Limit | Exit::Interrupted) {
            let missing = missing_device(&run.machine, &args.program.memory, args.screen.bitmap);
            told.hint = missing.or(told.hint);
        }
        if matches!(run.stop, Stop::Crash { crash: Crash::NoDisplay, .. }) {
            told.hint = Some("add `--dialogs`, and it asks on the console instead".into());
        }
        let text = match args.message_format {
            MessageFormat::Human => render::run_error(&told, image, io.style()),
            MessageFormat::Json => render::run_error_json(&told, image),
        };
        write!(io.err, "{text}")?;
        // For people, not for whoever reads what was written to a file.
        if exit == Exit::Unable && io.on_err.is_terminal {
            writeln!(io.err, "To go back from there: {}", debug_offer::command(args))?;
        }
    }
    // Refused by a file, and not noticed by the program.
    let exit = if limited && exit == Exit::Ok { Exit::Limit } else { exit };
    if args.stats {
        writeln!(io.err, "{}", stats(&run))?;
    }
    Ok(exit)
}

/// Says what the checker found. A program that ended well has then failed all the same.
fn told_findings(
    args: &RunArgs,
    findings: &[Finding],
    exit: Exit,
    image: &Image,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let text = match args.message_format {
        MessageFormat::Human => render::findings(findings, image, io.style()),
        MessageFormat::Json => render::findings_json(findings, image),
    };
    write!(io.err, "{text}")?;
    Ok(if findings.is_empty() || exit != Exit::Ok { exit } else { Exit::Failed })
}

/// Why it stopped, for people.
fn told(image: &Image, options: &MachineOptions, run: &Run) -> Report {
    let history = run.history(image, options);
    if !run.interrupted {
        return report(run.stop, &run.machine, history.as_ref(), image);
    }
    // What it was busy with is told as if it had met a limit.
    let told = report(Stop::BudgetSpent, &run.machine, history.as_ref(), image);
    let asleep = (run.stop == Stop::InputPending).then_some(run.machine.pc);
    let title = match run.machine.steps() {
        1 => "interrupted after 1 instruction".into(),
        steps => format!("interrupted after {steps} instructions"),
    };
    Report { title, pc: asleep.or(told.pc), ..told }
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
