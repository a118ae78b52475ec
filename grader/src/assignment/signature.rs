//! Reads what functions take and return: `[test.arguments]`, an entry for each argument in their
//! order, and `returns`; and what calls share, `[test.state]`, which is described in the same way. What
//! contradicts itself is a mistake of the line that does.

use std::ops::Range;

use mips_sim::isa::reg;
use toml::de::{DeTable, DeValue};

use super::inputs;
use super::keys;
use super::program::{self, Reference};
use super::table::{Item, Reader, Table};
use tester::calls::{
    Argument, Linked, NodePart, Number, Passed, Register, Returned, Shape, Signature, Size, State,
};
use tester::programs::ValueRange as Value;

/// The most values, rows or nodes.
const MOST: i64 = 200;
/// How many there are if nobody says so.
const USUAL: (usize, usize) = (0, 6);
/// Where the first argument is that has no register: by convention there is room for four below it.
const ON_STACK: u32 = 16;

/// What says what an argument is; one of these.
const SHAPES: [&str; 17] = [
    "int", "uint", "half", "byte", "char", "bool", "float", "double", "choice", "text", "of",
    "struct", "list", "tree", "room", "handle", "state",
];
/// The most bytes that only functions understand.
const MOST_ROOM: i64 = 1 << 16;

/// Reads what a function is called and what it takes and returns.
pub(super) fn signature<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    reference: Option<&Reference>,
    state: &Signature,
) -> Option<Signature> {
    let label = reader.need(table, "label", "\"push\"", |reader, item| {
        let label = reader.string(item)?;
        program::code_label(reader, label, &item.span, reference);
        Some(label)
    });
    let arguments = match table.get("arguments") {
        Some(item) => arguments(reader, &item, Some(&state.arguments)),
        None => Some(Vec::new()),
    };
    let returns = match (&arguments, table.get("returns")) {
        (Some(arguments), Some(item)) => returns(reader, &item, arguments, &state.arguments),
        _ => Some(Vec::new()),
    };
    Some(Signature { label: label?.into(), arguments: arguments?, returns: returns? })
}

/// Reads what calls share.
pub(super) fn state<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Signature> {
    let arguments = arguments(reader, item, None)?;
    Some(Signature { label: String::new(), arguments, returns: Vec::new() })
}

/// The entries of a table in the order of the file.
fn entries<'t>(table: &'t DeTable<'t>) -> Vec<(&'t str, Range<usize>, Item<'t>)> {
    let entries = table.iter().map(|(name, value)| {
        let item = Item { value: value.get_ref(), span: value.span() };
        (name.get_ref().as_ref(), name.span(), item)
    });
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|(_, span, _)| span.start);
    entries
}

