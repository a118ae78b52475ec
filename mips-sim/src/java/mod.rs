//! The Java-isms of MARS, each in one place: how it reads numbers from text and prints them, which
//! characters it takes for letters and digits, how it compares names without regard to case, how it
//! keeps the names of files, how it decodes bytes, and its random numbers.

mod big;
mod digits;
mod float;
mod integer;
mod letters;
mod path;
mod random;
mod text;
mod utf8;

pub use float::{parse_double, parse_float};
pub use integer::{integer_decode, parse_int, parse_int_line, string_to_int};
pub use letters::{decimal_digit, fold_case, is_letter};
pub use path::file_path;
pub use random::Random;
pub use text::{FloatText, double_text, float_text};
pub use utf8::utf8_text;
