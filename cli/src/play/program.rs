//! The assembly game in its machine. The program is part of the binary; only this module knows that
//! it is a program, and reads its text to tell hints.

use std::io::Write;

use engine::Board;
use engine::protocol::text;
use engine::solve::Policy;
use mips_sim::diag::hint::report;
use mips_sim::host::system::Crash;
use mips_sim::host::{Host, Input, Refused, Stream};
use mips_sim::machine::{Fault, Machine, MachineOptions, ServiceFault, Stop};
use mips_sim::observe::Off;
use mips_sim::{AsmOptions, Assembly};

use super::hints::hint;
use super::{INPUT_ENDED, NOT_AN_INTEGER};
use crate::commands::asm::assembled;
use crate::exit::Exit;
use crate::host::{Failure, Files, RealHost, Source};
use crate::io::Io;
use crate::render;

/// What the game is called where there is no file.
pub(crate) const NAME: &str = "fivetwelve.asm";
/// The game.
const PROGRAM: &str = include_str!("../../../asm/fivetwelve.asm");

/// Plays until the game, the input or the patience of the reader ends.
pub(crate) fn play(
    seed: Option<u64>,
    policy: Option<&Policy<3>>,
    io: &mut Io,
) -> anyhow::Result<Exit> {
    let assembly = embedded(io)?;
    let host = RealHost::new(Source::Stdin, Files::Denied, seed, u64::MAX);
    let mut host = Hinting { host, policy, watcher: Watcher::default(), lines: Vec::new() };
    let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
    let stop = machine.run(&mut host, &mut Off, u64::MAX);
    let mut host = host.host;
    if matches!(stop, Stop::Exit(_)) {
        // The program ends in the middle of a line. MARS's command line ends it, and so do we; if
        // nobody reads it, that is found out below.
        let _ = host.write(Stream::Out, b"\n");
    }
    host.flush()?;
    if let Some(Failure::Console(error)) = host.failure {
        return Err(error.into());
    }
    match stop {
        Stop::Exit(_) => Ok(Exit::Ok),
        Stop::Crash { crash: Crash::EndOfInput, .. } => {
            writeln!(io.err, "{INPUT_ENDED}")?;
            Ok(Exit::Ok)
        }
        Stop::Fault { fault: Fault::Service(ServiceFault::Integer), .. } => {
            writeln!(io.err, "{NOT_AN_INTEGER}")?;
            Ok(Exit::Unable)
        }
        other => {
            let report = report(other, &machine, None, &assembly.image);
            write!(io.err, "{}", render::run_error(&report, &assembly.image, io.style()))?;
            Ok(Exit::Unable)
        }
    }
}

/// The game, assembled.
pub(crate) fn embedded(io: &mut Io) -> anyhow::Result<Assembly> {
    let mut files: &[(&str, &str)] = &[(NAME, PROGRAM)];
    assembled(&[NAME], &mut files, &AsmOptions::default(), Exit::Failed, io)
}

/// The terminal, with a hint on standard error before each move if there are any.
struct Hinting<'a> {
    host: RealHost,
    policy: Option<&'a Policy<3>>,
    watcher: Watcher,
    /// What was read and not yet asked for.
    lines: Vec<u8>,
}

impl Host for Hinting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Input {
        let Some(policy) = self.policy else { return self.host.read(buffer) };
        if let Some((board, spawning)) = self.watcher.asked() {
            let line = format!("hint: {}\n", hint(policy, &board, spawning));
            if self.host.write(Stream::Err, line.as_bytes()).is_err() {
                return Input::End;
            }
        }
        if self.lines.is_empty() {
            match self.host.read(buffer) {
                Input::Bytes(count) => self.lines.extend_from_slice(&buffer[..count]),
                other => return other,
            }
        }
        // A pipe gives many lines at once. One at a time, so that the next move is asked for before
        // the machine has its answer.
        let end = self.lines.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(self.lines.len(), |end| end + 1).min(buffer.len());
        buffer[..count].copy_from_slice(&self.lines[..count]);
        self.lines.drain(..count);
        Input::Bytes(count)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), Refused> {
        if self.policy.is_some() {
            self.watcher.saw(bytes);
        }
        self.host.write(stream, bytes)
    }

    fn seed(&mut self, stream: u32) -> i64 {
        self.host.seed(stream)
    }
}

/// Follows a game by what it prints.
#[derive(Default)]
struct Watcher {
    /// What was printed since the last line was read.
    text: Vec<u8>,
    board: Option<Board>,
    rng_off: bool,
}

impl Watcher {
    fn saw(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    /// The board and whether new tiles appear, if a move is asked for. To be called before every
    /// read.
    fn asked(&mut self) -> Option<(Board, bool)> {
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        if !rows.is_empty() {
            let cells = rows.iter().flat_map(|row| row.trim_matches('|').split('|'));
            let cells = cells.map(|cell| if cell.trim().is_empty() { "0" } else { cell });
            self.board = cells.collect::<Vec<_>>().join(" ").parse().ok();
        }
        self.rng_off |= text.contains(text::RNG_DISABLED);
        self.rng_off &= !text.contains(text::RNG_ENABLED);
        let board = self.board.filter(|_| text.ends_with(text::ENTER_MOVE))?;
        Some((board, !self.rng_off))
    }
}

#[cfg(test)]
mod tests {
    use engine::Scripted;
    use engine::protocol::{Fidelity, TextGame};

    use super::*;

    #[test]
    fn the_watcher_follows_a_game() {
        let mut chance = Scripted::new([1, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
        let mut session = TextGame::new(Fidelity::Program);
        let mut watcher = Watcher::default();
        let mut after = |line: &[u8]| {
            let mut output = Vec::new();
            session.feed(line, &mut chance, &mut output);
            output.chunks(5).for_each(|piece| watcher.saw(piece));
            watcher.asked().map(|(board, spawning)| format!("{board}, {spawning}"))
        };
        assert_eq!(after(b""), None);
        assert_eq!(after(b"0\n"), None);
        assert_eq!(after(b"1\n").unwrap(), "2 2 . / . . . / . . ., true");
        assert_eq!(after(b"W\n").unwrap(), "2 2 . / . . . / . . ., true");
        assert_eq!(after(b"A\n").unwrap(), "4 2 . / . . . / . . ., true");
        assert_eq!(after(b"3\n").unwrap(), "4 2 . / . . . / . . ., false");
        assert_eq!(after(b"S\n").unwrap(), ". . . / . . . / 4 2 ., false");
        assert_eq!(after(b"4\n").unwrap(), ". . . / . . . / 4 2 ., true");
        assert_eq!(after(b"X\n"), None);
    }
}
