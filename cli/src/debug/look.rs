//! The commands that show something: values, memory, registers, calls, source lines, origins.

use std::fmt::Write;

use anyhow::{anyhow, bail};
use debugger::{Expression, Location, Made, What};
use mips_sim::host::service;
use mips_sim::image::Element;
use mips_sim::isa::codec::disassemble;
use mips_sim::isa::effects::Access;
use mips_sim::isa::reg::{self, SP};
use mips_sim::observe::check::Finding;
use mips_sim::source::FileId;

use super::commands::{location, resolve};
use super::shell::Shell;
use super::words;

type Answer = anyhow::Result<String>;

/// Source lines that `list` shows.
const LISTED: u32 = 10;
/// The most units that `x` shows.
const MOST_UNITS: u64 = 4096;
/// The most words of a frame that `info frame` shows.
const MOST_WORDS: u32 = 64;
/// The most values that `origin` goes back through.
const MOST_ORIGINS: usize = 24;
/// Elements of an array that `info data` shows.
const SHOWN_ELEMENTS: u32 = 12;

/// A number that is not negative: digits, or any expression.
pub(super) fn number(shell: &Shell, text: &str) -> anyhow::Result<u64> {
    if let Ok(number) = text.replace('_', "").parse() {
        return Ok(number);
    }
    let value = Expression::read(text, shell.debugger.image())?.value(&shell.debugger.scene())?;
    u64::try_from(value).map_err(|_| anyhow!("expected a number from 0 on, found {value}"))
}

/// A value in one of gdb's formats.
fn formatted(bits: u32, format: char) -> anyhow::Result<String> {
    Ok(match format {
        'x' => format!("0x{bits:08x}"),
        'd' => (bits as i32).to_string(),
        'u' => bits.to_string(),
        'o' => format!("0{bits:o}"),
        't' => format!("{bits:032b}"),
        'c' => format!("{:?}", char::from(bits as u8)),
        'f' => f32::from_bits(bits).to_string(),
        'a' => format!("0x{bits:08x}"),
        other => bail!("there is no format `{other}`: x, d, u, o, t, c or f"),
    })
}

pub(super) fn print(shell: &mut Shell, text: &str, format: &str) -> Answer {
    let cpu = &shell.debugger.machine().cpu;
    if reg::integer(text).is_none()
        && let Some(number) = reg::float(text)
    {
        let single = cpu.single(number);
        return Ok(match number % 2 {
            0 => format!("{text} = {single} as a single, {} as a double\n", cpu.double(number)),
            _ => format!("{text} = {single}\n"),
        });
    }
    let (image, scene) = (shell.debugger.image(), shell.debugger.scene());
    let shown = |value| match format.chars().next() {
        Some(format) => formatted(value, format),
        None => Ok(words::value(value)),
    };
    let expression = Expression::read(text, image);
    // `list[2]` is a place and no expression. A label is the address, as in a program; what lies there is
    // what people mean more often.
    let place = Location::read(text, image, &scene).ok();
    let is_data = || image.symbols.iter().any(|symbol| symbol.data && symbol.name == text);
    let place = place.filter(|place| matches!(place, Location::Memory { .. }));
    let place = place.filter(|_| expression.is_err() || is_data());
    let there = place.as_ref().and_then(|place| place.value(&scene));
    match (expression, place, there) {
        (Err(_), Some(_), Some(there)) => Ok(format!("{text} = {}\n", shown(there)?)),
        (expression, place, there) => {
            let value = expression?.value(&scene)? as u32;
            let mut out = format!("{text} = {}\n", shown(value)?);
            let name = place.map(|place| words::location(image, &place));
            if let (Some(name), Some(there)) = (name, there) {
                let _ = writeln!(out, "{name} = {}", shown(there)?);
            }
            Ok(out)
        }
    }
}

