//! Laws of the instruction set that hold for every instruction and every word.

use mips_sim::host::ScriptedHost;
use mips_sim::isa::codec::decoded_text;
use mips_sim::isa::{Inst, Slot, TABLE, decode, disasm, encode};
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, assemble};
use proptest::collection::vec;
use proptest::prelude::*;

/// Any instruction that the assembler can make, with operands in the range of their slots.
fn instruction() -> impl Strategy<Value = Inst> {
    (0..TABLE.len(), any::<[u8; 3]>(), any::<i32>()).prop_map(|(row, bytes, number)| {
        let row = &TABLE[row];
        let mut inst = Inst { op: row.op, regs: [0; 3], imm: 0 };
        let operands = row.shape.operands();
        for (k, slot) in operands.enumerate() {
            match slot {
                Slot::Reg | Slot::Cp0 | Slot::Freg => inst.regs[k] = bytes[k] % 32,
                Slot::Cc => inst.regs[k] = bytes[k] % 8,
                Slot::U5 => inst.imm = number & 31,
                Slot::U16 => inst.imm = number & 0xffff,
                Slot::S16 | Slot::Branch => inst.imm = i32::from(number as i16),
                Slot::Label => inst.imm = number & 0x03ff_ffff,
                Slot::I32 | Slot::Open | Slot::Close | Slot::Plus => {}
            }
        }
        inst
    })
}

/// A word; every other one is an instruction, since few random words are.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![any::<u32>(), instruction().prop_map(encode)]
}

fn fixed_bits(inst: Inst) -> u32 {
    inst.op.row().encoding.mask.count_ones()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// The exceptions are instructions that are special cases of others: `sll $zero,$zero,0` is
    /// `nop`, `jalr $ra,$t0` is `jalr $t0`, a flag 0 and a break code 0 can be left out.
    #[test]
    fn decoding_undoes_encoding(inst in instruction()) {
        let word = encode(inst);
        let back = decode(word).expect("an instruction decodes");
        prop_assert_eq!(encode(back), word);
        if back.op == inst.op {
            prop_assert_eq!(back, inst);
        } else {
            prop_assert!(fixed_bits(back) > fixed_bits(inst), "{:?} became {:?}", inst, back);
        }
    }

    #[test]
    fn encoding_undoes_decoding(word in word()) {
        if let Some(inst) = decode(word) {
            prop_assert_eq!(encode(inst), word);
        }
    }

    #[test]
    fn a_listing_has_a_line_for_every_word(words in vec(word(), 0..20), base in any::<u32>()) {
        let listing = disasm::listing(&words, base & !3);
        let lines = listing.lines().filter(|line| line.starts_with("0x")).count();
        prop_assert_eq!(lines, words.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn assembling_undoes_disassembling(
        program in vec(instruction(), 1..50),
        base in prop::sample::select(vec![0x0040_0000, 0x0040_1234, 0x8000_0180, 0x3000, 0]),
    ) {
        let words: Vec<u32> = program.into_iter().map(encode).collect();
        let source = disasm::source(&words, base).expect("it fits the text segment");
        prop_assert_eq!(&source.unwritable, &[]);
        let mut files: &[(&str, &str)] = &[("back.asm", &source.text)];
        let options = AsmOptions { config: source.config, ..AsmOptions::default() };
        let assembly = assemble(&["back.asm"], &mut files, &options);
        prop_assert!(assembly.succeeded(), "{}", assembly.mars_report(&str::to_string));
        let text = &assembly.image.text;
        let again: Vec<u32> = text.iter().map(|word| word.word).collect();
        prop_assert_eq!(&again, &words, "{}", source.text);
        prop_assert_eq!(text[0].address, base);
    }

    #[test]
    fn words_that_cannot_be_written_do_not_move_the_others(words in vec(word(), 1..30)) {
        let source = disasm::source(&words, 0x0040_0000).expect("it fits the text segment");
        let mut files: &[(&str, &str)] = &[("back.asm", &source.text)];
        let assembly = assemble(&["back.asm"], &mut files, &AsmOptions::default());
        prop_assert!(assembly.succeeded(), "{}", assembly.mars_report(&str::to_string));
        for (address, word) in (0x0040_0000..).step_by(4).zip(words) {
            let left_out = source.unwritable.iter().any(|unwritable| unwritable.address == address);
            let found = assembly.image.text_at(address).map(|found| found.word);
            prop_assert_eq!(found, (!left_out).then_some(word), "{}", source.text);
        }
    }
}

#[test]
fn the_words_of_two_rows_never_clash() {
    for (k, one) in TABLE.iter().enumerate() {
        for other in &TABLE[k + 1..] {
            let both = one.encoding.mask & other.encoding.mask;
            let overlap = (one.encoding.value ^ other.encoding.value) & both == 0;
            let contained = both == one.encoding.mask || both == other.encoding.mask;
            let same = one.encoding.mask == other.encoding.mask;
            assert!(!overlap || contained && !same, "{} and {}", one.example, other.example);
        }
    }
}

#[test]
fn a_word_found_in_memory_shows_its_fields() {
    for (word, text) in [
        (0x2129_ffff, "addi $9,$9,0x0000ffff"),
        (0x8d28_fffc, "lw $8,0x0000fffc($9)"),
        (0x0521_fff0, "bgez $9,0x0000fff0"),
        (0x450d_fff0, "bc1t 0x00000003,0x0000fff0"),
        (0x1120_fff0, "beq $9,$0,0xfffffff0"),
        (0x0810_0005, "j 0x20100005"),
        (0x03ff_ffcd, "break 0x000fffff"),
        (0x0000_0000, "nop "),
        (0xffff_ffff, "<INVALID>"),
    ] {
        assert_eq!(decoded_text(word, 0x8000_0180), text, "{word:08x}");
    }
}

#[test]
fn flags_above_the_last_are_never_set_and_read_as_the_first() {
    let run = |comparison: &str| {
        let source = format!(
            "{comparison}\nbc1t 9,a\nli $t0,1\na: bc1f 31,b\nli $t1,1\nb: movt $t2,$sp,8\nmovf $t3,$sp,8\n"
        );
        let mut files: &[(&str, &str)] = &[("p.asm", &source)];
        let image = assemble(&["p.asm"], &mut files, &AsmOptions::default()).image;
        let mut machine = Machine::load(&image, &MachineOptions::default());
        machine.run(&mut ScriptedHost::default(), &mut Off, 100);
        (8..12).map(|register| machine.cpu.get(register) != 0).collect::<Vec<_>>()
    };
    assert_eq!(run("c.eq.s $f0,$f0"), [false, true, true, false]);
    assert_eq!(run("c.eq.s 8,$f0,$f0"), [true, false, false, true]);
}
