//! Advice: what MARS accepts without a word and students get wrong. It looks at a program that has
//! been laid out and never changes it. Each piece of advice must be certain: a correct program
//! gets none.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::MacroInfo;
use super::directive::Directive;
use super::layout::{Layout, Statement};
use super::lex::{Token, TokenKind};
use super::lines::Program;
use super::place::{Noticed, snippet, trace};
use crate::config::Region;
use crate::diag::{Diagnostic, MacroCall, Message, Severity, Snippet, Stage};
use crate::host::syscall::selected_by;
use crate::image::{DataItem, Element, Image, Symbol, TextWord};
use crate::isa::effects::{Control, Effects, MemoryAccess, effects};
use crate::isa::forms::Form;
use crate::isa::reg::{AT, V0};
use crate::isa::{Op, Slot, codec};
use crate::source::{FileId, SourceMap, trimmed};

/// The registers of exception handlers.
const KERNEL: [(u8, &str); 2] = [(26, "$k0"), (27, "$k1")];

/// All advice about a program, each piece once for each line of source. What needs the finished
/// program is left out if there are errors.
pub(crate) fn advise(
    programs: &[Rc<Program>],
    laid: &Layout<'_>,
    image: &Image,
    macros: &[MacroInfo],
    noticed: Vec<Noticed>,
    errors: bool,
) -> Vec<Diagnostic> {
    // Control may come from anywhere to a label.
    let targets = image.symbols.iter().filter(|s| !s.data).map(|s| s.address).collect();
    let (found, told) = (Vec::new(), BTreeSet::new());
    let mut advisor = Advisor { laid, sources: laid.sources, image, targets, found, told };
    for Noticed { message, place, .. } in noticed {
        advisor.add(message, place.snippet, place.trace);
    }
    let macro_names = macros.iter().map(|definition| definition.name.as_str()).collect();
    for program in programs {
        advisor.lines(program, &macro_names);
    }
    if !errors {
        advisor.start();
        advisor.spaces();
        for program in programs {
            let units = advisor.units(program);
            advisor.accesses(&units);
            // In a delay slot an instruction belongs to the block that is left.
            if !laid.options.delayed_branching {
                advisor.services(&units);
                advisor.results(&units);
            }
            advisor.zero(&units);
            advisor.assembler_temporary(&units);
            advisor.kernel_registers(&units);
        }
    }
    advisor.found
}

/// What advice is given about, and the advice so far.
struct Advisor<'a> {
    laid: &'a Layout<'a>,
    sources: &'a SourceMap,
    image: &'a Image,
    /// The addresses of labels of code.
    targets: BTreeSet<u32>,
    found: Vec<Diagnostic>,
    /// A line in a macro is told of once, not once for each call.
    told: BTreeSet<(&'static str, FileId, u32, usize)>,
}

/// A line by its index in the program.
struct Line<'a> {
    program: &'a Program,
    index: usize,
    text: &'a str,
}

