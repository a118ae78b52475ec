//! The seventeen methods and their variants, each a row of data: the directions that are searched,
//! a matrix of weights, three terms of a score, and the turns that are decided without a search.
//!
//! What a row means for a board is in `lines`, written to be fast, and in the tests, written to be
//! read. A method is added by adding a row.

use Exception::{FillCorner, FillTopRow};
use Weights::{Corners, Edges, Gradient, Lee, Snake};

use crate::Direction::{self, Down, Left, Right, Up};

/// A way to judge boards, and how it is searched with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The directions that are searched, in this order. If there are three, the fourth is played
    /// only when nothing else is legal.
    pub directions: &'static [Direction],
    /// The weights of the cells.
    pub weights: Weights,
    /// What a pair that could merge is worth.
    pub merge: Option<Merge>,
    /// What lines in order are worth.
    pub monotone: Option<Monotone>,
    /// What each tile is worth, wherever it lies.
    pub board: Option<Term>,
    /// What is played without a search; the first that applies.
    pub exceptions: &'static [Exception],
}

/// A weight for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Fractions that fall from the first cell to the last, row by row.
    Lee,
    /// Whole numbers that fall along a line that winds through the first two rows.
    Snake,
    /// Falls by one with each step from the first cell.
    Gradient,
    /// 3 in the corners, 2 along the edges, 1 inside.
    Edges,
    /// 2 in the corners, 1 elsewhere.
    Corners,
}

/// A product for one tile: some of its value, its weight, and the number of empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Times the value of the tile.
    pub value: bool,
    /// Times the weight of its cell.
    pub weight: bool,
    /// Times the number of empty cells.
    pub free: bool,
}

/// A product for two equal tiles of a line with nothing between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Times the value of one of them.
    pub value: bool,
    /// Times this.
    pub weight: PairWeight,
    /// Times the number of empty cells.
    pub free: bool,
}

/// What the places of a pair count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairWeight {
    /// 1, wherever they are.
    One,
    /// 2, wherever they are.
    Two,
    /// The weight of the earlier cell.
    First,
    /// The weight of the earlier cell divided by its distance from the first cell, which counts
    /// as 1 there.
    FirstByDistance,
    /// The sum of both weights.
    Both,
}

/// A term for all tiles of some lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monotone {
    /// For each tile.
    pub term: Term,
    /// Of which lines.
    pub lines: Counted,
}

/// Which lines count. Empty cells are skipped; a single tile and equal tiles are in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Those where no tile is larger than the one before.
    Descending,
    /// Those, and those where no tile is smaller; lines that are both count twice.
    BothWays,
    /// Those that are not descending, and they are subtracted.
    PenaltyIfNotDescending,
}

/// A turn that is decided without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exception {
    /// Up, if some cell of the first row but the first is empty and its column is not.
    FillTopRow,
    /// Left, if the first cell is empty and the first row is not.
    FillCorner,
}

const THREE: &[Direction] = &[Left, Right, Up];
const FOUR: &[Direction] = &[Left, Right, Up, Down];

const F: Term = Term { value: true, weight: false, free: false };
const W: Term = Term { value: false, weight: true, free: false };
const FW: Term = Term { value: true, weight: true, free: false };
const W_FREE: Term = Term { free: true, ..W };
const FW_FREE: Term = Term { free: true, ..FW };

/// The value of a pair times a weight.
const fn pair(weight: PairWeight) -> Merge {
    Merge { value: true, weight, free: false }
}

/// The same, times the number of empty cells.
const fn pair_free(weight: PairWeight) -> Merge {
    Merge { free: true, ..pair(weight) }
}

/// The weight alone, whatever the tiles.
const fn place(weight: PairWeight) -> Merge {
    Merge { value: false, ..pair(weight) }
}

const fn place_free(weight: PairWeight) -> Merge {
    Merge { value: false, ..pair_free(weight) }
}

const fn falling(term: Term) -> Monotone {
    Monotone { term, lines: Counted::Descending }
}

const fn in_order(term: Term) -> Monotone {
    Monotone { term, lines: Counted::BothWays }
}

const fn penalty(term: Term) -> Monotone {
    Monotone { term, lines: Counted::PenaltyIfNotDescending }
}

macro_rules! methods {
    ($($name:literal $directions:ident $weights:ident
        { $($field:ident $value:expr),* } [$($exception:ident)*] $about:literal;)*) => {
        /// All methods, the seventeen and their variants.
        pub const METHODS: &[Method] = &[$(Method {
            $($field: Some($value),)*
            ..Method {
                name: $name,
                about: $about,
                directions: $directions,
                weights: $weights,
                merge: None,
                monotone: None,
                board: None,
                exceptions: &[$($exception),*],
            }
        }),*];
    };
}

use PairWeight::{Both, First, FirstByDistance, One, Two};

