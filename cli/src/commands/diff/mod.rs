//! `fivetwelve diff`: play a program and a reference through the same games, and show the smallest
//! game on which they differ. The report is the only thing on standard output.

mod boards;
mod recording;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use engine::protocol::Fidelity;
use indicatif::{ProgressBar, ProgressStyle};
use mips_sim::{AsmOptions, assemble};
use tester::blame::blame;
use tester::compare::{Difference, Duel};
use tester::diff::Search;
use tester::generate::Generator;
use tester::shrink::shrink;
use tester::trace::trace;
use tester::{Limits, Player, Program, Recorded, Reference, Script, play};

use crate::args::{Comparison, DiffArgs};
use crate::exit::Exit;
use crate::io::Io;
use crate::loader::{Disk, reason};
use crate::threads::MAX_THREADS;
use crate::{output, render};

/// Why nothing could be compared, in one sentence; nothing if it has been told already.
pub(super) struct Obstacle(pub(super) Option<String>);

impl<T: Into<String>> From<T> for Obstacle {
    fn from(text: T) -> Obstacle {
        Obstacle(Some(text.into()))
    }
}

/// What the program is compared with.
enum Against {
    Engine,
    Program(Box<Program>),
    Recording(Vec<recording::Game>),
}

/// A disagreement, as small as it could be made.
struct Found {
    game: Option<u64>,
    script: Script,
    difference: Difference,
    rule: tester::blame::Blame,
}

pub(crate) fn run(args: &DiffArgs, io: &mut Io) -> io::Result<Exit> {
    match compared(args, io) {
        Ok(exit) => exit,
        Err(Obstacle(sentence)) => {
            if let Some(sentence) = sentence {
                writeln!(io.err, "error: {sentence}")?;
            }
            Ok(Exit::NotCompared)
        }
    }
}

fn compared(args: &DiffArgs, io: &mut Io) -> Result<io::Result<Exit>, Obstacle> {
    if args.learn {
        return boards::propose(args, io);
    }
    // What is found must not be lost for want of a place to keep it.
    args.save
        .iter()
        .chain(&args.record)
        .try_for_each(|path| output::can_write(path).map_err(|error| unwritable(path, &error)))?;
    if args.compare == Comparison::Boards {
        return boards::compared(args, io);
    }
    if args.protocol.is_some() {
        return Err(
            "--protocol is for --compare boards; byte for byte there is one way to talk to \
                    a program"
                .into(),
        );
    }
    let program = assembled(&args.program, io)?;
    let against = reference(args, io)?;
    let scripts = scripts(args)?;
    if let Some(path) = &args.record {
        let text = recording::write(&games_to_record(args, &program, scripts.as_ref()));
        save(path, &text)?;
    }
    let found = match &against {
        Against::Engine => {
            find(args, &program, &Reference::new(args.fidelity.into()), scripts.as_ref())
        }
        Against::Program(reference) => find(args, &program, &reference.subject(), scripts.as_ref()),
        Against::Recording(games) => replay(args, &program, games, scripts.as_ref())?,
    };
    let games = match (&against, &scripts) {
        (Against::Recording(games), None) => games.len() as u64,
        (_, Some(_)) => 1,
        (_, None) => args.games,
    };
    if let (Some(path), Some(found)) = (&args.save, &found) {
        save(path, &render::diff::script_file(&args.program, &found.script, &found.rule))?;
    }
    Ok(report(args, &program, found, games, io))
}

fn report(
    args: &DiffArgs,
    program: &Program,
    found: Option<Found>,
    games: u64,
    io: &mut Io,
) -> io::Result<Exit> {
    let Some(found) = found else {
        let text = match args.json {
            true => render::diff::agreement_json(&args.program, &args.reference, games),
            false => render::diff::agreement(&args.program, &args.reference, games, args.seed),
        };
        write!(io.out, "{text}")?;
        return Ok(Exit::Ok);
    };
    let trace = trace(program, &found.script, &found.difference);
    let case = render::diff::Case {
        program: &args.program,
        reference: &args.reference,
        intended: Fidelity::from(args.fidelity) == Fidelity::Intended,
        image: program.image(),
        game: found.game,
        games,
        script: &found.script,
        difference: &found.difference,
        blame: &found.rule,
        trace: &trace,
    };
    let text = if args.json { render::diff::json(&case) } else { render::diff::human(&case) };
    write!(io.out, "{text}")?;
    Ok(Exit::Disagrees)
}

pub(super) fn assembled(name: &str, io: &mut Io) -> Result<Program, Obstacle> {
    let assembly = assemble(&[name], &mut Disk, &AsmOptions::default());
    // What can't be written here can't be told anywhere else either.
    let _ = write!(io.err, "{}", render::diagnostics(&assembly, io.style()));
    let _ = io.err.flush();
    if !assembly.succeeded() {
        return Err(Obstacle(None));
    }
    Ok(Program::new(assembly.image, Limits::default()))
}

