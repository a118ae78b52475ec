//! What there is to see at a moment, as rows of text with the part that each piece plays. Pure: from
//! what the debugger knows, without a screen.

use std::collections::BTreeMap;

use debugger::{Debugger, Location, Stack};
use mips_sim::host::{Host, service};
use mips_sim::image::Element;
use mips_sim::isa::Op;
use mips_sim::isa::effects::{Access, effects};
use mips_sim::isa::reg::{NAMES, SP};
use mips_sim::machine::cpu::Cpu;

use crate::debug::words;

/// The part that a piece of text plays, for whoever gives it a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// What stands above something.
    Heading,
    /// Where the program is.
    Current,
    /// What the last command changed.
    Changed,
    /// What is of less interest.
    Faint,
}

/// A row of pieces.
pub(super) type Row = Vec<(Role, String)>;

/// How the bits of a register or a word are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Hex,
    Decimal,
    Ascii,
    Float,
}

impl Format {
    pub(super) fn next(self) -> Format {
        match self {
            Format::Hex => Format::Decimal,
            Format::Decimal => Format::Ascii,
            Format::Ascii => Format::Float,
            Format::Float => Format::Hex,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Hex => "hex",
            Format::Decimal => "decimal",
            Format::Ascii => "ASCII",
            Format::Float => "float",
        }
    }

    /// The most columns that a value takes.
    fn width(self) -> usize {
        match self {
            Format::Hex | Format::Ascii => 8,
            Format::Decimal | Format::Float => 11,
        }
    }

    /// The columns of a register: a star, its name, its value, blanks.
    fn cell(self) -> usize {
        7 + self.width()
    }

    /// The columns of the pane with registers: two of them and the frame.
    pub(super) fn pane_width(self) -> u16 {
        2 * self.cell() as u16 + 2
    }

    fn show(self, bits: u32) -> String {
        match self {
            Format::Hex => format!("{bits:08x}"),
            Format::Decimal => (bits as i32).to_string(),
            // As they lie in memory, the lowest first.
            Format::Ascii => {
                let shown = |byte: u8| if byte.is_ascii_graphic() { char::from(byte) } else { '.' };
                bits.to_le_bytes().map(shown).into_iter().collect()
            }
            Format::Float => {
                let value = f32::from_bits(bits);
                let text = value.to_string();
                if text.len() <= 11 { text } else { format!("{value:.4e}") }
            }
        }
    }
}

/// All registers in as many columns as fit, those with floats below; a star marks those that changed.
pub(super) fn registers(
    cpu: &Cpu,
    pc: u32,
    before: &Cpu,
    format: Format,
    width: usize,
) -> Vec<Row> {
    let cell = |name: &str, bits: u32, before: u32| {
        let changed = bits != before;
        let mark = if changed { '*' } else { ' ' };
        let role = if changed { Role::Changed } else { Role::Plain };
        (role, format!("{mark}{name:<4} {:>1$} ", format.show(bits), format.width()))
    };
    let integer = |number: u8| {
        let name = NAMES[usize::from(number)].trim_start_matches('$');
        cell(name, cpu.get(number), before.get(number))
    };
    let mut integers: Vec<(Role, String)> = (0..32).map(integer).collect();
    integers.push(cell("hi", cpu.hi, before.hi));
    integers.push(cell("lo", cpu.lo, before.lo));
    integers.push(cell("pc", pc, pc));
    let float = |number: u8| {
        let at = usize::from(number);
        cell(&format!("f{number}"), cpu.float[at], before.float[at])
    };
    let columns = (width / format.cell()).max(1);
    let mut rows = in_columns(integers, columns);
    rows.extend(in_columns((0..32).map(float).collect(), columns));
    rows
}

fn in_columns(cells: Vec<(Role, String)>, columns: usize) -> Vec<Row> {
    let height = cells.len().div_ceil(columns);
    let row = |row: usize| cells.iter().skip(row).step_by(height).cloned().collect();
    (0..height).map(row).collect()
}

