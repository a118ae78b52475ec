//! `fivetwelve play`: chooses between the assembly game, the engine by lines, and the engine on a
//! terminal.

use std::io::{self, IsTerminal};

use engine::Rules;

use crate::args::PlayArgs;
use crate::exit::Exit;
use crate::io::Io;
use crate::play::hints::{self, Hints};
use crate::play::model::Model;
use crate::play::setup::Setup;
use crate::play::{Luck, lines, program, terminal};

pub(crate) fn run(args: &PlayArgs, io: &mut Io) -> anyhow::Result<Exit> {
    let setup = match args.native {
        true => Setup::new(args),
        false => Ok(Setup { rules: Rules::mips512(), start: None, twin: None }),
    };
    let setup = setup.map_err(|sentence| Exit::Usage.error(sentence))?;
    // A terminal that can't place its cursor is one for lines.
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb;
    let drawn = args.native && terminal && !args.plain;
    if !drawn && setup.twin.is_some() && args.play_on {
        let sentence = "--play-on contradicts --preset mips512 by lines: that game ends when it is \
                        won, as the assembly game does";
        return Err(Exit::Usage.error(sentence));
    }
    let hints = match args.hint {
        false => None,
        true => Some(hints::find(&setup, args.policy.as_deref(), drawn, io)?),
    };
    let luck = Luck::new(args.seed);
    Ok(match (hints, args.native) {
        (hints, true) if drawn => {
            let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            terminal::play(Model::new(setup, luck), hints, !plain, io)
        }
        (hints, true) => lines::play(&setup, luck, hints.and_then(Hints::into_policy).as_ref(), io),
        (hints, false) => program::play(args.seed, hints.and_then(Hints::into_policy).as_ref(), io),
    }?)
}
