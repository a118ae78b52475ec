//! Every form of every mnemonic, basic and pseudo, in matching order, built once from the two
//! tables. The assembler looks names up here; the reference pages read it too.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::pseudo::{GROUPS, MEMORY_GROUPS, PseudoMnemonic};
use super::syntax::{Shape, Slot};
use super::table::{Op, TABLE};
use crate::java;

/// The index of a mnemonic in [`Forms::mnemonics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MnemonicId(pub u16);

/// One mnemonic and all its forms.
#[derive(Debug)]
pub struct Mnemonic {
    /// Lower-case name.
    pub name: &'static str,
    /// Basic forms first, then pseudo forms: the first that matches is taken.
    pub forms: Vec<Form>,
    /// What the pseudo forms are for; `None` if there are none.
    pub pseudo_doc: Option<&'static str>,
}

impl Mnemonic {
    /// The forms that are machine instructions.
    pub fn basic(&self) -> impl Iterator<Item = Op> + Clone {
        self.forms.iter().filter_map(|form| match form {
            Form::Basic(op) => Some(*op),
            Form::Pseudo(_) => None,
        })
    }

    /// The forms that become other instructions.
    pub fn pseudo(&self) -> impl Iterator<Item = &'static PseudoForm> + Clone {
        self.forms.iter().filter_map(|form| match form {
            Form::Basic(_) => None,
            Form::Pseudo(index) => Some(&FORMS.pseudo[usize::from(*index)]),
        })
    }
}

/// A form of a mnemonic.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A machine instruction.
    Basic(Op),
    /// A row of [`Forms::pseudo`].
    Pseudo(u16),
}

impl Form {
    /// What must follow the mnemonic.
    pub fn shape(self) -> &'static Shape {
        match self {
            Form::Basic(op) => &op.row().shape,
            Form::Pseudo(index) => &FORMS.pseudo[usize::from(index)].shape,
        }
    }

    /// Sample syntax.
    pub fn example(self) -> &'static str {
        match self {
            Form::Basic(op) => op.row().example,
            Form::Pseudo(index) => &FORMS.pseudo[usize::from(index)].example,
        }
    }
}

/// A pseudo form, ready to expand.
#[derive(Debug)]
pub struct PseudoForm {
    /// Sample syntax, such as `li $t1,-100`.
    pub example: String,
    /// What must follow the mnemonic.
    pub shape: Shape,
    /// The basic instructions that it becomes.
    pub expansion: Vec<Template>,
    /// The same for a 16-bit memory configuration, where that differs.
    pub compact: Option<Vec<Template>>,
}

/// One instruction of an expansion.
#[derive(Debug)]
pub struct Template {
    /// The basic form; `None` for MARS's one broken expansion.
    pub op: Option<Op>,
    /// Its operands, without punctuation.
    pub operands: Vec<Operand>,
    /// Whether it stands only with delayed branching.
    pub only_delayed: bool,
}

/// An operand of an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// This register.
    Register(u8),
    /// The k-th register of the source statement.
    Source(usize),
    /// The register after the k-th of the source statement.
    Next(usize),
    /// This number.
    Number(i32),
    /// A part of a value of the source statement.
    Value(ValuePart, ValueSource, i32),
    /// 32 less the integer of the source statement.
    Complement,
    /// The branch target of the source statement.
    Target,
    /// Over the next instruction: 1, or 2 with delayed branching.
    Skip,
}

/// Which part of a 32-bit value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuePart {
    /// All of it.
    Whole,
    /// The low half, sign-extended.
    Low,
    /// The low half, zero-extended.
    LowUnsigned,
    /// The high half.
    High,
    /// The high half, plus one if the low half is negative.
    HighAdjusted,
}

impl ValuePart {
    /// Takes the part of a value.
    pub fn of(self, value: i32) -> i32 {
        match self {
            ValuePart::Whole => value,
            ValuePart::Low => i32::from(value as i16),
            ValuePart::LowUnsigned => value & 0xffff,
            ValuePart::High => value >> 16,
            ValuePart::HighAdjusted => (value >> 16) + (value >> 15 & 1),
        }
    }
}

/// Which value of the source statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// Its integer.
    Integer,
    /// The address of its label.
    Label,
    /// The sum of both.
    Sum,
}

/// All mnemonics.
#[derive(Debug)]
pub struct Forms {
    /// In table order.
    pub mnemonics: Vec<Mnemonic>,
    /// Every pseudo form.
    pub pseudo: Vec<PseudoForm>,
    by_name: HashMap<&'static str, MnemonicId, BuildHasherDefault<ShortHasher>>,
}

/// A quick hash for the fixed set of mnemonics. Nobody can add to that set, so it needs no
/// protection against chosen keys.
#[derive(Debug, Default)]
struct ShortHasher(u64);

impl Hasher for ShortHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The table takes the top seven bits and the low ones: let both depend on everything.
        self.0 ^ self.0.rotate_left(29)
    }
}

/// The one instance, built at first use from constant tables.
pub static FORMS: LazyLock<Forms> = LazyLock::new(Forms::build);

impl Forms {
    /// Finds a mnemonic without regard to case.
    pub fn find(&self, name: &str) -> Option<MnemonicId> {
        let mut folded = [0u8; 12];
        let mut len = 0;
        for c in name.chars() {
            let c = if c.is_ascii() { c.to_ascii_lowercase() } else { java::fold_case(c) };
            if !c.is_ascii() || len == folded.len() {
                return None;
            }
            folded[len] = c as u8;
            len += 1;
        }
        self.by_name.get(std::str::from_utf8(&folded[..len]).ok()?).copied()
    }

