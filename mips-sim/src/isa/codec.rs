//! Between an instruction and its machine word, both ways, and back to text. Everything here is
//! read off the rows of [`TABLE`]; no instruction is named.

use std::fmt::Write;
use std::sync::LazyLock;

use super::syntax::Slot;
use super::table::{Op, TABLE};

/// One basic instruction with its operands as the assembler computed them.
///
/// The immediate keeps its full value although the word may hold fewer bits of it: a branch
/// further than 16 bits can say still goes where it was meant to, as in MARS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// What to do.
    pub op: Op,
    /// Register numbers and condition flags, by operand position; 0 where the operand is none.
    pub regs: [u8; 3],
    /// The immediate: a constant, a branch distance in words, or a jump target divided by four.
    pub imm: i32,
}

/// The machine word of an instruction.
pub fn encode(inst: Inst) -> u32 {
    let row = inst.op.row();
    row.shape.operands().zip(row.encoding.fields).zip(inst.regs).fold(
        row.encoding.value,
        |word, ((slot, field), reg)| {
            let value = if holds_register(slot) { u32::from(reg) } else { inst.imm as u32 };
            word | field.insert(value)
        },
    )
}

/// Whether the slot's operand is kept in [`Inst::regs`], not in [`Inst::imm`].
pub(crate) fn holds_register(slot: Slot) -> bool {
    matches!(slot, Slot::Reg | Slot::Cp0 | Slot::Freg | Slot::Cc)
}

/// The rows that can match each value of the top six bits, those with the most fixed bits first.
static BY_OPCODE: LazyLock<[Vec<Op>; 64]> = LazyLock::new(|| {
    std::array::from_fn(|opcode| {
        let top = 0b111111 << 26;
        let mut ops: Vec<Op> = TABLE
            .iter()
            .filter(|row| row.encoding.value & top == (opcode as u32) << 26)
            .map(|row| row.op)
            .collect();
        ops.sort_by_key(|op| std::cmp::Reverse(op.row().encoding.mask.count_ones()));
        ops
    })
});

/// The instruction that a machine word stands for: of all rows whose fixed bits match, the one
/// with the most of them. `None` if there is none.
pub fn decode(word: u32) -> Option<Inst> {
    let op = BY_OPCODE[(word >> 26) as usize].iter().copied().find(|op| {
        let encoding = &op.row().encoding;
        word & encoding.mask == encoding.value
    })?;
    let row = op.row();
    let mut inst = Inst { op, regs: [0; 3], imm: 0 };
    for (k, (slot, field)) in row.shape.operands().zip(row.encoding.fields).enumerate() {
        let bits = field.extract(word);
        match slot {
            slot if holds_register(slot) => inst.regs[k] = bits as u8,
            Slot::S16 | Slot::Branch => inst.imm = i32::from(bits as u16 as i16),
            _ => inst.imm = bits as i32,
        }
    }
    Some(inst)
}

/// Writes an instruction as source: register names for people, and for a branch or jump the name
/// that `label` gives to the target address.
pub fn disassemble(inst: Inst, address: u32, label: &dyn Fn(u32) -> String) -> String {
    let row = inst.op.row();
    let mut text = row.mnemonic().to_string();
    let mut k = 0;
    for slot in row.shape.slots() {
        let separator = match slot {
            Slot::Open | Slot::Close => "",
            _ if k == 0 => " ",
            _ if text.ends_with('(') => "",
            _ => ", ",
        };
        text.push_str(separator);
        let _ = match slot {
            Slot::Reg => write!(text, "{}", super::reg::NAMES[usize::from(inst.regs[k] & 31)]),
            Slot::Cp0 => write!(text, "${}", inst.regs[k]),
            Slot::Freg => write!(text, "$f{}", inst.regs[k]),
            Slot::Cc => write!(text, "{}", inst.regs[k]),
            Slot::Open => write!(text, "("),
            Slot::Close => write!(text, ")"),
            Slot::Plus => write!(text, "+"),
            Slot::Branch => write!(text, "{}", label(branch_target(inst, address))),
            Slot::Label => write!(text, "{}", label(jump_target(inst, address))),
            // The high half of a negative address is kept with its sign, and has no other form.
            Slot::U16 if inst.imm < 0 => write!(text, "{}", inst.imm & 0xffff),
            Slot::U5 | Slot::S16 | Slot::U16 | Slot::I32 => write!(text, "{}", inst.imm),
        };
        k += usize::from(slot.is_operand());
    }
    text
}

