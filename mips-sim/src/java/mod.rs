//! The Java-isms of MARS, each in one place: how it reads numbers from text, which characters it
//! takes for letters and digits, and how it compares names without regard to case.

mod float;
mod integer;
mod letters;

pub use float::parse_double;
pub use integer::{integer_decode, parse_int, string_to_int};
pub use letters::{decimal_digit, fold_case, is_letter};
