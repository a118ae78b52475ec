//! A canned class: a right program, a wrong one, two that are wrong alike, one who handed in nothing,
//! and one whose every text tries to break out of a report.

use grader::assignment::{Feedback, Head, Kind, TestHead, Visibility};
use grader::book::{
    CodeLine, Exhibit, ExhibitRole, FailureEntry, Gradebook, StudentEntry, SuspectLine, TestEntry,
};
use grader::grade::{Points, Status, Student};

/// Words that no report for students may show: they stand in tests that are hidden.
pub(crate) const SECRETS: [&str; 3] = ["secret-walk", "SECRET TITLE", "SECRET SENTENCE"];

/// A text that means harm wherever it goes.
pub(crate) const HOSTILE: &str = "</script><script>alert(1)</script><!-- ]]> \x1b[31mred\x1b]0;title\x07 \0 \
                           \u{202e}txet\u{2028} | `code` *x* [a](javascript:b) %0A::error::x \
                           👩\u{200d}🔬 \u{9b}31m \u{ffff} &amp; \"q\" 'q' $t0\r\nsecond\tline";

fn points(number: f64) -> Points {
    Points::try_from(number).expect("the number is one of points")
}

fn test(id: &str, title: &str, kind: Kind, worth: f64) -> TestHead {
    TestHead {
        id: id.to_owned(),
        title: title.to_owned(),
        kind,
        points: points(worth),
        visibility: Visibility::Visible,
        feedback: Feedback::Full,
        needs: Vec::new(),
    }
}

fn head() -> Head {
    let mut tests = vec![
        test("assembles", "It assembles", Kind::Static, 10.0),
        test("slide", "Tiles slide to the wall", Kind::Differential, 30.0),
        test("merge-once", "A tile merges once", Kind::Differential, 25.0),
        test("greeting", "The menu is printed", Kind::Transcript, 5.0),
        test("secret-walk", "SECRET TITLE", Kind::Exhaustive, 20.0),
        test("late", "Wins at 512", Kind::Differential, 7.5),
        test("after-walk", "Wins after every walk", Kind::Differential, 2.5),
    ];
    tests[2].feedback = Feedback::Hint;
    tests[3].feedback = Feedback::None;
    tests[4].visibility = Visibility::Hidden;
    tests[5].visibility = Visibility::AfterDueDate;
    tests[6].needs = vec!["secret-walk".to_owned()];
    Head {
        id: "fivetwelve".to_owned(),
        title: "2048 on 3×3".to_owned(),
        about: "Write the game.".to_owned(),
        tests,
    }
}

fn passed(test: &TestHead) -> TestEntry {
    TestEntry {
        test: test.id.clone(),
        status: Status::Passed,
        points: test.points,
        summary: "It holds.".to_owned(),
        failures: Vec::new(),
    }
}

fn lost(
    test: &TestHead,
    status: Status,
    got: f64,
    summary: &str,
    told: Vec<FailureEntry>,
) -> TestEntry {
    TestEntry {
        test: test.id.clone(),
        status,
        points: points(got),
        summary: summary.to_owned(),
        failures: told,
    }
}

fn board(role: ExhibitRole, label: &str, cells: [u64; 9]) -> Exhibit {
    Exhibit::Board { role, label: label.to_owned(), cells: cells.to_vec() }
}

fn line(file: &str, line: u32, text: &str, marked: bool) -> CodeLine {
    CodeLine { file: file.to_owned(), line, text: text.to_owned(), marked, calls: Vec::new() }
}

/// Two tiles that should merge once merge twice.
fn merges_twice(file: &str) -> FailureEntry {
    let mut macro_line = line(file, 88, "\tsll $t1, $t1, 1\t# double", true);
    macro_line.calls = vec![format!("{file}:140")];
    FailureEntry {
        group: "N ; A ; draws: 0 0".to_owned(),
        rule: Some("merge-once".to_owned()),
        rule_text: "a tile that a merge made does not merge again in the same move".to_owned(),
        hint: Some("mark the cell that a merge made until the move is over".to_owned()),
        given: vec!["Input: N A".to_owned(), "Draws: 0 0".to_owned()],
        sentences: vec![
            "After A the board should be 4 4 . but is 8 . . in the first row.".to_owned(),
        ],
        shown: vec![
            board(ExhibitRole::Before, "before", [2, 2, 4, 0, 0, 0, 0, 16, 512]),
            board(ExhibitRole::Expected, "should be", [4, 4, 0, 0, 0, 0, 16, 512, 2]),
            board(ExhibitRole::Got, "yours", [8, 0, 0, 0, 0, 0, 16, 512, 2]),
        ],
        suspects: vec![SuspectLine {
            file: file.to_owned(),
            line: 87,
            text: "bne $t1, $t2, next".to_owned(),
            why: "runs in 4 of 4 failing games and 1 of 9 right ones".to_owned(),
            // Only instructors may read it.
            repair: Some("SECRET SENTENCE".to_owned()),
        }],
        lines: vec![line(file, 87, "\tbne $t1, $t2, next", false), macro_line],
        ran: true,
        command: Some(format!("fivetwelve diff {file} --script 'N ; A ; draws: 0 0'")),
        debug: Some(format!("fivetwelve debug {file} --script 'N ; A ; draws: 0 0'")),
        game: None,
        screen: None,
    }
}

