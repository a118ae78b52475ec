//! Words that two programs say for the same thing, when only what depends on the input is compared.
//!
//! What a program always prints is left out ([`Prompts`]). Of what is left, some words are labels that
//! come on one path only: `even` and `odd`, `too large`. Programs may choose other words for them. Which
//! label of one program stands for which of the other is learnt from runs: the two that come together
//! most often. They must be words of the programs' own data, and not of the input, or they are answers,
//! which have to be the same. A label that both programs know stands for itself.
//!
//! Outputs are read twice: a label is made of the words between numbers; and if programs differ so, of
//! whole strings of their data, so that a number in one is none and a word in none is an answer.

use std::collections::{BTreeMap, BTreeSet};

use super::prompts::{Prompts, is_number, tokens};
use super::run::{Input, Ran};
use super::strings::Strings;

/// A label: its words in small letters. Nothing is a label too, beside a number.
type Label = Vec<Vec<u8>>;

/// What two programs print on the same input.
pub(super) struct Sample {
    /// The input.
    pub(super) input: Input,
    /// What the reference did.
    pub(super) expected: Ran,
    /// What the program did, if it ended as the reference did.
    pub(super) got: Option<Ran>,
}

/// How a reference and a program put things.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    prompts: [Prompts; 2],
    /// The words of their data; none if the program is not there.
    own: [Option<BTreeSet<Vec<u8>>>; 2],
    /// The labels that were seen.
    known: [BTreeSet<Label>; 2],
    /// Which label of the program stands for one of the reference.
    same: BTreeMap<Label, Label>,
    /// Their strings, if labels are made of strings.
    strings: [Option<Strings>; 2],
    /// The other way to read what they print.
    other: Option<Box<Wording>>,
}

/// What is left of an output without what is always printed, and which bytes come from strings.
struct Bare {
    output: Vec<u8>,
    mask: Option<Vec<bool>>,
}

/// A label in an output.
#[derive(Clone, Debug)]
struct Group {
    start: usize,
    end: usize,
    label: Label,
    /// How many lines have been read before it.
    reads: usize,
    /// How many numbers come before it, since then.
    gap: usize,
    /// Whether its line has a number.
    beside: bool,
}

impl Wording {
    /// What runs show of two programs with these strings.
    pub(super) fn of(strings: [Option<Strings>; 2], samples: &[Sample]) -> Wording {
        let own = strings.each_ref().map(|strings| strings.as_ref().map(Strings::words));
        let other = Wording::learnt(own.clone(), strings, samples);
        Wording { other: Some(Box::new(other)), ..Wording::learnt(own, [None, None], samples) }
    }

    /// The ways to read what they print.
    pub(super) fn readings(&self) -> impl Iterator<Item = &Wording> {
        [self].into_iter().chain(self.other.as_deref())
    }

    fn learnt(
        own: [Option<BTreeSet<Vec<u8>>>; 2],
        strings: [Option<Strings>; 2],
        samples: &[Sample],
    ) -> Wording {
        let theirs = samples.iter().filter_map(|sample| sample.got.as_ref());
        let mut wording = Wording {
            prompts: [
                Prompts::of(samples.iter().map(|sample| &sample.expected)),
                Prompts::of(theirs),
            ],
            own,
            strings,
            ..Wording::default()
        };
        // How often two labels come together, and when first.
        let mut together: BTreeMap<(Label, Label), (usize, usize)> = BTreeMap::new();
        for (number, sample) in samples.iter().enumerate() {
            let Some(got) = &sample.got else { continue };
            let outputs = wording.bare(&sample.expected, got);
            let lists = both(&outputs, [&sample.expected, got]);
            let typed = words(&sample.input.typed());
            let is_fresh = |label: &Label| !label.iter().any(|word| typed.contains(word));
            for (known, list) in wording.known.iter_mut().zip(&lists) {
                let labels = list.iter().map(|group| group.label.clone());
                known.extend(labels.filter(is_fresh));
            }
            if outputs[0].count_answers() != outputs[1].count_answers() {
                continue;
            }
            for pair in pairs(&lists) {
                let [one, other] = pair.map(label);
                if one != other && is_fresh(&one) && is_fresh(&other) {
                    together.entry((one, other)).or_insert((0, number)).0 += 1;
                }
            }
        }
        wording.same = wording.chosen(&together);
        wording
    }

