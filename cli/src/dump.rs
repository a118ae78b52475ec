//! MARS's `dump`: a stretch of memory, written to a file in one of six formats. Knows nothing of
//! where the memory comes from: an assembled image, or, after a run, the machine.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;

use mips_sim::config::Region;
use mips_sim::image::BLOCK_BYTES;
use mips_sim::isa::codec;
use mips_sim::java::file_path;
use mips_sim::machine::Machine;
use mips_sim::{Image, MemoryConfig};

use crate::mars_args::{DumpRequest, address_range};

/// Memory as a dump sees it, after a run or before it: what is in the machine, and the blocks that the
/// assembler or the program stored in. Addresses are multiples of four.
pub(crate) struct Memory<'m> {
    image: &'m Image,
    machine: &'m Machine,
    blocks: BTreeSet<u32>,
}

/// An address that belongs to no segment.
#[derive(Debug, PartialEq)]
struct OutOfRange(i32);

impl<'m> Memory<'m> {
    pub(crate) fn new(
        image: &'m Image,
        machine: &'m Machine,
        mut blocks: BTreeSet<u32>,
    ) -> Memory<'m> {
        blocks.extend(image.data.iter().map(|(address, _)| address));
        Memory { image, machine, blocks }
    }

    /// The word at an address as MARS's dumps read it, which do not know of memory-mapped I/O; `None`
    /// where nothing was ever stored, and where there is no instruction.
    fn word(&self, address: i32) -> Result<Option<u32>, OutOfRange> {
        let at = address as u32;
        match self.image.config.region(at) {
            Some(Region::Data | Region::Stack | Region::KernelData) => {
                let stored = self.blocks.contains(&(at - at % BLOCK_BYTES));
                Ok(stored.then(|| self.machine.memory.peek(at).unwrap_or(0)))
            }
            Some(Region::Text | Region::KernelText) => Ok(text_word(self.image, self.machine, at)),
            Some(Region::Mmio) | None => Err(OutOfRange(address)),
        }
    }

    fn first_unwritten(&self, first: i32, limit: i32) -> Result<i32, OutOfRange> {
        let mut address = first;
        while address < limit && self.word(address)?.is_some() {
            address += 4;
        }
        Ok(address)
    }

    /// Takes the words from one address to another, both included, up to the first that was never
    /// written.
    fn each(
        &self,
        (first, last): (i32, i32),
        mut take: impl FnMut(i32, u32),
    ) -> Result<(), OutOfRange> {
        let mut next = Some(first);
        while let Some(address) = next.filter(|address| *address <= last) {
            let Some(word) = self.word(address)? else { break };
            take(address, word);
            next = address.checked_add(4);
        }
        Ok(())
    }

    /// The basic instruction at an address; and the line number and text of its source, which are
    /// empty unless it is the first of a source statement.
    fn statement(&self, address: u32) -> Option<(String, String, Cow<'m, str>)> {
        let place = self.image.place(address).filter(|_| !self.machine.is_replaced(address));
        let Some(place) = place else {
            let word = text_word(self.image, self.machine, address)?;
            return Some((codec::decoded_text(word, address), String::new(), "".into()));
        };
        let basic = self.image.basic_text(place.word);
        Some(match place.word.first {
            true => (basic, place.source.line.to_string(), place.mars_text()),
            false => (basic, String::new(), "".into()),
        })
    }
}

/// The word at an address of text after a run, which may have changed it; `None` where there is no
/// instruction.
pub(crate) fn text_word(image: &Image, machine: &Machine, address: u32) -> Option<u32> {
    machine.memory.peek_text(address).or_else(|| image.text_word(address))
}

