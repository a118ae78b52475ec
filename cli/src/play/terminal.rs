//! The game on the terminal: keys and drawing in place. What keys do is in [`model`](super::model), how
//! it looks in [`view`](super::view).

use std::io::{self, Write};
use std::time::Duration;

use crossterm::cursor::MoveTo;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::queue;
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType, size};
use engine::{Chance, Direction, render};

use super::hints::Hints;
use super::model::{Key, Model};
use super::view::{Screen, draw};
use crate::exit::Exit;
use crate::interrupt;
use crate::io::Io;
use crate::job::Job;
use crate::terminal::{Terminal, asks_to_stop};

/// How long to wait for a key before looking after the solver and signals.
const TICK: Duration = Duration::from_millis(200);

/// Plays until the player quits; then the last board is left on the screen.
pub(crate) fn play<C: Chance + Clone>(
    mut model: Model<C>,
    mut hints: Option<Hints>,
    color: bool,
    io: &mut Io,
) -> io::Result<Exit> {
    interrupt::watch();
    let terminal = Terminal::enter()?;
    // Waiting for a key never ends on a terminal that has gone away.
    interrupt::give_up_after(4 * TICK, terminal.giver());
    let ended = attend(&mut model, &mut hints, color, &terminal);
    drop(terminal);
    write!(io.out, "{}", render::framed(model.board()))?;
    let game = model.game();
    writeln!(io.out, "Score {}, best {}, moves {}", game.score(), model.best(), game.turns())?;
    ended.map(|()| Exit::Ok)
}

fn attend<C: Chance + Clone>(
    model: &mut Model<C>,
    hints: &mut Option<Hints>,
    color: bool,
    terminal: &Terminal,
) -> io::Result<()> {
    let job = Job::watch();
    let mut stale = true;
    loop {
        if job.continued() {
            // Whoever had the terminal in between has left it as they like it.
            terminal.take()?;
            stale = true;
        }
        stale |= hints.as_mut().is_some_and(|hints| hints.update(Duration::ZERO));
        if std::mem::take(&mut stale) {
            show(model, hints.as_ref(), color)?;
        }
        if interrupt::asked() {
            return Ok(());
        }
        if !poll(TICK)? {
            continue;
        }
        match read()? {
            Event::Key(event) if asks_to_stop(event) => {
                terminal.give_back();
                job.stop();
                terminal.take()?;
                stale = true;
            }
            Event::Key(event) => {
                let Some(key) = key(event) else { continue };
                if model.key(key).is_break() {
                    return Ok(());
                }
                stale = true;
            }
            Event::Resize(..) => stale = true,
            _ => {}
        }
    }
}

fn show<C: Chance + Clone>(model: &Model<C>, hints: Option<&Hints>, color: bool) -> io::Result<()> {
    let hint = hints.map(|hints| hints.text(model.board(), model.game().spawning()));
    show_lines(color, |screen| draw(model, hint.as_deref(), screen))
}

/// Shows lines that are made for the size of the terminal.
pub(crate) fn show_lines(color: bool, lines: impl FnOnce(Screen) -> Vec<String>) -> io::Result<()> {
    // Where nobody knows the size, it is that of the oldest terminals.
    let (columns, rows) = size().unwrap_or((80, 24));
    let screen = Screen { columns: columns.into(), rows: rows.into(), color };
    // All at once, so that no half of it is ever seen.
    let mut frame = Vec::new();
    write_frame(&lines(screen), rows, &mut frame)?;
    let mut out = io::stdout().lock();
    out.write_all(&frame)?;
    out.flush()
}

/// Writes lines over what was there. A row is cleared before it is written: behind a line as wide
/// as the window the cursor still stands on its last letter, and clearing would take that away.
fn write_frame(lines: &[String], rows: u16, out: &mut impl Write) -> io::Result<()> {
    for (row, line) in (0..rows).zip(lines) {
        queue!(out, MoveTo(0, row), Clear(ClearType::CurrentLine), Print(line))?;
    }
    match u16::try_from(lines.len()) {
        Ok(row) if row < rows => queue!(out, MoveTo(0, row), Clear(ClearType::FromCursorDown)),
        _ => Ok(()),
    }
}

/// What a key asks for.
fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(event.code, KeyCode::Char('c' | 'd')).then_some(Key::Quit);
    }
    Some(match event.code {
        KeyCode::Up => Key::Move(Direction::Up),
        KeyCode::Left => Key::Move(Direction::Left),
        KeyCode::Down => Key::Move(Direction::Down),
        KeyCode::Right => Key::Move(Direction::Right),
        KeyCode::Backspace => Key::Undo,
        KeyCode::Esc => Key::Quit,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'u' => Key::Undo,
            'n' => Key::New,
            'c' => Key::GoOn,
            '3' => Key::Spawning(false),
            '4' => Key::Spawning(true),
            'r' => Key::ToggleSpawning,
            '?' => Key::Help,
            'q' | 'x' => Key::Quit,
            other => Key::Move(Direction::from_key(other.to_ascii_uppercase())?),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_cleared_behind_a_line() {
        let lines = ["ab".to_owned(), "cd".to_owned()];
        let frame = |rows| {
            let mut bytes = Vec::new();
            write_frame(&lines, rows, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap().replace('\x1b', "ESC")
        };
        let full = "ESC[1;1HESC[2KabESC[2;1HESC[2Kcd";
        assert_eq!([frame(0), frame(1)], ["", "ESC[1;1HESC[2Kab"]);
        assert_eq!(frame(2), full);
        assert_eq!(frame(3), format!("{full}ESC[3;1HESC[J"));
    }

    #[test]
    fn every_key_has_its_meaning() {
        let plain = |code| key(KeyEvent::new(code, KeyModifiers::NONE));
        let letter = |letter| plain(KeyCode::Char(letter));
        for (code, letters, direction) in [
            (KeyCode::Up, ['w', 'W'], Direction::Up),
            (KeyCode::Left, ['a', 'A'], Direction::Left),
            (KeyCode::Down, ['s', 'S'], Direction::Down),
            (KeyCode::Right, ['d', 'D'], Direction::Right),
        ] {
            let wanted = Some(Key::Move(direction));
            assert_eq!([plain(code), letter(letters[0]), letter(letters[1])], [wanted; 3]);
        }
        assert_eq!([letter('u'), plain(KeyCode::Backspace)], [Some(Key::Undo); 2]);
        assert_eq!([letter('q'), letter('x'), plain(KeyCode::Esc)], [Some(Key::Quit); 3]);
        assert_eq!(letter('3'), Some(Key::Spawning(false)));
        assert_eq!(letter('4'), Some(Key::Spawning(true)));
        assert_eq!(letter('r'), Some(Key::ToggleSpawning));
        assert_eq!(
            [letter('n'), letter('c'), letter('?')],
            [Key::New, Key::GoOn, Key::Help].map(Some)
        );
        assert_eq!([letter('z'), letter('ß'), plain(KeyCode::Enter)], [None; 3]);
        let control = |letter| key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        assert_eq!(
            [control('c'), control('d'), control('u')],
            [Some(Key::Quit), Some(Key::Quit), None]
        );
        let control_z = KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL);
        assert!(asks_to_stop(control_z));
        assert!(!asks_to_stop(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::NONE)));
        assert_eq!(key(control_z), None);
        let release =
            KeyEvent::new_with_kind(KeyCode::Up, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(key(release), None);
    }
}
