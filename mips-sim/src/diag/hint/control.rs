//! Hints about where control went: returns, calls, loops, and running on.

use super::scene::{Scene, name};
use crate::host::SERVICES;
use crate::isa::codec::target;
use crate::isa::effects::{Control, effects};
use crate::isa::reg::{RA, SP};
use crate::isa::{Inst, Op};
use crate::observe::calls::Frame;
use crate::observe::history::{Loop, Stray};

const EXIT: &str = "`li $v0, 10` and `syscall`";

/// Open calls of one procedure from which on it is an endless recursion.
const DEEP: usize = 1000;
/// Rounds from which on a loop is worth a word.
const MANY: u64 = 100;

/// The divisor of a three-operand division that found it to be zero.
pub(super) fn division_by_zero(scene: &Scene<'_>, pc: u32) -> Option<u8> {
    let word = scene
        .word(pc)
        .filter(|word| !word.first && matches!(word.inst.op, Op::Break | Op::BreakPlain))?;
    let test = scene.statement(word.address).into_iter().rev().find(|w| w.inst.op == Op::Bne)?;
    let divides = |at: u32| {
        let inst = scene.word(at).filter(|word| !word.first)?.inst;
        matches!(inst.op, Op::Div | Op::Divu).then_some(())
    };
    divides(pc.wrapping_add(4))?;
    Some(test.inst.regs[0])
}

pub(super) fn division(scene: &Scene<'_>, pc: u32) -> Option<String> {
    let divisor = name(division_by_zero(scene, pc)?);
    let plain = divisor.trim_matches('`');
    Some(format!(
        "the divisor {divisor} is 0: test it first, with `beqz {plain}, …`, or find out why it is 0"
    ))
}

/// Row 7: the main program ran on into a procedure.
pub(super) fn fell_into(scene: &Scene<'_>) -> Option<String> {
    let fall = scene.history?.fell_into?;
    Some(format!(
        "execution ran on from {} into {} at {} without a call: {EXIT} are missing before it",
        scene.line(fall.from),
        scene.procedure(fall.to),
        scene.line(fall.to)
    ))
}

/// Rows 9 and 12: the first return that went wrong, of all that came before.
pub(super) fn went_astray(scene: &Scene<'_>) -> Option<String> {
    let history = scene.history?;
    if let Some(unbalanced) = history.unbalanced {
        return Some(unbalance(scene, unbalanced.frame, unbalanced.sp, unbalanced.at));
    }
    stray(scene, history.stray?)
}

fn stray(scene: &Scene<'_>, stray: Stray) -> Option<String> {
    let setter = stray.setter?;
    let set_by_call = effects(scene.inst(setter)?).control.links();
    match stray.frame {
        Some(frame) if set_by_call && setter != frame.call => Some(not_saved(scene, frame, setter)),
        Some(frame) if frame.sp != stray.sp => Some(unbalance(scene, frame, stray.sp, stray.at)),
        None if set_by_call => Some(format!(
            "`jr $ra` at {} is not in a procedure that was called: `$ra` still is what the call at \
             {} set, so it goes back there again. End the main program with {EXIT}",
            scene.line(stray.at),
            scene.line(setter)
        )),
        _ => None,
    }
}

/// Row 9.
fn not_saved(scene: &Scene<'_>, frame: Frame, setter: u32) -> String {
    format!(
        "`$ra` was set by the call at {} inside {} and never restored, so `jr $ra` goes back there \
         instead of to the caller: save `$ra` on the stack at the beginning and load it before \
         `jr $ra`",
        scene.line(setter),
        scene.procedure(frame.function)
    )
}

/// Row 12.
fn unbalance(scene: &Scene<'_>, frame: Frame, sp: u32, at: u32) -> String {
    let difference = frame.imbalance(sp);
    let (by, way) = (difference.unsigned_abs(), if difference < 0 { "lower" } else { "higher" });
    let procedure = scene.procedure(frame.function);
    let line = scene.line(at);
    format!(
        "`$sp` is {by} {way} at the `jr $ra` of {procedure} ({line}) than it was at its beginning: \
         add as much to `$sp` as was subtracted"
    )
}

