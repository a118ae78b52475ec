//! `fivetwelve.asm` and the engine, side by side: the same lines and the same draws must give the
//! same bytes and the same end, in thousands of random games.

use std::collections::BTreeMap;

use engine::Scripted;
use engine::protocol::{End, Fidelity, Session};
use mips_sim::host::system::Crash;
use mips_sim::java::Random;
use mips_sim::machine::{Fault, ServiceFault, Stop};

use super::game::game;
use super::{host, run};

const GAMES: i64 = 10_000;

/// Lines that are no move, no choice and no tile, or only almost.
const ODD_LINES: [&str; 16] = [
    "",
    "w",
    "ab",
    "abc",
    " A",
    "A ",
    "WW",
    "ń",
    "X\u{10a}\u{100}\u{100}",
    "3",
    "4",
    "-0",
    "+4",
    "08",
    "1024",
    "2 4",
];

/// A game of some kind: from the menu or from a state, with few or many odd lines.
fn lines(random: &mut Random) -> Vec<String> {
    let mut below = |bound: i32| random.next_int_below(bound) as usize;
    let mut lines = Vec::new();
    let odd = [0, 0, 4, 30][below(4)];
    if below(2) == 0 {
        lines.push("1".to_owned());
    } else {
        lines.push("2".to_owned());
        let largest = 1 + below(10);
        let empty = below(4);
        for _ in 0..9 {
            let exponent = if below(4) < empty { 0 } else { below(largest as i32) };
            lines.push(if exponent == 0 { "0".into() } else { (1 << exponent).to_string() });
        }
    }
    for _ in 0..below(40) {
        lines.push(["W", "A", "S", "D"][below(4)].to_owned());
    }
    if below(4) > 0 {
        lines.push("X".to_owned());
    }
    let mut with_odd_ones = Vec::new();
    for line in lines {
        while below(100) < odd {
            with_odd_ones.push(ODD_LINES[below(16)].to_owned());
        }
        with_odd_ones.push(line);
    }
    with_odd_ones
}

#[test]
fn the_program_and_the_engine_agree_on_ten_thousand_games() {
    let image = game();
    let mut ends = BTreeMap::new();
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let lines = lines(&mut random);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let draws: Vec<u32> = (0..100).map(|_| random.next_int_below(18) as u32).collect();

        let host = host(&lines, &draws);
        let input = host.input.clone();
        let program = run(&image, host);
        let session = Session::new(Fidelity::Program);
        let (output, end) = session.run(&input, &mut Scripted::new(draws));

        assert_eq!(program.output.as_bytes(), output, "game {seed}: {lines:?}");
        let (name, same) = match end {
            End::Won => ("won", program.stop == Stop::Exit(0)),
            End::Lost => ("lost", program.stop == Stop::Exit(0)),
            End::Quit => ("quit", program.stop == Stop::Exit(0)),
            End::Eof => (
                "end of input",
                matches!(program.stop, Stop::Crash { crash: Crash::EndOfInput, .. }),
            ),
            End::InputError { .. } => {
                let integer = Fault::Service(ServiceFault::Integer);
                (
                    "no integer",
                    matches!(program.stop, Stop::Fault { fault, .. } if fault == integer),
                )
            }
        };
        assert!(same, "game {seed}: {lines:?} ends with {end:?} and {:?}", program.stop);
        *ends.entry(name).or_insert(0) += 1;
    }
    // Each way to end a game is seen often enough to mean something.
    assert_eq!(ends.len(), 5, "{ends:?}");
    assert!(ends.values().all(|count| *count > 100), "{ends:?}");
}
