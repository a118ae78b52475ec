//! Grades: what a submission gets for an assignment, and why.
//!
//! [`Graded`] is the whole answer for one submission, as data that can be stored and compared.
//! Reports only show it. Nothing here opens a file, prints or looks at the clock.

mod event;
mod points;
mod result;
mod submission;

pub use event::{Event, Gradebook};
pub use points::{Points, PointsError};
pub use result::{Failure, Graded, Shown, SourceLine, Status, Student, TestResult};
pub use submission::{Submission, Texts};
