//! Programs that word things their own way, judged by the rules.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use grader::boards::{first_wrong, judge_script, learn};
use grader::{Limits, Program};

fn source(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm").join(name)).unwrap()
}

fn assemble(name: &str) -> Program {
    Program::assemble(name, &source(name), Limits::default()).unwrap()
}

#[test]
fn the_documented_game_passes_but_for_its_single_tile() {
    let program = assemble("fivetwelve.asm");
    let mut protocol = learn(&program).unwrap().protocol;
    let found = first_wrong(&program, &protocol, 0..400).unwrap();
    let verdict = found.verdict.clone().unwrap();
    assert_eq!(verdict.rule.name(), "start", "{verdict}");
    assert_eq!(judge_script(&program, &protocol, &found.script), found.verdict);
    protocol.board.start_tiles = vec![1, 2];
    assert_eq!(first_wrong(&program, &protocol, 0..400), None);
}
