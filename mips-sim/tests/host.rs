//! Hosts in memory: what they read, write, draw and refuse, and runs that are repeated exactly.

use mips_sim::host::system::Crash;
use mips_sim::host::{
    FileError, Handle, Host, Input, OpenMode, Recording, Refused, ScriptedHost, Stream,
};
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, Image, assemble};

fn image(source: &str) -> Image {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    assemble(&["p.asm"], &mut files, &AsmOptions::default()).image
}

fn service(number: u32) -> String {
    format!("li $v0, {number}\nsyscall\n")
}

fn registers(machine: &Machine) -> Vec<u32> {
    (0..32).map(|register| machine.cpu.get(register)).collect()
}

/// Runs until the program is over, and says how each run ended, at which instruction.
fn stops(image: &Image, host: &mut impl Host) -> Vec<(Stop, u64)> {
    let mut machine = Machine::load(image, &MachineOptions::default());
    let mut stops = Vec::new();
    while stops.last().is_none_or(|(stop, _)| *stop == Stop::InputPending) {
        let stop = machine.run(host, &mut Off, 1000);
        stops.push((stop, machine.steps()));
    }
    stops
}

/// A host that refuses files, has a draw only every other time, and takes three bytes.
#[derive(Default)]
struct Stubborn {
    may_draw: bool,
    printed: usize,
}

impl Host for Stubborn {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::End
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.printed += bytes.len();
        if self.printed > 3 { Err(Refused) } else { Ok(()) }
    }

    fn may_draw(&mut self) -> bool {
        self.may_draw = !self.may_draw;
        !self.may_draw
    }

    fn open(&mut self, name: &str, _: OpenMode) -> Result<Handle, FileError> {
        Err(if name == "f" { FileError::Forbidden } else { FileError::Failed })
    }
}

#[test]
fn what_was_refused_is_refused_again() {
    let open = |name: &str| {
        let call = service(13);
        format!(".data\n{name}: .asciiz \"{name}\"\n.text\nla $a0, {name}\nli $a1, 0\n{call}")
    };
    let draws = service(41).repeat(3);
    let prints = service(1).repeat(5);
    let forbidden = Stop::Crash { crash: Crash::ForbiddenFile, pc: 0x0040_003c };
    let cases = [
        (open("g") + &draws + &open("f"), 3, forbidden),
        (format!("{draws}li $a0, 7\n{prints}"), 3, Stop::OutputRefused),
    ];
    for (source, waits, end) in cases {
        let image = image(&source);
        let mut host = Stubborn::default();
        let mut recording = Recording::new(&mut host);
        let first = stops(&image, &mut recording);
        assert_eq!(first.len(), waits + 1, "{first:?}");
        assert_eq!(first[waits].0, end);
        let mut replay = recording.finish().expect("it is short");
        assert_eq!(stops(&image, &mut replay), first);
    }
}

#[test]
fn a_moment_is_a_snapshot_and_a_position() {
    let source = format!(
        "loop: {}move $s0, $v0\nadd $s1, $s1, $s0\n{}add $s1, $s1, $a0\nmove $a0, $s1\n{}\
         bnez $s0, loop\n{}",
        service(5),
        service(41),
        service(1),
        service(30)
    );
    let image = image(&source);
    let mut host = ScriptedHost::new("3\n4\n5\n0\n");
    host.time = 77;
    let mut recording = Recording::new(&mut host);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut moments = vec![(machine.snapshot(), recording.position())];
    while machine.run(&mut recording, &mut Off, 1) == Stop::BudgetSpent {
        moments.push((machine.snapshot(), recording.position()));
    }
    let end = registers(&machine);
    let mut replay = recording.finish().expect("it is short");
    for (snapshot, position) in moments.iter().rev() {
        machine.restore(snapshot);
        replay.seek(*position);
        assert_eq!(machine.run(&mut replay, &mut Off, 1000), Stop::FellOffEnd);
        assert_eq!(registers(&machine), end);
    }

    // From the middle on the world can answer otherwise: another clock.
    let (snapshot, position) = &moments[moments.len() / 2];
    machine.restore(snapshot);
    replay.seek(*position);
    let mut host = ScriptedHost::default();
    let mut recording = Recording::resume(&mut host, replay);
    assert_eq!(machine.run(&mut recording, &mut Off, 1000), Stop::FellOffEnd);
    let other = registers(&machine);
    assert_ne!(other, end);
    let mut replay = recording.finish().expect("it is short");
    machine.restore(&moments[0].0);
    assert_eq!(machine.run(&mut replay, &mut Off, 1000), Stop::FellOffEnd);
    assert_eq!(registers(&machine), other);
}

