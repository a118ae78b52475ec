//! The picture of a bitmap display, for everything that can show one: half blocks and letters for any
//! terminal, kitty and sixel graphics for those that have them, PNG and GIF for files and pages.

mod blocks;
mod file;
mod terminal;

pub use blocks::{Colors, half_blocks};
pub use file::{Film, PngError, png, png_picture};
pub use terminal::{base64, kitty, sixel};

use mips_sim::devices::Picture;

/// Red, green and blue of a unit.
fn channels(unit: u32) -> [u8; 3] {
    let [_, red, green, blue] = unit.to_be_bytes();
    [red, green, blue]
}

/// A picture in another size, each of whose units is the mean of what lies below it.
fn resized(picture: &Picture, columns: u32, rows: u32) -> Picture {
    if (columns, rows) == (picture.columns, picture.rows) {
        return picture.clone();
    }
    let span = |at: u32, new: u32, old: u32| {
        let start = (u64::from(at) * u64::from(old) / u64::from(new)) as u32;
        let end = (u64::from(at + 1) * u64::from(old) / u64::from(new)) as u32;
        start..end.max(start + 1)
    };
    let mut units = Vec::with_capacity((columns * rows) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let mut sums = [0u64; 3];
            let mut count = 0;
            for y in span(row, rows, picture.rows) {
                for x in span(column, columns, picture.columns) {
                    let parts = channels(picture.get(x, y).unwrap_or(0));
                    sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += u64::from(part));
                    count += 1;
                }
            }
            let [red, green, blue] = sums.map(|sum| (sum / count) as u8);
            units.push(u32::from_be_bytes([0, red, green, blue]));
        }
    }
    Picture { columns, rows, units }
}

/// The size of a display of so many pixels that fits in a space: a whole number of times as large as
/// its units if it can be, so that they are all alike, and smaller if it has to be.
fn fitting(picture: &Picture, size: (u32, u32), space: (u32, u32)) -> (u32, u32) {
    // The proportions are those of the display, whose units need not be squares.
    let (columns, rows) = (picture.columns.max(1), picture.rows.max(1));
    let (width, height) = (u64::from(size.0.max(1)), u64::from(size.1.max(1)));
    let unit = (size.0 / columns, size.1 / rows);
    let small = unit.0.min(unit.1).max(1);
    let base = (columns * (unit.0 / small).max(1), rows * (unit.1 / small).max(1));
    let times = (space.0 / base.0).min(space.1 / base.1);
    if times >= 1 {
        return (base.0 * times, base.1 * times);
    }
    let (across, down) = (u64::from(space.0.max(1)), u64::from(space.1.max(1)));
    match across * height <= down * width {
        true => (across as u32, ((across * height / width) as u32).max(1)),
        false => (((down * width / height) as u32).max(1), down as u32),
    }
}
