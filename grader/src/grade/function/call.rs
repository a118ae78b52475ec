//! One call of a function on a machine of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use mips_sim::Image;
use mips_sim::config::Region;
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Observer;

use crate::assignment::{FunctionCall, MemoryPlace, Real, Value};
use tester::Console;
use tester::Limits;
use tester::{Draws, Tail};

/// Words around each buffer that must stay as they are.
const GUARD_WORDS: u32 = 8;
/// Where buffers lie behind the base of the data, if the program has nothing there.
const BUFFERS: u32 = 0x2_0000;
/// Words above the stack pointer that must stay as they are. Those of the four arguments come
/// before them: by convention they are the callee's.
const ABOVE: u32 = 64;
const ARGUMENT_BYTES: u32 = 16;
/// How far below the top of the stack the call begins.
const DEPTH: u32 = 0x800;
/// Bytes that services may move in a call.
const MAX_WORK: u64 = 1 << 20;

/// The stack pointer.
pub(super) const SP: u8 = 29;

/// What a call has left behind.
pub(super) struct Done {
    pub(super) before: Cpu,
    pub(super) machine: Machine,
    pub(super) output: Vec<u8>,
    pub(super) stop: Stop,
    /// Where the function should have returned to.
    pub(super) back: u32,
    /// The buffers of this call.
    pub(super) buffers: Buffers,
    /// Words that must not change.
    pub(super) guards: Vec<Guard>,
    /// What the calls share.
    pub(super) kept: Arc<Kept>,
    /// The same above the stack pointer.
    pub(super) above: Vec<(u32, u32)>,
    /// Where the buffers of another call may lie.
    free: u32,
}

/// Buffers that stay from call to call, and the words around them that must not change.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) buffers: Buffers,
    pub(super) guards: Vec<Guard>,
}

/// Buffers by name: address and bytes.
pub(super) type Buffers = BTreeMap<String, (u32, u32)>;

/// A word beside a buffer.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) address: u32,
    pub(super) word: u32,
    pub(super) buffer: String,
    /// Whether it is behind the buffer, and not before it.
    pub(super) behind: bool,
}

impl Done {
    /// Whether the function came back to its caller.
    pub(super) fn returned(&self) -> bool {
        self.stop == Stop::BadProgramCounter(self.back)
    }

    /// A byte of memory as it is now.
    pub(super) fn byte(&self, address: u32) -> u8 {
        let word = self.machine.memory.peek(address & !3).unwrap_or(0);
        word.to_le_bytes()[(address & 3) as usize]
    }

    /// A number with a fraction, as precise as another.
    pub(super) fn float(&self, register: u8, like: Real) -> Real {
        let float = &self.machine.cpu.float;
        let at = usize::from(register & 31);
        match like {
            Real::Single(_) => Real::Single(f32::from_bits(float[at])),
            Real::Double(_) => {
                let bits = u64::from(float[at]) | u64::from(float[at | 1]) << 32;
                Real::Double(f64::from_bits(bits))
            }
        }
    }

    /// The address of a place.
    pub(super) fn address(&self, place: &MemoryPlace, image: &Image) -> Option<u32> {
        resolve(place, image, &self.buffers)
    }
}

/// The address of a label.
pub(super) fn address_of(image: &Image, label: &str) -> Option<u32> {
    let mut found = image.symbols.iter().filter(|symbol| symbol.name == label);
    found.next().map(|symbol| symbol.address)
}

/// A program between two calls of its functions.
#[derive(Clone)]
pub(super) struct World {
    machine: Machine,
    /// Where the next buffers may lie.
    free: u32,
    kept: Arc<Kept>,
}

