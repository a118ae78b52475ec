//! `diff --compare boards`: a program that words things its own way, judged by the rules; and
//! `diff --learn`, which finds out how to talk to it.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use serde_json::json;
use tester::boards::{NotLearnt, Protocol, learn};
use tester::trace::trace;
use tester::wording::{sentences, summary};
use tester::{BoardJudge, Cells, Counterexample, Program, Rule};

use super::{Found, assembled, find, scripts};
use crate::args::{DiffArgs, Fidelity};
use crate::exit::Exit;
use crate::io::Io;
use crate::loader::read_text;
use crate::render::diff::quoted;
use crate::{output, render};

/// Prints the protocol that probing the program suggests.
pub(super) fn propose(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let program = assembled(&args.program, io)?;
    let learnt = learn(&program).map_err(|why| not_learnt(&args.program, &why))?;
    write!(io.out, "{}", learnt.to_toml())?;
    Ok(Exit::Ok)
}

pub(crate) fn not_learnt(program: &str, why: &NotLearnt) -> anyhow::Error {
    anyhow!(
        "{program} could not be understood by trying it out: {why}; a protocol file, named with \
         --protocol, can say how to talk to it"
    )
}

/// Plays games and judges their boards.
pub(super) fn compared(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if args.reference != "engine" || args.record.is_some() {
        bail!("--compare boards judges by the rules: it takes neither --reference nor --record");
    }
    let program = assembled(&args.program, io)?;
    let protocol = match protocol(args)? {
        Some(protocol) => protocol,
        None => {
            let mut protocol = match learn(&program) {
                Ok(learnt) => learnt.protocol,
                // Nothing has to be understood to see what is wrong with it.
                Err(NotLearnt::Stopped(_)) => Protocol::documented(),
                Err(why) => return Err(not_learnt(&args.program, &why)),
            };
            if args.fidelity == Fidelity::Program {
                // The documented game sometimes begins with a single tile.
                protocol.board.start_tiles = vec![1, 2];
            }
            protocol
        }
    };
    let script = scripts(args)?;
    let judge = || BoardJudge::new(&program, &protocol, args.seed);
    let found = find(args, script.as_ref(), judge);
    if let (Some(path), Some(found)) = (&args.save, &found) {
        let text = render::diff::script_file(&args.program, &found.counterexample);
        output::write_whole(path, text.as_bytes())?;
    }
    let games = if script.is_some() { 1 } else { args.games };
    Ok(report(args, &program, found.as_ref(), games, io)?)
}

/// The protocol file that is named, or that stands beside the program.
fn protocol(args: &DiffArgs) -> anyhow::Result<Option<Protocol>> {
    let beside = Path::new(&args.program).with_extension("toml");
    let path = match &args.protocol {
        Some(path) => path,
        None if beside.is_file() => &beside,
        None => return Ok(None),
    };
    Ok(Some(Protocol::parse(&path.display().to_string(), &read_text(path)?)?))
}

fn report(
    args: &DiffArgs,
    program: &Program,
    found: Option<&Found>,
    games: u64,
    io: &mut Io,
) -> io::Result<Exit> {
    let name = &args.program;
    let Some(Found { game, counterexample: found }) = found else {
        if args.json {
            let value =
                json!({"agrees": true, "program": name, "compare": "boards", "games": games});
            writeln!(io.out, "{value}")?;
        } else {
            let games = match games {
                1 => "this game".into(),
                games => format!("{games} games"),
            };
            writeln!(io.out, "{name} keeps the rules in {games}, judged by its boards.")?;
        }
        return Ok(Exit::Ok);
    };
    let Counterexample { script, verdict, .. } = found;
    let mut command = format!("fivetwelve diff {} --compare boards", quoted(name));
    if let Some(path) = &args.protocol {
        command.push_str(&format!(" --protocol {}", quoted(&path.display().to_string())));
    }
    command.push_str(&format!(" --script {}", quoted(&script.to_string())));
    let trace = trace(program, found);
    let rule = verdict.rule.map_or("", Rule::name);
    if args.json {
        let board = |cells: &Option<Cells>| cells.as_ref().map(|cells| json!(cells.values()));
        let value = json!({
            "agrees": false, "program": name, "compare": "boards", "game": game, "games": games,
            "script": script.to_string(), "step": verdict.moment.lines, "rule": rule,
            "sentence": sentences(found).first(), "before": board(&verdict.boards.before),
            "expected_board": board(&verdict.boards.expected),
            "got_board": board(&verdict.boards.got),
            "ran": render::diff::ran_objects(program.image(), &trace), "command": command,
        });
        writeln!(io.out, "{value}")?;
        return Ok(Exit::Failed);
    }
    let which = game.map(|game| format!(" in game {} of {games}", game + 1)).unwrap_or_default();
    writeln!(io.out, "{name} breaks a rule{which}.\n\n  game  {script}\n\n{}\n", summary(found))?;
    writeln!(io.out, "Rule broken: {rule} ({})\n", verdict.rule.map_or("", Rule::text))?;
    let (heading, table) = render::diff::ran_table(program.image(), &trace);
    if !table.is_empty() {
        writeln!(io.out, "{heading} then:")?;
        table.iter().try_for_each(|line| writeln!(io.out, "  {}", line.trim_end()))?;
        writeln!(io.out)?;
    }
    writeln!(io.out, "Again with:\n  {command}")?;
    Ok(Exit::Failed)
}