/// Arguments, which may be parts of this state; or the parts of a state.
fn arguments<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    state: Option<&[Argument]>,
) -> Option<Vec<Argument>> {
    let DeValue::Table(table) = item.value else {
        return reader.not(item, "a table", "{ n = { int = [0, 12] } }");
    };
    let entries = entries(table);
    let names: Vec<&str> = entries.iter().map(|(name, ..)| *name).collect();
    let mut places = Places::default();
    let mut counted: Vec<(usize, Range<usize>)> = Vec::new();
    let mut list: Vec<Option<Argument>> = Vec::new();
    for (name, span, item) in &entries {
        let DeValue::Table(inner) = item.value else {
            list.push(reader.not(item, "a table", "{ int = [0, 12] }"));
            continue;
        };
        let table =
            reader.table(inner, item.span.clone(), "an argument", &[keys::ARGUMENT], |_| None);
        let shape =
            shape(reader, &table, Within { names: &names, state, outer: true }, &mut counted);
        let passed = match (table.get("in"), state) {
            (Some(_), None) => {
                let message = "what calls share is handed over by the arguments of each";
                reader.wrong(&table.place_of("in"), message).help = Some(format!(
                    "write `in` beside `state = \"{name}\"` in the arguments of a function"
                ));
                None
            }
            (None, None) => Some(Passed::Kept),
            (Some(item), Some(_)) => register(reader, &item).map(Passed::In),
            (None, Some(_)) => shape.as_ref().map(|shape| places.next(shape)),
        };
        let mut flag = |key| reader.get(&table, key, Reader::flag);
        let (unset, compared) = (flag("unset"), flag("compare"));
        let number = matches!(shape, Some(Shape::Number(_))) && state.is_some();
        if let (Some(Shape::Number(Number::Float(..) | Number::Double(..))), None) = (&shape, state)
        {
            reader.wrong(&item.span, "a number with a fraction can't be shared by calls").help =
                Some("put it into a `struct`".into());
        }
        if let (Some(state), false) = (state, matches!(shape, Some(Shape::State(_))))
            && state.iter().any(|part| part.name == *name)
        {
            let message = format!("`{name}` is a part of the state, and something else here");
            reader.wrong(span, message).help =
                Some(format!("write `{{ state = \"{name}\" }}`, or choose another name"));
        }
        let given = [("unset", unset.is_some()), ("compare", compared.is_some())];
        for (key, _) in given.into_iter().filter(|(_, given)| *given && number) {
            reader.wrong(&table.place_of(key), format!("`{name}` is a number, not memory")).help =
                Some(format!("leave `{key}` out"));
        }
        let unset = unset.unwrap_or(false);
        if let (true, Some(Shape::State(_))) = (unset || compared.is_some(), &shape) {
            let key = if unset { "unset" } else { "compare" };
            reader.wrong(&table.place_of(key), format!("`{key}` belongs to `[test.state]`"));
        }
        if let (true, Some(Shape::List(_) | Shape::Tree(_))) = (unset, &shape) {
            let message = "nodes can't be room for a result: nobody would know where they are";
            reader.wrong(&table.place_of("unset"), message);
        }
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            reader.wrong(span, "this is not a name").expected =
                "letters, digits and `_`, such as `count`".into();
        }
        list.push(shape.zip(passed).map(|(shape, passed)| Argument {
            name: (*name).to_string(),
            shape,
            passed,
            unset,
            compared: compared.unwrap_or(true),
        }));
    }
    let list: Vec<Argument> = list.into_iter().collect::<Option<_>>()?;
    for (at, span) in counted {
        let counts = match &list[at].shape {
            Shape::Number(Number::Int(low, high, 4) | Number::Uint(low, high)) => {
                0 <= *low && *high <= MOST
            }
            _ => false,
        };
        if !counts {
            let message = format!("`{}` can't say how many there are", names[at]);
            reader.wrong(&span, message).expected =
                format!("an argument with `int` whose numbers are from 0 to {MOST}");
            return None;
        }
    }
    Some(list)
}

/// Which registers are taken.
#[derive(Default)]
struct Places {
    integers: u8,
    floats: u8,
    stack: u32,
}

impl Places {
    fn next(&mut self, shape: &Shape) -> Passed {
        const A0: u8 = 4;
        const F12: u8 = 12;
        let width = match shape {
            Shape::Number(Number::Float(..)) => Some(4),
            Shape::Number(Number::Double(..)) => Some(8),
            _ => None,
        };
        if width.is_some() && self.floats < 2 {
            self.floats += 1;
            return Passed::In(Register::Float(F12 + 2 * (self.floats - 1)));
        }
        if width.is_none() && self.integers < 4 {
            self.integers += 1;
            return Passed::In(Register::Integer(A0 + self.integers - 1));
        }
        let width = width.unwrap_or(4);
        let at = self.stack.next_multiple_of(width);
        self.stack = at + width;
        Passed::OnStack(ON_STACK + at)
    }
}

/// A register by its name, with or without the dollar sign.
fn register(reader: &mut Reader<'_, '_>, item: &Item<'_>) -> Option<Register> {
    let text = item.value.as_str().unwrap_or_default();
    let found = named_register(text);
    if found.is_none() {
        reader
            .wrong(&item.span, format!("`{text}` is not a register that holds an argument"))
            .expected = "a register such as \"a0\", \"t0\" or \"f12\"".into();
    }
    found
}

