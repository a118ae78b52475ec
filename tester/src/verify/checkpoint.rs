//! How far a verification has come, as bytes: what has been counted, and the states with which the
//! next layer begins. Whoever keeps them says which program and plan they belong to.

use mips_sim::Image;
use mips_sim::machine::Change;
use sha2::{Digest, Sha256};

use super::Plan;
use super::counts::LayerCounts;
use super::layers::Layer;
use super::states::{Found, States};

/// Not a checkpoint, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint of the verification is damaged")]
pub struct DamagedCheckpoint;

/// A number that differs for every other program, as good as certainly.
pub fn fingerprint(image: &Image) -> u64 {
    let mut hash = Sha256::new();
    for word in &image.text {
        hash.update(word.address.to_le_bytes());
        hash.update(word.word.to_le_bytes());
    }
    for (address, block) in image.data.iter() {
        hash.update(address.to_le_bytes());
        hash.update(block);
    }
    first_bytes(hash)
}

fn first_bytes(hash: Sha256) -> u64 {
    hash.finalize().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn checksum(bytes: &[u8]) -> u64 {
    first_bytes(Sha256::new().chain_update(bytes))
}

/// What a checkpoint holds.
pub(crate) struct Checkpoint {
    pub(crate) done: Vec<(u32, LayerCounts)>,
    pub(crate) layer: Layer,
    pub(crate) states: Option<States>,
}

/// Writes a checkpoint.
pub(crate) fn write(done: &[(u32, LayerCounts)], next: u32, states: Option<&States>) -> Vec<u8> {
    let mut bytes = Vec::new();
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
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a checkpoint that [`write`] wrote for a verification of the same program and plan.
pub(crate) fn read(bytes: &[u8], plan: &Plan) -> Result<Checkpoint, DamagedCheckpoint> {
    let damaged = DamagedCheckpoint;
    let (bytes, sum) = bytes.split_last_chunk::<8>().ok_or(damaged)?;
    if checksum(bytes) != u64::from_le_bytes(*sum) {
        return Err(damaged);
    }
    let mut rest = Rest(bytes);
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
                Ok::<(), DamagedCheckpoint>(())
            })?;
        }
    }
    if !rest.0.is_empty() {
        return Err(damaged);
    }
    let states = kept.then(|| States::new(layer.len(), [found]));
    Ok(Checkpoint { done, layer, states })
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], DamagedCheckpoint> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(DamagedCheckpoint)?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, DamagedCheckpoint> {
        let (word, rest) = self.0.split_first_chunk::<4>().ok_or(DamagedCheckpoint)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn long(&mut self) -> Result<u64, DamagedCheckpoint> {
        let (long, rest) = self.0.split_first_chunk::<8>().ok_or(DamagedCheckpoint)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*long))
    }
}
