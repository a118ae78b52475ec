//! `fivetwelve tournament`, the real binary: the tables, what is refused before anything is played,
//! and that neither threads nor interruptions change anything but times.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

fn folder() -> Folder {
    Folder::with::<&str, &str>([]).expect("the folder can be made")
}

fn tournament(folder: &Folder, line: &str) -> Ran {
    let words = ["tournament"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect("the file was written")
}

/// What a run wrote as JSON, without its times.
#[track_caller]
fn json(folder: &Folder, line: &str) -> Value {
    let ran = tournament(folder, &format!("{line} --json out.json"));
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let mut value: Value = serde_json::from_str(&read(folder, "out.json")).expect("it is JSON");
    let times = value.as_object_mut().expect("an object").remove("times");
    assert!(times.is_some_and(|times| times["strategies"].is_object()));
    value
}

/// The tables without what differs from run to run: the last four columns of the times, and the
/// sentences about them.
fn without_times(text: &str) -> String {
    let mut in_times = false;
    let mut out = String::new();
    for line in text.lines() {
        in_times = (in_times || line == "Turns and times") && !line.is_empty();
        if line.starts_with("time of a turn") || line.starts_with("times: ") {
            out.push_str("[times]\n");
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if in_times && words.len() > 4 {
            let kept = words[..words.len() - 4].join("  ");
            out.push_str(&kept);
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_tables_are_the_same_each_time() {
    let folder = folder();
    let ran = tournament(&folder, "1.1:2 9:1 greedy random --games 12 --seed 5");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    insta::assert_snapshot!(without_times(&ran.stdout));
}

#[test]
fn the_thesis_stands_beside_the_seventeen_methods() {
    let folder = folder();
    let ran = tournament(&folder, "--thesis --games 2 --html out.html --csv out.csv");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let beside = ran.stdout.split("Beside the thesis").nth(1).expect("the comparison");
    let rows: Vec<&str> = beside.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), 17, "{beside}");
    assert!(rows[0].starts_with("1 ") && rows[0].contains(" 121 "), "{}", rows[0]);
    assert!(ran.stdout.contains("four directions by those of three"));
    let csv = read(&folder, "out.csv");
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!((columns.len(), columns.iter().min()), (18, columns.iter().max()));
    let page = read(&folder, "out.html");
    assert!(page.contains("default-src 'none'") && page.matches("<svg ").count() == 4);
    for word in ["<script", "http://", "https://", "src=", "href=", "url(", "@import"] {
        assert!(!page.contains(word), "{word} is on the page");
    }
}

#[test]
fn threads_change_nothing() {
    let folder = folder();
    let line = "7:2 random cms:2 7:2@50/50 --games 25";
    let one = json(&folder, &format!("{line} --threads 1"));
    assert_eq!(one["strategies"][0]["games"], 25);
    assert_eq!(one, json(&folder, &format!("{line} --threads 2")));
    assert_ne!(one["strategies"][0]["histogram"], one["strategies"][3]["histogram"]);
    // The games of one strategy do not depend on who else plays.
    let alone = json(&folder, "random --games 25");
    assert_eq!(alone["strategies"][0], one["strategies"][1]);
}

#[test]
fn a_tournament_goes_on_where_it_was_killed() {
    let folder = folder();
    let line = "7:3 greedy --games 60 --threads 2";
    let whole = json(&folder, line);
    let mut child = Command::new(BINARY)
        .current_dir(folder.path())
        .arg("tournament")
        .args(line.split_whitespace())
        .args(["--state", "run.jsonl"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command can be started");
    let path = folder.path().join("run.jsonl");
    let begun = Instant::now();
    let games = || std::fs::read(&path).map_or(0, |text| text.split(|b| *b == b'\n').count());
    while games() < 8 && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // As if the last line had been cut off in the middle.
    let text = std::fs::read(&path).expect("the journal is there");
    let kept = text.len() - 20;
    std::fs::write(&path, &text[..kept]).expect("it can be written");
    let before = games();
    assert!(before > 4, "{before}");
    let resumed = json(&folder, &format!("{line} --state run.jsonl"));
    assert_eq!(resumed, whole);
    // A second time nothing is left to play, and more games are added to those.
    let size = std::fs::metadata(&path).expect("the journal is there").len();
    assert_eq!(json(&folder, &format!("{line} --state run.jsonl")), whole);
    assert_eq!(std::fs::metadata(&path).expect("the journal is there").len(), size);
    let more = json(&folder, "7:3 greedy first --games 61 --state run.jsonl");
    assert_eq!(more["strategies"][1]["games"], 61);
    let other = tournament(&folder, "7:3 greedy --games 60 --goal 1024 --state run.jsonl");
    assert_eq!(other.code, Some(64));
    assert!(other.stderr.contains("journal of another tournament"), "{}", other.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = folder();
    let child = Command::new(BINARY)
        .current_dir(folder.path())
        .args("tournament 7:4 --games 1000 --state run.jsonl".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let path = folder.path().join("run.jsonl");
    let begun = Instant::now();
    let games = || std::fs::read(&path).map_or(0, |text| text.split(|b| *b == b'\n').count());
    while games() < 4 && begun.elapsed() < Duration::from_secs(120) {
        sleep(Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill can be started").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("stopped after "), "{told}");
    assert!(told.contains("the same command continues from there: run.jsonl has every game"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Largest tile"));
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_played() {
    let folder = folder();
    let mut told = String::new();
    for line in [
        "",
        "7.6 --json out.json",
        "optimal",
        "7:nonsense",
        "7 7",
        "7 --games 0",
        "7 --games many",
        "7 --depth 0",
        "7 --depth 99",
        "7:0",
        "7:before-move:1",
        "optimal3x3",
        "7 --size 5",
        "7 --size 3 --goal 2048",
        "7 --preset mips512 --size 4",
        "7@60/40",
        "random --leaf before-move",
        "--thesis 7",
        "7 --threads 0",
        "7 --json missing/out.json",
        "7 --csv .",
        "7 --html missing/out.html",
        "7 --state .",
        "optimal3x3 --size 3 --policy missing.policy",
    ] {
        let ran = tournament(&folder, line);
        let first: Vec<&str> = ran.stderr.lines().take_while(|line| !line.is_empty()).collect();
        told.push_str(&format!("> {line}\n{} [{:?}]\n", first.join("\n"), ran.code));
        assert!(ran.code != Some(0) && ran.stdout.is_empty(), "{line}: {}", ran.stdout);
    }
    insta::assert_snapshot!(told);
    let left = std::fs::read_dir(folder.path()).expect("the folder can be read").count();
    assert_eq!(left, 0);
}

#[test]
fn a_file_that_is_no_journal_is_left_alone() {
    let folder = Folder::with([("notes.txt", "do not touch")]).expect("the folder can be made");
    let ran = tournament(&folder, "first --games 1 --state notes.txt");
    assert_eq!(ran.code, Some(66));
    assert_eq!(
        ran.stderr,
        "error: notes.txt: this is not a journal of a tournament; name another file for --state\n"
    );
    assert_eq!(read(&folder, "notes.txt"), "do not touch");
}

#[test]
fn options_of_the_search_are_part_of_the_name() {
    let folder = folder();
    let value = json(&folder, "6:2 --ablations --games 3");
    let strategies = value["strategies"].as_array().expect("a list");
    let names: Vec<&str> = strategies.iter().filter_map(|row| row["strategy"].as_str()).collect();
    assert_eq!(names, ["6:2", "6:2:before-move", "6:2:skip", "6:2:expectimax", "6:2@50/50"]);
    let value = json(&folder, "6 --depth 2 --leaf before-move --dead skip --games 3");
    assert_eq!(value["strategies"][0]["strategy"], "6:before-move:skip");
    let value = json(&folder, "greedy --size 3 --games 3");
    assert_eq!(value["tournament"]["rules"], "3×3 to 512, new tiles are 2");
}

#[test]
fn all_strategies_are_listed() {
    let ran = tournament(&folder(), "--list");
    assert_eq!(ran.code, Some(0));
    insta::assert_snapshot!(ran.stdout);
}