fn named_register(text: &str) -> Option<Register> {
    let bare = text.trim_start_matches('$');
    let float = bare.strip_prefix('f').and_then(|number| number.parse::<u8>().ok());
    if let Some(number) = float.filter(|number| *number < 32) {
        return Some(Register::Float(number));
    }
    let (number, _) = reg::integer(&format!("${bare}")).filter(|_| !bare.is_empty())?;
    // 0, and those that the call itself sets.
    (!matches!(number, 0 | 29 | 31)).then_some(Register::Integer(number))
}

/// Where a value is described.
#[derive(Clone, Copy)]
struct Within<'a> {
    /// The arguments, or the parts of the state.
    names: &'a [&'a str],
    /// The state that arguments may name; none inside of it.
    state: Option<&'a [Argument]>,
    /// Whether it is an argument itself, and not inside of one.
    outer: bool,
}

/// What a value is, by the one key that says so.
fn shape<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    within: Within<'_>,
    counted: &mut Vec<(usize, Range<usize>)>,
) -> Option<Shape> {
    let given: Vec<&str> = SHAPES.into_iter().filter(|key| table.get(key).is_some()).collect();
    let [kind] = given[..] else {
        let message = match given.as_slice() {
            [first, second, ..] => format!("`{first}` and `{second}` contradict each other"),
            _ => "it is not said what this is".to_string(),
        };
        let place = given.get(1).map_or(table.span.clone(), |key| table.place_of(key));
        reader.wrong(&place, message).expected =
            format!("one of {}", crate::wording::listed(&SHAPES));
        return None;
    };
    let allowed: &[&str] = match kind {
        "text" => &["length"],
        "of" if table.get("rows").or(table.get("columns")).is_some() => &["rows", "columns"],
        "of" => &["count", "sorted"],
        "list" | "tree" => &["count", "sorted", "node"],
        _ => &[],
    };
    for key in ["length", "count", "rows", "columns", "sorted", "node"] {
        if table.get(key).is_some() && !allowed.contains(&key) {
            reader
                .wrong(&table.place_of(key), format!("`{key}` and `{kind}` contradict each other"));
            return None;
        }
    }
    let item = table.get(kind)?;
    let whole = |low: i64, high: i64, width| Shape::Number(Number::Int(low, high, width));
    let mut size = |reader: &mut Reader<'t, '_>, key: &str| match table.get(key) {
        Some(item) => size(reader, &item, within, counted),
        None => Some(Size::Between(USUAL.0, USUAL.1)),
    };
    match kind {
        "int" => inputs::range(reader, &item, i64::from(i32::MIN)..=i64::from(i32::MAX))
            .map(|[low, high]| whole(low, high, 4)),
        "half" => {
            inputs::range(reader, &item, -0x8000..=0x7fff).map(|[low, high]| whole(low, high, 2))
        }
        "byte" => inputs::range(reader, &item, -0x80..=0x7f).map(|[low, high]| whole(low, high, 1)),
        "uint" => inputs::range(reader, &item, 0..=i64::from(u32::MAX))
            .map(|[low, high]| Shape::Number(Number::Uint(low, high))),
        "char" => match inputs::text(reader, &item, None)? {
            Value::Text(letters, ..) if !letters.is_empty() => {
                Some(Shape::Number(Number::Char(letters)))
            }
            _ => {
                reader.wrong(&item.span, "there are no characters").expected =
                    "letters and ranges such as \"a-z\"".into();
                None
            }
        },
        "bool" => reader.flag(&item).map(|_| Shape::Number(Number::Bool)),
        "float" | "double" => {
            let Value::Real(low, high) = inputs::floats(reader, &item)? else { return None };
            Some(Shape::Number(match kind {
                "float" => Number::Float(low, high),
                _ => Number::Double(low, high),
            }))
        }
        "choice" => {
            let words = i64::from(i32::MIN)..=i64::from(i32::MAX);
            let list = reader.list(&item);
            let list = list.iter().map(|item| reader.integer(item, words.clone()));
            let list: Vec<i32> = list.map(|n| n.map(|n| n as i32)).collect::<Option<_>>()?;
            if list.is_empty() {
                reader.wrong(&item.span, "there is nothing to choose from").expected =
                    "at least one number such as [0, 1]".into();
                return None;
            }
            Some(Shape::Number(Number::Choice(list)))
        }
        "text" => match inputs::text(reader, &item, table.get("length"))? {
            Value::Text(letters, least, most) => Some(Shape::Text { letters, least, most }),
            _ => None,
        },
        "of" if allowed.contains(&"rows") => {
            let (rows, columns) = (size(reader, "rows"), size(reader, "columns"));
            let of = Box::new(inner(reader, &item, within, counted)?);
            Some(Shape::Matrix { of, rows: rows?, columns: columns? })
        }
        "of" => {
            let size = size(reader, "count");
            let sorted = reader.get(table, "sorted", Reader::flag).unwrap_or(false);
            let of = Box::new(inner(reader, &item, within, counted)?);
            Some(Shape::Array { of, size: size?, sorted })
        }
        "struct" => {
            let DeValue::Table(fields) = item.value else {
                return reader.not(&item, "a table", "{ x = { int = [0, 9] } }");
            };
            let mut list = Vec::new();
            for (name, _, item) in entries(fields) {
                list.push((name.to_string(), inner(reader, &item, within, counted)?));
            }
            if list.is_empty() {
                reader.wrong(&item.span, "this has no fields").expected =
                    "a field such as `x = { int = [0, 9] }`".into();
                return None;
            }
            Some(Shape::Struct(list))
        }
        "room" => reader.integer(&item, 1..=MOST_ROOM).map(|bytes| Shape::Room(bytes as u32)),
        "handle" => reader.flag(&item).map(|_| Shape::Handle),
        "state" => {
            let name = reader.string(&item)?;
            let Some(parts) = within.state.filter(|_| within.outer) else {
                reader.wrong(&table.place_of("state"), "only an argument itself can be the state");
                return None;
            };
            let number = parts.iter().position(|part| part.name == name);
            if number.is_none() {
                let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
                reader.unknown(&item.span, "part of the state", name, &names);
            }
            number.map(|number| Shape::State(State { number, name: name.into() }))
        }
        _ => {
            let size = size(reader, "count");
            let sorted = reader.get(table, "sorted", Reader::flag).unwrap_or(false);
            let node = node(reader, table, kind == "tree");
            let of = Box::new(inner(reader, &item, within, counted)?);
            let linked = Linked { of, size: size?, sorted, node: node? };
            Some(if kind == "tree" { Shape::Tree(linked) } else { Shape::List(linked) })
        }
    }
}

