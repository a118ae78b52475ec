//! Grades assembly programs: reads assignments and submissions, gives points, and writes reports.
//!
//! An [`assignment`] says what is asked and how it is tested; a [`submission`] is what was handed in.
//! [`grade`] tests the one by the other, with the players and the judge of the `tester` crate, and
//! gives facts. [`wording`] puts them into words, [`book`] keeps them, and [`report`] shows them to
//! people and platforms. Nothing here opens a file, prints or looks at the clock.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use grader::assignment;
//! use grader::book::Gradebook;
//! use grader::grade::{Bench, Submission};
//! use grader::report::{self, Options};
//!
//! let toml = r#"
//!     id = "sum"
//!     title = "Add two numbers"
//!     reference = "sum.asm"
//!     [[test]]
//!     id = "small"
//!     title = "1 + 2"
//!     kind = "transcript"
//!     points = 5
//!     input = "1\n2\n"
//!     expected = "3"
//! "#;
//! let sum = "li $v0, 5\nsyscall\nmove $t0, $v0\nli $v0, 5\nsyscall\n\
//!            add $a0, $t0, $v0\nli $v0, 1\nsyscall\n";
//! let files = [("assignment.toml", toml), ("sum.asm", sum)];
//! let folder: BTreeMap<String, Vec<u8>> =
//!     files.map(|(name, text)| (name.into(), text.into())).into();
//! let assignment = assignment::read(&folder).expect("it has no mistakes");
//!
//! let handed_in = Submission::of_text("mine.asm", &sum.replace("add", "sub"));
//! let entry = Bench::new(&assignment, 0).grade(&handed_in);
//! assert_eq!(entry.score().to_string(), "0");
//!
//! let mut book = Gradebook::new(assignment.head.clone(), &assignment.digest, "1.0", 0);
//! book.submissions.push(entry);
//! let format = report::find("details").expect("it is one of the formats");
//! let text = String::from_utf8(format.report(&book, &Options::default()).remove(0).bytes);
//! assert!(text.unwrap().contains("Line 1 should be `3`, but is `-1`."));
//! ```
#![deny(clippy::disallowed_methods)]

pub mod assignment;
pub mod book;
pub mod grade;
pub mod report;
pub mod submission;
pub mod wording;
