//! Which rule a mistake breaks that boards show.
//!
//! The referee names a rule from two boards, of which the second most often has a new tile somewhere.
//! What it leaves open is decided by the same small games as for a program whose text is compared.

use engine::{Board, Direction};

use super::is_rearranged;
use super::probes::Probes;
use super::unjudged::Unjudged;
use crate::boards::{Meaning, Protocol, recover};
use crate::rule::Rule;
use crate::script::Script;
use crate::session::Session;
use crate::slides;
use crate::subject::Subject;
use crate::verdict::{Cells, Problem, Verdict};

/// Looks again for the rule that a referee named. The session stands before the line that is answered
/// wrong, and new tiles come there or not. `play` plays another script.
pub(crate) fn blame_boards(
    script: &Script,
    verdict: Verdict,
    protocol: &Protocol,
    (session, spawning): (&Session<Subject>, bool),
    play: impl FnMut(&Script) -> Option<Verdict>,
) -> Verdict {
    let lines = verdict.moment.lines.saturating_sub(1);
    let drawn = session.answer().drawn;
    let mut probes = Probes { protocol, script, lines, drawn, spawning, play };
    let unjudged = Unjudged { script, lines, protocol, session };
    if matches!(verdict.problem, Problem::StartValue(_)) && probes.comes_with_that_value() {
        return Verdict { rule: Some(Rule::SpawnValue), ..verdict };
    }
    if verdict.moment.lines == 0 {
        return verdict;
    }
    if verdict.problem == Problem::NotEnded
        && let Some(rule) = probes.rule_of_line_before()
    {
        return Verdict { rule: Some(rule), ..verdict };
    }
    let before = verdict.boards.before.as_ref().and_then(Cells::board);
    let meaning = script.lines.get(lines).and_then(|line| protocol.keys.meaning(line));
    let better = match (before, meaning) {
        (Some(board), Some(Meaning::Move(direction))) if board.is_legal(direction) => {
            moved(&mut probes, &unjudged, &verdict, &board, direction)
        }
        (Some(board), Some(Meaning::Move(direction))) if verdict.problem == Problem::Changed => {
            probes.wrong_slide(&board, direction).or(Some(Rule::Slide))
        }
        (Some(board), Some(Meaning::Move(direction))) if verdict.problem == Problem::NewTile => {
            let shown = verdict.boards.got.as_ref().and_then(Cells::board);
            shown
                .is_some_and(|shown| unjudged.moves_hidden_tiles(&board, direction, &shown))
                .then_some(Rule::Slide)
        }
        (None, _) if verdict.rule == Some(Rule::FromState) => entered(&mut probes, &verdict),
        // A new game that looks wrong is shown wrong, if entered boards are.
        (None, _) if verdict.rule == Some(Rule::Start) => {
            probes.is_shown_wrong_when_entered().then_some(Rule::BoardPrint)
        }
        _ => None,
    };
    Verdict { rule: better.or(verdict.rule), ..verdict }
}

fn moved<P: FnMut(&Script) -> Option<Verdict>>(
    probes: &mut Probes<'_, P>,
    unjudged: &Unjudged<'_>,
    verdict: &Verdict,
    board: &Board,
    direction: Direction,
) -> Option<Rule> {
    let spawns = &probes.protocol.board.spawns;
    match verdict.problem {
        Problem::NoBoard if unjudged.is_made_unseen(board, direction) => {
            Some(Rule::SpawnAfterLegal)
        }
        Problem::NoBoard if let Some(rule) = probes.rule_of_line_before() => Some(rule),
        // What is shown could be a part of a board.
        Problem::NoBoard
            if recover::has_parts(&verdict.got.output) && !unjudged.is_refused(direction) =>
        {
            Some(Rule::BoardPrint)
        }
        Problem::NoBoard
            if unjudged.is_refused(direction) && !unjudged.goes_astray(board)
                || unjudged.shows_another(board, direction)
                || unjudged.moves_in_other_games(&Direction::ALL) =>
        {
            // Where nothing has to slide, and it would, neighbours were to merge.
            let before: Vec<u64> = board.values().collect();
            let merges_only = slides::is_packed_only(board, direction, &before, &[]);
            let merge = merges_only && unjudged.slides_in_other_games(direction);
            Some(if merge { Rule::MergeOrder } else { Rule::Slide })
        }
        Problem::NoBoard if unjudged.goes_astray(board) => Some(Rule::Crash),
        // Without a new tile the move can be made: it is the search for a cell that does not end.
        Problem::Hangs if probes.is_right_without_new_tile(direction) => Some(Rule::SpawnEmptyCell),
        Problem::WrongBoard | Problem::NoNewTile | Problem::NewTiles | Problem::NotATile(_)
            if probes.is_shown_wrong_when_entered() =>
        {
            Some(Rule::BoardPrint)
        }
        Problem::NoNewTile if probes.comes_when_enabled() => Some(Rule::RngSwitch),
        Problem::NoNewTile if probes.comes_when_disabled(direction) => Some(Rule::RngSwitch),
        Problem::NoNewTile if let Some(rule) = probes.wrong_slide(board, direction) => Some(rule),
        Problem::NoNewTile
            if probes.comes_with_other_draws() || unjudged.moves_in_other_games(&[direction]) =>
        {
            Some(Rule::SpawnEmptyCell)
        }
        Problem::WrongBoard | Problem::NewTiles | Problem::Covered | Problem::NotATile(_) => {
            let here = probes.wrong_slide(board, direction);
            let got = verdict.boards.got.as_ref();
            // Who never merges has not left a gap open, but the neighbours apart.
            if here == Some(Rule::Slide)
                && got.is_some_and(|got| {
                    slides::is_packed_only(board, direction, got.values(), spawns)
                })
                && !unjudged.merges_in_other_games(direction)
            {
                return Some(Rule::MergeOrder);
            }
            // The board is not all that the program knows: the mistake was made before, and not shown.
            let before =
                here == Some(Rule::Slide) && probes.is_right_when_entered(board, direction);
            if before && let Some(rule) = probes.wrong_slide_anywhere() {
                return Some(rule);
            }
            here.or_else(|| probes.wrong_slide_elsewhere(direction))
        }
        _ => None,
    }
}

/// A board that is shown otherwise than it was entered. Values that are wrong wherever they are were shown
/// wrong; cells that are wrong whatever is in them were read wrong, as the right tiles in other places were,
/// unless all boards look so.
fn entered<P: FnMut(&Script) -> Option<Verdict>>(
    probes: &mut Probes<'_, P>,
    verdict: &Verdict,
) -> Option<Rule> {
    let is_wrong = matches!(verdict.problem, Problem::WrongBoard | Problem::NotATile(_));
    let rearranged = || {
        verdict.problem == Problem::WrongBoard
            && is_rearranged(&verdict.boards.expected, &verdict.boards.got)
    };
    let print = is_wrong
        && (probes.are_values_shown_wrong()
            || !(probes.are_cells_shown_wrong() || rearranged())
            || probes.is_shown_wrong_in_new_games());
    print.then_some(Rule::BoardPrint)
}
