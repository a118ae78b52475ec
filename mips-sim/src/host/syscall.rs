//! The services of `syscall`, one row each: number, name, handler, arguments, results, what it does.
//! The dispatch, the reference pages, the advice, the checker and the hints all come from these rows.

use super::Host;
use super::handlers::{ServiceCall, fault};
use super::system::ServiceStop;
use crate::isa::reg::{self, A0, A1, A2, A3, V0};
use crate::isa::{Inst, Op};
use crate::machine::fault::ServiceFault;

/// The floating-point registers that services use.
const F0: u8 = 0;
const F12: u8 = 12;

/// A service.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// What `$v0` must hold.
    pub number: u32,
    /// A short name, in lower case.
    pub name: &'static str,
    /// The registers that hold its arguments.
    pub arguments: &'static [Parameter],
    /// The registers that hold its results.
    pub results: &'static [Parameter],
    /// One to three sentences for people.
    pub doc: &'static str,
}

/// A register that a service reads or sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its number, among the floating-point registers if the type is a floating-point number.
    pub register: u8,
    /// The type of its value.
    pub ty: Type,
    /// The meaning of its value, for people.
    pub meaning: &'static str,
}

/// What a parameter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// An integer of any kind.
    Integer,
    /// A number of bytes or milliseconds.
    Length,
    /// A single-precision number.
    Single,
    /// A double-precision number, in a register and the next.
    Double,
    /// The address of a string that ends with a zero byte, which the service reads.
    Text,
    /// The address of bytes that the service reads. Their number is the next argument.
    Bytes,
    /// The address of bytes that the service writes. The most that fit is the next argument.
    Buffer,
    /// The address of memory that the service has allocated.
    Heap,
}

impl Service {
    /// The integer registers that hold its arguments, a bit for each.
    pub fn reads(&self) -> u32 {
        mask(self.arguments, false)
    }

    /// The integer registers that it sets, a bit for each.
    pub fn writes(&self) -> u32 {
        mask(self.results, false)
    }

    /// The floating-point registers that hold its arguments, a bit for each.
    pub fn fp_reads(&self) -> u32 {
        mask(self.arguments, true)
    }

    /// The floating-point registers that it sets, a bit for each.
    pub fn fp_writes(&self) -> u32 {
        mask(self.results, true)
    }

    /// The first argument of a type.
    pub fn argument(&self, ty: Type) -> Option<&'static Parameter> {
        self.arguments.iter().find(|argument| argument.ty == ty)
    }
}

impl Parameter {
    /// Such as `$a0 = number`, several of them separated by commas.
    pub fn list(parameters: &[Parameter]) -> String {
        let text = |parameter: &Parameter| match parameter.registers() {
            (_, true) => format!("$f{} = {}", parameter.register, parameter.meaning),
            _ => format!("{} = {}", reg::NAMES[usize::from(parameter.register)], parameter.meaning),
        };
        parameters.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// A bit for each of its registers, and whether they are floating-point registers.
    fn registers(&self) -> (u32, bool) {
        match self.ty {
            Type::Single => (1 << self.register, true),
            Type::Double => (3 << self.register, true),
            _ => (1 << self.register, false),
        }
    }
}

fn mask(parameters: &[Parameter], float: bool) -> u32 {
    let registers = parameters.iter().map(Parameter::registers);
    registers.filter(|(_, is_float)| *is_float == float).fold(0, |mask, (bits, _)| mask | bits)
}

/// Finds a service by its number.
pub fn service(number: u32) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.number == number)
}

/// The service whose number an instruction puts in `$v0`, if it sets it to a constant.
pub fn selected_by(inst: Inst) -> Option<&'static Service> {
    let constant = matches!(inst.op, Op::Addi | Op::Addiu | Op::Ori) && inst.regs[1] == 0;
    if constant && inst.regs[0] == V0 { service(inst.imm as u32) } else { None }
}

macro_rules! services {
    ($(
        $number:literal $name:literal $handler:ident
        [$($argument:ident $argument_type:ident $argument_meaning:literal),*]
        [$($result:ident $result_type:ident $result_meaning:literal),*]
        $doc:literal;
    )*) => {
        /// Every service of MARS 4.5, by rising number. The numbers between them are errors.
        pub static SERVICES: &[Service] = &[
            $(Service {
                number: $number,
                name: $name,
                arguments: &[$(Parameter {
                    register: $argument,
                    ty: Type::$argument_type,
                    meaning: $argument_meaning,
                }),*],
                results: &[$(Parameter {
                    register: $result,
                    ty: Type::$result_type,
                    meaning: $result_meaning,
                }),*],
                doc: $doc,
            },)*
        ];

        impl<H: Host> ServiceCall<'_, H> {
            /// Carries out the service in `$v0`.
            #[inline]
            #[deny(unreachable_patterns, reason = "two rows with one number")]
            pub(super) fn dispatch(&mut self) -> Result<(), ServiceStop> {
                match self.cpu.get(V0) {
                    $($number => self.$handler(),)*
                    number => Err(fault(ServiceFault::Unknown(number as i32))),
                }
            }
        }
    };
}

