//! The words for how a run ends: `Display` of [`Fault`] and [`Stop`], MARS's where it has some.

use std::error::Error;
use std::fmt;

use crate::image::Image;
use crate::machine::Stop;
use crate::machine::fault::{Access, Fault, Odd, ServiceFault};
use crate::machine::memory::MemoryFault;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Load(fault) => memory_text(f, fault, Access::Load),
            Fault::Store(fault) => memory_text(f, fault, Access::Store),
            Fault::Overflow => f.write_str("arithmetic overflow"),
            Fault::Trap => f.write_str("trap"),
            Fault::Break(Some(code)) => write!(f, "break instruction executed; code = {code}."),
            Fault::Break(None) => f.write_str("break instruction executed; no code given."),
            Fault::Undefined(word) => write!(f, "undefined instruction (0x{word:08x})"),
            Fault::OddRegister(odd) => {
                let which = match odd {
                    Odd::All => "all registers",
                    Odd::Both => "both registers",
                    Odd::First => "first register",
                    Odd::Second => "second register",
                };
                write!(f, "{which} must be even-numbered")
            }
            Fault::Service(fault) => write!(f, "{fault}"),
            Fault::Interrupt(_) => f.write_str("External Interrupt"),
        }
    }
}

impl Error for Fault {}

/// What MARS says depends on the direction of the access.
fn memory_text(f: &mut fmt::Formatter<'_>, fault: &MemoryFault, access: Access) -> fmt::Result {
    let load = access == Access::Load;
    match fault {
        MemoryFault::Unaligned { address, size: 8 } => {
            write!(f, "address not aligned on doubleword boundary 0x{address:08x}")
        }
        MemoryFault::Unaligned { address, size } => {
            let verb = if load { "fetch" } else { "store" };
            let unit = if *size == 2 { "halfword" } else { "word" };
            write!(f, "{verb} address not aligned on {unit} boundary 0x{address:08x}")
        }
        MemoryFault::Text { address } => {
            let verb = if load { "read directly from" } else { "write directly to" };
            write!(f, "Cannot {verb} text segment!0x{address:08x}")
        }
        MemoryFault::KernelText { address } => {
            let verb =
                if load { "getStatement() to read from" } else { "setStatement() to write to" };
            write!(f, "DEVELOPER: You must use {verb} kernel text segment!0x{address:08x}")
        }
        MemoryFault::UnalignedText { address } => {
            write!(f, "fetch address for text segment not aligned to word boundary 0x{address:08x}")
        }
        MemoryFault::OutOfRange { .. } | MemoryFault::Crash { .. } | MemoryFault::Limit => {
            write!(f, "{fault}")
        }
    }
}

/// MARS has no words for a memory fault without an access, nor for the last two.
impl fmt::Display for MemoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryFault::Unaligned { address, size } => {
                write!(f, "address not a multiple of {size} 0x{address:08x}")
            }
            MemoryFault::OutOfRange { address } => {
                write!(f, "address out of range 0x{address:08x}")
            }
            MemoryFault::Text { address } => write!(f, "address in text segment 0x{address:08x}"),
            MemoryFault::KernelText { address } => {
                write!(f, "address in kernel text segment 0x{address:08x}")
            }
            MemoryFault::UnalignedText { address } => {
                write!(f, "address in text segment not a multiple of 4 0x{address:08x}")
            }
            MemoryFault::Crash { address } => {
                write!(f, "address just below the stack 0x{address:08x}")
            }
            MemoryFault::Limit => f.write_str("memory limit reached"),
        }
    }
}

impl Error for MemoryFault {}

impl fmt::Display for ServiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServiceFault::Unknown(number) => {
                write!(f, "invalid or unimplemented syscall service: {number} ")
            }
            ServiceFault::Integer => f.write_str("invalid integer input (syscall 5)"),
            ServiceFault::Float => f.write_str("invalid float input (syscall 6)"),
            ServiceFault::Double => f.write_str("invalid double input (syscall 7)"),
            ServiceFault::Character => f.write_str("invalid char input (syscall 12)"),
            ServiceFault::HeapExceeded(bytes) => {
                write!(f, "request ({bytes}) exceeds available heap storage (syscall 9)")
            }
            ServiceFault::HeapNegative(bytes) => {
                write!(f, "request ({bytes}) is negative heap amount (syscall 9)")
            }
            ServiceFault::Bound => {
                f.write_str("Upper bound of range cannot be negative (syscall 42)")
            }
            ServiceFault::Memory(fault, access) => memory_text(f, fault, *access),
        }
    }
}

impl Error for ServiceFault {}

/// One line that says how a run ended; what to do about it is said by [`super::hint`].
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Exit(code) => write!(f, "exit with code {code}"),
            Stop::FellOffEnd => f.write_str("end of the program"),
            Stop::Fault { fault, pc } => write!(f, "{fault} at 0x{pc:08x}"),
            Stop::BadProgramCounter(pc) => write!(f, "invalid program counter value: 0x{pc:08x}"),
            Stop::Crash { crash, pc } => write!(f, "{crash} at 0x{pc:08x}"),
            Stop::BudgetSpent => f.write_str("instruction limit reached"),
            Stop::Break { pc } => write!(f, "stopped after 0x{pc:08x}"),
            Stop::InputPending => f.write_str("waiting for input"),
            Stop::OutputRefused => f.write_str("output limit reached"),
            Stop::MemoryLimit => f.write_str("memory limit reached"),
            Stop::WorkLimit => f.write_str("limit on bytes moved by services reached"),
        }
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
    let place = if replaced { None } else { place(pc, image, name) };
    let place = place.unwrap_or_default();
    format!("Error in {place}: Runtime exception at 0x{pc:08x}: {fault}")
}

/// File and line of the statement at an address, as MARS writes them.
pub fn place(pc: u32, image: &Image, name: &dyn Fn(&str) -> String) -> Option<String> {
    let place = image.place(pc)?;
    let line = place.source;
    let file = name(&image.sources.file(line.file).name);
    Some(match line.macro_line.filter(|_| place.word.first) {
        Some(defined) => format!("{file} line {}->{defined}", line.line),
        None => format!("{file} line {}", line.line),
    })
}

/// MARS's line for a program counter where no instruction can be.
pub fn bad_pc_line(pc: u32) -> String {
    format!("Error in : {}", Stop::BadProgramCounter(pc))
}

/// MARS's line for a step limit.
pub fn limit_line(limit: i64) -> String {
    format!("Program terminated when maximum step limit {limit} reached.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::system::Crash;

    #[test]
    fn a_stop_is_one_line_of_words() {
        let pc = 0x0040_0008;
        let memory = MemoryFault::Text { address: 0x0040_0000 };
        let service = ServiceFault::Memory(MemoryFault::OutOfRange { address: 0 }, Access::Load);
        let cases = [
            (Stop::Exit(3), "exit with code 3"),
            (
                Stop::Fault { fault: Fault::Store(memory), pc },
                "Cannot write directly to text segment!0x00400000 at 0x00400008",
            ),
            (
                Stop::Fault { fault: Fault::Service(service), pc },
                "address out of range 0x00000000 at 0x00400008",
            ),
            (Stop::Crash { crash: Crash::NegativeLength, pc }, "a negative length at 0x00400008"),
            (Stop::BadProgramCounter(2), "invalid program counter value: 0x00000002"),
        ];
        for (stop, words) in cases {
            assert_eq!(stop.to_string(), words);
        }
        assert_eq!(memory.to_string(), "address in text segment 0x00400000");
    }
}
