//! MARS's command line: which word means what. Pure: the only question it asks of the outside,
//! whether a file exists, is passed in. What the words are then used for is `commands::mars`'s
//! business.

use mips_sim::isa::reg;
use mips_sim::{MemoryConfig, java};

/// What a command line amounts to.
#[derive(Debug, PartialEq)]
pub(crate) struct CommandLine {
    /// `me`: MARS's messages go to standard error, so that standard output is the program's.
    pub(crate) messages_to_stderr: bool,
    /// Whether the copyright line is shown: no `nc`.
    pub(crate) banner: bool,
    /// Complaints about words, in their order. Some of them cancel the run, some do not.
    pub(crate) complaints: Vec<String>,
    /// What to do.
    pub(crate) decision: Decision,
}

/// What to do after the complaints.
#[derive(Debug, PartialEq)]
pub(crate) enum Decision {
    /// Show the help, nothing else.
    Help,
    /// Nothing: a word made no sense.
    Cancelled,
    /// Nothing: MARS reads past its last word and dies.
    Dies,
    /// Assemble, run, show and dump.
    Go(Box<Request>),
}

/// Everything that was asked for.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Request {
    /// Words that name a file or a folder.
    pub(crate) files: Vec<String>,
    /// `p`: assemble everything beside the first file.
    pub(crate) project: bool,
    /// `mc`.
    pub(crate) config: MemoryConfig,
    /// `db`.
    pub(crate) delayed_branching: bool,
    /// `np` or `ne`: pseudo-instructions are not allowed.
    pub(crate) no_pseudo: bool,
    /// `we`.
    pub(crate) warnings_are_errors: bool,
    /// `a`: do not run.
    pub(crate) assemble_only: bool,
    /// `ae`: the exit code for a program that can't be assembled.
    pub(crate) assemble_error_code: i32,
    /// How to run, if it comes to that.
    pub(crate) run: RunRequest,
    /// What to show after a run.
    pub(crate) display: Display,
    /// `dump`, in order.
    pub(crate) dumps: Vec<DumpRequest>,
}

/// How to run the program.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct RunRequest {
    /// `se`: the exit code after a run error.
    pub(crate) error_code: i32,
    /// The most steps to execute; as many as it takes if not positive.
    pub(crate) max_steps: Option<i32>,
    /// `sm`.
    pub(crate) start_at_main: bool,
    /// `smc`.
    pub(crate) self_modifying: bool,
    /// Everything after `pa`.
    pub(crate) arguments: Vec<String>,
}

/// What to show of the machine after a run.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Display {
    /// How values are written.
    pub(crate) format: ValueFormat,
    /// `b`: values without names and addresses.
    pub(crate) brief: bool,
    /// `ic`.
    pub(crate) instruction_count: bool,
    /// Registers, in order.
    pub(crate) registers: Vec<ShownRegister>,
    /// Memory from the first address to the last, inclusive, in order.
    pub(crate) ranges: Vec<(i32, i32)>,
}

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ValueFormat {
    #[default]
    Hex,
    Decimal,
    Ascii,
}

/// A register to show, under the name that was typed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ShownRegister {
    /// As typed, with `$`.
    pub(crate) name: String,
    pub(crate) register: Register,
}

/// A register of the machine that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Register {
    Integer(u8),
    Float(u8),
    /// A floating-point register by a number that is not its name, such as `$f01`: MARS accepts it, and
    /// then finds none of that name, so that it shows 0.
    Nameless,
}

/// The three words after `dump`, which are looked at only when it comes to dumping.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DumpRequest {
    pub(crate) segment: String,
    pub(crate) format: String,
    pub(crate) file: String,
}

/// Two addresses that make no range: not numbers, not aligned, or the wrong way round.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct InvalidRange;

