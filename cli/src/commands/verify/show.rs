//! What came of a verification, for people and as JSON, and JSON back to a part.

use std::collections::BTreeMap;
use std::io::{self, Write};

use engine::render;
use serde_json::{Map, Value, json};
use tester::verify::{FIRST, LAST, LayerCounts, Part, Shard};
use tester::wording::{quoted, then, visible};
use tester::{Answer, Cells, Counterexample, Problem};

use crate::form;
use crate::render::grouped;

/// Lines that are shown of what a program printed; a board with all that can stand around it has
/// fewer.
const MAX_LINES: usize = 24;
/// Characters that are shown of each; no line of the game has as many.
const MAX_WIDTH: usize = 120;

/// What is exhausted when a walk agrees.
const WALKED: &str = "every reachable board in every machine state in which a game can be there, with every \
    move, and with the switch on and off every other line of the list";
/// The same with boards typed in.
const TYPED: &str = "every reachable board, entered through choice 2 of the menu, with every move, and with \
    the switch on and off every other line of the list";

/// Says that program and engine agree, and on what.
pub(super) fn agreement(program: &str, part: &Part, out: &mut dyn Write) -> io::Result<()> {
    let total = part.total();
    let whole = is_whole(part);
    writeln!(out, "{program} agrees with the engine{}.", if whole { "" } else { " on this part" })?;
    writeln!(out, "Checked: {}.\n", exhausted(part))?;
    let layers = layers(part).map_or("none".into(), |(a, b)| format!("{a}..{b}"));
    let share = if part.shard.of > 1 { format!(", part {}", part.shard) } else { String::new() };
    writeln!(out, "{:<30}{layers:>14}{share}", "layers (tile sums)")?;
    let lines = [
        ("live boards", total.live),
        ("won boards", total.won),
        ("lost boards", total.lost),
        ("machine states on them", total.states),
        ("lines tried", total.keys),
        ("moves among them", total.moves),
        ("new tiles", total.spawns),
        ("after a taken cell was drawn", total.rejected),
        ("that win", total.wins),
        ("that lose", total.losses),
    ];
    for (name, number) in lines {
        writeln!(out, "{name:<30}{:>14}", grouped(number))?;
    }
    Ok(())
}

fn exhausted(part: &Part) -> String {
    let words = if part.from_states { TYPED } else { WALKED };
    let scope = if is_whole(part) { "" } else { "of these layers, " };
    let layers: Vec<String> = part.entered.iter().map(u32::to_string).collect();
    match layers.len() {
        0 => format!("{scope}{words}"),
        count => format!(
            "{scope}{words}; the boards of layer{} {} are entered through choice 2 of the menu",
            if count == 1 { "" } else { "s" },
            layers.join(", ")
        ),
    }
}

fn is_whole(part: &Part) -> bool {
    part.shard.of == 1 && layers(part) == Some((FIRST, LAST))
}

fn layers(part: &Part) -> Option<(u32, u32)> {
    let first = part.layers.first_key_value();
    first.zip(part.layers.last_key_value()).map(|((first, _), (last, _))| (*first, *last))
}

/// Shows where program and engine part.
pub(super) fn disagreement(
    program: &str,
    found: &Counterexample,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines = match found.script.lines.len() {
        0 => "before the first line".into(),
        1 => "after 1 line".into(),
        lines => format!("after {lines} lines"),
    };
    // Of games that begin with a board that was typed in, a shorter one may lie before the layers
    // that were looked at.
    let walked = found.script.lines.first().is_none_or(|line| line != b"2");
    let claim = if walked { "; no walk is shorter" } else { "" };
    writeln!(out, "{program} disagrees with the engine {lines}{claim}.\n")?;
    writeln!(out, "  {}\n", found.script)?;
    if let Some(text) = board_text(found) {
        writeln!(out, "The board before the last line:\n{text}")?;
    }
    let (expected, got) = (found.verdict.expected.as_ref(), &found.verdict.got);
    writeln!(out, "Expected:\n{}", expected.map(said).unwrap_or_default())?;
    if found.verdict.problem == Problem::Draws {
        writeln!(
            out,
            "Printed as expected, but {} drawn where the engine makes {}, so that from here on the \
             two no longer see the same chance.\n",
            if got.drawn == 1 {
                "1 number was".into()
            } else {
                format!("{} numbers were", got.drawn)
            },
            expected.map_or(0, |expected| expected.drawn)
        )?;
    } else {
        writeln!(out, "Got:\n{}", said(got))?;
    }
    writeln!(out, "Repeat it:\n  {}", repeat("diff", program, found))?;
    writeln!(out, "Step by step:\n  {}", repeat("debug", program, found))
}

fn repeat(command: &str, program: &str, found: &Counterexample) -> String {
    let script = quoted(&found.script.to_string());
    format!("fivetwelve {command} {} --script {script}", quoted(program))
}

fn board_text(found: &Counterexample) -> Option<String> {
    found.verdict.boards.before.as_ref()?.board().map(|board| render::framed(&board))
}

