//! Two boards and the move between them: which rule tells best how the tiles were pushed wrong?
//!
//! It is decided by the first line that is wrong. A new tile that may have come somewhere is allowed
//! for, since most programs show the board only with it.

use std::cmp::Ordering;

use engine::{Board, Direction};

use crate::rule::Rule;

/// The rule that a push breaks; nothing if it breaks none. One new tile, of these values, may have
/// come into any cell that the push leaves empty.
pub(crate) fn rule(
    before: &Board,
    direction: Direction,
    after: &[u64],
    spawns: &[u64],
) -> Option<Rule> {
    let side = before.side();
    let cells: Vec<u64> = before.values().collect();
    let wanted: Vec<u64> = before.slide(direction).board.values().collect();
    if fits(&wanted, after, spawns) {
        return None;
    }
    let lines = |cells: &[u64]| -> Vec<Vec<u64>> {
        let line = |number| wall_first(side, number, direction).map(|cell| cells[cell]).collect();
        (0..side).map(line).collect()
    };
    let (before_lines, wanted_lines, after_lines) = (lines(&cells), lines(&wanted), lines(after));
    // Nothing has moved although something had to, or everything has moved elsewhere.
    let unmoved = fits(&cells, after, spawns) && before_lines.iter().any(|line| has_gap(line));
    let moved_to = |other: Direction| {
        let slid: Vec<u64> = before.slide(other).board.values().collect();
        fits(&slid, after, spawns)
    };
    if unmoved || before.legal_moves().any(moved_to) {
        return Some(Rule::Slide);
    }
    let conserved = has_come(sum(&wanted), sum(after), spawns).is_some();
    let both = wanted_lines.iter().zip(&after_lines);
    let wrong = before_lines.iter().zip(both).find(|(_, (want, got))| !fits(want, got, spawns));
    let is_right_or_new =
        |(want, got): (&u64, &u64)| want == got || *want == 0 && spawns.contains(got);
    let too_many = wanted.iter().zip(after).all(is_right_or_new);
    Some(match wrong.filter(|_| !too_many) {
        Some((before, (want, got))) => {
            let known = [&cells, &wanted, spawns].concat();
            let due = tiles(&wanted) < tiles(&cells);
            line_rule([before, want, got], &known, spawns, (conserved, due))
        }
        // Each line may have got a tile, but not several lines: one that stayed after a merge, if there was one.
        None => {
            let both = before_lines.iter().zip(wanted_lines.iter().zip(&after_lines));
            let left = |(before, (want, got)): (&Vec<u64>, (&Vec<u64>, &Vec<u64>))| {
                tiles(want) < tiles(before) && tiles(got) > tiles(want)
            };
            if both.into_iter().any(left) { Rule::MergeValue } else { Rule::SpawnEmptyCell }
        }
    })
}

/// Whether the tiles were pushed to the wall, and none merged.
pub(crate) fn is_packed_only(
    before: &Board,
    direction: Direction,
    after: &[u64],
    spawns: &[u64],
) -> bool {
    after.len() == before.side() * before.side() && fits(&packed(before, direction), after, spawns)
}

/// The tiles pushed to the wall, and none merged.
pub(crate) fn packed(before: &Board, direction: Direction) -> Vec<u64> {
    let side = before.side();
    let mut packed = vec![0; side * side];
    for line in 0..side {
        let cells = wall_first(side, line, direction);
        let value = |cell: usize| before.values().nth(cell).unwrap_or_default();
        let tiles = cells.clone().map(value).filter(|value| *value != 0);
        for (cell, tile) in cells.zip(tiles) {
            packed[cell] = tile;
        }
    }
    packed
}

/// The rule that a line breaks. `known` are the values of tiles that no wrong merge has made; `due` says whether
/// any tiles of the board were to merge.
fn line_rule(
    [before, want, got]: [&[u64]; 3],
    known: &[u64],
    spawns: &[u64],
    (conserved, due): (bool, bool),
) -> Rule {
    let merges = tiles(want) < tiles(before);
    let packed = |mut tiles: Vec<u64>| {
        tiles.resize(want.len(), 0);
        fits(&tiles, got, spawns)
    };
    let row: Vec<u64> = before.iter().copied().filter(|value| *value != 0).collect();
    let come = has_come(sum(want), sum(got), spawns);
    // A tile that has come is there to be seen.
    let is_there = |new: &usize| *new == 0 || got.contains(&(sum(got) - sum(want)));
    let Some(new) = come.filter(is_there) else {
        // Where nothing merges, and nothing was to merge, tiles were pushed wrong; but what comes of nothing is
        // a merge of empty cells.
        let made = tiles(before) == 0
            || due && tiles(got) > tiles(before)
            || got.iter().any(|value| *value != 0 && !known.contains(value));
        // What is no tile was made by a wrong merge, though a new tile may make up for what the sum lacks.
        let is_tile = |value: &u64| *value == 0 || value.is_power_of_two();
        let conserved = conserved && got.iter().all(is_tile);
        return if !conserved && (merges || made) { Rule::MergeValue } else { Rule::Slide };
    };
    if packed(merged_again(&row)) {
        return Rule::MergeOnce;
    }
    if packed(merged_from_far_end(&row)) {
        return Rule::MergeOrder;
    }
    match (tiles(got) - new).cmp(&tiles(want)) {
        Ordering::Less if merges => Rule::MergeOnce,
        // The pair did not meet, or not in time, because of a gap before one of them.
        Ordering::Greater if has_gap(before) || has_gap(got) => Rule::Slide,
        Ordering::Equal if !merges || has_gap(got) => Rule::Slide,
        _ => Rule::MergeOrder,
    }
}

