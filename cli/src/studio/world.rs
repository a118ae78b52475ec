//! The world of the studio on this computer: documents on the disk, and time.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grader::assignment::Assignment;
use mips_sim::Loader;
use mips_sim::host::Host;
use studio::{SaveError, World};

use crate::exit::Exit;
use crate::grading::{assignment, shelf};
use crate::host::{Files, RealHost, Source};
use crate::loader::{Disk, read_at_most, readable, reason};
use crate::output::write_whole;

/// How long a program runs before the page is heard again. With the way there and back, that is more than 60
/// pictures a second.
const SLICE: Duration = Duration::from_millis(8);
/// The most bytes of a document.
const MAX_DOCUMENT: u64 = 4 << 20;
/// The most bytes that a program may write to files.
const MAX_OUTPUT: u64 = 64 << 20;

/// When the running of a program is to end.
#[derive(Clone)]
pub(crate) struct Slices {
    begun: Instant,
    /// Microseconds from there.
    ends: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Slices {
    pub(crate) fn new() -> Slices {
        Slices { begun: Instant::now(), ends: Arc::default(), stop: Arc::default() }
    }

    /// Ends what is going on.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn over(&self) -> bool {
        let now = self.begun.elapsed().as_micros() as u64;
        now >= self.ends.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }
}

/// See the module.
pub(crate) struct DiskWorld {
    pub(crate) slices: Slices,
    pub(crate) files: Files,
    pub(crate) seed: Option<u64>,
    /// An assignment that was named on the command line.
    pub(crate) assignment: Option<PathBuf>,
    /// Documents whose lines end as Windows has them.
    pub(crate) crlf: HashSet<String>,
    /// The folders whose files may be included.
    pub(crate) folders: Vec<PathBuf>,
}

/// Names and texts of documents, and those whose lines end as Windows has them.
pub(crate) type Documents = (Vec<(String, String)>, HashSet<String>);

/// Reads documents: their names and texts, and those whose lines end as Windows has them. One that is
/// not there is empty, and made when something is written.
pub(crate) fn open_documents(files: &[String]) -> anyhow::Result<Documents> {
    let mut documents = Vec::new();
    let mut crlf = HashSet::new();
    for file in files {
        let text = match read_at_most(file, MAX_DOCUMENT) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => {
                let bytes = readable(file, read)?;
                String::from_utf8(bytes).map_err(|_| {
                    let words = "is not UTF-8, and saving it would change it; convert it first";
                    Exit::NoInput.error(format!("{file} {words}"))
                })?
            }
        };
        if documents.iter().any(|(known, _)| known == file) {
            return Err(Exit::Usage.error(format!("{file} is named twice")));
        }
        if text.contains("\r\n") {
            crlf.insert(file.clone());
        }
        documents.push((file.clone(), plain(&text)));
    }
    Ok((documents, crlf))
}

/// A text with line ends as pages have them.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

impl DiskWorld {
    fn is_inside(&self, name: &str) -> bool {
        let Ok(path) = Path::new(name).canonicalize() else { return false };
        let folders = self.folders.iter().filter_map(|folder| folder.canonicalize().ok());
        let mut folders = folders.into_iter();
        folders.any(|folder| path.starts_with(folder))
    }
}

impl World for DiskWorld {
    fn include(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match Path::new(name).exists() && !self.is_inside(name) {
            true => Err("the studio opens only files beside its documents".into()),
            false => Disk.load(name),
        }
    }

    fn save(&mut self, name: &str, text: &str, over: &str) -> Result<(), SaveError> {
        let failed = |why: &dyn std::fmt::Display| SaveError::Failed(reason(why));
        match fs::read(name) {
            Ok(bytes) => {
                let disk = plain(&String::from_utf8_lossy(&bytes));
                if disk != over && disk != text {
                    return Err(SaveError::Changed(disk));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&error)),
        }
        let bytes = match self.crlf.contains(name) {
            true => text.replace('\n', "\r\n"),
            false => text.to_string(),
        };
        write_whole(Path::new(name), bytes.as_bytes()).map_err(|why| failed(&format!("{why:#}")))
    }

    fn host(&mut self) -> Box<dyn Host> {
        let source = Source::Bytes(Vec::new(), 0);
        Box::new(RealHost::new(source, self.files.clone(), self.seed, MAX_OUTPUT))
    }

    fn begin(&mut self, whole: bool) {
        let now = self.slices.begun.elapsed();
        let ends = if whole { u64::MAX } else { (now + SLICE).as_micros() as u64 };
        self.slices.ends.store(ends, Ordering::Relaxed);
        self.slices.stop.store(false, Ordering::Relaxed);
    }

    fn interrupted(&self) -> Box<dyn Fn() -> bool + Sync> {
        let slices = self.slices.clone();
        Box::new(move || slices.over())
    }

    fn assignments(&self) -> Vec<String> {
        self.assignment().into_iter().chain(shelf::names().map(str::to_string)).collect()
    }

    fn assignment(&self) -> Option<String> {
        self.assignment.as_ref().map(|path| path.to_string_lossy().into_owned())
    }

    fn load_assignment(&mut self, name: &str) -> Result<Assignment, String> {
        // The page names what it was offered, and nothing else on the disk.
        if !self.assignments().iter().any(|known| known == name) {
            return Err(format!("there is no assignment {name}"));
        }
        assignment::load_for_student(Path::new(name)).map_err(|why| format!("{why:#}"))
    }
}
