//! `grade merge` and `grade diff`: grades that were written as JSON, joined and compared.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use grader::book::Gradebook;
use grader::report::changes;

use crate::args::grading::{GradeDiffArgs, GradeMergeArgs};
use crate::exit::{Exit, OrExit};
use crate::grading::reports;
use crate::io::Io;
use crate::loader::{read_at_most, readable};

/// More than the grades of any class.
const LARGEST: u64 = 1 << 30;

pub(super) fn merge(args: &GradeMergeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let mut parts = Vec::new();
    for path in &args.parts {
        parts.push((path.display().to_string(), read(path)?));
    }
    let whole = join(parts).map_err(|why| Exit::Unable.error(why))?;
    reports::check(&args.reports)?;
    reports::write(&args.reports, &whole, io)?;
    Ok(Exit::Ok)
}

/// Makes one run of what the tasks of a cluster wrote.
pub(super) fn join_parts(parts: &[Vec<u8>]) -> anyhow::Result<Gradebook> {
    let read = |(number, bytes): (u32, &Vec<u8>)| -> anyhow::Result<(String, Gradebook)> {
        let name = format!("task {number}");
        let book = Gradebook::read(bytes).with_context(|| name.clone()).or_exit(Exit::Unable)?;
        Ok((name, book))
    };
    let parts = (1..).zip(parts).map(read).collect::<anyhow::Result<_>>()?;
    // A single part is called 1/1, and is a part like any other.
    join(parts).map_err(|why| Exit::Unable.error(why))
}

pub(super) fn diff(args: &GradeDiffArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let found = changes::changes(&old, &new);
    let text = if args.json { changes::json(&found) } else { changes::text(&found) };
    write!(io.out, "{text}")?;
    Ok(if found.none() { Exit::Ok } else { Exit::Failed })
}

fn read(path: &Path) -> anyhow::Result<Gradebook> {
    let bytes = readable(path, read_at_most(path, LARGEST))?;
    Gradebook::read(&bytes).with_context(|| path.display().to_string()).or_exit(Exit::NoInput)
}

/// More parts than any run has: what a part says of their number is not to be trusted.
const MOST_PARTS: u32 = 10_000;

/// Makes one run of its parts: each once, all of the same kind.
fn join(parts: Vec<(String, Gradebook)>) -> Result<Gradebook, String> {
    let mut parts = parts.into_iter();
    let (first_name, mut whole) = parts.next().ok_or("there are no parts")?;
    let number = |name: &str, book: &Gradebook| {
        book.shard.ok_or(format!("{name} is not a part: it contains a whole run"))
    };
    let first = number(&first_name, &whole)?;
    if first.of > MOST_PARTS {
        return Err(format!("{first_name}: more than {MOST_PARTS} parts can't be joined"));
    }
    let mut sizes = vec![None; first.of as usize];
    sizes[first.number as usize - 1] = Some(whole.submissions.len());
    for (name, book) in parts {
        let what = [
            ("assignment", book.digest != whole.digest || book.assignment != whole.assignment),
            ("seed", book.seed != whole.seed),
            ("version of the grader", book.version != whole.version),
        ];
        if let Some((what, _)) = what.into_iter().find(|(_, differs)| *differs) {
            return Err(format!("{name} has another {what} than {first_name}"));
        }
        let part = number(&name, &book)?;
        if part.of != first.of {
            return Err(format!("{name} is part {part}, and {first_name} is part {first}"));
        }
        let size = &mut sizes[part.number as usize - 1];
        if size.replace(book.submissions.len()).is_some() {
            return Err(format!("part {part} is there twice: once in {name}"));
        }
        whole.submissions.extend(book.submissions);
    }
    let missing: Vec<String> = (1..=first.of)
        .filter(|number| sizes[*number as usize - 1].is_none())
        .map(|number| format!("{number}/{}", first.of))
        .collect();
    if !missing.is_empty() {
        return Err(format!("parts are missing: {}", missing.join(", ")));
    }
    let mut keys = BTreeSet::new();
    let twice = whole.submissions.iter().find(|graded| !keys.insert(graded.student.key.as_str()));
    if let Some(graded) = twice {
        return Err(format!(
            "{} is in two parts: they are not of the same class",
            graded.student.key
        ));
    }
    // Submissions are dealt like cards, so that parts of one class are of about the same size.
    let sizes: Vec<usize> = sizes.into_iter().flatten().collect();
    let even = sizes.windows(2).all(|pair| pair[0] >= pair[1])
        && sizes.first().zip(sizes.last()).is_none_or(|(first, last)| first - last <= 1);
    if !even {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let sizes = sizes.join(", ");
        return Err(format!(
            "the parts have {sizes} submissions, as parts of one class can't: were some graded with \
             --only or --fail-fast, or of another folder?"
        ));
    }
    whole.submissions.sort_by(|a, b| a.student.key.cmp(&b.student.key));
    whole.shard = None;
    Ok(whole)
}
