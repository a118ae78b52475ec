//! The debugger on the whole terminal. [`facts`] are what there is to see, as rows of text; [`model`] is
//! what is shown of it and what keys and the mouse do to that; [`keys`] is the table of keys; [`view`]
//! draws; [`attend`] has the terminal. Whatever moves or changes something is a line for the one table of
//! commands that the line-oriented mode has too.

mod event_loop;
mod facts;
mod keys;
mod layout;
mod model;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use event_loop::attend;
pub(crate) use model::Model;
