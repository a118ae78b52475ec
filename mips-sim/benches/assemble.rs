//! How fast the assembler is, in source bytes a second: `cargo bench -p
//! fivetwelve-mips-sim`.
//!
//! `plain` at two sizes shows that time grows with size; `macros` is measured by the bytes that
//! its expansions come to, since that is what is assembled.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use mips_sim::{AsmOptions, assemble};

fn main() {
    divan::main();
}

/// Code and data as a course program has them: comments, labels, calls, pseudo-instructions.
fn plain(lines: usize) -> String {
    let block = "\
f@:     addi  $sp, $sp, -8          # room for $ra and $s0
        sw    $ra, 4($sp)
        sw    $s0, 0($sp)
        move  $s0, $a0
        li    $t0, 70000
loop@:  lw    $t1, table@+4($t0)
        beq   $t1, $zero, done@     # nothing left
        sll   $t1, $t1, 2
        bge   $t1, $s0, skip@
        addu  $v0, $v0, $t1
skip@:  addiu $t0, $t0, -4
        bnez  $t0, loop@
done@:  la    $a0, text@
        lw    $s0, 0($sp)
        lw    $ra, 4($sp)
        addi  $sp, $sp, 8
        jr    $ra
        .data
table@: .word 1, 2, 0x30, -4, f@
text@:  .asciiz \"block @\\n\"
        .text
";
    let mut text = String::new();
    let per_block = block.lines().count();
    for number in 0..lines / per_block {
        text.push_str(&block.replace('@', &number.to_string()));
    }
    text
}

/// Nested macros with parameters and labels of their own.
fn macros(calls: usize) -> String {
    let mut text = String::from(
        "\
        .eqv LIMIT 10
        .macro push(%reg)
        addi $sp, $sp, -4
        sw %reg, 0($sp)
        .end_macro
        .macro count(%reg, %to)
        push(%reg)
        li %reg, 0
again:  addi %reg, %reg, 1          # one more
        blt %reg, %to, again
        .end_macro
",
    );
    for call in 0..calls {
        text.push_str(&format!("        count($t{}, LIMIT)\n", call % 8));
    }
    text
}

fn run(bencher: Bencher<'_, '_>, text: String, bytes: usize) {
    let options = AsmOptions::default();
    let files: &[(&str, &str)] = &[("p.asm", &text)];
    assert!(assemble(&["p.asm"], &mut { files }, &options).succeeded());
    bencher
        .counter(BytesCount::new(bytes))
        .bench_local(|| assemble(&["p.asm"], &mut { files }, black_box(&options)));
}

#[divan::bench(args = [2_000, 20_000, 200_000])]
fn plain_lines(bencher: Bencher<'_, '_>, lines: usize) {
    let text = plain(lines);
    let bytes = text.len();
    run(bencher, text, bytes);
}

#[divan::bench(args = [500, 5_000])]
fn macro_calls(bencher: Bencher<'_, '_>, calls: usize) {
    // A call comes to five lines of about 25 bytes and its own.
    run(bencher, macros(calls), calls * 6 * 25);
}
