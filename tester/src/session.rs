//! The one way to play: a player in the middle of a game, step by step.
//!
//! Whoever plays (to compare, to judge by boards, to trace, to learn) drives a [`Session`]. It keeps
//! the last answer and nothing else, so a game costs no more than its player does. A copy of a session
//! continues from where it is.

use crate::draws::{Draws, Tail};
use crate::player::{Outcome, Player};
use crate::script::Script;
use crate::verdict::{Answer, Moment};

/// A player and the game that it is in.
#[derive(Clone, Debug)]
pub struct Session<P> {
    player: P,
    draws: Draws,
    begun: bool,
    moment: Moment,
    answer: Answer,
    line: Vec<u8>,
}

impl<P: Player> Session<P> {
    /// A player that is not in a game.
    pub fn new(player: P) -> Session<P> {
        Session {
            player,
            draws: Draws::new(Vec::new(), Tail::Count),
            begun: false,
            moment: Moment::default(),
            answer: Answer { output: Vec::new(), outcome: Outcome::Waiting, drawn: 0 },
            line: Vec::new(),
        }
    }

    /// Goes back to before the first line.
    pub fn restart(&mut self, draws: Draws) {
        self.player.reset();
        self.draws = draws;
        self.begun = false;
        self.moment = Moment::default();
    }

    /// Plays the next step of a script: runs to the first read, types the next line, or ends the
    /// input. `false` if the game is over.
    pub fn step(&mut self, script: &Script) -> bool {
        if !self.begun {
            self.begin();
        } else if self.answer.outcome != Outcome::Waiting || self.moment.at_end {
            return false;
        } else if let Some(line) = script.lines.get(self.moment.lines) {
            self.send(line);
        } else {
            self.finish();
        }
        true
    }

    /// Runs to the first read.
    pub fn begin(&mut self) {
        self.begun = true;
        self.line.clear();
        self.feed();
    }

    /// Types a line, and runs until more input is needed.
    pub fn send(&mut self, line: &[u8]) {
        self.moment.lines += 1;
        self.line.clear();
        self.line.extend_from_slice(line);
        self.line.push(b'\n');
        self.feed();
    }

    /// Ends the input.
    fn finish(&mut self) {
        self.moment.at_end = true;
        self.line.clear();
        self.feed();
    }

    fn feed(&mut self) {
        self.answer.output.clear();
        let (ended, draws, output) = (self.moment.at_end, &mut self.draws, &mut self.answer.output);
        self.answer.outcome = self.player.feed(&self.line, ended, draws, output);
        self.answer.drawn = self.draws.drawn();
    }

    /// Where the game is.
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// What the player did last.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Whether the player waits for a line.
    pub fn waits(&self) -> bool {
        self.begun && self.answer.outcome == Outcome::Waiting
    }

    /// The draws, as far as they have been made.
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// Replaces the draws that follow.
    pub fn set_draws(&mut self, draws: Draws) {
        self.draws = draws;
    }

    /// The player.
    pub fn player(&self) -> &P {
        &self.player
    }

    /// The player.
    pub fn player_mut(&mut self) -> &mut P {
        &mut self.player
    }
}

/// Plays a script from the beginning to its end, and then the end of the input: what the player did
/// before the first line, after each line that it read, and at the end of the input if it came there.
pub fn play(player: impl Player, script: &Script) -> Vec<Answer> {
    let mut session = Session::new(player);
    session.restart(script.start_drawing());
    let mut answers = Vec::with_capacity(script.lines.len() + 2);
    while session.step(script) {
        answers.push(session.answer.clone());
    }
    answers
}

#[cfg(test)]
mod tests {
    use engine::protocol::Fidelity;

    use super::*;
    use crate::{Limits, Program, Reference};

    #[test]
    fn the_game_and_the_engine_play_alike() {
        let source = include_str!("../../asm/fivetwelve.asm");
        let program = Program::assemble("fivetwelve.asm", source, Limits::default()).unwrap();
        let mut subject = program.subject();
        let mut reference = Reference::new(Fidelity::Program);
        for seed in 0..200 {
            let keys = Draws::new(Vec::new(), Tail::Seed(!seed));
            let keys = (0..80).map(|k| b"WASD"[keys.at(k) as usize % 4]);
            let lines = [b'1'].into_iter().chain(keys).map(|key| vec![key]).collect();
            let script = Script { lines, draws: Vec::new(), tail: Tail::Seed(seed) };
            assert_eq!(play(&mut subject, &script), play(&mut reference, &script), "{seed}");
        }
    }

    /// A program that goes on behind the end of the input is not asked again.
    #[test]
    fn the_end_of_the_input_comes_once() {
        let source = "read: li $v0, 14\nli $a0, 0\nmove $a1, $sp\nli $a2, 1\nsyscall\nb read\n";
        let limits = Limits { steps: 1_000, ..Limits::default() };
        let program = Program::assemble("p.asm", source, limits).unwrap();
        let answers = play(program.subject(), &"a ; draws: none".parse().unwrap());
        let outcomes: Vec<&str> = answers.iter().map(|answer| answer.outcome.code()).collect();
        assert_eq!(outcomes, ["waiting", "waiting", "steps"]);
    }
}
