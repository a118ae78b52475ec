//! Every kind of test on small programs, right, wrong and hostile; and what students are told.

use grader::assignment::{
    Compare, DifferentialTest, ExhaustiveTest, FunctionCall, FunctionTest, MemoryPlace, Policy,
    TestKind, Tolerance, TranscriptTest, Value,
};
use grader::book::StudentEntry;
use grader::grade::{Bench, Points, Status, Submission};
use tester::{Limits, Rule};

mod building;

use building::{assignment, by_rules, grade, submission, told, with};

fn graded(tests: Vec<(&str, TestKind, &[&str])>, source: &str) -> StudentEntry {
    grade(&Bench::new(&assignment(tests), 1), &Submission::of_text("prog.asm", source))
}

fn transcript(input: &str, expected: &str, policy: Policy, exit: Option<i32>) -> TestKind {
    TestKind::Transcript(TranscriptTest {
        input: input.into(),
        draws: Vec::new(),
        expected: expected.into(),
        expected_file: None,
        policy,
        exit,
    })
}

/// Adds two integers that are typed.
const ADDS: &str = ".text\nli $v0, 5\nsyscall\nmove $t0, $v0\nli $v0, 5\nsyscall\n\
                    add $a0, $t0, $v0\nli $v0, 1\nsyscall\nli $a0, 3\nli $v0, 17\nsyscall\n";

#[test]
fn transcripts_pass_and_fail() {
    let good = vec![
        ("sum", transcript("2\n3\n", "5", Policy::Exact, Some(3)), &[] as &[&str]),
        ("regex", transcript("2\n3\n", "[0-9]", Policy::Regex, None), &["sum"]),
    ];
    let result = graded(good, ADDS);
    assert!(result.perfect(), "{}", told(&result));
    let bad = vec![
        ("sum", transcript("2\n3\n", "6", Policy::Exact, Some(0)), &[] as &[&str]),
        ("more", transcript("2\n", "5", Policy::Tokens, None), &[]),
        ("words", transcript("2\nx\n", "5", Policy::Tokens, None), &[]),
        ("later", transcript("2\n3\n", "5", Policy::Exact, None), &["sum"]),
    ];
    insta::assert_snapshot!("transcripts", told(&graded(bad, ADDS)));
}

/// Doubles the word at `$a0` and returns it, in a right way and in several wrong ones.
fn doubles(body: &str) -> String {
    format!(".data\nkept: .word 7\n.text\nli $v0, 10\nsyscall\nother: jr $ra\ndouble:\n{body}\n")
}

fn call_of_double() -> TestKind {
    let row = |offset| MemoryPlace::Buffer("row".into(), offset);
    TestKind::Function(FunctionTest {
        label: "double".into(),
        calls: vec![FunctionCall {
            registers: vec![(4, Value::Address(row(0)))],
            memory: vec![(row(0), 21u32.to_le_bytes().to_vec())],
            then_registers: vec![(2, Value::Word(42))],
            then_memory: vec![(row(0), 42u32.to_le_bytes().to_vec())],
            ..FunctionCall::default()
        }],
        preserved: true,
        steps: 1_000,
        tolerance: Tolerance { absolute: 0.0, relative: 0.0 },
    })
}

