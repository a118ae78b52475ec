//! Whether strategies can be built for a game, found out before any of them plays, and the solved
//! game for the one that needs it. Used by `bot` too.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use engine::solve::TARGETS;
use engine::strategy::{BuildError, Setup, Spec};
use engine::{Odds, Rules};

use crate::exit::{Exit, OrExit};
use crate::io::Io;
use crate::play::hints;
use crate::play::setup;

/// What strategies are built with; every one of these can be.
pub(crate) fn setup<'a>(
    specs: impl IntoIterator<Item = &'a Spec>,
    rules: Rules,
    depth: Option<u32>,
    policy: Option<&Path>,
    io: &mut Io,
) -> anyhow::Result<Setup> {
    let setup = Setup::new(rules).with_depth(depth);
    let mut needs_policy = Vec::new();
    for spec in specs {
        match spec.build(&setup) {
            Ok(_) => {}
            Err(BuildError::NoPolicy { .. }) => needs_policy.push(spec),
            Err(error) => return Err(error).or_exit(Exit::Usage),
        }
    }
    let Some(spec) = needs_policy.first() else { return Ok(setup) };
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
    let solved = hints::find(&game, policy, false, io)?.into_policy();
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
