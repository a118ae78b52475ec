//! Whether the assembler's work grows with the size of the source and no faster, whatever the source
//! consists of: `cargo bench -p fivetwelve-mips-sim --bench growth`.
//!
//! Each construct is made at 100 KB and at 1 MB. Shown are the times, their ratio (10 is linear), the
//! most memory, and whether the larger one is assembled or refused. A source of 1 MB should take less than
//! 2 seconds and 200 MB.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use mips_sim::diag::explain::explain;
use mips_sim::{AsmOptions, assemble};

/// A name, and a source of about so many bytes.
type Construct = (&'static str, fn(usize) -> String);

const CONSTRUCTS: [Construct; 18] = [
    ("instructions", |size| repeated("", "addu $t0, $t1, $t2\n", size)),
    ("pseudo-instructions", |size| repeated("", "li $t0, 70000\n", size)),
    ("labels", |size| numbered("", "l@: nop\n", size)),
    ("references to labels", |size| numbered(".data\n", "l@: .word l@\n", size)),
    ("undefined labels", |size| numbered("", "j nowhere@\n", size)),
    ("undefined, with names that are near", |size| {
        numbered(&numbered("", "alpha@:\n", size / 2), "j alphb@\n", size / 2)
    }),
    ("lines with errors", |size| repeated("", "bogus $t0\n", size)),
    ("one line", |size| repeated("", "a ", size)),
    (".word", |size| repeated(".data\n.word 1", ", 2", size)),
    (".word with repetition", |size| repeated(".data\n", ".word 1:1000\n", size)),
    (".asciiz", |size| repeated(".data\n.asciiz \"", "a", size) + "\"\n"),
    (".space", |size| repeated(".data\n", ".space 4000\n", size)),
    (".globl", |size| numbered("", ".globl g@\n", size)),
    (".eqv, many", |size| numbered("", ".eqv e@ 1\nli $t0, e@\n", size)),
    (".eqv, long", |size| repeated(&repeated(".eqv e ", "1 ", size / 2), "\n.word e", size / 2)),
    ("macros, many", |size| numbered("", ".macro m@\nnop\n.end_macro\nm@\n", size)),
    ("macro, many calls", |size| repeated(".macro m\nl: b l\n.end_macro\n", "m\n", size / 4)),
    ("macro, many parameters", |size| {
        let parameters = numbered("", " %p@", size / 3);
        let body = repeated("", "li $t0, %p1\n", size / 3);
        let calls = repeated("", " 1", 2 * parameters.matches('%').count());
        format!(".macro m ({parameters})\n{body}.end_macro\nm({calls})\n")
    }),
];

fn repeated(begin: &str, part: &str, size: usize) -> String {
    begin.to_string() + &part.repeat(size / part.len())
}

fn numbered(begin: &str, part: &str, size: usize) -> String {
    let mut text = begin.to_string();
    for number in 0.. {
        if text.len() >= begin.len() + size {
            break;
        }
        text.push_str(&part.replace('@', &number.to_string()));
    }
    text
}

/// Assembles a source: how long it took, and whether it succeeded.
fn measure(source: &str) -> (Duration, bool) {
    let start = Instant::now();
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut files, &options);
    // What people are told is made when it is asked for.
    let told = assembly.diagnostics.for_people().map(|found| explain(found, &assembly).title.len());
    let told: usize = told.sum();
    std::hint::black_box(told);
    (start.elapsed(), assembly.succeeded())
}

/// The most memory that the process has had since the last call, in MB; Linux only.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kilobytes / 1024)
}

#[expect(clippy::print_stdout, reason = "a benchmark shows its figures")]
fn main() {
    let mut table =
        String::from("construct                            100 KB    1 MB  ratio    MB\n");
    for (name, source) in CONSTRUCTS {
        let (small, large) = (source(100_000), source(1_000_000));
        let (first, _) = measure(&small);
        peak();
        let (second, succeeded) = measure(&large);
        let ratio = second.as_secs_f64() / first.as_secs_f64();
        let memory = peak().map_or("–".to_string(), |peak| peak.to_string());
        let refused = if succeeded { "" } else { "  refused" };
        let [first, second] = [first, second].map(|time| time.as_secs_f64() * 1e3);
        let _ =
            writeln!(table, "{name:36} {first:6.1}  {second:6.1} {ratio:6.1} {memory:>5}{refused}");
    }
    println!("{table}(times in milliseconds)");
}