#[test]
fn functions_are_called_and_looked_at_afterwards() {
    let sentence = |body: &str| {
        let tests = vec![("double", call_of_double(), &[] as &[&str])];
        let result = graded(tests, &doubles(body)).results.remove(0);
        match result.status {
            Status::Passed => String::new(),
            _ => result.failures[0].sentences.join(" "),
        }
    };
    let check = |body: &str, words: &str| {
        let said = sentence(body);
        assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{body}: {said}");
    };
    let double = "lw $v0, 0($a0)\nsll $v0, $v0, 1\nsw $v0, 0($a0)\n";
    check(&format!("{double}jr $ra"), "");
    check(
        &format!(
            "addiu $sp, $sp, -8\nsw $ra, 0($sp)\nsw $s0, 4($sp)\nli $s0, 5\njal other\n\
                  {double}lw $ra, 0($sp)\nlw $s0, 4($sp)\naddiu $sp, $sp, 8\njr $ra"
        ),
        "",
    );
    check("li $v0, 42\njr $ra", "The word at `row` should be 42, but is 21.");
    check(&format!("{double}li $v0, 3\njr $ra"), "`$v0` should be 42, but is 3.");
    check(&format!("li $s1, 4\n{double}jr $ra"), "`$s1` was 0x");
    check(&format!("li $s1, 4\n{double}jr $ra"), "save it on the stack");
    check(&format!("addiu $sp, $sp, -8\n{double}jr $ra"), "`$sp` is 8 bytes lower");
    check(&format!("sw $zero, 32($sp)\n{double}jr $ra"), "32 bytes above `$sp`");
    check(&format!("sw $zero, 4($a0)\n{double}jr $ra"), "after the buffer `row`");
    check(&format!("sw $zero, -4($a0)\n{double}jr $ra"), "before the buffer `row`");
    check(&format!("jal other\n{double}jr $ra"), "does not return within 1000 instructions");
    check(&format!("{double}li $v0, 10\nsyscall"), "ends the program instead of returning");
    check(double, "runs past the last instruction");
    check(&format!("{double}jr $t0"), "does not return to its caller");
    check("lw $v0, 1($a0)\njr $ra", "The program fails: ");
    check("li $v0, 5\nsyscall\njr $ra", "reads past the end of the input");
    let none = vec![("double", call_of_double(), &[] as &[&str])];
    let result = graded(none, ".text\nnop\n").results.remove(0);
    assert_eq!(result.summary, "There is no function `double` in the program.");
    let wrong = vec![("double", call_of_double(), &[] as &[&str])];
    let source = doubles(&format!("li $s1, 4\nsw $zero, 4($a0)\n{double}addi $v0, $v0, 1\njr $ra"));
    let text = told(&graded(wrong, &source));
    insta::assert_snapshot!("function", text);
}

#[test]
fn every_small_board_can_be_asked_for() {
    let tests = || {
        let walk = TestKind::Exhaustive(ExhaustiveTest { layers: 2..=8 });
        let never = transcript("", "never", Policy::Exact, None);
        vec![("walk", walk.clone(), &[] as &[&str]), ("no", never, &[]), ("then", walk, &["no"])]
    };
    let bench = Bench::new(&assignment(tests()), 1);
    let right = grade(&bench, &submission("fivetwelve.asm"));
    assert_eq!(right.results[0].status, Status::Passed, "{}", told(&right));
    assert_eq!(right.results[2].status, Status::Blocked);
    let wrong = grade(&bench, &submission("faulty/merge-adds-one.asm"));
    assert_eq!(wrong.results[0].status, Status::Failed);
    let command = wrong.results[0].failures[0].command.as_deref().unwrap();
    assert!(command.starts_with("fivetwelve diff merge-adds-one.asm --script '"), "{command}");
}

#[test]
fn programs_with_words_of_their_own_are_judged_by_their_boards() {
    let bench = Bench::new(&by_rules(64, Compare::Boards), 1);
    let right = grade(&bench, &submission("dialects/boxes.asm"));
    assert!(right.perfect(), "{}", told(&right));
    let wrong = grade(&bench, &submission("dialects/boxes-wrong.asm"));
    // It wins with a 256, also on boards that are lost.
    assert_eq!(with(&wrong, Status::Failed), ["win"], "{}", told(&wrong));
    let silent = grade(&bench, &Submission::of_text("silent.asm", ".text\nnop\n"));
    assert_eq!(with(&silent, Status::Passed), [""; 0]);
    assert_eq!(silent.score(), Points::ZERO);
}

#[test]
fn several_rules_share_the_points_of_a_test() {
    let rules = vec![Rule::MergeOnce, Rule::MergeOrder, Rule::Win, Rule::Loss];
    let test = DifferentialTest { rules, games: 0, compare: Compare::Exact };
    let bench =
        Bench::new(&assignment(vec![("rules", TestKind::Differential(test), &[] as &[&str])]), 1);
    let graded = grade(&bench, &submission("faulty/double-merge.asm"));
    assert_eq!(graded.score(), Points::from_hundredths(75));
    assert_eq!(graded.results[0].status, Status::Failed);
}

#[test]
fn a_mistake_is_told_with_boards_lines_and_a_command() {
    let test = |rule| DifferentialTest { rules: vec![rule], games: 10, compare: Compare::Exact };
    let tests = vec![
        ("slide", TestKind::Differential(test(Rule::Slide)), &[] as &[&str]),
        ("once", TestKind::Differential(test(Rule::MergeOnce)), &[]),
        ("after", TestKind::Differential(test(Rule::Win)), &["once"]),
    ];
    let bench = Bench::new(&assignment(tests), 1);
    let graded = grade(&bench, &submission("faulty/double-merge.asm"));
    insta::assert_snapshot!("double-merge", told(&graded));
}

