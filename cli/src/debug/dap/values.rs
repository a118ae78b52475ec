//! What a client shows of a moment: frames, registers, data, memory, instructions.

use anyhow::{anyhow, bail};
use debugger::{Expression, Location};
use mips_sim::Image;
use mips_sim::image::{Element, Variable};
use mips_sim::isa::codec::disassemble;
use mips_sim::isa::reg;
use serde_json::{Value, json};

use super::session::{Session, address, real_path};
use crate::debug::words;

/// The lists of values that can be asked for.
const REGISTERS: u64 = 1;
const FLOATS: u64 = 2;
const COPROCESSOR: u64 = 3;
const DATA: u64 = 4;
const FRAME: u64 = 5;
/// The elements of a label's data, by its number from here on.
const ELEMENTS: u64 = 1000;
/// The most elements and bytes in one answer.
const MOST: usize = 4096;

/// What to read a place by, and what to call it.
type Named = (String, Location);

fn source(image: &Image, pc: u32) -> Value {
    match image.place(pc) {
        Some(place) => {
            let path = real_path(place.file_name());
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            json!({ "name": name, "path": path })
        }
        None => Value::Null,
    }
}

impl Session {
    pub(super) fn stack_trace(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let debugger = self.debugger()?;
        let stack = debugger.stack();
        let image = debugger.image();
        let mut pc = debugger.pc();
        let mut frames = Vec::new();
        let names =
            stack.calls.iter().rev().map(|call| (Some(call.frame.function), call.frame.call));
        for (id, (function, call)) in (1..).zip(names.chain([(None, 0)])) {
            let name = function.map_or("main program".into(), |at| words::labelled(image, at));
            let mut frame = json!({
                "id": id, "name": name, "column": 1,
                "line": image.place(pc).map_or(0, |place| place.line),
                "instructionPointerReference": format!("0x{pc:08x}"),
            });
            if image.place(pc).is_some() {
                frame["source"] = source(image, pc);
            }
            frames.push(frame);
            pc = call;
        }
        let total = frames.len();
        let first = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let most = match arguments["levels"].as_u64() {
            Some(0) | None => MOST,
            Some(levels) => levels as usize,
        };
        let frames: Vec<Value> = frames.into_iter().skip(first).take(most).collect();
        Ok(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    pub(super) fn scopes(&mut self, _: &Value) -> anyhow::Result<Value> {
        self.debugger()?;
        let scope = |name: &str, reference: u64| json!({ "name": name, "variablesReference": reference, "expensive": false });
        Ok(json!({ "scopes": [
            scope("Registers", REGISTERS), scope("Data", DATA), scope("Stack frame", FRAME),
            scope("Floating point", FLOATS), scope("Coprocessor 0", COPROCESSOR),
        ] }))
    }

    pub(super) fn variables(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let reference = arguments["variablesReference"].as_u64().unwrap_or(0);
        let debugger = self.debugger()?;
        if reference == COPROCESSOR {
            let cp0 = debugger.machine().cpu.cp0;
            let row = |name: &str, value: u32| json!({ "name": name, "value": format!("0x{value:08x}"), "variablesReference": 0 });
            return Ok(json!({ "variables": [
                row("vaddr", cp0.vaddr), row("status", cp0.status),
                row("cause", cp0.cause), row("epc", cp0.epc),
            ] }));
        }
        if reference == DATA {
            return Ok(json!({ "variables": self.data()? }));
        }
        let first = arguments["start"].as_u64().unwrap_or(0) as usize;
        let most = match arguments["count"].as_u64() {
            Some(0) | None => MOST,
            Some(count) => (count as usize).min(MOST),
        };
        let rows = self.named(reference)?;
        let debugger = self.debugger()?;
        let scene = debugger.scene();
        let shown = |(name, location): &Named| {
            let bits = location.value(&scene).unwrap_or(0);
            let value = match location {
                Location::Float(number) if number % 2 == 0 => {
                    let cpu = &debugger.machine().cpu;
                    format!("{} (double {})", cpu.single(*number), cpu.double(*number))
                }
                Location::Float(number) => debugger.machine().cpu.single(*number).to_string(),
                _ => words::value(bits),
            };
            let mut row = json!({ "name": name, "value": value, "variablesReference": 0 });
            if let Location::Memory { address, .. } = location {
                row["memoryReference"] = json!(format!("0x{address:08x}"));
            } else {
                row["memoryReference"] = json!(format!("0x{bits:08x}"));
                row["evaluateName"] = json!(name);
            }
            row
        };
        let rows: Vec<Value> = rows.iter().skip(first).take(most).map(shown).collect();
        Ok(json!({ "variables": rows }))
    }

    /// The places of a list, with their names.
    fn named(&mut self, reference: u64) -> anyhow::Result<Vec<Named>> {
        let debugger = self.debugger()?;
        Ok(match reference {
            REGISTERS => {
                let registers = reg::NAMES.iter().zip(0u8..);
                let registers =
                    registers.map(|(name, n)| (name.to_string(), Location::Register(n)));
                registers
                    .chain([("hi".into(), Location::Hi), ("lo".into(), Location::Lo)])
                    .collect()
            }
            FLOATS => (0..32u8).map(|n| (format!("$f{n}"), Location::Float(n))).collect(),
            FRAME => {
                let stack = debugger.stack();
                let sp = debugger.machine().cpu.get(reg::SP);
                let entry = stack.calls.last().map_or(sp, |call| call.frame.sp);
                let words = (entry.wrapping_sub(sp) / 4).min(256);
                let word = |k: u32| {
                    let address = sp.wrapping_add(4 * k);
                    let saved = stack.calls.last().into_iter().flat_map(|call| &call.saved);
                    let saved = saved.filter(|(_, at)| *at == address);
                    let saved =
                        saved.map(|(n, _)| format!(" saved {}", reg::NAMES[usize::from(*n & 31)]));
                    let name = format!("{}($sp){}", 4 * k, saved.collect::<String>());
                    (name, Location::Memory { address, bytes: 4 })
                };
                (0..words).map(word).collect()
            }
            other => {
                let variables = debugger.image().variables();
                let index =
                    other.checked_sub(ELEMENTS).and_then(|index| usize::try_from(index).ok());
                let variable = index.and_then(|index| variables.get(index));
                let variable =
                    variable.ok_or_else(|| anyhow!("there is no such list of values"))?;
                elements(variable)
            }
        })
    }

    /// The data of each label; what has several elements can be opened.
    fn data(&mut self) -> anyhow::Result<Vec<Value>> {
        let debugger = self.debugger()?;
        let scene = debugger.scene();
        let row = |(index, variable): (usize, &Variable<'_>)| {
            let name = variable.labels.first().map_or("", |symbol| symbol.name.as_str());
            let elements = elements(variable);
            let texts = variable.items.first().map(|item| item.element);
            let value = match (texts, elements.as_slice()) {
                (Some(Element::Ascii | Element::Asciiz), bytes) => {
                    let bytes = bytes.iter().map(|(_, at)| at.value(&scene).unwrap_or(0) as u8);
                    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
                    format!("{:?}", String::from_utf8_lossy(&bytes))
                }
                (_, [(_, one)]) => one.value(&scene).map_or(String::new(), words::value),
                (_, many) => format!("{} elements", many.len()),
            };
            let reference = if elements.len() > 1 { ELEMENTS + index as u64 } else { 0 };
            json!({
                "name": name, "value": value, "variablesReference": reference, "evaluateName": name,
                "indexedVariables": elements.len(),
                "memoryReference": format!("0x{:08x}", variable.address),
            })
        };
        Ok(debugger.image().variables().iter().enumerate().map(row).collect())
    }

    pub(super) fn set_variable(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let reference = arguments["variablesReference"].as_u64().unwrap_or(0);
        let name = arguments["name"].as_str().unwrap_or_default();
        let text = arguments["value"].as_str().unwrap_or_default();
        let location = match reference {
            DATA => {
                let debugger = self.debugger()?;
                Location::read(name, debugger.image(), &debugger.scene())?
            }
            _ => {
                let rows = self.named(reference)?;
                let row = rows.into_iter().find(|(known, _)| known == name);
                row.ok_or_else(|| anyhow!("there is no value `{name}`"))?.1
            }
        };
        let debugger = self.debugger()?;
        let value = match (location, text.trim().parse::<f32>()) {
            (Location::Float(_), Ok(number)) => number.to_bits(),
            _ => Expression::read(text, debugger.image())?.value(&debugger.scene())? as u32,
        };
        debugger.set(location, value)?;
        Ok(json!({ "value": words::value(value), "variablesReference": 0 }))
    }

    pub(super) fn read_memory(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let start = reference(arguments);
        let count = arguments["count"].as_u64().unwrap_or(0).min(1 << 20) as u32;
        let scene = self.debugger()?.scene();
        let byte =
            |k: u32| Location::Memory { address: start.wrapping_add(k), bytes: 1 }.value(&scene);
        let bytes: Vec<u8> = (0..count).map_while(byte).map(|byte| byte as u8).collect();
        let missing = count as usize - bytes.len();
        Ok(json!({
            "address": format!("0x{start:08x}"), "data": base64(&bytes), "unreadableBytes": missing,
        }))
    }

    pub(super) fn write_memory(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let start = reference(arguments);
        let bytes = from_base64(arguments["data"].as_str().unwrap_or_default())
            .ok_or_else(|| anyhow!("the data is not base64"))?;
        if bytes.len() > MOST {
            bail!("at most {MOST} bytes can be written together");
        }
        let debugger = self.debugger()?;
        for (byte, k) in bytes.iter().zip(0u32..) {
            let location = Location::Memory { address: start.wrapping_add(k), bytes: 1 };
            debugger.set(location, u32::from(*byte))?;
        }
        Ok(json!({ "bytesWritten": bytes.len() }))
    }

    pub(super) fn disassemble(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let offset = 4 * arguments["instructionOffset"].as_i64().unwrap_or(0);
        let start = i64::from(reference(arguments)) + offset;
        let count = arguments["instructionCount"].as_u64().unwrap_or(0).min(MOST as u64) as i64;
        let image = self.debugger()?.image();
        let row = |k: i64| {
            let at = (start + 4 * k) as u32;
            let mut row = json!({ "address": format!("0x{at:08x}") });
            match image.text_at(at) {
                Some(word) => {
                    let text = disassemble(word.inst, at, &|at| words::labelled(image, at));
                    row["instruction"] = json!(text);
                    row["instructionBytes"] = json!(format!("{:08x}", word.word));
                    row["line"] = json!(image.place(at).map(|place| place.line));
                    row["location"] = source(image, at);
                }
                None => {
                    row["instruction"] = json!("(no instruction)");
                    row["presentationHint"] = json!("invalid");
                }
            }
            row
        };
        Ok(json!({ "instructions": (0..count).map(row).collect::<Vec<Value>>() }))
    }

    pub(super) fn completions(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let text = arguments["text"].as_str().unwrap_or_default();
        let column = arguments["column"].as_u64().unwrap_or(1).saturating_sub(1) as usize;
        let before: String = text.chars().take(column).collect();
        let word = before.rsplit(|c: char| c.is_whitespace() || "(+*/,".contains(c)).next();
        let word = word.unwrap_or_default();
        let names = self.shell()?.names();
        let fitting = names.iter().filter(|name| !word.is_empty() && name.starts_with(word));
        let start = column - word.chars().count().min(column);
        let target = |name: &String| json!({ "label": name, "start": start, "length": word.chars().count() });
        Ok(json!({ "targets": fitting.map(target).collect::<Vec<Value>>() }))
    }
}

/// The elements of a label's data.
fn elements(variable: &Variable<'_>) -> Vec<Named> {
    let places = variable.items.iter().flat_map(|item| {
        let size = item.element.size().min(4);
        (0..item.bytes / size).map(move |k| (item.address + k * size, size))
    });
    let row =
        |(index, (address, bytes))| (format!("[{index}]"), Location::Memory { address, bytes });
    places.take(MOST).enumerate().map(row).collect()
}

/// The address that a request is about.
fn reference(arguments: &Value) -> u32 {
    let start = address(arguments["memoryReference"].as_str().unwrap_or_default());
    start.wrapping_add(arguments["offset"].as_i64().unwrap_or(0) as u32)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let value = chunk.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte));
        let value = value << (8 * (3 - chunk.len()));
        for k in 0..4 {
            let index = (value >> (18 - 6 * k) & 63) as usize;
            text.push(if k <= chunk.len() { char::from(ALPHABET[index]) } else { '=' });
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').bytes();
    let mut bytes = Vec::new();
    let (mut value, mut bits) = (0u32, 0);
    for digit in digits {
        let index = ALPHABET.iter().position(|known| *known == digit)?;
        value = value << 6 | index as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((value >> bits) as u8);
            value &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_as_it_is_written() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (&[255, 254, 0], "//4A"),
        ] {
            assert_eq!(base64(bytes), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes));
        }
        assert_eq!(from_base64("a*b"), None);
    }
}
