//! The fixed games: every rule at its borders, the shortest games first.

use std::sync::LazyLock;

use crate::script::{Script, parse_lines};

/// Lines to try, in the order in which they are tried.
type Lines = LazyLock<Vec<Vec<u8>>>;

/// Lines in the form of a script, and then long ones: a letter, so many times.
fn lines_of(words: &str, long: &[(u8, usize)]) -> Vec<Vec<u8>> {
    let long = long.iter().map(|(letter, count)| vec![*letter; *count]);
    let lines = parse_lines(words).expect("they are written as in a script");
    lines.into_iter().chain(long).collect()
}

/// Lines that are no move, or hardly one.
pub(super) static MOVE_LINES: Lines = LazyLock::new(|| {
    let words = r". w a s d x AB AA _A A_ WASD XX _X X_ 1 2 0 5 33 44 3_ Q q B - ? \x09 ABC ABCD ABCDE
        XABC \xc5\x84 \xc5\x98 \xff A\x00 A\x0d \x0d X\x0d A\x0dA Enter_a_move";
    lines_of(words, &[(b'A', 42), (b'A', 98), (b'A', 99), (b'A', 100), (b'W', 101), (b'X', 300)])
});

/// Lines that are no choice of the menu, or hardly one.
pub(super) static MENU_LINES: Lines = LazyLock::new(|| {
    let words = r". 3 4 0 x W A S D 12 11 22 1_ _1 2_ _2 XX _X X_ 01 +1 -1 1. Q q ab abc abcd 1abc X123
        \xc5\x84 \xc4\xb1 \xff 1\x00 1\x0d \x0d X\x0d \x09 New_Game";
    lines_of(words, &[(b'1', 98), (b'1', 99), (b'2', 100), (b'X', 101), (b'z', 300)])
});

/// What is typed where an integer is asked for.
static INTEGERS: Lines = LazyLock::new(|| {
    let words = r"3 1 5 6 7 9 12 24 100 127 129 511 513 1024 2048 4096 65536 -2 -1 -512 -0 08 +4 +0 _2_
        002 00000000512 2147483647 -2147483648 2147483648 4294967298 99999999999 . _ X x A 2_4
        2.0 0x2 2a + - +-2 \xd9\xa2 \xff 2\x0d \x0d \x094";
    lines_of(words, &[])
});

/// A board on which nothing can be done.
const STUCK: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 1];
/// The cells that are neighbours, with the key that lets the first take up the second.
const PAIRS: [(usize, usize, u8); 12] = [
    (0, 1, b'A'),
    (0, 3, b'W'),
    (1, 2, b'D'),
    (1, 4, b'S'),
    (2, 5, b'W'),
    (3, 4, b'A'),
    (3, 6, b'S'),
    (4, 5, b'D'),
    (4, 7, b'W'),
    (5, 8, b'S'),
    (6, 7, b'A'),
    (7, 8, b'D'),
];
const KEYS: [u8; 4] = *b"WASD";

/// All of them.
pub(super) fn scripts() -> Vec<Script> {
    let mut list = Vec::new();
    starts(&mut list);
    menu(&mut list);
    first_moves(&mut list);
    nonsense(&mut list);
    switches(&mut list);
    states(&mut list);
    losses(&mut list);
    wins(&mut list);
    spawns(&mut list);
    lines_of_three(&mut list);
    ends_of_input(&mut list);
    endurance(&mut list);
    let mut seen = std::collections::BTreeSet::new();
    list.retain(|script| seen.insert((script.lines.clone(), script.draws.clone())));
    list
}

/// An exponent as it is typed.
pub(super) fn digits(exponent: u8) -> Vec<u8> {
    match exponent {
        0 => b"0".to_vec(),
        _ => (1u32 << exponent).to_string().into_bytes(),
    }
}

fn script(lines: &[&[u8]], draws: &[u32]) -> Script {
    Script::new(lines.iter().map(|line| line.to_vec()).collect(), draws.to_vec())
}

