//! The pages in `docs/reference`, and the colours of editors, are what the tables say.
//! `UPDATE=1 cargo test --test docs` writes them anew.

use std::path::Path;

use language::grammar::text_mate;
use mips_sim::reference::page::documents;

#[test]
fn the_reference_pages_are_up_to_date() {
    for (name, content) in documents() {
        check(&format!("docs/reference/{name}"), &content);
    }
}

#[test]
fn the_grammar_is_up_to_date() {
    let grammar = text_mate();
    let read: serde_json::Value = serde_json::from_str(&grammar).expect("it is JSON");
    assert_eq!(read["scopeName"], "source.mips");
    check("editors/vscode/syntaxes/mips.tmLanguage.json", &grammar);
}

fn check(name: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, content).expect("it can be written");
        return;
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    // A checkout may have changed the line ends.
    let stale = stored.replace("\r\n", "\n") != content;
    assert!(!stale, "{name} is stale: UPDATE=1 cargo test --test docs");
}
