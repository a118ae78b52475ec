//! The games that come first: short ones about what goes wrong most often.
//!
//! Every answer to the menu and some wrong ones, each key on several new boards, lines that mean
//! nothing, the switch for new tiles, and boards that are won, lost, full, or one move from it.

use engine::{Board, Direction};

use super::games::{can_be_led, to_the_goal};
use super::menu::Menu;
use super::protocol::Protocol;
use super::trial::Trial;

/// So many games come first.
pub(super) const OPENINGS: u64 = 64;

/// What is answered to a menu by mistake.
const WRONG_ANSWERS: [&[u8]; 6] = [b"3", b"", b"k", b"%", b"7", b"%%%%%%%%%%%%%%%%%%%%"];
/// What is typed in a game by mistake. No letters: a program may accept more of them than is known.
const WRONG_KEYS: [&[u8]; 5] = [b"", b"%", b"77", b"~~", b"%%%%%%%%%%%%%%%%%%%%"];
/// On so many new boards each key is tried.
const NEW_BOARDS: u64 = 4;

/// Boards of three by three cells from which something is to be seen at once.
const BOARDS: [&str; 14] = [
    "512 . . / . . . / . . .",
    "2 4 8 / 16 32 64 / 128 256 2",
    "2 4 2 / 4 2 4 / 2 4 2",
    "256 256 . / . . . / . . .",
    "256 . . / 256 . . / . . .",
    "2 4 8 / 16 32 64 / . 2 4",
    "2 4 8 / 16 32 64 / 128 256 256",
    "2 4 8 / 4 16 32 / 4 8 64",
    "2 2 2 / . . . / 4 2 2",
    "2 . 4 / 2 . 2 / 2 . 2",
    "8 2 2 / 4 4 8 / 2 4 2",
    ". . 2 / . 4 . / 8 . .",
    "128 16 2 / 2 128 16 / 16 2 128",
    ". . . / . . . / . . .",
];

/// One of these games.
enum Opening {
    /// A wrong answer to the menu, and then a game.
    Menu(&'static [u8]),
    /// The menu is left.
    Quit,
    /// A line that means nothing, and then a move.
    WrongKey(&'static [u8]),
    /// A key, twice.
    Key(Direction),
    /// New tiles are switched off and on.
    Switch,
    /// A game that is won.
    Goal,
    /// A board that is entered, and a move.
    State(Board, Direction),
}

/// Plays an opening, if the protocol has so many.
pub(super) fn play(trial: &mut Trial<'_>, protocol: &Protocol, index: u64) -> bool {
    let Some(opening) = usize::try_from(index).ok().and_then(|index| all(protocol).nth(index))
    else {
        return false;
    };
    let keys = &protocol.keys;
    match opening {
        Opening::Menu(line) => {
            let Some(menu) = &protocol.menu else { return false };
            let Some(new_game) = &menu.new_game else { return false };
            let before = menu.questions_before_choice();
            new_game.lines().take(before).for_each(|answer| trial.send(answer));
            trial.send(line);
            new_game.lines().skip(before).for_each(|answer| trial.send(answer));
        }
        Opening::Quit => {
            if let Some(quit) = protocol.menu.as_ref().and_then(|menu| menu.quit.as_ref()) {
                trial.send_all(quit);
            }
        }
        Opening::WrongKey(line) => {
            trial.new_game();
            trial.send(line);
            trial.push(Direction::Left, None);
        }
        Opening::Key(direction) => {
            trial.new_game();
            trial.push(direction, None);
            trial.push(direction, None);
        }
        Opening::Switch => {
            trial.new_game();
            for switch in [&keys.rng_off, &keys.rng_on].into_iter().flatten() {
                trial.send(switch.bytes());
                Direction::ALL.into_iter().for_each(|direction| trial.push(direction, None));
            }
        }
        Opening::Goal => {
            trial.new_game();
            to_the_goal(trial, protocol);
        }
        Opening::State(board, direction) => {
            trial.from_state(&board);
            trial.push(direction, None);
        }
    }
    true
}

fn all(protocol: &Protocol) -> impl Iterator<Item = Opening> {
    let menu = protocol.menu.as_ref();
    let choice = menu.is_some_and(Menu::has_choice);
    let wrong = WRONG_ANSWERS.into_iter().filter(move |_| choice).map(Opening::Menu);
    let quit = menu.and_then(|menu| menu.quit.as_ref()).map(|_| Opening::Quit);
    let keys = (0..NEW_BOARDS).flat_map(|_| Direction::ALL.map(Opening::Key));
    let switch = protocol.keys.rng_off.as_ref().map(|_| Opening::Switch);
    let goal = can_be_led(protocol).then_some(Opening::Goal);
    let enters = protocol.board.side == 3 && menu.is_some_and(Menu::takes_states);
    let boards = BOARDS.into_iter().filter(move |_| enters).filter_map(|text| text.parse().ok());
    let states = boards.enumerate().flat_map(|(at, board)| {
        // Over at once, or each in two directions: along three equal tiles, or such that differ from board to
        // board.
        let ways = along_equal_tiles(&board)
            .unwrap_or([Direction::ALL[at % 4], Direction::ALL[(at + 1 + at / 4) % 4]]);
        ways.map(move |way| Opening::State(board, way))
    });
    keys.chain(quit)
        .chain(wrong)
        .chain(WRONG_KEYS.map(Opening::WrongKey))
        .chain(switch)
        .chain(states)
        .chain(goal)
}

/// The directions in which a line of equal tiles can be pushed together, if there is one.
fn along_equal_tiles(board: &Board) -> Option<[Direction; 2]> {
    let (side, cells) = (board.side(), board.exponents());
    let equal = |first: usize, step: usize| {
        cells[first] > 0 && (1..side).all(|at| cells[first + at * step] == cells[first])
    };
    let row = (0..side).any(|row| equal(row * side, 1));
    let column = (0..side).any(|column| equal(column, side));
    match (row, column) {
        (true, _) => Some([Direction::Left, Direction::Right]),
        (_, true) => Some([Direction::Up, Direction::Down]),
        _ => None,
    }
}
