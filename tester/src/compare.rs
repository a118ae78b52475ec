//! Byte-for-byte comparison: both players get the same script at the same time, and the first answer
//! that is not the same is the difference.
//!
//! Nothing is kept of what is the same, so a game costs no more than the two players do. Which rule
//! of the game a difference breaks is found by [`crate::blame`].

use crate::draws::Draws;
use crate::player::{Outcome, Player};
use crate::script::Script;
use crate::verdict::{Answer, Boards, Moment, Problem, Verdict};

/// What is wrong if two answers are not the same. Which rule that breaks is for [`crate::blame`].
pub fn difference(moment: Moment, expected: Answer, got: Answer) -> Verdict {
    let problem = match Problem::of_stops(&expected.outcome, &got.outcome) {
        Problem::Output if expected.output == got.output => Problem::Draws,
        problem => problem,
    };
    let expected = Some(expected);
    Verdict { rule: None, problem, moment, boards: Boards::default(), expected, got }
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
    pub fn play(&mut self, script: &Script) -> Option<Verdict> {
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
            if self.expected != self.got || !stand.0.is_like(&stand.1) {
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
        if self.expected != self.got || !expected.is_like(&got) {
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
        lines: usize,
        at_end: bool,
        (expected, got): (Outcome, Outcome),
        reference: &Draws,
        subject: &Draws,
    ) -> Verdict {
        let answer = |output: &Vec<u8>, outcome, draws: &Draws| Answer {
            output: output.clone(),
            outcome,
            drawn: draws.drawn(),
        };
        let expected = answer(&self.expected, expected, reference);
        difference(Moment { lines, at_end }, expected, answer(&self.got, got, subject))
    }
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::{Limits, Program, Reference};

    /// The difference between a small program and the engine.
    fn found(source: &str, script: &str) -> Verdict {
        let limits = Limits { steps: 10_000, output: 1_000, memory: 1 << 20 };
        let program = Program::assemble("p.asm", source, limits).unwrap();
        let mut duel = Duel::new(program.subject(), Reference::new(Fidelity::Program));
        duel.play(&script.parse().unwrap()).unwrap()
    }

    const MENU: &str = ".data\nm: .asciiz \"Main Menu:\\n[1] New Game\\n[2] Start from a State\\n\
                        [X] Quit\\n\"\nb: .space 100\n.text\nla $a0, m\nli $v0, 4\nsyscall\n";

    #[test]
    fn each_problem_is_recognised() {
        let check = |rest: &str, code: &str, lines: usize| {
            let verdict = found(&format!("{MENU}{rest}"), "X ; draws: none");
            assert_eq!((verdict.problem.code(), verdict.moment.lines), (code, lines), "{rest}");
        };
        let read = "la $a0, b\nli $a1, 100\nli $v0, 8\nsyscall\n";
        check("li $v0, 10\nsyscall\n", "ended-early", 0);
        check("lw $t0, 1($zero)\n", "run-error", 0);
        check("here: j here\n", "hung", 0);
        check("here: syscall\nj here\n", "flooded", 0);
        check("li $a0, 65536\nhere: li $v0, 9\nsyscall\nsw $t0, ($v0)\nj here\n", "memory", 0);
        check(&format!("{read}li $v0, 10\nsyscall\n"), "output", 1);
        check(&format!("{read}{read}"), "went-on", 1);
        check("li $v0, 5\nsyscall\n", "integer", 1);
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        let verdict = found(&MENU.replace("from a", "from the"), "X ; draws: none");
        assert_eq!((verdict.first_wrong_line(), verdict.same_bytes()), (3, 39));
    }
}
