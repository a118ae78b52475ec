//! The game on the program, move by move, with what the reference does beside it.
//!
//! The page has the whole game: each question brings all of its moves, which are played again. So
//! nothing has to be kept here, and any move can be taken back.

use engine::Direction;
use mips_sim::Image;
use tester::boards::{Protocol, Trial, learn, recover};
use tester::{Counterexample, Limits, Program, wording};

use crate::protocol::{Ending, Game, Move, Reply};

/// The most moves of a game; the longest on nine cells is far shorter.
const MAX_MOVES: usize = 4_000;
/// The most bytes of what is printed after a move that are shown.
const MAX_SHOWN: usize = 16 << 10;

/// A game to be played up to here.
pub(crate) struct Play {
    pub(crate) image: Image,
    /// How it is played, if that has been found out.
    pub(crate) protocol: Option<String>,
    pub(crate) seed: u64,
    pub(crate) moves: Vec<Move>,
}

/// How a program is played, as is said or found out by trying.
pub(crate) fn protocol(program: &Program, text: Option<&str>) -> Result<Protocol, String> {
    match text {
        Some(text) => Protocol::parse("protocol", text).map_err(|why| why.to_string()),
        None => learn(program).map(|learnt| learnt.protocol).map_err(|why| why.to_string()),
    }
}

impl Play {
    pub(crate) fn run(self) -> Result<Reply, String> {
        if self.moves.len() > MAX_MOVES {
            return Err(format!("a game has at most {MAX_MOVES} moves"));
        }
        let program = Program::new(self.image, Limits::default());
        let protocol = protocol(&program, self.protocol.as_deref())?;
        let mut trial = Trial::begin(&program, &protocol, self.seed);
        trial.new_game();
        let mut before = None;
        let mut made: usize = 0;
        for way in &self.moves {
            if !trial.goes_on() {
                break;
            }
            before = trial.board().copied();
            trial.push((*way).into(), None);
            made += 1;
        }
        let answer = trial.answer().clone();
        let goes_on = trial.goes_on();
        let shown = recover::board(&answer.output, &protocol.board.layout());
        // After a refused move there need be no board.
        let mine = shown.or_else(|| trial.board().copied());
        let possible = trial.board().into_iter().flat_map(|board| board.legal_moves());
        let possible = possible.map(Move::from).collect();
        // Where the reference has nothing and the program has something.
        let slid = before.zip(self.moves.get(made.wrapping_sub(1)));
        let slid = slid.map(|(board, way)| board.slide((*way).into()).board);
        let new = slid.zip(mine).and_then(|(slid, mine)| {
            let cells = slid.exponents().iter().zip(mine.exponents());
            cells.enumerate().find(|(_, (was, is))| **was == 0 && **is != 0).map(|(cell, _)| cell)
        });
        let values = |board: &engine::Board| board.values().collect::<Vec<u64>>();
        let played = trial.end();
        let text = String::from_utf8_lossy(&answer.output);
        let mut game = Game {
            protocol: protocol.to_toml(),
            keys: Direction::ALL.map(|way| (way.into(), protocol.keys.of(way).to_string())).into(),
            side: protocol.board.side,
            made,
            mine: mine.as_ref().map(values),
            right: mine.as_ref().map(values),
            new,
            printed: text.chars().take(MAX_SHOWN).collect(),
            possible,
            ending: (!goes_on).then_some(Ending::Ended),
            sentences: Vec::new(),
            script: played.script.to_string(),
        };
        if let Some(board) = mine.filter(|_| !goes_on) {
            match board.values().any(|tile| tile >= protocol.board.goal) {
                true => game.ending = Some(Ending::Won),
                false if board.is_stuck() => game.ending = Some(Ending::Lost),
                false => {}
            }
        }
        if let Some(verdict) = played.verdict {
            let found = Counterexample::new(&program, played.script, verdict);
            let boards = &found.verdict.boards;
            game.ending = Some(Ending::Wrong);
            game.new = None;
            game.mine = boards.got.as_ref().map(|cells| cells.values().to_vec());
            game.right = boards.expected.as_ref().map(|cells| cells.values().to_vec());
            game.sentences = wording::sentences(&found);
            if let Some(rule) = found.verdict.rule {
                game.sentences.push(rule.hint().to_owned());
            }
        }
        Ok(Reply::Game(game))
    }
}