/// A game from a board, and then these lines.
fn from_state(board: &[u8; 9], lines: &[&[u8]], draws: &[u32]) -> Script {
    let cells = board.iter().map(|exponent| digits(*exponent));
    let lines = lines.iter().map(|line| line.to_vec());
    let lines = std::iter::once(b"2".to_vec()).chain(cells).chain(lines);
    Script::new(lines.collect(), draws.to_vec())
}

/// The draws of a first board.
pub(crate) fn bits(cells: &[usize]) -> Vec<u32> {
    (0..9).map(|cell| u32::from(cells.contains(&cell))).collect()
}

/// A board with these tiles and no others.
fn board(tiles: &[(usize, u8)]) -> [u8; 9] {
    let mut board = [0; 9];
    tiles.iter().for_each(|(cell, exponent)| board[*cell] = *exponent);
    board
}

/// Every first board of two tiles, and the ways to have one or none in a pass.
fn starts(list: &mut Vec<Script>) {
    list.push(script(&[], &[]));
    list.push(script(&[b"X"], &[]));
    for first in 0..9 {
        for second in first + 1..9 {
            list.push(script(&[b"1", b"X"], &bits(&[first, second])));
        }
    }
    list.push(script(&[b"1", b"X"], &[1; 9]));
    list.push(script(&[b"1", b"X"], &bits(&[0, 1, 2])));
    list.push(script(&[b"1", b"X"], &bits(&[0, 4, 8])));
    list.push(script(&[b"1", b"X"], &bits(&[6, 7, 8])));
    list.push(script(&[b"1", b"X"], &[3, 5, 2, 4, 6, 8, 10, 1 << 31, 0]));
    for (first, second) in [(0, 1), (4, 4), (8, 0), (8, 8)] {
        let single = [bits(&[first]), bits(&[second])].concat();
        list.push(script(&[b"1", b"X"], &single));
        let empty = [vec![0; 9], bits(&[first]), vec![0; 9], bits(&[second])].concat();
        list.push(script(&[b"1", b"X"], &empty));
    }
    list.push(script(&[b"1", b"X"], &[vec![0; 9], bits(&[2, 7])].concat()));
    list.push(script(&[b"1", b"X"], &[bits(&[3]), bits(&[2, 7])].concat()));
}

fn menu(list: &mut Vec<Script>) {
    for line in MENU_LINES.iter() {
        list.push(script(&[line, b"X"], &[]));
    }
    for line in MENU_LINES.iter() {
        list.push(script(&[line, b"1", b"X"], &bits(&[0, 1])));
        list.push(script(&[line, line, b"ab", b"1", b"X"], &bits(&[0, 1])));
    }
    for words in
        ["abc 1 X", "abc 1 . 1 ab X", "abcd 2 X ab 2 3 X", "abcdefgh a X 12 X", "abc ab 1 X"]
    {
        list.push(Script::new(lines_of(words, &[]), bits(&[0, 1])));
    }
}

/// Every first move of every new game, and every cell for its new tile.
fn first_moves(list: &mut Vec<Script>) {
    for first in 0..9 {
        for second in first + 1..9 {
            for key in KEYS {
                list.push(script(&[b"1", &[key], b"X"], &bits(&[first, second])));
            }
        }
    }
    for (cells, key) in [([0, 1], b'A'), ([0, 1], b'D'), ([0, 3], b'S'), ([6, 7], b'W')] {
        for draw in (0..18).chain([100, u32::MAX, 1 << 31]) {
            let draws = [bits(&cells), vec![draw]].concat();
            list.push(script(&[b"1", &[key], b"X"], &draws));
            let draws = [bits(&cells), vec![draw, 0, 1]].concat();
            list.push(script(&[b"1", &[key], b"X"], &draws));
        }
    }
}

fn nonsense(list: &mut Vec<Script>) {
    for cells in [[0, 1], [0, 3]] {
        for line in MOVE_LINES.iter() {
            list.push(script(&[b"1", line, b"X"], &bits(&cells)));
            list.push(script(&[b"1", line, b"A", b"X"], &bits(&cells)));
        }
    }
    for line in MOVE_LINES.iter() {
        list.push(script(&[b"1", b"3", line, b"D", b"X"], &bits(&[0, 1])));
    }
}

