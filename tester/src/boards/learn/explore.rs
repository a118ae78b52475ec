//! From the first question of a program to a board whose tiles can be pushed.
//!
//! Questions are followed breadth-first: every likely answer is tried on a copy of the program, and
//! what is asked next is followed in turn, each question once. Two questions are the same if they are
//! asked in the same place of the program in the same words. So any number of questions may come
//! before the first board, and an answer that is refused costs nothing.

use std::collections::BTreeSet;

use engine::Board;

use super::super::cell_style::{empty_mark, width};
use super::super::protocol::{Keys, Then};
use super::super::recover::{Layout, Tiles, boards};
use super::super::typing::{Aside, Typing};
use super::Explored;
use super::aside::{aside, aside_on_the_way, confirmed_quit};
use super::entry::{Entered, state_layout};
use super::keys::{Found, conventional, find_keys, quit_key, quit_to_menu};
use super::probe::{Asked, Probe, likely_answers};
use crate::subject::Program;
use crate::verdict::Problem;

/// The most questions before the first board.
const MAX_QUESTIONS: usize = 6;
/// The most answers that are tried.
const MAX_ANSWERS: usize = 900;
/// How many beginnings of a game are looked at for keys, at each depth.
const MAX_STARTS: usize = 6;
/// How many new games are tried with every key.
const GAMES: u64 = 6;
/// The sizes of boards that are looked for.
const SIDES: [usize; 4] = [3, 4, 5, 6];
/// The most tiles of a new game.
const NEW_TILES: usize = 4;
/// The most questions at which a board is entered to see whether it is asked for.
const MAX_ASKING: usize = 40;
/// Boards that are entered where no new game is offered, with room in all directions.
const ENTERED: [&str; 6] = [
    ". 2 . / . . 4 / . . .",
    ". . . / 2 . . / . 4 .",
    "2 . . / . . . / . . 4",
    ". 4 . / . . . / . 2 .",
    ". . 2 / . 4 . / . . .",
    ". . . / . 2 . / 4 . .",
];
/// The widths of cells that are tried where blanks may be empty cells.
const WIDTHS: [usize; 6] = [5, 4, 6, 3, 7, 8];

/// The beginning of a game, and how it goes on.
pub(super) struct Start {
    /// Typed to as it wants to be.
    pub(super) program: Program,
    /// The answers that lead here.
    pub(super) path: Vec<String>,
    /// How the board is entered that is asked for here, if no other way to a game was found.
    pub(super) entered: Option<Entered>,
    /// The answers that lead to a new game all the same, though no keys push its tiles.
    pub(super) without_keys: Option<Vec<String>>,
    pub(super) layout: Layout,
    pub(super) typing: Typing,
    /// New games with different boards.
    pub(super) games: Vec<(Probe, Board)>,
    pub(super) keys: Keys,
    /// Whether any of them did what its direction would.
    pub(super) moves: bool,
    /// Whether a key was found that quits, and what happens then.
    pub(super) quits: bool,
    pub(super) after_quit: Then,
    /// Whether no keys push tiles, so that the usual ones were taken.
    pub(super) guessed: bool,
}

/// A program after some answers.
#[derive(Clone)]
struct Node {
    path: Vec<String>,
    probe: Probe,
    /// How a board looks that is shown, and how many tiles it has.
    board: Option<(Layout, usize)>,
}

impl Node {
    fn new(path: Vec<String>, probe: Probe) -> Node {
        let board = layouts(probe.output()).find_map(|layout| {
            let board = boards(probe.output(), &layout).pop()?;
            // Blanks alone may be anything, and so may small numbers and letters.
            let tiles = board.tiles().count();
            let new = tiles <= NEW_TILES && board.values().all(|value| value <= 4);
            let sure = layout.width.is_none() && layout.tiles.is_usual();
            (sure || tiles > 0 && (layout.tiles.is_usual() || new)).then_some((layout, tiles))
        });
        Node { path, probe, board }
    }

    /// What tells it from others that may lead elsewhere.
    fn key(&self) -> (Asked, Option<(usize, bool)>) {
        let board = self.board.as_ref().map(|(layout, tiles)| (layout.side, *tiles == 2));
        (self.probe.asked(), board)
    }

    /// Whether something is asked, and not a key in a game.
    fn is_asking(&self) -> bool {
        self.probe.waits() && self.board.is_none()
    }

