//! How instructions follow each other: the loop and its budget.

use std::hint::black_box;
use std::sync::Arc;

use super::Machine;
use super::code::{EMPTY, codes, is_empty, single, stored, uses_memory};
use super::cpu::Cpu;
use super::exec::{Flow, both_even, even3, execute, set_hi_lo, signed_product};
use super::fault::{Access, Fault, Stop};
use super::memory::{Memory, MemoryFault, Touch};
use super::operation::{and_common_pairs, common_operations, operation, with_operands};
use crate::config::Region;
use crate::host::Host;
use crate::host::system::{Crash, ServiceStop, System};
use crate::isa::{Inst, Op};
use crate::observe::{Done, Observer};

/// The state of a delayed branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Delay {
    /// None is under way.
    #[default]
    Cleared,
    /// One was just taken.
    Registered(u32),
    /// Its delay slot is next.
    Triggered(u32),
}

/// Why the fast loop gave up.
enum Pause {
    /// Control went out of user text, to this address.
    Left(u32),
    /// The instruction at this address called the system, with what came of it; it counts as
    /// executed.
    Served(Result<(), ServiceStop>, u32),
    /// The instruction at this address failed; it counts as executed.
    Fault(Fault, u32),
    /// The budget does not reach to the end of the run that begins at this address.
    Short(u32),
    /// The observer stopped it behind the instruction at this address, and control goes to the other.
    Break(u32, u32),
}

/// The same as the loop sees it: positions are indices.
enum Exit {
    /// A jump to an address without an instruction.
    Jumped(u32),
    /// The run that begins here does not fit the budget.
    Short(usize),
    /// There is no instruction here.
    End,
    /// Neither the next instruction nor a jump.
    Left(Result<Flow, Fault>),
    /// The system was called and it ends here, or someone looks on.
    Served(Result<(), ServiceStop>),
    /// The observer stopped it, and control goes here.
    Break(u32),
}

/// A service as the loop calls it, which does not know hosts.
type Service<'a> = dyn FnMut(&mut System, &mut Cpu, &mut Memory) -> Result<(), ServiceStop> + 'a;

/// A service in the fast loop while devices or text are watched: its own accesses can be told.
#[cold]
#[inline(never)]
fn call_watched<H: Host>(
    system: &mut System,
    cpu: &mut Cpu,
    memory: &mut Memory,
    host: &mut H,
) -> Result<(), ServiceStop> {
    memory.hold(false);
    let result = system.call(cpu, memory, host);
    memory.hold(true);
    result
}

impl Machine {
    /// Runs until something stops it, at most `budget` instructions.
    pub fn run<H: Host, O: Observer>(
        &mut self,
        host: &mut H,
        observer: &mut O,
        budget: u64,
    ) -> Stop {
        let end = self.steps.saturating_add(budget);
        loop {
            if self.steps >= end {
                return Stop::BudgetSpent;
            }
            self.detours += 1;
            let mut until = end;
            if !self.devices.is_empty() {
                if self.steps >= self.due()
                    && let Some(stop) = self.tick(host)
                {
                    return stop;
                }
                until = end.min(self.due().max(self.steps + 1));
            }
            let simple = !self.options.delayed_branching && !self.options.self_modifying;
            let stop = if simple && self.in_user_text() {
                let service = &mut |system: &mut System, cpu: &mut Cpu, memory: &mut Memory| {
                    // Nothing is left to do after the call, so that it costs no frame of its own.
                    if memory.is_watched() {
                        return call_watched(system, cpu, memory, host);
                    }
                    system.call(cpu, memory, host)
                };
                self.memory.hold(true);
                let pause = self.fast(observer, until, service);
                self.memory.hold(false);
                match pause {
                    Pause::Left(pc) => {
                        self.pc = pc;
                        None
                    }
                    Pause::Served(result, pc) => {
                        let stop = self.served(observer, result, pc);
                        self.finish(host, observer, pc, self.code.at(pc), stop)
                    }
                    Pause::Fault(_, pc) if self.memory.take_held().is_some() => {
                        self.perform(host, observer, pc, self.code.at(pc))
                    }
                    Pause::Fault(fault, pc) => {
                        self.pc = pc.wrapping_add(4);
                        let stop = self.raise(fault, pc);
                        self.finish(host, observer, pc, self.code.at(pc), stop)
                    }
                    Pause::Break(pc, next) => {
                        self.pc = next;
                        Some(Stop::Break { pc })
                    }
                    Pause::Short(pc) => {
                        self.pc = pc;
                        if self.steps < until { self.step(host, observer) } else { None }
                    }
                }
            } else {
                self.step(host, observer)
            };
            if let Some(stop) = stop {
                return stop;
            }
        }
    }

