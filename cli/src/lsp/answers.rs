//! One function for each question that only wants to know something.

use language::calls::{CallEdge, Function, calls, functions};
use language::complete::{complete, signatures};
use language::hints::hints;
use language::hover::hover;
use language::outline::{SymbolKind, folds, symbols, words};
use language::{Program, Span};
use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{
    self as ask, CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare,
    Request as Ask,
};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, CodeLens, Command,
    CompletionResponse, DocumentHighlight, DocumentLink, DocumentSymbol, DocumentSymbolResponse,
    FoldingRange, GotoDefinitionResponse, Hover, HoverContents, InlayHint, InlayHintLabel,
    Location, MarkupContent, MarkupKind, ParameterInformation, ParameterLabel, Position, Range,
    SemanticTokens, SemanticTokensRangeResult, SemanticTokensResult, SignatureHelp,
    SignatureInformation, SymbolInformation, TextDocumentPositionParams, WorkspaceSymbolResponse,
};
use serde_json::json;

use super::convert;
use super::edits::{self, Refusal};
use super::position::{Encoding, name, uri};
use super::session::{At, Session};

/// More lines than anyone needs coloured at once; each word becomes five numbers.
const MOST_COLOURED: u32 = 50_000;

/// Answers a question.
pub(super) fn answer(session: &mut Session, request: Request) -> Response {
    match request.method.as_str() {
        ask::HoverRequest::METHOD => reply::<ask::HoverRequest>(session, request, |s, p| {
            Ok(about(s, p.text_document_position_params))
        }),
        ask::Completion::METHOD => reply::<ask::Completion>(session, request, |s, p| {
            Ok(completions(s, p.text_document_position))
        }),
        ask::SignatureHelpRequest::METHOD => {
            reply::<ask::SignatureHelpRequest>(session, request, |s, p| {
                Ok(signature(s, p.text_document_position_params))
            })
        }
        ask::GotoDefinition::METHOD => reply::<ask::GotoDefinition>(session, request, |s, p| {
            Ok(definition(s, p.text_document_position_params))
        }),
        ask::References::METHOD => reply::<ask::References>(session, request, |s, p| {
            Ok(references(s, p.text_document_position, p.context.include_declaration))
        }),
        ask::DocumentHighlightRequest::METHOD => {
            reply::<ask::DocumentHighlightRequest>(session, request, |s, p| {
                Ok(highlights(s, p.text_document_position_params))
            })
        }
        ask::DocumentSymbolRequest::METHOD => {
            reply::<ask::DocumentSymbolRequest>(session, request, |s, p| {
                Ok(outline(s, &name(&p.text_document.uri)))
            })
        }
        ask::WorkspaceSymbolRequest::METHOD => {
            reply::<ask::WorkspaceSymbolRequest>(session, request, |s, p| {
                Ok(Some(everywhere(s, &p.query)))
            })
        }
        ask::FoldingRangeRequest::METHOD => {
            reply::<ask::FoldingRangeRequest>(session, request, |s, p| {
                Ok(folding(s, &name(&p.text_document.uri)))
            })
        }
        ask::SemanticTokensFullRequest::METHOD => {
            reply::<ask::SemanticTokensFullRequest>(session, request, |s, p| {
                let data = tokens(s, &name(&p.text_document.uri), None);
                Ok(data.map(SemanticTokensResult::Tokens))
            })
        }
        ask::SemanticTokensRangeRequest::METHOD => {
            reply::<ask::SemanticTokensRangeRequest>(session, request, |s, p| {
                let data = tokens(s, &name(&p.text_document.uri), Some(p.range));
                Ok(data.map(SemanticTokensRangeResult::Tokens))
            })
        }
        ask::InlayHintRequest::METHOD => {
            reply::<ask::InlayHintRequest>(session, request, |s, p| {
                Ok(inlay(s, &name(&p.text_document.uri), p.range))
            })
        }
        ask::DocumentLinkRequest::METHOD => {
            reply::<ask::DocumentLinkRequest>(session, request, |s, p| {
                Ok(links(s, &name(&p.text_document.uri)))
            })
        }
        ask::CodeLensRequest::METHOD => reply::<ask::CodeLensRequest>(session, request, |s, p| {
            Ok(lenses(s, &name(&p.text_document.uri)))
        }),
        CallHierarchyPrepare::METHOD => reply::<CallHierarchyPrepare>(session, request, |s, p| {
            Ok(function_at(s, p.text_document_position_params))
        }),
        CallHierarchyIncomingCalls::METHOD => {
            reply::<CallHierarchyIncomingCalls>(session, request, |s, p| {
                Ok(Some(callers(s, &p.item)))
            })
        }
        CallHierarchyOutgoingCalls::METHOD => {
            reply::<CallHierarchyOutgoingCalls>(session, request, |s, p| {
                Ok(Some(called(s, &p.item)))
            })
        }
        ask::Formatting::METHOD => reply::<ask::Formatting>(session, request, edits::format),
        ask::RangeFormatting::METHOD => {
            reply::<ask::RangeFormatting>(session, request, edits::format_range)
        }
        ask::OnTypeFormatting::METHOD => {
            reply::<ask::OnTypeFormatting>(session, request, edits::format_on_type)
        }
        ask::PrepareRenameRequest::METHOD => {
            reply::<ask::PrepareRenameRequest>(session, request, edits::prepare_rename)
        }
        ask::Rename::METHOD => reply::<ask::Rename>(session, request, edits::rename_all),
        ask::CodeActionRequest::METHOD => {
            reply::<ask::CodeActionRequest>(session, request, edits::code_actions)
        }
        method => {
            let sentence = format!("this server does not know `{method}`");
            Response::new_err(request.id.clone(), ErrorCode::MethodNotFound as i32, sentence)
        }
    }
}

