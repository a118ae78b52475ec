//! What only shows while a program runs: an editor asks by a command, the program runs on the input of
//! the tests that students see, and what the checker finds becomes diagnostics of their own source.
//! They hold for the texts that ran, and go with the next change; saving asks again.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use grader::assignment::{Assignment, FILE, TestKind};
use grader::grade::watch;
use language::finding;
use lsp_types::Diagnostic;
use mips_sim::Loader;
use serde_json::{Value, json};

use super::convert;
use super::session::{Session, Stamp, stamp};
use crate::grading::assignment::load_for_student;

/// The command that runs the tests and shows what the checker found.
pub(super) const FINDINGS: &str = "fivetwelve.findings";
/// The command that tells which tests these are.
pub(super) const TESTS: &str = "fivetwelve.tests";

/// What was found in a program.
pub(super) struct Found {
    /// The files that ran, with their texts.
    texts: Vec<(String, String)>,
    /// Each with the file that it is in.
    list: Vec<(String, Diagnostic)>,
    runs: usize,
    assignment: Option<String>,
}

impl Found {
    /// Runs the program of a document.
    pub(super) fn by_running(session: &mut Session, name: &str) -> Result<Found, String> {
        let program = session.program(name);
        if !program.assembly.succeeded() {
            return Err("the program has errors; correct them first".into());
        }
        let assignment = session.assignments.of(name)?;
        let (runs, findings) = watch(assignment.as_deref(), &program.assembly.image);
        let sources = &program.assembly.sources;
        let list = findings.iter().filter_map(|found| {
            let problem = finding(found, &program);
            let file = sources.file(problem.place.as_ref()?.file).name.clone();
            let told = convert::diagnostic(&problem, &program, session.encoding);
            Some((file, Diagnostic { source: Some("fivetwelve check".into()), ..told }))
        });
        let list = list.collect();
        let texts = sources.files().iter().map(|file| (file.name.clone(), file.text.clone()));
        let assignment = assignment.map(|assignment| assignment.head.title.clone());
        Ok(Found { texts: texts.collect(), list, runs, assignment })
    }

    /// Whether the files are still what they were.
    pub(super) fn holds(&self, loader: &mut impl Loader) -> bool {
        let same = |(name, text): &(String, String)| {
            loader.load(name).is_ok_and(|now| now == text.as_bytes())
        };
        self.texts.iter().all(same)
    }

    /// The diagnostics of a file.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = Diagnostic> {
        let own = self.list.iter().filter(move |(file, _)| file == name);
        own.map(|(_, told)| told.clone())
    }

    /// The same in a sentence.
    pub(super) fn sentence(&self) -> String {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (count, runs) = (self.list.len(), self.runs);
        let input = match &self.assignment {
            Some(title) => format!(" of {title}"),
            None => " without input".into(),
        };
        format!("{count} finding{} in {runs} run{}{input}", plural(count), plural(runs))
    }

    pub(super) fn summary(&self) -> Value {
        json!({ "findings": self.list.len(), "runs": self.runs, "assignment": self.assignment })
    }
}

/// The assignments that documents belong to.
#[derive(Default)]
pub(super) struct Assignments {
    /// A folder, or a built-in one, for all documents.
    pub(super) named: Option<String>,
    /// The one that was read last.
    read: RefCell<Option<(PathBuf, Stamp, Rc<Assignment>)>>,
}

impl Assignments {
    /// Where the assignment of a document is: the one that was named, or that of its folder or of one
    /// above it.
    pub(super) fn path(&self, document: &str) -> Option<PathBuf> {
        let above = || {
            let folders = Path::new(document).ancestors().skip(1);
            folders.map(Path::to_path_buf).find(|folder| folder.join(FILE).is_file())
        };
        self.named.as_ref().map(PathBuf::from).or_else(above)
    }

    /// The assignment of a document, if it has one.
    pub(super) fn of(&self, document: &str) -> Result<Option<Rc<Assignment>>, String> {
        let Some(path) = self.path(document) else { return Ok(None) };
        let now = stamp(&path.join(FILE).to_string_lossy());
        if let Some((known, then, assignment)) = &*self.read.borrow()
            && (known, then) == (&path, &now)
        {
            return Ok(Some(assignment.clone()));
        }
        let read = load_for_student(&path).map_err(|error| format!("{error:#}"))?;
        let read = Rc::new(read);
        *self.read.borrow_mut() = Some((path, now, read.clone()));
        Ok(Some(read))
    }

    /// The visible tests of a document's assignment; null if it has none.
    pub(super) fn tests(&self, document: &str) -> Result<Value, String> {
        let Some(assignment) = self.of(document)? else { return Ok(Value::Null) };
        let tests = assignment.visible().map(|(head, _)| {
            json!({ "test": head.id, "title": head.title, "points": f64::from(head.points) })
        });
        Ok(json!({
            "assignment": self.path(document),
            "title": assignment.head.title,
            "tests": tests.collect::<Vec<_>>(),
        }))
    }

    /// The functions that its visible tests call, each with the names of these tests.
    pub(super) fn functions(&self, document: &str) -> Vec<(String, Vec<String>)> {
        let Ok(Some(assignment)) = self.of(document) else { return Vec::new() };
        let mut list: Vec<(String, Vec<String>)> = Vec::new();
        for (head, test) in assignment.visible() {
            let TestKind::Function(test) = test else { continue };
            match list.iter_mut().find(|(label, _)| *label == test.label) {
                Some((_, tests)) => tests.push(head.id.clone()),
                None => list.push((test.label.clone(), vec![head.id.clone()])),
            }
        }
        list
    }
}
