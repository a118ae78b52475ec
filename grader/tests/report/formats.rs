//! Every format, on the canned class.

use std::collections::BTreeSet;

use grader::assignment::Feedback;
use grader::book::Gradebook;
use grader::grade::Points;
use grader::report::{FORMATS, File, Join, Options, Output, Release, find};
use quick_xml::events::Event;
use serde_json::Value;

use crate::book::{HOSTILE, SECRETS, book};

fn files(name: &str, options: &Options) -> Vec<(String, String)> {
    let files = find(name).unwrap().report(&book(), options);
    files
        .into_iter()
        .map(|File { path, bytes }| (path, String::from_utf8(bytes).unwrap()))
        .collect()
}

fn only(name: &str) -> String {
    let mut files = files(name, &Options::default());
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].0, "");
    files.remove(0).1
}

/// The files of Bob alone, who fails one test and is told everything about it.
fn of_bob(name: &str) -> Vec<String> {
    let mut book = book();
    book.submissions = vec![book.submissions.swap_remove(1)];
    book.assignment.tests[2].feedback = Feedback::Full;
    let files = find(name).unwrap().report(&book, &Options::default());
    files.into_iter().map(|file| String::from_utf8(file.bytes).unwrap()).collect()
}

/// The part of a text from one word to another.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap();
    let end = start + text[start..].find(to).unwrap();
    &text[start..end + to.len()]
}

#[test]
fn rules_are_spoken_of_only_where_some_are_broken() {
    let page = |book: Gradebook| {
        let page = find("html").unwrap().report(&book, &Options::default()).remove(0);
        String::from_utf8(page.bytes).unwrap()
    };
    assert!(page(book()).contains("Broken rules"));
    assert!(!page(Gradebook { submissions: Vec::new(), ..book() }).contains("Broken rules"));
}

/// What is worth nothing costs nothing, and nobody is shown as having failed it.
#[test]
fn tests_without_points_are_not_lost() {
    let mut book = book();
    book.submissions = vec![book.submissions.swap_remove(1)];
    book.assignment.tests[2].points = Points::ZERO;
    book.assignment.tests[2].feedback = Feedback::Full;
    book.submissions[0].results[2].points = Points::ZERO;
    let report = |name: &str| {
        let files = find(name).unwrap().report(&book, &Options::default());
        files.iter().map(|file| String::from_utf8_lossy(&file.bytes)).collect::<String>()
    };
    for name in ["terminal", "markdown"] {
        assert!(report(name).contains("1 submission, 1 with full points"), "{}", report(name));
    }
    assert!(!report("terminal").contains("lost on merge-once"));
    assert!(report("html").contains("<dt>Full points</dt><dd>1</dd>"));
    // Students read what happened and how to see it, and no more.
    let details = report("details");
    assert!(details.contains("no points") && !details.contains("- failed"), "{details}");
    assert!(details.contains("After A the board") && !details.contains("suspicious"), "{details}");
    assert!(report("feedback").contains("not as asked, no points"));
}

#[test]
fn formats_have_names_of_their_own_and_keep_their_promise() {
    let names: BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names.len(), FORMATS.len());
    assert!(find("nothing").is_none());
    for format in FORMATS {
        for book in [book(), Gradebook { submissions: Vec::new(), ..book() }] {
            let files = format.report(&book, &Options::default());
            if format.kind != Output::Folder {
                assert_eq!(files.len(), 1, "{}", format.name);
                assert_eq!(files[0].path, "", "{}", format.name);
            }
            let paths: BTreeSet<&str> = files.iter().map(|file| &*file.path).collect();
            assert_eq!(paths.len(), files.len(), "{}", format.name);
            let again = format.report(&book, &Options::default());
            assert_eq!(files, again, "{} differs from run to run", format.name);
        }
    }
}

