//! A MIPS32 assembler that produces the same bits, and the same messages, as MARS 4.5.
//!
//! ```
//! use mips_sim::{AsmOptions, assemble};
//!
//! let mut files: &[(&str, &str)] = &[("hello.asm", "main: li $v0, 10\n syscall\n")];
//! let assembly = assemble(&["hello.asm"], &mut files, &AsmOptions::default());
//! assert!(assembly.succeeded());
//! let words: Vec<u32> = assembly.image.text.iter().map(|word| word.word).collect();
//! assert_eq!(words, [0x2402_000a, 0x0000_000c]);
//! ```
//!
//! The library never opens a file, prints, or looks at the clock: a [`Loader`] brings the sources,
//! and everything that is wrong with them comes back as [`diag::Diagnostics`].

#![warn(clippy::disallowed_methods)]

pub mod asm;
pub mod config;
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
