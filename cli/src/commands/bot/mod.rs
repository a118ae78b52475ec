//! `fivetwelve bot`: a strategy plays an assembly program through its text. Here are files, threads
//! and what is said at the end; a single game is in [`game`], looking on in [`watch`].

mod game;
mod watch;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use anyhow::{Context, bail};
use engine::strategy::{Setup, Spec, Strategy};
use engine::{Odds, Rules};
use serde_json::json;
use tester::boards::{BoardRules, Protocol, learn};
use tester::wording::summary;
use tester::{Limits, Program};

use crate::args::bot::BotArgs;
use crate::form;
use game::{End, Played, Seen, play};
use watch::Watch;

use super::asm::program;
use super::diff::{not_learnt, protocol_file};
use super::tournament::strategy;
use crate::exit::{Exit, OrExit};
use crate::interrupt;
use crate::io::Io;
use crate::play::program::{NAME, embedded};
use crate::threads::{Threads, progress};

pub(crate) fn run(args: &BotArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let bot = prepare(args, io)?;
    interrupt::watch();
    let played = match args.watch {
        true => watched(args, &bot, io.on_out.color)?,
        false => in_parallel(args, &bot),
    };
    conclude(args, &bot, &played, io)
}

/// Everything that is needed to play.
struct Bot {
    name: String,
    program: Program,
    protocol: Protocol,
    spec: Spec,
    setup: Setup,
}

fn prepare(args: &BotArgs, io: &mut Io) -> anyhow::Result<Bot> {
    let spec = strategy::spec(&args.strategy)?;
    let name = args.program.clone().unwrap_or_else(|| NAME.to_owned());
    let program = match &args.program {
        Some(name) => program(name, Exit::Failed, io)?,
        None => Program::new(embedded(io)?.image, Limits::default()),
    };
    let protocol = protocol(args, &name, &program)?;
    let rules = rules(&protocol.board).with_context(|| name.clone()).or_exit(Exit::Usage)?;
    let setup = strategy::setup(&spec, rules, args.depth, args.policy.as_deref())?;
    Ok(Bot { name, program, protocol, spec, setup })
}

/// The protocol of a file, or what trying the program out suggests.
fn protocol(args: &BotArgs, name: &str, program: &Program) -> anyhow::Result<Protocol> {
    if let Some(protocol) = protocol_file(args.protocol.as_deref(), args.program.as_deref())? {
        return Ok(protocol);
    }
    let mut protocol = learn(program).map_err(|why| not_learnt(name, &why))?.protocol;
    // The documented game sometimes begins with a single tile.
    protocol.board.start_tiles = vec![1, 2];
    Ok(protocol)
}

/// The rules of a program's game, as far as a strategy has to know them.
fn rules(board: &BoardRules) -> anyhow::Result<Rules> {
    let rules = Rules::new(board.side, board.goal)?;
    let fours = match board.spawns.as_slice() {
        [2] => Odds::NEVER,
        [2, 4] => Odds::TENTH,
        other => {
            let tiles: Vec<String> = other.iter().map(u64::to_string).collect();
            bail!("no strategy knows games where new tiles are {}", tiles.join(" or "))
        }
    };
    Ok(rules.with_fours(fours)?)
}

/// The games of a run by number, as far as they were played.
type Games = BTreeMap<u64, Played>;

