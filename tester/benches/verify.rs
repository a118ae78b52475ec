//! How fast boards are verified: `cargo bench -p grader --bench verify`.
//!
//! Goes through a few layers of the documented game on one thread, walking and with boards typed in,
//! and prints boards and new tiles a second. `-- A..B` takes other layers.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the bench")]
#![expect(clippy::disallowed_methods, reason = "a bench reads the clock")]

use std::time::Instant;

use engine::solve::Alone;
use tester::verify::{Plan, Step, Verification};
use tester::{Limits, Program};

fn main() {
    let layers = std::env::args().find_map(|word| {
        let (first, last) = word.split_once("..")?;
        Some(first.parse().ok()?..=last.parse().ok()?)
    });
    let layers = layers.unwrap_or(350..=354);
    let source = include_str!("../../asm/fivetwelve.asm");
    let program = Program::assemble("fivetwelve.asm", source, Limits::default()).unwrap();
    for from_states in [false, true] {
        let plan = Plan { from_states, layers: layers.clone(), ..Plan::default() };
        let mut verification = Verification::new(&program, plan).unwrap();
        // The first one is also when its boards are looked up.
        assert!(matches!(verification.step(&Alone, &|_| ()), Step::Layer(..)));
        let before = verification.part().total();
        let start = Instant::now();
        while let Step::Layer(..) = verification.step(&Alone, &|_| ()) {}
        let seconds = start.elapsed().as_secs_f64();
        let total = verification.part().total();
        println!(
            "{}: {:.0} live boards a second, {:.2} million new tiles a second",
            if from_states { "boards typed in" } else { "walking" },
            (total.live - before.live) as f64 / seconds,
            (total.spawns - before.spawns) as f64 / seconds / 1e6,
        );
    }
}
