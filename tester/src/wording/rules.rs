//! Each rule in words: what it asks for, and what to look for in a program that breaks it.

use crate::rule::Rule;

impl Rule {
    /// What it asks for.
    pub fn text(self) -> &'static str {
        match self {
            Rule::Slide => "tiles go as far as they can, in the direction of the key",
            Rule::MergeOnce => "a tile that a merge made does not merge again in the same move",
            Rule::MergeOrder => {
                "neighbours merge, and of three equal tiles the two nearest to the wall"
            }
            Rule::MergeValue => "a merge doubles one tile and empties the other cell",
            Rule::SpawnAfterLegal => {
                "a new tile comes after a move that changed the board, and only then"
            }
            Rule::SpawnEmptyCell => "exactly one tile comes, into the empty cell that was drawn",
            Rule::SpawnValue => "a new tile is a 2",
            Rule::RngSwitch => {
                "3 stops new tiles, 4 lets them come again; they come from the start"
            }
            Rule::Win => "a 512 wins, as soon as the board with it has been shown",
            Rule::Loss => "a full board without equal neighbours is lost, and no other",
            Rule::InvalidInput => {
                "any other line, and a move that changes nothing, is answered by one message"
            }
            Rule::Quit => "X ends the program with its message",
            Rule::BoardPrint => "the board looks as it should",
            Rule::Start => "a new game begins with two tiles, each a 2",
            Rule::FromState => {
                "nine integers are read row by row; one that is not a tile leads back to the menu"
            }
            Rule::Crash => "the program does not crash or hang",
        }
    }

    /// What to look for in a program that breaks it: a place to look at, from the mistakes that
    /// people make, never the solution.
    pub fn hint(self) -> &'static str {
        match self {
            Rule::Slide => {
                "Follow one line of three cells through the move by hand, the cell at the wall first. \
                 Tiles must close every gap before and after merging, in all three lines; check the \
                 offsets of each cell, and that an index is multiplied by the size of a cell."
            }
            Rule::MergeOnce => {
                "Look at what happens right after a merge: the tile that it made must be left alone for \
                 the rest of the move. Try 2 2 4, which becomes 4 4 and not 8."
            }
            Rule::MergeOrder => {
                "Look at which pair is compared first: merging begins at the wall that the tiles move \
                 to, and only tiles without another one between them merge. Try 2 2 2 in every \
                 direction."
            }
            Rule::MergeValue => {
                "Look at the two stores of a merge: one cell gets twice the value, the other becomes 0."
            }
            Rule::SpawnAfterLegal => {
                "Compare the board before the move with the board after it, all nine cells, and let a \
                 tile come only if they differ. Is the old board saved before every move?"
            }
            Rule::SpawnEmptyCell => {
                "Draw a cell from all nine until one is drawn that is empty, then store one tile there. \
                 Check the bound of the random service and the test for an empty cell."
            }
            Rule::SpawnValue => "Look at the value that is stored for a new tile.",
            Rule::RngSwitch => {
                "Look at the flag that 3 and 4 set: what it is at the start, who else writes to it or \
                 to its register, and whether every direction asks for it."
            }
            Rule::Win => {
                "Look for 512 in all nine cells, after the board has been printed and before the test \
                 for a loss. Then the program ends."
            }
            Rule::Loss => {
                "A game is lost only if no cell is empty and no two neighbours are equal: six pairs in \
                 rows, six in columns. Count the pairs that your program compares."
            }
            Rule::InvalidInput => {
                "A line must be the letter and nothing else to be a choice: a line that is read ends in \
                 a line feed. Everything else, and a move that changes nothing, gets the one message \
                 and a new question."
            }
            Rule::Quit => {
                "Look at what happens for X in the menu and in the game: message, then exit."
            }
            Rule::BoardPrint => {
                "Compare the output with the example character by character: each cell is three \
                 characters wide, and there is a line above, between and below the rows."
            }
            Rule::Start => {
                "Look at how the first tiles are drawn: one number for each cell, in order, until two \
                 cells have a 2. Counters must begin at 0, also in the second pass."
            }
            Rule::FromState => {
                "Nine integers are asked for one by one and belong to the cells row by row. 0 and the \
                 tiles from 2 to 512 are allowed; anything else immediately returns to the menu."
            }
            Rule::Crash => {
                "Look at the last line that ran. Common causes: $ra not saved around a call, $sp not \
                 given back, a function entered by j instead of jal, a missing exit, an index that is \
                 not multiplied by 4."
            }
        }
    }
}
