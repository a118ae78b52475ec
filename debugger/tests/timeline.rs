//! A walk through a run ends where a fresh run to the same step does, whatever the program, the walk,
//! the room for snapshots and the changes that were made on the way.

#[path = "../../mips-sim/tests/laws/mod.rs"]
mod laws;

use std::sync::Arc;

use debugger::{
    ChangeError, Debugger, Location, Options, PointRule, Reason, Services, StepSize, Target,
    TimeDirection, Use,
};
use laws::program::program;
use laws::{Case, Chance};
use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, ScriptedHost, Stream};
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::Off;
use proptest::prelude::*;

/// Gives input by lines, as the debugger does.
struct ByLines {
    input: Vec<u8>,
    read: usize,
    rest: ScriptedHost,
}

impl ByLines {
    fn new(case: &Case) -> ByLines {
        let mut rest = ScriptedHost::new("");
        rest.output_limit = Some(case.output_limit);
        rest.files.insert("f".into(), b"a file".to_vec());
        ByLines { input: case.input.clone(), read: 0, rest }
    }
}

impl Host for ByLines {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let rest = &self.input[self.read..];
        let line = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |n| n + 1);
        let count = line.min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.read += count;
        if count == 0 { Input::End } else { Input::Bytes(count) }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.rest.write(stream, bytes)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.rest.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.rest.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.rest.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.rest.close(handle);
    }
}

/// A fresh run to a step.
fn fresh(case: &Case, step: u64) -> (Machine, ByLines) {
    let mut machine = Machine::load(&case.image, &case.options);
    let mut host = ByLines::new(case);
    machine.run(&mut host, &mut Off, step);
    (machine, host)
}

fn words(machine: &Machine) -> Vec<(u32, u32)> {
    let blocks = machine.memory.used_blocks();
    let words = blocks.into_iter().flat_map(|block| (block..=block + 4092).step_by(4));
    let found = words.filter_map(|at| machine.memory.peek(at).map(|word| (at, word)));
    found.filter(|(_, word)| *word != 0).collect()
}

fn assert_same(debugger: &Debugger<ByLines>, machine: &Machine) {
    assert_eq!(debugger.machine().steps(), machine.steps());
    assert_eq!(debugger.machine().cpu, machine.cpu);
    assert_eq!(debugger.machine().pc, machine.pc);
    assert_eq!(words(debugger.machine()), words(machine));
}

fn options(case: &Case, chance: &mut Chance) -> Options {
    Options {
        machine: case.options.clone(),
        budget: chance.pick(&[0, 60_000, 1 << 20, 64 << 20]),
        spacing: chance.pick(&[1, 7, 50, 1000]),
        max_steps: case.budget,
        ..Options::default()
    }
}

