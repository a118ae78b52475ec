//! Advice: what MARS accepts without a word and students get wrong. It looks at a program that has
//! been laid out and never changes it. Each piece of advice must be certain: a correct program
//! gets none.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::directive::Directive;
use super::layout::{Laid, Statement};
use super::lex::{Token, TokenKind};
use super::lines::Program;
use super::place::{Noticed, snippet, trace};
use super::{AsmOptions, MacroInfo};
use crate::config::Region;
use crate::diag::{Diagnostic, Message, Severity, Stage};
use crate::host::syscall::selected_by;
use crate::image::{DataItem, Element, Image, Symbol, TextWord};
use crate::isa::effects::{Control, Effects, Memory, effects};
use crate::isa::forms::Form;
use crate::isa::reg::{AT, V0};
use crate::isa::{Op, Slot, codec};
use crate::source::{FileId, SourceMap};

/// The registers of exception handlers.
const KERNEL: [(u8, &str); 2] = [(26, "$k0"), (27, "$k1")];

/// What advice is given about.
pub(crate) struct Advisor<'a> {
    pub(crate) options: &'a AsmOptions,
    pub(crate) programs: &'a [Rc<Program>],
    pub(crate) laid: &'a Laid,
    pub(crate) sources: &'a SourceMap,
    pub(crate) image: &'a Image,
    pub(crate) macros: &'a [MacroInfo],
}

