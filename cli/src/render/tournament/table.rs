//! A tournament as tables of text.

use std::fmt::Write;

use super::{Report, Row, chance, percent, percents, short, tiles_between};

/// Everything, one table below the other.
pub(crate) fn text(report: &Report) -> String {
    let mut out = format!("{}\n", report.title());
    if report.rows.is_empty() {
        out.push_str("no game ended\n");
        return out;
    }
    let parts = [
        Some(("Largest tile", largest(report))),
        Some(("Games by largest tile", histogram(report))),
        Some(("Turns and times", turns(report))),
        report.thesis.then(|| ("Beside the thesis, ten games a method", thesis(report))),
    ];
    for (heading, lines) in parts.into_iter().flatten() {
        let _ = write!(out, "\n{heading}\n{}", aligned(&lines));
    }
    out.push('\n');
    if let Some((ratio, three, four)) = report.direction_ratio() {
        let _ = writeln!(
            out,
            "time of a turn, methods of four directions by those of three: {ratio:.2} ({} by {} µs; \
             thesis about 3)",
            short(four),
            short(three)
        );
    }
    let machine = report.machine.as_deref().map(|name| format!(", {name}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "times: by the clock around each choice, {} at the same time{machine}; {} s in all",
        report.threads,
        short(report.seconds)
    );
    out
}

pub(super) enum Cell {
    Text(String),
    /// Whether two intervals overlap.
    Overlaps(bool),
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl Cell {
    pub(super) fn text(&self) -> &str {
        match self {
            Cell::Text(text) => text,
            Cell::Overlaps(true) => "yes",
            Cell::Overlaps(false) => "no",
        }
    }
}

pub(super) type Lines = Vec<Vec<Cell>>;

fn lines<C: Into<Cell>>(
    report: &Report,
    headings: impl IntoIterator<Item = impl Into<String>>,
    cells: impl Fn(&Row) -> Vec<C>,
) -> Lines {
    let headings = headings.into_iter().map(|heading| Cell::Text(heading.into()));
    let mut lines: Lines = vec![headings.collect()];
    lines.extend(report.rows.iter().map(|row| {
        let mut line = vec![Cell::Text(row.label.clone())];
        line.extend(cells(row).into_iter().map(Into::into));
        line
    }));
    lines
}

pub(super) fn largest(report: &Report) -> Lines {
    let goal = report.rules.goal();
    let headings = [
        "strategy".to_owned(),
        "games".to_owned(),
        "mean".to_owned(),
        "95 %".to_owned(),
        "bootstrap".to_owned(),
        "min".to_owned(),
        "max".to_owned(),
        format!("{} %", goal / 2),
        "95 %".to_owned(),
        format!("≥{} %", goal / 2),
        "95 %".to_owned(),
        format!("{goal} %"),
        "95 %".to_owned(),
    ];
    lines(report, headings, |row| {
        let summary = &row.summary;
        let mut cells = vec![
            summary.games.to_string(),
            format!("{:.1}", summary.mean.value),
            tiles_between(&summary.mean.normal),
            tiles_between(&summary.mean.bootstrap),
            summary.min.to_string(),
            summary.max.to_string(),
        ];
        for share in [&summary.half, &summary.half_or_more, &summary.goal] {
            cells.extend([percent(share.share), percents(&share.interval)]);
        }
        cells
    })
}

pub(super) fn histogram(report: &Report) -> Lines {
    let tiles = report.tiles();
    let headings =
        ["strategy".to_owned()].into_iter().chain(tiles.iter().map(|tile| tile.to_string()));
    lines(report, headings, |row| {
        let count = |tile| match row.summary.histogram.get(tile) {
            Some(count) => count.to_string(),
            None => "·".to_owned(),
        };
        tiles.iter().map(count).collect()
    })
}

pub(super) fn turns(report: &Report) -> Lines {
    let headings = [
        "strategy", "turns", "score", "exc. 1 %", "exc. 2 %", "down %", "gave up", "µs/turn",
        "p50", "p99", "ms/game",
    ];
    lines(report, headings, |row| {
        let summary = &row.summary;
        let decided = &summary.decided;
        let shares = [decided.exception1, decided.exception2, decided.forced_down].map(percent);
        let mut cells = vec![format!("{:.1}", summary.turns), format!("{:.0}", summary.score)];
        cells.extend(shares);
        cells.push(summary.gave_up.to_string());
        cells.extend(row.microseconds().map(short));
        cells.push(short(1e3 * row.seconds()));
        cells
    })
}

/// Thesis and here side by side; `ok` says whether the intervals overlap.
pub(super) fn thesis(report: &Report) -> Lines {
    let headings = [
        "method", "mean", "t 95 %", "here", "ok", "chance", "1024 %", "95 %", "here", "ok",
        "2048 %", "95 %", "here", "ok", "s/turn", "here µs", "faster",
    ];
    lines(report, headings, |row| {
        let Some(comparison) = &row.comparison else { return Vec::new() };
        let (theirs, ours) = (comparison.row, &row.summary);
        let none = || "–".to_owned();
        let interval = theirs.mean_interval();
        let mut cells = vec![
            Cell::Text(theirs.mean.to_string()),
            interval.map_or_else(none, |interval| tiles_between(&interval)).into(),
            format!("{:.0}", ours.mean.value).into(),
            comparison.mean_overlaps.map_or_else(|| none().into(), Cell::Overlaps),
            comparison.chance_of_mean.map_or_else(none, chance).into(),
        ];
        for (count, interval, share, overlaps) in [
            (theirs.with_1024, theirs.interval_1024(), &ours.half, comparison.overlaps_1024),
            (theirs.with_2048, theirs.interval_2048(), &ours.goal, comparison.overlaps_2048),
        ] {
            let wilson = format!("{:.0}–{:.0}", 100.0 * interval.low, 100.0 * interval.high);
            let here = percent(share.share);
            cells.extend([(10 * count).to_string(), wilson, here].map(Cell::Text));
            cells.push(Cell::Overlaps(overlaps));
        }
        let here = row.microseconds()[0];
        let times = theirs.times.map(|times| (times.turn, times.turn * 1e6 / here.max(1e-9)));
        cells.push(times.map_or_else(none, |(turn, _)| format!("{turn:.2}")).into());
        cells.push(short(here).into());
        cells.push(times.map_or_else(none, |(_, faster)| format!("{faster:.0}×")).into());
        cells
    })
    .into_iter()
    .filter(|line| line.len() > 1)
    .collect()
}

/// The first column to the left, all others to the right.
fn aligned(lines: &[Vec<Cell>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        lines.iter().filter_map(|line| line.get(at)).map(|cell| cell.text().chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
    let mut out = String::new();
    for line in lines {
        for (at, cell) in line.iter().enumerate() {
            let cell = cell.text();
            let _ = match at {
                0 => write!(out, "{cell:0$}", widths[0]),
                _ => write!(out, "  {cell:>0$}", widths[at]),
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}