methods! {
    "1"              THREE Snake    { merge pair_free(FirstByDistance), monotone penalty(FW), board FW } [FillTopRow FillCorner]
        "weights along a snake, pairs near the corner, a penalty for lines out of order";
    "1/text-example" THREE Gradient { merge pair_free(FirstByDistance), monotone penalty(FW), board FW } [FillTopRow FillCorner]
        "method 1 with weights that fall evenly, as its example has it";
    "1/appendix"     THREE Gradient { merge pair_free(FirstByDistance), monotone penalty(F), board FW } [FillTopRow FillCorner]
        "method 1 with even weights and a penalty without weights, as its worked tree has it";
    "1.1"            THREE Snake    { merge pair_free(FirstByDistance), board FW } [FillTopRow FillCorner]
        "method 1 without the penalty";
    "1.1/grad"       THREE Gradient { merge pair_free(FirstByDistance), board FW } [FillTopRow FillCorner]
        "method 1.1 with weights that fall evenly";
    "2"              THREE Lee      { merge pair_free(First), monotone falling(FW), board FW } []
        "weighted pairs by empty cells, falling lines and tiles";
    "3"              THREE Lee      { merge pair_free(First), monotone falling(FW_FREE), board FW } [FillCorner]
        "weighted pairs and falling lines by empty cells, tiles";
    "3.8"            THREE Lee      { board FW } []
        "weighted tiles alone";
    "3.8/table2"     THREE Lee      { board FW_FREE } []
        "weighted tiles by empty cells";
    "4"              THREE Lee      { merge pair(First), monotone falling(FW), board FW } [FillCorner]
        "weighted pairs, falling lines and tiles; empty cells do not matter";
    "5"              THREE Lee      { merge place_free(First), monotone falling(W_FREE), board FW } [FillCorner]
        "places of pairs and of falling lines by empty cells, weighted tiles";
    "5/table2"       THREE Lee      { merge place_free(First), monotone falling(W_FREE), board FW } []
        "method 5 without exceptions";
    "6"              THREE Lee      { merge place(First), monotone falling(W) } [FillCorner]
        "places of pairs and of falling lines, whatever the tiles";
    "7"              THREE Lee      { merge pair_free(First), monotone falling(FW_FREE) } [FillTopRow FillCorner]
        "weighted pairs and falling lines by empty cells";
    "7.5"            THREE Lee      { merge pair_free(One), monotone falling(FW_FREE) } []
        "pairs and weighted falling lines by empty cells";
    "7.7"            THREE Lee      { merge pair_free(One), monotone falling(FW_FREE), board F } []
        "method 7.5 and the sum of the tiles";
    "8"              THREE Lee      { merge pair(First), monotone falling(F) } [FillTopRow FillCorner]
        "weighted pairs and the tiles of falling lines";
    "9"              FOUR  Edges    { merge pair_free(Two), monotone in_order(F), board FW } []
        "pairs by empty cells, tiles of lines in order, tiles near the edges";
    "9/text"         FOUR  Edges    { merge pair_free(One), monotone in_order(F), board FW } []
        "method 9 with one tile of each pair, as its text has it";
    "10"             FOUR  Edges    { merge pair_free(Both), monotone in_order(FW_FREE), board FW } []
        "weighted pairs and lines in order by empty cells, tiles near the edges";
    "11"             FOUR  Edges    { merge place_free(Both), monotone in_order(W_FREE), board FW } []
        "places of pairs and of lines in order by empty cells, tiles near the edges";
    "12"             FOUR  Corners  { merge pair_free(Both), monotone in_order(FW_FREE) } []
        "weighted pairs and lines in order by empty cells, corners count double";
    "12/appendix"    FOUR  Corners  { merge pair_free(Both), monotone in_order(FW_FREE), board FW } []
        "method 12 and weighted tiles, as its examples have it";
    "13"             FOUR  Edges    { board FW_FREE } []
        "tiles near the edges by empty cells";
}

impl Method {
    /// The method of this name.
    pub fn find(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name)
    }
}

const LEE: [[f64; 4]; 4] = [
    [0.135, 0.121, 0.102, 0.0999],
    [0.0997, 0.088, 0.076, 0.0724],
    [0.0606, 0.0562, 0.0371, 0.0161],
    [0.0125, 0.0099, 0.0057, 0.0033],
];

const SNAKE: [[f64; 4]; 4] = [
    [135.0, 121.0, 102.0, 99.0],
    [72.0, 76.0, 88.0, 99.0],
    [60.0, 56.0, 37.0, 16.0],
    [12.0, 9.0, 5.0, 3.0],
];

impl Weights {
    /// The weight of a cell on a board with this side. Matrices that were given for 4×4 cells are
    /// cut to their upper left part; beyond them it is 0.
    pub fn at(self, side: usize, row: usize, column: usize) -> f64 {
        let ends = [row, column].into_iter().filter(|at| *at == 0 || at + 1 == side).count();
        let entry = |matrix: &[[f64; 4]; 4]| {
            matrix.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0.0)
        };
        match self {
            Weights::Lee => entry(&LEE),
            Weights::Snake => entry(&SNAKE),
            Weights::Gradient => 2.0 * side as f64 - distance(row, column),
            Weights::Edges => 1.0 + ends as f64,
            Weights::Corners => {
                if ends == 2 {
                    2.0
                } else {
                    1.0
                }
            }
        }
    }
}

/// The distance from the first cell, which is 1 there.
pub(super) fn distance(row: usize, column: usize) -> f64 {
    (row + column + 1) as f64
}