pub(super) fn examine(shell: &mut Shell, text: &str, format: &str) -> Answer {
    let digits = format.chars().take_while(char::is_ascii_digit).collect::<String>();
    let count = digits.parse().unwrap_or(1).min(MOST_UNITS);
    let letters = &format[digits.len()..];
    let unit = letters.chars().find(|c| "bhwg".contains(*c));
    let kind = letters.chars().find(|c| !"bhwg".contains(*c)).unwrap_or('x');
    let image = shell.debugger.image();
    let scene = shell.debugger.scene();
    let start = Expression::read(text, image)?.value(&scene)? as u32;
    if kind == 'i' {
        let mut out = String::new();
        for index in 0..count as u32 {
            let address = start.wrapping_add(4 * index);
            let Some(word) = image.text_at(address) else { break };
            let text = disassemble(word.inst, address, &|at| words::labelled(image, at));
            let label = words::labelled(image, address);
            let _ = writeln!(out, "0x{address:08x}  {label:<12} {text}");
        }
        return match out.is_empty() {
            true => Err(anyhow!("there is no instruction at 0x{start:08x}")),
            false => Ok(out),
        };
    }
    let byte = |address: u32| {
        let location = Location::Memory { address, bytes: 1 };
        location.value(&scene).ok_or_else(|| anyhow!("there is no data at 0x{address:08x}"))
    };
    if kind == 's' {
        let mut out = String::new();
        let mut at = start;
        for _ in 0..count {
            let begin = at;
            let mut bytes = Vec::new();
            while bytes.len() < MOST_UNITS as usize {
                let next = byte(at)? as u8;
                at = at.wrapping_add(1);
                if next == 0 {
                    break;
                }
                bytes.push(next);
            }
            let _ = writeln!(out, "0x{begin:08x}  {:?}", String::from_utf8_lossy(&bytes));
        }
        return Ok(out);
    }
    let size = match (unit, kind) {
        (Some('b'), _) | (None, 'c') => 1,
        (Some('h'), _) => 2,
        (Some('g'), _) => bail!("there is no unit `g`: b, h or w"),
        _ => 4,
    };
    let mut out = String::new();
    let a_line = (16 / size).min(if kind == 't' { 2 } else { 16 });
    for index in 0..count as u32 {
        let address = start.wrapping_add(size * index);
        if index.is_multiple_of(a_line) {
            let end = if index == 0 { "" } else { "\n" };
            let _ = write!(out, "{end}0x{address:08x} ");
        }
        let value = Location::Memory { address, bytes: size }.value(&scene);
        let value = value.ok_or_else(|| anyhow!("there is no data at 0x{address:08x}"))?;
        let value = match (size, kind) {
            (1, 'd') => value as u8 as i8 as u32,
            (2, 'd') => value as u16 as i16 as u32,
            _ => value,
        };
        let shown = match (size, kind) {
            (1, 'x') => format!("0x{value:02x}"),
            (2, 'x') => format!("0x{value:04x}"),
            _ => formatted(value, kind)?,
        };
        let _ = write!(out, " {shown}");
    }
    out.push('\n');
    Ok(out)
}

pub(super) fn info(shell: &mut Shell, what: &str, _: &str) -> Answer {
    let topics =
        ["registers", "float", "cp0", "frame", "data", "breakpoints", "histories", "input"];
    let word = what.split_whitespace().next().unwrap_or_default();
    let found = topics.iter().find(|topic| !word.is_empty() && topic.starts_with(word));
    match found.copied() {
        Some("registers") => Ok(registers(shell)),
        Some("float") => Ok(floats(shell)),
        Some("cp0") => {
            let cp0 = shell.debugger.machine().cpu.cp0;
            Ok(format!(
                "vaddr  $8  0x{:08x}\nstatus $12 0x{:08x}\ncause  $13 0x{:08x}\nepc    $14 0x{:08x}\n",
                cp0.vaddr, cp0.status, cp0.cause, cp0.epc
            ))
        }
        Some("frame") => frame(shell),
        Some("data") => Ok(data(shell)),
        Some("breakpoints") => {
            let image = shell.debugger.image();
            let points = shell.debugger.points();
            match points.is_empty() {
                true => Ok("There are no breakpoints or watchpoints.\n".into()),
                false => {
                    Ok(points.iter().map(|p| format!("{}\n", words::point(image, p))).collect())
                }
            }
        }
        Some("histories") => Ok(histories(shell)),
        Some(_) => {
            let waiting = String::from_utf8_lossy(shell.debugger.waiting_input()).into_owned();
            match waiting.is_empty() {
                true => Ok("No input is waiting.\n".into()),
                false => Ok(waiting.lines().map(|line| format!("input: {line}\n")).collect()),
            }
        }
        None => bail!("info about what? {}", topics.join(", ")),
    }
}

