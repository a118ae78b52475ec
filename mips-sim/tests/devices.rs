//! The keyboard, the display and the bitmap of MARS, on little programs with the registers and the
//! screens that they must end with. In their sources KC, KD, DC and DD are the four registers.

use std::sync::Arc;

use mips_sim::config::{COMPACT_DATA_AT_ZERO, CONFIGS, DEFAULT};
use mips_sim::devices::{
    Base, Bitmap, BitmapError, KeyList, KeyboardAndDisplay, KeyboardOptions, Picture,
};
use mips_sim::host::{Host, Input, Recording, Refused, Replay, ScriptedHost, Stream};
use mips_sim::isa::reg;
use mips_sim::machine::{Fault, Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::observe::trace::Trace;
use mips_sim::{AsmOptions, MemoryConfig, assemble};

/// A program, what is done to it, and how it must end.
struct Case {
    name: &'static str,
    source: &'static str,
    keys: &'static str,
    options: KeyboardOptions,
    config: MemoryConfig,
    budget: u64,
    registers: &'static [(&'static str, u32)],
    screen: &'static str,
}

impl Default for Case {
    fn default() -> Case {
        Case {
            name: "",
            source: "",
            keys: "",
            options: KeyboardOptions::default(),
            config: DEFAULT,
            budget: 10_000,
            registers: &[],
            screen: "",
        }
    }
}

fn image(source: &str, config: MemoryConfig) -> mips_sim::Image {
    let names = ["KC", "KD", "DC", "DD"].into_iter().zip((config.mmio_base..).step_by(4));
    let source = names
        .fold(source.to_string(), |source, (name, at)| source.replace(name, &format!("0x{at:x}")));
    let mut files: &[(&str, &str)] = &[("p.asm", &source)];
    let assembly =
        assemble(&["p.asm"], &mut files, &AsmOptions { config, ..AsmOptions::default() });
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    assembly.image
}

fn machine_options(case: &Case) -> MachineOptions {
    let keys = Arc::new(case.keys.parse::<KeyList>().expect("a list"));
    let devices = Some(KeyboardOptions { keys, ..case.options.clone() });
    MachineOptions { devices, ..MachineOptions::default() }
}

fn screen(machine: &Machine) -> String {
    machine.device::<KeyboardAndDisplay>().expect("it is attached").screen().text()
}

