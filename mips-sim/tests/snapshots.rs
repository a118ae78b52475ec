//! What snapshots cost: the bytes that a chain of them keeps grow with what changed in between.

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Snapshot, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, assemble};

/// Touches 4 MiB of data, and then changes a word here and there for ever.
const LARGE: &str = "
        la      $t0, 0x10000000
        la      $t1, 0x10400000
fill:   sw      $t0, ($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, fill
again:  addiu   $t2, $t2, 4
        andi    $t3, $t2, 0xfffc
        sw      $t2, 0x10010000($t3)
        j       again
";

fn machine(source: &str) -> Machine {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    Machine::load(&assembly.image, &MachineOptions::default())
}

#[test]
fn a_thousand_snapshots_of_four_mebibytes_take_less_than_100_mb() {
    let mut machine = machine(LARGE);
    let mut host = ScriptedHost::default();
    assert_eq!(machine.run(&mut host, &mut Off, 3_200_000), Stop::BudgetSpent);
    assert!(machine.memory.size() >= 4 << 20);
    let mut snapshots = vec![machine.snapshot()];
    let first = snapshots[0].own_bytes();
    assert!(first > 4 << 20, "{first}");
    let mut added = first;
    for _ in 0..1000 {
        machine.run(&mut host, &mut Off, 500);
        snapshots.push(machine.snapshot_after(&snapshots[snapshots.len() - 1]));
        // What was just added is held by nobody else.
        added += snapshots[snapshots.len() - 1].own_bytes();
    }
    assert!(added < 100_000_000, "{added} bytes");

    // Every one is whole: run on from it, the next one is reached.
    for pair in snapshots.windows(2).step_by(90) {
        machine.restore(&pair[0]);
        machine.run(&mut host, &mut Off, 500);
        let (reached, steps) = (machine.memory.clone(), machine.steps());
        machine.restore(&pair[1]);
        assert!(machine.memory == reached && machine.steps() == steps);
    }

    // Dropping all but the last frees what they alone held.
    let last = snapshots.pop().expect("there are a thousand");
    let shared = last.own_bytes();
    drop(snapshots);
    assert!(shared < 50_000 && last.own_bytes() > 4 << 20, "{shared} {}", last.own_bytes());
}

#[test]
fn what_grows_is_still_shared() {
    // The heap grows upwards and the stack downwards, a page at a time.
    let source = "la $t0, 0x10040000\nmove $t1, $sp\ngrow: sw $t0, ($t0)\nsw $t1, ($t1)\n\
        addiu $t0, $t0, 4\naddiu $t1, $t1, -4\nj grow\n";
    let mut machine = machine(source);
    let mut host = ScriptedHost::default();
    let mut snapshots: Vec<Snapshot> = vec![machine.snapshot()];
    for _ in 0..50 {
        machine.run(&mut host, &mut Off, 5 * 1024);
        snapshots.push(machine.snapshot_after(&snapshots[snapshots.len() - 1]));
    }
    let bytes: usize = snapshots.iter().map(Snapshot::own_bytes).sum();
    let one = snapshots[50].own_bytes();
    // Each has its list of pages, and some changed ones.
    assert!(bytes < 4 << 20 && one < 100_000, "{bytes} {one}");
}
