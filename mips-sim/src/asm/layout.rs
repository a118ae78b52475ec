//! The first pass: walks over all lines, expands macros, carries out directives, matches
//! instructions, and gives everything its address. What it leaves behind is a list of statements
//! for [`super::emit`] and memory filled with data.

use std::rc::Rc;

use super::directive::{DataKind, Directive, ForwardReference};
use super::lex::{Kind, Token, column, lex_line};
use super::lines::{Equivalents, Program, Text};
use super::macros::{self, ActiveCall, MacroPool};
use super::parse::{self, Mismatch};
use super::symbols::SymbolTable;
use super::{AsmOptions, DataItem, MacroInfo};
use crate::config::Region;
use crate::diag::{Call, Diagnostic, ErrorList, MarsPlace, Message, Severity, Snippet, Stage};
use crate::image::{Blocks, SourceLine, Symbol};
use crate::isa::Slot;
use crate::isa::forms::{FORMS, Form};
use crate::source::SourceMap;

/// Macro calls within macro calls. MARS's own stack does not hold much more.
const MAX_MACRO_DEPTH: usize = 500;
/// Lines that all expansions of a program may come to.
const MAX_EXPANDED_LINES: u32 = 1_000_000;
/// Bytes of text that they may come to.
const MAX_EXPANDED_BYTES: usize = 256 << 20;

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

/// A counter with a user and a kernel half, of which one is in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    addresses: [u32; 2],
    kernel: bool,
}

impl Counter {
    fn new(user: u32, kernel: u32) -> Counter {
        Counter { addresses: [user, kernel], kernel: false }
    }

    pub(crate) fn select(&mut self, kernel: bool) {
        self.kernel = kernel;
    }

    pub(crate) fn get(&self) -> u32 {
        self.addresses[usize::from(self.kernel)]
    }

    pub(crate) fn set(&mut self, address: u32) {
        self.addresses[usize::from(self.kernel)] = address;
    }

    pub(crate) fn advance(&mut self, bytes: u32) {
        self.set(self.get().wrapping_add(bytes));
    }
}

/// An instruction that matched a form, with its operands in place.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) form: Form,
    pub(crate) address: u32,
    /// The registers in order of operands, FP and integer alike, and condition flags.
    pub(crate) registers: [u8; 3],
    /// Its integer, if it has one.
    pub(crate) value: i32,
    /// The token of its label, if it has one.
    pub(crate) label: Option<Token>,
    /// The index of its source line in the image.
    pub(crate) line: u32,
    pub(crate) merged: u32,
    pub(crate) text: Text,
    /// Its tokens from the mnemonic on, if MARS would show them differently from their values.
    pub(crate) odd: Option<Box<[Token]>>,
    /// Where the first token of the line begins, which may be a label.
    pub(crate) start: u32,
    /// Where its own text begins and ends in the line: from the mnemonic to the last operand.
    pub(crate) extent: (u32, u32),
    pub(crate) trace: Rc<[ActiveCall]>,
}

/// Something seen on the way that MARS says nothing about.
#[derive(Debug)]
pub(crate) struct Noticed {
    pub(crate) message: Message,
    pub(crate) merged: u32,
    pub(crate) place: Place,
}

/// What the first pass leaves behind.
pub(crate) struct Laid {
    pub(crate) statements: Vec<Vec<Statement>>,
    pub(crate) lines: Vec<SourceLine>,
    pub(crate) locals: Vec<SymbolTable>,
    pub(crate) global: SymbolTable,
    pub(crate) memory: Blocks,
    pub(crate) errors: ErrorList,
    pub(crate) data_items: Vec<DataItem>,
    pub(crate) data_bytes: u64,
    pub(crate) noticed: Vec<Noticed>,
    pub(crate) macros: Vec<MacroInfo>,
}

