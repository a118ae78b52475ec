//! Which of the rules that seem broken are, and which only look so because of another.
//!
//! One mistake shows in many games, and the first wrong answer of a long game can look like anything.
//! The smallest games tell best. So what is wrong is gone through from the smallest game on, and what
//! another rule that is known to be broken explains is filed under that one:
//!
//! 1. A legal move that is refused tells nothing of why. If tiles are seen to be moved wrong, that is
//!    the reason, otherwise the test for a change is.
//! 2. A wrong board may be right but shown wrong: if it is so when it is entered, printing is to blame.
//! 3. If leaving out lines before the last shows another mistake at that line, these lines, and what
//!    they are about, have nothing to do with it.

use engine::protocol::{Phase, text};

use super::examine::{Broken, Judge};
use crate::blame::{Blame, Cells};
use crate::compare::Difference;
use crate::rule::Rule;
use crate::script::Script;

/// Lines that are left out at once, at most.
const MAX_LEFT_OUT: usize = 3;

/// Whether a legal move was answered like one that changes nothing.
pub(super) fn is_refused_move(difference: &Difference, blame: &Blame) -> bool {
    let refused = |output: &[u8]| {
        let words = text::INVALID_MOVE.as_bytes();
        output.windows(words.len()).any(|window| window == words)
    };
    blame.phase == Phase::Move
        && blame.got.is_none()
        && blame.expected.is_some()
        && refused(&difference.got.output)
}

/// What remains of a list when each mistake is told once.
pub(super) fn only_causes(mut broken: Vec<Broken>, judge: &mut Judge) -> Vec<Broken> {
    broken.sort_by_key(|broken| (broken.refused, broken.script.lines.len()));
    let mut kept: Vec<Broken> = Vec::new();
    for broken in broken {
        match cause(&broken, &kept, judge) {
            Some(rule) => match kept.iter_mut().find(|known| known.rule == Some(rule)) {
                Some(known) => {
                    known.missed.add(broken.missed);
                    known.games += broken.games;
                }
                None => kept.push(Broken { rule: Some(rule), ..broken }),
            },
            None => kept.push(broken),
        }
    }
    kept
}

/// The rule that explains a mistake, if it is not its own.
fn cause(broken: &Broken, kept: &[Broken], judge: &mut Judge) -> Option<Rule> {
    let is_known = |rule: Rule| kept.iter().any(|known| known.rule == Some(rule));
    if broken.refused {
        let moves = [Rule::Slide, Rule::MergeOrder, Rule::MergeOnce, Rule::MergeValue];
        return Some(moves.into_iter().find(|r| is_known(*r)).unwrap_or(Rule::SpawnAfterLegal));
    }
    if is_known(Rule::BoardPrint)
        && broken.rule != Some(Rule::BoardPrint)
        && let Some(expected) = broken.blame.expected
        && broken.blame.got.is_some_and(|got| got != expected)
        && judge.play(&entered(&expected)).is_some()
    {
        return Some(Rule::BoardPrint);
    }
    without_some_lines(&broken.script).into_iter().find_map(|script| {
        let (difference, blame) = judge.play(&script)?;
        let at_last = difference.frame == script.lines.len() && !difference.at_end;
        blame.rule.filter(|rule| at_last && Some(*rule) != broken.rule && is_known(*rule))
    })
}

/// A game that only enters a board.
fn entered(cells: &Cells) -> Script {
    let cells = cells.iter().map(|cell| cell.to_string().into_bytes());
    Script::new(std::iter::once(b"2".to_vec()).chain(cells).collect(), Vec::new())
}

/// The same script without a few neighbouring lines before the last.
fn without_some_lines(script: &Script) -> Vec<Script> {
    let last = script.lines.len().saturating_sub(1);
    let ranges = (1..=MAX_LEFT_OUT).flat_map(|length| {
        (0..=last.saturating_sub(length)).rev().map(move |start| start..start + length)
    });
    let ranges = ranges.filter(|range| range.end <= last);
    let shorter = ranges.map(|range| {
        let mut script = script.clone();
        script.lines.drain(range);
        script
    });
    shorter.collect()
}