/// Reads `m-n`. `None` if the word has no `-` between other characters.
pub(crate) fn address_range(word: &str) -> Option<Result<(i32, i32), InvalidRange>> {
    let (low, high) = word.split_once('-')?;
    if low.is_empty() || high.is_empty() {
        return None;
    }
    let range = match (java::string_to_int(low), java::string_to_int(high)) {
        (Some(low), Some(high)) if low <= high && low % 4 == 0 && high % 4 == 0 => Ok((low, high)),
        _ => Err(InvalidRange),
    };
    Some(range)
}

/// Says what the words mean; `exists` says whether there is such a file or folder.
pub(crate) fn classify(words: &[String], exists: &dyn Fn(&str) -> bool) -> CommandLine {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let anywhere = |option: &str| lower.iter().any(|word| word == option);
    let mut reader =
        Reader { exists, complaints: Vec::new(), cancelled: false, request: Request::default() };
    let died = if words == ["h"] { None } else { Some(reader.read(words, &lower)) };
    CommandLine {
        messages_to_stderr: anywhere("me"),
        banner: !anywhere("nc"),
        complaints: reader.complaints,
        decision: match died {
            None => Decision::Help,
            Some(Err(PastTheEnd)) => Decision::Dies,
            Some(Ok(())) if reader.cancelled => Decision::Cancelled,
            Some(Ok(())) => Decision::Go(Box::new(reader.request)),
        },
    }
}

/// `mc` was the last word.
struct PastTheEnd;

struct Reader<'r> {
    exists: &'r dyn Fn(&str) -> bool,
    complaints: Vec<String>,
    cancelled: bool,
    request: Request,
}

impl Reader<'_> {
    fn read(&mut self, words: &[String], lower: &[String]) -> Result<(), PastTheEnd> {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            match lower[at - 1].as_str() {
                "pa" => {
                    self.request.run.arguments = words[at..].to_vec();
                    break;
                }
                "dump" => match &words[at..] {
                    [segment, format, file, ..] => {
                        self.request.dumps.push(DumpRequest {
                            segment: segment.clone(),
                            format: format.clone(),
                            file: file.clone(),
                        });
                        at += 3;
                    }
                    _ => self.cancel(
                        "Dump command line argument requires a segment, format and file name."
                            .to_string(),
                    ),
                },
                "mc" => {
                    let name = words.get(at).ok_or(PastTheEnd)?;
                    at += 1;
                    match MemoryConfig::by_name(name) {
                        Some(config) => self.request.config = config,
                        None => self.cancel(format!("Invalid memory configuration: {name}")),
                    }
                }
                lower => {
                    if !self.exit_code(word, lower) && !self.switch(lower) {
                        self.name_or_number(word);
                    }
                }
            }
        }
        Ok(())
    }

    fn cancel(&mut self, complaint: String) {
        self.complaints.push(complaint);
        self.cancelled = true;
    }

    /// `ae` or `se` with a number glued to it; without one the word may still be a file.
    fn exit_code(&mut self, word: &str, lower: &str) -> bool {
        let code = match lower.get(..2) {
            Some("ae") => &mut self.request.assemble_error_code,
            Some("se") => &mut self.request.run.error_code,
            _ => return false,
        };
        let number = word.get(2..).and_then(java::integer_decode);
        number.map(|number| *code = number).is_some()
    }

    /// A word that is an option by itself.
    fn switch(&mut self, lower: &str) -> bool {
        let request = &mut self.request;
        match lower {
            // Looked for beforehand; and MARS's debugging statements are about its own insides,
            // so there is nothing that `d` could show here.
            "me" | "nc" | "d" => {}
            "a" | "ad" | "da" => request.assemble_only = true,
            "p" => request.project = true,
            "dec" => request.display.format = ValueFormat::Decimal,
            "hex" => request.display.format = ValueFormat::Hex,
            "ascii" => request.display.format = ValueFormat::Ascii,
            "b" => request.display.brief = true,
            "db" => request.delayed_branching = true,
            "np" | "ne" => request.no_pseudo = true,
            "we" => request.warnings_are_errors = true,
            "sm" => request.run.start_at_main = true,
            "smc" => request.run.self_modifying = true,
            "ic" => request.display.instruction_count = true,
            _ => return false,
        }
        true
    }

    fn name_or_number(&mut self, word: &str) {
        if word.starts_with('$') {
            match register(word) {
                Some(register) => self.show(word.to_string(), register),
                None => self.complaints.push(format!("Invalid Register Name: {word}")),
            }
            return;
        }
        let name = format!("${word}");
        if let Some(register) = register(&name) {
            self.show(name, register);
        } else if (self.exists)(word) {
            self.request.files.push(word.to_string());
        } else if let Some(number) = java::integer_decode(word) {
            self.request.run.max_steps = Some(number);
        } else {
            match address_range(word) {
                Some(Ok(range)) => self.request.display.ranges.push(range),
                Some(Err(InvalidRange)) => {
                    self.cancel(format!("Invalid/unaligned address or invalid range: {word}"))
                }
                None => self.cancel(format!("Invalid Command Argument: {word}")),
            }
        }
    }

    fn show(&mut self, name: String, register: Register) {
        self.request.display.registers.push(ShownRegister { name, register });
    }
}