    fn in_user_text(&self) -> bool {
        self.pc.is_multiple_of(4) && self.code.holds(self.pc)
    }

    /// The loop for user text without delayed branching and self-modifying code, which is nearly
    /// all that ever runs. Instructions are counted when control goes elsewhere: a run of them is
    /// entered only if all of it fits the budget.
    #[inline(never)]
    #[expect(unused_macros, reason = "no operation needs all that operands are good for")]
    fn fast<O: Observer>(
        &mut self,
        observer: &mut O,
        end: u64,
        service: &mut Service<'_>,
    ) -> Pause {
        let base = self.code.base();
        let entries = self.code.entries();
        let slots = self.code.slots();
        let runs = self.code.runs();
        let cpu = &mut self.cpu;
        let memory = &mut self.memory;
        let mut at = (self.pc.wrapping_sub(base) / 4) as usize;
        let left = end - self.steps;
        if u64::from(runs[at]) > left {
            return Pause::Short(self.pc);
        }
        // What is left of the budget is `credit - at`: nothing has to be counted on the way. With a
        // budget near the greatest number the sum wraps around, and the difference back.
        let mut credit = left.wrapping_add(at as u64);
        let mut repeated = 0u64;
        let exit = 'calls: loop {
            let exit = 'run: loop {
                let slot = &slots[at];
                // Those who look on see one instruction after the other; who is told of few of them is
                // told where these are carried out.
                let sees_all = O::ACTIVE && !O::ONLY_MEMORY;
                let code = if sees_all { single(entries[at]) } else { slot.code };
                if sees_all && code != codes::END {
                    observer.step(address(base, at), entries[at], cpu, memory);
                }
                // Where a branch or jump goes, as an index: out of bounds if there is no instruction.
                let next: usize = 'taken: {
                    macro_rules! perform {
                    ($slot:ident, $operation:ident) => {
                        with_operands!(
                            cpu, memory, $slot,
                            // Hidden from the optimizer, which would keep the address up to date for
                            // every instruction although only calls need it.
                            link = address(base, black_box(at) + 1),
                            branch(index) => break 'taken index as u32 as usize,
                            direct(index) => break 'taken index as u32 as usize,
                            jump(target) => {
                                // An address that is not aligned becomes an index out of bounds.
                                let next = target.wrapping_sub(base).rotate_right(2) as usize;
                                if next >= runs.len() {
                                    break 'run Exit::Jumped(target);
                                }
                                break 'taken next
                            },
                            leave(flow) => break 'run Exit::Left(flow),
                            operation!($operation)
                        )
                    };
                }
                    macro_rules! tell {
                        ($operation:ident) => {
                            if O::ACTIVE
                                && O::ONLY_MEMORY
                                && const { uses_memory(codes::$operation) }
                            {
                                observer.step(address(base, at), entries[at], cpu, memory);
                            }
                        };
                    }
                    macro_rules! dispatch {
                    ([$($op:ident)*]) => { and_common_pairs!(dispatch [$($op)*]) };
                    ([$($op:ident)*] $(($pair:ident: $first:ident $second:ident))*) => {
                        match code {
                            $(codes::$op => {
                                tell!($op);
                                perform!(slot, $op)
                            })*
                            codes::LwStack => {
                                tell!(LwStack);
                                perform!(slot, LwStack)
                            }
                            codes::SwStack => {
                                tell!(SwStack);
                                perform!(slot, SwStack)
                            }
                            // For who sees all there are no pairs; to say so spares making them once
                            // for each observer.
                            $(codes::$pair if !sees_all => {
                                tell!($first);
                                perform!(slot, $first);
                                at += 1;
                                let slot = &slots[at];
                                tell!($second);
                                perform!(slot, $second);
                            })*
                            codes::END => break 'run Exit::End,
                            _ => {
                                if O::ACTIVE && O::ONLY_MEMORY {
                                    observer.step(address(base, at), entries[at], cpu, memory);
                                }
                                let pc = address(base, black_box(at));
                                match execute(cpu, memory, entries[at], pc, pc.wrapping_add(4)) {
                                    Ok(Flow::Next) => {}
                                    other => break 'run Exit::Left(other),
                                }
                            }
                        }
                    };
                }
                    common_operations!(dispatch);
                    if sees_all {
                        let (pc, next, inst) =
                            (address(base, at), address(base, at + 1), entries[at]);
                        if observer.done(Done { pc, next, inst, cpu, memory }).is_break() {
                            break 'run Exit::Break(next);
                        }
                    }
                    at += 1;
                    continue 'run;
                };
                let Some(run) = runs.get(next) else { break Exit::Jumped(address(base, next)) };
                if sees_all {
                    let (pc, next, inst) = (address(base, at), address(base, next), entries[at]);
                    if observer.done(Done { pc, next, inst, cpu, memory }).is_break() {
                        break Exit::Break(next);
                    }
                }
                let left = credit.wrapping_sub(at as u64 + 1);
                if u64::from(*run) > left {
                    break Exit::Short(next);
                }
                // A fetch from the address of the last one is not counted.
                if next == at {
                    repeated += 1;
                }
                credit = left.wrapping_add(next as u64);
                at = next;
            };
            if let Exit::Left(Ok(Flow::Syscall)) = exit {
                // Programs that print call the system every few instructions, so the way out of
                // here and back is spared where nothing else happens.
                match service(&mut self.system, cpu, memory) {
                    Ok(()) if !O::ACTIVE && !memory.is_touched() => {}
                    result => break Exit::Served(result),
                }
                at = black_box(at) + 1;
                match runs.get(at) {
                    Some(run) if u64::from(*run) <= credit.wrapping_sub(at as u64) => {
                        continue 'calls;
                    }
                    _ => break Exit::End,
                }
            }
            break exit;
        };
        let at = black_box(at);
        let here = address(base, at);
        let last = match exit {
            // Which instruction was the last does not matter here: the next fetch is from an address
            // that none of them has.
            Exit::End => here.wrapping_sub(4),
            _ => here,
        };
        // How many instructions were executed of the run that `at` is in, and what to do next.
        let (in_run, pause) = match exit {
            Exit::Short(next) => (at + 1, Pause::Short(address(base, next))),
            Exit::Jumped(target) | Exit::Left(Ok(Flow::Jump(target) | Flow::Return(target))) => {
                let done = Done { pc: here, next: target, inst: entries[at], cpu, memory };
                let stopped = O::ACTIVE && observer.done(done).is_break();
                let pause = if stopped { Pause::Break(here, target) } else { Pause::Left(target) };
                (at + 1, pause)
            }
            Exit::Break(next) => (at + 1, Pause::Break(here, next)),
            Exit::Served(result) => (at + 1, Pause::Served(result, here)),
            Exit::Left(Ok(_)) => (at + 1, Pause::Left(address(base, at + 1))),
            Exit::End => (at, Pause::Left(here)),
            Exit::Left(Err(fault)) => (at + 1, Pause::Fault(fault, here)),
        };
        let left = credit.wrapping_sub(in_run as u64);
        let executed = end - self.steps - left;
        self.steps += executed;
        repeated += u64::from(executed > 0 && self.last_fetch == self.pc);
        self.fetches += executed - repeated;
        if executed > 0 {
            self.last_fetch = last;
        }
        pause
    }

    /// One instruction, wherever it is and whatever the modes.
    fn step<H: Host, O: Observer>(&mut self, host: &mut H, observer: &mut O) -> Option<Stop> {
        let pc = self.pc;
        let inst = match self.fetch(pc) {
            Ok(inst) => inst,
            Err(stop) => return Some(stop),
        };
        self.note_fetch(pc);
        if is_empty(inst) {
            return Some(Stop::FellOffEnd);
        }
        self.steps += 1;
        if O::ACTIVE {
            observer.step(pc, inst, &self.cpu, &self.memory);
        }
        self.perform(host, observer, pc, inst)
    }

    /// An instruction that is counted and told of already.
    fn perform<H: Host, O: Observer>(
        &mut self,
        host: &mut H,
        observer: &mut O,
        pc: u32,
        inst: Inst,
    ) -> Option<Stop> {
        let delayed = self.options.delayed_branching;
        let next = pc.wrapping_add(4);
        let link = if delayed { pc.wrapping_add(8) } else { next };
        let mut stop = None;
        self.pc = next;
        self.memory.hold(true);
        let mut flow = execute(&mut self.cpu, &mut self.memory, inst, pc, link);
        // A device is asked for each of its words first, and the instruction done again.
        while let Some((access, address)) = self.memory.take_held() {
            let asked = self.ask(access, address, host);
            stop = stop.or(asked);
            flow = execute(&mut self.cpu, &mut self.memory, inst, pc, link);
        }
        self.memory.hold(false);
        match flow {
            Ok(Flow::Next) => {}
            Ok(Flow::Jump(target)) => self.branch(target),
            Ok(Flow::Return(target)) => self.pc = target,
            Ok(Flow::Syscall) => {
                let result = self.system.call(&mut self.cpu, &mut self.memory, host);
                stop = self.served(observer, result, pc);
            }
            Err(fault) => stop = self.raise(fault, pc),
        }
        if stop == Some(Stop::InputPending) {
            // The instruction has not happened yet: what was delayed still is.
            return stop;
        }
        self.follow_delay();
        self.finish(host, observer, pc, inst, stop)
    }

    /// One instruction is over: what was delayed comes nearer.
    pub(super) fn follow_delay(&mut self) {
        match self.delay {
            Delay::Triggered(target) => {
                self.pc = target;
                self.delay = Delay::Cleared;
            }
            Delay::Registered(target) => self.delay = Delay::Triggered(target),
            Delay::Cleared => {}
        }
    }

    /// Tells devices and the observer of an instruction. The observer stops the machine if it wants
    /// to and nothing else does. An instruction that waits for input has not happened yet.
    fn finish<H: Host, O: Observer>(
        &mut self,
        host: &mut H,
        observer: &mut O,
        pc: u32,
        inst: Inst,
        stop: Option<Stop>,
    ) -> Option<Stop> {
        if stop == Some(Stop::InputPending) {
            return stop;
        }
        let settled = self.settle(host);
        let stop = stop.or(settled);
        if !O::ACTIVE {
            return stop;
        }
        let done = Done { pc, next: self.pc, inst, cpu: &self.cpu, memory: &self.memory };
        let flow = observer.done(done);
        stop.or(flow.is_break().then_some(Stop::Break { pc }))
    }

    /// A branch that is taken. One in a delay slot does not change where the first one goes.
    fn branch(&mut self, target: u32) {
        if !self.options.delayed_branching {
            self.pc = target;
            return;
        }
        self.delay = match self.delay {
            Delay::Cleared => Delay::Registered(target),
            Delay::Registered(first) | Delay::Triggered(first) => Delay::Registered(first),
        };
    }

    fn fetch(&mut self, pc: u32) -> Result<Inst, Stop> {
        if !pc.is_multiple_of(4) {
            return Err(Stop::BadProgramCounter(pc));
        }
        match self.options.config.region_of_text(pc) {
            Some(Region::Text) => Ok(self.code.at(pc)),
            Some(_) => Ok(self.kernel.at(pc)),
            None if self.options.self_modifying => {
                let word = self.memory.load_word(pc).map_err(|_| Stop::BadProgramCounter(pc))?;
                Ok(stored(word))
            }
            None => Err(Stop::BadProgramCounter(pc)),
        }
    }

    /// MARS counts fetches from user text, but not one from the same address as the last.
    pub(crate) fn note_fetch(&mut self, address: u32) {
        let user = self.options.config.region_of_text(address) == Some(Region::Text);
        if user && self.last_fetch != address {
            self.last_fetch = address;
            self.fetches += 1;
        }
    }

    /// Goes on after a service.
    fn served<O: Observer>(
        &mut self,
        observer: &mut O,
        result: Result<(), ServiceStop>,
        pc: u32,
    ) -> Option<Stop> {
        if O::ACTIVE && result != Err(ServiceStop::Pending) {
            observer.service(&self.system.last_access(result));
        }
        self.pc = pc.wrapping_add(4);
        match result.err()? {
            ServiceStop::Exit(code) => Some(Stop::Exit(code)),
            ServiceStop::Fault(fault) => self.raise(Fault::Service(fault), pc),
            ServiceStop::Crash(crash) => Some(Stop::Crash { crash, pc }),
            ServiceStop::Pending => {
                // The instruction has not happened yet.
                self.pc = pc;
                self.steps -= 1;
                Some(Stop::InputPending)
            }
            ServiceStop::OutputRefused => Some(Stop::OutputRefused),
            ServiceStop::MemoryLimit => Some(Stop::MemoryLimit),
            ServiceStop::WorkLimit => Some(Stop::WorkLimit),
        }
    }

    /// An exception: to the program's handler if it has one.
    pub(super) fn raise(&mut self, fault: Fault, pc: u32) -> Option<Stop> {
        let fault = match fault {
            Fault::Break(_)
                if self.fetch(pc).is_ok_and(|i| i.op == Op::Break && i.regs[0] > EMPTY - 2) =>
            {
                Fault::Undefined(self.fetch(pc).map_or(0, |inst| inst.imm as u32))
            }
            other => other,
        };
        match fault.memory() {
            Some(MemoryFault::Limit) => return Some(Stop::MemoryLimit),
            Some(MemoryFault::Crash { address }) => {
                return Some(Stop::Crash { crash: Crash::StackBorder(address), pc });
            }
            _ => {}
        }
        if let Some(cause) = fault.cause() {
            let cp0 = &mut self.cpu.cp0;
            if let Some(address) = fault.address() {
                cp0.vaddr = address;
            }
            cp0.cause = cp0.cause & 0xffff_fc83 | cause << 2;
            cp0.epc = pc;
            cp0.status |= 2;
        }
        let handler = self.options.config.exception_handler;
        if self.kernel.holds(handler) {
            self.pc = handler;
            return None;
        }
        Some(Stop::Fault { fault, pc })
    }

    /// What self-modifying code stored in text takes effect, and what it read there is counted.
    pub(super) fn text_touched(&mut self, touch: Touch) {
        match touch.access {
            Access::Load => self.note_fetch(touch.address),
            Access::Store => {
                Arc::make_mut(&mut self.code).replace(touch.address, touch.value);
            }
        }
    }
}

/// The address of an entry.
#[inline(always)]
fn address(base: u32, index: usize) -> u32 {
    base.wrapping_add((index as u32) << 2)
}
