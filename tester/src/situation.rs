//! What the rules say about a script: for each line what is being asked for, and the board then.
//!
//! The engine plays the script alone. Those who shorten a script or explain a difference look here;
//! whether there is a difference is not decided here.

use engine::Board;
use engine::protocol::{Fidelity, Phase};

use crate::reference::Reference;
use crate::script::Script;
use crate::session::Session;

/// Where a game is before a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What is asked for.
    pub phase: Phase,
    /// The board, once there is one.
    pub board: Option<Board>,
    /// Whether new tiles come.
    pub spawning: bool,
    /// How many draws have been made.
    pub drawn: usize,
}

/// The situation before each line that is read, and at last behind them all.
pub fn situations(script: &Script, fidelity: Fidelity) -> Vec<Situation> {
    let mut session = Session::new(Reference::new(fidelity));
    session.restart(script.start_drawing());
    let mut list = Vec::with_capacity(script.lines.len() + 1);
    while list.len() <= script.lines.len() && session.step(script) {
        let game = session.player().text_game().game();
        list.push(Situation {
            phase: session.player().text_game().phase(),
            board: game.map(|game| *game.board()),
            spawning: game.is_none_or(|game| game.spawning()),
            drawn: session.answer().drawn,
        });
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_followed_line_by_line() {
        let script: Script = "1 A 3 X W ; draws: 1 1 0 0 0 0 0 0 0 1".parse().unwrap();
        let list = situations(&script, Fidelity::Program);
        let seen: Vec<_> = list
            .iter()
            .map(|at| (at.board.map(|b| b.to_string()), at.spawning, at.drawn))
            .collect();
        let board = |text: &str| Some(text.to_string());
        assert_eq!(
            seen,
            [
                (None, true, 0),
                (board("2 2 . / . . . / . . ."), true, 9),
                (board("4 2 . / . . . / . . ."), true, 10),
                (board("4 2 . / . . . / . . ."), false, 10),
                (board("4 2 . / . . . / . . ."), false, 10),
            ]
        );
        assert_eq!(list[1].phase, Phase::Move);
    }
}
