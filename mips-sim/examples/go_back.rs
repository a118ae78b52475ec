//! Runs a program with snapshots on the way, and goes back from its crash to the step before: the
//! snapshot, what the world had answered by then, and the rest by running again.
//!
//! `cargo run -p fivetwelve-mips-sim --example go_back`

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use mips_sim::host::{Recording, ScriptedHost};
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, assemble};

/// Reads numbers and uses the sum as an address, which fails for an odd one.
const SOURCE: &str = "\
main:   li      $v0, 5
        syscall
        addu    $s0, $s0, $v0
        bnez    $v0, main
        lw      $t0, ($s0)
";

pub(crate) fn main() {
    let mut files: &[(&str, &str)] = &[("crash.asm", SOURCE)];
    let image = assemble(&["crash.asm"], &mut files, &AsmOptions::default()).image;
    let mut machine = Machine::load(&image, &MachineOptions::default());

    // A recording passes everything on to a host and remembers its answers.
    let mut host = ScriptedHost::new("10\n20\n5\n0\n");
    let mut recording = Recording::new(&mut host);
    let mut moments = vec![(machine.snapshot(), recording.position())];
    let stop = loop {
        let stop = machine.run(&mut recording, &mut Off, 5);
        if stop != Stop::BudgetSpent {
            break stop;
        }
        // Each snapshot shares with the last one what did not change.
        let snapshot = machine.snapshot_after(&moments[moments.len() - 1].0);
        moments.push((snapshot, recording.position()));
    };
    println!("{stop}, at step {}, $s0 = {}", machine.steps(), machine.cpu.get(16));

    // One step back: from the last snapshot, with the same answers, to the step before.
    let Some(mut replay) = recording.finish() else { return };
    let (snapshot, position) = &moments[moments.len() - 1];
    let wanted = machine.steps() - 1;
    machine.restore(snapshot);
    replay.seek(*position);
    machine.run(&mut replay, &mut Off, wanted - machine.steps());
    println!("back at step {}, pc = 0x{:08x}", machine.steps(), machine.pc);
    assert_eq!((machine.steps(), machine.cpu.get(16)), (wanted, 35));

    // And to the very beginning.
    machine.restore(&moments[0].0);
    println!("back at step {}, $s0 = {}", machine.steps(), machine.cpu.get(16));
}
