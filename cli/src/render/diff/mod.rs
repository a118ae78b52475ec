//! The report of `fivetwelve diff`: for people, as JSON, and as a file that can be kept.

mod lines;

use ::render::{Board, Frame};
use mips_sim::Image;
use serde_json::{Value, json};
use tester::trace::Trace;
use tester::wording;
pub(crate) use tester::wording::quoted;
use tester::{Answer, Boards, Cells, Counterexample};

/// The columns that boards may take side by side.
const WIDTH: usize = 76;

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
    pub(crate) found: &'a Counterexample,
    pub(crate) trace: &'a Trace,
}

impl Case<'_> {
    /// The command that shows it again.
    fn command(&self) -> String {
        let mut command = format!("fivetwelve diff {}", quoted(self.program));
        if self.reference != "engine" {
            command.push_str(&format!(" --reference {}", quoted(self.reference)));
        }
        if self.intended {
            command.push_str(" --fidelity intended");
        }
        command.push_str(&format!(" --script {}", quoted(&self.found.script.to_string())));
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
    say(&format!("  input  {}", wording::input(&case.found.script)));
    say(&format!("  draws  {}", wording::draws(&case.found.script)));
    say("");
    let boards = boards(&case.found.verdict.boards);
    for row in &boards {
        say(&format!("  {row}"));
    }
    if !boards.is_empty() {
        say("");
    }
    for sentence in wording::sentences(case.found) {
        say(&sentence);
    }
    say("");
    if let Some(rule) = case.found.verdict.rule {
        say(&format!("Rule broken: {} ({})", rule.name(), rule.text()));
        say("");
    }
    let (heading, lines) = lines::table(case.image, case.trace);
    if !lines.is_empty() {
        say(&format!("{heading} {}:", wording::when(case.found)));
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
fn boards(Boards { before, expected, got }: &Boards) -> Vec<String> {
    let list = match expected == got {
        // What is wrong is not on the board.
        true => [("before", before), ("board", expected), ("", &None)],
        false => [("before", before), ("should be", expected), ("yours", got)],
    };
    let list = list.into_iter().filter_map(|(label, cells)| {
        cells.as_ref().map(|cells| Board::square(label, cells.values().to_vec()))
    });
    ::render::boards(&list.collect::<Vec<_>>(), Frame::Lines, WIDTH)
}

/// The report for scripts. Fields may be added.
pub(crate) fn json(case: &Case<'_>) -> String {
    let verdict = &case.found.verdict;
    let answer = |answer: &Answer| {
        json!({
            "output": String::from_utf8_lossy(&answer.output),
            "outcome": answer.outcome.code(),
        })
    };
    let board = |cells: &Option<Cells>| cells.as_ref().map(|cells| json!(cells.values()));
    let lines: Vec<Value> =
        case.trace.lines.iter().map(|ran| lines::object(case.image, ran)).collect();
    let last = case.trace.last.as_ref().map(|ran| lines::object(case.image, ran));
    let value = json!({
        "agrees": false,
        "program": case.program,
        "reference": case.reference,
        "game": case.game,
        "games": case.games,
        "script": case.found.script.to_string(),
        "frame": verdict.moment.lines,
        "at_end_of_input": verdict.moment.at_end,
        "kind": verdict.problem.code(),
        "rule": verdict.rule.map(|rule| rule.name()),
        "before": board(&verdict.boards.before),
        "expected_board": board(&verdict.boards.expected),
        "got_board": board(&verdict.boards.got),
        "expected": verdict.expected.as_ref().map(answer),
        "got": answer(&verdict.got),
        "sentences": wording::sentences(case.found),
        "ran": lines,
        "last": last,
        "command": case.command(),
    });
    format!("{value}\n")
}

/// A script as a file, with a note on what it shows.
pub(crate) fn script_file(program: &str, found: &Counterexample) -> String {
    let rule = found.verdict.rule.map_or("what is printed", |rule| rule.name());
    format!("# {program} goes wrong here: {rule}\n{}\n", found.script)
}
