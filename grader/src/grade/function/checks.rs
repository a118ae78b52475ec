//! What is wrong after a call.

use mips_sim::Image;
use mips_sim::machine::cpu::Cpu;

use super::call::{Done, Guard, SP};
use crate::assignment::{FunctionCall, FunctionTest, MemoryPlace, Real, Value};
use crate::grade::result::{CallError, CallState, Ended};
use tester::Limits;

/// Wrong cells of memory that are named.
const MAX_CELLS: usize = 4;
/// Bytes of a buffer that are shown.
const MAX_BYTES: u32 = 256;

/// The registers that a function must give back as it got them, apart from the stack pointer.
const KEPT: [u8; 10] = [16, 17, 18, 19, 20, 21, 22, 23, 28, 30];

/// Everything that is wrong, the worst first.
pub(super) fn errors(
    test: &FunctionTest,
    call: &FunctionCall,
    image: &Image,
    limits: &Limits,
    done: &Done,
) -> Vec<CallError> {
    if !done.returned() {
        let ended = Ended::new(done.stop, done.machine.pc, image, limits);
        return vec![CallError::NotReturned { ended, steps: test.steps }];
    }
    let mut list = Vec::new();
    let now = &done.machine.cpu;
    for (register, value) in &call.then_registers {
        let expected = match value {
            Value::Word(word) => Some(*word),
            Value::Address(place) => done.address(place, image),
        };
        let got = now.get(*register);
        if expected != Some(got) {
            list.push(CallError::Register { register: *register, expected, got });
        }
    }
    for (register, expected) in &call.then_floats {
        let (expected, got) = (*expected, done.float(*register, *expected));
        let numbers = (f64::from(expected), f64::from(got));
        if !test.tolerance.allows(numbers.0, numbers.1) {
            list.push(CallError::Float { register: *register, expected, got });
        }
    }
    for (place, bytes) in &call.then_memory {
        let bytes = with_addresses(place, bytes, call, image, done);
        list.extend(wrong_memory(place, &bytes, image, done));
    }
    if let Some(expected) = call.output.as_ref().filter(|output| **output != done.output) {
        list.push(CallError::Output { expected: expected.clone(), got: done.output.clone() });
    }
    list.extend(conventions(test.preserved, done));
    list
}

/// What a caller relies on and did not find.
pub(super) fn conventions(preserved: bool, done: &Done) -> Vec<CallError> {
    let mut list = Vec::new();
    if preserved {
        let now = &done.machine.cpu;
        for register in KEPT.into_iter().filter(|r| now.get(*r) != done.before.get(*r)) {
            let (before, after) = (done.before.get(register), now.get(register));
            list.push(CallError::NotPreserved { register, before, after });
        }
    }
    list.extend(stack(done));
    list.extend(guards(done));
    list
}

/// What should be in a place, with the addresses of this call.
fn with_addresses(
    place: &MemoryPlace,
    bytes: &[u8],
    call: &FunctionCall,
    image: &Image,
    done: &Done,
) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in (0..bytes.len().saturating_sub(3)).step_by(4) {
        let word = place.further(at as u32);
        let mut targets = call.then_pointers.iter().filter(|(from, _)| *from == word);
        if let Some(address) = targets.next().and_then(|(_, to)| done.address(to, image)) {
            bytes[at..at + 4].copy_from_slice(&address.to_le_bytes());
        }
    }
    bytes
}

fn wrong_memory(place: &MemoryPlace, bytes: &[u8], image: &Image, done: &Done) -> Vec<CallError> {
    let Some(address) = done.address(place, image) else {
        return vec![CallError::NoLabel(called(place, 0))];
    };
    let byte = |offset: usize| done.byte(address.wrapping_add(offset as u32));
    let words = bytes.len().is_multiple_of(4) && address.is_multiple_of(4);
    let size = if words { 4 } else { 1 };
    let wrong = bytes.chunks(size).enumerate().filter_map(|(k, expected)| {
        let got: Vec<u8> = (0..expected.len()).map(|at| byte(k * size + at)).collect();
        (got != expected).then(|| CallError::Cell {
            place: called(place, (k * size) as u32),
            bytes: size,
            expected: little(expected),
            got: little(&got),
        })
    });
    let mut list: Vec<CallError> = wrong.collect();
    let more = list.len().saturating_sub(MAX_CELLS);
    list.truncate(MAX_CELLS);
    if more > 0 {
        list.push(CallError::MoreCells(more));
    }
    list
}

fn stack(done: &Done) -> Option<CallError> {
    let (was, is) = (done.before.get(SP), done.machine.cpu.get(SP));
    if was != is {
        return Some(CallError::StackPointer(is.wrapping_sub(was) as i32));
    }
    let changed = done.above.iter().find(|(at, word)| done.machine.memory.peek(*at) != Some(*word));
    changed.map(|(at, _)| CallError::CallerStack(at - was))
}

fn guards(done: &Done) -> Option<CallError> {
    let changed = |guard: &&Guard| done.machine.memory.peek(guard.address) != Some(guard.word);
    let mut all = done.guards.iter().chain(&done.kept.guards);
    let Guard { address, buffer, behind, .. } = all.find(changed)?;
    Some(CallError::Guard { buffer: buffer.clone(), behind: *behind, address: *address })
}

/// Registers and memory before and after the call, as far as the test is about them.
pub(super) fn states(call: &FunctionCall, done: &Done) -> [CallState; 2] {
    let given = call.registers.iter().map(|(register, _)| *register);
    let asked = call.then_registers.iter().map(|(register, _)| *register);
    let mut registers: Vec<u8> = given.chain(asked).chain([SP]).collect();
    registers.sort_unstable();
    registers.dedup();
    let values = |cpu: &Cpu| registers.iter().map(|r| (*r, cpu.get(*r))).collect();
    let bytes = |address: u32, size: u32| (0..size).map(|at| done.byte(address + at)).collect();
    let set = call.memory.iter().map(|(place, bytes)| (called(place, 0), bytes.clone()));
    let left = done
        .buffers
        .iter()
        .map(|(name, (address, size))| (name.clone(), bytes(*address, (*size).min(MAX_BYTES))));
    let float = |(register, given): &(u8, Real)| (*register, *given);
    let after = |(register, asked): &(u8, Real)| (*register, done.float(*register, *asked));
    [
        CallState {
            registers: values(&done.before),
            floats: call.floats.iter().map(float).collect(),
            memory: set.collect(),
        },
        CallState {
            registers: values(&done.machine.cpu),
            floats: call.then_floats.iter().map(after).collect(),
            memory: left.collect(),
        },
    ]
}

fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

/// A place as the test calls it.
fn called(place: &MemoryPlace, more: u32) -> String {
    let (name, offset) = match place {
        MemoryPlace::Label(name, offset) | MemoryPlace::Buffer(name, offset) => (name, *offset),
    };
    match offset.wrapping_add(more) {
        0 => name.clone(),
        offset => format!("{name}+{offset}"),
    }
}
