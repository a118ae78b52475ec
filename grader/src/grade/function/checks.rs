//! What is wrong after a call, in plain words.

use std::fmt::Write;

use mips_sim::Image;
use mips_sim::machine::Stop;

use super::call::{Done, SP};
use crate::assignment::{Call, FunctionTest, Place, Value};
use crate::grade::result::Shown;
use crate::grade::stops::complaint;
use tester::Limits;

/// Wrong cells of memory that are named.
const MAX_CELLS: usize = 4;

/// The registers that a function must give back as it got them, apart from the stack pointer.
const KEPT: [u8; 10] = [16, 17, 18, 19, 20, 21, 22, 23, 28, 30];

/// Names of all registers.
const NAMES: [&str; 32] = [
    "$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4",
    "$t5", "$t6", "$t7", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$t8", "$t9",
    "$k0", "$k1", "$gp", "$sp", "$fp", "$ra",
];

/// Everything that is wrong, the worst first.
pub(super) fn problems(
    test: &FunctionTest,
    call: &Call,
    image: &Image,
    limits: &Limits,
    done: &Done,
) -> Vec<String> {
    if !done.returned() {
        return vec![not_returned(test, image, limits, done)];
    }
    let mut list = Vec::new();
    let now = &done.machine.cpu;
    for (register, value) in &call.then_registers {
        let should = match value {
            Value::Word(word) => Some(*word),
            Value::Address(place) => done.address(place, image),
        };
        let is = now.get(*register);
        if should != Some(is) {
            let name = name(*register);
            let should = should.map_or("an address that is not there".into(), number);
            list.push(format!("`{name}` should be {should}, but is {}.", number(is)));
        }
    }
    for (place, bytes) in &call.then_memory {
        list.extend(wrong_memory(place, bytes, image, done));
    }
    if let Some(output) = &call.output
        && *output != done.output
    {
        let shown = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
            text.escape_debug().to_string()
        };
        let (should, is) = (shown(output), shown(&done.output));
        list.push(format!("The output should be `{should}`, but is `{is}`."));
    }
    if test.preserved {
        for register in KEPT.into_iter().filter(|r| now.get(*r) != done.before.get(*r)) {
            let (was, is) = (done.before.get(register), now.get(register));
            list.push(format!(
                "`{}` was 0x{was:08x}, and is 0x{is:08x} after the call: save it on the stack first \
                 and restore it before returning.",
                name(register)
            ));
        }
    }
    list.extend(stack(done));
    list.extend(guards(done));
    list
}

/// What to look for.
pub(super) fn hint(sentences: &[String]) -> String {
    let first = sentences.first().map_or("", String::as_str);
    let hint = if first.contains("does not return") || first.contains("instead of returning") {
        "Is `$ra` saved on the stack before any `jal`, and restored before `jr $ra`?"
    } else if first.contains("save it on the stack") || first.contains("`$sp`") {
        "Every `$s` register that the function writes, and `$sp`, must be as before when it returns."
    } else if first.contains("the buffer") || first.contains("caller's part") {
        "Look at the addresses of the stores: offsets count in bytes, and a word is 4 of them."
    } else {
        "Follow the call by hand with the values below, one instruction at a time."
    };
    hint.into()
}

fn not_returned(test: &FunctionTest, image: &Image, limits: &Limits, done: &Done) -> String {
    let label = &test.label;
    match done.stop {
        Stop::Exit(_) => format!("`{label}` ends the program instead of returning with `jr $ra`."),
        Stop::FellOffEnd => {
            format!("`{label}` does not return: it runs on behind the last instruction.")
        }
        Stop::BudgetSpent => {
            format!("`{label}` does not return within {} instructions.", test.steps)
        }
        Stop::BadProgramCounter(pc) => format!(
            "`{label}` does not return to its caller, but jumps to 0x{pc:08x}, where there is no \
             instruction."
        ),
        ref stop => {
            complaint(stop, image, limits).unwrap_or_else(|| format!("`{label}` does not return."))
        }
    }
}

