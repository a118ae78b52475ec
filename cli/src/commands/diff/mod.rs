//! `fivetwelve diff`: play a program and a reference through the same games, and show the smallest
//! game on which they differ. The report is the only thing on standard output.

mod boards;
mod programs;
mod recording;

pub(super) use boards::{not_learnt, protocol, protocol_file};
pub(super) use programs::{given, policy};

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use engine::protocol::Fidelity;
use grader::submission::digest_of;
use serde_json::json;
use tester::generate::Generator;
use tester::locate::{Located, locate};
use tester::trace::trace;
use tester::verify::{Shard, fingerprint};
use tester::{
    Counterexample, Judge, Program, Recorded, Reference, Script, TextJudge, explain, play,
};

use super::asm::program;
use crate::args::{Comparison, DiffArgs, Reference as Named};
use crate::cluster::{Gathered, Role, Task};
use crate::exit::{Exit, OrExit};
use crate::interrupt;
use crate::io::Io;
use crate::loader::read_text;
use crate::render::diff::{Case, Reading, Report};
use crate::threads::{Threads, progress};
use crate::{output, render};

/// What the program is compared with.
enum Against {
    Engine,
    Program(Box<Program>),
    Recording(Vec<recording::Game>),
}

/// A disagreement, as small as it could be made.
struct Found {
    game: Option<u64>,
    counterexample: Counterexample,
    /// Where the mistake may be.
    located: Located,
}

impl Found {
    fn new<J: Judge>(game: Option<u64>, judge: &J, counterexample: Counterexample) -> Found {
        let located = locate(judge, &counterexample);
        Found { game, counterexample, located }
    }
}

/// Which of the games are played here.
enum Deal {
    All,
    Part(Task),
    /// None: the first that goes wrong, if there is one, is known.
    Known(Option<u64>),
}

pub(crate) fn run(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if args.slurm.slurm.is_none() {
        return here(args, &Deal::All, io);
    }
    if args.learn || args.script.is_some() || args.record.is_some() {
        let sentence =
            "--slurm divides games, and there is only one with --script, --learn or --record";
        return Err(Exit::Usage.error(sentence));
    }
    let image = program(&args.program, Exit::Unable, io)?;
    let mut input = format!("{:016x}", fingerprint(image.image()));
    let reference = match &args.reference {
        Named::Engine => None,
        Named::Games(path) | Named::Program(path) => Some(Path::new(path)),
    };
    for path in [reference, args.protocol.as_deref()].into_iter().flatten() {
        input += &std::fs::read(path).map(|b| digest_of([("", b.as_slice())])).unwrap_or_default();
    }
    match args.slurm.role(&input)? {
        Role::Alone => here(args, &Deal::All, io),
        Role::Task(task) => here(args, &Deal::Part(task), io),
        Role::Front(front) => {
            let parts = match front.gather(io, false)? {
                Gathered::Parts(parts) => parts,
                Gathered::Over(exit) => return Ok(exit),
            };
            let wrong = parts.iter().map(|part| serde_json::from_slice(part));
            let wrong: Vec<Option<u64>> = wrong.collect::<Result<_, _>>().or_exit(Exit::Unable)?;
            let exit = here(args, &Deal::Known(wrong.into_iter().flatten().min()), io)?;
            front.done();
            Ok(exit)
        }
    }
}

