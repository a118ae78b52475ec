//! `fivetwelve grade` on what nobody should hand in: nothing leaves its folder, nothing gets in, and
//! the others get their grades.

mod grading;

use grading::{ends, files, folder, program, zip};

/// What no report may hold.
const SECRET: &str = "the-instructor-s-secret";

#[test]
fn archives_can_neither_write_nor_fill_the_disk() {
    let good = program("fivetwelve.asm");
    let bomb = zip([("bomb.asm", vec![b'#'; 64 << 20])]);
    let slip = zip([("../../../slipped.asm", &good), ("/slipped.asm", &good), ("game.asm", &good)]);
    let mut broken = zip([("game.asm", &good)]);
    broken.truncate(broken.len() / 2);
    let folder = folder([
        ("class/bomb/a.zip", bomb),
        ("class/broken/a.zip", broken),
        ("class/slip/a.zip", slip),
        ("class/zz-good/game.asm", good),
    ]);
    let before = files(folder.path()).len();
    let ran = ends(&folder, "grade lab class --json g.json --state s", 0);
    let text = folder.text("g.json").expect("the report is there");
    for words in [
        "a.zip: bomb.asm was left out: it is larger than 4 MiB",
        "a.zip: the archive is broken and could not be opened",
        "a.zip: ../../../slipped.asm was left out: its name leads out of the archive",
        "a.zip: /slipped.asm was left out: its name is a full path",
    ] {
        assert!(text.contains(words), "{words}\n{}", ran.stdout);
    }
    // The report, and the two files of the journal.
    assert_eq!(files(folder.path()).len(), before + 3);
}

#[cfg(unix)]
#[test]
fn programs_can_include_nothing_from_outside() {
    let include = |path: &str| {
        let secret = format!(".include \"{path}\"\n");
        [secret.as_bytes(), &program("fivetwelve.asm")].concat()
    };
    let outside = tempfile();
    let absolute = outside.path().join("secret.asm").display().to_string();
    let folder = folder([
        ("secret.asm", format!("{SECRET}: nop\n").into_bytes()),
        ("class/absolute/game.asm", include(&absolute)),
        ("class/passwd/game.asm", include("/etc/passwd")),
        ("class/up/game.asm", include("../../secret.asm")),
        ("class/neighbour/game.asm", include("../up/game.asm")),
        ("class/reference/mine.asm", b".include \"../../lab/game.asm\"\n".to_vec()),
        ("class/reference-by-name/mine.asm", b".include \"game.asm\"\n".to_vec()),
        ("class/rubric/mine.asm", include("assignment.toml")),
        ("class/link/game.asm", include("secret.asm")),
        ("class/linked/other.txt", b"nothing".to_vec()),
        ("class/own/game.asm", include("lib.asm")),
        ("class/own/lib.asm", b"# nothing in it\n".to_vec()),
    ]);
    let secret = folder.path().join("secret.asm");
    let link = |from: &std::path::Path, to: &str| {
        std::os::unix::fs::symlink(from, folder.path().join(to)).expect("it can be linked");
    };
    link(&secret, "class/link/secret.asm");
    link(&secret, "class/linked/game.asm");
    link(folder.path(), "class/everything");
    let ran = ends(&folder, "grade lab class --json g.json --report details=d.txt --state s", 0);
    let json = folder.text("g.json").expect("the report is there");
    let details = folder.text("d.txt").expect("the report is there");
    for text in [&json, &details, &ran.stdout] {
        assert!(!text.contains(SECRET) && !text.contains("root:"), "{text}");
    }
    assert!(
        ran.stderr.contains("class/linked/game.asm")
            || ran.stderr.contains("linked/game.asm was left out"),
        "{}",
        ran.stderr
    );
    let value: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let list = value["submissions"].as_array().expect("submissions");
    let perfect: Vec<&str> = list
        .iter()
        .filter(|graded| {
            let results = graded["results"].as_array().expect("results");
            results.iter().all(|result| result["status"] == "passed")
        })
        .filter_map(|graded| graded["student"]["key"].as_str())
        .collect();
    assert_eq!(perfect, ["own"]);
    assert_eq!(list.len(), 10, "{json}");
}