#[test]
fn no_report_for_students_tells_a_secret() {
    for name in ["feedback", "details", "github", "moodle", "classroom"] {
        for release in [Release::Open, Release::Due, Release::Published] {
            let options = Options { release, ..Options::default() };
            for (path, text) in files(name, &options) {
                let text = if name == "classroom" { unbase64(&text) } else { text };
                for secret in SECRETS {
                    assert!(!text.contains(secret), "{name} {path} says {secret}");
                }
                // Hidden points: 20 of the whole 100.
                assert!(name == "moodle" || !text.contains("of 100"), "{name} {path}: the total");
                let late = text.contains("Wins at 512");
                let lost = path.is_empty() || path.contains("carol");
                assert!(!late || release >= Release::Due, "{name} {path} shows what is not due");
                assert!(late || !lost || release < Release::Due, "{name} {path} hides what is due");
            }
        }
    }
    // By level: a hint but no boards and no sentence; and nothing at all.
    let carol = &files("feedback", &Options::default())[4];
    assert_eq!(carol.0, "carol_3.md");
    assert!(carol.1.contains("mark the cell that a merge made"));
    assert!(!carol.1.contains("After A the board") && !carol.1.contains("fivetwelve diff"));
}

#[test]
fn nothing_in_a_report_acts_instead_of_being_seen() {
    for format in FORMATS {
        for (path, text) in files(format.name, &Options::default()) {
            let acts = text.chars().find(|c| c.is_control() && !"\n\r".contains(*c));
            assert_eq!(acts, None, "{} {path}", format.name);
        }
    }
}

#[test]
fn terminal() {
    let text = only("terminal");
    let wide = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    insta::assert_snapshot!("terminal", text);
    let options = Options { colour: true, ..Options::default() };
    let coloured = files("terminal", &options).remove(0).1;
    assert!(coloured.contains("\x1b[32m"));
    let plain = coloured.replace("\x1b[32m", "").replace("\x1b[31m", "").replace("\x1b[2m", "");
    assert_eq!(plain.replace("\x1b[0m", ""), text);
}

#[test]
fn details_tell_a_student_what_is_wrong() {
    insta::assert_snapshot!("details", of_bob("details").remove(0));
    // What depends on a test that is not seen does not say on what.
    let text = only("details");
    let carol = between(&text, "carol/game.asm\n", "Dave");
    assert!(
        carol.contains("? not tested    0/2.5  Wins after every walk\n    It could not be tested.")
    );
}

#[test]
fn json_is_the_book() {
    let text = only("json");
    assert_eq!(Gradebook::read(text.as_bytes()).unwrap(), book());
    let value: Value = serde_json::from_str(&text).unwrap();
    let test = &value["assignment"]["tests"][6];
    assert_eq!((&test["visibility"], &test["feedback"]), (&"visible".into(), &"full".into()));
    assert_eq!(test["needs"], serde_json::json!(["secret-walk"]));
    insta::assert_snapshot!("json", format!("{:#}", value["submissions"][1]["results"][2]));
}

#[test]
fn a_book_of_another_kind_is_refused_with_a_reason() {
    let refused = |json: &str| Gradebook::read(json.as_bytes()).unwrap_err().to_string();
    assert!(refused("{").starts_with("this is not JSON"));
    assert_eq!(refused("{}"), "these are not grades written by `grade --json FILE`");
    let old = only("json").replace("\"format_version\": 3,", "");
    let why = "these grades are in format 1, this version reads format 3: grade again";
    assert_eq!(refused(&old), why);
    let damaged = only("json").replace("\"seed\"", "\"sead\"");
    assert_eq!(refused(&damaged), "these grades are damaged: missing field `seed`");
}

#[test]
fn feedback_is_a_page_in_two_formats() {
    let [markdown, html] = of_bob("feedback").try_into().unwrap();
    insta::assert_snapshot!("feedback.md", markdown);
    insta::assert_snapshot!(
        "feedback.html",
        between(&html, "<section class=\"test failed", "</section>")
    );
    for title in ["It assembles", "A tile merges once", "Wins after every walk"] {
        assert!(html.contains(title), "{title}");
    }
    assert_eq!(html.matches("<section").count(), 5);
}

/// Rows of cells, as RFC 4180 reads them.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.push(chars.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {
                assert_eq!(chars.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(!quoted && row.is_empty() && cell.is_empty(), "the last row ends");
    rows
}

