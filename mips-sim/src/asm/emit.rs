//! The second pass: labels to addresses, pseudo-instructions to basic ones, and those to machine
//! words at their places.

use std::collections::HashMap;
use std::rc::Rc;

use super::AsmOptions;
use super::layout::{Layout, Statement};
use super::lex::{Token, TokenKind, column};
use super::lines::Program;
use super::place::{snippet, trace};
use super::symbols::SymbolTable;
use crate::config::Region;
use crate::diag::{Diagnostic, ErrorList, MarsPlace, Message, Severity, Snippet, Stage};
use crate::image::{Image, SourceLine, Symbol, TextWord};
use crate::isa::codec::{self, Inst, basic_text_spelled, holds_register};
use crate::isa::forms::{FORMS, Form, Operand, Template, ValueSource};
use crate::isa::{Op, Slot, encode, reg};
use crate::source::{SourceMap, trimmed};

/// The word that MARS makes of `b label` when the label, on its way through text and back, is
/// taken for a mnemonic: the unfilled letters of its bit pattern, folded together. It runs as a
/// branch to the next instruction.
const BRANCH_TO_MNEMONIC: u32 = 0x043f_ffff;

/// Fills the image. Nothing is emitted if there are errors already, but labels are still looked
/// up, unless a broken macro would make many of them seem undefined. A draft is left if it is asked for.
pub(crate) fn emit(
    programs: &[Rc<Program>],
    laid: &mut Layout<'_>,
    sources: &SourceMap,
    options: &AsmOptions,
    lexical_errors: bool,
    image: &mut Image,
) -> ErrorList {
    let mut errors = std::mem::take(&mut laid.errors);
    let lines = std::mem::take(&mut laid.lines);
    // MARS assembles nothing, and so stores nothing, after a lexical error.
    if !lexical_errors {
        image.data = std::mem::take(&mut laid.memory);
        image.stored_text = std::mem::take(&mut laid.stored_text);
    }
    image.call_sites = std::mem::take(&mut laid.call_sites);
    let Layout { statements, locals, global, .. } = &*laid;
    let had_errors = lexical_errors || errors.has_errors();
    image.symbols =
        locals.iter().flat_map(SymbolTable::iter).chain(global.iter()).cloned().collect();
    let hidden = errors.iter().any(|diagnostic| diagnostic.message.hides_others());
    if hidden && !options.unfinished {
        return errors;
    }
    let mut unsaid = ErrorList::default();
    let mut words = Vec::with_capacity(lines.len() * 5 / 4);
    let mut stopped = false;
    let global_first = global.first_by_address();
    // To MARS the first file, named again, is one and the same program: its last reading replaces
    // the others and is emitted once for each of them.
    let name = |program: &Program| sources.file(program.file).name.as_str();
    let is_lead = |program: &Program| name(program) == name(&programs[0]);
    let last_lead = programs.iter().rposition(|program| is_lead(program)).unwrap_or(0);
    for (index, program) in programs.iter().enumerate() {
        let index = if is_lead(program) { last_lead } else { index };
        let mut emitter = Emitter {
            program: &programs[index],
            local: &locals[index],
            global,
            first: (locals[index].first_by_address(), &global_first),
            had_errors,
            stopped: &mut stopped,
            sources,
            options,
            lines: &lines,
            errors: if hidden { &mut unsaid } else { &mut errors },
            words: &mut words,
            image,
        };
        for statement in &statements[index] {
            emitter.statement(statement);
        }
    }
    if had_errors || stopped {
        if options.unfinished {
            words.sort_by_key(|word| word.address);
            laid.draft = Some(Draft { text: text_of(&mut words), lines });
        }
        return errors;
    }
    place_words(&mut words, &lines, programs, sources, &mut errors, image);
    image.lines = lines;
    errors
}

/// What could be made of the instructions of a program with errors.
pub(crate) struct Draft {
    text: Vec<TextWord>,
    lines: Vec<SourceLine>,
}

impl Draft {
    /// With the labels and data that the program has.
    pub(super) fn image(self, of: &Image, laid: &mut Layout<'_>) -> Image {
        let mut image = Image { text: self.text, lines: self.lines, ..of.clone() };
        if !laid.memory.is_empty() {
            image.data = std::mem::take(&mut laid.memory);
        }
        image
    }
}

/// A machine word on its way to its place.
struct Word<'s> {
    statement: &'s Statement,
    address: u32,
    inst: Inst,
    word: u32,
    program: u16,
    generated: bool,
    wrong: Option<Wrong>,
}

