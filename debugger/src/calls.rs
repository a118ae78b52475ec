//! Which calls are open at a moment, when each was made and what it saved: found by repeating the run
//! with the one call tracker there is, from the last moment whose calls are known.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use mips_sim::isa::Op;
use mips_sim::isa::effects::{Control, effects};
use mips_sim::isa::reg::{FP, RA, SP, Saver, role};
use mips_sim::machine::Machine;
use mips_sim::observe::calls::{Calls, Frame};
use mips_sim::observe::{Done, Observer};

use crate::timeline::{Timeline, repeat};

/// As many instructions are repeated to find the open calls; those from before are not known then.
const REACH: u64 = 50_000_000;
/// Instructions between two moments whose calls are kept.
const APART: u64 = 1_000_000;
/// More open calls than this are not kept for a moment.
const MAX_KEPT: usize = 10_000;
/// More open calls than this are not followed.
const MAX_DEPTH: usize = 1 << 20;

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The function, where it was called from, and `$sp` at entry.
    pub frame: Frame,
    /// The step at which it was called: the state before the call.
    pub step: u64,
    /// Registers that the function saved in its frame: which, and the address of the word.
    pub saved: Vec<(u8, u32)>,
}

/// The open calls at a moment, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The calls.
    pub calls: Vec<OpenCall>,
    /// Whether there may be others outside of these, made too long ago to look for them.
    pub incomplete: bool,
}

/// What was found out so far, by step.
#[derive(Debug, Default)]
pub(crate) struct Stacks {
    known: BTreeMap<u64, Arc<Stack>>,
}

/// Follows calls from some moment on.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    calls: Calls<Kept>,
    position: u64,
}

/// What is kept with a call.
#[derive(Clone, Debug, Default)]
struct Kept {
    step: u64,
    saved: Vec<(u8, u32)>,
}

impl CallLog {
    /// From a step on, with these calls open.
    pub(crate) fn new(position: u64, open: &[OpenCall]) -> CallLog {
        let mut calls = Calls::default();
        for call in open {
            calls.enter(call.frame, Kept { step: call.step, saved: call.saved.clone() });
        }
        CallLog { calls, position }
    }

    pub(crate) fn depth(&self) -> usize {
        self.calls.frames().len()
    }

    /// The open calls.
    fn into_calls(mut self) -> Vec<OpenCall> {
        let mut calls = Vec::with_capacity(self.depth());
        while let Some((frame, kept)) =
            self.depth().checked_sub(1).and_then(|i| self.calls.leave(i))
        {
            calls.push(OpenCall { frame, step: kept.step, saved: kept.saved });
        }
        calls.reverse();
        calls
    }

    /// A register that the function is to give back, stored in its frame for the first time.
    fn note_saved(&mut self, register: u8, address: u32) {
        let Some(index) = self.depth().checked_sub(1) else { return };
        if let Some((frame, mut kept)) = self.calls.leave(index) {
            if kept.saved.iter().all(|(known, _)| *known != register) {
                kept.saved.push((register, address));
            }
            self.calls.enter(frame, kept);
        }
    }
}

impl Observer for CallLog {
    fn done(&mut self, Done { pc, next, inst, cpu, .. }: Done<'_>) -> ControlFlow<()> {
        let step = self.position;
        self.position += 1;
        if inst.op == Op::Sw {
            let [register, _, base] = inst.regs;
            let kept = register == RA || role(register).saver == Saver::Callee && register != SP;
            if kept && matches!(base, SP | FP) {
                self.note_saved(register, cpu.get(base).wrapping_add(inst.imm as u32));
            }
            return ControlFlow::Continue(());
        }
        let control = effects(inst).control;
        if let Some(frame) = Frame::of_call(control, pc, next, cpu) {
            if self.depth() < MAX_DEPTH {
                self.calls.enter(frame, Kept { step, saved: Vec::new() });
            }
        } else if control == Control::JumpRegister
            && let Some(index) = self.calls.returning(next, usize::MAX)
        {
            self.calls.leave(index);
        }
        ControlFlow::Continue(())
    }
}

impl Timeline {
    /// The calls that are open where the machine is. It stays where it is.
    pub(crate) fn stack(&mut self, machine: &Machine) -> Arc<Stack> {
        let step = machine.steps();
        if let Some(known) = self.stacks.known.get(&step) {
            return Arc::clone(known);
        }
        let (from, known) = self.known_stack(step);
        let (mut other, mut past) = (machine.clone(), self.past.clone());
        if from < step
            && let Some(moment) = self.moment_at(from)
        {
            moment.restore(&mut other, &mut past);
        }
        let mut log = CallLog::new(other.steps(), &known.calls);
        let incomplete = known.incomplete;
        while other.steps() < step {
            let before = self.moments_before(step);
            let next =
                before.iter().map(|moment| moment.step).find(|at| *at >= other.steps() + APART);
            let next = next.unwrap_or(step);
            let reached = other.steps();
            repeat(&mut other, &mut past, &self.changes, &mut log, next);
            if other.steps() == reached {
                break;
            }
            if next < step && log.depth() <= MAX_KEPT && self.moment_at(next).is_some() {
                let calls = CallLog { calls: log.calls.clone(), position: next }.into_calls();
                self.stacks.known.insert(next, Arc::new(Stack { calls, incomplete }));
            }
        }
        let stack = Arc::new(Stack { calls: log.into_calls(), incomplete });
        if stack.calls.len() <= MAX_KEPT {
            self.stacks.known.insert(step, Arc::clone(&stack));
        }
        self.stacks.forget_some(step);
        stack
    }

    /// The last moment up to a step whose calls are known, and these.
    fn known_stack(&self, step: u64) -> (u64, Arc<Stack>) {
        let mut known = self.stacks.known.range(..=step).rev();
        let known = known.find(|(at, _)| self.moment_at(**at).is_some());
        if let Some((at, stack)) = known
            && step - at <= REACH
        {
            return (*at, Arc::clone(stack));
        }
        let before = self.moments_before(step + 1);
        let main = |at: &u64| self.moment_at(*at).is_some();
        let starts = before.iter().map(|moment| moment.step).filter(main);
        let near = starts.clone().find(|at| step - at <= REACH);
        let from = near.or_else(|| starts.max()).unwrap_or(step);
        let incomplete = from > self.start() || self.cut;
        (from, Arc::new(Stack { calls: Vec::new(), incomplete }))
    }
}

impl Stacks {
    /// Keeps the number of known moments small, and those around a step.
    fn forget_some(&mut self, step: u64) {
        const MOST: usize = 1024;
        while self.known.len() > MOST {
            let first = self.known.keys().next().copied().unwrap_or(step);
            let last = self.known.keys().next_back().copied().unwrap_or(step);
            let far = if first.abs_diff(step) > last.abs_diff(step) { first } else { last };
            self.known.remove(&far);
        }
    }
}
