//! Where things stand, and the reports about them: for MARS by file, line and chain of macro calls,
//! for people by the text that was assembled.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use super::layout::Layout;
use super::lex::{Token, utf16_length};
use super::lines::{Program, Text};
use super::macros::{ActiveCall, Chain, calls};
use crate::diag::{Diagnostic, MacroCall, MarsPlace, Message, Severity, Snippet, Stage};
use crate::source::{FileId, SourceMap};

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
    pub(crate) shared: &'l Shared,
}

/// What the diagnostics of one line share, so that a long line with many of them costs neither
/// memory nor time for each.
#[derive(Default)]
pub(crate) struct Shared {
    text: OnceCell<(Arc<str>, bool)>,
    /// The last position whose column was asked for, and the column.
    column: Cell<(usize, u32)>,
}

impl Shared {
    /// The text of the line, copied once, and whether it differs from what stands in the file.
    pub(crate) fn text(&self, text: &str, written: &str) -> (Arc<str>, bool) {
        self.text.get_or_init(|| (text.into(), text != written)).clone()
    }

    /// The column of a position in the line. Those who ask go from left to right.
    pub(crate) fn column(&self, text: &str, at: usize) -> u32 {
        let (from, units) = self.column.get();
        let (from, units) = if from <= at { (from, units) } else { (0, 0) };
        let units = units + utf16_length(&text[from..at]);
        self.column.set((at, units));
        units + 1
    }
}

/// The texts of lines as diagnostics hold them: each is copied and compared once, however many speak
/// of it.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    copies: RefCell<HashMap<(FileId, u32), Arc<str>>>,
    /// What macros and `.eqv` made, and whether it differs from what stands in the file.
    made: RefCell<HashMap<*const u8, (Arc<str>, bool)>>,
}

impl Texts {
    /// A text, and whether it differs from the line that is written in the file.
    fn copy(&self, text: &Text, line: (FileId, u32), sources: &SourceMap) -> (Arc<str>, bool) {
        let written = |(file, number): (FileId, u32)| sources.file(file).line(number);
        match text {
            Text::Source(file, number) => {
                let place = (*file, *number);
                let mut copies = self.copies.borrow_mut();
                let copy = copies.entry(place).or_insert_with(|| written(place).into());
                (copy.clone(), place != line)
            }
            // That it is kept here keeps its address from becoming that of another.
            Text::Made(made) => {
                let known = || (made.clone(), **made != *written(line));
                self.made.borrow_mut().entry(made.as_ptr()).or_insert_with(known).clone()
            }
        }
    }
}

/// Where something stands, in MARS's words and for people.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) mars: MarsPlace,
    pub(crate) snippet: Option<Snippet>,
    pub(crate) trace: Vec<MacroCall>,
}

impl Place {
    /// The same for a report at the end of a file, when MARS no longer knows of macro calls.
    pub(crate) fn late(mut self) -> Place {
        self.mars.history.clear();
        self
    }
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
        let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
        let text = first.text(line.text).into_owned();
        let message = Message::InstructionInData { text, lines: 1 };
        let whole = Token { end: last.end, ..*first };
        if !self.options.advice || !self.is_news(line, &whole, &message) {
            return;
        }
        if let Some(Noticed { message: Message::InstructionInData { lines, .. }, merged, .. }) =
            self.noticed.last_mut()
            && *merged + *lines == line.merged
        {
            *lines += 1;
            return;
        }
        self.keep(line, &whole, message);
    }

    /// Remembers something that MARS says nothing about, for [`super::advice`].
    pub(crate) fn notice(&mut self, line: LineRef<'_>, token: &Token, message: Message) {
        if self.is_news(line, token, &message) {
            self.keep(line, token, message);
        }
    }

    /// Whether this was not noticed before: a line of a macro is told of once, not once for each call.
    fn is_news(&mut self, line: LineRef<'_>, token: &Token, message: &Message) -> bool {
        let (file, number) = self.program.place(line.merged);
        self.told.insert((message.code(), file, number, token.start))
    }

    fn keep(&mut self, line: LineRef<'_>, token: &Token, message: Message) {
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
            mars_place: place.mars,
            snippet: place.snippet,
            trace: place.trace,
            ..Diagnostic::new(message, severity, Stage::Parse)
        });
    }

    /// The place of a token, with the macro calls that are being expanded.
    pub(crate) fn place(&self, line: LineRef<'_>, token: Option<&Token>) -> Place {
        let range = token.map_or(0..line.text.len(), Token::range);
        let (file, number) = self.program.place(line.merged);
        let (text, rewritten) = if ptr::eq(line.text, line.text_ref.get(self.sources)) {
            self.program.texts.copy(line.text_ref, (file, number), self.sources)
        } else {
            line.shared.text(line.text, self.sources.file(file).line(number))
        };
        Place {
            mars: MarsPlace {
                file: Some(file),
                history: self.macros.history(),
                line: number,
                column: token.map_or(0, |_| line.shared.column(line.text, range.start)),
            },
            snippet: Some(Snippet { file, line: number, text, range, rewritten }),
            trace: trace(&self.macros.active, &self.program, self.sources),
        }
    }
}

/// A snippet of a line of the merged program with the text that was assembled.
pub(crate) fn snippet(
    program: &Program,
    sources: &SourceMap,
    merged: u32,
    text: &Text,
    range: Range<usize>,
) -> Snippet {
    let (file, line) = program.place(merged);
    let (text, rewritten) = program.texts.copy(text, (file, line), sources);
    Snippet { file, line, text, range, rewritten }
}

/// Calls at either end of a chain that people are shown.
const SHOWN_CALLS: usize = 8;

/// The macro calls in a form that people can be shown, outermost first.
pub(crate) fn trace(
    chain: &Option<Rc<Chain>>,
    program: &Program,
    sources: &SourceMap,
) -> Vec<MacroCall> {
    let Some(innermost) = chain else { return Vec::new() };
    let shown = |call: &ActiveCall| {
        let range = call.token.range();
        MacroCall {
            name: call.definition.name.clone(),
            at: snippet(program, sources, call.merged, &call.text, range),
            defined: program.place(call.definition.from),
        }
    };
    let outer = innermost.depth.saturating_sub(SHOWN_CALLS);
    let ends = |(k, _): &(usize, &ActiveCall)| *k < SHOWN_CALLS || *k >= outer;
    let mut list: Vec<MacroCall> =
        calls(chain).enumerate().filter(ends).map(|(_, call)| shown(call)).collect();
    list.reverse();
    list
}
