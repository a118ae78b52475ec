//! The screen in memory: what keys and the mouse lead to, and how it looks at several sizes.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use debugger::{Debugger, Options};
use mips_sim::{AsmOptions, assemble};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::layout::{PANES, Pane};
use super::model::Model;
use super::{facts, view};
use crate::debug::{DebugHost, Shell};
use crate::host::{Files, RealHost, Source};

/// Adds up numbers until a 0, in a function with a frame, and fails on 13.
const SUMS: &str = "\
        .data
sum:    .word   0
list:   .word   1, 2, 3, 4, 5, 6, 7
text:   .asciiz \"sum \"
        .text
main:   li      $v0, 5
        syscall
        beqz    $v0, done
        move    $a0, $v0
        jal     add
        b       main
add:    addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        lw      $t0, sum
        add     $t0, $t0, $a0
        sw      $t0, sum
        teqi    $a0, 13
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
done:   la      $a0, text
        li      $v0, 4
        syscall
        lw      $a0, sum
        li      $v0, 1
        syscall
";

const SCREEN: Rect = Rect { x: 0, y: 0, width: 80, height: 24 };

fn model(checks: bool) -> Model {
    let mut files: &[(&str, &str)] = &[("sums.asm", SUMS)];
    let assembly = assemble(&["sums.asm"], &mut files, &AsmOptions::default());
    assert!(assembly.succeeded(), "{:?}", assembly.diagnostics);
    let source = Source::Bytes(Vec::new(), 0);
    let host = DebugHost::new(RealHost::new(source, Files::Denied, Some(1), u64::MAX), false);
    let debugger = Debugger::new(Arc::new(assembly.image), host, Options::default());
    Model::new(Shell::new(debugger), checks)
}

/// Presses keys: letters as they are, others by name. What they ask for is carried out.
fn press(model: &mut Model, keys: &str) {
    for key in keys.split(' ') {
        let codes: Vec<KeyCode> = match key {
            "Enter" => vec![KeyCode::Enter],
            "Esc" => vec![KeyCode::Esc],
            "Tab" => vec![KeyCode::Tab],
            "Home" => vec![KeyCode::Home],
            "Up" => vec![KeyCode::Up],
            "Left" => vec![KeyCode::Left],
            "Back" => vec![KeyCode::Backspace],
            "Blank" => vec![KeyCode::Char(' ')],
            letters => letters.chars().map(KeyCode::Char).collect(),
        };
        for code in codes {
            let areas = view::layout(model, SCREEN);
            if let Some(line) = model.key(KeyEvent::new(code, KeyModifiers::NONE), &areas) {
                model.perform(&line);
            }
        }
    }
}

fn mouse(model: &mut Model, kind: MouseEventKind, column: u16, row: u16) -> Option<String> {
    let areas = view::layout(model, SCREEN);
    let modifiers = KeyModifiers::NONE;
    model.mouse(MouseEvent { kind, column, row, modifiers }, &areas)
}

