//! The programs of an assignment: the reference, which has to assemble and whose labels tests may
//! name, and the faulty ones with the tests that they must fail.

use std::ops::Range;

use mips_sim::diag::Severity;
use mips_sim::diag::explain::{did_you_mean, explain, nearest};
use mips_sim::source::Loader;
use mips_sim::{AsmOptions, Image};

use super::keys;
use super::mistake::Mistake;
use super::table::{Item, Reader, Table};
use super::test::{Named, Tests};
use super::{Faulty, TestKind};
use crate::grade::follows_from;
use crate::submission::names::folder;
use crate::submission::together::assemble_whole;
use tester::{Limits, Program, Rule};

/// The reference, assembled.
pub(super) struct Reference {
    name: String,
    /// The files that are assembled with it.
    pub(super) beside: Vec<(String, Vec<u8>)>,
    /// None if it does not assemble: then nothing can be said of labels.
    image: Option<Image>,
    /// The same, ready to run.
    pub(super) program: Option<Program>,
}

impl Reference {
    /// Makes it ready to run.
    pub(super) fn prepare(&mut self, limits: Limits, entry: Option<&str>) {
        let image = self.image.clone();
        self.program = image.map(|image| super::program(image, limits, entry));
    }
}

/// The files that an assignment's own programs can include: those that students are given.
struct Given<'a> {
    program: (&'a str, &'a [u8]),
    beside: &'a [(String, Vec<u8>)],
    starter: &'a [(String, Vec<u8>)],
}

impl Loader for Given<'_> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        if name == self.program.0 {
            return Ok(self.program.1.to_vec());
        }
        if let Some((_, bytes)) = self.beside.iter().find(|(file, _)| file == name) {
            return Ok(bytes.clone());
        }
        let last = name.rsplit('/').next().unwrap_or(name);
        let given = self.starter.iter().find(|(file, _)| file == last);
        let given = given.map(|(_, bytes)| bytes.clone());
        given.ok_or_else(|| "it is not a starter file of the assignment".into())
    }
}

/// Assembles the reference; what is wrong with it is a mistake of the assignment.
pub(super) fn assembled(
    reader: &mut Reader<'_, '_>,
    name: &str,
    bytes: &[u8],
    beside: Vec<(String, Vec<u8>)>,
    starter: &[(String, Vec<u8>)],
    together: &[String],
) -> Reference {
    let mut files = Given { program: (name, bytes), beside: &beside, starter };
    let within = folder(name).map_or(String::new(), |folder| format!("{folder}/"));
    let given = starter.iter().map(|(name, _)| format!("{within}{name}"));
    let mut names: Vec<String> = beside.iter().map(|(name, _)| name.clone()).collect();
    names.extend(given.filter(|name| beside.iter().all(|(other, _)| other != name)));
    let whole = assemble_whole(name, &names, together, &mut files, &AsmOptions::default());
    let assembly = whole.assembly;
    if assembly.succeeded() {
        return Reference { name: name.into(), beside, image: Some(assembly.image), program: None };
    }
    for diagnostic in assembly.diagnostics.for_people() {
        if diagnostic.severity != Severity::Error {
            continue;
        }
        let words = explain(diagnostic, &assembly);
        let mut mistake = Mistake::of_file(name, words.title.clone());
        if let Some(snippet) = &diagnostic.snippet {
            let range = words.point.clone().unwrap_or(snippet.range.clone());
            let text = snippet.text.to_string();
            mistake = Mistake::within(name, &text, range, words.title);
            mistake.file = assembly.sources.file(snippet.file).name.clone();
            mistake.line = snippet.line as usize;
        }
        mistake.label = words.label;
        mistake.help = words.help.into_iter().next();
        reader.mistakes.push(mistake);
    }
    Reference { name: name.into(), beside, image: None, program: None }
}

/// Notes if there is no such label among the instructions of the reference.
pub(super) fn code_label(
    reader: &mut Reader<'_, '_>,
    label: &str,
    span: &Range<usize>,
    reference: Option<&Reference>,
) {
    check_label(reader, label, span, reference, Some(false));
}

/// Notes if there is no such label in the reference.
pub(super) fn any_label(
    reader: &mut Reader<'_, '_>,
    label: &str,
    span: &Range<usize>,
    reference: Option<&Reference>,
) {
    check_label(reader, label, span, reference, None);
}

fn check_label(
    reader: &mut Reader<'_, '_>,
    label: &str,
    span: &Range<usize>,
    reference: Option<&Reference>,
    data: Option<bool>,
) {
    let Some((name, image)) = reference.and_then(|r| Some((&r.name, r.image.as_ref()?))) else {
        return;
    };
    let fits = image.symbols.iter().filter(|symbol| data.is_none_or(|data| symbol.data == data));
    let names: Vec<&str> = fits.map(|symbol| symbol.name.as_str()).collect();
    if names.contains(&label) {
        return;
    }
    let what = if data == Some(false) { "label of an instruction" } else { "label" };
    let message = format!("`{name}` has no {what} `{label}`");
    let near = did_you_mean(&nearest(label, names));
    let mistake = reader.wrong(span, message);
    mistake.expected = format!("a {what} of the reference");
    mistake.help = near.or_else(|| Some("every solution has to have this label".into()));
}

