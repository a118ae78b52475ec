//! How the game looks: from a [`Model`] to lines of text, with or without colours. Pure; the
//! terminal is in [`terminal`](super::terminal).

use engine::{Board, Chance, Status};

use super::model::Model;

/// Where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) color: bool,
}

const KEYS: &str = "arrows or WASD move, u undo, n new game, r new tiles on/off, ? help, q quit";
const ALL_KEYS: [&str; 6] = [
    "arrows, W A S D   push the tiles",
    "u, Backspace      take back a move, as many as you like",
    "n                 new game          c   continue after a win",
    "3, 4, r           new tiles off, on, or the other way round",
    "?                 hide this",
    "q, x, Esc, ^C     quit",
];

/// Lines beside the board: title, score, two blanks, message, hint, keys.
const OTHER_LINES: usize = 7;

/// The lines of the screen, none longer than it is wide. The hint, if there is one, comes from
/// outside.
pub(crate) fn draw<C: Chance + Clone>(
    model: &Model<C>,
    hint: Option<&str>,
    screen: Screen,
) -> Vec<String> {
    let board = model.board();
    let help = if model.help() { ALL_KEYS.len() - 1 } else { 0 };
    let Some(shape) = Shape::fitting(board, screen, OTHER_LINES + help) else {
        let (columns, rows) = Shape::smallest(board).extent(board);
        let rows = rows + OTHER_LINES + help;
        return wrapped(&format!("Too small: the game needs {columns}×{rows}."), screen);
    };
    let game = model.game();
    let rules = game.rules();
    let side = rules.side();
    let switch = if game.spawning() { "" } else { "   new tiles off" };
    let score = game.score();
    let mut lines = vec![
        format!("{side}×{side} to {}", rules.goal()),
        format!("Score {score}   Best {}   Moves {}{switch}", model.best(), game.turns()),
        String::new(),
    ];
    let paint = if screen.color { coloured } else { |_: u8, cell: &str| cell.to_owned() };
    let board_lines = shape.draw(board, paint);
    let goal = rules.goal();
    let message = match model.standing() {
        Status::Won => {
            format!("You have reached the {goal} tile! c continue, n new game, q quit")
        }
        Status::Lost => "Game over: no move is left. n new game, u take back, q quit".to_owned(),
        Status::Playing => model.message().to_owned(),
    };
    let hint = match model.standing() {
        Status::Playing => hint.map(|hint| format!("Hint: {hint}")).unwrap_or_default(),
        _ => String::new(),
    };
    let mut below = vec![message, hint, String::new()];
    match model.help() {
        true => below.extend(ALL_KEYS.map(str::to_owned)),
        false => below.push(KEYS.to_owned()),
    }
    for line in lines.iter_mut().chain(&mut below) {
        *line = cut(line, screen);
    }
    lines.extend(board_lines);
    lines.extend(below);
    lines
}

/// A board alone, in cells as large as fit with so many lines beside it.
pub(crate) fn board_lines(board: &Board, screen: Screen, other_lines: usize) -> Vec<String> {
    let Some(shape) = Shape::fitting(board, screen, other_lines) else {
        return wrapped("Too small for the board.", screen);
    };
    shape.draw(board, if screen.color { coloured } else { |_: u8, cell: &str| cell.to_owned() })
}

/// A line as far as it fits.
pub(crate) fn cut(line: &str, screen: Screen) -> String {
    line.chars().take(screen.columns).collect()
}

/// A text over as many lines as it takes, but no more than there are.
fn wrapped(text: &str, screen: Screen) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= screen.columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.truncate(screen.rows.max(1));
    lines.iter().map(|line| cut(line, screen)).collect()
}

/// How large a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    width: usize,
    height: usize,
}

impl Shape {
    /// The largest that fits.
    fn fitting(board: &Board, screen: Screen, other_lines: usize) -> Option<Shape> {
        let digits = digits(board);
        let shapes = [
            Shape { width: digits.max(4) + 4, height: 3 },
            Shape { width: digits.max(4) + 2, height: 1 },
            Shape::smallest(board),
        ];
        shapes.into_iter().find(|shape| {
            let (columns, rows) = shape.extent(board);
            columns <= screen.columns && rows + other_lines <= screen.rows
        })
    }

    fn smallest(board: &Board) -> Shape {
        Shape { width: digits(board).max(3), height: 1 }
    }

    /// Columns and rows of the whole board.
    fn extent(self, board: &Board) -> (usize, usize) {
        let side = board.side();
        (side * (self.width + 1) + 1, side * (self.height + 1) + 1)
    }

