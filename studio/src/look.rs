//! What there is to see where a run stands: registers, data, calls, the stack, memory, origins.

use debugger::{Expression, Location, Made, Origin};
use mips_sim::Image;
use mips_sim::host::service;
use mips_sim::image::{DataItem, Element};
use mips_sim::isa::codec::disassemble;
use mips_sim::isa::reg::{self, SP};

use crate::protocol::{Data, DataKind, FrameShown, Look, OriginRow, Reply, StackWord};
use crate::run::Run;

/// Variables, elements of one, and bytes of a text that are shown.
const MAX_DATA: usize = 200;
const MAX_ELEMENTS: u32 = 400;
const MAX_TEXT: u32 = 2000;
/// Words of the stack, and calls, that are shown.
const MAX_STACK: u32 = 96;
const MAX_FRAMES: usize = 64;
/// Words of memory in one answer.
const MAX_WORDS: u32 = 4096;
/// Values that an origin goes back through.
const MAX_ORIGINS: usize = 40;

/// The document and line of an instruction, for people: of the outermost macro call.
fn place(image: &Image, pc: u32) -> Option<(String, u32)> {
    let (file, line) = image.place(pc)?.outermost();
    Some((image.sources.file(file).name.clone(), line))
}

/// The last label at or before an address of code.
fn labelled(image: &Image, address: u32) -> String {
    let labels = image.symbols.iter().filter(|s| !s.data && s.address <= address);
    match labels.max_by_key(|symbol| symbol.address) {
        Some(symbol) if symbol.address == address => symbol.name.clone(),
        Some(symbol) => format!("{}+{}", symbol.name, address - symbol.address),
        None => format!("0x{address:08x}"),
    }
}

impl Run {
    pub(crate) fn look(&self) -> Look {
        let debugger = &self.debugger;
        let (image, cpu, pc) = (debugger.image(), &debugger.machine().cpu, debugger.pc());
        let instruction = image.text_at(pc).map_or(String::new(), |word| {
            disassemble(word.inst, pc, &|address| labelled(image, address))
        });
        Look {
            pc,
            place: place(image, pc),
            instruction,
            registers: (0..32u8).map(|number| cpu.get(number)).collect(),
            hi_lo: (cpu.hi, cpu.lo),
            floats: cpu.float.to_vec(),
            flags: cpu.flags,
            cp0: [cpu.cp0.vaddr, cpu.cp0.status, cpu.cp0.cause, cpu.cp0.epc],
            data: self.data(),
            waiting: String::from_utf8_lossy(debugger.waiting_input()).into_owned(),
            history: (debugger.histories().len(), debugger.history()),
        }
    }

    /// The calls that are open.
    pub(crate) fn stack(&mut self) -> Reply {
        let stack = self.debugger.stack();
        let image = self.debugger.image();
        let mut frames = Vec::new();
        let mut at = self.debugger.pc();
        for call in stack.calls.iter().rev().take(MAX_FRAMES) {
            frames.push(FrameShown {
                function: Some(labelled(image, call.frame.function)),
                place: place(image, at),
                step: call.step,
                sp: call.frame.sp,
            });
            at = call.frame.call;
        }
        if stack.calls.len() <= MAX_FRAMES {
            let (place, sp) = (place(image, at), image.config.stack_pointer);
            frames.push(FrameShown { function: None, place, step: 0, sp });
        }
        let words = self.stack_words(&stack.calls, &frames);
        let incomplete = stack.incomplete || stack.calls.len() > MAX_FRAMES;
        Reply::Stack { frames, incomplete, words }
    }

    fn bits(&self, address: u32, bytes: u32) -> Option<u32> {
        Location::Memory { address, bytes }.value(&self.debugger.scene())
    }

    /// From `$sp` up to where the stack began.
    fn stack_words(&self, calls: &[debugger::OpenCall], frames: &[FrameShown]) -> Vec<StackWord> {
        let image = self.debugger.image();
        let sp = self.debugger.machine().cpu.get(SP) & !3;
        let top = image.config.stack_pointer.max(sp);
        let count = ((top - sp) / 4).min(MAX_STACK);
        let saved = |address: u32| {
            let mut all = calls.iter().rev().flat_map(|call| &call.saved);
            let found = all.find(|(_, at)| *at == address)?;
            Some(reg::NAMES[usize::from(found.0 & 31)])
        };
        let word = |k: u32| {
            let address = sp.checked_add(4 * k)?;
            let value = self.bits(address, 4)?;
            let frame = frames.iter().position(|frame| address < frame.sp);
            let frame = frame.unwrap_or(frames.len().saturating_sub(1));
            Some(StackWord { address, value, saved: saved(address), frame })
        };
        (0..count).map_while(word).collect()
    }

    fn data(&self) -> Vec<Data> {
        let mut list = Vec::new();
        for variable in self.debugger.image().variables().iter() {
            let names: Vec<&str> =
                variable.labels.iter().map(|symbol| symbol.name.as_str()).collect();
            let mut name = names.join(", ");
            for items in variable.items.chunk_by(|a, b| {
                // Directives that go on with the same elements are one array.
                a.element == b.element && a.element.is_number() && a.address + a.bytes == b.address
            }) {
                if list.len() == MAX_DATA {
                    return list;
                }
                list.extend(self.datum(std::mem::take(&mut name), items));
            }
        }
        list
    }

