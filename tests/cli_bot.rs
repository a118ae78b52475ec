//! `fivetwelve bot`, the real binary: programs are played through their text, and what can't be
//! played is told.

use std::path::Path;

use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// A folder with programs of `asm`, by their paths there.
fn folder(names: &[&str]) -> Folder {
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm");
    let file = |name: &&str| {
        let short = name.rsplit('/').next().expect("a name").to_owned();
        (short, std::fs::read(asm.join(name)).expect("the program is there"))
    };
    Folder::with(names.iter().map(file)).expect("the folder can be made")
}

fn bot(folder: &Folder, line: &str) -> Ran {
    let words = ["bot"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

#[test]
fn the_best_moves_win_every_game_against_the_assembly_program() {
    let ran = bot(&folder(&[]), "optimal3x3 --games 50");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.ends_with("won 50 of 50\n"), "{}", ran.stdout);
}

#[test]
fn threads_change_nothing() {
    let folder = folder(&["fivetwelve.asm"]);
    let one = bot(&folder, "greedy --games 40 --seed 9 --threads 1");
    assert_eq!(one.code, Some(0), "{}", one.stderr);
    insta::assert_snapshot!(one.stdout);
    assert_eq!(bot(&folder, "greedy --games 40 --seed 9 --threads 2").stdout, one.stdout);
    // The program in a file is the one that is built in.
    assert_eq!(bot(&folder, "greedy fivetwelve.asm --games 40 --seed 9").stdout, one.stdout);
    let json = bot(&folder, "greedy --games 40 --seed 9 --json");
    let value: Value = serde_json::from_str(&json.stdout).expect("it is JSON");
    assert_eq!((&value["games"], &value["strategy"]), (&40.into(), &"greedy".into()));
    assert!(one.stdout.ends_with(&format!("won {} of 40\n", value["won"])));
}

#[test]
fn programs_with_words_of_their_own_are_played_too() {
    let names = ["array", "boxes", "clock", "columns", "lowercase", "procedures", "readchar"];
    let mut files: Vec<String> = names.iter().map(|name| format!("dialects/{name}.asm")).collect();
    files.push("dialects/columns.toml".to_owned());
    files.push("classic2048.asm".to_owned());
    let folder = folder(&files.iter().map(String::as_str).collect::<Vec<_>>());
    for name in names {
        let ran = bot(&folder, &format!("em-v2 {name}.asm --depth 1 --games 3"));
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.stderr);
        assert!(ran.stdout.ends_with(" of 3\n"), "{name}: {}", ran.stdout);
    }
    // The classic game has 4×4 cells.
    let ran = bot(&folder, "em-v2:1 classic2048.asm --games 2");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.ends_with(" of 2\n"), "{}", ran.stdout);
    let ran = bot(&folder, "optimal3x3 classic2048.asm");
    assert_eq!(ran.code, Some(64));
    assert_eq!(ran.stderr, "error: strategy `optimal3x3` plays on 3×3, not on 4×4 cells\n");
}

#[test]
fn looking_on_through_a_pipe_shows_every_board() {
    let ran = bot(&folder(&[]), "first --watch --delay 0 --games 2");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let begin = "first plays fivetwelve.asm, game 1 of 2, won 0 so far, a new game\n+";
    assert!(ran.stdout.starts_with(begin), "{}", ran.stdout);
    assert!(ran.stdout.contains("game 2 of 2, won 0 so far, move 1: left\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("won 0 of 2\n"));
}

#[test]
fn what_cannot_be_played_is_told() {
    let broken = ".text\nli $t0 5\nli $v0, 10\nsyscalls\n";
    let silent = ".text\nli $v0, 10\nsyscall\n";
    let hangs = ".text\nx: j x\n";
    let crash = ".text\nlw $t0, 1($zero)\n";
    let files = [
        ("broken.asm", broken),
        ("silent.asm", silent),
        ("hangs.asm", hangs),
        ("crash.asm", crash),
    ];
    let folder = Folder::with(files).expect("the folder can be made");
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm/faulty");
    for name in ["loss-when-full", "double-merge", "left-never-spawns"] {
        let file = format!("{name}.asm");
        let text = std::fs::read(asm.join(&file)).expect("the program is there");
        std::fs::write(folder.path().join(file), text).expect("it can be written");
    }
    std::fs::write(folder.path().join("bad.toml"), "keys = 3\n").expect("it can be written");
    let mut told = String::new();
    for line in [
        "optimal",
        "em-v3",
        "7 --depth 0",
        "7 --games 0",
        "7 --watch --json",
        "7 missing.asm",
        "7 broken.asm",
        "7 silent.asm",
        "7 hangs.asm",
        "7 crash.asm",
        "7 --protocol missing.toml",
        "7 --protocol bad.toml",
        "optimal3x3 --policy bad.toml",
        "cms:3 loss-when-full.asm --games 20",
        "cms:3 double-merge.asm --games 20",
        "cms:3 left-never-spawns.asm",
    ] {
        let ran = bot(&folder, line);
        let first: Vec<&str> = ran.stderr.lines().take_while(|line| !line.is_empty()).collect();
        told.push_str(&format!("> {line}\n{} [{:?}]\n", first.join("\n"), ran.code));
        assert!(ran.stdout.is_empty(), "{line}: {}", ran.stdout);
    }
    insta::assert_snapshot!(told);
}