    fn draw(self, board: &Board, paint: impl Fn(u8, &str) -> String) -> Vec<String> {
        let side = board.side();
        let border = format!("+{}", format!("{:-<1$}+", "", self.width).repeat(side));
        let cells: Vec<(u8, u64)> = board.exponents().iter().copied().zip(board.values()).collect();
        let mut lines = vec![border.clone()];
        for row in cells.chunks(side) {
            for height in 0..self.height {
                let mut line = String::from("|");
                for (exponent, value) in row {
                    let number = match value {
                        0 => String::new(),
                        _ if height != self.height / 2 => String::new(),
                        _ => value.to_string(),
                    };
                    line.push_str(&paint(*exponent, &format!("{number:^0$}", self.width)));
                    line.push('|');
                }
                lines.push(line);
            }
            lines.push(border.clone());
        }
        lines
    }
}

/// The length of the longest number.
fn digits(board: &Board) -> usize {
    board.values().max().unwrap_or(0).to_string().len()
}

/// Text and ground for 2, 4, 8 and so on, as numbers of the usual 256 colours.
const COLOURS: [(u8, u8); 12] = [
    (238, 254),
    (238, 223),
    (231, 209),
    (231, 203),
    (231, 197),
    (231, 160),
    (238, 228),
    (238, 221),
    (238, 214),
    (231, 71),
    (231, 32),
    (231, 91),
];

fn coloured(exponent: u8, cell: &str) -> String {
    let Some(at) = usize::from(exponent).checked_sub(1) else { return cell.to_owned() };
    let (text, ground) = COLOURS[at.min(COLOURS.len() - 1)];
    format!("\x1b[1;38;5;{text};48;5;{ground}m{cell}\x1b[0m")
}

#[cfg(test)]
mod tests {
    use engine::{Direction, Rules, Scripted};

    use super::super::model::Key;
    use super::super::setup::Setup;
    use super::*;

    const WIDE: Screen = Screen { columns: 80, rows: 24, color: false };

    fn model(rules: Rules, start: &str) -> Model<Scripted> {
        let start = Some(start.parse().unwrap());
        Model::new(Setup { rules, start, twin: None }, Scripted::default())
    }

    fn shown(model: &Model<Scripted>, hint: Option<&str>, screen: Screen) -> String {
        let lines = draw(model, hint, screen);
        assert!(lines.len() <= screen.rows.max(1), "{} lines", lines.len());
        lines.join("\n")
    }

    #[test]
    fn a_game_in_progress() {
        let mut model = model(Rules::mips512(), "2 16 . / . 128 . / . . 256");
        let _ = model.key(Key::Move(Direction::Left));
        insta::assert_snapshot!(shown(&model, Some("left (A), wins for certain"), WIDE));
    }

    #[test]
    fn all_keys_and_new_tiles_off() {
        let mut model = model(Rules::mips512(), "2 16 . / . 128 . / . . 256");
        let _ = model.key(Key::ToggleSpawning);
        let _ = model.key(Key::Help);
        insta::assert_snapshot!(shown(&model, None, Screen { rows: 40, ..WIDE }));
    }

    #[test]
    fn a_game_that_is_won() {
        let mut model = model(Rules::mips512(), "256 256 . / . . . / . . .");
        let _ = model.key(Key::Move(Direction::Left));
        insta::assert_snapshot!(shown(&model, Some("not shown"), WIDE));
    }

    #[test]
    fn a_game_that_is_lost() {
        let mut model = model(Rules::mips512(), "2 2 8 / 16 32 64 / 4 8 16");
        let _ = model.key(Key::Move(Direction::Left));
        insta::assert_snapshot!(shown(&model, None, WIDE));
    }

    #[test]
    fn smaller_windows_make_smaller_cells() {
        let model = model(Rules::classic(), "2 4 8 16 / 32 64 128 256 / 512 1024 . . / . . . .");
        let low = shown(&model, None, Screen { rows: 20, ..WIDE });
        let narrow = shown(&model, None, Screen { columns: 24, ..WIDE });
        let tiny = shown(&model, None, Screen { columns: 20, rows: 8, color: false });
        insta::assert_snapshot!([low, narrow, tiny].join("\n\n"));
    }

    #[test]
    fn no_line_is_longer_than_the_window_is_wide() {
        let mut model =
            model(Rules::classic(), "2 4 8 16 / 32 64 128 256 / 512 1024 . . / . . . .");
        for help in 0..2 {
            for columns in 0..90 {
                for rows in 0..40 {
                    let lines = draw(&model, Some("x"), Screen { columns, rows, color: false });
                    assert!(lines.len() <= rows.max(1), "{columns}×{rows}, help {help}");
                    assert!(lines.iter().all(|line| line.chars().count() <= columns));
                }
            }
            let _ = model.key(Key::Help);
        }
    }

    #[test]
    fn every_tile_has_its_colour() {
        let model = model(
            Rules::classic().playing_on(),
            "2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / . . 8192 131072",
        );
        let screen = Screen { color: true, rows: 20, ..WIDE };
        insta::assert_snapshot!(shown(&model, None, screen).replace('\x1b', "ESC"));
        let plain = shown(&model, None, Screen { rows: 20, ..WIDE });
        assert!(!plain.contains('\x1b'));
    }
}
