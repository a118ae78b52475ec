//! The line of a diagnostic, read once more: which word is the mnemonic, which are its operands,
//! and whether a line that we are about to recommend would assemble.

use std::ops::Range;

use super::super::Snippet;
use crate::asm::lex::{Token, TokenKind, begins_with_label, lex_line};
use crate::asm::parse;
use crate::isa::Slot;
use crate::isa::forms::{FORMS, Form, Mnemonic};
use crate::isa::reg;

/// Longer lines are not looked into: nobody wrote them by hand.
const MAX_LINE: usize = 4000;

/// A statement: what stands on a line behind its label.
pub(super) struct Statement<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Statement<'a> {
    /// Reads the line of a snippet; `None` if there is nothing on it.
    pub(super) fn of(snippet: &'a Snippet) -> Option<Statement<'a>> {
        Statement::read(&snippet.text)
    }

    fn read(text: &'a str) -> Option<Statement<'a>> {
        if text.len() > MAX_LINE {
            return None;
        }
        let mut tokens = Vec::new();
        lex_line(text, &mut tokens);
        tokens.retain(|token| token.kind != TokenKind::Comment);
        if begins_with_label(&tokens) {
            tokens.drain(..2);
        }
        (!tokens.is_empty()).then_some(Statement { text, tokens })
    }

    /// The first word.
    pub(super) fn head(&self) -> &'a str {
        self.tokens[0].raw(self.text)
    }

    /// What the first word is.
    pub(super) fn head_kind(&self) -> TokenKind {
        self.tokens[0].kind
    }

    /// The bytes of the first word.
    pub(super) fn head_range(&self) -> Range<usize> {
        self.tokens[0].range()
    }

    /// The mnemonic, if the first word is one.
    pub(super) fn mnemonic(&self) -> Option<&'static Mnemonic> {
        match self.tokens[0].kind {
            TokenKind::Operator(id) => Some(FORMS.mnemonic(id)),
            _ => None,
        }
    }

    /// The form that its operands fit.
    pub(super) fn form(&self) -> Option<Form> {
        let (form, mismatch) = parse::match_forms(self.mnemonic()?, &self.tokens[1..]);
        mismatch.is_none().then_some(form)
    }

    /// Whether its label is where it goes, not an address that it uses.
    pub(super) fn branches(&self) -> bool {
        self.form().is_some_and(|form| form.shape().slots().contains(&Slot::Branch))
    }

    /// Everything behind the first word, punctuation too.
    pub(super) fn operands(&self) -> impl Iterator<Item = Operand<'a>> {
        let text = self.text;
        self.tokens[1..].iter().map(move |token| Operand {
            kind: token.kind,
            value: token.value,
            text: token.raw(text),
            range: token.range(),
        })
    }

    /// The bytes of all operands together; those of the first word if there are none.
    pub(super) fn operands_range(&self) -> Range<usize> {
        match (self.tokens.get(1), self.tokens.last()) {
            (Some(first), Some(last)) => first.start as usize..last.end as usize,
            _ => self.head_range(),
        }
    }

    /// The text between two byte positions.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        &self.text[range]
    }
}

/// One word behind the mnemonic.
#[derive(Clone, Debug)]
pub(super) struct Operand<'a> {
    pub(super) kind: TokenKind,
    pub(super) value: i32,
    pub(super) text: &'a str,
    pub(super) range: Range<usize>,
}

impl Operand<'_> {
    pub(super) fn is_register(&self) -> bool {
        self.kind.is_register()
    }

    pub(super) fn is_float_register(&self) -> bool {
        self.kind == TokenKind::FpRegister
    }

    pub(super) fn is_integer(&self) -> bool {
        self.kind.is_integer()
    }

    /// Whether it can be the name of a label.
    pub(super) fn is_name(&self) -> bool {
        matches!(self.kind, TokenKind::Identifier | TokenKind::Operator(_))
    }

    /// One letter for its kind, so that rules can be written as patterns: `r` register, `f`
    /// floating-point register, `i` integer, `n` name, `?` anything else; punctuation is itself.
    pub(super) fn letter(&self) -> char {
        match self.kind {
            TokenKind::RegisterName | TokenKind::RegisterNumber => 'r',
            TokenKind::FpRegister => 'f',
            TokenKind::Int5 | TokenKind::Int16U | TokenKind::Int16 | TokenKind::Int32 => 'i',
            TokenKind::Identifier | TokenKind::Operator(_) => 'n',
            TokenKind::LeftParen => '(',
            TokenKind::RightParen => ')',
            TokenKind::Plus => '+',
            TokenKind::Minus => '-',
            TokenKind::Colon => ':',
            TokenKind::String => '"',
            TokenKind::Real => '.',
            _ => '?',
        }
    }

    /// What it is, in words.
    pub(super) fn described(&self) -> String {
        let text = super::shorten(self.text);
        match self.kind {
            TokenKind::RegisterName | TokenKind::RegisterNumber => {
                format!("`{text}` is a register")
            }
            TokenKind::FpRegister => format!("`{text}` is a floating-point register"),
            TokenKind::Int5 | TokenKind::Int16U | TokenKind::Int16 | TokenKind::Int32 => {
                format!("`{text}` is a constant")
            }
            TokenKind::Real => format!("`{text}` is a floating-point constant"),
            TokenKind::String => format!("{text} is a string"),
            TokenKind::Identifier => format!("`{text}` is a name"),
            TokenKind::Operator(_) => format!("`{text}` is the name of an instruction"),
            TokenKind::Directive(_) => format!("`{text}` is a directive"),
            TokenKind::Parameter => format!("`{text}` is a macro parameter"),
            _ => format!("`{text}` stands here"),
        }
    }
}

/// What a slot of an instruction takes, in words.
pub(super) fn wanted(slot: Slot) -> &'static str {
    match slot {
        Slot::Reg => "a register such as `$t0`",
        Slot::Cp0 => "a coprocessor 0 register such as `$12`",
        Slot::Freg => "a floating-point register such as `$f0`",
        Slot::U5 => "a constant from 0 to 31",
        Slot::Cc => "a condition flag from 0 to 7",
        Slot::S16 => "a constant from -32768 to 32767",
        Slot::U16 => "a constant from 0 to 65535",
        Slot::I32 => "a constant",
        Slot::Branch | Slot::Label => "a label",
        Slot::Open => "`(`",
        Slot::Close => "`)`",
        Slot::Plus => "`+`",
    }
}

/// Whether a statement that is about to be recommended is one: never tell a student to write what
/// would be refused again. Labels are taken as defined.
pub(super) fn assembles(line: &str) -> bool {
    let Some(statement) = Statement::read(line) else { return false };
    statement.form().is_some()
}

/// A temporary register that the operands don't use: the one after the highest `$t` among them,
/// which is the likeliest to be free in the rest of the program too.
pub(super) fn free_register(operands: &[Operand<'_>]) -> &'static str {
    const TEMPORARIES: [&str; 8] = ["$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7"];
    let used = |name: &&&str| {
        let number = reg::integer(name).map(|(number, _)| i32::from(number));
        operands.iter().any(|operand| operand.is_register() && Some(operand.value) == number)
    };
    let highest = TEMPORARIES.iter().rposition(|name| used(&name));
    let after = TEMPORARIES.iter().skip(highest.map_or(0, |index| index + 1));
    after.chain(TEMPORARIES.iter().filter(|name| !used(name))).next().copied().unwrap_or("$t8")
}
