//! Where things stand, and the reports about them: for MARS by file, line and chain of macro calls,
//! for people by the text that was assembled.

use super::layout::Layout;
use super::lex::{Token, column};
use super::lines::{Program, Text};
use super::macros::ActiveCall;
use crate::diag::{Call, Diagnostic, MarsPlace, Message, Severity, Snippet, Stage};
use crate::source::SourceMap;

/// A line under assembly: of a file, or of a macro body with its parameters filled in.
#[derive(Clone, Copy)]
pub(crate) struct LineRef<'l> {
    /// Its number in the merged program, from 1.
    pub(crate) merged: u32,
    /// The number that MARS shows for it in a chain of macro calls.
    pub(crate) shown: u32,
    /// The number of the line of the outermost macro call, or its own.
    pub(crate) source_line: u32,
    /// In a macro: the number that MARS shows for the line of the definition.
    pub(crate) defined_line: Option<u32>,
    pub(crate) text: &'l str,
    pub(crate) text_ref: &'l Text,
}

/// Where something stands, in MARS's words and for people.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) mars: MarsPlace,
    pub(crate) snippet: Option<Snippet>,
    pub(crate) trace: Vec<Call>,
}

/// Something seen on the way that MARS says nothing about.
#[derive(Debug)]
pub(crate) struct Noticed {
    pub(crate) message: Message,
    pub(crate) merged: u32,
    pub(crate) place: Place,
}

impl Layout<'_> {
    /// Remembers a line of the data segment that MARS ignores; one after the other as one.
    pub(crate) fn note_dropped(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        if !self.options.advice {
            return;
        }
        if let Some(Noticed { message: Message::InstructionInData { lines, .. }, merged, .. }) =
            self.noticed.last_mut()
            && *merged + *lines == line.merged
        {
            *lines += 1;
            return;
        }
        let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
        let text = first.text(line.text).into_owned();
        let whole = Token { end: last.end, ..*first };
        self.notice(line, &whole, Message::InstructionInData { text, lines: 1 });
    }

    /// Remembers something that MARS says nothing about, for [`super::advice`].
    pub(crate) fn notice(&mut self, line: LineRef<'_>, token: &Token, message: Message) {
        let place = self.place(line, Some(token));
        self.noticed.push(Noticed { message, merged: line.merged, place });
    }

    pub(crate) fn error(&mut self, line: LineRef<'_>, token: &Token, message: Message) {
        self.report(line, token, message, Severity::Error);
    }

    pub(crate) fn report(
        &mut self,
        line: LineRef<'_>,
        token: &Token,
        message: Message,
        severity: Severity,
    ) {
        // A full list takes nothing more, and a hostile program can have very many errors.
        if !self.errors.limit_exceeded() {
            let place = self.place(line, Some(token));
            self.add(message, severity, place);
        }
    }

    pub(crate) fn add(&mut self, message: Message, severity: Severity, place: Place) {
        self.errors.add(Diagnostic {
            message,
            severity,
            stage: Stage::Parse,
            echo: false,
            mars_place: place.mars,
            snippet: place.snippet,
            trace: place.trace,
        });
    }

    /// The place of a token, with the macro calls that are being expanded.
    pub(crate) fn place(&self, line: LineRef<'_>, token: Option<&Token>) -> Place {
        let range = token.map_or(0..line.text.len(), |t| t.start as usize..t.end as usize);
        let (file, number) = self.program.place(line.merged);
        Place {
            mars: MarsPlace {
                file: Some(file),
                history: self.macros.calls.iter().map(|call| call.shown).collect(),
                line: number,
                column: token.map_or(0, |_| column(line.text, range.start)),
            },
            snippet: Some(self.snippet(line.merged, line.text, range)),
            trace: trace(&self.macros.calls, &self.program, self.sources),
        }
    }

    pub(crate) fn snippet(
        &self,
        merged: u32,
        text: &str,
        range: std::ops::Range<usize>,
    ) -> Snippet {
        snippet(&self.program, self.sources, merged, text, range)
    }
}

/// A snippet of a line of the merged program with the text that was assembled.
pub(crate) fn snippet(
    program: &Program,
    sources: &SourceMap,
    merged: u32,
    text: &str,
    range: std::ops::Range<usize>,
) -> Snippet {
    let (file, line) = program.place(merged);
    let rewritten = sources.file(file).line(line) != text;
    Snippet { file, line, text: text.to_string(), range, rewritten }
}

/// The macro calls in a form that people can be shown.
pub(crate) fn trace(calls: &[ActiveCall], program: &Program, sources: &SourceMap) -> Vec<Call> {
    let shown = |call: &ActiveCall| {
        let range = call.token.start as usize..call.token.end as usize;
        let text = call.text.get(sources);
        Call {
            name: call.definition.name.clone(),
            at: snippet(program, sources, call.merged, text, range),
            defined: program.place(call.definition.from),
        }
    };
    calls.iter().map(shown).collect()
}