impl World {
    /// A program that has not run. Buffers lie so far from where they would lie otherwise.
    pub(super) fn new(image: &Image, limits: &Limits, shift: u32) -> World {
        let options = MachineOptions {
            max_memory: limits.memory,
            max_work: MAX_WORK,
            ..MachineOptions::default()
        };
        let mut machine = Machine::load(image, &options);
        machine.memory.share();
        let ends = image.data.iter();
        let ends = ends.map(|(address, block)| address.wrapping_add(block.len() as u32));
        let labels = image.symbols.iter().filter(|symbol| symbol.data).map(|symbol| symbol.address);
        let is_data = |address: &u32| image.config.region(*address) == Some(Region::Data);
        let end = ends.chain(labels).filter(is_data).max().unwrap_or(0);
        let free = end.max(image.config.data_base.wrapping_add(BUFFERS)).next_multiple_of(64);
        World { machine, free: free.saturating_add(64 * shift), kept: Arc::default() }
    }

    /// The program with the buffers of a call that is not made: they stay for all others. None if there
    /// is no place for them.
    pub(super) fn keep(self, image: &Image, call: &FunctionCall, seed: u64) -> Option<World> {
        let mut chance = Draws::new(Vec::new(), Tail::Seed(seed));
        let World { mut machine, free, .. } = self;
        let (buffers, free) = placed(call, free);
        let guards = fill_buffers(&mut machine, &buffers, &mut chance)?;
        write(&mut machine, image, call, &buffers)?;
        Some(World { machine, free, kept: Arc::new(Kept { buffers, guards }) })
    }

    /// Where a buffer that stays lies.
    pub(super) fn kept(&self, name: &str) -> Option<u32> {
        self.kept.buffers.get(name).map(|(address, _)| *address)
    }

    /// The instructions that have run.
    pub(super) fn steps(&self) -> u64 {
        self.machine.steps()
    }

    /// The program after a call.
    pub(super) fn after(done: Done) -> World {
        World { machine: done.machine, free: done.free, kept: done.kept }
    }
}

/// Carries out a call while someone looks on; nothing if a place that it names does not exist.
pub(super) fn carry_out<O: Observer>(
    image: &Image,
    limits: &Limits,
    world: World,
    (entry, steps): (u32, u64),
    call: &FunctionCall,
    seed: u64,
    observer: &mut O,
) -> Option<Done> {
    let mut chance = Draws::new(Vec::new(), Tail::Seed(seed));
    let World { mut machine, free, kept } = world;
    machine.pc = entry;
    let (buffers, free) = placed(call, free);
    let guards = fill_buffers(&mut machine, &buffers, &mut chance)?;
    fill_registers(&mut machine, image, &mut chance);
    let above = fill_stack(&mut machine, &mut chance)?;
    let value = |value: &Value| match value {
        Value::Word(word) => Some(*word),
        Value::Address(place) => resolve(place, image, &buffers),
    };
    write(&mut machine, image, call, &buffers)?;
    for (register, given) in &call.registers {
        machine.cpu.set(*register, value(given)?);
    }
    for (register, number) in &call.floats {
        let at = usize::from(*register & 31);
        match number {
            Real::Single(number) => machine.cpu.float[at] = number.to_bits(),
            Real::Double(number) => {
                let bits = number.to_bits();
                machine.cpu.float[at] = bits as u32;
                machine.cpu.float[at | 1] = (bits >> 32) as u32;
            }
        }
    }
    for (offset, given) in &call.stack {
        let address = machine.cpu.get(SP).checked_add(*offset)?;
        machine.memory.store_word(address, value(given)?).ok()?;
    }
    // Arguments on the stack are the callee's as well.
    let ours = |(address, _): &(u32, u32)| {
        let offset = address.wrapping_sub(machine.cpu.get(SP));
        call.stack.iter().all(|(other, _)| *other != offset)
    };
    let above = above.into_iter().filter(ours).collect();
    // No instruction can stand there, so that a return stops the machine and can be told from all
    // else.
    let back = 0x2000_0000 | chance.draw() & 0x0fff_fffc;
    machine.cpu.set(31, back);
    let before = machine.cpu.clone();
    let mut output = Vec::new();
    let mut console = Console::new(&call.input, true, &mut chance, &mut output, limits.output);
    let stop = machine.run(&mut console, observer, steps);
    Some(Done { before, machine, output, stop, back, buffers, guards, kept, above, free })
}

