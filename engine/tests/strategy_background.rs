//! The searches that are older than the methods: alpha-beta finds what minimax finds, and what they
//! think of boards is what their definitions say, written out here once more.

#![expect(clippy::unwrap_used, reason = "boards and names in here are right")]

mod images;

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::packed::Packed;
use engine::strategy::{Decision, Position, Setup, Spec};
use engine::{Board, Direction, Odds, Rules};
use images::Images;
use proptest::prelude::*;

const DIRECTIONS: [Direction; 4] =
    [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

type Built = BTreeMap<(String, bool), Box<dyn engine::strategy::Strategy + Send>>;

thread_local! {
    /// Tables take long to make, so strategies are kept.
    static BUILT: RefCell<Built> = RefCell::default();
}

/// What a strategy decides; 3×3 to 256 or 4×4 to 2048, or without a goal.
fn decide(name: &str, endless: bool, position: &Position) -> Option<Decision> {
    let rules = Rules::new(position.side(), if position.side() == 3 { 256 } else { 2048 }).unwrap();
    let rules = if endless { rules.playing_on() } else { rules };
    BUILT.with_borrow_mut(|built| {
        let key = (format!("{name} {}", position.side()), endless);
        let build = || name.parse::<Spec>().unwrap().build(&Setup::new(rules)).unwrap();
        built.entry(key).or_insert_with(build).choose(position)
    })
}

fn boards<const N: usize>(most: u8, empty: u32) -> impl Strategy<Value = Packed<N>> {
    let cell = prop_oneof![empty => Just(0_u8), 50 => 1..=most.min(4), 50 => 1..=most];
    proptest::collection::vec(cell, N * N)
        .prop_map(|exponents| Packed::<N>::from_exponents(&exponents).unwrap())
}

fn judge() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("cluster"), Just("cms"), Just("em-v1"), Just("em-v2"), Just("lee")]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn alpha_beta_is_minimax_on_3x3(
        board in boards::<3>(7, 50), points in 0..5000_u64, judge in judge(), plies in 1..=5_u32,
    ) {
        let position = Position::new(board, points);
        let full = decide(&format!("minimax:{judge}:{plies}"), false, &position);
        prop_assert_eq!(decide(&format!("alphabeta:{judge}:{plies}"), false, &position), full);
    }

    #[test]
    fn alpha_beta_is_minimax_on_4x4(
        board in boards::<4>(10, 25), points in 0..5000_u64, judge in judge(), plies in 1..=5_u32,
    ) {
        let plies = if board.empty().len() > 4 { plies.min(3) } else { plies };
        let position = Position::new(board, points);
        let full = decide(&format!("minimax:{judge}:{plies}"), false, &position);
        prop_assert_eq!(decide(&format!("alphabeta:{judge}:{plies}"), false, &position), full);
    }

    #[test]
    fn boards_are_judged_as_defined(
        small in boards::<3>(10, 50), large in boards::<4>(12, 50), points in 0..20_000_u64,
        judge in judge(),
    ) {
        for position in [Position::new(small, points), Position::new(large, points)] {
            let found = decide(&format!("expectimax:{judge}:1"), true, &position);
            same(judge, found, best((judge, 64), &unpacked(&position), points, 1))?;
        }
    }

    #[test]
    fn expectimax_is_as_defined(
        small in boards::<3>(7, 50), large in boards::<4>(10, 20), points in 0..20_000_u64,
        judge in judge(), endless in any::<bool>(),
    ) {
        for (position, goal) in [(Position::new(small, points), 8), (Position::new(large, points), 11)] {
            let found = decide(&format!("expectimax:{judge}:2"), endless, &position);
            let goal = if endless { 64 } else { goal };
            same(judge, found, best((judge, goal), &unpacked(&position), points, 2))?;
        }
    }
}

fn same(judge: &str, found: Option<Decision>, expected: Option<f64>) -> Result<(), TestCaseError> {
    let found = found.map(|decision| decision.value.unwrap());
    let close = match (found, expected) {
        (Some(found), Some(expected)) => {
            // The two expectimax programs add large numbers that nearly cancel each other.
            let scale = if judge.starts_with("em") { 1e6 } else { 1.0 };
            found == expected || (found - expected).abs() <= 1e-6 * expected.abs().max(scale)
        }
        (found, expected) => found == expected,
    };
    prop_assert!(close, "{judge}: {found:?}, not {expected:?}");
    Ok(())
}

