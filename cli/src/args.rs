//! The command line of every command but `mars`, which has a language of its own. Pure: words in,
//! [`Command`] out. Here are the list of commands and those with few options; the others have a file
//! each, or one for those that belong together.

pub(crate) mod assignment;
pub(crate) mod bot;
pub(crate) mod cluster;
pub(crate) mod debug;
pub(crate) mod devices;
mod diff;
mod editing;
pub(crate) mod grading;
mod play;
mod program;
pub(crate) mod studio;
pub(crate) mod tournament;
pub(crate) mod verify;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};
use engine::solve::{Spawn, TARGETS};
use mips_sim::java::FloatText;
use mips_sim::{MemoryConfig, config};

use crate::exit::{self, Exit};
use crate::io::Io;
use assignment::AssignmentArgs;
use bot::BotArgs;
use debug::{DapArgs, DebugArgs};
use devices::{DeviceArgs, ScreenArgs};
pub(crate) use diff::{Comparison, DiffArgs, MutantsArgs, Reference};
pub(crate) use editing::{FmtArgs, LspArgs};
pub(crate) use play::{PlayArgs, Preset};
use program::ProgramArgs;
use tournament::TournamentArgs;
use verify::VerifyArgs;

#[derive(Parser)]
#[command(
    name = "fivetwelve",
    version,
    about = "A MARS-compatible MIPS32 assembler, simulator, tester and grader",
    long_about = "A MARS-compatible MIPS32 assembler, simulator, tester and grader.\n\n\
        It assembles and runs programs exactly as MARS 4.5 does, and explains what is wrong with \
        them. It tests programs that play the 3x3 game of 2048 against a native engine, grades \
        whole classes, and plays the game itself.",
    after_help = exit::HELP,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    /// Use colours; auto respects NO_COLOR, CLICOLOR_FORCE and the terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play the game: the assembly program, or the native engine with --native
    Play(PlayArgs),
    /// Assemble a program and run it
    Run(RunArgs),
    /// Go through the run of a program, forwards and backwards
    Debug(DebugArgs),
    /// Write, run, debug and check programs on a page in the browser
    Studio(studio::StudioArgs),
    /// Debug from an editor: the Debug Adapter Protocol
    Dap(DapArgs),
    /// Check a program, list its machine code, or write it to a file
    Asm(AsmArgs),
    /// Put labels, instructions, operands and comments in columns
    Fmt(FmtArgs),
    /// Serve an editor: diagnostics, quick fixes, hover, completion, rename and more
    Lsp(LspArgs),
    /// Compare a program with a reference, and show the smallest game in which they differ
    Diff(DiffArgs),
    /// Measure the tester: how many small mistakes in a program it finds
    Mutants(MutantsArgs),
    /// Turn machine code back into assembly
    Disasm(DisasmArgs),
    /// Look up an instruction, directive, register or system service
    Isa(IsaArgs),
    /// Explain a diagnostic by its code, such as E0017
    Explain(ExplainArgs),
    /// Solve the 3x3 game: every board, the best moves, the chance to win
    #[command(name = "solve3x3")]
    Solve3x3(Solve3x3Args),
    /// Check a program on every reachable board, or find the shortest game that goes wrong
    Verify(VerifyArgs),
    /// Let strategies play the same games, and compare them
    Tournament(Box<TournamentArgs>),
    /// Let a strategy play an assembly program
    Bot(BotArgs),
    /// Grade submissions: folders, programs, or zips as learning platforms export them
    Grade(Box<grading::GradeArgs>),
    /// Grade what another process sends
    #[command(hide = true)]
    GradeWorker(grading::WorkerArgs),
    /// Run the tests that students may see on one program
    Check(grading::CheckArgs),
    /// Create, check or describe an assignment
    Assignment(AssignmentArgs),
    /// Build an autograder to upload to Gradescope
    #[command(name = "gradescope-zip")]
    Gradescope(grading::GradescopeArgs),
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  fivetwelve completions bash > ~/.local/share/bash-completion/completions/fivetwelve

Exit codes: 0 printed, 64 invalid arguments, 74 unwritable output")]
    Completions {
        /// The shell
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of a command, in roff
    #[command(after_help = "\
Examples:
  fivetwelve man > ~/.local/share/man/man1/fivetwelve.1
  fivetwelve man run | man -l -               read the page of a command

Exit codes: 0 printed, 64 no such command, 74 unwritable output")]
    Man {
        /// The command
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
    },
    /// Run MARS 4.5's own command line, such as `fivetwelve mars nc a prog.asm`
    #[command(disable_help_flag = true, after_help = crate::commands::mars::EXAMPLES)]
    Mars {
        /// MARS's own options and file names, in any order
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORD")]
        words: Vec<String>,
    },
}

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MessageFormat {
    /// With the source line, for people
    Human,
    /// One JSON object per line, for editors
    Json,
}

