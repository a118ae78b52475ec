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
        match self {
            Rule::Slide => "slide",
            Rule::MergeOnce => "merge-once",
            Rule::MergeOrder => "merge-order",
            Rule::MergeValue => "merge-value",
            Rule::SpawnAfterLegal => "spawn-after-legal",
            Rule::SpawnEmptyCell => "spawn-empty-cell",
            Rule::SpawnValue => "spawn-value",
            Rule::RngSwitch => "rng-switch",
            Rule::Win => "win",
            Rule::Loss => "loss",
            Rule::InvalidInput => "invalid-input",
            Rule::Quit => "quit",
            Rule::BoardPrint => "board-print",
            Rule::Start => "start",
            Rule::FromState => "from-state",
            Rule::Crash => "crash",
        }
    }
}
