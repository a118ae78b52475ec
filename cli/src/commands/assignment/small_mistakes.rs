//! How many small mistakes in the reference the tests of an assignment notice, and which of the others
//! make a difference: inputs are made for the reference and the program with the mistake, as `diff`
//! makes them, until they disagree.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use grader::assignment::{Assignment, Policy, TestKind};
use grader::grade::Bench;
use mips_sim::Image;
use mips_sim::isa::Inst;
use mips_sim::observe::calls::call_targets;
use serde_json::{Value, json};
use tester::mutants::Mutation;
use tester::programs::{Input, Options, Search};
use tester::survivors::{Fate, Survivors};
use tester::{Draws, Program, Tail};

use crate::commands::mutants::{described, fate_name};
use crate::io::Io;
use crate::threads::{Threads, progress};

/// As many as take seconds.
const MUTANTS: usize = 300;
/// Survivors of a kind that are listed for people.
const LISTED: usize = 40;
/// Inputs that are made for each mistake that the tests do not notice.
const INPUTS: u64 = 1000;

/// What became of small mistakes in the reference.
pub(crate) struct Tried {
    image: Image,
    mutations: Vec<Mutation>,
    /// How many there are to choose from.
    possible: usize,
    /// Those that no test notices.
    survivors: Vec<Survivor>,
    /// Whether inputs were made for them.
    searched: bool,
    /// The functions by their addresses.
    functions: BTreeMap<u32, String>,
}

pub(crate) struct Survivor {
    pub(crate) mutation: Mutation,
    /// What it did in the runs of the tests.
    fate: Fate,
    /// The smallest input on which it makes a difference, if one was found.
    pub(crate) shown_by: Option<Input>,
}

impl Tried {
    /// Tries these mistakes in a program that passes the tests.
    pub(crate) fn new(
        image: Image,
        bench: &Bench,
        (mutations, possible): (Vec<Mutation>, usize),
        threads: &Threads,
    ) -> Tried {
        let bar = progress(mutations.len() as u64, "small mistakes", true);
        let found = threads
            .map(mutations.len(), &bar, |index| bench.finds_fault(&mutations[index].apply(&image)));
        let survived = mutations.iter().zip(found).filter(|(_, found)| !found);
        let survived: Vec<Mutation> = survived.map(|(mutation, _)| *mutation).collect();
        let setup = &bench.assignment().setup;
        let reference = setup.program(image.clone());
        let mut onlooker = Survivors::new(&reference, &survived);
        if !survived.is_empty() {
            bench.watch(&image, &mut onlooker);
        }
        let fates: Vec<Fate> = onlooker.fates().collect();
        let search = options(bench.assignment(), &reference, bench.seed()).ok();
        let searched = search.is_some();
        let bar = progress(survived.len() as u64, "mistakes that no test notices", true);
        let shown = threads.map(survived.len(), &bar, |index| {
            let mutant = setup.program(survived[index].apply(&image));
            search.as_ref().and_then(|options| difference(&reference, &mutant, options))
        });
        let survivors = survived.into_iter().zip(fates).zip(shown);
        let survivors = survivors
            .map(|((mutation, fate), shown_by)| Survivor { mutation, fate, shown_by })
            .collect();
        let labels = bench.assignment().tests.iter().flat_map(TestKind::labels);
        let functions = functions(&image, labels.map(str::to_string).collect());
        Tried { image, mutations, possible, survivors, searched, functions }
    }

    fn found(&self) -> usize {
        self.mutations.len() - self.survivors.len()
    }

    /// Those that no test notices.
    pub(crate) fn survivors(&self) -> &[Survivor] {
        &self.survivors
    }

    /// Those that make a difference: on an input that was made for them, or, if none are made, in a
    /// test that did not see it.
    fn differ(&self, survivor: &Survivor) -> bool {
        match self.searched {
            true => survivor.shown_by.is_some(),
            false => survivor.fate == Fate::Unseen,
        }
    }

    fn count(&self, counts: impl Fn(&Survivor) -> bool) -> usize {
        self.survivors.iter().filter(|survivor| counts(survivor)).count()
    }

