//! Whether the rule that is blamed is the one that the wrong line implements, for every small mistake in the
//! reference.
//!
//! Which lines implement which rule is known from the sections of the source: `rules_of_lines.txt` has the
//! table. Only lines of exactly one rule count. A mistake with which the program fails, hangs or floods
//! breaks `crash`, whatever its line is for.
//!
//! All mutants, of which `docs/mutants.md` has the figures, are judged by hand:
//!
//! ```sh
//! cargo test --release -p fivetwelve-tester --test rules_of_lines -- --ignored --nocapture --test-threads 1
//! ```
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]
#![expect(clippy::print_stdout, reason = "it measures, by hand")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use engine::protocol::Fidelity;
use mips_sim::Image;
use mips_sim::isa::codec::basic_text;
use tester::boards::{Protocol, learn};
use tester::generate::Generator;
use tester::mutants::{Mutation, mutations};
use tester::{
    BoardJudge, Cells, Counterexample, Judge, Limits, Problem, Program, Reference, Rule, TextJudge,
};

/// Games in which a mutant has to go wrong. Those that are compared as text begin with more than two thousand
/// fixed ones, which are short.
const GAMES: u64 = 600;
const TEXT_GAMES: u64 = 3_000;
/// The least share of mistakes whose rule is right, in percent.
const WANTED: f64 = 90.0;

fn program(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm").join(name);
    Program::assemble(name, &fs::read_to_string(path).unwrap(), Limits::default()).unwrap()
}

/// In these sections, lines with this code implement these rules.
struct Row {
    sections: Vec<&'static str>,
    code: &'static str,
    rules: Vec<Rule>,
}

/// The table. The first row that fits a line counts.
fn table() -> Vec<Row> {
    let rows = include_str!("rules_of_lines.txt").lines();
    rows.filter(|row| !row.is_empty() && !row.starts_with('#'))
        .map(|row| {
            let columns: Vec<&str> = row.split('|').map(str::trim).collect();
            let [sections, code, rules] = columns[..] else { panic!("{row}") };
            let rule = |name| Rule::named(name).unwrap_or_else(|| panic!("{name} is no rule"));
            Row {
                sections: sections.split_whitespace().collect(),
                code,
                rules: rules.split_whitespace().filter(|name| *name != "-").map(rule).collect(),
            }
        })
        .collect()
}

/// The section of an instruction, and its code: the macro calls that led to it, and its line.
fn place(image: &Image, index: usize) -> (String, String) {
    let place = image.place(image.text[index].address).unwrap();
    let file = image.sources.file(place.file);
    let label = |line: &str| {
        let (label, _) = line.split_once(':')?;
        let is_name = label.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| label.to_owned())
    };
    let section = (1..=place.outermost().1).rev().find_map(|line| label(file.line(line)));
    let code = |line: &str| {
        let code = line.split('#').next().unwrap_or_default();
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let calls = place.calls();
    let calls = calls.iter().map(|(_, line)| code(file.line(*line)));
    let chain: Vec<String> = calls.chain([code(place.text())]).collect();
    (section.unwrap_or_default(), chain.join(" > "))
}

/// The row that says what a line implements.
fn row(table: &[Row], (section, code): &(String, String)) -> usize {
    let fits = |row: &Row| {
        row.sections.contains(&section.as_str()) && (row.code == "*" || code.contains(row.code))
    };
    let row = table.iter().position(fits);
    row.unwrap_or_else(|| panic!("no row for {section}: {code}"))
}

fn by_boards(mutant: &Program) -> Option<Counterexample> {
    let protocol = learn(mutant).map_or_else(|_| Protocol::documented(), |learnt| learnt.protocol);
    first(&mut BoardJudge::new(mutant, &protocol, 0), GAMES)
}

fn by_text(mutant: &Program) -> Option<Counterexample> {
    let (fidelity, generator) = (Fidelity::Program, Generator::new(0));
    let mut judge = TextJudge::new(mutant, Reference::new(fidelity), &generator, fidelity);
    first(&mut judge, TEXT_GAMES)
}

fn first<J: Judge>(judge: &mut J, games: u64) -> Option<Counterexample> {
    let script = (0..games).find_map(|index| judge.wrong_game(index))?;
    judge.counterexample(&script)
}

/// How often the blame is right.
#[derive(Default)]
struct Rate {
    /// Mutants of lines with one rule that are noticed, and how many of them are blamed for it.
    noticed: u32,
    right: u32,
    /// Those that break `crash` because they fail, which are right, too.
    crashed: u32,
    /// Of lines with several rules: those that are noticed, and those that are blamed for one of them.
    several: [u32; 2],
    /// How often each rule is blamed for another, with an example.
    wrong: BTreeMap<(Rule, Option<Rule>), Vec<String>>,
}

