//! Why a machine stops, and what can go wrong while a program runs, as data. The words are in [`crate::diag`].

use super::memory::MemoryFault;
use crate::host::system::Crash;
pub use crate::isa::effects::Access;

/// Why a machine stopped. It can be run again after the budget or the input ran out, or an observer
/// stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended itself, with this code.
    Exit(i32),
    /// It ran to where there is no instruction, which is a normal end.
    FellOffEnd,
    /// An instruction could not be carried out, and there is no handler.
    Fault {
        /// Why.
        fault: Fault,
        /// The address of the instruction.
        pc: u32,
    },
    /// The program counter is where no instruction can be.
    BadProgramCounter(u32),
    /// MARS itself would have died here.
    Crash {
        /// What of.
        crash: Crash,
        /// The address of the instruction.
        pc: u32,
    },
    /// As many instructions as were allowed have been executed.
    BudgetSpent,
    /// An observer stopped it. The program continues at the machine's program counter.
    Break {
        /// The address of the instruction that was executed last.
        pc: u32,
    },
    /// There is no input yet.
    InputPending,
    /// The host takes no more output.
    OutputRefused,
    /// The program has touched more memory than it may.
    MemoryLimit,
    /// Its services have moved more bytes than they may.
    WorkLimit,
}

/// Why an instruction could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A load that memory refused.
    Load(MemoryFault),
    /// A store that memory refused.
    Store(MemoryFault),
    /// A signed sum or difference that does not fit.
    Overflow,
    /// A trap instruction whose condition held.
    Trap,
    /// `break`, with its code if it has one.
    Break(Option<u32>),
    /// A word that is not an instruction.
    Undefined(u32),
    /// A double in an odd register: which operands must be even.
    OddRegister(Odd),
    /// What a service refused.
    Service(ServiceFault),
    /// A device, with its bits in Cause.
    Interrupt(u32),
}

/// Which operands must name even registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odd {
    /// Three-operand arithmetic.
    All,
    /// Two operands, both doubles.
    Both,
    /// The destination.
    First,
    /// The source.
    Second,
}

/// Why a service could not be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceFault {
    /// There is no such service.
    Unknown(i32),
    /// The line holds no integer.
    Integer,
    /// The line holds no number (service 6).
    Float,
    /// The line holds no number (service 7).
    Double,
    /// The line is empty (service 12).
    Character,
    /// More heap than there is.
    HeapExceeded(i32),
    /// Less than no heap.
    HeapNegative(i32),
    /// A bound below 1 (service 42).
    Bound,
    /// An address that the service could not read or write.
    Memory(MemoryFault, Access),
}

impl Fault {
    /// The cause code of coprocessor 0, if this kind has one.
    pub fn cause(&self) -> Option<u32> {
        match self {
            Fault::Load(_) | Fault::Service(ServiceFault::Memory(_, Access::Load)) => Some(4),
            Fault::Store(_) | Fault::Service(ServiceFault::Memory(_, Access::Store)) => {
                // A misaligned word of self-modified text is a load error either way.
                match self.memory() {
                    Some(MemoryFault::UnalignedText { .. }) => Some(4),
                    _ => Some(5),
                }
            }
            Fault::Service(_) => Some(8),
            Fault::Break(_) => Some(9),
            Fault::Undefined(_) => Some(10),
            Fault::Overflow => Some(12),
            Fault::Trap => Some(13),
            Fault::Interrupt(bits) => Some(*bits),
            Fault::OddRegister(_) => None,
        }
    }

    /// What memory said, if memory refused.
    pub fn memory(&self) -> Option<MemoryFault> {
        match self {
            Fault::Load(fault) | Fault::Store(fault) => Some(*fault),
            Fault::Service(ServiceFault::Memory(fault, _)) => Some(*fault),
            _ => None,
        }
    }

    /// The address that could not be accessed, which coprocessor 0 keeps.
    pub fn address(&self) -> Option<u32> {
        match self.memory()? {
            MemoryFault::Unaligned { address, .. }
            | MemoryFault::OutOfRange { address }
            | MemoryFault::Text { address }
            | MemoryFault::KernelText { address }
            | MemoryFault::UnalignedText { address }
            | MemoryFault::Crash { address } => Some(address),
            MemoryFault::Limit => None,
        }
    }
}
