//! Questions whose answers are changes: formatting, renaming, quick fixes.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use language::format::{Changed, Columns, changes, format as formatted_text};
use language::rename::{rename, renamed};
use language::{Problem, Program, Span, problems};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentChanges,
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, PrepareRenameResponse, Range, RenameParams,
    TextDocumentEdit, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use mips_sim::Loader;

use super::convert::{self, is_about};
use super::position::{name, uri};
use super::session::Session;
use crate::loader::Disk;
use crate::settings;

/// With more changes than this the whole text is replaced: each change costs an editor and the server
/// much more than its text.
const MOST_EDITS: usize = 5000;

/// Why a question has no answer, in words for people.
pub(super) type Refusal = String;

pub(super) fn format(
    session: &mut Session,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    formatted(session, &name(&params.text_document.uri), 1..=u32::MAX)
}

pub(super) fn format_range(
    session: &mut Session,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let Range { start, end } = params.range;
    // A selection of whole lines ends at the start of the next one.
    let last = if end.character == 0 && end.line > start.line { end.line } else { end.line + 1 };
    formatted(session, &name(&params.text_document.uri), start.line + 1..=last)
}

/// After Enter: the line that was finished.
pub(super) fn format_on_type(
    session: &mut Session,
    params: DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let line = params.text_document_position.position.line;
    let name = name(&params.text_document_position.text_document.uri);
    formatted(session, &name, line..=line)
}

fn formatted(
    session: &mut Session,
    name: &str,
    lines: RangeInclusive<u32>,
) -> Result<Option<Vec<TextEdit>>, Refusal> {
    let text = match session.document(name) {
        Some(document) => document.text.clone(),
        None => match Disk.load(name).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => return Err(format!("{name} is not UTF-8")),
            Err(_) => return Ok(None),
        },
    };
    let folder = Path::new(name).parent().unwrap_or(Path::new("."));
    let columns: Columns = settings::columns(folder).map_err(|error| format!("{error:#}"))?;
    let mut own = changes(&text, &columns);
    own.retain(|changed| lines.contains(&changed.line));
    let whole = *lines.end() == u32::MAX;
    if whole && own.len() > MOST_EDITS {
        drop(own);
        let (number, last) = last_line(&text);
        let end = Position::new(number, session.encoding.column(last, last.len()));
        let range = Range::new(Position::new(0, 0), end);
        return Ok(Some(vec![TextEdit { range, new_text: formatted_text(&text, &columns) }]));
    }
    let edit = |changed: Changed| TextEdit {
        range: session.encoding.range(&changed.before, changed.line, &(0..changed.before.len())),
        new_text: changed.after,
    };
    let mut edits: Vec<TextEdit> = own.into_iter().map(edit).collect();
    if whole && !text.is_empty() && !text.ends_with(['\n', '\r']) {
        add_end(&text, &mut edits, session);
    }
    Ok(Some(edits))
}

/// The last line of a text, with its number from 0.
fn last_line(text: &str) -> (u32, &str) {
    let number = text.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count() as u32;
    (number, text.rsplit(['\n', '\r']).next().unwrap_or_default())
}

/// A last line without an end gets one.
fn add_end(text: &str, edits: &mut Vec<TextEdit>, session: &Session) {
    let (number, last) = last_line(text);
    match edits.last_mut().filter(|edit| edit.range.start.line == number) {
        Some(edit) => edit.new_text.push('\n'),
        None => {
            let end = Position::new(number, session.encoding.column(last, last.len()));
            edits.push(TextEdit { range: Range::new(end, end), new_text: "\n".into() });
        }
    }
}

pub(super) fn prepare_rename(
    session: &mut Session,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let name = name(&params.text_document.uri);
    let Some(at) = session.place(&name, params.position) else { return Ok(None) };
    let found = renamed(&at.program, at.file, at.line, at.byte);
    Ok(found.map(|(place, text)| PrepareRenameResponse::RangeWithPlaceholder {
        range: session.encoding.place(&at.program, &place),
        placeholder: text.to_string(),
    }))
}

