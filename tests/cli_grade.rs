//! `fivetwelve grade`, the real binary: the same grades whatever stops or divides a run.

mod grading;

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use fivetwelve_tests::Folder;
use grading::{BINARY, class, ends, files, folder, program, zip, zip_with_link};
use serde_json::Value;

/// The keys and points of a report.
fn points(folder: &Folder, name: &str) -> Vec<(String, f64)> {
    let text = folder.text(name).expect("the report is there");
    let value: Value = serde_json::from_str(&text).expect("it is JSON");
    let list = value["submissions"].as_array().expect("there are submissions").iter();
    list.map(|graded| {
        let key = graded["student"]["key"].as_str().expect("a key").to_string();
        let points = graded["results"].as_array().expect("results").iter();
        (key, points.map(|result| result["points"].as_f64().expect("points")).sum())
    })
    .collect()
}

#[test]
fn the_right_program_gets_all_points_and_wrong_ones_lose_theirs() {
    let folder = folder(class(3));
    let ran = ends(&folder, "grade lab class --json g.json", 0);
    insta::assert_snapshot!(ran.stdout);
    let expected = [("s000", 10.0), ("s001", 6.0), ("s002", 8.0)];
    assert_eq!(points(&folder, "g.json"), expected.map(|(key, points)| (key.to_string(), points)));
}

#[test]
fn threads_do_not_change_a_byte() {
    let folder = folder(class(9));
    let formats: String = grader::report::FORMATS
        .iter()
        .map(|format| format!(" --report {0}=OUT/{0}", format.name))
        .collect();
    for threads in [1, 2, 5] {
        std::fs::create_dir(folder.path().join(format!("out{threads}"))).expect("it can be made");
        let formats = formats.replace("OUT", &format!("out{threads}"));
        ends(&folder, &format!("grade lab class --no-cache --threads {threads}{formats}"), 0);
    }
    let strip = |threads: usize| {
        let root = folder.path().join(format!("out{threads}"));
        let found = files(&root).into_iter();
        found
            .map(|(path, bytes)| (path.strip_prefix(&root).map(|p| p.to_path_buf()), bytes))
            .collect::<Vec<_>>()
    };
    let one = strip(1);
    assert!(one.len() >= grader::report::FORMATS.len());
    assert!(one == strip(2) && one == strip(5));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = folder(class(20));
    let mut child = Command::new(BINARY);
    child.args(["grade", "lab", "class", "--report", "html=-", "--json", "g.json"]);
    child.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().expect("the command can be started");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(points(&folder, "g.json").len(), 20);
}

#[test]
fn nothing_is_graded_twice_unless_asked_for() {
    let folder = folder(class(4));
    let first = ends(&folder, "grade lab class --json a.json", 0);
    assert!(!first.stderr.contains("not graded again"), "{}", first.stderr);
    let second = ends(&folder, "grade lab class --json b.json", 0);
    let words = "not graded again: 4 of 4 results were in .fivetwelve/grades.jsonl\n";
    assert_eq!(second.stderr, words);
    assert_eq!(first.stdout, second.stdout);
    let third = ends(&folder, "grade lab class --no-cache --json c.json", 0);
    assert_eq!(third.stderr, "");
    let other = ends(&folder, "grade lab class --seed 2 --json d.json", 0);
    assert_eq!(other.stderr, "");
    let text = |name: &str| folder.text(name).expect("the report is there");
    assert!(text("a.json") == text("b.json") && text("a.json") == text("c.json"));
    assert_ne!(text("a.json"), text("d.json"));
    let asm = folder.path().join("class/s001/game.asm");
    std::fs::write(asm, program("fivetwelve.asm")).expect("it can be written");
    let ran = ends(&folder, "grade lab class --json e.json", 0);
    assert!(ran.stderr.starts_with("not graded again: 3 of 4"), "{}", ran.stderr);
    let ran = ends(&folder, "grade diff a.json e.json", 1);
    assert!(ran.stdout.contains("s001") && !ran.stdout.contains("s002"), "{}", ran.stdout);
    ends(&folder, "grade diff a.json b.json", 0);
}

