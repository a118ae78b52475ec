//! `fivetwelve grade`: submissions in, grades out. How a program is judged is in `grader::grade`,
//! and what reports look like in `grader::report`; here a run is put together.

mod books;

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use grader::assignment::Assignment;
use grader::book::{Gradebook, StudentEntry};
use grader::grade::Bench;
use grader::submission::pattern::fits;
use tester::verify::Shard;

use crate::args::cluster::SlurmArgs;
use crate::args::grading::{GradeArgs, GradeSub, ReportArgs, WorkerArgs};
use crate::cluster::{Front, Gathered, Role, Task};
use crate::exit::Exit;
use crate::grading::collect::{Collected, Pending, collect};
use crate::grading::results::{self, Basis, Results};
use crate::grading::run::{Plan, Run, run as grade_all};
use crate::grading::worker::{in_process, in_worker};
use crate::grading::{assignment, reports, shelf};
use crate::interrupt;
use crate::io::Io;
use crate::loader::readable;
use crate::output::writable;
use crate::program_file;

pub(crate) fn run(args: &GradeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    match &args.sub {
        Some(GradeSub::Merge(args)) => books::merge(args, io),
        Some(GradeSub::Diff(args)) => books::diff(args, io),
        None => grade_here_or_there(args, io),
    }
}

fn grade_here_or_there(args: &GradeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    if args.slurm.slurm.is_none() {
        return grade(args, io);
    }
    let name = args.assignment.as_deref().unwrap_or(Path::new(shelf::USUAL));
    let assignment = assignment::load(name)?;
    match args.slurm.role(&assignment.digest)? {
        Role::Alone => grade(args, io),
        Role::Task(task) => task_of(args, &task, io),
        Role::Front(front) => from_cluster(args, &assignment, &front, io),
    }
}

/// Grades a part for whoever waits for all of them.
fn task_of(args: &GradeArgs, task: &Task, io: &mut Io) -> anyhow::Result<Exit> {
    let state = task.state();
    let json = state.join("grades.json");
    let part = GradeArgs {
        slurm: SlurmArgs::default(),
        shard: Some(task.shard),
        threads: task.threads(args.threads),
        reports: ReportArgs { json: Some(json.clone()), quiet: true, ..ReportArgs::default() },
        no_cache: false,
        resume: false,
        fail_under: None,
        state: Some(state),
        ..args.clone()
    };
    writable(&json, std::fs::create_dir_all(task.state()))?;
    match grade(&part, io)? {
        // Also if some could not be graded, which their entries say.
        Exit::Ok | Exit::Unable => task.finish(&readable(&json, std::fs::read(&json))?),
        other => Ok(other),
    }
}

/// Lets a cluster grade, and goes on as if it had been done here.
fn from_cluster(
    args: &GradeArgs,
    assignment: &Assignment,
    front: &Front,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    // What is wrong is found out before anything is submitted.
    let Collected { submissions, notes } = collect(&args.submissions, args.single)?;
    for note in &notes {
        say(io, &format!("note: {note}"));
    }
    let count = chosen(submissions, &args.only, None)?.len();
    reports::check(&args.reports)?;
    if args.resume && !front.was_begun() {
        let words = "there is nothing to resume: this command has no stopped run on a cluster";
        return Err(Exit::Unable.error(words));
    }
    let parts = match front.gather(io, args.reports.quiet)? {
        Gathered::Parts(parts) => parts,
        Gathered::Over(exit) => return Ok(exit),
    };
    let graded = books::join_parts(&parts)?.submissions;
    if graded.len() != count {
        let words = format!(
            "the tasks graded {} submissions, and here are {count}: do all nodes see the same folder?",
            graded.len()
        );
        return Err(Exit::Unable.error(words));
    }
    let failure =
        |graded: &StudentEntry| Some((graded.student.key.clone(), graded.failure.clone()?));
    let failures = graded.iter().filter_map(failure).collect();
    let run = Run { graded, failures, ..Run::default() };
    let exit = conclude(args, assignment, run, None, io)?;
    front.done();
    Ok(exit)
}

fn grade(args: &GradeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let name = args.assignment.as_deref().unwrap_or(Path::new(shelf::USUAL));
    let assignment = assignment::load(name)?;
    let Collected { submissions, notes } = collect(&args.submissions, args.single)?;
    for note in &notes {
        say(io, &format!("note: {note}"));
    }
    let submissions = chosen(submissions, &args.only, args.shard)?;
    reports::check(&args.reports)?;
    let mut journal = open_journal(args, &assignment, io)?;
    interrupt::watch();
    if let Some(journal) = &mut journal {
        journal.begin();
    }
    let plan = Plan {
        head: &assignment.head,
        threads: args.threads,
        cached: !args.no_cache,
        fail_fast: args.fail_fast,
        watched: !args.reports.quiet && io::stderr().is_terminal(),
    };
    let total = submissions.len();
    let run = if args.in_process {
        let bench = Bench::new(&assignment, args.seed).locating(args.locate);
        let start = || in_process(&bench, &assignment.setup.files);
        grade_all(&submissions, &plan, journal.as_mut(), &start)
    } else {
        let worker = WorkerArgs {
            assignment: name.to_path_buf(),
            digest: assignment.digest.clone(),
            seed: args.seed,
            memory: args.worker_memory,
            locate: args.locate,
        };
        let start = || in_worker(&worker);
        grade_all(&submissions, &plan, journal.as_mut(), &start)
    };
    if run.interrupted {
        return Ok(stopped(&run, total, journal.as_ref(), io));
    }
    if let Some(journal) = &mut journal {
        journal.end();
    }
    conclude(args, &assignment, run, journal.as_ref(), io)
}

