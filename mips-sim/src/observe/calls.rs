//! The calls that have not returned: which function, called from where, with what in `$sp`. The
//! only call stack in the library; the checker, the history of a failed run and debuggers use it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Done, Observer};
use crate::image::Image;
use crate::isa::codec::target;
use crate::isa::effects::{Control, effects};
use crate::isa::reg::SP;
use crate::machine::cpu::Cpu;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Where the function begins.
    pub function: u32,
    /// The address of the call.
    pub call: u32,
    /// Where it should return to.
    pub return_to: u32,
    /// `$sp` at entry.
    pub sp: u32,
}

impl Frame {
    /// The frame of a call, if that is what an instruction did. `next` is where control went, and
    /// `cpu` what it is after the instruction. Without delayed branches.
    pub fn of_call(control: Control, pc: u32, next: u32, cpu: &Cpu) -> Option<Frame> {
        let return_to = pc.wrapping_add(4);
        let passed = control == Control::BranchAndLink && next == return_to;
        let frame = Frame { function: next, call: pc, return_to, sp: cpu.get(SP) };
        (control.links() && !passed).then_some(frame)
    }

    /// By how much `$sp` differs from what it was at entry.
    pub fn imbalance(&self, sp: u32) -> i32 {
        sp.wrapping_sub(self.sp) as i32
    }
}

/// The open calls. With each call its observer can keep a value of the caller, and gets it back
/// when the call returns.
#[derive(Clone, Debug)]
pub struct Calls<T = ()> {
    frames: Vec<Frame>,
    kept: Vec<T>,
}

impl<T> Default for Calls<T> {
    fn default() -> Calls<T> {
        Calls { frames: Vec::new(), kept: Vec::new() }
    }
}

impl<T> Calls<T> {
    /// The open calls, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Opens a call.
    pub fn enter(&mut self, frame: Frame, kept: T) {
        self.frames.push(frame);
        self.kept.push(kept);
    }

    /// The index of the innermost call that returns to an address, of the innermost `most`.
    pub fn returning(&self, to: u32, most: usize) -> Option<usize> {
        let first = self.frames.len().saturating_sub(most);
        let found = self.frames[first..].iter().rposition(|frame| frame.return_to == to);
        found.map(|index| first + index)
    }

    /// Closes a call and all those inside it.
    pub fn leave(&mut self, index: usize) -> Option<(Frame, T)> {
        let frame = *self.frames.get(index)?;
        self.frames.truncate(index);
        self.kept.truncate(index + 1);
        Some((frame, self.kept.pop()?))
    }

    /// Forgets every call.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.kept.clear();
    }
}

/// Follows the calls of a program without delayed branches. A jump to an address in a register
/// closes the innermost call that returns there; one that goes elsewhere changes nothing.
impl Observer for Calls {
    fn done(&mut self, Done { pc, next, inst, cpu, .. }: Done<'_>) -> ControlFlow<()> {
        let control = effects(inst).control;
        if let Some(frame) = Frame::of_call(control, pc, next, cpu) {
            self.enter(frame, ());
        } else if control == Control::JumpRegister
            && let Some(index) = self.returning(next, usize::MAX)
        {
            self.leave(index);
        }
        ControlFlow::Continue(())
    }
}

/// The addresses that some call of a program goes to, as far as that can be seen in the code.
pub fn call_targets(image: &Image) -> BTreeSet<u32> {
    let calls = image.text.iter().filter(|word| effects(word.inst).control.links());
    calls.filter_map(|word| target(word.inst, word.address)).collect()
}
