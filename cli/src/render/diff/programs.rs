//! The report on two programs that are not the game: the input, what both printed side by side, and the
//! lines that printed it.

use serde_json::{Value, json};
use tester::policy::{Mismatch, OutputPart, Policy};
use tester::programs::{Disagreement, Options, Printed, Ran};
use tester::wording::programs as wording;
use tester::wording::{from_difference, visible};
use tester::{Limit, Outcome};

use super::quoted;

use crate::form;

/// The columns of the two outputs together.
const WIDTH: usize = 76;
/// Lines of output or input that are shown before and after the first wrong one.
const AROUND: usize = 6;
/// Lines of input that are shown.
const LINES: usize = 24;

/// What came of the runs.
pub(crate) struct Report<'a> {
    pub(crate) program: &'a str,
    pub(crate) reference: &'a str,
    pub(crate) options: &'a Options,
    /// Whether the input was given.
    pub(crate) given: bool,
    /// The index of the run, from 0, if it was not.
    pub(crate) run: Option<u64>,
    pub(crate) runs: u64,
    pub(crate) tried: u64,
    /// Options with which the programs agree on the input.
    pub(crate) agrees_with: Option<&'static str>,
}

impl Report<'_> {
    /// The command that goes through it step by step. Files can't be given on the command line.
    fn debug(&self, found: &Disagreement) -> Option<String> {
        found.input.files.is_empty().then(|| self.command("debug", found))
    }

    /// The command that shows it again, or with `debug` goes through it.
    fn command(&self, word: &str, found: &Disagreement) -> String {
        let (program, reference) = (quoted(self.program), quoted(self.reference));
        let mut command = format!("fivetwelve {word} {program} --reference {reference}");
        match &self.options.policy {
            Policy::TrailingSpace => {}
            Policy::Numeric { absolute, relative } => {
                command.push_str(" --policy numeric");
                let tolerances = [("absolute", absolute), ("relative", relative)];
                for (name, value) in tolerances.into_iter().filter(|(_, value)| **value != 0.0) {
                    command.push_str(&format!(" --{name} {value}"));
                }
            }
            other => {
                let named = Policy::NAMED.into_iter().find(|(_, policy)| policy == other);
                command.push_str(&format!(" --policy {}", named.map_or("exact", |(name, _)| name)));
            }
        }
        if self.options.ignore_prompts {
            command.push_str(" --ignore-prompts");
        }
        match found.input.files.is_empty() {
            true => {
                let input = wording::input(&found.input.lines());
                command.push_str(&format!(" --input {}", quoted(&input)));
            }
            // Files can't be said in a line: the same search finds them again.
            false => {
                let runs = self.run.map_or(self.runs, |run| run + 1);
                command.push_str(&format!(" --seed {} --runs {runs}", self.options.seed));
            }
        }
        command
    }
}

/// What there is to say if nothing is wrong.
pub(crate) fn agreement(report: &Report<'_>) -> String {
    let Report { program, reference, tried, .. } = report;
    let on = match (report.given, tried) {
        (true, _) => "on this input".into(),
        (false, 1) => "on its only run: it reads nothing".into(),
        _ => format!("on {tried} inputs (seed {})", report.options.seed),
    };
    format!("{program} agrees with {reference} {on}.\n")
}

/// The same for scripts.
pub(crate) fn agreement_json(report: &Report<'_>) -> String {
    let value = form::DIFF_PROGRAMS.object(json!({
        "agrees": true,
        "program": report.program,
        "compare": "output",
        "reference": report.reference,
        "runs": if report.given { 1 } else { report.tried },
    }));
    format!("{value}\n")
}

/// The report for people.
pub(crate) fn human(report: &Report<'_>, found: &Disagreement) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    let which =
        report.run.map_or(String::new(), |run| format!(" in run {} of {}", run + 1, report.runs));
    say(&format!("{} disagrees with {}{which}.", report.program, report.reference));
    say("");
    let lines = found.input.lines();
    if lines.is_empty() && found.input.files.is_empty() {
        say("No input is read.");
    } else if !lines.is_empty() {
        say("Input:");
    }
    for line in lines.iter().take(LINES) {
        say(&format!("  {}", wording::input_line(line)));
    }
    if lines.len() > LINES {
        say(&format!("  and {} more lines", lines.len() - LINES));
    }
    for (name, contents) in &found.input.files {
        say(&format!("File {}:", visible(name)));
        wording::input_file(contents.as_deref()).iter().for_each(|line| say(&format!("  {line}")));
    }
    say("");
    side_by_side(found).iter().for_each(|row| say(row));
    say("");
    wording::sentences(found).iter().for_each(|sentence| say(sentence));
    if let Some(options) = report.agrees_with {
        say(&format!("On this input they agree with `{options}`."));
    }
    let printed: Vec<&Printed> = found.printed.iter().flatten().collect();
    if !printed.is_empty() {
        say("");
        say("Printed by:");
        let lines: Vec<_> = printed.iter().flat_map(|printed| &printed.lines).collect();
        let width = lines.iter().map(|(at, _)| wording::place(at).len()).max().unwrap_or(0);
        for (at, code) in lines {
            say(&format!("  {:width$}  {}", wording::place(at), visible(code)));
        }
    }
    say("");
    say("Again with:");
    say(&format!("  {}", report.command("diff", found)));
    if let Some(command) = report.debug(found) {
        say("Step by step with:");
        say(&format!("  {command}"));
    }
    text
}

