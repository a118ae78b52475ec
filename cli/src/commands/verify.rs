//! `fivetwelve verify`: every board, every key, every new tile. What is checked and how is in
//! `tester::verify`; here are files, threads, the clock and the terminal.

mod progress;
mod show;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use mips_sim::{AsmOptions, assemble};
use serde_json::json;
use tester::verify::{Part, Plan, Shard, Step, Verification, merge};
use tester::{Limits, Program};

use crate::args::verify::{MergeArgs, VerifyArgs, VerifySub};
use progress::Progress;

use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::journal::Journal;
use crate::loader::{Disk, read_text};
use crate::threads::Threads;
use crate::{output, render};

pub(crate) fn run(args: &VerifyArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if let Some(VerifySub::Merge(args)) = &args.sub {
        return join(args, io);
    }
    let name = args.program.as_deref().unwrap_or_default();
    let options = AsmOptions { advice: false, ..AsmOptions::default() };
    let assembly = assemble(&[name], &mut Disk, &options);
    if !assembly.succeeded() {
        write!(io.err, "{}", render::diagnostics(&assembly, io.style()))?;
        return Err(Exit::Unable.silent());
    }
    let program = Program::new(assembly.image, Limits::default());
    let default = Plan::default();
    let plan = Plan {
        from_states: args.from_states,
        layers: args.layers.clone().unwrap_or(default.layers),
        shard: args.shard.unwrap_or(Shard { number: 1, of: 1 }),
        steps: default.steps,
    };
    let mut verification = Verification::new(&program, plan.clone()).or_exit(Exit::Usage)?;
    // Found out now, not after minutes of work.
    args.save.iter().chain(&args.state).try_for_each(|path| output::can_write(path))?;
    let mut checkpoints = match &args.state {
        Some(path) => Some(Checkpoints::resume(path, args.state_every, &plan, &mut verification)?),
        None => None,
    };
    let watched = !args.quiet && io::stderr().is_terminal();
    let progress = Progress::new(watched, &(verification.next_sum()..=*plan.layers.end()));
    let threads = Threads::new(args.threads);
    let end = loop {
        match verification.step(&threads, &|boards| progress.add(boards)) {
            Step::Layer(..) => {
                if let Some(checkpoints) = &mut checkpoints {
                    checkpoints.keep(&verification, false).inspect_err(|_| progress.clear())?;
                }
            }
            end => break end,
        }
    };
    progress.clear();
    if let (Step::Done, Some(checkpoints)) = (&end, &mut checkpoints) {
        checkpoints.keep(&verification, true)?;
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
) -> anyhow::Result<Exit> {
    let (found, unable) = match end {
        Step::Disagree(found) => (Some(&**found), None),
        Step::Unable(unable) => (None, Some(unable.to_string())),
        _ => (None, None),
    };
    let value = show::json(name, part, found, unable.as_deref());
    save(args.save.as_deref(), &value)?;
    if args.json {
        writeln!(io.out, "{value:#}")?;
    }
    match (found, unable) {
        (Some(found), _) => {
            if !args.json {
                show::disagreement(name, found, &mut io.out)?;
            }
            Ok(Exit::Failed)
        }
        (_, Some(unable)) => bail!("{name}: {unable}"),
        (None, None) => {
            if !args.json {
                show::agreement(name, part, &mut io.out)?;
            }
            Ok(Exit::Ok)
        }
    }
}

fn join(args: &MergeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let mut name = String::new();
    let mut parts = Vec::new();
    for path in &args.files {
        let text = read_text(path).or_exit(Exit::Unable)?;
        let (program, part) =
            show::read(&text).map_err(|why| anyhow!("{}: {why}", path.display()))?;
        name = program;
        parts.push(part);
    }
    let whole = merge(&parts).context("these parts can't be joined")?;
    let value = show::json(&name, &whole, None, None);
    save(args.save.as_deref(), &value)?;
    if args.json {
        writeln!(io.out, "{value:#}")?;
    } else {
        show::agreement(&name, &whole, &mut io.out)?;
    }
    Ok(Exit::Ok)
}

fn save(path: Option<&Path>, value: &serde_json::Value) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| output::write_whole(path, format!("{value:#}\n").as_bytes()))
}

/// The journal that a verification continues from: one checkpoint, replaced now and then.
struct Checkpoints {
    journal: Journal,
    every: Duration,
    written: Instant,
}

impl Checkpoints {
    /// Opens the journal, and continues from its checkpoint if it has one.
    fn resume(
        path: &Path,
        seconds: u64,
        plan: &Plan,
        verification: &mut Verification,
    ) -> anyhow::Result<Checkpoints> {
        let basis = json!({
            "program": format!("{:016x}", verification.part().fingerprint),
            "layers": [plan.layers.start(), plan.layers.end()],
            "shard": [plan.shard.number, plan.shard.of],
            "from_states": plan.from_states,
            "steps": plan.steps,
        });
        let (journal, checkpoint) =
            Journal::open(path, "verification", &basis).or_exit(Exit::Unable)?;
        if !checkpoint.is_empty() {
            verification.resume(&checkpoint).with_context(|| path.display().to_string())?;
        }
        Ok(Checkpoints { journal, every: Duration::from_secs(seconds), written: Instant::now() })
    }

    /// Writes a checkpoint if it is time, or if it must be `now`.
    fn keep(&mut self, verification: &Verification, now: bool) -> anyhow::Result<()> {
        if !now && self.written.elapsed() < self.every {
            return Ok(());
        }
        self.written = Instant::now();
        self.journal.replace(&verification.checkpoint())
    }
}
