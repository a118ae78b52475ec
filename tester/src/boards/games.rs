//! Games that try a program out: its seed decides everything about a game.
//!
//! Random keys reach most situations and all losses. What they do not reach is entered as a board,
//! if the program offers that: won, lost and nearly lost boards, big tiles, lines in which the order
//! of merges matters. Otherwise some games are led to the goal move by move.

use engine::strategy::{Position, Setup, Spec};
use engine::{Board, Direction, Odds, Rules};

use super::menu::Menu;
use super::openings::{self, OPENINGS};
use super::protocol::Protocol;
use super::recover;
use super::referee::Phase;
use super::route::{outlook, route_to};
use super::trial::{Trial, below};

use crate::aspects::Aspects;
use crate::draws::{Draws, Tail};
use crate::rule::Rule;
use crate::script::Script;
use crate::subject::Program;
use crate::verdict::Verdict;

/// Lines that mean nothing in any game: no letters, because a program may accept more of them than
/// its protocol says.
const NONSENSE: [&[u8]; 2] = [b"%", b"~"];

/// Most moves of a game with random keys. Nearly all are lost before.
const MOVES: usize = 300;

/// How often a route to the goal is looked for in one game.
const ROUTES: usize = 12;

/// If new tiles come as they should for fewer moves than this, other ways are tried.
const FEW_MOVES: usize = 4;
/// How many copies of a game are kept if a strategy did not win, and how many of its moves are taken back
/// before that; and the most turns.
const KEPT: [(usize, usize); 3] = [(4, 48), (6, 96), (8, 160)];
const MOST_TURNS: usize = 600;
/// What they may execute together, in instructions.
const SEARCH_WORK: u64 = 9_000_000;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What was typed and drawn.
    pub script: Script,
    /// What was wrong, if anything was.
    pub verdict: Option<Verdict>,
    /// What its right answers showed.
    pub shown: Aspects,
    /// What it cost, as [`Subject::work`](crate::Subject::work) counts it.
    pub work: u64,
}

/// Plays one game of a seed. The same seed and index are the same game, for the same program and
/// protocol; the first games are the same for all seeds.
pub fn play_game(program: &Program, protocol: &Protocol, seed: u64, index: u64) -> Played {
    let number = if index < OPENINGS { index } else { seed.wrapping_add(index) };
    let mut trial = Trial::begin(program, protocol, number);
    if index >= OPENINGS || !openings::play(&mut trial, protocol, index) {
        play_at_random(&mut trial, protocol, number);
    }
    // Another game begins like the first.
    if let (Phase::Ended, Some(again)) = (trial.phase(), &protocol.end.again) {
        trial.send(again.bytes());
        if trial.board().is_some() {
            trial.push(Direction::Left, None);
        }
    }
    if trial.is_in_menu() && trial.goes_on() {
        trial.new_game();
        trial.push(Direction::Left, None);
    }
    if trial.board().is_some()
        && let Some(quit) = &protocol.keys.quit
    {
        trial.send(quit.bytes());
    }
    trial.end()
}

fn play_at_random(trial: &mut Trial<'_>, protocol: &Protocol, number: u64) {
    let mut dice = Draws::new(Vec::new(), Tail::Seed(!number));
    let states = protocol.menu.as_ref().is_some_and(Menu::takes_states);
    match number % 8 {
        0 => {
            trial.new_game();
            let moves = below(&mut dice, 6);
            random_keys(trial, protocol, moves, &mut dice);
        }
        2..=5 if states => {
            if let Some(board) = telling_board(protocol, &mut dice) {
                trial.from_state(&board);
            }
            let moves = below(&mut dice, 40);
            random_keys(trial, protocol, moves, &mut dice);
        }
        2 if number % 32 == 2 && can_be_led(protocol) => {
            trial.new_game();
            to_the_goal(trial, protocol);
        }
        _ => {
            trial.new_game();
            random_keys(trial, protocol, MOVES, &mut dice);
        }
    }
}

/// Plays games of these numbers until one goes wrong.
pub fn first_wrong(
    program: &Program,
    protocol: &Protocol,
    numbers: impl IntoIterator<Item = u64>,
) -> Option<Played> {
    let mut played = numbers.into_iter().map(|index| play_game(program, protocol, 0, index));
    played.find(|played| played.verdict.is_some())
}

