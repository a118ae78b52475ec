//! Pairs of small programs, one with a mistake: that it is found without any description, and by the
//! input that a person would have written.

#![expect(clippy::unwrap_used, reason = "a program that does not assemble fails the test")]

use std::path::Path;

use tester::policy::Policy;
use tester::programs::{Cases, Options, Search, Unfit};
use tester::wording::programs as wording;
use tester::{Limits, Program};

/// Inputs that may be tried, as `diff` does without being told.
const RUNS: u64 = 10_000;

fn options() -> Options {
    Options {
        seed: 0,
        policy: Policy::TrailingSpace,
        ignore_prompts: false,
        description: None,
        limits: Limits::default(),
    }
}

fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    std::fs::read_to_string(folder.join(format!("{name}.asm"))).unwrap()
}

fn program(name: &str, text: &str) -> Program {
    Program::assemble(&format!("{name}.asm"), text, Limits::default()).unwrap()
}

/// Each: a program, a part of it, what a student has written instead, the smallest input, and what is
/// said first about it.
const MISTAKES: [(&str, &str, &str, &str, &str); 31] = [
    (
        "factorial",
        "li $v0, 1\n        blez",
        "li $v0, 0\n        blez",
        "0",
        "After the first line of input, `n! = 1` should be printed, but `n! = 0` is.",
    ),
    ("factorial", "blez $a0, done", "ble $a0, 2, done", "2", ""),
    ("factorial", "blez $a0, done", "beqz $a0, done", "-1", ""),
    ("factorial", "mul $v0, $v0, $a0", "add $v0, $v0, $a0", "1", ""),
    ("factorial", "lw $a0, 0($sp)\n", "", "1", ""),
    (
        "factorial",
        "li $v0, 5\n        syscall\n",
        "li $v0, 5\n        syscall\n        li $v0, 5\n        syscall\n",
        "0",
        "Your program asks for a second number in factorial.asm:12; the reference read one.",
    ),
    ("factorial", "blez $a0, done\n", "blez $a0, done\n        beq $a0, 17, done\n", "17", ""),
    ("gcd", "beqz $s1, show", "blez $s1, show", "", "agrees"),
    ("gcd", "move $s0, $s1\n        move $s1, $t0", "move $s1, $t0", "0 1", ""),
    ("gcd", "loop:   beqz $s1, show", "loop:", "0 0", ""),
    ("gcd", "move $s0, $v0\n        li $v0, 5\n        syscall\n", "move $s0, $v0\n", "0 1", ""),
    (
        "reverse",
        "beq $t1, 10, back",
        "",
        "a",
        "After the first line of input, `a` should be printed, but nothing is.",
    ),
    (
        "reverse",
        "print:  beq $t0, $t2, end\n        addiu $t0, $t0, -1",
        "        addiu $t0, $t0, -1\nprint:  beq $t0, $t2, end",
        "a",
        "After the first line of input, `a` should be printed, but nothing is.",
    ),
    ("reverse", "li $a1, 64", "li $a1, 8", "aaaaaaaa", ""),
    (
        "menu",
        "beqz $s2, by0",
        "",
        "3 0 0 0",
        "Your program fails in menu.asm:32: break instruction executed; no code given.",
    ),
    ("menu", "bgt $s0, 3, odd", "bgt $s0, 2, odd", "3 0 0 0", ""),
    ("menu", "bltz $s0, odd", "", "-1 0", ""),
    ("menu", "mul $s3, $s1, $s2", "mul $s3, $s1, $s1", "2 1 0 0", ""),
    ("menu", "addu $s3, $s1, $s2", "add $s3, $s1, $s2", "1 1 2147483647 0", ""),
    ("celsius", "div.s $f12, $f0, $f6", "mul.s $f12, $f0, $f6", "0.0", ""),
    ("celsius", "off:    .float 32.0", "off:    .float 31.0", "0.0", ""),
    (
        "until",
        "beq $s1, 1, take",
        "",
        "-1 0",
        "After the second line of input, `-1 1` should be printed, but `0 1` is.",
    ),
    ("until", "ble $v0, $s0, next", "bge $v0, $s0, next", "1 -1 0", ""),
    (
        "until",
        "beqz $v0, show",
        "beq $v0, -1, show",
        "0",
        "Your program asks for a second number in until.asm:6; the reference read one.",
    ),
    ("vowels", "        beq $v0, 'u', vowel\n", "", "u \\x2e", ""),
    ("maximum", "li $t0, 1\nscan", "li $t0, 2\nscan", "2 0 1", ""),
    // Lines that are numbers or signs; nothing is typed where a person would type a number.
    ("postfix", "subu    $t6, $t6, $t7", "subu    $t6, $t7, $t6", "0 1 - =", ""),
    ("postfix", "        beqz    $t7, by0\n", "", "0 0 \\x2f", ""),
    ("postfix", "-4($s0)\n        syscall", "0($s3)\n        syscall", "0 1 =", ""),
    ("words", "li      $s2, 0  ", "nop #", "a_a", "Line 2 should be `a: 1`, but is `a: 2`."),
    ("lines", "addiu $s1, $s1, 1", "addiu $s1, $s1, 2", "", "Line 1 should be `1`, but is `2`."),
];

