//! What many games of a strategy say together: means, shares and how far they can be trusted.
//!
//! [`Summary`] is what is told of the games of one strategy. [`interval`] has the intervals, [`Resampler`] what is found by drawing again, [`Durations`] how long turns took,
//! and [`thesis`] what the thesis reported of ten games a method, with how it compares. All of it is
//! arithmetic: whoever plays the games and looks at the clock is elsewhere.
//!
//! ```
//! use engine::Rules;
//! use engine::strategy::{Setup, Spec, play};
//! use engine::tournament::Summary;
//!
//! let rules = Rules::classic();
//! let mut strategy = "greedy".parse::<Spec>()?.build(&Setup::new(rules))?;
//! let games: Vec<_> = (1..=50).map(|seed| play(rules, strategy.as_mut(), seed)).collect();
//! let summary = Summary::new(&games, rules.goal(), 1).expect("there are games");
//! assert_eq!(summary.games, 50);
//! assert!(summary.mean.normal.contains(summary.mean.value));
//! assert!(summary.goal.interval.low >= 0.0 && summary.goal.share < 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod durations;
pub mod interval;
mod resample;
mod summary;
pub mod thesis;

pub use durations::Durations;
pub use interval::Interval;
pub use resample::Resampler;
pub use summary::{Decided, Mean, Share, Summary};