    /// The three by three board with two tiles first.
    fn rank(&self) -> (bool, bool, bool) {
        let small = self.board.as_ref().is_some_and(|(layout, _)| layout.side == 3);
        let two = self.board.as_ref().is_some_and(|(_, tiles)| *tiles == 2);
        (!small, !two, !self.probe.waits())
    }
}

/// How a board may look that is printed here, the most usual looks last of those that say more.
pub(super) fn layouts(output: &[u8]) -> impl Iterator<Item = Layout> + '_ {
    let plain = |side| Layout { side, ..Layout::default() };
    let marked = move |side| Some(Layout { empty: Some(empty_mark(output, side)?), ..plain(side) });
    let marks = move || SIDES.into_iter().filter_map(marked);
    let widths = [width(output, 3)].into_iter().flatten().chain(WIDTHS);
    let widths = widths.map(|width| Layout { width: Some(width), ..Layout::default() });
    let usual = marks().chain(SIDES.into_iter().map(plain)).chain(widths);
    let unusual = [Tiles::Exponents, Tiles::Letters].into_iter().flat_map(move |tiles| {
        let any = marks().chain(SIDES.into_iter().map(plain));
        any.map(move |layout| Layout { tiles, ..layout })
    });
    usual.chain(unusual)
}

/// Follows the questions of a program to the first board that has keys, or else to one without.
pub(super) fn explore(program: &Program) -> Result<Start, Box<Explored>> {
    let mut typing = Typing { seeds: true, ..Typing::default() };
    loop {
        match explore_typing(program, &typing)? {
            Reached::Start(start) => return Ok(*start),
            // A question that is answered on the side is no longer one on the way.
            Reached::Aside(aside) => typing.asides.push(aside),
        }
    }
}

/// Where the questions lead.
enum Reached {
    Start(Box<Start>),
    /// A question that comes up between moves.
    Aside(Aside),
}

fn explore_typing(program: &Program, typing: &Typing) -> Result<Reached, Box<Explored>> {
    let program = &program.typed_to(typing.clone());
    let first = Node::new(Vec::new(), Probe::begin(program, &Layout::default(), 0));
    let mut tried = Explored {
        answers: 0,
        questions: 1,
        farthest: (Vec::new(), first.probe.question()),
        failed: None,
    };
    let mut seen = BTreeSet::from([first.key()]);
    let mut level = vec![first];
    let mut without_keys: Option<Node> = None;
    let mut asking: Vec<Node> = Vec::new();
    for _ in 0..=MAX_QUESTIONS {
        level.sort_by_key(Node::rank);
        for node in level.iter().filter(|node| node.board.is_some()).take(MAX_STARTS) {
            if program.is_exhausted() {
                break;
            }
            if let Some(reached) = start(program, typing, node) {
                return Ok(reached);
            }
            let rank = |node: &Node| (!node.probe.waits(), node.rank());
            if without_keys.as_ref().is_none_or(|other| rank(node) < rank(other)) {
                without_keys = Some(node.clone());
            }
        }
        let mut next = Vec::new();
        asking.extend(level.iter().filter(|node| node.is_asking()).cloned());
        for node in level.iter().filter(|node| node.probe.waits()) {
            for answer in likely_answers(node.probe.output()) {
                if tried.answers >= MAX_ANSWERS || program.is_exhausted() {
                    break;
                }
                tried.answers += 1;
                let child = node.probe.after(&answer);
                let child = Node::new([&node.path[..], &[answer]].concat(), child);
                if node.is_asking() {
                    note_failure(&child, &mut tried);
                }
                let leads_on = child.probe.waits() || child.board.is_some();
                if leads_on && seen.insert(child.key()) {
                    tried.questions += 1;
                    tried.farthest = (child.path.clone(), child.probe.question());
                    next.push(child);
                }
            }
        }
        level = next;
    }
    // Where no new game has keys, a board may be asked for.
    let asked = asking.iter().take(MAX_ASKING).filter(|_| !program.is_exhausted());
    let entered = { asked }.find_map(|node| Some((node, state_layout(&node.probe)?)));
    if let Some((node, (entered, layout))) = &entered
        && let Some(mut reached) =
            start_with(program, typing, node, layout.clone(), Some(entered.clone()))
    {
        if let (Reached::Start(start), Some(other)) = (&mut reached, without_keys)
            && let Some((game, _)) = start.games.first()
            && other.probe.asks_like(game)
        {
            start.without_keys = Some(other.path);
        }
        return Ok(reached);
    }
    // A board on which nothing can be done is no game where another answer makes the program fail.
    let is_empty = |node: &Node| node.board.as_ref().is_some_and(|(_, tiles)| *tiles == 0);
    if entered.is_none() && tried.failed.is_some() && without_keys.as_ref().is_some_and(is_empty) {
        return Err(Box::new(tried));
    }
    let (node, layout, entered) = match (without_keys, entered) {
        (Some(node), _) => {
            let layout = node.board.as_ref().map(|(layout, _)| layout.clone()).unwrap_or_default();
            (node, layout, None)
        }
        (None, Some((node, (entered, layout)))) => (node.clone(), layout, Some(entered)),
        (None, None) => return Err(Box::new(tried)),
    };
    let games = games(program, &layout, &node.path, entered.as_ref());
    let game = games.first().map_or(&node.probe, |(game, _)| game);
    let quit = quit_key(game);
    let quits = quit.is_some();
    let keys = Keys { quit, ..conventional(game) };
    Ok(Reached::Start(Box::new(Start {
        program: program.clone(),
        games,
        path: node.path,
        entered,
        without_keys: None,
        layout,
        typing: typing.clone(),
        keys,
        moves: false,
        quits,
        after_quit: Then::Exit,
        guessed: true,
    })))
}

