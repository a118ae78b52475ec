//! Steps, calls, breakpoints, watchpoints, origins: each on a small program, by step and line.

use std::sync::Arc;

use debugger::{
    Debugger, Expression, Hits, Location, Made, Message, Options, Origin, PointRule, Reason,
    Services, StepSize, Target, TimeDirection, Use, What, point,
};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::Stop;
use mips_sim::{AsmOptions, Image, assemble};

fn image(source: &str) -> Arc<Image> {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    Arc::new(assembly.image)
}

fn debugger(source: &str, input: &str) -> Debugger<ScriptedHost> {
    let options = Options { spacing: 3, ..Options::default() };
    Debugger::new(image(source), ScriptedHost::new(input), options)
}

fn line(debugger: &Debugger<ScriptedHost>) -> u32 {
    debugger.image().place(debugger.pc()).map_or(0, |place| place.line)
}

/// Calls a function twice, which calls another.
const CALLS: &str = "\
main:   li      $a0, 0x12345        # 1
        jal     twice
        move    $s0, $v0
        jal     twice
        li      $v0, 10             # 5
        syscall
twice:  addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s1, 0($sp)
        jal     once                # 10
        addu    $v0, $v0, $v0
        lw      $s1, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra                 # 15
once:   move    $v0, $a0
        jr      $ra
";

#[test]
fn statements_and_calls_forwards_and_backwards() {
    let mut debugger = debugger(CALLS, "");
    let mut lines = |direction, unit, over, count: usize| -> Vec<u32> {
        (0..count)
            .map(|_| {
                debugger.go(direction, unit, over);
                line(&debugger)
            })
            .collect()
    };
    use StepSize::{Instruction, Statement};
    use TimeDirection::{Back, Forward};
    // `li` with a large number is two instructions.
    assert_eq!(lines(Forward, Instruction, false, 3), [1, 2, 7]);
    assert_eq!(lines(Back, Statement, false, 2), [2, 1]);
    assert_eq!(lines(Forward, Statement, true, 3), [2, 3, 4]);
    assert_eq!(lines(Back, Statement, true, 3), [3, 2, 1]);
    assert_eq!(lines(Forward, Statement, false, 6), [2, 7, 8, 9, 10, 16]);
    assert_eq!(lines(Forward, Statement, true, 3), [17, 11, 12]);
    assert_eq!(lines(Back, Statement, true, 2), [11, 10]);
    assert_eq!(lines(Forward, Statement, true, 8), [11, 12, 13, 14, 15, 3, 4, 5]);
}

#[test]
fn the_open_calls_with_what_they_saved() {
    let mut debugger = debugger(CALLS, "");
    let once = point::at_label(debugger.image(), "once").expect("it is there").addresses;
    debugger.add_point(Target::Code(once), PointRule::default());
    debugger.proceed(TimeDirection::Forward);
    let stack = debugger.stack();
    let places: Vec<_> = stack.calls.iter().map(|call| (call.step, call.saved.clone())).collect();
    let sp = 0x7fff_effc;
    assert_eq!(places, [(2, vec![(31, sp - 4), (17, sp - 8)]), (6, vec![])]);
    assert!(!stack.incomplete);
    assert_eq!(stack.calls[0].frame.imbalance(debugger.machine().cpu.get(29)), -8);
    // Out of both, and back to the call.
    assert_eq!(debugger.out(TimeDirection::Forward).reason, Reason::Done);
    assert_eq!(line(&debugger), 11);
    debugger.out(TimeDirection::Forward);
    assert_eq!(line(&debugger), 3);
    assert_eq!(debugger.out(TimeDirection::Forward).reason, Reason::NotFound);
    debugger.proceed(TimeDirection::Forward);
    debugger.out(TimeDirection::Back);
    assert_eq!(line(&debugger), 10);
    debugger.out(TimeDirection::Back);
    assert_eq!((line(&debugger), debugger.stack().calls.len()), (4, 0));
}

/// Counts from 0 to 9 in a word of memory.
const COUNT: &str = "\
        .data
count:  .word   0, 5
        .text
main:   li      $t0, 0
loop:   sw      $t0, count
        lw      $t1, count
        addiu   $t0, $t0, 1
        blt     $t0, 10, loop
        lw      $t2, count
        sw      $t2, count
";