/// Starts a run and waits until some results are kept.
fn started(folder: &Folder, words: &[&str]) -> std::process::Child {
    let child = Command::new(BINARY)
        .args(words)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let begun = Instant::now();
    let journal = |folder: &Folder| {
        folder.text(".fivetwelve/grades.jsonl").map_or(0, |text| text.lines().count())
    };
    while journal(folder) < 4 && begun.elapsed() < Duration::from_secs(120) {
        sleep(Duration::from_millis(2));
    }
    assert!(journal(folder) >= 4, "nothing was kept in two minutes");
    child
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let folder = folder(class(40));
    ends(&folder, "grade lab class --state whole --json a.json --junit a.xml", 0);
    let nothing = ends(&folder, "grade lab class --resume", 2);
    assert!(nothing.stderr.contains("nothing to resume"), "{}", nothing.stderr);
    let words = ["grade", "lab", "class", "--json", "b.json", "--junit", "b.xml"];
    let mut child = started(&folder, &words);
    // SIGKILL on Unix: nothing can be cleaned up.
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(folder.text("b.json"), None, "it was killed too late to show anything");
    // What is worse: the last line is torn.
    let journal = folder.path().join(".fivetwelve/grades.jsonl");
    let bytes = std::fs::read(&journal).expect("the journal is there");
    std::fs::write(&journal, &bytes[..bytes.len() - 9]).expect("it can be written");
    let ran = ends(&folder, &(words.join(" ") + " --resume"), 0);
    assert!(ran.stderr.starts_with("resumed: "), "{}", ran.stderr);
    assert_eq!(folder.text("a.json"), folder.text("b.json"));
    assert_eq!(folder.text("a.xml"), folder.text("b.xml"));
    ends(&folder, "grade lab class --resume", 2);
}