/// The faulty programs. A program that is named by itself is not counted among those of a pattern.
pub(super) fn faulty<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    tests: &Tests,
    together: &[String],
) -> Vec<Faulty> {
    let Some(item) = table.get("faulty") else { return Vec::new() };
    let mut found: Vec<(Faulty, bool)> = Vec::new();
    for (inner, span) in reader.tables(&item, "[[faulty]]") {
        let inner = reader.table(inner, span, "a `[[faulty]]`", &[keys::FAULTY], |_| None);
        let given = inner.get("fails");
        let fails = given.as_ref().map(|item| ids(reader, item, tests));
        let may_fail = inner.get("may-fail").map(|item| ids(reader, &item, tests));
        let may_fail = may_fail.unwrap_or_default();
        if given.as_ref().is_some_and(|item| reader.list(item).is_empty()) {
            let place = inner.place_of("fails");
            reader.wrong(&place, "a faulty program fails some test").expected =
                "the `id` of at least one test".into();
        }
        let Some(item) = reader.required(&inner, "files", "\"faulty/*.asm\"") else {
            continue;
        };
        for (pattern, span) in reader.strings(&item) {
            let paths = match reader.files.matching(pattern) {
                Ok(paths) => paths,
                Err(no) => {
                    reader.wrong(&span, no.message).help = Some(no.help);
                    continue;
                }
            };
            for path in paths {
                let Some(source) = reader.file(&path, &span) else { continue };
                let (fails, follow) = match &fails {
                    Some(fails) => (fails.clone(), Vec::new()),
                    None => by_header(reader, &path, &source, tests),
                };
                let may_fail = may_fail.iter().cloned().chain(follow);
                let may_fail = may_fail.filter(|id| !fails.contains(id)).collect();
                let one = !pattern.contains('*');
                let beside = reader.beside(&path, together, &span);
                let program = Faulty { name: path, source, beside, fails, may_fail };
                match found.iter_mut().find(|(other, _)| other.name == program.name) {
                    Some((_, true)) if one => {
                        let message = format!("`{}` is named twice", program.name);
                        reader.wrong(&span, message).help = Some("leave one of the two out".into());
                    }
                    Some((_, true)) => {}
                    Some(other) => {
                        *other = (program, one);
                    }
                    None => found.push((program, one)),
                }
            }
        }
    }
    found.into_iter().map(|(faulty, _)| faulty).collect()
}

/// Tests by their names.
fn ids<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>, tests: &Tests) -> Vec<String> {
    let mut ids = Vec::new();
    let names: Vec<&str> = tests.ids.iter().map(String::as_str).collect();
    for (id, span) in reader.strings(item) {
        if names.contains(&id) {
            ids.push(id.to_string());
        } else {
            reader.unknown(&span, "test", id, &names);
        }
    }
    ids
}

/// The tests that a faulty program must fail by what its header says, those of its rule, and those
/// that it may fail because their rules can seem broken then.
fn by_header(
    reader: &mut Reader<'_, '_>,
    path: &str,
    source: &[u8],
    tests: &Tests,
) -> (Vec<String>, Vec<String>) {
    const KEY: &str = "# rule:";
    let text = String::from_utf8_lossy(source);
    let mut start = 0;
    for line in text.split_inclusive('\n').take(20) {
        let Some(name) = line.strip_prefix(KEY) else {
            start += line.len();
            continue;
        };
        let span = start + line.find(name.trim()).unwrap_or(0)..start + line.trim_end().len();
        let name = name.trim();
        let Some(rule) = Rule::named(name) else {
            let near = nearest(name, Rule::ALL.map(Rule::name));
            let mut mistake =
                Mistake::within(path, &text, span, format!("there is no rule `{name}`"));
            mistake.expected = "the name of a rule".into();
            mistake.help = did_you_mean(&near);
            reader.mistakes.push(mistake);
            return Default::default();
        };
        let about = |rules: &[Rule]| -> Vec<String> {
            let asks = |test: &&Named| match &test.kind {
                TestKind::Differential(test) => test.rules.iter().any(|rule| rules.contains(rule)),
                _ => false,
            };
            tests.named.iter().filter(asks).map(|test| test.head.id.clone()).collect()
        };
        let fails = about(&[rule]);
        if fails.is_empty() && tests.complete {
            let message = format!("no test of the assignment asks for the rule `{name}`");
            let mistake = Mistake::within(path, &text, span, message);
            let help = format!(
                "add \"{name}\" to the `rules` of a differential test, or name the file in a `[[faulty]]` with `fails`"
            );
            reader.mistakes.push(mistake.help(help));
        }
        return (fails, about(follows_from(rule)));
    }
    let mistake = Mistake::of_file(path, "it does not say which tests this program must fail");
    let help =
        "name it in a `[[faulty]]` with `fails`, or write `# rule: NAME` among its first lines";
    reader.mistakes.push(mistake.help(help));
    Default::default()
}
