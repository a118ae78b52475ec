//! What is answered before a game: to begin one, to enter a board, to leave.

use std::fmt;

use engine::Board;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::protocol::Typed;

/// What is answered to the menu.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Menu {
    /// For a new game: one answer, or one to each question in turn. Without it all games begin with a
    /// board that is entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_game: Option<Answers>,
    /// For a game from a board that is entered, if that is offered; an empty list if a board is asked for
    /// at once.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "Answers::any_number"
    )]
    pub from_state: Option<Answers>,
    /// How that board is entered.
    #[serde(default)]
    pub state: BoardEntry,
    /// What is answered after that board, if anything is asked before the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_state: Option<Answers>,
    /// To leave, if the menu offers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Answers>,
}

impl Menu {
    /// All that can be answered.
    pub(super) fn choices(&self) -> impl Iterator<Item = &Answers> {
        self.new_game.iter().chain(&self.from_state).chain(&self.quit)
    }

    /// Whether a new game is one of several choices.
    pub(super) fn has_choice(&self) -> bool {
        self.new_game.is_some() && self.choices().count() > 1
    }

    /// Whether a board can be entered.
    pub fn takes_states(&self) -> bool {
        self.from_state.is_some()
    }

    /// How many questions come before the one at which the choices differ.
    pub(super) fn questions_before_choice(&self) -> usize {
        let differ = |at: &usize| {
            let lines = self.choices().map(|answers| answers.0.get(*at));
            let mut lines = lines.collect::<Vec<_>>();
            lines.dedup();
            lines.len() > 1
        };
        let most = self.choices().map(|answers| answers.0.len()).max().unwrap_or_default();
        (0..most).find(differ).unwrap_or(most.saturating_sub(1))
    }
}

/// The answers to the questions before a game, in their order: at least one, unless a board is asked for
/// at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answers(Vec<Typed>);

impl Answers {
    /// Answers, unless there are none.
    pub fn new(lines: Vec<Typed>) -> Option<Answers> {
        (!lines.is_empty()).then_some(Answers(lines))
    }

    /// Answers that may be none.
    fn any_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Answers>, D::Error> {
        from.deserialize_any(OneOrMore { least: 0 }).map(Some)
    }

    /// Whether nothing is asked.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many questions there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// What is typed, line by line.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Typed::bytes)
    }

    /// The same as text.
    pub(super) fn texts(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|line| line.text().to_owned())
    }

    /// Answers that are known to be lines.
    pub(super) fn from_known(lines: &[String]) -> Answers {
        Answers(lines.iter().cloned().map(Typed::from_known).collect())
    }

    /// Whether these lines are all of it, or its beginning.
    pub(super) fn begins_with(&self, typed: &[Vec<u8>]) -> Option<Begun> {
        let same = typed.len() <= self.0.len() && self.lines().zip(typed).all(|(a, b)| a == b);
        same.then_some(if typed.len() == self.0.len() { Begun::Complete } else { Begun::Partly })
    }
}

/// How much of some answers has been typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begun {
    Partly,
    Complete,
}

impl Serialize for Answers {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => one.serialize(to),
            all => all.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Answers, D::Error> {
        from.deserialize_any(OneOrMore { least: 1 })
    }
}

struct OneOrMore {
    least: usize,
}

impl<'de> Visitor<'de> for OneOrMore {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, or a list of strings")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Answers, E> {
        let line = Typed::try_from(text.to_owned()).map_err(E::custom)?;
        Ok(Answers(vec![line]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Answers, A::Error> {
        let mut lines = Vec::new();
        while let Some(line) = list.next_element()? {
            lines.push(line);
        }
        match lines.len() < self.least {
            true => Err(A::Error::custom("expected at least one answer")),
            false => Ok(Answers(lines)),
        }
    }
}

/// How the cells of a board are entered, row by row, 0 for an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardEntry {
    /// A line for each cell.
    #[default]
    Cells,
    /// A line for each row, with blanks between the cells.
    Rows,
    /// One line, with blanks between the cells.
    Line,
    /// A line for each row, with commas between the cells.
    CommaRows,
    /// One line, with commas between the cells.
    CommaLine,
}

impl BoardEntry {
    /// All ways, the most usual first.
    pub(super) const ALL: [BoardEntry; 5] = [
        BoardEntry::Cells,
        BoardEntry::Rows,
        BoardEntry::Line,
        BoardEntry::CommaLine,
        BoardEntry::CommaRows,
    ];

    /// A board as it is entered.
    pub(super) fn lines(self, board: &Board) -> Vec<String> {
        let cells: Vec<String> = board.values().map(|value| value.to_string()).collect();
        let (per_line, separator) = (self.per_line(board.side()), self.separator());
        let separator = char::from(separator).to_string();
        cells.chunks(per_line).map(|line| line.join(&separator)).collect()
    }

    /// How many cells stand on each line.
    pub(super) fn per_line(self, side: usize) -> usize {
        match self {
            BoardEntry::Cells => 1,
            BoardEntry::Rows | BoardEntry::CommaRows => side,
            BoardEntry::Line | BoardEntry::CommaLine => side * side,
        }
    }

    /// What stands between two cells of a line.
    pub(super) fn separator(self) -> u8 {
        match self {
            BoardEntry::Cells | BoardEntry::Rows | BoardEntry::Line => b' ',
            BoardEntry::CommaRows | BoardEntry::CommaLine => b',',
        }
    }
}