/// Those that are asked for.
fn chosen(
    mut submissions: Vec<Pending>,
    only: &[String],
    shard: Option<Shard>,
) -> anyhow::Result<Vec<Pending>> {
    if submissions.is_empty() {
        return Err(Exit::NoInput
            .error("there are no submissions: no folder with files and no program was found"));
    }
    if !only.is_empty() {
        let found = submissions.len();
        submissions.retain(|submission| {
            let student = &submission.student;
            let names = [Some(&student.key), Some(&student.name), student.id.as_ref()];
            let mut names = names.into_iter().flatten();
            names.any(|name| only.iter().any(|pattern| fits(pattern, name)))
        });
        if submissions.is_empty() {
            let words = format!(
                "none of the {found} submissions is called {}; `*` stands for anything",
                only.join(" or ")
            );
            return Err(Exit::Usage.error(words));
        }
    }
    if let Some(shard) = shard {
        let mut at = 0;
        submissions.retain(|_| {
            at += 1;
            shard.contains(at - 1)
        });
    }
    Ok(submissions)
}

/// The journal. Without a folder for it a
/// run can do, unless someone asked for it.
fn open_journal(
    args: &GradeArgs,
    assignment: &Assignment,
    io: &mut Io,
) -> anyhow::Result<Option<Results>> {
    let folder = args.state.as_deref().unwrap_or(Path::new(results::DEFAULT));
    // Results without lines are not results with them.
    let tool = if args.locate { format!("{} --locate", tool()) } else { tool() };
    let basis = Basis::new(&assignment.digest, args.seed, &tool);
    match Results::open(folder, basis) {
        Ok(journal) => {
            if args.resume && !journal.was_interrupted() {
                return Err(nothing_to_resume(&journal));
            }
            Ok(Some(journal))
        }
        Err(why) if args.state.is_some() || args.resume => Err(why),
        Err(why) => {
            say(io, &format!("note: {why}. If this run is stopped, nothing of it is left."));
            Ok(None)
        }
    }
}

fn nothing_to_resume(journal: &Results) -> anyhow::Error {
    let place = journal.path().display();
    Exit::Unable.error(format!(
        "there is nothing to resume: {place} has no stopped run of this assignment, seed and \
         program; grade without --resume, or name the folder of the run by --state DIR"
    ))
}

/// What results are kept by, besides what was graded: another program may judge otherwise.
fn tool() -> String {
    // The revision is for those who pass programs on; the file itself for those who work on them.
    let file = program_file::current().and_then(std::fs::metadata).ok();
    let built = file.and_then(|data| {
        let changed = data.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(format!("{} {}", data.len(), changed.as_nanos()))
    });
    format!("{} {}", version(), built.unwrap_or_default())
}

/// The version in reports: it changes when grades may.
fn version() -> String {
    format!("{}+{}", env!("CARGO_PKG_VERSION"), grader::grade::REVISION)
}

/// Says that Ctrl-C was heard.
fn stopped(run: &Run, total: usize, journal: Option<&Results>, io: &mut Io) -> Exit {
    say(io, &format!("stopped: {} of {total} submissions are graded", run.graded.len()));
    say(
        io,
        match journal {
            Some(_) => "nothing is lost: the same command with --resume continues from here",
            None => "nothing of it was kept",
        },
    );
    Exit::Interrupted
}

/// Writes the reports and decides how it ended.
fn conclude(
    args: &GradeArgs,
    assignment: &Assignment,
    run: Run,
    journal: Option<&Results>,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let Run { graded, known, failures, failed_fast, .. } = run;
    let book = Gradebook {
        shard: args.shard,
        submissions: graded,
        ..Gradebook::new(assignment.head.clone(), &assignment.digest, &version(), args.seed)
    };
    reports::write(&args.reports, &book, io)?;
    if let Some(journal) = journal {
        if known > 0 {
            let count = book.submissions.len();
            let verb = if args.resume { "resumed" } else { "not graded again" };
            let place = journal.path().display();
            say(io, &format!("{verb}: {known} of {count} results were in {place}"));
        }
        match journal.damaged() {
            0 => {}
            1 => say(io, "note: a saved result was damaged; its submission was graded again"),
            many => say(io, &format!("note: {many} saved results were damaged and graded again")),
        }
        if journal.failed() {
            say(io, &format!("note: results could not be kept in {}", journal.path().display()));
        }
    }
    if args.fail_fast && failed_fast {
        say(io, "stopped at the first submission that does not get all points (--fail-fast)");
    }
    if !failures.is_empty() {
        for (key, why) in &failures {
            say(io, &format!("error: {key} could not be graded: {why}"));
        }
        return Ok(Exit::Unable);
    }
    let all = assignment.head.points();
    let under = args.fail_under.is_some_and(|least| {
        book.submissions.iter().any(|graded| graded.score().percent(all) < least)
    });
    Ok(if under || failed_fast { Exit::Failed } else { Exit::Ok })
}

/// Tells whoever grades. An error stream that is gone does not stop the run.
fn say(io: &mut Io, words: &str) {
    let _ = writeln!(io.err, "{words}").and_then(|()| io.err.flush());
}