#[test]
fn canvas_has_its_columns_and_its_second_row() {
    let text = only("canvas");
    let rows = csv(&text);
    let columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "2048 on 3×3"];
    assert_eq!(rows[0], columns);
    assert_eq!(rows[1], ["Points Possible", "", "", "", "", "100"]);
    assert_eq!(rows.len(), 2 + 5);
    assert!(rows.iter().all(|row| row.len() == 6));
    insta::assert_snapshot!("canvas", text);
    let options = Options {
        join: Join::Name,
        key_title: Some("SIS Login ID".to_owned()),
        grade_title: Some("Game (4711)".to_owned()),
        ..Options::default()
    };
    let rows = csv(&files("canvas", &options)[0].1);
    assert_eq!(rows[0][5], "Game (4711)");
    assert_eq!(rows[2], ["Ann Example", "", "", "Ann Example", "", "100"]);
}

#[test]
fn moodle_knows_participants() {
    let text = only("moodle");
    let rows = csv(&text);
    assert_eq!(rows[0], ["Identifier", "Full name", "Grade", "Maximum Grade", "Feedback comments"]);
    assert_eq!(rows[1][..4], ["Participant 7", "Ann Example", "100", "100"]);
    assert!(rows.iter().all(|row| row.len() == 5));
    insta::assert_snapshot!("moodle", rows[2].join("\n"));
    let options = Options {
        join: Join::Key,
        key_title: Some("Username".to_owned()),
        grade_title: Some("Total".to_owned()),
        remarks_title: "Why".to_owned(),
        ..Options::default()
    };
    let rows = csv(&files("moodle", &options)[0].1);
    assert_eq!(rows[0], ["Username", "Full name", "Total", "Maximum Grade", "Why"]);
    assert_eq!(rows[1][0], "ann_7");
}

#[test]
fn gradescope_says_only_what_the_platform_knows() {
    const TOP: [&str; 11] = [
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    ];
    const TEST: [&str; 11] = [
        "score",
        "max_score",
        "status",
        "name",
        "name_format",
        "number",
        "output",
        "output_format",
        "tags",
        "visibility",
        "extra_data",
    ];
    const FORMATS: [&str; 5] = ["text", "html", "simple_format", "md", "ansi"];
    const VISIBILITY: [&str; 4] = ["hidden", "after_due_date", "after_published", "visible"];
    let files = files("gradescope", &Options::default());
    assert_eq!(files.len(), 5);
    for ((path, text), graded) in files.iter().zip(&book().submissions) {
        assert!(path.ends_with("/results.json") && !path.starts_with(['/', '.']), "{path}");
        let results: Value = serde_json::from_str(text).unwrap();
        for (key, value) in results.as_object().unwrap() {
            assert!(TOP.contains(&key.as_str()), "{key}");
            match key.as_str() {
                "visibility" | "stdout_visibility" => {
                    assert!(VISIBILITY.contains(&value.as_str().unwrap()));
                }
                key if key.ends_with("format") => {
                    assert!(FORMATS.contains(&value.as_str().unwrap()))
                }
                _ => {}
            }
        }
        let mut sum = Points::ZERO;
        for test in results["tests"].as_array().unwrap() {
            assert!(test.as_object().unwrap().keys().all(|key| TEST.contains(&key.as_str())));
            assert!(["passed", "failed"].contains(&test["status"].as_str().unwrap()));
            assert!(VISIBILITY.contains(&test["visibility"].as_str().unwrap()));
            assert!(test["number"].is_string());
            sum =
                [sum, Points::try_from(test["score"].as_f64().unwrap()).unwrap()].into_iter().sum();
            if test["visibility"] != "hidden" {
                // What students see of a test does not tell of those that they do not see.
                assert!(SECRETS.iter().all(|secret| !test.to_string().contains(secret)));
            }
        }
        assert_eq!(sum, graded.score());
    }
    let results: Value = serde_json::from_str(&of_bob("gradescope")[0]).unwrap();
    insta::assert_snapshot!("gradescope", format!("{:#}", results["tests"][2]));
    let mut single = book();
    single.submissions.truncate(1);
    let files = find("gradescope").unwrap().report(&single, &Options::default());
    assert_eq!(files.iter().map(|file| &*file.path).collect::<Vec<_>>(), ["results.json"]);
}

