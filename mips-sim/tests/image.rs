//! What an image says about its source: the place of each instruction, and the data by label.

use mips_sim::{AsmOptions, Image, assemble};

fn image(files: &[(&str, &str)]) -> Image {
    let names: Vec<&str> = files.iter().take(1).map(|(name, _)| *name).collect();
    let mut loader = files;
    let assembly = assemble(&names, &mut loader, &AsmOptions::default());
    assert!(assembly.succeeded(), "{}", assembly.mars_report(&str::to_string));
    assembly.image
}

/// One line for each item: its labels, address, length, element and source line.
fn data(source: &str) -> Vec<String> {
    let image = image(&[("p.asm", source)]);
    let variables = image.variables();
    let mut lines = Vec::new();
    for variable in &variables {
        let names: Vec<&str> = variable.labels.iter().map(|label| label.name.as_str()).collect();
        let items = variable.items.iter().map(|item| {
            let offset = item.address - variable.address;
            format!("+{offset} {:?} x{} :{}", item.element, item.count(), item.defined.1)
        });
        let items = items.collect::<Vec<_>>().join(", ");
        let (names, bytes) = (names.join("="), variable.bytes());
        lines.push(format!("{names} {:08x} {bytes}: {items}", variable.address).trim().into());
    }
    lines
}

#[test]
fn each_kind_of_data_is_listed() {
    let source = ".data\nb: .byte 1, 2\nh: .half 3\nw: .word 1:30000\nf: .float 1.5, 2\n\
        d: .double 1\ns: .ascii \"ab\", \"c\"\nz: .asciiz \"\"\nr: .space 7\n";
    assert_eq!(
        data(source),
        [
            "b 10010000 2: +0 Byte x2 :2",
            "h 10010002 2: +0 Half x1 :3",
            "w 10010004 120000: +0 Word x30000 :4",
            "f 1002d4c4 8: +0 Float x2 :5",
            "d 1002d4d0 8: +0 Double x1 :6",
            "s 1002d4d8 3: +0 Ascii x3 :7",
            "z 1002d4db 1: +0 Asciiz x1 :8",
            "r 1002d4dc 7: +0 Space x7 :9",
        ]
    );
}

#[test]
fn labels_share_data_and_may_have_none() {
    let source = ".data\n.word 9\na: b:\nc: .word 1, 2\n .word 3\nend:\n.text\nend2: nop\n";
    assert_eq!(
        data(&source.replace("a: b:", "a:\nb:")),
        ["a=b=c 10010004 12: +0 Word x2 :5, +8 Word x1 :6", "end 10010010 0:",]
    );
}

#[test]
fn alignment_moves_labels_and_leaves_gaps() {
    let source = ".data\ns: .asciiz \"abc d\"\nw: .word 5\nt: .byte 1\n.align 3\nu: .byte 2\n\
        v: .align 2\n.half 7\n.align 0\nodd: .word 1, 2\n";
    assert_eq!(
        data(source),
        [
            "s 10010000 6: +0 Asciiz x6 :2",
            "w 10010008 4: +0 Word x1 :3",
            "t 1001000c 1: +0 Byte x1 :4",
            "u 10010010 1: +0 Byte x1 :6",
            "v 10010014 2: +0 Half x1 :8",
            "odd 10010016 8: +0 Word x2 :10",
        ]
    );
}

#[test]
fn continued_lines_macros_extern_and_kernel_data_are_listed() {
    let source = ".extern shared 8\n.macro pair(%name, %x)\n%name: .word %x, 0\n.end_macro\n.data\n\
        pair(a, 1)\npair(b, 2)\nlist: .half 1, 2\n 3, 4\n.kdata\nk: .word 1\n.data\nlast: .byte 1\n";
    assert_eq!(
        data(source),
        [
            "shared 10000000 8: +0 Extern x8 :1",
            "a 10010000 8: +0 Word x2 :3",
            "b 10010008 8: +0 Word x2 :3",
            "list 10010010 8: +0 Half x2 :8, +4 Half x2 :9",
            "last 10010018 1: +0 Byte x1 :13",
            "k 90000000 4: +0 Word x1 :11",
        ]
    );
}

#[test]
fn a_place_knows_the_file_the_text_and_the_macro_calls() {
    let library = ".macro get(%r)\n lw %r, 0($sp)\n.end_macro\n.macro both\n get($t0)\n\
        .end_macro\n";
    let main = ".eqv N 5\n.include \"lib.asm\"\nmain: li $t1, N\n both\n nop\n";
    let image = image(&[("p.asm", main), ("lib.asm", library)]);
    let line = |(file, line)| format!("{}:{line}", image.sources.file(file).name);
    let places: Vec<String> = image
        .places()
        .map(|place| {
            let calls: Vec<String> = place.calls().into_iter().map(line).collect();
            let outermost = line(place.outermost());
            format!("{place} [{}] {calls:?} {outermost}", place.text().trim())
        })
        .collect();
    assert_eq!(
        places,
        [
            "p.asm:3 [main: li $t1, 5] [] p.asm:3",
            "lib.asm:2 [lw $t0, 0($sp)] [\"p.asm:4\", \"lib.asm:5\"] p.asm:4",
            "p.asm:5 [nop] [] p.asm:5",
        ]
    );
    assert!(image.place(0x0040_000c).is_none() && image.place(0).is_none());
}
