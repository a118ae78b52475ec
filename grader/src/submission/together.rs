//! Which files make a program: one, or one with files beside it, as MARS's option `p` assembles
//! them.
//!
//! A program that assembles alone is never put together with anything, so that old versions and
//! other programs in its folder do no harm. Only one that lacks labels which files beside it define
//! is assembled with them: the main file first, the others by name. A list in the assignment
//! settles it without trying. Files come by names through a [`Loader`], from a disk or from memory.

use std::collections::{BTreeMap, BTreeSet};

use mips_sim::asm::Assembly;
use mips_sim::asm::lex::TokenLine;
use mips_sim::diag::Message;
use mips_sim::source::Loader;
use mips_sim::{AsmOptions, assemble};

use super::line_counts::LineCounts;
use super::names::{base, folder, is_junk, is_program, shown};
use super::pattern::fits;

/// More files than a program is made of. A folder with more is a collection.
const MOST_FILES: usize = 100;

/// A program of one or several files, assembled.
#[derive(Debug)]
pub struct Whole {
    /// The names of the files, the main one first.
    pub names: Vec<String>,
    /// What came of it.
    pub assembly: Assembly,
}

impl Whole {
    /// The names without the main one's.
    pub fn others(&self) -> &[String] {
        self.names.get(1..).unwrap_or_default()
    }
}

/// Why a folder is not a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMain {
    /// There is no program in it.
    #[error("there is no assembly file in it")]
    Nothing,
    /// No file says that the program begins there.
    #[error("none of its files is called main.asm or has a label `main`: {}", told(.0))]
    Nowhere(Vec<String>),
    /// Several do.
    #[error("several of its files have a label `main`: {}", told(.0))]
    Several(Vec<String>),
}

fn told(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| shown(base(name))).collect();
    names.join(", ")
}

/// The file of a folder in which the program begins: `main.asm`, or the only one with a label `main`,
/// or the only one.
pub fn main_file(names: &[String], loader: &mut dyn Loader) -> Result<String, NoMain> {
    let mut alone = programs(names);
    if let (Some(only), None) = (alone.next(), alone.next()) {
        // There is nothing to choose, so what is in it does not matter.
        let text = loader.load(only).unwrap_or_default();
        let empty = String::from_utf8_lossy(&text).trim().is_empty();
        return if empty { Err(NoMain::Nothing) } else { Ok(only.clone()) };
    }
    let beside = Beside::read(names, loader);
    let with_main = beside.0.iter().filter(|(_, file)| file.counts.main);
    let with_main: Vec<String> = with_main.map(|(name, _)| name.clone()).collect();
    let called = beside.0.keys().find(|name| base(name).eq_ignore_ascii_case("main.asm"));
    let included = beside.included();
    let own = beside.0.keys().filter(|name| !included.contains(*name));
    let own: Vec<String> = own.cloned().collect();
    match (called, with_main.as_slice(), own.as_slice()) {
        (Some(name), ..) | (_, [name], _) | (_, [], [name]) => Ok(name.clone()),
        (_, [], []) => Err(NoMain::Nothing),
        (_, [], _) => Err(NoMain::Nowhere(own)),
        _ => Err(NoMain::Several(with_main)),
    }
}

/// The names of programs that are not hidden.
fn programs(names: &[String]) -> impl Iterator<Item = &String> {
    let hidden = |name: &str| base(name).starts_with('.') || is_junk(base(name));
    names.iter().filter(move |name| is_program(name) && !hidden(name))
}

