//! Expected output that the reference can write: which files hold it, and what it is now.

use toml::Value;

use super::{Assignment, TestKind};

/// A file of expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFile {
    /// The test that has it.
    pub test: String,
    /// The file, by its path from the assignment's folder.
    pub path: String,
    /// What is in it.
    pub old: Vec<u8>,
    /// What the reference prints, or why that can't be asked of others.
    pub new: Result<Vec<u8>, String>,
}

/// The files of expected output that an `assignment.toml` names; none if it can't be read.
pub fn expected_files(text: &str) -> Vec<String> {
    let tree: Option<toml::Table> = text.parse().ok();
    let tests = tree.as_ref().and_then(|tree| tree.get("test")).and_then(Value::as_array);
    let files = tests.into_iter().flatten().filter_map(|test| test.get("expected-file"));
    files.filter_map(Value::as_str).map(str::to_owned).collect()
}

impl Assignment {
    /// What the reference prints for each test that has a file of expected output; nothing if there is
    /// no reference.
    pub fn recordings(&self) -> Vec<ExpectedFile> {
        let Some(program) = crate::grade::reference_program(self) else { return Vec::new() };
        let tests = self.head.tests.iter().zip(&self.tests);
        let recording = tests.filter_map(|(head, kind)| {
            let TestKind::Transcript(test) = kind else { return None };
            let path = test.expected_file.clone()?;
            let new = crate::grade::recorded(&program, &test.input, &test.draws);
            Some(ExpectedFile { test: head.id.clone(), path, old: test.expected.clone(), new })
        });
        recording.collect()
    }
}
