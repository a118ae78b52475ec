//! What the assembler hands to everyone else: machine words, initial data, symbols and where each
//! word came from. Plain data; the only contract between assembler and machine.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
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
    /// What the data directives declared, in the order of the source.
    pub items: Vec<DataItem>,
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
    /// Its address.
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
    /// Where the statement really is: file and line of the macro body or included text.
    pub origin: (FileId, u32),
    /// The macro call that made it, as an index into [`Image::call_sites`].
    pub call: Option<u32>,
    /// The line as it was assembled, where that is not what the file contains.
    pub made: Option<Arc<str>>,
    /// In a macro, the number that MARS shows for the line of the definition.
    pub macro_line: Option<u32>,
}

/// Where an instruction comes from. As text it is `FILE:LINE`.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file that contains the statement: the included one, or that of the macro definition.
    pub file: FileId,
    /// Its line in that file, from 1.
    pub line: u32,
    /// The instruction.
    pub word: &'a TextWord,
    /// The same place as MARS reports it.
    pub source: &'a SourceLine,
    image: &'a Image,
}

impl<'a> Place<'a> {
    /// File and line.
    pub fn at(&self) -> (FileId, u32) {
        (self.file, self.line)
    }

    /// The name of the file.
    pub fn file_name(&self) -> &'a str {
        &self.image.sources.file(self.file).name
    }

    /// The line as it was assembled: after `.eqv` and macro parameters were filled in.
    pub fn text(&self) -> &'a str {
        match &self.source.made {
            Some(text) => text,
            None => self.image.sources.file(self.file).line(self.line),
        }
    }

    /// The line as MARS shows it: in a macro with `<line>` before it.
    pub fn mars_text(&self) -> Cow<'a, str> {
        let text = self.text();
        match self.source.macro_line {
            Some(line) => Cow::Owned(format!("<{line}> {}", text.trim_matches(|c: char| c <= ' '))),
            None => Cow::Borrowed(text),
        }
    }

    /// The macro calls that led to the statement, outermost first: file and line of each.
    pub fn calls(&self) -> Vec<(FileId, u32)> {
        let site = |index: u32| self.image.call_sites.get(index as usize);
        let first = self.source.call.and_then(site);
        let chain = std::iter::successors(first, |call| call.parent.and_then(site));
        let mut calls: Vec<_> = chain.map(|call| (call.file, call.line)).collect();
        calls.reverse();
        calls
    }

    /// The line that a person would look for: of the outermost macro call, if there is one.
    pub fn outermost(&self) -> (FileId, u32) {
        self.calls().first().copied().unwrap_or(self.at())
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file_name(), self.line)
    }
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

/// What one data directive declared: a list of values, strings, or room. `.word 0:30000` is one
/// item, and so is each line that continues a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataItem {
    /// Where it begins.
    pub address: u32,
    /// How long it is.
    pub bytes: u32,
    /// What it consists of.
    pub element: Element,
    /// The file and line of the directive; in a macro those of the definition.
    pub defined: (FileId, u32),
}

impl DataItem {
    /// How many elements there are: values, or bytes of strings and room.
    pub fn count(&self) -> u32 {
        self.bytes / self.element.size()
    }
}

/// What a data item consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `.byte`
    Byte,
    /// `.half`
    Half,
    /// `.word`
    Word,
    /// `.float`
    Float,
    /// `.double`
    Double,
    /// `.ascii`: characters without a NUL after them.
    Ascii,
    /// `.asciiz`: characters and a NUL.
    Asciiz,
    /// `.space`: room for bytes.
    Space,
    /// `.extern`: room for bytes, among those of other files.
    Extern,
}

impl Element {
    /// Whether it is a number, and neither text nor room.
    pub fn is_number(self) -> bool {
        use Element::{Byte, Double, Float, Half, Word};
        matches!(self, Byte | Half | Word | Float | Double)
    }

    /// The bytes of one element.
    pub fn size(self) -> u32 {
        match self {
            Element::Byte | Element::Ascii | Element::Asciiz => 1,
            Element::Space | Element::Extern => 1,
            Element::Half => 2,
            Element::Word | Element::Float => 4,
            Element::Double => 8,
        }
    }
}

/// The data that a label names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable<'a> {
    /// The labels at the address, at least one.
    pub labels: Vec<&'a Symbol>,
    /// Where it begins.
    pub address: u32,
    /// Its data, by rising address.
    pub items: Vec<&'a DataItem>,
}

impl Variable<'_> {
    /// The bytes from the label to the end of its last item.
    pub fn bytes(&self) -> u32 {
        self.items.last().map_or(0, |item| (item.address - self.address).saturating_add(item.bytes))
    }
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
        let bytes = block[(address % BLOCK_BYTES) as usize & !3..].first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// Whether nothing was stored.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
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
    /// Where the instruction at an address comes from.
    ///
    /// ```
    /// use mips_sim::{AsmOptions, assemble};
    ///
    /// let mut files: &[(&str, &str)] = &[("p.asm", "nop\nmain: li $v0, 10\n")];
    /// let assembly = assemble(&["p.asm"], &mut files, &AsmOptions::default());
    /// let place = assembly.image.place(0x0040_0004).expect("the second instruction");
    /// assert_eq!(place.to_string(), "p.asm:2");
    /// assert_eq!(place.text(), "main: li $v0, 10");
    /// ```
    pub fn place(&self, pc: u32) -> Option<Place<'_>> {
        self.place_of(self.text_at(pc)?)
    }

    /// Where every instruction comes from, by rising address.
    pub fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.text.iter().filter_map(|word| self.place_of(word))
    }

    fn place_of<'a>(&'a self, word: &'a TextWord) -> Option<Place<'a>> {
        let source = self.lines.get(word.line as usize)?;
        let (file, line) = source.origin;
        Some(Place { file, line, word, source, image: self })
    }

    /// The data that each label names: everything up to the next label. Several labels at one
    /// address share an entry, data before the first label has none, and a label without data has
    /// an entry without items. By rising address.
    pub fn variables(&self) -> Vec<Variable<'_>> {
        let mut labels: Vec<&Symbol> = self.symbols.iter().filter(|symbol| symbol.data).collect();
        labels.sort_by_key(|symbol| symbol.address);
        let mut items: Vec<&DataItem> = self.items.iter().collect();
        items.sort_by_key(|item| item.address);
        let mut list: Vec<Variable<'_>> = Vec::new();
        let mut groups = labels.chunk_by(|a, b| a.address == b.address).peekable();
        while let Some(labels) = groups.next() {
            let address = labels[0].address;
            let next = groups.peek().map(|labels| labels[0].address);
            let from = items.partition_point(|item| item.address < address);
            let to = next.map_or(items.len(), |next| items.partition_point(|i| i.address < next));
            let items = items[from..to].to_vec();
            list.push(Variable { labels: labels.to_vec(), address, items });
        }
        list
    }

    /// The instruction at an address.
    pub fn text_at(&self, address: u32) -> Option<&TextWord> {
        let index = self.text.binary_search_by_key(&address, |word| word.address).ok()?;
        Some(&self.text[index])
    }

    /// The word at an address of a text segment: an instruction, or what a data directive stored
    /// there in self-modifying mode.
    pub fn text_word(&self, address: u32) -> Option<u32> {
        let stored = || self.stored_text.get(&address).copied();
        self.text_at(address).map(|word| word.word).or_else(stored)
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
