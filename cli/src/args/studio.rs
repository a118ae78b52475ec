//! The command line of `studio`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve studio prog.asm                   open a page with the program in the browser
  fivetwelve studio main.asm list.asm          a program of two files, the first one first
  fivetwelve studio --assignment sieve prog.asm
                                               with the tests of an assignment at hand
  fivetwelve studio --no-open --port 8512 prog.asm
                                               only print the address

The page is served on 127.0.0.1, to those who know its address. What is typed is saved to the files
that were named. Ctrl-C ends the studio; the page continues when it is started again.

Exit codes: 64 invalid arguments, 66 unreadable file, 74 the port could not be used, 130 Ctrl-C")]
pub(crate) struct StudioArgs {
    /// The source files, assembled in this order into one program; untitled.asm if none is named
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Offer this assignment first: a folder, its assignment.toml, or the name of a built-in one
    #[arg(long, value_name = "ASSIGNMENT")]
    pub(crate) assignment: Option<PathBuf>,
    /// Serve the page at this port; otherwise at the one of the last time, or any that is free
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Seed the random generators that the program does not seed itself
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Let the program open only files below this folder
    #[arg(long = "files", value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Do not let the program open files
    #[arg(long, conflicts_with = "folder")]
    pub(crate) no_files: bool,
}
