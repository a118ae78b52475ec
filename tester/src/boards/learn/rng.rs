//! Looks for keys that switch new tiles.

use engine::Board;

use super::super::protocol::{Keys, Typed};
use super::probe::Probe;

/// Keys that stop new tiles and let them come again: the documented ones or others like them.
pub(super) fn rng_keys(games: &[(Probe, Board)], keys: &Keys) -> (Option<Typed>, Option<Typed>) {
    let candidates = || {
        let usual = "3456789012rRnNtTfFoO".chars().map(|key| key.to_string());
        usual.filter(|key| keys.meaning(key.as_bytes()).is_none())
    };
    // Moves in two directions, on two boards: pure slides?
    let slides = |line_up: &dyn Fn(&Probe) -> Probe| {
        let mut pure = Vec::new();
        for (game, board) in games.iter().take(2) {
            let ready = line_up(game);
            if ready.board().is_some_and(|shown| shown != *board) || !ready.waits() {
                return None;
            }
            for way in board.legal_moves().take(2) {
                let key = String::from_utf8_lossy(keys.of(way).bytes());
                pure.push(ready.after(&key).board() == Some(board.slide(way).board));
            }
        }
        (!pure.is_empty()).then_some(pure)
    };
    let all = |pure: Option<Vec<bool>>, are: bool| {
        pure.is_some_and(|pure| pure.iter().all(|one| *one == are))
    };
    // Where no new tiles come anyway, no key stops them.
    let stops = |key: &String| all(slides(&|game| game.after(key)), true);
    let off = all(slides(&Probe::clone), false).then(|| candidates().find(stops)).flatten();
    let on = off.as_ref().and_then(|off| {
        candidates().find(|key| all(slides(&|game| game.after(off).after(key)), false))
    });
    (off.map(Typed::from_known), on.map(Typed::from_known))
}