/// One operation by chance.
fn walk(debugger: &mut Debugger<ByLines>, case: &Case, chance: &mut Chance) {
    let direction = if chance.one_in(2) { TimeDirection::Forward } else { TimeDirection::Back };
    let unit = if chance.one_in(2) { StepSize::Instruction } else { StepSize::Statement };
    match chance.below(12) {
        0..3 => drop(debugger.go(direction, unit, chance.one_in(2))),
        3 => drop(debugger.out(direction)),
        4 => drop(debugger.proceed(direction)),
        5 => drop(debugger.to_service(direction, Services::Both)),
        6..9 => drop(debugger.goto(chance.below(case.budget as usize + 2) as u64)),
        9 => {
            let word = case.image.text.get(chance.below(case.image.text.len().max(1)));
            let target = match chance.below(3) {
                0 => Target::Watch(Location::Register(8), Use::Change),
                1 => {
                    let address = case.image.config.data_base;
                    Target::Watch(Location::Memory { address, bytes: 64 }, Use::Write)
                }
                _ => Target::Code(word.map(|word| word.address).into_iter().collect()),
            };
            debugger.add_point(target, PointRule::default());
        }
        10 => {
            let id = debugger.points().first().map_or(0, |point| point.id);
            debugger.remove_point(id);
        }
        _ => drop(debugger.stack()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn a_walk_ends_where_a_fresh_run_does(seed: u64) {
        let mut chance = Chance::new(seed);
        let (_, Some(case)) = program(&mut chance) else { return Ok(()) };
        let image = Arc::new(case.image.clone());
        let options = options(&case, &mut chance);
        let mut debugger = Debugger::new(image, ByLines::new(&case), options);
        for _ in 0..12 {
            walk(&mut debugger, &case, &mut chance);
            let (machine, host) = fresh(&case, debugger.step());
            assert_same(&debugger, &machine);
            let mut written = host.rest.output;
            written.extend(host.rest.errors);
            let mut kept = debugger.output().to_vec();
            kept.truncate(case.output_limit);
            written.sort_unstable();
            kept.sort_unstable();
            assert_eq!(kept, written);
        }
    }

    #[test]
    fn a_change_leaves_the_old_history_as_it_was(seed: u64) {
        let mut chance = Chance::new(seed);
        let (_, Some(case)) = program(&mut chance) else { return Ok(()) };
        let image = Arc::new(case.image.clone());
        let options = options(&case, &mut chance);
        let mut debugger = Debugger::new(image, ByLines::new(&case), options);
        debugger.goto(chance.below(case.budget as usize + 1) as u64);
        let at = debugger.step();
        let value = chance.next() as u32;
        if debugger.stop().is_some() {
            prop_assert_eq!(debugger.set(Location::Register(9), value), Err(ChangeError::Ended));
            return Ok(());
        }
        debugger.set(Location::Register(9), value).expect("a register takes any value");
        prop_assert_eq!((debugger.step(), debugger.history()), (at, 1));
        for _ in 0..6 {
            walk(&mut debugger, &case, &mut chance);
        }
        // The changed run, made afresh.
        let step = debugger.step();
        let (mut machine, mut host) = fresh(&case, at.min(step));
        if step >= at {
            machine.cpu.set(9, value);
            machine.run(&mut host, &mut Off, step - at);
        }
        assert_same(&debugger, &machine);
        prop_assert!(debugger.enter_history(0));
        for _ in 0..4 {
            walk(&mut debugger, &case, &mut chance);
            // What comes behind the change is asked of a world that has gone on since: its files and
            // its room for output are those of now.
            if debugger.step() <= at {
                let (machine, _) = fresh(&case, debugger.step());
                assert_same(&debugger, &machine);
            }
        }
    }
}

#[test]
fn the_end_of_a_run_is_a_place_to_go_back_from() {
    let source = "li $t0, 3\nlw $t1, 1($zero)\n";
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = mips_sim::assemble(&["p.asm"], &mut files, &mips_sim::AsmOptions::default());
    let image = Arc::new(assembly.image);
    let mut debugger = Debugger::new(image, ScriptedHost::new(""), Options::default());
    let stopped = debugger.proceed(TimeDirection::Forward);
    assert!(matches!(stopped.reason, Reason::Ended(Stop::Fault { pc: 0x0040_0004, .. })));
    assert_eq!((debugger.step(), debugger.pc()), (2, 0x0040_0004));
    // It can't go on, and says so again.
    assert_eq!(debugger.proceed(TimeDirection::Forward).reason, stopped.reason);
    assert_eq!(debugger.go(TimeDirection::Back, StepSize::Statement, false).reason, Reason::Done);
    assert_eq!((debugger.step(), debugger.pc(), debugger.stop()), (1, 0x0040_0004, None));
    assert_eq!(debugger.proceed(TimeDirection::Back).reason, Reason::Start);
    assert_eq!(debugger.go(TimeDirection::Back, StepSize::Instruction, true).reason, Reason::Start);
}

fn debugger(source: &str, input: &str) -> Debugger<ScriptedHost> {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = mips_sim::assemble(&["p.asm"], &mut files, &mips_sim::AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    Debugger::new(Arc::new(assembly.image), ScriptedHost::new(input), Options::default())
}

/// Adds up numbers until a 0.
const SUM: &str = "\
loop: li $v0, 5
syscall
addu $s0, $s0, $v0
bnez $v0, loop
move $a0, $s0
li $v0, 1
syscall
";

#[test]
fn other_input_is_another_history() {
    let mut debugger = debugger(SUM, "1\n2\n0\n");
    debugger.proceed(TimeDirection::Forward);
    assert_eq!(debugger.output(), b"3");
    // Before the second number is read.
    debugger.goto(5);
    assert_eq!((debugger.output(), debugger.waiting_input()), (&b""[..], &b"2\n0\n"[..]));
    debugger.set_input(b"40\n0\n").expect("it has not ended");
    debugger.proceed(TimeDirection::Forward);
    assert_eq!(debugger.output(), b"41");
    assert!(debugger.enter_history(0));
    debugger.to_end();
    assert_eq!(debugger.output(), b"3");
    assert_eq!(debugger.histories()[1].forked, Some((5, 0)));
}

#[test]
fn a_program_that_asks_the_world_too_much_loses_its_past_and_not_its_future() {
    // The clock, for ever: each answer has to be kept.
    let source = "loop: li $v0, 30\nsyscall\naddiu $s0, $s0, 1\nb loop\n";
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = mips_sim::assemble(&["p.asm"], &mut files, &mips_sim::AsmOptions::default());
    let options = Options { budget: 1 << 20, max_steps: 20_000_000, ..Options::default() };
    let mut debugger = Debugger::new(Arc::new(assembly.image), ScriptedHost::new(""), options);
    assert_eq!(debugger.proceed(TimeDirection::Forward).reason, Reason::Limit);
    let history = debugger.histories()[0];
    assert!(history.cut && history.start > 0 && history.bytes <= 1 << 20, "{history:?}");
    let count = debugger.machine().cpu.get(16);
    debugger.goto(19_999_996);
    assert_eq!(debugger.machine().cpu.get(16), count - 1);
    assert_eq!(debugger.goto(5).reason, Reason::Start);
    assert_eq!(debugger.step(), history.start);
}
