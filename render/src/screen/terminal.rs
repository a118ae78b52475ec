//! A picture in the languages of terminals that can show pictures.

use std::collections::HashMap;
use std::fmt::Write;

use mips_sim::devices::Picture;

use super::{channels, fitting, png, resized};

/// The most bytes that kitty takes in one part.
const PART: usize = 4096;

/// A picture for kitty's protocol of graphics, as large as fits into so many columns and rows of
/// letters. It replaces the one before it.
pub fn kitty(picture: &Picture, size: (u32, u32), (columns, rows): (u32, u32)) -> String {
    // A letter is about twice as high as it is wide.
    let (width, height) = fitting(picture, size, (columns.max(1), rows.max(1) * 2));
    let cells = (width.max(1), height.div_ceil(2).max(1));
    let data = base64(&png(picture, (picture.columns, picture.rows)));
    let parts: Vec<&[u8]> = data.as_bytes().chunks(PART).collect();
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        let more = u8::from(number + 1 < parts.len());
        let head = match number {
            0 => format!("a=T,f=100,i=1,p=1,q=2,C=1,c={},r={},m={more}", cells.0, cells.1),
            _ => format!("m={more}"),
        };
        // Only letters and digits are in it.
        let part: String = part.iter().copied().map(char::from).collect();
        let _ = write!(text, "\x1b_G{head};{part}\x1b\\");
    }
    text
}

