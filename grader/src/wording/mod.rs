//! The words for what tests found: every sentence of a grade is here or in `tester::wording`.
//!
//! Facts come in and [`FailureEntry`]s go out, so that all reports say the same. How an entry is laid
//! out on a terminal or a page is up to each report.

mod call;
mod game;
pub(crate) mod output;
mod screen;
mod source;

pub(crate) use call::{made_calls, unfit_calls};

use mips_sim::host::system::Crash;
use mips_sim::machine::{Fault, ServiceFault, Stop};
use render::{Picture, Style};
use tester::wording::quoted;

use crate::book::{Exhibit, ExhibitRole, FailureEntry, GameScript, Kind, Status, TestHead};
use crate::grade::{Cause, Ended, Failure, Points, Rerun, Summary, TestResult};
use crate::submission::names::is_program;

/// What a student is told of a test that failed because of one that they may not see.
pub const NOT_TESTED: &str = "It could not be tested.";

/// A status.
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Passed => "passed",
        Status::Failed => "failed",
        Status::Blocked => "not tested",
    }
}

/// How a test came out that is worth so much: what brings no points can't be failed.
pub fn outcome(status: Status, worth: Points) -> &'static str {
    match status {
        Status::Failed if worth == Points::ZERO => "not as asked, no points",
        status => self::status(status),
    }
}

/// How a test came out, in one sentence.
pub fn summary(head: &TestHead, result: &TestResult, failures: &[FailureEntry]) -> String {
    let passed = result.status == Status::Passed;
    match &result.summary {
        Summary::NoProgram => "There is no program to test.".into(),
        Summary::Needs(test) => format!("Test {test} has to pass first."),
        Summary::DoesNotAssemble => "The program does not assemble.".into(),
        Summary::Failure => failures.first().map_or("", FailureEntry::gist).into(),
        Summary::Output if passed => "The output is what it should be.".into(),
        Summary::Output => "The output is not what it should be.".into(),
        Summary::Cases { all } if passed => {
            format!("The output is right on all {all} inputs that were tried.")
        }
        Summary::Cases { .. } => "The output is not what it should be.".into(),
        Summary::NoReference => "This test needs the solution, which is not here.".into(),
        Summary::TooSlow => {
            "The runs took too many instructions, so that not all were made.".into()
        }
        Summary::MadeCalls { labels, all } if passed => {
            let which = listed(labels);
            format!("{which} did the same as the reference in all {all} calls that were tried.")
        }
        Summary::MadeCalls { labels, .. } => {
            format!("A call of {} did not do what it should.", either(labels))
        }
        Summary::Calls { label, all, .. } if passed => {
            format!("All {all} calls of `{label}` came out right.")
        }
        Summary::Calls { label, right, all } => {
            format!("{right} of {all} calls of `{label}` came out right.")
        }
        Summary::Screen if passed => "The pictures are what they should be.".into(),
        Summary::Screen => "The picture is not what it should be.".into(),
        Summary::Source if passed => format!("Passed: {}.", head.title),
        Summary::Source => format!("Failed: {}.", head.title),
        Summary::Rules(rules) if passed => format!("This holds: {}.", game::rules(rules)),
        Summary::Rules(rules) => format!("This does not hold: {}.", game::rules(rules)),
        Summary::NotShown { situations, blocker } => game::not_shown(situations, blocker),
        Summary::Absent(rules) => game::absent(rules),
        Summary::Layers(layers) => {
            let sums = format!("tiles that sum to {} up to {}", layers.start(), layers.end());
            match passed {
                true => format!("Every board with {sums}, every move is right."),
                false => format!("On some board with {sums}, some move is answered wrong."),
            }
        }
        Summary::NoLayers(error) => format!("This test can't be run: {error}."),
    }
}

