//! What the requests of a client mean: each is a method of the debugger, and its answer as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use debugger::point::{self, ResolveError, Resolved};
use debugger::{
    Debugger, Expression, Hits, Location, Message, PointId, PointRule, Reason, StepSize, Stopped,
    Target, TimeDirection, Use,
};
use mips_sim::Image;
use mips_sim::machine::Stop;
use mips_sim::source::FileId;
use serde_json::{Value, json};

use super::Client;
use crate::debug::host::DebugHost;
use crate::debug::{Shell, commands, words};

/// What is to happen after the answer to a request has been sent.
pub(super) enum After {
    Nothing,
    Initialized,
    /// Moves, and says why it stopped: a client wants to know first that it runs.
    Go(Go, &'static str),
    Ended,
}

pub(super) type Go = Box<dyn FnOnce(&mut Debugger<DebugHost>) -> Stopped>;

/// One client and its program.
pub(super) struct Session {
    pub(super) shell: Option<Shell>,
    pub(super) asked: Arc<AtomicBool>,
    pub(super) after: After,
    /// The points of each kind and file, which a client sets all together.
    points: BTreeMap<String, Vec<PointId>>,
    pub(super) stop_on_entry: bool,
    pub(super) stop_at_end: bool,
    stop_on_error: bool,
    pub(super) written: u64,
    /// Whether the program waits for a line, which the debug console then gives.
    waiting: bool,
    error: Option<Stop>,
}

impl Session {
    pub(super) fn new(asked: Arc<AtomicBool>) -> Session {
        Session {
            shell: None,
            asked,
            after: After::Nothing,
            points: BTreeMap::new(),
            stop_on_entry: false,
            stop_at_end: false,
            stop_on_error: true,
            written: 0,
            waiting: false,
            error: None,
        }
    }

    pub(super) fn shell(&mut self) -> anyhow::Result<&mut Shell> {
        self.shell.as_mut().ok_or_else(|| anyhow!("no program has been launched"))
    }

    pub(super) fn debugger(&mut self) -> anyhow::Result<&mut Debugger<DebugHost>> {
        Ok(&mut self.shell()?.debugger)
    }

