//! What has to be known to play a program and cannot be seen from a board: its keys, its menu, how
//! it says that a game is won or lost. A small TOML file, or the outcome of probing.
//!
//! What a file leaves out does not exist: without `[menu]` the board is there at once, without a key
//! to quit nobody quits. Only the numbers under `[board]` have values of their own, those of the
//! 3×3 game.

use std::fmt;
use std::sync::LazyLock;

use engine::{Board, Direction};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::menu::{Answers, BoardEntry, Menu};
use super::recover::{Layout, Tiles, shown};
use super::typing::{Aside, Typing};
use crate::rule::Rule;

/// How to play one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Which format the file has; one that does not say so has this one.
    #[serde(default)]
    pub format: Format,
    /// What is asked before the first board, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub menu: Option<Menu>,
    /// What is typed during a game.
    #[serde(deserialize_with = "checked")]
    pub keys: Keys,
    /// How a game ends.
    #[serde(default)]
    pub end: Endings,
    /// The board and what comes onto it.
    #[serde(default, deserialize_with = "checked")]
    pub board: BoardRules,
    /// Questions that come up besides, and what is answered to them each time.
    #[serde(default, rename = "aside", skip_serializing_if = "Vec::is_empty")]
    pub asides: Vec<Aside>,
    /// What random games leave out, because it is known where it leads.
    #[serde(skip)]
    pub avoid: Avoided,
}

/// The format of protocol files that this version reads and writes. It goes up when a key goes away or
/// changes its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Format;

impl From<Format> for u32 {
    fn from(_: Format) -> u32 {
        1
    }
}

impl TryFrom<u32> for Format {
    type Error = String;

    fn try_from(format: u32) -> Result<Format, String> {
        match format == Format.into() {
            true => Ok(Format),
            false => Err(format!("expected 1, the format that this version reads, not {format}")),
        }
    }
}

/// What random games leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Avoided {
    /// Keys of these directions.
    pub ways: Vec<Direction>,
    /// Moves that change nothing.
    pub illegal: bool,
}

/// What is typed during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a table of keys")]
pub struct Keys {
    /// Pushes the tiles to the first row.
    pub up: Typed,
    /// To the first column.
    pub left: Typed,
    /// To the last row.
    pub down: Typed,
    /// To the last column.
    pub right: Typed,
    /// Ends the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Typed>,
    /// Stops new tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng_off: Option<Typed>,
    /// Lets them come again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng_on: Option<Typed>,
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A move.
    Move(Direction),
    /// The end of the program.
    Quit,
    /// No new tiles from here on.
    RngOff,
    /// New tiles from here on.
    RngOn,
}

impl Keys {
    /// The key of a direction.
    pub fn of(&self, direction: Direction) -> &Typed {
        match direction {
            Direction::Up => &self.up,
            Direction::Left => &self.left,
            Direction::Down => &self.down,
            Direction::Right => &self.right,
        }
    }

    /// What a line means, if it means anything.
    pub fn meaning(&self, line: &[u8]) -> Option<Meaning> {
        self.each().find(|(key, _)| key.bytes() == line).map(|(_, meaning)| meaning)
    }

    /// All keys there are.
    pub fn all(&self) -> Vec<(&Typed, Meaning)> {
        self.each().collect()
    }

    fn each(&self) -> impl Iterator<Item = (&Typed, Meaning)> {
        let moves = Direction::ALL.map(|way| (Some(self.of(way)), Meaning::Move(way)));
        let others = [
            (self.quit.as_ref(), Meaning::Quit),
            (self.rng_off.as_ref(), Meaning::RngOff),
            (self.rng_on.as_ref(), Meaning::RngOn),
        ];
        let all = moves.into_iter().chain(others);
        all.filter_map(|(key, meaning)| key.map(|key| (key, meaning)))
    }
}

/// A part of a protocol that can be read and still be wrong.
trait Check {
    /// What was expected instead.
    fn check(&self) -> Result<(), String>;
}

fn checked<'de, T: Deserialize<'de> + Check, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let part = T::deserialize(from)?;
    part.check().map_err(D::Error::custom).map(|()| part)
}

impl Check for Keys {
    fn check(&self) -> Result<(), String> {
        let all = self.all();
        let twice = all.iter().enumerate().find(|(index, (key, meaning))| {
            // One key may switch new tiles off and on.
            let same = |(other, of): &(&Typed, Meaning)| {
                other == key && (*of, *meaning) != (Meaning::RngOff, Meaning::RngOn)
            };
            all[..*index].iter().any(same)
        });
        match twice {
            Some((_, (key, _))) => {
                Err(format!("expected a key for each action, but {key} is there twice"))
            }
            None => Ok(()),
        }
    }
}

