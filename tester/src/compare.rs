//! Byte-for-byte comparison: both players get the same script at the same time, and the first answer
//! that is not the same is the difference.
//!
//! Nothing is kept of what is the same, so a game costs no more than the two players do. Which rule
//! of the game a difference breaks is found by [`crate::blame`].

use crate::player::Player;
use crate::script::Script;
use crate::session::Session;
use crate::subject::Subject;
use crate::verdict::{Answer, Boards, Moment, Problem, Verdict};

/// What is wrong if two answers are not the same; how many draws were made does not count.
pub fn difference(moment: Moment, expected: &Answer, got: &Answer) -> Option<Verdict> {
    let same = expected.output == got.output && expected.outcome.is_like(&got.outcome);
    let problem = || Problem::of_stops(&expected.outcome, &got.outcome);
    (!same).then(|| Verdict {
        rule: None,
        problem: problem(),
        moment,
        boards: Boards::default(),
        expected: Some(expected.clone()),
        got: got.clone(),
    })
}

/// A subject and a reference that play the same games.
#[derive(Clone, Debug)]
pub struct Duel<S, R> {
    subject: Session<S>,
    reference: Session<R>,
}

impl<S: Player, R: Player> Duel<S, R> {
    /// Two that have not met.
    pub fn new(subject: S, reference: R) -> Duel<S, R> {
        Duel { subject: Session::new(subject), reference: Session::new(reference) }
    }

    /// The one that is tested.
    pub fn subject(&mut self) -> &mut S {
        self.subject.player_mut()
    }

    /// The one that it is compared with.
    pub fn reference(&self) -> &R {
        self.reference.player()
    }

    /// Plays a script, and then the end of the input, up to the first difference.
    pub fn play(&mut self, script: &Script) -> Option<Verdict> {
        self.subject.restart(script.start_drawing());
        self.reference.restart(script.start_drawing());
        while self.subject.step(script) && self.reference.step(script) {
            let (expected, got) = (self.reference.answer(), self.subject.answer());
            let found = difference(self.subject.moment(), expected, got);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

impl<R: Player> Duel<Subject, R> {
    /// What the last game has cost.
    pub fn work(&self) -> u64 {
        self.subject.player().work()
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
