//! Macro calls: each body line with its arguments filled in, read anew and assembled in place.

use std::rc::Rc;

use super::layout::Layout;
use super::lex::{Token, TokenKind, lex_line};
use super::lines::Text;
use super::macros::{self, ActiveCall, Chain, Expansion};
use super::place::{LineRef, Shared};
use crate::diag::{Message, Severity};
use crate::image::CallSite;

/// Macro calls within macro calls. MARS's own stack does not hold much more.
const MAX_MACRO_DEPTH: usize = 500;
/// Lines that all expansions of a program may come to.
const MAX_EXPANDED_LINES: u32 = 1_000_000;
/// Bytes of new text that all expansions of a program may come to, and what each line of it counts
/// for what is kept beside it.
const MAX_EXPANDED_TEXT: usize = 64 << 20;
const LINE: usize = 160;

impl Layout<'_> {
    /// Expands the line if it calls a macro; says whether it did.
    pub(crate) fn macro_call(&mut self, line: LineRef<'_>, tokens: &[Token]) -> bool {
        let name = tokens[0].text(line.text);
        let parenthesized = tokens.len() > 2
            && tokens[1].kind == TokenKind::LeftParen
            && tokens[tokens.len() - 1].kind == TokenKind::RightParen;
        let arguments = if parenthesized { &tokens[2..tokens.len() - 1] } else { &tokens[1..] };
        let Some(definition) = self.macros.find(&name, arguments.len()) else { return false };
        let number = self.macros.next_number();
        if self.macros.is_active(line.merged) {
            let mut place = self.place(line, Some(&tokens[0]));
            place.mars.column = 0;
            self.add(Message::MacroLoop, Severity::Error, place);
            return true;
        }
        if self.macros.depth() == MAX_MACRO_DEPTH {
            self.error(line, &tokens[0], Message::ExpansionLimit { what: "nested macro calls" });
            self.crashed = true;
            return true;
        }
        let arguments: Vec<String> =
            arguments.iter().map(|token| token.text(line.text).into_owned()).collect();
        let outer = self.macros.active.take();
        let (file, number_of_line) = self.program.place(line.merged);
        let parent = outer.as_ref().map(|chain| chain.site);
        self.call_sites.push(CallSite { file, line: number_of_line, parent });
        self.macros.active = Some(Rc::new(Chain {
            call: ActiveCall {
                merged: line.merged,
                shown: line.shown,
                definition: definition.clone(),
                text: line.text_ref.clone(),
                token: tokens[0],
            },
            depth: outer.as_ref().map_or(0, |chain| chain.depth) + 1,
            parent: outer.clone(),
            site: self.call_sites.len() as u32 - 1,
        }));
        let program = self.program.clone();
        let sources = self.sources;
        let expansion = Expansion {
            definition: &definition,
            program: &program,
            sources,
            arguments: &arguments,
            number,
        };
        // The body is the lines between `.macro` and `.end_macro`, counted from 0 here.
        for index in definition.from as usize..(definition.to as usize).saturating_sub(1) {
            if self.crashed {
                break;
            }
            let merged = index as u32 + 1;
            let mut unknown = Vec::new();
            let made = expansion.line(index, &mut self.expanded_bytes, &mut |name, token| {
                unknown.push((name.to_string(), *token));
            });
            let body_text = program.text(index);
            let shared = Shared::default();
            let body_line = LineRef {
                merged,
                shown: merged,
                source_line: line.source_line,
                defined_line: Some(merged - definition.from + definition.shown_from),
                text: body_text.get(sources),
                text_ref: &body_text,
                shared: &shared,
            };
            for (name, token) in unknown {
                self.error(body_line, &token, Message::UnknownParameter { name });
            }
            if self.options.advice
                && let Some(made) = &made
                && let Some(name) = expansion.misplaced(index, made)
            {
                let shared = Shared::default();
                let line = LineRef { text: made, shared: &shared, ..body_line };
                let start = (made.len() - made.trim_start().len()) as u32;
                let end = made.len() as u32;
                let whole = Token { kind: TokenKind::Error, value: 0, start, end };
                let result = made.trim().to_string();
                self.notice(line, &whole, Message::TextualReplacement { name, result });
            }
            self.expanded_line(body_line, made, index);
        }
        self.macros.active = outer;
        true
    }

    /// One line of an expansion: read anew, since its parameters have become other tokens.
    fn expanded_line(&mut self, body: LineRef<'_>, made: Option<String>, index: usize) {
        self.expanded_lines += 1;
        self.expanded_text += made.as_ref().map_or(0, |made| made.len() + LINE);
        if self.expanded_lines > MAX_EXPANDED_LINES
            || self.expanded_bytes > macros::MAX_WORK
            || self.expanded_text > MAX_EXPANDED_TEXT
        {
            let whole =
                Token { kind: TokenKind::Error, value: 0, start: 0, end: body.text.len() as u32 };
            self.error(body, &whole, Message::ExpansionLimit { what: "lines made by macros" });
            self.crashed = true;
            return;
        }
        let program = self.program.clone();
        let same = made.is_none() && program.lines[index].is_as_written();
        if same && !self.eqv.concerns(body.text, program.tokens(index)) {
            // Nothing was replaced: the tokens of the definition will do.
            let tokens = program.tokens(index);
            if program.lines[index].bad {
                return;
            }
            if !tokens.is_empty() {
                self.line(body, tokens);
            }
            return;
        }
        let made = made.unwrap_or_else(|| program.raw(index, self.sources).to_string());
        let mut tokens = Vec::new();
        lex_line(&made, &mut tokens);
        let text_ref = Text::Made(made.into());
        let shared = Shared::default();
        let text = text_ref.get(self.sources);
        let line = LineRef { text, text_ref: &text_ref, shared: &shared, ..body };
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Error) {
            let message = Message::InvalidToken {
                line: shared.text(line.text, body.text).0,
                token: token.raw(line.text).to_string(),
            };
            self.error(line, token, message);
        }
        if !self.eqv.concerns(line.text, &tokens) {
            return self.expanded_tokens(line, &tokens);
        }
        let mut eqv = std::mem::take(&mut self.eqv);
        let mut found = Vec::new();
        let rewritten = eqv.apply(line.text, &mut tokens, &mut |message, text, token| {
            found.push((message, text.to_string(), *token));
        });
        self.eqv = eqv;
        for (message, text, token) in found {
            self.crashed |= message.crashes_mars();
            let shared = Shared::default();
            self.error(LineRef { text: &text, shared: &shared, ..line }, &token, message);
        }
        let Some(text) = rewritten else { return self.expanded_tokens(line, &tokens) };
        let text_ref = Text::Made(text.into());
        let shared = Shared::default();
        let text = text_ref.get(self.sources);
        let line = LineRef { text, text_ref: &text_ref, shared: &shared, ..body };
        self.expanded_tokens(line, &tokens);
    }

    fn expanded_tokens(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        if !tokens.is_empty() {
            self.line(line, tokens);
        }
    }
}
