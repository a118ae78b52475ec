//! What became of one submission, as facts. [`crate::wording`] puts them into words, and
//! [`crate::book`] keeps the words.

use std::ops::{Range, RangeInclusive};

use mips_sim::Image;
use mips_sim::devices::Picture;
use mips_sim::diag::explain::Explanation;
use mips_sim::machine::Stop;
use render::Picture as Drawn;
use tester::boards::NotLearnt;
use tester::calls::{Given, Register, Seen, Shape, Signature};
pub use tester::policy::{Mismatch, OutputPart};
use tester::programs::{Disagreement, Unfit};
use tester::verify::{PlanError, Unable};
use tester::{Counterexample, Limits, Rule, Script};

use super::function::UnfitCalls;
use super::points::Points;
use super::source_lines::source_line;
use crate::assignment::{PictureMoment, Real};
use crate::book::{CodeLine, ScreenScript, Status, TestHead};

/// How one test came out.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// The name of the test.
    pub test: String,
    /// How it came out.
    pub status: Status,
    /// What it brought.
    pub points: Points,
    /// What was tested, or why it could not be.
    pub summary: Summary,
    /// What went wrong; the first is the one to look at first.
    pub failures: Vec<Failure>,
}

impl TestResult {
    /// A test that brings all of its points, or none.
    pub(super) fn new(
        head: &TestHead,
        status: Status,
        summary: Summary,
        failures: Vec<Failure>,
    ) -> TestResult {
        let points = if status == Status::Passed { head.points } else { Points::ZERO };
        TestResult { test: head.id.clone(), status, points, summary, failures }
    }

    /// What everybody gets on whose submission the grader itself failed.
    pub(crate) fn grader_failed(head: &TestHead) -> TestResult {
        let failures = vec![Cause::GraderFailed.into()];
        TestResult::new(head, Status::Blocked, Summary::Failure, failures)
    }
}

/// What a test was about, as far as its one-sentence summary needs it.
#[derive(Clone, Debug)]
pub enum Summary {
    /// There is no program to test.
    NoProgram,
    /// A test that has to pass first did not.
    Needs(String),
    /// The program does not assemble.
    DoesNotAssemble,
    /// The first failure says it.
    Failure,
    /// The output of a program.
    Output,
    /// Inputs that were made.
    Cases {
        /// How many.
        all: usize,
    },
    /// All runs together took too many instructions.
    TooSlow,
    /// The reference that programs are compared with is not there.
    NoReference,
    /// Calls of functions that were made.
    MadeCalls {
        /// The labels.
        labels: Vec<String>,
        /// How many.
        all: usize,
    },
    /// Calls of a function.
    Calls {
        /// Its label.
        label: String,
        /// How many came out right.
        right: usize,
        /// Of how many.
        all: usize,
    },
    /// The source.
    Source,
    /// Pictures.
    Screen,
    /// Rules of the game.
    Rules(Vec<Rule>),
    /// Rules that the games could not show.
    NotShown {
        /// The situations that were not reached.
        situations: Vec<&'static str>,
        /// Why.
        blocker: Blocker,
    },
    /// The program does not have what these rules are about.
    Absent(Vec<Rule>),
    /// Every board with these sums.
    Layers(RangeInclusive<u32>),
    /// The layers of the test are not valid.
    NoLayers(PlanError),
}

/// Why games do not show a rule.
#[derive(Clone, Debug)]
pub enum Blocker {
    /// They took too many instructions, so that not all were played.
    TooSlow,
    /// They did not come to it.
    NotReached,
    /// What is printed before that is wrong, whatever the rule.
    Output,
    /// Another rule is broken before that.
    Rule {
        /// Which.
        rule: Rule,
        /// The test of the assignment that is about it.
        test: Option<String>,
    },
}

/// One thing that went wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What it is.
    pub cause: Cause,
    /// The lines of the program that have to do with it.
    pub lines: Vec<CodeLine>,
    /// How to see it again.
    pub rerun: Option<Rerun>,
    /// Why the program stopped, as `run` would picture it, if it failed or ran on.
    pub stopped: Option<Drawn>,
}

impl From<Cause> for Failure {
    fn from(cause: Cause) -> Failure {
        Failure { cause, lines: Vec::new(), rerun: None, stopped: None }
    }
}

