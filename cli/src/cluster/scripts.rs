//! The scripts that a cluster is given.

use std::path::Path;

use super::{Front, WHERE, WHICH, WHO};
use crate::exit::{Exit, OrExit};
use crate::output::write_whole;

/// The script of all tasks.
pub(super) const TASK: &str = "task.sh";
/// The script that goes on with what they wrote.
pub(super) const MERGE: &str = "merge.sh";
/// The script that submits both.
pub(super) const SUBMIT: &str = "submit.sh";

impl Front {
    /// The name of its jobs, by which they are found.
    pub(super) fn name(&self) -> String {
        format!("fivetwelve-{}", &self.run[..12])
    }

    /// Writes the script of the tasks, in which the folder has its whole path.
    pub(super) fn write_task(&self, folder: &Path) -> anyhow::Result<()> {
        let count = self.tasks;
        let head = format!("# One of {count} tasks; SLURM_ARRAY_TASK_ID says which.\n");
        self.write(folder, TASK, &head, "\"$SLURM_ARRAY_TASK_ID\"")
    }

    /// Writes the scripts for those who submit themselves.
    pub(super) fn write_rest(&self, folder: &Path) -> anyhow::Result<()> {
        let head = "# Makes the result of what the tasks wrote: for when all of them have ended.\n";
        self.write(folder, MERGE, head, "merge")?;
        let (options, place) = (quoted_words(&self.options), text(folder)?);
        let (name, count) = (self.name(), self.tasks);
        let submit = format!(
            "#!/bin/sh\n# Submits the tasks, and what waits for them.\nset -e\ncd {}\n\
             id=$(sbatch --parsable --job-name={name} --array=1-{count} --requeue --open-mode=append \
             --output=log-%a.txt{options} {TASK})\n\
             sbatch --job-name={name} --dependency=afterok:\"${{id%%;*}}\" --kill-on-invalid-dep=yes \
             --output=log-merge.txt{options} {MERGE}\n",
            quoted(place)
        );
        write_whole(&folder.join(SUBMIT), submit.as_bytes())
    }

    fn write(&self, folder: &Path, name: &str, head: &str, who: &str) -> anyhow::Result<()> {
        let place = std::env::current_dir().or_exit(Exit::Unable)?;
        let script = format!(
            "#!/bin/sh\n{head}cd {} || exit 74\n\
             {WHO}={who} {WHERE}={} {WHICH}={} exec {}{}\n",
            quoted(text(&place)?),
            quoted(text(folder)?),
            self.run,
            quoted(text(&self.binary)?),
            quoted_words(&self.words)
        );
        write_whole(&folder.join(name), script.as_bytes())
    }
}

fn text(path: &Path) -> anyhow::Result<&str> {
    let words = || Exit::Unable.error(format!("--slurm: {} is not UTF-8", path.display()));
    path.to_str().ok_or_else(words)
}

fn quoted_words(words: &[String]) -> String {
    words.iter().map(|word| format!(" {}", quoted(word))).collect()
}

/// A word that a shell reads back as it is.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_shell() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's $(x)"), "'it'\\''s $(x)'");
    }
}
