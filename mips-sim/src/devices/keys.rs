//! Keys that are pressed at given moments of a run: lists that can be written down, so that a run
//! with a keyboard can be repeated, debugged backwards and graded.

use std::fmt::{self, Write};
use std::str::FromStr;

/// The code of a key, as the program finds it in the receiver's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub u8);

const NAMES: [(&str, u8); 6] = [
    ("space", b' '),
    ("enter", b'\n'),
    ("tab", b'\t'),
    ("esc", 27),
    ("backspace", 8),
    ("hash", b'#'),
];

impl FromStr for Key {
    type Err = ();

    /// A character, a name such as `space`, or a code such as `0x1b`.
    fn from_str(text: &str) -> Result<Key, ()> {
        let mut chars = text.chars();
        if let (Some(char), None) = (chars.next(), chars.next()) {
            return u8::try_from(u32::from(char)).map(Key).map_err(|_| ());
        }
        if let Some((_, code)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(Key(*code));
        }
        let digits = text.strip_prefix("0x").ok_or(())?;
        u8::from_str_radix(digits, 16).map(Key).map_err(|_| ())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.iter().find(|(_, code)| *code == self.0) {
            Some((name, _)) => f.write_str(name),
            None if self.0.is_ascii_graphic() => f.write_char(char::from(self.0)),
            None => write!(f, "0x{:02x}", self.0),
        }
    }
}

/// When a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum When {
    /// As soon as so many instructions have been executed.
    Step(u64),
    /// As soon as so many frames are over ([`super::FrameClock`]).
    Frame(u64),
}

/// A key and its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimedKey {
    /// The moment.
    pub when: When,
    /// The key.
    pub key: Key,
}

impl fmt::Display for TimedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.when {
            When::Step(step) => write!(f, "{step} {}", self.key),
            When::Frame(frame) => write!(f, "frame {frame} {}", self.key),
        }
    }
}

impl FromStr for TimedKey {
    type Err = KeyProblem;

    fn from_str(text: &str) -> Result<TimedKey, KeyProblem> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number =
            |word: &str| word.replace('_', "").parse::<u64>().map_err(|_| KeyProblem::Moment);
        let (when, key) = match words.as_slice() {
            ["frame", frame, key] => (When::Frame(number(frame)?), key),
            [step, key] if *step != "frame" => (When::Step(number(step)?), key),
            _ => return Err(KeyProblem::Shape),
        };
        Ok(TimedKey { when, key: key.parse().map_err(|()| KeyProblem::Key)? })
    }
}

/// What is wrong with a line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    /// It is something else.
    #[error("expected a moment and a key, such as `120000 w` or `frame 3 space`")]
    Shape,
    /// The moment is no number.
    #[error("the moment is a number of instructions, or `frame` and a number")]
    Moment,
    /// There is no such key.
    #[error(
        "the key is a character, space, enter, tab, esc, backspace, hash, or a code such as 0x1b"
    )]
    Key,
}

/// A list that can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct KeyListError {
    /// Its line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub problem: KeyProblem,
}

/// Keys by their moments. As text it has a key in each line; `#` begins a comment.
///
/// ```
/// use mips_sim::devices::KeyList;
///
/// let keys: KeyList = "# two steps to the right\nframe 3 d\n120000 space\n".parse().unwrap();
/// assert_eq!(keys.to_string(), "120000 space\nframe 3 d\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyList {
    /// By number of instructions, in the order of their moments.
    steps: Vec<(u64, Key)>,
    /// By frame.
    frames: Vec<(u64, Key)>,
}

impl KeyList {
    /// Those that are pressed at a number of instructions, from one place on.
    pub(super) fn by_step(&self, from: usize) -> Option<(u64, Key)> {
        self.steps.get(from).copied()
    }

    /// Those that are pressed at a frame, from one place on.
    pub(super) fn by_frame(&self, from: usize) -> Option<(u64, Key)> {
        self.frames.get(from).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.steps.len() + self.frames.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = TimedKey> + '_ {
        let steps =
            self.steps.iter().map(|(step, key)| TimedKey { when: When::Step(*step), key: *key });
        let frames = self
            .frames
            .iter()
            .map(|(frame, key)| TimedKey { when: When::Frame(*frame), key: *key });
        steps.chain(frames)
    }
}

impl FromIterator<TimedKey> for KeyList {
    fn from_iter<I: IntoIterator<Item = TimedKey>>(keys: I) -> KeyList {
        let mut list = KeyList::default();
        for TimedKey { when, key } in keys {
            match when {
                When::Step(step) => list.steps.push((step, key)),
                When::Frame(frame) => list.frames.push((frame, key)),
            }
        }
        // Those of one moment stay as they were given: the last of them replaces the others.
        list.steps.sort_by_key(|(step, _)| *step);
        list.frames.sort_by_key(|(frame, _)| *frame);
        list
    }
}

impl FromStr for KeyList {
    type Err = KeyListError;

    fn from_str(text: &str) -> Result<KeyList, KeyListError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let full = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        full.map(|(line, text)| text.parse().map_err(|problem| KeyListError { line, problem }))
            .collect()
    }
}

impl fmt::Display for KeyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|key| writeln!(f, "{key}"))
    }
}
