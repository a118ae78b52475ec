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

coded! {
    /// What is wrong. The codes are stable: they are never given to another message.
    enum Message;

    /// A run of characters that is not a token of the language.
    "E0001" InvalidToken { line: Arc<str>, token: String };
    /// `.eqv` without a name and a text.
    "E0002" EqvTooFew;
    /// `.eqv` whose name is not an identifier.
    "E0003" EqvMalformed { name: String };
    /// `.eqv` whose text contains its own name.
    "E0004" EqvSelf { name: String };
    /// `.eqv` that gives a name a second meaning.
    "E0005" EqvRedefined { name: String };
    /// A file included a second time.
    "E0006" RecursiveInclude { path: String };
    /// A file to include that can't be read.
    "E0007" IncludeUnreadable { path: String, reason: String };
    /// `.include` without a file name in quotes.
    "E0008" IncludeWithoutName { directive: String };
    /// The first word of a statement is not an instruction.
    "E0009" UnknownOperator { name: String };
    /// A macro called before its definition or with the wrong number of arguments.
    "E0010" MacroMismatch { name: String, given: usize, defined: Vec<(usize, u32)> };
    /// Fewer operands than the instruction takes.
    "E0011" TooFewOperands { mnemonic: String, expected: String };
    /// More operands than the instruction takes.
    "E0012" TooManyOperands { mnemonic: String, expected: String };
    /// A constant that the instruction has no room for.
    "E0013" OperandRange { mnemonic: String, operand: String, expected: String, low: i32, high: i32 };
    /// An operand of another kind than the instruction takes there.
    "E0014" OperandType { mnemonic: String, operand: String, expected: String, position: usize };
    /// A pseudo-instruction where they are forbidden.
    "E0015" PseudoForbidden { mnemonic: String };
    /// A label defined twice.
    "E0016" DuplicateLabel { name: String, first: Option<(FileId, u32)> };
    /// A label that is defined nowhere.
    "E0017" UndefinedSymbol { name: String };
    /// Data in the text segment.
    "E0018" DataInText { directive: String };
    /// A value of an integer directive that is neither integer nor label.
    "E0019" NotInteger { text: String };
    /// A value of `.float` or `.double` that is not a number.
    "E0020" NotFloat { text: String };
    /// A value too large for `.float`.
    "E0021" FloatRange { text: String };
    /// An operand of `.ascii` or `.asciiz` that is not a string.
    "E0022" NotString { text: String };
    /// `value : count` with a value or count that can't be one.
    "E0023" MalformedRepetition;
    /// `value : count` with a count below 1.
    "E0024" RepetitionNotPositive { text: String };
    /// A directive that takes exactly one operand.
    "E0025" NeedsOneOperand { directive: String };
    /// A directive that takes a size or exponent not below zero.
    "E0026" NeedsNonNegative { directive: String };
    /// Data at an address where none can be stored.
    "E0027" DataAddress { address: u32 };
    /// A directive that takes at least one operand.
    "E0028" NeedsArgument { directive: String };
    /// `.globl` of something that is not a label.
    "E0029" GloblNotLabel { directive: String, text: String };
    /// `.extern` without exactly a label and a size.
    "E0030" ExternOperands { directive: String };
    /// `.extern` with a size that is not a number.
    "E0031" ExternSize { directive: String };
    /// `.globl` of a label that the file does not define.
    "E0032" GlobalUndefined { name: String };
    /// A label that two files declare global.
    "E0033" GlobalRedefined { name: String };
    /// A macro whose name is not an identifier.
    "E0034" MacroName { text: String };
    /// A macro defined inside another.
    "E0035" NestedMacro;
    /// A macro parameter without `%`.
    "E0036" MacroParameter { text: String };
    /// Something after `.end_macro`.
    "E0037" EndMacroOperands;
    /// `.end_macro` without a `.macro`.
    "E0038" EndMacroAlone;
    /// A macro that is never ended.
    "E0039" MacroUnclosed;
    /// A parameter in a macro body that the macro does not have.
    "E0040" UnknownParameter { name: String };
    /// A macro that expands itself.
    "E0041" MacroLoop;
    /// A jump to another 256 MiB block.
    "E0042" JumpRange;
    /// Code at an address where none can be.
    "E0043" TextAddress { address: u32 };
    /// Two instructions at one address.
    "E0044" TextOverlap { address: u32, file: FileId, line: u32, kernel: bool };
    /// A form that MARS lists but can't expand.
    "E0045" BrokenPseudo;
    /// A source file that can't be read.
    "E0046" FileUnreadable { path: String, reason: String };
    /// More errors than are worth reporting.
    "E0047" ErrorLimit;
    /// Macros or `.eqv` that grow without end.
    "E0048" ExpansionLimit { what: &'static str };
    /// `.eqv` definitions that lead back to themselves.
    "E0049" EqvCycle { name: String };
    /// Data that crosses the end of its segment.
    "E0050" SegmentOverrun { address: u32 };
    /// `.eqv` that ends in a character literal at the end of the line.
    "E0051" EqvCharacter;
    /// `.include` with a single quote and nothing else.
    "E0052" IncludeLoneQuote;

    /// A value that loses its upper bits in `.byte` or `.half`.
    "W0001" ValueTruncated { text: String, bytes: u32 };
    /// `.set`, which MARS ignores.
    "W0002" SetIgnored;
    /// A directive that MARS does not know, and ignores.
    "W0003" UnknownDirective { name: String };

    /// Instructions in the data segment, which MARS drops.
    "W0101" InstructionInData { text: String, lines: u32 };
    /// A string that is never closed and so loses its last character.
    "W0102" UnclosedString { swallows_comment: bool };
    /// A decimal constant that does not fit 32 bits and wraps around.
    "W0103" IntegerWraps { text: String, value: i32 };
    /// A label with the name of an instruction.
    "W0104" LabelIsMnemonic { name: String };
    /// A label with the name of a macro.
    "W0105" LabelIsMacro { name: String };
    /// A `main` where the program does not begin.
    "W0106" MainNotFirst { start: (FileId, u32), global: bool };
    /// A data directive without a value, which stores nothing.
    "W0107" NoValue { directive: String };
    /// A load or store that can't be aligned where it is.
    "W0108" UnalignedAccess { mnemonic: String, label: String, address: u32, size: u32, declared: Option<(FileId, u32)> };
    /// A load or store past the bytes that `.space` left.
    "W0109" OutsideSpace { label: String, offset: i64, reserved: u32, declared: (FileId, u32) };
    /// A service number that is overwritten before any `syscall`.
    "W0110" ServiceWithoutSyscall { number: i32, overwritten: (FileId, u32) };
    /// A quotient or product that nothing reads.
    "W0111" ResultUnread { mnemonic: String };
    /// A result written to `$zero`, which stays 0.
    "W0112" WritesZero { mnemonic: String };
    /// A value in `$at` that a pseudo-instruction overwrites before it is read.
    "W0113" AtOverwritten { by: String, at: (FileId, u32), written: (FileId, u32) };
    /// `$k0` or `$k1` in a program whose exception handler uses them.
    "W0114" KernelRegister { register: &'static str };
    /// A macro parameter or label that was replaced inside another word.
    "W0115" TextualReplacement { name: String, result: String };
    /// `.space` that is larger than the segment.
    "W0116" SpaceTooLarge { bytes: u32, room: u32 };
}

impl Message {
    /// MARS's wording, of one line or two.
    pub fn mars_text(&self, sources: &SourceMap, name: &dyn Fn(&str) -> String) -> String {
        use Message::*;
        match self {
            InvalidToken { line, token } => format!("{line}\nInvalid language element: {token}"),
            EqvTooFew => "Too few operands for .eqv directive".into(),
            EqvMalformed { .. } => "Malformed .eqv directive".into(),
            EqvSelf { name } => format!("Cannot substitute {name} for itself in .eqv directive"),
            EqvRedefined { name } => format!("\"{name}\" is already defined"),
            RecursiveInclude { path } => format!("Recursive include of file {}", name(path)),
            IncludeUnreadable { path, .. } => format!("Error reading include file {}", name(path)),
            IncludeWithoutName { directive } => {
                format!("\"{directive}\" directive recognized but not yet implemented.")
            }
            UnknownOperator { name } => format!("\"{name}\" is not a recognized operator"),
            MacroMismatch { name, .. } => {
                format!("forward reference or invalid parameters for macro \"{name}\"")
            }
            TooFewOperands { mnemonic, expected } => format!(
                "\"{mnemonic}\": Too few or incorrectly formatted operands. Expected: {expected}"
            ),
            TooManyOperands { mnemonic, expected } => format!(
                "\"{mnemonic}\": Too many or incorrectly formatted operands. Expected: {expected}"
            ),
            OperandRange { operand, .. } => format!("\"{operand}\": operand is out of range"),
            OperandType { operand, .. } => format!("\"{operand}\": operand is of incorrect type"),
            PseudoForbidden { .. } => {
                "Extended (pseudo) instruction or format not permitted.  See Settings.".into()
            }
            DuplicateLabel { name, .. } => format!("label \"{name}\" already defined"),
            UndefinedSymbol { name } => format!("Symbol \"{name}\" not found in symbol table."),
            DataInText { directive } => {
                format!("\"{directive}\" directive cannot appear in text segment")
            }
            NotInteger { text } => format!("\"{text}\" is not a valid integer constant or label"),
            NotFloat { text } => format!("\"{text}\" is not a valid floating point constant"),
            FloatRange { text } => format!("\"{text}\" is an out-of-range value"),
            NotString { text } => format!("\"{text}\" is not a valid character string"),
            MalformedRepetition => "malformed expression".into(),
            RepetitionNotPositive { .. } => "repetition factor must be positive".into(),
            NeedsOneOperand { directive } => format!("\"{directive}\" requires one operand"),
            NeedsNonNegative { directive } => {
                format!("\"{directive}\" requires a non-negative integer")
            }
            DataAddress { address } => {
                format!("\"{}\" is not a valid data segment address", *address as i32)
            }
            NeedsArgument { directive } => {
                format!("\"{directive}\" directive requires at least one argument.")
            }
            GloblNotLabel { directive, .. } => {
                format!("\"{directive}\" directive argument must be label.")
            }
            ExternOperands { directive } => {
                format!("\"{directive}\" directive requires two operands (label and size).")
            }
            ExternSize { directive } => {
                format!("\"{directive}\" requires a non-negative integer size")
            }
            GlobalUndefined { name } => {
                format!("\"{name}\" declared global label but not defined.")
            }
            GlobalRedefined { name } => {
                format!("\"{name}\" already defined as global in a different file.")
            }
            MacroName { text } => format!("Invalid Macro name \"{text}\""),
            NestedMacro => "Nested macros are not allowed".into(),
            MacroParameter { text } => format!("Invalid macro argument '{text}'"),
            EndMacroOperands => "invalid text after .END_MACRO".into(),
            EndMacroAlone => ".END_MACRO without .MACRO".into(),
            MacroUnclosed => "Macro started but not ended (no .end_macro directive)".into(),
            UnknownParameter { .. } => "Unknown macro parameter".into(),
            MacroLoop => "Detected a macro expansion loop (recursive reference). ".into(),
            JumpRange => "Jump target word address beyond 26-bit range".into(),
            TextAddress { address } => {
                format!("Invalid address for text segment: {}", *address as i32)
            }
            TextOverlap { address, file, line, kernel } => format!(
                "Duplicate text segment address: 0x{address:08x} already occupied by {} line {line} (caused by use of {} operand)",
                name(&sources.file(*file).name),
                if *kernel { ".ktext" } else { ".text" },
            ),
            BrokenPseudo => {
                "INTERNAL ERROR: pseudo-instruction expansion contained a pseudo-instruction".into()
            }
            FileUnreadable { path, reason } => {
                format!("java.io.FileNotFoundException: {path} ({reason})")
            }
            ErrorLimit => format!("Error Limit of {} exceeded.", super::ERROR_LIMIT),
            ValueTruncated { text, .. } => {
                format!("\"{text}\" is out-of-range for a signed value and possibly truncated")
            }
            SetIgnored => "MARS currently ignores the .set directive.".into(),
            UnknownDirective { name } => {
                format!("MARS does not recognize the {name} directive.  Ignored.")
            }
            // MARS has no words for these: it dies, runs out of memory, or says nothing.
            ExpansionLimit { .. }
            | EqvCycle { .. }
            | SegmentOverrun { .. }
            | EqvCharacter
            | IncludeLoneQuote
            | InstructionInData { .. }
            | UnclosedString { .. }
            | IntegerWraps { .. }
            | LabelIsMnemonic { .. }
            | LabelIsMacro { .. }
            | MainNotFirst { .. }
            | NoValue { .. }
            | UnalignedAccess { .. }
            | OutsideSpace { .. }
            | ServiceWithoutSyscall { .. }
            | ResultUnread { .. }
            | WritesZero { .. }
            | AtOverwritten { .. }
            | KernelRegister { .. }
            | TextualReplacement { .. }
            | SpaceTooLarge { .. } => String::new(),
        }
    }

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

    /// Whether it is advice of ours about something that MARS accepts without a word.
    pub fn is_advice(&self) -> bool {
        self.code().starts_with("W01")
    }

    /// Whether MARS has a wording for it.
    pub fn is_mars(&self) -> bool {
        !self.crashes_mars() && !self.is_advice()
    }

    /// Whether MARS dies of an uncaught exception instead of reporting it.
    pub fn crashes_mars(&self) -> bool {
        use Message::*;
        matches!(
            self,
            ExpansionLimit { .. }
                | EqvCycle { .. }
                | SegmentOverrun { .. }
                | EqvCharacter
                | IncludeLoneQuote
        )
    }
}