impl Rate {
    fn of(name: &str, every: usize, judge: fn(&Program) -> Option<Counterexample>) -> Rate {
        let (program, table, mut rate) = (program(name), table(), Rate::default());
        let image = program.image();
        let limits = Limits { steps: 200_000, ..Limits::default() };
        for mutation in mutations(image).iter().step_by(every) {
            let place = place(image, mutation.index);
            let rules = &table[row(&table, &place)].rules;
            if rules.is_empty() {
                continue;
            }
            let Some(found) = judge(&Program::new(mutation.apply(image), limits)) else { continue };
            rate.add(rules, &found, || described(image, mutation, &place, &found));
        }
        rate
    }

    fn add(&mut self, rules: &[Rule], found: &Counterexample, described: impl Fn() -> String) {
        let rule = found.verdict.rule;
        let problem = &found.verdict.problem;
        let fails = problem.is_limit()
            || problem.is_refused_line()
            || matches!(problem, Problem::Failed(_));
        let right = rule.is_some_and(|rule| rules.contains(&rule));
        let crashed = !right && fails && rule == Some(Rule::Crash);
        let [one] = rules else {
            self.several[0] += 1;
            self.several[1] += u32::from(right || crashed);
            return;
        };
        self.noticed += 1;
        self.right += u32::from(right);
        self.crashed += u32::from(crashed);
        if !right && !crashed {
            self.wrong.entry((*one, rule)).or_default().push(described());
        }
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.right + self.crashed) / f64::from(self.noticed.max(1))
    }

    fn report(&self, name: &str) {
        for ((rule, blamed), mutants) in &self.wrong {
            let blamed = blamed.map_or("nothing", Rule::name);
            println!("{} blamed for {rule}, {} times:", blamed, mutants.len());
            mutants.iter().for_each(|mutant| println!("    {mutant}"));
        }
        let Rate { noticed, right, crashed, several, .. } = self;
        println!(
            "{name}: {noticed} of one rule, {right} blamed for it, {crashed} fail: {:.1} %; {} of {} of several",
            self.percent(),
            several[1],
            several[0],
        );
    }
}

/// A mistake and what is said of it.
fn described(
    image: &Image,
    mutation: &Mutation,
    (section, code): &(String, String),
    found: &Counterexample,
) -> String {
    let now = basic_text(mutation.inst, image.text[mutation.index].address);
    let verdict = &found.verdict;
    let board = |cells: &Option<Cells>| {
        cells.as_ref().map_or_else(String::new, |cells| format!("{:?}", cells.values()))
    };
    format!(
        "{section}: {code} -> {now}; {}; {:?} {} {}",
        found.script,
        verdict.problem,
        board(&verdict.boards.before),
        board(&verdict.boards.got)
    )
}

#[test]
fn every_line_of_the_reference_has_a_row_and_every_row_a_line() {
    let table = table();
    for name in ["fivetwelve.asm", "fivetwelve-corrected.asm"] {
        let program = program(name);
        let image = program.image();
        let places: Vec<_> = (0..image.text.len()).map(|index| place(image, index)).collect();
        let mut used = vec![false; table.len()];
        for place in &places {
            used[row(&table, place)] = true;
        }
        for (row, used) in table.iter().zip(used) {
            assert!(used, "{name}: no line of {:?} with {}", row.sections, row.code);
        }
    }
}

#[test]
fn most_mistakes_are_blamed_for_the_rule_of_their_line() {
    let rate = Rate::of("fivetwelve-corrected.asm", 41, by_boards);
    rate.report("every 41st, by boards");
    assert!(rate.percent() >= WANTED);
    let rate = Rate::of("fivetwelve.asm", 67, by_text);
    rate.report("every 67th, by text");
    assert!(rate.percent() >= WANTED);
}

#[test]
#[ignore = "takes minutes"]
fn all_mistakes_by_boards() {
    let rate = Rate::of("fivetwelve-corrected.asm", 1, by_boards);
    rate.report("all, by boards");
    assert!(rate.percent() >= WANTED);
}

#[test]
#[ignore = "takes minutes"]
fn all_mistakes_by_text() {
    let rate = Rate::of("fivetwelve.asm", 1, by_text);
    rate.report("all, by text");
    assert!(rate.percent() >= WANTED);
}
