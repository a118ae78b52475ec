//! The bitmap display: how words of memory become a picture. Not a device, since nothing has to
//! happen when a program stores a word: whoever wants the picture makes it from memory as it is then.

use std::fmt;
use std::str::FromStr;

use crate::config::MemoryConfig;
use crate::machine::memory::Memory;

/// What a unit can measure, in pixels.
pub const UNITS: [u32; 6] = [1, 2, 4, 8, 16, 32];
/// What the display can measure, in pixels.
pub const SIZES: [u32; 5] = [64, 128, 256, 512, 1024];

/// Where a picture begins in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Global data, 0x10000000.
    Global,
    /// What `$gp` is at the start, 0x10008000.
    Gp,
    /// Static data, 0x10010000.
    Static,
    /// The heap, 0x10040000.
    Heap,
    /// Memory-mapped I/O, 0xffff0000.
    Mmio,
    /// An address, a multiple of 4.
    At(u32),
}

const BASES: [(&str, Base); 5] = [
    ("global", Base::Global),
    ("gp", Base::Gp),
    ("static", Base::Static),
    ("heap", Base::Heap),
    ("mmio", Base::Mmio),
];

impl Base {
    /// The address, which depends on the memory configuration.
    pub fn address(self, config: &MemoryConfig) -> u32 {
        match self {
            Base::Global => config.data_segment_base,
            Base::Gp => config.global_pointer,
            Base::Static => config.data_base,
            Base::Heap => config.heap_base,
            Base::Mmio => config.mmio_base,
            Base::At(address) => address,
        }
    }
}

/// The settings of a bitmap display, written as `256x256:8@gp`: width and height in pixels, then the
/// size of a unit, then the base. Without the latter two a unit is a pixel, and the base is static data.
///
/// ```
/// use mips_sim::devices::{Base, Bitmap};
///
/// let bitmap: Bitmap = "256x128:8@gp".parse().unwrap();
/// assert_eq!((bitmap.columns(), bitmap.rows(), bitmap.base), (32, 16, Base::Gp));
/// assert_eq!(bitmap.to_string(), "256x128:8@gp");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitmap {
    /// Width and height of a unit in pixels.
    pub unit: (u32, u32),
    /// Width and height of the display in pixels.
    pub size: (u32, u32),
    /// Where its words begin.
    pub base: Base,
}

impl Default for Bitmap {
    fn default() -> Bitmap {
        Bitmap { unit: (1, 1), size: (512, 256), base: Base::Static }
    }
}

/// Why a text is no bitmap display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BitmapError {
    /// It has another shape.
    #[error("expected WIDTHxHEIGHT:UNIT@BASE, such as 256x256:8@gp")]
    Shape,
    /// MARS has no such display.
    #[error("the width and the height of the display are 64, 128, 256, 512 or 1024 pixels")]
    Size,
    /// MARS has no such unit.
    #[error("the width and the height of a unit are 1, 2, 4, 8, 16 or 32 pixels")]
    Unit,
    /// There is no such base.
    #[error("the base is global, gp, static, heap, mmio, or an address that is a multiple of 4")]
    Base,
}

impl FromStr for Bitmap {
    type Err = BitmapError;

    fn from_str(text: &str) -> Result<Bitmap, BitmapError> {
        let (text, base) = match text.split_once('@') {
            Some((text, base)) => (text, parse_base(base).ok_or(BitmapError::Base)?),
            None => (text, Base::Static),
        };
        let (size, unit) = match text.split_once(':') {
            Some((size, unit)) if unit.contains('x') => (size, parse_pair(unit)),
            Some((size, unit)) => (size, unit.parse().ok().map(|unit| (unit, unit))),
            None => (text, Some((1, 1))),
        };
        let unit = unit.ok_or(BitmapError::Shape)?;
        let size = parse_pair(size).ok_or(BitmapError::Shape)?;
        if !(SIZES.contains(&size.0) && SIZES.contains(&size.1)) {
            return Err(BitmapError::Size);
        }
        if !(UNITS.contains(&unit.0) && UNITS.contains(&unit.1)) {
            return Err(BitmapError::Unit);
        }
        Ok(Bitmap { unit, size, base })
    }
}

fn parse_pair(text: &str) -> Option<(u32, u32)> {
    let (one, other) = text.split_once('x')?;
    Some((one.parse().ok()?, other.parse().ok()?))
}

fn parse_base(text: &str) -> Option<Base> {
    let named = BASES.iter().find(|(name, _)| *name == text).map(|(_, base)| *base);
    let address = || {
        let address = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => text.parse().ok()?,
        };
        (address % 4 == 0).then_some(Base::At(address))
    };
    named.or_else(address)
}

impl fmt::Display for Bitmap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bitmap { unit, size, base } = *self;
        write!(f, "{}x{}", size.0, size.1)?;
        match unit {
            (1, 1) => {}
            (width, height) if width == height => write!(f, ":{width}")?,
            (width, height) => write!(f, ":{width}x{height}")?,
        }
        match BASES.iter().find(|(_, named)| *named == base) {
            Some((name, _)) => write!(f, "@{name}"),
            None => write!(f, "@0x{:08x}", base.address(&MemoryConfig::default())),
        }
    }
}

impl Bitmap {
    /// Units in a row.
    pub fn columns(&self) -> u32 {
        (self.size.0 / self.unit.0).max(1)
    }

    /// Rows of units.
    pub fn rows(&self) -> u32 {
        (self.size.1 / self.unit.1).max(1)
    }

    /// The addresses of its words are from here on, so many bytes.
    pub fn span(&self, config: &MemoryConfig) -> (u32, u32) {
        (self.base.address(config), 4 * self.columns() * self.rows())
    }

    /// The picture that memory holds now.
    pub fn picture(&self, memory: &Memory, config: &MemoryConfig) -> Picture {
        let mut picture = Picture::black(self.columns(), self.rows());
        self.draw(memory, config, &mut picture);
        picture
    }

    /// The same into a picture of that size which is there already.
    pub fn draw(&self, memory: &Memory, config: &MemoryConfig, picture: &mut Picture) {
        picture.columns = self.columns();
        picture.rows = self.rows();
        picture.units.resize((picture.columns * picture.rows) as usize, 0);
        memory.peek_words(self.base.address(config), &mut picture.units);
        picture.units.iter_mut().for_each(|unit| *unit &= 0x00ff_ffff);
    }
}

/// A picture, unit by unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Picture {
    /// Units in a row.
    pub columns: u32,
    /// Rows of units.
    pub rows: u32,
    /// The colours, 0x00RRGGBB, row by row from the top left.
    pub units: Vec<u32>,
}

impl Picture {
    /// A black one.
    pub fn black(columns: u32, rows: u32) -> Picture {
        Picture { columns, rows, units: vec![0; (columns * rows) as usize] }
    }

    /// The colour of a unit.
    pub fn get(&self, column: u32, row: u32) -> Option<u32> {
        let index = row as usize * self.columns as usize + column as usize;
        self.units.get(index).copied().filter(|_| column < self.columns)
    }
}
