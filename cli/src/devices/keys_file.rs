//! Files of keys: a list of keys by moment, and, where a run was recorded, the seed and the time that it
//! began with, so that it can be repeated.

use std::fmt::Write;
use std::path::Path;

use mips_sim::devices::KeyList;

use crate::exit::Exit;
use crate::loader::read_text;

/// What a file of keys says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeysFile {
    pub(crate) keys: KeyList,
    /// The seed of the generators that the program does not seed.
    pub(crate) seed: Option<u64>,
    /// What the clock showed at the start, in milliseconds since 1970.
    pub(crate) time: Option<u64>,
}

const SEED: &str = "# seed ";
const TIME: &str = "# time ";

impl KeysFile {
    pub(crate) fn read(path: &Path) -> anyhow::Result<KeysFile> {
        let text = read_text(path)?;
        let keys = text.parse().map_err(|error| {
            Exit::Usage.error(format!("{} is not a list of keys: {error}", path.display()))
        })?;
        let header =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        Ok(KeysFile { keys, seed: header(SEED), time: header(TIME) })
    }

    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text =
            String::from("# Keys for `--keys`, by the number of executed instructions.\n");
        for (name, value) in [(SEED, self.seed), (TIME, self.time)] {
            if let Some(value) = value {
                let _ = writeln!(text, "{name}{value}");
            }
        }
        let _ = write!(text, "{}", self.keys);
        text
    }
}
