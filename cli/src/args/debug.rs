//! The command line of `debug`.

use std::path::PathBuf;

use mips_sim::MemoryConfig;

use super::{MEMORIES, choice, size};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve debug prog.asm                    read commands; `help` lists them
  fivetwelve debug --stdin in.txt prog.asm     with input for the program from a file
  fivetwelve debug --batch -c 'break loop if $t0 == 3' -c run -c bt prog.asm
  fivetwelve debug --batch -c run -c 'origin $a0' prog.asm
                                               run to the end or the error; where did $a0 come from?
  fivetwelve debug -x commands.txt prog.asm    commands from a file first

Exit codes: 0 ended by quit or the end of the commands, 1 not assembled, or a command of -x, -c or a
pipe failed, 64 invalid arguments, 66 unreadable file, 74 unwritable output, 130 Ctrl-C")]
pub(crate) struct DebugArgs {
    /// The source files, assembled in this order into one program
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
    /// Read and answer line by line, for screen readers and scripts, instead of filling the terminal;
    /// a pipe, -c and -x do so too
    #[arg(long)]
    pub(crate) plain: bool,
    /// Carry out the commands in a file first
    #[arg(short = 'x', long = "commands", value_name = "FILE")]
    pub(crate) commands: Option<PathBuf>,
    /// Carry out a command first; can be given several times
    #[arg(short = 'c', long = "command", value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// End after these commands instead of reading more
    #[arg(long)]
    pub(crate) batch: bool,
    /// Mark the mistakes that `run --check` finds on the timeline
    #[arg(long)]
    pub(crate) check: bool,
    /// Read the program's input from a file; otherwise the command `input` gives it
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,
    /// Stop after N instructions
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// What snapshots of the past may take; accepts the suffixes K, M and G
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "256M")]
    pub(crate) budget: u64,
    /// Seed the random generators that the program does not seed itself
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
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

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve dap                               for an editor that starts the adapter itself
  fivetwelve dap --port 4711                   for one that connects to it

Exit codes: 0 the client has gone, 64 invalid arguments, 74 the port could not be used")]
pub(crate) struct DapArgs {
    /// Listen at this port of this computer instead of standard input; 0 takes any that is free
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
}
