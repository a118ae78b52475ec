//! Every message of the assembler: a variant with its data, a stable code, and, where MARS has a
//! wording for it, that wording, here and nowhere else.

use std::sync::Arc;

use crate::source::{FileId, SourceMap};

/// An enum whose variants have a stable code and a summary, which is their documentation.
macro_rules! coded {
    ($(#[doc = $about:literal])* enum $Enum:ident;
    $($(#[doc = $doc:literal])* $code:literal $name:ident $({ $($field:ident: $type:ty),* $(,)? })?;)*) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $Enum {
            $(
                $(#[doc = $doc])*
                #[doc = ""]
                #[doc = concat!("Code `", $code, "`.")]
                #[allow(missing_docs, reason = "the fields are named after what they hold")]
                $name $({ $($field: $type),* })?,
            )*
        }

        impl $Enum {
            /// The stable code: `E…` for errors, `W…` for warnings, `C…` for findings of the checker.
            pub fn code(&self) -> &'static str {
                match self {
                    $($Enum::$name { .. } => $code,)*
                }
            }

            /// All codes with the summary of each, in order.
            pub const CODES: &'static [(&'static str, &'static str)] = &[
                $(($code, concat!($($doc),*)),)*
            ];
        }
    };
}

pub(crate) use coded;

/// What MARS does where we have a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mars {
    Says,
    /// It dies of an uncaught exception, or runs out of memory.
    Dies,
    /// It accepts what is wrong without a word.
    Silent,
}

