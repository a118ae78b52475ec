//! Reads the description of inputs, `[test.input]`: fields in the order of the file, each a value or a
//! list. What contradicts itself is a mistake of the line that does.

use std::ops::Range;

use toml::de::DeValue;

use super::keys;
use super::table::{Item, Reader, Table};
use tester::programs::{Count, Description, FieldShape, InputField, ValueRange as Value};

/// The longest list and the longest text.
const MOST: i64 = 1000;
/// How many elements a list has if nobody says so, and letters a text.
const USUAL: (usize, usize) = (0, 10);

/// Reads `[test.input]`.
pub(super) fn description<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Description> {
    let DeValue::Table(table) = item.value else {
        return reader.not(item, "a table", "[test.input]");
    };
    // A table forgets its order, but not where each key stands.
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    if entries.is_empty() {
        reader.wrong(&item.span, "this input has no fields").expected =
            "a field such as `n = { int = [0, 12] }`".into();
        return None;
    }
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.get_ref().as_ref()).collect();
    let mut fields: Vec<Option<InputField>> = Vec::new();
    for (name, value) in &entries {
        let value = Item { value: value.get_ref(), span: value.span() };
        let shape = match value.value {
            DeValue::Table(inner) => {
                let inner = reader.table(inner, value.span, "a field", &[keys::INPUT], |_| None);
                shape(reader, &inner, &fields, &names)
            }
            _ => reader.not(&value, "a table", "{ int = [0, 12] }"),
        };
        let name = name.get_ref().to_string();
        fields.push(shape.map(|shape| InputField { name, shape }));
    }
    fields.into_iter().collect::<Option<Vec<_>>>().map(|fields| Description { fields })
}

fn shape<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    before: &[Option<InputField>],
    names: &[&str],
) -> Option<FieldShape> {
    let Some(of) = table.get("of") else {
        for key in ["count", "until", "separator"] {
            if table.get(key).is_some() {
                let place = table.place_of(key);
                reader.wrong(&place, format!("`{key}` belongs to a list")).help =
                    Some("say what its elements are with `of = { int = [0, 9] }`".into());
                return None;
            }
        }
        return value(reader, table).map(FieldShape::One);
    };
    for key in ["int", "float", "text", "choice", "length"] {
        if table.get(key).is_some() {
            let place = table.place_of(key);
            reader.wrong(&place, format!("`{key}` and `of` contradict each other")).help =
                Some(format!("write `{key}` inside `of = {{ … }}`"));
            return None;
        }
    }
    let element = match of.value {
        DeValue::Table(inner) => {
            let inner =
                reader.table(inner, of.span.clone(), "an element", &[keys::ELEMENT], |_| None);
            value(reader, &inner)
        }
        _ => reader.not(&of, "a table", "{ int = [0, 9] }"),
    };
    let count = match table.get("count") {
        Some(item) => count(reader, &item, before, names),
        None => Some(Count::Between(USUAL.0, USUAL.1)),
    };
    let until = table.get("until").map(|item| line(reader, &item));
    let separator = table.get("separator").map(|item| reader.bytes(&item));
    let (element, count) = (element?, count?);
    let until = if let Some(until) = until { Some(until?) } else { None };
    let separator = if let Some(separator) = separator { Some(separator?) } else { None };
    if let Some(end) = &until
        && only_value(&element).is_some_and(|only| only == *end)
        && count != Count::Between(0, 0)
    {
        let message = "every element would end the list";
        reader.wrong(&table.place_of("until"), message).expected =
            "something that not all elements are".into();
        return None;
    }
    if let Some(between) = &separator {
        let within = match &element {
            Value::Text(letters, ..) => between.iter().all(|byte| letters.contains(byte)),
            Value::Choice(lines) => lines.iter().any(|line| contains(line, between)),
            _ => between.iter().any(u8::is_ascii_digit),
        };
        if between.is_empty() || within {
            let message = "an element can't be told from what separates elements";
            reader.wrong(&table.place_of("separator"), message).expected =
                "something that is in no element, such as \" \"".into();
            return None;
        }
    }
    Some(FieldShape::List { of: element, count, until, separator })
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && line.windows(part.len()).any(|window| window == part)
}

/// The only value that there is, if there is only one.
fn only_value(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Int(low, high) if low == high => Some(low.to_string().into_bytes()),
        Value::Choice(lines) if lines.iter().all(|line| *line == lines[0]) => {
            Some(lines[0].clone())
        }
        Value::Text(_, _, 0) => Some(Vec::new()),
        _ => None,
    }
}

/// How many elements a list has: a number, two, or the name of a field above.
fn count<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    before: &[Option<InputField>],
    names: &[&str],
) -> Option<Count> {
    let DeValue::String(name) = item.value else {
        let [low, high] = range(reader, item, 0..=MOST)?;
        return Some(Count::Between(low as usize, high as usize));
    };
    let Some(at) = names.iter().position(|other| other == name) else {
        reader.unknown(&item.span, "field", name, names);
        return None;
    };
    let Some(field) = before.get(at) else {
        let mistake = reader.wrong(&item.span, format!("the field `{name}` comes later"));
        mistake.expected = "a field above this one".into();
        return None;
    };
    // What is wrong with that one has been said.
    match &field.as_ref()?.shape {
        FieldShape::One(Value::Int(low, high)) if *low >= 0 && i64::from(*high) <= MOST => {
            Some(Count::Field(at))
        }
        FieldShape::One(Value::Int(low, high)) => {
            let message =
                format!("`{name}` can be from {low} to {high}, and a list can't be so long");
            reader.wrong(&item.span, message).expected =
                format!("a field whose numbers are from 0 to {MOST}");
            None
        }
        _ => {
            reader.wrong(&item.span, format!("`{name}` is not a whole number")).expected =
                "a number, two numbers, or the name of a field with `int`".into();
            None
        }
    }
}

