//! Messages with a header that tells their length, as editors send them to the language server and to
//! the debug adapter.

use std::io::{self, BufRead, Read, Write};

/// Longer messages are not read.
const MAX_MESSAGE: usize = 64 << 20;
/// Longer lines of a header are cut off.
const MAX_HEADER: u64 = 4096;

/// The next message; `None` at the end of input, and a reason instead of a message that can't be read.
/// Memory is taken as bytes arrive, whatever length was announced.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, String>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), length) {
            ("", Some(length)) => return body(input, length).map(|body| body.map(Ok)),
            ("", None) => {}
            (header, _) => {
                let (name, value) = header.split_once(':').unwrap_or_default();
                if name.eq_ignore_ascii_case("content-length") {
                    match value.trim().parse::<usize>() {
                        Ok(bytes) if bytes <= MAX_MESSAGE => length = Some(bytes),
                        _ => return Ok(Some(Err(format!("its length is `{}`", value.trim())))),
                    }
                }
            }
        }
    }
}

/// The message itself, unless the input ends in it.
fn body(input: &mut impl BufRead, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

/// Sends a message.
pub(crate) fn write(output: &mut impl Write, text: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_told_and_nothing_is_taken_on_trust() {
        let all = |text: &str| {
            let mut input = text.as_bytes();
            let mut seen = Vec::new();
            while let Some(message) = read(&mut input).unwrap() {
                seen.push(message.map(|bytes| String::from_utf8(bytes).unwrap()));
            }
            seen
        };
        let good = "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}Content-Length: 1\n\n7";
        assert_eq!(all(good), [Ok("{}".to_owned()), Ok("7".to_owned())]);
        assert_eq!(all("Content-Length: 9000000\r\n\r\n{}"), []);
        for length in ["4000000000", "-5", "many", "99999999999999999999"] {
            let wrong = format!("its length is `{length}`");
            assert_eq!(all(&format!("Content-Length: {length}\r\n")), [Err(wrong)]);
        }
        assert_eq!(all("garbage\r\n\r\n"), []);
    }
}
