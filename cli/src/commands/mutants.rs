//! `fivetwelve mutants`: how many small mistakes in a program the differential tester notices, and
//! what became of the others.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::bail;
use engine::protocol::Fidelity;
use grader::grade::Bench;
use mips_sim::Image;
use mips_sim::isa::codec::basic_text;
use serde_json::json;
use tester::compare::Duel;
use tester::generate::Generator;
use tester::mutants::{Mutation, Operator, mutations};
use tester::survivors::{Fate, Survivors};
use tester::verify::fingerprint;
use tester::{Limits, Program, Reference};

use super::asm::program;
use super::assignment::read;
use super::assignment::small_mistakes::Tried;
use crate::args::MutantsArgs;
use crate::cluster::{Gathered, Role};
use crate::exit::{Exit, OrExit};
use crate::form;
use crate::io::Io;
use crate::threads::{Threads, progress};

/// A mutant goes nowhere that the program does not: what hangs shows soon.
const LIMITS: Limits = Limits { steps: 200_000, output: 64 << 10, memory: 4 << 20 };

pub(crate) fn run(args: &MutantsArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let program = program(&args.program, Exit::Unable, io)?;
    if let Some(folder) = &args.assignment {
        return by_assignment(args, folder, &program, io);
    }
    let generator = Generator::new(args.seed);
    let role = args.slurm.role(&format!("{:016x}", fingerprint(program.image())))?;
    if let Some(game) = first_difference(&program, &generator, args.games) {
        let name = &args.program;
        bail!(
            "{name} itself disagrees with the engine (game {}), so its mutants can't be judged; \
             `fivetwelve diff {name}` shows where; if it is not a game, `--assignment DIR` judges by tests",
            game + 1
        );
    }
    let line = |mutation: &Mutation| line_of(program.image(), mutation);
    let mut mutations = mutations(program.image());
    mutations.retain(|mutation| args.lines.as_ref().is_none_or(|l| l.contains(&line(mutation))));
    let all: Vec<usize> = (0..mutations.len()).collect();
    let try_out = |threads, indices: &[usize]| {
        survivors(args, threads, program.image(), &mutations, indices, &generator)
    };
    let mut done = None;
    let survived = match role {
        Role::Alone => try_out(args.threads, &all),
        Role::Task(task) => {
            let mine: Vec<usize> =
                all.into_iter().filter(|at| task.shard.contains(*at as u64)).collect();
            let survived = try_out(task.threads(args.threads), &mine);
            return task.finish(&serde_json::to_vec(&survived)?);
        }
        Role::Front(front) => match front.gather(io, false)? {
            Gathered::Over(exit) => return Ok(exit),
            Gathered::Parts(parts) => {
                let parts = parts.iter().map(|part| serde_json::from_slice(part));
                let mut survived =
                    parts.collect::<Result<Vec<Vec<usize>>, _>>().or_exit(Exit::Unable)?.concat();
                survived.sort_unstable();
                done = Some(front);
                survived
            }
        },
    };
    let survived: Vec<Mutation> =
        survived.into_iter().filter_map(|at| mutations.get(at).copied()).collect();
    let fates = fates(args, &program, &survived, &generator);
    let report = Report {
        args,
        image: program.image(),
        mutations: &mutations,
        survivors: survived.into_iter().zip(fates).collect(),
    };
    if args.json {
        report.json(io)?
    } else {
        report.human(io)?
    }
    done.iter().for_each(|front| front.done());
    Ok(Exit::Ok)
}

/// The same by the tests of an assignment, whatever the program does.
fn by_assignment(
    args: &MutantsArgs,
    folder: &Path,
    program: &Program,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let assignment = read(folder, args.json, io)?;
    let bench = Bench::new(&assignment, args.seed);
    let image = program.image();
    if bench.finds_fault(image) {
        let (name, folder) = (&args.program, folder.display());
        bail!(
            "{name} itself fails the tests, so its mutants can't be judged; `fivetwelve check {folder} \
             {name}` shows where"
        );
    }
    let mut mutations = mutations(image);
    let line = |mutation: &Mutation| line_of(image, mutation);
    mutations.retain(|mutation| args.lines.as_ref().is_none_or(|l| l.contains(&line(mutation))));
    let count = mutations.len();
    let threads = Threads::new(args.threads);
    let tried = Tried::new(image.clone(), &bench, (mutations, count), &threads);
    match args.json {
        true => writeln!(io.out, "{}", form::MUTANTS_OF_ASSIGNMENT.object(tried.object()))?,
        false => tried.show(io)?,
    }
    Ok(Exit::Ok)
}

/// The source line that a mutation is a mistake in.
fn line_of(image: &Image, mutation: &Mutation) -> u32 {
    mutation.place(image).map_or(0, |place| place.source.line)
}

/// The file of a mutation, if the program has several.
fn file_of<'a>(image: &'a Image, mutation: &Mutation) -> Option<&'a str> {
    let several = image.sources.files().len() > 1;
    mutation.place(image).filter(|_| several).map(|place| place.file_name())
}

/// The line of a mutation, what stands there, and what stands there instead.
pub(super) fn described(image: &Image, mutation: &Mutation) -> (u32, String, String) {
    let word = &image.text[mutation.index];
    let text = |inst| basic_text(inst, word.address);
    (line_of(image, mutation), text(word.inst), text(mutation.inst))
}

/// The first game in which a program and the engine differ.
fn first_difference(program: &Program, generator: &Generator, games: u64) -> Option<u64> {
    let mut duel = Duel::new(program.subject(), Reference::new(Fidelity::Program));
    (0..games).find(|game| duel.play(&generator.script(*game)).is_some())
}

