//! MARS's `dump`: a stretch of memory, written to a file in one of six formats. Knows nothing of
//! where the memory comes from: an assembled image, or, after a run, the machine.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;

use mips_sim::config::Region;
use mips_sim::image::BLOCK_BYTES;
use mips_sim::isa::{codec, decode};
use mips_sim::machine::Machine;
use mips_sim::{Image, MemoryConfig};

use crate::mars_args::{DumpRequest, address_range};
use crate::mars_files::tidy;

/// Memory as a dump sees it. Addresses are multiples of four.
pub(crate) trait Memory {
    /// Where the segments lie.
    fn config(&self) -> &MemoryConfig;
    /// A word of data or stack; `None` where memory was never written to.
    fn data_word(&self, address: u32) -> Option<u32>;
    /// A word of text; `None` where there is no instruction.
    fn text_word(&self, address: u32) -> Option<u32>;
    /// The instruction there and its source.
    fn statement(&self, address: u32) -> Option<Statement<'_>>;
}

/// An instruction for people to read.
pub(crate) struct Statement<'s> {
    /// The basic instruction.
    pub(crate) basic: String,
    /// Line number and text of the source, for the first instruction of a source statement.
    pub(crate) source: Option<(u32, Cow<'s, str>)>,
}

impl Memory for Image {
    fn config(&self) -> &MemoryConfig {
        &self.config
    }

    fn data_word(&self, address: u32) -> Option<u32> {
        self.data.word(address)
    }

    fn text_word(&self, address: u32) -> Option<u32> {
        Image::text_word(self, address)
    }

    fn statement(&self, address: u32) -> Option<Statement<'_>> {
        let place = self.place(address)?;
        let source = place.word.first.then(|| (place.source.line, place.mars_text()));
        Some(Statement { basic: self.basic_text(place.word), source })
    }
}

/// Memory after a run: the blocks that the assembler or the program stored in.
pub(crate) struct AfterRun<'m> {
    image: &'m Image,
    machine: &'m Machine,
    blocks: BTreeSet<u32>,
}

impl<'m> AfterRun<'m> {
    pub(crate) fn new(
        image: &'m Image,
        machine: &'m Machine,
        mut blocks: BTreeSet<u32>,
    ) -> AfterRun<'m> {
        blocks.extend(image.data.iter().map(|(address, _)| address));
        AfterRun { image, machine, blocks }
    }
}

impl Memory for AfterRun<'_> {
    fn config(&self) -> &MemoryConfig {
        &self.image.config
    }

    fn data_word(&self, address: u32) -> Option<u32> {
        let block = address - address % BLOCK_BYTES;
        self.blocks.contains(&block).then(|| self.machine.memory.peek(address).unwrap_or(0))
    }

    fn text_word(&self, address: u32) -> Option<u32> {
        text_word(self.image, self.machine, address)
    }

    fn statement(&self, address: u32) -> Option<Statement<'_>> {
        if !self.machine.is_replaced(address) {
            return self.image.statement(address);
        }
        let basic = codec::basic_text(decode(self.text_word(address)?)?, address);
        Some(Statement { basic, source: None })
    }
}

/// The word at an address of text after a run, which may have changed it; `None` where there is no
/// instruction.
pub(crate) fn text_word(image: &Image, machine: &Machine, address: u32) -> Option<u32> {
    machine.memory.peek_text(address).or_else(|| image.text_word(address))
}

/// Carries out one `dump`. Gives MARS's sentence if something is wrong.
pub(crate) fn dump(request: &DumpRequest, memory: &dyn Memory) -> Result<(), String> {
    attempt(request, memory).map_err(|problem| problem.sentence(request))
}

fn attempt(request: &DumpRequest, memory: &dyn Memory) -> Result<(), Problem> {
    let (first, limit) = bounds(&request.segment, memory.config()).ok_or(Problem::Segment)?;
    let format = Format::by_name(&request.format).ok_or(Problem::Format)?;
    // Wrap-around and all: a range from the lowest negative address is never found empty.
    let last = first_unwritten(memory, first, limit)?.wrapping_sub(4);
    if last < first {
        return Err(Problem::Nothing);
    }
    let mut file = File::create(tidy(&request.file)).map_err(|_| Problem::File)?;
    let mut bytes = Vec::new();
    let formatted = format.write(memory, first, last, &mut bytes);
    file.write_all(&bytes).map_err(|_| Problem::Disk)?;
    Ok(formatted?)
}

