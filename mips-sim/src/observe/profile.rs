//! How often each instruction was executed, summed up for source lines and for functions, which
//! are the stretches from one label that is called to the next.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use super::calls::call_targets;
use super::{Done, Observer};
use crate::image::{Image, TextWord};
use crate::source::FileId;

/// As many instructions from the first of the user's text on are counted in a table.
const TABLE: usize = 1 << 20;

/// Counts executions.
#[derive(Clone, Debug)]
pub struct Profile {
    base: u32,
    counts: Vec<u64>,
    /// Kernel text, and whatever else lies outside the first stretch.
    elsewhere: BTreeMap<u32, u64>,
}

impl Profile {
    /// A profile with nothing in it yet.
    pub fn new(image: &Image) -> Profile {
        let base = image.config.text_base;
        let index = |word: &TextWord| word.address.wrapping_sub(base) as usize / 4;
        // The kernel's text, far behind the user's, gets no room in the table.
        let words = image.text.iter().map(index).filter(|index| *index < TABLE).max();
        Profile {
            base,
            counts: vec![0; words.map_or(0, |last| last + 1)],
            elsewhere: BTreeMap::new(),
        }
    }

    /// How often the instruction at an address was executed.
    pub fn count(&self, address: u32) -> u64 {
        let index = address.wrapping_sub(self.base) as usize / 4;
        let near = self.counts.get(index).copied();
        near.or_else(|| self.elsewhere.get(&address).copied()).unwrap_or(0)
    }

    /// How many instructions were executed in all.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.elsewhere.values().sum::<u64>()
    }

    /// The source lines that were executed, hottest first: file and line of the text.
    fn lines(&self, image: &Image) -> Vec<((FileId, u32), u64)> {
        let mut lines = BTreeMap::new();
        for place in image.places() {
            *lines.entry(place.at()).or_insert(0) += self.count(place.word.address);
        }
        hottest(lines)
    }

    /// The functions that were executed, hottest first.
    fn functions(&self, image: &Image) -> Vec<(String, u64)> {
        let starts = function_starts(image);
        let mut functions: BTreeMap<u32, u64> = BTreeMap::new();
        for word in &image.text {
            let start = starts.range(..=word.address).next_back();
            let start = start.map_or(image.config.text_base, |(start, _)| *start);
            *functions.entry(start).or_insert(0) += self.count(word.address);
        }
        let name = |start: u32| match starts.get(&start) {
            Some(name) => name.clone(),
            None => "(start)".to_string(),
        };
        hottest(functions).into_iter().map(|(start, count)| (name(start), count)).collect()
    }

    /// The report for people: functions, then at most `most` lines with their text.
    pub fn report(&self, image: &Image, most: usize) -> String {
        let total = self.total();
        let percent = |count: u64| 100.0 * count as f64 / total.max(1) as f64;
        let mut text = format!("{total} instructions executed\n");
        if total == 0 {
            return text;
        }
        text.push_str("\n     count      %  function\n");
        for (function, count) in self.functions(image) {
            let _ = writeln!(text, "{count:>10} {:>5.1}%  {function}", percent(count));
        }
        text.push_str("\n     count      %  line\n");
        let lines = self.lines(image);
        for ((file, line), count) in lines.iter().take(most) {
            let file = image.sources.file(*file);
            let source = file.line(*line).trim();
            let percent = percent(*count);
            let _ = writeln!(text, "{count:>10} {percent:>5.1}%  {}:{line}: {source}", file.name);
        }
        if lines.len() > most {
            let _ = writeln!(text, "{} more lines", lines.len() - most);
        }
        text
    }
}

impl Observer for Profile {
    fn done(&mut self, Done { pc, .. }: Done<'_>) -> ControlFlow<()> {
        match self.counts.get_mut(pc.wrapping_sub(self.base) as usize / 4) {
            Some(count) => *count += 1,
            None => *self.elsewhere.entry(pc).or_insert(0) += 1,
        }
        ControlFlow::Continue(())
    }
}

/// The labels that calls go to, and `main`, by address. A function without a label has no name.
pub(crate) fn function_starts(image: &Image) -> BTreeMap<u32, String> {
    let called = call_targets(image);
    let mut starts = BTreeMap::new();
    for symbol in image.symbols.iter().filter(|symbol| !symbol.data) {
        let first = symbol.address == image.config.text_base;
        if symbol.name == "main" || first || called.contains(&symbol.address) {
            starts.entry(symbol.address).or_insert_with(|| symbol.name.clone());
        }
    }
    starts
}

/// What has a count, highest first and then in order.
fn hottest<T>(counts: BTreeMap<T, u64>) -> Vec<(T, u64)> {
    let mut counted: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted
}