/// The state of the first pass.
pub(crate) struct Layout<'a> {
    pub(crate) options: &'a AsmOptions,
    pub(crate) sources: &'a SourceMap,
    pub(crate) errors: ErrorList,
    pub(crate) program: Rc<Program>,
    eqv: Equivalents,
    pub(crate) macros: MacroPool,
    pub(crate) local: SymbolTable,
    pub(crate) global: SymbolTable,
    pub(crate) text: Counter,
    pub(crate) data: Counter,
    pub(crate) extern_address: u32,
    pub(crate) in_data: bool,
    pub(crate) auto_align: bool,
    pub(crate) data_kind: DataKind,
    pub(crate) declared_global: Vec<(String, Place)>,
    pub(crate) forward_references: Vec<ForwardReference>,
    /// Set when MARS would have died: nothing more is assembled.
    pub(crate) crashed: bool,
    memory: Blocks,
    statements: Vec<Statement>,
    lines: Vec<SourceLine>,
    data_items: Vec<DataItem>,
    data_bytes: u64,
    noticed: Vec<Noticed>,
    macro_list: Vec<MacroInfo>,
    expanded_lines: u32,
    expanded_bytes: usize,
    trace: Rc<[ActiveCall]>,
}

/// Runs the first pass over all programs.
pub(crate) fn lay_out(
    programs: &[Rc<Program>],
    equivalents: Vec<Equivalents>,
    sources: &SourceMap,
    options: &AsmOptions,
) -> Laid {
    let config = &options.config;
    let mut layout = Layout {
        options,
        sources,
        errors: ErrorList::default(),
        program: programs[0].clone(),
        eqv: Equivalents::default(),
        macros: MacroPool::default(),
        local: SymbolTable::default(),
        global: SymbolTable::default(),
        text: Counter::new(config.text_base, config.ktext_base),
        data: Counter::new(config.data_base, config.kdata_base),
        extern_address: config.extern_base,
        in_data: false,
        auto_align: true,
        data_kind: DataKind::INITIAL,
        declared_global: Vec::new(),
        forward_references: Vec::new(),
        crashed: false,
        memory: Blocks::default(),
        statements: Vec::new(),
        lines: Vec::new(),
        data_items: Vec::new(),
        data_bytes: 0,
        noticed: Vec::new(),
        macro_list: Vec::new(),
        expanded_lines: 0,
        expanded_bytes: 0,
        trace: Rc::new([]),
    };
    let mut statements = Vec::new();
    let mut locals = Vec::new();
    let mut unresolved = Vec::new();
    for (program, eqv) in programs.iter().zip(equivalents) {
        if !layout.errors.limit_exceeded() && !layout.crashed {
            layout.program = program.clone();
            layout.eqv = eqv;
            layout.file();
            unresolved.append(&mut layout.forward_references);
        }
        statements.push(std::mem::take(&mut layout.statements));
        locals.push(std::mem::take(&mut layout.local));
    }
    // What no file resolved for itself may be a global of a later file.
    for reference in unresolved {
        match layout.global.address(&reference.name) {
            Some(address) => layout.patch(&reference, address),
            None => {
                let message = Message::UndefinedSymbol { name: reference.name };
                layout.add(message, Severity::Error, reference.place);
            }
        }
    }
    Laid {
        statements,
        lines: layout.lines,
        locals,
        global: layout.global,
        memory: layout.memory,
        errors: layout.errors,
        data_items: layout.data_items,
        data_bytes: layout.data_bytes,
        noticed: layout.noticed,
        macros: layout.macro_list,
    }
}

