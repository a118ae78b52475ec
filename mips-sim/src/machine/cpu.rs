//! The registers of the machine: integer, floating-point, HI and LO, condition flags, and the part
//! of coprocessor 0 that MARS has.

use crate::config::MemoryConfig;

/// Where writes to `$zero` go: a register that nobody reads.
pub(crate) const SINK: u8 = 32;

/// All registers. There is one for every index that a byte can hold, so that no access has to be
/// checked; those from 32 on are not registers of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpu {
    registers: [u32; 256],
    /// HI.
    pub hi: u32,
    /// LO.
    pub lo: u32,
    /// The bits of the 32 floating-point registers; a double is an even register (its low word)
    /// and the next.
    pub float: [u32; 32],
    /// The eight condition flags, one bit each.
    pub flags: u8,
    /// Coprocessor 0.
    pub cp0: Cp0,
}

/// The registers of coprocessor 0 that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cp0 {
    /// `$8`: the address that could not be accessed.
    pub vaddr: u32,
    /// `$12`.
    pub status: u32,
    /// `$13`.
    pub cause: u32,
    /// `$14`: where the exception was.
    pub epc: u32,
}

impl Cpu {
    pub(crate) fn new(config: &MemoryConfig) -> Cpu {
        let mut registers = [0; 256];
        registers[28] = config.global_pointer;
        registers[29] = config.stack_pointer;
        Cpu {
            registers,
            hi: 0,
            lo: 0,
            float: [0; 32],
            flags: 0,
            cp0: Cp0 { vaddr: 0, status: 0x0000_ff11, cause: 0, epc: 0 },
        }
    }

    /// The value of an integer register.
    #[inline(always)]
    pub fn get(&self, register: u8) -> u32 {
        self.registers[usize::from(register)]
    }

    /// Sets an integer register; `$zero` stays 0.
    pub fn set(&mut self, register: u8, value: u32) {
        if register != 0 {
            self.put(register, value);
        }
    }

    /// Sets a register that is known not to be `$zero`.
    #[inline(always)]
    pub(crate) fn put(&mut self, register: u8, value: u32) {
        self.registers[usize::from(register)] = value;
    }

    /// A single-precision number.
    #[inline(always)]
    pub fn single(&self, register: u8) -> f32 {
        f32::from_bits(self.float[usize::from(register & 31)])
    }

    /// Sets a single-precision number. Java has one NaN.
    #[inline(always)]
    pub(crate) fn set_single(&mut self, register: u8, value: f32) {
        let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
        self.float[usize::from(register & 31)] = bits;
    }

    /// The bits of a pair, which begins at an even register.
    #[inline(always)]
    pub fn pair(&self, register: u8) -> u64 {
        let even = usize::from(register & 30);
        u64::from(self.float[even + 1]) << 32 | u64::from(self.float[even])
    }

    /// Sets the bits of a pair.
    #[inline(always)]
    pub(crate) fn set_pair(&mut self, register: u8, bits: u64) {
        let even = usize::from(register & 30);
        self.float[even] = bits as u32;
        self.float[even + 1] = (bits >> 32) as u32;
    }

    /// A double-precision number.
    #[inline(always)]
    pub fn double(&self, register: u8) -> f64 {
        f64::from_bits(self.pair(register))
    }

    /// Sets a double-precision number.
    #[inline(always)]
    pub(crate) fn set_double(&mut self, register: u8, value: f64) {
        let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
        self.set_pair(register, bits);
    }

    /// A condition flag; whoever asks for one above 7, which do not exist, is told flag 0.
    #[inline(always)]
    pub fn flag(&self, number: u8) -> bool {
        let number = if number < 8 { number } else { 0 };
        self.flags >> number & 1 == 1
    }

    #[inline(always)]
    pub(crate) fn set_flag(&mut self, number: u8, value: bool) {
        if number < 8 {
            self.flags = self.flags & !(1 << number) | u8::from(value) << number;
        }
    }

    /// A register of coprocessor 0; 0 if it does not exist.
    pub fn coprocessor(&self, number: u8) -> u32 {
        match number {
            8 => self.cp0.vaddr,
            12 => self.cp0.status,
            13 => self.cp0.cause,
            14 => self.cp0.epc,
            _ => 0,
        }
    }

    pub(crate) fn set_coprocessor(&mut self, number: u8, value: u32) {
        match number {
            8 => self.cp0.vaddr = value,
            12 => self.cp0.status = value,
            13 => self.cp0.cause = value,
            14 => self.cp0.epc = value,
            _ => {}
        }
    }
}
