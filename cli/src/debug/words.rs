//! The words for what a debugger finds: places, values, why it stopped, where a value came from.

use debugger::point::Target;
use debugger::{
    Debugger, Hit, Hits, Location, Made, Origin, Point, Reason, TimeDirection, Use, What,
};
use mips_sim::Image;
use mips_sim::diag::hint::report;
use mips_sim::host::{Host, service};
use mips_sim::isa::codec::disassemble;
use mips_sim::isa::effects::Access;
use mips_sim::machine::Stop;
use tester::wording::visible_source;

/// The last label at or before an address of code: `loop` or `loop+8`.
pub(crate) fn labelled(image: &Image, address: u32) -> String {
    let labels = image.symbols.iter().filter(|s| !s.data && s.address <= address);
    match labels.max_by_key(|symbol| symbol.address) {
        Some(symbol) if symbol.address == address => symbol.name.clone(),
        Some(symbol) => format!("{}+{}", symbol.name, address - symbol.address),
        None => format!("0x{address:08x}"),
    }
}

/// `p.asm:12`, or the address where there is no source.
pub(crate) fn place(image: &Image, pc: u32) -> String {
    image.place(pc).map_or(format!("0x{pc:08x}"), |place| place.to_string())
}

/// The source line of an instruction with its number, and the instruction itself where the line
/// has several of them.
pub(crate) fn source_line(image: &Image, pc: u32) -> String {
    let Some(place) = image.place(pc) else {
        return format!("0x{pc:08x}  (no instruction)\n");
    };
    let text = visible_source(place.text().trim_end());
    let mut line = format!("{:<6}{text}\n", place.line);
    let several = !place.word.first
        || image.text_at(pc + 4).is_some_and(|next| !next.first && next.line == place.word.line);
    if several {
        let target = |address: u32| labelled(image, address);
        let text = disassemble(place.word.inst, pc, &target);
        line.push_str(&format!("      = 0x{pc:08x}  {text}\n"));
    }
    line
}

/// A value as most people want to see it: decimal, hexadecimal, and the character if it is one.
pub(crate) fn value(bits: u32) -> String {
    let character = char::from_u32(bits).filter(|c| c.is_ascii_graphic());
    let character = character.map_or(String::new(), |c| format!(" '{c}'"));
    match bits {
        0..=9 => bits.to_string(),
        _ => format!("{} (0x{bits:x}{character})", bits as i32),
    }
}

/// A place with the name of its label.
pub(crate) fn location(image: &Image, location: &Location) -> String {
    let Location::Memory { address, bytes } = *location else { return location.to_string() };
    let data = image.symbols.iter().filter(|symbol| symbol.data && symbol.address <= address);
    match data.max_by_key(|symbol| symbol.address) {
        Some(symbol) if address - symbol.address < 1 << 20 => {
            let name = &symbol.name;
            match address - symbol.address {
                0 if bytes == 4 => format!("word({name})"),
                offset if bytes == 4 => format!("word({name} + {offset})"),
                offset if bytes == 1 => format!("byte({name} + {offset})"),
                offset => format!("{bytes} bytes at {name} + {offset}"),
            }
        }
        _ => location.to_string(),
    }
}

/// Why it stopped, in a sentence; nothing for a step that went as asked.
pub(crate) fn reason<H: Host>(
    debugger: &Debugger<H>,
    reason: &Reason,
    way: TimeDirection,
) -> String {
    let image = debugger.image();
    match reason {
        Reason::Done => String::new(),
        Reason::Hit(hit) => hit_words(image, hit),
        Reason::Ended(stop) => ended(debugger, *stop),
        Reason::Start => match debugger.histories()[debugger.history()].cut {
            true => "This is as far back as is known: the program has asked the world more than \
                     could be kept."
                .into(),
            false => "This is the start of the program.".into(),
        },
        Reason::Input => "The program waits for input: `input TEXT` gives it a line.".into(),
        Reason::Limit => "The program may run no further (--max-steps).".into(),
        Reason::Interrupted => "Interrupted.".into(),
        Reason::NotFound => match way {
            TimeDirection::Forward => "That does not happen.".into(),
            TimeDirection::Back => "That has not happened.".into(),
        },
    }
}

