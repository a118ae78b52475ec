//! `fivetwelve verify`: every board, every key, every new tile. What is checked and how is in
//! `tester::verify`; here are files, threads, the clock and the terminal.

mod show;

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use tester::Program;
use tester::verify::{FIRST, LAST, Part, Plan, Shard, Step, Verification, fingerprint, merge};

use super::asm::program;
use crate::args::cluster::SlurmArgs;
use crate::args::verify::{MergeArgs, VerifyArgs, VerifySub};
use crate::cluster::{Front, Gathered, Role, Task};
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
    if args.slurm.slurm.is_some() {
        if !args.from_states {
            return Err(Exit::Usage.error(
                "--slurm needs --from-states: a walk goes from layer to layer, and can't be divided",
            ));
        }
        match args.slurm.role(&format!("{:016x}", fingerprint(program.image())))? {
            Role::Alone => {}
            Role::Task(task) => return task_of(args, &program, &task, io),
            Role::Front(front) => return from_cluster(args, name, &program, &front, io),
        }
    }
    let (part, end) = verify(args, &program)?;
    conclude(args, name, &part, &end, io)
}

/// Verifies as much as is asked for, and says how it ended.
fn verify(args: &VerifyArgs, program: &Program) -> anyhow::Result<(Part, Step)> {
    let default = Plan::default();
    let plan = Plan {
        from_states: args.from_states,
        layers: args.layers.clone().unwrap_or(default.layers),
        shard: args.shard.unwrap_or(Shard { number: 1, of: 1 }),
        steps: default.steps,
    };
    let mut verification = Verification::new(program, plan.clone()).or_exit(Exit::Usage)?;
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
            Step::Again => {
                bar.reset();
                bar.println("The program reads something new, so the verification begins again.");
            }
            end => break end,
        }
    };
    bar.finish_and_clear();
    if let (Step::Done, Some(checkpoints)) = (&end, &mut checkpoints) {
        checkpoints.keep(&verification, true)?;
    }
    Ok((verification.part(), end))
}

/// Verifies a part for whoever waits for all of them.
fn task_of(args: &VerifyArgs, program: &Program, task: &Task, io: &mut Io) -> anyhow::Result<Exit> {
    let name = args.program.as_deref().unwrap_or_default();
    let part = VerifyArgs {
        slurm: SlurmArgs::default(),
        shard: Some(task.shard),
        threads: task.threads(args.threads),
        state: Some(task.state()),
        save: None,
        quiet: true,
        ..args.clone()
    };
    let (part, end) = verify(&part, program)?;
    let value = match &end {
        Step::Disagree(found) => show::json(name, &part, Some(found), None),
        Step::Done => show::json(name, &part, None, None),
        // A task that has no answer hands in nothing.
        _ => return conclude(args, name, &part, &end, io),
    };
    task.finish(value.to_string().as_bytes())
}

/// Lets a cluster verify, and says what came of it.
fn from_cluster(
    args: &VerifyArgs,
    name: &str,
    program: &Program,
    front: &Front,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    args.save.iter().try_for_each(|path| output::can_write(path))?;
    let bodies = match front.gather(io, args.quiet)? {
        Gathered::Parts(parts) => parts,
        Gathered::Over(exit) => return Ok(exit),
    };
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    for body in bodies {
        let body: Value = serde_json::from_slice(&body)?;
        if body["verdict"] == "disagree" {
            let cells = body["counterexample"]["board"].as_array();
            wrong.push(cells.into_iter().flatten().filter_map(Value::as_u64).sum::<u64>());
        } else {
            parts.push(show::read(&body.to_string()).map_err(|why| Exit::Unable.error(why))?.1);
        }
    }
    let exit = match wrong.into_iter().min() {
        // Which of the disagreements of the lowest layer comes first, only the whole layer shows.
        Some(sum) => {
            let sum = u32::try_from(sum).ok().filter(|sum| (FIRST..=LAST).contains(sum));
            let layers = sum.map(|sum| sum..=sum).or(args.layers.clone());
            let (part, end) = verify(&VerifyArgs { layers, ..args.clone() }, program)?;
            conclude(args, name, &part, &end, io)?
        }
        None => {
            let whole = merge(&parts).context("the parts can't be joined")?;
            agreed(name, &whole, args.save.as_deref(), args.json, io)?
        }
    };
    front.done();
    Ok(exit)
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
    agreed(&name, &whole, args.save.as_deref(), args.json, io)
}

/// Shows and saves what agrees.
fn agreed(
    name: &str,
    part: &Part,
    path: Option<&Path>,
    as_json: bool,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let value = show::json(name, part, None, None);
    save(path, &value)?;
    if as_json {
        writeln!(io.out, "{value:#}")?;
    } else {
        show::agreement(name, part, &mut io.out)?;
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
