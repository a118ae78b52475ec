//! What the page asks and what it is told. Lines count from 1, columns from 0 in UTF-16 units, as
//! pages count them. Facts only: the page has the words, but for those of the assembler, the machine
//! and the grader, which speak English everywhere.

use engine::Direction;
use grader::book::{FailureEntry, ScreenScript};
use serde::{Deserialize, Serialize};

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Which documents are open, and what can be done with them.
    Open {},
    /// A document has this text now: keep it, and say what is wrong with it.
    Edit {
        /// The document.
        file: String,
        /// Its text.
        text: String,
        /// The version that the text was made from; anything else on the disk is a conflict.
        base: Option<String>,
    },
    /// What the word at a place means.
    Hover {
        /// The document.
        file: String,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// What could be written at a place.
    Complete {
        /// The document.
        file: String,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
    /// A text in columns.
    Format {
        /// The text.
        text: String,
    },
    /// A page of the reference, or what is like it.
    Reference {
        /// An instruction, directive, register or service.
        word: String,
    },
    /// Everything that the reference has.
    Overview {},
    /// Assemble the program and stand at its start.
    Start {
        /// Input that waits from the start.
        #[serde(default)]
        input: String,
        /// A game that is played again instead, up to its last line.
        #[serde(default)]
        game: Option<GameAgain>,
        /// A run that is made again instead, up to a picture.
        #[serde(default)]
        screen: Option<ScreenScript>,
        /// What is connected.
        #[serde(default)]
        devices: Devices,
    },
    /// Leave the run.
    Quit {},
    /// Go on in this way, for one slice.
    Go {
        /// How.
        how: How,
        /// Whether this is the next slice of what was begun.
        #[serde(default)]
        more: bool,
        /// How much output the page knows.
        #[serde(default)]
        seen: u64,
    },
    /// Go to a step.
    Seek {
        /// The step.
        step: u64,
    },
    /// Go to where a byte of the output was written.
    SeekOutput {
        /// Its number, from 0.
        byte: u64,
    },
    /// Give the program a line of input.
    Input {
        /// The line with its end, or the last without one.
        text: String,
    },
    /// Press keys.
    Keys {
        /// Their codes.
        keys: Vec<u8>,
    },
    /// These are all places to stop at.
    Points {
        /// Each.
        points: Vec<PointAsked>,
    },
    /// Give a place another value.
    Set {
        /// A register, or an expression such as `word(0x10010000)`.
        place: String,
        /// The value: a number, a character or an expression.
        value: String,
    },
    /// Words of memory.
    Memory {
        /// The first address, or an expression for it.
        at: String,
        /// How many words.
        words: u32,
    },
    /// The calls that are open. To find them, much may have to be run again.
    Stack {},
    /// Where the value of a place came from.
    Origin {
        /// A register, or an expression such as `word(0x10010000)`.
        place: String,
    },
    /// What an assignment asks for.
    Task {
        /// The name of the assignment.
        assignment: String,
    },
    /// Test the program by an assignment.
    Check {
        /// The name of the assignment.
        assignment: String,
    },
    /// Play the game on the program, from its beginning to here.
    Game {
        /// How it is played, as it was answered before; without it, it is found out by trying.
        #[serde(default)]
        protocol: Option<String>,
        /// What chance begins with.
        seed: u64,
        /// The moves.
        moves: Vec<Move>,
    },
}

/// A direction to push the tiles in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// To the first row.
    Up,
    /// To the first column.
    Left,
    /// To the last row.
    Down,
    /// To the last column.
    Right,
}

impl From<Move> for Direction {
    fn from(way: Move) -> Direction {
        match way {
            Move::Up => Direction::Up,
            Move::Left => Direction::Left,
            Move::Down => Direction::Down,
            Move::Right => Direction::Right,
        }
    }
}

impl From<Direction> for Move {
    fn from(direction: Direction) -> Move {
        match direction {
            Direction::Up => Move::Up,
            Direction::Left => Move::Left,
            Direction::Down => Move::Down,
            Direction::Right => Move::Right,
        }
    }
}

