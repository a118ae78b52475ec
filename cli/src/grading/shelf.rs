//! The assignments that come with the binary: the two about the game, and the shelf, which is embedded
//! because an installed binary has no repository beside it.

use std::collections::BTreeMap;

use grader::assignment::FILE;

/// The files that an assignment is made of, by their paths from its folder.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// An assignment that is built in: its name, and its files by their paths from its folder.
type BuiltIn = (&'static str, &'static [(&'static str, &'static [u8])]);

/// The assignments of the shelf: every folder of `assignments/` with a solution in it.
const SHELF: &[BuiltIn] = &include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

/// The assignments about the game. Of the faulty programs there is one each, because only `assignment
/// check` needs them.
const GAMES: [BuiltIn; 2] = [
    (
        "fivetwelve",
        &[
            (FILE, include_bytes!("../../../assignments/fivetwelve/assignment.toml")),
            ("games/moves.txt", include_bytes!("../../../assignments/fivetwelve/games/moves.txt")),
            (
                "../../asm/fivetwelve-corrected.asm",
                include_bytes!("../../../asm/fivetwelve-corrected.asm"),
            ),
            (
                "../../asm/dialects/array-wrong.asm",
                include_bytes!("../../../asm/dialects/array-wrong.asm"),
            ),
        ],
    ),
    (
        "fivetwelve-exact",
        &[
            (FILE, include_bytes!("../../../assignments/fivetwelve-exact/assignment.toml")),
            (
                "games/loss.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/loss.txt"),
            ),
            (
                "games/moves.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/moves.txt"),
            ),
            (
                "games/win.txt",
                include_bytes!("../../../assignments/fivetwelve-exact/games/win.txt"),
            ),
            ("../../asm/fivetwelve.asm", include_bytes!("../../../asm/fivetwelve.asm")),
            (
                "../../asm/faulty/double-merge.asm",
                include_bytes!("../../../asm/faulty/double-merge.asm"),
            ),
        ],
    ),
];

/// The assignment that is meant if none is named.
pub(crate) const USUAL: &str = GAMES[0].0;

/// The files of a built-in assignment.
pub(crate) fn built_in(name: &str) -> Option<Files> {
    GAMES.iter().chain(SHELF).find(|(other, _)| *other == name).map(files)
}

/// The files of an assignment of the shelf.
pub(crate) fn on_shelf(name: &str) -> Option<Files> {
    SHELF.iter().find(|(other, _)| *other == name).map(files)
}

/// The names of all built-in assignments.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().chain(SHELF).map(|(name, _)| *name)
}

/// The names of the shelf, for a sentence.
pub(crate) fn names_on_shelf() -> String {
    SHELF.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The names of all built-in assignments, for a sentence.
pub(crate) fn names_built_in() -> String {
    let games: String = GAMES.iter().map(|(name, _)| format!("{name}, ")).collect();
    games + &names_on_shelf()
}

fn files((_, files): &BuiltIn) -> Files {
    files.iter().map(|(path, bytes)| (path.to_string(), bytes.to_vec())).collect()
}
