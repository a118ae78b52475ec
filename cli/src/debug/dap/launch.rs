//! What `launch` asks for: a program, its input, and where to begin.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::bail;
use clap::Parser;
use debugger::{Debugger, Options};
use grader::submission::together::assemble_whole;
use mips_sim::machine::MachineOptions;
use mips_sim::{AsmOptions, assemble};
use render::Style;
use serde_json::{Value, json};
use tester::wording::programs::input;
use tester::{Limits, Program};

use super::session::{After, Session};
use crate::args::debug::DebugArgs;
use crate::commands::debug::failure::Failure;
use crate::debug::Shell;
use crate::debug::host::DebugHost;
use crate::host::{Files, RealHost, Source};
use crate::io::Io;
use crate::loader::{Disk, beside, read_at_most, readable};
use crate::threads::Threads;

/// The most input that is read from a file.
const MAX_STDIN: u64 = 1 << 30;

/// The options of `debug`, by which a failure is described.
#[derive(Debug, Parser)]
struct Described {
    #[command(flatten)]
    debug: DebugArgs,
}

impl Session {
    pub(super) fn launch(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let folder = PathBuf::from(arguments["cwd"].as_str().unwrap_or("."));
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let listed = |key: &str| -> Vec<String> {
            let texts = arguments[key].as_array().into_iter().flatten();
            texts.filter_map(|text| text.as_str().map(String::from)).collect()
        };
        let program = arguments["program"].as_str().map(String::from);
        let files = listed("program").into_iter().chain(program).chain(listed("files"));
        let files: Vec<String> = files.map(|name| path(&name)).collect();
        let Some(main) = files.first() else {
            bail!("launch needs `program`: the path of an assembly file, or a list of them");
        };
        let flag = |key: &str| arguments[key].as_bool().unwrap_or(false);
        let options = AsmOptions {
            delayed_branching: flag("delayedBranching"),
            self_modifying: flag("selfModifying"),
            ..AsmOptions::default()
        };
        let assembly = match files.as_slice() {
            // As the editor shows it: with the files beside it that it needs.
            [name] => assemble_whole(name, &beside(name), &[], &mut Disk, &options).assembly,
            names => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                assemble(&names, &mut Disk, &options)
            }
        };
        if !assembly.succeeded() {
            let style = Style { color: false, width: 100, wrap_titles: false };
            bail!("the program does not assemble\n{}", render::diagnostics(&assembly, style));
        }
        let image = assembly.image;
        let failure = failure(arguments, main, &folder, &image)?;
        let given = arguments["stdin"].as_str().map(path);
        let given =
            given.map(|path| readable(&path, read_at_most(&path, MAX_STDIN))).transpose()?;
        let has_file = given.is_some();
        let source = Source::Bytes(given.unwrap_or_default(), 0);
        let seed = arguments["seed"].as_u64();
        let real = RealHost::new(source, Files::Below(folder.clone()), seed, u64::MAX);
        let asked = Arc::clone(&self.asked);
        let options = Options {
            machine: MachineOptions {
                delayed_branching: flag("delayedBranching"),
                self_modifying: flag("selfModifying"),
                arguments: listed("args"),
                ..MachineOptions::default()
            },
            max_steps: arguments["maxSteps"].as_u64().unwrap_or(u64::MAX),
            workers: Box::new(Threads::new(None)),
            interrupted: Box::new(move || asked.load(Ordering::SeqCst)),
            ..Options::default()
        };
        let host = match &failure {
            Some(failure) => failure.host(),
            None => DebugHost::new(real, has_file),
        };
        let mut shell = Shell::new(Debugger::new(Arc::new(image), host, options));
        self.stop_on_entry = flag("stopOnEntry");
        self.stop_at_end = flag("stopAtEnd");
        match failure {
            Some(failure) => {
                failure.open(&mut shell);
                // Where it goes wrong is where one wants to be.
                self.stop_on_entry |= shell.debugger.step() > 0;
            }
            None => shell.debugger.feed(arguments["input"].as_str().unwrap_or_default().as_bytes()),
        }
        self.shell = Some(shell);
        self.written = 0;
        self.after = After::Initialized;
        Ok(json!({}))
    }
}

/// A failure to begin with, in the words of `debug`: a game, or the input of any two programs.
fn failure(
    arguments: &Value,
    main: &str,
    folder: &Path,
    image: &mips_sim::Image,
) -> anyhow::Result<Option<Failure>> {
    let text = |key: &str| arguments[key].as_str();
    let mut words = vec!["debug".to_string(), main.to_string()];
    let mut say = |option: &str, value: &str| words.push(format!("{option}={value}"));
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    match (text("script"), text("reference")) {
        (Some(script), _) => {
            let file = path(script);
            say("--script", if Path::new(&file).is_file() { &file } else { script });
        }
        (None, Some(_)) => {
            let lines: Vec<Vec<u8>> =
                text("input").unwrap_or_default().lines().map(|line| line.into()).collect();
            say("--input", &input(&lines));
        }
        (None, None) => return Ok(None),
    }
    if let Some(reference) = text("reference") {
        say("--reference", &if reference == "engine" { reference.into() } else { path(reference) });
    }
    if let Some(file) = text("protocol") {
        say("--protocol", &path(file));
    }
    for key in ["compare", "fidelity", "policy"] {
        if let Some(value) = text(key) {
            say(&format!("--{key}"), value);
        }
    }
    for rule in arguments["allow"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        say("--allow", rule);
    }
    if arguments["ignorePrompts"].as_bool() == Some(true) {
        words.push("--ignore-prompts".into());
    }
    let described = Described::try_parse_from(words)?;
    // Standard output belongs to the protocol.
    let mut io = Io { out: Box::new(std::io::sink()), ..Io::real() };
    let own = Program::new(image.clone(), Limits::default());
    Failure::given(&described.debug.failure, main, &own, &mut io)
}
