//! One judge, two ways of reading what a program printed: as text, compared with what a reference
//! prints, or as boards, which must follow from each other by the rules.
//!
//! Whoever looks for a mistake needs no more than [`Judge`]: games by index, what is wrong in a game,
//! and the smallest game that shows it.

use engine::protocol::Fidelity;

use crate::aspects::Aspects;
use crate::blame::{blame, blame_boards};
use crate::boards::{Phase, Protocol, Referee, play_game};
use crate::compare::Duel;
use crate::generate::Generator;
use crate::player::Player;
use crate::rule::Rule;
use crate::script::Script;
use crate::session::Session;
use crate::shrink::shrink;
use crate::subject::{Limits, Program, READ_WORK, Subject};
use crate::trail::Trail;
use crate::verdict::{Counterexample, Problem, Verdict};

/// What part of the instructions is allowed when a game in which a program hangs is made small.
const IMPATIENT: u64 = 8;

/// Plays games with a program and says what is wrong in them.
pub trait Judge {
    /// The program.
    fn program(&self) -> &Program;

    /// Plays the game of an index: its script if something is wrong in it.
    fn wrong_game(&mut self, index: u64) -> Option<Script>;

    /// The game of an index, none if there is no other game than the one that is given.
    fn game(&mut self, index: u64) -> Option<Script>;

    /// Whoever judges another program in the same way.
    fn of_program(&self, program: &Program) -> Self
    where
        Self: Sized;

    /// What the last game has cost, in the instructions of [`Subject::work`].
    fn work(&self) -> u64;

    /// Plays a game: the first thing that is wrong in it, as far as can be told without other games.
    fn play(&mut self, script: &Script) -> Option<Verdict>;

    /// The smallest game found that goes wrong like this one, and what is wrong in it.
    fn shrink(&mut self, script: &Script) -> Option<(Script, Verdict)>;

    /// Finds the rule that is broken, by playing other games.
    fn blame(&mut self, script: &Script, verdict: Verdict) -> Verdict;

    /// All about what is wrong in a game, shown by a smallest one.
    fn counterexample(&mut self, script: &Script) -> Option<Counterexample> {
        let (script, verdict) = self.shrink(script)?;
        let verdict = self.blame(&script, verdict);
        Some(Counterexample::new(self.program(), script, verdict))
    }
}

/// Compares the text with that of a reference, byte for byte.
#[derive(Clone, Debug)]
pub struct TextJudge<R> {
    program: Program,
    duel: Duel<Subject, R>,
    generator: Generator,
    fidelity: Fidelity,
    /// Whether the reference can play other games than the one that it is given.
    any_game: bool,
    budget: Budget,
    spent: Budget,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Games.
    pub games: u32,
    /// What they cost, as [`Subject::work`] counts it.
    pub work: u64,
}

impl Budget {
    const NOTHING: Budget = Budget { games: 0, work: 0 };
    const ENDLESS: Budget = Budget { games: u32::MAX, work: u64::MAX };
}

impl<R: Player + Clone> TextJudge<R> {
    /// The games are those of a generator. The fidelity is that of the game that is played.
    pub fn new(
        program: &Program,
        reference: R,
        generator: &Generator,
        fidelity: Fidelity,
    ) -> TextJudge<R> {
        TextJudge {
            program: program.clone(),
            any_game: reference.plays_any_game(),
            duel: Duel::new(program.subject(), reference),
            generator: generator.clone(),
            fidelity,
            budget: Budget::ENDLESS,
            spent: Budget::NOTHING,
        }
    }

    /// Begins no more games for one shrink when so much is played.
    pub fn within(self, budget: Budget) -> TextJudge<R> {
        TextJudge { budget, ..self }
    }

    /// Lets the program go on with other limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.duel.subject().set_limits(limits);
    }

    /// The smallest game found whose verdict, with the rule that is to blame, is still accepted.
    pub fn shrink_while(
        &mut self,
        script: &Script,
        accept: impl Fn(&Verdict) -> bool,
    ) -> Option<(Script, Verdict)> {
        self.shrink_by(script, |judge, script| {
            let verdict = judge.play(script)?;
            Some(judge.blame(script, verdict)).filter(&accept)
        })
    }

    fn shrink_by(
        &mut self,
        script: &Script,
        test: impl Fn(&mut Self, &Script) -> Option<Verdict>,
    ) -> Option<(Script, Verdict)> {
        self.spent = Budget::NOTHING;
        if !self.any_game {
            return Some((script.clone(), test(self, script)?));
        }
        shrink(script, Some(self.fidelity), |script| {
            let Budget { games, work } = self.spent;
            let left = games < self.budget.games && work < self.budget.work;
            left.then(|| test(self, script)).flatten()
        })
    }
}

impl<R: Player + Clone> Judge for TextJudge<R> {
    fn program(&self) -> &Program {
        &self.program
    }

    fn wrong_game(&mut self, index: u64) -> Option<Script> {
        let script = self.generator.script(index);
        self.play(&script).is_some().then_some(script)
    }

    fn game(&mut self, index: u64) -> Option<Script> {
        self.any_game.then(|| self.generator.script(index))
    }

    fn of_program(&self, program: &Program) -> TextJudge<R> {
        let reference = self.duel.reference().clone();
        TextJudge::new(program, reference, &self.generator, self.fidelity)
    }