    fn datum(&self, name: String, items: &[&DataItem]) -> Option<Data> {
        let first = items.first()?;
        let bytes: u32 = items.iter().map(|item| item.bytes).sum();
        let address = first.address;
        let words = bytes.is_multiple_of(4) && address.is_multiple_of(4);
        let (kind, size) = match first.element {
            Element::Word => (DataKind::Word, 4),
            Element::Half => (DataKind::Half, 2),
            Element::Byte => (DataKind::Byte, 1),
            Element::Float => (DataKind::Float, 4),
            Element::Double => (DataKind::Double, 8),
            Element::Ascii | Element::Asciiz => (DataKind::Text, 1),
            Element::Space | Element::Extern if words => (DataKind::Word, 4),
            Element::Space | Element::Extern => (DataKind::Byte, 1),
        };
        let count = bytes / size;
        let at = |k: u32, bytes: u32| self.bits(address + k, bytes).unwrap_or(0);
        let text = (kind == DataKind::Text).then(|| {
            let bytes = (0..bytes.min(MAX_TEXT)).map(|k| at(k, 1) as u8);
            let bytes: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let value = |k: u32| match kind {
            DataKind::Word => f64::from(at(4 * k, 4) as i32),
            DataKind::Half => f64::from(at(2 * k, 2) as u16 as i16),
            DataKind::Float => f64::from(f32::from_bits(at(4 * k, 4))),
            DataKind::Double => {
                f64::from_bits(u64::from(at(8 * k + 4, 4)) << 32 | u64::from(at(8 * k, 4)))
            }
            DataKind::Byte | DataKind::Text => f64::from(at(k, 1) as u8 as i8),
        };
        let shown = if text.is_some() { 0 } else { count.min(MAX_ELEMENTS) };
        let values = (0..shown).map(value).collect();
        Some(Data { name, address, kind, size, count, values, text })
    }

    /// Words of memory from an address, or the value of an expression.
    pub(crate) fn memory(&self, at: &str, words: u32) -> Result<(u32, Vec<Option<u32>>), String> {
        let expression = Expression::read(at, self.debugger.image());
        let value = expression.map_err(|why| why.to_string())?.value(&self.debugger.scene());
        let address = value.map_err(|why| why.to_string())? as u32 & !3;
        let word = |k: u32| {
            let address = address.checked_add(4 * k)?;
            let text = || self.debugger.image().text_word(address);
            self.bits(address, 4).or_else(text)
        };
        Ok((address, (0..words.min(MAX_WORDS)).map(word).collect()))
    }

    /// Where the value of a place came from, the value itself first.
    pub(crate) fn origin(&mut self, place: &str) -> Result<Vec<OriginRow>, String> {
        let (image, scene) = (self.debugger.image().clone(), self.debugger.scene());
        let location = Location::read(place, &image, &scene).map_err(|why| why.to_string())?;
        let origin = self.debugger.origin(location, MAX_ORIGINS);
        let mut rows = Vec::new();
        flatten(&origin.map_err(|why| why.to_string())?, 0, &image, &mut rows);
        Ok(rows)
    }
}

fn flatten(origin: &Origin, depth: u32, image: &Image, rows: &mut Vec<OriginRow>) {
    let (made, step, pc) = match origin.made {
        Made::By { step, pc, .. } => ("instruction", Some(step), Some(pc)),
        Made::Service { step, pc, .. } => ("service", Some(step), Some(pc)),
        Made::Hand(step) => ("hand", Some(step), None),
        Made::Start => ("start", None, None),
        Made::Unknown => ("unknown", None, None),
    };
    let text = match origin.made {
        Made::By { pc, inst, .. } => match image.place(pc) {
            Some(place) => place.text().split('#').next().unwrap_or_default().trim().to_string(),
            None => disassemble(inst, pc, &|address| labelled(image, address)),
        },
        Made::Service { number, .. } => {
            format!("{number} {}", service(number).map_or("", |service| service.name))
        }
        _ => String::new(),
    };
    rows.push(OriginRow {
        depth,
        place: named(image, &origin.location),
        value: origin.value,
        made,
        step,
        at: pc.and_then(|pc| place(image, pc)),
        text,
    });
    for source in &origin.sources {
        flatten(source, depth + 1, image, rows);
    }
}

/// A place with the name of its label.
fn named(image: &Image, location: &Location) -> String {
    let Location::Memory { address, .. } = *location else { return location.to_string() };
    let data = image.symbols.iter().filter(|symbol| symbol.data && symbol.address <= address);
    match data.max_by_key(|symbol| symbol.address) {
        Some(symbol) if symbol.address == address => symbol.name.clone(),
        Some(symbol) if address - symbol.address < 1 << 20 => {
            format!("{} + {}", symbol.name, address - symbol.address)
        }
        _ => location.to_string(),
    }
}
