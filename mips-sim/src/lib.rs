//! A MIPS32 assembler and simulator that produces the same bits, the same output and the same
//! messages as MARS 4.5.
//!
//! ```
//! use mips_sim::host::ScriptedHost;
//! use mips_sim::machine::{Machine, MachineOptions, Stop};
//! use mips_sim::observe::Off;
//! use mips_sim::{AsmOptions, assemble};
//!
//! let source = "li $v0, 5\n syscall\n addi $a0, $v0, 1\n li $v0, 1\n syscall\n";
//! let mut files: &[(&str, &str)] = &[("more.asm", source)];
//! let assembly = assemble(&["more.asm"], &mut files, &AsmOptions::default());
//! assert!(assembly.succeeded());
//!
//! let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
//! let mut host = ScriptedHost::new("41\n");
//! assert_eq!(machine.run(&mut host, &mut Off, 1_000), Stop::FellOffEnd);
//! assert_eq!(host.output, b"42");
//! ```
//!
//! A machine can be stopped, rewound and extended: an [`observe::Observer`] sees every instruction and
//! can stop the run, a [`machine::Snapshot`] goes back to an earlier moment, a [`host::Replay`] gives
//! the same answers again, and a [`machine::device::Device`] sits behind words of memory-mapped I/O.
//! The folder `examples` has a short program for each of the first three.
//!
//! The library never opens a file, prints, or looks at the clock: a [`Loader`] brings the sources,
//! a [`host::Host`] is the world of a running program, and everything that is wrong comes back as
//! data.

#![warn(clippy::disallowed_methods)]

pub mod asm;
pub mod config;
pub mod devices;
pub mod diag;
pub mod host;
pub mod image;
pub mod isa;
pub mod java;
pub mod machine;
pub mod observe;
pub mod reference;
pub mod source;

pub use asm::{AsmOptions, Assembly, assemble};
pub use config::MemoryConfig;
pub use image::Image;
pub use source::Loader;
