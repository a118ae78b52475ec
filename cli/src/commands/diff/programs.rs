//! `diff --reference PROGRAM` for programs that are not the game: inputs are made while the reference
//! asks for them, and what both print is compared.

use std::io::Write;
use std::ops::ControlFlow;

use engine::protocol::Fidelity;
use tester::policy::Policy;
use tester::programs::{Attempt, Disagreement, Input, Options, Search, Unfit};
use tester::values::{Value, ValueKind};
use tester::wording::programs as wording;
use tester::{Limits, Program, Reference, Script, play};

use crate::args::{Comparison, DiffArgs, Reference as Named};
use crate::commands::asm::program;
use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::output;
use crate::render::diff::programs::{Report, agreement, agreement_json, human, json};
use crate::threads::{Threads, progress};

/// What is typed to see whether a program plays the game.
const GAME: [&str; 2] = ["1 X ; draws: none", "1 A W ; draws: none"];

/// Whether two programs are compared by what they print, and not as games.
pub(super) fn are_meant(args: &DiffArgs, reference: &Program) -> bool {
    let game = args.script.is_some() || args.record.is_some() || args.compare.is_some();
    own_option(args).is_some() || !game && !plays_the_game(reference)
}

/// An option that is given and that only this way of comparing has.
pub(super) fn own_option(args: &DiffArgs) -> Option<&'static str> {
    let given = [
        (args.policy.is_some(), "--policy"),
        (args.absolute.is_some(), "--absolute"),
        (args.relative.is_some(), "--relative"),
        (args.ignore_prompts, "--ignore-prompts"),
        (args.input.is_some(), "--input"),
    ];
    given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
}

/// Whether a program answers as the game does: to one of two games, as far as the first answers go. One
/// with mistakes plays the game too.
fn plays_the_game(program: &Program) -> bool {
    let scripts = GAME.iter().filter_map(|script| script.parse::<Script>().ok());
    scripts.into_iter().any(|script| {
        let right = play(Reference::new(Fidelity::Program), &script);
        let own = play(program.subject(), &script);
        right.iter().zip(&own).any(|(a, b)| a.output == b.output && !a.output.is_empty())
    })
}

/// `diff --compare output`.
pub(super) fn compared(args: &DiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let Named::Program(reference) = &args.reference else {
        let sentence = "--compare output compares two programs; name the other with --reference";
        return Err(Exit::Usage.error(sentence));
    };
    let own = program(&args.program, Exit::Unable, io)?;
    let reference = program(reference, Exit::Unable, io)?;
    compare(args, &reference, &own, io)
}

/// Looks for an input on which two programs disagree, and shows the smallest.
pub(super) fn compare(
    args: &DiffArgs,
    reference: &Program,
    own: &Program,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    if let Some(option) = games_option(args) {
        let sentence = format!("{option} is for the game, which {} does not play", args.reference);
        return Err(Exit::Usage.error(sentence));
    }
    let options = Options {
        seed: args.seed,
        policy: policy(args.policy.as_ref(), args.absolute, args.relative)?,
        ignore_prompts: args.ignore_prompts,
        description: None,
        limits: Limits::default(),
    };
    let unfit = |why: Unfit| {
        let sentence = format!("{}: {}", args.reference, wording::unfit(&why));
        Exit::Unable.error(sentence)
    };
    let mut search = Search::new(reference, Some(own), options.clone()).map_err(unfit)?;
    let (run, found) = match &args.input {
        Some(text) => {
            let input = given(text)?;
            search.check(&input).map_err(unfit)?;
            (None, search.on(&input))
        }
        None => {
            let found = find(args, &mut search).map_err(unfit)?;
            let run = found.as_ref().map(|(index, _)| *index);
            (run, found.and_then(|(_, input)| search.smallest(&input)))
        }
    };
    let report = Report {
        program: &args.program,
        reference: &args.reference.to_string(),
        options: &options,
        given: args.input.is_some(),
        run,
        runs: if args.input.is_some() { 1 } else { args.games },
        tried: search.tried(),
        agrees_with: found.as_ref().and_then(|found| agrees_with(reference, own, &options, found)),
    };
    show(args, &report, found.as_ref(), io)
}

