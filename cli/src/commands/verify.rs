//! `fivetwelve verify`: every board, every key, every new tile. What is checked and how is in
//! `tester::verify`; here are files, threads, the clock and the terminal.

mod show;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::json;
use tester::verify::{Part, Plan, Shard, Step, Verification, merge};

use super::asm::program;
use crate::args::verify::{MergeArgs, VerifyArgs, VerifySub};
use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::journal::Journal;
use crate::loader::read_text;
use crate::output;
use crate::threads::{Threads, progress};

pub(crate) fn run(args: &VerifyArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if let Some(VerifySub::Merge(args)) = &args.sub {
        return join(args, io);
    }
    let name = args.program.as_deref().unwrap_or_default();
    let program = program(name, Exit::Unable, io)?;
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
    let layers = verification.next_sum()..=*plan.layers.end();
    let bar = progress(boards_of(&layers), "boards (about)", !args.quiet);
    let threads = Threads::new(args.threads);
    let end = loop {
        match verification.step(&threads, &|boards| bar.inc(boards)) {
            Step::Layer(..) => {
                if let Some(checkpoints) = &mut checkpoints {
                    checkpoints.keep(&verification, false)?;
                }
            }
            end => break end,
        }
    };
    bar.finish_and_clear();
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
        let read = show::read(&read_text(path)?);
        let (program, part) =
            read.map_err(|why| Exit::NoInput.error(format!("{}: {why}", path.display())))?;
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
        let (journal, checkpoint) = Journal::open(path, "verification", &basis)?;
        if !checkpoint.is_empty() {
            let resumed = verification.resume(&checkpoint);
            resumed.with_context(|| path.display().to_string()).or_exit(Exit::NoInput)?;
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

/// Boards up to a tile sum, for some sums; between them there are about as many as a line from one to
/// the next would have. Good enough to tell how long it takes.
const UP_TO: [(u32, u32); 17] = [
    (0, 0),
    (46, 222_368),
    (94, 1_666_656),
    (142, 4_084_663),
    (190, 7_133_731),
    (238, 10_378_630),
    (286, 13_183_991),
    (334, 16_686_813),
    (382, 20_606_849),
    (430, 23_719_907),
    (478, 26_885_119),
    (526, 28_719_043),
    (574, 30_953_665),
    (622, 32_318_341),
    (670, 32_972_993),
    (718, 33_576_739),
    (766, 33_756_923),
];

/// About how many boards there are in some layers.
fn boards_of(layers: &RangeInclusive<u32>) -> u64 {
    (boards_up_to(*layers.end()) - boards_up_to(layers.start().saturating_sub(2))) as u64
}

fn boards_up_to(sum: u32) -> f64 {
    let behind = UP_TO.partition_point(|(known, _)| *known < sum).clamp(1, UP_TO.len() - 1);
    let ((low, before), (high, after)) = (UP_TO[behind - 1], UP_TO[behind]);
    let part = f64::from(sum.saturating_sub(low)) / f64::from(high - low);
    f64::from(before) + f64::from(after - before) * part.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_counted_about_right() {
        assert_eq!((boards_up_to(0), boards_up_to(766)), (0.0, 33_756_923.0));
        assert!(UP_TO.iter().all(|(sum, boards)| boards_up_to(*sum) == f64::from(*boards)));
        let rises = (2..=766).step_by(2).all(|sum| boards_up_to(sum) > boards_up_to(sum - 2));
        assert!(rises);
    }
}
