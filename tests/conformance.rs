//! Every recorded case, one test each. Another folder of cases can be given in the environment
//! variable `FIVETWELVE_CORPUS`.

use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use fivetwelve_tests::{Case, Played, base64, run_cases};
use mips_sim::Image;
use mips_sim::diag::run;
use mips_sim::host::system::Crash;
use mips_sim::isa::reg;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::check::Check;
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use serde_json::Value;

fn main() -> ExitCode {
    run_cases(|case| case.cli.is_none(), check)
}

fn check(case: &Case) -> Result<()> {
    let assembly = case.assemble()?;
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
fn check_watched(case: &Case, image: &Image, alone: &Played) -> Result<()> {
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
        bail!("watched\n  {:?}\nalone\n  {:?}", state(&watched), state(alone));
    }
    if lines != alone.machine.steps() || profile.total() != lines {
        let text = format!("{lines} lines of trace, {} counted", profile.total());
        bail!("{} steps, {text}", alone.machine.steps());
    }
    // These programs are correct; others do odd things on purpose.
    let found: Vec<String> = check.findings().iter().map(|finding| finding.text(image)).collect();
    if case.name.starts_with("programs/") && !found.is_empty() {
        bail!("the checker says {found:#?}");
    }
    Ok(())
}

fn check_run(case: &Case, image: &Image, ran: &Played) -> Result<()> {
    let expected = match case.expect.get("stdout_b64").and_then(Value::as_str) {
        Some(encoded) => base64(encoded)?,
        None => case.expect["stdout"].as_str().unwrap_or_default().as_bytes().to_vec(),
    };
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if expected != ran.output {
        bail!("stdout\n  MARS: {:?}\n  here: {:?}", shown(&expected), shown(&ran.output));
    }
    // Where MARS's own code failed, the rest is ours, but for the reason.
    if let Some(class) = case.expect.get("internal_error") {
        let thrown = match ran.stop {
            Stop::Crash { crash, .. } => thrown(crash),
            _ => None,
        };
        let stop = ran.stop;
        ensure!(class.as_str() == thrown, "MARS throws {class}, the machine stopped by {stop:?}");
        return Ok(());
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
        other => bail!("stopped by {other:?}"),
    };
    same(case, "run_error", &error.into())?;
    same(case, "exit_code", &code.into())?;
    same(case, "steps", &ran.machine.fetches().into())?;
    check_registers(case, &ran.machine)?;
    check_data(case, image, &ran.machine)
}

/// The Java class that MARS throws, for those reasons that recordings show.
fn thrown(crash: Crash) -> Option<&'static str> {
    match crash {
        Crash::EndOfInput | Crash::FailedFile => Some("java.lang.NullPointerException"),
        Crash::StackBorder(_) => Some("java.lang.ArrayIndexOutOfBoundsException"),
        _ => None,
    }
}

fn check_registers(case: &Case, machine: &Machine) -> Result<()> {
    let Some(expected) = case.expect["registers"].as_object() else { return Ok(()) };
    for (name, value) in expected {
        let found = match reg::integer(name) {
            Some((number, _)) => machine.cpu.get(number),
            None => machine.cpu.float[usize::from(reg::float(name).unwrap_or(0))],
        };
        if *value != format!("0x{found:08x}") {
            bail!("{name}\n  MARS: {value}\n  here: 0x{found:08x}");
        }
    }
    Ok(())
}

fn check_data(case: &Case, image: &Image, machine: &Machine) -> Result<()> {
    let expected = case.expect["data"].as_array().cloned().unwrap_or_default();
    for (k, value) in expected.iter().enumerate() {
        let address = image.config.data_base + 4 * k as u32;
        let found = format!("0x{:08x}", machine.memory.peek(address).unwrap_or(0));
        if *value != found {
            bail!("data at 0x{address:08x}\n  MARS: {value}\n  here: {found}");
        }
    }
    // Behind what is recorded everything is zero, up to the end of the last block.
    let end = image.config.data_base + 4 * expected.len() as u32;
    let rest = (end..end.next_multiple_of(4096)).step_by(4);
    match rest.into_iter().find(|address| machine.memory.peek(*address).unwrap_or(0) != 0) {
        Some(address) => bail!("data at 0x{address:08x} should be zero"),
        None => Ok(()),
    }
}

fn same(case: &Case, field: &str, found: &Value) -> Result<()> {
    let expected = &case.expect[field];
    ensure!(expected == found, "{field}\n  MARS: {expected}\n  here: {found}");
    Ok(())
}