/// Assembles a program with the files beside it if it needs them. `beside` are names of its folder,
/// of which those of programs matter; `listed` are patterns of the names that an assignment asks for,
/// in their order, and decide if the program is one of them.
pub fn assemble_whole(
    main: &str,
    beside: &[String],
    listed: &[String],
    loader: &mut dyn Loader,
    options: &AsmOptions,
) -> Whole {
    let asked = |name: &str| listed.iter().any(|pattern| fits(pattern, base(name)));
    if asked(main) {
        let files = Beside::read(beside, loader);
        let included = files.included();
        let mut names = vec![main.to_string()];
        for pattern in listed {
            let own = files.0.keys().filter(|name| fits(pattern, base(name)));
            let new = own.filter(|name| !names.contains(name) && !included.contains(*name));
            let new: Vec<String> = new.cloned().collect();
            names.extend(new);
        }
        return assembled(names, loader, options);
    }
    let alone = assembled(vec![main.to_string()], loader, options);
    let others = beside.iter().filter(|name| is_program(name) && *name != main).count();
    if others == 0 || others >= MOST_FILES {
        return alone;
    }
    let complete = alone.assembly.succeeded();
    if !complete && undefined(&alone.assembly).is_empty() {
        return alone;
    }
    let files = Beside::read(beside, loader);
    let begins = |name: &str| files.0.get(name).is_some_and(|file| file.counts.main);
    if !begins(main) {
        // A part of another program, which needs it.
        for other in files.0.keys().filter(|name| *name != main && begins(name)) {
            let lead = assembled(vec![other.clone()], loader, options);
            if let Some(whole) = files.completed(lead, loader, options)
                && whole.assembly.succeeded()
                && whole.names.iter().any(|name| name == main)
            {
                return whole;
            }
        }
    }
    if complete {
        return alone;
    }
    match files.completed(alone, loader, options) {
        Some(whole) => whole,
        None => assembled(vec![main.to_string()], loader, options),
    }
}

/// Whether these texts are one program of several files, and not several programs.
pub fn is_one_program(texts: &[(String, String)]) -> bool {
    let names: Vec<String> = texts.iter().map(|(name, _)| name.clone()).collect();
    let mut loader: std::collections::HashMap<String, Vec<u8>> =
        texts.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
    let Ok(main) = main_file(&names, &mut loader) else { return false };
    let whole = assemble_whole(&main, &names, &[], &mut loader, &AsmOptions::default());
    let included = Beside::read(&names, &mut loader).included();
    let used = |name: &String| whole.names.contains(name) || included.contains(name);
    whole.assembly.succeeded()
        && names.len() > 1
        && names.iter().filter(|name| is_program(name)).all(used)
}

/// The names that lie in the folder of a file.
pub fn beside<'a>(main: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.filter(|name| folder(name) == folder(main)).map(str::to_string).collect()
}

fn assembled(names: Vec<String>, loader: &mut dyn Loader, options: &AsmOptions) -> Whole {
    let list: Vec<&str> = names.iter().map(String::as_str).collect();
    let assembly = assemble(&list, loader, options);
    Whole { names, assembly }
}

/// The labels that a program lacks.
fn undefined(assembly: &Assembly) -> BTreeSet<&str> {
    let missing = assembly.diagnostics.all().iter().filter_map(|found| match &found.message {
        Message::UndefinedSymbol { name } => Some(name.as_str()),
        _ => None,
    });
    missing.collect()
}

/// The programs of a folder that can be read, by name.
struct Beside(BTreeMap<String, File>);

struct File {
    counts: LineCounts,
    labels: BTreeSet<String>,
}

impl Beside {
    fn read(names: &[String], loader: &mut dyn Loader) -> Beside {
        let mut files = BTreeMap::new();
        for name in programs(names) {
            let Ok(bytes) = loader.load(name) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            if text.trim().is_empty() {
                continue;
            }
            let lines = text.split(['\n', '\r']);
            let labels = lines.flat_map(|line| {
                TokenLine::read(line).labels().map(str::to_string).collect::<Vec<_>>()
            });
            let file = File { counts: LineCounts::of(&text), labels: labels.collect() };
            files.insert(name.clone(), file);
        }
        Beside(files)
    }

