//! One segment of memory, which covers only what has been touched of it, and its words as snapshots
//! keep them.

use std::sync::Arc;

use super::shared::Shared;

/// As many words are compared at a time.
const DIFFERENCE: usize = 16;

/// Words of a page. Pages begin at multiples of that, so that growing does not change what is in
/// them. Small ones share more, but there are more of them to list in every snapshot.
const PAGE: usize = 1024;

/// The words of a segment as snapshots keep them.
#[derive(Clone, Debug, Default)]
pub(in crate::machine) struct Pages {
    low: u32,
    pages: Vec<Arc<[u32]>>,
}

impl Pages {
    /// How many bytes only this snapshot holds.
    pub(in crate::machine) fn own_bytes(&self) -> usize {
        let own = self.pages.iter().filter(|page| Arc::strong_count(page) == 1);
        let counts = 2 * size_of::<usize>();
        own.map(|page| size_of_val(&page[..]) + counts).sum::<usize>()
            + size_of_val(&self.pages[..])
    }
}

fn page_number(address: u32) -> u32 {
    address / 4 / PAGE as u32
}

/// One segment: words from `low` on.
#[derive(Debug, Default)]
pub(super) struct Segment {
    /// The address of the first word that is there.
    pub(super) low: u32,
    pub(super) words: Vec<u32>,
    /// The segment's own borders, `end` exclusive, both multiples of 4.
    start: u32,
    end: u64,
    /// Words behind these that copies share until they change them.
    shared: Option<Box<Shared>>,
}

impl Segment {
    pub(super) fn new(start: u32, end: u64, at: u32) -> Segment {
        Segment { low: at, words: Vec::new(), start, end, shared: None }
    }

    /// Gives up the zeros behind the last word that is not one.
    pub(super) fn trim(&mut self) {
        let zeros = self.words.iter().rev().take_while(|word| **word == 0).count();
        self.words.truncate(self.words.len() - zeros);
    }

    /// Shares all words but the first so many with copies that are made from now on.
    pub(super) fn share(&mut self, own: usize) {
        if self.words.len() <= own {
            return;
        }
        let words = self.all().skip(own).map(|(_, word)| word).collect();
        self.shared = Some(Box::new(Shared::new(self.low + 4 * own as u32, words)));
        self.words.truncate(own);
        self.words.shrink_to_fit();
    }

    /// How many of the shared words are among the segment's own by now, and are used no longer.
    fn claimed(&self) -> usize {
        let Some(shared) = &self.shared else { return 0 };
        let high = u64::from(self.low) + 4 * self.words.len() as u64;
        let claimed = high.saturating_sub(u64::from(shared.low)) / 4;
        (claimed as usize).min(shared.len())
    }

    /// Notes that a shared word is needed. When that has happened often, all words up to this one are
    /// made the segment's own, and some more: as their number doubles each time, little is done twice.
    /// An address behind the shared words needs all of them.
    pub(super) fn need(&mut self, address: u32) {
        if address < self.low || self.word(address).is_some() {
            return;
        }
        let claimed = self.claimed();
        let own = self.words.len();
        let Some(shared) = &mut self.shared else { return };
        let index = (address.saturating_sub(shared.low) / 4) as usize;
        if index >= shared.len() || shared.is_needed(index, claimed) {
            let wanted = (index + 1).max(claimed + own).min(shared.len());
            if claimed < wanted {
                shared.hand_over(claimed, wanted, &mut self.words);
            }
        }
    }

    /// The word at an aligned address, whosever it is.
    pub(super) fn value(&self, address: u32) -> Option<u32> {
        let shared = || {
            let shared = self.shared.as_ref()?;
            shared.word(index(address, shared.low))
        };
        self.word(address).or_else(shared)
    }

    /// Those of many words from an aligned address on that are its own or shared.
    pub(super) fn peek_words(&self, address: u32, words: &mut [u32]) {
        // The part of them that lies within its borders.
        let end = u64::from(address) + 4 * words.len() as u64;
        let (start, end) = (address.max(self.start), end.min(self.end));
        if u64::from(start) >= end {
            return;
        }
        let first = index(start, address);
        let count = ((end - u64::from(start)) / 4) as usize;
        for (k, word) in (0u32..).zip(&mut words[first..first + count]) {
            if let Some(value) = self.value(start + 4 * k) {
                *word = value;
            }
        }
    }

