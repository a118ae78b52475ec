//! Tests of any program against the reference: what is found, what is said, what students never see.

mod building;

use std::collections::BTreeMap;

use building::{grade, told, with};
use grader::assignment::{self, Assignment, FILE, TestKind, export, read_for_student};
use grader::grade::{Bench, Status, Submission};

/// Reads how many numbers there are, then the numbers, and prints their sum.
const SUM: &str = ".data\nask: .asciiz \"How many? \"\ntold: .asciiz \"Sum: \"\n.text\n\
    la $a0, ask\nli $v0, 4\nsyscall\nli $v0, 5\nsyscall\nmove $s0, $v0\nli $s1, 0\n\
    next: blez $s0, show\nli $v0, 5\nsyscall\naddu $s1, $s1, $v0\naddiu $s0, $s0, -1\nj next\n\
    show: la $a0, told\nli $v0, 4\nsyscall\nmove $a0, $s1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";

const HEAD: &str = "id = \"sum\"\ntitle = \"Sum\"\nreference = \"solution.asm\"\n";

fn read(tests: &str, reference: &str) -> Result<Assignment, Vec<String>> {
    let text = format!("{HEAD}{tests}");
    let files = [(FILE, text.as_str()), ("solution.asm", reference)];
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
    assignment::read(&files).map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect())
}

fn against(more: &str) -> String {
    format!(
        "[[test]]\nid = \"any\"\ntitle = \"Any input\"\nkind = \"differential\"\npoints = 1\nagainst = \"reference\"\n{more}"
    )
}

#[test]
fn a_wrong_program_gets_the_smallest_input() {
    let assignment = read(&against("cases = 200\n"), SUM).unwrap();
    let bench = Bench::new(&assignment, 0);
    let right = grade(&bench, &Submission::of_text("sum.asm", SUM));
    assert_eq!(with(&right, Status::Passed), ["any"]);
    let wrong = SUM.replace("blez $s0, show", "ble $s0, 1, show");
    let graded = grade(&bench, &Submission::of_text("sum.asm", &wrong));
    insta::assert_snapshot!(told(&graded), @r"
    any Failed 0: The output is not what it should be.
      rule None: Any input
      hint Run the program with this input and compare what it prints line by line.
      | Line 1 should be `How many? Sum: 1`, but is `How many? Sum: 0`.
      | The reference reads two numbers; your program reads one.
      input:
        1
        1
      should be:
        How many? 1
        1
        Sum: 1
      yours:
        How many? 1
        Sum: 0
        sum.asm:21 move $a0, $s1
      > sum.asm:23 syscall
      $ fivetwelve check sum sum.asm --only any
    ");
    // Nobody sees a line of the solution.
    assert!(!told(&graded).contains("solution.asm"));
}

#[test]
fn what_a_program_asks_too_much_is_said() {
    let assignment = read(&against("cases = 100\n"), SUM).unwrap();
    let bench = Bench::new(&assignment, 0);
    let wrong = SUM.replace("next: blez $s0, show", "next: bltz $s0, show");
    let graded = grade(&bench, &Submission::of_text("sum.asm", &wrong));
    let said = told(&graded);
    assert!(said.contains("Your program asks for a second number in sum.asm:"), "{said}");
    assert!(said.contains("; the reference read one."), "{said}");
}

#[test]
fn a_description_says_what_is_asked() {
    let described = "cases = 300\n[test.input]\nn = { int = [1, 4] }\n\
                     list = { count = \"n\", of = { int = [-9, 9] } }\n";
    let assignment = read(&against(described), SUM).unwrap();
    let bench = Bench::new(&assignment, 0);
    let entry = |text: &str| grade(&bench, &Submission::of_text("sum.asm", text));
    assert_eq!(with(&entry(SUM), Status::Passed), ["any"]);
    // Wrong only where nobody is asked.
    let outside = SUM.replace(
        "next: blez $s0, show",
        "bgt $s0, 4, next\nblez $s0, next\nj next\nnop\nnext: blez $s0, show",
    );
    assert_eq!(with(&entry(&outside), Status::Passed), ["any"]);
    let inside = SUM.replace("addu $s1, $s1, $v0", "bltz $v0, skip\naddu $s1, $s1, $v0\nskip:");
    let said = told(&entry(&inside));
    assert!(said.contains("input:\n    1\n    -1\n"), "{said}");
}

#[test]
fn prompts_can_be_left_out_and_small_differences_too() {
    let other = SUM.replace("How many? ", "n = ").replace("Sum: ", "The sum is ");
    let passes = |more: &str| {
        let bench = Bench::new(&read(&against(more), SUM).unwrap(), 0);
        !with(&grade(&bench, &Submission::of_text("sum.asm", &other)), Status::Passed).is_empty()
    };
    assert!(!passes("cases = 100\n"));
    assert!(passes("cases = 100\nignore-prompts = true\n"));
}

#[test]
fn an_export_has_the_cases_and_not_the_solution() {
    let transcript = "[[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"transcript\"\npoints = 1\ninput = \"0\\n\"\nexpected = \"reference\"\n";
    let text = format!("{HEAD}{}{transcript}", against("cases = 100\n"));
    let files = [(FILE, text.as_str()), ("solution.asm", SUM)];
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
    let exported = export(&assignment::read(&files).unwrap(), &files).unwrap();
    assert!(exported.keys().all(|name| !name.contains("solution")));
    let bench = Bench::new(&read_for_student(&exported).unwrap(), 0);
    let right = grade(&bench, &Submission::of_text("sum.asm", SUM));
    assert_eq!(with(&right, Status::Passed), ["any", "t"]);
    let wrong = SUM.replace("blez $s0, show", "ble $s0, 1, show");
    let graded = grade(&bench, &Submission::of_text("sum.asm", &wrong));
    assert_eq!(with(&graded, Status::Failed), ["any"]);
    assert!(told(&graded).contains("input:\n    1\n"), "{}", told(&graded));
}

#[test]
fn what_the_reference_prints_can_be_expected() {
    let test = "[[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"transcript\"\npoints = 1\ninput = \"2\\n3\\n4\\n\"\nexpected = \"reference\"\n";
    let assignment = read(test, SUM).unwrap();
    let TestKind::Transcript(read_test) = &assignment.tests[0] else { panic!("a transcript") };
    assert_eq!(read_test.expected, b"How many? Sum: 7");
    let mistake = |reference: &str| read(test, reference).unwrap_err().join("\n");
    let failing = mistake("li $v0, 5\nsyscall\nlw $t0, 1($zero)\n");
    assert!(
        failing
            .contains("assignment.toml:10:12: nothing can be expected of the reference: it fails"),
        "{failing}"
    );
    let chance = mistake("li $v0, 41\nsyscall\nli $v0, 1\nsyscall\n");
    assert!(chance.contains("depends on chance or the clock"), "{chance}");
}

#[test]
fn a_reference_that_is_none_is_refused_before_anyone_is_graded() {
    let mistake =
        |reference: &str, more: &str| read(&against(more), reference).unwrap_err().join("\n");
    let check = |reference: &str, more: &str, line: &str, part: &str| {
        let text = mistake(reference, more);
        assert!(
            text.starts_with(&format!("assignment.toml:{line}:")) && text.contains(part),
            "{text}"
        );
    };
    check("x: j x\n", "", "9", "the reference hangs in solution.asm:1");
    check("li $v0, 30\nsyscall\nli $v0, 1\nsyscall\n", "", "9", "it depends on the clock");
    // One that reads more than is described.
    check(SUM, "[test.input]\nn = { int = [2, 2] }\n", "10", "reads past the end of the input");
}
