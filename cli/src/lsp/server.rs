//! The loop: messages in, answers and diagnostics out.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{self, BufRead};
use std::str::FromStr;
use std::thread;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    self, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{ExecuteCommand, Request as _};
use lsp_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, Diagnostic, DocumentLinkOptions,
    DocumentOnTypeFormattingOptions, ExecuteCommandOptions, ExecuteCommandParams,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeParams, InitializeResult,
    MessageType, OneOf, PublishDiagnosticsParams, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, ShowMessageParams, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::position::{Encoding, name, uri};
use super::session::Session;
use super::watched::{self, Found};
use super::{answers, convert};
use crate::exit::Exit;
use crate::framing;

/// Serves one editor, until it says goodbye or goes away.
pub(crate) fn serve() -> anyhow::Result<Exit> {
    let (connection, editor) = Connection::memory();
    let reader = thread::spawn(move || {
        read(&mut io::stdin().lock(), |message| editor.sender.send(message).is_ok())
    });
    let writer = thread::spawn(move || {
        let mut out = io::stdout();
        // Whoever does not listen any more is told nothing.
        editor.receiver.iter().try_for_each(|message| message.write(&mut out)).is_ok()
    });
    let exit = converse(&connection)?;
    // The writer ends when nobody can send any more, the reader with the input or after the goodbye.
    drop(connection);
    let _ = writer.join();
    match reader.join() {
        Ok(Err(why)) => {
            let sentence = format!("a message of the editor can't be read: {why}");
            Err(Exit::NoInput.error(sentence))
        }
        _ => Ok(exit),
    }
}

/// Hands over what the editor sends, up to its goodbye, or says why it can't be read.
fn read(input: &mut impl BufRead, send: impl Fn(Message) -> bool) -> Result<(), String> {
    while let Some(bytes) = framing::read(input).map_err(|error| error.to_string())? {
        let message = serde_json::from_slice::<Message>(&bytes?).map_err(|e| e.to_string())?;
        let goodbye = matches!(&message, Message::Notification(note) if note.method == "exit");
        if !send(message) || goodbye {
            break;
        }
    }
    Ok(())
}

fn converse(connection: &Connection) -> anyhow::Result<Exit> {
    let (id, params) = match connection.initialize_start() {
        Ok(begun) => begun,
        // An editor that went away before it said anything.
        Err(error) if error.channel_is_disconnected() => return Ok(Exit::Ok),
        Err(error) => return Err(error.into()),
    };
    let params: InitializeParams = serde_json::from_value(params)?;
    let general = params.capabilities.general.as_ref();
    let encoding = Encoding::chosen(general.and_then(|g| g.position_encodings.as_deref()));
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "fivetwelve".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        }),
    };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    let snippets = params.capabilities.text_document.as_ref().and_then(|document| {
        document.completion.as_ref()?.completion_item.as_ref()?.snippet_support
    });
    let option = |key| params.initialization_options.as_ref().and_then(|given| given.get(key));
    let lenses = option("codeLens").and_then(Value::as_bool);
    let mut session = Session::new(encoding, snippets.unwrap_or(false), lenses.unwrap_or(false));
    session.assignments.named = option("assignment").and_then(Value::as_str).map(String::from);
    let mut server = Server {
        connection,
        session,
        published: HashMap::new(),
        found: BTreeMap::new(),
        leaving: false,
    };
    server.run()
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["$", ".", "%", ","].map(String::from).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some([" ", ",", "("].map(String::from).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".into(),
            more_trigger_character: None,
        }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: convert::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![watched::FINDINGS.into(), watched::TESTS.into()],
            work_done_progress_options: Default::default(),
        }),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

struct Server<'a> {
    connection: &'a Connection,
    session: Session,
    /// What the editor was told last about each document.
    published: HashMap<String, Vec<Diagnostic>>,
    /// What the checker found in programs that were run, by the document that was asked about; nothing
    /// once a text has changed.
    found: BTreeMap<String, Option<Found>>,
    /// Whether the editor has asked to shut down.
    leaving: bool,
}

