//! Making text harmless, for every place where a report puts what others wrote.
//!
//! Names of files, output of programs and lines of source may hold anything: escape sequences, marks
//! that turn the direction of writing, `</script>`, formulas. Each function here takes any text and
//! gives one that is only text where it goes. No report escapes anything by itself.

use std::collections::BTreeSet;

use tester::wording::is_unseen;

/// How a character is shown that would act instead of being seen, if it is one.
fn picture(c: char) -> Option<String> {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).map(String::from),
        '\x7f' => Some("\u{2421}".to_owned()),
        '\u{80}'..='\u{9f}' => Some(format!("\\x{:02x}", c as u32)),
        c if is_unseen(c) => Some(format!("\\u{{{:x}}}", c as u32)),
        _ => None,
    }
}

/// `text` with each character replaced as `f` says, `None` leaving it as it is.
fn replace(text: &str, f: impl Fn(char) -> Option<String>) -> String {
    let mut done = String::with_capacity(text.len());
    for c in text.chars() {
        match f(c) {
            Some(shown) => done.push_str(&shown),
            None => done.push(c),
        }
    }
    done
}

/// One line for a terminal: whatever would act is shown as a picture (`␛`), ends of lines too.
pub fn line(text: &str) -> String {
    replace(text, picture)
}

/// Lines for a terminal: as [`line`](line()), but lines end, and tabs are blanks.
pub fn block(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    replace(&text, |c| match c {
        '\n' => None,
        '\t' => Some("    ".to_owned()),
        c => picture(c),
    })
}

/// Text or an attribute of HTML, in one line.
pub fn html(text: &str) -> String {
    markup(&line(text))
}

/// A sentence of HTML, in one line: what stands between backquotes is code.
pub fn html_sentence(text: &str) -> String {
    let escaped = html(text);
    let mut parts = escaped.split('`');
    let mut done = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        match parts.next() {
            Some(behind) => done += &format!("<code>{part}</code>{behind}"),
            // Nothing closes it.
            None => done += &format!("`{part}"),
        }
    }
    done
}

/// Text of HTML in which lines end, for `<pre>`.
pub fn html_block(text: &str) -> String {
    markup(&block(text))
}

/// Text of an XML element.
pub fn xml(text: &str) -> String {
    markup(&block(text))
}

/// An attribute of an XML element.
pub fn xml_attribute(text: &str) -> String {
    markup(&block(text)).replace('\n', "&#10;")
}

fn markup(text: &str) -> String {
    replace(text, |c| {
        let name = match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            _ => return None,
        };
        Some(name.to_owned())
    })
}

/// Markdown that is only words, in one line.
pub fn markdown(text: &str) -> String {
    let escaped = replace(line(text).trim(), |c| match c {
        '<' => Some("&lt;".to_owned()),
        '&' => Some("&amp;".to_owned()),
        '\\' | '`' | '*' | '_' | '[' | ']' | '>' | '#' | '|' | '~' | '$' => Some(format!("\\{c}")),
        _ => None,
    });
    // What begins a list or an underline of a heading does so only at the beginning.
    let digits = escaped.bytes().take_while(u8::is_ascii_digit).count();
    match escaped.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => {
            format!("{}\\{}", &escaped[..digits], &escaped[digits..])
        }
        Some(b'-' | b'+' | b'=') if digits == 0 => format!("\\{escaped}"),
        _ => escaped,
    }
}

/// A span of Markdown code, in one line.
pub fn markdown_code(text: &str) -> String {
    // A table ends its cells at `|` even in code.
    let text = line(text).replace('|', "\u{2502}");
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    if text.trim().is_empty() {
        String::new()
    } else if text.starts_with('`') || text.ends_with('`') || text.starts_with(' ') {
        format!("{fence} {text} {fence}")
    } else {
        format!("{fence}{text}{fence}")
    }
}

/// A block of Markdown code.
pub fn markdown_block(text: &str) -> String {
    let text = block(text);
    let fence = "`".repeat((longest_run(&text, '`') + 1).max(3));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|c| c != of).map(str::len).max().unwrap_or(0)
}

