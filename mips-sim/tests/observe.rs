//! Those who look on while a program runs: what they are told, and what they make of it.

use std::ops::ControlFlow;

use mips_sim::host::ScriptedHost;
use mips_sim::host::system::{ServiceAccess, Touched};
use mips_sim::isa::reg::SP;
use mips_sim::machine::fault::Access;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::calls::{Calls, Frame};
use mips_sim::observe::coverage::Coverage;
use mips_sim::observe::profile::Profile;
use mips_sim::observe::trace::Trace;
use mips_sim::observe::{Done, Observer};
use mips_sim::{AsmOptions, Image, assemble};

fn image(source: &str) -> Image {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{source}");
    assembly.image
}

/// Runs a program with someone looking on.
fn watch(image: &Image, observer: &mut impl Observer, steps: u64) -> Machine {
    let mut machine = Machine::load(image, &MachineOptions::default());
    machine.run(&mut ScriptedHost::new("7\n"), observer, steps);
    machine
}

/// Breaks where control comes to an address.
struct Breakpoint(u32);

impl Observer for Breakpoint {
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        if done.next == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How often control comes to an address, and how the run ends.
fn visits(source: &str, to: u32) -> (usize, Stop) {
    let image = image(source);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = ScriptedHost::default();
    for visits in 0.. {
        match machine.run(&mut host, &mut Breakpoint(to), 1000) {
            Stop::Break { .. } => assert_eq!(machine.pc, to),
            stop => return (visits, stop),
        }
    }
    unreachable!("a thousand instructions are not endless")
}

#[test]
fn a_machine_continues_from_where_it_was_stopped() {
    let source = "li $t0, 3\nloop: addi $t0, $t0, -1\nbgtz $t0, loop\n\
        li $v0, 1\nsyscall\nlw $t1, 1($gp)\nli $v0, 10\nsyscall\n\
        .ktext 0x80000180\nmfc0 $k0, $14\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\n";
    // Straight on, behind a branch, behind a service, in the handler and behind `eret`.
    let cases = [
        (0x0040_0004, 3),
        (0x0040_0008, 3),
        (0x0040_0014, 1),
        (0x8000_0180, 1),
        (0x8000_0184, 1),
        (0x0040_0018, 1),
        (0x0040_0000, 0),
    ];
    for (to, count) in cases {
        assert_eq!(visits(source, to), (count, Stop::Exit(0)), "0x{to:08x}");
    }
    // The last instruction ends the program, which says more than that it was stopped.
    assert_eq!(visits("li $v0, 10\nsyscall\n", 0x0040_0008), (0, Stop::Exit(0)));
}

/// What each service did: its number, the registers that it set, and its memory.
#[derive(Default)]
struct Services(Vec<(u32, u32, Vec<Touched>)>);

impl Observer for Services {
    fn service(&mut self, access: &ServiceAccess<'_>) {
        self.0.push((access.number, access.writes, access.memory.to_vec()));
    }
}

#[test]
fn an_observer_sees_what_services_read_and_write() {
    let source = ".data\nname: .asciiz \"in\"\nbuffer: .space 8\n.text\n\
        la $a0, name\nli $v0, 4\nsyscall\n\
        la $a0, buffer\nli $a1, 8\nli $v0, 8\nsyscall\n\
        la $a0, name\nli $a1, 0\nli $v0, 13\nsyscall\n\
        move $a0, $v0\nla $a1, buffer\nli $a2, 8\nli $v0, 14\nsyscall\n\
        li $a1, 2\nli $v0, 14\nsyscall\n";
    let image = image(source);
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let mut host = ScriptedHost::new("abc\n");
    host.files.insert("in".into(), b"12345".to_vec());
    let mut services = Services::default();
    let stop = machine.run(&mut host, &mut services, 1000);
    assert_eq!(stop, Stop::FellOffEnd);
    let load = |address, length| Touched { access: Access::Load, address, length };
    let store = |address, length| Touched { access: Access::Store, address, length };
    let (name, buffer) = (0x1001_0000, 0x1001_0003);
    let expected = [
        (4, 0, vec![load(name, 3)]),
        (8, 0, vec![store(buffer, 5)]),
        (13, 1 << 2, vec![load(name, 3)]),
        (14, 1 << 2, vec![store(buffer, 5)]),
        // The end of the file: nothing is stored, wherever that would be.
        (14, 1 << 2, vec![store(2, 0)]),
    ];
    assert_eq!(services.0, expected);
}

/// The open calls after some instructions: lines of call, function and return, bytes of stack.
fn calls(source: &str, steps: u64) -> Vec<String> {
    let image = image(source);
    let mut calls = Calls::default();
    let sp = watch(&image, &mut calls, steps).cpu.get(SP);
    let line = |pc: u32| image.place(pc).map_or(0, |place| place.line);
    let shown = |frame: &Frame| {
        let [call, function, back] = [frame.call, frame.function, frame.return_to].map(line);
        format!("{call}->{function}->{back} {}", frame.imbalance(sp))
    };
    calls.frames().iter().map(shown).collect()
}

#[test]
fn calls_of_every_kind_are_followed() {
    let source = "main: jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\nla $t9, g\n\
        jalr $t8, $t9\njr $ra\ng: bgezal $t0, h\nbltzal $t0, f\njr $t8\nh: jr $ra\n";
    assert_eq!(calls(source, 1), ["1->4->2 0"]);
    let inner = ["1->4->2 -8", "6->8->7 0", "8->11->9 0"];
    assert_eq!(calls(source, 6), inner);
    // The branch that was not taken is not a call, and `jr $t8` is a return.
    assert_eq!(calls(source, 8), inner[..2]);
    assert_eq!(calls(source, 9), inner[..1]);
    // `$ra` is still that of the last call.
    assert_eq!(calls(source, 10), inner[..1]);
}

#[test]
fn a_return_over_several_calls_closes_all_of_them() {
    let source = "main: jal f\nnop\nf: move $s0, $ra\njal g\nnop\ng: jal h\nnop\nh: jr $s0\n";
    assert_eq!(calls(source, 4).len(), 3);
    assert_eq!(calls(source, 5), [""; 0]);
}

#[test]
fn the_hottest_comes_first() {
    let source = "main: li $a0, 3\n jal f\n li $v0, 10\n syscall\n\
        f: addi $a0, $a0, -1\n bgtz $a0, f\n jr $ra\n";
    let image = image(source);
    let mut profile = Profile::new(&image);
    let machine = watch(&image, &mut profile, 1000);
    assert_eq!(profile.total(), machine.steps());
    let expected = "11 instructions executed\n\n     count      %  function\n         \
        7  63.6%  f\n         4  36.4%  main\n\n     count      %  line\n         \
        3  27.3%  p.asm:5: f: addi $a0, $a0, -1\n         \
        3  27.3%  p.asm:6: bgtz $a0, f\n5 more lines\n";
    assert_eq!(profile.report(&image, 2), expected);
}

fn trace(source: &str, lines: u64) -> Vec<String> {
    let mut found = Vec::new();
    let mut trace = Trace::new(lines, |line: &str| found.push(line.to_string()));
    watch(&image(source), &mut trace, 1000);
    found
}

#[test]
fn a_service_may_set_floating_point_registers() {
    let source = "li $v0, 6\nsyscall\nmov.s $f2, $f0\n";
    let expected = [
        "0x00400000  addiu $v0, $zero, 6          $v0=0x00000006",
        "0x00400004  syscall                      $f0=0x40e00000",
        "0x00400008  mov.s $f2, $f0               $f2=0x40e00000",
    ];
    assert_eq!(trace(source, 100), expected);
}

#[test]
fn each_line_says_what_changed() {
    let source = "addiu $t0, $gp, -0x7ff8\nsb $t0, 1($gp)\nlb $t1, 1($gp)\n\
        div $t0, $t1\nb x\nnop\nx: li $v0, 5\nsyscall\nli $v0, 10\nsyscall\n";
    let expected = [
        "0x00400000  addiu $t0, $gp, -32760       $t0=0x10000008",
        "0x00400004  sb $t0, 1($gp)               [0x10008001]<-0x08",
        "0x00400008  lb $t1, 1($gp)               $t1=0x00000008 [0x10008001]->0x08",
        "0x0040000c  div $t0, $t1                 HI=0x00000000 LO=0x02000001",
        "0x00400010  bgez $zero, 0x00400018       to 0x00400018",
        "0x00400018  addiu $v0, $zero, 5          $v0=0x00000005",
        "0x0040001c  syscall                      $v0=0x00000007",
        "0x00400020  addiu $v0, $zero, 10         $v0=0x0000000a",
        "0x00400024  syscall",
    ];
    assert_eq!(trace(source, 100), expected);
    assert_eq!(trace(source, 2), expected[..2]);
}

#[test]
fn a_trace_can_say_where_each_line_stands() {
    let program = image("nop\nmain: li $t0, 0x12345678\n.macro two\nnop\n.end_macro\ntwo\n");
    let mut places = Vec::new();
    let sink =
        |line: &str| places.extend(line.split_once("  # ").map(|(_, place)| place.to_string()));
    let mut trace = Trace::new(100, sink).with_places(&program);
    watch(&program, &mut trace, 1000);
    assert_eq!(places, ["p.asm:1", "p.asm:2 main", "p.asm:2 main+4", "p.asm:4 main+8"]);
}

#[test]
fn lines_and_branches_are_counted() {
    let source = ".macro down(%r)\n addi %r, %r, -1\n.end_macro\nmain: li $t0, 2\n\
        loop: down($t0)\n bgtz $t0, loop\n beqz $t0, end\n nop\n bltz $t0, end\n\
        end: li $v0, 10\n syscall\n";
    let image = image(source);
    let mut coverage = Coverage::new(&image);
    watch(&image, &mut coverage, 1000);
    let expected = "TN:\nSF:p.asm\nFN:4,main\nFNDA:1,main\nFNF:1\nFNH:1\n\
        BRDA:6,0,0,1\nBRDA:6,0,1,1\nBRDA:7,0,0,1\nBRDA:7,0,1,0\nBRDA:9,0,0,-\nBRDA:9,0,1,-\n\
        BRF:6\nBRH:3\nDA:2,2\nDA:4,1\nDA:6,2\nDA:7,1\nDA:8,0\nDA:9,0\nDA:10,1\nDA:11,1\n\
        LF:8\nLH:6\nend_of_record\n";
    assert_eq!(coverage.lcov(&image), expected);
}
