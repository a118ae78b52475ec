//! How many small mistakes in the reference the tests of an assignment notice, and which of the others
//! make a difference: inputs are made for the reference and the program with the mistake, as `diff`
//! makes them, until they disagree.

use std::io::{self, Write};

use grader::assignment::{Assignment, Policy, TestKind};
use grader::grade::Bench;
use mips_sim::Image;
use serde_json::{Value, json};
use tester::mutants::{Mutation, mutations};
use tester::programs::{Options, Search};
use tester::{Draws, Program, Tail};

use crate::args::assignment::CheckArgs;
use crate::commands::mutants::described;
use crate::io::Io;
use crate::threads::{Threads, progress};

/// As many as take seconds.
const MUTANTS: usize = 300;
/// Survivors of a kind that are listed for people.
const LISTED: usize = 40;
/// Inputs that are made for each mistake that the tests do not notice.
const INPUTS: u64 = 1000;

/// What became of small mistakes in the reference.
pub(super) struct Tried {
    image: Image,
    mutations: Vec<Mutation>,
    /// How many there are to choose from.
    possible: usize,
    /// Those that no test notices.
    survivors: Vec<Survivor>,
    /// Whether inputs were made for them.
    searched: bool,
}

struct Survivor {
    mutation: Mutation,
    /// The lines of the smallest input on which it makes a difference, if one was found.
    shown_by: Option<Vec<String>>,
}

impl Tried {
    /// Tries as many as are asked for.
    pub(super) fn new(args: &CheckArgs, image: Image, bench: &Bench, threads: &Threads) -> Tried {
        let all = mutations(&image);
        let possible = all.len();
        let mutations = sample(all, args.mutants.unwrap_or(MUTANTS), args.seed);
        let bar = progress(mutations.len() as u64, "small mistakes", true);
        let found = threads
            .map(mutations.len(), &bar, |index| bench.finds_fault(&mutations[index].apply(&image)));
        let survived = mutations.iter().zip(found).filter(|(_, found)| !found);
        let survived: Vec<Mutation> = survived.map(|(mutation, _)| *mutation).collect();
        let search = options(bench.assignment(), args.seed);
        let searched = search.is_some();
        let bar = progress(survived.len() as u64, "mistakes that no test notices", true);
        let shown = threads.map(survived.len(), &bar, |index| {
            let setup = &bench.assignment().setup;
            let mutant = setup.program(survived[index].apply(&image));
            let reference = setup.program(image.clone());
            search.as_ref().and_then(|options| difference(&reference, &mutant, options))
        });
        let survivors = survived.into_iter().zip(shown);
        let survivors =
            survivors.map(|(mutation, shown_by)| Survivor { mutation, shown_by }).collect();
        Tried { image, mutations, possible, survivors, searched }
    }

    fn found(&self) -> usize {
        self.mutations.len() - self.survivors.len()
    }

    /// Those that make a difference as far as is known, or the others.
    fn of(&self, differ: bool) -> impl Iterator<Item = &Survivor> {
        self.survivors.iter().filter(move |survivor| survivor.shown_by.is_some() == differ)
    }

    /// For people.
    pub(super) fn show(&self, io: &mut Io) -> io::Result<()> {
        let (count, possible) = (self.mutations.len(), self.possible);
        let found = self.found();
        let share = |of: usize| 100.0 * found as f64 / of.max(1) as f64;
        let of = match count < possible {
            true => format!(", of {possible} that there are"),
            false => String::new(),
        };
        writeln!(
            io.out,
            "{found} of {count} small mistakes in the reference are found ({:.1} %{of})",
            share(count)
        )?;
        if !self.searched {
            return self.list("Not found; some of these make no difference:", false, io);
        }
        let differ = self.of(true).count();
        if !self.survivors.is_empty() {
            writeln!(
                io.out,
                "Of the others, {differ} made a difference on inputs made for them; without the rest, \
                 {:.1} % are found",
                share(found + differ)
            )?;
        }
        self.list("Not found, and made a difference on this input:", true, io)?;
        self.list(&format!("Not found, and made none on {INPUTS} inputs:"), false, io)
    }

    fn list(&self, heading: &str, differ: bool, io: &mut Io) -> io::Result<()> {
        let count = self.of(differ).count();
        if count > 0 {
            writeln!(io.out, "\n{heading}")?;
        }
        for Survivor { mutation, shown_by } in self.of(differ).take(LISTED) {
            let (line, was, is) = words(&self.image, mutation);
            let input = shown_by.iter().map(|lines| format!("   {}", lines.join(" / ")));
            let input: String = input.collect();
            writeln!(io.out, "  line {line:<5} {was:<28} -> {is}{input}")?;
        }
        if count > LISTED {
            writeln!(io.out, "  and {} more; --json lists all", count - LISTED)?;
        }
        Ok(())
    }

    /// For programs.
    pub(super) fn object(&self) -> Value {
        let survivors = self.survivors.iter().map(|Survivor { mutation, shown_by }| {
            let (line, was, is) = words(&self.image, mutation);
            let kind = mutation.kind.to_string();
            json!({ "kind": kind, "line": line, "was": was, "is": is, "shown_by": shown_by })
        });
        json!({
            "possible": self.possible,
            "tried": self.mutations.len(),
            "found": self.found(),
            "differ": self.searched.then(|| self.found() + self.of(true).count()),
            "survivors": survivors.collect::<Vec<_>>(),
        })
    }
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

/// How inputs are made and outputs compared: as in the first test against the reference, if there is one.
/// None for games, which need rules, and for programs that read nothing, whose functions have other inputs.
fn options(assignment: &Assignment, seed: u64) -> Option<Options> {
    let game =
        |test: &TestKind| matches!(test, TestKind::Differential(_) | TestKind::Exhaustive(_));
    if assignment.tests.iter().any(game) {
        return None;
    }
    let limits = assignment.setup.limits;
    let against = assignment.tests.iter().find_map(|test| match test {
        TestKind::Against(test) => Some(test),
        _ => None,
    });
    if let Some(test) = against {
        let (policy, ignore_prompts) = (test.policy, test.ignore_prompts);
        let description = test.description.clone();
        return Some(Options { seed, policy, ignore_prompts, description, limits });
    }
    let mut policies = assignment.tests.iter().filter_map(|test| match test {
        TestKind::Transcript(test) if !test.input.is_empty() => Some(test.policy),
        _ => None,
    });
    let policy = policies.find(|policy| !matches!(policy, Policy::Regex | Policy::Boards))?;
    Some(Options { seed, policy, ignore_prompts: false, description: None, limits })
}

/// The lines of the smallest input on which two programs differ.
fn difference(reference: &Program, mutant: &Program, options: &Options) -> Option<Vec<String>> {
    let mut search = Search::new(reference, Some(mutant), options.clone()).ok()?;
    let input = search.find(INPUTS).ok()??;
    let input = search.smallest(&input).map_or(input, |found| found.input);
    Some(input.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect())
}

/// A survivor: its line, what stands there, and what stood there instead.
fn words(image: &Image, mutation: &Mutation) -> (u32, String, String) {
    let (line, was, is) = described(image, mutation);
    (line, was.trim_end().to_string(), is.trim_end().to_string())
}
