//! Names of files from elsewhere: made harmless before anyone uses them.
//!
//! A path that comes out of here has no `..`, no drive, no leading `/` and no backslash. [`shown`] is
//! for sentences: nothing in it can move a cursor or turn text around.

/// The longest path that is taken.
const LONGEST: usize = 1024;
/// The longest name in a sentence, and the longest key of a student.
const LONGEST_SHOWN: usize = 120;

/// What keeps a name from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsafe {
    /// It leads out of its folder.
    #[error("its name leads out of the archive")]
    LeadsOut,
    /// It is a full path.
    #[error("its name is a full path")]
    Absolute,
    /// Nothing is left of it.
    #[error("it has no name")]
    Empty,
    /// It is longer than any name.
    #[error("its name is too long")]
    TooLong,
}

/// A path as it is used from here on: parts joined by `/`. Backslashes divide folders too, as
/// archives from Windows have them.
pub fn clean(raw: &str) -> Result<String, Unsafe> {
    if raw.len() > LONGEST {
        return Err(Unsafe::TooLong);
    }
    let path = raw.replace('\\', "/");
    let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if path.starts_with('/') || drive {
        return Err(Unsafe::Absolute);
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => return Err(Unsafe::LeadsOut),
            part => parts.push(part),
        }
    }
    if parts.is_empty() { Err(Unsafe::Empty) } else { Ok(parts.join("/")) }
}

/// What systems and editors leave behind, and nobody hands in on purpose.
pub fn is_junk(path: &str) -> bool {
    path.split('/').any(|part| {
        let part = part.to_ascii_lowercase();
        part == "__macosx"
            || part.starts_with("._")
            || part.starts_with(".git")
            || matches!(
                part.as_str(),
                ".ds_store" | "thumbs.db" | "desktop.ini" | ".vscode" | ".idea" | ".svn"
            )
            || part.starts_with("~$")
    })
}

/// A name in a sentence: short, on one line, without characters that do something.
pub fn shown(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if harmless(c) { c } else { '\u{fffd}' }).collect();
    if text.chars().count() > LONGEST_SHOWN {
        let head: String = text.chars().take(LONGEST_SHOWN - 20).collect();
        let tail: Vec<char> = text.chars().rev().take(19).collect();
        text = head + "…" + &tail.into_iter().rev().collect::<String>();
    }
    text
}

/// Whether a character only shows itself.
fn harmless(c: char) -> bool {
    let turns = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !c.is_control() && !turns
}

/// The last part of a path.
pub fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder in which a path lies; none if it lies in none.
pub fn folder(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder)
}

/// A file's name without the ending of a program or an archive.
pub fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() && is_ending(end) => stem,
        _ => name,
    }
}

fn is_ending(end: &str) -> bool {
    ["asm", "s", "zip"].iter().any(|known| end.eq_ignore_ascii_case(known))
}

/// Whether a file is called as programs are.
pub fn is_program(path: &str) -> bool {
    let base = base(path);
    base.rsplit_once('.').is_some_and(|(_, end)| is_ending(end) && !end.eq_ignore_ascii_case("zip"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out() {
        let good = [("a.asm", "a.asm"), ("./a//b\\c.asm", "a/b/c.asm"), ("...", "...")];
        for (raw, clean_name) in good {
            assert_eq!(clean(raw).as_deref(), Ok(clean_name));
        }
        let bad = [
            ("../x", Unsafe::LeadsOut),
            ("a/../../x", Unsafe::LeadsOut),
            ("a\\..\\x", Unsafe::LeadsOut),
            ("/etc/passwd", Unsafe::Absolute),
            ("\\\\host\\x", Unsafe::Absolute),
            ("C:\\x", Unsafe::Absolute),
            ("c:x", Unsafe::Absolute),
            ("", Unsafe::Empty),
            ("./", Unsafe::Empty),
        ];
        for (raw, why) in bad {
            assert_eq!(clean(raw), Err(why), "{raw}");
        }
        assert_eq!(clean(&"x".repeat(5000)), Err(Unsafe::TooLong));
    }

    #[test]
    fn junk_is_known() {
        for junk in ["__MACOSX/a.asm", "a/._p.asm", ".DS_Store", "x/Thumbs.db", ".git/config"] {
            assert!(is_junk(junk), "{junk}");
        }
        for good in ["a.asm", "a/b.txt", "macosx/a.asm", "_a.asm"] {
            assert!(!is_junk(good), "{good}");
        }
    }

    #[test]
    fn names_in_sentences_do_nothing() {
        assert_eq!(shown("a\x1b[31m\nb\u{202e}c"), "a\u{fffd}[31m\u{fffd}b\u{fffd}c");
        let long = shown(&("a".repeat(300) + ".asm"));
        assert_eq!(long.chars().count(), LONGEST_SHOWN);
        assert!(long.ends_with(".asm"));
    }

    #[test]
    fn endings() {
        assert_eq!(
            ["a.asm", "b.S", "c.zip", "d.txt", ".asm", "e"].map(stem),
            ["a", "b", "c", "d.txt", ".asm", "e"]
        );
        assert!(is_program("x/y.ASM") && is_program("y.s"));
        assert!(!is_program("y.zip") && !is_program("asm") && !is_program("y.asm.txt"));
    }
}
