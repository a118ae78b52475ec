//! Makes calls on a program and reads what they leave.
//!
//! Every program gets the same arguments and the same contents of memory, at other addresses. What a
//! call returns and leaves is read as the values that it stands for.

use mips_sim::Image;
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::{Observer, Off};

use super::call::{Done, World, address_of, carry_out};
use super::calls::{CallCase, Left, Sequence, UnfitCalls};
use super::checks::conventions;
use super::mixed;
use crate::assignment::{CallsTest, FunctionCall, MemoryPlace, Real, Value};
use crate::grade::result::{CallError, Ended};
use tester::Limits;
use tester::calls::{
    ArgumentLayout, Given, Number, Passed, Register, Returned, Seen, Shape, Signature, View, Word,
};
use tester::policy::compare;

/// What a call costs before its first instruction, in instructions.
const CALL_WORK: u64 = 500;

/// What decides the contents of the memory that calls share, unlike the number of any call.
const STATE: usize = usize::MAX - 1;

/// Where the buffers of a program lie, unlike those of the reference.
pub(super) const SHIFT: u32 = 107;

/// A program whose functions are called.
pub(super) struct Player<'a> {
    pub(super) test: &'a CallsTest,
    image: &'a Image,
    limits: &'a Limits,
    entries: Vec<u32>,
    /// The program before the first call of a sequence.
    start: World,
}

/// What is wrong with a call.
pub(super) struct Wrong {
    /// The calls up to it.
    pub(super) sequence: Sequence,
    /// Everything that is wrong, the worst first.
    pub(super) errors: Vec<CallError>,
}

