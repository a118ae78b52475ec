//! The lines that may be to blame, the most suspicious first.

use serde_json::{Value, json};
use tester::locate::Suspect;
use tester::wording;

use super::Case;

/// Lines that are shown to people.
const SHOWN: usize = 5;
/// Lines that are listed for programs.
const LISTED: usize = 40;

/// The first few, each with why; what would mend it if that may be shown.
pub(super) fn table(case: &Case<'_>) -> Vec<String> {
    let shown = &case.located.suspects[..case.located.suspects.len().min(SHOWN)];
    let file = |suspect: &Suspect| case.image.sources.file(suspect.place.0).name.clone();
    let code =
        |suspect: &Suspect| wording::visible_source(&wording::statement(suspect, case.image));
    let width = shown.iter().map(|suspect| code(suspect).chars().count()).max().unwrap_or(0);
    let mut rows = Vec::new();
    for (at, suspect) in shown.iter().enumerate() {
        if at == 0 || file(&shown[at - 1]) != file(suspect) {
            rows.push(file(suspect));
        }
        let why = wording::why_suspected(suspect, case.located.games);
        rows.push(format!("  {:<5} {:width$}  {why}", suspect.place.1, code(suspect)));
        if let Some(repair) = suspect.repair.as_ref().filter(|_| case.repairs) {
            rows.push(format!("  {:<5} {}", "", wording::repair(case.image, repair)));
        }
    }
    rows
}

/// The same for programs.
pub(super) fn objects(case: &Case<'_>) -> Vec<Value> {
    let object = |suspect: &Suspect| {
        let (file, line) = suspect.place;
        let repair = suspect.repair.as_ref().filter(|_| case.repairs);
        json!({
            "file": case.image.sources.file(file).name,
            "line": line,
            "score": (suspect.score * 1000.0).round() / 1000.0,
            "failing": suspect.ran.failing,
            "failing_games": case.located.games.failing,
            "passing": suspect.ran.passing,
            "passing_games": case.located.games.passing,
            "repaired": suspect.repair.is_some(),
            "repair": repair.map(|repair| wording::repair(case.image, repair)),
        })
    };
    case.located.suspects.iter().take(LISTED).map(object).collect()
}
