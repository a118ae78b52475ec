//! The workbench: the documents, the program that they make, and its run.

use std::collections::BTreeMap;

use grader::assignment::Assignment;
use grader::book::ScreenScript;
use grader::grade::Submission;
use grader::submission::digest_of;
use language::format::{Columns, format};
use mips_sim::devices::{KeyList, KeyListError};
use mips_sim::host::Host;
use mips_sim::reference::page::{overview, to_markdown};
use mips_sim::reference::{find, nearest};
use mips_sim::{AsmOptions, Assembly, Loader, assemble};
use tester::boards::Typing;
use tester::{Draws, Limits, Program, Script, ScriptError, Tail};

use crate::check::Check;
use crate::edit;
use crate::game::{Play, protocol};
use crate::host::StudioHost;
use crate::protocol::{
    Devices, Document, Edited, GameAgain, Move, Opened, PointAsked, PointSet, Reply, Request,
};
use crate::run::Run;

/// The most bytes of a document.
const MAX_TEXT: usize = 4 << 20;
/// The most places to stop at.
const MAX_POINTS: usize = 500;

/// What the workbench needs of the world outside.
pub trait World {
    /// The bytes of a file that a document includes.
    fn include(&mut self, name: &str) -> Result<Vec<u8>, String>;

    /// Writes a document to where it came from, if what is there is still `over`.
    fn save(&mut self, name: &str, text: &str, over: &str) -> Result<(), SaveError>;

    /// Files, clock and chance for a program.
    fn host(&mut self) -> Box<dyn Host>;

    /// Begins a slice of running, or work that is whole or not at all.
    fn begin(&mut self, whole: bool);

    /// What says that the slice is over, or that someone wants it to stop.
    fn interrupted(&self) -> Box<dyn Fn() -> bool + Sync>;

    /// The names of the assignments that there are.
    fn assignments(&self) -> Vec<String> {
        Vec::new()
    }

    /// The one that is meant if none is chosen.
    fn assignment(&self) -> Option<String> {
        None
    }

    /// An assignment by its name.
    fn load_assignment(&mut self, name: &str) -> Result<Assignment, String> {
        Err(format!("there is no assignment {name}"))
    }
}

/// Why a document was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// Somebody else has changed it to this.
    Changed(String),
    /// It can't be.
    Failed(String),
}

/// What comes of a question.
pub enum Answered {
    /// The answer.
    Now(Box<Reply>),
    /// Work that takes longer and needs nothing of the workbench.
    Later(Job),
}

/// See [`Answered::Later`].
pub struct Job(Work);

enum Work {
    Check(Box<Check>),
    Game(Box<Play>),
}

impl Job {
    /// Does it.
    pub fn run(self) -> Reply {
        match self.0 {
            Work::Check(check) => check.run(),
            Work::Game(play) => play.run().unwrap_or_else(|why| Reply::Refused { why }),
        }
    }
}

/// An open document.
struct Open {
    name: String,
    text: String,
    /// What is on the disk, as far as is known.
    saved: String,
}

/// See the module.
pub struct Workbench<W> {
    world: W,
    documents: Vec<Open>,
    program: language::Program,
    run: Option<Run>,
    points: Vec<PointAsked>,
}

/// Identifies a text: sixteen hexadecimal digits.
pub fn version(text: &str) -> String {
    let mut digest = digest_of([("", text.as_bytes())]);
    digest.truncate(16);
    digest
}

/// Documents as they are on the page, and what they include from the world.
struct Texts<'a, W> {
    documents: &'a [Open],
    world: &'a mut W,
}

impl<W: World> Loader for Texts<'_, W> {
    fn load(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match self.documents.iter().find(|document| document.name == name) {
            Some(document) => Ok(document.text.clone().into_bytes()),
            None => self.world.include(name),
        }
    }
}

impl<W: World> Workbench<W> {
    /// With these documents, by name and text.
    pub fn new(mut world: W, documents: Vec<(String, String)>) -> Workbench<W> {
        let open = |(name, text): (String, String)| Open { name, saved: text.clone(), text };
        let documents: Vec<Open> = documents.into_iter().map(open).collect();
        let program = read(&documents, &mut world);
        Workbench { world, documents, program, run: None, points: Vec::new() }
    }

    /// Answers a question.
    pub fn answer(&mut self, request: Request) -> Answered {
        let work = match request {
            Request::Check { assignment } => {
                self.check(&assignment).map(|check| Work::Check(Box::new(check)))
            }
            Request::Game { protocol, seed, moves } => {
                self.game(protocol, seed, moves).map(|play| Work::Game(Box::new(play)))
            }
            request => {
                let reply = self.reply(request);
                return Answered::Now(Box::new(reply.unwrap_or_else(|why| Reply::Refused { why })));
            }
        };
        match work {
            Ok(work) => Answered::Later(Job(work)),
            Err(why) => Answered::Now(Box::new(Reply::Refused { why })),
        }
    }

