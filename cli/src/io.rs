//! The terminal: where output goes, and whether it may be coloured.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use render::Style;

use crate::exit::{self, Exit};

/// Standard output and standard error.
pub(crate) struct Io {
    pub(crate) out: Box<dyn Write>,
    pub(crate) err: Box<dyn Write>,
    /// Whether standard error is a terminal that wants colour.
    pub(crate) color: bool,
    /// How wide it is, as far as anyone says.
    pub(crate) width: usize,
}

impl Io {
    pub(crate) fn real() -> Io {
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        Io {
            out: Box::new(BufWriter::new(io::stdout())),
            err: Box::new(BufWriter::new(io::stderr())),
            color: io::stderr().is_terminal() && !plain(),
            width: columns.filter(|width| *width >= 40).unwrap_or(100),
        }
    }

    /// How to draw pictures on standard error.
    pub(crate) fn style(&self) -> Style {
        Style { color: self.color, width: self.width }
    }

    /// Lets what is written to standard error next, if anything is, begin on a line of its own.
    pub(crate) fn begin_line(&mut self) {
        let err = std::mem::replace(&mut self.err, Box::new(io::sink()));
        self.err = Box::new(OnNewLine { err, begun: false });
    }

    /// Writes out what is left, shows an error and turns the result of a command into an exit code.
    /// A reader that went away is not an error, and does not change the result of the command.
    pub(crate) fn finish(mut self, result: anyhow::Result<Exit>) -> ExitCode {
        let flushed = match self.out.flush().and(self.err.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        };
        match result.and_then(|exit| Ok(flushed.map(|()| exit)?)) {
            Ok(exit) => exit.into(),
            Err(error) if exit::is_broken_pipe(&error) => Exit::Ok.into(),
            Err(error) => {
                self.show(&error);
                Exit::of(&error).into()
            }
        }
    }

    fn show(&mut self, error: &anyhow::Error) {
        let message = exit::message(error);
        if !message.is_empty() {
            let _ = writeln!(self.err, "error: {message}").and_then(|()| self.err.flush());
        }
    }
}

/// Standard error behind a line that has no end yet.
struct OnNewLine {
    err: Box<dyn Write>,
    begun: bool,
}

impl Write for OnNewLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.begun && !bytes.is_empty() {
            self.err.write_all(b"\n")?;
            self.begun = true;
        }
        self.err.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.err.flush()
    }
}

/// Whether a terminal wants no colours, or can't show any.
pub(crate) fn plain() -> bool {
    dumb() || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

fn dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether keys come from a terminal that can be drawn on.
pub(crate) fn can_draw() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb()
}

/// What a command writes, for tests: standard output, then standard error, then the exit if it is
/// not the good one.
#[cfg(test)]
pub(crate) fn capture(
    width: usize,
    command: impl FnOnce(&mut Io) -> anyhow::Result<Exit>,
) -> String {
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Clone, Default)]
    struct Buffer(Rc<RefCell<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let (out, err) = (Buffer::default(), Buffer::default());
    let mut io = Io { out: Box::new(out.clone()), err: Box::new(err.clone()), color: false, width };
    let exit = command(&mut io).unwrap_or_else(|error| {
        io.show(&error);
        Exit::of(&error)
    });
    let mut text = String::from_utf8_lossy(&out.0.borrow()).into_owned();
    text.push_str(&String::from_utf8_lossy(&err.0.borrow()));
    if exit != Exit::Ok {
        text.push_str(&format!("[{exit:?}]\n"));
    }
    text
}
