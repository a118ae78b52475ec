//! Positions: the protocol counts lines from 0 and columns in UTF-16 units, or in bytes if the
//! editor offers that; we count lines from 1 and bytes. And the names of files: addresses there,
//! paths here.

use std::ops::Range;
use std::str::FromStr;

use language::{Program, Span};
use lsp_types::{Position, PositionEncodingKind, Uri};

/// How columns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes if the editor offers them, else what every editor must know.
    pub(super) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        match offered.is_some_and(|list| list.contains(&PositionEncodingKind::UTF8)) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The column of a byte of a line.
    pub(super) fn column(self, line: &str, byte: usize) -> u32 {
        let byte = byte.min(line.len());
        let before = line.get(..byte).unwrap_or(line);
        match self {
            Encoding::Utf8 => byte as u32,
            Encoding::Utf16 if before.is_ascii() => byte as u32,
            Encoding::Utf16 => before.encode_utf16().count() as u32,
        }
    }

    /// The byte of a column: of the character that it is in, or the end of the line.
    pub(super) fn byte(self, line: &str, column: u32) -> usize {
        let mut left = column as usize;
        for (at, c) in line.char_indices() {
            let length = match self {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if left < length {
                return at;
            }
            left -= length;
        }
        line.len()
    }

    /// A part of a line, counted from 1.
    pub(super) fn range(self, text: &str, line: u32, bytes: &Range<usize>) -> lsp_types::Range {
        let position = |byte| Position::new(line.saturating_sub(1), self.column(text, byte));
        lsp_types::Range::new(position(bytes.start), position(bytes.end))
    }

    pub(super) fn place(self, program: &Program, place: &Span) -> lsp_types::Range {
        self.range(program.line(place.file, place.line), place.line, &place.range)
    }

    /// The byte of a text at a position; behind the end of a line or of the text, that end.
    pub(super) fn offset(self, text: &str, position: Position) -> usize {
        let line = line_of(text, position.line);
        line.start + self.byte(&text[line.clone()], position.character)
    }
}

/// The bytes of a line, counted from 0, without its end, by the three ends that the protocol knows.
fn line_of(text: &str, number: u32) -> Range<usize> {
    let bytes = text.as_bytes();
    let end_from = |start: usize| {
        let end = bytes[start..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        end.map_or(bytes.len(), |at| start + at)
    };
    let mut start = 0;
    for _ in 0..number {
        let end = end_from(start);
        if end == bytes.len() {
            return end..end;
        }
        start = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
    }
    start..end_from(start)
}

/// The name of a document: its path, or the whole address if it is no file.
pub(super) fn name(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(path) = text.strip_prefix("file://") else { return text.to_string() };
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let code = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/C:/folder` on Windows.
    match path.as_bytes() {
        [b'/', drive, b':', ..] if cfg!(windows) && drive.is_ascii_alphabetic() => {
            path[1..].to_string()
        }
        _ => path,
    }
}

/// The address of a document.
pub(super) fn uri(name: &str) -> Option<Uri> {
    let is_path = name.starts_with('/') || cfg!(windows) && name.get(1..2) == Some(":");
    if !is_path {
        return Uri::from_str(name).ok();
    }
    let mut text = String::from(if name.starts_with('/') { "file://" } else { "file:///" });
    for byte in name.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        match byte {
            b'\\' if cfg!(windows) => text.push('/'),
            _ if plain => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_either_unit() {
        let line = "é😀 x";
        for (byte, utf16) in [(0, 0), (2, 1), (6, 3), (7, 4), (8, 5)] {
            assert_eq!(Encoding::Utf16.column(line, byte), utf16);
            assert_eq!(Encoding::Utf16.byte(line, utf16), byte);
            assert_eq!(Encoding::Utf8.byte(line, byte as u32), byte);
        }
        // In the middle of a pair, and behind the end.
        assert_eq!(Encoding::Utf16.byte(line, 2), 2);
        assert_eq!(Encoding::Utf16.byte(line, 99), line.len());
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = "a\r\nbb\rc\n";
        for (line, expected) in [(0, 0..1), (1, 3..5), (2, 6..7), (3, 8..8), (9, 8..8)] {
            assert_eq!(line_of(text, line), expected, "{line}");
        }
        assert_eq!(Encoding::Utf16.offset(text, Position::new(1, 1)), 4);
        assert_eq!(Encoding::Utf16.offset(text, Position::new(50, 1)), 8);
    }

    #[cfg(unix)]
    #[test]
    fn addresses_are_paths() {
        for path in ["/a b/ü#?.asm", "/x/100%.asm", "untitled:Untitled-1"] {
            let there = uri(path).expect("it can be written");
            assert_eq!(name(&there), path, "{}", there.as_str());
        }
        let odd = Uri::from_str("file:///a%2Fb%").map(|uri| name(&uri));
        assert!(odd.is_err() || odd.is_ok_and(|name| name == "/a/b%"));
    }
}