/// A value inside of another.
fn inner<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    within: Within<'_>,
    counted: &mut Vec<(usize, Range<usize>)>,
) -> Option<Shape> {
    let DeValue::Table(table) = item.value else {
        return reader.not(item, "a table", "{ int = [0, 9] }");
    };
    let own: Vec<&'static str> = keys::ARGUMENT
        .iter()
        .copied()
        .filter(|key| !["in", "unset", "compare"].contains(key))
        .collect();
    let table = reader.table(table, item.span.clone(), "a value", &[&own], |_| None);
    shape(reader, &table, Within { outer: false, ..within }, counted)
}

/// The parts of a node in their order.
fn node<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>, tree: bool) -> Option<Vec<NodePart>> {
    let parts = match tree {
        true => [("value", NodePart::Value), ("left", NodePart::Next), ("right", NodePart::Other)],
        false => {
            [("value", NodePart::Value), ("next", NodePart::Next), ("previous", NodePart::Other)]
        }
    };
    let Some(item) = table.get("node") else {
        return Some(parts[..if tree { 3 } else { 2 }].iter().map(|(_, part)| *part).collect());
    };
    let mut found: Vec<NodePart> = Vec::new();
    for item in reader.list(&item) {
        let part = reader.one_of(&item, "part of a node", &parts)?;
        if found.contains(&part) {
            reader.wrong(&item.span, "this part is there twice");
            return None;
        }
        found.push(part);
    }
    let needed = &parts[..if tree { 3 } else { 2 }];
    if let Some((name, _)) = needed.iter().find(|(_, part)| !found.contains(part)) {
        reader.wrong(&item.span, format!("the node has no `{name}`")).expected = format!(
            "all of {}",
            crate::wording::listed(&needed.iter().map(|(n, _)| *n).collect::<Vec<_>>())
        );
        return None;
    }
    Some(found)
}

