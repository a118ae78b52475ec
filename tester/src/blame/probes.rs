//! Small games that decide between two readings of a mistake.
//!
//! They are typed as the protocol of the program says, so that they serve a program whose text is
//! compared and one whose boards are judged alike. Where a program has no way to enter a board or to
//! switch new tiles off, other draws have to do.

use engine::{Board, Direction};

use super::new_tiles;
use super::unjudged::NONSENSE;
use crate::boards::recover::{self, first_grid};
use crate::boards::{Meaning, Protocol};
use crate::draws::Tail;
use crate::rule::Rule;
use crate::script::Script;
use crate::slides;
use crate::verdict::{Cells, Problem, Verdict};

/// How many other draws are tried in place of one.
const OTHER_DRAWS: u32 = 9;

/// How many other games are played to see what comes in them, and how many keys are pressed in each.
const OTHER_GAMES: u64 = 48;
const OTHER_KEYS: usize = 12;

/// The cells of the tiles where no new game is offered, so that boards are entered.
const TWO_TILES: [usize; 2] = [1, 5];

/// New games in which these keys are pressed.
pub(super) fn new_games(protocol: &Protocol, ways: &[Direction]) -> impl Iterator<Item = Script> {
    let keys = ways.iter().map(|way| protocol.keys.of(*way).bytes().to_vec());
    let mut lines = protocol.beginning(TWO_TILES);
    lines.extend(keys.cycle().take(OTHER_KEYS));
    (0..OTHER_GAMES).map(move |seed| Script {
        lines: lines.clone(),
        draws: Vec::new(),
        tail: Tail::Seed(seed),
    })
}

/// A game that goes wrong, and a way to play others.
pub(super) struct Probes<'a, P> {
    pub(super) protocol: &'a Protocol,
    pub(super) script: &'a Script,
    /// The number of lines before the one that is answered wrong.
    pub(super) lines: usize,
    /// How many draws had been made before it.
    pub(super) drawn: usize,
    /// Whether new tiles come.
    pub(super) spawning: bool,
    /// Plays a script, and says what is wrong in it.
    pub(super) play: P,
}

