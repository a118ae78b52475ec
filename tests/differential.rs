//! The programs of `asm/` against the engine, game by game: the right one agrees with it, the faulty
//! ones are found out by a game that is as short as the one in their header.

#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use engine::protocol::Fidelity;
use tester::blame::blame;
use tester::compare::Duel;
use tester::generate::Generator;
use tester::shrink::shrink;
use tester::{Limits, Problem, Program, Reference, Script, Subject, Verdict};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

fn program(name: &str) -> (String, Program) {
    let text = fs::read_to_string(programs().join(name)).unwrap();
    let program = Program::assemble(name, &text, Limits::default()).unwrap();
    (text, program)
}

fn duel(program: &Program, fidelity: Fidelity) -> Duel<Subject, Reference> {
    Duel::new(program.subject(), Reference::new(fidelity))
}

/// The first of so many games that shows a difference, and what it shrinks to.
fn hunt(program: &Program, fidelity: Fidelity, games: u64) -> Option<(u64, Script, Verdict)> {
    let generator = Generator::new(0);
    let mut duel = duel(program, fidelity);
    let index = (0..games).find(|index| duel.play(&generator.script(*index)).is_some())?;
    let script = generator.script(index);
    let (script, verdict) = shrink(&script, Some(fidelity), |script| duel.play(script)).unwrap();
    Some((index, script, verdict))
}

/// The names of the faulty programs, with their folder.
fn faulty() -> Vec<String> {
    let files = fs::read_dir(programs().join("faulty")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".asm")).collect();
    names.sort();
    names.iter().map(|name| format!("faulty/{name}")).collect()
}

/// A line of the header of a faulty program.
fn header<'a>(text: &'a str, key: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(key)).unwrap()
}

/// A stack that is not taken from where it is given back grows out of its segment, but slowly.
#[test]
fn a_stack_that_grows_the_wrong_way_is_found() {
    let (text, _) = program("fivetwelve.asm");
    for taken in ["addi    $sp, $sp, -4\n", "addi    $sp, $sp, -16"] {
        let text = text.replacen(taken, "nop #", 1);
        let program = Program::assemble("leak.asm", &text, Limits::default()).unwrap();
        let (_, script, verdict) = hunt(&program, Fidelity::Program, 3_000).unwrap();
        assert!(matches!(verdict.problem, Problem::Failed(_)), "{script}");
    }
}

#[test]
fn program_and_engine_agree_on_ten_thousand_random_games() {
    let (_, program) = program("fivetwelve.asm");
    let mut duel = duel(&program, Fidelity::Program);
    let generator = Generator::new(512);
    for index in 0..10_000 {
        let script = generator.random_game(index);
        assert_eq!(duel.play(&script), None, "game {index}: {script}");
    }
}

#[test]
fn program_and_engine_agree_on_every_fixed_game_and_others() {
    let (_, program) = program("fivetwelve.asm");
    assert_eq!(hunt(&program, Fidelity::Program, 6_000), None);
}

#[test]
fn every_faulty_program_is_found_out_by_a_short_game() {
    let names = faulty();
    assert!(names.len() >= 87, "only {}", names.len());
    let mut rules = Vec::new();
    for name in &names {
        let (text, program) = program(name);
        let found = hunt(&program, Fidelity::Program, 10_000);
        let (_, script, verdict) = found.unwrap_or_else(|| panic!("{name} is not found out"));
        let shown: Script = header(&text, "# shows: ").parse().unwrap();
        let length = script.lines.len();
        assert!(length <= shown.lines.len() + 2, "{name}: {script}");
        let mut duel = duel(&program, Fidelity::Program);
        let probe = |script: &Script| duel.play(script);
        let verdict = blame(&script, verdict, Fidelity::Program, probe);
        let rule = verdict.rule.map_or("none", tester::Rule::name);
        let named = header(&text, "# rule: ");
        if rule != named {
            rules.push(format!("{name}: {named}, not {rule} ({script})"));
        }
    }
    // The rule is a guess for people. One program shows the right board and then runs on into code
    // that has nothing to do with it, which is a crash as much as the loss test that it should be.
    assert_eq!(rules, ["faulty/loss-return-as-printed.asm: loss, not crash (1 ; draws: none)"]);
}

#[test]
fn both_mistakes_of_the_documented_game_are_found() {
    let (_, program) = program("fivetwelve.asm");
    let mut duel = duel(&program, Fidelity::Intended);
    let generator = Generator::new(0);
    let mut found: Vec<String> = Vec::new();
    for index in 0..generator.fixed() {
        let script = generator.script(index);
        if duel.play(&script).is_some() {
            let small = shrink(&script, Some(Fidelity::Intended), |script| duel.play(script));
            found.push(small.unwrap().0.to_string());
        }
    }
    found.sort();
    found.dedup();
    let expected = [
        // A new game with a single tile; in the second after a pass without any.
        "1 ; draws: 0 0 0 0 0 0",
        "1 ; draws: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        // Letters outside ASCII of which only the low bits are looked at: a move, 1 and X.
        "1 \\xc5\\x84 ; draws: none",
        // What is not an integer stops the program.
        "2 A ; draws: none",
        "\\xc4\\xb1 ; draws: none",
        "\\xc5\\x98 ; draws: none",
        // The menu can no longer be left.
        "abc X ; draws: none",
    ];
    assert_eq!(found, expected);
}
