//! The file that a tournament can be gone on from: a line that says which tournament it is, then a
//! line for every game that ended. Lines are only ever added. A last line that was cut off in the
//! middle is left out; anything else that is wrong is refused.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine::strategy::{Ending, Outcome, Tally};
use engine::tournament::Durations;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::loader::reason;

/// A game that ended, and how long its turns took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) outcome: Outcome,
    pub(crate) times: Durations,
}

/// Games by the label of who played and the seed.
pub(crate) type Games = BTreeMap<String, BTreeMap<u64, Game>>;

/// The file, open to add games to.
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the file, makes it if need be, and reads the games that are in it. The settings are
    /// those that must be the same for all games of the file.
    pub(super) fn open(path: &Path, settings: &Value) -> anyhow::Result<(Journal, Games)> {
        let refused = |exit: Exit, what: String| exit.error(format!("{}: {what}", path.display()));
        let text = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(refused(Exit::NoInput, reason(&error))),
        };
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole == 0 && !text.is_empty() && !text.starts_with(b"{\"fivetwelve\"") {
            return Err(refused(Exit::Usage, "this is no journal of a tournament".into()));
        }
        let games = read(&text[..whole], settings).map_err(|what| refused(Exit::Usage, what))?;
        let unwritable = |error: io::Error| refused(Exit::CannotWrite, reason(error));
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .map_err(unwritable)?;
        file.set_len(whole as u64).map_err(unwritable)?;
        let file = OpenOptions::new().append(true).open(path).map_err(unwritable)?;
        let mut journal = Journal { file, path: path.to_owned() };
        if whole == 0 {
            journal.line(&header(settings)).map_err(unwritable)?;
        }
        Ok((journal, games))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, label: &str, seed: u64, game: &Game) -> io::Result<()> {
        self.line(&written(label, seed, game))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// In one piece, so that a line is there or not.
    fn line(&mut self, value: &Value) -> io::Result<()> {
        self.file.write_all(format!("{value}\n").as_bytes())
    }
}

fn header(settings: &Value) -> Value {
    json!({"fivetwelve": "tournament", "format": 1, "settings": settings})
}

fn written(label: &str, seed: u64, game: &Game) -> Value {
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
}

fn read(text: &[u8], settings: &Value) -> Result<Games, String> {
    let mut games = Games::new();
    for (at, line) in text.split(|byte| *byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let wrong = |what: &str| format!("line {}: {what}", at + 1);
        let value: Value =
            serde_json::from_slice(line).map_err(|_| wrong("this is no line of a journal"))?;
        if at == 0 {
            if value["fivetwelve"] != "tournament" || value["format"] != 1 {
                return Err("this is no journal of a tournament".into());
            }
            if value["settings"] != *settings {
                return Err(format!(
                    "this is the journal of another tournament, {}, and this one is {settings}; \
                     name another file for --state, or remove this one",
                    value["settings"]
                ));
            }
            continue;
        }
        let (label, seed, game) = game(&value).ok_or_else(|| wrong("this is no game"))?;
        games.entry(label).or_default().insert(seed, game);
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
    let outcome = Outcome {
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
        Game { outcome: Outcome { largest: 2048, turns: 10, score: 7, ending, decisions }, times }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let settings = json!({"depth": 3});
        let text = format!("{}\n{}\n", header(&settings), written("7@50/50", 5, &sample()));
        let games = read(text.as_bytes(), &settings).unwrap();
        assert_eq!(games["7@50/50"][&5], sample());
        assert_eq!(read(b"", &settings), Ok(Games::new()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let settings = json!({"depth": 3});
        let header = header(&settings);
        let other = read(format!("{header}\n").as_bytes(), &json!({"depth": 4})).unwrap_err();
        assert!(other.starts_with("this is the journal of another tournament, {\"depth\":3}"));
        for (text, told) in [
            ("hello\n".to_owned(), "line 1: this is no line of a journal"),
            ("{}\n".to_owned(), "this is no journal of a tournament"),
            (format!("{header}\n{{\"strategy\":\"7\"}}\n"), "line 2: this is no game"),
            (format!("{header}\n{{\"strat\n{{}}\n"), "line 2: this is no line of a journal"),
        ] {
            assert_eq!(read(text.as_bytes(), &settings), Err(told.to_owned()), "{text}");
        }
    }
}