/// A value by name: the name, what `--help` says about it, and the value.
type Choice<T> = (&'static str, &'static str, T);

/// Reads one of a few values that belong to a library.
fn choice<T: Copy + Send + Sync>(rows: &'static [Choice<T>]) -> impl TypedValueParser<Value = T> {
    let names = rows.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(|chosen| {
        let row = rows.iter().find(|(name, ..)| *name == chosen);
        row.expect("no other name is possible").2
    })
}

pub(crate) const MEMORIES: [Choice<MemoryConfig>; 3] = [
    ("default", "32-bit addresses, text at 0x00400000, data at 0x10010000", config::DEFAULT),
    (
        "compact-data-at-zero",
        "32 KiB with the data segment at address 0",
        config::COMPACT_DATA_AT_ZERO,
    ),
    (
        "compact-text-at-zero",
        "32 KiB with the text segment at address 0",
        config::COMPACT_TEXT_AT_ZERO,
    ),
];

/// What `asm --emit` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// The words of text, one per line, as eight hexadecimal digits
    Hex,
    /// The words of text as little-endian bytes
    Bin,
    /// Text, data and symbols as one JSON object
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve asm prog.asm                      check a program
  fivetwelve asm --listing prog.asm            addresses, machine code and source
  fivetwelve asm --emit hex -o out.txt prog.asm
  fivetwelve asm --message-format json prog.asm | jq .

Exit codes: 0 assembled, 1 not assembled, 64 invalid arguments, 66 unreadable file, 74 unwritable
output")]
pub(crate) struct AsmArgs {
    /// The source files, assembled in this order into one program
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Show the address, machine word, basic instruction and source of every line
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
    /// The memory configuration
    #[arg(long, value_parser = choice(&MEMORIES), value_name = "CONFIG", default_value = "default")]
    pub(crate) memory: MemoryConfig,
    /// Assemble for delayed branching
    #[arg(long)]
    pub(crate) delayed_branching: bool,
    /// Allow data directives in the text segment
    #[arg(long)]
    pub(crate) self_modifying: bool,
    /// Refuse pseudo-instructions
    #[arg(long)]
    pub(crate) no_pseudo: bool,
    /// Treat MARS's warnings as errors; advice of this tool stays advice
    #[arg(long)]
    pub(crate) warnings_are_errors: bool,
    /// Show MARS's diagnostics only, without advice
    #[arg(long)]
    pub(crate) no_advice: bool,
}

const FLOAT_TEXTS: [Choice<FloatText>; 2] = [
    ("java17", "As MARS on Java up to release 18", FloatText::Java17),
    (
        "shortest",
        "The fewest digits that read back as the same number, as Java 19 and later",
        FloatText::Shortest,
    ),
];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve run prog.asm                      run a program
  fivetwelve run main.asm lib.asm -- 10 20     two files, with arguments for the program
  printf '1\\n2\\n' | fivetwelve run prog.asm    with input from a pipe
  fivetwelve run --stdin in.txt prog.asm       with input from a file
  fivetwelve run --max-steps 1000000 prog.asm  stop if it does not end
  fivetwelve run --seed 7 game.asm             the same random numbers every time
  fivetwelve run --keyboard --bitmap 256x256:8@gp snake.asm
                                               a game on the bitmap display, played with keys

Exit codes: 0 or the program's own (syscall 17), 1 not assembled, or --check found something in a
program that ends with 0, 2 run error, 3 limit reached, 64 invalid arguments, 66 unreadable file,
74 unwritable output, 130 Ctrl-C. Only the program writes to standard output.")]
pub(crate) struct RunArgs {
    /// The source files, assembled in this order into one program
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Arguments for the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,
    /// Stop after N instructions
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Stop after so much output; accepts the suffixes K, M and G
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) max_output: Option<u64>,
    /// Stop after using so much memory; accepts the suffixes K, M and G
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
    /// Seed the random generators that the program does not seed itself
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Read the program's input from a file
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    /// How floating-point numbers are printed
    #[arg(long, value_parser = choice(&FLOAT_TEXTS), value_name = "DIGITS", default_value = "java17")]
    pub(crate) float_text: FloatText,
    /// Don't wait in service 32 (sleep)
    #[arg(long)]
    pub(crate) no_sleep: bool,
    /// Show the number of instructions, the time and the memory at the end
    #[arg(long)]
    pub(crate) stats: bool,
    /// Report mistakes that MARS lets pass: calling convention, bounds, unset registers
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the first million instructions to a file, one per line with its source line and label;
    /// `-` is standard error
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Show the executed instructions by function and line at the end
    #[arg(long)]
    pub(crate) profile: bool,
    /// Write line and branch coverage to a file, as lcov; `-` is standard error
    #[arg(long, value_name = "FILE")]
    pub(crate) coverage: Option<PathBuf>,
    /// Show the advice that `asm` shows
    #[arg(long)]
    pub(crate) advice: bool,
    #[command(flatten)]
    pub(crate) devices: DeviceArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    /// How to write diagnostics, run errors and findings, on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "human")]
    pub(crate) message_format: MessageFormat,
}

