//! `fivetwelve disasm`: reads machine words from the command line or a file and prints what
//! [`mips_sim::isa::disasm`] makes of them.

use std::io::Write;
use std::path::Path;

use mips_sim::isa::disasm;

use crate::args::DisasmArgs;
use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::loader::{all_of, read_at_most, readable};

/// More than fits any text segment, even as hexadecimal text; a device that never ends can't fill
/// memory.
const MAX_BYTES: u64 = 16 << 20;

/// How many words that can't be written are named one by one.
const MAX_SHOWN: usize = 5;

pub(crate) fn run(args: &DisasmArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let (words, base) = (words(args)?, base(&args.base)?);
    if !args.source {
        write!(io.out, "{}", disasm::listing(&words, base))?;
        return Ok(Exit::Ok);
    }
    let source = disasm::source(&words, base).or_exit(Exit::Usage)?;
    write!(io.out, "{}", source.text)?;
    for left_out in source.unwritable.iter().take(MAX_SHOWN) {
        writeln!(
            io.err,
            "error: the word 0x{:08x} at 0x{:08x} can't be written as an instruction in assembly",
            left_out.word, left_out.address
        )?;
    }
    if source.unwritable.len() > MAX_SHOWN {
        let more = source.unwritable.len() - MAX_SHOWN;
        writeln!(io.err, "error: nor are {more} more words, each of them marked by a comment")?;
    }
    Ok(if source.unwritable.is_empty() { Exit::Ok } else { Exit::Failed })
}

fn base(text: &str) -> anyhow::Result<u32> {
    let refused = |sentence: String| Err(Exit::Usage.error(sentence));
    match hexadecimal(text) {
        None => refused(format!("`{text}` is not an address: write it in hexadecimal")),
        Some(base) if base % 4 != 0 => {
            refused(format!("the address {text} is not a multiple of 4, as instructions need"))
        }
        Some(base) => Ok(base),
    }
}

fn words(args: &DisasmArgs) -> anyhow::Result<Vec<u32>> {
    if let Some(path) = &args.hex {
        let bytes = read(path)?;
        let text = String::from_utf8(bytes).map_err(|_| {
            let name = path.display();
            let hint = "for a file of bytes there is --bin";
            Exit::NoInput.error(format!("{name} is not a text file of hexadecimal words; {hint}"))
        })?;
        return hex_lines(&text, path);
    }
    if let Some(path) = &args.bin {
        let bytes = read(path)?;
        let (words, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            let (name, length) = (path.display(), bytes.len());
            let sentence =
                format!("{name} has {length} bytes, which is not a whole number of words");
            return Err(Exit::NoInput.error(sentence));
        }
        return Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect());
    }
    let word = |text: &String| {
        let sentence = || format!("`{text}` is not a machine word: up to eight hexadecimal digits");
        hexadecimal(text).ok_or_else(|| Exit::Usage.error(sentence()))
    };
    args.words.iter().map(word).collect()
}

/// One word to a line, as MARS dumps them; blank lines don't count.
fn hex_lines(text: &str, path: &Path) -> anyhow::Result<Vec<u32>> {
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .map(|(index, line)| {
            hexadecimal(line).ok_or_else(|| {
                let (name, number) = (path.display(), index + 1);
                let shown: String = line.chars().take(40).collect();
                let sentence = format!("{name} line {number}: `{shown}` is not a machine word");
                Exit::NoInput.error(format!("{sentence}: up to eight hexadecimal digits"))
            })
        })
        .collect()
}