/// All integer registers; a star marks those that the last command changed.
fn registers(shell: &Shell) -> String {
    let cpu = &shell.debugger.machine().cpu;
    let mut text = String::new();
    let mut row = |name: &str, value: u32, before: u32| {
        let mark = if value == before { ' ' } else { '*' };
        let character = char::from_u32(value).filter(char::is_ascii_graphic);
        let character = character.map_or(String::new(), |c| format!("  '{c}'"));
        let line = format!("{mark} {name:<6} 0x{value:08x} {:>12}{character}", value as i32);
        let _ = writeln!(text, "{}", line.trim_end());
    };
    for (name, number) in reg::NAMES.iter().zip(0u8..) {
        row(name, cpu.get(number), shell.before.get(number));
    }
    row("hi", cpu.hi, shell.before.hi);
    row("lo", cpu.lo, shell.before.lo);
    row("pc", shell.debugger.pc(), shell.debugger.pc());
    text
}

fn floats(shell: &Shell) -> String {
    let cpu = &shell.debugger.machine().cpu;
    let mut text = String::new();
    for number in 0..32u8 {
        let bits = cpu.float[usize::from(number)];
        let mark = if bits == shell.before.float[usize::from(number)] { ' ' } else { '*' };
        let name = format!("$f{number}");
        let _ = write!(text, "{mark} {name:<6} 0x{bits:08x} {:>14}", cpu.single(number));
        if number % 2 == 0 {
            let _ = write!(text, "  double {}", cpu.double(number));
        }
        text.push('\n');
    }
    let set: Vec<String> = (0..8u8).filter(|n| cpu.flag(*n)).map(|n| n.to_string()).collect();
    let set = if set.is_empty() { "none".into() } else { set.join(", ") };
    let _ = writeln!(text, "  condition flags that are set: {set}");
    text
}

/// The words of the innermost frame, from `$sp` up to what it was at entry.
fn frame(shell: &mut Shell) -> Answer {
    let stack = shell.debugger.stack();
    let Some(call) = stack.calls.last() else {
        return Ok("No call is open: this is the main program.\n".into());
    };
    let image = shell.debugger.image();
    let sp = shell.debugger.machine().cpu.get(SP);
    let mut text = format!(
        "{}, called at step {} from {}\n$sp at entry 0x{:08x}, now 0x{sp:08x}",
        words::labelled(image, call.frame.function),
        call.step,
        words::place(image, call.frame.call),
        call.frame.sp,
    );
    text.push_str(&match call.frame.imbalance(sp) {
        0 => String::from("\n"),
        below @ ..0 => format!(", {} bytes in use\n", -i64::from(below)),
        above => format!(", {above} bytes too high\n"),
    });
    let words = match call.frame.imbalance(sp) {
        0.. => 0,
        below => below.unsigned_abs() / 4,
    };
    for index in 0..words.min(MOST_WORDS) {
        let address = sp.wrapping_add(4 * index);
        let value = Location::Memory { address, bytes: 4 }.value(&shell.debugger.scene());
        let saved = call.saved.iter().find(|(_, at)| *at == address);
        let saved = saved.map_or(String::new(), |(register, _)| {
            format!("  saved {}", reg::NAMES[usize::from(*register & 31)])
        });
        let value = value.map_or("nothing".into(), words::value);
        let _ = writeln!(text, "{:>4}($sp)  0x{address:08x}  {value}{saved}", 4 * index);
    }
    Ok(text)
}