    fn reply(&mut self, request: Request) -> Result<Reply, String> {
        Ok(match request {
            Request::Open {} => Reply::Opened(self.opened()),
            Request::Edit { file, text, base } => self.edit(&file, text, base.as_deref())?,
            Request::Hover { file, line, column } => {
                edit::hovered(&self.program, &file, line, column)
            }
            Request::Complete { file, line, column } => {
                edit::completed(&self.program, &file, line, column)
            }
            Request::Format { text } => {
                Reply::Formatted { text: format(&text, &Columns::default()) }
            }
            Request::Reference { word } => reference(&word),
            Request::Overview {} => Reply::Pages {
                groups: overview().into_iter().map(|g| (g.title.to_string(), g.rows)).collect(),
            },
            Request::Start { screen: Some(screen), .. } => self.redraw(&screen)?,
            Request::Start { game: Some(game), devices, .. } => self.replay(&game, &devices)?,
            Request::Start { input, devices, .. } => self.start(&input, &devices)?,
            Request::Quit {} => {
                self.run = None;
                Reply::Idle {}
            }
            Request::Points { points } => self.set_points(points)?,
            Request::Task { assignment } => {
                let head = self.world.load_assignment(&assignment)?.head;
                Reply::Task { title: head.title, about: head.about }
            }
            Request::Check { .. } | Request::Game { .. } => {
                return Err("it is done beside everything else".into());
            }
            request => return self.in_run(request),
        })
    }

    /// What is asked of a run.
    fn in_run(&mut self, request: Request) -> Result<Reply, String> {
        self.world.begin(!matches!(request, Request::Go { how, .. } if how.is_sliced()));
        let Some(run) = &mut self.run else { return Ok(Reply::Idle {}) };
        let mut seen = None;
        match request {
            Request::Go { how, more, seen: known } => {
                run.go(how, more);
                seen = Some(known);
            }
            Request::Seek { step } => run.seek(step),
            Request::SeekOutput { byte } => run
                .seek_output(byte)
                .then_some(())
                .ok_or("the program has not written that much")?,
            Request::Input { text } => run.input(&text)?,
            Request::Keys { keys } => {
                run.press(&keys);
                return Ok(Reply::Idle {});
            }
            Request::Set { place, value } => run.set(&place, &value)?,
            Request::Memory { at, words } => {
                let (address, words) = run.memory(&at, words)?;
                return Ok(Reply::Memory { address, words });
            }
            Request::Stack {} => return Ok(run.stack()),
            Request::Origin { place } => return Ok(Reply::Origin { rows: run.origin(&place)? }),
            _ => {}
        }
        Ok(Reply::Moment(Box::new(run.moment(seen))))
    }

    fn opened(&self) -> Opened {
        let document = |open: &Open| Document {
            file: open.name.clone(),
            text: open.text.clone(),
            version: version(&open.saved),
        };
        Opened {
            release: env!("CARGO_PKG_VERSION").into(),
            documents: self.documents.iter().map(document).collect(),
            assignments: self.world.assignments(),
            assignment: self.world.assignment(),
            problems: edit::problems(&self.program),
        }
    }

    fn edit(&mut self, file: &str, text: String, base: Option<&str>) -> Result<Reply, String> {
        if text.len() > MAX_TEXT {
            return Err(format!("a document can't have more than {} MiB", MAX_TEXT >> 20));
        }
        let open = self.documents.iter_mut().find(|open| open.name == file);
        let open = open.ok_or_else(|| format!("{file} is not open"))?;
        let (mut conflict, mut failure) = (None, None);
        if base.is_some_and(|base| base != version(&open.saved)) && text != open.saved {
            conflict = Some(open.saved.clone());
        } else if text != open.saved {
            match self.world.save(file, &text, &open.saved) {
                Ok(()) => open.saved = text.clone(),
                Err(SaveError::Changed(disk)) => {
                    open.saved = disk.clone();
                    conflict = Some(disk);
                }
                Err(SaveError::Failed(why)) => failure = Some(why),
            }
        }
        let version = version(&open.saved);
        if open.text != text {
            open.text = text;
            self.program = read(&self.documents, &mut self.world);
        }
        let problems = edit::problems(&self.program);
        Ok(Reply::Edited(Edited { version, conflict, failure, problems }))
    }

    fn assembled(&mut self) -> Assembly {
        let names: Vec<&str> = self.documents.iter().map(|open| open.name.as_str()).collect();
        let mut texts = Texts { documents: &self.documents, world: &mut self.world };
        assemble(&names, &mut texts, &AsmOptions::default())
    }

