//! The options of the devices, for the commands that run programs.

use std::path::PathBuf;

use clap::ValueEnum;
use mips_sim::devices::Bitmap;

/// The keyboard and the display of characters.
#[derive(Debug, clap::Args)]
pub(crate) struct DeviceArgs {
    /// Connect the keyboard of MARS's MMIO tool: receiver control and data at 0xffff0000
    #[arg(long, help_heading = "Devices")]
    pub(crate) keyboard: bool,
    /// Connect the display of MARS's MMIO tool: transmitter control and data at 0xffff0008
    #[arg(long, help_heading = "Devices")]
    pub(crate) display: bool,
    /// Columns and rows of that display
    #[arg(long, help_heading = "Devices", value_name = "COLUMNSxROWS", value_parser = text_size,
        default_value = "80x24")]
    pub(crate) display_size: (u16, u16),
    /// How many instructions that display takes for a character
    #[arg(long, help_heading = "Devices", value_name = "N", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) display_delay: u32,
    /// Ask what dialogs (services 50 to 59) ask on the console, instead of breaking off as MARS does without a
    /// display
    #[arg(long, help_heading = "Devices")]
    pub(crate) dialogs: bool,
    /// Press the keys of a file, each at its instruction or frame; implies --keyboard
    #[arg(long, help_heading = "Devices", value_name = "FILE")]
    pub(crate) keys: Option<PathBuf>,
}

/// What only `run` can do with devices.
#[derive(Debug, clap::Args)]
pub(crate) struct ScreenArgs {
    /// Show MARS's bitmap display: width and height in pixels, the size of a unit, and the base
    /// (global, gp, static, heap, mmio or an address), such as 512x256 or 256x256:8@gp
    #[arg(long, help_heading = "Devices", value_name = "WxH:UNIT@BASE")]
    pub(crate) bitmap: Option<Bitmap>,
    /// How the bitmap is shown on a terminal
    #[arg(long, help_heading = "Devices", value_enum, value_name = "HOW", default_value = "auto")]
    pub(crate) graphics: Graphics,
    /// Write the bitmap to a file: the last picture as .png, each one if % is in the name, or a film as
    /// .gif
    #[arg(long, help_heading = "Devices", value_name = "FILE", requires = "bitmap", value_parser = frames_file)]
    pub(crate) frames: Option<PathBuf>,
    /// Write what was typed on the keyboard to a file for --keys
    #[arg(long, help_heading = "Devices", value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// How pictures are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Graphics {
    /// The best of these that the terminal is known to support
    Auto,
    /// As coloured half blocks
    Blocks,
    /// With the graphics of kitty
    Kitty,
    /// With sixels
    Sixel,
    /// Do not show it
    None,
}

/// Two numbers of columns and rows.
fn text_size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x');
    let numbers =
        parts.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    numbers
        .filter(|(columns, rows)| (1..=500).contains(columns) && (1..=500).contains(rows))
        .ok_or_else(|| "expected two numbers from 1 to 500, such as 80x24".into())
}

/// A file for pictures.
fn frames_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("png") => Ok(path),
        Some("gif") if !text.contains('%') => Ok(path),
        Some("gif") => Err("a film is one file, so its name has no `%`".into()),
        _ => Err("the name must end with .png or .gif".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_files_are_checked() {
        assert_eq!(text_size("100x40"), Ok((100, 40)));
        let refused = ["", "80", "0x24", "80x501", "80 x 24", "-1x4", "80x24x3"];
        assert!(refused.into_iter().all(|text| text_size(text).is_err()));
        assert!(["a.png", "b/a%.PNG", "a.gif"].into_iter().all(|text| frames_file(text).is_ok()));
        assert!(["a", "a.jpg", "a%.gif", ""].into_iter().all(|text| frames_file(text).is_err()));
    }
}
