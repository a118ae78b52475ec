//! What the checker of a run found, as pictures.

use mips_sim::Image;
use mips_sim::diag::explain::explain_finding;
use mips_sim::observe::check::Finding;

use crate::diagnostics::plural;
use crate::picture::{Level, Picture, Style};
use crate::run_error::{pictured, statement};

/// Every finding of a run, each followed by an empty line, and how many there are. Empty if there
/// are none.
pub fn findings(list: &[Finding], image: &Image, style: Style) -> String {
    let mut text = String::new();
    for finding in list {
        text.push_str(&picture(finding, image).draw(style));
        text.push_str("\n\n");
    }
    text.extend(plural(list.len(), "finding").map(|count| count + "\n"));
    text
}

fn picture(finding: &Finding, image: &Image) -> Picture {
    let words = explain_finding(finding, image);
    let place = image.place(words.pc);
    let mut picture = pictured(Level::Warning, &words.title, place, image);
    picture.code = finding.code().to_string();
    picture.help.push(words.help);
    let related = words.related.and_then(|(pc, title)| Some((image.place(pc)?, title)));
    if let Some((other, title)) = related
        && place.is_none_or(|place| place.word.line != other.word.line)
    {
        let excerpt = statement(other.at(), other.text(), image);
        picture.related.insert(0, (title, Some(excerpt)));
    }
    picture
}