    /// For people.
    pub(crate) fn show(&self, io: &mut Io) -> io::Result<()> {
        let (count, possible, found) = (self.mutations.len(), self.possible, self.found());
        let of = match count < possible {
            true => format!(", of {possible} that there are"),
            false => String::new(),
        };
        writeln!(
            io.out,
            "{found} of {count} small mistakes are found ({:.1} %{of})",
            share(found, count)
        )?;
        if self.survivors.is_empty() {
            return self.show_functions(io);
        }
        let differ = self.count(|one| self.differ(one));
        let quiet = |fate: Fate| self.count(|one| !self.differ(one) && one.fate == fate);
        let (never, same, unseen) = (quiet(Fate::NeverRan), quiet(Fate::Same), quiet(Fate::Unseen));
        let all = found + differ;
        match self.searched {
            true => writeln!(
                io.out,
                "Of the others, {differ} made a difference on inputs made for them. The rest made none: \
                 {never} are in code that no test reaches, {same} did the same whenever they ran, \
                 {unseen} did something else that nothing showed.\nWithout these, {found} of {all} are \
                 found ({:.1} %)",
                share(found, all)
            )?,
            false => writeln!(
                io.out,
                "Of the others, {never} are in code that no test reaches, and {same} did the same \
                 whenever they ran.\nWithout these, {found} of {all} are found ({:.1} %)",
                share(found, all)
            )?,
        }
        self.show_functions(io)?;
        let shown = "Not found, and made a difference on this input:";
        let unseen = match self.searched {
            true => "Not found, and did something else that nothing showed:",
            false => "Not found, though it did something else:",
        };
        self.list(shown, io, |one| one.shown_by.is_some())?;
        let quiet = |fate: Fate| move |one: &Survivor| one.shown_by.is_none() && one.fate == fate;
        self.list(unseen, io, quiet(Fate::Unseen))?;
        self.list("Not found, and the same whenever they ran:", io, quiet(Fate::Same))?;
        self.list("In code that no test reaches:", io, quiet(Fate::NeverRan))
    }

    /// How many are found in each function, if there are several.
    fn show_functions(&self, io: &mut Io) -> io::Result<()> {
        let mut rates = self.by_function();
        rates.retain(|(_, (_, all))| *all > 0);
        if rates.len() < 2 {
            return Ok(());
        }
        writeln!(io.out, "\nBy function:")?;
        for (name, (found, all)) in rates {
            writeln!(io.out, "  {name:<24} {found:>4} of {all:>4} ({:.1} %)", share(found, all))?;
        }
        Ok(())
    }

    /// How many are found of those that behave differently, function by function.
    fn by_function(&self) -> Vec<(String, (usize, usize))> {
        let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        let survivors: HashMap<(usize, Inst), &Survivor> = self
            .survivors
            .iter()
            .map(|one| ((one.mutation.index, one.mutation.inst), one))
            .collect();
        for mutation in &self.mutations {
            let address = self.image.text[mutation.index].address;
            let function = self.functions.range(..=address).next_back().map_or(0, |(at, _)| *at);
            let survivor = survivors.get(&(mutation.index, mutation.inst));
            let (found, all) = counts.entry(function).or_default();
            *found += usize::from(survivor.is_none());
            *all += usize::from(survivor.is_none_or(|one| self.differ(one)));
        }
        let name = |at: u32| self.functions.get(&at).map_or("the beginning", String::as_str);
        counts.into_iter().map(|(at, counts)| (name(at).to_string(), counts)).collect()
    }

    fn list(
        &self,
        heading: &str,
        io: &mut Io,
        belongs: impl Fn(&Survivor) -> bool,
    ) -> io::Result<()> {
        let list: Vec<&Survivor> = self.survivors.iter().filter(|one| belongs(one)).collect();
        if !list.is_empty() {
            writeln!(io.out, "\n{heading}")?;
        }
        for Survivor { mutation, shown_by, .. } in list.iter().take(LISTED) {
            let (line, was, is) = words(&self.image, mutation);
            let input = shown_by.iter().map(|input| format!("   {}", lines(input).join(" / ")));
            let input: String = input.collect();
            writeln!(io.out, "  line {line:<5} {was:<28} -> {is}{input}")?;
        }
        if list.len() > LISTED {
            writeln!(io.out, "  and {} more; --json lists all", list.len() - LISTED)?;
        }
        Ok(())
    }

