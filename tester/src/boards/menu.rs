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
    /// For a new game: one answer, or one to each question in turn.
    pub new_game: Answers,
    /// For a game from a board that is entered, if that is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_state: Option<Answers>,
    /// How that board is entered.
    #[serde(default)]
    pub state: Entry,
    /// To leave, if the menu offers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quit: Option<Answers>,
}

impl Menu {
    /// All that can be answered.
    pub(super) fn choices(&self) -> impl Iterator<Item = &Answers> {
        [&self.new_game].into_iter().chain(&self.from_state).chain(&self.quit)
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
        (0..self.new_game.0.len()).find(differ).unwrap_or(self.new_game.0.len() - 1)
    }
}

/// The answers to the questions before a game, in their order: at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Answers(Vec<Typed>);

impl Answers {
    /// Answers, unless there are none.
    pub fn new(lines: Vec<Typed>) -> Option<Answers> {
        (!lines.is_empty()).then_some(Answers(lines))
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
        struct OneOrMore;
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
                Answers::new(lines).ok_or_else(|| A::Error::custom("expected at least one answer"))
            }
        }
        from.deserialize_any(OneOrMore)
    }
}

/// How the cells of a board are entered, row by row, 0 for an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A line for each cell.
    #[default]
    Cells,
    /// A line for each row, with blanks between the cells.
    Rows,
    /// One line, with blanks between the cells.
    Line,
}

impl Entry {
    /// A board as it is entered.
    pub(super) fn lines(self, board: &Board) -> Vec<String> {
        let cells: Vec<String> = board.values().map(|value| value.to_string()).collect();
        let words = match self {
            Entry::Cells => 1,
            Entry::Rows => board.side(),
            Entry::Line => cells.len(),
        };
        cells.chunks(words).map(|line| line.join(" ")).collect()
    }
}
