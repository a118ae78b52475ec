//! How two programs differ, and why a reference is none.

use crate::player::{Limit, Outcome, RunError};
use crate::policy::{Mismatch, OutputPart};
use crate::programs::{ChanceUsed, Disagreement, Ending, Ran, Unfit};
use crate::values::ValueKind;
use crate::verdict::SourcePlace;

use super::output::{MAX_SHOWN, code};
use super::{from_difference, grouped, mismatch, visible};

/// Numbers that are written as words.
const CARDINALS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];
const ORDINALS: [&str; 13] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
];

/// Everything that is different, the end of the program first.
pub fn sentences(found: &Disagreement) -> Vec<String> {
    let mut list: Vec<String> =
        found.ending.iter().map(|ending| self::ending(found, ending)).collect();
    list.extend(found.mismatch.as_ref().map(|other| different(found, other)));
    list.extend(reads_less(found));
    list.extend(found.file.as_ref().map(|name| {
        let name = visible(name);
        match (found.expected.written.get(&*name), found.got.written.get(&*name)) {
            (Some(_), None) => format!("The file `{name}` should be written."),
            (None, Some(_)) => format!("The file `{name}` should not be written."),
            _ => format!("What is written to the file `{name}` is not what it should be."),
        }
    }));
    list
}

/// The first difference. Where a line begins with questions, only what comes behind the last is shown.
fn different(found: &Disagreement, other: &Mismatch) -> String {
    // Words that are left out are not counted.
    if let (true, Mismatch::Part { part: OutputPart::Word(_, line), expected, got }) =
        (found.own_words, other)
    {
        let quoted = |word: &Option<String>| code(word.as_deref().unwrap_or_default());
        let (should, is) = (quoted(expected), quoted(got));
        return match (expected, got) {
            (Some(_), None) => format!("After line {line} of the output, {should} is missing."),
            (None, _) => format!("In line {line} of the output, {is} should not be there."),
            _ => format!("A word in line {line} of the output should be {should}, but is {is}."),
        };
    }
    let Mismatch::Part { part: OutputPart::Line(_), expected, got } = other else {
        return mismatch(other);
    };
    let places = other.places(&found.expected.output, &found.got.output);
    let asked = |ran: &Ran, at: usize| {
        let start =
            ran.output[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut reads = ran.reads[..ran.answered].iter().enumerate();
        let last = reads.rfind(|(_, read)| (start..=at).contains(&read.printed));
        last.map(|(number, read)| (number + 1, read.printed - start))
    };
    let (one, two) = (asked(&found.expected, places[0]), asked(&found.got, places[1]));
    let (Some((number, from)), Some((other_number, other_from))) = (one, two) else {
        return mismatch(other);
    };
    if number != other_number {
        return mismatch(other);
    }
    let rest = |line: &Option<String>, from: usize| {
        line.as_deref().and_then(|line| line.get(from..)).unwrap_or_default().to_owned()
    };
    let [expected, got] = from_difference(&rest(expected, from), &rest(got, other_from), MAX_SHOWN)
        .map(|line| if line.is_empty() { "nothing".to_string() } else { code(&line) });
    let number = ordinal(number);
    format!("After the {number} line of input, {expected} should be printed, but {got} is.")
}

fn ending(found: &Disagreement, ending: &Ending) -> String {
    let at =
        found.stopped_at.as_ref().map_or(String::new(), |(at, _)| format!(" in {}", place(at)));
    let limits = &found.limits;
    match ending {
        Ending::Failed(error) => {
            let cause = error.cause.to_string();
            format!("Your program fails{at}: {}.", cause.trim_end_matches('.'))
        }
        Ending::NotANumber => {
            let line = found.got.answered.checked_sub(1);
            let line = line.and_then(|at| found.input.values.get(at));
            let line = line.map_or(String::new(), |value| {
                format!(" `{}`", visible(&String::from_utf8_lossy(&value.line())))
            });
            format!("Your program reads a whole number{at}, but the line{line} is not one.")
        }
        Ending::ReadsOn => {
            let kind = found.got.reads.last().map_or("line", |read| self::kind(read.kind, 1));
            let (asked, read) = (found.got.reads.len(), found.expected.answered);
            let article = if matches!(asked, 8 | 11) { "an" } else { "a" };
            let reference = match read {
                0 => "the reference reads nothing".to_string(),
                _ => format!("the reference read {}", cardinal(read)),
            };
            format!("Your program asks for {article} {} {kind}{at}; {reference}.", ordinal(asked))
        }
        Ending::EndsEarly => "Your program ends, but should ask for more.".into(),
        Ending::Limit(Limit::Steps) => format!(
            "Your program hangs{at}: it runs for more than {} instructions without reading a line.",
            grouped(limits.steps)
        ),
        Ending::Limit(Limit::Output) => {
            format!(
                "Your program prints without end: more than {} bytes.",
                grouped(limits.output as u64)
            )
        }
        Ending::Limit(Limit::Memory) => {
            format!("Your program uses more than {} KiB of memory.", limits.memory >> 10)
        }
        Ending::Code(expected, got) => {
            format!("The exit code should be {expected}, but is {got}.")
        }
    }
}

/// That the program does not read all that there is, which explains much.
fn reads_less(found: &Disagreement) -> Option<String> {
    let (should, does) = (found.expected.answered, found.got.answered);
    let ended = found.got.outcome == Outcome::Exited;
    (ended && does < should).then(|| {
        let kinds = found.expected.reads.iter().map(|read| read.kind);
        let mut kinds = kinds.map(|kind| self::kind(kind, 2)).collect::<Vec<_>>();
        kinds.dedup();
        let kind = if let [kind] = kinds[..] { kind } else { "lines" };
        let does = if does == 0 { "none".into() } else { cardinal(does) };
        format!("The reference reads {} {kind}; your program reads {does}.", cardinal(should))
    })
}

fn kind(kind: ValueKind, count: usize) -> &'static str {
    match (kind, count == 1) {
        (ValueKind::Int | ValueKind::Float | ValueKind::Double, true) => "number",
        (ValueKind::Int | ValueKind::Float | ValueKind::Double, false) => "numbers",
        (ValueKind::Char, true) => "character",
        (ValueKind::Char, false) => "characters",
        (ValueKind::Text { .. }, true) => "line",
        (ValueKind::Text { .. }, false) => "lines",
    }
}

