//! The command line of every command but `mars`, which has a language of its own. Pure: words in,
//! [`Command`] out.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use mips_sim::config;

use crate::exit::{self, Exit};
use crate::io::Io;

/// What to do.
#[derive(Debug)]
pub(crate) enum Command {
    /// As MARS 4.5 would, with its words.
    Mars(Vec<String>),
    Asm(AsmArgs),
    Disasm(DisasmArgs),
    Isa(IsaArgs),
    Explain(ExplainArgs),
}

#[derive(Parser)]
#[command(
    name = "fivetwelve",
    version,
    about = "A MARS-compatible MIPS32 assembler for the command line",
    long_about = "A MARS-compatible MIPS32 assembler for the command line.\n\n\
        It assembles what MARS 4.5 assembles, to the same bits, and explains what is wrong.",
    after_help = exit::HELP,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Sub,
}

#[derive(Subcommand)]
enum Sub {
    /// Check a program, list its machine code, or write it to a file
    Asm(AsmArgs),
    /// Turn machine code back into assembly
    Disasm(DisasmArgs),
    /// Look up an instruction, directive or syscall
    Isa(IsaArgs),
    /// Explain a diagnostic by its code, such as E0017
    Explain(ExplainArgs),
    /// Do what MARS 4.5 does with the same words: `fivetwelve mars nc a prog.asm`
    #[command(disable_help_flag = true, after_help = crate::commands::mars::EXAMPLES)]
    Mars {
        /// MARS's own options and file names, in any order
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
        words: Vec<OsString>,
    },
}

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// With the source line, for people
    Human,
    /// One JSON object a line, for editors
    Json,
}

/// A memory configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Memory {
    /// 32-bit addresses, text at 0x00400000, data at 0x10010000
    Default,
    /// 32 KiB with the data segment at address 0
    CompactDataAtZero,
    /// 32 KiB with the text segment at address 0
    CompactTextAtZero,
}

impl Memory {
    pub(crate) fn config(self) -> config::MemoryConfig {
        match self {
            Memory::Default => config::DEFAULT,
            Memory::CompactDataAtZero => config::COMPACT_DATA_AT_ZERO,
            Memory::CompactTextAtZero => config::COMPACT_TEXT_AT_ZERO,
        }
    }
}

/// What `asm --emit` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Eight hexadecimal digits a line, one line for each word of text
    Hex,
    /// The words of text as bytes, lowest first
    Bin,
    /// Text, data and symbols as one JSON object
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve asm prog.asm                      check it
  fivetwelve asm --listing prog.asm            addresses, machine code and source
  fivetwelve asm --emit hex -o out.txt prog.asm
  fivetwelve asm --message-format json prog.asm | jq .

Exit codes: 0 assembled, 1 not assembled, 64 usage, 66 unreadable file, 74 unwritable output")]
pub(crate) struct AsmArgs {
    /// The source files, assembled in this order into one program
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Show address, machine word, basic instruction and source of everything
    #[arg(long)]
    pub(crate) listing: bool,
    /// Show every label with its address
    #[arg(long)]
    pub(crate) symbols: bool,
    /// Write the assembled program
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) emit: Option<Emit>,
    /// Where to write it; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", requires = "emit")]
    pub(crate) output: PathBuf,
    /// How to write diagnostics
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human")]
    pub(crate) message_format: MessageFormat,
    /// Where the segments lie
    #[arg(long, value_enum, value_name = "CONFIG", default_value = "default")]
    pub(crate) memory: Memory,
    /// Assemble for delayed branching
    #[arg(long)]
    pub(crate) delayed_branching: bool,
    /// Let data directives store words among the instructions
    #[arg(long)]
    pub(crate) self_modifying: bool,
    /// Refuse pseudo-instructions
    #[arg(long)]
    pub(crate) no_pseudo: bool,
    /// Treat MARS's warnings as errors (never the advice of this tool)
    #[arg(long)]
    pub(crate) warnings_are_errors: bool,
    /// Say only what MARS says: no advice
    #[arg(long)]
    pub(crate) no_advice: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve disasm 0x2402000a 0x0000000c      two words
  fivetwelve disasm --hex out.txt              a file of hexadecimal words (HexText)
  fivetwelve disasm --bin out.bin              a file of bytes, lowest first (Binary)")]
pub(crate) struct DisasmArgs {
    /// Machine words in hexadecimal, with or without 0x
    #[arg(value_name = "WORD", required_unless_present_any = ["hex", "bin"])]
    pub(crate) words: Vec<String>,
    /// Read words from a text file, one to a line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "bin"])]
    pub(crate) hex: Option<PathBuf>,
    /// Read words from a file of bytes; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub(crate) bin: Option<PathBuf>,
    /// The address of the first word
    #[arg(long, value_name = "ADDRESS", default_value = "0x00400000")]
    pub(crate) base: String,
    /// Write a program that can be assembled again, without addresses and words
    #[arg(long)]
    pub(crate) source: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve isa               everything, a line each
  fivetwelve isa lw            the page of an instruction
  fivetwelve isa .word         the page of a directive
  fivetwelve isa syscall 4     the page of a service
  fivetwelve isa t0            the page of a register")]
pub(crate) struct IsaArgs {
    /// A mnemonic, a directive with its dot, `syscall` and a number, or a register; everything, a
    /// line each, if absent
    #[arg(value_name = "NAME", num_args = 0..=2)]
    pub(crate) name: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The code, such as E0017; all of them, a line each, if absent
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// A command line that was not understood, or that asks for help.
#[derive(Debug)]
pub(crate) struct Refusal(clap::Error);

impl Refusal {
    /// Shows help on standard output, or what is wrong on standard error.
    pub(crate) fn show(self, io: &mut Io) -> io::Result<Exit> {
        let text = self.0.render();
        if self.0.use_stderr() {
            if io.color {
                write!(io.err, "{}", text.ansi())?
            } else {
                write!(io.err, "{text}")?
            }
            return Ok(Exit::Usage);
        }
        write!(io.out, "{text}")?;
        Ok(Exit::Ok)
    }
}

/// Reads the command line, program name first.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Command, Refusal> {
    let words: Vec<OsString> = words.into_iter().collect();
    // MARS's words can look like anything, so clap does not get to see them.
    if words.get(1).is_some_and(|word| word == "mars") {
        let rest: Vec<String> =
            words[2..].iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let asks_for_help = matches!(rest.as_slice(), [word] if word == "--help" || word == "-h");
        if !asks_for_help && !rest.is_empty() {
            return Ok(Command::Mars(rest));
        }
        let mut cli = Cli::command();
        let help = cli.find_subcommand_mut("mars").expect("mars is a command").render_long_help();
        let kind = clap::error::ErrorKind::DisplayHelp;
        return Err(Refusal(clap::Error::raw(kind, help)));
    }
    let cli = Cli::try_parse_from(words).map_err(Refusal)?;
    Ok(match cli.command {
        Sub::Asm(args) => Command::Asm(args),
        Sub::Disasm(args) => Command::Disasm(args),
        Sub::Isa(args) => Command::Isa(args),
        Sub::Explain(args) => Command::Explain(args),
        Sub::Mars { words } => {
            Command::Mars(words.iter().map(|w| w.to_string_lossy().into_owned()).collect())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
