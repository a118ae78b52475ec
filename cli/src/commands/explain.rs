//! `fivetwelve explain`: the article about a code, or the list of all codes.

use std::io::Write;

use mips_sim::diag::explain::{article, codes};

use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::io::{Io, Screen};
use crate::render;

pub(crate) fn run(args: &ExplainArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let Some(code) = &args.code else {
        for (code, summary) in codes() {
            writeln!(io.out, "{code}  {summary}")?;
        }
        return Ok(Exit::Ok);
    };
    let wanted = code.trim().to_ascii_uppercase();
    let found = codes().find(|(code, _)| *code == wanted);
    let Some((code, summary)) = found else {
        let near = match near(&wanted).join(", ") {
            none if none.is_empty() => none,
            near => format!("did you mean {near}? "),
        };
        return Err(Exit::Usage.error(format!(
            "there is no code `{}`\n{near}`fivetwelve explain` lists all codes",
            printable(code)
        )));
    };
    writeln!(io.out, "{code}: {summary}")?;
    if let Some(text) = article(code) {
        writeln!(io.out, "\n{}", fitting(text, io.on_out))?;
    }
    Ok(Exit::Ok)
}

/// An article whose paragraphs fit on a terminal.
fn fitting(text: &str, screen: Screen) -> String {
    if !screen.is_terminal {
        return text.to_string();
    }
    let paragraph = |paragraph: &str| match paragraph.starts_with("    ") {
        true => paragraph.to_string(),
        false => render::wrapped(&paragraph.replace('\n', " "), screen.width),
    };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// Codes of which one character is different, missing or too many, or that have the same number.
fn near(wanted: &str) -> Vec<&'static str> {
    let digits = wanted.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number: Option<u32> = digits.parse().ok();
    let codes = codes().map(|(code, _)| code);
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
    use super::*;
    use crate::io::capture;

    fn explained(code: Option<&str>) -> String {
        capture(80, |io| run(&ExplainArgs { code: code.map(str::to_string) }, io))
    }

    #[test]
    fn an_article_in_any_case_of_letters() {
        let text = explained(Some("e0017"));
        assert!(text.starts_with("E0017: A label that is defined nowhere.\n\n"), "{text}");
        assert!(text.contains("Wrong:") && text.contains("Right:"), "{text}");
    }

    #[test]
    fn all_codes_a_line_each() {
        let text = explained(None);
        assert_eq!(text.lines().count(), codes().count());
        assert!(text.lines().any(|line| line.starts_with("C0009  ")), "{text}");
        assert!(text.lines().all(|line| line.len() > 10));
    }

    #[test]
    fn unknown_codes_are_refused_with_a_guess() {
        for (code, part) in [
            ("E17", "did you mean E0017?"),
            ("W0017", "E0017"),
            ("nonsense\u{1b}[31m", "lists all codes"),
            ("", "lists all codes"),
        ] {
            let text = explained(Some(code));
            assert!(text.starts_with("error: there is no code `"), "{text}");
            assert!(text.contains(part) && text.ends_with("[Usage]\n"), "{text}");
            assert!(!text.contains('\u{1b}'), "{text}");
        }
    }
}