impl<'a> Player<'a> {
    /// A program, if it has the functions. `shift` says where its buffers lie.
    pub(super) fn new(
        test: &'a CallsTest,
        image: &'a Image,
        limits: &'a Limits,
        shift: u32,
    ) -> Result<Player<'a>, UnfitCalls> {
        let entry = |label: &str| {
            address_of(image, label).ok_or_else(|| UnfitCalls::Missing(label.to_string()))
        };
        let labels = test.functions.iter().map(|function| function.label.as_str());
        let entries = labels.map(entry).collect::<Result<Vec<u32>, _>>()?;
        let start = World::new(image, limits, shift);
        Ok(Player { test, image, limits, entries, start })
    }

    /// What all calls leave; none if one of them does not return.
    pub(super) fn all(
        &self,
        sequence: &Sequence,
        steps: u64,
        seed: u64,
        work: &mut u64,
    ) -> Option<Vec<Left>> {
        let mut all = Vec::new();
        self.play(sequence, steps, seed, work, &mut Off, |_, done, left| {
            let returned = done.is_some_and(Done::returned);
            all.extend(left.filter(|_| returned));
            returned
        });
        (all.len() == sequence.calls.len()).then_some(all)
    }

    /// The first call that does otherwise than it should.
    pub(super) fn wrong(
        &self,
        case: &CallCase,
        steps: u64,
        seed: u64,
        work: &mut u64,
    ) -> Option<Wrong> {
        let mut wrong = None;
        let Sequence { state, calls } = &case.sequence;
        self.play(&case.sequence, steps, seed, work, &mut Off, |number, done, left| {
            let errors = match (done, left) {
                (Some(done), Some(left)) => {
                    let function = &self.test.functions[calls[number].0];
                    self.errors(function, &case.expected[number], &left, done, steps)
                }
                _ => vec![CallError::NoPlace],
            };
            let right = errors.is_empty();
            if !right {
                let (state, calls) = (state.clone(), calls[..=number].to_vec());
                wrong = Some(Wrong { sequence: Sequence { state, calls }, errors });
            }
            right
        });
        wrong
    }

    /// Makes calls while someone looks on, as long as `then` says so.
    pub(super) fn play<O: Observer>(
        &self,
        sequence: &Sequence,
        steps: u64,
        seed: u64,
        work: &mut u64,
        observer: &mut O,
        mut then: impl FnMut(usize, Option<&Done>, Option<Left>) -> bool,
    ) -> Option<(Stop, Machine)> {
        let Sequence { state, calls } = sequence;
        let Some((mut world, mut kept)) = self.begin(state, seed) else {
            then(0, None, None);
            return None;
        };
        for (number, (at, list)) in calls.iter().enumerate() {
            let function = &self.test.functions[*at];
            let layout = ArgumentLayout::new(function, list);
            let call = call(function, &layout, &kept);
            let (image, limits) = (self.image, self.limits);
            let before = world.steps();
            let entry = (self.entries[*at], steps);
            let seed = mixed(seed, number);
            let done = carry_out(image, limits, world, entry, &call, seed, observer);
            let Some(done) = done else {
                then(number, None, None);
                return None;
            };
            *work += done.machine.steps().saturating_sub(before) + CALL_WORK;
            for (register, returned) in &function.returns {
                if let Returned::State(state) = returned {
                    kept[state.number] = result(*register, &done) as u32;
                }
            }
            let left = self.left(function, (list, state), &layout, &kept, &done);
            if !then(number, Some(&done), Some(left)) || number + 1 == calls.len() {
                return Some((done.stop, done.machine));
            }
            world = World::after(done);
        }
        None
    }

    /// The program with what the calls share, and the word of each part of it.
    fn begin(&self, state: &[Given], seed: u64) -> Option<(World, Vec<u32>)> {
        let world = self.start.clone();
        if state.is_empty() {
            return Some((world, Vec::new()));
        }
        let layout = ArgumentLayout::new(&self.test.state, state);
        let call = call(&self.test.state, &layout, &[]);
        let world = world.keep(self.image, &call, mixed(seed, STATE))?;
        let words = layout.words.iter().map(|word| match word {
            Word::Word(word) => Some(*word),
            Word::Address(block) => world.kept(&layout.blocks[*block].name),
            Word::Double(_) | Word::Kept(_) => None,
        });
        let words = words.collect::<Option<_>>()?;
        Some((world, words))
    }

    /// What a call has returned and left.
    fn left(
        &self,
        function: &Signature,
        (list, state): (&[Given], &[Given]),
        layout: &ArgumentLayout,
        kept: &[u32],
        done: &Done,
    ) -> Left {
        let memory = |address: u32| {
            let word = done.machine.memory.peek(address & !3)?;
            Some(word.to_le_bytes()[(address & 3) as usize])
        };
        let view = View { byte: &memory };
        let states: Vec<Option<Seen>> = self
            .test
            .state
            .arguments
            .iter()
            .zip(state)
            .zip(kept)
            .map(|((state, given), word)| {
                state.compared.then(|| match &state.shape {
                    Shape::Number(number) => {
                        Seen::Value(Given::Value(in_register(number).read((*word).into())))
                    }
                    shape => view.behind(shape, given, *word),
                })
            })
            .collect();
        let returned = function.returns.iter().map(|(register, returned)| {
            let bits = result(*register, done);
            match returned {
                // The register itself, whatever a byte of memory would be.
                Returned::Number(number) => {
                    Seen::Value(Given::Value(in_register(number).read(bits)))
                }
                Returned::Text if bits == 0 => Seen::Place(None),
                Returned::Text => match view.text(bits as u32) {
                    Ok(text) => Seen::Value(text),
                    Err(broken) => Seen::Broken(broken),
                },
                Returned::Address => place(bits as u32, done),
                // What is not compared is the same.
                Returned::State(state) => {
                    states[state.number].clone().unwrap_or(Seen::Value(Given::Leaf))
                }
                Returned::Like(at) => {
                    view.behind(&function.arguments[*at].shape, &list[*at], bits as u32)
                }
            }
        });
        let returned = returned.collect();
        let arguments = function.arguments.iter().zip(list).zip(&layout.words);
        let memory = arguments.map(|((argument, given), word)| {
            let address = match word {
                Word::Address(block) => done.buffers.get(&layout.blocks[*block].name)?.0,
                Word::Word(_) | Word::Double(_) | Word::Kept(_) => return None,
            };
            argument.compared.then(|| view.behind(&argument.shape, given, address))
        });
        let memory = memory.collect();
        Left { returned, memory, state: states, output: done.output.clone() }
    }

    fn errors(
        &self,
        function: &Signature,
        expected: &Left,
        left: &Left,
        done: &Done,
        steps: u64,
    ) -> Vec<CallError> {
        if !done.returned() {
            let ended = Ended::new(done.stop, done.machine.pc, self.image, self.limits);
            return vec![CallError::NotReturned { ended, steps }];
        }
        let mut list = Vec::new();
        let tolerance = &self.test.tolerance;
        let returned = expected.returned.iter().zip(&left.returned).zip(&function.returns);
        for ((expected, got), (register, returned)) in returned {
            if !got.is_like(expected, tolerance) {
                list.push(CallError::Returned {
                    register: *register,
                    shape: self.shape(function, returned),
                    expected: expected.clone(),
                    got: got.clone(),
                });
            }
        }
        let memory = expected.memory.iter().zip(&left.memory).zip(&function.arguments);
        let is_returned = |number: usize| {
            let is = |returned: &Returned| matches!(returned, Returned::State(state) if state.number == number);
            function.returns.iter().any(|(_, returned)| is(returned))
        };
        let state = expected.state.iter().zip(&left.state).zip(&self.test.state.arguments);
        let state = state.enumerate().filter(|(number, _)| !is_returned(*number));
        for ((expected, got), argument) in memory.chain(state.map(|(_, state)| state)) {
            if let (Some(expected), Some(got)) = (expected, got)
                && !got.is_like(expected, tolerance)
            {
                list.push(CallError::Left {
                    argument: argument.name.clone(),
                    shape: argument.shape.clone(),
                    expected: expected.clone(),
                    got: got.clone(),
                });
            }
        }
        if compare(&self.test.policy, &expected.output, None, &left.output).is_some() {
            let (expected, got) = (expected.output.clone(), left.output.clone());
            list.push(CallError::Output { expected, got });
        }
        list.extend(conventions(self.test.preserved, done));
        list
    }

    /// What a result looks like.
    fn shape(&self, function: &Signature, returned: &Returned) -> Shape {
        match returned {
            Returned::Number(number) => Shape::Number(number.clone()),
            Returned::Like(at) => function.arguments[*at].shape.clone(),
            Returned::State(state) => self.test.state.arguments[state.number].shape.clone(),
            Returned::Text | Returned::Address => {
                Shape::Text { letters: Vec::new(), least: 0, most: 0 }
            }
        }
    }
}

