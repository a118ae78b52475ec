//! Words for people: filled in below.