/// A line that is typed, without its end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Typed(String);

impl Typed {
    /// A line, unless it is more than one.
    pub fn new(text: &str) -> Option<Typed> {
        (!text.contains(['\n', '\r'])).then(|| Typed(text.to_owned()))
    }

    /// A line that is known to be one.
    pub(super) fn from_known(text: String) -> Typed {
        Typed(text)
    }

    /// What is typed, as text.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// What is typed.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl TryFrom<String> for Typed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Typed, &'static str> {
        Typed::new(&text).ok_or("expected one line of input, without its end")
    }
}

impl From<Typed> for String {
    fn from(answer: Typed) -> String {
        answer.0
    }
}

impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// How a game ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Endings {
    /// What is printed when the game is won. If it is not known, the end of the program says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Pattern>,
    /// The same for a lost game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Pattern>,
    /// What the program does then.
    #[serde(default)]
    pub then: Then,
    /// What begins another game where it asks what to do next after a lost one, if that is not the menu.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<Typed>,
    /// What it does after a won game, if that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_win: Option<Then>,
    /// What it does after the key that quits.
    #[serde(default, skip_serializing_if = "Then::is_exit")]
    pub after_quit: Then,
}

/// What comes after a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The program ends.
    #[default]
    Exit,
    /// It asks what to do next.
    Ask,
    /// The game goes on.
    GoOn,
}

impl Then {
    fn is_exit(&self) -> bool {
        *self == Then::Exit
    }
}

/// A part of a line; `*` stands for anything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pattern(String);

impl Pattern {
    /// A pattern, unless it would match everything.
    pub fn new(text: &str) -> Option<Pattern> {
        let says_something = text.chars().any(|c| c != '*' && !c.is_whitespace());
        (says_something && !text.contains('\n')).then(|| Pattern(text.to_owned()))
    }

    /// The pattern as it is written.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether some line of an output has it.
    pub fn is_in(&self, output: &[u8]) -> bool {
        let shown = shown(output);
        // To look through the bytes once is faster than line by line, and most often enough. What is no
        // UTF-8 becomes text first.
        let part = self.0.split('*').find(|part| !part.is_empty()).unwrap_or_default();
        if !part.contains(char::REPLACEMENT_CHARACTER) && !has(&shown, part.as_bytes()) {
            return false;
        }
        let text = String::from_utf8_lossy(&shown);
        text.lines().any(|line| self.is_in_line(line))
    }

    /// Whether a line has it.
    pub(super) fn is_in_line(&self, line: &str) -> bool {
        let find = |rest: &str, part: &str| rest.find(part).map(|at| at + part.len());
        let mut rest = Some(line);
        for part in self.0.split('*') {
            rest = rest.and_then(|rest| rest.get(find(rest, part)?..));
        }
        rest.is_some()
    }
}

/// Whether a text has a part: its last byte is looked for, and where it is not, as many bytes are passed over
/// as the part allows. Nearly all texts that are searched are short and do not have it.
fn has(text: &[u8], part: &[u8]) -> bool {
    let Some((last, before)) = part.split_last() else { return true };
    let mut at = before.len();
    while let Some(byte) = text.get(at) {
        if byte == last && text[at - before.len()..at] == *before {
            return true;
        }
        let place = before.iter().rposition(|other| other == byte);
        at += place.map_or(part.len(), |place| before.len() - place);
    }
    false
}

impl TryFrom<String> for Pattern {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Pattern, &'static str> {
        Pattern::new(&text)
            .ok_or("expected a part of one line that is printed then and at no other time")
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> String {
        pattern.0
    }
}

/// The board, what comes onto it, and what is aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BoardRules {
    /// The number of rows and columns.
    pub side: usize,
    /// The tile that wins.
    pub goal: u64,
    /// What a new tile can be.
    pub spawns: Vec<u64>,
    /// How many tiles a new game can begin with.
    pub start_tiles: Vec<usize>,
    /// The rules of which it is known that they are broken.
    #[serde(skip)]
    pub allowed: Vec<Rule>,
    /// See [`Layout::empty`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<char>,
    /// See [`Layout::width`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell_width: Option<usize>,
    /// See [`Layout::first`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first: bool,
    /// See [`Layout::tiles`].
    #[serde(skip_serializing_if = "Tiles::is_usual")]
    pub tiles: Tiles,
}

