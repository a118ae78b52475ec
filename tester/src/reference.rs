//! The engine as a player.

use engine::protocol::{End, Fidelity, TextGame};

use crate::draws::Draws;
use crate::player::{Outcome, Player};

/// The engine's text game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    fidelity: Fidelity,
    game: TextGame,
}

impl Reference {
    /// A game that has not begun.
    pub fn new(fidelity: Fidelity) -> Reference {
        Reference { fidelity, game: TextGame::new(fidelity) }
    }

    /// The game as it stands.
    pub fn text_game(&self) -> &TextGame {
        &self.game
    }
}

impl Player for Reference {
    fn reset(&mut self) {
        self.game = TextGame::new(self.fidelity);
    }

    fn feed(
        &mut self,
        input: &[u8],
        ended: bool,
        draws: &mut Draws,
        output: &mut Vec<u8>,
    ) -> Outcome {
        let end = self.game.feed(input, draws, output);
        outcome(end.or_else(|| ended.then(|| self.game.finish(draws, output))))
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