/// Reads a question, answers it, and turns a refusal into an error that the editor shows.
fn reply<R: Ask>(
    session: &mut Session,
    request: Request,
    handle: impl FnOnce(&mut Session, R::Params) -> Result<R::Result, Refusal>,
) -> Response {
    let id = request.id;
    match serde_json::from_value(request.params) {
        Ok(params) => match handle(session, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(sentence) => Response::new_err(id, ErrorCode::RequestFailed as i32, sentence),
        },
        Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}

fn at(session: &mut Session, params: &TextDocumentPositionParams) -> Option<At> {
    session.place(&name(&params.text_document.uri), params.position)
}

fn about(session: &mut Session, params: TextDocumentPositionParams) -> Option<Hover> {
    let At { program, file, line, byte } = at(session, &params)?;
    let found = hover(&program, file, line, byte)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: found.text,
        }),
        range: Some(session.encoding.place(&program, &found.place)),
    })
}

fn completions(
    session: &mut Session,
    params: TextDocumentPositionParams,
) -> Option<CompletionResponse> {
    let At { program, file, line, byte } = at(session, &params)?;
    let (range, items) = complete(&program, file, line, byte);
    let range = session.encoding.range(program.line(file, line), line, &range);
    let snippets = session.snippets;
    let items = items.into_iter().map(|item| convert::completion(item, range, snippets));
    Some(CompletionResponse::Array(items.collect()))
}

fn signature(session: &mut Session, params: TextDocumentPositionParams) -> Option<SignatureHelp> {
    let At { program, file, line, byte } = at(session, &params)?;
    let (list, active) = signatures(&program, file, line, byte)?;
    let best = list.iter().position(|form| form.operands.len() > active).unwrap_or(0);
    let signatures = list.into_iter().map(|form| {
        let label = |range: &std::ops::Range<usize>| ParameterInformation {
            label: ParameterLabel::LabelOffsets([range.start as u32, range.end as u32]),
            documentation: None,
        };
        SignatureInformation {
            parameters: Some(form.operands.iter().map(label).collect()),
            label: form.text,
            documentation: None,
            active_parameter: Some(active as u32),
        }
    });
    Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(best as u32),
        active_parameter: Some(active as u32),
    })
}

fn definition(
    session: &mut Session,
    params: TextDocumentPositionParams,
) -> Option<GotoDefinitionResponse> {
    let At { program, file, line, byte } = at(session, &params)?;
    let encoding = session.encoding;
    let names = program.names();
    if let Some(mention) = names.at(file, line, byte) {
        let defined = &names.get(mention.name).defined;
        return convert::location(&program, defined, encoding).map(Into::into);
    }
    let included = names
        .includes()
        .iter()
        .find(|(place, _)| (place.file, place.line) == (file, line) && place.range.contains(&byte));
    let target = included?.1?;
    let start = Span { file: target, line: 1, range: 0..0 };
    convert::location(&program, &start, encoding).map(Into::into)
}

