//! `fivetwelve check`: the tests that students may see, on their own program.

use std::io::Write;
use std::path::Path;

use grader::assignment::{Assignment, Setup, Solution, TestHead, Visibility};
use grader::book::Gradebook;
use grader::grade::{Bench, Status, Submission};
use grader::report::visible::{Visible, visible};
use grader::report::{self, Options, Release};
use grader::submission::line_counts::LineCounts;
use grader::submission::pattern::fits;
use grader::submission::{Bounds, HandedIn, IncomingFile, decode, names, take};
use mips_sim::AsmOptions;
use serde_json::{Value, json};

use crate::args::grading::CheckArgs;
use crate::exit::Exit;
use crate::form;
use crate::grading::collect::{Pending, collect};
use crate::grading::tree::read_at_most;
use crate::grading::{assignment, shelf};
use crate::io::{Io, Screen};
use crate::loader::beside;

pub(crate) fn run(args: &CheckArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let usual = Path::new(shelf::USUAL);
    let called = args.assignment.as_deref().unwrap_or(usual);
    let mut assignment = assignment::load_for_student(called)?;
    if let Solution::Missing(name) = &assignment.setup.reference {
        let words = "the solution of the assignment, is not there; the tests do without it";
        writeln!(io.err, "note: {name}, {words}")?;
    }
    keep_tests(&mut assignment, &args.only)?;
    let submission = submission(&args.file, &assignment.setup)?;
    let version = env!("CARGO_PKG_VERSION");
    let head = assignment.head.clone();
    let mut book = Gradebook::new(head, &assignment.digest, version, args.seed);
    let bench = Bench::new(&assignment, args.seed)
        .locating(true)
        .called(&called.to_string_lossy(), &args.file.to_string_lossy());
    book.submissions.push(bench.grade(&submission));
    let graded = &book.submissions[0];
    let visible = visible(&assignment.head, graded, Release::Open);
    let text = if args.json {
        format!("{:#}\n", as_json(&submission, &visible))
    } else {
        let Screen { color: colour, width, .. } = io.on_out;
        let options = Options { colour, width, ..Options::default() };
        let format = report::find("details").ok_or(Exit::Unable.error("no such report"))?;
        let files = format.report(&book, &options);
        files.iter().map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).collect()
    };
    write!(io.out, "{text}")?;
    let passed = visible.tests.iter().all(|test| test.status == Status::Passed);
    Ok(if passed { Exit::Ok } else { Exit::Failed })
}

/// Leaves the tests that students may see, or some of them.
fn keep_tests(assignment: &mut Assignment, only: &[String]) -> anyhow::Result<()> {
    let wanted = |test: &TestHead| {
        let asked = only.is_empty() || only.iter().any(|pattern| fits(pattern, &test.id));
        test.visibility == Visibility::Visible && asked
    };
    if !assignment.head.tests.iter().any(wanted) {
        let names: Vec<&str> = assignment.visible().map(|(test, _)| test.id.as_str()).collect();
        let words = format!("there is no such test; the tests are {}", names.join(", "));
        return Err(Exit::Usage.error(words));
    }
    assignment.keep(wanted);
    Ok(())
}

/// The program, with the files beside it if it needs them.
fn submission(file: &Path, setup: &Setup) -> anyhow::Result<Submission> {
    if file.is_dir() {
        return folder(file, setup);
    }
    let alone = named(file, &[])?;
    let Some((main, _)) = alone.program() else { return Ok(alone) };
    let whole = setup.whole(main, &alone, &AsmOptions::default());
    if whole.assembly.succeeded() && setup.together.is_empty() {
        return Ok(alone);
    }
    named(file, &beside(&file.to_string_lossy()))
}

/// A folder as if it had been handed in.
fn folder(folder: &Path, setup: &Setup) -> anyhow::Result<Submission> {
    let found = collect(&[folder.to_path_buf()], true)?;
    let handed_in = found.submissions.first().map(Pending::read).unwrap_or_default();
    let mut submission = take(handed_in, &setup.files, &Bounds::STUDENT);
    let shown = names::shown(&folder.to_string_lossy());
    submission.student = grader::grade::Student { key: shown.clone(), name: shown, id: None };
    Ok(submission)
}

/// The program of a file with what it includes, which lies beside it or below, and other programs.
fn named(file: &Path, others: &[String]) -> anyhow::Result<Submission> {
    let complain =
        |why: String| Exit::NoInput.error(format!("{} could not be read: {why}", file.display()));
    let read = |path: &Path| read_at_most(path, Bounds::STUDENT.file);
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut files = vec![IncomingFile { path: name.clone(), bytes: read(file).map_err(complain)? }];
    for other in others.iter().filter(|other| names::is_program(other)) {
        let path = names::base(other).to_string();
        let full = files.len() >= Bounds::STUDENT.entries;
        if let Ok(bytes) = read(Path::new(other))
            && path != name
            && !full
        {
            files.push(IncomingFile { path, bytes });
        }
    }
    let mut at = 0;
    while let Some(entry) = files.get(at) {
        at += 1;
        let text = decode::decode(&entry.bytes).map(|decoded| decoded.text).unwrap_or_default();
        let beside =
            entry.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        for include in LineCounts::of(&text).includes {
            let Ok(path) = names::clean(&format!("{beside}{include}")) else { continue };
            let known = files.iter().any(|file| file.path == path);
            if let Ok(bytes) = read(&folder.join(&path))
                && !known
                && files.len() < Bounds::STUDENT.entries
            {
                files.push(IncomingFile { path, bytes });
            }
        }
    }
    let handed_in = HandedIn { files, ..HandedIn::default() };
    let mut submission = take(handed_in, &[], &Bounds::STUDENT);
    // Whoever names a file means it.
    submission.main =
        submission.files.iter().position(|(path, text)| *path == name && !text.trim().is_empty());
    if submission.main.is_some() {
        submission.file = Some(file.display().to_string());
        submission.chosen = "the file that was named".into();
    }
    let shown = names::shown(&name);
    submission.student = grader::grade::Student { key: shown.clone(), name: shown, id: None };
    Ok(submission)
}

fn as_json(submission: &Submission, visible: &Visible<'_>) -> Value {
    let tests = visible.tests.iter().map(|test| {
        json!({
            "test": test.head.id,
            "title": test.head.title,
            "status": test.status.name(),
            "points": f64::from(test.points),
            "most": f64::from(test.head.points),
            "summary": test.summary,
            "failures": test.failures,
        })
    });
    form::CHECK.object(json!({
        "file": submission.file,
        "notes": submission.notes,
        "points": f64::from(visible.points),
        "most": f64::from(visible.most),
        "passed": visible.tests.iter().all(|test| test.status == Status::Passed),
        "tests": tests.collect::<Vec<_>>(),
    }))
}