/// A picture as sixels, as large as fits into so many pixels.
pub fn sixel(picture: &Picture, size: (u32, u32), space: (u32, u32)) -> String {
    let (width, height) = fitting(picture, size, space);
    let scaled = scaled_by_nearest(picture, width, height);
    let (palette, indices) = palette(&scaled.units);
    let mut text = format!("\x1bPq\"1;1;{width};{height}");
    for (number, color) in palette.iter().enumerate() {
        // In percent.
        let [red, green, blue] = channels(*color).map(|part| (u32::from(part) * 100 + 127) / 255);
        let _ = write!(text, "#{number};2;{red};{green};{blue}");
    }
    for band in (0..height).step_by(6) {
        let rows: Vec<&[usize]> = (band..height.min(band + 6))
            .map(|row| &indices[(row * width) as usize..((row + 1) * width) as usize])
            .collect();
        let mut used: Vec<usize> = rows.iter().flat_map(|row| row.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        for color in used {
            let _ = write!(text, "#{color}");
            let mut run = (0u8, 0u32);
            for column in 0..width as usize {
                let bits = (0u8..).zip(&rows).map(|(k, row)| u8::from(row[column] == color) << k);
                let bits = bits.sum::<u8>();
                if bits == run.0 {
                    run.1 += 1;
                } else {
                    repeat(&mut text, run);
                    run = (bits, 1);
                }
            }
            repeat(&mut text, run);
            text.push('$');
        }
        text.push('-');
    }
    text.push_str("\x1b\\");
    text
}

fn repeat(text: &mut String, (bits, count): (u8, u32)) {
    let letter = char::from(63 + bits);
    if count > 3 {
        let _ = write!(text, "!{count}{letter}");
    } else {
        (0..count).for_each(|_| text.push(letter));
    }
}

fn scaled_by_nearest(picture: &Picture, width: u32, height: u32) -> Picture {
    if width < picture.columns || height < picture.rows {
        return resized(picture, width, height);
    }
    let row = |y: u32| {
        (0..width).map(move |x| {
            picture.get(x * picture.columns / width, y * picture.rows / height).unwrap_or(0)
        })
    };
    Picture { columns: width, rows: height, units: (0..height).flat_map(row).collect() }
}

/// At most 256 colours, and which of them each unit has.
fn palette(units: &[u32]) -> (Vec<u32>, Vec<usize>) {
    let index = |color: &dyn Fn(u32) -> u32| {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut colors = Vec::new();
        let mut indices = Vec::with_capacity(units.len());
        for unit in units {
            let color = color(*unit);
            let number = *numbers.entry(color).or_insert_with(|| {
                colors.push(color);
                colors.len() - 1
            });
            if colors.len() > 256 {
                return None;
            }
            indices.push(number);
        }
        Some((colors, indices))
    };
    // As they are if they are few, else a cube of 6×6×6.
    let coarse = |unit: u32| {
        let [red, green, blue] = channels(unit).map(|part| (part / 43) * 51);
        u32::from_be_bytes([0, red, green, blue])
    };
    index(&|unit| unit).or_else(|| index(&coarse)).expect("the cube has 216 colours")
}

/// Bytes as letters.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, byte| group << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        for k in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::png_picture;
    use super::*;

    /// What a terminal shows of sixels: its pixels, row by row, none where nothing was drawn.
    fn shown_sixels(text: &str) -> (u32, u32, Vec<Option<[u8; 3]>>) {
        let body = text.strip_prefix("\x1bPq").and_then(|text| text.strip_suffix("\x1b\\"));
        let mut rest = body.expect("it is one picture");
        let numbers = |rest: &mut &str| -> Vec<u32> {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len());
            let (digits, behind) = rest.split_at(end);
            *rest = behind;
            digits.split(';').filter_map(|digits| digits.parse().ok()).collect()
        };
        let (mut size, mut colors, mut pixels) = ((0, 0), HashMap::new(), Vec::new());
        let (mut x, mut band, mut color, mut times) = (0, 0, 0, 1);
        while let Some(sign) = rest.chars().next() {
            rest = &rest[1..];
            match sign {
                '"' => {
                    let found = numbers(&mut rest);
                    size = (found[2], found[3]);
                    pixels = vec![None; (size.0 * size.1) as usize];
                }
                '#' => match numbers(&mut rest).as_slice() {
                    [number] => color = *number,
                    [number, 2, parts @ ..] => {
                        let part = |k: usize| (parts[k] * 255 / 100) as u8;
                        colors.insert(*number, [part(0), part(1), part(2)]);
                    }
                    other => panic!("{other:?}"),
                },
                '!' => times = numbers(&mut rest)[0],
                '$' => x = 0,
                '-' => (x, band) = (0, band + 6),
                bits => {
                    for _ in 0..std::mem::replace(&mut times, 1) {
                        for row in (0..6).filter(|row| (bits as u32 - 63) >> row & 1 == 1) {
                            pixels[((band + row) * size.0 + x) as usize] = Some(colors[&color]);
                        }
                        x += 1;
                    }
                }
            }
        }
        (size.0, size.1, pixels)
    }

    /// What kitty shows of its parts.
    fn shown_by_kitty(text: &str, units: (u32, u32)) -> Picture {
        let parts = text.split("\x1b\\").filter(|part| !part.is_empty());
        let data: Vec<u8> =
            parts.flat_map(|part| part.split_once(';').unwrap().1.bytes()).collect();
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digit = |byte: u8| letters.find(char::from(byte)).map(|digit| digit as u32);
        let bytes: Vec<u8> = data
            .chunks(4)
            .flat_map(|group| {
                let digits: Vec<u32> = group.iter().filter_map(|byte| digit(*byte)).collect();
                let bits = (0..4).fold(0, |bits, k| bits << 6 | digits.get(k).unwrap_or(&0));
                bits.to_be_bytes().into_iter().skip(1).take(digits.len() - 1).collect::<Vec<_>>()
            })
            .collect();
        png_picture(&bytes, units, units).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Every pixel has the colour of its unit, but for what sixels can't say: they have percent.
        #[test]
        fn terminals_show_the_picture(
            columns in 1u32..20,
            units in prop::collection::vec(0u32..0x100_0000, 1..200),
            times in 1u32..5,
        ) {
            let rows = (units.len() as u32).div_ceil(columns);
            let units = units.iter().copied().cycle().take((columns * rows) as usize).collect();
            let picture = Picture { columns, rows, units };
            let size = (columns, rows);
            prop_assert_eq!(&shown_by_kitty(&kitty(&picture, size, (80, 24)), size), &picture);
            let (width, height, pixels) =
                shown_sixels(&sixel(&picture, size, (columns * times, rows * times)));
            prop_assert_eq!((width, height), (columns * times, rows * times));
            for (at, pixel) in (0..).zip(pixels) {
                let unit = picture.get(at % width / times, at / width / times).unwrap();
                let pixel = pixel.expect("every pixel is drawn");
                let off = channels(unit).into_iter().zip(pixel).map(|(a, b)| a.abs_diff(b)).max();
                prop_assert!(off <= Some(3), "{unit:06x} is {pixel:02x?}");
            }
        }
    }

    #[test]
    fn bytes_are_written_as_letters() {
        let cases =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, letters) in cases {
            assert_eq!(base64(bytes.as_bytes()), letters);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
    }

    #[test]
    fn sixels_name_their_colours_and_repeat() {
        let picture = Picture { columns: 2, rows: 1, units: vec![0xff0000, 0x0000ff] };
        let text = sixel(&picture, (128, 64), (8, 4));
        assert_eq!(text, "\x1bPq\"1;1;8;4#0;2;100;0;0#1;2;0;0;100#0!4N!4?$#1!4?!4N$-\x1b\\");
        // Many colours are told apart less well, but all are there.
        let units: Vec<u32> = (0..1024).map(|k| k * 0x3f1f).collect();
        let (colors, indices) = palette(&units);
        assert!(colors.len() <= 216 && indices.len() == 1024);
    }

    #[test]
    fn kitty_gets_png_in_parts() {
        let units: Vec<u32> = (0..128 * 128u32).map(|k| k.wrapping_mul(0x9e37_79b9) >> 8).collect();
        let picture = Picture { columns: 128, rows: 128, units };
        let text = kitty(&picture, (128, 128), (40, 20));
        assert!(text.starts_with("\x1b_Ga=T,f=100,i=1,p=1,q=2,C=1,c=40,r=20,m=1;iVBOR"));
        let parts: Vec<&str> = text.split("\x1b\\").filter(|part| !part.is_empty()).collect();
        assert!(parts.len() > 2 && parts.iter().all(|part| part.len() < PART + 64));
        assert!(parts.last().is_some_and(|part| part.starts_with("\x1b_Gm=0;")));
    }
}