/// Reads up to eight hexadecimal digits, with or without `0x`.
fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    // A sign would be accepted otherwise.
    let only_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| only_digits && digits.len() <= 8)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    readable(
        path,
        match path == Path::new("-") {
            true => all_of(std::io::stdin().lock(), MAX_BYTES),
            false => read_at_most(path, MAX_BYTES),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::capture;
    use std::path::PathBuf;

    const WORDS: [&str; 6] =
        ["0x24080005", "2108ffff", "1d00fffe", "0c100005", "0x0000000c", "03e00008"];

    fn arguments(words: &[&str]) -> DisasmArgs {
        DisasmArgs {
            words: words.iter().map(|word| word.to_string()).collect(),
            hex: None,
            bin: None,
            base: "0x00400000".to_string(),
            source: false,
        }
    }

    fn disasm(args: &DisasmArgs) -> String {
        capture(80, |io| run(args, io))
    }

    /// A file that no other test writes to.
    fn file(name: &str, content: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fivetwelve-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        path
    }

    #[test]
    fn a_small_program() {
        insta::assert_snapshot!("listing", disasm(&arguments(&WORDS)));
        let source = DisasmArgs { source: true, ..arguments(&WORDS) };
        insta::assert_snapshot!("source", disasm(&source));
    }

    #[test]
    fn words_that_are_no_instructions() {
        let words = ["ffffffff", "08000000", "01ffffcd"];
        insta::assert_snapshot!(disasm(&arguments(&words)), @r"
        0x00400000  ffffffff  # undefined
        0x00400004  08000000  j 0x00000000
        0x00400008  01ffffcd  break 524287
        ");
        let source = DisasmArgs { source: true, ..arguments(&words) };
        insta::assert_snapshot!(disasm(&source), @r"
        .text 0x00400000
                # 0xffffffff at 0x00400000 can't be written
        .text 0x00400004
                j L_00000000
                # 0x01ffffcd at 0x00400008 can't be written
        .data 0x00000000
        L_00000000:
        error: the word 0xffffffff at 0x00400000 can't be written as an instruction in assembly
        error: the word 0x01ffffcd at 0x00400008 can't be written as an instruction in assembly
        [Failed]
        ");
    }

    #[test]
    fn files_give_the_same_as_words() {
        let expected = disasm(&arguments(&WORDS));
        let hex =
            file("words.txt", b"24080005\r\n2108ffff\n\n1d00fffe\n0c100005\n0000000c\n03e00008");
        let mut bytes = Vec::new();
        for word in WORDS {
            bytes.extend(hexadecimal(word).unwrap().to_le_bytes());
        }
        let bin = file("words.bin", &bytes);
        assert_eq!(disasm(&DisasmArgs { hex: Some(hex.clone()), ..arguments(&[]) }), expected);
        assert_eq!(disasm(&DisasmArgs { bin: Some(bin.clone()), ..arguments(&[]) }), expected);
        std::fs::remove_file(hex).unwrap();
        std::fs::remove_file(bin).unwrap();
    }

    #[test]
    fn bad_input_gets_one_sentence() {
        for word in ["xyz", "+1", "0x", "", "123456789"] {
            let expected = format!(
                "error: `{word}` is not a machine word: up to eight hexadecimal digits\n[Usage]\n"
            );
            assert_eq!(disasm(&arguments(&[word])), expected);
        }
        let based = |base: &str, source| {
            disasm(&DisasmArgs { base: base.to_string(), source, ..arguments(&["0"]) })
        };
        insta::assert_snapshot!(based("main", false), @r"
        error: `main` is not an address: write it in hexadecimal
        [Usage]
        ");
        insta::assert_snapshot!(based("0x00400002", false), @r"
        error: the address 0x00400002 is not a multiple of 4, as instructions need
        [Usage]
        ");
        insta::assert_snapshot!(based("0x10010000", true), @r"
        error: the words from 0x10010000 to 0x10010000 do not fit a text segment
        [Usage]
        ");
        for (name, content) in [
            ("bad.txt", &b"24080005\nhello\n"[..]),
            ("latin.txt", b"\xe9\n"),
            ("odd.bin", b"12345"),
        ] {
            let path = file(name, content);
            let mut args = arguments(&[]);
            let source = if name == "odd.bin" { &mut args.bin } else { &mut args.hex };
            *source = Some(path.clone());
            let shown = disasm(&args).replace(&*path.to_string_lossy(), name);
            std::fs::remove_file(path).unwrap();
            insta::assert_snapshot!(format!("refused_{}", name.replace('.', "_")), shown);
        }
        let missing = DisasmArgs { hex: Some("no/such/file".into()), ..arguments(&[]) };
        assert!(disasm(&missing).starts_with("error: no/such/file could not be read: "));
        assert!(disasm(&missing).ends_with("[NoInput]\n"));
    }
}
