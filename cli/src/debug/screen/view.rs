//! How it looks: from a [`Model`] to a frame. Every colour goes with a sign or a style that says the
//! same: arrows, stars, letters, bold, reversed.

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::facts::{self, Role, Row, printable};
use super::keys::BINDINGS;
use super::layout::{Areas, Pane, areas};
use super::model::{Model, bar_area};
use crate::debug::{look, words};

/// Where everything stands now.
pub(super) fn layout(model: &Model, screen: Rect) -> Areas {
    let registers = model.format.pane_width();
    areas(screen, model.focus, model.lower, registers, model.answer.len())
}

/// Draws everything.
pub(super) fn draw(model: &Model, color: bool, frame: &mut Frame<'_>) {
    let areas = layout(model, frame.area());
    frame.render_widget(Paragraph::new(title(model)).style(bold()), areas.title);
    for (pane, area) in &areas.panes {
        let focused = *pane == model.focus;
        let style = if focused { bold() } else { Style::new() };
        let name = match pane {
            Pane::Source => format!("{} {}", pane.title(), file_name(model)),
            Pane::Registers => format!("{}, {}", pane.title(), model.format.name()),
            Pane::Console if !model.answer.is_empty() => "3 answer, Esc closes".into(),
            pane => pane.title().to_string(),
        };
        let mark = if focused { ">" } else { " " };
        let block = Block::bordered().title(format!("{mark}{name} ")).border_style(style);
        // Where there is hardly any room, all of it is for what matters.
        let block = if area.height < 5 { Block::new() } else { block };
        let inner = block.inner(*area);
        frame.render_widget(block, *area);
        let rows = rows(model, *pane, *area, inner);
        let lines: Vec<Line<'_>> = rows.iter().map(|row| line(row, color)).collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }
    frame.render_widget(Paragraph::new(timeline(model, areas.time, color)), areas.time);
    prompt(model, areas.prompt, frame);
    let keys = "s n i step  S N I back  c C continue  b break  : command  ? keys  q quit";
    frame.render_widget(Paragraph::new(keys).style(style(Role::Faint, color)), areas.keys);
    if model.help {
        help(frame);
    }
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

fn style(role: Role, color: bool) -> Style {
    let tinted = |style: Style, tint| if color { style.fg(tint) } else { style };
    match role {
        Role::Plain => Style::new(),
        Role::Heading => tinted(bold(), Color::Cyan),
        Role::Current => Style::new().add_modifier(Modifier::REVERSED),
        Role::Changed => tinted(bold(), Color::Yellow),
        Role::Faint => Style::new().add_modifier(Modifier::DIM),
    }
}

fn line(row: &Row, color: bool) -> Line<'static> {
    let span = |(role, text): &(Role, String)| Span::styled(printable(text), style(*role, color));
    row.iter().map(span).collect::<Vec<_>>().into()
}

fn file_name(model: &Model) -> &str {
    &model.shell.debugger.image().sources.file(model.file).name
}

fn title(model: &Model) -> String {
    let debugger = &model.shell.debugger;
    let (image, pc) = (debugger.image(), debugger.pc());
    let history = match debugger.history() {
        0 => String::new(),
        index => format!(", history {index}"),
    };
    let step = debugger.step();
    format!("{} in {}, step {step}{history}", words::place(image, pc), words::labelled(image, pc))
}

/// The rows of a pane, those that are to be seen.
fn rows(model: &Model, pane: Pane, area: Rect, inner: Rect) -> Vec<Row> {
    let debugger = &model.shell.debugger;
    let width = usize::from(inner.width);
    let all = match pane {
        Pane::Source => return source(model, area, inner),
        Pane::Registers => {
            let cpu = &debugger.machine().cpu;
            facts::registers(cpu, debugger.pc(), &model.shell.before, model.format, width)
        }
        Pane::Stack => facts::stack(debugger, &model.stack, model.format),
        Pane::Data => {
            let data = facts::data(debugger, model.format);
            facts::data_rows(&data, &model.data_before, width)
        }
        Pane::Console if !model.answer.is_empty() => {
            let rows = model.answer.iter().flat_map(|line| folded(line, width));
            rows.map(|text| vec![(Role::Plain, text)]).collect()
        }
        Pane::Console => return console(model, inner),
    };
    let room = usize::from(inner.height);
    all[model.first_row(pane, all.len(), room)..].iter().take(room).cloned().collect()
}

/// A line in rows of a width, those after the first further in; at blanks if there are any.
fn folded(line: &str, width: usize) -> Vec<String> {
    let blanks = line.chars().take_while(|c| *c == ' ').count();
    let indent = " ".repeat((blanks + 4).min(width / 2));
    let mut rest: Vec<char> = printable(line).chars().collect();
    let mut rows = Vec::new();
    while rest.len() > width.max(1) {
        let words = rest[..width].iter().rposition(|c| *c == ' ').filter(|at| *at > indent.len());
        let at = words.unwrap_or(width.max(1));
        let next = rest.split_off(at);
        rows.push(rest.into_iter().collect::<String>().trim_end().to_string());
        rest = indent.chars().chain(next.into_iter().skip_while(|c| *c == ' ')).collect();
    }
    rows.push(rest.into_iter().collect());
    rows
}

fn source(model: &Model, area: Rect, inner: Rect) -> Vec<Row> {
    let file = model.shell.debugger.image().sources.file(model.file);
    let width = usize::from(inner.width);
    let row = |line: Option<u32>| {
        let Some(number) = line else {
            let values = facts::operands(&model.shell.debugger);
            return vec![(Role::Changed, format!("        {values}"))];
        };
        let mark = look::mark(&model.shell, model.file, number);
        let selected = number == model.cursor && model.focus == Pane::Source;
        let margin = format!("{mark}{number:>4}{}", if selected { '>' } else { ' ' });
        let text = printable(file.line(number));
        // Where there is hardly any room, it is not for blanks.
        let text = if width < 40 { text.trim_start() } else { text.as_str() };
        if mark.ends_with('>') {
            let text = format!("{text:<0$}", width.saturating_sub(margin.chars().count()));
            vec![(Role::Current, margin), (Role::Current, text)]
        } else {
            let role = if selected { Role::Heading } else { Role::Faint };
            vec![(role, margin), (Role::Plain, text.to_string())]
        }
    };
    model.source_lines(area).take(inner.height.into()).map(row).collect()
}

/// The end of what the program has written so far, and what waits to be read.
fn console(model: &Model, inner: Rect) -> Vec<Row> {
    let (width, room) = (usize::from(inner.width).max(1), usize::from(inner.height));
    let debugger = &model.shell.debugger;
    let output = debugger.output();
    // More than the last few kilobytes never fit.
    let tail = &output[output.len().saturating_sub(width * room * 4 + 4096)..];
    let text = String::from_utf8_lossy(tail);
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        let letters: Vec<char> = printable(line).chars().collect();
        match letters.is_empty() {
            true => rows.push(Vec::new()),
            false => rows.extend(
                letters.chunks(width).map(|part| vec![(Role::Plain, part.iter().collect())]),
            ),
        }
    }
    let waiting = String::from_utf8_lossy(debugger.waiting_input()).into_owned();
    rows.extend(waiting.lines().take(3).map(|line| vec![(Role::Faint, format!("input: {line}"))]));
    let hidden = rows.len().saturating_sub(room);
    // Scrolling goes up from the end.
    let up = model.first_row(Pane::Console, rows.len(), room);
    rows.into_iter().skip(hidden - up.min(hidden)).take(room).collect()
}

