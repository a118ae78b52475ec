//! MARS's words for what goes wrong while a program runs.

use crate::image::Image;
use crate::machine::fault::{Access, Fault, Odd, ServiceFault};
use crate::machine::memory::MemoryFault;

/// MARS's sentence for a fault.
pub fn fault_text(fault: &Fault) -> String {
    match fault {
        Fault::Load(fault) => memory_text(fault, Access::Load),
        Fault::Store(fault) => memory_text(fault, Access::Store),
        Fault::Overflow => "arithmetic overflow".into(),
        Fault::Trap => "trap".into(),
        Fault::Break(Some(code)) => format!("break instruction executed; code = {code}."),
        Fault::Break(None) => "break instruction executed; no code given.".into(),
        Fault::Undefined(word) => format!("undefined instruction (0x{word:08x})"),
        Fault::OddRegister(odd) => {
            let which = match odd {
                Odd::All => "all registers",
                Odd::Both => "both registers",
                Odd::First => "first register",
                Odd::Second => "second register",
            };
            format!("{which} must be even-numbered")
        }
        Fault::Service(fault) => service_text(fault),
    }
}

fn memory_text(fault: &MemoryFault, access: Access) -> String {
    let verb = match access {
        Access::Load => "fetch",
        Access::Store => "store",
    };
    match fault {
        MemoryFault::Unaligned { address, size: 8 } => {
            format!("address not aligned on doubleword boundary 0x{address:08x}")
        }
        MemoryFault::Unaligned { address, size } => {
            let unit = if *size == 2 { "halfword" } else { "word" };
            format!("{verb} address not aligned on {unit} boundary 0x{address:08x}")
        }
        MemoryFault::OutOfRange { address } => format!("address out of range 0x{address:08x}"),
        MemoryFault::Text { address } => match access {
            Access::Load => format!("Cannot read directly from text segment!0x{address:08x}"),
            Access::Store => format!("Cannot write directly to text segment!0x{address:08x}"),
        },
        MemoryFault::KernelText { address } => match access {
            Access::Load => format!(
                "DEVELOPER: You must use getStatement() to read from kernel text segment!0x{address:08x}"
            ),
            Access::Store => format!(
                "DEVELOPER: You must use setStatement() to write to kernel text segment!0x{address:08x}"
            ),
        },
        MemoryFault::UnalignedText { address } => {
            format!("fetch address for text segment not aligned to word boundary 0x{address:08x}")
        }
        // MARS has no words for these; ours are never shown where its bytes count.
        MemoryFault::Crash { address } => format!("address just below the stack 0x{address:08x}"),
        MemoryFault::Limit => "memory limit reached".into(),
    }
}

fn service_text(fault: &ServiceFault) -> String {
    match fault {
        ServiceFault::Unknown(number) => {
            format!("invalid or unimplemented syscall service: {number} ")
        }
        ServiceFault::Integer => "invalid integer input (syscall 5)".into(),
        ServiceFault::Float => "invalid float input (syscall 6)".into(),
        ServiceFault::Double => "invalid double input (syscall 7)".into(),
        ServiceFault::Character => "invalid char input (syscall 12)".into(),
        ServiceFault::HeapExceeded(bytes) => {
            format!("request ({bytes}) exceeds available heap storage (syscall 9)")
        }
        ServiceFault::HeapNegative(bytes) => {
            format!("request ({bytes}) is negative heap amount (syscall 9)")
        }
        ServiceFault::Bound => "Upper bound of range cannot be negative (syscall 42)".into(),
        ServiceFault::Memory(fault, access) => memory_text(fault, *access),
    }
}

/// MARS's line for a fault at `pc`: file and line of the statement, or nothing where it has none.
pub fn fault_line(
    fault: &Fault,
    pc: u32,
    image: &Image,
    replaced: bool,
    name: &dyn Fn(&str) -> String,
) -> String {
    let text = fault_text(fault);
    let place = if replaced { None } else { place(pc, image, name) };
    let place = place.unwrap_or_default();
    format!("Error in {place}: Runtime exception at 0x{pc:08x}: {text}")
}

/// File and line of the statement at an address, as MARS writes them.
pub fn place(pc: u32, image: &Image, name: &dyn Fn(&str) -> String) -> Option<String> {
    let word = image.text_at(pc)?;
    let line = image.lines.get(word.line as usize)?;
    let file = name(&image.sources.file(line.file).name);
    Some(match line.macro_line.filter(|_| word.first) {
        Some(defined) => format!("{file} line {}->{defined}", line.line),
        None => format!("{file} line {}", line.line),
    })
}

/// MARS's line for a program counter where no instruction can be.
pub fn bad_pc_line(pc: u32) -> String {
    format!("Error in : invalid program counter value: 0x{pc:08x}")
}

/// MARS's line for a step limit.
pub fn limit_line(limit: i64) -> String {
    format!("Program terminated when maximum step limit {limit} reached.")
}
