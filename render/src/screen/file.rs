//! Pictures as PNG, and films of them as GIF.

use std::collections::BTreeMap;
use std::io::Cursor;

use mips_sim::devices::Picture;

use super::channels;

/// A picture as a PNG of so many pixels, at least as many as it has units.
pub fn png(picture: &Picture, (width, height): (u32, u32)) -> Vec<u8> {
    let size = (width.max(picture.columns).max(1), height.max(picture.rows).max(1));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let pixels: Vec<u8> = pixels(picture, size).flat_map(channels).collect();
    let mut writer = encoder.write_header().expect("the header fits into memory");
    writer.write_image_data(&pixels).expect("there are as many pixels as the header says");
    drop(writer);
    bytes
}

/// The colours of the pixels of a picture in a size, row by row.
fn pixels(picture: &Picture, (width, height): (u32, u32)) -> impl Iterator<Item = u32> + '_ {
    let row = move |y: u32| {
        let row = (u64::from(y) * u64::from(picture.rows) / u64::from(height)) as u32;
        (0..width).map(move |x| {
            let column = (u64::from(x) * u64::from(picture.columns) / u64::from(width)) as u32;
            picture.get(column, row).unwrap_or(0)
        })
    };
    (0..height).flat_map(row)
}

/// Why a PNG is not a picture of a display.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// It is no PNG, or a broken one.
    #[error("not a PNG: {0}")]
    Broken(String),
    /// It has another size.
    #[error("the picture is {0}x{1} pixels, the display is {2}x{3}")]
    Size(u32, u32, u32, u32),
}

/// The picture that a PNG shows: of as many pixels as the display has, each unit being the pixel in its
/// middle, or of as many as it has units.
pub fn png_picture(bytes: &[u8], size: (u32, u32), units: (u32, u32)) -> Result<Picture, PngError> {
    let broken = |error: png::DecodingError| PngError::Broken(error.to_string());
    let limits = png::Limits { bytes: 64 << 20 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    if (width, height) != size && (width, height) != units {
        return Err(PngError::Size(width, height, size.0, size.1));
    }
    let length = reader.output_buffer_size().ok_or_else(|| PngError::Broken("too large".into()))?;
    let mut data = vec![0; length];
    let info = reader.next_frame(&mut data).map_err(broken)?;
    let samples = info.color_type.samples();
    let color = |column: u32, row: u32| {
        let x = (2 * column + 1) * width / (2 * units.0);
        let y = (2 * row + 1) * height / (2 * units.1);
        let at = y as usize * info.line_size + x as usize * samples;
        let part = |k: usize| u32::from(data.get(at + k).copied().unwrap_or(0));
        match samples {
            1 | 2 => part(0) * 0x01_0101,
            _ => part(0) << 16 | part(1) << 8 | part(2),
        }
    };
    let row = |row: u32| (0..units.0).map(move |column| color(column, row));
    Ok(Picture { columns: units.0, rows: units.1, units: (0..units.1).flat_map(row).collect() })
}

/// A film: pictures one after the other, in a GIF that plays again and again.
pub struct Film {
    size: (u32, u32),
    encoder: Option<gif::Encoder<Vec<u8>>>,
    /// The picture that is not written yet, and for how many milliseconds it is shown.
    last: Option<(Picture, u32)>,
}

impl Film {
    /// An empty one, of so many pixels.
    pub fn new(size: (u32, u32)) -> Film {
        Film { size, encoder: None, last: None }
    }

    /// Adds a picture, shown so many milliseconds. One like that before it makes that one longer.
    pub fn add(&mut self, picture: &Picture, milliseconds: u32) {
        if let Some((last, shown)) = &mut self.last {
            if last == picture {
                *shown = shown.saturating_add(milliseconds);
                return;
            }
            self.write();
        }
        self.last = Some((picture.clone(), milliseconds));
    }

    /// The bytes of the file, once everything was added; none if nothing was.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        self.write();
        self.encoder?.into_inner().ok()
    }

    /// Writes the picture that is waiting.
    fn write(&mut self) {
        let Some((picture, milliseconds)) = self.last.take() else { return };
        let (width, height) = (self.size.0 as u16, self.size.1 as u16);
        let mut frame = frame(&picture, width, height);
        // Most programs that show films take less than 2 hundredths for a mistake.
        frame.delay = (milliseconds / 10).clamp(2, 6000) as u16;
        let encoder = self.encoder.get_or_insert_with(|| {
            let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[])
                .expect("writing to memory does not fail");
            encoder.set_repeat(gif::Repeat::Infinite).expect("writing to memory does not fail");
            encoder
        });
        encoder.write_frame(&frame).expect("writing to memory does not fail");
    }
}

/// With its own colours if they are at most 256, and otherwise with similar ones.
fn frame(picture: &Picture, width: u16, height: u16) -> gif::Frame<'static> {
    let size = (u32::from(width), u32::from(height));
    let mut numbers: BTreeMap<u32, u8> = BTreeMap::new();
    for unit in &picture.units {
        let number = numbers.len();
        if !numbers.contains_key(unit) {
            let Ok(number) = u8::try_from(number) else {
                let pixels: Vec<u8> = pixels(picture, size).flat_map(channels).collect();
                return gif::Frame::from_rgb_speed(width, height, &pixels, 10);
            };
            numbers.insert(*unit, number);
        }
    }
    let mut palette = vec![0; numbers.len() * 3];
    for (color, number) in &numbers {
        let at = usize::from(*number) * 3;
        palette[at..at + 3].copy_from_slice(&channels(*color));
    }
    let indices: Vec<u8> = pixels(picture, size).map(|color| numbers[&color]).collect();
    gif::Frame::from_palette_pixels(width, height, indices, palette, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_shows_what_was_put_in() {
        let units = (0..64).map(|k| k * 0x03_0507).collect();
        let picture = Picture { columns: 8, rows: 8, units };
        for size in [(8, 8), (64, 64), (64, 128)] {
            let bytes = png(&picture, size);
            assert_eq!(png_picture(&bytes, size, (8, 8)), Ok(picture.clone()));
        }
        let bytes = png(&picture, (64, 64));
        assert_eq!(png_picture(&bytes, (128, 64), (16, 8)), Err(PngError::Size(64, 64, 128, 64)));
        for cut in [0, 10, bytes.len() / 2] {
            let found = png_picture(&bytes[..cut], (64, 64), (8, 8));
            assert!(matches!(found, Err(PngError::Broken(_))), "{cut}");
        }
    }

    #[test]
    fn a_film_has_a_frame_for_each_new_picture() {
        let one = Picture { columns: 2, rows: 2, units: vec![0xff0000, 0, 0, 0xff] };
        let many = Picture { columns: 32, rows: 32, units: (0..1024).map(|k| k * 1000).collect() };
        let mut film = Film::new((64, 64));
        film.add(&one, 50);
        film.add(&one, 50);
        film.add(&many, 0);
        let bytes = film.finish().unwrap();
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(&bytes[..]).unwrap();
        let first = decoder.read_next_frame().unwrap().unwrap().clone();
        assert_eq!((first.width, first.height, first.delay), (64, 64, 10));
        assert_eq!(first.buffer[..4], [0xff, 0, 0, 0xff]);
        assert_eq!(first.buffer[4 * 32..][..4], [0, 0, 0, 0xff]);
        assert_eq!(decoder.read_next_frame().unwrap().unwrap().delay, 2);
        assert!(decoder.read_next_frame().unwrap().is_none());
        assert_eq!(Film::new((64, 64)).finish(), None);
    }
}
