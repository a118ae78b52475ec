//! Random legal moves a second, on one core: packed boards beside the readable one.
//!
//! A move is all of it: find the legal directions, pick one of them, push, pick one of the empty
//! cells, put a 2 or, one time in ten, a 4 there. A game that is lost begins again with two tiles.

use divan::Bencher;
use divan::counter::ItemsCount;
use engine::Direction;
use engine::packed::Packed;

/// Moves in one run of a bench.
const MOVES: u64 = 100_000;

fn main() {
    divan::main();
}

/// A small generator; what is measured is the board.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A number below a bound, from sixteen random bits.
fn below(bits: u64, bound: u32) -> u32 {
    ((bits & 0xffff) as u32 * bound) >> 16
}

/// The exponent of a new tile: 2 one time in ten.
fn fresh(bits: u64) -> u8 {
    // The sign of a difference: a branch here would be predicted wrongly one time in ten.
    1 + ((bits & 0xffff).wrapping_sub(6554) >> 63) as u8
}

trait Board: Copy {
    fn start() -> Self;
    fn spawn(self, draw: u64) -> Self;
    /// The board after a random legal push, if there is one.
    fn push(self, draw: u64) -> Option<Self>;
}

impl<const N: usize> Board for Packed<N> {
    fn start() -> Packed<N> {
        Packed::EMPTY
    }

    fn spawn(self, draw: u64) -> Packed<N> {
        let empty = self.empty();
        let cell = empty.nth(below(draw >> 16, empty.len())).unwrap_or(0);
        Packed::spawn(self, cell, fresh(draw >> 32))
    }

    /// Tries any direction first: most are legal, and that is sooner than finding out which are.
    fn push(self, draw: u64) -> Option<Packed<N>> {
        let slid = self.slide(Direction::ALL[(draw >> 62) as usize]);
        if slid != self {
            return Some(slid);
        }
        let legal = self.legal();
        Some(self.slide(legal.nth(below(draw, legal.len()))?))
    }
}

/// The readable board.
#[derive(Clone, Copy)]
struct Plain<const N: usize>(engine::Board);

impl<const N: usize> Board for Plain<N> {
    fn start() -> Plain<N> {
        Plain(engine::Board::empty(N).expect("boards of this size exist"))
    }

    fn spawn(self, draw: u64) -> Plain<N> {
        let number = below(draw >> 16, self.0.empty_cells().count() as u32) as usize;
        let cell = self.0.empty_cells().nth(number);
        let board = cell.and_then(|cell| self.0.with_tile(cell, fresh(draw >> 32)));
        Plain(board.unwrap_or(self.0))
    }

    fn push(self, draw: u64) -> Option<Plain<N>> {
        let number = below(draw, self.0.legal_moves().count() as u32) as usize;
        Some(Plain(self.0.slide(self.0.legal_moves().nth(number)?).board))
    }
}

/// Plays so many games side by side, a move of each in turn.
fn play<B: Board, const GAMES: usize>(bencher: Bencher<'_, '_>) {
    let mut draws: [Draws; GAMES] =
        std::array::from_fn(|game| Draws(0x9e37_79b9_7f4a_7c15 * (game as u64 + 1)));
    bencher.counter(ItemsCount::new(MOVES)).bench_local(move || {
        let fresh = |draws: &mut Draws| B::start().spawn(draws.next()).spawn(draws.next());
        let mut boards: [B; GAMES] = std::array::from_fn(|game| fresh(&mut draws[game]));
        for _ in 0..MOVES / GAMES as u64 {
            for (board, draws) in boards.iter_mut().zip(&mut draws) {
                let draw = draws.next();
                *board = match board.push(draw) {
                    Some(pushed) => pushed.spawn(draw),
                    None => fresh(draws),
                };
            }
        }
        boards
    });
}

#[divan::bench]
fn packed_3x3(bencher: Bencher<'_, '_>) {
    play::<Packed<3>, 1>(bencher);
}

#[divan::bench]
fn packed_4x4(bencher: Bencher<'_, '_>) {
    play::<Packed<4>, 1>(bencher);
}

#[divan::bench(sample_count = 10)]
fn plain_3x3(bencher: Bencher<'_, '_>) {
    play::<Plain<3>, 1>(bencher);
}

#[divan::bench(sample_count = 10)]
fn plain_4x4(bencher: Bencher<'_, '_>) {
    play::<Plain<4>, 1>(bencher);
}

#[divan::bench]
fn packed_3x3_four_games(bencher: Bencher<'_, '_>) {
    play::<Packed<3>, 4>(bencher);
}

#[divan::bench]
fn packed_4x4_four_games(bencher: Bencher<'_, '_>) {
    play::<Packed<4>, 4>(bencher);
}
