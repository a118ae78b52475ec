//! What is done with the pictures of a run: shown while it goes on, and written to files.

use std::io;
use std::time::{Duration, Instant};

use mips_sim::MemoryConfig;
use mips_sim::devices::{Bitmap, KeyboardAndDisplay, Picture};
use mips_sim::machine::Machine;

use super::has_terminal;
use super::picture_files::PictureFiles;
use super::view::View;
use crate::args::devices::{Graphics, ScreenArgs};
use crate::host::RealHost;

/// Pictures are drawn no more often than this.
const PAUSE: Duration = Duration::from_millis(16);

/// See the module.
pub(crate) struct Stage {
    bitmap: Bitmap,
    config: MemoryConfig,
    picture: Picture,
    view: Option<View>,
    drawn: Option<Instant>,
    shots: Option<PictureFiles>,
}

impl Stage {
    /// What the options ask for; none if no picture is asked for.
    pub(crate) fn open(
        args: &ScreenArgs,
        config: MemoryConfig,
        color: bool,
    ) -> anyhow::Result<Option<Stage>> {
        let Some(bitmap) = args.bitmap else { return Ok(None) };
        let shots =
            args.frames.as_ref().map(|path| PictureFiles::new(path, &bitmap)).transpose()?;
        let shows = args.graphics != Graphics::None && has_terminal();
        let view = if shows { Some(View::open(bitmap, args.graphics, color)?) } else { None };
        let picture = Picture::black(bitmap.columns(), bitmap.rows());
        Ok(Some(Stage { bitmap, config, picture, view, drawn: None, shots }))
    }

    /// Whether it has the whole screen, so that nothing else may be written there.
    pub(crate) fn has_screen(&self) -> bool {
        self.view.is_some()
    }

    /// A frame is over, after which the program sleeps for so long, if it does.
    pub(crate) fn frame(
        &mut self,
        machine: &Machine,
        host: &RealHost,
        sleeps: Option<u32>,
    ) -> anyhow::Result<()> {
        // Nobody sees a picture that is replaced immediately.
        let long = sleeps.is_some_and(|time| Duration::from_millis(time.into()) >= PAUSE);
        let seen = long || self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE);
        if !seen && self.shots.is_none() {
            return Ok(());
        }
        self.bitmap.draw(&machine.memory, &self.config, &mut self.picture);
        if let Some(shots) = &mut self.shots {
            shots.add(&self.picture, sleeps)?;
        }
        if seen {
            self.show(machine, host)?;
        }
        Ok(())
    }

    fn show(&mut self, machine: &Machine, host: &RealHost) -> io::Result<()> {
        let Some(view) = &mut self.view else { return Ok(()) };
        self.drawn = Some(Instant::now());
        let display = machine.device::<KeyboardAndDisplay>().map(|device| device.screen().text());
        let display = display.unwrap_or_default();
        let mut text: Vec<String> = display.lines().map(clean).collect();
        text.extend(host.last_lines().iter().map(|line| clean(line)));
        view.draw(&self.picture, text)
    }

    /// The run is over: the last picture is written and left on the screen, on standard error.
    pub(crate) fn close(
        mut self,
        machine: &Machine,
        host: &RealHost,
    ) -> anyhow::Result<Option<String>> {
        self.bitmap.draw(&machine.memory, &self.config, &mut self.picture);
        let shown = self.show(machine, host);
        let left = self.view.take().map(|view| view.left_behind(&self.picture));
        shown?;
        if let Some(shots) = self.shots {
            shots.finish(&self.picture)?;
        }
        Ok(left)
    }
}

/// A line that does nothing to a terminal.
fn clean(line: &str) -> String {
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
