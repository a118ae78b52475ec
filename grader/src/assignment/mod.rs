//! An assignment as data: what is asked of a program, by which tests it is judged, and what each is
//! worth.
//!
//! These types say what an `assignment.toml` can express and nothing of how it is written down. All
//! that the file names (programs, expected output, a protocol) has been read when an
//! [`Assignment`] exists, so that grading needs no files.

mod call;
mod calls_file;
mod cases_file;
mod expected_file;
mod explain;
mod export;
mod files;
mod function;
mod inputs;
mod keys;
mod mistake;
mod own_programs;
mod program;
mod read;
mod screen;
mod signature;
mod suggestion;
mod table;
mod test;

pub use expected_file::{ExpectedFile, expected_files};
pub use explain::explain;
pub use export::{NotExported, export};
pub use files::Folder;
pub use keys::TABLES;
pub use mistake::Mistake;
pub use own_programs::Surprises;
pub use read::{FILE, read, read_for_student};
pub use suggestion::suggested_test;

pub use crate::book::{Feedback, Head, Kind, TestHead, Visibility};

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use mips_sim::Image;
use mips_sim::devices::{Bitmap, KeyList, Picture};

use tester::boards::Protocol;
use tester::calls::Signature;
pub use tester::calls::Tolerance;
pub use tester::policy::Policy;
use tester::programs::{Description, Recorded};

use crate::grade::CallCase;
use tester::{Limits, Program, Rule};

/// What is asked, and how it is judged.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// What reports and students see of it.
    pub head: Head,
    /// How programs are found and run.
    pub setup: Setup,
    /// The tests, in the order of [`Head::tests`].
    pub tests: Vec<TestKind>,
    /// Identifies everything that a grade depends on, apart from the submission and this version of
    /// the grader.
    pub digest: String,
}

impl Assignment {
    /// The tests that students see.
    pub fn visible(&self) -> impl Iterator<Item = (&TestHead, &TestKind)> + Clone {
        let tests = self.head.tests.iter().zip(&self.tests);
        tests.filter(|(head, _)| head.visibility == Visibility::Visible)
    }

    /// Leaves some of the tests.
    pub fn keep(&mut self, wanted: impl Fn(&TestHead) -> bool) {
        let kept: Vec<bool> = self.head.tests.iter().map(wanted).collect();
        let mut flags = kept.iter();
        self.head.tests.retain(|_| flags.next().copied().unwrap_or(false));
        let mut flags = kept.iter();
        self.tests.retain(|_| flags.next().copied().unwrap_or(false));
        // What is not run can't be asked for.
        let names: BTreeSet<String> = self.head.tests.iter().map(|test| test.id.clone()).collect();
        for test in &mut self.head.tests {
            test.needs.retain(|need| names.contains(need));
        }
    }
}

/// How programs are found and run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Patterns of the program's file name, best first; `*` stands for anything.
    pub files: Vec<String>,
    /// Patterns of the files that are assembled together, in this order; none if each program shows
    /// by itself what it is made of.
    pub together: Vec<String>,
    /// The label to begin at instead of the first instruction.
    pub entry: Option<String>,
    /// How far a program may go between two lines of input.
    pub limits: Limits,
    /// The system services that may be called; `None` is all.
    pub services: Option<Vec<u32>>,
    /// Instructions that may not be used, by their names.
    pub banned: Vec<String>,
    /// Files that students are given: names and contents. A submission may include them.
    pub starter: Vec<(String, Vec<u8>)>,
    /// The solution that must get all points.
    pub reference: Solution,
    /// The files beside the reference that are assembled with it: names and contents.
    pub beside_reference: Vec<(String, Vec<u8>)>,
    /// Programs that must lose points in the named tests and in no others: name, contents, tests.
    pub faulty: Vec<Faulty>,
    /// How to talk to a program that words things in its own way; learnt from the program if absent.
    pub protocol: Option<Protocol>,
    /// Whether reports for instructors tell what would mend a suspicious line.
    pub repairs: bool,
}

/// The solution of an assignment, which students do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// Its name and contents.
    Here(String, Vec<u8>),
    /// The assignment names this file, but it is not there.
    Missing(String),
    /// The assignment names none: it is what students get.
    LeftOut,
}

impl Solution {
    /// The name of its file, if it is there.
    pub fn name(&self) -> Option<&str> {
        match self {
            Solution::Here(name, _) => Some(name),
            Solution::Missing(_) | Solution::LeftOut => None,
        }
    }
}

impl Setup {
    /// A submission that has been assembled, ready to run as the assignment says. One without the
    /// label to begin at begins with its first instruction.
    pub fn program(&self, image: Image) -> Program {
        program(image, self.limits, self.entry.as_deref())
    }
}

