//! What is shown of a text: its lines without escape sequences, and whether there are words in them.

use std::borrow::Cow;

/// The lines of a text, however they end.
pub(super) fn lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    text.split(|byte| matches!(byte, b'\n' | b'\r' | 0x0c))
}

/// A text without escape sequences: `ESC [`, parameters and a final letter, or `ESC` and one sign.
/// A sequence counts as the end of a line, since most of them move the cursor.
pub(in crate::boards) fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    // Most programs print none. Looked for in pieces, because that is several times as fast.
    let is_odd = |byte: &u8| matches!(byte, 0x1b | 0 | 7 | 8);
    if !text.chunks(64).any(|piece| piece.iter().fold(false, |odd, byte| odd | is_odd(byte))) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match byte {
            0x1b => {
                // Colours (`m`) stand inside of lines.
                let length = sequence(rest);
                if rest.get(length.wrapping_sub(1)) != Some(&b'm') {
                    out.push(b'\n');
                }
                rest = &rest[length..];
            }
            0 | 7 | 8 => {}
            byte => out.push(*byte),
        }
    }
    Cow::Owned(out)
}

/// How many bytes behind an escape belong to it.
fn sequence(rest: &[u8]) -> usize {
    match rest {
        [] => 0,
        [b'[', parameters @ ..] => {
            let last = parameters.iter().position(|byte| (0x40..=0x7e).contains(byte));
            last.map_or(rest.len(), |last| last + 2)
        }
        _ => 1,
    }
}

/// Whether a line has letters or digits, other than the corners of a frame: `o-----o`, `x====x`.
pub(super) fn has_words(line: &[u8]) -> bool {
    let plain = |at: usize| line.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let corner = |at: usize| {
        let alone = !plain(at + 1) && !at.checked_sub(1).is_some_and(plain);
        matches!(line[at], b'o' | b'O' | b'x' | b'X') && alone
    };
    if !(0..line.len()).any(plain) {
        return false;
    }
    let drawn = line.iter().filter(|byte| matches!(byte, b'-' | b'=' | b'_' | b'~')).count();
    drawn < DRAWN || (0..line.len()).any(|at| plain(at) && !corner(at))
}

/// From so many strokes on a line with single letters is a drawn one.
const DRAWN: usize = 3;

/// Whether a text has lines that could be a part of a board, before the last one, which asks: with signs
/// or numbers, but without words.
pub(crate) fn has_parts(text: &[u8]) -> bool {
    let text = shown(text);
    let mut shown = lines(&text).filter(|line| !line.trim_ascii().is_empty()).rev().skip(1);
    shown.any(|line| !line.iter().any(u8::is_ascii_alphabetic))
}

/// A text with each number replaced by `*`.
pub(super) fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '0'..='9' if out.ends_with('*') => {}
            '0'..='9' => out.push('*'),
            c => out.push(c),
        }
    }
    out
}
