//! A session that was played before as a player: it says again what was said then, whatever is
//! drawn. It knows one script and the beginnings of it.

use crate::draws::Draws;
use crate::player::{Outcome, Player};
use crate::verdict::Answer;

/// Answers that are given again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    answers: Vec<Answer>,
    next: usize,
}

impl Recorded {
    /// Plays a recorded game again.
    pub fn new(answers: Vec<Answer>) -> Recorded {
        Recorded { answers, next: 0 }
    }
}

impl Player for Recorded {
    fn reset(&mut self) {
        self.next = 0;
    }

    fn feed(&mut self, _: &[u8], _: bool, _: &mut Draws, output: &mut Vec<u8>) -> Outcome {
        let Some(answer) = self.answers.get(self.next) else { return Outcome::EndOfInput };
        output.extend_from_slice(&answer.output);
        self.next += 1;
        answer.outcome
    }

    fn plays_any_game(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::compare::Duel;
    use crate::generate::Generator;
    use crate::{Limits, Program, Reference, Script, play};

    /// A program that reads by service 14 sees the end of the input and goes on.
    #[test]
    fn what_is_said_at_the_end_of_the_input_is_said_again() {
        let source = ".data\nb: .space 8\nbye: .asciiz \"bye\"\n.text\nread: li $v0, 14\n\
                      li $a0, 0\nla $a1, b\nli $a2, 8\nsyscall\nbgtz $v0, read\nla $a0, bye\n\
                      li $v0, 4\nsyscall\nli $v0, 10\nsyscall\n";
        let program = Program::assemble("p.asm", source, Limits::default()).unwrap();
        let script: Script = "a b ; draws: none".parse().unwrap();
        let answers = play(program.subject(), &script);
        assert_eq!(answers.last().unwrap().output, b"bye");
        let recorded = Recorded::new(answers);
        assert_eq!(Duel::new(program.subject(), recorded).play(&script), None);
    }

    #[test]
    fn every_game_can_be_played_again() {
        let generator = Generator::new(5);
        let mut reference = Reference::new(Fidelity::Program);
        for index in (0..generator.fixed() + 100).step_by(3) {
            let script = generator.script(index);
            let answers = play(&mut reference, &script);
            let again = play(Recorded::new(answers.clone()), &script);
            let said = |answers: &[Answer]| -> Vec<(Vec<u8>, Outcome)> {
                answers.iter().map(|a| (a.output.clone(), a.outcome)).collect()
            };
            assert_eq!(said(&again), said(&answers));
        }
    }
}
