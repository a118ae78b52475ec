//! `fivetwelve tournament`: strategies play the same games, and what came of them is told. Who plays
//! is decided in [`entrants`], the games are played in [`rounds`] and kept as [`games`]; how it is
//! shown is in `render::tournament`.

mod entrants;
mod games;
mod rounds;
pub(crate) mod strategy;

use std::io::Write;
use std::time::Instant;

use engine::solve::Workers;
use engine::strategy::{Setup, list};
use engine::tournament::thesis::{self, Comparison};
use engine::tournament::{Durations, Summary};
use serde_json::{Value, json};

use crate::args::tournament::TournamentArgs;
use entrants::Entrant;
use games::{Game, Games};

use crate::exit::Exit;
use crate::interrupt;
use crate::io::Io;
use crate::journal::Journal;
use crate::output;
use crate::render::tournament::{self as render, Report, Row, rules_text};
use crate::threads::{Threads, progress};

pub(crate) fn run(args: &TournamentArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if args.list {
        write!(io.out, "{}", render::catalogue(list()))?;
        return Ok(Exit::Ok);
    }
    let mut tournament = prepare(args)?;
    let begun = Instant::now();
    tournament.play(args)?;
    let missing = tournament.missing(args);
    let report = tournament.report(args, begun.elapsed().as_secs_f64());
    write!(io.out, "{}", render::text(&report))?;
    if missing > 0 {
        let done = args.games * tournament.entrants.len() as u64 - missing;
        let how = match &tournament.journal {
            Some(journal) => format!(
                "the same command continues from there: {} has every game that ended",
                journal.path().display()
            ),
            None => "with --state FILE it could be continued".to_owned(),
        };
        writeln!(io.err, "stopped after {done} games, {missing} are left; {how}")?;
        return Ok(Exit::Interrupted);
    }
    for (path, bytes) in [
        (&args.json, render::json(&report)),
        (&args.csv, render::csv(&report)),
        (&args.html, render::html(&report)),
    ] {
        let Some(path) = path else { continue };
        output::write_whole(path, bytes.as_bytes())?;
    }
    Ok(Exit::Ok)
}

/// Everything that is needed, and the games so far.
struct Tournament {
    entrants: Vec<(Entrant, Setup)>,
    journal: Option<Journal>,
    games: Games,
    seeds: Vec<u64>,
    threads: Threads,
}

/// Finds all that is wrong before anything is played.
fn prepare(args: &TournamentArgs) -> anyhow::Result<Tournament> {
    let entrants = entrants::entrants(args)?;
    for path in [&args.json, &args.csv, &args.html].into_iter().flatten() {
        output::can_write(path)?;
    }
    let depth = if args.thesis { Some(thesis::DEPTH) } else { args.depth };
    let mut built = Vec::new();
    for entrant in entrants {
        let setup = strategy::setup(&entrant.spec, entrant.rules, depth, args.policy.as_deref())?;
        built.push((entrant, setup));
    }
    let (journal, games) = match (&args.state, built.first()) {
        (Some(path), Some((first, _))) => {
            let (journal, games) = games::open(path, &settings(args, first, depth))?;
            (Some(journal), games)
        }
        _ => (None, Games::new()),
    };
    let seeds = (0..args.games).map(|number| args.seed.wrapping_add(number)).collect();
    Ok(Tournament { entrants: built, journal, games, seeds, threads: Threads::new(args.threads) })
}

/// What must be the same for all games of a journal. Labels and seeds stand with each game.
fn settings(args: &TournamentArgs, first: &Entrant, depth: Option<u32>) -> Value {
    let rules = entrants::rules_of(args).unwrap_or(first.rules);
    json!({"rules": rules_text(&rules), "depth": depth, "version": env!("CARGO_PKG_VERSION")})
}

impl Tournament {
    /// Plays what is not done yet.
    fn play(&mut self, args: &TournamentArgs) -> anyhow::Result<()> {
        let Tournament { entrants, journal, games, seeds, threads } = self;
        let is_done = |entrant: usize, seed: u64| {
            let games: Option<&_> = games.get(&entrants[entrant].0.label);
            games.is_some_and(|games| games.contains_key(&seed))
        };
        let jobs = rounds::jobs(entrants.len(), seeds, is_done);
        let left: usize = jobs.iter().map(|job| job.seeds.len()).sum();
        let bar = progress(left as u64, "games", !args.quiet);
        interrupt::watch();
        let mut kept = Ok(());
        let mut ended = |entrant: usize, seed: u64, game: Game| {
            let label = &entrants[entrant].0.label;
            if kept.is_err() {
                return false;
            }
            if let Some(journal) = journal {
                kept = journal.append(&games::record(label, seed, &game));
                if kept.is_err() {
                    return false;
                }
            }
            games.entry(label.clone()).or_default().insert(seed, game);
            bar.inc(1);
            true
        };
        rounds::play(entrants, &jobs, threads, &mut ended);
        bar.finish_and_clear();
        kept
    }

    fn of(&self, entrant: &Entrant) -> Vec<&Game> {
        let games = self.games.get(&entrant.label);
        let seeds = self.seeds.iter();
        seeds.filter_map(|seed| games.and_then(|games| games.get(seed))).collect()
    }

    /// How many games were not played.
    fn missing(&self, args: &TournamentArgs) -> u64 {
        let played: usize = self.entrants.iter().map(|(entrant, _)| self.of(entrant).len()).sum();
        args.games * self.entrants.len() as u64 - played as u64
    }

    fn report(&self, args: &TournamentArgs, seconds: f64) -> Report {
        let rows = self.entrants.iter().filter_map(|(entrant, setup)| {
            let games = self.of(entrant);
            let mut turns = Durations::default();
            games.iter().for_each(|game| turns.merge(&game.times));
            let goal = entrant.rules.goal();
            let outcomes: Vec<_> = games.iter().map(|game| game.outcome).collect();
            let summary = Summary::new(&outcomes, goal, args.seed)?;
            let row = thesis::row_of(entrant.spec.entry().name);
            let comparison = row
                .filter(|_| entrant.is_thesis_method(setup.depth))
                .map(|row| Comparison::new(row, &summary, args.seed));
            Some(Row {
                label: entrant.label.clone(),
                about: entrant.spec.entry().about,
                directions: entrant.directions(),
                summary,
                turns,
                comparison,
            })
        });
        let rows: Vec<Row> = rows.collect();
        let first = &self.entrants[0];
        Report {
            rules: entrants::rules_of(args).unwrap_or(first.0.rules),
            depth: first.1.depth,
            games: args.games,
            seed: args.seed,
            // Beside the thesis only where that is asked for, or where someone plays as it did.
            thesis: args.thesis || rows.iter().any(|row| row.comparison.is_some()),
            rows,
            threads: self.threads.count(),
            seconds,
            machine: machine(),
        }
    }
}

/// The processor, where the system says.
fn machine() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
