//! How a board is entered where one is asked for, and what is asked before and after it.

use engine::Board;

use super::super::menu::BoardEntry;
use super::super::recover::{self, Layout};
use super::explore::layouts;
use super::probe::{Asked, Probe, likely_answers};

/// The most questions after a board.
const MAX_AFTER: usize = 2;
/// The most answers that are tried to each of them.
const ANSWERS: usize = 12;

/// How a board is entered.
#[derive(Clone, Default)]
pub(super) struct Entered {
    pub(super) entry: BoardEntry,
    /// What is answered after it.
    pub(super) after: Vec<String>,
}

/// A question, and what was answered to it on the way to a new game.
pub(super) type Known<'a> = (Asked, &'a String);

/// How a board is entered, perhaps after one more question.
pub(super) fn find_entry(asked: &Probe, known: &[Known<'_>]) -> Option<(Vec<String>, Entered)> {
    if let Some(entered) = state_entry(asked, known) {
        return Some((Vec::new(), entered));
    }
    let more = known.iter().map(|(_, answer)| answer.as_str()).chain(["", "3", "1"]);
    more.filter_map(|answer| {
        let next = asked.after(answer);
        let leads_on = next.waits() && !next.shows_board() && next.asked() != asked.asked();
        let entered = leads_on.then(|| state_entry(&next, known)).flatten()?;
        Some((vec![answer.to_owned()], entered))
    })
    .next()
}

/// How a board is entered here. It may come out in another order: that is for the judge to say.
fn state_entry(asked: &Probe, known: &[Known<'_>]) -> Option<Entered> {
    let shows = |probe: &Probe, state: &Board| {
        probe.board().is_some_and(|board| sorted(&board) == sorted(state)).then_some(())
    };
    entered(asked, known, shows).map(|(entered, ())| entered)
}

/// How a board of three by three cells is entered here, and how it is printed then.
pub(super) fn state_layout(asked: &Probe) -> Option<(Entered, Layout)> {
    let shows = |probe: &Probe, state: &Board| {
        let shows = |layout: &Layout| {
            let board = recover::board(probe.output(), layout);
            board.is_some_and(|board| sorted(&board) == sorted(state))
        };
        layouts(probe.output()).find(shows)
    };
    entered(asked, &[], shows)
}

fn entered<T>(
    asked: &Probe,
    known: &[Known<'_>],
    shows: impl Fn(&Probe, &Board) -> Option<T>,
) -> Option<(Entered, T)> {
    let side = asked.layout.side;
    let exponents: Vec<u8> =
        (0..side * side).map(|at| if at % 2 == 0 { 1 + at as u8 / 2 } else { 0 }).collect();
    let state = Board::from_exponents(side, &exponents).ok()?;
    BoardEntry::ALL.into_iter().find_map(|entry| {
        let typed = asked.after_all(&entry.lines(&state));
        let mut level = vec![(Vec::new(), typed)];
        for depth in 0..=MAX_AFTER {
            for (after, probe) in &level {
                if let Some(found) = shows(probe, &state) {
                    return Some((Entered { entry, after: after.clone() }, found));
                }
            }
            if depth < MAX_AFTER {
                level = level
                    .iter()
                    .flat_map(|(after, probe)| more(after, probe, asked, known))
                    .collect();
            }
        }
        None
    })
}

/// What comes of answers to a question after a board: those that were given before, or likely ones.
fn more(
    after: &[String],
    probe: &Probe,
    asked: &Probe,
    known: &[Known<'_>],
) -> Vec<(Vec<String>, Probe)> {
    // A cell that was refused is asked for again.
    if !probe.waits() || probe.asked() == asked.asked() || probe.shows_board() {
        return Vec::new();
    }
    let given = known.iter().find(|(other, _)| other.is_like(&probe.asked()));
    let answers = match given {
        Some((_, answer)) => vec![answer.to_string()],
        None => likely_answers(probe.output()).into_iter().take(ANSWERS).collect(),
    };
    let next = |answer: String| {
        let next = probe.after(&answer);
        ([after, &[answer]].concat(), next)
    };
    answers.into_iter().map(next).filter(|(_, next)| next.asked() != probe.asked()).collect()
}

fn sorted(board: &Board) -> Vec<u64> {
    let mut values: Vec<u64> = board.values().collect();
    values.sort_unstable();
    values
}
