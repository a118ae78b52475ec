//! Time for a turn of each strategy on one core, over the games that it plays itself on 4×4 cells.
//!
//! Turns that an exception decides count as any other. `cargo bench -p engine --bench strategies`
//! measures them all, and `-- em-v2 7` only these. Each line shows the fastest of five runs.

#![expect(clippy::print_stdout, reason = "a bench prints what it measures")]

use std::time::{Duration, Instant};

use engine::Rules;
use engine::strategy::{Play, Setup, Spec, list};

/// At least so many turns in a run, to the end of a game.
const TURNS: u64 = 2_000;
const RUNS: u64 = 5;
/// A run of a slow strategy is cut short after this time.
const PATIENCE: Duration = Duration::from_secs(3);

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let names: Vec<String> = match wanted.is_empty() {
        true => {
            list().filter(|entry| entry.sizes.contains(&4)).map(|entry| entry.name.into()).collect()
        }
        false => wanted,
    };
    println!("{:16} {:>10} {:>12} {:>8}", "strategy", "µs a turn", "turns a s", "turns");
    for name in names {
        match measure(&name) {
            Ok((micros, turns)) => {
                println!("{name:16} {micros:10.2} {:12.0} {turns:8}", 1e6 / micros);
            }
            Err(error) => println!("{name:16} {error}"),
        }
    }
}

/// The least time for a turn, in microseconds, and how many turns that was found from.
fn measure(name: &str) -> Result<(f64, u64), Box<dyn std::error::Error>> {
    let rules = Rules::classic();
    let mut strategy = name.parse::<Spec>()?.build(&Setup::new(rules))?;
    let mut least = (f64::INFINITY, 0);
    for run in 0..RUNS {
        let (mut spent, mut turns, mut seed) = (Duration::ZERO, 0, 1 + run * 1_000);
        while turns < TURNS && spent < PATIENCE {
            let mut play = Play::new(rules, seed);
            strategy.begin(seed);
            while let Some(position) = play.position() {
                let begin = Instant::now();
                let decision = strategy.choose(&position);
                spent += begin.elapsed();
                play.apply(decision);
                turns += 1;
                if spent > PATIENCE {
                    break;
                }
            }
            seed += 1;
        }
        let micros = spent.as_secs_f64() * 1e6 / turns as f64;
        if micros < least.0 {
            least = (micros, turns);
        }
    }
    Ok(least)
}
