//! An assignment in words: the rubric for those who are graded by it, or who grade.

use std::fmt::Write;

use mips_sim::host::syscall::service;

use super::{
    Assignment, CallsTest, Compare, Feedback, FunctionTest, Policy, StaticTest, TestHead, TestKind,
    Visibility,
};
use crate::grade::Points;
use tester::programs::{Count, Description, FieldShape, ValueRange};
use tester::wording::grouped;

/// The rubric in Markdown. Students are not told of hidden tests, nor of what is in those that they
/// see later.
pub fn explain(assignment: &Assignment, for_student: bool) -> String {
    let head = &assignment.head;
    let mut text = format!("# {}\n", head.title);
    if !head.about.is_empty() {
        let _ = write!(text, "\n{}\n", head.about);
    }
    let _ = write!(text, "\n{}\n", setup(assignment));
    let tests = head.tests.iter().zip(&assignment.tests);
    let shown: Vec<_> =
        tests.filter(|(test, _)| !for_student || test.visibility != Visibility::Hidden).collect();
    let _ = writeln!(text, "\n## {} points", head.points());
    for (test, kind) in &shown {
        let _ = write!(text, "\n**{}** ({}, {})", test.title, test.id, points(test.points));
        let secret = for_student && test.visibility != Visibility::Visible;
        if !secret {
            let _ = write!(text, "\n{}", demands(kind, assignment));
        }
        let conditions = conditions(test, &assignment.head.tests, for_student);
        if !conditions.is_empty() {
            let _ = write!(text, "\n{conditions}");
        }
        text.push('\n');
    }
    let told: Points = shown.iter().map(|(test, _)| test.points).sum();
    let rest = head.points().hundredths() - told.hundredths();
    if rest > 0 {
        let rest = points(Points::from_hundredths(rest));
        let _ = writeln!(text, "\nThe other {rest} are for tests that are not shown.");
    }
    text
}

fn points(points: Points) -> String {
    let one = points.hundredths() == 100;
    format!("{points} point{}", if one { "" } else { "s" })
}

fn setup(assignment: &Assignment) -> String {
    let setup = &assignment.setup;
    let mut lines = vec![format!("- The program is a file called {}.", either(&setup.files))];
    if let [first, others @ ..] = setup.together.as_slice()
        && !others.is_empty()
    {
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        lines
            .push(format!("- If it is `{first}`, it is assembled together with {}.", and(&others)));
    }
    if let Some(entry) = &setup.entry {
        lines.push(format!("- It begins at the label `{entry}`."));
    }
    let starter: Vec<&str> = setup.starter.iter().map(|(name, _)| name.as_str()).collect();
    if !starter.is_empty() {
        lines.push(format!("- You are given {}.", and(&starter)));
    }
    if let Some(services) = &setup.services {
        let name = |number: &u32| {
            format!("{number} ({})", service(*number).map_or("unknown", |service| service.name))
        };
        let names: Vec<String> = services.iter().map(name).collect();
        lines.push(format!("- Allowed services: {}.", names.join(", ")));
    }
    if !setup.banned.is_empty() {
        lines.push(format!("- Not allowed: {}.", and(&setup.banned)));
    }
    let limits = setup.limits;
    lines.push(format!(
        "- Between two lines of input a program may take {} instructions and print {} bytes; it may \
         use {} bytes of memory.",
        grouped(limits.steps),
        grouped(limits.output as u64),
        grouped(limits.memory as u64)
    ));
    lines.join("\n")
}

/// When a test runs and what is told of it.
fn conditions(test: &TestHead, all: &[TestHead], for_student: bool) -> String {
    let mut sentences = Vec::new();
    // Not even the name of a hidden test is told.
    let hidden = |need: &String| {
        all.iter().any(|test| test.id == *need && test.visibility == Visibility::Hidden)
    };
    let (secret, told): (Vec<String>, Vec<String>) =
        test.needs.iter().cloned().partition(|need| for_student && hidden(need));
    if !told.is_empty() {
        let plural = if told.len() == 1 { "has" } else { "have" };
        sentences.push(format!("{} {plural} to pass first.", and(&told)));
    }
    if !secret.is_empty() {
        sentences.push("What is not shown has to pass first.".into());
    }
    match test.visibility {
        Visibility::Visible => {}
        Visibility::Hidden => sentences.push("Students never see this test.".into()),
        Visibility::AfterDueDate => {
            sentences.push("It is shown when the assignment is due.".into());
        }
        Visibility::AfterPublished => {
            sentences.push("It is shown when grades are published.".into());
        }
    }
    if !for_student && test.visibility != Visibility::Hidden {
        sentences.push(
            match test.feedback {
                Feedback::None => "A failure is reported without details.",
                Feedback::Rule => "A failure shows the broken rule.",
                Feedback::Hint => "A failure shows the broken rule and a hint.",
                Feedback::Diff => "A failure shows everything but the lines of the program.",
                Feedback::Full => "A failure shows everything.",
            }
            .into(),
        );
    }
    sentences.join(" ")
}

