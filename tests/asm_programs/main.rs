//! The programs in `asm/`, run with given input and given chance: what each must print, and that
//! every faulty one is wrong.

#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

mod classic;
mod examples;
mod faulty;
mod game;

use std::fs;
use std::path::{Path, PathBuf};

use mips_sim::diag::Message;
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::check::Check;
use mips_sim::observe::{Observer, Off};
use mips_sim::{AsmOptions, Image, assemble};

/// More instructions than any run here needs.
const BUDGET: u64 = 2_000_000;
/// More output than any run here needs.
const MAX_OUTPUT: usize = 100_000;

/// How a run went.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    output: String,
    stop: Stop,
}

/// The folder of the programs.
fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm")
}

fn source(name: &str) -> String {
    let path = programs().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Assembles a program of which there is nothing to say but what is allowed.
#[track_caller]
fn assembled(name: &str, allowed: &[Message]) -> Image {
    let text = source(name);
    let mut files: &[(&str, &str)] = &[(name, &text)];
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&[name], &mut files, &options);
    let said: Vec<_> = assembly.diagnostics.for_people().map(|d| &d.message).collect();
    assert!(said.iter().all(|message| allowed.contains(message)), "{name}: {said:?}");
    assert!(assembly.succeeded(), "{name} does not assemble");
    assembly.image
}

/// A host with these lines as input, and these draws.
fn host(lines: &[&str], draws: &[u32]) -> ScriptedHost {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut host = ScriptedHost::new(input);
    host.draws = Some(draws.to_vec());
    host.output_limit = Some(MAX_OUTPUT);
    host
}

fn run_watched<O: Observer>(image: &Image, mut host: ScriptedHost, observer: &mut O) -> Run {
    let mut machine = Machine::load(image, &MachineOptions::default());
    let stop = machine.run(&mut host, observer, BUDGET);
    Run { output: String::from_utf8(host.output).unwrap(), stop }
}

fn run(image: &Image, host: ScriptedHost) -> Run {
    run_watched(image, host, &mut Off)
}

/// What the checker has to say of a run.
fn findings(image: &Image, host: ScriptedHost) -> Vec<&'static str> {
    let mut check = Check::new(image);
    run_watched(image, host, &mut check);
    check.findings().iter().map(|finding| finding.code()).collect()
}
