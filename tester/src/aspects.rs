//! What each rule has to be shown in, and which of it a line of a game shows.
//!
//! A program that never gets to a move down has not shown that tiles slide down. So each rule has a
//! few aspects, and holds only if each of them was met in an answer that was right. Which aspects an
//! answer shows follows from the reference alone, so it is worked out once for all programs.

use engine::protocol::{End, Fidelity, Phase};
use engine::{Board, Direction};

use crate::rule::Rule;
use crate::script::Script;
use crate::situation::{Situation, situations};
use crate::slides::wall_first;

/// A set of aspects, as bits: the numbers of rows of `ASPECTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aspects(u64);

/// All aspects: the rule, and in which situation it is shown.
const ASPECTS: [(Rule, &str); 42] = [
    (Rule::Slide, "moves up"),
    (Rule::Slide, "moves down"),
    (Rule::Slide, "moves to the left"),
    (Rule::Slide, "moves to the right"),
    (Rule::MergeValue, "merges upwards"),
    (Rule::MergeValue, "merges downwards"),
    (Rule::MergeValue, "merges to the left"),
    (Rule::MergeValue, "merges to the right"),
    (Rule::MergeOnce, "a merge upwards beside an equal tile"),
    (Rule::MergeOnce, "a merge downwards beside an equal tile"),
    (Rule::MergeOnce, "a merge to the left beside an equal tile"),
    (Rule::MergeOnce, "a merge to the right beside an equal tile"),
    (Rule::MergeOrder, "three equal tiles moved up"),
    (Rule::MergeOrder, "three equal tiles moved down"),
    (Rule::MergeOrder, "three equal tiles moved to the left"),
    (Rule::MergeOrder, "three equal tiles moved to the right"),
    (Rule::SpawnAfterLegal, "moves that change the board"),
    (Rule::SpawnAfterLegal, "moves that change nothing"),
    (Rule::SpawnEmptyCell, "new tiles"),
    (Rule::SpawnEmptyCell, "new tiles when an occupied cell is drawn first"),
    (Rule::SpawnValue, "new tiles"),
    (Rule::RngSwitch, "a move after 3"),
    (Rule::RngSwitch, "a move after 3 and 4"),
    (Rule::Win, "a 512 by a merge"),
    (Rule::Win, "a 512 that is entered"),
    (Rule::Loss, "a lost board after a move"),
    (Rule::Loss, "a lost board that is entered"),
    (Rule::Loss, "full boards that are not lost"),
    (Rule::InvalidInput, "other lines in the menu"),
    (Rule::InvalidInput, "other lines in the game"),
    (Rule::InvalidInput, "moves that change nothing"),
    (Rule::Quit, "X in the menu"),
    (Rule::Quit, "X in the game"),
    (Rule::BoardPrint, "empty cells and tiles of one digit"),
    (Rule::BoardPrint, "tiles of two digits"),
    (Rule::BoardPrint, "tiles of three digits"),
    (Rule::Start, "new games"),
    (Rule::FromState, "the questions for the cells"),
    (Rule::FromState, "boards that are entered"),
    (Rule::FromState, "numbers that are not tiles"),
    (Rule::Crash, "the menu"),
    (Rule::Crash, "a game"),
];

