//! A class as numbers: what several reports say about all submissions together.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::{FailureEntry, Gradebook, StudentEntry};
use crate::grade::{Points, Status};

/// The numbers of a class.
#[derive(Clone, Debug)]
pub(super) struct Class<'a> {
    /// All grades, from the lowest.
    pub(super) scores: Vec<Points>,
    /// What can be got.
    pub(super) most: Points,
    /// How many have everything.
    pub(super) perfect: usize,
    /// How many of each test of the assignment came out in which way.
    pub(super) tests: Vec<Counts>,
    /// Rules, with how many submissions break them, from the most broken.
    pub(super) rules: Vec<Broken<'a>>,
    /// Submissions that fail in the same way, from the largest group; at least two in each.
    pub(super) groups: Vec<Group<'a>>,
    /// Those in which nothing was tested, by why.
    pub(super) untested: BTreeMap<&'static str, Vec<&'a StudentEntry>>,
}

/// How a test came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: usize,
    /// Failed, but with some points.
    pub(super) partly: usize,
    pub(super) failed: usize,
    pub(super) blocked: usize,
}

impl Counts {
    /// Those who did not pass.
    pub(super) fn lost(self) -> usize {
        self.partly + self.failed + self.blocked
    }
}

/// A rule and those who break it.
#[derive(Clone, Debug)]
pub(super) struct Broken<'a> {
    pub(super) rule: &'a str,
    pub(super) text: &'a str,
    pub(super) submissions: usize,
}

/// Submissions that fail in the same way.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// What happens, as the first of them shows it.
    pub(super) failure: &'a FailureEntry,
    /// Where it happens, by the test's name.
    pub(super) test: &'a str,
    /// Who they are, as numbers of submissions.
    pub(super) members: Vec<usize>,
}

/// Whether a submission has lost no points.
fn has_all(book: &Gradebook, graded: &StudentEntry) -> bool {
    graded.lost_points(&book.assignment).next().is_none()
}

impl<'a> Class<'a> {
    /// The numbers of a run.
    pub(super) fn of(book: &'a Gradebook) -> Class<'a> {
        let mut scores: Vec<Points> = book.submissions.iter().map(StudentEntry::score).collect();
        scores.sort_unstable();
        let mut tests = vec![Counts::default(); book.assignment.tests.len()];
        let mut rules: BTreeMap<&str, (&str, BTreeSet<usize>)> = BTreeMap::new();
        let mut groups: BTreeMap<&str, Group<'a>> = BTreeMap::new();
        for (number, graded) in book.submissions.iter().enumerate() {
            for (counts, result) in tests.iter_mut().zip(&graded.results) {
                match result.status {
                    Status::Passed => counts.passed += 1,
                    Status::Failed if result.points > Points::ZERO => counts.partly += 1,
                    Status::Failed => counts.failed += 1,
                    Status::Blocked => counts.blocked += 1,
                }
            }
            for result in graded.results.iter().filter(|r| r.status == Status::Failed) {
                for failure in &result.failures {
                    if let Some(rule) = &failure.rule {
                        let (_, who) = rules
                            .entry(rule)
                            .or_insert_with(|| (&failure.rule_text, BTreeSet::new()));
                        who.insert(number);
                    }
                    if !failure.group.is_empty() {
                        let group = groups.entry(&failure.group).or_insert_with(|| Group {
                            failure,
                            test: &result.test,
                            members: Vec::new(),
                        });
                        if group.members.last() != Some(&number) {
                            group.members.push(number);
                        }
                    }
                }
            }
        }
        let mut rules: Vec<Broken<'a>> = rules
            .into_iter()
            .map(|(rule, (text, who))| Broken { rule, text, submissions: who.len() })
            .collect();
        rules.sort_by_key(|broken| std::cmp::Reverse(broken.submissions));
        let mut groups: Vec<Group<'a>> =
            groups.into_values().filter(|group| group.members.len() > 1).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
        let mut untested: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for graded in &book.submissions {
            if let Some(why) = graded.untested() {
                untested.entry(why).or_default().push(graded);
            }
        }
        Class {
            scores,
            most: book.assignment.points(),
            perfect: book.submissions.iter().filter(|graded| has_all(book, graded)).count(),
            tests,
            rules,
            groups,
            untested,
        }
    }

    /// The mean, rounded to hundredths; none of nobody.
    pub(super) fn mean(&self) -> Option<Points> {
        let count = self.scores.len() as u64;
        let sum: u64 = self.scores.iter().map(|points| u64::from(points.hundredths())).sum();
        (count > 0).then(|| Points::from_hundredths(((sum + count / 2) / count) as u32))
    }

    /// The middle grade, or the mean of the two; none of nobody.
    pub(super) fn median(&self) -> Option<Points> {
        let upper = *self.scores.get(self.scores.len() / 2)?;
        let lower = *self.scores.get((self.scores.len() - 1) / 2)?;
        Some(Points::from_hundredths((lower.hundredths() + upper.hundredths()).div_ceil(2)))
    }

    /// How many grades lie in each tenth; all points are a tenth of their own at the end.
    pub(super) fn tenths(&self) -> [usize; 11] {
        let mut tenths = [0; 11];
        for points in &self.scores {
            tenths[((points.percent(self.most) / 10.0) as usize).min(10)] += 1;
        }
        tenths
    }

    /// "12 submissions, 3 of them perfect; mean 71.2 of 100, median 80, from 0 to 100".
    pub(super) fn summary(&self) -> String {
        let count = self.scores.len();
        let noun = if count == 1 { "submission" } else { "submissions" };
        let (Some(mean), Some(median)) = (self.mean(), self.median()) else {
            return format!("0 {noun}");
        };
        let (low, high) = (self.scores[0], self.scores[count - 1]);
        format!(
            "{count} {noun}, {} with full points; of {} points: mean {mean}, median {median}, \
             lowest {low}, highest {high}",
            self.perfect, self.most
        )
    }
}