#[test]
fn mistakes_are_found_by_the_input_that_one_would_write() {
    let mut wrong = Vec::new();
    for (name, part, instead, input, sentence) in MISTAKES {
        let text = source(name);
        assert!(text.contains(part), "{name} has no {part:?}");
        let changed = text.replacen(part, instead, 1);
        let (right, other) = (program(name, &text), program(name, &changed));
        let mut search = Search::new(&right, Some(&other), options()).unwrap();
        let found = search.find(RUNS).unwrap().and_then(|input| search.smallest(&input));
        let said = match &found {
            None => ("".into(), "agrees".into()),
            Some(found) => {
                let first = wording::sentences(found).first().cloned().unwrap_or_default();
                (wording::input(&found.input.lines()), first)
            }
        };
        if said.0 != input || !sentence.is_empty() && said.1 != sentence {
            wrong.push(format!(
                "{name}: {instead:?}: {said:?} after {}, not {input:?}",
                search.tried()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn right_programs_agree_with_themselves() {
    for name in
        ["factorial", "gcd", "reverse", "menu", "celsius", "until", "vowels", "maximum", "lines"]
    {
        let right = program(name, &source(name));
        let mut search = Search::new(&right, Some(&right), options()).unwrap();
        assert!(search.find(2000).unwrap().is_none(), "{name}");
        let cases = Cases::new(&right, 200, options()).unwrap();
        assert!(cases.len() > 10, "{name}: {}", cases.len());
    }
}

#[test]
fn a_reference_that_is_none_is_named() {
    let check = |text: &str, sentence: &str| {
        let reference = program("r", text);
        let why = Search::new(&reference, None, options()).unwrap_err();
        assert_eq!(wording::unfit(&why), sentence);
        why
    };
    let ask = "li $v0, 5\nsyscall\n";
    check(
        &format!("{ask}lw $t0, 1($zero)\n"),
        "the reference fails in r.asm:3: fetch address not aligned on word boundary 0x00000001, and so it goes on all inputs that were tried, such as `0`",
    );
    check("x: j x\n", "the reference hangs in r.asm:1: it does not end");
    let why = check(
        &format!("{ask}li $v0, 41\nsyscall\nli $v0, 1\nsyscall\n"),
        "the reference does not print the same twice with the input `-1`: it depends on random numbers without a seed; set one with service 40 before the first",
    );
    assert!(matches!(why, Unfit::Chance { .. }));
    check(
        "li $v0, 30\nsyscall\nli $v0, 1\nsyscall\n",
        "the reference does not print the same twice: it depends on the clock; leave the time out of what is printed",
    );
    // Chance with a seed, and chance that does not show, are nothing to complain about.
    for fine in [
        "li $a0, 0\nli $a1, 7\nli $v0, 40\nsyscall\nli $v0, 41\nsyscall\nli $v0, 1\nsyscall\n",
        "li $v0, 30\nsyscall\n",
    ] {
        assert!(Search::new(&program("r", fine), None, options()).is_ok(), "{fine}");
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let text = source("menu");
    let changed = text.replacen("mul $s3, $s1, $s2", "mul $s3, $s1, $s1", 1);
    let (right, wrong) = (program("menu", &text), program("menu", &changed));
    let found = || {
        let mut search = Search::new(&right, Some(&wrong), options()).unwrap();
        (search.find(RUNS).unwrap(), search.tried())
    };
    assert_eq!(found(), found());
}

/// Reads a number, says in these words whether it is even, before it or behind it, and what it says of
/// numbers above 100.
fn parity(ask: &str, even: &str, odd: &str, large: &str, behind: bool) -> String {
    let word = "la $a0, even\nbeqz $t1, word\nla $a0, odd\nword: li $v0, 4\nsyscall\n";
    let number = "move $a0, $t0\nli $v0, 1\nsyscall\n";
    let parts = if behind { [number, word] } else { [word, number] }.concat();
    format!(
        ".data\nask: .asciiz \"{ask}\"\neven: .asciiz \"{even}\"\nodd: .asciiz \"{odd}\"\nlarge: .asciiz \"{large}\"\n\
         .text\nla $a0, ask\nli $v0, 4\nsyscall\nli $v0, 5\nsyscall\nmove $t0, $v0\nla $a0, large\nli $v0, 4\n\
         bgt $t0, 100, last\nandi $t1, $t0, 1\n{parts}j end\nlast: syscall\nend: li $v0, 10\nsyscall\n"
    )
}

#[test]
fn programs_say_it_in_their_own_words() {
    let right = parity("n: ", "even: ", "odd: ", "too large", false);
    let differ = |reference: &str, text: &str| {
        let (right, other) = (program("right", reference), program("other", text));
        let options = Options { ignore_prompts: true, ..options() };
        let mut search = Search::new(&right, Some(&other), options).unwrap();
        let found = search.find(3000).unwrap().and_then(|input| search.smallest(&input));
        found.map(|found| wording::input(&found.input.lines()))
    };
    let fine = |reference: &str, text: &str| assert_eq!(differ(reference, text), None, "{text}");
    let wrong = |reference: &str, text: &str, input: &str| {
        assert_eq!(differ(reference, text).as_deref(), Some(input), "{text}");
    };
    fine(&right, &parity("Which number? ", "EVEN ", "ODD ", "Too large!\\n", false));
    fine(&right, &parity("", "It is even, ", "It is odd, ", "sorry", false));
    fine(&right, &parity("? ", "gerade = ", "ungerade = ", "zu gross", false));
    fine(&right, &parity("? ", " is even", " is odd", "The number is too large", true));
    fine(&right, &parity("? ", " is even", " is not even", "That is too much", true));
    fine(&right, &parity("? ", "", "odd ", "large", false));
    // The same words for something else, or one word for two things.
    wrong(&right, &parity("n: ", "odd: ", "even: ", "too large", false), "0");
    wrong(&right, &parity("n: ", "odd number ", "even number ", "too large", false), "0");
    wrong(&right, &parity("n: ", "a ", "a ", "too large", false), "0");
    wrong(&right, &parity("n: ", "", "", "too large", false), "0");
    wrong(&right, &parity("n: ", "even: ", "odd: ", "even", false), "101");
    // An answer without words.
    wrong(&right, &parity("n: ", "even: ", "odd: ", "", false), "101");
    wrong(
        &right,
        &parity("n: ", "even: ", "odd: ", "too large", false).replace("100", "99"),
        "100",
    );
    let other = parity("n: ", "gerade ", "ungerade ", "zu gross", false);
    wrong(&right, &other.replace("andi $t1, $t0, 1", "andi $t1, $t0, 3"), "2");
    wrong(&right, &other.replace("move $a0, $t0", "neg $a0, $t0"), "1");
    // A menu, whose parts each have words of their own.
    let menu = source("menu");
    let words = [
        (
            "0 end, 1 add, 2 multiply, 3 divide: ",
            "Menu\\n0) Ende\\n1) plus\\n2) mal\\n3) durch\\n? ",
        ),
        ("\"a: \"", "\"Erste Zahl? \""),
        ("\"b: \"", "\"Zweite Zahl? \""),
        ("not by 0", "durch 0 geht es nicht"),
        ("what?", "Das gibt es nicht!"),
        ("\"bye\"", "\"Ende\""),
    ];
    let own = words.iter().fold(menu.clone(), |text, (was, is)| text.replacen(was, is, 1));
    fine(&menu, &own);
    wrong(&menu, &own.replace("bltz $s0, odd", "nop"), "-1 0");
    wrong(&menu, &own.replace("odd:    print what", "odd:    nop"), "-1 0");
    wrong(&menu, &own.replace("odd:    print what\n        j line", "odd:    j main"), "-1 0");
    wrong(&menu, &own.replace("mul $s3, $s1, $s2", "mul $s3, $s1, $s1"), "2 1 0 0");
    // Numbers in a message are none.
    fine(&menu, &own.replace("Das gibt es nicht!", "Nur 0 bis 3, bitte!"));
    // Answers are words, with labels between them and signs behind them.
    let words = source("words");
    let own = words.replace("\": \"", "\" has length \"").replace("\"> \"", "\"Enter text: \"");
    let own = own.replace(" words\\n", " in all");
    fine(&words, &own);
    // A longer line than the reference takes is nobody's test.
    fine(&words, &own.replace("81", "200"));
    wrong(&words, &own.replace("li      $s2, 0", "li      $s2, 1"), "a");
    // Words of the input are answers.
    let reverse = source("reverse");
    let unturned = reverse.replace("beq $t1, 10, back", "beq $t1, 10, back\n        nop");
    fine(&reverse, &unturned);
    wrong(&reverse, &reverse.replace("li $a1, 64", "li $a1, 8"), "aaaaaaaa");
}