    /// The labels that stand for each other, of all that came together.
    fn chosen(
        &self,
        together: &BTreeMap<(Label, Label), (usize, usize)>,
    ) -> BTreeMap<Label, Label> {
        let free = |side: usize, label: &Label| !self.known[1 - side].contains(label);
        let mut list: Vec<_> = together
            .iter()
            .filter(|((one, other), _)| free(0, one) && free(1, other))
            .filter(|((one, other), _)| self.is_own(0, one) && self.is_own(1, other))
            .collect();
        list.sort_by_key(|(_, (count, first))| (std::cmp::Reverse(*count), *first));
        let rest = |side: usize| self.known[side].iter().filter(move |label| free(side, label));
        let shared = |one: &Label, other: &Label| one.iter().filter(|w| other.contains(w)).count();
        let mut same = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for ((one, other), _) in list {
            let most = shared(one, other);
            let nearer = rest(0).any(|another| shared(another, other) > most)
                || rest(1).any(|another| shared(one, another) > most);
            if !nearer && !same.contains_key(one) && taken.insert(other.clone()) {
                same.insert(one.clone(), other.clone());
            }
        }
        same
    }

    /// Whether a label is made of words of a program's own data.
    fn is_own(&self, side: usize, label: &Label) -> bool {
        let is_word = |word: &Vec<u8>| word.iter().any(u8::is_ascii_alphabetic);
        let known = |word| self.own[side].as_ref().is_none_or(|own| own.contains(word));
        label.iter().all(|word| is_word(word) && known(word))
    }

    fn bare(&self, expected: &Ran, got: &Ran) -> [Bare; 2] {
        let bare = |side: usize, ran: &Ran| {
            let mask = self.strings[side].as_ref().map(|strings| strings.mask(&ran.output));
            Bare { output: self.prompts[side].without(ran), mask }
        };
        [bare(0, expected), bare(1, got)]
    }

    /// Whether something is typed that one of the programs says too, so that nobody knows who says it.
    pub(super) fn is_typed(&self, input: &Input) -> bool {
        input.lines().iter().any(|line| self.prompts.iter().any(|prompts| prompts.say(line)))
    }

    /// What both printed, with blanks in the place of what each puts in its own words.
    pub(super) fn without(&self, expected: &Ran, got: &Ran) -> [Vec<u8>; 2] {
        let bare = self.bare(expected, got);
        let lists = both(&bare, [expected, got]);
        let mut outputs = bare.map(Bare::without_signs);
        for pair in pairs(&lists) {
            let [one, other] = pair.map(label);
            if self.alike(&one, &other) {
                for (output, group) in outputs.iter_mut().zip(pair) {
                    let Some(group) = group else { continue };
                    output[group.start..group.end].fill(b' ');
                }
            }
        }
        outputs
    }

    fn alike(&self, one: &Label, other: &Label) -> bool {
        let own = self.is_own(0, one) && self.is_own(1, other);
        // What comes so seldom that no sample had it can't be compared.
        let unheard = || !self.known[0].contains(one) && !self.known[1].contains(other);
        let unheard = || !one.is_empty() && !other.is_empty() && unheard();
        own && (one == other || self.same.get(one) == Some(other) || unheard())
    }
}

fn label(group: Option<&Group>) -> Label {
    group.map_or_else(Label::new, |group| group.label.clone())
}

impl Bare {
    /// The places of its words, numbers and signs, without the signs that stand in strings.
    fn tokens(&self) -> Vec<(usize, usize)> {
        let mut list = tokens(&self.output);
        list.retain(|place| !self.is_sign(*place) || !self.is_string(*place));
        list
    }

    fn is_sign(&self, (start, end): (usize, usize)) -> bool {
        !self.output[start..end].iter().any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
    }

    fn is_string(&self, (start, end): (usize, usize)) -> bool {
        self.mask.as_ref().is_some_and(|mask| mask[start..end].iter().all(|masked| *masked))
    }

    /// Whether something has to be the same in both programs.
    fn is_answer(&self, place: (usize, usize)) -> bool {
        match self.mask {
            None => is_number(&self.output[place.0..place.1]),
            Some(_) => !self.is_string(place),
        }
    }

    fn count_answers(&self) -> usize {
        self.tokens().into_iter().filter(|place| self.is_answer(*place)).count()
    }

