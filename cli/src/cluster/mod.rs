//! A command as many tasks of a cluster, whose nodes share a disk with this machine.
//!
//! Every task runs the command as it was given; a variable tells it which part it is. It does that part
//! and writes what came of it as one file, whole or not at all. The command that was given starts the
//! tasks, waits for these files, and goes on with them as if it had done the work itself. Whether a task
//! has ended well is decided by its file alone: Slurm says who is still busy, and why someone is not.

mod gather;
mod scripts;
mod slurm;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use grader::submission::digest_of;
use serde_json::{Value, json};
use tester::verify::Shard;

use crate::args::cluster::SlurmArgs;
use crate::exit::{Exit, OrExit};
use crate::loader::{read_at_most, readable};
use crate::output::write_whole;
use crate::program_file;

pub(crate) use gather::Gathered;

/// Says who is asked: the number of a task, or `merge`.
const WHO: &str = "FIVETWELVE_SLURM";
/// The folder of the run.
const WHERE: &str = "FIVETWELVE_SLURM_DIR";
/// The run that the task belongs to.
const WHICH: &str = "FIVETWELVE_SLURM_RUN";
/// More than any task writes.
const LARGEST: u64 = 1 << 30;
const FORMAT: u32 = 1;

/// Who a process is.
pub(crate) enum Role {
    /// It does everything itself.
    Alone,
    /// It has a part to do.
    Task(Task),
    /// It gets the parts from others.
    Front(Box<Front>),
}

/// A part of a run, as the process that does it sees it.
pub(crate) struct Task {
    pub(crate) shard: Shard,
    folder: PathBuf,
    run: String,
}

/// A run, as the process that wants its result sees it.
pub(crate) struct Front {
    folder: PathBuf,
    tasks: u32,
    options: Vec<String>,
    run: String,
    /// The words of this command.
    words: Vec<String>,
    binary: PathBuf,
    how: How,
}

/// What a front is there for.
enum How {
    Submit,
    /// Someone else submits.
    WriteScripts,
    /// All parts must be there.
    Merge,
}

impl SlurmArgs {
    /// Who this process is. `input` identifies what the command reads: parts that were made of something
    /// else are not parts of this run.
    pub(crate) fn role(&self, input: &str) -> anyhow::Result<Role> {
        let Some(tasks) = self.slurm else { return Ok(Role::Alone) };
        let unable = |what: &str| Exit::Unable.error(what);
        let words: Option<Vec<String>> =
            std::env::args_os().skip(1).map(|word| word.into_string().ok()).collect();
        let words = words
            .ok_or_else(|| unable("--slurm: an argument is not UTF-8, which no script can hold"))?;
        let binary = program_file::current().or_exit(Exit::Unable)?;
        let run = identity(&words, input, &binary)?;
        let folder = std::env::var_os(WHERE).map(PathBuf::from);
        match (std::env::var(WHO).ok(), folder) {
            (Some(who), Some(folder)) => {
                if std::env::var(WHICH).is_ok_and(|wanted| wanted != run) {
                    return Err(unable(
                        "this task belongs to another run: fivetwelve, the program, the assignment or \
                         the folder is not the one that it was submitted with",
                    ));
                }
                if who == "merge" {
                    return Ok(self.front(tasks, folder, run, words, binary, How::Merge));
                }
                let shard = format!("{who}/{tasks}").parse();
                let shard =
                    shard.map_err(|_| unable(&format!("{WHO} is {who}, which is not a task")))?;
                Ok(Role::Task(Task { shard, folder, run }))
            }
            _ => {
                let (folder, how) = match &self.slurm_script {
                    Some(folder) => (folder.clone(), How::WriteScripts),
                    None => (
                        Path::new(".fivetwelve").join(format!("slurm-{}", &run[..12])),
                        How::Submit,
                    ),
                };
                Ok(self.front(tasks, folder, run, words, binary, how))
            }
        }
    }

    fn front(
        &self,
        tasks: u32,
        folder: PathBuf,
        run: String,
        words: Vec<String>,
        binary: PathBuf,
        how: How,
    ) -> Role {
        let options = self.slurm_options.as_deref().unwrap_or_default();
        let options = options.split_whitespace().map(String::from).collect();
        Role::Front(Box::new(Front { folder, tasks, options, run, words, binary, how }))
    }
}