services! {
    1  "print integer"           print_integer        [A0 Integer "number"]                                                                                  []                                                     "Prints a signed integer in decimal.";
    2  "print float"             print_float          [F12 Single "number"]                                                                                  []                                                     "Prints a single-precision number as Java writes it, such as `1.5` or `1.0E10`.";
    3  "print double"            print_double         [F12 Double "number"]                                                                                  []                                                     "Prints a double-precision number, which fills $f12 and $f13, as Java writes it.";
    4  "print string"            print_string         [A0 Text "address of the string"]                                                                      []                                                     "Prints the bytes from the address up to the first zero byte, which `.asciiz` stores and `.ascii` does not.";
    5  "read integer"            read_integer         []                                                                                                     [V0 Integer "number"]                                  "Reads a whole line, which must hold one decimal integer and nothing else but blanks around it; otherwise the program ends with an error.";
    6  "read float"              read_float           []                                                                                                     [F0 Single "number"]                                   "Reads a whole line, which must hold one floating-point number; otherwise the program ends with an error.";
    7  "read double"             read_double          []                                                                                                     [F0 Double "number"]                                   "Reads a whole line, which must hold one floating-point number, into $f0 and $f1; otherwise the program ends with an error.";
    8  "read string"             read_string          [A0 Buffer "address of the buffer", A1 Length "its length in bytes"]                                   []                                                     "Reads a whole line and stores at most $a1 - 1 characters of it and a zero byte. The newline is stored too if there is room for it; what does not fit is lost.";
    9  "allocate heap memory"    allocate             [A0 Integer "number of bytes"]                                                                         [V0 Heap "address of the memory"]                      "Takes bytes from the heap, rounded up to a multiple of 4. There is no way to give them back; a negative number, or more than the heap has, ends the program with an error.";
    10 "exit"                    exit                 []                                                                                                     []                                                     "Ends the program with exit code 0.";
    11 "print character"         print_character      [A0 Integer "character"]                                                                               []                                                     "Prints the character whose code is the lowest byte of $a0.";
    12 "read character"          read_character       []                                                                                                     [V0 Integer "character"]                               "Reads a whole line and gives its first character; the others are lost. An empty line ends the program with an error.";
    13 "open file"               open_file            [A0 Text "address of the file name", A1 Integer "flags"]                                               [V0 Integer "file descriptor, -1 on failure"]          "Opens a file. The flags are 0 to read, 1 to write from scratch and 9 to append; $a2, the mode, is ignored. A name that is open already, or that could not be opened before, fails, as does one of more than 4096 characters.";
    14 "read from file"          read_file            [A0 Integer "file descriptor", A1 Buffer "address of the buffer", A2 Length "most bytes"]              [V0 Integer "bytes read, 0 at the end, -1 on failure"] "Reads bytes from a file, or from standard input with descriptor 0. It can read fewer bytes than asked for, and stores no zero byte after them.";
    15 "write to file"           write_file           [A0 Integer "file descriptor", A1 Bytes "address of the bytes", A2 Length "how many"]                  [V0 Integer "bytes written, -1 on failure"]            "Writes bytes to a file, or to standard output or error with descriptor 1 or 2.";
    16 "close file"              close_file           [A0 Integer "file descriptor"]                                                                         []                                                     "Closes a file. Whatever is still open is closed when the program ends.";
    17 "exit with code"          exit_with_code       [A0 Integer "exit code"]                                                                               []                                                     "Ends the program with an exit code, of which the operating system keeps the lowest byte.";
    30 "system time"             system_time          []                                                                                                     [A0 Integer "lower word", A1 Integer "upper word"]     "Gives the milliseconds since the beginning of 1970 as a 64-bit number. The result is in $a0 and $a1, not in $v0.";
    31 "play note"               play_note            [A0 Integer "pitch", A1 Integer "milliseconds", A2 Integer "instrument", A3 Integer "volume"]          []                                                     "Starts to play a note and continues immediately. All values but the duration range from 0 to 127; one out of range is replaced by pitch 60, 1000 milliseconds, instrument 0 or volume 100.";
    32 "sleep"                   sleep                [A0 Length "milliseconds"]                                                                             []                                                     "Waits. A negative time breaks the program off.";
    33 "play note and wait"      hold_note            [A0 Integer "pitch", A1 Integer "milliseconds", A2 Integer "instrument", A3 Integer "volume"]          []                                                     "Plays a note as service 31 does, but continues only when it is over.";
    34 "print hexadecimal"       print_hexadecimal    [A0 Integer "number"]                                                                                  []                                                     "Prints `0x` and eight hexadecimal digits in lower case.";
    35 "print binary"            print_binary         [A0 Integer "number"]                                                                                  []                                                     "Prints 32 binary digits.";
    36 "print unsigned"          print_unsigned       [A0 Integer "number"]                                                                                  []                                                     "Prints an unsigned integer in decimal.";
    40 "seed random generator"   seed_generator       [A0 Integer "generator", A1 Integer "seed"]                                                            []                                                     "Starts the random sequence of a generator anew. A generator is any number you choose; the same seed always gives the same sequence, and one never seeded starts anywhere.";
    41 "random integer"          random_integer       [A0 Integer "generator"]                                                                               [A0 Integer "number"]                                  "Gives the next random integer, which can be any 32-bit number. The result replaces the generator in $a0.";
    42 "random integer in range" random_integer_below [A0 Integer "generator", A1 Integer "upper bound"]                                                     [A0 Integer "number"]                                  "Gives the next random integer from 0 up to, but not including, the bound. The result replaces the generator in $a0; a bound of 0 or less ends the program with an error.";
    43 "random float"            random_float         [A0 Integer "generator"]                                                                               [F0 Single "number"]                                   "Gives the next random single from 0 up to, but not including, 1.";
    44 "random double"           random_double        [A0 Integer "generator"]                                                                               [F0 Double "number"]                                   "Gives the next random double from 0 up to, but not including, 1, in $f0 and $f1.";
    50 "confirm dialog"          confirm_dialog       [A0 Text "address of the message"]                                                                     [A0 Integer "0 yes, 1 no, 2 cancel"]                   "Shows a question in a window. Like all dialogs it needs a display; without one the program breaks off.";
    51 "integer dialog"          integer_dialog       [A0 Text "address of the message"]                                                                     [A0 Integer "number", A1 Integer "status"]             "Asks for an integer in a window. Status: 0 read, -1 not an integer, -2 cancelled, -3 nothing entered.";
    52 "float dialog"            float_dialog         [A0 Text "address of the message"]                                                                     [F0 Single "number", A1 Integer "status"]              "Asks for a single in a window. Status: 0 read, -1 not a number, -2 cancelled, -3 nothing entered.";
    53 "double dialog"           double_dialog        [A0 Text "address of the message"]                                                                     [F0 Double "number", A1 Integer "status"]              "Asks for a double in a window; it goes to $f0 and $f1. Status: 0 read, -1 not a number, -2 cancelled, -3 nothing entered.";
    54 "string dialog"           string_dialog        [A0 Text "address of the message", A1 Buffer "address of the buffer", A2 Length "its length in bytes"] [A1 Integer "status"]                                  "Asks for a string in a window. Status: 0 read, -2 cancelled, -3 nothing entered, -4 too long, with what fits stored.";
    55 "message dialog"          message_dialog       [A0 Text "address of the message", A1 Integer "kind"]                                                  []                                                     "Shows a message in a window. The kinds are 0 error, 1 information, 2 warning and 3 question; any other number shows no icon.";
    56 "integer message dialog"  integer_message_dialog [A0 Text "address of the message", A1 Integer "number"]                                                []                                                     "Shows a message followed by an integer in a window.";
    57 "float message dialog"    float_message_dialog [A0 Text "address of the message", F12 Single "number"]                                                []                                                     "Shows a message followed by a single in a window.";
    58 "double message dialog"   double_message_dialog [A0 Text "address of the message", F12 Double "number"]                                                []                                                     "Shows a message followed by a double, from $f12 and $f13, in a window.";
    59 "string message dialog"   string_message_dialog [A0 Text "address of the message", A1 Text "address of the string"]                                    []                                                     "Shows a message followed by a string in a window.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_services_are_those_of_mars() {
        let numbers: Vec<u32> = SERVICES.iter().map(|service| service.number).collect();
        let expected: Vec<u32> = (1..=17).chain(30..=36).chain(40..=44).chain(50..=59).collect();
        assert_eq!(numbers, expected);
        assert_eq!(service(4).map(|service| service.name), Some("print string"));
        assert_eq!(service(18), None);
    }
}
