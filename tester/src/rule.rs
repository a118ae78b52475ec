//! The rules of the text game by name, as `asm/faulty/README.md` lists them.

use std::fmt;

/// Makes the rules of one table: what each is called here, and its name.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $name:literal,)*) => {
        /// A rule that a program can break.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $($(#[$doc])* $rule,)*
        }

        impl Rule {
            /// All of them, in the order of the list.
            pub const ALL: [Rule; 16] = [$(Rule::$rule),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }
        }
    };
}

rules! {
    /// Tiles go as far as they can.
    Slide "slide",
    /// A merged tile does not merge again.
    MergeOnce "merge-once",
    /// The right tiles merge.
    MergeOrder "merge-order",
    /// A merge doubles one tile and empties the other cell.
    MergeValue "merge-value",
    /// A new tile comes after a legal move, and only then.
    SpawnAfterLegal "spawn-after-legal",
    /// One tile, into the empty cell that was drawn.
    SpawnEmptyCell "spawn-empty-cell",
    /// It is a 2.
    SpawnValue "spawn-value",
    /// 3 and 4 switch new tiles off and on.
    RngSwitch "rng-switch",
    /// A 512 wins.
    Win "win",
    /// A full board without equal neighbours is lost.
    Loss "loss",
    /// Other lines are answered by one message.
    InvalidInput "invalid-input",
    /// X ends the program.
    Quit "quit",
    /// The board looks as it should.
    BoardPrint "board-print",
    /// A new game has two tiles.
    Start "start",
    /// Nine integers are read.
    FromState "from-state",
    /// The program does not crash or hang.
    Crash "crash",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Rule {
    /// The rule of this name.
    pub fn named(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }
}
