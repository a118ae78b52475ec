//! Data: the values of data directives on their way into memory, with alignment and the labels
//! that it moves.

use super::directive::Directive;
use super::layout::Layout;
use super::lex::{Token, TokenKind};
use super::place::{LineRef, Place};
use crate::config::{MemoryConfig, Region};
use crate::diag::{Message, Severity};
use crate::image::{DataItem, Element};
use crate::java;

/// Stores that data directives may make: more than fits in all segments, byte by byte. The rest
/// could only be stored over each other.
const MAX_STORES: u32 = 16_000_000;

impl Layout<'_> {
    /// The values of a data directive, or of a line that goes on with one. The form `value : count`
    /// is known only by its place: four tokens of which the third is a colon.
    pub(crate) fn store_values(
        &mut self,
        line: LineRef<'_>,
        tokens: &[Token],
        directive: Directive,
    ) {
        let named = matches!(tokens[0].kind, TokenKind::Directive(_));
        let values = &tokens[usize::from(named)..];
        let Some(bytes) = directive.value_bytes() else {
            return self.store_strings(line, values, directive);
        };
        if let [_, value, colon, count] = tokens
            && colon.kind == TokenKind::Colon
        {
            let number =
                value.kind.is_integer() || directive.is_floating() && value.kind == TokenKind::Real;
            if !number || !count.kind.is_integer() {
                return self.error(line, value, Message::MalformedRepetition);
            }
            if count.value <= 0 {
                let text = count.text(line.text).into_owned();
                return self.error(line, count, Message::RepetitionNotPositive { text });
            }
            if self.auto_align {
                self.align(bytes as i32);
            }
            for _ in 0..count.value {
                let at = self.data.get();
                self.store_number(line, value, directive, bytes);
                // A store that fails does not move on, so the rest would fail in the same way
                // until the list of errors is full.
                if self.data.get() == at && self.errors.limit_exceeded() || self.crashed {
                    break;
                }
            }
            return;
        }
        for value in values {
            if self.crashed {
                break;
            }
            self.store_number(line, value, directive, bytes);
        }
    }

    fn store_number(&mut self, line: LineRef<'_>, value: &Token, directive: Directive, bytes: u32) {
        if directive.is_floating() {
            self.store_real(line, value, directive);
            return;
        }
        if value.kind.is_integer() {
            let (low, high) = match bytes {
                1 => (-128, 127),
                2 => (-32768, 32767),
                _ => (i32::MIN, i32::MAX),
            };
            if !(low..=high).contains(&value.value) {
                let text = value.text(line.text).into_owned();
                let message = Message::ValueTruncated { text, bytes };
                self.report(line, value, message, Severity::Warning);
            }
            // Only a store to text, which replaces a whole word, shows what is cut off here.
            let stored = value.value as u32 & u32::MAX >> (32 - 8 * bytes);
            self.store_aligned(line, value, directive, stored, bytes);
        } else if value.kind == TokenKind::Identifier {
            let name = value.text(line.text);
            match self.symbol_address(&name) {
                Some(address) => {
                    self.store_aligned(line, value, directive, address, bytes);
                }
                None => {
                    let name = name.into_owned();
                    let address = self.store_aligned(line, value, directive, 0, bytes);
                    let place = self.place(line, Some(value));
                    self.forward_references.push(ForwardReference { address, bytes, name, place });
                }
            }
        } else {
            let text = value.text(line.text).into_owned();
            self.error(line, value, Message::NotInteger { text });
        }
    }

    fn store_real(&mut self, line: LineRef<'_>, value: &Token, directive: Directive) {
        let text = value.text(line.text).into_owned();
        let numeric = value.kind.is_integer() || value.kind == TokenKind::Real;
        let Some(number) = java::parse_double(&text).filter(|_| numeric) else {
            return self.error(line, value, Message::NotFloat { text });
        };
        if directive == Directive::Double {
            let bits = number.to_bits();
            // MARS's NaN is always the canonical one.
            let bits = if number.is_nan() { 0x7ff8_0000_0000_0000 } else { bits };
            self.store_double(line, value, bits);
            return;
        }
        if number.abs() > f64::from(f32::MAX) {
            return self.error(line, value, Message::FloatRange { text });
        }
        let bits = if number.is_nan() { 0x7fc0_0000 } else { (number as f32).to_bits() };
        self.store_aligned(line, value, directive, bits, 4);
    }

    /// Stores one value at the data counter, aligned first if alignment is on, and moves on.
    /// Returns the address; where nothing can be stored the counter stays.
    fn store_aligned(
        &mut self,
        line: LineRef<'_>,
        token: &Token,
        directive: Directive,
        value: u32,
        bytes: u32,
    ) -> u32 {
        if self.auto_align {
            self.align(bytes as i32);
        }
        let address = self.data.get();
        if self.store(line, token, address, value, bytes) {
            self.note_data(line, address, bytes, directive);
            self.data.advance(bytes);
        } else {
            self.error(line, token, Message::DataAddress { address });
        }
        address
    }

    fn store_double(&mut self, line: LineRef<'_>, token: &Token, bits: u64) {
        if self.auto_align {
            self.align(8);
        }
        let address = self.data.get();
        // The high word first, as MARS does: if it has no place, neither word is stored.
        let stored = self.store(line, token, address.wrapping_add(4), (bits >> 32) as u32, 4)
            && self.store(line, token, address, bits as u32, 4);
        if stored {
            self.note_data(line, address, 8, Directive::Double);
            self.data.advance(8);
        } else {
            self.error(line, token, Message::DataAddress { address });
        }
    }

    fn store_strings(&mut self, line: LineRef<'_>, tokens: &[Token], directive: Directive) {
        for token in tokens {
            let text = token.text(line.text);
            if token.kind != TokenKind::String {
                let text = text.into_owned();
                self.error(line, token, Message::NotString { text });
                continue;
            }
            let start = self.data.get();
            let units: Vec<u16> = text.encode_utf16().collect();
            // The last unit is taken for the closing quote, whatever it is.
            let mut i = 1;
            while i + 1 < units.len() {
                let mut unit = units[i];
                if unit == u16::from(b'\\') {
                    i += 1;
                    unit = escaped(units[i]);
                }
                self.store_char(line, token, unit as u8);
                i += 1;
            }
            if directive == Directive::Asciiz {
                self.store_char(line, token, 0);
            }
            let stored = self.data.get().wrapping_sub(start);
            self.note_data(line, start, stored, directive);
        }
    }

    /// Stores one byte of a string and moves on whether or not there is room for it.
    fn store_char(&mut self, line: LineRef<'_>, token: &Token, byte: u8) {
        let address = self.data.get();
        if !self.store(line, token, address, u32::from(byte), 1) {
            self.error(line, token, Message::DataAddress { address });
        }
        self.data.advance(1);
    }

    /// Moves the data counter to a multiple of `boundary`, and with it every local label that
    /// stands at the counter. The remainder is signed, so in kernel space it goes one unit further.
    pub(crate) fn align(&mut self, boundary: i32) {
        let address = self.data.get() as i32;
        let remainder = address % boundary;
        if remainder != 0 {
            let aligned = address.wrapping_add(boundary).wrapping_sub(remainder);
            self.local.move_address(address as u32, aligned as u32);
            self.data.set(aligned as u32);
        }
    }

    /// Writes to memory if there is memory at the address that data may be stored in.
    pub(crate) fn store(
        &mut self,
        line: LineRef<'_>,
        token: &Token,
        address: u32,
        value: u32,
        bytes: u32,
    ) -> bool {
        self.stores += 1;
        if self.stores > MAX_STORES {
            self.error(line, token, Message::ExpansionLimit { what: "values stored" });
            self.crashed = true;
            return true;
        }
        let config = &self.options.config;
        match config.region(address) {
            Some(Region::Data | Region::Stack | Region::Mmio | Region::KernelData) => {}
            // Self-modifying code: the whole word is replaced, whatever the size.
            Some(Region::Text) if self.options.self_modifying && address.is_multiple_of(4) => {
                self.stored_text.insert(address, value);
                return true;
            }
            _ => return false,
        }
        if overruns(config, address, bytes) {
            self.error(line, token, Message::SegmentOverrun { address });
            self.crashed = true;
            return true;
        }
        self.set_bytes(address, value, bytes);
        true
    }

    /// Stores the bytes of a value where MARS's tables put them. The stack's table is upside down:
    /// what an unaligned value has too much for its word goes to the word below (fuzz case
    /// `data-777201-0029`).
    fn set_bytes(&mut self, address: u32, value: u32, bytes: u32) {
        let beyond = (address % 4 + bytes).saturating_sub(4);
        if beyond == 0 || self.options.config.region(address) != Some(Region::Stack) {
            return self.memory.set_bytes(address, value, bytes);
        }
        let here = bytes - beyond;
        self.memory.set_bytes(address, value, here);
        self.memory.set_bytes(below(address), value >> (8 * here), beyond);
    }

    pub(crate) fn patch(&mut self, reference: &ForwardReference, address: u32) {
        let region = self.options.config.region(reference.address);
        if let Some(word) = self.stored_text.get_mut(&reference.address) {
            *word = address;
        } else if !matches!(region, None | Some(Region::Text | Region::KernelText)) {
            self.set_bytes(reference.address, address, reference.bytes);
        }
    }

    /// Counts a piece of data, and adds it to the list of items.
    pub(crate) fn note_data(
        &mut self,
        line: LineRef<'_>,
        address: u32,
        bytes: u32,
        directive: Directive,
    ) {
        self.data_bytes += u64::from(bytes);
        let Some(element) = directive.element() else { return };
        self.note_item(line, address, bytes, element);
    }

    /// Adds a piece of data to the list of items: one for each line, however many values it has.
    pub(crate) fn note_item(
        &mut self,
        line: LineRef<'_>,
        address: u32,
        bytes: u32,
        element: Element,
    ) {
        if let Some(last) = self.items.last_mut()
            && self.item_open
            && last.address.wrapping_add(last.bytes) == address
        {
            last.bytes = last.bytes.saturating_add(bytes);
            return;
        }
        let defined = self.program.place(line.merged);
        self.items.push(DataItem { address, bytes, element, defined });
        self.item_open = true;
    }
}

