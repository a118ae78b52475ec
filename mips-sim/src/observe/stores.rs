//! Which blocks of memory a program has stored in. MARS allocates a block of 4 KiB at the first store,
//! even of zeros, and its dumps end at the first block that does not exist.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Done, Observer};
use crate::host::system::ServiceAccess;
use crate::image::BLOCK_BYTES;
use crate::isa::Inst;
use crate::isa::effects::{Access, effects};
use crate::machine::Machine;
use crate::machine::cpu::Cpu;
use crate::machine::memory::Memory;

/// The blocks that exist in a machine.
#[derive(Clone, Debug)]
pub struct StoredBlocks {
    blocks: BTreeSet<u32>,
    /// Where the instruction that is being executed stores.
    store: Option<u32>,
}

impl StoredBlocks {
    /// The blocks of a machine that is about to run: those that its arguments and data are in.
    pub fn new(machine: &Machine) -> StoredBlocks {
        StoredBlocks { blocks: machine.memory.used_blocks(), store: None }
    }

    /// The first address of each block.
    pub fn into_blocks(self) -> BTreeSet<u32> {
        self.blocks
    }

    fn add(&mut self, address: u32) {
        self.blocks.insert(address - address % BLOCK_BYTES);
    }
}

impl Observer for StoredBlocks {
    fn step(&mut self, _: u32, inst: Inst, cpu: &Cpu, _: &Memory) {
        let memory = effects(inst).memory.filter(|memory| memory.access == Access::Store);
        self.store = memory.and_then(|memory| {
            let address = cpu.get(inst.regs[2]).wrapping_add(inst.imm as u32);
            // A store that is not aligned fails.
            (!memory.aligned || address.is_multiple_of(memory.bytes)).then_some(address)
        });
    }

    fn service(&mut self, access: &ServiceAccess<'_>) {
        for touched in access.memory.iter().filter(|t| t.access == Access::Store) {
            let last = touched.address.saturating_add(touched.length.saturating_sub(1));
            let first = touched.address - touched.address % BLOCK_BYTES;
            if touched.length > 0 {
                (first..=last).step_by(BLOCK_BYTES as usize).for_each(|block| self.add(block));
            }
        }
    }

    fn done(&mut self, _: Done<'_>) -> ControlFlow<()> {
        if let Some(address) = self.store.take() {
            self.add(address);
        }
        ControlFlow::Continue(())
    }
}
