//! `fivetwelve disasm`.

use std::io;

use crate::args::DisasmArgs;
use crate::exit::Exit;
use crate::io::Io;

pub(crate) fn run(_args: &DisasmArgs, _io: &mut Io) -> io::Result<Exit> {
    Ok(Exit::Usage)
}
