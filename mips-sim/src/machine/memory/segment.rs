//! One segment of memory, which covers only what has been touched of it, and its words as snapshots
//! keep them.

use std::sync::Arc;

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
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The address of the first word that is there.
    pub(super) low: u32,
    pub(super) words: Vec<u32>,
    /// The segment's own borders, `end` exclusive, both multiples of 4.
    start: u32,
    end: u64,
    /// Words behind these that copies share until they touch them.
    shared: Option<Shared>,
}

/// Words that nobody changes. A segment has those of them behind its own, and copies them from here
/// when it needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shared {
    low: u32,
    words: Arc<[u32]>,
}

impl Segment {
    pub(super) fn new(start: u32, end: u64, at: u32) -> Segment {
        Segment { low: at, words: Vec::new(), start, end, shared: None }
    }

    /// Shares all words but the first so many with copies that are made from now on.
    pub(super) fn share(&mut self, own: usize) {
        if self.words.len() <= own {
            return;
        }
        let words = self.words[own..].iter().chain(self.untouched()).copied().collect();
        self.shared = Some(Shared { low: self.low + 4 * own as u32, words });
        self.words.truncate(own);
        self.words.shrink_to_fit();
    }

    /// The shared words that are not among the segment's own.
    fn untouched(&self) -> &[u32] {
        let words = self.shared.as_ref().map_or(&[][..], |shared| &shared.words);
        words.get(self.claimed()..).unwrap_or_default()
    }

    /// How many of the shared words are among the segment's own.
    fn claimed(&self) -> usize {
        let high = u64::from(self.low) + 4 * self.words.len() as u64;
        let low = self.shared.as_ref().map_or(high, |shared| u64::from(shared.low));
        (high.saturating_sub(low) / 4) as usize
    }

    /// Makes the shared words up to an address the segment's own, and some more. As their number
    /// doubles each time, little is done twice.
    pub(super) fn claim(&mut self, address: u32) {
        let Some(shared) = &self.shared else { return };
        if address < self.low || self.word(address).is_some() {
            return;
        }
        let claimed = self.claimed();
        let wanted = ((address - shared.low) / 4) as usize + 1;
        let wanted = wanted.max(claimed + self.words.len()).min(shared.words.len());
        if let Some(words) = shared.words.get(claimed..wanted) {
            self.words.extend_from_slice(words);
        }
    }

    /// The word at an aligned address, whosever it is.
    pub(super) fn value(&self, address: u32) -> Option<u32> {
        let shared = || {
            let shared = self.shared.as_ref()?;
            shared.words.get(index(address, shared.low)).copied()
        };
        self.word(address).or_else(shared)
    }

    /// All words with their addresses.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        let words = self.words.iter().chain(self.untouched());
        (0u32..).zip(words).map(|(k, word)| (self.low + 4 * k, *word))
    }

    fn shares_with(&self, other: &Segment) -> bool {
        match (&self.shared, &other.shared) {
            (None, None) => true,
            (Some(one), Some(other)) => {
                one.low == other.low && Arc::ptr_eq(&one.words, &other.words)
            }
            _ => false,
        }
    }

    #[inline(always)]
    pub(super) fn word(&self, address: u32) -> Option<u32> {
        self.words.get(index(address, self.low)).copied()
    }

    #[inline(always)]
    pub(super) fn word_mut(&mut self, address: u32) -> Option<&mut u32> {
        self.words.get_mut(index(address, self.low))
    }

    pub(super) fn holds(&self, address: u32) -> bool {
        self.start <= address && u64::from(address) < self.end
    }

    pub(super) fn copy_borders(&mut self, source: &Segment) {
        if !self.shares_with(source) {
            self.shared.clone_from(&source.shared);
        }
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
            let pieces = self.words.chunks(DIFFERENCE).zip(base.words.chunks(DIFFERENCE));
            for (piece, (new, old)) in pieces.enumerate().filter(|(_, (new, old))| new != old) {
                let at = self.low + (4 * DIFFERENCE * piece) as u32;
                let words = (0u32..).zip(new.iter().zip(old));
                let changed = words.filter(|(_, (new, old))| new != old);
                changes.extend(changed.map(|(k, (new, _))| (at + 4 * k, *new)));
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
        let chunk = (self.words.len().clamp(256, 1 << 16) * 4) as u32;
        let grown = self.grow_by(address, chunk, room);
        if grown.is_some() { grown } else { self.grow_by(address, 4, room) }
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
        self.words = with_room(&self.words, 0, wanted);
        Some(wanted - before)
    }
}

/// The words from index `at` on in so many zeros. New memory is zero already, and as long as nobody
/// touches it, it costs nothing: a program may well use both ends of a segment.
fn with_room(words: &[u32], at: usize, len: usize) -> Vec<u32> {
    let mut grown = vec![0; len];
    grown[at..at + words.len()].copy_from_slice(words);
    grown
}

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