impl<'a> Layout<'a> {
    /// One file: its own labels, macros and settings, but the counters go on.
    fn file(&mut self) {
        self.macros = MacroPool::default();
        self.in_data = false;
        self.auto_align = true;
        self.data_kind = DataKind::INITIAL;
        let program = self.program.clone();
        let sources = self.sources;
        for (index, line) in program.lines.iter().enumerate() {
            if self.errors.limit_exceeded() || self.crashed {
                break;
            }
            let tokens = program.tokens(index);
            if tokens.is_empty() {
                continue;
            }
            let text_ref = program.text(index);
            let line_ref = LineRef {
                merged: index as u32 + 1,
                shown: line.number,
                source_line: line.number,
                defined_line: None,
                text: text_ref.get(sources),
                text_ref: &text_ref,
            };
            if line.bad {
                self.bad_line(line_ref, tokens);
            } else {
                self.line(line_ref, tokens);
            }
        }
        if let Some(open) = &self.macros.current {
            let merged = open.from;
            let (file, number) = program.place(merged);
            let text = program.text(merged as usize - 1);
            let text = text.get(sources);
            let range = text.len() - text.trim_start().len()..text.trim_end().len();
            let place = Place {
                mars: MarsPlace { file: Some(file), history: Vec::new(), line: number, column: 0 },
                snippet: Some(self.snippet(merged, text, range)),
                trace: Vec::new(),
            };
            self.add(Message::MacroUnclosed, Severity::Error, place);
        }
        self.transfer_globals();
        let references = std::mem::take(&mut self.forward_references);
        for reference in references {
            match self.symbol_address(&reference.name) {
                Some(address) => self.patch(&reference, address),
                None => self.forward_references.push(reference),
            }
        }
        self.macro_list.extend(self.macros.iter().map(|definition| MacroInfo {
            name: definition.name.clone(),
            parameters: definition.parameters.len(),
            defined: program.place(definition.from),
        }));
    }

    /// A line with an invalid token has been complained about; only its label still counts.
    fn bad_line(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        if self.macros.current.is_none() && begins_with_label(tokens) {
            self.define_label(line, &tokens[0]);
        }
    }

    /// Assembles one line.
    fn line(&mut self, line: LineRef<'_>, all_tokens: &[Token]) {
        let comment = all_tokens.last().is_some_and(|token| token.kind == Kind::Comment);
        let mut tokens = &all_tokens[..all_tokens.len() - usize::from(comment)];
        if begins_with_label(tokens) {
            if let Some(open) = &mut self.macros.current {
                // In a definition the label belongs to the macro and stays part of the line.
                open.labels.push(tokens[0].text(line.text).into_owned());
            } else {
                self.define_label(line, &tokens[0]);
                tokens = &tokens[2..];
            }
        }
        let Some(token) = tokens.first() else { return };
        if let Kind::Directive(directive) = token.kind {
            return self.directive(line, tokens, directive);
        }
        if self.macros.current.is_some() {
            return;
        }
        if !self.macros.is_empty() && self.macro_call(line, tokens) {
            return;
        }
        if token.kind == Kind::Identifier && token.raw(line.text).starts_with('.') {
            let name = token.raw(line.text).to_string();
            let message = Message::UnknownDirective { name };
            return self.report(line, token, message, Severity::Warning);
        }
        if self.in_data {
            let continues = token.kind.is_integer()
                || matches!(
                    token.kind,
                    Kind::Plus | Kind::Minus | Kind::String | Kind::Identifier | Kind::Real
                );
            if continues {
                self.continue_data(line, tokens);
            } else {
                // MARS drops anything else without a word.
                self.note_dropped(line, tokens);
            }
            return;
        }
        self.instruction(line, tokens, all_tokens[0]);
    }

    fn define_label(&mut self, line: LineRef<'_>, token: &Token) {
        let name = token.text(line.text).into_owned();
        let address = if self.in_data { self.data.get() } else { self.text.get() };
        let defined = self.program.place(line.merged);
        let file = Some(self.program.file);
        let symbol = Symbol { name, address, data: self.in_data, file, defined };
        if let Err(first) = self.local.add(symbol) {
            let message =
                Message::DuplicateLabel { name: first.name.clone(), first: Some(first.defined) };
            self.error(line, token, message);
        }
    }

