//! Macro definitions and the text of their expansions. Substitution is textual, with MARS's flaw:
//! a token is replaced where its text first occurs in the line, not where it stands.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::lex::Token;
use super::lines::{Program, Text};
use crate::isa::reg;
use crate::source::SourceMap;

/// A macro that has been defined.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    /// Labels defined in its body, which each expansion renames.
    pub(crate) labels: Vec<String>,
    /// Its `.macro` line in the merged program, and the number that MARS shows for it.
    pub(crate) from: u32,
    pub(crate) shown_from: u32,
    /// Its `.end_macro` line in the merged program.
    pub(crate) to: u32,
}

impl Macro {
    /// What a token of the body becomes in a call, if it becomes something else.
    fn replacement(&self, value: &str, arguments: &[String], number: u32) -> Option<String> {
        if is_parameter(value) {
            let k = self.parameters.iter().position(|parameter| parameter == value)?;
            return Some(arguments[k].clone());
        }
        self.labels.iter().any(|label| label == value).then(|| format!("{value}_M{number}"))
    }
}

/// A call that is being expanded.
#[derive(Clone, Debug)]
pub(crate) struct ActiveCall {
    /// The line of the call in the merged program.
    pub(crate) merged: u32,
    /// The number that MARS shows for that line.
    pub(crate) shown: u32,
    pub(crate) definition: Rc<Macro>,
    /// The text of the call and the token that names the macro.
    pub(crate) text: Text,
    pub(crate) token: Token,
}

/// The macros of one file.
#[derive(Debug, Default)]
pub(crate) struct MacroPool {
    by_name: BTreeMap<String, Vec<Rc<Macro>>>,
    /// The macro whose body is being read.
    pub(crate) current: Option<Macro>,
    pub(crate) calls: Vec<ActiveCall>,
    expansions: u32,
}

impl MacroPool {
    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    pub(crate) fn commit(&mut self, to: u32) {
        if let Some(current) = self.current.take() {
            let named = self.by_name.entry(current.name.clone()).or_default();
            named.push(Rc::new(Macro { to, ..current }));
        }
    }

    /// The macro that a call means: name and number of arguments must agree; of several, the one
    /// that begins last.
    pub(crate) fn find(&self, name: &str, arguments: usize) -> Option<Rc<Macro>> {
        let mut found: Option<&Rc<Macro>> = None;
        for candidate in self.by_name.get(name)? {
            let later = found.is_none_or(|found| found.from < candidate.from);
            if candidate.parameters.len() == arguments && later {
                found = Some(candidate);
            }
        }
        found.cloned()
    }

    /// All macros of a name.
    pub(crate) fn named(&self, name: &str) -> &[Rc<Macro>] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// All macros by name, then in order of definition.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Rc<Macro>> {
        self.by_name.values().flatten()
    }

    /// The number of the next expansion in this file.
    pub(crate) fn next_number(&mut self) -> u32 {
        self.expansions += 1;
        self.expansions - 1
    }

    /// MARS's test for recursion: the call's line is being expanded already.
    pub(crate) fn is_active(&self, merged: u32) -> bool {
        self.calls.iter().any(|call| call.merged == merged)
    }
}

/// Whether a token may be a macro parameter: `%x`, or `$x` unless that is a register.
pub(crate) fn is_parameter(text: &str) -> bool {
    let dollar =
        text.starts_with('$') && reg::integer(text).is_none() && reg::float(text).is_none();
    dollar || text.len() > 1 && text.starts_with('%')
}

/// The text of one body line for one call, or `None` if nothing in it is replaced. `index` counts
/// the lines of the program from 0. `unknown` is told of each parameter that the macro lacks.
pub(crate) fn substituted(
    definition: &Macro,
    program: &Program,
    index: usize,
    sources: &SourceMap,
    arguments: &[String],
    number: u32,
    unknown: &mut dyn FnMut(&str, &Token),
) -> Option<String> {
    // The tokens are those after `.eqv`, the text is from before it: as in MARS.
    let text = program.text(index);
    let text = text.get(sources);
    let mut line: Option<String> = None;
    for token in program.tokens(index).iter().rev() {
        let value = token.text(text);
        let Some(replacement) = definition.replacement(&value, arguments, number) else {
            if is_parameter(&value) {
                unknown(&value, token);
            }
            continue;
        };
        let current = line.get_or_insert_with(|| program.raw(index, sources).to_string());
        if let Some(at) = current.find(&*value) {
            current.replace_range(at..at + value.len(), &replacement);
        }
    }
    line
}

/// The parameter or label that was replaced inside another word of a line, if one was: the line
/// then differs from one in which every token is replaced where it stands.
pub(crate) fn misplaced(
    definition: &Macro,
    program: &Program,
    index: usize,
    sources: &SourceMap,
    arguments: &[String],
    number: u32,
    made: &str,
) -> Option<String> {
    let raw = program.raw(index, sources);
    let text = program.text(index);
    if text.get(sources) != raw {
        return None;
    }
    let mut meant = raw.to_string();
    let mut replaced = Vec::new();
    for token in program.tokens(index).iter().rev() {
        let value = token.text(raw);
        if let Some(replacement) = definition.replacement(&value, arguments, number) {
            meant.replace_range(token.start as usize..token.end as usize, &replacement);
            replaced.push((value.into_owned(), token.start));
        }
    }
    if meant == made {
        return None;
    }
    let elsewhere =
        |(value, start): &&(String, u32)| raw.find(value.as_str()) != Some(*start as usize);
    let first = replaced.iter().find(elsewhere).or_else(|| replaced.first());
    first.map(|(value, _)| value.clone())
}
