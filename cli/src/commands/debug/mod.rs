//! `fivetwelve debug`: assemble a program and go through its run, forwards and backwards.

pub(crate) mod failure;

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use debugger::{Debugger, Options};
use mips_sim::machine::MachineOptions;

use tester::{Limits, Program};

use self::failure::Failure;
use super::asm::{assembled_as, program};
use super::run::MAX_STDIN;
use crate::args::MessageFormat;
use crate::args::debug::DebugArgs;
use crate::debug::screen::{Model, attend};
use crate::debug::{DebugHost, Shell};
use crate::devices::{KeysFile, keyboard};
use crate::exit::Exit;
use crate::host::{RealHost, Source};
use crate::interrupt;
use crate::io::{Io, can_draw};
use crate::loader::{Disk, read_at_most, read_text, readable};
use crate::threads::Threads;

pub(crate) fn run(args: &DebugArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let options = args.program.assembling();
    let names: Vec<&str> = args.files.iter().map(String::as_str).collect();
    let image = match names.as_slice() {
        // As those assemble it who have found the failure.
        [name] if args.failure.is_given() => program(name, Exit::Failed, io)?.image().clone(),
        names => assembled_as(names, &mut Disk, &options, MessageFormat::Human, io)?.image,
    };
    let own = Program::new(image.clone(), Limits::default());
    let failure = Failure::given(&args.failure, names[0], &own, io)?;
    let script = args.commands.as_ref().map(read_text).transpose()?;
    let input = args.stdin.as_ref().map(|path| readable(path, read_at_most(path, MAX_STDIN)));
    let input = input.transpose()?;
    let keys = args.devices.keys.as_deref().map(KeysFile::read).transpose()?.unwrap_or_default();
    let seed = args.seed.or(keys.seed);
    let machine = MachineOptions {
        arguments: args.arguments.clone(),
        devices: keyboard(&args.devices, keys.keys, false),
        dialogs: args.devices.dialogs,
        ..args.program.machine(&image)?
    };
    let scripted = script.is_some() || !args.command.is_empty();
    let fills = !(args.batch || args.plain || scripted) && can_draw();
    if fills || args.batch || !std::io::stdin().is_terminal() {
        interrupt::watch();
    }
    let has_file = input.is_some();
    let source = Source::Bytes(input.unwrap_or_default(), 0);
    let host = match &failure {
        Some(failure) => failure.host(),
        None => {
            let mut real = RealHost::new(source, args.program.files(), seed, u64::MAX);
            real.set_clock(keys.time);
            DebugHost::new(real, has_file)
        }
    };
    let options = Options {
        machine,
        budget: usize::try_from(args.budget).unwrap_or(usize::MAX),
        max_steps: args.max_steps.unwrap_or(u64::MAX),
        workers: Box::new(Threads::new(None)),
        interrupted: Box::new(interrupt::stops),
        ..Options::default()
    };
    let mut shell = Shell::new(Debugger::new(Arc::new(image), host, options));
    if let Some(failure) = failure {
        failure.open(&mut shell);
    } else if let Some(at) = args.at {
        shell.begin_at(at);
    }
    if !fills && (args.failure.is_given() || args.at.is_some()) {
        write!(io.out, "{}{}", shell.expectation(), shell.place())?;
    }
    let lines = script.iter().flat_map(|text| text.lines());
    for line in lines.chain(args.command.iter().map(String::as_str)) {
        if !shell.obey(line, io)? {
            return Ok(shell.exit());
        }
    }
    if args.batch {
        return Ok(shell.exit());
    }
    match fills {
        true => {
            let color = io.on_out.color;
            attend(Model::new(shell, args.check), color, io)
        }
        false => shell.converse(io),
    }
}
