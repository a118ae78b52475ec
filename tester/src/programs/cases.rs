//! Inputs with what the reference does with each, made once for all programs that are compared with
//! it, and how one of these programs does.

use std::collections::BTreeSet;
use std::sync::Arc;

use mips_sim::observe::Off;

use super::compare::{Comparison, Disagreement};
use super::labels::{Sample, Wording};
use super::run::{Input, Ran, Runner};
use super::search::{Options, Search, TO_SEE_WORDS, hurried};
use super::strings::Strings;
use super::unfit::Unfit;
use crate::draws::Tail;
use crate::player::{Limit, Outcome};
use crate::subject::Program;

/// How many inputs are tried at most for each that is wanted: many are made more than once.
const TRIES: u64 = 4;
/// Instructions that the reference may take for all cases.
const MOST_WORK: u64 = 1_000_000_000;
/// One in so many runs looks for inputs that a program itself suggests.
const OWN: u64 = 4;

/// Inputs and right answers.
#[derive(Clone, Debug)]
pub struct Cases {
    list: Arc<[Case]>,
    /// None if the cases were recorded.
    reference: Option<Program>,
    /// The strings of the reference, if that is not there.
    strings: Option<Strings>,
    options: Options,
    count: u64,
}

/// An input, and what should come of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The input.
    pub input: Input,
    /// What the reference did.
    pub expected: Ran,
    /// Whether it did something there that it had not done before.
    pub is_new: bool,
}

/// Cases for those who do not have the reference.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The cases, the smallest first.
    pub cases: Vec<Case>,
    /// The strings that the reference prints in them, if they are known.
    pub strings: Option<Strings>,
}

/// How a program did.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The smallest input that was found on which it is wrong.
    pub wrong: Option<Disagreement>,
    /// Whether it was stopped because all runs together took too much work.
    pub too_slow: bool,
}

impl Cases {
    /// So many cases, if there are as many, the smallest first.
    pub fn new(reference: &Program, count: u64, options: Options) -> Result<Cases, Unfit> {
        let mut search = Search::new(reference, None, options.clone())?;
        let mut worker = search.worker();
        let mut known = BTreeSet::new();
        let mut list = Vec::new();
        let most = count.saturating_mul(TRIES);
        let mut work = 0;
        while (list.len() as u64) < count && work < MOST_WORK {
            let round = search.round(most);
            if round.is_empty() {
                break;
            }
            let mut attempts = Vec::new();
            for index in round {
                let attempt = search.attempt(&mut worker, index);
                work += attempt.work();
                if let Some((input, expected)) = attempt.case()
                    && known.insert((input.typed(), input.files.clone()))
                    && (list.len() as u64) < count
                {
                    let is_new = attempt.goes_new_ways();
                    list.push(Case { input: input.clone(), expected: expected.clone(), is_new });
                }
                attempts.push(attempt);
            }
            search.absorb(attempts)?;
        }
        list.sort_by_key(|case| case.input.cost());
        Ok(Cases {
            list: list.into(),
            reference: Some(reference.clone()),
            strings: None,
            options,
            count,
        })
    }