/// Presses keys at random, now and then one that changes nothing.
fn random_keys(trial: &mut Trial<'_>, protocol: &Protocol, moves: usize, dice: &mut Draws) {
    let keys = &protocol.keys;
    for _ in 0..moves {
        if !trial.goes_on() || *trial.phase() == Phase::Ended {
            return;
        }
        match below(dice, 40) {
            0 => trial.send(NONSENSE[below(dice, NONSENSE.len())]),
            1 => {
                if let Some(key) = &keys.rng_off {
                    trial.send(key.bytes());
                }
            }
            2 | 3 => {
                if let Some(key) = &keys.rng_on {
                    trial.send(key.bytes());
                }
            }
            _ => match a_way(trial, protocol, dice) {
                Some(way) => trial.send(keys.of(way).bytes()),
                None => return,
            },
        }
    }
}

/// A direction by chance, of those that are not left out.
fn a_way(trial: &Trial<'_>, protocol: &Protocol, dice: &mut Draws) -> Option<Direction> {
    let avoid = &protocol.avoid;
    let legal = |way: Direction| trial.board().is_none_or(|board| board.is_legal(way));
    let fits = |way: &Direction| !avoid.ways.contains(way) && (!avoid.illegal || legal(*way));
    let ways = || Direction::ALL.into_iter().filter(fits);
    let count = ways().count();
    (count > 0).then(|| ways().nth(below(dice, count)))?
}

/// Whether the way to the goal is short.
pub(super) fn can_be_led(protocol: &Protocol) -> bool {
    protocol.board.side <= 3
}

/// Plays to the goal, choosing the cells of new tiles. If one does not come where it should, the
/// way is looked for anew, but not for ever.
pub(super) fn to_the_goal(trial: &mut Trial<'_>, protocol: &Protocol) {
    let goal = protocol.board.goal;
    let Some(&spawn) = protocol.board.spawns.first() else { return };
    for _ in 0..ROUTES {
        let Some(start) = trial.board().copied() else { return };
        let Some(steps) = route_to(goal, &start, spawn) else { return };
        let mut board = start;
        let mut led = 0;
        for (direction, cell) in steps {
            let exponent = spawn.trailing_zeros() as u8;
            let next = board.slide(direction).board.with_tile(cell, exponent);
            trial.push(direction, Some(cell));
            match (trial.board(), next) {
                (Some(got), Some(next)) if *got == next => board = next,
                _ => break,
            }
            led += 1;
        }
        if !trial.goes_on() {
            return;
        }
        // Who has a generator of its own cannot be led, but it can be tried out.
        if led < FEW_MOVES {
            return search(trial, protocol);
        }
    }
}

/// Plays to the goal by a strategy, or else by trying every key on copies of the game and going on with the
/// best ones.
fn search(trial: &mut Trial<'_>, protocol: &Protocol) {
    let mut work = SEARCH_WORK;
    let (mut longest, won) = strategic_way(trial, protocol, &mut work);
    let mut last = longest.clone();
    if won {
        return longest.into_iter().for_each(|direction| trial.push(direction, None));
    }
    for (kept, back) in KEPT {
        let before = &last[..last.len().saturating_sub(back)];
        let (way, won) = best_way(trial, before, protocol, kept, &mut work);
        if won || way.len() > longest.len() {
            longest.clone_from(&way);
        }
        if won || work == 0 {
            break;
        }
        last = way;
    }
    longest.into_iter().for_each(|direction| trial.push(direction, None));
}

/// The keys that a strategy presses, and whether it wins.
fn strategic_way(trial: &Trial<'_>, protocol: &Protocol, work: &mut u64) -> (Vec<Direction>, bool) {
    let mut way = Vec::new();
    let rules = Rules::new(protocol.board.side, protocol.board.goal).ok();
    let rules = rules.and_then(|rules| match &protocol.board.spawns[..] {
        [2] => rules.with_fours(Odds::NEVER).ok(),
        _ => Some(rules),
    });
    let setup = rules.map(|rules| Setup::new(rules).with_depth(Some(STRATEGY_DEPTH)));
    let strategy = setup.and_then(|setup| STRATEGY.parse::<Spec>().ok()?.build(&setup).ok());
    let Some(mut strategy) = strategy else { return (way, false) };
    let mut game = trial.fork();
    while let Some(position) = game.board().and_then(|board| Position::of(board, 0))
        && let Some(decision) = strategy.choose(&position)
        && way.len() < MOST_TURNS
        && *work > 0
    {
        let before = game.work();
        game.push(decision.direction, None);
        *work = work.saturating_sub(game.work() - before);
        way.push(decision.direction);
        if is_won(&game, protocol) {
            return (way, true);
        }
    }
    (way, false)
}

