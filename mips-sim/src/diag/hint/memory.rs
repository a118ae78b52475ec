//! Hints about addresses that memory refused.

use super::control::{fell_into, recursion, went_astray};
use super::scene::{Scene, as_text, mnemonic, name};
use crate::isa::Op;
use crate::isa::effects::effects;
use crate::isa::reg::SP;
use crate::machine::memory::MemoryFault;

/// As far below the stack as a push goes that overflows it.
const BELOW: u32 = 1 << 16;
/// Below this, a number is a number and no address, where no segment begins so low.
const SMALL: u32 = 1 << 16;

pub(super) fn hint(scene: &Scene<'_>, fault: MemoryFault, pc: u32) -> Option<String> {
    match fault {
        MemoryFault::Unaligned { address, size } => unaligned(scene, address, size, pc),
        MemoryFault::OutOfRange { address } => out_of_range(scene, address, pc),
        MemoryFault::Text { address } => {
            let label = scene.code_label(address)?;
            Some(format!(
                "`{label}` is a label of code; data is declared after `.data`, with `.word` or \
                 `.space`"
            ))
        }
        _ => None,
    }
}

/// Rows 14 and 17.
fn unaligned(scene: &Scene<'_>, address: u32, size: u32, pc: u32) -> Option<String> {
    let base = scene.base(pc)?;
    if base == SP {
        let (writer, _) = scene.writer(SP)?;
        let line = scene.line(writer);
        return Some(format!("move `$sp` by multiples of 4 only; it was last changed at {line}"));
    }
    if let Some(text) = as_text(scene.get(base)).filter(|_| scene.data_label(address).is_none()) {
        return loaded_text(scene, base, &text);
    }
    let (label, offset) = scene.data_label(address)?;
    let label_name = &label.name;
    if !label.address.is_multiple_of(size) && offset.is_multiple_of(size) {
        let (_, line) = label.defined;
        let power = size.trailing_zeros();
        return Some(format!(
            "`{label_name}` itself (line {line}) is not at a multiple of {size}, because of what \
             comes before it: write `.align {power}` before the label"
        ));
    }
    let unit = match size {
        2 => "halfwords are 2 bytes",
        4 => "words are 4 bytes",
        _ => "doubles are 8 bytes",
    };
    // The pointer was moved by a number that is not a multiple.
    if let Some((writer, inst)) = scene.writer(base) {
        let moved = matches!(inst.op, Op::Addi | Op::Addiu) && inst.regs[0] == inst.regs[1];
        if moved && base != 1 && inst.imm % size as i32 != 0 {
            let (line, by) = (scene.line(writer), inst.imm);
            return Some(format!(
                "{} was moved by {by} at {line}, and {unit} apart: move it by {size}",
                name(base)
            ));
        }
    }
    let index = index(scene, base, label.address, offset)?;
    let (register, shift) = (name(index), size.trailing_zeros());
    let plain = register.trim_matches('`');
    Some(format!(
        "the address is `{label_name}` + {offset}: {register} counts elements, and {unit} apart. \
         `sll {plain}, {plain}, {shift}` before adding makes it count bytes"
    ))
}

/// The register that was added to the address of a label as an offset.
fn index(scene: &Scene<'_>, base: u8, label: u32, offset: u32) -> Option<u8> {
    let (_, inst) = scene.writer(base)?;
    if !matches!(inst.op, Op::Add | Op::Addu) {
        return None;
    }
    let [_, a, b] = inst.regs;
    let is_index = |register: u8| register != base && scene.get(register) == offset;
    let holds_label = |register: u8| register == base || scene.get(register) == label;
    match (is_index(a) && holds_label(b), is_index(b) && holds_label(a)) {
        (true, false) => Some(a),
        (false, true) => Some(b),
        _ => None,
    }
}

