//! Dialogs as questions on the console: what each asks and gives back, as the windows of MARS do.

use mips_sim::host::system::Crash;
use mips_sim::host::{Host, Input, Recording, Refused, ScriptedHost, Stream};
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, Image, assemble};

/// A program that calls a service with a message and has a buffer; `set` is what it does before.
fn image(number: u32, set: &str) -> Image {
    let source = format!(
        ".data\nx: .asciiz \"Say it:\"\n.space 4\nbuffer: .asciiz \"????????\"\n.text\n\
         la $a0, x\nla $a1, buffer\n{set}\nli $v0, {number}\nsyscall\n"
    );
    let mut files: &[(&str, &str)] = &[("p.asm", &source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}");
    assembly.image
}

fn options() -> MachineOptions {
    MachineOptions { dialogs: true, ..MachineOptions::default() }
}

/// What the console shows, and the machine, after a dialog that was answered so.
fn asked(number: u32, set: &str, input: &str) -> (String, Machine) {
    let mut machine = Machine::load(&image(number, set), &options());
    let mut host = ScriptedHost::new(input);
    assert_eq!(machine.run(&mut host, &mut Off, 1000), Stop::FellOffEnd);
    (String::from_utf8(host.output).expect("it prints text"), machine)
}

fn a0(machine: &Machine) -> i32 {
    machine.cpu.get(4) as i32
}

fn status(machine: &Machine) -> i32 {
    machine.cpu.get(5) as i32
}

#[test]
fn a_question_has_three_answers_and_a_window_that_closes() {
    let question = "Say it: [yes/no/cancel] ";
    let cases = [("y\n", 0), ("YES\n", 0), ("no\n", 1), ("N", 1), (" c \n", 2), ("cancel\n", 2)];
    for (input, given) in cases {
        let (output, machine) = asked(50, "", input);
        assert_eq!((output.as_str(), a0(&machine)), (question, given), "{input:?}");
    }
    let (output, machine) = asked(50, "", "maybe\n\nno\n");
    assert_eq!((output, a0(&machine)), (question.repeat(3), 1));
    let (output, machine) = asked(50, "", "");
    assert_eq!((output, a0(&machine)), (format!("{question}\n"), -1));
}

#[test]
fn numbers_have_a_status() {
    // Only the whole line is a number; floating-point numbers may have blanks around them, as in Java.
    let integers =
        [("-7\n", -7, 0), ("+8\n", 8, 0), (" 5\n", 0, -1), ("2147483648\n", 0, -1), ("\n", 0, -3)];
    for (input, value, state) in integers.into_iter().chain([("", 0, -2)]) {
        let (_, machine) = asked(51, "", input);
        assert_eq!((a0(&machine), status(&machine)), (value, state), "{input:?}");
    }
    let reals =
        [("2.5\n", 2.5, 0), (" 1e3 \n", 1e3, 0), ("x\n", 0.0, -1), ("\n", 0.0, -3), ("", 0.0, -2)];
    let before = "li $t0, -1\nmtc1 $t0, $f0\nmtc1 $t0, $f1";
    for (input, value, state) in reals {
        let (_, machine) = asked(52, before, input);
        assert_eq!(
            (f64::from(machine.cpu.single(0)), status(&machine)),
            (value, state),
            "{input:?}"
        );
        let (_, machine) = asked(53, before, input);
        assert_eq!((machine.cpu.double(0), status(&machine)), (value, state), "{input:?}");
    }
}

#[test]
fn a_text_is_stored_as_far_as_it_fits() {
    // `.` is a NUL. The buffer lies in front of its old text, with four bytes before it.
    let cases = [
        ("abc\n", 9, "....abc|.???.", 0),
        ("abc\n", 5, "....abc|.???.", 0),
        ("abc\n", 4, "....abc.????.", 0),
        ("abc\n", 3, "....ab.?????.", -4),
        ("abc\n", 1, ".....", -4),
        ("abc\n", 0, "....????????.", -4),
        ("\n", 9, "....????????.", -3),
        ("", 9, "....????????.", -2),
    ];
    for (input, length, stored, state) in cases {
        let (_, machine) = asked(54, &format!("li $a2, {length}"), input);
        let byte = |at: u32| (machine.memory.peek(at & !3).unwrap_or(0) >> (8 * (at & 3))) as u8;
        let shown = |byte: u8| match byte {
            0 => '.',
            b'\n' => '|',
            byte => char::from(byte),
        };
        let memory: String = (0x1001_0008..0x1001_0015).map(|at| shown(byte(at))).collect();
        assert!(memory.starts_with(stored), "{input:?} in {length}: {memory}");
        assert_eq!(status(&machine), state, "{input:?} in {length}");
    }
}

#[test]
fn messages_are_lines() {
    let single = "li $t0, 0x3fc00000\nmtc1 $t0, $f12";
    let double = "li $t0, 0x3ff80000\nmtc1 $t0, $f13\nmtc1 $zero, $f12";
    let cases = [
        (55, "li $a1, 0", "error: Say it:\n"),
        (55, "li $a1, 1", "Say it:\n"),
        (55, "li $a1, 2", "warning: Say it:\n"),
        (55, "li $a1, 9", "Say it:\n"),
        (56, "li $a1, -3", "Say it:-3\n"),
        (57, single, "Say it:1.5\n"),
        (58, double, "Say it:1.5\n"),
        (59, "", "Say it:????????\n"),
    ];
    for (number, set, output) in cases {
        assert_eq!(asked(number, set, "").0, output, "{number} {set}");
    }
}

#[test]
fn a_dialog_begins_a_line() {
    let print = "move $t9, $a0\nli $v0, 11\nli $a0, 'x'\nsyscall\nmove $a0, $t9\nli $a1, 1";
    assert_eq!(asked(55, print, "").0, "x\nSay it:\n");
    let line = print.replace("'x'", "'\\n'");
    assert_eq!(asked(55, &line, "").0, "\nSay it:\n");
    // Whoever typed an answer has ended the line of the question.
    let read = "li $v0, 5\nsyscall\nli $a1, 1";
    assert_eq!(asked(55, &format!("{print}\n{read}"), "3\n").0, "xSay it:\n");
}

#[test]
fn without_them_a_dialog_breaks_off() {
    for number in 50..60 {
        let mut machine = Machine::load(&image(number, ""), &MachineOptions::default());
        let mut host = ScriptedHost::new("1\n");
        let stop = machine.run(&mut host, &mut Off, 1000);
        assert!(matches!(stop, Stop::Crash { crash: Crash::NoDisplay, .. }), "{number}: {stop:?}");
        assert!(host.output.is_empty());
    }
}

/// Has a line every third time it is asked.
#[derive(Default)]
struct Slow {
    asked: usize,
    output: Vec<u8>,
}

impl Host for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        self.asked += 1;
        if !self.asked.is_multiple_of(3) {
            return Input::Pending;
        }
        buffer[..2].copy_from_slice(if self.asked == 3 { b"?\n" } else { b"y\n" });
        Input::Bytes(2)
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.output.extend_from_slice(bytes);
        Ok(())
    }
}

#[test]
fn who_waits_for_an_answer_asks_once() {
    let image = image(50, "");
    let mut machine = Machine::load(&image, &options());
    let mut host = Slow::default();
    let mut recording = Recording::new(&mut host);
    let mut waits = 0;
    while machine.run(&mut recording, &mut Off, 1000) == Stop::InputPending {
        waits += 1;
    }
    assert_eq!((waits, a0(&machine)), (4, 0));
    let mut replay = recording.finish().expect("it is short");
    assert_eq!(String::from_utf8_lossy(&host.output), "Say it: [yes/no/cancel] ".repeat(2));
    // Repeated, it waits as often.
    let mut machine = Machine::load(&image, &options());
    for _ in 0..waits {
        assert_eq!(machine.run(&mut replay, &mut Off, 1000), Stop::InputPending);
    }
    assert_eq!(machine.run(&mut replay, &mut Off, 1000), Stop::FellOffEnd);
    assert_eq!(a0(&machine), 0);
}
