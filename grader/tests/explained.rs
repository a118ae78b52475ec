//! A graded program that fails, hangs or calls itself without end is explained in the words of `run`,
//! whatever kind of test it fails, in every report that shows failures.

use grader::assignment::{
    Compare, Feedback, FunctionCall, FunctionTest, Policy, TestKind, Tolerance, TranscriptTest,
};
use grader::book::{Exhibit, ExhibitRole, FailureEntry, Gradebook, StudentEntry};
use grader::grade::{Bench, Status, Submission};
use grader::report::{Options, find};

mod building;

use building::{assignment, by_rules, grade, told};

/// Shows a board, reads a line, and then does what `body` says.
fn game(body: &str) -> String {
    let board = "| 2 |   |   |\\n|   | 2 |   |\\n|   |   |   |\\n> ";
    format!(
        ".data\nboard: .asciiz \"{board}\"\nline: .space 16\ncells: .word 1, 2, 3\n.text\n\
         main:\nla $a0, board\nli $v0, 4\nsyscall\nla $a0, line\nli $a1, 16\nli $v0, 8\nsyscall\n\
         {body}\nj main\n"
    )
}

/// What a program can do after its first line, what is pictured of it and what is hinted at.
const STOPS: [(&str, [&str; 2], &str); 4] = [
    (
        "li $t1, 2\nlw $t0, cells($t1)",
        ["needs an address that is a multiple of 4", "$t1 = 2"],
        "`$t1` counts elements",
    ),
    ("li $t1, 0\ndivu $t0, $a1, $t1", ["division by zero", "$t1 = 0"], "The divisor `$t1` is 0"),
    (
        "li $t0, 0\nround: addi $t0, $t0, 2\nbne $t0, 7, round",
        ["stopped after", "$t0"],
        "which it passed",
    ),
    (
        "jal deep\ndeep: addi $sp, $sp, -4\nsw $ra, 0($sp)\njal deep\njr $ra",
        ["deep", "stopped after"],
        "calls of `deep` are open",
    ),
];

fn stopped(failure: &FailureEntry) -> &str {
    let text = failure.shown.iter().find_map(|shown| match shown {
        Exhibit::Text { role: ExhibitRole::Stopped, text, .. } => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default()
}

/// The first failure that pictures a stop.
fn explained(graded: &StudentEntry) -> &FailureEntry {
    let mut failures = graded.results.iter().flat_map(|result| &result.failures);
    let found = failures.find(|failure| !stopped(failure).is_empty());
    found.unwrap_or_else(|| panic!("nothing is explained: {}", told(graded)))
}

fn check(graded: &StudentEntry, (body, pictured, hint): &(&str, [&str; 2], &str)) {
    let failure = explained(graded);
    for words in pictured {
        assert!(stopped(failure).contains(words), "{body}: {words}\n{}", stopped(failure));
    }
    let said = failure.hint.as_deref().unwrap_or_default();
    assert!(said.contains(hint), "{body}: {said}");
}

#[test]
fn games_that_stop_are_explained() {
    for compare in [Compare::Boards, Compare::Exact] {
        let mut tried = by_rules(16, compare);
        tried.setup.limits.steps = 50_000;
        let bench = Bench::new(&tried, 1);
        for stop in STOPS.iter() {
            // By text, whatever comes before the first line is already wrong.
            let source = match compare {
                Compare::Boards => game(stop.0),
                Compare::Exact => {
                    format!(".data\nboard: .word 0\ncells: .word 1, 2, 3\n.text\n{}\n", stop.0)
                }
            };
            check(&grade(&bench, &Submission::of_text("prog.asm", &source)), stop);
        }
    }
}

#[test]
fn transcripts_and_calls_that_stop_are_explained() {
    let transcript = TranscriptTest {
        input: b"1\n".to_vec(),
        draws: Vec::new(),
        expected: b"1".to_vec(),
        expected_file: None,
        policy: Policy::Exact,
        exit: None,
    };
    let call = FunctionCall::default();
    let call = FunctionTest {
        label: "called".into(),
        calls: vec![call],
        preserved: false,
        steps: 200_000,
        tolerance: Tolerance { absolute: 0.0, relative: 0.0 },
    };
    for stop in STOPS.iter() {
        let source = game(&format!("called:\n{}\njr $ra", stop.0));
        for test in [TestKind::Transcript(transcript.clone()), TestKind::Function(call.clone())] {
            let bench = Bench::new(&assignment(vec![("test", test, &[])]), 1);
            check(&grade(&bench, &Submission::of_text("prog.asm", &source)), stop);
        }
    }
}

/// A program that can't be played is explained once.
#[test]
fn what_stops_a_program_before_it_can_be_played_is_told_once() {
    let bench = Bench::new(&by_rules(16, Compare::Boards), 1);
    let ask = "la $a0, line\nli $a1, 16\nli $v0, 8\nsyscall\n";
    let asks = format!(".data\nline: .space 16\n.text\n{ask}lw $t0, 1($zero)\n");
    for source in [".text\nmain: lw $t0, 1($zero)\n", &asks] {
        let graded = grade(&bench, &Submission::of_text("prog.asm", source));
        assert!(stopped(explained(&graded)).contains("lw $t0, 1($zero)"), "{}", told(&graded));
        let told: Vec<_> =
            graded.results.iter().filter(|result| !result.failures.is_empty()).collect();
        assert_eq!(told.len(), 1);
        assert!(graded.results.iter().all(|result| result.status == Status::Blocked));
    }
}

#[test]
fn every_report_shows_it_where_everything_may_be_told() {
    let mut tried = by_rules(16, Compare::Boards);
    let report = |tried: &grader::assignment::Assignment, format: &str| {
        let graded =
            grade(&Bench::new(tried, 1), &Submission::of_text("prog.asm", &game(STOPS[0].0)));
        let mut book = Gradebook::new(tried.head.clone(), "", "", 1);
        book.submissions.push(graded);
        let files = find(format).unwrap().report(&book, &Options::default());
        files
            .iter()
            .map(|file| String::from_utf8_lossy(&file.bytes).into_owned())
            .collect::<String>()
    };
    for format in
        ["details", "html", "feedback", "json", "junit", "gradescope", "github", "classroom"]
    {
        let report = report(&tried, format);
        // Classroom's is in Base64, which depends on how many bytes come before.
        let coded = ["bXVsdGlwbGUgb2YgN", "11bHRpcGxlIG9mID", "tdWx0aXBsZSBvZiA0"];
        let shown =
            report.contains("multiple of 4") || coded.iter().any(|text| report.contains(text));
        assert!(shown, "{format}: {report}");
    }
    for test in &mut tried.head.tests {
        test.feedback = Feedback::Diff;
    }
    for format in ["details", "feedback", "gradescope", "github"] {
        assert!(!report(&tried, format).contains("lw $t0, cells($t1)"), "{format}");
    }
}