fn unpacked(position: &Position) -> Board {
    let values: Vec<u32> = match position.side() {
        3 => position.board::<3>().unwrap().values(),
        _ => position.board::<4>().unwrap().values(),
    };
    let values: Vec<u64> = values.into_iter().map(u64::from).collect();
    Board::from_values(position.side(), &values).unwrap()
}

/// What the best move is worth, so many moves deep, with a judge and the exponent that wins.
fn best(by: (&str, u8), board: &Board, points: u64, moves: u32) -> Option<f64> {
    let values = DIRECTIONS.into_iter().filter_map(|direction| {
        let slide = board.slide(direction);
        let moved = slide.board != *board;
        moved.then(|| after_move(by, &slide.board, points + slide.gained, moves - 1))
    });
    values.reduce(f64::max)
}

fn after_move(by: (&str, u8), board: &Board, points: u64, moves: u32) -> f64 {
    let (judge, goal) = by;
    if board.max_exponent() >= goal {
        return 1e12;
    }
    if moves == 0 {
        return worth(judge, board, points);
    }
    let cells: Vec<usize> = board.empty_cells().collect();
    let mut total = 0.0;
    for cell in &cells {
        for (exponent, odds) in [(1, 0.9), (2, 0.1)] {
            let filled = board.with_tile(*cell, exponent).unwrap();
            let lost = match judge {
                "cluster" => points.min(1) as f64,
                "cms" => -1e12,
                "lee" => worth(judge, &filled, points),
                _ => 0.0,
            };
            let value = best(by, &filled, points, moves).unwrap_or(lost);
            total += odds / cells.len() as f64 * value;
        }
    }
    total
}

fn worth(judge: &str, board: &Board, points: u64) -> f64 {
    match judge {
        "cluster" => cluster(board, points),
        "cms" => cms(board),
        "lee" => lee(board),
        "em-v1" => 100_000.0 + lines(board).iter().map(|line| em_v1(line)).sum::<f64>(),
        _ => lines(board).iter().map(|line| em_v2(line)).sum(),
    }
}

fn lines(board: &Board) -> Vec<Vec<u8>> {
    let turned = board.transposed();
    let rows = board.exponents().chunks(board.side()).map(<[u8]>::to_vec);
    rows.chain(turned.exponents().chunks(board.side()).map(<[u8]>::to_vec)).collect()
}

fn em_v1(line: &[u8]) -> f64 {
    let mut score = 0.0;
    let mut largest = 0;
    for at in 0..line.len() {
        if line[at] == 0 {
            score += 10_000.0;
        }
        if line[at] > line[largest] {
            largest = at;
        }
        if at > 0 && i32::from(line[at]) - i32::from(line[at - 1]) == 1 {
            score += 1000.0;
        }
        if at > 0 && i32::from(line[at - 1]) - i32::from(line[at]) == 1 {
            score += 1000.0;
        }
    }
    if largest == 0 || largest == line.len() - 1 {
        score += 20_000.0;
    }
    let ups = (1..line.len()).filter(|at| line[*at] > line[at - 1]).count();
    let downs = (1..line.len()).filter(|at| line[*at] < line[at - 1]).count();
    if ups == line.len() - 1 || downs == line.len() - 1 {
        score += 10_000.0;
    }
    score
}

fn em_v2(line: &[u8]) -> f64 {
    let mut score = 200_000.0;
    let (mut last, mut run) = (0, 0);
    let mut merges = 0;
    let (mut left, mut right) = (0.0, 0.0);
    for (at, rank) in line.iter().enumerate() {
        score -= 11.0 * f64::from(*rank).powf(3.5);
        if *rank == 0 {
            score += 270.0;
        } else {
            run = if *rank == last { run + 1 } else { 1 };
            // The second of a run brings both, each further one itself.
            merges += match run {
                1 => 0,
                2 => 2,
                _ => 1,
            };
            last = *rank;
        }
        if at > 0 {
            let (before, here) = (f64::from(line[at - 1]).powf(4.0), f64::from(*rank).powf(4.0));
            left += f64::max(0.0, before - here);
            right += f64::max(0.0, here - before);
        }
    }
    score + 700.0 * f64::from(merges) - 47.0 * left.min(right)
}

