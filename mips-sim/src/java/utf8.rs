//! Bytes to text.

use std::borrow::Cow;

/// The text of bytes, with what is not UTF-8 replaced as Java does it: as in Rust, but for half of a
/// surrogate pair, complete or not, which becomes one mark.
pub fn utf8_text(bytes: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(bytes);
    if matches!(text, Cow::Borrowed(_)) {
        return text;
    }
    let mut marked = Vec::with_capacity(bytes.len() + 2);
    let mut rest = bytes;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match behind {
            [0xa0..=0xbf, behind @ ..] if *first == 0xed => {
                marked.extend("\u{fffd}".as_bytes());
                let complete = matches!(behind, [0x80..=0xbf, ..]);
                rest = &behind[usize::from(complete)..];
            }
            _ => marked.push(*first),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&marked).into_owned())
}
