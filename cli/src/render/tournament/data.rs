//! A tournament for programs: JSON and CSV. Times stand apart from all else, because all else is the
//! same each time.

use engine::tournament::{Interval, Share};
use serde_json::{Map, Value, json};

use super::{Report, Row, rules_text};

use crate::form;

/// Everything as one object. All times and whatever else differs from run to run are under `times`.
pub(crate) fn json(report: &Report) -> String {
    let strategies: Vec<Value> = report.rows.iter().map(strategy).collect();
    let times = report.rows.iter().map(|row| (row.label.clone(), time(row)));
    let ratio = report.direction_ratio().map(|(ratio, ..)| ratio);
    let value = form::TOURNAMENT.object(json!({
        "tournament": {
            "rules": rules_text(&report.rules), "size": report.rules.side(),
            "goal": report.rules.goal(), "depth": report.depth, "games": report.games,
            "seed": report.seed, "version": env!("CARGO_PKG_VERSION"),
        },
        "strategies": strategies,
        "times": {
            "threads": report.threads, "machine": report.machine, "seconds": report.seconds,
            "four_by_three_directions": ratio,
            "strategies": times.collect::<Map<_, _>>(),
        },
    }));
    format!("{value:#}\n")
}

fn strategy(row: &Row) -> Value {
    let summary = &row.summary;
    let mean = &summary.mean;
    let tiles = summary.histogram.iter().map(|(tile, count)| (tile.to_string(), json!(count)));
    let decided = &summary.decided;
    json!({
        "strategy": row.label, "about": row.about, "directions": row.directions,
        "games": summary.games,
        "mean": {"value": mean.value, "normal": interval(&mean.normal),
            "bootstrap": interval(&mean.bootstrap)},
        "min": summary.min, "max": summary.max,
        "histogram": tiles.collect::<Map<_, _>>(),
        "half_of_goal": share(&summary.half),
        "half_of_goal_or_more": share(&summary.half_or_more),
        "goal": share(&summary.goal),
        "gave_up": summary.gave_up, "turns": summary.turns, "score": summary.score,
        "decided": {"exception1": decided.exception1, "exception2": decided.exception2,
            "forced_down": decided.forced_down},
        "thesis": row.comparison.as_ref().map(|comparison| {
            let theirs = comparison.row;
            json!({
                "mean": theirs.mean, "mean_interval": theirs.mean_interval().as_ref().map(interval),
                "mean_overlaps": comparison.mean_overlaps,
                "chance_of_mean": comparison.chance_of_mean,
                "min": theirs.min, "max": theirs.max,
                "share_1024": theirs.with_1024 as f64 / 10.0,
                "share_1024_interval": interval(&theirs.interval_1024()),
                "share_1024_overlaps": comparison.overlaps_1024,
                "share_2048": theirs.with_2048 as f64 / 10.0,
                "share_2048_interval": interval(&theirs.interval_2048()),
                "share_2048_overlaps": comparison.overlaps_2048,
                "seconds_per_turn": theirs.times.map(|times| times.turn),
                "seconds_per_game": theirs.times.map(|times| times.game),
            })
        }),
    })
}

fn time(row: &Row) -> Value {
    let [mean, p50, p99] = row.microseconds();
    json!({"turn_us": {"mean": mean, "p50": p50, "p99": p99}, "game_s": row.seconds()})
}

fn interval(interval: &Interval) -> Value {
    json!([interval.low, interval.high])
}

fn share(share: &Share) -> Value {
    json!({"count": share.count, "share": share.share, "wilson": interval(&share.interval)})
}

/// A column of a table: its name, and a number for each strategy.
type Column = (&'static str, fn(&Row) -> f64);

#[rustfmt::skip]
const RESULTS: [Column; 23] = [
    ("games", |row| row.summary.games as f64),
    ("mean", |row| row.summary.mean.value),
    ("mean_low", |row| row.summary.mean.normal.low),
    ("mean_high", |row| row.summary.mean.normal.high),
    ("bootstrap_low", |row| row.summary.mean.bootstrap.low),
    ("bootstrap_high", |row| row.summary.mean.bootstrap.high),
    ("min", |row| row.summary.min as f64),
    ("max", |row| row.summary.max as f64),
    ("half", |row| row.summary.half.share),
    ("half_low", |row| row.summary.half.interval.low),
    ("half_high", |row| row.summary.half.interval.high),
    ("half_or_more", |row| row.summary.half_or_more.share),
    ("half_or_more_low", |row| row.summary.half_or_more.interval.low),
    ("half_or_more_high", |row| row.summary.half_or_more.interval.high),
    ("goal", |row| row.summary.goal.share),
    ("goal_low", |row| row.summary.goal.interval.low),
    ("goal_high", |row| row.summary.goal.interval.high),
    ("gave_up", |row| row.summary.gave_up as f64),
    ("turns", |row| row.summary.turns),
    ("score", |row| row.summary.score),
    ("exception1", |row| row.summary.decided.exception1),
    ("exception2", |row| row.summary.decided.exception2),
    ("forced_down", |row| row.summary.decided.forced_down),
];

const TIMES: [Column; 4] = [
    ("time_turn_us", |row| row.microseconds()[0]),
    ("time_turn_us_p50", |row| row.microseconds()[1]),
    ("time_turn_us_p99", |row| row.microseconds()[2]),
    ("time_game_s", Row::seconds),
];

/// A line for each strategy below a line of names; the last columns are the times.
pub(crate) fn csv(report: &Report) -> String {
    let tiles = report.tiles();
    let line = |label: &str, cells: &dyn Fn(&Column) -> String, tile: &dyn Fn(&u64) -> String| {
        // Names have no comma and no quote in them.
        let mut line = vec![label.to_owned()];
        line.extend(RESULTS.iter().map(cells));
        line.extend(tiles.iter().map(tile));
        line.extend(TIMES.iter().map(cells));
        line.join(",") + "\n"
    };
    let names = line("strategy", &|column| column.0.to_owned(), &|tile| format!("tile_{tile}"));
    let lines = report.rows.iter().map(|row| {
        let count = |tile: &u64| row.summary.histogram.get(tile).copied().unwrap_or(0).to_string();
        line(&row.label, &|column| column.1(row).to_string(), &count)
    });
    names + &lines.collect::<String>()
}
