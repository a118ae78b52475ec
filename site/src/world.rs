//! What the workbench needs of the world, inside a page: files that the browser keeps, the clock and
//! chance of the page, and the assignments that lie beside it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grader::assignment::Assignment;
use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, ScriptedHost, Stream};
use studio::{SaveError, World};

/// How many milliseconds a program runs before the page is heard again: short enough for more than 60 pictures a
/// second.
const SLICE: f64 = 8.0;
/// The most bytes that a program may write to files.
const MAX_WRITTEN: usize = 16 << 20;

/// What only the page has.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// Milliseconds since 1970.
    pub now: fn() -> f64,
    /// A random number from 0 up to 1.
    pub chance: fn() -> f64,
}

/// What is kept beside the documents.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// The files that the browser keeps, as far as is known.
    pub(crate) files: BTreeMap<String, String>,
    /// The names of the assignments, the usual one first.
    pub(crate) assignments: Vec<String>,
    /// Those that have been read.
    pub(crate) read: BTreeMap<String, Assignment>,
}

/// See the module.
pub(crate) struct PageWorld {
    shelf: Rc<RefCell<Shelf>>,
    outside: Outside,
    /// When the slice ends, as the bits of its milliseconds.
    ends: Arc<AtomicU64>,
}

impl PageWorld {
    pub(crate) fn new(shelf: Rc<RefCell<Shelf>>, outside: Outside) -> PageWorld {
        PageWorld { shelf, outside, ends: Arc::default() }
    }
}

impl World for PageWorld {
    fn include(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let shelf = self.shelf.borrow();
        let text = shelf.files.get(name.strip_prefix("./").unwrap_or(name));
        text.map(|text| text.clone().into_bytes()).ok_or_else(|| "no such file".into())
    }

    fn save(&mut self, name: &str, text: &str, over: &str) -> Result<(), SaveError> {
        let files = &mut self.shelf.borrow_mut().files;
        match files.get(name) {
            Some(kept) if kept != over && kept != text => Err(SaveError::Changed(kept.clone())),
            _ => {
                files.insert(name.into(), text.into());
                Ok(())
            }
        }
    }

    fn host(&mut self) -> Box<dyn Host> {
        let texts = self.shelf.borrow().files.clone();
        let mut files = ScriptedHost::default();
        files.files = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        files.output_limit = Some(MAX_WRITTEN);
        Box::new(PageHost { files, outside: self.outside })
    }

    fn begin(&mut self, whole: bool) {
        let ends = if whole { f64::INFINITY } else { (self.outside.now)() + SLICE };
        self.ends.store(ends.to_bits(), Ordering::Relaxed);
    }

    fn interrupted(&self) -> Box<dyn Fn() -> bool + Sync> {
        let (now, ends) = (self.outside.now, self.ends.clone());
        Box::new(move || now() >= f64::from_bits(ends.load(Ordering::Relaxed)))
    }

    fn assignments(&self) -> Vec<String> {
        self.shelf.borrow().assignments.clone()
    }

    fn assignment(&self) -> Option<String> {
        self.shelf.borrow().assignments.first().cloned()
    }

    fn load_assignment(&mut self, name: &str) -> Result<Assignment, String> {
        let read = self.shelf.borrow().read.get(name).cloned();
        read.ok_or_else(|| format!("there is no assignment {name}"))
    }
}

/// The world of a program: the files that the browser keeps, copied, so that what it writes lasts as
/// long as the run.
struct PageHost {
    files: ScriptedHost,
    outside: Outside,
}

impl Host for PageHost {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::End
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn now(&mut self) -> u64 {
        (self.outside.now)() as u64
    }

    fn seed(&mut self, stream: u32) -> i64 {
        let half = || ((self.outside.chance)() * f64::from(u32::MAX)) as i64;
        (half() << 32 | half()) ^ i64::from(stream)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.files.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.files.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.files.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.files.close(handle);
    }
}
