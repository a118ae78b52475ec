//! From the name of a strategy to what it is built with: whether it can be is found out before it
//! plays, and the solved game is there for the one that needs it. Used by `bot` too.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use engine::solve::TARGETS;
use engine::strategy::{BuildError, Setup, Spec};
use engine::{Odds, Rules};

use crate::exit::{Exit, OrExit};
use crate::play::hints;
use crate::play::setup;

/// What a strategy is built with; it can be.
pub(crate) fn setup(
    spec: &Spec,
    rules: Rules,
    depth: Option<u32>,
    policy: Option<&Path>,
) -> anyhow::Result<Setup> {
    let setup = Setup::new(rules).with_depth(depth);
    match spec.build(&setup) {
        Ok(_) => return Ok(setup),
        Err(BuildError::NoPolicy { .. }) => {}
        Err(error) => return Err(error).or_exit(Exit::Usage),
    }
    let target = u32::try_from(rules.goal()).ok();
    if !target.is_some_and(|target| TARGETS.contains(&target)) || !rules.stop_at_win() {
        let sentence = "`optimal3x3` plays games that end with a tile from 8 to 1024";
        return Err(Exit::Usage.error(sentence));
    }
    if ![Odds::NEVER, Odds::TENTH].contains(&rules.fours()) {
        let sentence = "`optimal3x3` plays games where a new tile is always 2, or a 4 once in ten";
        return Err(Exit::Usage.error(sentence));
    }
    let game = setup::Setup { rules, start: None, twin: None };
    let solved = hints::find(&game, policy, false)?.into_policy();
    let solved = solved.context("the game could not be solved")?;
    let setup = setup.with_policy(Arc::new(solved));
    spec.build(&setup).or_exit(Exit::Usage)?;
    Ok(setup)
}

/// Reads the name of a strategy. An error is a sentence that leads on.
pub(crate) fn spec(text: &str) -> anyhow::Result<Spec> {
    text.parse::<Spec>().map_err(|error| {
        let hint = "`fivetwelve tournament --list` shows all strategies";
        Exit::Usage.error(format!("{error}; {hint}"))
    })
}
