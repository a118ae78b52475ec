//! What the commands that grade share: where assignments and submissions come from, the journal of
//! results, the run itself, and where reports go. What is judged and how is in `grader`.

pub(crate) mod assignment;
pub(crate) mod collect;
pub(crate) mod reports;
pub(crate) mod results;
pub(crate) mod run;
pub(crate) mod shelf;
pub(crate) mod tree;
pub(crate) mod worker;