    /// The same to change it.
    pub(super) fn value_mut(&mut self, address: u32) -> Option<&mut u32> {
        // Not by asking for the word itself: it would be borrowed to the end.
        let index_here = index(address, self.low);
        if index_here < self.words.len() {
            return self.words.get_mut(index_here);
        }
        let shared = self.shared.as_mut()?;
        shared.word_mut(index(address, shared.low))
    }

    /// All words with their addresses.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let claimed = self.claimed();
        let shared = self.shared.iter().flat_map(move |shared| shared.pages(claimed));
        let shared = shared.flat_map(move |(first, page)| &page[claimed.saturating_sub(first)..]);
        let words = self.words.iter().chain(shared);
        (0u32..).zip(words).map(|(k, word)| (self.low + 4 * k, *word))
    }

    /// How many words a copy has to copy.
    pub(super) fn own_len(&self) -> usize {
        self.words.len() + self.shared.as_ref().map_or(0, |shared| shared.own_len())
    }

    fn shares_with(&self, other: &Segment) -> bool {
        match (&self.shared, &other.shared) {
            (None, None) => true,
            (Some(one), Some(other)) => one.is_of(other),
            _ => false,
        }
    }

    #[inline(always)]
    pub(super) fn word(&self, address: u32) -> Option<u32> {
        self.words.get(index(address, self.low)).copied()
    }

    /// The words from an aligned address on.
    #[inline(always)]
    pub(super) fn words_from(&self, address: u32) -> &[u32] {
        self.words.get(index(address, self.low)..).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn word_mut(&mut self, address: u32) -> Option<&mut u32> {
        self.words.get_mut(index(address, self.low))
    }

    pub(super) fn holds(&self, address: u32) -> bool {
        self.start <= address && u64::from(address) < self.end
    }

    pub(super) fn copy_borders(&mut self, source: &Segment) {
        self.shared.clone_from(&source.shared);
        let Segment { low, words: _, start, end, shared: _ } = source;
        self.low = *low;
        self.start = *start;
        self.end = *end;
    }

    /// The words by pages, of which the first and the last may be short.
    fn pages(&self) -> impl Iterator<Item = &[u32]> {
        let first = PAGE - (self.low / 4) as usize % PAGE;
        let (first, rest) = self.words.split_at(first.min(self.words.len()));
        Some(first).filter(|words| !words.is_empty()).into_iter().chain(rest.chunks(PAGE))
    }

    /// Keeps the words in pages. One that is kept already stays as it is if other snapshots have it
    /// too and it has not changed.
    pub(super) fn save(&self, kept: &mut Pages) {
        let shift = (page_number(self.low) as usize).wrapping_sub(page_number(kept.low) as usize);
        if shift != 0 || kept.pages.len() != self.pages().count() {
            // It grew, and what was kept may be some pages further on now.
            let old = std::mem::take(&mut kept.pages);
            let known = |index: usize| old.get(index.wrapping_add(shift));
            let pages = self.pages().enumerate();
            let page = |(index, words)| known(index).map_or_else(|| Arc::from(words), Arc::clone);
            kept.pages = pages.map(page).collect();
        }
        kept.low = self.low;
        for (kept, words) in kept.pages.iter_mut().zip(self.pages()) {
            let own = Arc::get_mut(kept).filter(|page| page.len() == words.len());
            if let Some(page) = own {
                page.copy_from_slice(words);
            } else if kept[..] != *words {
                *kept = Arc::from(words);
            }
        }
    }

    /// Gets the words back.
    pub(super) fn restore(&mut self, kept: &Pages) {
        self.words.clear();
        for page in &kept.pages {
            self.words.extend_from_slice(page);
        }
    }

    pub(super) fn difference(&self, base: &Segment, changes: &mut Vec<(u32, u32)>) {
        let alike = self.low == base.low && self.words.len() == base.words.len();
        if alike && self.shares_with(base) {
            compare(self.low, &self.words, &base.words, changes);
            let claimed = self.claimed();
            let (new, old) = (self.shared.iter(), base.shared.iter());
            for (new, old) in new.zip(old) {
                let pages = new.pages(claimed).zip(old.pages(claimed));
                for ((first, page), (_, before)) in pages {
                    if new.is_own(first) || old.is_own(first) {
                        let gone = claimed.saturating_sub(first);
                        let at = new.low + 4 * (first + gone) as u32;
                        compare(at, &page[gone..], &before[gone..], changes);
                    }
                }
            }
            return;
        }
        // What one of them lacks is zero.
        let here = self.all().filter(|(at, word)| base.value(*at).unwrap_or(0) != *word);
        changes.extend(here);
        let gone = base.all().filter(|(at, word)| *word != 0 && self.value(*at).is_none());
        changes.extend(gone.map(|(at, _)| (at, 0)));
    }

    /// Makes room for an aligned address within the borders, with some more for those that come
    /// next, but adds no more than `room` words. Returns how many, or `None` if the address itself
    /// takes more than that.
    pub(super) fn grow(&mut self, address: u32, room: usize) -> Option<usize> {
        // As much whether some of it is shared or not, so that limits are reached at the same time.
        let shared = self.shared.as_ref().map_or(0, |shared| shared.len() - self.claimed());
        let chunk = ((self.words.len() + shared).clamp(256, 1 << 16) * 4) as u32;
        // Where there is little left, halves of it, so that the last words are not copied for each.
        let chunks = std::iter::successors(Some(chunk), |chunk| Some(chunk / 2));
        chunks.take_while(|chunk| *chunk >= 4).find_map(|chunk| self.grow_by(address, chunk, room))
    }

    fn grow_by(&mut self, address: u32, chunk: u32, room: usize) -> Option<usize> {
        let before = self.words.len();
        let empty = self.words.is_empty();
        let low = if empty { (address & !(chunk - 1)).max(self.start) } else { self.low };
        if address < low {
            let low = address.saturating_sub(chunk - 4).max(self.start) & !3;
            let added = ((self.low - low) / 4) as usize;
            if added > room {
                return None;
            }
            self.words = with_room(&self.words, added, added + before);
            self.low = low;
            return Some(added);
        }
        let high = (u64::from(address) + u64::from(chunk)).min(self.end);
        let wanted = (((high - u64::from(low)) / 4) as usize).max(before);
        if wanted - before > room {
            return None;
        }
        self.low = low;
        if wanted <= self.words.capacity() {
            self.words.resize(wanted, 0);
        } else {
            self.words = with_room(&self.words, 0, wanted);
        }
        Some(wanted - before)
    }
}

