//! A small device of each kind that there can be, on programs that use it: told of loads, told of
//! stores, asked before loads, called again later, interrupting. The real ones are tested where they are.

use std::ops::Range;

use mips_sim::host::{Refused, ScriptedHost, Stream};
use mips_sim::machine::device::{AttachError, Bus, Device};
use mips_sim::machine::{Fault, Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::trace::Trace;
use mips_sim::{AsmOptions, MemoryConfig, assemble};

/// Prints what is stored in its second word once that is done, which takes some instructions. Bit 0
/// of the first word says whether it is ready, bit 1 whether it is to interrupt when it is.
#[derive(Clone, Debug)]
struct Transmitter {
    base: u32,
    delay: u64,
    sending: Option<(u64, u8)>,
}

impl Device for Transmitter {
    fn range(&self) -> Range<u32> {
        self.base..self.base + 8
    }

    fn stored(&mut self, address: u32, value: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let control = bus.word(self.base);
        if address == self.base + 4 && control & 1 == 1 {
            bus.set_word(self.base, control & !1);
            self.sending = Some((bus.steps + self.delay, value as u8));
        }
        Ok(())
    }

    fn due(&self) -> Option<u64> {
        self.sending.map(|(due, _)| due)
    }

    fn tick(&mut self, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let control = bus.word(self.base) | 1;
        bus.set_word(self.base, control);
        if control != 1 {
            bus.interrupt(0x80);
        }
        let Some((_, byte)) = self.sending.take() else { return Ok(()) };
        bus.host.write(Stream::Out, &[byte])
    }

    fn boxed(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

/// A word that counts how often it was loaded.
#[derive(Clone, Debug)]
struct Counter(u32);

impl Device for Counter {
    fn range(&self) -> Range<u32> {
        self.0..self.0 + 4
    }

    fn loaded(&mut self, address: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let count = bus.word(address);
        bus.set_word(address, count + 1);
        Ok(())
    }

    fn boxed(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

/// A word that is the number of executed instructions, whenever it is loaded.
#[derive(Clone, Debug)]
struct Clock(u32);

impl Device for Clock {
    fn range(&self) -> Range<u32> {
        self.0..self.0 + 4
    }

    fn loading(&mut self, address: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        bus.set_word(address, bus.steps as u32);
        Ok(())
    }

    fn boxed(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

#[test]
fn a_device_can_serve_a_load() {
    let source = "nop\nlw $t0, 0xffff0010($zero)\nnop\nlbu $t1, 0xffff0010($zero)\n";
    let mut machine = machine(source, MemoryConfig::default(), &MachineOptions::default());
    machine.attach(Box::new(Clock(0xffff_0010)), &[7]).expect("the words are free");
    let stop = machine.run(&mut ScriptedHost::new(""), &mut Off, 100);
    assert_eq!(stop, Stop::FellOffEnd);
    // Each load is three instructions.
    assert_eq!((machine.cpu.get(8), machine.cpu.get(9)), (4, 8));
}

#[test]
fn a_load_of_two_words_asks_for_both() {
    let source = "nop\nldc1 $f0, 0xffff0010($zero)\nldc1 $f2, 0xffff0018($zero)\n\
        sdc1 $f0, 0xffff0018($zero)\n";
    let mut machine = machine(source, MemoryConfig::default(), &MachineOptions::default());
    for address in [0xffff_0010, 0xffff_0014] {
        machine.attach(Box::new(Clock(address)), &[7]).expect("the words are free");
    }
    machine.attach(Box::new(Counter(0xffff_001c)), &[20]).expect("the words are free");
    let stop = machine.run(&mut ScriptedHost::new(""), &mut Off, 100);
    assert_eq!(stop, Stop::FellOffEnd);
    // Told of its load once.
    assert_eq!([0, 1, 2, 3].map(|at| machine.cpu.float[at]), [4, 4, 0, 20]);
}

/// A machine with both devices, the transmitter first.
fn machine(source: &str, config: MemoryConfig, options: &MachineOptions) -> Machine {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let options_of_assembler =
        AsmOptions { config, self_modifying: options.self_modifying, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut files, &options_of_assembler);
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    let mut machine = Machine::load(&assembly.image, options);
    let base = config.mmio_base;
    let transmitter = Transmitter { base, delay: 5, sending: None };
    machine.attach(Box::new(transmitter), &[1]).expect("the words are free");
    machine.attach(Box::new(Counter(base + 8)), &[100]).expect("the words are free");
    machine
}

/// Prints a string by polling, and the counter twice.
const POLLING: &str = "
        .data
text:   .asciiz \"hello\"
        .text
main:   la      $s0, text
next:   lbu     $t0, ($s0)
        beqz    $t0, count
wait:   lw      $t1, CONTROL($zero)
        andi    $t1, $t1, 1
        beqz    $t1, wait
        sw      $t0, DATA($zero)
        addiu   $s0, $s0, 1
        j       next
count:  lw      $a0, COUNT($zero)
        li      $v0, 1
        syscall
        lb      $a0, COUNT($zero)
        syscall
        li      $v0, 10
        syscall
";

fn polling(config: MemoryConfig) -> String {
    let words = ["CONTROL", "DATA", "COUNT"].into_iter().zip((config.mmio_base..).step_by(4));
    words.fold(POLLING.to_string(), |source, (name, at)| source.replace(name, &format!("0x{at:x}")))
}

fn configs() -> [MemoryConfig; 2] {
    [MemoryConfig::default(), mips_sim::config::COMPACT_DATA_AT_ZERO]
}

#[test]
fn a_device_is_told_and_called_again() {
    for config in configs() {
        let mut machine = machine(&polling(config), config, &MachineOptions::default());
        let mut host = ScriptedHost::default();
        assert_eq!(machine.run(&mut host, &mut Off, 10_000), Stop::Exit(0));
        assert_eq!(String::from_utf8_lossy(&host.output), "hello100101", "{}", config.name);
    }
}

#[test]
fn without_devices_there_is_only_memory() {
    let config = MemoryConfig::default();
    let source = polling(config);
    let mut files: &[(&str, &str)] = &[("p.asm", &source)];
    let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = ScriptedHost::default();
    assert_eq!(machine.run(&mut host, &mut Off, 10_000), Stop::BudgetSpent);
    assert_eq!(host.output, b"");
}

#[test]
fn a_run_with_devices_is_the_same_however_it_is_run() {
    let config = MemoryConfig::default();
    let options =
        [false, true].map(|on| MachineOptions { self_modifying: on, ..MachineOptions::default() });
    for options in options {
        let mut whole = machine(&polling(config), config, &options);
        let mut host = ScriptedHost::default();
        whole.run(&mut host, &mut Off, 10_000);
        let expected = host.output;

        // With someone looking on.
        let mut watched = machine(&polling(config), config, &options);
        let mut host = ScriptedHost::default();
        watched.run(&mut host, &mut Trace::new(10, |_: &str| {}), 10_000);
        assert_eq!((&host.output, watched.steps()), (&expected, whole.steps()));

        // In parts, each from a snapshot that another machine goes back to.
        for part in 1..12 {
            let mut machine = machine(&polling(config), config, &options);
            let mut host = ScriptedHost::default();
            loop {
                let here = machine.snapshot();
                machine.run(&mut host.clone(), &mut Off, 20);
                machine.restore(&here);
                if machine.run(&mut host, &mut Off, part) != Stop::BudgetSpent {
                    break;
                }
            }
            assert_eq!((&host.output, machine.steps()), (&expected, whole.steps()), "{part}");
        }
    }
}

#[test]
fn a_service_uses_the_words_too() {
    let config = MemoryConfig::default();
    let source = "li $t0, 0x41\nsw $t0, 0xffff0008\nla $a0, 0xffff0008\nli $v0, 4\nsyscall\n\
        lw $s0, 0xffff0008\n";
    let mut machine = machine(source, config, &MachineOptions::default());
    let mut host = ScriptedHost::default();
    assert_eq!(machine.run(&mut host, &mut Off, 100), Stop::FellOffEnd);
    // It was loaded twice, with the zero byte behind it.
    assert_eq!((&host.output[..], machine.cpu.get(16)), (&b"A"[..], 0x43));
}

/// Sends one character with interrupts on, and waits.
const INTERRUPTED: &str = "
main:   li      $t0, 3
        sw      $t0, 0xffff0000
        sw      $t0, 0xffff0004
loop:   addiu   $t1, $t1, 1
        blt     $t1, 10, loop
        li      $v0, 10
        syscall
";

const HANDLER: &str = "
        .ktext 0x80000180
        mfc0    $s0, $13
        mfc0    $s1, $14
        addiu   $s2, $s2, 1
        eret
";

#[test]
fn a_device_interrupts_the_program() {
    let config = MemoryConfig::default();
    let options = MachineOptions::default();
    let source = INTERRUPTED.to_string() + HANDLER;
    let mut with_handler = machine(&source, config, &options);
    let stop = with_handler.run(&mut ScriptedHost::default(), &mut Off, 1000);
    let get = |register| with_handler.cpu.get(register);
    assert_eq!(stop, Stop::Exit(0));
    // Cause has the bit of the device and no code, and the loop went on to its end.
    assert_eq!((get(16), get(18), get(9)), (0x200, 1, 10));
    assert!((0x0040_0014..0x0040_0024).contains(&get(17)), "{:08x}", get(17));

    let mut without = machine(INTERRUPTED, config, &options);
    let stop = without.run(&mut ScriptedHost::default(), &mut Off, 1000);
    assert!(matches!(stop, Stop::Fault { fault: Fault::Interrupt(0x80), .. }), "{stop}");

    // A program that has switched interrupts off is not interrupted.
    let off = "mtc0 $zero, $12\n".to_string() + INTERRUPTED;
    let stop = machine(&off, config, &options).run(&mut ScriptedHost::default(), &mut Off, 1000);
    assert_eq!(stop, Stop::Exit(0));
}

#[test]
fn output_that_is_refused_stops_the_program() {
    let config = MemoryConfig::default();
    let mut machine = machine(&polling(config), config, &MachineOptions::default());
    let mut host = ScriptedHost::default();
    host.output_limit = Some(3);
    assert_eq!(machine.run(&mut host, &mut Off, 10_000), Stop::OutputRefused);
    assert_eq!(host.output, b"hel");
}

#[test]
fn words_belong_to_one_device_at_most() {
    let mut machine = machine("nop\n", MemoryConfig::default(), &MachineOptions::default());
    let mut attach = |at| machine.attach(Box::new(Counter(at)), &[]);
    assert_eq!(attach(0xffff_0004), Err(AttachError::Taken(0xffff_0004)));
    assert_eq!(attach(0x1001_0000), Err(AttachError::Elsewhere(0x1001_0000)));
    assert_eq!(attach(0xffff_0011), Err(AttachError::Elsewhere(0xffff_0011)));
    assert_eq!(attach(0xffff_000c), Ok(()));
}
