//! Whatever the input is, the assembler answers: it does not panic, hang or fill memory.

use mips_sim::diag::Message;
use mips_sim::{AsmOptions, Assembly, Loader, assemble};
use proptest::prelude::*;

/// Serves the same bytes under every name, as includes of itself may ask for.
struct Everywhere(Vec<u8>);

impl Loader for Everywhere {
    fn load(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

fn assemble_bytes(bytes: &[u8]) -> Assembly {
    let options = AsmOptions { advice: true, ..AsmOptions::default() };
    let assembly = assemble(&["p.asm"], &mut Everywhere(bytes.to_vec()), &options);
    // Every diagnostic must point into its text, and MARS's report must be writable.
    for diagnostic in assembly.diagnostics.all() {
        if let Some(snippet) = &diagnostic.snippet {
            assert!(snippet.text.get(snippet.range.clone()).is_some(), "{diagnostic:?}");
        }
    }
    let _ = assembly.mars_report(&str::to_string);
    assert_eq!(assembly.succeeded(), !assembly.diagnostics.has_errors());
    assembly
}

fn code_of(source: &str) -> Vec<&'static str> {
    let assembly = assemble_bytes(source.as_bytes());
    assembly.diagnostics.for_people().map(|diagnostic| diagnostic.message.code()).collect()
}

const WORDS: &[&str] = &[
    "add",
    "addi",
    "lw",
    "sw",
    "la",
    "li",
    "b",
    "beq",
    "bge",
    "j",
    "jal",
    "syscall",
    "nop",
    "mul",
    "div",
    "ld",
    "mfc1.d",
    "l.s",
    "swr",
    "c.eq.s",
    "movf",
    "$t0",
    "$8",
    "$",
    "$f2",
    "$f31",
    "$31",
    "$s8",
    "$f",
    "x",
    "y",
    "main",
    "x:",
    "add:",
    "y :",
    "%a",
    "%b",
    "%",
    "0",
    "31",
    "-1",
    "40000",
    "70000",
    "0xffffffff",
    "4294967296",
    "99999999999999999999999",
    "1.5",
    "NaN",
    "1e40",
    "'a'",
    "'\\n'",
    "'",
    "''",
    "\"s\"",
    "\"open",
    "\"a\\\\\"",
    "(",
    ")",
    "+",
    "-",
    ":",
    ",",
    "#",
    "# c",
    ".data",
    ".text",
    ".kdata",
    ".ktext",
    ".data 0x7fbffffd",
    ".data 0x103fffff",
    ".text 0x80000180",
    ".word",
    ".word 0:3",
    ".half",
    ".byte",
    ".float",
    ".double",
    ".ascii",
    ".asciiz",
    ".space",
    ".align",
    ".align 0",
    ".align 31",
    ".globl",
    ".extern",
    ".set",
    ".eqv",
    ".eqv x",
    ".eqv x y",
    ".eqv y x",
    ".include",
    ".include \"p.asm\"",
    ".macro",
    ".macro m",
    ".macro m(%a)",
    ".macro m %a %b",
    ".end_macro",
    "m",
    "m(",
    "m(1)",
    "m(x, y)",
    ".foo",
    "é",
    "\u{feff}",
    "４２",
    "😀",
    "\t",
    "\r",
    "\n",
    "\n",
    "\n",
    "\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assemble_bytes(&bytes);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}") {
        assemble_bytes(text.as_bytes());
    }

    #[test]
    fn any_heap_of_tokens_is_answered(words in prop::collection::vec(prop::sample::select(WORDS), 0..80)) {
        assemble_bytes(words.join(" ").as_bytes());
    }

    #[test]
    fn assembling_twice_gives_the_same(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let source = words.join(" ");
        let (one, two) = (assemble_bytes(source.as_bytes()), assemble_bytes(source.as_bytes()));
        prop_assert_eq!(one.diagnostics, two.diagnostics);
        prop_assert_eq!(one.image.text, two.image.text);
        prop_assert_eq!(one.image.data, two.image.data);
    }
}

#[test]
fn macros_that_double_at_each_step_are_stopped() {
    let mut source = String::from(".macro m0\n nop\n nop\n.end_macro\n");
    for level in 1..40 {
        let below = level - 1;
        source.push_str(&format!(".macro m{level}\n m{below}\n m{below}\n.end_macro\n"));
    }
    source.push_str("m39\n");
    assert_eq!(code_of(&source), ["E0048"]);
}