/// A number with an optional suffix K, M or G.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "expected a number such as 1000, 64K or 16M".into())
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve disasm 0x2402000a 0x0000000c      two words
  fivetwelve disasm --hex out.txt              a file of hexadecimal words (HexText)
  fivetwelve disasm --bin out.bin              a file of little-endian bytes (Binary)

Exit codes: 0 success, 1 --source can't express a word, 64 invalid arguments, 66 unreadable file")]
pub(crate) struct DisasmArgs {
    /// Machine words in hexadecimal, with or without 0x
    #[arg(value_name = "WORD", required_unless_present_any = ["hex", "bin"])]
    pub(crate) words: Vec<String>,
    /// Read words from a text file, one per line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "bin"])]
    pub(crate) hex: Option<PathBuf>,
    /// Read words from a binary file; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "words")]
    pub(crate) bin: Option<PathBuf>,
    /// The address of the first word
    #[arg(long, value_name = "ADDRESS", default_value = "0x00400000")]
    pub(crate) base: String,
    /// Print a program that assembles to the same words
    #[arg(long)]
    pub(crate) source: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve isa               a list of everything
  fivetwelve isa lw            an instruction
  fivetwelve isa .word         a directive
  fivetwelve isa syscall 4     a system service
  fivetwelve isa t0            a register

Exit codes: 0 found, 64 no such name")]
pub(crate) struct IsaArgs {
    /// A mnemonic, a directive with its dot, `syscall` and a number, or a register [default: a list of
    /// everything]
    #[arg(value_name = "NAME", num_args = 0..=2)]
    pub(crate) name: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve explain           a list of all codes
  fivetwelve explain E0017     one of them, with a wrong and a right example

Exit codes: 0 found, 64 no such code")]
pub(crate) struct ExplainArgs {
    /// The code, such as E0017 [default: a list of all codes]
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

const SPAWNS: [Choice<Spawn>; 2] = [
    ("2", "Always a 2, as in the assembly game", Spawn::Twos),
    ("90/10", "A 2 nine times in ten, otherwise a 4", Spawn::TwosAndFours),
];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve solve3x3                          the assembly game: new tiles are 2, 512 wins
  fivetwelve solve3x3 --spawn 90/10            with a 4 one time in ten
  fivetwelve solve3x3 --target 64 --json | jq .best_chance
  fivetwelve solve3x3 --save best.policy       save the best move on every board

To 512 it takes seconds and 100 MB; 90/10 to 1024 takes up to half a minute and 450 MB, or 600 MB
with --save. The result does not depend on the number of threads.

Exit codes: 0 solved, 64 invalid arguments, 74 unwritable output, 130 Ctrl-C")]
pub(crate) struct Solve3x3Args {
    /// The tile that wins: a power of two from 8 to 1024
    #[arg(long, value_name = "TILE", default_value = "512", value_parser = target)]
    pub(crate) target: u32,
    /// Which new tiles appear
    #[arg(long, value_parser = choice(&SPAWNS), value_name = "RULE", default_value = "2")]
    pub(crate) spawn: Spawn,
    /// How many threads to use [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write the best move on every board to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A tile that can be asked for.
fn target(text: &str) -> Result<u32, String> {
    let known = text.parse().ok().filter(|tile| TARGETS.contains(tile));
    known.ok_or_else(|| "expected 8, 16, 32, 64, 128, 256, 512 or 1024".into())
}

/// A command line that was not understood, or that asks for help.
#[derive(Debug)]
pub(crate) struct Refusal(clap::Error);

impl Refusal {
    /// Shows help on standard output, or what is wrong on standard error.
    pub(crate) fn show(self, io: &mut Io) -> io::Result<Exit> {
        let text = self.0.render();
        if self.0.use_stderr() {
            if io.on_err.color {
                write!(io.err, "{}", text.ansi())?
            } else {
                write!(io.err, "{text}")?
            }
            return Ok(Exit::Usage);
        }
        if io.on_out.color {
            write!(io.out, "{}", text.ansi())?
        } else {
            write!(io.out, "{text}")?
        }
        Ok(Exit::Ok)
    }
}

/// Writes completions for a shell.
pub(crate) fn completions(shell: clap_complete::Shell, io: &mut Io) -> anyhow::Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fivetwelve", &mut text);
    io.out.write_all(&text)?;
    Ok(Exit::Ok)
}

/// Writes the manual page, or that of a command if one is named.
pub(crate) fn manual(command: Option<&str>, io: &mut Io) -> anyhow::Result<Exit> {
    let mut all = Cli::command();
    // Only then do commands know what they are called: `fivetwelve-run`.
    all.build();
    let page = match command {
        None => all,
        Some(name) => {
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| Exit::Usage.error(format!("there is no command `{name}`")))?
        }
    };
    clap_mangen::Man::new(page).render(&mut io.out)?;
    Ok(Exit::Ok)
}

/// Reads the command line, program name first.
pub(crate) fn parse(
    words: impl IntoIterator<Item = OsString>,
) -> Result<(ColorChoice, Command), Refusal> {
    let words: Vec<OsString> = words.into_iter().collect();
    // MARS's words can look like anything, so clap does not get to see them.
    if words.get(1).is_some_and(|word| word == "mars") {
        let rest: Vec<String> =
            words[2..].iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let asks_for_help = matches!(rest.as_slice(), [word] if word == "--help" || word == "-h");
        if !asks_for_help && !rest.is_empty() {
            return Ok((ColorChoice::Auto, Command::Mars { words: rest }));
        }
        let help = Cli::try_parse_from(["fivetwelve", "help", "mars"]).err();
        return Err(Refusal(help.expect("`help` is not a command to carry out")));
    }
    if let Some(name) = words.iter().take_while(|word| *word != "--").find_map(acting) {
        let sentence = format!("{name:?} contains a control character, which is not accepted");
        return Err(Refusal(Cli::command().error(ErrorKind::InvalidValue, sentence)));
    }
    let program = words.get(1).and_then(|word| word.to_str());
    if let Some(name) = program.filter(|name| name.to_ascii_lowercase().ends_with(".asm")) {
        let sentence =
            format!("there is no command `{name}`; did you mean `fivetwelve run {name}`?");
        return Err(Refusal(Cli::command().error(ErrorKind::InvalidSubcommand, sentence)));
    }
    Cli::try_parse_from(words).map(|cli| (cli.color, cli.command)).map_err(Refusal)
}

/// A word that would act on the terminal instead of being seen, wherever it is shown. Names of files that
/// others chose can be such.
fn acting(word: &OsString) -> Option<String> {
    let word = word.to_string_lossy();
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    word.contains(acts).then(|| word.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_examples_and_exit_codes_in_its_help() {
        fn look(command: &clap::Command, name: &str) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let example = name == "fivetwelve" || help.contains(&format!("\n  {name}"));
            assert!(example && help.contains("Exit codes:"), "{name}: {help}");
            // Wrapping a longer line would leave its last word on a line by itself.
            let lines: Vec<&str> = help.lines().collect();
            let ragged = lines.windows(2).find(|pair| pair[0].len() > 100 && !pair[1].is_empty());
            assert_eq!(ragged, None, "{name}");
            let unexplained = command.get_arguments().find(|arg| arg.get_help().is_none());
            assert_eq!(unexplained.map(|arg| arg.get_id()), None, "{name}");
            let shown = |below: &&clap::Command| below.get_name() != "help" && !below.is_hide_set();
            let below = command.get_subcommands().filter(shown);
            below.for_each(|below| look(below, &format!("{name} {}", below.get_name())));
        }
        look(&Cli::command(), "fivetwelve");
    }

    #[test]
    fn names_that_act_on_the_terminal_are_refused() {
        let read = |words: &str| parse(words.split(' ').map(OsString::from));
        let refused = read("fivetwelve run a\x1b]0;b\x07.asm").expect_err("a name that acts");
        let told = refused.0.to_string();
        assert!(told.contains(r"a\u{1b}]0;b\u{7}.asm") && !told.contains('\x1b'), "{told}");
        assert!(read("fivetwelve run a.asm -- \x1b").is_ok());
        assert!(read("fivetwelve diff a.asm --script 1\nW").is_ok());
    }

    #[test]
    fn sizes_have_suffixes() {
        let cases = [("0", 0), ("64K", 65_536), ("2m", 2 << 20), ("1G", 1 << 30)];
        assert!(cases.into_iter().all(|(text, bytes)| size(text) == Ok(bytes)));
        let refused = ["", "K", "-1", "1T", "1.5M", "99999999999G", "ä"];
        assert!(refused.into_iter().all(|text| size(text).is_err()));
    }
}