fn values(debugger: &mut Debugger<ScriptedHost>, direction: TimeDirection) -> Vec<u32> {
    let mut found = Vec::new();
    while matches!(debugger.proceed(direction).reason, Reason::Hit(_)) {
        found.push(debugger.machine().cpu.get(8));
    }
    found
}

#[test]
fn conditions_and_hit_counts_are_the_same_both_ways() {
    let image = image(COUNT);
    let at = point::at_label(&image, "loop").expect("it is there").addresses;
    let rule = |condition: &str, hits: &str| PointRule {
        condition: (!condition.is_empty())
            .then(|| Expression::read(condition, &image).expect("it can be read")),
        hits: Hits::read(hits),
        message: None,
    };
    for (condition, hits, expected) in [
        ("$t0 > 6 || $t0 == 2", "", &[2, 7, 8, 9][..]),
        ("word(count) == 4", "", &[5]),
        ("", "3", &[2]),
        ("", ">= 8", &[7, 8, 9]),
        ("", "% 4", &[3, 7]),
        ("$t0 % 2 == 1", ">3", &[7, 9]),
        ("$t0 == 99", "", &[]),
    ] {
        let mut debugger = debugger(COUNT, "");
        debugger.add_point(Target::Code(at.clone()), rule(condition, hits));
        assert_eq!(values(&mut debugger, TimeDirection::Forward), expected, "{condition} {hits}");
        let mut back = expected.to_vec();
        back.reverse();
        assert_eq!(values(&mut debugger, TimeDirection::Back), back, "{condition} {hits}");
        assert_eq!(debugger.step(), 0);
    }
}

#[test]
fn a_condition_without_a_value_stops_and_says_why() {
    let mut debugger = debugger(COUNT, "");
    let at = point::at_label(debugger.image(), "loop").expect("it is there").addresses;
    let condition = Expression::read("6 / ($t0 - 2) > 0", debugger.image()).ok();
    debugger.add_point(Target::Code(at), PointRule { condition, ..PointRule::default() });
    let Reason::Hit(hit) = debugger.proceed(TimeDirection::Forward).reason else {
        panic!("no stop")
    };
    assert_eq!(hit.what, What::Unclear(debugger::EvaluationError::ByZero));
    assert_eq!(debugger.machine().cpu.get(8), 2);
}

#[test]
fn messages_are_collected_and_nothing_stops() {
    let mut debugger = debugger(COUNT, "");
    let at = point::at_label(debugger.image(), "loop").expect("it is there").addresses;
    let message = Message::read("i is {$t0}, before {word(count)}", debugger.image()).ok();
    let hits = Hits::read("% 5");
    debugger.add_point(Target::Code(at), PointRule { message, hits, ..PointRule::default() });
    let stopped = debugger.proceed(TimeDirection::Forward);
    assert_eq!(stopped.reason, Reason::Ended(Stop::FellOffEnd));
    let texts: Vec<&str> = stopped.logged.iter().map(|logged| logged.text.as_str()).collect();
    assert_eq!(texts, ["i is 4, before 3", "i is 9, before 8"]);
    let error = Message::read("i is {$t0} and {$t0 +}", debugger.image()).expect_err("no value");
    assert_eq!(error.column, 22);
}

#[test]
fn watchpoints_read_write_and_change() {
    let count = Location::Memory { address: 0x1001_0000, bytes: 4 };
    let second = Location::Memory { address: 0x1001_0004, bytes: 4 };
    for (location, on, expected) in [
        (count, Use::Write, 11),
        // Neither the first 0 nor the last 9 is another value.
        (count, Use::Change, 9),
        (count, Use::Read, 11),
        (count, Use::Any, 22),
        (second, Use::Any, 0),
        (Location::Memory { address: 0x1001_0003, bytes: 1 }, Use::Write, 11),
        (Location::Register(8), Use::Write, 11),
        (Location::Register(8), Use::Change, 10),
        // Of `lui` and `sw` only the second reads `$at`.
        (Location::Register(10), Use::Read, 1),
    ] {
        let mut debugger = debugger(COUNT, "");
        debugger.add_point(Target::Watch(location, on), PointRule::default());
        let forward = values(&mut debugger, TimeDirection::Forward).len();
        let back = values(&mut debugger, TimeDirection::Back).len();
        assert_eq!((forward, back), (expected, expected), "{location} {on:?}");
    }
}

