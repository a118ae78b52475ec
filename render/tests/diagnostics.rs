//! Every program in `tests/diagnostics` as a student sees it, and malformed input.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use mips_sim::{AsmOptions, Assembly, assemble};

use render::{Style, diagnostics, diagnostics_json as json};

const PLAIN: Style = Style { color: false, width: 100, wrap_titles: false };

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics")
}

fn assembled(name: &str, text: impl Into<Vec<u8>>) -> Assembly {
    let mut files = HashMap::from([(name.to_string(), text.into())]);
    let options = AsmOptions {
        advice: true,
        pseudo: !name.starts_with("no_pseudo"),
        ..AsmOptions::default()
    };
    assemble(&[name], &mut files, &options)
}

#[test]
fn programs_are_explained_as_recorded() {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder exists")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "asm"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 45, "only {} programs", paths.len());
    for path in paths {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let stem = name.trim_end_matches(".asm").to_string();
        let assembly = assembled(&name, std::fs::read(&path).expect("it can be read"));
        let text = diagnostics(&assembly, PLAIN);
        assert!(!text.is_empty(), "{name} has nothing wrong with it");
        for line in json(&assembly).lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
            assert!(value["message"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        }
        insta::with_settings!({
            snapshot_path => folder().join("snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(stem, text);
        });
    }
}

#[test]
fn editors_get_the_fields_that_are_promised() {
    let path = folder().join("macro_inside.asm");
    let assembly = assembled("macro_inside.asm", std::fs::read(path).expect("it can be read"));
    let text: String = json(&assembly)
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .map(|value: serde_json::Value| format!("{value:#}\n"))
        .collect();
    insta::with_settings!({
        snapshot_path => folder().join("snapshots"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("json_of_macro_inside", text);
    });
    // A column counts UTF-16 units, so that the emoji takes two.
    let value: serde_json::Value =
        serde_json::from_str(&json(&assembled("a.asm", "# c\n  l😀: nop"))).expect("one object");
    assert_eq!(
        (&value["line"], &value["column"], &value["end_column"]),
        (&2.into(), &3.into(), &6.into())
    );
    assert_eq!((&value["byte_start"], &value["byte_end"]), (&2.into(), &7.into()));
}

#[test]
fn columns_are_right_in_long_lines_with_many_diagnostics() {
    let source = format!(".data\n.byte {}0", "300, ".repeat(50_000));
    let values: Vec<serde_json::Value> = json(&assembled("a.asm", source))
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    assert_eq!(values.len(), 50_000);
    for (index, value) in values.iter().enumerate() {
        let column = (".byte ".len() + index * "300, ".len() + 1) as u64;
        assert_eq!(value["column"], column);
        assert_eq!(value["end_column"], column + 3);
    }
}

#[test]
fn everything_but_source_lines_fits_a_narrow_terminal() {
    let source = "main: addi $t0, $t1, label_with_a_name\n  slti $t3, $t2, 40000  # a comment that is longer than the terminal\n";
    let assembly = assembled("a.asm", source);
    for width in [50, 80] {
        let text = diagnostics(&assembly, Style { width, wrap_titles: true, ..PLAIN });
        let drawn = |line: &&str| !line.contains(" | ");
        for line in text.lines().filter(drawn) {
            assert!(line.chars().count() <= width, "{line}\nis wider than {width} in\n{text}");
        }
    }
}

#[test]
fn colour_is_for_terminals() {
    const COLOR: Style = Style { color: true, ..PLAIN };
    let assembly = assembled("a.asm", "foo");
    assert!(diagnostics(&assembly, COLOR).contains('\u{1b}'));
    assert!(!diagnostics(&assembly, PLAIN).contains('\u{1b}'));
    assert_eq!(diagnostics(&assembled("a.asm", "nop"), COLOR), "");
}

/// Draws everything in every way, for the sake of not panicking.
fn draw(text: impl Into<Vec<u8>>) -> String {
    let assembly = assembled("a.asm", text);
    for (color, width) in [(true, 40), (false, 0), (true, 1000)] {
        diagnostics(&assembly, Style { color, width, wrap_titles: color });
    }
    for line in json(&assembly).lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let place =
            ["column", "end_column", "byte_start", "byte_end"].map(|key| value[key].as_u64());
        assert!(value["file"].is_null() || place[0] <= place[1] && place[2] <= place[3], "{value}");
    }
    diagnostics(&assembly, PLAIN)
}

#[test]
fn odd_input_is_drawn_all_the_same() {
    let long = "x".repeat(1 << 20);
    let cases: Vec<String> = vec![
        String::new(),
        "\n\n".into(),
        "#".into(),
        "@".into(),
        "\t@\t".into(),
        "foo\u{7}\u{1b}[31m\u{0}bar".into(),
        "\u{202e}foo \u{2066}".into(),
        "日本語 $t0, 日本語@".into(),
        "li $t0, 😀".into(),
        "li $t0, '😀'".into(),
        "li $t0, \u{301}\u{301}@".into(),
        "'".into(),
        "lw $t0, 4($t1\r\nlw $t0, (\rlw".into(),
        format!("{long} $t0"),
        format!("li $t0, {long}"),
        format!("li $t0, 5 {}", "é ".repeat(1 << 19)),
        format!("li $t0, {}@", "日".repeat(1 << 18)),
        format!(".{long}"),
        format!(".data\n.byte {}", "200, ".repeat(100)),
        format!(".macro m\n{}m2\n.end_macro\n.macro m2\nfoo\n.end_macro\nm", ""),
        ".macro a\nfoo\n.end_macro\n.macro b\na\n.end_macro\n.macro \
                 c\nb\n.end_macro\n.macro d\nc\n.end_macro\n.macro \
                 e\nd\n.end_macro\n.macro f\ne\n.end_macro\nf"
            .into(),
        ".eqv A $t0, $t1 @\nadd A".into(),
    ];
    for case in cases {
        let text = draw(case.clone());
        let escapes = text.contains(['\u{1b}', '\u{7}', '\u{0}']);
        assert!(!escapes, "control characters of the program reach the terminal: {text}");
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest < 500, "{widest} columns for {:.40}", case);
    }
}

#[test]
fn missing_files_are_explained() {
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    let assembly = assemble(&["gone.asm"], &mut files, &AsmOptions::default());
    let text = diagnostics(&assembly, PLAIN);
    assert!(text.starts_with("error[E0046]: can't read `gone.asm`: no such file\n"), "{text}");
    assert!(json(&assembly).contains("\"file\":null"));

    files.insert("a.asm".into(), b".include \"b.asm\"\n.include \"b.asm\"\n".to_vec());
    files.insert("b.asm".into(), b"f: jr $ra\n".to_vec());
    let text = diagnostics(&assemble(&["a.asm"], &mut files, &AsmOptions::default()), PLAIN);
    assert!(text.starts_with("error[E0006]: `b.asm` is included a second time\n"), "{text}");

    files.insert("c.asm".into(), b"main: jal f\n".to_vec());
    let both = assemble(&["c.asm", "b.asm"], &mut files, &AsmOptions::default());
    let text = diagnostics(&both, PLAIN);
    assert!(text.contains("it is defined at b.asm:1") && text.contains("`.globl f`"), "{text}");
}

/// Every program of the corpus, and every program with one of its characters missing somewhere.
#[test]
fn the_corpus_can_be_drawn() {
    let root = folder().join("../conformance");
    let mut drawn = 0;
    for area in std::fs::read_dir(root).expect("the corpus exists").flatten() {
        let Ok(files) = std::fs::read_dir(area.path()) else { continue };
        for path in files.flatten().map(|entry| entry.path()) {
            let bytes = std::fs::read(&path).expect("it can be read");
            match path.extension().and_then(|e| e.to_str()) {
                Some("asm") => {
                    draw(bytes.clone());
                    let cut: Vec<u8> = bytes
                        .iter()
                        .enumerate()
                        .filter(|(i, _)| i % 37 != 5)
                        .map(|(_, b)| *b)
                        .collect();
                    draw(cut);
                    drawn += 1;
                }
                Some("jsonl") => {
                    for line in String::from_utf8_lossy(&bytes).lines() {
                        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
                        draw(value["asm"].as_str().unwrap_or_default());
                        drawn += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(drawn > 3000, "only {drawn} programs");
}