/// Kills a run so many times, each time when its journal has grown to a length that chance decides, and
/// then lets it end: its reports are those of a run that nobody disturbed.
fn killed_at_any_moment(students: usize, kills: u64) {
    let folder = folder(class(students));
    let reports = |name: &str| {
        let formats = ["json", "junit", "html", "markdown", "canvas", "details"];
        formats.map(|format| format!("--report {format}={name}.{format}")).join(" ")
    };
    ends(&folder, &format!("grade lab class --state whole {}", reports("a")), 0);
    let length = |state: &str| {
        let journal = folder.path().join(state).join("grades.jsonl");
        std::fs::metadata(journal).map_or(0, |file| file.len())
    };
    let most = length("whole") * 9 / 10;
    let mut moments: Vec<u64> =
        (0..kills).map(|kill| engine::Seeded::stream(1, kill).bits() % most).collect();
    moments.sort_unstable();
    let line = format!("grade lab class {}", reports("b"));
    let mut killed = 0;
    for moment in moments {
        let mut child = Command::new(BINARY)
            .args(line.split_whitespace())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command can be started");
        while length(".fivetwelve") < moment && child.try_wait().expect("a child").is_none() {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        killed += u64::from(!child.wait().expect("it ends").success());
    }
    assert!(killed * 2 > kills, "only {killed} runs were killed before their end");
    ends(&folder, &line, 0);
    for format in ["json", "junit", "html", "markdown", "canvas", "details"] {
        let report = |name: &str| folder.text(&format!("{name}.{format}"));
        assert!(report("a").is_some() && report("a") == report("b"), "{format}");
    }
}

#[test]
fn a_run_that_is_killed_five_times_ends_with_the_same_reports() {
    killed_at_any_moment(40, 5);
}

#[test]
#[ignore = "takes a minute"]
fn a_run_that_is_killed_25_times_ends_with_the_same_reports() {
    killed_at_any_moment(120, 25);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    let folder = folder(class(40));
    let child = started(&folder, &["grade", "lab", "class", "--json", "b.json"]);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill can be run").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("of 40 submissions are graded"), "{stderr}");
    assert!(stderr.contains("--resume continues"), "{stderr}");
    assert_eq!(folder.text("b.json"), None);
    ends(&folder, "grade lab class --resume --json b.json", 0);
    assert_eq!(points(&folder, "b.json").len(), 40);
}

#[test]
fn two_runs_can_share_a_journal() {
    let folder = folder(class(12));
    let spawn = |threads: &str| {
        Command::new(BINARY)
            .args(["grade", "lab", "class", "-q", "--no-cache", "--threads", threads])
            .current_dir(folder.path())
            .spawn()
            .expect("the command can be started")
    };
    let children = [spawn("1"), spawn("2"), spawn("3")];
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let text = folder.text(".fivetwelve/grades.jsonl").expect("it is there");
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(text.lines().filter(|line| line.starts_with("{\"key\"")).count(), 36);
}

#[test]
fn parts_make_the_whole_and_nothing_else_does() {
    let folder = folder(class(7));
    ends(&folder, "grade lab class --json whole.json", 0);
    for part in 1..=3 {
        ends(&folder, &format!("grade lab class --shard {part}/3 --json p{part}.json"), 0);
    }
    ends(&folder, "grade merge p3.json p1.json p2.json --json merged.json", 0);
    assert_eq!(folder.text("whole.json"), folder.text("merged.json"));
    ends(&folder, "grade lab class --seed 9 --shard 2/3 --json seed.json", 0);
    ends(&folder, "grade lab class --shard 2/4 --json four.json", 0);
    ends(&folder, "grade lab class --only s00* --only s001 --shard 2/3 --json only.json", 0);
    std::fs::create_dir(folder.path().join("more")).expect("it can be made");
    let refused = [
        ("p1.json p2.json", "parts are missing: 3/3"),
        ("p1.json p2.json p3.json p2.json", "part 2/3 is there twice"),
        ("p1.json seed.json p3.json", "another seed"),
        ("p1.json four.json", "is part 2/4"),
        ("whole.json p1.json", "whole.json is not a part"),
    ];
    for (words, why) in refused {
        let ran = ends(&folder, &format!("grade merge {words}"), 2);
        assert!(ran.stderr.contains(why), "{words}: {}", ran.stderr);
    }
    let ran = ends(&folder, "grade merge lab/game.asm", 66);
    assert!(ran.stderr.contains("this is not JSON"), "{}", ran.stderr);
}

#[test]
fn exit_codes_tell_what_was_asked_for() {
    let folder = folder(class(6));
    ends(&folder, "grade lab class --fail-under 60", 0);
    ends(&folder, "grade lab class --fail-under 61", 1);
    let ran = ends(&folder, "grade lab class --fail-fast --threads 3 --json f.json", 1);
    assert!(ran.stderr.contains("--fail-fast"), "{}", ran.stderr);
    assert_eq!(points(&folder, "f.json").len(), 2);
    ends(&folder, "grade lab class --only S000 --fail-fast --json o.json", 0);
    assert_eq!(points(&folder, "o.json"), [("s000".to_string(), 10.0)]);
    ends(&folder, "grade lab class --only nobody", 64);
    ends(&folder, "grade lab nothing-here", 66);
    ends(&folder, "grade nothing-here class", 66);
    ends(&folder, "grade class lab", 66);
    ends(&folder, "grade lab", 64);
    ends(&folder, "grade lab class --report nothing=x", 64);
    ends(&folder, "grade lab class --json a.json --report json=a.json", 64);
}

#[test]
fn reports_are_known_to_be_writable_before_the_work() {
    let folder = folder(class(1));
    let ran = ends(&folder, "grade lab class --json no/such/folder/g.json", 74);
    assert!(ran.stderr.contains("no/such/folder/g.json could not be written"), "{}", ran.stderr);
    assert_eq!(folder.text(".fivetwelve/grades.jsonl"), None, "work was done before");
    std::fs::create_dir(folder.path().join("out")).expect("it can be made");
    std::fs::write(folder.path().join("out/mine.txt"), "keep me").expect("it can be written");
    ends(&folder, "grade lab class --report gradescope=out --report junit=- --quiet", 0);
    assert_eq!(folder.text("out/mine.txt").as_deref(), Some("keep me"));
    assert!(folder.text("out/results.json").is_some());
    assert_eq!(files(&folder.path().join("out")).len(), 2);
    let ran = ends(&folder, "grade lab class --report json=-", 0);
    assert!(serde_json::from_str::<Value>(&ran.stdout).is_ok(), "{}", ran.stdout);
}

#[test]
fn platforms_and_plain_folders_give_the_same_grades() {
    let good = program("fivetwelve.asm");
    let bad = program("faulty/double-merge.asm");
    let moodle = zip([
        ("Jane Doe_11_assignsubmission_file_/game.asm", &good),
        ("Li Na_12_assignsubmission_file_/work.zip", &zip([("x/my game.ASM", &bad)])),
        ("__MACOSX/Jane Doe_11_assignsubmission_file_/._game.asm", &vec![0, 5, 22]),
    ]);
    let canvas = zip([("doejane_11_901_game.asm", &good), ("nali_LATE_12_902_game-1.asm", &bad)]);
    let yaml = b"---\nsubmission_5:\n  :submitters:\n  - :name: Jane Doe\n    :email: j@x.edu\n";
    let gradescope = zip([
        ("assignment_1_export/submission_metadata.yml", yaml.to_vec()),
        ("assignment_1_export/submission_5/game.asm", good.clone()),
        ("assignment_1_export/submission_6/sub/game.txt", bad.clone()),
    ]);
    let utf16: Vec<u8> =
        String::from_utf8_lossy(&bad).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let folder = folder([
        ("moodle.zip", moodle),
        ("canvas.zip", canvas),
        ("gradescope.zip", gradescope),
        ("flat/jane.asm", good.clone()),
        ("flat/li.zip", zip([("a.s", &bad)])),
        ("flat/notes.md", b"# nothing".to_vec()),
        ("folders/jane/deep/er/game.asm", good.clone()),
        ("folders/li/Game.asm", [&b"\xff\xfe"[..], &utf16].concat()),
        ("folders/none/essay.pdf", b"%PDF-1.4".to_vec()),
        ("one.zip", zip([("main.asm", &good)])),
    ]);
    std::fs::create_dir(folder.path().join("folders/empty")).expect("it can be made");
    let check = |arguments: &str, expected: &[(&str, f64)]| {
        ends(&folder, &format!("grade lab {arguments} --json g.json"), 0);
        let expected: Vec<(String, f64)> =
            expected.iter().map(|(key, points)| (key.to_string(), *points)).collect();
        assert_eq!(points(&folder, "g.json"), expected, "{arguments}");
    };
    check("moodle.zip", &[("Jane Doe_11", 10.0), ("Li Na_12", 6.0)]);
    check("canvas.zip", &[("doejane_11", 10.0), ("nali_12", 6.0)]);
    check("gradescope.zip", &[("submission_5", 10.0), ("submission_6", 6.0)]);
    assert!(folder.text("g.json").is_some_and(|text| text.contains("j@x.edu")));
    check("flat", &[("jane", 10.0), ("li", 6.0)]);
    check("folders", &[("empty", 0.0), ("jane", 10.0), ("li", 6.0), ("none", 0.0)]);
    let text = folder.text("g.json").expect("the report is there");
    for words in ["nothing was handed in", "essay.pdf (a PDF document)", "is UTF-16"] {
        assert!(text.contains(words), "{words}");
    }
    check("one.zip", &[("one", 10.0)]);
    check("folders/jane --single", &[("jane", 10.0)]);
    check("flat/jane.asm folders/jane/deep/er/game.asm", &[("game", 10.0), ("jane", 10.0)]);
    check(
        "flat/jane.asm one.zip flat",
        &[("jane", 10.0), ("jane (2)", 10.0), ("li", 6.0), ("one", 10.0)],
    );
}

#[cfg(unix)]
#[test]
fn who_has_a_folder_has_a_grade_whatever_is_in_it() {
    let good = program("fivetwelve.asm");
    let moodle = zip([
        ("Jane Doe_11_assignsubmission_file_/game.asm", good.clone()),
        ("Li Na_12_assignsubmission_file_/.DS_Store", vec![0, 1]),
        ("No One_13_assignsubmission_file_/", Vec::new()),
    ]);
    let linked = zip_with_link([("b/game.asm", &good)], Some(("a/game.asm", "/etc/passwd")));
    let folder = folder([
        ("moodle.zip", moodle),
        ("linked.zip", linked),
        ("flat/jane/game.asm", good.clone()),
        ("flat/junk/.DS_Store", vec![0, 1]),
        ("deep/class/jane/game.asm", good),
    ]);
    for made in ["flat/links", "deep/class/none"] {
        std::fs::create_dir(folder.path().join(made)).expect("it can be made");
    }
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("flat/links/game.asm"))
        .expect("it can be linked");
    let check = |argument: &str, expected: &[(&str, f64)]| {
        ends(&folder, &format!("grade lab {argument} --json g.json"), 0);
        let found = points(&folder, "g.json");
        let found: Vec<(&str, f64)> = found.iter().map(|(key, got)| (key.as_str(), *got)).collect();
        assert_eq!(found, expected, "{argument}");
    };
    check("moodle.zip", &[("Jane Doe_11", 10.0), ("Li Na_12", 0.0), ("No One_13", 0.0)]);
    check("linked.zip", &[("a", 0.0), ("b", 10.0)]);
    check("flat", &[("jane", 10.0), ("junk", 0.0), ("links", 0.0)]);
    check("deep", &[("jane", 10.0), ("none", 0.0)]);
}

