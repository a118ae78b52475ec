//! What a word means: the reference page of an instruction with what it became here, a label with
//! its address and data, a macro with its body, a number in other bases, the service of a `syscall`.

use std::fmt::Write;

use mips_sim::asm::lex::{Token, TokenKind, TokenLine};
use mips_sim::host::{Service, service};
use mips_sim::image::{Element, Image, Symbol, TextWord};
use mips_sim::isa::codec::disassemble;
use mips_sim::isa::effects;
use mips_sim::isa::effects::Control;
use mips_sim::isa::forms::FORMS;
use mips_sim::reference::page::to_markdown;
use mips_sim::reference::{self, Topic};
use mips_sim::source::FileId;

use crate::calls::service_at;
use crate::complete::is_punctuation;
use crate::names::{Name, NameKind, Span};
use crate::program::Program;

/// Elements of data that are shown.
const MAX_ELEMENTS: u32 = 16;
/// Bytes of a string that are shown.
const MAX_BYTES: u32 = 80;
/// Lines of a macro that are shown.
const MAX_LINES: u32 = 30;

/// What there is to say about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub place: Span,
    /// The text, as Markdown.
    pub text: String,
}

/// What the word at a byte of a line means.
pub fn hover(program: &Program, file: FileId, line: u32, byte: usize) -> Option<Hover> {
    let text = program.line(file, line);
    let read = TokenLine::read(text);
    let inside = |token: &&Token| token.range().contains(&byte);
    let touches = |token: &&Token| token.end as usize == byte;
    let words = || read.tokens().iter().filter(|token| !is_punctuation(token.kind));
    let token = words().find(inside).or_else(|| words().find(touches))?;
    let place = Span { file, line, range: token.range() };
    let mention = program.names().at(file, line, token.start as usize);
    let about = match mention.filter(|mention| mention.place == place) {
        Some(mention) => named(program, program.names().get(mention.name)),
        None => word(program, (file, line), &read, token, text)?,
    };
    Some(Hover { place, text: about })
}

fn word(
    program: &Program,
    at: (FileId, u32),
    read: &TokenLine<'_>,
    token: &Token,
    text: &str,
) -> Option<String> {
    let raw = token.raw(text);
    let head = read.statement().first().is_some_and(|head| head.start == token.start);
    match token.kind {
        TokenKind::Operator(id) if head => {
            let page = Topic::Instruction(FORMS.mnemonic(id));
            Some(instruction(program, at, &page))
        }
        TokenKind::Directive(_)
        | TokenKind::RegisterName
        | TokenKind::RegisterNumber
        | TokenKind::FpRegister => Some(page(&reference::find(raw)?)),
        kind if kind.is_integer() => {
            let mut about = bases(token.value);
            if let Some(service) = chosen_service(read, token, text) {
                let _ = write!(about, "\n\n{}", page(&Topic::Service(service)));
            }
            Some(about)
        }
        _ => None,
    }
}

fn page(topic: &Topic) -> String {
    to_markdown(&topic.title(), &topic.blocks()).replacen("## ", "### ", 1)
}

