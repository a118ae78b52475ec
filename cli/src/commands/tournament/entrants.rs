//! From the command line to who plays by which rules. Nothing is played here, but all that can be
//! wrong with the names, sizes and depths is found.

use engine::strategy::{Entry, METHODS, Spec, list};
use engine::tournament::thesis;
use engine::{Odds, Rules};

use super::strategy;
use crate::args::tournament::{ODDS, TournamentArgs};
use crate::args::{PlayArgs, Preset};
use crate::exit::Exit;
use crate::play::setup::Setup;

/// One who takes part.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    /// What it is called: the strategy as it was written, with other odds behind @.
    pub(crate) label: String,
    pub(crate) spec: Spec,
    pub(crate) rules: Rules,
}

impl Entrant {
    /// How many directions a method searches; `None` if it is not a method.
    pub(crate) fn directions(&self) -> Option<usize> {
        let method = METHODS.iter().find(|method| method.name == self.spec.entry().name);
        method.map(|method| method.directions.len())
    }

    /// Whether it plays as the thesis did, so that its row is about the same.
    pub(crate) fn is_thesis_method(&self, depth: Option<u32>) -> bool {
        let depth = self.spec.depth().or(depth).unwrap_or(thesis::DEPTH);
        self.rules == Rules::classic()
            && self.label.split(':').skip(1).all(|part| part.bytes().all(|b| b.is_ascii_digit()))
            && depth == thesis::DEPTH
            && thesis::row_of(self.spec.entry().name).is_some()
    }
}

/// Everyone, in the order in which they were named.
pub(super) fn entrants(args: &TournamentArgs) -> anyhow::Result<Vec<Entrant>> {
    let usage = |sentence: String| Exit::Usage.error(sentence);
    let rules = rules_of(args).map_err(usage)?;
    let names: Vec<String> = match (args.thesis, args.strategies.as_slice()) {
        (true, _) => methods(args.variants).map(|entry| entry.name.to_owned()).collect(),
        (false, []) => {
            let sentence = "no strategy is named: give some, such as `7 em-v2`, or --thesis; --list \
                            shows all strategies";
            return Err(Exit::Usage.error(sentence));
        }
        (false, names) => names.to_vec(),
    };
    let mut entrants: Vec<Entrant> = Vec::new();
    // What was chosen for all methods, as parts of a strategy.
    let options: Vec<&str> = [args.leaf, args.dead, args.search].into_iter().flatten().collect();
    let mut took_options = options.is_empty();
    for name in &names {
        let (text, odds) = split(name)?;
        let mut spec = strategy::spec(text)?;
        let is_method = METHODS.iter().any(|method| method.name == spec.entry().name);
        if is_method && !options.is_empty() {
            spec = strategy::spec(&format!("{text}:{}", options.join(":")))?;
            took_options = true;
        }
        let rules = match odds {
            Some(odds) => with_odds(rules, odds).map_err(usage)?,
            None => rules,
        };
        let suffix = name.find('@').map_or("", |at| &name[at..]);
        let mut all = vec![Entrant { label: format!("{spec}{suffix}"), spec: spec.clone(), rules }];
        if args.ablations && is_method {
            all.extend(ablations(&spec, suffix, rules));
        }
        for entrant in all {
            if entrants.iter().any(|other| other.label == entrant.label) {
                return Err(usage(format!("`{}` is named twice", entrant.label)));
            }
            entrants.push(entrant);
        }
    }
    if !took_options {
        let sentence = "--leaf, --dead and --search are for the methods of the thesis, and none \
                        of them plays";
        return Err(Exit::Usage.error(sentence));
    }
    Ok(entrants)
}

/// The methods of the thesis, with variants or without.
pub(super) fn methods(variants: bool) -> impl Iterator<Item = Entry> {
    list().filter(move |entry| {
        let is_method = METHODS.iter().any(|method| method.name == entry.name);
        is_method && (variants || thesis::row_of(entry.name).is_some())
    })
}

/// The other choices, one at a time, as far as they go together with what was written.
fn ablations(spec: &Spec, suffix: &str, rules: Rules) -> Vec<Entrant> {
    let with = |part: &str| {
        let spec: Spec = format!("{spec}:{part}").parse().ok()?;
        Some(Entrant { label: format!("{spec}{suffix}"), spec, rules })
    };
    let mut all: Vec<Entrant> =
        ["before-move", "skip", "expectimax"].into_iter().filter_map(with).collect();
    if suffix.is_empty()
        && let Ok(rules) = rules.with_fours(Odds { fours: 1, of: 2 })
    {
        all.push(Entrant { label: format!("{spec}@50/50"), spec: spec.clone(), rules });
    }
    all
}

/// A strategy and the odds behind it.
fn split(name: &str) -> anyhow::Result<(&str, Option<Odds>)> {
    let Some((text, odds)) = name.split_once('@') else { return Ok((name, None)) };
    match ODDS.iter().find(|(known, ..)| *known == odds) {
        Some((.., odds)) => Ok((text, Some(*odds))),
        None => Err(Exit::Usage.error(format!(
            "`{odds}` in `{name}` is not one of the odds of new tiles: 2, 90/10, 50/50"
        ))),
    }
}

/// The rules of everyone who has no odds of their own.
pub(super) fn rules_of(args: &TournamentArgs) -> Result<Rules, String> {
    let small = args.size == Some(3) && args.goal.is_none_or(|goal| goal == 512);
    let usual = if small && args.spawn.is_none() { Preset::Mips512 } else { Preset::Classic };
    let native = PlayArgs {
        native: true,
        preset: Some(args.preset.unwrap_or(usual)),
        size: args.size,
        goal: args.goal,
        play_on: args.play_on,
        ..PlayArgs::default()
    };
    let native = match (args.size, args.preset) {
        (None, None | Some(Preset::Classic)) => PlayArgs { size: Some(4), ..native },
        _ => native,
    };
    let rules = Setup::new(&native)?.rules;
    match args.spawn {
        Some(odds) => with_odds(rules, odds),
        None => Ok(rules),
    }
}

fn with_odds(rules: Rules, odds: Odds) -> Result<Rules, String> {
    rules.with_fours(odds).map_err(|error| error.to_string())
}
