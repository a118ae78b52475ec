//! Reads a test of the bitmap display.

use mips_sim::devices::{Bitmap, KeyList, Picture, TimedKey};
use render::screen::png_picture;
use toml::de::DeValue;

use super::program::Reference;
use super::table::{Item, Reader, Table};
use super::{PictureMoment, ScreenTest, TestKind};

/// No run has more frames that someone wants to see.
const MOST_FRAMES: i64 = 100_000;

pub(super) fn screen<'t>(
    reader: &mut Reader<'t, '_>,
    table: &Table<'t>,
    played: Option<(Vec<u8>, Vec<u32>)>,
    reference: Option<&Reference>,
) -> Option<TestKind> {
    let bitmap = reader.need(table, "bitmap", "\"256x256:8@gp\"", bitmap);
    let keys = keys(reader, table);
    let frames = match table.get("frames") {
        Some(item) => frames(reader, &item),
        None => Some(vec![PictureMoment::End]),
    };
    let tolerance = reader.get(table, "tolerance", |r, item| r.integer(item, 0..=255));
    let may_differ = reader.get(table, "may-differ", |r, item| r.integer(item, 0..=1 << 20));
    let regions = regions(reader, table);
    let expected = table.get("expected");
    let (input, draws) = played?;
    let mut test = ScreenTest {
        bitmap: bitmap?,
        keys: keys?,
        input,
        draws,
        frames: frames?,
        expected: Vec::new(),
        tolerance: tolerance.unwrap_or(0) as u8,
        may_differ: may_differ.unwrap_or(0) as usize,
        regions: regions?,
    };
    test.expected = match expected.filter(|item| item.value.as_str() != Some("reference")) {
        Some(item) => from_files(reader, &item, &test)?,
        // Without the reference there is nothing to compare with, and that is said elsewhere.
        None => match reference.and_then(|reference| reference.program.as_ref()) {
            None => Vec::new(),
            Some(program) => match crate::grade::pictures(&test, program) {
                Ok(pictures) => pictures,
                Err(why) => {
                    let message = format!("the reference does not show all frames: {why}");
                    reader.wrong(&table.place_of("frames"), message).help =
                        Some("ask for fewer frames, or raise `instructions` in [limits]".into());
                    return None;
                }
            },
        },
    };
    Some(TestKind::Screen(test))
}

fn bitmap<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Bitmap> {
    match reader.string(item)?.parse::<Bitmap>() {
        Ok(bitmap) => Some(bitmap),
        Err(error) => {
            reader.wrong(&item.span, "this is not a bitmap display").expected = error.to_string();
            None
        }
    }
}

fn keys<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<KeyList> {
    let item = table.get("keys");
    if let Some(item) = table.get("keys-file") {
        let path = reader.string(&item)?;
        let bytes = reader.file(path, &item.span)?;
        return match String::from_utf8_lossy(&bytes).parse::<KeyList>() {
            Ok(keys) => Some(keys),
            Err(error) => {
                reader.wrong(&item.span, format!("`{path}` is not a list of keys: {error}"));
                None
            }
        };
    }
    let Some(item) = item else { return Some(KeyList::default()) };
    let mut keys = Vec::new();
    for (text, span) in reader.strings(&item) {
        match text.parse::<TimedKey>() {
            Ok(key) => keys.push(key),
            Err(problem) => {
                reader.wrong(&span, format!("`{text}` is not a key")).expected =
                    problem.to_string();
                return None;
            }
        }
    }
    Some(keys.into_iter().collect())
}

fn frames<'t>(reader: &mut Reader<'t, '_>, item: &Item<'t>) -> Option<Vec<PictureMoment>> {
    let mut frames = Vec::new();
    for item in reader.list(item) {
        let moment = match item.value.as_str() {
            Some("end") => PictureMoment::End,
            _ => PictureMoment::Frame(reader.integer(&item, 1..=MOST_FRAMES)? as u64),
        };
        if frames.last().is_some_and(|last| *last >= moment) {
            reader.wrong(&item.span, "the frames are not in order").expected =
                "rising numbers, and \"end\" as the last".into();
            return None;
        }
        frames.push(moment);
    }
    if frames.is_empty() {
        reader.wrong(&item.span, "no frame is looked at").expected =
            "numbers of frames, or \"end\"".into();
        return None;
    }
    Some(frames)
}

fn regions<'t>(reader: &mut Reader<'t, '_>, table: &Table<'t>) -> Option<Vec<[u32; 4]>> {
    let Some(item) = table.get("regions") else { return Some(Vec::new()) };
    let mut regions = Vec::new();
    for item in reader.list(&item) {
        let numbers: Vec<u32> = match item.value {
            DeValue::Array(_) => {
                let list = reader.list(&item);
                list.iter()
                    .filter_map(|item| reader.integer(item, 0..=1024))
                    .map(|n| n as u32)
                    .collect()
            }
            _ => Vec::new(),
        };
        let Ok(region) = <[u32; 4]>::try_from(numbers) else {
            reader.wrong(&item.span, "this is not a region").expected =
                "[column, row, columns, rows] in units".into();
            return None;
        };
        regions.push(region);
    }
    Some(regions)
}

/// The pictures of PNG files, one for each frame.
fn from_files<'t>(
    reader: &mut Reader<'t, '_>,
    item: &Item<'t>,
    test: &ScreenTest,
) -> Option<Vec<Picture>> {
    let paths = reader.strings(item);
    if paths.len() != test.frames.len() {
        let message = format!("{} pictures for {} frames", paths.len(), test.frames.len());
        reader.wrong(&item.span, message).expected =
            "\"reference\", or a PNG file for each of `frames`".into();
        return None;
    }
    let units = (test.bitmap.columns(), test.bitmap.rows());
    let mut pictures = Vec::new();
    for (path, span) in paths {
        let bytes = reader.file(path, &span)?;
        match png_picture(&bytes, test.bitmap.size, units) {
            Ok(picture) => pictures.push(picture),
            Err(error) => {
                reader.wrong(&span, format!("`{path}`: {error}"));
                return None;
            }
        }
    }
    Some(pictures)
}
