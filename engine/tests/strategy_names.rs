//! Every strategy by its name: they can be written, built and played; and what is said when not.

#![expect(
    clippy::unwrap_used,
    reason = "names in here are right unless a test is about wrong ones"
)]

use std::sync::Arc;

use engine::solve::{Alone, Policy, Question, Spawn, mips512_starts, solve};
use engine::strategy::{
    BuildError, DefaultDepth, Ending, GameResult, METHODS, Play, Position, Setup, Spec, SpecError,
    list, play,
};
use engine::{Board, CellDraw, Chance, Game, Rules, Seeded};

fn spec(text: &str) -> Spec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn policy(target: u32) -> Arc<Policy<3>> {
    let question = Question::new(Spawn::Twos, target, mips512_starts()).unwrap();
    Arc::new(solve(&question, true, &Alone, &mut |_| ()).policy.unwrap())
}

fn small_rules(goal: u64) -> Rules {
    let mips = Rules::mips512();
    Rules::new(3, goal)
        .unwrap()
        .with_fours(mips.fours())
        .unwrap()
        .with_start(mips.start())
        .with_cell_draw(CellDraw::UntilEmpty)
}

#[test]
fn all_are_listed_once() {
    let names: Vec<&str> = list().map(|entry| entry.name).collect();
    let mut unique = names.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), names.len());
    assert_eq!(METHODS.iter().filter(|method| !method.name.contains('/')).count(), 17);
    assert_eq!(METHODS.len(), 17 + 7);
    let lines: Vec<String> = list()
        .map(|entry| {
            let unit = entry.unit.map_or(String::new(), |unit| format!(" {unit}"));
            let depth = format!("{}{unit}", entry.depth);
            format!("{:15} {:14} {:?} {}", entry.name, depth, entry.sizes, entry.about)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn all_play_whole_games_on_every_size_they_are_for() {
    let solved = policy(64);
    for entry in list() {
        for &side in entry.sizes {
            let rules = if side == 3 { small_rules(64) } else { Rules::new(4, 128).unwrap() };
            let depth = (entry.depth != DefaultDepth::None).then_some(1);
            let setup = Setup::new(rules).with_depth(depth).with_policy(Arc::clone(&solved));
            let mut strategy = spec(entry.name).build(&setup).unwrap();
            let outcome = play(rules, strategy.as_mut(), 3);
            assert!(matches!(outcome.ending, Ending::Won | Ending::Lost), "{}", entry.name);
            let decided = outcome.decisions;
            let sum =
                decided.searched + decided.exception1 + decided.exception2 + decided.forced_down;
            assert_eq!(sum, outcome.turns, "{}", entry.name);
            // Another game in between changes nothing.
            play(rules, strategy.as_mut(), 4);
            assert_eq!(play(rules, strategy.as_mut(), 3), outcome, "{}", entry.name);
            // A board of another size is not for it.
            let other = Position::of(&Board::empty(7 - side).unwrap(), 0).unwrap();
            assert_eq!(strategy.choose(&other), None, "{}", entry.name);
        }
    }
}

#[test]
fn the_solved_game_is_always_won() {
    let rules = small_rules(128);
    let setup = Setup::new(rules).with_policy(policy(128));
    let mut strategy = spec("optimal3x3").build(&setup).unwrap();
    for seed in 1..=50 {
        assert_eq!(play(rules, strategy.as_mut(), seed).ending, Ending::Won, "seed {seed}");
    }
}

#[test]
fn a_game_can_be_stepped_through() {
    let rules = Rules::classic();
    let mut strategy = spec("random").build(&Setup::new(rules)).unwrap();
    let mut game = Play::new(rules, 9);
    strategy.begin(9);
    assert_eq!(game.outcome().ending, Ending::Unfinished);
    while let Some(position) = game.position() {
        assert_eq!(position.points, game.game().score());
        game.apply(strategy.choose(&position));
    }
    let outcome: GameResult = game.outcome();
    assert_eq!(outcome, play(rules, strategy.as_mut(), 9));
    assert_ne!(outcome, play(rules, strategy.as_mut(), 10));
    assert!(outcome.turns > 20 && outcome.largest >= 8, "{outcome:?}");
}

#[test]
fn whoever_has_no_move_gives_up() {
    let rules = Rules::classic();
    let mut game = Play::new(rules, 1);
    game.apply(None);
    assert_eq!((game.position(), game.outcome().ending), (None, Ending::GaveUp));
    // A tile that no packed board can hold.
    let values: Vec<u64> = (0..16).map(|cell| if cell < 1 { 65_536 } else { 0 }).collect();
    let board = Board::from_values(4, &values).unwrap();
    let game = Game::from_board(rules.playing_on(), board).unwrap();
    let game = Play::resume(game, Seeded::new(1));
    assert_eq!((game.position(), game.outcome().ending), (None, Ending::GaveUp));
}

#[test]
fn random_moves_differ_from_the_draws_of_the_game() {
    let draws = |seed, stream| {
        let mut chance = Seeded::stream(seed, stream);
        (0..20).map(|_| chance.below(1000)).collect::<Vec<u32>>()
    };
    assert_eq!(draws(1, 0), draws(1, 0));
    assert_ne!(draws(1, 0), draws(2, 0));
    assert_ne!(draws(1, 0), draws(1, 1));
}

#[test]
fn parts_are_read_in_any_order() {
    for text in
        ["7", "1/appendix", "alphabeta:cluster:5", "alphabeta:5:cluster", "em-v2", "em-v2:4"]
    {
        assert_eq!(spec(text).to_string(), text);
    }
    assert_eq!(spec("9:before-move:4:skip").depth(), Some(4));
    for text in ["7:no-spawns:propagate", "7:expectimax:skip", "7:average:spawns:after-move"] {
        spec(text);
    }
}

fn refused(text: &str) -> String {
    text.parse::<Spec>().unwrap_err().to_string()
}

#[test]
fn what_is_no_strategy_is_refused_with_advice() {
    insta::assert_snapshot!(
        [
            "",
            "14",
            "7.6",
            "em",
            "em-v3",
            "alfabeta:cluster",
            "Greedy",
            "quite something else",
            "7:deep",
            "7:",
            "random:3",
            "em-v2:cms",
            "minimax:7",
            "minimax:mini",
            "7:3:4",
            "7:skip:propagate",
            "7:before-move:expectimax",
            "7:expectimax:no-spawns",
        ]
        .map(|text| format!(
            "{text:26} {}",
            text.parse::<Spec>().map_or_else(|error| error.to_string(), |_| "is one".into())
        ))
        .join("\n")
    );
    let near = match "optimal".parse::<Spec>() {
        Err(SpecError::UnknownStrategy { near, .. }) => near,
        other => panic!("{other:?}"),
    };
    assert_eq!(near, ["optimal3x3"]);
    assert!(refused("😀:😀").contains("no strategy"));
}

#[test]
fn what_cannot_be_built_says_why() {
    let built = |text: &str, setup: &Setup| {
        spec(text).build(setup).map_or_else(|error| error.to_string(), |_| "is built".into())
    };
    let (four, three) = (Setup::new(Rules::classic()), Setup::new(Rules::mips512()));
    let five = Setup::new(Rules::new(5, 2048).unwrap());
    let other_game = three.clone().with_policy(policy(64));
    insta::assert_snapshot!(
        [
            built("7:0", &four),
            built("7:99999999999999", &four),
            built("7", &four.clone().with_depth(Some(7))),
            built("alphabeta:cms:13", &four),
            built("em-v2", &four.clone().with_depth(Some(0))),
            built("random", &four.clone().with_depth(Some(0))),
            built("7:before-move:1", &four),
            built("7", &five),
            built("optimal3x3", &four),
            built("optimal3x3", &three),
            built("optimal3x3", &other_game),
        ]
        .join("\n")
    );
    // A depth that is written with the strategy goes before the one for all.
    assert_eq!(
        spec("7:9").build(&four.with_depth(Some(2))).err(),
        Some(BuildError::Depth {
            name: "7",
            depth: 9,
            max: 6,
            unit: engine::strategy::Unit::Moves
        })
    );
}
