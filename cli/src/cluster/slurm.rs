//! Slurm's commands, and what they print.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

use super::Front;
use super::scripts::TASK;
use crate::exit::Exit;

/// A task that Slurm knows, by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Queued {
    /// Why it does not run, as Slurm says; `None` means that there is nothing to say.
    pub(super) held: Option<String>,
}

/// Submits some of the tasks, and returns the number of their job.
pub(super) fn submit(front: &Front, folder: &str, tasks: &[u32]) -> anyhow::Result<String> {
    let array: Vec<String> = tasks.iter().map(u32::to_string).collect();
    let words = [
        "--parsable".into(),
        format!("--job-name={}", front.name()),
        format!("--array={}", array.join(",")),
        // A task whose node goes down is started again, and continues what it wrote.
        "--requeue".into(),
        "--open-mode=append".into(),
        format!("--chdir={folder}"),
        "--output=log-%a.txt".into(),
    ];
    let words = words.into_iter().chain(front.options.iter().cloned());
    let said = said("sbatch", words.chain([TASK.into()]), folder)?;
    // With several clusters the name of one stands behind it.
    Ok(said.trim().split(';').next().unwrap_or_default().to_owned())
}

/// The tasks that wait or run.
pub(super) fn queue(front: &Front) -> anyhow::Result<BTreeMap<u32, Queued>> {
    let name = format!("--name={}", front.name());
    let said = said("squeue", ["-h", "-r", &name, "-o", "%K|%r"], ".")?;
    Ok(said.lines().filter_map(queued).collect())
}

fn queued(line: &str) -> Option<(u32, Queued)> {
    // While these are the reasons, there is only to wait.
    const USUAL: [&str; 7] =
        ["None", "Resources", "Priority", "BeginTime", "JobArrayTaskLimit", "Cleaning", "Prolog"];
    let (number, reason) = line.split_once('|')?;
    let held = (!USUAL.contains(&reason.trim())).then(|| reason.trim().to_owned());
    Some((number.trim().parse().ok()?, Queued { held }))
}

/// Ends all tasks.
pub(super) fn cancel(front: &Front) -> anyhow::Result<()> {
    said("scancel", [format!("--name={}", front.name())], ".").map(drop)
}

/// How a task ended, as long as Slurm remembers it.
pub(super) fn ending(job: &str, task: u32) -> Option<String> {
    let said = said("scontrol", ["show", "job", "-o", &format!("{job}_{task}")], ".").ok()?;
    let field = |name: &str| said.split_whitespace().find_map(|word| word.strip_prefix(name));
    let (state, code) = (field("JobState=")?, field("ExitCode=").unwrap_or("?"));
    // "2:0" is exit code 2 and no signal.
    Some(match code.split_once(':') {
        Some((code, "0")) => format!("{state}, exit code {code}"),
        Some((_, signal)) => format!("{state}, signal {signal}"),
        None => state.to_owned(),
    })
}

/// What a command of Slurm prints.
fn said(
    command: &str,
    words: impl IntoIterator<Item = impl AsRef<OsStr>>,
    folder: &str,
) -> anyhow::Result<String> {
    let run = Command::new(command).args(words).current_dir(folder).stdin(Stdio::null()).output();
    let output = run.map_err(|error| {
        Exit::Unable.error(match error.kind() {
            io::ErrorKind::NotFound => {
                format!("{command} was not found: --slurm is for machines of a Slurm cluster")
            }
            _ => format!("{command} could not be started: {error}"),
        })
    })?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        return Err(Exit::Unable.error(format!("{command} refused: {words}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_squeue_are_read() {
        let held = |line| queued(line).map(|(number, queued)| (number, queued.held));
        assert_eq!(held("3|None"), Some((3, None)));
        assert_eq!(held("12|PartitionDown"), Some((12, Some("PartitionDown".into()))));
        assert_eq!(held("N/A|None"), None);
    }
}
