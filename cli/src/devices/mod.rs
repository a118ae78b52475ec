//! The devices of a program that is run in a terminal: keys without Enter, the bitmap as a picture, and
//! files of keys and frames. What the devices do is in `mips_sim::devices`, how pictures are drawn in
//! `render::screen`.

mod keyboard;
mod keys_file;
mod missing;
mod picture_files;
mod stage;
mod view;

pub(crate) use keyboard::{Keyboard, has_terminal};
pub(crate) use keys_file::KeysFile;
pub(crate) use missing::missing_device;
pub(crate) use stage::Stage;

use std::sync::Arc;

use mips_sim::devices::{KeyList, KeyboardOptions};

use crate::args::devices::DeviceArgs;

/// The keyboard and display that are asked for, with these keys; `live` says whether someone types.
pub(crate) fn keyboard(args: &DeviceArgs, keys: KeyList, live: bool) -> Option<KeyboardOptions> {
    let keyboard = args.keyboard || args.keys.is_some();
    (keyboard || args.display).then(|| KeyboardOptions {
        keyboard,
        display: args.display,
        size: args.display_size,
        delay: args.display_delay,
        keys: Arc::new(keys),
        asks_host: keyboard && live,
        ..KeyboardOptions::default()
    })
}
