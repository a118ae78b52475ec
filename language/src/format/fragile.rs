//! What must not be touched, because somewhere MARS makes a text of it and reads that anew: a quote
//! that an `.eqv` or a macro argument opens and nobody closes swallows the blanks behind it.

use std::collections::HashSet;

use mips_sim::asm::directive::Directive;
use mips_sim::asm::lex::TokenKind;

use super::line::Line;

/// The names and parameters of a file after which blanks may count.
#[derive(Debug, Default)]
pub(super) struct Fragile<'a> {
    names: HashSet<&'a str>,
    /// Whether a macro might get half a string.
    pub(super) parameters: bool,
}

impl<'a> Fragile<'a> {
    pub(super) fn of(lines: &[Line<'a>]) -> Fragile<'a> {
        let mut found = Fragile::default();
        for line in lines {
            let open = |kind, raw: &str| kind == TokenKind::String && !is_closed(raw);
            found.parameters |= line.tokens().any(|(token, raw)| open(token.kind, raw));
            let mut words =
                line.tokens().skip_while(|(token, _)| !is_eqv(token.kind)).map(|(_, raw)| raw);
            if let (Some(_), Some(name)) = (words.next(), words.next())
                && words.any(|raw| {
                    raw.contains('\'')
                        || raw.starts_with('"') && !is_closed(raw)
                        || found.names.contains(raw)
                })
            {
                found.names.insert(name);
            }
        }
        found
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

pub(super) fn is_eqv(kind: TokenKind) -> bool {
    kind == TokenKind::Directive(Directive::Eqv)
}

fn is_closed(string: &str) -> bool {
    string.len() > 1 && string.ends_with('"') && !string.ends_with("\\\"")
}
