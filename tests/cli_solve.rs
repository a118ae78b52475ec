//! `fivetwelve solve3x3`, the real binary in a fresh folder: what it prints, what it saves, and
//! what it refuses.

use engine::packed::Packed;
use engine::solve::{Policy, Spawn};
use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

fn folder() -> Folder {
    Folder::with::<&str, &str>([]).expect("the folder can be made")
}

fn solve(folder: &Folder, line: &str) -> Ran {
    let words = ["solve3x3"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).expect("the folder can be read");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into()).collect()
}

#[test]
fn the_table_is_on_standard_output_and_nothing_else_anywhere() {
    let folder = folder();
    let ran = solve(&folder, "--target 64");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for part in ["live boards                         250,522", "57,793", "0.084054", "exactly"] {
        assert!(ran.stdout.contains(part), "{part} is not in\n{}", ran.stdout);
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn the_threads_do_not_change_a_byte() {
    let folder = folder();
    let outputs = [1, 2, 5].map(|threads| {
        let name = format!("{threads}.policy");
        let line = format!("--target 64 --json --threads {threads} --save {name}");
        let ran = solve(&folder, &line);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let bytes = std::fs::read(folder.path().join(&name)).expect("it was saved");
        (ran.stdout.replace(&name, "N.policy"), bytes)
    });
    assert!(outputs[0] == outputs[1] && outputs[1] == outputs[2]);
}

#[test]
fn json_is_for_scripts() {
    let ran = solve(&folder(), "--target 16 --spawn 90/10 --json");
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(value["target"], 16);
    assert_eq!(value["spawn"], "90/10");
    let best = value["best_chance"].as_f64().expect("a number");
    let random = value["random_chance"].as_f64().expect("a number");
    assert!(0.0 < random && random < best && best <= 1.0, "{best} {random}");
    assert_eq!(value["saved"], Value::Null);
}

#[test]
fn a_saved_policy_can_be_read() {
    let folder = folder();
    let ran = solve(&folder, "--target 32 --save best.policy");
    let bytes = std::fs::read(folder.path().join("best.policy")).expect("it was saved");
    let said = format!("The best moves are in best.policy ({} bytes).", grouped(bytes.len()));
    assert!(ran.stdout.ends_with(&format!("{said}\n")), "{}", ran.stdout);
    let policy = Policy::<3>::from_bytes(&bytes).expect("it is a policy");
    assert_eq!((policy.len(), policy.target(), policy.spawn()), (60_025, 32, Spawn::Twos));
    let start = Packed::from_values(&[2, 0, 0, 0, 0, 0, 0, 0, 2]).expect("a board");
    assert!(policy.advice(start).is_some_and(|advice| advice.forced));
    assert_eq!(files(&folder), ["best.policy"]);
}

/// Only as far as these files need it.
fn grouped(number: usize) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder();
    let cases = [
        ("--target 7", "8, 16, 32, 64, 128, 256, 512 or 1024"),
        ("--target 4", "8, 16, 32, 64, 128, 256, 512 or 1024"),
        ("--target 2048", "8, 16, 32, 64, 128, 256, 512 or 1024"),
        ("--target tile", "8, 16, 32, 64, 128, 256, 512 or 1024"),
        ("--target=-8", "8, 16, 32, 64, 128, 256, 512 or 1024"),
        ("--spawn 4", "possible values: 2, 90/10"),
        ("--threads 0", "0 is not in 1..=1024"),
        ("--threads many", "--threads"),
        ("64", "unexpected argument '64'"),
    ];
    for (line, part) in cases {
        let ran = solve(&folder, line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(64), ""), "{line}");
        assert!(ran.stderr.contains(part), "{part} is not in\n{}", ran.stderr);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_work() {
    let folder = folder();
    for name in ["missing/best.policy", ".", "/"] {
        // This game would take minutes.
        let ran = solve(&folder, &format!("--target 1024 --spawn 90/10 --save {name}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(74), ""), "{name}");
        assert!(ran.stderr.contains(&format!("error: {name} could not be written")));
    }
    assert_eq!(files(&folder), Vec::<String>::new());
}

/// Waits until a process has used a tenth of a second of processor time, where the system tells.
#[cfg(unix)]
fn wait_for_work(id: u32) {
    let ticks = || {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        text.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<u64>().ok()
    };
    while ticks().is_some_and(|ticks| ticks < 10) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_file() {
    use std::process::{Command, Stdio};

    let folder = folder();
    let mut child = Command::new(BINARY)
        .args(["solve3x3", "--target", "1024", "--spawn", "90/10", "--save", "best.policy"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command can be started");
    wait_for_work(child.id());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill can be started").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130), "it ended by itself");
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn help_has_examples() {
    let ran = solve(&folder(), "--help");
    assert_eq!(ran.code, Some(0));
    insta::assert_snapshot!(ran.stdout);
}
