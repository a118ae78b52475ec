//! The terminal of the debugger: keys and the mouse in, frames out. While a command is carried out,
//! someone else looks after the terminal, says so when it takes longer, and stops it when asked to.

use std::io::{self, Stdout, Write};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind, poll, read,
};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;

use super::model::Model;
use super::view;
use crate::exit::Exit;
use crate::interrupt;
use crate::io::Io;
use crate::job::Job;
use crate::terminal::{Terminal, asks_to_stop};

type Screen = ratatui::Terminal<CrosstermBackend<Stdout>>;

/// How long to wait for a key before looking after signals.
const TICK: Duration = Duration::from_millis(200);
/// A command that takes longer than this is said to take its time.
const SOON: Duration = Duration::from_millis(150);
/// How often keys are looked after meanwhile.
const GLANCE: Duration = Duration::from_millis(20);
/// Keys that may be typed ahead.
const AHEAD: usize = 32;

/// Shows a program until someone quits; then the place where it was is left on the screen.
pub(crate) fn attend(mut model: Model, color: bool, io: &mut Io) -> anyhow::Result<Exit> {
    let terminal = Terminal::enter_with_mouse()?;
    // Waiting for a key never ends on a terminal that has gone away.
    interrupt::give_up_after(4 * TICK, terminal.giver());
    let ended = converse(&mut model, color, &terminal);
    drop(terminal);
    write!(io.out, "{}", model.shell.place())?;
    ended?;
    Ok(Exit::Ok)
}

fn converse(model: &mut Model, color: bool, terminal: &Terminal) -> io::Result<()> {
    let job = Job::watch();
    let mut screen = Screen::new(CrosstermBackend::new(io::stdout()))?;
    let mut ahead: Vec<Event> = Vec::new();
    let mut stale = true;
    while !model.quits() && !interrupt::asked() {
        if job.continued() {
            terminal.take()?;
            screen.clear()?;
            stale = true;
        }
        if std::mem::take(&mut stale) {
            screen.draw(|frame| view::draw(model, color, frame))?;
        }
        let event = match ahead.is_empty() {
            false => ahead.remove(0),
            true if poll(TICK)? => latest(read()?)?,
            true => continue,
        };
        stale = true;
        let areas = view::layout(model, screen.get_frame().area());
        let line = match event {
            Event::Key(key) if asks_to_stop(key) => {
                terminal.give_back();
                job.stop();
                terminal.take()?;
                screen.clear()?;
                None
            }
            Event::Key(key) => model.key(key, &areas),
            Event::Mouse(mouse) => model.mouse(mouse, &areas),
            _ => None,
        };
        if let Some(line) = line {
            ahead.extend(performed(model, &line, color, &mut screen)?);
            if interrupt::uncancel() {
                ahead.clear();
            }
        }
    }
    Ok(())
}

/// Of a row of places that the mouse is dragged along only the last one matters.
fn latest(first: Event) -> io::Result<Event> {
    let mut event = first;
    let drags = |event: &Event| match event {
        Event::Mouse(mouse) => matches!(mouse.kind, MouseEventKind::Drag(_)),
        _ => false,
    };
    while drags(&event) && poll(Duration::ZERO)? {
        event = read()?;
    }
    Ok(event)
}

/// Carries out a command with someone looking after the terminal: what was typed meanwhile.
fn performed(
    model: &mut Model,
    line: &str,
    color: bool,
    screen: &mut Screen,
) -> io::Result<Vec<Event>> {
    let shown = screen.draw(|frame| view::draw(model, color, frame))?.buffer.clone();
    let done = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| look_after(screen, &shown, &done));
        model.perform(line);
        *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        done.1.notify_all();
        watch.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn look_after(
    screen: &mut Screen,
    shown: &Buffer,
    (done, told): &(Mutex<bool>, Condvar),
) -> io::Result<Vec<Event>> {
    let begun = Instant::now();
    let mut ahead = Vec::new();
    loop {
        let is_done = done.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = if begun.elapsed() < SOON { SOON } else { GLANCE };
        let waited = told.wait_timeout_while(is_done, wait, |done| !*done);
        if *waited.unwrap_or_else(PoisonError::into_inner).0 {
            return Ok(ahead);
        }
        while poll(Duration::ZERO)? {
            match read()? {
                Event::Key(key) if cancels(key) => interrupt::cancel(),
                Event::Key(key) if ahead.len() < AHEAD => ahead.push(Event::Key(key)),
                _ => {}
            }
        }
        screen.draw(|frame| {
            if frame.area() == shown.area {
                frame.buffer_mut().clone_from(shown);
            }
            view::working(frame, begun.elapsed().as_secs());
        })?;
    }
}

fn cancels(key: KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    key.kind != KeyEventKind::Release
        && (key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c'))
}