/// Carries out one `dump`. Gives MARS's sentence if something is wrong.
pub(crate) fn dump(request: &DumpRequest, memory: &Memory<'_>) -> Result<(), String> {
    let DumpRequest { segment, format, file } = request;
    let file = file_path(file);
    let failed = |why: String| format!("Error while attempting to save dump, {why}");
    let out_of_range =
        |OutOfRange(address)| failed(format!("file {file}!  Could not access address: {address}!"));
    let (first, limit) = bounds(segment, &memory.image.config)
        .ok_or_else(|| failed(format!("segment/address-range {segment} is invalid!")))?;
    let write =
        format_of(format).ok_or_else(|| failed(format!("format {format} was not found!")))?;
    // Wrap-around and all: a range from the lowest negative address is never found empty.
    let last = memory.first_unwritten(first, limit).map_err(out_of_range)?.wrapping_sub(4);
    if last < first {
        return Err("This segment has not been written to, there is nothing to dump.".to_string());
    }
    let mut target =
        File::create(&file).map_err(|_| failed(format!("file {file} was not found!")))?;
    let mut bytes = Vec::new();
    let written = write(memory, (first, last), &mut bytes);
    target.write_all(&bytes).map_err(|_| failed(format!("file {file}!  Disk IO failed!")))?;
    written.map_err(out_of_range)
}

/// The first address of a segment or range, and the one at which to stop looking.
fn bounds(segment: &str, config: &MemoryConfig) -> Option<(i32, i32)> {
    match segment {
        ".text" => Some((config.text_base as i32, config.text_limit as i32)),
        ".data" => Some((config.data_base as i32, config.data_limit as i32)),
        _ => address_range(segment)?.ok(),
    }
}

