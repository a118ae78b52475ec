//! Reads an `assignment.toml` and the files that it names. Every mistake is told, not only the
//! first.
//!
//! This module reads what concerns the assignment as a whole; `test` reads one test, `call` the
//! calls of a function, `program` the reference and the faulty programs.

use std::ops::Range;

use mips_sim::host::syscall::{SERVICES, service};
use mips_sim::isa::forms::FORMS;
use toml::de::{DeTable, DeValue};

use super::files::{Files, Folder};
use super::keys;
use super::mistake::Mistake;
use super::program::{self, Reference};
use super::table::{Item, Reader, Table};
use super::test::{self, Tests};
use super::{Assignment, Head, Setup, Solution};
use crate::submission::names::{base, folder};
use crate::submission::pattern::fits;
use tester::Limits;
use tester::boards::Protocol;

/// The name of the file.
pub const FILE: &str = "assignment.toml";

/// Reads an assignment, or says all that is wrong with it, in the order of the files and lines.
pub fn read(folder: &dyn Folder) -> Result<Assignment, Vec<Mistake>> {
    read_as(folder, false)
}

/// The same for a student, who has neither the reference nor the faulty programs.
pub fn read_for_student(folder: &dyn Folder) -> Result<Assignment, Vec<Mistake>> {
    read_as(folder, true)
}

fn read_as(folder: &dyn Folder, for_student: bool) -> Result<Assignment, Vec<Mistake>> {
    let mut files = Files::new(folder);
    let bytes = match files.read(FILE) {
        Ok(bytes) => bytes,
        Err(no) => {
            return Err(vec![
                Mistake::of_file(FILE, no.message)
                    .help("`fivetwelve assignment new FOLDER` makes an assignment to begin with"),
            ]);
        }
    };
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => {
            let text = String::from_utf8_lossy(&bytes);
            let at = error.valid_up_to();
            let mistake = Mistake::within(FILE, &text, at..at + 3, "the file is not valid UTF-8");
            return Err(vec![mistake.help("save the file as UTF-8")]);
        }
    };
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let mistakes = errors.iter().map(|error| {
            let span = error.span().unwrap_or(0..0);
            Mistake::within(
                FILE,
                text,
                span,
                format!("the file is not valid TOML: {}", error.message()),
            )
        });
        return Err(sorted(mistakes.collect()));
    }
    let mut reader = Reader { text, files, mistakes: Vec::new(), for_student };
    // The tree as a whole has the span of the file: what is missing is told on its first line.
    let first_line = 0..text.find('\n').unwrap_or(text.len());
    match reader.assignment(tree.get_ref(), first_line) {
        Some(assignment) if reader.mistakes.is_empty() => Ok(assignment),
        _ => Err(sorted(reader.mistakes)),
    }
}

/// The mistakes of the assignment's own file first, each file's by line.
fn sorted(mut mistakes: Vec<Mistake>) -> Vec<Mistake> {
    mistakes.sort_by_key(|mistake| {
        (mistake.file != FILE, mistake.file.clone(), mistake.line, mistake.column)
    });
    mistakes
}

