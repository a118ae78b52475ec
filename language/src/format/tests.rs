//! What the formatter does to single lines and to whole files.

use proptest::prelude::*;

use super::*;

fn check(before: &str, after: &str) {
    let columns = Columns::default();
    assert_eq!(format(before, &columns), after, "{before:?}");
    assert_eq!(format(after, &columns), after, "again: {after:?}");
}

#[test]
fn parts_go_to_their_columns() {
    check("main: li $v0,10 # leave\n", "main:   li      $v0, 10                 # leave\n");
    check("  add $t0,$t1 , $t2\n", "        add     $t0, $t1, $t2\n");
    check("\tlw\t$t0 , 4 ( $t1 )\n", "        lw      $t0, 4($t1)\n");
    check("a_long_label : nop", "a_long_label: nop\n");
    check("a: b: nop\n", "a: b:   nop\n");
    check("main:\n", "main:\n");
    check("   \n\t\n", "\n\n");
    check("", "");
    check(
        "syscall   #x  \r\nnop\r\n",
        "        syscall                         #x\r\n        nop\r\n",
    );
    check("print_int( $t0 )\n", "        print_int( $t0 )\n");
    check(".globl  main\n.macro m ( %x , %y )\n", ".globl main\n.macro m ( %x, %y )\n");
    check("m (1)\n", "        m       (1)\n");
}

#[test]
fn comments_stay_with_what_they_are_about() {
    check("# at the margin\n  # inside\nnop\n", "# at the margin\n        # inside\n        nop\n");
    check(
        "nop   # one\n      # two\n  # three\n",
        &format!(
            "        nop{0}# one\n{1}# two\n        # three\n",
            " ".repeat(29),
            " ".repeat(40)
        ),
    );
}

#[test]
fn what_was_aligned_on_purpose_stays() {
    let table = "moves:  .word   'W',  0,  16,  4\n        .word   'D', 12,  -4, 16\n";
    check(table, table);
    let names =
        "ONE:            .asciiz \"1\"\nTHREE:          .asciiz \"3\"\n                .align 2\n";
    let tidy =
        "ONE:            .asciiz \"1\"\nTHREE:          .asciiz \"3\"\n                .align  2\n";
    check(names, tidy);
    check(".data\nx: .word 1,2\n   3,4\n", ".data\nx:      .word   1, 2\n                3, 4\n");
    check(".eqv  A   5+ 3  # c\n", ".eqv    A   5+ 3                        # c\n");
    check(".word 1\n", "        .word   1\n");
}

#[test]
fn blanks_that_mean_something_stay() {
    for line in [
        "li $t0, 5*3   # not a token",
        ".eqv A '€'  ",
        ",nop",
        "add, $t0",
        ".asciiz \"never closed  ",
    ] {
        let out = format(line, &Columns::default());
        let kept = out.trim_end_matches('\n').trim_start_matches(' ');
        assert!(kept.ends_with(line) || kept == line.replacen(' ', "  ", 1), "{line:?}: {out:?}");
    }
    let eqv = ".eqv    A 'a'\nli $t0,A   # cut short\n";
    check(eqv, eqv);
    check("- %x\n", "                - %x\n");
    check("li $t0,-%x\n", "        li      $t0, -%x\n");
    check("x:.word 1,,2,\n", "x:      .word   1,,2,\n");
}

proptest! {
    #[test]
    fn any_text_is_formatted_once_and_for_all(text in "([ \t,:()'\"#%+-]|[$.]?[a-z0-9]{1,4}|\n|\r\n|é|\u{1f600}|li|\\.eqv|\\.word|\\.macro ){0,40}") {
        let columns = Columns::default();
        let once = format(&text, &columns);
        prop_assert_eq!(&format(&once, &columns), &once);
        let words = |text: &str| -> Vec<String> {
            let (sources, file) = source(text);
            let source = sources.file(file);
            let lines = (1..=source.line_count()).map(|n| Line::read(source.line(n)).tokens()
                .map(|(token, raw)| format!("{:?} {}", token.kind, raw.trim_end())).collect::<Vec<_>>().join("|"));
            lines.collect()
        };
        prop_assert_eq!(words(&text), words(&once));
    }
}
