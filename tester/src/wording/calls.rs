//! Calls of functions as a line of C-like text, and what they leave.

use crate::calls::{Broken, Given, Number, Returned, Seen, Shape, Signature};
use crate::values::Value;

/// A call: `max([3, -1], 2)`, or `head = push(head, 3)` if the next calls get what it returns.
pub fn call(signature: &Signature, list: &[Given]) -> String {
    let arguments = signature.arguments.iter().zip(list);
    let arguments = arguments.map(|(argument, given)| match &argument.shape {
        Shape::State(state) => state.name.clone(),
        Shape::Room(_) => argument.name.clone(),
        _ if argument.unset => argument.name.clone(),
        shape => self::given(shape, given),
    });
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let kept = signature.returns.iter().find_map(|(_, returned)| match returned {
        Returned::State(state) => Some(format!("{} = ", state.name)),
        _ => None,
    });
    format!("{}{}({arguments})", kept.unwrap_or_default(), signature.label)
}

/// What calls share at first, where that says something: `head = list(1, 2)`.
pub fn state(states: &Signature, list: &[Given]) -> Vec<String> {
    let all = states.arguments.iter().zip(list);
    let said = all.filter(|(state, _)| !state.unset && !matches!(state.shape, Shape::Room(_)));
    said.map(|(state, given)| format!("{} = {}", state.name, self::given(&state.shape, given)))
        .collect()
}

/// What was found in a place of this shape.
pub fn seen(shape: &Shape, seen: &Seen) -> String {
    match seen {
        Seen::Value(value) => given(shape, value),
        Seen::Place(None) => "0".into(),
        Seen::Place(Some((name, 0))) => format!("the address of `{name}`"),
        Seen::Place(Some((name, offset))) => {
            let plural = if *offset == 1 { "" } else { "s" };
            format!("an address {offset} byte{plural} after the start of `{name}`")
        }
        Seen::Elsewhere => "an address of something else".into(),
        Seen::Broken(Broken::Outside(at)) => {
            format!("an address that leads to 0x{at:08x}, where there is no data")
        }
        Seen::Broken(Broken::Endless) => "nodes that lead in a circle".into(),
        Seen::Broken(Broken::NoEnd) => "a text without a zero byte at its end".into(),
    }
}

/// A value.
pub fn given(shape: &Shape, value: &Given) -> String {
    let all = |of: &Shape, list: &[Given]| -> Vec<String> {
        list.iter().map(|value| given(of, value)).collect()
    };
    match (shape, value) {
        (Shape::Number(number), Given::Value(value)) => self::number(number, value),
        (_, Given::Value(Value::Text(text))) => {
            format!("\"{}\"", String::from_utf8_lossy(text).escape_debug())
        }
        (_, Given::Value(value)) => String::from_utf8_lossy(&value.line()).into_owned(),
        (Shape::List(_), Given::Many(list)) if list.is_empty() => "null".into(),
        (Shape::List(linked), Given::Many(list)) => {
            format!("list({})", all(&linked.of, list).join(", "))
        }
        (Shape::Struct(fields), Given::Many(list)) => {
            let fields = fields.iter().zip(list);
            let fields = fields.filter(|((_, shape), _)| !matches!(shape, Shape::Room(_)));
            let fields =
                fields.map(|((name, shape), value)| format!("{name}: {}", given(shape, value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        (Shape::Matrix { of, .. }, Given::Many(rows)) => {
            let rows = rows.iter().map(|row| match row {
                Given::Many(row) => format!("[{}]", all(of, row).join(", ")),
                _ => String::new(),
            });
            format!("[{}]", rows.collect::<Vec<_>>().join(", "))
        }
        (Shape::Array { of, .. }, Given::Many(list)) => format!("[{}]", all(of, list).join(", ")),
        (_, Given::Many(_)) => "[…]".into(),
        (_, Given::Leaf) => "null".into(),
        (Shape::Tree(linked), Given::Node(parts)) => {
            let [value, left, right] = &**parts;
            let value = given(&linked.of, value);
            if (left, right) == (&Given::Leaf, &Given::Leaf) {
                return format!("tree({value})");
            }
            format!("tree({value}, {}, {})", given(shape, left), given(shape, right))
        }
        (_, Given::Node(_)) => "…".into(),
    }
}

fn number(number: &Number, value: &Value) -> String {
    match (number, value) {
        (Number::Bool, Value::Int(0)) => "false".into(),
        (Number::Bool, Value::Int(1)) => "true".into(),
        (Number::Uint(..), Value::Int(int)) => (*int as u32).to_string(),
        (_, Value::Char(byte)) => format!("'{}'", char::from(*byte).escape_debug()),
        (Number::Float(..), Value::Real(real)) => format!("{:?}", *real as f32),
        (_, value) => String::from_utf8_lossy(&value.line()).into_owned(),
    }
}