/// What the next instruction uses, with the values that it will find there.
pub(super) fn operands<H: Host>(debugger: &Debugger<H>) -> String {
    let image = debugger.image();
    let Some(word) = image.text_at(debugger.pc()) else { return String::new() };
    let (inst, cpu) = (word.inst, &debugger.machine().cpu);
    let effects = effects(inst);
    let mut reads = effects.reads;
    let mut parts = Vec::new();
    if inst.op == Op::Syscall {
        let called = service(cpu.get(2));
        reads |= 1 << 2 | called.map_or(0, |service| service.reads());
        parts.extend(called.map(|service| service.name.to_string()));
    }
    for (number, name) in (1u8..32).zip(&NAMES[1..]) {
        if reads >> number & 1 == 1 {
            parts.push(format!("{name} = {}", words::value(cpu.get(number))));
        }
    }
    for number in 0u8..32 {
        if effects.fp_reads >> number & 1 == 1 {
            parts.push(format!("$f{number} = {}", cpu.single(number)));
        }
    }
    if let Some(memory) = effects.memory
        && memory.access == Access::Load
    {
        let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
        let location = Location::Memory { address, bytes: memory.bytes.min(4) };
        if let Some(value) = location.value(&debugger.scene()) {
            let name = words::location(image, &location);
            parts.push(format!("{name} = {}", words::value(value)));
        }
    }
    parts.join("  ")
}

/// The most words of one frame that are shown.
const FRAME_WORDS: u32 = 24;

/// The stack from `$sp` on, with a frame for each open call, the innermost first.
pub(super) fn stack<H: Host>(debugger: &Debugger<H>, stack: &Stack, format: Format) -> Vec<Row> {
    let image = debugger.image();
    let sp = debugger.machine().cpu.get(SP);
    let mut rows = Vec::new();
    let mut from = sp & !3;
    for call in stack.calls.iter().rev() {
        let name = words::labelled(image, call.frame.function);
        rows.push(vec![(Role::Heading, format!("┌ {name}, called at step {}", call.step))]);
        rows.push(vec![(Role::Faint, format!("│ from {}", words::place(image, call.frame.call)))]);
        if from == sp & !3 && call.frame.imbalance(sp) > 0 {
            let above = call.frame.imbalance(sp);
            rows.push(vec![(Role::Changed, format!("│ * $sp is {above} bytes too high"))]);
        }
        let saved = |address: u32| {
            let found = call.saved.iter().find(|(_, at)| *at == address);
            found.map(|(register, _)| NAMES[usize::from(*register & 31)])
        };
        frame_words(debugger, &mut rows, (from, call.frame.sp), sp, format, saved);
        from = call.frame.sp.max(from);
    }
    let more = if stack.incomplete { ", or older calls" } else { "" };
    rows.push(vec![(Role::Heading, format!("┌ main program{more}"))]);
    frame_words(debugger, &mut rows, (from, image.config.stack_pointer), sp, format, |_| None);
    rows
}

fn frame_words<H: Host>(
    debugger: &Debugger<H>,
    rows: &mut Vec<Row>,
    (from, to): (u32, u32),
    sp: u32,
    format: Format,
    saved: impl Fn(u32) -> Option<&'static str>,
) {
    let count = to.saturating_sub(from) / 4;
    for index in 0..count.min(FRAME_WORDS) {
        let address = from + 4 * index;
        let value = Location::Memory { address, bytes: 4 }.value(&debugger.scene());
        let value = value.map_or("nothing".into(), |bits| format.show(bits));
        let mark = if address == sp { "$sp>" } else { "" };
        let role = if address == sp { Role::Current } else { Role::Plain };
        let saved = saved(address).map_or(String::new(), |name| format!("  saved {name}"));
        rows.push(vec![(
            role,
            format!("│{mark:>4} {address:08x} {value:>0$}{saved}", format.width()),
        )]);
    }
    if count > FRAME_WORDS {
        rows.push(vec![(Role::Faint, format!("│     and {} words more", count - FRAME_WORDS))]);
    }
}

/// The most bytes of one item that are shown.
const ITEM_BYTES: u32 = 512;

/// What lies behind a label.
pub(super) struct Datum {
    address: u32,
    name: String,
    /// Where each element is, and how it reads.
    elements: Vec<(u32, String)>,
    /// The columns of one, and how many bytes of it are not shown.
    columns: usize,
    more: u32,
}

