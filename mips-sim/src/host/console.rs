//! The services of the console: printing, and reading lines.

// A handler without a row does not compile.
#![deny(dead_code)]

use std::ops::Range;

use super::handlers::{ServiceCall, fault, load, store_all};
use super::system::{ServiceStop, System};
use super::{Host, Stream};
use crate::isa::reg::{A1, V0};
use crate::java;
use crate::machine::fault::{Access, ServiceFault};
use crate::machine::memory::Memory;

/// Bytes of a string that are collected before they are printed.
const PRINTED: usize = 128;

impl<H: Host> ServiceCall<'_, H> {
    pub(super) fn print_integer(&mut self) -> Result<(), ServiceStop> {
        self.print(&(self.a0() as i32).to_string())
    }

    pub(super) fn print_unsigned(&mut self) -> Result<(), ServiceStop> {
        self.print(&self.a0().to_string())
    }

    pub(super) fn print_hexadecimal(&mut self) -> Result<(), ServiceStop> {
        self.print(&format!("0x{:08x}", self.a0()))
    }

    pub(super) fn print_binary(&mut self) -> Result<(), ServiceStop> {
        self.print(&format!("{:032b}", self.a0()))
    }

    pub(super) fn print_float(&mut self) -> Result<(), ServiceStop> {
        self.print(&java::float_text(self.cpu.single(12), self.system.float_text))
    }

    pub(super) fn print_double(&mut self) -> Result<(), ServiceStop> {
        self.print(&java::double_text(self.cpu.double(12), self.system.float_text))
    }

    /// A byte is printed as the character with that code, in UTF-8.
    pub(super) fn print_character(&mut self) -> Result<(), ServiceStop> {
        let byte = self.a0() as u8;
        self.print(char::from(byte).encode_utf8(&mut [0; 4]))
    }

    pub(super) fn print_string(&mut self) -> Result<(), ServiceStop> {
        let start = self.a0();
        let mut end = start;
        let printed = print_string(self.memory, self.system, self.host, &mut end);
        let length = end.wrapping_sub(start);
        self.system.note_only(Access::Load, start, length.wrapping_add(1));
        self.system.charge(length as usize)?;
        printed
    }

    pub(super) fn read_integer(&mut self) -> Result<(), ServiceStop> {
        let value = java::parse_int_line(&self.system.line(self.host)?)
            .ok_or(fault(ServiceFault::Integer))?;
        self.cpu.set(V0, value as u32);
        Ok(())
    }

    pub(super) fn read_float(&mut self) -> Result<(), ServiceStop> {
        let value =
            java::parse_float(&self.system.line(self.host)?).ok_or(fault(ServiceFault::Float))?;
        self.cpu.set_single(0, value);
        Ok(())
    }

    pub(super) fn read_double(&mut self) -> Result<(), ServiceStop> {
        let value =
            java::parse_double(&self.system.line(self.host)?).ok_or(fault(ServiceFault::Double))?;
        self.cpu.set_double(0, value);
        Ok(())
    }

    pub(super) fn read_character(&mut self) -> Result<(), ServiceStop> {
        let line = self.system.line(self.host)?;
        let unit = line.encode_utf16().next().ok_or(fault(ServiceFault::Character))?;
        self.cpu.set(V0, u32::from(unit));
        Ok(())
    }

    /// Stores a line with its newline, as much as fits, and a NUL.
    pub(super) fn read_string(&mut self) -> Result<(), ServiceStop> {
        let (start, length) = (self.a0(), self.cpu.get(A1) as i32);
        let line = self.system.line(self.host)?;
        // In Java's integers: one less than the lowest number is the greatest.
        let Ok(room) = usize::try_from(length.wrapping_sub(1)) else { return Ok(()) };
        let units = line.encode_utf16().map(|unit| unit as u8).chain([b'\n']);
        let bytes = units.take(room).chain([0]);
        let (count, stored) = store_all(self.memory, start, bytes);
        self.system.note(Access::Store, start, count);
        stored
    }

    fn print(&mut self, text: &str) -> Result<(), ServiceStop> {
        print_bytes(self.system, self.host, Stream::Out, text.as_bytes())
    }
}

/// Prints the bytes up to a NUL, each as the character with that code. Strings are most of what a
/// program prints: the bytes of a word are taken at a time where that is the same. `address` moves
/// along.
fn print_string<H: Host>(
    memory: &mut Memory,
    system: &mut System,
    host: &mut H,
    address: &mut u32,
) -> Result<(), ServiceStop> {
    let mut text = [0; PRINTED];
    if let Some(short) = short_string(memory, *address, &mut text) {
        *address = address.wrapping_add(short.len() as u32);
        return print_bytes(system, host, Stream::Out, &text[short]);
    }
    let mut length = 0;
    loop {
        // There is always room for a part of a word and a character of two bytes after it.
        if length + 8 > PRINTED {
            print_bytes(system, host, Stream::Out, &text[..length])?;
            length = 0;
        }
        if let Some(word) = memory.data_word(*address & !3) {
            let before = *address & 3;
            let word = word >> (8 * before);
            let count = plain_bytes(word).min(4 - before);
            text[length..length + 4].copy_from_slice(&word.to_le_bytes());
            length += count as usize;
            *address = address.wrapping_add(count);
            if count == 4 - before {
                continue;
            }
            if word >> (8 * count) & 0xff == 0 {
                return print_bytes(system, host, Stream::Out, &text[..length]);
            }
        }
        match load(memory, *address) {
            Ok(0) => return print_bytes(system, host, Stream::Out, &text[..length]),
            Ok(byte) => length += char::from(byte).encode_utf8(&mut text[length..]).len(),
            Err(stop) => {
                // What comes before the fault has been printed by then.
                print_bytes(system, host, Stream::Out, &text[..length])?;
                return Err(stop);
            }
        }
        *address = address.wrapping_add(1);
    }
}

/// Where in `text` a string is if it is short, plain and in the data segment, as most are. Whole words
/// are copied there.
#[inline]
fn short_string(memory: &Memory, address: u32, text: &mut [u8; PRINTED]) -> Option<Range<usize>> {
    let before = address & 3;
    // The bytes before the string count as plain, whatever they are.
    let mut foreign = !(u32::MAX << (8 * before));
    let mut end = 0;
    let words = memory.data_words_from(address - before);
    for (word, place) in words.iter().zip(text.chunks_exact_mut(4)) {
        place.copy_from_slice(&word.to_le_bytes());
        let word = word & !foreign | 0x0101_0101 & foreign;
        foreign = 0;
        let plain = plain_bytes(word);
        end += plain as usize;
        if plain < 4 {
            let ended = word >> (8 * plain) & 0xff == 0;
            return ended.then_some(before as usize..end);
        }
    }
    None
}

pub(super) fn print_bytes<H: Host>(
    system: &mut System,
    host: &mut H,
    stream: Stream,
    bytes: &[u8],
) -> Result<(), ServiceStop> {
    system.note_printed(bytes);
    host.write(stream, bytes).map_err(|_| ServiceStop::OutputRefused)
}

/// How many bytes, from the lowest on, are from 1 to 127: the subtraction borrows into the high bit
/// of a byte that is 0, and what it does to those above the first such byte does not matter.
fn plain_bytes(word: u32) -> u32 {
    ((word.wrapping_sub(0x0101_0101) | word) & 0x8080_8080).trailing_zeros() / 8
}
