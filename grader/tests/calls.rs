//! Calls that are made: what is found, how it is said, and descriptions that contradict themselves.
//! `calls/functions.asm` has the functions, each right; a case is a change of it.

mod building;

use std::collections::BTreeMap;

use building::{grade, with};
use grader::assignment::{self, Assignment, FILE, export, read_for_student};
use grader::grade::{Bench, Status, Submission};

const FUNCTIONS: &str = include_str!("calls/functions.asm");

const HEAD: &str = "id = \"calls\"\ntitle = \"Calls\"\nreference = \"solution.asm\"\n";

/// What each function takes and returns.
const TESTS: [(&str, &str); 16] = [
    (
        "max",
        "label = \"max\"\nreturns = \"int\"\narguments = { array = { of = { int = [-100, 100] }, count = \"n\" }, n = { int = [1, 8] } }",
    ),
    (
        "stack",
        "setup = \"init\"\nsequence = [1, 8]\nfunction = [{ label = \"push\", arguments = { value = { int = [-9, 9] } } }, { label = \"pop\", returns = \"int\" }]",
    ),
    (
        "insert",
        "label = \"insert\"\nreturns = \"head\"\narguments = { head = { list = { int = [-9, 9] }, sorted = true, compare = false }, value = { int = [-9, 9] } }",
    ),
    (
        "total",
        "label = \"total\"\nreturns = \"int\"\narguments = { root = { tree = { int = [-9, 9] } } }",
    ),
    (
        "mean",
        "label = \"mean\"\nreturns = \"double\"\narguments = { list = { of = { double = [-9, 9] }, count = \"n\" }, n = { int = [1, 6] } }",
    ),
    (
        "warm",
        "label = \"warm\"\nreturns = \"float\"\narguments = { celsius = { float = [-50, 50] } }",
    ),
    (
        "find",
        "label = \"find\"\nreturns = \"address\"\narguments = { text = { text = \"a-z\", length = [0, 8] }, letter = { char = \"a-z\" } }",
    ),
    (
        "shift",
        "label = \"shift\"\narguments = { point = { struct = { x = { int = [-9, 9] }, y = { int = [-9, 9] } } }, by = { int = [-9, 9] } }",
    ),
    (
        "six",
        "label = \"six\"\nreturns = \"int\"\narguments = { a = { int = [-9, 9] }, b = { int = [-9, 9] }, c = { int = [-9, 9] }, d = { int = [-9, 9] }, e = { int = [-9, 9] }, f = { int = [-9, 9] } }",
    ),
    (
        "product",
        "label = \"product\"\narguments = { a = { of = { int = [-9, 9] }, rows = \"n\", columns = \"n\" }, b = { of = { int = [-9, 9] }, rows = \"n\", columns = \"n\" }, c = { of = { int = [-9, 9] }, rows = \"n\", columns = \"n\", unset = true }, n = { int = [1, 4] } }",
    ),
    (
        "pointer",
        "setup = { label = \"clear\", arguments = { s = { state = \"stack\" } } }\nsequence = [1, 12]\nstate = { stack = { room = 36 } }\nfunction = [{ label = \"put\", arguments = { s = { state = \"stack\" }, value = { int = [-9, 9] } } }, { label = \"take\", arguments = { s = { state = \"stack\" } }, returns = \"int\" }]",
    ),
    (
        "layout",
        "sequence = [1, 12]\nstate = { stack = { struct = { count = { int = [0, 2] }, cells = { room = 32 } } } }\nlabel = \"put\"\narguments = { s = { state = \"stack\" }, value = { int = [-9, 9] } }",
    ),
    (
        "head",
        "state = { head = { list = { int = [-9, 9] }, count = [0, 3] } }\nfunction = [{ label = \"cons\", arguments = { l = { state = \"head\" }, value = { int = [-9, 9] } }, returns = \"l\" }, { label = \"delete\", arguments = { l = { state = \"head\" }, value = { int = [-9, 9] } }, returns = \"head\" }]",
    ),
    (
        "handle",
        "state = { l = { handle = true } }\nfunction = [{ label = \"cons\", arguments = { l = { state = \"l\" }, value = { int = [-9, 9] } }, returns = \"l\" }, { label = \"length\", arguments = { l = { state = \"l\" } }, returns = \"int\" }]",
    ),
    (
        "queue",
        "setup = \"drain\"\nsequence = [1, 12]\nfunction = [{ label = \"enter\", arguments = { value = { int = [-9, 9] } } }, { label = \"leave\", returns = \"int\" }]",
    ),
    (
        "append",
        "label = \"append\"\nsequence = [1, 6]\nstate = { list = { of = { int = 0 }, count = 6 }, n = { int = 0 } }\narguments = { list = { state = \"list\" }, n = { state = \"n\" }, value = { int = [-9, 9] } }\nreturns = \"n\"",
    ),
];

