//! How often the line that is wrong is among the first that are named, and how long that takes.
//!
//! The wrong lines are known: of the programs in `asm/faulty` and of the wrong dialects as what
//! differs from the right one, of mutants by how they are made. `docs/locate.md` has the figures of
//! all of them, which are measured by hand:
//!
//! ```sh
//! cargo test --release -p fivetwelve-tester --test locate -- --ignored --nocapture --test-threads 1
//! ```
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]
#![expect(clippy::print_stdout, reason = "it measures, by hand")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use engine::protocol::Fidelity;
use tester::boards::{Protocol, learn};
use tester::generate::Generator;
use tester::locate::{Located, locate};
use tester::mutants::mutations;
use tester::{BoardJudge, Counterexample, Judge, Limits, Program, Reference, TextJudge};

/// Games in which a program has to go wrong.
const GAMES: u64 = 3_000;
/// The same for mutants, many of which never do.
const MUTANT_GAMES: u64 = 600;
/// The least share of programs whose wrong line is among the first five, and the first, in percent.
const WANTED: [f64; 2] = [80.0, 45.0];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

fn source(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

fn program(name: &str) -> Program {
    Program::assemble(name, &source(name), Limits::default()).unwrap()
}

/// The faulty programs, in order.
fn faulty() -> Vec<String> {
    let files = fs::read_dir(folder().join("faulty")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".asm")).collect();
    names.sort();
    names.iter().map(|name| format!("faulty/{name}")).collect()
}

