//! What students get of an assignment: the tests that they may see, with the expectations that are
//! written down, and the starter files. Neither the reference nor the faulty programs nor a word about
//! other tests is in it.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::grade::CallCases;
use tester::Program;

use super::{
    Assignment, FILE, Mistake, TestHead, TestKind, Visibility, calls_file, cases_file, explain,
    read_for_student,
};

/// Cases that are written down for a test.
const MOST_CASES: usize = 200;

const NOTE: &str =
    "# The tests of this assignment that you can run yourself; README.md says how.\n\n";

/// Why there is nothing for students.
#[derive(Clone, Debug)]
pub enum NotExported {
    /// Students may see none of the tests.
    NothingVisible,
    /// What was made can't be read.
    Unreadable(Vec<Mistake>),
}

/// The files for students by their paths, made of an assignment and the files that it was read from.
pub fn export(
    assignment: &Assignment,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<BTreeMap<String, Vec<u8>>, NotExported> {
    let text = files.get(FILE).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
    let mut table: Table = text.parse().unwrap_or_default();
    let mut given: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    table.remove("reference");
    table.remove("faulty");
    let setup = &assignment.setup;
    if !setup.starter.is_empty() {
        let names = setup.starter.iter().map(|(name, _)| Value::from(name.as_str()));
        table.insert("starter".into(), Value::Array(names.collect()));
        given.extend(setup.starter.iter().cloned());
    }
    if let Some(path) = table.get("protocol").and_then(Value::as_str)
        && let Some(bytes) = files.get(path)
    {
        given.insert("protocol.toml".into(), bytes.clone());
        table.insert("protocol".into(), "protocol.toml".into());
    }
    let heads = &assignment.head.tests;
    let is_open = |head: &&TestHead| head.visibility == Visibility::Visible;
    let open: BTreeSet<&str> = heads.iter().filter(is_open).map(|head| &*head.id).collect();
    if open.is_empty() {
        return Err(NotExported::NothingVisible);
    }
    let reference = crate::grade::reference_program(assignment);
    let tests = table.remove("test").and_then(|tests| tests.try_into().ok());
    let tests: Vec<Table> = tests.unwrap_or_default();
    let tests = heads.iter().zip(&assignment.tests).zip(tests);
    let tests = tests.filter(|((head, _), _)| is_open(head));
    let tests = tests.map(|((head, kind), test)| {
        Value::Table(open_test(head, kind, test, &open, reference.as_ref(), &mut given))
    });
    let tests = Value::Array(tests.collect());
    table.insert("test".into(), tests);
    let text = toml::to_string_pretty(&table).unwrap_or_default();
    given.insert(FILE.into(), format!("{NOTE}{text}").into_bytes());
    let exported = read_for_student(&given).map_err(NotExported::Unreadable)?;
    given.insert("README.md".into(), readme(assignment, &exported).into_bytes());
    Ok(given)
}

/// A test that students may see, with nothing in it that they may not.
fn open_test(
    head: &TestHead,
    kind: &TestKind,
    mut test: Table,
    open: &BTreeSet<&str>,
    reference: Option<&Program>,
    given: &mut BTreeMap<String, Vec<u8>>,
) -> Table {
    test.remove("visibility");
    test.remove("needs");
    let needs = head.needs.iter().filter(|need| open.contains(need.as_str()));
    let needs: Vec<Value> = needs.map(|need| need.as_str().into()).collect();
    if !needs.is_empty() {
        test.insert("needs".into(), Value::Array(needs));
    }
    if let (TestKind::Against(against), Some(reference)) = (kind, reference)
        && let Ok(cases) = crate::grade::cases(against, reference, reference.limits(), 0)
    {
        let path = format!("files/{}-cases.json", head.id);
        let text = cases_file::write(&cases.choice(MOST_CASES));
        given.insert(path.clone(), text.into_bytes());
        test.insert("against".into(), path.into());
        // No inputs are made any more.
        test.remove("input");
    }
    if let (TestKind::Calls(calls), Some(reference)) = (kind, reference) {
        let limits = reference.limits();
        let count = calls.cases.min(MOST_CASES as u64);
        if let Ok(cases) = CallCases::new(calls, reference.image(), limits, 0, count) {
            let path = format!("files/{}-calls.json", head.id);
            let text = calls_file::write(cases.iter(), &calls.functions);
            given.insert(path.clone(), text.into_bytes());
            test.insert("against".into(), path.into());
        }
    }
    if let TestKind::Screen(screen) = kind {
        let paths = (1..).zip(&screen.expected).map(|(number, picture)| {
            let path = format!("files/{}-{number}.png", head.id);
            given.insert(path.clone(), render::screen::png(picture, screen.bitmap.size));
            Value::from(path)
        });
        let paths = paths.collect();
        test.insert("expected".into(), Value::Array(paths));
        if test.remove("keys-file").is_some() {
            let keys = screen.keys.iter().map(|key| Value::from(key.to_string())).collect();
            test.insert("keys".into(), Value::Array(keys));
        }
    }
    if let TestKind::Transcript(transcript) = kind {
        if test.get("expected").and_then(Value::as_str) == Some("reference") {
            let text = String::from_utf8_lossy(&transcript.expected).into_owned();
            test.insert("expected".into(), text.into());
        }
        // Their paths may lead anywhere; the files get places of their own.
        let texts = [("input-file", &transcript.input), ("expected-file", &transcript.expected)];
        for (key, bytes) in texts {
            if test.contains_key(key) {
                let path = format!("files/{}-{}.txt", head.id, key.trim_end_matches("-file"));
                given.insert(path.clone(), bytes.clone());
                test.insert(key.into(), path.into());
            }
        }
    }
    test
}

fn readme(assignment: &Assignment, exported: &Assignment) -> String {
    let rubric = explain(exported, true);
    let (all, open) = (assignment.head.points(), exported.head.points());
    let name = exported.setup.files.first().map_or("program.asm", |pattern| pattern);
    let name = match name.replace('*', "") {
        name if name.len() > ".asm".len() => name,
        _ => "program.asm".into(),
    };
    let rest = match all == open {
        true => "These are all tests.".to_string(),
        false => format!(
            "They are worth {open} of {all} points; the other tests are run when your program is graded."
        ),
    };
    format!(
        "{rubric}\n## Checking your program\n\nPut your program into this folder, say as `{name}`, and \
         run\n\n    fivetwelve check . {name}\n\nThat runs the tests above on it and shows what goes \
         wrong. {rest}\n"
    )
}