    /// Expands the line if it calls a macro; says whether it did.
    fn macro_call(&mut self, line: LineRef<'_>, tokens: &[Token]) -> bool {
        let name = tokens[0].text(line.text);
        let parenthesized = tokens.len() > 2
            && tokens[1].kind == Kind::LeftParen
            && tokens[tokens.len() - 1].kind == Kind::RightParen;
        let arguments = if parenthesized { &tokens[2..tokens.len() - 1] } else { &tokens[1..] };
        let Some(definition) = self.macros.find(&name, arguments.len()) else { return false };
        let number = self.macros.next_number();
        if self.macros.is_active(line.merged) {
            let mut place = self.place(line, Some(&tokens[0]));
            place.mars.column = 0;
            self.add(Message::MacroLoop, Severity::Error, place);
            return true;
        }
        if self.macros.calls.len() == MAX_MACRO_DEPTH {
            self.error(line, &tokens[0], Message::ExpansionLimit { what: "nested macro calls" });
            self.crashed = true;
            return true;
        }
        let arguments: Vec<String> =
            arguments.iter().map(|token| token.text(line.text).into_owned()).collect();
        self.macros.calls.push(ActiveCall {
            merged: line.merged,
            shown: line.shown,
            definition: definition.clone(),
            text: line.text_ref.clone(),
            token: tokens[0],
        });
        let outer = std::mem::replace(&mut self.trace, self.macros.calls.as_slice().into());
        let program = self.program.clone();
        let sources = self.sources;
        // The body is the lines between `.macro` and `.end_macro`, counted from 0 here.
        for index in definition.from as usize..(definition.to as usize).saturating_sub(1) {
            if self.crashed {
                break;
            }
            let merged = index as u32 + 1;
            let mut unknown = Vec::new();
            let made = macros::substituted(
                &definition,
                &program,
                index,
                sources,
                &arguments,
                number,
                &mut |name, token| unknown.push((name.to_string(), *token)),
            );
            let body_text = program.text(index);
            let body_line = LineRef {
                merged,
                shown: merged,
                source_line: line.source_line,
                defined_line: Some(merged - definition.from + definition.shown_from),
                text: body_text.get(sources),
                text_ref: &body_text,
            };
            for (name, token) in unknown {
                self.error(body_line, &token, Message::UnknownParameter { name });
            }
            if self.options.advice
                && let Some(made) = &made
                && let Some(name) = macros::misplaced(
                    &definition,
                    &program,
                    index,
                    sources,
                    &arguments,
                    number,
                    made,
                )
            {
                let line = LineRef { text: made, ..body_line };
                let whole = Token { kind: Kind::Error, value: 0, start: 0, end: made.len() as u32 };
                let result = made.trim().to_string();
                self.notice(line, &whole, Message::TextualReplacement { name, result });
            }
            self.expanded_line(body_line, made, index);
        }
        self.macros.calls.pop();
        self.trace = outer;
        true
    }

