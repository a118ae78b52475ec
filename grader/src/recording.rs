//! A session that was played before as a player: it says again what was said then, whatever is
//! drawn. It knows one script and the beginnings of it.

use crate::draws::Draws;
use crate::player::{Outcome, Player, Transcript};

/// A transcript that is played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    transcript: Transcript,
    next: usize,
}

impl Recorded {
    /// Plays a transcript again.
    pub fn new(transcript: Transcript) -> Recorded {
        Recorded { transcript, next: 0 }
    }

    fn say(&mut self, output: &mut Vec<u8>) -> Outcome {
        if let Some(frame) = self.transcript.frames.get(self.next) {
            output.extend_from_slice(&frame.output);
        }
        self.next += 1;
        let waits = self.next < self.transcript.frames.len();
        // The end of the input has no frame of its own.
        if waits || self.transcript.outcome == Outcome::EndOfInput {
            Outcome::Waiting
        } else {
            self.transcript.outcome.clone()
        }
    }
}

impl Player for Recorded {
    fn reset(&mut self) {
        self.next = 0;
    }

    fn begin(&mut self, _: &mut Draws, output: &mut Vec<u8>) -> Outcome {
        self.say(output)
    }

    fn feed(&mut self, _: &[u8], _: &mut Draws, output: &mut Vec<u8>) -> Outcome {
        self.say(output)
    }

    fn finish(&mut self, _: &mut Draws, _: &mut Vec<u8>) -> Outcome {
        Outcome::EndOfInput
    }
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::generate::Generator;
    use crate::{Reference, play};

    #[test]
    fn every_game_can_be_played_again() {
        let generator = Generator::new(5);
        let mut reference = Reference::new(Fidelity::Program);
        for index in (0..generator.fixed() + 100).step_by(3) {
            let script = generator.script(index);
            let transcript = play(&mut reference, &script);
            let again = play(&mut Recorded::new(transcript.clone()), &script);
            let said =
                |t: &Transcript| t.frames.iter().map(|f| f.output.clone()).collect::<Vec<_>>();
            assert_eq!((said(&again), &again.outcome), (said(&transcript), &transcript.outcome));
        }
    }
}
