//! From what was tried on a board to a session that anybody can repeat, and what is wrong in it.

use engine::Direction;
use engine::protocol::Fidelity;

use super::layers::{Board, FIRST, Layer, illegal_line, spawn_draws, start_draws};
use super::probe::Tried;
use crate::player::{Frame, Outcome, play};
use crate::{Program, Reference, Script};

/// A session in which the program and the engine part, no longer than any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What is typed and drawn.
    pub script: Script,
    /// The board before the last line, once there is one.
    pub board: Option<Board>,
    /// What the engine prints after the last line that matters, how it goes on, and how many draws
    /// it has made.
    pub expected: Said,
    /// The same of the program.
    pub got: Said,
}

/// One side of a [`Counterexample`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What it printed.
    pub text: String,
    /// How it went on.
    pub outcome: Outcome,
    /// How many draws it had made.
    pub drawn: usize,
}

/// Plays a session and tells where it parts, if it does.
pub(crate) fn judge(
    program: &Program,
    script: Script,
    board: Option<Board>,
) -> Option<Counterexample> {
    let subject = play(&mut program.subject(), &script);
    let reference = play(&mut Reference::new(Fidelity::Program), &script);
    if subject == reference {
        return None;
    }
    // Where all frames that both have are the same, one of them stopped after the last of these.
    let both = subject.frames.len().min(reference.frames.len());
    let differs = |k: &usize| subject.frames[*k] != reference.frames[*k];
    let at = (0..both).find(differs).unwrap_or(both.saturating_sub(1));
    let said = |frames: &[Frame], outcome: Outcome| {
        let frame = frames.get(at);
        // If there is another frame behind this one, it waited for a line here.
        let outcome = if at + 1 < frames.len() { Outcome::Waiting } else { outcome };
        let text = frame
            .map_or_else(String::new, |frame| String::from_utf8_lossy(&frame.output).into_owned());
        Said { text, outcome, drawn: frame.map_or(0, |frame| frame.drawn) }
    };
    Some(Counterexample {
        expected: said(&reference.frames, reference.outcome),
        got: said(&subject.frames, subject.outcome),
        script,
        board,
    })
}

/// The 512 ways in which the first pass of a new game can go, and what comes before them.
pub(crate) fn first_passes() -> impl Iterator<Item = Script> {
    let passes = (0..512u32).map(|pass| {
        let bits = (0..9).map(|cell| pass >> cell & 1).collect();
        Script::new(vec![b"1".to_vec()], bits)
    });
    [Script::new(Vec::new(), Vec::new())].into_iter().chain(passes)
}

/// The session in which something was tried on a board of a layer. `typed` is the layer whose boards
/// were typed in: that of the board, or one before it; without one, the game began with choice 1.
pub(crate) fn session(sum: u32, rank: usize, tried: Tried, typed: Option<u32>) -> Script {
    let root = typed.unwrap_or(FIRST);
    let mut layers = vec![Layer::of(root)];
    while let Some(layer) = layers.last()
        && layer.sum < sum
    {
        layers.push(layer.next());
    }
    let tried_on = layers.last().map_or(Board::EMPTY, |layer| layer.board(rank));
    // From the board back to where the session began, then forth again.
    let mut steps: Vec<(Board, Direction, usize)> = Vec::new();
    let mut at = rank;
    let mut board = tried_on;
    while let Some(layer) = layers.pop() {
        board = layer.board(at);
        match (layer.way(at).step(), layers.last()) {
            (Some(step), Some(before)) => {
                steps.push((before.board(step.predecessor), step.direction, step.cell));
                at = step.predecessor;
            }
            _ => break,
        }
    }
    let mut script = Script::new(Vec::new(), Vec::new());
    if typed.is_some() {
        script.lines.push(b"2".to_vec());
        script.lines.extend(board.values().iter().map(|value| value.to_string().into_bytes()));
    } else {
        script.lines.push(b"1".to_vec());
        script.draws = start_draws(board);
    }
    for (board, direction, cell) in steps.into_iter().rev() {
        add_move(&mut script, board, direction, cell);
    }
    match tried {
        Tried::Entry => {}
        Tried::Illegal => script.lines.push(illegal_line(tried_on).to_vec()),
        Tried::Blocked(direction) => script.lines.push(vec![direction.key() as u8]),
        Tried::Move(direction, cell) => add_move(&mut script, tried_on, direction, cell),
    }
    script
}

fn add_move(script: &mut Script, board: Board, direction: Direction, cell: usize) {
    script.lines.push(vec![direction.key() as u8]);
    script.draws.extend(spawn_draws(board, direction, cell));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board that the engine ends on after a script.
    fn last_board(script: &Script) -> Vec<u32> {
        let mut reference = Reference::new(Fidelity::Program);
        play(&mut reference, script);
        let game = reference.session().game().expect("a game");
        game.board().values().map(|value| value as u32).collect()
    }

    #[test]
    fn sessions_lead_to_their_boards() {
        for (sum, typed) in [(2, None), (4, None), (20, None), (20, Some(20)), (20, Some(14))] {
            let layer = Layer::of(sum);
            for rank in (0..layer.len()).step_by(1 + layer.len() / 40) {
                let script = session(sum, rank, Tried::Entry, typed);
                assert_eq!(last_board(&script), layer.board(rank).values(), "{script}");
                let moves = if typed.is_none() { script.lines.len() } else { 0 };
                assert!(moves <= (sum.max(4) as usize - 4) / 2 + 1, "{script}");
            }
        }
    }
}