/// What a register holds after a call.
fn result(register: Register, done: &Done) -> u64 {
    match register {
        Register::Integer(number) => u64::from(done.machine.cpu.get(number)),
        Register::Float(number) => match done.float(number, Real::Double(0.0)) {
            Real::Double(number) => number.to_bits(),
            Real::Single(number) => number.to_bits().into(),
        },
    }
}

/// A number as a register holds it.
fn in_register(number: &Number) -> Number {
    match number {
        Number::Int(low, high, _) => Number::Int(*low, *high, 4),
        other => other.clone(),
    }
}

/// An address by the buffer that it is in; its end counts.
fn place(address: u32, done: &Done) -> Seen {
    if address == 0 {
        return Seen::Place(None);
    }
    let mut buffers = done.buffers.iter().chain(&done.kept.buffers);
    let within = buffers.find_map(|(name, (start, size))| {
        let offset = address.wrapping_sub(*start);
        (offset <= *size).then(|| (name.clone(), offset))
    });
    within.map_or(Seen::Elsewhere, |place| Seen::Place(Some(place)))
}

/// A call as it is carried out, with the words of what is kept from call to call.
fn call(function: &Signature, layout: &ArgumentLayout, kept: &[u32]) -> FunctionCall {
    let buffer = |block: usize, at: u32| MemoryPlace::Buffer(layout.blocks[block].name.clone(), at);
    let mut call = FunctionCall::default();
    for (argument, word) in function.arguments.iter().zip(&layout.words) {
        let value = match word {
            Word::Word(word) => Value::Word(*word),
            Word::Double(bits) => Value::Word(*bits as u32),
            Word::Address(block) => Value::Address(buffer(*block, 0)),
            Word::Kept(number) => Value::Word(kept[*number]),
        };
        match (argument.passed, word) {
            (Passed::Kept, _) => {}
            (Passed::In(Register::Integer(register)), _) => call.registers.push((register, value)),
            (Passed::In(Register::Float(register)), Word::Double(bits)) => {
                call.floats.push((register, Real::Double(f64::from_bits(*bits))));
            }
            (Passed::In(Register::Float(register)), Word::Word(word)) => {
                call.floats.push((register, Real::Single(f32::from_bits(*word))));
            }
            (Passed::In(Register::Float(_)), Word::Address(_) | Word::Kept(_)) => {}
            (Passed::OnStack(at), Word::Double(bits)) => {
                call.stack.push((at, value));
                call.stack.push((at + 4, Value::Word((bits >> 32) as u32)));
            }
            (Passed::OnStack(at), _) => call.stack.push((at, value)),
        }
    }
    for (number, block) in layout.blocks.iter().enumerate() {
        call.room.push((buffer(number, 0), block.size));
        if !block.unset {
            for (at, bytes) in block.known() {
                call.memory.push((buffer(number, at), bytes.to_vec()));
            }
            let pointers = block.pointers.iter();
            call.pointers
                .extend(pointers.map(|(at, other)| (buffer(number, *at), buffer(*other, 0))));
            // Where no block is led to, the bytes are 0 already.
        }
    }
    call
}
