//! The solved games: the counts and chances that must come out, a second opinion without layers or
//! symmetries, and a policy that keeps what it promises.
//!
//! The games with 90/10 tiles take longer and are run with
//! `cargo test --release -p engine --test solve -- --ignored`.

#![expect(clippy::unwrap_used, reason = "a question that is refused fails the test")]

use std::collections::{BTreeMap, BTreeSet};

use engine::Direction;
use engine::packed::{Packed, Symmetry};
use engine::solve::{
    Advice, Alone, Count, Job, Policy, PolicyFileError, Progress, Question, Solution, Spawn,
    Summary, Workers, mips512_starts, solve, two_spawns,
};

/// As many threads as it says.
struct Threads(usize);

impl Workers for Threads {
    fn count(&self) -> usize {
        self.0
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        std::thread::scope(|scope| jobs.into_iter().rev().for_each(|job| drop(scope.spawn(job))));
    }
}

fn question<const N: usize>(spawn: Spawn, target: u32) -> Question<N> {
    Question::new(spawn, target, two_spawns(spawn)).unwrap()
}

fn mips(target: u32) -> Question<3> {
    Question::new(Spawn::Twos, target, mips512_starts()).unwrap()
}

fn solved<const N: usize>(question: &Question<N>) -> Solution<N> {
    solve(question, true, &Threads(2), &mut |_| ())
}

fn summary<const N: usize>(question: &Question<N>) -> Summary {
    solve(question, false, &Threads(2), &mut |_| ()).summary
}

fn count(canonical: u64, all: u64) -> Count {
    Count { canonical, all }
}

#[track_caller]
fn near(found: f64, expected: f64, digits: f64) {
    assert!((found / expected - 1.0).abs() < digits, "{found} is not {expected}");
}

/// Goes wherever the policy and any new tile can lead from these boards: always to a win.
fn walk<const N: usize>(policy: &Policy<N>, starts: impl Iterator<Item = Packed<N>>) -> usize {
    let target = policy.target().trailing_zeros() as u8;
    let mut layers: BTreeMap<u32, BTreeSet<Packed<N>>> = BTreeMap::new();
    for start in starts {
        layers.entry(start.tile_sum()).or_default().insert(start.canonical());
    }
    let mut seen = 0;
    while let Some((sum, boards)) = layers.pop_first() {
        for board in boards.into_iter().filter(|board| !board.has(target)) {
            seen += 1;
            let advice = policy.advice(board).unwrap_or_else(|| panic!("lost on {board:?}"));
            assert!(advice.forced && advice.possible && advice.chance == 1.0, "{board:?}");
            assert!(board.legal().contains(advice.direction), "{board:?}");
            let pushed = board.slide(advice.direction);
            let next = layers.entry(sum + 2).or_default();
            next.extend(pushed.empty().iter().map(|cell| pushed.spawn(cell, 1).canonical()));
        }
    }
    seen
}

#[test]
fn the_assembly_game_to_512_is_a_forced_win() {
    let Solution { summary, policy } = solved(&mips(512));
    assert_eq!(summary.live, count(3_726_944, 29_729_571));
    assert_eq!(summary.lost, count(391_110, 3_084_636));
    assert_eq!(summary.won, count(118_240, 942_716));
    assert_eq!(summary.boards(), count(4_236_294, 33_756_923));
    assert_eq!(summary.moves, count(11_024_717, 87_939_768));
    assert_eq!(summary.winning_moves, count(114_784, 917_096));
    assert_eq!(summary.spawns, count(19_254_079, 153_576_936));
    assert_eq!((summary.largest_layer, summary.largest_layer_sum), (24_997, 352));
    assert_eq!(summary.last_sum, 766);
    assert_eq!(summary.forced, count(2_037_694, 16_249_227));
    assert_eq!(summary.hopeless, count(876_075, 6_987_390));
    assert_eq!(summary.won_sums, Some((528, 762)));
    assert_eq!(summary.lost_sums, Some((26, 766)));
    assert_eq!(summary.best_chance, 1.0);
    assert!(summary.forced_from_start);
    near(summary.random_chance, 4.066e-34, 1e-4);
    let by_largest = [
        count(0, 0),
        count(25, 129),
        count(694, 5_085),
        count(8_427, 65_129),
        count(51_683, 407_102),
        count(197_444, 1_565_577),
        count(542_201, 4_313_171),
        count(1_177_488, 9_383_663),
        count(2_140_092, 17_074_351),
        count(118_240, 942_716),
    ];
    assert_eq!(summary.by_largest[..10], by_largest);

    let policy = policy.unwrap();
    assert_eq!(policy.len() as u64, summary.live.canonical);
    assert!(walk(&policy, mips512_starts().into_iter().map(|(board, _)| board)) > 100_000);
}