/// What went wrong in a test.
pub fn failure(head: &TestHead, failure: &Failure) -> FailureEntry {
    let mut entry = match &failure.cause {
        Cause::Game(found) => game::wrong(found),
        Cause::Unplayable(why) => FailureEntry {
            rule_text: "the program can be played".into(),
            hint: Some("Print the board after every move, and ask for the next one.".into()),
            sentences: vec![format!("The program can't be played: {why}.")],
            ..FailureEntry::default()
        },
        Cause::NotAllBoards(why) => FailureEntry {
            rule_text: head.title.clone(),
            sentences: vec![format!("Not all boards could be tried: {why}.")],
            ..FailureEntry::default()
        },
        Cause::DoesNotAssemble(reported) => {
            // Tests of something else only say that they could not be run.
            source::does_not_assemble(reported, head.kind == Kind::Static)
        }
        Cause::Warnings(reported) => source::warnings(reported),
        Cause::Output(wrong) => output::wrong(head, wrong),
        Cause::Disagreement(found) => output::disagreement(head, found),
        Cause::Reference(why) => FailureEntry {
            rule_text: head.title.clone(),
            sentences: vec![format!(
                "This test can't be run: {}.",
                tester::wording::programs::unfit(why)
            )],
            ..FailureEntry::default()
        },
        Cause::Call(wrong) => call::wrong(head, wrong),
        Cause::NoCalls(why) => FailureEntry {
            rule_text: head.title.clone(),
            sentences: vec![format!("This test can't be run: {}.", call::unfit_calls(why))],
            ..FailureEntry::default()
        },
        Cause::Screen(wrong) => screen::wrong(head, wrong),
        Cause::NoFunction(label) => FailureEntry {
            rule_text: head.title.clone(),
            hint: Some(format!("It begins with a label `{label}:` in `.text`.")),
            sentences: vec![format!("There is no function `{label}` in the program.")],
            ..FailureEntry::default()
        },
        Cause::Source(error) => source::error(error, &failure.lines),
        Cause::GraderFailed => {
            FailureEntry { rule_text: GRADER_FAILED.into(), ..FailureEntry::default() }
        }
    };
    if let Some(picture) = &failure.stopped {
        stopped(picture, &mut entry);
    }
    entry.group = failure.key(&head.id);
    entry.lines = failure.lines.clone();
    entry.ran = matches!(failure.cause, Cause::Game(_) | Cause::Call(_));
    entry.command = failure.rerun.as_ref().map(|rerun| command(rerun, "diff"));
    entry.debug = debug(failure);
    entry.game = failure.rerun.as_ref().and_then(game);
    entry
}

/// The game that shows a failure.
fn game(rerun: &Rerun) -> Option<GameScript> {
    let (script, boards) = match rerun {
        Rerun::Diff { script, .. } => (script, false),
        Rerun::Boards { script, .. } => (script, true),
        _ => return None,
    };
    Some(GameScript { script: script.to_string(), boards })
}

/// Why the program stopped, in the words of `run`. Its hint knows the program, so it takes the place of
/// the one that only knows the rule.
fn stopped(picture: &Picture, entry: &mut FailureEntry) {
    const WIDTH: usize = 72;
    const MAX_HINT: usize = 600;
    if let Some(help) = picture.help.first() {
        let mut letters = help.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let hint: String = first.into_iter().chain(letters).take(MAX_HINT).collect();
        entry.hint = Some(format!("{hint}."));
    }
    let picture = Picture { help: Vec::new(), ..picture.clone() };
    let drawn = picture.draw(Style { color: false, width: WIDTH, wrap_titles: true });
    entry.shown.insert(0, text(ExhibitRole::Stopped, "where it stops", drawn.as_bytes()));
}

/// What everybody is told when a submission ended the grader.
pub const GRADER_FAILED: &str = "This submission could not be graded";

