//! `diff --compare boards`: a program that words things its own way, judged by the rules; and
//! `diff --learn`, which finds out how to talk to it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use grader::boards::{NotLearnt, Protocol, Verdict, judge_script, learn, play_game, shrink};
use grader::trace::trace_frame;
use grader::{Program, Script};
use serde_json::{Value, json};

use super::{Obstacle, assembled, progress, save, scripts, threads};
use crate::args::{DiffArgs, Fidelity};
use crate::exit::Exit;
use crate::io::Io;
use crate::loader::reason;
use crate::render;
use crate::render::diff::quoted;

/// Prints the protocol that probing the program suggests.
pub(super) fn propose(args: &DiffArgs, io: &mut Io) -> Result<io::Result<Exit>, Obstacle> {
    let program = assembled(&args.program, io)?;
    let learnt = learn(&program).map_err(|why| not_learnt(&args.program, &why))?;
    Ok(write!(io.out, "{}", learnt.to_toml()).map(|()| Exit::Ok))
}

fn not_learnt(program: &str, why: &NotLearnt) -> String {
    format!(
        "{program} could not be understood by trying it out: {why}; a protocol file, named \
             with --protocol, can say how to talk to it"
    )
}

/// Plays games and judges their boards.
pub(super) fn compared(args: &DiffArgs, io: &mut Io) -> Result<io::Result<Exit>, Obstacle> {
    if args.reference != "engine" || args.record.is_some() {
        return Err("--compare boards judges by the rules: it takes neither --reference nor \
                    --record"
            .into());
    }
    let program = assembled(&args.program, io)?;
    let protocol = match protocol(args)? {
        Some(protocol) => protocol,
        None => {
            let learnt = learn(&program).map_err(|why| not_learnt(&args.program, &why))?;
            let mut protocol = learnt.protocol;
            if args.fidelity == Fidelity::Program {
                // The documented game sometimes begins with a single tile.
                protocol.board.start_tiles = vec![1, 2];
            }
            protocol
        }
    };
    let script = scripts(args)?;
    let found = match &script {
        Some(script) => judge_script(&program, &protocol, script).map(|_| (None, script.clone())),
        None => hunt(args, &program, &protocol),
    };
    let found = found.and_then(|(game, script)| {
        let (script, verdict) = shrink(&program, &protocol, &script)?;
        Some(Found { game, script, verdict })
    });
    if let (Some(path), Some(found)) = (&args.save, &found) {
        let Found { script, verdict, .. } = found;
        save(path, &format!("# {} goes wrong here: {}\n{script}\n", args.program, verdict.rule))?;
    }
    let games = if script.is_some() { 1 } else { args.games };
    Ok(report(args, &program, found.as_ref(), games, io))
}

struct Found {
    game: Option<u64>,
    script: Script,
    verdict: Verdict,
}

/// The protocol file that is named, or that stands beside the program.
fn protocol(args: &DiffArgs) -> Result<Option<Protocol>, Obstacle> {
    let beside = Path::new(&args.program).with_extension("toml");
    let path = match &args.protocol {
        Some(path) => path,
        None if beside.is_file() => &beside,
        None => return Ok(None),
    };
    let text = fs::read_to_string(path)
        .map_err(|error| format!("{} could not be read: {}", path.display(), reason(&error)))?;
    let name = path.display().to_string();
    Protocol::parse(&name, &text).map(Some).map_err(|error| error.to_string().into())
}

/// The first game with a verdict, whatever the number of threads.
fn hunt(args: &DiffArgs, program: &Program, protocol: &Protocol) -> Option<(Option<u64>, Script)> {
    let (next, found) = (AtomicU64::new(0), AtomicU64::new(args.games));
    let bar = progress(args.games, "games");
    thread::scope(|scope| {
        for _ in 0..threads(args.threads) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= found.load(Ordering::Relaxed) {
                        return;
                    }
                    let number = args.seed.wrapping_add(index);
                    if play_game(program, protocol, number).verdict.is_some() {
                        found.fetch_min(index, Ordering::Relaxed);
                    }
                    if let Some(bar) = &bar {
                        bar.inc(1);
                    }
                }
            });
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let index = Some(found.into_inner()).filter(|index| *index < args.games)?;
    let played = play_game(program, protocol, args.seed.wrapping_add(index));
    Some((Some(index), played.script))
}

fn report(
    args: &DiffArgs,
    program: &Program,
    found: Option<&Found>,
    games: u64,
    io: &mut Io,
) -> io::Result<Exit> {
    let name = &args.program;
    let Some(Found { game, script, verdict }) = found else {
        if args.json {
            let value =
                json!({"agrees": true, "program": name, "compare": "boards", "games": games});
            writeln!(io.out, "{value}")?;
        } else {
            writeln!(io.out, "{name} keeps the rules in {games} games, judged by its boards.")?;
        }
        return Ok(Exit::Ok);
    };
    let mut command = format!("fivetwelve diff {} --compare boards", quoted(name));
    if let Some(path) = &args.protocol {
        command.push_str(&format!(" --protocol {}", quoted(&path.display().to_string())));
    }
    command.push_str(&format!(" --script {}", quoted(&script.to_string())));
    let trace = trace_frame(program, script, verdict.step);
    if args.json {
        let board = |board: Option<engine::Board>| -> Value {
            board.map_or(Value::Null, |board| board.values().collect::<Vec<_>>().into())
        };
        let value = json!({
            "agrees": false, "program": name, "compare": "boards", "game": game, "games": games,
            "script": script.to_string(), "step": verdict.step, "rule": verdict.rule.name(),
            "sentence": verdict.to_string().lines().next(), "before": board(verdict.before),
            "expected_board": board(verdict.expected), "got_board": board(verdict.after),
            "ran": render::diff::ran_objects(program.image(), &trace), "command": command,
        });
        writeln!(io.out, "{value}")?;
        return Ok(Exit::Disagrees);
    }
    let which = game.map(|game| format!(" in game {} of {games}", game + 1)).unwrap_or_default();
    writeln!(io.out, "{name} breaks a rule{which}.\n\n  game  {script}\n\n{verdict}\n")?;
    writeln!(io.out, "Rule broken: {} ({})\n", verdict.rule, verdict.rule.text())?;
    let (heading, table) = render::diff::ran_table(program.image(), &trace);
    if !table.is_empty() {
        writeln!(io.out, "{heading} then:")?;
        table.iter().try_for_each(|line| writeln!(io.out, "  {}", line.trim_end()))?;
        writeln!(io.out)?;
    }
    writeln!(io.out, "Again with:\n  {command}")?;
    Ok(Exit::Disagrees)
}
