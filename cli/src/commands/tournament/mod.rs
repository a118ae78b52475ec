//! `fivetwelve tournament`: strategies play the same games, and what came of them is told. Who plays
//! is decided in [`entrants`], the games are played in [`rounds`] and kept as [`games`]; how it is
//! shown is in `render::tournament`.

mod entrants;
mod games;
mod rounds;
pub(crate) mod strategy;

use std::collections::btree_map::Entry;
use std::io::Write;
use std::time::Instant;

use anyhow::Context;
use engine::solve::Workers;
use engine::strategy::{Setup, list};
use engine::tournament::thesis::{self, Comparison};
use engine::tournament::{Durations, Summary};
use grader::submission::digest_of;
use serde_json::{Value, json};

use crate::args::tournament::TournamentArgs;
use entrants::Entrant;
use games::{Game, Games};

use crate::cluster::{Gathered, Role};
use crate::exit::{Exit, OrExit};
use crate::interrupt;
use crate::io::Io;
use crate::journal::Journal;
use crate::loader::readable;
use crate::output;
use crate::render::tournament::{self as render, Report, Row, rules_text};
use crate::threads::{Threads, progress};

pub(crate) fn run(args: &TournamentArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if args.list {
        write!(io.out, "{}", render::catalogue(list()))?;
        return Ok(Exit::Ok);
    }
    let role = args.slurm.role(&policy_digest(args)?)?;
    if let Role::Task(task) = role {
        let part = TournamentArgs {
            threads: task.threads(args.threads),
            state: Some(task.state()),
            quiet: true,
            json: None,
            csv: None,
            html: None,
            ..args.clone()
        };
        let mut tournament = prepare(&part)?;
        tournament.play(&part, |game| task.shard.contains(game))?;
        return match interrupt::asked() {
            true => Ok(Exit::Interrupted),
            false => task.finish(tournament.records().as_bytes()),
        };
    }
    let mut tournament = prepare(args)?;
    let begun = Instant::now();
    let mut done = None;
    if let Role::Front(front) = role {
        match front.gather(io, args.quiet)? {
            Gathered::Parts(parts) => tournament.take(&parts)?,
            Gathered::Over(exit) => return Ok(exit),
        }
        done = Some(front);
    }
    tournament.play(args, |_| true)?;
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
    done.iter().for_each(|front| front.done());
    Ok(Exit::Ok)
}

/// What identifies the solved game that a run may read.
fn policy_digest(args: &TournamentArgs) -> anyhow::Result<String> {
    let Some(path) = args.policy.as_ref().filter(|_| args.slurm.slurm.is_some()) else {
        return Ok(String::new());
    };
    let bytes = readable(path, std::fs::read(path))?;
    Ok(digest_of([("policy", bytes.as_slice())]))
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
    /// All games so far as lines of a journal.
    fn records(&self) -> String {
        let games = self.games.iter().flat_map(|(label, games)| {
            games.iter().map(move |(seed, game)| format!("{}\n", games::record(label, *seed, game)))
        });
        games.collect()
    }

    /// Adds games that others played, also to the journal.
    fn take(&mut self, parts: &[Vec<u8>]) -> anyhow::Result<()> {
        for (number, part) in (1..).zip(parts) {
            let taken = games::read(part).with_context(|| format!("task {number}"));
            for (label, games) in taken.or_exit(Exit::Unable)? {
                for (seed, game) in games {
                    if let Entry::Vacant(place) =
                        self.games.entry(label.clone()).or_default().entry(seed)
                    {
                        if let Some(journal) = &mut self.journal {
                            journal.append(&games::record(&label, seed, &game))?;
                        }
                        place.insert(game);
                    }
                }
            }
        }
        Ok(())
    }

    /// Plays what is not done yet, of the games by number that are wanted.
    fn play(&mut self, args: &TournamentArgs, wanted: impl Fn(u64) -> bool) -> anyhow::Result<()> {
        let Tournament { entrants, journal, games, seeds, threads } = self;
        let is_done = |entrant: usize, seed: u64| {
            let games: Option<&_> = games.get(&entrants[entrant].0.label);
            !wanted(seed.wrapping_sub(args.seed))
                || games.is_some_and(|games| games.contains_key(&seed))
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
