//! `fivetwelve isa`.

use std::io;

use crate::args::IsaArgs;
use crate::exit::Exit;
use crate::io::Io;

pub(crate) fn run(_args: &IsaArgs, _io: &mut Io) -> io::Result<Exit> {
    Ok(Exit::Usage)
}