#[test]
fn macros_nested_too_deeply_are_stopped() {
    let mut source = String::from(".macro m0\n nop\n.end_macro\n");
    for level in 1..2000 {
        source.push_str(&format!(".macro m{level}\n m{}\n.end_macro\n", level - 1));
    }
    source.push_str("m1999\n");
    assert_eq!(code_of(&source), ["E0048"]);
}

#[test]
fn eqv_that_doubles_or_never_ends_is_stopped() {
    let mut source = String::from(".eqv a0 1\n");
    for level in 1..40 {
        let below = level - 1;
        source.push_str(&format!(".eqv a{level} a{below} a{below}\n"));
    }
    source.push_str("li $t0, a39\n");
    assert_eq!(code_of(&source)[0], "E0049");
    assert_eq!(code_of(".eqv AA BB\n.eqv BB AA\nli $t0, AA\n")[0], "E0049");
}

#[test]
fn a_file_that_includes_itself_is_stopped() {
    assert_eq!(code_of(".include \"q.asm\"\n"), ["E0006"]);
}

/// Gives every include another name, so that nothing is ever included twice.
struct Endless(u32);

impl Loader for Endless {
    fn load(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        self.0 += 1;
        Ok(format!(".include \"f{}.asm\"\n", self.0).into_bytes())
    }
}

#[test]
fn files_that_include_others_without_end_are_stopped() {
    let assembly = assemble(&["p.asm"], &mut Endless(0), &AsmOptions::default());
    let found = &assembly.diagnostics.all()[0].message;
    assert!(matches!(found, Message::ExpansionLimit { .. }), "{found:?}");
}

/// Two spellings of the next file in each, so that nothing is ever included twice.
struct Bomb;

impl Loader for Bomb {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let level = name.matches('f').count();
        let next = "f".repeat(level + 1);
        Ok(format!(".include \"./{next}\"\n.include \"d/../{next}\"\n").into_bytes())
    }
}

#[test]
fn files_that_include_others_in_two_spellings_are_stopped() {
    let assembly = assemble(&["f"], &mut Bomb, &AsmOptions::default());
    let found = &assembly.diagnostics.all()[0].message;
    assert!(matches!(found, Message::ExpansionLimit { .. }), "{found:?}");
}

/// A long line may have very many diagnostics, and one of a macro or of a call has them for each call:
/// its text is kept once.
#[test]
fn a_long_line_is_kept_once_for_all_that_is_said_of_it() {
    let long = "x".repeat(10_000);
    let list = format!(".data\n.word {}\n", "99999999999,".repeat(500));
    let body = format!(".macro m\n.byte 300 #{long}\n.end_macro\n.data\n{}", "m\n".repeat(500));
    let call = format!(".macro m\n.byte 300:500\n.end_macro\n.data\nm #{long}\n");
    let called = format!(
        ".macro m\n.byte 300\n.end_macro\n.macro n\nm #{long}\n.end_macro\n.data\n{}",
        "n\n".repeat(500)
    );
    let made = format!(".eqv N 99999999999\n.data\n.word {}\n", "N,".repeat(500));
    for (source, lines) in [(list, 2), (body, 502), (call, 3), (called, 503), (made, 2)] {
        let assembly = assemble_bytes(source.as_bytes());
        let all = assembly.diagnostics.all().iter();
        let texts = all.flat_map(|found| {
            let calls = found.trace.iter().map(|call| &call.at);
            found.snippet.iter().chain(calls).map(|snippet| snippet.text.as_ptr())
        });
        let texts: Vec<*const u8> = texts.collect();
        let kept: std::collections::HashSet<*const u8> = texts.iter().copied().collect();
        assert!(texts.len() >= 500 && kept.len() <= lines, "{} of {}", kept.len(), texts.len());
    }
}

/// What expansions make is bounded by its size, too.
#[test]
fn long_lines_of_macros_are_stopped() {
    let long = format!(".macro m(%x)\nli $t0, %x #{}\n.end_macro\n", "x".repeat(300_000));
    assert_eq!(code_of(&format!("{long}{}", "m(1)\n".repeat(300))), ["E0048"]);
    assert!(assemble_bytes(format!("{long}{}", "m(1)\n".repeat(100)).as_bytes()).succeeded());
}

