//! What the library says about programs: names, rename, hover, completion, hints, calls. A caret in
//! the text marks the place that is asked about.

use std::collections::HashMap;

use language::calls::calls;
use language::complete::{complete, signatures};
use language::hints::hints;
use language::hover::hover;
use language::outline::{folds, symbols};
use language::rename::{RenameError, rename};
use language::{Program, Span, options};
use mips_sim::source::FileId;
use mips_sim::{AsmOptions, assemble};

type Files<'a> = &'a [(&'a str, &'a str)];

/// A program, and the place of the caret `¦`, which is taken out.
struct Asked {
    program: Program,
    texts: Vec<(String, String)>,
    at: (FileId, u32, usize),
}

fn asked(files: Files<'_>, roots: &[&str]) -> Asked {
    let mut place = None;
    let mut texts = Vec::new();
    for (name, text) in files {
        if let Some(at) = text.find('¦') {
            let line = text[..at].matches('\n').count() as u32 + 1;
            let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            place = Some((name.to_string(), line, at - start));
        }
        texts.push((name.to_string(), text.replace('¦', "")));
    }
    let borrowed: Vec<(&str, &str)> = texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let roots: Vec<String> = roots.iter().map(|name| name.to_string()).collect();
    let program = Program::read(&roots, &mut borrowed.as_slice());
    let (name, line, byte) = place.unwrap_or((roots[0].clone(), 1, 0));
    let file = program.ids(&name).next().expect("the file was read");
    Asked { program, texts, at: (file, line, byte) }
}

fn one(text: &str) -> Asked {
    asked(&[("p.asm", text)], &["p.asm"])
}

impl Asked {
    fn shown(&self, place: &Span) -> String {
        let name = &self.program.assembly.sources.file(place.file).name;
        format!("{name}:{}:{}", place.line, place.range.start)
    }

    fn definition(&self) -> Option<String> {
        let names = self.program.names();
        let mention = names.at(self.at.0, self.at.1, self.at.2)?;
        Some(self.shown(&names.get(mention.name).defined))
    }

    fn rename(&self, new: &str) -> Result<Vec<String>, RenameError> {
        let texts: Vec<(&str, &str)> =
            self.texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let places = rename(&self.program, self.at, new, &mut texts.as_slice())?;
        Ok(places.iter().map(|place| self.shown(place)).collect())
    }

    fn hover(&self) -> String {
        let (file, line, byte) = self.at;
        hover(&self.program, file, line, byte).map_or(String::new(), |hover| hover.text)
    }
}

#[test]
fn a_name_leads_to_its_definition() {
    for (text, expected) in [
        ("main: j e¦nd\nend: nop\n", Some("p.asm:2:0")),
        (".eqv N 5\nli $t0, N¦\n", Some("p.asm:1:5")),
        (".macro m(%x)\nli $t0, %¦x\n.end_macro\nm(1)\n", Some("p.asm:1:9")),
        (".macro m(%x)\nl: j l¦\n.end_macro\nl: j l\nm(1)\n", Some("p.asm:2:0")),
        (".macro m(%x)\nl: j l\n.end_macro\nl: j ¦l\nm(1)\n", Some("p.asm:4:0")),
        (".macro m\n.end_macro\n.macro m(%x)\n.end_macro\nm¦(1)\n", Some("p.asm:3:7")),
        (".macro f(%n)\n%n: jr $ra\n.end_macro\nf(go)\njal g¦o\n", Some("p.asm:4:2")),
        ("b: j b¦\n", Some("p.asm:1:0")),
        ("add $t0, $t¦1, $t2\n", None),
        ("ad¦d $t0, $t1, $t2\n", None),
        ("nop # no¦p\n", None),
        ("j now¦here\n", None),
    ] {
        assert_eq!(one(text).definition().as_deref(), expected, "{text}");
    }
}

