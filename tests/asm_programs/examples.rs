//! The small programs: what each prints for a given input, and that neither the assembler nor the
//! checker has anything to say of them.

use std::fs;
use std::sync::Arc;

use mips_sim::devices::{KeyList, KeyboardAndDisplay, KeyboardOptions};
use mips_sim::host::{Host, Input, Refused, ScriptedHost, Stream};
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::check::Check;

use super::{BUDGET, assembled, programs, source};

/// A program with what it is given and what it must make of it.
struct Example {
    name: &'static str,
    input: &'static str,
    arguments: &'static [&'static str],
    output: &'static str,
    stop: Stop,
}

const PLAIN: Example =
    Example { name: "", input: "", arguments: &[], output: "", stop: Stop::Exit(0) };

const EXAMPLES: [Example; 11] = [
    Example { name: "hello.asm", output: "Hello, MIPS!\n", ..PLAIN },
    Example { name: "sum.asm", output: "sum = 45\n", ..PLAIN },
    Example { name: "macros.asm", output: "3 2 1 liftoff\n", ..PLAIN },
    Example {
        name: "examples/numbers.asm",
        input: "Ada\n3\n-4\n10\n0\n",
        output: "Your name? Hello, Ada\nNumbers, and 0 at the end:\nnumbers: 3\nsum: 9\n",
        ..PLAIN
    },
    Example {
        name: "examples/floats.asm",
        input: "8\n0.25\n",
        output: "5.0 miles\nroot: 0.5\n",
        ..PLAIN
    },
    Example {
        name: "examples/heap.asm",
        input: "1\n20\n-300\n0\n",
        output: "-300\n20\n1\n",
        ..PLAIN
    },
    Example { name: "examples/files.asm", output: "first line\nand second", ..PLAIN },
    Example {
        name: "examples/random.asm",
        input: "42\n",
        output: "1 115\n2 118\n3 109\n4 92\n5 74\n6 92\n1651891893\n0.90232736\n0.8488935564489962\n",
        ..PLAIN
    },
    Example {
        name: "examples/clock.asm",
        output: "3...\n2...\n1...\nthe clock went on\n",
        ..PLAIN
    },
    Example {
        name: "examples/arguments.asm",
        arguments: &["one", "two words"],
        output: "one\ntwo words\n",
        stop: Stop::Exit(2),
        ..PLAIN
    },
    Example {
        name: "examples/characters.asm",
        input: "A\nzebra\n.\n",
        output: "A 65 0x00000041 00000000000000000000000001000001\n\
                 z 122 0x0000007a 00000000000000000000000001111010\n4294967295\n",
        ..PLAIN
    },
];

/// Runs an example with the checker looking on.
fn play(example: &Example, host: &mut ScriptedHost) -> (String, Stop) {
    let image = assembled(example.name, &[]);
    let arguments = example.arguments.iter().map(ToString::to_string).collect();
    let options = MachineOptions { arguments, ..MachineOptions::default() };
    let mut machine = Machine::load(&image, &options);
    let mut check = Check::new(&image);
    let stop = machine.run(host, &mut check, BUDGET);
    let said: Vec<String> = check.findings().iter().map(|found| found.text(&image)).collect();
    assert!(said.is_empty(), "{}: {said:?}", example.name);
    (String::from_utf8(host.output.clone()).unwrap(), stop)
}

#[test]
fn each_prints_what_it_should() {
    for example in &EXAMPLES {
        let (output, stop) = play(example, &mut ScriptedHost::new(example.input));
        assert_eq!((output.as_str(), stop), (example.output, example.stop), "{}", example.name);
    }
}

