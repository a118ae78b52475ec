//! Ctrl-C: a running program is stopped between two instructions, so that what it printed and what
//! was found out is not lost; one that sleeps wakes up for it. One that waits for input has nothing to
//! lose and is ended immediately, and so is everything at the second Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Whether it was pressed.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether someone at a key wants what is being done to stop.
static CANCELLED: AtomicBool = AtomicBool::new(false);
/// Whether the program waits, with all its output written.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Those who sleep until it is pressed.
static SLEEPERS: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());

/// The exit code of an interrupted command, as shells give it.
pub(crate) const CODE: u8 = 130;

/// Looks out for Ctrl-C from now on. Where that can't be done it ends the process as ever.
pub(crate) fn watch() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
            leave();
        }
        wake();
    });
}

fn wake() {
    // Nobody is between asking and falling asleep while this is held.
    drop(SLEEPERS.0.lock());
    SLEEPERS.1.notify_all();
}

/// Stops what is being done, where a terminal gives Ctrl-C and Esc as keys.
pub(crate) fn cancel() {
    CANCELLED.store(true, Ordering::SeqCst);
    wake();
}

/// From now on nothing is cancelled. Whether it was.
pub(crate) fn uncancel() -> bool {
    CANCELLED.swap(false, Ordering::SeqCst)
}

/// Whether what is being done should stop, for whatever reason.
pub(crate) fn stops() -> bool {
    asked() || CANCELLED.load(Ordering::SeqCst)
}

/// Leaves Ctrl-C to the process that started this one.
pub(crate) fn ignore() {
    let _ = ctrlc::set_handler(|| {});
}

#[expect(clippy::exit, reason = "the main thread is blocked and must not go on")]
fn leave() {
    std::process::exit(CODE.into());
}

/// Once it was pressed, ends the process after so long even if nobody looks: someone may be stuck.
pub(crate) fn give_up_after(grace: Duration, clean_up: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        while !asked() {
            std::thread::sleep(grace / 4);
        }
        std::thread::sleep(grace);
        clean_up();
        leave();
    });
}

/// As if Ctrl-C was pressed: where the terminal only passes it on as a key.
pub(crate) fn ask() {
    ASKED.store(true, Ordering::SeqCst);
    drop(SLEEPERS.0.lock());
    SLEEPERS.1.notify_all();
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Whether Ctrl-C was pressed since this was asked last: for those who go on after it.
pub(crate) fn taken() -> bool {
    ASKED.swap(false, Ordering::SeqCst)
}

/// Sleeps, but not on once it should stop. Whether the time is over.
pub(crate) fn sleep(time: Duration) -> bool {
    let (lock, wake) = &SLEEPERS;
    let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
    let slept = wake.wait_timeout_while(guard, time, |()| !stops());
    slept.unwrap_or_else(PoisonError::into_inner).1.timed_out()
}

/// Does something that may take for ever and that Ctrl-C may cut off.
pub(crate) fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    // It may have been pressed just before.
    if asked() {
        leave();
    }
    let value = wait();
    WAITING.store(false, Ordering::SeqCst);
    value
}
