//! Results as they are finished, in a journal, so that what was graded once need not be graded again.
//!
//! A record is `{"key":"…","sum":"…","graded":{…}}`. The key covers all that a result depends on, so several runs
//! can share a journal. Records that nobody will ask for are thrown out at the start of a run, if no
//! other run uses the journal; those that can't be understood are passed over.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use grader::submission::digest_of;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::worker::Graded;
use crate::exit::{self, Exit};
use crate::journal::Journal;
use crate::output::writable;

/// Where results are kept if nobody says otherwise.
pub(crate) const DEFAULT: &str = ".fivetwelve";
/// The largest file that is kept: of more than this the older half goes.
const LARGEST: usize = 256 << 20;
/// The file is not written anew for fewer unneeded lines than this.
const SPARE: usize = 256;

/// A line of the journal: a key with its results, or a run that was begun or ended.
#[derive(Deserialize)]
struct Record<R> {
    key: Option<String>,
    /// What the digest of key and result was when they were written.
    sum: Option<String>,
    graded: Option<R>,
    begun: Option<String>,
    ended: Option<String>,
}

/// What every result of a run has in common: assignment, seed and program.
#[derive(Clone, Debug)]
pub(crate) struct Basis {
    digest: String,
    tool: String,
}

impl Basis {
    /// The basis of a run. `tool` changes with the program that grades.
    pub(crate) fn new(assignment: &str, seed: u64, tool: &str) -> Basis {
        let (seed, tool) = (seed.to_string(), digest_of([("tool", tool.as_bytes())]));
        let digest = digest_of([
            ("assignment", assignment.as_bytes()),
            ("seed", seed.as_bytes()),
            ("tool", tool.as_bytes()),
        ]);
        Basis { digest, tool: tool[..16].to_string() }
    }

    /// What identifies a result: begins with the tool, so that results of others can be told.
    fn key(&self, submission: &str) -> String {
        let digest =
            digest_of([("basis", self.digest.as_bytes()), ("submission", submission.as_bytes())]);
        format!("{}-{}", self.tool, &digest[..48])
    }

    fn run(&self) -> String {
        format!("{}-{}", self.tool, &self.digest[..48])
    }
}

/// The results of a folder.
pub(crate) struct Results {
    journal: Journal,
    basis: Basis,
    text: String,
    /// Where the newest record of each key is.
    records: HashMap<String, (usize, usize)>,
    /// Runs that were begun and not ended.
    open_runs: HashSet<String>,
    failed: bool,
    damaged: usize,
}

impl Results {
    /// Opens the journal of a folder, which is made if need be.
    pub(crate) fn open(folder: &Path, basis: Basis) -> anyhow::Result<Results> {
        Results::open_in(folder, basis).map_err(|error| {
            Exit::of(&error).error(format!(
                "{} can't keep results: {}; another folder can be given by --state DIR",
                folder.display(),
                exit::message(&error)
            ))
        })
    }

    fn open_in(folder: &Path, basis: Basis) -> anyhow::Result<Results> {
        writable(folder, fs::create_dir_all(folder))?;
        let ignore = folder.join(".gitignore");
        if !ignore.exists() {
            // Best effort: results of a class don't belong into a repository.
            let _ = fs::write(ignore, "*\n");
        }
        let path = folder.join("grades.jsonl");
        let (mut journal, bytes) = Journal::open_shared(&path, "grading", &Value::Null)?;
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        let mut index = index(&text);
        if journal.is_alone()
            && let Some(shorter) = compacted(&text, &index, &basis)
        {
            journal.replace(shorter.as_bytes())?;
            text = shorter;
            index = self::index(&text);
        }
        journal.share();
        let Index { records, open_runs, .. } = index;
        Ok(Results { journal, basis, text, records, open_runs, failed: false, damaged: 0 })
    }

    /// Whether a run on the same basis was begun and never ended.
    pub(crate) fn was_interrupted(&self) -> bool {
        self.open_runs.contains(&self.basis.run())
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.journal.path()
    }

    /// The result of what has this digest if it is known. A record that is not as it was written does
    /// not count.
    pub(crate) fn result(&mut self, submission: &str) -> Option<Graded> {
        let key = self.basis.key(submission);
        let (start, end) = *self.records.get(&key)?;
        let record: Record<Graded> = serde_json::from_str(&self.text[start..end]).ok()?;
        let graded = record.graded?;
        let fits = record.sum.is_some_and(|sum| sum == checksum(&key, &json!(graded)));
        self.damaged += usize::from(!fits);
        fits.then_some(graded)
    }

    /// How many records were not as they were written.
    pub(crate) fn damaged(&self) -> usize {
        self.damaged
    }

    /// Says that a run begins.
    pub(crate) fn begin(&mut self) {
        self.append(&json!({"begun": self.basis.run()}));
    }

    /// Says that it ended.
    pub(crate) fn end(&mut self) {
        self.append(&json!({"ended": self.basis.run()}));
    }

    /// Keeps a result.
    pub(crate) fn keep(&mut self, submission: &str, graded: &Graded) {
        let key = self.basis.key(submission);
        let graded = json!(graded);
        let mut record = json!({"key": key, "sum": checksum(&key, &graded)});
        record["graded"] = graded;
        self.append(&record);
    }

    /// Whether something could not be written.
    pub(crate) fn failed(&self) -> bool {
        self.failed
    }

    fn append(&mut self, record: &Value) {
        self.failed |= self.journal.append(&record.to_string()).is_err();
    }
}

fn checksum(key: &str, graded: &Value) -> String {
    let graded = graded.to_string();
    digest_of([("key", key.as_bytes()), ("graded", graded.as_bytes())])[..16].to_string()
}