    /// Cases that were recorded, without the reference.
    pub fn recorded(Recorded { cases, strings }: Recorded, options: Options) -> Cases {
        Cases { list: cases.into(), reference: None, strings, options, count: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The cases, the smallest first.
    pub fn iter(&self) -> impl Iterator<Item = &Case> {
        self.list.iter()
    }

    /// So many of them that tell most: those in which the reference did something new, and of the others
    /// small and large ones.
    pub fn choice(&self, most: usize) -> Recorded {
        let (new, others): (Vec<&Case>, Vec<&Case>) =
            self.list.iter().partition(|case| case.is_new);
        let rest = most.saturating_sub(new.len()).min(others.len());
        let spread = (0..rest).map(|at| others[at * others.len() / rest]);
        let mut chosen: Vec<&Case> = new.into_iter().take(most).chain(spread).collect();
        chosen.sort_by_key(|case| case.input.cost());
        let outputs = chosen.iter().map(|case| case.expected.output.as_slice());
        let reference = self.reference.as_ref();
        let strings = reference.map(|program| Strings::of(program.image()).printed(outputs));
        Recorded { cases: chosen.into_iter().cloned().collect(), strings }
    }

    /// Runs a program on all of them, and on some that it suggests itself, as long as that takes no more
    /// work than this.
    pub fn examine(&self, program: &Program, most_work: u64) -> Findings {
        let found = |wrong| Findings { wrong, too_slow: false };
        let mut runner = Runner::new(program);
        let mut search = self.search(program);
        let comparison = self.comparison(search.as_ref(), &mut runner);
        let mut work = 0;
        for case in self.list.iter() {
            let (ran, wrong) = self.run(&comparison, &mut runner, case);
            work += ran.work;
            if wrong {
                let smallest = search.as_ref().and_then(|search| search.smallest(&case.input));
                let as_it_is = || self.as_it_is(&comparison, program, case, ran);
                return found(smallest.or_else(as_it_is));
            }
            if work > most_work {
                return Findings { wrong: None, too_slow: true };
            }
        }
        let Some(search) = &mut search else { return found(None) };
        let input = search.find(self.count / OWN).ok().flatten();
        found(input.and_then(|input| search.smallest(&input)))
    }

    /// A search for more inputs, if there is a reference. That was fit when the cases were made.
    fn search(&self, program: &Program) -> Option<Search> {
        let reference = self.reference.as_ref()?;
        Search::new(reference, Some(program), self.options.clone()).ok()
    }

    fn comparison(&self, search: Option<&Search>, runner: &mut Runner) -> Comparison {
        if let Some(search) = search {
            return search.comparison().clone();
        }
        let wording = self.options.ignore_prompts.then(|| {
            let mut run = |case: &Case| {
                let got = runner.run_on(&case.input, self.options.limits, Tail::Count, &mut Off);
                let got = Some(got).filter(|got| got.outcome == Outcome::Exited);
                Sample { input: case.input.clone(), expected: case.expected.clone(), got }
            };
            let samples: Vec<Sample> = self.list.iter().take(TO_SEE_WORDS).map(&mut run).collect();
            let own = Strings::of(runner.program().image());
            Arc::new(Wording::of([self.strings.clone(), Some(own)], &samples))
        });
        Comparison { policy: self.options.policy, wording }
    }

    /// A disagreement on an input that can't be made smaller without the reference.
    fn as_it_is(
        &self,
        comparison: &Comparison,
        program: &Program,
        case: &Case,
        ran: Ran,
    ) -> Option<Disagreement> {
        let runs = [case.expected.clone(), ran];
        let limits = self.options.limits;
        let found =
            comparison.disagreement([program, program], limits, case.input.clone(), runs)?;
        let [_, own] = found.printed;
        Some(Disagreement { printed: [None, own], ..found })
    }

    /// Whether a program is wrong on any of them.
    pub fn find_fault(&self, program: &Program) -> bool {
        let mut runner = Runner::new(program);
        // Only what is always printed has to be learnt from runs.
        let search = self.options.ignore_prompts.then(|| self.search(program)).flatten();
        let comparison = self.comparison(search.as_ref(), &mut runner);
        self.list.iter().any(|case| self.run(&comparison, &mut runner, case).1)
    }

    fn run(&self, comparison: &Comparison, runner: &mut Runner, case: &Case) -> (Ran, bool) {
        let limits = self.options.limits;
        let short = hurried(limits, &case.expected);
        let mut ran = runner.run_on(&case.input, short, Tail::Count, &mut Off);
        if ran.outcome == Outcome::Limit(Limit::Steps) && short != limits {
            ran = runner.run_on(&case.input, limits, Tail::Count, &mut Off);
        }
        let wrong = comparison.differs(&case.input, &case.expected, &ran);
        (ran, wrong)
    }
}
