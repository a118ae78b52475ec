//! `--slurm`, the real binary with a Slurm that is a few lines of shell: the same bytes as on one
//! machine, whatever happens to tasks. `scripts/slurm-test` does the same with a real one.

#![cfg(unix)]
#![expect(clippy::expect_used, reason = "a test that can't be set up fails")]

mod grading;

use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use fivetwelve_tests::Folder;
use grading::{BINARY, class, folder, program};

/// Runs the tasks one after the other, before it returns. `lost-K` is a task that ends without a word;
/// a line in `during` is what else happens meanwhile.
const SBATCH: &str = r#"#!/bin/sh
echo "$*" >> "$TESTED/submitted"
case "$*" in *no-such-partition*) echo "sbatch: error: invalid partition specified: no-such-partition" >&2; exit 1 ;; esac
[ ! -f "$TESTED/during" ] || sh "$TESTED/during"
for word; do
    case $word in --array=*) array=${word#--array=} ;; --chdir=*) cd "${word#--chdir=}" ;; esac
    script=$word
done
case $array in *-*) array=$(seq -s, "${array%-*}" "${array#*-}") ;; esac
if [ -z "$array" ]; then sh "$script" > log-merge.txt 2>&1; fi
for task in $(echo "$array" | tr , ' '); do
    if [ -f "$TESTED/lost-$task" ]; then
        [ -f "$TESTED/always" ] || rm "$TESTED/lost-$task"
        echo "slurmstepd: error: out of memory" >> "log-$task.txt"
        continue
    fi
    SLURM_ARRAY_TASK_ID=$task sh "$script" >> "log-$task.txt" 2>&1
done
echo "7;cluster"
"#;
const SCONTROL: &str =
    "#!/bin/sh\necho 'JobId=7 JobState=OUT_OF_MEMORY Reason=OutOfMemory ExitCode=0:125'\n";

/// A class and programs, beside a Slurm.
fn cluster() -> Folder {
    let folder = folder(class(7));
    for (name, text) in [
        ("sbatch", SBATCH),
        ("scontrol", SCONTROL),
        ("squeue", "#!/bin/sh\n"),
        ("scancel", "#!/bin/sh\n"),
    ] {
        let path = folder.path().join("bin").join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, text).expect("it can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    for name in ["fivetwelve.asm", "faulty/spawns-four.asm"] {
        let path = folder.path().join(name.replace("faulty/", ""));
        std::fs::write(path, program(name)).expect("it can be written");
    }
    folder
}

fn run(folder: &Folder, path: &str, line: &str) -> Output {
    Command::new(BINARY)
        .args(line.split(' '))
        .current_dir(folder.path())
        .env("PATH", path)
        .env("TESTED", folder.path())
        .output()
        .expect("it can be run")
}

fn on_cluster(folder: &Folder, line: &str) -> Output {
    let path = format!("{}:/usr/bin:/bin", folder.path().join("bin").display());
    run(folder, &path, line)
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Nothing of a run is left when it is over.
fn clean(folder: &Folder) -> bool {
    let entries = std::fs::read_dir(folder.path().join(".fivetwelve")).into_iter().flatten();
    !entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("slurm-"))
}

#[test]
fn every_command_says_on_a_cluster_what_it_says_alone() {
    let folder = cluster();
    for (line, code) in [
        ("verify fivetwelve.asm --from-states --layers 2..8 --json", 0),
        ("verify spawns-four.asm --from-states --layers 2..8", 1),
        ("diff spawns-four.asm --games 300", 1),
        ("diff fivetwelve.asm --games 60 --json", 0),
        ("diff spawns-four.asm --games 300 --compare boards --json", 1),
        ("mutants fivetwelve.asm --games 30 --lines 60..75 --json", 0),
    ] {
        let alone = said(&on_cluster(&folder, line));
        assert_eq!(alone.0, Some(code), "{line}: {alone:?}");
        for tasks in [1, 3] {
            let many = said(&on_cluster(&folder, &format!("{line} --slurm {tasks}")));
            assert_eq!(
                (many.0, &many.1),
                (alone.0, &alone.1),
                "{line} --slurm {tasks}: {}",
                many.2
            );
            assert!(clean(&folder), "{line}");
        }
    }
}

#[test]
fn games_of_a_tournament_are_the_same() {
    let folder = cluster();
    let line = "tournament greedy random --games 20 --quiet --size 3";
    let games = |name: &str| {
        let value: serde_json::Value =
            serde_json::from_str(&folder.text(name).expect("a report")).expect("JSON");
        // Times stand apart.
        value["strategies"].clone()
    };
    let one = said(&on_cluster(&folder, &format!("{line} --json one.json")));
    let three = said(&on_cluster(&folder, &format!("{line} --json three.json --slurm 3")));
    assert_eq!((one.0, three.0), (Some(0), Some(0)), "{one:?} {three:?}");
    assert_eq!(games("one.json"), games("three.json"));
}

