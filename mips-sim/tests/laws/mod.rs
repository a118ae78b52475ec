//! What must hold for every program and every input, and a source of both. The tests of the
//! machine and the long-running driver in `fuzz/` share it.

#![allow(dead_code, reason = "each user takes what it needs")]

pub(crate) mod program;

use std::ops::ControlFlow;

use mips_sim::config::CONFIGS;
use mips_sim::host::{FileError, Host, Input, OpenMode, Recording, Refused, ScriptedHost, Stream};
use mips_sim::image::TextWord;
use mips_sim::isa::{Inst, decode};
use mips_sim::machine::cpu::Cpu;
use mips_sim::machine::memory::Memory;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::check::Check;
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use mips_sim::observe::{Done, History, Observer, Off};
use mips_sim::{AsmOptions, Image, assemble};

/// Marsaglia's xorshift: enough chance for tests, the same everywhere.
#[derive(Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            chance.next();
        }
        chance
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 33) as usize) % bound
    }

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A program, how to run it, and what it reads.
pub(crate) struct Case {
    pub(crate) image: Image,
    pub(crate) options: MachineOptions,
    pub(crate) input: Vec<u8>,
    pub(crate) budget: u64,
    pub(crate) output_limit: usize,
}

impl Case {
    /// An image under modes, limits and input taken by chance.
    pub(crate) fn new(image: Image, chance: &mut Chance) -> Case {
        let entry = match chance.below(12) {
            0 => Some(chance.next() as u32),
            1 => Some(image.config.text_base + 4 * chance.below(8) as u32),
            2 => Some(image.config.exception_handler),
            _ => None,
        };
        let options = MachineOptions {
            delayed_branching: chance.one_in(3),
            self_modifying: chance.one_in(3),
            entry,
            arguments: (0..chance.below(8) / 5).map(|k| "x".repeat(k * 9)).collect(),
            max_memory: match chance.below(3) {
                0 => chance.pick(&[0, 1, 1024, 5000, 70_000, 1 << 20]),
                _ => 64 << 20,
            },
            ..MachineOptions::default()
        };
        let input = input(chance);
        let budget = chance.pick(&[1, 7, 50, 200, 600, 5000]);
        let output_limit = chance.pick(&[0, 1, 10, 5000, 5000, 5000, 5000, 5000]);
        Case { image, options, input, budget, output_limit }
    }

    fn machine(&self) -> Machine {
        Machine::load(&self.image, &self.options)
    }

    fn host(&self) -> ScriptedHost {
        let mut host = ScriptedHost::new(self.input.clone());
        host.output_limit = Some(self.output_limit);
        host.files.insert("f".into(), b"a file".to_vec());
        host
    }
}

/// Lines of numbers, words and noise.
pub(crate) fn input(chance: &mut Chance) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..chance.below(6) {
        match chance.below(5) {
            0 => bytes.extend((chance.next() as i32).to_string().bytes()),
            1 => bytes.extend(b"1.5e3"),
            2 => bytes.extend((0..chance.below(20)).map(|_| chance.next() as u8)),
            3 => bytes.push(chance.next() as u8),
            _ => {}
        }
        bytes.extend_from_slice(chance.pick(&[&b"\n"[..], b"\r\n", b"\r", b""]));
    }
    bytes
}

/// A machine word: any, or one that is likely to be an instruction and to do something.
pub(crate) fn word(chance: &mut Chance) -> u32 {
    // Registers that hold small numbers and addresses are likelier than others.
    let reg = |chance: &mut Chance| chance.pick(&[0, 2, 4, 5, 6, 8, 9, 28, 29, 29, 31, 1, 16]);
    let small = |chance: &mut Chance| {
        let near = chance.below(24) as u32;
        let far = chance.next() as u32 & 0xffff;
        chance.pick(&[near, near * 4, near.wrapping_neg() & 0xffff, far])
    };
    let (s, t, d) = (reg(chance), reg(chance), reg(chance));
    match chance.below(16) {
        0 => chance.next() as u32,
        1 => 0x0000_000c,
        // `li $v0, service`
        2 | 3 => 0x2402_0000 | chance.below(60) as u32,
        // Loads and stores.
        4 | 5 => {
            let op = chance.pick(&[32, 33, 34, 35, 36, 37, 38, 40, 41, 42, 43, 46, 48, 56, 49, 57]);
            op << 26 | s << 21 | t << 16 | small(chance)
        }
        // Doubles in memory.
        6 => chance.pick(&[53, 61]) << 26 | s << 21 | t << 16 | small(chance),
        // Immediates and branches.
        7..=9 => {
            let op = chance.pick(&[4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 13, 14, 15, 15]);
            op << 26 | s << 21 | t << 16 | small(chance)
        }
        // `regimm` and coprocessors.
        10 => {
            let op = chance.pick(&[1, 16, 17, 17, 17, 28]);
            op << 26 | chance.next() as u32 & 0x03ff_ffff
        }
        11 => chance.pick(&[2, 3]) << 26 | 0x0010_0000 | chance.below(64) as u32,
        12 => 0x4200_0018,
        _ => s << 21 | t << 16 | d << 11 | chance.next() as u32 & 0x7ff,
    }
}