/// What went wrong.
#[derive(Clone, Debug)]
pub enum Cause {
    /// A game goes wrong.
    Game(Counterexample),
    /// Nobody knows how to play the program.
    Unplayable(NotLearnt),
    /// Not all boards could be tried.
    NotAllBoards(Unable),
    /// The assembler reports errors.
    DoesNotAssemble(Reported),
    /// The assembler reports warnings, and there should be none.
    Warnings(Reported),
    /// A program printed, or ended, otherwise than it should.
    Output(WrongOutput),
    /// A program did otherwise than the reference on an input that was made.
    Disagreement(Box<Disagreement>),
    /// The reference is none.
    Reference(Box<Unfit>),
    /// A function did otherwise than it should.
    Call(WrongCall),
    /// The functions of the reference can't be compared with.
    NoCalls(Box<UnfitCalls>),
    /// The function that a test calls does not exist.
    NoFunction(String),
    /// A picture is wrong, or does not come.
    Screen(Box<WrongScreen>),
    /// The source is not as it should be.
    Source(SourceError),
    /// The grader itself failed.
    GraderFailed,
}

/// What the assembler reports.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The first errors or warnings.
    pub complaints: Vec<Complaint>,
    /// How many more there are.
    pub more: usize,
}

/// An error or a warning of the assembler.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// The file and the line.
    pub place: Option<(String, u32)>,
    /// The line, and the bytes of it to point at.
    pub snippet: Option<(String, Range<usize>)>,
    /// The code that `explain` knows.
    pub code: String,
    /// The assembler's own words.
    pub explanation: Explanation,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why it stopped.
    pub stop: Stop,
    /// The line where it stopped, if it did not end by itself.
    pub place: Option<CodeLine>,
    /// How far it was allowed to go.
    pub limits: Limits,
}

impl Ended {
    /// Adds to a stop where in the source it was, and how far the program was allowed to go.
    /// `pc` is where it would have continued.
    pub(super) fn new(stop: Stop, pc: u32, image: &Image, limits: &Limits) -> Ended {
        let pc = match stop {
            Stop::Exit(_) | Stop::FellOffEnd | Stop::BadProgramCounter(_) => None,
            Stop::Fault { pc, .. } | Stop::Crash { pc, .. } | Stop::Break { pc } => Some(pc),
            Stop::BudgetSpent
            | Stop::InputPending
            | Stop::OutputRefused
            | Stop::MemoryLimit
            | Stop::WorkLimit => Some(pc),
        };
        let place = pc.and_then(|pc| image.place(pc));
        let place = place.map(|place| source_line(&image.sources, place.at(), &[], true));
        Ended { stop, place, limits: *limits }
    }
}

/// What is wrong with what a program printed or how it ended.
#[derive(Clone, Debug)]
pub struct WrongOutput {
    /// How the run ended.
    pub ended: Ended,
    /// Whether that is wrong.
    pub ended_wrong: bool,
    /// The first difference.
    pub mismatch: Option<Mismatch>,
    /// The exit code that was expected and the one that came, if they differ.
    pub exit: Option<(i32, i32)>,
    /// What was typed.
    pub input: Vec<u8>,
    /// What should be printed.
    pub expected: Vec<u8>,
    /// What was printed.
    pub got: Vec<u8>,
}

/// What is wrong with a picture.
#[derive(Clone, Debug)]
pub struct WrongScreen {
    /// When.
    pub moment: PictureMoment,
    /// The keys that are pressed, each with its moment.
    pub keys: Vec<String>,
    /// The run up to there.
    pub script: ScreenScript,
    /// How the run ended, if it did so before that.
    pub ended: Option<Ended>,
    /// How many units are wrong.
    pub differ: usize,
    /// Of how many.
    pub compared: usize,
    /// The first wrong one: column, row, the colour that it should have, and its own.
    pub first: Option<(u32, u32, u32, u32)>,
    /// What should be there.
    pub expected: Picture,
    /// What is there, if anything.
    pub got: Option<Picture>,
    /// All wrong units: columns and rows.
    pub differences: Vec<(u32, u32)>,
}

/// What is wrong after a call.
#[derive(Clone, Debug)]
pub struct WrongCall {
    /// The label of the function.
    pub label: String,
    /// Which call of the test it is, from 1.
    pub number: usize,
    /// Everything that is wrong, the worst first.
    pub errors: Vec<CallError>,
    /// Registers and memory before the call and after it, as far as the test is about them; none if
    /// the call could not be made.
    pub states: Option<[CallState; 2]>,
    /// The call and those before it, if they were made and not written.
    pub made: Option<MadeCalls>,
}

/// Calls that were made, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeCalls {
    /// What they share, and what it was at first.
    pub state: (Signature, Vec<Given>),
    /// Each function with its arguments.
    pub calls: Vec<(Signature, Vec<Given>)>,
}

/// Registers and memory.
#[derive(Clone, Debug, Default)]
pub struct CallState {
    /// Registers and their values.
    pub registers: Vec<(u8, u32)>,
    /// Registers for numbers with fractions, and theirs.
    pub floats: Vec<(u8, Real)>,
    /// Parts of memory by their names.
    pub memory: Vec<(String, Vec<u8>)>,
}

