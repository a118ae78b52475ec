//! The machine: registers, memory, and the loop that executes instructions.
//!
//! It takes an [`Image`] and knows nothing of how that was made. What it asks of the world goes
//! through a [`crate::host::Host`]; who looks on is an [`crate::observe::Observer`].

mod code;
pub mod cpu;
mod delta;
pub mod device;
mod exec;
pub mod fault;
pub mod memory;
mod operation;
mod run;
mod snapshot;

use std::sync::Arc;

use crate::config::{MemoryConfig, Region};
use crate::devices::{KeyboardAndDisplay, KeyboardOptions};
use crate::host::system::System;
use crate::image::Image;
use crate::isa::Inst;
use crate::java::FloatText;
use code::Code;
use cpu::Cpu;
pub use delta::{Change, Unlike};
use device::Device;
pub use fault::{Fault, ServiceFault, Stop};
use memory::Memory;
use run::Delay;
pub use snapshot::Snapshot;

/// How to run.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    /// Whether the instruction behind a branch is executed before the branch is taken.
    pub delayed_branching: bool,
    /// Whether text is data too.
    pub self_modifying: bool,
    /// Where to begin; the first instruction if absent.
    pub entry: Option<u32>,
    /// What the program finds as its arguments.
    pub arguments: Vec<String>,
    /// The most bytes of memory that the program may touch.
    pub max_memory: usize,
    /// The most that services may do: the bytes that they move between memory, console and files, and 16
    /// for each call. One instruction can move megabytes, so a limit on instructions alone does not
    /// limit the time.
    pub max_work: u64,
    /// How floating-point numbers are printed.
    pub float_text: FloatText,
    /// The keyboard and display, if the program has them.
    pub devices: Option<KeyboardOptions>,
    /// Whether dialogs (services 50 to 59) are questions and messages on the console. Otherwise they
    /// break the program off, as in MARS without a display.
    pub dialogs: bool,
}

impl Default for MachineOptions {
    fn default() -> Self {
        MachineOptions {
            delayed_branching: false,
            self_modifying: false,
            entry: None,
            arguments: Vec::new(),
            // All segments together are smaller than this.
            max_memory: 64 << 20,
            max_work: u64::MAX,
            float_text: FloatText::default(),
            devices: None,
            dialogs: false,
        }
    }
}

/// The settings that the loop looks at.
#[derive(Clone, Copy, Debug)]
struct Modes {
    delayed_branching: bool,
    self_modifying: bool,
    config: MemoryConfig,
}

/// A byte that a service moves takes as long as so many instructions.
const WORK_OF_BYTE: u64 = 4;
/// What leaves the fast loop or runs outside of it, such as a handler of exceptions, takes as long as so
/// many instructions more.
const WORK_OF_DETOUR: u64 = 8;

/// A machine with a program in it.
#[derive(Debug)]
pub struct Machine {
    /// The registers.
    pub cpu: Cpu,
    /// The data memory.
    pub memory: Memory,
    /// The address of the next instruction.
    pub pc: u32,
    options: Modes,
    code: Arc<Code>,
    kernel: Arc<Code>,
    delay: Delay,
    system: System,
    devices: Vec<Box<dyn Device>>,
    steps: u64,
    fetches: u64,
    last_fetch: u32,
    /// How often the fast loop was left, or an instruction executed outside of it.
    detours: u64,
}

