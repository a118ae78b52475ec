//! The studio where there is no server: its workbench as a module in a worker of the page.
//!
//! [`Backend`] takes orders as JSON and answers as JSON. The browser's storage is its disk: the worker
//! says what is kept there, and keeps what an answer says. `exports` is all that is seen from outside.

#![warn(clippy::disallowed_methods)]

#[cfg(target_arch = "wasm32")]
mod exports;
mod orders;
mod world;

pub use orders::{Backend, Order};
pub use world::Outside;
