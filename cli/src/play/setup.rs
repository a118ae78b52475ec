//! From options to rules: which game is played, and which options contradict each other. Pure.

use engine::protocol::Fidelity;
use engine::{Board, Game, Rules, Start};

use crate::args::{PlayArgs, Preset};

/// A native game to be played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    /// The board to start from; otherwise the rules make one.
    pub(crate) start: Option<Board>,
    /// That it is the assembly game, and how true it is to the program.
    pub(crate) twin: Option<Fidelity>,
}

impl Setup {
    /// Reads the options of the native game. An error is a sentence for the user.
    pub(crate) fn new(args: &PlayArgs) -> Result<Setup, String> {
        // Without a word about it, the game is that of the assembly program, or near to it.
        let usual = match args.preset {
            Some(Preset::Classic) => Rules::classic(),
            _ => Rules::mips512(),
        };
        let side = args.size.or(args.from.map(|board| board.side())).unwrap_or(usual.side());
        let preset = args.preset.unwrap_or_else(|| {
            let same = side == usual.side() && args.goal.is_none_or(|goal| goal == usual.goal());
            if same { Preset::Mips512 } else { Preset::Classic }
        });
        let setup = match preset {
            Preset::Mips512 => twin(args)?,
            Preset::Classic => classic(args, side)?,
        };
        if let Some(board) = args.from {
            Game::from_board(setup.rules, board).map_err(|error| format!("--from: {error}"))?;
        }
        Ok(setup)
    }
}

fn twin(args: &PlayArgs) -> Result<Setup, String> {
    let rules = Rules::mips512();
    let fixed = |option: &str, given: u64, wanted: u64| match given == wanted {
        true => Ok(()),
        false => Err(format!(
            "--{option} {given} contradicts --preset mips512, where it is {wanted}; \
             --preset classic can have another"
        )),
    };
    fixed("size", args.size.map_or(3, |side| side as u64), 3)?;
    fixed("goal", args.goal.unwrap_or(rules.goal()), rules.goal())?;
    let fidelity = args.fidelity.unwrap_or(Fidelity::Program);
    let rules = match fidelity {
        Fidelity::Program => rules,
        Fidelity::Intended => rules.with_start(Start::FreshPasses),
    };
    Ok(Setup { rules: going_on(rules, args), start: args.from, twin: Some(fidelity) })
}

fn classic(args: &PlayArgs, side: usize) -> Result<Setup, String> {
    if args.fidelity.is_some() {
        return Err("--fidelity is for --preset mips512 only: other games have no program that \
                    they could be true to"
            .into());
    }
    let goal = args.goal.unwrap_or(usual_goal(side));
    let rules = Rules::new(side, goal).map_err(|error| error.to_string())?;
    let largest = largest_tile(side);
    if goal > largest && args.from.is_none() {
        return Err(format!(
            "--goal {goal} can't be reached on {side}×{side} cells: the largest tile there is \
             {largest}"
        ));
    }
    Ok(Setup { rules: going_on(rules, args), start: args.from, twin: None })
}

fn going_on(rules: Rules, args: &PlayArgs) -> Rules {
    if args.play_on { rules.playing_on() } else { rules }
}

/// A goal that can be reached, but not at once.
fn usual_goal(side: usize) -> u64 {
    match side {
        2 => 16,
        3 => 512,
        _ => Rules::classic().goal(),
    }
}

/// The largest tile where new ones are 2 or 4: a full board that runs from 4, 4, 8 … upwards.
fn largest_tile(side: usize) -> u64 {
    1u64.checked_shl(side as u32 * side as u32 + 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> PlayArgs {
        PlayArgs { native: true, ..PlayArgs::default() }
    }

    fn told(args: PlayArgs) -> String {
        match Setup::new(&args) {
            Ok(Setup { rules, start, twin }) => format!(
                "{}×{} to {}, fours {}/{}, {:?}, stops {}, start {:?}, twin {:?}",
                rules.side(),
                rules.side(),
                rules.goal(),
                rules.fours().fours,
                rules.fours().of,
                rules.start(),
                rules.stop_at_win(),
                start,
                twin
            ),
            Err(sentence) => sentence,
        }
    }

    #[test]
    fn every_size_has_its_usual_game() {
        let of_side = |size| told(PlayArgs { size: Some(size), ..args() });
        insta::assert_snapshot!(
            [told(args()), of_side(2), of_side(3), of_side(4), of_side(8)].join("\n")
        );
    }

    #[test]
    fn options_refine_it() {
        let classic = Some(Preset::Classic);
        let from = |text: &str| Some(text.parse().unwrap());
        let cases = [
            PlayArgs { preset: classic, size: Some(3), ..args() },
            PlayArgs { goal: Some(64), ..args() },
            PlayArgs { size: Some(3), goal: Some(1024), play_on: true, ..args() },
            PlayArgs { fidelity: Some(Fidelity::Intended), ..args() },
            PlayArgs { from: from("2 . / . 2"), ..args() },
            PlayArgs { from: from("2 . . / . 2 . / . . 512"), ..args() },
            PlayArgs { from: from("2 . . / . 2 . / . . 1024"), play_on: true, ..args() },
        ];
        insta::assert_snapshot!(cases.map(told).join("\n"));
    }

    #[test]
    fn contradictions_are_told() {
        let from = |text: &str| Some(text.parse().unwrap());
        let cases = [
            PlayArgs { preset: Some(Preset::Mips512), size: Some(4), ..args() },
            PlayArgs { preset: Some(Preset::Mips512), goal: Some(256), ..args() },
            PlayArgs { fidelity: Some(Fidelity::Program), size: Some(4), ..args() },
            PlayArgs { goal: Some(3), ..args() },
            PlayArgs { goal: Some(2), ..args() },
            PlayArgs { goal: Some(2048), size: Some(3), ..args() },
            PlayArgs { goal: Some(64), size: Some(2), ..args() },
            PlayArgs { from: from("2 . . / . 2 . / . . 1024"), ..args() },
            PlayArgs { from: from("2 . . / . 2 . / . . ."), size: Some(4), ..args() },
            PlayArgs { from: from("2 . / . 2"), preset: Some(Preset::Mips512), ..args() },
        ];
        insta::assert_snapshot!(cases.map(told).join("\n"));
    }
}
