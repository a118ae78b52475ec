//! One line of the formatter: its tokens, the blanks between them, and what they become.

use mips_sim::asm::directive::Directive;
use mips_sim::asm::lex::{Token, TokenKind, TokenLine};

use super::fragile::{Fragile, is_eqv};
use super::{Columns, pad};

/// A line that was read.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    read: TokenLine<'a>,
}

impl<'a> Line<'a> {
    pub(super) fn read(text: &'a str) -> Line<'a> {
        Line { text, read: TokenLine::read(text) }
    }

    /// Its tokens with what is written there.
    pub(super) fn tokens(&self) -> impl Iterator<Item = (&Token, &'a str)> {
        self.read.tokens().iter().map(|token| (token, token.raw(self.text)))
    }

    /// Whether it must stay as it is, to the blank.
    pub(super) fn is_fragile(&self, fragile: &Fragile<'_>) -> bool {
        let mut tokens = self.tokens();
        let quotes_blanks = tokens.any(|(token, raw)| match token.kind {
            // MARS quotes the whole line.
            TokenKind::Error => true,
            TokenKind::Identifier => fragile.contains(raw),
            TokenKind::Parameter => fragile.parameters,
            _ => false,
        });
        quotes_blanks || self.ends_in_long_literal() || self.has_odd_commas()
    }

    /// A literal whose code has more digits than it has characters: `.eqv` takes what is behind it.
    fn ends_in_long_literal(&self) -> bool {
        let code = self.tokens().filter(|(token, _)| token.kind != TokenKind::Comment);
        code.last().is_some_and(|(token, raw)| {
            raw.starts_with('\'') && token.value.to_string().len() > raw.encode_utf16().count()
        })
    }

    /// Commas where nobody puts them: they are blanks to MARS, and nothing that we could tidy.
    fn has_odd_commas(&self) -> bool {
        let statement = self.read.statement();
        let operands = statement.iter().find(|token| !self.is_head(token));
        let label = self.read.label_tokens().last();
        let end = operands.or(statement.last()).or(label).map_or(0, |token| token.start as usize);
        let odd = |at: usize| !self.read.tokens().iter().any(|token| token.range().contains(&at));
        let blank = self.read.tokens().first().is_none_or(|t| t.kind == TokenKind::Comment);
        let end = if blank { self.comment_start() } else { end };
        self.text[..end].match_indices(',').any(|(at, _)| odd(at))
    }

    /// Whether a token is the word that a statement begins with.
    fn is_head(&self, token: &Token) -> bool {
        let head = self.read.statement().first();
        head.is_some_and(|head| head.start == token.start && !continues_data(head.kind))
    }

    fn comment_start(&self) -> usize {
        self.text.len() - self.read.comment().map_or(0, str::len)
    }

    /// Whether it belongs to a table of data: it declares something, or only says something.
    pub(super) fn is_of_a_table(&self) -> bool {
        let head = self.read.statement().first();
        match head {
            Some(token) => {
                matches!(token.kind, TokenKind::Directive(_)) || continues_data(token.kind)
            }
            None => self.read.labels().next().is_some() || self.read.comment().is_some(),
        }
    }

    pub(super) fn has_label_and_statement(&self) -> bool {
        self.read.labels().next().is_some() && !self.read.statement().is_empty()
    }

    /// The column of a statement that begins with a word.
    pub(super) fn statement_column(&self) -> Option<usize> {
        let head = self.read.statement().first()?;
        let column = column_of(self.text, head.start as usize);
        let free = self.read.labels().next().is_none() && column == 0;
        (!continues_data(head.kind) && !free).then_some(column)
    }

    /// The column of its comment.
    pub(super) fn comment_column(&self) -> Option<usize> {
        let comment = self.read.tokens().last().filter(|t| t.kind == TokenKind::Comment)?;
        Some(column_of(self.text, comment.start as usize))
    }

    /// The line with its parts in their columns. `above` is where the comment of the line above was
    /// and is.
    pub(super) fn formatted(
        &self,
        columns: &Columns,
        table: Option<usize>,
        above: Option<(usize, usize)>,
    ) -> String {
        let statement = table.unwrap_or(columns.statements);
        let mut out = String::with_capacity(self.text.len() + 32);
        self.put_labels(&mut out);
        self.put_statement(&mut out, columns, statement);
        let code = self.read.tokens().iter().rfind(|token| token.kind != TokenKind::Comment);
        let behind = &self.text[code.map_or(0, |token| token.end as usize)..];
        let gap = behind.split('#').next().unwrap_or_default();
        if code.is_some() && gap.contains(',') {
            out.push(',');
        }
        if let Some(comment) = self.read.comment() {
            match (code, self.comment_column()) {
                (Some(_), _) => pad(&mut out, columns.comments, 2),
                (None, Some(0)) => {}
                (None, Some(at)) => match above.filter(|(before, _)| *before == at) {
                    Some((_, now)) => pad(&mut out, now, 0),
                    None => pad(&mut out, statement, 0),
                },
                (None, None) => {}
            }
            out.push_str(comment.trim_end());
        }
        if self.says_the_same(&out) { out } else { self.text.to_string() }
    }

    fn put_labels(&self, out: &mut String) {
        for label in self.read.labels() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(label);
            out.push(':');
        }
    }

