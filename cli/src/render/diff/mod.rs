//! The report of `fivetwelve diff`: for people, as JSON, and as a file that can be kept.

mod lines;
pub(crate) mod programs;
mod suspects;

use std::path::Path;

use ::render::{Board, Frame, Style};
use mips_sim::Image;
use mips_sim::diag::hint::Report as RunReport;
use serde_json::{Value, json};
use tester::locate::Located;
use tester::trace::LineTrace;
use tester::wording;
pub(crate) use tester::wording::quoted;
use tester::{Answer, Boards, Cells, Counterexample};

use crate::args::Reference;
use crate::form;

/// The columns that boards may take side by side.
const WIDTH: usize = 76;

/// How a program was judged.
#[derive(Clone, Copy)]
pub(crate) enum Reading<'a> {
    /// By its text, against a reference; the engine may play the game as it was meant.
    Text { reference: &'a Reference, intended: bool },
    /// By its boards, talking to it as the file says.
    Boards { protocol: Option<&'a Path>, allow: &'a [tester::Rule] },
}

/// What came of the games.
#[derive(Clone, Copy)]
pub(crate) struct Report<'a> {
    pub(crate) program: &'a str,
    pub(crate) reading: Reading<'a>,
    /// How many games there are.
    pub(crate) games: u64,
    pub(crate) seed: u64,
}

/// Everything there is to say about a mistake.
pub(crate) struct Case<'a> {
    pub(crate) report: Report<'a>,
    pub(crate) image: &'a Image,
    /// The index of the game, from 0, if it was not given.
    pub(crate) game: Option<u64>,
    pub(crate) found: &'a Counterexample,
    pub(crate) trace: &'a LineTrace,
    /// Why the program stopped, if it did where it should not have.
    pub(crate) stopped: Option<&'a RunReport>,
    /// Where the mistake may be.
    pub(crate) located: &'a Located,
    /// Whether all lines that ran are shown.
    pub(crate) all_lines: bool,
    /// Whether it is shown what would mend a line.
    pub(crate) repairs: bool,
}

impl Case<'_> {
    /// The command that shows it again, or with `debug` goes through it.
    fn command(&self, word: &str) -> String {
        let mut command = format!("fivetwelve {word} {}", quoted(self.report.program));
        match self.report.reading {
            Reading::Text { reference, intended } => {
                if *reference != Reference::Engine {
                    command.push_str(&format!(" --reference {}", quoted(&reference.to_string())));
                }
                if intended {
                    command.push_str(" --fidelity intended");
                }
            }
            Reading::Boards { protocol, allow } => {
                command.push_str(" --compare boards");
                if let Some(path) = protocol {
                    let path = path.display().to_string();
                    command.push_str(&format!(" --protocol {}", quoted(&path)));
                }
                allow.iter().for_each(|rule| command.push_str(&format!(" --allow {rule}")));
            }
        }
        command.push_str(&format!(" --script {}", quoted(&self.found.script.to_string())));
        command
    }
}

/// What there is to say if nothing is wrong.
pub(crate) fn agreement(report: &Report<'_>) -> String {
    let Report { program, games, seed, .. } = report;
    let games = |seed: &str| match games {
        1 => "this game".to_owned(),
        _ => format!("{games} games{seed}"),
    };
    match report.reading {
        Reading::Text { reference, .. } => {
            let (who, games) = (name_of(reference), games(&format!(" (seed {seed})")));
            format!("{program} agrees with {who} on {games}, byte for byte.\n")
        }
        Reading::Boards { .. } => {
            format!("{program} keeps the rules in {}, judged by its boards.\n", games(""))
        }
    }
}

/// The same for scripts.
pub(crate) fn agreement_json(report: &Report<'_>) -> String {
    let value = json!({ "agrees": true, "program": report.program, "games": report.games });
    let mut value = form::DIFF_GAMES.object(value);
    match report.reading {
        Reading::Text { reference, .. } => value["reference"] = reference.to_string().into(),
        Reading::Boards { .. } => value["compare"] = "boards".into(),
    }
    format!("{value}\n")
}