/// The service that `li $v0, 4` chooses.
fn chosen_service(read: &TokenLine<'_>, token: &Token, text: &str) -> Option<&'static Service> {
    let [head, register, number] = read.statement() else { return None };
    let chosen = head.raw(text).eq_ignore_ascii_case("li")
        && register.value == 2
        && number.start == token.start;
    if chosen { service(token.value as u32) } else { None }
}

/// The page of an instruction, after what it became on this line.
fn instruction(program: &Program, at: (FileId, u32), topic: &Topic) -> String {
    let image = program.image();
    let mut words = words_on(image, at);
    if !shows(program, &words, at) {
        words.clear();
    }
    let mut about = String::new();
    if !words.is_empty() {
        about.push_str("```mips\n");
        for word in words.iter().take(MAX_ELEMENTS as usize) {
            let text = shown_word(image, word);
            if program.assembly.succeeded() {
                let _ = write!(about, "{:08x}: {:08x}  ", word.address, word.word);
            }
            let _ = writeln!(about, "{text}");
        }
        about.push_str("```\n\n");
    }
    let calls = words.iter().find_map(|word| service_at(image, word.address));
    let is_call = words.first().is_some_and(|word| word.inst.op == mips_sim::isa::Op::Syscall);
    match calls.filter(|_| is_call) {
        Some(service) => about.push_str(&page(&Topic::Service(service))),
        None => about.push_str(&page(topic)),
    }
    about
}

/// The words of the statement on a line, not those of macros.
pub(crate) fn words_on(image: &Image, at: (FileId, u32)) -> Vec<&TextWord> {
    let own = image.places().filter(|place| place.at() == at && place.source.call.is_none());
    own.map(|place| place.word).collect()
}

/// Whether the words on a line can be shown: a branch names its label, all else needs an address that stays.
pub(crate) fn shows(program: &Program, words: &[&TextWord], at: (FileId, u32)) -> bool {
    let goes = |word: &&TextWord| effects(word.inst).control != Control::None;
    words.iter().any(goes) || program.is_settled(at.0, at.1)
}

/// A word as an instruction with labels.
pub(crate) fn shown_word(image: &Image, word: &TextWord) -> String {
    disassemble(word.inst, word.address, &|address| {
        let symbol = image.symbols.iter().find(|symbol| symbol.address == address && !symbol.data);
        symbol.map_or(format!("0x{address:08x}"), |symbol| symbol.name.clone())
    })
}

fn bases(value: i32) -> String {
    let bits = value as u32;
    let mut text = format!("{value} = 0x{bits:x}");
    if value < 0 {
        let _ = write!(text, " = {bits} unsigned");
    }
    let _ = write!(text, " = 0b{bits:b}");
    match char::from_u32(bits) {
        Some(c) if (' '..='~').contains(&c) => {
            let _ = write!(text, " = `'{c}'`");
        }
        _ => {}
    }
    text
}

fn named(program: &Program, name: &Name) -> String {
    let sources = &program.assembly.sources;
    match name.kind {
        NameKind::Label => label(program, name),
        NameKind::Constant => {
            let mut about = format!("```mips\n.eqv {} {}\n```", name.text, name.value);
            let read = TokenLine::read(&name.value);
            if let [only] = read.tokens()
                && only.kind.is_integer()
            {
                let _ = write!(about, "\n\n{}", bases(only.value));
            }
            about
        }
        NameKind::Macro => {
            let file = sources.file(name.defined.file);
            let end = name.end.min(name.defined.line + MAX_LINES);
            let body: Vec<&str> = (name.defined.line..=end).map(|line| file.line(line)).collect();
            let more = if end < name.end { "\n…" } else { "" };
            format!("```mips\n{}{more}\n```", body.join("\n"))
        }
        NameKind::Parameter => {
            let owner = name.owner.map(|index| program.names().get(index));
            let owner = owner.map_or("", |owner| &owner.text);
            format!("parameter `{}` of macro `{owner}`", name.text)
        }
    }
}

fn label(program: &Program, name: &Name) -> String {
    let image = program.image();
    let at = (name.defined.file, name.defined.line);
    if let Some(owner) = name.owner {
        let owner = &program.names().get(owner).text;
        return format!("label `{}` of macro `{owner}`, a new one in each call", name.text);
    }
    let own = |symbol: &&Symbol| symbol.name == name.text && symbol.defined == at;
    let symbol = image.symbols.iter().find(own);
    let symbol = symbol.or_else(|| image.symbols.iter().find(|s| s.name == name.text));
    let Some(symbol) = symbol else { return format!("label `{}`", name.text) };
    let global = if symbol.file.is_none() { ", global" } else { "" };
    let at = match program.assembly.succeeded() || program.keeps_address(&name.defined) {
        true => format!(" at `0x{:08x}`", symbol.address),
        false => String::new(),
    };
    let mut about = format!("label `{}`{at}{global}", name.text);
    let data = if symbol.data { data_at(image, symbol.address) } else { None };
    if let Some(data) = data {
        let _ = write!(about, "\n\n```mips\n{data}\n```");
    }
    about
}

/// The data that begins at an address, a line for each directive.
pub(crate) fn data_at(image: &Image, address: u32) -> Option<String> {
    let variables = image.variables();
    let variable = variables.iter().find(|variable| variable.address == address)?;
    let lines: Vec<String> = variable
        .items
        .iter()
        .take(MAX_ELEMENTS as usize)
        .map(|item| {
            let value = |index: u32, size: u32| {
                let bytes = (0..size).map(|k| image.data.get(item.address + index * size + k));
                bytes.rev().fold(0u64, |value, byte| value << 8 | u64::from(byte))
            };
            let list = |size: u32, text: &dyn Fn(u64) -> String| {
                let count = item.count().min(MAX_ELEMENTS);
                let values: Vec<String> =
                    (0..count).map(|index| text(value(index, size))).collect();
                let more = if item.count() > count { ", …" } else { "" };
                format!("{}{more}", values.join(", "))
            };
            match item.element {
                Element::Byte => format!(".byte {}", list(1, &|v| (v as i8).to_string())),
                Element::Half => format!(".half {}", list(2, &|v| (v as i16).to_string())),
                Element::Word => format!(".word {}", list(4, &|v| (v as i32).to_string())),
                Element::Float => {
                    format!(".float {}", list(4, &|v| f32::from_bits(v as u32).to_string()))
                }
                Element::Double => {
                    format!(".double {}", list(8, &|v| f64::from_bits(v).to_string()))
                }
                Element::Ascii | Element::Asciiz => {
                    let count = item.bytes.min(MAX_BYTES);
                    let bytes: Vec<u8> =
                        (0..count).map(|k| image.data.get(item.address + k)).collect();
                    let text = String::from_utf8_lossy(&bytes).escape_debug().to_string();
                    format!("\"{text}\"    # {} bytes", item.bytes)
                }
                Element::Space | Element::Extern => format!(".space {}", item.bytes),
            }
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