fn reference(args: &DiffArgs, io: &mut Io) -> Result<Against, Obstacle> {
    let name = args.reference.as_str();
    if name == "engine" {
        return Ok(Against::Engine);
    }
    if name.ends_with(".json") {
        let text = fs::read_to_string(name)
            .map_err(|error| format!("{name} could not be read: {}", reason(&error)))?;
        let games = recording::read(&text).map_err(|what| format!("{name}: {what}"))?;
        if games.is_empty() {
            return Err(format!("{name} holds no games").into());
        }
        return Ok(Against::Recording(games));
    }
    assembled(name, io).map(|program| Against::Program(Box::new(program)))
}

/// The script that was given: on the command line, or in a file in which lines with # are notes.
fn scripts(args: &DiffArgs) -> Result<Option<Script>, Obstacle> {
    let Some(given) = &args.script else { return Ok(None) };
    let (place, line) = if given.contains("; draws:") {
        ("--script", given.clone())
    } else if given.trim().is_empty() {
        return Err("--script is empty; a game without input is written '; draws: none'".into());
    } else {
        let text = fs::read_to_string(given)
            .map_err(|error| format!("{given} could not be read: {}", reason(&error)))?;
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        (given.as_str(), lines.collect::<Vec<_>>().join(" "))
    };
    line.parse().map(Some).map_err(|error| format!("{place}: {error}").into())
}

fn save(path: &Path, text: &str) -> Result<(), Obstacle> {
    output::write_whole(path, text.as_bytes()).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> Obstacle {
    format!("{} could not be written: {}", path.display(), reason(error)).into()
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
                generator.script(index).written_down(|s| {
                    play(&mut program.subject(), s).frames.last().map_or(0, |frame| frame.drawn)
                })
            })
            .collect(),
    };
    let mut subject = program.subject();
    let game = |script: Script| {
        let transcript = play(&mut subject, &script);
        recording::Game { script, transcript }
    };
    scripts.into_iter().map(game).collect()
}

/// The first difference among many games, or in the given one, and what it shrinks to.
fn find<R: Player + Clone + Send + Sync>(
    args: &DiffArgs,
    program: &Program,
    reference: &R,
    script: Option<&Script>,
) -> Option<Found> {
    let fidelity = args.fidelity.into();
    let mut duel = Duel::new(program.subject(), reference.clone());
    let (game, script) = match script {
        Some(script) => (None, script.clone()),
        None => {
            let generator = Generator::new(args.seed);
            let index = hunt(args, || {
                let mut duel = Duel::new(program.subject(), reference.clone());
                let generator = &generator;
                move |index| duel.play(&generator.script(index)).is_some()
            })?;
            (Some(index), generator.script(index))
        }
    };
    let (script, difference) = shrink(&script, fidelity, |script| duel.play(script))?;
    let rule = blame(&script, &difference, fidelity, |script| duel.play(script));
    Some(Found { game, script, difference, rule })
}

/// The first game in which something is wrong. Every thread has a player of its own, which is told
/// the index of a game.
fn hunt<P: FnMut(u64) -> bool>(args: &DiffArgs, player: impl Fn() -> P + Sync) -> Option<u64> {
    let search = Search::new(args.games);
    let bar = progress(args.games, "games");
    thread::scope(|scope| {
        for _ in 0..threads(args.threads) {
            scope.spawn(|| {
                search.work(player(), |search| {
                    if let Some(bar) = &bar {
                        bar.set_position(search.played());
                    }
                });
            });
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    search.found()
}

/// As many threads as were asked for, or as there are cores.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, usize::from).min(MAX_THREADS)
}

/// A bar on standard error, if that is a terminal.
pub(crate) fn progress(count: u64, what: &str) -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(count);
    let template = format!("{{bar:32}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    Some(style.map_or(bar.clone(), |style| bar.with_style(style)))
}

/// A recording knows its own games and no others, so that nothing can be shrunk but the end.
fn replay(
    args: &DiffArgs,
    program: &Program,
    games: &[recording::Game],
    script: Option<&Script>,
) -> Result<Option<Found>, Obstacle> {
    if script.is_some_and(|script| games.iter().all(|game| game.script != *script)) {
        return Err(format!("{} does not hold the game of --script", args.reference).into());
    }
    let chosen =
        games.iter().enumerate().filter(|(_, game)| script.is_none_or(|s| game.script == *s));
    for (index, game) in chosen {
        let mut duel = Duel::new(program.subject(), Recorded::new(game.transcript.clone()));
        if let Some(difference) = duel.play(&game.script) {
            let rule = blame(&game.script, &difference, args.fidelity.into(), |_| None);
            let game = (index as u64, game.script.clone());
            return Ok(Some(Found { game: Some(game.0), script: game.1, difference, rule }));
        }
    }
    Ok(None)
}
