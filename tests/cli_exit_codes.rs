//! Exit codes, the real binary: a file that is not there, or that holds something else, ends every
//! command with 66, and `--help` lists the codes that a command can end with.

use fivetwelve_tests::Folder;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// Every place on a command line that names a file to be read, with one that is not there. `game.asm`
/// is a program and `lab` an assignment.
const MISSING: [&str; 39] = [
    "asm none.asm",
    "fmt none.asm",
    "run none.asm",
    "run game.asm --stdin none.txt",
    "debug none.asm",
    "debug game.asm --batch --stdin none.txt",
    "debug game.asm --batch -x none.txt",
    "disasm --hex none.txt",
    "disasm --bin none.bin",
    "play --hint --policy none.policy",
    "play --native --hint --policy none.policy",
    "diff none.asm",
    "diff none.asm --learn",
    "diff none.asm --compare boards",
    "diff game.asm --reference none.asm",
    "diff game.asm --reference none.json",
    "diff game.asm --script none.txt",
    "diff game.asm --compare boards --protocol none.toml",
    "mutants none.asm",
    "verify none.asm",
    "verify merge none.json",
    "bot greedy none.asm",
    "bot greedy game.asm --protocol none.toml",
    "bot optimal3x3 --policy none.policy",
    "tournament optimal3x3 --size 3 --policy none.policy",
    "check none.asm",
    "check lab none.asm",
    "check none game.asm",
    "grade lab none",
    "grade none game.asm",
    "grade lab none.zip",
    "grade merge none.json",
    "grade diff none.json none.json",
    "assignment check none",
    "assignment explain none",
    "gradescope-zip none -o out.zip",
    "gradescope-zip lab -o out.zip --binary none",
    "asm includes.asm",
    "run includes.asm",
];

/// Every place that names a file in a form of ours, with one that holds something else.
const MALFORMED: [&str; 13] = [
    "play --hint --policy other",
    "diff game.asm --reference other.json",
    "diff game.asm --script other",
    "diff game.asm --compare boards --protocol other",
    "verify game.asm --state other",
    "verify merge other",
    "bot greedy game.asm --protocol other",
    "bot optimal3x3 --policy other",
    "tournament greedy --games 1 --state other",
    "tournament optimal3x3 --size 3 --policy other",
    "grade lab game.asm --state journal",
    "grade merge other",
    "grade diff other other",
];

/// Commands that can be stopped with Ctrl-C while they work.
const INTERRUPTIBLE: [&str; 11] = [
    "run",
    "play",
    "diff",
    "mutants",
    "solve3x3",
    "verify",
    "tournament",
    "bot",
    "grade",
    "check",
    "assignment",
];

fn folder() -> Folder {
    let game = include_bytes!("../asm/fivetwelve.asm").to_vec();
    let assignment = include_bytes!("../cli/src/commands/assignment/scaffold/program.toml");
    let solution = include_bytes!("../cli/src/commands/assignment/scaffold/program.asm");
    let faulty = include_bytes!("../cli/src/commands/assignment/scaffold/program-faulty.asm");
    let files = [
        ("game.asm", game),
        ("includes.asm", b".include \"none.asm\"\n".to_vec()),
        ("other", b"something else\n".to_vec()),
        ("other.json", b"{}".to_vec()),
        ("journal/grades.jsonl", b"something else\n".to_vec()),
        ("lab/assignment.toml", assignment.to_vec()),
        ("lab/solution.asm", solution.to_vec()),
        ("lab/faulty/subtracts.asm", faulty.to_vec()),
    ];
    let files = files.into_iter().map(|(name, bytes)| (name.to_string(), bytes));
    Folder::with(files).expect("the folder can be made")
}

/// The exit codes that the help of a command lists.
fn listed(folder: &Folder, command: &str) -> Vec<u8> {
    let words = command.split(' ').chain(["--help"]);
    let help = folder.run(BINARY, words).expect("the command can be started").stdout;
    let (_, codes) = help.split_once("Exit codes:").expect("help lists exit codes");
    let numbers = codes.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn a_missing_file_ends_every_command_with_66() {
    let folder = folder();
    for line in MISSING {
        let ran = folder.run(BINARY, line.split(' ')).expect("the command can be started");
        assert_eq!(ran.code, Some(66), "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains("none"), "{line}: {}", ran.stderr);
        let command: Vec<&str> = line.split(' ').collect();
        let sub = ["merge", "diff"].contains(&command[1]) || command[0] == "assignment";
        let command = command[..1 + usize::from(sub)].join(" ");
        assert!(listed(&folder, &command).contains(&66), "{command} --help");
    }
}

#[test]
fn a_malformed_file_ends_every_command_with_66() {
    let folder = folder();
    for line in MALFORMED {
        let ran = folder.run(BINARY, line.split(' ')).expect("the command can be started");
        assert_eq!(ran.code, Some(66), "{line}: {}{}", ran.stdout, ran.stderr);
        let named = ran.stderr.contains("other") || ran.stderr.contains("journal");
        assert!(named, "{line}: {}", ran.stderr);
    }
}

#[test]
fn help_says_that_ctrl_c_is_130() {
    let folder = folder();
    for command in INTERRUPTIBLE {
        assert!(listed(&folder, command).contains(&130), "{command} --help");
    }
}

#[test]
fn a_program_is_not_a_command() {
    let ran = folder().run(BINARY, ["game.asm"]).expect("the command can be started");
    assert_eq!(ran.code, Some(64));
    assert!(ran.stderr.contains("did you mean `fivetwelve run game.asm`?"), "{}", ran.stderr);
    let help = folder().run(BINARY, ["mars", "--help"]).expect("the command can be started");
    assert!(help.code == Some(0) && !help.stdout.contains("error:"), "{}", help.stdout);
}
