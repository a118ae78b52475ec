//! Every report of one canned class: what it looks like, what its platform demands of it, and that
//! nothing in it can do harm or tell a student too much.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

mod book;
mod changes;
mod escapes;
mod formats;
