//! Bytes to text: whatever editors save, with a note where it is not plain UTF-8.
//!
//! Ends of lines stay as they are, because the assembler takes LF, CR LF and CR as MARS does.

/// A text, and what was odd about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// Each follows the name of the file: "begins with …".
    pub notes: Vec<String>,
}

/// What a file is that is not text, in words that follow "is".
pub type NoText = &'static str;

/// Beginnings of files that are no text, whatever their names say.
const KINDS: [(&[u8], NoText); 13] = [
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"PK\x03\x04", "an archive or an Office document"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x7fELF", "an executable"),
    (b"MZ\x90", "an executable"),
    (b"\xca\xfe\xba\xbe", "a compiled Java class"),
];

/// Makes text of bytes, or says what they are instead.
pub fn decode(bytes: &[u8]) -> Result<Decoded, NoText> {
    if let Some((_, what)) = KINDS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(what);
    }
    let mut notes = Vec::new();
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => {
            notes.push("begins with a byte order mark, which was taken off".into());
            utf8_or_latin1(rest, &mut notes)
        }
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes, "UTF-16", &mut notes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes, "big-endian UTF-16", &mut notes),
        _ => match zeros(bytes) {
            Zeros::None => utf8_or_latin1(bytes, &mut notes),
            Zeros::Odd => {
                utf16(bytes, u16::from_le_bytes, "UTF-16 without a byte order mark", &mut notes)
            }
            Zeros::Even => {
                let what = "big-endian UTF-16 without a byte order mark";
                utf16(bytes, u16::from_be_bytes, what, &mut notes)
            }
            Zeros::Many => return Err("a binary file"),
        },
    };
    if text.contains('\0') {
        notes.push("has NUL characters in it".into());
    }
    let lone = text.replace("\r\n", "");
    if lone.contains('\r') && !lone.contains('\n') && !text.contains('\n') {
        notes.push("ends its lines with CR alone, as old Macs did".into());
    } else if lone.contains('\r') {
        notes.push("has CR characters that are not followed by LF; each ends a line".into());
    }
    Ok(Decoded { text, notes })
}

fn utf8_or_latin1(bytes: &[u8], notes: &mut Vec<String>) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => {
            notes.push("is not UTF-8; it was read as Latin-1".into());
            bytes.iter().map(|byte| char::from(*byte)).collect()
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, what: &str, notes: &mut Vec<String>) -> String {
    notes.push(format!("is {what}; MARS can't read it so"));
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        notes.push("ends in the middle of a character".into());
    }
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut damaged = false;
    let text = char::decode_utf16(units).map(|c| {
        c.unwrap_or_else(|_| {
            damaged = true;
            char::REPLACEMENT_CHARACTER
        })
    });
    let text: String = text.collect();
    if damaged {
        notes.push("has damaged characters".into());
    }
    // A mark may have come twice.
    text.trim_start_matches('\u{feff}').to_string()
}

/// Where the zero bytes are: text in UTF-16 has them in every second place.
enum Zeros {
    None,
    Odd,
    Even,
    Many,
}

fn zeros(bytes: &[u8]) -> Zeros {
    let head = &bytes[..bytes.len().min(4096)];
    let count = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (count(0), count(1));
    let most = head.len() * 2 / 5;
    match (even, odd) {
        // A few stray ones are the assembler's to complain about.
        (even, odd) if (even + odd) * 50 <= head.len() => Zeros::None,
        (even, odd) if odd >= most && even * 20 <= odd => Zeros::Odd,
        (even, odd) if even >= most && odd * 20 <= even => Zeros::Even,
        _ => Zeros::Many,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "main: li $v0, 10 # fünf\n syscall\n";

    fn units(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[track_caller]
    fn check(bytes: &[u8], text: &str, notes: &[&str]) {
        let decoded = decode(bytes).expect("it is text");
        assert_eq!(decoded.text, text);
        assert_eq!(decoded.notes, notes);
    }

    #[test]
    fn every_encoding_becomes_the_same_text() {
        check(TEXT.as_bytes(), TEXT, &[]);
        let marked = ["\u{feff}", TEXT].concat();
        let mark = "begins with a byte order mark, which was taken off";
        check(marked.as_bytes(), TEXT, &[mark]);
        check(&units(&marked, u16::to_le_bytes), TEXT, &["is UTF-16; MARS can't read it so"]);
        let big = "is big-endian UTF-16; MARS can't read it so";
        check(&units(&marked, u16::to_be_bytes), TEXT, &[big]);
        let little = "is UTF-16 without a byte order mark; MARS can't read it so";
        check(&units(TEXT, u16::to_le_bytes), TEXT, &[little]);
        let big = "is big-endian UTF-16 without a byte order mark; MARS can't read it so";
        check(&units(TEXT, u16::to_be_bytes), TEXT, &[big]);
        let latin: Vec<u8> = TEXT.chars().map(|c| c as u8).collect();
        check(&latin, TEXT, &["is not UTF-8; it was read as Latin-1"]);
    }

    #[test]
    fn odd_files_are_noted_and_ends_of_lines_kept() {
        check(b"", "", &[]);
        check(b"a\r\nb\r\n", "a\r\nb\r\n", &[]);
        check(b"a\rb\r", "a\rb\r", &["ends its lines with CR alone, as old Macs did"]);
        let mixed = "has CR characters that are not followed by LF; each ends a line";
        check(b"a\rb\r\nc\n", "a\rb\r\nc\n", &[mixed]);
        let mut cut = units("\u{feff}ab", u16::to_le_bytes);
        cut.extend([0xd8, 0x00, 0xd8, 0x61]);
        let decoded = decode(&cut).expect("it is text");
        assert_eq!(decoded.notes.len(), 1, "{:?}", decoded.notes);
        cut.push(1);
        let decoded = decode(&cut).expect("it is text");
        assert_eq!(decoded.notes[1], "ends in the middle of a character");
        check(
            b"li $v0, 10\0\n li $v0, 10\n li $v0, 10\n li $v0, 10\n li $v0, 10 ",
            "li $v0, 10\0\n li $v0, 10\n li $v0, 10\n li $v0, 10\n li $v0, 10 ",
            &["has NUL characters in it"],
        );
    }

    #[test]
    fn what_is_no_text_is_named() {
        assert_eq!(decode(b"%PDF-1.7 ..."), Err("a PDF document"));
        assert_eq!(decode(b"PK\x03\x04\x14"), Err("an archive or an Office document"));
        assert_eq!(decode(&[0, 1, 2, 0, 0, 0, 7, 9, 0, 0]), Err("a binary file"));
    }
}
