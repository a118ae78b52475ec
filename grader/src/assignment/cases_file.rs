//! Cases in a file: inputs with what the reference prints, for those who do not have the reference.
//!
//! `{"format": "fivetwelve cases 1", "cases": [{"input": ["3"], "output": "…", "asked": [10], "ends":
//! true}, …]}`. `asked` says how much had been printed at each question; `files` holds files that can be
//! read, by name.

use serde_json::{Map, Value, json};
use tester::Outcome;
use tester::programs::{Case, Input, Ran};
use tester::values::{Value as Given, ValueKind};

const FORMAT: &str = "fivetwelve cases 1";

/// The text of a file with these cases.
pub(super) fn write<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let case = |case: &Case| {
        let lines: Vec<String> = case.input.lines().iter().map(|line| text(line)).collect();
        let asked: Vec<usize> = case.expected.reads.iter().map(|read| read.printed).collect();
        let mut value = json!({
            "input": lines,
            "output": text(&case.expected.output),
            "asked": asked,
            "ends": case.expected.outcome == Outcome::Exited,
        });
        if !case.input.files.is_empty() {
            let files = case.input.files.iter();
            let files =
                files.map(|(name, bytes)| (name.clone(), json!(bytes.as_deref().map(text))));
            value["files"] = Value::Object(files.collect::<Map<_, _>>());
        }
        value
    };
    let cases: Vec<Value> = cases.map(case).collect();
    format!("{:#}\n", json!({ "format": FORMAT, "cases": cases }))
}

/// The cases of a file, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Vec<Case>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value["format"] != FORMAT {
        return Err(format!("\"format\" should be \"{FORMAT}\""));
    }
    let cases = value["cases"].as_array().ok_or("\"cases\" should be a list")?;
    let case = |(number, value): (usize, &Value)| {
        case(value).ok_or_else(|| format!("case {} is not complete", number + 1))
    };
    cases.iter().enumerate().map(case).collect()
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
    let expected = Ran::recorded(output, &asked, value["ends"].as_bool()?);
    Some(Case { input, expected })
}
