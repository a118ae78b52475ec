//! Calls in a file, with what the functions of the reference returned and left, for those who do not
//! have the reference.
//!
//! `{"format": "fivetwelve calls 1", "cases": [[{"call": "max", "with": [[3, -1], 2], "returns": [3],
//! "leaves": [[3, -1], null], "output": ""}], …]}`. A case is a list of calls, one after the other. A tree
//! is an object with `value`, `left` and `right`, an address an object with `in` and `at`. If the calls
//! share a state, a case begins with `{"state": […]}`, what it is at first, and each call has its own
//! `state`, what it leaves.

use serde_json::{Map, Value, json};
use tester::calls::{Given, Number, Returned, Seen, Shape, Signature};
use tester::values::Value as Plain;

use crate::grade::{CallCase, Left, Sequence};

const FORMAT: &str = "fivetwelve calls 1";

/// The text of a file with these cases.
pub(super) fn write<'a>(
    cases: impl Iterator<Item = &'a CallCase>,
    functions: &[Signature],
) -> String {
    let all = |list: &[Option<Seen>]| -> Value {
        list.iter().map(|left| left.as_ref().map(seen)).collect::<Vec<_>>().into()
    };
    let call = |((function, list), left): (&(usize, Vec<Given>), &Left)| {
        let mut call = json!({
            "call": functions[*function].label,
            "with": list.iter().map(given).collect::<Vec<_>>(),
            "returns": left.returned.iter().map(seen).collect::<Vec<_>>(),
            "leaves": all(&left.memory),
            "output": String::from_utf8_lossy(&left.output),
        });
        if !left.state.is_empty() {
            call["state"] = all(&left.state);
        }
        call
    };
    let case = |case: &CallCase| {
        let Sequence { state, calls } = &case.sequence;
        let first = json!({ "state": state.iter().map(given).collect::<Vec<_>>() });
        let first = (!state.is_empty()).then_some(first);
        let calls = calls.iter().zip(&case.expected).map(call);
        Value::Array(first.into_iter().chain(calls).collect())
    };
    let cases: Vec<String> = cases.map(|found| format!("  {}", case(found))).collect();
    format!("{{\"format\": \"{FORMAT}\", \"cases\": [\n{}\n]}}\n", cases.join(",\n"))
}

fn given(value: &Given) -> Value {
    match value {
        Given::Value(Plain::Int(int)) => json!(int),
        // As text, for those that JSON has no word for.
        Given::Value(Plain::Real(real)) => json!(format!("{real:?}")),
        Given::Value(Plain::Char(byte)) => json!(byte),
        Given::Value(Plain::Text(text)) => {
            json!(text.iter().map(|b| char::from(*b)).collect::<String>())
        }
        Given::Many(list) => Value::Array(list.iter().map(given).collect()),
        Given::Leaf => Value::Null,
        Given::Node(parts) => {
            let [value, left, right] = &**parts;
            json!({ "value": given(value), "left": given(left), "right": given(right) })
        }
    }
}

fn seen(seen: &Seen) -> Value {
    match seen {
        Seen::Value(value) => json!({ "is": given(value) }),
        Seen::Place(None) => json!({ "at": 0 }),
        Seen::Place(Some((name, offset))) => json!({ "in": name, "at": offset }),
        Seen::Elsewhere | Seen::Broken(_) => Value::Object(Map::new()),
    }
}

/// The cases of a file, or what is wrong with it.
pub(super) fn read(
    text: &str,
    functions: &[Signature],
    state: &Signature,
) -> Result<Vec<CallCase>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value["format"] != FORMAT {
        return Err(format!("\"format\" should be \"{FORMAT}\""));
    }
    let cases = value["cases"].as_array().ok_or("\"cases\" should be a list")?;
    let case = |(number, value): (usize, &Value)| {
        read_case(value, functions, state)
            .ok_or_else(|| format!("case {} is not complete", number + 1))
    };
    cases.iter().enumerate().map(case).collect()
}

