//! `fivetwelve assignment export`: what students get of an assignment, as a folder or a zip file.

use std::io::Write;

use grader::assignment::{NotExported, Visibility, export};

use crate::archive;
use crate::args::assignment::ExportArgs;
use crate::exit::Exit;
use crate::grading::assignment::load_with_files;
use crate::io::Io;
use crate::output::{write_folder, write_whole};

pub(super) fn run(args: &ExportArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let (assignment, files) = load_with_files(&args.folder)?;
    let exported = export(&assignment, &files).map_err(|why| match why {
        NotExported::NothingVisible => {
            let words = "students may see none of the tests, so there is nothing to export; leave \
                         out `visibility` where they may";
            Exit::Failed.error(words)
        }
        NotExported::Unreadable(mistakes) => {
            let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            Exit::Unable.error(format!("the export is not complete:\n{}", mistakes.join("\n")))
        }
    })?;
    let output = &args.output;
    let id = &assignment.head.id;
    if output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        // All in one folder, which has the name that reports use.
        let entries =
            exported.into_iter().map(|(path, bytes)| (format!("{id}/{path}"), bytes, false));
        write_whole(output, &archive::pack(&entries.collect::<Vec<_>>())?)?;
        writeln!(io.out, "{}", output.display())?;
    } else {
        write_folder(output, &exported, io)?;
    }
    let tests = &assignment.head.tests;
    let open = tests.iter().filter(|test| test.visibility == Visibility::Visible).count();
    let all = tests.len();
    writeln!(io.out, "\n{open} of {all} tests, for students. The solution is not in it.")?;
    Ok(Exit::Ok)
}