fn name_of(reference: &Reference) -> String {
    match reference {
        Reference::Engine => "the engine".into(),
        named => named.to_string(),
    }
}

/// The report for people.
pub(crate) fn human(case: &Case<'_>) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let Report { program, reading, games, .. } = case.report;
    let which = match case.game {
        Some(game) => format!(" in game {} of {games}", game + 1),
        None => String::new(),
    };
    let script = &case.found.script;
    match reading {
        Reading::Text { reference, .. } => {
            say(&format!("{program} disagrees with {}{which}.", name_of(reference)));
            say("");
            say(&format!("  input  {}", wording::input(script)));
            say(&format!("  draws  {}", wording::draws(script)));
            say("");
            let boards = boards(&case.found.verdict.boards);
            boards.iter().for_each(|row| say(&format!("  {row}")));
            if !boards.is_empty() {
                say("");
            }
            wording::sentences(case.found).iter().for_each(|sentence| say(sentence));
        }
        Reading::Boards { .. } => {
            say(&format!("{program} breaks a rule{which}."));
            say("");
            say(&format!("  game  {script}"));
            say("");
            say(&wording::summary(case.found));
        }
    }
    say("");
    if let Some(report) = case.stopped {
        let style = Style { color: false, width: WIDTH, wrap_titles: true };
        ::render::run_error(report, case.image, style).lines().for_each(&mut say);
        say("");
    }
    if let Some(rule) = case.found.verdict.rule {
        say(&format!("Rule broken: {} ({})", rule.name(), rule.text()));
        say("");
    }
    let suspects = suspects::table(case);
    if !suspects.is_empty() {
        say("Most suspicious lines:");
        suspects.iter().for_each(|line| say(&format!("  {line}")));
        say("");
    }
    let (heading, lines) = lines::table(case.image, case.trace);
    if !lines.is_empty() && (case.all_lines || suspects.is_empty()) {
        let when = match reading {
            Reading::Text { .. } => wording::when(case.found),
            Reading::Boards { .. } => "then".into(),
        };
        say(&format!("{heading} {when}:"));
        for line in &lines {
            say(&format!("  {line}"));
        }
        say("");
    }
    say("Again with:");
    say(&format!("  {}", case.command("diff")));
    say("Step by step with:");
    say(&format!("  {}", case.command("debug")));
    text
}

/// What should have come and what came, as far as it is known: boards, or text.
pub(crate) fn beside(found: &Counterexample) -> Vec<String> {
    let mut rows = boards(&found.verdict.boards);
    rows.extend(wording::sentences(found));
    rows
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
    let mut value = form::DIFF_GAMES.object(json!({
        "agrees": false,
        "program": case.report.program,
        "game": case.game,
        "games": case.report.games,
        "script": case.found.script.to_string(),
        "rule": verdict.rule.map(|rule| rule.name()),
        "before": board(&verdict.boards.before),
        "expected_board": board(&verdict.boards.expected),
        "got_board": board(&verdict.boards.got),
        "stopped": case.stopped.map(|report| ::render::run_error_object(report, case.image)),
        "suspects": suspects::objects(case),
        "ran": lines,
        "command": case.command("diff"),
        "debug": case.command("debug"),
    }));
    let sentences = wording::sentences(case.found);
    let more = match case.report.reading {
        Reading::Text { reference, .. } => json!({
            "reference": reference.to_string(),
            "frame": verdict.moment.lines,
            "at_end_of_input": verdict.moment.at_end,
            "kind": verdict.problem.code(),
            "expected": verdict.expected.as_ref().map(answer),
            "got": answer(&verdict.got),
            "sentences": sentences,
            "last": last,
        }),
        Reading::Boards { .. } => json!({
            "compare": "boards",
            "step": verdict.moment.lines,
            "sentence": sentences.first(),
        }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    format!("{value}\n")
}

/// A script as a file, with a note on what it shows.
pub(crate) fn script_file(program: &str, found: &Counterexample) -> String {
    let rule = found.verdict.rule.map_or("what is printed", |rule| rule.name());
    format!("# {program} goes wrong here: {rule}\n{}\n", found.script)
}
