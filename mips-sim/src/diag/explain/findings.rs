//! The words for what the checker of a run found.

use crate::image::Image;
use crate::isa::reg::NAMES;
use crate::observe::check::{Finding, Misuse};

/// A finding for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingExplanation {
    /// The instruction to point at.
    pub pc: u32,
    /// What is wrong, in one line.
    pub title: String,
    /// What to do about it.
    pub help: String,
    /// Another instruction that has to do with it, and what it does.
    pub related: Option<(u32, String)>,
}

impl FindingExplanation {
    /// All of it in one line that begins with the place.
    pub fn sentence(&self, image: &Image) -> String {
        format!("{}: {}: {}", line(image, self.pc), self.title, self.help)
    }
}

/// Puts a finding into words.
pub fn explain_finding(finding: &Finding, image: &Image) -> FindingExplanation {
    let here = finding.pc;
    let line = |pc: u32| line(image, pc);
    let name = |register: &u8| NAMES[usize::from(register & 31)];
    let (title, help) = words(finding, &line, &name);
    let (pc, related) = match &finding.misuse {
        Misuse::ServiceOverwritten { set, .. } => (*set, Some((here, "`$v0` is overwritten here"))),
        Misuse::RanIntoFunction { from, .. } => (*from, Some((here, "this is where it returns"))),
        Misuse::RanIntoNext { overwritten, .. } => {
            (here, Some((*overwritten, "`$v0` is overwritten here")))
        }
        Misuse::ReturnAddressLost { call, .. } => (here, Some((*call, "this call sets `$ra`"))),
        Misuse::SavedNotRestored { written, .. } => (*written, Some((here, "it shows here"))),
        Misuse::ValueLost { written, .. } => (here, Some((*written, "it is changed here"))),
        Misuse::RestoredFromOther { loaded, .. } => (*loaded, None),
        Misuse::DividedByZero { division, .. } => {
            (*division, Some((here, "the result is read here")))
        }
        Misuse::EnteredByJump { jump, .. } => (*jump, Some((here, "this is where it returns"))),
        Misuse::CallAsJump { call } => (*call, Some((here, "`$ra` is used here"))),
        _ => (here, None),
    };
    let related = related.map(|(pc, text)| (pc, text.to_string()));
    FindingExplanation { pc, title, help, related }
}