pub(super) fn rename_all(
    session: &mut Session,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>, Refusal> {
    let position = params.text_document_position;
    let name = name(&position.text_document.uri);
    let Some(at) = session.place(&name, position.position) else { return Ok(None) };
    let place = (at.file, at.line, at.byte);
    let places = rename(&at.program, place, &params.new_name, &mut session.loader());
    let places = places.map_err(|refused| refused.to_string())?;
    let edits = places.iter().map(|place| (place, params.new_name.clone()));
    Ok(Some(workspace_edit(session, &at.program, edits)))
}

/// Changes to the files of a program. A file that is included twice is changed once.
fn workspace_edit<'a>(
    session: &Session,
    program: &Program,
    edits: impl Iterator<Item = (&'a Span, String)>,
) -> WorkspaceEdit {
    let mut seen = BTreeSet::new();
    let mut files: Vec<(String, Vec<TextEdit>)> = Vec::new();
    for (place, new_text) in edits {
        let file = &program.assembly.sources.file(place.file).name;
        if !seen.insert((file.clone(), place.line, place.range.start)) {
            continue;
        }
        let edit = TextEdit { range: session.encoding.place(program, place), new_text };
        match files.iter_mut().find(|(known, _)| known == file) {
            Some((_, list)) => list.push(edit),
            None => files.push((file.clone(), vec![edit])),
        }
    }
    let documents = files.into_iter().filter_map(|(name, edits)| {
        let version = session.document(&name).map(|document| document.version);
        let text_document = OptionalVersionedTextDocumentIdentifier { uri: uri(&name)?, version };
        let edits = edits.into_iter().map(OneOf::Left).collect();
        Some(TextDocumentEdit { text_document, edits })
    });
    let document_changes = Some(DocumentChanges::Edits(documents.collect()));
    WorkspaceEdit { document_changes, ..WorkspaceEdit::default() }
}

pub(super) fn code_actions(
    session: &mut Session,
    params: CodeActionParams,
) -> Result<Option<Vec<CodeActionOrCommand>>, Refusal> {
    let name = name(&params.text_document.uri);
    let program = session.program(&name);
    let list = problems(&program);
    let here: Vec<&Problem> =
        list.iter().filter(|problem| is_about(problem, &program, &name)).collect();
    let wanted = |kind: &CodeActionKind| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| {
            only.iter().any(|asked| {
                kind == asked || kind.as_str().starts_with(&format!("{}.", asked.as_str()))
            })
        })
    };
    let mut actions = Vec::new();
    let lines = params.range.start.line + 1..=params.range.end.line + 1;
    let touched = |problem: &&&Problem| {
        problem.place.as_ref().is_some_and(|place| lines.contains(&place.line))
    };
    for problem in here.iter().filter(touched).filter(|_| wanted(&CodeActionKind::QUICKFIX)) {
        for (index, repair) in problem.repairs.iter().enumerate() {
            let edits = [(&repair.place, repair.text.clone())].into_iter();
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: repair.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![convert::diagnostic(problem, &program, session.encoding)]),
                edit: Some(workspace_edit(session, &program, edits)),
                is_preferred: Some(index == 0 && problem.repairs.len() == 1),
                ..CodeAction::default()
            }));
        }
    }
    // Where there is only one way to mend something, it can be done everywhere at once; of several
    // on one line the first.
    let mut taken = BTreeSet::new();
    let sure = here.iter().filter(|problem| problem.repairs.len() == 1);
    let sure = sure.map(|problem| &problem.repairs[0]);
    let sure: Vec<_> = sure.filter(|repair| taken.insert(repair.place.line)).collect();
    if !sure.is_empty() && wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        let edits = sure.iter().map(|repair| (&repair.place, repair.text.clone()));
        actions.push(CodeActionOrCommand::CodeAction(CodeAction {
            title: "fix every problem that has a single fix".into(),
            kind: Some(CodeActionKind::SOURCE_FIX_ALL),
            edit: Some(workspace_edit(session, &program, edits)),
            ..CodeAction::default()
        }));
    }
    Ok(Some(actions))
}
