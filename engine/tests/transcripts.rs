//! A whole session to read, in both fidelities: what was typed, what was drawn, what was printed.

#![expect(clippy::unwrap_used, reason = "output that cannot be read fails the test")]

use engine::protocol::{Fidelity, TextGame};
use engine::{Chance, Scripted};

/// Draws from a list, and all that were made so far: the number, and what it had to be below.
struct Recorder(Scripted, Vec<(u32, u32)>);

impl Chance for Recorder {
    fn below(&mut self, bound: u32) -> u32 {
        let value = self.0.below(bound);
        self.1.push((value, bound));
        value
    }
}

/// Feeds the lines one by one and writes down all that happens.
fn transcript(fidelity: Fidelity, lines: &[&str], draws: &[u32]) -> String {
    let mut session = TextGame::new(fidelity).with_final_newline();
    let mut chance = Recorder(Scripted::new(draws.iter().copied()), Vec::new());
    let mut transcript = String::new();
    let mut output = Vec::new();
    session.feed(b"", &mut chance, &mut output);
    for line in lines {
        transcript += &String::from_utf8(std::mem::take(&mut output)).unwrap();
        if session.end().is_some() {
            break;
        }
        transcript += &format!("« {line}\n");
        session.feed(format!("{line}\n").as_bytes(), &mut chance, &mut output);
        let drawn = std::mem::take(&mut chance.1);
        if !drawn.is_empty() {
            let drawn: Vec<String> =
                drawn.iter().map(|(value, bound)| format!("{value}/{bound}")).collect();
            transcript += &format!("« draws {}\n", drawn.join(" "));
        }
    }
    let end = session.finish(&mut chance, &mut output);
    transcript += &String::from_utf8(output).unwrap();
    transcript + &format!("« {end:?} after {} lines\n", session.lines())
}

/// A line that locks the program's menu; a board given up; a new game that begins with two passes;
/// moves that are legal, illegal or none; new tiles off and on; a letter outside ASCII.
const LINES: [&str; 16] =
    ["new game", "1", "ab", "2", "16", "3", "1", "A", "W", "s", "3", "D", "4", "A", "ń", "X"];
const DRAWS: [u32; 25] =
    [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 4, 0, 5, 8, 2, 6];

#[test]
fn a_session_as_the_program_has_it() {
    insta::assert_snapshot!(transcript(Fidelity::Program, &LINES, &DRAWS));
}

#[test]
fn the_same_session_as_it_was_meant() {
    insta::assert_snapshot!(transcript(Fidelity::Intended, &LINES, &DRAWS));
}

#[test]
fn an_integer_that_is_none_as_the_program_has_it() {
    insta::assert_snapshot!(transcript(Fidelity::Program, &["2", "2", "X", "X"], &[]));
}

#[test]
fn an_integer_that_is_none_as_it_was_meant() {
    insta::assert_snapshot!(transcript(Fidelity::Intended, &["2", "2", "X", "X"], &[]));
}
