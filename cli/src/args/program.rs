//! How a program is assembled and begun: the options that `run` and `debug` share.

use std::path::PathBuf;

use mips_sim::machine::MachineOptions;
use mips_sim::{AsmOptions, Image, MemoryConfig};

use super::{MEMORIES, choice};
use crate::exit::Exit;
use crate::host::Files;

#[derive(Debug, clap::Args)]
pub(crate) struct ProgramArgs {
    /// Start at a label, such as main, instead of the first instruction
    #[arg(long, value_name = "LABEL")]
    pub(crate) entry: Option<String>,
    /// Let the program open only files below this folder
    #[arg(long = "files", value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Do not let the program open files
    #[arg(long, conflicts_with = "folder")]
    pub(crate) no_files: bool,
    /// Execute the instruction after a branch before the branch is taken
    #[arg(long)]
    pub(crate) delayed_branching: bool,
    /// Let the program read and write its text segment
    #[arg(long)]
    pub(crate) self_modifying: bool,
    /// The memory configuration
    #[arg(long, value_parser = choice(&MEMORIES), value_name = "CONFIG", default_value = "default")]
    pub(crate) memory: MemoryConfig,
}

impl ProgramArgs {
    /// How to assemble it.
    pub(crate) fn assembling(&self) -> AsmOptions {
        AsmOptions {
            config: self.memory,
            delayed_branching: self.delayed_branching,
            self_modifying: self.self_modifying,
            ..AsmOptions::default()
        }
    }

    /// The machine that it begins on.
    pub(crate) fn machine(&self, image: &Image) -> anyhow::Result<MachineOptions> {
        Ok(MachineOptions {
            delayed_branching: self.delayed_branching,
            self_modifying: self.self_modifying,
            entry: self.entry.as_deref().map(|label| address(label, image)).transpose()?,
            ..MachineOptions::default()
        })
    }

    /// The files that it may open.
    pub(crate) fn files(&self) -> Files {
        if self.no_files { Files::Denied } else { Files::Below(self.folder.clone()) }
    }
}

/// The address of the label to begin at.
fn address(name: &str, image: &Image) -> anyhow::Result<u32> {
    let named = image.symbols.iter().filter(|symbol| symbol.name == name);
    let code = named.clone().find(|s| !s.data && image.text_at(s.address).is_some());
    code.map(|symbol| symbol.address).ok_or_else(|| {
        Exit::Usage.error(match named.count() {
            0 => format!("there is no label `{name}` to begin at"),
            _ => format!("there is no instruction at `{name}` to begin with"),
        })
    })
}
