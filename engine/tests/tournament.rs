//! What is told of many games: laws that hold for any games, and the thesis's tables as they are.

use std::collections::BTreeMap;

use engine::strategy::{Ending, GameResult, Tally};
use engine::tournament::interval::{normal, student, wilson};
use engine::tournament::{Durations, Resampler, Summary, thesis};
use proptest::prelude::*;
use serde_json::Value;

fn game(exponent: u32, turns: u64) -> GameResult {
    let decisions =
        Tally { searched: turns / 2, exception1: turns - turns / 2, ..Tally::default() };
    let ending = if exponent >= 11 { Ending::Won } else { Ending::Lost };
    GameResult { largest: 1 << exponent, turns, score: 10 * turns, ending, decisions }
}

proptest! {
    #[test]
    fn wilson_holds_the_share_and_narrows(hits in 0_u64..500, misses in 0_u64..500) {
        let games = hits + misses;
        prop_assume!(games > 0);
        let interval = wilson(hits, games);
        let share = hits as f64 / games as f64;
        prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
        prop_assert!(interval.contains(share), "{share} {interval:?}");
        let more = wilson(10 * hits, 10 * games);
        prop_assert!(more.high - more.low < interval.high - interval.low);
        // What is a win to one is a loss to the other.
        let other = wilson(misses, games);
        prop_assert!((interval.low + other.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn students_interval_is_wider_than_the_normal_one(values in prop::collection::vec(0.0..4096.0_f64, 2..60)) {
        let (wide, narrow) =
            (student(values.iter().copied()).unwrap(), normal(values.iter().copied()).unwrap());
        prop_assert!(wide.low <= narrow.low && narrow.high <= wide.high);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        prop_assert!((wide.low + wide.high - 2.0 * mean).abs() < 1e-6);
    }

    #[test]
    fn a_summary_adds_up(games in prop::collection::vec((1_u32..=12, 1_u64..900), 1..80), seed: u64) {
        let games: Vec<GameResult> = games.into_iter().map(|(tile, turns)| game(tile, turns)).collect();
        let summary = Summary::new(&games, 2048, seed).unwrap();
        prop_assert_eq!(summary.histogram.values().sum::<u64>(), games.len() as u64);
        prop_assert_eq!(summary.half.count + summary.goal.count, summary.half_or_more.count);
        prop_assert!(summary.min as f64 <= summary.mean.value);
        prop_assert!(summary.mean.value <= summary.max as f64);
        prop_assert!(summary.mean.bootstrap.low >= summary.min as f64 - 1e-9);
        prop_assert!(summary.mean.bootstrap.high <= summary.max as f64 + 1e-9);
        prop_assert!((0.5..=1.0).contains(&summary.decided.exception1));
        // The order of the games changes no digit.
        let backwards: Vec<_> = games.into_iter().rev().collect();
        prop_assert_eq!(Summary::new(&backwards, 2048, seed).unwrap(), summary);
    }

    #[test]
    fn percentiles_rise(times in prop::collection::vec(1_u64..10_000_000, 1..300)) {
        let mut durations = Durations::default();
        times.iter().for_each(|time| durations.add(*time));
        let ends = (*times.iter().min().unwrap() as f64, *times.iter().max().unwrap() as f64);
        let found: Vec<f64> =
            [1.0, 50.0, 99.0, 100.0].map(|percent| durations.percentile(percent).unwrap()).to_vec();
        prop_assert!(found.is_sorted());
        prop_assert!(found[0] > 0.97 * ends.0 && found[3] < 1.03 * ends.1);
    }

    #[test]
    fn chances_are_chances(counts in prop::collection::btree_map(1_u64..12, 1_u64..50, 1..6), mean in 0_u64..3000) {
        let histogram: BTreeMap<u64, u64> =
            counts.into_iter().map(|(exponent, count)| (1 << exponent, count)).collect();
        let chance = Resampler::new(&histogram, 3).chance_of_mean(10, mean).unwrap();
        prop_assert!((0.0..=1.0).contains(&chance));
    }
}

#[test]
fn without_games_there_is_nothing_to_tell() {
    assert_eq!(Summary::new(&[], 2048, 1), None);
    let one = Summary::new(&[game(9, 100)], 2048, 1).unwrap();
    assert_eq!((one.mean.normal.low, one.mean.normal.high), (512.0, 512.0));
}

#[test]
fn the_tables_are_those_of_the_thesis() {
    let text = include_str!("data/thesis_tables.json");
    let tables: Value = serde_json::from_str(text).unwrap();
    let rows = |name: &str| tables[name].as_array().unwrap().clone();
    let (first, third) = (rows("table1"), rows("table3"));
    assert_eq!(first.len(), thesis::TABLE.len());
    for (row, json) in thesis::TABLE.iter().zip(&first) {
        assert_eq!(json["method"], row.method);
        assert_eq!(json["depth_limit"], thesis::DEPTH);
        assert_eq!(json["games"], thesis::GAMES);
        assert_eq!(json["average_max_tile"], row.mean, "{}", row.method);
        assert_eq!(json["min_max_tile"], row.min);
        assert_eq!(json["max_max_tile"], row.max);
        assert_eq!(json["pct_1024"], row.with_1024 * 10);
        assert_eq!(json["pct_2048"], row.with_2048 * 10);
        let games = json["implied_histogram"].as_object().map(|games| {
            let pair = |(tile, count): (&String, &Value)| {
                (tile.parse::<u64>().unwrap(), count.as_u64().unwrap())
            };
            games.iter().map(pair).collect::<Vec<_>>()
        });
        assert_eq!(games.as_deref(), row.games, "{}", row.method);
        // What is said to be the ten games has the mean that is printed.
        if let Some(games) = row.games {
            let sum: u64 = games.iter().map(|(tile, count)| tile * count).sum();
            assert_eq!((sum / 10, games.iter().map(|(_, count)| count).sum()), (row.mean, 10_u64));
        }
        let times = third.iter().find(|times| times["method"] == row.method);
        assert_eq!(times.is_some(), row.times.is_some());
        if let (Some(json), Some(times)) = (times, row.times) {
            assert_eq!(json["avg_seconds_per_turn"], times.turn);
            assert_eq!(json["avg_seconds_per_game"], times.game);
            assert_eq!(json["min_seconds_per_game"], times.shortest);
            assert_eq!(json["max_seconds_per_game"], times.longest);
        }
    }
    assert_eq!(third.len(), thesis::TABLE.iter().filter(|row| row.times.is_some()).count());
}

#[test]
fn a_comparison_says_what_overlaps() {
    let row = thesis::row_of("7").unwrap();
    // Six games of 512, three of 1024, one of 256: as the thesis has it, a hundred times.
    let games = |tile, count| std::iter::repeat_n(game(tile, 500), count);
    let like: Vec<GameResult> = games(8, 100).chain(games(9, 600)).chain(games(10, 300)).collect();
    let summary = Summary::new(&like, 2048, 1).unwrap();
    let comparison = thesis::Comparison::new(row, &summary, 1);
    assert_eq!(comparison.mean_overlaps, Some(true));
    assert!(comparison.overlaps_1024 && comparison.overlaps_2048);
    assert!(comparison.chance_of_mean.unwrap() > 0.9);
    let unlike: Vec<GameResult> = games(10, 200).chain(games(11, 800)).collect();
    let summary = Summary::new(&unlike, 2048, 1).unwrap();
    let comparison = thesis::Comparison::new(row, &summary, 1);
    assert_eq!(comparison.mean_overlaps, Some(false));
    assert!(comparison.overlaps_1024 && !comparison.overlaps_2048);
    assert!(comparison.chance_of_mean.unwrap() < 0.001);
    assert_eq!(thesis::row_of("9").unwrap().mean_interval(), None);
    assert_eq!(thesis::row_of("9/text"), None);
}
