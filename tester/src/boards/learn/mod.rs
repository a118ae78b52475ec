//! Finds out how a program wants to be played, by playing it.
//!
//! Everything is tried on copies of the program, so nothing is asked of its author: answers to its
//! questions until there is a board ([`explore`]), every key until some of them push tiles ([`keys`]),
//! lost games and a won one to see what is said then ([`endings`]). What a program does wrong must not
//! become its protocol, so what is usual wins over what was seen: W, A, S and D go where they go
//! everywhere, even if W goes down.

mod aside;
mod endings;
mod entry;
mod explore;
mod keys;
mod probe;
mod rng;
mod stated;

use engine::protocol::text;

use super::menu::{Answers, Menu};
use super::protocol::{Avoided, BoardRules, Endings, Format, Protocol, Typed};
use super::recover::Layout;
use super::referee::names;
use crate::subject::Program;
use crate::verdict::{Problem, SourcePlace};
use entry::{Entered, Known, find_entry};
use explore::{Start, explore};
use probe::{Probe, likely_answers};

/// The most work of all that is tried, in instructions. A program that waits long for each answer could
/// else be asked for a minute.
const ALL_WORK: u64 = 300_000_000;

/// A protocol, and what could not be made sure of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// How to play the program.
    pub protocol: Protocol,
    /// What somebody should look at.
    pub doubts: Vec<Doubt>,
}

/// What probing did not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Doubt {
    /// No keys push tiles.
    #[error("no keys were found that push tiles; the usual ones are assumed")]
    Keys,
    /// Nothing ends the program.
    #[error("no key was found that quits; the one of the assignment is taken")]
    Quit,
    /// No text goes with a won game.
    #[error("no text was found that says that a game is won; the program should end then")]
    Win,
    /// No text goes with a lost game.
    #[error("no text was found that says that a game is lost; the program should end then")]
    Loss,
}

/// Why a program could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotLearnt {
    /// It does not get as far as its first question.
    #[error("it cannot be played: {0}")]
    Stopped(Problem),
    /// No answers lead to a board.
    #[error("{0}")]
    NoBoard(Box<Explored>),
}

/// What was tried in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// How many answers were tried.
    pub answers: usize,
    /// How many different questions were asked.
    pub questions: usize,
    /// The answers that led to the last question that was found, and that question.
    pub farthest: (Vec<String>, String),
    /// Answers on which the program failed, how, and where.
    pub failed: Option<(Vec<String>, Problem, Option<SourcePlace>)>,
}

impl Learnt {
    /// The protocol as a file, with the doubts as comments.
    pub fn to_toml(&self) -> String {
        let doubts = self.doubts.iter().map(|doubt| format!("# {doubt}\n"));
        doubts.chain([self.protocol.to_toml()]).collect()
    }
}

/// Finds out how a program is played. One that prints the menu and the prompt of the documented game
/// is taken at its word.
pub fn learn(program: &Program) -> Result<Learnt, NotLearnt> {
    let program = &program.explored_within(ALL_WORK);
    let first = Probe::begin(program, &Layout::default(), 0);
    if is_documented(&first) {
        return Ok(documented(program, &first, &first.after("1")));
    }
    if let Some(problem) = Problem::of_stop(&first.outcome()) {
        return Err(NotLearnt::Stopped(problem));
    }
    if first.ended() && !first.shows_board() {
        let problem = if first.is_blank() { Problem::Silent } else { Problem::Ended };
        return Err(NotLearnt::Stopped(problem));
    }
    let start = explore(program).map_err(NotLearnt::NoBoard)?;
    let Start { program, path, layout, typing, games, keys, quits, after_quit, .. } = start;
    let (guessed, entered, new_game) = (start.guessed, start.entered, start.without_keys);
    let board = board_rules(&layout, &first, games.first().map(|(game, _)| game));
    let mut menu =
        (!path.is_empty() || entered.is_some()).then(|| menu(&program, &layout, &path, entered));
    if let (Some(menu), Some(path)) = (&mut menu, new_game) {
        menu.new_game = Some(Answers::from_known(&path));
    }
    let (end, avoid) = (Endings::default(), Avoided::default());
    let mut protocol =
        Protocol { format: Format, menu, keys, end, board, asides: typing.asides, avoid };
    let mut doubts = Vec::new();
    doubts.extend(guessed.then_some(Doubt::Keys));
    if !quits && protocol.asides.iter().all(|aside| aside.quit.is_none()) {
        let last = protocol.menu.as_ref().and_then(|menu| menu.quit.as_ref()?.texts().last());
        // Whoever reads integers cannot be asked to make anything of a letter.
        let integers = games.first().is_some_and(|(game, _)| keys::reads_integers(game));
        let usual = if integers { &["0", "5", "9"][..] } else { &["X"] };
        let free = |key: &&&str| protocol.keys.meaning(key.as_bytes()).is_none();
        let usual = usual.iter().find(free).and_then(|key| Typed::new(key));
        protocol.keys.quit = last.map(Typed::from_known).or(usual);
        doubts.push(Doubt::Quit);
    }
    if !guessed {
        let said = explore::said(&program, &path);
        let switch = rng::rng_keys(&games, &protocol.keys, &said);
        (protocol.keys.rng_off, protocol.keys.rng_on) = switch;
        protocol.end.after_quit = after_quit;
        protocol.end = endings::endings(&program, &protocol);
    }
    doubts.extend(protocol.end.win.is_none().then_some(Doubt::Win));
    doubts.extend(protocol.end.loss.is_none().then_some(Doubt::Loss));
    Ok(Learnt { protocol, doubts })
}

