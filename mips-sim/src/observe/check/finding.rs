//! What the checker found, and how it is put into words.

use crate::image::Image;
use crate::isa::reg;

/// One mistake at one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The row of the list of misconceptions.
    pub row: u8,
    /// A name for tools, such as `C0009`.
    pub code: &'static str,
    /// The instruction where it shows.
    pub pc: u32,
    /// Its source line, as an index into [`Image::lines`].
    pub line: u32,
    /// What there is to name.
    pub args: Args,
}

/// The particulars of a finding. Which of them are there depends on the row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Args {
    /// A register.
    pub register: u8,
    /// Another register.
    pub other_register: u8,
    /// A label or function.
    pub name: String,
    /// Another label or function.
    pub other: String,
    /// Another instruction that has to do with it.
    pub at: u32,
    /// A number.
    pub value: i64,
    /// Another number.
    pub other_value: i64,
}

/// The rows that are looked for, with their codes.
pub const ROWS: [(u8, &str); 19] = [
    (1, "C0001"),
    (4, "C0004"),
    (5, "C0005"),
    (7, "C0007"),
    (8, "C0008"),
    (9, "C0009"),
    (10, "C0010"),
    (11, "C0011"),
    (12, "C0012"),
    (13, "C0013"),
    (15, "C0015"),
    (16, "C0016"),
    (18, "C0018"),
    (25, "C0025"),
    (26, "C0026"),
    (27, "C0027"),
    (28, "C0028"),
    (29, "C0029"),
    (30, "C0030"),
];

impl Finding {
    /// One or two sentences: the line, what is wrong, and what to do.
    pub fn text(&self, image: &Image) -> String {
        let here = place(image, self.pc);
        let there = place(image, self.args.at);
        let Args { name, other, value, other_value, .. } = &self.args;
        let register = reg::NAMES[usize::from(self.args.register & 31)];
        let second = reg::NAMES[usize::from(self.args.other_register & 31)];
        match self.row {
            1 => format!(
                "{here}: `$a0` holds the address of `{name}`; syscall 1 prints integers, \
                 syscall 4 prints strings"
            ),
            4 => format!(
                "{here}: the address of `{name}` in `{register}` is used as a number; `lw` loads \
                 the value that is stored there"
            ),
            5 => format!(
                "{there}: `$v0` is set to {value} for a service and overwritten at {here} before \
                 any `syscall`: is a `syscall` missing?"
            ),
            7 => format!(
                "{there}: execution ran into `{name}` without a call, and its `jr $ra` at {here} \
                 has nowhere to return to: `li $v0, 10` and `syscall` are missing before `{name}`"
            ),
            8 => format!(
                "{here}: `{name}` ran into `{other}`, which overwrites its result in `$v0` at \
                 {there}: `jr $ra` is missing at the end of `{name}`"
            ),
            9 => format!(
                "{here}: `$ra` was set by the call at {there} inside `{name}` and never restored, \
                 so `jr $ra` goes back there: save `$ra` on the stack before that call and load \
                 it again before returning"
            ),
            10 => format!(
                "{there}: `{name}` changed `{register}` and returned without restoring it, which \
                 shows at {here}: save `{register}` on the stack first and load it again before \
                 `jr $ra`"
            ),
            11 => format!(
                "{here}: `{register}` is read after a call of `{name}`, which changed it at \
                 {there}: keep the value in a `$s` register or on the stack over the call"
            ),
            12 => format!(
                "{here}: `$sp` is {} bytes {} than at entry when `{name}` returns: give back as \
                 much of the stack as was taken",
                value.abs(),
                if *value < 0 { "lower" } else { "higher" }
            ),
            13 => format!(
                "{there}: the word that is loaded into `{register}` here is the one that was \
                 stored from `{second}`: load each register from the offset that it was stored at"
            ),
            15 => format!(
                "{here}: this access at `{name}`+{value} is past the end of `{name}`, which has \
                 {other_value} bytes, and is in `{other}`"
            ),
            16 => format!(
                "{here}: this access at `{name}`+{value} is outside the {other_value} bytes \
                 reserved for `{name}`; `.space` counts bytes, and a word has four"
            ),
            18 => format!(
                "{here}: no NUL ends the text of `{name}`, so that printing runs on into \
                 `{other}`: use `.asciiz`"
            ),
            // A zero that was not in a register of the program's.
            25 if self.args.register < 2 => format!(
                "{there}: divided by 0, and the result is read at {here}; MARS leaves LO and HI \
                 as they were"
            ),
            25 => format!(
                "{there}: divided by `{register}` = 0, and the result is read at {here}; MARS \
                 leaves LO and HI as they were"
            ),
            26 => format!(
                "{there}: `{name}` was entered by a jump and returns with `jr $ra` at {here}: \
                 call it with `jal`"
            ),
            27 => format!(
                "{there}: this call goes back to a label of its own function and destroys `$ra`, \
                 which `jr $ra` at {here} then uses: jump with `j` or a branch"
            ),
            28 => format!(
                "{here}: `{register}` holds the first four bytes of a line that was read, not \
                 only the letter `{}`: load a byte (`lb`) to compare",
                char::from_u32(*value as u32).unwrap_or('?').escape_default()
            ),
            29 => format!(
                "{here}: syscall 8 may write {value} bytes at `{name}`, which has room for \
                 {other_value} before `{other}`"
            ),
            _ => format!(
                "{here}: `{register}` is read, but nothing has been written to it; it is zero \
                 under MARS only"
            ),
        }
    }
}

/// The line of an instruction in words.
fn place(image: &Image, pc: u32) -> String {
    match image.place(pc) {
        Some(place) if image.sources.files().len() > 1 => {
            format!("{} line {}", place.file_name(), place.line)
        }
        Some(place) => format!("line {}", place.line),
        None => format!("0x{pc:08x}"),
    }
}