/// What keeps a dump from being made.
#[derive(Debug, PartialEq)]
enum Problem {
    Segment,
    Format,
    Nothing,
    File,
    Address(i32),
    Disk,
}

impl From<OutOfRange> for Problem {
    fn from(OutOfRange(address): OutOfRange) -> Problem {
        Problem::Address(address)
    }
}

impl Problem {
    fn sentence(&self, request: &DumpRequest) -> String {
        let DumpRequest { segment, format, file } = request;
        let start = "Error while attempting to save dump,";
        let file = tidy(file);
        match self {
            Problem::Segment => format!("{start} segment/address-range {segment} is invalid!"),
            Problem::Format => format!("{start} format {format} was not found!"),
            Problem::Nothing => {
                "This segment has not been written to, there is nothing to dump.".to_string()
            }
            Problem::File => format!("{start} file {file} was not found!"),
            Problem::Address(address) => {
                format!("{start} file {file}!  Could not access address: {address}!")
            }
            Problem::Disk => format!("{start} file {file}!  Disk IO failed!"),
        }
    }
}

/// The first address of a segment or range, and the one at which to stop looking.
fn bounds(segment: &str, config: &MemoryConfig) -> Option<(i32, i32)> {
    match segment {
        ".text" => Some((config.text_base as i32, config.text_limit as i32)),
        ".data" => Some((config.data_base as i32, config.data_limit as i32)),
        _ => address_range(segment)?.ok(),
    }
}

/// An address that belongs to no segment.
#[derive(Debug, PartialEq)]
struct OutOfRange(i32);

/// The word at an address as MARS's dumps read it; they do not know of memory-mapped I/O.
fn word(memory: &dyn Memory, address: i32) -> Result<Option<u32>, OutOfRange> {
    match memory.config().region(address as u32) {
        Some(Region::Data | Region::Stack | Region::KernelData) => {
            Ok(memory.data_word(address as u32))
        }
        Some(Region::Text | Region::KernelText) => Ok(memory.text_word(address as u32)),
        Some(Region::Mmio) | None => Err(OutOfRange(address)),
    }
}

fn first_unwritten(memory: &dyn Memory, first: i32, limit: i32) -> Result<i32, OutOfRange> {
    let mut address = first;
    while address < limit && word(memory, address)?.is_some() {
        address += 4;
    }
    Ok(address)
}

