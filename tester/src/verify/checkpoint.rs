//! How far a verification has come, as bytes: what has been counted, and the states with which the
//! next layer begins. Whoever keeps them says which program and plan they belong to.

use mips_sim::Image;
use mips_sim::machine::Change;
use sha2::{Digest, Sha256};

use super::Plan;
use super::arrivals::Source;
use super::counts::LayerCounts;
use super::known::Known;
use super::layers::{Layer, Origin};
use super::paths::{Parent, Parents, StateId};
use super::states::{Found, States};

/// Why a checkpoint can't be continued from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCheckpoint {
    /// It is none, or not all of it.
    #[error("the checkpoint of the verification is damaged")]
    Damaged,
    /// Another version of the program wrote it.
    #[error(
        "the checkpoint was written by another version of fivetwelve; begin again with another file"
    )]
    Version,
}

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

/// The present form of checkpoints.
const VERSION: u32 = 2;

/// What a checkpoint is written from.
pub(crate) struct Parts<'a> {
    pub(crate) known: &'a Known,
    pub(crate) done: &'a [(u32, LayerCounts)],
    pub(crate) next: &'a Layer,
    pub(crate) states: Option<&'a States>,
    pub(crate) parents: &'a Parents,
}

/// What a checkpoint holds.
pub(crate) struct Checkpoint {
    pub(crate) known: Known,
    pub(crate) done: Vec<(u32, LayerCounts)>,
    pub(crate) layer: Layer,
    pub(crate) states: Option<States>,
    pub(crate) parents: Parents,
}

/// Writes a checkpoint.
pub(crate) fn write(parts: &Parts<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let word = |bytes: &mut Vec<u8>, word: u32| bytes.extend(word.to_le_bytes());
    let words = |bytes: &mut Vec<u8>, numbers: [u32; 3]| {
        bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    };
    let long = |bytes: &mut Vec<u8>, long: u64| bytes.extend(long.to_le_bytes());
    word(&mut bytes, VERSION);
    let known = parts.known;
    word(&mut bytes, known.words.len() as u32);
    known.words.iter().for_each(|address| word(&mut bytes, *address));
    for reads in &known.reads {
        long(&mut bytes, reads.exact);
        long(&mut bytes, reads.float);
        word(&mut bytes, reads.tested.len() as u32);
        for (register, numbers) in &reads.tested {
            word(&mut bytes, u32::from(*register));
            word(&mut bytes, numbers.len() as u32);
            numbers.iter().for_each(|number| word(&mut bytes, *number));
        }
        word(&mut bytes, reads.bytes.len() as u32);
        for (address, mask) in &reads.bytes {
            word(&mut bytes, *address);
            word(&mut bytes, u32::from(*mask));
        }
    }
    word(&mut bytes, parts.done.len() as u32);
    for (sum, counts) in parts.done {
        word(&mut bytes, *sum);
        counts.named().iter().for_each(|(_, number)| long(&mut bytes, *number));
    }
    word(&mut bytes, parts.next.sum);
    word(&mut bytes, u32::from(parts.states.is_some()));
    if let Some(states) = parts.states {
        for rank in 0..parts.next.len() {
            let of_board = states.of(rank);
            word(&mut bytes, of_board.len() as u32);
            for state in of_board {
                word(&mut bytes, state.len() as u32);
                for (place, value) in state {
                    word(&mut bytes, *place);
                    word(&mut bytes, *value);
                }
            }
        }
    }
    word(&mut bytes, parts.parents.0.len() as u32);
    for (place, parent) in &parts.parents.0 {
        words(&mut bytes, [place.sum, place.rank, u32::from(place.state)]);
        match parent {
            Parent::Move(source) => {
                words(&mut bytes, [0, source.origin.bits(), u32::from(source.state)]);
            }
            Parent::Lines { state, lines } => {
                words(&mut bytes, [1, u32::from(*state), lines.len() as u32]);
                for line in lines {
                    word(&mut bytes, line.len() as u32);
                    bytes.extend(line);
                }
            }
        }
    }
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a checkpoint that [`write`] wrote for a verification of the same program and plan.
pub(crate) fn read(bytes: &[u8], plan: &Plan) -> Result<Checkpoint, BadCheckpoint> {
    let damaged = BadCheckpoint::Damaged;
    let (bytes, sum) = bytes.split_last_chunk::<8>().ok_or(damaged)?;
    if checksum(bytes) != u64::from_le_bytes(*sum) {
        return Err(damaged);
    }
    let mut rest = Rest(bytes);
    if rest.word()? != VERSION {
        return Err(BadCheckpoint::Version);
    }
    let mut known = Known::default();
    for _ in 0..rest.word()? {
        known.words.insert(rest.word()?);
    }
    for reads in &mut known.reads {
        (reads.exact, reads.float) = (rest.long()?, rest.long()?);
        for _ in 0..rest.word()? {
            let numbers = reads.tested.entry(rest.word()? as u8).or_default();
            for _ in 0..rest.word()? {
                numbers.insert(rest.word()?);
            }
        }
        for _ in 0..rest.word()? {
            reads.bytes.insert(rest.word()?, rest.word()? as u8);
        }
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
            for _ in 0..rest.word()? {
                let count = rest.word()? as usize;
                let words = rest.take(count.checked_mul(8).ok_or(damaged)?)?;
                found.add(rank, |changes: &mut Vec<Change>| {
                    changes.extend(words.chunks_exact(8).map(|pair| {
                        let word = |k: usize| {
                            u32::from_le_bytes([pair[k], pair[k + 1], pair[k + 2], pair[k + 3]])
                        };
                        (word(0), word(4))
                    }));
                    Ok::<(), BadCheckpoint>(())
                })?;
            }
        }
    }
    let mut parents = Parents::default();
    for _ in 0..rest.word()? {
        let place = StateId { sum: rest.word()?, rank: rest.word()?, state: rest.word()? as u16 };
        let parent = if rest.word()? == 0 {
            let origin = Origin::from_bits(rest.word()?);
            Parent::Move(Source { origin, state: rest.word()? as u16 })
        } else {
            let state = rest.word()? as u16;
            let mut lines = Vec::new();
            for _ in 0..rest.word()? {
                let length = rest.word()? as usize;
                lines.push(rest.take(length)?.to_vec());
            }
            Parent::Lines { state, lines }
        };
        parents.0.insert(place, parent);
    }
    if !rest.0.is_empty() {
        return Err(damaged);
    }
    let states = kept.then(|| States::new(layer.len(), [found]));
    Ok(Checkpoint { known, done, layer, states, parents })
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadCheckpoint> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadCheckpoint::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<u32, BadCheckpoint> {
        let (word, rest) = self.0.split_first_chunk::<4>().ok_or(BadCheckpoint::Damaged)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }

    fn long(&mut self) -> Result<u64, BadCheckpoint> {
        let (long, rest) = self.0.split_first_chunk::<8>().ok_or(BadCheckpoint::Damaged)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_of_another_version_is_not_called_damaged() {
        let plan = Plan::default();
        let why = |version: u32, sum: u64| {
            let mut bytes = version.to_le_bytes().to_vec();
            bytes.extend((checksum(&bytes) ^ sum).to_le_bytes());
            read(&bytes, &plan).err()
        };
        assert_eq!(why(VERSION - 1, 0), Some(BadCheckpoint::Version));
        assert_eq!(why(VERSION - 1, 1), Some(BadCheckpoint::Damaged));
        assert_eq!(why(VERSION, 0), Some(BadCheckpoint::Damaged));
    }
}
