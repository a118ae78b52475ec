//! The worked examples of the thesis: 88 scores and a tree of averages.
//!
//! `data/thesis_vectors.json` has for each what is printed and what the definitions give; where the
//! printed figures are wrong, `slip` says how. The definitions must come out always, the printed
//! figures where they are right.

#![expect(clippy::unwrap_used, reason = "data that can't be read fails the test")]

mod plain_score;

use std::collections::BTreeMap;

use engine::packed::Packed;
use engine::strategy::{AverageOptions, Averaging, Method, Spawns};
use engine::{Board, Direction};
use plain_score::{Parts, Scorer};
use serde_json::Value;

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn values(board: &Value) -> Vec<u64> {
    let rows = board.as_array().unwrap().iter();
    rows.flat_map(|row| row.as_array().unwrap()).map(|cell| cell.as_u64().unwrap()).collect()
}

fn board(value: &Value) -> Board {
    Board::from_values(4, &values(value)).unwrap()
}

fn packed(value: &Value) -> Packed<4> {
    let values: Vec<u32> = values(value).into_iter().map(|cell| cell as u32).collect();
    Packed::from_values(&values).unwrap()
}

fn direction(word: &Value) -> Direction {
    let word = word.as_str().unwrap();
    Direction::ALL.into_iter().find(|direction| direction.to_string() == word).unwrap()
}

fn named(parts: Parts) -> [(&'static str, f64); 4] {
    [
        ("merge", parts.merge),
        ("monotonic", parts.monotone),
        ("board_score", parts.board),
        ("total", parts.total),
    ]
}

/// How far a printed figure may be off: a unit of its last place, or 0.12 %, where the thesis
/// rounds; nothing where it has whole numbers.
fn tolerance(vector: &Value, printed: &Value) -> f64 {
    if vector["tolerance"] == "exact integers" {
        return 1e-9;
    }
    let text = printed.to_string();
    let places = text.split_once('.').map_or(0, |(_, places)| places.len() as i32);
    f64::max(10_f64.powi(-places), 0.0012 * printed.as_f64().unwrap().abs()) + 1e-9
}

#[test]
fn every_worked_score_comes_out() {
    let vectors = read(include_str!("data/thesis_vectors.json"));
    let (mut exact, mut all) = (0, 0);
    let mut fast: BTreeMap<&str, Averaging<4>> = BTreeMap::new();
    for vector in vectors.as_array().unwrap() {
        let method = Method::find(vector["method"].as_str().unwrap()).unwrap();
        let found = Scorer(method).score(&board(&vector["board"]));
        let label = format!("{} {}", vector["appendix_section"], vector["label"]);
        for (name, part) in named(found) {
            // A method that lacks a term has nothing there.
            let expected = vector["recomputed"][name].as_f64().unwrap_or(0.0);
            let close = 1e-6 * expected.abs().max(1.0);
            assert!((part - expected).abs() <= close, "{label} {name}: {part}, not {expected}");
            if vector["trust"] == "exact" && !vector[name].is_null() {
                let off = (part - vector[name].as_f64().unwrap()).abs();
                let may = tolerance(vector, &vector[name]);
                assert!(off <= may, "{label} {name}: {part}, printed {}", vector[name]);
            }
        }
        let fast = fast
            .entry(method.name)
            .or_insert_with(|| Averaging::<4>::new(method, AverageOptions::default(), 1, 16));
        let total = fast.value(packed(&vector["board"]), 1);
        assert!((total - found.total).abs() <= 1e-9 * total.abs().max(1.0), "{label}: {total}");
        all += 1;
        exact += usize::from(vector["trust"] == "exact");
    }
    assert_eq!((exact, all), (54, 88));
}

#[test]
fn the_worked_boards_are_what_their_moves_lead_to() {
    let vectors = read(include_str!("data/thesis_vectors.json"));
    let root = packed(&read(include_str!("data/thesis_tree_6_1.json"))["root"]);
    for vector in vectors.as_array().unwrap() {
        let context = &vector["context"];
        let reached = match context["path"].as_array() {
            Some(path) => path.iter().fold(root, |board, step| board.slide(direction(step))),
            None => packed(&context["parent"]).slide(direction(&context["direction"])),
        };
        assert_eq!(reached, packed(&vector["board"]), "{vector}");
        assert_eq!(u64::from(reached.empty().len()), vector["free_space"], "{vector}");
    }
}

#[test]
fn the_worked_tree_comes_out() {
    let tree = read(include_str!("data/thesis_tree_6_1.json"));
    let root = packed(&tree["root"]);
    let method = Method::find(tree["method"].as_str().unwrap()).unwrap();
    let options = AverageOptions { spawns: Spawns::None, ..AverageOptions::default() };
    let mut search = Averaging::<4>::new(method, options, 3, 11);
    let mut printed = 0;
    for node in tree["nodes"].as_array().unwrap() {
        let path = node["path"].as_array().unwrap();
        let board = path.iter().fold(root, |board, step| board.slide(direction(step)));
        let (found, expected) =
            (search.value(board, path.len() as u32), node["value"].as_f64().unwrap());
        assert!((found - expected).abs() < 0.01, "{node}: {found}");
        if node["trust"] == "exact" {
            assert!((found - node["thesis"].as_f64().unwrap()).abs() < 0.01, "{node}: {found}");
            printed += 1;
        }
    }
    assert_eq!(printed, 5);
    assert_eq!(search.best(root), Some((Direction::Up, 9312.0)));
}
