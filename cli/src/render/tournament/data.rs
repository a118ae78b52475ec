//! A tournament for programs: JSON and CSV. Times stand apart from all else, because all else is the
//! same each time.

use engine::tournament::{Interval, Share};
use serde_json::{Map, Value, json};

use super::{Report, Row, rules_text};

/// Everything as one object. All times and whatever else differs from run to run are under `times`.
pub(crate) fn json(report: &Report) -> String {
    let strategies: Vec<Value> = report.rows.iter().map(strategy).collect();
    let times = report.rows.iter().map(|row| (row.label.clone(), time(row)));
    let ratio = report.direction_ratio().map(|(ratio, ..)| ratio);
    let value = json!({
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
    });
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

/// A line for each strategy below a line of names; the last columns are the times.
pub(crate) fn csv(report: &Report) -> String {
    let tiles = report.tiles();
    let mut names: Vec<String> = [
        "strategy",
        "games",
        "mean",
        "mean_low",
        "mean_high",
        "bootstrap_low",
        "bootstrap_high",
        "min",
        "max",
        "half",
        "half_low",
        "half_high",
        "half_or_more",
        "half_or_more_low",
        "half_or_more_high",
        "goal",
        "goal_low",
        "goal_high",
        "gave_up",
        "turns",
        "score",
        "exception1",
        "exception2",
        "forced_down",
    ]
    .map(str::to_owned)
    .to_vec();
    names.extend(tiles.iter().map(|tile| format!("tile_{tile}")));
    names.extend(
        ["time_turn_us", "time_turn_us_p50", "time_turn_us_p99", "time_game_s"].map(str::to_owned),
    );
    let mut out = names.join(",");
    out.push('\n');
    for row in &report.rows {
        let summary = &row.summary;
        let (mean, decided) = (&summary.mean, &summary.decided);
        let share = |share: &Share| [share.share, share.interval.low, share.interval.high];
        // Names have no comma and no quote in them.
        let mut cells = vec![row.label.clone(), summary.games.to_string()];
        let mut numbers = vec![mean.value, mean.normal.low, mean.normal.high];
        numbers.extend([mean.bootstrap.low, mean.bootstrap.high]);
        cells.extend(numbers.iter().map(f64::to_string));
        cells.extend([summary.min, summary.max].map(|tile| tile.to_string()));
        let shares = [&summary.half, &summary.half_or_more, &summary.goal].map(share).concat();
        cells.extend(shares.iter().map(f64::to_string));
        cells.push(summary.gave_up.to_string());
        let rest = [
            summary.turns,
            summary.score,
            decided.exception1,
            decided.exception2,
            decided.forced_down,
        ];
        cells.extend(rest.map(|number| number.to_string()));
        let count = |tile| summary.histogram.get(tile).copied().unwrap_or(0).to_string();
        cells.extend(tiles.iter().map(count));
        cells.extend(row.microseconds().map(|number| number.to_string()));
        cells.push(row.seconds().to_string());
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}