/// A change of the functions, and what is said of it.
const CASES: [(&str, &str, &str, &str); 25] = [
    (
        "max",
        "max: lw $v0, 0($a0)",
        "max: li $v0, 0",
        "`max([-1], 1)` should return -1, yours returned 0.",
    ),
    (
        "max",
        " bgtz $a1, m1",
        " addiu $a1, $a1, -1\n bgtz $a1, m1",
        "`max([0, 1], 2)` should return 1, yours returned 0.",
    ),
    (
        "stack",
        " addiu $t0, $t0, 1\n sw $t0, top",
        " addiu $t0, $t0, 1\n andi $t0, $t0, 3\n sw $t0, top",
        "After `init(); push(0); push(0); push(0); push(0)`: `pop()` should return 0, yours returned -1.",
    ),
    (
        "insert",
        "i2: sw $t2, 4($v0)",
        "i2: sw $v0, 4($v0)",
        "`insert(list(0), 1)` should return list(0, 1), yours returned nodes that lead in a circle.",
    ),
    (
        "insert",
        "front: sw $t9, 4($v0)",
        "front: sw $zero, 4($v0)",
        "`insert(list(0), 0)` should return list(0, 0), yours returned list(0).",
    ),
    (
        "total",
        " lw $a0, 8($s0)\n jal total",
        " lw $a0, 8($s0)",
        "`total(tree(0, null, tree(1)))` should return 1, yours returned 0.",
    ),
    ("total", " sw $s1, 8($sp)\n", "", "In `total(tree(0))`: `$s1` was 0x"),
    (
        "mean",
        "a2: div.d $f0, $f0, $f4",
        "a2: mov.d $f0, $f0",
        "`mean([0.0, 1.0], 2)` should return 0.5, yours returned 1.0.",
    ),
    ("warm", "0x42000000", "0x41f00000", "`warm(0.0)` should return 32.0, yours returned 30.0."),
    (
        "find",
        "f1: move $v0, $a0",
        "f1: addiu $v0, $a0, 1",
        "should return the address of `text`, yours returned an address 1 byte after the start of `text`.",
    ),
    (
        "shift",
        "shift: lw $t0, 0($a0)",
        "shift: lw $t0, 4($a0)",
        "`shift({x: 0, y: 1}, 0)` should leave `point` as {x: 0, y: 1}, yours left it as {x: 1, y: 1}.",
    ),
    (
        "six",
        " lw $t0, 20($sp)",
        " lw $t0, 16($sp)",
        "`six(0, 0, 0, 0, 0, 1)` should return -1, yours returned 0.",
    ),
    (
        "product",
        "kdone: mul $t4, $t0, $a3",
        "kdone: mul $t4, $t1, $a3",
        "`product([[0, 0], [0, 0]], [[0, 0], [0, 0]], c, 2)` should leave `c` as [[0, 0], [0, 0]], yours left it as ",
    ),
    (
        "pointer",
        "clear: sw $zero, 0($a0)",
        "clear: nop",
        "In `take(stack)` after `clear(stack)`: The program fails: address out of range",
    ),
    (
        "pointer",
        "bge $t0, 8, full",
        "bge $t0, 7, full",
        "After `clear(stack); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 1)`: `take(stack)` should return 1, yours returned 0.",
    ),
    (
        "layout",
        "bge $t0, 8, full",
        "bge $t0, 7, full",
        "After `stack = {count: 2}; put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0)`: `put(stack, 0)` should leave `stack` as {count: 8}, yours left it as {count: 7}.",
    ),
    (
        "pointer",
        "bge $t0, 8, full",
        "bge $t0, 9, full",
        "In `put(stack, 0)` after `clear(stack); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0); put(stack, 0)`: Memory after the buffer `stack` was written to",
    ),
    (
        "pointer",
        " lw $v0, 4($t1)\nempty",
        " lw $v0, 0($t1)\nempty",
        "After `clear(stack); put(stack, 1)`: `take(stack)` should return 1, yours returned 0.",
    ),
    (
        "head",
        " sw $t9, 4($v0)\n jr $ra\ndelete",
        " sw $zero, 4($v0)\n jr $ra\ndelete",
        "With `head = list(0)`: `head = cons(head, 0)` should return list(0, 0), yours returned list(0).",
    ),
    (
        "head",
        "d4: move $v0, $t2",
        "d4: nop",
        "With `head = list(0)`: `head = delete(head, 0)` should return null, yours returned list(0).",
    ),
    (
        "head",
        "d2: beqz $t1, d4\n sw $t2, 4($t1)",
        "d2: beqz $t1, d4\n sw $zero, 4($t1)",
        "With `head = list(0, 1, 0)`: `head = delete(head, 1)` should return list(0, 0), yours returned list(0).",
    ),
    (
        "handle",
        "length: li $v0, 0",
        "length: li $v0, 1",
        "With `l = null`: `length(l)` should return 0, yours returned 1.",
    ),
    // It has to go round once, which takes ten calls.
    (
        "queue",
        " andi $t1, $t1, 3\n sw $t1, first",
        " sw $t1, first",
        "`leave()` should return 0, yours returned 4.",
    ),
    (
        "append",
        "append: sll $t0, $a1, 2",
        "append: sll $t0, $a1, 1",
        "In `n = append(list, n, 0)` after `list = [0, 0, 0, 0, 0, 0]; n = 0; n = append(list, n, 0)`: The program fails: store address not aligned on word boundary",
    ),
    (
        "append",
        " addiu $v0, $a1, 1\n jr",
        " addiu $v0, $a1, 2\n jr",
        "With `list = [0, 0, 0, 0, 0, 0]; n = 0`: `n = append(list, n, 0)` should return 1, yours returned 2.",
    ),
];

