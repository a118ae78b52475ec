//! Memory whose use concerns others than the program: the words of devices, and in self-modifying
//! mode the text segment. Only the slow path of memory comes here.

use std::collections::HashMap;
use std::ops::Range;

use super::{Memory, MemoryFault};
use crate::machine::fault::Access;

/// What is watched, and what was done to it. Those concerned are told after the instruction or
/// service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Watch {
    devices: Vec<Range<u32>>,
    /// The text segment where a program may read and change it. A store of any size replaces the whole
    /// word, a load of any size takes the low part of it, and both need an aligned address.
    text: Option<HashMap<u32, u32>>,
    touched: Vec<Touch>,
    /// Whether the program has slept.
    slept: bool,
    /// Whether the loop that runs can't tell anyone. An access is refused then, and made again by
    /// the one that can.
    holding: bool,
    held: Option<(Access, u32)>,
    /// The addresses that are refused no more, because their devices know.
    known: Vec<u32>,
}

/// An access to watched memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::machine) struct Touch {
    pub(in crate::machine) access: Access,
    pub(in crate::machine) address: u32,
    /// What was stored.
    pub(in crate::machine) value: u32,
}

impl Watch {
    /// Notes an access to a device, or refuses it for now.
    pub(super) fn touch(
        &mut self,
        access: Access,
        address: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        if self.devices.iter().any(|range| range.contains(&address)) {
            if self.holding && !self.known.contains(&address) {
                self.held = Some((access, address));
                // The whole instruction will be done again.
                self.touched.clear();
                return Err(MemoryFault::OutOfRange { address });
            }
            self.touched.push(Touch { access, address, value });
        }
        Ok(())
    }
}

impl Memory {
    /// Opens the text segment to loads and stores.
    pub(crate) fn open_text(&mut self, words: impl Iterator<Item = (u32, u32)>) {
        self.watch.get_or_insert_default().text = Some(words.collect());
    }

    /// The text segment as data and what was done to it, for an access to this address.
    fn text(
        &mut self,
        address: u32,
    ) -> Result<(&mut HashMap<u32, u32>, &mut Vec<Touch>), MemoryFault> {
        let watch = self.watch.as_deref_mut();
        match watch.and_then(|watch| Some((watch.text.as_mut()?, &mut watch.touched))) {
            None => Err(MemoryFault::Text { address }),
            Some(_) if !address.is_multiple_of(4) => Err(MemoryFault::UnalignedText { address }),
            Some(text) => Ok(text),
        }
    }

    pub(super) fn load_text(&mut self, address: u32) -> Result<u32, MemoryFault> {
        let (words, touched) = self.text(address)?;
        touched.push(Touch { access: Access::Load, address, value: 0 });
        Ok(words.get(&address).copied().unwrap_or(0))
    }

    pub(super) fn store_text(&mut self, address: u32, value: u32) -> Result<(), MemoryFault> {
        let (words, touched) = self.text(address)?;
        touched.push(Touch { access: Access::Store, address, value });
        words.insert(address, value);
        Ok(())
    }

    /// Makes the words of a device if they are not there, whatever the limit, and notes from now on what
    /// is done to those that are watched.
    pub(in crate::machine) fn watch(&mut self, range: Range<u32>, watched: Vec<Range<u32>>) {
        let limit = std::mem::replace(&mut self.limit, usize::MAX);
        for address in range.step_by(4) {
            let _ = self.slot(address);
        }
        self.limit = limit;
        self.watch.get_or_insert_default().devices.extend(watched);
    }

    /// Sets a word that is watched, without a note.
    pub(in crate::machine) fn set_device_word(&mut self, address: u32, value: u32) {
        if let Ok(word) = self.slot(address) {
            *word = value;
        }
    }

    /// Whether some addresses are watched at all.
    #[inline(always)]
    pub(in crate::machine) fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Says whether the loop that runs now can't tell anyone of an access.
    #[inline(always)]
    pub(in crate::machine) fn hold(&mut self, holding: bool) {
        if let Some(watch) = &mut self.watch {
            watch.holding = holding;
            watch.known.clear();
        }
    }

    /// The access that was refused only for that, if the last one was. The next time it is not.
    pub(in crate::machine) fn take_held(&mut self) -> Option<(Access, u32)> {
        let watch = self.watch.as_mut()?;
        let held = watch.held.take()?;
        watch.known.push(held.1);
        Some(held)
    }

    /// Whether someone has to be told of something.
    #[inline(always)]
    pub(in crate::machine) fn is_touched(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.slept || !watch.touched.is_empty())
    }

    /// Notes that the program has slept, if there are devices.
    pub(crate) fn note_sleep(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.slept = !watch.devices.is_empty();
        }
    }

    /// Whether it has slept since the last time.
    pub(in crate::machine) fn take_slept(&mut self) -> bool {
        self.watch.as_mut().is_some_and(|watch| std::mem::take(&mut watch.slept))
    }

    /// What was done to watched memory since the last time.
    pub(in crate::machine) fn take_touched(&mut self) -> Vec<Touch> {
        self.watch.as_mut().map_or(Vec::new(), |watch| std::mem::take(&mut watch.touched))
    }

    /// The word of user text at an aligned address as self-modifying code sees it; `None` where there
    /// is none, or text is not data.
    pub fn peek_text(&self, address: u32) -> Option<u32> {
        self.watch.as_ref()?.text.as_ref()?.get(&address).copied()
    }
}
