//! Snapshots: the whole state of a machine, kept to go back to.
//!
//! Instructions are shared between a machine and its snapshots. What is copied is the registers and
//! the memory that the program has touched, which for a small program is a few kilobytes; taking a
//! snapshot again and restoring one reuse the memory that is there. The world outside, which a
//! [`crate::host::Host`] stands for, is not part of it.

use std::sync::Arc;

use super::Machine;

/// The state of a machine at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot(Machine);

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
        Snapshot(self.clone())
    }

    /// Keeps the state in a snapshot that is no longer needed, which is faster than in a new one.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.0.clone_from(self);
    }

    /// Goes back to a snapshot, of this machine or of another one.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.clone_from(&snapshot.0);
    }
}

impl Snapshot {
    /// The machine as it was.
    pub fn machine(&self) -> &Machine {
        &self.0
    }
}

impl Clone for Machine {
    fn clone(&self) -> Machine {
        Machine {
            cpu: self.cpu.clone(),
            memory: self.memory.clone(),
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
        }
    }

    /// Every field by name, so that a new one is not forgotten.
    fn clone_from(&mut self, source: &Machine) {
        let Machine {
            cpu,
            memory,
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
        } = source;
        self.cpu.clone_from(cpu);
        self.memory.clone_from(memory);
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
    }
}