/// The words from one address to another, both included, up to the first that was never written.
fn words(
    memory: &dyn Memory,
    first: i32,
    last: i32,
) -> impl Iterator<Item = Result<(i32, u32), OutOfRange>> {
    let mut next = Some(first);
    std::iter::from_fn(move || {
        let address = next.take().filter(|address| *address <= last)?;
        match word(memory, address) {
            Ok(word) => {
                next = address.checked_add(4);
                word.map(|word| Ok((address, word)))
            }
            Err(error) => Some(Err(error)),
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    AsciiText,
    Binary,
    BinaryText,
    HexText,
    IntelHex,
    SegmentWindow,
}

impl Format {
    fn by_name(name: &str) -> Option<Format> {
        Some(match name {
            "AsciiText" => Format::AsciiText,
            "Binary" => Format::Binary,
            "BinaryText" => Format::BinaryText,
            "HexText" => Format::HexText,
            "HEX" => Format::IntelHex,
            "SegmentWindow" => Format::SegmentWindow,
            _ => return None,
        })
    }

    /// Writes the words to `out`, as many of them as can be read.
    fn write(
        self,
        memory: &dyn Memory,
        first: i32,
        last: i32,
        out: &mut Vec<u8>,
    ) -> Result<(), OutOfRange> {
        if self == Format::SegmentWindow {
            return segment_window(memory, first, last, out);
        }
        for item in words(memory, first, last) {
            let (address, word) = item?;
            match self {
                Format::Binary => out.extend(word.to_le_bytes()),
                Format::AsciiText => line(out, &ascii(word)),
                Format::BinaryText => line(out, &format!("{word:032b}")),
                Format::HexText | Format::SegmentWindow => line(out, &format!("{word:08x}")),
                Format::IntelHex => line(out, &intel_hex(address.wrapping_sub(first), word)),
            }
        }
        if self == Format::IntelHex {
            line(out, ":00000001FF");
        }
        Ok(())
    }
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
    memory: &dyn Memory,
    first: i32,
    last: i32,
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    match memory.config().region(first as u32) {
        Some(Region::Data) => data_window(memory, first, last, out),
        Some(Region::Text) => text_window(memory, first, last, out),
        _ => Ok(()),
    }
}

/// Eight words a line; fewer at the end are left out.
fn data_window(
    memory: &dyn Memory,
    first: i32,
    last: i32,
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    let mut row = String::new();
    for (count, item) in words(memory, first, last).enumerate() {
        let (address, word) = item?;
        if count % 8 == 0 {
            row = format!("0x{address:08x}    ");
        }
        let _ = write!(row, "0x{word:08x} ");
        if count % 8 == 7 {
            line(out, &row);
        }
    }
    Ok(())
}

/// One instruction a line, with its basic form cut to its column and its source.
fn text_window(
    memory: &dyn Memory,
    first: i32,
    last: i32,
    out: &mut Vec<u8>,
) -> Result<(), OutOfRange> {
    line(out, " Address    Code        Basic                     Source");
    line(out, "");
    for item in words(memory, first, last) {
        let (address, word) = item?;
        let mut row = format!("0x{address:08x}  0x{word:08x}  ");
        if let Some(Statement { basic, source }) = memory.statement(address as u32) {
            let (number, text) =
                source.map_or((String::new(), "".into()), |(line, text)| (line.to_string(), text));
            let _ = write!(row, "{basic:22.22}{number:5.5}{text}");
        }
        line(out, &row);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mips_sim::config;

    /// Memory that holds the words of one stretch.
    struct Stretch(u32, &'static [u32]);

    impl Stretch {
        fn at(&self, address: u32) -> Option<u32> {
            self.1.get((address.checked_sub(self.0)? / 4) as usize).copied()
        }
    }

    impl Memory for Stretch {
        fn config(&self) -> &MemoryConfig {
            &config::DEFAULT
        }
        fn data_word(&self, address: u32) -> Option<u32> {
            self.at(address)
        }
        fn text_word(&self, address: u32) -> Option<u32> {
            self.at(address)
        }
        fn statement(&self, _address: u32) -> Option<Statement<'_>> {
            None
        }
    }

    fn written(format: &str, words: &'static [u32]) -> String {
        let memory = Stretch(config::DEFAULT.data_base, words);
        let first = config::DEFAULT.data_base as i32;
        let last = first + 4 * words.len() as i32 - 4;
        let mut out = Vec::new();
        let format = Format::by_name(format).expect("the test names a format");
        assert_eq!(format.write(&memory, first, last, &mut out), Ok(()));
        String::from_utf8(out).expect("the test writes text")
    }

    #[test]
    fn each_format_writes_words_its_own_way() {
        let cases: &[(&str, &'static [u32], &str)] = &[
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
        assert_eq!(Format::by_name("hextext"), None);
    }

    #[test]
    fn an_offset_may_outgrow_its_digits() {
        assert_eq!(intel_hex(0x1_2344, 0), ":0412344000000000095");
    }

    #[test]
    fn ranges_end_where_memory_does() {
        let memory = Stretch(0x1001_0000, &[1, 2, 3]);
        let cases: &[(i32, i32, Result<i32, OutOfRange>)] = &[
            (0x1001_0000, 0x1001_0008, Ok(0x1001_0008)),
            (0x1001_0000, 0x1040_0000, Ok(0x1001_000c)),
            (0x1001_0000, 0x1001_0000, Ok(0x1001_0000)),
            (-65536, -4, Err(OutOfRange(-65536))),
            (0x2000_0000, 0x2000_0004, Err(OutOfRange(0x2000_0000))),
        ];
        for (first, limit, expected) in cases {
            assert_eq!(first_unwritten(&memory, *first, *limit), *expected, "{first:#x}");
        }
    }
}
