//! The pages in `docs/reference` are what the tables say. `UPDATE=1 cargo test --test docs` writes
//! them anew.

use std::path::Path;

use mips_sim::reference::page::documents;

#[test]
fn the_reference_pages_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference");
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    for (name, content) in documents() {
        let path = folder.join(name);
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, content).unwrap();
            continue;
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        // A checkout may have changed the line ends.
        let stale = stored.replace("\r\n", "\n") != content;
        assert!(!stale, "docs/reference/{name} is stale: UPDATE=1 cargo test --test docs");
    }
}
