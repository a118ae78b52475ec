//! `fivetwelve asm`.

use std::io;

use crate::args::AsmArgs;
use crate::exit::Exit;
use crate::io::Io;

pub(crate) fn run(_args: &AsmArgs, _io: &mut Io) -> io::Result<Exit> {
    Ok(Exit::Usage)
}