    fn put_statement(&self, out: &mut String, columns: &Columns, statement: usize) {
        let tokens = self.read.statement();
        let Some(head) = tokens.first() else { return };
        let operand_column = statement + columns.operands.saturating_sub(columns.statements);
        let has_label = !out.is_empty();
        let column = if continues_data(head.kind) {
            operand_column
        } else if !has_label && head.start == 0 && stays_at_the_margin(head.kind) {
            0
        } else {
            statement
        };
        pad(out, column, usize::from(has_label));
        let begin = column_of(out, out.len());
        out.push_str(head.raw(self.text));
        let aligned = self.is_aligned(tokens);
        for (index, pair) in tokens.windows(2).enumerate() {
            let [before, after] = pair else { continue };
            let gap = before.end as usize..after.start as usize;
            let text = &self.text[gap.clone()];
            if index == 0 && !continues_data(head.kind) {
                if !gap.is_empty() {
                    let width = operand_column - statement;
                    pad(out, if has_column(head.kind) { begin + width } else { 0 }, 1);
                }
            } else if aligned || is_eqv(head.kind) && index > 1 {
                out.push_str(text);
            } else {
                out.push_str(between(head.kind, before, after, text));
            }
            out.push_str(after.raw(self.text));
        }
    }

    /// Whether blanks between the operands of a directive look as if they were put there on purpose.
    fn is_aligned(&self, tokens: &[Token]) -> bool {
        let head = tokens[0].kind;
        let directive = matches!(head, TokenKind::Directive(_));
        let from = usize::from(directive);
        let wide = |pair: &[Token]| {
            let gap = &self.text[pair[0].end as usize..pair[1].start as usize];
            gap.contains("  ") || gap.contains('\t')
        };
        let listed = directive || continues_data(head);
        listed && tokens.get(from..).is_some_and(|operands| operands.windows(2).any(wide))
    }

    /// Whether a line has the same tokens: if not, someone has written what we don't understand.
    fn says_the_same(&self, line: &str) -> bool {
        let other = Line::read(line);
        let same = |(a, b): ((&Token, &str), (&Token, &str))| {
            a.0.kind == b.0.kind
                && match a.0.kind {
                    TokenKind::Comment => a.1.trim_end() == b.1.trim_end(),
                    _ => a.1 == b.1,
                }
        };
        self.read.tokens().len() == other.read.tokens().len()
            && self.tokens().zip(other.tokens()).all(same)
    }
}

/// What stands between two operands. Blanks come and go only where they can't make another token,
/// even after macro parameters are filled in: around parentheses, which are always tokens.
fn between<'t>(head: TokenKind, before: &Token, after: &Token, gap: &'t str) -> &'t str {
    let commas = gap.matches(',').count();
    if gap.is_empty() {
        return "";
    }
    match commas {
        0 => {
            let inner = before.kind == TokenKind::LeftParen
                || matches!(after.kind, TokenKind::LeftParen | TokenKind::RightParen);
            let instruction = matches!(head, TokenKind::Operator(_));
            if inner && instruction { "" } else { " " }
        }
        1 => ", ",
        _ => gap,
    }
}

/// Whether a line that begins so goes on with the data above it.
fn continues_data(kind: TokenKind) -> bool {
    use TokenKind::{Int5, Int16, Int16U, Int32, Minus, Plus, Real, String};
    matches!(kind, Int5 | Int16 | Int16U | Int32 | Minus | Plus | Real | String)
}

/// Directives that are no data may stand at the margin, if someone put them there.
fn stays_at_the_margin(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Directive(directive) if !directive.stores())
}

/// Whether the operands have a column of their own; names behind `.globl` or `.macro` have none.
fn has_column(head: TokenKind) -> bool {
    match head {
        TokenKind::Directive(directive) => {
            directive.stores() || matches!(directive, Directive::Eqv | Directive::Align)
        }
        _ => true,
    }
}

/// The column of a byte, in characters, with tabs to multiples of 8.
pub(super) fn column_of(text: &str, at: usize) -> usize {
    text[..at]
        .chars()
        .fold(0, |column, c| if c == '\t' { (column / 8 + 1) * 8 } else { column + 1 })
}