/// The data of each label.
fn data(shell: &Shell) -> String {
    let image = shell.debugger.image();
    let scene = shell.debugger.scene();
    let mut text = String::new();
    for variable in image.variables() {
        let name = variable.labels.first().map_or("", |symbol| symbol.name.as_str());
        let _ = write!(text, "0x{:08x}  {name}:", variable.address);
        let Some(item) = variable.items.first() else {
            text.push('\n');
            continue;
        };
        let size = item.element.size();
        let read =
            |address: u32, bytes| Location::Memory { address, bytes }.value(&scene).unwrap_or(0);
        let shown = match item.element {
            Element::Ascii | Element::Asciiz => {
                let bytes = (0..item.bytes.min(200)).map(|k| read(item.address + k, 1) as u8);
                let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
                format!(" {:?}", String::from_utf8_lossy(&bytes))
            }
            element => {
                let value = |k: u32| {
                    let address = item.address + k * size;
                    match element {
                        Element::Float => f32::from_bits(read(address, 4)).to_string(),
                        Element::Double => {
                            let high = u64::from(read(address + 4, 4)) << 32;
                            f64::from_bits(high | u64::from(read(address, 4))).to_string()
                        }
                        Element::Half => (read(address, 2) as u16 as i16).to_string(),
                        Element::Word => (read(address, 4) as i32).to_string(),
                        _ => (read(address, 1) as u8 as i8).to_string(),
                    }
                };
                let values: Vec<String> =
                    (0..item.count().min(SHOWN_ELEMENTS)).map(value).collect();
                let more = item.count().saturating_sub(SHOWN_ELEMENTS);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!(" {}{more}", values.join(" "))
            }
        };
        let _ = writeln!(text, "{shown}");
    }
    if text.is_empty() { "The program declares no data.\n".into() } else { text }
}

pub(super) fn backtrace(shell: &mut Shell) -> Answer {
    let stack = shell.debugger.stack();
    let image = shell.debugger.image();
    let mut text = String::new();
    let mut pc = shell.debugger.pc();
    for (index, call) in stack.calls.iter().rev().enumerate() {
        let name = words::labelled(image, call.frame.function);
        let _ = writeln!(text, "#{index:<3} {name}, at {}", words::place(image, pc));
        let saved: Vec<&str> =
            call.saved.iter().map(|(number, _)| reg::NAMES[usize::from(*number & 31)]).collect();
        let saved =
            if saved.is_empty() { String::new() } else { format!(", saved {}", saved.join(" ")) };
        let from = words::place(image, call.frame.call);
        let _ = writeln!(text, "     called at step {} from {from}{saved}", call.step);
        pc = call.frame.call;
    }
    let _ =
        writeln!(text, "#{:<3} main program, at {}", stack.calls.len(), words::place(image, pc));
    if stack.incomplete {
        text.push_str(
            "There may be calls outside of these that were made too long ago to be looked for.\n",
        );
    }
    Ok(text)
}

pub(super) fn list(shell: &mut Shell, text: &str, _: &str) -> Answer {
    let pc = match text {
        "" => shell.debugger.pc(),
        place => resolve(shell, place)?.addresses.first().copied().unwrap_or_default(),
    };
    let image = shell.debugger.image();
    let place = image.place(pc).or_else(|| image.places().next());
    let place = place.ok_or_else(|| anyhow!("the program has no instructions"))?;
    let file = image.sources.file(place.file);
    let first = match shell.listed.filter(|_| text.is_empty()) {
        Some(line) => line,
        None => place.line.saturating_sub(LISTED / 2).max(1),
    };
    let last = (first + LISTED).min(file.line_count() + 1);
    if first >= last {
        bail!("there are no more lines");
    }
    let mut out = String::new();
    for line in first..last {
        let mark = mark(shell, place.file, line);
        let row = format!("{mark} {line:<5} {}", file.line(line));
        let _ = writeln!(out, "{}", row.trim_end());
    }
    shell.listed = Some(last);
    Ok(out)
}