#[test]
fn the_starter_files_can_be_included_and_nothing_else() {
    let tests = || vec![("nothing", transcript("", "", Policy::Exact, None), &[] as &[&str])];
    let passes = |source: &str| graded(tests(), source).perfect();
    assert!(passes(".text\n.include \"given.asm\"\n"));
    assert!(!passes(".text\n.include \"../given.asm\"\n"));
    assert!(!passes(".text\n.include \"/etc/passwd\"\n"));
    let result = graded(tests(), ".text\n.include \"other.asm\"\nlw $t0\n");
    insta::assert_snapshot!("does-not-assemble", told(&result));
    let nothing = Submission { main: None, files: Vec::new(), ..Submission::default() };
    let result = grade(&Bench::new(&assignment(tests()), 1), &nothing);
    assert_eq!(result.results[0].status, Status::Blocked);
}

/// Programs that mean no good.
fn hostile() -> Vec<(&'static str, String)> {
    let menu = "Main Menu:\\n[1] New Game\\n[2] Start from a State\\n[X] Quit\\n";
    let shows_menu = format!(
        ".data\nm: .asciiz \"{menu}\"\nb: .space 128\n.text\nla $a0, m\nli $v0, 4\nsyscall\n\
         la $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n"
    );
    vec![
        ("empty", String::new()),
        ("silent", ".text\nli $v0, 10\nsyscall\n".into()),
        ("hangs", ".text\nhere: j here\n".into()),
        ("hangs later", format!("{shows_menu}here: j here\n")),
        ("floods", ".text\nli $v0, 11\nhere: li $a0, 65\nsyscall\nj here\n".into()),
        ("floods later", format!("{shows_menu}li $v0, 4\nhere: la $a0, m\nsyscall\nj here\n")),
        (
            "hoards",
            ".text\nhere: li $a0, 65536\nli $v0, 9\nsyscall\nsw $t0, ($v0)\nj here\n".into(),
        ),
        ("fails", ".text\nlw $t0, 1($zero)\n".into()),
        ("fails later", format!("{shows_menu}lw $t0, 1($zero)\n")),
        ("jumps into data", ".data\nx: .word 8\n.text\nla $t0, x\njr $t0\n".into()),
        ("writes on itself", ".text\nmain: la $t0, main\nsw $zero, 0($t0)\n".into()),
        ("digs down the stack", ".text\nh: addiu $sp, $sp, -4096\nsw $t0, 0($sp)\nj h\n".into()),
        ("endless macro", ".macro m\nm\n.end_macro\n.text\nm\n".into()),
        ("includes itself", ".include \"prog.asm\"\n".into()),
        ("huge", ".text\n".to_string() + &"addiu $t0, $t0, 1\n".repeat(60_000)),
        ("huge data", ".data\n".to_string() + &".word 1:10000\n".repeat(100)),
        ("one long line", "x".repeat(2_000_000)),
        ("no text", "\u{fffd}\u{0}\u{1b}[2J<script>alert(1)</script>\u{202e}\n".repeat(50)),
        (
            "hoards later",
            format!("{shows_menu}h: li $a0, 4096\nli $v0, 9\nsyscall\nsw $t0, ($v0)\nj h\n"),
        ),
        ("reads on", format!("{shows_menu}h: li $v0, 8\nsyscall\nj h\n")),
        ("sleeps", ".text\nh: li $a0, -1\nli $v0, 32\nsyscall\nj h\n".into()),
    ]
}

#[test]
fn hostile_programs_get_no_points_and_are_told_why() {
    let bench = Bench::new(&by_rules(100, Compare::Exact), 1);
    let mut said = String::new();
    for (name, source) in hostile() {
        let graded = grade(&bench, &Submission::of_text("prog.asm", &source));
        assert_eq!(with(&graded, Status::Passed), [""; 0], "{name}: {}", told(&graded));
        let failure = graded.results.iter().flat_map(|result| &result.failures).next();
        let failure = failure.unwrap_or_else(|| panic!("{name} is not told why"));
        let sentence: String = failure.gist().chars().take(120).collect();
        said.push_str(&format!("{name}: {sentence}\n"));
    }
    insta::assert_snapshot!("hostile", said);
}

#[test]
fn faults_are_found_in_programs_without_source() {
    let bench = Bench::new(&by_rules(0, Compare::Exact), 1);
    let image = |name: &str| {
        let (_, text) = &submission(name).files[0];
        tester::Program::assemble(name, text, Limits::default()).unwrap().image().clone()
    };
    assert!(!bench.finds_fault(&image("fivetwelve.asm")));
    assert!(bench.finds_fault(&image("faulty/double-merge.asm")));
}