    /// One line of an expansion: read anew, since its parameters have become other tokens.
    fn expanded_line(&mut self, body: LineRef<'_>, made: Option<String>, index: usize) {
        self.expanded_lines += 1;
        self.expanded_bytes += made.as_ref().map_or(0, String::len);
        if self.expanded_lines > MAX_EXPANDED_LINES || self.expanded_bytes > MAX_EXPANDED_BYTES {
            let whole =
                Token { kind: Kind::Error, value: 0, start: 0, end: body.text.len() as u32 };
            self.error(body, &whole, Message::ExpansionLimit { what: "lines made by macros" });
            self.crashed = true;
            return;
        }
        let program = self.program.clone();
        if made.is_none() && self.eqv.is_empty() {
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
        let line = LineRef { text: text_ref.get(self.sources), text_ref: &text_ref, ..body };
        for token in tokens.iter().filter(|token| token.kind == Kind::Error) {
            let message = Message::InvalidToken {
                line: line.text.to_string(),
                token: token.raw(line.text).to_string(),
            };
            self.error(line, token, message);
        }
        let mut eqv = std::mem::take(&mut self.eqv);
        let mut found = Vec::new();
        let rewritten = eqv.apply(line.text, tokens.clone(), &mut |message, text, token| {
            found.push((message, text.to_string(), *token));
        });
        self.eqv = eqv;
        for (message, text, token) in found {
            self.crashed |= message.crashes_mars();
            self.error(LineRef { text: &text, ..line }, &token, message);
        }
        if let Some((text, tokens)) = rewritten {
            let text_ref = Text::Made(text.into());
            let line = LineRef { text: text_ref.get(self.sources), text_ref: &text_ref, ..body };
            return self.expanded_tokens(line, &tokens);
        }
        self.expanded_tokens(line, &tokens);
    }

    fn expanded_tokens(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        if !tokens.is_empty() {
            self.line(line, tokens);
        }
    }

    fn instruction(&mut self, line: LineRef<'_>, tokens: &[Token], first_token: Token) {
        let token = &tokens[0];
        let Kind::Operator(id) = token.kind else {
            return self.unknown_operator(line, tokens);
        };
        let operands = &tokens[1..];
        let mnemonic = FORMS.mnemonic(id);
        let (form, mismatch) = parse::match_forms(mnemonic, operands);
        if matches!(form, Form::Pseudo(_)) && !self.options.pseudo {
            let mnemonic = token.text(line.text).into_owned();
            self.error(line, token, Message::PseudoForbidden { mnemonic });
        }
        if let Some(mismatch) = mismatch {
            return self.operand_error(line, tokens, form, mismatch);
        }
        let address = self.text.get();
        let words = self.options.words_of(form);
        self.text.advance(words * 4);
        let mut statement = Statement {
            form,
            address,
            registers: [0; 3],
            value: 0,
            label: None,
            line: self.source_line(line),
            merged: line.merged,
            text: line.text_ref.clone(),
            odd: is_odd(line.text, tokens, mnemonic.name).then(|| tokens.into()),
            start: first_token.start,
            extent: (token.start, tokens[tokens.len() - 1].end),
            trace: self.trace.clone(),
        };
        let mut registers = 0;
        for (slot, token) in form.shape().slots().iter().zip(operands) {
            match slot {
                Slot::Reg | Slot::Cp0 | Slot::Freg | Slot::Cc => {
                    statement.registers[registers] = token.value as u8;
                    registers += 1;
                }
                Slot::Branch | Slot::Label => statement.label = Some(*token),
                Slot::U5 | Slot::S16 | Slot::U16 | Slot::I32 => statement.value = token.value,
                Slot::Open | Slot::Close | Slot::Plus => {}
            }
        }
        self.statements.push(statement);
    }

    fn unknown_operator(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        let name = tokens[0].text(line.text).into_owned();
        let named = self.macros.named(&name);
        let message = if named.is_empty() {
            Message::UnknownOperator { name }
        } else {
            let defined = named.iter().map(|m| (m.parameters.len(), m.shown_from)).collect();
            Message::MacroMismatch { name, given: tokens.len() - 1, defined }
        };
        self.error(line, &tokens[0], message);
    }

    fn operand_error(
        &mut self,
        line: LineRef<'_>,
        tokens: &[Token],
        form: Form,
        mismatch: Mismatch,
    ) {
        let mnemonic = tokens[0].text(line.text).into_owned();
        let expected = form.example().to_string();
        let operand = |index: usize| tokens[index + 1].text(line.text).into_owned();
        let (token, message) = match mismatch {
            Mismatch::TooFew => (0, Message::TooFewOperands { mnemonic, expected }),
            Mismatch::TooMany => (0, Message::TooManyOperands { mnemonic, expected }),
            Mismatch::Range(index, slot) => {
                let (low, high) = parse::range(slot);
                let operand = operand(index);
                (index + 1, Message::OperandRange { mnemonic, operand, expected, low, high })
            }
            Mismatch::Type(index, _) => {
                let operand = operand(index);
                let message = Message::OperandType { mnemonic, operand, expected, position: index };
                (index + 1, message)
            }
        };
        self.error(line, &tokens[token], message);
    }

    /// `.globl` takes effect at the end of a file.
    fn transfer_globals(&mut self) {
        for (name, place) in std::mem::take(&mut self.declared_global) {
            if self.local.get(&name).is_none() {
                self.add(Message::GlobalUndefined { name }, Severity::Error, place);
            } else if self.global.address(&name).is_some() {
                self.add(Message::GlobalRedefined { name }, Severity::Error, place);
            } else if let Some(symbol) = self.local.remove(&name) {
                // Taken only by a symbol at the address that means "not found": as good as free.
                let _ = self.global.add(Symbol { file: None, ..symbol });
            }
        }
    }

    /// The address of a name: of this file first, then global.
    pub(crate) fn symbol_address(&self, name: &str) -> Option<u32> {
        self.local.address(name).or_else(|| self.global.address(name))
    }

    /// Writes to memory if there is memory at the address that data may be stored in.
    pub(crate) fn store(
        &mut self,
        line: LineRef<'_>,
        token: &Token,
        address: u32,
        value: u32,
        bytes: u32,
    ) -> bool {
        let config = &self.options.config;
        match config.region(address) {
            Some(Region::Data | Region::Stack | Region::Mmio | Region::KernelData) => {}
            _ => return false,
        }
        if overruns(config, address, bytes) {
            self.error(line, token, Message::SegmentOverrun { address });
            self.crashed = true;
            return true;
        }
        self.memory.set_bytes(address, value, bytes);
        true
    }

    fn patch(&mut self, reference: &ForwardReference, address: u32) {
        let region = self.options.config.region(reference.address);
        if !matches!(region, None | Some(Region::Text | Region::KernelText)) {
            self.memory.set_bytes(reference.address, address, reference.bytes);
        }
    }

    /// Records where a statement came from.
    fn source_line(&mut self, line: LineRef<'_>) -> u32 {
        let made = match (line.defined_line, line.text_ref) {
            (Some(number), _) => {
                Some(format!("<{number}> {}", line.text.trim_matches(|c: char| c <= ' ')).into())
            }
            (None, Text::Made(text)) => Some((**text).into()),
            (None, Text::Source(..)) => None,
        };
        let calls = self.macros.calls.iter().map(|call| self.program.place(call.merged)).collect();
        self.lines.push(SourceLine {
            file: self.program.file,
            line: line.source_line,
            origin: self.program.place(line.merged),
            calls,
            made,
        });
        self.lines.len() as u32 - 1
    }

    /// Counts a piece of data, and remembers it for those who give advice about it.
    pub(crate) fn note_data(
        &mut self,
        line: LineRef<'_>,
        address: u32,
        bytes: u32,
        directive: Directive,
    ) {
        self.data_bytes += u64::from(bytes);
        if !self.options.advice {
            return;
        }
        let at = self.program.place(line.merged);
        // One line is one item, however many values it has.
        if let Some(last) = self.data_items.last_mut()
            && (last.at, last.directive) == (at, directive)
            && last.address.wrapping_add(last.bytes) == address
        {
            last.bytes += bytes;
            return;
        }
        self.data_items.push(DataItem { address, bytes, directive, at });
    }

    /// Remembers a line of the data segment that MARS ignores; one after the other as one.
    fn note_dropped(&mut self, line: LineRef<'_>, tokens: &[Token]) {
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
    fn notice(&mut self, line: LineRef<'_>, token: &Token, message: Message) {
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

    fn add(&mut self, message: Message, severity: Severity, place: Place) {
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

    fn snippet(&self, merged: u32, text: &str, range: std::ops::Range<usize>) -> Snippet {
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

fn begins_with_label(tokens: &[Token]) -> bool {
    tokens.len() > 1
        && matches!(tokens[0].kind, Kind::Identifier | Kind::Operator(_))
        && tokens[1].kind == Kind::Colon
}

/// Whether MARS's text of the basic statement can't be had from the values alone: it repeats the
/// mnemonic and numbered registers as they were typed.
fn is_odd(text: &str, tokens: &[Token], mnemonic: &str) -> bool {
    tokens[0].raw(text) != mnemonic
        || tokens.iter().any(|token| {
            let raw = token.raw(text);
            // `$8` is what MARS shows; `$08`, `$0x8` and `$` are not.
            token.kind == Kind::RegisterNumber
                && (raw.len() < 2 || raw.len() > 2 && raw.as_bytes()[1] == b'0' || !raw.is_ascii())
        })
}

/// Whether a store that begins in a segment of full size runs over its end, which kills MARS: its
/// tables have no entry there. The stack is kept upside down, so that its end is at the bottom.
fn overruns(config: &crate::config::MemoryConfig, address: u32, bytes: u32) -> bool {
    if config.compact {
        return false;
    }
    match config.region(address) {
        Some(Region::Data) => address + bytes > config.data_limit,
        Some(Region::KernelData) => address + bytes > config.kdata_limit,
        Some(Region::Stack) => address < config.stack_limit + 4,
        Some(Region::Mmio) => address.checked_add(bytes - 1).is_none(),
        _ => false,
    }
}