impl Advisor<'_> {
    /// All advice, each piece once for each line of source. What needs the finished program is
    /// left out if there are errors.
    pub(crate) fn advise(&self, noticed: Vec<Noticed>, errors: bool) -> Vec<Diagnostic> {
        let mut list = List { found: Vec::new(), told: BTreeSet::new() };
        for Noticed { message, place, .. } in noticed {
            list.add(Diagnostic { snippet: place.snippet, trace: place.trace, ..bare(message) });
        }
        for program in self.programs {
            self.lines(program, &mut list);
        }
        if !errors {
            self.start(&mut list);
            self.spaces(&mut list);
            // Control may come from anywhere to a label.
            let targets =
                self.image.symbols.iter().filter(|s| !s.data).map(|s| s.address).collect();
            for program in self.programs {
                let units = self.units(program);
                self.accesses(&units, &targets, &mut list);
                // In a delay slot an instruction belongs to the block that is left.
                if !self.options.delayed_branching {
                    self.services(&units, &targets, &mut list);
                    self.results(&units, &targets, &mut list);
                }
                self.zero(&units, &mut list);
                self.assembler_temporary(&units, &mut list);
                self.kernel_registers(&units, &mut list);
            }
        }
        list.found
    }

    /// What can be seen in the tokens of a line alone.
    fn lines(&self, program: &Program, list: &mut List) {
        let macro_names = self.macros.iter().map(|definition| definition.name.as_str()).collect();
        for (index, line) in program.lines.iter().enumerate() {
            if line.bad {
                continue;
            }
            let text = program.text(index);
            let text = text.get(self.sources);
            let tokens = program.tokens(index);
            for token in tokens {
                let raw = token.raw(text);
                let message = match token.kind {
                    TokenKind::String if !is_closed(raw) => {
                        Some(Message::UnclosedString { swallows_comment: raw.contains('#') })
                    }
                    TokenKind::Int5 | TokenKind::Int16 | TokenKind::Int16U | TokenKind::Int32
                        if wraps(raw) =>
                    {
                        Some(Message::IntegerWraps { text: raw.to_string(), value: token.value })
                    }
                    _ => None,
                };
                if let Some(message) = message {
                    list.add(self.at_token(message, program, index, text, token));
                }
            }
            let statement = self.label(program, index, text, tokens, &macro_names, list);
            self.missing_value(program, index, text, statement, list);
        }
    }

    /// Looks at the label of a line; returns what follows it. The name of an instruction does no
    /// harm to a variable, but `b b` is a branch to nowhere.
    fn label<'t>(
        &self,
        program: &Program,
        index: usize,
        text: &str,
        tokens: &'t [Token],
        macro_names: &HashSet<&str>,
        list: &mut List,
    ) -> &'t [Token] {
        let [label, colon, rest @ ..] = tokens else { return tokens };
        if colon.kind != TokenKind::Colon {
            return tokens;
        }
        let name = label.raw(text).to_string();
        let in_text = || self.symbol(program, &name).is_none_or(|symbol| !symbol.data);
        if matches!(label.kind, TokenKind::Operator(_)) && in_text() {
            let message = Message::LabelIsMnemonic { name };
            list.add(self.at_token(message, program, index, text, label));
        } else if macro_names.contains(name.as_str()) {
            let message = Message::LabelIsMacro { name };
            list.add(self.at_token(message, program, index, text, label));
        }
        rest
    }

    /// A data directive with nothing behind it, unless its values stand on the next line.
    fn missing_value(
        &self,
        program: &Program,
        index: usize,
        text: &str,
        statement: &[Token],
        list: &mut List,
    ) {
        let ([token] | [token, Token { kind: TokenKind::Comment, .. }]) = statement else { return };
        let TokenKind::Directive(directive) = token.kind else { return };
        let stores = directive.value_bytes().is_some()
            || matches!(directive, Directive::Ascii | Directive::Asciiz);
        let continued = (index + 1..program.lines.len())
            .map(|next| program.tokens(next))
            .find(|tokens| tokens.iter().any(|token| token.kind != TokenKind::Comment))
            .is_some_and(|tokens| {
                let is_label = tokens.get(1).is_some_and(|token| token.kind == TokenKind::Colon);
                let value = matches!(
                    tokens[0].kind,
                    TokenKind::String
                        | TokenKind::Real
                        | TokenKind::Plus
                        | TokenKind::Minus
                        | TokenKind::Identifier
                );
                !is_label && (value || tokens[0].kind.is_integer())
            });
        if stores && !continued {
            let message = Message::NoValue { directive: token.raw(text).to_string() };
            list.add(self.at_token(message, program, index, text, token));
        }
    }

    /// `main` is there, but the program does not begin with it, and nothing mentions it.
    fn start(&self, list: &mut List) {
        let Some(main) = self.image.symbols.iter().find(|s| s.name == "main" && !s.data) else {
            return;
        };
        let base = self.image.config.text_base;
        let Some(start) = self.image.place(base) else { return };
        if main.address == base || self.image.text_at(main.address).is_none() {
            return;
        }
        let names_main = |statement: &Statement| {
            let token = statement.label.as_ref();
            token.is_some_and(|token| token.raw(statement.text.get(self.sources)) == "main")
        };
        let goes_to_main = self.laid.statements.iter().flatten().any(names_main);
        if goes_to_main {
            return;
        }
        let (file, line) = main.defined;
        let text = self.sources.file(file).line(line);
        let at = text.find("main").unwrap_or(0);
        let message = Message::MainNotFirst { start: start.at(), global: main.file.is_none() };
        list.add(self.at(message, file, line, text, at..(at + 4).min(text.len())));
    }

    /// `.space` that leaves more room than there is.
    fn spaces(&self, list: &mut List) {
        let config = &self.image.config;
        for item in self.image.items.iter().filter(|item| item.element == Element::Space) {
            let limit = match config.region(item.address) {
                Some(Region::Data) => config.data_limit,
                Some(Region::KernelData) => config.kdata_limit,
                _ => continue,
            };
            let room = limit - item.address;
            if item.bytes > room {
                let (file, line) = item.defined;
                let text = self.sources.file(file).line(line);
                let message = Message::SpaceTooLarge { bytes: item.bytes, room };
                list.add(self.at(message, file, line, text, trimmed(text)));
            }
        }
    }

    /// Loads and stores whose address is certain: a label and an offset, or an offset from a
    /// register into which `la` has just put a label.
    fn accesses(&self, units: &[Unit<'_>], targets: &BTreeSet<u32>, list: &mut List) {
        let items: HashMap<u32, &DataItem> =
            self.image.items.iter().rev().map(|item| (item.address, item)).collect();
        let labels: BTreeSet<u32> =
            self.image.symbols.iter().filter(|s| s.data).map(|s| s.address).collect();
        let mut bases: HashMap<u8, &Symbol> = HashMap::new();
        for unit in units {
            if targets.contains(&unit.statement.address) {
                bases.clear();
            }
            let named = self.named_symbol(unit);
            let memory = unit.words.last().and_then(|word| effects(word.inst).memory);
            let base = match (unit.statement.form, unit.words) {
                (Form::Basic(_), [word]) => bases.get(&word.inst.regs[2]).copied(),
                _ => None,
            };
            if let (Some(memory), Some(symbol)) = (memory, named.or(base)) {
                self.access(unit, memory, symbol, &items, &labels, list);
            }
            let written = unit.words.iter().fold(0, |mask, w| mask | effects(w.inst).writes);
            bases.retain(|register, _| written >> register & 1 == 0);
            if let (true, Some(symbol)) = (unit.mnemonic() == "la", named) {
                bases.insert(unit.statement.registers[0], symbol);
            }
            if unit.leaves() {
                bases.clear();
            }
        }
    }

    /// The data label that is a statement's whole address, perhaps with an offset.
    fn named_symbol(&self, unit: &Unit<'_>) -> Option<&Symbol> {
        let indexed = unit.statement.form.shape().slots().contains(&Slot::Open);
        let token = unit.statement.label.filter(|_| !indexed)?;
        let name = token.text(unit.statement.text.get(self.sources));
        self.symbol(unit.program, &name).filter(|symbol| symbol.data)
    }

    /// Looks at one access to `symbol`, at the statement's offset.
    fn access(
        &self,
        unit: &Unit<'_>,
        memory: Memory,
        symbol: &Symbol,
        items: &HashMap<u32, &DataItem>,
        labels: &BTreeSet<u32>,
        list: &mut List,
    ) {
        let offset = i64::from(unit.statement.value);
        let address = symbol.address.wrapping_add(unit.statement.value as u32);
        // `lwl` and its kin take what there is on either side; `ulw` is made of them.
        let whole = memory.aligned || memory.bytes == 1;
        if self.image.config.region(address) != Some(Region::Data) || !whole || unit.is_unaligned()
        {
            return;
        }
        if !address.is_multiple_of(memory.bytes) {
            let message = Message::UnalignedAccess {
                mnemonic: unit.mnemonic().to_string(),
                label: symbol.name.clone(),
                address,
                size: memory.bytes,
                declared: Some(symbol.defined),
            };
            return list.add(self.at_statement(message, unit));
        }
        // Up to the next label it is all this label's, whatever directives made it; behind the
        // last label nobody can say.
        let next = labels.range(symbol.address + 1..).next();
        let (Some(item), Some(next)) = (items.get(&symbol.address), next) else { return };
        let room = (next - symbol.address).max(item.bytes);
        let outside = offset >= 0 && offset + i64::from(memory.bytes) > i64::from(room);
        if item.element == Element::Space && outside {
            let message = Message::OutsideSpace {
                label: symbol.name.clone(),
                offset,
                reserved: item.bytes,
                declared: item.defined,
            };
            list.add(self.at_statement(message, unit));
        }
    }

    /// A service number in `$v0` that another one overwrites with no `syscall` between.
    fn services(&self, units: &[Unit<'_>], targets: &BTreeSet<u32>, list: &mut List) {
        let mut pending: Option<(&Unit<'_>, i32)> = None;
        for unit in units {
            if targets.contains(&unit.statement.address) {
                pending = None;
            }
            if let Some(number) = unit.loads_service() {
                if let Some((earlier, number)) = pending {
                    let overwritten = unit.program.place(unit.statement.merged);
                    let message = Message::ServiceWithoutSyscall { number, overwritten };
                    list.add(self.at_statement(message, earlier));
                }
                pending = Some((unit, number));
            } else if unit.leaves() || unit.touches(V0) {
                pending = None;
            }
        }
    }

    /// A division or multiplication of which nothing reads HI or LO.
    fn results(&self, units: &[Unit<'_>], targets: &BTreeSet<u32>, list: &mut List) {
        let read_somewhere = self.image.text.iter().any(|w| effects(w.inst).hi_lo_reads != 0);
        let mut pending: Option<&Unit<'_>> = None;
        for unit in units {
            let ends = unit.words.iter().any(|word| effects(word.inst).control.ends_block());
            if read_somewhere && (targets.contains(&unit.statement.address) || ends) {
                pending = None;
            }
            let effects = || unit.words.iter().map(|word| effects(word.inst));
            if effects().any(|e| e.hi_lo_reads != 0) {
                pending = None;
            } else if effects().any(|e| e.hi_lo_writes != 0) {
                if let Some(unread) = pending {
                    self.unread(unread, list);
                }
                let plain = matches!(
                    unit.statement.form,
                    Form::Basic(Op::Div | Op::Divu | Op::Mult | Op::Multu)
                );
                pending = plain.then_some(unit);
            }
        }
        if let Some(unread) = pending.filter(|_| !read_somewhere) {
            self.unread(unread, list);
        }
    }

    fn unread(&self, unit: &Unit<'_>, list: &mut List) {
        let mnemonic = unit.mnemonic().to_string();
        list.add(self.at_statement(Message::ResultUnread { mnemonic }, unit));
    }

    /// A result that goes to `$zero`; not the ways to write "do nothing", nor a jump that wants no
    /// return address.
    fn zero(&self, units: &[Unit<'_>], list: &mut List) {
        for unit in units {
            let is_shift = matches!(unit.statement.form, Form::Basic(Op::Sll));
            let no_registers = unit.statement.registers == [0; 3];
            let idle = no_registers && (is_shift || unit.statement.value == 0);
            // A load may be there to see whether the address can be read.
            let loads = unit.words.iter().any(|word| effects(word.inst).memory.is_some());
            let writes = unit.words.iter().any(|word| effects(word.inst).writes & 1 != 0);
            if writes && !idle && !loads && !unit.leaves() {
                let mnemonic = unit.mnemonic().to_string();
                list.add(self.at_statement(Message::WritesZero { mnemonic }, unit));
            }
        }
    }

    /// A value put in `$at` by hand, lost to a pseudo-instruction, and read after that.
    fn assembler_temporary(&self, units: &[Unit<'_>], list: &mut List) {
        let at = 1 << AT;
        let mut written: Option<&Unit<'_>> = None;
        let mut overwritten: Option<&Unit<'_>> = None;
        for unit in units {
            // What an expansion reads from `$at` it has put there itself.
            let first_use =
                unit.words.iter().map(|w| effects(w.inst)).find(|e| (e.reads | e.writes) & at != 0);
            let reads = first_use.is_some_and(|e| e.reads & at != 0);
            if let (true, Some(first), Some(second)) = (reads, written, overwritten) {
                let message = Message::AtOverwritten {
                    by: second.mnemonic().to_string(),
                    at: second.program.place(second.statement.merged),
                    written: first.program.place(first.statement.merged),
                };
                list.add(self.at_statement(message, unit));
                written = None;
            }
            if unit.words.iter().any(|word| effects(word.inst).writes & at != 0) {
                if unit.mentions(AT) {
                    (written, overwritten) = (Some(unit), None);
                } else if written.is_some() {
                    overwritten = Some(unit);
                }
            }
        }
    }

    /// `$k0` and `$k1` in a program whose own handler changes them.
    fn kernel_registers(&self, units: &[Unit<'_>], list: &mut List) {
        let config = &self.image.config;
        let in_kernel = |address| config.region_of_text(address) == Some(Region::KernelText);
        for (number, register) in KERNEL {
            let handler = self.image.text.iter().any(|word| {
                in_kernel(word.address) && effects(word.inst).writes & (1 << number) != 0
            });
            let user =
                |unit: &&Unit<'_>| !in_kernel(unit.statement.address) && unit.mentions(number);
            if let Some(unit) = units.iter().find(user).filter(|_| handler) {
                list.add(self.at_statement(Message::KernelRegister { register }, unit));
            }
        }
    }

    /// The statements of a program with the words that they became.
    fn units<'u>(&'u self, program: &'u Program) -> Vec<Unit<'u>> {
        let statements = &self.laid.statements[program.index];
        let unit = |statement: &'u Statement| {
            let text = &self.image.text;
            let start = text.partition_point(|word| word.address < statement.address);
            let count = text[start..].iter().take_while(|word| word.line == statement.line).count();
            Unit { program, statement, words: &text[start..start + count] }
        };
        statements.iter().map(unit).collect()
    }

    fn symbol(&self, program: &Program, name: &str) -> Option<&Symbol> {
        let local = self.laid.locals[program.index].get(name);
        local.or_else(|| self.laid.global.get(name))
    }

    fn at_statement(&self, message: Message, unit: &Unit<'_>) -> Diagnostic {
        let Unit { program, statement, .. } = unit;
        let text = statement.text.get(self.sources);
        let range = statement.extent.0 as usize..statement.extent.1 as usize;
        Diagnostic {
            snippet: Some(snippet(program, self.sources, statement.merged, text, range)),
            trace: trace(&statement.chain, program, self.sources),
            ..bare(message)
        }
    }

    fn at_token(
        &self,
        message: Message,
        program: &Program,
        index: usize,
        text: &str,
        token: &Token,
    ) -> Diagnostic {
        let range = token.start as usize..token.end as usize;
        let snippet = snippet(program, self.sources, index as u32 + 1, text, range);
        Diagnostic { snippet: Some(snippet), ..bare(message) }
    }

    fn at(
        &self,
        message: Message,
        file: FileId,
        line: u32,
        text: &str,
        range: Range<usize>,
    ) -> Diagnostic {
        let text = text.into();
        let snippet = crate::diag::Snippet { file, line, text, range, rewritten: false };
        Diagnostic { snippet: Some(snippet), ..bare(message) }
    }
}

/// Advice found so far; a line in a macro is told of once, not once for each call.
struct List {
    found: Vec<Diagnostic>,
    told: BTreeSet<(&'static str, FileId, u32, usize)>,
}

impl List {
    fn add(&mut self, diagnostic: Diagnostic) {
        let key = diagnostic
            .snippet
            .as_ref()
            .map(|s| (diagnostic.message.code(), s.file, s.line, s.range.start));
        if key.is_none_or(|key| self.told.insert(key)) {
            self.found.push(diagnostic);
        }
    }
}

fn bare(message: Message) -> Diagnostic {
    Diagnostic::new(message, Severity::Warning, Stage::Advice)
}

/// Whether a string token ends with a quote of its own: not the opening one, and not escaped.
fn is_closed(raw: &str) -> bool {
    let Some(inner) = raw.get(1..).and_then(|rest| rest.strip_suffix('"')) else { return false };
    let backslashes = inner.bytes().rev().take_while(|byte| *byte == b'\\').count();
    backslashes % 2 == 0
}

/// Whether decimal digits come to more than 32 bits hold.
fn wraps(raw: &str) -> bool {
    let digits = raw.trim_start_matches('+');
    digits.len() > 9
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u64>().unwrap_or(u64::MAX) > u64::from(u32::MAX)
}

fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..text.trim_end().len().max(start)
}

/// A statement and the words that it became.
struct Unit<'a> {
    program: &'a Program,
    statement: &'a Statement,
    words: &'a [TextWord],
}

impl Unit<'_> {
    fn mnemonic(&self) -> &'static str {
        self.statement.form.example().split(' ').next().unwrap_or_default()
    }

    /// Whether it is one of those that are there for addresses that are not aligned.
    fn is_unaligned(&self) -> bool {
        matches!(self.mnemonic(), "ulw" | "ulh" | "ulhu" | "usw" | "ush")
    }

    /// Whether control may go elsewhere, or to the system.
    fn leaves(&self) -> bool {
        self.words.iter().any(|word| effects(word.inst).control != Control::None)
    }

    /// Whether it reads or writes a register.
    fn touches(&self, register: u8) -> bool {
        let used = |e: Effects| (e.reads | e.writes) & (1 << register) != 0;
        self.words.iter().any(|word| used(effects(word.inst)))
    }

    /// Whether an integer register stands among the operands in the source.
    fn mentions(&self, register: u8) -> bool {
        let slots = self.statement.form.shape().slots().iter();
        let operands = slots.filter(|slot| codec::holds_register(**slot));
        operands
            .zip(self.statement.registers)
            .any(|(slot, number)| *slot == Slot::Reg && number == register)
    }

    /// The number of a service that exists, if all it does is to put one in `$v0`.
    fn loads_service(&self) -> Option<i32> {
        let [TextWord { inst, .. }] = self.words else { return None };
        selected_by(*inst).map(|_| inst.imm)
    }
}