/// How the programs might be compared so that they agree on this input, if only what is printed differs.
fn agrees_with(
    reference: &Program,
    own: &Program,
    options: &Options,
    found: &Disagreement,
) -> Option<&'static str> {
    if found.ending.is_some() || found.file.is_some() {
        return None;
    }
    let close = Policy::Numeric { absolute: 0.0, relative: 1e-4 };
    let ways = [
        ("--policy tokens", Policy::Tokens, options.ignore_prompts),
        ("--policy numeric --relative 0.0001", close, options.ignore_prompts),
        ("--ignore-prompts", options.policy, true),
    ];
    let agree = |policy, ignore_prompts| {
        let options = Options { policy, ignore_prompts, ..options.clone() };
        let search = Search::new(reference, Some(own), options);
        search.is_ok_and(|search| search.on(&found.input).is_none())
    };
    let way = ways.into_iter().find(|(_, policy, ignore)| agree(*policy, *ignore));
    way.map(|(option, ..)| option)
}

fn show(
    args: &DiffArgs,
    report: &Report<'_>,
    found: Option<&Disagreement>,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let Some(found) = found else {
        let text = if args.json { agreement_json(report) } else { agreement(report) };
        write!(io.out, "{text}")?;
        return Ok(Exit::Ok);
    };
    if let Some(path) = &args.save {
        output::write_whole(path, &found.input.typed())?;
    }
    let text = if args.json { json(report, found) } else { human(report, found) };
    write!(io.out, "{text}")?;
    Ok(Exit::Failed)
}

/// An option that only games have.
fn games_option(args: &DiffArgs) -> Option<&'static str> {
    let given = [
        (args.script.is_some(), "--script"),
        (args.record.is_some(), "--record"),
        (args.all_lines, "--all-lines"),
        (args.repairs, "--repairs"),
        (args.fidelity != Fidelity::Program, "--fidelity"),
        (matches!(args.compare, Some(Comparison::Exact)), "--compare exact"),
    ];
    given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
}

/// What `--policy` and the tolerances say together.
pub(crate) fn policy(
    policy: Option<&Policy>,
    absolute: Option<f64>,
    relative: Option<f64>,
) -> anyhow::Result<Policy> {
    match policy {
        Some(Policy::Numeric { .. }) => Ok(Policy::Numeric {
            absolute: absolute.unwrap_or(0.0),
            relative: relative.unwrap_or(0.0),
        }),
        _ if absolute.is_some() || relative.is_some() => {
            Err(Exit::Usage.error("--absolute and --relative need --policy numeric"))
        }
        policy => Ok(policy.cloned().unwrap_or(Policy::TrailingSpace)),
    }
}

/// An input in one line.
pub(crate) fn given(text: &str) -> anyhow::Result<Input> {
    let script = format!("{text} ; draws: none").parse::<Script>().or_exit(Exit::Usage)?;
    let value = |line: &Vec<u8>| Value::of_line(line, ValueKind::Int);
    Ok(Input { values: script.lines.iter().map(value).collect(), ..Input::default() })
}

/// The first input on which the programs disagree, and its index. Each round is shared by all threads.
fn find(args: &DiffArgs, search: &mut Search) -> Result<Option<(u64, Input)>, Unfit> {
    let threads = Threads::new(args.threads);
    loop {
        let round = search.round(args.games);
        if round.is_empty() {
            return Ok(None);
        }
        let bar = progress(round.end - round.start, "inputs", false);
        let state = || (search.worker(), Vec::<(u64, Attempt)>::new());
        let (states, first) = threads.share(round.end - round.start, &bar, state, |state, at| {
            let attempt = search.attempt(&mut state.0, round.start + at);
            let wrong = attempt.wrong;
            state.1.push((at, attempt));
            if wrong { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut attempts: Vec<(u64, Attempt)> =
            states.into_iter().flat_map(|(_, attempts)| attempts).collect();
        attempts.sort_unstable_by_key(|(at, _)| *at);
        let wrong = first.and_then(|first| attempts.iter().find(|(at, _)| *at == first));
        if let Some((at, attempt)) = wrong {
            return Ok(Some((round.start + at, attempt.input().clone())));
        }
        search.absorb(attempts.into_iter().map(|(_, attempt)| attempt))?;
    }
}
