//! The game on a terminal without the terminal: what each key does. Pure but for chance, which is
//! part of the state: undo takes back luck too, so that the same move brings the same tile.

use std::ops::ControlFlow;

use engine::{Board, Chance, Direction, Game, Refusal, Status};

use super::setup::Setup;

/// What a player can ask for with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Move(Direction),
    Undo,
    New,
    /// Go on after a win.
    GoOn,
    /// New tiles off or on.
    Spawning(bool),
    /// New tiles off if they are on, and on if they are off.
    ToggleSpawning,
    Help,
    Quit,
}

/// Everything that is shown and can be taken back.
#[derive(Clone, Debug)]
pub(crate) struct Model<C> {
    setup: Setup,
    now: Moment<C>,
    past: Vec<Moment<C>>,
    best: u64,
    help: bool,
    message: String,
}

/// What undo brings back.
#[derive(Clone, Debug)]
struct Moment<C> {
    /// Played by rules that never end with a win: whether one is meant to end it is known here.
    game: Game,
    /// Whether the player went on after a win.
    goes_on: bool,
    chance: C,
}

impl<C: Chance + Clone> Model<C> {
    pub(crate) fn new(setup: Setup, chance: C) -> Model<C> {
        let now = Moment::new(&setup, chance);
        Model { setup, now, past: Vec::new(), best: 0, help: false, message: String::new() }
    }

