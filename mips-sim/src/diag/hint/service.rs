//! Hints about services that could not be carried out.

use super::memory::text_for;
use super::scene::{Scene, ordinal};
use super::takes_address;
use crate::host::syscall::{SERVICES, Type, service};
use crate::host::system::Crash;
use crate::isa::Op;
use crate::isa::reg::{A0, A1, V0};
use crate::machine::ServiceFault;
use crate::machine::memory::MemoryFault;

/// Numbers this close to zero are no addresses.
const SMALL: u32 = 1 << 16;

pub(super) fn hint(scene: &Scene<'_>, fault: ServiceFault) -> Option<String> {
    match fault {
        ServiceFault::Unknown(number) => Some(unknown(scene, number)),
        ServiceFault::Memory(MemoryFault::OutOfRange { address }, _) => address_of(scene, address),
        ServiceFault::Integer => Some(
            "it takes a whole line that holds one integer and nothing else; syscall 8 reads text, \
             syscall 12 a character"
                .into(),
        ),
        ServiceFault::Float | ServiceFault::Double => {
            Some("it takes a whole line that holds one number, such as 1.5".into())
        }
        ServiceFault::Character => {
            Some("it takes a whole line and gives its first character".into())
        }
        ServiceFault::HeapExceeded(_) => {
            let used = scene.machine.system().heap_used();
            Some(format!(
                "{used} bytes were handed out before, and none can be given back: ask for less, or \
                 use the same memory again"
            ))
        }
        ServiceFault::HeapNegative(_) => set_by(scene, A0, "must be the number of bytes"),
        ServiceFault::Bound => set_by(scene, A1, "must be 1 or more"),
        ServiceFault::Memory(..) => None,
    }
}

fn set_by(scene: &Scene<'_>, register: u8, rule: &str) -> Option<String> {
    let name = super::scene::name(register);
    if scene.never_written(register) {
        return Some(format!("{name} {rule}, and was never set"));
    }
    let (pc, _) = scene.writer(register)?;
    Some(format!("{name} {rule}; it was set at {}", scene.line(pc)))
}

/// Row 6.
fn unknown(scene: &Scene<'_>, number: i32) -> String {
    if scene.never_written(V0) {
        return "`$v0` was never set: `li $v0, n` before `syscall` says which service, such as 1 to \
                print an integer, 4 a string, or 10 to exit"
            .into();
    }
    let setter = match scene.writer(V0) {
        Some((pc, inst)) if inst.op == Op::Syscall => format!(
            "`$v0` still holds what the `syscall` at {} gave: `li $v0, n` must come before each \
             `syscall`",
            scene.line(pc)
        ),
        Some((pc, _)) => {
            format!("`$v0` was set at {}: `li $v0, n` must come before `syscall`", scene.line(pc))
        }
        None => "`li $v0, n` before `syscall` says which service".into(),
    };
    let near = |service: &&crate::host::Service| {
        (i64::from(service.number) - i64::from(number)).abs() <= 12
    };
    let mut list: Vec<_> = SERVICES.iter().filter(near).collect();
    list.sort_by_key(|service| (i64::from(service.number) - i64::from(number)).abs());
    list.truncate(3);
    list.sort_by_key(|service| service.number);
    let list: Vec<String> = list.iter().map(|s| format!("{} ({})", s.number, s.name)).collect();
    match list.len() {
        0 => setter,
        _ => format!("{setter}. Services with near numbers: {}", list.join(", ")),
    }
}

/// Rows 2 and 3.
fn address_of(scene: &Scene<'_>, address: u32) -> Option<String> {
    let number = scene.machine.system().last_service();
    if !takes_address(number) {
        return None;
    }
    let value = scene.get(A0);
    if let Some(text) = text_for(scene, A0) {
        return Some(text);
    }
    let signed = value as i32;
    if number == 4 && address != value {
        let label = scene.data_label(value)?.0;
        return Some(format!(
            "the text at `{}` has no zero byte at its end, so printing ran on to the end of memory: \
             `.asciiz` adds one",
            label.name
        ));
    }
    if scene.image.config.compact || signed.unsigned_abs() >= SMALL {
        return None;
    }
    let what = service(number).map_or("a text", |service| service.name);
    Some(match number {
        4 if scene.never_written(A0) => {
            "`$a0` was never set: `la $a0, label` puts the address of the string in it".into()
        }
        4 => format!(
            "`$a0` holds {signed}, which is not an address: syscall 1 prints integers, syscall 4 prints \
             the string at an address"
        ),
        _ => format!(
            "`$a0` holds {signed}, which is not an address: syscall {number} ({what}) takes the address \
             of a label, which `la $a0, label` gives"
        ),
    })
}

pub(super) fn crash(scene: &Scene<'_>, crash: Crash, pc: u32) -> Option<String> {
    let number = scene.machine.system().last_service();
    match crash {
        Crash::EndOfInput => {
            let lines = scene.machine.system().lines_read();
            let line = scene.line(pc);
            let asked = format!("the program asked for the {} line at {line}", ordinal(lines + 1));
            Some(match lines {
                0 => format!("{asked}, and there was no input at all"),
                1 => format!("{asked}, and the input has only 1"),
                _ => format!("{asked}, and the input has only {lines}"),
            })
        }
        Crash::NoDisplay => {
            let instead = match number {
                50 => return Some("read the answer with syscall 12 instead".into()),
                51 => "syscall 4 and syscall 5",
                52 => "syscall 4 and syscall 6",
                53 => "syscall 4 and syscall 7",
                54 => "syscall 4 and syscall 8",
                56 => "syscall 4 and syscall 1",
                57 => "syscall 4 and syscall 2",
                58 => "syscall 4 and syscall 3",
                _ => "syscall 4",
            };
            Some(format!("use the console instead: {instead}"))
        }
        Crash::NegativeLength => {
            let length = service(number)?.argument(Type::Length)?;
            set_by(scene, length.register, "must not be negative")
        }
        Crash::TooManyFiles => Some("close files with syscall 16 when they are done".into()),
        Crash::FailedFile => Some(
            "syscall 13 gives -1 in `$v0` if a file can't be opened: test it with `bltz $v0, …`, and \
             keep the descriptor that it gives"
                .into(),
        ),
        Crash::ForbiddenFile => Some(
            "`--files DIR` gives it another folder, and names must be relative to it and stay in it"
                .into(),
        ),
        Crash::StackBorder(_) => None,
    }
}