/// Whether a program has the menu and the prompt of the documented game. Where no new game and no board
/// that is entered leads to a question, its menu has to do.
fn is_documented(first: &Probe) -> bool {
    let prompts = |probe: &Probe| probe.output().ends_with(text::ENTER_MOVE.as_bytes());
    let game = || first.after("1");
    let entered = || {
        let cells = ["2", "2", "2", "0", "0", "0", "0", "0", "0", "0"];
        first.after_all(&cells.map(str::to_owned))
    };
    let leads_nowhere = || {
        let entered = entered();
        !game().waits() && (prompts(&entered) || !entered.waits())
    };
    first.output() == text::WELCOME.as_bytes() && (prompts(&game()) || leads_nowhere())
}

/// A program with the documented menu and prompt has the documented keys. What is not written yet it answers
/// like a mistake, and how its games end may be said in other words.
fn documented(program: &Program, first: &Probe, game: &Probe) -> Learnt {
    let mut protocol = Protocol::documented();
    let unknown = game.after("%");
    let is_unknown = |key: &str| {
        let next = game.after(key);
        next.output() == unknown.output() && next.outcome() == unknown.outcome()
    };
    if game.waits() && is_unknown("3") && is_unknown("4") {
        (protocol.keys.rng_off, protocol.keys.rng_on) = (None, None);
    }
    if let Some(menu) = &mut protocol.menu
        && first.after("2").asked() == first.asked()
    {
        menu.from_state = None;
    }
    let mut doubts = Vec::new();
    let [win, loss] = [text::WIN, text::LOSE].map(|text| program.holds(text.as_bytes()));
    if !(win && loss) {
        let documented = std::mem::take(&mut protocol.end);
        let end = endings::endings(program, &protocol);
        protocol.end = Endings {
            win: if win { documented.win } else { end.win },
            loss: if loss { documented.loss } else { end.loss },
            ..end
        };
        doubts.extend(protocol.end.win.is_none().then_some(Doubt::Win));
        doubts.extend(protocol.end.loss.is_none().then_some(Doubt::Loss));
    }
    Learnt { protocol, doubts }
}

/// What is aimed at is the one big tile that the program speaks of, or what is usual for a size.
fn board_rules(layout: &Layout, first: &Probe, game: Option<&Probe>) -> BoardRules {
    let texts = [first.output(), game.map_or(&[][..], Probe::output)].map(String::from_utf8_lossy);
    let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_digit()));
    let mut tiles: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    // Nine cells of twos make no more than a 512, though the game may be called 2048.
    let (usual, most) = if layout.side <= 3 { (512, 512) } else { (2048, 131_072) };
    tiles.retain(|tile: &u64| tile.is_power_of_two() && (128..=most).contains(tile));
    tiles.sort_unstable();
    tiles.dedup();
    let goal = if let [goal] = tiles[..] { goal } else { usual };
    let spawns = if layout.side <= 3 { vec![2] } else { vec![2, 4] };
    BoardRules {
        side: layout.side,
        goal,
        spawns,
        empty: layout.empty,
        cell_width: layout.width,
        first: layout.first,
        tiles: layout.tiles,
        ..BoardRules::default()
    }
}

/// The answers to the menu besides those of the path: at its last question, or else at an earlier one. If
/// boards are always entered, the path leads there.
fn menu(program: &Program, layout: &Layout, path: &[String], entered: Option<Entered>) -> Menu {
    let mut probes = vec![Probe::begin(program, layout, 0)];
    for line in path {
        let next = probes.last().map(|probe| probe.after(line));
        probes.extend(next);
    }
    let known: Vec<Known<'_>> = probes.iter().map(Probe::asked).zip(path).collect();
    let new_game = entered.is_none().then(|| Answers::from_known(path));
    let mut state = entered.map(|entered| (path.to_vec(), entered));
    let mut quit = None;
    for (at, (asked, taken)) in probes.iter().zip(path).enumerate().rev() {
        let with = |answer: &String| [&path[..at], std::slice::from_ref(answer)].concat();
        // Where anything else ends the program, no answer is there to end it.
        let ends_anyway = asked.after("%").ended();
        for answer in likely_answers(asked.output()).iter().filter(|answer| *answer != taken) {
            let next = asked.after(answer);
            // Where the program does not name it, it is no way out, but an answer that ends the game.
            let named = names(asked.output(), answer.as_bytes());
            if quit.is_none() && named && next.ended() && !ends_anyway {
                quit = Some(Answers::from_known(&with(answer)));
            }
            let leads_on = next.waits() && !next.shows_board() && next.asked() != asked.asked();
            if state.is_none() && leads_on {
                let found = find_entry(&next, &known);
                state = found.map(|(more, entered)| ([with(answer), more].concat(), entered));
            }
        }
    }
    let (from_state, entered) = state.unzip();
    let Entered { entry, after } = entered.unwrap_or_default();
    let after_state = (!after.is_empty()).then(|| Answers::from_known(&after));
    let from_state = from_state.map(|path| Answers::from_known(&path));
    Menu { new_game, from_state, state: entry, after_state, quit }
}
