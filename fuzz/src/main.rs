//! Runs programs taken by chance for as long as one likes, and checks the laws of
//! `mips-sim/tests/laws` on each: `cargo run --release -- --cases 10000000 --seed 1`.
//!
//! Two thirds of them are programs that loop, call and ask for services for a while; the others are random
//! words, random sources that assemble, and programs of the repository with changed bits. Every case
//! has a seed of its own; `--case SEED` runs one again.

#[path = "../../mips-sim/tests/laws/mod.rs"]
mod laws;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use laws::program::program;
use laws::{Case, Chance, assembled, check, mutated, source, words};
use mips_sim::Image;

const KINDS: [&str; 4] = ["words", "sources", "changed programs", "long programs"];

fn main() -> ExitCode {
    let (mut cases, mut seed, mut one) = (10_000_000u64, 1u64, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = arguments.next().and_then(|n| n.parse().ok());
        match (argument.as_str(), number) {
            ("--cases", Some(n)) => cases = n,
            ("--seed", Some(n)) => seed = n,
            ("--case", Some(n)) => one = Some(n),
            _ => {
                eprintln!("usage: fivetwelve-fuzz [--cases N] [--seed S] [--case SEED]");
                return ExitCode::from(64);
            }
        }
    }
    let corpus = corpus();
    println!("{} programs to change", corpus.len());
    if let Some(seed) = one {
        if let Made::Program(source, _) = make(&mut Chance::new(seed), &corpus) {
            println!("{source}");
        }
        run(seed, &corpus);
        println!("case {seed} keeps the laws");
        return ExitCode::SUCCESS;
    }
    // What a case fails with is printed once for each kind of failure, below.
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let mut shown = start;
    let mut counts = [(0u64, 0u64); KINDS.len()];
    let (mut steps, mut refused) = (0, 0);
    let mut failures: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut seeds = Chance::new(seed);
    let mut slowest = (Duration::ZERO, 0);
    let mut done = 0;
    while done < cases {
        let seed = seeds.next();
        let begun = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| run(seed, &corpus))) {
            Ok(Some((kind, executed))) => {
                counts[kind].0 += 1;
                counts[kind].1 += executed;
                steps += executed;
            }
            // A source that does not assemble is not a case.
            Ok(None) => {
                refused += 1;
                continue;
            }
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|t| t.to_string()));
                let text = text.unwrap_or_else(|| "a panic without a text".into());
                let line = text.lines().next().unwrap_or_default().to_string();
                let entry = failures.entry(line.clone()).or_insert((0, seed));
                entry.0 += 1;
                if entry.0 == 1 {
                    println!("FAILED --case {seed}: {line}");
                }
            }
        }
        done += 1;
        slowest = slowest.max((begun.elapsed(), seed));
        if shown.elapsed() > Duration::from_secs(5) {
            shown = Instant::now();
            report(done, steps, start, failures.len());
        }
    }
    report(done, steps, start, failures.len());
    for (kind, (count, executed)) in KINDS.iter().zip(counts) {
        println!("{count:>12} {kind}, {} instructions each", executed / count.max(1));
    }
    println!("{refused:>12} sources did not assemble");
    println!("slowest case: {} took {:?}", slowest.1, slowest.0);
    for (text, (count, seed)) in &failures {
        println!("{count:>12} times, first --case {seed}: {text}");
    }
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn report(done: u64, steps: u64, start: Instant, failures: usize) {
    let seconds = start.elapsed().as_secs_f64();
    let speed = done as f64 / seconds;
    println!(
        "{done} cases, {steps} instructions, {seconds:.0} s, {speed:.0}/s, {failures} failures"
    );
}

/// A case to be checked.
enum Made {
    /// Of the kind with this number; none if a source did not assemble.
    Image(usize, Option<Image>),
    /// With its source.
    Program(String, Option<Box<Case>>),
}

fn make(chance: &mut Chance, corpus: &[Image]) -> Made {
    match chance.below(9) {
        0 => Made::Image(0, Some(words(chance))),
        1 => {
            let source = source(chance);
            Made::Image(1, assembled(&source, chance.one_in(3)))
        }
        2 => Made::Image(2, Some(mutated(&corpus[chance.below(corpus.len())], chance))),
        _ => {
            let (source, case) = program(chance);
            Made::Program(source, case.map(Box::new))
        }
    }
}

/// Makes and checks one case: its kind and the instructions it executed.
fn run(seed: u64, corpus: &[Image]) -> Option<(usize, u64)> {
    let mut chance = Chance::new(seed);
    let (kind, case) = match make(&mut chance, corpus) {
        Made::Image(kind, image) => (kind, Box::new(Case::new(image?, &mut chance))),
        Made::Program(_, case) => (3, case?),
    };
    Some((kind, check(&case, &mut chance)))
}

/// The programs of the repository that assemble on their own.
fn corpus() -> Vec<Image> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "asm",
        "tests/conformance/programs",
        "tests/conformance/syscalls",
        "tests/conformance/memory",
    ];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(root.join(folder)).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "asm"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).ok();
    files.iter().filter_map(read).filter_map(|text| assembled(&text, false)).collect()
}
