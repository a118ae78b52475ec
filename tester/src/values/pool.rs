//! The values that programs name: constants of instructions, numbers and strings of their data. A
//! program treats these unlike others, so they are worth more than chance.

use mips_sim::Image;
use mips_sim::image::{DataItem, Element};
use mips_sim::isa::effects::{Control, effects};
use mips_sim::isa::{Inst, Op};

/// Elements of one data item that are looked at.
const MOST_OF_ITEM: u32 = 64;
/// Bytes of a string that are taken.
const MOST_OF_STRING: usize = 40;
/// Values of a kind that are kept.
const MOST: usize = 512;

/// What programs name, each value once.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Whole numbers.
    pub ints: Vec<i32>,
    /// Numbers with fractions.
    pub reals: Vec<f64>,
    /// Strings and their words.
    pub texts: Vec<Vec<u8>>,
}

impl Pool {
    /// What these programs name, in the order of the programs.
    pub fn of<'a>(images: impl IntoIterator<Item = &'a Image>) -> Pool {
        let mut pool = Pool::default();
        for image in images {
            pool.add_instructions(image);
            image.items.iter().for_each(|item| pool.add_item(image, item));
        }
        pool
    }

    /// Whether a program names the code of the digit 0, or takes it away.
    pub(crate) fn names_digits(&self) -> bool {
        let zero = i32::from(b'0');
        self.ints.iter().any(|int| *int == zero || *int == -zero)
    }

    fn add_instructions(&mut self, image: &Image) {
        let mut upper = 0;
        for word in &image.text {
            let Inst { op, imm, .. } = word.inst;
            let effects = effects(word.inst);
            if op == Op::Lui {
                upper = imm << 16;
                self.add_constant(image, upper);
            } else if op == Op::Ori {
                self.add_constant(image, upper | imm & 0xffff);
                self.add_constant(image, imm & 0xffff);
                upper = 0;
            } else if effects.control == Control::None && effects.memory.is_none() {
                self.add_constant(image, imm);
            }
        }
    }

    /// A number of an instruction, unless it is the address of data.
    fn add_constant(&mut self, image: &Image, value: i32) {
        let config = &image.config;
        let is_address = (config.data_segment_base..config.heap_base).contains(&(value as u32));
        if !is_address || config.compact {
            self.add_int(value);
        }
    }

    fn add_int(&mut self, value: i32) {
        if self.ints.len() < MOST && !self.ints.contains(&value) {
            self.ints.push(value);
        }
    }

    fn add_real(&mut self, value: f64) {
        if self.reals.len() < MOST && value.is_finite() && !self.reals.contains(&value) {
            self.reals.push(value);
        }
    }

    fn add_text(&mut self, text: &[u8]) {
        let printable = text.iter().all(|byte| matches!(byte, b' '..=b'~'));
        let known = self.texts.iter().any(|other| other == text);
        if self.texts.len() < MOST && !text.is_empty() && printable && !known {
            self.texts.push(text.to_vec());
        }
    }

    fn add_item(&mut self, image: &Image, item: &DataItem) {
        let size = item.element.size();
        let bytes = |at: u32| -> u64 {
            let byte = |k: u32| u64::from(image.data.get(item.address.wrapping_add(at * size + k)));
            (0..size).fold(0, |value, k| value | byte(k) << (8 * k))
        };
        if matches!(item.element, Element::Ascii | Element::Asciiz) {
            let length = item.bytes.min(MOST_OF_STRING as u32);
            let string: Vec<u8> = (0..length).map(|at| bytes(at) as u8).collect();
            for line in string.split(|byte| matches!(byte, 0 | b'\n')) {
                self.add_text(line);
                line.split(|byte| !byte.is_ascii_alphanumeric()).for_each(|w| self.add_text(w));
            }
            return;
        }
        for at in 0..item.count().min(MOST_OF_ITEM) {
            let value = bytes(at);
            match item.element {
                Element::Byte => self.add_int(i32::from(value as u8 as i8)),
                Element::Half => self.add_int(i32::from(value as u16 as i16)),
                Element::Word => self.add_int(value as u32 as i32),
                Element::Float => self.add_real(f64::from(f32::from_bits(value as u32))),
                Element::Double => self.add_real(f64::from_bits(value)),
                _ => {}
            }
        }
    }
}
