//! Tests of the source: every demand, met and not met.
#![expect(clippy::unwrap_used, reason = "an assignment that can't be read fails the test")]

use std::collections::BTreeMap;

use grader::assignment;
use grader::book::{Exhibit, Status, TestEntry};
use grader::grade::{Bench, Submission};

/// What a test of these lines says of a program: one line for each failure.
#[track_caller]
fn check(head: &str, demands: &str, program: &str, expected: &[&str]) {
    let result = graded(head, demands, program);
    let told: Vec<String> = result.failures.iter().map(|f| f.sentences.join("; ")).collect();
    assert_eq!(told, expected, "{demands}\n{program}");
    let status = if expected.is_empty() { Status::Passed } else { Status::Failed };
    assert_eq!(result.status, status);
}

fn graded(head: &str, demands: &str, program: &str) -> TestEntry {
    let text = format!(
        "id = \"x\"\ntitle = \"X\"\nreference = \"r.asm\"\nstarter = \"given.asm\"\n{head}\n\
         [[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"static\"\npoints = 1\n{demands}\n"
    );
    let given = "twice: add $v0, $a0, $a0\n mul $t0, $t0, $t0\n jr $ra\n";
    let files = [
        ("assignment.toml", text.as_str()),
        ("r.asm", "main: li $v0, 10\nsyscall\n"),
        ("given.asm", given),
    ];
    let folder: BTreeMap<String, Vec<u8>> =
        files.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).into();
    let assignment = assignment::read(&folder).unwrap();
    Bench::new(&assignment, 0).grade(&Submission::of_text("p.asm", program)).results.remove(0)
}

const EXIT: &str = "li $v0, 10\nsyscall\n";

#[test]
fn what_does_not_assemble_is_shown_with_its_lines() {
    let result = graded("", "assembles = true", "main:\tad $t0, $t1, $t2\n li $t9\n");
    assert_eq!(result.status, Status::Failed);
    let failure = &result.failures[0];
    assert_eq!(failure.lines[0].text, "main:\tad $t0, $t1, $t2");
    let Exhibit::Text { text, .. } = &failure.shown[0] else { unreachable!() };
    insta::assert_snapshot!(text, @r"
    error[E0009]: `ad` is not an instruction
     --> p.asm:1:7
      |
    1 | main:    ad $t0, $t1, $t2
      |          ^^ expected an instruction, a directive or a macro
      |
      = help: did you mean `add` or `and`?
    error[E0011]: `li` needs more operands
     --> p.asm:2:8
      |
    2 |  li $t9
      |        ^ expected something like `li $t1, -100`
      |
      = note: `li` accepts:
                  li $t1, 100
    ");
    assert_eq!(graded("", "max-lines = 5", "ad").status, Status::Blocked);
    assert_eq!(graded("", "assembles = true", EXIT).status, Status::Passed);
}

#[test]
fn names_have_to_be_used_outside_comments_and_texts() {
    let program =
        format!("main: JAL f\nla $a0, t\n{EXIT}f: jr $ra # mul\n.data\nt: .asciiz \"div\"\n");
    check("", "uses = [\"jal\", \"f\", \".asciiz\", \"ori\"]", &program, &[]);
    let demands = "uses = [\"mul\", \"div\", \"jal\"]";
    check("", demands, &program, &["`mul`, `div` is nowhere in the program"]);
}

#[test]
fn banned_instructions_are_found_as_written_and_as_what_they_become() {
    let head = "banned = [\"mul\", \"div\"]";
    let program = format!("Mul $t0, $t0, $t0\nrem $t0, $t0, $t1\n{EXIT}.include \"given.asm\"\n");
    let told = "p.asm:1: `mul` is not allowed; p.asm:2: `rem` becomes `div`, which is not allowed";
    check(head, "allowed-only = true", &program, &[told]);
    let clean = format!("sll $t0, $t0, 1 # mul\n{EXIT}.include \"given.asm\"\n");
    check(head, "allowed-only = true", &clean, &[]);
}

#[test]
fn services_are_found_when_they_are_called_and_where_they_are_certain() {
    let head = "services = [1, 10]";
    let by_run = format!("li $t0, 41\nmove $v0, $t0\nsyscall\n{EXIT}");
    let told = ["p.asm:3: service 41 (random integer) is called"];
    check(head, "allowed-only = true", &by_run, &told);
    let unreached = format!("{EXIT}li $v0, 13\nli $a0, 0\nsyscall\n");
    let told = ["p.asm:5: service 13 (open file) is called"];
    check(head, "allowed-only = true", &unreached, &told);
    let unknown = format!("{EXIT}li $v0, 13\nx: syscall\n");
    check(head, "allowed-only = true", &unknown, &[]);
}

#[test]
fn conventions_are_watched() {
    let wrong = format!("jal f\n{EXIT}f: addiu $sp, $sp, -4\njr $ra\n");
    let result = graded("", "conventions = true", &wrong);
    assert_eq!(result.failures.len(), 1);
    assert!(result.failures[0].sentences[0].contains("4 bytes lower than at entry"));
    check("", "conventions = true", EXIT, &[]);
}

#[test]
fn functions_need_comments_at_their_heads() {
    let program = format!(
        "main: jal a\njal b\njal c\njal d\n{EXIT}# What a does\n\na: jr $ra\nb: jr $ra # returns\n\
         c:\n # What c does\n jr $ra\nli $t0, 1 # not about d\nd: jr $ra\n"
    );
    check("", "commented-functions = 75", &program, &[]);
    let told = "3 of 4 functions have a comment; without one: `d`";
    check("", "commented-functions = 76", &program, &[told]);
    check("", "commented-functions = 100", EXIT, &[]);
}

#[test]
fn sizes_are_counted_without_comments_and_after_assembly() {
    let program = format!("# a comment\n\nla $t0, x # and another\n{EXIT}.data\nx: .word 1\n");
    check("", "max-lines = 5\nmax-instructions = 4", &program, &[]);
    let told = ["it has 5 lines of code", "it has 4 instructions"];
    check("", "max-lines = 4\nmax-instructions = 3", &program, &told);
}

#[test]
fn warnings_are_what_the_assembler_warns_of() {
    check("", "no-warnings = true", EXIT, &[]);
    let result = graded("", "no-warnings = true", &format!(".set noreorder\n{EXIT}"));
    assert_eq!(result.status, Status::Failed);
}
