//! What the checker found, as data. The words are in [`crate::diag::explain`].

use crate::diag::explain::explain_finding;
use crate::diag::messages::coded;
use crate::image::Image;

/// One mistake at one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The instruction where it shows.
    pub pc: u32,
    /// What is wrong.
    pub misuse: Misuse,
}

impl Finding {
    /// A name for tools, such as `C0009`.
    pub fn code(&self) -> &'static str {
        self.misuse.code()
    }

    /// One or two sentences: the line, what is wrong, and what to do.
    pub fn text(&self, image: &Image) -> String {
        explain_finding(self, image).sentence(image)
    }
}

coded! {
    /// What the checker knows how to find. Functions and labels are there by name; the other
    /// instructions that have to do with it by address.
    enum Misuse;

    /// The address of a string is printed as an integer.
    "C0001" AddressPrinted { label: String };
    /// An address is used as the number that is stored there.
    "C0004" AddressAsNumber { register: u8, label: String };
    /// A service is prepared, and another one before its `syscall`.
    "C0005" ServiceOverwritten { number: i32, set: u32 };
    /// The program runs into a function without a call.
    "C0007" RanIntoFunction { function: String, from: u32 };
    /// A function runs into the next one, which overwrites its result.
    "C0008" RanIntoNext { function: String, next: String, overwritten: u32 };
    /// A function calls another and returns without restoring `$ra`.
    "C0009" ReturnAddressLost { function: String, call: u32 };
    /// A function changes an `$s` register and does not restore it.
    "C0010" SavedNotRestored { function: String, register: u8, written: u32 };
    /// A value is used after a call that may change its register, and did.
    "C0011" ValueLost { function: String, register: u8, written: u32 };
    /// A function returns with another `$sp` than it was called with.
    "C0012" StackUnbalanced { function: String, bytes: i32 };
    /// A register is restored from the place of another.
    "C0013" RestoredFromOther { register: u8, stored: u8, loaded: u32 };
    /// An access past the end of an array.
    "C0015" PastEnd { label: String, offset: u32, bytes: u32, into: String };
    /// An access outside the room that `.space` reserved.
    "C0016" OutsideSpace { label: String, offset: u32, reserved: u32 };
    /// A string is printed that no NUL ends.
    "C0018" NotTerminated { label: String, into: String };
    /// The result of a division by zero is used.
    "C0025" DividedByZero { register: u8, division: u32 };
    /// A function is entered by a jump and returns with `jr $ra`.
    "C0026" EnteredByJump { function: String, jump: u32 };
    /// A call inside a function is used as a jump.
    "C0027" CallAsJump { call: u32 };
    /// A whole word of a line that was read is compared with a letter.
    "C0028" WordAsLetter { register: u8, letter: char };
    /// A line is read into a buffer that is shorter than `$a1` says.
    "C0029" BufferTooShort { label: String, length: u32, room: u32, next: Option<String> };
    /// A register is read that nothing has been written to.
    "C0030" NeverWritten { register: u8 };
    /// A floating-point register is read that nothing has been written to.
    "C0031" FloatNeverWritten { register: u8 };
}