    /// The mnemonic behind an id.
    pub fn mnemonic(&self, id: MnemonicId) -> &Mnemonic {
        &self.mnemonics[usize::from(id.0)]
    }

    fn build() -> Forms {
        let mut forms =
            Forms { mnemonics: Vec::new(), pseudo: Vec::new(), by_name: HashMap::default() };
        for row in &TABLE {
            let id = forms.intern(row.mnemonic());
            forms.mnemonics[id].forms.push(Form::Basic(row.op));
        }
        for group in GROUPS.iter().chain(MEMORY_GROUPS) {
            let id = forms.intern(group.mnemonic);
            forms.mnemonics[id].pseudo_doc = Some(group.doc);
            for form in group.forms {
                let example = format!("{} {}", group.mnemonic, form.operands);
                let index = forms.pseudo.len() as u16;
                let form = PseudoForm {
                    shape: Shape::parse(&example),
                    example,
                    expansion: forms.templates(group, form.expansion),
                    compact: form.compact.map(|text| forms.templates(group, text)),
                };
                forms.pseudo.push(form);
                forms.mnemonics[id].forms.push(Form::Pseudo(index));
            }
        }
        forms
    }

    /// Reads an expansion such as `slti $1,A,lo(v); beq $1,$0,label`.
    fn templates(&self, group: &PseudoMnemonic, expansion: &'static str) -> Vec<Template> {
        let template = |text: &'static str| {
            let only_delayed = text == "nop?";
            let text = text.trim_end_matches('?');
            let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
            let mnemonic = if mnemonic == "op" { group.base } else { mnemonic };
            let (operands, addressed) = operands(rest);
            let fits = |op: &Op| {
                let shape = op.row().shape;
                let count = shape.operands().count();
                count == operands.len() && shape.slots().contains(&Slot::Open) == addressed
            };
            // The basic forms are all there before the first expansion is read.
            let named = self.by_name.get(mnemonic);
            let op = named.and_then(|id| self.mnemonic(*id).basic().find(fits));
            Template { op, operands, only_delayed }
        };
        expansion.split("; ").map(template).collect()
    }

    fn intern(&mut self, name: &'static str) -> usize {
        let next = MnemonicId(self.mnemonics.len() as u16);
        let id = *self.by_name.entry(name).or_insert(next);
        if id == next {
            self.mnemonics.push(Mnemonic { name, forms: Vec::new(), pseudo_doc: None });
        }
        usize::from(id.0)
    }
}

/// Reads the operands of one expansion line; also says whether they end in `offset(register)`.
fn operands(text: &str) -> (Vec<Operand>, bool) {
    let mut list = Vec::new();
    let mut addressed = false;
    for item in text.split(',').filter(|item| !item.is_empty()) {
        // `lo(v)($1)`, `0(B)` and `($1)` hold two operands; `lo(v)` alone holds one.
        let inner =
            item.rfind('(').filter(|at| item[*at..].starts_with("($") || item.ends_with("(B)"));
        match inner {
            Some(at) => {
                addressed = true;
                if at > 0 {
                    list.push(operand(&item[..at]));
                }
                list.push(operand(&item[at + 1..item.len() - 1]));
            }
            None => list.push(operand(item)),
        }
    }
    (list, addressed)
}

fn operand(text: &str) -> Operand {
    let source = |name: &str| match name {
        "A" | "FA" => Some(0),
        "B" | "FB" => Some(1),
        "C" => Some(2),
        _ => None,
    };
    if let Some(k) = source(text) {
        return Operand::Source(k);
    }
    if let Some(k) = text.strip_suffix("+1").and_then(source) {
        return Operand::Next(k);
    }
    match text {
        "label" => return Operand::Target,
        "skip" => return Operand::Skip,
        "32-v" => return Operand::Complement,
        _ => {}
    }
    if let Some(number) = text.strip_prefix('$') {
        return Operand::Register(number.parse().expect("an expansion names $0 or $1"));
    }
    if let Ok(number) = text.parse() {
        return Operand::Number(number);
    }
    let (part, inner) = match text.split_once('(') {
        Some(("lo", rest)) => (ValuePart::Low, rest),
        Some(("lou", rest)) => (ValuePart::LowUnsigned, rest),
        Some(("hi", rest)) => (ValuePart::High, rest),
        Some(("ha", rest)) => (ValuePart::HighAdjusted, rest),
        _ => (ValuePart::Whole, text),
    };
    let inner = inner.trim_end_matches(')');
    let (base, add) = inner.split_once('+').unwrap_or((inner, "0"));
    let base = match base {
        "v" => ValueSource::Integer,
        "L" => ValueSource::Label,
        "S" => ValueSource::Sum,
        _ => panic!("an expansion holds an unknown operand: {text}"),
    };
    Operand::Value(part, base, add.parse().expect("an expansion adds a digit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_expansion_is_made_of_basic_instructions_with_all_their_operands() {
        let mut broken = Vec::new();
        for form in &FORMS.pseudo {
            let all = form.expansion.iter().chain(form.compact.iter().flatten());
            for template in all {
                match template.op {
                    None => broken.push(form.example.as_str()),
                    Some(op) => {
                        let count = op.row().shape.operands().count();
                        assert_eq!(count, template.operands.len(), "{}", form.example);
                    }
                }
            }
        }
        assert_eq!(broken, ["swr $t1,100"]);
    }

    #[test]
    fn the_tables_have_the_forms_of_mars() {
        assert_eq!(TABLE.len(), 155);
        assert_eq!(FORMS.find("ADDI").map(|id| FORMS.mnemonic(id).forms.len()), Some(2));
        assert_eq!(FORMS.find("lw").map(|id| FORMS.mnemonic(id).forms.len()), Some(11));
        assert!(FORMS.find("bal").is_none());
    }
}
