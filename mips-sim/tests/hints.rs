//! Each hint in a program where it fires, and one beside it where it stays silent.

use mips_sim::diag::hint::{Report, report};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::History;
use mips_sim::{AsmOptions, assemble};

/// Runs a program; `None` if it ends well.
fn play(source: &str, input: &str) -> Option<Report> {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}: {:?}", assembly.diagnostics);
    let image = &assembly.image;
    let mut machine = Machine::load(image, &MachineOptions::default());
    let mut history = History::new(image, false);
    let mut host = ScriptedHost::new(input);
    let stop = machine.run(&mut host, &mut history, 8_000_000);
    if matches!(stop, Stop::Exit(_) | Stop::FellOffEnd) {
        return None;
    }
    Some(report(stop, &machine, Some(&history), image))
}

fn hint(source: &str, input: &str) -> String {
    let report = play(source, input).unwrap_or_else(|| panic!("ends well: {source}"));
    report.hint.unwrap_or_default()
}

#[track_caller]
fn fires(source: &str, expected: &str) {
    let text = hint(source, "");
    assert!(text.contains(expected), "{source}\n--- {text}\n--- {expected}");
}

#[track_caller]
fn silent(source: &str, not: &str) {
    let text = hint(source, "");
    assert!(!text.contains(not), "{source}\n--- {text}");
}

#[track_caller]
fn ends_well(source: &str) {
    assert_eq!(play(source, ""), None, "{source}");
}

#[test]
fn row_2_an_integer_printed_as_a_string() {
    fires(
        "li $a0, 5\nli $v0, 4\nsyscall",
        "`$a0` holds 5, which is not an address: syscall 1 prints",
    );
    fires("li $v0, 4\nsyscall", "`$a0` was never set");
    silent("li $a0, 0x20000000\nli $v0, 4\nsyscall", "syscall 1");
    ends_well(".data\nm: .asciiz \"x\"\n.text\nla $a0, m\nli $v0, 4\nsyscall");
}

#[test]
fn row_3_text_used_as_an_address() {
    let data = ".data\nmsg: .asciiz \"Hello\"\n.text\n";
    fires(
        &format!("{data}lw $a0, msg\nli $v0, 4\nsyscall"),
        "four characters of text (\"Hell\") that `lw` at line 4 loaded: `la $a0, msg`",
    );
    fires(&format!("{data}lw $t0, msg\nlb $t1, 0($t0)"), "`la $t0, msg`");
    silent(&format!("{data}li $a0, 0x6c6c6548\nli $v0, 4\nsyscall"), "`lw`");
}

#[test]
fn row_6_services_that_do_not_exist() {
    fires("syscall", "`$v0` was never set");
    fires(
        "li $v0, 18\nsyscall",
        "set at line 1: `li $v0, n` must come before `syscall`. Services with near numbers: 15",
    );
    fires(
        "li $a0, 64\nli $v0, 9\nsyscall\nsyscall",
        "still holds what the `syscall` at line 3 gave",
    );
    silent("li $v0, 100000\nsyscall", "near numbers");
}

#[test]
fn row_7_no_exit_at_the_end_of_main() {
    let f = "f: addiu $t0, $t0, 1\njr $ra";
    fires(
        &format!("main: jal f\n nop\n{f}"),
        "ran on from line 2 into `f` at line 3 without a call: `li $v0, 10`",
    );
    fires(&format!("main: li $t0, 1\nb g\ng: li $t1, 0\n{f}\nh: jal f"), "into `f` at line 4");
    fires(&format!("main: jal f\n{f}"), "ran on from line 1 into `f` at line 2");
    silent("main: li $t0, 1\njr $ra", "ran on");
    ends_well(&format!("main: jal f\nli $v0, 10\nsyscall\n{f}"));
}

