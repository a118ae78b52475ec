//! The games of a tournament as records of its journal.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use engine::strategy::{Ending, GameResult, Tally};
use engine::tournament::Durations;
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
    let games = read(&records).with_context(|| path.display().to_string()).or_exit(Exit::Usage)?;
    Ok((journal, games))
}

/// The record of a game.
pub(super) fn record(label: &str, seed: u64, game: &Game) -> String {
    let Game { outcome, times } = game;
    let decisions = outcome.decisions;
    let ending = match outcome.ending {
        Ending::Won => "won",
        Ending::Lost => "lost",
        Ending::GaveUp => "gave up",
        Ending::Unfinished => "unfinished",
    };
    json!({
        "strategy": label, "seed": seed, "largest": outcome.largest, "turns": outcome.turns,
        "score": outcome.score, "ending": ending,
        "decided": [decisions.searched, decisions.exception1, decisions.exception2,
            decisions.forced_down],
        "ns": times.total(), "steps": times.steps().collect::<Vec<_>>(),
    })
    .to_string()
}

fn read(records: &[u8]) -> anyhow::Result<Games> {
    let mut games = Games::new();
    // The header is the first line.
    for (number, line) in (2..).zip(records.split(|byte| *byte == b'\n')) {
        if !line.is_empty() {
            let value: Value = serde_json::from_slice(line).unwrap_or_default();
            let game = game(&value).with_context(|| format!("line {number}: this is not a game"));
            let (label, seed, game) = game?;
            games.entry(label).or_default().insert(seed, game);
        }
    }
    Ok(games)
}

fn game(value: &Value) -> Option<(String, u64, Game)> {
    let number = |name: &str| value[name].as_u64();
    let decided = value["decided"].as_array()?;
    let decided = |at: usize| decided.get(at)?.as_u64();
    let ending = match value["ending"].as_str()? {
        "won" => Ending::Won,
        "lost" => Ending::Lost,
        "gave up" => Ending::GaveUp,
        _ => return None,
    };
    let step =
        |pair: &Value| Some((u16::try_from(pair.get(0)?.as_u64()?).ok()?, pair.get(1)?.as_u64()?));
    let steps: Option<Vec<(u16, u64)>> = value["steps"].as_array()?.iter().map(step).collect();
    let outcome = GameResult {
        largest: number("largest")?,
        turns: number("turns")?,
        score: number("score")?,
        ending,
        decisions: Tally {
            searched: decided(0)?,
            exception1: decided(1)?,
            exception2: decided(2)?,
            forced_down: decided(3)?,
        },
    };
    let game = Game { outcome, times: Durations::from_steps(number("ns")?, steps?) };
    Some((value["strategy"].as_str()?.to_owned(), number("seed")?, game))
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
