//! What the commands that grade share: where assignments and submissions come from, the journal of
//! results, the run itself, and where reports go. What is judged and how is in `grader`.

pub(crate) mod assignment;
pub(crate) mod collect;
pub(crate) mod journal;
pub(crate) mod reports;
pub(crate) mod run;
pub(crate) mod tree;

use crate::exit::Exit;

/// Why a command can't go on, and how it ends then.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) words: String,
    pub(crate) exit: Exit,
}

impl Trouble {
    /// Something that can't be graded.
    pub(crate) fn not_graded(words: impl Into<String>) -> Trouble {
        Trouble { words: words.into(), exit: Exit::NotGraded }
    }

    /// Something that can't be read.
    pub(crate) fn no_input(words: impl Into<String>) -> Trouble {
        Trouble { words: words.into(), exit: Exit::NoInput }
    }

    /// Something that can't be written.
    pub(crate) fn cannot_write(words: impl Into<String>) -> Trouble {
        Trouble { words: words.into(), exit: Exit::CannotWrite }
    }

    /// Says so.
    pub(crate) fn tell(&self, io: &mut crate::io::Io) -> std::io::Result<Exit> {
        use std::io::Write;
        writeln!(io.err, "error: {}", self.words)?;
        Ok(self.exit)
    }
}