fn tempfile() -> fivetwelve_tests::Folder {
    fivetwelve_tests::Folder::with([("secret.asm", SECRET)]).expect("the folder can be made")
}

#[test]
fn names_and_output_do_nothing_in_any_report() {
    let shout =
        b".data\nx: .asciiz \"<script>alert(2)</script>\\033[2J\\007]]>\\n\"\n.text\nla $a0, x\n\
        li $v0, 4\nsyscall\nli $v0, 10\nsyscall\n";
    let mut class = vec![
        ("class/<script>alert(1)<\u{2215}script>/game.asm".to_string(), shout.to_vec()),
        (format!("class/{}/game.asm", "long".repeat(60)), shout.to_vec()),
        ("class/=HYPERLINK(\"x\")/game.asm".to_string(), shout.to_vec()),
    ];
    if cfg!(unix) {
        class.push(("class/new\nline\u{1b}[31m\u{202e}/game.asm".to_string(), shout.to_vec()));
        class.push(("class/up\\..\\..\\x/game.asm".to_string(), shout.to_vec()));
    }
    let count = class.len();
    let folder = folder(class);
    std::fs::create_dir(folder.path().join("out")).expect("it can be made");
    let formats: String = grader::report::FORMATS
        .iter()
        .map(|format| format!(" --report {0}=out/{0}", format.name))
        .collect();
    let ran = ends(&folder, &format!("grade lab class{formats} --state s"), 0);
    assert!(!ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    assert!(ran.stdout.contains(&format!("{count} submissions")), "{}", ran.stdout);
    for (path, bytes) in files(&folder.path().join("out")) {
        let text = String::from_utf8(bytes).expect("reports are UTF-8");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{7}'), "{}", path.display());
        let name = path.to_string_lossy().into_owned();
        if name.contains("html") || name.contains("junit") {
            assert!(!text.contains("<script>alert"), "{name}");
        }
    }
}

/// Lines of source that hold escape sequences are shown in many places, and act in none.
#[test]
fn source_does_nothing_on_the_terminal() {
    let acts = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}";
    let shows = format!(
        ".data\nacts: .asciiz \"{acts}\\n\"\n.text\nla $a0, acts # {acts}\nli $v0, 4\nsyscall\n"
    );
    let game = String::from_utf8(program("faulty/double-merge.asm")).expect("it is text");
    let source = game.replacen(".text\n", &shows, 1);
    assert_ne!(game, source);
    let folder = folder([("game.asm", source.into_bytes())]);
    for line in [
        "asm --listing game.asm",
        "check fivetwelve game.asm",
        "check fivetwelve-exact game.asm",
        "debug game.asm -c run -c list -c reverse-step",
        "diff game.asm --games 20",
        "diff game.asm --games 20 --json",
        "diff game.asm --compare boards",
        "grade fivetwelve game.asm --locate",
        "run game.asm --profile --no-files --max-output 0",
        "verify game.asm --layers 2..4",
    ] {
        let ran = grading::run(&folder, line);
        let acting = ['\u{1b}', '\u{7}'].iter().any(|c| ran.stdout.contains(*c))
            || ran.stderr.contains(['\u{1b}', '\u{7}', '\u{202e}']);
        let turned = ran.stdout.contains('\u{202e}') && !line.contains("--json");
        assert!(!acting && !turned, "{line}\n{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn programs_that_hang_flood_or_crash_are_ordinary_verdicts() {
    let folder = folder([
        ("class/crash/game.asm", b"lw $t0, 1($zero)\n".to_vec()),
        ("class/flood/game.asm", b"a: li $v0, 11\nli $a0, 120\nsyscall\nj a\n".to_vec()),
        ("class/hang/game.asm", b"a: j a\n".to_vec()),
        ("class/heap/game.asm", b"a: li $v0, 9\nli $a0, 1000000\nsyscall\nj a\n".to_vec()),
        ("class/macro/game.asm", b".macro m\nm\n.end_macro\nm\n".to_vec()),
        ("class/noise/game.asm", (0..9999u32).map(|i| ((i * 7919) >> 3) as u8).collect()),
        ("class/sleep/game.asm", b"li $v0, 32\nli $a0, 100000000\nsyscall\nli $v0, 10\nsyscall\n".to_vec()),
        ("class/write/game.asm", b".data\nf: .asciiz \"owned.txt\"\n.text\nla $a0, f\nli $a1, 1\nli $v0, 13\nsyscall\nmove $a0, $v0\nla $a1, f\nli $a2, 5\nli $v0, 15\nsyscall\n".to_vec()),
        ("class/z-good/game.asm", program("fivetwelve.asm")),
    ]);
    let ran = ends(&folder, "grade lab class --json g.json", 0);
    insta::assert_snapshot!(ran.stdout);
    assert_eq!(folder.text("owned.txt"), None);
}

/// A program that looks for signs of being graded, and would play right or boast if it found one: files
/// of the assignment or of earlier games, a clock that moves, memory that is not new.
fn detects(fault: &str) -> Vec<u8> {
    let look = r#"
.data
reference: .asciiz "game.asm"
rubric: .asciiz "assignment.toml"
above: .asciiz "../../lab/assignment.toml"
users: .asciiz "/etc/passwd"
notes: .asciiz "notes.txt"
paths: .word reference, rubric, above, users, notes
games: .word 0
.text
        la    $s6, paths
        addiu $s7, $s6, 20
look:   lw    $a0, 0($s6)
        li    $a1, 0
        li    $v0, 13
        syscall
        bgez  $v0, graded
        addiu $s6, $s6, 4
        bne   $s6, $s7, look
        la    $a0, notes
        li    $a1, 9
        li    $v0, 13
        syscall
        bgez  $v0, graded
        lw    $t0, games
        bnez  $t0, graded
        li    $t0, 1
        sw    $t0, games
        j     played
graded: la    $a0, paths
        li    $v0, 4
        syscall
        li    $v0, 10
        syscall
played:
"#;
    let game = String::from_utf8(program(fault)).expect("the program is text");
    game.replacen(".text\n", look, 1).into_bytes()
}

#[test]
fn programs_cannot_tell_that_they_are_graded() {
    let folder = folder([
        ("class/ann/mine.asm", detects("fivetwelve.asm")),
        ("class/ben/mine.asm", program("faulty/double-merge.asm")),
        ("class/cleo/mine.asm", detects("faulty/double-merge.asm")),
    ]);
    let ran = ends(&folder, "grade lab class", 0);
    let row = |key: &str| {
        let row = ran.stdout.lines().find(|line| line.starts_with(key)).unwrap_or_default();
        row.trim_start_matches(key).to_string()
    };
    assert!(row("ann").contains("10/10"), "{}", ran.stdout);
    assert_eq!(row("ben").trim(), row("cleo").trim(), "{}", ran.stdout);
    assert_eq!(folder.text("notes.txt"), None);
    assert_eq!(folder.text("class/ann/notes.txt"), None);
}

/// What is much in one way or another: output, work of services, tokens, labels, parameters.
#[test]
fn much_of_anything_costs_its_owner_alone() {
    let prints = ".data\nx: .byte 120:1000000\n.text\nli $t0, 1000\na: la $a0, x\nli $v0, 4\nsyscall\n\
                  addi $t0, $t0, -1\nbnez $t0, a\n";
    let seeds = ".text\nli $t0, 28000\na: li $v0, 40\nsyscall\naddi $t0, $t0, -1\nbnez $t0, a\n";
    let writes = ".data\nx: .space 4000000\n.text\nli $v0, 15\nli $a0, 1\nla $a1, x\nli $a2, 4000000\nsyscall\n";
    let tokens = format!(".eqv e {}\n.data\n{}", "1,".repeat(200_000), ".word e\n".repeat(1000));
    let parameters: String = (0..60_000).map(|at| format!(" %p{at}")).collect();
    let parameters = format!(".macro m{parameters}\n.end_macro\n");
    let labels: String = (0..60_000).map(|at| format!("b lab{at}x\n")).collect();
    let folder = folder([
        ("class/labels/game.asm", format!("lab1y: nop\n{labels}").into_bytes()),
        ("class/parameters/game.asm", parameters.into_bytes()),
        ("class/prints/game.asm", prints.into()),
        ("class/seeds/game.asm", [seeds.as_bytes(), &program("fivetwelve.asm")].concat()),
        ("class/tokens/game.asm", tokens.into_bytes()),
        ("class/writes/game.asm", writes.into()),
        ("class/z-good/game.asm", program("fivetwelve.asm")),
    ]);
    let ran = ends(&folder, "grade fivetwelve-exact class --json g.json", 0);
    assert_eq!(ran.stdout.matches("100/100").count(), 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("7 submissions"), "{}", ran.stdout);
    let text = folder.text("g.json").expect("the report is there");
    assert!(text.contains("prints more than") || text.contains("prints without end"), "{text}");
}

/// What is hidden is not taken for what was handed in, in folders and in archives.
#[test]
fn hidden_files_are_not_graded() {
    let (good, bad) = (program("fivetwelve.asm"), program("faulty/win-at-256.asm"));
    let archive = zip([("__MACOSX/._game.asm", &good), (".git/game.asm", &good)]);
    let folder = folder([
        ("class/ann/mine.asm", good.clone()),
        ("class/ann/.alpha.asm", bad.clone()),
        ("class/ben/._game.asm", good.clone()),
        ("class/cleo/a.zip", archive),
        ("class/dora/a.zip", zip([(".alpha.asm", &bad), ("mine.asm", &good)])),
    ]);
    let ran = ends(&folder, "grade lab class --json g.json", 0);
    assert_eq!(ran.stdout.matches("10/10 ").count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("no program found: ben, cleo"), "{}", ran.stdout);
    let text = folder.text("g.json").expect("the report is there");
    assert_eq!(text.matches("because the other files are hidden").count(), 2, "{text}");
}

/// A saved result that somebody has changed is not believed.
#[test]
fn a_changed_journal_gives_nobody_points() {
    let folder = folder(grading::class(3));
    let first = ends(&folder, "grade lab class --json a.json", 0);
    let path = folder.path().join(".fivetwelve/grades.jsonl");
    let text = std::fs::read_to_string(&path).expect("the journal is there");
    let forged = text.replacen("\"status\":\"failed\"", "\"status\":\"passed\"", 1);
    assert_ne!(text, forged);
    std::fs::write(&path, forged).expect("it can be written");
    let second = ends(&folder, "grade lab class --json b.json", 0);
    let note = "note: a saved result was damaged; its submission was graded again";
    assert!(second.stderr.contains(note), "{}", second.stderr);
    assert_eq!(first.stdout, second.stdout);
    assert_eq!(folder.text("a.json"), folder.text("b.json"));
}

#[test]
fn a_line_without_end_is_shown_in_part() {
    let name = format!("main: {0} $t0\n la $a0, {0}\n", "x".repeat(1 << 20));
    let deep = format!("main: li $v0, {}1\n", "(".repeat(1 << 20));
    let folder = folder([
        ("class/name/game.asm", name.into_bytes()),
        ("class/deep/game.asm", deep.into_bytes()),
    ]);
    // A test of the source quotes more than the others.
    let lab = format!(
        "{}\n[[test]]\nid = \"assembles\"\ntitle = \"It assembles\"\nkind = \"static\"\n\
         points = 1\nassembles = true\n",
        grading::LAB
    );
    std::fs::write(folder.path().join("lab/assignment.toml"), lab).expect("it can be written");
    ends(&folder, "grade lab class --json g.json --html r.html --report details=d.txt", 0);
    for name in ["g.json", "r.html", "d.txt"] {
        let text = folder.text(name).expect("the report is there");
        let longest = text.lines().map(str::len).max().unwrap_or(0);
        assert!(text.contains("xxx") && text.contains("((("), "{name}");
        assert!(text.len() < 400_000 && longest < 100_000, "{name}: {} {longest}", text.len());
    }
}

/// A source that takes a hundred times its size to assemble.
fn greedy() -> Vec<u8> {
    [b".macro m\nl: nop\nb l\n.end_macro\n".as_slice(), &b"m\n".repeat(200_000)].concat()
}

#[test]
fn what_ends_a_process_costs_one_submission() {
    let folder = folder([
        ("class/ann/game.asm", program("fivetwelve.asm")),
        ("class/ben/game.asm", greedy()),
        ("class/cleo/game.asm", program("fivetwelve.asm")),
    ]);
    let words = "grade fivetwelve-exact class --worker-memory 64 --json g.json --threads 1";
    let ran = ends(&folder, words, 2);
    assert!(ran.stderr.contains("error: ben could not be graded: its process was ended: "));
    assert!(ran.stderr.contains("it ran out of memory"), "{}", ran.stderr);
    let text = folder.text("g.json").expect("the report is there");
    assert!(text.contains("This submission could not be graded: its process"), "{text}");
    assert!(ran.stdout.contains("\ncould not be graded: ben\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("100/100").count(), 2, "{}", ran.stdout);
    let ran = ends(&folder, "grade fivetwelve-exact class --in-process --threads 1", 0);
    assert_eq!(ran.stdout.matches("100/100").count(), 2, "{}", ran.stdout);
}

/// Bounds are those of a student, however many archives there are.
#[test]
fn many_archives_are_bounded_together() {
    let small = |at: usize| {
        (format!("class/zed/{at}.zip"), zip([(format!("{at}.asm"), vec![b'#'; 1 << 20])]))
    };
    let mut list: Vec<(String, Vec<u8>)> = (0..60).map(small).collect();
    list.push(("class/ann/game.asm".into(), program("fivetwelve.asm")));
    let folder = folder(list.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
    let ran = ends(&folder, "grade fivetwelve-exact class --json g.json", 0);
    assert_eq!(ran.stdout.matches("100/100").count(), 1, "{}", ran.stdout);
    let text = folder.text("g.json").expect("the report is there");
    assert!(text.contains("was left out: the archive expands without bound"), "{text}");
}

#[test]
fn a_broken_archive_costs_its_owner_alone() {
    let mut broken = zip([("game.asm", program("fivetwelve.asm"))]);
    broken.truncate(broken.len() / 2);
    let refused = zip([("../game.asm", program("fivetwelve.asm"))]);
    let folder = folder([
        ("ann.asm", program("fivetwelve.asm")),
        ("ben.zip", broken),
        ("cleo.zip", refused),
    ]);
    let ran = ends(&folder, "grade fivetwelve-exact ann.asm ben.zip cleo.zip --json g.json", 0);
    assert_eq!(ran.stdout.matches("100/100").count(), 1, "{}", ran.stdout);
    let text = folder.text("g.json").expect("the report is there");
    for words in
        ["the archive is broken and could not be opened", "its name leads out of the archive"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains("\"ben\"") && text.contains("\"cleo\""), "{text}");
}

/// A program that is large gets the points that it would get without what makes it large.
#[test]
fn a_large_program_is_not_punished() {
    let large = |words: u32| {
        let data = format!("\n.data\nbuf: .word 1:{words}\n").into_bytes();
        [program("fivetwelve.asm"), data].concat()
    };
    let folder =
        folder([("class/ann/game.asm", large(30_000)), ("class/ben/game.asm", large(900_000))]);
    let ran = ends(&folder, "grade fivetwelve-exact class", 0);
    assert_eq!(ran.stdout.matches("100/100").count(), 2, "{}", ran.stdout);
}

/// A pipe would be read for ever, and a hidden folder is not a submission.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = folder([
        ("class/ann/game.asm", program("fivetwelve.asm")),
        ("class/ben/notes.txt", b"see the other file".to_vec()),
        ("class/.cleo/game.asm", program("fivetwelve.asm")),
    ]);
    let pipe = folder.path().join("class/ben/game.asm");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.expect("mkfifo can be started").success());
    let ran = ends(&folder, "grade fivetwelve-exact class", 0);
    assert!(ran.stderr.contains("ben/game.asm was left out: it is not a file"), "{}", ran.stderr);
    assert!(ran.stderr.contains(".cleo was left out: it is hidden"), "{}", ran.stderr);
    assert!(ran.stdout.contains("2 submissions"), "{}", ran.stdout);
}
