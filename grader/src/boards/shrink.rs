//! From a game in which a program breaks a rule to a short one in which it breaks the same.
//!
//! What the lines of a program mean is known only through its protocol, so they are never changed,
//! only left out; a game without them that makes no sense gets no verdict and is not kept.

use super::protocol::Protocol;
use super::session::judge_script;
use super::verdict::Verdict;
use crate::script::Script;
use crate::subject::Program;

/// How many games a shrink may play.
const PATIENCE: u32 = 3_000;

/// The shortest game that was found with a verdict on the same rule, and that verdict. Nothing if
/// the script gets no verdict.
pub fn shrink(
    program: &Program,
    protocol: &Protocol,
    script: &Script,
) -> Option<(Script, Verdict)> {
    let verdict = judge_script(program, protocol, script)?;
    let rule = verdict.rule;
    let mut patience = PATIENCE;
    let mut best = (script.clone(), verdict);
    best.0.lines.truncate(best.1.step);
    let mut keep = |best: &mut (Script, Verdict), script: Script| {
        let Some(left) = patience.checked_sub(1) else { return false };
        patience = left;
        let verdict = judge_script(program, protocol, &script).filter(|v| v.rule == rule);
        let Some(verdict) = verdict else { return false };
        *best = (script, verdict);
        best.0.lines.truncate(best.1.step);
        true
    };
    loop {
        let before = best.0.clone();
        for length in [64, 16, 4, 2, 1] {
            let mut end = best.0.lines.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let mut script = best.0.clone();
                script.lines.drain(start..end.min(script.lines.len()));
                keep(&mut best, script);
                end = start.min(best.0.lines.len());
            }
        }
        for length in [0, 9, best.0.draws.len() / 2] {
            let mut script = best.0.clone();
            script.draws.truncate(length);
            if script != best.0 && keep(&mut best, script) {
                break;
            }
        }
        if best.0 == before {
            return Some(best);
        }
    }
}
