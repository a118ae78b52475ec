//! How fast programs run: `cargo bench -p fivetwelve-mips-sim --bench run`.
//!
//! Prints million instructions a second for each program of `bench/` and their geometric mean, with
//! the budget, the memory limit and the step count on, as they always are. The programs take
//! turns, and the best turn of each counts, since other work on the computer only makes it slower.
//! Then what a snapshot, a load and a start cost. `-- NAME…` runs only some programs, `--rounds N`
//! sets the number of turns.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the bench")]
#![expect(clippy::disallowed_methods, reason = "a bench reads files and the clock")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Snapshot, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, Image, assemble};

const PROGRAMS: [&str; 7] =
    ["arith", "fib", "sieve", "matmul", "quicksort", "strings", "mandelbrot"];
const BUDGET: u64 = 10_000_000_000;

fn main() {
    let mut rounds = 5;
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(rounds),
            // Cargo adds this one.
            "--bench" => {}
            name => names.push(name.to_string()),
        }
    }
    let wanted = |name: &&str| names.is_empty() || names.iter().any(|n| n == name);
    programs(&PROGRAMS.into_iter().filter(wanted).collect::<Vec<_>>(), rounds);
    if names.is_empty() {
        small_things();
        large_memory();
        the_game();
    }
}

fn image(source: &str) -> Image {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    assembly.image
}

fn programs(names: &[&str], rounds: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench");
    let read = |name: &&str| std::fs::read_to_string(folder.join(format!("{name}.asm"))).unwrap();
    let images: Vec<Image> = names.iter().map(|name| image(&read(name))).collect();
    let mut best = vec![(Duration::MAX, 0, String::new()); names.len()];
    for _ in 0..rounds {
        for (image, best) in images.iter().zip(&mut best) {
            let mut machine = Machine::load(image, &MachineOptions::default());
            let mut host = ScriptedHost::new("");
            host.output_limit = Some(1 << 20);
            let start = Instant::now();
            let stop = machine.run(&mut host, &mut Off, BUDGET);
            let time = start.elapsed();
            assert_eq!(stop, Stop::Exit(0));
            if time < best.0 {
                *best = (time, machine.steps(), String::from_utf8_lossy(&host.output).into());
            }
        }
    }
    println!("{:<12} {:>12} {:>9} {:>12}   output", "program", "instructions", "ms", "million/s");
    let mut logarithms = 0.0;
    for (name, (time, steps, output)) in names.iter().zip(&best) {
        let speed = *steps as f64 / time.as_secs_f64() / 1e6;
        logarithms += speed.ln();
        let milliseconds = time.as_secs_f64() * 1e3;
        println!("{name:<12} {steps:>12} {milliseconds:>9.1} {speed:>12.0}   {}", output.trim());
    }
    let mean = (logarithms / names.len() as f64).exp();
    println!("{:<12} {:>12} {:>9} {mean:>12.0}   best of {rounds}", "geom. mean", "", "");
}

/// A program that waits at a prompt with some data and some stack in use.
const PROMPT: &str = "
        .data
board:  .word   2, 0, 0, 4, 0, 0, 8, 0, 0, 16, 0, 0, 32, 0, 0, 64
text:   .asciiz \"your move: \"
line:   .space  64
        .text
main:   addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        la      $a0, text
        li      $v0, 4
        syscall
        li      $v0, 12
        syscall
        sw      $v0, board
        li      $v0, 10
        syscall
";

fn small_things() {
    println!();
    let prompt = image(PROMPT);
    let mut host = ScriptedHost::new("x\n");
    let mut machine = Machine::load(&prompt, &MachineOptions::default());
    machine.run(&mut host, &mut Off, 9);
    println!("a program at its prompt, {} bytes of memory:", machine.memory.size());
    let mut snapshot = machine.snapshot();
    time("snapshot and restore, a new snapshot each time", || {
        let snapshot = black_box(&machine).snapshot();
        machine.restore(black_box(&snapshot));
    });
    time("snapshot and restore, the same snapshot", || {
        machine.snapshot_into(black_box(&mut snapshot));
        machine.restore(black_box(&snapshot));
    });
    time("restore", || machine.restore(black_box(&snapshot)));
    time("restore and run to the end", || {
        machine.restore(black_box(&snapshot));
        let mut host = ScriptedHost::new(&b"x\n"[..]);
        black_box(machine.run(&mut host, &mut Off, 1000));
    });
    time("load", || {
        black_box(Machine::load(black_box(&prompt), &MachineOptions::default()));
    });
    time("assemble, load and run to the first output", || {
        let image = image(black_box(PROMPT));
        let mut machine = Machine::load(&image, &MachineOptions::default());
        let mut host = ScriptedHost::new("");
        machine.run(&mut host, &mut Off, 6);
        black_box(&host.output);
    });
}

