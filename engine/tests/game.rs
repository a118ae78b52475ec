//! Rules, boards and starts that are refused, with the reason; and how games end.

#![expect(clippy::unwrap_used, reason = "a board that cannot be read fails the test")]

use engine::{
    Board, BoardError, Direction, Game, Odds, Refusal, Rules, RulesError, Scripted, Start,
    StartError, Status,
};

#[track_caller]
fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn the_presets() {
    let classic = Rules::classic();
    assert_eq!((classic.side(), classic.goal(), classic.goal_exponent()), (4, 2048, 11));
    assert_eq!((classic.fours(), classic.start()), (Odds::TENTH, Start::TwoSpawns));
    let mips = Rules::mips512();
    assert_eq!((mips.side(), mips.goal(), mips.goal_exponent()), (3, 512, 9));
    assert_eq!((mips.fours(), mips.start()), (Odds::NEVER, Start::Passes));
    assert!(classic.stop_at_win() && mips.stop_at_win());
    assert_eq!(Rules::new(4, 2048), Ok(classic));
}

#[test]
fn rules_that_are_none() {
    for side in [0, 1, 9, usize::MAX] {
        assert_eq!(Rules::new(side, 2048), Err(RulesError::Side(side)));
    }
    for goal in [0, 1, 2, 3, 2047, 1 << 32, u64::MAX] {
        assert_eq!(Rules::new(4, goal), Err(RulesError::Goal(goal)));
    }
    for (fours, of) in [(0, 0), (2, 1)] {
        let odds = Odds { fours, of };
        assert_eq!(Rules::classic().with_fours(odds), Err(RulesError::Odds { fours, of }));
    }
}

#[test]
fn boards_that_are_none() {
    let cases: &[(&str, &str)] = &[
        ("", "a board has from 2 to 8 rows, not 0"),
        ("2", "a board has from 2 to 8 rows, not 1"),
        ("2 2 2", "3 cells do not make a square"),
        ("2 2 2 / 2", "row 1 has 3 cells, not 2"),
        ("2 2 / / 2 2", "row 2 has 0 cells, not 2"),
        ("2 . . / . . . / . . .  /", "row 4 has 0 cells, not 3"),
        ("2 4 8 16 2 4 8 16 2 4", "10 cells do not make a square"),
        ("2 x 4 8", "`x` is not the value of a tile"),
        ("2 -4 4 8", "`-4` is not the value of a tile"),
        ("2 4 3 8", "cell 3 holds 3, but a tile is 2, 4, 8 or another power of two"),
        ("1 4 2 8", "cell 1 holds 1, but a tile is 2, 4, 8 or another power of two"),
        ("2 4 2 4294967296", "cell 4 holds 4294967296, but the largest tile is 2147483648"),
    ];
    for (text, reason) in cases {
        assert_eq!(text.parse::<Board>().unwrap_err().to_string(), *reason, "{text:?}");
    }
    let count = BoardError::Count { side: 3, found: 10 };
    assert_eq!(Board::from_values(3, &[0; 10]), Err(count.clone()));
    assert_eq!(count.to_string(), "a board of side 3 has 9 cells, not 10");
    assert_eq!(Board::from_exponents(3, &[0; 10]), Err(count));
    assert!(Board::from_exponents(2, &[0, 0, 32, 0]).is_err());
    assert!(Board::from_exponents(2, &[0, 0, 255, 0]).is_err());
    assert_eq!(Board::empty(9), Err(BoardError::Side(9)));
}

#[test]
fn boards_are_read_in_many_spellings() {
    let expected = Board::from_values(2, &[2, 0, 0, 512]).unwrap();
    for text in ["2 . / . 512", "2,0,0,512", "2 _\n_ 512\n", "  2 0/0 512 "] {
        assert_eq!(text.parse(), Ok(expected), "{text:?}");
    }
    assert_eq!(format!("{expected} {expected:?}"), "2 . / . 512 Board(2 . / . 512)");
}

#[test]
fn starts_that_are_refused() {
    let found = Game::from_board(Rules::mips512(), board("2 2 / . ."));
    assert_eq!(found, Err(StartError::Side { expected: 3, found: 2 }));
    let beyond = board("2 . . / . 1024 . / . . .");
    let error = Game::from_board(Rules::mips512(), beyond).unwrap_err();
    assert_eq!(error, StartError::BeyondGoal { index: 4, value: 1024, goal: 512 });
    assert_eq!(error.to_string(), "cell 5 holds 1024, but the game ends at 512");
    let game = Game::from_board(Rules::mips512().playing_on(), beyond).unwrap();
    assert_eq!(game.status(), Status::Playing);
}

#[test]
fn a_win_comes_before_a_loss() {
    let both = board("512 2 4 / 8 16 32 / 64 128 256");
    let status = |rules| Game::from_board(rules, both).unwrap().status();
    let rules = Rules::mips512();
    assert_eq!(status(rules), Status::Won);
    assert_eq!(status(rules.playing_on()), Status::Lost);
}

#[test]
fn refusals_say_why() {
    let texts = [Refusal::NothingMoves(Direction::Up), Refusal::Won, Refusal::Lost]
        .map(|refusal| refusal.to_string());
    assert_eq!(
        texts,
        ["no tile moves up", "the game is over: it is won", "the game is over: it is lost"]
    );
}

#[test]
fn an_empty_board_has_no_legal_move_but_is_not_lost() {
    let mut game = Game::from_board(Rules::mips512(), Board::empty(3).unwrap()).unwrap();
    assert_eq!(game.status(), Status::Playing);
    for direction in Direction::ALL {
        let found = game.apply(direction, &mut Scripted::default());
        assert_eq!(found, Err(Refusal::NothingMoves(direction)));
    }
}

#[test]
fn new_tiles_can_be_switched_off_and_on() {
    let mut game = Game::from_board(Rules::mips512(), board("2 2 4 / . . . / . . .")).unwrap();
    let mut chance = Scripted::default();
    game.set_spawning(false);
    for (direction, after) in [
        (Direction::Left, "4 4 . / . . . / . . ."),
        (Direction::Left, "8 . . / . . . / . . ."),
        (Direction::Right, ". . 8 / . . . / . . ."),
    ] {
        let turn = game.apply(direction, &mut chance).unwrap();
        assert_eq!((turn.spawned, game.board()), (None, &board(after)));
    }
    assert!(chance.used_up());
    assert_eq!((game.score(), game.turns()), (12, 3));
    game.set_spawning(true);
    game.apply(Direction::Left, &mut Scripted::new([0, 1])).unwrap();
    assert_eq!(game.board(), &board("8 2 . / . . . / . . ."));
}

#[test]
fn one_can_play_on_beyond_the_goal() {
    let rules = Rules::mips512().playing_on();
    let mut game = Game::from_board(rules, board("512 512 . / . . . / . . .")).unwrap();
    assert_eq!(game.apply(Direction::Left, &mut Scripted::new([8])).unwrap().gained, 1024);
    assert!(rules.is_won(game.board()) && game.status() == Status::Playing);
}
