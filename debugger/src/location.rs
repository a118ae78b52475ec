//! Places that hold a value: a register, some bytes of memory; and which instructions use them.

use std::fmt;

use mips_sim::Image;
use mips_sim::image::Element;
use mips_sim::isa::effects::{Access, Effects, HI, LO, effects};
use mips_sim::isa::{Inst, Op, reg};
use mips_sim::machine::cpu::Cpu;

use crate::expression::{EvaluationError, Expression, ExpressionError, Scene, label, load};

/// A place that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// An integer register.
    Register(u8),
    /// A floating-point register.
    Float(u8),
    /// A floating-point condition flag.
    Flag(u8),
    /// HI.
    Hi,
    /// LO.
    Lo,
    /// Bytes of memory.
    Memory {
        /// The first one.
        address: u32,
        /// How many there are, at least one.
        bytes: u32,
    },
}

/// Why a text names no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocationError {
    /// It can't be read.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// Its address can't be computed.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// It has a value, but nothing holds it.
    #[error("expected a register, a label, or an address such as word(0x10010000)")]
    NoPlace,
}

impl Location {
    /// Reads a place: `$t0`, `$f2`, `hi`, a label (its first value, or all of a string), `label[3]`,
    /// `word(ADDRESS)`, `half(ADDRESS)`, `byte(ADDRESS)`, or the address of a word.
    pub fn read(text: &str, image: &Image, scene: &Scene<'_>) -> Result<Location, LocationError> {
        let text = text.trim();
        match text {
            "hi" | "$hi" => return Ok(Location::Hi),
            "lo" | "$lo" => return Ok(Location::Lo),
            _ => {}
        }
        if reg::integer(text).is_none()
            && let Some(number) = reg::float(text)
        {
            return Ok(Location::Float(number));
        }
        if let Some(address) = label(image, text) {
            let (bytes, _) = named(image, address);
            return Ok(Location::Memory { address, bytes });
        }
        if let Some((name, index)) = text.strip_suffix(']').and_then(|text| text.split_once('['))
            && let Some(address) = label(image, name.trim())
        {
            let (_, bytes) = named(image, address);
            let index = Expression::read(index, image)?.value(scene)? as u32;
            return Ok(Location::Memory {
                address: address.wrapping_add(index.wrapping_mul(bytes)),
                bytes,
            });
        }
        let expression = Expression::read(text, image)?;
        if let Some(number) = expression.register() {
            return Ok(Location::Register(number));
        }
        let (address, bytes) = match expression.load() {
            Some((address, bytes)) => (address.value(scene)? as u32, bytes),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => {
                (expression.value(scene)? as u32, 4)
            }
            None => return Err(LocationError::NoPlace),
        };
        // There must be memory.
        load(scene, address, bytes)?;
        Ok(Location::Memory { address, bytes })
    }

    /// Its bits at a moment, of memory the first word or less; `None` where there is no memory.
    pub fn value(&self, scene: &Scene<'_>) -> Option<u32> {
        Some(match *self {
            Location::Register(number) => scene.cpu.get(number),
            Location::Float(number) => scene.cpu.float[usize::from(number & 31)],
            Location::Flag(number) => u32::from(scene.cpu.flag(number)),
            Location::Hi => scene.cpu.hi,
            Location::Lo => scene.cpu.lo,
            Location::Memory { address, bytes } => {
                let size = if bytes >= 4 && address.is_multiple_of(4) {
                    4
                } else if bytes >= 2 && address.is_multiple_of(2) {
                    2
                } else {
                    1
                };
                let word = load(scene, address, size).ok()?;
                if size == 4 { word } else { word & ((1 << (8 * size)) - 1) }
            }
        })
    }

    /// Whether it has bytes in common with a range of memory.
    pub(crate) fn overlaps(&self, from: u32, length: u32) -> bool {
        match *self {
            Location::Memory { address, bytes } => {
                let (one, other) = (u64::from(address), u64::from(from));
                one < other + u64::from(length) && other < one + u64::from(bytes)
            }
            _ => false,
        }
    }