#[cfg(unix)]
#[test]
fn the_gradescope_upload_grades() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder([("sub/game.asm", program("faulty/double-merge.asm"))]);
    ends(&folder, "gradescope-zip lab -o up.zip", 0);
    ends(&folder, "gradescope-zip lab -o again.zip", 0);
    let bytes = std::fs::read(folder.path().join("up.zip")).expect("it is there");
    assert!(bytes == std::fs::read(folder.path().join("again.zip")).expect("it is there"));
    let root = folder.path().join("autograder");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("it is a zip");
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("it can be read");
        let path = root.join("source").join(entry.name().expect("a name").as_ref());
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        let mut file = std::fs::File::create(&path).expect("it can be made");
        std::io::copy(&mut entry, &mut file).expect("it can be unpacked");
        let mode = entry.unix_mode().expect("a mode") & 0o777;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    }
    let grade = || {
        let output = Command::new(root.join("source/run_autograder"))
            .env("AUTOGRADER_ROOT", &root)
            .current_dir(&root)
            .output()
            .expect("it can be run");
        assert!(output.status.success(), "{output:?}");
        let text = folder.text("autograder/results/results.json").expect("there are results");
        serde_json::from_str::<Value>(&text).expect("they are JSON")
    };
    std::fs::create_dir_all(root.join("submission")).expect("it can be made");
    let results = grade();
    assert_eq!(results["tests"].as_array().map(Vec::len), Some(3), "{results}");
    let from = folder.path().join("sub/game.asm");
    std::fs::copy(from, root.join("submission/game.asm")).expect("it can be copied");
    let results = grade();
    let scores: Vec<_> =
        results["tests"].as_array().expect("tests").iter().map(|test| &test["score"]).collect();
    assert_eq!(scores, [4.0, 0.0, 2.0], "{results}");
    std::fs::remove_file(root.join("source/fivetwelve")).expect("it can be removed");
    let results = grade();
    assert_eq!(results["score"], 0);
    assert!(results["output"].as_str().is_some_and(|text| text.contains("not your fault")));
}
