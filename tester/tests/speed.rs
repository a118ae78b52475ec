//! How long it takes to learn each dialect, and how many games a second are played by boards and exactly.
//!
//! It measures processor time and judges nothing, so it is run by hand, with a release build:
//!
//! ```sh
//! cargo test --release -p fivetwelve-tester --test speed -- --ignored --nocapture --test-threads 1
//! ```
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::protocol::Fidelity;
use tester::boards::{Protocol, learn, play_game};
use tester::compare::Duel;
use tester::generate::Generator;
use tester::{Limits, Program, Reference};

/// How often everything is measured. The least counts.
const TIMES: usize = 5;
/// The games that are played each time.
const GAMES: u64 = 4_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

fn program(name: &str) -> Program {
    let source = fs::read_to_string(folder().join(name)).unwrap();
    Program::assemble(name, &source, Limits::default()).unwrap()
}

/// What this thread has taken of a processor. The count is brought up to date when the thread gives way.
fn processor_time() -> Duration {
    std::thread::yield_now();
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(told.split(' ').next().unwrap().parse().unwrap())
}

/// The least time of several.
fn least(mut work: impl FnMut()) -> Duration {
    let times = (0..TIMES).map(|_| {
        let start = processor_time();
        work();
        processor_time() - start
    });
    times.min().unwrap_or_default()
}

#[test]
#[ignore = "measures, with a release build"]
fn learning() {
    let files = fs::read_dir(folder().join("dialects")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".asm")).collect();
    names.sort();
    let time = |name: &String| {
        let program = program(&format!("dialects/{name}"));
        (least(|| drop(learn(&program))), name.clone())
    };
    let mut times: Vec<(Duration, String)> = names.iter().map(time).collect();
    times.sort();
    for (time, name) in &times {
        println!("{:7.1} ms  {name}", 1_000.0 * time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(time, _)| *time).sum();
    println!(
        "{} programs: {:.1} ms in the middle, {:.1} on average",
        times.len(),
        1_000.0 * times[times.len() / 2].0.as_secs_f64(),
        1_000.0 * all.as_secs_f64() / times.len() as f64
    );
}

#[test]
#[ignore = "measures, with a release build"]
fn games_by_boards_and_exactly() {
    let program = program("fivetwelve.asm");
    let mut protocol = Protocol::documented();
    protocol.board.start_tiles = vec![1, 2];
    let generator = Generator::new(0);
    let mut duel = Duel::new(program.subject(), Reference::new(Fidelity::Program));
    // Behind the fixed games, so that both are random ones, of about as many lines.
    let games = || generator.fixed()..generator.fixed() + GAMES;
    let exact = least(|| games().for_each(|at| drop(duel.play(&generator.script(at)))));
    let boards = least(|| games().for_each(|at| drop(play_game(&program, &protocol, 0, at))));
    let rate = |time: Duration| GAMES as f64 / time.as_secs_f64();
    println!(
        "{:.0} games a second by boards, {:.0} exactly: {:.0} %",
        rate(boards),
        rate(exact),
        100.0 * rate(boards) / rate(exact)
    );
}
