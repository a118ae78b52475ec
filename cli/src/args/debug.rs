//! The command line of `debug`.

use std::path::PathBuf;

use engine::protocol::Fidelity;
use tester::Rule;
use tester::policy::Policy;

use super::devices::DeviceArgs;
use super::diff::{Comparison, POLICIES, Reference, allowed_rule, tolerance};
use super::play::FIDELITIES;
use super::program::ProgramArgs;
use super::{choice, size};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  fivetwelve debug prog.asm                    read commands; `help` lists them
  fivetwelve debug --stdin in.txt prog.asm     with input for the program from a file
  fivetwelve debug --batch -c 'break loop if $t0 == 3' -c run -c bt prog.asm
  fivetwelve debug --batch -c run -c 'origin $a0' prog.asm
                                               run to the end or the error; where did $a0 come from?
  fivetwelve debug -x commands.txt prog.asm    commands from a file first
  fivetwelve debug --at end prog.asm           begin at the error, to go back from there
  fivetwelve debug game.asm --script '1 A X ; draws: 1 1'
                                               a game: begin where its first wrong output is written
  fivetwelve debug sum.asm --reference solution.asm --input '2 3'
                                               the same for an input of any two programs

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
    /// Begin at a step, or with `end` where the program can't go on: at its error or its end
    #[arg(long, value_name = "STEP", conflicts_with_all = ["script", "input"])]
    pub(crate) at: Option<At>,
    #[command(flatten)]
    pub(crate) failure: FailureArgs,
    /// Mark the mistakes that `run --check` finds on the timeline
    #[arg(long)]
    pub(crate) check: bool,
    /// Read the program's input from a file; otherwise the command `input` gives it
    #[arg(long, value_name = "FILE")]
    pub(crate) stdin: Option<PathBuf>,
    /// Stop after N instructions
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// The most memory for snapshots of the past; accepts the suffixes K, M and G
    #[arg(long, value_name = "BYTES", value_parser = size, default_value = "256M")]
    pub(crate) budget: u64,
    /// Seed the random generators that the program does not seed itself
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) devices: DeviceArgs,
}

/// Where a session begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    Step(u64),
    End,
}

impl std::str::FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<At, String> {
        match text.parse() {
            Ok(step) => Ok(At::Step(step)),
            Err(_) if text == "end" => Ok(At::End),
            Err(_) => Err("expected the number of a step, or end".into()),
        }
    }
}

/// A failure that `diff`, `check`, `grade` or `verify` has found, in the words of `diff`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "A failure to begin with")]
pub(crate) struct FailureArgs {
    /// Play this game, judge it, and begin at the first step that made a difference
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true, conflicts_with = "stdin")]
    pub(crate) script: Option<String>,
    /// Give this input, each word a line; with --reference, begin where the programs differ
    #[arg(long, value_name = "LINES", allow_hyphen_values = true, conflicts_with_all = ["script", "stdin"])]
    pub(crate) input: Option<String>,
    /// What to compare with: engine, or a program
    #[arg(long, value_name = "REFERENCE")]
    pub(crate) reference: Option<Reference>,
    /// How to compare games
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) compare: Option<Comparison>,
    /// Which game the engine plays
    #[arg(long, value_parser = choice(&FIDELITIES), value_name = "HOW", default_value = "program")]
    pub(crate) fidelity: Fidelity,
    /// With --compare boards: a protocol file
    #[arg(long, value_name = "FILE")]
    pub(crate) protocol: Option<PathBuf>,
    /// With --compare boards: continue games that break this rule
    #[arg(long, value_name = "RULE", value_parser = allowed_rule)]
    pub(crate) allow: Vec<Rule>,
    /// With --input: when outputs count as the same
    #[arg(long, value_name = "POLICY", value_parser = choice(&POLICIES))]
    pub(crate) policy: Option<Policy>,
    /// With --policy numeric: how much numbers may differ
    #[arg(long, value_name = "X", value_parser = tolerance)]
    pub(crate) absolute: Option<f64>,
    /// With --policy numeric: the same, as a fraction of the expected number
    #[arg(long, value_name = "X", value_parser = tolerance)]
    pub(crate) relative: Option<f64>,
    /// With --input: compare only what depends on the input
    #[arg(long)]
    pub(crate) ignore_prompts: bool,
}

impl FailureArgs {
    /// Whether they name a failure.
    pub(crate) fn is_given(&self) -> bool {
        self.script.is_some() || self.input.is_some()
    }

    /// An option that means nothing without one.
    pub(crate) fn own_option(&self) -> Option<&'static str> {
        let given = [
            (self.reference.is_some(), "--reference"),
            (self.compare.is_some(), "--compare"),
            (self.protocol.is_some(), "--protocol"),
            (!self.allow.is_empty(), "--allow"),
            (self.policy.is_some(), "--policy"),
            (self.ignore_prompts, "--ignore-prompts"),
        ];
        given.into_iter().find(|(given, _)| *given).map(|(_, option)| option)
    }
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