/// What was printed, and how it goes on.
fn said(said: &Answer) -> String {
    let printed = String::from_utf8_lossy(&said.output);
    let mut text = String::new();
    for line in printed.lines().take(MAX_LINES) {
        let shown: String = line.chars().take(MAX_WIDTH).collect();
        let dots = if shown.len() < line.len() { "…" } else { "" };
        text.push_str(&format!("{}{dots}\n", visible(&shown)));
    }
    match printed.lines().count().saturating_sub(MAX_LINES) {
        0 => {}
        1 => text.push_str("… and one more line\n"),
        more => text.push_str(&format!("… and {} more lines\n", grouped(more as u64))),
    }
    format!("{text}  ({})\n", then(&said.outcome))
}

/// The result as JSON, which [`read`] understands if it is an agreement.
pub(super) fn json(
    program: &str,
    part: &Part,
    found: Option<&Counterexample>,
    unable: Option<&str>,
) -> Value {
    let verdict = match (found, unable) {
        (Some(_), _) => "disagree",
        (None, Some(_)) => "unable",
        (None, None) => "agree",
    };
    let rows = part.layers.iter().map(|(sum, counts)| {
        let mut row = Map::from_iter([("sum".to_string(), json!(sum))]);
        row.extend(numbers(counts));
        Value::Object(row)
    });
    let mut value = form::VERIFY.object(json!({
        "program": program,
        "fingerprint": format!("{:016x}", part.fingerprint),
        "verdict": verdict,
        "mode": if part.from_states { "from-states" } else { "walk" },
        "shard": { "number": part.shard.number, "of": part.shard.of },
        "entered": part.entered,
        "exhausted": exhausted(part),
        "total": Value::Object(numbers(&part.total()).collect()),
        "layers": rows.collect::<Vec<_>>(),
    }));
    if let Some(found) = found {
        let side = |said: &Answer| {
            let text = String::from_utf8_lossy(&said.output);
            json!({ "text": text, "then": then(&said.outcome), "drawn": said.drawn })
        };
        value["counterexample"] = json!({
            "script": found.script.to_string(),
            "lines": found.script.lines.len(),
            "board": found.verdict.boards.before.as_ref().map(Cells::values),
            "expected": found.verdict.expected.as_ref().map(side),
            "got": side(&found.verdict.got),
            "repeat": repeat("diff", program, found),
            "debug": repeat("debug", program, found),
        });
    }
    if let Some(unable) = unable {
        value["reason"] = json!(unable);
    }
    value
}

fn numbers(counts: &LayerCounts) -> impl Iterator<Item = (String, Value)> + use<> {
    counts.named().into_iter().map(|(name, number)| (name.to_string(), json!(number)))
}

/// Reads back what [`json()`] made: the program's name and the part.
pub(super) fn read(text: &str) -> Result<(String, Part), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let field = |name: &str| value[name].as_str().ok_or(format!("the text `{name}` is missing"));
    if value["format"] != form::VERIFY.name() {
        let expected = form::VERIFY.name();
        return Err(format!("it was not written by this version, whose parts say `{expected}`"));
    }
    match field("verdict")? {
        "agree" => {}
        verdict => {
            return Err(format!("only parts that agree can be joined; this one is: {verdict}"));
        }
    }
    let from_states = match field("mode")? {
        "walk" => false,
        "from-states" => true,
        mode => return Err(format!("unknown mode `{mode}`")),
    };
    let fingerprint = u64::from_str_radix(field("fingerprint")?, 16);
    let fingerprint = fingerprint.map_err(|_| "`fingerprint` is not a hexadecimal number")?;
    let shard = |key| value["shard"][key].as_u64().and_then(|number| u32::try_from(number).ok());
    let shard = shard("number").zip(shard("of")).ok_or("`shard` is missing")?;
    let shard = Shard::new(shard.0, shard.1).map_err(|error| format!("`shard`: {error}"))?;
    let rows = value["layers"].as_array().ok_or("the list `layers` is missing")?;
    let mut layers = BTreeMap::new();
    for row in rows {
        let number =
            |name: &str| row[name].as_u64().ok_or(format!("a layer has no number `{name}`"));
        let sum = u32::try_from(number("sum")?).ok();
        let sum = sum.filter(|sum| (FIRST..=LAST).contains(sum) && sum.is_multiple_of(2));
        let sum = sum.ok_or("`sum` is not an even number from 2 to 766")?;
        if layers.insert(sum, LayerCounts::from_named(number)?).is_some() {
            return Err(format!("layer {sum} is there twice"));
        }
    }
    let entered = value["entered"].as_array().ok_or("the list `entered` is missing")?;
    let sum = |value: &Value| layers.get_key_value(&u32::try_from(value.as_u64()?).ok()?);
    let entered = entered.iter().map(|value| Some(*sum(value)?.0)).collect::<Option<_>>();
    let entered = entered.ok_or("`entered` names a layer that is not there")?;
    let part = Part { fingerprint, from_states, shard, entered, layers };
    Ok((field("program")?.to_string(), part))
}
