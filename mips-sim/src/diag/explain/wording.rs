//! The words for each message; one arm each, so that a new message does not compile without them.

use super::super::{Diagnostic, ERROR_LIMIT, Message};
use super::fix::Fix;
use super::operands::{self, Trouble};
use super::{Explanation, data, lookup, operands_of, pseudo, reserved, shorten, tokens};
use crate::asm::Assembly;
use crate::source::FileId;

/// Puts a diagnostic in words.
pub fn explain(diagnostic: &Diagnostic, assembly: &Assembly) -> Explanation {
    use Message::*;
    let snippet = diagnostic.snippet.as_ref();
    let here = snippet.map(|snippet| snippet.file);
    let at = |place: (FileId, u32)| super::place(assembly, place, here);
    let line = || snippet.map(|snippet| snippet.text.trim().to_string());
    match &diagnostic.message {
        InvalidToken { token, .. } => tokens::explain(token, snippet),
        EqvTooFew => Explanation::new("`.eqv` needs a name and a text")
            .label("expected a name and a text")
            .help("for example `.eqv SIZE 10`"),
        EqvMalformed { name } => {
            Explanation::new(format!("`{}` can't be the name of an `.eqv`", shorten(name)))
                .label("expected a name after `.eqv`")
                .help(reserved(name))
        }
        EqvSelf { name } => Explanation::new(format!("`{}` can't stand for itself", shorten(name)))
            .label("its own text contains the name")
            .help("choose another name"),
        EqvRedefined { name } => {
            Explanation::new(format!("`{}` has another meaning already", shorten(name)))
                .label("a second meaning")
                .note("an `.eqv` holds from its line to the end of the file and can't be changed")
                .help("choose another name")
        }
        RecursiveInclude { path } => {
            Explanation::new(format!("`{}` is included a second time", shorten(path)))
                .label("included before")
                .note(
                    "MARS includes a file only once in a program, even if nothing goes round \
                 in circles",
                )
                .help("remove this line; what the file defines is known already")
                .fix(Fix::line(Vec::new()))
        }
        IncludeUnreadable { path, reason } => {
            Explanation::new(format!("can't read `{}`: {}", shorten(path), shorten(reason)))
                .label("this file")
                .help(
                    "the name is looked up in the folder of the file that includes it; check \
                 spelling and case",
                )
        }
        IncludeWithoutName { directive } => {
            Explanation::new(format!("`{}` needs the name of a file in quotes", shorten(directive)))
                .label("expected a name in quotes")
                .help("for example `.include \"macros.asm\"`")
        }
        UnknownOperator { name } => lookup::operator(name, diagnostic, assembly),
        MacroMismatch { name, given, defined } => {
            lookup::macro_call(name, *given, defined, diagnostic, assembly)
        }
        TooFewOperands { mnemonic, .. } => {
            operands::explain(Trouble::TooFew, mnemonic, snippet, assembly)
        }
        TooManyOperands { mnemonic, .. } => {
            operands::explain(Trouble::TooMany, mnemonic, snippet, assembly)
        }
        OperandRange { mnemonic, low, high, .. } => {
            let trouble = Trouble::Range { low: *low, high: *high };
            operands::explain(trouble, mnemonic, snippet, assembly)
        }
        OperandType { mnemonic, .. } => {
            operands::explain(Trouble::Type, mnemonic, snippet, assembly)
        }
        PseudoForbidden { mnemonic } => pseudo::explain(mnemonic, snippet),
        DuplicateLabel { name, first } => {
            Explanation::new(format!("the label `{}` is defined twice", shorten(name)))
                .label("defined again here")
                .notes(first.map(|first| format!("it was first defined at {}", at(first))))
                .help(
                    "give one of them another name; labels are known in the whole file, not only in \
                     a function",
                )
        }
        UndefinedSymbol { name } => lookup::symbol(name, diagnostic, assembly),
        DataInText { directive } => Explanation::new(format!(
            "`{}` is in the text segment, which holds code only",
            shorten(directive)
        ))
        .label("data can't be stored here")
        .help("write `.data` before the data and `.text` before the code that follows")
        .fix(line().map(|text| Fix::line(vec![".data".into(), text, ".text".into()]))),
        NotInteger { text } => data::not_integer(text, snippet),
        NotFloat { text } => {
            Explanation::new(format!("`{}` is not a floating-point number", shorten(text)))
                .label("expected a number such as 1.5")
                .help(match text.as_str() {
                    "-" | "+" => "the sign comes directly before the first digit: -1.5",
                    hex if hex.starts_with("0x") || hex.starts_with("0X") => {
                        "write it in decimal; MARS takes no hexadecimal numbers here"
                    }
                    _ => "numbers look like 2, 1.5, -0.25 or 1e-3; labels are not allowed here",
                })
        }
        FloatRange { text } => {
            Explanation::new(format!("`{}` is too large for `.float`", shorten(text)))
                .label("beyond 3.4e38")
                .help("use `.double`, which reaches 1.8e308")
        }
        NotString { text } => data::not_string(text, snippet),
        MalformedRepetition => Explanation::new("`value : count` takes two constants")
            .label("expected an integer")
            .help("for example `.word 0 : 9` for nine zeros; for labels write each one out"),
        RepetitionNotPositive { text } => {
            Explanation::new(format!("a value can't be repeated {} times", shorten(text)))
                .label("expected 1 or more")
                .help("the number after `:` says how often the value is stored")
        }
        NeedsOneOperand { directive } => data::one_operand(directive, snippet),
        NeedsNonNegative { directive } => {
            let directive = shorten(directive);
            Explanation::new(format!("`{directive}` takes a constant that is not negative"))
                .label("expected a constant from 0 on")
                .point(operands_of(snippet))
                .help(match directive.eq_ignore_ascii_case(".align") {
                    true => "an exponent from 0 on: `.align 2` aligns to 4 bytes",
                    false => "a number of bytes from 0 on: `.space 40`",
                })
        }
        DataAddress { address } => {
            Explanation::new(format!("no data can be stored at 0x{address:08x}"))
                .label("this value has no place")
                .note(
                    "data goes to addresses from 0x10000000 to 0x103fffff, or from 0x90000000 \
                 in `.kdata`",
                )
                .help("remove the address after `.data`, or make the data smaller")
        }
        NeedsArgument { directive } => {
            let example = match directive.to_ascii_lowercase().as_str() {
                ".macro" => "for example `.macro print_int(%x)`",
                ".globl" => "for example `.globl main`",
                _ => "something must follow it",
            };
            Explanation::new(format!("`{}` needs a name", shorten(directive)))
                .label("expected a name after this")
                .help(example)
        }
        GloblNotLabel { directive, text } => {
            Explanation::new(format!("`{}` can't be made global: it is not a label", shorten(text)))
                .label(format!("`{}` takes labels", shorten(directive)))
                .point(operands_of(snippet))
                .help(reserved(text))
        }
        ExternOperands { directive } => {
            Explanation::new(format!("`{}` takes a name and a number of bytes", shorten(directive)))
                .label("expected two operands")
                .point(operands_of(snippet))
                .help("for example `.extern buffer 80`")
        }
        ExternSize { directive } => Explanation::new(format!(
            "the size in `{}` must be a constant that is not negative",
            shorten(directive)
        ))
        .label("expected a number of bytes")
        .point(operands_of(snippet))
        .help("for example `.extern buffer 80`"),
        GlobalUndefined { name } => data::global_undefined(name, snippet, assembly),
        GlobalRedefined { name } => {
            let first = assembly.image.symbols.iter().find(|s| s.name == *name && s.file.is_none());
            Explanation::new(format!("two files make a label `{}` global", shorten(name)))
                .label("the second one")
                .notes(first.map(|first| format!("the first one is at {}", at(first.defined))))
                .help("rename one of them, or remove one `.globl`")
        }
        MacroName { text } => {
            Explanation::new(format!("`{}` can't be the name of a macro", shorten(text)))
                .label("expected a new name")
                .help(reserved(text))
        }
        NestedMacro => Explanation::new("a macro is defined inside another macro")
            .label("the macro above is still open")
            .help("end the macro above with `.end_macro` first"),
        MacroParameter { text } => {
            let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
            Explanation::new(format!("`{}` can't be a macro parameter", shorten(text)))
                .label("expected a name with `%`")
                .help(format!("the name of a parameter begins with `%`: `%{}`", shorten(bare)))
                .words_instead(snippet, &[&format!("%{bare}")])
        }
        EndMacroOperands => Explanation::new("nothing may stand after `.end_macro`")
            .label("the macro is not ended")
            .point(operands_of(snippet))
            .help("write `.end_macro` alone on its line; it does not take the macro's name")
            .fix(Fix::statement(vec![".end_macro".into()])),
        EndMacroAlone => Explanation::new("`.end_macro` ends no macro")
            .label("no macro is open here")
            .help("a macro begins with `.macro name`; if it does, look for an error in that line"),
        MacroUnclosed => Explanation::new("this macro is never ended")
            .label("begins here")
            .help("write `.end_macro` on a line of its own after the last line of the macro"),
        UnknownParameter { name } => {
            let words = Explanation::new(format!("the macro has no parameter `{}`", shorten(name)))
                .label("not among the parameters");
            let definition = diagnostic.trace.last().map(|call| (call.name.as_str(), call.defined));
            match definition {
                Some((name, place)) => words
                    .note(format!("`{}` is defined at {}", shorten(name), at(place)))
                    .help("add it to the list after `.macro`, or check the spelling"),
                None => words.help("check the spelling in the `.macro` line"),
            }
        }
        MacroLoop => Explanation::new("this macro calls itself without end")
            .label("calls itself here")
            .note("a macro is replaced by its body while assembling; it can't stop like a function")
            .help("use a loop in the macro, or a function with `jal`"),
        JumpRange => Explanation::new("the target is too far away for a jump")
            .label("in another 256 MiB block")
            .note("`j` and `jal` keep the upper four bits of the address")
            .help("load the address and jump to the register: `la $t0, label` and `jr $t0`"),
        TextAddress { address } => {
            Explanation::new(format!("no code can stand at 0x{address:08x}"))
                .label("this instruction has no place")
                .help(match address % 4 {
                    0 => "code goes to addresses from 0x00400000, or from 0x80000000 in `.ktext`",
                    _ => "the address after `.text` must be a multiple of 4",
                })
        }
        TextOverlap { address, file, line, kernel } => {
            let directive = if *kernel { ".ktext" } else { ".text" };
            Explanation::new(format!("two instructions stand at 0x{address:08x}"))
                .label("the second one")
                .note(format!("the first one is at {}", at((*file, *line))))
                .help(format!("change the address after `{directive}`, or leave it out"))
        }
        BrokenPseudo => Explanation::new("MARS can't assemble this form, although it lists it")
            .label("refused, as in MARS")
            .help("load the address into a register first, and use `0(register)`"),
        FileUnreadable { path, reason } => {
            Explanation::new(format!("can't read `{}`: {}", shorten(path), shorten(reason)))
                .help("check the name and the folder")
        }
        ErrorLimit => Explanation::new(format!("there are more than {} errors", ERROR_LIMIT))
            .note("the rest is not shown")
            .help("begin with the first one: one mistake often causes many errors"),
        ExpansionLimit { what } => Explanation::new(format!("too many {what}"))
            .label("stopped here")
            .note("MARS would run out of memory here")
            .help("look for a macro or a file that calls or includes itself in a circle"),
        EqvCycle { name } => {
            Explanation::new(format!("the `.eqv` of `{}` leads back to itself", shorten(name)))
                .label("grows without end")
                .note("MARS dies of this without a message")
                .help("one of the names in the circle must stand for something else")
        }
        SegmentOverrun { address } => {
            Explanation::new(format!("the value at 0x{address:08x} crosses the end of its segment"))
                .label("no room for all its bytes")
                .note("MARS dies of this without a message")
                .help("move the data to a lower address")
        }
        EqvCharacter => Explanation::new("`.eqv` can't end in this character literal")
            .label("its code has more digits than it has characters")
            .note("MARS measures a literal by its decimal code, and crashes looking past the end of the line")
            .help("write the number of the character, or a comment after the literal"),
        IncludeLoneQuote => Explanation::new("`.include` has no file name")
            .label("a single quote")
            .note("MARS dies of this without a message")
            .help("write the name between quotes: `.include \"file.asm\"`"),
        FloatRegisterName { text, name } => {
            Explanation::new(format!("`{text}` is not the name of a register"))
                .label("MARS knows it by its plain decimal number only")
                .help(format!("write `{name}`"))
                .fix(snippet.map(|snippet| Fix::bytes(snippet.range.clone(), name.as_str())))
        }
        ValueTruncated { text, bytes } => data::truncated(text, *bytes),
        SetIgnored => Explanation::new("`.set` does nothing in MARS")
            .label("this line is ignored")
            .help("remove the line; pseudo-instructions and `$at` are always allowed here")
            .fix(Fix::line(Vec::new())),
        UnknownDirective { name } => lookup::directive(name, snippet),
        InstructionInData { text, lines } => {
            let text = shorten(text);
            Explanation::new(match lines {
                1 => format!("`{text}` is in the data segment and is dropped"),
                2 => {
                    format!("`{text}` and the line below are in the data segment and are dropped")
                }
                _ => format!(
                    "`{text}` and the {} lines below are in the data segment and are dropped",
                    lines - 1
                ),
            })
            .label("never executed")
            .note("MARS ignores instructions below `.data` without a word")
            .help("write `.text` above the first instruction")
            .fix(line().map(|text| Fix::line(vec![".text".into(), text])))
        }
        UnclosedString { swallows_comment } => {
            let words = Explanation::new("this string is not closed")
                .label("runs to the end of the line")
                .note("MARS takes the last character of the line for the closing quote, and drops it");
            if !swallows_comment {
                let text = snippet.and_then(|s| Some((s, s.text.get(s.range.clone())?)));
                let fix = text.map(|(snippet, text)| {
                    Fix::bytes(snippet.range.clone(), format!("{}\"", text.trim_end()))
                });
                return words.help("write `\"` after the text").fix(fix);
            }
            words
                .note(
                    "a backslash before the last quote makes it part of the text, and so is the \
                     comment after it",
                )
                .help("put the comment on a line of its own")
        }
        IntegerWraps { text, value } => Explanation::new(format!(
            "`{}` does not fit 32 bits and becomes {value}",
            shorten(text)
        ))
        .label(format!("becomes {value}"))
        .note("a register holds -2147483648 to 2147483647, or 0 to 4294967295 unsigned")
        .help("use a smaller number"),
        LabelIsMnemonic { name } => Explanation::new(format!(
            "the label `{0}` has the name of the instruction `{0}`",
            shorten(name)
        ))
        .label("allowed, but confusing")
        .note(
            "MARS accepts it here, but not in `.word` or `.globl`, and not in some \
                 branches",
        )
        .help(format!("choose another name, such as `{}_loop`", shorten(name))),
        LabelIsMacro { name } => {
            Explanation::new(format!("the label `{}` has the name of a macro", shorten(name)))
                .label("allowed, but confusing")
                .help("choose another name for one of them")
        }
        MainNotFirst { start, global } => {
            Explanation::new("the program does not start at `main`")
                .label("execution does not begin here")
                .note(format!("MARS starts at the first instruction, which is at {}", at(*start)))
                .help(if *global {
                    "move `main` to the top, or start MARS with `sm`"
                } else {
                    "move `main` to the top, or jump there first: `j main`; the option `sm` needs \
                     `.globl main` too"
                })
        }
        NoValue { directive } => {
            let name = directive.to_ascii_lowercase();
            Explanation::new(format!("`{}` without a value stores nothing", shorten(directive)))
                .label("no room is made")
                .note("a label here is the address of whatever comes next")
                .help(if name.starts_with(".ascii") {
                    format!("for an empty text: `{name} \"\"`; for room to read into: `.space 80`")
                } else {
                    format!("for a zero: `{name} 0`")
                })
                .fix(Fix::statement(vec![match name.starts_with(".ascii") {
                    true => format!("{directive} \"\""),
                    false => format!("{directive} 0"),
                }]))
        }
        UnalignedAccess { mnemonic, label, address, size, declared } => {
            let words = Explanation::new(format!(
                "`{}` needs an address that is a multiple of {size}, and `{}` is at \
                 0x{address:08x}",
                shorten(mnemonic),
                shorten(label)
            ))
            .label("fails when it is executed");
            let words =
                words.notes(declared.map(|place| format!("the data is declared at {}", at(place))));
            let exponent = if *size >= 8 { 3 } else { size.max(&1).trailing_zeros() };
            words.help(format!(
                "write `.align {exponent}` before the label; `.space` and strings don't \
                 align"
            ))
        }
        OutsideSpace { label, offset, reserved, declared } => {
            let (label, words) = (shorten(label), u64::from(*reserved) * 4);
            Explanation::new(format!("this is byte {offset} of `{label}`, which has {reserved}"))
                .label("outside the reserved bytes")
                .note(format!("`{label}` is reserved at {}", at(*declared)))
                .help(format!(
                    "`.space` counts bytes: for {reserved} words write `.space {words}`"
                ))
        }
        ServiceWithoutSyscall { number, overwritten } => {
            Explanation::new(format!("`$v0` is set to {number}, but no `syscall` follows"))
                .label("chosen, but never called")
                .note(format!("`$v0` is overwritten at {}", at(*overwritten)))
                .help("write `syscall` after the service number and its arguments are set")
        }
        ResultUnread { mnemonic } => {
            let name = mnemonic.to_ascii_lowercase();
            Explanation::new(format!("nothing reads the result of this `{name}`"))
                .label("the result is in LO and HI")
                .help(if name.starts_with("div") {
                    "`mflo $t0` gets the quotient, `mfhi $t0` the remainder"
                } else {
                    "`mflo $t0` gets the lower 32 bits of the product, `mfhi $t0` the upper"
                })
        }
        WritesZero { mnemonic } => Explanation::new(format!(
            "the result of `{}` is lost: `$zero` is always 0",
            shorten(mnemonic)
        ))
        .label("can't be changed")
        .help("choose another register, such as `$t0`; a `nop` does nothing on purpose"),
        AtOverwritten { by, at: place, written } => {
            Explanation::new(format!("the value in `$at` is overwritten by `{}`", shorten(by)))
                .label("reads what is left there")
                .note(format!("`$at` is written at {} and again at {}", at(*written), at(*place)))
                .note("pseudo-instructions use `$at` for values in between")
                .help("keep the value in another register, such as `$t0`")
        }
        KernelRegister { register } => {
            Explanation::new(format!("`{register}` may change at any time in this program"))
                .label("belongs to the exception handler")
                .note("the handler in `.ktext` uses it without saving it")
                .help("use a `$t` or `$s` register")
        }
        TextualReplacement { name, result } => Explanation::new(format!(
            "`{}` was replaced in the middle of another word",
            shorten(name)
        ))
        .label("not what was meant")
        .note(format!("the line became `{}`", shorten(result)))
        .note(
            "MARS replaces the first place in the line where the letters occur, whole \
                 word or not",
        )
        .help("choose a longer name that is not part of any other word in the macro"),
        SpaceTooLarge { bytes, room } => Explanation::new(format!(
            "`.space {bytes}` is more than the {room} bytes that are left in the \
                 segment"
        ))
        .label("reaches beyond the segment")
        .help(
            "`.space` counts bytes; reserve less, or ask for memory at run time with \
                 syscall 9",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Severity, Snippet, Stage};
    use super::*;
    use crate::{AsmOptions, assemble};

    /// Explains a message about the first word of `line`, and shows all its words.
    fn words(line: &str, message: Message) -> String {
        let mut files: &[(&str, &str)] = &[("a.asm", line)];
        let assembly = assemble(&["a.asm"], &mut files, &AsmOptions::default());
        let range = 0..line.find(' ').unwrap_or(line.len());
        let text = line.to_string();
        let text = text.into();
        let snippet = Snippet { file: FileId(0), line: 1, text, range, rewritten: false };
        let diagnostic = Diagnostic {
            snippet: Some(snippet),
            ..Diagnostic::new(message, Severity::Warning, Stage::Advice)
        };
        let Explanation { title, label, notes, help, .. } = explain(&diagnostic, &assembly);
        assert!(!help.is_empty() && !label.is_empty(), "{title}");
        [vec![title, label], notes, help].concat().join("\n")
    }

    #[test]
    fn advice_names_the_thing_and_the_remedy() {
        let here = (FileId(0), 7);
        let cases: Vec<(&str, Message, &[&str])> = vec![
            (
                "lw $t0, x",
                Message::InstructionInData { text: "lw".into(), lines: 3 },
                &["`lw` and the 2 lines below", "`.text`"],
            ),
            (
                ".asciiz \"a",
                Message::UnclosedString { swallows_comment: false },
                &["not closed", "after the text"],
            ),
            (
                "x",
                Message::IntegerWraps { text: "4294967296".into(), value: 0 },
                &["4294967296", "becomes 0"],
            ),
            ("b: nop", Message::LabelIsMnemonic { name: "b".into() }, &["label `b`", "b_loop"]),
            ("m: nop", Message::LabelIsMacro { name: "m".into() }, &["macro"]),
            (
                "main: nop",
                Message::MainNotFirst { start: here, global: false },
                &["line 7", ".globl main"],
            ),
            ("main: nop", Message::MainNotFirst { start: here, global: true }, &["line 7", "`sm`"]),
            (
                "x: .word",
                Message::NoValue { directive: ".word".into() },
                &["stores nothing", "`.word 0`"],
            ),
            (
                "lw $t0, x",
                Message::UnalignedAccess {
                    mnemonic: "lw".into(),
                    label: "x".into(),
                    address: 0x1001_0001,
                    size: 4,
                    declared: Some(here),
                },
                &["multiple of 4", "0x10010001", "`.align 2`", "line 7"],
            ),
            (
                "sw $t0, x+12",
                Message::OutsideSpace {
                    label: "x".into(),
                    offset: 12,
                    reserved: 9,
                    declared: here,
                },
                &["byte 12", "has 9", "`.space 36`"],
            ),
            (
                "li $v0, 1",
                Message::ServiceWithoutSyscall { number: 1, overwritten: here },
                &["set to 1", "line 7", "`syscall`"],
            ),
            (
                "div $t0, $t1",
                Message::ResultUnread { mnemonic: "div".into() },
                &["mflo", "quotient"],
            ),
            (
                "mult $t0, $t1",
                Message::ResultUnread { mnemonic: "mult".into() },
                &["mflo", "product"],
            ),
            ("li $0, 1", Message::WritesZero { mnemonic: "li".into() }, &["`$zero`"]),
            (
                "la $t0, x",
                Message::AtOverwritten { by: "la".into(), at: (FileId(0), 9), written: here },
                &["`la`", "line 7", "line 9"],
            ),
            ("li $k0, 1", Message::KernelRegister { register: "$k0" }, &["`$k0`", "handler"]),
            (
                "la $a0, l",
                Message::TextualReplacement { name: "l".into(), result: "l_M0a $a0, l".into() },
                &["`l`", "`l_M0a $a0, l`"],
            ),
            (
                ".space 9",
                Message::SpaceTooLarge { bytes: 5_000_000, room: 4_128_768 },
                &["5000000", "4128768"],
            ),
        ];
        for (line, message, expected) in cases {
            let code = message.code();
            let text = words(line, message);
            for part in expected {
                assert!(text.contains(part), "{code}: {part} is not in\n{text}");
            }
        }
    }
}
