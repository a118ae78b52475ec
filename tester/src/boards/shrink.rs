//! From a game in which a program breaks a rule to a short one in which it breaks the same.
//!
//! What the lines of a program mean is known only through its protocol, so they are never changed,
//! only left out; a game without them that makes no sense gets no verdict and is not kept.

use super::protocol::Protocol;
use super::session::judge_script;
use crate::script::Script;
use crate::shrink::Smallest;
use crate::subject::Program;
use crate::verdict::Verdict;

/// The shortest game that was found with a verdict on the same rule, and that verdict. Nothing if
/// the script gets no verdict.
pub fn shrink(
    program: &Program,
    protocol: &Protocol,
    script: &Script,
) -> Option<(Script, Verdict)> {
    let rule = judge_script(program, protocol, script)?.rule;
    let judge = |script: &Script| {
        judge_script(program, protocol, script).filter(|verdict| verdict.rule == rule)
    };
    let mut best = Smallest::begin(script, judge)?;
    loop {
        let before = best.script.clone();
        // With other draws the same lines lead elsewhere, so lines go first, as many as can.
        let mut lines = usize::MAX;
        while best.script.lines.len() < lines {
            lines = best.script.lines.len();
            best.drop_lines(&[64, 16, 4, 2, 1]);
        }
        best.simplify_draws();
        if best.script == before || best.is_tired() {
            return Some((best.script, best.shows));
        }
    }
}
