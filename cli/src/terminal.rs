//! The whole terminal for as long as it is ours: keys without Enter, a screen of our own, the mouse if
//! asked for; and leaving everything as it was, whatever happens.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableMouseCapture, EnableMouseCapture, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal while it is ours. Dropping it puts everything back.
pub(crate) struct Terminal {
    held: Arc<Held>,
}

/// What there is to put back; shared with the hook for panics.
struct Held {
    /// Whether there is anything.
    ours: AtomicBool,
    /// Whether the mouse is ours too.
    mouse: bool,
}

impl Terminal {
    pub(crate) fn enter() -> io::Result<Terminal> {
        Terminal::entered(false)
    }

    pub(crate) fn enter_with_mouse() -> io::Result<Terminal> {
        Terminal::entered(true)
    }

    fn entered(mouse: bool) -> io::Result<Terminal> {
        let terminal = Terminal { held: Arc::new(Held { ours: AtomicBool::new(false), mouse }) };
        // A panic is told on the screen that there was before. A solver that fails on its own thread
        // does not disturb the game.
        let held = Arc::clone(&terminal.held);
        let owner = std::thread::current().id();
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().id() == owner {
                held.give_back();
                told(panic);
            }
        }));
        terminal.take()?;
        Ok(terminal)
    }

    /// Makes the terminal ours, again if need be.
    pub(crate) fn take(&self) -> io::Result<()> {
        // Raw mode that is on already would not be set again, though a shell may have ended it.
        disable_raw_mode()?;
        enable_raw_mode()?;
        // From here on the terminal is put back even if the next step fails.
        self.held.ours.store(true, Ordering::Relaxed);
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        match self.held.mouse {
            true => execute!(io::stdout(), EnableMouseCapture),
            false => Ok(()),
        }
    }

    /// Puts everything back for a while.
    pub(crate) fn give_back(&self) {
        self.held.give_back();
    }

    /// Does the same from elsewhere.
    pub(crate) fn giver(&self) -> impl FnOnce() + Send + 'static {
        let held = Arc::clone(&self.held);
        move || held.give_back()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.held.give_back();
    }
}

impl Held {
    /// Once: doing so again would move the cursor away from what was told since.
    fn give_back(&self) {
        if self.ours.swap(false, Ordering::Relaxed) {
            // Nobody is left who could be told of a failure.
            if self.mouse {
                let _ = execute!(io::stdout(), DisableMouseCapture);
            }
            let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
            let _ = disable_raw_mode();
        }
    }
}

/// Whether a key is Ctrl-Z, which stops a job of the shell. The terminal leaves that to us.
pub(crate) fn asks_to_stop(event: KeyEvent) -> bool {
    event.kind != KeyEventKind::Release
        && event.modifiers.contains(KeyModifiers::CONTROL)
        && event.code == KeyCode::Char('z')
}
