//! The world of a program in the studio: input comes by request, output is kept by the debugger, and
//! sleeping means that the page asks again later. Files, clock and chance are the world's.

use std::collections::VecDeque;

use mips_sim::host::{FileError, Handle, Host, Input, OpenMode, Refused, Stream};
use tester::{Console, Draws};

/// The most milliseconds that a program sleeps before it is asked again.
const MAX_NAP: u64 = 60_000;
/// The most keys that wait.
const MAX_KEYS: usize = 32;
/// The most bytes that a program may write.
const MAX_OUTPUT: u64 = 64 << 20;

/// See the module.
pub(crate) struct StudioHost {
    outside: Box<dyn Host>,
    /// When the program wakes up, while it sleeps.
    wakes: Option<u64>,
    /// How much the program may still write.
    left: u64,
    /// Keys that were pressed and not yet asked for.
    keys: VecDeque<u8>,
    /// What chance and the clock bring in a game that is played again, and whether a seed that the
    /// program sets counts there.
    draws: Option<(Draws, bool)>,
    /// What the clock shows where it goes on by sleeping alone, which then takes no time.
    clock: Option<u64>,
}

impl StudioHost {
    pub(crate) fn new(outside: Box<dyn Host>) -> StudioHost {
        let keys = VecDeque::new();
        StudioHost { outside, wakes: None, left: MAX_OUTPUT, keys, draws: None, clock: None }
    }

    /// One for a game that is played again.
    pub(crate) fn given(outside: Box<dyn Host>, draws: Draws, seeds: bool) -> StudioHost {
        StudioHost { draws: Some((draws, seeds)), ..StudioHost::new(outside) }
    }

    /// One for a run that was graded by its pictures.
    pub(crate) fn timeless(outside: Box<dyn Host>, draws: Draws) -> StudioHost {
        StudioHost { clock: Some(0), ..StudioHost::given(outside, draws, false) }
    }

    /// Asks the console of a game that is played again, if it is one.
    fn replayed<T>(&mut self, ask: impl FnOnce(&mut Console<'_>) -> T) -> Option<T> {
        let (draws, _) = self.draws.as_mut()?;
        Some(ask(&mut Console::new(&[], false, draws, &mut Vec::new(), 0)))
    }

    /// Keys are pressed. Who holds one down for long is not heard for ever.
    pub(crate) fn press(&mut self, keys: &[u8]) {
        self.keys.extend(keys.iter().take(MAX_KEYS.saturating_sub(self.keys.len())));
    }

    /// How long the program sleeps yet.
    pub(crate) fn sleeps(&mut self) -> Option<u64> {
        let wakes = self.wakes?;
        Some(wakes.saturating_sub(self.outside.now()).min(MAX_NAP))
    }
}

impl Host for StudioHost {
    fn read(&mut self, _: &mut [u8]) -> Input {
        Input::Pending
    }

    fn write(&mut self, _: Stream, bytes: &[u8]) -> Result<(), Refused> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(Refused)?;
        Ok(())
    }

    fn now(&mut self) -> u64 {
        if let Some(clock) = self.clock {
            return clock;
        }
        self.replayed(|console| console.now()).unwrap_or_else(|| self.outside.now())
    }

    fn draw(&mut self, stream: u32) -> Option<u32> {
        match self.replayed(|console| console.draw(stream)) {
            Some(draw) => draw,
            None => self.outside.draw(stream),
        }
    }

    fn overrides_seeds(&self) -> bool {
        match self.draws {
            Some((_, seeds)) => !seeds,
            None => self.outside.overrides_seeds(),
        }
    }

    fn sleep(&mut self, milliseconds: u32) -> bool {
        if self.draws.is_some() {
            self.clock = self.clock.map(|clock| clock + u64::from(milliseconds));
            return true;
        }
        let now = self.outside.now();
        let wakes = *self.wakes.get_or_insert(now + u64::from(milliseconds));
        if now < wakes {
            return false;
        }
        self.wakes = None;
        true
    }

    fn key(&mut self, _: u64) -> Option<u8> {
        self.keys.pop_front()
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.outside.seed(stream)
    }

    fn open(&mut self, name: &str, mode: OpenMode) -> Result<Handle, FileError> {
        self.outside.open(name, mode)
    }

    fn read_file(&mut self, handle: Handle, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.outside.read_file(handle, buffer)
    }

    fn write_file(&mut self, handle: Handle, bytes: &[u8]) -> Result<(), FileError> {
        self.outside.write_file(handle, bytes)
    }

    fn close(&mut self, handle: Handle) {
        self.outside.close(handle);
    }
}
