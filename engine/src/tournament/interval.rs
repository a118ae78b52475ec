//! Intervals of 95 %: where the true value lies nineteen times out of twenty, if games are what
//! they are taken for.

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether two have a point in common.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Whether a value lies in it.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The normal distribution has so much between minus and plus this.
const NORMAL: f64 = 1.959_963_984_540_054;

/// Student's t for 1 to 30 degrees of freedom, as printed in any book of tables.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// A share, by Wilson's score interval, which stays between 0 and 1 and makes sense for 0 of n.
pub fn wilson(hits: u64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let (share, z) = (hits.min(games) as f64 / n, NORMAL);
    let scale = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / scale;
    let half = z / scale * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding must not push out what the share itself is.
    Interval { low: (middle - half).max(0.0).min(share), high: (middle + half).min(1.0).max(share) }
}

/// A mean of many values, by the normal distribution. A single value has no spread to judge by.
pub fn normal(values: impl Iterator<Item = f64> + Clone) -> Option<Interval> {
    around_mean(values, |_| NORMAL)
}

/// A mean of few values, by Student's distribution.
pub fn student(values: impl Iterator<Item = f64> + Clone) -> Option<Interval> {
    around_mean(values, |degrees| match degrees.checked_sub(1).and_then(|at| STUDENT.get(at)) {
        Some(quantile) => *quantile,
        // Two terms of the expansion around the normal distribution: right to the third digit.
        None => {
            let (z, degrees) = (NORMAL, degrees as f64);
            let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
            z + (z.powi(3) + z) / (4.0 * degrees) + second / degrees.powi(2)
        }
    })
}

fn around_mean(
    values: impl Iterator<Item = f64> + Clone,
    quantile: impl Fn(usize) -> f64,
) -> Option<Interval> {
    let count = values.clone().count();
    if count < 2 {
        return None;
    }
    let (n, degrees) = (count as f64, count - 1);
    let mean = values.clone().sum::<f64>() / n;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / degrees as f64;
    let half = quantile(degrees) * (variance / n).sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-4;
        assert!(near(interval.low, low) && near(interval.high, high), "{interval:?}");
    }

    #[test]
    fn wilson_gives_the_values_of_the_books() {
        close(wilson(0, 10), 0.0, 0.2775);
        close(wilson(1, 10), 0.0179, 0.4042);
        close(wilson(5, 10), 0.2366, 0.7634);
        close(wilson(81, 263), 0.2553, 0.3662); // Newcombe 1998
        close(wilson(0, 20), 0.0, 0.1611);
        close(wilson(1, 29), 0.0061, 0.1718);
        close(wilson(0, 0), 0.0, 1.0);
    }

    #[test]
    fn means_have_the_intervals_of_the_books() {
        let ten = [256.0, 512.0, 512.0, 512.0, 512.0, 512.0, 512.0, 1024.0, 1024.0, 2048.0];
        // Mean 742.4, deviation 512.85…: 2.262 times 162.18 on each side.
        let interval = student(ten.into_iter()).unwrap();
        assert!((interval.low + interval.high - 2.0 * 742.4).abs() < 1e-9);
        let deviation = (ten.iter().map(|v: &f64| (v - 742.4).powi(2)).sum::<f64>() / 9.0).sqrt()
            / 10_f64.sqrt();
        assert!((interval.high - interval.low - 2.0 * 2.262 * deviation).abs() < 1e-9);
        close(student([1.0, 2.0, 3.0].into_iter()).unwrap(), 2.0 - 2.4843, 2.0 + 2.4843);
        close(normal([1.0, 2.0, 3.0].into_iter()).unwrap(), 2.0 - 1.1316, 2.0 + 1.1316);
        assert_eq!(student([1.0].into_iter()), None);
        assert_eq!(normal([].into_iter()), None);
    }

    #[test]
    fn students_quantiles_go_on_beyond_the_table() {
        let half = |count: usize| {
            let values = (0..count).map(|at| (at % 2) as f64);
            let interval = student(values.clone()).unwrap();
            let usual = normal(values).unwrap();
            NORMAL * (interval.high - interval.low) / (usual.high - usual.low)
        };
        // 40 and 120 degrees of freedom: 2.021 and 1.980.
        assert!((half(41) - 2.021).abs() < 1e-3, "{}", half(41));
        assert!((half(121) - 1.980).abs() < 1e-3, "{}", half(121));
    }

    #[test]
    fn intervals_overlap_where_they_touch() {
        let of = |low, high| Interval { low, high };
        assert!(of(0.0, 1.0).overlaps(&of(1.0, 2.0)) && of(1.0, 2.0).overlaps(&of(0.0, 1.0)));
        assert!(of(0.0, 9.0).overlaps(&of(3.0, 4.0)));
        assert!(!of(0.0, 1.0).overlaps(&of(1.1, 2.0)));
    }
}
