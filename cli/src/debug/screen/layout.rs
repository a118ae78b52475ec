//! Where everything stands on a screen of some size.

use ratatui::layout::{Constraint, Layout, Rect};

/// A part of the screen that shows one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    Source,
    Registers,
    Console,
    Stack,
    Data,
}

/// In the order in which Tab goes through them.
pub(super) const PANES: [Pane; 5] =
    [Pane::Source, Pane::Registers, Pane::Console, Pane::Stack, Pane::Data];

impl Pane {
    pub(super) fn title(self) -> &'static str {
        match self {
            Pane::Source => "1 source",
            Pane::Registers => "2 registers",
            Pane::Console => "3 console",
            Pane::Stack => "4 stack",
            Pane::Data => "5 data",
        }
    }
}

/// The screen, cut up. What has no room is empty.
#[derive(Clone, Debug)]
pub(super) struct Areas {
    pub(super) title: Rect,
    pub(super) panes: Vec<(Pane, Rect)>,
    pub(super) time: Rect,
    pub(super) prompt: Rect,
    pub(super) keys: Rect,
}

/// Cuts up a screen. `focus` is the pane in use, `lower` the one that shares its place with others;
/// `registers` are the columns of theirs, `answer` the rows of what a command has said.
pub(super) fn areas(
    screen: Rect,
    focus: Pane,
    lower: Pane,
    registers: u16,
    answer: usize,
) -> Areas {
    let rows = |wanted: u16, from: u16| if screen.height >= from { wanted } else { 0 };
    let [title, body, time, prompt, keys] = Layout::vertical([
        Constraint::Length(rows(1, 3)),
        Constraint::Fill(1),
        Constraint::Length(rows(1, 4)),
        Constraint::Length(1),
        Constraint::Length(rows(1, 12)),
    ])
    .areas(screen);
    let panes = if body.width < registers + 30 || body.height < 12 {
        vec![(focus, body)]
    } else if body.width >= 2 * registers + 50 && body.height >= 30 {
        let [left, middle, right] = Layout::horizontal([
            Constraint::Fill(1),
            Constraint::Length(registers),
            Constraint::Length(registers + 10),
        ])
        .areas(body);
        let [source, console] =
            Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(left);
        let [stack, data] =
            Layout::vertical([Constraint::Fill(1), Constraint::Fill(1)]).areas(right);
        vec![
            (Pane::Source, source),
            (Pane::Registers, middle),
            (Pane::Console, console),
            (Pane::Stack, stack),
            (Pane::Data, data),
        ]
    } else if answer > 4 {
        // It needs more room than usual, for as long as it is shown.
        let rows = u16::try_from(answer).unwrap_or(u16::MAX).saturating_add(2);
        let rows = Constraint::Length(rows.min(body.height - 7));
        let [above, below] = Layout::vertical([Constraint::Fill(1), rows]).areas(body);
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(registers)]).areas(above);
        vec![(Pane::Source, left), (Pane::Registers, right), (lower, below)]
    } else {
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(registers)]).areas(body);
        let [source, below] =
            Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(left);
        vec![(Pane::Source, source), (Pane::Registers, right), (lower, below)]
    };
    Areas { title, panes, time, prompt, keys }
}
