//! The lines of input that are no moves: what the engine answers to each, with the switch on and off.

use engine::Scripted;
use engine::protocol::{End, Fidelity, TextGame};

use super::known::Key;

/// To quit, the switch off and on, what is no choice, and a line that is longer than the program's buffer
/// of 100 bytes.
pub(crate) const LINES: [&[u8]; 12] =
    [b"X", b"3", b"4", b"w", b"a", b"s", b"d", b"x", b"", b"WA", b"5", &[b'Q'; 150]];

/// Whether the switch is on after a line.
pub(crate) fn switch(line: usize, on: bool) -> bool {
    match LINES[line] {
        b"3" => false,
        b"4" => true,
        _ => on,
    }
}

/// What should be printed for a line, whatever the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) text: Vec<u8>,
    /// Whether the program ends.
    pub(crate) ends: bool,
}

/// All of them, by line, with the switch off and on.
#[derive(Clone, Debug)]
pub(crate) struct Replies([Vec<Reply>; 2]);

impl Replies {
    pub(crate) fn new() -> Replies {
        Replies([false, true].map(|on| (0..LINES.len()).map(|line| reply(line, on)).collect()))
    }

    pub(crate) fn of(&self, line: usize, on: bool) -> &Reply {
        &self.0[usize::from(on)][line]
    }
}

/// Plays to a board and types the line. None of these lines shows the board, so any board will do.
fn reply(line: usize, on: bool) -> Reply {
    let mut chance = Scripted::new([1, 1, 0, 0, 0, 0, 0, 0, 0]);
    let mut game = TextGame::new(Fidelity::Program);
    let mut text = Vec::new();
    game.feed(if on { b"1\n" } else { b"1\n3\n" }, &mut chance, &mut text);
    text.clear();
    game.feed(&[LINES[line], b"\n"].concat(), &mut chance, &mut text);
    Reply { text, ends: game.end().is_some_and(|end| end == End::Quit) }
}

/// What a line did to a machine once, in terms of keys: if the values that it read are there again, it
/// does the same again.
#[derive(Clone, Debug)]
struct Seen {
    reads: Vec<(usize, u32)>,
    sets: Vec<(usize, u32)>,
}

/// What lines have done so far.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// By line and switch.
    seen: Vec<Vec<Seen>>,
}

/// More than so many ways in which a line goes on are not kept: it depends on the board.
const MOST: usize = 64;

impl Memory {
    fn slot(line: usize, on: bool) -> usize {
        2 * line + usize::from(on)
    }

    /// The key after a line, if it is known what the line does.
    pub(crate) fn after(&self, line: usize, on: bool, key: &Key) -> Option<Key> {
        let seen = self.seen.get(Memory::slot(line, on))?;
        let fits = |seen: &&Seen| seen.reads.iter().all(|(at, value)| key[*at] == *value);
        let seen = seen.iter().find(fits)?;
        let mut after = key.clone();
        seen.sets.iter().for_each(|(at, value)| after[*at] = *value);
        Some(after)
    }

    /// A line has been typed: the keys before and after, and which values were read and set.
    pub(crate) fn note(
        &mut self,
        line: usize,
        on: bool,
        before: &Key,
        after: &Key,
        touched: &[(bool, bool)],
    ) {
        self.seen.resize_with(2 * LINES.len(), Vec::new);
        let seen = &mut self.seen[Memory::slot(line, on)];
        if seen.len() >= MOST {
            return;
        }
        let pick = |key: &Key, which: fn(&(bool, bool)) -> bool| {
            let places = touched.iter().enumerate().filter(|(_, touched)| which(touched));
            places.map(|(at, _)| (at, key[at])).collect()
        };
        seen.push(Seen {
            reads: pick(before, |touched| touched.0),
            sets: pick(after, |touched| touched.1),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_answers_without_the_board() {
        let replies = Replies::new();
        for on in [false, true] {
            for (line, typed) in LINES.iter().enumerate() {
                let Reply { text, ends } = replies.of(line, on);
                let text = String::from_utf8_lossy(text);
                assert!(!text.is_empty() && !text.contains("+---+"), "{typed:?}: {text}");
                assert_eq!(*ends, *typed == b"X");
                let refusals = text.matches("Invalid move.").count();
                let expected = match *typed {
                    b"X" | b"3" | b"4" => 0,
                    _ => 1,
                };
                assert_eq!(refusals, expected, "{typed:?}: {text}");
            }
        }
    }

    #[test]
    fn what_a_line_did_is_known_where_it_reads_the_same() {
        let mut memory = Memory::default();
        assert_eq!(memory.after(1, true, &vec![1, 2, 3]), None);
        memory.note(
            1,
            true,
            &vec![1, 2, 3],
            &vec![1, 9, 3],
            &[(true, false), (false, true), (false, false)],
        );
        assert_eq!(memory.after(1, true, &vec![1, 5, 7]), Some(vec![1, 9, 7]));
        assert_eq!(memory.after(1, true, &vec![2, 5, 7]), None);
        assert_eq!(memory.after(1, false, &vec![1, 5, 7]), None);
    }
}
