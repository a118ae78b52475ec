//! How a board looks, seen from one picture of it: what a [`Layout`](super::recover::Layout) has to say.

use super::recover::{names_row, shown};

/// The sign that stands for empty cells, if it is none of the usual ones: several lines in a row
/// have nothing but it and numbers, and no cell is empty in a usual way.
pub fn empty_mark(text: &[u8], side: usize) -> Option<char> {
    let text = shown(text);
    let mut found: Option<(char, usize)> = None;
    for line in text.split(|byte| *byte == b'\n') {
        let mark = str::from_utf8(line).ok().and_then(|line| mark_in(line, side));
        found = match (found, mark) {
            (Some((mark, lines)), Some(None)) => Some((mark, lines + 1)),
            (Some((mark, lines)), Some(Some(other))) if other == mark => Some((mark, lines + 1)),
            (_, Some(Some(mark))) => Some((mark, 1)),
            // Rulers and blank lines may be between the rows.
            (found, None) if !line.iter().any(u8::is_ascii_alphanumeric) => found,
            (_, Some(None) | None) => None,
        };
        if let Some((mark, lines)) = found
            && lines >= side
        {
            return Some(mark);
        }
    }
    None
}

/// The width of cells in lines of nothing but numbers and blanks, if all have the same length.
pub fn width(text: &[u8], side: usize) -> Option<usize> {
    let text = shown(text);
    let plain = |line: &&[u8]| {
        !line.is_empty() && line.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ')
    };
    let mut lengths = text.split(|byte| *byte == b'\n').filter(plain).map(<[u8]>::len);
    let length = lengths.next()?;
    let same = lengths.all(|other| other == length) && length.is_multiple_of(side.max(1));
    same.then_some(length / side.max(1)).filter(|width| *width > 1)
}

/// The sign that a line has in place of some of its cells; `Some(None)` if all of them are numbers, and
/// nothing if it is no such line.
fn mark_in(line: &str, side: usize) -> Option<Option<char>> {
    let mut mark = None;
    let words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    // The name of a row may stand before it, in one word or two.
    let named = words.len().checked_sub(side)?;
    let (name, cells) = words.split_at(named);
    if named > 2 || named > 0 && !names_row(name.join(" ").as_bytes()) {
        return None;
    }
    for word in cells {
        // The same sign may stand there twice.
        let first = word.chars().next();
        let same = word.chars().count() <= 2 && word.chars().all(|sign| Some(sign) == first);
        match first.filter(|_| same) {
            Some('0' | '.' | '_') => return None,
            Some(sign) if !sign.is_ascii_digit() => {
                if mark.is_some_and(|mark| mark != sign) {
                    return None;
                }
                mark = Some(sign);
            }
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {}
            _ => return None,
        }
    }
    Some(mark)
}