/// A row for each message: code, name and data as in [`coded`], and what MARS does, with its words as
/// for `format!`. The words can use the data and what the first line names: the files, and how to
/// show the name of one.
macro_rules! messages {
    (($sources:ident, $shown:ident)
    $($(#[doc = $doc:literal])* $code:literal $name:ident $({ $($field:ident: $type:ty),* })?
        $mars:ident $(($($words:tt)*))?;)*) => {
        coded! {
            /// What is wrong. The codes are stable: they are never given to another message.
            enum Message;
            $($(#[doc = $doc])* $code $name $({ $($field: $type),* })?;)*
        }

        impl Message {
            /// MARS's wording, of one line or two; empty where it has none.
            #[allow(unused_variables, reason = "MARS does not mention everything")]
            pub fn mars_text(
                &self,
                $sources: &SourceMap,
                $shown: &dyn Fn(&str) -> String,
            ) -> String {
                match self {
                    $(Message::$name $({ $($field),* })? => {
                        <[String]>::concat(&[$(format!($($words)*))?])
                    })*
                }
            }

            fn mars(&self) -> Mars {
                match self {
                    $(Message::$name { .. } => Mars::$mars,)*
                }
            }
        }
    };
}

messages! { (sources, shown)

    /// A run of characters that is not a token of the language.
    "E0001" InvalidToken { line: Arc<str>, token: String }
        Says("{line}\nInvalid language element: {token}");
    /// `.eqv` without a name and a text.
    "E0002" EqvTooFew Says("Too few operands for .eqv directive");
    /// `.eqv` whose name is not an identifier.
    "E0003" EqvMalformed { name: String } Says("Malformed .eqv directive");
    /// `.eqv` whose text contains its own name.
    "E0004" EqvSelf { name: String } Says("Cannot substitute {name} for itself in .eqv directive");
    /// `.eqv` that gives a name a second meaning.
    "E0005" EqvRedefined { name: String } Says("\"{name}\" is already defined");
    /// A file included a second time.
    "E0006" RecursiveInclude { path: String } Says("Recursive include of file {}", shown(path));
    /// A file to include that can't be read.
    "E0007" IncludeUnreadable { path: String, reason: String }
        Says("Error reading include file {}", shown(path));
    /// `.include` without a file name in quotes.
    "E0008" IncludeWithoutName { directive: String }
        Says("\"{directive}\" directive recognized but not yet implemented.");
    /// The first word of a statement is not an instruction.
    "E0009" UnknownOperator { name: String } Says("\"{name}\" is not a recognized operator");
    /// A macro called before its definition or with the wrong number of arguments.
    "E0010" MacroMismatch { name: String, given: usize, defined: Vec<(usize, u32)> }
        Says("forward reference or invalid parameters for macro \"{name}\"");
    /// Fewer operands than the instruction takes.
    "E0011" TooFewOperands { mnemonic: String, expected: String }
        Says("\"{mnemonic}\": Too few or incorrectly formatted operands. Expected: {expected}");
    /// More operands than the instruction takes.
    "E0012" TooManyOperands { mnemonic: String, expected: String }
        Says("\"{mnemonic}\": Too many or incorrectly formatted operands. Expected: {expected}");
    /// A constant that the instruction has no room for.
    "E0013" OperandRange { mnemonic: String, operand: String, expected: String, low: i32, high: i32 }
        Says("\"{operand}\": operand is out of range");
    /// An operand of another kind than the instruction takes there.
    "E0014" OperandType { mnemonic: String, operand: String, expected: String, position: usize }
        Says("\"{operand}\": operand is of incorrect type");
    /// A pseudo-instruction where they are forbidden.
    "E0015" PseudoForbidden { mnemonic: String }
        Says("Extended (pseudo) instruction or format not permitted.  See Settings.");
    /// A label defined twice.
    "E0016" DuplicateLabel { name: String, first: Option<(FileId, u32)> }
        Says("label \"{name}\" already defined");
    /// A label that is defined nowhere.
    "E0017" UndefinedSymbol { name: String } Says("Symbol \"{name}\" not found in symbol table.");
    /// Data in the text segment.
    "E0018" DataInText { directive: String }
        Says("\"{directive}\" directive cannot appear in text segment");
    /// A value of an integer directive that is neither integer nor label.
    "E0019" NotInteger { text: String } Says("\"{text}\" is not a valid integer constant or label");
    /// A value of `.float` or `.double` that is not a number.
    "E0020" NotFloat { text: String } Says("\"{text}\" is not a valid floating point constant");
    /// A value too large for `.float`.
    "E0021" FloatRange { text: String } Says("\"{text}\" is an out-of-range value");
    /// An operand of `.ascii` or `.asciiz` that is not a string.
    "E0022" NotString { text: String } Says("\"{text}\" is not a valid character string");
    /// `value : count` with a value or count that can't be one.
    "E0023" MalformedRepetition Says("malformed expression");
    /// `value : count` with a count below 1.
    "E0024" RepetitionNotPositive { text: String } Says("repetition factor must be positive");
    /// A directive that takes exactly one operand.
    "E0025" NeedsOneOperand { directive: String } Says("\"{directive}\" requires one operand");
    /// A directive that takes a size or exponent not below zero.
    "E0026" NeedsNonNegative { directive: String }
        Says("\"{directive}\" requires a non-negative integer");
    /// Data at an address where none can be stored.
    "E0027" DataAddress { address: u32 }
        Says("\"{}\" is not a valid data segment address", *address as i32);
    /// A directive that takes at least one operand.
    "E0028" NeedsArgument { directive: String }
        Says("\"{directive}\" directive requires at least one argument.");
    /// `.globl` of something that is not a label.
    "E0029" GloblNotLabel { directive: String, text: String }
        Says("\"{directive}\" directive argument must be label.");
    /// `.extern` without exactly a label and a size.
    "E0030" ExternOperands { directive: String }
        Says("\"{directive}\" directive requires two operands (label and size).");
    /// `.extern` with a size that is not a number.
    "E0031" ExternSize { directive: String }
        Says("\"{directive}\" requires a non-negative integer size");
    /// `.globl` of a label that the file does not define.
    "E0032" GlobalUndefined { name: String }
        Says("\"{name}\" declared global label but not defined.");
    /// A label that two files declare global.
    "E0033" GlobalRedefined { name: String }
        Says("\"{name}\" already defined as global in a different file.");
    /// A macro whose name is not an identifier.
    "E0034" MacroName { text: String } Says("Invalid Macro name \"{text}\"");
    /// A macro defined inside another.
    "E0035" NestedMacro Says("Nested macros are not allowed");
    /// A macro parameter without `%`.
    "E0036" MacroParameter { text: String } Says("Invalid macro argument '{text}'");
    /// Something after `.end_macro`.
    "E0037" EndMacroOperands Says("invalid text after .END_MACRO");
    /// `.end_macro` without a `.macro`.
    "E0038" EndMacroAlone Says(".END_MACRO without .MACRO");
    /// A macro that is never ended.
    "E0039" MacroUnclosed Says("Macro started but not ended (no .end_macro directive)");
    /// A parameter in a macro body that the macro does not have.
    "E0040" UnknownParameter { name: String } Says("Unknown macro parameter");
    /// A macro that expands itself.
    "E0041" MacroLoop Says("Detected a macro expansion loop (recursive reference). ");
    /// A jump to another 256 MiB block.
    "E0042" JumpRange Says("Jump target word address beyond 26-bit range");
    /// Code at an address where none can be.
    "E0043" TextAddress { address: u32 }
        Says("Invalid address for text segment: {}", *address as i32);
    /// Two instructions at one address.
    "E0044" TextOverlap { address: u32, file: FileId, line: u32, kernel: bool }
        Says(
            "Duplicate text segment address: 0x{address:08x} already occupied by {} line {line} (caused by use of {} operand)",
            shown(&sources.file(*file).name),
            if *kernel { ".ktext" } else { ".text" },
        );
    /// A form that MARS lists but can't expand.
    "E0045" BrokenPseudo
        Says("INTERNAL ERROR: pseudo-instruction expansion contained a pseudo-instruction");
    /// A source file that can't be read.
    "E0046" FileUnreadable { path: String, reason: String }
        Says("java.io.FileNotFoundException: {path} ({reason})");
    /// More errors than are worth reporting.
    "E0047" ErrorLimit Says("Error Limit of {} exceeded.", super::ERROR_LIMIT);
    /// Macros or `.eqv` that grow without end.
    "E0048" ExpansionLimit { what: &'static str } Dies;
    /// `.eqv` definitions that lead back to themselves.
    "E0049" EqvCycle { name: String } Dies;
    /// Data that crosses the end of its segment.
    "E0050" SegmentOverrun { address: u32 } Dies;
    /// `.eqv` that ends in a character literal at the end of the line.
    "E0051" EqvCharacter Dies;
    /// `.include` with a single quote and nothing else.
    "E0052" IncludeLoneQuote Dies;
    /// A floating-point register by a number that is not its name.
    "E0053" FloatRegisterName { text: String, name: String } Says("invalid FPU register name");

    /// A value that loses its upper bits in `.byte` or `.half`.
    "W0001" ValueTruncated { text: String, bytes: u32 }
        Says("\"{text}\" is out-of-range for a signed value and possibly truncated");
    /// `.set`, which MARS ignores.
    "W0002" SetIgnored Says("MARS currently ignores the .set directive.");
    /// A directive that MARS does not know, and ignores.
    "W0003" UnknownDirective { name: String }
        Says("MARS does not recognize the {name} directive.  Ignored.");

    /// Instructions in the data segment, which MARS drops.
    "W0101" InstructionInData { text: String, lines: u32 } Silent;
    /// A string that is never closed and so loses its last character.
    "W0102" UnclosedString { swallows_comment: bool } Silent;
    /// A decimal constant that does not fit 32 bits and wraps around.
    "W0103" IntegerWraps { text: String, value: i32 } Silent;
    /// A label with the name of an instruction.
    "W0104" LabelIsMnemonic { name: String } Silent;
    /// A label with the name of a macro.
    "W0105" LabelIsMacro { name: String } Silent;
    /// A `main` where the program does not begin.
    "W0106" MainNotFirst { start: (FileId, u32), global: bool } Silent;
    /// A data directive without a value, which stores nothing.
    "W0107" NoValue { directive: String } Silent;
    /// A load or store that can't be aligned where it is.
    "W0108" UnalignedAccess { mnemonic: String, label: String, address: u32, size: u32, declared: Option<(FileId, u32)> }
        Silent;
    /// A load or store past the bytes that `.space` left.
    "W0109" OutsideSpace { label: String, offset: i64, reserved: u32, declared: (FileId, u32) }
        Silent;
    /// A service number that is overwritten before any `syscall`.
    "W0110" ServiceWithoutSyscall { number: i32, overwritten: (FileId, u32) } Silent;
    /// A quotient or product that nothing reads.
    "W0111" ResultUnread { mnemonic: String } Silent;
    /// A result written to `$zero`, which stays 0.
    "W0112" WritesZero { mnemonic: String } Silent;
    /// A value in `$at` that a pseudo-instruction overwrites before it is read.
    "W0113" AtOverwritten { by: String, at: (FileId, u32), written: (FileId, u32) } Silent;
    /// `$k0` or `$k1` in a program whose exception handler uses them.
    "W0114" KernelRegister { register: &'static str } Silent;
    /// A macro parameter or label that was replaced inside another word.
    "W0115" TextualReplacement { name: String, result: String } Silent;
    /// `.space` that is larger than the segment.
    "W0116" SpaceTooLarge { bytes: u32, room: u32 } Silent;
}

impl Message {
    /// Whether it leaves so much of the program unread that labels will seem undefined.
    pub(crate) fn hides_others(&self) -> bool {
        use Message::*;
        matches!(
            self,
            MacroMismatch { .. }
                | MacroName { .. }
                | NestedMacro
                | MacroParameter { .. }
                | EndMacroOperands
                | EndMacroAlone
                | MacroUnclosed
                | UnknownParameter { .. }
                | MacroLoop
                | ErrorLimit
        ) || self.crashes_mars()
    }

    /// Whether MARS has a wording for it.
    pub fn is_mars(&self) -> bool {
        self.mars() == Mars::Says
    }

    /// Whether MARS dies of an uncaught exception instead of reporting it.
    pub fn crashes_mars(&self) -> bool {
        self.mars() == Mars::Dies
    }
}
