//! What becomes of a row, looked up: a table for each size, built when first used and never changed.

use std::sync::LazyLock;

use super::{CELL, MAX_EXPONENT, value};

static TWO: LazyLock<Rows<0x100>> = LazyLock::new(|| Rows::build(2));
static THREE: LazyLock<Rows<0x1000>> = LazyLock::new(|| Rows::build(3));
static FOUR: LazyLock<Rows<0x10000>> = LazyLock::new(|| Rows::build(4));

/// All rows of a board, pushed towards their first cells or, if `far`, their last.
#[inline]
pub(super) fn slid<const N: usize>(bits: u64, far: bool) -> u64 {
    match N {
        2 => TWO.slide::<N>(bits, far),
        3 => THREE.slide::<N>(bits, far),
        _ => FOUR.slide::<N>(bits, far),
    }
}

/// The row in the lowest bits, pushed.
#[inline]
pub(super) fn slid_row<const N: usize>(row: u16, far: bool) -> u16 {
    let (row, far) = (usize::from(row), usize::from(far));
    match N {
        2 => TWO.slid[row & 0xff][far],
        3 => THREE.slid[row & 0xfff][far],
        _ => FOUR.slid[row & 0xffff][far],
    }
}

/// The points for pushing the row in the lowest bits, either way.
#[inline]
pub(super) fn gain<const N: usize>(bits: u64) -> u32 {
    // The masks are the table lengths, so that no index needs a check.
    match N {
        2 => TWO.gain[bits as usize & 0xff],
        3 => THREE.gain[bits as usize & 0xfff],
        _ => FOUR.gain[bits as usize & 0xffff],
    }
}

/// All rows of one length, by their bits.
struct Rows<const COUNT: usize> {
    /// Towards the first cell, towards the last cell.
    slid: Box<[[u16; 2]; COUNT]>,
    gain: Box<[u32; COUNT]>,
}

impl<const COUNT: usize> Rows<COUNT> {
    #[inline]
    fn slide<const N: usize>(&self, bits: u64, far: bool) -> u64 {
        let mut slid = 0;
        for row in 0..N {
            let at = CELL * N * row;
            // The length is a power of two, so this is a mask, and the index needs no check.
            let row = (bits >> at) as usize % COUNT;
            slid |= u64::from(self.slid[row][usize::from(far)]) << at;
        }
        slid
    }

    fn build(cells: usize) -> Rows<COUNT> {
        let mut rows = Rows { slid: boxed([0; 2]), gain: boxed(0) };
        for bits in 0..COUNT {
            let near: Vec<u8> =
                (0..cells).map(|cell| (bits >> (CELL * cell)) as u8 & MAX_EXPONENT).collect();
            let far: Vec<u8> = near.iter().rev().copied().collect();
            let (to_first, gain) = push(&near);
            let (mut to_last, _) = push(&far);
            to_last.reverse();
            rows.slid[bits] = [join(&to_first), join(&to_last)];
            rows.gain[bits] = gain;
        }
        rows
    }
}

/// An array on the heap that never was on the stack.
fn boxed<T: Clone, const COUNT: usize>(item: T) -> Box<[T; COUNT]> {
    let items = vec![item; COUNT].into_boxed_slice();
    items.try_into().ok().expect("it has just this length")
}

/// A line, listed from the wall it is pushed to, after the push, and the points earned.
fn push(line: &[u8]) -> (Vec<u8>, u32) {
    let mut tiles = line.iter().copied().filter(|exponent| *exponent != 0).peekable();
    let mut pushed = Vec::with_capacity(line.len());
    let mut gain = 0;
    while let Some(tile) = tiles.next() {
        let pair = tile < MAX_EXPONENT && tiles.next_if_eq(&tile).is_some();
        pushed.push(tile + u8::from(pair));
        gain += if pair { value(tile + 1) } else { 0 };
    }
    pushed.resize(line.len(), 0);
    (pushed, gain)
}

fn join(line: &[u8]) -> u16 {
    line.iter().rev().fold(0, |bits, exponent| bits << CELL | u16::from(*exponent))
}