/// What stands before a source line: an arrow if it is next, a star if it has a breakpoint, an `o` if
/// that is disabled.
pub(super) fn mark(shell: &Shell, file: FileId, line: u32) -> &'static str {
    let image = shell.debugger.image();
    let is_here = |at: &u32| image.place(*at).is_some_and(|place| place.at() == (file, line));
    let stops = |point: &&debugger::Point| match &point.target {
        debugger::Target::Code(addresses) => addresses.iter().any(is_here),
        debugger::Target::Watch(..) => false,
    };
    let points = || shell.debugger.points().iter().filter(stops);
    match (is_here(&shell.debugger.pc()), points().any(|point| point.enabled), points().count()) {
        (true, true, _) => "*>",
        (true, false, 0) => "->",
        (true, false, _) => "o>",
        (false, true, _) => "* ",
        (false, false, 0) => "  ",
        (false, false, _) => "o ",
    }
}

pub(super) fn origin(shell: &mut Shell, text: &str) -> Answer {
    let image = shell.debugger.image().clone();
    let mut out = String::new();
    if let Some(byte) = text.strip_prefix("output") {
        let byte = number(shell, byte.trim())?;
        let Some((made, from)) = shell.debugger.output_origin(byte, MOST_ORIGINS)? else {
            bail!("the program has written {} bytes up to here", shell.debugger.written());
        };
        if let Made::Service { step, pc, number } = made {
            let name = service(number).map_or("unknown", |service| service.name);
            let at = words::place(&image, pc);
            let _ = writeln!(
                out,
                "byte {byte} was written at step {step}, {at}: service {number} ({name})"
            );
        }
        if let Some(from) = from {
            words::origin(&image, &from, 1, &mut out);
        }
        return Ok(out);
    }
    let location = location(shell, text)?;
    let origin = shell.debugger.origin(location, MOST_ORIGINS)?;
    words::origin(&image, &origin, 0, &mut out);
    Ok(out)
}

pub(super) fn reader(shell: &mut Shell, text: &str) -> Answer {
    let location = location(shell, text)?;
    let image = shell.debugger.image().clone();
    let name = words::location(&image, &location);
    let Some(hit) = shell.debugger.reader(location)? else {
        return Ok(format!("Nothing uses {name} any more.\n"));
    };
    let verb = match hit.what {
        What::Used { access: Access::Store, .. } => "is overwritten, and not read before,",
        _ => "is read next",
    };
    let mut out = format!("{name} {verb} at step {}, {}\n", hit.step, words::place(&image, hit.pc));
    out.push_str(&words::source_line(&image, hit.pc));
    Ok(out)
}

/// What the checker finds, each with the step at which it shows.
pub(super) fn findings(shell: &mut Shell) -> Answer {
    let image = shell.debugger.image().clone();
    let found = shell.debugger.findings()?;
    let line = |(step, finding): &(u64, Finding)| {
        format!("step {step}, {}: {}\n", finding.code(), finding.text(&image))
    };
    Ok(match found.is_empty() {
        true => "Nothing is found up to the last step that is known.\n".into(),
        false => found.iter().map(line).collect(),
    })
}

pub(super) fn histories(shell: &Shell) -> String {
    let mut text = String::new();
    for (index, history) in shell.debugger.histories().into_iter().enumerate() {
        let mark = if index == shell.debugger.history() { "->" } else { "  " };
        let _ = write!(text, "{mark} {index}: steps {} to {}", history.start, history.end);
        if let Some((step, from)) = history.forked {
            let _ = write!(text, ", left history {from} at step {step}");
        }
        let _ = writeln!(text, ", snapshots take {} KiB", history.bytes.div_ceil(1024));
    }
    text
}