fn text_word(address: u32, word: u32, inst: Inst) -> TextWord {
    TextWord { address, word, inst, line: 0, first: true }
}

/// An image of words taken by chance, user and kernel text.
pub(crate) fn words(chance: &mut Chance) -> Image {
    let config = chance.pick(&CONFIGS);
    let mut image = Image { config, ..Image::default() };
    let put = |image: &mut Image, base: u32, count: usize, chance: &mut Chance| {
        for k in 0..count as u32 {
            let word = word(chance);
            let address = base + 4 * k;
            match decode(word) {
                Some(inst) => image.text.push(text_word(address, word, inst)),
                None if chance.one_in(2) => {
                    image.stored_text.insert(address, word);
                }
                None => {}
            }
        }
    };
    let count = 1 + chance.below(60);
    put(&mut image, config.text_base, count, chance);
    if chance.one_in(3) {
        let count = 1 + chance.below(12);
        put(&mut image, config.exception_handler, count, chance);
    }
    image.text.sort_by_key(|word| word.address);
    let places = [
        config.data_base,
        config.data_segment_base,
        config.stack_pointer & !0xff,
        config.kdata_base,
        config.mmio_base,
        config.data_limit - 8,
    ];
    for _ in 0..chance.below(4) {
        let place = chance.pick(&places);
        for k in 0..chance.below(40) as u32 {
            image.data.set(place + k, chance.next() as u8);
        }
    }
    image
}

/// An image with some bits of its instructions changed.
pub(crate) fn mutated(image: &Image, chance: &mut Chance) -> Image {
    let mut image = image.clone();
    for _ in 0..1 + chance.below(6) {
        if image.text.is_empty() {
            break;
        }
        let at = chance.below(image.text.len());
        let old = image.text[at];
        let word = match chance.below(4) {
            0 => word(chance),
            1 => image.text[chance.below(image.text.len())].word,
            _ => old.word ^ 1 << chance.below(32),
        };
        if let Some(inst) = decode(word) {
            image.text[at] = text_word(old.address, word, inst);
        }
    }
    image
}

