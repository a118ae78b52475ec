//! The library's answers in the words of the protocol.

use language::complete::{Item, ItemKind};
use language::outline::{SymbolKind, WordKind};
use language::{NameKind, Problem, Program, Span, problems};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, InsertTextFormat, Location, NumberOrString,
    Position, Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend,
    TextEdit,
};
use mips_sim::diag::Severity;

use super::position::{Encoding, uri};

/// The diagnostics of one file of a program.
pub(super) fn diagnostics(program: &Program, name: &str, encoding: Encoding) -> Vec<Diagnostic> {
    let list = problems(program);
    let here = list.iter().filter(|problem| is_about(problem, program, name));
    here.map(|problem| diagnostic(problem, program, encoding)).collect()
}

/// Whether a problem is to be shown in a file: it is there, or it has no place and the file is the
/// first one.
pub(super) fn is_about(problem: &Problem, program: &Program, name: &str) -> bool {
    match &problem.place {
        Some(place) => program.assembly.sources.file(place.file).name == name,
        None => program.files().first().is_some_and(|first| first == name),
    }
}

pub(super) fn diagnostic(problem: &Problem, program: &Program, encoding: Encoding) -> Diagnostic {
    let mut message = problem.title.clone();
    for paragraph in &problem.advice {
        message.push('\n');
        message.push_str(paragraph);
    }
    let related = problem.related.iter().filter_map(|(place, message)| {
        Some(DiagnosticRelatedInformation {
            location: location(program, place, encoding)?,
            message: message.clone(),
        })
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: problem.place.as_ref().map_or_else(start, |place| encoding.place(program, place)),
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.into())),
        source: Some("fivetwelve".into()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

fn start() -> Range {
    Range::new(Position::new(0, 0), Position::new(0, 0))
}

pub(super) fn location(program: &Program, place: &Span, encoding: Encoding) -> Option<Location> {
    let name = &program.assembly.sources.file(place.file).name;
    Some(Location { uri: uri(name)?, range: encoding.place(program, place) })
}

pub(super) fn completion(item: Item, range: Range, snippets: bool) -> CompletionItem {
    let snippet = item.snippet && snippets;
    let kind = match item.kind {
        ItemKind::Instruction => CompletionItemKind::KEYWORD,
        ItemKind::Directive => CompletionItemKind::KEYWORD,
        ItemKind::Register => CompletionItemKind::VARIABLE,
        ItemKind::Service => CompletionItemKind::ENUM_MEMBER,
        ItemKind::Name(NameKind::Label) => CompletionItemKind::REFERENCE,
        ItemKind::Name(NameKind::Macro) => CompletionItemKind::FUNCTION,
        ItemKind::Name(NameKind::Constant) => CompletionItemKind::CONSTANT,
        ItemKind::Name(NameKind::Parameter) => CompletionItemKind::TYPE_PARAMETER,
    };
    let text = match (item.snippet, snippets, item.kind) {
        (true, false, ItemKind::Instruction | ItemKind::Name(_)) => item.label.clone(),
        _ => item.insert,
    };
    CompletionItem {
        label: item.label,
        kind: Some(kind),
        detail: Some(item.detail),
        filter_text: (item.kind == ItemKind::Service).then(|| text.clone()),
        insert_text_format: Some(match snippet {
            true => InsertTextFormat::SNIPPET,
            false => InsertTextFormat::PLAIN_TEXT,
        }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
        ..CompletionItem::default()
    }
}

pub(super) fn symbol_kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    match kind {
        SymbolKind::Function => lsp_types::SymbolKind::FUNCTION,
        SymbolKind::Label => lsp_types::SymbolKind::KEY,
        SymbolKind::Data => lsp_types::SymbolKind::VARIABLE,
        SymbolKind::Macro => lsp_types::SymbolKind::MODULE,
        SymbolKind::Constant => lsp_types::SymbolKind::CONSTANT,
    }
}

const TOKEN_TYPES: [SemanticTokenType; 10] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::MACRO,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TOKEN_TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DEFINITION],
    }
}

fn token_type(kind: WordKind) -> u32 {
    match kind {
        WordKind::Instruction => 0,
        WordKind::Directive => 1,
        WordKind::Register => 2,
        WordKind::Number => 3,
        WordKind::String => 4,
        WordKind::Comment => 5,
        WordKind::Name(NameKind::Label) => 6,
        WordKind::Name(NameKind::Macro) => 7,
        WordKind::Name(NameKind::Constant) => 8,
        WordKind::Name(NameKind::Parameter) => 9,
    }
}

/// Words as the protocol wants them: each by its distance from the one before.
pub(super) fn tokens(
    words: &[(Span, WordKind, bool)],
    program: &Program,
    encoding: Encoding,
) -> Vec<SemanticToken> {
    let mut last = Position::new(0, 0);
    let token = |(place, kind, defines): &(Span, WordKind, bool)| {
        let Range { start, end } = encoding.place(program, place);
        let delta_line = start.line - last.line;
        let delta_start =
            if delta_line == 0 { start.character - last.character } else { start.character };
        last = start;
        SemanticToken {
            delta_line,
            delta_start,
            length: end.character - start.character,
            token_type: token_type(*kind),
            token_modifiers_bitset: u32::from(*defines),
        }
    };
    words.iter().map(token).collect()
}
