//! Recorded games as JSON.
//!
//! `{"format": "fivetwelve games 2", "games": [{"script": "1 X ; draws: 1 1", "frames": ["…", …],
//! "outcome": "exited"}, …]}`. A frame is what was printed before the first line, then after each
//! line, and then after the end of the input if that was read; one that is no UTF-8 is a list of
//! bytes. The outcome is `exited`, `end-of-input`, `input-error`, `run-error`, `steps`, `output` or
//! `memory`.

use serde_json::{Value, json};
use tester::{Answer, FaultCause, Limit, Outcome, RunError, Script};

const FORMAT: &str = "fivetwelve games 2";

/// A game, and how it went.
pub(super) struct Game {
    pub(super) script: Script,
    pub(super) answers: Vec<Answer>,
}

/// The text of a recording.
pub(super) fn write(games: &[Game]) -> String {
    let games: Vec<Value> = games
        .iter()
        .map(|game| {
            let frames = game.answers.iter().map(|answer| {
                str::from_utf8(&answer.output)
                    .map_or_else(|_| json!(answer.output), |text| json!(text))
            });
            let outcome = game.answers.last().map(|answer| answer.outcome.code());
            json!({
                "script": game.script.to_string(),
                "frames": frames.collect::<Vec<_>>(),
                "outcome": outcome,
            })
        })
        .collect();
    format!("{:#}\n", json!({ "format": FORMAT, "games": games }))
}

/// The games of a recording, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Vec<Game>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(format!("this is not a recording: \"format\" should be \"{FORMAT}\""));
    }
    let games = value.get("games").and_then(Value::as_array).ok_or("\"games\" should be a list")?;
    let game = |(index, value): (usize, &Value)| {
        game(value).map_err(|what| format!("game {}: {what}", index + 1))
    };
    games.iter().enumerate().map(game).collect()
}

fn game(value: &Value) -> Result<Game, String> {
    let text = |key: &str| {
        let text = value.get(key).and_then(Value::as_str);
        text.ok_or_else(|| format!("\"{key}\" should be a text"))
    };
    let script: Script = text("script")?.parse().map_err(|error| format!("\"script\": {error}"))?;
    let frames = value.get("frames").and_then(Value::as_array);
    let frames = frames.ok_or("\"frames\" should be a list")?;
    let frames = frames.iter().map(frame).collect::<Option<Vec<_>>>();
    let mut outputs = frames.ok_or("a frame should be a text or a list of bytes")?;
    let outcome = outcome(text("outcome")?).ok_or("\"outcome\" is unknown")?;
    let last = outputs.pop().unwrap_or_default();
    let answer = |output, outcome| Answer { output, outcome, drawn: 0 };
    let waiting = outputs.into_iter().map(|output| answer(output, Outcome::Waiting));
    Ok(Game { script, answers: waiting.chain([answer(last, outcome)]).collect() })
}

fn frame(value: &Value) -> Option<Vec<u8>> {
    let byte = |value: &Value| value.as_u64().and_then(|byte| u8::try_from(byte).ok());
    match value {
        Value::String(text) => Some(text.clone().into_bytes()),
        Value::Array(bytes) => bytes.iter().map(byte).collect(),
        _ => None,
    }
}

fn outcome(name: &str) -> Option<Outcome> {
    Some(match name {
        "end-of-input" => Outcome::EndOfInput,
        "exited" => Outcome::Exited,
        "input-error" => Outcome::InputError,
        "run-error" => Outcome::RunError(RunError { pc: 0, cause: FaultCause::Unknown }),
        "steps" => Outcome::Limit(Limit::Steps),
        "output" => Outcome::Limit(Limit::Output),
        "memory" => Outcome::Limit(Limit::Memory),
        _ => return None,
    })
}