#[test]
fn smaller_targets_with_twos_only() {
    let cases = [
        (32, [60_025, 804, 24_944], 0.606_105, 1e-6),
        (64, [250_522, 7_751, 57_793], 0.084_055_3, 1e-6),
        (128, [759_030, 41_444, 95_962], 1.647_68e-4, 1e-5),
        (256, [1_830_620, 147_342, 118_803], 9.67e-13, 1e-3),
    ];
    for (target, boards, random, digits) in cases {
        let Summary { live, lost, won, best_chance, .. } = summary(&mips(target));
        assert_eq!([live, lost, won].map(|count| count.canonical), boards, "{target}");
        assert_eq!(best_chance, 1.0);
        // These were worked out for two 2s anywhere, not for the start of the assembly game.
        let anywhere = summary(&question::<3>(Spawn::Twos, target));
        near(anywhere.random_chance, random, digits);
    }
}

#[test]
fn with_twos_only_1024_is_out_of_reach() {
    // A tile takes as many cells as its exponent says, and 1024 is the tenth power of two.
    let summary = summary(&mips(1024));
    assert_eq!((summary.best_chance, summary.won), (0.0, count(0, 0)));
    assert_eq!(summary.hopeless, summary.live);
}

#[test]
fn two_by_two() {
    let twos = |spawn, target| {
        Question::<2>::new(spawn, target, two_spawns(Spawn::Twos)).map(|q| summary(&q)).unwrap()
    };
    assert_eq!(twos(Spawn::Twos, 16).best_chance, 1.0);
    near(twos(Spawn::TwosAndFours, 16).best_chance, 0.962_613, 1e-6);
    near(twos(Spawn::TwosAndFours, 32).best_chance, 0.082_896, 1e-5);
}

#[test]
#[ignore = "takes half a minute without optimisation"]
fn ninety_ten_to_512() {
    let summary = summary(&question::<3>(Spawn::TwosAndFours, 512));
    assert_eq!(summary.live, count(12_789_511, 102_037_193));
    assert_eq!(summary.lost, count(1_524_678, 12_051_494));
    assert_eq!(summary.won, count(1_452_216, 11_591_466));
    assert_eq!(summary.boards(), count(15_766_405, 125_680_153));
    assert_eq!(summary.moves, count(38_041_001, 303_468_264));
    assert_eq!(summary.winning_moves, count(998_366, 7_974_292));
    assert_eq!(summary.spawns, count(131_750_984, 1_050_937_128));
    assert_eq!((summary.largest_layer, summary.largest_layer_sum), (71_832, 350));
    assert_eq!(summary.last_sum, 988);
    assert_eq!(summary.forced, count(1_247_715, 9_963_516));
    assert_eq!(summary.hopeless, count(1_357_198, 10_826_508));
    near(summary.best_chance, 0.736_774_177, 1e-9);
    near(summary.random_chance, 2.9e-30, 0.02);
}

