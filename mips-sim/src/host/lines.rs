//! Lines of standard input as Java's reader finds them: ended by `\n`, `\r` or `\r\n`, read ahead in
//! chunks. What a line means is the business of the service that asked for it.

use std::borrow::Cow;
use std::ops::Range;

use super::{Host, Input};
use crate::java::utf8_text;

/// As much as MARS's reader takes from standard input at a time.
const CHUNK: usize = 8192;
/// Longer than any line that someone types.
const MAX_LINE: usize = 1 << 20;

/// Java's line reader: takes input in chunks and hands it out by lines.
#[derive(Debug, Default)]
pub(super) struct LineReader {
    buffer: Vec<u8>,
    at: usize,
    /// Whether a newline that comes next belongs to a carriage return before it.
    skip_newline: bool,
    ended: bool,
    /// How many lines have been handed out.
    lines: u64,
}

impl Clone for LineReader {
    fn clone(&self) -> LineReader {
        LineReader { buffer: self.buffer.clone(), ..*self }
    }

    /// Reuses the memory of the buffer.
    fn clone_from(&mut self, source: &LineReader) {
        let LineReader { buffer, at, skip_newline, ended, lines } = source;
        self.buffer.clone_from(buffer);
        self.at = *at;
        self.skip_newline = *skip_newline;
        self.ended = *ended;
        self.lines = *lines;
    }
}

impl LineReader {
    /// Whether nothing that was read is left in either, and both go on alike.
    pub(super) fn is_as_empty_as(&self, other: &LineReader) -> bool {
        let empty = |reader: &LineReader| reader.at == reader.buffer.len();
        empty(self)
            && empty(other)
            && (self.skip_newline, self.ended) == (other.skip_newline, other.ended)
    }

    /// How many lines have been handed out.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// The next line without its end; `Ok(None)` if there is none.
    pub(super) fn line<H: Host>(&mut self, host: &mut H) -> Result<Option<Cow<'_, str>>, Pending> {
        let line = self.next(host)?;
        self.lines += u64::from(line.is_some());
        Ok(line.map(|line| utf8_text(&self.buffer[line])))
    }

    /// Asks for more input although it was at its end: on a terminal, more can come.
    pub(super) fn reopen(&mut self) {
        self.ended = false;
    }

    /// Where in the buffer the next line is.
    fn next<H: Host>(&mut self, host: &mut H) -> Result<Option<Range<usize>>, Pending> {
        loop {
            if self.skip_newline && self.at < self.buffer.len() {
                self.at += usize::from(self.buffer[self.at] == b'\n');
                self.skip_newline = false;
            }
            let start = self.at;
            let rest = &self.buffer[start..];
            if let Some(length) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                self.skip_newline = rest[length] == b'\r';
                self.at += length + 1;
                return Ok(Some(start..start + length));
            }
            if self.ended || rest.len() > MAX_LINE {
                self.at = self.buffer.len();
                return Ok((start < self.at).then_some(start..self.at));
            }
            self.buffer.drain(..start);
            self.at = 0;
            match host.read_behind(&mut self.buffer, CHUNK) {
                Input::Bytes(_) => {}
                Input::End => self.ended = true,
                Input::Pending => return Err(Pending),
            }
        }
    }
}

/// There is no input yet.
pub(super) struct Pending;
