//! Sessions by the rules, and sessions that break them.

use proptest::prelude::*;

use tester::boards::{Phase, Protocol, Referee};
use tester::{Answer, Limit, Outcome, Problem};

const START: &str = "2 . .\n. . 2\n. . .\n";

/// The rule that is broken and how, after these lines and what was printed after each.
fn check(turns: &[(&str, &str, Outcome)]) -> Option<(&'static str, Problem)> {
    let protocol = Protocol::documented();
    let mut referee = Referee::new(&protocol);
    assert_eq!(referee.judge(None, &answer("menu", Outcome::Waiting)), None);
    let mut verdicts = turns.iter().map(|(line, output, outcome)| {
        referee.judge(Some(line.as_bytes()), &answer(output, *outcome))
    });
    let verdict = verdicts.find_map(|verdict| verdict)?;
    Some((verdict.rule?.name(), verdict.problem))
}

fn answer(output: &str, outcome: Outcome) -> Answer {
    Answer { output: output.into(), outcome, drawn: 0 }
}

fn waits<'a>(line: &'a str, output: &'a str) -> (&'a str, &'a str, Outcome) {
    (line, output, Outcome::Waiting)
}

#[test]
fn a_game_by_the_rules_is_passed() {
    let left = "2 . .\n2 . .\n2 . .\n";
    let up = "4 . .\n2 . .\n. . .\n";
    let turns = [
        waits("1", START),
        waits("A", left),
        waits("A", "no such luck"),
        waits("w", left),
        waits("3", ""),
        waits("W", up),
        waits("4", up),
        waits("S", ". . .\n4 . 2\n2 . .\n"),
        ("X", "bye", Outcome::Exited),
    ];
    assert_eq!(check(&turns), None);
    let [new_game, left, .., up, _, _, _] = turns;
    let off = waits("3", "");
    assert_eq!(check(&[new_game, left, up]), Some(("spawn-after-legal", Problem::NoNewTile)));
    let spawned = waits("W", "4 . .\n2 . .\n. . 2\n");
    assert_eq!(check(&[new_game, left, off, spawned]), Some(("rng-switch", Problem::NewTile)));
    let on = waits("4", "");
    assert_eq!(check(&[new_game, left, off, on, up]), Some(("rng-switch", Problem::NoNewTile)));
}

#[test]
fn answers_that_change_the_board_for_nothing_are_wrong() {
    let new = "2 . .\n. . 2\n. 2 .\n";
    assert_eq!(
        check(&[waits("1", START), waits("x", new)]),
        Some(("invalid-input", Problem::NewTile))
    );
    assert_eq!(
        check(&[waits("1", START), waits("x", "2 . .\n2 . .\n. . .\n")]),
        Some(("invalid-input", Problem::Changed))
    );
    assert_eq!(
        check(&[waits("1", START), ("x", "", Outcome::Exited)]),
        Some(("invalid-input", Problem::Ended))
    );
    assert_eq!(check(&[waits("1", START), waits("X", "bye")]), Some(("quit", Problem::NotEnded)));
    assert_eq!(check(&[waits("%", START)]), Some(("invalid-input", Problem::AcceptedAsAnswer)));
}

#[test]
fn games_end_when_they_end_and_at_no_other_time() {
    let enter = |cells: &str| {
        let mut turns = vec![("2".to_owned(), Outcome::Waiting)];
        turns.extend(cells.split(' ').map(|cell| (cell.to_owned(), Outcome::Waiting)));
        turns
    };
    let judged = |cells: &str, said: &str, outcome: Outcome| {
        let words: Vec<&str> = cells.split(' ').collect();
        let rows: Vec<String> = words.chunks(3).map(|row| row.join(" ")).collect();
        let output = format!("{}\n{said}", rows.join("\n"));
        let turns = enter(cells);
        let last = turns.len() - 1;
        let turns: Vec<_> = turns
            .iter()
            .enumerate()
            .map(|(at, (line, _))| match at == last {
                true => (line.as_str(), output.as_str(), outcome),
                false => waits(line, ""),
            })
            .collect();
        check(&turns)
    };
    let win = "Congratulations! You have reached the 512 tile!";
    let (won, lost, live) = ("512 0 0 0 0 0 0 0 0", "2 4 2 4 2 4 2 4 2", "2 4 2 4 2 4 2 4 4");
    assert_eq!(judged(won, win, Outcome::Exited), None);
    assert_eq!(judged(lost, "Game Over.", Outcome::Exited), None);
    assert_eq!(judged(live, "", Outcome::Waiting), None);
    assert_eq!(judged(won, "", Outcome::Exited), Some(("win", Problem::NotSaid)));
    assert_eq!(judged(won, win, Outcome::Waiting), Some(("win", Problem::GoesOn)));
    assert_eq!(judged(lost, "", Outcome::Waiting), Some(("loss", Problem::NotSaid)));
    assert_eq!(judged(lost, win, Outcome::Exited), Some(("win", Problem::SaidTooSoon)));
    assert_eq!(judged(live, "Game Over.", Outcome::Exited), Some(("loss", Problem::SaidTooSoon)));
    assert_eq!(judged(live, win, Outcome::Waiting), Some(("win", Problem::SaidTooSoon)));
    assert_eq!(judged(live, "", Outcome::Exited), Some(("from-state", Problem::Ended)));
}

#[test]
fn failures_are_verdicts_wherever_they_are() {
    let stop = |outcome| check(&[waits("1", START), ("A", "", outcome)]);
    assert_eq!(stop(Outcome::Limit(Limit::Steps)), Some(("crash", Problem::Hangs)));
    assert_eq!(stop(Outcome::Limit(Limit::Output)), Some(("crash", Problem::Floods)));
    assert_eq!(stop(Outcome::EndOfInput), Some(("crash", Problem::ReadsOn)));
    assert_eq!(stop(Outcome::InputError), Some(("crash", Problem::NotAnInteger)));
    // Nobody said that a program must take this for an integer.
    assert_eq!(check(&[waits("1", START), ("%", "", Outcome::InputError)]), None);
}

proptest! {
    #[test]
    fn any_session_can_be_judged(
        turns in prop::collection::vec(
            (
                prop::sample::select(vec!["1", "2", "X", "W", "A", "S", "D", "3", "4", "0", "%", ""]),
                prop_oneof![
                    "[ |.02468\n]{0,40}",
                    prop::collection::vec(prop::sample::select(vec!["0", "2", "4", "3", "512"]), 9)
                        .prop_map(|c| c.chunks(3).map(|r| r.join(" ")).collect::<Vec<_>>().join("\n")),
                ],
                any::<bool>(),
            ),
            0..20,
        ),
    ) {
        let protocol = Protocol::documented();
        let mut referee = Referee::new(&protocol);
        referee.judge(None, &answer("", Outcome::Waiting));
        for (line, output, ended) in turns {
            let outcome = if ended { Outcome::Exited } else { Outcome::Waiting };
            if let Some(verdict) = referee.judge(Some(line.as_bytes()), &answer(&output, outcome)) {
                prop_assert!(verdict.rule.is_some());
                prop_assert_eq!(referee.phase(), &Phase::Over);
            }
        }
    }
}