/// A program that begins at a label, if it has it.
fn program(image: Image, limits: Limits, entry: Option<&str>) -> Program {
    let entry = entry.and_then(|entry| {
        let mut labels = image.symbols.iter().filter(|symbol| !symbol.data);
        labels.find(|symbol| symbol.name == entry).map(|symbol| symbol.address)
    });
    Program::beginning_at(image, limits, entry)
}

/// A program with a known mistake.
#[derive(Clone, Debug)]
pub struct Faulty {
    /// The name of its file.
    pub name: String,
    /// The program.
    pub source: Vec<u8>,
    /// The files beside it that are assembled with it: names and contents.
    pub beside: Vec<(String, Vec<u8>)>,
    /// Tests that it must not pass, by their names.
    pub fails: Vec<String>,
    /// Tests that it need not pass because they follow from those, by their names.
    pub may_fail: Vec<String>,
}

/// A test by its kind.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TestKind {
    /// Fixed input, expected output.
    Transcript(TranscriptTest),
    /// One property of the game, shown by many games against the reference.
    Differential(DifferentialTest),
    /// Any program, against the reference on inputs that are made.
    Against(AgainstTest),
    /// Every reachable board.
    Exhaustive(ExhaustiveTest),
    /// Calls of one function.
    Function(FunctionTest),
    /// Calls of functions that are made, against the reference.
    Calls(CallsTest),
    /// Pictures on the bitmap display, after keys.
    Screen(ScreenTest),
    /// The source, without running it (but for the services that it calls).
    Static(StaticTest),
}

impl TestKind {
    /// The functions that are called.
    pub fn labels(&self) -> Vec<&str> {
        match self {
            TestKind::Function(test) => vec![&test.label],
            TestKind::Calls(test) => {
                test.functions.iter().map(|function| function.label.as_str()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Fixed input, expected output.
#[derive(Clone, Debug)]
pub struct TranscriptTest {
    /// What is typed.
    pub input: Vec<u8>,
    /// What chance brings, in order; behind the last come 0, 1, 2 and so on.
    pub draws: Vec<u32>,
    /// What should come out.
    pub expected: Vec<u8>,
    /// The file that says so, if one does.
    pub expected_file: Option<String>,
    /// How it is compared.
    pub policy: Policy,
    /// The exit code that is asked for, if any is.
    pub exit: Option<i32>,
}

/// One property of the game. All differential tests of an assignment with the same games share one
/// run of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentialTest {
    /// The rules that must hold.
    pub rules: Vec<Rule>,
    /// How many games are played.
    pub games: u64,
    /// By bytes, or by boards.
    pub compare: Compare,
}

/// Any program, against the reference.
#[derive(Clone, Debug)]
pub struct AgainstTest {
    /// How many inputs are tried.
    pub cases: u64,
    /// When outputs count as the same.
    pub policy: Policy,
    /// Whether what a program always prints is left out.
    pub ignore_prompts: bool,
    /// What inputs look like; made as the reference asks if absent.
    pub description: Option<Description>,
    /// Cases that were recorded, which need no reference.
    pub recorded: Option<Recorded>,
}

/// How games are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// The output is the engine's, byte for byte.
    Exact,
    /// The boards obey the rules.
    Boards,
}

/// Every board, or every board with these sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExhaustiveTest {
    /// The sums of the boards that are tried.
    pub layers: RangeInclusive<u32>,
}

/// Calls of a function.
#[derive(Clone, Debug)]
pub struct FunctionTest {
    /// Its label.
    pub label: String,
    /// The calls.
    pub calls: Vec<FunctionCall>,
    /// Whether `$s0` to `$s7`, `$fp` and `$gp` must be what they were; `$sp` always must.
    pub preserved: bool,
    /// The most instructions of one call.
    pub steps: u64,
    /// How far results with fractions may be off.
    pub tolerance: Tolerance,
}

/// Calls of functions that are made, and must do what those of the reference do.
#[derive(Clone, Debug)]
pub struct CallsTest {
    /// What the functions take and return.
    pub functions: Vec<Signature>,
    /// The last of them, if it is called before the others and only then.
    pub setup: Option<usize>,
    /// What the calls of a sequence share, as if a function took it.
    pub state: Signature,
    /// How many calls come one after the other, at least and at most.
    pub sequence: (usize, usize),
    /// How many different calls, or sequences of calls, are tried.
    pub cases: u64,
    /// As for written calls.
    pub preserved: bool,
    /// The most instructions of one call.
    pub steps: u64,
    /// How far numbers with fractions may be off.
    pub tolerance: Tolerance,
    /// When what is printed counts as the same.
    pub policy: Policy,
    /// Calls that were recorded, which need no reference.
    pub recorded: Option<Vec<CallCase>>,
}

impl CallsTest {
    /// The functions that are called in any order.
    pub fn called(&self) -> &[Signature] {
        &self.functions[..self.setup.unwrap_or(self.functions.len())]
    }

    /// How many calls come before those.
    pub fn first(&self) -> usize {
        usize::from(self.setup.is_some())
    }
}

/// Pictures on the bitmap display.
#[derive(Clone, Debug)]
pub struct ScreenTest {
    /// The display.
    pub bitmap: Bitmap,
    /// The keys that are pressed.
    pub keys: KeyList,
    /// What is typed on the console.
    pub input: Vec<u8>,
    /// What chance brings, in order; behind the last come 0, 1, 2 and so on.
    pub draws: Vec<u32>,
    /// The moments whose pictures are compared, by rising time.
    pub frames: Vec<PictureMoment>,
    /// What each of them should show; none where there is no reference to show it.
    pub expected: Vec<Picture>,
    /// How far red, green and blue of a unit may be off.
    pub tolerance: u8,
    /// How many units of a picture may be wrong.
    pub may_differ: usize,
    /// The parts that are compared, all if there are none: column, row, columns and rows.
    pub regions: Vec<[u32; 4]>,
}

/// A moment whose picture is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PictureMoment {
    /// When so many frames are over.
    Frame(u64),
    /// When the program has ended.
    End,
}

/// One call: what is set before it, and what must be there after it. Everything else is filled
/// with random values that the seed decides.
#[derive(Clone, Debug, Default)]
pub struct FunctionCall {
    /// Registers before.
    pub registers: Vec<(u8, Value)>,
    /// Memory before: where, and what.
    pub memory: Vec<(MemoryPlace, Vec<u8>)>,
    /// Numbers with fractions in their registers before.
    pub floats: Vec<(u8, Real)>,
    /// Arguments so many bytes above the stack pointer.
    pub stack: Vec<(u32, Value)>,
    /// Words of memory that hold the address of a place.
    pub pointers: Vec<(MemoryPlace, MemoryPlace)>,
    /// Buffers that are at least so large.
    pub room: Vec<(MemoryPlace, u32)>,
    /// Registers after.
    pub then_registers: Vec<(u8, Value)>,
    /// Numbers with fractions after.
    pub then_floats: Vec<(u8, Real)>,
    /// Memory after.
    pub then_memory: Vec<(MemoryPlace, Vec<u8>)>,
    /// Words of it that hold the address of a place.
    pub then_pointers: Vec<(MemoryPlace, MemoryPlace)>,
    /// What is printed.
    pub output: Option<Vec<u8>>,
    /// What is typed.
    pub input: Vec<u8>,
}

/// A value of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Word(u32),
    /// The address of a place.
    Address(MemoryPlace),
}