fn timeline(model: &Model, area: Rect, color: bool) -> Line<'static> {
    let (start, end, marks) = model.timeline();
    let here = model.shell.debugger.step();
    let bar = bar_area(area);
    let cells = facts::bar(start, end, here, &marks, bar.width.into());
    let span = |(sign, is_here): (char, bool)| {
        let role = match sign {
            _ if is_here && sign != '█' => Role::Current,
            '─' | '█' => Role::Plain,
            _ => Role::Changed,
        };
        Span::styled(sign.to_string(), style(role, color))
    };
    let mut spans: Vec<Span<'_>> = cells.into_iter().map(span).collect();
    if bar.width < area.width {
        spans.push(format!(" {here} of {end}").into());
    }
    spans.into()
}

/// The line that is typed, or what there is to say.
fn prompt(model: &Model, area: Rect, frame: &mut Frame<'_>) {
    let Some(prompt) = &model.prompt else {
        let (_, _, marks) = model.timeline();
        let here = model.shell.debugger.step();
        let mark = marks.iter().find(|mark| mark.step == here).map(|mark| mark.text.as_str());
        let text = if model.message.is_empty() { mark.unwrap_or_default() } else { &model.message };
        return frame.render_widget(Paragraph::new(printable(text)), area);
    };
    let name = if prompt.input { "input> " } else { ":" };
    // The end of a long line, with the cursor in sight.
    let room = usize::from(area.width).saturating_sub(name.len() + 1).max(1);
    let hidden = prompt.at.saturating_sub(room);
    let shown: String = prompt.text.chars().skip(hidden).take(room).collect();
    frame.render_widget(Paragraph::new(format!("{name}{}", printable(&shown))), area);
    let column = area.x + (name.len() + prompt.at - hidden) as u16;
    if column < area.right() && area.height > 0 {
        frame.set_cursor_position(Position { x: column, y: area.y });
    }
}

fn help(frame: &mut Frame<'_>) {
    let screen = frame.area();
    let rows = BINDINGS.iter().map(|it| format!("{:<9}{}", it.shown, it.help));
    let rows: Vec<String> = rows.collect();
    let wide = screen.width >= 76;
    let lines: Vec<String> = match wide {
        true => {
            let half = rows.len().div_ceil(2);
            let beside = |row: usize| rows.get(half + row).map_or("", String::as_str);
            (0..half).map(|row| format!("{:<37}{}", rows[row], beside(row))).collect()
        }
        false => rows,
    };
    let width = if wide { 76 } else { 38 }.min(screen.width);
    let height = (lines.len() as u16 + 2).min(screen.height);
    let (x, y) = ((screen.width - width) / 2, (screen.height - height) / 2);
    let area = Rect { x, y, width, height };
    frame.render_widget(Clear, area);
    let block =
        Block::bordered().title(" keys; a capital goes back ").title_alignment(Alignment::Left);
    let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Says over the last row of what was there that something takes its time.
pub(super) fn working(frame: &mut Frame<'_>, seconds: u64) {
    let area = frame.area();
    let area = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    let text = format!("Working, {seconds} s. Esc or Ctrl-C stops it.");
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).style(style(Role::Current, false)), area);
}
