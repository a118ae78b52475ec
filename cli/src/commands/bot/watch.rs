//! Looking on while a strategy plays: boards in place on a terminal, one below the other through a
//! pipe.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, poll, read};
use engine::render;

use super::game::Seen;
use crate::interrupt;
use crate::io::can_draw;
use crate::play::terminal::show_lines;
use crate::play::view::{board_lines, cut};
use crate::terminal::Terminal;

/// How often keys and signals are looked after.
const TICK: Duration = Duration::from_millis(50);

/// Where boards are shown.
pub(super) struct Watch {
    terminal: Option<Terminal>,
    color: bool,
    delay: Duration,
    /// Why it can't go on.
    pub(super) failure: Option<io::Error>,
}

impl Watch {
    pub(super) fn new(delay: u64, color: bool) -> io::Result<Watch> {
        let terminal = if can_draw() { Some(Terminal::enter()?) } else { None };
        Ok(Watch { terminal, color, delay: Duration::from_millis(delay), failure: None })
    }

    /// Shows a board below a title for a while.
    pub(super) fn show(&mut self, title: &str, seen: &Seen<'_>) -> ControlFlow<()> {
        match self.try_show(title, seen) {
            Ok(flow) => flow,
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn try_show(&mut self, title: &str, seen: &Seen<'_>) -> io::Result<ControlFlow<()>> {
        let step = match seen.direction {
            Some(direction) => format!("move {}: {direction}", seen.moves),
            None => "a new game".to_owned(),
        };
        if self.terminal.is_none() {
            let mut out = io::stdout().lock();
            write!(out, "{title}, {step}\n{}\n", render::framed(seen.board))?;
            out.flush()?;
            thread::sleep(self.delay);
            return Ok(if interrupt::asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            });
        }
        show_lines(self.color, |screen| {
            let mut lines = vec![cut(title, screen), cut(&step, screen), String::new()];
            lines.extend(board_lines(seen.board, screen, 5));
            lines.extend([String::new(), cut("q quit", screen)]);
            lines
        })?;
        self.pause()
    }

    /// Waits, unless someone wants to leave.
    fn pause(&self) -> io::Result<ControlFlow<()>> {
        let until = Instant::now() + self.delay;
        loop {
            if interrupt::asked() {
                return Ok(ControlFlow::Break(()));
            }
            let left = until.saturating_duration_since(Instant::now());
            if poll(left.min(TICK))?
                && let Event::Key(key) = read()?
                && key.kind != KeyEventKind::Release
            {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('c' | 'd') if control => return Ok(ControlFlow::Break(())),
                    KeyCode::Char('q' | 'Q' | 'x' | 'X') | KeyCode::Esc => {
                        return Ok(ControlFlow::Break(()));
                    }
                    _ => {}
                }
            }
            if left.is_zero() {
                return Ok(ControlFlow::Continue(()));
            }
        }
    }
}
