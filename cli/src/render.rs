//! Diagnostics for people and for editors.