fn cluster(board: &Board, points: u64) -> f64 {
    if points == 0 {
        return 0.0;
    }
    let mut differences = 0;
    for tile in board.tiles() {
        let around: Vec<u64> = board
            .tiles()
            .filter(|other| {
                other.row.abs_diff(tile.row) <= 1 && other.column.abs_diff(tile.column) <= 1
            })
            .map(|other| other.value.abs_diff(tile.value))
            .collect();
        differences += around.iter().sum::<u64>() / around.len() as u64;
    }
    let score = points as f64;
    let value = score + score.ln() * board.empty_cells().count() as f64 - differences as f64;
    value.trunc().max(1.0)
}

fn cms(board: &Board) -> f64 {
    let mut smooth = 0.0;
    let mut monotone = 0.0;
    let all = lines(board);
    for half in all.chunks(board.side()) {
        let (mut drops, mut rises) = (0.0, 0.0);
        for line in half {
            let tiles: Vec<f64> =
                line.iter().filter(|rank| **rank != 0).map(|rank| f64::from(*rank)).collect();
            for pair in tiles.windows(2) {
                smooth -= (pair[0] - pair[1]).abs();
                if pair[0] > pair[1] {
                    drops += pair[0] - pair[1];
                } else {
                    rises += pair[1] - pair[0];
                }
            }
        }
        monotone += f64::max(-drops, -rises);
    }
    let empty = board.empty_cells().count() as f64;
    let space = if empty == 0.0 { -10.0 } else { empty.ln() };
    0.1 * smooth + monotone + 2.7 * space + f64::from(board.max_exponent())
}

fn lee(board: &Board) -> f64 {
    const WEIGHTS: [[f64; 4]; 4] = [
        [0.135, 0.121, 0.102, 0.0999],
        [0.0997, 0.088, 0.076, 0.0724],
        [0.0606, 0.0562, 0.0371, 0.0161],
        [0.0125, 0.0099, 0.0057, 0.0033],
    ];
    let mut best = f64::NEG_INFINITY;
    let mut image = *board;
    for turn in 0..8 {
        let sum =
            image.tiles().map(|tile| tile.value as f64 * WEIGHTS[tile.row][tile.column]).sum();
        best = best.max(sum);
        image = if turn % 2 == 0 { image.mirrored() } else { image.transposed() };
    }
    best
}

#[test]
fn fifteen_equal_tiles_are_smooth() {
    // Only empty cells and the largest tile count then, after any move that merges nothing.
    let mut exponents = [3_u8; 16];
    exponents[5] = 0;
    let board = Packed::<4>::from_exponents(&exponents).unwrap();
    let mut values = vec![8_u64; 16];
    values[5] = 0;
    let expected = 2.7 * 1_f64.ln() + 3.0;
    assert!((cms(&Board::from_values(4, &values).unwrap()) - expected).abs() < 1e-12);
    let decision = decide("expectimax:cms:1", true, &Position::new(board, 0)).unwrap();
    let pushed = Board::from_values(4, &values).unwrap().slide(decision.direction).board;
    assert!((decision.value.unwrap() - cms(&pushed)).abs() < 1e-9);
}

#[test]
fn odds_of_the_rules_count() {
    let board = Packed::<3>::from_values(&[64, 32, 16, 2, 0, 0, 0, 0, 0]).unwrap();
    let value = |fours| {
        let rules = Rules::new(3, 512).unwrap().with_fours(fours).unwrap();
        let spec: Spec = "expectimax:em-v2:2".parse().unwrap();
        let mut strategy = spec.build(&Setup::new(rules)).unwrap();
        strategy.choose(&Position::new(board, 0)).unwrap().value.unwrap()
    };
    let (twos, fours) = (value(Odds::NEVER), value(Odds { fours: 1, of: 1 }));
    let mixed = value(Odds { fours: 1, of: 4 });
    assert!(twos != fours);
    assert!(mixed > twos.min(fours) && mixed < twos.max(fours), "{twos} {mixed} {fours}");
}