fn ended<H: Host>(debugger: &Debugger<H>, stop: Stop) -> String {
    match stop {
        Stop::Exit(0) => "The program has ended.".into(),
        Stop::Exit(code) => format!("The program has ended with code {code}."),
        Stop::FellOffEnd => "The program has ended: there is no instruction after the last.".into(),
        stop => format!("The program stopped: {}.", error(debugger, stop)),
    }
}

/// What is wrong where a program can't go on, as `run` says it.
pub(crate) fn error<H: Host>(debugger: &Debugger<H>, stop: Stop) -> String {
    report(stop, debugger.machine(), None, debugger.image()).title
}

fn hit_words(image: &Image, hit: &Hit) -> String {
    let id = hit.point;
    match &hit.what {
        What::Arrived => format!("Breakpoint {id}."),
        What::Service(number) => {
            let name = service(*number).map_or("unknown", |service| service.name);
            format!("Service {number} ({name}).")
        }
        What::Unclear(error) => format!("Breakpoint {id}: its condition has no value: {error}."),
        What::Used { access, location: at, before, after } => {
            let name = location(image, at);
            let from = place(image, hit.pc);
            let shown = |bits: &Option<u32>| bits.map_or("nothing".into(), value);
            match access {
                Access::Load => {
                    format!("Watchpoint {id}: {name} = {} is read at {from}.", shown(before))
                }
                Access::Store if before == after => {
                    format!(
                        "Watchpoint {id}: {name} = {} is written again at {from}.",
                        shown(after)
                    )
                }
                Access::Store => format!(
                    "Watchpoint {id}: {name} was {}, is {} by {from}.",
                    shown(before),
                    shown(after)
                ),
            }
        }
    }
}

/// A point as a list shows it.
pub(crate) fn point(image: &Image, point: &Point) -> String {
    let target = match &point.target {
        Target::Code(addresses) => {
            let first = addresses.first().copied().unwrap_or_default();
            let more = addresses.len().saturating_sub(1);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("breakpoint at {} ({}){more}", place(image, first), labelled(image, first))
        }
        Target::Watch(at, on) => {
            let on = match on {
                Use::Read => "read",
                Use::Write => "written",
                Use::Change => "changed",
                Use::Any => "read or written",
            };
            format!("watchpoint: {} is {on}", location(image, at))
        }
    };
    let mut text = format!("{:<4}{target}", point.id);
    if point.rule.condition.is_some() {
        text.push_str(", with a condition");
    }
    match point.rule.hits {
        Some(Hits::Exactly(n)) => text.push_str(&format!(", hit {n} only")),
        Some(Hits::From(n)) => text.push_str(&format!(", from hit {n} on")),
        Some(Hits::Every(n)) => text.push_str(&format!(", every {n} hits")),
        None => {}
    }
    if point.rule.message.is_some() {
        text.push_str(", gives a message");
    }
    if !point.enabled {
        text.push_str(", disabled");
    }
    text
}

/// Where a value came from, a line for each value, those behind it further in.
pub(crate) fn origin(image: &Image, origin: &Origin, depth: usize, text: &mut String) {
    let name = location(image, &origin.location);
    let bits = origin.value.map_or("nothing".into(), value);
    let made = match origin.made {
        Made::By { step, pc, .. } => {
            let line = image.place(pc).map_or("", |place| place.text().trim());
            let line = visible_source(line.split('#').next().unwrap_or_default().trim_end());
            format!("set at step {step}, {}: {line}", place(image, pc))
        }
        Made::Service { step, pc, number } => {
            let name = service(number).map_or("unknown", |service| service.name);
            format!("set at step {step}, {}: service {number} ({name})", place(image, pc))
        }
        Made::Hand(step) => format!("set by hand at step {step}"),
        Made::Start => match &origin.location {
            Location::Memory { address, .. } => initial(image, *address),
            _ => "never set: the program has started with it".into(),
        },
        Made::Unknown => "from further back".into(),
    };
    text.push_str(&format!("{}{name} = {bits}, {made}\n", "  ".repeat(depth)));
    for source in &origin.sources {
        self::origin(image, source, depth + 1, text);
    }
}

/// What memory holds that nobody wrote.
fn initial(image: &Image, address: u32) -> String {
    let item = image
        .items
        .iter()
        .find(|item| item.address <= address && address - item.address < item.bytes);
    match item {
        Some(item) => {
            let (file, line) = item.defined;
            format!("as declared at {}:{line}", image.sources.file(file).name)
        }
        None => "never set: memory that nobody wrote is 0".into(),
    }
}
