//! A program that waits for a device that is not there: which one, and how to connect it. Nothing is
//! noted while a program runs: a copy of it is run on for a while, with a probe in place of the device.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mips_sim::MemoryConfig;
use mips_sim::devices::{Bitmap, KeyboardAndDisplay};
use mips_sim::host::{Refused, ScriptedHost};
use mips_sim::machine::device::{Bus, Device};
use mips_sim::machine::{Machine, Stop};
use mips_sim::observe::Off;

/// The copy is run so many instructions.
const PROBED: u64 = 200_000;

/// Notes which of four registers are used.
#[derive(Clone, Debug)]
struct Probe {
    base: u32,
    used: Arc<AtomicU32>,
}

impl Device for Probe {
    fn range(&self) -> Range<u32> {
        self.base..self.base + 16
    }

    fn loaded(&mut self, address: u32, _: &mut Bus<'_>) -> Result<(), Refused> {
        self.used.fetch_or(1 << ((address - self.base) / 4), Ordering::Relaxed);
        Ok(())
    }

    fn boxed(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }
}

/// What to tell someone whose program did not end, if it is about a device: a sentence or two.
pub(crate) fn missing_device(
    machine: &Machine,
    config: &MemoryConfig,
    bitmap: Option<Bitmap>,
) -> Option<String> {
    if machine.device::<KeyboardAndDisplay>().is_some() {
        return None;
    }
    let base = config.mmio_base;
    let used = Arc::new(AtomicU32::new(0));
    let mut copy = machine.clone();
    let mut words = [0; 4];
    copy.memory.peek_words(base, &mut words);
    copy.attach(Box::new(Probe { base, used: Arc::clone(&used) }), &words).ok()?;
    let mut host = ScriptedHost::default();
    host.output_limit = Some(1 << 20);
    let stop = copy.run(&mut host, &mut Off, PROBED);
    let used = used.load(Ordering::Relaxed);
    // Whoever has stored in a register waits for it to interrupt.
    let stored = (0..4).filter(|k| words[*k as usize] != 0).fold(0, |all, k| all | 1 << k);
    let used = used | stored;
    let (keyboard, display) = (used & 0b0011 != 0, used & 0b1100 != 0);
    // A program that goes on by itself does not wait.
    if used != 0 && stop == Stop::BudgetSpent {
        let (address, what, option) = match (keyboard, display) {
            (true, false) => (base, "keyboard", "`--keyboard`"),
            (false, _) => (base + 8, "display", "`--display`"),
            (true, true) => (base, "keyboard", "`--keyboard --display`"),
        };
        return Some(format!(
            "0x{address:08x} is the {what} of MARS's MMIO tool, which is not connected here: add {option}"
        ));
    }
    if bitmap.is_some() {
        return None;
    }
    draws_at(machine, config).map(|base| {
        format!(
            "the program seems to draw on MARS's bitmap display: add `--bitmap 512x256@{base}`, with \
             the size of the display, and the size of a unit as in `256x256:8@{base}`"
        )
    })
}

/// The base of a display on which a program seems to have drawn: many words that are colours, where it
/// has no data and has not asked for memory.
fn draws_at(machine: &Machine, config: &MemoryConfig) -> Option<&'static str> {
    const LOOKED_AT: usize = 4096;
    const MANY: usize = 64;
    let bases =
        [("gp", config.global_pointer, config.data_base), ("heap", config.heap_base, u32::MAX)];
    bases.into_iter().find_map(|(name, base, end)| {
        if name == "heap" && machine.system().heap() != config.heap_base {
            return None;
        }
        let room = ((end.saturating_sub(base)) / 4) as usize;
        let mut words = vec![0; LOOKED_AT.min(room)];
        machine.memory.peek_words(base, &mut words);
        let colours = words.iter().filter(|word| **word > 0xff && **word <= 0xff_ffff).count();
        let others = words.iter().filter(|word| **word > 0xff_ffff).count();
        (colours >= MANY && others == 0).then_some(name)
    })
}
