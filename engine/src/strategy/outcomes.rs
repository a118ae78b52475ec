//! What becomes of a line that gets a new tile and is then pushed: all cases of each line, once,
//! with the number of ways that lead there. New tiles that fall into the same gap end up alike.

use std::sync::LazyLock;

use crate::Direction::{Left, Right};
use crate::packed::Packed;

static THREE: LazyLock<Outcomes> = LazyLock::new(Outcomes::build::<3>);
static FOUR: LazyLock<Outcomes> = LazyLock::new(Outcomes::build::<4>);

/// A line after a new tile and a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PushedLine {
    /// Its bits.
    pub(super) line: u16,
    /// How many cells and values of the new tile, a 2 or a 4, lead here.
    pub(super) times: u8,
    /// How many of its cells are empty.
    pub(super) empty: u8,
    /// Whether the push changed it.
    pub(super) moved: bool,
}

/// All lines of one length.
pub(super) struct Outcomes {
    all: Vec<PushedLine>,
    /// Where those of a line begin, pushed to its first and then to its last cell; one more at the
    /// end.
    begins: Vec<u32>,
}

impl Outcomes {
    /// Those of lines of N cells, where N is 3 or 4.
    #[inline]
    pub(super) fn get<const N: usize>() -> &'static Outcomes {
        const { assert!(N == 3 || N == 4, "outcomes are listed for 3x3 and 4x4 boards") };
        if N == 3 { &THREE } else { &FOUR }
    }

    /// Those of a line, pushed to its first cell or, if `far`, its last.
    #[inline]
    pub(super) fn of(&self, line: u16, far: bool) -> &[PushedLine] {
        let at = 2 * usize::from(line) + usize::from(far);
        let (Some(from), Some(to)) = (self.begins.get(at), self.begins.get(at + 1)) else {
            return &[];
        };
        self.all.get(*from as usize..*to as usize).unwrap_or(&[])
    }

    fn build<const N: usize>() -> Outcomes {
        let mut outcomes = Outcomes { all: Vec::new(), begins: vec![0] };
        for bits in 0..1 << (4 * N) {
            let line = Packed::<N>::from_bits(bits).unwrap_or_default();
            for direction in [Left, Right] {
                let begin = outcomes.all.len();
                for exponent in [1, 2] {
                    for cell in line.empty().iter().filter(|cell| *cell < N) {
                        outcomes.add(begin, line.spawn(cell, exponent), direction);
                    }
                }
                outcomes.begins.push(outcomes.all.len() as u32);
            }
        }
        outcomes
    }

    fn add<const N: usize>(
        &mut self,
        begin: usize,
        filled: Packed<N>,
        direction: crate::Direction,
    ) {
        let pushed = filled.slide(direction);
        let (line, moved) = (pushed.row(0), pushed != filled);
        let same = self.all.get_mut(begin..).unwrap_or_default().iter_mut();
        match same.into_iter().find(|known| (known.line, known.moved) == (line, moved)) {
            Some(known) => known.times += 1,
            None => {
                let empty = pushed.empty().iter().filter(|cell| *cell < N).count() as u8;
                self.all.push(PushedLine { line, times: 1, empty, moved });
            }
        }
    }
}
