//! Every recorded command line, one test each: the real binary in a fresh folder, and all that MARS
//! 4.5 printed and wrote there. Another folder of cases can be given in the environment variable
//! `FIVETWELVE_CORPUS`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use fivetwelve_tests::{Case, Folder, Ran, run_cases};

fn main() -> ExitCode {
    run_cases(|case| case.cli.is_some(), check)
}

fn check(case: &Case) -> Result<()> {
    let folder = Folder::with(&case.files)?;
    let words = case.cli.iter().flatten().map(String::as_str);
    let words = ["mars"].into_iter().chain(words.flat_map(str::split_whitespace));
    let ran = folder.run_with_input(env!("CARGO_BIN_EXE_fivetwelve"), words, &case.input)?;
    let text = |field: &str| case.expect[field].as_str().unwrap_or_default().to_string();
    let code = case.expect["exit_code"].as_i64().map(|code| code as i32);
    let expected = Ran { stdout: text("stdout"), stderr: text("stderr"), code };
    ensure!(ran == expected, "MARS: {expected:#?}\nhere: {ran:#?}");

    let recorded = case.expect["dumps"].as_object().into_iter().flatten();
    let recorded: BTreeMap<String, Option<String>> =
        recorded.map(|(name, text)| (name.clone(), text.as_str().map(str::to_string))).collect();
    let written: BTreeMap<String, Option<String>> = folder
        .files()?
        .into_iter()
        .filter(|name| !case.files.contains_key(name))
        .map(|name| (name.clone(), folder.text(&name)))
        .collect();
    ensure!(written == recorded, "MARS wrote {recorded:#?}\nhere: {written:#?}");
    Ok(())
}