/// None of these may take time that grows with the square of its size: each would then run for
/// minutes.
#[test]
fn long_lines_and_many_names_take_time_in_proportion() {
    let many =
        |count: usize, item: &dyn Fn(usize) -> String| -> String { (0..count).map(item).collect() };
    let names = |count| many(count, &|k| format!(" a{k}"));
    let labels = |count| many(count, &|k| format!("a{k}:\n"));

    assert!(code_of(&"@ ".repeat(200_000)).contains(&"E0047"));
    assert!(code_of(&format!(".data\n.byte {}\n", "300,".repeat(50_000))).contains(&"W0001"));
    assert_eq!(code_of(&format!("{}nop\n.globl{}\n", labels(20_000), names(20_000))).len(), 0);
    let forward = format!(".data\n.word{}\n{}", names(20_000), labels(20_000));
    assert_eq!(code_of(&forward).len(), 0);
    let branches = format!("{}nop\n{}", labels(50_000), "b a7\n".repeat(50_000));
    assert_eq!(code_of(&branches).len(), 0);
    let moved = format!(".data\n.byte 1\n{}.word 1\n", labels(50_000));
    assert_eq!(code_of(&moved).len(), 0);
    let body = format!(".macro m\n{}.end_macro\nm\nm\n", labels(40_000));
    assert_eq!(code_of(&body).len(), 0);
    let macros = many(20_000, &|_| ".macro m\n.end_macro\n".to_string());
    assert_eq!(code_of(&format!("{macros}{}", "m\n".repeat(20_000))).len(), 0);
    let stores = ".data 0x10010000\n.word 0:1000000\n".repeat(300);
    assert!(code_of(&stores).contains(&"E0048"));
    let long_body =
        format!(".macro m(%a)\n.data\n.word {}\n.end_macro\nm(1)\n", "%a,".repeat(60_000));
    assert!(code_of(&long_body).contains(&"E0048"));
    let replaced = format!(
        ".eqv A 1\n{}",
        format!(".word {} {}\n", "A ".repeat(1_900), "1 ".repeat(300_000)).repeat(3)
    );
    assert!(code_of(&replaced).contains(&"E0048"));
    let warnings = ".data 0x10010000\n.byte 300:1000000\n".repeat(20);
    assert!(code_of(&warnings).len() <= 100_001);
}

#[test]
fn deep_macros_do_not_fill_memory() {
    let mut source = String::from(".macro m0\n.data\n.byte 300\n.text\n nop\n nop\n.end_macro\n");
    for level in 1..450 {
        source.push_str(&format!(".macro m{level}\n m{}\n.end_macro\n", level - 1));
    }
    source
        .push_str(&".macro top\n m449\n.end_macro\n top\n".replace("m449", &"m449\n ".repeat(200)));
    assert!(code_of(&source).contains(&"W0001"));
}

#[test]
fn space_in_a_macro_adds_up_without_overflow() {
    let source = ".macro m\n.space 2000000000\n.end_macro\n.data\nm\nm\nm\n";
    assert!(code_of(source).contains(&"W0116"));
}

#[test]
fn huge_data_is_refused_with_a_sentence() {
    assert_eq!(code_of(".data\n.space 2000000000\n"), ["W0116"]);
    assert!(code_of(".data\n.word 0:999999999\n").contains(&"E0027"));
    assert!(code_of(".data\n.double 1:2147483647\n").contains(&"E0027"));
    assert!(code_of(".data\n.byte 0:2147483647\n").contains(&"E0027"));
}

#[test]
fn line_ends_marks_and_other_encodings_are_understood_or_explained() {
    for source in ["li $v0, 10\nsyscall", "li $v0, 10\r\nsyscall\r\n", "li $v0, 10\rsyscall\r"] {
        let assembly = assemble_bytes(source.as_bytes());
        assert!(assembly.succeeded(), "{source:?}");
        assert_eq!(assembly.image.text.len(), 2, "{source:?}");
    }
    assert_eq!(code_of("\u{feff}li $v0, 10\n"), ["E0001"]);
    let latin1 = assemble_bytes(b"# caf\xe9\nli $v0, 10\n.data\nx: .asciiz \"\xe9\"\n");
    assert!(latin1.succeeded());
    assert!(assemble_bytes(b"").succeeded());
}
