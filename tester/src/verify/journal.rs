//! A verification that was interrupted, as bytes: what has been counted, and the states with which
//! the next layer begins.

use mips_sim::Image;
use mips_sim::machine::Change;

use super::counts::LayerCounts;
use super::layers::Layer;
use super::states::{Found, States};
use super::{Plan, Shard};

const MAGIC: &[u8; 8] = b"5verify1";

/// Why a journal can't be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Not a journal, or not all of it.
    #[error("this is no journal of a verification, or it is damaged")]
    Damaged,
    /// The program has changed.
    #[error("the journal is about another program, or another version of it")]
    Program,
    /// Other layers, another part or the other way of entering boards.
    #[error("the journal is about other layers, another part, or another way of entering boards")]
    Plan,
}

/// A number that is another one for every other program, as good as certainly.
pub fn fingerprint(image: &Image) -> u64 {
    let mut hash = Hash::new();
    for word in &image.text {
        hash.add(&word.address.to_le_bytes());
        hash.add(&word.word.to_le_bytes());
    }
    for (address, block) in image.data.iter() {
        hash.add(&address.to_le_bytes());
        hash.add(block);
    }
    hash.0
}

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// What a journal holds.
pub(crate) struct Journal {
    pub(crate) done: Vec<(u32, LayerCounts)>,
    pub(crate) layer: Layer,
    pub(crate) states: Option<States>,
}

/// Writes a journal.
pub(crate) fn write(
    fingerprint: u64,
    plan: &Plan,
    done: &[(u32, LayerCounts)],
    next: u32,
    states: Option<&States>,
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(head(fingerprint, plan));
    let word = |bytes: &mut Vec<u8>, word: u32| bytes.extend(word.to_le_bytes());
    word(&mut bytes, done.len() as u32);
    for (sum, counts) in done {
        word(&mut bytes, *sum);
        counts.named().iter().for_each(|(_, number)| bytes.extend(number.to_le_bytes()));
    }
    word(&mut bytes, next);
    word(&mut bytes, u32::from(states.is_some()));
    for state in states.into_iter().flat_map(States::iter) {
        word(&mut bytes, state.len() as u32);
        for (place, value) in state {
            word(&mut bytes, *place);
            word(&mut bytes, *value);
        }
    }
    let mut hash = Hash::new();
    hash.add(&bytes);
    bytes.extend(hash.0.to_le_bytes());
    bytes
}

/// What must be the same to go on.
fn head(fingerprint: u64, plan: &Plan) -> Vec<u8> {
    let Plan { from_states, layers, shard: Shard { number, of }, steps } = plan;
    let mut bytes = fingerprint.to_le_bytes().to_vec();
    for word in [u32::from(*from_states), *layers.start(), *layers.end(), *number, *of] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(steps.to_le_bytes());
    bytes
}

/// Reads a journal that [`write`] wrote.
pub(crate) fn read(bytes: &[u8], fingerprint: u64, plan: &Plan) -> Result<Journal, JournalError> {
    let damaged = JournalError::Damaged;
    let (bytes, sum) = bytes.split_last_chunk::<8>().ok_or(damaged)?;
    let mut hash = Hash::new();
    hash.add(bytes);
    if hash.0 != u64::from_le_bytes(*sum) {
        return Err(damaged);
    }
    let mut rest = Rest(bytes.strip_prefix(MAGIC).ok_or(damaged)?);
    let expected = head(fingerprint, plan);
    let found = rest.take(expected.len())?;
    if found[..8] != expected[..8] {
        return Err(JournalError::Program);
    }
    if found != expected {
        return Err(JournalError::Plan);
    }
    let mut done = Vec::new();
    for _ in 0..rest.word()? {
        let sum = rest.word()?;
        done.push((sum, LayerCounts::from_named(|_| rest.long())?));
    }
    let next = rest.word()?;
    if !next.is_multiple_of(2) || next < *plan.layers.start() || next > plan.layers.end() + 2 {
        return Err(damaged);
    }
    let kept = rest.word()? == 1;
    // Behind the last layer there is nothing to look up.
    let over = next > *plan.layers.end();
    let layer = if over { Layer::before(next + 2) } else { Layer::of(next) };
    let mut found = Found::default();
    if kept {
        for rank in 0..layer.len() as u32 {
            let count = rest.word()? as usize;
            let words = rest.take(count.checked_mul(8).ok_or(damaged)?)?;
            found.add(rank, |changes: &mut Vec<Change>| {
                changes.extend(words.chunks_exact(8).map(|pair| {
                    let word = |k: usize| {
                        u32::from_le_bytes([pair[k], pair[k + 1], pair[k + 2], pair[k + 3]])
                    };
                    (word(0), word(4))
                }));
                Ok::<(), JournalError>(())
            })?;
        }
    }
    if !rest.0.is_empty() {
        return Err(damaged);
    }
    let states = kept.then(|| States::new(layer.len(), [found]));
    Ok(Journal { done, layer, states })
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], JournalError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(JournalError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, JournalError> {
        let (word, rest) = self.0.split_first_chunk::<4>().ok_or(JournalError::Damaged)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn long(&mut self) -> Result<u64, JournalError> {
        let (long, rest) = self.0.split_first_chunk::<8>().ok_or(JournalError::Damaged)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*long))
    }
}
