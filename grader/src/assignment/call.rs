//! Reads the calls of a function: registers and memory before and after.

use std::ops::Range;

use mips_sim::diag::explain::{did_you_mean, nearest};
use mips_sim::isa::reg;
use toml::de::{DeTable, DeValue};

use super::program::{self, Reference};
use super::table::{Item, Reader, Table};
use super::{FunctionCall, MemoryPlace, Real, Value, keys};

/// How far behind a label or the start of a buffer a place can be.
const MOST_OFFSET: u32 = 1 << 20;
/// How many bytes one entry can set or ask for.
const MOST_BYTES: usize = 1 << 16;

/// Reads a call.
pub(super) fn call<'t>(
    reader: &mut Reader<'t, '_>,
    table: &'t DeTable<'t>,
    span: Range<usize>,
    reference: Option<&Reference>,
) -> FunctionCall {
    let table = reader.table(table, span, "a call", &[keys::CALL], |_| None);
    let (mut pointers, mut after) = (Vec::new(), Vec::new());
    let call = FunctionCall {
        registers: registers(reader, &table, "registers", reference),
        floats: floats(reader, &table, "registers"),
        memory: memory(reader, &table, "memory", reference, &mut pointers),
        then_registers: registers(reader, &table, "then-registers", reference),
        then_floats: floats(reader, &table, "then-registers"),
        then_memory: memory(reader, &table, "then-memory", reference, &mut after),
        output: reader.get(&table, "output", Reader::bytes),
        input: reader.get(&table, "input", Reader::bytes).unwrap_or_default(),
        pointers,
        then_pointers: after,
        ..FunctionCall::default()
    };
    if ["then-registers", "then-memory", "output"].iter().all(|key| table.get(key).is_none()) {
        let mistake = reader.wrong(&table.span, "nothing is asked of this call");
        mistake.expected = "`then-registers`, `then-memory` or `output`".into();
    }
    unreachable_buffers(reader, &table, &call);
    call
}

/// A buffer whose address is in no register is one that the function can't know of.
fn unreachable_buffers<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>, call: &FunctionCall) {
    let told: Vec<&str> = call
        .registers
        .iter()
        .filter_map(|(_, value)| match value {
            Value::Address(MemoryPlace::Buffer(name, _)) => Some(name.as_str()),
            _ => None,
        })
        .chain(call.pointers.iter().filter_map(|(_, target)| match target {
            MemoryPlace::Buffer(name, _) => Some(name.as_str()),
            MemoryPlace::Label(..) => None,
        }))
        .collect();
    let after = call.then_registers.iter().filter_map(|(_, value)| match value {
        Value::Address(place) => Some(("then-registers", place)),
        Value::Word(_) => None,
    });
    let memory = call.memory.iter().map(|(place, _)| ("memory", place));
    let then = call.then_memory.iter().map(|(place, _)| ("then-memory", place));
    let mut said: Vec<&str> = Vec::new();
    for (key, place) in memory.chain(then).chain(after) {
        let MemoryPlace::Buffer(name, _) = place else { continue };
        if told.contains(&name.as_str()) || said.contains(&name.as_str()) {
            continue;
        }
        said.push(name);
        let message = format!("no register tells the function where `@{name}` is");
        let mistake = reader.wrong(&table.place_of(key), message);
        mistake.help =
            Some(format!("put its address into a register: `registers = {{ a0 = \"@{name}\" }}`"));
    }
}

/// A table below a key.
fn inner<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    key: &'static str,
    example: &str,
) -> Vec<(&'t str, Range<usize>, Item<'t>)> {
    let Some(item) = table.get(key) else { return Vec::new() };
    match item.value {
        DeValue::Table(inner) => {
            let entries = inner.iter().map(|(name, value)| {
                let item = Item { value: value.get_ref(), span: value.span() };
                (name.get_ref().as_ref(), name.span(), item)
            });
            let mut entries: Vec<_> = entries.collect();
            // The table is sorted by name; mistakes and checks follow the file.
            entries.sort_by_key(|(_, span, _)| span.start);
            entries
        }
        _ => {
            reader.not::<()>(&item, "a table", example);
            Vec::new()
        }
    }
}

