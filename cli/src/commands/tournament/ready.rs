//! Whether strategies can be built for a game, found out before any of them plays, and the solved
//! game for the one that needs it. Used by `bot` too.

use std::path::Path;
use std::sync::Arc;

use engine::solve::TARGETS;
use engine::strategy::{BuildError, Setup, Spec};
use engine::{Odds, Rules};

use crate::exit::Exit;
use crate::io::Io;
use crate::play::hints::{self, Refused};
use crate::play::setup;

/// What strategies are built with; every one of these can be.
pub(crate) fn setup<'a>(
    specs: impl IntoIterator<Item = &'a Spec>,
    rules: Rules,
    depth: Option<u32>,
    policy: Option<&Path>,
    io: &mut Io,
) -> Result<Setup, Refused> {
    let setup = Setup::new(rules).with_depth(depth);
    let mut needs_policy = Vec::new();
    for spec in specs {
        match spec.build(&setup) {
            Ok(_) => {}
            Err(BuildError::NoPolicy { .. }) => needs_policy.push(spec),
            Err(error) => return Err(refused(error.to_string())),
        }
    }
    let Some(spec) = needs_policy.first() else { return Ok(setup) };
    let target = u32::try_from(rules.goal()).ok();
    if !target.is_some_and(|target| TARGETS.contains(&target)) || !rules.stop_at_win() {
        let sentence = "`optimal3x3` plays games that end with a tile from 8 to 1024";
        return Err(refused(sentence.to_owned()));
    }
    if ![Odds::NEVER, Odds::TENTH].contains(&rules.fours()) {
        let sentence = "`optimal3x3` plays games where a new tile is always 2, or a 4 once in ten";
        return Err(refused(sentence.to_owned()));
    }
    let game = setup::Setup { rules, start: None, twin: None };
    let solved = hints::find(&game, policy, false, io)?.into_policy();
    let solved = solved.ok_or_else(|| refused("the game could not be solved".to_owned()))?;
    let setup = setup.with_policy(Arc::new(solved));
    match spec.build(&setup) {
        Ok(_) => Ok(setup),
        Err(error) => Err(refused(error.to_string())),
    }
}

pub(crate) fn refused(sentence: String) -> Refused {
    Refused { exit: Exit::Usage, sentence }
}

/// Reads the name of a strategy. An error is a sentence that leads on.
pub(crate) fn spec(text: &str) -> Result<Spec, Refused> {
    text.parse::<Spec>().map_err(|error| {
        refused(format!("{error}; `fivetwelve tournament --list` shows all strategies"))
    })
}