/// Does what this process has to do.
fn here(args: &DiffArgs, deal: &Deal, io: &mut Io) -> anyhow::Result<Exit> {
    if args.learn {
        return boards::propose(args, io);
    }
    // What is found must not be lost for want of a place to keep it.
    args.save.iter().chain(&args.record).try_for_each(|path| output::can_write(path))?;
    match args.compare {
        Some(Comparison::Boards) => return boards::compared(args, deal, io),
        Some(Comparison::Output) => {
            only_here(deal)?;
            return programs::compared(args, io);
        }
        _ => {}
    }
    if args.protocol.is_some() {
        return Err(Exit::Usage.error("--protocol needs --compare boards"));
    }
    if !args.allow.is_empty() {
        return Err(Exit::Usage.error("--allow needs --compare boards"));
    }
    let program = program(&args.program, Exit::Unable, io)?;
    let against = reference(args, io)?;
    if let Against::Program(reference) = &against
        && programs::are_meant(args, reference)
    {
        only_here(deal)?;
        return programs::compare(args, reference, &program, io);
    }
    if let Some(option) = programs::own_option(args) {
        let sentence =
            format!("{option} is for programs that are not the game; it needs --reference PROGRAM");
        return Err(Exit::Usage.error(sentence));
    }
    let scripts = scripts(args)?;
    if let Some(path) = &args.record {
        let text = recording::write(&games_to_record(args, &program, scripts.as_ref()));
        output::write_whole(path, text.as_bytes())?;
    }
    let fidelity = args.fidelity;
    let generator = Generator::new(args.seed);
    let found = match &against {
        Against::Engine => find(args, deal, scripts.as_ref(), || {
            TextJudge::new(&program, Reference::new(fidelity), &generator, fidelity)
        }),
        Against::Program(reference) => find(args, deal, scripts.as_ref(), || {
            TextJudge::new(&program, reference.subject(), &generator, fidelity)
        }),
        Against::Recording(_) if !matches!(deal, Deal::All) => {
            return Err(Exit::Usage.error("--slurm divides games that are made, not recorded ones"));
        }
        Against::Recording(games) => replay(args, &program, &generator, games, scripts.as_ref())?,
    };
    let games = match (&against, &scripts) {
        (Against::Recording(games), None) => games.len() as u64,
        (_, Some(_)) => 1,
        (_, None) => args.games,
    };
    let intended = fidelity == Fidelity::Intended;
    let reading = Reading::Text { reference: &args.reference, intended };
    report(args, deal, &program, reading, found, games, io)
}

/// Inputs for any two programs are made from what came of those before.
fn only_here(deal: &Deal) -> anyhow::Result<()> {
    let words = "--slurm divides games; inputs for any two programs are made one after the other";
    if matches!(deal, Deal::All) { Ok(()) } else { Err(Exit::Usage.error(words)) }
}

/// Saves what was found, and shows it.
fn report(
    args: &DiffArgs,
    deal: &Deal,
    program: &Program,
    reading: Reading<'_>,
    found: Option<Found>,
    games: u64,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    if let Deal::Part(task) = deal {
        return match interrupt::asked() {
            true => Ok(Exit::Interrupted),
            false => task.finish(json!(found.and_then(|found| found.game)).to_string().as_bytes()),
        };
    }
    let report = Report { program: &args.program, reading, games, seed: args.seed };
    let Some(Found { game, counterexample: found, located }) = found else {
        let text = match args.json {
            true => render::diff::agreement_json(&report),
            false => render::diff::agreement(&report),
        };
        write!(io.out, "{text}")?;
        return Ok(Exit::Ok);
    };
    if let Some(path) = &args.save {
        let text = render::diff::script_file(&args.program, &found);
        output::write_whole(path, text.as_bytes())?;
    }
    let (trace, stopped) = (trace(program, &found), explain(program, &found));
    let case = Case {
        report,
        image: program.image(),
        game,
        found: &found,
        trace: &trace,
        stopped: stopped.as_ref(),
        located: &located,
        all_lines: args.all_lines,
        repairs: args.repairs,
    };
    let text = if args.json { render::diff::json(&case) } else { render::diff::human(&case) };
    write!(io.out, "{text}")?;
    Ok(Exit::Failed)
}

