//! Whole submissions: what is found in them, and what is said about it.
#![expect(clippy::unwrap_used, reason = "an archive that can't be made fails the test")]

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use grader::grade::{Student, Submission};
use grader::submission::archive::{self, Archive, unpack};
use grader::submission::layout::{self, layout};
use grader::submission::{Bounds, HandedIn, IncomingFile, names, take};

const PROGRAM: &str = ".text\nmain: li $v0, 10\nsyscall\n";

fn submission(files: &[(&str, &[u8])], patterns: &[&str]) -> Submission {
    let files = files.iter().map(|(path, bytes)| IncomingFile::new(*path, *bytes)).collect();
    let patterns: Vec<String> = patterns.iter().map(|text| text.to_string()).collect();
    take(HandedIn { files, ..HandedIn::default() }, &patterns, &Bounds::STUDENT)
}

#[track_caller]
fn check(files: &[(&str, &str)], patterns: &[&str], file: Option<&str>, why: &str) {
    let bytes: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let found = submission(&bytes, patterns);
    assert_eq!((found.file.as_deref(), found.chosen.as_str()), (file, why));
    assert_eq!(found.program().map(|(name, _)| name), file);
    let turned: Vec<(&str, &[u8])> = bytes.into_iter().rev().collect();
    assert_eq!(submission(&turned, patterns), found, "the order of files matters");
}

#[test]
fn the_program_is_found_and_the_reason_told() {
    let p = PROGRAM;
    let only = "it is the only assembly file";
    check(&[("a.asm", p)], &[], Some("a.asm"), only);
    check(&[("sub/deep/A.ASM", p), ("report.txt", "I did it.")], &[], Some("sub/deep/A.ASM"), only);
    check(
        &[("__MACOSX/a.asm", p), ("._a.asm", "x"), (".DS_Store", "x"), ("a.s", p)],
        &[],
        Some("a.s"),
        only,
    );
    check(
        &[("b.asm", p), ("Game-2.asm", p)],
        &["fivetwelve.asm", "game*.asm"],
        Some("Game-2.asm"),
        "its name is asked for (game*.asm)",
    );
    let content = "its text is assembly, whatever its name says";
    check(&[("a.asm.txt", p), ("readme.txt", "Hello there")], &[], Some("a.asm.txt"), content);
    check(&[("a", p)], &["*.asm"], Some("a"), content);
    check(
        &[("main.asm", ".include \"lib.asm\"\nmain: nop\n"), ("lib.asm", "f: jr $ra\nmain: nop")],
        &[],
        Some("main.asm"),
        "of 2 candidates, because the other files are included; not taken: lib.asm",
    );
    check(
        &[("a.asm", "f: jr $ra\n"), ("z.asm", p)],
        &[],
        Some("z.asm"),
        "of 2 candidates, because it has a label main; not taken: a.asm",
    );
    check(
        &[("old/a.asm", p), ("b.asm", p)],
        &[],
        Some("b.asm"),
        "of 2 candidates, because it lies in the outermost folder; not taken: old/a.asm",
    );
    check(
        &[("a.asm", p), ("b.asm", "main: nop\nnop\nnop\nnop\n")],
        &[],
        Some("b.asm"),
        "of 2 candidates, because it has the most instructions; not taken: a.asm",
    );
    check(
        &[("a.asm", p), ("a (1).asm", p)],
        &[],
        Some("a (1).asm"),
        "of 2 candidates, because the others have the same text; not taken: a.asm",
    );
    check(&[("a.asm", ""), ("b.asm", p)], &[], Some("b.asm"), only);
}

#[test]
fn no_program_is_said_so() {
    check(&[], &[], None, "nothing was handed in");
    check(&[("a.asm", " \n")], &[], None, "the only file is empty: a.asm");
    check(&[("a.asm", ""), ("b.asm", "")], &[], None, "all 2 files are empty: a.asm, b.asm");
    check(&[("a.txt", "sorry")], &[], None, "the only file is not an assembly program: a.txt");
    check(
        &[("a.txt", "sorry"), ("game.pdf", "%PDF-1.4")],
        &[],
        None,
        "none of the 2 files is an assembly program: a.txt, game.pdf (a PDF document)",
    );
}