fn out_of_range(scene: &Scene<'_>, address: u32, pc: u32) -> Option<String> {
    let base = scene.base(pc)?;
    let config = &scene.image.config;
    if below_stack(scene, address, pc) {
        return stack_full(scene, pc);
    }
    if base == SP && address > config.stack_base {
        let text = fell_into(scene).or_else(|| went_astray(scene));
        return text.or_else(|| {
            let start = config.stack_pointer;
            Some(format!(
                "`$sp` is above its start, 0x{start:08x}: more was taken off the stack than put on it"
            ))
        });
    }
    if base == SP {
        return fell_into(scene).or_else(|| went_astray(scene));
    }
    let value = scene.get(base);
    let register = name(base);
    let plain = register.trim_matches('`');
    if base != 1
        && let Some(text) = as_text(value)
    {
        return loaded_text(scene, base, &text);
    }
    if config.compact || base == 0 || base == 1 {
        return fell_into(scene);
    }
    if scene.is_argument(base) && value == 0 {
        return Some(format!(
            "the caller passes 0 in {register}, which is nobody's address: compare with 0 first (`beqz \
             {plain}, label`)"
        ));
    }
    if scene.never_written(base) && base != 28 {
        return Some(format!(
            "{register} was never set: `la {plain}, label` puts an address in it"
        ));
    }
    let (signed, line) = (value as i32, scene.writer(base).map(|(pc, _)| scene.line(pc)));
    let line = line?;
    if value != 0 && value < SMALL {
        let inst = scene.writer(base)?.1;
        if effects(inst).memory.is_some() {
            let load = mnemonic(inst);
            return Some(format!(
                "{register} holds {signed}, which `{load}` at {line} loaded, and no address: `la` \
                 gives the address of a label, `{load}` what is stored there"
            ));
        }
        return Some(format!(
            "{register} holds the number {signed}, set at {line}, and no address: add it to the \
             address of a label, which `la` gives"
        ));
    }
    if value == 0 {
        return Some(format!(
            "{register} is 0, set at {line}: a null pointer. Test it before using it, or give it an \
             address first"
        ));
    }
    fell_into(scene)
}

/// Row 3: a value that is text is used as an address.
fn loaded_text(scene: &Scene<'_>, register: u8, text: &str) -> Option<String> {
    let (writer, inst) = scene.writer(register)?;
    if inst.op != Op::Lw {
        return None;
    }
    let (value, line) = (scene.get(register), scene.line(writer));
    let named = label_in(scene, writer);
    let label = named.unwrap_or("label");
    let register = name(register);
    let plain = register.trim_matches('`');
    Some(format!(
        "{register} holds 0x{value:08x}, which is four characters of text (\"{text}\") that `lw` at \
         {line} loaded: `la {plain}, {label}` loads the address"
    ))
}

/// The label of data that a statement names.
fn label_in<'a>(scene: &Scene<'a>, pc: u32) -> Option<&'a str> {
    let code = scene.text(pc).split('#').next().unwrap_or_default();
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut words = code.split(|c: char| !word(c)).filter(|text| !text.is_empty());
    words.find(|text| scene.image.symbols.iter().any(|s| s.data && s.name == *text))
}

pub(super) fn text_for(scene: &Scene<'_>, register: u8) -> Option<String> {
    loaded_text(scene, register, &as_text(scene.get(register))?)
}

/// Whether something was to be put just below the stack, by way of `$sp`.
pub(super) fn below_stack(scene: &Scene<'_>, address: u32, pc: u32) -> bool {
    let below = scene.image.config.stack_limit.wrapping_sub(address);
    scene.base(pc) == Some(SP) && below < BELOW
}

pub(super) fn stack_full(scene: &Scene<'_>, pc: u32) -> Option<String> {
    if scene.base(pc) != Some(SP) {
        return None;
    }
    recursion(scene).or_else(|| fell_into(scene)).or_else(|| went_astray(scene)).or_else(|| {
        let (writer, _) = scene.writer(SP)?;
        let line = scene.line(writer);
        Some(format!("more and more is put on the stack, last at {line}, and nothing taken off it"))
    })
}