fn switches(list: &mut Vec<Script>) {
    let sequences = [
        "3",
        "4",
        "3 3",
        "3 4",
        "4 3",
        "3 A",
        "4 A",
        "3 4 A",
        "4 3 A",
        "3 W A",
        "3 z A",
        "3 A D 4 A S",
        "3 W 4 W A",
        "A 3 S D 4 W",
    ];
    for sequence in sequences {
        let lines = lines_of(&format!("1 {sequence} X"), &[]);
        list.push(Script::new(lines.clone(), bits(&[0, 1])));
        list.push(Script::new(lines, [bits(&[0, 1]), vec![1, 5, 8]].concat()));
    }
    // Without new tiles a full board stays full of possibilities, and an empty one empty.
    list.push(from_state(&board(&[]), &[b"W", b"3", b"A", b"4", b"S", b"X"], &[]));
}

fn states(list: &mut Vec<Script>) {
    for line in INTEGERS.iter() {
        list.push(script(&[b"2", line, b"X"], &[]));
    }
    for cell in 0..9 {
        for exponent in 0..10 {
            list.push(from_state(&board(&[(cell, exponent)]), &[b"X"], &[]));
        }
    }
    for place in 0..9 {
        for line in [b"3" as &[u8], b"x", b"1024"] {
            let mut game = from_state(&board(&[(0, 2)]), &[b"X"], &[]);
            game.lines[1 + place] = line.to_vec();
            game.lines.truncate(2 + place);
            game.lines.extend([b"1".to_vec(), b"X".to_vec()]);
            game.draws = bits(&[0, 1]);
            list.push(game);
        }
    }
    for line in INTEGERS.iter() {
        let mut game = from_state(&board(&[(0, 2), (8, 3)]), &[b"D", b"X"], &[]);
        game.lines[5] = line.to_vec();
        list.push(game);
    }
    list.push(from_state(&[1, 2, 3, 4, 5, 6, 7, 8, 0], &[b"X"], &[]));
    list.push(from_state(&[8, 7, 6, 5, 4, 3, 2, 1, 0], &[b"X"], &[]));
    list.push(script(&[b"2", b"3", b"2", b"5", b"1", b"X"], &bits(&[0, 1])));
}

/// Full boards: stuck, with one pair in each place, and with things that look like pairs.
fn losses(list: &mut Vec<Script>) {
    list.push(from_state(&STUCK, &[b"X"], &[]));
    for (first, second, key) in PAIRS {
        for exponent in [1, 8] {
            let mut full = [1, 2, 1, 3, 4, 3, 5, 6, 5];
            // Nothing else is as large as these, or as small.
            full.iter_mut().for_each(|cell| *cell += 1);
            (full[first], full[second]) = (exponent, exponent);
            list.push(from_state(&full, &[b"X"], &[]));
            if exponent != 8 {
                list.push(from_state(&full, &[&[key], b"X"], &[0, 1, 2, 3, 4, 5, 6, 7, 8]));
            }
        }
    }
    for first in 0..9 {
        for second in first + 1..9 {
            let mut full = [2, 3, 4, 5, 6, 7, 8, 2, 3];
            (full[7], full[8]) = (5, 3);
            (full[first], full[second]) = (1, 1);
            list.push(from_state(&full, &[b"X"], &[]));
        }
        let mut gap = STUCK;
        gap[first] = 0;
        list.push(from_state(&gap, &[b"X"], &[]));
        for key in KEYS {
            list.push(from_state(&gap, &[&[key], b"X"], &[first as u32]));
            list.push(from_state(&gap, &[b"3", &[key], b"X"], &[]));
        }
    }
    for key in KEYS {
        list.push(from_state(&[1, 2, 3, 1, 4, 5, 6, 7, 8], &[&[key], b"X"], &[]));
        list.push(from_state(&[1, 1, 3, 2, 4, 5, 6, 7, 8], &[&[key], b"X"], &[]));
    }
}

