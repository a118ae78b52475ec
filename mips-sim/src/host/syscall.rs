//! The services of `syscall`, one row each: number, name, where the arguments are, where the
//! result is, what it does. The reference pages and the advice of the assembler read it; the
//! functions that carry the services out are added to the rows together with the machine.

/// A service.
#[derive(Debug, PartialEq, Eq)]
pub struct Service {
    /// What `$v0` must hold.
    pub number: u32,
    /// A short name, in lower case.
    pub name: &'static str,
    /// The registers that hold its arguments, and what they mean; empty if there are none.
    pub arguments: &'static str,
    /// The registers that hold its result, and what they mean; empty if there is none.
    pub result: &'static str,
    /// One to three sentences for people.
    pub doc: &'static str,
}

/// Finds a service by its number.
pub fn service(number: u32) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.number == number)
}

macro_rules! services {
    ($($number:literal $name:literal $arguments:literal $result:literal $doc:literal;)*) => {
        /// Every service of MARS 4.5, by rising number. The numbers between them are errors.
        pub static SERVICES: &[Service] = &[
            $(Service {
                number: $number,
                name: $name,
                arguments: $arguments,
                result: $result,
                doc: $doc,
            },)*
        ];
    };
}

services! {
    1  "print integer"           "$a0 = number"                                                                         ""                                              "Prints a signed integer in decimal.";
    2  "print float"             "$f12 = number"                                                                        ""                                              "Prints a single-precision number as Java writes it, such as `1.5` or `1.0E10`.";
    3  "print double"            "$f12 = number"                                                                        ""                                              "Prints a double-precision number, which fills $f12 and $f13, as Java writes it.";
    4  "print string"            "$a0 = address of the string"                                                          ""                                              "Prints the bytes from the address up to the first zero byte, which `.asciiz` stores and `.ascii` does not.";
    5  "read integer"            ""                                                                                     "$v0 = number"                                  "Reads a whole line, which must hold one decimal integer and nothing else but blanks around it; otherwise the program ends with an error.";
    6  "read float"              ""                                                                                     "$f0 = number"                                  "Reads a whole line, which must hold one floating-point number; otherwise the program ends with an error.";
    7  "read double"             ""                                                                                     "$f0 = number"                                  "Reads a whole line, which must hold one floating-point number, into $f0 and $f1; otherwise the program ends with an error.";
    8  "read string"             "$a0 = address of the buffer, $a1 = its length in bytes"                               ""                                              "Reads a whole line and stores at most $a1 - 1 characters of it and a zero byte. The newline is stored too if there is room for it; what does not fit is lost.";
    9  "allocate heap memory"    "$a0 = number of bytes"                                                                "$v0 = address of the memory"                   "Takes bytes from the heap, rounded up to a multiple of 4. There is no way to give them back; a negative number, or more than the heap has, ends the program with an error.";
    10 "exit"                    ""                                                                                     ""                                              "Ends the program with exit code 0.";
    11 "print character"         "$a0 = character"                                                                      ""                                              "Prints the character whose code is the lowest byte of $a0.";
    12 "read character"          ""                                                                                     "$v0 = character"                               "Reads a whole line and gives its first character; the others are lost. An empty line ends the program with an error.";
    13 "open file"               "$a0 = address of the file name, $a1 = flags"                                          "$v0 = file descriptor, -1 on failure"          "Opens a file. The flags are 0 to read, 1 to write from scratch and 9 to append; $a2, the mode, is ignored. A name that is open already, or that could not be opened before, fails, as does one of more than 4096 characters.";
    14 "read from file"          "$a0 = file descriptor, $a1 = address of the buffer, $a2 = most bytes"                 "$v0 = bytes read, 0 at the end, -1 on failure" "Reads bytes from a file, or from standard input with descriptor 0. It can read fewer bytes than asked for, and stores no zero byte after them.";
    15 "write to file"           "$a0 = file descriptor, $a1 = address of the bytes, $a2 = how many"                    "$v0 = bytes written, -1 on failure"            "Writes bytes to a file, or to standard output or error with descriptor 1 or 2.";
    16 "close file"              "$a0 = file descriptor"                                                                ""                                              "Closes a file. Whatever is still open is closed when the program ends.";
    17 "exit with code"          "$a0 = exit code"                                                                      ""                                              "Ends the program with an exit code, of which the operating system keeps the lowest byte.";
    30 "system time"             ""                                                                                     "$a0 = lower word, $a1 = upper word"            "Gives the milliseconds since the beginning of 1970 as a 64-bit number. The result is in $a0 and $a1, not in $v0.";
    31 "play note"               "$a0 = pitch, $a1 = milliseconds, $a2 = instrument, $a3 = volume"                      ""                                              "Starts to play a note and goes on at once. All values but the duration range from 0 to 127; one out of range is replaced by pitch 60, 1000 milliseconds, instrument 0 or volume 100.";
    32 "sleep"                   "$a0 = milliseconds"                                                                   ""                                              "Waits. A negative time breaks the program off.";
    33 "play note and wait"      "$a0 = pitch, $a1 = milliseconds, $a2 = instrument, $a3 = volume"                      ""                                              "Plays a note as service 31 does, but goes on only when it is over.";
    34 "print hexadecimal"       "$a0 = number"                                                                         ""                                              "Prints `0x` and eight hexadecimal digits in lower case.";
    35 "print binary"            "$a0 = number"                                                                         ""                                              "Prints 32 binary digits.";
    36 "print unsigned"          "$a0 = number"                                                                         ""                                              "Prints an unsigned integer in decimal.";
    40 "seed random generator"   "$a0 = generator, $a1 = seed"                                                          ""                                              "Starts the random sequence of a generator anew. A generator is any number you choose; the same seed always gives the same sequence, and one never seeded starts anywhere.";
    41 "random integer"          "$a0 = generator"                                                                      "$a0 = number"                                  "Gives the next random integer, which can be any 32-bit number. The result replaces the generator in $a0.";
    42 "random integer in range" "$a0 = generator, $a1 = upper bound"                                                   "$a0 = number"                                  "Gives the next random integer from 0 up to, but not including, the bound. The result replaces the generator in $a0; a bound of 0 or less ends the program with an error.";
    43 "random float"            "$a0 = generator"                                                                      "$f0 = number"                                  "Gives the next random single from 0 up to, but not including, 1.";
    44 "random double"           "$a0 = generator"                                                                      "$f0 = number"                                  "Gives the next random double from 0 up to, but not including, 1, in $f0 and $f1.";
    50 "confirm dialog"          "$a0 = address of the message"                                                         "$a0 = 0 yes, 1 no, 2 cancel"                   "Shows a question in a window. Like all dialogs it needs a display; without one the program breaks off.";
    51 "integer dialog"          "$a0 = address of the message"                                                         "$a0 = number, $a1 = status"                    "Asks for an integer in a window. Status: 0 read, -1 not an integer, -2 cancelled, -3 nothing entered.";
    52 "float dialog"            "$a0 = address of the message"                                                         "$f0 = number, $a1 = status"                    "Asks for a single in a window. Status: 0 read, -1 not a number, -2 cancelled, -3 nothing entered.";
    53 "double dialog"           "$a0 = address of the message"                                                         "$f0 = number, $a1 = status"                    "Asks for a double in a window; it goes to $f0 and $f1. Status: 0 read, -1 not a number, -2 cancelled, -3 nothing entered.";
    54 "string dialog"           "$a0 = address of the message, $a1 = address of the buffer, $a2 = its length in bytes" "$a1 = status"                                  "Asks for a string in a window. Status: 0 read, -2 cancelled, -3 nothing entered, -4 too long, with what fits stored.";
    55 "message dialog"          "$a0 = address of the message, $a1 = kind"                                             ""                                              "Shows a message in a window. The kinds are 0 error, 1 information, 2 warning and 3 question; any other number shows no icon.";
    56 "integer message dialog"  "$a0 = address of the message, $a1 = number"                                           ""                                              "Shows a message followed by an integer in a window.";
    57 "float message dialog"    "$a0 = address of the message, $f12 = number"                                          ""                                              "Shows a message followed by a single in a window.";
    58 "double message dialog"   "$a0 = address of the message, $f12 = number"                                          ""                                              "Shows a message followed by a double, from $f12 and $f13, in a window.";
    59 "string message dialog"   "$a0 = address of the message, $a1 = address of the string"                            ""                                              "Shows a message followed by a string in a window.";
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