#[test]
fn grades_are_the_same_whatever_happens_to_tasks() {
    let folder = cluster();
    let alone = said(&on_cluster(&folder, "grade lab class --no-cache --json one.json"));
    std::fs::write(folder.path().join("lost-2"), "").expect("it can be written");
    let many = said(&on_cluster(&folder, "grade lab class --no-cache --json many.json --slurm 3"));
    assert_eq!((many.0, &many.1), (Some(0), &alone.1), "{}", many.2);
    assert!(
        folder.text("one.json").is_some() && folder.text("one.json") == folder.text("many.json")
    );
    let note =
        "note: task 2 ended without a result (OUT_OF_MEMORY, signal 125); it is started again";
    assert!(many.2.contains(note), "{}", many.2);
    let submitted = folder.text("submitted").expect("it was called");
    assert!(submitted.contains("--array=1,2,3") && submitted.contains("--array=2 "), "{submitted}");
}

#[test]
fn a_task_that_never_succeeds_ends_the_run_and_loses_nothing() {
    let folder = cluster();
    for name in ["lost-2", "always"] {
        std::fs::write(folder.path().join(name), "").expect("it can be written");
    }
    let line = "grade lab class --json many.json --slurm 3";
    let (code, _, words) = said(&on_cluster(&folder, line));
    assert_eq!(code, Some(2), "{words}");
    for part in ["ended 3 times", "OUT_OF_MEMORY", "results of 2 others are kept", "out of memory"]
    {
        assert!(words.contains(part), "{words}");
    }
    std::fs::remove_file(folder.path().join("lost-2")).expect("it is there");
    std::fs::remove_file(folder.path().join("submitted")).expect("it is there");
    let again = said(&on_cluster(&folder, &format!("{line} --resume")));
    assert_eq!(again.0, Some(0), "{}", again.2);
    // Only what was missing.
    assert!(folder.text("submitted").is_some_and(|text| text.contains("--array=2 ")));
    assert!(
        said(&on_cluster(&folder, &format!("{line} --resume"))).2.contains("nothing to resume")
    );
}

#[test]
fn two_at_a_time_are_refused() {
    let folder = cluster();
    let line = "grade lab class --json many.json --slurm 2";
    let during =
        format!("{BINARY} {line} > \"$TESTED/second\" 2>&1; echo $? >> \"$TESTED/second\"\n");
    std::fs::write(folder.path().join("during"), format!("cd \"$TESTED\"\n{during}"))
        .expect("it can be written");
    assert_eq!(said(&on_cluster(&folder, line)).0, Some(0));
    let second = folder.text("second").expect("it was tried");
    assert!(second.contains("another process is using this journal\n74"), "{second}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = cluster();
    let grade = "grade lab class --slurm 2";
    let (code, _, words) = said(&run(&folder, "/nowhere", grade));
    assert_eq!(code, Some(2));
    assert!(words.contains("--slurm is for machines of a Slurm cluster"), "{words}");
    for (line, code, part) in [
        (format!("{grade} --slurm-options --partition=no-such-partition"), 2, "invalid partition"),
        ("verify fivetwelve.asm --slurm 2".into(), 64, "needs --from-states"),
        ("diff fivetwelve.asm --script 1 --slurm 2".into(), 64, "only one with --script"),
        ("grade lab class --slurm 0".into(), 64, "0 is not in 1..=1000"),
        ("grade lab class --slurm-options x".into(), 64, "--slurm"),
        ("grade lab class --slurm 2 --shard 1/2".into(), 64, "cannot be used with"),
    ] {
        let (got, _, words) = said(&on_cluster(&folder, &line));
        assert!(got == Some(code) && words.contains(part), "{line}: {got:?} {words}");
    }
}

#[test]
fn scripts_can_be_submitted_by_hand() {
    let folder = cluster();
    let alone = said(&on_cluster(&folder, "grade lab class --json one.json"));
    let line = "grade lab class --json many.json --slurm 3 --slurm-script jobs";
    let written = said(&on_cluster(&folder, line));
    assert_eq!((written.0, written.1.as_str()), (Some(0), "sh jobs/submit.sh submits 3 tasks\n"));
    assert!(folder.text("many.json").is_none() && folder.text("submitted").is_none());
    let path = format!("{}:/usr/bin:/bin", folder.path().join("bin").display());
    let submit = Command::new("sh")
        .arg(folder.path().join("jobs/submit.sh"))
        .env("PATH", path)
        .env("TESTED", folder.path())
        .output()
        .expect("it can be run");
    assert!(submit.status.success(), "{submit:?}");
    assert_eq!(folder.text("many.json"), folder.text("one.json"));
    let merged = folder.text("jobs/log-merge.txt").expect("there is a log");
    assert_eq!(merged, alone.1);
}
