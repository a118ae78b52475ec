//! `fivetwelve verify`, the real binary: the game agrees as far as is quick, faulty games are found
//! out by a shortest session, and parts, threads and interruptions change nothing.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine::packed::Packed;
use engine::solve::mips512_starts;
use fivetwelve_tests::{Folder, Ran};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// A folder with the game, and a faulty one if there is one of this name.
fn folder(faulty: &str) -> Folder {
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm");
    let read = |name: &str| std::fs::read(asm.join(name)).expect("the program is there");
    let game = ("game.asm".to_string(), read("fivetwelve.asm"));
    let faulty = (!faulty.is_empty())
        .then(|| (format!("{faulty}.asm"), read(&format!("faulty/{faulty}.asm"))));
    Folder::with([game].into_iter().chain(faulty)).expect("the folder can be made")
}

fn verify(folder: &Folder, line: &str) -> Ran {
    let words = ["verify"].into_iter().chain(line.split_whitespace());
    folder.run(BINARY, words).expect("the command can be started")
}

/// The JSON of a run that ends with this code.
#[track_caller]
fn json(folder: &Folder, line: &str, code: i32) -> Value {
    let ran = verify(folder, &format!("{line} --json"));
    assert_eq!(ran.code, Some(code), "{}{}", ran.stdout, ran.stderr);
    serde_json::from_str(&ran.stdout).expect("JSON on standard output")
}

