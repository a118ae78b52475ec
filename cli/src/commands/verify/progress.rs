//! One line on the terminal: how far, how fast, how long still.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::render::grouped;

const EVERY: Duration = Duration::from_millis(200);

/// Boards up to a tile sum, for some sums; between them there are about as many as a line from one to
/// the next would have. Good enough to tell how long it takes.
const UP_TO: [(u32, u32); 17] = [
    (0, 0),
    (46, 222_368),
    (94, 1_666_656),
    (142, 4_084_663),
    (190, 7_133_731),
    (238, 10_378_630),
    (286, 13_183_991),
    (334, 16_686_813),
    (382, 20_606_849),
    (430, 23_719_907),
    (478, 26_885_119),
    (526, 28_719_043),
    (574, 30_953_665),
    (622, 32_318_341),
    (670, 32_972_993),
    (718, 33_576_739),
    (766, 33_756_923),
];

/// The line, and what has to be known for it. Any thread may say how far it has come.
pub(super) struct Progress {
    total: f64,
    line: Option<Mutex<Line>>,
}

struct Line {
    done: u64,
    begun: Instant,
    shown: Option<Instant>,
}

impl Progress {
    /// A line for some layers, of which a part is looked at.
    pub(super) fn new(watched: bool, layers: &RangeInclusive<u32>) -> Progress {
        let total = boards_up_to(*layers.end()) - boards_up_to(layers.start().saturating_sub(2));
        let line = Line { done: 0, begun: Instant::now(), shown: None };
        Progress { total, line: watched.then(|| Mutex::new(line)) }
    }

    /// Tells of more boards.
    pub(super) fn add(&self, boards: u64) {
        let Some(line) = &self.line else { return };
        let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
        line.done += boards;
        let now = Instant::now();
        if line.shown.is_some_and(|shown| now - shown < EVERY) {
            return;
        }
        line.shown = Some(now);
        let seconds = (now - line.begun).as_secs_f64().max(1e-9);
        let rate = line.done as f64 / seconds;
        let left = ((self.total - line.done as f64) / rate).max(0.0);
        let text = format!(
            "{} of about {} boards, {} a second, {} left",
            grouped(line.done),
            grouped(self.total as u64),
            grouped(rate as u64),
            duration(left as u64)
        );
        // A terminal that is gone is no reason to stop.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }

    /// Wipes the line.
    pub(super) fn clear(&self) {
        if self.line.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn boards_up_to(sum: u32) -> f64 {
    let behind = UP_TO.partition_point(|(known, _)| *known < sum).clamp(1, UP_TO.len() - 1);
    let ((low, before), (high, after)) = (UP_TO[behind - 1], UP_TO[behind]);
    let part = f64::from(sum.saturating_sub(low)) / f64::from(high - low);
    f64::from(before) + f64::from(after - before) * part.min(1.0)
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_counted_about_right() {
        assert_eq!((boards_up_to(0), boards_up_to(766)), (0.0, 33_756_923.0));
        assert!(UP_TO.iter().all(|(sum, boards)| boards_up_to(*sum) == f64::from(*boards)));
        let rises = (2..=766).step_by(2).all(|sum| boards_up_to(sum) > boards_up_to(sum - 2));
        assert!(rises);
    }

    #[test]
    fn durations_are_short_to_read() {
        let texts = [0, 59, 60, 3599, 3600, 90_000].map(duration);
        assert_eq!(texts, ["0 s", "59 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "25 h 0 min"]);
    }
}
