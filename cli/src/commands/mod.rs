//! One file for each command.

pub(crate) mod asm;
pub(crate) mod assignment;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod dap;
pub(crate) mod debug;
pub(crate) mod diff;
pub(crate) mod disasm;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod grade;
pub(crate) mod gradescope;
pub(crate) mod isa;
pub(crate) mod mars;
pub(crate) mod mutants;
pub(crate) mod play;
pub(crate) mod run;
pub(crate) mod solve3x3;
pub(crate) mod studio;
pub(crate) mod tournament;
pub(crate) mod verify;

use crate::args::{self, Command};
use crate::exit::Exit;
use crate::io::Io;

/// Carries out a command.
pub(crate) fn run(command: Command, io: &mut Io) -> anyhow::Result<Exit> {
    match command {
        Command::Mars { words } => mars::run(&words, io),
        Command::Completions { shell } => args::completions(shell, io),
        Command::Man { command } => args::manual(command.as_deref(), io),
        Command::Asm(args) => asm::run(&args, io),
        Command::Fmt(args) => fmt::run(&args, io),
        Command::Lsp(_) => crate::lsp::serve(),
        Command::Run(args) => run::run(&args, io),
        Command::Dap(args) => dap::run(&args, io),
        Command::Debug(args) => debug::run(&args, io),
        Command::Studio(args) => studio::run(&args, io),
        Command::Play(args) => play::run(&args, io),
        Command::Diff(args) => diff::run(&args, io),
        Command::Mutants(args) => mutants::run(&args, io),
        Command::Disasm(args) => disasm::run(&args, io),
        Command::Isa(args) => isa::run(&args, io),
        Command::Explain(args) => explain::run(&args, io),
        Command::Solve3x3(args) => solve3x3::run(&args, io),
        Command::Verify(args) => verify::run(&args, io),
        Command::Tournament(args) => tournament::run(&args, io),
        Command::Bot(args) => bot::run(&args, io),
        Command::Grade(args) => grade::run(&args, io),
        Command::GradeWorker(args) => crate::grading::worker::serve(&args, io),
        Command::Check(args) => check::run(&args, io),
        Command::Gradescope(args) => gradescope::run(&args, io),
        Command::Assignment(args) => assignment::run(&args, io),
    }
}
