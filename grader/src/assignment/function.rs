//! Reads tests that call functions: calls that are written down, or that are made.

use tester::calls::Signature;
use toml::de::DeValue;

use super::program::{self, Reference};
use super::table::{Item, Reader, Table};
use super::{
    CallsTest, FunctionTest, Policy, TestKind, Tolerance, call, calls_file, inputs, keys, signature,
};
use crate::grade::{CallCases, UnfitCalls};

/// Reads a test that calls functions.
pub(super) fn function<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    reference: Option<&Reference>,
) -> Option<TestKind> {
    let preserved = reader.get(table, "preserved", Reader::flag).unwrap_or(true);
    let steps = reader.get(table, "instructions", |r, item| r.integer(item, 1..=1_000_000_000));
    let steps = steps.unwrap_or(100_000) as u64;
    let tolerance = tolerance(reader, table);
    if table.get("against").is_some() {
        return made_calls(reader, table, reference, (preserved, steps, tolerance));
    }
    if let Some(key) = keys::OF_MADE_CALLS.iter().find(|key| table.get(key).is_some()) {
        let message = format!("`{key}` is for calls that are compared with those of the reference");
        reader.wrong(&table.place_of(key), message).help =
            Some("add `against = \"reference\"`".into());
        return None;
    }
    let label = reader.need(table, "label", "\"slide\"", |reader, item| {
        let label = reader.string(item)?;
        program::code_label(reader, label, &item.span, reference);
        Some(label)
    });
    let Some(item) = table.get("call") else {
        let mistake = reader.wrong(&table.span, "this test has no calls");
        mistake.expected = "at least one `[[test.call]]` below this table".into();
        mistake.help = Some("or `against = \"reference\"`, and calls are made".into());
        return None;
    };
    let tables = reader.tables(&item, "[[test.call]]");
    let calls = tables.into_iter().map(|(inner, span)| call::call(reader, inner, span, reference));
    Some(TestKind::Function(FunctionTest {
        calls: calls.collect(),
        label: label?.into(),
        preserved,
        steps,
        tolerance,
    }))
}

/// How far results with fractions may be off. The last digits depend on the order of operations.
fn tolerance<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Tolerance {
    const USUAL: f64 = 1e-5;
    let absolute = reader.get(table, "absolute", Reader::number);
    let relative = reader.get(table, "relative", Reader::number);
    Tolerance { absolute: absolute.unwrap_or(0.0), relative: relative.unwrap_or(USUAL) }
}

/// Calls that are made, against the reference.
fn made_calls<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    reference: Option<&Reference>,
    (preserved, steps, tolerance): (bool, u64, Tolerance),
) -> Option<TestKind> {
    /// Calls that show whether a reference is one.
    const TO_JUDGE: u64 = 32;
    if table.get("call").is_some() {
        let message = "`call` and `against` contradict each other";
        reader.wrong(&table.place_of("call"), message).help =
            Some("write a test for each: one with `call`, one with `against`".into());
        return None;
    }
    let none = Signature { label: String::new(), arguments: Vec::new(), returns: Vec::new() };
    let state = match table.get("state") {
        Some(item) => signature::state(reader, &item)?,
        None => none,
    };
    let several = table.get("function");
    let functions = match &several {
        Some(item) => {
            for key in keys::OF_SEQUENCE.iter().filter(|key| table.get(key).is_some()) {
                let message = format!("`{key}` and `function` contradict each other");
                reader.wrong(&table.place_of(key), message).help =
                    Some(format!("write `{key}` below each `[[test.function]]`"));
            }
            let tables = reader.tables(item, "[[test.function]]");
            let functions = tables.into_iter().map(|(inner, span)| {
                let what = "a `[[test.function]]`";
                let inner = reader.table(inner, span, what, &[keys::OF_SEQUENCE], |_| None);
                signature::signature(reader, &inner, reference, &state)
            });
            functions.collect::<Option<Vec<_>>>()
        }
        None => {
            signature::signature(reader, table, reference, &state).map(|function| vec![function])
        }
    };
    let setup = match table.get("setup") {
        Some(item) => Some(setup(reader, &item, reference, &state)?),
        None => None,
    };
    let usual = if several.is_some() { (1, 6) } else { (1, 1) };
    let sequence = match table.get("sequence") {
        Some(item) => {
            let [least, most] = inputs::range(reader, &item, 1..=100)?;
            (least as usize, most as usize)
        }
        None => usual,
    };
    let cases = reader.get(table, "cases", |r, item| r.integer(item, 1..=10_000));
    let policy = match table.get("policy") {
        Some(item) => reader.one_of(&item, "policy", &Policy::NAMED)?,
        None => Policy::TrailingSpace,
    };
    if policy == Policy::Regex {
        reader.wrong(&table.place_of("policy"), "a reference does not print patterns").expected =
            "another policy".into();
        return None;
    }
    let mut functions = functions?;
    if functions.is_empty() {
        return None;
    }
    let first = setup.is_some().then_some(functions.len());
    functions.extend(setup);
    let item = reader.required(table, "against", "\"reference\"")?;
    let recorded = match reader.string(&item)? {
        "reference" => None,
        path => {
            let bytes = reader.file(path, &item.span)?;
            match calls_file::read(&String::from_utf8_lossy(&bytes), &functions, &state) {
                Ok(cases) => Some(cases),
                Err(why) => {
                    let mistake =
                        reader.wrong(&item.span, format!("`{path}` holds no calls: {why}"));
                    mistake.expected =
                        "\"reference\", or a file that `assignment export` wrote".into();
                    return None;
                }
            }
        }
    };
    let test = CallsTest {
        functions,
        setup: first,
        state,
        sequence,
        cases: cases.unwrap_or(300) as u64,
        preserved,
        steps,
        tolerance,
        policy,
        recorded,
    };
    if test.recorded.is_none()
        && let Some(program) = reference.and_then(|reference| reference.program.as_ref())
    {
        let count = test.cases.min(TO_JUDGE);
        let made = CallCases::new(&test, program.image(), program.limits(), 0, count);
        // A label that is not there has been told.
        if let Err(why) = made
            && !matches!(why, UnfitCalls::Missing(_))
        {
            let message = crate::wording::unfit_calls(&why);
            reader.wrong(&table.place_of("against"), message).help =
                Some("correct the reference, or describe the arguments that it is for".into());
            return None;
        }
    }
    Some(TestKind::Calls(test))
}

/// The function that is called first: its label alone, or what it takes and returns as well.
fn setup<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    reference: Option<&Reference>,
    state: &Signature,
) -> Option<Signature> {
    if let DeValue::Table(inner) = item.value {
        let what = "the function that is called first";
        let inner = reader.table(inner, item.span.clone(), what, &[keys::OF_SEQUENCE], |_| None);
        return signature::signature(reader, &inner, reference, state);
    }
    let label = reader.string(item)?;
    program::code_label(reader, label, &item.span, reference);
    Some(Signature { label: label.into(), arguments: Vec::new(), returns: Vec::new() })
}