/// Both as they look on a terminal, with the first line that differs marked, and how each ended.
pub(crate) fn side_by_side(found: &Disagreement) -> Vec<String> {
    let column = (WIDTH - 6) / 2;
    let short = |line: String| -> String {
        match line.chars().count() > column {
            true => line.chars().take(column - 1).chain(['…']).collect(),
            false => line,
        }
    };
    let typed = found.input.lines();
    let screen = |ran: &Ran| -> Vec<String> {
        let screen = wording::screen(ran, &typed);
        let lines = String::from_utf8_lossy(&screen);
        lines.lines().map(|line| visible(line.trim_end())).collect()
    };
    let [mut expected, mut got] = [&found.expected, &found.got].map(screen);
    let count = expected.len().max(got.len());
    // Words that are the same may stand on other lines.
    let first = found.mismatch.as_ref().and_then(|mismatch| match mismatch {
        Mismatch::Part { part: OutputPart::Word(..), .. } => {
            let [one, other] = found.places;
            Some([row(&found.expected, one), row(&found.got, other)])
        }
        _ => (0..count).find(|at| expected.get(*at) != got.get(*at)).map(|at| [at, at]),
    });
    if let Some([one, other]) = first
        && let (Some(one), Some(other)) = (expected.get_mut(one), got.get_mut(other))
    {
        [*one, *other] = from_difference(one, other, column);
    }
    let [mut expected, mut got] =
        [expected, got].map(|list| list.into_iter().map(short).collect::<Vec<_>>());
    if found.ending.is_some() {
        expected.push(format!("({})", ended(&found.expected)));
        got.push(format!("({})", ended(&found.got)));
    }
    // The lines that differ stand side by side; without any, the last ones are shown.
    let (above, starts) = match first {
        Some([one, other]) => {
            let above = one.min(other).min(AROUND);
            (above, [one - above, other - above])
        }
        None => {
            let count = expected.len().max(got.len());
            (AROUND, [count.saturating_sub(2 * AROUND); 2])
        }
    };
    let left = |list: &[String], start: usize| list.len().saturating_sub(start);
    let count = left(&expected, starts[0]).max(left(&got, starts[1]));
    let wide = |list: &[String]| list.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = wide(&expected).max("should be".len());
    let mut rows = vec![format!("  {:width$}    yours", "should be")];
    if starts != [0, 0] {
        rows.push(format!("  {:width$}    …", "…"));
    }
    let line = |list: &[String], at: usize| list.get(at).cloned().unwrap_or_default();
    let shown = count.min(above + AROUND);
    for at in 0..shown {
        let mark = if first.is_some() && at == above { '>' } else { ' ' };
        let [one, other] = [line(&expected, starts[0] + at), line(&got, starts[1] + at)];
        rows.push(format!("{mark} {one:width$}  {mark} {other}"));
    }
    if shown < count {
        rows.push(format!("  {:width$}    …", "…"));
    }
    rows
}

/// The row of a terminal in which a byte of an output is.
fn row(ran: &Ran, at: usize) -> usize {
    let ends = ran.output[..at.min(ran.output.len())].iter().filter(|byte| **byte == b'\n');
    ends.count() + ran.reads[..ran.answered].iter().filter(|read| read.printed <= at).count()
}

/// How a run ended, in a word or two.
fn ended(ran: &Ran) -> &'static str {
    match ran.outcome {
        Outcome::Exited => "ends",
        Outcome::RunError(_) | Outcome::InputError => "fails",
        Outcome::EndOfInput | Outcome::Waiting => "asks for more",
        Outcome::Limit(Limit::Steps) => "hangs",
        Outcome::Limit(Limit::Output) => "prints on",
        Outcome::Limit(Limit::Memory) => "uses too much memory",
    }
}

/// The first line of the program's output that differs.
fn wrong_line(found: &Disagreement) -> Option<usize> {
    match found.mismatch.as_ref()? {
        Mismatch::Part { part: OutputPart::Line(line) | OutputPart::Word(_, line), .. } => {
            Some(*line)
        }
        _ => None,
    }
}

/// The report for scripts. Fields may be added.
pub(crate) fn json(report: &Report<'_>, found: &Disagreement) -> String {
    let ran = |ran: &Ran| {
        json!({
            "output": String::from_utf8_lossy(&ran.output),
            "outcome": ran.outcome.code(),
            "reads": ran.reads.len(),
        })
    };
    let printed = |printed: &Option<Printed>| -> Value {
        let lines = printed.iter().flat_map(|printed| &printed.lines);
        let line = |(at, text): &(tester::SourcePlace, String)| json!({ "file": at.file, "line": at.line, "text": text });
        lines.map(line).collect()
    };
    let lines = found.input.lines();
    let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
    let files = found.input.files.iter().map(|(name, contents)| {
        let contents = contents.as_ref().map(|contents| String::from_utf8_lossy(contents));
        (name.clone(), json!(contents))
    });
    let value = form::DIFF_PROGRAMS.object(json!({
        "agrees": false,
        "program": report.program,
        "compare": "output",
        "reference": report.reference,
        "run": report.run,
        "runs": report.runs,
        "input": lines,
        "files": files.collect::<serde_json::Map<_, _>>(),
        "expected": ran(&found.expected),
        "got": ran(&found.got),
        "line": wrong_line(found),
        "sentences": wording::sentences(found),
        "printed_by": { "reference": printed(&found.printed[0]), "program": printed(&found.printed[1]) },
        "stopped_at": found.stopped_at.as_ref().map(|(at, _)| json!({ "file": at.file, "line": at.line })),
        "command": report.command("diff", found),
        "debug": report.debug(found),
    }));
    format!("{value}\n")
}
