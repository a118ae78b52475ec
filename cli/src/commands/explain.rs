//! `fivetwelve explain`: the article about a code, or the list of all codes.

use std::io::{self, Write};

use mips_sim::diag::Message;
use mips_sim::diag::explain::article;

use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::io::Io;

pub(crate) fn run(args: &ExplainArgs, io: &mut Io) -> io::Result<Exit> {
    let Some(code) = &args.code else {
        for (code, summary) in Message::CODES {
            writeln!(io.out, "{code}  {}", summary.trim())?;
        }
        return Ok(Exit::Ok);
    };
    let wanted = code.trim().to_ascii_uppercase();
    let found = Message::CODES.iter().find(|(code, _)| *code == wanted);
    let Some((code, summary)) = found else {
        writeln!(io.err, "error: there is no code `{}`", printable(code))?;
        let near = near(&wanted);
        if near.is_empty() {
            writeln!(io.err, "`fivetwelve explain` lists all codes")?;
        } else {
            writeln!(
                io.err,
                "did you mean {}? `fivetwelve explain` lists all codes",
                near.join(", ")
            )?;
        }
        return Ok(Exit::Usage);
    };
    writeln!(io.out, "{code}: {}", summary.trim())?;
    if let Some(text) = article(code) {
        writeln!(io.out, "\n{text}")?;
    }
    Ok(Exit::Ok)
}

/// Codes of which one character is different, missing or too many, or that have the same number.
fn near(wanted: &str) -> Vec<&'static str> {
    let digits = wanted.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number: Option<u32> = digits.parse().ok();
    let codes = Message::CODES.iter().map(|(code, _)| *code);
    let same_number = |code: &&str| number.is_some() && code[1..].parse().ok() == number;
    let alike = |code: &&str| {
        code.len() == wanted.len()
            && code.bytes().zip(wanted.bytes()).filter(|(a, b)| a != b).count() == 1
    };
    let mut near: Vec<&str> = codes.clone().filter(same_number).collect();
    near.extend(codes.filter(alike).filter(|code| !same_number(code)));
    near.truncate(4);
    near
}

fn printable(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Buffer(Rc<RefCell<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn explained(code: Option<&str>) -> (Exit, String, String) {
        let (out, err) = (Buffer::default(), Buffer::default());
        let mut io =
            Io { out: Box::new(out.clone()), err: Box::new(err.clone()), color: false, width: 80 };
        let args = ExplainArgs { code: code.map(str::to_string) };
        let exit = run(&args, &mut io).unwrap();
        let text = |buffer: Buffer| String::from_utf8(buffer.0.take()).unwrap();
        (exit, text(out), text(err))
    }

    #[test]
    fn an_article_in_any_case_of_letters() {
        let (exit, out, err) = explained(Some("e0017"));
        assert_eq!((exit, err.as_str()), (Exit::Ok, ""));
        assert!(out.starts_with("E0017: A label that is defined nowhere.\n\n"), "{out}");
        assert!(out.contains("Wrong:") && out.contains("Right:"), "{out}");
    }

    #[test]
    fn all_codes_a_line_each() {
        let (exit, out, _) = explained(None);
        assert_eq!(exit, Exit::Ok);
        assert_eq!(out.lines().count(), Message::CODES.len());
        assert!(out.lines().all(|line| line.len() > 10));
    }

    #[test]
    fn unknown_codes_are_refused_with_a_guess() {
        let (exit, out, err) = explained(Some("E17"));
        assert_eq!((exit, out.as_str()), (Exit::Usage, ""));
        assert!(err.contains("did you mean E0017?"), "{err}");
        let (exit, _, err) = explained(Some("W0017"));
        assert_eq!(exit, Exit::Usage);
        assert!(err.contains("E0017"), "{err}");
        let (exit, _, err) = explained(Some("nonsense\u{1b}[31m"));
        assert_eq!(exit, Exit::Usage);
        assert!(err.contains("lists all codes") && !err.contains('\u{1b}'), "{err}");
        assert_eq!(explained(Some("")).0, Exit::Usage);
    }
}