fn cardinal(number: usize) -> String {
    CARDINALS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_string())
}

fn ordinal(number: usize) -> String {
    ORDINALS.get(number).map_or_else(
        || {
            let ending = match (number % 100, number % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            };
            format!("{number}{ending}")
        },
        |word| (*word).to_string(),
    )
}

/// A line of input, so that an empty one and blanks are seen.
pub fn input_line(line: &[u8]) -> String {
    let text = visible(&String::from_utf8_lossy(line));
    match line {
        [] => "(an empty line)".into(),
        _ if line.iter().all(|byte| *byte == b' ') => match line.len() {
            1 => "(a blank)".into(),
            count => format!("({count} blanks)"),
        },
        [b' ', ..] | [.., b' '] => {
            let bare = text.trim_matches(' ');
            let before = text.len() - text.trim_start_matches(' ').len();
            let after = text.len() - before - bare.len();
            format!("{}{bare}{}", "·".repeat(before), "·".repeat(after))
        }
        _ => text,
    }
}

/// A file that can be read, line by line; none if it is not there.
pub fn input_file(contents: Option<&[u8]>) -> Vec<String> {
    match contents {
        None => vec!["(there is none)".into()],
        Some([]) => vec!["(empty)".into()],
        Some([lines @ .., b'\n']) => lines.split(|byte| *byte == b'\n').map(input_line).collect(),
        Some(lines) => {
            let lines = lines.split(|byte| *byte == b'\n').map(input_line);
            lines.chain(["(no line end)".into()]).collect()
        }
    }
}

/// A place as an editor takes it.
pub fn place(place: &SourcePlace) -> String {
    format!("{}:{}", place.file, place.line)
}

/// What a terminal shows: what a program printed, and what was typed where it asked.
pub fn screen(ran: &Ran, typed: &[Vec<u8>]) -> Vec<u8> {
    let mut screen = Vec::new();
    let mut from = 0;
    for (read, line) in ran.reads[..ran.answered].iter().zip(typed) {
        screen.extend_from_slice(&ran.output[from..read.printed]);
        screen.extend_from_slice(line);
        screen.push(b'\n');
        from = read.printed;
    }
    screen.extend_from_slice(&ran.output[from..]);
    screen
}

/// What is typed, in one line: `3 1 2`.
pub fn input(lines: &[Vec<u8>]) -> String {
    crate::script::Script::new(lines.to_vec(), Vec::new()).typed()
}

/// Why nothing can be compared with a reference, and what can be done.
pub fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Fails { input, outcome, place: at, always } => {
            let place = at.as_ref().map_or(String::new(), |at| format!(" in {}", place(at)));
            let how = match outcome {
                Outcome::RunError(RunError { cause, .. }) => format!("fails{place}: {cause}"),
                Outcome::InputError => {
                    format!("fails{place}: it reads a whole number where there is none")
                }
                Outcome::EndOfInput => format!("reads past the end of the input{place}"),
                Outcome::Limit(Limit::Steps) => format!("hangs{place}: it does not end"),
                Outcome::Limit(Limit::Output) => format!("prints without end{place}"),
                Outcome::Limit(Limit::Memory) => format!("uses too much memory{place}"),
                Outcome::Exited => "reports an error".to_string(),
                Outcome::Waiting => "waits".to_string(),
            };
            match (always, input.values.is_empty()) {
                (_, true) => format!("the reference {how}"),
                (true, _) => format!(
                    "the reference {how}, and so it goes on all inputs that were tried, such as `{}`",
                    self::input(&input.lines())
                ),
                (false, _) => {
                    format!("the reference {how}, on the input `{}`", self::input(&input.lines()))
                }
            }
        }
        Unfit::Chance { input, chance } => {
            let what = match chance {
                ChanceUsed::Unseeded => {
                    "random numbers without a seed; set one with service 40 before the first"
                }
                ChanceUsed::Clock => "the clock; leave the time out of what is printed",
            };
            let with = match input.values.is_empty() {
                true => String::new(),
                false => format!(" with the input `{}`", self::input(&input.lines())),
            };
            format!("the reference does not print the same twice{with}: it depends on {what}")
        }
    }
}