/// Plays best where new tiles can't be led, by trial.
const STRATEGY: &str = "em-v2";
const STRATEGY_DEPTH: u32 = 4;

/// Whether a game is won, or the program takes it for won.
pub(super) fn is_won(game: &Trial<'_>, protocol: &Protocol) -> bool {
    if game.board().is_some() {
        return false;
    }
    let goal = protocol.board.goal;
    let shown = recover::board(&game.answer().output, &protocol.board.layout());
    // A program that takes another tile for the goal has shown what there is to see.
    let wrong = game.verdict().is_some_and(|wrong| wrong.rule == Some(Rule::Win));
    wrong || shown.is_some_and(|board| board.values().any(|value| value >= goal))
}

/// The keys that lead to the goal, or else as far as possible, and whether they do. Chance is the same
/// when they are pressed again. The first of them are given.
fn best_way(
    trial: &Trial<'_>,
    before: &[Direction],
    protocol: &Protocol,
    most: usize,
    work: &mut u64,
) -> (Vec<Direction>, bool) {
    let mut start = Box::new(trial.fork());
    before.iter().for_each(|direction| start.push(*direction, None));
    let mut kept = vec![(start, before.to_vec())];
    for _ in 0..MOST_TURNS {
        let mut next = Vec::with_capacity(Direction::ALL.len() * kept.len());
        for (game, way) in &kept {
            let Some(board) = game.board() else { continue };
            for direction in board.legal_moves() {
                let mut after = Box::new(game.fork());
                after.push(direction, None);
                *work = work.saturating_sub(after.work() - game.work());
                let way = || -> Vec<Direction> { way.iter().copied().chain([direction]).collect() };
                if is_won(&after, protocol) {
                    return (way(), true);
                }
                if let Some(board) = after.board() {
                    next.push((outlook(board), after, way()));
                }
            }
        }
        next.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
        next.dedup_by(|a, b| a.1.board() == b.1.board());
        next.truncate(most);
        if next.is_empty() || *work == 0 {
            break;
        }
        kept = next.into_iter().map(|(_, game, way)| (game, way)).collect();
    }
    (kept.into_iter().next().map_or_else(Vec::new, |(_, way)| way), false)
}

/// A board from which something can be learnt soon.
fn telling_board(protocol: &Protocol, dice: &mut Draws) -> Option<Board> {
    let side = protocol.board.side;
    let cells = side * side;
    let goal = protocol.board.goal.trailing_zeros() as u8;
    let mut exponents: Vec<u8> = match below(dice, 6) {
        // Lines in which merges matter.
        0 | 1 => (0..cells).map(|_| below(dice, 3) as u8).collect(),
        // Anything.
        2 => (0..cells).map(|_| below(dice, usize::from(goal)) as u8).collect(),
        // Full, with few equal neighbours or none.
        _ => {
            let shift = below(dice, 3);
            let places = 0..cells;
            places
                .map(|at| ((at / side + at % side + shift) % 2 + below(dice, 4) * 2 + 1) as u8)
                .map(|exponent| exponent.min(goal.saturating_sub(1)))
                .collect()
        }
    };
    let at = below(dice, cells);
    // The right or the lower neighbour of a cell, or another cell where there is none.
    let beside = if below(dice, 2) == 0 { at + 1 } else { at + side } % cells;
    match below(dice, 8) {
        0 => exponents[at] = goal,
        1 | 2 => {
            exponents[at] = goal.saturating_sub(1);
            exponents[beside] = exponents[at];
        }
        3 | 4 => exponents[beside] = exponents[at],
        _ => {}
    }
    Board::from_exponents(side, &exponents).ok()
}
