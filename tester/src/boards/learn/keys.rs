//! Which keys push tiles, and which one quits.

use engine::{Board, Direction};

use super::super::protocol::{Keys, Typed};
use super::probe::{Effect, Probe, effect};
use crate::subject::Program;

/// Keys that go together: up, left, down, right.
pub(super) const FAMILIES: [[&str; 4]; 12] = [
    ["W", "A", "S", "D"],
    ["w", "a", "s", "d"],
    ["I", "J", "K", "L"],
    ["i", "j", "k", "l"],
    ["U", "L", "D", "R"],
    ["u", "l", "d", "r"],
    ["K", "H", "J", "L"],
    ["k", "h", "j", "l"],
    ["8", "4", "2", "6"],
    ["up", "left", "down", "right"],
    ["UP", "LEFT", "DOWN", "RIGHT"],
    ["Up", "Left", "Down", "Right"],
];

/// What most often quits.
const QUITS: [&str; 9] = ["X", "x", "Q", "q", "E", "e", "0", "5", "9"];

/// The keys of a game, without those that switch new tiles.
pub(super) struct Found {
    pub(super) keys: Keys,
    /// Whether any of them did what its direction would.
    pub(super) moves: bool,
    /// Whether one of them quits.
    pub(super) quits: bool,
}

/// All that is tried as a key: single signs, and words.
pub(super) fn candidates() -> impl Iterator<Item = String> {
    let signs = ('!'..='~').map(String::from);
    let words = FAMILIES.into_iter().flatten().filter(|key| key.len() > 1);
    signs.chain(words.chain(["quit", "exit", "stop", "end"]).map(str::to_owned))
}

/// Finds the keys that push tiles. Of a usual family two are enough, so that a program in which the
/// others do nothing yet can be played.
pub(super) fn find_keys(games: &[(Probe, Board)]) -> Option<Found> {
    let idle: Vec<Option<Board>> = games.iter().map(|(game, _)| game.after("%").board()).collect();
    let effects: Vec<(String, Effect)> =
        candidates().map(|key| (key.clone(), effect(&key, games, &idle))).collect();
    let of = |key: &str| effects.iter().find(|(other, _)| other == key).map(|(_, effect)| *effect);
    let votes = |family: &[&str; 4]| {
        let effects: Vec<Effect> = family.iter().filter_map(|key| of(key)).collect();
        let working = effects.iter().filter(|effect| effect.changes > 0).count();
        let right = effects.iter().enumerate().filter(|(way, e)| e.as_move[*way] > 0).count();
        // Keys that change the board are the usual ones even if the change is wrong.
        let vote = |(way, effect): (usize, &Effect)| 2 * effect.as_move[way] + effect.changes;
        let enough = working >= 3 || right >= 2;
        enough.then(|| effects.iter().enumerate().map(vote).sum::<u32>())
    };
    let mut best: Option<(u32, [String; 4])> = free_keys(&effects);
    for family in FAMILIES {
        // What is usual counts more than what was seen.
        if let Some(votes) = votes(&family)
            && best.as_ref().is_none_or(|(most, _)| votes * 2 > *most)
        {
            best = Some((votes * 2, family.map(str::to_owned)));
        }
    }
    let (_, family) = best?;
    let ends = |key: &String| {
        let all = games.len() as u32;
        !family.contains(key) && of(key).is_some_and(|effect| effect.ends == all)
    };
    let quit = quit_candidates().find(ends).map(Typed::from_known);
    let quits = quit.is_some();
    let moved = |(way, key): (usize, &String)| of(key).is_some_and(|e| e.as_move[way] > 0);
    let moves = family.iter().enumerate().any(moved);
    let [up, left, down, right] = family.map(Typed::from_known);
    let keys = Keys { up, left, down, right, quit, rng_off: None, rng_on: None };
    Some(Found { keys, moves, quits })
}

/// All that is tried to quit, the usual keys first.
pub(super) fn quit_candidates() -> impl Iterator<Item = String> {
    QUITS.map(str::to_owned).into_iter().chain(candidates())
}

/// A key after which the program asks what it asked at first.
pub(super) fn quit_to_menu(
    program: &Program,
    games: &[(Probe, Board)],
    keys: &Keys,
) -> Option<Typed> {
    let (game, _) = games.first()?;
    let menu = Probe::begin(program, &game.layout, 0);
    let leads_back =
        |key: &String| keys.meaning(key.as_bytes()).is_none() && game.after(key).asks_like(&menu);
    let back = || quit_candidates().find(leads_back).map(Typed::from_known);
    (menu.question() != game.question()).then(back).flatten()
}

/// The keys that most often did what each direction would, and how often.
fn free_keys(effects: &[(String, Effect)]) -> Option<(u32, [String; 4])> {
    let mut family: Vec<&String> = Vec::new();
    let mut votes = 0;
    for way in 0..Direction::ALL.len() {
        let free = effects.iter().filter(|(key, _)| !family.contains(&key));
        // Of several the first: upper case before lower case.
        let (key, effect) = free.rev().max_by_key(|(_, effect)| effect.as_move[way])?;
        if effect.as_move[way] == 0 {
            return None;
        }
        votes += 2 * effect.as_move[way] + effect.changes;
        family.push(key);
    }
    let [up, left, down, right] = family[..] else { return None };
    Some((votes, [up, left, down, right].map(String::clone)))
}

/// The family of keys that a program speaks of, or else the documented one.
pub(super) fn conventional(output: &[u8]) -> Keys {
    let text = String::from_utf8_lossy(output);
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let named = |family: &&[&str; 4]| family.iter().filter(|key| words.contains(*key)).count();
    let family = FAMILIES.iter().rev().max_by_key(named).filter(|family| named(family) >= 3);
    let [up, left, down, right] =
        family.unwrap_or(&FAMILIES[0]).map(|key| Typed::from_known(key.to_owned()));
    Keys { up, left, down, right, quit: None, rng_off: None, rng_on: None }
}

/// What quits where no key pushes tiles: of the usual signs, one that ends the program where another
/// line does not.
pub(super) fn quit_key(asked: &Probe) -> Option<Typed> {
    let ends = |sign: &str| asked.waits() && asked.after(sign).ended();
    let quit = QUITS.into_iter().find(|sign| ends(sign)).filter(|_| !ends("%"))?;
    Typed::new(quit)
}