fn student(key: &str, name: &str, id: Option<&str>) -> Student {
    Student { key: key.to_owned(), name: name.to_owned(), id: id.map(str::to_owned) }
}

fn graded(student: Student, file: &str, results: Vec<TestEntry>) -> StudentEntry {
    StudentEntry {
        digest: format!("digest of {file}"),
        file: Some(file.to_owned()),
        chosen: format!("{file} was graded because it is the only program."),
        notes: Vec::new(),
        student,
        results,
        failure: None,
    }
}

/// The class.
pub(crate) fn book() -> Gradebook {
    let head = head();
    let tests = &head.tests;
    let all = || tests.iter().map(passed).collect::<Vec<_>>();
    let mut alike = all();
    alike[2] = lost(
        &tests[2],
        Status::Failed,
        12.5,
        "It fails in 7 of 14 games.",
        vec![merges_twice("b.asm")],
    );
    let mut likewise = alike.clone();
    likewise[2].failures = vec![merges_twice("carol/game.asm")];
    likewise[4] = lost(
        &tests[4],
        Status::Failed,
        0.0,
        "SECRET SENTENCE one",
        vec![FailureEntry {
            sentences: vec!["SECRET SENTENCE two".to_owned()],
            rule: Some("slide".to_owned()),
            rule_text: "tiles go as far as they can".to_owned(),
            ..FailureEntry::default()
        }],
    );
    likewise[5] = lost(&tests[5], Status::Blocked, 0.0, "It was not reached.", Vec::new());
    likewise[6] = lost(
        &tests[6],
        Status::Blocked,
        0.0,
        "It needs SECRET TITLE (secret-walk), which failed.",
        vec![FailureEntry {
            sentences: vec!["SECRET SENTENCE three".to_owned()],
            ..FailureEntry::default()
        }],
    );
    let nothing = tests
        .iter()
        .map(|test| lost(test, Status::Blocked, 0.0, "There is no program.", Vec::new()))
        .collect();
    let mut empty = graded(student("dave_99", "Dave Ö.", Some("99")), "", nothing);
    empty.file = None;
    empty.chosen = "Nothing was graded because no file ends in .asm.".to_owned();
    empty.notes = vec!["essay.docx is not a program.".to_owned()];
    Gradebook {
        submissions: vec![
            graded(student("ann_7", "Ann Example", Some("7")), "ann_7/fivetwelve.asm", all()),
            graded(student("bob_12", "Bob Example", Some("12")), "b.asm", alike),
            graded(student("carol_3", "Carol Example", Some("3")), "carol/game.asm", likewise),
            empty,
            hostile(tests),
        ],
        ..Gradebook::new(head.clone(), "abc123", "0.1.0", 7)
    }
}

/// One who tries everything.
fn hostile(tests: &[TestHead]) -> StudentEntry {
    let long = "very long ".repeat(200);
    let failure = FailureEntry {
        group: HOSTILE.to_owned(),
        rule: Some(HOSTILE.to_owned()),
        rule_text: HOSTILE.to_owned(),
        hint: Some(HOSTILE.to_owned()),
        given: vec![HOSTILE.to_owned()],
        sentences: vec![HOSTILE.to_owned(), long.clone()],
        shown: vec![
            board(ExhibitRole::Got, "yours <b>", [u64::MAX, 3, 5, 0, 0, 0, 0, 0, 1]),
            Exhibit::Text {
                role: ExhibitRole::Got,
                label: "output </pre>".to_owned(),
                text: format!("{HOSTILE}\n{long}"),
            },
        ],
        suspects: Vec::new(),
        lines: vec![line("../<x>.asm", 1, HOSTILE, true)],
        ran: false,
        command: Some(format!("fivetwelve diff '{HOSTILE}'")),
        debug: Some(format!("fivetwelve debug '{HOSTILE}'")),
        game: None,
        screen: None,
    };
    let mut results: Vec<TestEntry> = tests.iter().map(passed).collect();
    results[1] = lost(&tests[1], Status::Failed, 0.0, HOSTILE, vec![failure]);
    StudentEntry {
        notes: vec![HOSTILE.to_owned()],
        chosen: HOSTILE.to_owned(),
        ..graded(
            student("../../etc\n<script>", "=cmd|' /C calc'!A0\n<script>alert(1)</script>", None),
            "../<x>.asm",
            results,
        )
    }
}