/// What can be wrong with a single word.
#[derive(Clone, Copy)]
enum Wrong {
    JumpRange,
    BrokenPseudo,
}

struct Emitter<'e, 's> {
    program: &'e Rc<Program>,
    local: &'e SymbolTable,
    global: &'e SymbolTable,
    /// The first symbol at each address, local and global.
    first: (HashMap<u32, &'e Symbol>, &'e HashMap<u32, &'e Symbol>),
    /// Whether the first pass found errors, so that MARS is not here any more.
    had_errors: bool,
    /// Whether MARS has stopped: it looks for errors after each statement of the source, before
    /// the instructions that are generated from it.
    stopped: &'e mut bool,
    sources: &'e SourceMap,
    options: &'e AsmOptions,
    lines: &'e [SourceLine],
    errors: &'e mut ErrorList,
    words: &'e mut Vec<Word<'s>>,
    image: &'e mut Image,
}

impl<'s> Emitter<'_, 's> {
    fn statement(&mut self, statement: &'s Statement) {
        if self.nameless_register(statement) {
            *self.stopped = true;
            return;
        }
        let label = match &statement.label {
            None => 0,
            Some(token) => {
                let name = token.text(statement.text.get(self.sources));
                match self.address(&name) {
                    Some(address) => address,
                    None => {
                        let message = Message::UndefinedSymbol { name: name.to_string() };
                        self.at_token(statement, token, message);
                        *self.stopped = true;
                        return;
                    }
                }
            }
        };
        *self.stopped |= !self.had_errors && self.errors.has_errors();
        match statement.form {
            Form::Basic(op) => self.basic(statement, op, label),
            Form::Pseudo(form) => {
                let mut address = statement.address;
                for template in self.options.expansion(form) {
                    self.generated(statement, template, label, address);
                    address = address.wrapping_add(4);
                }
            }
        }
    }

    fn basic(&mut self, statement: &'s Statement, op: Op, label: u32) {
        let address = statement.address;
        let mut registers = statement.registers.into_iter();
        let mut inst = Inst { op, regs: [0; 3], imm: 0 };
        let mut wrong = None;
        for (k, slot) in op.row().shape.operands().enumerate() {
            match slot {
                slot if holds_register(slot) => inst.regs[k] = registers.next().unwrap_or(0),
                Slot::Branch => inst.imm = distance(address, label),
                Slot::Label => {
                    inst.imm = (label >> 2) as i32;
                    if (address ^ label) & 0xf000_0000 != 0 {
                        wrong = Some(Wrong::JumpRange);
                    }
                }
                _ => inst.imm = statement.value,
            }
        }
        if let Some(tokens) = &statement.odd {
            let text = statement.text.get(self.sources);
            let registers: Vec<&Token> = register_tokens(tokens);
            let basic = basic_text_spelled(inst, address, tokens[0].raw(text), &|k| {
                spelled(registers.get(k)?, text)
            });
            self.image.odd_basic.insert(address, basic);
        }
        let word = encode(inst);
        self.push(statement, address, inst, word, wrong, false);
    }

    fn generated(
        &mut self,
        statement: &'s Statement,
        template: &Template,
        label: u32,
        address: u32,
    ) {
        let Some(op) = template.op else {
            let inst = Inst { op: Op::Nop, regs: [0; 3], imm: 0 };
            return self.push(statement, address, inst, 0, Some(Wrong::BrokenPseudo), true);
        };
        let mut inst = Inst { op, regs: [0; 3], imm: 0 };
        let mut special = None;
        for (k, (slot, operand)) in op.row().shape.operands().zip(&template.operands).enumerate() {
            let value = match *operand {
                Operand::Register(number) => i32::from(number),
                Operand::Source(index) => i32::from(statement.registers[index]),
                Operand::Next(index) => {
                    let next = i32::from(statement.registers[index]) + 1;
                    if next > 31 {
                        return self.no_next_register(statement, slot, next, inst);
                    }
                    next
                }
                Operand::Number(number) => number,
                Operand::Value(part, base, add) => {
                    let whole = match base {
                        ValueSource::Integer => statement.value,
                        ValueSource::Label => label as i32,
                        ValueSource::Sum => statement.value.wrapping_add(label as i32),
                    };
                    part.of(whole.wrapping_add(add))
                }
                Operand::Complement => 32 - statement.value,
                Operand::Skip => 1 + i32::from(self.options.delayed_branching),
                Operand::Target => match self.named_target(op, label) {
                    Target::At(target) => distance(address, target),
                    Target::Mnemonic(name) => {
                        special = Some(name);
                        0
                    }
                },
            };
            if holds_register(slot) {
                inst.regs[k] = value as u8;
            } else {
                inst.imm = value;
            }
        }
        if let Some(name) = special {
            self.image.odd_basic.insert(address, format!("{} $0,{name}", op.mnemonic()));
            return self.push(statement, address, inst, BRANCH_TO_MNEMONIC, None, true);
        }
        if let Some(tokens) = &statement.odd {
            let text = statement.text.get(self.sources);
            let sources = register_tokens(tokens);
            let basic = basic_text_spelled(inst, address, op.mnemonic(), &|k| {
                // The k-th register of the generated instruction, if it was the source's.
                let of_register = |operand: &&Operand| {
                    matches!(operand, Operand::Register(_) | Operand::Source(_) | Operand::Next(_))
                };
                match template.operands.iter().filter(of_register).nth(k)? {
                    Operand::Source(index) => spelled(sources.get(*index)?, text),
                    _ => None,
                }
            });
            self.image.odd_basic.insert(address, basic);
        }
        let word = encode(inst);
        self.push(statement, address, inst, word, None, true);
    }

