//! The studio: what its page asks, answered; and the page itself.
//!
//! ```
//! use mips_sim::host::{Host, ScriptedHost};
//! use serde_json::{Value, json};
//! use studio::{Answered, Request, SaveError, Workbench, World};
//!
//! /// A world without files, in which a slice of running never ends early.
//! struct Empty;
//!
//! impl World for Empty {
//!     fn include(&mut self, name: &str) -> Result<Vec<u8>, String> {
//!         Err(format!("there is no file {name}"))
//!     }
//!     fn save(&mut self, _: &str, _: &str, _: &str) -> Result<(), SaveError> {
//!         Ok(())
//!     }
//!     fn host(&mut self) -> Box<dyn Host> {
//!         Box::new(ScriptedHost::new(""))
//!     }
//!     fn begin(&mut self, _: bool) {}
//!     fn interrupted(&self) -> Box<dyn Fn() -> bool + Sync> {
//!         Box::new(|| false)
//!     }
//! }
//!
//! let text = "li $a0, 7\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
//! let mut workbench = Workbench::new(Empty, vec![("seven.asm".into(), text.into())]);
//! let mut ask = |question: Value| {
//!     let request: Request = serde_json::from_value(question).unwrap();
//!     let Answered::Now(reply) = workbench.answer(request) else { panic!("it takes its time") };
//!     serde_json::to_value(reply).unwrap()
//! };
//! assert_eq!(ask(json!({ "ask": "start" }))["step"], 0);
//! let moment = ask(json!({ "ask": "go", "how": "run" }));
//! assert_eq!(moment["why"]["is"], "ended");
//! assert_eq!(moment["console"][0]["text"], "7");
//! ```
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
