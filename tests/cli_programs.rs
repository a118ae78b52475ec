//! `fivetwelve diff` on two programs that are not the game, the real binary in a fresh folder.

use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const MENU: &str = include_str!("../tester/tests/programs/menu.asm");
const FACTORIAL: &str = include_str!("../tester/tests/programs/factorial.asm");

/// A folder with two right programs and wrong ones.
fn programs() -> Folder {
    let wrong = MENU.replace("        beqz $s2, by0\n", "");
    let other = FACTORIAL.replace("\"n: \"", "\"Which? \"").replace("\"n! = \"", "\"I say \"");
    let other_wrong = other.replace("li $v0, 1\n        blez", "li $v0, 2\n        blez");
    let more = FACTORIAL.replace(
        "        move $a0, $v0\n",
        "        move $a0, $v0\n        li $v0, 5\n        syscall\n",
    );
    let ask = "li $v0, 5\nsyscall\n";
    let files = [
        ("menu.asm", MENU),
        ("wrong.asm", &wrong),
        ("fact.asm", FACTORIAL),
        ("other.asm", &other),
        ("other-wrong.asm", &other_wrong),
        ("more.asm", &more),
        ("fails.asm", &format!("{ask}lw $t0, 1($zero)\n")),
        ("hangs.asm", "x: j x\n"),
        ("chance.asm", &format!("{ask}li $v0, 41\nsyscall\nli $v0, 1\nsyscall\n")),
        ("silent.asm", "li $v0, 10\nsyscall\n"),
        (
            "third.asm",
            "li $v0, 6\nsyscall\nli $t0, 3\nmtc1 $t0, $f2\ncvt.s.w $f2, $f2\ndiv.s $f12, $f0, $f2\nli $v0, 2\nsyscall\n",
        ),
        (
            "near.asm",
            ".data\nt: .float 0.3333\n.text\nli $v0, 6\nsyscall\nl.s $f2, t\nmul.s $f12, $f0, $f2\nli $v0, 2\nsyscall\n",
        ),
    ];
    Folder::with(files).expect("the folder can be made")
}

fn diff(folder: &Folder, words: &[&str]) -> Ran {
    let words = ["diff"].iter().chain(words);
    folder.run(BINARY, words).expect("the command can be started")
}

#[track_caller]
fn check(folder: &Folder, words: &[&str], code: i32, parts: &[&str]) {
    let ran = diff(folder, words);
    assert_eq!(ran.code, Some(code), "{words:?}\n{}\n{}", ran.stdout, ran.stderr);
    let text = if code < 2 { &ran.stdout } else { &ran.stderr };
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_wrong_program_is_explained() {
    let folder = programs();
    let ran = diff(&folder, &["wrong.asm", "--reference", "menu.asm"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    insta::assert_snapshot!(ran.stdout);
    // The command that is printed shows the same.
    let printed = ran.stdout.lines().skip_while(|line| *line != "Again with:");
    let commands: Vec<&str> = printed.filter(|line| line.starts_with(' ')).map(str::trim).collect();
    let rest = "wrong.asm --reference menu.asm --input '3 0 0 0'";
    assert_eq!(commands, ["diff", "debug"].map(|word| format!("fivetwelve {word} {rest}")));
    let again = diff(&folder, &["wrong.asm", "--reference", "menu.asm", "--input", "3 0 0 0"]);
    let rest = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!((again.code, rest(&again.stdout)), (Some(1), rest(&ran.stdout)));
    assert!(!ran.stdout.contains("Rule"), "{}", ran.stdout);
}

#[test]
fn right_programs_agree_and_threads_change_nothing() {
    let folder = programs();
    let sentence = "menu.asm agrees with menu.asm on 3000 inputs (seed 0).\n";
    check(&folder, &["menu.asm", "--reference", "menu.asm", "--runs", "3000"], 0, &[sentence]);
    let only = "silent.asm agrees with silent.asm on its only run: it reads nothing.\n";
    check(&folder, &["silent.asm", "--reference", "silent.asm"], 0, &[only]);
    for seed in ["1", "2", "3"] {
        let run = |threads| {
            let words =
                ["wrong.asm", "--reference", "menu.asm", "--seed", seed, "--threads", threads];
            diff(&folder, &words)
        };
        assert_eq!(run("1"), run("3"));
    }
}

#[test]
fn json_has_the_same_facts() {
    let folder = programs();
    let ran = diff(&folder, &["more.asm", "--reference", "fact.asm", "--json", "--save", "in.txt"]);
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(ran.code, Some(1));
    assert_eq!(value["agrees"], false);
    assert_eq!(value["input"], serde_json::json!(["0"]));
    assert_eq!(value["got"]["outcome"], "end-of-input");
    let sentence = "Your program asks for a second number in more.asm:13; the reference read one.";
    assert_eq!(value["sentences"][0], sentence);
    let command = "fivetwelve diff more.asm --reference fact.asm --input 0";
    assert_eq!(value["command"], command);
    let ran = diff(&folder, &["fact.asm", "--reference", "fact.asm", "--json", "--runs", "100"]);
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((value["agrees"].as_bool(), value["runs"].as_u64()), (Some(true), Some(100)));
    let kept = std::fs::read(folder.path().join("in.txt")).expect("the input was kept");
    assert_eq!(kept, b"0\n");
}

#[test]
fn policies_and_prompts() {
    let folder = programs();
    let third = |more: &[&'static str]| [&["near.asm", "--reference", "third.asm"], more].concat();
    check(&folder, &third(&[]), 1, &["--input"]);
    check(&folder, &third(&["--policy", "numeric", "--relative", "0.001"]), 0, &["agrees"]);
    check(
        &folder,
        &third(&["--policy", "numeric", "--relative", "0.00001"]),
        1,
        &["--policy numeric --relative 0.00001"],
    );
    check(&folder, &["other.asm", "--reference", "fact.asm"], 1, &["Which? "]);
    let ignore = |name| [name, "--reference", "fact.asm", "--ignore-prompts"];
    check(&folder, &ignore("other.asm"), 0, &["agrees"]);
    check(
        &folder,
        &ignore("other-wrong.asm"),
        1,
        &["should be `1`, but is `2`", "--ignore-prompts --input 0"],
    );
}

#[test]
fn a_reference_that_is_none_is_named() {
    let folder = programs();
    let check = |reference: &str, part: &str| {
        check(&folder, &["fact.asm", "--reference", reference], 2, &[part]);
    };
    check("fails.asm", "fails.asm: the reference fails in fails.asm:3");
    check("hangs.asm", "hangs.asm: the reference hangs in hangs.asm:1");
    check("chance.asm", "random numbers without a seed");
}

#[test]
fn what_can_not_be_asked_is_refused() {
    let folder = programs();
    let refused = |words: &[&str], part: &str| check(&folder, words, 64, &[part]);
    refused(&["fact.asm", "--input", "3"], "--input is for programs that are not the game");
    refused(&["fact.asm", "--compare", "output"], "name the other with --reference");
    refused(&["fact.asm", "--reference", "fact.asm", "--absolute", "1"], "need --policy numeric");
    refused(&["fact.asm", "--reference", "fact.asm", "--repairs"], "--repairs is for the game");
    refused(&["fact.asm", "--reference", "fact.asm", "--input", "\\y"], "a backslash");
    check(
        &folder,
        &["fact.asm", "--reference", "fact.asm", "--input", "x"],
        2,
        &["the reference fails"],
    );
}