#[test]
fn a_watchpoint_stops_behind_a_write_and_going_back_before_it() {
    let mut debugger = debugger(COUNT, "");
    let location = Location::Memory { address: 0x1001_0000, bytes: 4 };
    debugger.add_point(Target::Watch(location, Use::Change), PointRule::default());
    let Reason::Hit(hit) = debugger.proceed(TimeDirection::Forward).reason else {
        panic!("no stop")
    };
    let access = mips_sim::isa::effects::Access::Store;
    let what = What::Used { access, location, before: Some(0), after: Some(1) };
    assert_eq!(hit.what, what);
    assert_eq!(debugger.step(), hit.step + 1);
    let Reason::Hit(again) = debugger.proceed(TimeDirection::Back).reason else {
        panic!("no stop")
    };
    assert_eq!((again, debugger.step()), (hit.clone(), hit.step));
}

#[test]
fn to_input_and_output_and_to_the_first_and_last_time_of_a_line() {
    let source = "loop: li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nbnez $a0, loop\n";
    let mut debugger = debugger(source, "4\n7\n0\n");
    for (services, step, output) in
        [(Services::Input, 2, ""), (Services::Output, 5, "4"), (Services::Both, 8, "4")]
    {
        let stopped = debugger.to_service(TimeDirection::Forward, services);
        assert!(matches!(stopped.reason, Reason::Hit(_)));
        assert_eq!((debugger.step(), debugger.output()), (step, output.as_bytes()));
    }
    debugger.proceed(TimeDirection::Forward);
    assert_eq!(debugger.output(), b"470");
    debugger.to_service(TimeDirection::Back, Services::Output);
    assert_eq!((line(&debugger), debugger.output()), (5, &b"47"[..]));
    let third =
        point::at_line(debugger.image(), debugger.image().places().next().expect("one").file, 3)
            .expect("it has an instruction");
    assert_eq!(debugger.to_last(&third.addresses).reason, Reason::Done);
    assert_eq!((debugger.step(), debugger.machine().cpu.get(2)), (14, 0));
    assert_eq!(debugger.to_first(&third.addresses).reason, Reason::Done);
    assert_eq!((debugger.step(), debugger.machine().cpu.get(2)), (2, 4));
    assert_eq!(debugger.to_last(&[0x0040_1000]).reason, Reason::NotFound);
    assert_eq!(debugger.to_first(&[0x0040_1000]).reason, Reason::NotFound);
    assert_eq!(debugger.step(), 2);
}

#[test]
fn a_program_that_waits_for_input_goes_on_when_it_comes() {
    use mips_sim::host::{Host, Input, Refused, Stream};
    struct Nobody;
    impl Host for Nobody {
        fn read(&mut self, _: &mut [u8]) -> Input {
            Input::Pending
        }
        fn write(&mut self, _: Stream, _: &[u8]) -> Result<(), Refused> {
            Ok(())
        }
    }
    let source = "li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\n";
    let mut debugger = Debugger::new(image(source), Nobody, Options::default());
    assert_eq!(debugger.proceed(TimeDirection::Forward).reason, Reason::Input);
    assert_eq!(debugger.step(), 1);
    // Half a line is not enough.
    debugger.feed(b"4");
    assert_eq!(debugger.proceed(TimeDirection::Forward).reason, Reason::Input);
    debugger.feed(b"2\n");
    assert_eq!(debugger.proceed(TimeDirection::Forward).reason, Reason::Ended(Stop::FellOffEnd));
    assert_eq!(debugger.output(), b"42");
    debugger.goto(0);
    debugger.goto(2);
    assert_eq!(debugger.machine().cpu.get(2), 42);
}

/// What an origin says, in short: place, value, line, and those behind it.
fn told(origin: &Origin, image: &Image) -> String {
    let made = match origin.made {
        Made::By { pc, .. } => format!("line {}", image.place(pc).map_or(0, |place| place.line)),
        Made::Service { number, .. } => format!("service {number}"),
        Made::Hand(step) => format!("by hand at {step}"),
        Made::Start => "start".into(),
        Made::Unknown => "?".into(),
    };
    let sources: Vec<String> = origin.sources.iter().map(|source| told(source, image)).collect();
    let value = origin.value.map_or("none".into(), |value| (value as i32).to_string());
    let sources =
        if sources.is_empty() { String::new() } else { format!(" <- {}", sources.join(", ")) };
    format!("{} = {value} ({made}){sources}", origin.location)
}

