//! The studio without a browser: what its page asks and is told, and what happens to requests that do
//! not come from its page.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

mod studio;

use fivetwelve_tests::Folder;
use serde_json::{Value, json};
use studio::Studio;

const PROGRAM: &str = "\
        .data
list:   .word   3, 1, 2
        .text
main:   li      $v0, 5
        syscall
        move    $t0, $v0
        la      $t1, list
        sw      $t0, 4($t1)
        lw      $t2, 1($t1)
";

fn started() -> (Folder, Studio) {
    let folder = Folder::with([("p.asm", PROGRAM), ("secret.txt", "secret\n")]).unwrap();
    let studio = Studio::start(folder.path(), &["p.asm"]);
    (folder, studio)
}

/// Goes on until the program stands.
fn go(studio: &Studio, how: &str) -> Value {
    let mut more = false;
    loop {
        let moment = studio.ask(&json!({ "ask": "go", "how": how, "more": more }));
        if moment["why"]["is"] != "more" {
            return moment;
        }
        more = true;
    }
}

#[test]
fn a_run_goes_both_ways_and_values_can_be_changed() {
    let (_folder, studio) = started();
    assert_eq!(studio.ask(&json!({ "ask": "start" }))["step"], 0);
    assert_eq!(go(&studio, "run")["why"]["is"], "input");
    studio.ask(&json!({ "ask": "input", "text": "7\n" }));
    let failed = go(&studio, "run");
    assert_eq!(failed["why"]["is"], "failed");
    assert_eq!(failed["look"]["place"], json!(["p.asm", 9]));
    assert_eq!(failed["look"]["data"][0]["values"], json!([3.0, 7.0, 2.0]));
    let back = go(&studio, "step_back");
    assert_eq!(back["look"]["place"], json!(["p.asm", 9]));
    let back = go(&studio, "step_back");
    assert_eq!(back["look"]["data"][0]["values"], json!([3.0, 1.0, 2.0]));
    let set = studio.ask(&json!({ "ask": "set", "place": "$t0", "value": "'A'" }));
    assert_eq!(set["look"]["registers"][8], 65);
    let origin = studio.ask(&json!({ "ask": "origin", "place": "$t1" }));
    assert_eq!(origin["rows"][0]["at"], json!(["p.asm", 7]));
    let points = json!([{ "file": "p.asm", "line": 8, "condition": "$t0 == 7" },
        { "file": "p.asm", "line": 99 }]);
    let set = studio.ask(&json!({ "ask": "points", "points": points }));
    assert_eq!(set["points"][0], json!({ "line": 8, "failure": null }));
    assert!(set["points"][1]["failure"].is_string());
}

#[test]
fn the_game_is_played_on_the_program_beside_the_reference() {
    let source = include_str!("../asm/dialects/clock-wrong.asm");
    let folder = Folder::with([("p.asm", source)]).unwrap();
    let studio = Studio::start(folder.path(), &["p.asm"]);
    let first = studio.ask(&json!({ "ask": "game", "seed": 1, "moves": [] }));
    assert_eq!((&first["made"], &first["ending"]), (&json!(0), &Value::Null), "{first}");
    assert_eq!(first["keys"][0], json!(["up", "\"8\""]));
    assert_eq!(first["mine"], first["right"]);
    // Round and round, until the mistake shows.
    let mut moves = Vec::new();
    let wrong = loop {
        moves.extend(["right", "up", "left", "down"]);
        let game =
            json!({ "ask": "game", "seed": 1, "protocol": first["protocol"], "moves": moves });
        let game = studio.ask(&game);
        assert_eq!(game["is"], "game", "{game}");
        if game["ending"] == "wrong" {
            break game;
        }
        assert_eq!((&game["mine"], &game["ending"]), (&game["right"], &Value::Null));
    };
    assert!(wrong["sentences"][0].as_str().unwrap().contains("should be"), "{wrong}");
    assert_ne!(wrong["mine"], wrong["right"]);
    // The debugger stands where the last key of the game is about to be read.
    let game = json!({ "script": wrong["script"], "boards": true, "protocol": wrong["protocol"] });
    let moment = studio.ask(&json!({ "ask": "start", "game": game }));
    assert!(moment["step"].as_u64() > Some(0), "{moment}");
    assert!(["2\n", "4\n", "6\n", "8\n"].contains(&moment["look"]["waiting"].as_str().unwrap()));
    let after = go(&studio, "run");
    assert_eq!(after["why"]["is"], "input");
    // The same without being told how it is played, and games that are none.
    let game = json!({ "script": wrong["script"], "boards": true });
    assert_eq!(studio.ask(&json!({ "ask": "start", "game": game }))["step"], moment["step"]);
    for (request, why) in [
        (json!({ "ask": "start", "game": { "script": "1 W", "boards": false } }), "draws"),
        (json!({ "ask": "game", "seed": 1, "protocol": "up", "moves": [] }), "protocol:1"),
        (json!({ "ask": "game", "seed": 1, "moves": vec!["up"; 5000] }), "at most"),
    ] {
        let refused = studio.ask(&request);
        assert_eq!(refused["is"], "refused");
        assert!(refused["why"].as_str().unwrap().contains(why), "{refused}");
    }
}