/// The data of each label.
pub(super) fn data<H: Host>(debugger: &Debugger<H>, format: Format) -> Vec<Datum> {
    let scene = debugger.scene();
    let read = |address: u32, bytes| Location::Memory { address, bytes }.value(&scene).unwrap_or(0);
    let mut list = Vec::new();
    for variable in debugger.image().variables() {
        let label = variable.labels.first().map_or("", |symbol| symbol.name.as_str());
        for (index, item) in variable.items.iter().enumerate() {
            let shown = item.bytes.min(ITEM_BYTES);
            // Room is nearly always for words.
            let room = matches!(item.element, Element::Space | Element::Extern);
            let words = room && item.address % 4 == 0 && item.bytes.is_multiple_of(4);
            let element = if words { Element::Word } else { item.element };
            let size = element.size();
            let one = |k: u32| {
                let address = item.address + k * size;
                let bits = read(address, size.min(4));
                let text = match element {
                    Element::Word => format.show(bits),
                    Element::Float => f32::from_bits(bits).to_string(),
                    Element::Double => {
                        let high = u64::from(read(address + 4, 4)) << 32;
                        f64::from_bits(high | u64::from(bits)).to_string()
                    }
                    Element::Half => (bits as u16 as i16).to_string(),
                    _ => (bits as u8 as i8).to_string(),
                };
                (address, text)
            };
            let elements = match item.element {
                Element::Ascii | Element::Asciiz => {
                    let bytes = (0..shown).map(|k| read(item.address + k, 1) as u8);
                    let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
                    vec![(item.address, format!("{:?}", String::from_utf8_lossy(&bytes)))]
                }
                _ => (0..shown / size).map(one).collect(),
            };
            list.push(Datum {
                address: item.address,
                name: if index == 0 { label.to_string() } else { String::new() },
                elements,
                columns: match element {
                    Element::Word => format.width(),
                    Element::Float | Element::Double => 11,
                    _ => 4,
                },
                more: item.bytes - shown,
            });
        }
    }
    list
}

/// How each element reads, by address.
pub(super) fn readings(data: &[Datum]) -> BTreeMap<u32, String> {
    data.iter().flat_map(|datum| datum.elements.iter().cloned()).collect()
}

/// The data as rows, with the index of the first element of each; a star marks what read otherwise
/// before the last command.
pub(super) fn data_rows(data: &[Datum], before: &BTreeMap<u32, String>, width: usize) -> Vec<Row> {
    const MARGIN: usize = 20;
    let mut rows = Vec::new();
    for datum in data {
        let a_row = (width.saturating_sub(MARGIN) / (datum.columns + 2)).clamp(1, 16);
        for (number, elements) in datum.elements.chunks(a_row).enumerate() {
            let name = match number {
                0 => datum.name.clone(),
                _ => format!("  [{}]", number * a_row),
            };
            let address = elements.first().map_or(datum.address, |(address, _)| *address);
            let mut row = vec![(Role::Faint, format!("{address:08x} {name:<10}"))];
            row.extend(elements.iter().map(|(address, value)| {
                let changed = before.get(address).is_some_and(|before| before != value);
                let (mark, role) = if changed { ('*', Role::Changed) } else { (' ', Role::Plain) };
                (role, format!("{mark}{value:>0$} ", datum.columns))
            }));
            rows.push(row);
        }
        if datum.more > 0 {
            rows.push(vec![(Role::Faint, format!("{:19} and {} bytes more", "", datum.more))]);
        }
    }
    rows
}

/// A moment that is marked on the timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) step: u64,
    /// `B` for a breakpoint or watchpoint that has stopped the program, `!` for its error, `?` for a
    /// finding.
    pub(super) sign: char,
    pub(super) text: String,
}

/// The timeline as a bar of so many columns: what is at each, and whether one is there.
pub(super) fn bar(
    start: u64,
    end: u64,
    here: u64,
    marks: &[Mark],
    width: usize,
) -> Vec<(char, bool)> {
    let mut cells = vec![('─', false); width];
    for mark in marks {
        if let Some(cell) = cells.get_mut(column(start, end, mark.step, width)) {
            // An error is worth more than what else falls on the same column.
            if cell.0 != '!' {
                cell.0 = mark.sign;
            }
        }
    }
    if let Some(cell) = cells.get_mut(column(start, end, here, width)) {
        cell.1 = true;
        if cell.0 == '─' {
            cell.0 = '█';
        }
    }
    cells
}

/// The column of a step.
fn column(start: u64, end: u64, step: u64, width: usize) -> usize {
    let (length, last) = (end.saturating_sub(start).max(1), width.saturating_sub(1) as u64);
    let at = u128::from(step.saturating_sub(start)) * u128::from(last) / u128::from(length);
    (at as usize).min(last as usize)
}

/// The step of a column.
pub(super) fn step_at(start: u64, end: u64, column: usize, width: usize) -> u64 {
    let last = width.saturating_sub(1).max(1) as u128;
    let length = u128::from(end.saturating_sub(start));
    start + (length * (column as u128).min(last) / last) as u64
}

/// Text as it can be shown: tabs as blanks, and nothing that moves the cursor.
pub(super) fn printable(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars() {
        match letter {
            '\t' => shown.push_str(&" ".repeat(8 - shown.chars().count() % 8)),
            letter if letter.is_control() => shown.push('\u{fffd}'),
            letter => shown.push(letter),
        }
    }
    shown
}
