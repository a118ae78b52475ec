//! Source texts: which files there are, how they are split into lines, and how they are found. The
//! library never opens a file itself; a [`Loader`] does.

use std::collections::HashMap;
use std::ops::Range;

use crate::java::{file_path, utf8_text};

/// Supplies the bytes of source files by name.
///
/// A name is whatever the caller passed to [`crate::assemble`], or, for `.include`, the directory
/// of the including file followed by the name in the directive.
pub trait Loader {
    /// The bytes of the file, or a sentence that says why there are none.
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// A loader over texts in memory, for tests and for callers that hold the text already.
impl Loader for HashMap<String, Vec<u8>> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.get(name).cloned().ok_or_else(|| "no such file".to_string())
    }
}

impl Loader for &[(&str, &str)] {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let found = self.iter().find(|(file, _)| *file == name);
        found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_string())
    }
}

/// The index of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

/// One source file: its name and its text, with what was not UTF-8 replaced.
#[derive(Clone, Debug, Default)]
pub struct SourceFile {
    /// The name that the loader knows it by.
    pub name: String,
    /// The text.
    pub text: String,
    lines: Vec<(u32, u32)>,
}

impl SourceFile {
    fn new(name: String, bytes: Vec<u8>) -> SourceFile {
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| utf8_text(error.as_bytes()).into_owned());
        let lines = split_lines(&text);
        SourceFile { name, text, lines }
    }

    /// How many lines it has.
    pub fn line_count(&self) -> u32 {
        self.lines.len() as u32
    }

    /// The text of a line, counted from 1, without its end; empty when there is no such line.
    pub fn line(&self, number: u32) -> &str {
        &self.text[self.line_range(number)]
    }

    /// The bytes of that line in the text; of a line behind the last, the end of the text.
    pub fn line_range(&self, number: u32) -> Range<usize> {
        let range = (number as usize).checked_sub(1).and_then(|index| self.lines.get(index));
        let end = self.text.len();
        range.map_or(end..end, |(start, end)| *start as usize..*end as usize)
    }
}

/// Splits as Java's `readLine` does: `\n`, `\r\n` and a lone `\r` all end a line, and an end of
/// line at the end of the file does not begin another.
fn split_lines(text: &str) -> Vec<(u32, u32)> {
    let bytes = text.as_bytes();
    let mut lines = Vec::with_capacity(bytes.len() / 24 + 1);
    let mut start = 0;
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\n' || bytes[i] == b'\r' {
            lines.push((start as u32, i as u32));
            i += usize::from(bytes[i] == b'\r' && bytes.get(i + 1) == Some(&b'\n'));
            start = i + 1;
        }
        i += 1;
    }
    if start < bytes.len() {
        lines.push((start as u32, bytes.len() as u32));
    }
    lines
}

/// The bytes of a line without the blanks around it.
pub fn trimmed(line: &str) -> Range<usize> {
    let start = line.len() - line.trim_start().len();
    start..line.trim_end().len().max(start)
}

/// All the files of one assembly, included ones too.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) -> FileId {
        self.files.push(SourceFile::new(name, bytes));
        FileId(self.files.len() as u32 - 1)
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The ids of all files, in the order in which they were read.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// All files in the order in which they were read.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }
}

/// The name of an included file: as it stands if absolute, else beside the including file.
pub fn include_name(including: &str, name: &str) -> String {
    if name.starts_with('/') {
        return name.to_string();
    }
    match including.rfind('/') {
        Some(at) => format!("{}/{name}", file_path(&including[..at])),
        None => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_in_java() {
        let mut map = SourceMap::default();
        let id = map.add("f".into(), b"a\r\nb\rc\n\nd".to_vec());
        let file = map.file(id);
        let lines: Vec<&str> = (1..=file.line_count()).map(|n| file.line(n)).collect();
        assert_eq!(lines, ["a", "b", "c", "", "d"]);
        assert_eq!(file.line(0), "");
        assert_eq!(file.line(6), "");
    }
}