    fn start(&mut self, input: &str, devices: &Devices) -> Result<Reply, String> {
        self.run = None;
        let assembly = self.assembled();
        if !assembly.succeeded() {
            return Ok(Reply::Idle {});
        }
        let host = StudioHost::new(self.world.host());
        let mut run =
            Run::new(assembly.image, host, self.world.interrupted(), devices, KeyList::default())?;
        run.prepare(input);
        Ok(self.begin(run))
    }

    /// Plays a game again, up to its last line.
    fn replay(&mut self, game: &GameAgain, devices: &Devices) -> Result<Reply, String> {
        self.run = None;
        let script: Script = game.script.parse().map_err(|why: ScriptError| why.to_string())?;
        let assembly = self.assembled();
        if !assembly.succeeded() {
            return Ok(Reply::Idle {});
        }
        let typing = match game.boards {
            true => {
                let program = Program::new(assembly.image.clone(), Limits::default());
                protocol(&program, game.protocol.as_deref())?.typing()
            }
            false => Typing::default(),
        };
        let host = StudioHost::given(self.world.host(), script.start_drawing(), typing.seeds);
        let mut run =
            Run::new(assembly.image, host, self.world.interrupted(), devices, KeyList::default())?;
        self.world.begin(true);
        run.replay(&script, &typing);
        Ok(self.begin(run))
    }

    /// Makes a run again up to where a picture was wrong.
    fn redraw(&mut self, screen: &ScreenScript) -> Result<Reply, String> {
        self.run = None;
        let assembly = self.assembled();
        if !assembly.succeeded() {
            return Ok(Reply::Idle {});
        }
        let keys: KeyList = screen.keys.parse().map_err(|why: KeyListError| why.to_string())?;
        let devices = Devices { keyboard: true, bitmap: screen.bitmap.clone() };
        let draws = Draws::new(screen.draws.clone(), Tail::Count);
        let host = StudioHost::timeless(self.world.host(), draws);
        let interrupted = self.world.interrupted();
        let mut run = Run::new(assembly.image, host, interrupted, &devices, keys)?;
        run.prepare(&screen.input);
        self.world.begin(true);
        run.seek(screen.step);
        Ok(self.begin(run))
    }

    fn begin(&mut self, mut run: Run) -> Reply {
        run.set_points(&self.points);
        let moment = run.moment(None);
        self.run = Some(run);
        Reply::Moment(Box::new(moment))
    }

    fn set_points(&mut self, points: Vec<PointAsked>) -> Result<Reply, String> {
        if points.len() > MAX_POINTS {
            return Err(format!("there can't be more than {MAX_POINTS} places to stop at"));
        }
        let unknown = |point: &PointAsked| PointSet { line: point.line, failure: None };
        let set = match &mut self.run {
            Some(run) => run.set_points(&points),
            None => points.iter().map(unknown).collect(),
        };
        self.points = points;
        Ok(Reply::Points { points: set })
    }

    /// A game on the program as it is.
    fn game(
        &mut self,
        protocol: Option<String>,
        seed: u64,
        moves: Vec<Move>,
    ) -> Result<Play, String> {
        let assembly = self.assembled();
        match assembly.succeeded() {
            true => Ok(Play { image: assembly.image, protocol, seed, moves }),
            false => Err("the program has errors".into()),
        }
    }

    /// The tests of an assignment on the documents as they are.
    fn check(&mut self, name: &str) -> Result<Check, String> {
        let assignment = self.world.load_assignment(name)?;
        let main = self.documents.first().ok_or("no document is open")?;
        let mut submission = Submission::of_text(&main.name, &main.text);
        for other in &self.documents[1..] {
            submission.files.push((other.name.clone(), other.text.clone()));
        }
        // What the documents include comes along.
        let known = self.program.assembly.sources.files();
        let known: BTreeMap<&str, String> =
            known.iter().map(|file| (file.name.as_str(), file.text.to_string())).collect();
        for (name, text) in known {
            if !submission.files.iter().any(|(own, _)| own == name) {
                submission.files.push((name.to_string(), text));
            }
        }
        submission.files[1..].sort();
        Ok(Check { assignment, submission })
    }
}

fn read<W: World>(documents: &[Open], world: &mut W) -> language::Program {
    let names: Vec<String> = documents.iter().map(|open| open.name.clone()).collect();
    language::Program::read(&names, &mut Texts { documents, world })
}

fn reference(word: &str) -> Reply {
    match find(word) {
        Some(topic) => Reply::Page {
            title: topic.title(),
            text: to_markdown(&topic.title(), &topic.blocks()),
            like: Vec::new(),
        },
        None => {
            let like = nearest(word).into_iter().map(str::to_string).collect();
            Reply::Page { title: word.into(), text: String::new(), like }
        }
    }
}
