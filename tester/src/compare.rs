//! Byte-for-byte comparison: both players get the same script at the same time, and the first frame
//! that is not the same is the difference.
//!
//! Nothing is kept of what is the same, so a game costs no more than the two players do. What a
//! difference means for the rules of the game is told by [`crate::blame`].

use crate::draws::Draws;
use crate::player::{Outcome, Player};
use crate::script::Script;

/// What one player did with one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What it printed.
    pub output: Vec<u8>,
    /// How it stood then.
    pub outcome: Outcome,
    /// How many draws it had made.
    pub drawn: usize,
}

/// The first frame that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How many lines had been read: 0 is before the first.
    pub frame: usize,
    /// Whether it is what follows the end of the input.
    pub at_end: bool,
    /// What should have come.
    pub expected: Answer,
    /// What came.
    pub got: Answer,
}

/// In what way two frames differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Something else is printed, and there is nothing worse to say.
    Output,
    /// The program ended where it should go on.
    EndedEarly,
    /// The program goes on where it should end.
    WentOn,
    /// An instruction failed.
    RunError,
    /// It did not come to an end, nor to a read.
    Hung,
    /// It printed without end.
    Flooded,
    /// It used too much memory.
    Memory,
    /// It wanted more input than there is, or to read it where nothing should be read.
    ReadOn,
    /// It did not read the line as an integer, or read it as one.
    Integer,
}

impl Difference {
    /// In what way they differ.
    pub fn kind(&self) -> Kind {
        use crate::player::Limit;
        match (&self.expected.outcome, &self.got.outcome) {
            (a, b) if alike(a, b) => Kind::Output,
            (_, Outcome::RunError { .. }) => Kind::RunError,
            (_, Outcome::Limit(Limit::Steps)) => Kind::Hung,
            (_, Outcome::Limit(Limit::Output)) => Kind::Flooded,
            (_, Outcome::Limit(Limit::Memory)) => Kind::Memory,
            (_, Outcome::Exited) => Kind::EndedEarly,
            (_, Outcome::EndOfInput) => Kind::ReadOn,
            (_, Outcome::InputError) | (Outcome::InputError, _) => Kind::Integer,
            (_, Outcome::Waiting) => Kind::WentOn,
        }
    }

    /// The number of bytes that are the same.
    pub fn same_bytes(&self) -> usize {
        let pairs = self.expected.output.iter().zip(&self.got.output);
        pairs.take_while(|(expected, got)| expected == got).count()
    }

    /// The number of the first line of output that is not the same, counted from 1.
    pub fn line(&self) -> usize {
        let same = &self.expected.output[..self.same_bytes()];
        1 + same.iter().filter(|byte| **byte == b'\n').count()
    }
}

/// Whether two sessions stand alike: where a run error happened, and of what kind it was, is the
/// business of each program.
pub fn alike(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::RunError { .. }, Outcome::RunError { .. }) => true,
        (a, b) => a == b,
    }
}

/// A subject and a reference that play the same games.
#[derive(Clone, Debug)]
pub struct Duel<S, R> {
    subject: S,
    reference: R,
    got: Vec<u8>,
    expected: Vec<u8>,
    line: Vec<u8>,
}

impl<S: Player, R: Player> Duel<S, R> {
    /// Two that have not met.
    pub fn new(subject: S, reference: R) -> Duel<S, R> {
        Duel { subject, reference, got: Vec::new(), expected: Vec::new(), line: Vec::new() }
    }

    /// The one that is tested.
    pub fn subject(&mut self) -> &mut S {
        &mut self.subject
    }

    /// The one that is right.
    pub fn reference(&mut self) -> &mut R {
        &mut self.reference
    }

    /// Plays a script, and then the end of the input, up to the first difference.
    pub fn play(&mut self, script: &Script) -> Option<Difference> {
        let mut subject = script.start_drawing();
        let mut reference = script.start_drawing();
        self.subject.reset();
        self.reference.reset();
        self.clear();
        let got = self.subject.begin(&mut subject, &mut self.got);
        let expected = self.reference.begin(&mut reference, &mut self.expected);
        let mut stand = (expected, got);
        let mut frame = 0;
        loop {
            if self.expected != self.got || !alike(&stand.0, &stand.1) {
                return Some(self.difference(frame, false, stand, &reference, &subject));
            }
            if stand.0 != Outcome::Waiting {
                return None;
            }
            let Some(line) = script.lines.get(frame) else { break };
            self.clear();
            self.line.clear();
            self.line.extend_from_slice(line);
            self.line.push(b'\n');
            frame += 1;
            let got = self.subject.feed(&self.line, &mut subject, &mut self.got);
            let expected = self.reference.feed(&self.line, &mut reference, &mut self.expected);
            stand = (expected, got);
        }
        self.clear();
        let got = self.subject.finish(&mut subject, &mut self.got);
        let expected = self.reference.finish(&mut reference, &mut self.expected);
        if self.expected != self.got || !alike(&expected, &got) {
            return Some(self.difference(frame, true, (expected, got), &reference, &subject));
        }
        None
    }

    fn clear(&mut self) {
        self.got.clear();
        self.expected.clear();
    }

    fn difference(
        &self,
        frame: usize,
        at_end: bool,
        (expected, got): (Outcome, Outcome),
        reference: &Draws,
        subject: &Draws,
    ) -> Difference {
        let answer = |output: &Vec<u8>, outcome, draws: &Draws| Answer {
            output: output.clone(),
            outcome,
            drawn: draws.drawn(),
        };
        Difference {
            frame,
            at_end,
            expected: answer(&self.expected, expected, reference),
            got: answer(&self.got, got, subject),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::{Limits, Program, Reference};

    /// The difference between a small program and the engine.
    fn found(source: &str, script: &str) -> Difference {
        let limits = Limits { steps: 10_000, output: 1_000, memory: 1 << 20 };
        let program = Program::assemble("p.asm", source, limits).unwrap();
        let mut duel = Duel::new(program.subject(), Reference::new(Fidelity::Program));
        duel.play(&script.parse().unwrap()).unwrap()
    }

    const MENU: &str = ".data\nm: .asciiz \"Main Menu:\\n[1] New Game\\n[2] Start from a State\\n\
                        [X] Quit\\n\"\nb: .space 100\n.text\nla $a0, m\nli $v0, 4\nsyscall\n";

    #[test]
    fn each_kind_is_told_apart() {
        let check = |rest: &str, kind: Kind, frame: usize| {
            let difference = found(&format!("{MENU}{rest}"), "X ; draws: none");
            assert_eq!((difference.kind(), difference.frame), (kind, frame), "{rest}");
        };
        let read = "la $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n";
        check("li $v0, 10\nsyscall\n", Kind::EndedEarly, 0);
        check("lw $t0, 1($zero)\n", Kind::RunError, 0);
        check("here: j here\n", Kind::Hung, 0);
        check("here: syscall\nj here\n", Kind::Flooded, 0);
        check("li $a0, 65536\nhere: li $v0, 9\nsyscall\nsw $t0, ($v0)\nj here\n", Kind::Memory, 0);
        check(&format!("{read}li $v0, 10\nsyscall\n"), Kind::Output, 1);
        check(&format!("{read}{read}"), Kind::WentOn, 1);
        check("li $v0, 5\nsyscall\n", Kind::Integer, 1);
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        let difference = found(&MENU.replace("from a", "from the"), "X ; draws: none");
        assert_eq!((difference.line(), difference.same_bytes()), (3, 39));
    }
}