/// A game that is to be played again.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameAgain {
    /// What is typed and what chance brings.
    pub script: String,
    /// Whether it was judged by its boards.
    pub boards: bool,
    /// How it is played, if that is known; else it is found out by trying.
    #[serde(default)]
    pub protocol: Option<String>,
}

/// What is connected to the machine.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Devices {
    /// The keyboard and display.
    pub keyboard: bool,
    /// The bitmap display, such as `256x256:8@gp`; empty for none.
    pub bitmap: String,
}

/// Ways to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Until something stops it.
    Run,
    /// Back to the last place to stop at.
    RunBack,
    /// One statement.
    Step,
    /// One statement back.
    StepBack,
    /// One statement, calls as a whole.
    Over,
    /// One statement back, calls as a whole.
    OverBack,
    /// To behind the return from this call.
    Out,
    /// Back to the call.
    OutBack,
}

impl How {
    /// Whether it goes on where the last slice ended; what goes back is whole or not at all.
    pub fn is_sliced(self) -> bool {
        !matches!(self, How::RunBack | How::StepBack | How::OverBack | How::OutBack)
    }
}

/// A place to stop at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointAsked {
    /// The document.
    #[serde(default)]
    pub file: String,
    /// The line, or 0 for a place that is watched.
    #[serde(default)]
    pub line: u32,
    /// A place that is watched for changes.
    #[serde(default)]
    pub watch: String,
    /// What must hold; empty for always.
    #[serde(default)]
    pub condition: String,
}

/// What the page is told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Reply {
    /// The documents.
    Opened(Opened),
    /// What came of a new text.
    Edited(Edited),
    /// What a word means.
    Hovered {
        /// The text as Markdown, and the columns of the word.
        hover: Option<(String, u32, u32)>,
    },
    /// What could be written.
    Completed(Completed),
    /// A text in columns.
    Formatted {
        /// The text.
        text: String,
    },
    /// A page of the reference.
    Page {
        /// Its title.
        title: String,
        /// Its text as Markdown; empty if there is no such page.
        text: String,
        /// What is like it, if there is none.
        like: Vec<String>,
    },
    /// Everything that the reference has.
    Pages {
        /// Groups with their title and rows.
        groups: Vec<(String, Vec<(String, String)>)>,
    },
    /// Where the run is.
    Moment(Box<Moment>),
    /// There is no run.
    Idle {},
    /// What became of the places to stop at, in their order.
    Points {
        /// Each: the line that it is at, or why it is nowhere.
        points: Vec<PointSet>,
    },
    /// Words of memory.
    Memory {
        /// The first address.
        address: u32,
        /// The words; none where there is no memory.
        words: Vec<Option<u32>>,
    },
    /// The calls that are open.
    Stack {
        /// Each, the innermost first, and the main program last.
        frames: Vec<FrameShown>,
        /// Whether there may be others outside of these.
        incomplete: bool,
        /// The words of the stack from `$sp` on.
        words: Vec<StackWord>,
    },
    /// Where a value came from.
    Origin {
        /// The steps, the value itself first.
        rows: Vec<OriginRow>,
    },
    /// What an assignment asks for.
    Task {
        /// Its title.
        title: String,
        /// Its text as Markdown; empty if it has none.
        about: String,
    },
    /// What came of the tests.
    Checked(Checked),
    /// Where a game is.
    Game(Game),
    /// It can't be done.
    Refused {
        /// Why, in English.
        why: String,
    },
}

/// The documents that are open.
#[derive(Clone, Debug, Serialize)]
pub struct Opened {
    /// The version of the program.
    pub release: String,
    /// The documents in the order of the program.
    pub documents: Vec<Document>,
    /// The names of assignments.
    pub assignments: Vec<String>,
    /// The assignment that is meant if there is one.
    pub assignment: Option<String>,
    /// What is wrong with them.
    pub problems: Vec<Problem>,
}

/// A document.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// Its name.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Identifies the text.
    pub version: String,
}

