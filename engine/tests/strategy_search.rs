//! The fast scores and searches of the seventeen methods against a plain reading of their
//! definitions, on random boards.

#![expect(clippy::unwrap_used, reason = "boards and names in here are right")]

mod plain_score;

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use engine::packed::Packed;
use engine::strategy::{
    AverageOptions, Averaging, Dead, DecidedBy, Leaf, METHODS, Method, Position, Setup, Spawns,
    Spec,
};
use engine::{Board, Direction, Rules};
use plain_score::Scorer;
use proptest::prelude::*;

/// The search as it is defined, word for word, on the readable board.
struct Plain {
    method: &'static Method,
    options: AverageOptions,
    depth: u32,
    win: u8,
}

impl Plain {
    fn value(&self, board: &Board, moves: u32) -> f64 {
        if board.max_exponent() >= self.win {
            return f64::INFINITY;
        }
        if moves == self.depth {
            return Scorer(self.method).score(board).total;
        }
        let mut values = Vec::new();
        for filled in self.filled(board) {
            if self.options.leaf == Leaf::BeforeMove && moves + 1 == self.depth {
                values.push(Scorer(self.method).score(&filled).total);
                continue;
            }
            for direction in self.method.directions {
                let pushed = filled.slide(*direction).board;
                if pushed != filled {
                    values.push(self.value(&pushed, moves + 1));
                }
            }
        }
        if values.contains(&f64::INFINITY) {
            return f64::INFINITY;
        }
        let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let dead = finite.len() < values.len() && self.options.dead == Dead::Propagate;
        if dead || finite.is_empty() {
            return f64::NEG_INFINITY;
        }
        finite.iter().sum::<f64>() / finite.len() as f64
    }

    fn filled(&self, board: &Board) -> Vec<Board> {
        if self.options.spawns == Spawns::None {
            return vec![*board];
        }
        let tile = |exponent| board.empty_cells().map(move |cell| (cell, exponent));
        let tiles = tile(1).chain(tile(2));
        tiles.map(|(cell, exponent)| board.with_tile(cell, exponent).unwrap()).collect()
    }

    fn best(&self, board: &Board) -> Option<(Direction, f64)> {
        let mut best: Option<(Direction, f64)> = None;
        for direction in self.method.directions {
            let pushed = board.slide(*direction).board;
            if pushed == *board {
                continue;
            }
            let value = self.value(&pushed, 1);
            // Sums in another order may differ in the last digits, which makes no move better.
            let margin = if value.is_finite() { 1e-11 * value.abs() } else { 0.0 };
            if best.is_none_or(|(_, best)| value > best + margin) {
                best = Some((*direction, value));
            }
        }
        best
    }
}

fn near(found: f64, expected: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

fn unpacked<const N: usize>(board: Packed<N>) -> Board {
    let values: Vec<u64> = board.values().into_iter().map(u64::from).collect();
    Board::from_values(N, &values).unwrap()
}

/// Boards with exponents up to some limit, and some cells empty.
fn boards<const N: usize>(most: u8, filled: f64) -> impl Strategy<Value = Packed<N>> {
    let cell = prop_oneof![
        ((1.0 - filled) * 100.0) as u32 => Just(0_u8),
        (filled * 50.0) as u32 => 1..=most.min(3),
        (filled * 50.0) as u32 => 1..=most,
    ];
    proptest::collection::vec(cell, N * N)
        .prop_map(|exponents| Packed::<N>::from_exponents(&exponents).unwrap())
}

fn any_method() -> impl Strategy<Value = &'static Method> {
    (0..METHODS.len()).prop_map(|at| &METHODS[at])
}

fn any_options() -> impl Strategy<Value = AverageOptions> {
    let leaf = prop_oneof![3 => Just(Leaf::AfterMove), 1 => Just(Leaf::BeforeMove)];
    let dead = prop_oneof![Just(Dead::Propagate), Just(Dead::Skip)];
    let spawns = prop_oneof![5 => Just(Spawns::Both), 1 => Just(Spawns::None)];
    (leaf, dead, spawns).prop_map(|(leaf, dead, spawns)| AverageOptions { leaf, dead, spawns })
}

/// Tables take long to make, so scorers are kept.
fn fast_score<const N: usize>(
    method: &'static Method,
    board: Packed<N>,
    scorers: &Mutex<BTreeMap<&'static str, Averaging<N>>>,
) -> f64 {
    let mut scorers = scorers.lock().unwrap();
    let new = || Averaging::new(method, AverageOptions::default(), 1, 16);
    scorers.entry(method.name).or_insert_with(new).value(board, 1)
}