// The first row of each group; those of directions go on with the other directions.
pub(crate) const SLIDE: usize = 0;
pub(crate) const MERGE_VALUE: usize = 4;
pub(crate) const MERGE_ONCE: usize = 8;
pub(crate) const MERGE_ORDER: usize = 12;
pub(crate) const LEGAL: usize = 16;
pub(crate) const ILLEGAL: usize = 17;
pub(crate) const SPAWN: usize = 18;
pub(crate) const SPAWN_AGAIN: usize = 19;
pub(crate) const SPAWN_VALUE: usize = 20;
pub(crate) const SWITCHED_OFF: usize = 21;
pub(crate) const SWITCHED_ON: usize = 22;
pub(crate) const WON: usize = 23;
pub(crate) const LOST: usize = 25;
pub(crate) const NOT_LOST: usize = 27;
pub(crate) const OTHER_MENU: usize = 28;
pub(crate) const OTHER_MOVE: usize = 29;
pub(crate) const NO_CHANGE: usize = 30;
pub(crate) const QUIT_MENU: usize = 31;
pub(crate) const QUIT_GAME: usize = 32;
pub(crate) const PRINT: usize = 33;
pub(crate) const START: usize = 36;
pub(crate) const CELL: usize = 37;
pub(crate) const ENTERED: usize = 38;
pub(crate) const NO_TILE: usize = 39;
pub(crate) const MENU: usize = 40;
pub(crate) const GAME: usize = 41;

impl Aspects {
    /// The aspects of a rule.
    pub fn of(rule: Rule) -> Aspects {
        let rows = ASPECTS.iter().enumerate().filter(|(_, row)| row.0 == rule);
        Aspects(rows.fold(0, |bits, (number, _)| bits | 1 << number))
    }

    /// Adds those of another set.
    pub fn add(&mut self, other: Aspects) {
        self.0 |= other.0;
    }

    /// Those that are not in another set.
    pub fn without(self, other: Aspects) -> Aspects {
        Aspects(self.0 & !other.0)
    }

    /// Those that are in another set too.
    pub fn within(self, other: Aspects) -> Aspects {
        Aspects(self.0 & other.0)
    }

    /// What a wrong answer shows all the same, if this rule is to blame for it: whoever blames it has
    /// found the rest in order.
    pub fn in_spite_of(rule: Rule) -> Aspects {
        let moved: &[Rule] = &[Rule::Slide, Rule::MergeOnce, Rule::MergeOrder, Rule::MergeValue];
        let came: &[Rule] = &[Rule::SpawnAfterLegal, Rule::SpawnEmptyCell, Rule::SpawnValue];
        let printed: &[Rule] = &[Rule::BoardPrint, Rule::Start, Rule::FromState, Rule::RngSwitch];
        let lists: &[&[Rule]] = match rule {
            // The value is wrong, but it came when and where it should.
            Rule::SpawnValue => &[moved, &came[..2], &[Rule::RngSwitch]],
            // The tiles were moved as they should, which was tried without new ones.
            Rule::SpawnAfterLegal | Rule::SpawnEmptyCell | Rule::RngSwitch => &[moved],
            // The board was the right one.
            Rule::Win | Rule::Loss => &[moved, came, printed],
            // Whatever was said, no tile came.
            Rule::InvalidInput => &[&came[..1]],
            _ => &[],
        };
        let mut shown = Aspects::default();
        lists.iter().copied().flatten().for_each(|rule| shown.add(Aspects::of(*rule)));
        if rule != Rule::Crash {
            shown.set(GAME);
        }
        shown
    }

    /// Whether two sets have anything in common.
    pub fn meets(self, other: Aspects) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them by itself.
    pub fn each(self) -> impl Iterator<Item = Aspects> {
        (0..ASPECTS.len()).map(|number| Aspects(1 << number)).filter(move |one| one.meets(self))
    }

    /// What any legal move in a direction shows.
    pub fn of_move(direction: Direction) -> Aspects {
        Aspects(1 << (SLIDE + way(direction)))
    }

    /// What a merge in a direction shows.
    pub(crate) fn of_merge(direction: Direction) -> Aspects {
        Aspects(1 << (MERGE_VALUE + way(direction)))
    }

    /// What a move that changes nothing shows.
    pub fn of_illegal_move() -> Aspects {
        Aspects(1 << NO_CHANGE)
    }

