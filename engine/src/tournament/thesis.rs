//! What the thesis reported: its Tables 1 and 3, ten games a method three moves deep, and how games
//! played here compare with them.
//!
//! Its averages are cut down to whole numbers, and a game that reached 2048 is not counted under
//! 1024. Where exactly one set of ten games fits a row, that set is known, and with it the spread;
//! the rows of methods 9 and 10 fit no ten games at all.

use super::interval::{self, Interval};
use super::resample::Resampler;
use super::summary::Summary;

/// A row of Table 1, and that of Table 3 if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThesisRow {
    /// The method.
    pub method: &'static str,
    /// The mean of the largest tile, without what stood behind the point.
    pub mean: u64,
    /// The smallest largest tile.
    pub min: u64,
    /// The largest largest tile.
    pub max: u64,
    /// How many of the ten games ended with 1024.
    pub with_1024: u64,
    /// How many reached 2048.
    pub with_2048: u64,
    /// The ten games, where only one set fits: largest tiles and how often.
    pub games: Option<&'static [(u64, u64)]>,
    /// What Table 3 says.
    pub times: Option<Times>,
}

/// A row of Table 3, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Times {
    /// For a turn, on average.
    pub turn: f64,
    /// For a game, on average.
    pub game: u64,
    /// The shortest game.
    pub shortest: u64,
    /// The longest game.
    pub longest: u64,
}

/// The number of games behind each row.
pub const GAMES: u64 = 10;
/// The depth of all of them.
pub const DEPTH: u32 = 3;

type Games = Option<&'static [(u64, u64)]>;

#[expect(clippy::too_many_arguments, reason = "a row of a table, in the order of its columns")]
const fn row(
    method: &'static str,
    mean: u64,
    min: u64,
    max: u64,
    with_1024: u64,
    with_2048: u64,
    games: Games,
    times: Option<Times>,
) -> ThesisRow {
    ThesisRow { method, mean, min, max, with_1024, with_2048, games, times }
}

const fn seconds(turn: f64, game: u64, shortest: u64, longest: u64) -> Option<Times> {
    Some(Times { turn, game, shortest, longest })
}

/// Tables 1 and 3, in the order of Table 1.
#[rustfmt::skip]
pub const TABLE: [ThesisRow; 17] = [
    row("1", 121, 64, 256, 0, 0, None, seconds(0.16, 23, 7, 37)),
    row("1.1", 524, 128, 1024, 2, 0, Some(&[(128, 1), (256, 2), (512, 5), (1024, 2)]), seconds(0.13, 54, 30, 75)),
    row("2", 486, 256, 1024, 2, 0, Some(&[(256, 5), (512, 3), (1024, 2)]), None),
    row("3", 742, 256, 2048, 2, 1, Some(&[(256, 1), (512, 6), (1024, 2), (2048, 1)]), seconds(0.17, 98, 62, 140)),
    row("3.8", 768, 512, 2048, 2, 1, Some(&[(512, 7), (1024, 2), (2048, 1)]), None),
    row("4", 486, 256, 1024, 1, 0, Some(&[(256, 3), (512, 6), (1024, 1)]), seconds(0.16, 71, 55, 94)),
    row("5", 742, 256, 1024, 5, 0, Some(&[(256, 1), (512, 4), (1024, 5)]), seconds(0.18, 110, 53, 238)),
    row("6", 262, 64, 512, 0, 0, None, seconds(0.13, 40, 20, 82)),
    row("7", 640, 256, 1024, 3, 0, Some(&[(256, 1), (512, 6), (1024, 3)]), seconds(0.16, 92, 63, 117)),
    row("7.5", 755, 128, 1024, 6, 0, Some(&[(128, 1), (256, 1), (512, 2), (1024, 6)]), None),
    row("7.7", 716, 256, 2048, 3, 1, Some(&[(256, 4), (512, 2), (1024, 3), (2048, 1)]), None),
    row("8", 588, 256, 1024, 3, 0, Some(&[(256, 3), (512, 4), (1024, 3)]), seconds(0.13, 84, 46, 152)),
    row("9", 370, 128, 512, 0, 0, None, seconds(0.6, 195, 126, 304)),
    row("10", 806, 256, 2048, 4, 1, None, seconds(0.5, 290, 155, 434)),
    row("11", 307, 128, 512, 0, 0, None, seconds(0.5, 163, 114, 214)),
    row("12", 652, 128, 2048, 3, 1, None, seconds(0.45, 224, 125, 437)),
    row("13", 640, 256, 1024, 3, 0, Some(&[(256, 1), (512, 6), (1024, 3)]), seconds(0.4, 224, 138, 396)),
];

/// The row of a method.
pub fn row_of(method: &str) -> Option<&'static ThesisRow> {
    TABLE.iter().find(|row| row.method == method)
}

impl ThesisRow {
    /// Where the mean lies by these ten games, if they are known (Student's distribution).
    pub fn mean_interval(&self) -> Option<Interval> {
        let games = self.games?;
        let values = games.iter().flat_map(|(tile, count)| (0..*count).map(|_| *tile as f64));
        interval::student(values)
    }

    /// Where the share of games that end with 1024 lies (Wilson).
    pub fn interval_1024(&self) -> Interval {
        interval::wilson(self.with_1024, GAMES)
    }

    /// Where the share of games that reach 2048 lies (Wilson).
    pub fn interval_2048(&self) -> Interval {
        interval::wilson(self.with_2048, GAMES)
    }
}

/// How games played here go together with a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The row.
    pub row: &'static ThesisRow,
    /// Whether the intervals of the mean overlap, where the row has one.
    pub mean_overlaps: Option<bool>,
    /// How often ten games like those played here have a mean as far off as the row's, or farther.
    pub chance_of_mean: Option<f64>,
    /// Whether the intervals of the share of 1024 overlap.
    pub overlaps_1024: bool,
    /// Whether the intervals of the share of 2048 overlap.
    pub overlaps_2048: bool,
}

impl Comparison {
    /// Compares games of a method with its row. Only games on 4×4 cells to 2048 can be.
    pub fn new(row: &'static ThesisRow, summary: &Summary, seed: u64) -> Comparison {
        let mut again = Resampler::new(&summary.histogram, seed);
        Comparison {
            row,
            mean_overlaps: row.mean_interval().map(|theirs| theirs.overlaps(&summary.mean.normal)),
            chance_of_mean: again.chance_of_mean(GAMES as usize, row.mean),
            overlaps_1024: row.interval_1024().overlaps(&summary.half.interval),
            overlaps_2048: row.interval_2048().overlaps(&summary.goal.interval),
        }
    }
}
