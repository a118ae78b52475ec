//! What is wrong after the call of a function.

use mips_sim::isa::reg;
use mips_sim::machine::Stop;

use crate::assignment::TestHead;
use crate::book::{Exhibit, FailureEntry, Role};
use crate::grade::{CallError, CallState, WrongCall};

pub(super) fn wrong(head: &TestHead, wrong: &WrongCall) -> FailureEntry {
    let what = format!("call {} of `{}`", wrong.number, wrong.label);
    let sentences: Vec<String> =
        wrong.errors.iter().map(|error| sentence(&wrong.label, error)).collect();
    let shown = wrong
        .states
        .iter()
        .flatten()
        .zip([(Role::Before, "before the call"), (Role::After, "after the call")]);
    FailureEntry {
        rule_text: head.title.clone(),
        hint: wrong.errors.first().map(|error| hint(error).into()),
        given: vec![format!("In {what}:")],
        sentences,
        shown: shown
            .map(|(state, (role, label))| Exhibit::Text {
                role,
                label: label.into(),
                text: listing(state),
            })
            .collect(),
        ..FailureEntry::default()
    }
}

fn sentence(label: &str, error: &CallError) -> String {
    match error {
        CallError::NoPlace => {
            "A label that this call needs does not exist, or is not in memory.".into()
        }
        CallError::NotReturned { ended, steps } => match &ended.stop {
            Stop::Exit(_) => {
                format!("`{label}` ends the program instead of returning with `jr $ra`.")
            }
            Stop::FellOffEnd => {
                format!("`{label}` does not return: it runs past the last instruction.")
            }
            Stop::BudgetSpent => format!("`{label}` does not return within {steps} instructions."),
            Stop::BadProgramCounter(pc) => format!(
                "`{label}` does not return to its caller, but jumps to 0x{pc:08x}, where there is no \
                 instruction."
            ),
            _ => super::ended(ended),
        },
        CallError::Register { register, expected, got } => {
            let expected = expected.map_or("an address that does not exist".into(), number);
            format!("`{}` should be {expected}, but is {}.", name(*register), number(*got))
        }
        CallError::NoLabel(label) => format!("There is no label `{label}`."),
        CallError::Cell { place, bytes, expected, got } => {
            let what = if *bytes == 4 { "word" } else { "byte" };
            let (expected, got) = (number(*expected), number(*got));
            format!("The {what} at `{place}` should be {expected}, but is {got}.")
        }
        CallError::MoreCells(more) => format!("And {more} more are wrong."),
        CallError::Output { expected, got } => {
            format!("The output should be `{}`, but is `{}`.", printed(expected), printed(got))
        }
        CallError::NotPreserved { register, before, after } => format!(
            "`{}` was 0x{before:08x}, and is 0x{after:08x} after the call: save it on the stack first \
             and restore it before returning.",
            name(*register)
        ),
        CallError::StackPointer(by) => {
            let direction = if *by < 0 { "lower" } else { "higher" };
            format!(
                "`$sp` is {} bytes {direction} than before the call: add back exactly what was \
                 subtracted.",
                by.unsigned_abs()
            )
        }
        CallError::CallerStack(above) => format!(
            "The caller's part of the stack was written to, {above} bytes above `$sp`: make room on \
             the stack before storing there."
        ),
        CallError::Guard { buffer, behind, address } => {
            let near = if *behind { "behind" } else { "before" };
            format!("Memory {near} the buffer `{buffer}` was written to, at 0x{address:08x}.")
        }
    }
}

/// What to look for.
fn hint(error: &CallError) -> &'static str {
    match error {
        CallError::NotReturned { ended, .. }
            if matches!(
                ended.stop,
                Stop::Exit(_) | Stop::FellOffEnd | Stop::BudgetSpent | Stop::BadProgramCounter(_)
            ) =>
        {
            "Is `$ra` saved on the stack before any `jal`, and restored before `jr $ra`?"
        }
        CallError::NotPreserved { .. } | CallError::StackPointer(_) => {
            "Every `$s` register that the function writes, and `$sp`, must be as before when it \
             returns."
        }
        CallError::CallerStack(_) | CallError::Guard { .. } => {
            "Look at the addresses of the stores: offsets count in bytes, and a word is 4 of them."
        }
        _ => "Follow the call by hand with the values below, one instruction at a time.",
    }
}

fn listing(state: &CallState) -> String {
    let registers =
        state.registers.iter().map(|(register, value)| (name(*register), number(*value)));
    let memory = state.memory.iter().map(|(place, bytes)| (place.as_str(), cells(bytes)));
    let rows = registers.map(|(name, value)| (name.to_string(), value));
    let rows = rows.chain(memory.map(|(name, value)| (name.to_string(), value)));
    rows.map(|(name, value)| format!("{name:<5} {value}\n")).collect()
}

/// Bytes as words, or one by one if they are not whole words.
fn cells(bytes: &[u8]) -> String {
    let size = if bytes.len().is_multiple_of(4) { 4 } else { 1 };
    let cell = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | i32::from(*byte));
    let cells = bytes.chunks(size).map(|chunk| cell(chunk).to_string());
    cells.collect::<Vec<_>>().join(" ")
}

fn printed(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    text.escape_debug().to_string()
}

fn name(register: u8) -> String {
    reg::NAMES.get(usize::from(register)).map_or("?".into(), |name| name.to_string())
}

/// A number as people read it; a large one in hexadecimal too.
fn number(word: u32) -> String {
    match word as i32 {
        small @ -9_999..=99_999 => small.to_string(),
        large => format!("{large} (0x{word:08x})"),
    }
}
