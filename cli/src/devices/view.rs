//! The bitmap on the terminal while a program runs, with the display of characters and the last lines
//! of the console below it.

use std::env;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, size, window_size,
};
use crossterm::{execute, queue};
use mips_sim::devices::{Bitmap, Picture};
use render::screen::{Colors, half_blocks, kitty, sixel};

use crate::args::devices::Graphics;

/// The most rows of text below a picture.
const TEXT_ROWS: usize = 8;

/// How pictures are drawn here, found out from what the environment says: to ask the terminal could
/// hang, and would take keys away.
fn graphics(choice: Graphics) -> Graphics {
    if choice != Graphics::Auto {
        return choice;
    }
    let var = |name: &str| env::var(name).unwrap_or_default();
    let (term, program) = (var("TERM"), var("TERM_PROGRAM").to_ascii_lowercase());
    // What goes through a multiplexer is text.
    if !var("TMUX").is_empty() || term.starts_with("screen") || term.starts_with("tmux") {
        return Graphics::Blocks;
    }
    let kitty = !var("KITTY_WINDOW_ID").is_empty() || term.contains("kitty");
    if kitty || term.contains("ghostty") || program == "ghostty" || program == "wezterm" {
        return Graphics::Kitty;
    }
    let sixel = ["foot", "mlterm", "contour", "yaft", "sixel"];
    match sixel.into_iter().any(|name| term.contains(name)) || program == "mintty" {
        true => Graphics::Sixel,
        false => Graphics::Blocks,
    }
}

/// How many colours the terminal has.
fn colors(color: bool) -> Colors {
    let all = env::var("COLORTERM").is_ok_and(|text| text == "truecolor" || text == "24bit");
    match (color, all) {
        (false, _) => Colors::None,
        (true, true) => Colors::True,
        (true, false) => Colors::Palette,
    }
}

/// See the module. Dropping it puts the screen back.
pub(super) struct View {
    bitmap: Bitmap,
    graphics: Graphics,
    colors: Colors,
    /// What is on the screen, and its size.
    drawn: Option<(Picture, Vec<String>, (u16, u16))>,
    ours: Arc<AtomicBool>,
}

impl View {
    pub(super) fn open(bitmap: Bitmap, choice: Graphics, color: bool) -> io::Result<View> {
        let ours = Arc::new(AtomicBool::new(true));
        let shared = Arc::clone(&ours);
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave(&shared);
            told(panic);
        }));
        let view =
            View { bitmap, graphics: graphics(choice), colors: colors(color), drawn: None, ours };
        execute!(io::stdout(), EnterAlternateScreen, Hide, Clear(ClearType::All))?;
        Ok(view)
    }

    /// Shows a picture, and texts below it. What is there already is not drawn again.
    pub(super) fn draw(&mut self, picture: &Picture, text: Vec<String>) -> io::Result<()> {
        let screen = size().unwrap_or((80, 24));
        let fresh = (picture.clone(), text, screen);
        if self.drawn.as_ref() == Some(&fresh) {
            return Ok(());
        }
        let (columns, rows) = (u32::from(screen.0.max(1)), u32::from(screen.1.max(1)));
        let below = fresh.1.len().min(TEXT_ROWS).min(rows as usize / 2);
        let room = (columns, rows - below as u32);
        let mut out = Vec::new();
        if self.drawn.as_ref().is_none_or(|(_, text, size)| *size != screen || text.len() < below) {
            queue!(out, Clear(ClearType::All))?;
        }
        queue!(out, MoveTo(0, 0))?;
        match self.graphics {
            Graphics::Kitty => out.extend(kitty(picture, self.bitmap.size, room).into_bytes()),
            Graphics::Sixel => {
                // Pixels of a letter, where the terminal tells them.
                let cell = match window_size() {
                    Ok(window) if window.width > 0 && window.columns > 0 && window.rows > 0 => {
                        (window.width / window.columns, window.height / window.rows)
                    }
                    _ => (8, 16),
                };
                let space = (room.0 * u32::from(cell.0), (room.1 - 1).max(1) * u32::from(cell.1));
                out.extend(sixel(picture, self.bitmap.size, space).into_bytes());
            }
            _ => {
                let lines = half_blocks(picture, self.bitmap.size, room, self.colors);
                for (row, line) in (0..).zip(lines) {
                    queue!(out, MoveTo(0, row))?;
                    out.extend(line.into_bytes());
                }
            }
        }
        let first = screen.1.saturating_sub(below as u16);
        let shown = &fresh.1[fresh.1.len() - below..];
        for (row, line) in (first..).zip(shown) {
            let line: String = line.chars().take(columns as usize).collect();
            queue!(out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
            out.extend(line.into_bytes());
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(&out)?;
        stdout.flush()?;
        self.drawn = Some(fresh);
        Ok(())
    }

    /// The picture as it stays behind when the screen is put back.
    pub(super) fn left_behind(&self, picture: &Picture) -> String {
        let (columns, rows) = size().unwrap_or((80, 24));
        let room = (u32::from(columns), u32::from(rows.saturating_sub(2)));
        let lines = half_blocks(picture, self.bitmap.size, room, self.colors);
        lines.join("\n") + "\n"
    }
}

impl Drop for View {
    fn drop(&mut self) {
        leave(&self.ours);
    }
}

fn leave(ours: &AtomicBool) {
    if ours.swap(false, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    }
}
