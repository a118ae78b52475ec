//! The programs with known mistakes: each loses what its header says, and otherwise only what
//! follows from it.

#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::collections::BTreeSet;
use std::fs;

use grader::assignment::Compare;
use grader::book::StudentEntry;
use grader::grade::{Bench, Points, Status, follows_from};
use tester::Rule;

mod building;

use building::{grade, programs, submission, with};

fn by_rules(games: u64) -> grader::assignment::Assignment {
    building::by_rules(games, Compare::Exact)
}

#[test]
fn the_right_program_gets_all_points() {
    let bench = Bench::new(&by_rules(100), 0);
    let graded = grade(&bench, &submission("fivetwelve.asm"));
    assert_eq!(with(&graded, Status::Passed).len(), Rule::ALL.len(), "{graded:#?}");
    assert_eq!(graded.score(), Points::from_hundredths(1600));
}

/// The names of the faulty programs, each with the rule that it breaks.
fn faulty() -> Vec<(String, Rule)> {
    let files = fs::read_dir(programs().join("faulty")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".asm")).collect();
    names.sort();
    let with_rule = names.into_iter().map(|name| {
        let text = fs::read_to_string(programs().join("faulty").join(&name)).unwrap();
        let rule = text.lines().find_map(|line| line.strip_prefix("# rule: ")).unwrap();
        (name, Rule::named(rule).unwrap())
    });
    with_rule.collect()
}

#[test]
fn every_faulty_program_loses_its_rule_and_what_follows_from_it() {
    let bench = Bench::new(&by_rules(100), 0);
    let faulty = faulty();
    assert!(faulty.len() >= 87, "only {}", faulty.len());
    let mut wrong = Vec::new();
    let mut needed = BTreeSet::new();
    let mut alone = 0;
    for (name, rule) in &faulty {
        let graded = grade(&bench, &submission(&format!("faulty/{name}")));
        // This one shows the right board and then runs on into code that has nothing to do with it:
        // a crash as much as the test for a loss that it should be.
        let rule = if name == "loss-return-as-printed.asm" { Rule::Crash } else { *rule };
        let failed = with(&graded, Status::Failed);
        if !failed.contains(&rule.name()) {
            wrong.push(format!("{name}: {rule} does not fail but {failed:?}"));
        }
        let lost = [failed, with(&graded, Status::Blocked)].concat();
        alone += usize::from(lost.len() == 1);
        for other in lost.iter().filter(|other| **other != rule.name()) {
            let other = Rule::named(other).unwrap();
            match follows_from(rule).contains(&other) {
                true => {
                    needed.insert((rule, other));
                }
                false => {
                    let result = graded.results.iter().find(|r| r.test == other.name()).unwrap();
                    let groups: Vec<_> = result.failures.iter().map(|f| &f.group).collect();
                    wrong.push(format!("{name}: {other} {:?} {groups:?}", result.status));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0], "{wrong:#?}");
    // More than half lose the points of their rule and no others.
    assert!(alone * 2 > faulty.len(), "only {alone}");
    // Nothing is excused that no program needs. After a crash nothing can be shown.
    let excused = Rule::ALL.into_iter().filter(|rule| *rule != Rule::Crash);
    let excused =
        excused.flat_map(|rule| follows_from(rule).iter().map(move |other| (rule, *other)));
    let idle: Vec<_> = excused.filter(|pair| !needed.contains(pair)).collect();
    assert_eq!(idle, []);
}

/// By boards, the rule that the referee names first need not be the one that is to blame.
#[test]
fn a_failure_by_boards_is_told_by_the_test_of_its_rule() {
    let bench = Bench::new(&building::by_rules(60, Compare::Boards), 0);
    for name in ["rng-off-until-enabled", "double-merge"] {
        let graded = grade(&bench, &submission(&format!("faulty/{name}.asm")));
        assert!(!with(&graded, Status::Failed).is_empty(), "{name}");
        for result in graded.results.iter().filter(|result| result.status == Status::Failed) {
            let rules: Vec<_> = result.failures.iter().map(|f| f.rule.as_deref()).collect();
            // Once, or once for each direction.
            assert!(rules.iter().all(|rule| *rule == Some(result.test.as_str())), "{name}");
        }
    }
}

#[test]
fn the_same_submission_gets_the_same_grade_on_any_thread() {
    let bench = Bench::new(&by_rules(20), 3);
    let submission = submission("faulty/double-merge.asm");
    let graded = grade(&bench, &submission);
    let others: Vec<StudentEntry> = std::thread::scope(|scope| {
        let threads = [0, 1].map(|_| scope.spawn(|| grade(&bench, &submission)));
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(others.iter().all(|other| *other == graded));
    assert_eq!(grade(&Bench::new(&by_rules(20), 3), &submission), graded);
}
