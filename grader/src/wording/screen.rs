//! What is wrong with what a program shows on the bitmap display.

use mips_sim::devices::Picture;
use render::screen::{base64, png};

use crate::assignment::{PictureMoment, TestHead};
use crate::book::{Exhibit, ExhibitRole, FailureEntry};
use crate::grade::WrongScreen;

/// Pictures in reports are about so many pixels wide.
const WIDTH: u32 = 256;
/// The most keys that are listed.
const MOST_KEYS: usize = 12;

pub(super) fn wrong(head: &TestHead, wrong: &WrongScreen) -> FailureEntry {
    let when = match wrong.moment {
        PictureMoment::Frame(frame) => format!("after frame {frame}"),
        PictureMoment::End => "at the end".into(),
    };
    let mut sentences = Vec::new();
    if let Some(ended) = &wrong.ended {
        sentences.push(super::ended(ended));
        sentences.push(match wrong.moment {
            PictureMoment::Frame(frame) => format!("Frame {frame} is not reached."),
            PictureMoment::End => "It should end by itself.".into(),
        });
    }
    if let Some((column, row, expected, got)) = wrong.first {
        sentences.push(format!(
            "{} of {} units differ {when}, first at column {column}, row {row}: should be \
             #{expected:06x}, yours is #{got:06x}.",
            wrong.differ, wrong.compared
        ));
    }
    let mut shown = vec![picture(ExhibitRole::Expected, "should be", &wrong.expected)];
    if let Some(got) = &wrong.got {
        shown.push(picture(ExhibitRole::Got, "yours", got));
        shown.push(picture(ExhibitRole::After, "differences", &differences(wrong, got)));
    }
    let mut given = Vec::new();
    if !wrong.keys.is_empty() {
        let listed: Vec<&str> = wrong.keys.iter().take(MOST_KEYS).map(String::as_str).collect();
        let dots = if wrong.keys.len() > MOST_KEYS { ", …" } else { "" };
        given.push(format!("Keys by instruction or frame: {}{dots}.", listed.join(", ")));
    }
    FailureEntry {
        rule_text: head.title.clone(),
        hint: Some(
            "Run the program with the same keys (`run --keys FILE`) and compare what it draws."
                .into(),
        ),
        given,
        sentences,
        shown,
        screen: Some(wrong.script.clone()),
        ..FailureEntry::default()
    }
}

fn picture(role: ExhibitRole, label: &str, picture: &Picture) -> Exhibit {
    let times = (WIDTH / picture.columns.max(1)).max(1);
    let bytes = png(picture, (picture.columns * times, picture.rows * times));
    Exhibit::Picture { role, label: label.into(), png: base64(&bytes) }
}

/// What differs in red, on a dark shade of the rest.
fn differences(wrong: &WrongScreen, got: &Picture) -> Picture {
    let mut marked = got.clone();
    for unit in &mut marked.units {
        let grey = unit.to_be_bytes()[1..].iter().map(|part| u32::from(*part)).sum::<u32>() / 12;
        *unit = grey * 0x01_0101;
    }
    for (column, row) in &wrong.differences {
        marked.units[(row * got.columns + column) as usize] = 0xff_2020;
    }
    marked
}
