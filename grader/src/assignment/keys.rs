//! The keys of `assignment.toml`, table by table. The reader knows no others, and the manual
//! explains each (a test holds it to that).

use crate::book::Kind;

/// Every table with its keys.
pub const TABLES: &[(&str, &[&str])] = &[
    ("the assignment", ASSIGNMENT),
    ("[limits]", LIMITS),
    ("[[faulty]]", FAULTY),
    ("[[test]]", TEST),
    ("static", STATIC),
    ("transcript", TRANSCRIPT),
    ("differential", DIFFERENTIAL),
    ("[test.input]", INPUT),
    ("of", ELEMENT),
    ("exhaustive", EXHAUSTIVE),
    ("function", FUNCTION),
    ("[[test.function]]", OF_SEQUENCE),
    ("[test.arguments]", ARGUMENT),
    ("screen", SCREEN),
    ("[[test.call]]", CALL),
    ("memory", MEMORY),
];

pub(super) const ASSIGNMENT: &[&str] = &[
    "id",
    "title",
    "about",
    "files",
    "together",
    "entry",
    "services",
    "banned",
    "starter",
    "reference",
    "protocol",
    "repairs",
    "limits",
    "faulty",
    "test",
];

pub(super) const LIMITS: &[&str] = &["instructions", "output", "memory"];

pub(super) const FAULTY: &[&str] = &["files", "fails", "may-fail"];

pub(super) const TEST: &[&str] =
    &["id", "title", "kind", "points", "visibility", "feedback", "needs"];

pub(super) const STATIC: &[&str] = &[
    "assembles",
    "uses",
    "allowed-only",
    "conventions",
    "commented-functions",
    "max-lines",
    "max-instructions",
    "no-warnings",
];

pub(super) const TRANSCRIPT: &[&str] = &[
    "script",
    "input",
    "input-file",
    "draws",
    "expected",
    "expected-file",
    "policy",
    "absolute",
    "relative",
    "exit",
];

pub(super) const DIFFERENTIAL: &[&str] = &[
    "rules",
    "games",
    "compare",
    "against",
    "cases",
    "policy",
    "absolute",
    "relative",
    "ignore-prompts",
    "input",
];

/// Those of them that are for games.
pub(super) const OF_GAMES: &[&str] = &["rules", "games", "compare"];

pub(super) const INPUT: &[&str] =
    &["int", "float", "text", "length", "choice", "of", "count", "until", "separator"];

pub(super) const ELEMENT: &[&str] = &["int", "float", "text", "length", "choice"];

pub(super) const EXHAUSTIVE: &[&str] = &["layers"];

pub(super) const FUNCTION: &[&str] = &[
    "label",
    "call",
    "preserved",
    "instructions",
    "absolute",
    "relative",
    "against",
    "cases",
    "policy",
    "arguments",
    "returns",
    "function",
    "sequence",
    "setup",
    "state",
];

/// Those of them that are for calls that are made.
pub(super) const OF_MADE_CALLS: &[&str] =
    &["cases", "policy", "arguments", "returns", "function", "sequence", "setup", "state"];

pub(super) const OF_SEQUENCE: &[&str] = &["label", "arguments", "returns"];

pub(super) const ARGUMENT: &[&str] = &[
    "int", "uint", "half", "byte", "char", "bool", "float", "double", "choice", "text", "length",
    "of", "count", "rows", "columns", "struct", "list", "tree", "room", "handle", "state",
    "sorted", "node", "in", "unset", "compare",
];

pub(super) const SCREEN: &[&str] = &[
    "bitmap",
    "keys",
    "keys-file",
    "frames",
    "expected",
    "tolerance",
    "may-differ",
    "regions",
    "script",
    "input",
    "input-file",
    "draws",
];

pub(super) const CALL: &[&str] =
    &["registers", "memory", "then-registers", "then-memory", "input", "output"];

pub(super) const REAL: &[&str] = &["double"];

pub(super) const MEMORY: &[&str] = &["words", "halves", "bytes", "text", "ascii"];

/// The kinds of tests with the keys that are theirs.
pub(super) const KINDS: [(Kind, &[&str]); 6] = [
    (Kind::Static, STATIC),
    (Kind::Transcript, TRANSCRIPT),
    (Kind::Differential, DIFFERENTIAL),
    (Kind::Exhaustive, EXHAUSTIVE),
    (Kind::Function, FUNCTION),
    (Kind::Screen, SCREEN),
];