    /// The answer to a request.
    pub(super) fn request(&mut self, command: &str, arguments: &Value) -> anyhow::Result<Value> {
        use TimeDirection::{Back, Forward};
        self.after = After::Nothing;
        let unit = match arguments["granularity"].as_str() {
            Some("instruction") => StepSize::Instruction,
            _ => StepSize::Statement,
        };
        match command {
            "initialize" => Ok(capabilities()),
            "launch" => self.launch(arguments),
            "setBreakpoints" => self.line_breakpoints(arguments),
            "setFunctionBreakpoints" => {
                self.breakpoints("functions", arguments, |image, wanted| {
                    point::at_label(image, wanted["name"].as_str().unwrap_or_default())
                })
            }
            "setInstructionBreakpoints" => {
                self.breakpoints("instructions", arguments, |image, wanted| {
                    let text = wanted["instructionReference"].as_str().unwrap_or_default();
                    let offset = wanted["offset"].as_i64().unwrap_or(0) as u32;
                    point::at_address(image, address(text).wrapping_add(offset))
                })
            }
            "setDataBreakpoints" => self.data_breakpoints(arguments),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "setExceptionBreakpoints" => {
                let filters = arguments["filters"].as_array();
                self.stop_on_error = filters.is_some_and(|all| all.contains(&json!("error")));
                Ok(json!({}))
            }
            "configurationDone" => {
                if self.stop_on_entry {
                    return self.moved("entry", |_| done());
                }
                match self.debugger()?.point_here() {
                    Some(_) => self.moved("breakpoint", |_| done()),
                    None => self.moved("step", |debugger| debugger.proceed(Forward)),
                }
            }
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "program" }] })),
            "continue" => {
                self.moved("step", |debugger| debugger.proceed(Forward))?;
                Ok(json!({ "allThreadsContinued": true }))
            }
            "reverseContinue" => self.moved("step", |debugger| debugger.proceed(Back)),
            "next" => self.moved("step", move |debugger| debugger.go(Forward, unit, true)),
            "stepIn" => self.moved("step", move |debugger| debugger.go(Forward, unit, false)),
            "stepOut" => self.moved("step", |debugger| debugger.out(Forward)),
            "stepBack" => self.moved("step", move |debugger| debugger.go(Back, unit, true)),
            // Both have interrupted what was under way when they came.
            "pause" => {
                self.asked.store(false, Ordering::SeqCst);
                Ok(json!({}))
            }
            "terminate" => {
                self.asked.store(false, Ordering::SeqCst);
                self.after = After::Ended;
                Ok(json!({}))
            }
            "disconnect" => Ok(json!({})),
            "restart" => self.moved("entry", |debugger| {
                debugger.to_start();
                done()
            }),
            "gotoTargets" => self.goto_targets(arguments),
            "goto" => {
                let id = arguments["targetId"].as_u64().unwrap_or(0);
                let at = vec![(id >> 1) as u32];
                self.moved("goto", move |debugger| match id & 1 {
                    0 => debugger.to_first(&at),
                    _ => debugger.to_last(&at),
                })
            }
            "evaluate" => self.evaluate(arguments),
            "exceptionInfo" => {
                let stop = self.error.ok_or_else(|| anyhow!("the program has not failed"))?;
                let text = words::error(self.debugger()?, stop);
                Ok(json!({
                    "exceptionId": "error", "description": text, "breakMode": "always",
                    "details": { "message": stop.to_string() },
                }))
            }
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "readMemory" => self.read_memory(arguments),
            "writeMemory" => self.write_memory(arguments),
            "disassemble" => self.disassemble(arguments),
            "completions" => self.completions(arguments),
            other => bail!("there is no request `{other}` here"),
        }
    }

    /// Sends what follows a request.
    pub(super) fn follow<W: Write>(
        &mut self,
        command: &str,
        client: &mut Client<W>,
    ) -> io::Result<()> {
        match std::mem::replace(&mut self.after, After::Nothing) {
            After::Nothing => {}
            After::Initialized => {
                let expected = self.shell.as_ref().map(Shell::expectation).unwrap_or_default();
                if !expected.is_empty() {
                    client.event("output", json!({ "category": "console", "output": expected }))?;
                }
                client.event("initialized", json!({}))?;
            }
            After::Ended => client.event("terminated", json!({}))?,
            After::Go(go, reason) => {
                let Some(shell) = &mut self.shell else { return Ok(()) };
                let stopped = go(&mut shell.debugger);
                self.tell_output(client)?;
                self.tell_stop(stopped, reason, client)?;
            }
        }
        if command == "setVariable" || command == "writeMemory" {
            client.event("invalidated", json!({ "areas": ["all"] }))?;
        }
        Ok(())
    }

    fn tell_output<W: Write>(&mut self, client: &mut Client<W>) -> io::Result<()> {
        let Some(shell) = &self.shell else { return Ok(()) };
        let written = shell.debugger.written();
        if written > self.written {
            let bytes = shell.debugger.output_between(self.written, written);
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.written = written;
            client.event("output", json!({ "category": "stdout", "output": text }))?;
        }
        Ok(())
    }

    fn tell_stop<W: Write>(
        &mut self,
        stopped: Stopped,
        reason: &'static str,
        client: &mut Client<W>,
    ) -> io::Result<()> {
        let Some(shell) = &self.shell else { return Ok(()) };
        for logged in &stopped.logged {
            let text = format!("{}\n", logged.text);
            client.event("output", json!({ "category": "console", "output": text }))?;
        }
        let text = words::reason(&shell.debugger, &stopped.reason, TimeDirection::Forward);
        self.waiting = stopped.reason == Reason::Input;
        self.error = None;
        let mut hits = Vec::new();
        let reason = match &stopped.reason {
            Reason::Hit(hit) => {
                hits.push(hit.point);
                let target = shell.debugger.points().iter().find(|point| point.id == hit.point);
                match target.map(|point| &point.target) {
                    Some(Target::Watch(..)) => "data breakpoint",
                    _ => "breakpoint",
                }
            }
            Reason::Ended(Stop::Exit(_) | Stop::FellOffEnd) if !self.stop_at_end => {
                let code = match stopped.reason {
                    Reason::Ended(Stop::Exit(code)) => code,
                    _ => 0,
                };
                client.event("exited", json!({ "exitCode": code }))?;
                return client.event("terminated", json!({}));
            }
            Reason::Ended(stop) if !matches!(stop, Stop::Exit(_) | Stop::FellOffEnd) => {
                if !self.stop_on_error {
                    let text = format!("{text}\n");
                    client.event("output", json!({ "category": "stderr", "output": text }))?;
                    return client.event("terminated", json!({}));
                }
                self.error = Some(*stop);
                "exception"
            }
            Reason::Input | Reason::Interrupted | Reason::Limit | Reason::Ended(_) => "pause",
            _ => reason,
        };
        if self.waiting {
            let text = "The program waits for input: type a line in the debug console.\n";
            client.event("output", json!({ "category": "console", "output": text }))?;
        }
        let body = json!({
            "reason": reason, "description": text, "text": text, "threadId": 1,
            "allThreadsStopped": true, "hitBreakpointIds": hits,
        });
        client.event("stopped", body)
    }

    /// Moves, after the answer.
    fn moved(
        &mut self,
        reason: &'static str,
        go: impl FnOnce(&mut Debugger<DebugHost>) -> Stopped + 'static,
    ) -> anyhow::Result<Value> {
        self.debugger()?;
        self.after = After::Go(Box::new(go), reason);
        Ok(json!({}))
    }

    /// Replaces the points of one kind or file by others.
    fn replace(&mut self, key: &str, ids: Vec<PointId>) -> anyhow::Result<()> {
        let old = self.points.insert(key.to_string(), ids).unwrap_or_default();
        let debugger = self.debugger()?;
        for id in old {
            debugger.remove_point(id);
        }
        Ok(())
    }

    fn line_breakpoints(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let path = arguments["source"]["path"].as_str().unwrap_or_default().to_string();
        self.breakpoints(&path, arguments, |image, wanted| {
            let file = file_at(image, &path).ok_or_else(|| ResolveError::NoFile(path.clone()))?;
            point::at_line(image, file, wanted["line"].as_u64().unwrap_or(0) as u32)
        })
    }

    fn breakpoints(
        &mut self,
        key: &str,
        arguments: &Value,
        resolve: impl Fn(&Image, &Value) -> Result<Resolved, ResolveError>,
    ) -> anyhow::Result<Value> {
        let wanted = arguments["breakpoints"].as_array().cloned().unwrap_or_default();
        let image = Arc::clone(self.debugger()?.image());
        let (mut ids, mut answers) = (Vec::new(), Vec::new());
        for wanted in &wanted {
            let made = rule(wanted, &image)
                .and_then(|rule| Ok((resolve(&image, wanted)?.addresses, rule)));
            answers.push(match made {
                Ok((addresses, rule)) => {
                    let place = addresses.first().and_then(|at| image.place(*at));
                    let line = place.map(|place| place.line);
                    let id = self.debugger()?.add_point(Target::Code(addresses), rule);
                    ids.push(id);
                    json!({ "id": id, "verified": true, "line": line })
                }
                Err(error) => json!({ "verified": false, "message": error.to_string() }),
            });
        }
        self.replace(key, ids)?;
        Ok(json!({ "breakpoints": answers }))
    }

    fn data_breakpoint_info(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let name = arguments["name"].as_str().unwrap_or_default();
        let debugger = self.debugger()?;
        Ok(match Location::read(name, debugger.image(), &debugger.scene()) {
            Ok(location) => json!({
                "dataId": name, "description": location.to_string(),
                "accessTypes": ["read", "write", "readWrite"], "canPersist": true,
            }),
            Err(error) => json!({ "dataId": null, "description": error.to_string() }),
        })
    }

    fn data_breakpoints(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let wanted = arguments["breakpoints"].as_array().cloned().unwrap_or_default();
        let (mut ids, mut answers) = (Vec::new(), Vec::new());
        for wanted in &wanted {
            let on = match wanted["accessType"].as_str() {
                Some("read") => Use::Read,
                Some("readWrite") => Use::Any,
                _ => Use::Change,
            };
            let debugger = self.debugger()?;
            let name = wanted["dataId"].as_str().unwrap_or_default();
            let made = Location::read(name, debugger.image(), &debugger.scene())
                .map_err(anyhow::Error::new)
                .and_then(|location| Ok((location, rule(wanted, debugger.image())?)));
            answers.push(match made {
                Ok((location, rule)) => {
                    let id = debugger.add_point(Target::Watch(location, on), rule);
                    ids.push(id);
                    json!({ "id": id, "verified": true })
                }
                Err(error) => json!({ "verified": false, "message": error.to_string() }),
            });
        }
        self.replace("data", ids)?;
        Ok(json!({ "breakpoints": answers }))
    }

    /// The first and the last time that a line ran.
    fn goto_targets(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        let line = arguments["line"].as_u64().unwrap_or(0) as u32;
        let image = Arc::clone(self.debugger()?.image());
        let file = file_at(&image, path).ok_or_else(|| ResolveError::NoFile(path.to_string()))?;
        let at = point::at_line(&image, file, line)?.addresses;
        let at = u64::from(at.first().copied().unwrap_or_default());
        let target =
            |label: &str, last: u64| json!({ "id": at << 1 | last, "label": label, "line": line });
        Ok(json!({ "targets": [target("the first time", 0), target("the last time", 1)] }))
    }

    /// In the debug console: a line for a program that waits for it, a command of `debug`, or an
    /// expression. Elsewhere an expression or a place.
    fn evaluate(&mut self, arguments: &Value) -> anyhow::Result<Value> {
        let text = arguments["expression"].as_str().unwrap_or_default().to_string();
        let console = arguments["context"].as_str() == Some("repl");
        if console && self.waiting {
            self.debugger()?.feed(format!("{text}\n").as_bytes());
            self.moved("step", |debugger| debugger.proceed(TimeDirection::Forward))?;
            return Ok(json!({ "result": "", "variablesReference": 0 }));
        }
        if let Ok(value) = self.value_of(&text) {
            return Ok(json!({ "result": value, "variablesReference": 0 }));
        }
        if !console {
            let error = self.value_of(&text).err();
            return Err(error.unwrap_or_else(|| anyhow!("there is no value")));
        }
        let shell = self.shell()?;
        let before = (shell.debugger.step(), shell.debugger.history());
        let result = commands::execute(shell, &text)?;
        if (shell.debugger.step(), shell.debugger.history()) != before {
            self.moved("goto", |_| done())?;
        }
        Ok(json!({ "result": result.trim_end(), "variablesReference": 0 }))
    }

    /// The value of an expression, or of a label's data.
    fn value_of(&mut self, text: &str) -> anyhow::Result<String> {
        let debugger = self.debugger()?;
        let (image, scene) = (debugger.image(), debugger.scene());
        if let Ok(location) = Location::read(text, image, &scene)
            && let Some(bits) = location.value(&scene)
        {
            return Ok(words::value(bits));
        }
        let value = Expression::read(text, image)?.value(&scene)?;
        Ok(words::value(value as u32))
    }
}

