//! From what was handed in to a submission.

use super::{Bounds, HandedIn, archive, choose, decode, digest_of, names};
use crate::grade::Submission;

/// More notes about the files of one student are not worth more words.
const MOST_NOTES: usize = 40;

/// Opens archives, makes texts of bytes and finds the program. An archive among the files is
/// opened once; archives in it are not.
pub fn take(handed_in: HandedIn, patterns: &[String], bounds: &Bounds) -> Submission {
    let HandedIn { student, files, mut notes } = handed_in;
    let digest = digest_of(files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())));
    let mut entries = Vec::new();
    // The bounds are those of all archives together.
    let mut left = *bounds;
    for file in files {
        if !archive::is_zip(&file.path, &file.bytes) {
            entries.push(file);
            continue;
        }
        let unpacked = archive::unpack(&file.bytes, &left);
        let bytes: u64 = unpacked.files.iter().map(|file| file.bytes.len() as u64).sum();
        left.total = left.total.saturating_sub(bytes);
        left.entries = left.entries.saturating_sub(unpacked.files.len());
        let about = names::shown(&file.path);
        notes.extend(unpacked.notes.iter().map(|note| format!("{about}: {note}")));
        entries.extend(unpacked.files);
    }
    let mut texts = Vec::new();
    let mut others = Vec::new();
    entries.retain(|entry| !names::is_junk(&entry.path));
    // The order in which files come from a disk or an archive must not matter.
    entries.sort_by(|a, b| a.path.cmp(&b.path).then_with(|| a.bytes.cmp(&b.bytes)));
    for entry in entries {
        let name = names::shown(&entry.path);
        match decode::decode(&entry.bytes) {
            Ok(decoded) => {
                notes.extend(decoded.notes.iter().map(|note| format!("{name} {note}")));
                let clash = texts.iter().any(|(path, _): &(String, String)| *path == entry.path);
                if clash {
                    notes.push(format!("{name} was there twice; the first one counts"));
                } else {
                    texts.push((entry.path, decoded.text));
                }
            }
            Err(what) => others.push((entry.path, what)),
        }
    }
    let choice = choose::choose(&texts, &others, patterns);
    notes.extend(choice.notes);
    if notes.len() > MOST_NOTES {
        let more = notes.split_off(MOST_NOTES).len();
        notes.push(format!("and {more} more such notes"));
    }
    let file = choice.main.and_then(|main| texts.get(main)).map(|(path, _)| names::shown(path));
    Submission { student, digest, file, chosen: choice.why, notes, files: texts, main: choice.main }
}
