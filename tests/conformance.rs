//! Every recorded case, one test each. Another folder of cases can be given in the environment
//! variable `FIVETWELVE_CORPUS`.

use std::path::PathBuf;
use std::process::ExitCode;

use fivetwelve_tests::{Case, Played, base64, corpus, read_cases};
use libtest_mimic::{Arguments, Failed, Trial};
use mips_sim::Image;
use mips_sim::diag::run;
use mips_sim::isa::reg;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::check::Check;
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use serde_json::Value;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = std::env::var_os("FIVETWELVE_CORPUS").map_or_else(corpus, PathBuf::from);
    let cases = match read_cases(&root) {
        Ok(cases) if !cases.is_empty() => cases,
        Ok(_) => return complain(&format!("no cases in {}", root.display())),
        Err(error) => return complain(&format!("{error:#}")),
    };
    let trials = cases
        .into_iter()
        .filter(|case| case.cli.is_none())
        .map(|case| Trial::test(case.name.clone(), move || check(&case)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

#[expect(clippy::print_stderr, reason = "a test runner speaks to its user")]
fn complain(sentence: &str) -> ExitCode {
    eprintln!("{sentence}");
    ExitCode::FAILURE
}

fn check(case: &Case) -> Result<(), Failed> {
    let assembly = case.assemble().map_err(|error| Failed::from(format!("{error:#}")))?;
    let report = assembly.mars_report(&str::to_string);
    same(case, "assembles", &assembly.succeeded().into())?;
    same(case, "assembler_output", &report.trim_end_matches('\n').into())?;
    if !assembly.succeeded() {
        return same(case, "exit_code", &36.into());
    }
    let image = &assembly.image;
    let mut address = image.config.text_base;
    let mut words = Vec::new();
    while let Some(word) = image.text_word(address) {
        words.push(Value::from(format!("0x{word:08x}")));
        address += 4;
    }
    same(case, "text", &words.into())?;
    let ran = case.run(image, &mut Off);
    check_run(case, image, &ran)?;
    check_watched(case, image, &ran)
}

/// Runs the case again with everyone looking on, which must make no difference.
fn check_watched(case: &Case, image: &Image, alone: &Played) -> Result<(), Failed> {
    let mut lines = 0;
    let trace = Trace::new(u64::MAX, |_: &str| lines += 1);
    let counts = (Profile::new(image), (Coverage::new(image), Check::new(image)));
    let mut observers = (trace, counts);
    let watched = case.run(image, &mut observers);
    let (_, (profile, (_, check))) = observers;
    let state = |played: &Played| {
        let machine = &played.machine;
        let registers: Vec<u32> = (0..32).map(|number| machine.cpu.get(number)).collect();
        let counts = (machine.steps(), machine.fetches());
        (
            played.stop,
            machine.pc,
            counts,
            registers,
            machine.cpu.float,
            machine.cpu.hi,
            machine.cpu.lo,
        )
    };
    if watched.output != alone.output || state(&watched) != state(alone) {
        let text = format!("watched\n  {:?}\nalone\n  {:?}", state(&watched), state(alone));
        return Err(Failed::from(text));
    }
    if lines != alone.machine.steps() || profile.total() != lines {
        let text = format!("{lines} lines of trace, {} counted", profile.total());
        return Err(Failed::from(format!("{} steps, {text}", alone.machine.steps())));
    }
    // These programs are correct; others do odd things on purpose.
    let found: Vec<String> = check.findings().iter().map(|finding| finding.text(image)).collect();
    if case.name.starts_with("programs/") && !found.is_empty() {
        return Err(Failed::from(format!("the checker says {found:#?}")));
    }
    Ok(())
}

fn check_run(case: &Case, image: &Image, ran: &Played) -> Result<(), Failed> {
    let expected = match case.expect.get("stdout_b64").and_then(Value::as_str) {
        Some(encoded) => base64(encoded).map_err(|error| Failed::from(format!("{error:#}")))?,
        None => case.expect["stdout"].as_str().unwrap_or_default().as_bytes().to_vec(),
    };
    if expected != ran.output {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let text =
            format!("stdout\n  MARS: {:?}\n  here: {:?}", shown(&expected), shown(&ran.output));
        return Err(Failed::from(text));
    }
    // Where MARS's own code failed, the rest is ours.
    if case.expect.get("internal_error").is_some() {
        return match ran.stop {
            Stop::Crash { .. } => Ok(()),
            other => {
                Err(Failed::from(format!("MARS dies here, but the machine stopped by {other:?}")))
            }
        };
    }
    let (error, code) = match ran.stop {
        Stop::Exit(code) => (None, code & 0xff),
        Stop::FellOffEnd => (None, 0),
        Stop::Fault { fault, pc } => (
            Some(run::fault_line(&fault, pc, image, ran.machine.is_replaced(pc), &str::to_string)),
            37,
        ),
        Stop::BadProgramCounter(pc) => (Some(run::bad_pc_line(pc)), 37),
        Stop::BudgetSpent => (Some(run::limit_line(ran.limit)), 0),
        other => return Err(Failed::from(format!("stopped by {other:?}"))),
    };
    same(case, "run_error", &error.into())?;
    same(case, "exit_code", &code.into())?;
    same(case, "steps", &ran.machine.fetches().into())?;
    check_registers(case, &ran.machine)?;
    check_data(case, image, &ran.machine)
}

fn check_registers(case: &Case, machine: &Machine) -> Result<(), Failed> {
    let Some(expected) = case.expect["registers"].as_object() else { return Ok(()) };
    for (name, value) in expected {
        let found = match reg::integer(name) {
            Some((number, _)) => machine.cpu.get(number),
            None => machine.cpu.float[usize::from(reg::float(name).unwrap_or(0))],
        };
        if *value != format!("0x{found:08x}") {
            return Err(Failed::from(format!("{name}\n  MARS: {value}\n  here: 0x{found:08x}")));
        }
    }
    Ok(())
}

fn check_data(case: &Case, image: &Image, machine: &Machine) -> Result<(), Failed> {
    let expected = case.expect["data"].as_array().cloned().unwrap_or_default();
    for (k, value) in expected.iter().enumerate() {
        let address = image.config.data_base + 4 * k as u32;
        let found = format!("0x{:08x}", machine.memory.peek(address).unwrap_or(0));
        if *value != found {
            let text = format!("data at 0x{address:08x}\n  MARS: {value}\n  here: {found}");
            return Err(Failed::from(text));
        }
    }
    // Behind what is recorded everything is zero, up to the end of the last block.
    let end = image.config.data_base + 4 * expected.len() as u32;
    let rest = (end..end.next_multiple_of(4096)).step_by(4);
    match rest.into_iter().find(|address| machine.memory.peek(*address).unwrap_or(0) != 0) {
        Some(address) => Err(Failed::from(format!("data at 0x{address:08x} should be zero"))),
        None => Ok(()),
    }
}

fn same(case: &Case, field: &str, found: &Value) -> Result<(), Failed> {
    let expected = &case.expect[field];
    if expected == found {
        return Ok(());
    }
    Err(Failed::from(format!("{field}\n  MARS: {expected}\n  here: {found}")))
}