static THREE: LazyLock<Mutex<BTreeMap<&'static str, Averaging<3>>>> = LazyLock::new(Mutex::default);
static FOUR: LazyLock<Mutex<BTreeMap<&'static str, Averaging<4>>>> = LazyLock::new(Mutex::default);

/// Compares both searches: what every move is worth, and which is chosen.
fn compare<const N: usize>(plain: &Plain, board: Packed<N>) -> Result<(), TestCaseError> {
    let mut fast = Averaging::<N>::new(plain.method, plain.options, plain.depth, plain.win);
    let readable = unpacked(board);
    for direction in plain.method.directions {
        let pushed = board.slide(*direction);
        if pushed != board {
            let expected = plain.value(&unpacked(pushed), 1);
            let found = fast.value(pushed, 1);
            prop_assert!(near(found, expected), "{direction}: {found}, not {expected}");
        }
    }
    let (found, expected) = (fast.best(board), plain.best(&readable));
    prop_assert_eq!(found.map(|(move_, _)| move_), expected.map(|(move_, _)| move_));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn looked_up_scores_are_the_scores(
        method in any_method(),
        small in boards::<3>(15, 0.6),
        large in boards::<4>(15, 0.6),
    ) {
        let expected = Scorer(method).score(&unpacked(small)).total;
        prop_assert!(near(fast_score(method, small, &THREE), expected), "{}", method.name);
        let expected = Scorer(method).score(&unpacked(large)).total;
        prop_assert!(near(fast_score(method, large, &FOUR), expected), "{}", method.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn searches_on_3x3_are_as_defined(
        method in any_method(),
        options in any_options(),
        depth in 2..=3_u32,
        win in 3..=9_u8,
        board in boards::<3>(8, 0.75),
    ) {
        compare(&Plain { method, options, depth, win }, board)?;
    }

    #[test]
    fn searches_on_4x4_are_as_defined(
        method in any_method(),
        options in any_options(),
        depth in 2..=3_u32,
        win in 5..=13_u8,
        board in boards::<4>(10, 0.88),
    ) {
        // A plain search of an open board to depth 3 takes seconds.
        let depth = if board.empty().len() > 4 { 2 } else { depth };
        compare(&Plain { method, options, depth, win }, board)?;
    }
}

fn decide(name: &str, values: &[u32; 16]) -> Option<(Direction, DecidedBy)> {
    let spec: Spec = name.parse().unwrap();
    let mut strategy = spec.build(&Setup::new(Rules::classic())).unwrap();
    let position = Position::new(Packed::<4>::from_values(values).unwrap(), 0);
    strategy.choose(&position).map(|decision| (decision.direction, decision.why))
}

#[test]
fn exceptions_come_before_the_search_and_in_their_order() {
    use Direction::{Left, Up};
    // Below the gap in the first row there is a tile, and the first cell is empty too.
    let both = [0, 4, 0, 2, 2, 8, 16, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(decide("7", &both), Some((Up, DecidedBy::Exception1)));
    assert_eq!(decide("3", &both), Some((Left, DecidedBy::Exception2)));
    assert_eq!(decide("2", &both).map(|(_, why)| why), Some(DecidedBy::Searched));
    // A gap in the first column does not concern the first exception.
    let corner = [0, 4, 8, 2, 2, 8, 16, 4, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(decide("7", &corner), Some((Left, DecidedBy::Exception2)));
    // A gap with nothing below it does not either, nor does an empty first row.
    let neither = [2, 4, 8, 0, 2, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(decide("7", &neither).map(|(_, why)| why), Some(DecidedBy::Searched));
    let top = [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(decide("3", &top).map(|(_, why)| why), Some(DecidedBy::Searched));
}

#[test]
fn down_is_played_only_if_nothing_else_is_legal() {
    use Direction::Down;
    let stuck = [2, 4, 2, 4, 4, 2, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(decide("7", &stuck), Some((Down, DecidedBy::ForcedDown)));
    assert_eq!(decide("10", &stuck), Some((Down, DecidedBy::Searched)));
    let lost = [2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2];
    assert_eq!(decide("7", &lost), None);
    assert_eq!(decide("10", &lost), None);
}

#[test]
fn a_win_in_sight_is_taken() {
    let board = [1024, 2, 4, 8, 1024, 16, 2, 4, 8, 4, 8, 2, 2, 8, 2, 4];
    for method in METHODS {
        let decision = decide(method.name, &board);
        assert_eq!(decision, Some((Direction::Up, DecidedBy::Searched)), "{}", method.name);
    }
}
