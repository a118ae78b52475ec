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
    use super::*;

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
