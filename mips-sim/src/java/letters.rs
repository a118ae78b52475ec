//! Which characters MARS takes for letters and digits, and which it takes for the same letter.

/// The first code point of each decimal digit row of Unicode's basic plane: a character `c` is a
/// digit with value `c - zero` when it lies within ten of one of these.
const DIGIT_ZEROS: [u32; 37] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
    0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// The value of a decimal digit of any script, as `Character.isDigit` and `Character.digit` see it.
pub fn decimal_digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let code = c as u32;
    let row = DIGIT_ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    let value = code - DIGIT_ZEROS[row];
    (value < 10).then_some(value)
}

/// `Character.digit(c, radix)`: decimal digits of any script and Latin letters, plain or full-width.
pub(super) fn digit(c: char, radix: u32) -> Option<u32> {
    let value = match c {
        'a'..='z' => c as u32 - 'a' as u32 + 10,
        'A'..='Z' => c as u32 - 'A' as u32 + 10,
        '\u{ff21}'..='\u{ff3a}' => c as u32 - 0xff21 + 10,
        '\u{ff41}'..='\u{ff5a}' => c as u32 - 0xff41 + 10,
        _ => decimal_digit(c)?,
    };
    (value < radix).then_some(value)
}

/// `Character.isLetter`, for one UTF-16 unit: characters outside the basic plane are never letters
/// to MARS. (Rust's `is_alphabetic` also holds for combining vowel signs, which Java excludes; no
/// program was ever seen to depend on that.)
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic();
    }
    let letter_number = matches!(c as u32,
        0x16ee..=0x16f0 | 0x2160..=0x2182 | 0x2185..=0x2188 | 0x24b6..=0x24e9
        | 0x3007 | 0x3021..=0x3029 | 0x3038..=0x303a | 0xa6e6..=0xa6ef);
    (c as u32) < 0x10000 && c.is_alphabetic() && !letter_number
}

/// Folds one character as `String.equalsIgnoreCase` does for the letters that occur in mnemonics
/// and directives: ASCII case, and the few other characters whose case forms are ASCII letters.
pub fn fold_case(c: char) -> char {
    match c {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        '\u{131}' | '\u{130}' => 'i',
        _ => c.to_ascii_lowercase(),
    }
}
