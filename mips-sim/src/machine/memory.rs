//! Memory: the segments that data can be loaded from and stored to, with MARS's borders and
//! faults. Instructions are not kept here.
//!
//! Each segment is a vector of words that covers only what has been touched, and grows on demand,
//! so that a machine is small and copying one is cheap. A word is found with one comparison: the
//! offset is rotated, so that an address that is not aligned becomes one that is out of bounds.

mod segment;
mod shared;
mod watch;

use std::collections::BTreeSet;

use super::fault::Access;
use crate::config::{MemoryConfig, Region};
use crate::image::{BLOCK_BYTES, Blocks};
pub(super) use segment::Pages;
use segment::{Segment, index};
pub(super) use watch::Touch;
use watch::Watch;

/// Why a load or store can't be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryFault {
    /// The address is not a multiple of the size.
    Unaligned {
        /// The address.
        address: u32,
        /// 2, 4 or 8.
        size: u32,
    },
    /// There is no memory.
    OutOfRange {
        /// The address.
        address: u32,
    },
    /// The address is in the text segment, which is not data.
    Text {
        /// The address.
        address: u32,
    },
    /// The address is in the kernel's text segment.
    KernelText {
        /// The address.
        address: u32,
    },
    /// An address in self-modifying code that is not a multiple of 4.
    UnalignedText {
        /// The address.
        address: u32,
    },
    /// An address that MARS accepts and then dies of: just below the stack.
    Crash {
        /// The address.
        address: u32,
    },
    /// The program has touched more memory than it may.
    Limit,
}

/// Words of a segment that [`Memory::share`] leaves to it: copying them costs nearly nothing.
const OWN: usize = 16 << 10;

/// All data memory of a machine.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The two segments that nearly every access goes to, and that are looked at first.
    data: Segment,
    stack: Segment,
    kdata: Segment,
    mmio: Segment,
    /// Data and stack of a compact configuration, whose borders cut words in two: they are reached
    /// only the slow way.
    compact_data: Segment,
    compact_stack: Segment,
    config: MemoryConfig,
    /// Words that exist, and how many may.
    words: usize,
    limit: usize,
    /// What someone has to be told of, if anything.
    watch: Option<Box<Watch>>,
}

/// The words of all segments, as a snapshot keeps them.
pub(super) type SavedWords = [Pages; 6];

impl Clone for Memory {
    fn clone(&self) -> Memory {
        let mut copy = self.without_words();
        copy.clone_from(self);
        copy
    }

    /// Reuses the memory of each segment.
    fn clone_from(&mut self, source: &Memory) {
        self.copy_all_but_words(source);
        for (to, from) in self.segments_mut().into_iter().zip(source.segments()) {
            to.words.clone_from(&from.words);
        }
    }
}

impl Memory {
    /// Memory as the assembler filled it, without a limit.
    pub(crate) fn new(config: &MemoryConfig, image: &Blocks) -> Memory {
        let end = |limit: u32| u64::from(limit).next_multiple_of(4);
        let data = Segment::new(config.data_segment_base, end(config.data_limit), config.data_base);
        let stack = Segment::new(
            (config.stack_limit + 4) & !3,
            u64::from(config.stack_base) + 4,
            config.stack_pointer & !0xfff,
        );
        let none = Segment::default();
        let (fast, slow) = ((data, stack), (none.clone(), none));
        let (fast, slow) = if config.compact { (slow, fast) } else { (fast, slow) };
        let mut memory = Memory {
            data: fast.0,
            stack: fast.1,
            compact_data: slow.0,
            compact_stack: slow.1,
            kdata: Segment::new(config.kdata_base, end(config.kdata_limit), config.kdata_base),
            mmio: Segment::new(config.mmio_base, end(config.mmio_limit), config.mmio_base),
            config: *config,
            words: 0,
            limit: usize::MAX,
            watch: None,
        };
        for (address, block) in image.iter() {
            // Only as much as is not zero, which nobody can tell from memory that is not there.
            let used = block.len() - block.iter().rev().take_while(|byte| **byte == 0).count();
            for (k, bytes) in block[..used.next_multiple_of(4)].chunks_exact(4).enumerate() {
                let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                let at = address + 4 * k as u32;
                if word != 0
                    && let Ok(slot) = memory.slot(at)
                {
                    *slot = word;
                }
            }
        }
        // What was made for words that might follow counts against a limit.
        memory.segments_mut().into_iter().for_each(Segment::trim);
        memory.words = memory.segments().iter().map(|segment| segment.words.len()).sum();
        memory
    }