/// A source text that is likely to assemble.
pub(crate) fn source(chance: &mut Chance) -> String {
    const FORMS: &[&str] = &[
        "li R, N",
        "la R, L",
        "la R, D",
        "lw R, D",
        "sw R, D",
        "lb R, N(R)",
        "sb R, N(R)",
        "sh R, N($sp)",
        "lh R, N($gp)",
        "lwl R, N($sp)",
        "swr R, N($gp)",
        "add R, R, R",
        "addu R, R, R",
        "addi R, R, 4",
        "sub R, R, R",
        "mul R, R, R",
        "div R, R, R",
        "div R, R",
        "rem R, R, N",
        "move R, R",
        "b L",
        "beq R, R, L",
        "bgt R, N, L",
        "blez R, L",
        "j L",
        "jal L",
        "jr $ra",
        "jr R",
        "jalr R",
        "bgezal R, L",
        "syscall",
        "syscall",
        "li $v0, S",
        "li $v0, S\nsyscall",
        "la $a0, D\nli $v0, 4\nsyscall",
        "la $a0, D\nli $a1, 9\nli $v0, 8\nsyscall",
        "l.d $f12, D",
        "s.s $f12, D",
        "add.d $f12, $f12, $f2",
        "div.s $f12, $f12, $f13",
        "c.lt.d $f2, $f12",
        "bc1t L",
        "cvt.w.d $f2, $f12",
        "sqrt.d $f12, $f12",
        "mfc1 R, $f12",
        "mtc1 R, $f12",
        "teq R, R",
        "mfc0 R, $14",
        "mtc0 R, $14",
        "eret",
        "break",
        "nop",
        "movz R, R, R",
        "clz R, R",
        "lw R, L",
        "sw R, L",
        "ll R, D",
        "sc R, D",
        "push R",
        "mfhi R",
    ];
    const REGISTERS: &[&str] =
        &["$t0", "$t1", "$a0", "$a1", "$a2", "$v0", "$sp", "$ra", "$zero", "$s0", "$gp"];
    const DATA: &[&str] = &[
        ".word 1, -2, 0x10010000",
        ".asciiz \"f\"",
        ".asciiz \"text\"",
        ".space 40",
        ".byte 1",
        ".double 1.5, -0.0",
        ".float 3.25",
        ".ascii \"no end\"",
        ".half 7",
        ".align 3",
        ".word 0x7ffffffe, 0x80000000, L1",
    ];
    let labels = 6;
    let mut text = String::from(".data\n");
    for k in 0..4 {
        text.push_str(&format!("D{k}: {}\n", chance.pick(DATA)));
    }
    text.push_str(".text\n");
    let count = 6 + chance.below(40);
    for k in 0..count {
        if k % count.div_ceil(labels) == 0 {
            text.push_str(&format!("L{}:\n", k / count.div_ceil(labels)));
        }
        for letter in chance.pick(FORMS).chars() {
            match letter {
                'R' => text.push_str(chance.pick(REGISTERS)),
                'L' => text.push_str(&format!("L{}", chance.below(labels))),
                'D' => text.push_str(&format!("D{}", chance.below(4))),
                'S' => text.push_str(&chance.below(60).to_string()),
                'N' => text.push_str(chance.pick(&["0", "1", "-4", "8", "30", "-1", "400"])),
                other => text.push(other),
            }
        }
        text.push('\n');
    }
    if chance.one_in(3) {
        text.push_str(".ktext 0x80000180\nmfc0 $k0, $14\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\n");
    }
    text
}

/// The image of a source text, if it assembles.
pub(crate) fn assembled(source: &str, self_modifying: bool) -> Option<Image> {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let options = AsmOptions { self_modifying, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut files, &options);
    assembly.succeeded().then_some(assembly.image)
}

/// A run that is over: what a program can tell of it, and how it ended.
#[derive(Clone, Copy)]
struct End<'a> {
    stop: Stop,
    machine: &'a Machine,
    host: &'a ScriptedHost,
}

impl End<'_> {
    /// Panics with what is not the same, if anything is.
    fn assert_same(&self, plain: &End<'_>, how: &str) {
        assert_eq!(self.stop, plain.stop, "{how}: the stop");
        let numbers = |end: &End<'_>| {
            let machine = end.machine;
            (machine.steps(), machine.pc, machine.fetches(), machine.system().heap_used())
        };
        assert_eq!(numbers(self), numbers(plain), "{how}: steps, pc, fetches or heap");
        let cpu = |end: &End<'_>| visible(&end.machine.cpu);
        assert!(cpu(self) == cpu(plain), "{how}: {:?}\n{:?}", cpu(self), cpu(plain));
        assert!(self.machine.memory == plain.machine.memory, "{how}: memory");
        let console = |end: &End<'_>| (end.host.output.clone(), end.host.errors.clone());
        assert_eq!(console(self), console(plain), "{how}: output");
        assert_eq!(self.host.files, plain.host.files, "{how}: files");
        assert_eq!(self.host.time, plain.host.time, "{how}: time");
    }
}

/// The registers without those that only the loop knows.
fn visible(cpu: &Cpu) -> Cpu {
    let mut cpu = cpu.clone();
    for hidden in 32..64 {
        cpu.set(hidden, 0);
    }
    cpu
}

/// Counts what it sees, and stops the machine after so many instructions each time.
struct Counts {
    steps: u64,
    done: u64,
    stop_every: u64,
}

