//! The keyboard and display of MARS's tool "Keyboard and Display MMIO Simulator": four registers,
//! with ready bits, a delay counted in instructions, and interrupts.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use super::text_screen::TextScreen;
use super::{FrameClock, Key, KeyList};
use crate::host::Refused;
use crate::machine::device::{Bus, Device};

const READY: u32 = 1;
const KEY_PRESSED: u32 = 0x40;
const CHARACTER_SHOWN: u32 = 0x80;

/// The host is asked for keys each time so many instructions have been executed.
pub const ASK_EVERY: u64 = 10_000;

/// What is switched on, and how.
#[derive(Clone, Debug)]
pub struct KeyboardOptions {
    /// Whether there is a keyboard. Otherwise its registers are only memory.
    pub keyboard: bool,
    /// Whether there is a display. Otherwise its registers are only memory.
    pub display: bool,
    /// Columns and rows of the display.
    pub size: (u16, u16),
    /// How many instructions the display takes for a character, at least 1.
    pub delay: u32,
    /// Whether a character appears when that is over, and not immediately.
    pub shows_late: bool,
    /// Keys that are pressed at given moments.
    pub keys: Arc<KeyList>,
    /// Whether the host is asked for keys too.
    pub asks_host: bool,
}

impl Default for KeyboardOptions {
    fn default() -> KeyboardOptions {
        KeyboardOptions {
            keyboard: true,
            display: true,
            size: (80, 24),
            delay: 5,
            shows_late: true,
            keys: Arc::default(),
            asks_host: false,
        }
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub struct KeyboardAndDisplay {
    base: u32,
    options: Arc<KeyboardOptions>,
    screen: TextScreen,
    /// The word that is on its way to the display, and when it is there.
    sending: Option<(u64, u32)>,
    frames: FrameClock,
    /// How many keys by step and by frame were pressed.
    pressed: (usize, usize),
    /// When the host is asked for a key.
    asks_at: u64,
}

impl KeyboardAndDisplay {
    /// A device whose registers begin at an address.
    pub fn new(base: u32, options: KeyboardOptions) -> KeyboardAndDisplay {
        let screen = TextScreen::new(options.size.0, options.size.1);
        let mut device = KeyboardAndDisplay {
            base,
            options: Arc::new(options),
            screen,
            sending: None,
            frames: FrameClock::default(),
            pressed: (0, 0),
            asks_at: 0,
        };
        if !device.options.keyboard {
            let none = KeyboardOptions {
                keys: Arc::default(),
                asks_host: false,
                ..(*device.options).clone()
            };
            device.options = Arc::new(none);
        }
        device
    }

    /// What its registers hold when a run starts.
    pub fn words(&self) -> [u32; 4] {
        [0, 0, u32::from(self.options.display), 0]
    }

    /// What the display shows.
    pub fn screen(&self) -> &TextScreen {
        &self.screen
    }

    /// How many frames of the run are over.
    pub fn frames(&self) -> u64 {
        self.frames.count()
    }

    fn receiver_control(&self) -> u32 {
        self.base
    }

    fn receiver_data(&self) -> u32 {
        self.base + 4
    }

    fn transmitter_control(&self) -> u32 {
        self.base + 8
    }

    fn transmitter_data(&self) -> u32 {
        self.base + 12
    }

    /// A key is pressed: one that was not read yet is lost.
    fn press(&mut self, Key(code): Key, bus: &mut Bus<'_>) {
        let control = bus.word(self.receiver_control()) | READY;
        bus.set_word(self.receiver_data(), code.into());
        bus.set_word(self.receiver_control(), control);
        if control == READY || !bus.accepts_interrupts() {
            return;
        }
        bus.interrupt(KEY_PRESSED);
        // The instruction that is not executed was fetched, which the display counts.
        if let Some((due, _)) = &mut self.sending {
            *due = due.saturating_sub(1);
        }
    }

    /// The keys of this moment.
    fn press_due(&mut self, bus: &mut Bus<'_>) {
        let keys = self.options.keys.clone();
        while let Some((_, key)) = keys.by_step(self.pressed.0).filter(|(at, _)| *at <= bus.steps) {
            self.pressed.0 += 1;
            self.press(key, bus);
        }
        let count = self.frames.count();
        while let Some((_, key)) = keys.by_frame(self.pressed.1).filter(|(at, _)| *at <= count) {
            self.pressed.1 += 1;
            self.press(key, bus);
        }
        if self.options.asks_host && self.asks_at <= bus.steps {
            self.asks_at = bus.steps + ASK_EVERY;
            if let Some(code) = bus.host.key(bus.steps) {
                self.press(Key(code), bus);
            }
        }
    }

    fn show(&mut self, word: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let shown = self.screen.show(word);
        bus.host.show(shown)
    }

    /// The character is there, and the display is ready for the next.
    fn sent(&mut self, word: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let control = bus.word(self.transmitter_control()) | READY;
        bus.set_word(self.transmitter_control(), control);
        if control != READY {
            bus.interrupt(CHARACTER_SHOWN);
        }
        if self.options.shows_late { self.show(word, bus) } else { Ok(()) }
    }
}

impl Device for KeyboardAndDisplay {
    fn range(&self) -> Range<u32> {
        self.base..self.base + 16
    }

    /// Not the control registers: programs load them again and again, and that does nothing.
    fn watched(&self) -> Vec<Range<u32>> {
        let data = [
            (self.options.keyboard, self.receiver_data()),
            (self.options.display, self.transmitter_data()),
        ];
        data.into_iter().filter(|(on, _)| *on).map(|(_, at)| at..at + 4).collect()
    }

    fn loaded(&mut self, address: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        if self.options.keyboard && address == self.receiver_data() {
            let control = bus.word(self.receiver_control());
            bus.set_word(self.receiver_control(), control & !READY);
        }
        Ok(())
    }

    fn stored(&mut self, address: u32, value: u32, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let control = bus.word(self.transmitter_control());
        if !self.options.display || address != self.transmitter_data() || control & READY == 0 {
            return Ok(());
        }
        bus.set_word(self.transmitter_control(), control & !READY);
        // Fetches are counted, and the next one is before the next instruction.
        self.sending = Some((bus.steps + u64::from(self.options.delay.max(1)) - 1, value));
        if self.options.shows_late { Ok(()) } else { self.show(value, bus) }
    }

    fn due(&self) -> Option<u64> {
        let sent = self.sending.map(|(due, _)| due);
        let keys = &self.options.keys;
        let step = keys.by_step(self.pressed.0).map(|(step, _)| step);
        let frame = keys.by_frame(self.pressed.1).map(|(frame, _)| match frame {
            0 => 0,
            _ => self.frames.due(),
        });
        let asks = self.options.asks_host.then_some(self.asks_at);
        [sent, step, frame, asks].into_iter().flatten().min()
    }

    fn tick(&mut self, bus: &mut Bus<'_>) -> Result<(), Refused> {
        let mut told = Ok(());
        if let Some((_, word)) = self.sending.take_if(|(due, _)| *due <= bus.steps) {
            told = self.sent(word, bus);
        }
        while self.frames.due() <= bus.steps {
            self.frames.next(self.frames.due());
        }
        self.press_due(bus);
        told
    }

    fn woke(&mut self, bus: &mut Bus<'_>) -> Result<(), Refused> {
        // Frames that ended by themselves are counted late if no key waited for them.
        while self.frames.due() < bus.steps {
            self.frames.next(self.frames.due());
        }
        self.frames.next(bus.steps);
        self.asks_at = self.asks_at.min(bus.steps);
        self.press_due(bus);
        Ok(())
    }

    fn boxed(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}