/// One thing that is wrong after a call.
#[derive(Clone, Debug)]
pub enum CallError {
    /// A label that the call needs does not exist, or is not in memory.
    NoPlace,
    /// The function does not return to its caller.
    NotReturned {
        /// How the run ended instead.
        ended: Ended,
        /// The instructions that were allowed.
        steps: u64,
    },
    /// A register has the wrong value.
    Register {
        /// Its number.
        register: u8,
        /// What it should be; none if that is the address of something that does not exist.
        expected: Option<u32>,
        /// What it is.
        got: u32,
    },
    /// A register for numbers with fractions has the wrong value.
    Float {
        /// Its number.
        register: u8,
        /// What it should be.
        expected: Real,
        /// What it is.
        got: Real,
    },
    /// A call that was made returns something else than that of the reference.
    Returned {
        /// Where.
        register: Register,
        /// What it is.
        shape: Shape,
        /// What the reference returned.
        expected: Seen,
        /// What came.
        got: Seen,
    },
    /// A call that was made leaves something else in the memory of an argument.
    Left {
        /// The name of the argument.
        argument: String,
        /// What it is.
        shape: Shape,
        /// What the reference left.
        expected: Seen,
        /// What is there.
        got: Seen,
    },
    /// A label whose memory is looked at does not exist.
    NoLabel(String),
    /// A word or byte of memory is wrong.
    Cell {
        /// Its place, by the names of the test.
        place: String,
        /// 4 or 1.
        bytes: usize,
        /// What it should be.
        expected: u32,
        /// What it is.
        got: u32,
    },
    /// So many more are wrong at the same place.
    MoreCells(usize),
    /// The output is wrong.
    Output {
        /// What should be printed.
        expected: Vec<u8>,
        /// What was printed.
        got: Vec<u8>,
    },
    /// A register that must be preserved is not.
    NotPreserved {
        /// Its number.
        register: u8,
        /// Its value before the call.
        before: u32,
        /// Its value after it.
        after: u32,
    },
    /// The stack pointer is not what it was: by how many bytes.
    StackPointer(i32),
    /// The caller's part of the stack was written to, so many bytes above the stack pointer.
    CallerStack(u32),
    /// Memory beside a buffer was written to.
    Guard {
        /// The buffer.
        buffer: String,
        /// Whether it is behind the buffer, and not before it.
        behind: bool,
        /// Where.
        address: u32,
    },
}

/// What is not as it should be in the source.
#[derive(Clone, Debug)]
pub enum SourceError {
    /// Names that should be there are not.
    Missing {
        /// Which.
        missing: Vec<String>,
        /// All that should be there.
        asked: Vec<String>,
    },
    /// Instructions are used that are not allowed.
    Banned {
        /// How each is written and what it becomes; one for each line of the failure.
        uses: Vec<(String, String)>,
        /// The names that are used.
        used: Vec<String>,
        /// All that are not allowed.
        banned: Vec<String>,
    },
    /// Services are called that are not allowed.
    Services {
        /// The number and the name of each; one for each line of the failure.
        calls: Vec<(u32, &'static str)>,
        /// The numbers that are called.
        called: Vec<u32>,
        /// All that are allowed.
        allowed: Vec<u32>,
    },
    /// Functions do not follow the calling conventions.
    Conventions {
        /// The code of the first finding.
        code: &'static str,
        /// What the checker reports, in its own words.
        reported: Vec<String>,
    },
    /// Too few functions have a comment.
    Uncommented {
        /// How many functions there are.
        functions: usize,
        /// Those without one.
        without: Vec<String>,
        /// How many percent should have one.
        share: u8,
    },
    /// The program is too large.
    TooLarge {
        /// What is counted.
        unit: SizeUnit,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
}

/// What the size of a program is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeUnit {
    /// Lines with code.
    Lines,
    /// Assembled instructions.
    Instructions,
}

/// How to see a failure again: a command.
#[derive(Clone, Debug)]
pub enum Rerun {
    /// One game.
    Diff {
        /// The program.
        file: String,
        /// What is typed and drawn.
        script: Script,
    },
    /// One game, judged by its boards.
    Boards {
        /// The program.
        file: String,
        /// What is typed and drawn.
        script: Script,
        /// Rules that may be broken in it, because other games are about them.
        allow: Vec<Rule>,
    },
    /// Every board with these sums.
    Verify {
        /// The program.
        file: String,
        /// The sums.
        layers: RangeInclusive<u32>,
    },
    /// One test that students may see.
    Check {
        /// The assignment.
        assignment: String,
        /// The program.
        file: String,
        /// The test.
        test: String,
    },
    /// The whole program, for tests that `check` does not know because it is for students.
    Grade {
        /// The assignment.
        assignment: String,
        /// The program.
        file: String,
    },
}