/// The command that goes through a failure step by step: of games, and of inputs that fit in a line.
fn debug(failure: &Failure) -> Option<String> {
    const MAX_INPUT: usize = 400;
    let rerun = failure.rerun.as_ref()?;
    let (Rerun::Check { file, .. } | Rerun::Grade { file, .. }) = rerun else {
        return match rerun {
            Rerun::Verify { .. } => None,
            game => Some(command(game, "debug")),
        };
    };
    let lines = match &failure.cause {
        Cause::Disagreement(found) if found.input.files.is_empty() => found.input.lines(),
        Cause::Output(wrong) => {
            let text = wrong.input.strip_suffix(b"\n").unwrap_or(&wrong.input);
            match wrong.input.is_empty() {
                true => Vec::new(),
                false => text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect(),
            }
        }
        _ => return None,
    };
    let input = tester::wording::programs::input(&lines);
    (input.len() <= MAX_INPUT)
        .then(|| format!("fivetwelve debug {} --input {}", quoted(file), quoted(&input)))
}

/// The command that shows a failure again; `game` is the one for games.
fn command(rerun: &Rerun, game: &str) -> String {
    match rerun {
        Rerun::Diff { file, script } => {
            format!("fivetwelve {game} {} --script {}", quoted(file), quoted(&script.to_string()))
        }
        Rerun::Boards { file, script, allow } => {
            let allow: String = allow.iter().map(|rule| format!(" --allow {rule}")).collect();
            let script = quoted(&script.to_string());
            let file = quoted(file);
            format!("fivetwelve {game} {file} --compare boards{allow} --script {script}")
        }
        Rerun::Verify { file, layers } => {
            let (first, last) = (layers.start(), layers.end());
            format!("fivetwelve verify {} --layers {first}..{last}", quoted(file))
        }
        Rerun::Check { assignment, file, test } => format!(
            "fivetwelve check {} {} --only {}",
            quoted(assignment),
            quoted(file),
            quoted(test)
        ),
        Rerun::Grade { assignment, file } => {
            // A folder could be a class.
            let single = if is_program(file) { "" } else { " --single" };
            let (assignment, file) = (quoted(assignment), quoted(file));
            format!("fivetwelve grade {assignment} {file}{single} --html report.html")
        }
    }
}

/// What is wrong with how a run ended.
pub(crate) fn ended(ended: &Ended) -> String {
    let Ended { stop, place, limits } = ended;
    let at =
        place.as_ref().map_or(String::new(), |at| format!(" in line {} of {}", at.line, at.file));
    match stop {
        Stop::Exit(_) | Stop::FellOffEnd => "The program ends.".into(),
        Stop::Crash { crash: Crash::EndOfInput, .. } => {
            format!("The program reads past the end of the input{at}.")
        }
        Stop::Fault { fault: Fault::Service(ServiceFault::Integer), .. } => {
            format!("The program reads an integer, but the line is not one{at}.")
        }
        Stop::Fault { fault, .. } => {
            format!("The program fails: {}{at}.", tester::wording::fault(fault))
        }
        Stop::Crash { crash, .. } => format!("The program fails: {crash}{at}."),
        Stop::BadProgramCounter(pc) => {
            format!("The program jumps to 0x{pc:08x}, where there is no instruction.")
        }
        Stop::BudgetSpent | Stop::WorkLimit | Stop::Break { .. } => {
            format!("The program hangs: it runs for more than {} instructions.", limits.steps)
        }
        Stop::OutputRefused => {
            format!("The program prints without end: more than {} bytes.", limits.output)
        }
        Stop::MemoryLimit => {
            format!("The program uses more than {} KiB of memory.", limits.memory >> 10)
        }
        Stop::InputPending => "The program waits for input.".into(),
    }
}

/// Text to look at: of bytes, the first of them.
fn text(role: ExhibitRole, label: &str, bytes: &[u8]) -> Exhibit {
    const MOST: usize = 2_000;
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]).into_owned();
    let dots = if bytes.len() > MOST { "…" } else { "" };
    Exhibit::Text { role, label: label.into(), text: format!("{shown}{dots}") }
}

/// Names between backquotes, of which one is meant.
fn either<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    names.join(" or ")
}

/// Names between backquotes.
pub(crate) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    names.join(", ")
}