#[test]
fn an_endless_loop_holds_up_nobody() {
    let folder = Folder::with([("p.asm", "main: j main\n")]).unwrap();
    let studio = Studio::start(folder.path(), &["p.asm"]);
    studio.ask(&json!({ "ask": "start" }));
    let first = studio.ask(&json!({ "ask": "go", "how": "run" }));
    assert_eq!(first["why"]["is"], "more");
    let hover = json!({ "ask": "hover", "file": "p.asm", "line": 1, "column": 6 });
    assert_eq!(studio.ask(&hover)["is"], "hovered");
    let next = studio.ask(&json!({ "ask": "go", "how": "run", "more": true }));
    assert!(next["step"].as_u64() > first["step"].as_u64());
}

#[test]
fn texts_are_saved_unless_somebody_else_has_changed_the_file() {
    let (folder, studio) = started();
    let version = studio.ask(&json!({ "ask": "open" }))["documents"][0]["version"].clone();
    let edit = |text: &str, base: &Value| {
        studio.ask(&json!({ "ask": "edit", "file": "p.asm", "text": text, "base": base }))
    };
    let edited = edit("main: lw $t0, 4($t1\n", &version);
    assert_eq!(edited["problems"][0]["line"], 1);
    assert_eq!(folder.text("p.asm").unwrap(), "main: lw $t0, 4($t1\n");
    let saved = edited["version"].clone();
    std::fs::write(folder.path().join("p.asm"), "# theirs\n").unwrap();
    let conflict = edit("# mine\n", &saved);
    assert_eq!(conflict["conflict"], "# theirs\n");
    assert_eq!(folder.text("p.asm").unwrap(), "# theirs\n");
    assert_eq!(edit("# mine\n", &conflict["version"])["conflict"], Value::Null);
    assert_eq!(folder.text("p.asm").unwrap(), "# mine\n");
    let other = json!({ "ask": "edit", "file": "secret.txt", "text": "", "base": null });
    assert_eq!(studio.ask(&other)["is"], "refused");
}

#[test]
fn windows_line_ends_stay() {
    let folder = Folder::with([("p.asm", "nop\r\nnop\r\n")]).unwrap();
    let studio = Studio::start(folder.path(), &["p.asm"]);
    let open = studio.ask(&json!({ "ask": "open" }));
    assert_eq!(open["documents"][0]["text"], "nop\nnop\n");
    studio.ask(&json!({ "ask": "edit", "file": "p.asm", "text": "nop\n" }));
    assert_eq!(folder.text("p.asm").unwrap(), "nop\r\n");
}

#[test]
fn a_studio_that_is_started_again_is_found_at_the_same_address() {
    let (folder, studio) = started();
    let address = studio.address.clone();
    let second = Studio::start(folder.path(), &["p.asm"]);
    assert_ne!(second.address, address, "the first one still has the port");
    drop(second);
    let third = Studio::start(folder.path(), &["secret.txt"]);
    assert_ne!(third.address, address, "other documents have another place");
}

