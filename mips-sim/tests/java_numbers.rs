//! Java's number texts: recorded values, and the law that every text reads back as its number.

use mips_sim::java::{FloatText, double_text, float_text, parse_double, parse_float};
use proptest::prelude::*;

#[test]
fn recorded_texts() {
    let table = include_str!("float_texts.txt");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    assert!(rows.clone().count() > 300);
    for row in rows {
        let [bits, old, new] = row.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{row} has not three columns");
        };
        let (width, bits) = bits.split_at(1);
        let bits = u64::from_str_radix(bits, 16).unwrap();
        for (style, expected) in [(FloatText::Java17, old), (FloatText::Shortest, new)] {
            let text = match width {
                "f" => float_text(f32::from_bits(bits as u32), style),
                _ => double_text(f64::from_bits(bits), style),
            };
            assert_eq!(text, expected, "{style:?} of {row}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_float_reads_back(bits: u32) {
        let value = f32::from_bits(bits);
        for style in [FloatText::Java17, FloatText::Shortest] {
            let read = parse_float(&float_text(value, style)).unwrap();
            prop_assert!(read.to_bits() == bits || read.is_nan() && value.is_nan());
        }
    }

    #[test]
    fn a_double_reads_back(bits: u64) {
        let value = f64::from_bits(bits);
        for style in [FloatText::Java17, FloatText::Shortest] {
            let read = parse_double(&double_text(value, style)).unwrap();
            prop_assert!(read.to_bits() == bits || read.is_nan() && value.is_nan());
        }
    }

    #[test]
    fn an_ordinary_number_reads_the_same_everywhere(cents in -100_000_000i32..100_000_000) {
        let value = f64::from(cents) / 100.0;
        let text = double_text(value, FloatText::Java17);
        prop_assert_eq!(&text, &double_text(value, FloatText::Shortest));
        prop_assert_eq!(parse_double(&text), Some(value));
    }
}