/// What a run has come to: registers and the screen.
fn state(case: &Case, machine: &Machine) -> (Vec<(&'static str, u32)>, String, u64) {
    let value = |name: &str| machine.cpu.get(reg::integer(name).expect("a register").0);
    let registers = case.registers.iter().map(|(name, _)| (*name, value(name))).collect();
    (registers, screen(machine), machine.steps())
}

#[test]
fn programs_end_as_in_mars() {
    for case in cases() {
        let image = image(case.source, case.config);
        let options = machine_options(&case);
        let mut machine = Machine::load(&image, &options);
        let stop = machine.run(&mut ScriptedHost::default(), &mut Off, case.budget);
        let (registers, text, steps) = state(&case, &machine);
        let expected = (case.registers.to_vec(), case.screen.to_string());
        assert_eq!((registers, text), expected, "{}: {stop}", case.name);

        // The same with someone looking on, and in parts, each of them twice.
        let mut watched = Machine::load(&image, &options);
        watched.run(&mut ScriptedHost::default(), &mut Trace::new(0, |_: &str| {}), case.budget);
        assert_eq!(state(&case, &watched), state(&case, &machine), "{}: watched", case.name);
        let parts: &[u64] = if case.budget > 10_000 { &[] } else { &[1, 2, 3, 7] };
        for part in parts.iter().copied() {
            let mut again = Machine::load(&image, &options);
            let mut host = ScriptedHost::default();
            while again.steps() < case.budget {
                let here = again.snapshot();
                again.run(&mut host.clone(), &mut Off, 11);
                again.restore(&here);
                let left = part.min(case.budget - again.steps());
                if again.run(&mut host, &mut Off, left) != Stop::BudgetSpent {
                    break;
                }
            }
            let found = state(&case, &again);
            assert_eq!(found, state(&case, &machine), "{}: in parts of {part}", case.name);
            assert_eq!(found.2, steps);
        }
    }
}

/// Waits for a key and ends with it in `$s0`.
const WAIT: &str = "
wait:   addiu   $s7, $s7, 1
        lw      $t0, KC
        andi    $t0, $t0, 1
        beqz    $t0, wait
        lw      $s0, KD
        lw      $s1, KC
";

/// Sends a character, and counts how many instructions the display is not ready.
const SEND: &str = "
        li      $t0, DC
        li      $t1, 65
        sw      $t1, 4($t0)
        lw      $s0, ($t0)
        lw      $s1, ($t0)
        lw      $s2, ($t0)
        lw      $s3, ($t0)
        lw      $s4, ($t0)
        lw      $s5, ($t0)
        lw      $s6, ($t0)
";

/// Prints some words by polling.
const PRINT: &str = "
        la      $s0, words
next:   lw      $t1, ($s0)
        bltz    $t1, end
poll:   lw      $t2, DC
        andi    $t2, $t2, 1
        beqz    $t2, poll
        sw      $t1, DD
        addiu   $s0, $s0, 4
        j       next
end:    lw      $t2, DC
        beqz    $t2, end
        li      $v0, 10
        syscall
";

/// Echoes by interrupts: the handler sends what was typed.
const HANDLER: &str = "
        .ktext  0x80000180
        mfc0    $s0, $13
        mfc0    $s1, $14
        mfc0    $s2, $12
        lw      $k0, KD
        sw      $k0, DD
        addiu   $s3, $s3, 1
        eret
";

fn cases() -> Vec<Case> {
    let with = |print: &str| -> &'static str {
        format!("{PRINT}        .data\nwords: .word {print}, -1\n").leak()
    };
    let interrupted = |main: &str| -> &'static str { format!("{main}{HANDLER}").leak() };
    vec![
        Case {
            name: "a key is there between two instructions, and reading it clears the ready bit",
            source: WAIT,
            keys: "20 w",
            registers: &[("$s0", 'w' as u32), ("$s1", 0)],
            ..Case::default()
        },
        Case {
            name: "a key that was not read is replaced",
            source: WAIT,
            keys: "20 w\n20 a\n",
            registers: &[("$s0", 'a' as u32)],
            ..Case::default()
        },
        Case {
            name: "a key after the second sleep",
            source: "li $v0, 32\nli $a0, 5\nsyscall\nlw $s0, KC\nsyscall\nlw $s1, KC\nlw $s2, KD\n",
            keys: "frame 2 x",
            registers: &[("$s0", 0), ("$s1", 1), ("$s2", 'x' as u32)],
            ..Case::default()
        },
        Case {
            name: "a frame ends after a million instructions",
            // Each round is four instructions, the first key read is in the round after.
            source: WAIT,
            keys: "frame 1 x",
            budget: 2_000_000,
            registers: &[("$s0", 'x' as u32), ("$s7", 200_001)],
            ..Case::default()
        },
        Case {
            name: "a byte load of the data counts, one beside it does not",
            source: "nop\nlbu $s0, 0xffff0005\nlw $s1, KC\nlbu $s2, KD\nlw $s3, KC\n",
            keys: "0 w",
            registers: &[("$s0", 0), ("$s1", 1), ("$s2", 'w' as u32), ("$s3", 0)],
            ..Case::default()
        },
        Case {
            name: "the ready bit is not protected",
            source: "nop\nsw $zero, KC\nlw $s0, KC\nlw $s1, KD\nli $t0, 1\nsw $t0, KC\nlw $s2, KC\n",
            keys: "0 w",
            registers: &[("$s0", 0), ("$s1", 'w' as u32), ("$s2", 1)],
            ..Case::default()
        },
        Case {
            name: "compact configurations have their own addresses",
            source: WAIT,
            config: COMPACT_DATA_AT_ZERO,
            keys: "20 w",
            registers: &[("$s0", 'w' as u32), ("$s1", 0)],
            ..Case::default()
        },
        Case {
            name: "the display is ready when the fifth instruction after the store was fetched",
            source: SEND,
            registers: &[("$s0", 0), ("$s3", 0), ("$s4", 1), ("$s5", 1)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "a delay of one instruction",
            source: SEND,
            options: KeyboardOptions { delay: 1, ..KeyboardOptions::default() },
            registers: &[("$s0", 1), ("$s1", 1)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "the character appears after the delay",
            source: SEND,
            options: KeyboardOptions { delay: 100, ..KeyboardOptions::default() },
            registers: &[("$s0", 0), ("$s6", 0)],
            screen: "",
            ..Case::default()
        },
        Case {
            name: "or immediately",
            source: SEND,
            options: KeyboardOptions {
                delay: 100,
                shows_late: false,
                ..KeyboardOptions::default()
            },
            registers: &[("$s6", 0)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "a store while it is not ready changes the word only",
            source: "li $t0, DC\nli $t1, 65\nsw $t1, 4($t0)\nli $t1, 66\nsw $t1, 4($t0)\n\
                nop\nnop\nnop\nnop\nlw $s0, 4($t0)\n",
            registers: &[("$s0", 66)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "a byte store sends too, one beside it does not",
            source: "li $t0, DC\nli $t1, 65\nsb $t1, 5($t0)\nlw $s0, ($t0)\nsb $t1, 4($t0)\nlw $s1, ($t0)\n\
                nop\nnop\nnop\nnop\n",
            registers: &[("$s0", 1), ("$s1", 0)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "characters, and a form feed",
            source: with("'x', 'y', 12, 'h', 'i', '\\n', '!'"),
            screen: "hi\n!",
            ..Case::default()
        },
        Case {
            name: "the first bell clears, and characters follow the cursor",
            source: with("'x', 7, 'a', 'b'"),
            screen: "ab",
            ..Case::default()
        },
        Case {
            name: "column in bits 20 to 31, row in bits 8 to 19",
            source: with("'x', 0x00200107, 'a', 0x00000207, 'b', 0x00000007, 'c'"),
            screen: "c\n  a\nb",
            ..Case::default()
        },
        Case {
            name: "a cursor beyond the display is clamped, and stays in it",
            source: with("0x7ff7ff07, 'a', 'b'"),
            options: KeyboardOptions { size: (4, 2), ..KeyboardOptions::default() },
            screen: "\n   b",
            ..Case::default()
        },
        Case {
            name: "the cursor goes on to the next line",
            source: with("0x00200007, 'a', 'b', 'c'"),
            options: KeyboardOptions { size: (4, 2), ..KeyboardOptions::default() },
            screen: "  ab\nc",
            ..Case::default()
        },
        Case {
            name: "what is appended scrolls",
            source: with("'a', '\\n', 'b', '\\n', 'c', 'd', 'e', 'f', 'g'"),
            options: KeyboardOptions { size: (4, 2), ..KeyboardOptions::default() },
            screen: "cdef\ng",
            ..Case::default()
        },
        Case {
            name: "a key interrupts the program before its next instruction",
            source: interrupted(
                "li $t0, 2\nsw $t0, KC\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nli $v0, 10\nsyscall\n",
            ),
            keys: "6 q",
            // The store is three instructions, so the sixth instruction is the third nop.
            registers: &[("$s0", 0x100), ("$s1", 0x0040_0018), ("$s2", 0xff13), ("$s3", 1)],
            screen: "q",
            ..Case::default()
        },
        Case {
            name: "a program that switched interrupts off is not interrupted",
            source: interrupted(
                "mtc0 $zero, $12\nli $t0, 2\nsw $t0, KC\nnop\nnop\nnop\nnop\nlw $s4, KC\nli $v0, 10\nsyscall\n",
            ),
            keys: "6 q",
            registers: &[("$s3", 0), ("$s4", 3)],
            ..Case::default()
        },
        Case {
            name: "without bit 1 nothing interrupts",
            source: interrupted("nop\nnop\nnop\nnop\nnop\nnop\nlw $s4, KC\nli $v0, 10\nsyscall\n"),
            keys: "3 q",
            registers: &[("$s3", 0), ("$s4", 1)],
            ..Case::default()
        },
        Case {
            name: "the display interrupts the fifth instruction",
            source: "li $t0, 3\nsw $t0, DC\nli $t1, 65\nsw $t1, DD\nnop\nnop\nnop\nnop\nnop\nnop\n\
                li $v0, 10\nsyscall\n.ktext 0x80000180\nmfc0 $s0, $13\nmfc0 $s1, $14\n\
                addiu $s3, $s3, 1\neret\n",
            registers: &[("$s0", 0x200), ("$s1", 0x0040_0028), ("$s3", 1)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "a fetch of an instruction that a key interrupts counts for the display",
            // One instruction less than otherwise.
            source: "li $t0, 2\nsw $t0, KC\nli $t1, 65\nsw $t1, DD\nnop\nnop\nnop\nnop\nnop\nnop\n\
                li $v0, 10\nsyscall\n.ktext 0x80000180\nlw $s0, DC\nlw $s1, DC\nlw $s2, DC\neret\n",
            keys: "7 q",
            registers: &[("$s0", 0), ("$s1", 1), ("$s2", 1)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "the display does not interrupt a program that has switched that off by then",
            source: interrupted(
                "li $t0, 3\nsw $t0, DC\nli $t1, 65\nsw $t1, DD\nnop\nnop\nmtc0 $zero, $12\nnop\nnop\nnop\nli $v0, 10\nsyscall\n",
            ),
            registers: &[("$s3", 0)],
            screen: "A",
            ..Case::default()
        },
        Case {
            name: "what is not switched on is memory",
            source: "lw $s0, DC\nli $t0, 65\nsw $t0, DD\nlw $s1, DC\nlw $s2, KC\n",
            options: KeyboardOptions { display: false, ..KeyboardOptions::default() },
            keys: "0 w",
            registers: &[("$s0", 0), ("$s1", 0), ("$s2", 1)],
            ..Case::default()
        },
    ]
}

#[test]
fn without_a_handler_an_interrupt_is_an_error() {
    let case = Case { keys: "6 q", ..Case::default() };
    let image = image("li $t0, 2\nsw $t0, KC\nnop\nnop\nnop\nnop\n", DEFAULT);
    let mut machine = Machine::load(&image, &machine_options(&case));
    let stop = machine.run(&mut ScriptedHost::default(), &mut Off, 100);
    assert_eq!(stop, Stop::Fault { fault: Fault::Interrupt(0x40), pc: 0x0040_0018 });
    assert_eq!(machine.steps(), 6);
}

#[test]
fn a_delayed_branch_is_taken_although_its_slot_is_interrupted() {
    let options = AsmOptions { delayed_branching: true, ..AsmOptions::default() };
    let source = "li $t0, 2\nsw $t0, 0xffff0000\nj on\nli $s0, 1\nli $s1, 1\non: li $s2, 1\n\
        li $v0, 10\nsyscall\n.ktext 0x80000180\nli $s3, 1\neret\n";
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let image = assemble(&["p.asm"], &mut files, &options).image;
    let case = Case { keys: "4 q", ..Case::default() };
    let options = MachineOptions { delayed_branching: true, ..machine_options(&case) };
    let mut machine = Machine::load(&image, &options);
    assert_eq!(machine.run(&mut ScriptedHost::default(), &mut Off, 100), Stop::Exit(0));
    let value = |register| machine.cpu.get(register);
    assert_eq!([16, 17, 18, 19].map(value), [0, 0, 1, 0]);
    assert_eq!(machine.cpu.cp0.epc, 0x0040_0010);
}

/// A person at the keyboard.
#[derive(Clone, Default)]
struct Typing {
    keys: Vec<(u64, u8)>,
    asked: u64,
}

impl Host for Typing {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::End
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
        Ok(())
    }

    fn key(&mut self, steps: u64) -> Option<u8> {
        self.asked += 1;
        let (at, key) = *self.keys.first()?;
        (at <= steps).then(|| {
            self.keys.remove(0);
            key
        })
    }
}

#[test]
fn what_a_person_typed_is_replayed() {
    let options = KeyboardOptions { asks_host: true, ..KeyboardOptions::default() };
    let options = MachineOptions { devices: Some(options), ..MachineOptions::default() };
    let source = "loop: lw $t0, KC\nandi $t0, $t0, 1\nbeqz $t0, loop\nlw $t1, KD\n\
        sw $t1, DD\nsll $s0, $s0, 8\nor $s0, $s0, $t1\nj loop\n";
    let image = image(source, DEFAULT);
    let mut host = Typing { keys: vec![(15_000, b'a'), (70_000, b'b'), (70_000, b'c')], asked: 0 };
    let mut recording = Recording::new(&mut host);
    let mut machine = Machine::load(&image, &options);
    machine.run(&mut recording, &mut Off, 200_000);
    let mut replay: Replay = recording.finish().unwrap();
    assert_eq!((machine.cpu.get(16), screen(&machine)), (0x61_6263, "abc".into()));
    assert!(host.asked < 25, "{}", host.asked);

    let mut again = Machine::load(&image, &options);
    again.run(&mut replay, &mut Off, 200_000);
    assert_eq!((again.cpu.get(16), screen(&again)), (0x61_6263, "abc".into()));
    assert_eq!(again.steps(), machine.steps());
}

#[test]
fn lists_of_keys_are_read_and_written() {
    let lines = [
        ("120 w", Ok("120 w\n")),
        ("  1_000   0x1b # out", Ok("1000 esc\n")),
        ("frame 7 #", Err("expected a moment and a key, such as `120000 w` or `frame 3 space`")),
        ("frame 7 hash\nframe 2 A\n3 enter", Ok("3 enter\nframe 2 A\nframe 7 hash\n")),
        ("\n# nothing\n", Ok("")),
        ("5 ä\n5 0x00", Ok("5 0xe4\n5 0x00\n")),
        ("w 5", Err("the moment is a number of instructions, or `frame` and a number")),
        (
            "5 up",
            Err(
                "the key is a character, space, enter, tab, esc, backspace, hash, or a code such as 0x1b",
            ),
        ),
        (
            "5 €",
            Err(
                "the key is a character, space, enter, tab, esc, backspace, hash, or a code such as 0x1b",
            ),
        ),
    ];
    for (text, expected) in lines {
        let list = text.parse::<KeyList>();
        let told =
            list.as_ref().map(ToString::to_string).map_err(|error| error.problem.to_string());
        assert_eq!(told, expected.map(str::to_string).map_err(str::to_string), "{text}");
        assert!(list.is_err() || list.as_ref().unwrap().to_string().parse() == list, "{text}");
    }
    let error = "\n\n1 2 3\n".parse::<KeyList>().unwrap_err();
    assert_eq!(error.line, 3);
}

#[test]
fn displays_are_named_by_size_unit_and_base() {
    let bitmap = |unit, size, base| Ok(Bitmap { unit, size, base });
    let texts = [
        ("512x256", bitmap((1, 1), (512, 256), Base::Static)),
        ("256x256:8@gp", bitmap((8, 8), (256, 256), Base::Gp)),
        ("64x1024:8x16@heap", bitmap((8, 16), (64, 1024), Base::Heap)),
        ("64x64@0x10040000", bitmap((1, 1), (64, 64), Base::At(0x1004_0000))),
        ("64x64@0xffff0002", Err(BitmapError::Base)),
        ("64x64@top", Err(BitmapError::Base)),
        ("100x64", Err(BitmapError::Size)),
        ("64x64:3", Err(BitmapError::Unit)),
        ("64", Err(BitmapError::Shape)),
        ("", Err(BitmapError::Shape)),
        ("64x64:8x", Err(BitmapError::Shape)),
        ("-64x64", Err(BitmapError::Shape)),
    ];
    for (text, expected) in texts {
        let found = text.parse::<Bitmap>();
        assert_eq!(found, expected, "{text}");
        assert!(found.is_err() || found == found.unwrap().to_string().parse(), "{text}");
    }
    for config in CONFIGS {
        let bases = [Base::Global, Base::Gp, Base::Static, Base::Heap, Base::Mmio];
        let expected = [
            config.data_segment_base,
            config.global_pointer,
            config.data_base,
            config.heap_base,
            config.mmio_base,
        ];
        assert_eq!(bases.map(|base| base.address(&config)), expected);
    }
}

#[test]
fn the_bitmap_shows_what_memory_holds() {
    let source = "
        .data
first:  .word   0xff112233, 0x445566
        .text
        li      $t0, 0xaabbcc
        sw      $t0, first + 12
        li      $t0, 0xee
        sb      $t0, first + 5
        li      $t0, 0x10040000
        li      $t1, 0x00ff00
        sw      $t1, 60($t0)
        sw      $t1, 64($t0)
";
    let image = image(source, DEFAULT);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let picture = |machine: &Machine, text: &str| {
        text.parse::<Bitmap>().unwrap().picture(&machine.memory, &DEFAULT)
    };
    // Initial data shows.
    assert_eq!(picture(&machine, "64x64:16").units[..4], [0x11_2233, 0x44_5566, 0, 0]);
    machine.run(&mut ScriptedHost::default(), &mut Off, 100);
    let shown = picture(&machine, "64x64:16");
    assert_eq!((shown.columns, shown.rows), (4, 4));
    assert_eq!(shown.units[..4], [0x11_2233, 0x44_ee66, 0, 0xaa_bbcc]);
    let shown = picture(&machine, "64x64:16@heap");
    assert_eq!((shown.get(3, 3), shown.get(2, 3), shown.get(4, 0)), (Some(0xff00), Some(0), None));
    // A display that begins in front of what there is, and one that has nothing at all.
    let shown = picture(&machine, "64x64:16@0x1003fffc");
    assert_eq!((shown.get(0, 0), shown.units[1]), (Some(0), 0));
    assert_eq!(picture(&machine, "64x64:16@0xfffffffc"), Picture::black(4, 4));
    assert_eq!(picture(&machine, "1024x1024@gp").units[0x2000], 0x11_2233);
}
