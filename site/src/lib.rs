//! The studio where there is no server: its workbench as a module in a worker of the page.
//!
//! [`Desk`] takes orders as JSON and answers as JSON. The browser's storage is its disk: the worker
//! says what is kept there, and keeps what an answer says. `door` is all that is seen from outside.

#![warn(clippy::disallowed_methods)]

mod desk;
#[cfg(target_arch = "wasm32")]
mod door;
mod world;

pub use desk::{Desk, Order};
pub use world::Outside;