/// One value, by the one key that says what it is.
fn value<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<Value> {
    let kinds = ["int", "float", "text", "choice"];
    let given: Vec<&str> = kinds.into_iter().filter(|key| table.get(key).is_some()).collect();
    let [kind] = given[..] else {
        let message = match given.as_slice() {
            [] => "it is not said what this is".to_string(),
            [first, second, ..] => format!("`{first}` and `{second}` contradict each other"),
            [_] => unreachable!("one is the other case"),
        };
        let place = given.get(1).map_or(table.span.clone(), |key| table.place_of(key));
        reader.wrong(&place, message).expected = "one of `int`, `float`, `text`, `choice`".into();
        return None;
    };
    if kind != "text" && table.get("length").is_some() {
        let place = table.place_of("length");
        reader.wrong(&place, "only a text has a length").help = Some("a list has a `count`".into());
    }
    let item = table.get(kind)?;
    match kind {
        "int" => {
            let all = i64::from(i32::MIN)..=i64::from(i32::MAX);
            range(reader, &item, all).map(|[low, high]| Value::Int(low as i32, high as i32))
        }
        "float" => floats(reader, &item),
        "text" => text(reader, &item, table.get("length")),
        _ => choice(reader, &item),
    }
}

/// A number, or two of which the second is not smaller.
pub(super) fn range<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    all: std::ops::RangeInclusive<i64>,
) -> Option<[i64; 2]> {
    let list = reader.list(item);
    let numbers: Option<Vec<i64>> =
        list.iter().map(|item| reader.integer(item, all.clone())).collect();
    match numbers?[..] {
        [one] => Some([one, one]),
        [low, high] if low <= high => Some([low, high]),
        [low, high] => empty(reader, &item.span, low, high),
        _ => {
            reader.wrong(&item.span, "this is not a range").expected =
                "a number, or the smallest and the greatest as [0, 12]".into();
            None
        }
    }
}

fn empty<T>(
    reader: &mut Reader<'_, '_>,
    span: &Range<usize>,
    low: impl std::fmt::Display,
    high: impl std::fmt::Display,
) -> Option<T> {
    let message = format!("nothing is at least {low} and at most {high}");
    reader.wrong(span, message).help = Some("write the smaller one first".into());
    None
}

pub(super) fn floats<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Value> {
    let mut numbers = Vec::new();
    for item in reader.list(item) {
        let number = match item.value {
            DeValue::Integer(integer) => integer.as_str().parse::<f64>().ok(),
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => return reader.not(&item, "a number", "0.5"),
        };
        match number.filter(|number| number.is_finite()) {
            Some(number) => numbers.push(number),
            None => {
                reader.wrong(&item.span, "this number is out of range").expected =
                    "a number that is finite".into();
                return None;
            }
        }
    }
    match numbers[..] {
        [one] => Some(Value::Real(one, one)),
        [low, high] if low <= high => Some(Value::Real(low, high)),
        [low, high] => empty(reader, &item.span, low, high),
        _ => {
            reader.wrong(&item.span, "this is not a range").expected =
                "the smallest and the greatest as [-1.5, 1.5]".into();
            None
        }
    }
}

pub(super) fn text<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    length: Option<Item<'t>>,
) -> Option<Value> {
    let alphabet = reader.string(item)?;
    let letters = match letters(alphabet) {
        Ok(letters) => letters,
        Err(message) => {
            reader.wrong(&item.span, message).expected =
                "letters and ranges such as \"a-zA-Z \"".into();
            return None;
        }
    };
    let (least, most) = match length {
        None => USUAL,
        Some(item) => {
            let [low, high] = range(reader, &item, 0..=MOST)?;
            (low as usize, high as usize)
        }
    };
    if letters.is_empty() && most > 0 {
        reader.wrong(&item.span, "there are no letters to make a text of").expected =
            "letters and ranges such as \"a-z\"".into();
        return None;
    }
    Some(Value::Text(letters, least, most))
}

/// The letters of an alphabet: `a-z` stands for all between them.
fn letters(alphabet: &str) -> Result<Vec<u8>, String> {
    let bytes = alphabet.as_bytes();
    if let Some(other) = alphabet.chars().find(|c| !matches!(c, ' '..='~')) {
        return Err(format!("`{}` can't be typed in a test", other.escape_default()));
    }
    let mut letters = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if let [from, b'-', to, ..] = bytes[at..] {
            if from > to {
                let (from, to) = (char::from(from), char::from(to));
                return Err(format!("there is nothing from `{from}` to `{to}`"));
            }
            letters.extend(from..=to);
            at += 3;
        } else {
            letters.push(bytes[at]);
            at += 1;
        }
    }
    letters.sort_unstable();
    letters.dedup();
    Ok(letters)
}

fn choice<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Value> {
    let list = reader.list(item);
    if list.is_empty() {
        reader.wrong(&item.span, "there is nothing to choose from").expected =
            "at least one line such as [\"+\", \"-\"]".into();
        return None;
    }
    let lines: Option<Vec<Vec<u8>>> = list.iter().map(|item| line(reader, item)).collect();
    lines.map(Value::Choice)
}

/// A line: a text, or a number.
fn line<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Vec<u8>> {
    let text = match item.value {
        DeValue::Integer(integer) => integer.as_str(),
        DeValue::Float(float) => float.as_str(),
        DeValue::String(text) => text,
        _ => return reader.not(item, "a line", "\"q\""),
    };
    if text.chars().any(char::is_control) {
        reader.wrong(&item.span, "this is more than one line").expected = "a single line".into();
        return None;
    }
    Some(text.as_bytes().to_vec())
}
