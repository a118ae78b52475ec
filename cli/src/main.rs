//! The `fivetwelve` command.

mod archive;
mod args;
mod cluster;
mod commands;
mod debug;
mod devices;
mod dump;
mod exit;
mod form;
mod framing;
mod grading;
mod host;
mod interrupt;
mod io;
mod job;
mod journal;
mod loader;
mod lsp;
mod mars_args;
mod mars_files;
mod mars_show;
mod mars_texts;
mod output;
mod play;
mod program_file;
mod render;
mod settings;
mod studio;
mod terminal;
mod threads;

use std::process::ExitCode;

use crate::io::Io;

fn main() -> ExitCode {
    let mut io = Io::real();
    let result = match args::parse(std::env::args_os()) {
        Ok((color, command)) => {
            io.choose_color(color);
            commands::run(command, &mut io)
        }
        Err(refusal) => refusal.show(&mut io).map_err(Into::into),
    };
    io.finish(result)
}
