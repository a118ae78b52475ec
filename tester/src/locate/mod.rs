//! Where a program is wrong, not just that it is: its source lines, the most suspicious first.
//!
//! Two things make a line suspicious. It runs in games and steps that go wrong and not in others
//! (`spectrum`); the games are those of the judge, and games that are nearly the one that goes
//! wrong (`games`). And a small change of it ([`changes`]) makes the game right and breaks none of
//! a hundred others (`repair`); a line with such a repair comes before all others.
//!
//! All of it is limited by work, never by time, and is the same each time.

mod changes;
mod effect;
mod games;
mod insertions;
mod lines;
mod repair;
mod search;
mod spectrum;

use mips_sim::Image;

use crate::judge::Judge;
use crate::script::Script;
use crate::subject::{Limits, Program};
use crate::trace::LineId;
use crate::verdict::Counterexample;

pub use changes::{Change, ChangeKind};
use lines::{Line, Lines};
pub use repair::Repair;
use repair::{Bench, Right, rarest_first};
use search::Search;
pub use spectrum::Counts;
use spectrum::{Coverage, Looking, Spectrum};

/// The lines of a program that may be to blame for what is wrong in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Located {
    /// All lines that ran, the most suspicious first.
    pub suspects: Vec<Suspect>,
    /// How many games were played.
    pub games: Counts,
}

/// A source line that may be to blame.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// Where it is: in a macro, the line of its definition or the call, whichever is suspicious.
    pub place: LineId,
    /// How much it has in common with what goes wrong, from 0 to 1.
    pub score: f64,
    /// The games in which it runs.
    pub ran: Counts,
    /// A small change of it with which the game is right.
    pub repair: Option<Repair>,
}

/// Games of the judge.
const GAMES: u64 = 300;
/// Of these, the games whose lines are typed elsewhere.
const WORDS: usize = 30;
/// Games that are nearly the one that goes wrong.
const ALIKE: usize = 300;
/// What these games may take together, as [`Judge::work`] counts it.
const GAMES_WORK: u64 = 40_000_000;
/// Games that go wrong in which a repair is tried.
const WRONG: usize = 40;
/// A changed program goes nowhere that the program does not: what hangs shows soon.
const LIMITS: Limits = Limits { steps: 20_000, output: 8 << 10, memory: 0 };
/// A line that does not run in the step that goes wrong is suspicious only so far.
const EARLIER: f64 = 0.5;

/// Ranks the lines of a program for what is wrong in a game. The judge has found it.
pub fn locate<J: Judge>(judge: &J, found: &Counterexample) -> Located {
    let limits = judge.program().limits();
    let short = Limits {
        steps: limits.steps.min(LIMITS.steps),
        output: limits.output.min(LIMITS.output),
        ..limits
    };
    let short = judge.program().with_limits(short);
    // What is a limit here must be what a limit was there.
    let program = if found.verdict.problem.is_limit() { &short } else { judge.program() };
    let lines = Lines::new(program.image());
    let played = Played::new(&mut judge.of_program(program), program, &lines, found);
    let mut repairs = {
        let bench = Bench::new(judge, &short, found, &played.wrong, &played.right);
        Search::new(bench, &lines, &played, found).repairs()
    };
    let mut suspects: Vec<(f64, Suspect)> = Vec::with_capacity(played.smallest.game.len());
    // Of lines that are equally suspicious the last that was reached is the nearest to the mistake.
    for line in played.smallest.game.iter().rev() {
        let (value, repair) = repairs.remove(line).unzip();
        let suspect = Suspect {
            place: lines.places[*line as usize],
            score: played.score(*line),
            ran: played.spectrum.games[*line as usize],
            repair,
        };
        suspects.push((value.unwrap_or(0.0), suspect));
    }
    let by_score = |a: &Suspect, b: &Suspect| b.score.total_cmp(&a.score);
    suspects.sort_by(|(v, a), (w, b)| w.total_cmp(v).then(by_score(a, b)));
    let suspects = suspects.into_iter().map(|(_, suspect)| suspect).collect();
    Located { suspects, games: played.spectrum.all_games }
}

/// The games, and what ran in them.
struct Played {
    smallest: Coverage,
    spectrum: Spectrum,
    wrong: Vec<Script>,
    right: Vec<Right>,
}

impl Played {
    fn new<J: Judge>(
        judge: &mut J,
        program: &Program,
        lines: &Lines,
        found: &Counterexample,
    ) -> Played {
        let mut looking = Looking::new(lines);
        // A game that breaks another rule says nothing about this one.
        let rule = judge.play(&found.script).and_then(|verdict| verdict.rule);
        let smallest = looking.watch(program, &found.script, Some(&found.verdict));
        let mut spectrum = Spectrum::new(lines);
        spectrum.add(&smallest, true);
        let mut played = Played { smallest, spectrum, wrong: Vec::new(), right: Vec::new() };
        let mut work = 0;
        let first: Vec<Script> = (0..WORDS as u64).map_while(|index| judge.game(index)).collect();
        let mut alike =
            games::alike(&found.script, &first, if first.is_empty() { 0 } else { ALIKE });
        // The games of the judge are longer, and come in between.
        alike.reverse();
        let mut index = 0;
        while work < GAMES_WORK {
            let own = match index % 2 {
                0 => alike.pop(),
                _ => None,
            };
            let script = match own {
                Some(script) => script,
                None if index / 2 >= GAMES && alike.is_empty() => break,
                None => match judge.game(index / 2) {
                    Some(script) => script,
                    None => break,
                },
            };
            index += 1;
            let verdict = judge.play(&script);
            // It is played again while someone looks on, which takes longer.
            work += 2 * judge.work();
            if verdict.as_ref().is_some_and(|verdict| verdict.rule != rule) {
                continue;
            }
            let coverage = looking.watch(program, &script, verdict.as_ref());
            played.spectrum.add(&coverage, verdict.is_some());
            match verdict {
                Some(_) => played.wrong.push(script),
                None => played.right.push(Right::new(script, &coverage.words, lines)),
            }
        }
        let every = played.wrong.len().div_ceil(WRONG).max(1);
        played.wrong = std::mem::take(&mut played.wrong).into_iter().step_by(every).collect();
        rarest_first(&mut played.right, lines);
        played
    }

    /// How much a line has in common with what goes wrong.
    fn score(&self, line: Line) -> f64 {
        let (at, spectrum) = (line as usize, &self.spectrum);
        let games = spectrum.games[at].ochiai(spectrum.all_games);
        let steps = spectrum.steps[at].ochiai(spectrum.all_steps);
        let last = self.smallest.steps.last().is_some_and(|step| step.contains(&line));
        (games + steps) / 2.0 * if last { 1.0 } else { EARLIER }
    }
}

impl Suspect {
    /// The line itself, without what surrounds it.
    pub fn text<'a>(&self, image: &'a Image) -> &'a str {
        let (file, line) = self.place;
        image.sources.file(file).line(line).trim()
    }
}
