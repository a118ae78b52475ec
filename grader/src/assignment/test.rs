//! Reads one test, and what tests have to do with each other.

use std::ops::{Range, RangeInclusive};

use toml::de::{DeTable, DeValue};

use super::keys;
use super::program::Reference;
use super::table::{Item, Reader, Table};
use super::{
    AgainstTest, Compare, DifferentialTest, ExhaustiveTest, Feedback, Kind, Policy, StaticTest,
    TestHead, TestKind, TranscriptTest, Visibility, cases_file, function, inputs, screen,
};
use crate::grade::Points;
use tester::programs::{Recorded, Search};
use tester::{Rule, Script};

/// A test with its name.
pub(super) struct Named {
    pub(super) head: TestHead,
    pub(super) kind: TestKind,
}

/// A test as it was read: what others may ask about it even if it is not right, and the test if it
/// is.
pub(super) struct Read {
    id: Option<(String, Range<usize>)>,
    needs: Vec<(String, Range<usize>)>,
    named: Option<Named>,
}

/// All tests that are right, and the names of all.
pub(super) struct Tests {
    pub(super) named: Vec<Named>,
    pub(super) ids: Vec<String>,
    /// Whether every test is right.
    pub(super) complete: bool,
}

const VISIBILITIES: [(&str, Visibility); 4] = [
    ("visible", Visibility::Visible),
    ("hidden", Visibility::Hidden),
    ("after_due_date", Visibility::AfterDueDate),
    ("after_published", Visibility::AfterPublished),
];

const FEEDBACKS: [(&str, Feedback); 5] = [
    ("none", Feedback::None),
    ("rule", Feedback::Rule),
    ("hint", Feedback::Hint),
    ("diff", Feedback::Diff),
    ("full", Feedback::Full),
];

/// Reads a test.
pub(super) fn test<'t>(
    reader: &mut Reader<'t, '_>,
    table: &'t DeTable<'t>,
    span: Range<usize>,
    reference: Option<&Reference>,
) -> Read {
    let own = table.get("kind").and_then(|kind| {
        let name = kind.get_ref().as_str()?;
        keys::KINDS.iter().find(|(kind, _)| kind.name() == name)
    });
    // Without a kind, any key of any kind may be right.
    let own: Vec<&[&str]> = match own {
        Some((_, own)) => vec![keys::TEST, own],
        None => std::iter::once(keys::TEST).chain(keys::KINDS.map(|(_, own)| own)).collect(),
    };
    let elsewhere = |key: &str| {
        let kinds = keys::KINDS.iter().filter(|(_, keys)| keys.contains(&key));
        let kinds: Vec<String> = kinds.map(|(kind, _)| format!("`{}`", kind.name())).collect();
        (!kinds.is_empty())
            .then(|| format!("`{key}` belongs to tests of the kind {}", kinds.join(" or ")))
    };
    let table = reader.table(table, span, "a test", &own, elsewhere);
    let id = reader.required(&table, "id", "\"slides\"");
    let id = id.and_then(|item| Some((reader.name(&item)?.to_string(), item.span)));
    let needs = table.get("needs");
    let needs = needs.map(|item| reader.strings(&item)).unwrap_or_default();
    let needs: Vec<_> = needs.into_iter().map(|(name, span)| (name.to_string(), span)).collect();
    let named = named(reader, &table, &id, &needs, reference);
    Read { id, needs, named }
}

fn named<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    id: &Option<(String, Range<usize>)>,
    needs: &[(String, Range<usize>)],
    reference: Option<&Reference>,
) -> Option<Named> {
    let title = reader.need(table, "title", "\"Tiles slide\"", Reader::sentence);
    let points = reader.need(table, "points", "10", self::points);
    let visibility =
        reader.get(table, "visibility", |r, item| r.one_of(item, "visibility", &VISIBILITIES));
    let feedback =
        reader.get(table, "feedback", |r, item| r.one_of(item, "level of feedback", &FEEDBACKS));
    let kinds = keys::KINDS.map(|(kind, _)| (kind.name(), kind));
    let name = reader
        .need(table, "kind", "\"transcript\"", |r, item| r.one_of(item, "kind of test", &kinds))?;
    let kind = match name {
        Kind::Static => statics(reader, table),
        Kind::Transcript => transcript(reader, table, reference),
        Kind::Differential if table.get("against").is_some() => against(reader, table, reference),
        Kind::Differential => differential(reader, table),
        Kind::Exhaustive => exhaustive(reader, table),
        Kind::Function => function::function(reader, table, reference),
        Kind::Screen => {
            let played = input(reader, table);
            screen::screen(reader, table, played, reference)
        }
    };
    let head = TestHead {
        id: id.as_ref()?.0.clone(),
        title: title?.into(),
        kind: name,
        points: points?,
        visibility: visibility.unwrap_or_default(),
        feedback: feedback.unwrap_or_default(),
        needs: needs.iter().map(|(name, _)| name.clone()).collect(),
    };
    Some(Named { head, kind: kind? })
}

