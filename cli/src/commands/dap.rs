//! `fivetwelve dap`: the Debug Adapter Protocol over standard input and output, or a port.

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};

use anyhow::Context;

use crate::args::debug::DapArgs;
use crate::debug::dap::serve;
use crate::exit::{Exit, OrExit};
use crate::io::Io;

pub(crate) fn run(args: &DapArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let Some(port) = args.port else {
        serve(io::stdin(), io::stdout())?;
        return Ok(Exit::Ok);
    };
    let used = || format!("port {port} could not be used");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = listener.with_context(used).or_exit(Exit::CannotWrite)?;
    let address = listener.local_addr().with_context(used).or_exit(Exit::CannotWrite)?;
    writeln!(io.err, "listening at {address}")?;
    io.err.flush()?;
    // One client after the other, until someone ends the process.
    for client in listener.incoming() {
        let client = client.with_context(used).or_exit(Exit::CannotWrite)?;
        let reader = client.try_clone().with_context(used).or_exit(Exit::CannotWrite)?;
        serve(reader, client)?;
    }
    Ok(Exit::Ok)
}