fn registers<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    key: &'static str,
    reference: Option<&Reference>,
) -> Vec<(u8, Value)> {
    let mut found: Vec<(u8, Value)> = Vec::new();
    let before = key == "registers";
    for (name, span, item) in inner(reader, table, key, &format!("{key} = {{ a0 = 5 }}")) {
        if float_register(name).is_some() {
            continue;
        }
        let number = register(reader, name, &span);
        let value = value(reader, &item, reference);
        let (Some(number), Some(value)) = (number, value) else { continue };
        let fixed = match number {
            0 => Some("it is always 0"),
            // The caller's return address and stack belong to the call itself.
            29 | 31 if before => Some("the call sets it"),
            _ => None,
        };
        if let Some(why) = fixed {
            let message = format!("`{name}` can't be given a value: {why}");
            reader.wrong(&span, message);
            continue;
        }
        if found.iter().any(|(other, _)| *other == number) {
            reader.wrong(&span, format!("`{name}` is there twice"));
        }
        found.push((number, value));
    }
    found
}

/// Numbers with fractions in their registers: `f12 = 1.5`, or `f12 = { double = 1.5 }`.
fn floats<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    key: &'static str,
) -> Vec<(u8, Real)> {
    let mut found = Vec::new();
    // What else is wrong with the table has been said.
    let Some(Item { value: DeValue::Table(_), .. }) = table.get(key) else { return found };
    for (name, span, item) in inner(reader, table, key, "") {
        let Some(register) = float_register(name) else { continue };
        let (number, double) = match item.value {
            DeValue::Table(own) => {
                let own = reader.table(own, item.span.clone(), "a number", &[keys::REAL], |_| None);
                let number = reader.need(&own, "double", "1.5", signed);
                (number, true)
            }
            _ => (signed(reader, &item), false),
        };
        if register > 31 || double && register % 2 == 1 {
            let message = format!("there is no register `{name}` for this number");
            reader.wrong(&span, message).expected =
                "one from `f0` to `f31`, with an even number for a double".into();
        }
        found.extend(number.map(|number| match double {
            true => (register, Real::Double(number)),
            false => (register, Real::Single(number as f32)),
        }));
    }
    found
}

/// The number of a register for numbers with fractions.
fn float_register(name: &str) -> Option<u8> {
    name.trim_start_matches('$').strip_prefix('f')?.parse().ok()
}

fn signed<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<f64> {
    match item.value {
        DeValue::Integer(integer) => integer.as_str().parse().ok(),
        DeValue::Float(float) => float.as_str().parse().ok(),
        _ => reader.not(item, "a number", "1.5"),
    }
}

/// A register by its name, with or without the dollar sign.
fn register(reader: &mut Reader<'_, '_>, name: &str, span: &Range<usize>) -> Option<u8> {
    let full = if name.starts_with('$') { name.to_string() } else { format!("${name}") };
    let number = reg::integer(&full).map(|(number, _)| number).filter(|_| full.len() > 1);
    if number.is_none() {
        let near = did_you_mean(&nearest(&full, reg::NAMES));
        let mistake = reader.wrong(span, format!("there is no register `{name}`"));
        mistake.expected = "a register such as `a0`".into();
        mistake.help = near;
    }
    number
}

/// A number, or the address of a place.
fn value<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    reference: Option<&Reference>,
) -> Option<Value> {
    if let DeValue::String(text) = item.value {
        return place(reader, text, &item.span, reference).map(Value::Address);
    }
    let range = i64::from(i32::MIN)..=i64::from(u32::MAX);
    reader.integer(item, range).map(|number| Value::Word(number as u32))
}

