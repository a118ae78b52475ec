//! When two submissions fail alike: by the same counterexample, with the same kind of stop or the
//! same wrong answer, and at the same place.

use mips_sim::machine::memory::MemoryFault;
use mips_sim::machine::{Fault, Stop};
use serde::Serialize;
use tester::boards::NotLearnt;
use tester::programs::Ending;
use tester::wording::calls::seen;
use tester::{Cells, Counterexample, Limit, Moment, Problem, Rule};

use super::result::{
    CallError, Cause, Complaint, Ended, Failure, Mismatch, OutputPart, SizeUnit, SourceError,
    WrongCall, WrongOutput,
};
use crate::assignment::PictureMoment;
use crate::book::CodeLine;
use crate::submission::digest_of;

/// What failures have in common that are alike. Names of files are no part of it: everybody has
/// their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alike<'a> {
    /// What went wrong, and under which conditions.
    what: What<'a>,
    /// The kind of stop, if the program stopped where it should not have.
    stop: Option<&'static str>,
    /// Where in the source that was.
    place: Option<Place<'a>>,
}

/// A line of the source: its number and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Place<'a> {
    line: u32,
    text: &'a str,
}

impl<'a> Place<'a> {
    fn of(line: &'a CodeLine) -> Place<'a> {
        Place { line: line.line, text: line.text.trim() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum What<'a> {
    Game {
        rule: Option<&'static str>,
        problem: &'static str,
        given: Given<'a>,
        /// How many lines were typed before it, and whether the end of the input was.
        moment: (usize, bool),
        answer: Option<Printed<'a>>,
    },
    Unplayable(String),
    NotAllBoards(String),
    DoesNotAssemble(&'a str),
    Warnings(&'a str),
    Output {
        test: &'a str,
        wrong: Option<Difference<'a>>,
        exit: Option<i32>,
    },
    Against {
        test: &'a str,
        typed: Vec<u8>,
        wrong: Option<Difference<'a>>,
    },
    Reference(String),
    Call {
        test: &'a str,
        number: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        made: Option<String>,
        error: Option<WrongAfterCall<'a>>,
    },
    Screen {
        test: &'a str,
        /// The frame, or the end.
        moment: Option<u64>,
        first: Option<(u32, u32, u32, u32)>,
        differ: usize,
    },
    NoFunction(&'a str),
    Missing(&'a [String]),
    Banned(&'a [String]),
    Services(&'a [u32]),
    Conventions(&'a str),
    Uncommented(&'a [String]),
    TooLarge {
        instructions: bool,
        count: usize,
    },
    GraderFailed,
}

/// A counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum Given<'a> {
    Script(String),
    /// Programs with words of their own can't share a script: the board before, and how it should be
    /// afterwards.
    Boards(Option<&'a [u64]>, Option<&'a [u64]>),
}

/// What a program that goes on printed instead of what it should.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum Printed<'a> {
    Board(&'a [u64]),
    Text(&'a [u8]),
}

/// The first difference of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum Difference<'a> {
    Line(usize, Option<&'a str>),
    Word(usize, Option<&'a str>),
    Board(usize, Option<&'a str>),
    Pattern,
}

/// The first error of a call, without what is different from run to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum WrongAfterCall<'a> {
    NoPlace,
    NotReturned,
    Register(u8, u32),
    Float(u8, u64),
    Returned(String),
    Left(&'a str, String),
    NoLabel(&'a str),
    Cell(&'a str, u32),
    MoreCells,
    Output(&'a [u8]),
    NotPreserved(u8),
    StackPointer(i32),
    CallerStack(u32),
    Guard(&'a str, bool),
}

impl Failure {
    /// Submissions that fail alike in a test have the same key; it means nothing else.
    pub fn key(&self, test: &str) -> String {
        let facts = serde_json::to_vec(&self.alike(test)).expect("plain data can be written");
        digest_of([("failure", facts.as_slice())])[..16].to_owned()
    }

    /// What others must have in common with this failure to be alike.
    pub fn alike<'a>(&'a self, test: &'a str) -> Alike<'a> {
        let marked = self.lines.iter().find(|line| line.marked).map(Place::of);
        let (what, stop, place) = match &self.cause {
            Cause::Game(found) => {
                let stop = stop_of_game(found);
                (game(found, stop.is_none()), stop, stop.and(marked))
            }
            Cause::Unplayable(why) => {
                let stop = match why {
                    NotLearnt::Stopped(problem) => Some(problem_code(problem)),
                    _ => None,
                };
                (What::Unplayable(why.to_string()), stop, None)
            }
            Cause::NotAllBoards(why) => (What::NotAllBoards(why.to_string()), None, None),
            Cause::DoesNotAssemble(reported) => {
                (What::DoesNotAssemble(code(reported.complaints.first())), None, marked)
            }
            Cause::Warnings(reported) => {
                (What::Warnings(code(reported.complaints.first())), None, marked)
            }
            Cause::Output(wrong) => {
                let Ended { stop, place, .. } = &wrong.ended;
                let stop = wrong.ended_wrong.then(|| stop_code(stop));
                let place = place.as_ref().map(Place::of);
                (output(test, wrong), stop, stop.and(place))
            }
            Cause::Disagreement(found) => {
                let stop = found.ending.as_ref().map(ending_code);
                let wrong = found.mismatch.as_ref().map(difference);
                let typed = found.input.typed();
                (What::Against { test, typed, wrong }, stop, stop.and(marked))
            }
            Cause::Reference(why) => {
                (What::Reference(tester::wording::programs::unfit(why)), None, None)
            }
            Cause::NoCalls(why) => (What::Reference(crate::wording::unfit_calls(why)), None, None),
            Cause::Call(WrongCall { number, errors, made, .. }) => {
                let error = errors.first();
                let stop = match error {
                    Some(CallError::NotReturned { ended, .. }) => Some(stop_code(&ended.stop)),
                    _ => None,
                };
                let error = error.map(after_call);
                let made = made.as_ref().map(crate::wording::made_calls);
                (What::Call { test, number: *number, made, error }, stop, stop.and(marked))
            }
            Cause::Screen(wrong) => {
                let stop = wrong.ended.as_ref().map(|ended| stop_code(&ended.stop));
                let first = wrong.first;
                let moment = match wrong.moment {
                    PictureMoment::Frame(frame) => Some(frame),
                    PictureMoment::End => None,
                };
                (What::Screen { test, moment, first, differ: wrong.differ }, stop, stop.and(marked))
            }
            Cause::NoFunction(label) => (What::NoFunction(label), None, None),
            Cause::Source(error) => (source(error), None, marked),
            Cause::GraderFailed => (What::GraderFailed, None, None),
        };
        Alike { what, stop, place }
    }
}

fn code(complaint: Option<&Complaint>) -> &str {
    complaint.map_or("", |complaint| &complaint.code)
}

fn game(found: &Counterexample, answered: bool) -> What<'_> {
    let Counterexample { script, verdict, .. } = found;
    let Moment { lines, at_end } = verdict.moment;
    let boards = &verdict.boards;
    let given = match verdict.expected {
        Some(_) => Given::Script(script.to_string()),
        None => Given::Boards(
            boards.before.as_ref().map(Cells::values),
            boards.expected.as_ref().map(Cells::values),
        ),
    };
    let answer = match &boards.got {
        Some(got) if boards.expected != boards.got => Printed::Board(got.values()),
        _ => Printed::Text(&verdict.got.output),
    };
    What::Game {
        rule: verdict.rule.map(Rule::name),
        problem: verdict.problem.code(),
        moment: match given {
            Given::Script(_) => (lines, at_end),
            Given::Boards(..) => (0, at_end),
        },
        given,
        answer: answered.then_some(answer),
    }
}

/// The kind of stop, if the program stopped where it should not have.
fn stop_of_game(found: &Counterexample) -> Option<&'static str> {
    let problem = &found.verdict.problem;
    let of_outcome = Problem::of_stop(&found.verdict.got.outcome);
    match problem {
        Problem::Ended | Problem::Silent => Some(problem.code()),
        _ => of_outcome.as_ref().map(problem_code),
    }
}

fn problem_code(problem: &Problem) -> &'static str {
    match problem {
        Problem::Failed(error) => match &error.cause {
            tester::FaultCause::Fault(fault) => fault_code(fault),
            tester::FaultCause::Crash(_) => "crash",
            tester::FaultCause::NoInstruction => "no-instruction",
            tester::FaultCause::Unknown => "run-error",
        },
        other => other.code(),
    }
}

fn difference(mismatch: &Mismatch) -> Difference<'_> {
    match mismatch {
        Mismatch::Part { part, got, .. } => {
            let got = got.as_deref();
            match part {
                OutputPart::Line(line) => Difference::Line(*line, got),
                OutputPart::Word(word, _) => Difference::Word(*word, got),
                OutputPart::Board(board) => Difference::Board(*board, got),
            }
        }
        Mismatch::Pattern(_) | Mismatch::NoPattern => Difference::Pattern,
    }
}

/// The kind of an end that is wrong.
fn ending_code(ending: &Ending) -> &'static str {
    match ending {
        Ending::Failed(error) => problem_code(&Problem::Failed(*error)),
        Ending::NotANumber => "not-a-number",
        Ending::ReadsOn => "read-on",
        Ending::EndsEarly => "ended",
        Ending::Limit(Limit::Steps) => "hung",
        Ending::Limit(Limit::Output) => "flooded",
        Ending::Limit(Limit::Memory) => "memory",
        Ending::Code(..) => "code",
    }
}

fn output<'a>(test: &'a str, wrong: &'a WrongOutput) -> What<'a> {
    What::Output {
        test,
        wrong: wrong.mismatch.as_ref().map(difference),
        exit: wrong.exit.map(|(_, got)| got),
    }
}

fn after_call(error: &CallError) -> WrongAfterCall<'_> {
    match error {
        CallError::NoPlace => WrongAfterCall::NoPlace,
        CallError::NotReturned { .. } => WrongAfterCall::NotReturned,
        CallError::Register { register, got, .. } => WrongAfterCall::Register(*register, *got),
        CallError::Float { register, got, .. } => {
            WrongAfterCall::Float(*register, f64::from(*got).to_bits())
        }
        CallError::Returned { shape, got, .. } => WrongAfterCall::Returned(seen(shape, got)),
        CallError::Left { argument, shape, got, .. } => {
            WrongAfterCall::Left(argument, seen(shape, got))
        }
        CallError::NoLabel(label) => WrongAfterCall::NoLabel(label),
        CallError::Cell { place, got, .. } => WrongAfterCall::Cell(place, *got),
        CallError::MoreCells(_) => WrongAfterCall::MoreCells,
        CallError::Output { got, .. } => WrongAfterCall::Output(got),
        CallError::NotPreserved { register, .. } => WrongAfterCall::NotPreserved(*register),
        CallError::StackPointer(by) => WrongAfterCall::StackPointer(*by),
        CallError::CallerStack(above) => WrongAfterCall::CallerStack(*above),
        CallError::Guard { buffer, behind, .. } => WrongAfterCall::Guard(buffer, *behind),
    }
}

fn source(error: &SourceError) -> What<'_> {
    match error {
        SourceError::Missing { missing, .. } => What::Missing(missing),
        SourceError::Banned { used, .. } => What::Banned(used),
        SourceError::Services { called, .. } => What::Services(called),
        SourceError::Conventions { code, .. } => What::Conventions(code),
        SourceError::Uncommented { without, .. } => What::Uncommented(without),
        SourceError::TooLarge { unit, count, .. } => {
            What::TooLarge { instructions: *unit == SizeUnit::Instructions, count: *count }
        }
    }
}

fn stop_code(stop: &Stop) -> &'static str {
    match stop {
        Stop::Exit(_) | Stop::FellOffEnd => "ended",
        Stop::Fault { fault, .. } => fault_code(fault),
        Stop::BadProgramCounter(_) => "no-instruction",
        Stop::Crash { .. } => "crash",
        Stop::BudgetSpent | Stop::WorkLimit => "hung",
        Stop::Break { .. } => "stopped",
        Stop::InputPending => "read-on",
        Stop::OutputRefused => "flooded",
        Stop::MemoryLimit => "memory",
    }
}

/// The kind of a fault, whatever the address.
fn fault_code(fault: &Fault) -> &'static str {
    match fault {
        Fault::Load(MemoryFault::Unaligned { .. }) => "load-unaligned",
        Fault::Load(_) => "load",
        Fault::Store(MemoryFault::Unaligned { .. }) => "store-unaligned",
        Fault::Store(_) => "store",
        Fault::Overflow => "overflow",
        Fault::Trap => "trap",
        Fault::Break(_) => "break",
        Fault::Undefined(_) => "undefined",
        Fault::OddRegister(_) => "odd-register",
        Fault::Service(_) => "service",
        Fault::Interrupt(_) => "interrupt",
    }
}
