//! Plays a program through the games and finds out which rules it breaks and which it shows.
//!
//! Whether a rule holds is decided here: it must not be blamed for any wrong answer, and each of its
//! aspects must have been met in a right one. How much is played is limited by instructions, never
//! by time, so that the same program always gets the same verdict.

use std::collections::BTreeMap;

use engine::protocol::Fidelity;

use super::causes;
use super::games::{Game, Games};
use tester::aspects::Aspects;
use tester::generate::Generator;
use tester::{Budget, Judge, Limits, Moment, Program, Reference, Rule, Script, Session};
use tester::{TextJudge, Verdict};

/// The most work of all games together, in instructions. `asm/fivetwelve.asm` takes 30 million.
const ALL_WORK: u64 = 500_000_000;
/// The most work beside that, to find out what is behind a failure and to make it small.
const EXAMINING: u64 = 400_000_000;
/// A program may be large: to begin a game anew is not counted up to so much.
const FREE_RESTART: u64 = 1 << 18;
/// After so many games that go wrong before anything is typed, there are no others: they begin alike.
const MAX_AT_ONCE: u32 = 3;
/// After so many games that went beyond a limit, the others get shorter ones.
const PATIENT: u32 = 2;
/// After so many, there are no others.
const MAX_LIMITS: u32 = 60;
/// Limits for programs that are known to go beyond them. A right answer takes a few hundred steps.
const IMPATIENT: Limits = Limits { steps: 20_000, output: 4 << 10, memory: 0 };
/// Wrong answers of one look that are looked into; the others are taken to be of the same kind.
const ALIKE: u32 = 3;
/// Games and work that one shrink may take.
const SHRINK: Budget = Budget { games: 600, work: 24_000_000 };

/// What the games have brought to light.
pub(super) struct Findings {
    /// What was met in right answers.
    pub(super) shown: Aspects,
    /// What is wrong, in the order of the games; at most one for each rule, and one for none.
    pub(super) broken: Vec<Broken>,
    /// Whether not all games were played because they took too many instructions.
    pub(super) too_slow: bool,
}

/// A rule that does not hold.
pub(super) struct Broken {
    pub(super) rule: Option<Rule>,
    /// Whether it is a legal move that was refused: what is behind that is not to be seen.
    pub(super) refused: bool,
    /// What could not be shown because of it.
    pub(super) missed: Aspects,
    /// How many games show it, as far as was looked.
    pub(super) games: u32,
    /// The smallest game that was found.
    pub(super) script: Script,
    pub(super) verdict: Verdict,
}

/// Plays all games.
pub(super) fn examine(games: &Games, program: &Program, limits: Limits) -> Findings {
    let most = all_work(games, program);
    let program = &program.within(most + EXAMINING);
    let mut session = Session::new(program.subject());
    let mut examiner = Examiner::new(program, limits);
    let mut shown = Aspects::default();
    let mut broken: Vec<Broken> = Vec::new();
    let mut looks: BTreeMap<Look, (u32, usize)> = BTreeMap::new();
    let (mut done, mut beyond, mut at_once, mut too_slow) = (0, 0, 0, false);
    for game in games.iter() {
        if beyond >= PATIENT {
            session.player_mut().set_limits(examiner.impatient());
        }
        let progress = game.play(&mut session);
        done += session.player().work();
        too_slow = program.is_exhausted();
        if too_slow {
            break;
        }
        shown.add(progress.shown);
        if let Some(verdict) = progress.verdict {
            beyond += u32::from(verdict.problem.is_limit());
            at_once += u32::from(verdict.moment == Moment::default());
            let look = look(game, progress.wrong, &verdict);
            let known = looks.get(&look).copied();
            let place = match known {
                Some((seen, place)) if seen >= ALIKE => place,
                _ => {
                    let verdict = examiner.judge.blame(&game.script, verdict);
                    file(&mut broken, game, verdict)
                }
            };
            looks.insert(look, (known.map_or(1, |(seen, _)| seen + 1), place));
            if let Some(rule) = broken[place].rule {
                shown.add(progress.wrong.within(Aspects::in_spite_of(rule)));
            }
            broken[place].missed.add(progress.missed);
            broken[place].games += 1;
        }
        too_slow = done > most;
        if too_slow || beyond >= MAX_LIMITS || at_once >= MAX_AT_ONCE {
            break;
        }
    }
    for broken in &mut broken {
        examiner.shrink(broken);
    }
    let broken = causes::only_causes(broken, &mut examiner);
    Findings { shown, broken, too_slow }
}

/// What all games of a program may take.
fn all_work(games: &Games, program: &Program) -> u64 {
    ALL_WORK + games.iter().count() as u64 * program.work_of_restart().min(FREE_RESTART)
}

