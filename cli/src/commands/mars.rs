//! `fivetwelve mars`: MARS 4.5's command line, word for word.

use std::io;

use crate::exit::Exit;
use crate::io::Io;

pub(crate) const EXAMPLES: &str = "";

pub(crate) fn run(_words: &[String], _io: &mut Io) -> io::Result<Exit> {
    Ok(Exit::Usage)
}