#[test]
fn the_game_agrees_on_every_layer_up_to_64() {
    let ran = verify(&folder(""), "game.asm --layers 2..64");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn boards_that_are_typed_in_agree_too() {
    let folder = folder("");
    let walked = json(&folder, "game.asm --layers 2..30", 0);
    let typed = json(&folder, "game.asm --layers 2..30 --from-states", 0);
    assert_eq!(walked["total"], typed["total"]);
    assert_eq!(walked["layers"], typed["layers"]);
    assert!(typed["exhausted"].as_str().is_some_and(|text| text.contains("choice 2")));
}

/// The game with other lines in the place of some.
fn patched(name: &str, changes: &[(&str, &str)]) -> Folder {
    let asm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm");
    let mut source =
        std::fs::read_to_string(asm.join("fivetwelve.asm")).expect("the game is there");
    for (old, new) in changes {
        assert!(source.contains(old), "the game has no `{old}`");
        source = source.replace(old, new);
    }
    Folder::with([(name, source)]).expect("the folder can be made")
}

/// Where a board is printed.
const PRINT: &str = "main_loop:                              # Print the Grid\n";
/// The last data of the game.
const LAST: &str = "ORIGIN_GRID:    .word 0:9";
/// One word more, where a long line does not reach.
const COUNT: &str = "ORIGIN_GRID:    .word 0:9\n.space 100\nCOUNT: .word 0";
/// Where a move is read.
const READ: &str = "get_input MOVE                      # Get Input\n";

/// The board that a move leads to does not tell what these programs do. Each goes wrong after the fewest
/// lines that can show it.
#[test]
fn programs_that_remember_their_past_are_found_out() {
    let counts = [
        (LAST, COUNT),
        (
            PRINT,
            "main_loop:\nlw $s3, COUNT\naddi $s3, $s3, 1\nsw $s3, COUNT\nbeq $s3, 14, terminate\n",
        ),
    ];
    let lucky = [
        (LAST, COUNT),
        (
            "randomize 9 ",
            "randomize 9\nlw $s3, COUNT\nsw $a0, COUNT\nbne $a0, 4, fair\nbeq $s3, 4, terminate\nfair: # ",
        ),
    ];
    // Byte 3 of the line is what a longer line left there.
    let stale = [
        (LAST, "ORIGIN_GRID:    .word 0:9\nBUFFER: .word 0:30"),
        (READ, "get_input BUFFER\nlw $t0, BUFFER\nsw $t0, MOVE\n"),
    ];
    for (name, changes, lines) in
        [("counts.asm", &counts[..], 14), ("lucky.asm", &lucky, 3), ("stale.asm", &stale, 3)]
    {
        let folder = patched(name, changes);
        let found = json(&folder, &format!("{name} --layers 2..40 --threads 2"), 1);
        let found = &found["counterexample"];
        assert_eq!(found["lines"], lines, "{name}: {}", found["script"]);
        let repeat =
            folder.run(BINARY, ["diff", name, "--script", found["script"].as_str().unwrap()]);
        assert_eq!(repeat.expect("diff runs").code, Some(1), "{name}: {}", found["script"]);
    }
}

/// One that counts every line has a state for each number.
#[test]
fn a_program_with_too_many_states_is_refused_with_what_it_remembers() {
    let counts = [
        (LAST, COUNT),
        (
            READ,
            "get_input MOVE\nlw $s3, COUNT\naddi $s3, $s3, 1\nsw $s3, COUNT\n\
             beq $s3, 1000000, terminate\n",
        ),
    ];
    let ran = verify(&patched("lines.asm", &counts), "lines.asm --layers 2..20");
    assert_eq!(ran.code, Some(2), "{}", ran.stdout);
    assert!(ran.stderr.contains("remembers how it came to a board in `COUNT`"), "{}", ran.stderr);
}

#[test]
fn threads_do_not_change_the_result() {
    let folder = folder("loss-when-full");
    let one = json(&folder, "game.asm --layers 2..32 --threads 1", 0);
    let two = json(&folder, "game.asm --layers 2..32 --threads 2", 0);
    assert_eq!(one, two);
    let one = json(&folder, "loss-when-full.asm --threads 1", 1);
    let two = json(&folder, "loss-when-full.asm --threads 3", 1);
    assert_eq!(one, two);
}

/// The fewest lines after which a board of this kind can come up: one for the menu and one for each
/// move, by the rules alone.
fn lines_to(wanted: impl Fn(Packed<3>) -> bool) -> usize {
    let starts = mips512_starts().into_iter().map(|(board, _)| board);
    let mut boards: BTreeSet<Packed<3>> = starts.filter(|board| board.tile_sum() == 4).collect();
    let mut lines = 1;
    while !boards.iter().any(|board| wanted(*board)) {
        let moves =
            boards.iter().flat_map(|board| board.legal().iter().map(|way| board.slide(way)));
        let spawns =
            moves.flat_map(|pushed| pushed.empty().iter().map(move |at| pushed.spawn(at, 1)));
        boards = spawns.collect();
        lines += 1;
    }
    lines
}

/// Faulty games and the lines of the shortest session that shows it.
#[test]
fn faulty_games_are_found_out_by_a_shortest_session() {
    let cases = [
        ("no-bottom-line", 1),
        ("last-cell-never-starts", 1),
        ("start-with-fours", 1),
        ("right-moves-left", 2),
        ("spawn-on-occupied-cell", 2),
        ("spawn-after-illegal-move", 2),
        ("spawns-four", 2),
        ("lower-case-accepted", 2),
        ("two-tiles-spawn", 2),
        ("gap-blocks-merge", 2),
        ("sixteen-misaligned", lines_to(|board| board.has(4))),
        ("loss-when-full", lines_to(|board| board.empty().is_empty() && !board.legal().is_empty())),
        ("no-loss", lines_to(|board| board.legal().is_empty())),
    ];
    for (name, lines) in cases {
        let found = json(&folder(name), &format!("{name}.asm --layers 2..64"), 1);
        let found = &found["counterexample"];
        assert_eq!(found["lines"], lines, "{name}: {}", found["script"]);
        let parts = (&found["expected"], &found["got"]);
        assert_ne!(parts.0, parts.1, "{name}");
    }
}

#[test]
fn a_disagreement_is_shown_so_that_it_can_be_read_aloud() {
    for name in ["merge-adds-two", "spawn-bound-eight", "invalid-move-exits"] {
        let ran = verify(&folder(name), &format!("{name}.asm --layers 2..64"));
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        insta::assert_snapshot!(name, ran.stdout);
    }
}

#[test]
fn parts_make_the_whole_and_gaps_are_refused() {
    let folder = folder("");
    let whole = json(&folder, "game.asm --from-states --layers 2..26", 0);
    for (part, words) in [
        ("a", "--layers 2..20"),
        ("b1", "--layers 22..26 --shard 1/3"),
        ("b2", "--layers 22..26 --shard 2/3"),
        ("b3", "--layers 22..26 --shard 3/3"),
    ] {
        json(&folder, &format!("game.asm --from-states {words} --save {part}.json"), 0);
    }
    let joined = json(&folder, "merge a.json b3.json b1.json b2.json --save all.json", 0);
    assert_eq!(joined["total"], whole["total"]);
    assert_eq!(joined["layers"], whole["layers"]);
    assert_eq!(verify(&folder, "merge all.json").code, Some(0));

    let refused = |line: &str, words: &str| {
        let ran = verify(&folder, line);
        assert_eq!(ran.code, Some(2), "{}", ran.stdout);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    };
    refused("merge a.json b1.json b3.json", "layer 22, part 2/3, is missing");
    refused("merge all.json a.json", "layer 2, part 1/1, is there twice");
    refused("merge all.json b1.json", "cut into 1 parts and into 3");
    json(&folder, "game.asm --layers 28..28 --save walk.json", 0);
    refused("merge all.json walk.json", "some walked");
}

#[test]
fn a_part_of_a_walk_begins_with_boards_that_are_typed_in() {
    let folder = folder("loss-when-full");
    let whole = json(&folder, "game.asm --layers 2..26 --save whole.json", 0);
    json(&folder, "game.asm --layers 2..20 --save low.json", 0);
    json(&folder, "game.asm --layers 22..26 --save high.json", 0);
    let joined = json(&folder, "merge low.json high.json", 0);
    assert_eq!(joined["layers"], whole["layers"]);
    // What was walked and what was typed in is not forgotten when parts are joined.
    let entered = "the boards of layer 22 are entered through choice 2";
    assert!(joined["exhausted"].as_str().is_some_and(|text| text.contains(entered)));
    assert_eq!(whole["entered"], Value::Array(Vec::new()));
    let found = json(&folder, "loss-when-full.asm --layers 20..64", 1);
    let script = found["counterexample"]["script"].as_str().expect("a script").to_string();
    assert!(script.starts_with("2 "), "{script}");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = folder("");
    let whole = json(&folder, "game.asm --layers 2..40", 0);
    let state = folder.path().join("run.state");
    let words = "verify game.asm --layers 2..40 --state run.state --state-every 0 --json";
    let mut child = Command::new(BINARY)
        .args(words.split_whitespace())
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command can be started");
    let patience = Instant::now();
    while !state.exists() && patience.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(state.exists(), "there is a journal");
    let resumed = json(&folder, "game.asm --layers 2..40 --state run.state --state-every 0", 0);
    assert_eq!(resumed, whole);
    // The journal of a run that is over has the result.
    let again = json(&folder, "game.asm --layers 2..40 --state run.state", 0);
    assert_eq!(again, whole);

    let refused = |line: &str, code: i32, words: &str| {
        let ran = verify(&folder, line);
        assert_eq!(ran.code, Some(code), "{}", ran.stdout);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    };
    refused("game.asm --layers 2..38 --state run.state", 64, "the journal of another verification");
    let mut bytes = std::fs::read(&state).expect("a journal");
    let end = bytes.len() - 20;
    bytes[end] ^= 1;
    std::fs::write(&state, &bytes).expect("it can be written");
    refused("game.asm --layers 2..40 --state run.state", 66, "damaged");
}

#[test]
fn what_can_not_be_verified_says_why() {
    let files = [
        ("wrong.asm", "nonsense\n"),
        ("silent.asm", "li $v0, 10\nsyscall\n"),
        ("hangs.asm", "loop: j loop\n"),
        ("floods.asm", "li $v0, 1\nloop: syscall\nj loop\n"),
        (
            "lines.asm",
            ".data\ns: .byte 27 '[' '2' 'J' 10 0\n.text\nl: li $v0, 4\nla $a0, s\nsyscall\nb l\n",
        ),
    ];
    let folder = Folder::with(files).expect("the folder can be made");
    let check = |line: &str, code: i32, words: &str| {
        let ran = verify(&folder, line);
        assert_eq!(ran.code, Some(code), "{line}: {}{}", ran.stdout, ran.stderr);
        let text = ran.stdout + &ran.stderr;
        assert!(text.contains(words), "{line}: {text}");
    };
    check("missing.asm", 66, "missing.asm");
    check("wrong.asm", 2, "nonsense");
    check("silent.asm", 1, "before the first line");
    check("hangs.asm", 1, "hangs: it neither ends nor reads a line");
    check("floods.asm", 1, "prints on without end");
    // Neither a flood nor signs that move the cursor reach the terminal.
    check("lines.asm", 1, "\\u{1b}[2J\n… and 13,");
    check("silent.asm --threads 100000", 1, "before the first line");
    check("silent.asm --state no/run.state", 74, "no/run.state could not be written");
    check("silent.asm --layers 3..9", 64, "even tile sums");
    check("silent.asm --layers 9", 64, "two even tile sums");
    check("silent.asm --shard 1/2", 64, "--shard needs --from-states");
    check("silent.asm --from-states --shard 3/2", 64, "a part such as 1/4");
    check("silent.asm --save no/where.json", 74, "could not be written");
}