/// Remembers the first answers on which the program fails for a reason of its own.
fn note_failure(child: &Node, tried: &mut Explored) {
    let problem = Problem::of_stop(&child.probe.outcome());
    if tried.failed.is_none()
        && let Some(problem) = problem.filter(|problem| !problem.is_refused_line())
    {
        let place = child.probe.outcome().error().and_then(|error| child.probe.place(error.pc));
        tried.failed = Some((child.path.clone(), problem, place));
    }
}

/// The game that begins here, if it has keys.
fn start(program: &Program, typing: &Typing, node: &Node) -> Option<Reached> {
    let (layout, _) = node.board.clone().filter(|_| node.probe.waits())?;
    let several = boards(node.probe.output(), &layout).len() > 1;
    let first = several.then(|| Layout { first: true, ..layout.clone() });
    let found = start_with(program, typing, node, layout, None);
    let moves = |reached: &Reached| !matches!(reached, Reached::Start(start) if !start.moves);
    match first {
        // The board that counts is the one that the keys move.
        Some(first) if !found.as_ref().is_some_and(moves) => {
            start_with(program, typing, node, first, None).filter(moves).or(found)
        }
        _ => found,
    }
}

/// The game that begins here, with boards of this layout.
fn start_with(
    program: &Program,
    typing: &Typing,
    node: &Node,
    layout: Layout,
    entered: Option<Entered>,
) -> Option<Reached> {
    let games = games(program, &layout, &node.path, entered.as_ref());
    let found = find_keys(&games, &said(program, &node.path));
    if let Some(aside) = aside(&games, found.as_ref(), typing.asides.len()) {
        return Some(Reached::Aside(aside));
    }
    let Found { mut keys, moves, mut quits } = found?;
    let mut after_quit = Then::Exit;
    if let Some(aside) = aside_on_the_way(&games, &keys, typing.asides.len()) {
        return Some(Reached::Aside(aside));
    }
    if !quits && let Some(key) = quit_to_menu(program, &games, &keys) {
        (keys.quit, quits, after_quit) = (Some(key), true, Then::Ask);
    }
    if !quits && let Some(aside) = confirmed_quit(&games, &keys, typing.asides.len()) {
        return Some(Reached::Aside(aside));
    }
    let beginning = Beginning { path: node.path.clone(), entered };
    let livelier = (!brings_tiles(&games, &keys))
        .then(|| beginning.livelier(program, &layout, &games, &keys))
        .flatten();
    let (Beginning { path, entered }, games) = livelier.unwrap_or((beginning, games));
    let tiles = games.first().map_or(0, |(_, board)| board.tiles().count());
    let path = match entered {
        Some(_) => path,
        None => plainest(program, &layout, &path, tiles),
    };
    let (program, typing) = (program.clone(), typing.clone());
    let guessed = false;
    Some(Reached::Start(Box::new(Start {
        program,
        path,
        entered,
        without_keys: None,
        layout,
        typing,
        games,
        keys,
        moves,
        quits,
        after_quit,
        guessed,
    })))
}