#[test]
fn junit_follows_its_schema() {
    let text = only("junit");
    let mut reader = quick_xml::Reader::from_str(&text);
    let mut open: Vec<String> = Vec::new();
    let (mut tests, mut failures, mut counted) = (0, 0, (0, 0));
    loop {
        let event = reader.read_event().unwrap();
        let (start, empty) = match &event {
            Event::Start(start) => (start, false),
            Event::Empty(start) => (start, true),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Eof => break,
            Event::Text(text) => {
                // Only what went wrong has text.
                let blank = text.decode().unwrap().trim().is_empty();
                assert!(blank || matches!(open.last().unwrap().as_str(), "failure" | "skipped"));
                continue;
            }
            _ => continue,
        };
        let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
        let attributes: Vec<(String, String)> = start
            .attributes()
            .map(|attribute| {
                let attribute = attribute.unwrap();
                let key = String::from_utf8(attribute.key.as_ref().to_vec()).unwrap();
                (key, attribute.unescape_value().unwrap().into_owned())
            })
            .collect();
        let value = |key: &str| attributes.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
        let number = |key: &str| value(key).unwrap().parse::<usize>().unwrap();
        let parent = open.last().map_or("", String::as_str);
        let (parents, keys): (&[&str], &[&str]) = match &*name {
            "testsuites" => (&[""], &["name", "time", "tests", "failures", "errors"]),
            "testsuite" => (&["testsuites"], &["name", "tests", "failures", "errors", "skipped"]),
            "properties" => (&["testsuite"], &[]),
            "property" => (&["properties"], &["name", "value"]),
            "testcase" => (&["testsuite"], &["name", "classname"]),
            "failure" | "skipped" => (&["testcase"], &["message", "type"]),
            other => panic!("{other} is no element of the format"),
        };
        assert!(parents.contains(&parent), "{name} in {parent}");
        assert!(attributes.iter().all(|(key, _)| keys.contains(&key.as_str())), "{attributes:?}");
        match &*name {
            "testsuites" => counted = (number("tests"), number("failures")),
            "testsuite" => assert_eq!((number("tests"), number("errors")), (7, 0)),
            "testcase" => tests += 1,
            "failure" => failures += 1,
            _ => {}
        }
        if !empty {
            open.push(name);
        }
    }
    assert_eq!(counted, (tests, failures));
    let bob = of_bob("junit").remove(0);
    insta::assert_snapshot!("junit", between(&bob, "<testcase name=\"A tile", "</testcase>"));
    assert!(bob.contains("<property name=\"score.merge-once\" value=\"12.5\"/>"));
}

#[test]
fn github_writes_annotations_and_nothing_else() {
    let text = only("github");
    for line in text.lines() {
        let kind = ["::error ", "::warning ", "::notice "];
        assert!(kind.iter().any(|kind| line.starts_with(kind)), "{line}");
        assert!(line.len() > 2 && line[2..].contains("::"));
    }
    for kind in ["::error", "::warning", "::notice"] {
        assert!(text.lines().filter(|line| line.starts_with(kind)).count() <= 10);
    }
    insta::assert_snapshot!("github", of_bob("github")[0]);
    // Of many, ten of each kind are written, and that the rest is missing.
    let mut many = book();
    let carol = many.submissions[2].clone();
    many.submissions = vec![carol; 30];
    let files = find("github").unwrap().report(&many, &Options::default());
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    for kind in ["::error", "::warning", "::notice"] {
        assert_eq!(text.lines().filter(|line| line.starts_with(kind)).count(), 10, "{kind}");
    }
    assert!(text.ends_with("::61 more are left out here\n"), "{text}");
}