/// Whether any game goes wrong.
pub(in crate::grade) fn goes_wrong(games: &Games, program: &Program) -> bool {
    let mut session = Session::new(program.subject());
    let (mut done, most) = (0, all_work(games, program));
    games.iter().any(|game| {
        let wrong = game.play(&mut session).verdict.is_some();
        done += session.player().work();
        wrong || done > most
    })
}

/// The same program with limits for those that are known to go beyond them, if this one does.
pub(super) fn to_trace(program: &Program, verdict: &Verdict) -> Option<Program> {
    let limits = Limits { steps: IMPATIENT.steps, ..program.limits() };
    verdict.problem.is_limit().then(|| Program::new(program.image().clone(), limits))
}

/// What is wrong in one game.
pub(super) fn broken_in(program: &Program, limits: Limits, script: &Script) -> Option<Broken> {
    let verdict = Examiner::new(program, limits).play_patiently(script)?;
    let (missed, script) = (Aspects::default(), script.clone());
    Some(Broken { rule: verdict.rule, refused: false, missed, games: 1, script, verdict })
}

/// What wrong answers have in common if they most likely have one cause.
type Look = (&'static str, Vec<u8>, u64, bool, bool);

fn look(game: &Game, wrong: Aspects, verdict: &Verdict) -> Look {
    let Moment { lines, at_end } = verdict.moment;
    let line = lines.checked_sub(1).and_then(|at| game.script.lines.get(at));
    let expected = verdict.expected.as_ref().map(|expected| expected.output.len());
    (
        verdict.problem.code(),
        line.cloned().unwrap_or_default(),
        wrong.number(),
        at_end,
        expected == Some(verdict.got.output.len()),
    )
}

/// Finds the place of what is wrong, in a list with one place for each rule.
fn file(broken: &mut Vec<Broken>, game: &Game, verdict: Verdict) -> usize {
    let refused = causes::is_refused_move(&verdict);
    let rule = if refused { Some(Rule::SpawnAfterLegal) } else { verdict.rule };
    let known = |known: &Broken| known.rule == rule && known.refused == refused;
    if let Some(place) = broken.iter().position(known) {
        return place;
    }
    let (missed, script) = (Aspects::default(), game.script.clone());
    broken.push(Broken { rule, refused, missed, games: 0, script, verdict });
    broken.len() - 1
}

/// Plays other games than the prepared ones, to find out more about what is wrong. A game in which the
/// program hangs would be played again and again, so it has little time in them.
pub(super) struct Examiner {
    judge: TextJudge<Reference>,
    limits: Limits,
}

impl Examiner {
    fn new(program: &Program, limits: Limits) -> Examiner {
        let (reference, fidelity) = (Reference::new(Fidelity::Program), Fidelity::Program);
        let judge = TextJudge::new(program, reference, &Generator::new(0), fidelity);
        let mut examiner = Examiner { judge: judge.within(SHRINK), limits };
        examiner.judge.set_limits(examiner.impatient());
        examiner
    }

    fn impatient(&self) -> Limits {
        Limits {
            steps: self.limits.steps.min(IMPATIENT.steps),
            output: self.limits.output.min(IMPATIENT.output),
            ..self.limits
        }
    }

    /// Plays a game, and says what is wrong in it.
    pub(super) fn play(&mut self, script: &Script) -> Option<Verdict> {
        let verdict = self.judge.play(script)?;
        Some(self.judge.blame(script, verdict))
    }

    /// The same with the limits of the assignment, by which what is shown must be true.
    fn play_patiently(&mut self, script: &Script) -> Option<Verdict> {
        self.judge.set_limits(self.limits);
        let verdict = self.judge.play(script);
        self.judge.set_limits(self.impatient());
        Some(self.judge.blame(script, verdict?))
    }

    /// What the smallest game shows that can be made of one, whatever rule is to blame.
    pub(super) fn smallest(&mut self, script: &Script) -> Option<Verdict> {
        Some(self.judge.counterexample(script)?.verdict)
    }

    /// Makes the game smaller, as long as the same rule is to blame.
    fn shrink(&mut self, broken: &mut Broken) {
        let (rule, refused) = (broken.rule, broken.refused);
        let same = |verdict: &Verdict| match (refused, causes::is_refused_move(verdict)) {
            (true, other) => other,
            (false, other) => !other && verdict.rule == rule,
        };
        if let Some((script, _)) = self.judge.shrink_while(&broken.script, same)
            && let Some(verdict) = self.play_patiently(&script).filter(same)
        {
            (broken.script, broken.verdict) = (script, verdict);
        }
    }
}
