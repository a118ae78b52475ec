//! Quick fixes: of every broken program that we explain, each change takes away what it is for.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use language::{Problem, Program, Repair, problems};

fn read(text: &str) -> Program {
    let mut files: HashMap<String, Vec<u8>> =
        HashMap::from([("p.asm".to_string(), text.as_bytes().to_vec())]);
    Program::read(&["p.asm".to_string()], &mut files)
}

fn repaired(program: &Program, repair: &Repair) -> String {
    let file = program.assembly.sources.file(repair.place.file);
    let start = file.line_range(repair.place.line).start;
    let range = start + repair.place.range.start..start + repair.place.range.end;
    let mut text = file.text.clone();
    text.replace_range(range, &repair.text);
    text
}

fn check(text: &str, code: &str, titles: &[&str]) {
    let program = read(text);
    let list = problems(&program);
    let problem = list.iter().find(|problem| problem.code == code);
    let problem = problem.unwrap_or_else(|| panic!("{text}: no {code} in {list:?}"));
    let found: Vec<&str> = problem.repairs.iter().map(|repair| repair.title.as_str()).collect();
    assert_eq!(found, titles, "{text}");
}

#[test]
fn a_label_without_its_colon_is_one_mistake() {
    for text in [".data\na: .asciiz \"x\"\nnum .word 0, 1\n", ".data\na: .word 1\nnum .word 0, 1\n"]
    {
        let found = problems(&read(text));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(
            found[0].advice.iter().any(|line| line.contains("a colon is missing")),
            "{found:?}"
        );
    }
    // Here the word is a label, and what is behind it is all that is wrong.
    assert_eq!(problems(&read(".data\na: .word 1\na .word 2\n")).len(), 1);
}

#[test]
fn common_mistakes_have_their_remedies() {
    check("mov $t0, $t1\n", "E0009", &["write `move $t0, $t1`"]);
    check("push $t0\n", "E0009", &["write `addi $sp, $sp, -4`, `sw $t0, 0($sp)`"]);
    check("sycall\n", "E0009", &["write `syscall`"]);
    check("loop add $t0, $t1, $t2\n", "E0009", &["write `loop:`"]);
    check("add $t0, t1, $t2\n", "E0014", &["write `add $t0, $t1, $t2`"]);
    check("slt $t0, $t1, 70000\n", "E0014", &["write `li $t2, 70000`, `slt $t0, $t1, $t2`"]);
    check("lw $t0, $t1\n", "E0011", &["write `lw $t0, 0($t1)`"]);
    check("main: j mian\n", "E0017", &["write `main`"]);
    check(".word 5\n", "E0018", &["write `.data`, `.word 5`, `.text`"]);
    check(".data\nx: .word 1\nmain: li $v0, 10\n", "W0101", &["write `.text`, `main: li $v0, 10`"]);
    check("li $t0, 0b101\n", "E0001", &["write `0x5`"]);
    check("nop // done\n", "E0001", &["write `#`"]);
    check("nop;\n", "E0001", &["remove this"]);
    check(".globl main\nmain: nop\n.string \"x\"\n", "W0003", &["write `.asciiz`"]);
    check(
        "add $f0, $f1, $f2\n",
        "E0014",
        &["write `add.s $f0, $f1, $f2`", "write `add.d $f0, $f1, $f2`"],
    );
    check("beq $t0, $t1\n", "E0011", &[]);
    check(".data\nmsg .asciiz \"x\"\n", "E0017", &["write `msg:`"]);
    check(".data\na: .asciiz \"x\"\nnum .word 0\n", "E0022", &["write `num:`"]);
    check(".data\na: .asciiz 'Hello'\n", "E0001", &["write `\"Hello\"`"]);
    check(".data\na: .byte 'a', \"b\"\n", "E0019", &["write `'b'`"]);
    check("lw $s0, 4[$sp]\n", "E0001", &["write `4($sp)`"]);
    check("lw $s0, list[$t0]\n", "E0001", &[]);
    check(".eqv SIZE 10\nli $t0, SIZ\n", "E0014", &["write `SIZE`"]);
    check(".data\nx: .word \"x\"\n", "E0019", &["write `.asciiz`"]);
    check(".data\nx: .word 1, 2.5\n", "E0019", &["write `.float`"]);
    check("li $t0, 1; li $t1, 2 # x\n", "E0001", &["write `li $t0, 1`, `li $t1, 2`"]);
    check("SIZE = 10 # rows\n", "E0001", &["write `.eqv SIZE 10`"]);
    check("li $t0, 'a\n", "E0001", &["write `'a'`"]);
}

#[test]
fn operands_stay_in_their_column() {
    let mended = |text: &str| {
        let program = read(text);
        repaired(&program, &problems(&program)[0].repairs[0])
    };
    assert_eq!(mended("main:   mov     $t0, $t1 # x\n"), "main:   move    $t0, $t1 # x\n");
    assert_eq!(mended("\tmov\t$t0, $t1\n"), "\tmove\t$t0, $t1\n");
    assert_eq!(mended(" mov $t0, $t1\n"), " move $t0, $t1\n");
    assert_eq!(mended("slt  $t0, $t1, 70000\n"), "li   $t2, 70000\nslt  $t0, $t1, $t2\n");
}

#[test]
fn a_line_that_was_filled_in_has_no_repair() {
    let text =
        ".eqv N 70000\nslt $t0, $t1, N\n.macro m(%x)\nslt $t0, $t1, %x\n.end_macro\nm(70000)\n";
    let list = problems(&read(text));
    assert!(!list.is_empty() && list.iter().all(|problem| problem.repairs.is_empty()), "{list:?}");
}

#[test]
fn every_repair_takes_its_problem_away() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics");
    let mut tried = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "asm") {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let program = read(&text);
        let list = problems(&program);
        for problem in &list {
            for repair in &problem.repairs {
                tried += 1;
                let after = problems(&read(&repaired(&program, repair)));
                let same = |other: &&Problem| {
                    let at =
                        |p: &Problem| p.place.as_ref().map(|place| (place.line, place.range.start));
                    other.code == problem.code
                        && at(other) == at(problem)
                        && other.title == problem.title
                };
                let left = after.iter().find(same);
                assert!(left.is_none(), "{}: {repair:?} leaves {left:?}", path.display());
            }
        }
    }
    assert!(tried > 100, "only {tried} repairs were tried");
}
