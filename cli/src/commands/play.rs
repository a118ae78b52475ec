//! `fivetwelve play`: chooses between the assembly game, the engine by lines, and the engine on a
//! terminal.

use engine::Rules;

use crate::args::PlayArgs;
use crate::exit::Exit;
use crate::io::{Io, can_draw};
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
    let drawn = args.native && can_draw() && !args.plain;
    if !drawn && setup.twin.is_some() && args.play_on {
        let sentence = "--play-on contradicts --preset mips512 by lines: that game ends when it is \
                        won, as the assembly game does";
        return Err(Exit::Usage.error(sentence));
    }
    let hints = match args.hint {
        false => None,
        true => Some(hints::find(&setup, args.policy.as_deref(), drawn)?),
    };
    let luck = Luck::new(args.seed);
    if drawn {
        return Ok(terminal::play(Model::new(setup, luck), hints, io.on_out.color, io)?);
    }
    let policy = hints.and_then(Hints::into_policy);
    match args.native {
        true => Ok(lines::play(&setup, luck, policy.as_ref(), io)?),
        false => program::play(args.seed, policy.as_ref(), io),
    }
}