    /// The situations in words, in the order of the table.
    pub fn words(self) -> Vec<&'static str> {
        let rows = ASPECTS.iter().enumerate().filter(|(number, _)| self.0 >> number & 1 == 1);
        rows.map(|(_, row)| row.1).collect()
    }

    /// The same set is the same number.
    pub fn number(self) -> u64 {
        self.0
    }

    pub(crate) fn set(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    pub(crate) fn unset(&mut self, number: usize) {
        self.0 &= !(1 << number);
    }

    /// Adds what a legal move shows, if it was right. `switched` says that new tiles were off before.
    pub(crate) fn add_move(
        &mut self,
        board: &Board,
        direction: Direction,
        spawning: bool,
        switched: bool,
    ) {
        let way = way(direction);
        self.set(SLIDE + way);
        self.add_merges(board, direction, way);
        if spawning {
            self.set(LEGAL);
            self.set(SPAWN);
            self.set(SPAWN_VALUE);
            if switched {
                self.set(SWITCHED_ON);
            }
        } else {
            self.set(SWITCHED_OFF);
        }
    }

    fn add_merges(&mut self, board: &Board, direction: Direction, way: usize) {
        let cells = board.exponents();
        let mut tiles: Vec<u8> = Vec::with_capacity(board.side());
        for line in 0..board.side() {
            let line = wall_first(board.side(), line, direction);
            tiles.clear();
            tiles.extend(line.filter_map(|cell| cells.get(cell)).filter(|tile| **tile != 0));
            if tiles.windows(2).any(|pair| pair[0] == pair[1]) {
                self.set(MERGE_VALUE + way);
            }
            for three in tiles.windows(3) {
                match *three {
                    [a, b, c] if a == b && b == c => self.set(MERGE_ORDER + way),
                    [a, b, c] if (a == b && c == a + 1) || (b == c && a == b + 1) => {
                        self.set(MERGE_ONCE + way);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds what a board shows that is printed as it should be.
    pub(crate) fn add_board(&mut self, board: &Board) {
        self.set(GAME);
        for value in board.values() {
            self.set(PRINT + [10, 100].iter().filter(|power| value >= **power).count());
        }
    }

    /// Those about moves in a direction.
    pub fn towards(direction: Direction) -> Aspects {
        let mut aspects = Aspects::default();
        for group in [SLIDE, MERGE_VALUE, MERGE_ONCE, MERGE_ORDER] {
            aspects.set(group + way(direction));
        }
        aspects
    }
}

/// The place of a direction in the groups of the table.
fn way(direction: Direction) -> usize {
    match direction {
        Direction::Up => 0,
        Direction::Down => 1,
        Direction::Left => 2,
        Direction::Right => 3,
    }
}

/// For each answer of a game what it shows: before the first line, and after each that is read.
pub fn of_game(script: &Script) -> Vec<Aspects> {
    let situations = situations(script, Fidelity::Program);
    let mut first = Aspects::default();
    first.set(MENU);
    let mut list = vec![first];
    let mut switched = false;
    for (line, pair) in script.lines.iter().zip(situations.windows(2)) {
        list.push(of_answer(line, &pair[0], &pair[1], switched));
        switched |= pair[0].phase == Phase::Move && line == b"3";
    }
    list
}

fn of_answer(line: &[u8], before: &Situation, after: &Situation, switched: bool) -> Aspects {
    let mut shown = Aspects::default();
    let board_is_shown = match before.phase {
        Phase::Menu => {
            match (line, after.phase) {
                (b"X", _) => shown.set(QUIT_MENU),
                (_, Phase::Cell(_)) => shown.set(CELL),
                (_, Phase::Menu) => shown.set(OTHER_MENU),
                (_, Phase::Move) => shown.set(START),
                _ => {}
            }
            after.phase == Phase::Move
        }
        Phase::Cell(8) => {
            match after.phase {
                Phase::Move => shown.set(ENTERED),
                Phase::Menu => shown.set(NO_TILE),
                Phase::Ended(End::Won) => shown.set(WON + 1),
                Phase::Ended(End::Lost) => shown.set(LOST + 1),
                _ => {}
            }
            after.phase != Phase::Menu && after.board.is_some()
        }
        Phase::Cell(_) => {
            shown.set(if after.phase == Phase::Menu { NO_TILE } else { CELL });
            false
        }
        Phase::Move => {
            of_turn(line, before, after, switched, &mut shown);
            line != b"X" && after.board != before.board
        }
        Phase::Start | Phase::Ended(_) => false,
    };
    if let Some(board) = after.board.filter(|_| board_is_shown) {
        shown.add_board(&board);
        if board.values().all(|value| value != 0) && after.phase == Phase::Move {
            shown.set(NOT_LOST);
        }
    }
    shown
}

fn of_turn(
    line: &[u8],
    before: &Situation,
    after: &Situation,
    switched: bool,
    shown: &mut Aspects,
) {
    let direction = match line {
        [byte] => Direction::from_key(char::from(*byte)),
        _ => None,
    };
    let (Some(direction), Some(board)) = (direction, before.board) else {
        match line {
            b"X" => shown.set(QUIT_GAME),
            b"3" | b"4" => {}
            _ => shown.set(OTHER_MOVE),
        }
        return;
    };
    if !board.is_legal(direction) {
        shown.set(ILLEGAL);
        shown.set(NO_CHANGE);
        return;
    }
    shown.add_move(&board, direction, before.spawning, switched);
    if before.spawning && after.drawn > before.drawn + 1 {
        shown.set(SPAWN_AGAIN);
    }
    match after.phase {
        Phase::Ended(End::Won) => shown.set(WON),
        Phase::Ended(End::Lost) => shown.set(LOST),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;

    fn all() -> Aspects {
        let mut all = Aspects::default();
        Rule::ALL.into_iter().for_each(|rule| all.add(Aspects::of(rule)));
        all
    }

    #[test]
    fn every_rule_has_an_aspect_and_the_fixed_games_show_them_all() {
        assert!(Rule::ALL.into_iter().all(|rule| !Aspects::of(rule).is_empty()));
        let generator = Generator::new(0);
        let mut shown = Aspects::default();
        for index in 0..generator.fixed() {
            of_game(&generator.script(index)).into_iter().for_each(|aspects| shown.add(aspects));
        }
        assert_eq!(all().without(shown).words(), [""; 0]);
    }

    #[test]
    fn answers_show_what_they_are_about() {
        let check = |script: &str, rule: Rule, words: &[&str]| {
            let script: Script = script.parse().unwrap();
            let last = *of_game(&script).last().unwrap();
            let others = all().without(Aspects::of(rule));
            assert_eq!(last.without(others).words(), words, "{script} {rule}");
        };
        check("1 ; draws: 1 1", Rule::Start, &["new games"]);
        check("1 A ; draws: 1 1", Rule::Slide, &["moves to the left"]);
        check("1 A ; draws: 1 1", Rule::MergeValue, &["merges to the left"]);
        check("1 A ; draws: 1 1", Rule::MergeOrder, &[]);
        check("1 W ; draws: 1 1", Rule::Slide, &[]);
        check("1 W ; draws: 1 1", Rule::InvalidInput, &["moves that change nothing"]);
        check(
            "2 2 2 2 0 0 0 0 0 0 A ; draws: 5",
            Rule::MergeOrder,
            &["three equal tiles moved to the left"],
        );
        check(
            "2 4 2 2 0 0 0 0 0 0 D ; draws: 5",
            Rule::MergeOnce,
            &["a merge to the right beside an equal tile"],
        );
        check("2 512 0 0 0 0 0 0 0 0 ; draws: none", Rule::Win, &["a 512 that is entered"]);
        check("1 3 A ; draws: 1 1", Rule::RngSwitch, &["a move after 3"]);
        check("1 3 4 A ; draws: 1 1", Rule::RngSwitch, &["a move after 3 and 4"]);
        check("1 X ; draws: 1 1", Rule::Quit, &["X in the game"]);
        check("1 X ; draws: 1 1", Rule::BoardPrint, &[]);
    }
}
