//! The pictures of a run as files: the last one or each one as PNG, all of them as a film.

use std::path::{Path, PathBuf};

use mips_sim::devices::{Bitmap, Picture};
use render::screen::{Film, png};

use crate::output;

/// The most pictures that are written. A program that never ends must not fill a disk.
const MOST: usize = 5000;
/// How long a picture of a million instructions is shown, in milliseconds.
const UNTIMED: u32 = 30;

/// See the module.
pub(super) struct PictureFiles {
    path: PathBuf,
    size: (u32, u32),
    film: Option<Film>,
    /// Whether each picture is a file.
    each: bool,
    last: Option<Picture>,
    count: usize,
}

impl PictureFiles {
    pub(super) fn new(path: &Path, bitmap: &Bitmap) -> anyhow::Result<PictureFiles> {
        let film = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gif"));
        let each = path.to_string_lossy().contains('%');
        output::can_write(path)?;
        Ok(PictureFiles {
            path: path.into(),
            size: bitmap.size,
            film: film.then(|| Film::new(bitmap.size)),
            each,
            last: None,
            count: 0,
        })
    }

    /// A frame is over: its picture, shown for so many milliseconds if anyone knows.
    pub(super) fn add(&mut self, picture: &Picture, shown: Option<u32>) -> anyhow::Result<()> {
        self.count += 1;
        if let Some(film) = self.film.as_mut().filter(|_| self.count <= MOST) {
            film.add(picture, shown.unwrap_or(UNTIMED));
        }
        if self.each && self.count <= MOST {
            let name = self.path.to_string_lossy().replace('%', &format!("{:04}", self.count));
            output::write_whole(Path::new(&name), &png(picture, self.size))?;
        }
        self.last = Some(picture.clone());
        Ok(())
    }

    /// Writes what is left. `end` is the picture after the last frame.
    pub(super) fn finish(mut self, end: &Picture) -> anyhow::Result<()> {
        if self.last.as_ref() != Some(end) {
            self.add(end, Some(1000))?;
        }
        match self.film.take() {
            Some(film) => match film.finish() {
                Some(bytes) => output::write_whole(&self.path, &bytes),
                None => Ok(()),
            },
            None if self.each => Ok(()),
            None => output::write_whole(&self.path, &png(end, self.size)),
        }
    }
}