    /// Does what a key asks for; breaks if that is to quit.
    pub(crate) fn key(&mut self, key: Key) -> ControlFlow<()> {
        self.message.clear();
        match key {
            Key::Move(direction) => self.push(direction),
            Key::Undo => self.undo(),
            Key::New => {
                self.past.push(self.now.clone());
                let spawning = self.game().spawning();
                self.now = Moment::new(&self.setup, self.now.chance.clone());
                self.now.game.set_spawning(spawning);
                self.message = "A new game.".into();
            }
            Key::GoOn => match self.standing() {
                Status::Won => {
                    self.past.push(self.now.clone());
                    self.now.goes_on = true;
                    self.message = "On it goes.".into();
                }
                _ => self.message = "The game is not won.".into(),
            },
            Key::Spawning(on) => self.set_spawning(on),
            Key::ToggleSpawning => self.set_spawning(!self.game().spawning()),
            Key::Help => self.help = !self.help,
            Key::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn push(&mut self, direction: Direction) {
        if self.standing() != Status::Playing {
            return;
        }
        let before = self.now.clone();
        match self.now.game.apply(direction, &mut self.now.chance) {
            Ok(turn) => {
                self.past.push(before);
                self.best = self.best.max(self.now.game.score());
                if turn.gained > 0 {
                    self.message = format!("+{}", turn.gained);
                }
            }
            Err(Refusal::NothingMoves(_)) => self.message = format!("Nothing moves {direction}."),
            // Told by the standing.
            Err(_) => {}
        }
    }

    fn undo(&mut self) {
        let Some(before) = self.past.pop() else {
            self.message = "There is nothing to take back.".into();
            return;
        };
        // A switch is not a move: it stays as it is.
        let spawning = self.game().spawning();
        self.now = before;
        self.now.game.set_spawning(spawning);
        self.message = "Taken back.".into();
    }

    fn set_spawning(&mut self, on: bool) {
        self.now.game.set_spawning(on);
        self.message = if on { "New tiles are on." } else { "New tiles are off." }.into();
    }

    /// How the game stands, with a win that ends it unless the player went on.
    pub(crate) fn standing(&self) -> Status {
        let ends = self.setup.rules.stop_at_win() && !self.now.goes_on;
        if ends && self.setup.rules.is_won(self.board()) {
            Status::Won
        } else if self.board().is_stuck() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.now.game
    }

    pub(crate) fn board(&self) -> &Board {
        self.now.game.board()
    }

    /// The best score since the start of the process.
    pub(crate) fn best(&self) -> u64 {
        self.best
    }

    /// Whether all keys are to be shown.
    pub(crate) fn help(&self) -> bool {
        self.help
    }

    /// What came of the last key.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl<C: Chance> Moment<C> {
    fn new(setup: &Setup, mut chance: C) -> Moment<C> {
        let rules = setup.rules.playing_on();
        let start = setup.start.and_then(|board| Game::from_board(rules, board).ok());
        let game = start.unwrap_or_else(|| Game::new(rules, &mut chance));
        Moment { game, goes_on: false, chance }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Rules, Scripted};

    use super::*;

    fn model(rules: Rules, start: &str, draws: &[u32]) -> Model<Scripted> {
        let start = Some(start.parse().unwrap());
        Model::new(Setup { rules, start, twin: None }, Scripted::new(draws.iter().copied()))
    }

    /// What a row of keys leads to: the board, the score and the message.
    fn after(model: &mut Model<Scripted>, keys: &[Key]) -> String {
        for key in keys {
            assert!(model.key(*key).is_continue());
        }
        format!("{} {} {}", model.board(), model.game().score(), model.message())
    }

    const LEFT: Key = Key::Move(Direction::Left);
    const RIGHT: Key = Key::Move(Direction::Right);
    const UP: Key = Key::Move(Direction::Up);

    #[test]
    fn moves_are_made_and_taken_back_one_by_one() {
        let mut model = model(Rules::mips512(), "2 2 . / . . . / . . .", &[1, 8, 5]);
        assert_eq!(
            after(&mut model, &[Key::Undo]),
            "2 2 . / . . . / . . . 0 There is nothing to take back."
        );
        assert_eq!(after(&mut model, &[LEFT]), "4 2 . / . . . / . . . 4 +4");
        assert_eq!(after(&mut model, &[LEFT]), "4 2 . / . . . / . . . 4 Nothing moves left.");
        assert_eq!(after(&mut model, &[RIGHT]), ". 4 2 / . . . / . . 2 4 ");
        assert_eq!(after(&mut model, &[UP]), ". 4 4 / . . 2 / . . . 8 +4");
        assert_eq!(model.best(), 8);
        assert_eq!(after(&mut model, &[Key::Undo]), ". 4 2 / . . . / . . 2 4 Taken back.");
        assert_eq!(after(&mut model, &[UP]), ". 4 4 / . . 2 / . . . 8 +4");
        assert_eq!(after(&mut model, &[Key::Undo; 3]), "2 2 . / . . . / . . . 0 Taken back.");
        assert_eq!(model.best(), 8);
    }

    #[test]
    fn without_new_tiles_only_tiles_move() {
        let mut model = model(Rules::mips512(), "2 2 . / . . . / . . .", &[]);
        let off = Key::Spawning(false);
        assert_eq!(after(&mut model, &[off]), "2 2 . / . . . / . . . 0 New tiles are off.");
        assert_eq!(after(&mut model, &[RIGHT]), ". . 4 / . . . / . . . 4 +4");
        // Taking back a move leaves the switch alone.
        after(&mut model, &[Key::Undo]);
        assert!(!model.game().spawning());
        after(&mut model, &[Key::ToggleSpawning]);
        assert!(model.game().spawning());
    }

    #[test]
    fn a_win_ends_the_game_unless_the_player_goes_on() {
        let mut model = model(Rules::mips512(), "256 256 . / . . . / . . .", &[3, 0]);
        assert_eq!(
            after(&mut model, &[Key::GoOn]),
            "256 256 . / . . . / . . . 0 The game is not won."
        );
        after(&mut model, &[LEFT]);
        assert_eq!(model.standing(), Status::Won);
        assert_eq!(after(&mut model, &[RIGHT]), "512 . . / 2 . . / . . . 512 ");
        after(&mut model, &[Key::GoOn]);
        assert_eq!(model.standing(), Status::Playing);
        assert_eq!(after(&mut model, &[RIGHT]), "2 . 512 / . . 2 / . . . 512 ");
        after(&mut model, &[Key::Undo, Key::Undo]);
        assert_eq!(model.standing(), Status::Won);
        after(&mut model, &[Key::Undo]);
        assert_eq!(model.standing(), Status::Playing);
    }

    #[test]
    fn a_win_that_does_not_count_ends_nothing() {
        let mut model = model(Rules::mips512().playing_on(), "512 512 . / . . . / . . .", &[3]);
        assert_eq!(model.standing(), Status::Playing);
        assert_eq!(after(&mut model, &[LEFT]), "1024 . . / 2 . . / . . . 1024 +1024");
    }

    #[test]
    fn a_lost_game_can_be_taken_back_or_begun_again() {
        let mut model = model(Rules::mips512(), "2 2 8 / 16 32 64 / 4 8 16", &[2]);
        assert_eq!(after(&mut model, &[LEFT]), "4 8 2 / 16 32 64 / 4 8 16 4 +4");
        assert_eq!(model.standing(), Status::Lost);
        after(&mut model, &[RIGHT]);
        assert_eq!(after(&mut model, &[Key::New]), "2 2 8 / 16 32 64 / 4 8 16 0 A new game.");
        assert_eq!(after(&mut model, &[Key::Undo]), "4 8 2 / 16 32 64 / 4 8 16 4 Taken back.");
        assert_eq!(after(&mut model, &[Key::Undo]), "2 2 8 / 16 32 64 / 4 8 16 0 Taken back.");
    }

    #[test]
    fn help_is_a_switch_and_quit_quits() {
        let mut model = model(Rules::mips512(), "2 2 . / . . . / . . .", &[]);
        after(&mut model, &[Key::Help]);
        assert!(model.help());
        after(&mut model, &[Key::Help]);
        assert!(!model.help());
        assert!(model.key(Key::Quit).is_break());
    }
}