/// Looks for what is wrong between tests.
pub(super) fn together(
    reader: &mut Reader<'_, '_>,
    place: &Range<usize>,
    tests: Vec<Read>,
) -> Tests {
    let ids: Vec<(&str, &Range<usize>)> =
        tests.iter().filter_map(|test| test.id.as_ref().map(|(id, span)| (&**id, span))).collect();
    let names: Vec<&str> = ids.iter().map(|(name, _)| *name).collect();
    for (index, (name, span)) in ids.iter().enumerate() {
        if names[..index].contains(name) {
            let mistake = reader.wrong(span, format!("there are two tests `{name}`"));
            mistake.help = Some("give each test an `id` of its own".into());
        }
    }
    for (index, test) in tests.iter().enumerate() {
        let is_before = |name: &String| {
            tests[..index].iter().any(|test| test.id.as_ref().is_some_and(|(id, _)| id == name))
        };
        for (need, span) in &test.needs {
            let own = test.id.as_ref().map_or("", |(id, _)| id);
            if !names.contains(&need.as_str()) {
                reader.unknown(span, "test", need, &names);
            } else if leads_to(&tests, need, own) {
                let message = if need == own {
                    format!("the test `{need}` needs itself")
                } else {
                    format!("`{own}` needs `{need}`, which needs `{own}` in turn")
                };
                let mistake = reader.wrong(span, message);
                mistake.expected = "a test that can pass before this one".into();
                mistake.help = Some("none of them could ever be run; remove one `needs`".into());
            } else if !is_before(need) {
                let message = format!("the test `{need}` comes later");
                let mistake = reader.wrong(span, message);
                mistake.expected = "a test above this one".into();
                mistake.help = Some(format!("tests run in this order: move `{need}` up"));
            }
        }
    }
    let ids = names.into_iter().map(String::from).collect();
    let count = tests.len();
    let named: Vec<Named> = tests.into_iter().filter_map(|test| test.named).collect();
    let complete = named.len() == count;
    if complete && named.iter().all(|test| test.head.points == Points::ZERO) {
        let mistake = reader.wrong(place, "no test is worth any points");
        mistake.help = Some("give at least one test `points` above 0".into());
    }
    Tests { named, ids, complete }
}

/// Whether one test needs another, directly or by way of others.
fn leads_to(tests: &[Read], from: &str, to: &str) -> bool {
    let mut seen = Vec::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        if name == to {
            return true;
        }
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let found = tests.iter().filter(|test| test.id.as_ref().is_some_and(|(id, _)| id == name));
        open.extend(found.flat_map(|test| test.needs.iter().map(|(need, _)| need.as_str())));
    }
    false
}

fn points<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Points> {
    let text = match item.value {
        DeValue::Integer(number) => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        _ => return reader.not(item, "a number of points", "7.5"),
    };
    let points = text.parse().ok();
    if points.is_none() {
        let mistake = reader.wrong(&item.span, format!("`{text}` is not a number of points"));
        mistake.expected = "a number from 0 to 10000 with at most two decimals".into();
    }
    points
}

fn statics<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<TestKind> {
    let mut flag = |key| reader.get(table, key, Reader::flag).unwrap_or(false);
    let (assembles, allowed_only) = (flag("assembles"), flag("allowed-only"));
    let (conventions, no_warnings) = (flag("conventions"), flag("no-warnings"));
    let mut count = |key, most| reader.get(table, key, |r, item| r.integer(item, 0..=most));
    let commented = count("commented-functions", 100).map(|percent| percent as u8);
    let max_lines = count("max-lines", 1 << 30).map(|lines| lines as usize);
    let max_instructions = count("max-instructions", 1 << 30).map(|count| count as usize);
    let uses = table.get("uses").map(|item| reader.strings(&item)).unwrap_or_default();
    let test = StaticTest {
        assembles,
        uses: uses.into_iter().map(|(name, _)| name.into()).collect(),
        allowed_only,
        conventions,
        commented_functions: commented,
        max_lines,
        max_instructions,
        no_warnings,
    };
    if test == StaticTest::default() && keys::STATIC.iter().all(|key| table.get(key).is_none()) {
        let mistake = reader.wrong(&table.span, "this test asks for nothing");
        mistake.expected = "a demand, such as `assembles = true`".into();
        let all = crate::wording::listed(keys::STATIC);
        mistake.help = Some(format!("the demands of a `static` test are {all}"));
        return None;
    }
    Some(TestKind::Static(test))
}

