//! `lsp`, the real binary: a small editor that speaks the protocol byte by byte.

#![expect(clippy::unwrap_used, reason = "a message that can't be read fails the test")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use fivetwelve_tests::Folder;
use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

/// An editor.
struct Editor {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    next: i64,
    /// The diagnostics that the server told last, by address.
    told: BTreeMap<String, Value>,
    versions: BTreeMap<String, i64>,
}

impl Editor {
    fn start(capabilities: Value) -> (Editor, Value) {
        Editor::begin_with(json!({ "capabilities": capabilities }))
    }

    fn begin_with(parameters: Value) -> (Editor, Value) {
        let mut server = Command::new(BINARY)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().unwrap());
        let (told, versions) = (BTreeMap::new(), BTreeMap::new());
        let mut editor = Editor { server, to, from, next: 0, told, versions };
        let result = editor.ask("initialize", parameters);
        editor.tell("initialized", json!({}));
        (editor, result["result"].clone())
    }

    fn new() -> Editor {
        Editor::start(json!({})).0
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to.as_mut().unwrap(), "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.as_mut().unwrap().flush().unwrap();
    }

    fn receive(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(number) = line.strip_prefix("Content-Length: ") {
                length = number.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).unwrap();
        Some(serde_json::from_slice(&bytes).unwrap())
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a question; diagnostics that come before it are kept.
    fn wait(&mut self, id: i64) -> Value {
        loop {
            let message = self.receive().expect("the server is there");
            if message["method"] == "textDocument/publishDiagnostics" {
                let params = &message["params"];
                let uri = params["uri"].as_str().unwrap().to_string();
                self.told.insert(uri, params["diagnostics"].clone());
            } else if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.wait(id)
    }

    fn open(&mut self, uri: &str, text: &str) {
        self.versions.insert(uri.to_string(), 1);
        let document = json!({ "uri": uri, "languageId": "mips", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, changes: Value) {
        let version = self.versions.entry(uri.to_string()).or_default();
        *version += 1;
        let document = json!({ "uri": uri, "version": *version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// What the server has to say about a document, in every way that needs no position.
    fn everything(&mut self, uri: &str) -> Vec<Value> {
        let document = json!({ "uri": uri });
        let whole = json!({ "start": place(0, 0), "end": place(100_000, 0) });
        let plain = json!({ "textDocument": document });
        let options = json!({ "tabSize": 8, "insertSpaces": true });
        let mut list = vec![
            self.ask("textDocument/documentSymbol", plain.clone()),
            self.ask("textDocument/foldingRange", plain.clone()),
            self.ask("textDocument/semanticTokens/full", plain.clone()),
            self.ask("textDocument/documentLink", plain),
            self.ask(
                "textDocument/formatting",
                json!({ "textDocument": document, "options": options }),
            ),
            self.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": whole })),
            self.ask(
                "textDocument/codeAction",
                json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] } }),
            ),
        ];
        for answer in &mut list {
            assert!(answer.get("error").is_none(), "{answer}");
            *answer = without_versions(answer["result"].take());
        }
        list.push(self.told.get(uri).cloned().unwrap_or(json!([])));
        list
    }

    /// Says goodbye; gives the exit code.
    fn leave(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.to = None;
        self.server.wait().unwrap().code()
    }
}

fn without_versions(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.into_iter().filter(|(key, _)| key != "version");
            Value::Object(kept.map(|(key, value)| (key, without_versions(value))).collect())
        }
        Value::Array(list) => list.into_iter().map(without_versions).collect(),
        other => other,
    }
}

fn place(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": place(line, character) })
}

fn uri(folder: &Folder, name: &str) -> String {
    format!("file://{}/{name}", folder.path().canonicalize().unwrap().display())
}

fn folder(files: &[(&str, &str)]) -> Folder {
    Folder::with(files.iter().copied()).unwrap()
}

