//! Assembles a program, shows what is wrong with it if anything is, and runs it with some input.
//!
//! `cargo run -p fivetwelve-mips-sim --example assemble_and_run`

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use mips_sim::diag::mars;
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, assemble};

const SOURCE: &str = "
        .data
prompt: .asciiz \"How old are you? \"
        .text
main:   la      $a0, prompt
        li      $v0, 4              # print string
        syscall
        li      $v0, 5              # read integer
        syscall
        addiu   $a0, $v0, 1
        li      $v0, 1              # print integer
        syscall
        li      $v0, 10             # exit
        syscall
";

pub(crate) fn main() {
    // Sources come from a loader. A list of names and texts is one; the library opens no files.
    let mut files: &[(&str, &str)] = &[("age.asm", SOURCE)];
    let assembly = assemble(&["age.asm"], &mut files, &AsmOptions::default());
    if !assembly.succeeded() {
        let sources = &assembly.image.sources;
        println!("{}", mars::report(&assembly.diagnostics, sources, &str::to_string));
        return;
    }

    // The host is the world of the program: here input and output are in memory.
    let mut host = ScriptedHost::new("41\n");
    let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
    let stop = machine.run(&mut host, &mut Off, 1_000_000);

    println!("{}", String::from_utf8_lossy(&host.output));
    assert_eq!(host.output, b"How old are you? 42");
    println!("{stop} after {} instructions", machine.steps());
}