/// A label in a data directive whose address was not known when it was stored.
#[derive(Debug)]
pub(crate) struct ForwardReference {
    pub(crate) address: u32,
    pub(crate) bytes: u32,
    pub(crate) name: String,
    pub(crate) place: Place,
}

/// What an escape in a string stands for; an unknown one stands for the character itself.
fn escaped(unit: u16) -> u16 {
    let byte = match u8::try_from(unit) {
        Ok(b'n') => b'\n',
        Ok(b't') => b'\t',
        Ok(b'r') => b'\r',
        Ok(b'b') => 8,
        Ok(b'f') => 12,
        Ok(b'0') => 0,
        _ => return unit,
    };
    u16::from(byte)
}

/// The address of the word below the one that an address is in.
fn below(address: u32) -> u32 {
    (address & !3).wrapping_sub(4)
}

/// Whether a store that begins in a segment of full size runs over its end, which kills MARS: its
/// tables have no entry there. The stack is kept upside down, so that its end is at the bottom.
fn overruns(config: &MemoryConfig, address: u32, bytes: u32) -> bool {
    if config.compact {
        return false;
    }
    match config.region(address) {
        Some(Region::Data) => address + bytes > config.data_limit,
        Some(Region::KernelData) => address + bytes > config.kdata_limit,
        Some(Region::Stack) => {
            let lowest = if address % 4 + bytes > 4 { below(address) } else { address };
            lowest < config.stack_limit + 4
        }
        Some(Region::Mmio) => address.checked_add(bytes - 1).is_none(),
        _ => false,
    }
}
