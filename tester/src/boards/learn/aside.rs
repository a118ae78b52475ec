//! What is asked between two moves, and is no part of the game: "continue?", "press Enter", "really quit?".

use std::collections::BTreeMap;

use engine::{Board, Direction};

use super::super::protocol::{Keys, Typed};
use super::super::trial::below;
use super::super::typing::{Aside, QuestionPattern};
use super::keys::{FAMILIES, Found, quit_candidates};
use super::probe::{Probe, is_move};
use crate::draws::{Draws, Tail};

/// What is answered to a question beside the game.
const SIDE_ANSWERS: [&str; 15] =
    ["", "y", "Y", "1", "yes", "c", "n", "N", "0", "2", "j", "J", "s", "S", "o"];
/// The most questions beside the game.
const MAX_ASIDES: usize = 3;
/// So many keys are pressed to see what is asked on the way, in each of a few games.
const KEYS: usize = 24;
const GAMES: usize = 2;

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
        let mut works: BTreeMap<String, bool> = BTreeMap::new();
        for key in &keys {
            let next = game.after(key);
            let question = next.question();
            let other = next.waits() && next.asked() != game.asked();
            if !other || question == game.question() {
                continue;
            }
            // Whatever led here, the same keys work or not.
            let works = works.entry(question.clone());
            if *works.or_insert_with(|| moves(&next, before, &keys)) {
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
                entry.1 |= after.asks_like(game);
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
    Some(Aside { question: QuestionPattern::new(question)?, answer, quit })
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

/// A question that comes up on the way, such as after a key that moves nothing, and an answer that leads
/// back to the game as it was.
pub(super) fn aside_on_the_way(
    games: &[(Probe, Board)],
    keys: &Keys,
    known: usize,
) -> Option<Aside> {
    if known >= MAX_ASIDES {
        return None;
    }
    let moves = Direction::ALL.map(|way| keys.of(way).text().to_owned());
    for (number, (game, start)) in games.iter().take(GAMES).enumerate() {
        let mut dice = Draws::new(Vec::new(), Tail::Seed(number as u64));
        let (mut here, mut board) = (game.clone(), *start);
        for turn in 0..KEYS {
            // Keys twice and more, because the second time they often move nothing; once nonsense.
            let key = if turn == 0 { "%" } else { &moves[below(&mut dice, 4)] };
            let next = here.after(key);
            if turn == 0 && !next.waits() {
                continue;
            }
            if !next.waits() || board.is_stuck() {
                break;
            }
            let same = next.board().is_none_or(|shown| shown == board);
            if same && next.question() != game.question() && !self::moves(&next, &board, &moves) {
                let back = SIDE_ANSWERS.into_iter().find(|answer| {
                    let after = next.after(answer);
                    after.asks_like(game) && after.board().is_none_or(|shown| shown == board)
                });
                if let Some(answer) = back {
                    let question = QuestionPattern::new(&next.question())?;
                    return Some(Aside { question, answer: Typed::new(answer)?, quit: None });
                }
                break;
            }
            board = next.board().unwrap_or(board);
            here = next;
        }
    }
    None
}

/// A question that comes after a key that is to quit, and the answer that does quit.
pub(super) fn confirmed_quit(games: &[(Probe, Board)], keys: &Keys, known: usize) -> Option<Aside> {
    let (game, before) = games.first().filter(|_| known < MAX_ASIDES)?;
    let moves = Direction::ALL.map(|way| keys.of(way).text().to_owned());
    let asks = quit_candidates().filter(|key| keys.meaning(key.as_bytes()).is_none());
    for next in asks.map(|key| game.after(&key)) {
        let other = next.waits() && next.asked() != game.asked();
        if !other || next.question() == game.question() || self::moves(&next, before, &moves) {
            continue;
        }
        if let Some(answer) = SIDE_ANSWERS.into_iter().find(|answer| next.after(answer).ended()) {
            let question = QuestionPattern::new(&next.question())?;
            return Some(Aside { question, answer: Typed::new(answer)?, quit: None });
        }
    }
    None
}