/// A 512 in each cell, alone, on a full board and on a stuck one, and about to come.
fn wins(list: &mut Vec<Script>) {
    for cell in 0..9 {
        let mut full = STUCK;
        full[cell] = 9;
        list.push(from_state(&full, &[b"X"], &[]));
        let mut pairs = [1; 9];
        pairs[cell] = 9;
        list.push(from_state(&pairs, &[b"X"], &[]));
        list.push(from_state(&board(&[(cell, 9), ((cell + 4) % 9, 8)]), &[b"X"], &[]));
    }
    for (first, second, key) in PAIRS {
        list.push(from_state(&board(&[(first, 8), (second, 8)]), &[&[key], b"X"], &[]));
        list.push(from_state(&board(&[(first, 8), (second, 8)]), &[b"3", &[key], b"X"], &[]));
        let mut full = [1, 2, 1, 3, 4, 3, 5, 6, 5];
        (full[first], full[second]) = (8, 8);
        list.push(from_state(&full, &[&[key], b"X"], &[]));
        list.push(from_state(&board(&[(first, 7), (second, 7)]), &[&[key], b"X"], &[]));
    }
}

/// A new tile with one empty cell left, after draws of all the others.
fn spawns(list: &mut Vec<Script>) {
    let full: [u8; 9] = [1, 1, 2, 3, 4, 5, 6, 7, 8];
    list.push(from_state(&full, &[b"A", b"X"], &[0, 1, 3, 4, 5, 6, 7, 8, 2]));
    list.push(from_state(&full, &[b"A", b"X"], &[8, 8, 8, 7, 0, 2]));
    list.push(from_state(&full, &[b"D", b"X"], &[8, 7, 6, 5, 4, 3, 2, 1, 0]));
    list.push(from_state(&full, &[b"3", b"A", b"4", b"D", b"X"], &[1, 2, 3, 0]));
    for cell in 0..9 {
        let draws: Vec<u32> = (0..9).filter(|draw| *draw != cell).chain([cell]).collect();
        list.push(from_state(&board(&[(4, 2)]), &[b"W", b"A", b"S", b"D", b"X"], &draws));
    }
}

/// Every line of three that is no win, in every direction, in three rows or columns at once.
fn lines_of_three(list: &mut Vec<Script>) {
    let triple = |number: usize| [number / 81, number / 9 % 9, number % 9].map(|e| e as u8);
    for number in 0..243 {
        let rows = [triple(number), triple(number + 243), triple(number + 486)];
        let rows: [u8; 9] = std::array::from_fn(|cell| rows[cell / 3][cell % 3]);
        let columns: [u8; 9] = std::array::from_fn(|cell| rows[cell % 3 * 3 + cell / 3]);
        for (board, key) in [(rows, b'A'), (rows, b'D'), (columns, b'W'), (columns, b'S')] {
            list.push(from_state(&board, &[b"3", &[key], b"X"], &[]));
        }
    }
}

/// The input ends after each line of a game.
fn ends_of_input(list: &mut Vec<Script>) {
    let game = from_state(&board(&[(0, 1), (1, 1)]), &[b"A", b"z", b"3", b"D", b"4", b"S"], &[]);
    for count in 0..=game.lines.len() {
        let lines = game.lines[..count].to_vec();
        list.push(Script::new(lines, Vec::new()));
    }
    list.push(script(&[b"1", b"A", b"S"], &bits(&[0, 1])));
    list.push(script(&[b"1"], &bits(&[0, 1])));
    list.push(script(&[b"abc"], &[]));
}

/// A game so long that a stack which grows the wrong way at each move, or at each board, runs out of
/// the 1,025 words that lie above it.
fn endurance(list: &mut Vec<Script>) {
    let keys = [b"D" as &[u8], b"A"].into_iter().cycle().take(1_100);
    let lines: Vec<&[u8]> = [b"1" as &[u8], b"3", b"A"].into_iter().chain(keys).collect();
    list.push(script(&[&lines[..], &[b"X"]].concat(), &bits(&[0, 1])));
}
