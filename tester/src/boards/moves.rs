//! Judges a move by the boards around it, where the cell of a new tile is not predicted.

use engine::{Board, Direction};

use crate::rule::Rule;
use crate::slides;
use crate::verdict::Problem;

/// What is wrong with a legal move that should have led to `slid`, if anything is. New tiles can be any of
/// `spawns`, in any empty cell.
pub(super) fn wrong_move(
    before: &Board,
    (direction, slid): (Direction, &Board),
    after: &Board,
    spawning: bool,
    spawns: &[u64],
) -> Option<(Rule, Problem)> {
    if is_right(slid, after, spawning, spawns) {
        return None;
    }
    let pairs = || slid.values().zip(after.values());
    let new: Vec<u64> =
        pairs().filter(|(was, is)| *was == 0 && *is != 0).map(|(_, is)| is).collect();
    let lost: Vec<u64> =
        pairs().filter(|(was, is)| *was != 0 && was != is).map(|(_, is)| is).collect();
    let values = |board: &Board| board.values().collect::<Vec<_>>();
    let unmoved = || slides::fits(&values(before), &values(after), spawns);
    Some(match (&lost[..], &new[..]) {
        ([], []) if !spawning => return None,
        ([], []) => (Rule::SpawnAfterLegal, Problem::NoNewTile),
        ([], _) if !spawning => (Rule::RngSwitch, Problem::NewTile),
        ([], [value]) if spawns.contains(value) => return None,
        ([], [value]) => (Rule::SpawnValue, Problem::NewTileValue(*value)),
        // Tiles that cannot have come are left over from a merge.
        ([], new) if new.iter().all(|value| spawns.contains(value)) => {
            (Rule::SpawnEmptyCell, Problem::NewTiles)
        }
        ([], _) => (Rule::MergeValue, Problem::WrongBoard),
        ([value], []) if spawns.contains(value) && !unmoved() => {
            (Rule::SpawnEmptyCell, Problem::Covered)
        }
        _ => {
            let rule = slides::rule(before, direction, &values(after), spawns);
            (rule.unwrap_or(Rule::Slide), Problem::WrongBoard)
        }
    })
}

/// Whether a board is the one that the tiles were pushed to, with the one new tile that is due. Nearly all
/// moves are right, and this is the fast way to see it.
fn is_right(slid: &Board, after: &Board, spawning: bool, spawns: &[u64]) -> bool {
    if slid.side() != after.side() {
        return false;
    }
    let mut new = slid.exponents().iter().zip(after.exponents()).filter(|(was, is)| was != is);
    match (new.next(), new.next()) {
        (None, _) => !spawning,
        (Some((0, tile)), None) => {
            spawning && spawns.iter().any(|spawn| spawn.trailing_zeros() == u32::from(*tile))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule that a move to the left breaks, or nothing.
    fn left(before: &str, after: &str) -> Option<(&'static str, Problem)> {
        let board = |text: &str| text.parse::<Board>().unwrap();
        let before = board(before);
        let slid = before.slide(Direction::Left).board;
        let wrong = wrong_move(&before, (Direction::Left, &slid), &board(after), true, &[2]);
        wrong.map(|(rule, problem)| (rule.name(), problem))
    }

    #[test]
    fn moves_are_judged_by_the_rule_that_fits() {
        let before = "2 2 4 / . . . / . . 8";
        let check = |after: &str, rule: &str, problem: Problem| {
            assert_eq!(left(before, after), Some((rule, problem)), "{after}");
        };
        assert_eq!(left(before, "4 4 2 / . . . / 8 . ."), None);
        assert_eq!(left(before, "4 4 . / . . . / 8 . 2"), None);
        check("4 4 . / . . . / 8 . .", "spawn-after-legal", Problem::NoNewTile);
        check("4 4 . / 2 . . / 8 . 2", "spawn-empty-cell", Problem::NewTiles);
        check("4 4 . / 2 . . / 2 . .", "slide", Problem::WrongBoard);
        check("4 4 . / . . . / 2 . .", "spawn-empty-cell", Problem::Covered);
        check("4 4 . / . 4 . / 8 . .", "spawn-value", Problem::NewTileValue(4));
        check("8 . . / . 2 . / 8 . .", "merge-once", Problem::WrongBoard);
    }
}