    /// For programs.
    pub(crate) fn object(&self) -> Value {
        let survivors = self.survivors.iter().map(|Survivor { mutation, fate, shown_by }| {
            let (line, was, is) = words(&self.image, mutation);
            let (kind, fate) = (mutation.kind.to_string(), fate_name(*fate));
            let input = shown_by.as_ref().map(lines);
            json!({
                "kind": kind, "fate": fate, "line": line, "was": was, "is": is, "shown_by": input,
            })
        });
        let functions = self
            .by_function()
            .into_iter()
            .map(|(name, (found, all))| json!({ "function": name, "found": found, "differ": all }));
        json!({
            "possible": self.possible,
            "tried": self.mutations.len(),
            "found": self.found(),
            "differ": self.found() + self.count(|one| self.differ(one)),
            "functions": functions.collect::<Vec<_>>(),
            "survivors": survivors.collect::<Vec<_>>(),
        })
    }
}

/// As many as are asked for of all mistakes, and how many there are.
pub(super) fn chosen(
    all: Vec<Mutation>,
    count: Option<usize>,
    seed: u64,
) -> (Vec<Mutation>, usize) {
    let possible = all.len();
    (sample(all, count.unwrap_or(MUTANTS), seed), possible)
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

/// Why no inputs are made for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoInputs {
    /// Games need rules.
    Game,
    /// What is on the screen depends on keys.
    Screen,
    /// It reads nothing, and its functions have other inputs.
    Functions,
}

/// Whether a program asks for anything.
pub(super) fn reads(program: &Program, options: &Options) -> bool {
    Search::new(program, None, options.clone()).is_ok_and(|search| search.reads())
}

/// How inputs are made and outputs compared: as in the first test against the reference, if there is one,
/// else as in the first transcript with input.
pub(super) fn options(
    assignment: &Assignment,
    reference: &Program,
    seed: u64,
) -> Result<Options, NoInputs> {
    let any = |is: fn(&TestKind) -> bool| assignment.tests.iter().any(is);
    if any(|test| matches!(test, TestKind::Differential(_) | TestKind::Exhaustive(_))) {
        return Err(NoInputs::Game);
    }
    if any(|test| matches!(test, TestKind::Screen(_))) {
        return Err(NoInputs::Screen);
    }
    let limits = assignment.setup.limits;
    let against = assignment.tests.iter().find_map(|test| match test {
        TestKind::Against(test) => Some(test),
        _ => None,
    });
    if let Some(test) = against {
        let (policy, ignore_prompts) = (test.policy, test.ignore_prompts);
        let description = test.description.clone();
        return Ok(Options { seed, policy, ignore_prompts, description, limits });
    }
    let transcripts = assignment.tests.iter().filter_map(|test| match test {
        TestKind::Transcript(test) => Some((test.input.is_empty(), test.policy)),
        _ => None,
    });
    let fits = |(_, policy): &(bool, Policy)| !matches!(policy, Policy::Regex | Policy::Boards);
    let first = transcripts.filter(fits).min_by_key(|(empty, _)| *empty);
    let policy = first.map_or(Policy::TrailingSpace, |(_, policy)| policy);
    let options = Options { seed, policy, ignore_prompts: false, description: None, limits };
    let functions = any(|test| matches!(test, TestKind::Function(_) | TestKind::Calls(_)));
    if functions && !reads(reference, &options) {
        return Err(NoInputs::Functions);
    }
    Ok(options)
}

/// The smallest input on which two programs differ.
fn difference(reference: &Program, mutant: &Program, options: &Options) -> Option<Input> {
    let mut search = Search::new(reference, Some(mutant), options.clone()).ok()?;
    let input = search.find(INPUTS).ok()??;
    Some(search.smallest(&input).map_or(input, |found| found.input))
}

fn lines(input: &Input) -> Vec<String> {
    input.lines().iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

fn share(of: usize, all: usize) -> f64 {
    100.0 * of as f64 / all.max(1) as f64
}

/// The functions of a program: what it calls, what tests call, and `main`.
fn functions(image: &Image, mut labels: Vec<String>) -> BTreeMap<u32, String> {
    labels.push("main".into());
    let called = call_targets(image);
    let code = image.symbols.iter().filter(|symbol| !symbol.data);
    let functions =
        code.filter(|symbol| called.contains(&symbol.address) || labels.contains(&symbol.name));
    functions.map(|symbol| (symbol.address, symbol.name.clone())).collect()
}

/// A survivor: its line, what stands there, and what stood there instead.
fn words(image: &Image, mutation: &Mutation) -> (u32, String, String) {
    let (line, was, is) = described(image, mutation);
    (line, was.trim_end().to_string(), is.trim_end().to_string())
}
