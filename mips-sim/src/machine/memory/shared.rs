//! Words that the copies of a machine have in common. Each copies the pages that it stores to, and if
//! it comes back often, all of them, so that the way to them is short.

use std::sync::Arc;

/// Words of a page.
pub(super) const PAGE: usize = 1024;
/// To come here takes as long as to copy so many words.
const DETOUR: usize = 64;
/// A page that is copied by itself counts as so many detours: it takes longer than as a part of all.
const OF_PAGE: usize = 64;

/// Words that lie behind those of a segment.
#[derive(Debug)]
pub(super) struct Shared {
    /// The address of the first of them.
    pub(super) low: u32,
    words: Arc<[u32]>,
    /// Pages that are no longer as in `words`; nothing at all while there are none.
    own: Vec<Option<Box<[u32]>>>,
    /// How often these words were needed since some of them were handed over.
    needed: usize,
}

impl Shared {
    pub(super) fn new(low: u32, words: Arc<[u32]>) -> Shared {
        Shared { low, words, own: Vec::new(), needed: 0 }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// How many words a copy has to copy.
    pub(super) fn own_len(&self) -> usize {
        self.own.iter().flatten().map(|page| page.len()).sum()
    }

    /// Whether the words of two that were not changed are the same ones.
    pub(super) fn is_of(&self, other: &Shared) -> bool {
        self.low == other.low && Arc::ptr_eq(&self.words, &other.words)
    }

    pub(super) fn word(&self, index: usize) -> Option<u32> {
        match self.own.get(index / PAGE) {
            Some(Some(page)) => page.get(index % PAGE).copied(),
            _ => self.words.get(index).copied(),
        }
    }

    /// A word to change: its page is copied now, if it was not before.
    pub(super) fn word_mut(&mut self, index: usize) -> Option<&mut u32> {
        let first = index / PAGE * PAGE;
        let end = self.words.len().min(first + PAGE);
        let page = self.words.get(first..end).filter(|_| index < end)?;
        if self.own.is_empty() {
            self.own.resize(self.words.len().div_ceil(PAGE), None);
        }
        let needed = &mut self.needed;
        let own = self.own.get_mut(index / PAGE)?.get_or_insert_with(|| {
            *needed += OF_PAGE;
            page.into()
        });
        own.get_mut(index % PAGE)
    }

    /// Whether all words up to this one should be handed over, as they are needed so often. Where the
    /// first so many are gone already, this takes the fewer uses the fewer words it is about.
    pub(super) fn is_needed(&mut self, index: usize, gone: usize) -> bool {
        self.needed += 1;
        self.needed * DETOUR > (index + 1).saturating_sub(gone)
    }

    /// The pages of these words, from the one that holds an index on, with the indices of their first
    /// words.
    pub(super) fn pages(&self, from: usize) -> impl Iterator<Item = (usize, &[u32])> {
        let first = from / PAGE;
        let pages = self.words.chunks(PAGE).enumerate().skip(first);
        pages.map(|(number, words)| {
            let words = match self.own.get(number) {
                Some(Some(page)) => page,
                _ => words,
            };
            (number * PAGE, words)
        })
    }

    /// Whether a page is one that was changed.
    pub(super) fn is_own(&self, first: usize) -> bool {
        matches!(self.own.get(first / PAGE), Some(Some(_)))
    }

    /// Hands words over, which are not kept here any longer.
    pub(super) fn hand_over(&mut self, from: usize, to: usize, words: &mut Vec<u32>) {
        self.needed = 0;
        for (first, page) in self.pages(from).take_while(|(first, _)| *first < to) {
            let page = &page[..page.len().min(to - first)];
            words.extend_from_slice(page.get(from.saturating_sub(first)..).unwrap_or_default());
        }
        // Pages of which a part stays here are kept.
        let gone = if to == self.len() { self.own.len() } else { to / PAGE };
        self.own.iter_mut().take(gone).for_each(|page| *page = None);
    }
}

impl Clone for Shared {
    fn clone(&self) -> Shared {
        let Shared { low, words, own, needed } = self;
        Shared { low: *low, words: Arc::clone(words), own: own.clone(), needed: *needed }
    }

    /// Uses the memory of what is replaced.
    fn clone_from(&mut self, source: &Shared) {
        if !self.is_of(source) {
            self.low = source.low;
            self.words = Arc::clone(&source.words);
        }
        self.own.clone_from(&source.own);
        self.needed = source.needed;
    }
}
