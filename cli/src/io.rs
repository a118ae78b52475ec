//! The terminal: where output goes, and whether it may be coloured.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::ColorChoice;
use render::Style;

use crate::exit::{self, Exit};

/// The columns of a terminal that does not say how wide it is.
const USUAL_WIDTH: usize = 80;
/// The columns of what is not shown on a terminal.
const FILE_WIDTH: usize = 100;

/// Standard output and standard error.
pub(crate) struct Io {
    pub(crate) out: Box<dyn Write>,
    pub(crate) err: Box<dyn Write>,
    /// What standard output is like.
    pub(crate) on_out: Screen,
    /// What standard error is like.
    pub(crate) on_err: Screen,
}

/// What is known of the place where output goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    /// Whether it is a terminal, where lines should fit.
    pub(crate) is_terminal: bool,
    /// Whether it wants colour.
    pub(crate) color: bool,
    /// How wide it is, as far as anyone says.
    pub(crate) width: usize,
}

impl Screen {
    fn new(is_terminal: bool) -> Screen {
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        let width = columns.filter(|width| *width >= 40).unwrap_or_else(|| match is_terminal {
            true => {
                let size = crossterm::terminal::size().ok().map(|(columns, _)| columns.into());
                size.filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH)
            }
            false => FILE_WIDTH,
        });
        Screen { is_terminal, color: wants_color(ColorChoice::Auto, is_terminal), width }
    }
}

impl Io {
    pub(crate) fn real() -> Io {
        Io {
            out: Box::new(BufWriter::new(io::stdout())),
            err: Box::new(BufWriter::new(io::stderr())),
            on_out: Screen::new(io::stdout().is_terminal()),
            on_err: Screen::new(io::stderr().is_terminal()),
        }
    }

    /// Does as `--color` says.
    pub(crate) fn choose_color(&mut self, choice: ColorChoice) {
        for screen in [&mut self.on_out, &mut self.on_err] {
            screen.color = wants_color(choice, screen.is_terminal);
        }
    }

    /// How to draw pictures on standard error.
    pub(crate) fn style(&self) -> Style {
        let Screen { is_terminal, color, width } = self.on_err;
        // The tasks of VS Code look for a title and its place line by line.
        let by_lines = std::env::var_os("TERM_PROGRAM").is_some_and(|name| name == "vscode");
        Style { color, width, wrap_titles: is_terminal && !by_lines }
    }

    /// Writes sentences to standard error, which fit on a terminal.
    pub(crate) fn tell(&mut self, sentences: &str) -> io::Result<()> {
        match self.on_err.is_terminal {
            true => writeln!(self.err, "{}", render::wrapped(sentences, self.on_err.width)),
            false => writeln!(self.err, "{sentences}"),
        }
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
            let _ = self.tell(&format!("error: {message}")).and_then(|()| self.err.flush());
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

/// Whether something wants colour: as was asked for, or else by the usual variables.
fn wants_color(choice: ColorChoice, is_terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if set("NO_COLOR").is_some() => false,
        ColorChoice::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        ColorChoice::Auto => is_terminal && !dumb(),
    }
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
    let screen = Screen { is_terminal: false, color: false, width };
    let mut io = Io {
        out: Box::new(out.clone()),
        err: Box::new(err.clone()),
        on_out: screen,
        on_err: screen,
    };
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
