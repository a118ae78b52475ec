//! From what was tried on a board to a session that anybody can repeat, and what is wrong in it.

use engine::Direction;
use engine::protocol::Fidelity;
use engine::solve::Alone;

use super::arrivals::Source;
use super::layers::{Board, FIRST, Layer, spawn_draws, start_draws};
use super::lines::LINES;
use super::paths::{Parent, Parents, StateId};
use super::probe::Tried;
use crate::compare::difference;
use crate::{
    Boards, Cells, Counterexample, Moment, Problem, Program, Reference, Script, Verdict, play,
};

/// Plays a session; what is wrong in it, if anything is. The number of draws counts too.
pub(crate) fn judge(
    program: &Program,
    script: Script,
    board: Option<Board>,
) -> Option<Counterexample> {
    let got = play(program.subject(), &script);
    let expected = play(Reference::new(Fidelity::Program), &script);
    let at = got.iter().zip(&expected).position(|(got, expected)| got != expected)?;
    let lines = script.lines.len();
    let moment = Moment { lines: at.min(lines), at_end: at > lines };
    let difference = difference(moment, &expected[at], &got[at]);
    let mut verdict = difference.unwrap_or_else(|| Verdict {
        rule: None,
        problem: Problem::Draws,
        moment,
        boards: Boards::default(),
        expected: Some(expected[at].clone()),
        got: got[at].clone(),
    });
    let values = |board: Board| board.values().into_iter().map(u64::from).collect();
    verdict.boards.before = board.map(|board| Cells::new(values(board)));
    Some(Counterexample::new(program, script, verdict))
}

/// The 512 origins in which the first pass of a new game can go, and what comes before them.
pub(crate) fn first_passes() -> impl Iterator<Item = Script> {
    let passes = (0..512u32).map(|pass| {
        let bits = (0..9).map(|cell| pass >> cell & 1).collect();
        Script::new(vec![b"1".to_vec()], bits)
    });
    [Script::new(Vec::new(), Vec::new())].into_iter().chain(passes)
}

/// The session in which something was tried on a board of a layer, in one of its states. `typed` is the
/// layer whose boards were typed in: that of the board, or one before it; without one, the game began
/// with choice 1.
pub(crate) fn session(at: StateId, tried: &Tried, typed: Option<u32>, parents: &Parents) -> Script {
    let root = typed.unwrap_or(FIRST);
    let mut layers = vec![Layer::of(root)];
    while let Some(layer) = layers.last()
        && layer.sum < at.sum
    {
        layers.push(layer.next(&Alone));
    }
    let tried_on = layers.last().map_or(Board::EMPTY, |layer| layer.board(at.rank as usize));
    // From the board back to where the session began, then forth again.
    let mut steps: Vec<Back> = Vec::new();
    let mut place = at;
    let mut board = tried_on;
    while let Some(layer) = layers.last() {
        board = layer.board(place.rank as usize);
        let source = match parents.of(place) {
            Some(Parent::Lines { state, lines }) => {
                steps.push(Back::Lines(lines.clone()));
                place.state = *state;
                continue;
            }
            Some(Parent::Move(source)) => *source,
            None => Source { origin: layer.origin(place.rank as usize), state: 0 },
        };
        layers.pop();
        match (source.origin.step(), layers.last()) {
            (Some(step), Some(before)) => {
                steps.push(Back::Move(before.board(step.predecessor), step.direction, step.cell));
                place =
                    StateId { sum: before.sum, rank: step.predecessor as u32, state: source.state };
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
    for step in steps.into_iter().rev() {
        match step {
            Back::Move(board, direction, cell) => add_move(&mut script, board, direction, cell),
            Back::Lines(lines) => script.lines.extend(lines),
        }
    }
    match tried {
        Tried::Entry => {}
        Tried::Blocked(direction) => script.lines.push(vec![direction.key() as u8]),
        Tried::Move(direction, cell) => add_move(&mut script, tried_on, *direction, *cell),
        Tried::Lines(lines) => {
            script.lines.extend(lines.iter().map(|line| LINES[usize::from(*line)].to_vec()));
        }
    }
    script
}

/// A step of a session, found from its end.
enum Back {
    Move(Board, Direction, usize),
    Lines(Vec<Vec<u8>>),
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
        let game = reference.text_game().game().expect("a game");
        game.board().values().map(|value| value as u32).collect()
    }

    #[test]
    fn sessions_lead_to_their_boards() {
        for (sum, typed) in [(2, None), (4, None), (20, None), (20, Some(20)), (20, Some(14))] {
            let layer = Layer::of(sum);
            for rank in (0..layer.len()).step_by(1 + layer.len() / 40) {
                let at = StateId { sum, rank: rank as u32, state: 0 };
                let script = session(at, &Tried::Entry, typed, &Parents::default());
                assert_eq!(last_board(&script), layer.board(rank).values(), "{script}");
                let moves = if typed.is_none() { script.lines.len() } else { 0 };
                assert!(moves <= (sum.max(4) as usize - 4) / 2 + 1, "{script}");
            }
        }
    }
}
