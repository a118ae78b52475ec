//! The directives: their table, and what each does to the assembler.

use super::layout::Layout;
use super::lex::{Token, TokenKind};
use super::macros::{self, Macro};
use super::place::LineRef;
use crate::diag::{Message, Severity};
use crate::image::{Element, Symbol};
use crate::java;

macro_rules! directives {
    ($($variant:ident $name:literal $syntax:literal $doc:literal;)*) => {
        /// A directive of the assembler.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is described by its row")]
        pub enum Directive {
            $($variant,)*
        }

        /// The reference rows of the directives: name, syntax, what it does.
        pub static DIRECTIVES: &[(Directive, &str, &str, &str)] = &[
            $((Directive::$variant, $name, $syntax, $doc),)*
        ];
    };
}

directives! {
    Align   ".align"     ".align 2"             "Moves on to the next multiple of 2 to the n-th. `.align 0` switches automatic alignment off until the next `.data` or `.kdata`.";
    Ascii   ".ascii"     ".ascii \"text\""      "Stores the characters of one or more strings, with nothing behind them.";
    Asciiz  ".asciiz"    ".asciiz \"text\""     "Stores the characters of one or more strings, each with a NUL behind it, as syscall 4 needs.";
    Byte    ".byte"      ".byte 1, 'a', -3"     "Stores bytes. A value outside -128…127 is cut to its low eight bits, with a warning.";
    Data    ".data"      ".data [address]"      "What follows is data. With an address, the data counter is set to it for good.";
    Double  ".double"    ".double 1.5, 2"       "Stores 64-bit floating-point numbers at multiples of 8.";
    EndMacro ".end_macro" ".end_macro"          "Ends a macro definition.";
    Eqv     ".eqv"       ".eqv NAME text"       "Every NAME in the lines below becomes the text.";
    Extern  ".extern"    ".extern name 4"       "Reserves bytes in the extern area and makes the name global.";
    Float   ".float"     ".float 1.5, 2"        "Stores 32-bit floating-point numbers at multiples of 4.";
    Globl   ".globl"     ".globl main"          "Makes labels of this file visible in all files.";
    Half    ".half"      ".half 1, 2"           "Stores 16-bit values at multiples of 2. A value outside -32768…32767 is cut to its low sixteen bits, with a warning.";
    Include ".include"   ".include \"file\""    "Puts the lines of another file here. A file can be included once.";
    Kdata   ".kdata"     ".kdata [address]"     "What follows is kernel data.";
    Ktext   ".ktext"     ".ktext [address]"     "What follows is kernel code; an exception handler stands at 0x80000180.";
    Macro   ".macro"     ".macro name(%a, %b)"  "Begins a macro definition, which `.end_macro` ends.";
    Set     ".set"       ".set noreorder"       "Ignored, with a warning.";
    Space   ".space"     ".space 40"            "Leaves room for that many bytes. It counts bytes, not words, and does not align.";
    Text    ".text"      ".text [address]"      "What follows is code.";
    Word    ".word"      ".word 1, 2, label"    "Stores 32-bit values or addresses at multiples of 4. `.word 0:9` stores nine zeros. Without a value it stores nothing.";
}

impl Directive {
    /// Finds a directive by its name with the dot, without regard to case.
    pub fn find(name: &str) -> Option<Directive> {
        let same = |row: &&(Directive, &str, &str, &str)| {
            name.len() >= row.1.len() && name.chars().map(java::fold_case).eq(row.1.chars())
        };
        DIRECTIVES.iter().find(same).map(|row| row.0)
    }

    /// The name with the dot.
    pub fn name(self) -> &'static str {
        DIRECTIVES[self as usize].1
    }

    /// Bytes of one value, for the directives that store numbers.
    pub(crate) fn value_bytes(self) -> Option<u32> {
        self.element().filter(|element| element.is_number()).map(Element::size)
    }

    /// What the directive declares, if it declares data.
    pub(crate) fn element(self) -> Option<Element> {
        match self {
            Directive::Byte => Some(Element::Byte),
            Directive::Half => Some(Element::Half),
            Directive::Word => Some(Element::Word),
            Directive::Float => Some(Element::Float),
            Directive::Double => Some(Element::Double),
            Directive::Ascii => Some(Element::Ascii),
            Directive::Asciiz => Some(Element::Asciiz),
            Directive::Space => Some(Element::Space),
            _ => None,
        }
    }

    /// Whether it stores values or leaves room.
    pub fn stores(self) -> bool {
        self.element().is_some()
    }

    pub(crate) fn is_floating(self) -> bool {
        matches!(self, Directive::Float | Directive::Double)
    }
}

