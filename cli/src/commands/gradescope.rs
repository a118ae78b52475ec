//! `fivetwelve gradescope-zip`: an autograder to upload, made of an assignment and this program.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

use crate::archive;
use crate::args::grading::GradescopeArgs;
use crate::exit::Exit;
use crate::grading::assignment;
use crate::io::Io;
use crate::loader::{read_at_most, readable};
use crate::output;
use crate::program_file::{self, Needs, needs};

/// Larger than this program will ever be.
const LARGEST: u64 = 512 << 20;
/// The folder in the zip below which the assignment lies.
const FILES: &str = "assignment";

const SETUP: &str = "\
#!/bin/sh
# Run once, when Gradescope builds the image. Nothing has to be installed: fivetwelve is one file.
root=\"${AUTOGRADER_ROOT:-/autograder}\"
chmod +x \"$root/source/fivetwelve\" \"$root/source/run_autograder\"
";

/// Run for each submission. Gradescope sums up whatever `results.json` is there in the end, so one
/// is there from the beginning.
const RUN: &str = "\
#!/bin/sh
# Run for each submission. What is printed here only instructors see.
root=\"${AUTOGRADER_ROOT:-/autograder}\"
mkdir -p \"$root/results\"
cat > \"$root/results/results.json\" <<'END'
{
  \"score\": 0,
  \"output\": \"The autograder could not grade this submission. That is not your fault: please tell your instructor.\",
  \"visibility\": \"visible\",
  \"stdout_visibility\": \"hidden\",
  \"tests\": []
}
END
\"$root/source/fivetwelve\" grade \"$root/source/@FOLDER@\" \"$root/submission\" --single --seed @SEED@ \\
    --no-cache --state \"$root/state\" --report \"gradescope=$root/results\" 2>&1
echo \"fivetwelve grade ended with exit code $?\"
exit 0
";

pub(crate) fn run(args: &GradescopeArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let (assignment, files) = assignment::load_with_files(&args.assignment)?;
    output::can_write(&args.output)?;
    let binary = match &args.binary {
        Some(path) => path.clone(),
        None => program_file::current().context("the file of this program was not found")?,
    };
    let program = readable(&binary, read_at_most(&binary, LARGEST))?;
    let needs = needs(&program);
    let (folder, placed) = place(&args.assignment, files)?;
    let script = RUN.replace("@FOLDER@", &folder).replace("@SEED@", &args.seed.to_string());
    let mut entries: Vec<(String, Vec<u8>, bool)> = vec![
        ("fivetwelve".into(), program, true),
        ("run_autograder".into(), script.into_bytes(), true),
        ("setup.sh".into(), SETUP.into(), true),
    ];
    entries.extend(placed.into_iter().map(|(path, bytes)| (path, bytes, false)));
    entries.sort();
    let bytes = archive::pack(&entries)?;
    output::write_whole(&args.output, &bytes)?;
    let (path, title) = (args.output.display(), &assignment.head.title);
    writeln!(io.out, "{path}: an autograder for \"{title}\" to upload to Gradescope")?;
    if let Some(warning) = warning(&needs) {
        writeln!(io.err, "warning: {} {warning}", binary.display())?;
    }
    Ok(Exit::Ok)
}

/// Why a program may not run at Gradescope. A release has one that always does.
fn warning(needs: &Needs) -> Option<String> {
    let library = |which: &str| {
        format!(
            "needs {which}, so it runs only on images that have it; the binary of a release runs on \
             every image: give it by --binary FILE"
        )
    };
    match needs {
        Needs::Linux => None,
        Needs::Library(Some(minor)) => Some(library(&format!("glibc 2.{minor} or newer"))),
        Needs::Library(None) => Some(library("a C library")),
        Needs::Other => Some(
            "is not a program for Linux on x86-64, which Gradescope needs; give one by --binary FILE"
                .into(),
        ),
    }
}

/// Where the files of an assignment go in the zip, and where its folder is there. Paths that lead
/// out of the folder must lead to the same files, so the folders around it come along by name.
fn place(
    folder: &Path,
    files: BTreeMap<String, Vec<u8>>,
) -> anyhow::Result<(String, BTreeMap<String, Vec<u8>>)> {
    let out = files.keys().map(|path| leads_out(path)).max().unwrap_or(0);
    let real = folder.canonicalize().unwrap_or_else(|_| Path::new("assignments").join(folder));
    let real = if real.is_file() { real.parent().unwrap_or(&real).to_path_buf() } else { real };
    let names: Vec<String> = real
        .components()
        .rev()
        .take(out)
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if names.len() < out {
        let words = format!("{} names files outside of everything", folder.display());
        return Err(Exit::Unable.error(words));
    }
    let mut base = vec![FILES.to_string()];
    base.extend(names.into_iter().rev());
    let placed = files.into_iter().map(|(path, bytes)| {
        let mut parts = base.clone();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part.to_string()),
            }
        }
        (parts.join("/"), bytes)
    });
    Ok((base.join("/"), placed.collect()))
}

/// How many folders up a path leads.
fn leads_out(path: &str) -> usize {
    let (mut depth, mut least) = (0i64, 0i64);
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => depth -= 1,
            _ => depth += 1,
        }
        least = least.min(depth);
    }
    usize::try_from(-least).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_their_places_to_each_other() {
        let files = ["assignment.toml", "a/b.txt", "../../asm/x.asm", "../y.asm", "a/../z"];
        let files = files.into_iter().map(|path| (path.to_string(), Vec::new())).collect();
        let (folder, placed) = place(Path::new("no/such/folder"), files).expect("they fit");
        assert_eq!(folder, "assignment/such/folder");
        let paths: Vec<&str> = placed.keys().map(String::as_str).collect();
        assert_eq!(
            paths,
            [
                "assignment/asm/x.asm",
                "assignment/such/folder/a/b.txt",
                "assignment/such/folder/assignment.toml",
                "assignment/such/folder/z",
                "assignment/such/y.asm",
            ]
        );
    }
}