fn shown(model: &Model, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(model, true, frame)).unwrap();
    let text = terminal.backend().to_string();
    let lines = text.lines().map(|line| line.trim_matches('"').trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_program_in_a_function() {
    let mut model = model(false);
    press(&mut model, ": break Blank 15 Enter c 7 Enter 4");
    insta::assert_snapshot!(shown(&model, 80, 24));
}

#[test]
fn a_program_that_failed_and_a_step_back() {
    let mut model = model(false);
    press(&mut model, "c 7 Enter 13 Enter");
    let why = "The program stopped: the condition of `teqi` holds, so it raised a trap.";
    assert_eq!(model.message, why);
    press(&mut model, "S S 5");
    insta::assert_snapshot!(shown(&model, 80, 24));
}

#[test]
fn a_wide_screen_has_everything() {
    let mut model = model(true);
    press(&mut model, ": break Blank add Enter c 7 Enter s s s");
    insta::assert_snapshot!(shown(&model, 124, 40));
}

#[test]
fn a_long_answer_has_more_room_until_it_is_closed() {
    let mut model = model(false);
    press(&mut model, ": info Blank registers Enter");
    let tall = shown(&model, 80, 24);
    press(&mut model, "Esc");
    assert!(tall.contains("answer, Esc closes") && tall.contains("$t2"), "{tall}");
    assert!(!shown(&model, 80, 24).contains("answer"));
}

#[test]
fn a_line_of_an_answer_is_folded_where_it_is_too_wide() {
    let mut model = model(false);
    press(&mut model, "c 7 Enter 13 Enter : origin Blank sum Enter");
    let line = "word(sum) = 20 (0x14), set at step 28, sums.asm:16: sw      $t0, sum";
    assert_eq!(model.answer.first().map(String::as_str), Some(line));
    let screen = shown(&model, 80, 24);
    for word in line.split_whitespace() {
        assert!(screen.contains(word), "{word}:\n{screen}");
    }
}

#[test]
fn small_screens_show_what_fits() {
    let mut model = model(false);
    press(&mut model, "n");
    let sizes = [(20, 5), (40, 10)];
    insta::assert_snapshot!(sizes.map(|(w, h)| shown(&model, w, h)).join("\n=====\n"));
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let mut model = model(true);
    press(&mut model, "c 7 Enter");
    for help in ["", "Esc ?"] {
        press(&mut model, help);
        for (number, pane) in PANES.iter().enumerate() {
            if !model.help {
                press(&mut model, &format!("Esc {}", number + 1));
                assert_eq!(model.focus, *pane);
            }
            for width in [1, 2, 5, 20, 61, 62, 75, 76, 200, 400] {
                for height in [1, 2, 3, 4, 5, 11, 12, 15, 16, 34, 100] {
                    shown(&model, width, height);
                }
            }
        }
    }
}

#[test]
fn all_keys_are_shown() {
    let mut model = model(false);
    press(&mut model, "?");
    insta::assert_snapshot!(shown(&model, 80, 24));
    // The next key only closes them.
    press(&mut model, "s");
    assert_eq!((model.help, model.shell.debugger.step()), (false, 0));
}

#[test]
fn without_colour_there_is_none() {
    let mut model = model(false);
    press(&mut model, "n n");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut colours = |color| {
        terminal.draw(|frame| view::draw(&model, color, frame)).unwrap();
        let cells = terminal.backend().buffer().content.iter();
        cells.filter(|cell| cell.fg != ratatui::style::Color::Reset).count()
    };
    assert_eq!(colours(false), 0);
    assert!(colours(true) > 0);
}

#[test]
fn input_is_asked_for_and_the_command_goes_on() {
    let mut model = model(false);
    press(&mut model, "c");
    assert!(model.prompt.as_ref().is_some_and(|prompt| prompt.input));
    press(&mut model, "7 Enter");
    assert_eq!(model.shell.debugger.step(), 18);
    // Back instead of an answer.
    press(&mut model, "Esc Home");
    assert_eq!((model.shell.debugger.step(), model.prompt.is_none()), (0, true));
}

#[test]
fn commands_are_typed_completed_and_recalled() {
    let mut model = model(false);
    press(&mut model, ": inf Tab");
    assert_eq!(model.prompt.as_ref().unwrap().text, "info");
    press(&mut model, "Blank reg Enter");
    assert_eq!(model.answer.len(), 35);
    press(&mut model, ": nonsense Enter");
    assert_eq!(model.message, "error: there is no command `nonsense`; `help` lists all");
    press(&mut model, ": Up Up Up Up");
    assert_eq!(model.prompt.as_ref().unwrap().text, "info reg");
    press(&mut model, "Back Back Back ÄÖ Left Back");
    assert_eq!(model.prompt.as_ref().unwrap().text, "info Ö");
    press(&mut model, "Esc : print Blank $sp Enter");
    assert_eq!(model.message, "$sp = 2147479548 (0x7fffeffc)");
    press(&mut model, ": quit Enter");
    assert!(model.quits());
}

#[test]
fn a_breakpoint_is_set_and_removed_at_the_selected_line() {
    let mut model = model(false);
    press(&mut model, ": list Enter Esc 1 Up b");
    // The label stands in line 6; line 5 has no instruction.
    assert_eq!(model.message, "Breakpoint 1 at sums.asm:6, the next line with an instruction.");
    press(&mut model, "b");
    assert!(model.shell.debugger.points().is_empty());
}

#[test]
fn the_mouse_selects_sets_breakpoints_and_drags_along_the_timeline() {
    let mut model = model(false);
    press(&mut model, "c 7 Enter 0 Enter");
    let (_, end, _) = model.timeline();
    let areas = view::layout(&model, SCREEN);
    let bar = super::model::bar_area(areas.time);
    let (left, drag) =
        (MouseEventKind::Down(MouseButton::Left), MouseEventKind::Drag(MouseButton::Left));
    assert_eq!(mouse(&mut model, left, 0, bar.y).unwrap(), "goto 0");
    assert_eq!(mouse(&mut model, drag, 79, bar.y).unwrap(), format!("goto {end}"));
    model.perform("goto 0");
    // The first row of the source is line 2, as line 6 is in the middle of nine.
    let text = shown(&model, 80, 24);
    let row = text.lines().position(|line| line.contains("syscall")).unwrap() as u16;
    assert_eq!(mouse(&mut model, left, 1, row).unwrap(), "break sums.asm:7");
    assert_eq!(mouse(&mut model, left, 20, row), None);
    assert_eq!((model.cursor, model.focus), (7, Pane::Source));
    assert_eq!(mouse(&mut model, MouseEventKind::ScrollDown, 20, row), None);
    assert_eq!(model.cursor, 10);
    for column in 0..100 {
        for row in 0..40 {
            mouse(&mut model, left, column, row);
            mouse(&mut model, MouseEventKind::ScrollUp, column, row);
        }
    }
}

#[test]
fn marks_are_gone_to() {
    let mut model = model(false);
    press(&mut model, ": break Blank add Enter c 7 Enter c 13 Enter c Home");
    let signs: String = model.timeline().2.iter().map(|mark| mark.sign).collect();
    assert_eq!(signs, "BB!");
    press(&mut model, "] ]");
    assert_eq!(model.shell.debugger.step(), model.timeline().2[1].step);
    press(&mut model, "[");
    assert_eq!(model.shell.debugger.step(), model.timeline().2[0].step);
}

#[test]
fn the_step_of_a_column_is_shown_there() {
    for end in [0, 1, 7, 1000, u64::MAX / 2] {
        for width in [1, 2, 30, 200] {
            for column in 0..width {
                let step = facts::step_at(0, end, column, width);
                let cells = facts::bar(0, end, step, &[], width);
                let at = cells.iter().position(|(_, here)| *here).unwrap();
                // Several columns can stand for the same step.
                assert!(at == column || end < width as u64 || at + 1 == column, "{end} {width}");
            }
        }
    }
}
