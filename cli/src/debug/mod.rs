//! Front ends of the debugger. They hold no logic of their own: what they are asked is a call to the
//! library, and what it answers is put into words here.

mod commands;
pub(crate) mod dap;
mod host;
mod look;
pub(crate) mod screen;
mod shell;
mod words;

pub(crate) use host::{DebugHost, Given};
pub(crate) use shell::Shell;
