//! Looks for keys that switch new tiles.

use engine::Board;

use super::super::protocol::{Keys, Typed};
use super::probe::Probe;
use super::stated::stated_switch;

/// Keys that stop new tiles and let them come again: the documented ones or others like them. `said` is all
/// that the program has said of its keys: those that it answers count even if they are not obeyed.
pub(super) fn rng_keys(
    games: &[(Probe, Board)],
    keys: &Keys,
    said: &[u8],
) -> (Option<Typed>, Option<Typed>) {
    let candidates = || {
        let usual = "3456789012rRnNtTfFoO".chars().map(|key| key.to_string());
        usual.filter(|key| keys.meaning(key.as_bytes()).is_none())
    };
    // Whether all moves are pure slides, or none is: in every game, since tiles may be lost by chance.
    let slides = |line_up: &dyn Fn(&Probe) -> Probe, wanted: bool| {
        let pure = |(game, board): &(Probe, Board)| {
            let ready = line_up(game);
            let stays = ready.waits() && ready.board().is_none_or(|shown| shown == *board);
            stays
                && board.legal_moves().all(|way| {
                    let slid = ready.after(keys.of(way).text()).board();
                    (slid == Some(board.slide(way).board)) == wanted
                })
        };
        !games.is_empty() && games.iter().all(pure)
    };
    // Where no new tiles come anyway, no key stops them.
    let stops = |key: &String| slides(&|game| game.after(key), true);
    let off = slides(&Probe::clone, false).then(|| candidates().find(stops)).flatten();
    let on = off
        .as_ref()
        .and_then(|off| candidates().find(|key| slides(&|game| game.after(off).after(key), false)));
    if off.is_none()
        && let Some([off, on]) = stated_switch(said)
        && [&off, &on].into_iter().all(|key| is_answered(games, keys, key))
    {
        return (Some(Typed::from_known(off)), Some(Typed::from_known(on)));
    }
    (off.map(Typed::from_known), on.map(Typed::from_known))
}

/// Whether something else is said to a key than to a line without meaning, and nothing moves.
fn is_answered(games: &[(Probe, Board)], keys: &Keys, key: &str) -> bool {
    let free = keys.meaning(key.as_bytes()).is_none();
    let answered = |(game, board): &(Probe, Board)| {
        let next = game.after(key);
        let stays = next.board().is_none_or(|shown| shown == *board);
        stays && next.asks_like(game) && next.output() != game.after("%").output()
    };
    free && !games.is_empty() && games.iter().take(2).all(answered)
}