impl Default for BoardRules {
    fn default() -> BoardRules {
        BoardRules {
            side: 3,
            goal: 512,
            spawns: vec![2],
            start_tiles: vec![2],
            allowed: Vec::new(),
            empty: None,
            cell_width: None,
            first: false,
            tiles: Tiles::Values,
        }
    }
}

impl BoardRules {
    /// Whether a rule may be broken.
    pub(super) fn allows(&self, rule: Rule) -> bool {
        self.allowed.contains(&rule)
    }

    /// How the board is printed.
    pub fn layout(&self) -> Layout {
        let BoardRules { side, empty, cell_width: width, first, tiles, .. } = *self;
        Layout { side, empty, width, first, tiles }
    }
}

impl Check for BoardRules {
    fn check(&self) -> Result<(), String> {
        let is_tile = |value: &u64| Board::from_values(2, &[*value, 0, 0, 0]).is_ok() && *value > 0;
        let cells = self.side.saturating_mul(self.side);
        if Board::empty(self.side).is_err() {
            return Err(format!("expected a side from 2 to 8, not {}", self.side));
        }
        if let Some(odd) = self.spawns.iter().chain([&self.goal]).find(|value| !is_tile(value)) {
            return Err(format!("expected tiles (2, 4, 8 and so on), not {odd}"));
        }
        if self.spawns.is_empty() || self.start_tiles.is_empty() {
            return Err("expected at least one number in each list".into());
        }
        if let Some(many) = self.start_tiles.iter().find(|count| **count > cells) {
            return Err(format!("expected at most {cells} tiles at the start, not {many}"));
        }
        if self.cell_width == Some(0) {
            return Err("expected cells at least one character wide".into());
        }
        Ok(())
    }
}

/// Why a text is no protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct ProtocolError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, or what was expected.
    pub problem: String,
}

/// [`Protocol::documented`], made once for the many games that shrinking and blame type by it.
pub(crate) static DOCUMENTED: LazyLock<Protocol> = LazyLock::new(Protocol::documented);

impl Protocol {
    /// Reads a protocol; the name is for messages.
    pub fn parse(file: &str, text: &str) -> Result<Protocol, ProtocolError> {
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start).min(text.len());
            let before = text.get(..start).unwrap_or_default();
            let line_start = before.rfind('\n').map_or(0, |end| end + 1);
            ProtocolError {
                file: file.to_owned(),
                line: before.matches('\n').count() + 1,
                column: before[line_start..].chars().count() + 1,
                problem: error.message().to_owned(),
            }
        })
    }

    /// The protocol as a file that [`Protocol::parse`] reads.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, numbers and lists of numbers can always be written")
    }

    /// The lines that begin a game from a board, if that is offered and the board has the right size.
    pub fn entering(&self, board: &Board) -> Option<Vec<Vec<u8>>> {
        let menu = self.menu.as_ref()?;
        let answers = menu.from_state.as_ref()?.lines().map(<[u8]>::to_vec);
        let cells = menu.state.lines(board).into_iter().map(String::into_bytes);
        let after = menu.after_state.iter().flat_map(Answers::lines).map(<[u8]>::to_vec);
        (board.side() == self.board.side).then(|| answers.chain(cells).chain(after).collect())
    }

    /// The lines that begin a game. Where no new game is offered, a board is entered that has two tiles in
    /// these cells.
    pub(crate) fn beginning(&self, cells: [usize; 2]) -> Vec<Vec<u8>> {
        let Some(menu) = &self.menu else { return Vec::new() };
        if let Some(answers) = &menu.new_game {
            return answers.lines().map(<[u8]>::to_vec).collect();
        }
        let board = cells
            .into_iter()
            .try_fold(Board::empty(self.board.side).ok(), |board, cell| {
                board.map(|board| board.with_tile(cell, 1))
            })
            .flatten();
        board.and_then(|board| self.entering(&board)).unwrap_or_default()
    }

    /// The rules that [`Protocol::allow`] knows.
    pub const CAN_BE_BROKEN: [Rule; 4] =
        [Rule::Start, Rule::SpawnValue, Rule::SpawnAfterLegal, Rule::SpawnEmptyCell];

    /// Lets games go on in which a rule is broken, so that others can be looked at.
    pub fn allow(&mut self, rule: Rule) {
        if self.board.allows(rule) || !Protocol::CAN_BE_BROKEN.contains(&rule) {
            return;
        }
        self.board.allowed.push(rule);
        if rule == Rule::SpawnValue {
            let tiles = std::iter::successors(Some(2), |tile| Some(tile * 2));
            self.board.spawns = tiles.take_while(|tile| *tile < self.board.goal).collect();
        }
    }

    /// How lines are typed.
    pub fn typing(&self) -> Typing {
        Typing { asides: self.asides.clone(), seeds: true }
    }

    /// How the documented game is played. It is held to the rules, so its new games with a single
    /// tile are mistakes; [`BoardRules::start_tiles`] can let them pass.
    pub fn documented() -> Protocol {
        let answer = |text: &str| Typed(text.to_owned());
        let answers = |text: &str| Answers::from_known(&[text.to_owned()]);
        let pattern = |text: &str| Some(Pattern(text.to_owned()));
        Protocol {
            format: Format,
            menu: Some(Menu {
                new_game: Some(answers("1")),
                from_state: Some(answers("2")),
                state: BoardEntry::Cells,
                after_state: None,
                quit: Some(answers("X")),
            }),
            keys: Keys {
                up: answer("W"),
                left: answer("A"),
                down: answer("S"),
                right: answer("D"),
                quit: Some(answer("X")),
                rng_off: Some(answer("3")),
                rng_on: Some(answer("4")),
            },
            end: Endings {
                win: pattern("Congratulations! You have reached the 512 tile!"),
                loss: pattern("Game Over."),
                ..Endings::default()
            },
            board: BoardRules::default(),
            asides: Vec::new(),
            avoid: Avoided::default(),
        }
    }
}

