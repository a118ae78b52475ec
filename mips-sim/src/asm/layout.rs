//! The first pass: walks over all lines, expands macros, carries out directives, matches
//! instructions, and gives everything its address. What it leaves behind is a list of statements
//! for [`super::emit`] and memory filled with data.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::data::ForwardReference;
use super::directive::Directive;
use super::emit::Draft;
use super::lex::{Token, TokenKind, begins_with_label};
use super::lines::{Equivalents, Program, Text};
use super::macros::{Chain, MacroPool};
use super::parse::{self, Mismatch};
use super::place::{LineRef, Noticed, Place, Shared, snippet};
use super::symbols::SymbolTable;
use super::{AsmOptions, MacroInfo};
use crate::diag::{ErrorList, MarsPlace, Message, Severity};
use crate::image::{Blocks, CallSite, DataItem, SourceLine, Symbol};
use crate::isa::forms::{FORMS, Form};
use crate::isa::{Slot, reg};
use crate::source::{FileId, SourceMap, trimmed};

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
    /// The macro calls that made it.
    pub(crate) chain: Option<Rc<Chain>>,
}

/// The first pass: its state, and what it leaves behind.
pub(crate) struct Layout<'a> {
    pub(crate) options: &'a AsmOptions,
    pub(crate) sources: &'a SourceMap,
    pub(crate) errors: ErrorList,
    pub(crate) program: Rc<Program>,
    pub(crate) eqv: Equivalents,
    pub(crate) macros: MacroPool,
    /// The labels of the file under assembly, of each file before it, and those that are global.
    pub(crate) local: SymbolTable,
    pub(crate) locals: Vec<SymbolTable>,
    pub(crate) global: SymbolTable,
    pub(crate) text: Counter,
    pub(crate) data: Counter,
    pub(crate) extern_address: u32,
    pub(crate) in_data: bool,
    pub(crate) auto_align: bool,
    /// The last directive that stored values, which a line without one goes on with.
    pub(crate) data_directive: Directive,
    pub(crate) declared_global: Vec<(String, Place)>,
    pub(crate) forward_references: Vec<ForwardReference>,
    /// Set when MARS would have died: nothing more is assembled.
    pub(crate) crashed: bool,
    pub(crate) memory: Blocks,
    /// The statements of each file.
    pub(crate) statements: Vec<Vec<Statement>>,
    pub(crate) lines: Vec<SourceLine>,
    pub(crate) items: Vec<DataItem>,
    /// Whether the last item is of the line under assembly.
    pub(crate) item_open: bool,
    pub(crate) data_bytes: u64,
    pub(crate) noticed: Vec<Noticed>,
    /// What was noticed where.
    pub(crate) told: HashSet<(&'static str, FileId, u32, u32)>,
    pub(crate) macro_list: Vec<MacroInfo>,
    pub(crate) expanded_lines: u32,
    pub(crate) expanded_bytes: usize,
    pub(crate) expanded_text: usize,
    pub(crate) call_sites: Vec<CallSite>,
    /// Words that data directives stored among the instructions.
    pub(crate) stored_text: BTreeMap<u32, u32>,
    /// How many stores data directives have made.
    pub(crate) stores: u32,
    /// What [`super::emit`] makes of a program with errors, if anyone wants it.
    pub(crate) draft: Option<Draft>,
}

/// Runs the first pass over all programs.
pub(crate) fn lay_out<'a>(
    programs: &[Rc<Program>],
    equivalents: Vec<Equivalents>,
    sources: &'a SourceMap,
    options: &'a AsmOptions,
) -> Layout<'a> {
    let config = &options.config;
    let mut layout = Layout {
        options,
        sources,
        errors: ErrorList::default(),
        program: programs[0].clone(),
        eqv: Equivalents::default(),
        macros: MacroPool::default(),
        local: SymbolTable::default(),
        locals: Vec::new(),
        global: SymbolTable::default(),
        text: Counter::new(config.text_base, config.ktext_base),
        data: Counter::new(config.data_base, config.kdata_base),
        extern_address: config.extern_base,
        in_data: false,
        auto_align: true,
        data_directive: Directive::Word,
        declared_global: Vec::new(),
        forward_references: Vec::new(),
        crashed: false,
        memory: Blocks::default(),
        statements: Vec::new(),
        lines: Vec::new(),
        items: Vec::new(),
        item_open: false,
        data_bytes: 0,
        noticed: Vec::new(),
        told: HashSet::new(),
        macro_list: Vec::new(),
        expanded_lines: 0,
        expanded_bytes: 0,
        expanded_text: 0,
        call_sites: Vec::new(),
        stored_text: BTreeMap::new(),
        stores: 0,
        draft: None,
    };
    let mut unresolved = Vec::new();
    for (program, eqv) in programs.iter().zip(equivalents) {
        layout.statements.push(Vec::new());
        if !layout.errors.limit_exceeded() && !layout.crashed {
            layout.program = program.clone();
            layout.eqv = eqv;
            layout.file();
            unresolved.append(&mut layout.forward_references);
        }
        layout.locals.push(std::mem::take(&mut layout.local));
    }
    // What no file resolved for itself may be a global of a later file.
    for reference in unresolved {
        match layout.global.address(&reference.name) {
            Some(address) => layout.patch(&reference, address),
            None => {
                let message = Message::UndefinedSymbol { name: reference.name };
                layout.add(message, Severity::Error, reference.place.late());
            }
        }
    }
    layout
}