/// A program that has touched 4 MiB and changes little from one snapshot to the next.
fn large_memory() {
    let source = "la $t0, 0x10000000\nla $t1, 0x10400000\n\
        fill: sw $t0, ($t0)\naddiu $t0, $t0, 4\nbne $t0, $t1, fill\n\
        again: addiu $t2, $t2, 4\nandi $t3, $t2, 0xfffc\nsw $t2, 0x10010000($t3)\nj again\n";
    let mut machine = Machine::load(&image(source), &MachineOptions::default());
    let mut host = ScriptedHost::new("");
    machine.run(&mut host, &mut Off, 4_000_000);
    println!("\na program that touched {} bytes of memory:", machine.memory.size());
    let mut snapshots = vec![machine.snapshot()];
    let mut best = Duration::MAX;
    for _ in 0..1000 {
        machine.run(&mut host, &mut Off, 1000);
        let start = Instant::now();
        let snapshot = machine.snapshot_after(&snapshots[snapshots.len() - 1]);
        best = best.min(start.elapsed());
        snapshots.push(snapshot);
    }
    let bytes: usize = snapshots.iter().map(Snapshot::own_bytes).sum();
    let milliseconds = best.as_secs_f64() * 1e3;
    println!("{:<48} {milliseconds:>9.3} ms", "snapshot after another, best of 1000");
    println!("{:<48} {:>9.1} MB", "1001 snapshots, what each alone holds", bytes as f64 / 1e6);
    let mut best = Duration::MAX;
    for snapshot in snapshots.iter().step_by(10) {
        let start = Instant::now();
        machine.restore(snapshot);
        best = best.min(start.elapsed());
    }
    println!("{:<48} {:>9.3} ms", "restore, best of 100", best.as_secs_f64() * 1e3);
}

/// The documented game: at its prompt, and twenty moves from the menu to the end.
fn the_game() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm/fivetwelve.asm");
    let game = image(&std::fs::read_to_string(path).unwrap());
    let start = Machine::load(&game, &MachineOptions::default());
    let mut machine = start.clone();
    // It stops where the first move is asked for, because the input ends there.
    let mut host = ScriptedHost::new("1\n");
    host.draws = Some(vec![1, 1, 0, 0, 0, 0, 0, 0, 0]);
    machine.run(&mut host, &mut Off, BUDGET);
    println!("\nasm/fivetwelve.asm at its prompt, {} bytes of memory:", machine.memory.size());
    let mut snapshot = machine.snapshot();
    time("snapshot and restore", || {
        machine.snapshot_into(black_box(&mut snapshot));
        machine.restore(black_box(&snapshot));
    });
    let mut copy = machine.clone();
    time("copy to another machine and back", || {
        copy.clone_from(black_box(&machine));
        machine.clone_from(black_box(&copy));
    });
    let input = format!("1\n{}X\n", "A\nS\nD\nW\n".repeat(5));
    let mut steps = 0;
    time("a game of 20 moves", || {
        machine.clone_from(&start);
        let mut host = ScriptedHost::new(input.as_bytes());
        host.draws = Some(vec![1, 1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(machine.run(&mut host, &mut Off, BUDGET), Stop::Exit(0));
        steps = machine.steps();
        black_box(host.output);
    });
    println!("({steps} instructions)");
}

/// The best of some hundred averages.
fn time(what: &str, mut work: impl FnMut()) {
    const EACH: u32 = 200;
    let mut best = Duration::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        for _ in 0..EACH {
            work();
        }
        best = best.min(start.elapsed() / EACH);
    }
    println!("{what:<48} {:>9.2} µs", best.as_secs_f64() * 1e6);
}