/// The places of the name at a position, each once.
fn mentioned(
    session: &mut Session,
    params: &TextDocumentPositionParams,
    definitions: bool,
) -> Option<Vec<Location>> {
    let At { program, file, line, byte } = at(session, params)?;
    let encoding = session.encoding;
    let names = program.names();
    let mention = names.at(file, line, byte)?;
    let wanted = names.mentions(mention.name).filter(|other| definitions || !other.defines);
    let mut list: Vec<Location> =
        wanted.filter_map(|other| convert::location(&program, &other.place, encoding)).collect();
    list.dedup();
    Some(list)
}

fn references(
    session: &mut Session,
    params: TextDocumentPositionParams,
    definitions: bool,
) -> Option<Vec<Location>> {
    mentioned(session, &params, definitions)
}

fn highlights(
    session: &mut Session,
    params: TextDocumentPositionParams,
) -> Option<Vec<DocumentHighlight>> {
    let here = name(&params.text_document.uri);
    let list = mentioned(session, &params, true)?;
    let own = list.into_iter().filter(|location| name(&location.uri) == here);
    Some(own.map(|location| DocumentHighlight { range: location.range, kind: None }).collect())
}

/// Whole lines.
fn lines(program: &Program, place: &Span, end: u32, encoding: Encoding) -> Range {
    let last = program.line(place.file, end);
    let start = Position::new(place.line - 1, 0);
    Range::new(start, Position::new(end - 1, encoding.column(last, last.len())))
}

#[expect(deprecated, reason = "the protocol still requires the field")]
fn outline(session: &mut Session, name: &str) -> Option<DocumentSymbolResponse> {
    let (program, file) = session.file(name)?;
    let encoding = session.encoding;
    let symbol = |symbol: &language::outline::Symbol| DocumentSymbol {
        name: symbol.name.clone(),
        detail: None,
        kind: convert::symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: lines(&program, &symbol.place, symbol.end, encoding),
        selection_range: encoding.place(&program, &symbol.place),
        children: None,
    };
    let list = symbols(&program, file).iter().map(symbol).collect();
    Some(DocumentSymbolResponse::Nested(list))
}

/// The symbols of all programs of open documents whose names contain the letters of the question.
#[expect(deprecated, reason = "the protocol still requires the field")]
fn everywhere(session: &mut Session, query: &str) -> WorkspaceSymbolResponse {
    let query = query.to_lowercase();
    let encoding = session.encoding;
    let mut list: Vec<SymbolInformation> = Vec::new();
    for name in session.names() {
        let program = session.program(&name);
        for file in program.assembly.sources.ids() {
            for symbol in symbols(&program, file) {
                if !symbol.name.to_lowercase().contains(&query) {
                    continue;
                }
                let Some(location) = convert::location(&program, &symbol.place, encoding) else {
                    continue;
                };
                if list.iter().any(|known| known.location == location) {
                    continue;
                }
                list.push(SymbolInformation {
                    name: symbol.name,
                    kind: convert::symbol_kind(symbol.kind),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: None,
                });
            }
        }
    }
    WorkspaceSymbolResponse::Flat(list)
}

fn folding(session: &mut Session, name: &str) -> Option<Vec<FoldingRange>> {
    let (program, file) = session.file(name)?;
    let range = |(start, end): (u32, u32)| FoldingRange {
        start_line: start - 1,
        end_line: end - 1,
        ..FoldingRange::default()
    };
    Some(folds(&program, file).into_iter().map(range).collect())
}

fn tokens(session: &mut Session, name: &str, range: Option<Range>) -> Option<SemanticTokens> {
    let (program, file) = session.file(name)?;
    let lines = range.map_or(1..=u32::MAX, |r| r.start.line + 1..=r.end.line.saturating_add(1));
    // Of a longer file editors ask for the lines that are visible.
    if lines.end() - lines.start() > MOST_COLOURED
        && program.assembly.sources.file(file).line_count() > MOST_COLOURED
    {
        return None;
    }
    let data = convert::tokens(&words(&program, file, lines), &program, session.encoding);
    Some(SemanticTokens { result_id: None, data })
}

fn inlay(session: &mut Session, name: &str, range: Range) -> Option<Vec<InlayHint>> {
    let (program, file) = session.file(name)?;
    let encoding = session.encoding;
    let count = program.assembly.sources.file(file).line_count();
    let lines = range.start.line + 1..=range.end.line.saturating_add(1).min(count);
    let hint = |hint: language::hints::Hint| InlayHint {
        position: encoding.place(&program, &hint.place).end,
        label: InlayHintLabel::String(hint.text),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    };
    Some(hints(&program, file, lines).into_iter().map(hint).collect())
}

