//! Every recorded case, one test each. Another folder of cases can be given in the environment
//! variable `FIVETWELVE_CORPUS`.

use std::path::PathBuf;
use std::process::ExitCode;

use fivetwelve_tests::{Case, corpus, read_cases};
use libtest_mimic::{Arguments, Failed, Trial};

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
    let report = assembly.mars_report(&|name| name.to_string());
    same(case, "assembles", &assembly.succeeded().into())?;
    same(case, "assembler_output", &report.trim_end_matches('\n').into())?;
    if assembly.succeeded() {
        let mut address = assembly.image.config.text_base;
        let mut words = Vec::new();
        while let Some(word) = assembly.image.text_at(address) {
            words.push(serde_json::Value::from(format!("0x{:08x}", word.word)));
            address += 4;
        }
        same(case, "text", &words.into())?;
    }
    Ok(())
}

fn same(case: &Case, field: &str, found: &serde_json::Value) -> Result<(), Failed> {
    let expected = &case.expect[field];
    if expected == found {
        return Ok(());
    }
    Err(Failed::from(format!("{field}\n  MARS: {expected}\n  here: {found}")))
}