/// Writes what a call says of memory.
fn write(
    machine: &mut Machine,
    image: &Image,
    call: &FunctionCall,
    buffers: &Buffers,
) -> Option<()> {
    for (place, bytes) in &call.memory {
        let address = resolve(place, image, buffers)?;
        for (offset, byte) in (0..).zip(bytes) {
            machine.memory.store_byte(address.wrapping_add(offset), u32::from(*byte)).ok()?;
        }
    }
    for (place, target) in &call.pointers {
        let (address, target) = (resolve(place, image, buffers)?, resolve(target, image, buffers)?);
        machine.memory.store_word(address, target).ok()?;
    }
    Some(())
}

/// Where each buffer lies: one behind the other, with guards between them.
fn placed(call: &FunctionCall, free: u32) -> (Buffers, u32) {
    let mut sizes: BTreeMap<String, u32> = BTreeMap::new();
    let mut need = |place: &MemoryPlace, bytes: u32| {
        if let MemoryPlace::Buffer(name, offset) = place {
            let size = sizes.entry(name.clone()).or_default();
            *size = (*size).max(offset.saturating_add(bytes));
        }
    };
    let memory = call.memory.iter().chain(&call.then_memory);
    memory.for_each(|(place, bytes)| need(place, bytes.len() as u32));
    call.room.iter().for_each(|(place, bytes)| need(place, *bytes));
    for (place, target) in call.pointers.iter().chain(&call.then_pointers) {
        need(place, 4);
        need(target, 0);
    }
    for (_, value) in call.registers.iter().chain(&call.then_registers) {
        if let Value::Address(place) = value {
            need(place, 0);
        }
    }
    let mut at = free;
    let mut list = BTreeMap::new();
    for (name, size) in sizes {
        at = at.saturating_add(4 * GUARD_WORDS);
        list.insert(name, (at, size));
        at = at.saturating_add(size).saturating_add(4 * GUARD_WORDS).next_multiple_of(8);
    }
    (list, at)
}

/// Fills buffers and what lies around them with random values, and tells what must stay.
fn fill_buffers(
    machine: &mut Machine,
    buffers: &Buffers,
    chance: &mut Draws,
) -> Option<Vec<Guard>> {
    let mut guards = Vec::new();
    for (name, (start, size)) in buffers {
        let end = start.checked_add(*size)?.checked_next_multiple_of(4)?;
        let from = start.checked_sub(4 * GUARD_WORDS)?;
        for address in (from..end.checked_add(4 * GUARD_WORDS)?).step_by(4) {
            let word = chance.draw();
            machine.memory.store_word(address, word).ok()?;
            let behind = address >= end;
            if behind || address < *start {
                guards.push(Guard { address, word, buffer: name.clone(), behind });
            }
        }
    }
    Some(guards)
}

/// Every register gets a random value, but for those that hold the program's world together.
fn fill_registers(machine: &mut Machine, image: &Image, chance: &mut Draws) {
    const GP: u8 = 28;
    for register in (1..32).filter(|register| *register != GP) {
        machine.cpu.set(register, chance.draw());
    }
    machine.cpu.hi = chance.draw();
    machine.cpu.lo = chance.draw();
    for register in 0..32 {
        machine.cpu.float[register] = chance.draw();
    }
    machine.cpu.flags = chance.draw() as u8;
    machine.cpu.set(SP, (image.config.stack_pointer - DEPTH) & !7);
}

fn fill_stack(machine: &mut Machine, chance: &mut Draws) -> Option<Vec<(u32, u32)>> {
    let start = machine.cpu.get(SP).checked_add(ARGUMENT_BYTES)?;
    let mut above = Vec::new();
    for k in 0..ABOVE {
        let (address, word) = (start + 4 * k, chance.draw());
        machine.memory.store_word(address, word).ok()?;
        above.push((address, word));
    }
    Some(above)
}

fn resolve(place: &MemoryPlace, image: &Image, buffers: &Buffers) -> Option<u32> {
    match place {
        MemoryPlace::Label(name, offset) => Some(address_of(image, name)?.wrapping_add(*offset)),
        MemoryPlace::Buffer(name, offset) => Some(buffers.get(name)?.0.wrapping_add(*offset)),
    }
}
