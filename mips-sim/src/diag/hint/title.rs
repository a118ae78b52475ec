//! What happened, in one sentence.

use super::control::division_by_zero;
use super::memory::below_stack;
use super::scene::{Scene, mnemonic};
use crate::host::syscall::{Type, service};
use crate::host::system::Crash;
use crate::isa::Op;
use crate::isa::reg::{A0, A1, NAMES};
use crate::machine::memory::MemoryFault;
use crate::machine::{Fault, ServiceFault, Stop};

pub(super) fn title(scene: &Scene<'_>) -> String {
    match scene.stop {
        Stop::Fault { fault, pc } => of_fault(scene, fault, pc),
        Stop::BadProgramCounter(to) => nowhere(scene, to),
        Stop::Crash { crash, pc } => of_crash(scene, crash, pc),
        Stop::BudgetSpent => match scene.machine.steps() {
            1 => "stopped after 1 instruction".into(),
            steps => format!("stopped after {steps} instructions"),
        },
        Stop::OutputRefused => "stopped because the program wrote as much as it may".into(),
        Stop::MemoryLimit => "stopped because the program used as much memory as it may".into(),
        Stop::WorkLimit => {
            "stopped because the program's services moved as many bytes as they may".into()
        }
        Stop::Exit(code) => format!("the program ended with code {code}"),
        Stop::FellOffEnd => "the program ran to its end".into(),
        Stop::InputPending => "the program waits for input".into(),
        Stop::Break { pc } => format!("the program is stopped after {}", scene.line(pc)),
    }
}

fn of_fault(scene: &Scene<'_>, fault: Fault, pc: u32) -> String {
    let inst = scene.inst(pc);
    let name = inst.map_or("the instruction", mnemonic);
    if let Some(address) = fault.address().filter(|address| below_stack(scene, *address, pc)) {
        return format!("the stack is full: it has no memory at 0x{address:08x}");
    }
    match fault {
        Fault::Load(fault) => memory(scene, fault, &format!("`{name}`"), "loaded from"),
        Fault::Store(fault) => memory(scene, fault, &format!("`{name}`"), "stored to"),
        Fault::Service(fault) => of_service(scene, fault),
        Fault::Overflow => match inst {
            Some(inst) => {
                let left = scene.get(inst.regs[1]) as i32;
                let (sign, right) = match inst.op {
                    Op::Addi => ('+', inst.imm),
                    Op::Sub => ('-', scene.get(inst.regs[2]) as i32),
                    _ => ('+', scene.get(inst.regs[2]) as i32),
                };
                let right = if right < 0 { format!("({right})") } else { right.to_string() };
                format!("the result of {left} {sign} {right} does not fit in 32 bits")
            }
            None => "the result does not fit in 32 bits".into(),
        },
        Fault::Trap => format!("the condition of `{name}` holds, so it raised a trap"),
        Fault::Break(_) if division_by_zero(scene, pc).is_some() => "division by zero".into(),
        Fault::Break(Some(code)) => format!("`break` with code {code} stopped the program"),
        Fault::Break(None) => "`break` stopped the program".into(),
        Fault::Undefined(word) => format!("the word 0x{word:08x} is not an instruction"),
        Fault::Interrupt(_) => "a device interrupted the program, which has no handler".into(),
        Fault::OddRegister(_) => {
            format!("`{name}` works on doubles, which begin at an even register")
        }
    }
}

fn memory(scene: &Scene<'_>, fault: MemoryFault, who: &str, verb: &str) -> String {
    match fault {
        MemoryFault::Unaligned { address, size } => {
            let address = scene.address(address);
            format!("{who} needs an address that is a multiple of {size}, and {address} is not")
        }
        MemoryFault::OutOfRange { address } | MemoryFault::Crash { address } => {
            format!("nothing can be {verb} 0x{address:08x}: there is no memory")
        }
        MemoryFault::Text { address }
        | MemoryFault::KernelText { address }
        | MemoryFault::UnalignedText { address } => {
            format!("nothing can be {verb} 0x{address:08x}: instructions are there, not data")
        }
        MemoryFault::Limit => "the program used as much memory as it may".into(),
    }
}

fn of_service(scene: &Scene<'_>, fault: ServiceFault) -> String {
    let number = scene.machine.system().last_service();
    match fault {
        ServiceFault::Unknown(number) => format!("there is no syscall {number}"),
        ServiceFault::Integer => "syscall 5 read a line that is not an integer".into(),
        ServiceFault::Float => "syscall 6 read a line that is not a number".into(),
        ServiceFault::Double => "syscall 7 read a line that is not a number".into(),
        ServiceFault::Character => "syscall 12 read an empty line, which has no character".into(),
        ServiceFault::HeapExceeded(bytes) => {
            format!("syscall 9 has no {bytes} bytes of heap left to give")
        }
        ServiceFault::HeapNegative(bytes) => format!("syscall 9 can't allocate {bytes} bytes"),
        ServiceFault::Bound => {
            let bound = scene.get(A1) as i32;
            format!("syscall 42 needs a bound of at least 1, and `$a1` is {bound}")
        }
        ServiceFault::Memory(fault, access) => {
            let verb = match access {
                crate::machine::fault::Access::Load => "loaded from",
                crate::machine::fault::Access::Store => "stored to",
            };
            let what = service(number).map_or("", |service| service.name);
            format!("syscall {number} ({what}): {}", memory(scene, fault, "it", verb))
        }
    }
}

fn nowhere(scene: &Scene<'_>, to: u32) -> String {
    let config = &scene.image.config;
    if !to.is_multiple_of(4) {
        return format!("the program jumped to 0x{to:08x}, where no instruction can begin");
    }
    if config.data_segment_base <= to && to < config.data_limit {
        let address = scene.address(to);
        return format!("the program jumped to {address}, which is data");
    }
    format!("the program jumped to 0x{to:08x}, where there are no instructions")
}

/// The beginning of a text in memory.
fn name_at(scene: &Scene<'_>, address: u32) -> String {
    const MOST: u32 = 60;
    let byte =
        |at: u32| scene.machine.memory.peek(at & !3).map(|word| (word >> ((at & 3) * 8)) as u8);
    let bytes = (0..MOST).map_while(|k| byte(address.wrapping_add(k)).filter(|byte| *byte != 0));
    let text: String =
        bytes.map(char::from).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().count() == MOST as usize { text + "…" } else { text }
}

fn of_crash(scene: &Scene<'_>, crash: Crash, pc: u32) -> String {
    let number = scene.machine.system().last_service();
    match crash {
        Crash::EndOfInput => format!("end of input at syscall {number}, {}", scene.line(pc)),
        Crash::NoDisplay => format!("syscall {number} opens a window, and there is no display"),
        Crash::NegativeLength => {
            let length = service(number).and_then(|service| service.argument(Type::Length));
            let register = length.map_or(A0, |length| length.register);
            let (name, value) = (NAMES[usize::from(register)], scene.get(register) as i32);
            format!("syscall {number} can't take the negative `{name}` = {value}")
        }
        Crash::TooManyFiles => "too many files are open".into(),
        Crash::FailedFile => {
            format!("syscall {number} uses descriptor {}, whose file was not opened", scene.get(A0))
        }
        Crash::ForbiddenFile => {
            let name = name_at(scene, scene.get(A0));
            format!("the program may not open `{name}`: it may use only its own folder")
        }
        Crash::StackBorder(address) => {
            format!("the stack is full: it has no memory at 0x{address:08x}")
        }
    }
}
