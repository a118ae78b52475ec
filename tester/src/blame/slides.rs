//! What is wrong with how a line of tiles was pushed.

use engine::Direction;

use crate::rule::Rule;
use crate::verdict::Cells;

/// The rule that a push breaks; nothing if it breaks none.
pub(super) fn rule(
    before: &Cells,
    expected: &Cells,
    got: &Cells,
    direction: Direction,
) -> Option<Rule> {
    let sum =
        |cells: &Cells| cells.values().iter().fold(0u64, |sum, cell| sum.saturating_add(*cell));
    let conserved = sum(expected) == sum(got);
    (0..3).find_map(|number| {
        let line = |cells: &Cells| wall_first(number, direction).map(|cell| cells.values()[cell]);
        line_rule(line(before), line(expected), line(got), conserved)
    })
}

fn line_rule(before: [u64; 3], expected: [u64; 3], got: [u64; 3], conserved: bool) -> Option<Rule> {
    if expected == got {
        return None;
    }
    let tiles = |line: [u64; 3]| line.iter().filter(|cell| **cell != 0).count();
    let sum = |line: [u64; 3]| line.iter().fold(0u64, |sum, cell| sum.saturating_add(*cell));
    let merges = tiles(expected) < tiles(before);
    let has_gap = |line: [u64; 3]| line.windows(2).any(|pair| pair[0] == 0 && pair[1] != 0);
    Some(if sorted(&expected) == sorted(&got) {
        if merges && !has_gap(got) { Rule::MergeOrder } else { Rule::Slide }
    } else if sum(expected) == sum(got) {
        match (tiles(got).cmp(&tiles(expected)), merges) {
            (std::cmp::Ordering::Less, true) => Rule::MergeOnce,
            // The pair did not meet, or not in time, because of a gap before one of them.
            (std::cmp::Ordering::Greater, _) if has_gap(before) || has_gap(got) => Rule::Slide,
            _ => Rule::MergeOrder,
        }
    } else if !conserved && (merges || tiles(got) > tiles(before)) {
        Rule::MergeValue
    } else {
        Rule::Slide
    })
}

/// A copy in order. It takes a reference on purpose: rustc 1.95 at optimisation level 1 sorts the
/// caller's array if a closure takes the array itself.
fn sorted(line: &[u64; 3]) -> [u64; 3] {
    let mut sorted = *line;
    sorted.sort_unstable();
    sorted
}

/// The cells of a line, the one at the wall first.
pub fn wall_first(line: usize, direction: Direction) -> [usize; 3] {
    [0, 1, 2].map(|distance| match direction {
        Direction::Left => 3 * line + distance,
        Direction::Right => 3 * line + 2 - distance,
        Direction::Up => 3 * distance + line,
        Direction::Down => 3 * (2 - distance) + line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mistake_has_its_rule() {
        let check = |before, expected, got, rule| {
            let put = |[a, b, c]: [u64; 3]| Cells::new(vec![0, 0, 0, a, b, c, 0, 0, 0]);
            let found = super::rule(&put(before), &put(expected), &put(got), Direction::Left);
            assert_eq!(found, rule, "{before:?} {got:?}");
        };
        check([2, 2, 4], [4, 4, 0], [4, 4, 0], None);
        check([2, 2, 4], [4, 4, 0], [8, 0, 0], Some(Rule::MergeOnce));
        check([2, 2, 4], [4, 4, 0], [4, 0, 4], Some(Rule::Slide));
        check([2, 2, 2], [4, 2, 0], [2, 4, 0], Some(Rule::MergeOrder));
        check([2, 4, 2], [2, 4, 2], [4, 4, 0], Some(Rule::MergeOrder));
        check([4, 2, 2], [4, 4, 0], [4, 2, 2], Some(Rule::MergeOrder));
        check([2, 0, 2], [4, 0, 0], [2, 2, 0], Some(Rule::Slide));
        check([2, 2, 0], [4, 0, 0], [2, 0, 0], Some(Rule::MergeValue));
        check([2, 2, 0], [4, 0, 0], [4, 2, 0], Some(Rule::MergeValue));
        check([0, 0, 2], [2, 0, 0], [0, 2, 0], Some(Rule::Slide));
        check([2, 4, 0], [2, 4, 0], [2, 0, 0], Some(Rule::Slide));
    }
}