    fn work(&self) -> u64 {
        self.duel.work()
    }

    fn play(&mut self, script: &Script) -> Option<Verdict> {
        let found = self.duel.play(script);
        self.spent.games = self.spent.games.saturating_add(1);
        self.spent.work = self.spent.work.saturating_add(self.work());
        found.filter(|_| !self.program.is_exhausted())
    }

    fn shrink(&mut self, script: &Script) -> Option<(Script, Verdict)> {
        self.shrink_by(script, |judge, script| judge.play(script))
    }

    fn blame(&mut self, script: &Script, verdict: Verdict) -> Verdict {
        let any_game = self.any_game;
        blame(script, verdict, self.fidelity, |script| {
            any_game.then(|| self.play(script)).flatten()
        })
    }
}

/// Reads the boards and judges them by the rules.
#[derive(Clone, Debug)]
pub struct BoardJudge<'a> {
    protocol: &'a Protocol,
    session: Session<Subject>,
    seed: u64,
    /// Bytes of output that were read in the last game.
    read: u64,
    /// Where to go back to instead of beginning anew, while a game is made small.
    trail: Option<Trail<'a>>,
}

impl<'a> BoardJudge<'a> {
    /// The games are those of a seed.
    pub fn new(program: &Program, protocol: &'a Protocol, seed: u64) -> BoardJudge<'a> {
        let program = program.typed_to(protocol.typing());
        let session = Session::new(program.subject());
        BoardJudge { protocol, session, seed, read: 0, trail: None }
    }

    /// What the right answers of a game show.
    pub(crate) fn shown(&mut self, script: &Script) -> Aspects {
        self.follow(script, script.lines.len()).0.shown()
    }

    /// Plays the first lines of a game until something is wrong. Lines behind the end of what can be
    /// judged are not played, and the end of the input is not looked at.
    fn follow(&mut self, script: &Script, lines: usize) -> (Referee<'a>, Option<Verdict>) {
        let place = self.trail.as_mut().and_then(|trail| trail.rewind(script));
        let (mut referee, done) = match place {
            Some(place) => {
                (self.session, self.read) = (place.session, place.read);
                (place.referee, 1 + self.session.moment().lines)
            }
            None => {
                self.session.restart(script.start_drawing());
                self.read = 0;
                (Referee::new(self.protocol), 0)
            }
        };
        let typed = script.lines.iter().take(lines).map(|line| Some(line.as_slice()));
        for line in std::iter::once(None).chain(typed).skip(done) {
            let over = line.is_some() && *referee.phase() == Phase::Over;
            if over || !self.session.step(script) {
                break;
            }
            self.read += self.session.answer().output.len() as u64;
            let verdict = referee.judge(line, self.session.answer());
            if verdict.is_some() {
                return (referee, verdict);
            }
            if let Some(trail) = &mut self.trail {
                trail.keep(&self.session, &referee, self.read);
            }
        }
        (referee, None)
    }

    /// Makes a game smaller that goes on breaking a rule.
    fn shrink_same(&mut self, script: &Script, rule: Option<Rule>) -> Option<(Script, Verdict)> {
        self.trail = Some(Trail::default());
        let small =
            shrink(script, None, |script| self.play(script).filter(|verdict| verdict.rule == rule));
        self.trail = None;
        small
    }
}

impl Judge for BoardJudge<'_> {
    fn program(&self) -> &Program {
        self.session.player().program()
    }

    fn wrong_game(&mut self, index: u64) -> Option<Script> {
        let played = play_game(self.program(), self.protocol, self.seed, index);
        played.verdict.map(|_| played.script)
    }

    fn game(&mut self, index: u64) -> Option<Script> {
        Some(play_game(self.program(), self.protocol, self.seed, index).script)
    }

    fn of_program(&self, program: &Program) -> Self {
        BoardJudge::new(program, self.protocol, self.seed)
    }

    fn work(&self) -> u64 {
        self.session.player().work() + READ_WORK * self.read
    }

    fn play(&mut self, script: &Script) -> Option<Verdict> {
        let found = self.follow(script, script.lines.len()).1;
        found.filter(|_| !self.program().is_exhausted())
    }

    /// What is left out of a game can make it break another rule, so the rule is kept.
    fn shrink(&mut self, script: &Script) -> Option<(Script, Verdict)> {
        let found = self.play(script)?;
        let limits = self.program().limits();
        if found.problem != Problem::Hangs {
            return self.shrink_same(script, found.rule);
        }
        // Who hangs need not hang for so long each time.
        let impatient = Limits { steps: limits.steps / IMPATIENT, ..limits };
        self.session.player_mut().set_limits(impatient);
        let small = self.shrink_same(script, found.rule);
        self.session.player_mut().set_limits(limits);
        let same = |verdict: &Verdict| verdict.rule == found.rule;
        let again = small.and_then(|(small, _)| Some((self.play(&small).filter(same)?, small)));
        Some(again.map_or((script.clone(), found), |(verdict, small)| (small, verdict)))
    }

    fn blame(&mut self, script: &Script, verdict: Verdict) -> Verdict {
        let (referee, _) = self.follow(script, verdict.moment.lines.saturating_sub(1));
        let (session, spawning) = (self.session.clone(), referee.spawning());
        let before = (&session, spawning);
        blame_boards(script, verdict, self.protocol, before, |script| self.play(script))
    }
}