/// What came of a new text.
#[derive(Clone, Debug, Serialize)]
pub struct Edited {
    /// The version of what is on the disk now.
    pub version: String,
    /// The text on the disk, if somebody else has changed it; then nothing was written.
    pub conflict: Option<String>,
    /// Why it could not be written.
    pub failure: Option<String>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Something that is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// The document; empty if it is not about a place.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Its first column.
    pub from: u32,
    /// The column behind it.
    pub to: u32,
    /// Whether it stops the program from running.
    pub error: bool,
    /// The stable code.
    pub code: &'static str,
    /// What is wrong.
    pub title: String,
    /// What else there is to know.
    pub advice: Vec<String>,
    /// Changes that would mend it.
    pub repairs: Vec<Repair>,
}

/// A change to one line.
#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// What it does.
    pub title: String,
    /// The line.
    pub line: u32,
    /// The first column that gives way.
    pub from: u32,
    /// The column behind it.
    pub to: u32,
    /// What comes in its place.
    pub text: String,
}

/// What could be written.
#[derive(Clone, Debug, Serialize)]
pub struct Completed {
    /// The first column that gives way.
    pub from: u32,
    /// The column behind it.
    pub to: u32,
    /// What could be there.
    pub items: Vec<Item>,
}

/// Something that could be written.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// What it is called.
    pub label: String,
    /// What it is: instruction, directive, register, service, label, macro, constant or parameter.
    pub kind: &'static str,
    /// A few words.
    pub detail: String,
    /// The text; `${1:…}` marks places to fill in.
    pub insert: String,
    /// Whether it has such places.
    pub snippet: bool,
}

/// Where a run is.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// Instructions executed.
    pub step: u64,
    /// The first step that can be reached.
    pub start: u64,
    /// The last one that was.
    pub end: u64,
    /// Why it is here.
    pub why: StopReason,
    /// The console, where it was asked for or has changed.
    pub console: Option<Vec<Piece>>,
    /// How much the program has written.
    pub written: u64,
    /// What the devices show.
    pub devices: Option<Screens>,
    /// Everything else, where the run stands.
    pub look: Option<Box<Look>>,
}

/// What the devices show.
#[derive(Clone, Debug, Serialize)]
pub struct Screens {
    /// The lines of the display of characters.
    pub text: Option<Vec<String>>,
    /// Columns and rows of the bitmap.
    pub size: (u32, u32),
    /// Its units, three bytes of red, green and blue each, in base 64; none if they are as before.
    pub units: Option<String>,
}

/// A piece of the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Whether it was typed; else the program has written it.
    pub typed: bool,
    /// The text.
    pub text: String,
}

/// Why a run is where it is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum StopReason {
    /// It went as far as was asked.
    Done,
    /// The slice is over: ask for the next.
    More,
    /// The program sleeps.
    Sleep {
        /// For so many milliseconds.
        milliseconds: u64,
    },
    /// It waits for input.
    Input,
    /// A place to stop at.
    Point {
        /// Which, from 0.
        index: usize,
        /// What was written to the place that is watched: its name, before and after.
        change: Option<(String, Option<u32>, Option<u32>)>,
        /// Why its condition has no value.
        unclear: Option<String>,
    },
    /// There is nothing before this.
    Start,
    /// What was looked for is not there.
    Nowhere,
    /// Someone stopped it.
    Stopped,
    /// It may run no further.
    Limit,
    /// The program has ended.
    Ended {
        /// Its exit code.
        code: i32,
    },
    /// The program has failed.
    Failed {
        /// What happened.
        title: String,
        /// What MARS says.
        mars: Option<String>,
        /// What to do about it.
        hint: Option<String>,
    },
}

/// What there is to see where a run stands.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// The address of the instruction.
    pub pc: u32,
    /// Where it is written: document, line.
    pub place: Option<(String, u32)>,
    /// The instruction as the machine has it.
    pub instruction: String,
    /// The integer registers.
    pub registers: Vec<u32>,
    /// HI and LO.
    pub hi_lo: (u32, u32),
    /// The floating-point registers.
    pub floats: Vec<u32>,
    /// The condition flags.
    pub flags: u8,
    /// The registers of coprocessor 0: vaddr, status, cause, epc.
    pub cp0: [u32; 4],
    /// The data of each label.
    pub data: Vec<Data>,
    /// Input that the program has not read yet.
    pub waiting: String,
    /// How many histories there are, and which this is.
    pub history: (usize, usize),
}