    /// Sets the most bytes that may be touched. What is there stays.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes / 4;
    }

    /// The segment table: which segment an address belongs to, if it can hold data.
    fn segment(&mut self, address: u32) -> Result<&mut Segment, MemoryFault> {
        match self.config.region(address) {
            Some(Region::Data) if self.config.compact => Ok(&mut self.compact_data),
            Some(Region::Stack) if self.config.compact => Ok(&mut self.compact_stack),
            Some(Region::Data) => Ok(&mut self.data),
            Some(Region::Stack) if self.stack.holds(address) => Ok(&mut self.stack),
            Some(Region::Stack) => Err(MemoryFault::Crash { address }),
            Some(Region::Mmio) => Ok(&mut self.mmio),
            Some(Region::KernelData) => Ok(&mut self.kdata),
            Some(Region::Text) => Err(MemoryFault::Text { address }),
            Some(Region::KernelText) => Err(MemoryFault::KernelText { address }),
            None => Err(MemoryFault::OutOfRange { address }),
        }
    }

    /// The word that holds an address, which need not be aligned; made if it is not there.
    #[cold]
    fn slot(&mut self, address: u32) -> Result<&mut u32, MemoryFault> {
        let room = self.limit.saturating_sub(self.words);
        let segment = self.segment(address)?;
        let aligned = address & !3;
        segment.need(aligned);
        if segment.value(aligned).is_none() {
            let added = segment.grow(aligned, room).ok_or(MemoryFault::Limit)?;
            self.words += added;
        }
        let segment = self.segment(address)?;
        segment.value_mut(aligned).ok_or(MemoryFault::OutOfRange { address })
    }

    /// Loads a word.
    #[inline(always)]
    pub fn load_word(&mut self, address: u32) -> Result<u32, MemoryFault> {
        if let Some(word) = self.data.word(address) {
            return Ok(word);
        }
        if let Some(word) = self.stack.word(address) {
            return Ok(word);
        }
        self.load_slow(address, 4)
    }

    /// The word at an aligned address of the data segment, if it is there.
    #[inline(always)]
    pub(crate) fn data_word(&self, address: u32) -> Option<u32> {
        self.data.word(address)
    }

    /// The words from an aligned address of the data segment on, as far as they are there.
    #[inline(always)]
    pub(crate) fn data_words_from(&self, address: u32) -> &[u32] {
        self.data.words_from(address)
    }

    /// Stores a word.
    #[inline(always)]
    pub fn store_word(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        if let Some(word) = self.data.word_mut(address) {
            *word = value;
            return Ok(());
        }
        if let Some(word) = self.stack.word_mut(address) {
            *word = value;
            return Ok(());
        }
        self.store_slow(address, value, 4)
    }

    /// Loads a word that is most likely in the stack.
    #[inline(always)]
    pub(crate) fn load_stack_word(&mut self, address: u32) -> Result<u32, MemoryFault> {
        match self.stack.word(address) {
            Some(word) => Ok(word),
            None => self.load_word(address),
        }
    }

    /// Stores a word, most likely in the stack.
    #[inline(always)]
    pub(crate) fn store_stack_word(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        match self.stack.word_mut(address) {
            Some(word) => *word = value,
            None => self.store_word(address, value)?,
        }
        Ok(())
    }

    /// Loads a byte, zero-extended.
    #[inline(always)]
    pub fn load_byte(&mut self, address: u32) -> Result<u32, MemoryFault> {
        match self.near(address) {
            Some(word) => Ok(*word >> ((address & 3) * 8) & 0xff),
            None => self.load_slow(address, 1),
        }
    }

    /// Loads a halfword, zero-extended.
    #[inline(always)]
    pub fn load_half(&mut self, address: u32) -> Result<u32, MemoryFault> {
        match self.near(address) {
            Some(word) if address & 1 == 0 => Ok(*word >> ((address & 2) * 8) & 0xffff),
            _ => self.load_slow(address, 2),
        }
    }

    /// Stores the low byte of a value.
    #[inline(always)]
    pub fn store_byte(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        let shift = (address & 3) * 8;
        match self.near(address) {
            Some(word) => *word = *word & !(0xff << shift) | (value & 0xff) << shift,
            None => self.store_slow(address, value, 1)?,
        }
        Ok(())
    }

    /// Stores the low half of a value.
    #[inline(always)]
    pub fn store_half(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        let shift = (address & 2) * 8;
        match self.near(address) {
            Some(word) if address & 1 == 0 => {
                *word = *word & !(0xffff << shift) | (value & 0xffff) << shift;
            }
            _ => self.store_slow(address, value, 2)?,
        }
        Ok(())
    }

    /// The word around an address in data or stack, if it is there. The three bytes above the
    /// stack's base are in its last word but not in the stack.
    #[inline(always)]
    fn near(&mut self, address: u32) -> Option<&mut u32> {
        let aligned = address & !3;
        if let Some(word) = self.data.words.get_mut(index(aligned, self.data.low)) {
            return Some(word);
        }
        let word = self.stack.words.get_mut(index(aligned, self.stack.low));
        word.filter(|_| address <= self.config.stack_base)
    }

    fn load_slow(&mut self, address: u32, size: u32) -> Result<u32, MemoryFault> {
        if !address.is_multiple_of(size) {
            return Err(MemoryFault::Unaligned { address, size });
        }
        if let Some(watch) = &mut self.watch {
            watch.touch(Access::Load, address, 0)?;
        }
        // Memory that nothing was stored in reads as zero and is not made for that.
        let word = match self.segment(address) {
            Ok(segment) => {
                let word = segment.value(address & !3);
                if word.is_some() {
                    segment.need(address & !3);
                }
                word.unwrap_or(0)
            }
            Err(MemoryFault::Text { .. }) => self.load_text(address)?,
            Err(fault) => return Err(fault),
        };
        let shifted = word >> ((address & 3) * 8);
        Ok(match size {
            1 => shifted & 0xff,
            2 => shifted & 0xffff,
            _ => shifted,
        })
    }

    fn store_slow(&mut self, address: u32, value: u32, size: u32) -> Result<(), MemoryFault> {
        if !address.is_multiple_of(size) {
            return Err(MemoryFault::Unaligned { address, size });
        }
        let shift = (address & 3) * 8;
        let mask = match size {
            1 => 0xff << shift,
            2 => 0xffff << shift,
            _ => u32::MAX,
        };
        let stored = value & mask >> shift;
        if let Some(watch) = &mut self.watch {
            watch.touch(Access::Store, address, stored)?;
        }
        match self.slot(address) {
            Ok(word) => *word = *word & !mask | stored << shift,
            Err(MemoryFault::Text { .. }) => self.store_text(address, stored)?,
            Err(fault) => return Err(fault),
        }
        Ok(())
    }

    /// The word at an aligned address as a person looks at it: without side effects, `None` where
    /// nothing was ever stored near.
    pub fn peek(&self, address: u32) -> Option<u32> {
        self.segments()
            .into_iter()
            .filter(|segment| segment.holds(address))
            .find_map(|segment| segment.value(address))
    }

    /// Many words from an aligned address on, looked at in the same way; zero where nothing is.
    pub fn peek_words(&self, address: u32, words: &mut [u32]) {
        words.fill(0);
        for segment in self.segments() {
            segment.peek_words(address, words);
        }
    }

    /// The first addresses of the blocks of [`BLOCK_BYTES`] that contain anything but zeros.
    pub fn used_blocks(&self) -> BTreeSet<u32> {
        let mut blocks = BTreeSet::new();
        for segment in self.segments() {
            for (address, _) in segment.all().filter(|(_, word)| *word != 0) {
                blocks.insert(address - address % BLOCK_BYTES);
            }
        }
        blocks
    }

    /// Memory that differs from this only in what its segments hold, which is nothing.
    pub(super) fn without_words(&self) -> Memory {
        let mut copy = Memory::default();
        copy.copy_all_but_words(self);
        copy
    }

    /// Copies what is not in the words of the segments. Every field by name, so that a new one is
    /// not forgotten.
    pub(super) fn copy_all_but_words(&mut self, source: &Memory) {
        let Memory {
            data,
            stack,
            kdata,
            mmio,
            compact_data,
            compact_stack,
            config,
            words,
            limit,
            watch,
        } = source;
        self.data.copy_borders(data);
        self.stack.copy_borders(stack);
        self.kdata.copy_borders(kdata);
        self.mmio.copy_borders(mmio);
        self.compact_data.copy_borders(compact_data);
        self.compact_stack.copy_borders(compact_stack);
        self.config = *config;
        self.words = *words;
        self.limit = *limit;
        self.watch.clone_from(watch);
    }

    /// Keeps the words of all segments.
    pub(super) fn save(&self, kept: &mut SavedWords) {
        for (segment, kept) in self.segments().into_iter().zip(kept) {
            segment.save(kept);
        }
    }

    /// Gets the words of all segments back.
    pub(super) fn restore(&mut self, kept: &SavedWords) {
        for (segment, kept) in self.segments_mut().into_iter().zip(kept) {
            segment.restore(kept);
        }
    }

    fn segments_mut(&mut self) -> [&mut Segment; 6] {
        [
            &mut self.data,
            &mut self.compact_data,
            &mut self.stack,
            &mut self.compact_stack,
            &mut self.kdata,
            &mut self.mmio,
        ]
    }

    fn segments(&self) -> [&Segment; 6] {
        [&self.data, &self.compact_data, &self.stack, &self.compact_stack, &self.kdata, &self.mmio]
    }

    /// Adds the words that are not as in `base`, with their addresses. What is not there is zero.
    pub(super) fn difference(&self, base: &Memory, changes: &mut Vec<(u32, u32)>) {
        for (new, old) in self.segments().into_iter().zip(base.segments()) {
            new.difference(old, changes);
        }
    }

    /// Shares all but the first bytes of each segment with copies that are made from now on: each
    /// copies of them only what it changes, or uses often.
    pub fn share(&mut self) {
        self.segments_mut().into_iter().for_each(|segment| segment.share(OWN));
    }

    /// How many bytes a copy has to copy.
    pub fn own_size(&self) -> usize {
        self.segments().iter().map(|segment| 4 * segment.own_len()).sum()
    }

    /// How many bytes exist.
    pub fn size(&self) -> usize {
        self.words * 4
    }
}
