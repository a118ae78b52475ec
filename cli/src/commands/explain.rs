//! `fivetwelve explain`.

use std::io;

use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::io::Io;

pub(crate) fn run(_args: &ExplainArgs, _io: &mut Io) -> io::Result<Exit> {
    Ok(Exit::Usage)
}
