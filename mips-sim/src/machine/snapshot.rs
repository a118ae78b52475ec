//! Snapshots: the whole state of a machine, kept to go back to.
//!
//! There are two ways to keep one. A copy of a machine is a machine: `clone_from` to it and back is the
//! fastest for a small program, with one copy that is used again and again; with much data,
//! [`Memory::share`] lets copies have it in common. A [`Snapshot`] shares its
//! pages of memory with others, so that thousands of them take as much memory as changed in between.
//! Instructions are shared in both. The world outside, which a [`crate::host::Host`] stands for, is
//! not part of either; for its answers there is [`crate::host::Replay::seek`].

use std::sync::Arc;

use super::Machine;
use super::memory::{Memory, SavedWords};

/// The state of a machine at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// All but the words of its memory.
    machine: Machine,
    words: SavedWords,
}

impl Machine {
    /// Keeps the state of the machine.
    ///
    /// ```
    /// use mips_sim::host::ScriptedHost;
    /// use mips_sim::machine::{Machine, MachineOptions};
    /// use mips_sim::observe::Off;
    /// use mips_sim::{AsmOptions, assemble};
    ///
    /// let mut files: &[(&str, &str)] = &[("p.asm", "li $t0, 1\nli $t0, 2\nli $t0, 3\n")];
    /// let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
    /// let mut machine = Machine::load(&image, &MachineOptions::default());
    /// machine.run(&mut ScriptedHost::new(""), &mut Off, 1);
    /// let snapshot = machine.snapshot();
    /// machine.run(&mut ScriptedHost::new(""), &mut Off, 10);
    /// assert_eq!(machine.cpu.get(8), 3);
    /// machine.restore(&snapshot);
    /// assert_eq!((machine.cpu.get(8), machine.steps()), (1, 1));
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        let machine = self.with_memory(self.memory.without_words());
        let mut snapshot = Snapshot { machine, words: SavedWords::default() };
        self.memory.save(&mut snapshot.words);
        snapshot
    }

    /// Keeps the state of the machine, and shares the pages of memory that are as in an earlier
    /// snapshot. It takes time to compare them, and memory only for those that are not.
    pub fn snapshot_after(&self, earlier: &Snapshot) -> Snapshot {
        let mut snapshot = earlier.clone();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// Keeps the state in a snapshot that is no longer needed, which is faster than in a new one.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.machine.copy_all_but_memory(self);
        snapshot.machine.memory.copy_all_but_words(&self.memory);
        self.memory.save(&mut snapshot.words);
    }

    /// Goes back to a snapshot, of this machine or of another one.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.copy_all_but_memory(&snapshot.machine);
        self.memory.copy_all_but_words(&snapshot.machine.memory);
        self.memory.restore(&snapshot.words);
    }

    fn with_memory(&self, memory: Memory) -> Machine {
        Machine {
            cpu: self.cpu.clone(),
            memory,
            pc: self.pc,
            options: self.options,
            code: self.code.clone(),
            kernel: self.kernel.clone(),
            delay: self.delay,
            system: self.system.clone(),
            devices: self.devices.clone(),
            steps: self.steps,
            fetches: self.fetches,
            last_fetch: self.last_fetch,
            detours: self.detours,
        }
    }

    /// Every field by name, so that a new one is not forgotten.
    fn copy_all_but_memory(&mut self, source: &Machine) {
        let Machine {
            cpu,
            memory: _,
            pc,
            options,
            code,
            kernel,
            delay,
            system,
            devices,
            steps,
            fetches,
            last_fetch,
            detours,
        } = source;
        self.cpu.clone_from(cpu);
        self.pc = *pc;
        self.options = *options;
        // Counting a reference up and another one down costs more than to look.
        if !Arc::ptr_eq(&self.code, code) {
            self.code.clone_from(code);
        }
        if !Arc::ptr_eq(&self.kernel, kernel) {
            self.kernel.clone_from(kernel);
        }
        self.delay = *delay;
        self.system.clone_from(system);
        self.devices.clone_from(devices);
        self.steps = *steps;
        self.fetches = *fetches;
        self.last_fetch = *last_fetch;
        self.detours = *detours;
    }
}

impl Clone for Machine {
    fn clone(&self) -> Machine {
        self.with_memory(self.memory.clone())
    }

    /// Reuses the memory of the one that is replaced.
    fn clone_from(&mut self, source: &Machine) {
        self.copy_all_but_memory(source);
        self.memory.clone_from(&source.memory);
    }
}

impl Snapshot {
    /// How many bytes only this snapshot holds: what a new one has added to those that are kept, and
    /// what is free when it is dropped. Buffers of services and devices are not counted.
    pub fn own_bytes(&self) -> usize {
        size_of::<Snapshot>() + self.words.iter().map(|pages| pages.own_bytes()).sum::<usize>()
    }
}
