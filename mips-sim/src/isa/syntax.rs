//! Reads the two pieces of text in a row of an instruction table, at compile time: the example
//! syntax becomes a [`Shape`], the bit pattern an [`Encoding`]. A malformed row does not compile.

/// What one token of an operand list must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// An integer register.
    Reg,
    /// A coprocessor 0 register, written like an integer register.
    Cp0,
    /// A floating-point register.
    Freg,
    /// An integer from 0 to 31.
    U5,
    /// An integer from -32768 to 32767.
    S16,
    /// An integer from 0 to 65535.
    U16,
    /// Any 32-bit integer (pseudo-instructions only).
    I32,
    /// A condition flag, accepted from 0 to 31.
    Cc,
    /// A label whose distance is encoded.
    Branch,
    /// A label whose address is encoded.
    Label,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `+`
    Plus,
}

impl Slot {
    /// Whether the slot stands for a value, not for punctuation.
    pub const fn is_operand(self) -> bool {
        !matches!(self, Slot::Open | Slot::Close | Slot::Plus)
    }
}

const MAX_SLOTS: usize = 7;

/// The tokens that must follow a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    slots: [Slot; MAX_SLOTS],
    len: usize,
}

impl Shape {
    /// The slots in order.
    pub const fn slots(&self) -> &[Slot] {
        self.slots.split_at(self.len).0
    }

    /// The slots that stand for values.
    pub fn operands(&self) -> impl Iterator<Item = Slot> {
        self.slots().iter().copied().filter(|slot| slot.is_operand())
    }

    /// Reads an example such as `lw $t1,-100($t2)`. The sample operands are MARS's: `$t1` any
    /// integer register, `$f1` any FP register, `$8` a cp0 register, `10` five bits, `100` sixteen
    /// unsigned, `-100` sixteen signed, `100000` thirty-two, `1` a condition flag, `label` a
    /// label (`target` for jumps).
    pub const fn parse(example: &str) -> Shape {
        let bytes = example.as_bytes();
        let mut slots = [Slot::Plus; MAX_SLOTS];
        let mut len = 0;
        let mut i = 0;
        while i < bytes.len() && bytes[i] != b' ' {
            i += 1;
        }
        let branches = is_branch_mnemonic(bytes, i);
        while i < bytes.len() {
            let c = bytes[i];
            if c == b' ' || c == b',' {
                i += 1;
                continue;
            }
            let start = i;
            i += 1;
            let slot = match c {
                b'(' => Slot::Open,
                b')' => Slot::Close,
                b'+' => Slot::Plus,
                _ => {
                    while i < bytes.len() && !matches!(bytes[i], b',' | b'(' | b')' | b'+' | b' ') {
                        i += 1;
                    }
                    let length = i - start;
                    match c {
                        b'$' if bytes[start + 1] == b'f' => Slot::Freg,
                        b'$' if bytes[start + 1] == b'8' => Slot::Cp0,
                        b'$' => Slot::Reg,
                        b'-' => Slot::S16,
                        b'1' if length == 1 => Slot::Cc,
                        b'1' if length == 2 => Slot::U5,
                        b'1' if length == 3 => Slot::U16,
                        b'1' if length == 6 => Slot::I32,
                        b'l' if branches => Slot::Branch,
                        b'l' | b't' => Slot::Label,
                        _ => panic!("an operand of an example is none of the samples"),
                    }
                }
            };
            slots[len] = slot;
            len += 1;
        }
        Shape { slots, len }
    }
}

/// Whether the mnemonic `bytes[..len]` is a branch: those that begin with `b`, all but `break`.
const fn is_branch_mnemonic(bytes: &[u8], len: usize) -> bool {
    bytes[0] == b'b' && !(len == 5 && bytes[1] == b'r')
}

/// One operand's place in the machine word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Position of its lowest bit.
    pub shift: u32,
    /// Number of bits; 0 when the form has no such operand.
    pub width: u32,
}

impl Field {
    const fn mask(self) -> u32 {
        if self.width == 0 { 0 } else { (u32::MAX >> (32 - self.width)) << self.shift }
    }

    /// The low bits of `value` in their place.
    pub const fn insert(self, value: u32) -> u32 {
        if self.width == 0 { 0 } else { (value << self.shift) & self.mask() }
    }

    /// The operand found in `word`, not sign-extended.
    pub const fn extract(self, word: u32) -> u32 {
        (word & self.mask()) >> self.shift
    }
}

/// The fixed bits of a machine word and the places of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// A one for every fixed bit.
    pub mask: u32,
    /// The fixed bits themselves.
    pub value: u32,
    /// The places of the first, second and third operand.
    pub fields: [Field; 3],
}

impl Encoding {
    /// Reads a pattern such as `000000 sssss ttttt fffff 00000 100000`.
    pub const fn parse(bits: &str) -> Encoding {
        let bytes = bits.as_bytes();
        let mut encoding =
            Encoding { mask: 0, value: 0, fields: [Field { shift: 0, width: 0 }; 3] };
        let mut left = 32;
        let mut i = 0;
        while i < bytes.len() {
            let c = bytes[i];
            i += 1;
            if c == b' ' {
                continue;
            }
            left -= 1;
            match c {
                b'0' | b'1' => {
                    encoding.mask |= 1 << left;
                    encoding.value |= ((c - b'0') as u32) << left;
                }
                b'f' | b's' | b't' => {
                    let k = match c {
                        b'f' => 0,
                        b's' => 1,
                        _ => 2,
                    };
                    encoding.fields[k].shift = left;
                    encoding.fields[k].width += 1;
                }
                _ => panic!("a bit pattern holds something else than 0, 1, f, s and t"),
            }
        }
        assert!(left == 0, "a bit pattern does not have 32 bits");
        encoding
    }
}
