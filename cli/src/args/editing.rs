//! The command lines of `fmt` and `lsp`.

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve fmt prog.asm                      put everything in its column
  fivetwelve fmt .                             every .asm and .s file below this folder
  fivetwelve fmt --check src                   only name the files that would change
  fivetwelve fmt --diff prog.asm               only show what would change
  fivetwelve fmt < prog.asm > tidy.asm         from standard input to standard output

It changes only blanks between words: the program is assembled to the same words, and messages name
the same lines. Columns can be set in a file fivetwelve.toml in the folder or above it:

  [format]
  statements = 8
  operands = 16
  comments = 40

Exit codes: 0 formatted, or --check and --diff have nothing to say, 1 --check or --diff found
something, 64 invalid arguments, 66 unreadable file, 74 unwritable output")]
pub(crate) struct FmtArgs {
    /// The files, or folders to look for them in; `-` is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Write nothing; name the files that would change
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    pub(crate) diff: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve lsp                               as an editor starts it

It speaks the Language Server Protocol on standard input and output. docs/editors.md says how to
set up Neovim, Emacs, Helix and others.

Exit codes: 0 the editor ended the session or closed its end, 1 it sent `exit` too early, 64 invalid
arguments")]
pub(crate) struct LspArgs {
    /// Accepted because some editors pass it; standard input and output are the only way
    #[arg(long)]
    pub(crate) stdio: bool,
}
