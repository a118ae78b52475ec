//! What the rules say of a script: for each line what was being asked for, and the board then.
//!
//! The engine plays the script alone. Those who shorten a script or explain a difference look here;
//! whether there is a difference is not decided here.

use engine::Board;
use engine::protocol::{Fidelity, Phase, Session};

use crate::script::Script;

/// How a game stands before a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// What is asked for.
    pub phase: Phase,
    /// The board, once there is one.
    pub board: Option<Board>,
    /// Whether new tiles come.
    pub spawning: bool,
    /// How many draws have been made.
    pub drawn: usize,
}

/// How the game stands before each line that is read, and at last behind them all.
pub fn stands(script: &Script, fidelity: Fidelity) -> Vec<Stand> {
    let mut session = Session::new(fidelity);
    let (mut draws, mut output) = (script.start_drawing(), Vec::new());
    session.feed(&[], &mut draws, &mut output);
    let stand = |session: &Session, drawn| Stand {
        phase: session.phase(),
        board: session.game().map(|game| *game.board()),
        spawning: session.game().is_none_or(|game| game.spawning()),
        drawn,
    };
    let mut list = vec![stand(&session, 0)];
    for line in &script.lines {
        if session.end().is_some() {
            break;
        }
        output.clear();
        session.feed(&[line.as_slice(), b"\n"].concat(), &mut draws, &mut output);
        list.push(stand(&session, draws.drawn()));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_followed_line_by_line() {
        let script: Script = "1 A 3 X W ; draws: 1 1 0 0 0 0 0 0 0 1".parse().unwrap();
        let list = stands(&script, Fidelity::Program);
        let seen: Vec<_> = list
            .iter()
            .map(|stand| (stand.board.map(|b| b.to_string()), stand.spawning, stand.drawn))
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