/// A jump to where no instruction is.
pub(super) fn nowhere(scene: &Scene<'_>, to: u32) -> Option<String> {
    if let Some(text) = fell_into(scene) {
        return Some(text);
    }
    let history = scene.history?;
    let (pc, inst) = history.last?;
    let register = match inst.op {
        Op::Jr | Op::JalrRa => inst.regs[0],
        Op::Jalr => inst.regs[1],
        _ => return None,
    };
    if register != RA {
        let register_name = name(register);
        let config = &scene.image.config;
        if scene.never_written(register) {
            return Some(format!(
                "{register_name} was never set: `la` puts a label's address in it"
            ));
        }
        let (writer, by) = scene.writer(register)?;
        let line = scene.line(writer);
        if config.data_segment_base <= to && to < config.data_limit {
            let label = scene.data_label(to)?.0;
            let label = &label.name;
            return Some(format!(
                "{register_name}, set at {line}, is the address of the data at `{label}`: load the \
                 address stored there with `lw` before jumping"
            ));
        }
        let loaded = effects(by).memory.is_some();
        return loaded.then(|| {
            format!(
                "{register_name} was loaded at {line}: what is stored there is not an address of code"
            )
        });
    }
    let Some((writer, by)) = scene.writer(RA) else {
        return (to == 0 && scene.never_written(RA)).then(|| {
            format!(
                "this was not called, so `$ra` is still 0 and there is nowhere to return to: end the \
                 main program with {EXIT}"
            )
        });
    };
    if let Some(text) = went_astray(scene) {
        return Some(text);
    }
    let frame = history.calls()?.last().copied();
    let sp = scene.get(SP);
    match frame {
        Some(frame) if frame.sp != sp => Some(unbalance(scene, frame, sp, pc)),
        _ if effects(by).memory.is_some() => Some(format!(
            "`$ra` was loaded at {}, and what is stored there is not a return address: load it from \
             the place where it was saved",
            scene.line(writer)
        )),
        _ => None,
    }
}

/// A procedure that calls itself without end.
pub(super) fn recursion(scene: &Scene<'_>) -> Option<String> {
    let calls = scene.history?.calls()?;
    let last = calls.last()?;
    let count = calls.iter().filter(|frame| frame.function == last.function).count();
    (count >= DEEP).then(|| {
        format!(
            "{count} calls of {} are open, the last from {}: the recursion needs a case that \
             returns without calling again, and that is reached",
            scene.procedure(last.function),
            scene.line(last.call)
        )
    })
}

/// A limit was reached: what was the program busy with?
pub(super) fn endless(scene: &Scene<'_>) -> Option<String> {
    let wrong = fell_into(scene).or_else(|| stray(scene, scene.history?.stray?));
    wrong.or_else(|| recursion(scene)).or_else(|| {
        let loops = &scene.history?.loops;
        let told = loops.iter().rev().find_map(|each| stepped_past(scene, each));
        told.or_else(|| loops.iter().rev().find_map(|each| without_exit(scene, each))).or_else(
            || {
                // Of loops around each other, the one with the most rounds.
                let busiest =
                    loops.iter().filter(|each| each.count >= MANY).max_by_key(|l| l.count)?;
                Some(rounds(scene, busiest))
            },
        )
    })
}

/// Such as "the loop of lines 3–8 ran 1200 times".
fn rounds(scene: &Scene<'_>, each: &Loop) -> String {
    let place = match (scene.line_number(each.to), scene.line_number(each.from)) {
        (Some(first), Some(last)) if first < last => format!("of lines {first}–{last}"),
        _ => format!("at {}", scene.line(each.from)),
    };
    let least = if scene.began_late() { "at least " } else { "" };
    format!("the loop {place} ran {least}{} times", each.count)
}

/// The ways out of a loop; `None` if something in it can lead anywhere.
fn exits(scene: &Scene<'_>, each: &Loop) -> Option<Vec<(u32, Inst)>> {
    let mut found = Vec::new();
    for pc in body(each) {
        let inst = scene.inst(pc)?;
        let inside = target(inst, pc).is_some_and(|to| (each.to..=each.from).contains(&to));
        match effects(inst).control {
            Control::None | Control::Trap => {}
            // A call comes back; a service does unless it ends the program.
            Control::Call | Control::Syscall => {}
            Control::Branch if !inside || pc == each.from => found.push((pc, inst)),
            Control::Branch | Control::Jump if inside => {}
            _ => return None,
        }
    }
    Some(found)
}

