//! The rules of the text game by name, as `asm/faulty/README.md` lists them.

use std::fmt;

/// A rule that a program can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Tiles go as far as they can.
    Slide,
    /// A merged tile does not merge again.
    MergeOnce,
    /// The right tiles merge.
    MergeOrder,
    /// A merge doubles one tile and empties the other cell.
    MergeValue,
    /// A new tile comes after a legal move, and only then.
    SpawnAfterLegal,
    /// One tile, into the empty cell that was drawn.
    SpawnEmptyCell,
    /// It is a 2.
    SpawnValue,
    /// 3 and 4 switch new tiles off and on.
    RngSwitch,
    /// A 512 wins.
    Win,
    /// A full board without equal neighbours is lost.
    Loss,
    /// Other lines are answered by one message.
    InvalidInput,
    /// X ends the program.
    Quit,
    /// The board looks as it should.
    BoardPrint,
    /// A new game has two tiles.
    Start,
    /// Nine integers are read.
    FromState,
    /// The program neither fails nor goes astray.
    Crash,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Rule {
    /// All of them, in the order of the list.
    pub const ALL: [Rule; 16] = [
        Rule::Slide,
        Rule::MergeOnce,
        Rule::MergeOrder,
        Rule::MergeValue,
        Rule::SpawnAfterLegal,
        Rule::SpawnEmptyCell,
        Rule::SpawnValue,
        Rule::RngSwitch,
        Rule::Win,
        Rule::Loss,
        Rule::InvalidInput,
        Rule::Quit,
        Rule::BoardPrint,
        Rule::Start,
        Rule::FromState,
        Rule::Crash,
    ];

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What it asks for.
    pub fn text(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Rule::Slide => ("slide", "tiles go as far as they can, in the direction of the key"),
            Rule::MergeOnce => {
                ("merge-once", "a tile that a merge made does not merge again in the same move")
            }
            Rule::MergeOrder => (
                "merge-order",
                "neighbours merge, and of three equal tiles the two nearest to the wall",
            ),
            Rule::MergeValue => {
                ("merge-value", "a merge doubles one tile and empties the other cell")
            }
            Rule::SpawnAfterLegal => (
                "spawn-after-legal",
                "a new tile comes after a move that changed the board, and only then",
            ),
            Rule::SpawnEmptyCell => {
                ("spawn-empty-cell", "exactly one tile comes, into the empty cell that was drawn")
            }
            Rule::SpawnValue => ("spawn-value", "a new tile is a 2"),
            Rule::RngSwitch => (
                "rng-switch",
                "3 stops new tiles, 4 lets them come again; they come from the start",
            ),
            Rule::Win => ("win", "a 512 wins, as soon as the board with it has been shown"),
            Rule::Loss => ("loss", "a full board without equal neighbours is lost, and no other"),
            Rule::InvalidInput => (
                "invalid-input",
                "any other line, and a move that changes nothing, is answered by one message",
            ),
            Rule::Quit => ("quit", "X ends the program with its message"),
            Rule::BoardPrint => ("board-print", "the board looks as it should"),
            Rule::Start => ("start", "a new game begins with two tiles, each a 2"),
            Rule::FromState => (
                "from-state",
                "nine integers are read row by row; one that is no tile leads back to the menu",
            ),
            Rule::Crash => ("crash", "the program neither fails nor goes astray"),
        }
    }
}