    fn push(
        &mut self,
        statement: &'s Statement,
        address: u32,
        inst: Inst,
        word: u32,
        wrong: Option<Wrong>,
        generated: bool,
    ) {
        let program = self.program.index as u16;
        self.words.push(Word { statement, address, inst, word, program, generated, wrong });
    }

    fn address(&self, name: &str) -> Option<u32> {
        self.local.address(name).or_else(|| self.global.address(name))
    }

    /// MARS turns the target of a generated branch into an address and back into a name: that of
    /// the first symbol there, local ones first; and that name is looked up once more. If it is
    /// also a mnemonic, only branches with several forms still know it for a label.
    fn named_target(&self, op: Op, address: u32) -> Target {
        let symbol = self.first.0.get(&address).or_else(|| self.first.1.get(&address));
        let Some(symbol) = symbol else { return Target::At(address) };
        let single =
            FORMS.find(op.mnemonic()).is_some_and(|id| FORMS.mnemonic(id).forms.len() == 1);
        if single && FORMS.find(&symbol.name).is_some() {
            return Target::Mnemonic(symbol.name.clone());
        }
        Target::At(self.address(&symbol.name).unwrap_or(address))
    }

    fn at_token(&mut self, statement: &Statement, token: &Token, message: Message) {
        let text = statement.text.get(self.sources);
        let (file, line) = self.program.place(statement.merged);
        let place = MarsPlace::new(file, line, column(text, token.start as usize));
        let (merged, text) = (statement.merged, &statement.text);
        let snippet = snippet(self.program, self.sources, merged, text, token.range());
        self.add(statement, message, place, snippet);
    }

    /// Reports a floating-point register that is not written by its name. No label comes before one.
    fn nameless_register(&mut self, statement: &Statement) -> bool {
        let Some(tokens) = &statement.odd else { return false };
        let text = statement.text.get(self.sources);
        let is_nameless = |token: &&Token| {
            token.kind == TokenKind::FpRegister && !reg::is_float_name(token.raw(text))
        };
        let Some(token) = tokens.iter().find(is_nameless) else { return false };
        let message = Message::FloatRegisterName {
            text: token.raw(text).to_string(),
            name: format!("$f{}", token.value),
        };
        self.at_token(statement, token, message);
        true
    }

    /// The register after `$31` is a name that nothing defines.
    fn no_next_register(&mut self, statement: &Statement, slot: Slot, next: i32, so_far: Inst) {
        let prefix = if slot == Slot::Freg { "$f" } else { "$" };
        let line = &self.lines[statement.line as usize];
        let (file, number) = self.program.place(line.line);
        let mnemonic = so_far.op.mnemonic();
        // MARS gives the column in the text that it generated.
        let first = matches!(so_far.op.row().shape.slots()[0], s if s == slot);
        let before = if first { 0 } else { format!("${}, ", so_far.regs[0]).len() };
        let place = MarsPlace::new(file, number, (mnemonic.len() + 2 + before) as u32);
        let snippet = whole_line(statement, self.program, self.sources);
        let message = Message::UndefinedSymbol { name: format!("{prefix}{next}") };
        self.add(statement, message, place, snippet);
    }

    fn add(&mut self, statement: &Statement, message: Message, place: MarsPlace, snippet: Snippet) {
        self.errors.add(Diagnostic {
            mars_place: place,
            snippet: Some(snippet),
            trace: trace(&statement.chain, self.program, self.sources),
            past_stop: *self.stopped,
            ..Diagnostic::new(message, Severity::Error, Stage::Resolve)
        });
    }
}