/// What is wrong, and what to do.
fn words(
    finding: &Finding,
    line: &dyn Fn(u32) -> String,
    name: &dyn Fn(&u8) -> &'static str,
) -> (String, String) {
    let here = line(finding.pc);
    let (title, help) = match &finding.misuse {
        Misuse::AddressPrinted { label } => (
            format!("`$a0` holds the address of `{label}`, and syscall 1 prints integers"),
            "syscall 4 prints strings",
        ),
        Misuse::AddressAsNumber { register, label } => (
            format!("the address of `{label}` in `{}` is used as a number", name(register)),
            "`lw` loads the value that is stored there",
        ),
        Misuse::ServiceOverwritten { number, .. } => (
            format!(
                "`$v0` is set to {number} for a service and overwritten at {here} before any `syscall`"
            ),
            "is a `syscall` missing?",
        ),
        Misuse::RanIntoFunction { function, .. } => {
            let title = format!(
                "execution ran into `{function}` without a call, and its `jr $ra` at {here} has \
                 nowhere to return to"
            );
            let help = format!("`li $v0, 10` and `syscall` are missing before `{function}`");
            return (title, help);
        }
        Misuse::RanIntoNext { function, next, overwritten } => {
            let there = line(*overwritten);
            let title = format!(
                "`{function}` ran into `{next}`, which overwrites its result in `$v0` at {there}"
            );
            return (title, format!("`jr $ra` is missing at the end of `{function}`"));
        }
        Misuse::ReturnAddressLost { function, call } => (
            format!(
                "`$ra` was set by the call at {} inside `{function}` and never restored, so \
                 `jr $ra` goes back there",
                line(*call)
            ),
            "save `$ra` on the stack before that call and load it again before returning",
        ),
        Misuse::SavedNotRestored { function, register, .. } => {
            let register = name(register);
            let title = format!(
                "`{function}` changed `{register}` and returned without restoring it, which shows \
                 at {here}"
            );
            let help =
                format!("save `{register}` on the stack first and load it again before `jr $ra`");
            return (title, help);
        }
        Misuse::ValueLost { function, register, written } => (
            format!(
                "`{}` is read after a call of `{function}`, which changed it at {}",
                name(register),
                line(*written)
            ),
            "keep the value in a `$s` register or on the stack over the call",
        ),
        Misuse::StackUnbalanced { function, bytes } => (
            format!(
                "`$sp` is {} bytes {} than at entry when `{function}` returns",
                bytes.unsigned_abs(),
                if *bytes < 0 { "lower" } else { "higher" }
            ),
            "give back as much of the stack as was taken",
        ),
        Misuse::RestoredFromOther { register, stored, .. } => (
            format!(
                "the word that is loaded into `{}` here is the one that was stored from `{}`",
                name(register),
                name(stored)
            ),
            "load each register from the offset that it was stored at",
        ),
        Misuse::PastEnd { label, offset, bytes, into } => (
            format!(
                "this access at `{label}`+{offset} is past the end of `{label}`, which has {bytes} \
                 bytes, and is in `{into}`"
            ),
            "compare the index with the number of elements first",
        ),
        Misuse::OutsideSpace { label, offset, reserved } => (
            format!(
                "this access at `{label}`+{offset} is outside the {reserved} bytes reserved for \
                 `{label}`"
            ),
            "`.space` counts bytes, and a word has four",
        ),
        Misuse::NotTerminated { label, into } => (
            format!("no NUL ends the text of `{label}`, so that printing runs on into `{into}`"),
            "use `.asciiz`",
        ),
        Misuse::DividedByZero { register, .. } => {
            // `$zero` and `$at` are not the program's own.
            let divisor = match register {
                0 | 1 => "0".to_string(),
                _ => format!("`{}` = 0", name(register)),
            };
            let title = format!("divided by {divisor}, and the result is read at {here}");
            (title, "MARS leaves LO and HI as they were; test the divisor first")
        }
        Misuse::EnteredByJump { function, .. } => (
            format!("`{function}` was entered by a jump and returns with `jr $ra` at {here}"),
            "call it with `jal`",
        ),
        Misuse::CallAsJump { .. } => (
            format!(
                "this call goes back to a label of its own function and destroys `$ra`, which \
                 `jr $ra` at {here} then uses"
            ),
            "jump with `j` or a branch",
        ),
        Misuse::WordAsLetter { register, letter } => (
            format!(
                "`{}` holds the first four bytes of a line that was read, not only the letter `{}`",
                name(register),
                letter.escape_default()
            ),
            "load a byte (`lb`) to compare",
        ),
        Misuse::BufferTooShort { label, length, room, next } => {
            let before = next.as_ref().map_or(String::new(), |next| format!(" before `{next}`"));
            let title = format!(
                "syscall 8 may write {length} bytes at `{label}`, which has room for {room}{before}"
            );
            (title, "`$a1` must not be larger than the buffer")
        }
        Misuse::NeverWritten { register } => (
            format!("`{}` is read, but nothing has been written to it", name(register)),
            "set it first: it is zero under MARS only",
        ),
        Misuse::FloatNeverWritten { register } => (
            format!("`$f{register}` is read, but nothing has been written to it"),
            "set it first, with `l.s`, `l.d`, `mov.s` or `mtc1`: it is zero under MARS only",
        ),
    };
    (title, help.to_string())
}

/// The line of an instruction in words.
fn line(image: &Image, pc: u32) -> String {
    match image.place(pc) {
        Some(place) if image.sources.files().len() > 1 => {
            format!("{} line {}", place.file_name(), place.line)
        }
        Some(place) => format!("line {}", place.line),
        None => format!("0x{pc:08x}"),
    }
}
