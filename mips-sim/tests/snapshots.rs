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

/// A store copies its page and a load nothing, wherever they are; what is used often is copied whole.
#[test]
fn few_uses_of_shared_memory_copy_little_of_it() {
    let mut machine = machine(".data\ntable: .word 7:900000\n.text\nli $v0, 10\nsyscall\n");
    machine.memory.share();
    let before = machine.memory.own_size();
    let last = 0x1001_0000 + 4 * 899_999;
    for address in [0x1010_0000, 0x1020_0000, last] {
        assert_eq!(machine.memory.load_word(address), Ok(7));
    }
    assert_eq!(machine.memory.own_size(), before);
    machine.memory.store_word(last, 8).expect("there is memory");
    machine.memory.store_word(0x1010_0000, 9).expect("there is memory");
    assert!(machine.memory.own_size() <= before + 2 * 4096);
    for _ in 0..900_000 / 64 {
        assert_eq!(machine.memory.load_word(last), Ok(8));
    }
    assert!(machine.memory.own_size() >= 3_600_000);
    assert_eq!(machine.memory.load_word(0x1010_0000), Ok(9));
}

/// A machine and a copy that shares its memory go through the same stores and loads, in the data, below
/// it and behind it; the shared one is copied, reset and restored in between.
#[test]
fn memory_that_is_shared_until_it_is_touched_is_the_same_memory() {
    let start = machine(".data\ntable: .word 7:100000\n.text\nli $v0, 10\nsyscall\n");
    let mut shared_start = start.clone();
    shared_start.memory.share();
    assert!(shared_start.memory.own_size() < 100_000);
    assert_eq!(shared_start.memory.size(), start.memory.size());
    assert_eq!(shared_start.memory.used_blocks(), start.memory.used_blocks());
    let mut chance = 1u32;
    let mut next = || {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        chance >> 8
    };
    let (mut plain, mut shared) = (start.clone(), shared_start.clone());
    for round in 0..400 {
        // Sometimes near the beginning of the data only, so that the rest stays shared.
        let reach = [0x1_0000, 0x2_0000, 0x6_4000, 0x9_0000][round % 4];
        for _ in 0..20 {
            let address =
                0x1000_0000 + next() % reach + if reach > 0x1_0000 { 0x1_0000 } else { 0 };
            let value = next();
            let (one, other) = (&mut plain.memory, &mut shared.memory);
            match next() % 5 {
                // What is used often is copied in the end.
                2 if value % 8 == 0 => {
                    for _ in 0..2_000 {
                        assert_eq!(one.load_word(address), other.load_word(address));
                    }
                }
                0 => assert_eq!(one.store_word(address, value), other.store_word(address, value)),
                1 => assert_eq!(one.store_byte(address, value), other.store_byte(address, value)),
                2 => assert_eq!(one.load_word(address), other.load_word(address)),
                3 => assert_eq!(one.load_byte(address), other.load_byte(address)),
                _ => {
                    let word = address & !3;
                    assert_eq!(one.peek(word).unwrap_or(0), other.peek(word).unwrap_or(0));
                }
            }
        }
        let mut changes = Vec::new();
        assert_eq!(shared.difference(&plain, &mut changes), Ok(()));
        assert_eq!(plain.difference(&shared, &mut changes), Ok(()));
        assert_eq!(changes, [], "round {round}");
        match next() % 8 {
            0 => {
                plain.clone_from(&start);
                shared.clone_from(&shared_start);
            }
            1 => shared = shared.clone(),
            2 => {
                let snapshot = shared.snapshot();
                shared.clone_from(&shared_start);
                shared.restore(&snapshot);
            }
            3 => shared.memory.share(),
            4 => {
                let mut again = shared_start.clone();
                shared.difference(&shared_start, &mut changes).expect("the same program");
                again.change(&changes).expect("there is room");
                shared = again;
            }
            _ => {}
        }
    }
    // The one that all were copied from is as it was.
    let mut changes = Vec::new();
    assert_eq!(shared_start.difference(&start, &mut changes), Ok(()));
    assert_eq!(changes, []);
}