#[test]
fn where_a_value_came_from() {
    let source = "\
        .data
table:  .word   10, 20
        .text
        li      $v0, 5
        syscall
        move    $s0, $v0
        lw      $t0, table + 4
        addu    $t1, $t0, $s0
        sw      $t1, table
        lw      $a0, table
        li      $v0, 1
        syscall
        movz    $a0, $s0, $s0
        add     $a0, $s0, 0x7fffffff
";
    let mut debugger = debugger(source, "2\n");
    debugger.proceed(TimeDirection::Forward);
    let image = Arc::clone(debugger.image());
    let origin = |debugger: &mut Debugger<ScriptedHost>, location| {
        let origin = debugger.origin(location, 20).expect("nobody interrupts");
        told(&origin, &image)
    };
    let chain = "word(0x10010000) = 22 (line 9) <- $t1 = 22 (line 8) <- $t0 = 20 (line 7) <- \
        word(0x10010004) = 20 (start), $s0 = 2 (line 6) <- $v0 = 2 (service 5)";
    // Neither the move that was not made nor the sum that failed wrote it.
    let end = debugger.step();
    assert_eq!(
        origin(&mut debugger, Location::Register(4)),
        format!("$a0 = 22 (line 10) <- {chain}")
    );
    assert_eq!(debugger.step(), end);
    assert_eq!(origin(&mut debugger, Location::Register(23)), "$s7 = 0 (start)");
    // The second digit of the output.
    let (made, from) =
        debugger.output_origin(1, 20).expect("nobody interrupts").expect("it is there");
    assert!(matches!(made, Made::Service { number: 1, .. }));
    assert_eq!(
        from.map(|from| told(&from, &image)),
        Some(format!("$a0 = 22 (line 10) <- {chain}"))
    );
    assert_eq!(debugger.output_origin(2, 20), Ok(None));
    // A value set by hand.
    debugger.goto(3);
    debugger.set(Location::Register(16), 5).expect("it has not ended");
    debugger.proceed(TimeDirection::Forward);
    assert_eq!(debugger.output(), b"25");
    assert_eq!(origin(&mut debugger, Location::Register(16)), "$s0 = 5 (by hand at 3)");
    // Two at the same step.
    debugger.goto(3);
    debugger.set(Location::Register(17), 6).expect("it has not ended");
    assert_eq!(origin(&mut debugger, Location::Register(16)), "$s0 = 5 (by hand at 3)");
    assert_eq!(origin(&mut debugger, Location::Register(17)), "$s1 = 6 (by hand at 3)");
    // Who reads it next.
    debugger.goto(3);
    let reader = debugger.reader(Location::Register(16)).expect("nobody interrupts");
    let reader = reader.and_then(|hit| image.place(hit.pc)).map(|place| place.line);
    assert_eq!((reader, debugger.step()), (Some(8), 3));
}

#[test]
fn lines_labels_and_addresses_are_resolved() {
    let source = "\
        .macro twice (%r)
        addu    %r, %r, %r
        .end_macro
        .data
word:   .word 1

        .text
main:   twice ($t0)

        twice ($t1)
        nop
";
    let image = image(source);
    let file = image.places().next().expect("one").file;
    let resolved = |line| point::at_line(&image, file, line);
    // In the macro, for each use of it.
    let both = resolved(2).expect("two instructions");
    assert_eq!((both.addresses.as_slice(), both.moved), (&[0x0040_0000, 0x0040_0004][..], None));
    let call = resolved(10).expect("an instruction");
    assert_eq!((call.addresses.as_slice(), call.moved), (&[0x0040_0004][..], None));
    let blank = resolved(9).expect("the next");
    assert_eq!((blank.addresses.as_slice(), blank.moved), (&[0x0040_0004][..], Some(10)));
    let message = |error: Result<point::Resolved, point::ResolveError>| {
        error.expect_err("nothing is there").to_string()
    };
    assert_eq!(message(resolved(12)), "there is no instruction in line 12 or below it");
    assert_eq!(message(point::at_label(&image, "mian")), "there is no label `mian`");
    let data = "`word` is data; `watch word` stops when it changes";
    assert_eq!(message(point::at_label(&image, "word")), data);
    assert_eq!(message(point::at_address(&image, 2)), "there is no instruction at 0x00000002");
    assert!(point::file_named(&image, "p.asm").is_ok() && point::file_named(&image, "q").is_err());
}
