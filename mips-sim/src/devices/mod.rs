//! The devices that programs of MARS know: the keyboard and display, whose registers are words of
//! memory-mapped I/O, and the bitmap display, which is a way to look at memory. All of them are off
//! unless they are asked for ([`crate::machine::MachineOptions::devices`]).

pub mod bitmap;
pub mod frames;
pub mod keyboard;
pub mod keys;
pub mod text_screen;

pub use bitmap::{Base, Bitmap, BitmapError, Picture};
pub use frames::{FrameEnd, Frames};
pub use keyboard::{KeyboardAndDisplay, KeyboardOptions};
pub use keys::{Key, KeyList, KeyListError, TimedKey, When};
pub use text_screen::{Shown, TextScreen};

/// A frame is over at the latest after so many instructions.
pub const FRAME: u64 = 1_000_000;

/// Counts the frames of a run. A frame is over when the program sleeps (service 32), as games do
/// between two pictures, and after a million instructions without that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameClock {
    began: u64,
    count: u64,
}

impl FrameClock {
    /// How many frames are over.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of executed instructions at which this frame is over at the latest.
    pub fn due(&self) -> u64 {
        self.began.saturating_add(FRAME)
    }

    /// A frame is over after so many instructions.
    pub fn next(&mut self, steps: u64) {
        self.began = steps;
        self.count += 1;
    }
}