/// Those of some mutations that nobody noticed, by index.
fn survivors(
    args: &MutantsArgs,
    threads: Option<NonZeroUsize>,
    image: &Image,
    mutations: &[Mutation],
    indices: &[usize],
    generator: &Generator,
) -> Vec<usize> {
    let bar = progress(indices.len() as u64, "mutants", true);
    let survived = Threads::new(threads).map(indices.len(), &bar, |at| {
        let mutant = Program::new(mutations[indices[at]].apply(image), LIMITS);
        first_difference(&mutant, generator, args.games).is_none()
    });
    indices.iter().zip(survived).filter(|(_, survived)| *survived).map(|(at, _)| *at).collect()
}

/// What became of the mutations that nobody noticed, in the same games.
fn fates(
    args: &MutantsArgs,
    program: &Program,
    survived: &[Mutation],
    generator: &Generator,
) -> Vec<Fate> {
    let bar = progress(args.games, "games to see what became of the others", true);
    let begin = || Survivors::new(program, survived);
    let (seen, _) = Threads::new(args.threads).share(args.games, &bar, begin, |survivors, game| {
        survivors.watch(&generator.script(game));
        ControlFlow::Continue(())
    });
    let mut all = vec![Fate::NeverRan; survived.len()];
    for survivors in &seen {
        // What one of them has seen is seen.
        all.iter_mut().zip(survivors.fates()).for_each(|(fate, seen)| *fate = seen.max(*fate));
    }
    all
}

struct Report<'a> {
    args: &'a MutantsArgs,
    image: &'a Image,
    mutations: &'a [Mutation],
    survivors: Vec<(Mutation, Fate)>,
}

impl Report<'_> {
    /// How many mutants there are, and how many of them were noticed.
    fn count(&self, kind: Option<Operator>) -> (usize, usize) {
        let counts = |mutation: &&Mutation| kind.is_none_or(|kind| mutation.kind == kind);
        let all = self.mutations.iter().filter(counts).count();
        (all, all - self.survivors.iter().map(|(mutation, _)| mutation).filter(counts).count())
    }

    fn of(&self, fate: Fate) -> impl Iterator<Item = &Mutation> {
        self.survivors.iter().filter(move |(_, other)| *other == fate).map(|(mutation, _)| mutation)
    }

    fn json(&self, io: &mut Io) -> io::Result<()> {
        let kinds = Operator::ALL.map(|kind| {
            let (all, killed) = self.count(Some(kind));
            json!({"kind": kind.to_string(), "mutants": all, "killed": killed})
        });
        let survivor = |(mutation, fate): &(Mutation, Fate)| {
            let (line, was, is) = described(self.image, mutation);
            json!({
                "kind": mutation.kind.to_string(),
                "fate": fate_name(*fate),
                "file": mutation.place(self.image).map(|place| place.file_name()),
                "line": line,
                "address": format!("0x{:08x}", self.image.text[mutation.index].address),
                "was": was,
                "is": is,
            })
        };
        let fates =
            Fate::ALL.map(|fate| (fate_name(fate).to_string(), self.of(fate).count().into()));
        let (all, killed) = self.count(None);
        let value = form::MUTANTS.object(json!({
            "program": self.args.program, "games": self.args.games, "seed": self.args.seed,
            "mutants": all, "killed": killed, "kinds": kinds,
            "fates": serde_json::Map::from_iter(fates),
            "survivors": self.survivors.iter().map(survivor).collect::<Vec<_>>(),
        }));
        writeln!(io.out, "{value}")
    }

    fn human(&self, io: &mut Io) -> io::Result<()> {
        let rate = |all: usize, found: usize| 100.0 * found as f64 / all.max(1) as f64;
        writeln!(io.out, "{:<24}{:>9}{:>9}{:>9}", "mutants", "made", "found", "")?;
        for kind in Operator::ALL.map(Some).into_iter().chain([None]) {
            let (all, found) = self.count(kind);
            let name = kind.map_or("in all".to_string(), |kind| kind.to_string());
            writeln!(io.out, "{name:<24}{all:>9}{found:>9}{:>8.1}%", rate(all, found))?;
        }
        if self.survivors.is_empty() {
            return Ok(());
        }
        let [never, same, unseen] = Fate::ALL.map(|fate| self.of(fate).count());
        let (_, found) = self.count(None);
        writeln!(
            io.out,
            "\nOf the {} that were not found in {} games each, {never} never ran, {same} did the \
             same as the\nprogram whenever they ran, and {unseen} changed what it does, but no test \
             noticed.\nWithout the first two kinds, {:.1} % were found.",
            self.survivors.len(),
            self.args.games,
            rate(found + unseen, found)
        )?;
        for fate in Fate::ALL.into_iter().rev().filter(|fate| self.of(*fate).next().is_some()) {
            let heading = match fate {
                Fate::NeverRan => "Never ran:",
                Fate::Same => "The same whenever they ran:",
                Fate::Unseen => "Changed, but not noticed:",
            };
            writeln!(io.out, "\n{heading}")?;
            for mutation in self.of(fate) {
                let (line, was, is) = described(self.image, mutation);
                let line = match file_of(self.image, mutation) {
                    Some(file) => format!("{file}:{line}"),
                    None => format!("line {line:<5}"),
                };
                writeln!(io.out, "  {line} {was:<28} -> {}", is.trim_end())?;
            }
        }
        Ok(())
    }
}

pub(super) fn fate_name(fate: Fate) -> &'static str {
    match fate {
        Fate::NeverRan => "never-ran",
        Fate::Same => "same",
        Fate::Unseen => "unseen",
    }
}