    /// The output with blanks in the place of signs that stand in strings.
    fn without_signs(self) -> Vec<u8> {
        let all = tokens(&self.output).into_iter();
        let signs: Vec<_> =
            all.filter(|place| self.is_sign(*place) && self.is_string(*place)).collect();
        let mut output = self.output;
        signs.into_iter().for_each(|(start, end)| output[start..end].fill(b' '));
        output
    }
}

/// The labels of two programs on the same input. If one of them reads more, nobody knows which lines
/// belong together.
fn both(outputs: &[Bare; 2], runs: [&Ran; 2]) -> [Vec<Group>; 2] {
    let asked: [Vec<usize>; 2] =
        runs.map(|ran| ran.reads.iter().map(|read| read.printed).collect());
    let same = asked[0].len() == asked[1].len();
    let asked = if same { asked } else { Default::default() };
    [groups(&outputs[0], &asked[0]), groups(&outputs[1], &asked[1])]
}

/// The words between numbers, line by line. Signs count where there is nothing else. `asked` says how much
/// had been printed at each question.
fn groups(bare: &Bare, asked: &[usize]) -> Vec<Group> {
    let output = &bare.output;
    let mut list: Vec<Group> = Vec::new();
    let (mut reads, mut gap) = (0, 0);
    // The first group of this line, and whether the line has a number.
    let (mut from, mut beside) = (0, false);
    let mut open = false;
    let mut at = 0;
    for (start, end) in bare.tokens() {
        if output[at..start].contains(&b'\n') {
            list[from..].iter_mut().for_each(|group| group.beside = beside);
            (from, beside, open) = (list.len(), false, false);
        }
        at = end;
        let before = asked.iter().filter(|printed| **printed <= start).count();
        if before != reads {
            (reads, gap, open) = (before, 0, false);
        }
        let token = output[start..end].to_ascii_lowercase();
        if bare.is_answer((start, end)) {
            (gap, beside, open) = (gap + 1, true, false);
            continue;
        }
        match list.last_mut().filter(|_| open) {
            Some(group) => {
                group.end = end;
                group.label.push(token);
            }
            None => {
                list.push(Group { start, end, label: vec![token], reads, gap, beside: false });
            }
        }
        open = true;
    }
    list[from..].iter_mut().for_each(|group| group.beside = beside);
    for group in &mut list {
        let is_word = |token: &Vec<u8>| token.iter().any(u8::is_ascii_alphabetic);
        if group.label.iter().any(is_word) {
            group.label.retain(is_word);
        }
    }
    list
}

/// Which labels come at the same place, between the same questions: the first of one program and the
/// first of the other and so on, if there are as many; else those between the same numbers.
fn pairs(lists: &[Vec<Group>; 2]) -> Vec<[Option<&Group>; 2]> {
    let mut found = Vec::new();
    let last = |of: fn(&Group) -> usize| lists.iter().flatten().map(of).max().unwrap_or(0);
    let [reads, gaps] = [last(|group| group.reads), last(|group| group.gap)];
    for reads in 0..=reads {
        let here = |group: &&Group| group.reads == reads;
        let part: [Vec<&Group>; 2] =
            lists.each_ref().map(|list| list.iter().filter(here).collect());
        if part[0].len() == part[1].len() {
            let [one, other] = part;
            found.extend(one.into_iter().zip(other).map(|(one, other)| [Some(one), Some(other)]));
            continue;
        }
        for gap in 0..=gaps {
            let [one, other] = part.each_ref().map(|list| {
                list.iter().copied().filter(|group| group.gap == gap).collect::<Vec<&Group>>()
            });
            if one.len() == other.len() {
                found.extend(
                    one.into_iter().zip(other).map(|(one, other)| [Some(one), Some(other)]),
                );
            } else if one.is_empty() || other.is_empty() {
                // Only a label beside an answer may be left out: what stands alone is one itself.
                let one = one.into_iter().map(|group| [Some(group), None]);
                let all = one.chain(other.into_iter().map(|group| [None, Some(group)]));
                found.extend(all.filter(|pair| pair.iter().flatten().all(|group| group.beside)));
            }
        }
    }
    found
}

/// The words of a text in small letters.
fn words(text: &[u8]) -> BTreeSet<Vec<u8>> {
    let all = tokens(text).into_iter().map(|(start, end)| text[start..end].to_ascii_lowercase());
    all.collect()
}