/// A number with a fraction in its register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Real {
    /// In single precision.
    Single(f32),
    /// In double precision, in a register and the next.
    Double(f64),
}

impl From<Real> for f64 {
    fn from(number: Real) -> f64 {
        match number {
            Real::Single(number) => number.into(),
            Real::Double(number) => number,
        }
    }
}

/// A place in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryPlace {
    /// A label of the program, and how many bytes behind it.
    Label(String, u32),
    /// A buffer of the test's own, by its name: it lies where the program has nothing.
    Buffer(String, u32),
}

impl MemoryPlace {
    /// So many bytes further.
    pub(crate) fn further(&self, more: u32) -> MemoryPlace {
        match self {
            MemoryPlace::Label(name, offset) => {
                MemoryPlace::Label(name.clone(), offset.saturating_add(more))
            }
            MemoryPlace::Buffer(name, offset) => {
                MemoryPlace::Buffer(name.clone(), offset.saturating_add(more))
            }
        }
    }
}

/// What the source must be like.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StaticTest {
    /// It assembles (every other demand asks for that too).
    pub assembles: bool,
    /// Names that must be there: labels, instructions, directives or macros.
    pub uses: Vec<String>,
    /// Whether the assignment's banned instructions and services are kept away from.
    pub allowed_only: bool,
    /// Whether the calling conventions are kept, as far as a run shows it.
    pub conventions: bool,
    /// The share of functions, in percent, that must have a comment at their head.
    pub commented_functions: Option<u8>,
    /// The most lines of source.
    pub max_lines: Option<usize>,
    /// The most instructions after assembly.
    pub max_instructions: Option<usize>,
    /// Whether the assembler may warn.
    pub no_warnings: bool,
}