enum Target {
    At(u32),
    Mnemonic(String),
}

fn whole_line(statement: &Statement, program: &Program, sources: &SourceMap) -> Snippet {
    let range = trimmed(statement.text.get(sources));
    snippet(program, sources, statement.merged, &statement.text, range)
}

/// The distance of a branch in words, always from the next instruction.
fn distance(address: u32, target: u32) -> i32 {
    (target.wrapping_sub(address.wrapping_add(4)) as i32) >> 2
}

/// The register tokens of a statement, in order.
fn register_tokens(tokens: &[Token]) -> Vec<&Token> {
    let is_register =
        |token: &&Token| token.kind.is_register() || token.kind == TokenKind::FpRegister;
    tokens.iter().filter(is_register).collect()
}

/// How MARS repeats a register: a number as it was typed; a name as its number, which needs no
/// special text.
fn spelled(token: &Token, text: &str) -> Option<String> {
    (token.kind == TokenKind::RegisterNumber).then(|| token.raw(text).to_string())
}

/// MARS's last stage: each word to its address, then a look at addresses used twice.
fn place_words(
    words: &mut Vec<Word<'_>>,
    lines: &[SourceLine],
    programs: &[Rc<Program>],
    sources: &SourceMap,
    errors: &mut ErrorList,
    image: &mut Image,
) {
    let report = |errors: &mut ErrorList, word: &Word<'_>, message: Message, place: MarsPlace| {
        let program = &programs[usize::from(word.program)];
        errors.add(Diagnostic {
            mars_place: place,
            snippet: Some(whole_line(word.statement, program, sources)),
            trace: trace(&word.statement.chain, program, sources),
            ..Diagnostic::new(message, Severity::Error, Stage::Emit)
        });
    };
    // Here MARS maps a line number to its place although it was mapped already.
    let by_line = |word: &Word<'_>| {
        let line = lines[word.statement.line as usize].line;
        let (file, line) = programs[usize::from(word.program)].place(line);
        MarsPlace::new(file, line, 0)
    };
    let mut count = 0;
    for word in words.iter() {
        if errors.limit_exceeded() {
            break;
        }
        match word.wrong {
            Some(Wrong::JumpRange) => report(errors, word, Message::JumpRange, by_line(word)),
            Some(Wrong::BrokenPseudo) => report(errors, word, Message::BrokenPseudo, by_line(word)),
            None => {}
        }
        let region = image.config.region_of_text(word.address);
        if word.address % 4 != 0 || region.is_none() {
            let place = if word.generated {
                let line = lines[word.statement.line as usize].line;
                MarsPlace { line, column: 1, ..MarsPlace::default() }
            } else {
                let (file, line) = programs[usize::from(word.program)].place(word.statement.merged);
                let text = word.statement.text.get(sources);
                let column = column(text, word.statement.start as usize);
                MarsPlace::new(file, line, column)
            };
            report(errors, word, Message::TextAddress { address: word.address }, place);
        }
        count += 1;
    }
    // Nearly always they are in order already, and then nothing moves.
    words.truncate(count);
    words.sort_by_key(|word| word.address);
    for pair in words.windows(2) {
        let [earlier, later] = pair else { continue };
        if earlier.address == later.address {
            let message = Message::TextOverlap {
                address: later.address,
                file: programs[usize::from(earlier.program)].file,
                line: lines[earlier.statement.line as usize].line,
                kernel: image.config.region_of_text(later.address) != Some(Region::Text),
            };
            report(errors, later, message, by_line(later));
        }
    }
    image.text = text_of(words);
    // `codec` is where the texts of these words come from when someone asks for them.
    debug_assert!(
        image.text.iter().all(|word| {
            word.word == BRANCH_TO_MNEMONIC || word.word == codec::encode(word.inst)
        })
    );
}

/// Words in order of their addresses as they lie in memory.
fn text_of(words: &mut Vec<Word<'_>>) -> Vec<TextWord> {
    // Of two at one address the later one stays, having been stored over the other.
    words.dedup_by(|later, kept| {
        let same = later.address == kept.address;
        if same {
            std::mem::swap(later, kept);
        }
        same
    });
    let word = |word: &Word<'_>| TextWord {
        address: word.address,
        word: word.word,
        inst: word.inst,
        line: word.statement.line,
        first: word.address == word.statement.address,
    };
    words.iter().map(word).collect()
}
