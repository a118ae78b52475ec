//! What is wrong after the call of a function.

use mips_sim::isa::reg;
use mips_sim::machine::Stop;

use crate::assignment::{Real, TestHead};
use crate::book::{Exhibit, ExhibitRole, FailureEntry};
use crate::grade::{CallError, CallState, MadeCalls, UnfitCalls, WrongCall};
use tester::calls::Register;
use tester::wording::calls::{call, seen, state};

pub(super) fn wrong(head: &TestHead, wrong: &WrongCall) -> FailureEntry {
    if let Some(made) = &wrong.made {
        return wrong_made(head, wrong, made);
    }
    let what = format!("call {} of `{}`", wrong.number, wrong.label);
    let sentences: Vec<String> =
        wrong.errors.iter().map(|error| sentence(&wrong.label, error)).collect();
    let shown = wrong
        .states
        .iter()
        .flatten()
        .zip([(ExhibitRole::Before, "before the call"), (ExhibitRole::After, "after the call")]);
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

/// The same after a call that was made: the call itself says what is given.
fn wrong_made(head: &TestHead, wrong: &WrongCall, made: &MadeCalls) -> FailureEntry {
    let mut before = statements(made);
    let last = before.pop().unwrap_or_default();
    let sentences = wrong.errors.iter().map(|error| match error {
        CallError::Returned { register, shape, expected, got } => {
            let several =
                made.calls.last().is_some_and(|(signature, _)| signature.returns.len() > 1);
            let place = match several {
                true => format!(" in `{}`", register_name(*register)),
                false => String::new(),
            };
            let (expected, got) = (seen(shape, expected), seen(shape, got));
            format!("`{last}` should return {expected}{place}, yours returned {got}.")
        }
        CallError::Left { argument, shape, expected, got } => {
            let (expected, got) = (seen(shape, expected), seen(shape, got));
            format!("`{last}` should leave `{argument}` as {expected}, yours left it as {got}.")
        }
        CallError::Output { expected, got } => {
            let (expected, got) = (printed(expected), printed(got));
            format!("`{last}` should print `{expected}`, yours printed `{got}`.")
        }
        error => sentence(&wrong.label, error),
    });
    // An error that has the call in it needs no other mention of it.
    let told = matches!(
        wrong.errors.first(),
        Some(CallError::Returned { .. } | CallError::Left { .. } | CallError::Output { .. })
    );
    let words = if made.calls.len() > 1 { ["After", "after"] } else { ["With", "with"] };
    let [first, then] = words.map(|word| format!("{word} `{}`:", before.join("; ")));
    let given = match (before.is_empty(), told) {
        (true, true) => None,
        (true, false) => Some(format!("In `{last}`:")),
        (false, true) => Some(first),
        (false, false) => Some(format!("In `{last}` {then}")),
    };
    FailureEntry {
        rule_text: head.title.clone(),
        hint: wrong.errors.first().map(|error| match error {
            CallError::Returned { .. } | CallError::Left { .. } | CallError::Output { .. } => {
                "Follow this call by hand, one instruction at a time.".into()
            }
            error => hint(error).into(),
        }),
        given: given.into_iter().collect(),
        sentences: sentences.collect(),
        ..FailureEntry::default()
    }
}

/// Calls in one line.
pub(crate) fn made_calls(made: &MadeCalls) -> String {
    statements(made).join("; ")
}

/// What calls share at first, and the calls.
fn statements(made: &MadeCalls) -> Vec<String> {
    let (states, first) = &made.state;
    let calls = made.calls.iter().map(|(signature, list)| call(signature, list));
    state(states, first).into_iter().chain(calls).collect()
}

/// Why functions of a reference can't be compared with.
pub(crate) fn unfit_calls(why: &UnfitCalls) -> String {
    match why {
        UnfitCalls::Missing(label) => format!("the reference has no function `{label}`"),
        UnfitCalls::NeverReturns(made) => format!(
            "the reference does not return from any of the calls that were made, such as `{}`",
            made_calls(made)
        ),
        UnfitCalls::NotTwice(made) => format!(
            "the reference does not do the same twice in `{}`: it uses registers or memory that it \
             was not given, or chance",
            made_calls(made)
        ),
    }
}

fn register_name(register: Register) -> String {
    match register {
        Register::Integer(number) => name(number),
        Register::Float(number) => format!("$f{number}"),
    }
}

fn real(number: Real) -> String {
    match number {
        Real::Single(number) => format!("{number:?}"),
        Real::Double(number) => format!("{number:?}"),
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
        CallError::Float { register, expected, got } => {
            format!("`$f{register}` should be {}, but is {}.", real(*expected), real(*got))
        }
        CallError::Returned { register, shape, expected, got } => format!(
            "`{}` should be {}, but is {}.",
            register_name(*register),
            seen(shape, expected),
            seen(shape, got)
        ),
        CallError::Left { argument, shape, expected, got } => {
            let (expected, got) = (seen(shape, expected), seen(shape, got));
            format!("`{argument}` should be {expected}, but is {got}.")
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
            let near = if *behind { "after" } else { "before" };
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
    let floats =
        state.floats.iter().map(|(register, value)| (format!("$f{register}"), real(*value)));
    let memory = state.memory.iter().map(|(place, bytes)| (place.as_str(), cells(bytes)));
    let rows = registers.map(|(name, value)| (name.to_string(), value));
    let rows = rows.chain(floats).chain(memory.map(|(name, value)| (name.to_string(), value)));
    rows.map(|(name, value)| format!("{name:<5} {value}\n")).collect()
}

/// Bytes as a text if they are one with its zero byte, else as words, or one by one if they are not whole
/// words.
fn cells(bytes: &[u8]) -> String {
    if let [text @ .., 0] = bytes
        && !text.is_empty()
        && text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
    {
        return format!("\"{}\"", String::from_utf8_lossy(text).escape_debug());
    }
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