#[test]
fn each_is_tested_and_listed() {
    let readme = source("README.md");
    for folder in ["", "examples"] {
        for entry in fs::read_dir(programs().join(folder)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            if !file.ends_with(".asm") {
                continue;
            }
            let name = if folder.is_empty() { file } else { format!("{folder}/{file}") };
            // The games have tests of their own.
            let games = [
                "fivetwelve.asm",
                "fivetwelve-corrected.asm",
                "classic2048.asm",
                "examples/snake.asm",
            ];
            let is_game = games.contains(&name.as_str());
            assert!(is_game || EXAMPLES.iter().any(|e| e.name == name), "{name} has no test");
            assert!(readme.contains(&format!("| `{name}` |")), "{name} is not in the README");
            for word in ["Purpose:", "Input:", "Output:", "Registers:"] {
                assert!(source(&name).contains(word), "{name} does not say its {word}");
            }
        }
    }
}

/// The head begins in column 5 of row 16 and goes to the right; the wall ends the game.
#[test]
fn snake_goes_where_keys_send_it() {
    let image = assembled("examples/snake.asm", &[]);
    let lit = |keys: &str, column: u32, row: u32| {
        let keys = Arc::new(keys.parse::<KeyList>().unwrap());
        let devices = Some(KeyboardOptions { keys, ..KeyboardOptions::default() });
        let options = MachineOptions { devices, ..MachineOptions::default() };
        let mut machine = Machine::load(&image, &options);
        let stop = machine.run(&mut ScriptedHost::new(""), &mut Off, BUDGET);
        assert_eq!(stop, Stop::Exit(0));
        let screen = machine.device::<KeyboardAndDisplay>().unwrap().screen().text();
        assert!(screen.starts_with("Score "), "{screen}");
        machine.memory.peek(0x1000_8000 + 4 * (32 * row + column)) == Some(0x0040_c040)
    };
    assert!(lit("", 31, 16) && lit("", 30, 16) && !lit("", 5, 0));
    // Up, and back into itself is no turn.
    assert!(lit("frame 1 w", 5, 0) || lit("frame 1 w", 6, 0));
    assert!(lit("frame 1 a", 31, 16));
    // `q` ends it where it is.
    assert!(!lit("frame 1 q", 31, 16));
}

fn example(name: &str) -> &'static Example {
    EXAMPLES.iter().find(|example| example.name.ends_with(name)).unwrap()
}

#[test]
fn files_writes_a_file_and_says_when_it_cannot() {
    let mut host = ScriptedHost::new("");
    play(example("files.asm"), &mut host);
    assert_eq!(host.files["notes.txt"], b"first line\nand second");
    // Written from scratch each time.
    let mut again = ScriptedHost::new("");
    again.files = host.files;
    play(example("files.asm"), &mut again);
    assert_eq!(again.files["notes.txt"], b"first line\nand second");

    let image = assembled("examples/files.asm", &[]);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = Bare(ScriptedHost::new(""));
    assert_eq!(machine.run(&mut host, &mut Off, BUDGET), Stop::Exit(1));
    assert_eq!(host.0.output, b"notes.txt can't be opened\n");
}

/// Nothing but a console: no files, and a clock that stands still.
struct Bare(ScriptedHost);

impl Host for Bare {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        self.0.read(buffer)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.0.write(stream, bytes)
    }
}

#[test]
fn the_clock_may_pass_a_word_on_the_way() {
    let mut host = ScriptedHost::new("");
    host.time = 0xffff_fff0;
    assert!(play(example("clock.asm"), &mut host).0.ends_with("the clock went on\n"));
    assert_eq!(host.time, 0xffff_fff0 + 60);
    // And one that stands still is found out.
    let image = assembled("examples/clock.asm", &[]);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = Bare(ScriptedHost::new(""));
    machine.run(&mut host, &mut Off, BUDGET);
    assert!(host.0.output.ends_with(b"the clock stood still\n"));
}

#[test]
fn roots_are_as_near_as_can_be() {
    for number in [0.0f64, 1e-9, 0.25, 1.0, 2.0, 3.0, 144.0, 1e15] {
        let input = format!("1\n{number}\n");
        let (output, _) = play(example("floats.asm"), &mut ScriptedHost::new(input));
        let root: f64 = output.lines().nth(1).unwrap()["root: ".len()..].parse().unwrap();
        assert!((root - number.sqrt()).abs() <= 1e-15 * number.sqrt(), "{number}: {root}");
    }
}
