//! Programs that word things their own way, judged by the rules: the dialects and their wrong twins,
//! the documented game and its faulty relatives, and programs that are no games at all.
#![expect(clippy::unwrap_used, reason = "a program that can't be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use mips_sim::host::ScriptedHost;
use mips_sim::machine::{Machine, MachineOptions};
use mips_sim::observe::check::Check;
use mips_sim::{AsmOptions, assemble};
use tester::boards::recover::Tiles;
use tester::boards::{
    Doubt, Learnt, NotLearnt, Played, Protocol, Then, first_wrong, learn, play_game, wanted,
};
use tester::{
    BoardJudge, Counterexample, Judge, Limits, Problem, Program, Rule, RunError, Script, Verdict,
    play, wording,
};

/// How many games a program has to pass.
const GAMES: u64 = 192;

/// The programs that have a wrong twin.
fn dialects() -> Vec<String> {
    let files = fs::read_dir(folder("dialects")).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix("-wrong.asm")?.to_owned())).collect();
    names.sort();
    assert!(names.len() >= 20, "{names:?}");
    names
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm").join(name)
}

fn source(name: &str) -> String {
    fs::read_to_string(folder(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn program(name: &str) -> Program {
    Program::assemble(name, &source(name), Limits::default()).unwrap()
}

/// The protocol beside a program, or else what probing finds.
fn dialect(name: &str, twin: &str) -> (Program, Protocol) {
    let program = program(&format!("dialects/{name}{twin}.asm"));
    let file = format!("dialects/{name}.toml");
    let protocol = match folder(&file).exists() {
        true => Protocol::parse(&file, &source(&file)).unwrap(),
        false => learn(&program).unwrap().protocol,
    };
    (program, protocol)
}

/// The rule that the header of a wrong program names.
fn rule(name: &str) -> String {
    let source = source(name);
    source.lines().find_map(|line| line.strip_prefix("# rule: ")).unwrap().to_owned()
}

fn judge_script(program: &Program, protocol: &Protocol, script: &Script) -> Option<Verdict> {
    BoardJudge::new(program, protocol, 0).play(script)
}

fn told(played: &Option<Played>) -> String {
    let Some(Played { script, verdict: Some(verdict), .. }) = played else {
        return "nothing".into();
    };
    format!("{verdict:?}\n{script}")
}

#[test]
fn right_dialects_pass() {
    for name in &dialects() {
        let (program, protocol) = dialect(name, "");
        let wrong = first_wrong(&program, &protocol, 0..GAMES);
        assert!(wrong.is_none(), "{name}: {}\n{}", told(&wrong), protocol.to_toml());
    }
}

/// One program in other words, keys and signs: `array.asm` with parts of its text replaced.
#[test]
fn words_keys_and_signs_do_not_matter() {
    let pad = "pad_3:  .asciiz \"   \"";
    let ruler = "ruler:  .asciiz \"-------------\\n\"";
    let mark = |mark: &str| [(pad, format!("pad_3:  .asciiz \"{mark}\""))].to_vec();
    let rule = |rule: &str| [(ruler, format!("ruler:  .asciiz \"{rule}\""))].to_vec();
    let signs = |bar: &str, end: &str| {
        let bar = ("bar:    .asciiz \"|\"", format!("bar: .asciiz \"{bar}\""));
        [bar, ("end:    .asciiz \"|\\n\"", format!("end: .asciiz \"{end}\\n\""))].to_vec()
    };
    let keys = |keys: &str| {
        let old = ["'W'", "'A'", "'S'", "'D'", "'X'"];
        old.into_iter().zip(keys.chars().map(|key| format!("'{key}'"))).collect::<Vec<_>>()
    };
    let words = |old: &'static str, new: &str| [(old, new.to_owned())].to_vec();
    let skins: Vec<Vec<(&str, String)>> = vec![
        mark("  ."),
        mark("  0"),
        mark(" _ "),
        rule(""),
        rule("\\n"),
        rule("+---+---+---+\\n"),
        rule("*************\\n"),
        signs("!", "!"),
        signs("[", "]"),
        signs(" : ", " :"),
        [signs(" ", ""), mark("  ."), rule("")].concat(),
        [signs("\\t", ""), mark("0"), rule("\\n\\n")].concat(),
        keys("wasdx"),
        keys("ijklq"),
        keys("IJKLQ"),
        keys("ULDRX"),
        keys("khjlq"),
        keys("84269"),
        // Keys that nobody would think of.
        keys("tfgh."),
        words("Your move (WASD, X leaves): ", "You win or you lose. 2 4 8\\n2 4 8 > "),
        words("Your move (WASD, X leaves): ", ""),
        words("You lose!", "Final result: *** LOST *** 0 points"),
        words("Goodbye.\\n", ""),
        words("1 - play\\n2 - set up a board\\nX - leave\\n? ", ""),
        words("beq     $v0, '1', new_game", "beq $v0, 'S', new_game"),
    ];
    let right = source("dialects/array.asm");
    for skin in skins {
        let mut text = right.clone();
        // In two steps, since what is new for one may be old for another.
        for (index, (old, _)) in skin.iter().enumerate() {
            assert!(text.contains(old), "{old}");
            text = text.replace(old, &format!("<<{index}>>"));
        }
        for (index, (_, new)) in skin.iter().enumerate() {
            text = text.replace(&format!("<<{index}>>"), new);
        }
        let program = Program::assemble("skin.asm", &text, Limits::default()).unwrap();
        let learnt = learn(&program).unwrap_or_else(|error| panic!("{skin:?}: {error}"));
        let wrong = first_wrong(&program, &learnt.protocol, 0..64);
        assert!(wrong.is_none(), "{skin:?}: {}\n{}", told(&wrong), learnt.to_toml());
        assert_eq!(learnt.doubts, [], "{skin:?}");
        let state = learnt.protocol.menu.and_then(|menu| menu.from_state);
        assert!(state.is_some(), "{skin:?}");
    }
}

/// What probing sees must not become the rule: mistakes in a program that nobody has described.
#[test]
fn mistakes_are_not_learnt() {
    let mistakes: [(&str, &str, &str); 13] = [
        ("la      $s0, up", "la      $s0, down", "slide"),
        ("la      $s0, right", "la      $s0, left", "slide"),
        ("beq     $t1, 512, find_out", "beq     $t1, 1024, find_out", "win"),
        ("beq     $t1, 512, find_out", "beq     $t1, 128, find_out", "win"),
        ("        la      $v0, lost\n", "", "loss"),
        ("bne     $t0, 18, find_pair", "bne     $t0, 9, find_pair", "loss"),
        ("        beqz    $s2, nothing\n", "", "spawn-after-legal"),
        ("        beqz    $s2, nothing\n        jal     spawn", "", "spawn-after-legal"),
        (
            "        jal     spawn\n        b       turn\nnothing",
            "        jal     spawn\n        jal     spawn\n        b       turn\nnothing",
            "spawn-empty-cell",
        ),
        ("li      $t1, 2\n        sw", "li      $t1, 4\n        sw", "start"),
        (
            "        jal     spawn                   #",
            "        jal     spawn\n        jal     spawn #",
            "start",
        ),
        ("sll     $t1, $t1, 1", "sll     $t1, $t1, 2", "merge-value"),
        (
            "        la      $a0, stays\n        jal     say\n        b       question",
            "b leave",
            "invalid-input",
        ),
    ];
    let right = source("dialects/array.asm");
    for (old, new, rule) in mistakes {
        assert!(right.contains(old), "{old}");
        let text = right.replacen(old, new, 1);
        let program = Program::assemble("mistake.asm", &text, Limits::default()).unwrap();
        let learnt = learn(&program).unwrap_or_else(|error| panic!("{old}: {error}"));
        let wrong = first_wrong(&program, &learnt.protocol, 0..GAMES);
        let verdict = wrong.as_ref().and_then(|played| played.verdict.as_ref());
        let found = verdict.and_then(|verdict| verdict.rule).map(Rule::name);
        assert_eq!(found, Some(rule), "{old}: {}\n{}", told(&wrong), learnt.to_toml());
    }
}

/// A menu that begins an empty game on `3`, and so shows a board that no game begins with.
#[test]
fn a_menu_that_takes_a_wrong_answer_is_found_out_in_the_first_games() {
    let right = source("dialects/array.asm");
    let line = "        beq     $v0, 'X', leave\n        la      $a0, what\n";
    assert!(right.contains(line));
    let text = right.replacen(line, &format!("        beq     $v0, '3', turn\n{line}"), 1);
    let program = Program::assemble("mistake.asm", &text, Limits::default()).unwrap();
    let learnt = learn(&program).unwrap();
    let wrong = first_wrong(&program, &learnt.protocol, 0..100).unwrap();
    let verdict = wrong.verdict.unwrap();
    assert_eq!(
        (verdict.rule, verdict.problem),
        (Some(Rule::InvalidInput), Problem::AcceptedAsAnswer)
    );
}

#[test]
fn wrong_dialects_break_the_rule_that_they_name() {
    for name in &dialects() {
        let (program, protocol) = dialect(name, "-wrong");
        let found = first_wrong(&program, &protocol, 0..GAMES);
        let named = rule(&format!("dialects/{name}-wrong.asm"));
        let mut judge = BoardJudge::new(&program, &protocol, 0);
        let rule = found.as_ref().and_then(|played| judge.counterexample(&played.script));
        let rule = rule.and_then(|found| found.verdict.rule);
        assert_eq!(rule.map(Rule::name), Some(named.as_str()), "{name}: {}", told(&found));
    }
}

#[test]
fn no_dialect_needs_a_protocol() {
    for name in &dialects() {
        for twin in ["", "-wrong"] {
            let learnt = learn(&program(&format!("dialects/{name}{twin}.asm")));
            match (name.as_str(), twin) {
                // It ends without a word, or with a star.
                ("silent", _) => assert_eq!(learnt.unwrap().doubts, [Doubt::Win, Doubt::Loss]),
                // A won game is announced by stars and a number.
                ("corners", "") => assert_eq!(learnt.unwrap().doubts, [Doubt::Win]),
                (_, "") => assert_eq!(learnt.unwrap().doubts, [], "{name}"),
                ("readchar", _) => assert_eq!(learnt.unwrap().doubts, [Doubt::Quit]),
                _ => assert!(learnt.is_ok(), "{name}{twin}"),
            }
        }
    }
}

#[test]
fn what_is_learnt_is_a_file_that_can_be_kept() {
    for name in &dialects() {
        let learnt = learn(&program(&format!("dialects/{name}.asm"))).unwrap();
        assert_eq!(Protocol::parse("p.toml", &learnt.to_toml()), Ok(learnt.protocol), "{name}");
    }
    let Learnt { protocol, .. } = learn(&program("dialects/lowercase.asm")).unwrap();
    assert_eq!(
        protocol.to_toml().lines().take(18).collect::<Vec<_>>().join("\n"),
        "format = 1\n\n[menu]\nnew-game = \"new\"\nfrom-state = \"load\"\nstate = \"line\"\nquit = \"quit\"\n\n\
         [keys]\nup = \"w\"\nleft = \"a\"\ndown = \"s\"\nright = \"d\"\nquit = \"x\"\n\n\
         [end]\nwin = \"five hundred and twelve: you have won\"\nloss = \"stuck: you have lost\""
    );
}

#[test]
fn dialects_say_what_they_are_and_are_clean() {
    for name in &dialects() {
        for twin in ["", "-wrong"] {
            let file = format!("dialects/{name}{twin}.asm");
            let text = source(&file);
            for word in ["Purpose:", "Input:", "Output:", "Registers:"] {
                assert!(text.contains(word), "{file} does not say its {word}");
            }
            let mut files: &[(&str, &str)] = &[(&file, &text)];
            let options = AsmOptions { advice: true, ..AsmOptions::default() };
            let assembly = assemble(&[&file], &mut files, &options);
            let said: Vec<_> = assembly.diagnostics.for_people().map(|d| &d.message).collect();
            assert!(said.is_empty(), "{file}: {said:?}");

            let (_, protocol) = dialect(name, "");
            let program = program(&file);
            for number in 0..8 {
                let script = play_game(&program, &protocol, 0, number).script;
                let mut host = ScriptedHost::new(script.input());
                host.draws = Some(script.draws);
                let mut check = Check::new(&assembly.image);
                let mut machine = Machine::load(&assembly.image, &MachineOptions::default());
                machine.run(&mut host, &mut check, 10_000_000);
                let found: Vec<_> =
                    check.findings().iter().map(|finding| finding.text(&assembly.image)).collect();
                assert!(found.is_empty(), "{file}: {found:?}");
            }
        }
    }
}

#[test]
fn who_asks_for_a_board_in_every_game_has_no_new_games() {
    let program = program("dialects/unfinished-entered.asm");
    let protocol = learn(&program).unwrap().protocol;
    let menu = protocol.menu.as_ref().unwrap();
    assert!(menu.new_game.is_none() && menu.takes_states());
    assert_eq!(wanted(Rule::Start, &protocol), None);
    assert_eq!(blamed(&program), Some(Rule::SpawnAfterLegal));
}

#[test]
fn keys_that_do_nothing_fail_to_slide_with_a_word_or_without() {
    let text = source("dialects/unfinished-entered.asm");
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("', move")).collect();
    for word in ["Invalid move!\\n", ""] {
        let text = lines.join("\n").replace("Invalid move!\\n", word);
        let program = Program::assemble("keys.asm", &text, Limits::default()).unwrap();
        assert_eq!(blamed(&program), Some(Rule::Slide), "{word}");
    }
}

/// The rule to blame for the first game that goes wrong.
fn blamed(program: &Program) -> Option<Rule> {
    let protocol = learn(program).unwrap().protocol;
    let found = first_wrong(program, &protocol, 0..GAMES)?;
    let mut judge = BoardJudge::new(program, &protocol, 0);
    judge.counterexample(&found.script)?.verdict.rule
}

#[test]
fn games_are_led_to_a_win_where_no_board_can_be_entered() {
    for (name, win) in [("readchar", "champion"), ("clock", "reached"), ("procedures", "Well done")]
    {
        let (program, protocol) = dialect(name, "");
        assert!(protocol.menu.as_ref().is_none_or(|menu| menu.from_state.is_none()));
        let played = play_game(&program, &protocol, 0, 66);
        let answers = play(program.subject(), &played.script);
        let last = answers.last().unwrap();
        assert!(String::from_utf8_lossy(&last.output).contains(win), "{name}");
    }
}

#[test]
fn a_found_game_goes_wrong_again_in_the_same_way() {
    for name in &dialects() {
        let (program, protocol) = dialect(name, "-wrong");
        let found = first_wrong(&program, &protocol, 0..GAMES).unwrap();
        assert_eq!(judge_script(&program, &protocol, &found.script), found.verdict, "{name}");
    }
}

/// A counterexample is read by people: few lines, few draws, small numbers.
#[test]
fn a_found_game_is_made_small() {
    for name in &dialects() {
        let (program, protocol) = dialect(name, "-wrong");
        let found = first_wrong(&program, &protocol, 0..GAMES).unwrap();
        let mut judge = BoardJudge::new(&program, &protocol, 0);
        let (script, verdict) = judge.shrink(&found.script).unwrap();
        assert_eq!(Some(verdict.rule), found.verdict.map(|verdict| verdict.rule), "{name}");
        // Of a clock that seeds a generator, any time may be needed.
        let small = |draw: &u32| {
            *draw < 16 || ["beside", "filas", "paused", "signed", "ticks"].contains(&name.as_str())
        };
        assert!(script.lines.len() <= 28 && script.draws.iter().all(small), "{name}: {script}");
    }
}

#[test]
fn the_documented_game_has_two_mistakes() {
    let program = program("fivetwelve.asm");
    let mut protocol = learn(&program).unwrap().protocol;
    let verdicts = |protocol: &Protocol| {
        let games = (0..400).map(|index| play_game(&program, protocol, 0, index));
        let mut found: Vec<(Option<Rule>, Problem)> =
            games.filter_map(|played| played.verdict).map(|v| (v.rule, v.problem)).collect();
        found.dedup();
        found
    };
    let locked = (Some(Rule::InvalidInput), Problem::NotAccepted);
    let single = (Some(Rule::Start), Problem::StartTiles(1));
    assert_eq!(verdicts(&protocol), [locked.clone(), single]);
    protocol.board.start_tiles = vec![1, 2];
    assert_eq!(verdicts(&protocol), [locked]);
}

/// The protocol that the documentation shows is one that can be read, with every field there is.
#[test]
fn the_documentation_shows_a_protocol() {
    let text = source("../docs/boards.md");
    let (_, behind) = text.split_once("```toml\n").unwrap();
    let (file, _) = behind.split_once("```").unwrap();
    let protocol = Protocol::parse("docs/boards.md", file).unwrap();
    let mut plain = Protocol::documented();
    plain.board.empty = Some('-');
    plain.board.cell_width = Some(5);
    plain.board.first = true;
    if let (Some(menu), Some(read)) = (&mut plain.menu, &protocol.menu) {
        menu.after_state.clone_from(&read.after_state);
    }
    plain.board.tiles = Tiles::Letters;
    plain.end.again.clone_from(&protocol.end.again);
    plain.end.after_win = Some(Then::GoOn);
    plain.end.after_quit = Then::Ask;
    plain.end.win.clone_from(&protocol.end.win);
    plain.asides.clone_from(&protocol.asides);
    assert_eq!(plain.asides.len(), 1);
    assert_eq!(protocol, plain);
}

#[test]
fn a_board_of_another_size_is_understood() {
    let program = program("classic2048.asm");
    let protocol = learn(&program).unwrap().protocol;
    assert_eq!((protocol.board.side, protocol.board.goal), (4, 2048));
    let wrong = first_wrong(&program, &protocol, 0..32);
    assert!(wrong.is_none(), "{}", told(&wrong));
}

/// What these do wrong is in their words, in which cell was drawn, or in answers that the protocol
/// does not speak of. Boards do not show it. (A single tile at the start is let pass here, since all
/// of them have that from the documented game.)
const BEYOND_BOARDS: [&str; 16] = [
    "empty-cell-as-printed",
    "first-letter-is-enough",
    "invalid-move-shows-board",
    "invalid-move-silent",
    "last-cell-never-starts",
    "lower-case-accepted",
    "no-bottom-line",
    "quit-without-message",
    "rng-switch-shows-board",
    "row-without-line-break",
    "sixteen-misaligned",
    "spawn-wrong-cell",
    "start-with-one-tile",
    "state-accepts-any-integer",
    "state-asks-again",
    "state-goes-on-after-invalid",
];

/// Those whose boards lead to another rule than the one that they were made to break; `docs/boards.md` says
/// why.
const OTHER_RULE: [&str; 1] = ["loss-return-as-printed: loss, not crash"];

#[test]
fn faulty_games_are_found_out_if_their_boards_show_it() {
    let (mut passed, mut other) = (Vec::new(), Vec::new());
    let mut count = 0;
    for entry in fs::read_dir(folder("faulty")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = file.strip_suffix(".asm") else { continue };
        count += 1;
        let file = format!("faulty/{file}");
        let mut protocol = Protocol::documented();
        protocol.board.start_tiles = vec![1, 2];
        let program = program(&file);
        // All of them have the menu of the documented game, which locks up.
        let games = (0..GAMES).map(|index| play_game(&program, &protocol, 0, index));
        let locks = |played: &Played| {
            played.verdict.as_ref().is_some_and(|wrong| wrong.problem == Problem::NotAccepted)
        };
        let mut wrong = games.filter(|played| played.verdict.is_some() && !locks(played));
        let Some(played) = wrong.next() else {
            passed.push(name.to_owned());
            continue;
        };
        let found = BoardJudge::new(&program, &protocol, 0).counterexample(&played.script);
        let found = found.and_then(|found| found.verdict.rule).map_or("none", Rule::name);
        let named = rule(&file);
        if found != named {
            other.push(format!("{name}: {named}, not {found}"));
        }
    }
    passed.sort();
    other.sort();
    assert_eq!(passed, BEYOND_BOARDS);
    assert_eq!(other, OTHER_RULE);
    assert!(count > 80);
}

/// What is wrong with a program that is no game, by probing and by a protocol.
fn no_game(text: &str) -> (NotLearnt, Problem) {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let program = Program::assemble("p.asm", text, limits).unwrap();
    let verdict = first_wrong(&program, &Protocol::documented(), 0..8).unwrap().verdict.unwrap();
    assert_eq!(verdict.rule, Some(Rule::Crash), "{verdict:?}");
    (learn(&program).unwrap_err(), verdict.problem)
}

#[test]
fn what_is_no_game_is_said_in_its_own_words() {
    let stopped = |problem: Problem| (NotLearnt::Stopped(problem.clone()), problem);
    assert_eq!(no_game("x: b x"), stopped(Problem::Hangs));
    assert_eq!(no_game("x: li $v0, 1\nsyscall\nb x"), stopped(Problem::Floods));
    assert_eq!(
        no_game("x: li $a0, 4096\nli $v0, 9\nsyscall\nsw $a0, 0($v0)\nb x"),
        stopped(Problem::Hoards)
    );
    assert_eq!(no_game("li $v0, 10\nsyscall"), stopped(Problem::Silent));
    assert_eq!(no_game("li $v0, 1\nsyscall\nli $v0, 10\nsyscall"), stopped(Problem::Ended));
    let (why, _) = no_game("lw $t0, 1($zero)");
    assert!(matches!(why, NotLearnt::Stopped(Problem::Failed(RunError { pc: 0x0040_0000, .. }))));
}

#[test]
fn what_reads_and_shows_no_board_is_an_ordinary_verdict() {
    let program =
        Program::assemble("p.asm", "x: li $v0, 12\nsyscall\nb x", Limits::default()).unwrap();
    assert!(matches!(learn(&program), Err(NotLearnt::NoBoard(_))));
    let script = "1 ; draws: none".parse::<Script>().unwrap();
    let verdict = judge_script(&program, &Protocol::documented(), &script).unwrap();
    let found = Counterexample::new(&program, script, verdict);
    let sentence = "after `1`: no board is shown";
    assert_eq!(wording::sentences(&found), [sentence]);
}