fn test(name: &str) -> String {
    let keys = TESTS.iter().find(|(other, _)| *other == name).expect("a test of this name").1;
    written(&format!("against = \"reference\"\n{keys}"))
}

fn written(keys: &str) -> String {
    format!("[[test]]\nid = \"t\"\ntitle = \"T\"\nkind = \"function\"\npoints = 1\n{keys}\n")
}

fn files(tests: &str) -> BTreeMap<String, Vec<u8>> {
    let text = format!("{HEAD}{tests}");
    let files = [(FILE, text.as_str()), ("solution.asm", FUNCTIONS)];
    files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
}

fn read(tests: &str) -> Result<Assignment, Vec<String>> {
    let mistakes = |list: Vec<assignment::Mistake>| list.iter().map(ToString::to_string).collect();
    assignment::read(&files(tests)).map_err(mistakes)
}

/// Everything that is said of a program, in one line.
#[track_caller]
fn said(bench: &Bench, program: &str) -> String {
    let graded = grade(bench, &Submission::of_text("program.asm", program));
    let Some(failure) = graded.results[0].failures.first() else { return String::new() };
    failure.given.iter().chain(&failure.sentences).cloned().collect::<Vec<_>>().join(" ")
}

#[test]
fn wrong_functions_get_the_smallest_call() {
    let mut other = Vec::new();
    for (name, right, wrong, words) in CASES {
        let bench = Bench::new(&read(&test(name)).unwrap(), 0);
        assert_eq!(said(&bench, FUNCTIONS), "", "{name}");
        let program = FUNCTIONS.replacen(right, wrong, 1);
        assert_ne!(program, FUNCTIONS, "{name}: {right}");
        let said = said(&bench, &program);
        if !said.contains(words) {
            other.push(format!("{name}: {said}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

#[test]
fn students_have_the_calls_without_the_solution() {
    for (name, _) in TESTS {
        let given = files(&test(name));
        let assignment = assignment::read(&given).unwrap();
        let given = export(&assignment, &given).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert!(!given.contains_key("solution.asm") && given.contains_key("files/t-calls.json"));
        let exported = read_for_student(&given).unwrap();
        let bench = Bench::new(&exported, 0);
        let graded = grade(&bench, &Submission::of_text("program.asm", FUNCTIONS));
        assert_eq!(with(&graded, Status::Passed), ["t"], "{name}");
        for (_, right, wrong, _) in CASES.iter().filter(|(other, ..)| *other == name) {
            let program = FUNCTIONS.replacen(right, wrong, 1);
            assert_ne!(said(&bench, &program), "", "{name}: {wrong}");
        }
    }
}

#[test]
fn written_calls_have_fractions_and_addresses() {
    let keys =
        "label = \"warm\"\ncall = [{ registers = { f12 = 100 }, then-registers = { f0 = 212.0 } }]";
    let bench = Bench::new(&read(&written(keys)).unwrap(), 0);
    assert_eq!(said(&bench, FUNCTIONS), "");
    let cold = FUNCTIONS.replace("0x42000000", "0x41f00000");
    assert_eq!(said(&bench, &cold), "In call 1 of `warm`: `$f0` should be 212.0, but is 210.0.");
    let list = "label = \"insert\"\ncall = [{ registers = { a0 = \"@a\", a1 = 9 }, memory = { \"@a\" = [1, \"@b\"], \"@b\" = [4, 0] }, \
                then-registers = { v0 = \"@a\" }, then-memory = { \"@a\" = [1, \"@b\"], \"@b\" = [4] } }]";
    let bench = Bench::new(&read(&written(list)).unwrap(), 0);
    assert_eq!(said(&bench, FUNCTIONS), "");
    let lost = FUNCTIONS.replace(" sw $v0, 4($t1)", " sw $v0, 0($t1)");
    assert!(said(&bench, &lost).contains("The word at `b` should be 4, but is "));
}

#[test]
fn what_contradicts_itself_is_refused_with_its_line() {
    let check = |keys: &str, words: &str| {
        let told = read(&written(keys)).unwrap_err().join("\n");
        assert!(told.contains(words) && told.contains("assignment.toml:"), "{keys}: {told}");
    };
    let max = |arguments: &str| {
        format!(
            "against = \"reference\"\nlabel = \"max\"\nreturns = \"int\"\narguments = {arguments}"
        )
    };
    check(&max("{ n = { int = [1, 0] } }"), "nothing is at least 1 and at most 0");
    check(&max("{ n = { int = 1, text = \"a\" } }"), "`int` and `text` contradict each other");
    check(&max("{ n = { count = 1 } }"), "it is not said what this is");
    check(&max("{ a = { of = { int = 1 }, count = \"m\" } }"), "there is no argument `m`");
    check(
        &max("{ a = { of = { int = 1 }, count = \"n\" }, n = { int = [-1, 3] } }"),
        "`n` can't say how many",
    );
    check(&max("{ n = { int = 1, unset = true } }"), "`n` is a number, not memory");
    check(&max("{ a = { int = 1, sorted = true } }"), "`sorted` and `int` contradict each other");
    check(&max("{ a = { list = { int = 1 }, node = [\"value\"] } }"), "the node has no `next`");
    check("label = \"max\"\ncases = 5", "`cases` is for calls that are compared");
    check("label = \"max\"", "this test has no calls");
    check("against = \"reference\"\nlabel = \"max\"\ncall = []", "`call` and `against` contradict");
    check(
        "against = \"reference\"\nlabel = \"max\"\nreturns = \"word\"",
        "there is no result `word`",
    );
    let kept = |state: &str, arguments: &str| {
        format!(
            "against = \"reference\"\nlabel = \"take\"\nstate = {state}\narguments = {arguments}"
        )
    };
    let stack = "{ stack = { room = 36 } }";
    check(&kept(stack, "{ s = { state = \"stak\" } }"), "there is no part of the state `stak`");
    check(&kept(stack, "{ s = { of = { state = \"stack\" } } }"), "only an argument itself");
    check(&kept(stack, "{ stack = { int = 1 } }"), "`stack` is a part of the state, and something");
    check(&kept(stack, "{ s = { state = \"stack\", compare = false } }"), "`compare` belongs to");
    check(&kept("{ s = { state = \"s\" } }", "{}"), "only an argument itself can be the state");
    check(&kept("{ s = { float = 1 } }", "{}"), "a number with a fraction can't be shared");
    check(&kept("{ s = { room = 8, in = \"a1\" } }", "{}"), "what calls share is handed over");
    check(
        "label = \"take\"\nstate = { s = { room = 4 } }",
        "`state` is for calls that are compared",
    );
    // Nobody says what is in `$a0`.
    check(
        &max("{ n = { int = 1, in = \"a1\" } }"),
        "the reference does not return from any of the calls",
    );
    check(
        "against = \"reference\"\nlabel = \"six\"\nreturns = \"int\"",
        "does not do the same twice in `six()`",
    );
}