impl<'a> Layout<'a> {
    /// One file: its own labels, macros and settings, but the counters go on.
    fn file(&mut self) {
        self.macros = MacroPool::default();
        self.in_data = false;
        self.auto_align = true;
        self.data_directive = Directive::Word;
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
            let shared = Shared::default();
            let line_ref = LineRef {
                merged: index as u32 + 1,
                shown: line.number,
                source_line: line.number,
                defined_line: None,
                text: text_ref.get(sources),
                text_ref: &text_ref,
                shared: &shared,
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
            let range = trimmed(text.get(sources));
            let place = Place {
                mars: MarsPlace::new(file, number, 0),
                snippet: Some(snippet(&program, sources, merged, &text, range)),
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
        if self.macros.current.is_none() {
            if begins_with_label(tokens) {
                self.define_label(line, &tokens[0]);
            }
            self.keep_room();
        }
    }

    /// The room of an instruction that can't be assembled, in a draft.
    fn keep_room(&mut self) {
        if self.options.unfinished && !self.in_data {
            self.text.advance(4);
        }
    }

    /// Assembles one line.
    pub(crate) fn line(&mut self, line: LineRef<'_>, all_tokens: &[Token]) {
        self.item_open = false;
        let comment = all_tokens.last().is_some_and(|token| token.kind == TokenKind::Comment);
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
        if let TokenKind::Directive(directive) = token.kind {
            return self.directive(line, tokens, directive);
        }
        if self.macros.current.is_some() {
            return;
        }
        if !self.macros.is_empty() && self.macro_call(line, tokens) {
            return;
        }
        if token.kind == TokenKind::Identifier && token.raw(line.text).starts_with('.') {
            let name = token.raw(line.text).to_string();
            let message = Message::UnknownDirective { name };
            return self.report(line, token, message, Severity::Warning);
        }
        if self.in_data {
            if token.kind.continues_data() {
                self.store_values(line, tokens, self.data_directive);
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

    fn instruction(&mut self, line: LineRef<'_>, tokens: &[Token], first_token: Token) {
        let token = &tokens[0];
        let TokenKind::Operator(id) = token.kind else {
            self.keep_room();
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
            self.keep_room();
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
            chain: self.macros.active.clone(),
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
        self.statements.last_mut().expect("of the file under assembly").push(statement);
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
                self.add(Message::GlobalUndefined { name }, Severity::Error, place.late());
            } else if self.global.address(&name).is_some() {
                self.add(Message::GlobalRedefined { name }, Severity::Error, place.late());
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

    /// Records where a statement came from.
    fn source_line(&mut self, line: LineRef<'_>) -> u32 {
        let made = match line.text_ref {
            Text::Made(text) => Some(text.clone()),
            Text::Source(..) => None,
        };
        self.lines.push(SourceLine {
            file: self.program.file,
            line: line.source_line,
            origin: self.program.place(line.merged),
            call: self.macros.active.as_ref().map(|chain| chain.site),
            made,
            macro_line: line.defined_line,
        });
        self.lines.len() as u32 - 1
    }
}

/// Whether MARS's text of the basic statement can't be had from the values alone: it repeats the
/// mnemonic and numbered registers as they were typed.
fn is_odd(text: &str, tokens: &[Token], mnemonic: &str) -> bool {
    tokens[0].raw(text) != mnemonic
        || tokens.iter().any(|token| {
            let raw = token.raw(text);
            // `$8` is what MARS shows; `$08`, `$0x8` and `$` are not.
            token.kind == TokenKind::RegisterNumber
                && (raw.len() < 2 || raw.len() > 2 && raw.as_bytes()[1] == b'0' || !raw.is_ascii())
                || token.kind == TokenKind::FpRegister && !reg::is_float_name(raw)
        })
}
