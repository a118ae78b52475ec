//! What the worker sees of the module, and what the module sees of the worker: numbers and bytes.
//!
//! The worker asks for room, writes an order there, calls, and reads the answer. Nothing else of the
//! module's memory is looked at from outside.

#![allow(unsafe_code, reason = "names that are seen from outside, and functions from there")]

use std::cell::RefCell;

use crate::{Backend, Outside};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    #[link_name = "now"]
    safe fn page_now() -> f64;
    /// A random number from 0 up to 1.
    #[link_name = "chance"]
    safe fn page_chance() -> f64;
}

fn now() -> f64 {
    page_now()
}

fn chance() -> f64 {
    page_chance()
}

/// The backend, and what goes to it or comes from it.
struct Counter {
    backend: Backend,
    bytes: Vec<u8>,
}

impl Counter {
    fn new() -> Counter {
        Counter { backend: Backend::new(Outside { now, chance }), bytes: Vec::new() }
    }
}

thread_local! {
    // A module has one thread.
    static COUNTER: RefCell<Counter> = RefCell::new(Counter::new());
}

/// Room for so many bytes: where it begins.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    COUNTER.with_borrow_mut(|counter| {
        counter.bytes = vec![0; length];
        counter.bytes.as_mut_ptr()
    })
}

/// Carries out the order in the room; how long the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn order() -> usize {
    COUNTER.with_borrow_mut(|counter| {
        counter.bytes = counter.backend.order(&counter.bytes);
        counter.bytes.len()
    })
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answered() -> *const u8 {
    COUNTER.with_borrow(|counter| counter.bytes.as_ptr())
}