#[test]
#[ignore = "takes a minute without optimisation, and half a gigabyte"]
fn ninety_ten_to_1024() {
    let summary = summary(&question::<3>(Spawn::TwosAndFours, 1024));
    assert_eq!(summary.live, count(25_179_012, 201_032_937));
    assert_eq!(summary.lost, count(3_884_385, 30_832_500));
    assert_eq!(summary.won, count(1_581_228, 12_623_910));
    assert_eq!(summary.boards(), count(30_644_625, 244_489_347));
    assert_eq!(summary.moves, count(73_211_757, 584_470_424));
    assert_eq!(summary.winning_moves, count(1_034_274, 8_266_908));
    assert_eq!(summary.spawns, count(241_636_024, 1_928_859_384));
    assert_eq!((summary.largest_layer, summary.largest_layer_sum), (86_051, 688));
    assert_eq!(summary.last_sum, 1532);
    assert_eq!(summary.forced, count(1_232_547, 9_846_256));
    assert_eq!(summary.hopeless, count(4_445_240, 35_501_898));
    near(summary.best_chance, 0.011_337_88, 1e-7);
    near(summary.random_chance, 1.8e-75, 0.03);
}

/// The chances with best and with random play, by plain recursion over all boards.
fn recurse<const N: usize>(
    board: Packed<N>,
    odds: &[(u8, f64)],
    target: u8,
    known: &mut BTreeMap<Packed<N>, (f64, f64)>,
) -> (f64, f64) {
    if let Some(chances) = known.get(&board) {
        return *chances;
    }
    let (mut best, mut random, mut moves) = (0.0_f64, 0.0, 0);
    for direction in Direction::ALL {
        let pushed = board.slide(direction);
        if board.has(target) || pushed == board {
            continue;
        }
        let (mut here, mut by_chance) = (0.0, 0.0);
        for cell in pushed.empty().iter() {
            for (exponent, chance) in odds {
                let after = recurse(pushed.spawn(cell, *exponent), odds, target, known);
                here += chance * after.0 / f64::from(pushed.empty().len());
                by_chance += chance * after.1 / f64::from(pushed.empty().len());
            }
        }
        best = best.max(here);
        random += by_chance;
        moves += 1;
    }
    let chances = match moves {
        _ if board.has(target) => (1.0, 1.0),
        0 => (0.0, 0.0),
        moves => (best, random / f64::from(moves)),
    };
    known.insert(board, chances);
    chances
}

/// Solves a game in both ways and compares the chances and the number of boards; then that every
/// advice is as good as it says, on every image of every board.
#[track_caller]
fn has_a_second_opinion<const N: usize>(spawn: Spawn, target: u32) {
    let odds: &[(u8, f64)] = match spawn {
        Spawn::Twos => &[(1, 1.0)],
        Spawn::TwosAndFours => &[(1, 0.9), (2, 0.1)],
    };
    let exponent = target.trailing_zeros() as u8;
    let mut known = BTreeMap::new();
    let (mut best, mut random) = (0.0, 0.0);
    for (start, weight) in two_spawns::<N>(spawn) {
        let chances = recurse(start, odds, exponent, &mut known);
        best += weight * chances.0;
        random += weight * chances.1;
    }
    let Solution { summary, policy } = solved(&question::<N>(spawn, target));
    near(summary.best_chance, best, 1e-12);
    near(summary.random_chance, random, 1e-12);
    assert_eq!(summary.boards().all, known.len() as u64);

    let policy = policy.unwrap();
    for (board, (best, _)) in &known {
        let Some(advice) = policy.advice(*board) else {
            assert!(board.has(exponent) || board.legal().is_empty(), "no advice on {board:?}");
            continue;
        };
        let pushed = board.slide(advice.direction);
        let next = |cell: usize, (exponent, odds): &(u8, f64)| {
            odds * known[&pushed.spawn(cell, *exponent)].0
        };
        let cells = pushed.empty();
        let total: f64 =
            cells.iter().map(|cell| odds.iter().map(|odds| next(cell, odds)).sum::<f64>()).sum();
        assert!((total / f64::from(cells.len()) - best).abs() < 1e-12, "{board:?}");
        assert!((f64::from(advice.chance) - best).abs() < 1e-6, "{board:?}");
        assert_eq!(advice.possible, *best > 0.0, "{board:?}");
        assert!(!advice.forced || *best > 1.0 - 1e-12, "{board:?}");
    }
}