#[test]
fn row_9_the_return_address_is_not_saved() {
    let g = "g: jr $ra";
    fires(
        &format!("main: jal f\nli $v0, 10\nsyscall\nf: jal g\nnop\njr $ra\n{g}"),
        "`$ra` was set by the call at line 4 inside `f` and never restored",
    );
    fires(&format!("main: jal g\nnop\njr $ra\n{g}"), "is not in a procedure that was called");
    ends_well(&format!(
        "main: jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -4\nsw $ra, 0($sp)\njal g\n\
         lw $ra, 0($sp)\naddi $sp, $sp, 4\njr $ra\n{g}"
    ));
    // A loop that is endless for another reason.
    silent(&format!("main: jal g\nx: b x\n{g}"), "$ra");
}

#[test]
fn row_12_the_stack_pointer_is_not_balanced() {
    let main = "main: jal f\nli $v0, 10\nsyscall\n";
    fires(
        &format!(
            "{main}f: addi $sp, $sp, -8\nsw $ra, 0($sp)\njal g\nlw $ra, 0($sp)\n\
             addi $sp, $sp, 8\njr $ra\ng: addi $sp, $sp, -4\njr $ra"
        ),
        "`$sp` is 4 lower at the `jr $ra` of `g` (line 11)",
    );
    fires(
        &format!(
            "{main}f: addi $sp, $sp, -8\nsw $ra, 4($sp)\naddi $sp, $sp, 4\nlw $ra, 4($sp)\njr $ra"
        ),
        "`$sp` is 4 lower at the `jr $ra` of `f` (line 8)",
    );
    silent(
        &format!(
            "{main}f: addi $sp, $sp, -4\nsw $zero, 0($sp)\nlw $ra, 0($sp)\naddi $sp, $sp, 4\njr $ra"
        ),
        "`$sp` is",
    );
}

#[test]
fn row_14_an_index_that_counts_elements() {
    let data = ".data\narr: .word 1, 2, 3\n.text\n";
    let expected =
        "`arr` + 1: `$t1` counts elements, and words are 4 bytes apart. `sll $t1, $t1, 2`";
    fires(&format!("{data}la $t0, arr\nli $t1, 1\nadd $t2, $t0, $t1\nlw $t3, 0($t2)"), expected);
    fires(&format!("{data}li $t1, 1\nlw $t3, arr($t1)"), expected);
    fires(
        &format!("{data}la $t0, arr\naddi $t0, $t0, 1\nlw $t3, 0($t0)"),
        "`$t0` was moved by 1 at line 5, and words are 4 bytes apart: move it by 4",
    );
    silent(&format!("{data}la $t0, arr\nlw $t3, 2($t0)"), "counts elements");
    fires("addi $sp, $sp, -3\nsw $t0, 0($sp)", "move `$sp` by multiples of 4 only");
}

#[test]
fn row_17_words_behind_a_string() {
    let data = ".data\ns: .asciiz \"abcd\"\nbuf: .space 8\nw: .word 1\n.text\n";
    fires(
        &format!("{data}la $t0, buf\nsw $t1, 4($t0)"),
        "`buf` itself (line 3) is not at a multiple of 4, because of what comes before it: write \
         `.align 2`",
    );
    silent(&format!("{data}la $t0, w\nsw $t1, 1($t0)"), ".align");
}

