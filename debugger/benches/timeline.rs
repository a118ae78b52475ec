//! What time travel costs: `cargo bench -p fivetwelve-debugger`.
//!
//! First what recording costs: each program of `bench/` by itself and in the debugger, in turns, the
//! best turn of each counting. Then a run of a thousand million instructions that uses 4 MiB all the
//! time: a step back from its end, going to steps all over it, a breakpoint and a store that lie at
//! its very start, and what all of it takes of memory. `-- record` or `-- travel` does only one of them.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the bench")]
#![expect(clippy::disallowed_methods, reason = "a bench reads files and the clock")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use debugger::{
    Debugger, Job, Location, Options, PointRule, Reason, StepSize, Target, TimeDirection, Use,
    Workers, point,
};
use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, Image, assemble};

const PROGRAMS: [&str; 7] =
    ["arith", "fib", "sieve", "matmul", "quicksort", "strings", "mandelbrot"];
const ROUNDS: usize = 5;

/// Adds 1 to each word of 4 MiB, again and again: five instructions for each.
const LONG: &str = "
        .data
once:   .word   0
room:   .space  4128000
        .text
main:   li      $t9, 7
        sw      $t9, once           # the only store to it
        jal     start
round:  la      $t0, room
        addu    $t1, $t0, 4128000
loop:   lw      $t2, 0($t0)
        addu    $t2, $t2, 1
        sw      $t2, 0($t0)
        addu    $t0, $t0, 4
        bne     $t0, $t1, loop
        b       round
start:  jr      $ra                 # comes here once
";
const LONG_STEPS: u64 = 1_000_000_000;

/// A thread for each job.
struct Threads;

impl Workers for Threads {
    fn count(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        std::thread::scope(|scope| jobs.into_iter().for_each(|job| drop(scope.spawn(job))));
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let does = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    if does("record") {
        record();
    }
    if does("travel") {
        travel();
    }
}

fn image(source: &str) -> Arc<Image> {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    Arc::new(assembly.image)
}

fn host() -> ScriptedHost {
    let mut host = ScriptedHost::new("");
    host.output_limit = Some(1 << 20);
    host
}

fn record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench");
    println!("{:<12} {:>9} {:>12} {:>7}", "program", "run, ms", "recorded, ms", "ratio");
    let mut logarithms = 0.0;
    for name in PROGRAMS {
        let image = image(&std::fs::read_to_string(folder.join(format!("{name}.asm"))).unwrap());
        let (mut alone, mut recorded) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            let mut machine = Machine::load(&image, &MachineOptions::default());
            let (time, stop) = timed(|| machine.run(&mut host(), &mut Off, u64::MAX));
            assert_eq!(stop, Stop::Exit(0));
            alone = alone.min(time);
            let mut debugger = Debugger::new(Arc::clone(&image), host(), Options::default());
            let (time, stopped) = timed(|| debugger.proceed(TimeDirection::Forward));
            assert_eq!(stopped.reason, Reason::Ended(Stop::Exit(0)));
            recorded = recorded.min(time);
        }
        let ratio = recorded.as_secs_f64() / alone.as_secs_f64();
        logarithms += ratio.ln();
        println!("{name:<12} {:>9.1} {:>12.1} {ratio:>7.3}", ms(alone), ms(recorded));
    }
    let mean = (logarithms / PROGRAMS.len() as f64).exp();
    println!("{:<12} {:>9} {:>12} {mean:>7.3}   best of {ROUNDS}\n", "geom. mean", "", "");
}

fn travel() {
    let image = image(LONG);
    let (mut debugger, time) = {
        let options =
            Options { max_steps: LONG_STEPS, workers: Box::new(Threads), ..Options::default() };
        let mut debugger = Debugger::new(Arc::clone(&image), host(), options);
        let (time, stopped) = timed(|| debugger.proceed(TimeDirection::Forward));
        assert_eq!(stopped.reason, Reason::Limit);
        (debugger, time)
    };
    let mut machine = Machine::load(&image, &MachineOptions::default());
    let (alone, _) = timed(|| machine.run(&mut host(), &mut Off, LONG_STEPS));
    println!("{LONG_STEPS} instructions that use 4 MiB:");
    show("by itself", alone);
    show("recorded", time);
    let (time, _) = timed(|| debugger.go(TimeDirection::Back, StepSize::Instruction, false));
    show("a step back from the end, the first", time);
    let back = |_| timed(|| debugger.go(TimeDirection::Back, StepSize::Instruction, false)).0;
    let mut times: Vec<Duration> = (0..101).map(back).collect();
    times.sort_unstable();
    show("a step back after that, the median of 101", times[50]);
    show("a step back after that, the slowest of 101", times[100]);
    let mut most = Duration::ZERO;
    for k in 0..20u64 {
        // All over the run, in no order.
        let step = (k * 7 + 3) % 20 * (LONG_STEPS / 20) + 12_345_678;
        let (time, _) = timed(|| debugger.goto(step));
        assert_eq!(debugger.step(), step);
        most = most.max(time);
    }
    show("to a step, the slowest of 20 all over the run", most);
    debugger.to_end();
    let addresses = point::at_label(&image, "start").unwrap().addresses;
    let id = debugger.add_point(Target::Code(addresses), PointRule::default());
    let (time, stopped) = timed(|| debugger.proceed(TimeDirection::Back));
    assert!(matches!(stopped.reason, Reason::Hit(_)), "{stopped:?}");
    show("back to a breakpoint at the start", time);
    debugger.remove_point(id);
    debugger.to_end();
    let once = Location::Memory { address: 0x1001_0000, bytes: 4 };
    let (time, writer) = timed(|| debugger.writer(once));
    assert!(writer.is_ok_and(|hit| hit.is_some_and(|hit| hit.step < 10)));
    show("the last writer of a word, at the start", time);
    let register = Location::Register(25);
    let (time, writer) = timed(|| debugger.writer(register));
    assert!(writer.is_ok_and(|hit| hit.is_some_and(|hit| hit.step < 10)));
    show("the last writer of a register, at the start", time);
    let id = debugger.add_point(Target::Watch(once, Use::Change), PointRule::default());
    debugger.goto(LONG_STEPS / 10);
    let (time, _) = timed(|| debugger.proceed(TimeDirection::Back));
    show("back to a change, a tenth of the run", time);
    debugger.remove_point(id);
    println!("snapshots: {:.1} MB", debugger.histories()[0].bytes as f64 / 1e6);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("the process at its largest: {}", peak.unwrap_or("not known").trim());
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let value = work();
    (start.elapsed(), value)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn show(what: &str, time: Duration) {
    println!("{what:<48} {:>9.2} ms", ms(time));
}