    /// The files that others include; these are parts already.
    fn included(&self) -> BTreeSet<String> {
        let mut included = BTreeSet::new();
        for (name, file) in &self.0 {
            for include in &file.counts.includes {
                let include = include.replace('\\', "/");
                let own = self.0.keys().filter(|other| *other != name);
                let own = own.filter(|other| base(other).eq_ignore_ascii_case(base(&include)));
                included.extend(own.cloned());
            }
        }
        included
    }

    /// A program that lacks labels with all files beside it, or, if that comes to nothing, with those
    /// that it needs. None if no file has what it lacks.
    fn completed(
        &self,
        lead: Whole,
        loader: &mut dyn Loader,
        options: &AsmOptions,
    ) -> Option<Whole> {
        let main = lead.names[0].clone();
        let begins = self.0.get(&main).is_some_and(|file| file.counts.main);
        let included = self.included();
        // A file with a `main` of its own is another program.
        let parts: Vec<&String> = (self.0.iter())
            .filter(|(name, file)| **name != main && !(begins && file.counts.main))
            .map(|(name, _)| name)
            .filter(|name| !included.contains(*name))
            .collect();
        let mut needed = Needed { main, names: BTreeSet::new() };
        if lead.assembly.succeeded() || !needed.add(&lead.assembly, &parts, &self.0) {
            return None;
        }
        let mut all = vec![needed.main.clone()];
        all.extend(parts.iter().map(|name| name.to_string()));
        let all = assembled(all, loader, options);
        if all.assembly.succeeded() {
            return Some(all);
        }
        loop {
            let whole = assembled(needed.list(), loader, options);
            if whole.assembly.succeeded() || !needed.add(&whole.assembly, &parts, &self.0) {
                return Some(whole);
            }
        }
    }
}

/// The files that a program needs, as far as is known.
struct Needed {
    main: String,
    names: BTreeSet<String>,
}

impl Needed {
    /// Adds the files that define what is undefined, and says whether there are new ones.
    fn add(
        &mut self,
        assembly: &Assembly,
        parts: &[&String],
        files: &BTreeMap<String, File>,
    ) -> bool {
        let before = self.names.len();
        let missing = undefined(assembly);
        let defines = |name: &str| missing.iter().any(|label| files[name].labels.contains(*label));
        self.names.extend(parts.iter().filter(|name| defines(name)).map(|name| name.to_string()));
        self.names.len() > before
    }

