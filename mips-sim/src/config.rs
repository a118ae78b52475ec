//! The three memory configurations of MARS: where each segment lies. Plain numbers, shared by the
//! assembler (addresses of labels, which stores are valid) and the machine.

/// A memory configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryConfig {
    /// The name that MARS's `mc` option takes.
    pub name: &'static str,
    /// `.text` base and initial program counter.
    pub text_base: u32,
    /// First address behind user text.
    pub text_limit: u32,
    /// Base of the data segment, which holds `.extern`, `.data` and the heap.
    pub data_segment_base: u32,
    /// Where `.extern` variables go.
    pub extern_base: u32,
    /// Initial `$gp`.
    pub global_pointer: u32,
    /// `.data` base.
    pub data_base: u32,
    /// Where the heap begins.
    pub heap_base: u32,
    /// First address behind the data segment.
    pub data_limit: u32,
    /// Initial `$sp`.
    pub stack_pointer: u32,
    /// The highest word of the stack.
    pub stack_base: u32,
    /// The stack lies above this address, exclusive.
    pub stack_limit: u32,
    /// `.ktext` base.
    pub ktext_base: u32,
    /// Where an exception handler is looked for.
    pub exception_handler: u32,
    /// First address behind kernel text.
    pub ktext_limit: u32,
    /// `.kdata` base.
    pub kdata_base: u32,
    /// First address behind kernel data.
    pub kdata_limit: u32,
    /// Base of memory-mapped I/O.
    pub mmio_base: u32,
    /// First address behind memory-mapped I/O.
    pub mmio_limit: u32,
    /// Whether addresses fit sixteen bits, so that the short expansions are used.
    pub compact: bool,
}

/// MARS's 32-bit address space.
pub const DEFAULT: MemoryConfig = MemoryConfig {
    name: "Default",
    text_base: 0x0040_0000,
    text_limit: 0x0080_0000,
    data_segment_base: 0x1000_0000,
    extern_base: 0x1000_0000,
    global_pointer: 0x1000_8000,
    data_base: 0x1001_0000,
    heap_base: 0x1004_0000,
    data_limit: 0x1040_0000,
    stack_pointer: 0x7fff_effc,
    stack_base: 0x7fff_fffc,
    stack_limit: 0x7fbf_fffc,
    ktext_base: 0x8000_0000,
    exception_handler: 0x8000_0180,
    ktext_limit: 0x8040_0000,
    kdata_base: 0x9000_0000,
    kdata_limit: 0x9040_0000,
    mmio_base: 0xffff_0000,
    mmio_limit: 0xffff_ffff,
    compact: false,
};

/// 32 KiB with the data segment at address 0.
pub const COMPACT_DATA_AT_ZERO: MemoryConfig = MemoryConfig {
    name: "CompactDataAtZero",
    text_base: 0x3000,
    text_limit: 0x3ffc,
    data_segment_base: 0,
    extern_base: 0x1000,
    global_pointer: 0x1800,
    data_base: 0,
    heap_base: 0x2000,
    data_limit: 0x2fff,
    stack_pointer: 0x2ffc,
    stack_base: 0x2ffc,
    stack_limit: 0x2000,
    ktext_base: 0x4000,
    exception_handler: 0x4180,
    ktext_limit: 0x4ffc,
    kdata_base: 0x5000,
    kdata_limit: 0x7eff,
    mmio_base: 0x7f00,
    mmio_limit: 0x7fff,
    compact: true,
};

/// 32 KiB with the text segment at address 0.
pub const COMPACT_TEXT_AT_ZERO: MemoryConfig = MemoryConfig {
    name: "CompactTextAtZero",
    text_base: 0,
    text_limit: 0x0ffc,
    data_segment_base: 0x1000,
    extern_base: 0x1000,
    global_pointer: 0x1800,
    data_base: 0x2000,
    heap_base: 0x3000,
    data_limit: 0x3fff,
    stack_pointer: 0x3ffc,
    stack_base: 0x3ffc,
    stack_limit: 0x3000,
    ..COMPACT_DATA_AT_ZERO
};

/// All of them, the default first.
pub const CONFIGS: [MemoryConfig; 3] = [DEFAULT, COMPACT_DATA_AT_ZERO, COMPACT_TEXT_AT_ZERO];

/// Which part of memory an address belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// `.extern`, `.data` and the heap.
    Data,
    /// The stack.
    Stack,
    /// User instructions.
    Text,
    /// Memory-mapped I/O.
    Mmio,
    /// Kernel data.
    KernelData,
    /// Kernel instructions.
    KernelText,
}

impl MemoryConfig {
    /// Finds a configuration by MARS's case-sensitive name.
    pub fn by_name(name: &str) -> Option<MemoryConfig> {
        CONFIGS.into_iter().find(|config| config.name == name)
    }

    /// The region that a store to `address` reaches; MARS asks in this order, and in the compact
    /// configurations, where data and stack overlap, data wins.
    pub fn region(&self, address: u32) -> Option<Region> {
        let within = |base: u32, limit: u32| base <= address && address < limit;
        if within(self.data_segment_base, self.data_limit) {
            Some(Region::Data)
        } else if address > self.stack_limit && address <= self.stack_base {
            Some(Region::Stack)
        } else if within(self.text_base, self.text_limit) {
            Some(Region::Text)
        } else if within(self.mmio_base, self.mmio_limit) {
            Some(Region::Mmio)
        } else if within(self.kdata_base, self.kdata_limit) {
            Some(Region::KernelData)
        } else if within(self.ktext_base, self.ktext_limit) {
            Some(Region::KernelText)
        } else {
            None
        }
    }

    /// Whether instructions can stand at an address, and in which segment.
    pub fn region_of_text(&self, address: u32) -> Option<Region> {
        if (self.text_base..self.text_limit).contains(&address) {
            Some(Region::Text)
        } else if (self.ktext_base..self.ktext_limit).contains(&address) {
            Some(Region::KernelText)
        } else {
            None
        }
    }
}

impl Default for MemoryConfig {
    fn default() -> Self {
        DEFAULT
    }
}