/// What a test asks for.
fn demands(kind: &TestKind, assignment: &Assignment) -> String {
    match kind {
        TestKind::Static(test) => statics(test, assignment),
        TestKind::Transcript(test) => {
            let how = how(test.policy);
            let lines = test.input.split(|byte| *byte == b'\n').count().saturating_sub(1);
            let code = test.exit.map(|code| format!(" The exit code is {code}."));
            format!(
                "For a given input of {lines} line{}, the output must be right; {how}.{}",
                if lines == 1 { "" } else { "s" },
                code.unwrap_or_default()
            )
        }
        TestKind::Differential(test) => {
            let rules: Vec<&str> = test.rules.iter().map(|rule| rule.text()).collect();
            let how = match test.compare {
                Compare::Exact => "byte for byte",
                Compare::Boards => "by the boards that are shown",
            };
            let games = grouped(test.games);
            format!("In {games} games, {how}: {}.", rules.join("; "))
        }
        TestKind::Against(test) => {
            let (cases, how) = (grouped(test.cases), how(test.policy));
            let prompts = match test.ignore_prompts {
                true => " What is printed whatever the input does not matter.",
                false => "",
            };
            let inputs = test.description.as_ref().map_or(String::new(), inputs);
            format!("For up to {cases} inputs, the output must be right; {how}.{prompts}{inputs}")
        }
        TestKind::Exhaustive(test) => format!(
            "On every board whose tiles add up to {} up to {}, with every key and every new tile.",
            test.layers.start(),
            test.layers.end()
        ),
        TestKind::Function(test) => function(test),
        TestKind::Calls(test) => calls(test),
        TestKind::Screen(test) => {
            let count = test.frames.len();
            let pictures = if count == 1 { "picture".into() } else { format!("{count} pictures") };
            let keys = match test.keys.len() {
                0 => String::new(),
                1 => " after a key".into(),
                keys => format!(" with {keys} keys"),
            };
            format!("The right {pictures} on the bitmap display `{}`{keys}.", test.bitmap)
        }
    }
}

fn how(policy: Policy) -> String {
    match policy {
        Policy::Exact => "every byte counts".into(),
        Policy::TrailingSpace => "blanks at the ends of lines do not count".into(),
        Policy::Tokens => "the space between words does not count".into(),
        Policy::Boards => "only the boards in it count".into(),
        Policy::Regex => "a regular expression says what is right".into(),
        Policy::Numeric { absolute, relative } => {
            format!("numbers may differ by {absolute} or {} %", relative * 100.0)
        }
    }
}

/// What is typed, field by field.
fn inputs(description: &Description) -> String {
    let fields = description.fields.iter().map(|field| {
        let words = match &field.shape {
            FieldShape::One(item) => format!("{} on a line", value(item)),
            FieldShape::List { of, count, until, separator } => {
                let count = match count {
                    Count::Field(at) => format!("`{}` times", description.fields[*at].name),
                    Count::Between(least, most) if least == most => format!("{least} times"),
                    Count::Between(least, most) => format!("{least} to {most} times"),
                };
                let how = if separator.is_some() { "on one line" } else { "each on a line" };
                let end = until.as_ref().map_or(String::new(), |end| {
                    format!(", then `{}`", String::from_utf8_lossy(end))
                });
                format!("{count} {}, {how}{end}", value(of))
            }
        };
        format!("\n- `{}`: {words}", field.name)
    });
    format!(" What is typed:\n{}", fields.collect::<String>())
}

fn value(item: &ValueRange) -> String {
    match item {
        ValueRange::Int(low, high) if low == high => format!("{low}"),
        ValueRange::Int(low, high) => format!("a whole number from {low} to {high}"),
        ValueRange::Real(low, high) => format!("a number from {low} to {high}"),
        ValueRange::Text(_, least, most) => format!("a text of {least} to {most} letters"),
        ValueRange::Choice(lines) => {
            let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
            either(&lines)
        }
    }
}

fn function(test: &FunctionTest) -> String {
    let count = test.calls.len();
    let kept =
        if test.preserved { " It keeps `$s0` to `$s7`, `$fp`, `$gp` and `$sp`." } else { "" };
    format!(
        "`{}` is called {count} time{}, with all registers and memory but its arguments filled with \
         random values, and takes at most {} instructions each time.{kept}",
        test.label,
        if count == 1 { "" } else { "s" },
        grouped(test.steps)
    )
}

/// Calls that are made, with what each function is given.
fn calls(test: &CallsTest) -> String {
    let labels: Vec<&str> = test.called().iter().map(|f| f.label.as_str()).collect();
    let (labels, cases) = (and(&labels), grouped(test.cases));
    let times = match test.sequence {
        (1, 1) => format!("{labels} is called with up to {cases} different arguments"),
        (_, most) => format!(
            "{labels} are called, up to {most} times one after the other, in up to {cases} sequences"
        ),
    };
    let kept = match test.preserved {
        true => " `$s0` to `$s7`, `$fp`, `$gp` and `$sp` are kept.",
        false => "",
    };
    format!(
        "{times}, and does what it should each time, in at most {} instructions.{kept}",
        grouped(test.steps)
    )
}

fn statics(test: &StaticTest, assignment: &Assignment) -> String {
    let mut parts = Vec::new();
    if test.assembles {
        parts.push("it assembles without errors".into());
    }
    if !test.uses.is_empty() {
        parts.push(format!("it uses {}", and(&test.uses)));
    }
    if test.allowed_only {
        let banned = &assignment.setup.banned;
        let none =
            if banned.is_empty() { String::new() } else { format!(" and no {}", either(banned)) };
        parts.push(format!("it calls no services but those that are allowed{none}"));
    }
    if test.conventions {
        parts.push("functions keep to the calling conventions".into());
    }
    if let Some(share) = test.commented_functions {
        parts.push(format!("{share} % of its functions have a comment at their head"));
    }
    if let Some(most) = test.max_lines {
        parts.push(format!("it has at most {most} lines of code"));
    }
    if let Some(most) = test.max_instructions {
        parts.push(format!("it has at most {most} instructions"));
    }
    if test.no_warnings {
        parts.push("the assembler does not warn".into());
    }
    let mut text = parts.join("; ");
    if let Some(first) = text.get(..1).map(str::to_uppercase) {
        text.replace_range(..1, &first);
    }
    text + "."
}

fn and<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

fn either<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

fn joined<T: AsRef<str>>(names: &[T], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} {word} {last}", all.join(", ")),
    }
}
