//! Two boards and the move between them: is the second what the first leads to, and if not, which
//! rule tells best what went wrong?

use engine::{Board, Direction};

use crate::rule::Rule;
use crate::verdict::Problem;

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// What had to.
    Right,
    /// Something else.
    Wrong(Rule, Problem),
}

/// Judges a legal move. New tiles can be any of `spawns`, in any empty cell.
pub(super) fn moved(
    before: &Board,
    direction: Direction,
    after: &Board,
    spawning: bool,
    spawns: &[u64],
) -> Moved {
    let slid = before.slide(direction).board;
    let pairs = || slid.values().zip(after.values());
    let new: Vec<u64> =
        pairs().filter(|(was, is)| *was == 0 && *is != 0).map(|(_, is)| is).collect();
    let lost: Vec<u64> =
        pairs().filter(|(was, is)| *was != 0 && was != is).map(|(_, is)| is).collect();
    let (rule, problem) = match (&lost[..], &new[..]) {
        ([], []) if !spawning => return Moved::Right,
        ([], []) => (Rule::SpawnAfterLegal, Problem::NoNewTile),
        ([], _) if !spawning => (Rule::RngSwitch, Problem::NewTile),
        ([], [value]) if spawns.contains(value) => return Moved::Right,
        ([], [value]) => (Rule::SpawnValue, Problem::NewTileValue(*value)),
        // Tiles that cannot have come are left over from a merge.
        ([], new) if new.iter().all(|value| spawns.contains(value)) => {
            (Rule::SpawnEmptyCell, Problem::NewTiles)
        }
        ([], _) => (Rule::MergeValue, Problem::WrongBoard),
        ([value], []) if spawns.contains(value) && !near(before, after, spawns) => {
            (Rule::SpawnEmptyCell, Problem::Covered)
        }
        _ => (slide_rule(before, direction, after, spawns), Problem::WrongBoard),
    };
    Moved::Wrong(rule, problem)
}

/// Whether a board is another one with at most one new tile more.
fn near(board: &Board, after: &Board, spawns: &[u64]) -> bool {
    let values = |board: &Board| board.values().collect::<Vec<_>>();
    near_line(&values(board), &values(after), spawns)
}

fn near_line(line: &[u64], after: &[u64], spawns: &[u64]) -> bool {
    let mut changes = line.iter().zip(after).filter(|(was, is)| was != is);
    let can_come = |(was, is): (&u64, &u64)| *was == 0 && spawns.contains(is);
    changes.next().is_none_or(can_come) && changes.next().is_none()
}

/// The rule of the first line that is wrong; all of its tiles are known to matter.
fn slide_rule(before: &Board, direction: Direction, after: &Board, spawns: &[u64]) -> Rule {
    let elsewhere =
        || Direction::ALL.iter().any(|way| near(&before.slide(*way).board, after, spawns));
    if near(before, after, spawns) || elsewhere() {
        return Rule::Slide;
    }
    let side = before.side();
    let (before, after) = (turned(before, direction), turned(after, direction));
    for (line, got) in before.chunks(side).zip(after.chunks(side)) {
        let tiles: Vec<u64> = line.iter().copied().filter(|value| *value != 0).collect();
        let fits = |merge: fn(&[u64]) -> Vec<u64>| {
            let mut line = merge(&tiles);
            line.resize(side, 0);
            near_line(&line, got, spawns)
        };
        if fits(merged) {
            continue;
        }
        let sum: u64 = tiles.iter().sum();
        let got_sum: u64 = got.iter().sum();
        return if fits(merged_again) {
            Rule::MergeOnce
        } else if fits(merged_from_far_end) || fits(<[u64]>::to_vec) {
            Rule::MergeOrder
        } else if spawns.iter().chain([&0]).all(|new| sum + new != got_sum) {
            Rule::MergeValue
        } else {
            Rule::Slide
        };
    }
    Rule::Slide
}

/// The lines of a board, each from the wall outwards.
fn turned(board: &Board, direction: Direction) -> Vec<u64> {
    let turned = match direction {
        Direction::Left => *board,
        Direction::Right => board.mirrored(),
        Direction::Up => board.transposed(),
        Direction::Down => board.transposed().mirrored(),
    };
    turned.values().collect()
}

/// What the tiles of a line come to, from the wall outwards.
fn merged(tiles: &[u64]) -> Vec<u64> {
    let mut out = Vec::new();
    let mut rest = tiles;
    while let [tile, others @ ..] = rest {
        rest = others;
        match rest {
            [other, others @ ..] if other == tile => {
                rest = others;
                out.push(tile * 2);
            }
            _ => out.push(*tile),
        }
    }
    out
}

/// The same, if of three equal tiles the two that are farthest from the wall merge.
fn merged_from_far_end(tiles: &[u64]) -> Vec<u64> {
    let reversed: Vec<u64> = tiles.iter().rev().copied().collect();
    let mut out = merged(&reversed);
    out.reverse();
    out
}

/// The same, if tiles that a merge made merge again.
fn merged_again(tiles: &[u64]) -> Vec<u64> {
    let mut out = tiles.to_vec();
    while let Some(at) = out.windows(2).position(|pair| pair[0] == pair[1]) {
        out[at] *= 2;
        out.remove(at + 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule that a move to the left breaks, or nothing.
    fn left(before: &str, after: &str) -> Option<(&'static str, Problem)> {
        let board = |text: &str| text.parse::<Board>().unwrap();
        match moved(&board(before), Direction::Left, &board(after), true, &[2]) {
            Moved::Right => None,
            Moved::Wrong(rule, problem) => Some((rule.name(), problem)),
        }
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
        check("4 4 . / 2 . . / 2 . .", "merge-value", Problem::WrongBoard);
        check("4 4 . / . . . / 2 . .", "spawn-empty-cell", Problem::Covered);
        check("4 4 . / . 4 . / 8 . .", "spawn-value", Problem::NewTileValue(4));
        check("8 . . / . 2 . / 8 . .", "merge-once", Problem::WrongBoard);
        check("8 4 . / . 2 . / 8 . .", "merge-value", Problem::WrongBoard);
        check(". 4 4 / . 2 . / . . 8", "slide", Problem::WrongBoard);
        check("2 2 4 / . 2 . / . . 8", "slide", Problem::WrongBoard);
        check("4 4 . / . . 2 / 8 . 4", "merge-value", Problem::WrongBoard);
        check("2 2 4 / . 2 . / 8 . .", "merge-order", Problem::WrongBoard);
        let three = left("2 2 2 / . . . / . . .", "2 4 . / . . 2 / . . .");
        assert_eq!(three, Some(("merge-order", Problem::WrongBoard)));
    }
}
