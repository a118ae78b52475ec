//! The studio behind a server of its own, on this computer only: the disk for its documents, the
//! protocol of browsers, and who may speak it. What the page asks is answered by the `studio` crate.

mod access;
mod address;
mod http;
mod server;
mod world;

pub(crate) use address::Address;
pub(crate) use server::serve;
pub(crate) use world::{DiskWorld, Slices, open_documents};
