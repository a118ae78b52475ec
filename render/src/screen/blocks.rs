//! A picture as text: each letter is two units, one above the other.

use std::fmt::Write;

use mips_sim::devices::Picture;

use super::{channels, fitting, resized};

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None: only bright and dark.
    None,
    /// The usual 256.
    Palette,
    /// All.
    True,
}

/// A picture as lines of half blocks, as large as fits into so many columns and rows of letters. `size`
/// is that of the display in pixels.
///
/// ```
/// use mips_sim::devices::Picture;
/// use render::screen::{Colors, half_blocks};
///
/// let picture = Picture { columns: 2, rows: 2, units: vec![0xffffff, 0, 0xffffff, 0xffffff] };
/// assert_eq!(half_blocks(&picture, (64, 64), (2, 1), Colors::None), ["█▄"]);
/// ```
pub fn half_blocks(
    picture: &Picture,
    size: (u32, u32),
    (columns, rows): (u32, u32),
    colors: Colors,
) -> Vec<String> {
    let (width, height) = fitting(picture, size, (columns.max(1), rows.max(1) * 2));
    let scaled = resized(picture, width, height);
    (0..height.div_ceil(2)).map(|row| line(&scaled, row, colors)).collect()
}

fn line(picture: &Picture, row: u32, colors: Colors) -> String {
    let mut text = String::new();
    let mut last = None;
    for column in 0..picture.columns {
        let upper = picture.get(column, 2 * row).unwrap_or(0);
        let lower = picture.get(column, 2 * row + 1);
        if colors == Colors::None {
            text.push(match (is_bright(upper), is_bright(lower.unwrap_or(0))) {
                (false, false) => ' ',
                (true, false) => '▀',
                (false, true) => '▄',
                (true, true) => '█',
            });
            continue;
        }
        if last != Some((upper, lower)) {
            let _ = match lower {
                Some(lower) => {
                    write!(text, "\x1b[{};{}m", code(upper, 38, colors), code(lower, 48, colors))
                }
                // Half a letter too many, which stays as the terminal is.
                None => write!(text, "\x1b[0;{}m", code(upper, 38, colors)),
            };
            last = Some((upper, lower));
        }
        text.push('▀');
    }
    if colors != Colors::None {
        text.push_str("\x1b[0m");
    }
    text
}

fn is_bright(unit: u32) -> bool {
    let [red, green, blue] = channels(unit).map(u32::from);
    3 * red + 6 * green + blue > 10 * 60 || red.max(green).max(blue) > 128
}

/// A colour in the words of terminals.
fn code(unit: u32, ground: u32, colors: Colors) -> String {
    let [red, green, blue] = channels(unit);
    match colors {
        Colors::True => format!("{ground};2;{red};{green};{blue}"),
        _ => format!("{ground};5;{}", nearest([red, green, blue])),
    }
}

/// The number of the nearest colour among 256: a cube of 6×6×6, and 24 greys.
fn nearest(color: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |part: u8| (0..6).min_by_key(|k| LEVELS[*k].abs_diff(part)).unwrap_or(0);
    let cube = color.map(level);
    let grey = (color.iter().map(|part| u32::from(*part)).sum::<u32>() / 3).clamp(8, 238);
    let grey = ((grey - 8) + 5) / 10;
    let distance = |other: [u8; 3]| -> u32 {
        let parts = color.iter().zip(other);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let grey_part = (8 + 10 * grey) as u8;
    if distance([grey_part; 3]) < distance(cube.map(|level| LEVELS[level])) {
        return 232 + grey as u8;
    }
    (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(columns: u32, units: &[u32]) -> Picture {
        Picture { columns, rows: units.len() as u32 / columns, units: units.to_vec() }
    }

    #[test]
    fn pictures_fit_into_their_space() {
        let square = Picture::black(32, 32);
        let wide = Picture::black(64, 32);
        for (picture, size, space, expected) in [
            (&square, (256, 256), (80, 22), (16, 32)),
            (&square, (256, 256), (80, 16), (16, 32)),
            (&square, (256, 256), (80, 12), (12, 24)),
            (&square, (256, 256), (200, 64), (64, 128)),
            (&wide, (512, 256), (80, 22), (16, 64)),
            (&wide, (512, 256), (40, 22), (10, 40)),
            // Units of 8 by 16 pixels are twice as high as they are wide.
            (&square, (256, 512), (80, 40), (32, 32)),
            (&square, (256, 256), (0, 0), (1, 1)),
        ] {
            let lines = half_blocks(picture, size, space, Colors::None);
            let found = (lines.len() as u32, lines[0].chars().count() as u32);
            assert_eq!(found, expected, "{size:?} in {space:?}");
        }
    }

    #[test]
    fn colours_are_given_as_the_terminal_has_them() {
        let red_on_grey = picture(1, &[0xff0000, 0x808080]);
        let line = |colors| half_blocks(&red_on_grey, (64, 128), (1, 1), colors).concat();
        assert_eq!(line(Colors::True), "\x1b[38;2;255;0;0;48;2;128;128;128m▀\x1b[0m");
        assert_eq!(line(Colors::Palette), "\x1b[38;5;196;48;5;244m▀\x1b[0m");
        assert_eq!(line(Colors::None), "█");
        // A colour is only named where it changes, and a row too few stays as it is.
        let two = half_blocks(&picture(2, &[1, 1]), (128, 64), (2, 1), Colors::True).concat();
        assert_eq!(two, "\x1b[0;38;2;0;0;1m▀▀\x1b[0m");
    }

    #[test]
    fn smaller_pictures_are_means() {
        let fine = picture(2, &[0, 0xfefefe, 0, 0, 0xff0000, 0xff0000, 0xff0000, 0xff0000]);
        let line = half_blocks(&fine, (64, 128), (1, 1), Colors::True).concat();
        assert_eq!(line, "\x1b[38;2;63;63;63;48;2;255;0;0m▀\x1b[0m");
    }
}
