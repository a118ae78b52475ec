//! Keys from the terminal, without Enter. The terminal is put back whatever happens.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::interrupt;

/// To ask the terminal takes a while, so it is not done more often than this.
const PAUSE: Duration = Duration::from_millis(3);
/// Keys that were typed and that the program has not got yet; more are forgotten.
const MOST: usize = 64;

/// Whether someone can type and see what comes of it.
pub(crate) fn has_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The keyboard of a person. Dropping it puts the terminal back.
pub(crate) struct Keyboard {
    typed: VecDeque<u8>,
    asked: Option<Instant>,
    /// Whether the terminal is to be put back; shared with the hook for panics.
    raw: Arc<AtomicBool>,
}

impl Keyboard {
    pub(crate) fn open() -> io::Result<Keyboard> {
        let raw = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&raw);
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            release(&shared);
            told(panic);
        }));
        let keyboard = Keyboard { typed: VecDeque::new(), asked: None, raw };
        keyboard.take()?;
        Ok(keyboard)
    }

    fn take(&self) -> io::Result<()> {
        enable_raw_mode()?;
        self.raw.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The next key that was typed, if there is one.
    pub(crate) fn next(&mut self) -> Option<u8> {
        if self.asked.is_none_or(|asked| asked.elapsed() >= PAUSE) {
            self.ask(Duration::ZERO);
        }
        self.typed.pop_front()
    }

    /// Waits, and keeps what is typed. Whether the time is over, and not cut short by Ctrl-C.
    pub(crate) fn sleep(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            if interrupt::asked() {
                return false;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            if !self.ask(left.min(Duration::from_millis(50))) {
                // The terminal has gone.
                return interrupt::sleep(left);
            }
        }
    }

    /// Takes what is typed within a time. Whether there is a terminal to ask.
    fn ask(&mut self, mut wait: Duration) -> bool {
        while poll(wait).unwrap_or(false) {
            match read() {
                Ok(Event::Key(event)) => self.press(event),
                Ok(_) => {}
                Err(_) => return false,
            }
            wait = Duration::ZERO;
        }
        self.asked = Some(Instant::now());
        true
    }

    fn press(&mut self, event: KeyEvent) {
        match code(event) {
            Some(3) => interrupt::ask(),
            Some(code) if self.typed.len() < MOST => self.typed.push_back(code),
            _ => {}
        }
    }

    /// Leaves the terminal to someone who reads a line, and takes it again.
    pub(crate) fn lend<T>(&self, read: impl FnOnce() -> T) -> T {
        release(&self.raw);
        let value = read();
        // Without it keys need Enter, which is no reason to stop.
        let _ = self.take();
        value
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        release(&self.raw);
    }
}

fn release(raw: &AtomicBool) {
    if raw.swap(false, Ordering::Relaxed) {
        let _ = disable_raw_mode();
    }
}

/// The code of a key, as Java has it; 3 is Ctrl-C. Keys without a character have none.
fn code(event: KeyEvent) -> Option<u8> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    match event.code {
        KeyCode::Char(letter) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase() as u8 - b'a' + 1)
        }
        // MARS keeps the low byte of a character.
        KeyCode::Char(letter) => Some(u32::from(letter) as u8),
        KeyCode::Enter => Some(b'\n'),
        KeyCode::Tab => Some(b'\t'),
        KeyCode::Esc => Some(27),
        KeyCode::Backspace => Some(8),
        KeyCode::Delete => Some(127),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_codes_of_java() {
        let plain = |code_of| code(KeyEvent::new(code_of, KeyModifiers::NONE));
        let cases = [
            (KeyCode::Char('w'), Some(b'w')),
            (KeyCode::Char('W'), Some(b'W')),
            (KeyCode::Char(' '), Some(32)),
            (KeyCode::Char('ä'), Some(0xe4)),
            (KeyCode::Enter, Some(10)),
            (KeyCode::Backspace, Some(8)),
            (KeyCode::Esc, Some(27)),
            (KeyCode::Up, None),
            (KeyCode::F(1), None),
        ];
        for (key, expected) in cases {
            assert_eq!(plain(key), expected, "{key:?}");
        }
        let control = |letter| code(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        assert_eq!([control('c'), control('A'), control('1')], [Some(3), Some(1), None]);
        let released = KeyEventKind::Release;
        let released = KeyEvent::new_with_kind(KeyCode::Char('w'), KeyModifiers::NONE, released);
        assert_eq!(code(released), None);
    }
}
