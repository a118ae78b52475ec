//! The handlers of the services, one method each; those of the console are in [`super::console`],
//! of dialogs in [`super::dialogs`], of files in [`super::files`]. [`super::syscall`] says which service
//! each is for.

// A handler without a row does not compile.
#![deny(dead_code)]

use super::Host;
use super::system::{Crash, ServiceStop, System};
use crate::isa::reg::{A0, A1, V0};
use crate::java;
use crate::machine::cpu::Cpu;
use crate::machine::fault::{Access, ServiceFault};
use crate::machine::memory::{Memory, MemoryFault};

/// A call of a service: all that its handler works with.
pub(super) struct ServiceCall<'c, H> {
    pub(super) system: &'c mut System,
    pub(super) cpu: &'c mut Cpu,
    pub(super) memory: &'c mut Memory,
    pub(super) host: &'c mut H,
}

impl<H: Host> ServiceCall<'_, H> {
    #[inline]
    pub(super) fn a0(&self) -> u32 {
        self.cpu.get(A0)
    }

    pub(super) fn allocate(&mut self) -> Result<(), ServiceStop> {
        let address = self.system.allocate(self.a0() as i32)?;
        self.cpu.set(V0, address);
        Ok(())
    }

    pub(super) fn exit(&mut self) -> Result<(), ServiceStop> {
        Err(ServiceStop::Exit(0))
    }

    pub(super) fn exit_with_code(&mut self) -> Result<(), ServiceStop> {
        Err(ServiceStop::Exit(self.a0() as i32))
    }

    pub(super) fn system_time(&mut self) -> Result<(), ServiceStop> {
        self.may_draw()?;
        let now = self.host.now();
        self.cpu.set(A0, now as u32);
        self.cpu.set(A1, (now >> 32) as u32);
        Ok(())
    }

    pub(super) fn sleep(&mut self) -> Result<(), ServiceStop> {
        let milliseconds = self.a0();
        if (milliseconds as i32) < 0 {
            return Err(ServiceStop::Crash(Crash::NegativeLength));
        }
        if !self.host.sleep(milliseconds) {
            return Err(ServiceStop::Pending);
        }
        self.memory.note_sleep();
        Ok(())
    }

    /// Without audio, notes make no sound and take no time.
    pub(super) fn play_note(&mut self) -> Result<(), ServiceStop> {
        Ok(())
    }

    /// A note that is waited for: as long as it says, or a second if that is negative.
    pub(super) fn hold_note(&mut self) -> Result<(), ServiceStop> {
        let duration = self.cpu.get(A1) as i32;
        let milliseconds = if duration < 0 { 1000 } else { duration as u32 };
        if self.host.hold_note(milliseconds) { Ok(()) } else { Err(ServiceStop::Pending) }
    }

    pub(super) fn seed_generator(&mut self) -> Result<(), ServiceStop> {
        let seed = i64::from(self.cpu.get(A1) as i32);
        self.system.seed_stream(self.a0(), seed)
    }

    pub(super) fn random_integer(&mut self) -> Result<(), ServiceStop> {
        self.may_draw()?;
        let value = self.draw(|value| value, |stream| stream.next_int() as u32)?;
        self.cpu.set(A0, value);
        Ok(())
    }

    pub(super) fn random_integer_below(&mut self) -> Result<(), ServiceStop> {
        self.may_draw()?;
        let bound = self.cpu.get(A1) as i32;
        if bound <= 0 {
            return Err(fault(ServiceFault::Bound));
        }
        let below = |stream: &mut java::Random| stream.next_int_below(bound) as u32;
        let value = self.draw(|value| value % bound as u32, below)?;
        self.cpu.set(A0, value);
        Ok(())
    }

    pub(super) fn random_float(&mut self) -> Result<(), ServiceStop> {
        self.may_draw()?;
        let part = |bits: u32| (bits >> 8) as f32 / (1u32 << 24) as f32;
        let value = self.draw(part, java::Random::next_float)?;
        self.cpu.set_single(0, value);
        Ok(())
    }

    pub(super) fn random_double(&mut self) -> Result<(), ServiceStop> {
        self.may_draw()?;
        let part = |bits: u32| f64::from(bits) / (1u64 << 32) as f64;
        let value = self.draw(part, java::Random::next_double)?;
        self.cpu.set_double(0, value);
        Ok(())
    }

    /// What the host draws for the generator in `$a0`, or else what comes next in its sequence.
    fn draw<T>(
        &mut self,
        from_host: impl FnOnce(u32) -> T,
        next: impl FnOnce(&mut java::Random) -> T,
    ) -> Result<T, ServiceStop> {
        let id = self.a0();
        let seeded = !self.host.overrides_seeds() && self.system.has_stream(id);
        match if seeded { None } else { self.host.draw(id) } {
            Some(value) => Ok(from_host(value)),
            None => Ok(next(self.system.stream(id, self.host)?)),
        }
    }

    /// The bytes up to a NUL as characters, but no more than `most`: one instruction must not read all
    /// of memory.
    pub(super) fn text_at(&mut self, start: u32, most: usize) -> Result<String, ServiceStop> {
        let mut text = String::new();
        let mut length = 0;
        while (length as usize) < most {
            let byte = load(self.memory, start.wrapping_add(length))?;
            length += 1;
            if byte == 0 {
                break;
            }
            text.push(char::from(byte));
        }
        self.system.note(Access::Load, start, length);
        Ok(text)
    }

    /// Waits until the host lets chance or the clock be asked.
    fn may_draw(&mut self) -> Result<(), ServiceStop> {
        if self.host.may_draw() { Ok(()) } else { Err(ServiceStop::Pending) }
    }
}

pub(super) fn fault(fault: ServiceFault) -> ServiceStop {
    ServiceStop::Fault(fault)
}

fn refused(memory_fault: MemoryFault, access: Access) -> ServiceStop {
    match memory_fault {
        MemoryFault::Limit => ServiceStop::MemoryLimit,
        MemoryFault::Crash { address } => ServiceStop::Crash(Crash::StackBorder(address)),
        other => fault(ServiceFault::Memory(other, access)),
    }
}

pub(super) fn load(memory: &mut Memory, address: u32) -> Result<u8, ServiceStop> {
    let byte = memory.load_byte(address).map_err(|f| refused(f, Access::Load))?;
    Ok(byte as u8)
}

/// Stores bytes one behind the other. How many were stored, and whether that is all of them.
pub(super) fn store_all(
    memory: &mut Memory,
    address: u32,
    bytes: impl Iterator<Item = u8>,
) -> (u32, Result<(), ServiceStop>) {
    let mut count = 0;
    for byte in bytes {
        let stored = memory.store_byte(address.wrapping_add(count), u32::from(byte));
        if let Err(fault) = stored {
            return (count, Err(refused(fault, Access::Store)));
        }
        count += 1;
    }
    (count, Ok(()))
}
