//! Machine words back to text, as a listing for people or as a program for the assembler. The
//! text of a single instruction is [`codec::disassemble`]; this adds labels, addresses and the
//! words that can't be written.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::codec::{self, Inst};
use super::syntax::Slot;
use crate::config::{CONFIGS, MemoryConfig, Region};

/// The words as a listing: address, word and instruction of each, with a label line before every
/// word that a branch or jump of the listing goes to. Targets outside are shown as addresses.
pub fn listing(words: &[u32], base: u32) -> String {
    let code = Code::new(words, base);
    let label = |target: u32| {
        if code.contains(target) { label(target) } else { format!("0x{target:08x}") }
    };
    let mut text = String::new();
    for (address, word, inst) in code.iter() {
        if code.targets.contains(&address) {
            let _ = writeln!(text, "{}:", label(address));
        }
        let shown = match inst {
            Some(inst) => codec::disassemble(inst, address, &label),
            None => "# undefined".to_string(),
        };
        let _ = writeln!(text, "0x{address:08x}  {word:08x}  {shown}");
    }
    text
}

/// A program made from machine words.
#[derive(Debug)]
pub struct Source {
    /// The program. It assembles to the same words at the same addresses, but for those that
    /// can't be written, which it leaves out.
    pub text: String,
    /// The memory configuration that it must be assembled with.
    pub config: MemoryConfig,
    /// What was left out.
    pub unwritable: Vec<Unwritable>,
}

/// A word that no assembly statement makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// Where it stands.
    pub address: u32,
    /// The word.
    pub word: u32,
}

/// Why words can't be a program at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the words from 0x{first:08x} to 0x{last:08x} do not fit a text segment")]
pub struct NotInText {
    /// The address of the first word.
    pub first: u32,
    /// The address of the last word.
    pub last: u32,
}

/// The words as a program that assembles back to them. `base` is a multiple of 4.
pub fn source(words: &[u32], base: u32) -> Result<Source, NotInText> {
    let code = Code::new(words, base);
    let last = base.wrapping_add(4 * (words.len() as u32).saturating_sub(1));
    // Text segments are far from the end of the address space, so an end below the start is out.
    let (config, region) = CONFIGS
        .into_iter()
        .find_map(|config| {
            let region = config.region_of_text(base)?;
            (last >= base && config.region_of_text(last) == Some(region))
                .then_some((config, region))
        })
        .ok_or(NotInText { first: base, last })?;
    let segment = if region == Region::KernelText { ".ktext" } else { ".text" };
    let mut text = String::new();
    let mut unwritable = Vec::new();
    if config != CONFIGS[0] {
        let _ = writeln!(text, "# for the memory configuration {}", config.name);
    }
    let _ = writeln!(text, "{segment} 0x{base:08x}");
    let mut after_gap = false;
    for (address, word, inst) in code.iter() {
        if after_gap {
            let _ = writeln!(text, "{segment} 0x{address:08x}");
        }
        if code.targets.contains(&address) {
            let _ = writeln!(text, "{}:", label(address));
        }
        let inst = inst.filter(|inst| is_writable(*inst));
        after_gap = inst.is_none();
        let _ = match inst {
            Some(inst) => {
                writeln!(text, "        {}", codec::disassemble(inst, address, &label))
            }
            None => {
                unwritable.push(Unwritable { address, word });
                writeln!(text, "        # 0x{word:08x} at 0x{address:08x} can't be written")
            }
        };
    }
    // A label can be anywhere as long as nothing is stored there.
    for target in code.targets.iter().filter(|target| !code.contains(**target)) {
        let _ = writeln!(text, ".data 0x{target:08x}\n{}:", label(*target));
    }
    Ok(Source { text, config, unwritable })
}

/// The one word that decodes but can't be written is `break` with a code of more than 16 bits:
/// the field has 20, but MARS's assembler accepts only 16.
fn is_writable(inst: Inst) -> bool {
    !inst.op.row().shape.slots().contains(&Slot::U16) || (0..=0xffff).contains(&inst.imm)
}

fn label(address: u32) -> String {
    format!("L_{address:08x}")
}

/// Words in a row, decoded.
struct Code<'w> {
    words: &'w [u32],
    base: u32,
    /// Where the branches and jumps go.
    targets: BTreeSet<u32>,
}

impl<'w> Code<'w> {
    fn new(words: &'w [u32], base: u32) -> Code<'w> {
        let mut code = Code { words, base, targets: BTreeSet::new() };
        code.targets =
            code.iter().filter_map(|(address, _, inst)| codec::target(inst?, address)).collect();
        code
    }

    fn iter(&self) -> impl Iterator<Item = (u32, u32, Option<Inst>)> {
        let base = self.base;
        self.words.iter().enumerate().map(move |(index, word)| {
            (base.wrapping_add(4 * index as u32), *word, codec::decode(*word))
        })
    }

    fn contains(&self, address: u32) -> bool {
        (address.wrapping_sub(self.base) / 4) < self.words.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_has_labels_for_its_own_targets_only() {
        let words = [0x2402_000a, 0x1440_fffe, 0x0810_0000, 0x0800_0000, 0xffff_ffff];
        let expected = "\
L_00400000:
0x00400000  2402000a  addiu $v0, $zero, 10
0x00400004  1440fffe  bne $v0, $zero, L_00400000
0x00400008  08100000  j L_00400000
0x0040000c  08000000  j 0x00000000
0x00400010  ffffffff  # undefined
";
        assert_eq!(listing(&words, 0x0040_0000), expected);
    }

    #[test]
    fn a_program_keeps_the_addresses_around_words_that_cannot_be_written() {
        let words = [0x0800_0000, 0x01ff_ffcd, 0x0000_000c];
        let source = source(&words, 0x8000_0180).unwrap();
        let expected = "\
.ktext 0x80000180
        j L_80000000
        # 0x01ffffcd at 0x80000184 can't be written
.ktext 0x80000188
        syscall
.data 0x80000000
L_80000000:
";
        assert_eq!(source.text, expected);
        let left_out = Unwritable { address: 0x8000_0184, word: 0x01ff_ffcd };
        assert_eq!(source.unwritable, [left_out]);
    }

    #[test]
    fn a_program_must_fit_a_text_segment() {
        assert!(source(&[0], 0x1001_0000).is_err());
        assert!(source(&[0, 0], 0x007f_fffc).is_err());
        assert_eq!(source(&[0], 0x3000).map(|source| source.config.name), Ok("CompactDataAtZero"));
    }
}
