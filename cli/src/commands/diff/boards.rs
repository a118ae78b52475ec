//! `diff --compare boards`: a program that words things its own way, judged by the rules; and
//! `diff --learn`, which finds out how to talk to it.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use tester::boards::{NotLearnt, Protocol, learn};
use tester::{BoardJudge, Program, Rule};

use super::{Deal, find, report, scripts};
use crate::args::{DiffArgs, Reference as Named};
use crate::commands::asm::program;
use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::loader::{main_file, read_text};
use crate::render::diff::Reading;

/// Prints the protocol that probing the program suggests.
pub(super) fn propose(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let program = program(&args.program, Exit::Unable, io)?;
    let learnt = learn(&program).map_err(|why| not_learnt(&args.program, &why))?;
    write!(io.out, "{}", learnt.to_toml())?;
    Ok(Exit::Ok)
}

pub(crate) fn not_learnt(program: &str, why: &NotLearnt) -> anyhow::Error {
    anyhow!(
        "{program}: its keys could not be found by trying: {why}; a protocol file, named with \
         --protocol, can name them"
    )
}

/// Plays games and judges their boards.
pub(super) fn compared(args: &DiffArgs, deal: &Deal, io: &mut Io) -> anyhow::Result<Exit> {
    if args.reference != Named::Engine || args.record.is_some() {
        let sentence = "--compare boards judges by the rules, without --reference or --record";
        return Err(Exit::Usage.error(sentence));
    }
    let program = program(&args.program, Exit::Unable, io)?;
    let protocol = protocol(&args.program, &program, args.protocol.as_deref(), &args.allow, io)?;
    let program = program.typed_to(protocol.typing());
    let script = scripts(args)?;
    let judge = || BoardJudge::new(&program, &protocol, args.seed);
    let found = find(args, deal, script.as_ref(), judge);
    let games = if script.is_some() { 1 } else { args.games };
    let reading = Reading::Boards { protocol: args.protocol.as_deref(), allow: &args.allow };
    report(args, deal, &program, reading, found, games, io)
}

/// How to talk to a program: by a file, or as is found out by trying.
pub(crate) fn protocol(
    name: &str,
    program: &Program,
    file: Option<&Path>,
    allow: &[Rule],
    io: &mut Io,
) -> anyhow::Result<Protocol> {
    let mut protocol = match protocol_file(file, Some(name))? {
        Some(protocol) => protocol,
        None => {
            match learn(program) {
                Ok(learnt) => learnt.protocol,
                // Nothing has to be understood to see what is wrong with it.
                Err(NotLearnt::Stopped(_)) => Protocol::documented(),
                Err(why) => {
                    if let Some(report) = why.explain(program) {
                        let picture = render::run_error(&report, program.image(), io.style());
                        writeln!(io.err, "{picture}")?;
                    }
                    return Err(not_learnt(name, &why));
                }
            }
        }
    };
    allow.iter().for_each(|rule| protocol.allow(*rule));
    Ok(protocol)
}

/// The protocol file that is named, or that stands beside the program.
pub(crate) fn protocol_file(
    named: Option<&Path>,
    program: Option<&str>,
) -> anyhow::Result<Option<Protocol>> {
    let beside = program.map(main_file).transpose()?;
    let beside = beside.map(|name| Path::new(&name).with_extension("toml"));
    let beside = beside.filter(|path| path.is_file());
    let Some(path) = named.or(beside.as_deref()) else { return Ok(None) };
    let parsed = Protocol::parse(&path.display().to_string(), &read_text(path)?);
    parsed.map(Some).or_exit(Exit::NoInput)
}