impl Server<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut queue: VecDeque<Message> = VecDeque::new();
        let mut stale = false;
        loop {
            while let Ok(message) = self.connection.receiver.try_recv() {
                queue.push_back(message);
            }
            self.drop_cancelled(&mut queue)?;
            // Before a question is answered, and when nothing is left to do: not after each of many
            // changes.
            if stale && matches!(queue.front(), None | Some(Message::Request(_))) {
                stale = false;
                self.publish()?;
                continue;
            }
            let message = match queue.pop_front() {
                Some(message) => message,
                None => match self.connection.receiver.recv() {
                    Ok(message) => message,
                    // The editor has gone without a goodbye.
                    Err(_) => return Ok(Exit::Ok),
                },
            };
            match message {
                Message::Request(request) => self.request(request)?,
                Message::Notification(note) if note.method == notification::Exit::METHOD => {
                    return Ok(if self.leaving { Exit::Ok } else { Exit::Failed });
                }
                Message::Notification(note) => stale |= self.notification(note),
                Message::Response(_) => {}
            }
        }
    }

    /// Answers the questions that nobody wants answered any more.
    fn drop_cancelled(&mut self, queue: &mut VecDeque<Message>) -> anyhow::Result<()> {
        let cancelled = |message: &Message| match message {
            Message::Notification(note) if note.method == notification::Cancel::METHOD => {
                let id = note.params.get("id")?;
                serde_json::from_value::<RequestId>(id.clone()).ok()
            }
            _ => None,
        };
        for id in queue.iter().filter_map(cancelled).collect::<Vec<_>>() {
            let asked = |message: &Message| matches!(message, Message::Request(r) if r.id == id);
            if let Some(at) = queue.iter().position(asked) {
                queue.remove(at);
                let code = ErrorCode::RequestCanceled as i32;
                self.send(Response::new_err(id, code, "cancelled".into()).into())?;
            }
        }
        Ok(())
    }

    fn request(&mut self, request: Request) -> anyhow::Result<()> {
        let id = request.id.clone();
        if request.method == "shutdown" {
            self.leaving = true;
            return self.send(Response::new_ok(id, ()).into());
        }
        if self.leaving {
            let code = ErrorCode::InvalidRequest as i32;
            let sentence = "the server is shutting down".to_string();
            return self.send(Response::new_err(id, code, sentence).into());
        }
        if request.method == ExecuteCommand::METHOD {
            return self.execute(request);
        }
        let response = answers::answer(&mut self.session, request);
        self.send(response.into())
    }

    /// Carries out a command about a document.
    fn execute(&mut self, request: Request) -> anyhow::Result<()> {
        let id = request.id;
        let result = match serde_json::from_value::<ExecuteCommandParams>(request.params) {
            Ok(params) => self.carry_out(&params)?,
            Err(error) => Err(error.to_string()),
        };
        let response = match result {
            Ok(value) => Response::new_ok(id, value),
            Err(sentence) => Response::new_err(id, ErrorCode::RequestFailed as i32, sentence),
        };
        self.send(response.into())
    }

    fn carry_out(&mut self, asked: &ExecuteCommandParams) -> anyhow::Result<Result<Value, String>> {
        let address = asked.arguments.first().and_then(Value::as_str);
        let Some(uri) = address.and_then(|address| Uri::from_str(address).ok()) else {
            return Ok(Err(format!("`{}` needs the address of a document", asked.command)));
        };
        let document = name(&uri);
        match asked.command.as_str() {
            watched::TESTS => Ok(self.session.assignments.tests(&document)),
            watched::FINDINGS => match Found::by_running(&mut self.session, &document) {
                Ok(found) => {
                    let method = ShowMessage::METHOD.to_string();
                    let params =
                        ShowMessageParams { typ: MessageType::INFO, message: found.sentence() };
                    let summary = found.summary();
                    self.found.insert(document, Some(found));
                    self.publish()?;
                    self.send(Notification::new(method, params).into())?;
                    Ok(Ok(summary))
                }
                Err(sentence) => Ok(Err(sentence)),
            },
            other => Ok(Err(format!("this server does not know the command `{other}`"))),
        }
    }

    /// Takes note of a change; says whether diagnostics may be others now.
    fn notification(&mut self, note: Notification) -> bool {
        fn read<N: notification::Notification>(note: Notification) -> Option<N::Params>
        where
            N::Params: DeserializeOwned,
        {
            serde_json::from_value(note.params).ok()
        }
        match note.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(params) = read::<DidOpenTextDocument>(note) else { return false };
                let document = params.text_document;
                self.session.open(name(&document.uri), document.text, document.version);
            }
            DidChangeTextDocument::METHOD => {
                let Some(params) = read::<DidChangeTextDocument>(note) else { return false };
                let document = params.text_document;
                self.session.change(&name(&document.uri), document.version, params.content_changes);
            }
            DidCloseTextDocument::METHOD => {
                let Some(params) = read::<DidCloseTextDocument>(note) else { return false };
                let name = name(&params.text_document.uri);
                self.session.close(&name);
                self.found.remove(&name);
            }
            DidSaveTextDocument::METHOD => {
                for (document, found) in &mut self.found {
                    *found = Found::by_running(&mut self.session, document).ok();
                }
            }
            DidChangeWatchedFiles::METHOD => {}
            _ => return false,
        }
        true
    }

    /// Sends the diagnostics of all open documents that have others than before.
    fn publish(&mut self) -> anyhow::Result<()> {
        let names = self.session.names();
        let closed = |name: &&String| !names.contains(*name);
        let gone: Vec<String> = self.published.keys().filter(closed).cloned().collect();
        for name in gone {
            self.published.remove(&name);
            self.tell(&name, Vec::new(), None)?;
        }
        for found in self.found.values_mut() {
            if found.as_ref().is_some_and(|found| !found.holds(&mut self.session.loader())) {
                *found = None;
            }
        }
        for name in names {
            let program = self.session.program(&name);
            let mut list = convert::diagnostics(&program, &name, self.session.encoding);
            let found = self.found.values().flatten().flat_map(|found| found.of(&name));
            for found in found {
                if !list.contains(&found) {
                    list.push(found);
                }
            }
            if self.published.get(&name) != Some(&list) {
                let version = self.session.document(&name).map(|document| document.version);
                self.tell(&name, list.clone(), version)?;
                self.published.insert(name, list);
            }
        }
        Ok(())
    }

    fn tell(&self, name: &str, list: Vec<Diagnostic>, version: Option<i32>) -> anyhow::Result<()> {
        let Some(uri) = uri(name) else { return Ok(()) };
        let params = PublishDiagnosticsParams { uri, diagnostics: list, version };
        let method = PublishDiagnostics::METHOD.to_string();
        self.send(Notification::new(method, params).into())
    }

    fn send(&self, message: Message) -> anyhow::Result<()> {
        // An editor that went away is noticed when nothing more comes from it.
        let _ = self.connection.sender.send(message);
        Ok(())
    }
}