/// Adds the words that are not as before, with their addresses.
fn compare(low: u32, new: &[u32], old: &[u32], changes: &mut Vec<(u32, u32)>) {
    let pieces = new.chunks(DIFFERENCE).zip(old.chunks(DIFFERENCE));
    for (piece, (new, old)) in pieces.enumerate().filter(|(_, (new, old))| new != old) {
        let at = low + (4 * DIFFERENCE * piece) as u32;
        let words = (0u32..).zip(new.iter().zip(old));
        let changed = words.filter(|(_, (new, old))| new != old);
        changes.extend(changed.map(|(k, (new, _))| (at + 4 * k, *new)));
    }
}

/// The words from index `at` on in so many zeros. New memory is zero already, and as long as nobody
/// touches it, it costs nothing: a program may well use both ends of a segment.
fn with_room(words: &[u32], at: usize, len: usize) -> Vec<u32> {
    let mut grown = vec![0; len];
    grown[at..at + words.len()].copy_from_slice(words);
    grown
}

/// The same words at the same addresses, whether they are shared or not.
impl PartialEq for Segment {
    fn eq(&self, other: &Segment) -> bool {
        let borders = |segment: &Segment| (segment.low, segment.start, segment.end);
        let words = || match (&self.shared, &other.shared) {
            // Nothing shared is the rule, and a comparison of slices much the faster one.
            (None, None) => self.words == other.words,
            _ => self.all().eq(other.all()),
        };
        borders(self) == borders(other) && words()
    }
}

impl Eq for Segment {}

impl Clone for Segment {
    fn clone(&self) -> Segment {
        Segment { words: self.words.clone(), shared: self.shared.clone(), ..*self }
    }

    /// Copies the words to where others were.
    fn clone_from(&mut self, source: &Segment) {
        self.words.clone_from(&source.words);
        self.copy_borders(source);
    }
}

/// The index of an address, out of every bound if it is not a multiple of 4.
#[inline(always)]
pub(super) fn index(address: u32, low: u32) -> usize {
    address.wrapping_sub(low).rotate_right(2) as usize
}