/// What is typed before the first key.
struct Beginning {
    path: Vec<String>,
    entered: Option<Entered>,
}

impl Beginning {
    /// Other answers that lead to the same game, with new tiles: who asks whether tiles shall come was
    /// answered wrong.
    fn livelier(
        &self,
        program: &Program,
        layout: &Layout,
        games: &[(Probe, Board)],
        keys: &Keys,
    ) -> Option<(Beginning, Vec<(Probe, Board)>)> {
        let (game, _) = games.first()?;
        let after = self.entered.as_ref().map_or(&[][..], |entered| &entered.after);
        let count = self.path.len() + after.len();
        (0..count).rev().find_map(|at| {
            let asked = match at.checked_sub(self.path.len()) {
                None => Probe::begin(program, layout, 0).after_all(&self.path[..at]),
                Some(at) => {
                    let mut entered = self.entered.clone()?;
                    entered.after.truncate(at);
                    enter(Probe::begin(program, layout, 0).after_all(&self.path), &entered, 0)?
                }
            };
            likely_answers(asked.output()).into_iter().find_map(|answer| {
                let (mut path, mut entered) = (self.path.clone(), self.entered.clone());
                let after = entered.iter_mut().flat_map(|entered| &mut entered.after);
                let known = path.iter_mut().chain(after).nth(at)?;
                if *known == answer {
                    return None;
                }
                *known = answer;
                let others = self::games(program, layout, &path, entered.as_ref());
                let same = others.first().is_some_and(|(other, _)| other.asks_like(game));
                let found = same && others.len() >= games.len() && brings_tiles(&others, keys);
                found.then_some((Beginning { path, entered }, others))
            })
        })
    }
}

/// Whether a new tile comes after some move, which is right but for that.
fn brings_tiles(games: &[(Probe, Board)], keys: &Keys) -> bool {
    games.iter().take(2).any(|(game, board)| {
        board.legal_moves().any(|way| {
            let slid = board.slide(way).board;
            let after = game.after(keys.of(way).text()).board();
            after.is_some_and(|after| {
                let more = slid.values().zip(after.values()).filter(|(was, is)| was != is);
                { more }.all(|(was, _)| was == 0) && after != slid
            })
        })
    })
}

/// Enters one of the boards where one is asked for.
fn enter(asked: Probe, entered: &Entered, number: u64) -> Option<Probe> {
    let board: Board = ENTERED.get(usize::try_from(number).ok()?)?.parse().ok()?;
    Some(asked.after_all(&entered.entry.lines(&board)).after_all(&entered.after))
}

/// Games with different boards: new ones, or those of boards that are entered.
fn games(
    program: &Program,
    layout: &Layout,
    path: &[String],
    entered: Option<&Entered>,
) -> Vec<(Probe, Board)> {
    let begin = |seed| {
        let game = Probe::begin(program, layout, seed).after_all(path);
        let game = match entered {
            Some(entered) => enter(game, entered, seed)?,
            None => game,
        };
        let board = game.board().filter(|_| game.waits())?;
        Some((game, board))
    };
    (0..GAMES).filter_map(begin).collect()
}

/// All that is printed on the way to a game.
pub(super) fn said(program: &Program, path: &[String]) -> Vec<u8> {
    let mut probe = Probe::begin(program, &Layout::default(), 0);
    let mut said = probe.output().to_vec();
    for line in path {
        probe = probe.after(line);
        said.extend_from_slice(probe.output());
    }
    said
}

/// The same path with `1` in place of answers that were tried before it, where that does the same.
fn plainest(program: &Program, layout: &Layout, path: &[String], tiles: usize) -> Vec<String> {
    let end = |path: &[String]| {
        let probe = Probe::begin(program, layout, 0).after_all(path);
        let board = probe.board().map(|board| board.tiles().count() == tiles);
        (probe.asked(), board)
    };
    let mut plain = path.to_vec();
    for at in 0..path.len() {
        for usual in ["1", ""] {
            let mut other = plain.clone();
            usual.clone_into(&mut other[at]);
            if path[at] == "3" && end(&other) == end(&plain) {
                plain = other;
                break;
            }
        }
    }
    plain
}
