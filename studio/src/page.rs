//! The page: its own sources and the editor's, as they are sent, and what it may do.

/// A file of the page: its name, what it is, and its bytes.
type File = (&'static str, &'static str, &'static [u8]);

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const JSON: &str = "application/json";
const PICTURE: &str = "image/svg+xml";

macro_rules! files {
    ($($name:literal $kind:ident)*) => {
        &[$(($name, $kind, include_bytes!(concat!("../page/", $name)))),*]
    };
}

/// All files but the page itself and the editor.
const FILES: &[File] = files! {
    "app.js" SCRIPT
    "ask.js" SCRIPT
    "board.js" SCRIPT
    "check.js" SCRIPT
    "console.js" SCRIPT
    "devices.js" SCRIPT
    "dom.js" SCRIPT
    "editor.js" SCRIPT
    "game.js" SCRIPT
    "kept.js" SCRIPT
    "machine.js" SCRIPT
    "reference.js" SCRIPT
    "text.js" SCRIPT
    "views.js" SCRIPT
    "style.css" STYLE
    "icon.svg" PICTURE
    "texts/en.json" JSON
    "texts/de.json" JSON
    "texts/es.json" JSON
    "texts/pt.json" JSON
    "texts/zh.json" JSON
};

const EDITOR: File = ("codemirror.js", SCRIPT, include_bytes!("../vendor/editor.js"));
const INDEX: &str = include_str!("../page/index.html");
/// Stands in the page for the word that its styles are known by.
const NONCE: &str = "NONCE";

/// A file of the page by its name: what it is, and its bytes.
pub fn file(name: &str) -> Option<(&'static str, &'static [u8])> {
    let mut all = FILES.iter().chain([&EDITOR]);
    all.find(|(known, ..)| *known == name).map(|(_, kind, bytes)| (*kind, *bytes))
}

/// The names of all files of the page, for those who put them on a disk.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().chain([&EDITOR]).map(|(name, ..)| *name)
}

/// A new word for the styles of a page, from random bytes; `fill` says whether it had some.
pub fn nonce(fill: impl FnOnce(&mut [u8]) -> bool) -> String {
    let mut bytes = [0; 16];
    // Without chance the page has no styles of its editor, and is safe.
    let _ = fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The page itself. The editor makes styles, and shows this word so that they count.
pub fn index(nonce: &str) -> String {
    INDEX.replace(NONCE, nonce)
}

/// What the page may do: run its own scripts, and speak with whoever served it.
pub fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_there_and_names_no_other_place() {
        for name in names() {
            let (_, bytes) = file(name).unwrap_or_default();
            assert!(!bytes.is_empty(), "{name}");
        }
        assert!(INDEX.contains(NONCE));
        assert!(file("../page/app.js").is_none() && file("").is_none());
    }
}