/// What data consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are the names of directives, or nearly")]
pub enum DataKind {
    Word,
    Half,
    Byte,
    Float,
    Double,
    Text,
}

/// The data of a label.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    /// Its names.
    pub name: String,
    /// Where it begins.
    pub address: u32,
    /// What it consists of.
    pub kind: DataKind,
    /// The bytes of an element.
    pub size: u32,
    /// How many elements there are; not all need be shown.
    pub count: u32,
    /// Elements as numbers.
    pub values: Vec<f64>,
    /// The text up to its NUL.
    pub text: Option<String>,
}

/// A call that is open.
#[derive(Clone, Debug, Serialize)]
pub struct FrameShown {
    /// The function; none for the main program.
    pub function: Option<String>,
    /// Where it is: document and line.
    pub place: Option<(String, u32)>,
    /// The step of the call.
    pub step: u64,
    /// `$sp` at entry.
    pub sp: u32,
}

/// A word of the stack.
#[derive(Clone, Debug, Serialize)]
pub struct StackWord {
    /// Its address.
    pub address: u32,
    /// The word.
    pub value: u32,
    /// The register that was saved here.
    pub saved: Option<&'static str>,
    /// The frame that it belongs to, by its index in the list of frames.
    pub frame: usize,
}

/// What became of a place to stop at.
#[derive(Clone, Debug, Serialize)]
pub struct PointSet {
    /// The line that it is at.
    pub line: u32,
    /// Why it is nowhere.
    pub failure: Option<String>,
}

/// One value on the way to another.
#[derive(Clone, Debug, Serialize)]
pub struct OriginRow {
    /// How far it is from the value that was asked for.
    pub depth: u32,
    /// The place that held it.
    pub place: String,
    /// The value.
    pub value: Option<u32>,
    /// How it was made: instruction, service, hand, start or unknown.
    pub made: &'static str,
    /// The step before it was made.
    pub step: Option<u64>,
    /// The document and line.
    pub at: Option<(String, u32)>,
    /// The statement, or the service.
    pub text: String,
}

/// Where a game on the program is.
#[derive(Clone, Debug, Serialize)]
pub struct Game {
    /// How it is played, to be sent with the next question.
    pub protocol: String,
    /// The keys of the program.
    pub keys: Vec<(Move, String)>,
    /// The number of rows and columns.
    pub side: usize,
    /// How many moves were made; the game may be over before the last.
    pub made: usize,
    /// The board of the program, if it shows one: row by row, 0 for an empty cell.
    pub mine: Option<Vec<u64>>,
    /// The board of the reference; the cell of a new tile is the program's choice.
    pub right: Option<Vec<u64>>,
    /// The cell of the new tile.
    pub new: Option<usize>,
    /// What the program has printed last.
    pub printed: String,
    /// The moves that change something.
    pub possible: Vec<Move>,
    /// How it has ended, if it has.
    pub ending: Option<Ending>,
    /// What is wrong.
    pub sentences: Vec<String>,
    /// The game as a script, for the debugger and the command line.
    pub script: String,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// With the tile that wins.
    Won,
    /// Without a move.
    Lost,
    /// In some other way that is allowed.
    Ended,
    /// The program has broken a rule.
    Wrong,
}

/// What came of the tests of an assignment.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Its title.
    pub title: String,
    /// The points.
    pub points: f64,
    /// How many there are.
    pub most: f64,
    /// What was noticed.
    pub notes: Vec<String>,
    /// The tests that students may see.
    pub tests: Vec<Tested>,
}

/// What came of one test.
#[derive(Clone, Debug, Serialize)]
pub struct Tested {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How it came out.
    pub status: &'static str,
    /// Its points.
    pub points: f64,
    /// How many there are.
    pub most: f64,
    /// What came of it.
    pub summary: String,
    /// What went wrong.
    pub failures: Vec<FailureEntry>,
}
