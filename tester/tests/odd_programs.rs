//! Programs that no one can play: they answer at random, never stop asking or printing, or change their
//! menu. There is a verdict about each, within the limits, that says what was seen.
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use tester::boards::{Learnt, NotLearnt, Played, Protocol, first_wrong, learn};
use tester::{BoardJudge, Judge, Limits, Problem, Program, Rule, Script};

/// Reads a line into `line`; its first character is in `$t0`.
const READ: &str = "
read:   la $a0, line
        li $a1, 16
        li $v0, 8
        syscall
        lbu $t0, line
        jr $ra
say:    li $v0, 4
        syscall
        jr $ra
        .data
line:   .space 16
board:  .asciiz \"2 . .\\n. . 2\\n. . .\\n\"
other:  .asciiz \". . 4\\n. . .\\n2 . .\\n\"
ask:    .asciiz \"Key: \"
";

fn program(text: &str) -> Program {
    let limits = Limits { steps: 200_000, ..Limits::default() };
    Program::assemble("odd.asm", &format!("{text}{READ}"), limits).unwrap()
}

/// What is wrong in the first of some games by the protocol that was learnt.
fn wrong(program: &Program, learnt: &Learnt) -> Option<(Rule, Problem)> {
    let found = first_wrong(program, &learnt.protocol, 0..128)?;
    let Played { verdict, work, .. } = found;
    assert!(work < 40_000_000, "{work}");
    verdict.and_then(|verdict| Some((verdict.rule?, verdict.problem)))
}

#[test]
fn who_prints_a_million_boards_floods() {
    let at_once = program("x: la $a0, board\nli $v0, 4\nsyscall\nb x\n");
    assert_eq!(learn(&at_once), Err(NotLearnt::Stopped(Problem::Floods)));
    let after_a_key = program(
        "la $a0, board\njal say\nla $a0, ask\njal say\njal read\nx: la $a0, other\njal say\nb x\n",
    );
    let learnt = learn(&after_a_key).unwrap();
    assert_eq!(wrong(&after_a_key, &learnt), Some((Rule::Crash, Problem::Floods)));
}

#[test]
fn who_asks_for_ever_is_asked_no_more() {
    // The same question again and again, and then questions that all differ.
    for (answer, most) in [("", 40), ("lbu $t1, ask\naddiu $t1, $t1, 1\nsb $t1, ask\n", 900)] {
        let text = format!("x: la $a0, ask\njal say\njal read\n{answer}b x\n");
        let Err(NotLearnt::NoBoard(tried)) = learn(&program(&text)) else { panic!("{text}") };
        assert!(tried.answers <= most, "{tried:?}");
        let said = NotLearnt::NoBoard(tried).to_string();
        assert!(said.starts_with("no board was found: ") && said.contains("ey:"), "{said}");
    }
}

/// Which answer begins a game is drawn each time. The program ends where a game should begin, and that is
/// said: its boards are not to blame.
#[test]
fn who_changes_the_menu_is_not_accused_of_something_else() {
    let right = include_str!("../../asm/dialects/array.asm");
    let line = "        beq     $v0, '1', new_game\n";
    assert!(right.contains(line));
    let changing = "
        move    $s7, $v0
        li      $a1, 2
        li      $v0, 42
        syscall
        move    $v0, $s7
        beqz    $a0, as_it_says
        beq     $v0, '1', leave
        beq     $v0, 'X', new_game
as_it_says:
";
    let text = right.replacen(line, &format!("{changing}{line}"), 1);
    let limits = Limits { steps: 200_000, ..Limits::default() };
    let program = Program::assemble("odd.asm", &text, limits).unwrap();
    let learnt = learn(&program).unwrap();
    let found = wrong(&program, &learnt).unwrap();
    assert_eq!(found, (Rule::Crash, Problem::Ended), "{learnt:?}");
}

/// Any key shows one of two boards, or none. It is wrong about moves, and that is said.
#[test]
fn who_answers_at_random_moves_tiles_wrong() {
    let text = "
x:      la $a0, board
        jal say
y:      la $a0, ask
        jal say
        jal read
        li $a1, 3
        li $v0, 42
        syscall
        beqz $a0, y
        beq $a0, 1, x
        la $a0, other
        jal say
        b y
";
    let program = program(text);
    let learnt = learn(&program).unwrap();
    let (rule, problem) = wrong(&program, &learnt).unwrap();
    let about_moves = [Rule::Slide, Rule::InvalidInput, Rule::BoardPrint, Rule::SpawnAfterLegal];
    assert!(about_moves.contains(&rule), "{rule:?} {problem:?}");
}

#[test]
fn who_thinks_for_long_is_asked_less() {
    let text = "x: li $t2, 900000\ny: addiu $t2, $t2, -1\nbnez $t2, y\nla $a0, ask\njal say\njal read\n\
                lbu $t1, ask\naddiu $t1, $t1, 1\nsb $t1, ask\nb x\n";
    let slow = program(text).with_limits(Limits::default());
    let Err(NotLearnt::NoBoard(tried)) = learn(&slow) else { panic!("no board is shown") };
    assert!(tried.answers < 200, "{tried:?}");
}

#[test]
fn who_has_done_all_work_that_it_may_is_not_judged() {
    let text = "x: la $a0, board\njal say\njal read\nb x\n";
    let whole = program(text);
    let protocol = Protocol { menu: None, ..Protocol::documented() };
    let script = Script::new(vec![b"A".to_vec(); 9], Vec::new());
    let judged = |program: &Program| BoardJudge::new(program, &protocol, 0).play(&script).is_some();
    assert!(judged(&whole) && judged(&whole.within(1_000_000)));
    let short = whole.within(20);
    assert!(!judged(&short) && short.is_exhausted());
}
