//! What someone handed in, in memory: texts by name, and which of them is the program.
//!
//! Whoever finds submissions decodes them; nothing here knows of folders, archives or encodings. A
//! program can include what was handed in with it and what the assignment gives, and nothing else:
//! there are no other files.

use mips_sim::AsmOptions;
use mips_sim::source::Loader;

use crate::assignment::Setup;
use crate::book::Student;
use crate::submission::names::folder;
use crate::submission::together::{Whole, assemble_whole, beside, main_file};

/// One submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// Whose it is.
    pub student: Student,
    /// Identifies the texts and which of them is the program.
    pub digest: String,
    /// The program as the instructor would name it; none if none was found.
    pub file: Option<String>,
    /// Why this file, in a sentence; or why none.
    pub chosen: String,
    /// What was noticed about the files.
    pub notes: Vec<String>,
    /// The texts, by their names in what was handed in, with `/` between folders.
    pub files: Vec<(String, String)>,
    /// Which of them is the program.
    pub main: Option<usize>,
}

impl Submission {
    /// A program that is one text, for tests and tools.
    pub fn of_text(name: &str, text: &str) -> Submission {
        Submission {
            student: Student { key: name.into(), name: name.into(), id: None },
            digest: String::new(),
            file: Some(name.into()),
            chosen: "it is the only file".into(),
            notes: Vec::new(),
            files: vec![(name.into(), text.into())],
            main: Some(0),
        }
    }

    /// The program: its name in what was handed in, and its text.
    pub fn program(&self) -> Option<(&str, &str)> {
        let (name, text) = self.files.get(self.main?)?;
        Some((name, text))
    }
}

impl Setup {
    /// The program of a submission, assembled with the files that it is made of.
    pub fn whole(&self, main: &str, submission: &Submission, options: &AsmOptions) -> Whole {
        let mut texts = Texts { handed_in: &submission.files, given: &self.starter };
        let files = submission.files.iter().map(|(name, _)| name.as_str());
        let mut names = beside(main, files);
        // What the assignment lists and gives need not be handed in.
        let within = folder(main).map_or(String::new(), |folder| format!("{folder}/"));
        let given = self.starter.iter().map(|(name, _)| format!("{within}{name}"));
        let given: Vec<String> = given.filter(|name| !names.contains(name)).collect();
        names.extend(given.into_iter().filter(|_| !self.together.is_empty()));
        assemble_whole(main, &names, &self.together, &mut texts, options)
    }

    /// What to name in a command that is to run this program: its file, or, if it has several, its
    /// folder, unless the folder by itself would be another program.
    pub(super) fn target(&self, main: &str, submission: &Submission, whole: &Whole) -> String {
        let mut texts = Texts { handed_in: &submission.files, given: &[] };
        let names = beside(main, submission.files.iter().map(|(name, _)| name.as_str()));
        match main_file(&names, &mut texts) {
            Ok(found) if whole.names.len() > 1 && whole.names[0] == found => {
                folder(main).unwrap_or(".").to_string()
            }
            _ => main.to_string(),
        }
    }
}

/// The texts that a program can include: those of its submission, then those of the assignment.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// What was handed in, by names.
    pub handed_in: &'a [(String, String)],
    /// What the assignment gives.
    pub given: &'a [(String, Vec<u8>)],
}

impl Loader for Texts<'_> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let name = normalised(name)?;
        let own = self.handed_in.iter().find(|(file, _)| normalised(file).as_ref() == Ok(&name));
        if let Some((_, text)) = own {
            return Ok(text.as_bytes().to_vec());
        }
        // Starter files lie beside the program, whatever folder it was handed in with.
        let last = name.rsplit('/').next().unwrap_or_default();
        let given = self.given.iter().find(|(file, _)| *file == name || file == last);
        let given = given.map(|(_, bytes)| bytes.clone());
        given.ok_or_else(|| "it was not handed in and is not a file of the assignment".into())
    }
}

/// A name without `.`, doubled slashes and backslashes. Nothing leads out of the submission.
fn normalised(name: &str) -> Result<String, String> {
    let name = name.replace('\\', "/");
    if name.starts_with('/') || name.chars().nth(1) == Some(':') {
        return Err("a program can only include what was handed in with it, by its name".into());
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Err("this leads out of what was handed in".into());
                }
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_can_be_included_but_what_was_handed_in_or_given() {
        let handed_in =
            [("a/main.asm".to_string(), "1".to_string()), ("b/x.asm".into(), "2".into())];
        let given = [("start.asm".to_string(), b"3".to_vec())];
        let mut texts = Texts { handed_in: &handed_in, given: &given };
        let mut check = |name: &str, found: Option<&str>| {
            let text = texts.load(name).ok().map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(text.as_deref(), found, "{name}");
        };
        check("a/main.asm", Some("1"));
        check("a/../b/./x.asm", Some("2"));
        check("a\\..\\b\\x.asm", Some("2"));
        check("a/start.asm", Some("3"));
        check("x.asm", None);
        check("../a/main.asm", None);
        check("a/../../a/main.asm", None);
        check("/etc/passwd", None);
        check("C:/x", None);
        check("", None);
    }
}
