//! Which keys push tiles, which one quits, and what is asked between two moves.

use std::collections::BTreeMap;

use engine::{Board, Direction};

use super::super::protocol::{Keys, Typed};
use super::super::typing::{Aside, Question};
use super::probe::{Effect, Probe, effect, is_move};

/// Keys that go together: up, left, down, right.
const FAMILIES: [[&str; 4]; 12] = [
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

/// What is answered to a question beside the game.
const SIDE_ANSWERS: [&str; 10] = ["", "y", "Y", "1", "yes", "c", "n", "N", "0", "2"];
/// The most questions beside the game.
const MAX_ASIDES: usize = 3;

/// The keys of a game, without those that switch new tiles.
pub(super) struct Found {
    pub(super) keys: Keys,
    /// Whether one of them quits.
    pub(super) quits: bool,
}

/// All that is tried as a key: single signs, and words.
fn candidates() -> impl Iterator<Item = String> {
    let signs = ('!'..='~').map(String::from);
    let words = FAMILIES.into_iter().flatten().filter(|key| key.len() > 1);
    signs.chain(words.chain(["quit", "exit", "stop", "end"]).map(str::to_owned))
}

/// Finds the keys that push tiles. Of a usual family two are enough, so that a program in which the
/// others do nothing yet can be played.
pub(super) fn find_keys(games: &[(Probe, Board)]) -> Option<Found> {
    let effects: Vec<(String, Effect)> =
        candidates().map(|key| (key.clone(), effect(&key, games))).collect();
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
    let usual = ["X", "x", "Q", "q", "E", "e", "0", "5", "9"].map(str::to_owned);
    let ends = |key: &String| {
        let all = games.len() as u32;
        !family.contains(key) && of(key).is_some_and(|effect| effect.ends == all)
    };
    let quit = usual.into_iter().chain(candidates()).find(ends).map(Typed::from_known);
    let quits = quit.is_some();
    let [up, left, down, right] = family.map(Typed::from_known);
    Some(Found { keys: Keys { up, left, down, right, quit, rng_off: None, rng_on: None }, quits })
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

/// A question that comes after a move, and that must be answered before the next one.
///
/// It is one at which no key moves tiles, and there is an answer after which the moves of several
/// keys have been made. An ordinary prompt in other words is none, because keys work there.
pub(super) fn aside(
    games: &[(Probe, Board)],
    found: Option<&Found>,
    known: usize,
) -> Option<Aside> {
    if known >= MAX_ASIDES {
        return None;
    }
    let keys: Vec<String> = match found {
        Some(found) => Direction::ALL
            .map(|way| String::from_utf8_lossy(found.keys.of(way).bytes()).into_owned())
            .to_vec(),
        None => {
            let digits = ('1'..='4').map(String::from);
            FAMILIES.into_iter().flatten().map(str::to_owned).chain(digits).collect()
        }
    };
    // For each question and answer: the directions in which it helped, and whether it led back.
    let mut helped: BTreeMap<(String, usize), (Vec<Direction>, bool)> = BTreeMap::new();
    let mut quits: BTreeMap<String, &str> = BTreeMap::new();
    for (game, before) in games.iter().take(3) {
        for key in &keys {
            let next = game.after(key);
            let question = next.question();
            let other = next.waits() && next.asked() != game.asked();
            if !other || question == game.question() || moves(&next, before, &keys) {
                continue;
            }
            for (number, answer) in SIDE_ANSWERS.iter().enumerate() {
                let after = next.after(answer);
                // Where the question names its answers, no other one counts.
                let words: Vec<&str> = question.split(|c: char| !c.is_alphanumeric()).collect();
                let named = |answer: &&str| !answer.is_empty() && words.contains(answer);
                if after.ended() && (named(answer) || !SIDE_ANSWERS.iter().any(named)) {
                    quits.entry(question.clone()).or_insert(answer);
                }
                if !after.waits() || after.asked() == next.asked() {
                    continue;
                }
                let Some(board) = after.board().or(next.board()) else { continue };
                let made = Direction::ALL.into_iter().find(|way| is_move(before, *way, &board));
                let Some(way) = made else { continue };
                let entry = helped.entry((question.clone(), number)).or_default();
                if !entry.0.contains(&way) {
                    entry.0.push(way);
                }
                entry.1 |= after.asked() == game.asked();
            }
        }
    }
    helped.retain(|_, (ways, _)| ways.len() >= 2);
    let best = helped
        .iter()
        .max_by_key(|((_, number), (ways, back))| (*back, ways.len(), std::cmp::Reverse(*number)));
    let ((question, number), _) = best?;
    let answer = Typed::new(SIDE_ANSWERS[*number])?;
    let quit = quits.get(question).copied().and_then(Typed::new);
    Some(Aside { question: Question::new(question)?, answer, quit })
}

/// Whether keys push tiles here, in more than one direction.
fn moves(probe: &Probe, before: &Board, keys: &[String]) -> bool {
    let board = probe.board().unwrap_or(*before);
    let mut ways: Vec<Direction> = keys
        .iter()
        .filter_map(|key| probe.after(key).board())
        .filter_map(|after| Direction::ALL.into_iter().find(|way| is_move(&board, *way, &after)))
        .collect();
    ways.sort_unstable();
    ways.dedup();
    ways.len() >= 2
}