impl Machine {
    /// A machine at the start of a program.
    pub fn load(image: &Image, options: &MachineOptions) -> Machine {
        let config = image.config;
        let of = |region: Region| {
            let within = move |word: &&crate::image::TextWord| {
                config.region_of_text(word.address) == Some(region)
            };
            image.text.iter().filter(within)
        };
        let mut code = Code::new(config.text_base, of(Region::Text));
        for (address, word) in &image.stored_text {
            // Assembled for self-modifying mode but run without it, data among the instructions is
            // not there to be executed; and only user text can be changed.
            let user = config.region_of_text(*address) == Some(Region::Text);
            if options.self_modifying && user && image.text_at(*address).is_none() {
                code.replace(*address, *word);
            }
        }
        let mut machine = Machine {
            cpu: Cpu::new(&config),
            memory: Memory::new(&config, &image.data),
            pc: options.entry.unwrap_or(config.text_base),
            options: Modes {
                delayed_branching: options.delayed_branching,
                self_modifying: options.self_modifying,
                config,
            },
            code: Arc::new(code),
            kernel: Arc::new(Code::new(config.ktext_base, of(Region::KernelText))),
            delay: Delay::Cleared,
            system: System::new(&config, options),
            devices: Vec::new(),
            steps: 0,
            fetches: 0,
            // MARS's counter begins as if address 0 had been fetched, so that an instruction there
            // is not counted the first time.
            last_fetch: 0,
            detours: 0,
        };
        if options.self_modifying {
            let words = of(Region::Text).map(|word| (word.address, word.word));
            let stored = image.stored_text.iter().map(|(address, word)| (*address, *word));
            machine.memory.open_text(stored.chain(words));
        }
        machine.store_arguments(&options.arguments);
        machine.memory.set_limit(options.max_memory);
        if let Some(options) = &options.devices {
            let device = KeyboardAndDisplay::new(config.mmio_base, options.clone());
            let words = device.words();
            machine.attach(Box::new(device), &words).expect("there is nothing else");
        }
        machine
    }

    /// Puts other instructions into the user text, also behind its end. For programs that are to be
    /// run with a small change; text that is data too is not changed.
    pub fn set_instructions(&mut self, changes: &[(u32, Inst)]) {
        let code = Arc::make_mut(&mut self.code);
        let user = |address: u32| self.options.config.region_of_text(address) == Some(Region::Text);
        for (address, inst) in changes.iter().filter(|(address, _)| user(*address)) {
            code.set(*address, *inst);
        }
    }

    /// How many instructions have been executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the run has cost so far: the instructions, and in terms of them what services did, and
    /// exceptions and the like.
    pub fn work(&self) -> u64 {
        let services = self.system.work().saturating_mul(WORK_OF_BYTE);
        let detours = self.detours.saturating_mul(WORK_OF_DETOUR);
        self.steps.saturating_add(services).saturating_add(detours)
    }

    /// What MARS's option `ic` shows: fetches from user text, but not two in a row from one
    /// address.
    pub fn fetches(&self) -> u64 {
        self.fetches
    }

    /// The state of the services.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Whether the program has stored something else over the instruction at an address, or there
    /// never was one of the source.
    pub fn is_replaced(&self, address: u32) -> bool {
        self.code.is_replaced(address)
    }

    /// Puts the program's arguments where a C program would look for them: the texts below the top
    /// of the stack, then their addresses and their number, with `$sp` at the number.
    fn store_arguments(&mut self, arguments: &[String]) {
        if arguments.is_empty() {
            return;
        }
        let config = self.options.config;
        let mut top = config.stack_base;
        let mut starts = Vec::new();
        for argument in arguments {
            for unit in argument.encode_utf16().chain([0]).collect::<Vec<_>>().iter().rev().copied()
            {
                // What does not fit in the stack is lost, as it is in MARS.
                let _ = self.memory.store_byte(top, u32::from(unit as u8));
                top = top.wrapping_sub(1);
            }
            starts.push(top.wrapping_add(1));
        }
        let mut at = config.stack_pointer;
        if (top as i32) < at as i32 {
            at = top.wrapping_sub(top % 4).wrapping_sub(4);
        }
        let words =
            [0].into_iter().chain(starts.iter().rev().copied()).chain([starts.len() as u32]);
        for word in words.collect::<Vec<_>>() {
            let _ = self.memory.store_word(at, word);
            at = at.wrapping_sub(4);
        }
        self.cpu.set(29, at.wrapping_add(4));
        self.cpu.set(4, starts.len() as u32);
        self.cpu.set(5, at.wrapping_add(8));
    }
}

const _: () = {
    const fn sendable<T: Send>() {}
    sendable::<Machine>();
};