impl Counts {
    fn new(stop_every: u64) -> Counts {
        Counts { steps: 0, done: 0, stop_every }
    }
}

impl Observer for Counts {
    fn step(&mut self, _: u32, _: Inst, _: &Cpu, _: &Memory) {
        self.steps += 1;
    }

    fn done(&mut self, _: Done<'_>) -> ControlFlow<()> {
        self.done += 1;
        if self.done.is_multiple_of(self.stop_every) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Has input only every other time that it is asked.
struct Hesitant {
    host: ScriptedHost,
    ready: bool,
}

impl Host for Hesitant {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        self.ready = !self.ready;
        if self.ready { Input::Pending } else { self.host.read(buffer) }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.host.write(stream, bytes)
    }

    fn now(&mut self) -> u64 {
        self.host.now()
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        self.host.sleep(milliseconds)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<u32, FileError> {
        self.host.open(name, mode)
    }

    fn read_file(&mut self, handle: u32, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.host.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: u32, bytes: &[u8]) -> Result<(), FileError> {
        self.host.write_file(handle, bytes)
    }

    fn close(&mut self, handle: u32) {
        self.host.close(handle);
    }
}

/// Checks every law on one case and gives the instructions of the plain run. Panics where one does
/// not hold.
pub(crate) fn check(case: &Case, chance: &mut Chance) -> u64 {
    let budget = case.budget;
    let (mut machine, mut host) = (case.machine(), case.host());
    let at_start = machine.memory.size();
    let (start, at_load) = (machine.snapshot(), machine.clone());
    let stop = machine.run(&mut host, &mut Off, budget);
    let plain = End { stop, machine: &machine, host: &host };
    let steps = machine.steps();

    // Limits hold, and the budget is exact.
    assert!(steps <= budget, "{steps} steps of {budget}");
    assert!(stop != Stop::BudgetSpent || steps == budget, "budget not used up");
    let size = machine.memory.size();
    assert!(size <= at_start.max(case.options.max_memory), "{size} bytes of memory");
    assert!(host.output.len() + host.errors.len() <= case.output_limit, "too much output");

    differences(at_load, &machine, &host);

    // Another machine gives the same in parts, whatever else it does between them.
    let (mut other, mut host) = (case.machine(), case.host());
    let stop = in_parts(case, &mut other, &mut host, chance);
    End { stop, machine: &other, host: &host }.assert_same(&plain, "in parts");

    // A run can go on, or be tried to, after every stop.
    other.run(&mut host, &mut Off, 20);
    assert!(other.steps() <= steps + 20);

    // A snapshot is the whole state: going back and running again gives the same.
    let (mut machine, mut host) = (other, case.host());
    machine.restore(&start);
    let stop = machine.run(&mut host, &mut Off, budget);
    End { stop, machine: &machine, host: &host }.assert_same(&plain, "after a snapshot");

    // One instruction at a time, which is not how the fast loop goes, with someone looking on.
    let mut host = case.host();
    machine.restore(&start);
    let mut counts = Counts::new(u64::MAX);
    let mut stop = Stop::BudgetSpent;
    for _ in 0..budget {
        stop = machine.run(&mut host, &mut counts, 1);
        if stop != Stop::BudgetSpent {
            break;
        }
    }
    End { stop, machine: &machine, host: &host }.assert_same(&plain, "in single steps");
    assert_eq!(counts.done, steps, "instructions that the observer was told of, one by one");

    // All at once, with everyone looking on.
    let mut host = case.host();
    machine.restore(&start);
    let (counts, stop) = observed(case, &mut machine, &mut host);
    End { stop, machine: &machine, host: &host }.assert_same(&plain, "with observers");
    assert_eq!(counts.done, steps, "instructions that the observer was told of");

    // An observer that stops the machine changes nothing.
    let mut host = case.host();
    machine.restore(&start);
    let mut counts = Counts::new(1 + chance.below(9) as u64);
    let stop = loop {
        let before = machine.steps();
        let stop = machine.run(&mut host, &mut counts, budget - before);
        if !matches!(stop, Stop::Break { .. }) {
            break stop;
        }
        assert!(machine.steps() > before, "stuck at 0x{:08x}", machine.pc);
    };
    End { stop, machine: &machine, host: &host }.assert_same(&plain, "stopped by an observer");
    assert_eq!(counts.done, steps, "instructions that the observer was told of, with stops");

    // A recording has all that the world answered.
    let mut host = case.host();
    machine.restore(&start);
    let mut recording = Recording::new(&mut host);
    machine.run(&mut recording, &mut Off, budget);
    if let Some(mut replay) = recording.finish() {
        machine.restore(&start);
        let stop = machine.run(&mut replay, &mut Off, budget);
        End { stop, machine: &machine, host: &host }.assert_same(&plain, "replayed");
    }

    // Input that comes late changes nothing.
    machine.restore(&start);
    let mut host = Hesitant { host: case.host(), ready: false };
    let stop = loop {
        let stop = machine.run(&mut host, &mut Off, budget - machine.steps());
        if stop != Stop::InputPending {
            break stop;
        }
    };
    End { stop, machine: &machine, host: &host.host }.assert_same(&plain, "with late input");
    steps
}

/// What a machine differs in from its start, changed in another one there, makes that one go on as it
/// does.
fn differences(mut other: Machine, machine: &Machine, host: &ScriptedHost) {
    let (mut changes, mut rest) = (Vec::new(), Vec::new());
    let changed =
        machine.difference(&other, &mut changes).is_ok() && other.change(&changes).is_ok();
    if !changed {
        return;
    }
    assert_eq!(other.difference(machine, &mut rest), Ok(()));
    assert!(rest.is_empty(), "{rest:?} after {changes:?}");
    let go_on = |mut machine: Machine| {
        let mut host = host.clone();
        let stop = machine.run(&mut host, &mut Off, 50);
        (stop, machine.pc, host.output)
    };
    let (one, two) = (go_on(machine.clone()), go_on(other));
    // How much memory lies ready may differ.
    let limited = [&one, &two].iter().any(|(stop, ..)| *stop == Stop::MemoryLimit);
    assert!(limited || one == two, "{one:?} {two:?}");
}

/// Runs a case in parts of a few instructions or many. Between them the machine is copied to
/// another one, or runs ahead and goes back.
fn in_parts(
    case: &Case,
    machine: &mut Machine,
    host: &mut ScriptedHost,
    chance: &mut Chance,
) -> Stop {
    let mut snapshots = vec![(machine.snapshot(), machine.memory.clone())];
    let stop = loop {
        let left = case.budget - machine.steps();
        let short = 1 + chance.below(12) as u64;
        let any = chance.below(left as usize + 1) as u64;
        let part = if chance.one_in(2) { any } else { short.min(left) };
        match chance.below(8) {
            0 => {
                let last = &snapshots[snapshots.len() - 1].0;
                let here = machine.snapshot_after(last);
                let mut other = case.machine();
                other.restore(&here);
                snapshots.push((here, machine.memory.clone()));
                *machine = other;
            }
            1 => {
                let here = machine.snapshot();
                machine.run(&mut host.clone(), &mut Off, 1 + any);
                machine.restore(&here);
            }
            2 => machine.memory.share(),
            _ => {}
        }
        let stop = machine.run(host, &mut Off, part);
        if stop != Stop::BudgetSpent || machine.steps() == case.budget {
            break stop;
        }
    };
    // Sharing with those that came later has changed no snapshot.
    let mut other = case.machine();
    for (snapshot, memory) in &snapshots {
        other.restore(snapshot);
        assert!(other.memory == *memory, "memory of a snapshot");
    }
    stop
}

/// Runs a case with all observers that there are.
fn observed(case: &Case, machine: &mut Machine, host: &mut ScriptedHost) -> (Counts, Stop) {
    let image = &case.image;
    let mut written = 0;
    let trace = Trace::new(40, |line: &str| written += line.len());
    let history = History::new(image, case.options.delayed_branching);
    let counting = (Profile::new(image), Coverage::new(image));
    let mut observers = (Counts::new(u64::MAX), ((trace, history), (counting, None)));
    // The checker is made for programs as people run them.
    observers.1.1.1 = (!case.options.delayed_branching).then(|| Check::new(image));
    let stop = machine.run(host, &mut observers, case.budget);
    for finding in observers.1.1.1.iter().flat_map(Check::findings) {
        assert!(!finding.text(image).is_empty());
    }
    (observers.0, stop)
}