fn read_case(value: &Value, functions: &[Signature], state: &Signature) -> Option<CallCase> {
    let mut case = CallCase { sequence: Sequence::default(), expected: Vec::new() };
    let mut calls = value.as_array()?.as_slice();
    let kept = || state.arguments.iter().map(|argument| &argument.shape);
    if !state.arguments.is_empty() {
        let (first, rest) = calls.split_first()?;
        calls = rest;
        let list = kept().zip(first["state"].as_array()?);
        let list = list.map(|(shape, value)| read_given(shape, value));
        case.sequence.state = list.collect::<Option<_>>()?;
    }
    for call in calls {
        let label = call["call"].as_str()?;
        let at = functions.iter().position(|function| function.label == label)?;
        let function = &functions[at];
        let shapes = || function.arguments.iter().map(|argument| &argument.shape);
        let with = call["with"].as_array()?;
        let list = shapes().zip(with).map(|(shape, value)| read_given(shape, value));
        let list: Vec<Given> = list.collect::<Option<_>>()?;
        let returns = call["returns"].as_array()?;
        let returned =
            function.returns.iter().zip(returns).map(|((_, returned), value)| match returned {
                Returned::Number(number) => read_seen(&Shape::Number(number.clone()), value),
                Returned::Like(at) => read_seen(&function.arguments[*at].shape, value),
                Returned::State(kept) => {
                    let kept = &state.arguments[kept.number];
                    read_seen(if kept.compared { &kept.shape } else { &Shape::Handle }, value)
                }
                Returned::Text | Returned::Address => read_seen(&TEXT, value),
            });
        let returned: Vec<Seen> = returned.collect::<Option<_>>()?;
        let leaves = call["leaves"].as_array()?;
        let left = |(shape, value): (&Shape, &Value)| match value {
            Value::Null => Some(None),
            value => read_seen(shape, value).map(Some),
        };
        let memory: Vec<Option<Seen>> = shapes().zip(leaves).map(left).collect::<Option<_>>()?;
        let after = call["state"].as_array().map_or(&[][..], Vec::as_slice);
        let after: Vec<Option<Seen>> = kept().zip(after).map(left).collect::<Option<_>>()?;
        let whole = list.len() == function.arguments.len()
            && memory.len() == list.len()
            && returned.len() == function.returns.len()
            && after.len() == state.arguments.len();
        let output = call["output"].as_str()?.as_bytes().to_vec();
        case.sequence.calls.push((at, list));
        case.expected.push(whole.then_some(Left { returned, memory, state: after, output })?);
    }
    (case.sequence.state.len() == state.arguments.len() && !case.sequence.calls.is_empty())
        .then_some(case)
}

const TEXT: Shape = Shape::Text { letters: Vec::new(), least: 0, most: 0 };

fn read_seen(shape: &Shape, value: &Value) -> Option<Seen> {
    let value = value.as_object()?;
    if let Some(is) = value.get("is") {
        return read_given(shape, is).map(Seen::Value);
    }
    let Some(at) = value.get("at") else { return Some(Seen::Elsewhere) };
    let at = u32::try_from(at.as_u64()?).ok()?;
    let place = value.get("in").and_then(Value::as_str).map(|name| (name.to_string(), at));
    Some(Seen::Place(place))
}

fn read_given(shape: &Shape, value: &Value) -> Option<Given> {
    let all = |of: &Shape| -> Option<Given> {
        let list = value.as_array()?.iter().map(|value| read_given(of, value));
        list.collect::<Option<_>>().map(Given::Many)
    };
    match shape {
        Shape::Number(Number::Float(..) | Number::Double(..)) => {
            let real: f64 = value.as_str()?.parse().ok()?;
            Some(Given::Value(Plain::Real(real)))
        }
        Shape::Number(Number::Char(_)) => match u8::try_from(value.as_i64()?) {
            Ok(byte) => Some(Given::Value(Plain::Char(byte))),
            // What is no character was not read as one.
            Err(_) => Some(Given::Value(Plain::Int(i32::try_from(value.as_i64()?).ok()?))),
        },
        Shape::Number(_) => Some(Given::Value(Plain::Int(i32::try_from(value.as_i64()?).ok()?))),
        Shape::Text { .. } => {
            let letters = value.as_str()?.chars().map(|letter| u8::try_from(u32::from(letter)));
            let text: Vec<u8> = letters.collect::<Result<_, _>>().ok()?;
            Some(Given::Value(Plain::Text(text)))
        }
        Shape::Array { of, .. } => all(of),
        Shape::List(linked) => all(&linked.of),
        Shape::Matrix { of, .. } => {
            let row = |row: &Value| {
                let row = row.as_array()?.iter().map(|value| read_given(of, value));
                row.collect::<Option<_>>().map(Given::Many)
            };
            value.as_array()?.iter().map(row).collect::<Option<_>>().map(Given::Many)
        }
        Shape::Struct(fields) => {
            let list = value.as_array()?;
            let fields = fields.iter().zip(list);
            let fields = fields.map(|((_, shape), value)| read_given(shape, value));
            let fields: Vec<Given> = fields.collect::<Option<_>>()?;
            (fields.len() == list.len()).then_some(Given::Many(fields))
        }
        Shape::Room(_) | Shape::Handle | Shape::State(_) => value.is_null().then_some(Given::Leaf),
        Shape::Tree(linked) => match value {
            Value::Null => Some(Given::Leaf),
            value => Some(Given::Node(Box::new([
                read_given(&linked.of, &value["value"])?,
                read_given(shape, &value["left"])?,
                read_given(shape, &value["right"])?,
            ]))),
        },
    }
}
