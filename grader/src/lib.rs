//! Reads assignments and submissions, gives points, and writes reports.
//!
//! An [`assignment`] says what is asked and how it is tested; a [`submission`] is what was handed in.
//! [`grade`] puts the one to the other, with the players and the judge of the `tester` crate, and
//! [`report`] shows the outcome to people and platforms. Nothing here opens a file, prints or looks at
//! the clock.
#![deny(clippy::disallowed_methods)]

pub mod assignment;
pub mod book;
pub mod grade;
pub mod report;
pub mod submission;
pub mod wording;
