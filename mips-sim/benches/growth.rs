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
use mips_sim::source::Loader;
use mips_sim::{AsmOptions, assemble};

/// A name, and a source of about so many bytes.
type Construct = (&'static str, fn(usize) -> String);

const CONSTRUCTS: &[Construct] = &[
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
    (".half, .byte", |size| repeated(".data\n", ".half 1, 2\n.byte 3\n", size)),
    (".byte, out of range", |size| repeated(".data\n.byte 300", ",300", size)),
    (".float, .double", |size| repeated(".data\n", ".float 1.1e-30\n.double 5e-324\n", size)),
    (".double, many digits", |size| repeated(".data\n.double 0.", "123456789", size)),
    (".word, an undefined label", |size| numbered(".data\n", ".word u@\n", size)),
    (".word with repetition", |size| repeated(".data\n", ".word 1:1000\n", size)),
    (".asciiz", |size| repeated(".data\n.asciiz \"", "a", size) + "\"\n"),
    (".asciiz, escapes", |size| repeated(".data\n.asciiz \"", "\\n\\\"", size) + "\"\n"),
    (".ascii, many", |size| repeated(".data\n.ascii", " \"a\"", size)),
    (".align, with labels", |size| {
        numbered(&numbered(".data\n", "l@:\n", size / 2), "k@: .byte 1\n.align 3\n", size / 2)
    }),
    (".data, .kdata at addresses", |size| {
        let part = ".data 0x10010000\n.word 1\n.kdata 0x90000000\n.word 1\n";
        repeated("", part, size)
    }),
    (".text, .ktext", |size| repeated("", ".text\nnop\n.ktext\nnop\n", size)),
    (".text at one address", |size| repeated("", ".text 0x00400000\nnop\n", size)),
    (".extern", |size| numbered("", ".extern e@ 4\n", size)),
    (".set and unknown directives", |size| numbered("", ".set at\n.unknown@\n", size)),
    (".space", |size| repeated(".data\n", ".space 4000\n", size)),
    (".globl", |size| numbered("", ".globl g@\n", size)),
    (".eqv, many", |size| numbered("", ".eqv e@ 1\nli $t0, e@\n", size)),
    (".eqv, long", |size| repeated(&repeated(".eqv e ", "1 ", size / 2), "\n.word e", size / 2)),
    (".eqv, a chain", |size| numbered("", ".eqv e@ e@x\n", size / 2) + &"li $t0, e0\n".repeat(999)),
    (".include", |size| numbered("", ".include \"nop@\"\n", size)),
    (".include, nested", |_| ".include \"deep99\"\n".to_string()),
    ("data between instructions", |size| repeated(".data\n", "nop\n", size)),
    ("comments", |size| repeated("", "# x\n", size)),
    ("parentheses", |size| repeated("lw $t0, ", "(", size)),
    ("digits", |size| repeated(".data\n.word ", "9", size)),
    ("unusual letters", |size| repeated("", "\u{fffd}\u{0301}", size)),
    ("macros, many", |size| numbered("", ".macro m@\nnop\n.end_macro\nm@\n", size)),
    ("macro, many calls", |size| repeated(".macro m\nl: b l\n.end_macro\n", "m\n", size / 4)),
    ("macro, called in macros", |size| {
        let begin = ".macro m0(%x)\nli $t0, %x\n.end_macro\n";
        // Each calls the one before it twice, so that calls double with each.
        let double = |k: u32| format!(".macro m{}(%x)\nm{k}(%x)\nm{k}(%x)\n.end_macro\n", k + 1);
        let doubles: String = (0..8).map(double).collect();
        repeated(&format!("{begin}{doubles}"), "m8(1)\n", size / 16)
    }),
    ("macro, a long line", |size| {
        let line = repeated(".macro m(%x)\nli $t0, %x #", "x", size / 2);
        repeated(&format!("{line}\n.end_macro\n"), "m(1)\n", size / 2)
    }),
    ("macro, many labels", |size| {
        let body = numbered(".macro m\n", "lab@: b lab@\n", size / 2);
        repeated(&format!("{body}.end_macro\n"), "m\n", size / 2)
    }),
    ("macro, without end", |size| repeated("", ".macro m\n", size)),
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

/// The program, and files to include that name what is in them: `nop7` an instruction, `deep7` the next.
struct Files<'a>(&'a str);

impl Loader for Files<'_> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let deep = name.strip_prefix("deep").and_then(|depth| depth.parse::<u32>().ok());
        Ok(match deep {
            Some(depth @ 1..) => format!(".include \"deep{}\"\n", depth - 1).into_bytes(),
            Some(0) => b"nop\n".repeat(200_000),
            None if name == "p.asm" => self.0.as_bytes().to_vec(),
            None => b"nop\n".to_vec(),
        })
    }
}

/// Assembles a source: how long it took, and whether it succeeded.
fn measure(source: &str) -> (Duration, bool) {
    let start = Instant::now();
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut Files(source), &options);
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