#[test]
fn what_does_not_come_from_the_page_is_refused() {
    let (_folder, studio) = started();
    let (host, path) = (studio.host().to_string(), studio.path().to_string());
    let get = |path: &str, host: &str, rest: &str| {
        studio.send(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{rest}\r\n")
                .as_bytes(),
        )
    };
    let (status, page) = get(&path, &host, "");
    assert_eq!(status, 200);
    assert!(page.contains("<title>fivetwelve studio</title>"));
    let wrong_token = path.replace(|c: char| c.is_ascii_digit(), "f");
    let cases = [
        ("a wrong token", get(&wrong_token, &host, ""), 404),
        ("no token", get("/", &host, ""), 404),
        ("another name", get(&path, "evil.example:80", ""), 403),
        (
            "another name and the port",
            get(&path, &host.replace("127.0.0.1", "evil.example"), ""),
            403,
        ),
        ("another page", get(&path, &host, "Origin: http://evil.example\r\n"), 403),
        ("a link on another page", get(&path, &host, "Sec-Fetch-Site: cross-site\r\n"), 403),
        ("a way up", get(&format!("{path}../secret.txt"), &host, ""), 404),
        ("an escaped way up", get(&format!("{path}%2e%2e/secret.txt"), &host, ""), 404),
        ("a document", get(&format!("{path}p.asm"), &host, ""), 404),
        ("an absolute path", get(&format!("{path}/etc/passwd"), &host, ""), 404),
        ("two names", get(&path, &host, "Host: evil.example\r\n"), 403),
        ("a long header", get(&path, &host, &format!("X: {}\r\n", "x".repeat(1 << 17))), 431),
        ("an endless line", studio.send(&vec![b'x'; 1 << 17]), 431),
        ("no HTTP", studio.send(b"\x16\x03\x01 hello\r\n\r\n"), 400),
    ];
    for (what, (status, _), expected) in cases {
        assert_eq!(status, expected, "{what}");
    }
    let post = |headers: &str, body: &str| {
        let head = format!("POST {path}ask HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        studio.send(format!("{head}{headers}\r\n{body}").as_bytes()).0
    };
    let own = format!("Origin: http://{host}\r\n");
    let json = "Content-Type: application/json\r\n";
    assert_eq!(post(json, ""), 403, "from nowhere");
    assert_eq!(post(&format!("Origin: null\r\n{json}"), ""), 403, "from a sandbox");
    assert_eq!(post(&format!("Origin: http://evil.example\r\n{json}"), ""), 403);
    assert_eq!(post(&format!("{own}Content-Type: text/plain\r\nContent-Length: 2\r\n"), "{}"), 415);
    assert_eq!(post(&format!("{own}{json}Content-Length: 999999999999\r\n"), ""), 413);
    assert_eq!(post(&format!("{own}{json}Content-Length: -1\r\n"), ""), 400);
    assert_eq!(post(&format!("{own}{json}Transfer-Encoding: chunked\r\n"), "0\r\n\r\n"), 411);
    assert_eq!(post(&format!("{own}{json}Content-Length: 2\r\n"), "{}"), 200);
    let (status, _) = studio.send(
        format!("DELETE {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
    );
    assert_eq!(status, 405);
}

#[test]
fn a_program_includes_only_what_lies_beside_it() {
    let folder =
        Folder::with([("below/p.asm", ".include \"../secret.asm\"\n"), ("secret.asm", "nop\n")]);
    let folder = folder.unwrap();
    let studio = Studio::start(folder.path(), &["below/p.asm"]);
    let problems = studio.ask(&json!({ "ask": "open" }))["problems"].to_string();
    assert!(problems.contains("the studio opens only files beside"), "{problems}");
}

#[test]
fn an_assignment_says_what_it_asks_for() {
    let (_folder, studio) = started();
    let task = studio.ask(&json!({ "ask": "task", "assignment": "temperature" }));
    assert_eq!(task["title"], "A temperature table");
    assert!(task["about"].as_str().unwrap().contains("Fahrenheit"));
    let other = studio.ask(&json!({ "ask": "task", "assignment": "../secret" }));
    assert_eq!(other["is"], "refused");
}
