//! The machine.
pub mod cpu;
mod exec;
pub mod fault;
pub mod memory;
