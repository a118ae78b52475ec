//! `fivetwelve diff`, the real binary in a fresh folder: what it finds and says, how it ends, and
//! what it keeps.

use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");
const RIGHT: &str = include_str!("../asm/fivetwelve.asm");
const WRONG: &str = include_str!("../asm/faulty/double-merge.asm");
const MENU: &str = ".data\nm: .asciiz \"Main Menu:\\n[1] New Game\\n[2] Start from a State\\n\
                    [X] Quit\\n\"\nb: .space 100\n.text\nla $a0, m\nli $v0, 4\nsyscall\n";
const READ: &str = "la $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n";

/// A folder with the right game and a wrong one.
fn games() -> Folder {
    folder(&[("game.asm", RIGHT), ("wrong.asm", WRONG)])
}

fn folder(files: &[(&str, &str)]) -> Folder {
    Folder::with(files.iter().copied()).expect("the folder can be made")
}

fn diff(folder: &Folder, words: &[&str]) -> Ran {
    let words = ["diff"].iter().chain(words);
    folder.run(BINARY, words).expect("the command can be started")
}

#[track_caller]
fn check(ran: &Ran, code: i32, stdout: &[&str], stderr: &[&str]) {
    assert_eq!(ran.code, Some(code), "{}\n{}", ran.stdout, ran.stderr);
    for (parts, text) in [(stdout, &ran.stdout), (stderr, &ran.stderr)] {
        for part in parts {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert!(!parts.is_empty() || text.is_empty(), "{text}");
    }
}

#[test]
fn the_right_game_agrees() {
    let ran = diff(&games(), &["game.asm", "--games", "3000"]);
    let sentence = "game.asm agrees with the engine on 3000 games (seed 0), byte for byte.\n";
    check(&ran, 0, &[sentence], &[]);
}

#[test]
fn a_wrong_one_is_explained() {
    let ran = diff(&games(), &["wrong.asm"]);
    assert_eq!(ran.code, Some(1));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = games();
    let one = diff(&folder, &["wrong.asm", "--threads", "1"]);
    assert_eq!(one, diff(&folder, &["wrong.asm", "--threads", "3"]));
}

#[test]
fn mistakes_of_the_documented_game_are_found_if_it_should_be_as_intended() {
    let folder = games();
    let intended = ["game.asm", "--fidelity", "intended"];
    let ran = diff(&folder, &intended);
    check(&ran, 1, &["cell (1,3) should be 2, yours is empty", "Rule broken: start"], &[]);
    let script = [&intended[..], &["--script", "1 abc 2 A ; draws: none"]].concat();
    check(&diff(&folder, &script), 0, &["agrees with the engine on this game"], &[]);
    let script = [&intended[..], &["--script", "abc ab abcd A X ; draws: none"]].concat();
    let again = "fivetwelve diff game.asm --fidelity intended --script 'abc X ; draws: none'";
    check(&diff(&folder, &script), 1, &["  input  abc X", "should end", again], &[]);
}

#[test]
fn what_is_found_can_be_kept_and_played_again() {
    let folder = games();
    check(&diff(&folder, &["wrong.asm", "--save", "found.txt"]), 1, &["merge-once"], &[]);
    let kept = folder.text("found.txt").expect("it is there");
    assert_eq!(
        kept,
        "# wrong.asm goes wrong here: merge-once\n2 2 2 4 0 0 0 0 0 0 A ; draws: none\n"
    );
    check(&diff(&folder, &["wrong.asm", "--script", "found.txt"]), 1, &["merge-once"], &[]);
    check(&diff(&folder, &["game.asm", "--script", "found.txt"]), 0, &["on this game"], &[]);
}

#[test]
fn another_program_can_be_the_reference() {
    let folder = games();
    let ran = diff(&folder, &["game.asm", "--reference", "wrong.asm"]);
    check(&ran, 1, &["game.asm disagrees with wrong.asm", "--reference wrong.asm"], &[]);
    let ran = diff(&folder, &["wrong.asm", "--reference", "wrong.asm", "--games", "2000"]);
    check(&ran, 0, &["wrong.asm agrees with wrong.asm on 2000 games"], &[]);
}

#[test]
fn recorded_games_can_be_the_reference() {
    let folder = games();
    let words = ["game.asm", "--games", "2000", "--record", "games.json"];
    check(&diff(&folder, &words), 0, &["2000 games"], &[]);
    let ran = diff(&folder, &["game.asm", "--reference", "games.json"]);
    check(&ran, 0, &["game.asm agrees with games.json on 2000 games"], &[]);
    let ran = diff(&folder, &["wrong.asm", "--reference", "games.json"]);
    check(&ran, 1, &["wrong.asm disagrees with games.json in game 973 of 2000"], &[]);
    let folder = self::folder(&[("game.asm", RIGHT), ("no.json", "{}"), ("bad.json", "{\n3")]);
    let ran = diff(&folder, &["game.asm", "--reference", "no.json"]);
    check(&ran, 66, &[], &["error: no.json: this is not a recording"]);
    let ran = diff(&folder, &["game.asm", "--reference", "bad.json"]);
    check(&ran, 66, &[], &["error: bad.json: ", "line 2"]);
}

#[test]
fn scripts_get_one_json_object() {
    let folder = games();
    let ran = diff(&folder, &["wrong.asm", "--json"]);
    assert_eq!(ran.code, Some(1));
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(value["rule"], "merge-once");
    assert_eq!(value["script"], "2 2 2 4 0 0 0 0 0 0 A ; draws: none");
    assert_eq!(value["before"][2], 4);
    assert_eq!(value["kind"], "output");
    let lines = value["ran"].as_array().expect("a list");
    assert!(lines.iter().any(|line| line["line"] == 408 && line["first_time"] == true));
    let ran = diff(&folder, &["game.asm", "--json", "--games", "100"]);
    let value: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((ran.code, &value["agrees"]), (Some(0), &Value::Bool(true)));
}

#[test]
fn every_way_to_go_astray_has_its_sentence() {
    let cases: [(&str, &str); 8] = [
        ("here: j here\n", "before the first line is read: your program hangs"),
        ("here: syscall\nj here\n", "prints without end: more than 64 KiB"),
        ("li $v0, 10\nsyscall\n", "Your program ends before it reads a line."),
        ("lw $t0, 1($zero)\n", "your program fails: fetch address not aligned on word boundary"),
        ("READ li $v0, 10\nsyscall\n", "your program ends"),
        ("READ READ", "your program prints nothing; `Invalid move.` should come first"),
        ("li $v0, 5\nsyscall\n", "your program reads an integer and stops"),
        ("READ here: j here\n", "instructions without reading a line or printing anything"),
    ];
    for (code, sentence) in cases {
        let code = format!("{MENU}{}", code.replace("READ ", READ).replace("READ", READ));
        let ran = diff(&folder(&[("p.asm", &code)]), &["p.asm", "--script", "X ; draws: none"]);
        check(&ran, 1, &[sentence], &[]);
    }
    let silent = folder(&[("p.asm", "li $v0, 10\nsyscall\n")]);
    let sentence = "ends before it reads a line and without printing anything";
    check(&diff(&silent, &["p.asm"]), 1, &[sentence, "Rule broken: crash"], &[]);
    // To see this much, nobody has to understand how a program is played.
    let boards = |code: &str, sentence: &str| {
        let ran = diff(&folder(&[("p.asm", code)]), &["p.asm", "--compare", "boards"]);
        check(&ran, 1, &[sentence, "Rule broken: crash"], &[]);
    };
    boards(
        "li $v0, 10\nsyscall\n",
        "before the first line is read: the program ends and has printed nothing",
    );
    boards("here: j here\n", "before the first line is read: your program hangs");
    boards("here: j here\n", "the loop at line 1 ran 1999999 times: nothing in it leaves it");
    boards(
        "here: li $v0, 1\nsyscall\nj here\n",
        "before the first line is read: your program prints without end",
    );
    boards("lw $t0, 1($zero)\n", "fetch address not aligned on word boundary 0x00000001 in line 1");
    boards("lw $t0, 1($zero)\n", "error: `lw` needs an address that is a multiple of 4");
}

#[test]
fn nobody_reads_a_report_and_the_verdict_stays() {
    use std::process::{Command, Stdio};
    let folder = games();
    let mut child = Command::new(BINARY);
    child.args(["diff", "wrong.asm"]).current_dir(folder.path()).stdout(Stdio::piped());
    let mut child = child.spawn().expect("the command can be started");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn what_can_not_be_compared_has_its_own_code() {
    let none = r#"{"format": "fivetwelve games 2", "games": []}"#;
    let files = [("game.asm", RIGHT), ("bad.asm", "main: lw $t0\n"), ("none.json", none)];
    let folder = folder(&files);
    let check = |words: &[&str], parts: &[&str]| check(&diff(&folder, words), 2, &[], parts);
    check(&["bad.asm"], &["error", "bad.asm:1"]);
    check(&["game.asm", "--reference", "bad.asm"], &["bad.asm:1"]);
    // What would be found could not be kept.
    for option in ["--record", "--save"] {
        let ran = diff(&folder, &["game.asm", "--games", "1", option, "no/where"]);
        self::check(&ran, 74, &[], &["no/where could not be written"]);
    }
    let check = |code, words: &[&str], part| {
        self::check(&diff(&folder, &[&["game.asm"], words].concat()), code, &[], &[part]);
    };
    check(66, &["--reference", "none.json"], "none.json contains no games");
    check(64, &["--script", "1 ; draws: x"], "--script: the draw \"x\" is not a number");
    check(64, &["--script", ""], "--script is empty");
    check(64, &["--protocol", "game.toml"], "--protocol needs --compare boards");
    check(64, &["--compare", "boards", "--record", "r.json"], "without --reference or --record");
    for words in [["--games", "many"], ["--games", "0"], ["--threads", "0"]] {
        let ran = diff(&folder, &[&["game.asm"], &words[..]].concat());
        assert_eq!(ran.code, Some(64), "{}", ran.stderr);
    }
}

#[test]
fn a_line_that_looks_like_a_note_is_none() {
    // A menu that stops at a number sign.
    let code = format!("{MENU}l: {READ}lb $t0, b\nbeq $t0, '#', here\nb l\nhere: b here\n");
    let folder = folder(&[("p.asm", &code)]);
    let script = ["p.asm", "--reference", "p.asm", "--script", "# ; draws: none"];
    check(&diff(&folder, &script), 0, &["agrees"], &[]);
    let found = ["p.asm", "--script", "# ; draws: none", "--save", "found.txt"];
    check(&diff(&folder, &found), 1, &["prints nothing"], &[]);
    check(&diff(&folder, &["p.asm", "--script", "found.txt"]), 1, &["prints nothing"], &[]);
}

#[test]
fn other_words_are_judged_by_their_boards() {
    let right = include_str!("../asm/dialects/clock.asm");
    let wrong = include_str!("../asm/dialects/clock-wrong.asm");
    let columns = include_str!("../asm/dialects/columns.asm");
    let protocol = include_str!("../asm/dialects/columns.toml");
    let folder = folder(&[
        ("right.asm", right),
        ("wrong.asm", wrong),
        ("columns.asm", columns),
        ("columns.toml", protocol),
        ("alone.asm", columns),
        ("silent.asm", "x: li $v0, 5\nsyscall\nb x\n"),
        ("broken.toml", "[keys]\nup = 3\n"),
        ("game.asm", RIGHT),
    ]);
    let boards = |name: &str, words: &[&str]| {
        diff(&folder, &[&[name, "--compare", "boards", "--games", "40"], words].concat())
    };
    check(&boards("right.asm", &[]), 0, &["right.asm keeps the rules in 40 games"], &[]);
    let locked = ["Rule broken: invalid-input", "the menu does not accept this one"];
    check(&boards("game.asm", &[]), 1, &locked, &[]);
    let start = ["--script", "1 ; draws: 0 0 0 0 0 0"];
    check(&boards("game.asm", &start), 1, &["Rule broken: start"], &[]);
    let start = [&start[..], &["--allow", "start"]].concat();
    check(&boards("game.asm", &start), 0, &["keeps the rules"], &[]);
    check(&diff(&folder, &["game.asm", "--allow", "start"]), 64, &[], &["--compare boards"]);
    // A program that shows no board.
    let told = ["silent.asm: its keys could not be found", "answers were tried", "--protocol"];
    check(&boards("silent.asm", &[]), 2, &[], &told);
    check(&boards("columns.asm", &[]), 0, &["keeps the rules"], &[]);
    check(&boards("alone.asm", &["--protocol", "columns.toml"]), 0, &["keeps the rules"], &[]);
    check(&boards("right.asm", &["--protocol", "broken.toml"]), 66, &[], &["broken.toml:2:"]);
    check(&boards("right.asm", &["--reference", "right.asm"]), 64, &[], &["--reference"]);

    let ran = boards("wrong.asm", &["--save", "found.txt"]);
    let parts = ["wrong.asm breaks a rule in game", "Rule broken: merge-order", "Again with:"];
    check(&ran, 1, &parts, &[]);
    // What was found is found again by itself.
    check(&boards("wrong.asm", &["--script", "found.txt"]), 1, &["Rule broken: merge-order"], &[]);
    let ran = boards("wrong.asm", &["--json"]);
    let report: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((ran.code, &report["rule"]), (Some(1), &Value::from("merge-order")));

    let learnt = diff(&folder, &["right.asm", "--learn"]);
    check(&learnt, 0, &["[keys]", "[end]"], &[]);
}

fn mutants(folder: &Folder, words: &[&str]) -> Ran {
    let words = ["mutants"].iter().chain(words);
    folder.run(BINARY, words).expect("the command can be started")
}

#[test]
fn mutants_are_counted_by_kind() {
    let folder = games();
    let line =
        RIGHT.lines().position(|line| line.contains("generate_tile $t1")).expect("it is there");
    let lines = format!("{}..{}", line + 1, line + 2);
    let ran = mutants(&folder, &["game.asm", "--games", "400", "--lines", &lines, "--json"]);
    let report: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    let (made, killed) = (report["mutants"].as_u64(), report["killed"].as_u64());
    assert!(made > Some(5) && killed > Some(3) && killed <= made, "{report}");
    let survivors = report["survivors"].as_array().map(|list| list.len() as u64);
    assert_eq!(survivors, made.zip(killed).map(|(made, killed)| made - killed));
    // Where nobody reads $ra any more, a call is as good as a jump.
    let fates = &report["fates"];
    assert_eq!((&fates["never-ran"], &fates["unseen"]), (&0.into(), &0.into()), "{report}");
    assert_eq!(fates["same"].as_u64(), survivors);
    let ran = mutants(&folder, &["game.asm", "--games", "40", "--lines", &lines]);
    let told = ["found", "never ran", "Without the first two kinds", "Never ran:\n  line "];
    check(&ran, 0, &told, &[]);
    // Nothing can be said of mutants of a program that is wrong itself.
    let ran = mutants(&folder, &["wrong.asm"]);
    check(&ran, 2, &[], &["wrong.asm itself disagrees with the engine"]);
    check(&mutants(&folder, &["game.asm", "--lines", "9..1"]), 64, &[], &["such as 40..80"]);
}

#[test]
fn a_short_script_needs_no_draws() {
    let folder = folder(&[("game.asm", RIGHT), ("found", "X ; draws: none\n")]);
    for script in ["5", "-1 W", "found", "1 X"] {
        check(&diff(&folder, &["game.asm", "--script", script]), 0, &["agrees"], &[]);
    }
    check(
        &diff(&folder, &["game.asm", "--script", "no.txt"]),
        66,
        &[],
        &["no.txt could not be read"],
    );
}
