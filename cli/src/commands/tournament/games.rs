//! The games of a tournament as records of its journal.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use engine::strategy::{Ending, GameResult, Tally};
use engine::tournament::Durations;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::exit::{Exit, OrExit};
use crate::journal::Journal;

/// A game that ended, and how long its turns took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) outcome: GameResult,
    pub(crate) times: Durations,
}

/// Games by the label of who played and the seed.
pub(crate) type Games = BTreeMap<String, BTreeMap<u64, Game>>;

/// Opens the journal of a tournament, and reads the games that are in it. The settings are those that
/// must be the same for all its games.
pub(super) fn open(path: &Path, settings: &Value) -> anyhow::Result<(Journal, Games)> {
    let (journal, records) = Journal::open_records(path, "tournament", settings)?;
    let games =
        read(&records).with_context(|| path.display().to_string()).or_exit(Exit::NoInput)?;
    Ok((journal, games))
}

/// A game as a line of the journal.
#[derive(Deserialize)]
struct Record {
    strategy: String,
    seed: u64,
    largest: u64,
    turns: u64,
    score: u64,
    ending: String,
    decided: [u64; 4],
    ns: u64,
    steps: Vec<(u16, u64)>,
}

/// How games of a journal end.
const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Won, "won"), (Ending::Lost, "lost"), (Ending::GaveUp, "gave up")];

/// The record of a game that has ended.
pub(super) fn record(label: &str, seed: u64, game: &Game) -> String {
    let Game { outcome, times } = game;
    let Tally { searched, exception1, exception2, forced_down } = outcome.decisions;
    let ending = ENDINGS.iter().find(|(ending, _)| *ending == outcome.ending);
    json!({
        "strategy": label, "seed": seed, "largest": outcome.largest, "turns": outcome.turns,
        "score": outcome.score, "ending": ending.map(|(_, name)| name),
        "decided": [searched, exception1, exception2, forced_down],
        "ns": times.total(), "steps": times.steps().collect::<Vec<_>>(),
    })
    .to_string()
}

/// Reads records back.
pub(super) fn read(records: &[u8]) -> anyhow::Result<Games> {
    let mut games = Games::new();
    // The header is the first line.
    for (number, line) in (2..).zip(records.split(|byte| *byte == b'\n')) {
        if !line.is_empty() {
            let game = game(line).with_context(|| format!("line {number}: this is not a game"));
            let (label, seed, game) = game?;
            games.entry(label).or_default().insert(seed, game);
        }
    }
    Ok(games)
}

fn game(line: &[u8]) -> Option<(String, u64, Game)> {
    let record: Record = serde_json::from_slice(line).ok()?;
    let [searched, exception1, exception2, forced_down] = record.decided;
    let outcome = GameResult {
        largest: record.largest,
        turns: record.turns,
        score: record.score,
        ending: ENDINGS.iter().find(|(_, name)| *name == record.ending)?.0,
        decisions: Tally { searched, exception1, exception2, forced_down },
    };
    let game = Game { outcome, times: Durations::from_steps(record.ns, record.steps) };
    Some((record.strategy, record.seed, game))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Game {
        let mut times = Durations::default();
        [40, 41, 90_000].into_iter().for_each(|nanoseconds| times.add(nanoseconds));
        let decisions = Tally { searched: 1, exception1: 2, exception2: 3, forced_down: 4 };
        let ending = Ending::Won;
        Game {
            outcome: GameResult { largest: 2048, turns: 10, score: 7, ending, decisions },
            times,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games = read(format!("{}\n", record("7@50/50", 5, &sample())).as_bytes()).unwrap();
        assert_eq!(games["7@50/50"][&5], sample());
        assert_eq!(read(b"").unwrap(), Games::new());
    }

    #[test]
    fn what_is_wrong_is_shown_with_its_line() {
        let game = record("7", 5, &sample());
        for wrong in ["{\"strategy\":\"7\"}", "{\"strat", "hello"] {
            let error = read(format!("{game}\n{wrong}\n{game}\n").as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), "line 3: this is not a game", "{wrong}");
        }
    }
}