#[test]
fn names_reach_over_files() {
    let files: Files<'_> = &[
        ("main.asm", ".include \"lib.asm\"\nmain: jal he¦lp\n jal far\n"),
        ("lib.asm", "help: jr $ra\n"),
        ("other.asm", ".globl far\nfar: jr $ra\nhelp: nop\n"),
    ];
    let roots = ["main.asm", "other.asm"];
    assert_eq!(asked(files, &roots).definition().as_deref(), Some("lib.asm:1:0"));
    let far: Files<'_> =
        &[("main.asm", ".include \"lib.asm\"\nmain: jal help\n jal f¦ar\n"), files[1], files[2]];
    let asked = asked(far, &roots);
    assert_eq!(asked.definition().as_deref(), Some("other.asm:2:0"));
    let places = asked.rename("away").expect("the name is free");
    assert_eq!(places, ["main.asm:3:5", "other.asm:1:7", "other.asm:2:0"]);
}

#[test]
fn renaming_never_makes_another_program() {
    let text = "main: j en¦d\nother: nop\nend: j end\n";
    assert_eq!(
        one(text).rename("last"),
        Ok(vec!["p.asm:1:8".into(), "p.asm:3:0".into(), "p.asm:3:7".into()])
    );
    assert_eq!(one(text).rename("other"), Err(RenameError::OtherProgram("other".into())));
    for word in ["add", "$t0", "5", "a b", "", "a:", "%x", "$x"] {
        assert_eq!(one(text).rename(word), Err(RenameError::NotAName(word.into())), "{word}");
    }
    assert_eq!(one("¦nop\n").rename("x"), Err(RenameError::NoName));
    let macros = ".macro m(%a¦)\nli $t0, %a\n.end_macro\nm(1)\n";
    assert_eq!(one(macros).rename("%b").map(|places| places.len()), Ok(2));
    assert_eq!(one(macros).rename("b"), Err(RenameError::NotAParameter("b".into())));
    // MARS would replace `a` inside of `la`.
    let textual = ".macro m\nlong¦: nop\nla $t0, long\n.end_macro\nm\n";
    assert_eq!(one(textual).rename("a"), Err(RenameError::OtherProgram("a".into())));
    assert_eq!(one(textual).rename("longer").map(|places| places.len()), Ok(2));
}

#[test]
fn hover_says_what_a_word_means() {
    for (text, parts) in [
        ("l¦i $t0, 70000\n", &["lui", "ori", "00400000: 3c010001"][..]),
        ("l¦w $t0, 4($sp)\n", &["lw $t0, 4($sp)", "### lw"]),
        ("li $t0, 1¦0\n", &["10 = 0xa"]),
        ("li $t0, -¦1\n", &["0xffffffff", "4294967295 unsigned"]),
        ("li $v0, ¦4\n", &["print string"]),
        ("li $v0, 4\nsys¦call\n", &["print string", "0000000c"]),
        ("li $v0, 4\nx: sys¦call\n", &["### syscall"]),
        (".data\nx: .word 7, 8\n.text\nla $t0, x¦\n", &["0x10010000", ".word 7, 8"]),
        (".data\ns: .asciiz \"hi\\n\"\n.text\nla $a0, s¦\n", &["\"hi\\n\\0\"", "4 bytes"]),
        (".eqv N 0x10\nli $t0, N¦\n", &[".eqv N 0x10", "16 = 0x10"]),
        (".macro m(%x)\nli $t0, %x\n.end_macro\nm¦(1)\n", &["li $t0, %x"]),
        ("add $t¦0, $t1, $t2\n", &["temporary"]),
        (".da¦ta\n", &["What follows is data"]),
    ] {
        let told = one(text).hover();
        for part in parts {
            assert!(told.contains(part), "{text}: {part} is not in\n{told}");
        }
    }
    for text in ["nop # ¦x\n", "¦\n", "lw $t0, 4¦($sp)\n# é\n"] {
        let _ = one(text).hover();
    }
}

