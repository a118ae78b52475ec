//! Which files a MARS command line assembles, in which order, and under which names. Names are
//! made absolute as Java's `File` does it, because MARS's messages show them.

use std::path::Path;

use mips_sim::java::file_path;

/// The name from the root; `.` and `..` stay as they are.
pub(crate) fn absolute(folder: &str, name: &str) -> String {
    if name.starts_with('/') { file_path(name) } else { file_path(&format!("{folder}/{name}")) }
}

/// The files to assemble for these words, of which there is at least one, in the order in which
/// MARS assembles them. What is not a file, or has no extension, MARS skips silently.
pub(crate) fn sources(named: &[String], project: bool, folder: &str) -> Vec<String> {
    let Some(lead) = named.first().map(|name| absolute(folder, name)) else {
        return Vec::new();
    };
    let found = if project { beside(&lead) } else { Vec::new() };
    let more = named.iter().skip(usize::from(project)).map(|name| absolute(folder, name));
    let more = more.filter(|name| is_file(name) && extension(name).is_some());
    let more = more.filter(|name| !found.contains(name)).collect::<Vec<_>>();
    // MARS puts the lead file in front whenever it comes across it, so that in `a b a` it is
    // assembled twice before `b` is.
    let (mut ordered, others): (Vec<_>, Vec<_>) =
        found.iter().cloned().chain(more).partition(|name| *name == lead);
    ordered.extend(others);
    ordered
}

/// The programs in the folder of a file: `.asm`, then `.s`, each by name. (MARS takes them in the
/// order of the file system, which is different everywhere.)
fn beside(lead: &str) -> Vec<String> {
    let parent = match lead.rfind('/') {
        Some(0) | None => "/",
        Some(at) => &lead[..at],
    };
    // A folder that can't be listed has nothing to assemble.
    let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| absolute(parent, &entry.file_name().to_string_lossy()))
        .filter(|name| is_file(name))
        .collect();
    names.sort();
    let with = |wanted: &str| {
        let names = names.iter().filter(|name| extension(name).as_deref() == Some(wanted));
        names.cloned().collect::<Vec<_>>()
    };
    [with("asm"), with("s")].concat()
}

fn is_file(name: &str) -> bool {
    !Path::new(name).is_dir()
}

/// What follows the last dot, in lower case; a dot at either end of the name does not count.
fn extension(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty() && !extension.is_empty()).then(|| extension.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_absolute_as_in_java() {
        for (folder, name, expected) in [
            ("/course", "x.asm", "/course/x.asm"),
            ("/course", "./x.asm", "/course/./x.asm"),
            ("/course", "../x.asm", "/course/../x.asm"),
            ("/course", "a//b///x.asm", "/course/a/b/x.asm"),
            ("/course", "dir/", "/course/dir"),
            ("/course", "//other//x.asm", "/other/x.asm"),
            ("/", "x.asm", "/x.asm"),
            ("/course", "/", "/"),
        ] {
            assert_eq!(absolute(folder, name), expected, "{name}");
        }
    }

    #[test]
    fn extensions_are_in_the_middle() {
        for (name, expected) in [
            ("/d/x.asm", Some("asm")),
            ("/d/X.ASM", Some("asm")),
            ("/d/x.y.s", Some("s")),
            ("/d.d/x", None),
            ("/d/.asm", None),
            ("/d/x.", None),
        ] {
            assert_eq!(extension(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn the_first_file_comes_first_each_time() {
        let named = ["a.s", "b.s", "a.s", "none"].map(str::to_string);
        assert_eq!(
            sources(&named, false, "/nowhere"),
            ["a.s", "a.s", "b.s"].map(|n| format!("/nowhere/{n}"))
        );
    }
}
