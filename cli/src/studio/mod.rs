//! The studio behind a server of its own, on this computer only: the disk for its documents, the
//! protocol of browsers, and who may speak it. What the page asks is answered by the `studio` crate.

mod door;
mod http;
mod place;
mod server;
mod world;

pub(crate) use place::Place;
pub(crate) use server::serve;
pub(crate) use world::{DiskWorld, Slices, open_documents};