impl Layout<'_> {
    /// Carries out a directive. `tokens[0]` is the directive itself.
    pub(crate) fn directive(&mut self, line: LineRef<'_>, tokens: &[Token], directive: Directive) {
        let token = &tokens[0];
        let spelled = || token.text(line.text).into_owned();
        match directive {
            // Done while the file was read.
            Directive::Eqv => {}
            Directive::Macro => self.begin_macro(line, tokens),
            Directive::EndMacro => self.end_macro(line, tokens),
            // Nothing else counts inside a macro definition.
            _ if self.macros.current.is_some() => {}
            Directive::Data | Directive::Kdata => {
                self.in_data = true;
                self.auto_align = true;
                self.data.select(directive == Directive::Kdata);
                if let Some(address) = segment_address(tokens) {
                    self.data.set(address);
                }
            }
            Directive::Text | Directive::Ktext => {
                self.in_data = false;
                self.text.select(directive == Directive::Ktext);
                if let Some(address) = segment_address(tokens) {
                    self.text.set(address);
                }
            }
            Directive::Word
            | Directive::Half
            | Directive::Byte
            | Directive::Float
            | Directive::Double
            | Directive::Ascii
            | Directive::Asciiz => {
                self.data_directive = directive;
                if self.check_in_data(line, token) {
                    self.store_values(line, tokens, directive);
                }
            }
            Directive::Align => {
                if let Some(exponent) = self.one_size(line, tokens) {
                    if exponent == 0 {
                        self.auto_align = false;
                    } else {
                        // From 31 on the power is more than an integer holds and becomes its maximum.
                        let boundary = if exponent < 31 { 1 << exponent } else { i32::MAX };
                        self.align(boundary);
                    }
                }
            }
            Directive::Space => {
                if let Some(bytes) = self.one_size(line, tokens) {
                    let address = self.data.get();
                    self.note_data(line, address, bytes as u32, directive);
                    self.data.advance(bytes as u32);
                }
            }
            Directive::Extern => self.declare_extern(line, tokens),
            Directive::Set => {
                self.report(line, token, Message::SetIgnored, Severity::Warning);
            }
            Directive::Globl => {
                if tokens.len() < 2 {
                    self.error(line, token, Message::NeedsArgument { directive: spelled() });
                }
                for label in &tokens[1..] {
                    let name = label.text(line.text).into_owned();
                    if label.kind != TokenKind::Identifier {
                        let directive = spelled();
                        self.error(line, token, Message::GloblNotLabel { directive, text: name });
                        return;
                    }
                    let place = self.place(line, Some(label));
                    self.declared_global.push((name, place));
                }
            }
            Directive::Include => {
                self.error(line, token, Message::IncludeWithoutName { directive: spelled() });
            }
        }
    }

    fn begin_macro(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        let token = &tokens[0];
        let Some(name) = tokens.get(1) else {
            let directive = token.text(line.text).into_owned();
            return self.error(line, token, Message::NeedsArgument { directive });
        };
        let text = name.text(line.text).into_owned();
        if name.kind != TokenKind::Identifier {
            return self.error(line, name, Message::MacroName { text });
        }
        if self.macros.current.is_some() {
            return self.error(line, token, Message::NestedMacro);
        }
        let mut definition = Macro::begin(text, line.merged, line.shown);
        let mut wrong = None;
        for parameter in &tokens[2..] {
            if matches!(parameter.kind, TokenKind::LeftParen | TokenKind::RightParen) {
                continue;
            }
            let text = parameter.text(line.text).into_owned();
            if !macros::is_parameter(&text) {
                wrong = Some((parameter, text));
                break;
            }
            definition.parameters.push(text);
        }
        self.macros.current = Some(definition);
        if let Some((parameter, text)) = wrong {
            self.error(line, parameter, Message::MacroParameter { text });
        }
    }

    fn end_macro(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        if tokens.len() > 1 {
            self.error(line, &tokens[0], Message::EndMacroOperands);
        } else if self.macros.current.is_none() {
            self.error(line, &tokens[0], Message::EndMacroAlone);
        } else {
            self.macros.commit(line.merged);
        }
    }

    fn declare_extern(&mut self, line: LineRef<'_>, tokens: &[Token]) {
        let token = &tokens[0];
        let directive = || token.text(line.text).into_owned();
        let [_, name, size] = tokens else {
            return self.error(line, token, Message::ExternOperands { directive: directive() });
        };
        if !size.kind.is_integer() || size.value < 0 {
            return self.error(line, token, Message::ExternSize { directive: directive() });
        }
        let text = name.text(line.text).into_owned();
        if self.global.address(&text).is_none() {
            let address = self.extern_address;
            self.extern_address = address.wrapping_add(size.value as u32);
            let symbol = Symbol {
                name: text,
                address,
                data: true,
                file: None,
                defined: self.program.place(line.merged),
            };
            // Taken only by a symbol at the address that means "not found": as good as free.
            let _ = self.global.add(symbol);
            self.note_item(line, address, size.value as u32, Element::Extern);
        }
    }

    /// The operand of `.space` and `.align`: exactly one integer, not negative.
    fn one_size(&mut self, line: LineRef<'_>, tokens: &[Token]) -> Option<i32> {
        let token = &tokens[0];
        if !self.check_in_data(line, token) {
            return None;
        }
        let directive = token.text(line.text).into_owned();
        let [_, size] = tokens else {
            self.error(line, token, Message::NeedsOneOperand { directive });
            return None;
        };
        if !size.kind.is_integer() || size.value < 0 {
            self.error(line, token, Message::NeedsNonNegative { directive });
            return None;
        }
        Some(size.value)
    }

    fn check_in_data(&mut self, line: LineRef<'_>, token: &Token) -> bool {
        if !self.in_data {
            let directive = token.text(line.text).into_owned();
            self.error(line, token, Message::DataInText { directive });
        }
        self.in_data
    }
}

fn segment_address(tokens: &[Token]) -> Option<u32> {
    tokens.get(1).filter(|token| token.kind.is_integer()).map(|token| token.value as u32)
}
