//! The reference pages: the facts about each name, put together from the tables of instructions,
//! directives, services and registers. [`page`] lays them out, once for the terminal and for
//! Markdown: `fivetwelve isa` and the files in `docs/reference` both come from here.

pub mod page;

use std::fmt::Write;

use crate::asm::directive::{DIRECTIVES, Directive};
use crate::diag::explain::distance;
use crate::host::Service;
use crate::isa::codec::{Inst, encode, holds_register};
use crate::isa::forms::{FORMS, Mnemonic, Operand, PseudoForm, Template, ValuePart, ValueSource};
use crate::isa::reg::{self, Role};
use crate::isa::{Op, Slot};

/// Where the example of a branch or jump stands.
pub const EXAMPLE_ADDRESS: u32 = 0x0040_0000;
/// Where its label is.
pub const EXAMPLE_TARGET: u32 = 0x0040_0010;

/// Something that has a page.
#[derive(Debug)]
pub enum Topic {
    /// A mnemonic with all its forms.
    Instruction(&'static Mnemonic),
    /// A directive.
    Directive(Directive),
    /// A service of `syscall`.
    Service(&'static Service),
    /// A register.
    Register(Register),
}

/// The place of an operand in the machine word.
#[derive(Debug)]
pub struct Field {
    /// Its letter in the pattern.
    pub letter: char,
    /// The operand of the example.
    pub operand: &'static str,
    /// Its highest bit.
    pub high: u32,
    /// Its lowest bit.
    pub low: u32,
}

/// One instruction of an expansion.
#[derive(Debug)]
pub struct Line {
    /// The instruction.
    pub text: String,
    /// Whether it stands only with delayed branching.
    pub only_delayed: bool,
}

/// A register.
#[derive(Debug)]
pub struct Register {
    /// Its name with the dollar sign.
    pub name: String,
    /// Its number.
    pub number: u8,
    /// Whether it is a floating-point register.
    pub float: bool,
    /// What it is for.
    pub role: Role,
}

/// Finds a page by name, without regard to case. A register may lack its dollar sign, because
/// shells take that for their own.
pub fn find(name: &str) -> Option<Topic> {
    let name = name.to_lowercase();
    if let Some(id) = FORMS.find(&name) {
        return Some(Topic::Instruction(FORMS.mnemonic(id)));
    }
    if let Some(directive) = Directive::find(&name) {
        return Some(Topic::Directive(directive));
    }
    let spelled = if name.starts_with('$') { name } else { format!("${name}") };
    // A bare `$` is `$zero` to the assembler, but nobody looks that up.
    if spelled.len() < 3 && !spelled.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some(number) = reg::float(&spelled) {
        let role = reg::float_role(number);
        let name = format!("$f{number}");
        return Some(Topic::Register(Register { name, number, float: true, role }));
    }
    let (number, _) = reg::integer(&spelled)?;
    let name = reg::NAMES[usize::from(number)].to_string();
    Some(Topic::Register(Register { name, number, float: false, role: reg::role(number) }))
}

/// The names most like one that does not exist, best first.
pub fn nearest(name: &str) -> Vec<&'static str> {
    let name = name.to_lowercase();
    let all = FORMS
        .mnemonics
        .iter()
        .map(|mnemonic| mnemonic.name)
        .chain(DIRECTIVES.iter().map(|row| row.1))
        .chain(reg::NAMES);
    let letters: Vec<char> = name.chars().collect();
    let limit = 1 + letters.len() / 3;
    let mut near: Vec<(usize, &'static str)> = all
        .filter_map(|other| {
            Some((distance(&letters, &other.chars().collect::<Vec<_>>(), limit)?, other))
        })
        .filter(|(distance, other)| *distance < other.len())
        .collect();
    near.sort();
    near.truncate(4);
    near.into_iter().map(|(_, other)| other).collect()
}

/// The operands of an example, without punctuation.
fn samples(example: &str) -> impl Iterator<Item = &str> {
    let operands = example.split_once(' ').map_or("", |(_, operands)| operands);
    operands.split([',', '(', ')', '+']).filter(|operand| !operand.is_empty())
}

/// Where the operands of an operation are in its machine word.
pub fn fields(op: Op) -> impl Iterator<Item = Field> {
    let row = op.row();
    let fields = samples(row.example).zip(row.encoding.fields).zip(['f', 's', 't']);
    fields.map(|((operand, field), letter)| Field {
        letter,
        operand,
        high: field.shift + field.width - 1,
        low: field.shift,
    })
}

/// The machine word of the example of an operation. A branch or jump is at [`EXAMPLE_ADDRESS`] and
/// goes to [`EXAMPLE_TARGET`].
pub fn example_word(op: Op) -> u32 {
    let row = op.row();
    let mut inst = Inst { op, regs: [0; 3], imm: 0 };
    for (k, (slot, sample)) in row.shape.operands().zip(samples(row.example)).enumerate() {
        match slot {
            Slot::Cc => inst.regs[k] = sample.parse().unwrap_or(0),
            slot if holds_register(slot) => {
                let integer = || reg::integer(sample).map(|(number, _)| number);
                inst.regs[k] = reg::float(sample).or_else(integer).unwrap_or(0);
            }
            Slot::Branch => inst.imm = ((EXAMPLE_TARGET - EXAMPLE_ADDRESS - 4) / 4) as i32,
            Slot::Label => inst.imm = (EXAMPLE_TARGET / 4) as i32,
            _ => inst.imm = sample.parse().unwrap_or(0),
        }
    }
    encode(inst)
}

impl PseudoForm {
    /// What the example becomes.
    pub fn shown_expansion(&self) -> Vec<Line> {
        self.lines(&self.expansion)
    }

    /// What it becomes in a compact memory configuration, if that differs.
    pub fn shown_compact(&self) -> Option<Vec<Line>> {
        self.compact.as_deref().map(|templates| self.lines(templates))
    }

    fn lines(&self, templates: &[Template]) -> Vec<Line> {
        let line = |template: &Template| Line {
            text: template_text(self, template),
            only_delayed: template.only_delayed,
        };
        templates.iter().map(line).collect()
    }
}

/// An instruction of an expansion with the operands of the example put in.
fn template_text(form: &PseudoForm, template: &Template) -> String {
    let Some(op) = template.op else {
        return "(MARS names a form here that does not exist, and so refuses it)".to_string();
    };
    let mut text = op.mnemonic().to_string();
    let mut operands = template.operands.iter();
    for (k, slot) in op.row().shape.slots().iter().enumerate() {
        match slot {
            Slot::Open => text.push('('),
            Slot::Close => text.push(')'),
            Slot::Plus => text.push('+'),
            _ => {
                if k == 0 {
                    text.push(' ');
                } else if !text.ends_with('(') {
                    text.push(',');
                }
                if let Some(operand) = operands.next() {
                    text.push_str(&operand_text(form, *operand));
                }
            }
        }
    }
    text
}

fn operand_text(form: &PseudoForm, operand: Operand) -> String {
    let samples: Vec<(Slot, &str)> = form.shape.operands().zip(samples(&form.example)).collect();
    let register = |k: usize| {
        let mut registers = samples.iter().filter(|(slot, _)| holds_register(*slot));
        registers.nth(k).map_or("", |(_, sample)| sample)
    };
    let integer = samples
        .iter()
        .find(|(slot, _)| matches!(slot, Slot::U5 | Slot::S16 | Slot::U16 | Slot::I32));
    let sample = integer.map_or("", |(_, sample)| sample);
    match operand {
        Operand::Register(number) => reg::NAMES[usize::from(number & 31)].to_string(),
        Operand::Source(k) => register(k).to_string(),
        Operand::Next(k) => match (reg::float(register(k)), reg::integer(register(k))) {
            (Some(number), _) => format!("$f{}", number + 1),
            (_, Some((number, _))) => reg::NAMES[usize::from(number + 1) & 31].to_string(),
            _ => String::new(),
        },
        Operand::Number(number) => number.to_string(),
        Operand::Complement => format!("32-{sample}"),
        Operand::Target => "label".to_string(),
        Operand::Skip => "skip".to_string(),
        Operand::Value(part, base, add) => {
            let mut whole = match base {
                ValueSource::Integer => sample.to_string(),
                ValueSource::Label => "label".to_string(),
                ValueSource::Sum => format!("label+{sample}"),
            };
            if add != 0 {
                let _ = write!(whole, "+{add}");
            }
            // A constant that fits an instruction as it is has no halves worth speaking of.
            let short = integer.is_some_and(|(slot, _)| *slot != Slot::I32);
            match part {
                ValuePart::Low | ValuePart::LowUnsigned
                    if short && base == ValueSource::Integer && add == 0 =>
                {
                    whole
                }
                ValuePart::Whole => whole,
                ValuePart::Low => format!("lo({whole})"),
                ValuePart::LowUnsigned => format!("lou({whole})"),
                ValuePart::High => format!("hi({whole})"),
                ValuePart::HighAdjusted => format!("ha({whole})"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_page() {
        let directives = DIRECTIVES.iter().map(|row| row.1);
        for name in FORMS.mnemonics.iter().map(|m| m.name).chain(directives).chain(reg::NAMES) {
            let topic = find(&name.to_uppercase()).expect(name);
            assert_eq!(topic.title(), name);
            assert!(!topic.blocks().is_empty(), "{name}");
        }
        let title = |name| find(name).map(|topic| topic.title());
        assert_eq!(title("t0"), Some("$t0".to_string()));
        assert_eq!(title("$31"), Some("$ra".to_string()));
        assert_eq!(title("F12"), Some("$f12".to_string()));
        for nothing in ["", "$", "$f", "f", "loadword", "$32", ".words"] {
            assert_eq!(title(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn the_nearest_names_are_suggested() {
        assert_eq!(nearest("adi")[..2], ["add", "addi"]);
        assert_eq!(nearest(".asciz")[..2], [".ascii", ".asciiz"]);
        assert_eq!(nearest("syscal"), ["syscall"]);
        assert_eq!(nearest("somethingelse"), [""; 0]);
    }

    #[test]
    fn an_expansion_shows_the_operands_of_the_example() {
        let lines = |name: &str, form: usize| match find(name) {
            Some(Topic::Instruction(page)) => {
                let lines = page.pseudo().nth(form).unwrap().shown_expansion();
                lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
            }
            _ => panic!("{name} is an instruction"),
        };
        assert_eq!(lines("li", 0), ["addiu $t1,$zero,-100"]);
        assert_eq!(lines("li", 2), ["lui $at,hi(100000)", "ori $t1,$at,lou(100000)"]);
        assert_eq!(lines("lw", 5)[1], "addu $at,$at,$t2");
        assert_eq!(lines("ld", 4), ["lw $t1,0($t2)", "lw $t2,4($t2)"]);
        assert_eq!(lines("mtc1.d", 0), ["mtc1 $t1,$f2", "mtc1 $t2,$f3"]);
        assert_eq!(lines("rol", 1)[0], "srl $at,$t2,32-10");
        assert_eq!(lines("usw", 3)[1], "swl $t1,lo(label+100000+3)($at)");
    }
}