impl<P: FnMut(&Script) -> Option<Verdict>> Probes<'_, P> {
    /// Whether a game goes wrong.
    pub(super) fn is_wrong(&mut self, script: &Script) -> bool {
        (self.play)(script).is_some()
    }

    /// The answer to the last line of a game, if it is the one that is wrong.
    pub(super) fn wrong_end(&mut self, script: &Script) -> Option<Verdict> {
        (self.play)(script).filter(|found| found.moment.lines == script.lines.len())
    }

    /// The same game up to the line that is answered wrong, and then other lines.
    pub(super) fn instead(&self, lines: &[&[u8]]) -> Script {
        let mut script = self.script.clone();
        script.lines.truncate(self.lines);
        script.lines.extend(lines.iter().map(|line| line.to_vec()));
        script
    }

    /// The first board in what was printed.
    pub(super) fn board(&self, output: &[u8]) -> Option<Cells> {
        first_grid(output, &self.protocol.board.layout())
    }

    /// Whether the same tiles are moved wrong without new tiles, and how.
    pub(super) fn wrong_slide(&mut self, board: &Board, direction: Direction) -> Option<Rule> {
        let slid = Cells::from(&board.slide(direction).board);
        let key = self.protocol.keys.of(direction).bytes();
        let script = match &self.protocol.keys.rng_off {
            _ if !self.spawning => self.instead(&[key]),
            Some(off) => self.instead(&[off.bytes(), key]),
            None => return self.wrong_with_other_tiles(board, direction),
        };
        let found = self.wrong_end(&script)?;
        let got = self.board(&found.got.output)?;
        // A new tile that comes although chance is off is another matter, but not two of them.
        let rule = match new_tiles(&slid, &got) {
            Some(0 | 1) => None,
            _ => slides::rule(board, direction, got.values(), &[]),
        }?;
        Some(self.plainer(rule, board, direction))
    }

    /// The rule that a push breaks, by others like it: a merge is not to blame where tiles that only move
    /// are moved wrong, too, and a gap is not to blame where neighbours stay apart as well.
    fn plainer(&mut self, rule: Rule, board: &Board, direction: Direction) -> Rule {
        match rule {
            Rule::MergeValue | Rule::MergeOrder | Rule::MergeOnce
                if self.wrong_slide_on(&MOVING_LINES, direction) == Some(Rule::Slide) =>
            {
                Rule::Slide
            }
            Rule::Slide if self.stay_apart(board, direction) => Rule::MergeOrder,
            rule => rule,
        }
    }

    /// Whether tiles do not merge where they are neighbours at the wall already.
    fn stay_apart(&mut self, board: &Board, direction: Direction) -> bool {
        let packed = slides::packed(board, direction);
        let Some(packed) = Board::from_values(board.side(), &packed).ok() else { return false };
        if board.slide(direction).merges == 0 || packed == *board {
            return false;
        }
        self.entered_wrong(&packed, direction) == Some(Rule::MergeOrder)
    }

    /// Whether the same tiles are moved wrong wherever the new tile comes, and how most often.
    fn wrong_with_other_tiles(&mut self, board: &Board, direction: Direction) -> Option<Rule> {
        let spawns = self.protocol.board.spawns.clone();
        let mut rules: Vec<Rule> = Vec::new();
        for draw in 0..OTHER_DRAWS {
            let script = self.drawing(draw);
            let found = self.wrong_end(&script)?;
            let got = self.board(&found.got.output)?;
            rules.push(slides::rule(board, direction, got.values(), &spawns)?);
        }
        // Tiles that come elsewhere each time are not left over from a merge.
        if rules.contains(&Rule::SpawnEmptyCell) {
            return Some(Rule::SpawnEmptyCell);
        }
        let often = |rule: &Rule| rules.iter().filter(|other| *other == rule).count();
        rules.iter().copied().max_by_key(often)
    }

    /// The same game up to its wrong answer, for which this is drawn first.
    fn drawing(&self, draw: u32) -> Script {
        let draws = self.script.start_drawing();
        let list = (0..self.drawn).map(|index| draws.at(index)).chain([draw]).collect();
        Script::new(self.script.lines[..=self.lines].to_vec(), list)
    }

    /// Whether the program moves plain lines wrong in this direction, and how: what looks like a
    /// wrong new tile or a refused move can come from a slide of which nothing is to be seen.
    pub(super) fn wrong_slide_elsewhere(&mut self, direction: Direction) -> Option<Rule> {
        self.wrong_slide_on(&PLAIN_LINES, direction)
    }

    /// The first that is moved wrong of these lines, and how.
    fn wrong_slide_on(&mut self, lines: &[[[u64; 3]; 3]], direction: Direction) -> Option<Rule> {
        lines.iter().find_map(|lines| {
            let mut cells = [0u64; 9];
            for (number, line) in lines.iter().enumerate() {
                for (cell, value) in slides::wall_first(3, number, direction).zip(line) {
                    cells[cell] = *value;
                }
            }
            self.entered_wrong(&Board::from_values(3, &cells).ok()?, direction)
        })
    }

    /// Whether a board is moved wrong if it is entered and no new tiles come, and how.
    fn entered_wrong(&mut self, board: &Board, direction: Direction) -> Option<Rule> {
        let off = self.protocol.keys.rng_off.as_ref()?;
        let key = self.protocol.keys.of(direction);
        let mut typed = self.protocol.entering(board)?;
        typed.extend([off.bytes().to_vec(), key.bytes().to_vec()]);
        let found = self.wrong_end(&Script::new(typed, Vec::new()))?;
        let got = self.board(&found.got.output).unwrap_or_else(|| Cells::from(board));
        slides::rule(board, direction, got.values(), &[])
    }

    /// The same in whichever direction it is.
    pub(super) fn wrong_slide_anywhere(&mut self) -> Option<Rule> {
        Direction::ALL.into_iter().find_map(|direction| self.wrong_slide_elsewhere(direction))
    }

    /// Whether a move is made as it should be from the same board if that is entered.
    pub(super) fn is_right_when_entered(&mut self, board: &Board, direction: Direction) -> bool {
        let Some(mut lines) = self.protocol.entering(board) else { return false };
        if let Some(off) = self.protocol.keys.rng_off.as_ref().filter(|_| !self.spawning) {
            lines.push(off.bytes().to_vec());
        }
        lines.push(self.protocol.keys.of(direction).bytes().to_vec());
        !self.is_wrong(&Script::new(lines, Vec::new()))
    }

    /// Whether the tile that is missing comes if chance is switched on first, or was off before.
    pub(super) fn comes_when_enabled(&mut self) -> bool {
        let (Some(off), Some(on)) = (&self.protocol.keys.rng_off, &self.protocol.keys.rng_on)
        else {
            return false;
        };
        if self.script.lines[..self.lines].iter().any(|line| line == off.bytes()) {
            return true;
        }
        let mut script = self.script.clone();
        script.lines.insert(self.lines, on.bytes().to_vec());
        !self.is_wrong(&script)
    }

    /// The rule of the line before the one that is answered wrong, if that is right without it: a line
    /// that changes no tile has taken something with it.
    pub(super) fn rule_of_line_before(&mut self) -> Option<Rule> {
        let before = self.lines.checked_sub(1)?;
        let keys = &self.protocol.keys;
        let rule = match keys.meaning(self.script.lines.get(before)?) {
            Some(Meaning::RngOff | Meaning::RngOn) => Rule::RngSwitch,
            Some(Meaning::Quit) => return None,
            _ => Rule::InvalidInput,
        };
        let mut script = self.script.clone();
        script.lines.remove(before);
        if self.is_wrong(&script) {
            return None;
        }
        // It need not be the move that it stands for.
        let mut script = self.script.clone();
        script.lines[before] = NONSENSE.to_vec();
        (rule == Rule::RngSwitch || self.is_wrong(&script)).then_some(rule)
    }

    /// Whether the same move is made as it should be if new tiles are switched off first.
    pub(super) fn is_right_without_new_tile(&mut self, direction: Direction) -> bool {
        let Some(off) = self.protocol.keys.rng_off.as_ref().filter(|_| self.spawning) else {
            return false;
        };
        let script = self.instead(&[off.bytes(), self.protocol.keys.of(direction).bytes()]);
        !self.is_wrong(&script)
    }

    /// Whether the tile that is missing comes if new tiles are switched off.
    pub(super) fn comes_when_disabled(&mut self, direction: Direction) -> bool {
        let Some(off) = self.protocol.keys.rng_off.as_ref().filter(|_| self.spawning) else {
            return false;
        };
        let script = self.instead(&[off.bytes(), self.protocol.keys.of(direction).bytes()]);
        self.wrong_end(&script).is_some_and(|found| found.problem == Problem::NewTile)
    }

    /// Whether the tile that is missing comes if another cell is drawn first.
    pub(super) fn comes_with_other_draws(&mut self) -> bool {
        (0..OTHER_DRAWS).any(|draw| {
            let script = self.drawing(draw);
            !self.is_wrong(&script)
        })
    }

    /// Whether later tiles have values that none can have, and not only the first ones.
    pub(super) fn comes_with_that_value(&mut self) -> bool {
        new_games(self.protocol, &Direction::ALL).any(|script| {
            let found = (self.play)(&script);
            found.is_some_and(|found| matches!(found.problem, Problem::NewTileValue(_)))
        })
    }

    /// Whether boards of many tiles are shown otherwise than they were entered, or so that they are no
    /// boards.
    pub(super) fn is_shown_wrong_when_entered(&mut self) -> bool {
        self.entered_and_shown().into_iter().any(|shown| shown != Shown::Right)
    }

    /// Whether the tiles of a value are shown wrong, wherever they are.
    pub(super) fn are_values_shown_wrong(&mut self) -> bool {
        match self.entered_and_shown() {
            [Shown::Wrong(one), Shown::Wrong(other)] => one.values == other.values,
            _ => false,
        }
    }

    /// Whether cells are shown wrong, whatever is in them.
    pub(super) fn are_cells_shown_wrong(&mut self) -> bool {
        match self.entered_and_shown() {
            [Shown::Wrong(one), Shown::Wrong(other)] => one.cells == other.cells,
            _ => false,
        }
    }

    /// How two boards with the same tiles in other places are shown.
    fn entered_and_shown(&mut self) -> [Shown; 2] {
        [0, 4].map(|turned| {
            let mut cells = MANY_TILES;
            cells.rotate_left(turned);
            let board = Board::from_values(3, &cells).ok();
            let lines = board.and_then(|board| self.protocol.entering(&board));
            let found = lines.and_then(|lines| self.wrong_end(&Script::new(lines, Vec::new())));
            let Some(found) = found else { return Shown::Right };
            let Some(shown) = self.board(&found.got.output) else {
                let unreadable = recover::has_parts(&found.got.output);
                return if unreadable { Shown::Unreadable } else { Shown::Right };
            };
            let differ = |cell: &usize| shown.values().get(*cell) != Some(&cells[*cell]);
            let wrong: Vec<usize> = (0..cells.len()).filter(differ).collect();
            let mut values: Vec<u64> = wrong.iter().map(|cell| cells[*cell]).collect();
            values.sort_unstable();
            match wrong[..] {
                [] => Shown::Right,
                _ => Shown::Wrong(Differing { cells: wrong, values }),
            }
        })
    }

    /// Whether the first board of a new game is wrong too.
    pub(super) fn is_shown_wrong_in_new_games(&mut self) -> bool {
        let new_game = self.protocol.menu.as_ref().and_then(|menu| menu.new_game.as_ref());
        let Some(new_game) = new_game else { return false };
        let draws: [&[u32]; 5] = [
            &[1, 0, 0, 1],
            &[1, 0, 0, 0, 0, 0, 1],
            &[0, 1, 0, 0, 0, 1],
            &[0, 0, 1, 0, 0, 0, 0, 1],
            &[0, 0, 0, 0, 1, 0, 0, 0, 1],
        ];
        let lines: Vec<Vec<u8>> = new_game.lines().map(<[u8]>::to_vec).collect();
        draws.iter().any(|draws| self.is_wrong(&Script::new(lines.clone(), draws.to_vec())))
    }
}

