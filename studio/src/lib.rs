//! The studio: what its page asks, answered; and the page itself.
//!
//! A [`Workbench`] owns the documents, the program that was made of them and a debugger over its run.
//! It takes a [`Request`] and gives a [`Reply`], both plain data that serialise as JSON. It knows no
//! socket, file or thread: a [`World`] brings documents, the clock and the files of a program, so the
//! same workbench answers behind a server on this computer and inside a web page.
//!
//! A program runs only while it is asked to, for a slice of time. Who wants it to go on asks again;
//! who wants a pause does not. So an endless loop holds up nobody.

#![warn(clippy::disallowed_methods)]

mod check;
mod console;
mod edit;
mod game;
mod host;
mod look;
pub mod page;
pub mod protocol;
mod run;
mod workbench;

pub use protocol::{Reply, Request};
pub use workbench::{Answered, Job, SaveError, Workbench, World, version};
