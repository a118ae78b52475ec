//! The forms of the JSON that commands write. Each says its name and version in its first field, and
//! `docs/schemas/NAME.json` describes it. The version goes up when a field goes away or changes its
//! meaning; fields may be added without that.

use serde_json::{Map, Value};

/// A form's name, and its version.
pub(crate) struct Form(&'static str, u32);

pub(crate) const ASSIGNMENT_CHECK: Form = Form("assignment-check", 1);
pub(crate) const ASSIGNMENT_SUGGEST: Form = Form("assignment-suggest", 1);
pub(crate) const BOT: Form = Form("bot", 1);
pub(crate) const CHECK: Form = Form("check", 1);
/// A verdict of `diff` on the game.
pub(crate) const DIFF_GAMES: Form = Form("diff-games", 1);
/// A verdict of `diff` on two other programs.
pub(crate) const DIFF_PROGRAMS: Form = Form("diff-programs", 1);
pub(crate) const ISA: Form = Form("isa", 1);
pub(crate) const MUTANTS: Form = Form("mutants", 1);
/// `mutants` with an assignment.
pub(crate) const MUTANTS_OF_ASSIGNMENT: Form = Form("mutants-of-assignment", 1);
/// An assembled program.
pub(crate) const PROGRAM: Form = Form("program", 1);
pub(crate) const SOLVE: Form = Form("solve", 1);
pub(crate) const TOURNAMENT: Form = Form("tournament", 1);
pub(crate) const VERIFY: Form = Form("verify", 2);

impl Form {
    /// What an object of this form says in its field `format`.
    pub(crate) fn name(&self) -> String {
        format!("fivetwelve {} {}", self.0, self.1)
    }

    /// The object with its form in front.
    pub(crate) fn object(&self, value: Value) -> Value {
        let mut object = Map::from_iter([("format".to_owned(), self.name().into())]);
        if let Value::Object(fields) = value {
            object.extend(fields);
        }
        Value::Object(object)
    }
}