/// `label`, `label+8`, `@buffer` or `@buffer+8`.
fn place(
    reader: &mut Reader<'_, '_>,
    text: &str,
    span: &Range<usize>,
    reference: Option<&Reference>,
) -> Option<MemoryPlace> {
    let (name, offset) = match text.split_once('+') {
        Some((name, offset)) => (name.trim(), offset.trim().parse::<u32>().ok()),
        None => (text.trim(), Some(0)),
    };
    let offset = offset.filter(|offset| *offset <= MOST_OFFSET);
    let bare = name.strip_prefix('@').unwrap_or(name);
    let (Some(offset), false) = (offset, bare.is_empty()) else {
        let mistake = reader.wrong(span, format!("`{text}` is not a place in memory"));
        mistake.expected =
            "a label or a buffer, as in `board`, `board+8`, `@row` or `@row+8`".into();
        return None;
    };
    if name.starts_with('@') {
        return Some(MemoryPlace::Buffer(bare.into(), offset));
    }
    program::any_label(reader, name, span, reference);
    Some(MemoryPlace::Label(name.into(), offset))
}

fn memory<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    key: &'static str,
    reference: Option<&Reference>,
    pointers: &mut Vec<(MemoryPlace, MemoryPlace)>,
) -> Vec<(MemoryPlace, Vec<u8>)> {
    let mut found = Vec::new();
    for (name, span, item) in inner(reader, table, key, &format!("{key} = {{ \"@row\" = [2, 2] }}"))
    {
        let place = place(reader, name, &span, reference);
        let mut addresses = Vec::new();
        let bytes = contents(reader, &item, reference, &mut addresses);
        if let Some(place) = &place {
            let at = |(offset, target)| (place.further(offset), target);
            pointers.extend(addresses.into_iter().map(at));
        }
        if let Some(bytes) = &bytes
            && !(1..=MOST_BYTES).contains(&bytes.len())
        {
            let mistake = reader.wrong(&item.span, format!("these are {} bytes", bytes.len()));
            mistake.expected = format!("from 1 to {MOST_BYTES} bytes");
        }
        found.extend(place.zip(bytes));
    }
    found
}

/// Words, a text with a zero behind it, or a table that says what else it is.
fn contents<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    reference: Option<&Reference>,
    addresses: &mut Vec<(u32, MemoryPlace)>,
) -> Option<Vec<u8>> {
    match item.value {
        DeValue::Array(_) | DeValue::Integer(_) => words(reader, item, reference, addresses),
        DeValue::String(text) => Some([text.as_bytes(), &[0]].concat()),
        DeValue::Table(table) => {
            let span = item.span.clone();
            let inner = reader.table(table, span, "memory", &[keys::MEMORY], |_| None);
            let given: Vec<_> =
                keys::MEMORY.iter().filter_map(|key| Some((*key, inner.get(key)?))).collect();
            let [(key, item)] = given.as_slice() else {
                let mistake = reader.wrong(&item.span, "this is not one thing");
                mistake.expected =
                    "exactly one of `words`, `halves`, `bytes`, `text`, `ascii`".into();
                return None;
            };
            match *key {
                "words" => words(reader, item, reference, addresses),
                "halves" => numbers(reader, item, 2),
                "bytes" => numbers(reader, item, 1),
                "text" => reader.string(item).map(|text| [text.as_bytes(), &[0]].concat()),
                _ => reader.bytes(item),
            }
        }
        _ => reader.not(item, "numbers or a text", "[2, 2, 0]"),
    }
}

/// Numbers and addresses of places.
fn words<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    reference: Option<&Reference>,
    addresses: &mut Vec<(u32, MemoryPlace)>,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for item in reader.list(item) {
        let word = match value(reader, &item, reference)? {
            Value::Word(word) => word,
            Value::Address(place) => {
                addresses.push((bytes.len() as u32, place));
                0
            }
        };
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    Some(bytes)
}

/// Numbers of so many bytes each, lowest byte first.
fn numbers<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>, width: usize) -> Option<Vec<u8>> {
    let range = -(1i64 << (8 * width - 1))..=(1i64 << (8 * width)) - 1;
    let mut bytes = Vec::new();
    for item in reader.list(item) {
        let number = reader.integer(&item, range.clone())?;
        bytes.extend_from_slice(&number.to_le_bytes()[..width]);
    }
    Some(bytes)
}
