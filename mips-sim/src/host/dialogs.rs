//! The dialogs: windows in MARS. Without a display they break a program off; where [they are switched
//! on](crate::machine::MachineOptions::dialogs) they are questions and messages on the console, which
//! give a program what the windows would. The end of the input closes a window, as Cancel does.

// A handler without a row does not compile.
#![deny(dead_code)]

use super::console::print_bytes;
use super::handlers::{ServiceCall, store_all};
use super::system::{Crash, ServiceStop};
use super::{Host, Stream};
use crate::isa::reg::{A0, A1, A2};
use crate::java;
use crate::machine::fault::Access;

/// Longer than any text that fits in a dialog.
const MAX_DIALOG: usize = 1 << 16;

/// What the status in `$a1` says.
#[derive(Clone, Copy)]
enum Status {
    Read = 0,
    Unreadable = -1,
    Cancelled = -2,
    Empty = -3,
    TooLong = -4,
}

impl<H: Host> ServiceCall<'_, H> {
    pub(super) fn confirm_dialog(&mut self) -> Result<(), ServiceStop> {
        let question = self.message()? + " [yes/no/cancel]";
        let chosen = loop {
            let Some(line) = self.answer(&question)? else {
                // A window that is closed has no button, and Swing says so.
                break -1;
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "y" | "yes" => break 0,
                "n" | "no" => break 1,
                "c" | "cancel" => break 2,
                _ => {}
            }
        };
        self.cpu.set(A0, chosen as u32);
        Ok(())
    }

    pub(super) fn integer_dialog(&mut self) -> Result<(), ServiceStop> {
        let (value, status) = self.value(|line| java::parse_int(line, 10))?;
        self.cpu.set(A0, value.unwrap_or(0) as u32);
        self.set_status(status);
        Ok(())
    }

    pub(super) fn float_dialog(&mut self) -> Result<(), ServiceStop> {
        let (value, status) = self.value(java::parse_float)?;
        self.cpu.set_single(0, value.unwrap_or(0.0));
        self.set_status(status);
        Ok(())
    }

    pub(super) fn double_dialog(&mut self) -> Result<(), ServiceStop> {
        let (value, status) = self.value(java::parse_double)?;
        self.cpu.set_double(0, value.unwrap_or(0.0));
        self.set_status(status);
        Ok(())
    }

    /// Stores what fits, with a newline if there is room for it, and a NUL.
    pub(super) fn string_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.message()?;
        let line = self.answer(&message)?;
        let status = match line.as_deref() {
            None => Status::Cancelled,
            Some("") => Status::Empty,
            Some(text) => {
                let (buffer, length) = (self.cpu.get(A1), self.cpu.get(A2) as i32);
                let room = length.wrapping_sub(1);
                let units: Vec<u8> = text.encode_utf16().map(|unit| unit as u8).collect();
                // The NUL is stored at `room` at the latest, even if that is in front of the buffer.
                let start = buffer.wrapping_add(room.min(0) as u32);
                let fits = usize::try_from(room).unwrap_or(0);
                let bytes = units.iter().copied().chain([b'\n']).take(fits).chain([0]);
                let (count, stored) = store_all(self.memory, start, bytes);
                self.system.note(Access::Store, start, count);
                stored?;
                if units.len() > fits { Status::TooLong } else { Status::Read }
            }
        };
        self.set_status(status);
        Ok(())
    }

    pub(super) fn message_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.message()?;
        // What the icon says.
        self.tell(&match self.cpu.get(A1) {
            0 => format!("error: {message}"),
            2 => format!("warning: {message}"),
            _ => message,
        })
    }

    pub(super) fn integer_message_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.message()?;
        self.tell(&format!("{message}{}", self.cpu.get(A1) as i32))
    }

    pub(super) fn float_message_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.message()?;
        self.tell(&(message + &java::float_text(self.cpu.single(12), self.system.float_text)))
    }

    pub(super) fn double_message_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.message()?;
        self.tell(&(message + &java::double_text(self.cpu.double(12), self.system.float_text)))
    }

    pub(super) fn string_message_dialog(&mut self) -> Result<(), ServiceStop> {
        let message = self.text_at(self.a0(), MAX_DIALOG)?;
        let text = self.text_at(self.cpu.get(A1), MAX_DIALOG)?;
        self.display()?;
        self.tell(&(message + &text))
    }

    /// The text of a dialog, which is read before it is found that there is no display.
    fn message(&mut self) -> Result<String, ServiceStop> {
        let message = self.text_at(self.a0(), MAX_DIALOG)?;
        self.display()?;
        Ok(message)
    }

    fn display(&self) -> Result<(), ServiceStop> {
        match self.system.has_dialogs() {
            true => Ok(()),
            false => Err(ServiceStop::Crash(Crash::NoDisplay)),
        }
    }

    /// Asks for a value: what was read, and the status.
    fn value<T>(
        &mut self,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<(Option<T>, Status), ServiceStop> {
        let message = self.message()?;
        let line = self.answer(&message)?;
        Ok(match line.as_deref() {
            None => (None, Status::Cancelled),
            Some("") => (None, Status::Empty),
            Some(line) => match parse(line) {
                Some(value) => (Some(value), Status::Read),
                None => (None, Status::Unreadable),
            },
        })
    }

    /// Asks, and gives the line that is the answer, none at the end of the input. While the answer is
    /// awaited the machine stops on the `syscall`, which then must not ask a second time.
    fn answer(&mut self, question: &str) -> Result<Option<String>, ServiceStop> {
        if !self.system.has_asked() {
            let space = if question.ends_with(char::is_whitespace) { "" } else { " " };
            self.print_dialog(&[question, space])?;
            self.system.set_asked(true);
        }
        let line = match self.system.line(self.host) {
            Ok(line) => Some(line.into_owned()),
            Err(ServiceStop::Crash(Crash::EndOfInput)) => None,
            Err(stop) => return Err(stop),
        };
        self.system.set_asked(false);
        if line.is_none() {
            // On a terminal, one window was closed, and the next one can be answered.
            self.system.reader.reopen();
            print_bytes(self.system, self.host, Stream::Out, b"\n")?;
        }
        Ok(line)
    }

    fn tell(&mut self, message: &str) -> Result<(), ServiceStop> {
        self.print_dialog(&[message, "\n"])
    }

    /// Prints at the beginning of a line.
    fn print_dialog(&mut self, parts: &[&str]) -> Result<(), ServiceStop> {
        let begin = if self.system.is_within_line() { "\n" } else { "" };
        let text = begin.to_string() + &parts.concat();
        self.system.charge(text.len())?;
        print_bytes(self.system, self.host, Stream::Out, text.as_bytes())
    }

    fn set_status(&mut self, status: Status) {
        self.cpu.set(A1, status as i32 as u32);
    }
}