/// What there is in a journal. Records that can't be understood are passed over.
struct Index {
    records: HashMap<String, (usize, usize)>,
    open_runs: HashSet<String>,
    count: usize,
}

fn index(text: &str) -> Index {
    let mut index = Index { records: HashMap::new(), open_runs: HashSet::new(), count: 0 };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (from, end) = (start, start + line.len());
        start = end;
        index.count += 1;
        match line.strip_suffix('\n').map(serde_json::from_str::<Record<IgnoredAny>>) {
            Some(Ok(Record { key: Some(key), .. })) => drop(index.records.insert(key, (from, end))),
            Some(Ok(Record { begun: Some(run), .. })) => drop(index.open_runs.insert(run)),
            Some(Ok(Record { ended: Some(run), .. })) => drop(index.open_runs.remove(&run)),
            _ => {}
        }
    }
    index
}

/// The journal without what nobody will ask for: older lines of a key, results of other programs,
/// and, if it is far too long, its older half. None if that is not worth it.
fn compacted(text: &str, index: &Index, basis: &Basis) -> Option<String> {
    let mut kept: Vec<(usize, usize)> = index
        .records
        .iter()
        .filter(|(key, _)| key.starts_with(&basis.tool))
        .map(|(_, place)| *place)
        .collect();
    kept.sort_unstable();
    if text.len() > LARGEST {
        let half = kept.partition_point(|(start, _)| *start < text.len() / 2);
        kept.drain(..half);
    } else if index.count - kept.len() <= kept.len() + SPARE {
        return None;
    }
    let mut runs: Vec<&String> = index.open_runs.iter().collect();
    runs.sort();
    let mut shorter: String = kept.iter().map(|(start, end)| &text[*start..*end]).collect();
    for run in runs.into_iter().filter(|run| run.starts_with(&basis.tool)) {
        shorter.push_str(&format!("{}\n", json!({"begun": run})));
    }
    Some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("fivetwelve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn submission(text: &str) -> String {
        digest_of([("a.asm", text.as_bytes())])
    }

    fn graded() -> Graded {
        let (program, chosen) = (Some("a.asm".into()), "it is the only file".into());
        Graded { program, chosen, notes: Vec::new(), results: Vec::new() }
    }

    fn results(folder: &Path, tool: &str) -> Results {
        Results::open(folder, Basis::new("a", 1, tool)).expect("the folder can be written")
    }

    #[test]
    fn results_are_found_again_by_all_that_they_depend_on() {
        let folder = folder("journal-found");
        let (one, two) = (submission("one"), submission("two"));
        let mut first = results(&folder, "t");
        assert!(first.result(&one).is_none() && !first.was_interrupted());
        first.begin();
        first.keep(&one, &graded());
        drop(first);
        let mut again = results(&folder, "t");
        assert!(again.was_interrupted());
        assert_eq!(again.result(&one), Some(graded()));
        assert_eq!(again.result(&two), None);
        again.end();
        assert!(!again.failed());
        drop(again);
        assert!(!results(&folder, "t").was_interrupted());
        for basis in [Basis::new("b", 1, "t"), Basis::new("a", 2, "t"), Basis::new("a", 1, "u")] {
            let mut other = Results::open(&folder, basis).expect("the folder can be written");
            assert_eq!(other.result(&one), None);
        }
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn torn_lines_and_rubbish_are_passed_over() {
        let folder = folder("journal-torn");
        let (one, two) = (submission("one"), submission("two"));
        let mut first = results(&folder, "t");
        first.keep(&one, &graded());
        first.keep(&two, &graded());
        drop(first);
        let path = folder.join("grades.jsonl");
        let text = fs::read_to_string(&path).expect("it is there");
        let header = text.find('\n').expect("there is a header") + 1;
        let line = header + text[header..].find('\n').expect("there are records");
        for cut in 0..text.len() {
            let mut bytes = text.as_bytes()[..cut].to_vec();
            if cut % 7 == 0 && cut >= header {
                let rubbish = *b"{\"key\":\"\xff\n{}\n\n{\"key\":\"x\",\"graded\":3}\n";
                bytes.splice(header..header, rubbish);
            }
            fs::write(&path, bytes).expect("it can be written");
            let mut again = results(&folder, "t");
            assert_eq!(again.result(&one).is_some(), cut > line, "{cut}");
            assert_eq!(again.result(&two), None);
            again.keep(&two, &graded());
            drop(again);
            assert!(results(&folder, "t").result(&two).is_some(), "{cut}");
        }
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn a_record_that_was_changed_does_not_count() {
        let folder = folder("journal-changed");
        let one = submission("one");
        results(&folder, "t").keep(&one, &graded());
        let path = folder.join("grades.jsonl");
        let text = fs::read_to_string(&path).expect("it is there");
        fs::write(&path, text.replace("only file", "best file")).expect("it can be written");
        let mut again = results(&folder, "t");
        assert_eq!((again.result(&one), again.damaged()), (None, 1));
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn what_nobody_needs_is_thrown_out_when_nobody_else_is_there() {
        let folder = folder("journal-compact");
        let one = submission("one");
        let mut first = results(&folder, "t");
        first.begin();
        for _ in 0..400 {
            first.keep(&one, &graded());
        }
        let lines = || {
            fs::read_to_string(folder.join("grades.jsonl")).map_or(0, |text| text.lines().count())
        };
        let beside = results(&folder, "t");
        assert_eq!(lines(), 402);
        drop((first, beside));
        let mut again = results(&folder, "t");
        assert_eq!(lines(), 3);
        assert!(again.result(&one).is_some() && again.was_interrupted());
        let _ = fs::remove_dir_all(folder);
    }
}