/// What identifies a run: the program file, the words, and what they stand for. `--resume` asks for a run
/// that is there already, and the options for Slurm don't change what is found.
fn identity(words: &[String], input: &str, binary: &Path) -> anyhow::Result<String> {
    let program = readable(binary, read_at_most(binary, LARGEST))?;
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.split_once('=').map_or(word.as_str(), |(name, _)| name) {
            "--resume" => {}
            "--slurm-options" | "--slurm-script" => {
                // Its value stands behind `=` or is the next word.
                if !word.contains('=') {
                    words.next();
                }
            }
            _ => kept.push(word.as_str()),
        }
    }
    let words = serde_json::to_vec(&kept)?;
    let place = std::env::current_dir().or_exit(Exit::Unable)?;
    let place = place.to_string_lossy();
    let parts: [(&str, &[u8]); 4] = [
        ("program", &program),
        ("words", &words),
        ("input", input.as_bytes()),
        ("place", place.as_bytes()),
    ];
    Ok(digest_of(parts))
}

impl Task {
    /// A place for what must outlive a task that is stopped and started again.
    pub(crate) fn state(&self) -> PathBuf {
        self.folder.join(format!("state-{}", self.shard.number))
    }

    /// How many threads to use: those that Slurm gives the task, if nobody says otherwise.
    pub(crate) fn threads(&self, asked: Option<NonZeroUsize>) -> Option<NonZeroUsize> {
        let given = std::env::var("SLURM_CPUS_ON_NODE").ok().and_then(|text| text.parse().ok());
        asked.or(given).or(NonZeroUsize::new(1))
    }

    /// Hands in what came of the part.
    pub(crate) fn finish(&self, body: &[u8]) -> anyhow::Result<Exit> {
        let mut file = format!("{}\n", header(&self.run, self.shard)).into_bytes();
        file.extend(body);
        write_whole(&part_of(&self.folder, self.shard.number), &file)?;
        Ok(Exit::Ok)
    }
}

/// The first line of a part.
fn header(run: &str, shard: Shard) -> Value {
    let shard = json!({"number": shard.number, "of": shard.of});
    json!({"fivetwelve": "part", "format": FORMAT, "run": run, "shard": shard})
}

fn part_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("part-{number}"))
}

/// What came of a part, if it is there and belongs to the run.
fn read_part(folder: &Path, run: &str, shard: Shard) -> Option<Vec<u8>> {
    let mut file = fs::read(part_of(folder, shard.number)).ok()?;
    let line = file.iter().position(|byte| *byte == b'\n')?;
    let body = file.split_off(line + 1);
    (file[..line] == *header(run, shard).to_string().as_bytes()).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_parts_of_the_run_are_read() -> anyhow::Result<()> {
        let folder = std::env::temp_dir().join(format!("fivetwelve-parts-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let shard = Shard { number: 2, of: 3 };
        let task = Task { shard, folder: folder.clone(), run: "a".into() };
        task.finish(b"one\ntwo")?;
        assert_eq!(read_part(&folder, "a", shard).as_deref(), Some(&b"one\ntwo"[..]));
        assert_eq!(read_part(&folder, "b", shard), None);
        assert_eq!(read_part(&folder, "a", Shard { number: 2, of: 4 }), None);
        assert_eq!(read_part(&folder, "a", Shard { number: 1, of: 3 }), None);
        fs::write(part_of(&folder, 2), b"{}\nx")?;
        assert_eq!(read_part(&folder, "a", shard), None);
        Ok(fs::remove_dir_all(folder)?)
    }

    #[test]
    fn options_for_slurm_do_not_make_another_run() -> anyhow::Result<()> {
        let of = |line: &str| {
            let words: Vec<String> = line.split(' ').map(String::from).collect();
            identity(&words, "input", &std::env::current_exe()?)
        };
        let run = of("grade a b --slurm 8")?;
        assert_eq!(run, of("grade a b --slurm 8 --resume --slurm-options --time=3")?);
        assert_eq!(run, of("grade a --slurm-options=--time=3 b --slurm 8")?);
        assert_ne!(run, of("grade a b --slurm 9")?);
        Ok(())
    }
}