#[test]
fn completion_offers_what_fits() {
    let offered = |text: &str| -> (String, Vec<String>) {
        let asked = one(text);
        let (file, line, byte) = asked.at;
        let (range, items) = complete(&asked.program, file, line, byte);
        let typed = asked.program.line(file, line)[range].to_string();
        (typed, items.into_iter().map(|item| item.label).collect())
    };
    for (text, typed, with, without) in [
        ("a¦\n", "a", &["add", ".word"][..], &["$t0"][..]),
        ("main: ¦\n", "", &["add"], &["main"]),
        ("add $t¦\n", "$t", &["$t0", "$zero"], &["add", "main"]),
        ("main: beq $t0, $t1, ¦\n", "", &["main"], &["$f0"]),
        ("li $v0, ¦\n", "", &["4 print string"], &["$t0"]),
        (".macro m(%x)\n.end_macro\n¦\n", "", &["m"], &["%x"]),
        (".macro m(%x)\nli $t0, %¦\n.end_macro\n", "%", &["%x"], &["m"]),
        (".eqv N 5\nli $t0, ¦\n", "", &["N"], &[]),
        ("x: .word ¦\n", "", &["x"], &["$t0"]),
    ] {
        let (found, labels) = offered(text);
        assert_eq!(found, typed, "{text}");
        for label in with {
            assert!(labels.iter().any(|l| l == label), "{text}: {label} is not in {labels:?}");
        }
        for label in without {
            assert!(!labels.iter().any(|l| l == label), "{text}: {label} is in {labels:?}");
        }
    }
    assert!(offered("nop # a¦\n").1.is_empty());
    assert!(offered(".asciiz \"a¦\n").1.is_empty());
}

#[test]
fn a_signature_knows_the_operand() {
    let active = |text: &str| {
        let asked = one(text);
        let (file, line, byte) = asked.at;
        let (list, active) = signatures(&asked.program, file, line, byte)?;
        Some((list[0].text.clone(), active))
    };
    assert_eq!(active("add ¦\n"), Some(("add $t1, $t2, $t3".into(), 0)));
    assert_eq!(active("add $t0,¦\n"), Some(("add $t1, $t2, $t3".into(), 1)));
    assert_eq!(active("add $t0, $t1¦\n"), Some(("add $t1, $t2, $t3".into(), 1)));
    assert_eq!(active("lw $t0, 4(¦\n"), Some(("lw $t1, -100($t2)".into(), 2)));
    assert_eq!(active("syscall ¦\n"), None);
    let macros = ".macro m(%a, %b)\n.end_macro\nm(1, ¦\n";
    assert_eq!(active(macros), Some(("m(%a, %b)".into(), 1)));
}

const FUNCTIONS: &str = "\
.eqv FRAME 8
.data
x: .word 1
.text
.globl main
main: jal work
 jal work
 li $v0, 10
 syscall
work: addi $sp, $sp, -8
 sw $ra, 4($sp)
loop: bnez $t0, loop
 lw $ra, 4($sp)
 addi $sp, $sp, FRAME
 jr $ra
";

#[test]
fn hints_show_what_is_not_written() {
    let asked = one(FUNCTIONS);
    let list = hints(&asked.program, asked.at.0, 1..=20);
    let shown: Vec<String> = list
        .iter()
        .map(|hint| format!("{}:{}:{}", hint.place.line, hint.place.range.end, hint.text))
        .collect();
    assert_eq!(
        shown,
        [
            "8:11:  → addiu $v0, $zero, 10",
            "10:23:  $sp = entry − 8",
            "11:15:  entry − 4",
            "12:20:  → bne $t0, $zero, loop  ↑ line 12",
            "13:15:  entry − 4",
            "14:21: = 8",
            "14:21:  $sp = entry + 0",
        ]
    );
}

#[test]
fn functions_and_their_calls_are_found() {
    let asked = one(FUNCTIONS);
    let list = calls(&asked.program);
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].from.name.as_str(), list[0].to.name.as_str()), ("main", "work"));
    let places: Vec<String> = list[0].places.iter().map(|place| asked.shown(place)).collect();
    assert_eq!(places, ["p.asm:6:10", "p.asm:7:5"]);
    let names: Vec<String> = symbols(&asked.program, asked.at.0)
        .iter()
        .map(|symbol| {
            format!("{} {:?} {}-{}", symbol.name, symbol.kind, symbol.place.line, symbol.end)
        })
        .collect();
    assert_eq!(
        names,
        [
            "FRAME Constant 1-1",
            "x Data 3-3",
            "main Function 6-9",
            "work Function 10-15",
            "loop Label 12-12"
        ]
    );
    assert_eq!(folds(&asked.program, asked.at.0), [(2, 3), (4, 15), (6, 9), (10, 15)]);
}