fn reference(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Against> {
    match &args.reference {
        Named::Engine => Ok(Against::Engine),
        Named::Games(name) => {
            let games = recording::read(&read_text(name)?);
            let games = games.map_err(|what| Exit::NoInput.error(format!("{name}: {what}")))?;
            if games.is_empty() {
                return Err(Exit::NoInput.error(format!("{name} contains no games")));
            }
            Ok(Against::Recording(games))
        }
        Named::Program(name) => {
            program(name, Exit::Unable, io).map(|program| Against::Program(Box::new(program)))
        }
    }
}

/// The script that was given: on the command line, where draws can be left out, or in a file in which
/// lines with # are notes.
fn scripts(args: &DiffArgs) -> anyhow::Result<Option<Script>> {
    args.script.as_deref().map(script).transpose()
}

/// The same of one that was given.
pub(crate) fn script(given: &str) -> anyhow::Result<Script> {
    let (place, line, exit) = if given.contains("; draws:") {
        ("--script", given.to_string(), Exit::Usage)
    } else if given.trim().is_empty() {
        let sentence = "--script is empty; a game without input is written '; draws: none'";
        return Err(Exit::Usage.error(sentence));
    } else if !Path::new(given).exists() && (given.contains(' ') || !given.contains(['.', '/'])) {
        ("--script", format!("{given} ; draws: none"), Exit::Usage)
    } else {
        let text = read_text(given)?;
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        (given, lines.collect::<Vec<_>>().join(" "), Exit::NoInput)
    };
    line.parse::<Script>().with_context(|| place.to_string()).or_exit(exit)
}

fn games_to_record(
    args: &DiffArgs,
    program: &Program,
    script: Option<&Script>,
) -> Vec<recording::Game> {
    let generator = Generator::new(args.seed);
    let scripts: Vec<Script> = match script {
        Some(script) => vec![script.clone()],
        None => (0..args.games)
            .map(|index| {
                generator.script(index).written_down(|script| {
                    play(program.subject(), script).last().map_or(0, |answer| answer.drawn)
                })
            })
            .collect(),
    };
    let mut subject = program.subject();
    let game = |script: Script| {
        let answers = play(&mut subject, &script);
        recording::Game { script, answers }
    };
    scripts.into_iter().map(game).collect()
}

/// What is wrong in the first game that goes wrong, or in the given one, shown by a smallest one.
/// Every thread has a judge of its own.
fn find<J: Judge + Send>(
    args: &DiffArgs,
    deal: &Deal,
    script: Option<&Script>,
    judge: impl Fn() -> J + Sync,
) -> Option<Found> {
    let (game, script) = match script {
        Some(script) => (None, script.clone()),
        None => {
            let index = first_wrong(args, deal, &judge)?;
            (Some(index), judge().wrong_game(index)?)
        }
    };
    let mut judge = judge();
    let counterexample = judge.counterexample(&script)?;
    Some(Found::new(game, &judge, counterexample))
}

/// The index of the first game that goes wrong.
fn first_wrong<J: Judge + Send>(
    args: &DiffArgs,
    deal: &Deal,
    judge: impl Fn() -> J + Sync,
) -> Option<u64> {
    let (shard, threads) = match deal {
        Deal::All => (Shard { number: 1, of: 1 }, args.threads),
        Deal::Part(task) => (task.shard, task.threads(args.threads)),
        Deal::Known(index) => return *index,
    };
    // A task that is ended has no part of an answer.
    if matches!(deal, Deal::Part(_)) {
        interrupt::watch();
    }
    let bar = progress(args.games, "games", true);
    let play =
        |judge: &mut J, index| match shard.contains(index) && judge.wrong_game(index).is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
    Threads::new(threads).share(args.games, &bar, judge, play).1
}

/// A recording knows its own games and no others, so that nothing can be shrunk but the end.
fn replay(
    args: &DiffArgs,
    program: &Program,
    generator: &Generator,
    games: &[recording::Game],
    script: Option<&Script>,
) -> anyhow::Result<Option<Found>> {
    if script.is_some_and(|script| games.iter().all(|game| game.script != *script)) {
        let sentence = format!("{} does not contain the game of --script", args.reference);
        return Err(Exit::Usage.error(sentence));
    }
    let chosen =
        games.iter().enumerate().filter(|(_, game)| script.is_none_or(|s| game.script == *s));
    for (index, game) in chosen {
        let recorded = Recorded::new(game.answers.clone());
        let mut judge = TextJudge::new(program, recorded, generator, args.fidelity);
        if let Some(counterexample) = judge.counterexample(&game.script) {
            return Ok(Some(Found::new(Some(index as u64), &judge, counterexample)));
        }
    }
    Ok(None)
}