impl Default for Protocol {
    fn default() -> Protocol {
        Protocol::documented()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "[keys]\nup = \"i\"\nleft = \"j\"\ndown = \"k\"\nright = \"l\"\n";

    fn error(text: &str) -> String {
        Protocol::parse("p.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_can_be_read_back() {
        let mut protocol = Protocol::documented();
        assert_eq!(Protocol::parse("p.toml", &protocol.to_toml()), Ok(protocol.clone()));
        protocol.menu = None;
        protocol.board =
            BoardRules { side: 4, empty: Some('-'), cell_width: Some(5), ..protocol.board };
        protocol.end = Endings { then: Then::Ask, ..Endings::default() };
        assert_eq!(Protocol::parse("p.toml", &protocol.to_toml()), Ok(protocol));
    }

    #[test]
    fn what_is_left_out_does_not_exist() {
        let protocol = Protocol::parse("p.toml", SMALL).unwrap();
        assert_eq!((protocol.menu, protocol.keys.quit), (None, None));
        assert_eq!(protocol.board, BoardRules::default());
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert_eq!(error(""), "p.toml:1:1: missing field `keys`");
        assert_eq!(
            error("[keys]\nup = 3\n"),
            "p.toml:2:6: invalid type: integer `3`, expected a string"
        );
        assert_eq!(
            error(&SMALL.replace('j', "i")),
            "p.toml:1:1: expected a key for each action, but \"i\" is there twice"
        );
        let board = |line: &str| error(&format!("{SMALL}[board]\n{line}\n"));
        assert_eq!(board("side = 9"), "p.toml:6:1: expected a side from 2 to 8, not 9");
        assert_eq!(board("goal = 500"), "p.toml:6:1: expected tiles (2, 4, 8 and so on), not 500");
        assert_eq!(
            board("start-tiles = []"),
            "p.toml:6:1: expected at least one number in each list"
        );
        let end = error(&format!("{SMALL}[end]\nloss = \"*\"\n"));
        let expected = "expected a part of one line that is printed then and at no other time";
        assert_eq!(end, format!("p.toml:7:8: {expected}"));
        let format = error(&format!("format = 2\n{SMALL}"));
        assert_eq!(format, "p.toml:1:10: expected 1, the format that this version reads, not 2");
        assert!(error("[keys\n").starts_with("p.toml:1:6: "), "{}", error("[keys\n"));
        assert!(board("sides = 3").contains("unknown field `sides`, expected one of"));
    }

    #[test]
    fn patterns_are_parts_of_lines() {
        let is_in =
            |pattern: &str, text: &str| Pattern::new(pattern).unwrap().is_in(text.as_bytes());
        assert!(is_in("over", "Game over!\n"));
        assert!(is_in("You lost after * moves", "\x1b[H\nYou lost after 21 moves.\n"));
        assert!(!is_in("You * moves", "You lost\nafter 21 moves.\n"));
        assert!(!is_in("Over", "Game over!\n"));
        assert_eq!(Pattern::new(" * "), None);
    }
}