/// `FUNCTIONS` with another line 8, between the calls of `main` and its end.
fn with_line(line: &str) -> Asked {
    let mut lines: Vec<&str> = FUNCTIONS.lines().collect();
    lines[7] = line;
    one(&(lines.join("\n") + "\n"))
}

/// What is shown of a program: hints, calls, and the kinds of its names.
fn shown(asked: &Asked) -> Vec<String> {
    let file = asked.at.0;
    let hints = hints(&asked.program, file, 1..=20).into_iter();
    let hints = hints.map(|hint| format!("{}:{}", hint.place.line, hint.text));
    let calls = calls(&asked.program).into_iter();
    let calls = calls.map(|call| format!("{} calls {}", call.from.name, call.to.name));
    let symbols = symbols(&asked.program, file).into_iter();
    let symbols = symbols.map(|symbol| format!("{} {:?}", symbol.name, symbol.kind));
    hints.chain(calls).chain(symbols).collect()
}

#[test]
fn a_line_with_an_error_takes_nothing_from_the_others() {
    let finished = shown(&with_line(" nop"));
    assert_eq!(finished.len(), 12, "{finished:?}");
    for line in [
        " li",
        " li $v0, 'ab",
        " mvoe $v0, $t0",
        " li $v0, $t0",
        " addi $t0, $t0, 100000, 1",
        " b nowhere",
        " .include \"missing.asm\"",
        " .macro m(%a)\n.end_macro\n m(1, 2)",
        "main: nop",
        " .globl nobody",
        " .word 1,,",
    ] {
        let unfinished = with_line(line);
        assert!(!unfinished.program.assembly.succeeded(), "{line}");
        if !line.contains("macro") {
            assert_eq!(shown(&unfinished), finished, "{line}");
        }
        assert!(shown(&unfinished).contains(&"main calls work".to_string()), "{line}");
    }
}

#[test]
fn what_an_error_makes_uncertain_is_not_shown() {
    let text = "\
.data
before: .word 7
.text
main: lw $t0, before
 mvoe $t1, $t0
 la $t1, after
 addi $sp, $sp, -8
 b after
after: jr $ra
";
    let asked = one(text);
    // Line 6 lacks the address of `after`, and line 7 what line 5 does to `$sp`.
    let found: Vec<(u32, String)> = hints(&asked.program, asked.at.0, 1..=20)
        .into_iter()
        .map(|hint| (hint.place.line, hint.text))
        .collect();
    let expected = [
        (4, "  → lui $at, 4097; lw $t0, 0($at)".to_string()),
        (8, "  → bgez $zero, after  ↓ line 9".to_string()),
    ];
    assert_eq!(found, expected);
    let hover = |old: &str, new: &str| one(&text.replacen(old, new, 1)).hover();
    assert!(
        hover("lw $t0, before", "lw $t0, be¦fore").starts_with("label `before` at `0x10010000`")
    );
    assert_eq!(hover("b after", "b af¦ter"), "label `after`");
    assert!(hover("lw $t0", "l¦w $t0").starts_with("```mips\nlui $at, 4097\nlw $t0, 0($at)\n```"));
    assert!(hover("la $t1", "l¦a $t1").starts_with("###"));
}

#[test]
fn a_draft_changes_no_message() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/diagnostics");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|extension| extension != "asm") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("it can be read");
        let said = |options: &AsmOptions| {
            let mut files = HashMap::from([("p.asm".to_string(), bytes.clone())]);
            assemble(&["p.asm"], &mut files, options).diagnostics
        };
        let with = said(&options());
        let without = said(&AsmOptions { unfinished: false, ..options() });
        assert_eq!(with.all(), without.all(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 45, "only {count} programs");
}
