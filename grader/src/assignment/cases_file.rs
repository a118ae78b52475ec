//! Cases in a file: inputs with what the reference prints, for those who do not have the reference.
//!
//! `{"format": "fivetwelve cases 1", "cases": [{"input": ["3"], "output": "…", "asked": [10], "ends":
//! true}, …]}`. `asked` says how much had been printed at each question; `files` holds files that can be
//! read, by name, and `written` those that the reference has written; `exit` is its exit code, if
//! not 0. `strings` are those of its strings that it prints in some case.

use serde_json::{Map, Value, json};
use tester::Outcome;
use tester::programs::{Case, Input, Ran, Recorded, Strings};
use tester::values::{Value as Given, ValueKind};

const FORMAT: &str = "fivetwelve cases 1";

/// The text of a file with these cases.
pub(super) fn write(recorded: &Recorded) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let case = |case: &Case| {
        let lines: Vec<String> = case.input.lines().iter().map(|line| text(line)).collect();
        let output = &case.expected.output;
        let asked = case.expected.reads.iter().map(|read| text(&output[..read.printed]).len());
        let asked: Vec<usize> = asked.collect();
        let mut value = json!({
            "input": lines,
            "output": text(output),
            "asked": asked,
            "ends": case.expected.outcome == Outcome::Exited,
        });
        if !case.input.files.is_empty() {
            let files = case.input.files.iter();
            let files =
                files.map(|(name, bytes)| (name.clone(), json!(bytes.as_deref().map(text))));
            value["files"] = Value::Object(files.collect::<Map<_, _>>());
        }
        if !case.expected.written.is_empty() {
            let files = case.expected.written.iter();
            let files = files.map(|(name, bytes)| (name.clone(), json!(text(bytes))));
            value["written"] = Value::Object(files.collect::<Map<_, _>>());
        }
        if case.expected.code != 0 {
            value["exit"] = json!(case.expected.code);
        }
        value
    };
    let cases: Vec<Value> = recorded.cases.iter().map(case).collect();
    let mut value = json!({ "format": FORMAT, "cases": cases });
    if let Some(strings) = &recorded.strings {
        value["strings"] = strings.iter().map(text).collect();
    }
    format!("{value:#}\n")
}

/// The cases of a file, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Recorded, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value["format"] != FORMAT {
        return Err(format!("\"format\" should be \"{FORMAT}\""));
    }
    let cases = value["cases"].as_array().ok_or("\"cases\" should be a list")?;
    let case = |(number, value): (usize, &Value)| {
        case(value).ok_or_else(|| format!("case {} is not complete", number + 1))
    };
    let cases = cases.iter().enumerate().map(case).collect::<Result<_, _>>()?;
    let strings = value["strings"].as_array().map(|strings| {
        let bytes = |text: &Value| text.as_str().map(|text| text.as_bytes().to_vec());
        Strings::new(strings.iter().filter_map(bytes))
    });
    Ok(Recorded { cases, strings })
}

fn case(value: &Value) -> Option<Case> {
    let lines = value["input"].as_array()?.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?;
    let asked = value["asked"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>()?;
    let asked: Vec<usize> = asked.into_iter().map(|at| at as usize).collect();
    let files =
        value["files"].as_object().into_iter().flatten().map(|(name, bytes)| {
            (name.clone(), bytes.as_str().map(|text| text.as_bytes().to_vec()))
        });
    let given = |line: &&str| Given::of_line(line.as_bytes(), ValueKind::Int);
    let input = Input { values: lines.iter().map(given).collect(), files: files.collect() };
    let output = value["output"].as_str()?.as_bytes().to_vec();
    let mut expected = Ran::recorded(output, &asked, value["ends"].as_bool()?);
    let written = value["written"].as_object().into_iter().flatten();
    let written = written.map(|(name, text)| Some((name.clone(), text.as_str()?.into())));
    expected.written = written.collect::<Option<_>>()?;
    expected.code = value["exit"].as_i64().and_then(|code| code.try_into().ok()).unwrap_or(0);
    Some(Case { input, expected, is_new: false })
}
