//! Points with two decimals, exact: sums must not depend on their order.

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Points in hundredths.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(u32);

/// A number that can't be a number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points are a number from 0 to 10000 with at most two decimals")]
pub struct PointsError;

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// The most that one test can be worth.
    const MOST: u32 = 1_000_000;

    /// A number of hundredths.
    pub fn from_hundredths(hundredths: u32) -> Points {
        Points(hundredths)
    }

    /// The number of hundredths.
    pub fn hundredths(self) -> u32 {
        self.0
    }

    /// Such a share of them: `part` of `whole`, rounded down to hundredths.
    pub fn share(self, part: u64, whole: u64) -> Points {
        match u64::from(self.0).checked_mul(part.min(whole)).and_then(|all| all.checked_div(whole))
        {
            Some(share) => Points(share as u32),
            None => Points(0),
        }
    }

    /// How many percent of `all` they are; 100 of nothing.
    pub fn percent(self, all: Points) -> f64 {
        if all.0 == 0 { 100.0 } else { f64::from(self.0) * 100.0 / f64::from(all.0) }
    }
}

impl TryFrom<f64> for Points {
    type Error = PointsError;

    fn try_from(number: f64) -> Result<Points, PointsError> {
        let hundredths = (number * 100.0).round();
        let exact = (hundredths / 100.0 - number).abs() < 1e-9;
        // Sums of a large assignment come back from stored grades, so they may exceed one test's.
        if exact && (0.0..=f64::from(u32::MAX)).contains(&hundredths) {
            Ok(Points(hundredths as u32))
        } else {
            Err(PointsError)
        }
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.0) / 100.0
    }
}

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Points, PointsError> {
        let points = Points::try_from(text.parse::<f64>().map_err(|_| PointsError)?)?;
        if points.0 <= Points::MOST { Ok(points) } else { Err(PointsError) }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        let text = match (rest, rest % 10) {
            (0, _) => whole.to_string(),
            (_, 0) => format!("{whole}.{}", rest / 10),
            (_, _) => format!("{whole}.{rest:02}"),
        };
        f.pad_integral(true, "", &text)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        Points(points.fold(0, |sum, points| sum.saturating_add(points.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_without_needless_decimals() {
        let check = |text: &str, shown: &str| {
            assert_eq!(text.parse::<Points>().unwrap().to_string(), shown);
        };
        check("7", "7");
        check("7.5", "7.5");
        check("7.05", "7.05");
        check("0", "0");
        for bad in ["-1", "7.005", "x", "10000.01", "NaN", "inf"] {
            assert_eq!(bad.parse::<Points>(), Err(PointsError), "{bad}");
        }
    }

    #[test]
    fn shares_are_rounded_down() {
        let ten = Points::from_hundredths(1000);
        assert_eq!(ten.share(2, 3), Points::from_hundredths(666));
        assert_eq!(ten.share(3, 3), ten);
        assert_eq!(ten.share(5, 3), ten);
        assert_eq!(ten.share(0, 0), Points::ZERO);
    }
}