impl<'a> Advisor<'a> {
    /// What can be seen in the tokens of a line alone.
    fn lines(&mut self, program: &Program, macro_names: &HashSet<&str>) {
        for (index, line) in program.lines.iter().enumerate() {
            if line.bad {
                continue;
            }
            let text = program.text(index);
            let text = text.get(self.sources);
            let line = Line { program, index, text };
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
                    self.at_token(message, &line, token);
                }
            }
            let statement = self.label(&line, tokens, macro_names);
            self.missing_value(&line, statement);
        }
    }

    /// Looks at the label of a line; returns what follows it. The name of an instruction does no
    /// harm to a variable, but `b b` is a branch to nowhere.
    fn label<'t>(
        &mut self,
        line: &Line<'_>,
        tokens: &'t [Token],
        macro_names: &HashSet<&str>,
    ) -> &'t [Token] {
        let [label, colon, rest @ ..] = tokens else { return tokens };
        if colon.kind != TokenKind::Colon {
            return tokens;
        }
        let name = label.raw(line.text).to_string();
        let in_text = || self.symbol(line.program, &name).is_none_or(|symbol| !symbol.data);
        if matches!(label.kind, TokenKind::Operator(_)) && in_text() {
            self.at_token(Message::LabelIsMnemonic { name }, line, label);
        } else if macro_names.contains(name.as_str()) {
            self.at_token(Message::LabelIsMacro { name }, line, label);
        }
        rest
    }

    /// A data directive with nothing behind it, unless its values stand on the next line.
    fn missing_value(&mut self, line: &Line<'_>, statement: &[Token]) {
        let ([token] | [token, Token { kind: TokenKind::Comment, .. }]) = statement else { return };
        let TokenKind::Directive(directive) = token.kind else { return };
        let stores = directive.value_bytes().is_some()
            || matches!(directive, Directive::Ascii | Directive::Asciiz);
        let continued = (line.index + 1..line.program.lines.len())
            .map(|next| line.program.tokens(next))
            .find(|tokens| tokens.iter().any(|token| token.kind != TokenKind::Comment))
            .is_some_and(|tokens| {
                let is_label = tokens.get(1).is_some_and(|token| token.kind == TokenKind::Colon);
                !is_label && tokens[0].kind.continues_data()
            });
        if stores && !continued {
            let directive = token.raw(line.text).to_string();
            self.at_token(Message::NoValue { directive }, line, token);
        }
    }

    /// `main` is there, but the program does not begin with it, and nothing mentions it.
    fn start(&mut self) {
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
        let message = Message::MainNotFirst { start: start.at(), global: main.file.is_none() };
        self.at(message, main.defined, |text| {
            let at = text.find("main").unwrap_or(0);
            at..(at + 4).min(text.len())
        });
    }

    /// `.space` that leaves more room than there is.
    fn spaces(&mut self) {
        let config = &self.image.config;
        for item in self.image.items.iter().filter(|item| item.element == Element::Space) {
            let limit = match config.region(item.address) {
                Some(Region::Data) => config.data_limit,
                Some(Region::KernelData) => config.kdata_limit,
                _ => continue,
            };
            let room = limit - item.address;
            if item.bytes > room {
                let message = Message::SpaceTooLarge { bytes: item.bytes, room };
                self.at(message, item.defined, trimmed);
            }
        }
    }

    /// Loads and stores whose address is certain: a label and an offset, or an offset from a
    /// register into which `la` has just put a label.
    fn accesses(&mut self, units: &[Unit<'_>]) {
        let items: HashMap<u32, &DataItem> =
            self.image.items.iter().rev().map(|item| (item.address, item)).collect();
        let labels: BTreeSet<u32> =
            self.image.symbols.iter().filter(|s| s.data).map(|s| s.address).collect();
        let mut bases: HashMap<u8, &Symbol> = HashMap::new();
        for unit in units {
            if self.targets.contains(&unit.statement.address) {
                bases.clear();
            }
            let named = self.named_symbol(unit);
            let memory = unit.words.last().and_then(|word| effects(word.inst).memory);
            let base = match (unit.statement.form, unit.words) {
                (Form::Basic(_), [word]) => bases.get(&word.inst.regs[2]).copied(),
                _ => None,
            };
            if let (Some(memory), Some(symbol)) = (memory, named.or(base)) {
                self.access(unit, memory, symbol, &items, &labels);
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
    fn named_symbol(&self, unit: &Unit<'_>) -> Option<&'a Symbol> {
        let indexed = unit.statement.form.shape().slots().contains(&Slot::Open);
        let token = unit.statement.label.filter(|_| !indexed)?;
        let name = token.text(unit.statement.text.get(self.sources));
        self.symbol(unit.program, &name).filter(|symbol| symbol.data)
    }

    /// Looks at one access to `symbol`, at the statement's offset.
    fn access(
        &mut self,
        unit: &Unit<'_>,
        memory: MemoryAccess,
        symbol: &Symbol,
        items: &HashMap<u32, &DataItem>,
        labels: &BTreeSet<u32>,
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
            return self.at_statement(message, unit);
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
            self.at_statement(message, unit);
        }
    }

    /// A service number in `$v0` that another one overwrites with no `syscall` between.
    fn services(&mut self, units: &[Unit<'_>]) {
        let mut pending: Option<(&Unit<'_>, i32)> = None;
        for unit in units {
            if self.targets.contains(&unit.statement.address) {
                pending = None;
            }
            if let Some(number) = unit.loads_service() {
                if let Some((earlier, number)) = pending {
                    let overwritten = unit.program.place(unit.statement.merged);
                    let message = Message::ServiceWithoutSyscall { number, overwritten };
                    self.at_statement(message, earlier);
                }
                pending = Some((unit, number));
            } else if unit.leaves() || unit.touches(V0) {
                pending = None;
            }
        }
    }

    /// A division or multiplication of which nothing reads HI or LO.
    fn results(&mut self, units: &[Unit<'_>]) {
        let read_somewhere = self.image.text.iter().any(|w| effects(w.inst).hi_lo_reads != 0);
        let mut pending: Option<&Unit<'_>> = None;
        for unit in units {
            let ends = unit.words.iter().any(|word| effects(word.inst).control.ends_block());
            if read_somewhere && (self.targets.contains(&unit.statement.address) || ends) {
                pending = None;
            }
            let effects = || unit.words.iter().map(|word| effects(word.inst));
            if effects().any(|e| e.hi_lo_reads != 0) {
                pending = None;
            } else if effects().any(|e| e.hi_lo_writes != 0) {
                if let Some(unread) = pending {
                    self.unread(unread);
                }
                let plain = matches!(
                    unit.statement.form,
                    Form::Basic(Op::Div | Op::Divu | Op::Mult | Op::Multu)
                );
                pending = plain.then_some(unit);
            }
        }
        if let Some(unread) = pending.filter(|_| !read_somewhere) {
            self.unread(unread);
        }
    }

    fn unread(&mut self, unit: &Unit<'_>) {
        let mnemonic = unit.mnemonic().to_string();
        self.at_statement(Message::ResultUnread { mnemonic }, unit);
    }

    /// A result that goes to `$zero`; not the ways to write "do nothing", nor a jump that wants no
    /// return address.
    fn zero(&mut self, units: &[Unit<'_>]) {
        for unit in units {
            let is_shift = matches!(unit.statement.form, Form::Basic(Op::Sll));
            let no_registers = unit.statement.registers == [0; 3];
            let idle = no_registers && (is_shift || unit.statement.value == 0);
            // A load may be there to see whether the address can be read.
            let loads = unit.words.iter().any(|word| effects(word.inst).memory.is_some());
            let writes = unit.words.iter().any(|word| effects(word.inst).writes & 1 != 0);
            if writes && !idle && !loads && !unit.leaves() {
                let mnemonic = unit.mnemonic().to_string();
                self.at_statement(Message::WritesZero { mnemonic }, unit);
            }
        }
    }

    /// A value put in `$at` by hand, lost to a pseudo-instruction, and read after that.
    fn assembler_temporary(&mut self, units: &[Unit<'_>]) {
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
                self.at_statement(message, unit);
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
    fn kernel_registers(&mut self, units: &[Unit<'_>]) {
        let config = &self.image.config;
        let in_kernel = |address| config.region_of_text(address) == Some(Region::KernelText);
        for (number, register) in KERNEL {
            let handler = self.image.text.iter().any(|word| {
                in_kernel(word.address) && effects(word.inst).writes & (1 << number) != 0
            });
            let user =
                |unit: &&Unit<'_>| !in_kernel(unit.statement.address) && unit.mentions(number);
            if let Some(unit) = units.iter().find(user).filter(|_| handler) {
                self.at_statement(Message::KernelRegister { register }, unit);
            }
        }
    }

    /// The statements of a program with the words that they became.
    fn units(&self, program: &'a Program) -> Vec<Unit<'a>> {
        let text = &self.image.text;
        let statements = &self.laid.statements[program.index];
        let unit = |statement: &'a Statement| {
            let start = text.partition_point(|word| word.address < statement.address);
            let count = text[start..].iter().take_while(|word| word.line == statement.line).count();
            Unit { program, statement, words: &text[start..start + count] }
        };
        statements.iter().map(unit).collect()
    }

    fn symbol(&self, program: &Program, name: &str) -> Option<&'a Symbol> {
        let local = self.laid.locals[program.index].get(name);
        local.or_else(|| self.laid.global.get(name))
    }

    fn at_statement(&mut self, message: Message, unit: &Unit<'_>) {
        let Unit { program, statement, .. } = unit;
        let range = statement.extent.0 as usize..statement.extent.1 as usize;
        let snippet = snippet(program, self.sources, statement.merged, &statement.text, range);
        self.add(message, Some(snippet), trace(&statement.chain, program, self.sources));
    }

    fn at_token(&mut self, message: Message, line: &Line<'_>, token: &Token) {
        let (merged, text) = (line.index as u32 + 1, line.program.text(line.index));
        let snippet = snippet(line.program, self.sources, merged, &text, token.range());
        self.add(message, Some(snippet), Vec::new());
    }

    /// Points at a part of a line in a file.
    fn at(&mut self, message: Message, at: (FileId, u32), part: impl Fn(&str) -> Range<usize>) {
        let (file, line) = at;
        let text = self.sources.file(file).line(line);
        let range = part(text);
        let snippet = Snippet { file, line, text: text.into(), range, rewritten: false };
        self.add(message, Some(snippet), Vec::new());
    }

    fn add(&mut self, message: Message, snippet: Option<Snippet>, trace: Vec<MacroCall>) {
        let key = snippet.as_ref().map(|s| (message.code(), s.file, s.line, s.range.start));
        if key.is_none_or(|key| self.told.insert(key)) {
            let bare = Diagnostic::new(message, Severity::Warning, Stage::Advice);
            self.found.push(Diagnostic { snippet, trace, ..bare });
        }
    }
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