/// A cell of a CSV table (RFC 4180). Programs that show tables take a cell that begins with `=` and
/// the like for a formula and run it: such a cell is given a `'` in front.
pub fn csv(text: &str) -> String {
    let text = block(text);
    let risky = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    // Blanks in front do not keep every program from it.
    let formula = text.trim_start().starts_with(risky);
    let text = if formula { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', ';']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// JSON that is safe to look at: the same value, with what acts in a terminal written as escapes.
pub fn json(json: &str) -> String {
    replace(json, |c| match c {
        // Between values only, where it is the writer's own.
        '\n' => None,
        c if c <= '\u{ffff}' && picture(c).is_some() => Some(format!("\\u{:04x}", c as u32)),
        _ => None,
    })
}

/// JSON inside a `<script>` element of HTML: the same value, without what could end the element.
pub fn json_in_html(text: &str) -> String {
    replace(&json(text), |c| match c {
        '<' | '>' | '&' => Some(format!("\\u{:04x}", c as u32)),
        _ => None,
    })
}

/// The message of an annotation in the log of GitHub Actions.
pub fn annotation(text: &str) -> String {
    block(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of such an annotation.
pub fn annotation_property(text: &str) -> String {
    annotation(text).replace(':', "%3A").replace(',', "%2C")
}

/// Names for files made from any text: safe on every system, and no two alike.
#[derive(Debug, Default)]
pub struct FileNames {
    taken: BTreeSet<String>,
}

impl FileNames {
    /// The longest name; file systems allow 255 bytes, and an ending comes behind.
    const MOST: usize = 100;

    /// The name for such a text.
    pub fn name(&mut self, text: &str) -> String {
        let mut name: String = text
            .chars()
            .take(FileNames::MOST)
            .map(|c| match c {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' => c,
                _ => '_',
            })
            .collect();
        // Hidden files, folders above, options, and devices of Windows.
        let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
        let port = stem.len() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
        let device = matches!(&*stem, "con" | "prn" | "aux" | "nul") || port;
        if name.is_empty() || name.starts_with(['.', '-']) || device {
            name.insert(0, '_');
        }
        let name = name.trim_end_matches('.').to_owned();
        let mut unique = name.clone();
        let mut count = 1;
        while !self.taken.insert(unique.to_ascii_lowercase()) {
            count += 1;
            unique = format!("{name}-{count}");
        }
        unique
    }
}

/// Base64 (RFC 4648), with padding.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let at = |i: usize| u32::from(part.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            if i <= part.len() {
                let letter = LETTERS[(bits >> (18 - 6 * i) & 63) as usize];
                text.push(char::from(letter));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_shown() {
        assert_eq!(line("a\x1b[31mb\0\n\u{202e}\u{9b}c\x7f"), "a␛[31mb␀␊\\u{202e}\\x9bc␡");
        assert_eq!(block("a\r\n\tb\rc"), "a\n    b␍c");
        assert_eq!(html("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
        assert_eq!(xml_attribute("a\nb\u{ffff}"), "a&#10;b\\u{ffff}");
        assert_eq!(line("👩\u{200d}🔬 ok"), "👩\u{200d}🔬 ok");
    }

    #[test]
    fn markdown_is_only_words() {
        assert_eq!(markdown("a*b_<script>|$t0"), "a\\*b\\_&lt;script\\>\\|\\$t0");
        assert_eq!(markdown("1. x"), "1\\. x");
        assert_eq!(markdown("- x"), "\\- x");
        assert_eq!(markdown_code("a``b`"), "``` a``b` ```");
        assert_eq!(markdown_block("a\n```\nb\n"), "````text\na\n```\nb\n````\n");
    }

    #[test]
    fn cells_are_no_formulas() {
        assert_eq!(csv("=cmd|' /C calc'!A0"), "'=cmd|' /C calc'!A0");
        assert_eq!(csv(" @x"), "' @x");
        assert_eq!(csv("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
        assert_eq!(csv("plain"), "plain");
    }

    #[test]
    fn annotations_are_escaped_as_actions_reads_them() {
        assert_eq!(annotation("50% : a,b\nc"), "50%25 : a,b%0Ac");
        assert_eq!(annotation_property("a:b,c%"), "a%3Ab%2Cc%25");
    }

    #[test]
    fn names_of_files_are_safe_and_differ() {
        let mut names = FileNames::default();
        for (text, name) in [
            ("../../etc/passwd", "_.._.._etc_passwd"),
            ("ann", "ann"),
            ("Ann", "Ann-2"),
            ("", "_"),
            ("con.asm", "_con.asm"),
            ("-rf", "_-rf"),
            ("zoë\n", "zo__"),
            ("dot.", "dot"),
        ] {
            assert_eq!(names.name(text), name);
        }
    }

    #[test]
    fn base64_is_the_usual_one() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }
}
