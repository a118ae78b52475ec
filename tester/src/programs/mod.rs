//! Any two programs on the same input: what one of them, the reference, does is right.
//!
//! Nothing is known of the programs. Inputs are made while the reference asks for them ([`Search`]), or
//! as a [`Description`] says; both programs get the same lines and files. The first on which they
//! disagree, by a [`Comparison`], is made as small as it can be ([`Search::smallest`]). The result is a
//! [`Disagreement`]: facts, which [`crate::wording::programs`] puts into words.

mod cases;
mod compare;
mod cover;
mod describe;
mod labels;
mod prompts;
mod run;
mod search;
mod shrink;
mod strings;
mod unfit;

pub use cases::{Case, Cases, Findings, Recorded};
pub use compare::{Comparison, Disagreement, Ending, Printed};
pub use describe::{Count, Description, FieldShape, InputField, ValueRange};
pub use labels::Wording;
pub use run::{ChanceUsed, Input, Ran, Read, Runner};
pub use search::{Attempt, Options, Search, Worker};
pub use strings::Strings;
pub use unfit::Unfit;
