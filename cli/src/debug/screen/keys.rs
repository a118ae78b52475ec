//! What each key does: the table that is looked up and that `?` shows.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::layout::Pane;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// A line for the table of commands.
    Command(&'static str),
    /// A hundredth of the run, or to the next mark.
    Hundredth(bool),
    Mark(bool),
    /// Moves the selected line or what a pane shows, by rows or by pages.
    Row(bool),
    Page(bool),
    Focus(Pane),
    NextPane,
    Breakpoint,
    RunToCursor,
    Format,
    NextFile,
    AskCommand,
    AskInput,
    Help,
    Close,
    Quit,
}

use Does::{Command, Focus, Hundredth, Mark, Page, Row};
use KeyCode::{Char, F};

/// One or two keys, what each does, and both in words.
pub(super) struct Binding {
    pub(super) keys: &'static [(KeyCode, Does)],
    pub(super) shown: &'static str,
    pub(super) help: &'static str,
}

const fn binding(
    keys: &'static [(KeyCode, Does)],
    shown: &'static str,
    help: &'static str,
) -> Binding {
    Binding { keys, shown, help }
}

/// All keys, in the order in which they are shown.
pub(super) const BINDINGS: &[Binding] = &[
    binding(
        &[
            (Char('s'), Command("step")),
            (Char('S'), Command("reverse-step")),
            (F(7), Command("step")),
            (F(8), Command("reverse-step")),
        ],
        "s S",
        "a line, into calls (F7 F8)",
    ),
    binding(
        &[(Char('n'), Command("next")), (Char('N'), Command("reverse-next"))],
        "n N",
        "a line, over calls",
    ),
    binding(
        &[(Char('i'), Command("stepi")), (Char('I'), Command("reverse-stepi"))],
        "i I",
        "an instruction",
    ),
    binding(
        &[(Char('f'), Command("finish")), (Char('F'), Command("reverse-finish"))],
        "f F",
        "out of the function",
    ),
    binding(
        &[
            (Char('c'), Command("continue")),
            (Char('C'), Command("reverse-continue")),
            (F(5), Command("continue")),
        ],
        "c C",
        "to a breakpoint (F5)",
    ),
    binding(
        &[(Char('o'), Command("to-output")), (Char('O'), Command("reverse-to-output"))],
        "o O",
        "to output",
    ),
    binding(
        &[(Char('e'), Command("to-input")), (Char('E'), Command("reverse-to-input"))],
        "e E",
        "to input read",
    ),
    binding(
        &[(KeyCode::Right, Hundredth(true)), (KeyCode::Left, Hundredth(false))],
        "→ ←",
        "a hundredth of the run",
    ),
    binding(&[(Char(']'), Mark(true)), (Char('['), Mark(false))], "] [", "to a mark"),
    binding(
        &[
            (KeyCode::End, Command("goto end")),
            (KeyCode::Home, Command("goto start")),
            (F(12), Command("goto start")),
        ],
        "End Home",
        "end, start (F12)",
    ),
    binding(&[(Char('r'), Command("run"))], "r", "run from the start"),
    binding(&[(KeyCode::Down, Row(true)), (KeyCode::Up, Row(false))], "↓ ↑", "select a line"),
    binding(&[(KeyCode::PageDown, Page(true)), (KeyCode::PageUp, Page(false))], "PgDn", "a page"),
    binding(&[(Char('b'), Does::Breakpoint)], "b", "breakpoint at the line"),
    binding(&[(KeyCode::Enter, Does::RunToCursor)], "Enter", "first time it ran"),
    binding(&[(KeyCode::Tab, Does::NextPane)], "Tab", "the next pane"),
    binding(
        &[
            (Char('1'), Focus(Pane::Source)),
            (Char('2'), Focus(Pane::Registers)),
            (Char('3'), Focus(Pane::Console)),
            (Char('4'), Focus(Pane::Stack)),
            (Char('5'), Focus(Pane::Data)),
        ],
        "1 to 5",
        "a pane by number",
    ),
    binding(&[(Char('x'), Does::Format)], "x", "hex, decimal, ASCII, float"),
    binding(&[(Char('w'), Does::NextFile)], "w", "the next source file"),
    binding(&[(Char('t'), Does::AskInput)], "t", "type input"),
    binding(&[(Char(':'), Does::AskCommand)], ":", "type a command; :help"),
    binding(&[(Char('?'), Does::Help), (F(1), Does::Help)], "?", "these keys"),
    binding(&[(KeyCode::Esc, Does::Close)], "Esc", "close; stop a command"),
    binding(&[(Char('q'), Does::Quit)], "q", "quit"),
];

/// What a key does, if anything.
pub(super) fn meaning(event: KeyEvent) -> Option<Does> {
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return match event.code {
            Char('c') => Some(Does::Close),
            Char('d') => Some(Does::Quit),
            _ => None,
        };
    }
    let keys = BINDINGS.iter().flat_map(|binding| binding.keys);
    keys.into_iter().find(|(code, _)| *code == event.code).map(|(_, does)| *does)
}