    /// Whether it is another place, or has bytes in common with it.
    pub(crate) fn shares_with(&self, other: &Location) -> bool {
        match *other {
            Location::Memory { address, bytes } => self.overlaps(address, bytes),
            other => *self == other,
        }
    }

    /// Whether an instruction can use it in this direction, as far as can be seen without running.
    pub(crate) fn may_be_used(&self, inst: Inst, access: Access) -> bool {
        let effects = effects(inst);
        inst.op == Op::Syscall
            || match self {
                Location::Memory { .. } => {
                    effects.memory.is_some_and(|memory| memory.access == access)
                }
                _ => self.in_effects(&effects, access),
            }
    }

    /// Whether a register is among those that an instruction reads or writes.
    pub(crate) fn in_effects(&self, effects: &Effects, access: Access) -> bool {
        let load = access == Access::Load;
        let pick = |reads: u32, writes: u32| if load { reads } else { writes };
        match *self {
            Location::Register(0) => false,
            Location::Register(number) => {
                pick(effects.reads, effects.writes) >> (number & 31) & 1 == 1
            }
            Location::Float(number) => {
                pick(effects.fp_reads, effects.fp_writes) >> (number & 31) & 1 == 1
            }
            Location::Flag(number) => {
                let flags = pick(effects.flag_reads.into(), effects.flag_writes.into());
                flags >> (number & 7) & 1 == 1
            }
            Location::Hi => {
                pick(effects.hi_lo_reads.into(), effects.hi_lo_writes.into()) & u32::from(HI) != 0
            }
            Location::Lo => {
                pick(effects.hi_lo_reads.into(), effects.hi_lo_writes.into()) & u32::from(LO) != 0
            }
            Location::Memory { .. } => false,
        }
    }
}

/// As a person would write it.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Location::Register(number) => f.write_str(reg::NAMES[usize::from(number & 31)]),
            Location::Float(number) => write!(f, "$f{number}"),
            Location::Flag(number) => write!(f, "condition flag {number}"),
            Location::Hi => f.write_str("hi"),
            Location::Lo => f.write_str("lo"),
            Location::Memory { address, bytes: 4 } => write!(f, "word(0x{address:08x})"),
            Location::Memory { address, bytes: 2 } => write!(f, "half(0x{address:08x})"),
            Location::Memory { address, bytes: 1 } => write!(f, "byte(0x{address:08x})"),
            Location::Memory { address, bytes } => write!(f, "{bytes} bytes at 0x{address:08x}"),
        }
    }
}

/// The bytes that a label is good for, and those of one of its elements.
fn named(image: &Image, address: u32) -> (u32, u32) {
    let item = image.items.iter().find(|item| item.address == address);
    match item.map(|item| (item.element, item.bytes)) {
        Some((element, _)) if element.is_number() => (element.size(), element.size()),
        Some((Element::Space | Element::Extern, bytes)) => {
            let size = if bytes.is_multiple_of(4) && address.is_multiple_of(4) { 4 } else { 1 };
            (bytes.max(1), size)
        }
        Some((_, bytes)) => (bytes.max(1), 1),
        None => (4, 4),
    }
}

/// The bytes that a load or store touches: the first, and how many. `None` if it is none, or if its
/// address is not aligned and it fails.
pub(crate) fn touched(inst: Inst, effects: &Effects, cpu: &Cpu) -> Option<(u32, u32)> {
    let memory = effects.memory?;
    let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
    let aligned = address & !3;
    Some(match inst.op {
        Op::Lwl | Op::Swl => (aligned, (address & 3) + 1),
        Op::Lwr | Op::Swr => (address, 4 - (address & 3)),
        _ if !address.is_multiple_of(memory.bytes) => return None,
        _ => (address, memory.bytes),
    })
}