#[test]
fn row_39_a_counter_that_passes_its_goal() {
    fires(
        "li $t0, 0\nli $t1, 9\nl: addi $t0, $t0, 2\nbne $t0, $t1, l",
        "the loop of lines 3–4 ran ",
    );
    let up = "li $t0, 1\nl: beq $t0, 10, out\naddi $t0, $t0, 2\nj l\nout:";
    fires(up, "in steps of 2, and the exit at line 2 tests whether it equals 10, which it passed");
    fires(
        "li $t0, 9\nl: addi $t0, $t0, -2\nbnez $t0, l",
        "equals 0, which it passed: test with `bgt`",
    );
    fires("l: li $t1, 3\nb l", "nothing in it leaves it");
    fires(
        "li $t0, 1\nl: addi $t1, $t1, 1\nbnez $t0, l",
        "tests `$t0`, which nothing in it changes",
    );
    silent("li $t0, 1\nl: addu $t0, $t0, $t0\nori $t0, $t0, 1\nbnez $t0, l", "passed");
    fires(
        "li $t0, 1\nl: addi $t1, $t1, 1\nblt $t0, 7, l",
        "tests `$t0`, which nothing in it changes",
    );
    fires(
        "li $t2, 5\nl: addi $t1, $t1, 1\nbge $t0, $t2, out\nbltz $t2, l\nb l\nout:",
        "tests `$t0` and `$t2`, which nothing in it changes",
    );
    silent("l: addi $t0, $t0, 1\nandi $t0, $t0, 7\nblt $t0, 100000, l", "changes");
    fires(
        "li $t1, -3\nl: addi $t0, $t0, 1\nbne $t0, $t1, l",
        "equals -3, from which it moves away",
    );
    let prints = "li $t0, 1\nl: li $v0, 11\nli $a0, 65\nsyscall\nbnez REG, l";
    fires(&prints.replace("REG", "$t0"), "tests `$t0`, which nothing in it changes");
    silent(&prints.replace("REG", "$v0"), "changes");
    silent("li $t0, 1\nl: jal f\nbnez $t0, l\nli $v0, 10\nsyscall\nf: jr $ra", "changes");
    // Still on its way.
    silent("li $t1, 0x7fffffff\nl: addi $t0, $t0, 1\nbne $t0, $t1, l", "passed");
    ends_well("li $t0, 0\nli $t1, 10\nl: addi $t0, $t0, 2\nbne $t0, $t1, l");
}

#[test]
fn row_40_the_end_of_input() {
    let source = "li $v0, 5\nsyscall\nli $v0, 5\nsyscall\nli $v0, 10\nsyscall";
    let text = hint(source, "1\n");
    assert_eq!(text, "the program asked for the 2nd line at line 4, and the input has only 1");
    assert_eq!(play(source, "").unwrap().title, "end of input at syscall 5, line 2");
    assert!(hint(source, "").ends_with("line 2, and there was no input at all"));
    assert_eq!(play(source, "1\n2\n"), None);
}

#[test]
fn recursion_without_end() {
    let f =
        "f: addi $sp, $sp, -32\nsw $ra, 0($sp)\njal f\nlw $ra, 0($sp)\naddi $sp, $sp, 32\njr $ra";
    fires(&format!("jal f\n{f}"), "calls of `f` are open, the last from line 4");
    fires("l: addi $sp, $sp, -4\nsw $t0, 0($sp)\nb l", "more and more is put on the stack");
    silent("lw $t0, 0x7f000000", "stack");
}

#[test]
fn jumps_to_nowhere() {
    fires("main: li $t0, 1\njr $ra", "this was not called, so `$ra` is still 0");
    fires(".data\nx: .word 1\n.text\nla $t0, x\njr $t0", "is the address of the data at `x`");
    fires("jr $t5", "`$t5` was never set");
    fires(".data\nx: .word 1\n.text\nlw $t0, x\njr $t0", "`$t0` was loaded at line 4");
    silent("li $t0, 2\njr $t0", "`$t0`");
}

#[test]
fn addresses_that_are_numbers() {
    fires("lw $t0, 0($t1)", "`$t1` was never set: `la $t1, label`");
    fires("li $t1, 8\nlw $t0, 0($t1)", "`$t1` holds the number 8, set at line 1");
    fires(
        ".data\nx: .word 7\n.text\nlw $t1, x\nlb $t0, 0($t1)",
        "`$t1` holds 7, which `lw` at line 4",
    );
    fires("move $t1, $zero\nsw $t0, 0($t1)", "`$t1` is 0, set at line 1: a null pointer");
    fires("main: la $t0, main\nsw $t1, 0($t0)", "`main` is a label of code");
    silent("li $t1, 0x20000000\nlw $t0, 0($t1)", "number");
}

