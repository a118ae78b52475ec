//! The engine as a player.

use engine::protocol::{End, Fidelity, Session};

use crate::draws::Draws;
use crate::player::{Outcome, Player};

/// The engine's text game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    fidelity: Fidelity,
    session: Session,
}

impl Reference {
    /// A game that has not begun.
    pub fn new(fidelity: Fidelity) -> Reference {
        Reference { fidelity, session: Session::new(fidelity) }
    }

    /// The game as it stands.
    pub fn session(&self) -> &Session {
        &self.session
    }
}

impl Player for Reference {
    fn reset(&mut self) {
        self.session = Session::new(self.fidelity);
    }

    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome {
        let end = self.session.feed(input, draws, output);
        outcome(end.or_else(|| ended.then(|| self.session.finish(draws, output))))
    }
}

fn outcome(end: Option<End>) -> Outcome {
    match end {
        None => Outcome::Waiting,
        Some(End::Won | End::Lost | End::Quit) => Outcome::Exited,
        Some(End::Eof) => Outcome::EndOfInput,
        Some(End::InputError { .. }) => Outcome::InputError,
    }
}