fn links(session: &mut Session, name: &str) -> Option<Vec<DocumentLink>> {
    let (program, file) = session.file(name)?;
    let encoding = session.encoding;
    let own = program.names().includes().iter().filter(|(place, _)| place.file == file);
    let link = |(place, target): &(Span, Option<_>)| {
        let target = program.assembly.sources.file((*target)?);
        Some(DocumentLink {
            range: encoding.place(&program, place),
            target: uri(&target.name),
            tooltip: None,
            data: None,
        })
    };
    Some(own.filter_map(link).collect())
}

/// "run", "debug" and "check" above `main` and above functions that the assignment's visible tests
/// call, for editors that have said that they know the commands.
fn lenses(session: &mut Session, name: &str) -> Option<Vec<CodeLens>> {
    if !session.lenses {
        return None;
    }
    let (program, file) = session.file(name)?;
    let encoding = session.encoding;
    let assignment = session.assignments.path(name);
    let tested = session.assignments.functions(name);
    let lens = |symbol: language::outline::Symbol| {
        let range = encoding.place(&program, &symbol.place);
        let tests = tested.iter().find(|(label, _)| *label == symbol.name).map(|(_, tests)| tests);
        let is_main = symbol.kind == SymbolKind::Function && symbol.name == "main";
        let is_code = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Label);
        (is_main || is_code && tests.is_some()).then(|| {
            let argument = json!({
                "files": program.files(),
                "function": (!is_main).then_some(&symbol.name),
                "assignment": assignment,
                "tests": tests,
            });
            ["run", "debug", "check"].map(|title| CodeLens {
                range,
                command: Some(Command {
                    title: title.into(),
                    command: format!("fivetwelve.{title}"),
                    arguments: Some(vec![argument.clone()]),
                }),
                data: None,
            })
        })
    };
    Some(symbols(&program, file).into_iter().filter_map(lens).flatten().collect())
}

fn item(program: &Program, function: &Function, encoding: Encoding) -> Option<CallHierarchyItem> {
    let location = convert::location(program, &function.place, encoding)?;
    Some(CallHierarchyItem {
        name: function.name.clone(),
        kind: lsp_types::SymbolKind::FUNCTION,
        tags: None,
        detail: None,
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: None,
    })
}

fn function_at(
    session: &mut Session,
    params: TextDocumentPositionParams,
) -> Option<Vec<CallHierarchyItem>> {
    let At { program, file, line, byte } = at(session, &params)?;
    let names = program.names();
    let mention = names.at(file, line, byte)?;
    let defined = &names.get(mention.name).defined;
    let function = functions(&program).into_iter().find(|known| known.place == *defined)?;
    Some(vec![item(&program, &function, session.encoding)?])
}

/// The calls of a program, by one of its files.
fn calls_of(
    session: &mut Session,
    of: &CallHierarchyItem,
) -> (std::rc::Rc<Program>, Vec<CallEdge>) {
    let program = session.program(&name(&of.uri));
    let list = calls(&program);
    (program, list)
}

fn ranges(call: &CallEdge, program: &Program, encoding: Encoding) -> Vec<Range> {
    call.places.iter().map(|place| encoding.place(program, place)).collect()
}

fn callers(session: &mut Session, of: &CallHierarchyItem) -> Vec<CallHierarchyIncomingCall> {
    let (program, list) = calls_of(session, of);
    let encoding = session.encoding;
    let found = list.iter().filter(|call| call.to.name == of.name).filter_map(|call| {
        Some(CallHierarchyIncomingCall {
            from: item(&program, &call.from, encoding)?,
            from_ranges: ranges(call, &program, encoding),
        })
    });
    found.collect()
}

fn called(session: &mut Session, of: &CallHierarchyItem) -> Vec<CallHierarchyOutgoingCall> {
    let (program, list) = calls_of(session, of);
    let encoding = session.encoding;
    let found = list.iter().filter(|call| call.from.name == of.name).filter_map(|call| {
        Some(CallHierarchyOutgoingCall {
            to: item(&program, &call.to, encoding)?,
            from_ranges: ranges(call, &program, encoding),
        })
    });
    found.collect()
}