fn done() -> Stopped {
    Stopped { reason: Reason::Done, logged: Vec::new() }
}

/// The conditions of a breakpoint as a client writes them.
fn rule(wanted: &Value, image: &Image) -> anyhow::Result<PointRule> {
    let text = |key: &str| wanted[key].as_str().filter(|text| !text.trim().is_empty());
    let hits = text("hitCondition").map(|text| {
        Hits::read(text)
            .ok_or_else(|| anyhow!("`{text}` is not a number of hits, such as 5, >= 5 or % 5"))
    });
    Ok(PointRule {
        condition: text("condition").map(|text| Expression::read(text, image)).transpose()?,
        hits: hits.transpose()?,
        message: text("logMessage").map(|text| Message::read(text, image)).transpose()?,
    })
}

/// A path as it really is.
pub(super) fn real_path(name: &str) -> PathBuf {
    let path = Path::new(name);
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The file of the program at a path.
fn file_at(image: &Image, path: &str) -> Option<FileId> {
    let path = real_path(path);
    let mut ids = image.places().flat_map(|place| [place.file, place.outermost().0]);
    ids.find(|id| real_path(&image.sources.file(*id).name) == path)
}

/// An address as it is written in this protocol.
pub(super) fn address(text: &str) -> u32 {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    u32::from_str_radix(digits, 16).unwrap_or(0)
}

fn capabilities() -> Value {
    let mut all = json!({
        "exceptionBreakpointFilters": [{ "filter": "error", "label": "Run errors", "default": true }],
        "completionTriggerCharacters": ["$"],
    });
    for name in [
        "ConfigurationDoneRequest",
        "FunctionBreakpoints",
        "ConditionalBreakpoints",
        "HitConditionalBreakpoints",
        "EvaluateForHovers",
        "StepBack",
        "SetVariable",
        "GotoTargetsRequest",
        "CompletionsRequest",
        "RestartRequest",
        "ExceptionInfoRequest",
        "TerminateRequest",
        "LogPoints",
        "DataBreakpoints",
        "ReadMemoryRequest",
        "WriteMemoryRequest",
        "DisassembleRequest",
        "SteppingGranularity",
        "InstructionBreakpoints",
    ] {
        all[format!("supports{name}")] = json!(true);
    }
    all
}
