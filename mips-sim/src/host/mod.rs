//! What a running program asks of the world outside. At present only the description of the
//! services; the trait that a host implements comes together with the machine.

pub mod syscall;

pub use syscall::{SERVICES, Service, service};
