//! Starting the tasks and waiting for what they write.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tester::verify::Shard;

use super::scripts::SUBMIT;
use super::{Front, How, read_part, slurm};
use crate::exit::{Exit, OrExit};
use crate::interrupt;
use crate::io::Io;
use crate::journal::Journal;
use crate::output::writable;
use crate::threads::progress;

/// So often a task is started; a cluster has bad nodes and bad minutes.
const TRIES: u32 = 3;
/// So often a task must be missed in the queue before it has failed: on a shared disk its file may
/// appear later than it ends.
const MISSED: u32 = 3;
/// So often in a row Slurm may give no answer, at the longest distance some ten minutes.
const SILENT: u32 = 120;
/// The distance of two looks, in the beginning and later.
const SOON: Duration = Duration::from_millis(250);
const LATER: Duration = Duration::from_secs(5);
/// Lines of a log that are shown.
const SHOWN: usize = 5;

/// What came of waiting.
pub(crate) enum Gathered {
    /// What each task wrote, in their order.
    Parts(Vec<Vec<u8>>),
    /// Nothing was to be started, or Ctrl-C: the command is over.
    Over(Exit),
}

/// What is known of a task.
#[derive(Default)]
struct Known {
    /// The jobs that it was in.
    jobs: Vec<String>,
    missed: u32,
}

impl Front {
    /// Has the tasks done, and returns what they wrote.
    pub(crate) fn gather(&self, io: &mut Io, quiet: bool) -> anyhow::Result<Gathered> {
        writable(&self.folder, fs::create_dir_all(&self.folder))?;
        let folder = writable(&self.folder, self.folder.canonicalize())?;
        match self.how {
            How::Merge => self.merge(),
            How::WriteScripts => {
                self.write_task(&folder)?;
                self.write_rest(&folder)?;
                let path = self.folder.join(SUBMIT);
                writeln!(io.out, "sh {} submits {} tasks", path.display(), self.tasks)?;
                Ok(Gathered::Over(Exit::Ok))
            }
            How::Submit => self.submit(&folder, io, quiet),
        }
    }

    /// Whether there is something of this run already.
    pub(crate) fn was_begun(&self) -> bool {
        self.folder.join("run").is_file()
    }