/// How many there are: a number, two, or the name of an argument.
fn size<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    within: Within<'_>,
    counted: &mut Vec<(usize, Range<usize>)>,
) -> Option<Size> {
    let DeValue::String(name) = item.value else {
        let [low, high] = inputs::range(reader, item, 0..=MOST)?;
        return Some(Size::Between(low as usize, high as usize));
    };
    if !within.outer {
        reader
            .wrong(&item.span, "only what an argument itself leads to can be counted by another")
            .expected = "a number, or two".into();
        return None;
    }
    match within.names.iter().position(|other| other == name) {
        Some(at) => {
            counted.push((at, item.span.clone()));
            Some(Size::Of(at))
        }
        None => {
            reader.unknown(&item.span, "argument", name, within.names);
            None
        }
    }
}

/// What is returned: `"int"` in `$v0`, `"float"` in `$f0`, or a table of registers.
fn returns<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    arguments: &[Argument],
    state: &[Argument],
) -> Option<Vec<(Register, Returned)>> {
    let DeValue::Table(table) = item.value else {
        let text = reader.string(item)?;
        if text == "nothing" {
            return Some(Vec::new());
        }
        let returned = returned(reader, item, text, arguments, state)?;
        let float = matches!(returned, Returned::Number(Number::Float(..) | Number::Double(..)));
        let register = if float { Register::Float(0) } else { Register::Integer(2) };
        return Some(vec![(register, returned)]);
    };
    let mut list = Vec::new();
    for (name, span, item) in entries(table) {
        let Some(register) = named_register(name) else {
            reader
                .wrong(&span, format!("`{name}` is not a register that holds a result"))
                .expected = "a register such as `v0`, `v1` or `f0`".into();
            return None;
        };
        let text = reader.string(&item)?;
        list.push((register, returned(reader, &item, text, arguments, state)?));
    }
    Some(list)
}

fn returned(
    reader: &mut Reader<'_, '_>,
    item: &Item<'_>,
    text: &str,
    arguments: &[Argument],
    state: &[Argument],
) -> Option<Returned> {
    let number = match text {
        "int" => Number::Int(i64::from(i32::MIN), i64::from(i32::MAX), 4),
        "uint" => Number::Uint(0, i64::from(u32::MAX)),
        "char" => Number::Char(Vec::new()),
        "bool" => Number::Bool,
        "float" => Number::Float(0.0, 0.0),
        "double" => Number::Double(0.0, 0.0),
        "text" => return Some(Returned::Text),
        "address" => return Some(Returned::Address),
        name => {
            let at = arguments.iter().position(|argument| argument.name == name);
            if let Some(Shape::State(state)) = at.map(|at| &arguments[at].shape) {
                return Some(Returned::State(state.clone()));
            }
            if let Some(number) = state.iter().position(|part| part.name == name) {
                return Some(Returned::State(State { number, name: name.into() }));
            }
            let leads = at.filter(|at| !matches!(arguments[*at].shape, Shape::Number(_)));
            if leads.is_none() {
                let kinds = [
                    "int", "uint", "char", "bool", "float", "double", "text", "address", "nothing",
                ];
                let names = arguments.iter().chain(state).map(|argument| argument.name.as_str());
                let all: Vec<&str> = kinds.into_iter().chain(names).collect();
                reader.unknown(&item.span, "result", name, &all);
            }
            return leads.map(Returned::Like);
        }
    };
    Some(Returned::Number(number))
}
