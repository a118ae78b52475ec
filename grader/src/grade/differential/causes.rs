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
//! 4. A mistake that shows in long games only, which become another mistake when they are made
//!    smaller, is that one.
//!
//! What is left can still be a consequence: [`follows_from`] says of what.

use engine::protocol::text;

use super::examine::{Broken, Examiner};
use tester::{Cells, Moment, Rule, Script, Verdict};

/// Lines that are left out at once, at most.
const MAX_LEFT_OUT: usize = 3;
/// A game with more lines is long. To enter a board takes ten.
const LONG: usize = 14;

/// Rules that can seem broken or can't be shown, because another is broken: programs with a single
/// mistake show it. The tests over `asm/faulty` keep this list as short as it can be.
pub fn follows_from(rule: Rule) -> &'static [Rule] {
    use Rule::*;
    match rule {
        // Where a program stops or goes astray, nothing behind that can be shown.
        Crash => &Rule::ALL,
        // Neither the board nor what comes behind it can be read.
        BoardPrint => &[
            Slide,
            MergeOnce,
            MergeOrder,
            MergeValue,
            SpawnAfterLegal,
            SpawnEmptyCell,
            SpawnValue,
            RngSwitch,
            Win,
            Loss,
            InvalidInput,
            Quit,
            Start,
            FromState,
        ],
        // Tiles that do not meet can't merge; a board that changes where it should not gets a tile,
        // and the next tile lies elsewhere.
        Slide => &[MergeOnce, MergeOrder, MergeValue, SpawnAfterLegal, SpawnEmptyCell, Loss],
        // Even two empty cells may become something, so that no move is illegal any more, or a board
        // is full that should not be and is waited for.
        MergeValue => &[MergeOrder, SpawnAfterLegal, RngSwitch, Crash],
        MergeOrder => &[MergeOnce],
        // An illegal move is accepted as a legal one, or a tile is waited for on a full board. Saving
        // the board is also what clears the buffer for the next line.
        SpawnAfterLegal => &[InvalidInput, Quit, Crash],
        // Waits for a cell that is never drawn.
        SpawnEmptyCell => &[Crash],
        // Draws one number more, so that the tile lies elsewhere; boards do not fill up as they should.
        SpawnValue => &[SpawnEmptyCell, Loss],
        // Draws one number less, so that the next tile lies elsewhere.
        Start => &[SpawnEmptyCell],
        // Boards that can't be entered can't be shown.
        FromState => &[Win, Loss, BoardPrint],
        // Without new tiles no board fills up.
        RngSwitch => &[Loss],
        MergeOnce | Win | Loss | InvalidInput | Quit => &[],
    }
}

/// Whether a legal move was answered like one that changes nothing.
pub(super) fn is_refused_move(verdict: &Verdict) -> bool {
    let words = text::INVALID_MOVE.as_bytes();
    let boards = &verdict.boards;
    boards.before.is_some()
        && boards.got.is_none()
        && boards.expected.is_some()
        && verdict.got.output.windows(words.len()).any(|window| window == words)
}

/// What remains of a list when each mistake is told once.
pub(super) fn only_causes(mut broken: Vec<Broken>, judge: &mut Examiner) -> Vec<Broken> {
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
fn cause(broken: &Broken, kept: &[Broken], judge: &mut Examiner) -> Option<Rule> {
    let is_known = |rule: Rule| kept.iter().any(|known| known.rule == Some(rule));
    if broken.refused {
        let moves = [Rule::Slide, Rule::MergeOrder, Rule::MergeOnce, Rule::MergeValue];
        return Some(moves.into_iter().find(|r| is_known(*r)).unwrap_or(Rule::SpawnAfterLegal));
    }
    if is_known(Rule::BoardPrint)
        && broken.rule != Some(Rule::BoardPrint)
        && let Some(expected) = &broken.verdict.boards.expected
        && broken.verdict.boards.got.as_ref().is_some_and(|got| got != expected)
        && judge.play(&entered(expected)).is_some()
    {
        return Some(Rule::BoardPrint);
    }
    let other = |rule: Option<Rule>| rule.filter(|r| rule != broken.rule && is_known(*r));
    let by_lines = without_some_lines(&broken.script).into_iter().find_map(|script| {
        let verdict = judge.play(&script)?;
        let at_last = verdict.moment == Moment { lines: script.lines.len(), at_end: false };
        other(verdict.rule).filter(|_| at_last)
    });
    by_lines.or_else(|| {
        let long = broken.script.lines.len() > LONG && !kept.is_empty();
        long.then(|| other(judge.smallest(&broken.script)?.rule))?
    })
}

/// A game that only enters a board.
fn entered(cells: &Cells) -> Script {
    let cells = cells.values().iter().map(|cell| cell.to_string().into_bytes());
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
