//! What a person sees of a program that fails, and of one with mistakes.

use mips_sim::diag::hint::report;
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::History;
use mips_sim::observe::check::Check;
use mips_sim::{AsmOptions, assemble};
use render::{Style, findings, run_error};

/// What a person sees of a program's mistakes.
fn findings_of(source: &str) -> String {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}");
    let mut check = Check::new(&assembly.image);
    let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
    machine.run(&mut ScriptedHost::new(""), &mut check, 1_000);
    findings(
        check.findings(),
        &assembly.image,
        Style { color: false, width: 90, wrap_titles: false },
    )
}

#[test]
fn a_finding_shows_both_of_its_lines() {
    let source = "main: jal f\n li $v0, 10\n syscall\nf: jal g\n nop\n jr $ra\ng: jr $ra\n";
    insta::assert_snapshot!(findings_of(source), @r"
    warning[C0009]: `$ra` was set by the call at line 4 inside `f` and never restored, so `jr $ra` goes back there
     --> p.asm:6:2
      |
    6 |  jr $ra
      |  ^^^^^^
      |
      = help: save `$ra` on the stack before that call and load it again before returning
    note: this call sets `$ra`
     --> p.asm:4:4
      |
    4 | f: jal g
      |    ^^^^^

    1 finding
    ");
}

#[test]
fn a_finding_in_a_macro_shows_the_call() {
    let source = ".macro show(%r)\n move $a0, %r\n li $v0, 1\n syscall\n.end_macro\n\
        main: show($t0)\n";
    insta::assert_snapshot!(findings_of(source), @r"
    warning[C0030]: `$t0` is read, but nothing has been written to it
     --> p.asm:2:2
      |
    2 |  move $a0, $t0
      |  ^^^^^^^^^^^^^
      |
      = help: set it first: it is zero under MARS only
    note: in the macro that is called here
     --> p.asm:6:7
      |
    6 | main: show($t0)
      |       ^^^^^^^^^

    1 finding
    ");
}

#[test]
fn nothing_is_said_of_a_correct_program() {
    assert_eq!(findings_of("li $v0, 10\nsyscall\n"), "");
}

/// What a person sees of a program that fails.
fn error_of(source: &str) -> String {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}");
    let image = &assembly.image;
    let mut machine = Machine::load(image, &MachineOptions::default());
    let mut history = History::new(image, false);
    let stop = machine.run(&mut ScriptedHost::new("12\nabc\n"), &mut history, 5_000_000);
    run_error(
        &report(stop, &machine, Some(&history), image),
        image,
        Style { color: false, width: 100, wrap_titles: false },
    )
}

macro_rules! snapshots {
    ($($name:ident: $source:expr;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(error_of($source));
        })*
    };
}

snapshots! {
    integer_as_string: "main:   li $a0, 5\n        li $v0, 4   # print\n        syscall\n";
    text_as_address: ".data\nmsg: .asciiz \"Hello\"\n.text\nmain: lw $a0, msg\n  li $v0, 4\n  syscall\n";
    unknown_service: "main:\n  li $v0, 18\n  syscall\n";
    return_from_main: "main: li $t0, 1\n  jr $ra\n";
    ran_on: "main: li $a0, 3\n  jal f\nf:  sll $v0, $a0, 1\n  jr $ra\n";
    address_not_saved: "main: jal f\n  li $v0, 10\n  syscall\nf: jal g\n  jr $ra\ng: jr $ra\n";
    unbalanced: "main: jal f\n  li $v0, 10\n  syscall\nf: addi $sp, $sp, -8\n  sw $ra, 4($sp)\n  addi $sp, $sp, 4\n  lw $ra, 4($sp)\n  jr $ra\n";
    index_not_scaled: ".data\narr: .word 3, 1, 2\n.text\n  li $t1, 1\n  lw $t0, arr($t1)\n";
    label_not_aligned: ".data\ns: .asciiz \"abcd\"\nbuf: .space 8\n.text\n  la $t0, buf\n  sw $t1, 4($t0)\n";
    counter_passed: "  li $t0, 1\nloop: beq $t0, 10, done\n  addi $t0, $t0, 2\n  j loop\ndone:\n";
    end_of_input: "again: li $v0, 12\n  syscall\n  j again\n";
    recursion: "  jal f\nf: addi $sp, $sp, -64\n  sw $ra, 0($sp)\n  jal f\n";
    overflow: "  li $t0, 2147483647\n  addi $t1, $t0, 1\n";
    division: "  li $t1, 6\n  div $t0, $t1, $t2\n";
    in_a_macro: ".macro get(%r)\n  lw %r, 0($t9)\n.end_macro\n.macro both\n  get($t0)\n  get($t1)\n.end_macro\nmain: both\n";
    jump_to_data: ".data\ntable: .word 0\n.text\n  la $t0, table\n  jr $t0\n";
    null_pointer: "  move $t0, $zero\n  sw $t1, 4($t0)\n";
    not_an_integer: "  li $v0, 5\n  syscall\n  li $v0, 5\n  syscall\n";
    no_display: ".data\nq: .asciiz \"How many?\"\n.text\n  la $a0, q\n  li $v0, 51\n  syscall\n";
    trap: "  li $t0, 4\n  teqi $t0, 4\n";
    odd_register: "  add.d $f1, $f2, $f4\n";
}