fn wrong_memory(place: &Place, bytes: &[u8], image: &Image, done: &Done) -> Vec<String> {
    let Some(address) = done.address(place, image) else {
        return vec![format!("There is no label `{}`.", called(place, 0))];
    };
    let byte = |offset: usize| done.byte(address.wrapping_add(offset as u32));
    let words = bytes.len().is_multiple_of(4) && address.is_multiple_of(4);
    let size = if words { 4 } else { 1 };
    let wrong = bytes.chunks(size).enumerate().filter_map(|(k, should)| {
        let is: Vec<u8> = (0..should.len()).map(|at| byte(k * size + at)).collect();
        (is != should).then(|| {
            let what = if words { "word" } else { "byte" };
            let (should, is) = (little(should), little(&is));
            let at = called(place, (k * size) as u32);
            format!("The {what} at `{at}` should be {}, but is {}.", number(should), number(is))
        })
    });
    let mut list: Vec<String> = wrong.collect();
    let more = list.len().saturating_sub(MAX_CELLS);
    list.truncate(MAX_CELLS);
    if more > 0 {
        list.push(format!("And {more} more are wrong."));
    }
    list
}

fn stack(done: &Done) -> Option<String> {
    let (was, is) = (done.before.get(SP), done.machine.cpu.get(SP));
    if was != is {
        let by = is.wrapping_sub(was) as i32;
        let way = if by < 0 { "lower" } else { "higher" };
        return Some(format!(
            "`$sp` is {} bytes {way} than before the call: give back exactly what was taken.",
            by.unsigned_abs()
        ));
    }
    let changed = done.above.iter().find(|(at, word)| done.machine.memory.peek(*at) != Some(*word));
    changed.map(|(at, _)| {
        format!(
            "The caller's part of the stack was written to, {} bytes above `$sp`: take room on the \
             stack before storing there.",
            at - was
        )
    })
}

fn guards(done: &Done) -> Option<String> {
    let changed = |guard: &&(u32, u32, String)| done.machine.memory.peek(guard.0) != Some(guard.1);
    let (at, _, near) = done.guards.iter().find(changed)?;
    Some(format!("Memory {near} was written to, at 0x{at:08x}."))
}

/// The values before and after the call, as far as the test is about them.
pub(super) fn listings(call: &Call, done: &Done) -> Vec<Shown> {
    let mut before = String::new();
    let mut after = String::new();
    let given = call.registers.iter().map(|(register, _)| *register);
    let asked = call.then_registers.iter().map(|(register, _)| *register);
    let mut registers: Vec<u8> = given.chain(asked).chain([SP]).collect();
    registers.sort_unstable();
    registers.dedup();
    for register in registers {
        let line = |cpu: &mips_sim::machine::cpu::Cpu| {
            format!("{:<5} {}\n", name(register), number(cpu.get(register)))
        };
        before.push_str(&line(&done.before));
        after.push_str(&line(&done.machine.cpu));
    }
    for (place, bytes) in &call.memory {
        let _ = writeln!(before, "{:<5} {}", called(place, 0), cells(bytes));
    }
    for (name, (address, size)) in &done.buffers {
        let bytes: Vec<u8> = (0..(*size).min(256)).map(|at| done.byte(address + at)).collect();
        let _ = writeln!(after, "{name:<5} {}", cells(&bytes));
    }
    [("before the call", before), ("after the call", after)]
        .map(|(label, text)| Shown::Text { label: label.into(), text })
        .into()
}

/// Bytes as words, or as they are if they are none.
fn cells(bytes: &[u8]) -> String {
    let size = if bytes.len().is_multiple_of(4) { 4 } else { 1 };
    let cells = bytes.chunks(size).map(|chunk| (little(chunk) as i32).to_string());
    cells.collect::<Vec<_>>().join(" ")
}

fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

fn name(register: u8) -> &'static str {
    NAMES.get(usize::from(register)).copied().unwrap_or("?")
}

/// A place as the test calls it.
fn called(place: &Place, more: u32) -> String {
    let (name, offset) = match place {
        Place::Label(name, offset) | Place::Buffer(name, offset) => (name, *offset),
    };
    match offset.wrapping_add(more) {
        0 => name.clone(),
        offset => format!("{name}+{offset}"),
    }
}

/// A number as people read it; a large one in hexadecimal too.
fn number(word: u32) -> String {
    match word as i32 {
        small @ -9_999..=99_999 => small.to_string(),
        large => format!("{large} (0x{word:08x})"),
    }
}
