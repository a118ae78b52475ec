//! The reports of commands: a comparison ([`diff`]), the errors of an assignment ([`assignment`]),
//! and a [`tournament`]. Diagnostics and run errors are drawn by the library of the same name.

pub(crate) mod assignment;
pub(crate) mod diff;
pub(crate) mod tournament;

pub(crate) use ::render::{
    diagnostics, diagnostics_json, findings, findings_json, note_json, run_error, run_error_json,
    wrapped,
};
pub(crate) use tester::wording::grouped;