/// Whether cells are as they should be, but for at most one new tile.
pub(crate) fn fits(want: &[u64], got: &[u64], spawns: &[u64]) -> bool {
    let mut changes = want.iter().zip(got).filter(|(want, got)| want != got);
    let can_come = |(want, got): (&u64, &u64)| *want == 0 && spawns.contains(got);
    changes.next().is_none_or(can_come) && changes.next().is_none()
}

/// How many new tiles explain a sum, 0 or 1; nothing if that does not explain it.
fn has_come(want: u64, got: u64, spawns: &[u64]) -> Option<usize> {
    let new = got.checked_sub(want)?;
    (new == 0 || spawns.contains(&new)).then_some(usize::from(new != 0))
}

fn sum(cells: &[u64]) -> u64 {
    cells.iter().fold(0, |sum: u64, cell| sum.saturating_add(*cell))
}

fn tiles(line: &[u64]) -> usize {
    line.iter().filter(|cell| **cell != 0).count()
}

fn has_gap(line: &[u64]) -> bool {
    line.windows(2).any(|pair| pair[0] == 0 && pair[1] != 0)
}

/// What the tiles of a line come to if of three equal tiles the two that are farthest from the wall
/// merge.
fn merged_from_far_end(row: &[u64]) -> Vec<u64> {
    let mut out = Vec::new();
    let mut rest = row;
    while let [others @ .., tile] = rest {
        rest = others;
        match rest {
            [others @ .., other] if other == tile => {
                rest = others;
                out.push(tile.saturating_mul(2));
            }
            _ => out.push(*tile),
        }
    }
    out.reverse();
    out
}

/// The same, if tiles that a merge made merge again.
fn merged_again(row: &[u64]) -> Vec<u64> {
    let mut out = row.to_vec();
    while let Some(at) = out.windows(2).position(|pair| pair[0] == pair[1]) {
        out[at] = out[at].saturating_mul(2);
        out.remove(at + 1);
    }
    out
}

/// The cells of a line, the one at the wall first.
pub fn wall_first(
    side: usize,
    line: usize,
    direction: Direction,
) -> impl Iterator<Item = usize> + Clone {
    (0..side).map(move |distance| match direction {
        Direction::Left => side * line + distance,
        Direction::Right => side * line + side - 1 - distance,
        Direction::Up => side * distance + line,
        Direction::Down => side * (side - 1 - distance) + line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mistake_has_its_rule() {
        let check = |before: [u64; 3], got: [u64; 3], rule: Option<Rule>| {
            let put = |[a, b, c]: [u64; 3]| [0, 0, 0, a, b, c, 0, 0, 0];
            let board = Board::from_values(3, &put(before)).unwrap();
            let found = super::rule(&board, Direction::Left, &put(got), &[]);
            assert_eq!(found, rule, "{before:?} {got:?}");
        };
        check([2, 2, 4], [4, 4, 0], None);
        check([2, 2, 4], [8, 0, 0], Some(Rule::MergeOnce));
        check([2, 2, 4], [4, 0, 4], Some(Rule::Slide));
        check([2, 2, 2], [2, 4, 0], Some(Rule::MergeOrder));
        check([2, 4, 2], [4, 4, 0], Some(Rule::MergeOrder));
        check([4, 2, 2], [4, 2, 2], Some(Rule::MergeOrder));
        check([2, 0, 2], [2, 2, 0], Some(Rule::Slide));
        check([2, 2, 0], [2, 0, 0], Some(Rule::MergeValue));
        check([2, 2, 0], [4, 2, 0], Some(Rule::MergeValue));
        check([0, 0, 2], [0, 2, 0], Some(Rule::Slide));
        check([2, 4, 0], [2, 0, 0], Some(Rule::Slide));
        // A copy of a tile where nothing was to merge, and a merge of tiles that differ.
        check([0, 2, 4], [2, 4, 4], Some(Rule::Slide));
        check([2, 4, 0], [8, 0, 0], Some(Rule::MergeValue));
    }

    #[test]
    fn a_new_tile_hides_no_mistake() {
        let check = |before: &str, after: &str, rule: Option<Rule>| {
            let before: Board = before.parse().unwrap();
            let cells = after.split_whitespace().filter(|cell| *cell != "/");
            let after: Vec<u64> = cells.map(|cell| cell.parse().unwrap_or(0)).collect();
            assert_eq!(super::rule(&before, Direction::Left, &after, &[2]), rule, "{after:?}");
        };
        let before = "2 2 4 / . . . / . . 8";
        check(before, "4 4 2 / . . . / 8 . .", None);
        check(before, "8 . . / . 2 . / 8 . .", Some(Rule::MergeOnce));
        check(before, "8 4 . / . 2 . / 8 . .", Some(Rule::MergeValue));
        check(before, ". 4 4 / . 2 . / . . 8", Some(Rule::Slide));
        check(before, "2 2 4 / . 2 . / . . 8", Some(Rule::Slide));
        check(before, "4 4 . / . . 2 / 8 . 4", Some(Rule::MergeValue));
        check(before, "2 2 4 / . 2 . / 8 . .", Some(Rule::MergeOrder));
        check("2 2 2 / . . . / . . .", "2 4 . / . . 2 / . . .", Some(Rule::MergeOrder));
        check("2 4 4 / . . . / . . .", "2 6 . / . . 2 / . . .", Some(Rule::MergeValue));
        // To the right, and the new tile fills the gap.
        check("4 8 2 / 16 16 2 / 8 4 8", "4 8 2 / 2 32 2 / 8 4 8", Some(Rule::Slide));
    }
}