/// Every tile that can be in a game that goes on, and an empty cell.
const MANY_TILES: [u64; 9] = [2, 4, 8, 16, 32, 64, 128, 256, 0];

/// How a board is shown that was entered.
#[derive(PartialEq, Eq)]
enum Shown {
    Right,
    /// Something is shown that could be a part of a board.
    Unreadable,
    Wrong(Differing),
}

/// What is shown wrong.
#[derive(PartialEq, Eq)]
struct Differing {
    cells: Vec<usize>,
    /// What should be there, in order.
    values: Vec<u64>,
}

/// Three lines each, the cell at the wall first: tiles that only move.
const MOVING_LINES: [[[u64; 3]; 3]; 2] =
    [[[0, 2, 4], [0, 8, 16], [0, 32, 64]], [[0, 0, 2], [0, 0, 4], [0, 0, 8]]];

/// The same, and tiles that merge.
const PLAIN_LINES: [[[u64; 3]; 3]; 5] = [
    [[0, 2, 4], [0, 8, 16], [0, 32, 64]],
    [[0, 0, 2], [0, 0, 4], [0, 0, 8]],
    [[8, 2, 2], [2, 2, 8], [2, 2, 2]],
    [[2, 2, 0], [16, 4, 4], [2, 0, 2]],
    [[0, 2, 0], [0, 0, 0], [0, 0, 0]],
];
