//! Which keys push tiles, and which one quits.

use engine::Board;

use super::super::protocol::{Keys, Typed};
use super::super::typing::is_at_end;
use super::probe::{Effect, Probe, effect};
use super::stated::stated_keys;
use crate::player::Outcome;
use crate::subject::Program;

/// Keys that go together: up, left, down, right.
pub(super) const FAMILIES: [[&str; 4]; 17] = [
    ["W", "A", "S", "D"],
    ["w", "a", "s", "d"],
    ["I", "J", "K", "L"],
    ["i", "j", "k", "l"],
    ["U", "L", "D", "R"],
    ["u", "l", "d", "r"],
    ["K", "H", "J", "L"],
    ["k", "h", "j", "l"],
    DIGITS,
    ["Z", "Q", "S", "D"],
    ["z", "q", "s", "d"],
    ["E", "S", "D", "F"],
    ["e", "s", "d", "f"],
    ["^", "<", "v", ">"],
    ["up", "left", "down", "right"],
    ["UP", "LEFT", "DOWN", "RIGHT"],
    ["Up", "Left", "Down", "Right"],
];

/// The family of programs that read integers.
const DIGITS: [&str; 4] = ["8", "4", "2", "6"];

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
    signs.chain(words.chain(["quit", "exit", "stop", "end", "-1"]).map(str::to_owned))
}

/// Finds the keys that push tiles; `said` is all that the program has said of them. Of a usual family two
/// are enough, so that a program in which the others do nothing yet can be played.
pub(super) fn find_keys(games: &[(Probe, Board)], said: &[u8]) -> Option<Found> {
    let idle: Vec<Probe> = games.iter().map(|(game, _)| game.after("%")).collect();
    let effects: Vec<(String, Effect)> =
        candidates().map(|key| (key.clone(), effect(&key, games, &idle))).collect();
    let of = |key: &str| effects.iter().find(|(other, _)| other == key).map(|(_, effect)| *effect);
    let free = free_keys(&effects);
    // How often the keys of a family did anything, if it can be one.
    let votes = |family: [&str; 4]| {
        let effects = family.map(|key| of(key).unwrap_or_default());
        let working = effects.iter().filter(|effect| effect.works()).count();
        let right = effects.iter().enumerate().filter(|(way, e)| e.as_move[*way] > 0).count();
        // Keys that change the board are the usual ones even if the change is wrong.
        let vote = |(way, effect): (usize, &Effect)| {
            2 * effect.as_move[way] + effect.changes + effect.fails
        };
        let enough = working >= 3 || right >= 2;
        enough.then(|| (effects.iter().enumerate().map(vote).sum::<u32>(), working, right))
    };
    let mut best: Option<(u32, [String; 4])> = free.clone();
    for family in FAMILIES {
        let Some((votes, working, _)) = votes(family) else { continue };
        // What is usual counts more than what was seen, but not if some of it does nothing and other
        // keys do all.
        let usual = working == family.len() || free.is_none();
        let votes = if usual { 2 * votes } else { votes };
        if best.as_ref().is_none_or(|(most, _)| votes > *most) {
            best = Some((votes, family.map(str::to_owned)));
        }
    }
    // What the program says itself counts most, if there is anything in it.
    let mut most = 0;
    for family in stated_keys(said) {
        if let Some((votes, working, right)) = votes(family.each_ref().map(String::as_str))
            && working >= 3
            && (right >= 2 || best.is_none())
            && votes > most
        {
            (most, best) = (votes, Some((votes, family)));
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
    (!is_at_end(&game.question(), &menu.question())).then(back).flatten()
}

/// The keys that most often did what each direction would, and how often. If there is none for one of
/// the directions, it is the only other key that does anything.
fn free_keys(effects: &[(String, Effect)]) -> Option<(u32, [String; 4])> {
    let mut family: [Option<&String>; 4] = [None; 4];
    let mut votes = 0;
    for way in 0..family.len() {
        let free = effects.iter().filter(|(key, _)| !family.contains(&Some(key)));
        // Of several the first: upper case before lower case.
        let (key, effect) = free.rev().max_by_key(|(_, effect)| effect.as_move[way])?;
        if effect.as_move[way] > 0 {
            votes += 2 * effect.as_move[way] + effect.changes;
            family[way] = Some(key);
        }
    }
    let same = |key: &String, other: &String| key.eq_ignore_ascii_case(other);
    let others = || {
        let other = |key: &String| !family.iter().flatten().any(|known| same(key, known));
        // One that does what a key does is most often the same key in another spelling.
        let own = |effect: &Effect| effect.works() && effect.as_move == [0; 4];
        effects.iter().filter(move |(key, e)| own(e) && other(key)).map(|(key, _)| key)
    };
    let only = others().next().filter(|key| others().all(|other| same(key, other)));
    if family.iter().flatten().count() == 3
        && let Some(missing) = family.iter_mut().find(|key| key.is_none())
    {
        *missing = only;
    }
    let [Some(up), Some(left), Some(down), Some(right)] = family else { return None };
    Some((votes, [up, left, down, right].map(String::clone)))
}

/// The family of keys that a program speaks of, or else the documented one, or one that it can read.
pub(super) fn conventional(asked: &Probe) -> Keys {
    let text = String::from_utf8_lossy(asked.output());
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let named = |family: &&[&str; 4]| family.iter().filter(|key| words.contains(*key)).count();
    let family = FAMILIES.iter().rev().max_by_key(named).filter(|family| named(family) >= 3);
    let usual = if reads_integers(asked) { DIGITS } else { *family.unwrap_or(&FAMILIES[0]) };
    let stated = stated_keys(asked.output()).into_iter().next();
    let [up, left, down, right] = stated.unwrap_or(usual.map(str::to_owned)).map(Typed::from_known);
    Keys { up, left, down, right, quit: None, rng_off: None, rng_on: None }
}

/// Whether a letter is no answer here.
pub(super) fn reads_integers(asked: &Probe) -> bool {
    asked.waits() && asked.after("X").outcome() == Outcome::InputError
}

/// What quits where no key pushes tiles: a sign that ends the program where another line does not, the
/// usual ones first.
pub(super) fn quit_key(asked: &Probe) -> Option<Typed> {
    let ends = |sign: &str| asked.waits() && asked.after(sign).ended();
    let quit = quit_candidates().find(|sign| ends(sign)).filter(|_| !ends("%"))?;
    Typed::new(&quit)
}
