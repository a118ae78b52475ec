//! Two boards side by side: the old one and the new one, or a picture and what it means.
//!
//! A line is cut in two if both of its halves are rows, and something between them is no cell: a gap that
//! is wider than others, a word or an arrow. So a wide board is not two narrow ones.

use super::{Cell, FEW, Layout, Line, Row, Run, cell, is_bar, row};
use crate::verdict::Cells;

/// By so many blanks the gap between two boards is wider than those between cells.
const WIDER: usize = 2;

/// Rows of two boards without anything else between them.
pub(super) struct Pair {
    left: Run,
    right: Run,
}

impl Pair {
    pub(super) fn new() -> Pair {
        Pair { left: Run::new(), right: Run::new() }
    }

    /// Takes a line, if it has rows of two boards.
    pub(super) fn take(&mut self, line: &[u8], layout: &Layout) -> bool {
        let rows = halves(line, layout).and_then(|[left, right]| {
            let left = self.left.read(left, layout)?;
            Some((left, self.right.read(right, layout)?))
        });
        let Some((left, right)) = rows else { return false };
        self.left.lines.push(Line::Row(left));
        self.right.lines.push(Line::Row(right));
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.lines.is_empty()
    }

    pub(super) fn rule(&mut self) {
        self.left.lines.push(Line::Ruler);
        self.right.lines.push(Line::Ruler);
    }

    /// Makes boards of what has been gathered, the left one first, and begins anew. More rows than those of
    /// one board are halves of a wide one.
    pub(super) fn finish(&mut self, side: usize, grids: &mut Vec<Cells>) {
        let rows = self.left.lines.iter().filter(|line| !matches!(line, Line::Ruler)).count();
        for run in [&mut self.left, &mut self.right] {
            if rows == side {
                run.finish(side, grids);
            }
            run.lines.clear();
            run.cells.clear();
        }
    }
}

impl Run {
    fn read(&mut self, half: &[u8], layout: &Layout) -> Option<Row> {
        row(half, layout, &mut Vec::with_capacity(FEW), &mut self.cells)
    }
}

/// The halves of a line, if there is a place to cut it.
fn halves<'a>(line: &'a [u8], layout: &Layout) -> Option<[&'a [u8]; 2]> {
    let side = layout.side;
    if layout.width.is_some() || side < 2 || line.len() < 4 * side {
        return None;
    }
    let (mut bars, mut words, mut before) = (0, 0, b' ');
    for byte in line {
        let blank = byte.is_ascii_whitespace();
        bars += usize::from(is_bar(*byte, layout) && !is_bar(before, layout));
        words += usize::from(!blank && before.is_ascii_whitespace());
        before = *byte;
    }
    if bars >= 2 * (side + 1) {
        return between_frames(line, layout);
    }
    if words >= 2 * side && bars <= MOST_BARS { between_words(line, layout) } else { None }
}

/// What stands between two boards without bars may have some: `->`, or `|`.
const MOST_BARS: usize = 2;

/// Cut between two frames: so many bars from either end.
fn between_frames<'a>(line: &'a [u8], layout: &Layout) -> Option<[&'a [u8]; 2]> {
    let bar = |at: &usize| is_bar(line[*at], layout);
    let ends = |at: &usize| bar(at) && !line.get(at + 1).is_some_and(|next| is_bar(*next, layout));
    let begins = |at: &usize| bar(at) && (*at == 0 || !is_bar(line[at - 1], layout));
    let end = (0..line.len()).filter(ends).nth(layout.side)?;
    let begin = (0..line.len()).rev().filter(begins).nth(layout.side)?;
    (end < begin).then(|| [&line[..=end], &line[begin..]])
}

/// Cut where something else than a cell stands between so many cells, or the widest gap.
fn between_words<'a>(line: &'a [u8], layout: &Layout) -> Option<[&'a [u8]; 2]> {
    let side = layout.side;
    let blank = |at: usize| line.get(at).is_none_or(u8::is_ascii_whitespace);
    let begins = (0..line.len()).filter(|at| !blank(*at) && (*at == 0 || blank(at - 1)));
    let words: Vec<(usize, usize)> = begins
        .map(|begin| (begin, (begin..).find(|at| blank(*at)).unwrap_or(line.len())))
        .collect();
    let text = |(begin, end): (usize, usize)| &line[begin..end];
    let is_cell = |word| cell(text(word), layout).is_some_and(|cell| cell != Cell::Blank);
    let between = words.len().checked_sub(2 * side)?;
    let (left, right) = (*words.get(side - 1)?, *words.get(side + between)?);
    let cells = || words[..side].iter().chain(&words[side + between..]);
    if !cells().all(|word| is_cell(*word)) {
        return None;
    }
    let gap = |pair: &[(usize, usize)]| pair[1].0 - pair[0].1;
    let parted = match between {
        0 => {
            let gaps: Vec<usize> = words.windows(2).map(gap).collect();
            let others = gaps.iter().enumerate().filter(|(at, _)| at + 1 != side);
            others.map(|(_, gap)| *gap).max().is_some_and(|most| gaps[side - 1] >= most + WIDER)
        }
        _ => words[side..side + between].iter().all(|word| !is_cell(*word)),
    };
    parted.then(|| [&line[..left.1], &line[right.0..]])
}
