//! Grades: what a submission gets for an assignment, and why.
//!
//! [`Graded`] is the whole answer for one submission, as data that can be stored and compared.
//! Reports only show it. Nothing here opens a file, prints or looks at the clock.

mod bench;
mod by_boards;
mod differential;
mod exhaustive;
mod function;
mod hints;
mod points;
mod result;
mod source_lines;
mod statics;
mod stops;
mod submission;
mod transcript;

pub use bench::Bench;
pub use differential::follows_from;
pub use hints::hint;
pub use points::{Points, PointsError};
pub use result::{Failure, Graded, Shown, SourceLine, Status, Student, TestResult};
pub use submission::{Submission, Texts};
pub(crate) use transcript::pattern;

/// Goes up with every change after which the same submission may get another result. Results that
/// were kept are known by it, so that nobody is given an old one.
pub const REVISION: u32 = 1;
