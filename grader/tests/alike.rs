//! Who fails alike: by the same counterexample, with the same kind of stop, at the same place.

#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::collections::BTreeSet;
use std::fs;

use grader::assignment::{Compare, Policy, TestKind, TranscriptTest};
use grader::grade::{Bench, Status, Submission};

mod building;

use building::{assignment, by_rules, grade, programs};

/// The groups that a program is in, each with its test.
fn groups(bench: &Bench, name: &str, source: &str) -> BTreeSet<(String, String)> {
    let graded = grade(bench, &Submission::of_text(name, source));
    let failed = graded.results.iter().filter(|result| result.status == Status::Failed);
    let groups = failed.flat_map(|result| {
        result.failures.iter().map(|failure| (result.test.clone(), failure.group.clone()))
    });
    groups.collect()
}

/// The game with other instructions in front of it, from a line on.
fn game_with(front: &str) -> String {
    let right = fs::read_to_string(programs().join("fivetwelve.asm")).unwrap();
    right.replacen("\nmain:", &format!("\nmain: {front}"), 1)
}

const MISALIGNED: &str = "li $t0, 0x10010001\nsw $t0, 0($t0)\n";
const RECURSION: &str = "nop\nagain: addiu $sp, $sp, -4\nsw $ra, 0($sp)\njal again\n";

/// Those that fail differently, each with one that fails in the same way.
fn failing() -> Vec<[String; 2]> {
    let twice = |source: String| [source.clone(), format!("{source}\n# by somebody else\n")];
    vec![
        twice(game_with(MISALIGNED)),
        twice(game_with(&format!("\n{MISALIGNED}"))),
        twice(game_with(RECURSION)),
        twice(game_with("lw $t0, 1($zero)\n")),
        twice(game_with("nop\nagain: j again\n")),
        twice(game_with("li $v0, 10\nsyscall\n")),
        twice(String::from(".text\n")),
        twice(String::from(".text\nli $v0, 10\nsyscall\n")),
    ]
}

fn only_those_alike_share_a_group(bench: &Bench) {
    let failing = failing();
    let found: Vec<_> = failing
        .iter()
        .map(|[one, other]| {
            let of_one = groups(bench, "one.asm", one);
            assert_eq!(of_one, groups(bench, "other.asm", other), "{one}");
            assert!(!of_one.is_empty(), "{one}");
            of_one
        })
        .collect();
    for (number, one) in found.iter().enumerate() {
        for other in &found[..number] {
            assert!(one.is_disjoint(other), "{}", failing[number][0]);
        }
    }
}

#[test]
fn programs_that_stop_otherwise_or_elsewhere_in_games_are_not_alike() {
    only_those_alike_share_a_group(&Bench::new(&by_rules(20, Compare::Exact), 1));
}

#[test]
fn programs_that_stop_otherwise_or_elsewhere_in_a_transcript_are_not_alike() {
    let test = |id: &'static str, input: &str| {
        let test = TranscriptTest {
            input: input.into(),
            draws: Vec::new(),
            expected: "something else".into(),
            expected_file: None,
            policy: Policy::Exact,
            exit: Some(3),
        };
        (id, TestKind::Transcript(test), &[] as &[&str])
    };
    let assignment = assignment(vec![test("short", "1\nX\n"), test("shorter", "X\n")]);
    let bench = Bench::new(&assignment, 1);
    // Two of them end at the same moment and print the same nothing.
    let all: BTreeSet<_> = failing().iter().map(|[one, _]| groups(&bench, "a.asm", one)).collect();
    assert_eq!(all.len(), failing().len() - 2);
    for [one, other] in failing() {
        let found = groups(&bench, "one.asm", &one);
        assert_eq!(found, groups(&bench, "other.asm", &other), "{one}");
        let keys: BTreeSet<&String> = found.iter().map(|(_, group)| group).collect();
        assert_eq!(keys.len(), 2, "each test is a counterexample of its own: {one}");
    }
}

#[test]
fn answers_that_are_wrong_in_the_same_way_are_alike_wherever_they_are_printed() {
    let bench = Bench::new(&by_rules(100, Compare::Exact), 1);
    let program = |name: &str| fs::read_to_string(programs().join("faulty").join(name)).unwrap();
    let merges = program("double-merge.asm");
    let one = groups(&bench, "one.asm", &merges);
    let moved = merges.replacen(".text", "# a line\n# more\n.text", 1);
    assert_eq!(one, groups(&bench, "other.asm", &moved));
    let spawns = groups(&bench, "one.asm", &program("spawns-four.asm"));
    assert!(!one.is_empty() && !spawns.is_empty() && one.is_disjoint(&spawns));
}