fn transcript<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    reference: Option<&Reference>,
) -> Option<TestKind> {
    let played = input(reader, table);
    let recorded = table.get("expected").filter(|item| item.value.as_str() == Some("reference"));
    let expected = match (&recorded, &played) {
        (Some(item), Some((input, draws))) => {
            recorded_output(reader, &item.span, reference, input, draws)
        }
        _ => text_or_file(reader, table, "expected", "expected-file"),
    };
    if expected.is_none() && table.get("expected").or(table.get("expected-file")).is_none() {
        let mistake = reader.wrong(&table.span, "this test does not say what should come out");
        mistake.expected = "`expected` or `expected-file` in this table".into();
    }
    let policy = policy(reader, table)?;
    let codes = i64::from(i32::MIN)..=i64::from(i32::MAX);
    let exit = reader.get(table, "exit", |r, item| r.integer(item, codes));
    if let (Policy::Regex, Some(expected)) = (&policy, &expected)
        && let Err(why) = tester::policy::pattern(expected)
    {
        let key = if table.get("expected").is_some() { "expected" } else { "expected-file" };
        let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ");
        let message = format!("this is not a regular expression: {why}");
        reader.wrong(&table.place_of(key), message).help =
            Some("`\\` before a character takes its meaning away".into());
    }
    let expected_file = reader.get(table, "expected-file", Reader::string);
    let (input, draws) = played?;
    let expected = expected?;
    Some(TestKind::Transcript(TranscriptTest {
        input,
        draws,
        expected,
        expected_file: expected_file.map(str::to_owned),
        policy,
        exit: exit.map(|code| code as i32),
    }))
}

/// How outputs are compared.
pub(super) fn policy<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<Policy> {
    let mut policy = match table.get("policy") {
        Some(item) => reader.one_of(&item, "policy", &Policy::NAMED)?,
        None => Policy::TrailingSpace,
    };
    for key in ["absolute", "relative"] {
        let Some(item) = table.get(key) else { continue };
        let number = reader.number(&item);
        match (&mut policy, key) {
            (Policy::Numeric { absolute, .. }, "absolute") => *absolute = number.unwrap_or(0.0),
            (Policy::Numeric { relative, .. }, _) => *relative = number.unwrap_or(0.0),
            _ => {
                let message = format!("`{key}` only means something for numbers");
                reader.wrong(&table.place_of(key), message).help =
                    Some("add `policy = \"numeric\"`".into());
            }
        }
    }
    Some(policy)
}

/// What the reference prints on an input, which is what others should print.
fn recorded_output(
    reader: &mut Reader<'_, '_>,
    span: &Range<usize>,
    reference: Option<&Reference>,
    input: &[u8],
    draws: &[u32],
) -> Option<Vec<u8>> {
    // What is wrong with a reference that does not assemble has been said.
    let program = reference?.program.as_ref()?;
    match crate::grade::recorded(program, input, draws) {
        Ok(output) => Some(output),
        Err(why) => {
            reader.wrong(span, format!("nothing can be expected of the reference: {why}")).help =
                Some("correct the reference, or write what is expected".into());
            None
        }
    }
}

/// What is typed and what chance brings: a script in one line, or both apart.
fn input<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<(Vec<u8>, Vec<u32>)> {
    let typed = text_or_file(reader, table, "input", "input-file");
    let draws = table.get("draws").map(|item| {
        let list = reader.list(&item);
        let draw = |item| reader.integer(&item, 0..=i64::from(u32::MAX));
        list.into_iter().filter_map(draw).map(|draw| draw as u32).collect::<Vec<_>>()
    });
    let Some(item) = table.get("script") else {
        let none = table.get("input").or(table.get("input-file")).is_none();
        return typed.or(none.then(Vec::new)).map(|typed| (typed, draws.unwrap_or_default()));
    };
    for key in ["input", "input-file", "draws"] {
        if table.get(key).is_some() {
            let message = format!("`{key}` and `script` say the same twice");
            reader.wrong(&table.place_of(key), message).help =
                Some("leave one of the two out".into());
        }
    }
    let script = reader.string(&item)?;
    match script.parse::<Script>() {
        Ok(script) => Some((script.input(), script.draws)),
        Err(error) => {
            let mistake = reader.wrong(&item.span, error.to_string());
            mistake.expected = "a game such as \"1 W A X ; draws: 3 4\"".into();
            None
        }
    }
}

/// A text that stands in the table or in a file of its own.
fn text_or_file<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    key: &'static str,
    file_key: &'static str,
) -> Option<Vec<u8>> {
    let (text, file) = (table.get(key), table.get(file_key));
    if text.is_some() && file.is_some() {
        let message = format!("`{key}` and `{file_key}` say the same twice");
        reader.wrong(&table.place_of(file_key), message).help =
            Some("leave one of the two out".into());
    }
    if let Some(item) = text {
        return reader.bytes(&item);
    }
    let item = file?;
    let path = reader.string(&item)?;
    reader.file(path, &item.span)
}

