//! Breakpoints and watchpoints: where to stop, and under which conditions.

use mips_sim::Image;
use mips_sim::config::MemoryConfig;
use mips_sim::image::Place;
use mips_sim::source::FileId;

use crate::expression::{EvaluationError, Expression, ExpressionError, Scene, label};
use crate::location::Location;

/// The number of a point, which front ends show.
pub type PointId = u32;

/// A place where a run stops.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its number.
    pub id: PointId,
    /// Whether it counts at the moment.
    pub enabled: bool,
    /// What it looks out for.
    pub target: Target,
    /// Further demands.
    pub rule: PointRule,
}

/// What a point looks out for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Control comes to one of these addresses.
    Code(Vec<u32>),
    /// A place is used.
    Watch(Location, Use),
}

/// Which use of a place stops a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Something reads it.
    Read,
    /// Something writes it, if only what was there already.
    Write,
    /// Something writes another value.
    Change,
    /// Something reads or writes it.
    Any,
}

/// What must hold besides, and what happens then.
#[derive(Clone, Debug, Default)]
pub struct PointRule {
    /// An expression that must not be 0.
    pub condition: Option<Expression>,
    /// How often it must have been hit, from the start of the run.
    pub hits: Option<Hits>,
    /// A message to give, instead of stopping.
    pub message: Option<Message>,
}

/// A demand on how often something has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// The so manieth time.
    Exactly(u64),
    /// From the so manieth time on.
    From(u64),
    /// Every so many times.
    Every(u64),
}

impl Hits {
    /// Reads `5`, `>= 5`, `> 5` or `% 5`.
    pub fn read(text: &str) -> Option<Hits> {
        let text = text.trim();
        let number = |digits: &str| digits.trim().parse().ok();
        if let Some(rest) = text.strip_prefix(">=") {
            number(rest).map(Hits::From)
        } else if let Some(rest) = text.strip_prefix('>') {
            number(rest).map(|n: u64| Hits::From(n.saturating_add(1)))
        } else if let Some(rest) = text.strip_prefix('%') {
            number(rest).filter(|n| *n > 0).map(Hits::Every)
        } else {
            number(text.trim_start_matches('=')).map(Hits::Exactly)
        }
    }

    pub(crate) fn allows(self, count: u64) -> bool {
        match self {
            Hits::Exactly(wanted) => count == wanted,
            Hits::From(first) => count >= first,
            Hits::Every(n) => count.is_multiple_of(n),
        }
    }
}

/// A message with expressions in braces: `i is {$t0}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(Expression),
}

impl Message {
    /// Reads a message. Columns of errors count from the start of the message.
    pub fn read(text: &str, image: &Image) -> Result<Message, ExpressionError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            let Some((inside, after)) = behind.split_once('}') else { break };
            parts.push(Part::Text(before.to_string()));
            let at = text[..text.len() - behind.len()].chars().count();
            let expression = Expression::read(inside, image)
                .map_err(|error| ExpressionError { column: at + error.column, ..error })?;
            parts.push(Part::Value(expression));
            rest = after;
        }
        parts.push(Part::Text(rest.to_string()));
        Ok(Message { parts })
    }

    /// The message with its values at a moment.
    pub fn text(&self, scene: &Scene<'_>) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(expression) => match expression.value(scene) {
                Ok(value) => value.to_string(),
                Err(error) => format!("({error})"),
            },
        };
        self.parts.iter().map(part).collect()
    }
}

/// Where a breakpoint came to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The addresses to stop at, at least one: a line in a macro has one for each use.
    pub addresses: Vec<u32>,
    /// The line that they are in, if that is not the one that was asked for.
    pub moved: Option<u32>,
}

/// Why there is nothing to stop at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// No label has this name.
    #[error("there is no label `{0}`")]
    NoLabel(String),
    /// The label names data.
    #[error("`{0}` is data; `watch {0}` stops when it changes")]
    Data(String),
    /// There is no instruction at an address.
    #[error("there is no instruction at 0x{0:08x}")]
    NoInstruction(u32),
    /// No instruction comes from this line or one below it.
    #[error("there is no instruction in line {0} or below it")]
    NoLine(u32),
    /// No file of the program has this name.
    #[error("the program has no file `{0}`")]
    NoFile(String),
}

/// The instructions of a line of the source, or of the next one that has any.
pub fn at_line(image: &Image, file: FileId, line: u32) -> Result<Resolved, ResolveError> {
    let begins = |place: &Place<'_>| place.word.first && place.file == file && place.line >= line;
    let own = image.places().filter(begins).map(|place| place.line);
    // A macro call has no instruction of its own; those that it made are elsewhere.
    let outer = image.places().map(|place| place.outermost());
    let called = outer.filter(|(of, at)| *of == file && *at >= line).map(|(_, at)| at);
    let found = own.chain(called).min().ok_or(ResolveError::NoLine(line))?;
    let in_line = |place: &Place<'_>| begins(place) && place.line == found;
    let mut addresses: Vec<u32> =
        image.places().filter(in_line).map(|place| place.word.address).collect();
    if addresses.is_empty() {
        let mut of_call = image.places().filter(|place| place.outermost() == (file, found));
        addresses.extend(of_call.next().map(|place| place.word.address));
    }
    Ok(Resolved { addresses, moved: Some(found).filter(|found| *found != line) })
}

/// The file of a program by its name, or by the end of it.
pub fn file_named(image: &Image, name: &str) -> Result<FileId, ResolveError> {
    let ids = || image.places().flat_map(|place| [place.file, place.outermost().0]);
    let full = |id: &FileId| image.sources.file(*id).name == name;
    let end = |id: &FileId| {
        let rest = image.sources.file(*id).name.strip_suffix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
    };
    let found = ids().find(full).or_else(|| ids().find(end));
    found.ok_or_else(|| ResolveError::NoFile(name.to_string()))
}

/// The instruction at a label.
pub fn at_label(image: &Image, name: &str) -> Result<Resolved, ResolveError> {
    let address = label(image, name).ok_or_else(|| ResolveError::NoLabel(name.to_string()))?;
    if image.text_at(address).is_none() && is_data(&image.config, address) {
        return Err(ResolveError::Data(name.to_string()));
    }
    at_address(image, address)
}

fn is_data(config: &MemoryConfig, address: u32) -> bool {
    config.region_of_text(address).is_none()
}

/// The instruction at an address.
pub fn at_address(image: &Image, address: u32) -> Result<Resolved, ResolveError> {
    match image.text_at(address) {
        Some(_) => Ok(Resolved { addresses: vec![address], moved: None }),
        None => Err(ResolveError::NoInstruction(address)),
    }
}

impl PointRule {
    /// Whether the condition holds.
    pub(crate) fn holds(&self, scene: &Scene<'_>) -> Result<bool, EvaluationError> {
        match &self.condition {
            Some(condition) => Ok(condition.value(scene)? != 0),
            None => Ok(true),
        }
    }
}
