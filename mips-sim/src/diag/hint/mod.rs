//! A run that stopped, in words that teach: what happened, the registers that matter and who set
//! them, and, where the cause is plain enough, a hint. Pure: everything is read off the stop, the
//! machine, its [`History`] if there is one, and the image. Drawing it is the caller's business.

mod control;
mod memory;
mod scene;
mod service;
mod title;

use super::run::{bad_pc_line, fault_line};
use crate::host::syscall::{Type, service};
use crate::host::system::Crash;
use crate::image::Image;
use crate::machine::{Fault, Machine, ServiceFault, Stop};
use crate::observe::History;
use scene::Scene;

/// What to tell a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What happened, in a sentence.
    pub title: String,
    /// The instruction to point at.
    pub pc: Option<u32>,
    /// What MARS says, if it says something.
    pub mars: Option<String>,
    /// What the instruction had to work with.
    pub registers: Vec<HintRegister>,
    /// What to do about it, if that is certain enough: one or two sentences with line, register or
    /// label, and remedy.
    pub hint: Option<String>,
}

/// A register that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintRegister {
    /// Its name.
    pub name: String,
    /// Its value, as one reads it best.
    pub value: String,
    /// Who set it, such as "set at line 5"; empty if that is not known.
    pub written: String,
}

/// Everything there is to say about a stop. Without a history it is less.
pub fn report(stop: Stop, machine: &Machine, history: Option<&History>, image: &Image) -> Report {
    let scene = Scene::new(stop, machine, history, image);
    Report {
        title: title::title(&scene),
        pc: scene.pc,
        mars: mars(&scene),
        registers: scene.registers(),
        hint: hint(&scene),
    }
}

fn mars(scene: &Scene<'_>) -> Option<String> {
    match scene.stop {
        Stop::Fault { fault, pc } => {
            let replaced = scene.machine.is_replaced(pc);
            Some(fault_line(&fault, pc, scene.image, replaced, &str::to_string).trim_end().into())
        }
        Stop::BadProgramCounter(pc) => Some(bad_pc_line(pc)),
        _ => None,
    }
}

fn hint(scene: &Scene<'_>) -> Option<String> {
    match scene.stop {
        Stop::Fault { fault, pc } => match fault {
            Fault::Service(fault) => service::hint(scene, fault),
            Fault::Load(fault) | Fault::Store(fault) => memory::hint(scene, fault, pc),
            Fault::Overflow => Some(overflow(scene, pc)),
            Fault::Break(_) => control::division(scene, pc).or_else(|| control::fell_into(scene)),
            Fault::OddRegister(_) => Some(
                "a double fills two registers, so only those with even numbers (`$f0`, `$f2`, …) \
                 can be named"
                    .into(),
            ),
            Fault::Trap | Fault::Undefined(_) | Fault::Interrupt(_) => None,
        },
        Stop::BadProgramCounter(to) => control::nowhere(scene, to),
        Stop::Crash { crash, pc } => match crash {
            Crash::StackBorder(_) => memory::stack_full(scene, pc),
            other => service::crash(scene, other, pc),
        },
        Stop::BudgetSpent | Stop::OutputRefused | Stop::MemoryLimit | Stop::WorkLimit => {
            control::endless(scene)
        }
        _ => None,
    }
}

fn overflow(scene: &Scene<'_>, pc: u32) -> String {
    let name = scene.inst(pc).map_or("add", scene::mnemonic);
    format!(
        "if the numbers are meant to wrap around, use `{name}u`, which never fails; otherwise they \
         are larger than a register holds (-2147483648 to 2147483647)"
    )
}

/// Whether a service takes an address in `$a0`.
fn takes_address(number: u32) -> bool {
    let first = service(number).and_then(|service| service.arguments.first());
    first.is_some_and(|argument| matches!(argument.ty, Type::Text | Type::Buffer))
}

/// The fault of a service, if that is what stopped the program.
fn service_fault(stop: Stop) -> Option<ServiceFault> {
    match stop {
        Stop::Fault { fault: Fault::Service(fault), .. } => Some(fault),
        _ => None,
    }
}
