//! The long explanations, one for each code, for `fivetwelve explain`. They are written in
//! `articles.md`: a heading with the code, then prose; examples are indented below a line `Wrong:`
//! or `Right:` and are assembled by `tests/articles.rs`, so that they can't be untrue.

use crate::diag::Message;
use crate::observe::check::Misuse;

const ARTICLES: &str = include_str!("articles.md");

/// All codes with the summary of each: of the assembler, then of the checker of a run.
pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Message::CODES.iter().chain(Misuse::CODES).map(|(code, summary)| (*code, summary.trim()))
}

/// The article about a code such as `E0012`.
pub fn article(code: &str) -> Option<&'static str> {
    let mut sections = ARTICLES.split("\n## ").skip(1);
    let section = sections.find(|section| section.lines().next() == Some(code))?;
    Some(section[code.len()..].trim_matches('\n'))
}