fn in_parallel(args: &BotArgs, bot: &Bot) -> Games {
    let bar = progress(args.games, "games", args.games > 1);
    let interrupted = |_: &Seen<'_>| match interrupt::asked() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let begin = || (bot.spec.build(&bot.setup).expect("it was built before"), Games::new());
    // Behind a game that went wrong none matters, before it one may go wrong too.
    let play = |(strategy, played): &mut (Box<dyn Strategy + Send>, Games), number| {
        let seed = args.seed.wrapping_add(number);
        let look = &mut { interrupted };
        let Some(game) = play(&bot.program, &bot.protocol, strategy.as_mut(), seed, look) else {
            return ControlFlow::Break(());
        };
        let wrong = matches!(game.end, End::Wrong(_));
        played.insert(number, game);
        if wrong { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (all, _) = Threads::new(args.threads).share(args.games, &bar, begin, play);
    all.into_iter().flat_map(|(_, played)| played).collect()
}

fn watched(args: &BotArgs, bot: &Bot, color: bool) -> io::Result<Games> {
    let mut played = Games::new();
    let Ok(mut strategy) = bot.spec.build(&bot.setup) else { return Ok(played) };
    let mut watch = Watch::new(args.delay, color)?;
    for number in 0..args.games {
        let won = played.values().filter(|game: &&Played| game.end == End::Won).count();
        let title = format!(
            "{} plays {}, game {} of {}, won {won} so far",
            bot.spec,
            bot.name,
            number + 1,
            args.games
        );
        let seed = args.seed.wrapping_add(number);
        let mut look = |seen: &Seen<'_>| watch.show(&title, seen);
        let game = play(&bot.program, &bot.protocol, strategy.as_mut(), seed, &mut look);
        if let Some(error) = watch.failure.take() {
            return Err(error);
        }
        let Some(game) = game else { break };
        let ends = matches!(game.end, End::Wrong(_));
        played.insert(number, game);
        if ends {
            break;
        }
    }
    Ok(played)
}

fn conclude(args: &BotArgs, bot: &Bot, played: &Games, io: &mut Io) -> anyhow::Result<Exit> {
    let found = played.iter().find_map(|(number, game)| match &game.end {
        End::Wrong(found) => Some((number, found)),
        _ => None,
    });
    if let Some((number, found)) = found {
        let breaks = match found.verdict.rule {
            Some(rule) => format!("breaks the rule {rule}"),
            None => "goes wrong".into(),
        };
        bail!(
            "{}: game {} of {} {breaks} at line {}: {}",
            bot.name,
            number + 1,
            args.games,
            found.verdict.moment.lines,
            summary(found)
        );
    }
    let count = |end: &End| played.values().filter(|game| game.end == *end).count();
    let (won, lost, gave_up) = (count(&End::Won), count(&End::Lost), count(&End::GaveUp));
    let mut histogram = BTreeMap::new();
    for game in played.values() {
        *histogram.entry(game.largest).or_insert(0_u64) += 1;
    }
    let moves = || played.values().map(|game| game.moves);
    let mean = moves().sum::<u64>() as f64 / played.len().max(1) as f64;
    let (fewest, most) = (moves().min().unwrap_or(0), moves().max().unwrap_or(0));
    let complete = played.len() as u64 == args.games;
    if args.json {
        let tiles = histogram.iter().map(|(tile, count)| (tile.to_string(), json!(count)));
        let value = form::BOT.object(json!({
            "strategy": bot.spec.to_string(), "program": bot.name, "seed": args.seed,
            "wanted": args.games, "games": played.len(), "won": won, "lost": lost,
            "gave_up": gave_up, "largest": tiles.collect::<serde_json::Map<_, _>>(),
            "moves": {"mean": mean, "min": fewest, "max": most},
        }));
        writeln!(io.out, "{value}")?;
    } else if !played.is_empty() {
        let tiles: Vec<String> =
            histogram.iter().rev().map(|(tile, count)| format!("{tile} in {count}")).collect();
        writeln!(io.out, "{} plays {}", bot.spec, bot.name)?;
        writeln!(io.out, "largest tile {}", tiles.join(", "))?;
        writeln!(io.out, "moves a game {mean:.1}, from {fewest} to {most}")?;
        if gave_up > 0 {
            writeln!(io.out, "knew no move in {gave_up}")?;
        }
        writeln!(io.out, "won {won} of {}", played.len())?;
    }
    if complete {
        return Ok(Exit::Ok);
    }
    writeln!(io.err, "stopped after {} of {} games", played.len(), args.games)?;
    Ok(Exit::Interrupted)
}
