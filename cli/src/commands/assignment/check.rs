//! `fivetwelve assignment check`: whether an assignment without errors passes its own checks, and how
//! many small mistakes its tests notice.

use std::io::{self, Write};

use grader::assignment::{Assignment, Surprises};
use grader::book::{FailureEntry, StudentEntry};
use grader::grade::{Bench, Submission};
use mips_sim::{AsmOptions, Image};
use serde_json::{Value, json};
use tester::mutants::mutations;

use super::small_mistakes::{Tried, chosen};
use crate::args::assignment::CheckArgs;
use crate::exit::Exit;
use crate::form;
use crate::io::Io;
use crate::threads::{Threads, progress};

pub(super) fn run(args: &CheckArgs, assignment: &Assignment, io: &mut Io) -> anyhow::Result<Exit> {
    let bench = Bench::new(assignment, args.seed);
    let solution = assignment.reference().ok_or_else(|| {
        Exit::Failed.error("the assignment has no reference, so its tests can't be checked")
    })?;
    let reference = bench.grade(&solution);
    let lost: Vec<String> = reference.lost().map(|result| result.test.clone()).collect();
    let faulty = &assignment.setup.faulty;
    let threads = Threads::new(args.threads);
    let bar = progress(faulty.len() as u64, "faulty programs", true);
    let graded = threads.map(faulty.len(), &bar, |index| {
        let graded = bench.grade(&faulty[index].submission());
        let surprises = faulty[index].surprises(&graded);
        (graded, surprises)
    });
    let holds = lost.is_empty() && graded.iter().all(|(_, surprises)| surprises.is_empty());
    // What the tests miss of a reference that does not pass them says nothing.
    let tried = (lost.is_empty() && !args.no_mutants).then(|| {
        let image = assembled(assignment, &solution);
        let mutations = chosen(mutations(&image), args.mutants, args.seed);
        Tried::new(image, &bench, mutations, &threads)
    });
    if args.json {
        let value = object(assignment, &reference, &lost, &graded, tried.as_ref(), holds);
        writeln!(io.out, "{value}")?;
    } else {
        show(assignment, &reference, &lost, &graded, io)?;
        if let Some(tried) = &tried {
            tried.show(io)?;
        }
    }
    Ok(if holds { Exit::Ok } else { Exit::Failed })
}

fn show(
    assignment: &Assignment,
    reference: &StudentEntry,
    lost: &[String],
    graded: &[(StudentEntry, Surprises)],
    io: &mut Io,
) -> io::Result<()> {
    let head = &assignment.head;
    let (tests, all) = (head.tests.len(), head.points());
    let plural = if tests == 1 { "" } else { "s" };
    writeln!(io.out, "{}: {tests} test{plural}, {all} points", head.title)?;
    let name = assignment.setup.reference.name().unwrap_or_default();
    let score = reference.score();
    if lost.is_empty() {
        writeln!(io.out, "{name} gets {score} of {all} points")?;
    } else {
        writeln!(io.out, "{name} gets {score} of {all} points, but a reference must get all:")?;
        for result in reference.lost() {
            let why = result.failures.first().map_or(&*result.summary, FailureEntry::gist);
            writeln!(io.out, "  {}: {}", result.test, why)?;
        }
    }
    let mut right = 0;
    for (faulty, (_, surprises)) in assignment.setup.faulty.iter().zip(graded) {
        right += usize::from(surprises.is_empty());
        for test in &surprises.passes {
            writeln!(io.out, "{} passes {test}, which it should not", faulty.name)?;
        }
        for test in &surprises.fails {
            let remedy = "fix the test, or say so with `fails` or `may-fail`";
            writeln!(io.out, "{} fails {test}, which it does not say; {remedy}", faulty.name)?;
        }
    }
    match graded.len() {
        0 => writeln!(io.out, "There are no faulty programs, so what the tests find is unknown."),
        count => writeln!(io.out, "{right} of {count} faulty programs lose what they should"),
    }
}

/// The reference with the starter files that it may include. It has been assembled before.
pub(super) fn assembled(assignment: &Assignment, reference: &Submission) -> Image {
    let main = reference.program().map_or("", |(name, _)| name);
    assignment.setup.whole(main, reference, &AsmOptions::default()).assembly.image
}

fn object(
    assignment: &Assignment,
    reference: &StudentEntry,
    lost: &[String],
    graded: &[(StudentEntry, Surprises)],
    tried: Option<&Tried>,
    holds: bool,
) -> Value {
    let faulty = assignment.setup.faulty.iter().zip(graded).map(|(faulty, (graded, surprises))| {
        json!({
            "file": faulty.name,
            "points": f64::from(graded.score()),
            "fails": faulty.fails,
            "should_fail": surprises.passes,
            "should_pass": surprises.fails,
        })
    });
    let mutants = tried.map(Tried::object);
    form::ASSIGNMENT_CHECK.object(json!({
        "id": assignment.head.id,
        "digest": assignment.digest,
        "holds": holds,
        "mistakes": [],
        "points": f64::from(assignment.head.points()),
        "reference": { "file": assignment.setup.reference.name(), "points": f64::from(reference.score()), "loses": lost },
        "faulty": faulty.collect::<Vec<_>>(),
        "mutants": mutants,
    }))
}