    /// Removes what is no longer needed. Called when the result is written.
    pub(crate) fn done(&self) {
        if matches!(self.how, How::Submit) {
            // Best effort: what stays does no harm, as it can only be used for the same result.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    fn shards(&self) -> impl Iterator<Item = Shard> + use<> {
        let of = self.tasks;
        (1..=of).map(move |number| Shard { number, of })
    }

    fn merge(&self) -> anyhow::Result<Gathered> {
        let part = |shard: Shard| {
            read_part(&self.folder, &self.run, shard).ok_or_else(|| {
                let log = self.folder.join(format!("log-{}.txt", shard.number));
                let log = log.display();
                Exit::Unable.error(format!("part {shard} is missing or of another run; see {log}"))
            })
        };
        Ok(Gathered::Parts(self.shards().map(part).collect::<anyhow::Result<_>>()?))
    }

    fn submit(&self, folder: &Path, io: &mut Io, quiet: bool) -> anyhow::Result<Gathered> {
        let basis = json!({"run": self.run, "tasks": self.tasks});
        // Who comes second finds it locked.
        let (mut journal, _) = Journal::open_records(&folder.join("run"), "Slurm run", &basis)?;
        self.write_task(folder)?;
        let place = folder.to_string_lossy();
        interrupt::watch();
        let bar = progress(self.tasks.into(), "tasks", !quiet && std::io::stderr().is_terminal());
        let mut tasks: BTreeMap<u32, Known> =
            (1..=self.tasks).map(|number| (number, Known::default())).collect();
        let (mut parts, mut said, mut silent, mut pause) =
            (BTreeMap::new(), BTreeSet::new(), 0, SOON);
        loop {
            // First who is there, then what is there: a task that ends in between has its file.
            let queue = match slurm::queue(self) {
                Ok(queue) => Some(queue),
                // At the beginning there is nothing to wait for.
                Err(error)
                    if silent >= SILENT || tasks.values().all(|known| known.jobs.is_empty()) =>
                {
                    return Err(error);
                }
                Err(_) => None,
            };
            silent = if queue.is_some() { 0 } else { silent + 1 };
            for shard in self.shards() {
                if tasks.contains_key(&shard.number)
                    && let Some(part) = read_part(folder, &self.run, shard)
                {
                    tasks.remove(&shard.number);
                    parts.insert(shard.number, part);
                }
            }
            bar.set_position(parts.len() as u64);
            if tasks.is_empty() {
                break;
            }
            if interrupt::asked() {
                bar.finish_and_clear();
                return self.stop(parts.len(), io);
            }
            let mut start = Vec::new();
            if let Some(queue) = queue {
                for (number, known) in &mut tasks {
                    match queue.get(number) {
                        Some(queued) => {
                            known.missed = 0;
                            if let Some(why) = &queued.held
                                && said.insert(why.clone())
                            {
                                let words = format!("note: Slurm lets tasks wait: {why}");
                                bar.suspend(|| tell(io, &words));
                            }
                        }
                        None => {
                            known.missed += 1;
                            if known.jobs.is_empty() || known.missed >= MISSED {
                                start.push(*number);
                            }
                        }
                    }
                }
            }
            for number in &start {
                let known = &tasks[number];
                let Some(job) = known.jobs.last() else { continue };
                let how = slurm::ending(job, *number).unwrap_or_else(|| "Slurm forgot how".into());
                let log = log(folder, *number);
                if known.jobs.len() as u32 >= TRIES {
                    bar.finish_and_clear();
                    let _ = slurm::cancel(self);
                    return Err(Exit::Unable.error(format!(
                        "task {number} of {} ended {TRIES} times without a result, at last with {how}; \
                         the results of {} others are kept for the same command. Its log, {}, \
                         ends:\n{}",
                        self.tasks,
                        parts.len(),
                        folder.join(format!("log-{number}.txt")).display(),
                        log.unwrap_or_else(|| "(there is no log)".into())
                    )));
                }
                let words = format!(
                    "note: task {number} ended without a result ({how}); it is started again"
                );
                bar.suspend(|| tell(io, &words));
            }
            if !start.is_empty() {
                let job = slurm::submit(self, &place, &start)?;
                journal.append(&json!({"job": job, "tasks": start}).to_string())?;
                for number in &start {
                    if let Some(known) = tasks.get_mut(number) {
                        known.jobs.push(job.clone());
                        known.missed = 0;
                    }
                }
                pause = SOON;
            }
            interrupt::sleep(pause);
            pause = LATER.min(pause * 5 / 4);
        }
        bar.finish_and_clear();
        Ok(Gathered::Parts(parts.into_values().collect()))
    }

    /// Ends the tasks; what they have found by then is kept.
    fn stop(&self, done: usize, io: &mut Io) -> anyhow::Result<Gathered> {
        slurm::cancel(self).or_exit(Exit::Interrupted)?;
        tell(
            io,
            &format!("stopped: {done} of {} tasks are done, the others were ended", self.tasks),
        );
        tell(io, "nothing is lost: the same command continues from here");
        Ok(Gathered::Over(Exit::Interrupted))
    }
}

/// The end of a task's log.
fn log(folder: &Path, number: u32) -> Option<String> {
    let bytes = fs::read(folder.join(format!("log-{number}.txt"))).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(SHOWN)..];
    (!last.is_empty()).then(|| last.join("\n"))
}

/// Tells whoever waits. An error stream that is gone does not stop the run.
fn tell(io: &mut Io, words: &str) {
    let _ = writeln!(io.err, "{words}").and_then(|()| io.err.flush());
}
