//! Grades: what a submission gets for an assignment, and why.
//!
//! [`Bench::results`] is the whole answer for one submission, as facts: what ran, what was expected and what
//! came. Words for them are in [`crate::wording`]. Nothing here opens a file, prints or looks at the
//! clock.

mod against;
mod alike;
mod assembler_errors;
mod bench;
mod by_boards;
mod differential;
mod exhaustive;
mod function;
mod points;
mod result;
mod screen;
mod source_lines;
mod statics;
mod stopped;
mod submission;
mod suspects;
mod transcript;
mod watch;

pub(crate) use against::{cases, options};
pub use alike::Alike;
pub use bench::Bench;
pub(crate) use bench::reference_program;
pub use differential::follows_from;
pub(crate) use function::CallCases;
pub use function::{CallCase, Left, Sequence, UnfitCalls};
pub use points::{Points, PointsError};
pub use result::{
    Blocker, CallError, CallState, Cause, Complaint, Ended, Failure, MadeCalls, Mismatch,
    OutputPart, Reported, Rerun, SizeUnit, SourceError, Summary, TestResult, WrongCall,
    WrongOutput, WrongScreen,
};
pub(crate) use screen::pictures;
pub(crate) use source_lines::shortened;
pub use statics::watch;
pub use submission::{Submission, Texts};
pub use transcript::recorded;

pub use crate::book::{Status, Student};

/// Goes up with every change after which the same submission may get another result. Results that
/// were kept are known by it, so that nobody is given an old one.
pub const REVISION: u32 = 7;