#[test]
fn recursion_says_the_same() {
    has_a_second_opinion::<2>(Spawn::Twos, 16);
    has_a_second_opinion::<2>(Spawn::TwosAndFours, 16);
    has_a_second_opinion::<2>(Spawn::TwosAndFours, 32);
    has_a_second_opinion::<3>(Spawn::Twos, 16);
    has_a_second_opinion::<3>(Spawn::TwosAndFours, 16);
}

#[test]
fn the_number_of_workers_does_not_matter() {
    for question in [mips(64), question(Spawn::TwosAndFours, 32)] {
        let alone = solve(&question, true, &Alone, &mut |_| ());
        for threads in [0, 1, 2, 3, 7] {
            let shared = solve(&question, true, &Threads(threads), &mut |_| ());
            assert_eq!(shared.summary, alone.summary);
            assert_eq!(shared.policy, alone.policy);
        }
    }
}

#[test]
fn progress_goes_up_and_then_down() {
    let mut told = Vec::new();
    let summary = solve(&mips(32), false, &Alone, &mut |progress| told.push(progress)).summary;
    let all = summary.boards().canonical;
    let layers = told.len() / 2;
    let last = Progress::Enumerating { sum: 90, boards: all };
    assert_eq!(told[layers - 1], last);
    assert_eq!(told.last(), Some(&Progress::Evaluating { sum: 0, boards: all, total: all }));
    let sums: Vec<u32> = told
        .iter()
        .map(|progress| match progress {
            Progress::Enumerating { sum, .. } | Progress::Evaluating { sum, .. } => *sum,
        })
        .collect();
    let up = (0..layers as u32).map(|half| 2 * half);
    assert!(sums.into_iter().eq(up.clone().chain(up.rev())));
}

#[test]
fn a_policy_survives_its_bytes() {
    let policy = solved(&mips(16)).policy.unwrap();
    let read = Policy::<3>::from_bytes(&policy.to_bytes()).unwrap();
    assert_eq!(read, policy);
    assert_eq!((read.spawn(), read.target(), read.is_empty()), (Spawn::Twos, 16, false));
    let starts = mips512_starts().into_iter().map(|(board, _)| board);
    let images = starts.flat_map(|start| Symmetry::all().map(move |way| way.board(start)));
    assert!(walk(&read, images) > 100);
    assert_eq!(read.advice(Packed::EMPTY), None);
    assert_eq!(read.advice(Packed::from_exponents(&[9; 9]).unwrap()), None);
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = solved(&question::<2>(Spawn::TwosAndFours, 16)).policy.unwrap().to_bytes();
    for length in 0..bytes.len() {
        let expected =
            if length < 8 { PolicyFileError::NotAPolicy } else { PolicyFileError::Damaged };
        assert_eq!(Policy::<2>::from_bytes(&bytes[..length]), Err(expected));
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            assert!(Policy::<2>::from_bytes(&bytes).is_err(), "byte {at}, bit {bit}");
        }
    }
    assert_eq!(Policy::<3>::from_bytes(&bytes), Err(PolicyFileError::Side(2)));
    let mut newer = bytes;
    newer[8] = 2;
    assert_eq!(Policy::<2>::from_bytes(&newer), Err(PolicyFileError::Version(2)));
}

#[test]
fn bytes_with_a_right_sum_can_still_be_wrong() {
    let bytes = solved(&question::<2>(Spawn::TwosAndFours, 16)).policy.unwrap().to_bytes();
    let body = bytes.len() - 8;
    for at in 10..body {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let sum = bytes[..body].iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
            bytes[body..].copy_from_slice(&sum.to_le_bytes());
            // It may be another policy, but never one that advises what can't be done.
            if let Ok(policy) = Policy::<2>::from_bytes(&bytes) {
                for (board, _) in two_spawns::<2>(Spawn::TwosAndFours) {
                    let legal = |advice: Advice| board.legal().contains(advice.direction);
                    assert!(policy.advice(board).is_none_or(legal));
                }
            }
        }
    }
}