/// Writes the words of a range to the end of the bytes, as many of them as can be read.
type Format = fn(&Memory<'_>, (i32, i32), &mut Vec<u8>) -> Result<(), OutOfRange>;

fn format_of(name: &str) -> Option<Format> {
    let format: Format = match name {
        "AsciiText" => |memory, range, out| memory.each(range, |_, word| line(out, &ascii(word))),
        "Binary" => {
            |memory, range, out| memory.each(range, |_, word| out.extend(word.to_le_bytes()))
        }
        "BinaryText" => {
            |memory, range, out| memory.each(range, |_, word| line(out, &format!("{word:032b}")))
        }
        "HexText" => {
            |memory, range, out| memory.each(range, |_, word| line(out, &format!("{word:08x}")))
        }
        "HEX" => |memory, range, out| {
            let record = |address: i32, word| intel_hex(address.wrapping_sub(range.0), word);
            memory.each(range, |address, word| line(out, &record(address, word)))?;
            line(out, ":00000001FF");
            Ok(())
        },
        "SegmentWindow" => segment_window,
        _ => return None,
    };
    Some(format)
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend(text.as_bytes());
    out.push(b'\n');
}

/// A record of four bytes. The offset outgrows its four digits, as in MARS, but only its low two
/// bytes are summed up.
fn intel_hex(offset: i32, word: u32) -> String {
    let [low, high, ..] = offset.to_le_bytes();
    let bytes = [4, low, high].into_iter().chain(word.to_le_bytes());
    let checksum = bytes.fold(0u8, u8::wrapping_add).wrapping_neg();
    format!(":04{offset:04X}00{word:08X}{checksum:02X}")
}

/// The four bytes of a word as characters, the highest first, in three columns each.
pub(crate) fn ascii(word: u32) -> String {
    let mut text = String::with_capacity(12);
    for byte in word.to_be_bytes() {
        let escape = match byte {
            0 => '0',
            8 => 'b',
            9 => 't',
            10 => 'n',
            11 => 'v',
            12 => 'f',
            13 => 'r',
            _ => {
                let shown = if (0x20..0x7f).contains(&byte) { char::from(byte) } else { '.' };
                let _ = write!(text, "{shown:>3}");
                continue;
            }
        };
        text.push_str(" \\");
        text.push(escape);
    }
    text
}

/// As MARS's windows show the segments. Other segments have no window, so nothing is written.
fn segment_window(
    memory: &Memory<'_>,
    range: (i32, i32),
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    match memory.image.config.region(range.0 as u32) {
        Some(Region::Data) => data_window(memory, range, out),
        Some(Region::Text) => text_window(memory, range, out),
        _ => Ok(()),
    }
}

/// Eight words a line; fewer at the end are left out.
fn data_window(
    memory: &Memory<'_>,
    range: (i32, i32),
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    let (mut row, mut count) = (String::new(), 0);
    memory.each(range, |address, word| {
        if count % 8 == 0 {
            row = format!("0x{address:08x}    ");
        }
        let _ = write!(row, "0x{word:08x} ");
        count += 1;
        if count % 8 == 0 {
            line(out, &row);
        }
    })
}

/// One instruction a line, with its basic form cut to its column and its source.
fn text_window(
    memory: &Memory<'_>,
    range: (i32, i32),
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    line(out, " Address    Code        Basic                     Source");
    line(out, "");
    memory.each(range, |address, word| {
        let mut row = format!("0x{address:08x}  0x{word:08x}  ");
        if let Some((basic, number, text)) = memory.statement(address as u32) {
            let _ = write!(row, "{basic:22.22}{number:5.5}{text}");
        }
        line(out, &row);
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mips_sim::machine::MachineOptions;
    use mips_sim::{AsmOptions, assemble};

    /// Does something with memory that holds these words of data, from `DATA` on.
    fn with_data<T>(words: &[u32], work: impl FnOnce(&Memory<'_>) -> T) -> T {
        let words: Vec<String> = words.iter().map(u32::to_string).collect();
        let text = format!(".data\n.word {}", words.join(","));
        let mut files: &[(&str, &str)] = &[("d.asm", &text)];
        let image = assemble(&["d.asm"], &mut files, &AsmOptions::default()).image;
        let machine = Machine::load(&image, &MachineOptions::default());
        work(&Memory::new(&image, &machine, BTreeSet::new()))
    }

    const DATA: i32 = mips_sim::config::DEFAULT.data_base as i32;

    fn written(format: &str, words: &[u32]) -> String {
        let format = format_of(format).expect("the test names a format");
        let mut out = Vec::new();
        let last = DATA + 4 * words.len() as i32 - 4;
        let ended = with_data(words, |memory| format(memory, (DATA, last), &mut out));
        assert_eq!(ended, Ok(()));
        String::from_utf8(out).expect("the test writes text")
    }

    #[test]
    fn each_format_writes_words_its_own_way() {
        let cases: &[(&str, &[u32], &str)] = &[
            ("HexText", &[1, 0xdead_beef], "00000001\ndeadbeef\n"),
            ("BinaryText", &[5], "00000000000000000000000000000101\n"),
            ("Binary", &[0x4443_4241, 0x45], "ABCDE\0\0\0"),
            (
                "AsciiText",
                &[0x4120_0a7f, 0x0008_090b, 0x0c0d_80ff],
                "  A    \\n  .\n \\0 \\b \\t \\v\n \\f \\r  .  .\n",
            ),
            (
                "HEX",
                &[0x3c01_0001, 0xffff_ffff],
                ":040000003C010001BE\n:04000400FFFFFFFFFC\n:00000001FF\n",
            ),
            ("SegmentWindow", &[0; 7], ""),
        ];
        for (format, words, expected) in cases {
            assert_eq!(written(format, words), *expected, "{format}");
        }
        let row = written("SegmentWindow", &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert!(row.starts_with("0x10010000    0x00000001 0x00000002 "), "{row}");
        assert!(row.ends_with("0x00000008 \n"), "{row}");
        assert!(format_of("hextext").is_none());
    }

    #[test]
    fn an_offset_may_outgrow_its_digits() {
        assert_eq!(intel_hex(0x1_2344, 0), ":0412344000000000095");
    }

    #[test]
    fn ranges_end_where_memory_does() {
        let cases: &[(i32, i32, Result<i32, OutOfRange>)] = &[
            (DATA, DATA + 8, Ok(DATA + 8)),
            (DATA, 0x1040_0000, Ok(DATA + BLOCK_BYTES as i32)),
            (DATA, DATA, Ok(DATA)),
            (-65536, -4, Err(OutOfRange(-65536))),
            (0x2000_0000, 0x2000_0004, Err(OutOfRange(0x2000_0000))),
        ];
        with_data(&[1, 2, 3], |memory| {
            for (first, limit, expected) in cases {
                assert_eq!(memory.first_unwritten(*first, *limit), *expected, "{first:#x}");
            }
        });
    }
}