#[test]
fn odd_files_get_notes() {
    let found =
        submission(&[("a.asm", b"\xef\xbb\xbfmain: nop # \xc3\xbc\n"), ("b.asm", b"")], &[]);
    let mark = "a.asm begins with a byte order mark, which was taken off";
    assert_eq!(found.notes, [mark, "b.asm is empty"]);
    let found = submission(&[("a.asm", b"%PDF-1.7")], &[]);
    assert_eq!(found.notes, ["a.asm is a PDF document, not a program"]);
    let found = submission(&[("a.txt", PROGRAM.as_bytes())], &[]);
    assert_eq!(found.notes, ["a.txt has not the ending of a program"]);
}

/// An archive of files and links.
fn zip(files: &[(&str, &[u8])], links: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    for (name, target) in links {
        zip.add_symlink(*name, *target, SimpleFileOptions::default()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn paths(unpacked: &archive::Unpacked) -> Vec<&str> {
    unpacked.files.iter().map(|file| file.path.as_str()).collect()
}

#[test]
fn an_archive_among_the_files_is_opened_once() {
    let inner = zip(&[("a.asm", PROGRAM.as_bytes())], &[]);
    let outer = zip(&[("deep/inner.zip", &inner)], &[]);
    let found = submission(&[("work.zip", &inner)], &[]);
    assert_eq!(found.file.as_deref(), Some("a.asm"));
    let found = submission(&[("work.zip", &outer)], &[]);
    assert_eq!(found.file, None);
    assert!(found.chosen.contains("inner.zip (an archive"), "{}", found.chosen);
}

#[test]
fn names_in_an_archive_lead_nowhere() {
    let p = PROGRAM.as_bytes();
    let bytes = zip(
        &[
            ("../../evil.asm", p),
            ("/etc/evil.asm", p),
            ("C:\\evil.asm", p),
            ("a\\b.asm", p),
            ("x/../../y.asm", p),
            ("good.asm", p),
            ("a/b.asm", p),
        ],
        &[("passwd.asm", "/etc/passwd")],
    );
    let unpacked = unpack(&bytes, &Bounds::STUDENT);
    assert_eq!(paths(&unpacked), ["a/b.asm", "good.asm"]);
    assert_eq!(
        unpacked.notes,
        [
            "../../evil.asm was left out: its name leads out of the archive",
            "/etc/evil.asm was left out: its name is a full path",
            "C:\\evil.asm was left out: its name is a full path",
            "x/../../y.asm was left out: its name leads out of the archive",
            "a/b.asm was left out: another file has this name",
            "passwd.asm was left out: it is a link",
        ]
    );
}

#[test]
fn an_archive_expands_within_bounds() {
    let bounds = Bounds { entries: 3, file: 2 << 20, total: 3 << 20, ratio: 200 };
    let zeros = vec![b' '; 2 << 20];
    let bomb = zip(&[("a.asm", &zeros)], &[]);
    let unpacked = unpack(&bomb, &bounds);
    assert!(unpacked.files.is_empty());
    assert!(unpacked.notes[0].starts_with("a.asm was left out: it expands to "), "{unpacked:?}");
    let large = zip(&[("a.asm", &[&zeros[..], b"x"].concat())], &[]);
    assert_eq!(unpack(&large, &bounds).notes, ["a.asm was left out: it is larger than 2 MiB"]);
    let noise: Vec<u8> =
        (0..2u32 << 20).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let many = zip(&[("a", &noise), ("b", &noise), ("c", b"c")], &[]);
    let unpacked = unpack(&many, &Bounds { ratio: 1_000_000, ..bounds });
    assert_eq!(paths(&unpacked), ["a"]);
    assert_eq!(unpacked.notes[0], "b was left out: the archive expands without bound");
    let names: Vec<String> = (0..4).map(|i| format!("{i}.asm")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let unpacked = unpack(&zip(&files, &[]), &bounds);
    let note = "the archive has 4 entries, which is more than 3; it was not opened";
    assert_eq!((unpacked.files.len(), unpacked.notes), (0, vec![note.to_string()]));
}

#[test]
fn broken_archives_are_notes() {
    let good = zip(&[("a.asm", PROGRAM.repeat(9).as_bytes())], &[]);
    for broken in [&b"PK\x03\x04"[..], b"", &good[..good.len() / 2], &good[10..]] {
        let found = submission(&[("work.zip", broken)], &[]);
        assert_eq!(found.file, None);
        assert!(found.notes[0].starts_with("work.zip: "), "{:?}", found.notes);
    }
    let mut flipped = good.clone();
    flipped[45] ^= 0x55;
    let found = submission(&[("work.zip", &flipped)], &[]);
    assert_eq!(found.notes[0], "work.zip: a.asm was left out: it is broken");
    let directory = good.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    let mut bzip2 = good.clone();
    (bzip2[8], bzip2[directory + 10]) = (12, 12);
    let found = submission(&[("work.zip", &bzip2)], &[]);
    let note = "work.zip: a.asm was left out: it is compressed by a method other than deflate";
    assert_eq!(found.notes[0], note);
    let mut locked = good;
    locked[6] |= 1;
    locked[directory + 8] |= 1;
    let found = submission(&[("work.zip", &locked)], &[]);
    assert_eq!(found.notes[0], "work.zip: a.asm was left out: it is encrypted");
}

#[test]
fn damaged_archives_never_panic() {
    let good = zip(&[("a.asm", PROGRAM.repeat(9).as_bytes()), ("b/c.asm", b"nop")], &[("l", "a")]);
    for at in 0..good.len() {
        for value in [0x00, 0xff, good[at] ^ 0x01, good[at] ^ 0x80] {
            let mut bytes = good.clone();
            bytes[at] = value;
            let unpacked = unpack(&bytes, &Bounds::STUDENT);
            assert!(unpacked.files.iter().all(|file| names::clean(&file.path).is_ok()));
        }
        unpack(&good[..at], &Bounds::STUDENT);
    }
}

/// Keys, names, ids and files of a class.
fn class(list: &[&str], metadata: Option<&str>, programs: &[&str]) -> Vec<String> {
    let paths: Vec<String> = list.iter().map(|path| path.to_string()).collect();
    let mut looks = |at: usize| programs.contains(&list[at]);
    let layout = layout(&paths, &[], metadata, &mut looks);
    let mut lines: Vec<String> = layout
        .groups
        .iter()
        .map(|group| {
            let files: Vec<&str> = group.files.iter().map(|(_, path)| path.as_str()).collect();
            let Student { key, name, id } = &group.student;
            let notes = group.notes.concat();
            format!(
                "{key} | {name} | {} | {} {notes}",
                id.as_deref().unwrap_or("-"),
                files.join(" ")
            )
            .trim_end()
            .to_string()
        })
        .collect();
    lines.extend(layout.skipped.iter().map(|at| format!("skipped {}", list[*at])));
    lines
}

#[test]
fn moodle_exports_are_understood() {
    let list = [
        "Jane Doe_12345_assignsubmission_file_/prog.asm",
        "Jane Doe_12345_assignsubmission_file_/lib/x.asm",
        "Jane Doe_12345_assignsubmission_onlinetext_/onlinetext.html",
        "Anna_Maria Li_7_assignsubmission_file_solution_v2.asm",
    ];
    let expected = [
        "Anna_Maria Li_7 | Anna_Maria Li | 7 | solution_v2.asm",
        "Jane Doe_12345 | Jane Doe | 12345 | prog.asm lib/x.asm onlinetext.html",
    ];
    assert_eq!(class(&list, None, &[]), expected);
    let wrapped = list.map(|path| format!("Course-Lab 3/{path}"));
    assert_eq!(class(&wrapped.each_ref().map(String::as_str), None, &[]), expected);
}

#[test]
fn canvas_exports_are_understood() {
    let list = ["doejane_LATE_123_456_prog.asm", "doejane_123_457_lib_a.asm", "lia_9_10_a-1.asm"];
    let expected = [
        "doejane_123 | doejane | 123 | prog.asm lib_a.asm Canvas marks it as late",
        "lia_9 | lia | 9 | a-1.asm",
    ];
    assert_eq!(class(&list, None, &[]), expected);
}

#[test]
fn gradescope_exports_are_understood() {
    let metadata = "---\nsubmission_11:\n  :submitters:\n  - :name: Jane \"J\" Doe\n    :sid: '42'\n    \
        :email: jane@example.edu\n  - :name: Li Na\n    :sid: ''\n    :email: li@example.edu\n  \
        :created_at: 2026-01-01\n  :history:\n  - :name: Nobody\nsubmission_12:\n  :submitters:\n  \
        - :name: Bob\n    :sid: '43'\n";
    let list = [
        "assignment_9_export/submission_metadata.yml",
        "assignment_9_export/submission_11/a.asm",
        "assignment_9_export/submission_12/sub/b.asm",
        "assignment_9_export/submission_13/c.asm",
    ];
    let expected = [
        "submission_11 | Jane \"J\" Doe, Li Na | jane@example.edu | a.asm",
        "submission_12 | Bob | 43 | sub/b.asm",
        "submission_13 | submission_13 | - | c.asm",
        "skipped assignment_9_export/submission_metadata.yml",
    ];
    assert_eq!(class(&list, Some(metadata), &[]), expected);
    assert_eq!(layout::metadata(&list.map(str::to_string)), Some(0));
}

#[test]
fn plain_folders_and_files_are_understood() {
    let list = ["jane/a.asm", "bob/x/b.asm", ".DS_Store", "jane/._a.asm"];
    assert_eq!(class(&list, None, &[]), ["bob | bob | - | x/b.asm", "jane | jane | - | a.asm"]);
    let list = ["jane.asm", "bob.ZIP", "li.txt", "README.md", "empty.s"];
    let expected = [
        "bob | bob | - | bob.ZIP",
        "empty | empty | - | empty.s",
        "jane | jane | - | jane.asm",
        "li.txt | li.txt | - | li.txt",
        "skipped README.md",
    ];
    assert_eq!(class(&list, None, &["li.txt"]), expected);
    // One student's folder is no wrapper, several students' folder is one.
    assert_eq!(class(&["jane/a.asm"], None, &[]), ["jane | jane | - | a.asm"]);
    assert_eq!(class(&["jane/src/a.asm"], None, &[]), ["jane | jane | - | src/a.asm"]);
    let list = ["class/jane/a.asm", "class/bob/b.asm"];
    assert_eq!(class(&list, None, &[]), ["bob | bob | - | b.asm", "jane | jane | - | a.asm"]);
    let hostile = ["<script>alert(1)</script>/a.asm", "x\n\x1b[31m/a.asm"];
    assert_eq!(
        class(&hostile, None, &[]),
        ["<script>alert(1)<", "x\u{fffd}\u{fffd}[31m | x\u{fffd}\u{fffd}[31m | - | a.asm"]
            .map(|line| line
                .replace("alert(1)<", "alert(1)< | <script>alert(1)< | - | script>/a.asm"))
    );
}

#[test]
fn a_class_archive_is_read_lazily() {
    let bytes = zip(&[("a/x.asm", b"nop"), ("b/y.asm", b"nop")], &[]);
    let mut archive = Archive::open(Cursor::new(&bytes), Bounds::CLASS).unwrap();
    assert_eq!(archive.paths(), ["a/x.asm", "b/y.asm"]);
    assert_eq!(archive.read(1).as_deref(), Some(&b"nop"[..]));
    assert_eq!(archive.read(2), None);
    assert!(archive.take_notes().is_empty());
}

proptest::proptest! {
    #[test]
    fn no_bytes_and_no_name_break_it(
        files in proptest::collection::vec((".{0,40}", proptest::collection::vec(0u8.., 0..300)), 0..5),
    ) {
        let entries: Vec<IncomingFile> =
            files.into_iter().map(|(path, bytes)| IncomingFile { path, bytes }).collect();
        let paths: Vec<String> = entries.iter().map(|entry| entry.path.clone()).collect();
        layout(&paths, &paths, Some(&paths.concat()), &mut |at| at % 2 == 0);
        let found = take(HandedIn { files: entries, ..HandedIn::default() }, &["*a*".into()], &Bounds::STUDENT);
        proptest::prop_assert_eq!(found.main.is_some(), found.file.is_some());
        proptest::prop_assert!(!found.chosen.is_empty());
    }
}
