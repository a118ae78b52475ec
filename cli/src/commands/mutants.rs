//! `fivetwelve mutants`: how many small mistakes in a program the differential tester notices.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use engine::protocol::Fidelity;
use grader::compare::Duel;
use grader::generate::Generator;
use grader::mutants::{Kind, Mutation, mutations};
use grader::{Limits, Program, Reference};
use mips_sim::Image;
use mips_sim::isa::codec::basic_text;
use serde_json::json;

use super::diff::{Obstacle, assembled, progress, threads};
use crate::args::MutantsArgs;
use crate::exit::Exit;
use crate::io::Io;

/// A mutant goes nowhere that the program does not: what hangs shows soon.
const LIMITS: Limits = Limits { steps: 200_000, output: 64 << 10, memory: 4 << 20 };

pub(crate) fn run(args: &MutantsArgs, io: &mut Io) -> io::Result<Exit> {
    let program = match assembled(&args.program, io) {
        Ok(program) => program,
        Err(Obstacle(sentence)) => {
            sentence.map_or(Ok(()), |sentence| writeln!(io.err, "error: {sentence}"))?;
            return Ok(Exit::NotCompared);
        }
    };
    let generator = Generator::new(args.seed);
    if let Some(game) = first_difference(&program, &generator, args.games) {
        let name = &args.program;
        writeln!(
            io.err,
            "error: {name} itself disagrees with the engine (game {}), so that nothing can be said \
             of its mutants; `fivetwelve diff {name}` shows where",
            game + 1
        )?;
        return Ok(Exit::NotCompared);
    }
    let line = |mutation: &Mutation| line_of(program.image(), mutation);
    let mut mutations = mutations(program.image());
    mutations.retain(|mutation| args.lines.as_ref().is_none_or(|l| l.contains(&line(mutation))));
    let survived = survivors(args, program.image(), &mutations, &generator);
    report(args, program.image(), &mutations, &survived, io)?;
    Ok(Exit::Ok)
}

/// The source line that a mutation is a mistake in.
fn line_of(image: &Image, mutation: &Mutation) -> u32 {
    image.lines[image.text[mutation.index].line as usize].line
}

/// The first game in which a program and the engine differ.
fn first_difference(program: &Program, generator: &Generator, games: u64) -> Option<u64> {
    let mut duel = Duel::new(program.subject(), Reference::new(Fidelity::Program));
    (0..games).find(|game| duel.play(&generator.script(*game)).is_some())
}

/// For each mutation, whether nobody noticed.
fn survivors(
    args: &MutantsArgs,
    image: &Image,
    mutations: &[Mutation],
    generator: &Generator,
) -> Vec<bool> {
    let next = AtomicUsize::new(0);
    let bar = progress(mutations.len() as u64, "mutants");
    let work = || {
        let mut survived = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(mutation) = mutations.get(index) else { return survived };
            let mutant = Program::new(mutation.apply(image), LIMITS);
            if first_difference(&mutant, generator, args.games).is_none() {
                survived.push(index);
            }
            if let Some(bar) = &bar {
                bar.inc(1);
            }
        }
    };
    let mut all = vec![false; mutations.len()];
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads(args.threads)).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            // A worker that panics has found a mistake of ours; its mutants count as survivors.
            worker.join().unwrap_or_default().into_iter().for_each(|index| all[index] = true);
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    all
}

fn report(
    args: &MutantsArgs,
    image: &Image,
    mutations: &[Mutation],
    survived: &[bool],
    io: &mut Io,
) -> io::Result<()> {
    let count = |kind: Option<Kind>, only_survivors: bool| {
        let chosen = mutations.iter().zip(survived).filter(|(mutation, survived)| {
            kind.is_none_or(|kind| mutation.kind == kind) && (**survived || !only_survivors)
        });
        chosen.count()
    };
    let left: Vec<&Mutation> =
        mutations.iter().zip(survived).filter(|(_, s)| **s).map(|(mutation, _)| mutation).collect();
    if args.json {
        let kinds = Kind::ALL.map(|kind| {
            let (all, alive) = (count(Some(kind), false), count(Some(kind), true));
            json!({"kind": kind.to_string(), "mutants": all, "killed": all - alive})
        });
        let survivors: Vec<_> = left
            .iter()
            .map(|mutation| {
                let word = &image.text[mutation.index];
                json!({
                    "kind": mutation.kind.to_string(),
                    "line": line_of(image, mutation),
                    "address": format!("0x{:08x}", word.address),
                    "was": basic_text(word.inst, word.address),
                    "is": basic_text(mutation.inst, word.address),
                })
            })
            .collect();
        let value = json!({
            "program": args.program, "games": args.games, "seed": args.seed,
            "mutants": mutations.len(), "killed": mutations.len() - left.len(),
            "kinds": kinds, "survivors": survivors,
        });
        return writeln!(io.out, "{value}");
    }
    let rate = |all: usize, alive: usize| 100.0 * (all - alive) as f64 / all.max(1) as f64;
    writeln!(io.out, "{:<24}{:>9}{:>9}{:>9}", "mutants", "made", "found", "")?;
    for kind in Kind::ALL.map(Some).into_iter().chain([None]) {
        let (all, alive) = (count(kind, false), count(kind, true));
        let name = kind.map_or("in all".to_string(), |kind| kind.to_string());
        let (found, rate) = (all - alive, rate(all, alive));
        writeln!(io.out, "{name:<24}{all:>9}{found:>9}{rate:>8.1}%")?;
    }
    if !left.is_empty() {
        writeln!(io.out, "\nNot found in {} games each:", args.games)?;
    }
    for mutation in left {
        let word = &image.text[mutation.index];
        let line = line_of(image, mutation);
        let (was, is) =
            (basic_text(word.inst, word.address), basic_text(mutation.inst, word.address));
        writeln!(io.out, "  line {line:<5} {was:<28} -> {is}")?;
    }
    Ok(())
}