fn register(name: &str) -> Option<Register> {
    let integer = reg::integer(name).map(|(number, _)| Register::Integer(number));
    let float = |number| match reg::is_float_name(name) {
        true => Register::Float(number),
        false => Register::Nameless,
    };
    integer.or_else(|| reg::float(name).map(float))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that the tests' words can name.
    const FILES: [&str; 4] = ["x.asm", "y.asm", "dir", "100"];

    fn read(line: &str) -> CommandLine {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        classify(&words, &|name| FILES.contains(&name))
    }

    fn request(line: &str) -> Request {
        match read(line).decision {
            Decision::Go(request) => *request,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// A change that a line makes to a request that asks for nothing.
    type Change = fn(&mut Request);

    #[test]
    fn words_ask_for_things() {
        let cases: &[(&str, Change)] = &[
            ("nc", |_| {}),
            ("x.asm y.asm dir", |r| r.files = names(&["x.asm", "y.asm", "dir"])),
            ("a", |r| r.assemble_only = true),
            ("D", |_| {}),
            ("AD", |r| r.assemble_only = true),
            ("da", |r| r.assemble_only = true),
            ("p", |r| r.project = true),
            ("db NP", |r| {
                r.delayed_branching = true;
                r.no_pseudo = true;
            }),
            ("ne", |r| r.no_pseudo = true),
            ("we", |r| r.warnings_are_errors = true),
            ("mc CompactTextAtZero", |r| r.config = mips_sim::config::COMPACT_TEXT_AT_ZERO),
            ("MC Default", |_| {}),
            ("ae5 SE0x10", |r| {
                r.assemble_error_code = 5;
                r.run.error_code = 16;
            }),
            ("ae-010 ae300", |r| r.assemble_error_code = 300),
            ("se-1", |r| r.run.error_code = -1),
            ("sm smc", |r| {
                r.run.start_at_main = true;
                r.run.self_modifying = true;
            }),
            ("ic b DEC", |r| {
                r.display.instruction_count = true;
                r.display.brief = true;
                r.display.format = ValueFormat::Decimal;
            }),
            ("dec hex", |_| {}),
            ("ascii", |r| r.display.format = ValueFormat::Ascii),
            // Numbers up to 31 are registers, then files come before step limits.
            ("3", |r| r.display.registers = vec![shown("$3", Register::Integer(3))]),
            ("0x1f", |r| r.display.registers = vec![shown("$0x1f", Register::Integer(31))]),
            ("32", |r| r.run.max_steps = Some(32)),
            ("-5", |r| r.run.max_steps = Some(-5)),
            ("100", |r| r.files = names(&["100"])),
            ("$t0 f2 t0", |r| {
                r.display.registers = vec![
                    shown("$t0", Register::Integer(8)),
                    shown("$f2", Register::Float(2)),
                    shown("$t0", Register::Integer(8)),
                ];
            }),
            ("$f02 f+2", |r| {
                r.display.registers =
                    vec![shown("$f02", Register::Nameless), shown("$f+2", Register::Nameless)];
            }),
            ("0x10010000-0x10010008", |r| {
                r.display.ranges = vec![(0x1001_0000, 0x1001_0008)];
            }),
            ("0x80000000-0xfffffffc", |r| r.display.ranges = vec![(i32::MIN, -4)]),
            ("dump a b c dump 1 2 3", |r| {
                r.dumps = vec![dump("a", "b", "c"), dump("1", "2", "3")];
            }),
            ("x.asm pa a bogus mc", |r| {
                r.files = names(&["x.asm"]);
                r.run.arguments = names(&["a", "bogus", "mc"]);
            }),
        ];
        for (line, change) in cases {
            let mut expected = Request::default();
            change(&mut expected);
            assert_eq!(request(line), expected, "{line}");
        }
    }

    fn names(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    fn shown(name: &str, register: Register) -> ShownRegister {
        ShownRegister { name: name.to_string(), register }
    }

    fn dump(segment: &str, format: &str, file: &str) -> DumpRequest {
        DumpRequest { segment: segment.into(), format: format.into(), file: file.into() }
    }

    #[test]
    fn complaints_and_whether_they_cancel() {
        let range = "Invalid/unaligned address or invalid range: ";
        let cases: &[(&str, bool, &[&str])] = &[
            ("$t99 $32", false, &["Invalid Register Name: $t99", "Invalid Register Name: $32"]),
            ("$T0 x.asm", false, &["Invalid Register Name: $T0"]),
            ("bogus", true, &["Invalid Command Argument: bogus"]),
            ("T0", true, &["Invalid Command Argument: T0"]),
            ("pc hi", true, &["Invalid Command Argument: pc", "Invalid Command Argument: hi"]),
            ("nc h", true, &["Invalid Command Argument: h"]),
            ("H", true, &["Invalid Command Argument: H"]),
            ("ae aex", true, &["Invalid Command Argument: ae", "Invalid Command Argument: aex"]),
            ("no.asm", true, &["Invalid Command Argument: no.asm"]),
            ("no-file.asm", true, &[&format!("{range}no-file.asm")]),
            ("8-4", true, &[&format!("{range}8-4")]),
            ("4-6", true, &[&format!("{range}4-6")]),
            ("0-0x80000000", true, &[&format!("{range}0-0x80000000")]),
            ("x-", true, &["Invalid Command Argument: x-"]),
            ("mc default", true, &["Invalid memory configuration: default"]),
            (
                "dump .text x.asm",
                true,
                &[
                    "Dump command line argument requires a segment, format and file name.",
                    "Invalid Command Argument: .text",
                ],
            ),
        ];
        for (line, cancels, complaints) in cases {
            let found = read(line);
            assert_eq!(found.complaints, *complaints, "{line}");
            assert_eq!(found.decision == Decision::Cancelled, *cancels, "{line}");
        }
    }

    #[test]
    fn some_words_are_looked_for_everywhere() {
        for (line, stderr, banner) in [
            ("x.asm", false, true),
            ("ME x.asm", true, true),
            ("x.asm pa me nc", true, false),
            ("dump NC me x", true, false),
        ] {
            let found = read(line);
            assert_eq!((found.messages_to_stderr, found.banner), (stderr, banner), "{line}");
        }
        assert_eq!(read("h").decision, Decision::Help);
        assert_eq!(read("x.asm mc").decision, Decision::Dies);
        assert_eq!(read("bogus mc").complaints, ["Invalid Command Argument: bogus"]);
    }

    #[test]
    fn an_empty_word_is_register_zero() {
        // MARS reads the empty text as 0, so `$` is a register, and so is nothing at all.
        let found = request("");
        assert_eq!(found.display.registers, [shown("$", Register::Integer(0))]);
    }
}
