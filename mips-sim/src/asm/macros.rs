//! Macro definitions and the text of their expansions. Substitution is textual, with MARS's flaw:
//! a token is replaced where its text first occurs in the line, not where it stands.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::lex::Token;
use super::lines::{Program, Text};
use crate::isa::reg;
use crate::source::SourceMap;

/// Bytes that all substitutions of a program may go over.
pub(crate) const MAX_WORK: usize = 1 << 30;

/// A macro that has been defined.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    /// The first parameter of each name; filled once the macro is complete.
    places: HashMap<String, usize>,
    /// Labels defined in its body, which each expansion renames; sorted once it is complete.
    pub(crate) labels: Vec<String>,
    /// Its `.macro` line in the merged program, and the number that MARS shows for it.
    pub(crate) from: u32,
    pub(crate) shown_from: u32,
    /// Its `.end_macro` line in the merged program.
    pub(crate) to: u32,
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

/// A chain of calls: the innermost, and the chain that it was made from.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) call: ActiveCall,
    pub(crate) parent: Option<Rc<Chain>>,
    pub(crate) depth: usize,
    /// Its index among the call sites of the image.
    pub(crate) site: u32,
}

/// The calls of a chain, innermost first.
pub(crate) fn calls(chain: &Option<Rc<Chain>>) -> impl Iterator<Item = &ActiveCall> {
    let mut next = chain.as_deref();
    std::iter::from_fn(move || {
        let chain = next?;
        next = chain.parent.as_deref();
        Some(&chain.call)
    })
}

/// The macros of one file.
#[derive(Debug, Default)]
pub(crate) struct MacroPool {
    by_name: BTreeMap<String, Vec<Rc<Macro>>>,
    /// What a call with so many arguments means: of several, the macro that begins last.
    by_arity: HashMap<(String, usize), Rc<Macro>>,
    /// The macro whose body is being read.
    pub(crate) current: Option<Macro>,
    /// The calls that are being expanded.
    pub(crate) active: Option<Rc<Chain>>,
    expansions: u32,
}

impl Macro {
    /// A macro whose body is about to be read.
    pub(crate) fn begin(name: String, from: u32, shown_from: u32) -> Macro {
        Macro {
            name,
            parameters: Vec::new(),
            places: HashMap::new(),
            labels: Vec::new(),
            from,
            shown_from,
            to: 0,
        }
    }
}

impl MacroPool {
    pub(crate) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    pub(crate) fn commit(&mut self, to: u32) {
        let Some(mut current) = self.current.take() else { return };
        current.labels.sort();
        for (place, parameter) in current.parameters.iter().enumerate() {
            current.places.entry(parameter.clone()).or_insert(place);
        }
        let complete = Rc::new(Macro { to, ..current });
        let key = (complete.name.clone(), complete.parameters.len());
        let known = self.by_arity.get(&key);
        if known.is_none_or(|known| known.from < complete.from) {
            self.by_arity.insert(key, complete.clone());
        }
        self.by_name.entry(complete.name.clone()).or_default().push(complete);
    }

    /// The macro that a call means: name and number of arguments must agree.
    pub(crate) fn find(&self, name: &str, arguments: usize) -> Option<Rc<Macro>> {
        // Most lines call no macro, and then no key has to be made.
        self.by_name.get(name)?;
        self.by_arity.get(&(name.to_string(), arguments)).cloned()
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
        calls(&self.active).any(|call| call.merged == merged)
    }

    /// How many calls are being expanded.
    pub(crate) fn depth(&self) -> usize {
        self.active.as_ref().map_or(0, |chain| chain.depth)
    }

    /// The numbers that MARS shows for the calls, outermost first.
    pub(crate) fn history(&self) -> Vec<u32> {
        let mut history: Vec<u32> = calls(&self.active).map(|call| call.shown).collect();
        history.reverse();
        history
    }
}

/// Whether a token may be a macro parameter: `%x`, or `$x` unless that is a register.
pub fn is_parameter(text: &str) -> bool {
    let dollar =
        text.starts_with('$') && reg::integer(text).is_none() && reg::float(text).is_none();
    dollar || text.len() > 1 && text.starts_with('%')
}

/// One call of a macro: what is needed to fill its arguments in.
pub(crate) struct Expansion<'a> {
    pub(crate) definition: &'a Macro,
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a SourceMap,
    pub(crate) arguments: &'a [String],
    /// The number that local labels get.
    pub(crate) number: u32,
}

impl Expansion<'_> {
    /// The text of one body line, or `None` if nothing in it is replaced. `index` counts the lines
    /// of the program from 0. `work` counts what it costs, and beyond [`MAX_WORK`] the rest is left
    /// as it is. `unknown` is told of each parameter that the macro lacks.
    pub(crate) fn line(
        &self,
        index: usize,
        work: &mut usize,
        unknown: &mut dyn FnMut(&str, &Token),
    ) -> Option<String> {
        // The tokens are those after `.eqv`, the text is from before it: as in MARS.
        let text = self.program.text(index);
        let text = text.get(self.sources);
        let mut line: Option<String> = None;
        for token in self.program.tokens(index).iter().rev() {
            let value = token.text(text);
            let Some(replacement) = self.replacement(&value) else {
                if is_parameter(&value) {
                    unknown(&value, token);
                }
                continue;
            };
            let raw = || self.program.raw(index, self.sources).to_string();
            let current = line.get_or_insert_with(raw);
            *work = work.saturating_add(current.len());
            if *work > MAX_WORK {
                break;
            }
            if let Some(at) = current.find(&*value) {
                current.replace_range(at..at + value.len(), &replacement);
            }
        }
        line
    }

    /// The parameter or label that was replaced inside another word of a line, if one was: the
    /// line then differs from one in which every token is replaced where it stands.
    pub(crate) fn misplaced(&self, index: usize, made: &str) -> Option<String> {
        let raw = self.program.raw(index, self.sources);
        let text = self.program.text(index);
        if text.get(self.sources) != raw {
            return None;
        }
        let mut meant = String::with_capacity(made.len());
        let mut replaced = Vec::new();
        let mut copied = 0;
        for token in self.program.tokens(index) {
            let value = token.text(raw);
            if let Some(replacement) = self.replacement(&value) {
                meant.push_str(&raw[copied..token.start as usize]);
                meant.push_str(&replacement);
                copied = token.end as usize;
                replaced.push((value.into_owned(), token.start));
            }
        }
        meant.push_str(&raw[copied..]);
        if meant == made {
            return None;
        }
        let elsewhere =
            |(value, start): &&(String, u32)| raw.find(value.as_str()) != Some(*start as usize);
        let first = replaced.iter().find(elsewhere).or_else(|| replaced.first());
        first.map(|(value, _)| value.clone())
    }

    /// What a token of the body becomes, if it becomes something else.
    fn replacement(&self, value: &str) -> Option<String> {
        let Macro { places, labels, .. } = self.definition;
        if is_parameter(value) {
            return Some(self.arguments[*places.get(value)?].clone());
        }
        let label = labels.binary_search_by(|label| label.as_str().cmp(value));
        label.is_ok().then(|| format!("{value}_M{}", self.number))
    }
}