    fn list(&self) -> Vec<String> {
        std::iter::once(&self.main).chain(&self.names).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = ".globl main\nmain: jal rules\nli $v0, 10\nsyscall\n";
    const RULES: &str = ".globl rules\nrules: j screen\n";
    const SCREEN: &str = ".globl screen\nscreen: jr $ra\n";
    const ALONE: &str = ".globl main\nmain: li $v0, 10\nsyscall\n";

    fn whole(main: &str, listed: &[&str], files: &[(&str, &str)]) -> Whole {
        let names: Vec<String> = files.iter().map(|(name, _)| name.to_string()).collect();
        let listed: Vec<String> = listed.iter().map(|name| name.to_string()).collect();
        assemble_whole(main, &names, &listed, &mut { files }, &AsmOptions::default())
    }

    #[track_caller]
    fn check(main: &str, files: &[(&str, &str)], names: &[&str], good: bool) {
        let whole = whole(main, &[], files);
        assert_eq!(whole.names, names);
        assert_eq!(whole.assembly.succeeded(), good);
    }

    #[test]
    fn a_program_is_assembled_with_what_it_needs() {
        let files = [("screen.asm", SCREEN), ("main.asm", MAIN), ("rules.asm", RULES)];
        let all = ["main.asm", "rules.asm", "screen.asm"];
        check("main.asm", &files, &all, true);
        // Whoever names a part means the program.
        check("rules.asm", &files, &all, true);
        check("screen.asm", &files, &all, true);
        // Another program beside them is not one of them, and neither is what is not a program.
        let files = [&files[..], &[("a.asm", ALONE), ("notes.txt", "x"), ("b.asm", " ")]].concat();
        check("main.asm", &files, &all, true);
        check("a.asm", &files, &["a.asm"], true);
        // One that clashes with the parts is left out if they do without it.
        let files = [&files[..], &[("c.asm", ".globl other\nother: j nowhere\n")]].concat();
        check("main.asm", &files, &all, true);
    }

    #[test]
    fn programs_that_assemble_alone_stay_alone() {
        let old = "start: li $v0, 10\nsyscall\n";
        let files = [("game.asm", ALONE), ("old.asm", old), ("older.asm", ALONE)];
        for name in ["game.asm", "old.asm", "older.asm"] {
            check(name, &files, &[name], true);
        }
        // One that lacks a label that nobody has.
        let files = [("game.asm", MAIN), ("old.asm", old)];
        check("game.asm", &files, &["game.asm"], false);
        // What is included is a part already.
        let files = [("main.asm", ".include \"b.asm\"\nmain: j b\n"), ("b.asm", "b: jr $ra\n")];
        check("main.asm", &files, &["main.asm"], true);
    }

    #[test]
    fn what_is_wrong_is_told_of_its_file() {
        let files = [("main.asm", MAIN), ("rules.asm", ".globl rules\nrules:\n adx $t0, 1\n")];
        let found = whole("main.asm", &[], &files);
        let report = found.assembly.mars_report(&|name| name.into());
        assert!(report.contains("in rules.asm line 3 column 2: \"adx\""), "{report}");
        assert!(!report.contains("main.asm"), "{report}");
        let twice =
            [("main.asm", MAIN), ("a.asm", SCREEN), ("b.asm", SCREEN), ("rules.asm", RULES)];
        let found = whole("main.asm", &[], &twice);
        let report = found.assembly.mars_report(&|name| name.into());
        assert!(report.contains("b.asm"), "{report}");
        assert!(report.contains("already defined as global in a different file"), "{report}");
        // Whoever forgets `.globl` learns where the label is.
        check(
            "main.asm",
            &[("main.asm", MAIN), ("rules.asm", "rules: jr $ra\n")],
            &["main.asm", "rules.asm"],
            false,
        );
    }

    #[test]
    fn a_list_decides() {
        let part = ".globl x\nx: jr $ra\n";
        let files = [("main.asm", ALONE), ("b.asm", part), ("a.asm", "y: nop\n"), ("z.asm", part)];
        let found = whole("main.asm", &["main.asm", "b.asm", "a*.asm"], &files);
        assert_eq!(found.names, ["main.asm", "b.asm", "a.asm"]);
        assert!(found.assembly.succeeded());
        // A program that is not in the list has nothing to do with it.
        assert_eq!(whole("z.asm", &["main.asm", "b.asm"], &files).names, ["z.asm"]);
    }

    #[test]
    fn programs_begin_in_one_file() {
        let check = |files: &[(&str, &str)], expected: Result<&str, NoMain>| {
            let names: Vec<String> = files.iter().map(|(name, _)| name.to_string()).collect();
            assert_eq!(main_file(&names, &mut { files }), expected.map(str::to_string));
        };
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        check(&[("a.asm", ALONE), ("main.asm", RULES)], Ok("main.asm"));
        check(&[("a.asm", SCREEN), ("b.asm", MAIN)], Ok("b.asm"));
        check(&[("a.asm", SCREEN), ("b.txt", "x")], Ok("a.asm"));
        check(&[("b.txt", "x")], Err(NoMain::Nothing));
        let files = [("a.asm", SCREEN), ("b.asm", RULES)];
        check(&files, Err(NoMain::Nowhere(names(&["a.asm", "b.asm"]))));
        let files = [("a.asm", ALONE), ("b.asm", MAIN)];
        check(&files, Err(NoMain::Several(names(&["a.asm", "b.asm"]))));
    }
}
