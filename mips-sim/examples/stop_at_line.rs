//! Stops a program each time that it comes to a line of the source, and shows some registers: what a
//! debugger does at a breakpoint.
//!
//! `cargo run -p fivetwelve-mips-sim --example stop_at_line`

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::ops::ControlFlow;

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::{Done, Observer};
use mips_sim::{AsmOptions, assemble};

const SOURCE: &str = "\
main:   li      $t0, 3
loop:   addu    $t1, $t1, $t0       # line 2
        addiu   $t0, $t0, -1
        bgtz    $t0, loop
        li      $v0, 10
        syscall
";

/// Stops the machine where control comes to an address.
struct Breakpoint(u32);

impl Observer for Breakpoint {
    /// Called after each instruction. `done.next` is the address of the one that comes now.
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        if done.next == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

pub(crate) fn main() {
    let mut files: &[(&str, &str)] = &[("sum.asm", SOURCE)];
    let image = assemble(&["sum.asm"], &mut files, &AsmOptions::default()).image;

    // The first instruction of line 2.
    let in_line_2 = |address: u32| image.place(address).is_some_and(|place| place.line == 2);
    let word = image.text.iter().find(|word| in_line_2(word.address));
    let Some(address) = word.map(|word| word.address) else { return };

    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = ScriptedHost::default();
    let mut stops = 0;
    // A machine that was stopped runs on from where it is.
    while let Stop::Break { .. } = machine.run(&mut host, &mut Breakpoint(address), 1_000_000) {
        let (t0, t1) = (machine.cpu.get(8), machine.cpu.get(9));
        println!("step {}: line 2, $t0 = {t0}, $t1 = {t1}", machine.steps());
        stops += 1;
    }
    assert_eq!(stops, 3);
}