/// Draws 1, 2, 3 and so on, but leaves streams alone that the program has seeded.
#[derive(Default)]
struct Counting(u32);

impl Host for Counting {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::End
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn draw(&mut self, _: u32) -> Option<u32> {
        self.0 += 1;
        Some(self.0)
    }

    fn overrides_seeds(&self) -> bool {
        false
    }
}

#[test]
fn seeded_streams_are_left_alone_in_a_recording_too() {
    let source = format!(
        "li $a0, 3\nli $a1, 7\n{}li $a0, 3\n{}move $s0, $a0\nli $a0, 4\n{}move $s1, $a0\n",
        service(40),
        service(41),
        service(41)
    );
    let image = image(&source);
    let load = || Machine::load(&image, &MachineOptions::default());
    let (mut alone, mut recorded, mut repeated) = (load(), load(), load());
    alone.run(&mut Counting::default(), &mut Off, 1000);
    assert_eq!(alone.cpu.get(17), 1);
    let mut host = Counting::default();
    let mut recording = Recording::new(&mut host);
    recorded.run(&mut recording, &mut Off, 1000);
    repeated.run(&mut recording.finish().expect("it is short"), &mut Off, 1000);
    assert_eq!(registers(&recorded), registers(&alone));
    assert_eq!(registers(&repeated), registers(&alone));
}

#[test]
fn a_run_is_repeated_exactly() {
    let source = format!(
        ".data\nname: .asciiz \"f\"\nbuf: .space 8\n.text\n{}move $s0, $v0\n{}move $s1, $a0\n\
         li $a0, 9\n{}move $s2, $a0\nla $a0, name\nli $a1, 0\n{}move $s3, $v0\nmove $a0, $v0\n\
         la $a1, buf\nli $a2, 8\n{}move $s4, $v0\nlw $s5, buf\nlw $s6, 1($s5)",
        service(5),
        service(30),
        service(41),
        service(13),
        service(14)
    );
    let image = image(&source);
    let mut host = ScriptedHost::new("42\n");
    host.time = 1234;
    host.files.insert("f".into(), b"hello".to_vec());
    let mut recording = Recording::new(&mut host);
    let mut first = Machine::load(&image, &MachineOptions::default());
    let stop = first.run(&mut recording, &mut Off, 1000);
    let mut replay = recording.finish().expect("it is short");
    let mut second = Machine::load(&image, &MachineOptions::default());
    assert_eq!(second.run(&mut replay, &mut Off, 1000), stop);
    assert_eq!(registers(&first), registers(&second));
    let read = |register| first.cpu.get(register);
    assert_eq!([read(16), read(17), read(19), read(20)], [42, 1234, 3, 5]);
}

#[test]
fn new_files_count_with_their_names() {
    let mut host = ScriptedHost::default();
    host.output_limit = Some(10);
    host.files.insert("longer-than-that".into(), Vec::new());
    assert!(host.open("longer-than-that", OpenMode::Append).is_ok());
    assert!(host.open("longer-than-this", OpenMode::Write).is_err());
    let handle = host.open("short", OpenMode::Append).expect("there is room");
    assert_eq!(host.write_file(handle, b"12345"), Ok(()));
    assert_eq!(host.write_file(handle, b"6"), Err(FileError::Failed));
    assert!(host.open("x", OpenMode::Write).is_err());
    let names: Vec<_> = host.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["longer-than-that", "short"]);
}

