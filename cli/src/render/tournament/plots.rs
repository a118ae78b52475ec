//! The plots of a tournament as SVG: what stands on which row, and where on its axis. How it looks
//! is in `page.css`.

use std::fmt::Write;

use super::html::escaped;
use super::{Report, Row, percent, percents, short, tiles_between};

const WIDTH: f64 = 560.0;
const RIGHT: f64 = 536.0;
const TOP: f64 = 12.0;
const STEP: f64 = 24.0;

/// The mean of the largest tile with its interval, and the thesis's.
pub(super) fn means(report: &Report) -> String {
    let goal = report.rules.goal() as f64;
    let most = report.rows.iter().map(|row| row.summary.mean.normal.high).fold(0.0, f64::max);
    let theirs = report.rows.iter().filter_map(|row| Some(row.comparison.as_ref()?.row));
    let theirs = theirs.map(|row| row.mean_interval().map_or(row.mean as f64, |mean| mean.high));
    let most = theirs.fold(most, f64::max).max(goal / 8.0);
    let step = goal / 8.0;
    let ticks = (0..=(most / step).ceil() as u32).map(|k| f64::from(k) * step);
    let ticks: Vec<(f64, String)> = ticks.map(|at| (at, format!("{at:.0}"))).collect();
    let end = ticks.last().map_or(most, |(at, _)| *at);
    let axis = Axis { left: left(report), from: 0.0, to: end, log: false, ticks };
    dots(report, &axis, "Mean of the largest tile with intervals of 95 percent", |row| {
        let mean = &row.summary.mean;
        let told = format!("here {:.1}, 95 % {}", mean.value, tiles_between(&mean.normal));
        let mut marks = vec![
            Mark::new(Whose::Ours, mean.value, told).between(mean.normal.low, mean.normal.high),
        ];
        if let Some(comparison) = &row.comparison {
            let theirs = comparison.row;
            let told = format!("thesis {}", theirs.mean);
            let mut mark = Mark::new(Whose::Theirs, theirs.mean as f64, told);
            if let Some(interval) = theirs.mean_interval() {
                mark.told.push_str(&format!(", 95 % {}", tiles_between(&interval)));
                mark = mark.between(interval.low.max(0.0), interval.high);
            }
            marks.push(mark);
        }
        marks
    })
}

/// The share of games that reach the goal with Wilson's interval, and the thesis's.
pub(super) fn wins(report: &Report) -> String {
    let ticks = (0..=5).map(|k| (f64::from(k) * 0.2, format!("{} %", 20 * k))).collect();
    let axis = Axis { left: left(report), from: 0.0, to: 1.0, log: false, ticks };
    dots(report, &axis, "Share of games won with intervals of 95 percent", |row| {
        let goal = &row.summary.goal;
        let told = format!("here {} %, 95 % {}", percent(goal.share), percents(&goal.interval));
        let mut marks = vec![
            Mark::new(Whose::Ours, goal.share, told).between(goal.interval.low, goal.interval.high),
        ];
        if let Some(comparison) = &row.comparison {
            let interval = comparison.row.interval_2048();
            let share = comparison.row.with_2048 as f64 / 10.0;
            let told = format!("thesis {} %, 95 % {}", percent(share), percents(&interval));
            marks.push(Mark::new(Whose::Theirs, share, told).between(interval.low, interval.high));
        }
        marks
    })
}

/// The time of a turn, from p50 to p99 with the mean, on a logarithmic axis in microseconds.
pub(super) fn times(report: &Report) -> String {
    let mut ends = (f64::MAX, f64::MIN);
    for row in &report.rows {
        let [mean, p50, p99] = row.microseconds();
        let theirs = row.comparison.as_ref().and_then(|comparison| comparison.row.times);
        let theirs = theirs.map(|times| times.turn * 1e6);
        for time in [mean, p50, p99].into_iter().chain(theirs).filter(|time| *time > 0.0) {
            ends = (ends.0.min(time), ends.1.max(time));
        }
    }
    if ends.0 > ends.1 {
        ends = (1.0, 10.0);
    }
    let powers = ends.0.log10().floor() as i32..=ends.1.log10().ceil() as i32;
    let label = |power: i32| match power {
        ..0 => format!("{} ns", 10_f64.powi(power + 3)),
        0..3 => format!("{} µs", 10_f64.powi(power)),
        3..6 => format!("{} ms", 10_f64.powi(power - 3)),
        _ => format!("{} s", 10_f64.powi(power - 6)),
    };
    let ticks: Vec<(f64, String)> =
        powers.map(|power| (10_f64.powi(power), label(power))).collect();
    let (from, to) = (ticks[0].0, ticks[ticks.len() - 1].0.max(ticks[0].0 * 10.0));
    let axis = Axis { left: left(report), from, to, log: true, ticks };
    dots(report, &axis, "Time of a turn on a logarithmic axis", |row| {
        let [mean, p50, p99] = row.microseconds();
        let told = format!("here mean {}, p50 {}, p99 {} µs", short(mean), short(p50), short(p99));
        let mut marks = vec![Mark::new(Whose::Ours, mean, told).between(p50, p99)];
        let theirs = row.comparison.as_ref().and_then(|comparison| comparison.row.times);
        if let Some(times) = theirs {
            let told = format!("thesis {} s", times.turn);
            marks.push(Mark::new(Whose::Theirs, times.turn * 1e6, told));
        }
        marks
    })
}

