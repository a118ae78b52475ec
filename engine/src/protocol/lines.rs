//! Lines from bytes that come in pieces, ended as Java's reader has it: `\n`, `\r` or `\r\n`.

use std::borrow::Cow;

/// Longer than any line that someone types: a line without an end must not fill the memory.
const MAX_LINE: usize = 1 << 20;

/// Puts lines together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineReader {
    partial: Vec<u8>,
    /// A newline that comes next belongs to the carriage return before it.
    skip_newline: bool,
}

impl LineReader {
    /// The next line without its end, taken from what was left over and the front of the input.
    /// Nothing if the line is not complete yet; then all input has been taken.
    ///
    /// A carriage return ends a line at once, without waiting for a newline.
    pub(super) fn line<'a>(&mut self, input: &mut &'a [u8]) -> Option<Cow<'a, [u8]>> {
        if self.skip_newline && !input.is_empty() {
            *input = input.strip_prefix(b"\n").unwrap_or(input);
            self.skip_newline = false;
        }
        let length = input.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, rest) = input.split_at(length.unwrap_or(input.len()));
        let line = &line[..line.len().min(MAX_LINE - self.partial.len())];
        *input = rest;
        let Some((end, rest)) = rest.split_first() else {
            self.partial.extend_from_slice(line);
            return None;
        };
        self.skip_newline = *end == b'\r';
        *input = rest;
        if self.partial.is_empty() {
            return Some(Cow::Borrowed(line));
        }
        self.partial.extend_from_slice(line);
        Some(Cow::Owned(std::mem::take(&mut self.partial)))
    }

    /// What is left over when there is no more input.
    pub(super) fn last_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.partial);
        (!line.is_empty()).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut reader = LineReader::default();
        let mut found = Vec::new();
        for mut piece in pieces.iter().copied() {
            while let Some(line) = reader.line(&mut piece) {
                found.push(line.into_owned());
            }
            assert!(piece.is_empty());
        }
        found.extend(reader.last_line());
        found
    }

    #[test]
    fn every_kind_of_end() {
        let expected: [&[u8]; 6] = [b"a", b"b", b"c", b"", b"", b"d"];
        assert_eq!(lines(&[b"a\nb\r\nc\r\r\n\nd"]), expected);
        let bytes: Vec<&[u8]> = b"a\nb\r\nc\r\r\n\nd".chunks(1).collect();
        assert_eq!(lines(&bytes), expected);
        assert_eq!(lines(&[b"a\r", b"", b"\n"]), [b"a"]);
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let long = vec![b'x'; MAX_LINE - 1];
        let found = lines(&[&long, b"yz", b"z\n1\n"]);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].len(), found[0].last()), (MAX_LINE, Some(&b'y')));
        assert_eq!(found[1], b"1");
    }
}
