//! The strings of a program's data, and where they stand in what it printed.
//!
//! A number in `1 to 4, please.` is no answer, and a word that stands in no string is one. So strings tell
//! what a program says in its own words better than words alone.

use std::collections::BTreeSet;

use mips_sim::Image;
use mips_sim::image::{DataItem, Element};

use super::prompts::tokens;

/// The strings of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings(Vec<Vec<u8>>);

impl Strings {
    /// Those of a program's data.
    pub fn of(image: &Image) -> Strings {
        let is_string = |item: &&DataItem| {
            matches!(item.element, Element::Ascii | Element::Asciiz | Element::Byte)
        };
        let bytes = |item: &DataItem| -> Vec<u8> {
            (0..item.bytes).map(|at| image.data.get(item.address.wrapping_add(at))).collect()
        };
        Strings::new(image.items.iter().filter(is_string).map(bytes))
    }

    /// These, each up to a zero byte.
    pub fn new(list: impl IntoIterator<Item = Vec<u8>>) -> Strings {
        let list: Vec<Vec<u8>> = list.into_iter().collect();
        let parts = list.iter().flat_map(|bytes| bytes.split(|byte| *byte == 0));
        let parts: BTreeSet<&[u8]> = parts.filter(|part| !part.trim_ascii().is_empty()).collect();
        let mut parts: Vec<Vec<u8>> = parts.into_iter().map(<[u8]>::to_vec).collect();
        // The longest that fits is meant.
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        Strings(parts)
    }

    /// Those that stand in one of these outputs as they are.
    pub fn printed<'a>(&self, outputs: impl IntoIterator<Item = &'a [u8]>) -> Strings {
        let outputs: Vec<&[u8]> = outputs.into_iter().collect();
        let is_printed = |part: &&Vec<u8>| {
            outputs.iter().any(|output| output.windows(part.len()).any(|at| at == *part))
        };
        Strings(self.0.iter().filter(is_printed).cloned().collect())
    }

    /// Each of them, the longest first.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// Their words in small letters.
    pub(super) fn words(&self) -> BTreeSet<Vec<u8>> {
        let words = |text: &Vec<u8>| {
            let all = tokens(text).into_iter();
            all.map(|(start, end)| text[start..end].to_ascii_lowercase()).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(words).collect()
    }

    /// Which bytes of an output are part of such a string. Single letters and numbers are answers.
    pub(super) fn mask(&self, output: &[u8]) -> Vec<bool> {
        let mut mask = vec![false; output.len()];
        let mut by_first: Vec<Vec<&[u8]>> = vec![Vec::new(); 256];
        for part in self.iter().filter(|part| says_something(part)) {
            by_first[usize::from(part[0])].push(part);
        }
        let mut at = 0;
        while at < output.len() {
            let fits =
                |part: &&&[u8]| output[at..].starts_with(part) && is_apart(output, at, part.len());
            match by_first[usize::from(output[at])].iter().find(fits) {
                Some(part) => {
                    mask[at..at + part.len()].fill(true);
                    at += part.len();
                }
                None => at += 1,
            }
        }
        mask
    }
}

/// Whether a string is more than a letter or a number.
fn says_something(part: &[u8]) -> bool {
    let is_word = part.iter().any(u8::is_ascii_alphabetic) && part.trim_ascii().len() > 1;
    is_word || !part.iter().any(u8::is_ascii_alphanumeric)
}

/// Whether this part of an output is not in the middle of a word or of a number.
fn is_apart(output: &[u8], start: usize, length: usize) -> bool {
    let alike = |one: u8, other: u8| {
        one.is_ascii_alphabetic() && other.is_ascii_alphabetic()
            || one.is_ascii_digit() && other.is_ascii_digit()
    };
    let end = start + length;
    let before = start.checked_sub(1).is_none_or(|at| !alike(output[at], output[start]));
    let behind = output.get(end).is_none_or(|next| !alike(output[end - 1], *next));
    before && behind
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_where_they_stand_alone() {
        let list = ["1 to 4, please.", " has length ", ": ", "XC", "IX", "I", "even", "7"];
        let strings = Strings::new(list.map(|text| text.as_bytes().to_vec()));
        let rest = |output: &str| -> String {
            let mask = strings.mask(output.as_bytes());
            output.chars().zip(mask).map(|(c, masked)| if masked { '_' } else { c }).collect()
        };
        assert_eq!(rest("a has length 1"), "a____________1");
        assert_eq!(rest("0\n1 to 4, please.\n"), "0\n_______________\n");
        assert_eq!(rest("ab: 3 even, seven 7 I"), "ab__3 ____, seven 7 I");
        assert_eq!(rest("XCIX XC"), "XCIX __");
        assert_eq!(rest("11 to 4, please."), "11 to 4, please.");
    }
}