/// For each strategy, how many games ended with which largest tile.
pub(super) fn histograms(report: &Report) -> String {
    let (tiles, height, left) = (report.tiles(), 42.0, left(report));
    let column = (RIGHT - left) / tiles.len().max(1) as f64;
    let bottom = TOP + height * report.rows.len() as f64;
    let mut svg = opened(bottom + 24.0, "Games by largest tile");
    for (at, row) in report.rows.iter().enumerate() {
        let base = TOP + height * (at + 1) as f64 - 6.0;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line class=\"grid\" x1=\"{left:.1}\" x2=\"{RIGHT}\" y1=\"{base:.1}\" y2=\"{base:.1}\"/>",
            left - 10.0,
            base - 8.0,
            escaped(&row.label)
        );
        for (place, tile) in tiles.iter().enumerate() {
            let Some(count) = row.summary.histogram.get(tile) else { continue };
            let share = *count as f64 / row.summary.games as f64;
            let (x, tall) = (left + column * place as f64, share * (height - 20.0));
            let class = if *tile >= report.rules.goal() { "goal" } else { "bar" };
            let _ = write!(
                svg,
                "<g><title>{}: {tile} in {count} of {} games</title><rect class=\"{class}\" \
                 x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/><text class=\"small\" \
                 x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
                escaped(&row.label),
                row.summary.games,
                x + 3.0,
                base - tall,
                column - 6.0,
                tall,
                x + column / 2.0,
                base - tall - 3.0,
                percent(share)
            );
        }
    }
    for (place, tile) in tiles.iter().enumerate() {
        let x = left + column * (place as f64 + 0.5);
        let y = bottom + 12.0;
        let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{tile}</text>");
    }
    svg + "</svg>"
}

#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Ours,
    Theirs,
}

/// A dot, perhaps with an interval.
struct Mark {
    whose: Whose,
    at: f64,
    interval: Option<(f64, f64)>,
    told: String,
}

impl Mark {
    fn new(whose: Whose, at: f64, told: String) -> Mark {
        Mark { whose, at, interval: None, told }
    }

    fn between(self, low: f64, high: f64) -> Mark {
        Mark { interval: Some((low, high)), ..self }
    }
}

/// Where the axis begins: behind the longest name.
fn left(report: &Report) -> f64 {
    let longest = report.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    (24.0 + 7.5 * longest as f64).clamp(60.0, 220.0)
}

struct Axis {
    left: f64,
    from: f64,
    to: f64,
    log: bool,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    fn x(&self, value: f64) -> f64 {
        let scaled = |value: f64| if self.log { value.max(1e-9).log10() } else { value };
        let (from, to) = (scaled(self.from), scaled(self.to));
        let part = ((scaled(value) - from) / (to - from).max(1e-12)).clamp(0.0, 1.0);
        self.left + part * (RIGHT - self.left)
    }
}

/// A row of marks for each strategy.
fn dots(report: &Report, axis: &Axis, about: &str, marks: impl Fn(&Row) -> Vec<Mark>) -> String {
    let bottom = TOP + STEP * report.rows.len() as f64;
    let mut svg = opened(bottom + 26.0, about);
    for (at, label) in &axis.ticks {
        let x = axis.x(*at);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
             <text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            bottom + 15.0
        );
    }
    for (at, row) in report.rows.iter().enumerate() {
        let middle = TOP + STEP * (at as f64 + 0.5);
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            axis.left - 10.0,
            middle + 4.5,
            escaped(&row.label)
        );
        let marks = marks(row);
        let apart = if marks.len() > 1 { 5.0 } else { 0.0 };
        for mark in &marks {
            let (class, y) = match mark.whose {
                Whose::Ours => ("ours", middle - apart),
                Whose::Theirs => ("theirs", middle + apart),
            };
            let _ = write!(svg, "<g class=\"{class}\"><title>{}</title>", escaped(&mark.told));
            if let Some((low, high)) = mark.interval {
                let (low, high) = (axis.x(low), axis.x(high));
                let _ = write!(
                    svg,
                    "<line class=\"whisker\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{y:.1}\" \
                     y2=\"{y:.1}\"/>"
                );
            }
            let x = axis.x(mark.at);
            let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\"/></g>");
        }
    }
    svg + "</svg>"
}

fn opened(height: f64, about: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{about}\">")
}
