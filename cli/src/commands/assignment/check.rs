//! `fivetwelve assignment check`: whether an assignment that reads well holds what it says, and how
//! many small mistakes its tests notice.

use std::io::{self, Write};

use grader::assignment::{Assignment, Surprises};
use grader::book::{FailureEntry, StudentEntry};
use grader::grade::Bench;
use mips_sim::{AsmOptions, Image};
use serde_json::{Value, json};
use tester::mutants::{Mutation, mutations};
use tester::{Draws, Tail};

use crate::args::assignment::CheckArgs;
use crate::commands::mutants::described;
use crate::exit::Exit;
use crate::io::Io;
use crate::threads::{Threads, progress};

/// As many as take seconds.
const MUTANTS: usize = 300;
/// Survivors that are listed for people.
const LISTED: usize = 40;

pub(super) fn run(args: &CheckArgs, assignment: &Assignment, io: &mut Io) -> anyhow::Result<Exit> {
    let bench = Bench::new(assignment, args.seed);
    let reference = bench.grade(&assignment.reference());
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
    let tried =
        (lost.is_empty() && !args.no_mutants).then(|| mutants(args, assignment, &bench, &threads));
    if args.json {
        let value = object(assignment, &reference, &lost, &graded, tried.as_ref(), holds);
        writeln!(io.out, "{value}")?;
    } else {
        show(assignment, &reference, &lost, &graded, io)?;
        if let Some(tried) = &tried {
            show_mutants(tried, io)?;
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
    writeln!(io.out, "{}: {tests} tests, {all} points", head.title)?;
    let name = &assignment.setup.reference.0;
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

/// What became of small mistakes in the reference.
struct Tried {
    image: Image,
    mutations: Vec<Mutation>,
    /// How many there are to choose from.
    possible: usize,
    survived: Vec<usize>,
}

fn mutants(args: &CheckArgs, assignment: &Assignment, bench: &Bench, threads: &Threads) -> Tried {
    let image = assembled(assignment);
    let all = mutations(&image);
    let possible = all.len();
    let mutations = sample(all, args.mutants.unwrap_or(MUTANTS), args.seed);
    let bar = progress(mutations.len() as u64, "small mistakes", true);
    let found = threads
        .map(mutations.len(), &bar, |index| bench.finds_fault(&mutations[index].apply(&image)));
    let survived = (0..found.len()).filter(|index| !found[*index]).collect();
    Tried { image, mutations, possible, survived }
}

/// The reference with the starter files that it may include. It has been assembled before.
fn assembled(assignment: &Assignment) -> Image {
    let reference = assignment.reference();
    let main = reference.program().map_or("", |(name, _)| name);
    assignment.setup.whole(main, &reference, &AsmOptions::default()).assembly.image
}

/// So many of them, chosen by a seed, in their order.
fn sample(all: Vec<Mutation>, count: usize, seed: u64) -> Vec<Mutation> {
    let draws = Draws::new(Vec::new(), Tail::Seed(seed));
    let mut order: Vec<(u32, usize)> = (0..all.len()).map(|at| (draws.at(at), at)).collect();
    order.sort_unstable();
    let mut chosen: Vec<usize> = order.into_iter().take(count).map(|(_, at)| at).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|at| all[at]).collect()
}

fn show_mutants(tried: &Tried, io: &mut Io) -> io::Result<()> {
    let (count, possible) = (tried.mutations.len(), tried.possible);
    let found = count - tried.survived.len();
    let share = 100.0 * found as f64 / count.max(1) as f64;
    let of =
        if count < possible { format!(", of {possible} that there are") } else { String::new() };
    writeln!(
        io.out,
        "{found} of {count} small mistakes in the reference are found ({share:.1} %{of})"
    )?;
    if !tried.survived.is_empty() {
        writeln!(io.out, "\nNot found; some of these make no difference:")?;
    }
    for index in tried.survived.iter().take(LISTED) {
        let (line, was, is) = words(tried, *index);
        writeln!(io.out, "  line {line:<5} {was:<28} -> {is}")?;
    }
    if tried.survived.len() > LISTED {
        writeln!(io.out, "  and {} more; --json lists all", tried.survived.len() - LISTED)?;
    }
    Ok(())
}

/// A survivor: its line, what stands there, and what stood there instead.
fn words(tried: &Tried, index: usize) -> (u32, String, String) {
    let (line, was, is) = described(&tried.image, &tried.mutations[index]);
    (line, was.trim_end().to_string(), is.trim_end().to_string())
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
    let mutants = tried.map(|tried| {
        let survivors = tried.survived.iter().map(|index| {
            let (line, was, is) = words(tried, *index);
            let kind = tried.mutations[*index].kind.to_string();
            json!({ "kind": kind, "line": line, "was": was, "is": is })
        });
        json!({
            "possible": tried.possible,
            "tried": tried.mutations.len(),
            "found": tried.mutations.len() - tried.survived.len(),
            "survivors": survivors.collect::<Vec<_>>(),
        })
    });
    json!({
        "id": assignment.head.id,
        "digest": assignment.digest,
        "holds": holds,
        "mistakes": [],
        "points": f64::from(assignment.head.points()),
        "reference": { "file": assignment.setup.reference.0, "points": f64::from(reference.score()), "loses": lost },
        "faulty": faulty.collect::<Vec<_>>(),
        "mutants": mutants,
    })
}
