//! Devices: who is told when a program uses words of memory-mapped I/O.
//!
//! As in MARS, those words are memory like any other, and a device is told of an access right after
//! the instruction or service that made it. It may then change its words, use the host, ask to be
//! called again after so many instructions, or interrupt the program. It may also serve a load: it is
//! asked before an instruction loads one of its words. Ordinary accesses do not know
//! of devices: only the slow path of memory asks whether an address belongs to one.

use std::any::Any;
use std::fmt;
use std::ops::Range;

use super::fault::{Access, Fault};
use super::memory::Memory;
use super::{Machine, Stop};
use crate::config::Region;
use crate::host::{Host, Refused};

/// A device. It is part of the machine: snapshots contain it, so everything that it remembers must be
/// in it, and what it learns from the world must come from the host.
pub trait Device: fmt::Debug + Send + Sync {
    /// The addresses of its words, from and to a multiple of 4.
    fn range(&self) -> Range<u32>;

    /// Those of them whose use it is told of. The others are only memory, which is faster.
    fn watched(&self) -> Vec<Range<u32>> {
        vec![self.range()]
    }

    /// An instruction is about to load from this address: the word can still be changed.
    fn loading(&mut self, address: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let _ = (address, bus);
        Ok(())
    }

    /// Something was loaded from this address. The program has the word as it was.
    fn loaded(&mut self, address: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let _ = (address, bus);
        Ok(())
    }

    /// Something was stored to this address: the value as it was given, a byte or half if that is
    /// what was stored. The word is changed already.
    fn stored(&mut self, address: u32, value: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let _ = (address, value, bus);
        Ok(())
    }

    /// The number of executed instructions at which it wants to be called, if it does.
    fn due(&self) -> Option<u64> {
        None
    }

    /// So many instructions have been executed.
    fn tick(&mut self, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let _ = bus;
        Ok(())
    }

    /// The program has slept: service 32 is over.
    fn woke(&mut self, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let _ = bus;
        Ok(())
    }

    /// A copy, for a snapshot.
    fn boxed(&self) -> Box<dyn Device>;

    /// Itself, for those who want to look at it ([`Machine::device`]).
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Box<dyn Device> {
        self.boxed()
    }
}

/// What a device can reach.
pub struct Bus<'a> {
    /// The world outside.
    pub host: &'a mut dyn Host,
    /// How many instructions have been executed.
    pub steps: u64,
    memory: &'a mut Memory,
    interrupt: u32,
    accepts: bool,
}

impl Bus<'_> {
    /// The word of the device that an address is in.
    pub fn word(&self, address: u32) -> u32 {
        self.memory.peek(address & !3).unwrap_or(0)
    }

    /// Changes that word. Nobody is told.
    pub fn set_word(&mut self, address: u32, word: u32) {
        self.memory.set_device_word(address, word);
    }

    /// Whether the program accepts an interrupt now.
    pub fn accepts_interrupts(&self) -> bool {
        self.accepts
    }

    /// Interrupts the program before its next instruction, with these bits in Cause, from bit 2 on.
    /// As in MARS, an interrupt that the program does not accept now is lost.
    pub fn interrupt(&mut self, bits: u32) {
        self.interrupt |= bits;
    }
}

/// Why a device can't be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// Its addresses are not words of memory-mapped I/O.
    #[error("0x{0:08x} is not a word of memory-mapped I/O")]
    Elsewhere(u32),
    /// Another device has some of them.
    #[error("another device is at 0x{0:08x}")]
    Taken(u32),
}

impl Machine {
    /// Adds a device. `words` are the first ones of its range, as the program finds them.
    pub fn attach(&mut self, device: Box<dyn Device>, words: &[u32]) -> Result<(), AttachError> {
        let range = device.range();
        let addresses = || range.clone().step_by(4);
        let is_io = |address: u32| self.options.config.region(address) == Some(Region::Mmio);
        if let Some(address) = addresses().find(|address| address % 4 != 0 || !is_io(*address)) {
            return Err(AttachError::Elsewhere(address));
        }
        let taken =
            |address: &u32| self.devices.iter().any(|other| other.range().contains(address));
        if let Some(address) = addresses().find(taken) {
            return Err(AttachError::Taken(address));
        }
        self.memory.watch(range.clone(), device.watched());
        for (address, word) in addresses().zip(words.iter().copied().chain(std::iter::repeat(0))) {
            self.memory.set_device_word(address, word);
        }
        self.devices.push(device);
        Ok(())
    }

    /// The first device of a type.
    pub fn device<D: Device + 'static>(&self) -> Option<&D> {
        self.devices.iter().find_map(|device| device.as_any()?.downcast_ref())
    }

    /// When the next device wants to be called.
    pub(super) fn due(&self) -> u64 {
        self.devices.iter().filter_map(|device| device.due()).min().unwrap_or(u64::MAX)
    }

    /// Calls the devices that are due.
    pub(super) fn tick(&mut self, host: &mut dyn Host) -> Option<Stop> {
        let steps = self.steps;
        (0..self.devices.len()).find_map(|index| {
            let due = self.devices[index].due().is_some_and(|due| due <= steps);
            if due { self.with_device(index, host, |device, bus| device.tick(bus)) } else { None }
        })
    }

    fn device_at(&self, address: u32) -> Option<usize> {
        self.devices.iter().position(|device| device.range().contains(&address))
    }

    /// Lets a device serve a load before it is made.
    pub(super) fn ask(
        &mut self,
        access: Access,
        address: u32,
        host: &mut dyn Host,
    ) -> Option<Stop> {
        let index = self.device_at(address).filter(|_| access == Access::Load)?;
        self.with_device(index, host, |device, bus| device.loading(address, bus))
    }

    /// Tells those concerned of what the last instruction or service did: devices, and text that is
    /// data too.
    pub(super) fn settle(&mut self, host: &mut dyn Host) -> Option<Stop> {
        let mut stop = None;
        for touch in self.memory.take_touched() {
            let address = touch.address;
            if self.options.config.region(address) == Some(Region::Text) {
                self.text_touched(touch);
                continue;
            }
            let Some(index) = self.device_at(address) else { continue };
            let told = self.with_device(index, host, |device, bus| match touch.access {
                Access::Load => device.loaded(address, bus),
                Access::Store => device.stored(address, touch.value, bus),
            });
            stop = stop.or(told);
        }
        if self.memory.take_slept() {
            for index in 0..self.devices.len() {
                let told = self.with_device(index, host, |device, bus| device.woke(bus));
                stop = stop.or(told);
            }
        }
        stop
    }

    fn with_device(
        &mut self,
        index: usize,
        host: &mut dyn Host,
        call: impl FnOnce(&mut dyn Device, &mut Bus<'_>) -> Result<(), Refused>,
    ) -> Option<Stop> {
        let memory = &mut self.memory;
        // Enabled, and not in the handler of an exception.
        let accepts = self.cpu.cp0.status & 3 == 1;
        let mut bus = Bus { host, steps: self.steps, memory, interrupt: 0, accepts };
        let called = call(&mut *self.devices[index], &mut bus);
        let interrupt = bus.interrupt;
        if called.is_err() {
            return Some(Stop::OutputRefused);
        }
        if interrupt == 0 || !accepts {
            return None;
        }
        let stop = self.raise(Fault::Interrupt(interrupt), self.pc);
        // As in MARS, the instruction that is not executed can be the one behind a delayed branch,
        // which is then taken all the same.
        self.follow_delay();
        stop
    }
}