#[test]
fn arithmetic() {
    let overflow = play("li $t0, 0x7fffffff\nli $t1, 1\nadd $t2, $t0, $t1", "").unwrap();
    assert_eq!(overflow.title, "the result of 2147483647 + 1 does not fit in 32 bits");
    assert!(overflow.hint.unwrap().contains("use `addu`"));
    let difference = play("li $t0, 0x80000000\nli $t1, -1\nadd $t2, $t0, $t1", "").unwrap();
    assert_eq!(difference.title, "the result of -2147483648 + (-1) does not fit in 32 bits");
    fires("li $t1, 6\nrem $t0, $t1, $t2", "the divisor `$t2` is 0");
    fires("li $t1, 6\ndivu $t0, $t1, $t2", "the divisor `$t2` is 0");
    silent("break", "divisor");
    silent("li $t0, 0x10000\nmulo $t0, $t0, $t0", "divisor");
}

#[test]
fn services() {
    fires("li $a0, 0x7000000\nli $v0, 9\nsyscall", "0 bytes were handed out before");
    fires(
        "li $a0, -1\nli $v0, 9\nsyscall",
        "`$a0` must be the number of bytes; it was set at line 1",
    );
    fires("li $v0, 42\nsyscall", "`$a1` must be 1 or more, and was never set");
    fires(
        ".data\nm: .asciiz \"?\"\n.text\nla $a0, m\nli $v0, 51\nsyscall",
        "syscall 4 and syscall 5",
    );
    let text = hint("li $v0, 5\nsyscall", "abc\n");
    assert!(text.contains("a whole line that holds one integer"), "{text}");
}

#[test]
fn registers_that_matter_are_shown_with_who_set_them() {
    let check = |source: &str, expected: &[&str]| {
        let shown: Vec<String> = play(source, "")
            .unwrap()
            .registers
            .iter()
            .map(|r| format!("{} = {} {}", r.name, r.value, r.written))
            .collect();
        assert_eq!(shown, expected, "{source}");
    };
    check("li $t1, 8\nlw $t0, 0($t1)", &["$t1 = 8 set at line 1"]);
    check(".data\na: .word 1\n.text\nli $t1, 1\nlw $t0, a($t1)", &["$t1 = 1 set at line 4"]);
    check("li $t1, 6\ndiv $t0, $t1, $t2", &["$t1 = 6 set at line 1", "$t2 = 0 never set"]);
    check("jr $ra", &["$ra = 0 never set"]);
    check("li $v0, 99\nsyscall", &["$v0 = 99 set at line 1"]);
    check("li $a0, 5\nli $v0, 4\nsyscall", &["$v0 = 4 set at line 2", "$a0 = 5 set at line 1"]);
}

#[test]
fn a_service_is_named_even_if_it_has_answered() {
    let source = "li $a1, 0x103ffffc\nli $a2, 100\nli $v0, 14\nsyscall";
    let report = play(source, "0123456789").expect("it stores behind the heap");
    assert_eq!(
        report.title,
        "syscall 14 (read from file): nothing can be stored to 0x10400000: there is no memory"
    );
    let shown: Vec<_> = report.registers.iter().map(|register| register.name.as_str()).collect();
    assert_eq!(shown, ["$a0", "$a1", "$a2"]);
}

#[test]
fn an_argument_is_not_called_unset() {
    let source = "f: lw $v0, 0($a0)\njr $ra\n";
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    let image = &assembly.image;
    let told = |arguments: u32| {
        let mut machine = Machine::load(image, &MachineOptions::default());
        let mut history = History::new(image, false).with_arguments(arguments);
        let stop = machine.run(&mut ScriptedHost::new(""), &mut history, 100);
        let report = report(stop, &machine, Some(&history), image);
        (report.hint.unwrap_or_default(), report.registers[0].written.clone())
    };
    let (hint, written) = told(1 << 4);
    assert!(hint.contains("the caller passes 0 in `$a0`"), "{hint}");
    assert_eq!(written, "passed by the caller");
    let (hint, written) = told(0);
    assert!(hint.contains("`$a0` was never set"), "{hint}");
    assert_eq!(written, "never set");
}