impl<'t> Reader<'t, '_> {
    fn assignment(&mut self, tree: &'t DeTable<'t>, span: Range<usize>) -> Option<Assignment> {
        let in_test = |key: &str| {
            let is_test = keys::TEST.contains(&key);
            is_test.then(|| format!("`{key}` belongs below `[[test]]`"))
        };
        let what = "the assignment";
        let table = self.table(tree, span, what, &[keys::ASSIGNMENT], in_test);
        let id = self.need(&table, "id", "\"slide\"", Reader::name);
        let title = self.need(&table, "title", "\"Slide a row\"", Reader::sentence);
        let about = self.get(&table, "about", Reader::string);
        let solution = self.reference(&table);
        let starter = self.starter(&table);
        let limits = self.limits(&table);
        let together = self.together(&table);
        let mut reference = match &solution {
            Some(Solution::Here(name, bytes)) => {
                let beside = self.beside(name, &together, &table.place_of("reference"));
                Some(program::assembled(self, name, bytes, beside, &starter, &together))
            }
            _ => None,
        };
        let entry = self.entry(&table, reference.as_ref());
        if let Some(reference) = &mut reference {
            reference.prepare(limits, entry.as_deref());
        }
        let services = self.services(&table);
        let banned = self.banned(&table);
        let protocol = self.protocol(&table);
        let repairs = self.get(&table, "repairs", Reader::flag);
        let patterns = self.patterns(&table, &together);
        let tests = self.tests(&table, reference.as_ref());
        let faulty = match self.for_student {
            true => Vec::new(),
            false => program::faulty(self, &table, &tests, &together),
        };
        let (heads, kinds) = tests.named.into_iter().map(|test| (test.head, test.kind)).unzip();
        Some(Assignment {
            head: Head {
                id: id?.into(),
                title: title?.into(),
                about: about.unwrap_or_default().trim().into(),
                tests: heads,
            },
            setup: Setup {
                files: patterns,
                together,
                entry,
                limits,
                services,
                banned,
                starter,
                reference: solution?,
                beside_reference: reference.map_or(Vec::new(), |reference| reference.beside),
                faulty,
                protocol,
                repairs: repairs.unwrap_or(false),
            },
            tests: kinds,
            digest: self.files.digest(),
        })
    }

    /// A short name: letters, digits, `-` and `_`.
    pub(super) fn name(&mut self, item: &Item<'t>) -> Option<&'t str> {
        let name = self.string(item)?;
        let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > 64 || !name.chars().all(good) {
            let mistake = self.wrong(&item.span, format!("`{name}` is not a short name"));
            mistake.expected = "1 to 64 letters, digits, `-` or `_`".into();
            mistake.help =
                Some("it becomes part of file names; the `title` is what people read".into());
            return None;
        }
        Some(name)
    }

    /// A text of one line that is not empty.
    pub(super) fn sentence(&mut self, item: &Item<'t>) -> Option<&'t str> {
        let text = self.string(item)?;
        if text.trim().is_empty() || text.chars().any(char::is_control) {
            self.wrong(&item.span, "this is not one line of text").expected =
                "a title of one line".into();
            return None;
        }
        Some(text.trim())
    }

    /// The bytes of a file that the assignment names.
    pub(super) fn file(&mut self, path: &str, span: &Range<usize>) -> Option<Vec<u8>> {
        match self.files.read(path) {
            Ok(bytes) => Some(bytes),
            Err(no) => {
                self.wrong(span, no.message).help = Some(no.help);
                None
            }
        }
    }

    fn reference(&mut self, table: &Table<'t>) -> Option<Solution> {
        if self.for_student && table.get("reference").is_none() {
            return Some(Solution::LeftOut);
        }
        let item = self.required(table, "reference", "\"solution.asm\"")?;
        let path = self.string(&item)?;
        if self.for_student {
            let bytes = self.files.read(path);
            return Some(match bytes {
                Ok(bytes) => Solution::Here(path.into(), bytes),
                Err(_) => Solution::Missing(path.into()),
            });
        }
        Some(Solution::Here(path.into(), self.file(path, &item.span)?))
    }

    fn starter(&mut self, table: &Table<'t>) -> Vec<(String, Vec<u8>)> {
        let Some(item) = table.get("starter") else { return Vec::new() };
        let mut starter: Vec<(String, Vec<u8>)> = Vec::new();
        for (path, span) in self.strings(&item) {
            let Some(bytes) = self.file(path, &span) else { continue };
            // Students have the file, not the folder that it lies in.
            let name = base(path);
            if starter.iter().any(|(other, _)| other == name) {
                let mistake = self.wrong(&span, format!("there are two files `{name}`"));
                mistake.help = Some("students get all starter files in one folder".into());
            }
            starter.push((name.into(), bytes));
        }
        starter
    }

    fn limits(&mut self, table: &Table<'t>) -> Limits {
        let mut limits = Limits::default();
        let Some(item) = table.get("limits") else { return limits };
        let DeValue::Table(inner) = item.value else {
            self.not::<()>(&item, "a table", "[limits]");
            return limits;
        };
        let inner = self.table(inner, item.span, "`[limits]`", &[keys::LIMITS], |_| None);
        let steps = self.get(&inner, "instructions", |r, item| r.integer(item, 1..=1_000_000_000));
        limits.steps = steps.map_or(limits.steps, |steps| steps as u64);
        for (key, place) in [("output", &mut limits.output), ("memory", &mut limits.memory)] {
            *place = self.get(&inner, key, Reader::size).unwrap_or(*place);
        }
        limits
    }

    /// A number of bytes, or a text such as "64K".
    fn size(&mut self, item: &Item<'t>) -> Option<usize> {
        const MOST: i64 = 256 << 20;
        let DeValue::String(text) = item.value else {
            return self.integer(item, 1..=MOST).map(|bytes| bytes as usize);
        };
        let (digits, unit) = match text.strip_suffix(['K', 'k']) {
            Some(digits) => (digits, 1 << 10),
            None => match text.strip_suffix(['M', 'm']) {
                Some(digits) => (digits, 1 << 20),
                None => (text.as_ref(), 1),
            },
        };
        let bytes = digits.parse::<i64>().ok().and_then(|number| number.checked_mul(unit));
        let bytes = bytes.filter(|bytes| (1..=MOST).contains(bytes));
        if bytes.is_none() {
            self.wrong(&item.span, format!("`{text}` is not a number of bytes")).expected =
                "a number such as 65536, \"64K\" or \"4M\", up to \"256M\"".into();
        }
        bytes.map(|bytes| bytes as usize)
    }

    fn entry(&mut self, table: &Table<'t>, reference: Option<&Reference>) -> Option<String> {
        let item = table.get("entry")?;
        let label = self.string(&item)?;
        program::code_label(self, label, &item.span, reference);
        Some(label.into())
    }

    /// Services by number or name.
    fn services(&mut self, table: &Table<'t>) -> Option<Vec<u32>> {
        let item = table.get("services")?;
        let mut services = Vec::new();
        for item in self.list(&item) {
            let DeValue::String(name) = item.value else {
                let number = self.integer(&item, 0..=255);
                match number.map(|number| number as u32) {
                    Some(number) if service(number).is_some() => services.push(number),
                    Some(number) => {
                        let message = format!("there is no service {number}");
                        self.wrong(&item.span, message).help =
                            Some("`fivetwelve isa syscall` lists them".into());
                    }
                    None => {}
                }
                continue;
            };
            match SERVICES.iter().find(|service| service.name == *name) {
                Some(service) => services.push(service.number),
                None => {
                    let names: Vec<&str> = SERVICES.iter().map(|service| service.name).collect();
                    self.unknown(&item.span, "service", name, &names);
                }
            }
        }
        services.sort_unstable();
        services.dedup();
        Some(services)
    }

    /// Instructions by name.
    fn banned(&mut self, table: &Table<'t>) -> Vec<String> {
        let Some(item) = table.get("banned") else { return Vec::new() };
        let mut banned = Vec::new();
        for (name, span) in self.strings(&item) {
            match FORMS.find(name) {
                Some(id) => banned.push(FORMS.mnemonic(id).name.to_string()),
                None => {
                    let names: Vec<&str> = FORMS.mnemonics.iter().map(|m| m.name).collect();
                    self.unknown(&span, "instruction", name, &names);
                }
            }
        }
        banned
    }

    fn protocol(&mut self, table: &Table<'t>) -> Option<Protocol> {
        let item = table.get("protocol")?;
        let path = self.string(&item)?;
        let bytes = self.file(path, &item.span)?;
        let text = String::from_utf8_lossy(&bytes);
        match Protocol::parse(path, &text) {
            Ok(protocol) => Some(protocol),
            Err(error) => {
                let line = text.lines().nth(error.line.saturating_sub(1)).unwrap_or_default();
                self.mistakes.push(Mistake {
                    line: error.line,
                    column: error.column,
                    text: line.into(),
                    range: char_range(line, error.column),
                    ..Mistake::of_file(path, error.problem)
                        .help("docs/boards.md describes protocols")
                });
                None
            }
        }
    }

    fn patterns(&mut self, table: &Table<'t>, together: &[String]) -> Vec<String> {
        let Some(item) = table.get("files") else {
            return together.iter().take(1).cloned().chain(["*.asm".into()]).collect();
        };
        let patterns = self.file_names(&item);
        if patterns.is_empty() {
            self.wrong(&item.span, "no file can be the program").expected =
                "at least one name such as \"*.asm\"".into();
        }
        patterns
    }

    /// The files that are assembled together.
    fn together(&mut self, table: &Table<'t>) -> Vec<String> {
        let Some(item) = table.get("together") else { return Vec::new() };
        self.file_names(&item)
    }

    /// Names of files, perhaps with `*`.
    fn file_names(&mut self, item: &Item<'t>) -> Vec<String> {
        let patterns = self.strings(item);
        for (pattern, span) in &patterns {
            if pattern.is_empty() || pattern.contains(['/', '\\']) {
                let mistake = self.wrong(span, "this is not a file name");
                mistake.expected = "a name without folders, such as \"game*.asm\"".into();
            }
        }
        patterns.into_iter().map(|(pattern, _)| pattern.into()).collect()
    }

    /// The files beside a program of the assignment that are assembled with it, if it is one of those
    /// that are.
    pub(super) fn beside(
        &mut self,
        program: &str,
        together: &[String],
        span: &Range<usize>,
    ) -> Vec<(String, Vec<u8>)> {
        let mut beside: Vec<(String, Vec<u8>)> = Vec::new();
        if !together.iter().any(|pattern| fits(pattern, base(program))) {
            return beside;
        }
        let within = folder(program).map_or(String::new(), |folder| format!("{folder}/"));
        // A pattern or a name without a file is not a mistake: it may be a starter file.
        let found = self.files.matching(&format!("{within}*")).unwrap_or_default();
        for path in found {
            let asked = together.iter().any(|pattern| fits(pattern, base(&path)));
            if asked && path != program {
                beside.extend(self.file(&path, span).map(|bytes| (path, bytes)));
            }
        }
        beside
    }

    fn tests(&mut self, table: &Table<'t>, reference: Option<&Reference>) -> Tests {
        let Some(item) = table.get("test") else {
            let mistake = self.wrong(&table.span, "the assignment has no tests");
            mistake.expected = "at least one `[[test]]`".into();
            mistake.help =
                Some("add `[[test]]` with `id`, `title`, `kind` and `points` below it".into());
            return Tests { named: Vec::new(), ids: Vec::new(), complete: false };
        };
        let tables = self.tables(&item, "[[test]]");
        let tests: Vec<_> = tables
            .into_iter()
            .map(|(inner, span)| test::test(self, inner, span, reference))
            .collect();
        test::together(self, &table.place_of("test"), tests)
    }
}

/// The bytes of the character in this column.
pub(super) fn char_range(line: &str, column: usize) -> Range<usize> {
    let at = line.char_indices().nth(column.saturating_sub(1));
    at.map_or(line.len()..line.len(), |(at, c)| at..at + c.len_utf8())
}