#[test]
fn draws_come_from_the_list_and_then_count() {
    // Service 41 twice, 42 with a bound of 4 three times, each with a stream of its own.
    let draw = |number: u32, to: u32| {
        format!("li $a0, {to}\nli $a1, 4\nli $v0, {number}\nsyscall\nmove $t{to}, $a0\n")
    };
    let source: String =
        [41, 41, 42, 42, 42].iter().zip(0..).map(|(number, to)| draw(*number, to)).collect();
    let image = image(&source);
    let mut host = ScriptedHost::default();
    host.draws = Some(vec![u32::MAX, 7, 7]);
    let drawn = |machine: &Machine| [8, 9, 10, 11, 12].map(|register| machine.cpu.get(register));
    let mut recording = Recording::new(&mut host);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    machine.run(&mut recording, &mut Off, 1000);
    assert_eq!(drawn(&machine), [u32::MAX, 7, 3, 0, 1]);
    let mut replay = recording.finish().expect("it is short");
    let mut machine = Machine::load(&image, &MachineOptions::default());
    machine.run(&mut replay, &mut Off, 1000);
    assert_eq!(drawn(&machine), [u32::MAX, 7, 3, 0, 1]);
}

#[test]
fn a_draw_can_be_waited_for() {
    struct Later(Vec<u32>);

    impl Host for Later {
        fn read(&mut self, _: &mut [u8]) -> Input {
            Input::End
        }

        fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
            Ok(())
        }

        fn draw(&mut self, _: u32) -> Option<u32> {
            self.0.pop()
        }

        fn may_draw(&mut self) -> bool {
            !self.0.is_empty()
        }
    }

    let source = "li $v0, 41\nsyscall\nmove $t0, $a0\nli $v0, 41\nsyscall\nmove $t1, $a0\n";
    let image = image(source);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut run = |draws: &[u32]| {
        let stop = machine.run(&mut Later(draws.to_vec()), &mut Off, 100);
        (stop, machine.steps(), machine.cpu.get(8), machine.cpu.get(9))
    };
    assert_eq!(run(&[]), (Stop::InputPending, 1, 0, 0));
    assert_eq!(run(&[5]), (Stop::InputPending, 4, 5, 0));
    assert_eq!(run(&[6]), (Stop::FellOffEnd, 6, 5, 6));
}

#[test]
fn strings_are_printed_to_their_zero_byte_wherever_they_are() {
    let letters = "abcdefghijklmnopqrstuvwxyz".repeat(10);
    for base in ["li $a0, 0x10010200", "li $a0, 0x10040200", "addiu $a0, $sp, -512"] {
        for offset in 0..4 {
            // Around the ends of words and of what is printed in one piece; a byte that is not ASCII
            // is printed as the character with that code.
            for length in (0..9).chain(120..134).chain([255]) {
                for other in [None, Some(length / 2)] {
                    let mut bytes = letters.as_bytes()[..length].to_vec();
                    if let Some(byte) = other.and_then(|at| bytes.get_mut(at)) {
                        *byte = 0xe9;
                    }
                    let store =
                        |(at, byte): (usize, &u8)| format!("li $t1, {byte}\nsb $t1, {at}($a0)\n");
                    let stores: String = bytes.iter().enumerate().map(store).collect();
                    // What is in front of the string and behind its zero byte is not printed.
                    let around = format!(
                        "li $t1, 0xff\nsb $t1, {}($a0)\nsb $t1, -1($a0)\nsb $zero, {length}($a0)\n",
                        length + 1
                    );
                    let source =
                        format!("{base}\naddiu $a0, $a0, {offset}\n{around}{stores}{}", service(4));
                    let mut host = ScriptedHost::default();
                    let mut machine = Machine::load(&image(&source), &MachineOptions::default());
                    assert_eq!(machine.run(&mut host, &mut Off, 10_000), Stop::FellOffEnd);
                    let expected: String = bytes.iter().map(|byte| char::from(*byte)).collect();
                    let case = format!("{base} {offset} {length} {other:?}");
                    assert_eq!(String::from_utf8(host.output).as_deref(), Ok(&*expected), "{case}");
                }
            }
        }
    }
}