/// The addresses of the instructions of a loop.
fn body(each: &Loop) -> impl Iterator<Item = u32> {
    (each.to..=each.from).step_by(4)
}

/// Whether a loop contains such an instruction, or one that is not known.
fn contains(scene: &Scene<'_>, each: &Loop, test: impl Fn(Inst) -> bool) -> bool {
    body(each).any(|pc| scene.inst(pc).is_none_or(&test))
}

/// Whether an instruction in the loop can set a register.
fn sets(scene: &Scene<'_>, each: &Loop, register: u8) -> bool {
    contains(scene, each, |inst| {
        let effects = effects(inst);
        let elsewhere = match effects.control {
            Control::Call => true,
            Control::Syscall => SERVICES.iter().any(|row| row.writes() >> register & 1 == 1),
            _ => false,
        };
        effects.writes >> register & 1 == 1 || elsewhere
    })
}

/// Whether a call or a service in the loop could end the program.
fn can_end(scene: &Scene<'_>, each: &Loop) -> bool {
    contains(scene, each, |inst| effects(inst).control == Control::Call)
}

/// Row 39: a counter that was to become equal to something, and passed it.
fn stepped_past(scene: &Scene<'_>, each: &Loop) -> Option<String> {
    let exits = exits(scene, each).filter(|_| each.count >= MANY)?;
    let [(pc, inst)] = exits[..] else { return None };
    // Out when equal: `beq` that leaves, or `bne` that goes round.
    let leaves = if pc == each.from { Op::Bne } else { Op::Beq };
    if inst.op != leaves || can_end(scene, each) {
        return None;
    }
    let [a, b] = [inst.regs[0], inst.regs[1]];
    let fixed = |r: u8| {
        let r = usize::from(r);
        each.first[r] == each.latest[r] && each.previous[r] == each.latest[r]
    };
    let (counter, goal) = match (fixed(a), fixed(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    let at = |registers: &[u32; 32], r: u8| i64::from(registers[usize::from(r)] as i32);
    let (first, previous, latest) =
        (at(&each.first, counter), at(&each.previous, counter), at(&each.latest, counter));
    let goal = at(&each.latest, goal);
    let step = latest - previous;
    // Steady, and on its way away from the goal.
    let steady = i64::try_from(each.count - 1).ok()?.checked_mul(step)? == latest - first;
    let away = if step > 0 { latest > goal } else { step < 0 && latest < goal };
    (steady && away).then(|| {
        let started_before = if step > 0 { first <= goal } else { first >= goal };
        let how = if started_before { "which it passed" } else { "from which it moves away" };
        let remedy = if step > 0 { "`blt` or `bge`" } else { "`bgt` or `ble`" };
        format!(
            "{}; {} went from {first} to {latest} in steps of {step}, and the exit at \
             {} tests whether it equals {goal}, {how}: test with {remedy} instead",
            rounds(scene, each),
            name(counter),
            scene.line(pc)
        )
    })
}

/// A loop whose only exit tests registers that nothing in it sets, or that has none.
fn without_exit(scene: &Scene<'_>, each: &Loop) -> Option<String> {
    let exits = exits(scene, each).filter(|_| each.count >= MANY && !can_end(scene, each))?;
    let head = || rounds(scene, each);
    let services = contains(scene, each, |inst| inst.op == Op::Syscall);
    match exits[..] {
        [] if !services => Some(format!("{}: nothing in it leaves it", head())),
        [(pc, _)] => {
            let tested = scene.statement_reads(pc);
            let registers: Vec<u8> = (1..32).filter(|r| tested >> r & 1 == 1).collect();
            let set = registers.iter().any(|register| sets(scene, each, *register));
            let names: Vec<String> = registers.iter().map(|register| name(*register)).collect();
            (!set && !names.is_empty()).then(|| {
                let line = scene.line(pc);
                let names = names.join(" and ");
                format!("{}: its exit at {line} tests {names}, which nothing in it changes", head())
            })
        }
        _ => None,
    }
}
