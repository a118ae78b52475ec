//! MARS's report where no recorded case reaches: what follows from how MARS works.

use std::collections::HashMap;

use mips_sim::diag::mars::crashed;
use mips_sim::{AsmOptions, Assembly, assemble};

fn assembly(source: &str, options: &AsmOptions) -> Assembly {
    let mut files: &[(&str, &str)] = &[("p.asm", source)];
    assemble(&["p.asm"], &mut files, options)
}

fn check(source: &str, expected: &[&str]) {
    let report = assembly(source, &AsmOptions::default()).mars_report(&str::to_string);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines, expected, "{source}");
}

#[test]
fn what_is_found_at_the_end_of_a_file_has_no_macro_history() {
    check(
        ".macro g\n.globl nowhere\n.data\n.word alsonowhere\n.text\n.end_macro\ng\n",
        &[
            "Error in p.asm line 2 column 8: \"nowhere\" declared global label but not defined.",
            "Error in p.asm line 4 column 7: Symbol \"alsonowhere\" not found in symbol table.",
        ],
    );
}

#[test]
fn a_register_behind_the_last_one_is_noticed_one_statement_late() {
    let missing = "Error in p.asm line 1 column 6: Symbol \"$32\" not found in symbol table.";
    check("mfc1.d $31,$f0\nnop\nb undefd\n", &[missing]);
    let undefined = "Error in p.asm line 2 column 3: Symbol \"undefd\" not found in symbol table.";
    check("mfc1.d $31,$f0\nb undefd\nb other\n", &[missing, undefined]);
}

#[test]
fn a_float_register_has_one_name_only() {
    for register in ["$f01", "$f0x1", "$f", "$f010"] {
        // MARS stops there, and looks at no label.
        let source = format!("nop\nmov.s $f1,{register}\nb undefd\n");
        check(&source, &["Error in p.asm line 2 column 11: invalid FPU register name"]);
        let source = format!("l.s {register},undefd\n");
        check(&source, &["Error in p.asm line 1 column 5: invalid FPU register name"]);
    }
    check("mov.s $f1,$f31\n", &[]);
}

#[test]
fn people_are_told_of_every_undefined_label() {
    let assembly = assembly("b one\nb two\n", &AsmOptions::default());
    assert_eq!(assembly.diagnostics.for_people().count(), 2);
    assert_eq!(assembly.mars_report(&str::to_string).lines().count(), 1);
}

#[test]
fn mars_dies_where_it_would_look_behind_the_line() {
    for (source, code) in [
        (".eqv A '€'\nli $t0,A\n", "E0051"),
        (".include \"\n", "E0052"),
        (".eqv AA BB\n.eqv BB AA\nli $t0,AA\n", "E0049"),
        (".data 0x103fffff\n.align 0\n.word 5\n", "E0050"),
    ] {
        let assembly = assembly(source, &AsmOptions::default());
        assert!(!assembly.succeeded());
        let found = crashed(&assembly.diagnostics).map(|d| d.message.code());
        assert_eq!(found, Some(code), "{source}");
    }
    // With something behind it the literal takes one character more, and MARS lives.
    assert!(crashed(&assembly(".eqv A '€' # c\n", &AsmOptions::default()).diagnostics).is_none());
}

#[test]
fn data_among_instructions_needs_self_modifying_mode() {
    let source =
        "nop\nnop\n.data 0x00400004\n.word 0x20080005, 0x20090006, later\nlater: .word 1\n";
    assert!(!assembly(source, &AsmOptions::default()).succeeded());
    let options = AsmOptions { self_modifying: true, ..AsmOptions::default() };
    let image = assembly(source, &options).image;
    let words: Vec<_> = (0..6).map(|k| image.text_word(0x0040_0000 + 4 * k)).collect();
    // The instructions are stored last; the label stands behind the three words.
    let expected = [0, 0, 0x2009_0006, 0x0040_0010, 1].map(Some);
    assert_eq!(words[..5], expected);
    assert_eq!(words[5], None);
    // A whole word is replaced, by as much of the value as the directive keeps.
    let image =
        assembly(".data 0x00400004\n.byte -1\n.data 0x00400008\n.half -2\n", &options).image;
    assert_eq!([4, 8].map(|k| image.text_word(0x0040_0000 + k)), [Some(0xff), Some(0xfffe)]);
}

#[test]
fn the_name_of_an_included_file_is_tidied_when_it_is_shown() {
    let mut files: &[(&str, &str)] =
        &[("/p.asm", ".include \"lib//x.asm\"\n"), ("/lib//x.asm", "foo\n.include \"y.asm\"\n")];
    let report = |files: &mut &[(&str, &str)]| {
        assemble(&["/p.asm"], files, &AsmOptions::default()).mars_report(&str::to_string)
    };
    let unread = "Error in /lib/x.asm line 2 column 10: Error reading include file /lib/y.asm\n";
    assert_eq!(report(&mut files), unread);
    let unknown = "Error in /lib/x.asm line 1 column 1: \"foo\" is not a recognized operator\n";
    files = &[("/p.asm", ".include \"lib//x.asm\"\n"), ("/lib//x.asm", "foo\n")];
    assert_eq!(report(&mut files), unknown);
}

#[test]
fn an_encoded_surrogate_is_one_character() {
    for bytes in [&b"li $t0, \xed\xa0\x80 @\n"[..], b"li $t0, \xed\xa0 @\n"] {
        let mut files = HashMap::from([("p.asm".to_string(), bytes.to_vec())]);
        let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
        let report = assembly.mars_report(&str::to_string);
        assert!(report.starts_with("Error in p.asm line 1 column 9: "), "{report}");
        assert!(report.contains("line 1 column 11: "), "{report}");
    }
}
