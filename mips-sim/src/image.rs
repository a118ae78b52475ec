//! What the assembler hands to everyone else: machine words, initial data, symbols and where each
//! word came from. Plain data; the only contract between assembler and machine.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::MemoryConfig;
use crate::isa::{Inst, codec};
use crate::source::{FileId, SourceMap};

/// An assembled program.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// Where the segments lie.
    pub config: MemoryConfig,
    /// The instructions, by rising address (user text before kernel text in the default configuration).
    pub text: Vec<TextWord>,
    /// What is stored in memory before the program starts.
    pub data: Blocks,
    /// Words that data directives stored among the instructions, in self-modifying mode.
    pub stored_text: BTreeMap<u32, u32>,
    /// Every label, local ones first for each file, then the global ones.
    pub symbols: Vec<Symbol>,
    /// The files that it was assembled from.
    pub sources: Arc<SourceMap>,
    /// The source lines that instructions came from.
    pub lines: Vec<SourceLine>,
    /// The macro calls that were expanded.
    pub call_sites: Vec<CallSite>,
    /// MARS's text of a basic statement where it is not the usual one, by address: it repeats the
    /// mnemonic and numbered registers as they were typed.
    pub odd_basic: BTreeMap<u32, String>,
}

/// One machine instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextWord {
    /// Where it stands.
    pub address: u32,
    /// The 32 bits.
    pub word: u32,
    /// The same with its operands as computed.
    pub inst: Inst,
    /// The index of its source line in [`Image::lines`].
    pub line: u32,
    /// Whether it is the first word of its source statement.
    pub first: bool,
}

/// The source of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file given to the assembler (not the included one), as MARS reports run errors.
    pub file: FileId,
    /// The line that MARS reports: the outermost macro call, or the line in an included file.
    pub line: u32,
    /// Where the statement really stands: file and line of the macro body or included text.
    pub origin: (FileId, u32),
    /// The macro call that made it, as an index into [`Image::call_sites`].
    pub call: Option<u32>,
    /// The line as it was assembled, where that is not what stands in the file.
    pub made: Option<Arc<str>>,
    /// In a macro, the number that MARS shows for the line of the definition.
    pub macro_line: Option<u32>,
}

/// A macro call, and the one that it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The file of the call.
    pub file: FileId,
    /// Its line.
    pub line: u32,
    /// The call around it.
    pub parent: Option<u32>,
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address.
    pub address: u32,
    /// Whether it was defined in a data segment.
    pub data: bool,
    /// The file whose local label it is; `None` if it is global.
    pub file: Option<FileId>,
    /// Where it is defined.
    pub defined: (FileId, u32),
}

/// The length of a block of memory, which is allocated as a whole.
pub const BLOCK_BYTES: u32 = 4096;

/// Initial memory in blocks of 4 KiB, of which those exist that something was stored in: MARS
/// dumps whole blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    blocks: BTreeMap<u32, Box<[u8; BLOCK_BYTES as usize]>>,
}

impl Blocks {
    /// Stores a byte.
    pub fn set(&mut self, address: u32, byte: u8) {
        self.block_mut(address)[(address % BLOCK_BYTES) as usize] = byte;
    }

    /// Stores the low `length` bytes of a value, lowest first.
    pub fn set_bytes(&mut self, address: u32, value: u32, length: u32) {
        let offset = (address % BLOCK_BYTES) as usize;
        let bytes = &value.to_le_bytes()[..length as usize];
        if offset + bytes.len() <= BLOCK_BYTES as usize {
            self.block_mut(address)[offset..offset + bytes.len()].copy_from_slice(bytes);
        } else {
            for (i, byte) in bytes.iter().enumerate() {
                self.set(address.wrapping_add(i as u32), *byte);
            }
        }
    }

    /// The byte at an address; 0 where nothing was stored.
    pub fn get(&self, address: u32) -> u8 {
        let block = self.blocks.get(&(address / BLOCK_BYTES));
        block.map_or(0, |block| block[(address % BLOCK_BYTES) as usize])
    }

    /// The word at an aligned address, or `None` if its block does not exist.
    pub fn word(&self, address: u32) -> Option<u32> {
        let block = self.blocks.get(&(address / BLOCK_BYTES))?;
        let offset = (address % BLOCK_BYTES) as usize & !3;
        Some(u32::from_le_bytes([
            block[offset],
            block[offset + 1],
            block[offset + 2],
            block[offset + 3],
        ]))
    }

    /// The blocks that exist: first address and bytes, by rising address.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[u8; BLOCK_BYTES as usize])> {
        self.blocks.iter().map(|(index, block)| (index * BLOCK_BYTES, &**block))
    }

    fn block_mut(&mut self, address: u32) -> &mut [u8; BLOCK_BYTES as usize] {
        self.blocks
            .entry(address / BLOCK_BYTES)
            .or_insert_with(|| Box::new([0; BLOCK_BYTES as usize]))
    }
}

impl Image {
    /// The instruction at an address.
    pub fn text_at(&self, address: u32) -> Option<&TextWord> {
        let index = self.text.binary_search_by_key(&address, |word| word.address).ok()?;
        Some(&self.text[index])
    }

    /// The macro calls that led to a statement, outermost first: file and line of each.
    pub fn calls(&self, line: &SourceLine) -> Vec<(FileId, u32)> {
        let site = |index: u32| self.call_sites.get(index as usize);
        let chain =
            std::iter::successors(line.call.and_then(site), |call| call.parent.and_then(site));
        let mut calls: Vec<_> = chain.map(|call| (call.file, call.line)).collect();
        calls.reverse();
        calls
    }

    /// The word at an address of a text segment: an instruction, or what a data directive stored
    /// there in self-modifying mode.
    pub fn text_word(&self, address: u32) -> Option<u32> {
        let stored = || self.stored_text.get(&address).copied();
        self.text_at(address).map(|word| word.word).or_else(stored)
    }

    /// The line of a statement as it was assembled.
    pub fn assembled_text<'a>(&'a self, line: &'a SourceLine) -> &'a str {
        match &line.made {
            Some(text) => text,
            None => self.sources.file(line.origin.0).line(line.origin.1),
        }
    }

    /// The source of a statement as MARS shows it: in a macro with `<line>` before it.
    pub fn source_text<'a>(&'a self, line: &'a SourceLine) -> Cow<'a, str> {
        let text = self.assembled_text(line);
        match line.macro_line {
            Some(number) => {
                Cow::Owned(format!("<{number}> {}", text.trim_matches(|c: char| c <= ' ')))
            }
            None => Cow::Borrowed(text),
        }
    }

    /// The basic statement of a word as MARS shows it, such as `addiu $2,$0,0x0000000a`.
    pub fn basic_text(&self, word: &TextWord) -> String {
        match self.odd_basic.get(&word.address) {
            Some(text) => text.clone(),
            None => codec::basic_text(word.inst, word.address),
        }
    }

    /// The address of the global label `main` if it is in a text segment, where MARS starts with
    /// option `sm`.
    pub fn main(&self) -> Option<u32> {
        let main = self.symbols.iter().find(|s| s.file.is_none() && s.name == "main")?;
        self.config.region_of_text(main.address).map(|_| main.address)
    }
}
