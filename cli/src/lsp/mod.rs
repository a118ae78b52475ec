//! `fivetwelve lsp`: a language server over standard input and output, for every editor.
//!
//! Messages are handled one after the other, so that no answer is about an older text than the
//! question. What comes in while one is handled is looked at first: a cancelled question is not
//! answered. Diagnostics are sent before an answer about the same text, and when nothing is left to do.

mod answers;
mod convert;
mod edits;
mod position;
mod server;
mod session;
mod watched;

pub(crate) use server::serve;