/// Cases of a file, with what the reference printed.
fn recorded_cases(
    reader: &mut Reader<'_, '_>,
    path: &str,
    span: &Range<usize>,
) -> Option<Recorded> {
    let bytes = reader.file(path, span)?;
    match cases_file::read(&String::from_utf8_lossy(&bytes)) {
        Ok(cases) => Some(cases),
        Err(why) => {
            let mistake = reader.wrong(span, format!("`{path}` holds no cases: {why}"));
            mistake.expected = "\"reference\", or a file that `assignment export` wrote".into();
            None
        }
    }
}

/// Any program, against the reference, which must be one.
fn against<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    reference: Option<&Reference>,
) -> Option<TestKind> {
    for key in keys::OF_GAMES.iter().filter(|key| table.get(key).is_some()) {
        let message = format!("`{key}` and `against` contradict each other");
        reader.wrong(&table.place_of(key), message).help =
            Some(format!("`{key}` is for games; leave one of the two out"));
    }
    let item = reader.required(table, "against", "\"reference\"")?;
    let recorded = match reader.string(&item)? {
        "reference" => None,
        path => Some(recorded_cases(reader, path, &item.span)?),
    };
    let cases = reader.get(table, "cases", |r, item| r.integer(item, 1..=1_000_000));
    let ignore_prompts = reader.get(table, "ignore-prompts", Reader::flag).unwrap_or(false);
    let policy = policy(reader, table)?;
    if policy == Policy::Regex {
        reader.wrong(&table.place_of("policy"), "a reference does not print patterns").expected =
            "another policy".into();
        return None;
    }
    let described = table.get("input");
    let description = described.as_ref().map(|item| inputs::description(reader, item));
    let description = if let Some(description) = description { Some(description?) } else { None };
    let cases = cases.unwrap_or(1000) as u64;
    let test = AgainstTest { cases, policy, ignore_prompts, description, recorded };
    if test.recorded.is_none()
        && let Some(program) = reference.and_then(|reference| reference.program.as_ref())
    {
        let options = crate::grade::options(&test, program.limits(), 0);
        if let Err(why) = Search::new(program, None, options) {
            let place = if described.is_some() { "input" } else { "against" };
            let message = tester::wording::programs::unfit(&why);
            reader.wrong(&table.place_of(place), message).help =
                Some("correct the reference, or describe the inputs that it is for".into());
            return None;
        }
    }
    Some(TestKind::Against(test))
}

fn differential<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<TestKind> {
    let of_programs = keys::DIFFERENTIAL.iter().filter(|key| !keys::OF_GAMES.contains(key));
    if let Some(key) = of_programs.into_iter().find(|key| table.get(key).is_some()) {
        let message = format!("`{key}` is for programs that are compared with the reference");
        reader.wrong(&table.place_of(key), message).help =
            Some("add `against = \"reference\"`".into());
        return None;
    }
    let item = reader.required(table, "rules", "[\"slide\"]");
    let names = Rule::ALL.map(|rule| (rule.name(), rule));
    let mut rules = Vec::new();
    if let Some(item) = &item {
        let list = reader.list(item);
        if list.is_empty() {
            reader.wrong(&item.span, "this test asks for no rule").expected =
                "the name of at least one rule".into();
        }
        for item in list {
            let Some(rule) = reader.one_of(&item, "rule", &names) else { continue };
            if rules.contains(&rule) {
                reader.wrong(&item.span, format!("the rule `{rule}` is there twice"));
            }
            rules.push(rule);
        }
    }
    let games = reader.get(table, "games", |r, item| r.integer(item, 1..=10_000_000));
    let compares = [("exact", Compare::Exact), ("boards", Compare::Boards)];
    let compare = reader.get(table, "compare", |r, item| r.one_of(item, "comparison", &compares));
    item?;
    Some(TestKind::Differential(DifferentialTest {
        rules,
        games: games.unwrap_or(100) as u64,
        compare: compare.unwrap_or(Compare::Exact),
    }))
}

fn exhaustive<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<TestKind> {
    let item = reader.required(table, "layers", "\"2..16\"")?;
    let text = reader.string(&item)?;
    let layers = layers(text);
    if layers.is_none() {
        let mistake = reader.wrong(&item.span, format!("`{text}` is not a range of layers"));
        mistake.expected = "two sums of a board such as \"2..16\", both included".into();
        mistake.help = Some("sums go from 2 to 4608, the smaller one first".into());
    }
    Some(TestKind::Exhaustive(ExhaustiveTest { layers: layers? }))
}

fn layers(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once("..")?;
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (2 <= first && first <= last && last <= 4608).then_some(first..=last)
}
