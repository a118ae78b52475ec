//! Grades submissions in processes of their own, so that what ends a process costs one submission.
//!
//! A worker loads the assignment, limits its memory, and then answers: a line that lists files, their
//! bytes, and for each such request a line with what came of it. It ends when its input does, and so
//! never outlives the run that started it.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use grader::book::{StudentEntry, TestEntry};
use grader::grade::Bench;
use grader::submission::{Bounds, HandedIn, IncomingFile, take};
use serde::{Deserialize, Serialize};

use super::assignment;
use crate::args::grading::WorkerArgs;
use crate::exit::{Exit, OrExit};
use crate::interrupt;
use crate::io::Io;
use crate::program_file;

/// The most that is kept of what a worker says when it dies.
const LAST_WORDS: u64 = 4_096;

thread_local! {
    /// What the last panic of this thread said, and where.
    static SAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What came of a submission, whoever handed it in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Graded {
    /// The program, by its path in what was handed in.
    pub(crate) program: Option<String>,
    /// Why this file, in a sentence; or why none.
    pub(crate) chosen: String,
    /// What was noticed about the files.
    pub(crate) notes: Vec<String>,
    /// One for each test of the assignment, in its order.
    pub(crate) results: Vec<TestEntry>,
}

/// Grades one submission after the other, and keeps none; says why if that can't be done.
pub(crate) type Grade<'a> = Box<dyn FnMut(HandedIn) -> Result<Graded, String> + Send + 'a>;

/// Grades in this process.
pub(crate) fn in_process<'a>(bench: &'a Bench, patterns: &'a [String]) -> Grade<'a> {
    Box::new(move |handed_in| {
        let graded = panic::catch_unwind(AssertUnwindSafe(|| {
            let handed_in = HandedIn { files: handed_in.files, ..HandedIn::default() };
            let submission = take(handed_in, patterns, &Bounds::STUDENT);
            let StudentEntry { chosen, notes, results, .. } = bench.grade(&submission);
            let program = submission.program().map(|(path, _)| path.to_string());
            Graded { program, chosen, notes, results }
        }));
        graded.map_err(|_| SAID.take().unwrap_or_else(|| "it did not say why".into()))
    })
}

/// Keeps what panics say instead of printing it into the progress bar.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| SAID.set(Some(info.to_string().replace('\n', " ")))));
    let done = work();
    panic::set_hook(before);
    done
}

/// Grades in a process that is started when there is something to do, and again when it has died.
pub(crate) fn in_worker(args: &WorkerArgs) -> Grade<'_> {
    let mut worker: Option<Worker> = None;
    Box::new(move |handed_in| {
        let mut running = match worker.take() {
            Some(running) => running,
            None => Worker::start(args).map_err(|error| {
                format!("its process could not be started ({error}); --in-process does without")
            })?,
        };
        match running.ask(handed_in.files) {
            Ok(reply) => {
                worker = Some(running);
                reply
            }
            Err(_) => Err(running.last_words()),
        }
    })
}

/// A process that grades.
struct Worker {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

/// A file of a request; its bytes follow.
#[derive(Serialize, Deserialize)]
struct FileHead {
    path: String,
    length: u64,
}

impl Worker {
    fn start(args: &WorkerArgs) -> io::Result<Worker> {
        let mut child = Command::new(program_file::current()?)
            .args(["grade-worker", "--digest", &args.digest])
            .args(["--seed", &args.seed.to_string(), "--memory", &args.memory.to_string()])
            .args(args.locate.then_some("--locate"))
            .arg("--")
            .arg(&args.assignment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        Ok(Worker { child, input: Some(BufWriter::new(input)), output: BufReader::new(output) })
    }

    fn ask(&mut self, files: Vec<IncomingFile>) -> io::Result<Result<Graded, String>> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let head = |file: &IncomingFile| FileHead {
            path: file.path.clone(),
            length: file.bytes.len() as u64,
        };
        let heads: Vec<FileHead> = files.iter().map(head).collect();
        serde_json::to_writer(&mut *input, &heads)?;
        input.write_all(b"\n")?;
        for file in files {
            input.write_all(&file.bytes)?;
        }
        input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }

    /// Why it died.
    fn last_words(&mut self) -> String {
        self.input = None;
        let mut said = Vec::new();
        if let Some(errors) = &mut self.child.stderr {
            let _ = errors.take(LAST_WORDS).read_to_end(&mut said);
        }
        let said = String::from_utf8_lossy(&said);
        let first = said.lines().map(str::trim).find(|line| !line.is_empty());
        match (first, self.child.wait()) {
            // How much it asked for depends on what it graded before: reports do not.
            (Some(words), _) if words.starts_with("memory allocation of") => {
                "its process was ended: it ran out of memory".into()
            }
            (Some(words), _) => format!("its process was ended: {words}"),
            (None, Ok(status)) => format!("its process was ended: {status}"),
            (None, Err(error)) => format!("its process was lost: {error}"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

/// `grade-worker`: answers requests until there are no more.
pub(crate) fn serve(args: &WorkerArgs, io: &mut Io) -> anyhow::Result<Exit> {
    limit_memory(args.memory << 20);
    interrupt::ignore();
    let assignment = assignment::load(&args.assignment)?;
    if assignment.digest != args.digest {
        return Err(Exit::Unable.error("the assignment was changed while it was used"));
    }
    let bench = Bench::new(&assignment, args.seed).locating(args.locate);
    let mut grade = in_process(&bench, &assignment.setup.files);
    let mut input = io::stdin().lock();
    quietly(|| {
        while let Some(handed_in) = request(&mut input)? {
            let reply = grade(handed_in);
            serde_json::to_writer(&mut io.out, &reply)?;
            io.out.write_all(b"\n")?;
            io.out.flush()?;
        }
        io::Result::Ok(Exit::Ok)
    })
    .or_exit(Exit::Unable)
}

fn request(input: &mut impl BufRead) -> io::Result<Option<HandedIn>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let heads: Vec<FileHead> = serde_json::from_str(&line)?;
    let mut files = Vec::new();
    for FileHead { path, length } in heads {
        let mut bytes = Vec::new();
        input.take(length).read_to_end(&mut bytes)?;
        files.push(IncomingFile { path, bytes });
    }
    Ok(Some(HandedIn { files, ..HandedIn::default() }))
}

#[cfg(unix)]
fn limit_memory(bytes: u64) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    // Best effort: a lower limit of the system's stays.
    let hard = getrlimit(Resource::RLIMIT_AS).map_or(bytes, |(_, hard)| hard.min(bytes));
    let _ = setrlimit(Resource::RLIMIT_AS, hard, hard);
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}