#[test]
fn an_editor_says_hello_and_goodbye() {
    let (editor, result) = Editor::start(json!({}));
    assert_eq!(result["serverInfo"]["name"], "fivetwelve");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(editor.leave(), Some(0));
    let general = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let (editor, result) = Editor::start(general);
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn an_editor_that_dies_takes_the_server_with_it() {
    let mut editor = Editor::new();
    editor.open("file:///nowhere/p.asm", "nop\n");
    editor.to = None;
    assert_eq!(editor.server.wait().unwrap().code(), Some(0));
    let mut impolite = Editor::new();
    impolite.tell("exit", Value::Null);
    assert_eq!(impolite.server.wait().unwrap().code(), Some(1));
}

#[test]
fn a_mistake_is_told_and_mended() {
    let folder = folder(&[("p.asm", "")]);
    let uri = uri(&folder, "p.asm");
    let mut editor = Editor::new();
    editor.open(&uri, "main:   mov $t0, $t1\n        jr $ra\n");
    let range = json!({ "start": place(0, 8), "end": place(0, 8) });
    let params = json!({ "textDocument": { "uri": uri }, "range": range,
        "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    let told = &editor.told[&uri];
    assert_eq!(told[0]["code"], "E0009");
    assert_eq!(told[0]["range"]["start"], place(0, 8));
    let first = &actions["result"][0];
    assert_eq!(first["title"], "write `move $t0, $t1`");
    assert_eq!(first["isPreferred"], true);
    let edit = &first["edit"]["documentChanges"][0]["edits"][0];
    let change = json!([{ "range": edit["range"], "text": edit["newText"] }]);
    editor.change(&uri, change);
    editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.told[&uri], json!([]));
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn positions_are_counted_in_utf_16() {
    let mut editor = Editor::new();
    let address = "file:///nowhere/p.asm";
    editor.open(address, ".data\r\ns: .asciiz \"😀é\"  # 😀\r\n.text\r\nla $a0, s\r\n");
    let hover = editor.ask("textDocument/hover", at(address, 3, 8));
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("0x10010000"));
    // Behind both characters: a pair and a single unit.
    let inside = json!({ "start": place(1, 15), "end": place(1, 15) });
    editor.change(address, json!([{ "range": inside, "text": "x" }]));
    let hover = editor.ask("textDocument/hover", at(address, 3, 8));
    // MARS stores one byte of each unit; the last but one is what was typed.
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("x\\0\""), "{hover}");
    let beyond = json!({ "start": place(900, 5), "end": place(3, 4_000_000) });
    editor.change(address, json!([{ "range": beyond, "text": "" }]));
    let outline =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": address } }));
    assert_eq!(outline["result"][0]["name"], "s");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn names_reach_into_other_files() {
    let main = ".globl main\nmain: jal help\n      jal far\n\n.include \"lib.asm\"\n";
    let folder = folder(&[
        ("main.asm", main),
        ("lib.asm", "help: jr $ra\n"),
        ("far.asm", ".globl far\nfar: jr $ra\n"),
    ]);
    let (main_uri, lib) = (uri(&folder, "main.asm"), uri(&folder, "lib.asm"));
    let mut editor = Editor::new();
    editor.open(&main_uri, main);
    let found = editor.ask("textDocument/definition", at(&main_uri, 1, 11));
    assert_eq!(found["result"]["uri"], lib);
    assert!(editor.told.get(&main_uri).is_none_or(|list| list == &json!([])), "{:?}", editor.told);
    // The same question from the other side: a part of the program, which is not open yet.
    let found = editor.ask("textDocument/references", {
        let mut params = at(&lib, 0, 1);
        params["context"] = json!({ "includeDeclaration": false });
        params
    });
    assert_eq!(found["result"][0]["uri"], main_uri, "{found}");
    let mut params = at(&main_uri, 2, 11);
    params["newName"] = "away".into();
    let renamed = editor.ask("textDocument/rename", params.clone());
    assert_eq!(renamed["result"]["documentChanges"].as_array().unwrap().len(), 2, "{renamed}");
    params["newName"] = "help".into();
    let refused = editor.ask("textDocument/rename", params);
    assert!(refused["error"]["message"].as_str().unwrap().contains("would not be the same"));
    // A file that changes on disk, and one that goes away.
    std::fs::write(folder.path().join("lib.asm"), "# new\nhelp: jr $ra\n").unwrap();
    let found = editor.ask("textDocument/definition", at(&main_uri, 1, 11));
    assert_eq!(found["result"]["range"]["start"], place(1, 0));
    std::fs::remove_file(folder.path().join("lib.asm")).unwrap();
    editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    editor.ask("textDocument/definition", at(&main_uri, 1, 11));
    assert_eq!(editor.told[&main_uri][0]["code"], "E0007");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn odd_messages_are_answered_and_survived() {
    let folder = folder(&[("deep.asm", ".include \"deep.asm\"\n"), ("latin.asm", "")]);
    std::fs::write(folder.path().join("latin.asm"), b"# caf\xe9\nnop\n").unwrap();
    let mut editor = Editor::new();
    assert_eq!(editor.ask("textDocument/moniker", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({ "x": 1 }))["error"]["code"], -32602);
    let closed = editor.ask("textDocument/hover", at("file:///nowhere/p.asm", 3, 3));
    assert_eq!(closed["result"], Value::Null);
    editor.tell("textDocument/didChange", json!({ "wrong": true }));
    editor.change("file:///never/opened.asm", json!([{ "text": "nop" }]));
    editor.tell("$/unknown", json!({}));
    editor.tell("$/cancelRequest", json!({ "id": 4711 }));
    for name in ["deep.asm", "latin.asm"] {
        let uri = uri(&folder, name);
        editor.everything(&uri.replace("latin", "deep"));
        let hover = editor.ask("textDocument/hover", at(&uri, 1, 1));
        assert!(hover.get("error").is_none(), "{hover}");
    }
    let formatting = json!({ "textDocument": { "uri": uri(&folder, "latin.asm") },
        "options": { "tabSize": 8, "insertSpaces": true } });
    let refused = editor.ask("textDocument/formatting", formatting);
    assert!(refused["error"]["message"].as_str().unwrap().contains("not UTF-8"));
    let cancelled = editor.begin("textDocument/hover", at("file:///nowhere/p.asm", 3, 3));
    editor.tell("$/cancelRequest", json!({ "id": cancelled }));
    let answer = editor.wait(cancelled);
    assert!(answer["error"]["code"] == -32800 || answer["result"].is_null(), "{answer}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_is_no_message_ends_the_session_with_the_reason() {
    let folder = folder(&[]);
    for (sent, why) in [
        ("Content-Length: 4000000000\r\n\r\n{}", "its length is `4000000000`"),
        ("Content-Length: 2\r\n\r\n{}", "did not match any variant"),
    ] {
        let ran = folder.run_with_input(BINARY, ["lsp"], sent.as_bytes()).unwrap();
        assert_eq!(ran.code, Some(66), "{sent}");
        assert!(ran.stderr.starts_with("error: a message of the editor can't be read: "));
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    // An editor that goes away is no error.
    for sent in ["", "Content-Length: 9000000\r\n\r\n{}"] {
        let ran = folder.run_with_input(BINARY, ["lsp"], sent.as_bytes()).unwrap();
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{sent}");
    }
}

/// A generator of numbers, so that every run is the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// What people type, half-written and whole.
const PIECES: [&str; 24] = [
    "main:",
    "loop:",
    "x",
    " li $v0, 10",
    " add $t0, $t1,",
    "\n",
    "\r\n",
    ".data\n",
    ".text\n",
    ".word 1, 2\n",
    ".macro m(%x)\n",
    ".end_macro\n",
    "m(5)\n",
    ".eqv N 5\n",
    "N",
    " j loop\n",
    ".include \"lib.asm\"\n",
    ".include \"p.asm\"\n",
    "\"",
    "'",
    "#",
    "😀",
    "é",
    ".globl main\n",
];

/// The text with an edit made, and the edit in the protocol's positions.
fn random_edit(text: &mut String, chance: &mut Chance) -> Value {
    let bounds: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .filter(|at| {
            // Not between the two characters that end a line.
            !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))
        })
        .collect();
    let first = chance.below(bounds.len());
    let last = (first + chance.below(8)).min(bounds.len() - 1);
    let (start, end) = (bounds[first], bounds[last]);
    let new = PIECES[chance.below(PIECES.len())];
    let position = |at: usize| {
        let before = text[..at].replace("\r\n", "\n").replace('\r', "\n");
        let line = before.matches('\n').count() as u32;
        let column = before.rsplit('\n').next().unwrap().encode_utf16().count() as u32;
        place(line, column)
    };
    let range = json!({ "start": position(start), "end": position(end) });
    text.replace_range(start..end, new);
    json!({ "range": range, "text": new })
}

#[test]
fn after_any_edits_the_server_knows_what_a_new_one_would() {
    let lib = "help: jr $ra\n.macro twice(%r)\nadd %r, %r, %r\n.end_macro\n";
    for seed in 0..6 {
        let mut chance = Chance(seed);
        let folder = folder(&[("p.asm", ""), ("lib.asm", lib)]);
        let uri = uri(&folder, "p.asm");
        let mut text = String::from(".include \"lib.asm\"\nmain: jal help\n twice($t0)\n");
        let mut editor = Editor::new();
        editor.open(&uri, &text);
        for round in 0..6 {
            for _ in 0..1 + chance.below(12) {
                let edits: Vec<Value> =
                    (0..1 + chance.below(3)).map(|_| random_edit(&mut text, &mut chance)).collect();
                editor.change(&uri, edits.into());
            }
            let known = editor.everything(&uri);
            let mut fresh = Editor::new();
            fresh.open(&uri, &text);
            let expected = fresh.everything(&uri);
            assert_eq!(known, expected, "seed {seed}, round {round}: {text:?}");
            assert_eq!(fresh.leave(), Some(0));
        }
        assert_eq!(editor.leave(), Some(0));
    }
}

/// An assignment with a run and a call.
const ASSIGNMENT: &str = r#"
id = "t"
title = "Double"

[[test]]
id = "example"
title = "Doubles"
kind = "transcript"
points = 1
input = "21\n"
expected = "42"

[[test]]
id = "three"
title = "Twice 3"
kind = "function"
points = 1
label = "twice"
call = [{ registers = { a0 = 3 }, then-registers = { v0 = 6 } }]
"#;

/// Prints the double of a number; `twice` destroys `$s0`, which `main` needs.
const DOUBLE: &str = "main: li $s0, 0\n li $v0, 5\n syscall\n move $a0, $v0\n jal twice\n\
     add $a0, $v0, $s0\n li $v0, 1\n syscall\n li $v0, 10\n syscall\n\
    twice: add $s0, $a0, $a0\n move $v0, $s0\n jr $ra\n";

#[test]
fn the_checker_tells_what_it_found_while_the_visible_tests_ran() {
    let folder = folder(&[("assignment.toml", ASSIGNMENT), ("p.asm", DOUBLE)]);
    let uri = uri(&folder, "p.asm");
    let mut editor = Editor::new();
    editor.open(&uri, DOUBLE);
    let command =
        |name: &str| json!({ "command": format!("fivetwelve.{name}"), "arguments": [uri] });
    let tests = editor.ask("workspace/executeCommand", command("tests"));
    assert_eq!(tests["result"]["title"], "Double", "{tests}");
    assert_eq!(tests["result"]["tests"][1]["test"], "three");
    let found = editor.ask("workspace/executeCommand", command("findings"));
    assert_eq!(found["result"], json!({ "assignment": "Double", "findings": 1, "runs": 2 }));
    let told = editor.told[&uri].clone();
    assert_eq!(told[0]["source"], "fivetwelve check", "{told}");
    assert_eq!(told[0]["range"]["start"], place(10, 7), "{told}");
    // They hold for the text that ran; when it is saved it runs again.
    editor.change(&uri, json!([{ "text": format!("# Doubles.\n{DOUBLE}") }]));
    editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.told[&uri], json!([]));
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.told[&uri][0]["range"]["start"], place(11, 7));
    editor.change(&uri, json!([{ "text": "mov\n" }]));
    let refused = editor.ask("workspace/executeCommand", command("findings"));
    assert!(refused["error"]["message"].as_str().unwrap().contains("has errors"), "{refused}");
    let unknown = editor.ask("workspace/executeCommand", command("dance"));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("does not know"), "{unknown}");
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn lenses_stand_above_main_and_functions_that_tests_call() {
    let folder = folder(&[("assignment.toml", ASSIGNMENT), ("p.asm", DOUBLE)]);
    let uri = uri(&folder, "p.asm");
    let parameters = json!({ "capabilities": {}, "initializationOptions": { "codeLens": true } });
    let mut editor = Editor::begin_with(parameters).0;
    editor.open(&uri, DOUBLE);
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let shown: Vec<String> = lenses["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| {
            let argument = &lens["command"]["arguments"][0];
            format!(
                "{} {} {} {}",
                lens["range"]["start"]["line"],
                lens["command"]["title"].as_str().unwrap(),
                argument["function"],
                argument["tests"]
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "0 run null null",
            "0 debug null null",
            "0 check null null",
            "10 run \"twice\" [\"three\"]",
            "10 debug \"twice\" [\"three\"]",
            "10 check \"twice\" [\"three\"]",
        ]
    );
    assert_eq!(editor.leave(), Some(0));
}