/// The lines of a wrong program that differ from the right one. Where lines are only missing, the
/// statements around them count.
fn wrong_lines(right: &str, wrong: &str) -> BTreeSet<u32> {
    let code = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let lines = |text: &str| -> Vec<(u32, String)> {
        let lines = (1..).zip(text.lines().map(code));
        lines.filter(|(_, code)| !code.is_empty()).collect()
    };
    let (right, wrong) = (lines(right), lines(wrong));
    let same = |i: usize, j: usize| right[i].1 == wrong[j].1;
    // The longest common subsequence of what is behind each pair of lines.
    let mut common = vec![vec![0u32; wrong.len() + 1]; right.len() + 1];
    for i in (0..right.len()).rev() {
        for j in (0..wrong.len()).rev() {
            common[i][j] = match same(i, j) {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let is_statement = |line: &&(u32, String)| !line.1.ends_with(':');
    let number = |line: &(u32, String)| line.0;
    let mut found = BTreeSet::new();
    let (mut i, mut j, mut start) = (0, 0, (0, 0));
    loop {
        let here = i < right.len() && j < wrong.len() && same(i, j);
        if here || (i == right.len() && j == wrong.len()) {
            let missing = i > start.0 && j == start.1;
            found.extend(wrong[start.1..j].iter().map(number));
            if missing {
                found.extend(wrong[..j].iter().rev().find(is_statement).map(number));
                found.extend(wrong[j..].iter().find(is_statement).map(number));
            }
            if !here {
                return found;
            }
            (i, j) = (i + 1, j + 1);
            start = (i, j);
        } else if j == wrong.len() || (i < right.len() && common[i + 1][j] >= common[i][j + 1]) {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// What is wrong with a program, by its text.
fn by_text(program: &Program) -> TextJudge<Reference> {
    let fidelity = Fidelity::Program;
    TextJudge::new(program, Reference::new(fidelity), &Generator::new(0), fidelity)
}

fn found<J: Judge>(judge: &mut J, games: u64) -> Option<Counterexample> {
    let script = (0..games).find_map(|index| judge.wrong_game(index))?;
    judge.counterexample(&script)
}

/// What this thread has taken of a processor, so that others on the machine do not count. Where that is
/// not told, it is the clock.
fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// The ranks of the wrong lines, and the time that was taken.
#[derive(Default)]
struct Ranks {
    ranks: Vec<Option<usize>>,
    times: Vec<Duration>,
}

impl Ranks {
    fn add<J: Judge>(
        &mut self,
        name: &str,
        judge: &J,
        found: &Counterexample,
        wrong: &BTreeSet<u32>,
    ) {
        let start = processor_time();
        let Located { suspects, .. } = locate(judge, found);
        self.times.push(processor_time().saturating_sub(start));
        let rank = suspects.iter().position(|suspect| wrong.contains(&suspect.place.1));
        if rank.is_none_or(|rank| rank > 4) {
            let first: Vec<u32> = suspects.iter().take(5).map(|suspect| suspect.place.1).collect();
            println!("{name}: {wrong:?} is not among {first:?}, but {rank:?}: {}", found.script);
        }
        self.ranks.push(rank);
    }

    /// The share whose line is among so many, in percent.
    fn top(&self, most: usize) -> f64 {
        let among = |rank: &&Option<usize>| rank.is_some_and(|rank| rank < most);
        100.0 * self.ranks.iter().filter(among).count() as f64 / self.ranks.len() as f64
    }

    fn report(&self, name: &str) {
        let mut times = self.times.clone();
        times.sort();
        println!(
            "{name}: {} programs, Top-1 {:.1} %, Top-5 {:.1} %, {} ms in the middle, {} at most",
            self.ranks.len(),
            self.top(1),
            self.top(5),
            times[times.len() / 2].as_millis(),
            times[times.len() - 1].as_millis(),
        );
    }

    fn is_wanted(&self) -> bool {
        self.top(5) >= WANTED[0] && self.top(1) >= WANTED[1]
    }
}

fn faulty_by_text(names: impl IntoIterator<Item = String>) -> Ranks {
    let right = source("fivetwelve.asm");
    let mut ranks = Ranks::default();
    for name in names {
        let wrong = wrong_lines(&right, &source(&name));
        let mut judge = by_text(&program(&name));
        let found = found(&mut judge, GAMES).unwrap();
        ranks.add(&name, &judge, &found, &wrong);
    }
    ranks
}

/// Mutants of the right game that are found, each so many of all. A line of a macro counts, and so
/// does the call through which it was changed.
fn mutants(every: usize) -> Ranks {
    let program = program("fivetwelve.asm");
    let image = program.image();
    let mut ranks = Ranks::default();
    for mutation in mutations(image).iter().step_by(every) {
        let limits = Limits { steps: 200_000, ..Limits::default() };
        let mut judge = by_text(&Program::new(mutation.apply(image), limits));
        let Some(found) = found(&mut judge, MUTANT_GAMES) else { continue };
        let place = mutation.place(image).unwrap();
        let wrong = place.calls().iter().map(|(_, line)| *line).chain([place.line]).collect();
        ranks.add(place.text().trim(), &judge, &found, &wrong);
    }
    ranks
}

/// The documented game has mistakes of its own, so a game counts only if the right program plays it
/// well.
fn by_boards(name: &str, right: &str, protocol: &Protocol, ranks: &mut Ranks) {
    let mut judge = BoardJudge::new(&program(name), protocol, 0);
    let mut other = BoardJudge::new(&program(right), protocol, 0);
    let mut wrong = (0..GAMES).filter_map(|index| judge.wrong_game(index));
    let Some(script) = wrong.find(|script| other.play(script).is_none()) else { return };
    let Some(found) = judge.counterexample(&script) else { return };
    ranks.add(name, &judge, &found, &wrong_lines(&source(right), &source(name)));
}

/// The dialects whose mutants nobody has looked at while the order was chosen.
const HELD_OUT: [&str; 2] = ["array", "hall"];

/// Mutants of dialects, each so many of all, that are found by their boards. A line of a macro counts, and
/// so does the call through which it was changed.
fn mutants_by_boards(every: usize) -> Ranks {
    let mut ranks = Ranks::default();
    for name in HELD_OUT {
        let right = program(&format!("dialects/{name}.asm"));
        let protocol = learn(&right).unwrap().protocol;
        let image = right.image();
        for mutation in mutations(image).iter().step_by(every) {
            let limits = Limits { steps: 200_000, ..Limits::default() };
            let mutant = Program::new(mutation.apply(image), limits);
            let mut judge = BoardJudge::new(&mutant, &protocol, 0);
            let Some(found) = found(&mut judge, MUTANT_GAMES) else { continue };
            let place = mutation.place(image).unwrap();
            let wrong = place.calls().iter().map(|(_, line)| *line).chain([place.line]).collect();
            ranks.add(&format!("{name}: {}", place.text().trim()), &judge, &found, &wrong);
        }
    }
    ranks
}

#[test]
fn lines_that_differ_are_found() {
    let right = "a\nb\nc:\nd\ne\nf\n";
    let check = |wrong: &str, lines: &[u32]| {
        let found: Vec<u32> = wrong_lines(right, wrong).into_iter().collect();
        assert_eq!(found, lines, "{wrong}");
    };
    check(right, &[]);
    check("# x\na # y\n\nb\nc:\nd\ne\nf\n", &[]);
    check("a\nb\nc:\nd\nE\nf\n", &[5]);
    check("a\nb\nc:\nd\nf\n", &[4, 5]);
    check("a\nc:\nd\ne\nf\n", &[1, 3]);
    check("a\nb\nc:\nd\ne\nx\ny\nf\n", &[6, 7]);
}

/// A few of the programs that are measured by hand, too few for exact figures.
#[test]
fn most_wrong_lines_are_among_the_first_five() {
    let ranks = faulty_by_text(faulty().into_iter().step_by(7));
    ranks.report("a few faulty");
    assert!(ranks.top(5) > 70.0);
    let ranks = mutants(151);
    ranks.report("a few mutants");
    assert!(ranks.top(5) > 70.0);
}

#[test]
fn the_same_lines_are_named_each_time() {
    let mut judge = by_text(&program("faulty/spawns-four.asm"));
    let found = found(&mut judge, GAMES).unwrap();
    let located = locate(&judge, &found);
    assert!(located.suspects[0].repair.is_some(), "{:?}", located.suspects[0]);
    assert_eq!(located, locate(&judge, &found));
}

#[test]
fn boards_are_enough_to_find_a_line() {
    let name = "faulty/merge-adds-two.asm";
    let mut ranks = Ranks::default();
    by_boards(name, "fivetwelve.asm", &Protocol::documented(), &mut ranks);
    assert_eq!(ranks.top(5), 100.0);
}

#[test]
#[ignore = "takes a minute"]
fn all_faulty_programs_by_text() {
    let ranks = faulty_by_text(faulty());
    ranks.report("faulty, by text");
    assert!(ranks.is_wanted());
}

#[test]
#[ignore = "takes a minute"]
fn mutants_by_text() {
    let ranks = mutants(7);
    ranks.report("mutants, by text");
    assert!(ranks.is_wanted());
}

#[test]
#[ignore = "takes a minute"]
fn all_faulty_programs_by_boards() {
    let mut protocol = Protocol::documented();
    protocol.board.start_tiles = vec![1, 2];
    let mut ranks = Ranks::default();
    for name in faulty() {
        by_boards(&name, "fivetwelve.asm", &protocol, &mut ranks);
    }
    ranks.report("faulty, by boards");
}

#[test]
#[ignore = "takes a minute"]
fn wrong_dialects_by_boards() {
    let mut ranks = Ranks::default();
    let files = fs::read_dir(folder().join("dialects")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix("-wrong.asm")?.to_owned())).collect();
    names.sort();
    for name in names {
        let (right, wrong) = (format!("dialects/{name}.asm"), format!("dialects/{name}-wrong.asm"));
        let file = format!("dialects/{name}.toml");
        let protocol = match folder().join(&file).exists() {
            true => Protocol::parse(&file, &source(&file)).unwrap(),
            false => learn(&program(&right)).unwrap().protocol,
        };
        by_boards(&wrong, &right, &protocol, &mut ranks);
    }
    ranks.report("dialects, by boards");
}

#[test]
#[ignore = "takes a minute"]
fn dialects_mutants_by_boards() {
    mutants_by_boards(17).report("mutants of dialects, by boards");
}
