//! The report of `fivetwelve diff`: for people, as JSON, and as a file that can be kept.

mod lines;

use mips_sim::Image;
use serde_json::{Value, json};
use tester::blame::{Blame, Cells};
use tester::compare::{Difference, Kind};
pub(crate) use tester::explain::quoted;
use tester::explain::{self, outcome};
use tester::trace::Trace;
use tester::{Limits, Script};

/// Everything there is to say about a disagreement.
pub(crate) struct Case<'a> {
    pub(crate) program: &'a str,
    pub(crate) reference: &'a str,
    /// Whether the engine plays the game as it was meant.
    pub(crate) intended: bool,
    pub(crate) image: &'a Image,
    /// The index of the game, from 0, if it was not given.
    pub(crate) game: Option<u64>,
    /// How many games there are.
    pub(crate) games: u64,
    pub(crate) script: &'a Script,
    pub(crate) difference: &'a Difference,
    pub(crate) blame: &'a Blame,
    pub(crate) trace: &'a Trace,
}

impl Case<'_> {
    /// The same for whom puts it into words.
    fn told(&self) -> explain::Case<'_> {
        explain::Case {
            image: self.image,
            limits: Limits::default(),
            script: self.script,
            difference: self.difference,
            blame: self.blame,
        }
    }

    /// The command that shows it again.
    fn command(&self) -> String {
        let mut command = format!("fivetwelve diff {}", quoted(self.program));
        if self.reference != "engine" {
            command.push_str(&format!(" --reference {}", quoted(self.reference)));
        }
        if self.intended {
            command.push_str(" --fidelity intended");
        }
        command.push_str(&format!(" --script {}", quoted(&self.script.to_string())));
        command
    }
}

/// What there is to say if nothing is wrong.
pub(crate) fn agreement(program: &str, reference: &str, games: u64, seed: u64) -> String {
    let who = name_of(reference);
    match games {
        1 => format!("{program} agrees with {who} on this game, byte for byte.\n"),
        _ => {
            format!("{program} agrees with {who} on {games} games (seed {seed}), byte for byte.\n")
        }
    }
}

/// The same for scripts.
pub(crate) fn agreement_json(program: &str, reference: &str, games: u64) -> String {
    let value = json!({
        "agrees": true, "program": program, "reference": reference, "games": games,
    });
    format!("{value}\n")
}

fn name_of(reference: &str) -> &str {
    if reference == "engine" { "the engine" } else { reference }
}

/// The lines that ran, as rows for people with a heading.
pub(crate) fn ran_table(image: &Image, trace: &Trace) -> (&'static str, Vec<String>) {
    lines::table(image, trace)
}

/// The lines that ran, for scripts.
pub(crate) fn ran_objects(image: &Image, trace: &Trace) -> Vec<Value> {
    trace.lines.iter().map(|ran| lines::object(image, ran)).collect()
}

/// The report for people.
pub(crate) fn human(case: &Case<'_>) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let which = match case.game {
        Some(game) => format!(" in game {} of {}", game + 1, case.games),
        None => String::new(),
    };
    say(&format!("{} disagrees with {}{which}.", case.program, name_of(case.reference)));
    say("");
    say(&format!("  input  {}", explain::input(case.script)));
    say(&format!("  draws  {}", explain::draws(case.script)));
    say("");
    let boards = boards(case.blame);
    for row in &boards {
        say(&format!("  {row}"));
    }
    if !boards.is_empty() {
        say("");
    }
    for sentence in explain::sentences(&case.told()) {
        say(&sentence);
    }
    say("");
    if let Some(rule) = case.blame.rule {
        say(&format!("Rule broken: {} ({})", rule.name(), rule.text()));
        say("");
    }
    let (heading, lines) = lines::table(case.image, case.trace);
    if !lines.is_empty() {
        say(&format!("{heading} {}:", explain::when(&case.told())));
        for line in &lines {
            say(&format!("  {line}"));
        }
        say("");
    }
    say("Again with:");
    say(&format!("  {}", case.command()));
    text
}

/// The boards side by side.
fn boards(blame: &Blame) -> Vec<String> {
    let list = match blame.expected == blame.got {
        // What is wrong is not on the board.
        true => [("before", blame.before), ("board", blame.expected), ("", None)],
        false => [("before", blame.before), ("should be", blame.expected), ("yours", blame.got)],
    };
    let list: Vec<_> = list.iter().filter_map(|(name, cells)| Some((name, (*cells)?))).collect();
    if list.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![String::new(); 8];
    for (name, cells) in list {
        for (row, line) in rows.iter_mut().zip(drawn(name, &cells)) {
            row.push_str(&format!("{line:<17}"));
        }
    }
    rows
}

fn drawn(name: &str, cells: &Cells) -> Vec<String> {
    let line = "+---+---+---+".to_string();
    let mut rows = vec![name.to_string(), line.clone()];
    for row in cells.chunks(3) {
        let row = row.iter().map(|cell| match cell {
            0 => "   ".to_string(),
            1..10 => format!(" {cell} "),
            _ => format!("{cell:>3}"),
        });
        rows.push(format!("|{}|", row.collect::<Vec<_>>().join("|")));
        rows.push(line.clone());
    }
    rows
}

/// The report for scripts. Fields may be added.
pub(crate) fn json(case: &Case<'_>) -> String {
    let answer = |answer: &tester::compare::Answer| {
        json!({
            "output": String::from_utf8_lossy(&answer.output),
            "outcome": outcome(&answer.outcome),
        })
    };
    let lines: Vec<Value> =
        case.trace.lines.iter().map(|ran| lines::object(case.image, ran)).collect();
    let last = case.trace.last.as_ref().map(|ran| lines::object(case.image, ran));
    let value = json!({
        "agrees": false,
        "program": case.program,
        "reference": case.reference,
        "game": case.game,
        "games": case.games,
        "script": case.script.to_string(),
        "frame": case.difference.frame,
        "at_end_of_input": case.difference.at_end,
        "kind": kind(case.difference.kind()),
        "rule": case.blame.rule.map(|rule| rule.name()),
        "before": case.blame.before,
        "expected_board": case.blame.expected,
        "got_board": case.blame.got,
        "expected": answer(&case.difference.expected),
        "got": answer(&case.difference.got),
        "sentences": explain::sentences(&case.told()),
        "ran": lines,
        "last": last,
        "command": case.command(),
    });
    format!("{value}\n")
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Output => "output",
        Kind::EndedEarly => "ended-early",
        Kind::WentOn => "went-on",
        Kind::RunError => "run-error",
        Kind::Hung => "hung",
        Kind::Flooded => "flooded",
        Kind::Memory => "memory",
        Kind::ReadOn => "read-on",
        Kind::Integer => "integer",
    }
}

/// A script as a file, with a note on what it shows.
pub(crate) fn script_file(program: &str, script: &Script, blame: &Blame) -> String {
    let rule = blame.rule.map_or("what is printed", |rule| rule.name());
    format!("# {program} goes wrong here: {rule}\n{script}\n")
}
