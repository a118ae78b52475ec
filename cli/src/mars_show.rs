//! What MARS shows of the machine after a run: the instruction count, registers, memory. Owns the
//! layout; which of them and in which format is said by [`crate::mars_args::Display`].

use std::io::{self, Write};

use mips_sim::Image;
use mips_sim::java::{FloatText, double_text, float_text};
use mips_sim::machine::Machine;
use mips_sim::machine::cpu::Cpu;

use crate::dump::{ascii, text_word};
use crate::mars_args::{Display, Register, ValueFormat};

/// Words of memory on a line.
const PER_LINE: usize = 4;

/// Writes what was asked for, and the newline that always comes.
pub(crate) fn show(
    display: &Display,
    image: &Image,
    machine: &Machine,
    out: &mut dyn Write,
) -> io::Result<()> {
    if display.instruction_count {
        writeln!(out, "\n{}", machine.fetches())?;
    }
    writeln!(out)?;
    for shown in &display.registers {
        if !display.brief {
            write!(out, "{}\t", shown.name)?;
        }
        writeln!(out, "{}", register(shown.register, &machine.cpu, display.format))?;
    }
    for (first, last) in &display.ranges {
        show_range(display, (*first, *last), out, &|address| word(image, machine, address))?;
    }
    Ok(())
}

fn register(register: Register, cpu: &Cpu, format: ValueFormat) -> String {
    match register {
        Register::Integer(number) => integer(cpu.get(number), format),
        Register::Nameless => single(0, format),
        Register::Float(number) => {
            let single = single(cpu.float[usize::from(number & 31)], format);
            // Only an even register begins a pair.
            match number % 2 {
                0 => format!("{single}\t{}", double(cpu.pair(number), format)),
                _ => single,
            }
        }
    }
}

fn integer(value: u32, format: ValueFormat) -> String {
    match format {
        ValueFormat::Hex => format!("0x{value:08x}"),
        ValueFormat::Decimal => (value as i32).to_string(),
        ValueFormat::Ascii => ascii(value),
    }
}

fn single(bits: u32, format: ValueFormat) -> String {
    match format {
        ValueFormat::Decimal => float_text(f32::from_bits(bits), FloatText::default()),
        ValueFormat::Hex | ValueFormat::Ascii => integer(bits, format),
    }
}

fn double(bits: u64, format: ValueFormat) -> String {
    match format {
        ValueFormat::Hex => format!("0x{bits:016x}"),
        ValueFormat::Decimal => double_text(f64::from_bits(bits), FloatText::default()),
        ValueFormat::Ascii => ascii((bits >> 32) as u32) + &ascii(bits as u32),
    }
}

/// Writes the words from one address to another, both included.
fn show_range(
    display: &Display,
    (first, last): (i32, i32),
    out: &mut dyn Write,
    word: &dyn Fn(u32) -> Option<u32>,
) -> io::Result<()> {
    for (count, address) in (first..=last).step_by(4).enumerate() {
        if count % PER_LINE == 0 {
            if count > 0 {
                writeln!(out)?;
            }
            if !display.brief {
                write!(out, "Mem[0x{address:08x}]\t")?;
            }
        }
        match word(address as u32) {
            Some(word) => write!(out, "{}\t", integer(word, display.format))?,
            None => write!(out, "Invalid address: {address}\t")?,
        }
    }
    writeln!(out)
}

/// The word at an address: zero where nothing was stored, `None` where there is no memory.
fn word(image: &Image, machine: &Machine, address: u32) -> Option<u32> {
    if image.config.region_of_text(address).is_some() {
        return Some(text_word(image, machine, address).unwrap_or(0));
    }
    image.config.region(address)?;
    Some(machine.memory.peek(address).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_every_format() {
        use ValueFormat::{Ascii, Decimal, Hex};
        for (value, format, expected) in [
            (0xffff_fffe, Hex, "0xfffffffe"),
            (0xffff_fffe, Decimal, "-2"),
            (0x0000_000a, Ascii, " \\0 \\0 \\0 \\n"),
        ] {
            assert_eq!(integer(value, format), expected);
        }
        assert_eq!(single(0x3fc0_0000, Decimal), "1.5");
        assert_eq!(single(0x3fc0_0000, Hex), "0x3fc00000");
        let bits = 0x3ff8_0000_4142_4344;
        assert_eq!(double(bits, Hex), "0x3ff8000041424344");
        assert_eq!(double(0x3ff8_0000_0000_0000, Decimal), "1.5");
        assert_eq!(double(bits, Ascii), "  ?  . \\0 \\0  A  B  C  D");
    }

    #[test]
    fn ranges_in_lines_of_four() {
        let check = |brief: bool, range: (i32, i32), expected: &str| {
            let format = ValueFormat::Decimal;
            let display = Display { format, brief, ..Display::default() };
            let mut out = Vec::new();
            let word = |address: u32| (address < 0x7fff_fff8).then_some(address / 4);
            show_range(&display, range, &mut out, &word).expect("a buffer can be written");
            assert_eq!(String::from_utf8_lossy(&out), expected);
        };
        check(false, (0, 16), "Mem[0x00000000]\t0\t1\t2\t3\t\nMem[0x00000010]\t4\t\n");
        check(true, (4, 4), "1\t\n");
        check(true, (0, 12), "0\t1\t2\t3\t\n");
        // The highest address does not make the loop endless.
        let last = "536870909\tInvalid address: 2147483640\tInvalid address: 2147483644\t\n";
        check(true, (0x7fff_fff4, 0x7fff_fffc), last);
        check(true, (-4, -4), "Invalid address: -4\t\n");
    }
}