fn unbase64(text: &str) -> String {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let letters: Vec<u32> =
        text.trim().chars().map_while(|c| LETTERS.find(c).map(|at| at as u32)).collect();
    for part in letters.chunks(4) {
        let bits = part.iter().enumerate().map(|(i, six)| six << (18 - 6 * i)).sum::<u32>();
        bytes.extend(bits.to_be_bytes()[1..part.len()].iter());
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn classroom_adds_up_in_both_ways() {
    let files = files("classroom", &Options::default());
    for (path, text) in &files {
        let result: Value = serde_json::from_str(&unbase64(text)).unwrap();
        let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["version", "status", "max_score", "tests"]);
        let tests = result["tests"].as_array().unwrap();
        let passed = tests.iter().filter(|test| test["status"] == "pass").count();
        let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
        let most = result["max_score"].as_f64().unwrap();
        assert_eq!(most, 72.5, "the tests that are seen");
        if passed == tests.len() || passed == 0 {
            assert_eq!(sum, passed as f64 / tests.len() as f64 * most, "{path}");
        }
        assert_eq!(result["status"] == "pass", passed == tests.len());
        assert!(tests.iter().all(|test| test["line_no"].is_u64()));
    }
    let bob: Value = serde_json::from_str(&unbase64(&of_bob("classroom")[0])).unwrap();
    insta::assert_snapshot!("classroom", format!("{:#}", bob["tests"][2]));
}

#[test]
fn markdown_fits_a_summary() {
    insta::assert_snapshot!("markdown", only("markdown"));
    let mut many = book();
    let hostile = many.submissions[4].clone();
    many.submissions = vec![hostile; 20_000];
    let files = find("markdown").unwrap().report(&many, &Options::default());
    assert!(files[0].bytes.len() <= 1024 * 1024);
    assert!(String::from_utf8_lossy(&files[0].bytes).contains("more are left out here"));
}

/// The page's embedded data.
fn data(page: &str) -> (&str, Value) {
    let begin = page.find("<script type=\"application/json\" id=\"data\">").unwrap();
    let inside = page[begin..].split_once('>').unwrap().1;
    let inside = inside.split_once("</script>").unwrap().0;
    (inside, serde_json::from_str(inside).unwrap())
}

#[test]
fn the_page_holds_its_data_and_lets_nothing_out() {
    let page = only("html");
    let (raw, data) = data(&page);
    assert!(!raw.contains('<'));
    // Two scripts: the data and ours. Whatever students wrote is text.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<!--") && !page.contains("alert(1)</"));
    for address in ["http:", "https:", "//cdn", "@import", "url(", "src="] {
        assert!(!page.contains(address), "{address}");
    }
    assert!(!page.contains(" style="), "the policy would refuse it");
    let policy = page.split_once("Content-Security-Policy\" content=\"").unwrap().1;
    let policy = policy.split_once('"').unwrap().0;
    assert!(
        policy.starts_with("default-src 'none'; img-src data:; style-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"));
    assert!(page.chars().all(|c| !c.is_control() || c == '\n'), "controls are shown");
    assert_eq!(data["students"].as_array().unwrap().len(), 5);
    // The same failure of two students is there once.
    assert_eq!(data["failures"].as_array().unwrap().len(), 4);
    assert_eq!(data["groups"][0]["members"], serde_json::json!([1, 2]));
    assert!(data["failures"].as_array().unwrap().iter().any(|one| one["rule"] == HOSTILE));
    let merges_twice = &data["failures"][0];
    let roles: Vec<&Value> =
        merges_twice["shown"].as_array().unwrap().iter().map(|shown| &shown["role"]).collect();
    assert_eq!(roles, ["before", "expected", "got"]);
    insta::assert_snapshot!("html-data", format!("{merges_twice:#}\n{:#}", data["students"][1]));
}

#[test]
fn a_large_class_stays_small() {
    let mut many = book();
    let carol = many.submissions[2].clone();
    many.submissions = (0..500)
        .map(|number| {
            let mut one = carol.clone();
            one.student.key = format!("student{number:03}");
            one.student.name = format!("Student {number}");
            one
        })
        .collect();
    let files = find("html").unwrap().report(&many, &Options::default());
    assert!(files[0].bytes.len() < 1_000_000, "{} bytes", files[0].bytes.len());
}
