//! Matches the operands of a statement against the forms of its mnemonic.

use super::lex::{Token, TokenKind};
use crate::isa::Slot;
use crate::isa::forms::{Form, Mnemonic};
use crate::isa::syntax::Shape;

/// Why a form does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    TooFew,
    TooMany,
    /// The token at this index is an integer that does not fit the slot.
    Range(usize, Slot),
    /// The token at this index is something else than the slot wants.
    Type(usize, Slot),
}

/// The first form that fits; failing that the first form, with what is wrong with it.
pub(crate) fn match_forms(mnemonic: &Mnemonic, operands: &[Token]) -> (Form, Option<Mismatch>) {
    let first = mnemonic.forms[0];
    let mut reason = None;
    for form in &mnemonic.forms {
        match fit(form.shape(), operands) {
            Ok(()) => return (*form, None),
            Err(mismatch) => reason = reason.or(Some(mismatch)),
        }
    }
    (first, reason)
}

fn fit(shape: &Shape, operands: &[Token]) -> Result<(), Mismatch> {
    let slots = shape.slots();
    match operands.len().cmp(&slots.len()) {
        std::cmp::Ordering::Less => return Err(Mismatch::TooFew),
        std::cmp::Ordering::Greater => return Err(Mismatch::TooMany),
        std::cmp::Ordering::Equal => {}
    }
    for (index, (slot, token)) in slots.iter().zip(operands).enumerate() {
        let fits = match slot {
            Slot::Reg | Slot::Cp0 => token.kind.is_register(),
            Slot::Freg => token.kind == TokenKind::FpRegister,
            Slot::Branch | Slot::Label => {
                matches!(token.kind, TokenKind::Identifier | TokenKind::Operator(_))
            }
            Slot::Open => token.kind == TokenKind::LeftParen,
            Slot::Close => token.kind == TokenKind::RightParen,
            Slot::Plus => token.kind == TokenKind::Plus,
            Slot::I32 => token.kind.is_integer(),
            Slot::U5 | Slot::Cc | Slot::S16 | Slot::U16 => {
                if token.kind.is_integer() {
                    let (low, high) = range(*slot);
                    if !(low..=high).contains(&token.value) {
                        return Err(Mismatch::Range(index, *slot));
                    }
                }
                token.kind.is_integer()
            }
        };
        if !fits {
            return Err(Mismatch::Type(index, *slot));
        }
    }
    Ok(())
}

/// The integers that a slot accepts.
pub(crate) fn range(slot: Slot) -> (i32, i32) {
    match slot {
        Slot::U5 | Slot::Cc => (0, 31),
        Slot::S16 => (-32768, 32767),
        Slot::U16 => (0, 65535),
        _ => (i32::MIN, i32::MAX),
    }
}
