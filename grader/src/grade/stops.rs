//! Why a run stopped, in words for its author.

use mips_sim::Image;
use mips_sim::host::system::Crash;
use mips_sim::machine::{Fault, ServiceFault, Stop};

use tester::Limits;

/// What is wrong with how a run stopped; nothing if the program ended itself.
pub(super) fn complaint(stop: &Stop, image: &Image, limits: &Limits) -> Option<String> {
    let at = |pc: u32| {
        let place = image.place(pc);
        place.map_or(String::new(), |p| format!(" in line {} of {}", p.line, p.file_name()))
    };
    Some(match stop {
        Stop::Exit(_) | Stop::FellOffEnd => return None,
        Stop::Crash { crash: Crash::EndOfInput, pc } => {
            format!("The program reads on behind the end of the input{}.", at(*pc))
        }
        Stop::Fault { fault: Fault::Service(ServiceFault::Integer), pc } => {
            format!("The program reads an integer, and what is typed is none{}.", at(*pc))
        }
        Stop::Fault { fault, pc } => {
            format!("The program fails: {fault}{}.", at(*pc))
        }
        Stop::Crash { crash, pc } => format!("The program fails: {crash}{}.", at(*pc)),
        Stop::BadProgramCounter(pc) => {
            format!("The program jumps to 0x{pc:08x}, where there is no instruction.")
        }
        Stop::BudgetSpent | Stop::WorkLimit => {
            format!("The program hangs: it runs on for more than {} instructions.", limits.steps)
        }
        Stop::OutputRefused => {
            format!("The program prints without end: more than {} bytes.", limits.output)
        }
        Stop::MemoryLimit => {
            format!("The program uses more than {} KiB of memory.", limits.memory >> 10)
        }
        Stop::InputPending => "The program waits for input.".into(),
    })
}