/// MARS's text of a basic statement: registers by number, everything else in hexadecimal.
pub fn basic_text(inst: Inst, address: u32) -> String {
    basic_text_spelled(inst, address, inst.op.mnemonic(), &|_| None)
}

/// The same with another spelling of the mnemonic and of the k-th register.
pub(crate) fn basic_text_spelled(
    inst: Inst,
    address: u32,
    mnemonic: &str,
    register: &dyn Fn(usize) -> Option<String>,
) -> String {
    let mut text = format!("{mnemonic} ");
    let (mut k, mut registers) = (0, 0);
    for slot in inst.op.row().shape.slots() {
        let glued = matches!(slot, Slot::Open | Slot::Close) || text.ends_with(['(', ' ']);
        text.push_str(if glued { "" } else { "," });
        let _ = match slot {
            Slot::Reg | Slot::Cp0 | Slot::Freg => {
                let prefix = if *slot == Slot::Freg { "$f" } else { "$" };
                let spelled = register(registers);
                registers += 1;
                match spelled {
                    Some(spelled) => write!(text, "{spelled}"),
                    None => write!(text, "{prefix}{}", inst.regs[k]),
                }
            }
            Slot::Cc => write!(text, "0x{:08x}", inst.regs[k]),
            Slot::Open => write!(text, "("),
            Slot::Close => write!(text, ")"),
            Slot::Plus => write!(text, "+"),
            Slot::Label => write!(text, "0x{:08x}", jump_target(inst, address)),
            Slot::Branch | Slot::U5 | Slot::S16 | Slot::U16 | Slot::I32 => {
                write!(text, "0x{:08x}", inst.imm)
            }
        };
        k += usize::from(slot.is_operand());
    }
    text
}

/// MARS's text of a word that self-modifying code stored at `address`: the field is shown as it is in
/// the word, but for a branch that compares two registers, and a jump shows its target in words.
pub fn decoded_text(word: u32, address: u32) -> String {
    let Some(mut inst) = decode(word) else { return "<INVALID>".to_string() };
    let mut operands = inst.op.row().shape.operands().enumerate();
    match operands.find(|(_, slot)| !holds_register(*slot)) {
        Some((_, Slot::Label)) => {
            let target = inst.imm as u32 | address >> 2 & 0x3c00_0000;
            return format!("{} 0x{target:08x}", inst.op.mnemonic());
        }
        Some((0 | 1, Slot::Branch) | (_, Slot::S16)) => inst.imm &= 0xffff,
        _ => {}
    }
    basic_text(inst, address)
}

/// Where a branch at `address` goes.
pub fn branch_target(inst: Inst, address: u32) -> u32 {
    address.wrapping_add(4).wrapping_add((inst.imm as u32) << 2)
}

/// Where a jump at `address` goes.
pub fn jump_target(inst: Inst, address: u32) -> u32 {
    (address.wrapping_add(4) & 0xf000_0000) | ((inst.imm as u32) << 2 & 0x0fff_ffff)
}

/// The address that a branch or jump names, if it names one.
pub fn target(inst: Inst, address: u32) -> Option<u32> {
    inst.op.row().shape.slots().iter().find_map(|slot| match slot {
        Slot::Branch => Some(branch_target(inst, address)),
        Slot::Label => Some(jump_target(inst, address)),
        _ => None,
    })
}
