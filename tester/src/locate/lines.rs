//! The source lines that can be to blame: those of instructions, the macro calls around them, and
//! the data that a program reads.

use std::collections::HashMap;

use mips_sim::Image;
use mips_sim::isa::Effects;

use crate::survivors::touched;
use crate::trace::LineId;

/// A line, as an index into [`Lines::places`].
pub(super) type Line = u32;

/// All lines of a program that something can run or read.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Where each is.
    pub(super) places: Vec<LineId>,
    /// For each instruction, as in [`Image::text`], its own line and those of the calls around it,
    /// from the inside out.
    pub(super) of_word: Vec<Vec<Line>>,
    /// Data by rising address: first byte, number of bytes, line.
    data: Vec<(u32, u32, Line)>,
    /// What each instruction touches, services included.
    pub(super) touched: Vec<Effects>,
    numbers: HashMap<LineId, Line>,
    /// Where each instruction is.
    pub(super) addresses: Vec<u32>,
}

impl Lines {
    pub(super) fn new(image: &Image) -> Lines {
        let mut lines = Lines {
            places: Vec::new(),
            of_word: Vec::with_capacity(image.text.len()),
            data: Vec::with_capacity(image.items.len()),
            touched: image.text.iter().map(|word| touched(word.inst)).collect(),
            numbers: HashMap::new(),
            addresses: image.text.iter().map(|word| word.address).collect(),
        };
        for place in image.places() {
            let mut calls = place.calls();
            calls.reverse();
            let mut chain = Vec::with_capacity(1 + calls.len());
            for place in std::iter::once(place.at()).chain(calls) {
                let line = lines.number(place);
                if !chain.contains(&line) {
                    chain.push(line);
                }
            }
            lines.of_word.push(chain);
        }
        for item in &image.items {
            let line = lines.number(item.defined);
            lines.data.push((item.address, item.bytes, line));
        }
        lines.data.sort_unstable();
        lines
    }

    fn number(&mut self, place: LineId) -> Line {
        *self.numbers.entry(place).or_insert_with(|| {
            self.places.push(place);
            self.places.len() as Line - 1
        })
    }

    /// The instruction at an address, as an index into [`Image::text`].
    pub(super) fn word_at(&self, pc: u32) -> Option<u32> {
        let first = self.addresses.first()?;
        let index = (pc.wrapping_sub(*first) / 4) as usize;
        match self.addresses.get(index) {
            Some(address) if *address == pc => Some(index as u32),
            // Behind a gap in the text.
            _ => self.addresses.binary_search(&pc).ok().map(|index| index as u32),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The line of the data at an address.
    pub(super) fn data_at(&self, address: u32) -> Option<Line> {
        let behind = self.data.partition_point(|(first, ..)| *first <= address);
        let (first, bytes, line) = self.data[..behind].last()?;
        (address - first < *bytes).then_some(*line)
    }
}
