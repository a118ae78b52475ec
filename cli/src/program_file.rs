//! The file of this program, and what such a file needs to run on another machine.

use std::path::PathBuf;
use std::{env, io};

/// Where this program is.
pub(crate) fn current() -> io::Result<PathBuf> {
    // Linux tells by /proc, and an empty folder that someone made the root has none.
    env::current_exe().or_else(|error| {
        let called = env::args_os().next().map(PathBuf::from);
        called.filter(|path| path.is_absolute() && path.is_file()).ok_or(error)
    })
}

/// What a program file needs of a machine that shall run it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Linux on x86-64, nothing else.
    Linux,
    /// A C library too; glibc of at least 2.N, if it is that one.
    Library(Option<u32>),
    /// Another system or processor.
    Other,
}

/// Reads it out of the file: an ELF file that names an interpreter is linked when it is started.
pub(crate) fn needs(file: &[u8]) -> Needs {
    elf_needs(file).unwrap_or(Needs::Other)
}

fn elf_needs(file: &[u8]) -> Option<Needs> {
    const X86_64: u64 = 62;
    const INTERPRETER: u64 = 3;
    let number = |at: usize, length: usize| {
        let bytes = file.get(at..at.checked_add(length)?)?;
        Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    };
    // 64 bits, the least byte first.
    if !file.starts_with(b"\x7fELF\x02\x01") || number(18, 2)? != X86_64 {
        return None;
    }
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    for row in 0..count {
        let at = table.checked_add(row.checked_mul(size)?)?;
        if number(usize::try_from(at).ok()?, 4)? == INTERPRETER {
            return Some(Needs::Library(newest_glibc(file)));
        }
    }
    Some(Needs::Linux)
}

/// The newest version of glibc that is named in the file.
fn newest_glibc(file: &[u8]) -> Option<u32> {
    const NAME: &[u8] = b"GLIBC_2.";
    let names = file.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let minor = |(at, _): (usize, &[u8])| {
        let digits = file[at + NAME.len()..].iter().take(3).take_while(|b| b.is_ascii_digit());
        str::from_utf8(&digits.copied().collect::<Vec<u8>>()).ok()?.parse().ok()
    };
    names.filter_map(minor).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ELF file with one program header, followed by some text.
    fn elf(machine: u8, kind: u8, text: &str) -> Vec<u8> {
        let mut file = vec![0; 64 + 56];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (file[18], file[32], file[54], file[56], file[64]) = (machine, 64, 56, 1, kind);
        file.extend(text.as_bytes());
        file
    }

    #[test]
    fn a_file_says_what_it_needs() {
        let text = "GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.\0GLIBC_PRIVATE";
        assert_eq!(needs(&elf(62, 3, text)), Needs::Library(Some(34)));
        assert_eq!(needs(&elf(62, 3, "ld-musl")), Needs::Library(None));
        assert_eq!(needs(&elf(62, 1, text)), Needs::Linux);
        assert_eq!(needs(&elf(183, 1, "")), Needs::Other);
    }

    #[test]
    fn what_is_no_such_file_is_not_understood() {
        let mut far = elf(62, 1, "");
        far[39] = 0xff;
        let mut cut = elf(62, 1, "");
        cut.truncate(60);
        for file in [far, cut, Vec::new(), b"MZ".to_vec(), b"\x7fELF\x02\x01".to_vec()] {
            assert_eq!(needs(&file), Needs::Other);
        }
    }
}
